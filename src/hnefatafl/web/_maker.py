"""What the page of rules needs beside the schema: the questions with their pictures, the brushes, and the groups of all
options."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from typing import Any, Final

from hnefatafl.web._answer_boards import picture
from hnefatafl.web._answers import Question
from hnefatafl.web._drafts import BRUSHES
from hnefatafl.web._questions import QUESTIONS

GROUPS: Final = {
    "The board and the pieces": "size start first",
    "Squares": "throne corners zones zone.squares zone.stop zone.enter zone.cross zone.hostile_empty "
    "zone.hostile_always zone.pierces edge_hostile escape",
    "Moves": "speed jumps berserk berserk_escape die die.faces die.pieces die.allows may_pass",
    "Captures": "hammer anvil forced_capture shieldwall shieldwall.corners_close shieldwall.flanking line_capture "
    "king_line_capture linnaean_capture walk_in no_walk_in "
    "three_captors guard_capture extra_captures",
    "The king's capture": "king edge_capture joint_capture piercing",
    "Endings": "exit_fort simple_fort encirclement secure_ring whole_ring edge_ring no_escape immobile_king no_move "
    "fewest_attackers fewest_defenders quiet_limit move_limit tuichu_wins extra_endings",
    "Repetition and announcements": "repetition repetition.count repetition.consequence repetition.by "
    "repetition.counts_start repetition.turn repetition.symmetric repetition.before_captures announcements "
    "announcements.way_out "
    "announcements.raichi announcements.threat announcements.binding",
}
"""All options in their groups, in the order in which the documentation has them."""


@cache
def maker() -> dict[str, Any]:
    """Return the questions, the brushes and the groups.

    >>> [question["words"] for question in maker()["questions"]][:2]
    ['Where does the king escape?', 'How strong is he?']
    """
    groups = {title: [name for name in names.split() if "." not in name] for title, names in GROUPS.items()}
    return {"questions": [_shown(question) for question in QUESTIONS], "brushes": BRUSHES, "groups": groups}


@cache
def _captions() -> dict[tuple[str, str], dict[str, str]]:
    """What stands under the pictures of printed leaflets in German and Swedish, by questions and answers."""
    rows = (line.split("\t") for line in (get_data("hnefatafl.web", "answers.tsv") or b"").decode().splitlines()[1:])
    return {(question, answer): {"de": german, "sv": swedish} for question, answer, german, swedish in rows}


def _shown(question: Question) -> dict[str, Any]:
    answers = [
        {
            "key": each.key,
            "words": each.words,
            "captions": {"en": each.words, **_captions().get((question.key, each.key), {})},
            "picture": picture(question.key, each, each.words),
        }
        for each in question.answers
    ]
    return {"key": question.key, "words": question.words, "several": question.several, "answers": answers}
