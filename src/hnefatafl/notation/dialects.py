"""The dialects: what each of them can hold, and how it is read and written.

:data:`DIALECTS` is one table; nothing else knows the dialects one by one. :mod:`hnefatafl.notation.convert` goes from
one to another and names what is lost on the way, and so does ``tafl convert``.

>>> for one in DIALECTS:
...     print(f"{one.name:16} {one.title}")
otn              OpenTafl's game records
otn-position     OpenTafl's position records, one a line
archive          games on lines, as the collections have them
bologna          logs of the Tablut Challenge's server
bologna-state    states of the Tablut Challenge's server, in JSON
taflzero         commands for the engine taflzero, one a line
taflzero-fen     positions of the engine taflzero, one a line
dcampbell        games of hnefatafl-copenhagen, in JSON
dcampbell-board  boards of hnefatafl-copenhagen
hnefatafl-rs     boards of hnefatafl-rs

Some dialects hold games, others only positions. A position is read as a game without moves, and a game is written as
the position that its moves lead to. A dialect of one's own is a :class:`Dialect` like these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal

from attrs import evolve, field, frozen

from hnefatafl import variants
from hnefatafl.board import Board
from hnefatafl.errors import NotationError, NotExpressibleError, RecordError, UnknownVariantError
from hnefatafl.game import Game
from hnefatafl.geometry import Square
from hnefatafl.notation import archive, bologna, dcampbell, hnefatafl_rs, otn, taflzero
from hnefatafl.notation._jsontext import MAX_LENGTH
from hnefatafl.notation.moves import parse_token
from hnefatafl.notation.otn_game import RESERVED, TAG_NAME, read_note
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.records import Ending, Note, OddToken, RecordedMove
from hnefatafl.rules import Ruleset

__all__ = ["DIALECTS", "Dialect", "Holds", "dialect", "guess", "read_games"]


def _nothing(*_: object) -> bool:
    return False


def _captures(move: RecordedMove) -> tuple[Square, ...]:
    return move.captures


def _told_turn(game: Game, position: Position) -> Side:
    return position.turn


def _first_turn(game: Game, position: Position) -> Side:
    return game.ruleset.first or Side.ATTACKERS


def _no_note(note: Note) -> Note | None:
    return None


@frozen(kw_only=True)
class Holds:
    """What a dialect can hold of a game. By default that is the moves, and the captures where they tell them."""

    moves: bool = True
    """Whether it holds moves, not only a position."""
    captures: Callable[[RecordedMove], tuple[Square, ...]] = _captures
    """Which of the captures of a move it keeps."""
    sign: Literal["-", ""] | None = "-"
    """What stands between the squares of every move, or None if it keeps what stands there; where nothing does, the
    moves do not tell whether they capture."""
    letters: bool = False
    """Whether it keeps the letters of pieces."""
    marks: bool = False
    """Whether it keeps info symbols."""
    note: Callable[[Note], Note | None] = _no_note
    """What it keeps of what is said about a move."""
    farewell: Callable[[Note], Note | None] = _no_note
    """What it keeps of what is said about the ending."""
    variations: bool = False
    """Whether it keeps variations."""
    tags: Callable[[Game, str], bool] = _nothing
    """Whether it keeps the game's tag of that name."""
    results: Collection[str] = ()
    """The results that it can tell."""
    endings: tuple[Ending, ...] = ()
    """The endings off the board that it can tell."""
    odd: Callable[[Game, OddToken], bool] = _nothing
    """Whether it keeps an odd token, so that it is odd again when it is read."""
    start: bool = True
    """Whether it tells where the game begins."""
    turn: Callable[[Game, Position], Side] = _told_turn
    """Who is taken to be on move in a position when it is read."""
    rules: Callable[[Ruleset], bool] = _nothing
    """Whether it tells these rules, or is understood to be about them."""


@frozen(kw_only=True)
class Dialect:
    """A dialect."""

    name: str
    """What it is called, in small letters."""
    title: str
    """What it is, in a few words."""
    read: Callable[[Iterable[str], Ruleset | None], Iterator[Game]] = field(repr=False)
    """Reads the games in a text that is given line by line."""
    write: Callable[[Game], str] = field(repr=False)
    """Writes a game, with its last line end. What the dialect cannot hold must be gone from the game."""
    holds: Holds = field(repr=False)
    """What it can hold."""
    rules: Ruleset | None = field(default=None, repr=False)
    """The rules that are meant where nothing else is said."""
    tells_rules: bool = False
    """Whether its texts themselves say by which rules they are to be read."""
    many: bool = False
    """Whether a text can have more than one game."""
    head: Callable[[Ruleset], str] = field(default=lambda rules: "", repr=False)
    """What stands before the first game of a text."""
    suffixes: tuple[str, ...] = ()
    """The endings of its files' names; what is written has the first."""
    looks: re.Pattern[str] = field(repr=False)
    """What the beginning of its texts looks like."""


