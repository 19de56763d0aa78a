"""OpenTafl as an OTEP engine: how it reads ``side`` and ``clock``, and what our host sends it.

The engine here is our own writing of what ``ExternalEngineClient.java`` and ``AiWorkspace.planTimeUsage`` of
``jslater89/OpenTafl`` do with the lines of a game.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from conversing import run_conversation

from hnefatafl import Move, Position, Side, variants
from hnefatafl.notation import otn
from hnefatafl.search import Clocks, Greedy, Limit
from tafl.engine import Conversation, Reply, otep

SIDES: Final = {"attackers": Side.ATTACKERS, "defenders": Side.DEFENDERS}
MAIN_MOVES: Final = {7: 6, 9: 10}
"""In how many moves OpenTafl wants to use its main time, by the size of the board; else 20."""

Clock = tuple[float, float, int]
"""Main time, the period of overtime, and the number of periods; in milliseconds."""


class OpenTafl:
    """It drops a move of the side that is not to move, and dies without time to think."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.lines: list[str] = []
        self.planned: list[float] = []
        """How many milliseconds it wanted to think for each move."""
        self.dropped: list[str] = []
        self._length: Clock | None = None
        self._clocks: dict[Side, Clock] = {}

    def hear(self, line: str) -> str:
        """Take a line of the host, and return the answer."""
        self.lines.append(line)
        name, _, text = line.partition(" ")
        if name == "rules":
            self.position = Position.initial(otn.parse_rules(text))
        elif name in ("side", "play"):
            self._turn(SIDES[text])
        elif name == "opponent-move":
            for move in text.split(" ")[0].split("|"):
                self._make(move)
        elif name == "clock":
            self._read_clock(text.split())
        elif name == "finish":
            self._length, self._clocks = None, {}
        return self._play() if name == "play" else ""

    def _turn(self, side: Side) -> None:
        assert self.position is not None
        if self.position.turn is not side:
            self.position = Position.from_board(self.position.board, self.position.ruleset, side)

    def _make(self, text: str) -> None:
        assert self.position is not None
        move = Move.parse(text)
        if self.position.is_legal(move):
            self.position = self.position.play(move)
        else:
            self.dropped.append(text)

    def _read_clock(self, words: list[str]) -> None:
        period = 1000 * int(words[2])
        times = {
            side: (float(words[at].rstrip("*")), int(words[3 + at])) for side, at in zip(Side, (0, 1), strict=True)
        }
        if self._length is None:  # the first one is the time control
            time, count = times[Side.ATTACKERS]
            self._length = (time, period, count)
            self._clocks = dict.fromkeys(Side, self._length)
            return
        for (side, (time, count)), word in zip(times.items(), words, strict=False):
            self._clocks[side] = (0, time, count) if word.endswith("*") else (time, period, count)

    def _plan(self) -> float:
        assert self.position is not None
        if self._length is None:
            return float("inf")
        moves = MAIN_MOVES.get(self.position.ruleset.size, 20)
        made = self.position.ply // 2
        whole, period, count = self._length
        main, left, periods = self._clocks[self.position.turn]
        if not count or not period:
            if made < moves // 2:
                return whole * 0.05 // (moves // 2)
            return whole * 0.75 // moves if main > whole * 0.2 else max(main // moves, 3)
        ahead = moves - made
        if ahead > 0 and main > ahead * period:
            return min(main // ahead, main + period)
        if periods == 1 and main == 0:
            return left - 1000
        return left - 750 + (main // ahead if ahead > 0 and main > 0 else main)

    def _play(self) -> str:
        assert self.position is not None
        self.planned.append(self._plan())
        if self.planned[-1] <= 0:
            raise AssertionError("NullPointerException: there is no best child")
        move = Greedy(seed=1).choose(self.position)
        assert move is not None
        self.position = self.position.play(move)
        return f"move {move}\n"


def ask(host: otep.OtepHost, engine: OpenTafl, conversation: Conversation[Any]) -> Any:
    """Run a conversation of the host with the engine, and return what came of it."""

    def hear(data: bytes) -> None:
        for line in data.decode().splitlines():
            if said := engine.hear(line):
                host.connection.receive_data(said.encode())

    return run_conversation(host.connection, conversation, hear)


def game(start: Position, side: Side, limit: Limit, plies: int = 24) -> OpenTafl:
    """Play a game of a greedy player against the engine."""
    host, engine, position = otep.OtepHost(), OpenTafl(), start
    greedy = Greedy(seed=2)
    while position.outcome is None and position.ply < plies:
        move = ask(host, engine, host.play(position, limit)).move if position.turn is side else greedy.choose(position)
        assert move is not None
        position = position.play(move)
        if position.turn is not side:
            assert engine.position is not None
            assert engine.position.board == position.board
    return engine


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("first", Side)
@pytest.mark.parametrize("name", ["copenhagen", "brandubh", "tablut"])
def test_no_move_is_dropped(name: str, first: Side, side: Side) -> None:
    """Whichever side begins, and whichever the engine plays."""
    rules = variants.get(name).evolve(name="some rules", first=first)
    engine = game(Position.initial(rules), side, Limit(seconds=1))
    assert engine.planned
    assert engine.dropped == []
    assert not [line for line in engine.lines if line.startswith("side")]


def test_the_first_move_is_not_dropped_where_the_king_can_be_shut_in() -> None:
    """As ``opentafl`` itself lost it: it answered with a move through the piece that had just moved."""
    rules = otn.parse_rules("dim:7 name:x atkf:y esc:e ks:s start:/7/7/3t3/2tKt2/7/t6/7/")
    after = Position.initial(rules).play("a6-d6")
    host, engine = otep.OtepHost(), OpenTafl()
    move = ask(host, engine, host.play(after, Limit(seconds=3))).move
    assert after.is_legal(move)
    assert engine.dropped == []


@pytest.mark.parametrize("seconds", [0.1, 0.25, 1, 2.5, 60])
@pytest.mark.parametrize("name", ["copenhagen", "brandubh"])
def test_it_thinks_as_long_as_the_limit_says(seconds: float, name: str) -> None:
    engine = game(Position.initial(variants.get(name)), Side.ATTACKERS, Limit(seconds=seconds))
    assert engine.planned == pytest.approx([1000 * seconds] * len(engine.planned))


def test_no_limit_leaves_it_without_time() -> None:
    engine = game(Position.initial(variants.BRANDUBH), Side.DEFENDERS, Limit(seconds=0))
    assert engine.planned
    assert min(engine.planned) > 0


def test_a_second_game_has_its_own_time_control() -> None:
    """OpenTafl keeps that of the first until ``finish``."""
    host, engine = otep.OtepHost(), OpenTafl()
    first, second = (Position.initial(variants.get(name)) for name in ("copenhagen", "brandubh"))
    ask(host, engine, host.play(first, Limit(clocks=Clocks(attackers=60, defenders=60))))
    ask(host, engine, host.play(second, Limit(seconds=2)))
    assert engine.planned[1] == 2000
    assert [line.split()[0] for line in engine.lines] == [
        *("rules", "clock", "clock", "play", "move"),
        *("finish", "rules", "clock", "clock", "play", "move"),
    ]


def test_another_time_control_is_another_game() -> None:
    host, engine = otep.OtepHost(), OpenTafl()
    start = Position.initial(variants.BRANDUBH)
    ask(host, engine, host.play(start, Limit(clocks=Clocks(attackers=60, defenders=60))))
    for _ in range(2):
        ask(host, engine, host.play(start, Limit(seconds=3)))
    assert engine.planned[1:] == [3000, 3000]
    assert [line for line in engine.lines if line.startswith("finish")] == ["finish 0"] * 2


def test_the_clock_of_a_game_does_not_end_an_analysis() -> None:
    """OpenTafl analyses as long as the clock allows, if it has one."""
    host, engine = otep.OtepHost(), OpenTafl()
    start = Position.initial(variants.BRANDUBH)
    ask(host, engine, host.play(start, Limit(seconds=1)))
    host.connection.receive_data(b"analysis 1 d1-c1 0\n")
    ask(host, engine, host.analyse(start, Limit(seconds=9)))
    names = [line.split()[0] for line in engine.lines]
    assert names[names.index("finish") :] == ["finish", "rules", "position", "side", "analyze"]
    assert engine.lines[-1] == "analyze 1 9"


# Our engine.


def replies_of(server: otep.OtepServer) -> list[Reply]:
    found: list[Reply] = []
    while (event := server.connection.next_event()) is not None:
        found.append(server.reply(event))
    return found


@pytest.mark.parametrize("told", ["", "side attackers\n", "side defenders\n"])
def test_our_engine_does_not_need_to_be_told_its_side(told: str) -> None:
    """ "OpenTafl will send a side command immediately prior to game start", and our host sends none."""
    server = otep.OtepServer()
    rules = otn.format_rules(variants.FETLAR)
    after = Position.initial(variants.FETLAR).play("f2-g2")
    lines = f"rules {rules}\n{told}opponent-move f2-g2 {after.board.record}\nplay defenders\n"
    server.connection.receive_data(lines.encode())
    replies = replies_of(server)
    assert [reply.data for reply in replies] == [b""] * len(replies)
    search = replies[-1].search
    assert search is not None
    assert (search.position.board, search.position.turn) == (after.board, Side.DEFENDERS)


@pytest.mark.parametrize(
    ("clock", "side", "limit"),
    [
        ("2750* 2750* 2 2 2", Side.ATTACKERS, Limit(seconds=2)),
        ("10000* 400* 10 3 1", Side.ATTACKERS, Limit(seconds=9.25)),
        ("10000* 400* 10 3 1", Side.DEFENDERS, Limit(seconds=0.1)),
        ("10000* 60000 10 3 3", Side.ATTACKERS, Limit(seconds=9.25)),
        ("10000* 60000 10 3 3", Side.DEFENDERS, Limit(clocks=Clocks(attackers=10, defenders=60))),
        ("90000 60000 0 0 0", Side.DEFENDERS, Limit(clocks=Clocks(attackers=90, defenders=60))),
        ("-1 -1 0 0 0", Side.DEFENDERS, Limit()),
    ],
)
def test_our_engine_reads_the_clock_of_its_side(clock: str, side: Side, limit: Limit) -> None:
    """In overtime the period of the side itself counts, of which as much is kept back as OpenTafl does."""
    server = otep.OtepServer(variants.BRANDUBH)
    server.connection.receive_data(f"clock {clock}\nplay {side.name.lower()}\n".encode())
    replies = replies_of(server)
    search = replies[-1].search
    assert search is not None
    assert search.limit == limit
