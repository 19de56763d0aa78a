"""The notes of a ruleset, from texts that are wrapped to fit the source."""

from __future__ import annotations

import re
from textwrap import dedent

__all__ = ["compose"]


def compose(*texts: str) -> str:
    """The notes, one a line; in the texts, a line that is set in goes on with the one before.

    >>> print(compose('''
    ...     Our reading: the layout, which the text
    ...       does not give.
    ...     Our reading: the corners.
    ...     ''', "Our reading: the edge."))
    Our reading: the layout, which the text does not give.
    Our reading: the corners.
    Our reading: the edge.
    """
    return "\n".join(re.sub(r"\n +", " ", dedent(text).strip()) for text in texts)
