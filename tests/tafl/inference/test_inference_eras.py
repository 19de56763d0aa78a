"""Whether early and late games of a collection follow different rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Final

import pytest
from conftest import data_lines
from fitted import fitted

from hnefatafl import Region, Side, variants
from hnefatafl.errors import ArgumentTypeError
from hnefatafl.notation import archive
from hnefatafl.records import Game
from tafl.inference import QUESTIONS, EraCount, Eras, compare_eras, find_eras, round_of

pytestmark = pytest.mark.slow_uncompiled

CORNERS: Final = variants.BRANDUBH.evolve(name="corners", start="/3t3/7/7/3K3/7/7/3t3/", first=Side.DEFENDERS)
EDGE: Final = CORNERS.evolve(name="edge", escape=Region.EDGE)
MOVES: Final = {"corners": "d4-a4 d1-c1 a4-a7", "edge": "d4-a4", "both": "d4-d3 d1-c1", "neither": "d4-d3 d1-d5"}
"""Games that only corners, only edge, both or neither of them explain."""


def collection(kinds: Iterable[tuple[int, str]]) -> list[Game]:
    """Games of these rounds and kinds."""
    results = {"corners": "White", "edge": "White", "both": "Ongoing", "neither": "Ongoing"}
    lines = [f"9-{at}-{i}\t{results[kind]}\tnone\t0\t0\t\t{MOVES[kind]}" for i, (at, kind) in enumerate(kinds)]
    return list(archive.parse_games(lines, CORNERS))


def eras_of(kinds: Iterable[tuple[int, str]]) -> Eras:
    return compare_eras(collection(kinds), EDGE, CORNERS)


def test_a_change_is_found() -> None:
    kinds = [(at, "corners") for at in range(1, 11)] + [(at, "edge") for at in range(14, 24)]
    eras = eras_of(reversed(kinds))
    assert eras.is_found
    assert (eras.earlier, eras.later) == (CORNERS, EDGE)
    assert (eras.last_early, eras.first_late) == (10, 14)
    assert (eras.early, eras.late) == (EraCount(earlier=10, later=0), EraCount(earlier=0, later=10))
    assert eras.exceptions == ()
    # Two of all orders of ten and ten are as clear.
    assert eras.p_value == pytest.approx(2 / 184756)


def test_the_other_direction() -> None:
    eras = eras_of([(at, "edge" if at < 8 else "corners") for at in range(1, 16)])
    assert (eras.is_found, eras.earlier, eras.later) == (True, EDGE, CORNERS)
    assert (eras.early, eras.late) == (EraCount(earlier=7, later=0), EraCount(earlier=0, later=8))


def test_exceptions_are_listed() -> None:
    kinds = [(at, "corners" if at < 15 else "edge") for at in range(1, 31)] + [(3, "edge"), (20, "corners")]
    eras = eras_of(kinds)
    assert eras.is_found
    assert [(each.id, each.verdict) for each in eras.exceptions] == [
        ("9-3-30", "unexplained-end"),
        ("9-20-31", "continues-after-end@0"),
    ]
    assert eras.early == EraCount(earlier=14, later=1)


def test_what_says_nothing_is_counted_apart() -> None:
    games = collection([(1, "both"), (2, "neither"), (3, "edge")])
    undated = list(archive.parse_games(["d4-a4,0,0,White"], CORNERS))
    eras = compare_eras(games + undated, EDGE, CORNERS)
    assert (eras.silent, eras.undated, eras.is_found, eras.p_value) == (2, 1, False, 1.0)
    assert (eras.last_early, eras.first_late) == (None, None)
    assert (eras.early.total, eras.late.total) == (0, 1)


def test_too_few_games_are_no_era() -> None:
    eras = eras_of([(1, "corners"), (2, "corners"), (3, "edge"), (4, "edge")])
    assert (eras.early, eras.late) == (EraCount(earlier=2, later=0), EraCount(earlier=0, later=2))
    assert not eras.is_found
    assert eras.p_value == pytest.approx(2 / 6)


def test_games_of_one_round_are_not_divided() -> None:
    eras = eras_of([(1, "corners")] * 9 + [(1, "edge")] * 9)
    assert (eras.last_early, eras.p_value) == (None, 1.0)


def test_a_few_early_exceptions_are_no_era() -> None:
    """They stand out, but most games of that time follow the later rules too."""
    kinds = [(at, "edge" if at in (2, 4, 6) else "corners") for at in range(1, 9) for _ in range(5)]
    eras = eras_of(kinds + [(at, "corners") for at in range(9, 400)])
    assert eras.p_value < 0.01
    assert not eras.is_found


def test_chance_is_seldom_taken_for_an_era() -> None:
    random = Random(5)
    found = 0
    for _ in range(60):
        kinds = [(random.randint(1, 20), random.choice(["corners", "edge"])) for _ in range(random.randint(4, 40))]
        found += eras_of(kinds).p_value < 0.1
    assert found <= 12


def test_the_chance_is_exact() -> None:
    """Compared with all orders of seven games, two rounds of which have two games."""
    rounds, kinds = (1, 1, 2, 3, 4, 4, 5), ("edge", "edge", "corners", "edge", "corners", "corners", "corners")
    here = eras_of(zip(rounds, kinds, strict=True))
    orders = set(permutations(kinds))
    values = [eras_of(zip(rounds, order, strict=True)).p_value for order in orders]
    as_clear = sum(value <= here.p_value * (1 + 1e-9) for value in values)
    assert here.p_value == pytest.approx(as_clear / len(orders))


def test_many_games_have_an_upper_bound() -> None:
    kinds = [(at // 4, "corners" if at < 500 else "edge") for at in range(1000)]
    eras = eras_of(kinds)
    assert (eras.is_found, eras.last_early, eras.first_late) == (True, 124, 125)


def test_another_order() -> None:
    games = collection([(30 - at, "corners" if at < 15 else "edge") for at in range(30)])
    backwards = compare_eras(games, EDGE, CORNERS)
    assert backwards.earlier == EDGE
    number = {game: at for at, game in enumerate(games)}
    forwards = compare_eras(games, EDGE, CORNERS, order=number.__getitem__)
    assert (forwards.earlier, forwards.last_early) == (CORNERS, 14)


def test_rounds() -> None:
    names = ["15-75-20615", "34b-7-1", "no round", "1-2", ""]
    lines = [f"{name}\tWhite\tnone\t0\t0\t\td4-d3" for name in names]
    assert [round_of(game) for game in archive.parse_games(lines, CORNERS)] == [75, 7, None, None, None]


def test_the_questions_that_changed_are_found() -> None:
    games = collection([(at, "corners" if at < 12 else "edge") for at in range(1, 24)])
    found = find_eras(games, CORNERS)
    assert {eras.question for eras in found} == {"goal"}
    assert all((eras.earlier, eras.last_early, eras.first_late) == (CORNERS, 11, 12) for eras in found)
    assert [eras.p_value for eras in found] == sorted(eras.p_value for eras in found)
    assert find_eras(games, CORNERS, [each for each in QUESTIONS if each.name == "king"]) == ()
    assert find_eras(collection([(at, "corners") for at in range(1, 24)]), CORNERS) == ()


def test_eras_refuse_bad_arguments() -> None:
    with pytest.raises(ArgumentTypeError, match="games"):
        compare_eras(["d1-c1"], EDGE, CORNERS)  # type: ignore[list-item]
    with pytest.raises(ArgumentTypeError, match="games"):
        find_eras(3, EDGE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "last_early", "early", "late"),
    [
        ("old-hnefatafl-11", 17, EraCount(earlier=10, later=1), EraCount(earlier=7, later=10)),
        ("saami-tablut-9", 87, EraCount(earlier=5, later=3), EraCount(earlier=0, later=3)),
    ],
)
def test_the_ring_of_the_archive(name: str, last_early: int, early: EraCount, late: EraCount) -> None:
    """No game goes on inside a ring after round 72, and round 87, but half of the archive does not show a change."""
    rules = fitted(name)
    games = list(archive.parse_games(data_lines("aage-archive", f"{name}.tsv.gz"), rules))
    ring = rules.evolve(name="ring", encirclement=True)
    eras = compare_eras(games, rules.evolve(name="no ring", encirclement=False), ring)
    assert (eras.later, eras.last_early, eras.early, eras.late) == (ring, last_early, early, late)
    assert not eras.is_found
