"""Options that cannot matter beside others: nothing tells their values apart under such rules."""

from __future__ import annotations

import random
from typing import Any, Final, cast

import attrs
import pytest
from conftest import DEEP, EXAMPLES
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hnefatafl import (
    COMPILED,
    Berserk,
    Consequence,
    EdgeCapture,
    Jump,
    Jumps,
    KingStrength,
    Move,
    Outcome,
    Passing,
    Piece,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Zone,
    variants,
)
from hnefatafl.errors import RulesetError
from hnefatafl.rules import Die, idle_reason
from hnefatafl.rules._idle import IDLE, Idle
from hnefatafl.testing import check_ruleset, reference, strategies
from hnefatafl.testing._hypothesis import strategy_of
from hnefatafl.testing._inspection import Findings, matters, play_line
from hnefatafl.testing._plants.rulesets import OPTIONS, corner_zones, other_zones, speeds, thrones

MOST: Final = EXAMPLES // 10 if DEEP else 10 if COMPILED else 3
"""How many pairs of rulesets are tried for each entry."""
UNARMED: Final = {"hammer": PieceSet.DEFENDERS}
"""No attacker captures by moving."""
PEACE: Final = {"hammer": PieceSet.NONE, "exit_fort": False, "secure_ring": False}
"""No piece captures by moving."""
NOBODY_JUMPS: Final = Jumps(**{field.name: Jump.NONE for field in attrs.fields(Jumps)})
HELD_BY_ONE: Final = {
    "anvil": PieceSet.DEFENDERS,
    "edge_hostile": PieceSet.MEN,
    "joint_capture": False,
    "throne": None,
    "corners": Zone(name="corners", squares=Region.CORNERS, hostile_empty=PieceSet.MEN),
    "zones": (),
}
"""Only the attacker that moves can hold a side of the king."""
NO_CAPTURES: Final = PEACE | {"jumps": NOBODY_JUMPS, "extra_captures": ()}
FIXED: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("edge_capture", "a king on the edge has escaped"): {"escape": Region.EDGE},
    ("edge_capture", "only the attacker that moves can hold a side of the king"): HELD_BY_ONE,
    ("king", "only the attacker that moves can hold a side of the king"): HELD_BY_ONE,
    ("edge_capture", "a strong king is never captured on the edge"): {
        "king": KingStrength.STRONG,
        "edge_hostile": PieceSet.MEN,
        "joint_capture": False,
        "piercing": PieceSet.NONE,
    },
    ("linnaean_capture", "no attacker captures by standing"): {
        "anvil": PieceSet.DEFENDERS,
        "throne": Zone(name="throne", squares=Region.of("c3")),
    },
    ("piercing", "no attacker captures by standing"): HELD_BY_ONE,
    ("shieldwall", "no side captures both by moving and by standing"): {
        "anvil": PieceSet.ATTACKERS,
        "hammer": PieceSet.DEFENDERS,
        "exit_fort": False,
    },
    ("speed", "the die never shows more"): {"die": Die(faces=1)},
    ("die", "every roll allows all moves of a king who moves one square"): {
        "speed": Speed(king=1),
        "jumps": NOBODY_JUMPS,
        "forced_capture": False,
    },
    ("exit_fort", "a king on the edge has escaped"): {"escape": Region.EDGE},
    ("simple_fort", "a king on the edge has escaped"): {"escape": Region.EDGE, "exit_fort": True},
    ("edge_ring", "the whole edge is for escape"): {"escape": Region.EDGE, "encirclement": True},
    ("no_escape", "the king does not escape at the corners alone"): {"escape": Region.of("a1")},
    ("king", "a king on the edge is never captured"): {"edge_capture": EdgeCapture.IMPOSSIBLE},
    ("king", "the edge is hostile to the king"): {"edge_hostile": PieceSet.DEFENDERS},
    ("linnaean_capture", "all men of the king need three captors"): {
        "three_captors": PieceSet.DEFENDING_MEN,
        "throne": Zone(name="throne", squares=Region.of("c3")),
    },
    ("piercing", "only a strong king away from the throne is pierced"): {"king": KingStrength.WEAK},
    ("edge_hostile", "a king on the edge is never captured"): {"edge_capture": EdgeCapture.IMPOSSIBLE},
    ("edge_hostile", "the edge is hostile to a middleweight king anyway"): {"king": KingStrength.MIDDLEWEIGHT},
    ("shieldwall", "there are no corners"): {"corners": None},
    ("forced_capture", "no piece captures"): NO_CAPTURES,
    ("no_move", "both sides may pass, and no repetition forbids it"): {"may_pass": Passing.BOTH},
    ("berserk", "no piece captures"): NO_CAPTURES,
    ("berserk_escape", "no piece captures"): NO_CAPTURES | {"berserk": Berserk.MUST_MOVE},
    ("jumps", "a restricted jump begins or ends in a zone, and there are none"): {
        "throne": None,
        "corners": None,
        "zones": (),
        "encirclement": False,
    },
    ("announcements", "no attacker captures"): UNARMED | {"extra_captures": ()},
    ("tuichu_wins", "two ways out lead to two squares of escape"): {"escape": Region.of("a1")},
    ("throne", "no piece pierces the king"): {"king": KingStrength.WEAK},
    ("corners", "no piece pierces the king"): {"king": KingStrength.WEAK},
    ("zones", "no piece pierces the king"): {"king": KingStrength.WEAK},
}
"""What has to be said of a ruleset that is to be drawn for an entry; other entries need nothing, or what their reason
says."""


