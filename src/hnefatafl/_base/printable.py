"""Texts of others, made safe to show: on a terminal, in a message, in a log; and numbers with their nouns."""

from __future__ import annotations

from typing import Final

_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return the text with every character replaced that would move the cursor, hide something or not encode.

    >>> printable("a\\x1b[31mb\\n")
    'a�[31mb�'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _REPLACEMENT for letter in text)


def printable_lines(text: str) -> str:
    """Return the text as :func:`printable` does, but for its line breaks and tabs.

    >>> printable_lines("a\\tb\\r\\nc")
    'a\\tb�\\nc'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in "\n\t" else _REPLACEMENT for letter in text)


def shortened(text: str, limit: int) -> str:
    """Return the text, or its beginning and three dots where it has more characters than the limit.

    >>> shortened("brandubh", 8), shortened("tawlbwrdd", 8)
    ('brandubh', 'tawlb...')
    """
    return text if len(text) <= limit else text[: limit - 3] + "..."


def counted(number: int, noun: str, several: str = "") -> str:
    """Return a number with its noun, in the singular or in the plural.

    >>> counted(1, "ply", "plies"), counted(2000, "game")
    ('1 ply', '2,000 games')
    """
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"
