"""The dialects: their capabilities, parsers and writers.

:data:`DIALECTS` is the only list of dialects. :mod:`hnefatafl.notation.convert` and ``tafl convert`` convert between
them and list the losses.

>>> for one in DIALECTS:
...     print(f"{one.name:16} {one.title}")
otn              OpenTafl's game records
position         positions, one a line: the text of each
otn-position     OpenTafl's position records, one a line
archive          games on lines, as the collections have them
bologna          logs of the Tablut Challenge's server
bologna-state    states of the Tablut Challenge's server, in JSON
taflzero         commands for the engine taflzero, one a line
taflzero-fen     positions of the engine taflzero, one a line
dcampbell        games of hnefatafl-copenhagen, in JSON
dcampbell-board  boards of hnefatafl-copenhagen
hnefatafl-rs     boards of hnefatafl-rs
json             games in JSON, whole; the games of a match, too
json-position    positions in JSON
board            pictures of boards, in many letters
freeform         moves as people write them, in messages and tables

Some dialects hold games, others only positions. A position is read as a game without moves, and a game is written as
the position that its moves lead to. A custom dialect is another :class:`Dialect`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, SupportsIndex

from attrs import field

from hnefatafl import variants
from hnefatafl.board import Board, Side, Square
from hnefatafl.errors import NotationError, RecordError
from hnefatafl.notation import _dialects as texts
from hnefatafl.notation import archive, bologna, dcampbell, freeform, hnefatafl_rs, json, otn, taflzero
from hnefatafl.play import Position
from hnefatafl.records import Ending, Game, Note, RecordedMove, UnparsedToken
from hnefatafl.rules import Ruleset, RulesetLike, is_known, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import MAX_BOARD
from hnefatafl.support.texts import split_lines

__all__ = ["DIALECTS", "Capabilities", "Dialect", "as_dialect", "dialect", "guess", "read_games"]


@frozen(kw_only=True)
class Capabilities:
    """The parts of a game that a dialect can express. The default: the moves, with their captures.

    >>> dialect("archive").capabilities.variations, dialect("otn").capabilities.variations
    (False, True)
    """

    moves: bool = True
    """Whether it has moves, not only a position."""
    captures: Callable[[RecordedMove], tuple[Square, ...]] = lambda move: move.captures
    """Returns the captures of a move that it keeps."""
    sign: Literal["-", ""] | None = "-"
    """The sign between the squares of every move, or None if it keeps the sign of the record; without a sign,
    moves do not record captures."""
    letters: bool = False
    """Whether it keeps the letters of pieces."""
    marks: bool = False
    """Whether it keeps info symbols."""
    note: Callable[[Note], Note | None] = lambda note: None
    """Returns the part of a note on a move that it keeps."""
    root_note: Callable[[Note], Note | None] = lambda note: None
    """Returns the part of the note before the first move that it keeps."""
    closing_comment: Callable[[Note], Note | None] = lambda note: None
    """Returns the part of the closing comment that it keeps."""
    rolls: bool = False
    """Whether it keeps rolls of the die."""
    unannounced: bool = False
    """Whether it keeps omitted announcements."""
    variations: bool = False
    """Whether it keeps variations."""
    tags: Callable[[Game, str], bool] = lambda game, name: False
    """Whether it keeps the game's tag of that name."""
    results: tuple[str, ...] = ()
    """The results that it can express."""
    endings: tuple[Ending, ...] = ()
    """The endings, not on the board, that it can express."""
    unparsed: Callable[[Game, UnparsedToken], bool] = lambda game, token: False
    """Whether it keeps an unparsed token, so that it is read back as one."""
    start: bool = True
    """Whether it keeps the start position."""
    setups: bool = False
    """Whether it also keeps the other state of that position that binds the next move."""
    turn: Callable[[Game, Position], Side] = lambda game, position: position.turn
    """Returns the side to move that its parser assumes for a position."""
    rules: Callable[[Ruleset], bool] = lambda rules: False
    """Whether it writes these rules, or implies them."""
    other_rules: Callable[[Ruleset], tuple[str, ...] | None] = lambda rules: None
    """Returns the options that it writes differently, in a few words each, or None if it writes no rules instead."""