def fixed(entry: Idle) -> dict[str, Any]:
    """The options that make the entry apply."""
    found = FIXED.get((entry.option, entry.reason), {})
    if entry.reason == "no attacker captures by moving":
        return UNARMED | ({"throne": Zone(name="throne", squares=Region.of("c3"))} if "linn" in entry.option else {})
    return PEACE if entry.reason == "no piece captures by moving" else found


def values(option: str, size: int) -> st.SearchStrategy[Any]:
    """Values of an option."""
    long = {field.name: st.sampled_from([None, size - 1, size, 40]) for field in attrs.fields(Speed)}
    if option == "speed":
        return strategy_of(speeds) | st.builds(Speed, **long)
    zones = {"throne": thrones(size), "corners": corner_zones(size), "zones": other_zones(size).map(tuple)}
    return strategy_of(zones[option] if option in zones else OPTIONS[option])


def simplified(zone: Zone, entry: Idle) -> Zone:
    """The zone without what does not matter under the rules of the entry."""
    pierces = zone.pierces and entry.reason == "a piece that may not stop need not enter"
    return attrs.evolve(zone, enter=zone.enter & zone.stop, pierces=pierces)


def one_step_away(draw: st.DrawFn, value: Any, other: Any, rules: Ruleset, entry: Idle) -> Any:
    """A value that comes to the same as the first, and else is as much like the second as it can be."""
    if entry.comes_to(value, rules) == entry.comes_to(other, rules):
        return other
    if isinstance(value, PieceSet):
        same = [piece for piece in PieceSet.ALL.pieces if entry.comes_to(PieceSet.of([piece]), rules) == PieceSet.NONE]
        apart: set[Piece] = draw(st.sets(st.sampled_from(same), min_size=1)) if same else set()
        return value ^ PieceSet.of(apart)
    kind = cast("Any", type(value))
    if attrs.has(kind) and isinstance(other, kind):
        for field in draw(st.permutations(attrs.fields(kind))):
            mixed = attrs.evolve(value, **{field.name: getattr(other, field.name)})
            if mixed != value and entry.comes_to(mixed, rules) == entry.comes_to(value, rules):
                return mixed
    if entry.option == "zones":
        zones: tuple[Zone, ...] = value
        return tuple(simplified(zone, entry) for zone in zones)
    if isinstance(value, Zone):
        return simplified(value, entry)
    return value


@st.composite
def twins(draw: st.DrawFn, entry: Idle) -> tuple[Ruleset, Ruleset]:
    """Two rulesets that differ in the option of an entry, by values that come to the same."""
    size = draw(st.sampled_from([5, 7, 6]))
    one = draw(strategies.rulesets(size, **fixed(entry)))
    assume(entry.when(one))
    value = getattr(one, entry.option)
    changed = one_step_away(draw, value, draw(values(entry.option, size)), one, entry)
    assume(changed != value)
    try:
        return one, one.evolve(**{entry.option: changed})
    except RulesetError:
        assume(False)
        raise


def choices(position: Position) -> dict[Move, Position]:
    """Every move of this turn, also after a roll, and the positions in which it can be made."""
    found = dict.fromkeys(position.legal_moves(), position)
    for roll in range(1, position.ruleset.faces + 1) if position.can_roll else ():
        thrown = position.roll(roll)
        found |= {move: thrown for move in thrown.legal_moves() if move not in found}
    return found


def same_choices(here: Position, there: Position, seed: int) -> None:
    """Two positions have the same moves and verdicts, and so do those after a few moves, rolls apart."""
    dice = random.Random(seed)
    for _ in range(4):
        assert (here.board, here.turn, here.outcome) == (there.board, there.turn, there.outcome)
        ours, theirs = choices(here), choices(there)
        assert set(ours) == set(theirs)
        if not ours:
            return
        move = dice.choice(sorted(ours, key=str))
        here, there = ours[move].play(move), theirs[move].play(move)


@pytest.mark.long
@pytest.mark.parametrize("entry", IDLE, ids=lambda entry: f"{entry.option}: {entry.reason}")
def test_idle_values_play_the_same(entry: Idle) -> None:
    @settings(max_examples=MOST, derandomize=not DEEP)
    @given(st.data(), st.integers(0, 2**32))
    def check(data: st.DataObject, seed: int) -> None:
        one, other = data.draw(twins(entry))
        assert idle_reason(one, entry.option, getattr(other, entry.option)) is not None
        rules, board, turn = data.draw(strategies.planted(one))
        if entry.option == "die":
            same_choices(Position.from_board(board, rules, turn), Position.from_board(board, other, turn), seed)
            return
        findings = Findings()
        line = play_line(Position.from_board(board, rules, turn), random.Random(seed), 2, findings)
        assert list(findings) == []
        assert not matters(line, other)

    check()


