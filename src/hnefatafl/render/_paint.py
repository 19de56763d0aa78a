"""The styles of the parts of a picture: one table for the attributes of pictures and the style sheets of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from hnefatafl.render.themes import Theme

_COLOURS: Final = {field.name for field in attrs.fields(Theme)} - {"name"}
_ROUND: Final = {"stroke-linecap": "round", "stroke-linejoin": "round"}
_PAINT: Final[dict[str, dict[str, str]]] = {
    "page": {"fill": "page"},
    "ground": {"fill": "ground"},
    "zone": {"fill": "zone"},
    "corners": {"fill": "corner"},
    "throne": {"fill": "throne"},
    "moved": {"fill": "moved"},
    "zone-sign": {"fill": "none", "stroke": "zone_ink", "stroke-width": "1.1"} | _ROUND,
    "corners-sign": {"fill": "none", "stroke": "corner_ink", "stroke-width": "1.1"},
    "throne-sign": {"fill": "none", "stroke": "throne_ink", "stroke-width": "1.1"},
    "grid": {"fill": "none", "stroke": "line", "stroke-width": ".6"},
    "rim": {"fill": "none", "stroke": "text", "stroke-width": "1"},
    "way-out": {"fill": "none", "stroke": "way_out", "stroke-width": "2.4", "stroke-dasharray": "6 2"},
    "brackets": {"fill": "none", "stroke": "moved_ink", "stroke-width": "1.4"},
    "ties": {"fill": "none", "stroke": "sign", "stroke-width": "2"},
    "attackers": {"fill": "attacker", "stroke": "attacker_line", "stroke-width": "1.2", "stroke-linejoin": "round"},
    "defenders": {"fill": "defender", "stroke": "defender_line", "stroke-width": "1.2"},
    "attackers-emblems": {"fill": "attacker_ink"},
    "defenders-emblems": {"fill": "defender_ink"},
    "lost": {"fill": "none", "stroke": "text", "stroke-width": "1", "stroke-dasharray": "2 1.5"},
    "lost-emblems": {"fill": "text"},
    "halo": {"fill": "none", "stroke": "halo", "stroke-width": "3.4"} | _ROUND,
    "crosses": {"fill": "none", "stroke": "sign", "stroke-width": "1.8"} | _ROUND,
    "marks": {"fill": "none", "stroke": "sign", "stroke-width": "1.8"} | _ROUND,
    "legal": {"fill": "sign", "stroke": "halo", "stroke-width": ".6"},
    "arrows": {"fill": "sign", "stroke": "halo", "stroke-width": ".8", "stroke-linejoin": "round"},
    "labels": {"fill": "none", "stroke": "text", "stroke-width": "1"} | _ROUND,
}


def group(name: str, theme: Theme, content: str) -> str:
    """Return elements of the same style as a group of that class; an empty text if there are none."""
    if not content:
        return ""
    attributes = "".join(
        f' {attribute}="{getattr(theme, value) if value in _COLOURS else value}"'
        for attribute, value in _PAINT[name].items()
    )
    return f'<g class="{name}"{attributes}>{content}</g>'


def paths(data: Iterable[str]) -> str:
    """Return one path of many parts; an empty text if there are none."""
    whole = "".join(data)
    return f'<path d="{whole}"/>' if whole else ""


def colours(theme: Theme) -> dict[str, str]:
    """Return the colours of a theme by their names."""
    return {name: getattr(theme, name) for name in sorted(_COLOURS)}


def style_sheet(theme: Theme | None, scope: str, *, colours_only: bool = False) -> str:
    """Return the CSS rules that style everything below a selector like the attributes of the groups.

    Without a theme the colours are custom properties, such as ``--tafl-ground``.

    >>> "var(--tafl-ground)" in style_sheet(None, ".board")
    True
    """
    drawn = {name: f"var(--tafl-{name})" for name in _COLOURS} if theme is None else colours(theme)
    rules: list[str] = []
    for name, attributes in _PAINT.items():
        declarations = [
            f"{attribute}:{drawn.get(value, value)}"
            for attribute, value in attributes.items()
            if value in _COLOURS or not colours_only
        ]
        rules.append(f"{scope} .{name}{{{';'.join(declarations)}}}")
    return "".join(rules)
