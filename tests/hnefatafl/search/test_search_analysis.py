"""Analysis: what a search says of positions, of every ruleset; limits, lines, threads and interrupts."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

import pytest
from proving import random_position, wins_within
from sweeping import FEW

from hnefatafl import (
    Board,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    SearchBoard,
    Side,
    Square,
    Symmetry,
    Termination,
    playout,
    variants,
)
from hnefatafl._kernel.lookup import DIRECTIONS
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.rules import Berserk, Die, Speed
from hnefatafl.search import (
    REPETITION,
    SURE,
    WON,
    Analysis,
    Limit,
    Score,
    Searcher,
    TrainedEvaluation,
    Verdict,
    analyse,
    explain_score,
    solve,
)
from hnefatafl.search._core import view
from hnefatafl.search._core.byhand import NAMES
from hnefatafl.search._core.table import Transpositions

pytestmark = pytest.mark.slow_uncompiled

START: Final = Position.initial(variants.BRANDUBH)
ESCAPE: Final = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
"""The king wins by a4-a1, and by no other move."""
CAPTURED: Final = Position.parse("/2t4/2T4/1t5/K6/t6/7/7/", variants.BRANDUBH, Side.ATTACKERS)
"""The king falls by b3-a3."""
DICE: Final = variants.BRANDUBH.evolve(name="with a die", die=Die())


class Clock:
    """A clock that goes on by a second each time it is looked at."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 1
        return self.time


def facts(analysis: Analysis) -> tuple[object, ...]:
    """All but the time."""
    return analysis.score, analysis.lines, analysis.depth, analysis.nodes, analysis.proven


def played(analysis: Analysis) -> Position:
    """The position at the end of the best line, every move of which must be legal."""
    position = analysis.position
    for move in analysis.pv:
        position = position.play(move)
    return position


def test_the_numbers_are_those_of_the_search() -> None:
    assert (WON, SURE) == (view.WON, view.SURE)
    assert REPETITION < view.BY_REPETITION < SURE


def test_a_win_is_proven_and_its_line_leads_to_it() -> None:
    for position, best in ((ESCAPE, "a4-a1"), (CAPTURED, "b3-a3")):
        analysis = analyse(position, Limit(depth=3))
        assert (str(analysis.best), analysis.score) == (best, Score.won(position.turn, 1))
        assert analysis.proven
        assert played(analysis).outcome is not None
    lost = analyse(ESCAPE.play("c2-d2").play("c1-d1"), Limit(depth=4))
    assert lost.score == Score.won(Side.DEFENDERS, 1)


def test_the_line_of_a_longer_win_leads_to_it() -> None:
    position = Position.parse("/7/7/2t4/2TK3/3t3/7/t6/", variants.BRANDUBH, Side.DEFENDERS)
    analysis = analyse(position, Limit(depth=5))
    assert analysis.score == Score.won(Side.DEFENDERS, 3)
    outcome = played(analysis).outcome
    assert outcome is not None
    assert outcome.winner is Side.DEFENDERS


DEEP_WIN: Final = Position.parse("/2T1t2/4T2/t2K2T/t5t/2T4/3t3/2t4/", variants.BRANDUBH, Side.DEFENDERS)
"""A win in five plies, which a proof sees sooner than a search."""


def test_a_small_proof_sees_a_win_that_is_deeper_than_the_search() -> None:
    limit, without = Limit(nodes=20_000), Searcher(proves=False)
    analysis = next(each for each in Searcher().iterate(DEEP_WIN, limit, 3) if each.depth == 2)
    assert (analysis.score, analysis.proven) == (Score.won(Side.DEFENDERS, 5), True)
    assert (analysis.lines[0].moves, analysis.lines[0].score) == (analysis.pv, analysis.score)
    assert len(analysis.lines) == len({line.moves[0] for line in analysis.lines}) == 3
    end = played(analysis).outcome
    assert end is not None
    assert end.winner is Side.DEFENDERS
    searched = next(each for each in without.iterate(DEEP_WIN, limit, 3) if each.depth == 2)
    assert not searched.score.is_decided
    assert searched.nodes < analysis.nodes <= searched.nodes + limit.nodes // 32  # type: ignore[operator]


