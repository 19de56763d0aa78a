"""Replay game records under the rules: every move, every capture, every result.

Files are read in every dialect that tafl convert --help lists; the dialect is detected.
Other text is read if most of its words are moves, however they are written: what was
taken for what is said on a line, with the lines that were left out.
Variations are replayed too. Files may be compressed by gzip. Folders are searched for
.csv, .tsv and .otg, and for .json, .uci and .txt that look like games. Without files,
standard input is read.

----

The rules are those of --variant, else those in the record, else those of a comment
before the first game (# variant: brandubh), else the dialect's own, else those that
the file is named after (copenhagen-11.tsv.gz), else those that fit best. Rules about repeated positions, and limits
of moves without a capture, are enforced only with --enforce-repetition, since old records
often continue.

Records of games with berserk turns often omit the later moves of a turn. They are
filled in so that they fit the rest of the record, unless --no-fill is given;
--show-filled shows them, and says where several ways fit.

An unexplained end is a record that agrees and names a winner, but stops without an end
by the rules or a word such as resigned. It is no disagreement: in a collection that
does not record resignations it is normal, elsewhere many of them suggest other rules.
--show-unexplained lists them.

With --json every line is an object with a type: disagreement (file, line, id, verdict,
class, findings), with --show-filled filled (file, line, id, token, moves, ways), with
--show-unexplained unexplained (file, line, id, plies), file (file, variant, games, plies,
agree, illegal, classes, ends, unexplained, repeated, filled, uncertain), error (file,
message) or, at the end, total (files, seconds, and the numbers of all files). Plies and
lines are counted from 1, tokens from 0.

The exit status is 0 if every record agrees with the rules (with --report-only also if some
do not), 1 if one disagrees in any way, and 2 if something could not be read.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final, Protocol, cast

from attrs import field

from hnefatafl.errors import HnefataflError
from hnefatafl.notation import otn
from hnefatafl.notation.dialects import Dialect
from hnefatafl.notation.validation import Disagreement, GameReport, Summary, validate, validate_games
from hnefatafl.records import Game
from hnefatafl.render.alt import move_words
from hnefatafl.render.text import Glyphs, format_board
from hnefatafl.rules import Ruleset
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.executors import PAGE, in_order, paged
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted, printable
from tafl.cli.console import Color, CommandError, Console, Progress
from tafl.cli.options import DRAWING, JOBS, command, option, workers
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, named_sources, open_records, opened

if TYPE_CHECKING:
    from concurrent.futures import Executor


@frozen(kw_only=True)
class ReplayTask:
    """Records to validate: lines with games, or the lines of one game."""

    dialect: Dialect
    """The dialect that they are in."""
    rules: Ruleset | None
    """The rules, or None if each game contains its own."""
    first: int = 1
    """The number of the first line."""
    lines: Sequence[str] = ()
    """The lines."""
    games: tuple[Game, ...] | None = None
    """The games, if they are read already."""


@frozen
class Judgement:
    """The result of a task."""

    rules: Ruleset | None
    """The rules of the last game, as far as they are known."""
    games: list[GameReport] = field(factory=list[GameReport])
    """The reports of the games, in their order."""
    fault: str | None = None
    """Why the games after them have no report."""


def judge_task(task: ReplayTask | None, *, lenient: bool, fill: bool) -> Judgement | None:
    """Validate the records of a task; None stays None."""
    if task is None:
        return None
    reports: list[GameReport] = []
    fault: str | None = None
    try:
        if task.games is not None:
            text = "\n".join(line.removesuffix("\n") for line in task.lines)
            reports.extend(validate(game, lenient=lenient, text=text) for game in task.games)
        else:
            reports.extend(
                validate_games(
                    task.lines, task.rules, dialect=task.dialect, first=task.first, lenient=lenient, fill=fill
                )
            )
    except HnefataflError as error:
        fault = str(error)
    return Judgement(reports[-1].ruleset if reports else task.rules, reports, fault)


_LONGEST: Final = 60
"""How many characters of a text from a record are shown."""


def _describe_summary(summary: Summary) -> str:
    """Return a summary in words."""
    text = f"{counted(summary.games, 'game')}, {counted(summary.plies, 'ply')}: "
    if summary.agreeing == summary.games:
        text += "all agree" if summary.games else "nothing to agree"
    else:
        parts = [f"{summary.agreeing:,} agree ({summary.agreeing / summary.games:.1%})"]
        parts += [f"{count:,} {kind}" for kind, count in Counter(summary.kinds).most_common()]
        text += ", ".join(parts)
    if summary.unexplained:
        text += f"; {counted(summary.unexplained, 'unexplained end')}"
    if summary.repeated:
        verb = "repeats" if summary.repeated == 1 else "repeat"
        text += f"; {summary.repeated:,} {verb} a position 3 times or more"
    if summary.filled:
        text += f"; {counted(summary.filled, 'move')} of berserk turns filled in"
    if summary.ambiguous:
        text += f", ambiguous gaps: {summary.ambiguous:,}"
    return text


def _convert_summary(summary: Summary) -> dict[str, object]:
    """Return a summary for JSON."""
    classes = plain(summary.kinds) | ({"agrees": summary.agreeing} if summary.agreeing else {})
    return attributes(
        summary,
        "games plies illegal unexplained repeated filled",
        agree=summary.agreeing,
        classes=dict(sorted(classes.items())),
        ends=dict(sorted(summary.ends.items())),
        uncertain=summary.ambiguous,
    )


class ReplayReport(Protocol):
    """A report on records, for people or for programs."""

    def game(self, name: str, game: GameReport) -> None: ...

    def gaps(self, name: str, game: GameReport) -> None: ...

    def unexplained(self, name: str, game: GameReport) -> None: ...

    def file(self, name: str, rules: Ruleset, summary: Summary) -> None: ...

    def fault(self, path: str, message: str) -> None: ...

    def total(self, files: int, summary: Summary, seconds: float) -> None: ...


class TextReport:
    """Reports for people."""

    def __init__(self, console: Console, limit: int | None, glyphs: Glyphs, color: bool) -> None:
        self._console = console
        self._limit = limit
        self._glyphs = glyphs
        self._color = color
        self._count = 0

    def game(self, name: str, game: GameReport) -> None:
        for wrong in _group_by_line(game):
            self._print_disagreement(name, game, wrong)

    def _print_disagreement(self, name: str, game: GameReport, wrong: Sequence[Disagreement]) -> None:
        self._count += 1
        if self._limit is not None and self._count > self._limit:
            return
        for disagreement in wrong:
            finding = disagreement.finding
            place = _locate_game(name, disagreement.text_line or game.line, game)
            text = f" {_make_printable(finding.text)}" if finding.text else ""
            more = f" (and {disagreement.count - 1} more)" if disagreement.count > 1 else ""
            move_place = (
                "" if finding.index is None else f" {disagreement.address or f'ply {finding.index + 1}'}{text}:"
            )
            self._console.line(f"{place} {finding.kind}:{move_place} {finding.message}{more}")
        position = wrong[0].position
        board = format_board(
            position.board, position.ruleset, glyphs=self._glyphs, color=self._color, last_move=position.last_move
        )
        for line in board.splitlines():
            self._console.raw(f"    {line}")
        self._console.line(f"    {position.outcome or f'{position.turn} to move'}")

    def gaps(self, name: str, game: GameReport) -> None:
        place = _locate_game(name, game.line, game)
        for gap in game.gaps:
            moves = ", ".join(map(move_words, gap.moves)) or "nothing"
            choice = "" if gap.is_certain else f" (one of {gap.ways} ways)"
            self._console.line(f"{place} before token {gap.number}: {moves} filled in{choice}")

    def unexplained(self, name: str, game: GameReport) -> None:
        place = _locate_game(name, game.line, game)
        plies = counted(game.plies, "ply")
        self._console.line(f"{place} unexplained end: the record names a winner after {plies}, and no reason")

    def file(self, name: str, rules: Ruleset, summary: Summary) -> None:
        if self._limit is not None and self._count > self._limit:
            self._console.line(f"... {self._count - self._limit:,} more disagreements (--all shows them)")
        self._count = 0
        self._console.line(f"{name}: {rules.name}, {_describe_summary(summary)}")

    def fault(self, path: str, message: str) -> None:
        self._count = 0
        self._console.fault(message, "replay")

    def total(self, files: int, summary: Summary, seconds: float) -> None:
        if files > 1:
            self._console.line(f"total: {counted(files, 'file')}, {_describe_summary(summary)}")
        if self._console.err.isatty():
            speed = summary.plies / max(seconds, 1e-9)
            self._console.error(f"{summary.plies:,} plies in {seconds:.2f} s ({speed:,.0f} a second)")


class JsonReport:
    """Reports in JSON, an object per line."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def _print_line(self, kind: str, data: Mapping[str, object]) -> None:
        self._console.json({"type": kind, **data})

    def game(self, name: str, game: GameReport) -> None:
        verdicts = game.verdicts
        for wrong in _group_by_line(game):
            first = wrong[0].finding
            data = {"file": name, "line": game.line, "id": game.id, "verdict": verdicts[first.line]}
            self._print_line(
                "disagreement", {**data, "class": str(first.kind), "findings": list(map(_convert_disagreement, wrong))}
            )

    def gaps(self, name: str, game: GameReport) -> None:
        for gap in game.gaps:
            data = {"file": name, "line": game.line, "id": game.id, "token": gap.number}
            self._print_line("filled", data | attributes(gap, "moves ways"))

    def unexplained(self, name: str, game: GameReport) -> None:
        self._print_line("unexplained", {"file": name, "line": game.line, "id": game.id, "plies": game.plies})

    def file(self, name: str, rules: Ruleset, summary: Summary) -> None:
        self._print_line("file", {"file": name, "variant": rules.name, **_convert_summary(summary)})

    def fault(self, path: str, message: str) -> None:
        self._print_line("error", {"file": path, "message": message})
        self._console.fault(message, "replay")

    def total(self, files: int, summary: Summary, seconds: float) -> None:
        self._print_line("total", {"files": files, **_convert_summary(summary), "seconds": round(seconds, 3)})


