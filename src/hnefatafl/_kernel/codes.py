"""The codes of the kernel: what its small numbers mean, and how several of them are packed into one.

All numbers are built from these:

* A **square** is the index of a cell of the padded board (:class:`~hnefatafl._kernel.tables.Tables`), below 1024. It is
  0, a wall, where there is none.
* A **spot** is a square whatever the size of the board: its file times 32 plus its rank.
* A **move** is the origin times 1024 plus the target: of squares in the kernel, of spots in
  :class:`~hnefatafl.board.Move`. Where there is none it is :data:`NO_MOVE`.
* A **record** is a move with a note above its 20 bits: in a history what the move took, in a pickle what was rolled.
* A **piece** is one bit; a set of pieces is several.
* A **side** is 0 or 1; 2 stands for neither, or for either.
* An **end** is how a game has ended, and who has won; 0 while it goes on.
* A **capture report** is what a move took: a bit and a kind for each of the four directions, and flags for what these
  cannot say. An **entry** is a captured piece with its square.

The functions cost nothing: compiled, they are inlined, and where they end with a mask, the C compiler sees that the
result is not the number by which compiled functions mark an error. Laws: a packed number takes less than 62 bits, and
none but ``NO_MOVE`` is below zero.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl.board import Termination
from hnefatafl.board._packing import ORIGIN as ORIGIN
from hnefatafl.board._packing import SQUARE as SQUARE
from hnefatafl.board._packing import file_of as file_of
from hnefatafl.board._packing import move_code as move_code
from hnefatafl.board._packing import origin_of as origin_of
from hnefatafl.board._packing import rank_of as rank_of
from hnefatafl.board._packing import spot as spot
from hnefatafl.board._packing import target_of as target_of
from hnefatafl.rules import Berserk, Consequence, Jump, LimitConsequence, Roll
from hnefatafl.support.enums import place

# Sides.
ATTACKING: Final[i64] = 0
DEFENDING: Final[i64] = 1
NEITHER: Final[i64] = 2  # or either, where one may be named

# The pieces, a bit each; the values of PieceSet.
ATTACKERS: Final[i16] = 0x00F1
DEFENDERS: Final[i16] = 0x0F06  # the king is one of them
DEFENDING_MEN: Final[i16] = 0x0F02  # all but the king
SOLDIER_OF_ATTACKERS: Final[i16] = 0x0001
SOLDIER_OF_DEFENDERS: Final[i16] = 0x0002
KING: Final[i16] = 0x0004
WALL: Final[i16] = 0x0008
MERCENARIES: Final[i16] = 0x0440
GUARDS: Final[i16] = 0x0880
PLAIN: Final[i16] = 0x0007  # soldiers and the king
LEAPABLE: Final[i16] = 0x0CC3  # soldiers, mercenaries and guards may be jumped over

KING_NUMBER: Final = 2  # the pieces' numbers are the places of their bits
KING_CODE: Final = 4  # the codes of boards are the numbers plus one, but for the king

# Bits of `special`: what a square means for the king who stands on it, and for formations.
GOAL: Final[i16] = 1  # he has escaped
SURROUND: Final[i16] = 2  # all four sides must be held
SAFE: Final[i16] = 4  # he cannot be captured here
DRAWN: Final[i16] = 8  # his capture here is a draw
RIM: Final[i16] = 16  # a square at the edge
SEAT: Final[i16] = 32  # a throne square
CORNER: Final[i16] = 64  # may hold the end of a shieldwall while empty
ZONE: Final[i16] = 128  # where restricted jumps begin or end
PIERCES: Final[i16] = 256  # serves as one of a pair against a strong king
OUTLOOK: Final[i16] = 512  # a goal lies on the same file or rank
THREE: Final[i16] = 1024  # three sides of him must be held
LONE: Final[i16] = 2048  # he is captured here only when no man of his is left

CROSS: Final[i64] = 12  # in `access`, the bits of who may cross a square stand above those of who may stop there

# What a key has beside its pieces: in row 0 of `keys`, by the square of a piece that must go on; by two of the rim:
SIDE_KEY: Final[i64] = 0  # the defenders are to move
UNANNOUNCED_KEY: Final[i64] = 1  # the defenders have left a way out unannounced

# How a piece jumps: the places in the list of Jump, where 0 is not at all.
RESTRICTED: Final[i64] = place(Jump.RESTRICTED)
CAPTURING: Final[i64] = place(Jump.CAPTURING)
OVER_ANYBODY: Final[i64] = place(Jump.OVER_ANYBODY)

# Whether a piece that has captured goes on: the places in the list of Berserk, where 0 is no.
GO_ON: Final[i64] = place(Berserk.MUST_MOVE)
MAY_GO_ON: Final[i64] = place(Berserk.MAY_CAPTURE)

# What a roll of the die lets pieces do: the places in the list of Roll.
AT_MOST: Final[i64] = place(Roll.AT_MOST)
EXACTLY: Final[i64] = place(Roll.EXACTLY)
ODD: Final[i64] = place(Roll.ODD)

# Bits of `says`: what is announced.
SAYS_WAY_OUT: Final[i64] = 1
SAYS_RAICHI: Final[i64] = 2  # and tuichu
SAYS_THREAT: Final[i64] = 4

# What a repetition leads to: the places in the list of Consequence.
IGNORED: Final[i64] = place(Consequence.IGNORED)
DRAW: Final[i64] = place(Consequence.DRAW)
MOVER_LOSES: Final[i64] = place(Consequence.MOVER_LOSES)
MOVER_WINS: Final[i64] = place(Consequence.MOVER_WINS)
DEFENDERS_LOSE: Final[i64] = place(Consequence.DEFENDERS_LOSE)
ATTACKERS_LOSE: Final[i64] = place(Consequence.ATTACKERS_LOSE)
FORBIDDEN: Final[i64] = place(Consequence.FORBIDDEN)
OFFENSIVE_DEVIATES: Final[i64] = place(Consequence.OFFENSIVE_DEVIATES)

# What a limit of moves leads to: the places in the list of LimitConsequence.
LIMIT_DRAWS: Final[i64] = place(LimitConsequence.DRAW)
LIMIT_BEATS_MOVER: Final[i64] = place(LimitConsequence.MOVER_LOSES)
LIMIT_BEATS_ATTACKERS: Final[i64] = place(LimitConsequence.ATTACKERS_LOSE)


# Ends: the termination, with the side that has won in the two lowest bits.
def ending(termination: Termination) -> int:
    """The code of a termination: its place in the list, from 1 on, above the two bits of a side."""
    return 4 * (place(termination) + 1)


KING_CAPTURED: Final[i64] = ending(Termination.KING_CAPTURED)
KING_CAPTURED_ON_EDGE: Final[i64] = ending(Termination.KING_CAPTURED_ON_EDGE)
KING_ESCAPED: Final[i64] = ending(Termination.KING_ESCAPED)
KING_IMMOBILE: Final[i64] = ending(Termination.KING_IMMOBILE)
ALL_CAPTURED: Final[i64] = ending(Termination.ALL_CAPTURED)
TOO_FEW_ATTACKERS: Final[i64] = ending(Termination.TOO_FEW_ATTACKERS)
TOO_FEW_DEFENDERS: Final[i64] = ending(Termination.TOO_FEW_DEFENDERS)
TUICHU: Final[i64] = ending(Termination.TUICHU)
ENCIRCLEMENT: Final[i64] = ending(Termination.ENCIRCLEMENT)
EXIT_FORT: Final[i64] = ending(Termination.EXIT_FORT)
EXTRA: Final[i64] = ending(Termination.EXTRA)
REPETITION: Final[i64] = ending(Termination.REPETITION)
QUIET_LIMIT: Final[i64] = ending(Termination.QUIET_LIMIT)
MOVE_LIMIT: Final[i64] = ending(Termination.MOVE_LIMIT)
NO_ESCAPE: Final[i64] = ending(Termination.NO_ESCAPE)
NO_LEGAL_MOVE: Final[i64] = ending(Termination.NO_LEGAL_MOVE)
SIDE: Final[i64] = 3  # the bits of the side that has won
END: Final[i64] = 0xFF  # the bits of an end
TAKEN: Final[i64] = 8  # where in an effect its capture report begins: above the bits of an end

# Capture reports: bits 0 to 3 stand for the four directions of `steps`, and from TAKEN_KINDS on, four bits for the
# number of the piece that stood in each of them.
KING_TAKEN: Final[i64] = 16
MORE_TAKEN: Final[i64] = 32  # squares that the four directions cannot tell
KING_TAKEN_BY_HOOK: Final[i64] = 64  # by an extra capture, wherever he stands
MOVER_FALLS: Final[i64] = 128  # the man that has moved, who stepped between two enemies
ENEMY_TAKEN: Final[i64] = 127  # the bits of all others
TAKEN_KINDS: Final[i64] = 8
MOVER_KIND: Final[i64] = 24  # and behind these, four bits for the number of the man that has moved and fallen

# Flags of a position.
UNANNOUNCED: Final[i64] = 1  # the defenders have left a way out unannounced
LENIENT: Final[i64] = 2  # played from a record: neither repetition nor a limit counts
SET_UP: Final[i64] = 4  # not reached by a move
REACHED: Final[i64] = 8  # and yet set up as if it was: it counts as an occurrence

# Moves.
MOVE: Final[i64] = 0xFFFFF  # the bits of a move
NOTE: Final[i64] = 20  # where in a record its note begins: above the bits of a move
PIECE: Final[i64] = 10  # where in an entry its piece begins: above the bits of a square
NO_MOVE: Final[i64] = -1


def man_of(side: i64) -> i16:
    """A soldier of that side, in place of a piece where a side passes."""
    return SOLDIER_OF_DEFENDERS if side == DEFENDING else SOLDIER_OF_ATTACKERS


def opponent(side: i64) -> i64:
    """The other side."""
    return 1 - side


# Pieces.


def board_code(number: int) -> int:
    """The code of a piece on a board; 0 for none, whose number is -1."""
    return KING_CODE if number == KING_NUMBER else number + 1


def piece_with(code: int) -> int:
    """The bit of the piece with that code on a board, or 0."""
    return 1 << KING_NUMBER if code == KING_CODE else 1 << code >> 1


# Squares; spots are packed in `board._packing`, as moves are.


def square_at(size: int, file: int, rank: int) -> int:
    """The square of a file and rank, from 0 on, on a board of that size: its index behind the rim."""
    return (rank + 1) * (size + 2) + file + 1


# Records.


def record(move: i64, note: i64) -> i64:
    """A move with a note above it, which takes at most 42 bits."""
    return note << NOTE | move


def move_of(record: i64) -> i64:
    """The move of a record."""
    return record & MOVE


def note_of(record: i64) -> i64:
    """The note of a record."""
    return record >> NOTE


# Capture reports and entries.


def takes_towards(taken: i64, i: i64) -> bool:
    """Whether a capture report has a man in the direction ``steps[i]``."""
    return taken >> i & 1 != 0


def place_towards(taken: i64, i: i64) -> i64:
    """The number of the piece that a capture report has in the direction ``steps[i]``."""
    return taken >> TAKEN_KINDS + 4 * i & 15


def taken_towards(i: i64, place: i64) -> i64:
    """The report that a piece with that number was captured in the direction ``steps[i]``."""
    return 1 << i | place << TAKEN_KINDS + 4 * i


def mover_falls(place: i64) -> i64:
    """The report that the man with that number fell by his own move."""
    return MOVER_FALLS | place << MOVER_KIND


def fallen_mover(taken: i64) -> i64:
    """The number of the man that a capture report with ``MOVER_FALLS`` says has fallen by his own move."""
    return taken >> MOVER_KIND & 15


def entry(piece: i64, square: i64) -> int:
    """A captured piece and its square."""
    return int(piece << PIECE | square)


def piece_of(entry: i64) -> i64:
    """The bit of the piece in an entry."""
    return entry >> PIECE


def square_of(entry: i64) -> i64:
    """The square in an entry."""
    return entry & SQUARE


# The effect of a move: what it took, and the end that it brings about.


def effect(taken: i64, end: i64) -> i64:
    """Both in one number: 0 for a move that changes nothing but its own piece's place."""
    return taken << TAKEN | end


