"""Write a suite by which programs in any language are checked, or check an engine by one.

A suite has cases about each ruleset: a position, its legal moves, what moves capture and
lead to, how games end, and why moves are illegal. Every answer is confirmed by a second
implementation of the rules. Without NAMES it is about all rulesets that are shipped.

----

An engine is a program. --check starts it and asks it the cases of a file, or of a new suite.
With --protocol json, every line that it reads, and every line that it writes, is an object of
JSON; the how-to guide on conformance has the keys. With ugi it is asked by UGI, which knows
fewer questions. --serve answers as this library does.

The exit status is 1 if the engine answers anything otherwise, or fails.

examples:
  tafl conformance -o suite.jsonl.gz --jobs 0
  tafl conformance brandubh copenhagen -o suite.jsonl
  tafl conformance suite.jsonl --check "node engine.js"
  tafl conformance brandubh --check "tafl conformance --serve"
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain, groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Final

from hnefatafl import variants
from hnefatafl.rules import Ruleset
from hnefatafl.support.texts import counted
from tafl.cli.console import CommandError, Console
from tafl.cli.files import check_free, file_to_write, naming
from tafl.cli.options import JOBS, Group, command, option, positive, shared, workers
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, open_lines
from tafl.conformance import (
    Chapter,
    Conformity,
    DisagreementError,
    Responder,
    SuiteError,
    check_engine,
    make_chapter,
    read_suite,
    suite_lines,
)
from tafl.conformance._checking import ASKERS, format_counts

_SUITES: Final = (".jsonl", ".jsonl.gz")


@command(
    "conformance",
    __doc__,
    option("names", "the rulesets, or with --check a suite, .jsonl or .jsonl.gz", nargs="*", metavar="NAMES"),
    Group(
        (
            option("-o --output --write FILE", "the suite to write, .jsonl or .jsonl.gz"),
            option("--check COMMAND", "the engine to check, with its arguments"),
            option("--serve", "answer the cases on standard input"),
        ),
        required=True,
    ),
    option("--protocol", "what the engine speaks", choices=tuple(ASKERS), default="json"),
    option("--cases N", "the least number of cases of a ruleset", type=positive, default=200),
    shared("--seed", "the seed of the cases"),
    shared("--seconds", "how long the engine may take for an answer", default=10.0),
    option("--most N", "how many cases that differ to print", type=positive, default=10),
    "--json",
    "--force",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Write a suite, check an engine by one, or answer as one."""
    try:
        if options.serve:
            return _serve()
        if options.check is not None:
            return _check(options, console)
        return _write(options, console)
    except DisagreementError as error:
        raise CommandError(str(error), status=1) from None


def _serve() -> int:
    """Answer lines of JSON, each by a line, until the input ends."""
    responder = Responder()
    with open_lines(Source(None)) as lines:
        for line in lines:
            sys.stdout.write(f"{responder.reply(line)}\n")
            sys.stdout.flush()
    return 0


def _find_rulesets(names: Sequence[str]) -> list[Ruleset]:
    """Return the rulesets of those names or files, each once; all that are shipped if there are none."""
    rulesets = [find_rules(name) for name in names] or list(variants.find())
    return list({rules.name: rules for rules in rulesets}.values())


@contextmanager
def _make_chapters(
    rulesets: Sequence[Ruleset], options: argparse.Namespace, console: Console
) -> Generator[Iterator[Chapter]]:
    """Make the chapters of a suite, one after the other or by several processes."""
    bar = console.progress("making cases", len(rulesets), is_wanted=options.progress)
    make = partial(make_chapter, cases=options.cases, seed=options.seed)

    def shown(chapters: Iterable[Chapter]) -> Iterator[Chapter]:
        for done, chapter in enumerate(chapters, start=1):
            if bar.due:
                bar.show(done, label=chapter.ruleset.name)
            yield chapter

    with workers(options.jobs if len(rulesets) > 1 else 1) as executor:
        yield shown(map(make, rulesets) if executor is None else executor.map(make, rulesets))


# ------------------------------------------------------------------------------------------------------------- writing


