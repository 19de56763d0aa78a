"""Packages that are installed only on demand, by an extra of this distribution."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from hnefatafl.support.errors import MissingExtraError


@contextmanager
def extra(name: str) -> Generator[None]:
    """Import within it what the extra brings.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(name, error.name or name) from None
