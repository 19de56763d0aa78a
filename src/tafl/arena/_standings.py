"""The standings of a tournament: the match of each pairing, and a table of all players.

>>> standings = play_tournament(["alphabeta:nodes=50", "greedy", "random"], "brandubh", games=8)
>>> print(standings)
brandubh, round robin, 24 games, seed 0
  player              points  games  attackers  defenders  Elo               forfeits
  alphabeta:nodes=50      15     16        7/8        8/8  +363 [87, 633]    -
  greedy                   8     16        3/8        5/8  +0 [-178, 178]    -
  random                   1     16        0/8        1/8  -363 [-633, -87]  -

The points of a side stand before its games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypedDict, Unpack, final, get_args

from attrs import evolve, field

from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.search import Limit
from hnefatafl.support.arguments import as_tuple, is_mapping
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened
from tafl.arena._contest import Cause, Contest, ContestGame, PlayerLike
from tafl.arena._rating import rate
from tafl.arena._result import Elo, MatchResult, Points, Sprt

if TYPE_CHECKING:
    from concurrent.futures import Executor

Anchor = Literal["mean", "first"]
_WIDEST: Final = 40
"""How many characters of a name the table in a text has."""
_MOST_FORFEITS: Final = 1000
"""How many forfeits are kept with their reasons."""


@final
@frozen(kw_only=True)
class Forfeit:
    """A game that a player forfeited.

    >>> print(Forfeit(number=3, player="slow", opponent="greedy", cause="timeout", reason="no answer within 1 s"))
    game 3, slow against greedy: timeout: no answer within 1 s
    """

    number: int
    """The number of the game."""
    player: str
    """The player that forfeited it."""
    opponent: str
    """The other player."""
    cause: Cause
    """Why it did."""
    reason: str
    """The same in words."""

    def __str__(self) -> str:
        return f"game {self.number}, {self.player} against {self.opponent}: {self.cause}: {self.reason}"


@final
@frozen(kw_only=True)
class Row:
    """A player in the table of a tournament.

    >>> row = play_tournament(["greedy", "random"], "brandubh", games=2).table()[0]
    >>> row.name, row.total.games, row.as_attackers.games
    ('greedy', 2, 1)
    """

    place: int
    """The place of the player in the contest."""
    name: str
    """The name of the player."""
    elo: Elo
    """Its rating."""
    as_attackers: Points
    """Its results as the attackers."""
    as_defenders: Points
    """Its results as the defenders."""
    forfeits: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games it forfeited, by the cause (:data:`~tafl.arena.Cause`)."""

    @property
    def total(self) -> Points:
        """All its results."""
        return self.as_attackers + self.as_defenders


def _as_matches(matches: Iterable[MatchResult]) -> tuple[MatchResult, ...]:
    return as_tuple("matches", matches, MatchResult)


def _as_forfeits(forfeits: Iterable[Forfeit]) -> tuple[Forfeit, ...]:
    return as_tuple("forfeits", forfeits, Forfeit)


