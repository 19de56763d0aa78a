"""What closed lists have in common, and what options with fields of their own have in common."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

__all__ = ["Compound", "Listed"]


class Listed(Enum):
    """A member of a closed list.

    The value is the member's slug, its name in small letters with hyphens. Files, reports and the command write it and
    read it, so it does not change. Sentences about members are in :mod:`hnefatafl.describe`.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


@frozen
class Compound:
    """An option with fields of its own."""
