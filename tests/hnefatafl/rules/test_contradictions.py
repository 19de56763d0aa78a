"""Rulesets that contradict themselves, or hold something that is no option: everything is reported, and at once."""

from __future__ import annotations

from typing import Any, Final

import attrs
import pytest
from rulesets import LAYOUTS

from hnefatafl import (
    Board,
    KingStrength,
    Outcome,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Square,
    Symmetry,
    Termination,
    Zone,
    variants,
)
from hnefatafl.errors import RulesetError
from hnefatafl.rules import Die

PLAIN: Final = Ruleset(name="plain", size=7, start=LAYOUTS["L7.11"], throne=None, corners=None)
GROUND: Final = Zone(name="ground", squares=Region.of("c3"))
CAMP: Final = Zone(name="camp", squares=Region.of("d1", "d2"), stop=PieceSet.ATTACKERS, enter=PieceSet.NONE)
CENTRE: Final = Zone(name="throne", squares=Region.CENTRE)

CONTRADICTIONS: Final[list[tuple[dict[str, Any], str]]] = [
    ({"name": " "}, "a ruleset has a name"),
    ({"version": 0}, "version is at least 1, not 0"),
    ({"speed": Speed(attackers=0)}, "speed.attackers is at least 1, not 0"),
    ({"speed": Speed(defenders=-1)}, "speed.defenders is at least 1, not -1"),
    ({"speed": Speed(king=0)}, "speed.king is at least 1, not 0"),
    ({"die": Die(faces=0)}, "die.faces is at least 1, not 0"),
    ({"die": Die(faces=10**30)}, "die.faces is at most 10000"),
    ({"speed": Speed(king=10**30)}, "speed.king is at most 10000"),
    ({"repetition": Repetition(count=10_001)}, "repetition.count is at most 10000"),
    ({"fewest_attackers": -1}, "fewest_attackers is at least 0, not -1"),
    ({"quiet_limit": 0}, "quiet_limit is at least 1, not 0"),
    ({"move_limit": 0}, "move_limit is at least 1, not 0"),
    ({"repetition": Repetition(count=1)}, "repetition.count is at least 2, not 1"),
    ({"size": 4}, "a board has 5 to 21 files, not 4"),
    ({"size": 22}, "a board has 5 to 21 files, not 22"),
    ({"size": 8}, "the start layout has size 7, the board 8"),
    ({"start": "/3t3/7/7/7/7/7/7/"}, "the start layout has no king; exactly one is needed"),
    ({"start": "/3t3/7/7/2KK3/7/7/7/"}, "the start layout has 2 kings; exactly one is needed"),
    ({"start": "/7/7/7/3K3/7/7/7/", "fewest_attackers": 0}, "the start layout has too few attackers: 0"),
    ({"fewest_attackers": 9}, "the start layout has too few attackers: 8"),
    (
        {"walk_in": PieceSet.MEN, "no_walk_in": PieceSet.ATTACKERS},
        "walk_in and no_walk_in cannot both name attackers",
    ),
    ({"fewest_defenders": -1}, "fewest_defenders is at least 0, not -1"),
    ({"fewest_defenders": 5}, "the start layout has too few defenders: 4"),
    ({"escape": Region.BOARD}, "the king starts on d4, where he has escaped"),
    ({"zones": [Zone(name="camp", squares=Region.of("d1", "h1"))]}, "the zone camp names squares off the board: h1"),
    ({"zones": [Zone(name="void", squares=Region.NONE)]}, "the zone void has no square"),
    (
        {"size": 6, "start": "/t5/6/6/2K3/6/6/", "throne": CENTRE},
        "the zone throne has no square; a board of even size has no centre",
    ),
    ({"zones": [GROUND, GROUND]}, "two zones are named ground"),
    ({"zones": [GROUND] * 20_000}, "zones: at most 100 were expected, not 20,000"),
    (
        {"zones": [CAMP, attrs.evolve(CAMP, name="fort", squares=Region.of("d2", "d3"))]},
        "the closed zones camp and fort share d2",
    ),
    ({"escape": Region.of("a1", "h1")}, "the escape names squares off the board: h1"),
    ({"escape": Region.NONE}, "no square of escape is open to the king"),
    ({"escape": Region.of("d1"), "zones": [CAMP]}, "no square of escape is open to the king"),
    ({"king": KingStrength.STRONG_NEAR_THRONE}, "king: strong-near-throne needs a throne"),
    ({"king": KingStrength.STRONG_ON_THRONE}, "king: strong-on-throne needs a throne"),
    ({"linnaean_capture": True}, "linnaean_capture needs throne"),
    (
        {"three_captors": PieceSet.ALL},
        "three_captors is for all pieces but the king",
    ),
    ({"secure_ring": True}, "secure_ring needs encirclement"),
    ({"berserk_escape": True}, "berserk_escape needs berserk"),
    ({"speed": Speed(defending_knights=0)}, "speed.defending_knights is at least 1, not 0"),
]
"""Each contradiction alone."""


