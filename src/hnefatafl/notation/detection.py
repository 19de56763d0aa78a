"""Detection: which dialect a text is in, and by which rules its games were played.

:func:`read` is the door for texts; :func:`read_any` reads the games of a text of any length one after another.
:func:`detect` and :meth:`Detected.open` are its two steps, for programs that want to know what was found.

>>> from hnefatafl.notation import read
>>> record = read("1. d1-c1 d3-f3  2. d2-f2xf3", "brandubh")
>>> print(record.form, *record.games[0].moves)
numbered moves d1-c1 d3-f3 d2-f2xf3
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, final

from attrs import field

from hnefatafl import variants
from hnefatafl.board import Board
from hnefatafl.errors import RecordError, UnknownVariantError
from hnefatafl.notation import archive, freeform
from hnefatafl.notation._dialects import join_lines
from hnefatafl.notation.dialects import Dialect, as_dialect, guess, read_games
from hnefatafl.notation.freeform import Transcript
from hnefatafl.notation.matching import RulesetMatch, list_candidates, match_rulesets
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.support.arguments import refuse
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened, split_lines

__all__ = ["HEAD", "Detected", "Lines", "Opened", "detect", "named_ruleset", "read", "read_any"]


HEAD: Final = 100
"""The number of lines within which a text shows its dialect and its rules."""
_SHOWN: Final = 40
"""The number of characters that a note shows of a line."""
_NAMED: Final = 3
"""The number of lines that it names."""
_COLLECTION: Final = re.compile(r"\.[ct]sv(?:\.gz)?\Z", re.IGNORECASE)
_VARIANT: Final = re.compile(r"#\s*variant:\s*(\S.{0,80}?)\s*", re.IGNORECASE)


@final
class Lines:
    """The lines of a text, which can be looked at before they are read.

    >>> lines = Lines(["one", "two"])
    >>> lines.peek(1), list(lines)
    (['one'], ['one', 'two'])

    Arguments:
        source: the lines, such as an open file, or the whole text.
    """

    def __init__(self, source: Iterable[str]) -> None:
        self._source = iter(split_lines(source))
        self._seen: deque[str] = deque()

    def peek(self, count: int) -> list[str]:
        """Return the next lines, up to that many, without reading them."""
        self._seen.extend(islice(self._source, max(0, count - len(self._seen))))
        return list(islice(self._seen, count))

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return self._seen.popleft() if self._seen else next(self._source)


@frozen(kw_only=True, eq=False)
class Opened:
    """A text of games whose dialect and rules are known.

    >>> opened = detect(["d1-c1 c4-c2,0,0,Ongoing"]).open("brandubh")
    >>> opened.form, [len(game.moves) for game in opened.games()]
    ('games on lines, as the collections have them', [2])
    """

    dialect: Dialect
    """The dialect."""
    ruleset: Ruleset | None
    """The rules of the games, or None if each game contains its own."""
    lines: Lines = field(repr=False)
    """The lines. They can be read once."""
    form: str
    """The form of the text, in a few words."""
    match: RulesetMatch | None = None
    """The rulesets that fit, where nothing told the rules."""
    reading: Transcript | None = field(default=None, repr=False)
    """What was read, if the text had to be read whole."""

    @property
    def note(self) -> str:
        """How the text was read, in words, if its form or its rules had to be found, and what was left out.

        >>> detect(["Round 3", "1. d1-c1 d3-f3"]).open("brandubh").note
        "numbered moves; left out: line 1 'Round 3'"
        """
        parts: list[str] = []
        headings = () if self.reading is None else self.reading.headings
        if self.reading is not None:
            parts.append(self.form)
        if self.match is not None:
            others = f" (as well as {self.match.others})" if self.match.others else ""
            parts.append(f"{self.match.ruleset.name} fits{others}")
        if headings:
            shown = ", ".join(f"line {one.line} {shortened(one.text, _SHOWN)!r}" for one in headings[:_NAMED])
            more = f" and {len(headings) - _NAMED} more" if len(headings) > _NAMED else ""
            parts.append(f"left out: {shown}{more}")
        return "; ".join(parts)

    def games(self) -> Iterator[Game]:
        """Return the games, one after another. They can be read once.

        Raises:
            NotationError, RulesetError, InvalidSetupError: as :func:`~hnefatafl.notation.dialects.read_games`.
        """
        if self.reading is not None:
            return iter(self.reading.games)
        return read_games(self.lines, self.dialect, self.ruleset)


@frozen(kw_only=True, eq=False)
class Detected:
    """A text whose beginning has been read.

    >>> detected = detect(["position startpos moves h1h3"])
    >>> detected.dialect.name, list(detected.lines)
    ('taflzero', ['position startpos moves h1h3'])
    """

    dialect: Dialect | None
    """The dialect that the text is in, or None if it is in no known one."""
    lines: Lines = field(repr=False)
    """All lines of the text. They can be read once."""
    filename: str = ""
    """The name of its file, or an empty text."""

    def open(self, ruleset: RulesetLike | None = None, *, as_written: bool = False) -> Opened:
        """Find the rules of the games.

        They are those that are given, else those that a line ``# variant: NAME`` or the record tells, else the
        dialect's own, else those that the file is named after, else those of the registered rulesets that fit best.

        >>> detect(["d1-c1 c4-c2,0,0,"], "copenhagen-11.tsv.gz").open().ruleset.name
        'copenhagen'
        >>> opened = detect(["d1-c1 c4-c2,0,0,"]).open()
        >>> opened.ruleset.name, opened.match.faults
        ('brandubh', 0)

        Arguments:
            ruleset: the rules by which the games were played.
            as_written: as for :func:`~hnefatafl.notation.freeform.read_text`.

        Raises:
            RecordError: the text is in no known dialect, or nothing says which rules its games were played by.
            UnknownVariantError: no ruleset has the name that the text gives.
        """
        dialect = self.dialect
        if dialect is None:
            raise RecordError(freeform.explain_refusal(_join_head(self.lines.peek(HEAD))))
        rules = optional_ruleset(ruleset) or self.find_ruleset()
        if dialect.name == "freeform":
            text = join_lines(self.lines)
            reading = freeform.read_text(text, rules, as_written=as_written)
            return Opened(
                dialect=dialect,
                ruleset=reading.games[0].ruleset,
                lines=Lines(text),
                form=reading.form,
                match=reading.match,
                reading=reading,
            )
        match = None
        if rules is None and dialect.infers_rules:
            match = _match_lines(self.lines) if dialect.capabilities.moves else _match_board(self.lines)
            rules = match.choose()
        if rules is None and not dialect.tells_rules:
            raise RecordError(_UNTOLD)
        return Opened(dialect=dialect, ruleset=rules, lines=self.lines, form=dialect.title, match=match)

    def find_ruleset(self) -> Ruleset | None:
        """Return the ruleset of the games that a line ``# variant: NAME``, the dialect or the name of the file tells;
        None if none does, or each game contains its own.

        >>> detect(["d1-c1,0,0,"], "brandubh.csv").find_ruleset().name
        'brandubh'

        Raises:
            UnknownVariantError: no ruleset has the name that the text gives.
        """
        dialect = self.dialect
        if dialect is None or (dialect.tells_rules and not dialect.infers_rules):
            return None
        name = named_ruleset(_peek_head(self.lines))
        if name is not None:
            return variants.get(name)
        if dialect.ruleset is not None:
            return dialect.ruleset
        stem = re.split(r"[/\\]", self.filename)[-1].split(".")[0]
        try:
            return variants.get(stem)
        except UnknownVariantError:
            return None


_UNTOLD: Final = "the text does not say by which rules its games were played: give a ruleset"


def _match_lines(lines: Lines) -> RulesetMatch:
    """Return the rulesets that fit the first games of an archive."""
    games = [game for game in archive.parse_games(lines.peek(HEAD), variants.BRANDUBH) if game.moves]
    match = match_rulesets(games)
    if not games or 2 * match.illegal > len(games):
        raise RecordError(_UNTOLD)
    return match


def _match_board(lines: Lines) -> RulesetMatch:
    """Return the rulesets that begin with the board of a text."""
    board = Board.parse(_join_head(lines.peek(HEAD)))
    rulesets = tuple(rules for rules in list_candidates() if rules.start == board)
    if not rulesets:
        raise RecordError(_UNTOLD)
    return RulesetMatch(rulesets=rulesets, faults=0, illegal=0)


def detect(lines: Iterable[str], filename: str = "", dialect: Dialect | str | None = None) -> Detected:
    """Read the beginning of a text and detect its dialect: by what it looks like, else by the name of its file.

    No more lines are read than that takes.

    >>> detect(["[rules:dim:7]", "1. d1-d3 c4-c5"]).dialect.name
    'otn'
    >>> detect(["Dear Ann"]).dialect is None
    True

    Arguments:
        lines: the lines of the text, such as an open file.
        filename: the name of the file, if there is one.
        dialect: the dialect, or its name, if it is known.

    Raises:
        RecordError: there is no dialect of that name.
    """
    source = Lines(lines)
    if dialect is not None:
        return Detected(dialect=as_dialect(dialect), lines=source, filename=filename)
    spoken = guess(_join_head(_peek_head(source)))
    if spoken is None or spoken.pattern is None:
        head = source.peek(HEAD)
        spoken = guess(_join_head(head), filename)
        if spoken is None and len(head) == HEAD and all(map(_is_skipped, head)) and _COLLECTION.search(filename):
            spoken = as_dialect("archive")  # whose comments are long
    return Detected(dialect=spoken, lines=source, filename=filename)


def _peek_head(lines: Lines) -> list[str]:
    """Return the comments before the first line of a text, and that line; at most :data:`HEAD` lines."""
    count = 1
    while count < HEAD and len(head := lines.peek(count)) == count and _is_skipped(head[-1]):
        count += 1
    return lines.peek(count)


def _is_skipped(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _join_head(head: list[str]) -> str:
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in head)


def named_ruleset(head: Iterable[str]) -> str | None:
    """Return the name of the ruleset that a line ``# variant: NAME`` gives, or None if no line does before the first
    game.

    >>> named_ruleset(["# two games", "# variant: brandubh"])
    'brandubh'
    """
    for line in head:
        match = _VARIANT.fullmatch(line.rstrip())
        if match is not None:
            return match[1]
        if not _is_skipped(line):
            break
    return None


def read(
    text: str | Iterable[str],
    ruleset: RulesetLike | None = None,
    *,
    dialect: Dialect | str | None = None,
    filename: str = "",
) -> Transcript:
    """Read the games in a text, in whatever form it is.

    >>> record = read("d1-c1, d3-f3, d2-f2xf3")
    >>> record.form, record.games[0].ruleset.size, record.match.faults
    ('moves', 7, 0)

    Arguments:
        text: the text, or its lines, such as an open file.
        ruleset: the rules by which the games were played, or their name. Default: those that :meth:`Detected.open`
            finds.
        dialect: the dialect, or its name. Default: the one that :func:`detect` finds.
        filename: the name of the file that held the text, which can name the dialect or the rules.

    Raises:
        RecordError: the text is no record, and the error says what it is instead; or its rules are unknown.
        UnknownVariantError: no ruleset has the name that the text gives.
        NotationError, RulesetError, InvalidSetupError: as :func:`~hnefatafl.notation.dialects.read_games`.
    """
    if not isinstance(text, Iterable):
        refuse("text", "a text, or its lines, such as an open file,", text)
    opened = detect(text, filename, dialect).open(ruleset)
    return opened.reading or Transcript(games=tuple(opened.games()), form=opened.form, match=opened.match)


def read_any(lines: Iterable[str], ruleset: RulesetLike | None = None, filename: str = "") -> Iterator[Game]:
    """Read the games in a text of any dialect and of any length, one after the other.

    >>> for game in read_any(["position startpos moves h1h3"]):
    ...     print(game.ruleset.name, *game.moves)
    copenhagen h1h3

    Arguments:
        lines: the lines of the text, such as an open file.
        ruleset: as for :func:`read`.
        filename: as for :func:`read`.

    Raises:
        RecordError, UnknownVariantError, NotationError, RulesetError, InvalidSetupError: as :func:`read`.
    """
    return detect(lines, filename).open(ruleset).games()
