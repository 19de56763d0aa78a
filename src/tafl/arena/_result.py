"""What a match says of two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, final

from attrs import evolve, field

from hnefatafl.board import Side
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.search import Limit
from hnefatafl.support.arguments import is_mapping
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import reduced
from hnefatafl.support.texts import brief
from tafl.arena._contest import Contest, ContestGame, PlayerLike
from tafl.arena._statistics import Elo, Pairs, Points, Share, Sprt

if TYPE_CHECKING:
    from concurrent.futures import Executor

DECISIVE: Final = 10
"""From how many decisive games on a likelihood is given: see :attr:`MatchResult.likelihood`."""


@final
@frozen(kw_only=True)
class MatchResult:
    """The result of a match, from the view of the first player. It keeps counts only, whatever the number of games.

    >>> from hnefatafl import variants
    >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH, games=4)
    >>> result = MatchResult(contest=contest)
    >>> for game in contest.play():
    ...     result = result.add(game)
    >>> result.games, result.pairs.pairs
    (4, 2)
    """

    __repr__ = brief

    contest: Contest
    """What was played."""
    sprt: Sprt | None = None
    """The test that ends the match, if there is one."""
    as_attackers: Points = Points()
    """The first player's results as the attackers."""
    as_defenders: Points = Points()
    """The first player's results as the defenders."""
    pairs: Pairs = Pairs()
    """The pairs of games of one opening, by the first player's points."""
    half: float | None = None
    """The first player's points in the first game of a pair whose second is still to come."""
    endings: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games ended in each way: by a termination of the rules, or ``solved``, ``plies`` (too long, a draw) or
    ``forfeit`` (a player failed, or resigned)."""
    a_forfeits: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games the first player forfeited, by the cause (:data:`~tafl.arena.Cause`)."""
    b_forfeits: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games the second player forfeited, by the cause."""
    plies: int = 0
    """The number of moves of all games."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def add(self, game: ContestGame) -> MatchResult:
        """Return the result with one more game, the next one.

        >>> from hnefatafl import Side, variants
        >>> result = MatchResult(contest=Contest(a="greedy", b="random", ruleset=variants.BRANDUBH))
        >>> result.add(ContestGame(number=0, winner=Side.ATTACKERS, ending="rules", moves="")).half
        1.0
        """
        points = game.points
        point = Points.of(game.winner, Side.ATTACKERS if game.a_attacks else Side.DEFENDERS)
        counts = list(self.pairs.counts)
        if self.half is not None:
            counts[round(2 * (self.half + points))] += 1
        endings = Counter(self.endings)
        endings[game.ending if game.termination is None else game.termination.value] += 1
        forfeits = Counter(self.a_forfeits), Counter(self.b_forfeits)
        if game.cause is not None:
            forfeits[points > 0][game.cause] += 1
        return evolve(
            self,
            as_attackers=self.as_attackers + point if game.a_attacks else self.as_attackers,
            as_defenders=self.as_defenders if game.a_attacks else self.as_defenders + point,
            pairs=Pairs(counts=counts),
            half=points if self.half is None else None,
            endings=endings,
            a_forfeits=forfeits[0],
            b_forfeits=forfeits[1],
            plies=self.plies + game.plies,
        )

    @property
    def total(self) -> Points:
        """The first player's results."""
        return self.as_attackers + self.as_defenders

    @property
    def attackers(self) -> Points:
        """The results of the attackers, whoever played them."""
        mine, theirs = self.as_attackers, self.as_defenders
        return mine + Points(won=theirs.lost, drawn=theirs.drawn, lost=theirs.won)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return self.total.games

    @property
    def failures(self) -> int:
        """How many games ended because a player failed: by a forfeit that is not a resignation.

        >>> from hnefatafl import variants
        >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH)
        >>> MatchResult(contest=contest, a_forfeits={"timeout": 2}, b_forfeits={"died": 1, "resigned": 5}).failures
        3
        """
        return sum(
            count
            for forfeits in (self.a_forfeits, self.b_forfeits)
            for cause, count in forfeits.items()
            if cause != "resigned"
        )

    @property
    def failed(self) -> bool:
        """Whether half of the games or more ended because a player failed.

        Such a match says nothing of strength: a player that fails in half of its games cannot win the match, however
        well it plays. Then :attr:`elo` is unknown, and :attr:`decided` is None.

        >>> from hnefatafl import variants
        >>> contest = Contest(a="greedy", b="ugi:no-such-program", ruleset=variants.BRANDUBH, games=2)
        >>> result = MatchResult(contest=contest)
        >>> for game in contest.play():
        ...     result = result.add(game)
        >>> result.failed, dict(result.b_forfeits), print(result.elo)
        unknown
        (True, {'died': 2}, None)
        """
        return 0 < self.games <= 2 * self.failures

    @property
    def elo(self) -> Elo:
        """How much stronger the first player is; unknown if the match :attr:`failed`."""
        return Pairs().elo if self.failed else self.pairs.elo

    @property
    def decisive(self) -> int:
        """The number of games that were won or lost."""
        return self.total.won + self.total.lost

    @property
    def likelihood(self) -> float | None:
        """The likelihood that the first player is the stronger one (:attr:`Pairs.likelihood
        <tafl.arena.Pairs.likelihood>`); None if fewer than ten games were decisive, or the match :attr:`failed`.

        The test takes the share of the points as normal. By the usual rule (W. G. Cochran, "Some methods for
        strengthening the common chi-squared tests", Biometrics 10 (1954), 417-451) that holds from five expected
        cases on of each kind: between equal players, five games won and five lost.

        >>> from hnefatafl import variants
        >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH)
        >>> result = MatchResult(contest=contest, as_attackers=Points(won=4), pairs=Pairs(counts=(0, 0, 0, 0, 2)))
        >>> result.likelihood is None, result.pairs.likelihood > 0.8
        (True, True)
        """
        return None if self.failed or self.decisive < DECISIVE else self.pairs.likelihood

    @property
    def decided(self) -> bool | None:
        """What the test says after the last pair: True if the first player is stronger by ``elo1``, False if by
        ``elo0``, None if it goes on, if there is none, or if the match :attr:`failed`.
        """
        if self.sprt is None or self.half is not None or self.failed:
            return None
        return self.sprt.decide(self.pairs)

    def as_json(self) -> dict[str, object]:
        """Return the result as plain data for JSON. Infinite differences of strength are None, and all that is said of
        strength if the match :attr:`failed`.

        >>> from hnefatafl import variants
        >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH)
        >>> MatchResult(contest=contest).as_json()["points"]
        {'won': 0, 'drawn': 0, 'lost': 0, 'share': 0.5, 'low': 0.0, 'high': 1.0}
        """
        result = attributes(
            self,
            "games as_attackers as_defenders attackers pairs endings failed plies",
            points=self.total,
            elo=None if self.failed else self.elo,
            likelihood=self.likelihood,
            forfeits={"a": self.a_forfeits, "b": self.b_forfeits},
        )
        if self.sprt is not None:
            ratio, (low, high) = self.sprt.ratio(self.pairs), self.sprt.bounds
            result["sprt"] = attributes(self.sprt, "elo0 elo1", ratio=ratio, low=low, high=high, decided=self.decided)
        contest = self.contest
        head = {"a": contest.a_name, "b": contest.b_name, "variant": contest.ruleset.name, "seed": contest.seed}
        return {**head, **result}

    def __str__(self) -> str:
        contest = self.contest
        name = contest.ruleset.name
        lines = [
            f"{name}: {contest.a_name} against {contest.b_name}, {self.games:,} games, seed {contest.seed}",
            f"  as attackers  {_format_points(self.as_attackers)}",
            f"  as defenders  {_format_points(self.as_defenders)}",
            f"  all           {_format_points(self.total, str(self.pairs.share))}",
            *(f"  {line}" for line in self._list_conclusions()),
        ]
        for start, counts in (
            ("ended by", self.endings),
            (f"forfeits of {contest.a_name}:", self.a_forfeits),
            (f"forfeits of {contest.b_name}:", self.b_forfeits),
        ):
            if counts:
                ways = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
                lines.append(f"  {start} " + ", ".join(f"{way} {count:,}" for way, count in ways))
        if self.sprt is not None and not self.failed:
            lines.append(f"  {self._describe_test(self.sprt)}")
        return "\n".join(lines)

    def _list_conclusions(self) -> list[str]:
        """What the match says of the players and of the game, in words."""
        if self.failed:
            failures = f"{self.failures:,} of {self.games:,} games ended because a player failed"
            return [f"the match says nothing of strength: {failures}"]
        if self.likelihood is None:
            certain = f"too few decisive games for a likelihood ({self.decisive} of the {DECISIVE} needed)"
        else:
            certain = f"likelihood that {self.contest.a_name} is stronger {100 * self.likelihood:.1f} %"
        return [f"Elo {self.elo}, {certain}", f"the attackers take {self.attackers.share}"]

    def _describe_test(self, test: Sprt) -> str:
        """The test in words."""
        answers = {True: f"at least {test.elo1:+g}", False: f"at most {test.elo0:+g}", None: "undecided"}
        low, high = test.bounds
        return (
            f"test of {test.elo0:+g} against {test.elo1:+g} Elo: {answers[self.decided]}"
            f" (ratio {test.ratio(self.pairs):.2f}, decided at {low:.2f} and {high:.2f})"
        )


@plain.register
def _convert_points(points: Points) -> dict[str, Any]:
    return attributes(points, "won drawn lost") | _convert_share(points.share)


@plain.register
def _convert_pairs(pairs: Pairs) -> dict[str, Any]:
    return attributes(pairs, "counts") | _convert_share(pairs.share)


def _convert_share(share: Share) -> dict[str, float]:
    return {"share": share.value, "low": share.low, "high": share.high}


def _format_points(points: Points, share: str = "") -> str:
    return f"{points.won:5,} won {points.drawn:5,} drawn {points.lost:5,} lost   {share or points.share}"


class _Settings(TypedDict, total=False):
    """The settings of a :class:`~tafl.arena.Contest` that have a default."""

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
        a, b, ruleset, settings: as for :class:`~tafl.arena.Contest`.
        sprt: a test that ends the match early; it is asked after each pair of games.
        played, executor: as for :meth:`Contest.play <tafl.arena.Contest.play>`.
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
