"""The service: it keeps no games. A request brings the deal and all moves, which are replayed.

uvicorn solitaire_web.app:app
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

import solitaire_core as sc
from solitaire_core.rendering import card_sheet
from solitaire_web.answers import Replay, hint_of, position_of
from solitaire_web.catalogue import CATALOGUE, Offer, facts, pick, todays
from solitaire_web.limits import MOST_BYTES, Buckets, Refusal, SafeHeaders

__all__ = ["MOST_MOVES", "app", "make_app"]

MOST_MOVES = 4000
"""Moves that a game may have."""

_STATIC = Path(__file__).parent / "static"
_LONGEST_MOVE = 24
_COSTLY_AT_ONCE = 2
_FIELDS = {"game", "number", "moves"}


def make_app(hints: int = 30, hints_a_second: float = 1.0) -> ASGIApp:
    """The service, with a budget of costly requests for each client.

    Parameters
    ----------
    hints : int
        How many hints, picked deals and facts a client may ask for at once.
    hints_a_second : float
        How many more of them each second.
    """
    service = _Service(Buckets(hints, hints_a_second))
    inner = Starlette(
        routes=[
            Route("/", _page),
            Route("/{game}/{number:int}", _page),
            Route("/cards.svg", _cards),
            Route("/favicon.ico", _icon),
            Route("/api/games", _games),
            Route("/api/position", service.position, methods=["POST"]),
            Route("/api/hint", service.hint, methods=["POST"]),
            Route("/api/pick", service.pick),
            Route("/api/daily", service.daily),
            Route("/api/facts", service.facts),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_error,
            Exception: _failed,
        },
    )
    # Around all of it, so that answers to errors have the headers too.
    return SafeHeaders(inner)


# ---- pages and pictures ------------------------------------------------------------------


async def _page(request: Request) -> Response:
    known = request.path_params.get("game", "tripeaks") in CATALOGUE
    return FileResponse(_STATIC / "index.html", status_code=200 if known else 404)


async def _cards(request: Request) -> Response:
    sheet = card_sheet()
    tag = f'"{sc.__version__}-{len(sheet)}"'
    headers = {"etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(sheet, media_type="image/svg+xml", headers=headers)


async def _icon(request: Request) -> Response:
    return FileResponse(_STATIC / "icon.svg")


async def _games(request: Request) -> Response:
    return JSONResponse([offer.to_json() for offer in CATALOGUE.values()])


# ---- games -------------------------------------------------------------------------------


class _Service:
    """The requests that deal and play. What it keeps is who asked how often, bounded."""

    def __init__(self, buckets: Buckets) -> None:
        self._buckets = buckets
        # Made at the first request: it belongs to the event loop that then runs.
        self._costly: anyio.CapacityLimiter | None = None

    async def _compute(self, request: Request, work: Callable[[], Any]) -> Any:
        """Run what costs milliseconds beside the event loop, few at a time, on a budget."""
        self._buckets.take(request.client.host if request.client else "")
        if self._costly is None:
            self._costly = anyio.CapacityLimiter(_COSTLY_AT_ONCE)
        return await anyio.to_thread.run_sync(work, limiter=self._costly)

    async def position(self, request: Request) -> Response:
        offer, number, moves = _read_game(await _body(request))
        found = await anyio.to_thread.run_sync(partial(_position, offer, number, moves))
        return JSONResponse(found)

    async def hint(self, request: Request) -> Response:
        offer, number, moves = _read_game(await _body(request))
        return JSONResponse(await self._compute(request, partial(_hint, offer, number, moves)))

    async def pick(self, request: Request) -> Response:
        offer, seed = _offer(request.query_params.get("game")), _query_number(request, "seed")
        level = request.query_params.get("level", "winnable")
        if level not in offer.levels:
            known = ", ".join(offer.levels)
            raise Refusal(f"{offer.slug} has no level {level[:40]!r}: there are {known}", "level")
        deal = await self._compute(request, partial(pick, offer, level, seed))
        if deal is None:
            raise Refusal("no winnable deal was found: ask with another seed", "seed", 404)
        return JSONResponse({"game": offer.slug, "number": str(deal.number), "level": level})

    async def daily(self, request: Request) -> Response:
        offer = _offer(request.query_params.get("game"))
        date = request.query_params.get("date", "")
        try:
            deal = await self._compute(request, partial(todays, offer, date))
        except ValueError as error:
            raise Refusal(str(error), "date" if offer.has_daily else "game") from None
        return JSONResponse({"game": offer.slug, "number": str(deal.number), "date": date})

    async def facts(self, request: Request) -> Response:
        offer, number = _offer(request.query_params.get("game")), _query_number(request, "number")
        return JSONResponse(await self._compute(request, partial(_facts, offer.slug, number)))


def _replayed(offer: Offer, number: int, moves: tuple[str, ...]) -> Replay:
    replay = Replay(sc.Deal(offer.rules, number).start())
    try:
        replay.play(moves)
    except ValueError as error:
        raise Refusal(str(error), f"moves[{replay.ply}]", 422) from None
    return replay


def _position(offer: Offer, number: int, moves: tuple[str, ...]) -> dict[str, Any]:
    found = {"game": offer.slug, "number": str(number)}
    return found | position_of(_replayed(offer, number, moves))


def _hint(offer: Offer, number: int, moves: tuple[str, ...]) -> dict[str, Any]:
    return hint_of(_replayed(offer, number, moves).game)


@lru_cache(maxsize=1024)
def _facts(slug: str, number: int) -> dict[str, Any]:
    return facts(CATALOGUE[slug], number)


# ---- what a request says -----------------------------------------------------------------


async def _body(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("the body is sent as application/json", "content-type", 415)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refusal(f"the body has more than {MOST_BYTES} bytes", status=413)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"the body is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Refusal(f"the body is a JSON object, not {type(value).__name__}")
    return value


def _read_game(body: dict[str, Any]) -> tuple[Offer, int, tuple[str, ...]]:
    extra = sorted(set(body) - _FIELDS)
    if extra:
        # Escaped, since a name in JSON may be one that UTF-8 cannot write.
        name = extra[0][:40].encode("ascii", "backslashreplace").decode()
        raise Refusal(f"unknown field {name!r}", name)
    moves = body.get("moves", [])
    if not isinstance(moves, list):
        raise Refusal("moves is a list of texts", "moves")
    if len(moves) > MOST_MOVES:
        raise Refusal(f"there are {len(moves)} moves, more than {MOST_MOVES}", "moves")
    for place, move in enumerate(moves):
        if not isinstance(move, str) or len(move) > _LONGEST_MOVE:
            raise Refusal("a move is a short text, such as 7H or turn", f"moves[{place}]")
    return _offer(body.get("game")), _number(body.get("number"), "number"), tuple(moves)


def _offer(slug: object) -> Offer:
    if not isinstance(slug, str) or slug not in CATALOGUE:
        raise Refusal(f"game is one of {', '.join(CATALOGUE)}", "game")
    return CATALOGUE[slug]


def _query_number(request: Request, field: str) -> int:
    return _number(request.query_params.get(field), field)


def _number(value: object, field: str) -> int:
    if (
        not isinstance(value, str)
        or not (value.isascii() and value.isdigit() and len(value) <= 20)
        or int(value) >= 2**64
    ):
        raise Refusal(f"{field} is a whole number as text, 0 to 2**64 - 1", field)
    return int(value)


# ---- errors ------------------------------------------------------------------------------


def _error(status: int, message: str, field: str | None = None, retry_after: int = 0) -> Response:
    return JSONResponse(
        {"error": {"field": field, "message": message}},
        status,
        headers={"retry-after": str(retry_after)} if retry_after else None,
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _error(error.status, str(error), error.field, error.retry_after)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _error(error.status_code, error.detail)


async def _failed(request: Request, error: Exception) -> Response:
    # What went wrong stands in the server's log, not in the answer.
    return _error(500, "the server made a mistake")


app = make_app()
