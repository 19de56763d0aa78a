"""``tafl serve``: the library in a browser."""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from hnefatafl import variants
from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.evaluations import read_player
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import depth, port, seconds
from hnefatafl.notation import json
from hnefatafl.rules import Ruleset
from hnefatafl.search import TrainedEvaluation

__all__ = ["add_options", "run"]


def add_options(one: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    one.add_argument("--variant", metavar="NAME|FILE", action="append", help="rules to offer first; may be repeated")
    one.add_argument("--player", metavar="PLAYER", action="append", help="a player to offer; may be repeated")
    one.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="the address to listen on (default: 127.0.0.1)"
    )
    one.add_argument("--port", type=port, default=8000, metavar="N", help="the port; 0: any free one (default: 8000)")
    one.add_argument(
        "--name", metavar="HOSTNAME", action="append", help="a name of this server in links; may be repeated"
    )
    one.add_argument(
        "--proxy", metavar="ADDRESS", action="append", help="a web server in front of this one; may be repeated"
    )
    one.add_argument("--games", metavar="FILE", help="the file of the games; :memory: for none")
    one.add_argument("--days", type=seconds, default=30.0, metavar="N", help="keep unused games so long (default: 30)")
    one.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="the most for a search (default: 10)")
    one.add_argument(
        "--jobs", type=depth, default=2, metavar="N", help="the number of searching processes (default: 2)"
    )
    one.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    """Serve until an interrupt."""
    # The server belongs to an extra; the other commands do not need it.
    from hnefatafl.web import LOOPBACK, Limits, Settings, serve

    first, rulesets = _rulesets(options.variant or [])
    outside = options.host not in LOOPBACK
    names: list[str] = [options.host, *(options.name or [])]
    settings = Settings(
        database=_database(options.games),
        rulesets=rulesets,
        variant=first,
        players=_players(options.player or []),
        key=secrets.token_urlsafe(16) if outside else None,
        proxies=frozenset(options.proxy or []),
        hosts=LOOPBACK | {name.lower() for name in names},
        limits=Limits(days=options.days, workers=options.jobs, search_seconds=options.seconds),
    )

    def tell(port: int) -> None:
        host = _reached_at(options.host)
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        console.line(f"Serving on {address if settings.key is None else f'{address}#key={settings.key}'}")
        console.line("Ctrl-C ends it.")
        console.out.flush()

    serve(settings, host=options.host, port=options.port, started=tell)
    console.line("All games are saved." if settings.database != ":memory:" else "The games are gone.")
    return 0


def _rulesets(wanted: list[str]) -> tuple[str, dict[str, Ruleset]]:
    """Return the ruleset to offer first, and all that are offered: those that were named, then the built-in ones."""
    found: dict[str, Ruleset] = {}
    for what in wanted:
        rules = find_rules(what)
        json.format_rules(rules)  # games are kept in this form
        found[rules.name] = rules
    for name in variants.names():
        rules = variants.get(name)
        if not (rules.extra_captures or rules.extra_endings):
            found.setdefault(name, rules)
    return next(iter(found)) if wanted else "brandubh", found


def _players(wanted: list[str]) -> dict[str, TrainedEvaluation | None]:
    """Return the players that are offered beside those of the library, with their evaluations."""
    found: dict[str, TrainedEvaluation | None] = {}
    for text in wanted:
        named = read_player(text)
        named.player()
        found[named.text] = named.evaluation
    return found


def _database(given: str | None) -> str:
    """Return the file of the games; its folder is made if it is the usual one.

    Raises:
        CommandError: the folder cannot be made.
    """
    if given is not None:
        return given
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    path = folder / "tafl" / "games.sqlite3"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{path.parent}: {error.strerror or error} (--games names another file)") from None
    return str(path)


def _reached_at(host: str) -> str:
    """Return an address under which others reach a server that listens on all of them."""
    with suppress(ValueError):
        if not ip_address(host).is_unspecified:
            return host
        family, probe = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((probe, 9))  # nothing is sent; the system only chooses the address
            return str(line.getsockname()[0])
    return host
