"""Texts of values and of others: short, safe to show, and numbers with their nouns.

Values that ``support.immutability.frozen`` makes show themselves by :func:`brief`; a class that writes its own text
passes it through :func:`shortened`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pkgutil import get_data
from typing import Any, Final, cast

_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
LIMIT: Final = 200
"""The maximum number of characters of a text that is shown: of a ``repr``, of a name."""
_FIELD: Final = 72
"""The maximum number of characters of one field."""
_LEAST: Final = 24
"""The fewest characters for which the value of a field is begun."""
_DOTS: Final = "..."
_CLOSING: Final = ")>]}'\""


def read_rows(module: str, name: str) -> list[list[str]]:
    """Return the rows of a table beside a module: cells between tabulators, without lines of comment."""
    text = (get_data(module, name) or b"").decode()
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def printable(text: str, kept: str = "") -> str:
    """Return the text with every character replaced that would move the cursor, hide something or not encode, but for
    some that are kept, such as line breaks."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in kept else _REPLACEMENT for letter in text)


def split_lines(lines: Iterable[str]) -> Iterable[str]:
    """Return the lines of a whole text; lines that are apart already, such as an open file, are returned unchanged."""
    return lines.split("\n") if isinstance(lines, str) else lines


def shortened(text: str, limit: int = LIMIT) -> str:
    """Return the text on one line, safe to show, and with dots in it where it has more characters than the limit.

    >>> shortened("Tags({'event': 'Club evening'})", 20)
    "Tags({'event': '...)"
    """
    line = printable(text if text.isprintable() else " ".join(text.split()))
    if len(line) <= limit:
        return line
    end = _DOTS + (line[-1] if line[-1] in _CLOSING else "")
    return line[: limit - len(end)] + end


def plural(noun: str, number: int) -> str:
    """Return the form of a noun after a number."""
    if number == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular or in the plural."""
    return f"{number:,} {plural(noun, number)}"


def brief(self: Any) -> str:
    """Return the class of a value and its fields, without those that have their defaults; long ones are cut.

    >>> import attrs
    >>> @attrs.frozen(kw_only=True)
    ... class Note:
    ...     comment: str
    ...     glyph: str = ""
    ...     __repr__ = brief
    >>> Note(comment="Bold."), Note(comment="Too far. " * 20)
    (Note(comment='Bold.'), Note(comment='Too far. Too far. Too far. Too far. Too far. Too far. Too far. Too ...'))
    """
    name = type(self).__name__
    room = LIMIT - len(name) - len(f"(, {_DOTS})")
    parts: list[str] = []
    for field, own in _list_changed(self):
        most = min(_FIELD, room - len(field) - 1)
        if most < _LEAST:
            parts.append(_DOTS)
            break
        parts.append(f"{field}={_show_value(own, most)}")
        room -= len(parts[-1]) + 2
    return f"{name}({', '.join(parts)})"


def _list_changed(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that differ from their defaults, by the names that the class takes them by."""
    import attrs  # which the library needs for values, and not at its start

    for field in attrs.fields(value.__class__):
        own = getattr(value, field.name)
        make = getattr(field.default, "factory", None)
        default = field.default if make is None else make()
        if field.repr and (default is attrs.NOTHING or own != default):
            yield field.alias or field.name, own


def _show_value(value: Any, limit: int) -> str:
    """A value of a field; of many, as many as there is room for, and how many there are."""
    if not isinstance(value, tuple):
        return shortened(repr(value), limit)
    items = cast("tuple[object, ...]", value)
    if len(items) < 2:
        return shortened(repr(items), limit)
    count = f"{_DOTS} {len(items)} in all)"
    text = "("
    for item in items:
        more = f"{text}{item!r}, "
        if len(more) + len(count) > limit:
            break
        text = more
    else:
        return f"{text[:-2]})"
    room = limit - len(text) - len(count) - 2
    if len(text) == 1 and room >= _LEAST:
        text += f"{shortened(repr(items[0]), room)}, "
    return text + count
