"""A server on a free port, and a headless Chromium that plays on its page."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from solitaire_web.app import make_app

expect.set_options(timeout=30_000)

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the service listens."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(make_app(10_000, 1000), log_level="error", lifespan="off", ws="none")
    )
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    listener.close()


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    """A client of the service."""
    with httpx.Client(base_url=address, trust_env=False) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium: `CHROMIUM` names it, or it is on the path."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail("these tests need Chromium: install it, or name it in CHROMIUM")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=_FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a desktop's size without motion; it fails on any error of the script."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))

    def hear(said: ConsoleMessage) -> None:
        # Chromium calls it an error when the service refuses a request, which tests provoke.
        if said.type == "error" and "status of 400" not in said.text:
            errors.append(said.text)

    opened.on("console", hear)
    yield opened
    context.close()
    assert not errors
