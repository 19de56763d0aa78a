"""The kernel against the reference: the same moves, captures, reasons, announcements and outcomes.

Positions are random or planted so that the rare rules are met; the last test counts what the others met and insists on
every termination, every kind of capture, every reason of illegality and every announcement.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import pytest
from conftest import WHOLE, part
from hypothesis import assume, given
from hypothesis import strategies as st
from playing import reason
from rulesets import RULESETS
from sweeping import SWEPT

from hnefatafl import (
    Announcement,
    Berserk,
    Board,
    CaptureKind,
    Consequence,
    EdgeCapture,
    Illegality,
    Jump,
    Jumps,
    KingStrength,
    Move,
    NoMove,
    Outcome,
    PieceSet,
    Position,
    Repetition,
    Ruleset,
    SearchBoard,
    Side,
    Speed,
    Square,
    Symmetry,
    Termination,
    perft,
    variants,
)
from hnefatafl.errors import IllegalMoveError, InvalidSetupError
from hnefatafl.rules import Die
from hnefatafl.testing import _inspection, reference, strategies
from hnefatafl.testing._hypothesis import strategy_of
from hnefatafl.testing._plants import generators as gen
from hnefatafl.testing._plants.drawing import usually
from hnefatafl.testing._plants.rulesets import grip

MET: Final[Counter[object]] = Counter()
"""What was met, by the tests that have run."""
RUN: Final[set[str]] = set()
"""Which of them have run."""

Turn = Callable[[Square], Square]
Planted = strategies.Planted


def as_move(step: tuple[Square, Square]) -> Move:
    return Move.of(*step)


def judged(outcome: Outcome | None) -> Outcome | None:
    if outcome is not None:
        MET[outcome.termination] += 1
    return outcome


def agree(position: Position, state: reference.State) -> list[Move]:
    """Compare all that can be asked of a position; return its legal moves."""
    assert list(_inspection.of_positions(position, state)) == []
    judged(position.outcome)
    if state.ruleset.die is not None:
        for side in Side:
            threats = [
                reference.threatens(rules, state.board, side) for rules in (state.ruleset, undiced(state.ruleset))
            ]
            MET[f"{side} threaten, and do so without the die", *threats] += 1
    return position.legal_moves()


@lru_cache(maxsize=64)
def undiced(rules: Ruleset) -> Ruleset:
    """The ruleset without its die."""
    return rules.evolve(die=None)


def agree_on_illegality(position: Position, state: reference.State, move: Move) -> None:
    """Compare why a move may not be played, or that it may."""
    assert list(_inspection.of_illegality(position, state, move)) == []
    why = reason(position, move)
    MET[why] += 1
    if why is Illegality.REPETITION and state.ruleset.repetition.consequence is Consequence.OFFENSIVE_DEVIATES:
        MET["the offensive party with a die"] += state.ruleset.die is not None


def agree_on_any(position: Position, state: reference.State, dice: random.Random) -> None:
    """Compare the reasons why some moves, mostly illegal ones, may not be played."""
    size = position.ruleset.size
    squares = [Square(f, r) for f in range(size + 1) for r in range(size)]
    own = list(position.board) or squares
    for _ in range(8):
        origin = dice.choice(own if dice.random() < 0.8 else squares)
        near = [s for s in squares if s.file == origin.file or s.rank == origin.rank]
        agree_on_illegality(position, state, Move.of(origin, dice.choice(near if dice.random() < 0.9 else squares)))


def agree_on_move(
    position: Position, state: reference.State, move: Move, announce: bool
) -> tuple[Position, reference.State]:
    """Compare what a move takes and by which rule, and what is announced; return what it leads to."""
    play = position.explain(move, announce=announce)
    after = reference.play(state, move.origin, move.target, announce)
    assert list(_inspection.of_plays(play, state, after)) == [], str(move)
    MET.update(capture.rule for capture in play.captures)
    MET["a stop"] += move.is_stop
    judged(play.after.outcome)
    MET[play.announcement] += 1
    MET[play.opponent_announcement] += 1
    return play.after, after


def about(position: Position, move: Move, at: Turn) -> Move:
    """The move on a turned board; a pass is the same on all."""
    passed = move == Move.PASS and position.berserk_square is None
    return move if passed else Move.of(at(move.origin), at(move.target))


def back(line: list[Move]) -> Move | None:
    """The move that takes back this side's last one."""
    return Move.of(line[-2].target, line[-2].origin) if len(line) > 1 else None


