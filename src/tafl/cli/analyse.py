"""Search for the best moves of a position: the start of a variant, a position record, or the
last position of a recorded game. On a terminal each depth is shown when it is finished;
Ctrl-C ends the search and shows what it has found.

With --annotate, annotate all moves of recorded games: scores as comments, glyphs for
mistakes (?! ? ??) and for moves that are better than all others (!), and the better lines
as variations.

With --serve, answer queries about positions: lines of JSON on standard input and output, or
with --listen on WebSockets. Then --jobs is the number of processes that search.

----

examples:
  tafl analyse brandubh --nodes 100000
  tafl analyse copenhagen --moves "d1-d3 f4-c4" --seconds 20 --lines 5
  tafl analyse copenhagen --seconds 60 --jobs 0
  tafl analyse /3t3/3t3/3T3/tt1KTtt/3T3/3t3/3t3/ --variant brandubh --depth 6
  tafl analyse game.otg --annotate --nodes 50000 -o annotated.otg
  tafl analyse games.csv --annotate --game 2 --to otn
  tafl analyse --serve --jobs 0
  tafl analyse --serve --listen 8100 --origin http://localhost:3000

With --json it writes an object: variant, turn, best, rolls, score, proven, depth, nodes,
seconds, lines.

Scores are hundredths of a soldier, for the side to move; the bar shows the points that
each side may expect. A limit of nodes or of depth gives the same result each time, unless
several processes search together (--jobs). The exit status is 1 if a record is illegal.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from hnefatafl.board import Side
from hnefatafl.search import Analysis, Limit, Searcher, TrainedEvaluation
from tafl.cli.console import CommandError, Console
from tafl.cli.options import DRAWING, POSITION, Group, command, number_of, option, port, positive, shared
from tafl.cli.show import draw
from tafl.cli.subject import find_position

if TYPE_CHECKING:
    from tafl.service import Service

_OTHERS: Final = ("what", "variant", "turn", "moves", "roll", "nodes", "depth", "annotate", "target", "output", "json")
"""The options that a query says itself, and those for games."""


def answer_queries(options: argparse.Namespace, evaluation: TrainedEvaluation | None, console: Console) -> int:
    """Answer queries until the client has enough; return the status of the command.

    Raises:
        CommandError: there are options that are not for this.
    """
    # Only these queries need the service, which loads much.
    from tafl.service import Bounds, Service, serve_lines
    from tafl.service._query import MEMORY

    refused_options = [name for name in _OTHERS if getattr(options, name) not in (None, "", False)]
    if refused_options:
        raise CommandError("--serve takes no position, no limit but --seconds, and writes no files: queries say it all")
    if options.origin and options.listen is None:
        raise CommandError("--origin goes with --listen")
    jobs = number_of(options.jobs)
    bounds = Bounds(jobs=jobs, seconds=Bounds().seconds if options.seconds is None else options.seconds)
    memory = MEMORY if options.memory is None else options.memory
    with Service(workers=jobs, memory=memory, evaluation=evaluation, bounds=bounds) as service:
        if options.listen is None:
            serve_lines(service)
        else:
            _listen(service, options, console)
    return 0


def _listen(service: Service, options: argparse.Namespace, console: Console) -> None:
    """Answer clients on WebSockets."""
    # It belongs to an extra.
    import secrets

    from hnefatafl.support.hosts import LOOPBACK
    from tafl.service import serve_sockets

    host, port = options.listen
    key = None if host in LOOPBACK else secrets.token_urlsafe(16)
    serve_sockets(
        service,
        host=host,
        port=port,
        hosts=LOOPBACK | {host.lower()},
        origins=options.origin or [],
        key=key,
        started=lambda port: console.serving("ws", host, port, "" if key is None else f"?key={key}"),
    )


def _read_address(text: str) -> tuple[str, int]:
    """Read where to listen: a port, or an address and a port."""
    host, _, last = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port(last)


_SECONDS: Final = 5.0
_SHARED: Final = 1.0
"""The seconds from which on several processes find more than one does."""
_MEMORY: Final = 64
_NODES: Final = 20_000
_BAR: Final = 20
_MOVES: Final = 10
"""The number of moves of a line that are shown."""


@command(
    "analyse",
    __doc__,
    *POSITION,
    shared("--seconds", "the time for a position (default: 5); with --serve the most for one (default: 60)"),
    shared("--nodes", "how many positions to search (default with --annotate: 20000)"),
    "--depth",
    option("--lines N", "the number of lines to show", type=positive, default=3),
    "--jobs",
    shared("--memory", "the size of the table (default: 64, with --serve 16)", default=None),
    "--evaluation",
    option("--annotate", "annotate the moves of a game, or of all games of a file, and write them"),
    shared("--to", "the dialect to write (default: as the suffix of the file says, or that of the record)"),
    shared("--output", "the file to write the games to"),
    Group(
        (
            option("--serve", "answer queries"),
            option("--listen [HOST:]PORT", "answer them on WebSockets (default host: 127.0.0.1)", type=_read_address),
            option(
                "--origin ORIGIN",
                "a page that may use them, as http://localhost:3000; may be repeated",
                action="append",
            ),
        ),
        "service",
    ),
    "--json",
    "--no-progress",
    "--force",
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Analyse a position, or annotate games; return 1 if a record is illegal, and 130 after an interrupt."""
    evaluation = None
    if options.evaluation is not None:
        from tafl.cli.evaluations import read_evaluation

        evaluation = read_evaluation(options.evaluation)
    if options.serve:
        return answer_queries(options, evaluation, console)
    if options.listen or options.origin:
        raise CommandError("--listen and --origin are for --serve")
    limit = Limit(seconds=options.seconds, nodes=options.nodes, depth=options.depth)
    if options.jobs != 1 and limit.seconds is not None and limit.seconds < _SHARED and not options.annotate:
        raise CommandError("--jobs is for searches of a second or more: to start the others takes that long")
    memory = _MEMORY if options.memory is None else options.memory
    searcher = Searcher(memory=memory, evaluation=evaluation, jobs=number_of(options.jobs))
    if options.annotate:
        # Only this reads records, for which much is loaded.
        from tafl.cli.annotating import annotate_games

        return annotate_games(limit if limit != Limit() else Limit(nodes=_NODES), searcher, options, console)
    for name, value in (("to", options.target), ("output", options.output)):
        if value is not None:
            raise CommandError(f"--{name} is for --annotate")
    return _analyse(limit if limit != Limit() else Limit(seconds=_SECONDS), searcher, options, console)


