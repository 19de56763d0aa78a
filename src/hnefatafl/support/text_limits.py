"""The maximum lengths of texts: one place for the limits and the error."""

from __future__ import annotations

from typing import Final

from hnefatafl.support.errors import NotationError

MAX_LENGTH: Final = 1 << 22
"""The number of characters of the longest document: a game, a match, a server's log. 4,194,304."""
MAX_RULES: Final = 1 << 16
"""The number of characters of the longest ruleset in TOML: 65,536."""
MAX_BOARD: Final = 1 << 14
"""The number of characters of the longest board on lines: 16,384."""


def check_length(text: str, kind: str, limit: int = MAX_LENGTH, *, of: tuple[str, int] | None = None) -> None:
    """Refuse a text that is longer than the limit.

    Arguments:
        text: the text.
        kind: what was expected, such as "a game".
        limit: the number of characters that are accepted.
        of: the whole text that the error shows and where the text begins in it, if the text is a part.

    Raises:
        NotationError: the text is longer.
    """
    if len(text) > limit:
        whole, start = of or (text, 0)
        raise NotationError(f"{kind} of at most {limit:,} characters was expected", whole, start + limit)