@frozen(kw_only=True)
class Dialect:
    """A dialect.

    >>> taflzero = dialect("taflzero")
    >>> taflzero.title, taflzero.many, taflzero.suffixes
    ('commands for the engine taflzero, one a line', True, ('.uci',))
    """

    name: str
    """The name, in lower case."""
    title: str
    """A short description."""
    read: Callable[[Iterable[str], Ruleset | None], Iterator[Game]] = field(repr=False)
    """Parses the games in the lines of a text."""
    write: Callable[[Game], str] = field(repr=False)
    """Writes a game, with its last line end. The game must be reduced to the capabilities of the dialect."""
    capabilities: Capabilities = field(repr=False)
    """Its capabilities."""
    ruleset: Ruleset | None = field(default=None, repr=False)
    """The default rules."""
    tells_rules: bool = False
    """Whether its texts contain their rules."""
    many: bool = False
    """Whether a text can have more than one game."""
    head: Callable[[Ruleset], str] = field(default=lambda rules: "", repr=False)
    """The text before the first game of a file."""
    suffixes: tuple[str, ...] = ()
    """The file name extensions; written files get the first."""
    infers_rules: bool = False
    """Whether games whose rules nothing tells are read by those that fit (:mod:`~hnefatafl.notation.matching`)."""
    pattern: re.Pattern[str] | None = field(default=None, repr=False)
    """A pattern that matches the beginning of its texts; None if the whole text shows it (:func:`guess`)."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        # The functions of a dialect cannot be pickled; those of the table are found by name.
        if any(one is self for one in DIALECTS):
            return dialect, (self.name,)
        return super().__reduce_ex__(protocol)


_NAMED_RULES: Final = r'(?:"ruleset"\s*:\s*"[^"]*"\s*,\s*)?'
_SKIPPED: Final = re.compile(r"\N{ZERO WIDTH NO-BREAK SPACE}?(?:[^\S\n]*+(?:\n|#[^\n]*+(?:\n|\Z)))*+")
"""Empty lines and comments, which do not identify a dialect."""
_MATCH: Final = re.compile(r'\s*+\{\s*"format"\s*:\s*"hnefatafl match')
"""The beginning of a match in JSON."""


def _games_in_json(text: str) -> tuple[Game, ...]:
    return json.parse_match(text).games if _MATCH.match(text) else (json.parse_game(text),)


_ONLY: Final = Capabilities(moves=False, turn=texts.first_turn)

DIALECTS: Final[tuple[Dialect, ...]] = (
    Dialect(
        name="otn",
        title="OpenTafl's game records",
        read=texts.whole(otn.parse_game),
        write=texts.write_otn,
        capabilities=Capabilities(
            letters=True,
            marks=True,
            rolls=True,
            unannounced=True,
            note=texts.otn_note,
            root_note=texts.otn_root_note,
            closing_comment=texts.otn_closing_comment,
            variations=True,
            tags=texts.otn_tag,
            results=("Black", "White", "Draw", "?"),
            endings=("resigned",),
            rules=lambda rules: texts.otn_losses(rules) == (),
            other_rules=texts.otn_losses,
        ),
        tells_rules=True,
        suffixes=(".otg",),
        pattern=re.compile(r'\s*\[\s*(?!\w+\s+")(?:\||[^\W\d][^\[\]:]*:)'),
    ),
    Dialect(
        name="position",
        title="positions, one a line: the text of each",
        read=texts.each(lambda text, rules: texts.begun(Position.parse(text, rules))),
        write=texts.write_position,
        capabilities=Capabilities(moves=False, setups=True, rules=is_known),
        tells_rules=True,
        many=True,
        suffixes=(".txt",),
        pattern=re.compile(
            r"(?:[^\n/]*\s)?/?(?:[tcnmgTCNMGK0-9]+/){4,}[tcnmgTCNMGK0-9]*[^\S\n]+(?:a|d|attackers|defenders)(?:\s|\Z)"
        ),
    ),
    Dialect(
        name="otn-position",
        title="OpenTafl's position records, one a line",
        read=texts.each(lambda text, rules: texts.on_board(otn.parse_board(text), rules)),
        write=lambda game: f"{game.initial_position.board.record}\n",
        capabilities=_ONLY,
        infers_rules=True,
        many=True,
        suffixes=(".txt",),
        pattern=re.compile(r"\s*+/?(?:[tcnmgTCNMGK0-9]+/){4,}[tcnmgTCNMGK0-9]*\s*(?:\n|\Z)"),
    ),
    Dialect(
        name="archive",
        title="games on lines, as the collections have them",
        read=lambda lines, rules: archive.parse_games(lines, texts.given(rules)),
        write=lambda game: archive.format_game(game) + "\n",
        capabilities=Capabilities(
            captures=texts.captures_but_king,
            sign=None,
            rolls=True,
            unannounced=True,
            tags=texts.archive_tag,
            results=archive.RESULTS,
            endings=("timeout", "resigned"),
            unparsed=texts.archive_unparsed,
            start=False,
            rules=is_known,
        ),
        many=True,
        head=lambda rules: f"# variant: {rules.name}\n" if is_known(rules) else "",
        suffixes=(".csv", ".tsv"),
        pattern=archive.LINE,
        infers_rules=True,
    ),
    Dialect(
        name="bologna",
        title="logs of the Tablut Challenge's server",
        read=texts.whole(lambda text, rules: bologna.parse_log(text, texts.given(rules))),
        write=bologna.format_log,
        capabilities=Capabilities(
            captures=texts.captures_once,
            tags=lambda game, name: bologna.says(name, game.tags[name]),
            results=texts.BOLOGNA,
            rules=texts.among(variants.ASHTON_TABLUT),
        ),
        ruleset=variants.ASHTON_TABLUT,
        suffixes=(".txt",),
        pattern=re.compile(r"\s*+[^\n]{1,100} [\w.]*?it\.unibo\."),
    ),
    Dialect(
        name="bologna-state",
        title="states of the Tablut Challenge's server, in JSON",
        read=texts.whole(texts.read_state),
        write=texts.write_state,
        capabilities=Capabilities(
            moves=False,
            turn=texts.state_turn,
            results=texts.BOLOGNA,
            rules=texts.among(variants.ASHTON_TABLUT),
        ),
        ruleset=variants.ASHTON_TABLUT,
        suffixes=(".json",),
        pattern=re.compile(r'\s*+\{\s*(?:"turn"\s*:\s*"[A-Z]*"\s*,\s*)?"board"\s*:\s*\['),
    ),
    Dialect(
        name="taflzero",
        title="commands for the engine taflzero, one a line",
        read=texts.each(lambda text, rules: taflzero.parse_game(text, texts.given(rules))),
        write=lambda game: taflzero.format_game(game) + "\n",
        capabilities=Capabilities(captures=lambda move: (), sign="", rules=texts.among(variants.COPENHAGEN)),
        ruleset=variants.COPENHAGEN,
        many=True,
        suffixes=(".uci",),
        pattern=re.compile(r"\s*+position\s"),
    ),
    Dialect(
        name="taflzero-fen",
        title="positions of the engine taflzero, one a line",
        read=texts.each(texts.read_setup),
        write=lambda game: taflzero.format_setup(game.initial_position.setup) + "\n",
        capabilities=Capabilities(moves=False, rules=texts.among(variants.COPENHAGEN)),
        ruleset=variants.COPENHAGEN,
        many=True,
        suffixes=(".fen",),
        pattern=re.compile(r"\s*+(?:[adk0-9]+/){4,}[adk0-9]+ +[ad]\s*(?:\n|\Z)"),
    ),
    Dialect(
        name="dcampbell",
        title="games of hnefatafl-copenhagen, in JSON",
        read=texts.whole(dcampbell.parse_game),
        write=lambda game: dcampbell.format_game(game) + "\n",
        capabilities=Capabilities(
            tags=lambda game, name: dcampbell.says(name, game.tags[name]),
            endings=("resigned",),
            turn=texts.first_turn,
            rules=texts.among(variants.COPENHAGEN, dcampbell.COPENHAGEN_13),
        ),
        tells_rules=True,
        suffixes=(".json",),
        pattern=re.compile(
            r'\s*+\{(?!\s*"(?:format|ruleset|name|base)").{0,3000}?"(?:dim|attackers|defenders)"\s*:', re.DOTALL
        ),
    ),
    Dialect(
        name="dcampbell-board",
        title="boards of hnefatafl-copenhagen",
        read=texts.whole(lambda text, rules: texts.on_board(dcampbell.parse_board(text), rules)),
        write=lambda game: dcampbell.format_board(game.initial_position.board) + "\n",
        capabilities=_ONLY,
        infers_rules=True,
        suffixes=(".txt",),
        pattern=re.compile(r"[\sA-U]*+┌|\s*+(?:[ADK.#♟♙♔⌘] ?){5,}\s*\n"),
    ),
    Dialect(
        name="hnefatafl-rs",
        title="boards of hnefatafl-rs",
        read=texts.whole(lambda text, rules: texts.on_board(hnefatafl_rs.parse_board(text), rules)),
        write=lambda game: hnefatafl_rs.format_board(game.initial_position.board),
        capabilities=_ONLY,
        infers_rules=True,
        suffixes=(".txt",),
        pattern=re.compile(r"\s*+[tcnmgTCNMGK.]{5,}\s*\n"),
    ),
    Dialect(
        name="json",
        title="games in JSON, whole; the games of a match, too",
        read=texts.several(lambda text, _: _games_in_json(text)),
        write=json.format_game,
        capabilities=Capabilities(
            sign=None,
            letters=True,
            marks=True,
            rolls=True,
            unannounced=True,
            note=lambda note: note,
            root_note=lambda note: note,
            closing_comment=lambda note: note,
            variations=True,
            tags=lambda game, name: True,
            results=(*archive.RESULTS, "?"),
            endings=("timeout", "resigned"),
            unparsed=lambda game, token: True,
            setups=True,
            rules=texts.json_rules,
        ),
        tells_rules=True,
        suffixes=(".json",),
        pattern=re.compile(
            rf'\s*+\{{\s*(?:"format"\s*:\s*"hnefatafl (?:game|match)|{_NAMED_RULES}"(?:moves|start|tags|result)"\s*:)'
        ),
    ),
    Dialect(
        name="json-position",
        title="positions in JSON",
        read=texts.whole(lambda text, _: texts.begun(json.parse_position(text))),
        write=lambda game: json.format_position(game.initial_position),
        capabilities=Capabilities(moves=False, setups=True, rules=texts.json_rules),
        tells_rules=True,
        suffixes=(".json",),
        pattern=re.compile(rf'\s*+\{{\s*(?:"format"\s*:\s*"hnefatafl position|{_NAMED_RULES}"setup"\s*:)'),
    ),
    Dialect(
        name="board",
        title="pictures of boards, in many letters",
        read=texts.whole(lambda text, rules: texts.on_board(Board.parse(text), rules)),
        write=lambda game: f"{game.initial_position.board}\n",
        capabilities=_ONLY,
        infers_rules=True,
        suffixes=(".txt",),
    ),
    Dialect(
        name="freeform",
        title="moves as people write them, in messages and tables",
        read=texts.several(lambda text, rules: freeform.read_text(text, rules).games),
        write=lambda game: freeform.format_game(game) + "\n",
        capabilities=Capabilities(
            results=("White", "Black", "Draw"), endings=("timeout", "resigned"), start=False, rules=is_known
        ),
        tells_rules=True,
        infers_rules=True,
        suffixes=(".txt",),
    ),
)
"""All dialects."""


def dialect(name: str) -> Dialect:
    """Return the dialect of that name.

    >>> dialect("otn").title
    "OpenTafl's game records"

    Raises:
        RecordError: there is none.
    """
    for one in DIALECTS:
        if one.name == name.lower():
            return one
    raise RecordError(f"no dialect is named {name!r}, only {', '.join(one.name for one in DIALECTS)}")


def as_dialect(dialect_or_name: Dialect | str) -> Dialect:
    """Return a dialect that is given as it is, or by its name.

    >>> as_dialect("otn") is as_dialect(as_dialect("otn"))
    True

    Raises:
        RecordError: there is none of that name.
        ArgumentTypeError: it is neither.
    """
    if isinstance(dialect_or_name, str):
        return dialect(dialect_or_name)
    check("dialect", dialect_or_name, Dialect)
    return dialect_or_name


_BY_NAME: Final = {".otg": "otn", ".uci": "taflzero", ".fen": "taflzero-fen"}
"""The dialects that the extension of a file tells. Others are shared, or are those of other kinds of files, too."""


def guess(head: str, filename: str = "") -> Dialect | None:
    """Return the dialect of a text, detected by its beginning or else by the name of its file, or None.

    >>> guess("position startpos moves h1h3").name, guess("", "games.otg").name, guess("Dear Ann")
    ('taflzero', 'otn', None)
    """
    text = _SKIPPED.sub("", head, count=1)
    for one in DIALECTS:
        if one.pattern is not None and one.pattern.match(text):
            return one
    if _is_archive(head):
        return dialect("archive")
    if freeform.is_record(head):
        return dialect("freeform")
    if _is_board(head):
        return dialect("board")
    name = filename.lower().removesuffix(".gz")
    return next((dialect(called) for suffix, called in _BY_NAME.items() if name.endswith(suffix)), None)


def _is_archive(text: str) -> bool:
    """Return whether at least half of the lines are those of an archive: the first one can be damaged."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return 0 < len(lines) <= 2 * sum(archive.LINE.match(line) is not None for line in lines)