# -------------------------------------------------------------------------------------------------- what rulesets tell

PLAIN: Final = variants.BRANDUBH.evolve(encirclement=False, throne=None, king=KingStrength.STRONG)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"edge_capture": EdgeCapture.DRAW, "king": KingStrength.STRONG}, {"edge_capture"}),
        ({"die": Die(faces=6), "speed": Speed(king=1)}, {"die"}),
        ({"die": Die(faces=2), "speed": Speed(king=3)}, {"speed"}),
        ({"edge_capture": EdgeCapture.IMPOSSIBLE, "edge_hostile": PieceSet.ALL}, {"edge_hostile (king)"}),
        ({"anvil": PieceSet.NONE, "corners": None, "king": KingStrength.WEAK}, {"king"}),
        ({"anvil": PieceSet.NONE, "corners": None, "king": KingStrength.WEAK, "joint_capture": True}, set[str]()),
        ({"anvil": PieceSet.NONE, "shieldwall": Shieldwall()}, {"shieldwall"}),
        ({"hammer": PieceSet.DEFENDERS, "joint_capture": True}, {"joint_capture"}),
        ({"repetition": Repetition(consequence=Consequence.IGNORED, by=Side.ATTACKERS)}, {"repetition.by"}),
    ],
    ids=["edge", "die", "speed", "hostile edge", "king", "king and man", "shieldwall", "joint", "repetition"],
)
def test_a_ruleset_tells_which_options_cannot_matter(options: dict[str, Any], told: set[str]) -> None:
    rules = PLAIN.evolve(name="idle", **options)
    assert told == set(rules.idle())
    report = check_ruleset(rules, examples=0)
    assert list(report.idle) == [f"{name} ({why})" for name, why in rules.idle().items()]


def both(rules: Ruleset, record: str, moves: str, turn: Side) -> tuple[Outcome | None, int]:
    """The outcome after some moves, and the number of pieces left, on which both implementations agree."""
    position = Position.parse(record, rules, turn)
    state = reference.from_board(rules, position.board, turn)
    for move in map(Move.parse, moves.split()):
        if position.outcome is None:
            position, state = position.play(move), reference.play(state, move.origin, move.target)
    assert (position.outcome, position.board) == (reference.outcome(state), state.board)
    return position.outcome, len(position.board)


BACK_AND_FORTH: Final = "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1"


@pytest.mark.parametrize(
    ("base", "option", "values", "record", "moves"),
    [
        # "Only if the king was not captured alone": an attacker beside the man closes the ring, and is not beside him.
        (
            {"king": KingStrength.WEAK},
            "joint_capture",
            [False, True],
            "/7/t6/2tTt2/2tKt2/3t3/7/7/",
            "a2-d2",
        ),
        # "Only repetitions caused by a move of this side count": the draw comes a move later, if it comes.
        (
            {},
            "repetition",
            [Repetition(count=2), Repetition(count=2, by=Side.ATTACKERS)],
            variants.BRANDUBH.start.record,
            BACK_AND_FORTH.rpartition(" ")[0],
        ),
        # "The pieces that capture by standing".
        ({}, "anvil", [PieceSet.ALL, PieceSet.NONE], "/7/4t2/2tT3/7/3K3/7/7/", "e2-e3"),
    ],
    ids=["joint capture of a weak king", "repetition by one side", "no anvil"],
)
def test_what_seems_idle_and_matters(
    base: dict[str, Any], option: str, values: list[Any], record: str, moves: str
) -> None:
    rules = [PLAIN.evolve(name="tried", **base, **{option: value}) for value in values]
    first, second = (both(one, record, moves, Side.ATTACKERS) for one in rules)
    assert first != second
    assert option not in rules[1].idle()


def test_a_die_of_one_face_limits_the_king() -> None:
    """ "must then move him at most that far" (S001, "Bewegung des Feldherren")."""
    record = "/3t3/7/7/7/3K3/7/3T3/"
    free, slow = PLAIN, PLAIN.evolve(die=Die(faces=1))
    kings = [
        {move for move in choices(Position.parse(record, rules, Side.DEFENDERS)) if str(move).startswith("d5")}
        for rules in (free, slow)
    ]
    assert [len(moves) for moves in kings] == [10, 4]
    assert slow.idle() == {}


def test_a_speed_that_reaches_over_the_board_is_idle() -> None:
    for king, told in ((PLAIN.size - 1, {"speed"}), (PLAIN.size - 2, set[str]())):
        assert set(PLAIN.evolve(name="idle", speed=Speed(king=king)).idle()) == told


def test_who_may_pass_can_be_blocked_where_a_repetition_is_forbidden() -> None:
    passing = PLAIN.evolve(name="passing", may_pass="both", no_move="draw")
    assert "no_move" in passing.idle()
    assert "no_move" not in passing.evolve(repetition=Repetition(consequence=Consequence.FORBIDDEN)).idle()
