"""A game between visitors: what it begins with, the roles of those who look at it, its clocks, what two people agree
about, and the game that follows.

The clocks of a game between two people by link.

A side has a time for the whole game, which an increment a move makes longer, or a time for each move, or both. Nobody's
clock runs before both have moved. Each step of the game keeps what is left to both sides and when that was, so a
game that is opened again goes on with the times that it had; the time in which no server ran does not count.

While a server runs, its time is that of a clock that nobody can set; only when it begins, it is taken from the wall
clock. So of a time that is not between the beginning of the server and now, all that can be said is that an earlier
server has written it: the side to move then has what it had when its move began.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from hashlib import sha256
from random import Random
from typing import Any, Final

from attrs import evolve

from hnefatafl.board import Move, Side
from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.notation import json as notation
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, is_table, load
from hnefatafl.support.texts import shortened
from tafl.table import Table
from tafl.web._settings import Refused

_OFFERS_IN_WORDS: Final = {
    "draw": "offer a draw",
    "take_back": "ask to take the last move back",
    "rematch": "offer another game",
    "swapped": "offer another game with the sides swapped",
}


@frozen
class Offer:
    """What a side offers the other."""

    what: str
    """One of ``draw``, ``take_back``, ``rematch`` and ``swapped``."""
    side: Side


@frozen
class Agreement:
    """The offer that waits for an answer, if any, and all that were made since the last move. There is one at a time,
    and a side offers the same once."""

    offer: Offer | None = None
    made: frozenset[Offer] = frozenset()

    def propose(self, what: object, side: Side, *, is_over: bool) -> tuple[Agreement, str | None]:
        """Let a side offer something; return what is so afterwards, and what is agreed on, where the other side has
        offered the same.

        Raises:
            Refused: there is no such offer now, another one waits, or it was declined.
        """
        if not isinstance(what, str) or what not in _OFFERS_IN_WORDS:
            raise Refused(f"what: one of {', '.join(_OFFERS_IN_WORDS)} was expected")
        if is_over != (what in ("rematch", "swapped")):
            raise Refused("the game is over" if is_over else "the game is not over")
        if self.offer == Offer(what, side.opponent):
            return evolve(self, offer=None), what
        if self.offer is not None:
            raise Refused(f"the {self.offer.side} {_OFFERS_IN_WORDS[self.offer.what]}; that waits for its answer")
        offer = Offer(what, side)
        if offer in self.made:
            raise Refused("this was declined; it can be offered again after the next move")
        return Agreement(offer, self.made | {offer}), None

    def answer(self, side: Side, accepts: object) -> tuple[Agreement, str | None]:
        """Let a side answer; return what is so afterwards, and what is agreed on: nothing if the offer is declined,
        or taken back by whoever made it.

        Raises:
            Refused: nothing is offered, or its own offer.
        """
        offer = self.offer
        if offer is None:
            raise Refused("nothing is offered")
        if accepts is True and offer.side is side:
            raise Refused("your own offer is for the other side")
        return evolve(self, offer=None), offer.what if accepts is True else None

    def message(self) -> dict[str, Any]:
        """Return what the pages show."""
        offer = self.offer
        if offer is None:
            return {"type": "offer", "what": None, "side": None, "words": ""}
        words = f"The {offer.side} {_OFFERS_IN_WORDS[offer.what]}."
        return {"type": "offer", "what": offer.what, "side": offer.side.value, "words": words}

    @property
    def text(self) -> str:
        """Return it in JSON."""
        offers = [[offer.what, offer.side.value, offer == self.offer] for offer in self.made]
        return dump({"made": sorted(offers)})

    @staticmethod
    def parse(text: str) -> Agreement:
        """Read it; a damaged one has no offers, which can be made again."""
        try:
            plain: dict[str, Any] = load(text)
            offers = {Offer(what, Side(side)): waits for what, side, waits in plain["made"] if what in _OFFERS_IN_WORDS}
        except (NotationError, KeyError, TypeError, ValueError):
            return Agreement()
        return Agreement(next((offer for offer, waits in offers.items() if waits is True), None), frozenset(offers))


_DAY: Final = 86_400
_MOST: Final = {"seconds": _DAY, "increment": 3_600, "move": 30 * _DAY}
"""The most seconds of each part of a pace."""
_OPENING: Final = 2
"""The clocks run after so many plies."""


@frozen(kw_only=True)
class Pace:
    """How much time each side has."""

    seconds: int | None = None
    """For the whole game."""
    increment: int = 0
    """What each move adds to that."""
    move: int | None = None
    """For each move."""

    @staticmethod
    def parse(sent: object) -> Pace | None:
        """Read what somebody has sent; None for no clocks.

        Raises:
            Refused: it is no pace.
        """
        if sent is None:
            return None
        if not is_table(sent) or not set(sent) <= set(_MOST):
            raise Refused(f"pace: {', '.join(_MOST)} were expected, in seconds")
        for name, value in sent.items():
            least = 0 if name == "increment" else 1
            is_number = isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST[name]
            if not is_number and (value is not None or name == "increment"):
                raise Refused(f"pace.{name}: from {least} to {_MOST[name]:,} seconds were expected")
        pace = Pace(**sent)
        if pace.seconds is None and (pace.move is None or pace.increment):
            raise Refused("pace: seconds for the game, or for each move, were expected")
        return pace

    @property
    def plain(self) -> dict[str, int | None]:
        """Return it as JSON can express it."""
        return {"seconds": self.seconds, "increment": self.increment, "move": self.move}


@frozen
class Times:
    """What is left to both sides, and when that was."""

    left: Mapping[Side, float | None]
    """The seconds for the rest of the game; None where only each move has a time."""
    at: float
    """The seconds since the beginning of 1970, by the clock of the server that wrote it."""

    @staticmethod
    def parse(fact: Mapping[str, object]) -> Times | None:
        """Return what a step has of them, if it has them.

        Raises:
            Refused: they are damaged.
        """
        if "left" not in fact:
            return None
        try:
            left: Any = fact["left"]
            at: Any = fact["at"]
            return Times(
                {side: None if left[side.value] is None else float(left[side.value]) for side in Side}, float(at)
            )
        except (KeyError, TypeError, ValueError):
            raise Refused("the times of the step are damaged") from None


class Watch:
    """The clocks of a game.

    Arguments:
        pace: how much time there is.
        times: what was left after the last step, if there was one.
        now: what tells the time of this server, which nobody sets, in seconds since the beginning of 1970.
        since: when the server began: the time before that does not count.
    """

    def __init__(self, pace: Pace, times: Times | None, now: Callable[[], float], since: float) -> None:
        self.pace: Final = pace
        self._now = now
        whole = None if pace.seconds is None else float(pace.seconds)
        left = dict.fromkeys(Side, whole) if times is None else times.left
        at = now() if times is None else times.at
        self._times = Times(left, at if since <= at <= now() else since)

    def running(self, table: Table) -> Side | None:
        """Return whose clock runs."""
        position = table.position
        return None if table.is_over or position.ply < _OPENING else position.turn

    def left(self, side: Side, table: Table) -> float:
        """Return how many seconds a side has now: for the game, or for the move if that is less."""
        return min(
            seconds for seconds in (self._seconds_left(side, table), self._for_move(side, table)) if seconds is not None
        )

    def is_late(self, table: Table) -> bool:
        """Return whether the time of the side to move is over."""
        running = self.running(table)
        return running is not None and self.left(running, table) <= 0

    def _seconds_spent(self, side: Side, table: Table) -> float:
        return max(0.0, self._now() - self._times.at) if self.running(table) is side else 0.0

    def _seconds_left(self, side: Side, table: Table) -> float | None:
        left = self._times.left[side]
        return None if left is None else left - self._seconds_spent(side, table)

    def _for_move(self, side: Side, table: Table) -> float | None:
        return None if self.pace.move is None else self.pace.move - self._seconds_spent(side, table)

    def stamp_step(self, fact: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return a step with what is left after it."""
        turn, is_on = table.position.turn, self.running(table) is not None
        left = {side.value: self._seconds_left(side, table) for side in Side}
        rest = left[turn.value]
        passes = int(fact["ply"]) > table.position.ply
        if rest is not None and passes and is_on:
            left[turn.value] = rest + self.pace.increment
        whole = left[turn.value]
        clock = {"clock": max(0, int(whole))} if whole is not None and passes else {}
        return {**fact, **clock, "left": left, "at": self._now()}

    def done(self, fact: Mapping[str, object]) -> None:
        """Go on from a step that was done."""
        self._times = Times.parse(fact) or self._times

    def message(self, table: Table) -> dict[str, Any]:
        """Return what the pages show."""
        running = self.running(table)
        return {
            "type": "clock",
            **self.pace.plain,
            "left": {side.value: round(max(0.0, self.left(side, table)), 1) for side in Side},
            "running": None if running is None else running.value,
        }