def choose(line: list[Move], moves: list[Move], dice: random.Random, homesick: float = 0.4) -> Move:
    """Going back and forth meets repetitions, and going home by another way meets them with the other side to move; the
    other moves meet the rest."""
    home = back(line)
    around = Move.of(line[-2].target, line[-4].origin) if len(line) > 3 else None
    if dice.random() < homesick:
        known = [move for move in (around, home) if move is not None and move in moves]
        if known:
            return known[0] if dice.random() < 0.5 else known[-1]
    return dice.choice(moves)


def striking(position: Position, moves: list[Move]) -> list[Move]:
    """The first few moves that capture or end the game."""
    afters = ((move, position.play(move)) for move in moves)
    found = (move for move, after in afters if after.plies_since_capture == 0 or after.outcome is not None)
    return list(itertools.islice(found, 4))


def stroll(
    position: Position, state: reference.State, dice: random.Random, plies: int, every: int, homesick: float = 0.4
) -> None:
    """Compare along a random line that often goes back; look at ``every`` n-th move in each position."""
    scratch = SearchBoard(position)
    line: list[Move] = []
    for _ in range(plies):
        moves = agree(position, state)
        assert set(scratch.legal_moves()) == set(moves)
        assert scratch.outcome == position.outcome
        agree_on_any(position, state, dice)
        if (home := back(line)) is not None:
            agree_on_illegality(position, state, home)
        if position.can_roll and (not moves or dice.random() < 0.5):
            number = dice.randint(1, position.ruleset.faces)
            position, state = position.roll(number), reference.roll(state, number)
            scratch.roll(number)
            continue
        if not moves:
            return
        announce = dice.random() < 0.7
        for move in {*moves[dice.randrange(every) :: every], *striking(position, moves)}:
            agree_on_move(position, state, move, announce)
        move = choose(line, moves, dice, homesick)
        line.append(move)
        position, state = agree_on_move(position, state, move, announce)
        if position.announced:
            scratch.make(move)
            assert scratch.board == position.board
        else:
            scratch = SearchBoard(position)
    agree(position, state)


def begin(planted: Planted, dice: random.Random) -> tuple[Position, reference.State]:
    """Set a planted board up, now and then with a roll, with a way out that was not announced, or in a berserk turn."""
    rules, board, turn = planted
    roll = None
    sides = {Side.ATTACKERS: PieceSet.ATTACKERS, Side.DEFENDERS: PieceSet.DEFENDERS}
    if rules.die is not None and rules.die.pieces & sides[turn] and dice.random() < 0.3:
        roll = dice.randint(1, rules.faces)
    announced = not rules.announcements.binding or dice.random() < 0.7
    own = [square for square, piece in board.items() if piece.side is turn]
    if rules.berserk is not Berserk.NONE and dice.random() < 0.4:
        berserk = dice.choice(own) if own else None
        try:
            state = reference.from_board(rules, board, turn, roll, announced, berserk_square=berserk)
        except ValueError:
            with pytest.raises(InvalidSetupError):
                Position.from_board(board, rules, turn, roll=roll, announced=announced, berserk_square=berserk)
        else:
            return Position.from_board(
                board, rules, turn, roll=roll, announced=announced, berserk_square=berserk
            ), state
    position = Position.from_board(board, rules, turn, roll=roll, announced=announced)
    return position, reference.from_board(rules, board, turn, roll, announced)


@pytest.mark.parametrize("plant", strategies.PLANTS)
def test_planted_positions_play_as_the_reference_says(plant: str) -> None:
    """Each of the rare rules, met at once or by one move, and a few plies beyond."""

    @part(12)
    @given(strategies.PLANTS[plant](), st.integers(0, 2**32))
    def check(planted: Planted, seed: int) -> None:
        dice = random.Random(seed)
        stroll(*begin(planted, dice), dice, 5, 9)

    check()
    RUN.add(plant)


