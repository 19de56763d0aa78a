"""The application: its pages, requests and WebSockets, for any ASGI server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic, time
from typing import Any, Final

from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.rules import Ruleset
from hnefatafl.support.extras import extra
from hnefatafl.support.json_text import dump, is_table, load
from tafl.web._fairness import Bucket, SilentConnections, Slots, caller
from tafl.web._http import Answerer, Body, CallerLimits, Guard, page_routes, refused_by_http
from tafl.web._lobby import Lobby
from tafl.web._offers import find_ruleset, list_offers, read_schema
from tafl.web._puzzles import attempt_puzzle, list_puzzles, list_shipped
from tafl.web._records import explore_records, read_own_play
from tafl.web._room import Message, Viewer
from tafl.web._settings import Late, Missing, Refused, Settings
from tafl.web._workers import Workers, play_for_balance
from tafl.web._workshop import describe_form, describe_maker, edit_options, examine, make_rules, parse, place_pieces

with extra("web"):
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.routing import BaseRoute, Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

_HOUR: Final = 3600.0
_PATIENCE: Final = 10.0
"""How many seconds a slow WebSocket may take to take a message."""
_REFUSALS: Final = 20
"""After so many refused messages in a row, a WebSocket is closed."""
_WAITING: Final = 64
"""The number of messages that wait for a slow visitor."""
_GAMES: Final = 4
"""How many games for the balance of rules are played at once: they take a fraction of a second."""
_SECONDS_TO_TELL: Final = 2.0
_ENDED: Final = 1000
"""The code with which WebSockets are closed; the last message says why."""


class _MessageTooLong(Refused):
    """A message is longer than any that the page sends."""


def make_app(settings: Settings, *, threads: bool = False, clock: Callable[[], float] = time) -> Starlette:
    """Return the application.

    It opens the file of games when it starts, and closes it when it ends.

    >>> app = make_app(Settings(database=":memory:"))
    >>> sorted(route.path for route in app.routes)[:4]
    ['/', '/api/explore', '/api/files/{name:path}', '/api/games']

    Arguments:
        settings: what it offers, to whom, and its limits.
        threads: whether to search in threads and not in processes, as tests do.
        clock: the time in seconds since the beginning of 1970, by which old games are deleted.

    Raises:
        MissingExtraError: the extra ``web`` is not installed.
    """
    workers = Workers(settings, threads=threads)
    lobby = Lobby(settings, workers, clock)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        lobby.open()
        cleaning = asyncio.create_task(_clean_hourly(lobby))
        try:
            yield
        finally:
            cleaning.cancel()
            with suppress(asyncio.CancelledError):
                await cleaning
            try:
                await lobby.close()
            finally:
                workers.close()

    quiet = SilentConnections(settings.limits.quiet)
    visits = set[asyncio.Task[None]]()

    async def visit(websocket: WebSocket) -> None:
        task = asyncio.current_task()
        assert task is not None
        visits.add(task)
        task.add_done_callback(visits.discard)
        await _VisitorSocket(websocket, settings, lobby, quiet).run()

    async def end() -> None:
        """End all games, and let their visitors be told before their connections end."""
        try:
            await lobby.close()
        finally:
            if visits:
                await asyncio.wait(visits, timeout=_SECONDS_TO_TELL)

    requests = _Requests(settings, lobby, workers)
    app = Starlette(
        routes=[*page_routes(), *requests.routes, WebSocketRoute("/api/games/{game}", visit)],
        middleware=[Middleware(Guard, settings=settings), Middleware(CallerLimits, settings=settings)],
        exception_handlers={HTTPException: refused_by_http},
        lifespan=lifespan,
    )
    app.state.end = end
    return app


async def _clean_hourly(lobby: Lobby) -> None:
    """Delete old games, now and every hour."""
    while True:
        await lobby.delete_old()
        await asyncio.sleep(_HOUR)


class _Requests:
    """What the requests of the pages ask for."""

    def __init__(self, settings: Settings, lobby: Lobby, workers: Workers) -> None:
        self._answer = Answerer(settings)
        self._rulesets = settings.rulesets
        self._records = settings.records
        self._lobby = lobby
        self._workers = workers
        self._schema = read_schema()
        self._offers = list_offers(settings)
        self._balancing = Slots(1)
        self._nodes = settings.limits.search_nodes

    @property
    def routes(self) -> list[BaseRoute]:
        """The routes of all requests."""
        answer = self._answer
        return [
            Route("/api/offers", answer(self._list_offers)),
            Route("/api/schema", answer(self._describe_schema)),
            Route("/api/maker", answer(self._describe_maker)),
            Route("/api/rulesets/{name:path}", answer(self._describe_ruleset)),
            Route("/api/rules/examine", answer(self._examine_rules), methods=["POST"]),
            Route("/api/rules/balance", answer(self._play_for_balance), methods=["POST"]),
            Route("/api/rules/edit", answer(self._edit_rules), methods=["POST"]),
            Route("/api/rules/read", answer(self._read_rules), methods=["POST"]),
            Route("/api/files/{name:path}", answer(self._read_file)),
            Route("/api/own/{name}", answer(self._read_own_play)),
            Route("/api/games", answer(self._make_game), methods=["POST"]),
            Route("/api/studies", answer(self._study), methods=["POST"]),
            Route("/api/explore", answer(self._explore_records), methods=["POST"]),
            Route("/api/puzzles", answer(self._list_shipped_puzzles)),
            Route("/api/puzzles/read", answer(self._read_puzzles), methods=["POST"]),
            Route("/api/puzzles/try", answer(self._attempt_puzzle), methods=["POST"]),
            Route("/api/pictures/{game}", answer(self._draw_picture, open_to_all=True), methods=["POST"]),
            Route("/api/positions", answer(self._place_pieces), methods=["POST"]),
            Route("/api/records/{game}", answer(self._write_record, open_to_all=True), methods=["POST"]),
        ]

    def _find_base(self, name: object) -> Ruleset:
        return find_ruleset(self._rulesets, name)

    async def _make_rules(self, sent: object) -> Ruleset:
        if not is_table(sent):
            raise Refused("the rules of the game were expected")
        base = self._find_base(sent.get("base"))
        if "options" not in sent:
            return base
        return await self._workers.run(make_rules, base, sent.get("name", ""), sent["options"])

    async def _list_offers(self, _: Request, __: Body) -> dict[str, Any]:
        return self._offers

    async def _describe_schema(self, _: Request, __: Body) -> dict[str, Any]:
        return self._schema

    async def _describe_maker(self, _: Request, __: Body) -> dict[str, Any]:
        return await self._workers.run(describe_maker)

    async def _describe_ruleset(self, request: Request, _: Body) -> dict[str, Any]:
        return describe_form(self._find_base(request.path_params["name"]))

    async def _read_file(self, request: Request, _: Body) -> dict[str, Any]:
        text = self._records.get(request.path_params["name"])
        if text is None:
            raise Missing("this server has no such file")
        return {"text": text}

    async def _read_own_play(self, request: Request, _: Body) -> dict[str, Any]:
        return read_own_play(request.path_params["name"])

    async def _examine_rules(self, _: Request, body: Body) -> dict[str, Any]:
        base, name = self._find_base(body.get("base")), body.get("name", "")
        return await self._workers.run(examine, base, name, body.get("options"))

    async def _play_for_balance(self, _: Request, body: Body) -> dict[str, Any]:
        rules = await self._make_rules(body.get("rules"))
        with self._balancing.taken(caller.get()):
            return await self._workers.run(play_for_balance, rules, body.get("before"), _GAMES)

    async def _edit_rules(self, _: Request, body: Body) -> dict[str, Any]:
        base, name = self._find_base(body.get("base")), body.get("name", "")
        return await self._workers.run(edit_options, base, name, body.get("options"), body.get("change"))

    async def _read_rules(self, _: Request, body: Body) -> dict[str, Any]:
        return await self._workers.run(parse, body.get("text"))

    async def _make_game(self, _: Request, body: Body) -> dict[str, Any]:
        rules = await self._make_rules(body.get("rules"))
        return await self._lobby.new_game(rules, body.get("seats"), body.get("mine"), body.get("pace"))

    async def _study(self, _: Request, body: Body) -> dict[str, Any]:
        rules = None if body.get("rules") is None else await self._make_rules(body["rules"])
        return await self._lobby.new_study(body.get("text"), body.get("filename", ""), rules, body.get("number"))

    async def _explore_records(self, _: Request, body: Body) -> dict[str, Any]:
        rules = None if body.get("rules") is None else await self._make_rules(body["rules"])
        return await self._workers.run(
            explore_records, body.get("text"), body.get("filename", ""), rules, _pick_wanted(body)
        )

    async def _list_shipped_puzzles(self, _: Request, __: Body) -> dict[str, Any]:
        return await self._workers.run(list_shipped)

    async def _read_puzzles(self, _: Request, body: Body) -> dict[str, Any]:
        return await self._workers.run(list_puzzles, body.get("text"))

    async def _attempt_puzzle(self, _: Request, body: Body) -> dict[str, Any]:
        return await self._workers.run(attempt_puzzle, body, self._nodes)

    async def _write_record(self, request: Request, body: Body) -> dict[str, Any]:
        return await self._lobby.record(request.path_params["game"], body.get("token"), body.get("dialect"))

    async def _draw_picture(self, request: Request, body: Body) -> dict[str, Any]:
        return await self._lobby.picture(request.path_params["game"], body.get("token"), body)

    async def _place_pieces(self, _: Request, body: Body) -> dict[str, Any]:
        base = self._find_base(body.get("base"))
        return await self._workers.run(place_pieces, base, body.get("start"), body.get("turn"), body.get("change"))


def _pick_wanted(body: Body) -> Body:
    """Return what is asked of records, without their text."""
    return {name: value for name, value in body.items() if name not in ("text", "filename", "rules")}


class _VisitorSocket:
    """A WebSocket: its first message names a token of the game, and the others are what the visitor does."""

    def __init__(self, websocket: WebSocket, settings: Settings, lobby: Lobby, quiet: SilentConnections) -> None:
        self._websocket = websocket
        self._limits = settings.limits
        self._lobby = lobby
        self._quiet = quiet
        self._bucket = Bucket(settings.limits.messages, monotonic)
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(_WAITING)

    async def run(self) -> None:
        """Serve the visitor until the connection ends."""
        await self._websocket.accept()
        reader = asyncio.create_task(self._do_requests())
        writer = asyncio.create_task(self._write())
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        reader.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await reader
        if not writer.done() and not self._outbox.full():
            self._outbox.put_nowait(None)
            await asyncio.wait((writer,), timeout=_PATIENCE)
        writer.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer
        with suppress(RuntimeError, WebSocketDisconnect):  # where the visitor has left, it is closed already
            await self._websocket.close(_ENDED)

    def _post(self, message: Message) -> None:
        """Let a message be sent. A visitor who takes none for a long time is left, and so is one whose game is
        closed."""
        if self._outbox.full():
            while not self._outbox.empty():
                self._outbox.get_nowait()
            self._outbox.put_nowait(None)
        else:
            self._outbox.put_nowait(dump(message))
            if message["type"] == "closed" and not self._outbox.full():
                self._outbox.put_nowait(None)

    async def _write(self) -> None:
        """Send what is posted, until nothing more will be."""
        while (text := await self._outbox.get()) is not None:
            await asyncio.wait_for(self._websocket.send_text(text), _PATIENCE)

    async def _do_requests(self) -> None:
        """Do what the visitor asks for, until the visitor leaves or asks for too much that is refused."""
        try:
            token = (await self._receive_first()).get("token")
            viewer = await self._lobby.join(self._websocket.path_params["game"], token, self._post)
            try:
                await self._serve(viewer)
            finally:
                viewer.leave()
        except HnefataflError as error:
            # A game or a link that is not there will not be there when the page tries again.
            self._post({"type": "closed", "words": str(error), "final": isinstance(error, Missing)})

    async def _receive_first(self) -> Body:
        """Return the first message.

        Raises:
            Late: it does not come in time, or others need the room.
            Refused: it is no object in JSON, or too long.
            WebSocketDisconnect: the visitor has left.
        """
        message = asyncio.create_task(self._receive())
        self._quiet.add(caller.get(), message.cancel)
        try:
            done, _ = await asyncio.wait((message,), timeout=self._limits.silence)
            if not done or message.cancelled():
                raise Late("the token of a game was expected sooner")
            return message.result()
        finally:
            self._quiet.remove(caller.get(), message.cancel)
            message.cancel()

    async def _serve(self, viewer: Viewer) -> None:
        """Do what a visitor asks for, until too much in a row is refused.

        Raises:
            Refused: this has happened, or a message is too long.
            WebSocketDisconnect: the visitor has left.
        """
        refused = 0
        while refused < _REFUSALS:
            try:
                await viewer.take(await self._receive())
                refused = 0
            except _MessageTooLong:
                raise
            except HnefataflError as error:
                refused += 1
                self._post({"type": "refused", "words": str(error)})
        raise Refused("too many messages in a row were refused")

    async def _receive(self) -> Body:
        """Return the next message.

        Raises:
            Refused: it is no object in JSON, or too long, or there are too many.
            WebSocketDisconnect: the visitor has left.
        """
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Refused("a text was expected")
        if len(text.encode("utf-8", "surrogatepass")) > self._limits.message:
            raise _MessageTooLong(f"a message of at most {self._limits.message:,} bytes was expected")
        if not self._bucket.take():
            raise Refused("too many messages; please wait a moment")
        try:
            return load(text)
        except NotationError as error:
            raise Refused(error.message) from None
