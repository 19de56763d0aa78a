"""A game in the browser, where there is no server: what its visitor may do, and what the computer does meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from hnefatafl.board import Move
from hnefatafl.notation import json as notation
from hnefatafl.notation._jsontext import dump
from hnefatafl.notation._plain import is_list
from hnefatafl.play import Position
from hnefatafl.search import AlphaBeta, Limit, Player, Searcher, built_in_player
from hnefatafl.table import Table, analysis_message, hint_message
from hnefatafl.web._errors import Refused
from hnefatafl.web._extent import Extent
from hnefatafl.web._following import Successor, continuation, rematch, told
from hnefatafl.web._opening import Role, Saved, opened
from hnefatafl.web._review import Review
from hnefatafl.web._roles import check_help, check_right, computers, deed, joined, limited, offered, resigned
from hnefatafl.web._settings import Limits

__all__ = ["LIMITS", "Body", "Visit"]

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
        given: Body,
        chance: Random,
        tell: Callable[[Body], None],
        player: Callable[[str], str],
        follow: Callable[[Successor], Body],
    ) -> None:
        roles = {role.value: role for role in Role}
        description, steps, token = given.get("description"), given.get("steps"), given.get("token")
        if not isinstance(description, str) or not is_list(steps) or token not in roles:
            raise Refused("this game is not kept in this browser")
        saved = Saved("", description, tuple(map(str, steps)), len(steps))
        game = opened(saved, chance)
        self._description, self._table, self._damage = game.description, game.table, game.damage
        self._count = game.count
        self._role = roles[str(token)]
        self._tell = tell
        self._player = player
        self._follow = follow
        self._version: int | None = None
        self._node: int | None = None
        self._players = {
            side: built_in_player(seat)
            for side, seat in self._description.seats.items()
            if side.value in computers(self._description.seats)
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
        self._tell(joined(self._description, self._role))
        self._tell(self._table.board(offers=offered(self._role, self._description)))
        if self._damage:
            self._tell({"type": "notice", "words": self._damage})
        self._show(self._table.view())

    def _show(self, view: Body) -> None:
        self._version = view["version"]
        self._node = None if view["live"] else view["node"]
        self._tell(limited(view, self._role, self._table, self._description))

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
            self._act({"type": "take_back", "past": computers(self._description.seats)})
        elif kind == "resign":
            self._act(resigned(self._role))
        elif kind == "offer":
            swaps = action.get("what") == "swapped"
            if (
                action.get("what") not in ("rematch", "swapped")
                or not self._table.is_over
                or self._description.is_study
            ):
                raise Refused("this cannot be offered here")
            follows = rematch(self._description, self._role, swaps, self._player)
            self._tell(told(self._follow(follows), follows.own))
        elif kind == "continue":
            follows = continuation(self._description, self._table, action.get("node"), self._player)
            self._tell(told(self._follow(follows), follows.own))
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
            self._moving = (position, _choices(player, position))
            return True  # so that the page shows it before the search begins
        try:
            next(self._moving[1])
        except StopIteration as end:
            self._moving = None
            self._act(deed(end.value))
        return True

    def _analyse_on(self) -> bool:
        if not self._wants_analysis:
            return False
        node = self._table.node if self._node is None else self._node
        position = self._table.position_at(node)
        if self._analysing is None or self._analysing[0] is not position:
            limit = Limit(nodes=LIMITS.search_nodes, depth=self._extent.depth)
            found = self._searcher.iterate(position, limit, self._extent.lines)
            self._analysing = (position, (analysis_message(each, node) for each in found))
        message = next(self._analysing[1], None)
        if message is not None:
            self._tell(message)
        return message is not None


def _choices(player: Player, position: Position) -> _Choosing:
    """Search for a move in slices, and return it at the end. What errs on purpose searches little, in one slice."""
    if not isinstance(player, AlphaBeta) or player.noise:
        yield
        return player.choose(position)
    best: Move | None = None
    for found in player.searcher.iterate(position, player.limit):
        best = found.best
        yield
    return best
