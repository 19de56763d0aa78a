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

**Parsing.**

>>> setup = parse_setup("11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d")
>>> setup.board.king, setup.turn
(Square(f6), Side.DEFENDERS)
>>> game = parse_game("position startpos moves h1h3 g6g2")
>>> [str(move) for move in game.moves], game.ruleset.name
(['h1h3', 'g6g2'], 'copenhagen')
>>> parse_setup("11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a")
Traceback (most recent call last):
    ...
hnefatafl.errors.NotationError: a or d, the side to move, was expected (line 1, column 39)
    11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a
                                          ^

**Writing.**

>>> format_setup(setup)
'11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d'
>>> format_game(game)
'position startpos moves h1h3 g6g2'
"""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from hnefatafl import variants
from hnefatafl.board import Piece, Side
from hnefatafl.errors import NotationError
from hnefatafl.notation._ranks import Alphabet, parts
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position, Setup
from hnefatafl.records import Game, RecordedMove, explicit_start
from hnefatafl.rules import Ruleset, as_ruleset
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


class _Words:
    """The words of a text, read one after the other."""

    def __init__(self, text: str) -> None:
        check_length(text, "a game")
        self.text = text
        self._words = _WORD.finditer(text)
        self._next = next(self._words, None)

    @property
    def word(self) -> str:
        """The next word, or nothing at the end."""
        return "" if self._next is None else self._next[0]

    @property
    def at(self) -> int:
        """Where it stands."""
        return len(self.text.rstrip()) if self._next is None else self._next.start()

    def take(self) -> tuple[str, int]:
        """Return the next word and where it stands; then the one behind it is the next."""
        taken = self.word, self.at
        self._next = next(self._words, None)
        return taken

    def fault(self, message: str) -> NotationError:
        """Return the error that points at the next word."""
        return NotationError(message, self.text, self.at)


def parse_setup(text: str) -> Setup:
    """Read a position, playable or not.

    >>> parse_setup("11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d").turn
    Side.DEFENDERS

    Raises:
        NotationError: the text is none.
    """
    words = _Words(text)
    setup = _read_setup(words)
    if words.word:
        raise words.fault("the end of the position was expected")
    return setup


def _read_setup(words: _Words) -> Setup:
    ranks, offset = words.take()
    board = _ALPHABET.read(list(parts(ranks, "/", offset)), words.text, top_first=True)
    if words.word not in _SIDES:
        raise words.fault("a or d, the side to move, was expected")
    return Setup(board, _SIDES[words.take()[0]])


def format_setup(setup: Setup) -> str:
    """Write the board and the side to move of a position; other data of a set-up is left out.

    >>> format_setup(Setup(variants.COPENHAGEN.start, Side.ATTACKERS))
    '3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a'

    Raises:
        NotExpressibleError: the board is not one of eleven ranks, or the engine does not know one of the pieces.
    """
    return f"{'/'.join(_ALPHABET.write(setup.board, top_first=True))} {_LETTERS[setup.turn]}"


def parse_game(text: str, ruleset: Ruleset | str = variants.COPENHAGEN) -> Game:
    """Read a game: a ``position`` command, or a position alone.

    >>> print(*parse_game("position startpos moves h1h3 g6g2").moves)
    h1h3 g6g2

    Raises:
        NotationError: the text is neither.
        InvalidSetupError: its position cannot be played under the rules.
    """
    ruleset = as_ruleset(ruleset)
    words = _Words(text)
    has_command = words.word == "position"
    if has_command:
        words.take()
    if has_command and words.word == "startpos":
        words.take()
        setup = _START
    else:
        if has_command:
            if words.word != "fen":
                raise words.fault("startpos or fen was expected")
            words.take()
        setup = _read_setup(words)
    moves: list[RecordedMove] = []
    if words.word:
        if not has_command or words.word != "moves":
            raise words.fault("moves was expected, or the end")
        words.take()
        while words.word:
            moves.append(_read_move(*words.take(), text))
    position = Position.from_setup(setup, ruleset)
    return Game(ruleset=ruleset, start=explicit_start(position), moves=moves)


def _read_move(word: str, offset: int, text: str) -> RecordedMove:
    try:
        return evolve(parse_move(word), offset=offset)
    except NotationError as error:
        raise NotationError(error.message, text, offset + error.offset) from None


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
    setup = game.initial_position.setup
    start = "startpos" if setup == _START else f"fen {format_setup(setup)}"
    moves = "".join(f" {move.origin}{move.target}" for move in game.moves)
    return f"position {start}{' moves' if moves else ''}{moves}"
