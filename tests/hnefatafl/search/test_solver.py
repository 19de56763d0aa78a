"""The solver: small positions by hand, random ones against exhaustive search, and the puzzles of other programs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from conftest import DEEP, WHOLE, data_path
from proving import bare_wins, run, wins_within

from hnefatafl import COMPILED, Board, Move, Position, Region, Ruleset, SearchBoard, Side, Square, variants
from hnefatafl.board import Outcome, Termination
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalMoveError
from hnefatafl.notation import otn
from hnefatafl.rules import Announcements, Berserk, Call, Consequence, Die, KingStrength, NoMove, Repetition
from hnefatafl.search import Limit, Proof, Verdict, solve

pytestmark = pytest.mark.slow_uncompiled

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
EDGE = variants.BRANDUBH.evolve(
    name="edge", king=KingStrength.WEAK, escape=Region.EDGE, corners=None, throne=None, encirclement=False
)


def position(text: str, rules: Ruleset = EDGE, turn: Side = DEFENDERS, **more: object) -> Position:
    """The position on a board of seven ranks, given from the first."""
    return Position.from_board(Board.parse(text), rules, turn, **more)  # type: ignore[arg-type]


def verdict(where: Position, side: Side | None = None, nodes: int = 20_000) -> Verdict:
    """What the solver says, with a small table."""
    return solve(where, side, Limit(nodes=nodes), memory=1).verdict


def follow(where: Position, proof: Proof) -> Position:
    """The position at the end of a line."""
    for move in proof.line:
        where = where.play(move)
    return where


# A king who is out in a move, and one who is captured by a move to e4.
OPEN_BOARD = "/t6/7/7/3K3/7/7/7/"
AT_ONCE = "/7/7/7/2tK3/7/7/4t2/"


def test_an_escape_in_one() -> None:
    where = position(OPEN_BOARD)
    proof = solve(where)
    assert (proof.side, proof.verdict, len(proof.line)) == (DEFENDERS, Verdict.WON, 1)
    end = follow(where, proof).outcome
    assert end == Outcome(DEFENDERS, Termination.KING_ESCAPED)
    assert verdict(where, ATTACKERS) is Verdict.NOT_WON


def test_a_capture_in_one() -> None:
    where = position(AT_ONCE, EDGE.evolve(escape=Region.CORNERS), ATTACKERS)
    proof = solve(where, limit=Limit(nodes=2000), memory=1)
    assert (proof.verdict, len(proof.line)) == (Verdict.WON, 1)
    assert wins_within(SearchBoard(where), ATTACKERS, 1)


def test_the_line_wins_and_is_legal() -> None:
    where = position("/7/7/2t4/3K3/2t1t2/7/7/", turn=ATTACKERS)
    proof = solve(where, DEFENDERS)
    assert proof.verdict is Verdict.WON
    assert follow(where, proof).outcome == Outcome(DEFENDERS, Termination.KING_ESCAPED)


def test_only_some_first_moves() -> None:
    """The king is out by many moves; of those that leave him where he is, none wins at once, but all win later."""
    where = position("/t6/7/7/1T1K3/7/7/7/")
    out, other = Move.parse("d4-d7"), Move.parse("b4-b5")
    assert solve(where, within=1, moves=[other, out]).line == (out,)
    assert solve(where, within=1, moves=[other]).verdict is Verdict.NOT_WON
    proof = solve(where, moves=[other])
    assert (proof.verdict, proof.line[0]) == (Verdict.WON, other)
    assert follow(where, proof).outcome == Outcome(DEFENDERS, Termination.KING_ESCAPED)


def test_a_win_at_the_bound_by_blocking_has_its_line() -> None:
    """Whoever is blocked is found by looking for moves, at the last ply, too."""
    where = position("/2TtT2/T6/7/7/7/5K1/7/", variants.BRANDUBH)
    proof = solve(where, within=1)
    assert (proof.verdict, proof.line) == (Verdict.WON, (Move.parse("a2-d2"),))
    assert follow(where, proof).outcome == Outcome(DEFENDERS, Termination.NO_LEGAL_MOVE)


def test_only_some_answers() -> None:
    """One move of the attackers captures the king: without it they do not win at once, and with it alone he is lost."""
    where = position(AT_ONCE, EDGE.evolve(escape=Region.CORNERS), ATTACKERS)
    wins = solve(where).line[0]
    others = [move for move in where.legal_moves() if move != wins]
    assert solve(where, within=1, moves=others).verdict is Verdict.NOT_WON
    assert solve(where, DEFENDERS, moves=[wins]).verdict is Verdict.NOT_WON


def test_first_moves_that_cannot_be_played() -> None:
    where = position(OPEN_BOARD)
    with pytest.raises(IllegalMoveError, match="d4-a5"):
        solve(where, moves=[Move.parse("d4-a5")])
    with pytest.raises(ArgumentValueError, match="at least one move"):
        solve(where, moves=[])
    with pytest.raises(ArgumentTypeError):
        solve(where, moves=["d4-d5"])  # type: ignore[list-item]
    dice = Position.initial(variants.get("hnefatafl-11-dice"))
    with pytest.raises(ArgumentValueError, match="without dice"):
        solve(dice, moves=dice.legal_moves())


def test_a_finished_game() -> None:
    won = position(OPEN_BOARD).play("d4-a4")
    assert solve(won, DEFENDERS) == Proof(
        side=DEFENDERS, verdict=Verdict.WON, nodes=0, seconds=0, proof_number=0, disproof_number=1, plies=0
    )
    assert solve(won, ATTACKERS).verdict is Verdict.NOT_WON


def test_what_only_repetition_decides_is_not_won() -> None:
    """The king shuttles in his corner; by the rule of copenhagen a repetition loses for him, which proves nothing."""
    rules = EDGE.evolve(escape=Region.CORNERS, repetition=Repetition(count=2, consequence=Consequence.DEFENDERS_LOSE))
    where = position("/7/7/7/3K3/7/7/t5t/", rules, ATTACKERS)
    assert verdict(where, ATTACKERS) is not Verdict.WON


@pytest.mark.parametrize(("limit", "expected"), [(1, Verdict.NOT_WON), (40, Verdict.WON)])
def test_a_limit_of_quiet_moves(limit: int, expected: Verdict) -> None:
    """The king needs two moves to a corner, and the attackers have one between."""
    rules = EDGE.evolve(escape=Region.CORNERS, quiet_limit=limit, fewest_attackers=0)
    where = position("/7/7/7/3K3/7/7/3t3/", rules)
    assert verdict(where) is expected


@pytest.mark.parametrize(("limit", "expected"), [(1, Verdict.NOT_WON), (2, Verdict.NOT_WON), (40, Verdict.WON)])
def test_a_limit_of_all_moves(limit: int, expected: Verdict) -> None:
    rules = EDGE.evolve(escape=Region.CORNERS, move_limit=limit, fewest_attackers=0)
    where = position("/7/7/7/3K3/7/7/3t3/", rules)
    assert verdict(where) is expected


def test_a_limit_is_counted_from_the_last_capture() -> None:
    rules = EDGE.evolve(escape=Region.CORNERS, quiet_limit=6, fewest_attackers=0)
    where = position("/7/7/7/3K3/7/7/3t3/", rules)
    assert verdict(where) is Verdict.WON
    for move in ("d4-d5", "d7-e7", "d5-d4", "e7-d7"):
        where = where.play(move)
    assert where.plies_since_capture == 4
    assert (verdict(where) is Verdict.WON) is wins_within(SearchBoard(where), DEFENDERS, 2)


def test_a_die_must_win_with_every_face() -> None:
    """Three squares to the edge: a throw of three is enough, and one of one or two is not."""
    rules = EDGE.evolve(die=Die(faces=3), repetition=Repetition(consequence=Consequence.IGNORED))
    near = position("/7/5K1/7/7/7/7/t6/", rules)
    assert verdict(near) is Verdict.WON, "one square suffices, whatever is thrown"
    far = position("/7/7/2ttt2/2tKt2/3t3/7/7/", rules)
    assert verdict(far) is not Verdict.WON
    thrown = position(OPEN_BOARD, rules).roll(3)
    assert len(solve(thrown).line) == 1
    assert verdict(thrown, ATTACKERS) is Verdict.NOT_WON
    assert len(solve(position(OPEN_BOARD, rules).roll(1)).line) > 1


def test_an_unannounced_way_out_binds_for_a_move() -> None:
    said = Announcements(way_out=Call.MUST, raichi=True, binding=True)
    rules = EDGE.evolve(announcements=said)
    announced = position(OPEN_BOARD, rules)
    bound = position(OPEN_BOARD, rules, announced=False)
    assert len(solve(announced).line) == 1
    proof = solve(bound)
    assert proof.verdict is Verdict.WON
    assert len(proof.line) > 1, "he may not leave at once"


def test_passes() -> None:
    """An attacker who is shut in passes, and the king walks out by two moves running."""
    rules = EDGE.evolve(escape=Region.CORNERS, no_move=NoMove.PASS)
    where = position("/tT5/T6/7/3K3/7/7/7/", rules)
    proof = solve(where)
    assert proof.verdict is Verdict.WON
    assert follow(where, proof).outcome is not None


@pytest.mark.parametrize("berserk", list(Berserk))
@pytest.mark.parametrize("turn", list(Side))
def test_berserk_turns(berserk: Berserk, turn: Side) -> None:
    """Who goes on after a capture, against a search from the ends backwards."""
    small = Board.parse("/t4/1T3/2K2/1t3/2T2/")
    rules = EDGE.evolve(size=5, start=small, escape=Region.CORNERS, berserk=berserk)
    where = Position.from_board(small, rules, turn)
    for side in Side:
        found = verdict(where, side, 100_000)
        assert found is Verdict.OPEN or wins_within(SearchBoard(where), side, 5) <= (found is Verdict.WON)
    assert {verdict(where, side, 100_000) for side in Side} == {Verdict.WON, Verdict.NOT_WON}


def test_a_bound_piece_goes_first() -> None:
    """The king has a way out, but it is the turn of the man who has captured."""
    rules = EDGE.evolve(escape=Region.CORNERS, berserk=Berserk.MUST_MOVE)
    where = position("/1t1K3/7/7/2T4/2t1t2/2T4/7/", rules, berserk_square=Square.parse("c4"))
    proof = solve(where)
    assert str(proof.line[0].origin) == "c4"
    assert follow(where, proof).outcome == Outcome(DEFENDERS, Termination.KING_ESCAPED)


def test_an_extra_ending_wins() -> None:
    rules = EDGE.evolve(escape=Region.CORNERS, extra_endings=(on_c4,))
    where = position("/t6/7/7/4K2/7/7/7/", rules)
    proof = solve(where)
    assert (proof.verdict, [str(move) for move in proof.line]) == (Verdict.WON, ["e4-c4"])


def on_c4(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The defenders win with a king on c4."""
    return Outcome(DEFENDERS, Termination.EXTRA) if board.king == Square.parse("c4") else None


