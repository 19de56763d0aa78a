"""Letters and digits as lines, so that pictures need no font and look the same everywhere."""

from __future__ import annotations

from typing import Final

from hnefatafl.render._shapes import number

_BOWL: Final = "a2.1 2.3 0 1 0-4.2 0a2.1 2.3 0 1 0 4.2 0"
_GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "a": (4.2, f"m4.2-4.6v4.6m0-2.3{_BOWL}"),
    "b": (4.2, f"m0-7v7m4.2-2.3{_BOWL}"),
    "c": (4.0, "m4-3.7a2.1 2.3 0 1 0 0 2.8"),
    "d": (4.2, f"m4.2-7v7m0-2.3{_BOWL}"),
    "e": (4.2, "m0-2.3h4.2a2.1 2.3 0 1 0-.6 1.7"),
    "f": (3.4, "m3.4-6.8c-1.6-.6-2.4.2-2.4 1.6v5.2m-1-4.6h3"),
    "g": (4.2, f"m4.2-4.6v4.8a2.1 1.9 0 0 1-3.9.8m3.9-3.3{_BOWL}"),
    "h": (4.2, "m0-7v7m0-2.6a2.1 2 0 0 1 4.2 0v2.6"),
    "i": (2.0, "m1-4.6v4.6m0-6.8v.2"),
    "j": (2.6, "m2-4.6v5.2q0 1.4-1.6 1.3m1.6-8.7v.2"),
    "k": (3.8, "m0-7v7m3.6-4.6l-3.6 2.8m1.4-1.1l2.4 2.9"),
    "l": (2.0, "m1-7v7"),
    "m": (6.0, "m0-4.6v4.6m0-2.8a1.5 1.7 0 0 1 3 0v2.8m0-2.8a1.5 1.7 0 0 1 3 0v2.8"),
    "n": (4.2, "m0-4.6v4.6m0-2.6a2.1 2 0 0 1 4.2 0v2.6"),
    "o": (4.2, f"m4.2-2.3{_BOWL}"),
    "p": (4.2, f"m0-4.6v6.8m4.2-4.5{_BOWL}"),
    "q": (4.2, f"m4.2-4.6v6.8m0-4.5{_BOWL}"),
    "r": (2.8, "m0-4.6v4.6m0-2.4a2.4 2.2 0 0 1 2.8-2.1"),
    "s": (3.8, "m3.5-3.9c-.8-1-3.2-1-3.2.3 0 1.6 3.4.9 3.4 2.4 0 1.5-2.7 1.6-3.6.3"),
    "t": (3.2, "m1.2-6.4v4.8q0 1.7 2 1.5m-3.2-4.5h3.2"),
    "u": (4.2, "m0-4.6v2.6a2.1 2 0 0 0 4.2 0m0-2.6v4.6"),
    "0": (4.0, "m4-3.3a2 3.3 0 1 0-4 0a2 3.3 0 1 0 4 0"),
    "1": (3.0, "m.4-5.2l1.8-1.4v6.6"),
    "2": (4.0, "m.2-5c.3-2.2 3.6-2.2 3.6.1 0 1.7-2.4 2.6-3.8 4.9h4"),
    "3": (4.0, "m.2-5.6c1-1.6 3.6-1.1 3.4.5 0 1.2-1.1 1.6-2.2 1.6 1.4 0 2.5.5 2.5 1.8 0 2-3 2.4-3.9.6"),
    "4": (4.2, "m3 0v-6.6l-3 4.6h4.2"),
    "5": (4.0, "m3.6-6.6h-3l-.4 3c1.4-1.2 3.8-.6 3.8 1.5 0 2.4-3 2.8-4 1"),
    "6": (4.0, "m3.4-6.2c-2.2-.8-3.4 1.4-3.4 4.1m4 0a2 2.1 0 1 0-4 0a2 2.1 0 1 0 4 0"),
    "7": (4.0, "m0-6.6h4l-2.6 6.6"),
    "8": (4.0, "m3.7-4.9a1.7 1.7 0 1 0-3.4 0a1.7 1.7 0 1 0 3.4 0m.3 3.2a2 1.7 0 1 0-4 0a2 1.7 0 1 0 4 0"),
    "9": (4.0, "m.6-.4c2.2.8 3.4-1.4 3.4-4.1a2 2.1 0 1 0-4 0a2 2.1 0 1 0 4 0"),
    "×": (3.6, "m0-4.6l3.6 3.6m-3.6 0l3.6-3.6"),
}
"""The width of each sign, and its path from the left end of its base line."""
_GAP: Final = 1.6


def centred(text: str, x: float, y: float) -> str:
    """Return the path of a text on a base line, with its middle at a point."""
    found: list[str] = []
    left = x - (sum(_GLYPHS[sign][0] + _GAP for sign in text) - _GAP) / 2
    for sign in text:
        width, shape = _GLYPHS[sign]
        found.append(f"M{number(left)} {number(y)}{shape}")
        left += width + _GAP
    return "".join(found)