SCREEN: Final = "screen"
"""The seat of a side that is played at one screen with the other."""
LINK: Final = "link"
"""The seat of a side that has a link of its own. Any other seat is a player of the computer."""
_AS_FAR: Final = (
    "The game is shown as it was before, and cannot go on; its record can be saved and studied as a new game."
)
"""What becomes of a damaged game."""


class Role(Enum):
    """What a token is for."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    BOTH = "both"
    WATCH = "watch"


def digest_token(token: str) -> str:
    """Return what is kept of a token: whoever reads the file of games cannot play them."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@frozen(kw_only=True)
class Description:
    """What a game begins with."""

    title: str
    record: str
    """The record, in JSON: empty for a new game."""
    seats: dict[Side, str]
    """Who plays the sides."""
    tokens: dict[str, Role]
    """What the tokens are for, by their digests."""
    doubt: str = ""
    """Where the record first departs from its rules, and why."""
    pace: Pace | None = None
    """The clocks, if there are any."""

    @property
    def text(self) -> str:
        """Return it in JSON."""
        plain = {
            "title": self.title,
            "record": self.record,
            "seats": {side.value: seat for side, seat in self.seats.items()},
            "tokens": {key: role.value for key, role in self.tokens.items()},
            "doubt": self.doubt,
            "pace": None if self.pace is None else self.pace.plain,
        }
        return json.dumps(plain, ensure_ascii=False)

    @property
    def is_study(self) -> bool:
        """Whether all visitors look at the same place, wherever it is in the tree."""
        return set(self.seats.values()) == {SCREEN}

    @property
    def is_shared(self) -> bool:
        """Whether two people play it, each by a link of their own."""
        return set(self.seats.values()) == {LINK}

    @staticmethod
    def parse(text: str) -> Description:
        """Read it.

        Raises:
            Refused: it is damaged.
        """
        try:
            plain: dict[str, Any] = load(text)
            seats = {Side(side): str(seat) for side, seat in plain["seats"].items()}
            tokens = {str(key): Role(role) for key, role in plain["tokens"].items()}
            if set(seats) != set(Side):
                raise ValueError("both seats were expected")
            texts = {name: str(plain[name]) for name in ("title", "record", "doubt")}
            return Description(seats=seats, tokens=tokens, pace=Pace.parse(plain.get("pace")), **texts)
        except (HnefataflError, KeyError, ValueError, TypeError, AttributeError) as error:
            raise _damage_refusal(error) from None


