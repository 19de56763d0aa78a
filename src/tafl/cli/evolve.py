"""Search for games that are good to play and differ from each other: rules and layouts are
changed at random, games of the computer against itself say what each is like, and the best
of each kind is kept: by the size of the board, how long games are, and by what they mostly
end and pieces are captured.

----

examples:
  tafl evolve brandubh --candidates 200 --jobs 0 -o found
  tafl evolve --candidates 5000 --nodes 500 --jobs 0 -o found

The folder gets index.html with the best games; of each a study of games that played no part in
the choice (.html), its rules (.toml) and its leaflets (.en.txt, .de.txt, .sv.txt); and
candidates.jsonl with all that was tried. The same command goes on where it was left,
with more --candidates if they are wanted. Files of games that the page no longer shows are
removed.

A ruleset by which a side does not even beat random moves is marked, and not ranked. The exit
status is 1 if there is no game to show.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from hnefatafl.describe import LANGUAGES
from hnefatafl.errors import HnefataflError
from hnefatafl.notation.toml import format_rules
from hnefatafl.support.executors import Workers
from tafl.cli.console import CommandError, Console
from tafl.cli.files import naming, resumed, write_file
from tafl.cli.options import JOBS, command, option, pools, positive, shared
from tafl.cli.rulesets import find_rules
from tafl.lab import Conditions, Evolution, EvolvedRuleset, Study, evolve, gallery, study

if TYPE_CHECKING:
    from concurrent.futures import Executor

_SHOWN: Final = 24
"""How many of the best get a study of their own."""
_FRESH: Final = 100
"""How many games such a study has."""
_ENDINGS: Final = (".html", ".toml", *(f".{language}.txt" for language in LANGUAGES))
"""The files of such a ruleset."""
_FORMAT: Final = "hnefatafl evolution 1"
_OPTIONS: Final = ("the ruleset", "--nodes", "--games", "--plies", "--seed")
"""What the first line of a search has after that."""


@command(
    "evolve",
    __doc__,
    option("name NAME|FILE", "the ruleset to begin with (default: those that ship)", nargs="?"),
    option("--candidates N", "how many rulesets to try", type=positive, default=100),
    shared("--nodes", "the nodes of a move", default=200),
    shared("--games", "games of each ruleset", default=20),
    shared("--plies", default=300),
    option("--shown N", "how many of the best to study anew", type=positive, default=_SHOWN),
    shared("--output", "the folder to write", required=True),
    "--seed",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Search, and write what was found; return 1 if there is nothing to show, and 130 after an interrupt."""
    base = None if options.name is None else find_rules(options.name)
    folder = Path(options.output)
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    candidates_file = folder / "candidates.jsonl"
    name = "any" if base is None else base.name
    head = f"{_FORMAT} {name} {options.nodes} {options.games} {options.plies} {options.seed}"
    bar = console.progress("candidates", options.candidates, is_wanted=options.progress)
    with resumed(candidates_file, f"# {head}", partial(_read_earlier, candidates_file, head)) as (earlier, add):
        if base is not None and earlier and earlier[0].ruleset.diff(base):
            raise CommandError(f"{candidates_file}: this folder has a search that began with another {name}")

        def keep(candidate: EvolvedRuleset) -> None:
            add(candidate.text)
            if bar.due:
                bar.show(candidate.number + 1)

        with pools(options.jobs) as make:
            executor = None if make is None else cast("Executor", Workers(make))
            evolution = evolve(
                base,
                candidates=options.candidates,
                nodes=options.nodes,
                games=options.games,
                plies=options.plies,
                seed=options.seed,
                known=earlier,
                executor=executor,
                progress=keep,
            )
            console.done()
            best = evolution.best[: options.shown]
            studies = _study_best(best, options, executor) if evolution.whole else {}
    written = _write_gallery(folder, evolution, studies, console)
    if not evolution.whole or len(studies) < len(best):
        return 130
    _remove_old_files(folder, (*earlier, *evolution.candidates), written)
    return 0 if best else 1


def _read_earlier(path: Path, head: str, lines: Sequence[str]) -> list[EvolvedRuleset]:
    """Return the candidates of an earlier run.

    Raises:
        CommandError: they are of another search, or the file is none of one.
    """
    if lines[0] != f"# {head}\n":
        raise CommandError(f"{path}: this folder has another search, {_describe_difference(lines[0][2:-1], head)}")
    candidates: list[EvolvedRuleset] = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            candidates.append(EvolvedRuleset.parse(line))
        except HnefataflError as error:
            raise CommandError(f"{path}, line {number}: {error}") from None
    return candidates


def _describe_difference(before: str, now: str) -> str:
    """Say what differs between the first lines of two searches."""
    old, new = (head.removeprefix(f"{_FORMAT} ").rsplit(" ", len(_OPTIONS) - 1) for head in (before, now))
    if not before.startswith(f"{_FORMAT} ") or len(old) < len(_OPTIONS):
        return f"of another version: {before!r:.100}"
    values = zip(_OPTIONS, old, new, strict=True)
    return "with " + " and ".join(f"{name} {was:.100}, not {is_now}" for name, was, is_now in values if was != is_now)


def _study_best(
    shown: Iterable[EvolvedRuleset], options: argparse.Namespace, executor: Executor | None
) -> dict[int, Study]:
    """Return studies of the best, with games that played no part in the choice; after an interrupt, those that are
    whole."""
    studies: dict[int, Study] = {}
    conditions = Conditions(seed=options.seed + 1, plies=options.plies)
    with suppress(KeyboardInterrupt):
        for candidate in shown:
            candidate_study = study(
                candidate.ruleset,
                strengths=[str(options.nodes)],
                games=_FRESH,
                conditions=conditions,
                first_move=False,
                executor=executor,
            )
            if not candidate_study.whole:
                break
            studies[candidate.number] = candidate_study
    return studies


def _write_gallery(folder: Path, evolution: Evolution, studies: dict[int, Study], console: Console) -> set[str]:
    """Write the page and the files of the best; return their names."""
    texts = {"index.html": gallery(evolution, studies)}
    for candidate in evolution.best:
        if candidate.number in studies:
            rules, name = candidate.ruleset, candidate.file_name
            leaflets = [rules.describe(language) + "\n" for language in LANGUAGES]
            files = [studies[candidate.number].html(), format_rules(rules), *leaflets]
            texts |= {f"{name}{ending}": text for ending, text in zip(_ENDINGS, files, strict=True)}
    for name, text in texts.items():
        write_file(folder / name, text.encode(), force=True)
    for candidate in evolution.best[:10]:
        fresh = studies.get(candidate.number)
        balance = candidate.balance if fresh is None else fresh.results[0].balance
        console.line(f"{candidate.ruleset.name}: {candidate.cell}; attackers {balance}")
    console.line(
        f"{len(evolution.candidates):,} tried, {len(evolution.best):,} kinds, "
        f"{len(evolution.unable):,} cannot be judged; written: {folder / 'index.html'}"
    )
    return {*texts}


def _remove_old_files(folder: Path, candidates: Iterable[EvolvedRuleset], written: set[str]) -> None:
    """Remove what an earlier run wrote about candidates that are not shown any more."""
    for candidate in candidates:
        for name in {f"{candidate.file_name}{ending}" for ending in _ENDINGS} - written:
            with naming(folder / name):
                (folder / name).unlink(missing_ok=True)
