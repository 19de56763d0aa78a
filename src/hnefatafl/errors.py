"""All exceptions of the library, and its warning.

All of them derive from :class:`HnefataflError`, and each also derives from the
builtin that fits it best (mostly :class:`ValueError`), so ``except ValueError``
works too. Public functions raise no other exception of their own, whatever their
arguments. Exceptions of an extra rule, which is a function of the caller,
propagate unchanged; so do an interrupt and a lack of memory.

:class:`LossWarning` is no error: what it tells of is done.
"""

from hnefatafl.play import IllegalActionError, IllegalMoveError
from hnefatafl.support.errors import (
    ArgumentIndexError,
    ArgumentTypeError,
    ArgumentValueError,
    ExtraRuleError,
    HnefataflError,
    IllegalRollError,
    InvalidSetupError,
    LossWarning,
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
    "LossWarning",
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