def _damage_refusal(error: Exception) -> Refused:
    return Refused(f"this game is damaged in the server's file, and cannot be opened: {error!s:.200}")


@frozen
class Saved:
    """A game as the file has it."""

    id: str
    description: str
    """What it began with, in JSON."""
    steps: tuple[str, ...]
    """What happened since, in JSON, up to the first step that is missing."""
    count: int
    """The number of steps that were saved."""
    offers: str = ""
    """What was offered since the last of them, in JSON; empty for nothing."""


@frozen(kw_only=True)
class OpenedGame:
    """A game as it was found in the file."""

    description: Description
    table: Table
    count: int
    """The number of steps that the table has."""
    damage: str
    """What is wrong with the game; nothing if it is whole."""
    times: Times | None
    """What the last step has of the clocks."""
    agreement: Agreement
    """What was offered since the last step."""
    tags: Mapping[str, str]
    """What its record says of it, such as the names of the players."""


def open_game(saved: Saved, chance: Random | None = None) -> OpenedGame:
    """Return a game from the file, as far as it is whole. The time is linear in its moves and steps.

    Arguments:
        saved: the game in the file.
        chance: what rolls the die from now on.

    Raises:
        Refused: it is damaged where it begins.
    """
    description = Description.parse(saved.description)
    try:
        game = notation.parse_game(description.record)
        table = Table(game, chance=chance, branching=description.is_study)
    except HnefataflError as error:
        raise _damage_refusal(error) from None
    done, fault = 0, "it is missing"
    times: Times | None = None
    try:
        for step in saved.steps:
            fact = load(step)
            times_then = Times.parse(fact)
            table.apply(fact)
            times = times_then or times
            done += 1
    except HnefataflError as error:
        fault = str(error)
    whole = done == saved.count
    damage = f"step {done + 1} of this game is damaged in the server's file ({fault:.200}). {_AS_FAR}"
    agreement = Agreement.parse(saved.offers) if whole and saved.offers else Agreement()
    return OpenedGame(
        description=description,
        table=table,
        count=done,
        damage="" if whole else damage,
        times=times,
        agreement=agreement,
        tags=game.tags,
    )


