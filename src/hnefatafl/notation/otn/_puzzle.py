"""The puzzles in OTN's game records. The public face is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from attrs import frozen

from hnefatafl._arguments import checked, typed
from hnefatafl.errors import NotationError
from hnefatafl.game import Game
from hnefatafl.notation._places import Place, begins_second, places_of

__all__ = ["Puzzle", "hints", "puzzle", "read_puzzle"]

_ADDRESS: Final = re.compile(r"\s*([0-9]{1,7})([a-z]?)\.?\s*", re.ASCII)
_HINT: Final = re.compile(r"\(hint:([^()]*)\)", re.IGNORECASE)


@frozen(kw_only=True, field_transformer=typed)
class Puzzle:
    """What the tags of a record say about the puzzle in it.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.game import Game
    >>> from hnefatafl.notation import otn
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "strict", "puzzle-start": "1b"})
    >>> otn.puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"]))).mode
    'strict'
    """

    mode: Literal["loose", "strict"]
    """Whether other moves than the record's may be tried (``loose``) or not."""
    prestart: int
    """After how many moves of the main line it is first shown; from there to the start one may look on."""
    start: int
    """After how many moves it is for the solver to find the next one."""


@checked
def hints(comment: str) -> tuple[str, ...]:
    """Return the hints in a comment: what stands in brackets after ``hint:``.

    >>> hints("Black to move. (Hint: The king cannot be taken yet.)")
    ('The king cannot be taken yet.',)
    """
    return tuple(match[1].strip() for match in _HINT.finditer(comment))


@checked
def puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a game's tags make of it, or None.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.game import Game
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "loose", "puzzle-start": "1b"})
    >>> puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"])))
    Puzzle(mode='loose', prestart=2, start=2)

    Raises:
        NotationError: the tags say what no puzzle tag does, or name a move that is not there.
    """
    main = places_of(game.moves, False, None, game.ruleset, begins_second(game))
    return read_puzzle(game.tags, main, None, {})


def read_puzzle(
    tags: Mapping[str, str], main: Sequence[Place], text: str | None, places: Mapping[str, int]
) -> Puzzle | None:
    """Return the tags of a text, or, without one, of a game: then faults show the tag alone.

    Arguments:
        tags: the tags.
        main: the places of the moves of the main line.
        text: the text that the tags stand in.
        places: where the value of each stands.
    """

    def fault(name: str, message: str) -> NotationError:
        if text is None:
            return NotationError(f"{name}: {message}", tags[name])
        return NotationError(f"{name}: {message}", text, places[name])

    def ply(name: str) -> int | None:
        """How many moves have been made where an address says: ``6a`` is after the first move of turn 6."""
        if name not in tags:
            return None
        match = _ADDRESS.fullmatch(tags[name])
        if match is None:
            raise fault(name, "a move of the main line was expected, such as 6a")
        turn, letter = int(match[1]), match[2] or "a"
        if not turn:
            return 0
        for made, place in enumerate(main, start=1):
            if (place.turn, place.index) == (turn, ord(letter) - ord("a")):
                return made
        raise fault(name, f"the main line has no move {turn}{letter}")

    mode = tags.get("puzzle-mode", "none").strip()
    if mode not in ("none", "loose", "strict"):
        raise fault("puzzle-mode", "one of none, loose and strict was expected")
    prestart, start = ply("puzzle-prestart"), ply("puzzle-start")
    if start is None:
        start = prestart or 0
    if mode == "none":
        return None
    return Puzzle(
        mode="loose" if mode == "loose" else "strict", start=start, prestart=start if prestart is None else prestart
    )
