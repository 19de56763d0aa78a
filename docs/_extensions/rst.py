"""Pieces of reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator


def heading(title: str, line: str = "-") -> list[str]:
    return [title, line * len(title), ""]


def indexed(words: Iterable[str]) -> list[str]:
    """Return the entries of a page in the index, as the main page for these words. The search finds them first."""
    return [".. index::", *(f"   ! single: {word}" for word in words), ""]


def leaf(address: str, text: str) -> list[str]:
    """Return the beginning of a page that is in no table of contents, where hundreds of entries would be useless."""
    return [":orphan:", "", f"*Up:* {doc(address, text)}", ""]


def doc(address: str, text: str) -> str:
    """Return a link to a page."""
    return f":doc:`{text} <{address}>`"


def table(heads: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """Yield a table with a heading; the cells are markup."""
    yield from (".. list-table::", "   :header-rows: 1", "")
    for row in (heads, *rows):
        for column, cell in enumerate(row):
            yield f"   {'*' if column == 0 else ' '} - {cell}"
    yield ""


def escaped(text: str) -> str:
    """Return a text without markup; "J. C. Ashton" does not start a list, even at the beginning of a paragraph."""
    return re.sub(r"^(\w+)([.)])(?=\s)", r"\1\\\2", re.sub(r"([\\*`|]|_(?!\w))", r"\\\1", text))


def code(language: str, text: str) -> list[str]:
    """Return a piece of code."""
    return [f".. code-block:: {language}", "", *(f"   {line}".rstrip() for line in text.splitlines()), ""]
