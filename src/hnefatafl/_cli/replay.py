"""``tafl replay``: plays records through the rules."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

from attrs import define, field, frozen

from hnefatafl._cli.console import Color, CommandError, Console, Progress
from hnefatafl._cli.findings import plain
from hnefatafl._cli.judging import Disagreement, Judged, Judgement, Task, judge
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.sources import Source, find_sources, open_records
from hnefatafl._cli.workers import workers
from hnefatafl._jobs import PAGE, in_order, paged
from hnefatafl.move import Move
from hnefatafl.notation import otn
from hnefatafl.render.text import Glyphs, format_board
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["run"]


@define
class Tally:
    """What came of replaying some records."""

    games: int = 0
    plies: int = 0
    classes: Counter[str] = field(factory=Counter[str])
    ends: Counter[str] = field(factory=Counter[str])
    repeated: int = 0
    unplayable: int = 0
    filled: int = 0
    uncertain: int = 0

    def add(self, game: Judged) -> None:
        """Count a game."""
        self.games += 1
        self.plies += game.plies
        self.classes[game.verdict_class] += 1
        self.ends[game.end] += 1
        self.repeated += game.repeated
        self.unplayable += game.unplayable
        self.filled += sum(len(gap.moves) for gap in game.gaps)
        self.uncertain += sum(not gap.is_certain for gap in game.gaps)

    def join(self, other: Tally) -> None:
        """Count what the other has counted."""
        self.games += other.games
        self.plies += other.plies
        self.classes += other.classes
        self.ends += other.ends
        self.repeated += other.repeated
        self.unplayable += other.unplayable
        self.filled += other.filled
        self.uncertain += other.uncertain

    @property
    def agree(self) -> int:
        """How many games agree with the rules."""
        return self.classes["agrees"]

    def sentence(self) -> str:
        """The tally in words."""
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        text = f"{games}, {self.plies:,} plies: "
        if self.agree == self.games:
            text += "all agree" if self.games else "nothing to agree"
        else:
            parts = [f"{self.agree:,} agree ({self.agree / self.games:.1%})"]
            parts += [f"{count:,} {name}" for name, count in self.classes.most_common() if name != "agrees"]
            text += ", ".join(parts)
        if self.repeated:
            verb = "repeats" if self.repeated == 1 else "repeat"
            text += f"; {self.repeated:,} {verb} a position 3 times or more"
        if self.filled:
            text += f"; {self.filled:,} moves of berserk turns filled in"
        if self.uncertain:
            text += f", ambiguous gaps: {self.uncertain:,}"
        return text

    def data(self) -> dict[str, object]:
        """The tally for machines."""
        return {
            "games": self.games,
            "plies": self.plies,
            "agree": self.agree,
            "illegal": self.unplayable,
            "classes": dict(sorted(self.classes.items())),
            "ends": dict(sorted(self.ends.items())),
            "repeated": self.repeated,
            "filled": self.filled,
            "uncertain": self.uncertain,
        }


class Report(Protocol):
    """Who tells what is found."""

    def disagreement(self, name: str, wrong: Disagreement) -> None: ...

    def gaps(self, name: str, game: Judged) -> None: ...

    def file(self, name: str, rules: Ruleset, tally: Tally) -> None: ...

    def fault(self, path: str, message: str) -> None: ...

    def total(self, files: int, tally: Tally, seconds: float) -> None: ...


class TextReport:
    """Tells people."""

    def __init__(self, console: Console, limit: int | None, glyphs: Glyphs, color: bool) -> None:
        self._console = console
        self._limit = limit
        self._glyphs = glyphs
        self._color = color
        self._count = 0

    def disagreement(self, name: str, wrong: Disagreement) -> None:
        self._count += 1
        if self._limit is not None and self._count > self._limit:
            return
        identifier = plain(wrong.name or "")
        for finding in wrong.findings:
            number = finding.line or wrong.line
            place = f"{name}:{f'{number}:' if number else ''}{f' {identifier}:' if identifier else ''}"
            text = f" {finding.text}" if finding.token is not None and finding.text else ""
            more = f" (and {finding.more} more)" if finding.more else ""
            at = "" if finding.token is None else f" {finding.address or f'ply {finding.ply}'}{text}:"
            self._console.line(f"{place} {finding.kind}:{at} {finding.reason}{more}")
        position = wrong.findings[0].position
        board = format_board(
            position.board, position.ruleset, glyphs=self._glyphs, color=self._color, last_move=position.last_move
        )
        for line in board.splitlines():
            self._console.raw(f"    {line}")
        self._console.line(f"    {position.outcome or f'{position.turn} to move'}")

    def gaps(self, name: str, game: Judged) -> None:
        place = f"{name}:{game.line}:{f' {plain(game.name)}:' if game.name else ''}"
        for gap in game.gaps:
            moves = " ".join(map(_told, gap.moves)) or "nothing"
            choice = "" if gap.is_certain else f" (one of {gap.ways} ways)"
            self._console.line(f"{place} before token {gap.number}: {moves} filled in{choice}")

    def file(self, name: str, rules: Ruleset, tally: Tally) -> None:
        if self._limit is not None and self._count > self._limit:
            self._console.line(f"... {self._count - self._limit:,} more disagreements (--all shows them)")
        self._count = 0
        self._console.line(f"{name}: {rules.name}, {tally.sentence()}")

    def fault(self, path: str, message: str) -> None:
        self._count = 0
        self._console.fault(message, "replay")

    def total(self, files: int, tally: Tally, seconds: float) -> None:
        if files > 1:
            self._console.line(f"total: {files:,} files, {tally.sentence()}")
        if self._console.err.isatty():
            speed = tally.plies / max(seconds, 1e-9)
            self._console.error(f"{tally.plies:,} plies in {seconds:.2f} s ({speed:,.0f} a second)")


class JsonReport:
    """Tells machines: an object a line."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def _line(self, kind: str, data: Mapping[str, object]) -> None:
        self._console.json({"type": kind, **data})

    def disagreement(self, name: str, wrong: Disagreement) -> None:
        findings = [
            {
                "class": finding.kind,
                "token": finding.token,
                "ply": finding.ply,
                "text": finding.text,
                "reason": finding.reason,
                "more": finding.more,
                "board": finding.position.board.record,
                "turn": str(finding.position.turn),
            }
            | ({} if finding.address is None else {"address": finding.address, "line": finding.line})
            for finding in wrong.findings
        ]
        data = {"file": name, "line": wrong.line, "id": wrong.name, "verdict": wrong.verdict}
        self._line("disagreement", {**data, "class": wrong.verdict_class, "findings": findings})

    def gaps(self, name: str, game: Judged) -> None:
        for gap in game.gaps:
            moves = [str(move) for move in gap.moves]
            data = {"file": name, "line": game.line, "id": game.name, "token": gap.number}
            self._line("filled", {**data, "moves": moves, "ways": gap.ways})

    def file(self, name: str, rules: Ruleset, tally: Tally) -> None:
        self._line("file", {"file": name, "variant": rules.name, **tally.data()})

    def fault(self, path: str, message: str) -> None:
        self._line("error", {"file": path, "message": message})
        self._console.fault(message, "replay")

    def total(self, files: int, tally: Tally, seconds: float) -> None:
        self._line("total", {"files": files, **tally.data(), "seconds": round(seconds, 3)})