_LEVEL: Final = re.compile(r"\blevel=(\d+)")
_NAME: Final = 40
"""How many characters of a name are shown."""
_ROLES_IN_WORDS: Final = {
    Role.ATTACKERS: "You play the attackers.",
    Role.DEFENDERS: "You play the defenders.",
    Role.BOTH: "You play both sides.",
    Role.WATCH: "You are watching.",
}
HELP: Final = ("hint", "analyse", "review")
"""What the computer says about a game: the last of a study at any time, and of a game at its end."""
_TREE: Final = ("mark", "promote", "delete")
"""What changes variations and notes."""


def assign_seats(seats: object, mine: object, player: Callable[[str], str]) -> tuple[dict[Side, str], list[Role], Role]:
    """Return the seats of a new game, the roles that people have in it, and that of the visitor who begins it.

    Arguments:
        seats: who is to play the sides, whatever was sent.
        mine: the side of the visitor, or None.
        player: what returns a player of the computer as it is kept, or refuses it.

    Raises:
        Refused: nobody can play it so.
    """
    if not is_table(seats) or set(seats) != {side.value for side in Side}:
        raise Refused("the seats of the attackers and of the defenders were expected")
    kept: dict[Side, str] = {}
    for side in Side:
        seat = seats[side.value]
        if not isinstance(seat, str):
            raise Refused(f"the {side} are played by {SCREEN}, {LINK} or a player")
        kept[side] = seat if seat in (SCREEN, LINK) else player(seat)
    if SCREEN in kept.values() and len(set(kept.values())) > 1:
        raise Refused("at one screen, both sides are played")
    if mine is not None and not (isinstance(mine, str) and mine in seats and kept[Side(mine)] == LINK):
        raise Refused("mine: a side that is played by a link was expected")
    roles = list_people(kept)
    own = Role.BOTH if roles == [Role.BOTH] else Role(mine) if isinstance(mine, str) else Role.WATCH
    return kept, roles, own


def list_people(seats: dict[Side, str]) -> list[Role]:
    """Return the roles that people have."""
    if SCREEN in seats.values():
        return [Role.BOTH]
    return [Role(side.value) for side in Side if seats[side] == LINK]


def list_computers(seats: dict[Side, str]) -> list[str]:
    """Return the sides that the computer plays."""
    return [side.value for side, seat in seats.items() if seat not in (SCREEN, LINK)]


