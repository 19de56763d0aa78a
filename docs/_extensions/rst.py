"""Pieces of reStructuredText."""

from __future__ import annotations

import re


def heading(title: str, line: str = "-") -> list[str]:
    return [title, line * len(title), ""]


def leaf(address: str, text: str) -> list[str]:
    """Return the beginning of a page that is in no table of contents, where hundreds of entries would be useless."""
    return [":orphan:", "", f"*Up:* {doc(address, text)}", ""]


def doc(address: str, text: str) -> str:
    """Return a link to a page."""
    return f":doc:`{text} <{address}>`"


def escaped(text: str) -> str:
    """Return a text without markup; "J. C. Ashton" does not start a list, even at the beginning of a paragraph."""
    return re.sub(r"^(\w+)([.)])(?=\s)", r"\1\\\2", re.sub(r"([\\*`|]|_(?!\w))", r"\\\1", text))
