r"""Games as people write them: in messages, on paper, in tables, and in the files of programs that have no notation.

**A text is a record if most of its words are moves.** :mod:`~hnefatafl.notation.moves` says what a move may look like;
around the moves this module reads

* numbers of turns or plies (``1.``, ``1)``, ``1:``, ``2...``), one move, one turn or the whole game on a line, and
  commas, semicolons, slashes or bars between the moves;
* tag pairs (``[Event "Cup"]``), comments in braces or brackets and behind a semicolon, variations and comments in
  parentheses, judgements (``!?``, ``$4``), and the names of sides or players before their
  moves (``Black: d1-c1``, ``<ann> d1-c1``);
* results: ``White wins``, ``Winner: attackers``, ``1-0``, ``draw``, ``resigned``, ``timeout``. ``1-0`` and the tag
  ``White`` mean the defenders (our reading: so do the collections with their ``White``);
* numbers in place of squares (``(3,0,3,2)``, ``3 0 3 2``, ``(3,0)-(3,2)``). The text can say how they count, in a line
  ``# coordinates: column row bottom 0``: which of the two comes first, from which edge the rows are counted, and from
  which number. Otherwise it is the first way by which all moves are legal, in the order of :data:`COORDINATES`;
* squares in columns (``from,to,captured``): two on a line are a move, those after them its captures.
* lists of JSON or Python whose items are moves, squares or pairs of numbers.

Marks of lists, tables and quotations, dates and times are passed over, and so is a word that stands at a quarter of the
moves or more (``Zug 1: d1-c1``, ``Black moves from d1 to c1``): :attr:`Transcript.form` names it.

Lines without a move are headings: they are left out, and named as such (:attr:`Transcript.headings`). A word among the
moves that is none of all this becomes an :class:`~hnefatafl.records.UnparsedToken` of its game, and so does a line of
prose that speaks of a move: no move is lost in silence.

A new game begins with tag pairs after moves, with the number 1 after a higher one, and with a move after a result.
Where nothing tells the games apart, lines are one game if their moves follow each other, and a game each if every line
begins anew. Where both are possible, the reader asks; a line ``# one game`` or ``# a game a line`` answers.

A record in which no move names a captured piece is taken for one that does not write captures, and gets those of the
rules; one without a word about its end gets the result of the rules.

>>> from hnefatafl import variants
>>> text = '''Round 3, Ann and Bob
... 1. d1-c1 d3-f3   2. D2 -> F2 (f3) {Nobody saw it.}'''
>>> reading = read_text(text, variants.BRANDUBH)
>>> game, = reading.games
>>> print(*game.moves, game.moves[2].note.comment)
d1-c1 d3-f3 d2-f2xf3 Nobody saw it.
>>> reading.form, [heading.text for heading in reading.headings]
('numbered moves', ['Round 3, Ann and Bob'])
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from typing import Final

from attrs import define, evolve, field

from hnefatafl import variants
from hnefatafl.board import Move, Square
from hnefatafl.errors import NotationError, RecordError, UnknownVariantError
from hnefatafl.notation._markup import LISTED, MOVE, PAIRS, SIDE, SQ, L, Page, blank, prepare
from hnefatafl.notation.matching import PLIES, RulesetMatch, list_candidates, match_rulesets
from hnefatafl.notation.moves import Scanner, format_move, read_move
from hnefatafl.records import RESULTS, Ending, Game, Glyph, Note, RecordedMove, UnparsedToken, Variation
from hnefatafl.rules import Ruleset, RulesetLike, is_known, optional_ruleset
from hnefatafl.support import spelling
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import check_length
from hnefatafl.support.texts import counted

__all__ = [
    "COORDINATES",
    "Coordinates",
    "Heading",
    "Transcript",
    "explain_refusal",
    "format_game",
    "is_record",
    "name_foreign_form",
    "read_text",
]


@frozen(kw_only=True)
class Coordinates:
    """How a record counts the squares that it gives as pairs of numbers.

    >>> matrix = Coordinates(columns_first=False, from_top=True, base=0)
    >>> str(matrix), matrix.square(0, 3, 7)
    ('row column top 0', Square(d7))
    """

    columns_first: bool
    """Whether the column stands before the row."""
    from_top: bool
    """Whether rows are counted from the top."""
    base: int
    """The number of the first row and column: 0 or 1."""

    def __str__(self) -> str:
        order = "column row" if self.columns_first else "row column"
        return f"{order} {'top' if self.from_top else 'bottom'} {self.base}"

    def square(self, first: int, second: int, size: int) -> Square | None:
        """Return the square of two numbers, or None if it lies off the board.

        >>> print(COORDINATES[0].square(3, 0, 7), COORDINATES[0].square(3, 7, 7))
        d1 None
        """
        column, row = (first, second) if self.columns_first else (second, first)
        file, rank = column - self.base, row - self.base
        rank = size - 1 - rank if self.from_top else rank
        return Square(file, rank) if 0 <= file < size and 0 <= rank < size else None


COORDINATES: Final = tuple(
    Coordinates(columns_first=columns_first, from_top=from_top, base=base)
    for base, (columns_first, from_top) in product((0, 1), ((True, False), (False, True), (True, True), (False, False)))
)
"""The ways of counting, in the order in which they are tried: from 0 first; as mathematics does, then as matrices."""


@frozen(kw_only=True)
class Heading:
    """A line without a move, which is left out.

    >>> read_text("Round 3\\nd1-c1 d3-f3", "brandubh").headings
    (Heading(line=1, text='Round 3'),)
    """

    line: int
    """Its number in the text, counted from 1."""
    text: str
    """The line, without the spaces around it."""


@frozen(kw_only=True)
class Transcript:
    """The games in a text, and how it was read.

    >>> reading = read_text("d1-c1, d3-f3, d2-f2xf3")
    >>> reading.form, reading.match.ruleset.size, len(reading.games)
    ('moves', 7, 1)
    """

    games: tuple[Game, ...]
    """The games."""
    form: str
    """The form of the text, in a few words."""
    headings: tuple[Heading, ...] = ()
    """The lines that were left out."""
    match: RulesetMatch | None = None
    """The rulesets that fit, where the text does not tell its own and none was given."""


_FOREIGN_LETTER: Final = re.compile(r"[ADSRWBPH](?=[a-u][0-9])")
_BARE_TAKES: Final = re.compile(
    rf"(?:[x×*]{{1,4}}\d?|\s[x×*]{{1,4}}(?!\s*+{L}{SQ})|\s(?:{spelling.TAKES_WORD})(?!\s++{L}{SQ})(?:\s\d)?)(?![^\s!?+#.,;)}}])",
    re.ASCII,
)
_CELL: Final = re.compile(rf"[ \t,;|]++(?={L}{SQ}{spelling.NO_MOVE}(?:[\s,;|)]|\Z))", re.ASCII)
"""What stands between a move and a captured square in tables."""
_GAP: Final = re.compile(r"[\s,/|.…#:]+")
_ATTACKERS, _DEFENDERS = SIDE
_SIDES: Final = "|".join(SIDE)
_NUMBER: Final = re.compile(
    r"[\[(](\d{1,4})[\])]|#?(\d{1,4})[abw]?(?:[ \t]*+(?:\.[.\s…]*+|\)|:(?=\s)|-(?=\s))"
    rf"|(?=[ \t,;|]++(?:(?:{_SIDES}|[abdw])[ \t,;|:]++)?{L}{SQ}))",
    re.ASCII,
)
_TAG: Final = re.compile(r'\[(\w{1,40})\s++"([^"\n]*+)"\s*+\]')
_VARIANT: Final = re.compile(r"[#;%/\s]*+(?:variant|ruleset|rules|game)\s*+[:=]\s*+(\S.{0,80}?)\s*", re.IGNORECASE)
_COORDINATES: Final = re.compile(r"[#;%/\s]*+coordinates\s*+[:=](.{0,80})", re.IGNORECASE)
_ONE_OR_MANY: Final = re.compile(r"[#;%/\s]*+(?:(one game)|a game a line)\s*+", re.IGNORECASE)
_AS_WRITTEN: Final = "# captures and result: as written"
"""The line by which a text says that nothing is to be filled in."""
_OUTCOME: Final = re.compile(r"[#;%/\s]*+(?:result|winner|outcome)\s*+[:=]\s*+(\S.{0,80}?)[.!]?\s*", re.IGNORECASE)
_COMMENT_LINE: Final = re.compile(r"\s*+(?:#|//|%|--\s)")
_BRACED: Final = re.compile(r"\{([^{}]*+)\}|\[([^\[\]]*+)\]")
_ASIDE: Final = re.compile(r"[-–—][ \t]++[^\W\d_](?!\d)")
"""A dash with words behind."""
_REST: Final = re.compile(r";[^\n]*+")
_GLYPH: Final = re.compile(r"\s?([!?]{1,2})(?![!?])|\s?\$(\d{1,3})", re.ASCII)
_NAGS: Final[tuple[Glyph, ...]] = ("!", "?", "!!", "??", "!?", "?!")
"""What PGN writes as ``$1`` to ``$6``."""
_GLYPHS: Final[dict[str, Glyph]] = {
    name: glyph for number, glyph in enumerate(_NAGS, start=1) for name in (glyph, str(number))
}
_SIDE: Final = re.compile(
    rf"(?:the\s++)?(?:{_SIDES})\b\s*+:?|[adbw]\s*+:(?=\s)|[adbwk](?=[ \t]++{L}{SQ})", re.IGNORECASE
)
_SPEAKER: Final = re.compile(r"\s*+(?:<[^<>]{1,40}>|[^\W\d½][\w .'-]{0,30}:)(?=\s)")
"""Who says a move, as in chats: ``<ann>``, ``Ann:``."""
_WINS: Final = r"\s++(?:wins?|won|victory|has\s++won|have\s++won|gewinn(?:t|en)|gewann(?:en)?|vinner|vann)\b"
_LOSES: Final = (
    r"(?:(?=\s++(?:resign|time|gibt\s|gab\s|ger\s|gav\s))|\s++(?:loses?|lost|verliert|verlor|förlora(?:r|de))\b)"
)
_ESCAPES: Final = r"(?:the\s++)?king\s++(?:has\s++)?(?:escape[sd]?|reache[sd]\s++(?:the|a)\s++(?:corner|edge))\b"
_CAPTURED_KING: Final = r"(?:the\s++)?king\s++(?:is\s++|was\s++)?captured\b"
_RESULTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (result, re.compile(pattern, re.IGNORECASE))
    for result, pattern in (
        (
            "White",
            rf"1(?:[-–]| ?: ?)0(?![\d-])|{_ESCAPES}|(?:the\s++)?(?:(?:{_DEFENDERS}){_WINS}|(?:{_ATTACKERS}){_LOSES})",
        ),
        (
            "Black",
            rf"0(?:[-–]| ?: ?)1(?![\d-])|{_CAPTURED_KING}"
            rf"|(?:the\s++)?(?:(?:{_ATTACKERS}){_WINS}|(?:{_DEFENDERS}){_LOSES})",
        ),
        ("Draw", r"(?:1/2|½)(?:[-–]| ?: ?)(?:1/2|½)|drawn?\b|remise?\b|remi\b|unentschieden\b|oavgjort\b"),
        ("Ongoing", r"\*(?!\S)|ongoing\b|unfinished\b"),
    )
)
_ENDINGS: Final[tuple[tuple[Ending, re.Pattern[str]], ...]] = (
    (
        "resigned",
        re.compile(
            r"---(?!\S)|resign(?:s|ed|ation)?\b|aufgegeben\b|g(?:ibt|ab)\s++auf\b|g(?:er|av)\s++upp\b", re.IGNORECASE
        ),
    ),
    ("timeout", re.compile(r"time[\s-]?out\b|(?:loses|lost)\s++on\s++time\b", re.IGNORECASE)),
)
_RESULT_OR_END: Final = re.compile("|".join(one.pattern for _, one in (*_RESULTS, *_ENDINGS)), re.IGNORECASE)
_CAPTURED: Final = re.compile(
    rf"[x×*(]*+{L}{SQ}[)]?(?:[x×*/]{L}{SQ})*+[)]?[+-]*[.!]*|[x×*]+|and|to|{spelling.TAKES_WORD}"
)
"""What belongs to moves, though it is none."""
_PLAIN_WORD: Final = re.compile(r"[^\s,;/|]+")
_ALPHANUMERIC: Final = re.compile(r"[^\W_]")
_WORD: Final = re.compile(r"[^\s(){}\[\],;|]+|\S")
_ROSTER: Final = {"white": "defenders", "black": "attackers"}
_SHOWN: Final = 60
_AHEAD: Final = 200
"""How far behind the place of the first move its numbers are named."""
_NAMED: Final = 5
"""The number of words that a form names."""
_LINE_NUMBER: Final = re.compile(rf"\s*#?\d{{1,4}}\s*+[.):,;|\s]\s*+(?={PAIRS.pattern}\s*+(?:\n|\Z))", re.ASCII)
_ORDER: Final = re.compile(
    r"(?<![a-z])(?:from|to|start|end)?_?(x|y|r|c|row|col|column|rank|file)_?\d?(?![a-z])", re.IGNORECASE
)


@define
class _Branch:
    """A line of a game's tree that is being read."""

    parent: int = 0
    at: int = 0
    moves: list[RecordedMove] = field(factory=list[RecordedMove])


