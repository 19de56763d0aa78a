"""What each message costs the event loop, counted in lines of Python and in bytes: the same, however long the game is.

Every visitor waits for the loop; so nobody may make it work for long. Time is not measured.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from keeping import changed
from visiting import Server, Visitor, serving

from hnefatafl import COMPILED, Game, Move, Repetition, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from tafl.table import Table
from tafl.web import Limits, Settings

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

SHORT = 40
LONG = 1_996 if COMPILED else 396
"""Uncompiled, reading a long record takes long."""
RULES: Final = variants.BRANDUBH.evolve(repetition=Repetition(count=1_000))
CYCLE: Final = ("d1-c1", "d3-c3", "c1-d1", "c3-d3")
"""Four moves after which the board is the same."""


class Counter:
    """Counts the lines that run in threads with an event loop."""

    def __init__(self) -> None:
        self.lines = 0

    def trace(self, _: FrameType, event: str, __: object) -> Any:
        """Begin to count the lines of a call, where there is a loop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return None
        return self._count

    def _count(self, _: FrameType, event: str, __: object) -> Any:
        self.lines += event == "line"
        return self._count


@contextmanager
def counted() -> Generator[tuple[Server, Counter]]:
    """A server whose loop is counted, and which waits for its processes where the machine is busy, too."""
    limits = Limits(requests=1e6, messages=1e6, search_nodes=2_000)
    before = sys.gettrace()
    counter = Counter()
    threading.settrace(counter.trace)
    try:
        with (
            patch("tafl.web._workers._PATIENCE", 600.0),
            serving(Settings(database=":memory:", limits=limits)) as server,
        ):
            yield server, counter
    finally:
        threading.settrace(before)


def study(kind: str, length: int) -> str:
    """A record of so many moves, with a variation at its end: a plain one, one with an ending, or one that replaces an
    illegal first move."""
    game = Game(ruleset=RULES).add([Move.parse("a1-a2")] if kind == "illegal" else [])
    moves = [Move.parse(CYCLE[ply % len(CYCLE)]) for ply in range(length - 2)]
    game = game.add([*moves, Move.parse("d2-a2")])
    game = game.add([*moves, Move.parse("d2-b2")])
    return notation.format_game(evolve(game, ending="resigned") if kind == "ended" else game)


ACTIONS: Final[list[tuple[str, dict[str, object], str]]] = [
    ("a new move", {"type": "play", "move": "d5-a5"}, "view"),
    ("back", {"type": "take_back"}, "view"),
    ("a move that is known", {"type": "play", "move": "d5-a5"}, "view"),
    ("a move to be deleted", {"type": "delete"}, "view"),
    ("to the start", {"type": "go", "node": 0}, "view"),
    ("a new variation at the start", {"type": "play", "move": "d1-e1"}, "view"),
    ("a variation becomes the main line", {"type": "promote"}, "view"),
    ("the old main line again", {"type": "go", "node": 1}, "view"),
    ("and back", {"type": "promote"}, "view"),
    ("an illegal move", {"type": "play", "move": "a1-a2"}, "refused"),
    ("a move that is none", {"type": "play", "move": "x" * 8_000}, "refused"),
    ("a roll", {"type": "roll"}, "refused"),
    ("a stop", {"type": "stop"}, "refused"),
    ("a silent move", {"type": "silent"}, "refused"),
    ("a message of no kind", {"type": "x"}, "refused"),
    ("a place that is none", {"type": "go", "node": 10**9}, "refused"),
    ("a hint", {"type": "hint"}, "hint"),
    ("an analysis", {"type": "analyse", "on": True}, "analysis"),
    ("no analysis", {"type": "analyse", "on": False}, "analysis"),
    ("an arrow", {"type": "mark", "node": 1, "shapes": ["Gd1c1"]}, "view"),
    ("the record", {"type": "record"}, "text"),
    ("the record again", {"type": "record"}, "text"),
]


def costs(kind_of_study: str, length: int) -> dict[str, tuple[int, int]]:
    """What each action costs in a study of so many moves: lines, and bytes that are sent to the visitor."""
    found: dict[str, tuple[int, int]] = {}
    with counted() as (server, counter):
        made = server.post("/api/studies", {"text": study(kind_of_study, length)})
        for name in ("the first visit", "another visit"):
            before = counter.lines
            with server.visit(made["id"], made["tokens"]["watch"]) as visitor:
                size = sum(received(visitor, kind) for kind in ("joined", "present", "board", "view"))
                found[name] = (counter.lines - before, size)
        with server.seat(made, "both") as visitor:
            visitor.send(type="go", node=length - 1)  # a study with an illegal move begins before that
            received(visitor, "view")
            for name, action, kind in ACTIONS:
                before = counter.lines
                visitor.send(**action)
                size = received(visitor, kind)
                found[name] = (counter.lines - before, size)
    return found


def received(visitor: Visitor, kind: str) -> int:
    """The bytes of the next message, which is of that kind."""
    text: str = visitor.socket.receive_text()
    assert f'"type":"{kind}"' in text.replace(" ", "")[:40], text[:200]
    return len(text.encode())


LINES: Final = 12_000
"""The lines of any message but the first visit since the game changed, which lists all moves."""
VISIT: Final = 80_000
SPARE: Final = 1_500
"""The lines by which the same message may differ: the loop also does other things meanwhile."""
WHOLE: Final = ("the first visit", "another visit", "the record", "the record again")
"""What sends the whole game."""


@pytest.mark.parametrize("kind", ["plain", "ended", "illegal"])
def test_a_message_costs_the_same_however_long_the_game_is(kind: str) -> None:
    short, long = costs(kind, SHORT), costs(kind, LONG)
    for name, (lines, size) in long.items():
        known = f"{name}: {short[name]} in a short game, {long[name]} in a long one"
        if name == "the first visit":
            assert lines <= VISIT, known
        else:
            assert lines <= min(LINES, short[name][0] + SPARE), known
        assert size <= (50 * LONG if name in WHOLE else short[name][1] + 40), known


# --------------------------------------------------------------------------------------------------- the list of moves


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "play", "take_back", "go", "go", "mark", "promote", "delete", "silent"]),
        st.integers(0, 99),
    ),
    max_size=40,
)
STARTS = st.sampled_from(
    [
        Game(ruleset=variants.BRANDUBH),
        Game(ruleset=variants.TABLUT),
        Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1"), Move.parse("a1-a2"), Move.parse("a2-a3")]),
        Game(ruleset=variants.BRANDUBH).add([Move.parse("a1-a2")]).add([Move.parse("d1-c1")]),
        evolve(Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")]), ending="resigned"),
    ]
)


@given(STARTS, STEPS, st.booleans())
def test_the_changes_of_a_list_make_the_list(start: Game, steps: list[tuple[str, int]], branching: bool) -> None:
    """Whatever is done, a page that keeps its list up to date shows what a page shows that is opened now."""
    table = Table(start, branching=branching)
    view = table.view()
    tree, version = view["tree"], view["version"]
    for kind, number in steps:
        action: dict[str, object] = {"type": kind}
        if kind == "play":
            moves = sorted(table.position.legal_moves())[:5]
            if not moves:
                continue
            action["move"] = str(moves[number % len(moves)])
        elif kind == "go":
            action["node"] = number % (len(tree) + 1)
        elif kind == "mark":
            action |= {"node": table.node, "shapes": ["Re4", "Gd1c1"][: number % 3]}
        with suppress(HnefataflError):
            table.act(action)
        view = table.view(since=version)
        tree, version = changed(tree, view["changes"]) if "changes" in view else view["tree"], view["version"]
        assert tree == table.view()["tree"]
