"""Infer the rules by which games were played, from their records alone: the best ruleset,
and for each option whether the games settle it, lean towards it, or leave it open, with
the number of games that speak against every other answer, and an example.

Files are read as by tafl replay, all together as one collection, unless --each is given.
Rules that they name are ignored, except for the start layout if the moves agree with it.
Otherwise the layout is inferred from the moves. A collection with several start layouts is
divided by them.

----

examples:
  tafl infer games.csv
  tafl infer games/ --each --jobs 0
  tafl infer games.csv --base brandubh --base house.toml -o inferred.toml
  tafl play inferred.toml

settled    games exclude every other answer
leaning    games speak against the other answers, but too few; or players would have
           done what another answer allows, and never did
contested  some games speak for one answer and some for another
open       some other answer fits all games as well

The file that -o names says in comments what is settled and what is open. Where the
collection is divided, the other parts are written to FILE-2, FILE-3 and so on.

With --json every line is an object with a type: inference (file, which is null without
--each, part, and those of Inference.as_json: games, replays, interrupted, layout,
candidates, evidence, unexplained, eras), error (file, message) or, at the end, total
(files, games, parts, seconds).

An interrupt (Ctrl-C) keeps what has been found. The exit status is 0, 1 if a best ruleset
contradicts more than a tenth of its games, so that nothing is settled, 2 if something
could not be read, and 130 after an interrupt.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final, cast

from attrs import evolve, field

from hnefatafl import variants
from hnefatafl.errors import HnefataflError, UnknownVariantError
from hnefatafl.notation import toml
from hnefatafl.notation.detection import Detected
from hnefatafl.notation.dialects import Dialect, dialect
from hnefatafl.records import Game
from hnefatafl.render.text import format_board
from hnefatafl.rules import Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted, printable, shortened
from tafl.cli.console import Color, CommandError, Console, Progress
from tafl.cli.files import check_target, write_file
from tafl.cli.options import DRAWING, JOBS, command, option, shared, workers
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, named_sources, open_records, opened
from tafl.inference import Evidence, Inference, InferenceProgress, Premises, Standing, infer_sets

if TYPE_CHECKING:
    from concurrent.futures import Executor

_ANY: Final = variants.BRANDUBH.evolve(name="unknown")
"""The ruleset of records that name none; it says nothing about them."""
_DOUBTFUL: Final = 0.1
"""With a larger share of contradictions nothing is settled."""
_LONGEST: Final = 4000
"""How many characters of a paragraph are written into a file of rules."""
_WIDTH: Final = 100


@command(
    "infer",
    __doc__,
    "files",
    "--from",
    option(
        "--base NAME|FILE",
        "a ruleset to begin the search with, instead of all shipped ones; may be given several times",
        action="append",
    ),
    option("--each", "infer the rules of each file by itself"),
    shared("--output", "the file to write the best ruleset to, .toml"),
    "--json",
    "--force",
    *JOBS,
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Infer and report; return 0, 1 if the best ruleset contradicts much, 2 if something could not be read, or 130."""
    chosen = None if options.source is None else dialect(options.source)
    bases = None if options.base is None else [find_rules(name) for name in options.base]
    if options.output is not None:
        check_target(options.output, (".toml",), "inferred rules", force=options.force)
    paths: list[str] = options.files or ["-"]
    if "-" in paths and sys.stdin is not None and sys.stdin.isatty():
        console.error("reading records from the terminal; end with Ctrl-D (tafl infer --help explains)")
    began = time.monotonic()
    report = _InferenceReport(options, console)
    collections, faults = _read_collections(paths, chosen, report)
    if not faults and not collections:
        raise CommandError("there are no games")
    if collections and not any(game.moves for collection in collections for game in collection.games):
        raise CommandError("no move could be read: tafl replay says what is wrong with each record")
    try:
        with workers(options.jobs) as executor:
            for collection in collections:
                for inference in _infer_collection(collection, bases, executor, report):
                    report.inference(collection, inference)
                    if inference.interrupted:
                        return 130
    except KeyboardInterrupt:
        console.error("interrupted before a ruleset was found" + (" for the other games" if report.parts else ""))
        return 130
    report.total(sum(len(collection.games) for collection in collections), time.monotonic() - began)
    return 2 if faults else 1 if report.doubtful else 0


@frozen
class Collection:
    """Games whose rules are inferred together."""

    name: str
    """The name of the file, if each is a collection of its own."""
    stated: bool
    """Whether the records name rulesets."""
    games: list[Game] = field(factory=list[Game])
    """The games."""


def _infer_collection(
    collection: Collection, bases: Sequence[Ruleset] | None, executor: Executor | None, report: _InferenceReport
) -> Iterator[Inference]:
    games = collection.games
    named_rulesets = dict.fromkeys(game.ruleset for game in games) if collection.stated and bases is None else ()
    return infer_sets(
        games,
        Premises(stated=collection.stated, bases=bases, more_bases=named_rulesets),
        executor=executor,
        on_progress=report.progress,
    )


def _read_collections(
    paths: Sequence[str], chosen: Dialect | None, report: _InferenceReport
) -> tuple[list[Collection], int]:
    """Return the collections that have games, and how many files could not be read."""
    collections: dict[tuple[str, bool], Collection] = {}
    faults = 0
    for name, source in named_sources(paths):
        try:
            games = list(_read_source(opened(source), chosen, report))
        except (CommandError, HnefataflError) as error:
            faults += 1
            report.fault(name, str(error) if isinstance(error, CommandError) else f"{name}: {error}")
        else:
            report.files += 1
            for game in games:
                key = name if report.each else "", game.ruleset is not _ANY
                collections.setdefault(key, Collection(*key)).games.append(game)
    return list(collections.values()), faults


