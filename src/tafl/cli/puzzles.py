"""Find puzzles in game records or in games of the computer against itself, or solve some on the
terminal. A puzzle is a position in which exactly one move wins within so many plies, proved
by the solver, and every other move is refuted with a larger budget.

With --train puzzles are asked: those that ship, the easiest first; those from a number on, for
each keeps its number; that of today; or those of a file. With --variant only those by these
rules are. Every winning move is taken, and a refusal says why.

----

The output is JSON lines (.jsonl), OpenTafl's game records (.otg, a file each) or sheets to
print (.svg, twelve a sheet); several files are numbered, and none is written without puzzles.
Of several files of puzzles (.jsonl) each puzzle is taken once. A win in one ply is a puzzle only
with --plies 1. Records by rules with dice have no puzzles and are left out, with a line that
says so. The same games give the same puzzles, with any number of processes.

examples:
  tafl puzzles games.tsv --variant copenhagen -o puzzles.jsonl --jobs 0
  tafl puzzles --own brandubh --games 500 --seed 1 -o puzzles.otg
  tafl puzzles puzzles.jsonl -o sheet.svg
  tafl puzzles --train puzzles.jsonl
  tafl puzzles --train --variant copenhagen
  tafl puzzles --train 417
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from re import fullmatch
from typing import Final

from hnefatafl.errors import HnefataflError
from hnefatafl.notation import otn
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.texts import counted
from tafl.cli.console import CommandError, Console
from tafl.cli.files import check_free, suffix_of, write_file
from tafl.cli.options import DRAWING, JOBS, Group, between, command, option, pools, positive, shared
from tafl.cli.reading import GameReader
from tafl.cli.rulesets import find_rules
from tafl.cli.session import Answer, Dialog, explain_move, read_move
from tafl.cli.show import draw
from tafl.cli.sources import Source, open_lines
from tafl.puzzles import (
    Effort,
    Puzzle,
    PuzzleError,
    PuzzleTrainer,
    as_game,
    find_puzzles,
    format_puzzles,
    own_games,
    pick_daily,
    puzzle_sheets,
    read_puzzles,
    shipped,
)
from tafl.puzzles._puzzle import GRADES, LONGEST

_SUFFIXES: Final = (".jsonl", ".otg", ".svg")
_PLIES: Final = 5
_MOST_PLIES: Final = LONGEST - Effort().margin
_GAMES: Final = 100
_HELP: Final = """\
d1-d3, or d1 d3   try a move
why MOVE          say why a move is illegal, or what it would do
hint              show the piece to move
solution          show the solution and go on to the next puzzle
next              go on to the next puzzle
board             draw the board again
quit              leave"""


@command(
    "puzzles",
    __doc__,
    shared("files", "records, or puzzles (.jsonl) to write in another form"),
    Group(
        (
            option("--own NAME", "find puzzles in own play by this ruleset", metavar="NAME"),
            option(
                "--train",
                "solve puzzles: those that ship, from a number on, that of today, or those of a file",
                nargs="?",
                const="",
                metavar="NUMBER|today|FILE",
            ),
        )
    ),
    shared("--output", "the file to write: .jsonl, .otg or .svg"),
    shared("--games", "how many games of own play (default: 100)"),
    "--seed",
    option("--plies N", "the most plies of a puzzle", type=between(1, _MOST_PLIES), default=_PLIES),
    shared("--nodes", "how many positions to search to refute all other moves (default: 200000)"),
    option("--last N", "look only at the last N positions of each game", type=positive),
    option("--most N", "end with so many puzzles", type=positive),
    "--variant",
    "--json",
    "--force",
    *DRAWING,
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Find puzzles, or ask some."""
    if options.train is not None:
        return _train_solver(options, console)
    if options.output is None:
        raise CommandError("-o FILE was expected: the file to write, .jsonl, .otg or .svg")
    if options.own is not None and options.files:
        raise CommandError("--own plays games itself: no FILES were expected")
    suffix = suffix_of(options.output, _SUFFIXES, "puzzles")
    # Several files are numbered, so only one of all puzzles certainly has this name.
    check_free(Path(options.output), force=options.force or suffix != ".jsonl")
    effort_options = {} if options.nodes is None else {"others": options.nodes}
    effort = Effort(shortest=min(options.plies, 3), longest=options.plies, last=options.last, **effort_options)
    number = [0]
    reader = GameReader(options, console)
    kept: list[Puzzle] = []
    try:
        with pools(options.jobs) as make:
            records = _choose_games(options, reader, number)
            puzzles = _read_puzzle_files(options.files) or find_puzzles(records, effort, executor=make)
            for puzzle in islice(puzzles, options.most):
                kept.append(puzzle)
    except PuzzleError as error:
        raise CommandError(str(error), status=1) from None
    finally:
        console.done()
    if kept:
        _write(kept, options)
    else:
        console.error("there are no puzzles, so nothing was written")
    rulesets = len({puzzle.ruleset.name for puzzle in kept})
    if options.json:
        console.json({"games": number[0], "puzzles": len(kept), "rulesets": rulesets})
    else:
        games = f", {counted(number[0], 'game')}" if number[0] else ""
        console.line(f"{counted(len(kept), 'puzzle')}, {counted(rulesets, 'ruleset')}{games}")
    return 2 if reader.faults else 0 if kept else 1