@final
@frozen(kw_only=True)
class Standings:
    """The results of a contest. They keep counts only, whatever the number of games, and the first thousand forfeits.

    >>> standings = Standings(contest=Contest(players=["greedy", "random"], ruleset="brandubh", games=4))
    >>> for game in standings.contest.play():
    ...     standings = standings.add(game)
    >>> standings.games, standings.matches[0].games
    (4, 4)
    """

    contest: Contest
    """What was played."""
    sprt: Sprt | None = None
    """The test that ends a contest of two players early, if there is one."""
    matches: tuple[MatchResult, ...] = field(default=(), converter=_as_matches)
    """The result of each pairing, in the order of :attr:`Contest.pairings`."""
    forfeits: tuple[Forfeit, ...] = field(default=(), converter=_as_forfeits)
    """The games that players forfeited, resignations among them: at most the first thousand."""

    def __attrs_post_init__(self) -> None:
        if self.sprt is not None and len(self.contest.players) != 2:
            raise ArgumentValueError("sprt: a test is of two players")
        if not self.matches:
            matches = (
                MatchResult(contest=self.contest, pairing=pairing, sprt=self.sprt) for pairing in self.contest.pairings
            )
            object.__setattr__(self, "matches", tuple(matches))

    def add(self, game: ContestGame) -> Standings:
        """Return the standings with one more game, the next one.

        >>> standings = Standings(contest=Contest(players=["greedy", "random"], ruleset="brandubh"))
        >>> game = ContestGame(number=0, winner=None, ending="forfeit", cause="timeout", moves="")
        >>> standings.add(game).games
        1
        """
        contest = self.contest
        at = game.number // 2 % len(self.matches)
        matches = (*self.matches[:at], self.matches[at].add(game), *self.matches[at + 1 :])
        forfeits = self.forfeits
        if game.cause is not None and len(forfeits) < _MOST_FORFEITS:
            attackers, defenders = (contest.names[place] for place in contest.seats(game.number))
            has_attackers_lost = (game.points == 0) == game.a_attacks
            player, opponent = (attackers, defenders) if has_attackers_lost else (defenders, attackers)
            forfeit = Forfeit(
                number=game.number, player=player, opponent=opponent, cause=game.cause, reason=game.reason
            )
            forfeits = (*forfeits, forfeit)
        return evolve(self, matches=matches, forfeits=forfeits)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(match.games for match in self.matches)

    @property
    def failures(self) -> int:
        """How many games ended because a player failed: by a forfeit that is not a resignation."""
        return sum(match.failures for match in self.matches)

    @property
    def failed(self) -> bool:
        """Whether the games say nothing of strength: of those between players that did not fail in half of their own
        games or more, none was played, or half or more ended because a player failed. Then all ratings are unknown."""
        failures = sum(match.failures for match in self._rated)
        return self.games > 0 and sum(match.games for match in self._rated) <= 2 * failures

    @property
    def _rated(self) -> list[MatchResult]:
        """The matches of players that did not fail too often for a rating."""
        failing = self._find_failing()
        return [match for match in self.matches if failing.isdisjoint(match.pairing)]

    @property
    def decided(self) -> bool | None:
        """What the test says of two players (:attr:`MatchResult.decided`)."""
        return self.matches[0].decided

    def ratings(self, anchor: Anchor = "mean") -> tuple[Elo, ...]:
        """Return the ratings of the players, by their places: one fit of the Bradley-Terry model, in which a draw is
        half a win and half a loss, with intervals for 95 %.

        A player that failed in half of its games or more (by a forfeit that is no resignation) has no rating, and its
        pairings are left out; for others a forfeit is a loss, unless the games :attr:`failed`. Where a player has won
        or lost all games against the others, its rating is infinite, and its interval has a bound on one side only; of
        a player without games the rating is unknown.

        >>> standings = play_tournament(["greedy", "random"], "brandubh", games=20)
        >>> print(standings.matches[0].elo, "|", standings.ratings("first")[1])
        +301 [92, 511] | -301 [-511, -92]

        Arguments:
            anchor: what ratings are relative to: the mean of the players whose ratings are finite, or the first
                player.

        Raises:
            ArgumentValueError: there is no such anchor.
        """
        if anchor not in get_args(Anchor):
            raise ArgumentValueError(f"anchor: mean or first was expected, not {anchor!r:.40}")
        meetings = [(*match.pairing, match.pairs) for match in self._rated if not self.failed]
        return rate(len(self.contest.players), meetings, anchor == "first")

    def _find_failing(self) -> set[int]:
        """The places of the players that failed too often for a rating; of a match of two that failed, both."""
        if len(self.matches) == 1:
            return {0, 1} if self.matches[0].failed else set()
        games, failures = Counter[int](), Counter[int]()
        for match in self.matches:
            for place, forfeits in zip(match.pairing, (match.a_forfeits, match.b_forfeits), strict=True):
                games[place] += match.games
                failures[place] += sum(forfeits.values()) - forfeits.get("resigned", 0)
        return {place for place, number in games.items() if 0 < number <= 2 * failures[place]}

    @property
    def anchor(self) -> Anchor:
        """What the ratings of the table are relative to: the first player of a gauntlet, or else the mean."""
        return "first" if self.contest.gauntlet else "mean"

    def table(self, anchor: Anchor | None = None) -> list[Row]:
        """Return a row for each player, the best first.

        In a round robin that is who has the most points, and of equals the best rating. In a gauntlet, where the first
        player has more games than the others, it is the best rating, and of equals the larger share of the points;
        players without a rating come last.

        >>> standings = play_tournament(["random", "greedy", "ugi:no-such-program"], "brandubh", games=2)
        >>> [row.name for row in standings.table()]
        ['greedy', 'random', 'ugi:no-such-program']

        Arguments:
            anchor: as for :meth:`ratings`; None for :attr:`anchor`.
        """
        sides = [[Points(), Points()] for _ in self.contest.players]
        forfeits = [Counter[str]() for _ in self.contest.players]
        for match in self.matches:
            first, second = match.pairing
            for side, points in enumerate((match.as_attackers, match.as_defenders)):
                sides[first][side] += points
                sides[second][1 - side] += Points(won=points.lost, drawn=points.drawn, lost=points.won)
            forfeits[first].update(match.a_forfeits)
            forfeits[second].update(match.b_forfeits)
        rows = [
            Row(place=place, name=name, elo=elo, as_attackers=attackers, as_defenders=defenders, forfeits=lost)
            for place, (name, elo, (attackers, defenders), lost) in enumerate(
                zip(self.contest.names, self.ratings(anchor or self.anchor), sides, forfeits, strict=True)
            )
        ]
        return sorted(rows, key=_rank_by_rating if self.contest.gauntlet else _rank_by_points, reverse=True)

    def as_json(self) -> dict[str, object]:
        """Return the standings as plain data for JSON: of two players those of their match
        (:meth:`MatchResult.as_json`), with the table.

        >>> standings = play_tournament(["greedy", "random", "random:seed=1"], "brandubh", games=2)
        >>> sorted(standings.as_json())
        ['anchor', 'failed', 'forfeits', 'games', 'gauntlet', 'matches', 'players', 'seed', 'table', 'variant']
        """
        contest = self.contest
        columns = "name elo as_attackers as_defenders forfeits"
        table = [attributes(row, columns, points=row.total) for row in self.table()]
        common = {"table": table, "anchor": self.anchor}
        if len(self.matches) == 1:
            return self.matches[0].as_json() | common
        return {
            "players": list(contest.names),
            "gauntlet": contest.gauntlet,
            "variant": contest.ruleset.name,
            **attributes(contest, "seed"),
            **attributes(self, "games failed matches"),
            **common,
            **attributes(self, "forfeits"),
        }

    def __str__(self) -> str:
        if len(self.matches) == 1:
            return str(self.matches[0])
        contest = self.contest
        kind = "gauntlet" if contest.gauntlet else "round robin"
        lines = [f"{contest.ruleset.name}, {kind}, {self.games:,} games, seed {contest.seed}"]
        lines += ["  " + line for line in _format_table(self.table())]
        if self._find_failing():
            lines.append("  a player that failed in half of its games has no Elo, and gives none to others")
        if self.failed:
            lines.append(f"  no strength was measured: {self.failures:,} games ended because a player failed")
        return "\n".join(lines)