def _group_by_line(game: GameReport) -> list[list[Disagreement]]:
    """Return the disagreements of a game, grouped by line."""
    return [list(of_line) for _, of_line in groupby(game.disagreements, key=lambda wrong: wrong.finding.line)]


def _locate_game(name: str, line: int, game: GameReport) -> str:
    """Where a game stands: the file, the line, if there is one, and the id, if it has one."""
    return f"{name}:{f'{line}:' if line else ''}{f' {_make_printable(game.id)}:' if game.id else ''}"


def _make_printable(text: str) -> str:
    """Return a text from a record that is safe to show: short, and without control characters."""
    shown = printable(text[:_LONGEST])
    return shown if len(text) <= _LONGEST else shown + "..."


def _convert_disagreement(wrong: Disagreement) -> dict[str, object]:
    """Return a disagreement for JSON."""
    finding = wrong.finding
    data: dict[str, object] = {
        "class": str(finding.kind),
        "token": finding.number,
        "ply": wrong.position.ply if finding.index is None else finding.index + 1,
        **attributes(finding, "squares rule text", reason=finding.message, more=wrong.count - 1),
        **attributes(wrong.position, "board turn"),
    }
    return data | ({} if wrong.address is None else {"address": wrong.address, "line": wrong.text_line})


@command(
    "replay",
    __doc__,
    "files",
    "--variant",
    option("--enforce-repetition", "enforce the rules about repetition"),
    option("--no-fill", "do not fill in omitted moves of berserk turns", dest="fill", action="store_false"),
    option("--show-filled", "show the moves that were filled in"),
    option("--show-unexplained", "show the games that stop with a winner and without a reason"),
    option("--report-only", "exit with 0 even if records disagree"),
    option("--limit N", "disagreements to show per file", default=10),
    option("--all", "show all disagreements"),
    "--json",
    *JOBS,
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Replay and report; return 0 if all records agree, 1 if one does not, 2 if something could not be read."""
    rules = find_rules(options.variant) if options.variant is not None else None
    report: ReplayReport
    if options.json:
        report = JsonReport(console)
    else:
        color = console.color(cast("Color", options.color))
        report = TextReport(console, None if options.all else options.limit, console.glyphs(options.glyphs), color)
    paths: list[str] = options.files or ["-"]
    if "-" in paths and sys.stdin is not None and sys.stdin.isatty():
        console.error("reading records from the terminal; end with Ctrl-D (tafl replay --help explains)")
    began = time.monotonic()
    total = Summary()
    files = faults = 0
    with workers(options.jobs) as executor:
        pieces = _cut_pieces(paths, rules, 1 if executor is None else PAGE)
        for tally in _report_pieces(_judge_pieces(executor, pieces, options), report, options, console):
            if tally is None:
                faults += 1
            else:
                files += 1
                total += tally
    report.total(files, total, time.monotonic() - began)
    if faults:
        return 2
    return 0 if options.report_only or total.agreeing == total.games else 1


@frozen(kw_only=True)
class FilePart:
    """A part of a file, its end, or an error in reading it."""

    name: str
    """The name of the file in reports."""
    task: ReplayTask | None = None
    """The records to validate; None at the end of the file."""
    fault: str | None = None
    """Why reading the file stopped, if something is wrong with it."""
    note: str = ""
    """How the file was read, if it does not say so itself; the piece then holds nothing else."""
    done: int = 0
    """How many bytes of the file have been read with this part."""
    size: int | None = None
    """The size of the file in bytes, if it is known."""


def _cut_pieces(paths: Sequence[str], rules: Ruleset | None, page: int) -> Iterator[FilePart]:
    """Yield the records that the paths name, in parts that can be validated separately."""
    for name, source in named_sources(paths):
        try:
            yield from _cut_source(opened(source), rules, page)
        except CommandError as error:
            yield FilePart(name=name, fault=str(error))
        else:
            yield FilePart(name=name)


def _cut_source(source: Source, given: Ruleset | None, page: int) -> Iterator[FilePart]:
    with open_records(source) as records:
        found = records.open(given)
        rules, spoken = found.ruleset, found.dialect
        if found.note:
            yield FilePart(name=source.name, note=f"{source.name}: {found.note}")
        if not spoken.many:
            games = None if found.reading is None else found.reading.games
            task = ReplayTask(dialect=spoken, rules=rules, lines=_read_whole(source, found.lines), games=games)
            yield FilePart(name=source.name, task=task)
            return
        for first, lines in paged(found.lines, page):
            task = ReplayTask(dialect=spoken, rules=rules, first=first, lines=lines)
            yield FilePart(name=source.name, task=task, done=records.done, size=records.size)


def _read_whole(source: Source, lines: Iterable[str]) -> list[str]:
    """Return the lines of one game, up to the maximum length of a game."""
    read_lines: list[str] = []
    length = 0
    for line in lines:
        read_lines.append(line)
        length += len(line)
        if length > otn.MAX_LENGTH:
            raise CommandError(f"{source.name}: longer than the {otn.MAX_LENGTH:,} characters that a game can have")
    return read_lines


def _judge_pieces(
    executor: Executor | None, pieces: Iterable[FilePart], options: argparse.Namespace
) -> Iterator[tuple[FilePart, Judgement | None]]:
    """Yield the parts with their results."""
    sent: deque[FilePart] = deque()

    def tasks() -> Iterator[ReplayTask | None]:
        for piece in pieces:
            sent.append(piece)
            yield piece.task

    judge = partial(judge_task, lenient=not options.enforce_repetition, fill=options.fill)
    for judgement in in_order(executor, judge, tasks()):
        yield sent.popleft(), judgement


def _report_pieces(
    judged: Iterable[tuple[FilePart, Judgement | None]],
    report: ReplayReport,
    options: argparse.Namespace,
    console: Console,
) -> Iterator[Summary | None]:
    """Report the results of the parts: a summary for each file, or None for one that cannot be read."""
    tally = Summary()
    rules: Ruleset | None = None
    progress: Progress | None = None
    failed = False
    for piece, judgement in judged:
        if piece.note:
            console.error(piece.note)
            continue
        if judgement is not None and not failed:
            progress = progress or console.progress(piece.name, piece.size, is_wanted=options.progress)
            rules = judgement.rules or rules
            tally += Summary.of(judgement.games)
            for game in judgement.games:
                if options.show_filled:
                    report.gaps(piece.name, game)
                if options.show_unexplained and game.has_unexplained_end:
                    report.unexplained(piece.name, game)
                report.game(piece.name, game)
            if progress.due:
                progress.show(piece.done, tally.games)
        fault = piece.fault if judgement is None else judgement.fault and f"{piece.name}: {judgement.fault}"
        if fault is not None and not failed:
            failed = True
            report.fault(piece.name, fault)
        if piece.task is None:
            console.done()
            if rules is not None and not failed:
                report.file(piece.name, rules, tally)
            yield None if failed else tally
            tally, rules, progress, failed = Summary(), None, None, False
