"""The host of the pages that need no server: it runs in the browser, in a Web Worker, and plays with one visitor.

It answers the requests that the server answers, and speaks to the board as the server does. There are no threads and no
processes: it does a slice of its work whenever it is told to :meth:`~Host.go_on`, so that messages come through between
the slices. What is to be kept it hands to the page, which saves it in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from secrets import SystemRandom, token_urlsafe
from typing import TYPE_CHECKING, Final

from hnefatafl import variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.notation import toml
from hnefatafl.notation._jsontext import dump, load
from hnefatafl.notation._plain import is_table
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused
from hnefatafl.web._explored import explored
from hnefatafl.web._following import Successor
from hnefatafl.web._offers import named
from hnefatafl.web._opening import Description, Role
from hnefatafl.web._pictures import pictures
from hnefatafl.web._players import bounded
from hnefatafl.web._puzzles import attempted, listed
from hnefatafl.web._reading import read, written
from hnefatafl.web._roles import seated
from hnefatafl.web._settings import Settings
from hnefatafl.web._visit import LIMITS, Body, Visit
from hnefatafl.web._workshop import edited, examine, form, made, parse, placed

if TYPE_CHECKING:
    from hnefatafl.web._console import Console

_NODES: Final = 2_000
"""How many positions are looked into for a move in a puzzle, where the kernel is not compiled."""


class _Shelf(Mapping[str, Ruleset]):
    """Rulesets by their names; those of the library are made when they are asked for."""

    def __init__(self, own: Mapping[str, Ruleset]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Ruleset:
        if name in self._own:
            return self._own[name]
        if name not in variants.names():
            raise KeyError(name)
        return variants.get(name)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._own, *variants.names()))

    def __len__(self) -> int:
        return len([*iter(self)])


class Host:
    """Answers one page.

    Arguments:
        own: rulesets in TOML that are offered beside those of the library.
        post: what takes the messages for the page, in JSON.
        chance: what rolls the die, and draws the seeds of players; by default others each time.
    """

    def __init__(self, own: list[str], post: Callable[[str], object], chance: Random | None = None) -> None:
        mine = {rules.name: rules for rules in map(toml.parse_rules, own)}
        self._settings = Settings(database="", rulesets=_Shelf(mine), limits=LIMITS)
        self._post = post
        self._chance = SystemRandom() if chance is None else chance
        self._visit: Visit | None = None
        self._console: Console | None = None
        self._answers: Final[Mapping[str, Callable[[Body], Body]]] = {
            "/api/rules/examine": self._examined,
            "/api/rules/edit": self._edited,
            "/api/rules/balance": _unbalanced,
            "/api/rules/read": lambda body: parse(body.get("text")),
            "/api/games": self._game,
            "/api/studies": self._study,
            "/api/explore": self._explored,
            "/api/puzzles/read": lambda body: listed(body.get("text")),
            "/api/puzzles/try": lambda body: attempted(body, _NODES),
            "/api/pictures": self._pictured,
            "/api/positions": self._placed,
            "/api/records": lambda body: written(self._here().table.game, body.get("dialect")),
        }

    def take(self, text: str) -> None:
        """Do what a message asks for, and say so. A message has a ``number``, which the answer repeats."""
        message = load(text)
        number = message.pop("number", None)
        try:
            answer: Body = {"found": self._done(message)}
        except HnefataflError as error:
            answer = {"refused": str(error)}
        self._tell({"type": "answer", "number": number, **answer})

    def go_on(self) -> bool:
        """Do a slice of the work that goes on meanwhile; return whether there is more."""
        return self._visit is not None and self._visit.go_on()

    def _tell(self, message: Body) -> None:
        self._post(dump(message))

    def _here(self) -> Visit:
        if self._visit is None:
            raise Refused("no game is on the board")
        return self._visit

    def _done(self, message: Body) -> Body:
        kind = message.get("type")
        if kind == "ask":
            return self._asked(str(message.get("path")), message.get("body"))
        if kind == "run":
            return self._run(message.get("source"))
        if kind == "join":
            self._visit = None
            self._visit = Visit(message, self._chance, self._tell, self._player, self._follow)
        else:
            self._here().do(message)
        return {}

    def _run(self, source: object) -> Body:
        if self._console is None:
            from hnefatafl.web._console import Console  # doctest takes long to load, and boards do not need it

            self._console = Console()
        return self._console.run(source)

    # Requests.

    def _asked(self, path: str, body: object) -> Body:
        given = body if is_table(body) else {}
        ruleset = path.removeprefix("/api/rulesets/")
        if ruleset != path:
            return form(named(self._settings.rulesets, ruleset))
        for of_a_game in ("/api/records", "/api/pictures"):
            if path.startswith(of_a_game):
                path = of_a_game  # there is only one game
        if path not in self._answers:
            raise Refused("there is nothing at this address")
        return self._answers[path](given)

    def _rules(self, given: object) -> Ruleset:
        if not is_table(given):
            raise Refused("the rules of the game were expected")
        base = named(self._settings.rulesets, given.get("base"))
        return made(base, given.get("name", ""), given["options"]) if "options" in given else base

    def _examined(self, body: Body) -> Body:
        base = named(self._settings.rulesets, body.get("base"))
        return examine(base, body.get("name", ""), body.get("options"))

    def _edited(self, body: Body) -> Body:
        base = named(self._settings.rulesets, body.get("base"))
        return edited(base, body.get("name", ""), body.get("options"), body.get("change"))

    def _game(self, body: Body) -> Body:
        if body.get("pace") is not None:
            raise Refused("clocks are for games between two people by link")
        rules = self._rules(body.get("rules"))
        seats, _, own = seated(body.get("seats"), body.get("mine"), self._player)
        game = Game(ruleset=rules)
        _ = game.initial_position  # a game without one is refused here
        return self._follow(Successor(game=game, title=rules.name, seats=seats, own=own))

    def _player(self, text: str) -> str:
        return bounded(text, self._settings, self._chance)

    def _follow(self, successor: Successor) -> Body:
        record = notation.format_game(successor.game)
        description = Description(title=successor.title, record=record, seats=successor.seats, tokens={})
        return _kept(description, successor.roles, successor.own)

    def _pictured(self, body: Body) -> Body:
        return pictures(self._here().table, self._settings.rulesets, body)()

    def _placed(self, body: Body) -> Body:
        base = named(self._settings.rulesets, body.get("base"))
        return placed(base, body.get("start"), body.get("turn"), body.get("change"))

    def _explored(self, body: Body) -> Body:
        rules = None if body.get("rules") is None else self._rules(body["rules"])
        return explored(body.get("text"), body.get("filename", ""), rules, body)

    def _study(self, body: Body) -> Body:
        rules = None if body.get("rules") is None else self._rules(body["rules"])
        text, filename, number = body.get("text"), body.get("filename", ""), body.get("number")
        if not isinstance(text, str) or not isinstance(filename, str) or not isinstance(number, int | None):
            raise Refused("the text of a record was expected")
        reading = read(text, filename, rules, number, self._settings.limits.moves)
        if reading.game is None:
            return {"games": list(reading.rows), "more": reading.more}
        record, seats = notation.format_game(reading.game), {"attackers": "screen", "defenders": "screen"}
        given, roles, own = seated(seats, None, str)
        description = Description(title=reading.title, record=record, seats=given, tokens={}, doubt=reading.doubt)
        return {**_kept(description, roles, own), "at": reading.at}


def _unbalanced(_: Body) -> Body:
    raise Refused("Games for the balance take too long in a browser: tafl serve and tafl study play them.")


def _kept(description: Description, roles: list[Role], own: Role) -> Body:
    """Return a new game, which the page is to save: nobody else has it, so its tokens are no secrets."""
    tokens = {role.value: role.value for role in (*roles, own)}
    told = {"id": token_urlsafe(9), "title": description.title, "tokens": tokens, "mine": own.value}
    return {**told, "description": description.text}
