"""The shipped rulesets: their layouts, how they are found, and in what they differ."""

from __future__ import annotations

import doctest
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import MISSING, Register
from fitted import MENDED, fitted
from playing import reason

from hnefatafl import variants
from hnefatafl.board import (
    Board,
    Illegality,
    Move,
    Outcome,
    PieceSet,
    Region,
    Side,
    SquareSet,
    Symmetry,
    Termination,
)
from hnefatafl.errors import UnknownVariantError
from hnefatafl.notation import json, otn
from hnefatafl.play import Position
from hnefatafl.rules import (
    Announcements,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    KingStrength,
    NoMove,
    Repetition,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.variants import _archive, _parts, layouts
from tafl.cli import main

VERSIONS: Final = {
    "alea-evangelii-jocly": 2,
    "ard-ri-jocly": 2,
    "berserk": 2,
    "berserk-abstractplay": 2,
    "berserk-hnefatafl-rs": 3,
    "brandubh": 2,
    "brandubh-codingame": 2,
    "brandubh-hnefatafl-org": 2,
    "brandubh-hnefatafl-rs": 3,
    "brandubh-jocly": 2,
    "copenhagen": 2,
    "copenhagen-abstractplay": 3,
    "copenhagen-bell": 2,
    "copenhagen-hnefatafl-org": 3,
    "copenhagen-hnefatafl-org-13": 3,
    "copenhagen-hnefatafl-rs": 3,
    "copenhagen-npm": 2,
    "copenhagen-opentafl": 2,
    "copenhagen-opentafl-relaxed": 2,
    "copenhagen-taflzero": 2,
    "david-brown": 2,
    "fetlar-abstractplay": 2,
    "fetlar-ludii": 2,
    "foteviken-tablut": 2,
    "historical-13": 2,
    "hnefatafl-11": 2,
    "hnefatafl-jocly": 2,
    "lewis-cross-abstractplay": 2,
    "magpie-abstractplay": 2,
    "old-hnefatafl": 2,
    "old-hnefatafl-abstractplay": 2,
    "saami-tablut": 2,
    "sea-battle-11": 2,
    "sea-battle-11-abstractplay": 2,
    "sea-battle-13": 2,
    "sea-battle-15": 2,
    "sea-battle-9-abstractplay": 2,
    "sea-battle-star": 2,
    "simple-tafl": 2,
    "tablut-abstractplay": 2,
    "tablut-jocly": 2,
    "tablut-unibo-classic": 2,
    "tawlbwrdd-abstractplay": 2,
    "tawlbwrdd-jocly": 2,
    "tawlbwrdd-t-diamond": 2,
    "tyr-11": 2,
    "tyr-15": 2,
}
"""The behaviour versions of the rulesets that have changed."""
STARTS: Final = {
    "ARD_RI_39_7": """
        ard-ri-39 brandubh-39
    """,
    "ARD_RI_7": """
        ard-ri ard-ri-jocly ard-ri-ludii ard-ri-ludii-corrected historical-ard-ri
    """,
    "BALLINDERRY_III_7": """
        ard-ri-friendly-throne-unarmed-circle brandubh-circle magpie-circle magpie-hnefatafl-rs
    """,
    "BALLINDERRY_II_7": """
        brandubh-line brandubh-throneless-line magpie-line
    """,
    "BALLINDERRY_VII_7": """
        fidchell-armed fidchell-weak-king
    """,
    "CROSS_7": """
        ard-ri-1 ard-ri-1-friendly-throne ard-ri-1-white-friendly-pass ard-ri-cross
        ard-ri-friendly-throne-unarmed-cross ard-ri-throneless-unarmed-cross ard-ri-unarmed-cross brandubh brandubh-2
        brandubh-codingame
        brandubh-dragonheels brandubh-georgelivas brandubh-hnefatafl-org brandubh-hnefatafl-rs brandubh-jocly
        brandubh-ludii
        brandubh-noreturn brandubh-opentafl brandubh-walker brandubh-weak-throne magpie magpie-abstractplay
        magpie-opentafl old-magpie
    """,
    "CROSS_9": """
        ashton-tablut ashton-tablut-aagenielsen foteviken-tablut foteviken-tablut-opentafl imperial-contest
        madera-tablut old-hnefatafl-9 saami-tablut sea-battle-9 sea-battle-9-cyningstan sea-battle-9-opentafl
        simple-tafl-9-w skalk-9 skalk-9-w tablut tablut-abstractplay tablut-brainking tablut-cs61b tablut-dinotash
        tablut-hnefatafl-rs tablut-jocly
        tablut-linnaeus tablut-ludii tablut-smith tablut-unibo-classic tablut-unibo-modern
    """,
    "JARLSHOF_9": """
        sea-battle-circle
    """,
    "LINE_9": """
        sea-battle-line
    """,
    "PAPILLON_9": """
        sea-battle-square
    """,
    "SEA_BATTLE_1571_9": """
        sea-battle-1571
    """,
    "SEA_BATTLE_1606_9": """
        sea-battle-1606
    """,
    "SEA_BATTLE_2542_9": """
        sea-battle-2542
    """,
    "STAR_SQUARE_9": """
        sea-battle-9-abstractplay sea-battle-star
    """,
    "BELL_11": """
        copenhagen-bell tawlbwrdd tawlbwrdd-abstractplay tawlbwrdd-cyningstan tawlbwrdd-jocly tawlbwrdd-opentafl
        tawlbwrdd-throneless-bell
    """,
    "BERSERK_11": """
        berserk berserk-abstractplay
    """,
    "BERSERK_OPENTAFL_11": """
        berserk-hnefatafl-rs berserk-opentafl
    """,
    "DIAMOND_11": """
        copenhagen copenhagen-abstractplay copenhagen-hnefatafl-org copenhagen-hnefatafl-rs copenhagen-npm
        copenhagen-npm-2 copenhagen-opentafl copenhagen-opentafl-relaxed copenhagen-taflzero david-brown fetlar
        fetlar-2013 fetlar-abstractplay fetlar-ludii fetlar-ludii-latin fetlar-opentafl fetlar-opentafl-computer
        fetlar-page total-abstractplay
        history-craft hnefatafl-11 hnefatafl-11-announcements hnefatafl-11-anvil hnefatafl-11-dice hnefatafl-11-edge
        hnefatafl-11-edge-draw hnefatafl-11-throne hnefatafl-jocly king-anvil-only-edge old-hnefatafl
        old-hnefatafl-abstractplay plantagenet skalk tawlbwrdd-t-diamond tawlbwrdd-throneless-t-diamond
    """,
    "LEWIS_CROSS_11": """
        lewis-cross-abstractplay simple-tafl tawlbwrdd-lewis-cross
    """,
    "LEWIS_DIAMOND_11": """
        sea-battle-lewis-diamond skalk-lewis-diamond tawlbwrdd-ap-ifan tawlbwrdd-lewis-diamond
        tawlbwrdd-throneless-lewis-diamond
    """,
    "SEA_BATTLE_204577_11": """
        sea-battle-204577 sea-battle-204577-w
    """,
    "SERIF_CROSS_11": """
        sea-battle-11 sea-battle-11-abstractplay tawlbwrdd-ludii tawlbwrdd-t-cross tawlbwrdd-throneless-t-cross
        unst-king-hammer-only-cross
    """,
    "TYR_11": """
        tyr-11
    """,
    "T_CIRCLE_11": """
        sea-battle-t-circle
    """,
    "GOKSTAD_III_13": """
        copenhagen-13 copenhagen-hnefatafl-org-13 fetlar-13 old-hnefatafl-13
    """,
    "GOKSTAD_IV_13": """
        historical-13-nielsen
    """,
    "NIELSEN_13": """
        historical-13-modif-parlett sea-battle-13-nielsen
    """,
    "NIELSEN_II_13": """
        sea-battle-13-nielsen-2
    """,
    "PARLETT_13": """
        historical-13 historical-13-w sea-battle-13 sea-battle-13-opentafl
    """,
    "PARLETT_II_13": """
        sea-battle-13-parlett-2 tablut-13
    """,
    "TOFTANES_13": """
        hnefatafl-13
    """,
    "COPPERGATE_II_15": """
        historical-15 sea-battle-15 tablut-15
    """,
    "NIELSEN_15": """
        historical-15-nielsen
    """,
    "TYR_15": """
        tyr-15
    """,
    "ALEA_EVANGELII_19": """
        alea-evangelii alea-evangelii-jocly alea-evangelii-opentafl alea-evangelii-wikipedia
    """,
    "ALEA_GUARDS_19": """
        alea-evangelii-dragonheels
    """,
    "ALEA_LUDII_19": """
        alea-evangelii-ludii
    """,
    "ALEA_UNST_19": """
        alea-evangelii-unst
    """,
}
"""The rulesets that begin from each layout."""
START: Final = {name: layout for layout, names in STARTS.items() for name in names.split()}
DEFENDERS_BEGIN: Final = """
    alea-evangelii ard-ri-jocly ashton-tablut ashton-tablut-aagenielsen berserk-opentafl brandubh-hnefatafl-org
    foteviken-tablut historical-13-w lewis-cross-abstractplay sea-battle-11-abstractplay sea-battle-204577-w
    sea-battle-9-abstractplay sea-battle-9-cyningstan simple-tafl-9-w skalk-9-w tablut-abstractplay tablut-brainking
    tablut-dinotash tawlbwrdd-abstractplay
"""
FITTED = {
    "ard-ri-39-throneless-7": "ard-ri-39",
    "ard-ri-throneless-cross-7": "ard-ri-cross",
    "brandubh-1": "brandubh",
    "brandubh-2": "brandubh-2",
    "brandubh-walker": "brandubh-walker",
    "copenhagen-11": "copenhagen",
    "copenhagen-bell-11": "copenhagen-bell",
    "david-brown-11": "david-brown",
    "fetlar-11": "fetlar",
    "historical-13": "historical-13",
    "old-hnefatafl-11": "old-hnefatafl",
    "saami-tablut-9": "saami-tablut",
    "sea-battle-11": "sea-battle-11",
    "sea-battle-2526-9": "sea-battle-star",
    "sea-battle-9": "sea-battle-9",
    "sea-battle-t-9": "sea-battle-9",
    "simple-tafl-11": "simple-tafl",
    "skalk-11": "skalk",
    "tawlbwrdd-lewis-cross-11": "tawlbwrdd-lewis-cross",
    "tawlbwrdd-t-diamond-11": "tawlbwrdd-t-diamond",
    "welsh-tawlbwrdd-11": "tawlbwrdd",
}
"""The files of the archive, and the rulesets that were fitted to their games."""

CONSTANTS: Final = {name: getattr(variants, name) for name in variants.__all__ if name.isupper()}
SHIPPED: Final = tuple(variants.get(name) for name in START)


class TestLookup:
    def test_names_are_sorted(self) -> None:
        assert variants.names() == tuple(sorted(START))

    @pytest.mark.parametrize("constant", CONSTANTS)
    def test_constants_are_called_as_they_are_named(self, constant: str) -> None:
        rules = CONSTANTS[constant]
        assert constant == rules.name.upper().replace("-", "_")
        assert constant in variants.__all__
        assert variants.get(constant) is rules

    @pytest.mark.parametrize("rules", SHIPPED, ids=lambda r: r.name)
    def test_every_name_and_alias_is_found_however_it_is_written(self, rules: Ruleset) -> None:
        for name in (rules.name, *rules.aliases):
            for written in (
                name,
                name.upper(),
                name.title(),
                name.replace("-", " "),
                name.replace("-", "_"),
                f" {name}\n",
            ):
                assert variants.get(written) is rules

    def test_names_and_aliases_are_kebab_case_and_unique(self) -> None:
        every = [name for rules in SHIPPED for name in (rules.name, *rules.aliases)]
        assert len(set(every)) == len(every)
        for name in every:
            assert re.fullmatch(r"[^\W_A-Z]+(-[^\W_A-Z]+)*", name)

    @pytest.mark.parametrize("name", FITTED)
    def test_the_archives_file_names_are_aliases(self, name: str) -> None:
        assert variants.get(name).name == FITTED[name]

    def test_decomposed_letters_are_the_same_name(self) -> None:
        assert variants.get("Ko\u0308nigszabel") is variants.MADERA_TABLUT

    @pytest.mark.parametrize(
        ("asked", "suggested"),
        [
            ("copenhagn", ("copenhagen",)),
            ("Brandubb", ("brandubh",)),
            ("hnefatafl", ("hnefatafl-11", "hnefatafl-13")),
            ("historical", ("historical-13", "historical-13-nielsen")),
            ("tic tac toe", ()),
            ("", ()),
            ("\ud800", ()),
            ("x" * 100_000, ()),
        ],
    )
    def test_unknown_names_suggest_what_comes_near(self, asked: str, suggested: tuple[str, ...]) -> None:
        with pytest.raises(UnknownVariantError) as caught:
            variants.get(asked)
        assert caught.value.name == asked
        assert set(suggested) <= set(caught.value.suggestions) <= set(variants.names())
        assert bool(caught.value.suggestions) == bool(suggested)
        assert len(caught.value.suggestions) <= 3

    @pytest.mark.parametrize("asked", [None, 7, b"tablut", variants.TABLUT, ("tablut",)])
    def test_what_is_no_text_is_no_name(self, asked: object) -> None:
        with pytest.raises(UnknownVariantError):
            variants.get(asked)  # type: ignore[arg-type]


class TestCopies:
    """What a copy made by ``evolve`` is called, and what is still said of it."""

    LABELS: Final = ("name", "origin", "aliases", "source", "notes", "version")

    def labels(self, rules: Ruleset) -> tuple[object, ...]:
        return tuple(getattr(rules, label) for label in self.LABELS)

    def test_a_changed_copy_says_nothing_of_what_it_was_made_from(self) -> None:
        base = variants.BRANDUBH.evolve(version=4)
        assert self.labels(base)[1:] == (*self.labels(variants.BRANDUBH)[1:5], 4)
        base = base.evolve(notes="In the archive it is type 51.")
        house = base.evolve(name="House brandubh", escape=Region.EDGE)
        assert self.labels(house) == ("House brandubh", "brandubh", (), "", "", 1)
        given: dict[str, Any] = {
            "aliases": ("hus",),
            "origin": "elsewhere",
            "source": "the house",
            "notes": "None.",
            "version": 2,
        }
        house = base.evolve(name="House brandubh", escape=Region.EDGE, **given)
        assert self.labels(house) == ("House brandubh", "elsewhere", ("hus",), "the house", "None.", 2)

    def test_a_changed_copy_without_a_name_is_called_after_its_origin(self) -> None:
        first = variants.BRANDUBH.evolve(escape=Region.EDGE, notes="")
        assert self.labels(first) == ("brandubh, changed", "brandubh", (), "", "", 1)
        assert self.labels(first.evolve(king=KingStrength.WEAK)) == self.labels(first)
        named = first.evolve(name="House brandubh", king=KingStrength.WEAK)
        assert (named.name, named.origin) == ("House brandubh", "brandubh")
        assert first.evolve(name="House brandubh").origin == "brandubh"
        assert named.evolve(size=9, start=layouts.CROSS_9).name == "House brandubh, changed"
        assert named.evolve(size=9, start=layouts.CROSS_9).origin == "House brandubh"
        assert variants.BRANDUBH.evolve(name="brandubh", escape=Region.EDGE).name == "brandubh"

    def test_a_changed_copy_keeps_what_is_said_of_other_options(self) -> None:
        notes = {
            "": "Somebody played it.",
            "all": "Our reading (all): everything.",
            "none": "Our reading: of no option.",
            "match": "Match: two games are played.",
            "king": "Our reading (king): two capture him.",
            "stop": "Departure from the source (throne.stop): the king returns.",
            "hostile": "Our reading (throne.hostile_empty, corners.hostile_empty): both are hostile to him.",
            "two": "Optional in the source (no_move, first): the attackers begin.",
            "off": "Optional in the source, not in force here (die): a die.",
        }
        base = variants.BRANDUBH.evolve(notes="\n".join(notes.values()))

        def kept(**options: Any) -> set[str]:
            return {key for key, line in notes.items() if line in base.evolve(**options).notes.splitlines()}

        tied = {"match", "king", "stop", "hostile", "two", "off"}
        assert kept(encirclement=False) == tied
        assert kept(king=KingStrength.WEAK) == tied - {"king"}
        assert kept(no_move="draw", die=Die()) == tied - {"two", "off"}
        assert kept(throne=throne(PieceSet.MEN)) == tied - {"hostile"}
        assert kept(throne=None, king=base.king.WEAK) | {"king"} == tied - {"stop", "hostile"}
        assert kept(size=9, start=layouts.CROSS_9) == tied
        assert kept(king=KingStrength.WEAK, notes="") == set()
        assert kept(name="Old brandubh") == set(notes)
        assert base.evolve(king=KingStrength.WEAK).evolve(first="defenders").readings[0].options == ("throne.stop",)
        camps = variants.FOTEVIKEN_TABLUT.evolve(no_move="draw")
        assert ("zones.enter",) in [reading.options for reading in camps.readings]
        assert ("zones.enter",) not in [reading.options for reading in camps.evolve(zones=(), escape="edge").readings]

    def test_a_file_with_a_base_keeps_what_is_said_of_other_options(self) -> None:
        house = json.parse_rules('{"name": "house", "base": "s003", "no_move": "draw", "repetition": {"count": 4}}')
        assert {reading.options for reading in house.readings} == {
            reading.options
            for reading in variants.FOTEVIKEN_TABLUT.readings
            if not {"no_move", "repetition"} & set(reading.options)
        }
        assert house.match_rules == variants.FOTEVIKEN_TABLUT.match_rules

    def test_a_copy_that_plays_the_same_keeps_its_labels(self) -> None:
        brandubh = variants.BRANDUBH
        corners = Region.parse("a1, a7, g1, g7")
        assert self.labels(brandubh.evolve(escape=corners)) == self.labels(brandubh)
        noted = brandubh.evolve(notes="Our reading: none.")
        assert (noted.name, noted.origin, noted.aliases) == ("brandubh", "", brandubh.aliases)
        renamed = brandubh.evolve(name="Old brandubh")
        assert (renamed.origin, renamed.aliases) == ("brandubh", ())
        assert (renamed.source, renamed.notes) == (brandubh.source, brandubh.notes)

    def test_rulesets_are_found_by_their_origin(self) -> None:
        names = {rules.name for rules in variants.find(origin="copenhagen", size=13)}
        assert names == {"copenhagen-13", "copenhagen-hnefatafl-org-13"}

    def test_the_origins_of_shipped_rulesets_are_shipped(self) -> None:
        assert {rules.origin for rules in SHIPPED} - {""} < set(START)


class TestEntryPoints:
    HOUSE = variants.BRANDUBH.evolve(name="House Brandubh", aliases=("hus",), escape=Region.EDGE)

    def test_rulesets_of_other_distributions_are_found(self, register: Register) -> None:
        register(house=self.HOUSE)
        assert variants.get("house-brandubh") is self.HOUSE
        assert variants.get("HUS") is self.HOUSE
        assert variants.names() == tuple(sorted([*START, "House Brandubh"]))
        with pytest.raises(UnknownVariantError, match="did you mean House Brandubh"):
            variants.get("house brandub")

    @pytest.mark.parametrize("options", [{"name": "house"}, {"escape": Region.EDGE}], ids=" ".join)
    def test_a_changed_copy_gives_no_warning(self, register: Register, options: dict[str, Any]) -> None:
        """A copy of a shipped ruleset does not claim the aliases of that one."""
        house = variants.BRANDUBH.evolve(**options)
        register(house=house)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert variants.get(house.name) is house
            assert variants.names() == tuple(sorted([*START, house.name]))

    def test_one_entry_point_may_offer_several(self, register: Register) -> None:
        more = [self.HOUSE, self.HOUSE.evolve(name="second", aliases=())]
        register(houses=iter(more))
        assert variants.get("second") is more[1]
        assert {"House Brandubh", "second"} < set(variants.names())

    def test_shipped_names_do_not_load_them(self, register: Register) -> None:
        register(gone=MISSING)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert variants.get("brandubh") is variants.BRANDUBH

    def test_they_are_loaded_once(self, register: Register) -> None:
        register(house=self.HOUSE)
        variants.names()
        register()
        assert variants.get("hus") is self.HOUSE

    def test_a_broken_one_is_left_out_with_a_warning(self, register: Register) -> None:
        register(gone=MISSING, house=self.HOUSE)
        with pytest.warns(RuntimeWarning, match="'gone' ignored: AttributeError"):
            assert variants.get("hus") is self.HOUSE

    @pytest.mark.parametrize("offered", [7, ["tablut"], None], ids=repr)
    def test_what_is_no_ruleset_is_left_out_with_a_warning(self, register: Register, offered: object) -> None:
        register(wrong=offered, house=self.HOUSE)
        with pytest.warns(RuntimeWarning, match="'wrong' ignored"):
            assert "House Brandubh" in variants.names()

    def test_one_that_tries_to_leave_the_program_is_left_out(self, register: Register) -> None:
        def leave() -> Iterator[Ruleset]:
            yield self.HOUSE
            raise SystemExit(3)

        register(leaving=leave())
        with pytest.warns(RuntimeWarning, match="SystemExit"):
            assert variants.names() == tuple(sorted(START))

    def test_a_shipped_name_is_not_taken_over(self, register: Register) -> None:
        register(usurper=self.HOUSE.evolve(name="Copenhagen 11"), again=self.HOUSE.evolve(name="TABLUT"))
        with (
            pytest.warns(RuntimeWarning, match="the name 'TABLUT' is taken"),
            pytest.warns(RuntimeWarning, match="the name 'Copenhagen 11' is taken"),
        ):
            assert variants.names() == tuple(sorted(START))
        assert variants.get("copenhagen-11") is variants.COPENHAGEN

    def test_a_shipped_alias_is_not_taken_over(self, register: Register) -> None:
        register(house=self.HOUSE.evolve(aliases=("foteviken", "hus")))
        with pytest.warns(RuntimeWarning, match="alias 'foteviken' of 'House Brandubh' is taken"):
            assert variants.get("hus").name == "House Brandubh"
        assert variants.get("foteviken") is variants.FOTEVIKEN_TABLUT

    def test_the_first_of_two_with_one_name_is_kept(self, register: Register) -> None:
        other = self.HOUSE.evolve(name="House Brandubh", quiet_limit=50)
        register(b=other, a=self.HOUSE)
        with pytest.warns(RuntimeWarning, match="'b' ignored: the name"):
            assert variants.get("House Brandubh") is self.HOUSE


class TestLabels:
    @pytest.mark.parametrize("rules", SHIPPED, ids=lambda r: r.name)
    def test_all_tell_their_source_and_their_readings(self, rules: Ruleset) -> None:
        assert rules.source
        # How we read a simple fort is in every leaflet that has one, not in the notes.
        assert rules.simple_fort or re.search("^(Our reading|Departure from the source)", rules.notes, re.MULTILINE)
        assert all(re.match("[A-Z].*\\.$", note) for note in rules.notes.split("\n"))
        assert rules.version == VERSIONS.get(rules.name, 1)

    def test_the_documents_are_found_by_their_numbers(self) -> None:
        for number in ("000", "001", "003", "004"):
            assert f"S{number}" in variants.get(f"s{number}").source

    def test_all_differ_from_one_another(self) -> None:
        for one in SHIPPED:
            assert [other.name for other in SHIPPED if other == one] == [one.name]

    @pytest.mark.parametrize("rules", SHIPPED, ids=lambda r: r.name)
    def test_all_are_symmetric_but_for_the_knight_of_berserk(self, rules: Ruleset) -> None:
        symmetric = {symmetry for symmetry in Symmetry if rules.start.transform(symmetry) == rules.start}
        assert len(symmetric) == (2 if rules.name.startswith("berserk") else 8)
        assert {symmetry for symmetry in Symmetry if rules.transform(symmetry) is rules} == symmetric


def throne(hostile: PieceSet) -> Zone:
    return Zone(name="throne", squares=Region.CENTRE, stop=PieceSet.KING, hostile_empty=hostile)


def corners(hostile: PieceSet) -> Zone:
    return Zone(name="corners", squares=Region.CORNERS, stop=PieceSet.KING, cross=PieceSet.KING, hostile_empty=hostile)


def plain(size: int, start: Board) -> Ruleset:
    return Ruleset(name="plain", size=size, start=start)


class TestRules:
    """What each ruleset changes from the defaults, or from a relative."""

    def test_starts(self) -> None:
        for name, layout in START.items():
            rules = variants.get(name)
            assert rules.start is getattr(layouts, layout)
            assert rules.size == rules.start.size
            assert rules.first is (Side.DEFENDERS if name in DEFENDERS_BEGIN.split() else Side.ATTACKERS)

    def test_hnefatafl_13(self) -> None:
        assert variants.HNEFATAFL_13.diff(plain(13, layouts.TOFTANES_13)) == {
            "throne": (throne(PieceSet.KING), throne(PieceSet.ALL)),
            "corners": (corners(PieceSet.ALL), corners(PieceSet.MEN)),
            "king": (KingStrength.MIDDLEWEIGHT, KingStrength.STRONG),
            "joint_capture": (True, False),
            "edge_hostile": (PieceSet.ALL, PieceSet.NONE),
        }

    def test_hnefatafl_11(self) -> None:
        assert variants.HNEFATAFL_11.diff(plain(11, layouts.DIAMOND_11)) == {
            "throne": (throne(PieceSet.NONE), throne(PieceSet.ALL)),
            "corners": (corners(PieceSet.ALL), corners(PieceSet.MEN)),
            "king": (KingStrength.MIDDLEWEIGHT, KingStrength.STRONG),
            "repetition": (Repetition(consequence=Consequence.FORBIDDEN), Repetition()),
        }

    def test_hnefatafl_11_keeps_zugzwang_in_effect(self) -> None:
        """S001 "Sich wiederholende Züge": "Es ist daher sinnvoll, diese zu begrenzen, damit der Zugzwang weiterhin
        wirkt. [...] Nur so wird man irgendwann gezwungen, diese Stellungen zu öffnen." """
        position = Position.initial(variants.HNEFATAFL_11)
        for move in ("d1-c1 d6-d7 c1-d1 d7-d6 " * 2).split()[:7]:
            position = position.play(Move.parse(move))
        assert reason(position, Move.parse("d7-d6")) is Illegality.REPETITION
        # A king who goes to and fro in his fortress has to stop, so that it opens.
        board = Board.parse("/2TK1T5/2TTTT5/t10/11/11/11/11/11/11/11/11/")
        position = Position.from_board(board, variants.HNEFATAFL_11, Side.ATTACKERS)
        for move in ("a3-a4 d1-e1 a4-a3 e1-d1 " * 2).split()[:7]:
            position = position.play(Move.parse(move))
        assert position.outcome is None
        assert Move.parse("e1-d1") not in position.legal_moves()

    def test_the_additional_rules_of_hnefatafl_11(self) -> None:
        """S001 "Mögliche Zusatzregeln": a ruleset for each but the lot, and all of them together."""
        additional: dict[str, Any] = {
            "escape": ("edge", Region.EDGE),
            "die": ("dice", Die()),
            "hammer": ("anvil", PieceSet.MEN),
            "throne": ("throne", throne(PieceSet.KING)),
            "edge_capture": ("edge-draw", EdgeCapture.DRAW),
            "announcements": ("announcements", Announcements(way_out=Call.MUST, threat=Call.MAY)),
        }
        for option, (ending, value) in additional.items():
            rules = variants.get(f"hnefatafl-11-{ending}")
            assert rules.diff(variants.HNEFATAFL_11) == {option: (value, getattr(variants.HNEFATAFL_11, option))}
            (offered,) = [
                reading
                for reading in rules.readings
                if reading.optional and reading.in_force and reading.options != ("repetition",)
            ]
            assert offered.options[0].partition(".")[0] == option
        options: dict[str, Any] = {"first": None} | {option: value for option, (_, value) in additional.items()}
        rules = variants.HNEFATAFL_11.evolve(**options)
        assert set(rules.diff(variants.HNEFATAFL_11)) == set(options)
        left = [reading for reading in variants.HNEFATAFL_11.readings if not reading.in_force]
        assert {reading.options[0].partition(".")[0] for reading in left} == set(options)

    def test_hnefatafl_goes_on_either_board(self) -> None:
        small = variants.HNEFATAFL_13.evolve(size=11, start=layouts.DIAMOND_11)
        large = variants.HNEFATAFL_11.evolve(size=13, start=layouts.TOFTANES_13)
        assert set(small.diff(variants.HNEFATAFL_13)) == set(large.diff(variants.HNEFATAFL_11)) == {"size", "start"}

    def test_foteviken_tablut(self) -> None:
        rules = variants.FOTEVIKEN_TABLUT
        assert set(rules.diff(plain(9, layouts.CROSS_9))) == {
            "first",
            "throne",
            "corners",
            "zones",
            "escape",
            "repetition",
            "announcements",
        }
        assert rules.throne == Zone(
            name="castle",
            squares=Region.CENTRE,
            stop=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_empty=PieceSet.KING,
        )
        assert rules.corners is None
        assert rules.announcements == Announcements(way_out=Call.MUST, raichi=True, binding=True)
        assert rules.repetition == Repetition(count=3, consequence=Consequence.OFFENSIVE_DEVIATES)
        assert len(rules.zones) == 4
        for zone in rules.zones:
            assert (zone.stop, zone.enter, zone.cross) == (PieceSet.ATTACKERS, PieceSet.NONE, PieceSet.NONE)
            assert (zone.hostile_empty, zone.hostile_always) == (PieceSet.NONE, PieceSet.KING)
        exits = rules.escape.squares(9)
        assert len(exits) == 32 - 12
        assert exits == SquareSet(Region.EDGE.squares(9) - layouts.CROSS_9.squares(PieceSet.ATTACKERS))

    def test_madera_tablut(self) -> None:
        assert variants.MADERA_TABLUT.diff(plain(9, layouts.CROSS_9)) == {
            "throne": (throne(PieceSet.KING), throne(PieceSet.ALL)),
            "corners": (corners(PieceSet.NONE), corners(PieceSet.MEN)),
            "king": (KingStrength.MIDDLEWEIGHT, KingStrength.STRONG),
            "fewest_attackers": (3, 1),
        }
        assert variants.MADERA_TABLUT.no_move is NoMove.LOSS

    def test_copenhagen_and_fetlar(self) -> None:
        assert plain(11, layouts.DIAMOND_11) == variants.FETLAR
        assert variants.COPENHAGEN.diff(variants.FETLAR) == {
            "shieldwall": (Shieldwall(), None),
            "exit_fort": (True, False),
            "encirclement": (True, False),
            "repetition": (Repetition(consequence=Consequence.DEFENDERS_LOSE), Repetition()),
        }

    def test_fetlar_as_the_page_words_it(self) -> None:
        """aagenielsen.dk/fetlar_rules_en.php, as stored in 2026: "UNLESS he is the only white piece remaining on the
        board and is completely surrounded by black (i.e. rule 8)"; §7b: "If the attackers surround the king and ALL
        remaining defenders, then they win"."""
        page, games = variants.get("fetlar-page"), variants.FETLAR

        def end(record: str, move: str, rules: Ruleset) -> Outcome | None:
            return Position.parse(record, rules, Side.ATTACKERS).play(Move.parse(move)).outcome

        lone = "/4tKt4/11/5t5/11/11/11/11/11/11/11/11/"
        captured = Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)
        assert end(lone, "f3-f2", page) == captured
        assert end(lone, "f3-f2", games) == Outcome(Side.ATTACKERS, Termination.NO_LEGAL_MOVE)
        with_a_man = lone.replace("/11/11/", "/11/T10/", 1)
        assert end(with_a_man, "f3-f2", page) is None
        # The corner is no attacker, and the king can go there.
        assert end("/1Kt8/11/1t9/11/11/11/11/11/11/11/11/", "b3-b2", page) is None
        four = "/11/5t5/4tKt4/11/5t5/T10/11/11/11/11/11/"
        assert end(four, "f5-f4", page) == end(four, "f5-f4", games) == captured
        ring = "/11/11/4ttt4/3t3t3/3t1K1t3/3t3t3/4tt1t3/11/11/11/11/"
        assert end(ring, "h7-g7", page) == Outcome(Side.ATTACKERS, Termination.ENCIRCLEMENT)
        assert end(ring, "h7-g7", games) is None

    def test_total_is_copenhagen_with_berserk_turns(self) -> None:
        """AbstractPlay, locales/en/apgames.json at f1004eb, read on 2026-11-29: "a strong armed king with corner escape
        rules, with shield wall captures, exit forts, and encirclement win. Berserk capture is enabled and the king can
        make a berserk escape. Repetitions result in a draw."""
        total = variants.get("total-abstractplay")
        assert total.start == variants.COPENHAGEN.start
        # The king captures b2, and may go on to a corner, or stop.
        going_on = Position.parse("/9t1/1tT8/K10/11/11/11/11/11/11/11/11/", total, Side.DEFENDERS).play(
            Move.parse("a3-a2")
        )
        assert {str(move) for move in going_on.legal_moves()} == {"a2-a1", "a2-a11", "a2-a2"}
        escaped = Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
        assert going_on.play(Move.parse("a2-a1")).outcome == escaped
        wall = Position.parse("/2tTT1t4/3tt6/11/11/11/11/11/11/11/11/5K5/", total, Side.ATTACKERS)
        assert {str(each.square) for each in wall.explain(Move.parse("g1-f1")).captures} == {"d1", "e1"}
        shuffled = Position.initial(total)
        for move in ["a4-a3", "e5-e4", "a3-a4", "e4-e5"] * 2:
            shuffled = shuffled.play(Move.parse(move))
        assert shuffled.outcome == Outcome(None, Termination.REPETITION)
        ring = "/11/11/4ttt4/3t3t3/3t1K1t3/3t3t3/4tt1t3/11/11/11/11/"
        after = Position.parse(ring, total, Side.ATTACKERS).play(Move.parse("h7-g7"))
        assert after.outcome == Outcome(Side.ATTACKERS, Termination.ENCIRCLEMENT)

    def test_a_ship_that_cannot_move_loses_by_the_page(self) -> None:
        """aagenielsen.dk/seabattle_rules.php §8: a player who cannot move loses."""
        for name in ("sea-battle-9", "sea-battle-11", "sea-battle-13", "sea-battle-15"):
            rules = variants.get(name)
            assert rules.no_move is NoMove.LOSS
            assert all("no_move" not in reading.options for reading in rules.readings)
            assert "§8" in rules.notes

    def test_brandubh_and_magpie(self) -> None:
        defenders_lose = Repetition(consequence=Consequence.DEFENDERS_LOSE)
        assert variants.BRANDUBH.diff(plain(7, layouts.CROSS_7)) == {
            "corners": (corners(PieceSet.ALL), corners(PieceSet.MEN)),
            "king": (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG),
            "encirclement": (True, False),
            "repetition": (defenders_lose, Repetition()),
        }
        assert variants.get("brandubh-2").diff(variants.BRANDUBH) == {
            "throne": (throne(PieceSet.MEN), throne(PieceSet.ALL)),
            "king": (KingStrength.STRONG_ON_THRONE, KingStrength.STRONG_NEAR_THRONE),
        }
        assert variants.MAGPIE.diff(variants.BRANDUBH) == {
            "king": (KingStrength.MIDDLEWEIGHT, KingStrength.STRONG_NEAR_THRONE),
            "encirclement": (False, True),
            "speed": (Speed(king=1), Speed()),
            "repetition": (Repetition(), defenders_lose),
        }

    def test_tablut_and_its_kin(self) -> None:
        assert variants.TABLUT.diff(plain(9, layouts.CROSS_9)) == {
            "corners": (None, corners(PieceSet.MEN)),
            "escape": (Region.EDGE, Region.CORNERS),
            "king": (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG),
            "encirclement": (True, False),
        }
        assert variants.SAAMI_TABLUT.diff(variants.TABLUT) == {
            "encirclement": (False, True),
            "repetition": (Repetition(consequence=Consequence.DEFENDERS_LOSE), Repetition()),
        }
        assert set(variants.TAWLBWRDD.diff(variants.TABLUT)) == {"size", "start"}
        assert set(variants.HISTORICAL_13.diff(variants.TABLUT)) == {"size", "start"}

    def test_ashton_tablut(self) -> None:
        rules = variants.ASHTON_TABLUT
        assert set(rules.diff(variants.SAAMI_TABLUT)) == {
            "first",
            "throne",
            "zones",
            "fewest_attackers",
            "repetition",
        }
        assert rules.fewest_attackers == 0
        assert rules.repetition == Repetition(count=2, consequence=Consequence.DRAW, counts_start=False)
        *camps, flanks = rules.zones
        assert len(camps) == 4
        for camp in camps:
            assert (camp.stop, camp.enter, camp.cross) == (PieceSet.ATTACKERS, PieceSet.NONE, PieceSet.NONE)
            assert camp.hostile_always == PieceSet.DEFENDERS
        assert flanks.squares.squares(9).names == (
            *("a4", "a6", "b5", "d1", "d9", "e2"),
            *("e8", "f1", "f9", "h5", "i4", "i6"),
        )
        assert flanks == Zone(name="camp flanks", squares=flanks.squares, hostile_always=PieceSet.ATTACKERS)
        assert rules.throne is not None
        assert (rules.throne.hostile_empty, rules.throne.hostile_always) == (PieceSet.ALL, PieceSet.DEFENDING_MEN)
        assert (rules.throne.stop, rules.throne.cross) == (PieceSet.NONE, PieceSet.NONE)

    def test_sea_battle_and_simple_tafl(self) -> None:
        assert variants.SEA_BATTLE_9.diff(variants.SAAMI_TABLUT) == {
            "throne": (None, throne(PieceSet.ALL)),
            "king": (KingStrength.STRONG, KingStrength.STRONG_NEAR_THRONE),
            "hammer": (PieceSet.MEN, PieceSet.ALL),
            "anvil": (PieceSet.MEN, PieceSet.ALL),
        }
        assert set(variants.SEA_BATTLE_11.diff(variants.SEA_BATTLE_9)) == {"size", "start", "encirclement"}
        once = Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS)
        assert variants.SIMPLE_TAFL.diff(variants.SEA_BATTLE_11) == {
            "start": (layouts.LEWIS_CROSS_11, layouts.SERIF_CROSS_11),
            "king": (KingStrength.WEAK, KingStrength.STRONG),
            "hammer": (PieceSet.ALL, PieceSet.MEN),
            "anvil": (PieceSet.ALL, PieceSet.MEN),
            "repetition": (once, Repetition(consequence=Consequence.DEFENDERS_LOSE)),
        }
        assert variants.OLD_HNEFATAFL.diff(variants.FETLAR) == {
            "corners": (corners(PieceSet.ALL), corners(PieceSet.MEN)),
            "king": (KingStrength.MIDDLEWEIGHT, KingStrength.STRONG),
        }


