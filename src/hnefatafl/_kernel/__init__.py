"""The kernel: everything that plays, driven by tables and compiled where a C compiler is.

How a move comes about, in the order in which the modules stand on each other:

* :mod:`~hnefatafl._kernel.codes` says what the numbers mean, and how several are packed into one.
* :mod:`~hnefatafl._kernel.tables` is a ruleset as the kernel sees it, with the laws of the kernel;
  :mod:`~hnefatafl._kernel.compiler` makes the tables from the options, :mod:`~hnefatafl._kernel.lookup` those that are
  the same for all rules.
* :mod:`~hnefatafl._kernel.generate` finds the moves that the board allows.
* :mod:`~hnefatafl._kernel.captures` and :mod:`~hnefatafl._kernel.shieldwall` take pieces.
* :mod:`~hnefatafl._kernel.ring` and :mod:`~hnefatafl._kernel.fort` know the formations that end a game, and
  :mod:`~hnefatafl._kernel.verdict` says who has won.
* :mod:`~hnefatafl._kernel.play` decides which moves are legal, whose turn is next and how the game has ended.
* :mod:`~hnefatafl._kernel.history` makes the keys of positions, by which :mod:`~hnefatafl._kernel.history` finds
  repetitions among the moves made.
* :mod:`~hnefatafl._kernel.mutable` puts them together on a mutable board and decides play; on it
  :mod:`~hnefatafl._kernel.perft` counts and :mod:`~hnefatafl._kernel.playouts` plays.
* :mod:`~hnefatafl._kernel.queries` and :mod:`~hnefatafl._kernel.reasons` answer questions about a move or a board.

Each module says at its head what it answers, the laws it rests on, and what it costs. A rule stands with its source:
S000, S001, S003 and S004 are the four documents that :mod:`hnefatafl.variants` describes, Copenhagen is "Rules of
Copenhagen Hnefatafl 11x11" of aagenielsen.dk, and most other names are programs. "Our reading" is what no source says.
"""
