"""The colours of pictures.

Pictures are readable without colour: sides, pieces, zones and marks have their own shapes and patterns, and a theme
only has to keep them visible. The themes below meet the contrast of WCAG 2.2 at level AA: 4.5 to 1 for text, 3 to 1 for
everything else.

>>> DARK.evolve(name="night", page="#000000").page
'#000000'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs
from attrs import field

from hnefatafl.errors import PictureError
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

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


_TABLE: Final = """\
name          light dark print high-contrast slate slate-dark wood wood-dark
page          #ffffff #15171b #ffffff #000000 #ffffff #15171b #ffffff #15171b
text          #33291c #e3e5e9 #000000 #ffffff #1f2733 #e3e5e9 #33291c #ece4d8
ground        #f6ebd2 #3b4250 #ffffff #000000 #dfe5ec #2c3947 #e6c893 #573f27
line          #94794a #99a2b2 #6e6e6e #ffffff #6b7a8e #8fa3b8 #7f5c2a #c9a877
throne        #f3cdbb #5b3741 #ffffff #3d0000 #ecd3dd #4f3346 #e3ab8a #6d3527
throne_ink    #96351a #ffb5a3 #000000 #ffffff #8a2349 #ffb6d0 #7a2412 #ffc2a8
corner        #cfe0ee #27506b #ffffff #00214d #bcd3e6 #1f4f6b #d3bd8c #3f4a35
corner_ink    #1f5c86 #a9dcff #000000 #ffffff #1b527c #a9dcff #4a4418 #d5e6a8
zone          #e4ddb8 #4c4a33 #ffffff #2b2b2b #cfdcc9 #38493a #d8c27f #54502f
zone_ink      #7a6a1f #d9cc7c #6e6e6e #c0c0c0 #4a6a35 #b9e0a0 #5d4d12 #e3d68a
way_out       #1c7a3d #5fd48a #000000 #00ff66 #1c7a3d #5fd48a #0c6a5c #6fd9a6
moved         #ffe27a #6a5a14 #e2e2e2 #333300 #ffe08a #5f5418 #f5dc82 #6e5512
moved_ink     #7a5200 #ffdf6b #000000 #ffff00 #6f4d00 #ffdf6b #6b4700 #ffdf6b
attacker      #46301f #0d0e11 #000000 #000000 #2b3645 #0b0e12 #3b2415 #1a0f08
attacker_line #1d120a #f0f1f3 #000000 #ffff00 #10161f #eef2f6 #1d1009 #f1e3cf
attacker_ink  #ffe9c9 #ffd9a0 #ffffff #ffff00 #ffe3b0 #ffd9a0 #ffe9c9 #ffd9a0
defender      #fffefa #f4f4f2 #ffffff #ffffff #ffffff #f2f5f8 #fbf3df #f7ecd6
defender_line #1d120a #0d0e11 #000000 #000000 #10161f #0b0e12 #4d3718 #1a0f08
defender_ink  #1d120a #0d0e11 #000000 #000000 #10161f #0b0e12 #2a1a0a #1a0f08
sign          #0a5ad0 #7cc0ff #000000 #00ffff #0a5ad0 #7cc0ff #0b4fb0 #8ccaff
halo          #ffffff #06121f #ffffff #000000 #ffffff #06121f #ffffff #0a1420
green         #107025 #1dc943 #000000 #1dc943 #107025 #1dc943 #107025 #1dc943
red           #c01b20 #f0989b #333333 #f0989b #c01b20 #f0989b #c01b20 #f0989b
yellow        #815a03 #eaa306 #777777 #eaa306 #815a03 #eaa306 #815a03 #eaa306
blue          #165cc5 #88b2f2 #555555 #88b2f2 #165cc5 #88b2f2 #165cc5 #88b2f2
"""
"""The themes, a column each."""


def _read_themes() -> Iterator[Theme]:
    roles, *columns = zip(*(line.split() for line in _TABLE.splitlines()), strict=True)
    for column in columns:
        yield Theme(**dict(zip(roles, column, strict=True)))


THEMES: Final[Mapping[str, Theme]] = MappingProxyType({theme.name: theme for theme in _read_themes()})
"""The themes by their names."""
LIGHT: Final = THEMES["light"]
"""Dark men and light men on a wooden board."""
DARK: Final = THEMES["dark"]
"""For dark pages."""
PRINT: Final = THEMES["print"]
"""Black and white with little grey, for print."""
HIGH_CONTRAST: Final = THEMES["high-contrast"]
"""White and yellow on black, 7 to 1 throughout."""
SLATE: Final = THEMES["slate"]
"""Grey and blue, for light pages."""
SLATE_DARK: Final = THEMES["slate-dark"]
"""The same for dark pages."""
WOOD: Final = THEMES["wood"]
"""A board of oak, for light pages."""
WOOD_DARK: Final = THEMES["wood-dark"]
"""The same for dark pages."""
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
    check("theme", theme, str)
    if theme not in THEMES:
        import difflib

        near = difflib.get_close_matches(theme, THEMES, 1) or [", ".join(THEMES)]
        raise PictureError(f"there is no theme {theme!r}; did you mean {near[0]}?")
    return THEMES[theme]
