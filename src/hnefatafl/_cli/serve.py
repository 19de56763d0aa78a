"""``tafl serve``: play and study in a browser.

Serve a page in the browser: play a person or the computer, study a record, and make rules.

Only this machine can reach it, unless --host names another address, such as 0.0.0.0; then
the link that is printed has a key, and each side of a game has a link of its own.

----

--variant takes a file of rules too, and --player any player of tafl play --against. The
games are kept in a file, by default in the folder for the state of programs, until nobody
has used them for --days days. This needs the extra web.

  tafl serve
  tafl serve --variant house.toml --player alphabeta:level=5
  tafl serve --host 0.0.0.0 --port 8080 --name games.example.org
"""

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
from hnefatafl._cli.options import command, option, shared
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import port, positive, seconds
from hnefatafl.notation import json
from hnefatafl.rules import Ruleset
from hnefatafl.search import TrainedEvaluation

__all__ = ["run"]


@command(
    "serve",
    __doc__,
    shared("--variant", "rules to offer first; may be repeated", action="append"),
    option("--player PLAYER", "a player to offer; may be repeated", action="append"),
    option("--host HOST", "the address to listen on", default="127.0.0.1"),
    option("--port N", "the port; 0: any free one", type=port, default=8000),
    option("--name HOSTNAME", "a name of this server in links; may be repeated", action="append"),
    option("--proxy ADDRESS", "a web server in front of this one; may be repeated", action="append"),
    option("--games FILE", "the file of the games; :memory: for none"),
    option("--days N", "keep unused games so long", type=seconds, default="30"),
    option("--seconds S", "the most for a search", default="10"),
    shared("--jobs", "the number of searching processes", type=positive, default=2),
)
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
