"""What two people who play by link agree about: a draw, a move that is taken back, another game."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from hnefatafl.board import Side
from hnefatafl.web._errors import Refused

__all__ = ["Agreement", "Offer"]

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


class Agreement:
    """The offer that waits for an answer; there is one at a time. A side offers the same once before the next move."""

    def __init__(self) -> None:
        self.offer: Offer | None = None
        self._made = set[Offer]()

    def propose(self, what: object, side: Side, is_over: bool) -> bool:
        """Let a side offer something; return whether the other has offered the same, so that both agree.

        Raises:
            Refused: there is no such offer now, another one waits, or it was declined.
        """
        if not isinstance(what, str) or what not in _WORDS:
            raise Refused(f"what: one of {', '.join(_WORDS)} was expected")
        if is_over != (what in ("rematch", "swapped")):
            raise Refused("the game is over" if is_over else "the game is not over")
        if self.offer == Offer(what, side.opponent):
            self.offer = None
            return True
        if self.offer is not None:
            raise Refused(f"the {self.offer.side} {_WORDS[self.offer.what]}; that waits for its answer")
        if Offer(what, side) in self._made:
            raise Refused("this was declined; it can be offered again after the next move")
        self.offer = Offer(what, side)
        self._made.add(self.offer)
        return False

    def answer(self, side: Side, accepts: object) -> Offer | None:
        """Let a side answer; return what is agreed, or None if it is declined, or taken back by whoever offered it.

        Raises:
            Refused: nothing is offered, or its own offer.
        """
        offer = self.offer
        if offer is None:
            raise Refused("nothing is offered")
        if accepts is True and offer.side is side:
            raise Refused("your own offer is for the other side")
        self.offer = None
        return offer if accepts is True else None

    def clear(self) -> None:
        """Begin anew, after a move."""
        self.offer = None
        self._made.clear()

    def message(self) -> dict[str, Any]:
        """Return what the pages show."""
        offer = self.offer
        if offer is None:
            return {"type": "offer", "what": None, "side": None, "words": ""}
        words = f"The {offer.side} {_WORDS[offer.what]}."
        return {"type": "offer", "what": offer.what, "side": offer.side.value, "words": words}
