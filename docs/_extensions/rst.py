"""Pieces of reStructuredText."""

from __future__ import annotations

import re


def heading(title: str, line: str = "-") -> list[str]:
    return [title, line * len(title), ""]


def leaf(address: str, text: str) -> list[str]:
    """The beginning of a page that stands in no table of contents: hundreds of entries there help nobody."""
    return [":orphan:", "", f"*Up:* {doc(address, text)}", ""]


def doc(address: str, text: str) -> str:
    """A link to a page."""
    return f":doc:`{text} <{address}>`"


def escaped(text: str) -> str:
    """A text that says just what it says; even at the beginning of a paragraph "J. C. Ashton" begins no list."""
    return re.sub(r"^(\w+)([.)])(?=\s)", r"\1\\\2", re.sub(r"([\\*`|]|_(?!\w))", r"\\\1", text))