# Reading.


def _joined(lines: Iterable[str]) -> str:
    """The lines as one text, which must not be longer than any game is."""
    kept: list[str] = []
    length = 0
    for line in lines:
        kept.append(line.removesuffix("\n"))
        length += len(kept[-1]) + 1
        if length > MAX_LENGTH + 1:
            raise NotationError(f"a game of at most {MAX_LENGTH:,} characters was expected", line)
    return "\n".join(kept)


Reader = Callable[[Iterable[str], Ruleset | None], Iterator[Game]]


def _whole(parse: Callable[[str, Ruleset | None], Game]) -> Reader:
    """Read all lines together, as one game."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        yield parse(_joined(lines), rules)

    return read


def _each(parse: Callable[[str, Ruleset], Game]) -> Reader:
    """Read a game a line; lines that are empty or begin with # are left out."""

    def read(lines: Iterable[str], rules: Ruleset | None) -> Iterator[Game]:
        for number, line in enumerate(lines, start=1):
            text = line.rstrip("\r\n")
            if not text.strip() or text.startswith("#"):
                continue
            try:
                game = parse(text, _given(rules))
            except NotationError as error:
                raise NotationError(error.message, text, error.offset, number) from None
            yield evolve(game, line=number)

    return read


def _given(rules: Ruleset | None) -> Ruleset:
    if rules is None:
        raise RecordError("the text does not say by which rules it is to be read: give a ruleset")
    return rules


def _on(board: Board, rules: Ruleset, turn: Side | None = None, result: str = "") -> Game:
    """A game without moves that begins with that board."""
    position = Position.from_board(board, rules, turn or rules.first or Side.ATTACKERS)
    usual = rules.first is not None and position == Position.initial(rules)
    return Game(ruleset=rules, start=None if usual else position, result=result)


def _setup(text: str, rules: Ruleset) -> Game:
    setup = taflzero.parse_setup(text)
    return _on(setup.board, rules, setup.turn)


def _state(text: str, rules: Ruleset | None) -> Game:
    state = bologna.parse_state(text)
    return _on(state.board, _given(rules), state.turn or _ON_MOVE.get(state.result), state.result)


# What single dialects hold, and how they are written.

_ON_MOVE: Final = {"White": Side.ATTACKERS, "Black": Side.DEFENDERS}
"""Who would have been on move when the game was over."""


def _board(game: Game) -> Board:
    return game.beginning.board


def _write_state(game: Game) -> str:
    begin = game.beginning
    turn = None if game.result in ("White", "Black", "Draw") else begin.turn
    return bologna.format_state(bologna.State(board=begin.board, turn=turn, result=game.result)) + "\n"


def _state_turn(game: Game, position: Position) -> Side:
    if game.result in ("White", "Black", "Draw"):
        return _ON_MOVE.get(game.result) or _first_turn(game, position)
    return position.turn


def _once(move: RecordedMove) -> tuple[Square, ...]:
    """The captures without the king's, each once."""
    return tuple(dict.fromkeys(_but_king(move)))


def _but_king(move: RecordedMove) -> tuple[Square, ...]:
    letters = (*move.capture_letters, *("" for _ in move.captures))
    return tuple(square for letter, square in zip(letters, move.captures, strict=False) if letter not in ("k", "K"))


def _no_captures(move: RecordedMove) -> tuple[Square, ...]:
    return ()


def _otn_note(note: Note) -> Note | None:
    """As much of a note as OTN says so that it is read again: a comment has no signs of the record in it, and does not
    look like a clock."""
    for kept in (note, evolve(note, clock=None), evolve(note, comment=""), Note(glyph=note.glyph)):
        clock = "" if kept.clock is None else str(kept.clock)
        text = clock + (" " if clock and kept.comment else "") + kept.comment
        if "|" not in text and "]" not in text and read_note(text, kept.glyph) == kept:
            return kept
    return None


def _otn_tag(game: Game, name: str) -> bool:
    return bool(TAG_NAME.fullmatch(name)) and name not in RESERVED and "]" not in game.tags[name]


def _otn_rules(rules: Ruleset) -> bool:
    try:
        otn.format_rules(rules)
    except NotExpressibleError:
        return False
    return True


