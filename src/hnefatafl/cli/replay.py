"""``tafl replay``: plays records through the rules."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast

from attrs import define, field

from hnefatafl.cli.console import Color, CommandError, Console
from hnefatafl.cli.findings import UNPLAYABLE, Finding, find, locate, plain, positions
from hnefatafl.cli.rulesets import find_rules
from hnefatafl.cli.sources import Source, find_sources, open_records
from hnefatafl.errors import HnefataflError
from hnefatafl.game import Replay
from hnefatafl.notation import archive, otn
from hnefatafl.render.text import Glyphs, format_board
from hnefatafl.rules import Ruleset

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

    def add(self, replay: Replay, found: list[Finding], others: Sequence[Replay] = ()) -> None:
        """Count a game: its main line, what was found in it, and its variations."""
        self.games += 1
        self.plies += sum(len(each.moves) for each in (replay, *others))
        wrong = next((each for each in (replay, *others) if not each.agrees), replay)
        self.classes[wrong.verdict_class] += 1
        self.ends[replay.end] += 1
        self.repeated += any(position.repetitions >= 3 for position in positions(replay))
        self.unplayable += any(finding.kind in UNPLAYABLE for finding in found)

    def join(self, other: Tally) -> None:
        """Count what the other has counted."""
        self.games += other.games
        self.plies += other.plies
        self.classes += other.classes
        self.ends += other.ends
        self.repeated += other.repeated
        self.unplayable += other.unplayable

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
        }


class Report(Protocol):
    """Who tells what is found."""

    def disagreement(self, source: Source, replay: Replay, found: list[Finding]) -> None: ...

    def file(self, source: Source, rules: Ruleset, tally: Tally) -> None: ...

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

    def disagreement(self, source: Source, replay: Replay, found: list[Finding]) -> None:
        self._count += 1
        if self._limit is not None and self._count > self._limit:
            return
        name = plain(replay.game.tags.get("id", ""))
        for finding in found:
            place = f"{source.name}:{finding.line or replay.game.line}:{f' {name}:' if name else ''}"
            text = f" {finding.text}" if finding.token is not None and finding.text else ""
            more = f" (and {finding.more} more)" if finding.more else ""
            at = "" if finding.token is None else f" {finding.address or f'ply {finding.ply}'}{text}:"
            self._console.line(f"{place} {finding.kind}:{at} {finding.reason}{more}")
        position = found[0].position
        board = format_board(
            position.board, position.ruleset, glyphs=self._glyphs, color=self._color, last_move=position.last_move
        )
        for line in board.splitlines():
            self._console.line(f"    {line}")
        self._console.line(f"    {position.outcome or f'{position.turn} to move'}")

    def file(self, source: Source, rules: Ruleset, tally: Tally) -> None:
        if self._limit is not None and self._count > self._limit:
            self._console.line(f"... {self._count - self._limit:,} more disagreements (--all shows them)")
        self._count = 0
        self._console.line(f"{source.name}: {rules.name}, {tally.sentence()}")

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
        self._console.line(json.dumps({"type": kind, **data}, ensure_ascii=False))

    def disagreement(self, source: Source, replay: Replay, found: list[Finding]) -> None:
        game = replay.game
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
            for finding in found
        ]
        data = {"file": source.name, "line": game.line, "id": game.tags.get("id"), "verdict": replay.verdict}
        self._line("disagreement", {**data, "class": replay.verdict_class, "findings": findings})

    def file(self, source: Source, rules: Ruleset, tally: Tally) -> None:
        self._line("file", {"file": source.name, "variant": rules.name, **tally.data()})

    def fault(self, path: str, message: str) -> None:
        self._line("error", {"file": path, "message": message})
        self._console.fault(message, "replay")

    def total(self, files: int, tally: Tally, seconds: float) -> None:
        self._line("total", {"files": files, **tally.data(), "seconds": round(seconds, 3)})


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
    for path in paths:
        for outcome in _each(path, given, report, options, console):
            if outcome is None:
                faults += 1
            else:
                files += 1
                total.join(outcome)
    report.total(files, total, time.monotonic() - began)
    if faults:
        return 2
    bad = total.games - total.agree if options.strict else total.unplayable
    return 1 if bad else 0


def _each(
    path: str, given: Ruleset | None, report: Report, options: argparse.Namespace, console: Console
) -> Iterator[Tally | None]:
    """Replay what a path names: a tally for each file, or None for what cannot be read."""
    sources = find_sources(path)
    while True:
        name = path
        try:
            source = next(sources, None)
            if source is None:
                return
            name = source.name
            tally = _replay(source, given, report, options, console)
        except CommandError as error:
            report.fault(name, str(error))
            yield None
        else:
            yield tally


def _replay(
    source: Source, given: Ruleset | None, report: Report, options: argparse.Namespace, console: Console
) -> Tally:
    tally = Tally()
    with open_records(source) as records:
        if records.game is not None:
            return _replay_tree(source, records.game, given, report, options)
        rules = records.ruleset(source, given)
        progress = console.progress(source.name, records.size, options.progress)
        try:
            for game in archive.parse_games(records.lines, rules):
                replay = game.replay(enforce_repetition=options.enforce_repetition)
                found = [] if replay.agrees else find(replay)
                tally.add(replay, found)
                if found:
                    report.disagreement(source, replay, found)
                if progress.due:
                    progress.show(records.done, tally.games)
        except HnefataflError as error:
            raise CommandError(f"{source.name}: {error}") from None
        finally:
            progress.clear()
    report.file(source, rules, tally)
    return tally


def _replay_tree(
    source: Source, text: str, given: Ruleset | None, report: Report, options: argparse.Namespace
) -> Tally:
    """Replay a game in OTN, its variations included."""
    tally = Tally()
    try:
        game = otn.parse_game(text, given)
        main, *others = game.replay_lines(enforce_repetition=options.enforce_repetition)
    except HnefataflError as error:
        raise CommandError(f"{source.name}: {error}") from None
    wrong = [(replay, locate(find(replay), replay, text)) for replay in (main, *others) if not replay.agrees]
    tally.add(main, [finding for _, found in wrong for finding in found], others)
    for replay, found in wrong:
        report.disagreement(source, replay, found)
    report.file(source, game.ruleset, tally)
    return tally
