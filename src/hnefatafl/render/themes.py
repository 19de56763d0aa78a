"""The colours of pictures.

Pictures are readable without colour: sides, pieces, zones and marks have their own shapes and patterns, and a theme
only has to keep them visible. The themes below meet the contrast of WCAG 2.2 at level AA: 4.5 to 1 for text, 3 to 1 for
everything else.

>>> DARK.evolve(name="night", page="#000000").page
'#000000'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs
from attrs import field

from hnefatafl.errors import PictureError
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

__all__ = [
    "DARK",
    "HIGH_CONTRAST",
    "LIGHT",
    "LOOKS",
    "PRINT",
    "SLATE",
    "SLATE_DARK",
    "THEMES",
    "WOOD",
    "WOOD_DARK",
    "Theme",
    "find_theme",
]


_COLOUR = re.compile("#[0-9a-f]{6}", re.ASCII)


def _colour(theme: Theme, attribute: attrs.Attribute[str], value: object) -> None:
    if not (isinstance(value, str) and _COLOUR.fullmatch(value)):
        raise PictureError(f"{attribute.name}: a colour such as #1a2b3c was expected, not {value!r}")


@frozen(kw_only=True)
class Theme:
    """The colours of a picture, each written ``#rrggbb`` in lower case.

    >>> LIGHT.name, LIGHT.attacker
    ('light', '#46301f')
    >>> LIGHT.evolve(attacker="black")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.PictureError: attacker: a colour such as #1a2b3c was expected, not 'black'

    Raises:
        PictureError: a value is not a colour.
    """

    __repr__ = brief

    name: str
    """The name of the theme."""
    page: str = field(validator=_colour)
    """The background."""
    text: str = field(validator=_colour)
    """The coordinates, and the counts of captured pieces."""
    ground: str = field(validator=_colour)
    """An ordinary square."""
    line: str = field(validator=_colour)
    """The lines between the squares."""
    throne: str = field(validator=_colour)
    """A square of the throne."""
    throne_ink: str = field(validator=_colour)
    """The sign on it."""
    corner: str = field(validator=_colour)
    """A corner zone."""
    corner_ink: str = field(validator=_colour)
    """The sign on it."""
    zone: str = field(validator=_colour)
    """A square of any other zone."""
    zone_ink: str = field(validator=_colour)
    """The patterns on these."""
    way_out: str = field(validator=_colour)
    """The rim where the king escapes."""
    moved: str = field(validator=_colour)
    """The squares of the last move."""
    moved_ink: str = field(validator=_colour)
    """The brackets around these."""
    attacker: str = field(validator=_colour)
    """The attackers' pieces."""
    attacker_line: str = field(validator=_colour)
    """Their outlines."""
    attacker_ink: str = field(validator=_colour)
    """The emblems on them."""
    defender: str = field(validator=_colour)
    """The defenders' pieces."""
    defender_line: str = field(validator=_colour)
    """Their outlines."""
    defender_ink: str = field(validator=_colour)
    """The emblems on them."""
    sign: str = field(validator=_colour)
    """Arrows, marks and legal moves."""
    halo: str = field(validator=_colour)
    """The outline that separates these from the pieces that they cover."""
    green: str = field(default="#107025", validator=_colour)
    """Green arrows and circles of a note. A theme without the four colours has those for light boards."""
    red: str = field(default="#c01b20", validator=_colour)
    """Red ones."""
    yellow: str = field(default="#815a03", validator=_colour)
    """Yellow ones."""
    blue: str = field(default="#165cc5", validator=_colour)
    """Blue ones."""

    def evolve(self, **colours: Any) -> Theme:
        """Return the theme with some colours changed.

        >>> DARK.evolve(name="night", page="#000000").page
        '#000000'

        Raises:
            PictureError: there is no such colour, or a value is not a colour.
        """
        unknown = sorted(colours.keys() - attrs.fields_dict(Theme).keys())
        if unknown:
            raise PictureError(f"a theme has no {', '.join(unknown)}")
        return attrs.evolve(self, **colours)