def _write_otn(game: Game) -> str:
    return otn.format_game(game, rules=_otn_rules(game.ruleset))


def _column(value: str, sign: str) -> bool:
    return not any(letter in value for letter in (sign, "\n", "\r"))


def _tabbed(game: Game) -> bool:
    """Whether the game is written with tabs: it has an identifier that can stand at the beginning of a line."""
    name = game.tags.get("id", "")
    return "id" in game.tags and _column(name, "\t") and not name.startswith(("#", "\N{ZERO WIDTH NO-BREAK SPACE}"))


def _archive_tag(game: Game, name: str) -> bool:
    value = game.tags[name]
    if name in ("captured-by-black", "captured-by-white"):
        return _column(value, "\t" if _tabbed(game) else ",")
    return name in ("id", "end", "verdict") and _tabbed(game) and _column(value, "\t")


def _archive_odd(game: Game, token: OddToken) -> bool:
    if token.text.split() != [token.text] or (not _tabbed(game) and ("," in token.text or token.text[0] == "#")):
        return False
    try:
        parse_token(token.text)
    except NotationError:
        return True
    return False


def _known(rules: Ruleset) -> bool:
    """Whether the rules can be named."""
    try:
        return variants.get(rules.name) == rules
    except UnknownVariantError:
        return False


def _is(*known: Ruleset) -> Callable[[Ruleset], bool]:
    return lambda rules: rules in known


_SPACE: Final = r"(?:\s|#[^\n]*\n)*"
_ONLY: Final = Holds(moves=False, turn=_first_turn)

DIALECTS: Final[tuple[Dialect, ...]] = (
    Dialect(
        name="otn",
        title="OpenTafl's game records",
        read=_whole(otn.parse_game),
        write=_write_otn,
        holds=Holds(
            letters=True,
            marks=True,
            note=_otn_note,
            farewell=lambda note: _otn_note(evolve(note, glyph="")),
            variations=True,
            tags=_otn_tag,
            results=("Black", "White", "Draw", "?"),
            endings=("resigned",),
            rules=_otn_rules,
        ),
        tells_rules=True,
        suffixes=(".otg",),
        looks=re.compile(r"\s*\[[^\[\]:]*:"),
    ),
    Dialect(
        name="otn-position",
        title="OpenTafl's position records, one a line",
        read=_each(lambda text, rules: _on(otn.parse_board(text), rules)),
        write=lambda game: otn.format_board(_board(game)) + "\n",
        holds=_ONLY,
        many=True,
        suffixes=(".txt",),
        looks=re.compile(_SPACE + r"/?(?:[tTK0-9]+/){4,}[tTK0-9]*\s*(?:\n|\Z)"),
    ),
    Dialect(
        name="archive",
        title="games on lines, as the collections have them",
        read=lambda lines, rules: archive.parse_games(lines, _given(rules)),
        write=lambda game: archive.format_game(game) + "\n",
        holds=Holds(
            captures=_but_king,
            sign=None,
            tags=_archive_tag,
            results=archive.RESULTS,
            endings=("timeout", "resigned"),
            odd=_archive_odd,
            start=False,
            rules=_known,
        ),
        many=True,
        head=lambda rules: f"# variant: {rules.name}\n" if _known(rules) else "",
        suffixes=(".csv", ".tsv"),
        looks=re.compile(_SPACE + r"(?:[^\t\n]*\t){2}|" + _SPACE + r"[a-u][0-9]+-?[a-u][0-9]+(?:x[a-u][0-9]+)*[ ,\n]"),
    ),
    Dialect(
        name="bologna",
        title="logs of the Tablut Challenge's server",
        read=_whole(lambda text, rules: bologna.parse_log(text, _given(rules))),
        write=bologna.format_log,
        holds=Holds(
            captures=_once,
            tags=lambda game, name: bologna.says(name, game.tags[name]),
            results=("White", "Black", "Draw"),
            rules=_is(variants.ASHTON_TABLUT),
        ),
        rules=variants.ASHTON_TABLUT,
        suffixes=(".txt",),
        looks=re.compile(r"\s*[^\n]{1,100} [\w.]*it\.unibo\."),
    ),
    Dialect(
        name="bologna-state",
        title="states of the Tablut Challenge's server, in JSON",
        read=_whole(_state),
        write=_write_state,
        holds=Holds(
            moves=False,
            turn=_state_turn,
            results=("White", "Black", "Draw"),
            rules=_is(variants.ASHTON_TABLUT),
        ),
        rules=variants.ASHTON_TABLUT,
        suffixes=(".json",),
        looks=re.compile(r'\s*\{\s*(?:"turn"\s*:\s*"[A-Z]*"\s*,\s*)?"board"\s*:\s*\['),
    ),
    Dialect(
        name="taflzero",
        title="commands for the engine taflzero, one a line",
        read=_each(taflzero.parse_game),
        write=lambda game: taflzero.format_game(game) + "\n",
        holds=Holds(captures=_no_captures, sign="", rules=_is(variants.COPENHAGEN)),
        rules=variants.COPENHAGEN,
        many=True,
        suffixes=(".uci",),
        looks=re.compile(_SPACE + r"position\s"),
    ),
    Dialect(
        name="taflzero-fen",
        title="positions of the engine taflzero, one a line",
        read=_each(_setup),
        write=lambda game: taflzero.format_setup(game.beginning.setup) + "\n",
        holds=Holds(moves=False, rules=_is(variants.COPENHAGEN)),
        rules=variants.COPENHAGEN,
        many=True,
        suffixes=(".fen",),
        looks=re.compile(_SPACE + r"(?:[adk0-9]+/){4,}[adk0-9]+ +[ad]\s*(?:\n|\Z)"),
    ),
    Dialect(
        name="dcampbell",
        title="games of hnefatafl-copenhagen, in JSON",
        read=_whole(dcampbell.parse_game),
        write=lambda game: dcampbell.format_game(game) + "\n",
        holds=Holds(
            tags=lambda game, name: dcampbell.says(name, game.tags[name]),
            endings=("resigned",),
            turn=_first_turn,
            rules=_is(variants.COPENHAGEN, dcampbell.COPENHAGEN_13),
        ),
        tells_rules=True,
        suffixes=(".json",),
        looks=re.compile(r'\s*\{.{0,3000}?"(?:dim|attackers|defenders)"\s*:', re.DOTALL),
    ),
    Dialect(
        name="dcampbell-board",
        title="boards of hnefatafl-copenhagen",
        read=_whole(lambda text, rules: _on(dcampbell.parse_board(text), _given(rules))),
        write=lambda game: dcampbell.format_board(_board(game)) + "\n",
        holds=_ONLY,
        suffixes=(".txt",),
        looks=re.compile(r"[\sA-U]*┌|\s*(?:[ADKXO.#♟♙♔⌘] ?){5,}\s*\n"),
    ),
    Dialect(
        name="hnefatafl-rs",
        title="boards of hnefatafl-rs",
        read=_whole(lambda text, rules: _on(hnefatafl_rs.parse_board(text), _given(rules))),
        write=lambda game: hnefatafl_rs.format_board(_board(game)),
        holds=_ONLY,
        suffixes=(".txt",),
        looks=re.compile(r"\s*[tTK.]{5,}\s*\n"),
    ),
)
"""All dialects."""


