"""Wilson's score interval."""

from __future__ import annotations

import math


def wilson(share: float, number: float, deviations: float) -> tuple[float, float]:
    """The interval of a share that was observed a number of times; all of the scale if it never was.

    Arguments:
        share: from 0 to 1.
        number: how many there were.
        deviations: how many standard deviations wide it is to either side: 1.96 for 95 %.
    """
    if not number:
        return 0.0, 1.0
    spread = deviations**2 / number
    middle = (share + spread / 2) / (1 + spread)
    half = deviations * math.sqrt(share * (1 - share) / number + spread / (4 * number)) / (1 + spread)
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))