def name_players(seats: Mapping[Side, str], tags: Mapping[str, str]) -> dict[str, str]:
    """Return what the players are called who are no visitors: those of the computer, and those of a record.

    >>> name_players({Side.ATTACKERS: "alphabeta:level=3,seed=1", Side.DEFENDERS: SCREEN}, {"Defenders": "Ann"})
    {'attackers': 'Computer, level 3', 'defenders': 'Ann'}
    """
    names = {name.lower(): shortened(value, _NAME) for name, value in tags.items()}
    for side, seat in seats.items():
        if seat not in (SCREEN, LINK):
            level = _LEVEL.search(seat)
            names[side.value] = f"Computer, level {level[1]}" if level else f"Computer ({seat.partition(':')[0]})"
    return {side.value: names[side.value] for side in Side if names.get(side.value)}


def joined_message(description: Description, role: Role, tags: Mapping[str, str], rules: Ruleset) -> dict[str, Any]:
    """Return the first message to somebody who looks at a game in that role; the tags are those of its record."""
    return {
        "type": "joined",
        "role": role.value,
        "title": description.title,
        "rules": rules.name,
        "doubt": description.doubt,
        "study": description.is_study,
        "words": _ROLES_IN_WORDS[role],
        "players": name_players(description.seats, tags),
        "dialects": [dialect.name for dialect in DIALECTS],
    }


def list_offers(role: Role, description: Description) -> list[str]:
    """Return what the page offers somebody in that role at any place."""
    if role is Role.WATCH or description.is_shared:
        return ["record"]
    return ["record", "lines", *(HELP if description.is_study else HELP[:2])]


def check_help(role: Role, kind: object, table: Table, description: Description) -> None:
    """Check that the computer may help somebody.

    Raises:
        Refused: there are two people, who have to find their moves themselves; or the game is not over.
    """
    if kind == "review" and role is not Role.WATCH:
        if not table.is_over and not description.is_study:
            raise Refused("the game is not over")
    elif role is Role.WATCH or description.is_shared:
        raise Refused("hints are for games at one screen or against the computer")


def present(roles: list[Role], description: Description) -> dict[str, Any]:
    """Return the message of who is here: which of the people who play, and how many watch.

    Arguments:
        roles: the roles of all who are here.
        description: who plays the game.
    """
    here = {side.value: Role(side.value) in roles for side, seat in description.seats.items() if seat == LINK}
    return {"type": "present", "here": here, "watching": roles.count(Role.WATCH)}


def check_right(role: Role, kind: object, table: Table) -> None:
    """Check that somebody may do something now.

    Raises:
        Refused: it is another side's turn, or the visitor only watches.
    """
    if role is Role.WATCH:
        raise Refused("you are watching this game; its players play it")
    if kind == "end":
        raise Refused("a game is ended by resign, or by a draw that both agree on")
    if role is Role.BOTH:
        return
    turn = table.side_for(kind)
    if turn is not None and role.value != turn.value:
        raise Refused(f"it is the turn of the {turn}" if kind != "silent" else "the last move was not yours")
    if kind in _TREE:
        raise Refused("variations and notes are for games at one screen")


def limit_view(view: dict[str, Any], role: Role, table: Table, description: Description) -> dict[str, Any]:
    """Return a view that offers only what somebody in that role may do.

    Arguments:
        view: the view.
        role: the role.
        table: the game.
        description: who plays it.
    """
    mover = table.last_mover
    is_secret = description.is_shared and not table.is_over
    more = [] if role is Role.WATCH or is_secret or not table.can_go_on(view["node"]) else ["continue"]
    more += ["review"] if table.is_over and role is not Role.WATCH else []
    if role is Role.BOTH:
        return {**view, "actions": view["actions"] + more}
    own = view["live"] and role.value == view["turn"]
    offered = set[str]() if role is Role.WATCH else {"take_back"}
    offered |= {"roll", "stop", "pass"} if own else set()
    offered |= {"silent"} if mover is not None and role.value == mover.value else set()
    actions = [name for name in view["actions"] if name in offered]
    if role is not Role.WATCH and view["live"] and not view["over"]:
        actions += ["resign", "draw"] if description.is_shared else ["resign"]
    actions += more
    locked = "" if own else "you are watching this game" if role is Role.WATCH else f"you play the {role.value}"
    return {**view, "moves": view["moves"] if own else {}, "locked": locked, "actions": actions}


