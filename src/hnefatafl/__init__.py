"""An exact rules engine for the tafl games (hnefatafl, tablut, brandubh and others): rules, positions, records.

>>> from hnefatafl import Move, Position, variants
>>> position = Position.initial(variants.COPENHAGEN)
>>> position.play(Move.parse("d1-d3")).turn
Side.DEFENDERS
"""

from hnefatafl import variants
from hnefatafl._kernel.pure import PURE as _PURE
from hnefatafl._version import __version__ as __version__
from hnefatafl.actions import ActionSpace
from hnefatafl.batch import Batch
from hnefatafl.board import Board
from hnefatafl.counting import divide, perft
from hnefatafl.errors import (
    ArgumentIndexError,
    ArgumentTypeError,
    ArgumentValueError,
    ExtraRuleError,
    HnefataflError,
    IllegalActionError,
    IllegalMoveError,
    IllegalRollError,
    InvalidSetupError,
    MissingExtraError,
    NotationError,
    NotExpressibleError,
    NothingToUnmakeError,
    PictureError,
    RecordError,
    RulesetError,
    StructureError,
    UnknownLanguageError,
    UnknownVariantError,
)
from hnefatafl.game import Game
from hnefatafl.geometry import Region, Square, SquareSet, Symmetry
from hnefatafl.move import Move
from hnefatafl.options import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Repetition,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.outcome import Announcement, CaptureKind, Illegality, IllegalMove, Outcome, Termination
from hnefatafl.pieces import Kind, Piece, PieceSet, Side
from hnefatafl.played_move import PlayedMove
from hnefatafl.position import Position
from hnefatafl.rules import Ruleset
from hnefatafl.searchboard import SearchBoard
from hnefatafl.setup import Setup
from hnefatafl.simulation import Playout, playout, playouts

COMPILED: bool = not _PURE
"""Whether the compiled kernel is running, or its uncompiled source."""


__all__ = [
    "COMPILED",
    "ActionSpace",
    "Announcement",
    "Announcements",
    "ArgumentIndexError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "Batch",
    "Berserk",
    "Board",
    "Call",
    "CaptureKind",
    "Consequence",
    "EdgeCapture",
    "ExtraRuleError",
    "Game",
    "GuardCapture",
    "HnefataflError",
    "IllegalActionError",
    "IllegalMove",
    "IllegalMoveError",
    "IllegalRollError",
    "Illegality",
    "InvalidSetupError",
    "Jump",
    "Jumps",
    "Kind",
    "KingStrength",
    "MissingExtraError",
    "Move",
    "NoMove",
    "NotExpressibleError",
    "NotationError",
    "NothingToUnmakeError",
    "Outcome",
    "PictureError",
    "Piece",
    "PieceSet",
    "PlayedMove",
    "Playout",
    "Position",
    "RecordError",
    "Region",
    "Repetition",
    "Ruleset",
    "RulesetError",
    "SearchBoard",
    "Setup",
    "Shieldwall",
    "Side",
    "Speed",
    "Square",
    "SquareSet",
    "StructureError",
    "Symmetry",
    "Termination",
    "UnknownLanguageError",
    "UnknownVariantError",
    "Zone",
    "divide",
    "perft",
    "playout",
    "playouts",
    "variants",
]


def __dir__() -> list[str]:
    return __all__