def effect_end(effect: i64) -> i64:
    """The end in an effect."""
    return effect & END


# The state that a history keeps of a position: from the lowest bit on the end, whether a way out was left unannounced,
# what has been rolled, which piece must go on, which side is to move, and how many moves it has been since a capture.


def state_of(end: i64, unannounced: i64, since_capture: i64, side: i64) -> i64:
    """The state of a position where that side is to move, nothing is rolled and no piece must go on."""
    return since_capture << 34 | side << 33 | unannounced << 8 | end


def state_of_turn(roll: i64, berserk: i64) -> i64:
    """What a roll and a berserk turn add to a state; a roll takes at most 14 bits."""
    return berserk << 23 | roll << 9


def state_end(state: i64) -> i64:
    """The end in a state."""
    return state & END


def state_unannounced(state: i64) -> i64:
    """Whether, in a state, a way out was left unannounced: 1 or 0."""
    return state >> 8 & 1


def state_roll(state: i64) -> i64:
    """What has been rolled, in a state, or 0."""
    return state >> 9 & 0x3FFF


def state_berserk(state: i64) -> i64:
    """Where, in a state, the piece stands that must go on, or 0."""
    return state >> 23 & SQUARE


def state_side(state: i64) -> i64:
    """The side to move, in a state."""
    return state >> 33 & 1


def state_since_capture(state: i64) -> i64:
    """How many moves a state is behind the last capture."""
    return state >> 34


# Paths, from one square to another of the same file or rank, for random games.


def path(target: i64, line: i64, between: i64, at: i64) -> i64:
    """A path to a square: the number of its line (a file's, or 32 plus a rank's), a bit for each square of the line
    that must be empty, and which of the squares that the origin sees the target is (a rank, or 32 plus a file)."""
    return at << 37 | between << 16 | line << 10 | target


def path_line(path: i64) -> i64:
    """The number of the line on which a path lies."""
    return path >> 10 & 63


def path_between(path: i64) -> i64:
    """A bit for each square of the line that must be empty."""
    return path >> 16 & 0x1FFFFF


def path_at(path: i64) -> i64:
    """Which of the squares that the origin sees the target is."""
    return path >> 37 & 63
