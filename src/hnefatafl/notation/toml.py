'''TOML: rulesets in hand-written files.

A file has the same names as a document of :mod:`hnefatafl.notation.json`, and means the same. Since TOML has no null,
``"none"`` stands for it, and a board is drawn::

    name = "House brandubh"
    base = "brandubh"
    escape = "edge"
    start = """
    . . . t . . .
    . . . t . . .
    . . . T . . .
    t t T K T t t
    . . . T . . .
    . . . t . . .
    . . . t . . .
    """

    [throne]
    cross = "king"

    [[zones]]
    name = "moat"
    squares = "b2, b6, f2, f6"
    stop = []

The output is canonical, and the parser is lenient, as for JSON.

It does not accept files of more than 65,536 characters (``MAX_LENGTH``).

>>> from hnefatafl import variants
>>> house = parse_rules("""
... name = "House brandubh"
... base = "brandubh"
... escape = "edge"
... [speed]
... king = 2
... """)
>>> for option, (ours, theirs) in house.diff(variants.BRANDUBH).items():
...     print(option)
escape
speed
>>> print(format_rules(variants.MAGPIE.evolve(aliases=(), source="", notes="")), end="")
format = "hnefatafl ruleset 1"
name = "magpie"
size = 7
start = """
7 . . . t . . .
6 . . . t . . .
5 . . . T . . .
4 t t T K T t t
3 . . . T . . .
2 . . . t . . .
1 . . . t . . .
  a b c d e f g
"""
king = "middleweight"
<BLANKLINE>
[corners]
hostile_empty = "all"
<BLANKLINE>
[speed]
king = 1
'''

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from hnefatafl.errors import NotationError, NotExpressibleError
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.json_text import MAX_RULES, check_length, is_list, is_table

__all__ = ["MAX_LENGTH", "MAX_PARTS", "format_rules", "parse_rules"]


MAX_LENGTH: Final = MAX_RULES
"""How many characters a file can have: 65,536."""
MAX_PARTS: Final = 32
"""How many parts a dotted key can have."""

_LEXEME: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[.=,{\[\n]",
    re.DOTALL,
)
"""Text whose dots do not separate the parts of a key, such dots, and the signs before a key."""
_PLACE: Final = re.compile(r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL)


def parse_rules(text: str) -> Ruleset:
    """Read a ruleset.

    >>> parse_rules('''
    ... name = "House brandubh"
    ... base = "brandubh"
    ... escape = "edge"
    ... ''').escape
    Region.parse('edge')

    Raises:
        NotationError: the text is not TOML.
        StructureError: it is not a ruleset; all faults are listed.
        RulesetError: its options contradict each other.
    """
    from hnefatafl.notation._documents import read_rules

    return read_rules(_read_text(text))


def format_rules(ruleset: RulesetLike) -> str:
    """Write a ruleset.

    >>> from hnefatafl import variants
    >>> for line in format_rules(variants.BRANDUBH).splitlines()[:3]:
    ...     print(line)
    format = "hnefatafl ruleset 1"
    name = "brandubh"
    aliases = [

    Raises:
        NotExpressibleError: it contains functions and is not registered.
    """
    ruleset = as_ruleset(ruleset)
    import tomli_w

    from hnefatafl.notation._documents import write_rules

    data = _spell_nulls(write_rules(ruleset, "TOML", pictures=True))
    text = tomli_w.dumps(data, multiline_strings=True)
    if tomllib.loads(text) != data:
        # Multi-line strings lose their carriage returns.
        text = tomli_w.dumps(data)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotExpressibleError("TOML", ["half a character (a lone surrogate)"]) from None
    return text


def _read_text(text: str) -> object:
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    check_length(text, "TOML", MAX_LENGTH)
    _check_keys(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _make_fault(str(error), text) from None
    except ValueError:
        raise NotationError("a number of fewer digits was expected", text) from None
    except RecursionError:
        raise NotationError("fewer lists and tables inside one another were expected", text) from None


def _check_keys(text: str) -> None:
    """Refuse keys of many parts: each part is a table, and the time to read one is quadratic in their number."""
    parts = 1
    for lexeme in _LEXEME.finditer(text):
        sign = lexeme[0]
        parts = parts + 1 if sign == "." else 1 if sign in "=,{[\n" else parts
        if parts > MAX_PARTS:
            raise NotationError(f"a key of at most {MAX_PARTS} parts was expected", text, lexeme.start())


def _make_fault(said: str, text: str) -> NotationError:
    place = _PLACE.fullmatch(said)
    message = f"invalid TOML: {place[1] if place else said}"
    if place is None or place[2] is None:
        return NotationError(message, text, len(text))
    # The parser counts lines correctly if all line ends are the same.
    lines = text.replace("\r\n", "\n").split("\n")
    line = int(place[2]) - 1
    before = sum(len(other_line) + 1 for other_line in lines[:line])
    return NotationError(message, "\n".join(lines), before + int(place[3]) - 1)


def _spell_nulls(data: object) -> Any:
    """Return the data without nulls."""
    if is_table(data):
        return {key: _spell_nulls(value) for key, value in data.items()}
    if is_list(data):
        return [_spell_nulls(value) for value in data]
    return "none" if data is None else data
