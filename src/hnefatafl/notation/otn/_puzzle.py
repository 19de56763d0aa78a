"""The puzzles in OTN's game records. The public module is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from attrs import field

from hnefatafl._base.arguments import is_a
from hnefatafl._base.seal import frozen
from hnefatafl.errors import NotationError
from hnefatafl.notation._places import Place, begins_second, places_of
from hnefatafl.records import Game

_ADDRESS: Final = re.compile(r"\s*([0-9]{1,7})([a-z]?)\.?\s*", re.ASCII)
_HINT: Final = re.compile(r"\(hint:([^()]*)\)", re.IGNORECASE)


@frozen(kw_only=True)
class Puzzle:
    """The puzzle in a record, as its tags describe it.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> from hnefatafl.notation import otn
    >>> game = Game(ruleset=variants.BRANDUBH, tags={"puzzle-mode": "strict", "puzzle-start": "1b"})
    >>> otn.puzzle(game.add(map(Move.parse, ["d1-c1", "c4-c2"]))).mode
    'strict'
    """

    mode: Literal["loose", "strict"]
    """Whether moves other than the record's may be tried (``loose``) or not."""
    prestart: int = field(validator=is_a(int))
    """The number of moves of the main line before the puzzle is first shown; from there to ``start`` the moves are
    shown."""
    start: int = field(validator=is_a(int))
    """The number of moves before the first move that the solver has to find."""


def hints(comment: str) -> tuple[str, ...]:
    """Return the hints in a comment: the texts in brackets after ``hint:``.

    >>> hints("Black to move. (Hint: The king cannot be taken yet.)")
    ('The king cannot be taken yet.',)
    """
    return tuple(match[1].strip() for match in _HINT.finditer(comment))


def puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a game's tags describe, or None.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
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
    """Return the puzzle in the tags of a text or of a game; without a text, errors show only the tag.

    Arguments:
        tags: the tags.
        main: the places of the moves of the main line.
        text: the text that contains the tags.
        places: the offset of the value of each.
    """

    def fault(name: str, message: str) -> NotationError:
        if text is None:
            return NotationError(f"{name}: {message}", tags[name])
        return NotationError(f"{name}: {message}", text, places[name])

    def ply(name: str) -> int | None:
        """Return the number of moves made at an address: ``6a`` is after the first move of turn 6."""
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
