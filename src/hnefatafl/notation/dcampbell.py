r"""The games and boards of dcampbell24's hnefatafl-copenhagen, the program behind hnefatafl.org.

Its source is ``dcampbell24/hnefatafl`` (formerly ``hnefatafl-copenhagen``). No file of games in this form was
available: the description follows the program, and doubts are marked.

**Games** are JSON objects (``src/opentafl.rs``), which its server sends for an unfinished game:

=====================  =================================================================================================
key                    meaning
=====================  =================================================================================================
``attackers``          the name of the attackers' player
``defenders``          the name of the defenders' player
``dim``                the size of the board
``start``              the start position, as in OTN but with the highest rank first (our reading: the program counts
                       ranks from the top; the starts that it knows are symmetric)
``moves``              one text, with spaces between the moves: ``d1-d3``, and ``x`` before every captured square, the
                       king's included; ``---`` is a resignation
``rated``              true or false; true where it is missing
``messages``           a list: the chat messages of the players
``time_control``       null, or the main time and the increment, both in seconds
``time_remaining_ms``  null, or the time left for both; older versions have a list of two numbers
``last_move``          the time of the last move, in some versions
``id``                 a number, in newer versions
=====================  =================================================================================================

Squares are written in capitals on boards of thirteen (``src/play.rs``), in small letters on others. There is no result,
and no name of the rules: they are Copenhagen hnefatafl's. In a :class:`~hnefatafl.records.Game` the players are the
tags ``attackers`` and ``defenders``, as in OTN; every other key with a value is a tag of the same name with the value
as JSON.

**Boards** are the output of the program in plain letters (``src/board.rs``, ``src/space.rs``):
``A`` an attacker, ``D`` a defender, ``K`` the king, ``.`` an empty square and ``#`` an empty corner or throne, the
highest rank first, with a frame, rank numbers at both sides and file letters above and below. It contains neither the
side to move nor the rules.

**Leniencies.** The parser of games accepts the keys in any order, other keys (which are kept as tags, and not written
again), games without the keys that have a usual value, ``resigns`` for ``---``, and squares in small letters and
capitals alike. It does not accept a key twice, moves after a resignation, or texts of more than 4,194,304 characters.
The parser of boards accepts

* boards without frame, numbers and letters, and without spaces between the squares;
* the chess pieces and signs that the program prints where it may (``♟ ♙ ♔ ⌘``), the ``X`` and ``O`` of its sources, and
  colours of terminals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from attrs import evolve

from hnefatafl import variants
from hnefatafl.board import Board, Piece, Region, Side, Square
from hnefatafl.errors import NotationError, NotExpressibleError
from hnefatafl.notation._ranks import Alphabet, parts
from hnefatafl.notation.moves import RESIGNATION, parse_token
from hnefatafl.play import Position
from hnefatafl.records import Ending, Game, RecordedMove, explicit_start
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.json_text import MAX_BOARD, MAX_LENGTH, check_length, dump, entry, load, place

__all__ = ["COPENHAGEN_13", "MAX_LENGTH", "TAGS", "format_board", "format_game", "parse_board", "parse_game", "says"]


TAGS: Final = (
    "id",
    "attackers",
    "defenders",
    "rated",
    "messages",
    "time_control",
    "time_remaining_ms",
    "last_move",
)
"""The tags that a game can have when it is written."""

_PLAYERS: Final = ("attackers", "defenders")
_OWN: Final = (*_PLAYERS, "dim", "start", "moves")
_USUAL: Final[Mapping[str, object]] = {"rated": True, "messages": [], "time_control": None, "time_remaining_ms": None}
"""The values that carry no information."""

_NAME: Final = "hnefatafl-copenhagen"
_BASIC: Final = {Piece.ATTACKER: "t", Piece.DEFENDER: "T", Piece.KING: "K"}
_STARTS: Final = Alphabet(notation=_NAME, letters=_BASIC, sizes=(7, 9, 11, 13))
_BOARDS: Final = Alphabet(
    notation=_NAME, letters={Piece.ATTACKER: "A", Piece.DEFENDER: "D", Piece.KING: "K"}, empty="."
)
_READ: Final = dict(zip(".#⌘A♟XD♙OK♔", "...tttTTTKK", strict=True))
"""What the letters of its boards mean, in letters of this library."""
_COLOUR: Final = re.compile("\x1b\\[[0-9;]{0,20}m")
_FILES: Final = "ABCDEFGHIJKLMNOPQRSTU"
_WORD: Final = re.compile(r"\S+")


def parse_game(text: str, ruleset: RulesetLike | None = None) -> Game:
    """Read a game.

    >>> start = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
    >>> game = parse_game(f'{{"dim":11,"start":"{start}","moves":"d1-d3 f8-i8"}}')
    >>> game.ruleset.name, len(game.moves)
    ('copenhagen', 2)

    Arguments:
        text: the JSON object.
        ruleset: the rules by which it was played. Without them they are Copenhagen hnefatafl's, on boards of eleven and
            of thirteen.

    Raises:
        NotationError: the text is no such game, or its board needs rules that are not given.
        InvalidSetupError: its start cannot be played under the rules.
    """
    ruleset = optional_ruleset(ruleset)
    entries = load(text)
    size, start = entry(entries, "dim", int, text), entry(entries, "start", str, text)
    board = _start(start, size, text)
    if ruleset is None:
        ruleset = _copenhagen(board, text)
    moves, ending = _moves(entry(entries, "moves", str, text), text)
    position = Position.from_board(board, ruleset, ruleset.first or Side.ATTACKERS)
    tags = {key: entry(entries, key, str, text) for key in _PLAYERS if entries.get(key)}
    tags |= {key: dump(value) for key, value in entries.items() if key not in _OWN and value != _USUAL.get(key)}
    return Game(ruleset=ruleset, start=explicit_start(position), moves=moves, ending=ending, tags=tags)


def _start(start: str, size: int, text: str) -> Board:
    try:
        rows = list(parts(start.strip().removeprefix("/").removesuffix("/"), "/"))
        board = _STARTS.read(rows, start, top_first=True)
    except NotationError as error:
        raise NotationError(f"start: {error.message}", text, place(text, "start")) from None
    if board.size != size:
        raise NotationError(f"start: {size} ranks were expected", text, place(text, "start"))
    return board


def _copenhagen(board: Board, text: str) -> Ruleset:
    """Return the program's rules on a board of that size."""
    for rules in (variants.COPENHAGEN, COPENHAGEN_13):
        if rules.size == board.size:
            return rules
    message = f"rules were expected, since those of a board of {board.size} are not known"
    raise NotationError(message, text, place(text, "dim"))


