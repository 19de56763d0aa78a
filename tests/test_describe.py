"""Rules in words: every option is told, in every language, and no word of one language strays into another."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulesets import LAYOUTS
from strategies import bare_king, diagonal_blow, rulesets

from hnefatafl import (
    Announcements,
    Board,
    Consequence,
    EdgeCapture,
    HnefataflError,
    KingStrength,
    Move,
    NoMove,
    Outcome,
    PieceSet,
    Region,
    Repetition,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Square,
    UnknownLanguageError,
    Zone,
    options,
    variants,
)
from hnefatafl.cli import main
from hnefatafl.describe import LANGUAGES, _english, _german, _swedish, describe

DATA: Final = Path(__file__).parent / "data"
CATALOGUES: Final = {"en": _english.ENGLISH, "de": _german.GERMAN, "sv": _swedish.SWEDISH}
each_language = pytest.mark.parametrize("lang", LANGUAGES)

GROUND: Final = Zone(name="ground", squares=Region.of("c3", "c4"))
PLAIN: Final = Ruleset(
    name="plain", size=7, start=LAYOUTS["L7.11"], throne=None, corners=None, shieldwall=None, zones=[GROUND]
)
"""The rules that the others differ from: no throne, no corners, and a zone of two squares that does nothing."""
THRONE: Final[Any] = attrs.fields(Ruleset).throne.default
CORNERS: Final[Any] = attrs.fields(Ruleset).corners.default
SETS: Final = [PieceSet(bits) for bits in range(8)]


# ----------------------------------------------------------------------------------------------------- every option


def one_after_another(base: Ruleset, option: str, values: list[Any]) -> tuple[str, list[Ruleset]]:
    """Rulesets that differ in one option; "throne.stop" is a field of a field."""
    name, _, inner = option.partition(".")
    if not inner:
        return option, [base.evolve(**{name: value}) for value in values]
    holder: Any = base.zones[0] if name == "zones" else getattr(base, name)
    changed = [attrs.evolve(holder, **{inner: value}) for value in values]
    found = [base.evolve(**{name: [one] if name == "zones" else one}) for one in changed]
    return f"{type(holder).__name__}.{inner}", found


def cases() -> Iterator[tuple[str, list[Ruleset]]]:
    """For every option, rulesets that differ in it alone and play differently."""
    turn = one_after_another
    throned, cornered = PLAIN.evolve(throne=THRONE), PLAIN.evolve(corners=CORNERS)
    walled, speedy = cornered.evolve(shieldwall=Shieldwall()), PLAIN.evolve(speed=Speed(king=2))
    yield turn(PLAIN, "start", [LAYOUTS["L7.11"], LAYOUTS["L7.5"]])
    yield "size", [PLAIN, PLAIN.evolve(size=9, start=LAYOUTS["L9.5"])]
    yield turn(PLAIN, "first", [*Side, None])
    yield turn(PLAIN, "throne", [None, THRONE, attrs.evolve(THRONE, squares=Region.of("d3"))])
    yield turn(PLAIN, "corners", [None, CORNERS])
    yield turn(PLAIN, "zones", [[], [GROUND], [GROUND, Zone(name="more", squares=Region.of("e5"))]])
    yield turn(PLAIN, "zones.squares", [Region.of("c3"), Region.of("c4"), Region.EDGE, Region.BOARD])
    yield turn(PLAIN, "zones.stop", SETS)
    yield turn(PLAIN, "zones.enter", SETS)
    yield turn(PLAIN, "zones.cross", SETS)
    for field in ("hostile_empty", "hostile_always"):
        yield turn(PLAIN, f"zones.{field}", SETS)
        yield turn(cornered, f"corners.{field}", SETS)
    for field in ("stop", "enter", "cross", "hostile_empty", "hostile_always"):
        yield turn(throned.evolve(throne=attrs.evolve(THRONE, stop=PieceSet.ALL)), f"throne.{field}", SETS)
    edge = Region.EDGE
    some = Region.of("a3", "a4")
    regions = [
        edge,
        Region.CORNERS,
        Region.BOARD - Region.CENTRE,
        some,
        edge - some,
        edge - Region.CORNERS,
        edge & some,
    ]
    regions += [(Region.of("b2") | Region.CORNERS) - Region.of("a1"), Region.of("b2") | Region.CORNERS]
    yield turn(PLAIN, "escape", regions)
    yield turn(throned, "king", list(KingStrength))
    yield turn(PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT), "edge_capture", list(EdgeCapture))
    for option in ("joint_capture", "exit_fort", "encirclement", "tuichu_wins"):
        yield turn(PLAIN, option, [False, True])
    yield turn(throned, "linnaean_capture", [False, True])
    for option in ("hammer", "anvil", "edge_hostile"):
        yield turn(PLAIN, option, SETS)
    yield turn(PLAIN, "shieldwall", [None, Shieldwall()])
    yield turn(walled, "shieldwall.corners_close", [False, True])
    yield turn(walled, "shieldwall.flanking", [False, True])
    for field in ("attackers", "defenders", "king"):
        yield turn(speedy, f"speed.{field}", [None, 1, 3])
    yield "speed", [PLAIN, speedy]
    yield turn(PLAIN, "king_die", [None, 1, 6])
    yield turn(PLAIN, "no_move", list(NoMove))
    yield turn(PLAIN, "fewest_attackers", [0, 1, 2, 3])
    yield turn(PLAIN, "quiet_limit", [None, 1, 2, 50])
    yield turn(PLAIN, "repetition", [Repetition(), Repetition(count=4)])
    yield turn(PLAIN, "repetition.count", [2, 3, 10, 11, 12, 13, 21, 22, 23, 31, 111, 112])
    yield turn(PLAIN, "repetition.consequence", list(Consequence))
    yield turn(PLAIN, "repetition.counts_start", [False, True])
    for consequence in list(Consequence)[1:]:
        base = PLAIN.evolve(repetition=Repetition(consequence=consequence))
        yield turn(base, "repetition.by", [None, *Side])
    yield turn(PLAIN, "announcements", list(Announcements))
    yield turn(PLAIN, "extra_captures", [[], [diagonal_blow], [shy]])
    yield turn(PLAIN, "extra_endings", [[], [bare_king], [Silent()]])


def shy(board: Board, move: Move, side: Side) -> list[Square]:
    return []


class Silent:
    def __call__(self, board: Board, turn: Side) -> Outcome | None:
        return None


CASES: Final = list(cases())


@each_language
@pytest.mark.parametrize(("option", "several"), CASES, ids=[f"{n} {option}" for n, (option, _) in enumerate(CASES)])
def test_every_option_is_told(option: str, several: list[Ruleset], lang: str) -> None:
    told = [describe(one, lang) for one in several]
    assert len(set(told)) == len(several)


def test_no_option_is_forgotten() -> None:
    tried = {option if "." in option else f"Ruleset.{option}" for option, _ in CASES}
    holders = (Ruleset, Zone, Speed, Shieldwall, Repetition)
    fields = {f"{holder.__name__}.{field.name}" for holder in holders for field in attrs.fields(holder)}
    labels = {f"Ruleset.{label}" for label in Ruleset.LABELS} | {"Zone.name"}
    assert tried == fields - labels


def test_no_member_is_forgotten() -> None:
    values = [getattr(one, field.name) for _, several in CASES for one in several for field in attrs.fields(Ruleset)]
    values += [value.consequence for value in values if isinstance(value, Repetition)]
    tried = {value for value in values if isinstance(value, Enum)}
    choices = [options.__dict__[name] for name in options.__all__ if issubclass(options.__dict__[name], Enum)]
    assert {member for choice in choices for member in choice} <= tried


# --------------------------------------------------------------------------------------------------- every language


def slots(text: str) -> set[str]:
    """The names of a phrase's slots, whatever form they ask for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@each_language