@pytest.mark.parametrize(("options", "reason"), CONTRADICTIONS)
def test_contradictions(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(**options)
    assert caught.value.reasons == (reason,)
    assert str(caught.value) == reason


def test_all_contradictions_are_reported_at_once() -> None:
    """RulesetError: "options contradict each other; every contradiction is listed"."""
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(
            name="",
            version=0,
            speed=Speed(attackers=0, defenders=0, king=0),
            die=Die(faces=0),
            fewest_attackers=-1,
            quiet_limit=-3,
            repetition=Repetition(count=0),
            start="/7/7/7/2KK3/7/7/7/",
            escape=Region.of("c4", "h1"),
            zones=[GROUND, GROUND, CAMP, attrs.evolve(CAMP, name="fort"), Zone(name="void", squares=Region.NONE)],
            king=KingStrength.STRONG_NEAR_THRONE,
            linnaean_capture=True,
        )
    assert caught.value.reasons == (
        "version is at least 1, not 0",
        "speed.attackers is at least 1, not 0",
        "speed.defenders is at least 1, not 0",
        "speed.king is at least 1, not 0",
        "die.faces is at least 1, not 0",
        "fewest_attackers is at least 0, not -1",
        "quiet_limit is at least 1, not -3",
        "repetition.count is at least 2, not 0",
        "a ruleset has a name",
        "the start layout has 2 kings; exactly one is needed",
        "the start layout has too few attackers: 0",
        "the king starts on c4, where he has escaped",
        "the closed zones camp and fort share d1",
        "the closed zones camp and fort share d2",
        "the zone void has no square",
        "two zones are named ground",
        "the escape names squares off the board: h1",
        "king: strong-near-throne needs a throne",
        "linnaean_capture needs throne",
    )
    assert str(caught.value) == "; ".join(caught.value.reasons)


def test_zones_that_contradict_nothing() -> None:
    """Open zones may overlap anything, a closed zone of one square may lie in another, and a closed one beside it."""
    overlapping = [
        CAMP,
        attrs.evolve(CAMP, name="gate", squares=Region.of("d2")),
        attrs.evolve(CAMP, name="fort", squares=Region.of("e1", "e2")),
        Zone(name="field", squares=Region.BOARD, hostile_empty=PieceSet.KING),
    ]
    assert len(PLAIN.evolve(zones=overlapping).all_zones) == 4


def lonely_king(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending."""
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


def test_where_a_fort_or_an_ending_wins_no_escape_is_needed() -> None:
    """The defenders then have another aim, so no square need be open to the king."""
    options: tuple[dict[str, Any], ...] = ({"exit_fort": True}, {"extra_endings": [lonely_king]})
    for option in options:
        assert PLAIN.evolve(escape=Region.NONE, **option).escape == Region.NONE


def test_evolving_knows_every_option() -> None:
    """RulesetError: "an option does not exist"."""
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(hamer=PieceSet.ALL, colour="red")  # type: ignore[call-arg]
    assert caught.value.reasons == (
        "there is no option hamer; did you mean hammer?",
        "there is no option colour",
    )


# ---------------------------------------------------------------------------------------------------------- wrong types


class Stranger:
    """What is no option."""

    def __repr__(self) -> str:
        return "<stranger>"


STRANGER: Final[Any] = Stranger()
INNER: Final[dict[str, Any]] = {
    "throne": CENTRE,
    "corners": CENTRE,
    "speed": Speed(),
    "shieldwall": Shieldwall(),
    "repetition": Repetition(),
}
"""The fields whose values have fields of their own."""
ITERABLES: Final = {"aliases", "zones", "extra_captures", "extra_endings"}


@pytest.mark.parametrize("name", [f.name for f in attrs.fields(Ruleset) if f.name not in ITERABLES])
def test_wrong_types(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(**{name: STRANGER})
    (reason,) = caught.value.reasons
    assert reason.startswith(f"{name}: ")
    assert reason.endswith(" was expected, not <stranger>")


@pytest.mark.parametrize(
    ("name", "field"), [(name, f) for name, value in INNER.items() for f in attrs.asdict(value, recurse=False)]
)
def test_wrong_types_within(name: str, field: str) -> None:
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(**{name: attrs.evolve(INNER[name], **{field: STRANGER})})
    (reason,) = caught.value.reasons
    assert reason.startswith(f"{name}.{field}: ")


def test_all_wrong_types_are_reported_at_once() -> None:
    """As long as there are any, contradictions are not looked for."""
    seven: Any = 7
    wrong: dict[str, Any] = {
        "size": "7",
        "version": True,
        "joint_capture": 1,
        "quiet_limit": 2.5,
        "die": Die(faces=0),
        "aliases": ["a", 1],
        "zones": [GROUND, "camp", attrs.evolve(GROUND, stop=seven)],
        "extra_captures": [lonely_king, None],
        "extra_endings": ["draw"],
        "speed": Speed(king=True),
    }
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(**wrong)
    assert caught.value.reasons == (
        "aliases[1]: str was expected, not 1",
        "version: int was expected, not True",
        "size: int was expected, not '7'",
        "zones[1]: Zone was expected, not 'camp'",
        "zones[2].stop: PieceSet was expected, not 7",
        "joint_capture: bool was expected, not 1",
        "speed.king: int or None was expected, not True",
        "quiet_limit: int or None was expected, not 2.5",
        "extra_captures[1]: function was expected, not None",
        "extra_endings[0]: function was expected, not 'draw'",
    )


@pytest.mark.parametrize("name", sorted(ITERABLES))
@pytest.mark.parametrize("value", [STRANGER, None, 3, GROUND, "abc"], ids=["stranger", "None", "3", "zone", "text"])
def test_what_holds_nothing_is_reported_too(name: str, value: Any) -> None:
    """ "Whatever text, number or object comes in, nothing else escapes" than the library's errors."""
    with pytest.raises(RulesetError) as caught:
        PLAIN.evolve(**{name: value})
    assert caught.value.reasons == (f"{name}: tuple was expected, not {value!r:.60}",)


def test_there_may_be_a_hundred_zones() -> None:
    zones = [Zone(name=f"zone {number}", squares=Region.of("b2")) for number in range(101)]
    assert len(variants.BRANDUBH.evolve(zones=tuple(zones[:100])).zones) == 100
    with pytest.raises(RulesetError, match="zones: at most 100 were expected, not 101"):
        variants.BRANDUBH.evolve(zones=tuple(zones))


def test_without_a_die_there_are_no_faces() -> None:
    assert (variants.BRANDUBH.faces, variants.BRANDUBH.evolve(die=Die(faces=4)).faces) == (0, 4)


def test_a_start_need_not_be_as_symmetric_as_its_rules() -> None:
    rules = variants.BRANDUBH.evolve(start=variants.BRANDUBH.start.put(Square.parse("d1"), None))
    assert set(rules.symmetries) == set(Symmetry)
    upward = rules.evolve(zones=(Zone(name="bank", squares=Region.of("a3"), cross=PieceSet.NONE),))
    assert set(upward.symmetries) == {Symmetry.IDENTITY}


def test_of_notes_those_on_options_that_stay_are_kept() -> None:
    noted = variants.BRANDUBH.evolve(notes="A remark.\nOur reading (speed): far.\nMatch: two games are played.")
    assert noted.evolve(exit_fort=True).notes == "Our reading (speed): far.\nMatch: two games are played."
    assert noted.evolve(speed=Speed(king=3)).notes == "Match: two games are played."