def _moves(written: str, text: str) -> tuple[list[RecordedMove], Ending | None]:
    moves: list[RecordedMove] = []
    ending: Ending | None = None
    for word in _WORD.finditer(written):
        try:
            if ending is not None:
                raise NotationError("no move was expected after a resignation")
            token = parse_token(RESIGNATION if word[0] == "resigns" else word[0].lower())
        except NotationError as error:
            message = f"moves: {word[0][:40]}: {error.message}"
            raise NotationError(message, text, place(text, "moves")) from None
        if isinstance(token, RecordedMove):
            moves.append(evolve(token, text=word[0]))
        elif token == "timeout":
            raise NotationError("moves: a move was expected, not timeout", text, place(text, "moves"))
        else:
            ending = token
    return moves, ending


def format_game(game: Game) -> str:
    """Write a game, as the program does: on one line, with every key.

    Other data is left out; :func:`hnefatafl.notation.convert.losses` lists it.

    >>> from hnefatafl import Move
    >>> text = format_game(Game(ruleset=variants.COPENHAGEN).add([Move.parse("d1-d3")]))
    >>> parse_game(text).moves[0].target
    Square(d3)

    Raises:
        NotExpressibleError: the program does not know boards of that size, or one of the pieces; or one of the tags
            that it knows is no JSON.
        InvalidSetupError: the first move is by lot, and the game does not name the first side.
    """
    check("game", game, Game)
    board = game.initial_position.board
    ranks = _STARTS.write(board, top_first=True)
    values = {key: _value(key, game.tags[key]) for key in TAGS if key in game.tags}
    moves = [_move(move) for move in game.moves]
    if game.ending == "resigned":
        moves.append(RESIGNATION)
    written: dict[str, object] = {"id": values["id"]} if "id" in values else {}
    written |= {key: values.get(key, "") for key in _PLAYERS}
    written |= {"dim": board.size, "start": f"/{'/'.join(ranks)}/"}
    written |= {key: values.get(key, _USUAL[key]) for key in ("time_control", "time_remaining_ms")}
    text = " ".join(moves)
    written["moves"] = text.upper().replace("X", "x") if board.size == _CAPITALS else text
    written |= {"last_move": values["last_move"]} if "last_move" in values else {}
    written |= {key: values.get(key, _USUAL[key]) for key in ("rated", "messages")}
    return dump(written)