class _SuiteTally:
    """What a suite has, counted while it is written."""

    def __init__(self) -> None:
        self.rulesets = self.cases = self.moves = self.tries = self.bytes = 0
        self.met: dict[str, Counter[str]] = {}
        self.unmet: dict[str, Mapping[str, Sequence[str]]] = {}

    def count(self, chapters: Iterable[Chapter]) -> Iterator[Chapter]:
        for chapter in chapters:
            self.rulesets += 1
            self.cases += len(chapter.cases)
            self.moves += sum(len(case.answer["legal"]) for case in chapter.cases)
            self.tries += sum(len(case.tries) for case in chapter.cases)
            for key, words in chapter.met.items():
                self.met.setdefault(key, Counter()).update(words)
            if chapter.unmet:
                self.unmet[chapter.ruleset.name] = chapter.unmet
            yield chapter

    def __str__(self) -> str:
        lines = [
            f"{counted(self.rulesets, 'ruleset')}, {counted(self.cases, 'case')}, {counted(self.moves, 'legal move')}, "
            f"{counted(self.tries, 'action')} tried, {counted(self.bytes, 'byte')}"
        ]
        lines += [f"{key}: {format_counts(words)}" for key, words in self.met.items() if words]
        if self.unmet:
            lines.append("not met, though the options of the ruleset allow it:")
        lines += [f"  {name}: {', '.join(chain.from_iterable(lists.values()))}" for name, lists in self.unmet.items()]
        return "\n".join(lines)


def _write(options: argparse.Namespace, console: Console) -> int:
    """Write a suite, and print what is in it."""
    target = Path(options.output)
    if not target.name.endswith(_SUITES):
        raise CommandError(f"{target}: a file of a suite ends in {' or '.join(_SUITES)}")
    check_free(target, force=options.force)
    rulesets = _find_rulesets(options.names)
    tally = _SuiteTally()
    with _make_chapters(rulesets, options, console) as chapters, file_to_write(target, force=options.force) as stream:
        # Without a name and a time, the same suite has the same bytes.
        packed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0) if target.suffix == ".gz" else nullcontext(stream)
        with naming(target), packed as out:
            for line in suite_lines(rulesets, tally.count(chapters), cases=options.cases, seed=options.seed):
                tally.bytes += out.write(f"{line}\n".encode())
    if options.json:
        console.json(vars(tally))
    else:
        console.line(str(tally))
    return 0


# ------------------------------------------------------------------------------------------------------------ checking


def _check(options: argparse.Namespace, console: Console) -> int:
    """Check an engine, and print what it answers otherwise."""
    with _open_suite(options, console) as chapters:
        bar = console.progress(options.check, None, is_wanted=options.progress)

        def show(cases: int) -> None:
            if bar.due:
                bar.show(cases, label=f"{cases:,} cases")

        report = check_engine(
            chapters, options.check, protocol=options.protocol, patience=options.seconds, progress=show
        )
    if options.json:
        console.json(report.as_json())
    else:
        _tell(report, options.most, console)
    return 0 if report.agrees else 1


@contextmanager
def _open_suite(options: argparse.Namespace, console: Console) -> Generator[Iterator[Chapter]]:
    """Yield the chapters to check by: of a file, or new ones."""
    files = [name for name in options.names if name.endswith(_SUITES)]
    if not files:
        with _make_chapters(_find_rulesets(options.names), options, console) as chapters:
            yield chapters
        return
    if len(files) > 1:
        raise CommandError("one suite was expected, not several")
    names = [name for name in options.names if name not in files]
    with open_lines(Source(Path(files[0]))) as lines:
        try:
            yield (chapter for chapter in read_suite(lines) if not names or chapter.ruleset.name in names)
        except SuiteError as error:
            raise CommandError(f"{files[0]}: {error}") from None


def _tell(report: Conformity, most: int, console: Console) -> None:
    """Print the cases that differ, each once with all its differences, and what came of the check."""
    for case, differences in islice(groupby(report.differences, attrgetter("case")), most):
        for difference in differences:
            console.line(str(difference))
        console.json(case)
        console.line(f"{case.snippet}\n")
    console.line(str(report))
    if report.failed is not None:
        console.json(report.failed.question)
