"""The kernel: everything that plays, driven by tables and compiled where a C compiler is.

:mod:`~hnefatafl.kernel.tables` holds the tables,
:mod:`~hnefatafl.kernel.generate` finds moves, :mod:`~hnefatafl.kernel.captures`
takes pieces, :mod:`~hnefatafl.kernel.ring` and :mod:`~hnefatafl.kernel.fort` know the formations,
:mod:`~hnefatafl.kernel.verdict` says who has won, and
:mod:`~hnefatafl.kernel.search` puts them together on a mutable board, on which
:mod:`~hnefatafl.kernel.perft` counts and :mod:`~hnefatafl.kernel.playouts` plays.
"""

from hnefatafl.kernel.move import Move

__all__ = ["Move"]


def __dir__() -> list[str]:
    return __all__
