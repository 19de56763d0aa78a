"""Hostile texts: whatever comes in, only declared errors come out, they point into the text, and they come soon."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from conftest import WHOLE

from hnefatafl import Side, variants
from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.notation import archive, otn
from hnefatafl.notation.moves import parse_token

MUTATIONS = 10_000 if WHOLE else 2_000
"""How many changed texts each reader gets."""
ALPHABET = "abcdefghijklmnopqrstuvwxyzTKCNMG0123456789-x/+:,=^.# \t\n\x00٧é﷐\U0001f451"

MOVES = ["e5-e8xe9/d8", "Ke5-e1-", "c2-c3xKc4++", "e7-k7xk6xk6", "c5c6", "---", "Ne6^=e8xce7/ne9/f8/d8"]
BOARDS = ["/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "/3t3/7/7/t1tK3/7/3t3/7/"]
RULES = [
    "dim:7 name:H.H._Ard_Ri esc:e atkf:y ks:w cor: cen: cens:tcnkTCNK cenh: cenhe: start:" + BOARDS[0],
    "dim:7 atkf:y tfr:w cor:g7, cen:b2, sw:s swf:n efe:y starti:/tt2T2/1t2K2/2tt3/6t/3TTt1/4Tt1/4Tt1/",
    "dim:7 kj:r nj:n mj:c gj:y ber:m cens:tTCnM spd:1,2,3,4,5,6,7,8,9,10, starti:/3t3/1m1c3/3T3/ttNKGtt/3T3/3M3/3t3/",
    "dim:7 ka:a afor:a4,b4 aforre: dfor:c4 dforp:T spd:-1,-1,-1,-1,2,2,2,1, linc:y ber:n kj:n start:" + BOARDS[0],
]
LINES = [
    "d1-c1 c4-c2 g4-g2xf2xf2 timeout,2,0,Black",
    "51-1-9\tWhite\tresigned\t0\t1\tagrees\td1c1 c4-c2xb2 resigned",
    "d1-c1 c4-c2\n# comment\n\ng4-g2,0,0,Draw\n",
]


def replay(text: str) -> None:
    for game in archive.parse_games(text.split("\n"), variants.BRANDUBH):
        result = game.replay()
        assert result.verdict
        assert result.end
        assert isinstance(archive.format_game(game), str)


READERS: dict[str, tuple[list[str], Callable[[str], object]]] = {
    "positions": (BOARDS, lambda text: otn.parse_position(text, variants.BRANDUBH, Side.ATTACKERS)),
    "moves": (MOVES, parse_token),
    "rules": (RULES, otn.parse_rules),
    "archive": (LINES, replay),
}


def failure(reader: Callable[[str], object], text: str) -> HnefataflError | None:
    """The declared error that comes of reading the text, or None if it can be read."""
    try:
        reader(text)
    except HnefataflError as error:
        return error
    return None


def mutations(seeds: list[str], number: int, chance: random.Random | None = None) -> Iterator[str]:
    """Seeds with a few characters changed, cut, doubled, or crossed with another seed."""
    chance = chance or random.Random(20)
    for _ in range(number):
        text = chance.choice(seeds)
        for _ in range(chance.randint(1, 4)):
            at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
            other = chance.choice(seeds)
            middle = [
                "",
                text[at:to] * 2,
                chance.choice(ALPHABET),
                text[at:to] + chance.choice(ALPHABET),
                other[at:to],
                text[at:to][::-1],
                "".join(chance.choices(ALPHABET, k=5)),
            ]
            text = text[:at] + chance.choice(middle) + text[to:]
        yield text


@pytest.mark.parametrize("what", READERS)
def test_only_declared_errors_come_out(what: str) -> None:
    seeds, reader = READERS[what]
    for seed in seeds:
        reader(seed)
    good = 0
    for text in mutations(seeds, MUTATIONS):
        error = failure(reader, text)
        good += error is None
        if isinstance(error, NotationError):
            assert 0 <= error.offset <= len(text)
            assert error.text == text
            assert error.line >= 1
        assert error is None or str(error)
    assert good > MUTATIONS // 100


def test_what_is_read_from_a_mutated_record_is_written_and_read_again() -> None:
    read = 0
    for text in mutations(RULES, 3_000):
        if failure(otn.parse_rules, text) is None:
            rules = otn.parse_rules(text)
            assert otn.parse_rules(otn.format_rules(rules)) == rules
            read += 1
    assert read > 50


MANY = 1_000_000 if WHOLE else 200_000
"""How long a huge text is, about."""
HUGE = {
    "digits": "1" * MANY,
    "slashes": "/" * MANY,
    "ranks": "/7" * (MANY // 2),
    "one rank": "/" + "t" * MANY + "/",
    "spaces": " " * MANY,
    "x": "d1-c1" + "x" * MANY,
    "captures": "d1-c1" + "xd1" * (MANY // 3),
    "signs": "d1-c1" + "+" * MANY,
    "dashes": "-" * MANY,
    "entries": "dim:7 " * (MANY // 6),
    "key": "k" * MANY + ":y",
    "value": "dim:" + "7" * MANY,
    "squares": "dim:7 cor:" + "a1," * (MANY // 3),
    "letters": "dim:7 cens:" + "t" * MANY + " start:" + BOARDS[0],
    "speeds": "dim:7 spd:" + "1," * (MANY // 2) + " start:" + BOARDS[0],
    "tokens": "d1-c1 " * (MANY // 6),
    "unparsed tokens": "?? " * (MANY // 3),
    "commas": "," * MANY,
    "tabs": "\t" * MANY,
    "lines": "\n" * MANY,
}


@pytest.mark.slow_uncompiled
@pytest.mark.parametrize("kind", HUGE)
@pytest.mark.parametrize("what", READERS)
def test_huge_texts_fail_soon(what: str, kind: str) -> None:
    """No reader needs more than time in proportion to the text; a quadratic one would not end here."""
    error = failure(READERS[what][1], HUGE[kind])
    assert error is None or len(str(error)) < 1000