def test_every_language_has_every_phrase(lang: str) -> None:
    ours, english = CATALOGUES[lang].phrases, CATALOGUES["en"].phrases
    # The edge has a case of its own in German only.
    assert set(ours) - {"edge acc"} == set(english)
    assert {key: slots(text) for key, text in ours.items() if key in english} == {
        key: slots(text) for key, text in english.items()
    }
    assert set(CATALOGUES[lang].pieces) == set(SETS) - {PieceSet.NONE}


def told_in_words(leaflet: str) -> set[str]:
    """The words of a leaflet, without its title and pictures."""
    lines = [line for line in leaflet.split("\n")[2:] if not line.startswith("    ")]
    return set(re.findall(r"\w+", "\n".join(lines).lower()))


WORDS: Final = {
    "en": """
        the of and is are who may move moves king throne corner corners camp square squares board attacker attackers
        defender defenders edge hostile capture captured captures piece pieces soldier soldiers win wins lose loses draw
        drawn position without nobody everybody castle south west north
    """,
    "de": "der das und ist sind wer darf dürfen zug könig feld angreifer verteidiger nicht mit thron eckfelder lager",
    "sv": "och är som får rutan kungen angriparna försvararna inte med av ett drag pjäser borgen hörnen lägret",
}
"""Words of each language that the others do not have."""


