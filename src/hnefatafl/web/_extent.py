"""How far an analysis goes that a visitor asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hnefatafl._base.seal import frozen
from hnefatafl.web._errors import Refused
from hnefatafl.web._settings import Limits

_LINES: Final = 3
_MOST_LINES: Final = 5
_MOST_PLIES: Final = 64


@frozen
class Extent:
    """How many lines an analysis has, to which depth, and how many cores search."""

    lines: int = 1
    depth: int | None = None
    """None for as deep as the nodes go."""
    cores: int = 1

    @staticmethod
    def of(action: Mapping[str, object], limits: Limits) -> Extent:
        """Return what a visitor asks for.

        >>> Extent.of({"lines": 2}, Limits())
        Extent(lines=2, depth=None, cores=1)

        Raises:
            Refused: a number is none, or too large.
        """
        depth = None if action.get("depth") is None else _number(action, "depth", 1, _MOST_PLIES)
        return Extent(_number(action, "lines", _LINES, _MOST_LINES), depth, _number(action, "cores", 1, limits.cores))


def _number(action: Mapping[str, object], name: str, usual: int, most: int) -> int:
    number = action.get(name, usual)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise Refused(f"{name}: a number from 1 to {most} was expected")
    return number
