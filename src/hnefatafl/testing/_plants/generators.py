"""Generators of values: in the words of ``hypothesis.strategies``, but without Hypothesis.

A generator makes its value from choices, each of them an integer between two bounds. In the check of a ruleset
:mod:`random` chooses; in the strategies Hypothesis does, which can so shrink its examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, Generic, NoReturn, ParamSpec, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
S = TypeVar("S")
P = ParamSpec("P")


class Unfit(Exception):
    """The choices lead to no value; others may."""


def assume(condition: object) -> None:
    """Go on only if this holds.

    Raises:
        Unfit: it does not.
    """
    if not condition:
        reject()


def reject() -> NoReturn:
    """Give up this value.

    Raises:
        Unfit: always.
    """
    raise Unfit


class DrawFn:
    """Draws values from generators.

    Arguments:
        integer: makes a choice: an integer between two bounds, both included; the first is the simplest.
    """

    def __init__(self, integer: Callable[[int, int], int]) -> None:
        self.integer = integer

    def __call__(self, generator: Generator[T]) -> T:
        return generator.make(self)


class Generator(Generic[T_co]):
    """What makes values of a kind."""

    def __init__(self, make: Callable[[DrawFn], T_co]) -> None:
        self.make = make

    def map(self, change: Callable[[T_co], S]) -> Generator[S]:
        """Return a generator of the changed values."""
        return Generator(lambda draw: change(self.make(draw)))

    def flatmap(self, choose: Callable[[T_co], Generator[S]]) -> Generator[S]:
        """Return a generator that draws from the one that a value leads to."""
        return Generator(lambda draw: choose(self.make(draw)).make(draw))

    def __or__(self, other: Generator[S]) -> Generator[T_co | S]:
        return one_of(self, other)


def composite(make: Callable[Concatenate[DrawFn, P], T]) -> Callable[P, Generator[T]]:
    """Return a function that returns generators; what they make is written as one function."""

    @wraps(make)
    def generator(*args: P.args, **options: P.kwargs) -> Generator[T]:
        return Generator(lambda draw: make(draw, *args, **options))

    return generator


def integers(least: int, most: int) -> Generator[int]:
    """Return a generator of integers between two bounds, both included."""
    return Generator(lambda draw: draw.integer(least, most))


def booleans() -> Generator[bool]:
    """Return a generator of False and True."""
    return Generator(lambda draw: draw.integer(0, 1) == 1)


def just(value: T) -> Generator[T]:
    """Return a generator of one value."""
    return Generator(lambda draw: value)


def none() -> Generator[None]:
    """Return a generator of None."""
    return just(None)


def sampled_from(values: Iterable[T]) -> Generator[T]:
    """Return a generator of these values, the first being the simplest."""
    pool = values if isinstance(values, (list, tuple)) else tuple(values)
    return Generator(lambda draw: pool[draw.integer(0, len(pool) - 1)])


def one_of(*generators: Generator[T]) -> Generator[T]:
    """Return a generator that draws from any of these."""
    return sampled_from(generators).flatmap(lambda generator: generator)


def builds(make: Callable[..., T], *args: Generator[Any], **options: Generator[Any]) -> Generator[T]:
    """Return a generator that calls a function with drawn arguments."""
    return Generator(lambda draw: make(*map(draw, args), **{name: draw(option) for name, option in options.items()}))


def lists(elements: Generator[T], *, min_size: int, max_size: int) -> Generator[list[T]]:
    """Return a generator of lists, whose elements may recur."""
    return integers(min_size, max_size).flatmap(
        lambda count: Generator(lambda draw: [draw(elements) for _ in range(count)])
    )


def samples(values: Iterable[T], *, min_size: int, max_size: int) -> Generator[list[T]]:
    """Return a generator of lists of different ones of these values."""
    pool = list(values)

    def make(draw: DrawFn) -> list[T]:
        left = list(pool)
        return [left.pop(draw.integer(0, len(left) - 1)) for _ in range(draw.integer(min_size, max_size))]

    return Generator(make)