@each_language
@pytest.mark.parametrize("name", variants.names())
def test_every_variant_is_described_in_one_language(name: str, lang: str) -> None:
    leaflet = variants.get(name).describe(lang, order=True)
    strange = {word for other in LANGUAGES if other != lang for word in WORDS[other].split()}
    assert told_in_words(leaflet) & strange == set()
    well_set(leaflet)


def well_set(leaflet: str) -> None:
    """No line is too long, no slot is left, every sentence begins with a capital, and no word stands twice."""
    assert max(map(len, leaflet.split("\n"))) <= 78
    assert not re.search(r"[{}|~]|\bNone\b|  +$", leaflet)
    assert not leaflet.endswith("\n")
    texts = [text for text in re.split(r"\n\n+", leaflet) if not text.startswith("    ")]
    for text in texts:
        running = " ".join(text.split())
        assert not re.search(r"\b(\w{2,}) \1\b", running), running
        if set(running) != {"="}:
            assert running[0].isupper() or running[0].isdigit(), running
        if not re.search(r"[-=]{3}", running):
            assert running[-1] in ".:", running


@each_language
@given(ruleset=rulesets(), order=st.booleans())
def test_any_ruleset_can_be_described(lang: str, ruleset: Ruleset, order: bool) -> None:
    leaflet = describe(ruleset, lang, order=order)
    assert max(map(len, leaflet.split("\n"))) <= 78
    assert not re.search(r"[{}|~]|\bNone\b", leaflet)
    assert leaflet == ruleset.describe(lang, order=order)


@pytest.mark.parametrize("name", ["copenhagen", "foteviken-tablut"])
@each_language
def test_leaflets_stay_as_they_are(name: str, lang: str) -> None:
    assert variants.get(name).describe(lang) + "\n" == (DATA / f"rules-{name}.{lang}.txt").read_text("utf-8")


# ------------------------------------------------------------------------------------------------------ some wordings


def running(ruleset: Ruleset, lang: str, *, order: bool = False) -> str:
    """The leaflet without its line breaks."""
    return " ".join(describe(ruleset, lang, order=order).split())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "the edge without the camps"),
        ("de", "der Rand ohne die Lager"),
        ("sv", "ytterkanten utom lägren"),
    ],
)
def test_the_camps_are_named(lang: str, words: str) -> None:
    assert f": {words}." in running(variants.FOTEVIKEN_TABLUT, lang)


@pytest.mark.parametrize(
    ("escape", "words"),
    [
        (Region.EDGE - Region.CORNERS, "der Rand ohne die Eckfelder (a1, a7, g1 und g7)"),
        (Region.CORNERS | Region.of("b2", "b3"), "die Eckfelder (a1, a7, g1 und g7), zusätzlich b2 und b3"),
        (Region.EDGE - Region.NONE - Region.of("a1"), "der Rand ohne a1"),
        (Region.of("b2") - Region.of("b3"), "b2 ohne b3"),
        (
            Region.EDGE & Region.of("b1", "c3"),
            "die Felder, die zugleich zu zwei Mengen gehören: der Rand; und b1 und c3",
        ),
    ],
    ids=str,
)
def test_regions_in_german(escape: Region, words: str) -> None:
    start = "/7/7/7/7/3K3/7/3t3/"
    assert f"erreicht: {words}." in running(PLAIN.evolve(zones=[], start=Board.parse(start), escape=escape), "de")


