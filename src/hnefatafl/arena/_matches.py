"""A match of two players, with its result.

>>> from hnefatafl import variants
>>> print(play_match("alphabeta:nodes=50", "greedy", variants.BRANDUBH, games=20))
brandubh: alphabeta:nodes=50 against greedy, 20 games, seed 0
  as attackers      9 won     0 drawn     1 lost   90.0 % [59.6, 98.2]
  as defenders     10 won     0 drawn     0 lost   100.0 % [72.2, 100.0]
  all              19 won     0 drawn     1 lost   95.0 % [65.1, 99.5]
  Elo +512 [109, 914], likelihood that alphabeta:nodes=50 is stronger 99.8 %
  the attackers take 45.0 % [25.8, 65.8]
  ended by king-escaped 11, king-captured 9
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypedDict, Unpack

from hnefatafl.arena._contest import Contest, ContestGame, PlayerLike
from hnefatafl.arena._result import MatchResult
from hnefatafl.arena._statistics import Sprt
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset
from hnefatafl.search import Limit

if TYPE_CHECKING:
    from concurrent.futures import Executor


class _Settings(TypedDict, total=False):
    """The settings of a :class:`~hnefatafl.arena.Contest` that have a default."""

    games: int
    openings: tuple[Position, ...]
    opening_plies: int
    plies: int
    limit: Limit | None
    solving: int
    seed: int
    a_name: str
    b_name: str


def play_match(
    a: PlayerLike,
    b: PlayerLike,
    ruleset: Ruleset | str,
    *,
    sprt: Sprt | None = None,
    played: Iterable[ContestGame] = (),
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[MatchResult], object] | None = None,
    **settings: Unpack[_Settings],
) -> MatchResult:
    """Play a contest and return its result.

    >>> result = play_match("greedy", "random", "brandubh", games=10)
    >>> result.games, result.as_attackers.games
    (10, 5)

    Arguments:
        a, b, ruleset, settings: as for :class:`~hnefatafl.arena.Contest`.
        sprt: a test that ends the match early; it is asked after each pair of games.
        played, executor: as for :meth:`Contest.play <hnefatafl.arena.Contest.play>`.
        progress: called with the result so far after each game.

    Raises:
        ArgumentValueError: a number is out of range, or there is no such player.
        ArgumentTypeError: something is of another type; or a player chooses what is neither a move nor None, such as
            a text.
        UnknownVariantError: no ruleset has that name.
    """
    contest = Contest(a=a, b=b, ruleset=as_ruleset(ruleset), **settings)
    result = MatchResult(contest=contest, sprt=sprt)
    for game in contest.play(played=played, executor=executor):
        result = result.add(game)
        if progress is not None:
            progress(result)
        if result.decided is not None:
            break
    return result