def _rank_by_rating(row: Row) -> tuple[bool, float, float]:
    is_known = not (math.isinf(row.elo.low) and math.isinf(row.elo.high))
    return is_known, row.elo.value, row.total.share.value


def _rank_by_points(row: Row) -> tuple[float, bool, float]:
    is_known, elo, _ = _rank_by_rating(row)
    return row.total.points, is_known, elo


def _format_table(rows: Sequence[Row]) -> list[str]:
    """Return the table in columns."""
    cells = [["player", "points", "games", "attackers", "defenders", "Elo", "forfeits"]]
    for row in rows:
        lost = ", ".join(f"{cause} {count:,}" for cause, count in sorted(row.forfeits.items())) or "-"
        sides = (f"{side.points:g}/{side.games}" for side in (row.as_attackers, row.as_defenders))
        cells.append(
            [shortened(row.name, _WIDEST), f"{row.total.points:g}", f"{row.total.games}", *sides, str(row.elo), lost]
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    numeric = range(1, 5)
    return [
        "  ".join(
            cell.rjust(width) if index in numeric else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]


class _ContestSettings(TypedDict, total=False):
    """The settings of a :class:`~tafl.arena.Contest` that have a default."""

    games: int
    openings: tuple[Position, ...]
    opening_plies: int
    plies: int
    limit: Limit | None
    margin: float | None
    solving: int
    seed: int
    names: tuple[str, ...]


def play_tournament(
    players: Iterable[PlayerLike],
    ruleset: RulesetLike,
    *,
    gauntlet: bool = False,
    sprt: Sprt | None = None,
    played: Iterable[ContestGame] = (),
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[Standings], object] | None = None,
    **settings: Unpack[_ContestSettings],
) -> Standings:
    """Play a contest and return its standings.

    >>> standings = play_tournament(["greedy", "random", "random:seed=5"], "brandubh", games=4)
    >>> standings.games, standings.table()[0].name
    (12, 'greedy')

    Arguments:
        players, ruleset, gauntlet, settings: as for :class:`~tafl.arena.Contest`.
        sprt: a test that ends a match of two players early; it is asked after each pair of games.
        played, executor: as for :meth:`Contest.play <tafl.arena.Contest.play>`.
        progress: called with the standings so far after each game.

    Raises:
        ArgumentValueError: a number is out of range, or there is no such player.
        ArgumentTypeError: something is of another type; or a player chooses what is neither a move nor None, such as
            a text.
        UnknownVariantError: no ruleset has that name.
        EngineNotStartedError: this machine lacks what it takes to start an engine.
    """
    contest = Contest(players=players, ruleset=as_ruleset(ruleset), gauntlet=gauntlet, **settings)
    standings = Standings(contest=contest, sprt=sprt)
    for game in contest.play(played=played, executor=executor):
        standings = standings.add(game)
        if progress is not None:
            progress(standings)
        if standings.decided is not None:
            break
    return standings


def play_match(
    a: PlayerLike,
    b: PlayerLike,
    ruleset: RulesetLike,
    *,
    sprt: Sprt | None = None,
    played: Iterable[ContestGame] = (),
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[MatchResult], object] | None = None,
    **settings: Unpack[_ContestSettings],
) -> MatchResult:
    """Play a tournament of two players and return the result of their match.

    >>> result = play_match("greedy", "random", "brandubh", games=10)
    >>> result.games, result.as_attackers.games
    (10, 5)

    Arguments:
        a, b: the players.
        ruleset, sprt, played, executor, settings: as for :func:`play_tournament`.
        progress: called with the result so far after each game.

    Raises:
        HnefataflError: as :func:`play_tournament`.
    """

    def show(standings: Standings) -> None:
        if progress is not None:
            progress(standings.matches[0])

    standings = play_tournament((a, b), ruleset, sprt=sprt, played=played, executor=executor, progress=show, **settings)
    return standings.matches[0]
