"""Names of python-chess, each with what does the same here: one table, put on the classes where they are loaded
(:mod:`hnefatafl._base.later`).

A hint is a class attribute that raises an ``AttributeError``. Looking up any other name costs nothing more, and type
checkers, which do not know of hints, report such names like other unknown ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["HABITS", "hint_at", "missing"]

_PLAY: Final = "use position = position.play(move); a position does not change"
_PIECES: Final = "a Board is only the pieces; use position = Position.from_board(board, ruleset, turn)"
_SIDES: Final = "use Side.ATTACKERS and Side.DEFENDERS"


def _each(names: str, told: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), told)


HABITS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "hnefatafl": {
            **_each("WHITE BLACK COLORS Color", _SIDES),
            **_each("PieceType PIECE_TYPES PAWN KING", "use Kind.SOLDIER, Kind.KING and so on"),
            **_each("STARTING_FEN STARTING_BOARD_FEN", 'use Position.initial("copenhagen").text'),
            **_each("parse_square", 'use Square.parse("d1")'),
            **_each("square square_name square_file square_rank", "use Square(file, rank), square.name, square.file"),
            **_each("SQUARES", "use ruleset.start.squares() and Square.parse"),
            "pgn": "use print(game), or hnefatafl.notation.json",
        },
        "Position": {
            "push": _PLAY,
            **_each("push_san push_uci push_xboard", 'use position = position.play("d1-d3")'),
            "pop": "use position.history()[-2], or a SearchBoard(position), which has make and unmake",
            "peek": "use position.last_move",
            **_each("move_stack root", "use position.history(), or Game.from_position(position).moves"),
            **_each("fen epd", "use position.text"),
            "board_fen": "use position.board.record",
            **_each("from_epd set_fen set_board_fen", "use Position.parse(text, ruleset)"),
            **_each("parse_san parse_uci parse_xboard", 'use Move.parse("d1-d3"); methods take the text, too'),
            **_each("san uci lan xboard", "use str(move)"),
            **_each("generate_legal_moves generate_pseudo_legal_moves", "use position.legal_moves()"),
            "generate_legal_captures": "use position.legal_captures()",
            **_each("piece_at piece_type_at color_at", "use position.board.get(square)"),
            "piece_map": "use position.board, a mapping",
            "pieces": "use position.board.squares(PieceSet.ATTACKERS)",
            **_each("attackers is_attacked_by", "use position.captors(square)"),
            "attacks": "use position.reach(square)",
            "is_check": "use position.king_in_danger",
            "checkers": "use position.captors(position.king)",
            "gives_check": "use position.play(move).king_in_danger",
            **_each("is_game_over is_checkmate is_stalemate is_variant_end result", "use position.outcome"),
            **_each("is_repetition is_threefold_repetition can_claim_draw", "use position.repetitions"),
            "halfmove_clock": "use position.plies_since_capture",
            "fullmove_number": "use position.ply",
            "copy": "a position does not change and needs no copy; use SearchBoard(position) for a board that does",
            "mirror": "use position.transform(symmetry)",
        },
        "SearchBoard": {
            "push": "use board.make(move)",
            "pop": "use board.unmake()",
            "move_stack": "use board.moves",
            "fen": "use board.position.text",
            "piece_at": "use board.board.get(square)",
            **_each("is_legal explain", "use board.position, which has it"),
            **_each("is_game_over result", "use board.outcome"),
            "is_check": "use board.position.king_in_danger",
        },
        "Board": {
            **_each("push pop turn legal_moves outcome is_legal is_check", _PIECES),
            **_each("fen board_fen", "use board.record"),
            "piece_at": "use board.get(square)",
            "piece_map": "a Board is a mapping; use dict(board)",
            **_each("set_piece_at remove_piece_at", "use board = board.put(square, piece); a board does not change"),
            "pieces": "use board.squares(PieceSet.ATTACKERS)",
        },
        "Move": {
            "from_uci": 'use Move.parse("d1-d3")',
            "uci": "use str(move)",
            "from_square": "use move.origin",
            "to_square": "use move.target",
        },
        "Piece": {
            "color": "use piece.side",
            "piece_type": "use piece.kind",
            "from_symbol": 'use Piece.parse("t")',
        },
        "Outcome": {"result": "use outcome.winner, or str(outcome)"},
        "Game": {
            "headers": "use game.tags",
            **_each("mainline mainline_moves", "use game.moves, or game.walk()"),
            "board": "use game.initial_position, or game.position(node)",
            "end": "use game.replay().position",
            "from_board": "use Game.from_position(position)",
            **_each("add_variation add_main_variation add_line", "use game = game.add(moves); a game does not change"),
            "comment": "use game.annotate(node, note)",
            "errors": "use game.unparsed",
        },
    }
)
"""What is said of each name, by the class that lacks it, or by the package."""


class _Hint:
    """What a class has in place of a name of python-chess."""

    __slots__ = ("_told",)

    def __init__(self, told: str) -> None:
        self._told = told

    def __get__(self, instance: object, owner: type) -> object:
        raise AttributeError(self._told)

    def __set__(self, instance: object, value: object) -> None:
        raise AttributeError(self._told)


def hint_at(owner: object) -> None:
    """Put the hints on a class of the table; ``dir`` of a value does not show them."""
    if isinstance(owner, type) and owner.__module__.startswith("hnefatafl."):
        names = [name for name in HABITS.get(owner.__name__, ()) if not hasattr(owner, name)]
        hints: dict[str, object] = {name: _Hint(_told(f"{owner.__name__!r} object", name)) for name in names}
        for name, value in {**hints, "__dir__": _without(hints)}.items() if hints else ():
            setattr(owner, name, value)


def missing(package: str, name: str) -> AttributeError:
    """The error for a name that the package does not have."""
    return AttributeError(_told(f"module {package!r}", name))


def _told(owner: str, name: str) -> str:
    told = HABITS.get(owner.split("'")[1], {}).get(name)
    return f"{owner} has no attribute {name!r}" + (f": {told}" if told else "")


def _without(hints: Mapping[str, object]) -> object:
    def shown(self: object) -> list[str]:
        return [name for name in object.__dir__(self) if name not in hints]

    return shown