@pytest.mark.parametrize("consequence", Consequence, ids=lambda c: c.name)
def test_repetitions_are_judged_as_the_reference_says(consequence: Consequence) -> None:
    """Pieces that go to and fro until the rule is asked, at the second occurrence or the third."""
    rules = st.builds(
        Repetition,
        count=st.sampled_from([2, 2, 3]),
        consequence=st.just(consequence),
        by=st.sampled_from([None, *Side]),
        counts_start=st.booleans(),
        turn=strategy_of(usually(True, gen.just(False), 75)),
        symmetric=strategy_of(usually(False, gen.just(True), 75)),
    )

    @part(12)
    @given(rules.flatmap(lambda rule: strategies.near_repetitions(repetition=rule)), st.integers(0, 2**32))
    def check(planted: Planted, seed: int) -> None:
        dice = random.Random(seed)
        stroll(*begin(planted, dice), dice, 14, 40, homesick=0.85)

    check()
    RUN.add(consequence.name)


@part(8)
@given(strategies.PLANTS["rolled_threats"](), st.integers(0, 2**32))
def test_threats_by_the_die_repeat_as_the_reference_says(planted: Planted, seed: int) -> None:
    """Pieces that threaten by some rolls, and go to and fro until the offensive party has to deviate."""
    dice = random.Random(seed)
    stroll(*begin(planted, dice), dice, 14, 40, homesick=0.9)
    RUN.add("rolled threats")


@part(4)
@given(st.data(), st.integers(0, 2**32))
def test_any_board_under_any_ruleset_plays_as_the_reference_says(data: st.DataObject, seed: int) -> None:
    """Random rulesets on random boards, and the start layouts that were drawn for them."""
    rules = data.draw(strategies.rulesets())
    board = data.draw(st.just(rules.start) | strategies.boards(rules))
    dice = random.Random(seed)
    stroll(*begin((rules, board, data.draw(st.sampled_from(Side))), dice), dice, 8, 12)
    RUN.add("any")


def turner(symmetry: Symmetry, size: int) -> Turn:
    """Where squares come to lie."""
    return lambda square: symmetry.apply(square, size)


@part(4)
@given(strategies.planted(), st.sampled_from(Symmetry), st.integers(0, 2**32))
def test_turned_positions_play_as_the_reference_says(planted: Planted, symmetry: Symmetry, seed: int) -> None:
    """A position that is turned after some moves is what the reference makes of the turned board and moves."""
    rules, board, turn = planted
    # It asks on which file a piece stands, so it does not turn with the board.
    assume(grip not in rules.extra_captures)
    dice, at = random.Random(seed), turner(symmetry, rules.size)
    position = Position.from_board(board, rules, turn)
    state = reference.from_board(rules.transform(symmetry), board.transform(symmetry), turn)
    line: list[Move] = []
    for _ in range(5):
        there = position.transform(symmetry)
        agree(there, state)
        moves = position.legal_moves()
        if position.can_roll and (not moves or dice.random() < 0.5):
            number = dice.randint(1, rules.faces)
            position, state = position.roll(number), reference.roll(state, number)
            continue
        if not moves:
            return
        move, announce = choose(line, moves, dice), dice.random() < 0.7
        line.append(move)
        turned = about(position, move, at)
        position, (_, state) = position.play(move, announce=announce), agree_on_move(there, state, turned, announce)


@part(8)
@given(strategies.near_repetitions(), st.integers(0, 2**32))
def test_records_are_replayed_as_the_reference_says(planted: Planted, seed: int) -> None:
    """ "from here on neither repetition nor a limit of quiet moves ends the game or forbids a move" """
    rules, board, turn = planted
    rules = rules.evolve(die=None)
    dice = random.Random(seed)
    position, state = Position.from_board(board, rules, turn), reference.from_board(rules, board, turn)
    line: list[Move] = []
    freed = dice.randrange(12)
    for ply in range(16):
        moves = agree(position, state)
        if ply < freed and moves:
            move = choose(line, moves, dice)
            position, state = position.play(move), reference.play(state, move.origin, move.target)
        else:
            freed = 0
            steps = sorted(reference.board_moves(rules, state.board, state.turn))
            if not steps:
                return
            move = choose(line, [as_move(step) for step in steps], dice)
            try:
                position = position.play(move, lenient=True)
            except IllegalMoveError:
                with pytest.raises(ValueError, match=str(move)):
                    reference.play(state, move.origin, move.target, lenient=True)
                return
            state = reference.play(state, move.origin, move.target, lenient=True)
        line.append(move)


