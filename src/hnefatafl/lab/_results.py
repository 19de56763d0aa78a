"""Results of studies: what the games say of a ruleset, by strength, and how far a study is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, final

from attrs import field

from hnefatafl._base.arguments import as_tuple, is_mapping
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl._base.tally import reduced
from hnefatafl.arena import Points, Share
from hnefatafl.board import Side, Square
from hnefatafl.lab._observation import Observations, Strength, plainer
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from hnefatafl.lab._exploration import Exploration

_ABLE: Final = 0.9
"""The part of the games against random moves that a player has to win."""


@final
@frozen(kw_only=True)
class StrengthResult:
    """What the games of one strength say.

    >>> StrengthResult(strength=Strength(), observations=Observations()).observations.games
    0
    """

    __repr__ = brief

    strength: Strength
    """How well both sides played."""
    observations: Observations
    """What was counted."""
    swapped: Points | None = None
    """The results of the attackers if the other side moves first, or None if that was not played or the lot decides."""
    against_random: Mapping[Side, Points] = field(
        factory=dict[Side, Points], validator=is_mapping(Side, Points), hash=False
    )
    """The results of each side with this strength against random moves; empty for random moves themselves."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @property
    def balance(self) -> Share:
        """The share of the points that the attackers take.

        >>> seen = Observations(attackers=Points(won=6, lost=4))
        >>> print(StrengthResult(strength=Strength(), observations=seen).balance)
        60.0 % [31.3, 83.2]
        """
        return self.observations.attackers.share

    @property
    def unable(self) -> tuple[Side, ...]:
        """The sides that do not even beat random moves nine times in ten: a player that cannot win with a side cannot
        judge what it is worth.

        >>> weak = {Side.ATTACKERS: Points(won=3, drawn=7), Side.DEFENDERS: Points(won=10)}
        >>> StrengthResult(strength=Strength(nodes=50), observations=Observations(), against_random=weak).unable
        (Side.ATTACKERS,)
        """
        return tuple(side for side, points in self.against_random.items() if points.won < _ABLE * points.games)

    @property
    def doubt(self) -> str:
        """Why the balance says nothing, in words; empty if both sides are able.

        >>> weak = {Side.ATTACKERS: Points(won=3, drawn=7), Side.DEFENDERS: Points(won=10)}
        >>> StrengthResult(strength=Strength(nodes=50), observations=Observations(), against_random=weak).doubt
        'the attackers do not even beat random moves: the player cannot judge the rules'
        """
        sides = " and the ".join(map(str, self.unable))
        return f"the {sides} do not even beat random moves: the player cannot judge the rules" if sides else ""


@final
@frozen(kw_only=True)
class StudyProgress:
    """How far a study is.

    >>> StudyProgress(games=5, size=20, share=0.25).results
    ()
    """

    __repr__ = brief

    games: int
    """The number of games played."""
    size: int | None
    """How many there will be, or None within a budget of time."""
    share: float
    """How much is done, from 0 to 1."""
    results: tuple[StrengthResult, ...] = ()
    """What is known so far."""


def _results(results: Iterable[StrengthResult]) -> tuple[StrengthResult, ...]:
    return as_tuple("results", results)


@final
@frozen(kw_only=True)
class Study:
    """What games of several strengths say of a ruleset.

    >>> from hnefatafl import variants
    >>> from hnefatafl.lab import study
    >>> found = study(variants.BRANDUBH, strengths=["random"], games=20)
    >>> print(found.describe().splitlines()[0])
    brandubh: 20 games of each strength, seed 0
    """

    __repr__ = brief

    ruleset: Ruleset
    """The rules."""
    results: tuple[StrengthResult, ...] = field(converter=_results)
    """The results, by strength as they were asked for."""
    seed: int = 0
    """The seed of the games."""
    plies: int = 400
    """After how many moves a game was cut off."""
    opening_plies: int = 2
    """How many moves at the beginning were random."""
    seconds: float = field(default=0.0, eq=False)
    """How long it took."""
    whole: bool = True
    """Whether it came to its end, and no interrupt ended it."""

    @property
    def dead_squares(self) -> Mapping[str, tuple[Square, ...]]:
        """The squares that a kind of piece (``attackers``, ``defenders``, ``king``) never moved to in any game, and
        those that none did (``any``).

        >>> from hnefatafl import variants
        >>> from hnefatafl.lab import study
        >>> found = study(variants.BRANDUBH, strengths=["random"], games=40)
        >>> [square.name for square in found.dead_squares["any"]]
        []
        """
        visited: dict[str, set[str]] = {"attackers": set(), "defenders": set(), "king": set()}
        for result in self.results:
            for square, kind in result.observations.visits:
                visited[kind].add(square)
        visited["any"] = set().union(*visited.values())
        squares = [Square(file, rank) for rank in range(self.ruleset.size) for file in range(self.ruleset.size)]
        return {
            kind: tuple(square for square in squares if square.name not in names) for kind, names in visited.items()
        }

    @property
    def idle_options(self) -> tuple[str, ...]:
        """The options without which every game that was looked into would have gone in the same way.

        >>> from hnefatafl import variants
        >>> from hnefatafl.lab import study
        >>> "escape" in study(variants.BRANDUBH, strengths=["random"], games=20).idle_options
        False
        """
        needed = {name for each in self.results for name in each.observations.needed}
        return tuple(name for name in plainer(self.ruleset) if name not in needed)

    def describe(self) -> str:
        """Return the study in words and numbers, in English.

        >>> from hnefatafl import variants
        >>> from hnefatafl.lab import study
        >>> "attackers" in study(variants.BRANDUBH, strengths=["random"], games=4).describe()
        True
        """
        from hnefatafl.lab._report import text

        return text(self)

    def as_json(self) -> dict[str, Any]:
        """Return the study as plain data for JSON.

        >>> from hnefatafl import variants
        >>> from hnefatafl.lab import study
        >>> study(variants.BRANDUBH, strengths=["random"], games=4).as_json()["results"][0]["games"]
        4
        """
        from hnefatafl.lab._report import data

        return data(self)

    def html(self, exploration: Exploration | None = None) -> str:
        """Return the study as a page that needs no other file, if wanted with an exploration.

        >>> from hnefatafl import variants
        >>> from hnefatafl.lab import study
        >>> study(variants.BRANDUBH, strengths=["random"], games=4).html()[:15]
        '<!DOCTYPE html>'
        """
        from hnefatafl.lab._page import page

        return page(self, exploration)

    def _repr_html_(self) -> str:
        from hnefatafl.lab._page import part

        return part(self)

    def __str__(self) -> str:
        return self.describe()