FITTED_OPTIONS: Final = """
    size start first escape king throne corners hammer anvil shieldwall exit_fort encirclement speed
"""
"""The options that ``variants.json`` of the archive tells, or that its games leave no doubt about."""


@pytest.mark.parametrize("name", FITTED)
def test_archive_variants_are_those_fitted_to_its_games(name: str) -> None:
    shipped, found = variants.get(name), fitted(name)
    for option in set(FITTED_OPTIONS.split()) - MENDED.get(name, set()):
        assert getattr(shipped, option) == getattr(found, option)


def test_doctests() -> None:
    for module in (variants, _parts, layouts):
        assert doctest.testmod(module).failed == 0


def test_the_notes_say_what_the_archive_shows() -> None:
    assert list(_archive._EVIDENCE) == [rules.name for rules in _archive.RULESETS]
    rules = variants.get("old-hnefatafl-13")
    assert rules.source == '"Old Hnefatafl 13×13 (Viking Siege)", type 36 of the archive of aagenielsen.dk'
    assert rules.notes.split("\n")[:5] == [
        "In half of the games of the archive, 43 of 43 agree, 1 with an unexplained end.",
        "They settle (in brackets: how many speak against the nearest other answer) the goal (3), the king (4), "
        "whether the king captures (8), who crosses the throne (2), the corners against attackers (5), the corners "
        "against defenders (2), the corners against the king (3), the joint capture (1), the king's speed (28).",
        "They exclude some answers about the throne (15), the throne against attackers (1), the throne against "
        "defenders (6).",
        "They leave open the throne against the king, shieldwalls, exit forts, encirclement, and the rules named as "
        "our reading.",
        "The rules are those of old-hnefatafl on another layout, but for encirclement.",
    ]
    assert "whether the king captures (17 or more)" in variants.get("old-magpie").notes
    assert "of the wrong side: slips of the record." in variants.get("old-magpie").notes


