"""An exact rules engine for the tafl games (hnefatafl, tablut, brandubh and others): rules, positions, records.

>>> from hnefatafl import Move, Position, variants
>>> position = Position.initial(variants.COPENHAGEN)
>>> position.play(Move.parse("d1-d3")).turn
Side.DEFENDERS
"""

from typing import TYPE_CHECKING
from typing import Any as _Any

import hnefatafl.support.build_hash as _built  # first, since it refuses a kernel that is stale
from hnefatafl._version import __version__ as __version__
from hnefatafl.support import hooks as _hooks
from hnefatafl.support.lazy_imports import later as _later

if TYPE_CHECKING:
    from hnefatafl import variants
    from hnefatafl.board import (
        Announcement,
        Board,
        CaptureKind,
        Illegality,
        IllegalMove,
        Kind,
        Move,
        Outcome,
        Piece,
        PieceSet,
        Region,
        Side,
        Square,
        SquareSet,
        Symmetry,
        Termination,
    )
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
    from hnefatafl.notation.data import from_json, to_json
    from hnefatafl.play import (
        ActionSpace,
        Batch,
        Capture,
        PlayedMove,
        Playout,
        Position,
        SearchBoard,
        Setup,
        divide,
        perft,
        playout,
        playouts,
    )
    from hnefatafl.records import Game
    from hnefatafl.render.svg import svg
    from hnefatafl.rules import (
        Announcements,
        Berserk,
        Call,
        Consequence,
        Die,
        EdgeCapture,
        GuardCapture,
        Jump,
        Jumps,
        KingStrength,
        LimitConsequence,
        NoMove,
        Passing,
        Repetition,
        Roll,
        Ruleset,
        Shieldwall,
        Speed,
        Zone,
    )
else:
    __getattr__, __dir__ = _later(
        __name__,
        *("errors", "board", "rules", "variants", "play", "records", "render.svg", "notation.data"),
        *("notation", "search"),  # which show nothing here, but `hnefatafl.search.Limit` can be written
    )


def _draw_svg(subject: _Any) -> str:
    from hnefatafl.render.svg import svg

    return svg(subject)


def _write_notation(game: "Game") -> str:
    from hnefatafl.errors import NotExpressibleError
    from hnefatafl.notation.otn import format_game

    for rules in (True, False):
        try:
            return format_game(game, rules=rules).strip()
        except NotExpressibleError:
            continue
    return " ".join(map(str, game.moves))


def _describe_rules(rules: "Ruleset", lang: str, order: bool) -> str:
    from hnefatafl.describe import describe

    return describe(rules, lang, order=order)


def _find_shipped(name: str) -> "Ruleset | None":
    from hnefatafl import variants

    return variants._find_shipped(name)


def _get_ruleset(name: str) -> "Ruleset":
    from hnefatafl import variants

    return variants.get(name)


def _to_json(value: _Any) -> _Any:
    from hnefatafl.notation.data import to_json

    return to_json(value)


def _from_json(kind: _Any, data: _Any) -> _Any:
    from hnefatafl.notation.data import from_json

    return from_json(kind, data)


def _find_registered(name: str) -> "Ruleset | None":
    from hnefatafl import variants

    return variants._find_installed(name)


def _find_sentence(value: _Any, lang: str) -> str:
    from hnefatafl.describe import sentence

    return sentence(value, lang)


# What values show of themselves; imported when it is asked for.
_hooks.svg, _hooks.notation = _draw_svg, _write_notation
_hooks.describe, _hooks.sentence = _describe_rules, _find_sentence
_hooks.shipped, _hooks.registered = _find_shipped, _find_registered
_hooks.named = _get_ruleset
_hooks.to_json, _hooks.from_json = _to_json, _from_json

COMPILED: bool = _built.COMPILED
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
    "Capture",
    "CaptureKind",
    "Consequence",
    "Die",
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
    "LimitConsequence",
    "MissingExtraError",
    "Move",
    "NoMove",
    "NotExpressibleError",
    "NotationError",
    "NothingToUnmakeError",
    "Outcome",
    "Passing",
    "PictureError",
    "Piece",
    "PieceSet",
    "PlayedMove",
    "Playout",
    "Position",
    "RecordError",
    "Region",
    "Repetition",
    "Roll",
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
    "from_json",
    "perft",
    "playout",
    "playouts",
    "svg",
    "to_json",
    "variants",
]
