"""Hostile texts cost a reader a time and a memory in proportion to their length, within the lengths that it declares.

Each text is a pattern that is repeated. It is read at one length and at eight times that length: a reader that looks
through the rest of the text again at every character takes sixty-four times as long, one that does not takes eight.
Between the two lies the bound, and what is over so soon that the clock cannot tell is within it.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from typing import Final

import pytest

from hnefatafl import Board, Move, Region, Side, Square, variants
from hnefatafl.errors import HnefataflError, NotationError, RulesetError, StructureError, UnknownVariantError
from hnefatafl.notation import archive, bologna, dcampbell, dialects, hnefatafl_rs, json, otn, taflzero, toml
from hnefatafl.notation.moves import parse_move, parse_token

pytestmark = pytest.mark.slow_uncompiled

LENGTH: Final = 2_000
TIMES: Final = 8
BOUND: Final = 30
"""How many times as long the longer text may take."""
SOON: Final = 0.03
"""So many seconds of the processor are within every bound."""
LAYOUT: Final = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"

Reader = Callable[[str], object]


def _archive(text: str) -> object:
    return [game.replay() for game in archive.parse_games(text, variants.BRANDUBH)]


def _otn_position(text: str) -> object:
    return otn.parse_position(text, variants.BRANDUBH, Side.ATTACKERS)


def _games(one: dialects.Dialect) -> Reader:
    rules = one.ruleset or (None if one.tells_rules else variants.COPENHAGEN)
    return lambda text: list(dialects.read_games(text, one, rules))


READERS: Final[dict[str, Reader]] = {
    "archive": _archive,
    "bologna action": bologna.parse_action,
    "bologna log": bologna.parse_log,
    "bologna state": bologna.parse_state,
    "board": Board.parse,
    "dcampbell board": dcampbell.parse_board,
    "dcampbell game": dcampbell.parse_game,
    "guess": dialects.guess,
    "hnefatafl-rs": hnefatafl_rs.parse_board,
    "json game": json.parse_game,
    "json position": json.parse_position,
    "json rules": json.parse_rules,
    "move": Move.parse,
    "move of a record": parse_move,
    "otn board": otn.parse_board,
    "otn game": otn.parse_game,
    "otn position": _otn_position,
    "otn rules": otn.parse_rules,
    "region": Region.parse,
    "square": Square.parse,
    "taflzero game": taflzero.parse_game,
    "taflzero setup": taflzero.parse_setup,
    "token": parse_token,
    "toml": toml.parse_rules,
    "variant": variants.get,
    # The archive's lines are among them already.
    **{f"games in {one.name}": _games(one) for one in dialects.DIALECTS if one.name != "archive"},
}
BEGINNINGS: Final = (
    "",
    "a ",
    '{"ruleset":"brandubh","moves":[',
    f"[rules:dim:7 start:{LAYOUT}] 1. d1-c1 ",
    "FINE: ",
)
PATTERNS: Final = (
    " ", "\n", "\t", ",", "1,", "a.", "it.unibo.", "x.it.unibo. ", "\u0301\u0316", "[", "{", "(", "a=1\n", "[[a]]\n",
    '"a":1,', '{"a":1},', '"a1",', "a1 ", "a1,", "a1+", "(a1)+", "-", "xd1", "/", "11/", "d1-c1 ", "2. d1-c1 c4-c2 ",
    "1a.1.1a. ..... c4-c3 ", "[|x] ", "[a:", "#\n", "FINE: Stato:\n", "\x1b[", "┌", "t ", '"', "'''", "\\", "'a'.",
    '"a".', "{a=", "k:v ", "A ", "\r", "|", "! ",
)  # fmt: skip


def seconds(read: Callable[[str], object], text: str) -> float:
    """How long the processor works until the text is read or refused."""
    begun = time.process_time()
    try:
        read(text)
    except HnefataflError as error:
        str(error)
    return time.process_time() - begun


def grows_too_fast(read: Callable[[str], object], text: Callable[[int], str]) -> bool:
    """Whether reading takes longer than in proportion to the length, each time that it is tried."""
    for _ in range(3):
        long = seconds(read, text(LENGTH * TIMES))
        if long < SOON or long < BOUND * seconds(read, text(LENGTH)):
            return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_length(name: str) -> None:
    for beginning in BEGINNINGS:
        for pattern in PATTERNS:

            def text(length: int, beginning: str = beginning, pattern: str = pattern) -> str:
                return beginning + pattern * (length // len(pattern)) + "x"

            assert not grows_too_fast(READERS[name], text), (beginning, pattern)


def memory(read: Callable[[str], object], text: str) -> int:
    """How many bytes are in use at once while the text is read or refused."""
    tracemalloc.start()
    try:
        read(text)
    except HnefataflError as error:
        str(error)
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("toml", "a." * 32_766 + "a=1"),
        ("toml", "[" + "a." * 32_000 + "a]"),
        ("toml", "x={" + '"a" . ' * 10_000 + "a=1}"),
        ("json game", '{"ruleset":"brandubh","moves":[' + "1," * 500_000 + "1]}"),
        ("json game", '{"ruleset":"brandubh","moves":["d1-c1"],' + ",".join(f'"k{n}":1' for n in range(60_000)) + "}"),
        ("dcampbell game", "{" + '"a":1,' * 150_000 + '"a":1}'),
        ("bologna state", "{" + ",".join(f'"k{n}":1' for n in range(60_000)) + ',"k59999":1}'),
        ("variant", "a" + "\u0301\u0316" * 64_000),
        ("json rules", '{"name":"x","base":"' + "a" + "\u0301\u0316" * 64_000 + '"}'),
    ],
)
def test_memory_is_in_proportion(name: str, text: str) -> None:
    assert memory(READERS[name], text) < 150 * len(text) + 5_000_000


def test_a_key_has_few_parts() -> None:
    text = 'name = "a.b.c.d"\n' + "a" + ".a" * 32 + " = 1"
    with pytest.raises(NotationError, match="a key of at most 32 parts was expected \\(line 2, column 64\\)"):
        toml.parse_rules(text)


def test_dots_elsewhere_part_no_key() -> None:
    dots = "a." * 100
    notes = f'notes = """\n{dots} "{dots}" \\"\n""" # {dots}'
    text = f"name = 'x{dots}' \nbase = \"brandubh\" # {dots}\n{notes}\nsource = '''{dots}'{dots}'''\n"
    assert toml.parse_rules(text).name == f"x{dots}"


def test_a_long_list_of_faults_is_cut_off() -> None:
    text = '{"ruleset":"brandubh","moves":[' + "1," * 5_000 + "1]}"
    with pytest.raises(StructureError) as caught:
        json.parse_game(text)
    assert len(caught.value.reasons) == 21
    assert caught.value.reasons[-1] == "and 80 more faults or more"


def test_zones_are_bounded() -> None:
    zones = ",".join(f'{{"name":"z{n}","squares":"a2"}}' for n in range(20_000))
    with pytest.raises(RulesetError, match="zones: at most 100 were expected, not 20,000"):
        json.parse_rules(f'{{"name":"x","base":"brandubh","zones":[{zones}]}}')


def test_a_long_name_is_not_known() -> None:
    with pytest.raises(UnknownVariantError):
        variants.get("brandubh" + " " * 200)
