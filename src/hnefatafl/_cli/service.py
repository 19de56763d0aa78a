"""``tafl analyse --serve``: queries on standard input, or on WebSockets."""

from __future__ import annotations

import argparse
import secrets
from functools import partial
from typing import Final

from hnefatafl._base.hosts import LOOPBACK
from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.workers import number_of
from hnefatafl.search import TrainedEvaluation
from hnefatafl.service import Bounds, Service, serve_lines
from hnefatafl.service._query import MEMORY

_OTHERS: Final = ("what", "variant", "turn", "moves", "roll", "nodes", "depth", "annotate", "target", "output", "json")
"""The options that a query says itself, and those for games."""


def answer_queries(options: argparse.Namespace, evaluation: TrainedEvaluation | None, console: Console) -> int:
    """Answer queries until the client has enough; return the status of the command.

    Raises:
        CommandError: there are options that are not for this.
    """
    given = [name for name in _OTHERS if getattr(options, name) not in (None, "", False)]
    if given:
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
    from hnefatafl.service import serve_sockets

    host, port = options.listen
    key = None if host in LOOPBACK else secrets.token_urlsafe(16)
    serve_sockets(
        service,
        host=host,
        port=port,
        hosts=LOOPBACK | {host.lower()},
        origins=options.origin or [],
        key=key,
        started=partial(_tell, host, key, console),
    )


def _tell(host: str, key: str | None, console: Console, port: int) -> None:
    address = f"ws://{f'[{host}]' if ':' in host else host}:{port}/"
    console.line(f"Serving on {address if key is None else f'{address}?key={key}'}")
    console.line("Ctrl-C ends it.")
    console.out.flush()