def _read_puzzle_files(files: Sequence[str]) -> Iterator[Puzzle] | None:
    """The puzzles of files of puzzles, each once, if that is what is given.

    Raises:
        CommandError: there are records too, or a file cannot be read.
    """
    puzzle_files = [file for file in files if file.lower().endswith(".jsonl")]
    if not puzzle_files:
        return None
    if len(puzzle_files) < len(files):
        raise CommandError("either records or puzzles (.jsonl) were expected, not both")
    puzzles: dict[tuple[Ruleset, str], Puzzle] = {}
    for file in puzzle_files:
        for puzzle in _read_puzzles(file):
            puzzles.setdefault((puzzle.ruleset, puzzle.id), puzzle)
    return iter(puzzles.values())


def _read_puzzles(path: str) -> list[Puzzle]:
    """The puzzles of a file.

    Raises:
        CommandError: it has none, or cannot be read.
    """
    try:
        with open_lines(Source(Path(path))) as lines:
            puzzles = list(read_puzzles(lines))
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None
    if not puzzles:
        raise CommandError(f"{path}: there are no puzzles in it")
    return puzzles


def _choose_games(options: argparse.Namespace, reader: GameReader, number: list[int]) -> Iterator[Game]:
    """The games to look into."""
    games = (
        own_games(find_rules(options.own), options.games or _GAMES, seed=options.seed)
        if options.own is not None
        else reader.games()
    )
    refused = set[str]()
    for game in games:
        number[0] += 1
        if not game.ruleset.faces:
            yield game
        elif game.ruleset.name not in refused:
            refused.add(game.ruleset.name)
            reader.console.error(f"{game.ruleset.name}: left out, since there are no puzzles where a die is thrown")


def _write(puzzles: list[Puzzle], options: argparse.Namespace) -> None:
    """Write the puzzles, into numbered files where one does not hold them."""
    path = Path(options.output)
    suffix = path.suffix.lower()
    try:
        if suffix == ".jsonl":
            texts = ["".join(f"{line}\n" for line in format_puzzles(puzzles))]
        elif suffix == ".otg":
            texts = [otn.format_game(as_game(puzzle), rules="nearest") for puzzle in puzzles]
        else:
            texts = list(puzzle_sheets(puzzles))
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None
    width = len(str(len(texts)))
    numbered = [path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}") for number in range(1, len(texts) + 1)]
    targets = [path] if len(texts) == 1 else numbered
    for target in targets:
        check_free(target, force=options.force)
    for target, text in zip(targets, texts, strict=True):
        write_file(target, text.encode(), force=options.force)


def _choose_puzzles(options: argparse.Namespace) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles to be asked, with their numbers.

    Raises:
        CommandError: there are none.
    """
    wanted = options.train
    ships = wanted in {"", "today"} or fullmatch("[0-9]{1,9}", wanted) is not None
    numbered = list(enumerate(shipped() if ships else _read_puzzles(wanted), start=1))
    if wanted == "":
        numbered.sort(key=lambda each: each[1].grade)
    elif ships:
        first = pick_daily(datetime.now(UTC).date()) if wanted == "today" else int(wanted)
        if not 1 <= first <= len(numbered):
            raise CommandError(f"--train: a number from 1 to {len(numbered)} was expected, not {wanted}")
        numbered = numbered[first - 1 : first if wanted == "today" else None]
    rules = None if options.variant is None else find_rules(options.variant)
    chosen = [each for each in numbered if rules in {None, each[1].ruleset}]
    if not chosen:
        raise CommandError(f"--train: there are no puzzles by the rules {options.variant!r} among these")
    return iter(chosen)


def _train_solver(options: argparse.Namespace, console: Console) -> int:
    """Ask puzzles until there are no more, or whoever solves them leaves."""
    if options.files or options.output is not None or options.json:
        raise CommandError("--train writes no file and no JSON, and takes one FILE of puzzles")
    solved = mistakes = shown = 0
    for number, puzzle in islice(_choose_puzzles(options), options.most):
        console.line(f"Puzzle {number}, {puzzle.ruleset.name}, grade {puzzle.grade} of {GRADES}: {puzzle.task}.")
        trainer = PuzzleTrainer(puzzle)
        draw(trainer.position, None, options, console)
        stays = _ask(trainer, options, console)
        shown += 1
        solved += trainer.solved
        mistakes += trainer.mistakes
        if not stays:
            break
    console.line(f"{solved} of {shown} solved, {counted(mistakes, 'mistake')}")
    return 0


def _ask(trainer: PuzzleTrainer, options: argparse.Namespace, console: Console) -> bool:
    """Take moves until the puzzle is solved or skipped; False if whoever solves it leaves."""

    def show_board() -> None:
        draw(trainer.position, None, options, console)

    def give_hint() -> str:
        hint = trainer.hint()
        return "no winning move is known here" if hint is None else f"look at {hint.origin}"

    def show_solution() -> bool:
        console.line(" ".join(map(str, trainer.remaining())))
        return True

    def play(text: str) -> None:
        attempt = trainer.play(read_move(text))
        console.line(attempt.text)
        if attempt.kept and not trainer.solved:
            show_board()

    commands: Mapping[str, Answer] = {
        "help": lambda _: _HELP,
        "why": lambda text: explain_move(trainer.position, text),
        "hint": lambda _: give_hint(),
        "solution": lambda _: show_solution(),
        "next": lambda _: True,
        "board": lambda _: show_board(),
        "quit": lambda _: False,
    }
    dialog = Dialog(console, commands, play)
    goes_on: bool | None = None
    while goes_on is None and not trainer.solved:
        goes_on = dialog.take(f"{trainer.position.turn}> ")
    return goes_on is not False