# ---------------------------------------------------------------------------------------------------- the shipped games


@pytest.mark.parametrize("name", SWEPT)
def test_random_games_of_the_variants(name: str) -> None:
    """A few plies from the start, and as many from a random middle game; on large boards fewer still."""
    rules = variants.get(name)
    dice = random.Random(name)
    plies, every = (8, 80) if rules.size <= 11 else (3, 400)
    start = Position.initial(rules)
    stroll(start, reference.initial(rules), dice, plies, every)
    middle = start
    while middle.ply < 60:
        moves = middle.legal_moves()
        middle = middle.play(dice.choice(moves)) if moves else start
    setup = middle.setup
    state = reference.from_board(rules, setup.board, setup.turn, announced=setup.announced)
    stroll(Position.from_setup(setup, rules), state, dice, plies, every)


@pytest.mark.parametrize("code", ["COPR", "LINC", "S001d", "S001a", "FET13", "BRAf"])
def test_random_games_of_other_rulesets(code: str) -> None:
    """The rulesets of the cases that are not shipped."""
    rules = RULESETS[code]
    stroll(Position.initial(rules), reference.initial(rules), random.Random(code), 24, 40)


@part(8)
@given(strategies.planted())
def test_moves_are_counted_as_the_reference_counts(planted: Planted) -> None:
    """perft: "repetition and quiet moves do not finish it here [...] a move counts if some roll allows it" """
    rules, board, turn = planted
    position, state = Position.from_board(board, rules, turn), reference.from_board(rules, board, turn)
    depth = 2 if len(position.legal_moves()) < 25 else 1
    assert perft(position, depth) == reference.perft(state, depth)


# ----------------------------------------------------------------------------------------------------------- the rarest


RARE: Final = [
    (
        "FORBIDDEN",
        RULESETS["BRA"].evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN)),
        "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "d1-c1 d3-c3 c1-d1 c3-d3",
    ),
    ("DRAW", RULESETS["S001d"], "/11/11/t10/K1t8/t10/11/11/11/11/11/7T3/", "c4-b4 h11-h10"),
    ("MUST_CAPTURE", RULESETS["BRA"].evolve(berserk=Berserk.MUST_CAPTURE), "/4K2/1tT4/7/3t3/7/1tT4/7/", "d4-d2 d2-d3"),
]
"""What chance seldom meets: a name, a ruleset, a board with the attackers to move, and moves, the last one illegal."""


@pytest.mark.parametrize(("rules", "record", "moves"), [rare[1:] for rare in RARE], ids=[rare[0] for rare in RARE])
def test_the_rarest_rules(rules: Ruleset, record: str, moves: str) -> None:
    board = Board.parse(record)
    position = Position.from_board(board, rules, Side.ATTACKERS)
    state = reference.from_board(rules, board, Side.ATTACKERS)
    *line, last = (Move.parse(text) for text in moves.split())
    for move in line:
        agree(position, state)
        position, state = agree_on_move(position, state, move, True)
    agree(position, state)
    why = reason(position, last)
    assert why is not None
    assert why == reference.illegality(state, last.origin, last.target)
    MET[why] += 1
    RUN.add("rare")


LEAPER: Final = Ruleset(
    name="a leaping king",
    size=5,
    start=Board.parse("/t4/5/2K2/5/5/"),
    throne=None,
    corners=None,
    jumps=Jumps(king=Jump.OVER_ENEMIES),
    speed=Speed(king=1),
    die=Die(),
    no_move=NoMove.PASS,
)


