"""What those who look at a game may do in it: by which seats it is played, and by the role of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hnefatafl.board import Move, Side
from hnefatafl.notation._plain import is_table
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.table import Table
from hnefatafl.web._errors import Refused
from hnefatafl.web._opening import LINK, SCREEN, Description, Role

_WORDS: Final = {
    Role.ATTACKERS: "You play the attackers.",
    Role.DEFENDERS: "You play the defenders.",
    Role.BOTH: "You play both sides.",
    Role.WATCH: "You are watching.",
}
HELP: Final = ("hint", "analyse", "review")
"""What the computer says about a game: the last of a study at any time, and of a game at its end."""
_TREE: Final = ("promote", "delete")
"""What changes variations."""


def seated(seats: object, mine: object, player: Callable[[str], str]) -> tuple[dict[Side, str], list[Role], Role]:
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
    given: dict[Side, str] = {}
    for side in Side:
        seat = seats[side.value]
        if not isinstance(seat, str):
            raise Refused(f"the {side} are played by {SCREEN}, {LINK} or a player")
        given[side] = seat if seat in (SCREEN, LINK) else player(seat)
    if SCREEN in given.values() and len(set(given.values())) > 1:
        raise Refused("at one screen, both sides are played")
    if mine is not None and not (isinstance(mine, str) and mine in seats and given[Side(mine)] == LINK):
        raise Refused("mine: a side that is played by a link was expected")
    roles = people(given)
    own = Role.BOTH if roles == [Role.BOTH] else Role(mine) if isinstance(mine, str) else Role.WATCH
    return given, roles, own


def people(seats: dict[Side, str]) -> list[Role]:
    """Return the roles that people have."""
    if SCREEN in seats.values():
        return [Role.BOTH]
    return [Role(side.value) for side in Side if seats[side] == LINK]


def computers(seats: dict[Side, str]) -> list[str]:
    """Return the sides that the computer plays."""
    return [side.value for side, seat in seats.items() if seat not in (SCREEN, LINK)]


def joined(description: Description, role: Role) -> dict[str, Any]:
    """Return the first message to somebody who looks at a game in that role."""
    return {
        "type": "joined",
        "role": role.value,
        "title": description.title,
        "doubt": description.doubt,
        "study": description.is_study,
        "words": _WORDS[role],
        "dialects": [each.name for each in DIALECTS],
    }


def offered(role: Role, description: Description) -> list[str]:
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
        raise Refused("variations are for games at one screen")


def limited(view: dict[str, Any], role: Role, table: Table, description: Description) -> dict[str, Any]:
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


def resigned(role: Role) -> dict[str, object]:
    """Return what happens when somebody in that role resigns.

    Raises:
        Refused: the role plays both sides.
    """
    if role is Role.BOTH:
        raise Refused("at one screen nobody resigns")
    return {"type": "end", "winner": Side(role.value).opponent.value, "ending": "resigned"}


def deed(move: Move | None) -> dict[str, object]:
    """Return what a player of the computer does: a move, the end of a turn, or a roll."""
    if move is None:
        return {"type": "roll"}
    return {"type": "stop"} if move.is_stop and move != Move.PASS else {"type": "play", "move": str(move)}