def _told(move: Move) -> str:
    return f"{move.origin} stops" if move.is_stop else str(move)


def run(options: argparse.Namespace, console: Console) -> int:
    """Replay everything and report: 0 if all records are legal, 1 if one is not, 2 if something could not be read."""
    given = find_rules(options.variant) if options.variant is not None else None
    report: Report
    if options.json:
        report = JsonReport(console)
    else:
        color = console.color(cast("Color", options.color))
        report = TextReport(console, None if options.all else options.limit, console.glyphs(options.glyphs), color)
    paths: list[str] = options.files or ["-"]
    if "-" in paths and sys.stdin is not None and sys.stdin.isatty():
        console.error("reading records from the terminal; end with Ctrl-D (tafl replay --help tells of files)")
    began = time.monotonic()
    total = Tally()
    files = faults = 0
    with workers(options.jobs) as executor:
        pieces = _pieces(paths, given, 1 if executor is None else PAGE)
        for tally in _tallies(_judged(executor, pieces, options), report, options, console):
            if tally is None:
                faults += 1
            else:
                files += 1
                total.join(tally)
    report.total(files, total, time.monotonic() - began)
    if faults:
        return 2
    bad = total.games - total.agree if options.strict else total.unplayable
    return 1 if bad else 0


@frozen(kw_only=True)
class Piece:
    """A part of a file, its end, or that it cannot be read."""

    name: str
    """What the file is called in reports."""
    task: Task | None = None
    """What is to be judged; None at the end."""
    fault: str | None = None
    """Why there is no more to judge, if something is wrong with the file."""
    done: int = 0
    """How much of the file has been read with it."""
    size: int | None = None
    """How much there is to read, if anybody knows."""