def dialect(name: str) -> Dialect:
    """The dialect of that name.

    Raises:
        RecordError: there is none.
    """
    for one in DIALECTS:
        if one.name == name.lower():
            return one
    raise RecordError(f"no dialect is named {name!r}, only {', '.join(one.name for one in DIALECTS)}")


def guess(head: str, filename: str = "") -> Dialect | None:
    """The dialect that a text is in: by its beginning, else by the name of its file, else None.

    >>> guess("position startpos moves h1h3").name, guess("", "games.otg").name, guess("Dear Ann")
    ('taflzero', 'otn', None)
    """
    text = head.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    by_text = (one for one in DIALECTS if one.looks.match(text))
    by_name = (one for one in DIALECTS if filename.lower().removesuffix(".gz").endswith(one.suffixes[:1] or ("\0",)))
    return next(by_text, None) or next(by_name, None)


def read_games(lines: Iterable[str], dialect: Dialect, rules: Ruleset | None = None) -> Iterator[Game]:
    """Read the games in a text, one after the other.

    Arguments:
        lines: the lines of the text, such as an open file.
        dialect: the dialect that it is in.
        rules: the rules by which the games were played, instead of those that the text or the dialect tells.

    Raises:
        RecordError: nothing tells by which rules the games were played.
        NotationError: the text is not in that dialect. Lines of the archive are read whatever they hold.
        RulesetError: the rules in the text contradict each other.
        InvalidSetupError: a position cannot be played under the rules.
    """
    rules = rules or dialect.rules
    if rules is None and not dialect.tells_rules:
        _given(rules)
    return dialect.read(lines.split("\n") if isinstance(lines, str) else lines, rules)
