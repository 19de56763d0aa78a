"""Work that is done to its end, whether somebody waits for it or not."""

from __future__ import annotations

import asyncio
from typing import TypeVar

__all__ = ["lasting"]

_R = TypeVar("_R")


async def lasting(work: asyncio.Future[_R]) -> _R:
    """Return what comes of some work. Where the waiting is cancelled, the work goes on; a fault of it is then nobody's
    business any more."""
    work.add_done_callback(_notice)
    return await asyncio.shield(work)


def _notice(work: asyncio.Future[_R]) -> None:
    """Look at a fault, which the loop would report otherwise."""
    if not work.cancelled():
        work.exception()
