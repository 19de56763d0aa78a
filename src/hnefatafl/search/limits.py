"""How long a search may go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from hnefatafl._arguments import typed
from hnefatafl.errors import ArgumentValueError

if TYPE_CHECKING:
    from attrs import Attribute

__all__ = ["Limit"]


def __dir__() -> list[str]:
    return __all__


def _not_negative(instance: Limit, attribute: Attribute[float | None], value: float | None) -> None:
    if value is not None and not value >= 0:
        raise ArgumentValueError(f"{attribute.name}: a number from 0 on was expected, not {value}")


def _positive(instance: Limit, attribute: Attribute[int | None], value: int | None) -> None:
    if value is not None and value < 1:
        raise ArgumentValueError(f"{attribute.name}: a number from 1 on was expected, not {value}")


@frozen(kw_only=True, field_transformer=typed)
class Limit:
    """How long a search may go on. A search ends at the limit that it reaches first.

    With a limit of nodes alone, a search gives the same answer each time and on
    every machine.

    >>> Limit(nodes=20_000)
    Limit(seconds=None, nodes=20000, depth=None)

    Raises:
        ArgumentValueError: the seconds are below 0, or the nodes or the depth below 1.
    """

    seconds: float | None = field(default=None, validator=_not_negative)
    """How many seconds, by the clock that is passed to the search; None for no limit."""
    nodes: int | None = field(default=None, validator=_positive)
    """How many positions; None for no limit."""
    depth: int | None = field(default=None, validator=_positive)
    """How many plies ahead; None for no limit."""
