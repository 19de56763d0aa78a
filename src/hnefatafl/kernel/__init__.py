"""The kernel: everything that plays, driven by tables and compiled where a C compiler is.

:mod:`~hnefatafl.kernel.tables` holds the tables and the moves,
:mod:`~hnefatafl.kernel.generate` finds moves, :mod:`~hnefatafl.kernel.captures`
takes pieces, :mod:`~hnefatafl.kernel.formations` knows rings and forts,
:mod:`~hnefatafl.kernel.verdict` says who has won, and
:mod:`~hnefatafl.kernel.search` puts them together on a mutable board.
"""

from hnefatafl.kernel.tables import Move

__all__ = ["Move"]
