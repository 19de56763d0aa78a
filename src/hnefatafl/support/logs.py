"""The loggers of the packages. Only packages that log import this: ``logging`` takes time to import."""

from __future__ import annotations

import logging


def logger(name: str) -> logging.Logger:
    """Return the logger of a package or module, by its whole name."""
    # Without a handler of the caller, not even warnings are printed.
    whole = logging.getLogger(name.partition(".")[0])
    if not whole.handlers:
        whole.addHandler(logging.NullHandler())
    return logging.getLogger(name)