@define
class _GameDraft:
    """A game that is being read."""

    first_line: int
    lines: list[_Branch] = field(factory=lambda: [_Branch()])
    tags: dict[str, str] = field(factory=dict[str, str])
    rows: list[int] = field(factory=list[int])
    """How many moves stand before the end of each line."""
    unparsed: list[UnparsedToken] = field(factory=list[UnparsedToken])
    opening: list[str] = field(factory=list[str])
    numbers: list[int] = field(factory=list[int])
    result: str = ""
    ending: Ending | None = None
    is_over: bool = False
    """Whether a result or an ending stands behind its moves."""
    is_whole: bool = False
    """Whether the text says that nothing is to be filled in."""

    @property
    def moves(self) -> list[RecordedMove]:
        return self.lines[0].moves

    @property
    def is_told_apart(self) -> bool:
        """Whether more than its lines makes it one game."""
        return bool(self.numbers or self.tags or self.result or self.ending or self.opening or len(self.lines) > 1)

    def game(self, rules: Ruleset) -> Game:
        """Return the game. Where no move names a captured piece, the captures are those of the rules; where no word
        tells how it ended, so is the result."""
        game = self.written_game(rules)
        if self.is_silent:
            game = _add_captures(game)
        if self.result or self.ending or self.is_whole:
            return game
        outcome = game.replay(lenient=True).outcome
        return game if outcome is None else evolve(game, result=RESULTS[outcome.winner])

    @property
    def is_silent(self) -> bool:
        """Whether no move names a captured piece, so that the record is taken for one that does not write captures."""
        return not self.is_whole and not any(move.captures for line in self.lines for move in line.moves)

    def written_game(self, rules: Ruleset) -> Game:
        """Return the game with the captures that are written."""
        main, *others = self.lines
        if self.is_silent:
            main, *others = (evolve(line, moves=[evolve(move, sign="") for move in line.moves]) for line in self.lines)
        variations = tuple(
            Variation(line=line.parent, at=line.at, moves=tuple(line.moves)) for line in others if line.moves
        )
        return Game(
            ruleset=rules,
            moves=main.moves,
            tags=self.tags,
            note=Note(comment=" ".join(self.opening)) if self.opening else None,
            result=self.result,
            ending=self.ending,
            variations=variations,
            line=self.first_line,
            unparsed=self.unparsed,
        )


