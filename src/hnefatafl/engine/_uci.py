"""What UGI and the UCI of taflzero share: the greeting, and the words of ``info``, ``option`` and ``go``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol

from attrs import evolve

from hnefatafl.board import Move, Side
from hnefatafl.engine._connection import Connection, Conversation, Event, Expect
from hnefatafl.engine._hosting import Said, legal_line, number, wait
from hnefatafl.engine._results import Info
from hnefatafl.play import Position
from hnefatafl.search import REPETITION, SURE, WON, Line, Score

_OPTION: Final = re.compile(r"name\s+(.{1,100}?)\s+type\s+(\S{1,20})(?:\s+.*)?", re.DOTALL)
"""An option that an engine offers."""
_MOST_LINES: Final = 256
_LONGEST: Final = 400
"""How many moves of a line are read."""


class _Greeting(Protocol):
    """A host, as far as an engine that is greeted says something of itself."""

    name: str
    author: str

    @property
    def connection(self) -> Connection: ...

    @property
    def options(self) -> dict[str, str]: ...


def greet(
    host: _Greeting, protocol: str, options: Mapping[str, str] | None, check: Callable[[Event], object]
) -> Conversation[None]:
    """Greet an engine, take what it says of itself, and set options.

    Arguments:
        host: the host.
        protocol: the word that begins the protocol.
        options: the options, by their names.
        check: called with each line before the one awaited; raises if the engine refuses something.
    """

    def learn(event: Event) -> None:
        key, _, value = event.text.partition(" ")
        if event.name == "id" and key == "name":
            host.name = value
        elif event.name == "id" and key == "author":
            host.author = value
        elif event.name == "option" and (match := _OPTION.fullmatch(event.text)):
            host.options[match[1]] = event.text
        check(event)

    send, ok = host.connection.send, f"{protocol}ok"
    yield send(protocol)
    yield from wait(ok, Expect(awaited=ok), learn)
    for name, value in (options or {}).items():
        yield send("setoption name", name, "value", value)
    yield send("isready")
    yield from wait("readyok", Expect(awaited="readyok"), learn)


def milliseconds(seconds: float) -> str:
    """Return a time as engines read it: from 1 on, since some take 0 for no limit."""
    return str(max(1, min(int(seconds * 1000), 10**15)))


def score_words(line: Line) -> tuple[str, ...]:
    """Return the score of a line: hundredths of a soldier, or moves to a win or, negative, a loss."""
    plies = line.score.plies
    if plies is None:
        return "score", "cp", str(line.score.value)
    moves = (plies + 1) // 2
    return "score", "mate", str(moves if line.score.is_win else -moves)


def _score(kind: str, value: int, side: Side) -> Score | None:
    if kind == "cp":
        return Score(side=side, value=max(1 - REPETITION, min(value, REPETITION - 1)))
    if kind == "mate" and abs(value) < (WON - SURE) // 2:
        # The side that wins makes the last move.
        return Score.won(side, 2 * value - 1) if value > 0 else Score.lost(side, -2 * value)
    return None


class Infos(Said):
    """What an engine says about a position while it searches, a line of play each."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self._found: dict[int, Info] = {}
        self._text = ""

    def hear(self, event: Event) -> None:
        """Take a line: that of an engine about its search, or another, which is kept."""
        if event.name != "info":
            super().hear(event)
            return
        words = event.text.split()
        if words[:1] == ["string"]:
            self._text = event.text.partition("string")[2].strip()
            return
        self._take(words)

    def _take(self, words: Sequence[str]) -> None:
        said = dict(_pairs(words))
        at = number(said.get("multipv", "1"))
        if at is None or not 1 <= at <= _MOST_LINES:
            return
        moves: Sequence[str] = words[words.index("pv") + 1 :][:_LONGEST] if "pv" in words else ()
        value = number(said.get("cp", "")) if "cp" in said else number(said.get("mate", ""))
        kind = "cp" if "cp" in said else "mate"
        if not moves and value is None and at in self._found:
            return  # progress, with nothing new about the line
        time = _natural(said, "time")
        self._found[at] = Info(
            score=None if value is None else _score(kind, value, self._position.turn),
            depth=_natural(said, "depth"),
            nodes=_natural(said, "nodes"),
            seconds=None if time is None else time / 1000,
            pv=legal_line(self._position, moves),
        )

    def best(self, move: Move | None) -> Info:
        """Return what was said of the move that the engine chose, or else what it said last."""
        told = [info for info in self._found.values() if move is not None and info.pv[:1] == (move,)]
        info = told[0] if told else self._found.get(1, Info())
        return self.complete(evolve(info, text=self._text))

    def all(self, move: Move) -> tuple[Info, ...]:
        """Return what was said of all lines, the best one first; of the chosen move alone if nothing was said."""
        found = [self._found[at] for at in sorted(self._found)] or [Info(pv=(move,))]
        return (self.complete(evolve(found[0], text=self._text)), *found[1:])


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words of an info line with a value, up to the line of moves."""
    for name, value in pairwise(words):
        if name == "pv":
            return
        if name in ("depth", "nodes", "time", "multipv", "cp", "mate"):
            yield name, value


def _natural(said: Mapping[str, str], name: str) -> int | None:
    value = number(said.get(name, ""))
    return value if value is not None and value >= 0 else None