def the_king(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture of the king beside the piece that has moved."""
    return [board.king] if board.king is not None and abs(board.king.file - move.target.file) < 2 else []


HOOKED: Final = variants.MAGPIE.evolve(name="hooked", extra_captures=(the_king,), edge_capture=EdgeCapture.DRAW)
PARTED: Final = {
    # He is not blocked: a roll of two or more lets him jump, whatever his speed.
    "the die's reach": (LEAPER, "/tTtTt/tt1tt/ttttt/tTttt/ttKtt/", Side.ATTACKERS, "c3-c2"),
    # No roll of a die with one face allows a jump, which is two squares long.
    "a short die": (LEAPER.evolve(die=Die(faces=1)), "/tTtTt/tt1tt/ttttt/tTttt/ttKtt/", Side.ATTACKERS, "c3-c2"),
    "a jumper who is no hammer": (
        variants.BRANDUBH.evolve(hammer=PieceSet.MEN, jumps=Jumps(king=Jump.CAPTURING)),
        "/t6/7/3t3/3K3/7/7/7/",
        Side.DEFENDERS,
        "d4-d2",
    ),
    "a fort where the king can only jump": (
        variants.BRANDUBH.evolve(
            exit_fort=True,
            die=Die(faces=2),
            speed=Speed(king=1),
            jumps=Jumps(king=Jump.OVER_ANYBODY),
            throne=None,
            king=KingStrength.STRONG,
        ),
        "/2TKT2/2TTT2/2T1T2/2TTT2/7/T6/t6/",
        Side.DEFENDERS,
        "a6-b6",
    ),
    "a shut king who cannot move": (
        variants.BRANDUBH.evolve(no_escape=True, no_move=NoMove.PASS),
        "/7/7/t6/K6/t6/7/1t5/",
        Side.ATTACKERS,
        "b7-b4",
    ),
    "two captures of a king": (HOOKED, "/2tKt2/7/3t3/7/7/7/T6/", Side.ATTACKERS, "d3-d2"),
    "an extra capture on the edge": (HOOKED, "/2tK3/7/3t3/7/7/7/T6/", Side.ATTACKERS, "d3-d2"),
}
"""Where the two implementations once parted: a ruleset, a board, who is to move, and a move."""


@pytest.mark.parametrize("name", PARTED)
def test_where_they_once_parted(name: str) -> None:
    rules, record, turn, text = PARTED[name]
    board, move = Board.parse(record), Move.parse(text)
    position, state = Position.from_board(board, rules, turn), reference.from_board(rules, board, turn)
    agree(position, state)
    agree(*agree_on_move(position, state, move, True))


def test_a_king_whom_two_rules_capture_is_captured_by_the_first() -> None:
    """Our reading: captures of one move add up, and each piece falls by the first rule in the order of CaptureKind. So
    the edge decides whenever the ordinary rules capture the king, and does not where an extra capture alone does."""
    rules, record, turn, text = PARTED["two captures of a king"]
    play = Position.parse(record, rules, turn).explain(Move.parse(text))
    assert play.after.outcome == Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
    assert [str(capture) for capture in play.captures] == ["king on d1: surrounded on every side"]
    rules, record, turn, text = PARTED["an extra capture on the edge"]
    outcome = Position.parse(record, rules, turn).play(Move.parse(text)).outcome
    assert outcome == Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)


# ---------------------------------------------------------------------------------------------------------- all was met


@pytest.mark.skipif(not WHOLE, reason="the profile tries too few examples to meet every rule")
def test_every_rule_was_met() -> None:
    """Agreement counts only where a rule was asked: all of them were, again and again."""
    if not {*strategies.PLANTS, *Consequence.__members__, "any", "rolled threats"} <= RUN:
        pytest.skip("not all of the tests above have run")
    for kind in (Termination, CaptureKind, Illegality, Announcement):
        assert [member for member in kind if MET[member] == 0] == []
    assert MET[None] > 0
    assert MET["a stop"] > 0


def test_threats_by_the_die_were_met() -> None:
    """Of both sides, as far as the die lets them go and beyond it; and repetitions that they forbid."""
    if not {"rolled_threats", "rolled threats"} <= RUN:
        pytest.skip("not all of the tests above have run")
    for side in Side:
        met = [
            MET[f"{side} threaten, and do so without the die", *threats] for threats in ((True, True), (False, True))
        ]
        assert min(met) >= 5, side
    assert MET["the offensive party with a die"] > 0