def _add_captures(game: Game) -> Game:
    """Return the game with the captures of the rules at each move that is legal."""
    lines = game.lines
    for number, replay in enumerate(game.replay_lines(lenient=True)):
        if replay.line != number:
            return game  # a variation that cannot be reached: nothing is said of captures then
        moves = list(lines[number].moves)
        position = replay.start
        for index, move in enumerate(replay.moves):
            played = position.explain(move)
            captures = tuple(sorted(capture.square for capture in played.captures))
            moves[index] = evolve(moves[index], captures=captures, sign="-", text="")
            position = played.after
        lines[number] = evolve(lines[number], moves=tuple(moves))
    return game.with_lines(lines)


class _GameReader:
    """Reads the games of a text, word by word.

    Each line of the text is one of tags, of moves, or a heading; comments in braces can be longer than a line.
    """

    def __init__(self, text: str, source: str, *, has_rows: bool) -> None:
        self.text = text
        self.source = source
        """The text as it was written, for what is shown of it."""
        self.has_rows = has_rows
        self.scanner = Scanner(self.text)
        self.drafts: list[_GameDraft] = []
        self.headings: list[Heading] = []
        self.variant = ""
        self.prose = 0
        """How many words stand on lines of prose that speak of moves."""
        self.coordinates = ""
        self.pairs: list[re.Match[str]] = []
        """The pairs of numbers that stand for moves, in a text without other moves."""
        self.is_one: bool | None = None
        """Whether the text says that its lines are one game, or a game each."""
        self._words = _MoveWords(self.text)
        self._closing = _pair_parentheses(self.text)
        self._open: list[tuple[int, int]] = []
        """The lines that variations have left, and the ends of these variations."""
        self._current = 0
        self._tokens = 0
        self._line = 1
        self._counted = self._end = 0

    def read(self) -> None:
        """Read everything."""
        scanner = self.scanner
        while scanner.at < len(self.text):
            self._end_at_line()
            line = self.text[scanner.at : scanner.end]
            if not self._read_special_line(line):
                speaker = None if self._open or MOVE.match(line.lstrip()) else _SPEAKER.match(line)
                scanner.at += speaker.end() if speaker is not None else 0
                while not scanner.done:
                    self._read_word()
                    if scanner.at > scanner.end:  # a comment that ends on a later line
                        self._end_at_line()
            draft = self.drafts[-1] if self.drafts else _GameDraft(first_line=0)
            if len(draft.moves) > (draft.rows[-1] if draft.rows else 0):
                draft.rows.append(len(draft.moves))
            scanner.at = scanner.end + 1
        if not any(draft.moves for draft in self.drafts):
            self.pairs = _find_pairs(self.text)

    @property
    def moves(self) -> int:
        """How many moves it has if it is a record, else 0."""
        moves = sum(len(draft.moves) for draft in self.drafts) or len(self.pairs)
        return moves if moves >= self.odd - self.prose else 0

    @property
    def odd(self) -> int:
        """How many words among the moves are none."""
        return sum(len(token.text.split()) for draft in self.drafts for token in draft.unparsed)

    def _end_at_line(self) -> None:
        """Let the scanner stop at the end of the line."""
        scanner = self.scanner
        self._line += self.text.count("\n", self._counted, scanner.at)
        self._counted = scanner.at
        end = self.text.find("\n", scanner.at)
        scanner.end = self._end = len(self.text) if end < 0 else end

    def list_drafts(self) -> list[_GameDraft]:
        """Return the games with something in them."""
        return [draft for draft in self.drafts if draft.moves or draft.unparsed or draft.result or draft.ending]

    @property
    def _draft(self) -> _GameDraft:
        return self.drafts[-1] if self.drafts else self._begin()

    def _begin(self) -> _GameDraft:
        """Begin a game."""
        self.drafts.append(_GameDraft(first_line=self._line))
        self._current, self._tokens = 0, 0
        self._open.clear()
        return self.drafts[-1]

    def _read_special_line(self, line: str) -> bool:
        """Read a line that is none of moves, and return whether it is one."""
        named = _VARIANT.fullmatch(line)
        if named is not None and _is_ruleset(named[1]):
            self.variant = named[1]
            return True
        told = _COORDINATES.match(line)
        if told is not None:
            self.coordinates = told[1]
            return True
        outcome = _OUTCOME.fullmatch(line)
        if outcome is not None and (self._read_result(outcome[1]) or self._read_result(f"{outcome[1]} wins")):
            return True
        which = _ONE_OR_MANY.fullmatch(line)
        if which is not None:
            self.is_one = which[1] is not None
            return True
        if line.strip() == _AS_WRITTEN:
            self._draft.is_whole = True
        if not line.strip() or _COMMENT_LINE.match(line):
            return True
        if self._open or self._read_tags(line):
            return not self._open
        moves, words = self._words.count(self.scanner.at, self.scanner.at + len(line))
        if moves == 0 and not words and not LISTED.search(line):
            return False  # results and comments
        source = self.source[self.scanner.at : self.scanner.at + len(line)].strip()
        if moves == 0:
            if self.has_rows and len(LISTED.findall(line)) > 1:
                self._leave_out(source, self.scanner.at, "a row of squares was expected, without other words")
                self.prose += len(source.split())
            else:
                self.headings.append(Heading(line=self._line, text=source))
            return True
        begins = MOVE.match(_drop(_SIDE, _drop(_SPEAKER, _drop(_NUMBER, line))))
        if words > moves and not begins:
            message = f"a line of moves was expected, and {moves} of {moves + words} words are moves"
            self._leave_out(source, self.scanner.at, message)
            self.prose += len(source.split())
            return True
        return False

    def _read_tags(self, line: str) -> bool:
        """Read a line of tag pairs."""
        tags = _TAG.findall(line)
        if not tags or _TAG.sub("", line).strip():
            return False
        draft = self._draft
        if draft.moves or draft.is_over:
            draft = self._begin()
        for name, value in tags:
            key = name.lower()
            if key == "result":
                self._read_result(value, is_tag=True)
            elif key in ("variant", "ruleset", "rules", "game") and _is_ruleset(value):
                self.variant = value
            else:
                draft.tags[_ROSTER.get(key, key)] = value
        return True

    def _read_word(self) -> None:
        """Read what stands at the place."""
        scanner = self.scanner
        if scanner.take(_GAP) is not None:
            return
        at = scanner.at
        if self._open and at >= self._open[-1][1]:
            self._current, _ = self._open.pop()
            scanner.at += 1
        elif self._read_number(at) or self._read_comment(at) or self._read_outcome():
            return
        elif MOVE.match(self.text, at, self._end):
            self._read_move(at)
        elif scanner.take(_SIDE) is None and scanner.take(_GLYPH) is None:
            word = scanner.take(_WORD) or ""
            self._leave_out(word, at, "a move was expected")

    def _read_comment(self, at: int) -> bool:
        """Read a comment, or the beginning of a variation."""
        scanner = self.scanner
        sign = scanner.next
        if sign == "(":
            end = self._closing.get(at)
            if end is None:
                return False
            moves, words = self._words.count(at, end)
            line = self._draft.lines[self._current]
            if moves >= max(1, words) and line.moves:
                self._open.append((self._current, end))
                self._draft.lines.append(_Branch(parent=self._current, at=len(line.moves) - 1))
                self._current = len(self._draft.lines) - 1
                scanner.at += 1
            else:
                self._annotate(self.text[at + 1 : end])
                scanner.at = end + 1
            return True
        if sign == ";":
            rest = self.text[at + 1 : at + 200].split("\n", 1)[0].strip()
            if not rest or MOVE.match(_drop(_NUMBER, rest)):
                scanner.at += 1  # between moves
            else:
                self._annotate((scanner.take(_REST) or "")[1:])
            return True
        if sign in "-–—" and _ASIDE.match(self.text, at, self._end):
            self._annotate(self.text[at + 1 : self._end])
            scanner.at = self._end
            return True
        if sign in ("{", "["):
            match = _BRACED.match(self.text, at)
            if match is None:
                return False
            self._annotate(match[1] or match[2] or "")
            scanner.at = match.end()
            return True
        return False

    def _annotate(self, comment: str) -> None:
        """Add a comment to the last move, or to the beginning of the game."""
        comment = " ".join(comment.split())
        moves = self._draft.lines[self._current].moves
        if not comment:
            return
        if not moves:
            self._draft.opening.append(comment)
            return
        note = moves[-1].note or Note()
        moves[-1] = evolve(moves[-1], note=evolve(note, comment=f"{note.comment} {comment}".strip()))

    def _read_number(self, at: int) -> bool:
        """Read the number of a turn; 1 after a higher one begins a game."""
        match = _NUMBER.match(self.text, at, self._end)
        if match is None:
            return False
        self.scanner.at = match.end()
        number = int(match[1] or match[2])
        if not self._open:
            numbers = self._draft.numbers
            if number == 1 and numbers and numbers[-1] > 1:
                self._begin()
            self._draft.numbers.append(number)
        return True

    def _read_outcome(self) -> bool:
        """Read a result or an ending."""
        scanner = self.scanner
        for ending, pattern in _ENDINGS:
            if scanner.take(pattern) is not None:
                if not self._open:
                    self._draft.ending = ending
                    self._draft.is_over = bool(self._draft.moves)
                return True
        return self._read_result(None)

    def _read_result(self, value: str | None, *, is_tag: bool = False) -> bool:
        """Read a result at the place, or the one of a tag."""
        for result, pattern in _RESULTS:
            if pattern.fullmatch(value.strip()) if value is not None else self.scanner.take(pattern):
                if not self._open:
                    self._draft.result = result
                    self._draft.is_over = not is_tag and bool(self._draft.moves)
                return True
        return False

    def _read_move(self, at: int) -> None:
        scanner = self.scanner
        if _FOREIGN_LETTER.match(self.text, at):
            scanner.at += 1
        bare = MOVE.match(self.text, scanner.at, self._end)
        takes = None if bare is None else _BARE_TAKES.match(self.text, bare.end(), self._end)
        scanner.end = self._end if takes is None else takes.start()
        try:
            move = read_move(scanner)
        except NotationError as error:
            scanner.at, scanner.end = at, self._end
            self._leave_out(scanner.take(_WORD) or "", at, error.message)
            return
        scanner.end = self._end
        if takes is not None:
            scanner.at = takes.end()
        cells: list[Square] = []
        while scanner.take(_CELL) is not None:
            scanner.letter()
            cells.append(scanner.square())
        if cells:
            move = evolve(move, captures=(*move.captures, *cells), capture_letters=(), text="")
        glyph = _GLYPH.match(self.text, scanner.at, self._end)
        if glyph is not None:
            scanner.at = glyph.end()
            judgement = _GLYPHS.get(glyph[1] or glyph[2], "")
            move = evolve(move, note=Note(glyph=judgement)) if judgement else move
        self._add(evolve(move, offset=at))

    def _add(self, move: RecordedMove) -> None:
        draft = self._draft
        if not self._open and draft.moves and draft.is_over:
            draft = self._begin()
        if not self._open:
            self._tokens += 1
        draft.lines[self._current].moves.append(move)

    def _leave_out(self, text: str, at: int, message: str) -> None:
        """Leave a word out, together with the one before it, if that was left out, too."""
        draft = self._draft
        last = draft.unparsed[-1] if draft.unparsed else None
        if last is not None and last.number == self._tokens - 1 and len(last.text) < _SHOWN:
            draft.unparsed[-1] = evolve(last, text=f"{last.text} {text}")
            return
        draft.unparsed.append(UnparsedToken(number=self._tokens, text=text, offset=at, message=message))
        self._tokens += 1


