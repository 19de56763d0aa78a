"""Descriptions of pictures in words, for screen readers.

>>> from hnefatafl import variants
>>> print(alt_text(variants.BRANDUBH))  # doctest: +NORMALIZE_WHITESPACE
A board of 7 files and 7 ranks. Attackers: 8 soldiers on a4, b4, d1, d2, d6, d7, f4, g4. Defenders: the king on d4; 4
soldiers on c4, d3, d5, e4. Throne: d4. Corners: a1, a7, g1, g7. The king escapes on a1, a7, g1, g7.
"""

from __future__ import annotations

from hnefatafl.render._scene import Subject, brief_captures, describe_scene, effects, move_words, scene_of, state
from hnefatafl.rules import RulesetLike, optional_ruleset

__all__ = [
    "alt_text",
    "brief_captures",
    "effects",
    "move_words",
    "state",
]


def alt_text(subject: Subject, *, ruleset: RulesetLike | None = None) -> str:
    """Return a description of a picture in English: the pieces, the zones, the last move, the state of the game.

    Raises:
        PictureError: the ruleset is for another size, or it is given for something that has one.
    """
    ruleset = optional_ruleset(ruleset)
    return describe_scene(scene_of(subject, ruleset))
