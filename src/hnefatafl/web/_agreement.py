"""What two people who play by link agree about: a draw, a move that is taken back, another game."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import NotationError
from hnefatafl.notation._jsontext import dump, load
from hnefatafl.web._errors import Refused

_WORDS: Final = {
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

    def propose(self, what: object, side: Side, is_over: bool) -> tuple[Agreement, str | None]:
        """Let a side offer something; return what is so afterwards, and what is agreed on, where the other side has
        offered the same.

        Raises:
            Refused: there is no such offer now, another one waits, or it was declined.
        """
        if not isinstance(what, str) or what not in _WORDS:
            raise Refused(f"what: one of {', '.join(_WORDS)} was expected")
        if is_over != (what in ("rematch", "swapped")):
            raise Refused("the game is over" if is_over else "the game is not over")
        if self.offer == Offer(what, side.opponent):
            return evolve(self, offer=None), what
        if self.offer is not None:
            raise Refused(f"the {self.offer.side} {_WORDS[self.offer.what]}; that waits for its answer")
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
        words = f"The {offer.side} {_WORDS[offer.what]}."
        return {"type": "offer", "what": offer.what, "side": offer.side.value, "words": words}

    @property
    def text(self) -> str:
        """Return it in JSON."""
        made = [[each.what, each.side.value, each == self.offer] for each in self.made]
        return dump({"made": sorted(made)})

    @staticmethod
    def parse(text: str) -> Agreement:
        """Read it; a damaged one has no offers, which can be made again."""
        try:
            plain: dict[str, Any] = load(text)
            made = {Offer(what, Side(side)): waits for what, side, waits in plain["made"] if what in _WORDS}
        except (NotationError, KeyError, TypeError, ValueError):
            return Agreement()
        return Agreement(next((offer for offer, waits in made.items() if waits is True), None), frozenset(made))