def _drop(pattern: re.Pattern[str], line: str) -> str:
    """Return a line without the spaces around it, and without what matches at its beginning."""
    line = line.strip()
    match = pattern.match(line)
    return line if match is None else line[match.end() :].strip()


def _is_ruleset(name: str) -> bool:
    try:
        variants.get(name)
    except UnknownVariantError:
        return False
    return True


def _pair_parentheses(text: str) -> dict[int, int]:
    """Return the place of the closing parenthesis of each opening one."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match[0] == "(":
            opened.append(match.start())
        elif opened:
            closing[opened.pop()] = match.start()
    return closing


class _MoveWords:
    """Where the moves of a text stand, and its other words, without numbers, comments, results and names of sides.

    They are counted once for the whole text: parentheses can stand in parentheses.
    """

    def __init__(self, text: str) -> None:
        plain = _BRACED.sub(blank, text)
        self.moves = [match.start() for match in MOVE.finditer(plain)]
        plain = MOVE.sub(blank, plain)
        for pattern in (_RESULT_OR_END, _NUMBER, _GLYPH, _SIDE):
            plain = pattern.sub(blank, plain)
        # Captured squares belong to the moves.
        self.words = [
            match.start()
            for match in _PLAIN_WORD.finditer(plain)
            if _ALPHANUMERIC.search(match[0]) and not _CAPTURED.fullmatch(match[0])
        ]

    def count(self, start: int, end: int) -> tuple[int, int]:
        """Return how many moves, and how many other words begin between two places."""
        moves, words = (bisect_left(places, end) - bisect_left(places, start) for places in (self.moves, self.words))
        return moves, words


# ------------------------------------------------------------------------------------------------- squares as numbers


_Pairs = tuple[int, int, int, int]


def _find_pairs(text: str) -> list[re.Match[str]]:
    """Return the pairs of numbers that stand for moves, if most lines have nothing else."""
    found: list[re.Match[str]] = []
    others = start = 0
    for line in text.split("\n"):
        number = _LINE_NUMBER.match(text, start, start + len(line))
        row = list(PAIRS.finditer(text, start if number is None else number.end(), start + len(line)))
        if row and not re.search(r"\w", PAIRS.sub(" ", text[row[0].start() : start + len(line)])):
            found += row
        else:
            others += bool(_TAG.sub("", line).strip()) and not _COMMENT_LINE.match(line)
        start += len(line) + 1
    return found if len(found) >= others else []


def _write_squares(text: str, pairs: Sequence[re.Match[str]], way: Coordinates, size: int) -> str | None:
    """Return the text with squares in place of pairs of numbers, or None if one lies off the board."""
    parts: list[str] = []
    end = 0
    for match in pairs:
        a, b, c, d = map(int, match.groups())
        origin, target = way.square(a, b, size), way.square(c, d, size)
        if origin is None or target is None:
            return None
        parts += text[end : match.start()], f"{origin}-{target}".ljust(len(match[0]))
        end = match.end()
    return "".join([*parts, text[end:]])


def _choose_coordinates(reader: _GameReader, rules: Ruleset | None) -> tuple[str, Coordinates]:
    """Return the text with squares for numbers, by the first way of counting by which its moves are legal."""
    text, first = reader.text, reader.pairs[:PLIES]
    told = reader.coordinates or _find_order(reader.source[: first[0].start() + _AHEAD])
    best: tuple[tuple[int, int], Coordinates, int] | None = None
    candidates = list_candidates() if rules is None else (rules,)
    for way, size in product(COORDINATES, sorted({one.size for one in candidates})):
        pairs = [one.groups() for one in first]
        squares = [(way.square(int(a), int(b), size), way.square(int(c), int(d), size)) for a, b, c, d in pairs]
        moves = [RecordedMove(origin=a, target=b) for a, b in squares if a is not None and b is not None]
        if not _is_told(way, told) or len(moves) < len(first):
            continue
        same = [one for one in candidates if one.size == size]
        match = match_rulesets([_GameDraft(first_line=1, lines=[_Branch(moves=moves)]).written_game(same[0])], same)
        score = match.illegal, match.faults
        if best is None or score < best[0]:
            best = score, way, size
    squares_text = None if best is None else _write_squares(text, reader.pairs, best[1], best[2])
    if best is None or squares_text is None:
        raise RecordError("the numbers are no squares of a board, however they are counted")
    return squares_text, best[1]


def _find_order(head: str) -> str:
    """Return which of columns and rows a heading names first, or nothing."""
    names = [name.lower() for name in _ORDER.findall(head)]
    return (
        names[0] if {"x", "c", "f"} & {name[0] for name in names} and {"y", "r"} & {name[0] for name in names} else ""
    )


def _is_told(way: Coordinates, told: str) -> bool:
    words = re.findall(r"[a-z]+|\d", told.lower())
    order = [word[0] in "cfx" for word in words if re.match(r"(?:col|file|x|row|rank|y)", word)]
    edges = [word == "top" for word in words if word in ("top", "bottom")]
    bases = [int(word) for word in words if word.isdecimal()]
    said = ((order[:1], way.columns_first), (edges[:1], way.from_top), (bases[:1], way.base))
    return all(value in listed for listed, value in said if listed)


# ------------------------------------------------------------------------------------------------------------ the door


def is_record(text: str) -> bool:
    """Return whether most words of a text are moves, or numbers or squares that stand for moves.

    >>> is_record("1. d1-c1 d3-f3"), is_record("Dear Ann, shall we play d1-c1?"), is_record("(3,0,3,2)")
    (True, False, True)
    """
    return name_foreign_form(text) is None and _read_page(prepare(text, is_head=True), text).moves > 0


def _read_page(page: Page, source: str) -> _GameReader:
    reader = _GameReader(page.text, source, has_rows=page.has_rows)
    reader.read()
    return reader


def read_text(text: str, ruleset: RulesetLike | None = None, *, as_written: bool = False) -> Transcript:
    """Read the games in a text.

    >>> read_text("3 0 2 0; 3 2 5 2", "brandubh").form
    'pairs of numbers, counted as column row bottom 0'

    Arguments:
        text: the text.
        ruleset: the rules by which the games were played. Default: those that the text names, else those of the
            registered rulesets that fit best.
        as_written: whether the games have only the captures and results that are written, as for those who do not
            know the rules; the ruleset then decides nothing.

    Raises:
        RecordError: most words of the text are no moves; or its lines can be one game or several; or no ruleset fits.
        NotationError: the text is longer than 4,194,304 characters.
    """
    check_length(text, "a record")
    given = optional_ruleset(ruleset)
    page = prepare(text)
    reader = _read_page(page, text)
    rules = given or (variants.get(reader.variant) if reader.variant else None)
    drafts = reader.list_drafts()
    if reader.variant and rules is not None and not reader.headings and not any(draft.unparsed for draft in drafts):
        drafts = drafts or [_GameDraft(first_line=1)]
    elif not reader.moves or name_foreign_form(text) is not None:
        raise RecordError(explain_refusal(text))
    form = "squares in columns" if page.has_rows else "moves"
    if reader.pairs:
        squares, way = _choose_coordinates(reader, None if as_written else rules)
        reader = _read_page(evolve(page, text=squares), text)
        drafts = reader.list_drafts()
        form = f"pairs of numbers, counted as {way}"
    elif any(draft.numbers for draft in drafts) and not page.has_rows:
        form = "numbered moves"
    if page.labels:
        form += f", with {', '.join(map(repr, page.labels[:_NAMED]))}"
    match = None
    if len(drafts) == 1 and not drafts[0].is_told_apart and len(drafts[0].rows) > 1:
        drafts, match = _choose_rows(drafts[0], None if as_written else rules, reader.is_one)
    for draft in drafts:
        draft.is_whole |= as_written
    return _reading(drafts, match, rules, form, reader.headings)


def _choose_rows(
    draft: _GameDraft, rules: Ruleset | None, is_one: bool | None
) -> tuple[list[_GameDraft], RulesetMatch | None]:
    """Return lines as one game, or as a game each, and the rulesets that fit them best, if that was asked."""
    apart = [
        _GameDraft(first_line=draft.first_line + number, lines=[_Branch(moves=draft.moves[start:end])])
        for number, (start, end) in enumerate(pairwise([0, *draft.rows]))
    ]
    if is_one is not None or draft.unparsed:
        return ([draft] if is_one is not False else apart), None
    choice = None if rules is None else [rules]
    written = rules or variants.BRANDUBH  # any will do, since all are tried
    together = match_rulesets([draft.written_game(written)], choice)
    separate = match_rulesets([one.written_game(written) for one in apart], choice)
    if not together.faults and not separate.faults:
        raise RecordError(
            f"the {len(apart)} lines can be one game or a game each: say which, in a line '# one game' or"
            " '# a game a line'"
        )
    # A misprint ends one game where it stands; read wrongly, most lines end at their first moves.
    whole = _count_legal([draft], together.ruleset), -together.faults
    parts = _count_legal(apart, separate.ruleset), -separate.faults
    return ([draft], together) if whole >= parts else (apart, separate)


def _count_legal(drafts: Sequence[_GameDraft], rules: Ruleset) -> int:
    """Return how many moves of games can be played."""
    return sum(len(draft.written_game(rules).replay(lenient=True).moves) for draft in drafts)


def _reading(
    drafts: Sequence[_GameDraft],
    match: RulesetMatch | None,
    rules: Ruleset | None,
    form: str,
    headings: Iterable[Heading],
) -> Transcript:
    """Return the reading of games, by the rules that fit where none are given."""
    if rules is None:
        match = match or match_rulesets(draft.written_game(variants.BRANDUBH) for draft in drafts if draft.moves)
        # A misprint ends a game where it stands; by the wrong rules, most games end at their first moves.
        if match.illegal * 2 > len(drafts) and match.faults * 2 > sum(min(len(one.moves), PLIES) for one in drafts):
            raise RecordError(
                f"which rules? By none of the {len(list_candidates())} rulesets are the moves legal: give a ruleset"
            )
        rules = match.choose()
    else:
        match = None
    games = tuple(draft.game(rules) for draft in drafts)
    return Transcript(games=games, form=form, headings=tuple(headings), match=match)


_FOREIGN: Final[Mapping[str, re.Pattern[str]]] = {
    name: re.compile(pattern, re.DOTALL | re.IGNORECASE)
    for name, pattern in {
        "a state of boardgame.io, in JSON: its moves are arguments of functions that only its game knows;"
        " write the moves as squares, one a line": r'\s*\{.{0,3000}"ctx"\s*:',
        "a game of AbstractPlay, in JSON: copy its list of moves from the page of the game": (
            r'\s*\{.{0,3000}"(?:stack|gameover|numplayers|header)"\s*:'
        ),
        "SGF, which has no tafl games by its standard: write the moves as squares, one a line": r"\s*\(\s*;",
        "a game saved by Zillions of Games: copy its list of moves": (
            r"\s*(?:rem\b[^\n]*\n\s*)*(?:VariantName|RulesFile)="
        ),
        "a trial of Ludii, which has moves only as numbers of its own: export the moves": (
            r"\s*(?:game=/?lud/|\S*\.lud\b)|.{0,300}?\bMove=\["
        ),
        "rules of Ludii or of Zillions of Games, and no record": r"\s*(?:;[^\n]*\n\s*)*\((?:game|variant|define)\b",
        "a game of chess": (
            r"(?:\s*\[[^\n]*\]\s*\n)*+\s*1\.\s*(?:[a-h][34]|N[acfh]3)\s"
            r".{0,200}?\b(?:[NBRQ][a-h]?x?[a-h][1-8](?!\s*[-x])|O-O)"
        ),
        "a position in the letters of another program: draw its board, a rank a line": (
            r"\s*/?(?:[a-z0-9]{1,21}/){4,20}[a-z0-9]{1,21}/?(?:[ \t][^\n]{0,40})?\s*\Z"
        ),
        "a page in HTML or XML: copy the moves from it": r"\s*<(?:!doctype|html|head|body|\?xml|svg|table|div|p)\b",
    }.items()
}
"""Known forms of other programs, by what is to be said of them; the first one that matches counts."""


_JSON: Final = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\"{\[])")


def name_foreign_form(text: str) -> str | None:
    """Return what is to be said of a text in a known form of another program whose moves cannot be read, or None.

    >>> name_foreign_form('{"G": {}, "ctx": {"turn": 1}}')[:32]
    'a state of boardgame.io, in JSON'
    """
    return next((advice for advice, pattern in _FOREIGN.items() if pattern.match(text)), None)


def explain_refusal(text: str) -> str:
    """Return why a text is no record: what it is instead, or how many of its words are moves.

    >>> explain_refusal("Shall we play d1-c1?")
    'no record was found: none of 4 words is a move of a record'
    """
    foreign = name_foreign_form(text)
    if foreign is not None:
        return f"this is {foreign}"
    reader = _read_page(prepare(text), text)
    moves = sum(len(draft.moves) for draft in reader.drafts)
    words = moves + reader.odd + sum(len(heading.text.split()) for heading in reader.headings)
    if _JSON.match(text):
        return "this is JSON of another program: write its moves as squares, one a line"
    if not words:
        return "no record was found: the text is empty"
    verb = "is a move" if moves < 2 else "are moves"
    return f"no record was found: {moves or 'none'} of {counted(words, 'word')} {verb} of a record"


def format_game(game: Game) -> str:
    """Write the moves of the main line, numbered, a turn on a line, as one would in a message.

    >>> print(format_game(Game(ruleset="brandubh", result="White").add("d1-c1 d3-f3 d2-f2")))
    # variant: brandubh
    1. d1-c1 d3-f3
    2. d2-f2xf3
    White wins
    """
    check("game", game, Game)
    lines = [f"# variant: {game.ruleset.name}"] if is_known(game.ruleset) else []
    if not any(move.captures for move in game.moves) or not (game.result or game.ending):
        lines.append(_AS_WRITTEN)
    texts = [format_move(move, "algebraic").rstrip("+") for move in game.moves]
    texts = ["pass" if move.move == Move.PASS else text for move, text in zip(game.moves, texts, strict=True)]
    turns = [texts[start : start + 2] for start in range(0, len(texts), 2)]
    lines += [f"{number}. {' '.join(turn)}" for number, turn in enumerate(turns, start=1)]
    lines += [word for word in (game.ending, _WRITTEN_RESULTS.get(game.result)) if word]
    return "\n".join(lines)


_WRITTEN_RESULTS: Final = {"White": "White wins", "Black": "Black wins", "Draw": "draw"}