def _read_source(source: Source, chosen: Dialect | None, report: _InferenceReport) -> Iterator[Game]:
    """Yield the games of a source, each with an identifier: its own, or its file and line."""
    with open_records(source, chosen) as records:
        spoken = records.detected.dialect
        if spoken is not None and not spoken.capabilities.moves:
            raise CommandError(f"{source.name}: {spoken.title}: positions say nothing about the rules, only games do")
        bar = report.progress_bar(source.name, records.size)
        for number, game in enumerate(records.open(_find_rules(records.detected), as_written=True).games(), start=1):
            bar.update(records.done, number)
            place = game.line or (number if number > 1 else "")
            name = f"{source.name}:{place}" if place else source.name
            yield game if "id" in game.tags else evolve(game, tags={**game.tags, "id": name})


def _find_rules(detected: Detected) -> Ruleset | None:
    """Return the ruleset by which records are read. They have its start layout only if their moves agree."""
    if detected.dialect is not None and detected.dialect.tells_rules and not detected.dialect.infers_rules:
        return None
    try:
        return detected.find_ruleset() or _ANY
    except UnknownVariantError:
        return _ANY


class _InferenceReport:
    """What is shown of the inference, for people or for programs.

    Arguments:
        options: those of the command.
        console: where it is shown.
    """

    def __init__(self, options: argparse.Namespace, console: Console) -> None:
        self.each: bool = options.each
        self.files = 0
        self.parts = 0
        self.doubtful = False
        self._options = options
        self._console = console
        self._bar: Progress | None = None

    def progress_bar(self, name: str, size: int | None) -> Progress:
        """Begin a bar that shows the progress of a file that is read, or of a stage of an inference."""
        return self._console.progress(name, size, is_wanted=self._options.progress)

    def progress(self, progress: InferenceProgress) -> None:
        """Show how far an inference has come."""
        if self._bar is None or progress.stage != self._bar.label:
            self._bar = self.progress_bar(progress.stage, progress.total)
        cost = "" if progress.cost is None else f", cost {progress.cost:g}"
        self._bar.update(progress.done, label=f"{progress.stage}: {progress.replays:,} replays{cost}")

    def fault(self, name: str, message: str) -> None:
        """Say why a file could not be read."""
        if self._options.json:
            self._console.json({"type": "error", "file": name, "message": message})
        self._console.fault(message, "infer")

    def inference(self, collection: Collection, inference: Inference) -> None:
        """Show what was found, and write the best ruleset."""
        name = collection.name
        self._console.done()
        self._bar = None
        self.parts += 1
        best = inference.best
        self.doubtful |= best.contradictions > max(1, _DOUBTFUL * best.games)
        if self._options.json:
            self._console.json({"type": "inference", "file": name or None, "part": self.parts, **inference.as_json()})
        else:
            self._print_inference(name, len(collection.games), inference)
        if self._options.output is not None:
            path = Path(self._options.output)
            path = path if self.parts == 1 else path.with_name(f"{path.stem}-{self.parts}{path.suffix}")
            write_file(path, _format_document(path.stem, name, inference).encode(), force=self._options.force)
            if not self._options.json:
                self._console.line(f"\nwritten: {path}")
        self._console.out.flush()
        if inference.interrupted:
            self._console.error("interrupted: the search had not ended")

    def _print_inference(self, name: str, games: int, inference: Inference) -> None:
        console, options = self._console, self._options
        if self.parts > 1:
            console.line()
        if name:
            console.line(f"{name}:")
        if inference.games < games:
            console.line(f"{inference.games:,} of {counted(games, 'game')}, from the same start layout:")
        color = console.color(cast("Color", options.color))
        board = format_board(
            inference.ruleset.start, inference.ruleset, glyphs=console.glyphs(options.glyphs), color=color
        )
        console.raw(f"{board}\n")
        console.line(inference.describe())

    def total(self, games: int, seconds: float) -> None:
        """Show how much was done."""
        self._console.done()
        if self._options.json:
            data = {"files": self.files, "games": games, "parts": self.parts, "seconds": round(seconds, 3)}
            self._console.json({"type": "total", **data})
        elif self._console.err.isatty():
            self._console.error(f"{counted(games, 'game')} in {seconds:.1f} s")


def _format_document(stem: str, name: str, inference: Inference) -> str:
    """Return the best ruleset in TOML, with the evidence in comments."""
    rules = inference.ruleset
    if rules.name not in variants.names() or variants.get(rules.name) != rules:
        source = f"Inferred from {counted(inference.games, 'game')} by tafl infer."
        rules = rules.evolve(name=printable(stem) or "inferred", source=source)
    comments = [f"Inferred by tafl infer from {counted(inference.games, 'game')}{f' of {name}' if name else ''}."]
    comments += inference.describe().partition("\n\n")[0].splitlines()
    for standing in Standing:
        brief_lines = [f"  {_summarise_evidence(entry)}" for entry in inference.evidence if entry.standing is standing]
        comments += [f"{str(standing).capitalize()}:", *brief_lines] if brief_lines else []
    lines = (line for comment in comments for line in _wrap_comment(shortened(comment, _LONGEST)))
    return "".join(f"# {line}\n" for line in lines) + "\n" + toml.format_rules(rules)


def _wrap_comment(text: str) -> list[str]:
    return wrap(text, _WIDTH - 2, subsequent_indent="    " if text.startswith(" ") else "")


def _summarise_evidence(evidence: Evidence) -> str:
    """Return a question with its answer, and the answers that the games do not exclude."""
    rivals = [rival.answer for rival in evidence.rivals if rival.standing is not Standing.SETTLED]
    others = f" (not excluded: {' | '.join(rivals)})" if rivals else ""
    return f"{evidence.question}: {evidence.answer or 'none of its answers'}{others}"