_CAPITALS: Final = 13
"""The size of the boards whose squares are written in capitals."""


def says(name: str, value: str) -> bool:
    """Return whether a game can have a tag, with that value.

    >>> says("id", "7"), says("id", "seven"), says("event", "Cup")
    (True, False, False)
    """
    if name in _PLAYERS:
        return bool(value) and all(not "\ud800" <= letter <= "\udfff" for letter in value)
    try:
        data = _value(name, value) if name in TAGS else None
    except NotExpressibleError:
        return False
    return name in TAGS and dump(data) == value and data != _USUAL.get(name)


def _value(key: str, tag: str) -> object:
    if key in _PLAYERS:
        return tag
    try:
        (value,) = load(f'{{"value":{tag}}}').values()
    except ValueError:
        raise NotExpressibleError(_NAME, [f"the tag {key}, which is no JSON"]) from None
    return value


def _move(move: RecordedMove) -> str:
    return f"{move.origin}-{move.target}" + "".join(f"x{square}" for square in move.captures)


def parse_board(text: str) -> Board:
    """Read a board.

    >>> parse_board('''
    ...     . . A . .
    ...     . . . . .
    ...     A . K . .
    ...     . . D . .
    ...     . . A . .
    ... ''').record
    '/2t2/2T2/t1K2/5/2t2/'

    Raises:
        NotationError: the text is none.
    """
    check_length(text, "a board", MAX_BOARD)
    try:
        return Board.parse(_COLOUR.sub(lambda match: " " * len(match[0]), text), _READ)
    except NotationError as error:
        raise NotationError(error.message, text, error.offset) from None


def format_board(board: Board) -> str:
    """Write a board, as the program prints it.

    >>> print(format_board(Board.parse("/2t2/2T2/t1K2/5/2t2/")))
    <BLANKLINE>
        A B C D E
      ┌───────────┐
     5│ # . A . # │ 5
     4│ . . . . . │ 4
     3│ A . K . . │ 3
     2│ . . D . . │ 2
     1│ # . A . # │ 1
      └───────────┘
        A B C D E

    Raises:
        NotExpressibleError: the program does not know one of the pieces.
    """
    check("board", board, Board)
    size = board.size
    special = {*Region.CORNERS.squares(size), *Region.CENTRE.squares(size)} if size % 2 else set[Square]()
    letters = "    " + " ".join(_FILES[:size])
    bar = "─" * (2 * size + 1)
    lines = ["", letters, f"  ┌{bar}┐"]
    for rank, row in zip(reversed(range(size)), _BOARDS.write(board, top_first=True), strict=True):
        signs = ["#" if letter == "." and Square(file, rank) in special else letter for file, letter in enumerate(row)]
        lines.append(f"{rank + 1:2}│ {' '.join(signs)} │{rank + 1:2}")
    return "\n".join([*lines, f"  └{bar}┘", letters])


COPENHAGEN_13: Final = variants.COPENHAGEN.evolve(
    name="copenhagen-13",
    size=13,
    start=parse_board(
        """
        ...AAAAAAA...
        ......A......
        .............
        A.....D.....A
        A.....D.....A
        A....DDD....A
        AA.DDDKDDD.AA
        A....DDD....A
        A.....D.....A
        A.....D.....A
        .............
        ......A......
        ...AAAAAAA...
        """
    ),
)
"""Copenhagen hnefatafl on a board of thirteen, as the program has it."""
