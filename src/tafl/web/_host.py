"""The host of the pages that need no server: it runs in the browser, in a Web Worker, and plays with one visitor.

It answers the requests that the server answers, and speaks to the board as the server does. There are no threads and no
processes: it does a slice of its work whenever it is told to :meth:`~Host.go_on`, so that messages come through between
the slices. What is to be kept it hands to the page, which saves it in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from doctest import ELLIPSIS, DocTest, DocTestParser, DocTestRunner, Example
from random import Random
from secrets import SystemRandom, token_urlsafe
from typing import Any, Final, TypeAlias

from hnefatafl import variants
from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.notation import toml
from hnefatafl.notation.data import format_tables
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.render.page import board_message
from hnefatafl.rules import Ruleset
from hnefatafl.search import AlphaBeta, Limit, Player, Searcher, built_in_player, pack_evaluation
from hnefatafl.support.json_text import dump, is_list, is_table, load
from tafl.table import Table, analysis_message, hint_message
from tafl.web._analysis import Extent, Review
from tafl.web._game import (
    Description,
    Role,
    Saved,
    Successor,
    assign_seats,
    check_help,
    check_right,
    describe_deed,
    describe_resignation,
    joined_message,
    limit_view,
    list_computers,
    list_offers,
    made_message,
    make_continuation,
    make_rematch,
    open_game,
)
from tafl.web._offers import bound_player, find_ruleset
from tafl.web._puzzles import attempt_puzzle, list_puzzles
from tafl.web._records import explore_records, prepare_pictures, read_own_play, read_study, write_record
from tafl.web._settings import Limits, Refused, Settings
from tafl.web._workshop import describe_form, edit_options, examine, make_rules, parse, place_pieces

_NAME: Final = "example"


class _Runner(DocTestRunner):
    """Notes what examples print; a fault is an output as any other."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=ELLIPSIS)
        self.said: list[str] = []

    def report_success(self, out: Callable[[str], object], test: DocTest, example: Example, got: str) -> None:
        self.said.append(got)

    def report_failure(self, out: Callable[[str], object], test: DocTest, example: Example, got: str) -> None:
        self.said.append(got)

    def report_unexpected_exception(
        self, out: Callable[[str], object], test: DocTest, example: Example, exc_info: Any
    ) -> None:
        kind, error, _ = exc_info
        self.said.append(f"{kind.__name__}: {error}\n")


