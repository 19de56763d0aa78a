"""Playing: positions and moves, boards for searches, many games at once, counting and random games."""

from hnefatafl._kernel.planes import PlaneWriter
from hnefatafl.play._actions import ActionSpace
from hnefatafl.play._batch import Batch
from hnefatafl.play._counting import divide, perft
from hnefatafl.play._errors import IllegalActionError, IllegalMoveError
from hnefatafl.play._given import PositionLike, as_position, read_start
from hnefatafl.play._played_move import Capture, PlayedMove
from hnefatafl.play._position import Position
from hnefatafl.play._searchboard import SearchBoard
from hnefatafl.play._setup import UNSEEN, Setup, ruleset_named_in
from hnefatafl.play._simulation import Playout, playout, playouts
from hnefatafl.play._summaries import PlayoutSummary, summarize_playouts

__all__ = [
    "UNSEEN",
    "ActionSpace",
    "Batch",
    "Capture",
    "IllegalActionError",
    "IllegalMoveError",
    "PlaneWriter",
    "PlayedMove",
    "Playout",
    "PlayoutSummary",
    "Position",
    "PositionLike",
    "SearchBoard",
    "Setup",
    "as_position",
    "divide",
    "perft",
    "playout",
    "playouts",
    "read_start",
    "ruleset_named_in",
    "summarize_playouts",
]