def _analyse(limit: Limit, searcher: Searcher, options: argparse.Namespace, console: Console) -> int:
    position, subject = find_position(options)
    depths = searcher.iterate(position, limit, options.lines)
    if not options.json:
        draw(position, subject.played, options, console)
        if position.outcome is not None:  # which has just been told
            return 0
        console.line()
        console.out.flush()
    live = options.progress and not options.json and console.out.isatty()
    analysis: Analysis | None = None
    status = 0
    try:
        for analysis in depths:
            if live:
                console.line(_format_depth(analysis))
                console.out.flush()
    except KeyboardInterrupt:
        if analysis is None:
            raise
        status = 130
    assert analysis is not None
    if options.json:
        console.json({"variant": position.ruleset.name, **analysis.as_json()})
        return status
    if live:
        console.line()
    for line in _format_analysis(analysis):
        console.line(line)
    return status


def _format_depth(analysis: Analysis) -> str:
    """A line for one depth."""
    best = analysis.lines[0] if analysis.lines else None
    moves = "" if best is None else "roll" if best.rolls else " ".join(map(str, best.moves[:_MOVES]))
    return f"depth {analysis.depth:2}  {analysis.score!s:>8}  {moves}  ({_format_work(analysis)})"


def _format_work(analysis: Analysis) -> str:
    return f"{analysis.nodes:,} nodes, {analysis.seconds:.1f} s"


def _format_analysis(analysis: Analysis) -> list[str]:
    """The whole analysis."""
    lines = [f"{_draw_bar(analysis)}  {_format_score(analysis)}", f"depth {analysis.depth}, {_format_work(analysis)}"]
    width = max((len(str(line.score)) for line in analysis.lines), default=0)
    for number, line in enumerate(analysis.lines, start=1):
        moves = "roll the die" if line.rolls else " ".join(map(str, line.moves[:_MOVES]))
        more = " ..." if len(line.moves) > _MOVES else ""
        lines.append(f"{number:2}. {line.score!s:>{width}}  {moves}{more}")
    return lines


def _draw_bar(analysis: Analysis) -> str:
    """The points that each side may expect, as a bar."""
    share = analysis.score.pov(Side.ATTACKERS).expected_points
    filled = round(share * _BAR)
    return f"attackers {share:4.0%} [{'#' * filled}{'-' * (_BAR - filled)}] {1 - share:4.0%} defenders"


def _format_score(analysis: Analysis) -> str:
    """The score, and whether it is certain."""
    return f"{analysis.position.turn}: {analysis.score}{' (proven)' if analysis.proven else ''}"