class PageConsole:
    """Runs one piece of a page after the other; all share their names."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, text: object) -> dict[str, Any]:
        """Return the ``output`` of examples, which begin with ``>>>``, and whether it ``differs`` from what is shown.

        Raises:
            Refused: it is no text with examples.
        """
        try:
            examples = DocTestParser().get_examples(text) if isinstance(text, str) else []
        except ValueError as error:
            raise Refused(str(error)) from None
        if not examples:
            raise Refused("examples that begin with >>> were expected")
        runner = _Runner()
        outcome = runner.run(DocTest(examples, self._names, _NAME, None, 0, None), clear_globs=False)
        self._names |= runner.test.globs
        return {"output": "".join(runner.said), "differs": outcome.failed > 0}


Body: TypeAlias = dict[str, Any]
_Choosing: TypeAlias = Generator[None, None, Move | None]

LIMITS: Final = Limits(playouts=200, search_nodes=200_000)
"""What is bearable where the kernel is not compiled, and there is one thread."""
_HINT: Final = Limit(nodes=10_000, seconds=3)


class Visit:
    """A game, and who looks at it.

    Arguments:
        given: the ``description`` of the game, its ``steps``, and the ``token`` of the visitor, which is a role.
        chance: what rolls the die.
        tell: what takes the messages.
        player: what returns a player of the computer as it is kept.
        follow: what makes a game that follows this one.

    Raises:
        Refused: the game is damaged where it begins, or there is no such token.
    """

    def __init__(
        self,
        sent: Body,
        chance: Random,
        tell: Callable[[Body], None],
        player: Callable[[str], str],
        follow: Callable[[Successor], Body],
    ) -> None:
        roles = {role.value: role for role in Role}
        description, steps, token = sent.get("description"), sent.get("steps"), sent.get("token")
        if not isinstance(description, str) or not is_list(steps) or token not in roles:
            raise Refused("this game is not kept in this browser")
        saved = Saved("", description, tuple(map(str, steps)), len(steps))
        game = open_game(saved, chance)
        self._description, self._table, self._damage = game.description, game.table, game.damage
        self._count, self._tags = game.count, game.tags
        self._role = roles[str(token)]
        self._tell = tell
        self._bound_player = player
        self._follow = follow
        self._version: int | None = None
        self._node: int | None = None
        self._players = {
            side: built_in_player(seat)
            for side, seat in self._description.seats.items()
            if side.value in list_computers(self._description.seats)
        }
        self._searcher = Searcher()
        self._moving: tuple[Position, _Choosing] | None = None
        self._analysing: tuple[Position, Iterator[Body]] | None = None
        self._wants_analysis = False
        self._extent = Extent()
        self._review: Review | None = None
        self._greet()

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self._table

    def _greet(self) -> None:
        self._tell(joined_message(self._description, self._role, self._tags, self._table.position.ruleset))
        self._tell(self._table.board(offers=list_offers(self._role, self._description)))
        if self._damage:
            self._tell({"type": "notice", "words": self._damage})
        self._show(self._table.view())

    def _show(self, view: Body) -> None:
        self._version = view["version"]
        self._node = None if view["live"] else view["node"]
        self._tell(limit_view(view, self._role, self._table, self._description))

    def do(self, action: Body) -> None:
        """Do what the visitor asks for.

        Raises:
            HnefataflError: it is refused; nothing has changed.
        """
        kind = action.get("type")
        if kind == "record":
            self._tell(
                {"type": "text", "text": notation.format_game(self._table.game), "words": "The record is copied."}
            )
        elif kind == "hint":
            self._tell(hint_message(self._searcher.analyse(self._table.position, _HINT)))
        elif kind == "analyse":
            self._extent = Extent.of(action, LIMITS)
            self._wants_analysis = action.get("on") is True
            self._analysing = None
            if not self._wants_analysis:
                self._tell({"type": "analysis", "on": False})
        elif kind == "review":
            check_help(self._role, kind, self._table, self._description)
            self._review = Review(self._table.line(), LIMITS.search_nodes)
            self._tell(self._review.begun())
        elif kind == "go" and not self._description.is_study:
            self._show(self._table.view(action.get("node"), since=self._version))
        else:
            check_right(self._role, kind, self._table)
            self._step(kind, action)

    def _step(self, kind: object, action: Body) -> None:
        if kind == "take_back":
            self._act({"type": "take_back", "past": list_computers(self._description.seats)})
        elif kind == "resign":
            self._act(describe_resignation(self._role))
        elif kind == "offer":
            swaps = action.get("what") == "swapped"
            if (
                action.get("what") not in ("rematch", "swapped")
                or not self._table.is_over
                or self._description.is_study
            ):
                raise Refused("this cannot be offered here")
            follows = make_rematch(self._description, self._role, self._bound_player, swaps=swaps)
            self._tell(made_message(self._follow(follows), follows.own))
        elif kind == "continue":
            follows = make_continuation(self._description, self._table, action.get("node"), self._bound_player)
            self._tell(made_message(self._follow(follows), follows.own))
        else:
            self._act(action)

    def _act(self, action: Mapping[str, object]) -> None:
        if self._damage:
            raise Refused(self._damage)
        if self._count >= LIMITS.steps:
            raise Refused("this game is too long; save it, and study it as a new one")
        fact = self._table.decide(action)
        self._table.apply(fact)
        self._tell({"type": "step", "count": self._count, "step": dump(fact)})
        self._count += 1
        self._show(self._table.view(since=self._version))

    # What goes on meanwhile.

    def go_on(self) -> bool:
        """Search a little further, for the computer's move or the analysis; return whether there is more to do."""
        return self._move_on() or self._review_on() or self._analyse_on()

    def _review_on(self) -> bool:
        position = None if self._review is None else self._review.position
        if self._review is None or position is None:
            return False
        self._tell(self._review.take(self._searcher.analyse(position, Limit(nodes=self._review.nodes), 2)))
        return True

    def _move_on(self) -> bool:
        position = self._table.position
        player = self._players.get(position.turn)
        if player is None or self._table.is_over or self._damage or self._count >= LIMITS.steps:
            self._moving = None
            return False
        if self._moving is None or self._moving[0] is not position:
            self._tell({"type": "thinking", "side": position.turn.value})
            self._moving = (position, _choose_in_slices(player, position))
            return True  # so that the page shows it before the search begins
        try:
            next(self._moving[1])
        except StopIteration as end:
            self._moving = None
            self._act(describe_deed(end.value))
        return True

    def _analyse_on(self) -> bool:
        if not self._wants_analysis:
            return False
        node = self._table.node if self._node is None else self._node
        position = self._table.position_at(node)
        if self._analysing is None or self._analysing[0] is not position:
            limit = Limit(nodes=LIMITS.search_nodes, depth=self._extent.depth)
            analyses = self._searcher.iterate(position, limit, self._extent.lines)
            self._analysing = (position, (analysis_message(analysis, node) for analysis in analyses))
        message = next(self._analysing[1], None)
        if message is not None:
            self._tell(message)
        return message is not None


