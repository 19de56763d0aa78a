"""A game as the file has it: what it begins with, and how it is opened again."""

from __future__ import annotations

import json
from enum import Enum
from hashlib import sha256
from random import Random
from typing import Any, Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.notation._jsontext import load
from hnefatafl.table import Table
from hnefatafl.web._agreement import Agreement
from hnefatafl.web._clock import Pace, Times
from hnefatafl.web._errors import Refused

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


def digest(token: str) -> str:
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
            raise _damaged(error) from None


def _damaged(error: Exception) -> Refused:
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
class Opened:
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


def opened(saved: Saved, chance: Random | None = None) -> Opened:
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
        raise _damaged(error) from None
    done, fault = 0, "it is missing"
    times: Times | None = None
    try:
        for step in saved.steps:
            fact = load(step)
            found = Times.parse(fact)
            table.apply(fact)
            times = found or times
            done += 1
    except HnefataflError as error:
        fault = str(error)
    whole = done == saved.count
    damage = f"step {done + 1} of this game is damaged in the server's file ({fault:.200}). {_AS_FAR}"
    agreement = Agreement.parse(saved.offers) if whole and saved.offers else Agreement()
    return Opened(
        description=description,
        table=table,
        count=done,
        damage="" if whole else damage,
        times=times,
        agreement=agreement,
    )
