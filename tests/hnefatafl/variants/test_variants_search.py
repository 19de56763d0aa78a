"""Finding rulesets by what they are like, and telling in words how they differ."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from hnefatafl import Board, KingStrength, PieceSet, Region, Repetition, Side, Speed, variants
from hnefatafl.errors import RulesetError
from hnefatafl.notation import otn
from hnefatafl.variants import layouts

DIFFERENCES: Final = (Path(__file__).parents[2] / "data" / "differences.txt").read_text("utf-8")
"""How rulesets differ from a relative: a line ``name < relative``, then what differs, indented."""


def names(**filters: Any) -> list[str]:
    return [rules.name for rules in variants.find(**filters)]


class TestFind:
    def test_without_filters_it_finds_all(self) -> None:
        assert tuple(names()) == variants.names()

    def test_sizes(self) -> None:
        sizes = {size: len(variants.find(size=size)) for size in range(5, 22)}
        assert +Counter(sizes) == Counter(variants.get(name).size for name in names())

    def test_filters_add_up(self) -> None:
        assert names(size=9, escape=Region.EDGE, source="opentafl") == [
            "foteviken-tablut-opentafl",
            "sea-battle-9-opentafl",
            "tablut-linnaeus",
        ]
        assert names(size=9, escape=Region.EDGE, source="opentafl", king=KingStrength.STRONG_NEAR_THRONE) == [
            "tablut-linnaeus"
        ]
        assert names(size=8) == []

    def test_regions_mean_their_squares(self) -> None:
        corners = Region.of("a1", "a7", "g1", "g7")
        assert names(size=7, escape=corners) == names(size=7, escape=Region.CORNERS) != []
        assert names(size=11, escape=corners) == []

    def test_texts_occur_in_any_case(self) -> None:
        assert names(source="JOCLY") == names(source="jocly") == sorted(names(source="Jocly"))
        assert len(names(source="jocly")) == 6
        assert names(name="S004") == ["madera-tablut"]
        assert names(aliases="rachunek") == ["tablut-brainking"]
        assert "hnefatafl-13" in names(notes="abb. 1")

    def test_layouts(self) -> None:
        assert names(layout=layouts.PARLETT_13) == names(start=layouts.PARLETT_13)
        assert names(layout=layouts.PARLETT_13) == [
            *("historical-13", "historical-13-w", "sea-battle-13", "sea-battle-13-opentafl")
        ]

    def test_options_of_every_kind(self) -> None:
        assert names(first=Side.DEFENDERS, size=19) == ["alea-evangelii"]
        assert names(speed=Speed(king=4)) == ["imperial-contest"]
        assert names(hammer=PieceSet.MEN, anvil=PieceSet.ALL) == [
            *("alea-evangelii-ludii", "hnefatafl-11-anvil", "king-anvil-only-edge")
        ]
        assert names(repetition=Repetition(count=2, counts_start=False)) == ["ashton-tablut"]
        assert names(fewest_attackers=3) == ["madera-tablut"]
        assert {*names(version=1), *names(version=2), *names(version=3)} == set(names())
        assert "berserk" in names(version=2)

    def test_true_and_false_ask_whether_there_is_one(self) -> None:
        assert names(berserk=True, shieldwall=True) == ["berserk-hnefatafl-rs", "total-abstractplay"]
        assert names(announcements=True) == [*("foteviken-tablut", "hnefatafl-11-announcements", "tablut-dinotash")]
        assert names(zones=True, throne=True) == [
            *("ashton-tablut", "ashton-tablut-aagenielsen", "foteviken-tablut", "foteviken-tablut-opentafl"),
            "tablut-dinotash",
        ]
        assert set(names(throne=True)) == set(names()) - set(names(throne=False))
        assert names(joint_capture=True) == ["hnefatafl-13"]
        assert names(die=True) == ["hnefatafl-11-dice"]
        assert names(quiet_limit=True) == []

    def test_wrong_filters_are_all_named(self) -> None:
        wrong: dict[str, Any] = {"escap": Region.EDGE, "size": "9", "source": 7, "king": 3, "version": True}
        with pytest.raises(RulesetError) as caught:
            variants.find(**wrong, layuot=layouts.CROSS_9)  # type: ignore[call-arg]
        assert caught.value.reasons == (
            "there is no option escap; did you mean escape?",
            "size: int was expected, not '9'",
            "source: str was expected, not 7",
            "king: KingStrength was expected, not 3",
            "version: int was expected, not True",
            "there is no option layuot; did you mean layout?",
        )


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("fetlar-opentafl-computer", "dim:11 tfr:w"),
        ("tablut-15", "dim:15 esc:e atkf:y ks:c nj:n cor: cens: cenh:"),
        (
            "alea-evangelii-opentafl",
            "dim:19 esc:c atkf:y cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19, "
            "cens: cenp:tcnkTCNK cenh: cenhe:tcnkTCNK tfr:w",
        ),
    ],
)
def test_those_that_opentafl_has_as_records_are_read_from_them(name: str, record: str) -> None:
    rules = variants.get(name)
    assert otn.parse_rules(f"{record} start:{rules.start.record}") == rules


class TestDifferences:
    @pytest.mark.parametrize("block", DIFFERENCES.split("\n\n"), ids=lambda block: block.split(" ")[0])
    def test_rulesets_and_their_relatives(self, block: str) -> None:
        head, *lines = block.strip("\n").split("\n")
        one, other = (variants.get(name) for name in head.split(" < "))
        assert one.differences(other).split("\n") == [line.removeprefix("  ") for line in lines]

    def test_no_ruleset_is_told_twice(self) -> None:
        told = re.findall(r"^(\S+) < ", DIFFERENCES, re.M)
        assert len(told) == len(set(told))

    def test_there_may_be_none(self) -> None:
        assert variants.FETLAR.differences(variants.FETLAR.evolve(name="the same", escape=corners_of_11())) == ""

    def test_zones_are_told_apart_by_their_names(self) -> None:
        ours, theirs = variants.FOTEVIKEN_TABLUT, variants.ASHTON_TABLUT
        lines = ours.differences(theirs).split("\n")
        assert "zones, south camp.hostile_always: king instead of defenders" in lines
        assert any(line.startswith("zones, camp flanks: none instead of squares (d1") for line in lines)

    def test_layouts(self) -> None:
        moved = Board.parse("/2t1t2/3t3/3T3/1tTKTt1/3T3/3t3/2t1t2/")
        assert variants.BRANDUBH.differences(variants.BRANDUBH.evolve(start=moved)) == (
            "start: the same numbers of pieces in another layout"
        )


def corners_of_11() -> Region:
    return Region.of("a1", "a11", "k1", "k11")
