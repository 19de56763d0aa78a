"""Validation: records of games checked by the rules, with a report for each and a summary of all.

A report has what :attr:`Replay.findings <hnefatafl.records.Replay.findings>` says of the main line and of every
variation, with the place of each finding in the text. It is small, so the reports of a whole archive fit into memory
and travel well between processes.

>>> from hnefatafl import variants
>>> lines = ["# variant: brandubh", "d1-c1 c4-c2,0,0,Ongoing", "d1-c1 c4-c2xc1,0,0,Ongoing", "d1-d7"]
>>> reports = list(validate_games(lines))
>>> for report in reports:
...     print(report.line, report.plies, report.verdict)
2 2 agrees
3 2 capture-stray@1
4 0 illegal@0
>>> summary = Summary.of(reports)
>>> summary.games, summary.agreeing, summary.illegal
(3, 1, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from attrs import evolve, field

from hnefatafl.notation import otn
from hnefatafl.notation.completion import complete
from hnefatafl.notation.detection import detect
from hnefatafl.notation.dialects import Dialect, read_games
from hnefatafl.play import Position
from hnefatafl.records import Finding, FindingKind, Game, Gap, Replay, format_findings
from hnefatafl.rules import Ruleset, RulesetLike, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.executors import in_pages
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally
from hnefatafl.support.texts import split_lines

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Disagreement", "GameReport", "Summary", "validate", "validate_games"]

_REPEATED: Final = 3
"""So often a position occurs in a game that repeats."""


@frozen(kw_only=True)
class Disagreement:
    """The findings of one kind in one line of a game: the first of them, and where it is.

    >>> from hnefatafl import variants
    >>> report, = validate_games(["d1-c1xa1 c4-c2xc1,0,0,Ongoing"], variants.BRANDUBH)
    >>> disagreement, = report.disagreements
    >>> str(disagreement.finding), disagreement.count
    ('capture-stray@0', 2)
    """

    finding: Finding
    """The first finding of the kind."""
    count: int
    """The number of findings of the kind in the line."""
    position: Position
    """The position that shows the finding (:meth:`Replay.position_of <hnefatafl.records.Replay.position_of>`)."""
    address: str | None = None
    """The address of the move in OTN, for a game that has variations or was read from a text of turns."""
    text_line: int | None = None
    """The line of the text that the move is on, counted from 1, for a game that was read from a text of turns."""


@frozen(kw_only=True)
class GameReport:
    """The result of checking a record, including its variations, against the rules.

    >>> from hnefatafl import variants
    >>> report, = validate_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> report.plies, report.end, report.agrees
    (2, 'none', True)
    """

    ruleset: Ruleset
    """The rules that it was played by."""
    line: int = 0
    """The line of the text that the record is on, counted from 1; 0 where records are not lines."""
    id: str | None = None
    """The identifier of the record: its tag ``id``."""
    plies: int
    """The number of moves that could be played, those of variations included."""
    end: str
    """How the game ended, as in :attr:`Replay.end <hnefatafl.records.Replay.end>`."""
    repetitions: int
    """How many times the position that occurred most often in the main line occurred."""
    has_unexplained_end: bool = False
    """Whether the record agrees and names a winner, but nothing says why the game stopped
    (:attr:`Replay.has_unexplained_end <hnefatafl.records.Replay.has_unexplained_end>`)."""
    disagreements: tuple[Disagreement, ...] = ()
    """Where record and rules disagree: the main line first, then the variations, each kind of finding once a line."""
    gaps: tuple[Gap, ...] = ()
    """Where the record leaves moves of berserk turns out."""

    @property
    def agrees(self) -> bool:
        """Whether record and rules agree."""
        return not self.disagreements

    @property
    def kind(self) -> FindingKind | None:
        """The kind of the first finding, or None if record and rules agree."""
        return self.disagreements[0].finding.kind if self.disagreements else None

    @property
    def is_illegal(self) -> bool:
        """Whether the record itself is illegal; a record that only says something wrong about legal moves is not."""
        return any(disagreement.finding.kind.is_illegal for disagreement in self.disagreements)

    @property
    def verdict(self) -> str:
        """The findings about the main line as a report writes them (:attr:`Replay.verdict
        <hnefatafl.records.Replay.verdict>`).
        """
        return self.verdicts.get(0, "agrees")

    @property
    def verdicts(self) -> dict[int, str]:
        """The verdicts of the lines that disagree, by the number of the line: 0 for the main line.

        >>> from hnefatafl import variants
        >>> report, = validate_games(["d1-d7"], variants.BRANDUBH)
        >>> report.verdicts
        {0: 'illegal@0'}
        """
        lines: dict[int, list[Finding]] = {}
        for disagreement in self.disagreements:
            lines.setdefault(disagreement.finding.line, []).append(disagreement.finding)
        return {line: format_findings(findings) for line, findings in lines.items()}


@frozen(kw_only=True)
class Summary(Tally):
    """The numbers of some reports. Two summaries are added with ``+``.

    >>> from hnefatafl import variants
    >>> one, other = (Summary.of(validate_games([line], variants.BRANDUBH)) for line in ("d1-c1", "d1-d7"))
    >>> both = one + other
    >>> both.games, both.plies, dict(both.kinds)
    (2, 1, {FindingKind.ILLEGAL: 1})
    """

    games: int = 0
    """The number of games."""
    plies: int = 0
    """The number of moves that could be played, those of variations included."""
    kinds: Mapping[FindingKind, int] = field(factory=dict[FindingKind, int], hash=False)
    """How many games have a first finding of each kind."""
    ends: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    """How many games ended in each way."""
    illegal: int = 0
    """The number of games whose record is illegal."""
    unexplained: int = 0
    """The number of games that agree, name a winner, and stop without an end by the rules or by a token
    (:attr:`Replay.has_unexplained_end <hnefatafl.records.Replay.has_unexplained_end>`)."""
    repeated: int = 0
    """The number of games in which a position occurred three times or more."""
    filled: int = 0
    """The number of moves of berserk turns that were filled in."""
    ambiguous: int = 0
    """The number of gaps that several ways of filling in fit."""

    @property
    def agreeing(self) -> int:
        """The number of games in which record and rules agree."""
        return self.games - sum(self.kinds.values())

    @staticmethod
    def of(reports: Iterable[GameReport]) -> Summary:
        """Summarize reports.

        >>> Summary.of([]) == Summary()
        True
        """
        every = list(reports)
        return Summary(
            games=len(every),
            plies=sum(report.plies for report in every),
            kinds=Counter(report.kind for report in every if report.kind is not None),
            ends=Counter(report.end for report in every),
            illegal=sum(report.is_illegal for report in every),
            unexplained=sum(report.has_unexplained_end for report in every),
            repeated=sum(report.repetitions >= _REPEATED for report in every),
            filled=sum(len(gap.moves) for report in every for gap in report.gaps),
            ambiguous=sum(not gap.is_certain for report in every for gap in report.gaps),
        )


def validate(game: Game, *, lenient: bool = True, fill: bool = False, text: str | None = None) -> GameReport:
    """Replay a game with all its variations, and report what is wrong with it.

    >>> from hnefatafl import Move, variants
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")]).add([Move.parse("d1-c2")])
    >>> report = validate(game)
    >>> for each in report.disagreements:
    ...     print(each.finding.line, each.finding, each.address)
    1 illegal@0 1a.1.1a

    Arguments:
        game: the record.
        lenient: as for :meth:`Game.replay <hnefatafl.records.Game.replay>`, but usual here, as for archives.
        fill: whether the moves of berserk turns that the record leaves out are filled in, as
            :func:`~hnefatafl.notation.completion.complete` does.
        text: the text of turns that it was read from, if the report is to have the lines of moves there.

    Raises:
        InvalidSetupError: as for :meth:`Game.replay <hnefatafl.records.Game.replay>`.
    """
    check("game", game, Game)
    return _report_game(game, lenient, fill, text)


def validate_games(
    lines: Iterable[str],
    ruleset: RulesetLike | None = None,
    *,
    dialect: Dialect | None = None,
    filename: str = "",
    first: int = 1,
    lenient: bool = True,
    fill: bool = True,
    executor: Executor | None = None,
) -> Iterator[GameReport]:
    """Read the games in a text of any dialect, and report what is wrong with each, one after the other.

    >>> lines = ["[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]", "1. d1-c1 c4-c2", "2. d2-d7"]
    >>> for each in next(validate_games(lines)).disagreements:
    ...     print(each.text_line, each.address, each.finding.message)
    3 2a another piece stands in the way (d3)

    Arguments:
        lines: the lines of the text, such as an open file.
        ruleset: the rules by which the games were played, instead of those that
            :meth:`Detected.open <hnefatafl.notation.detection.Detected.open>` finds.
        dialect: the dialect that the text is in, instead of the one that :func:`~hnefatafl.notation.detection.detect`
            finds.
        filename: the name of the file, from which the dialect and the rules may be detected.
        first: the number of the first line, where the lines are a part of a text. Only a text with a game a line can
            be given in parts.
        lenient: as for :func:`validate`.
        fill: as for :func:`validate`, in games of the dialect ``archive``.
        executor: what the work is given to, such as a pool of processes; None for this process alone.

    Raises:
        RecordError: the text is in no known dialect, or nothing says which rules its games were played by.
        UnknownVariantError: no ruleset has the name that the text gives.
        NotationError: the text is not in the dialect. Lines of the archive are read whatever they hold.
        RulesetError: the rules in the text contradict each other.
        InvalidSetupError: a position cannot be played under the rules.
    """
    ruleset = optional_ruleset(ruleset)
    if dialect is None or (ruleset is None and not dialect.tells_rules):
        opened = detect(lines, filename, dialect).open(ruleset)
        if opened.reading is not None:  # read whole already
            text = "\n".join(opened.lines)
            return (_report_game(game, lenient, False, text) for game in opened.reading.games)
        lines, dialect, ruleset = opened.lines, opened.dialect, opened.ruleset
    work = partial(_report_games, dialect, ruleset, lenient, fill, first)
    return in_pages(executor if dialect.many else None, work, lines)


def _report_games(
    dialect: Dialect, rules: Ruleset | None, lenient: bool, fill: bool, begin: int, page: tuple[int, Iterable[str]]
) -> Iterator[GameReport]:
    first, lines = begin + page[0] - 1, page[1]
    text = None
    if dialect.name in ("otn", "freeform"):
        lines = list(split_lines(lines))
        text = "\n".join(line.removesuffix("\n") for line in lines)
    for game in read_games(lines, dialect, rules):
        placed = evolve(game, line=game.line + first - 1) if game.line and first > 1 else game
        yield _report_game(placed, lenient, fill and dialect.name == "archive", text)


def _report_game(game: Game, lenient: bool, fill: bool, text: str | None) -> GameReport:
    """Return the report of a game; ``text`` is the text that it was read from, if that gives the places of moves."""
    completion = complete(game) if fill else None
    whole = game if completion is None else completion.game
    main, *others = whole.replay_lines(lenient=lenient)
    replays = (main, *others)
    return GameReport(
        ruleset=game.ruleset,
        line=game.line,
        id=game.tags.get("id"),
        plies=sum(len(replay.moves) for replay in replays),
        end=main.end,
        repetitions=main.repetitions,
        has_unexplained_end=main.has_unexplained_end,
        disagreements=tuple(chain.from_iterable(_disagreements(replay, text) for replay in replays)),
        gaps=() if completion is None else completion.gaps,
    )


def _disagreements(replay: Replay, text: str | None) -> Iterator[Disagreement]:
    counts = Counter(finding.kind for finding in replay.findings)
    for kind, count in counts.items():
        finding = replay.findings_of(kind)[0]
        address, text_line = _find_place(replay, finding.index, text)
        position = replay.position_of(finding)
        yield Disagreement(finding=finding, count=count, position=position, address=address, text_line=text_line)


def _find_place(replay: Replay, index: int | None, text: str | None) -> tuple[str | None, int | None]:
    """Return the address of a move in OTN, and its line in the text, if they are known."""
    if index is None or index >= len(replay.recorded) or (text is None and not replay.game.variations):
        return None, None
    line = None if text is None else text.count("\n", 0, replay.recorded[index].offset) + 1
    return otn.address(replay.game, replay.line, index), line