def test_large_zones_are_not_listed() -> None:
    inside = Zone(name="inside", squares=Region.BOARD - Region.EDGE)
    assert "Zone „inside“: das ganze Brett ohne den Rand." in running(PLAIN.evolve(zones=[inside]), "de")


@pytest.mark.parametrize(
    ("n", "words"),
    [(1, "höchstens 1 Feld weit"), (2, "höchstens 2 Felder weit")],
)
def test_numbers_choose_their_words(n: int, words: str) -> None:
    assert words in running(PLAIN.evolve(speed=Speed(king=n)), "de")


@pytest.mark.parametrize(
    ("lang", "n", "words"),
    [
        ("en", 2, "the second time"),
        ("en", 11, "the 11th time"),
        ("en", 21, "the 21st time"),
        ("en", 113, "the 113th time"),
        ("de", 7, "zum siebten Mal"),
        ("de", 11, "zum 11. Mal"),
        ("sv", 3, "för tredje gången"),
        ("sv", 11, "för 11:e gången"),
        ("sv", 21, "för 21:a gången"),
        ("sv", 112, "för 112:e gången"),
    ],
)
def test_ordinals(lang: str, n: int, words: str) -> None:
    assert words in running(PLAIN.evolve(repetition=Repetition(count=n)), lang)


def test_rules_of_ones_own_are_named_with_what_they_say_of_themselves() -> None:
    house = PLAIN.evolve(extra_captures=[diagonal_blow], extra_endings=[bare_king, Silent()])
    told = running(house, "en")
    assert "captures of this game's own apply: diagonal_blow (An extra capture to test with:" in told
    assert "endings of this game's own apply: bare_king (An extra ending to test with:" in told
    assert told.endswith("; Silent.")


def test_a_king_without_escape_and_without_men() -> None:
    lonely = PLAIN.evolve(start=Board.parse("/7/7/7/3K3/7/7/3t3/"), escape=Region.NONE, exit_fort=True)
    told = running(lonely, "en", order=True)
    assert "1 attacker plays against the king alone" in told
    assert "There is no square on which the king escapes." in told
    assert "the king has escaped" not in told


def test_strange_names_do_no_harm() -> None:
    zone = Zone(name="{x}\n" + "long " * 30, squares=Region.of("c3"), stop=PieceSet.KING)
    told = describe(PLAIN.evolve(name="my {own}\ngame", zones=[zone]), "en")
    assert told.startswith("Rules: my {own} game\n====================\n")
    assert "Zone “{x} long long" in told
    # The names of phrases are no names of zones.
    for name in ("throne", "corners", "none", "named"):
        odd = PLAIN.evolve(zones=[Zone(name=name, squares=Region.of("c3"))])
        assert f"Zone “{name}”: c3." in describe(odd)


# ------------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize("lang", ["", "EN", "la", "en-GB"])
def test_unknown_languages(lang: str) -> None:
    with pytest.raises(UnknownLanguageError, match="only for en, de, sv") as caught:
        variants.COPENHAGEN.describe(lang)
    assert isinstance(caught.value, HnefataflError | LookupError)
    assert (caught.value.language, caught.value.languages) == (lang, LANGUAGES)


class TestCommand:
    @each_language
    def test_rules(self, capsys: pytest.CaptureFixture[str], lang: str) -> None:
        assert main(["rules", "s003", "--lang", lang]) == 0
        captured = capsys.readouterr()
        assert captured.out == (DATA / f"rules-foteviken-tablut.{lang}.txt").read_text("utf-8")
        assert captured.err == ""

    def test_english_is_the_default(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "brandubh"]) == 0
        assert capsys.readouterr().out == variants.BRANDUBH.describe() + "\n"

    def test_the_order_of_ends(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "brandubh", "--order", "--lang", "de"]) == 0
        assert capsys.readouterr().out.endswith("    6. die Seite am Zug kann nicht ziehen\n")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["rules"], "NAME"),
            (["rules", "brandub-7"], "did you mean brandubh?"),
            (["rules", "brandubh", "--lang", "la"], "invalid choice: 'la'"),
        ],
    )
    def test_misuse(self, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert said in captured.err