def test_a_proof_is_within_the_limit() -> None:
    assert 15_900 < analyse(DEEP_WIN, Limit(nodes=16_000), lines=2).nodes <= 16_001
    # What lies within a depth the search finds alone, and no win beyond it is told of.
    plain = Searcher(proves=False)
    assert facts(analyse(DEEP_WIN, Limit(depth=3))) == facts(plain.analyse(DEEP_WIN, Limit(depth=3)))
    assert not analyse(DEEP_WIN, Limit(depth=3, nodes=20_000)).score.is_decided
    # A thirty-second of four seconds passes between two looks at the clock.
    hurried = Searcher(clock=Clock()).analyse(DEEP_WIN, Limit(seconds=4))
    assert not hurried.score.is_decided


@pytest.mark.parametrize("seed", range(12))
def test_only_wins_that_are_proved_are_told_of(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However bad a position looks, and however much of the search is a proof."""
    monkeypatch.setattr("hnefatafl.search._analysis._AHEAD", -REPETITION)
    monkeypatch.setattr("hnefatafl.search._analysis._SHARE", 2)
    random, rules = Random(seed), variants.BRANDUBH.evolve(name="small", encirclement=False)
    told = 0
    for _ in range(25):
        position = random_position(random, rules, 3, 2)
        if position is None:
            continue
        analysis = analyse(position, Limit(nodes=300), memory=1)
        plies = analysis.score.plies
        if analysis.score.is_win and plies is not None and plies <= 3:
            assert wins_within(SearchBoard(position), position.turn, plies)
            told += 1
        elif not analysis.score.is_win:
            assert not wins_within(SearchBoard(position), position.turn, 1)
        if solve(position, None, Limit(nodes=2000), memory=1).verdict is Verdict.NOT_WON:
            assert not analysis.score.is_win
    assert told


def test_the_same_nodes_give_the_same_answer() -> None:
    limit = Limit(nodes=3000)
    first, again = analyse(START, limit, lines=2), analyse(START, limit, lines=2)
    assert facts(first) == facts(again)
    # A searcher that has found something out answers otherwise, until it forgets.
    searcher = Searcher()
    assert facts(searcher.analyse(START, limit, 2)) == facts(first)
    assert searcher.analyse(START, Limit(depth=first.depth)).nodes < analyse(START, Limit(depth=first.depth)).nodes
    searcher.forget()
    assert facts(searcher.analyse(START, limit, 2)) == facts(first)


def test_a_search_that_is_done_keeps_no_table() -> None:
    """Not even until garbage is collected: a search and what ends it would keep each other in the memory."""
    gc.collect()
    before = sum(isinstance(each, Transpositions) for each in gc.get_objects())
    gc.disable()
    try:
        for limit in (Limit(nodes=20), Limit(depth=2), Limit(seconds=0.01)):
            analyse(START, limit, memory=1)
            analyse(START, limit, memory=1, stop=lambda: False)
        assert sum(isinstance(each, Transpositions) for each in gc.get_objects()) == before
    finally:
        gc.enable()


def test_a_searcher_keeps_one_table_for_all_rulesets() -> None:
    other = Position.initial(variants.COPENHAGEN)
    searcher, limit = Searcher(memory=1), Limit(nodes=300)
    searcher.analyse(START, limit)
    ((_, first),) = searcher._idle
    assert facts(searcher.analyse(other, limit)) == facts(analyse(other, limit, memory=1))
    searcher.forget()
    ((_, last),) = searcher._idle
    assert last.tree.table is first.tree.table


def test_limits() -> None:
    assert analyse(START, Limit(depth=3)).depth == 3
    assert 900 <= analyse(START, Limit(nodes=1000)).nodes <= 1001
    timed = analyse(START, Limit(seconds=5), clock=Clock())
    assert timed.depth >= 1
    assert 5 <= timed.seconds < 60
    assert analyse(START, Limit(seconds=0), clock=Clock()).best in START.legal_moves()
    assert analyse(START, Limit(nodes=1)).best in START.legal_moves()


def test_a_function_can_stop_a_search() -> None:
    asked: list[int] = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) == 4

    analysis = analyse(START, Limit(), stop=enough)
    assert len(asked) in (4, 5)
    assert analysis.best in START.legal_moves()
    assert analyse(START, Limit(depth=9), stop=lambda: True).depth <= 1


@pytest.mark.parametrize("raised", [KeyboardInterrupt, ZeroDivisionError])
def test_an_interrupt_leaves_everything_as_it_was(raised: type[BaseException]) -> None:
    searcher = Searcher()
    expected = facts(searcher.analyse(START, Limit(nodes=2000)))
    asked: list[int] = []

    def interrupt() -> bool:
        asked.append(1)
        if len(asked) == 40:  # long after the first depths, so within one
            raise raised
        return False

    with pytest.raises(raised):
        searcher.analyse(START, Limit(depth=20), stop=interrupt)
    assert Position.initial(variants.BRANDUBH) == START
    assert facts(searcher.analyse(START, Limit(nodes=2000))) == expected


def test_one_analysis_for_each_depth() -> None:
    found = list(Searcher().iterate(START, Limit(depth=4), 2))
    assert [analysis.depth for analysis in found] == [1, 2, 3, 4]
    assert facts(found[-1]) == facts(Searcher().analyse(START, Limit(depth=4), 2))
    assert [one.nodes for one in found] == sorted(one.nodes for one in found)
    broken_off = list(Searcher().iterate(START, Limit(nodes=1500)))
    depths = [analysis.depth for analysis in broken_off]
    assert depths == sorted(set(depths))
    # It goes on while it is asked, and the searcher can be used in between.
    searcher = Searcher()
    for analysis in searcher.iterate(START):
        assert searcher.analyse(ESCAPE, Limit(depth=1)).proven
        if analysis.depth == 3:
            break
    assert searcher.analyse(START, Limit(depth=3)).depth == 3


def test_several_lines() -> None:
    analysis = analyse(START, Limit(depth=3), lines=5)
    assert len(analysis.lines) == len({line.moves[0] for line in analysis.lines}) == 5
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    assert analysis.lines[0].score == analysis.score
    # There are no more lines than moves, and nothing is searched deeper than where all is decided.
    every = analyse(ESCAPE, Limit(depth=1), lines=1000)
    assert {line.moves[0] for line in every.lines} == set(ESCAPE.legal_moves())
    lost = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    assert analyse(lost, Limit(depth=30), lines=2).depth < 10


@pytest.mark.needs_host
def test_threads_share_a_searcher() -> None:
    searcher = Searcher(memory=1)
    positions = [START, ESCAPE, CAPTURED, Position.initial(variants.TABLUT)] * 4
    expected = [analyse(position, Limit(depth=2), memory=1).score for position in positions]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(searcher.analyse, positions, [Limit(depth=2)] * len(positions)))
    assert [analysis.position for analysis in found] == positions
    assert sum(one.score == score for one, score in zip(found, expected, strict=True)) >= 8
    assert all(analysis.proven for analysis in found if analysis.position in (ESCAPE, CAPTURED))


def test_a_game_that_is_over() -> None:
    over = ESCAPE.play("a4-a1")
    analysis = analyse(over, Limit(nodes=100))
    assert (analysis.best, analysis.pv, analysis.lines, analysis.depth) == (None, (), (), 0)
    assert (analysis.score, analysis.proven) == (Score.lost(Side.ATTACKERS, 0), True)
    assert explain_score(over).score == Score.lost(Side.ATTACKERS, 0)
    assert explain_score(over).features == {}


def repeated() -> Position:
    position = START
    for text in ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2:
        position = position.play(text)
    return position


def test_an_end_by_repetition_is_never_proven() -> None:
    over = repeated()
    assert over.outcome is not None
    assert over.outcome.termination is Termination.REPETITION
    analysis = analyse(over, Limit(nodes=100))
    assert not analysis.proven
    assert analysis.score.plies is None
    assert analysis.score.is_decided == (over.outcome.winner is not None)


def test_a_die() -> None:
    waits = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", DICE, Side.DEFENDERS)
    assert waits.can_roll
    analysis = analyse(waits, Limit(nodes=3000), lines=3)
    assert (analysis.rolls, analysis.best, analysis.pv) == (True, None, ())
    assert analyse(waits.roll(4), Limit(depth=1)).best in waits.roll(4).legal_moves()
    assert json.loads(json.dumps(analysis.as_json()))["rolls"] is True
    soldiers = Position.parse("/3t3/3T3/7/3K3/7/7/3t3/", DICE, Side.DEFENDERS)
    choices = analyse(soldiers, Limit(nodes=3000), lines=100).lines
    assert sum(line.rolls for line in choices) == 1
    assert {line.moves[0] for line in choices if line.moves} == set(soldiers.legal_moves())


def test_a_berserk_turn() -> None:
    rules = variants.BRANDUBH.evolve(name="wild", berserk=Berserk.MUST_CAPTURE)
    position = Position.parse("/2t4/2T4/1t5/3Tt2/7/5K1/7/", rules, Side.ATTACKERS)
    analysis = analyse(position, Limit(depth=4))
    assert played(analysis).ply == len(analysis.pv)
    assert analyse(position.play("b3-c3"), Limit(depth=2)).best == Move.parse("c3-c4")


def test_extra_endings_end_games_in_a_search() -> None:
    rules = variants.BRANDUBH.evolve(name="bare king", extra_endings=[bare_king])
    position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", rules, Side.ATTACKERS)
    analysis = analyse(position, Limit(depth=2))
    assert (str(analysis.best), analysis.score) == ("e3-e4", Score.won(Side.ATTACKERS, 1))


def test_a_search_tells_lines_apart_where_functions_know_them() -> None:
    rules = variants.BRANDUBH.evolve(name="in order", extra_endings=[in_order])
    position = Position.parse("/2t1t2/7/7/3K3/7/7/7/", rules, Side.ATTACKERS)
    for depth in (3, 4, 5):
        analysis = analyse(position, Limit(depth=depth))
        assert (str(analysis.best), analysis.score) == ("c1-c2", Score.won(Side.ATTACKERS, 3))


def in_order(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when they move to c2 first and to e2 then, not the other way round."""
    made = [str(each.last_move) for each in position.history()[1::2]]
    return Outcome(Side.ATTACKERS, Termination.EXTRA) if made == ["c1-c2", "e1-e2"] else None


def bare_king(board: Board, turn: Side, position: Position) -> Outcome | None:
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_turned_board_is_worth_the_same(symmetry: Symmetry) -> None:
    start = Position.initial(variants.get("hnefatafl-13"))  # which is played by general weights
    position = start.play(start.legal_moves()[0])
    turned = position.transform(symmetry)
    assert explain_score(turned).score == explain_score(position).score
    assert dict(explain_score(turned).features) == dict(explain_score(position).features)


@pytest.mark.parametrize("name", FEW)
def test_every_ruleset_is_explained(name: str) -> None:
    rules = variants.get(name)
    explanation = explain_score(Position.initial(rules, rules.first or Side.ATTACKERS))
    assert sum(explanation.features.values()) == explanation.score.value
    assert explanation.score.side is Side.ATTACKERS
    assert str(explanation).endswith(str(explanation.score))


@pytest.mark.parametrize("name", FEW)
def test_a_soldier_more_is_worth_something(name: str) -> None:
    """Whatever weights hold for a ruleset, and whoever has more of them."""
    rules = variants.get(name)
    turn = rules.first or Side.ATTACKERS

    def worth(board: Board) -> int:
        position = Position.from_board(board, rules, turn)
        return 0 if position.outcome else explain_score(position).features["soldiers"]

    for side, sign in ((Side.ATTACKERS, 1), (Side.DEFENDERS, -1)):
        square = min(square for square, piece in rules.start.items() if piece == Piece(side, Kind.SOLDIER))
        fewer = Board(rules.size, {at: piece for at, piece in rules.start.items() if at != square})
        assert sign * (worth(rules.start) - worth(fewer)) > 0


def counts(position: Position, *names: str) -> dict[str, int]:
    """What the evaluation sees of these features; of forks, if none is named."""
    rules = position.ruleset
    squares = 3 * rules.size**2
    wanted = names or tuple(name for name in NAMES if "fork" in name)
    weights = [int(name in wanted) for name in NAMES]
    ones = TrainedEvaluation(ruleset=rules, weights=weights, pieces=[0] * squares, men=[1, 1])
    features = explain_score(position, evaluation=ones).features
    return {name: features[name] for name in wanted}


def test_a_fork_is_a_square_with_ways_out_in_two_directions() -> None:
    # From b2 the king reaches a2, from where only a1 is open; b1 (a1 and g1); b7 (g7 only); and g2 (g1 and g7).
    picture = "/t6/7/7/7/7/1K5/7/"
    assert counts(Position.parse(picture, variants.BRANDUBH, Side.DEFENDERS)) == {
        "fork": 1, "fork ahead": 0, "forks ahead": 0,
    }  # fmt: skip
    assert counts(Position.parse(picture, variants.BRANDUBH, Side.ATTACKERS)) == {
        "fork": 0, "fork ahead": 1, "forks ahead": 2,
    }  # fmt: skip
    # A king who goes one square at a time has none.
    slow = variants.BRANDUBH.evolve(speed=Speed(king=1))
    assert set(counts(Position.parse(picture, slow, Side.ATTACKERS)).values()) == {0}


SEALED_OFF = ("squares denied", "defenders hunted", "attackers spent", "attackers near", "king's moves, sealed off")


def test_what_leads_on_from_a_king_who_is_sealed_off() -> None:
    # The king reaches 12 squares, the defender on b4 ten, two of them the same; half of the board is 24 squares. Seven
    # attackers would be enough. Four are within three squares of the king, two within two, two within four.
    sealed = Position.parse("/1t3t1/t5t/7/1T5/3K3/t5t/1t3t1/", variants.BRANDUBH, Side.DEFENDERS)
    assert list(counts(sealed, *SEALED_OFF).values()) == [4, 6, 0, 4 * 3 + 2 * 4 + 2 * 2, 12]
    fewer = Position.parse("/1t3t1/t5t/7/1T5/3K3/t5t/1t5/", variants.BRANDUBH, Side.DEFENDERS)
    assert list(counts(fewer, *SEALED_OFF).values()) == [0] * 5  # by f1 to g1
    # Of 24 attackers, 21 would be enough.
    walls = "/2t5t2/1t7t1/t9t/11/11/11/6K4/11/t9t/1t7t1/2t5t2/"
    assert counts(Position.parse(walls, variants.COPENHAGEN, Side.DEFENDERS), SEALED_OFF[2]) == {SEALED_OFF[2]: 9}


def forks(position: Position) -> int:
    """The squares that the king reaches in a move, no goals, from where he reaches goals in two directions or more."""
    board, goals = position.board, position.ruleset.escape.squares(position.ruleset.size)
    assert board.king is not None

    def walk(start: Square, direction: tuple[int, int]) -> list[Square]:
        """The empty squares on a way, up to the first goal. He himself is in the way."""
        found: list[Square] = []
        file, rank = start.file, start.rank
        while not found or found[-1] not in goals:
            file, rank = file + direction[0], rank + direction[1]
            if not (0 <= file < board.size and 0 <= rank < board.size) or Square(file, rank) in board:
                break
            found.append(Square(file, rank))
        return found

    def ways(start: Square) -> int:
        return sum(any(square in goals for square in walk(start, each)) for each in DIRECTIONS)

    if ways(board.king):
        return 0
    reached = [square for each in DIRECTIONS for square in walk(board.king, each)]
    return sum(square not in goals and ways(square) > 1 for square in reached)


def scattered(rules: Ruleset, chance: Random) -> Position:
    """A king and some men anywhere but on corners and throne: open boards, where forks are."""
    size = rules.size
    special = Region.CENTRE.squares(size) | Region.CORNERS.squares(size)
    places = [square for file in range(size) for rank in range(size) if (square := Square(file, rank)) not in special]
    count = chance.randint(4, 2 * size)
    men = [Piece.KING, *[Piece.ATTACKER] * (count // 2), *[Piece.DEFENDER] * count]
    board = Board(size, dict(zip(chance.sample(places, count), men, strict=False)))
    return Position.from_board(board, rules, chance.choice(list(Side)))


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "tablut"])
def test_forks_are_counted(name: str) -> None:
    chance, found = Random(name), set[int]()
    for _ in range(400):
        position = scattered(variants.get(name), chance)
        if position.outcome is not None:
            continue
        number = forks(position)
        found.add(number)
        if position.turn is Side.DEFENDERS:
            expected = {"fork": min(number, 1), "fork ahead": 0, "forks ahead": 0}
        else:
            expected = {"fork": 0, "fork ahead": min(number, 1), "forks ahead": min(number, 6)}
        assert counts(position) == expected, position
    assert found >= {0, 1, 2}


def test_an_explanation_is_a_value() -> None:
    explanation = explain_score(START)
    assert pickle.loads(pickle.dumps(explanation)) == explanation
    assert hash(explanation) == hash(explain_score(START))
    lines = str(explanation).splitlines()
    assert lines[-1].startswith("for the attackers")
    assert len(lines) == 1 + sum(value != 0 for value in explanation.features.values())
    with pytest.raises(TypeError):
        explanation.features["soldiers"] = 1  # type: ignore[index]


def test_values_travel() -> None:
    analysis = analyse(START, Limit(nodes=500), lines=2)
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    told = json.loads(json.dumps(analysis.as_json()))
    assert told["best"] == str(analysis.best)
    assert [line["moves"] for line in told["lines"]] == [[*map(str, line.moves)] for line in analysis.lines]
    searcher = pickle.loads(pickle.dumps(Searcher(memory=2)))
    assert searcher.analyse(ESCAPE, Limit(depth=1)).proven


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: analyse(START, Limit()), "limit: a limit of seconds, nodes or depth was expected"),
        (
            lambda: analyse(START, Limit(depth=1), lines=0),
            "lines: a number from 1 to 9223372036854775807 was expected, not 0",
        ),
        (
            lambda: Searcher().iterate(START, Limit(depth=1), -1),
            "lines: a number from 1 to 9223372036854775807 was expected, not -1",
        ),
        (lambda: Searcher(memory=0), "memory: a number from 1 to 65536 MB was expected, not 0"),
        (lambda: Searcher(memory=1 << 20), "memory: a number from 1 to 65536 MB was expected, not 1048576"),
    ],
)
def test_values_out_of_range(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ArgumentValueError, match=said):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: analyse(7, Limit(depth=1)), "position: a Position, a Ruleset, or"),  # type: ignore[arg-type]
        (lambda: analyse(START, 5), "limit: a Limit was expected, not 5"),  # type: ignore[arg-type]
    ],
)
def test_values_of_wrong_types(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ArgumentTypeError, match=said):
        wrong()


@pytest.mark.parametrize(("seed", "plies", "nodes"), [(65, 25, 1364), (80, 15, 1364), (117, 27, 685)])
def test_a_search_may_be_broken_off_while_its_window_is_widened(seed: int, plies: int, nodes: int) -> None:
    position = playout(START, seed, plies).position
    analysis = analyse(position, Limit(nodes=nodes), memory=1)
    assert -WON <= analysis.score.value <= WON
    assert analysis.best in position.legal_moves()


@pytest.mark.parametrize("name", ["imperial-contest", "hnefatafl-13", "sea-battle-15", "alea-evangelii"])
def test_the_start_is_even(name: str) -> None:
    """Under general weights the start is worth nothing to either side."""
    rules = variants.get(name)
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    assert explain_score(start).score.value == 0
