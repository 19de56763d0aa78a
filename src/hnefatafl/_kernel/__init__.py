"""The kernel: everything that plays, driven by tables and compiled where a C compiler is.

:mod:`~hnefatafl._kernel.compiler` turns a ruleset into tables; all else knows tables only.
:mod:`~hnefatafl._kernel.codes` says what the numbers mean,
:mod:`~hnefatafl._kernel.tables` holds the tables,
:mod:`~hnefatafl._kernel.generate` finds moves, :mod:`~hnefatafl._kernel.captures`
takes pieces, :mod:`~hnefatafl._kernel.ring` and :mod:`~hnefatafl._kernel.fort` know the formations,
:mod:`~hnefatafl._kernel.verdict` says who has won, and
:mod:`~hnefatafl._kernel.history` keeps the moves made and finds repetitions, and
:mod:`~hnefatafl._kernel.engine` puts them together on a mutable board and decides play, on which
:mod:`~hnefatafl._kernel.perft` counts and :mod:`~hnefatafl._kernel.playouts` plays.
"""
