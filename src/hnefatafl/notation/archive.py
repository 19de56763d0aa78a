r"""Games on lines, the format of the archives of real games.

There are two kinds of lines, and one file may contain both.

* *Comma-separated*, as in the Copenhagen and brandubh collections: the moves, how many pieces the attackers ("Black")
  captured, how many the defenders ("White"), and the result.
* *Tab-separated*, as in the archive of aagenielsen.dk: an identifier, the result, the end, the two numbers, the verdict
  of an independent replay, and the moves.

Moves are separated by spaces; :mod:`~hnefatafl.notation.moves` describes their notation. The last token can be
``timeout`` (the side to move lost) or ``resigned``. The king's capture is not written. A number with a colon as the
last token, or before an ending, is a roll of the die after the last move (``4:``).

**Leniencies.** No text stops the stream: a token that cannot be parsed becomes an
:class:`~hnefatafl.records.UnparsedToken` of its game, and the moves around it are kept. The parser

* skips empty lines and those that begin with ``#``;
* accepts a line with fewer columns, even the moves alone;
* accepts the squares of a move without a dash (``c5c6``), and repeated captures (``xk6xk6``);
* treats ``timeout`` and ``resigned`` as unparsed tokens if they are not the last token;
* keeps the numbers, the end and the verdict as they are written, in the game's tags, and does not check them;
* reads ``-`` as no result, in tab-separated lines;
* accepts a byte order mark before the first line, and either kind of line end.

The archive omits the later moves of a berserk turn. :func:`replay_games` fills them in
(:mod:`hnefatafl.notation.completion`).

The caller opens files, also compressed or large ones: any iterable of lines is accepted, and one line is read at a
time.

**Parsing.**

>>> from hnefatafl import variants
>>> lines = ["# two games", "d1-c1 c4-c2 g4-g2,0,0,Ongoing", "51-1-9\tWhite\tresigned\t0\t0\tagrees\td1-c1 resigned"]
>>> games = list(parse_games(lines, variants.BRANDUBH))
>>> [(game.line, len(game.moves), game.result, game.ending) for game in games]
[(2, 3, 'Ongoing', None), (3, 1, 'White', 'resigned')]
>>> games[1].tags["id"], games[1].replay().verdict
('51-1-9', 'agrees')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from attrs import evolve

from hnefatafl.board import Side
from hnefatafl.errors import NotationError
from hnefatafl.notation._ranks import places_of
from hnefatafl.notation.completion import complete
from hnefatafl.notation.moves import RESIGNATION, format_move, parse_token
from hnefatafl.records import Ending, Game, RecordedMove, Replay, Tags, UnparsedToken
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.executors import in_pages
from hnefatafl.support.texts import split_lines

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["LINE", "RESULTS", "format_game", "is_about_result", "parse_games", "replay_games"]

_T = TypeVar("_T")


RESULTS: Final = ("White", "Black", "Draw", "Ongoing", "")
"""The results in the archives: the defenders or the attackers won, a draw, abandoned, not recorded."""

LINE: Final = re.compile(
    r"[^\t\n]++\t(?:White|Black|Draw|Ongoing|-|)\t(?:[A-Za-z][\w -]++)?(?:\t|\n|\Z)"
    r"|[^\S\n]*+(?:(?:[0-9]{1,4}:)?[tcnkmgTCNKMG]?[a-u][0-9]+[-=^]*+[a-u][0-9][^,\t\n]*+|timeout|resigned)?"
    r"(?:,[0-9]*+){2}(?:,[^,\t\n]*+)?(?:\n|\Z)"
)
"""A line of an archive, by its columns: those of counts are numbers or empty."""
_ENDS: Final = ("timeout", "resigned", RESIGNATION)
_TOKEN: Final = re.compile(r"\S+")
_TABBED: Final[tuple[str, ...]] = ("id", "result", "end", "captured-by-black", "captured-by-white", "verdict", "moves")
_COMMAED: Final[tuple[str, ...]] = ("moves", "captured-by-black", "captured-by-white", "result")
_ROLL: Final = re.compile(r"([1-9][0-9]{0,3}):", re.ASCII)
_LONG: Final = 48
"""Tokens of at least this length are not cached."""


def parse_games(lines: Iterable[str], ruleset: RulesetLike, *, first: int = 1) -> Iterator[Game]:
    """Parse games, one per line, lazily.

    No line raises an error.

    >>> from hnefatafl import variants
    >>> game, = parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    >>> print(*game.moves)
    d1-c1 c4-c2 g4-g2

    Arguments:
        lines: the lines, such as an open file.
        ruleset: the ruleset by which the games were played.
        first: the number of the first line, if the lines are a part of a file.
    """
    ruleset = as_ruleset(ruleset)
    for number, line in enumerate(split_lines(lines), start=first):
        text = line.rstrip("\r\n")
        if number == 1:
            text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if text and not text.startswith("#") and not text.isspace():
            yield _read_line(text, ruleset, number)


@overload
def replay_games(
    lines: Iterable[str],
    ruleset: Ruleset,
    *,
    lenient: bool = True,
    fill: bool = True,
    executor: Executor | None = None,
) -> Iterator[Replay]: ...
@overload
def replay_games(
    lines: Iterable[str],
    ruleset: Ruleset,
    each: Callable[[Replay], _T],
    *,
    lenient: bool = True,
    fill: bool = True,
    executor: Executor | None = None,
) -> Iterator[_T]: ...
def replay_games(
    lines: Iterable[str],
    ruleset: RulesetLike,
    each: Callable[[Replay], Any] | None = None,
    *,
    lenient: bool = True,
    fill: bool = True,
    executor: Executor | None = None,
) -> Iterator[Any]:
    """Parse and replay games, sequentially or in parallel; the results are in the order of the lines.

    >>> from operator import attrgetter
    >>> from hnefatafl import variants
    >>> lines = ["d1-c1 c4-c2 g4-g2,0,0,Ongoing", "d1-d7"]
    >>> list(replay_games(lines, variants.BRANDUBH, attrgetter("verdict")))
    ['agrees', 'illegal@0']

    Arguments:
        lines: the lines, such as an open file.
        ruleset: the ruleset by which the games were played.
        each: a function of a :class:`~hnefatafl.records.Replay` whose results are returned instead. It is called in the
            worker, so that with an executor only its results are sent back, which is several times as fast.
        lenient: as for :meth:`Game.replay <hnefatafl.records.Game.replay>`. Players often went on after
            a repetition, so it is the default here.
        fill: whether omitted moves of berserk turns are filled in, as
            :func:`~hnefatafl.notation.completion.complete` does. :attr:`Replay.gaps <hnefatafl.records.Replay.gaps>`
            lists them. Without berserk turns it changes nothing.
        executor: runs the replays, such as a pool of processes; None for this process alone.

    Raises:
        InvalidSetupError: as for :meth:`Game.replay <hnefatafl.records.Game.replay>`.
    """
    ruleset = as_ruleset(ruleset)
    work = partial(_replay_page, ruleset, each, lenient, fill)
    return in_pages(executor, work, split_lines(lines))


def _replay_page(
    rules: Ruleset, each: Callable[[Replay], Any] | None, lenient: bool, fill: bool, page: tuple[int, Iterable[str]]
) -> Iterator[Any]:
    first, lines = page
    for game in parse_games(lines, rules, first=first):
        replay = (complete(game) if fill else game).replay(lenient=lenient)
        yield replay if each is None else each(replay)


def _read_line(text: str, rules: Ruleset, number: int) -> Game:
    sign, names = ("\t", _TABBED) if "\t" in text else (",", _COMMAED)
    parts = text.split(sign, len(names) - 1)
    columns: dict[str, str] = dict(zip(names, parts, strict=False))
    written = columns.pop("moves", "")
    result = columns.pop("result", "")
    if result == "-" and sign == "\t":
        result = ""
    start = len(text) - len(written) if sign == "\t" else 0
    moves, unparsed, roll_pending, ending, count = _read_moves(written, start)
    for name in ("captured-by-black", "captured-by-white"):
        value = columns.get(name, "").strip()
        if value and not value.isdecimal():
            message = "a number of captured pieces was expected"
            unparsed.append(UnparsedToken(number=count, text=value, offset=text.find(value), message=message))
            del columns[name]
    if sign == "\t" and len(parts) < len(names):
        unparsed.append(
            UnparsedToken(number=count, text="", offset=len(text), message=f"{len(names)} columns were expected")
        )
    if result not in RESULTS:
        message = f"one of {', '.join(RESULTS[:-1])} or nothing was expected"
        unparsed.append(UnparsedToken(number=count, text=result, offset=text.rfind(result), message=message))
    return Game(
        ruleset=rules,
        moves=moves,
        tags=Tags(columns),
        result=result,
        roll_pending=roll_pending,
        ending=ending,
        line=number,
        unparsed=unparsed,
    )


def _read_moves(
    written: str, start: int
) -> tuple[list[RecordedMove], list[UnparsedToken], int | None, Ending | None, int]:
    """Return the moves of a line, its unparsed tokens, the roll after them, the ending, and the number of tokens."""
    tokens = written.split()
    moves: list[RecordedMove] = []
    unparsed: list[UnparsedToken] = []
    ending: Ending | None = None
    roll_pending: int | None = None
    last = len(tokens) - 1
    for number, token in enumerate(tokens):
        reading = _known(token) if len(token) < _LONG else _read_token(token)
        if isinstance(reading, RecordedMove):
            moves.append(reading)
        elif isinstance(reading, UnparsedToken):
            roll = _ROLL.fullmatch(token)
            if roll is not None and (number == last or (number + 1 == last and tokens[last] in _ENDS)):
                roll_pending = int(roll[1])
            else:
                unparsed.append(evolve(reading, number=number))
        elif number == last:
            ending = reading
        else:
            unparsed.append(
                UnparsedToken(number=number, text=token, message="a move was expected, since the game goes on")
            )
    if unparsed:
        places = [match.start() + start for match in _TOKEN.finditer(written)]
        unparsed = [evolve(token, offset=places[token.number] + token.offset) for token in unparsed]
    return moves, unparsed, roll_pending, ending, len(tokens)


def _read_token(token: str) -> RecordedMove | Ending | UnparsedToken:
    try:
        return parse_token(token)
    except NotationError as error:
        return UnparsedToken(number=0, text=token, offset=error.offset, message=error.message)


_known: Final = lru_cache(maxsize=1 << 14)(_read_token)
"""Return the move of a token from a cache, since games share most of their moves."""


def format_game(game: Game) -> str:
    """Write a game as one line, without the line end: tab-separated if its tags have an ``id``.

    Numbers of captured pieces that are not in the tags are counted from the moves.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> format_game(Game(ruleset=variants.BRANDUBH, result="Draw").add([Move.parse("d1-c1")]))
    'd1-c1,0,0,Draw'
    """
    check("game", game, Game)
    columns = dict(game.tags)
    columns["moves"] = " ".join(_tokens(game))
    columns["result"] = game.result
    for name, count in zip(("captured-by-black", "captured-by-white"), _captured(game), strict=True):
        columns.setdefault(name, str(count))
    if "id" not in columns:
        return ",".join(columns[name] for name in _COMMAED)
    columns["result"] = game.result or "-"
    names: Iterable[str] = _TABBED
    if any(not token.text for token in game.unparsed):
        # A record that had fewer columns is written with as many.
        names = takewhile({"id", "result", *game.tags}.__contains__, _TABBED)
    columns.setdefault("end", game.ending or "none")
    columns.setdefault("verdict", "")
    return "\t".join(columns[name] for name in names)


def _tokens(game: Game) -> list[str]:
    tokens: list[str] = []
    unparsed = [token for token in game.unparsed if token.text and not is_about_result(game, token)]
    unparsed.reverse()
    for move in game.moves:
        while unparsed and unparsed[-1].number == len(tokens):
            tokens.append(unparsed.pop().text)
        tokens.append(format_move(move, "archive"))
    tokens += [token.text for token in reversed(unparsed)]
    if game.roll_pending is not None:
        tokens.append(f"{game.roll_pending}:")
    return [*tokens, game.ending] if game.ending else tokens


def is_about_result(game: Game, token: UnparsedToken) -> bool:
    """Return whether the token stands for the record's result, which is none that the collections know."""
    check("game", game, Game)
    return game.unparsed[-1:] == (token,) and token.text == game.result and game.result not in RESULTS


def _captured(game: Game) -> tuple[int, int]:
    """Return how many captures the moves of the attackers and of the defenders record, as they are written here."""
    counts = [0, 0]
    for move, place in zip(game.moves, places_of(game.moves, False, None, game.ruleset, False), strict=True):
        counts[place.second] += format_move(move, "archive").count("x")
    first = game.ruleset.first if game.start is None else game.start.turn
    if first is Side.DEFENDERS:
        counts.reverse()
    return counts[0], counts[1]