def _choose_in_slices(player: Player, position: Position) -> _Choosing:
    """Search for a move in slices, and return it at the end. What errs on purpose searches little, in one slice."""
    if not isinstance(player, AlphaBeta) or player.noise:
        yield
        return player.choose(position)
    best: Move | None = None
    for analysis in player.searcher.iterate(position, player.limit):
        best = analysis.best
        yield
    return best


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
        self._console: PageConsole | None = None
        self._answers: Final[Mapping[str, Callable[[Body], Body]]] = {
            "/api/rules/examine": self._examine_rules,
            "/api/rules/edit": self._edit_rules,
            "/api/rules/balance": _refuse_balance,
            "/api/rules/read": lambda body: parse(body.get("text")),
            "/api/games": self._make_game,
            "/api/studies": self._make_study,
            "/api/tables": self._write_tables,
            "/api/explore": self._explore_records,
            "/api/puzzles/read": lambda body: list_puzzles(body.get("text")),
            "/api/puzzles/try": lambda body: attempt_puzzle(body, _NODES),
            "/api/pictures": self._draw_pictures,
            "/api/positions": self._place_pieces,
            "/api/records": lambda body: write_record(self._current_visit().table.game, body.get("dialect")),
        }

    def take(self, text: str) -> None:
        """Do what a message asks for, and say so. A message has a ``number``, which the answer repeats."""
        message = load(text)
        number = message.pop("number", None)
        try:
            answer: Body = {"found": self._do_message(message)}
        except HnefataflError as error:
            answer = {"refused": str(error)}
        self._tell({"type": "answer", "number": number, **answer})

    def go_on(self) -> bool:
        """Do a slice of the work that goes on meanwhile; return whether there is more."""
        return self._visit is not None and self._visit.go_on()

    def _tell(self, message: Body) -> None:
        self._post(dump(message))

    def _current_visit(self) -> Visit:
        if self._visit is None:
            raise Refused("no game is on the board")
        return self._visit

    def _do_message(self, message: Body) -> Body:
        kind = message.get("type")
        if kind == "ask":
            return self._answer_request(str(message.get("path")), message.get("body"))
        if kind == "run":
            return self._run(message.get("source"))
        if kind == "join":
            self._visit = None
            self._visit = Visit(message, self._chance, self._tell, self._bound_player, self._follow)
        else:
            self._current_visit().do(message)
        return {}

    def _run(self, source: object) -> Body:
        if self._console is None:
            self._console = PageConsole()
        return self._console.run(source)

    # Requests.

    def _answer_request(self, path: str, body: object) -> Body:
        request = body if is_table(body) else {}
        ruleset = path.removeprefix("/api/rulesets/")
        if ruleset != path:
            return describe_form(find_ruleset(self._settings.rulesets, ruleset))
        own_play = path.removeprefix("/api/own/")
        if own_play != path:
            return read_own_play(own_play)
        for of_a_game in ("/api/records", "/api/pictures"):
            if path.startswith(of_a_game):
                path = of_a_game  # there is only one game
        if path not in self._answers:
            raise Refused("there is nothing at this address")
        return self._answers[path](request)

    def _make_rules(self, sent: object) -> Ruleset:
        if not is_table(sent):
            raise Refused("the rules of the game were expected")
        base = find_ruleset(self._settings.rulesets, sent.get("base"))
        return make_rules(base, sent.get("name", ""), sent["options"]) if "options" in sent else base

    def _examine_rules(self, body: Body) -> Body:
        base = find_ruleset(self._settings.rulesets, body.get("base"))
        return examine(base, body.get("name", ""), body.get("options"))

    def _edit_rules(self, body: Body) -> Body:
        base = find_ruleset(self._settings.rulesets, body.get("base"))
        return edit_options(base, body.get("name", ""), body.get("options"), body.get("change"))

    def _make_game(self, body: Body) -> Body:
        if body.get("pace") is not None:
            raise Refused("clocks are for games between two people by link")
        rules = self._make_rules(body.get("rules"))
        seats, _, own = assign_seats(body.get("seats"), body.get("mine"), self._bound_player)
        game = Game(ruleset=rules)
        _ = game.initial_position  # a game without one is refused here
        return self._follow(Successor(game=game, title=rules.name, seats=seats, own=own))

    def _write_tables(self, body: Body) -> Body:
        rules = self._make_rules(body.get("rules"))
        tables: Body = load(format_tables(rules, evaluation=pack_evaluation(rules), board=board_message(rules)))
        return tables

    def _bound_player(self, text: str) -> str:
        return bound_player(text, self._settings, self._chance)

    def _follow(self, successor: Successor) -> Body:
        record = notation.format_game(successor.game)
        description = Description(title=successor.title, record=record, seats=successor.seats, tokens={})
        return _describe_new_game(description, successor.roles, successor.own)

    def _draw_pictures(self, body: Body) -> Body:
        return prepare_pictures(self._current_visit().table, self._settings.rulesets, body)()

    def _place_pieces(self, body: Body) -> Body:
        base = find_ruleset(self._settings.rulesets, body.get("base"))
        return place_pieces(base, body.get("start"), body.get("turn"), body.get("change"))

    def _explore_records(self, body: Body) -> Body:
        rules = None if body.get("rules") is None else self._make_rules(body["rules"])
        return explore_records(body.get("text"), body.get("filename", ""), rules, body)

    def _make_study(self, body: Body) -> Body:
        rules = None if body.get("rules") is None else self._make_rules(body["rules"])
        text, filename, number = body.get("text"), body.get("filename", ""), body.get("number")
        if not isinstance(text, str) or not isinstance(filename, str) or not isinstance(number, int | None):
            raise Refused("the text of a record was expected")
        reading = read_study(text, filename, rules, number, self._settings.limits.moves)
        if reading.game is None:
            return {"games": list(reading.rows), "more": reading.more}
        record, seats = notation.format_game(reading.game), {"attackers": "screen", "defenders": "screen"}
        kept, roles, own = assign_seats(seats, None, str)
        description = Description(title=reading.title, record=record, seats=kept, tokens={}, doubt=reading.doubt)
        return {**_describe_new_game(description, roles, own), "at": reading.at}


def _refuse_balance(_: Body) -> Body:
    raise Refused("Games for the balance take too long in a browser: tafl serve and tafl study play them.")


def _describe_new_game(description: Description, roles: list[Role], own: Role) -> Body:
    """Return a new game, which the page is to save: nobody else has it, so its tokens are no secrets."""
    tokens = {role.value: role.value for role in (*roles, own)}
    identity = {"id": token_urlsafe(9), "title": description.title, "tokens": tokens, "mine": own.value}
    return {**identity, "description": description.text}