def test_a_proof_tells_lines_apart_where_functions_know_them() -> None:
    """Who moves to e2 first has not won, though the board is the same."""
    rules = EDGE.evolve(escape=Region.CORNERS, extra_endings=(in_order,))
    where = Position.parse("/2t1t2/7/7/3K3/7/7/7/", rules, Side.ATTACKERS)
    proof = solve(where, within=3)
    assert (proof.verdict, str(proof.line[0]), str(proof.line[2])) == (Verdict.WON, "c1-c2", "e1-e2")
    others = [move for move in where.legal_moves() if str(move) != "c1-c2"]
    assert solve(where, within=3, moves=others).verdict is Verdict.NOT_WON


def in_order(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when they move to c2 first and to e2 then, not the other way round."""
    made = [str(each.last_move) for each in position.history()[1::2]]
    return Outcome(ATTACKERS, Termination.EXTRA) if made == ["c1-c2", "e1-e2"] else None


def test_loops_are_no_wins_and_no_obstacles() -> None:
    """All positions of a king and one attacker, against a search from the ends backwards."""
    rules = EDGE.evolve(size=5, start=Board.parse("/t4/5/2K2/5/5/"), escape=Region.CORNERS)
    known: set[Verdict] = set()
    for file in range(5):
        for turn in Side:
            board = Board.parse("/5/5/2K2/5/5/").put(Square(file, 4), Board.parse("/t6/7/7/7/7/7/7/")[Square(0, 0)])
            where = Position.from_board(board, rules, turn)
            for side in Side:
                found = verdict(where, side)
                known.add(found)
                assert found is (Verdict.WON if bare_wins(where, side, 5000) else Verdict.NOT_WON)
    assert Verdict.NOT_WON in known


def test_random_positions_agree_with_exhaustive_search() -> None:
    tally = run(10_000 if DEEP else 300 if WHOLE and COMPILED else 60, 0, 2000 if COMPILED else 500)
    assert tally.faults == []
    assert min(tally.won, tally.refuted, tally.checked, tally.claimed) > tally.positions // 10


# The interface.


@dataclass
class Clock:
    """A clock that goes on by a second each time it is read."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


HARD = Position.initial(variants.BRANDUBH)


def test_limits() -> None:
    assert solve(HARD, limit=Limit(nodes=100), memory=1).nodes == 100
    timed = solve(HARD, limit=Limit(seconds=3), memory=1, clock=Clock())
    assert timed.verdict is Verdict.OPEN
    assert timed.seconds >= 3
    assert solve(HARD, limit=Limit(depth=2), memory=1).verdict is Verdict.OPEN
    with pytest.raises(ArgumentValueError, match="memory"):
        solve(HARD, memory=0)


def test_it_can_be_stopped() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 2

    assert solve(HARD, memory=1, stop=stop).verdict is Verdict.OPEN
    assert len(asked) == 2


def test_an_error_of_who_is_asked_comes_through() -> None:
    def stop() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(HARD, memory=1, stop=stop)


def test_the_same_nodes_give_the_same_answer() -> None:
    first, second = (solve(HARD, limit=Limit(nodes=2000), memory=1) for _ in range(2))
    assert first == second
    assert first.proof_number > 0
    assert first.disproof_number > 0


# Puzzles of OpenTafl.


@pytest.mark.parametrize(
    ("name", "plies", "side", "nodes"),
    [
        ("Ard-Ri-Capture-Puzzle", 0, ATTACKERS, 100),
        ("Ard-Ri-Escape-Puzzle-cooked", 11, DEFENDERS, 40_000),
        ("Puzzle-Corner-Endgame", 0, DEFENDERS, 30_000),
    ],
)
def test_puzzles(name: str, plies: int, side: Side, nodes: int) -> None:
    """In no more positions than the prototype looked into: 50, 29,641 and 29,271, and a little."""
    if nodes > 1000 and not COMPILED:
        pytest.skip("too slow uncompiled")
    game = otn.parse_game(data_path("otg", f"{name}.otg").read_text("utf-8"))
    where = Position.initial(game.ruleset)
    for each in list(game.moves)[:plies]:
        where = where.play(each.move)
    proof = solve(where, side, Limit(nodes=nodes))
    assert proof.verdict is Verdict.WON
    end = follow(where, proof).outcome
    assert end is not None
    assert end.winner is side
    assert all(isinstance(move, Move) for move in proof.line)
