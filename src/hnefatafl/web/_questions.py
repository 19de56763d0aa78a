"""The questions by which visitors make a ruleset: each has a few answers in plain words, and each answer sets options.

An answer holds for a ruleset if giving it would change nothing; so nothing is read but what is written.

>>> from hnefatafl import variants
>>> held(variants.BRANDUBH)["escape"], held(variants.BRANDUBH)["extras"]
(('corners',), ('encirclement',))
>>> give(variants.BRANDUBH, "king", "weak").diff(variants.BRANDUBH)
{'king': (KingStrength.WEAK, KingStrength.STRONG_NEAR_THRONE)}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hnefatafl.board import PieceSet, Side
from hnefatafl.rules import Announcements, Berserk, Call, Consequence, Die, KingStrength, Ruleset, Shieldwall
from hnefatafl.variants import layouts
from hnefatafl.web._answers import (
    Answer,
    Question,
    always,
    arms,
    camps,
    corner_escape,
    edge_escape,
    inner_edge_escape,
    layout,
    no_camps,
    no_throne,
    repetition,
    slow_king,
    strength,
    throne,
)
from hnefatafl.web._errors import Refused

KING: Final = PieceSet.KING
_LAYOUTS: Final = {
    "cross_7": ("7×7, a cross (brandubh)", layouts.CROSS_7),
    "ard_ri_7": ("7×7, 16 against 8 (ard ri)", layouts.ARD_RI_7),
    "cross_9": ("9×9, a cross (tablut)", layouts.CROSS_9),
    "star_square_9": ("9×9, star and square (sea battle)", layouts.STAR_SQUARE_9),
    "diamond_11": ("11×11, a diamond (copenhagen)", layouts.DIAMOND_11),
    "bell_11": ("11×11, after Bell (tawlbwrdd)", layouts.BELL_11),
    "toftanes_13": ("13×13 (Toftanes)", layouts.TOFTANES_13),
    "serif_cross_15": ("15×15, a cross", layouts.SERIF_CROSS_15),
}

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        "escape",
        "Where does the king escape?",
        (
            Answer("corners", "In the corners", corner_escape),
            Answer("edge", "Anywhere on the edge", edge_escape),
            Answer("inner-edge", "On the edge, but the corners are closed", inner_edge_escape),
        ),
    ),
    Question(
        "king",
        "How strong is he?",
        (
            Answer("strong", "Four attackers, on all sides", strength(KingStrength.STRONG)),
            Answer(
                "near-throne", "Four on and beside the throne, two elsewhere", strength(KingStrength.STRONG_NEAR_THRONE)
            ),
            Answer("on-throne", "Four on the throne, two elsewhere", strength(KingStrength.STRONG_ON_THRONE)),
            Answer("middleweight", "Four, or three at the edge", strength(KingStrength.MIDDLEWEIGHT)),
            Answer("three", "Any three", strength(KingStrength.THREE)),
            Answer("weak", "Two, as any man", strength(KingStrength.WEAK)),
        ),
    ),
    Question(
        "arms",
        "May he capture?",
        (
            Answer("armed", "Yes, as any man", arms(True, True)),
            Answer("hammer", "Only by his own moves", arms(True, False)),
            Answer("anvil", "Only as the partner of a man who moves", arms(False, True)),
            Answer("unarmed", "No", arms(False, False)),
        ),
    ),
    Question(
        "throne",
        "Is there a throne?",
        (
            Answer("none", "No: the centre is a square as others", no_throne),
            Answer(
                "open",
                "All cross it, only the king stops; hostile while empty",
                throne(stop=KING, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "closed",
                "Only the king crosses it or stops; hostile while empty",
                throne(stop=KING, cross=KING, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "left",
                "Once left, nobody stops there again; hostile while empty",
                throne(stop=PieceSet.NONE, cross=PieceSet.ALL, hostile_empty=PieceSet.ALL),
            ),
            Answer(
                "friendly",
                "Only the king stops there; it helps nobody to capture",
                throne(stop=KING, cross=PieceSet.ALL, hostile_empty=PieceSet.NONE),
            ),
        ),
    ),
    Question(
        "camps",
        "Are there camps?",
        (
            Answer("none", "No", no_camps),
            Answer("camps", "Yes: who has left one does not return, and nobody crosses", camps(PieceSet.NONE)),
            Answer("king", "Yes, and they are hostile to the king", camps(KING)),
            Answer("defenders", "Yes, and they are hostile to all defenders", camps(PieceSet.DEFENDERS)),
        ),
    ),
    Question(
        "layout",
        "Which size and layout?",
        tuple(Answer(key, words, layout(board)) for key, (words, board) in _LAYOUTS.items()),
    ),
    Question(
        "repetition",
        "What if a position comes back?",
        (
            Answer("draw", "A draw, the third time", repetition(Consequence.DRAW)),
            Answer("defenders-lose", "The defenders lose, the third time", repetition(Consequence.DEFENDERS_LOSE)),
            Answer("mover-loses", "Whoever brings it back the third time loses", repetition(Consequence.MOVER_LOSES)),
            Answer("forbidden", "It may not come back a third time", repetition(Consequence.FORBIDDEN)),
            Answer("ignored", "Nothing", repetition(Consequence.IGNORED)),
        ),
    ),
    Question(
        "extras",
        "What else?",
        (
            Answer(
                "defenders-begin",
                "The defenders move first",
                always(first=Side.DEFENDERS),
                always(first=Side.ATTACKERS),
            ),
            Answer(
                "shieldwall",
                "Shieldwall: rows on the edge are captured",
                always(shieldwall=Shieldwall()),
                always(shieldwall=None),
            ),
            Answer(
                "exit_fort",
                "The king wins in an exit fort at the edge",
                always(exit_fort=True),
                always(exit_fort=False, simple_fort=False),
            ),
            Answer(
                "encirclement",
                "The attackers win by enclosing all defenders",
                always(encirclement=True),
                always(encirclement=False, secure_ring=False, whole_ring=False, edge_ring=False),
            ),
            Answer(
                "edge_hostile",
                "The edge captures as an enemy does",
                always(edge_hostile=PieceSet.ALL),
                always(edge_hostile=PieceSet.NONE),
            ),
            Answer(
                "joint_capture",
                "The king and one man are captured together",
                always(joint_capture=True),
                always(joint_capture=False),
            ),
            Answer("slow-king", "The king moves one square at a time", slow_king(1), slow_king(None)),
            Answer("die", "A die says how far the king moves", always(die=Die()), always(die=None)),
            Answer(
                "berserk",
                "Whoever captures may go on capturing",
                always(berserk=Berserk.MAY_CAPTURE),
                always(berserk=Berserk.NONE, berserk_escape=False),
            ),
            Answer(
                "forced_capture", "Whoever can capture must", always(forced_capture=True), always(forced_capture=False)
            ),
            Answer(
                "announcements",
                "Ways out are announced: raichi, tuichu",
                always(announcements=Announcements(way_out=Call.MUST, raichi=True)),
                always(announcements=Announcements()),
            ),
        ),
        several=True,
    ),
)
"""The questions, in the order in which they are asked."""


def _found(question: object, answer: object) -> Answer:
    for asked in QUESTIONS:
        for each in asked.answers:
            if (asked.key, each.key) == (question, answer):
                return each
    raise Refused("no such answer is known")


def give(rules: Ruleset, question: object, answer: object) -> Ruleset:
    """Return the ruleset with that answer; an extra that it has is taken away.

    Raises:
        Refused: there is no such answer.
        RulesetError: it contradicts other options.
    """
    return _found(question, answer).given(rules)


def held(rules: Ruleset, asked: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
    """Return the answers that a ruleset has, by the questions: one or none, and any number of extras.

    Arguments:
        rules: the ruleset.
        asked: the questions; by default all.
    """
    found: dict[str, tuple[str, ...]] = {}
    for question in QUESTIONS:
        if asked is None or question.key in asked:
            holding = tuple(each.key for each in question.answers if each.holds(rules))
            found[question.key] = holding if question.several else holding[:1]
    return found
