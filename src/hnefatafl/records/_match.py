"""Matches: two games or more under one ruleset, in which two players change sides.

Tafl is not balanced, so S001 asks for at least two games with changing roles ("Allgemeines": "Daher werden mindestens
zwei Partien mit wechselnder Rollenverteilung gespielt!"). Like a :class:`~hnefatafl.records.Game`, a :class:`Match` is
a value: it never changes, and :meth:`Match.add` returns a new one. The games are records, and :meth:`Match.replay`
plays them through the rules.

S001 says nothing of the score. Our reading: a win counts two points, a draw one each, and more points win the match;
:class:`Scoring` has other numbers, and a function can count in any other way.

The sides of the players and the first side can be drawn by lot (:func:`draw_sides`, S003 §4; :func:`draw_first`,
S001 "Der erste Zug"). The random numbers come from a :class:`random.Random` of the caller.

>>> from random import Random
>>> from hnefatafl import Move, variants
>>> match = Match.drawn(variants.BRANDUBH, ("Ann", "Bo"), Random(4))
>>> match.players, match.sides()[Side.ATTACKERS]
(('Ann', 'Bo'), 'Ann')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve, field
from attrs.validators import is_callable, optional

from hnefatafl.board import Outcome, Side
from hnefatafl.errors import MatchError
from hnefatafl.play import Position
from hnefatafl.records._game import Game
from hnefatafl.records._replay import Replay
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.arguments import as_tuple, is_a
from hnefatafl.support.immutability import frozen
from hnefatafl.support.schemas import offer

if TYPE_CHECKING:
    from random import Random

MAX_GAMES: Final = 10_000
"""The maximum number of games in a match."""
_MOST: Final = 1_000_000
"""The maximum number of points for a game, positive or negative."""
_WINNERS: Final = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS, "Draw": None}

ScoringRule: TypeAlias = Callable[[Game, Side | None], tuple[int, int]]
"""A function that scores a finished game: it gets the record and the side that won, None for a draw, and returns
the points of the attackers and of the defenders."""


@frozen(kw_only=True)
class Scoring:
    """The points of a game for each player.

    >>> Scoring(win=3, draw=1).loss
    0
    """

    win: int = field(default=2, validator=is_a(int))
    """For the winner. Default: 2 (our reading: S001 does not say how games are counted)."""
    draw: int = field(default=1, validator=is_a(int))
    """For each of the players, if the game is drawn. Default: 1."""
    loss: int = field(default=0, validator=is_a(int))
    """For the loser. Default: 0."""


@frozen(kw_only=True)
class Result:
    """The result of a game of a match.

    >>> from hnefatafl import variants
    >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"))
    >>> result = match.add(Game(ruleset=variants.BRANDUBH, result="White", ending="resigned")).results[0]
    >>> result.winner, result.player, result.points, result.outcome
    (Side.DEFENDERS, 'Bo', (0, 2), None)
    """

    winner: Side | None
    """The side that won, or None for a draw."""
    player: str | None
    """The player who won, or None for a draw."""
    points: tuple[int, int]
    """The points of the players, in the order of :attr:`Match.players`."""
    outcome: Outcome | None
    """The outcome by the rules, or None if only the record has the result, as when a player
    resigned."""


def _as_players(players: Iterable[str]) -> tuple[str, str]:
    names: tuple[Any, ...] = as_tuple("players", players)
    if len(names) != 2 or not all(isinstance(name, str) and name.strip() for name in names):
        raise MatchError("a match has two players, each with a name")
    if names[0] == names[1]:
        raise MatchError(f"the players of a match have different names, not both {names[0]!r:.60}")
    return names


def _as_games(games: Iterable[Game]) -> tuple[Game, ...]:
    return as_tuple("games", games, Game)


@frozen(kw_only=True)
class Match:
    """Two or more games between two players who change sides after each game.

    Two matches are equal if they have the same content.

    >>> from hnefatafl import variants
    >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"))
    >>> match = match.add(Game(ruleset=variants.BRANDUBH, result="Black", ending="resigned"))
    >>> match.score, match.is_over, dict(match.sides())
    ((2, 0), False, {Side.ATTACKERS: 'Bo', Side.DEFENDERS: 'Ann'})
    >>> match = match.add(Game(ruleset=variants.BRANDUBH, result="Draw"))
    >>> match.score, match.is_over, match.winner
    ((3, 1), True, 'Ann')

    Raises:
        MatchError: it has no two players with different names, a length of less than 2 or more than
            ``MAX_GAMES``, more games than that, games by other rules, or points that are no whole numbers within
            a million.
    """

    ruleset: Ruleset = field(converter=as_ruleset)
    """The rules that all games are played by."""
    players: tuple[str, str] = field(converter=_as_players)
    """The names of the players. The first plays the attackers in the first game."""
    length: int = field(default=2, validator=is_a(int))
    """The number of games. Default: two, the minimum of S001."""
    scoring: Scoring = field(default=Scoring(), validator=is_a(Scoring))
    """The points of a game. Default: two for a win, one for a draw."""
    rule: ScoringRule | None = field(default=None, validator=optional(is_callable()))
    """A function that returns the points instead. Default: none. It is not written to files."""
    games: tuple[Game, ...] = field(default=(), converter=_as_games)
    """The games so far, in order; the last may be unfinished."""

    def __attrs_post_init__(self) -> None:
        if not _is_number(self.length) or not 2 <= self.length <= MAX_GAMES:
            raise MatchError(f"a match has 2 to {MAX_GAMES} games, not {self.length!r:.60}")
        points = (self.scoring.win, self.scoring.draw, self.scoring.loss)
        if not all(_is_number(score) and abs(score) <= _MOST for score in points):
            raise MatchError(f"points are whole numbers from -{_MOST} to {_MOST}")
        for number, game in enumerate(self.games, start=1):
            # Equal rules under another name will do: records call them differently.
            if game.ruleset != self.ruleset:
                raise MatchError(f"game {number} is not played by the rules of the match")
        if len(self.games) > self.length:
            raise MatchError(f"a match of {self.length} games cannot have {len(self.games)}")

    @staticmethod
    def drawn(
        ruleset: Ruleset, players: tuple[str, str], chance: Random, *, length: int = 2, scoring: Scoring | None = None
    ) -> Match:
        """Return a match in which the lot decides who plays which side first.

        >>> from random import Random
        >>> from hnefatafl import variants
        >>> for seed in 1, 5:
        ...     print(*Match.drawn(variants.BRANDUBH, ("Ann", "Bo"), Random(seed)).players)
        Ann Bo
        Bo Ann

        Arguments:
            ruleset: the rules of all games.
            players: the names of the players.
            chance: the source of random numbers.
            length: how many games are played.
            scoring: how many points a game counts, if not two for a win and one for a draw.

        Raises:
            MatchError: as for the class.
        """
        drawn = draw_sides(players, chance)
        return Match(ruleset=ruleset, players=drawn, length=length, scoring=scoring or Scoring())

    # Who plays what.

    @property
    def number(self) -> int:
        """The number of the current or next game, counted from 0."""
        return len(self.games) - 1 if self._goes_on else len(self.games)

    def sides(self, number: int | None = None) -> Mapping[Side, str]:
        """Return which player has which side in a game.

        >>> from hnefatafl import variants
        >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"))
        >>> [match.sides(number)[Side.ATTACKERS] for number in range(3)]
        ['Ann', 'Bo', 'Ann']

        Arguments:
            number: which game, counted from 0; None for that of :attr:`number`.

        Raises:
            MatchError: there is no such game.
        """
        index = self.number if number is None else number
        if not _is_number(index) or index < 0:
            raise MatchError(f"the games of a match are counted from 0, and {index!r:.60} is none")
        attackers, defenders = self.players if index % 2 == 0 else self.players[::-1]
        return MappingProxyType({Side.ATTACKERS: attackers, Side.DEFENDERS: defenders})

    # The games.

    @property
    def _goes_on(self) -> bool:
        """Whether the last game is unfinished."""
        return bool(self.games) and self.results[-1] is None

    def next_game(self, chance: Random | None = None) -> Game:
        """Return the next game before its first move, with the players' names among its tags.

        Where the ruleset leaves the first move to the lot (S001, "Der erste Zug"), it is drawn.

        >>> from random import Random
        >>> from hnefatafl import variants
        >>> rules = variants.HNEFATAFL_11.evolve(name="by lot", first=None)
        >>> match = Match(ruleset=rules, players=("Ann", "Bo"))
        >>> game = match.next_game(Random(2))
        >>> dict(game.tags), game.initial_position.turn
        ({'attackers': 'Ann', 'defenders': 'Bo'}, Side.ATTACKERS)

        Arguments:
            chance: the source of random numbers; needed only where the ruleset leaves the first move to it.

        Raises:
            MatchError: the match is over, its last game goes on, or a lot has to be drawn and ``chance`` is not
                given.
        """
        if self._goes_on or len(self.games) == self.length:
            raise MatchError("the last game goes on" if self._goes_on else "the match is over")
        start: Position | None = None
        if self.ruleset.first is None:
            if chance is None:
                raise MatchError(f"in {self.ruleset.name} the first side is chosen by lot: give chance")
            start = Position.initial(self.ruleset, draw_first(self.ruleset, chance))
        tags = {side.value: name for side, name in self.sides().items()}
        return Game(ruleset=self.ruleset, start=start, tags=tags)

    def add(self, game: Game) -> Match:
        """Return the match with a game as far as it has been played: in place of its last game while that goes on, else
        after it.

        >>> from hnefatafl import Move, variants
        >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"))
        >>> game = match.next_game().add([Move.parse("d1-c1")])
        >>> match = match.add(game)
        >>> len(match.games), len(match.add(game.add(map(Move.parse, ["d1-c1", "d3-c3"]))).games)
        (1, 1)

        Raises:
            MatchError: the match is over, or the game is played by other rules.
        """
        if self.is_over:
            raise MatchError("the match is over")
        before = self.games[:-1] if self._goes_on else self.games
        return evolve(self, games=(*before, game))

    def replay(self) -> tuple[Replay, ...]:
        """Return the replays of all games, in which the rules about repetition are enforced.

        >>> from hnefatafl import Move, variants
        >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"))
        >>> match = match.add(match.next_game().add([Move.parse("d1-d2")]))
        >>> [replay.verdict for replay in match.replay()]
        ['illegal@0']

        Raises:
            InvalidSetupError: the ruleset leaves the first move to the lot, and a game has no start position.
        """
        return self._replay_games

    @cached_property
    def _replay_games(self) -> tuple[Replay, ...]:
        return tuple(game.replay() for game in self.games)

    # The score.

    @cached_property
    def results(self) -> tuple[Result | None, ...]:
        """The result of each game, None for one that is not finished.

        A game is finished when its moves ended it by the rules, or when its record says so: a player
        resigned or ran out of time, or the players agreed on a draw.

        Raises:
            InvalidSetupError: as :meth:`replay`.
            MatchError: the :attr:`rule` does not return two whole numbers.
        """
        return tuple(self._result_of(number, replay) for number, replay in enumerate(self._replay_games))

    def _result_of(self, number: int, replay: Replay) -> Result | None:
        game = self.games[number]
        outcome = replay.position.outcome
        if outcome is None and game.result not in _WINNERS:
            return None
        # The rules come before the record, which may be wrong.
        winner = _WINNERS[game.result] if outcome is None else outcome.winner
        attackers, defenders = self._points_of(game, winner)
        return Result(
            winner=winner,
            player=None if winner is None else self.sides(number)[winner],
            # The players change sides after each game.
            points=(attackers, defenders) if number % 2 == 0 else (defenders, attackers),
            outcome=outcome,
        )

    def _points_of(self, game: Game, winner: Side | None) -> tuple[int, int]:
        """Return the points of the attackers and of the defenders."""
        if self.rule is not None:
            return _two_numbers(self.rule(game, winner))
        win, draw, loss = self.scoring.win, self.scoring.draw, self.scoring.loss
        if winner is None:
            return draw, draw
        return (win, loss) if winner is Side.ATTACKERS else (loss, win)

    @property
    def score(self) -> tuple[int, int]:
        """The points of the players so far, in the order of :attr:`players`."""
        points = [result.points for result in self.results if result is not None]
        return sum(first for first, _ in points), sum(second for _, second in points)

    @property
    def is_over(self) -> bool:
        """Whether all games have been played to their ends."""
        return len(self.games) == self.length and None not in self.results

    @property
    def winner(self) -> str | None:
        """The player with more points once the match is over; None before, and if both have the same.

        >>> from hnefatafl import variants
        >>> print(Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo")).winner)
        None
        """
        first, second = self.score
        if not self.is_over or first == second:
            return None
        return self.players[0] if first > second else self.players[1]

    def __str__(self) -> str:
        first, second = self.score
        done = sum(result is not None for result in self.results)
        return f"{self.players[0]} {first}, {self.players[1]} {second} after {done} of {self.length} games"


offer(Match, type="object", examples=[{"ruleset": "brandubh", "players": ["Ann", "Bo"]}])


def draw_sides(players: Iterable[str], chance: Random) -> tuple[str, str]:
    """Draw by lot who plays the attackers and who the defenders (S003 §4: "Man drar lott om vem som ska spela svensk").

    Arguments:
        players: the names of the players.
        chance: the source of random numbers.

    Returns:
        The attackers' player and the defenders'.

    Raises:
        MatchError: there are not two players with different names.
    """
    first, second = _as_players(players)
    return (first, second) if _choose_at_random(chance).randrange(2) == 0 else (second, first)


def draw_first(ruleset: RulesetLike, chance: Random) -> Side:
    """Return the side that moves first: that of the ruleset, or else one drawn by lot (S001, "Der erste Zug": "Man kann
    natürlich auch ausknobeln, welche Partei beginnt").

    Arguments:
        ruleset: the ruleset; only one with ``first=None`` leaves it to the lot.
        chance: the source of random numbers.
    """
    ruleset = as_ruleset(ruleset)
    return ruleset.first or (Side.ATTACKERS, Side.DEFENDERS)[_choose_at_random(chance).randrange(2)]


def _choose_at_random(chance: Random) -> Random:
    # By what it can do, so that a generator of another library will do, too.
    if not callable(getattr(chance, "randrange", None)):
        raise MatchError(f"chance: a random.Random was expected, not {chance!r:.60}")
    return chance


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _two_numbers(points: object) -> tuple[int, int]:
    match points:
        case (int() as first, int() as second) if _is_number(first) and _is_number(second):
            return first, second
        case _:
            raise MatchError(f"the rule of the match has to return two whole numbers, not {points!r:.60}")