def describe_resignation(role: Role) -> dict[str, object]:
    """Return what happens when somebody in that role resigns.

    Raises:
        Refused: the role plays both sides.
    """
    if role is Role.BOTH:
        raise Refused("at one screen nobody resigns")
    return {"type": "end", "winner": Side(role.value).opponent.value, "ending": "resigned"}


def describe_deed(move: Move | None) -> dict[str, object]:
    """Return what a player of the computer does: a move, the end of a turn, or a roll."""
    if move is None:
        return {"type": "roll"}
    return {"type": "stop"} if move.is_stop and move != Move.PASS else {"type": "play", "move": str(move)}


_SEED: Final = re.compile(r",?seed=\d+")
_OPPONENT: Final = "alphabeta:level=5"
"""Who plays on from a position of a game that had no player of the computer."""


@frozen(kw_only=True)
class Successor:
    """What a game that follows begins with."""

    game: Game
    title: str
    seats: dict[Side, str]
    own: Role
    """The role of the visitor who begins it."""
    pace: Pace | None = None

    @property
    def roles(self) -> list[Role]:
        """The roles that people have in it."""
        return list_people(self.seats)


def swap_role(role: Role) -> Role:
    """Return the role of the other side; that of both sides and that of spectators stay."""
    return Role(Side(role.value).opponent.value) if role in (Role.ATTACKERS, Role.DEFENDERS) else role


def _reseed_seats(seats: dict[Side, str], player: Callable[[str], str]) -> dict[Side, str]:
    """Return seats whose players of the computer play with other seeds."""
    return {
        side: seat if seat in (SCREEN, LINK) else player(_SEED.sub("", seat).replace(":,", ":").rstrip(":"))
        for side, seat in seats.items()
    }


def make_rematch(description: Description, role: Role, player: Callable[[str], str], *, swaps: bool) -> Successor:
    """Return a game by the same rules, between the same players.

    Arguments:
        description: the game.
        role: the role of the visitor who begins it.
        player: what returns a player of the computer as it is kept.
        swaps: whether the players have the other sides.

    Raises:
        Refused: it is a study, or damaged.
    """
    try:
        game = notation.parse_game(description.record)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if game.moves:
        game = evolve(game, moves=(), variations=(), roll_pending=None)
    seats = description.seats
    if swaps:
        seats = {side: seats[side.opponent] for side in Side}
    return Successor(
        game=game,
        title=description.title,
        seats=_reseed_seats(seats, player),
        own=swap_role(role) if swaps else role,
        pace=description.pace,
    )


def make_continuation(description: Description, table: Table, node: object, player: Callable[[str], str]) -> Successor:
    """Return a game that goes on from a position: with the same players, or, where people played, with the computer
    for the side that is not to move.

    Arguments:
        description: the game.
        table: the game as it was played.
        node: the number of the position, whatever was sent.
        player: what returns a player of the computer as it is kept.

    Raises:
        TableError: there is no such position.
        Refused: the game is over there, or two people play it and are not done.
    """
    if description.is_shared and not table.is_over:
        raise Refused("the game is not over")
    if not table.can_go_on(node):
        raise Refused("node: the number of a move was expected after which the game goes on")
    turn = table.position_at(node).turn
    seats = description.seats
    if not list_computers(seats) or LINK not in seats.values():
        seats = {turn: LINK, turn.opponent: _OPPONENT}
    (own,) = list_people(seats)
    return Successor(game=table.line_to(node), title=description.title, seats=_reseed_seats(seats, player), own=own)


def made_message(created: dict[str, Any], role: Role) -> dict[str, Any]:
    """Return the message that tells somebody in that role of a game that follows."""
    tokens = {name: token for name, token in created["tokens"].items() if name in (role.value, Role.WATCH.value)}
    return {"type": "made", "game": {**created, "tokens": tokens, "mine": role.value}}
