"""Whether the kernel runs uncompiled."""

from __future__ import annotations

from types import FunctionType
from typing import Final


def _probe() -> None:
    """Nothing: its type tells whether this source has been compiled."""


PURE: Final[bool] = isinstance(_probe, FunctionType)
