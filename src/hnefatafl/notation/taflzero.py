"""The positions and game commands of the engine taflzero.

A position is what that engine calls FEN (``sovelin/taflzero``, ``src/board/fen/fen.rs``): the ranks of a board of
eleven, the highest first, with slashes between; ``a`` is an attacker, ``d`` a defender, ``k`` the king, and a number
that many empty squares. A space follows, and the side to move: ``a`` or ``d``. A game is a command to the engine
(``src/uci/mod.rs``)::

    position startpos moves h1h3 g6g2
    position fen 11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d moves f6f1

Its moves have no sign between their squares (``src/moves/mv.rs``) and no captures: they are read as
:attr:`~hnefatafl.records.RecordedMove.sign` ``""``, as in the oldest records of the archive. The engine plays
Copenhagen hnefatafl.

**Leniencies.** The parser

* accepts spaces around the text, and more than one between its parts;
* accepts a position alone where a game is expected, and a game without ``moves``;
* accepts moves with a dash, and with captures.

It does not accept boards of another size, as the engine does not, nor a rank that is shorter than the others, which
the engine fills up.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from hnefatafl import variants
from hnefatafl.board import Piece, Side
from hnefatafl.errors import NotationError
from hnefatafl.notation._ranks import Alphabet, parts
from hnefatafl.notation.moves import Scanner, parse_move
from hnefatafl.play import Position, Setup
from hnefatafl.records import Game, RecordedMove, explicit_start
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.json_text import MAX_LENGTH, check_length

__all__ = ["MAX_LENGTH", "format_game", "format_setup", "parse_game", "parse_setup"]


_ALPHABET: Final = Alphabet(
    notation="taflzero", letters={Piece.ATTACKER: "a", Piece.DEFENDER: "d", Piece.KING: "k"}, sizes=(11,)
)
_SIDES: Final = {"a": Side.ATTACKERS, "d": Side.DEFENDERS}
_LETTERS: Final = {side: letter for letter, side in _SIDES.items()}
_START: Final = Setup(variants.COPENHAGEN.start, Side.ATTACKERS)
"""The ``startpos`` of the engine."""
_WORD: Final = re.compile(r"\S+")
_SPACES: Final = re.compile(r"\s*")


def parse_setup(text: str) -> Setup:
    """Read a position, playable or not.

    >>> parse_setup("11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d").turn
    Side.DEFENDERS

    Raises:
        NotationError: the text is none.
    """
    scanner = _scan(text)
    setup = _read_setup(scanner)
    if not scanner.done:
        raise scanner.fault("the end of the position was expected")
    return setup


def _scan(text: str) -> Scanner:
    """Return the scanner of a text, at its first word."""
    check_length(text, "a game")
    scanner = Scanner(text, end=len(text.rstrip()))
    scanner.take(_SPACES)
    return scanner


def _take_word(scanner: Scanner, *words: str) -> str:
    """Read the next word, and the spaces behind it; if words are given, only one of them."""
    at = scanner.at
    word = scanner.take(_WORD) or ""
    if words and word not in words:
        scanner.at = at
        return ""
    scanner.take(_SPACES)
    return word


def _read_setup(scanner: Scanner) -> Setup:
    offset = scanner.at
    board = _ALPHABET.read(list(parts(_take_word(scanner), "/", offset)), scanner.text, top_first=True)
    side = _take_word(scanner, *_SIDES)
    if not side:
        raise scanner.fault("a or d, the side to move, was expected")
    return Setup(board, _SIDES[side])


def format_setup(setup: Setup) -> str:
    """Write the board and the side to move of a position; other data of a set-up is left out.

    >>> format_setup(Setup(variants.COPENHAGEN.start, Side.ATTACKERS))
    '3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a'

    Raises:
        NotExpressibleError: the board is not one of eleven ranks, or the engine does not know one of the pieces.
    """
    return f"{'/'.join(_ALPHABET.write(setup.board, top_first=True))} {_LETTERS[setup.turn]}"


def parse_game(text: str, ruleset: RulesetLike = variants.COPENHAGEN) -> Game:
    """Read a game: a ``position`` command, or a position alone.

    >>> print(*parse_game("position startpos moves h1h3 g6g2").moves)
    h1h3 g6g2

    Raises:
        NotationError: the text is neither.
        InvalidSetupError: its position cannot be played under the rules.
    """
    ruleset = as_ruleset(ruleset)
    scanner = _scan(text)
    has_command = bool(_take_word(scanner, "position"))
    what = _take_word(scanner, "startpos", "fen") if has_command else "fen"
    if not what:
        raise scanner.fault("startpos or fen was expected")
    setup = _START if what == "startpos" else _read_setup(scanner)
    moves: list[RecordedMove] = []
    if not scanner.done and not (has_command and _take_word(scanner, "moves")):
        raise scanner.fault("moves was expected, or the end")
    while not scanner.done:
        moves.append(_read_move(scanner))
    position = Position.from_setup(setup, ruleset)
    return Game(ruleset=ruleset, start=explicit_start(position), moves=moves)


def _read_move(scanner: Scanner) -> RecordedMove:
    offset = scanner.at
    word = _take_word(scanner)
    try:
        return evolve(parse_move(word), offset=offset)
    except NotationError as error:
        raise scanner.fault(error.message, offset + error.offset) from None


def format_game(game: Game) -> str:
    """Write the start and the moves of the main line as a ``position`` command, on one line.

    Captures and other data of a record are left out; :func:`hnefatafl.notation.convert.losses` lists them.

    >>> from hnefatafl import Move
    >>> format_game(Game(ruleset=variants.COPENHAGEN).add([Move.parse("h1-h3")]))
    'position startpos moves h1h3'

    Raises:
        NotExpressibleError: the board is not one of eleven ranks, or the engine does not know one of the pieces.
        InvalidSetupError: the first move is by lot, and the game does not name the first side.
    """
    check("game", game, Game)
    setup = game.initial_position.setup
    start = "startpos" if setup == _START else f"fen {format_setup(setup)}"
    moves = "".join(f" {move.origin}{move.target}" for move in game.moves)
    return f"position {start}{' moves' if moves else ''}{moves}"
