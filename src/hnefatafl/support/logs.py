"""The loggers of the packages. Only packages that log import this: ``logging`` takes time to import."""

from __future__ import annotations

import logging

# Without a handler of the program, not even warnings are printed.
logging.getLogger("hnefatafl").addHandler(logging.NullHandler())


def logger(name: str) -> logging.Logger:
    """Return the logger of a package or module, ``hnefatafl.NAME``."""
    return logging.getLogger(f"hnefatafl.{name}")