_BRIGHT: Final = {"green": "#1dc943", "red": "#f0989b", "yellow": "#eaa306", "blue": "#88b2f2"}
_GREY: Final = {"green": "#000000", "red": "#333333", "yellow": "#777777", "blue": "#555555"}

LIGHT: Final = Theme(
    name="light",
    page="#ffffff",
    text="#33291c",
    ground="#f6ebd2",
    line="#94794a",
    throne="#f3cdbb",
    throne_ink="#96351a",
    corner="#cfe0ee",
    corner_ink="#1f5c86",
    zone="#e4ddb8",
    zone_ink="#7a6a1f",
    way_out="#1c7a3d",
    moved="#ffe27a",
    moved_ink="#7a5200",
    attacker="#46301f",
    attacker_line="#1d120a",
    attacker_ink="#ffe9c9",
    defender="#fffefa",
    defender_line="#1d120a",
    defender_ink="#1d120a",
    sign="#0a5ad0",
    halo="#ffffff",
)
"""Dark men and light men on a wooden board."""
DARK: Final = Theme(
    name="dark",
    page="#15171b",
    text="#e3e5e9",
    ground="#3b4250",
    line="#99a2b2",
    throne="#5b3741",
    throne_ink="#ffb5a3",
    corner="#27506b",
    corner_ink="#a9dcff",
    zone="#4c4a33",
    zone_ink="#d9cc7c",
    way_out="#5fd48a",
    moved="#6a5a14",
    moved_ink="#ffdf6b",
    attacker="#0d0e11",
    attacker_line="#f0f1f3",
    attacker_ink="#ffd9a0",
    defender="#f4f4f2",
    defender_line="#0d0e11",
    defender_ink="#0d0e11",
    sign="#7cc0ff",
    halo="#06121f",
    **_BRIGHT,
)
"""For dark pages."""
PRINT: Final = Theme(
    name="print",
    page="#ffffff",
    text="#000000",
    ground="#ffffff",
    line="#6e6e6e",
    throne="#ffffff",
    throne_ink="#000000",
    corner="#ffffff",
    corner_ink="#000000",
    zone="#ffffff",
    zone_ink="#6e6e6e",
    way_out="#000000",
    moved="#e2e2e2",
    moved_ink="#000000",
    attacker="#000000",
    attacker_line="#000000",
    attacker_ink="#ffffff",
    defender="#ffffff",
    defender_line="#000000",
    defender_ink="#000000",
    sign="#000000",
    halo="#ffffff",
    **_GREY,
)
"""Black and white with little grey, for print."""
HIGH_CONTRAST: Final = Theme(
    name="high-contrast",
    page="#000000",
    text="#ffffff",
    ground="#000000",
    line="#ffffff",
    throne="#3d0000",
    throne_ink="#ffffff",
    corner="#00214d",
    corner_ink="#ffffff",
    zone="#2b2b2b",
    zone_ink="#c0c0c0",
    way_out="#00ff66",
    moved="#333300",
    moved_ink="#ffff00",
    attacker="#000000",
    attacker_line="#ffff00",
    attacker_ink="#ffff00",
    defender="#ffffff",
    defender_line="#000000",
    defender_ink="#000000",
    sign="#00ffff",
    halo="#000000",
    **_BRIGHT,
)
"""White and yellow on black, 7 to 1 throughout."""
SLATE: Final = Theme(
    name="slate",
    page="#ffffff",
    text="#1f2733",
    ground="#dfe5ec",
    line="#6b7a8e",
    throne="#ecd3dd",
    throne_ink="#8a2349",
    corner="#bcd3e6",
    corner_ink="#1b527c",
    zone="#cfdcc9",
    zone_ink="#4a6a35",
    way_out="#1c7a3d",
    moved="#ffe08a",
    moved_ink="#6f4d00",
    attacker="#2b3645",
    attacker_line="#10161f",
    attacker_ink="#ffe3b0",
    defender="#ffffff",
    defender_line="#10161f",
    defender_ink="#10161f",
    sign="#0a5ad0",
    halo="#ffffff",
)
"""Grey and blue, for light pages."""
SLATE_DARK: Final = Theme(
    name="slate-dark",
    page="#15171b",
    text="#e3e5e9",
    ground="#2c3947",
    line="#8fa3b8",
    throne="#4f3346",
    throne_ink="#ffb6d0",
    corner="#1f4f6b",
    corner_ink="#a9dcff",
    zone="#38493a",
    zone_ink="#b9e0a0",
    way_out="#5fd48a",
    moved="#5f5418",
    moved_ink="#ffdf6b",
    attacker="#0b0e12",
    attacker_line="#eef2f6",
    attacker_ink="#ffd9a0",
    defender="#f2f5f8",
    defender_line="#0b0e12",
    defender_ink="#0b0e12",
    sign="#7cc0ff",
    halo="#06121f",
    **_BRIGHT,
)
"""The same for dark pages."""
WOOD: Final = Theme(
    name="wood",
    page="#ffffff",
    text="#33291c",
    ground="#e6c893",
    line="#7f5c2a",
    throne="#e3ab8a",
    throne_ink="#7a2412",
    corner="#d3bd8c",
    corner_ink="#4a4418",
    zone="#d8c27f",
    zone_ink="#5d4d12",
    way_out="#0c6a5c",
    moved="#f5dc82",
    moved_ink="#6b4700",
    attacker="#3b2415",
    attacker_line="#1d1009",
    attacker_ink="#ffe9c9",
    defender="#fbf3df",
    defender_line="#4d3718",
    defender_ink="#2a1a0a",
    sign="#0b4fb0",
    halo="#ffffff",
)
"""A board of oak, for light pages."""
WOOD_DARK: Final = Theme(
    name="wood-dark",
    page="#15171b",
    text="#ece4d8",
    ground="#573f27",
    line="#c9a877",
    throne="#6d3527",
    throne_ink="#ffc2a8",
    corner="#3f4a35",
    corner_ink="#d5e6a8",
    zone="#54502f",
    zone_ink="#e3d68a",
    way_out="#6fd9a6",
    moved="#6e5512",
    moved_ink="#ffdf6b",
    attacker="#1a0f08",
    attacker_line="#f1e3cf",
    attacker_ink="#ffd9a0",
    defender="#f7ecd6",
    defender_line="#1a0f08",
    defender_ink="#1a0f08",
    sign="#8ccaff",
    halo="#0a1420",
    **_BRIGHT,
)
"""The same for dark pages."""

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {t.name: t for t in (LIGHT, DARK, PRINT, HIGH_CONTRAST, SLATE, SLATE_DARK, WOOD, WOOD_DARK)}
)
"""The themes by their names."""
LOOKS: Final[Mapping[str, tuple[Theme, Theme]]] = MappingProxyType(
    {"linen": (LIGHT, DARK), "slate": (SLATE, SLATE_DARK), "wood": (WOOD, WOOD_DARK)}
)
"""What interactive boards can look like: a theme for light and one for dark pages, by a name. The first is the
default."""


def find_theme(theme: Theme | str) -> Theme:
    """Return the theme of that name; a theme is returned unchanged.

    >>> find_theme("print") is PRINT
    True
    >>> find_theme("plaid")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.PictureError: there is no theme 'plaid'; did you mean light, dark, print, high-contrast, slate, ...

    Raises:
        PictureError: no theme has that name.
    """
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        import difflib

        near = difflib.get_close_matches(theme, THEMES, 1) or [", ".join(THEMES)]
        raise PictureError(f"there is no theme {theme!r}; did you mean {near[0]}?")
    return THEMES[theme]
