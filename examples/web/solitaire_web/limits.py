"""What a request may be and cost: its size, how often a client may ask, and safe headers."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["MOST_BYTES", "Buckets", "Refusal", "SafeHeaders"]

MOST_BYTES = 64 * 1024
"""Bytes that the body of a request may have."""


class Refusal(Exception):
    """A request that is refused, with the field that is wrong and why."""

    def __init__(
        self, message: str, field: str | None = None, status: int = 400, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.field = field
        self.status = status
        self.retry_after = retry_after


class Buckets:
    """A token bucket for each client, for the requests that cost something.

    Memory is bounded: of more than `clients` of them, those that asked longest ago are forgotten.
    """

    def __init__(
        self,
        burst: int,
        per_second: float,
        clients: int = 4096,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst, self._rate, self._clients, self._clock = burst, per_second, clients, clock
        self._seen: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Take a token, or raise a Refusal that says when there is one again."""
        now = self._clock()
        tokens, since = self._seen.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        enough = tokens >= 1
        self._seen[client] = (tokens - 1 if enough else tokens, now)
        if len(self._seen) > self._clients:
            self._seen.popitem(last=False)
        if not enough:
            wait = max(1, round((1 - tokens) / self._rate + 0.5))
            raise Refusal(f"too many requests: wait {wait} s", status=429, retry_after=wait)


_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        b" connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class SafeHeaders:
    """Middleware: every answer, errors included, tells the browser what the page may do."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"] = [*message.get("headers", []), *_HEADERS]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-cache"))
            await send(message)

        await self.app(scope, receive, with_headers)