def _pieces(paths: Sequence[str], given: Ruleset | None, page: int) -> Iterator[Piece]:
    """What the paths name, in pieces that can be judged apart."""
    for path in paths:
        sources = find_sources(path)
        while True:
            name = path
            try:
                source = next(sources, None)
                if source is None:
                    break
                name = source.name
                yield from _parts(source, given, page)
            except CommandError as error:
                yield Piece(name=name, fault=str(error))
            else:
                yield Piece(name=name)


def _parts(source: Source, given: Ruleset | None, page: int) -> Iterator[Piece]:
    with open_records(source) as records:
        rules = records.ruleset(source, given)
        name = records.dialect.name
        if not records.dialect.many:
            yield Piece(name=source.name, task=Task(dialect=name, rules=rules, lines=_whole(source, records.lines)))
            return
        for first, lines in paged(records.lines, page):
            task = Task(dialect=name, rules=rules, first=first, lines=lines)
            yield Piece(name=source.name, task=task, done=records.done, size=records.size)


def _whole(source: Source, lines: Iterable[str]) -> list[str]:
    """The lines of one game: no more of them are read than a game can have."""
    found: list[str] = []
    length = 0
    for line in lines:
        found.append(line)
        length += len(line)
        if length > otn.MAX_LENGTH:
            raise CommandError(f"{source.name}: longer than the {otn.MAX_LENGTH:,} characters that a game can have")
    return found


def _judged(
    executor: Executor | None, pieces: Iterable[Piece], options: argparse.Namespace
) -> Iterator[tuple[Piece, Judgement | None]]:
    """The pieces with what comes of them."""
    given: deque[Piece] = deque()

    def tasks() -> Iterator[Task | None]:
        for piece in pieces:
            given.append(piece)
            yield piece.task

    for judgement in in_order(executor, partial(judge, not options.enforce_repetition, options.fill), tasks()):
        yield given.popleft(), judgement


def _tallies(
    judged: Iterable[tuple[Piece, Judgement | None]], report: Report, options: argparse.Namespace, console: Console
) -> Iterator[Tally | None]:
    """Tell what has come of the pieces: a tally for each file, or None for one that cannot be read."""
    tally = Tally()
    rules: Ruleset | None = None
    progress: Progress | None = None
    failed = False
    for piece, judgement in judged:
        if judgement is not None and not failed:
            progress = progress or console.progress(piece.name, piece.size, options.progress)
            rules = judgement.rules
            for game in judgement.games:
                tally.add(game)
                if options.show_filled:
                    report.gaps(piece.name, game)
                for wrong in game.disagreements:
                    report.disagreement(piece.name, wrong)
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
            tally, progress, failed = Tally(), None, False
