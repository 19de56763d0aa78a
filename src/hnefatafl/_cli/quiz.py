"""Ask questions about rulesets that nobody knows, and count which answers are right.

Each fresh ruleset comes with its leaflet in English, German and Swedish, and with questions:
is this move legal, why not, what does it capture and by which rule, does it end the game, how
many moves are legal. With NAMES the questions are about these rulesets instead.

----

The quiz is a file of JSON lines; the how-to guide on quizzes has the keys. With --key the
answers are written into a file of their own, and the quiz has none. An answer is a line such
as {"id": "fresh-1/1", "answer": true}. The answers are those of the kernel, each confirmed by
a second implementation of the rules. The same seed gives the same quiz.

examples:
  tafl quiz --rulesets 1000 --seed 7 -o quiz.jsonl --key key.jsonl --jobs 0
  tafl quiz --mark answers.jsonl key.jsonl
  tafl quiz brandubh house.toml --questions 50 -o quiz.jsonl
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from hnefatafl._base.printable import counted
from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.files import check_free, file_to_write, naming
from hnefatafl._cli.options import JOBS, Group, command, option, shared
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.sources import Source, open_lines
from hnefatafl._cli.values import positive
from hnefatafl._cli.workers import workers
from hnefatafl.conformance import DisagreementError
from hnefatafl.quiz import Quiz, QuizError, fresh_ruleset, make_quiz, mark, quiz_lines
from hnefatafl.rules import Ruleset

__all__ = ["run"]

_RULESETS: Final = 100
_APART: Final = 1_000_000
"""How far apart the seeds of rulesets are for two seeds of a quiz."""


@command(
    "quiz",
    __doc__,
    option("names", "the rulesets, or with --mark the quiz with its answers", nargs="*", metavar="NAMES"),
    Group(
        (
            option("-o --output --write FILE", "the quiz to write, .jsonl"),
            option("--mark FILE", "the answers to count", metavar="FILE"),
        ),
        required=True,
    ),
    option("--key FILE", "where to write the quiz with its answers"),
    option("--rulesets N", "how many fresh rulesets to ask about (default: 100)", type=positive),
    option("--questions N", "how many questions to ask about a ruleset", type=positive, default=12),
    shared("--seed", "the seed of rulesets and questions"),
    "--json",
    "--force",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Write a quiz, or count right answers."""
    return _write(options, console) if options.mark is None else _mark(options, console)


def _mark(options: argparse.Namespace, console: Console) -> int:
    if len(options.names) != 1:
        raise CommandError("one quiz was expected, with its answers")
    paths = {"quiz": options.names[0], "answers": options.mark}
    with open_lines(Source(Path(paths["quiz"]))) as quiz, open_lines(Source(Path(paths["answers"]))) as answers:
        try:
            marks = mark(quiz, answers)
        except QuizError as error:
            without = error.text == "quiz" and "'answer'" in error.reason
            more = ": the file that --key has written was expected" if without else ""
            raise CommandError(f"{paths[error.text]}, line {error.line}: {error.reason}{more}") from None
    if options.json:
        console.json(marks.as_json())
    else:
        console.line(str(marks))
    return 0


def _write(options: argparse.Namespace, console: Console) -> int:
    if options.names and options.rulesets is not None:
        raise CommandError("--rulesets is for fresh rulesets: no NAMES were expected")
    targets = [Path(each) for each in (options.output, options.key) if each is not None]
    for target in targets:
        if target.suffix != ".jsonl":
            raise CommandError(f"{target}: a file of a quiz ends in .jsonl")
        check_free(target, options.force)
    if len({os.path.realpath(target) for target in targets}) < len(targets):
        raise CommandError(f"{options.output}: two files were expected, one for the quiz and one for --key")
    given: list[Ruleset] = [find_rules(name) for name in options.names]
    wanted = given or [options.seed * _APART + number for number in range(options.rulesets or _RULESETS)]
    try:
        with workers(options.jobs if len(wanted) > 1 else 1) as executor:
            make = partial(_quiz, options.questions, options.seed)
            made = map(make, wanted) if executor is None else executor.map(make, wanted)
            quizzes = list(_shown(made, len(wanted), console, options))
    except DisagreementError as error:
        raise CommandError(str(error), status=1) from None
    for target, answered in zip(targets, (options.key is None, True), strict=False):
        with file_to_write(target, options.force) as stream, naming(target):
            for line in quiz_lines(quizzes, answers=answered):
                stream.write(f"{line}\n".encode())
    asked = sum(len(quiz.questions) for quiz in quizzes)
    if options.json:
        console.json({"rulesets": len(quizzes), "questions": asked})
    else:
        console.line(f"{counted(len(quizzes), 'ruleset')}, {counted(asked, 'question')}")
    return 0


def _quiz(questions: int, seed: int, wanted: Ruleset | int) -> Quiz:
    rules = fresh_ruleset(wanted) if isinstance(wanted, int) else wanted
    return make_quiz(rules, questions=questions, seed=seed)


def _shown(quizzes: Iterable[Quiz], total: int, console: Console, options: argparse.Namespace) -> Iterator[Quiz]:
    bar = console.progress("asking", total, options.progress)
    for done, quiz in enumerate(quizzes, start=1):
        if bar.due:
            bar.show(done, label=quiz.ruleset.name)
        yield quiz
