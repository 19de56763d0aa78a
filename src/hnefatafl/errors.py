"""All exceptions of the library.

All of them derive from :class:`HnefataflError`, and each also derives from the
builtin that fits it best (mostly :class:`ValueError`), so ``except ValueError``
works too. Public functions raise no other exception of their own, whatever their
arguments. Exceptions of an extra rule, which is a function of the caller,
propagate unchanged; so do an interrupt and a lack of memory.
"""

from hnefatafl._base.errors import (
    ArgumentIndexError,
    ArgumentTypeError,
    ArgumentValueError,
    ExtraRuleError,
    HnefataflError,
    IllegalRollError,
    InvalidSetupError,
    MatchError,
    MissingExtraError,
    NotationError,
    NotExpressibleError,
    NothingToUnmakeError,
    PictureError,
    RecordError,
    RulesetError,
    StaleKernelError,
    StructureError,
    TableError,
    UnknownLanguageError,
    UnknownVariantError,
)
from hnefatafl.play import IllegalActionError, IllegalMoveError

__all__ = [
    "ArgumentIndexError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "ExtraRuleError",
    "HnefataflError",
    "IllegalActionError",
    "IllegalMoveError",
    "IllegalRollError",
    "InvalidSetupError",
    "MatchError",
    "MissingExtraError",
    "NotExpressibleError",
    "NotationError",
    "NothingToUnmakeError",
    "PictureError",
    "RecordError",
    "RulesetError",
    "StaleKernelError",
    "StructureError",
    "TableError",
    "UnknownLanguageError",
    "UnknownVariantError",
]


def __dir__() -> list[str]:
    return __all__
