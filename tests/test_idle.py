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
    EdgeCapture,
    Jump,
    Jumps,
    KingStrength,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    RulesetError,
    Speed,
    Zone,
)
from hnefatafl.testing import strategies
from hnefatafl.testing._idle import IDLE, Idle, idle_reason
from hnefatafl.testing._inspection import Findings, matters, play_line
from hnefatafl.testing.strategies._rulesets import OPTIONS, corner_zones, other_zones, speeds, thrones

MOST: Final = EXAMPLES // 10 if DEEP else 10 if COMPILED else 3
"""How many pairs of rulesets are tried for each entry."""
UNARMED: Final = {"hammer": PieceSet.DEFENDERS}
"""No attacker captures by moving."""
PEACE: Final = {"hammer": PieceSet.NONE, "exit_fort": False, "secure_ring": False}
"""No piece captures by moving."""
NOBODY_JUMPS: Final = Jumps(**{field.name: Jump.NONE for field in attrs.fields(Jumps)})
NO_CAPTURES: Final = PEACE | {"jumps": NOBODY_JUMPS, "extra_captures": ()}
FIXED: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("edge_capture", "a king on the edge has escaped"): {"escape": Region.EDGE},
    ("exit_fort", "a king on the edge has escaped"): {"escape": Region.EDGE},
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
        return speeds | st.builds(Speed, **long)
    zones = {"throne": thrones(size), "corners": corner_zones(size), "zones": other_zones(size).map(tuple)}
    return zones[option] if option in zones else OPTIONS[option]


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


@pytest.mark.parametrize("entry", IDLE, ids=lambda entry: f"{entry.option}: {entry.reason}")
def test_idle_values_play_the_same(entry: Idle) -> None:
    @settings(max_examples=MOST, derandomize=not DEEP)
    @given(st.data(), st.integers(0, 2**32))
    def check(data: st.DataObject, seed: int) -> None:
        one, other = data.draw(twins(entry))
        assert idle_reason(one, entry.option, getattr(other, entry.option)) is not None
        rules, board, turn = data.draw(strategies.planted(one))
        findings = Findings()
        line = play_line(Position.from_board(board, rules, turn), random.Random(seed), 2, findings)
        assert list(findings) == []
        assert not matters(line, other)

    check()