def test_modules_stay_short() -> None:
    folder = Path(variants.__file__).parent
    assert all(len(path.read_text("utf-8").splitlines()) <= 400 for path in folder.glob("*.py"))


class TestInstalledRulesetsInOtn:
    """A record that names a ruleset of another distribution, some of whose rules OTN cannot say."""

    HOUSE = variants.COPENHAGEN.evolve(name="House hnefatafl")

    def record(self, rules: Ruleset) -> str:
        return f"[rules:{otn.nearest_rules(rules)[0]}] 1. d1-d3 f8-i8"

    def test_a_record_is_played_by_the_installed_ruleset_that_it_was_written_from(self, register: Register) -> None:
        assert otn.nearest_rules(self.HOUSE)[1]
        assert otn.parse_game(self.record(self.HOUSE)).ruleset != self.HOUSE  # nothing is installed
        register(house=self.HOUSE)
        vars(variants)["_list_registered"].cache_clear()
        assert otn.parse_game(self.record(self.HOUSE)).ruleset is self.HOUSE

    def test_another_ruleset_of_that_name_is_played_as_it_is_written(self, register: Register) -> None:
        register(house=self.HOUSE)
        other = self.HOUSE.evolve(name="House hnefatafl", shieldwall=None)
        with pytest.warns(RuntimeWarning, match="differ from the installed ruleset House hnefatafl.*shieldwall: none"):
            game = otn.parse_game(self.record(other))
        assert game.ruleset.shieldwall is None

    def test_the_command_replays_by_the_installed_ruleset(
        self, register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        # Without a rule of its own OTN lets the attackers lose only when all are captured.
        house = variants.BRANDUBH.evolve(name="House brandubh", fewest_attackers=8)
        register(house=house)
        path = tmp_path / "w.otg"
        path.write_text(f"[rules:{otn.nearest_rules(house)[0]}] 1. d1-c1 d3-c3\n", "utf-8")
        assert main(["replay", str(path), "--jobs", "1"]) == 0
        assert "House brandubh, 1 game" in capsys.readouterr().out
        assert otn.parse_game(path.read_text("utf-8")).ruleset.fewest_attackers == 8
