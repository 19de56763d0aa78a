"""Work that is done to its end, also where the caller who waits for it is cancelled."""

from __future__ import annotations

import asyncio
from typing import TypeVar

_R = TypeVar("_R")


async def lasting(work: asyncio.Future[_R]) -> _R:
    """Return what comes of some work. Where the waiting is cancelled, the work goes on, and a fault of
    it is dropped."""
    work.add_done_callback(_notice)
    return await asyncio.shield(work)


def _notice(work: asyncio.Future[_R]) -> None:
    """Look at a fault, which the loop would report otherwise."""
    if not work.cancelled():
        work.exception()
