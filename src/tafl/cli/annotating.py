"""What ``tafl analyse --annotate`` does: games are read, annotated and written."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from hnefatafl.errors import HnefataflError
from hnefatafl.notation.convert import convert_games
from hnefatafl.notation.dialects import Dialect
from hnefatafl.records import Game
from hnefatafl.search import Limit, Searcher, annotate
from hnefatafl.support.texts import printable
from tafl.cli.console import CommandError, Console, Progress
from tafl.cli.files import check_free, write_file
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, open_records, target_of


def annotate_games(limit: Limit, searcher: Searcher, options: argparse.Namespace, console: Console) -> int:
    """Annotate games and write them; return 1 if a record is illegal."""
    for name in ("turn", "moves", "roll", "json"):
        if getattr(options, name):
            raise CommandError(f"--{name} is for a position, not for --annotate")
    if options.what is None:
        raise CommandError("name a file of games, as in: tafl analyse game.otg --annotate")
    if options.output is not None:
        check_free(Path(options.output), force=options.force)
    games, spoken = _read_games(options)
    target = _choose_target(spoken, options)
    if len(games) > 1 and not target.many:
        raise CommandError(f"{options.what}: {len(games)} games, and {target.name} has one game a text: give --game K")
    status = 0
    annotated: list[Game] = []
    for number, game in enumerate(games, start=options.game or 1):
        label = f"{options.what}: game {number}"
        fault = game.replay(lenient=True).error
        if fault is not None:
            console.error(f"{label}: {fault}; the moves before it are annotated")
            status = 1
        bar = console.progress(label, sum(1 for _ in game.walk()), is_wanted=options.progress)
        annotated.append(annotate(game, limit, searcher=searcher, progress=partial(_show_progress, bar)))
        console.done()
    _write_games(annotated, target, options, console)
    return status


def _show_progress(bar: Progress, done: int, _: int) -> None:
    bar.update(done)


def _read_games(options: argparse.Namespace) -> tuple[list[Game], Dialect]:
    """The games to annotate, and the dialect that they are in."""
    source = Source(None if options.what == "-" else Path(options.what))
    rules = None if options.variant is None else find_rules(options.variant)
    games: list[Game] = []
    with open_records(source) as records:
        spoken = records.detected.dialect
        if spoken is not None and not spoken.capabilities.moves:
            raise CommandError(f"{source.name}: there are positions in it and no games")
        reader = records.open(rules)
        try:
            games += reader.games()
        except HnefataflError as error:
            raise CommandError(f"{source.name}: {error}") from None
        if options.game is not None:
            if options.game > len(games):
                raise CommandError(f"{source.name}: there is no game {options.game}, only {len(games)}")
            games = [games[options.game - 1]]
        return games, reader.dialect


def _choose_target(source_dialect: Dialect, options: argparse.Namespace) -> Dialect:
    """The dialect to write, which can express notes."""
    target = target_of(options, source_dialect)
    if not target.capabilities.variations:
        raise CommandError(f"{target.name} has neither comments nor variations: give --to otn or --to json")
    return target


def _write_games(games: list[Game], target: Dialect, options: argparse.Namespace, console: Console) -> None:
    texts: list[str] = []
    for converted in convert_games(games, target):
        if converted.text is None:
            raise CommandError(f"{options.what}: {converted.error}")
        if converted.losses:
            console.error(f"{options.what}: lost: {printable(', '.join(map(str, converted.losses)))}")
        texts.append(converted.text)
    text = "".join(texts)
    if options.output is None:
        write = console.line if console.out.isatty() else console.raw
        write(text.removesuffix("\n"))
    else:
        write_file(Path(options.output), text.encode(), force=options.force)
        console.line(f"written: {options.output}")
