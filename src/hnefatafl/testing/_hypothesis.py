"""Strategies of Hypothesis from generators. A caller without Hypothesis gets an error that names the extra."""

from __future__ import annotations

from typing import TypeVar

from hnefatafl.support.extras import extra
from hnefatafl.testing._plants.generators import DrawFn, Generator, Unfit

with extra("testing"):
    from hypothesis import reject
    from hypothesis import strategies as st

T = TypeVar("T")


@st.composite
def strategy_of(draw: st.DrawFn, generator: Generator[T]) -> T:
    """Return a strategy for the values of a generator; Hypothesis makes the choices, and so shrinks them.

    They come from one random number generator of Hypothesis. Drawn from a strategy each, they would mark spans, and
    five of six examples would be copies of another with a span or two changed.
    """
    try:
        return generator.make(DrawFn(draw(st.randoms(use_true_random=False)).randint))
    except Unfit:
        reject()