_TOML_TEXT: Final = re.compile(r"^\w+ ?= ?(?:\"{3}|'{3})", re.MULTILINE)
"""What opens a picture in a file of rules, which is no board of a game."""


def _is_board(text: str) -> bool:
    try:
        return len(text) <= MAX_BOARD and not _TOML_TEXT.search(text) and bool(Board.parse(text))
    except NotationError:
        return False


def read_games(lines: Iterable[str], dialect: Dialect | str, ruleset: RulesetLike | None = None) -> Iterator[Game]:
    """Read the games in a text, one after the other.

    >>> lines = ["d1-c1 c4-c2,0,0,Ongoing", "d1-e1 c4-c2,0,0,Ongoing"]
    >>> [len(game.moves) for game in read_games(lines, "archive", variants.BRANDUBH)]
    [2, 2]

    Arguments:
        lines: the lines of the text, such as an open file.
        dialect: the dialect that it is in, or its name.
        ruleset: the rules by which the games were played, instead of those of the text or the dialect.

    Raises:
        RecordError: there is no such dialect, or the rules of the games are unknown.
        NotationError: the text is not in that dialect. Lines of the archive never raise it.
        RulesetError: the rules in the text contradict each other.
        InvalidSetupError: a position cannot be played under the rules.

    Warns:
        LossWarning: a record in OTN has only the nearest rules that OTN has to the ruleset that it names.
    """
    ruleset = optional_ruleset(ruleset)
    spoken = as_dialect(dialect)
    ruleset = ruleset or spoken.ruleset
    if ruleset is None and not spoken.tells_rules:
        texts.given(ruleset)
    return spoken.read(split_lines(lines), ruleset)
