"""The hosts of a check, without input and output: what is asked, by JSON and by UGI."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from hnefatafl.board import Side
from hnefatafl.conformance._cases import Case, Chapter
from hnefatafl.conformance._comparing import Finding, compare
from hnefatafl.engine import Connection, Conversation, EngineRefusedError, Event, Expect, ProtocolError
from hnefatafl.engine._hosting import wait
from hnefatafl.engine._uci import greet
from hnefatafl.engine.ugi import _first, _refused, _rules_text
from hnefatafl.errors import NotationError
from hnefatafl.notation._jsontext import dump, load

_TOLD: Final = ("ruleset", "version", "options", "changed")
"""What an engine is told of a ruleset."""


class Asker(Protocol):
    """The side that asks an engine the cases of a suite."""

    @property
    def connection(self) -> Connection:
        """The lines to and from the engine."""
        ...

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine."""
        ...

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        """Tell the engine of a ruleset; return why it is not asked about it, or an empty text."""
        ...

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        """Ask a case; return each part of the answer with the right one."""
        ...

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        ...


class _JsonAsker:
    """Asks in lines of JSON: each line is answered by one line."""

    def __init__(self) -> None:
        self.connection: Final = Connection([])

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        yield from ()

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        title = {key: value for key, value in chapter.title.items() if key in _TOLD}
        found = yield from self._answer(title, chapter.ruleset.name)
        declined = found.get("declined", "")
        return "" if declined is False else str(declined or found.get("error", ""))

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        found = yield from self._answer(case.question, case.id)
        if found.get("id", case.id) != case.id:
            raise ProtocolError(f"an answer to {case.id} was expected, not to {found['id']!r:.60}")
        if "error" in found:
            raise EngineRefusedError("", str(found["error"]))
        return list(compare(case.answer, found))

    def _answer(self, question: object, name: str) -> Conversation[Mapping[str, Any]]:
        yield self.connection.send(dump(question))
        event = None
        awaited = Expect(awaited=f"an answer to {name}")
        while event is None:
            event = yield awaited
        try:
            return load(event.line)
        except NotationError as error:
            raise ProtocolError(
                f"the answer to {name} is no object of JSON: {error.message} in {event.line!r:.200}"
            ) from None

    def quit(self) -> bytes:
        return b""  # its input is closed


class _UgiAsker:
    """Asks by the queries of UGI whose turn it is, whether the game is over and who won, and for a legal move.

    UGI has no way to ask for all legal moves or for captures; their effects show in the moves after them.
    """

    def __init__(self) -> None:
        self.connection: Final = Connection(["id", "option", "ugiok", "readyok", "bestmove", "info", "response"])
        self.name = self.author = ""
        self.options: Final[dict[str, str]] = {}
        self._attackers_first = True

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        return greet(self, "ugi", options, _refused)

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        rules = chapter.ruleset
        self._attackers_first = _first(rules) is Side.ATTACKERS
        if any(case.answer.get("can_roll") for case in chapter.cases):
            return "UGI cannot tell of dice"
        if "rules" not in self.options:
            return "the engine has no option for rules"
        name, losses = _rules_text(rules)
        if losses:
            return "OpenTafl's rules cannot tell of it"
        yield self.connection.send("setoption name rules value", name)
        try:
            yield from self._ready()
        except EngineRefusedError as error:
            return error.reason
        return ""

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        if len(case.start.split()) > 2 or any(" " in action for action in case.line):
            return []
        answer = case.answer
        found = yield from self._look(case, (), answer["position"], answer["outcome"])
        if answer["outcome"] is None:
            yield self.connection.send("go depth 1")
            event = yield from wait("bestmove", Expect(awaited="bestmove"), _refused)
            move = event.text.partition(" ")[0]
            found.append(Finding("bestmove", move if move in answer["legal"] else "a legal move", move))
        for action, right in answer["tries"].items():
            if "refused" not in right and " " not in action:
                found += yield from self._look(case, (action,), right["position"], right["outcome"])
        return found

    def _look(
        self, case: Case, more: tuple[str, ...], position: str, outcome: str | None
    ) -> Conversation[list[Finding]]:
        """Set up a position and ask about it."""
        moves = (*case.line, *more)
        yield self.connection.send("position fen", case.start, *(("moves", *moves) if moves else ()))
        yield from self._ready()
        found: list[Finding] = []
        for query, expected in self._queries(position, outcome):
            yield self.connection.send("query", query)
            event = yield from wait("response", Expect(awaited=f"a response to {query}"), _refused)
            found.append(Finding(" ".join((*more, query)), expected, event.text))
        return found

    def _queries(self, position: str, outcome: str | None) -> Iterator[tuple[str, str]]:
        """Yield what is asked of a position, with the right responses."""
        first = "a" if self._attackers_first else "d"
        yield "gameover", str(outcome is not None).lower()
        if outcome is None:
            yield "p1turn", str(position.split()[1] == first).lower()
        else:
            winner = outcome.partition(":")[0]
            yield "result", "draw" if winner == "draw" else "p1win" if winner[0] == first else "p2win"

    def _ready(self) -> Conversation[Event]:
        yield self.connection.send("isready")
        return (yield from wait("readyok", Expect(awaited="readyok"), _refused))

    def quit(self) -> bytes:
        return self.connection.send("quit")


ASKERS: Final[Mapping[str, Callable[[], Asker]]] = {"json": _JsonAsker, "ugi": _UgiAsker}
"""The protocols by which engines are checked."""
