"""A second, slow and simple implementation of the rules, for differential tests.

It is written sentence by sentence from the rule texts and from our readings of them, over boards as
mappings of squares, with no tables and none of the kernel's code. Unclear points are decided here in
the simplest way, with a comment "our reading".

Sources are cited by the project's short names: S000, S001, S003 and S004 are the four seed documents,
"Copenhagen" the rules page of aagenielsen.dk.

>>> from hnefatafl import variants
>>> from hnefatafl.board import Square
>>> state = initial(variants.BRANDUBH)
>>> len(legal_moves(state)), perft(state, 2)
(40, 960)
>>> state = play(state, Square.parse("d1"), Square.parse("c1"))
>>> print(illegality(state, Square.parse("c1"), Square.parse("d1")))
not-your-piece
"""

from hnefatafl.testing.reference._captures import captors, captures_on, moved
from hnefatafl.testing.reference._formations import has_fort, is_encircled, threatens, ways_out
from hnefatafl.testing.reference._legality import board_moves, can_roll, illegality, legal_moves, repetitions, same
from hnefatafl.testing.reference._moves import Seen, State, beyond, is_corner, length, neighbours, on_edge
from hnefatafl.testing.reference._play import (
    announcement,
    captures,
    from_board,
    initial,
    opponent_announcement,
    outcome,
    perft,
    play,
    roll,
    setup_faults,
)

__all__ = [
    "Seen",
    "State",
    "announcement",
    "beyond",
    "board_moves",
    "can_roll",
    "captors",
    "captures",
    "captures_on",
    "from_board",
    "has_fort",
    "illegality",
    "initial",
    "is_corner",
    "is_encircled",
    "legal_moves",
    "length",
    "moved",
    "neighbours",
    "on_edge",
    "opponent_announcement",
    "outcome",
    "perft",
    "play",
    "repetitions",
    "roll",
    "same",
    "setup_faults",
    "threatens",
    "ways_out",
]
