"""Players: what chooses a move in a position.

A :class:`Player` is any object with a method :meth:`~Player.choose`. Four come with the library: :class:`Random`,
:class:`Greedy`, :class:`MonteCarlo` and :class:`AlphaBeta`, and :func:`built_in_player` makes one by its name and
options.

>>> from hnefatafl import Position, Side, variants
>>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
>>> for name in "greedy", "montecarlo:playouts=100", "alphabeta:nodes=1000":
...     print(built_in_player(name).choose(position))
a4-a1
a4-a1
a4-a1

All play by any ruleset. The same player in the same position chooses the same move: chance comes from a seed, the
position and its ply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar, final, runtime_checkable

from attrs import evolve, field

from hnefatafl.board import Move, Outcome, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, PositionLike, SearchBoard, as_position, playout
from hnefatafl.search._analysis import Searcher
from hnefatafl.search._scores import Limit
from hnefatafl.search._trained import TrainedEvaluation
from hnefatafl.support.arguments import check, is_a, is_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened

_T = TypeVar("_T")


@runtime_checkable
class Player(Protocol):
    """Whatever chooses moves.

    >>> from hnefatafl import Move, Position, variants
    >>> class First:
    ...     def choose(self, position: Position) -> Move | None:
    ...         return next(iter(position.legal_moves()), None)
    >>> print(First().choose(Position.initial(variants.BRANDUBH)))
    d1-e1
    """

    def choose(self, position: Position) -> Move | None:
        """Return a legal move, or None to roll the die for the king, which is possible only where
        :attr:`Position.can_roll <hnefatafl.play.Position.can_roll>`.

        Raises:
            ArgumentValueError: the game is over.
        """
        ...


def _list_choices(position: Position) -> list[Move | None]:
    """What can be chosen: the legal moves in a fixed order, and a roll of the die.

    Raises:
        ArgumentValueError: the game is over.
    """
    check("position", position, Position)
    choices: list[Move | None] = [*sorted(position.legal_moves())]
    if position.can_roll:
        choices.append(None)
    if not choices:
        raise ArgumentValueError("position: the game is over, so there is nothing to choose")
    return choices


_MODULUS: Final = 2**61 - 1


def _seed_chance(seed: int, position: Position) -> random.Random:
    """What decides by chance in a position, the same on every machine."""
    key = position._zobrist() ^ position._roll
    # What hash() makes of it where a machine's words have 64 bits; elsewhere it would make another number.
    number = key % _MODULUS if key >= 0 else -(-key % _MODULUS)
    return random.Random(f"{seed} {position.ply} {number}")


@final
@frozen(kw_only=True)
class Random:
    """Plays any legal move; a roll of the die counts as one more.

    >>> from hnefatafl import Position, variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> Random(seed=1).choose(position) == Random(seed=1).choose(position)
    True
    """

    seed: int = field(default=0, validator=is_a(int))
    """Which of the many random players it is."""

    def choose(self, position: PositionLike) -> Move | None:
        """Return any legal move, or None to roll the die.

        Raises:
            ArgumentValueError: the game is over.
        """
        position = as_position(position)
        choices = _list_choices(position)
        return _seed_chance(self.seed, position).choice(choices)


@final
@frozen(kw_only=True)
class Greedy:
    """Plays a move that wins at once, else one that captures the most pieces, else any that does not lose at once.

    It looks one ply ahead, and rolls the die where no move of a soldier captures anything and chance decides so.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> print(Greedy().choose(position))
    e3-e4
    """

    seed: int = field(default=0, validator=is_a(int))
    """What decides between moves that are equally good."""

    def choose(self, position: PositionLike) -> Move | None:
        """Return the greediest move, or None to roll the die.

        >>> from hnefatafl import Position, Side, variants
        >>> position = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
        >>> print(Greedy().choose(position))
        b3-c3

        Raises:
            ArgumentValueError: the game is over.
        """
        position = as_position(position)
        choices, board = _list_choices(position), SearchBoard(position)
        gains = {choice: _count_gain(board, choice) for choice in choices}
        most = max(gains.values())
        return _seed_chance(self.seed, position).choice([choice for choice, gain in gains.items() if gain == most])


_WIN: Final = 1000


def _count_gain(board: SearchBoard, move: Move | None) -> int:
    """How many pieces a move captures; more than any for a win, less than none for a loss."""
    if move is None:
        return 0
    turn = board.turn
    board.make(move)
    outcome = board.outcome
    gain = len(board.captured)
    board.unmake()
    if outcome is None:
        return gain
    return 0 if outcome.winner is None else _WIN if outcome.winner is turn else -_WIN


@final
@frozen(kw_only=True)
class MonteCarlo:
    """Plays the move after which random games go best (flat Monte Carlo): all moves get equally many games.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> print(MonteCarlo(playouts=50).choose(position))
    a4-a1
    """

    playouts: int = field(default=4000, validator=is_number(1))
    """How many games to play for a choice, shared by all moves; every move gets at least one."""
    limit: int = field(default=400, validator=is_number(1))
    """After how many plies a game is cut off and counts as a draw."""
    seed: int = field(default=0, validator=is_a(int))
    """Which random games to play."""

    def choose(self, position: PositionLike) -> Move | None:
        """Return the move that random games recommend, or None to roll the die.

        >>> from hnefatafl import Position, variants
        >>> position = Position.initial(variants.BRANDUBH)
        >>> MonteCarlo(playouts=40).choose(position) in position.legal_moves()
        True

        Raises:
            ArgumentValueError: the game is over.
        """
        position = as_position(position)
        choices = _list_choices(position)
        if len(choices) == 1:
            return choices[0]
        chance = _seed_chance(self.seed, position)
        games = max(1, self.playouts // len(choices))
        return max(choices, key=lambda choice: self._points(position, choice, games, chance))

    def _points(self, position: Position, choice: Move | None, games: int, chance: random.Random) -> float:
        """The mean of the points that a choice brings to the side to move."""
        turn = position.turn
        faces = int(SearchBoard(position)._mutable.t.die)
        total = 0.0
        for number in range(games):
            after = position.roll(number % faces + 1) if choice is None else position.play(choice)
            if after.outcome is not None:
                return _points_for(after.outcome, turn)
            total += _points_for(playout(after, chance.getrandbits(32), self.limit).outcome, turn)
        return total / games


def _points_for(outcome: Outcome | None, side: Side) -> float:
    """What a game is worth to a side: 1, a half or 0."""
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner is side)


@frozen
class Level:
    """How strong a level of :class:`AlphaBeta` is.

    >>> LEVELS[1].noise > LEVELS[10].noise == 0
    True
    """

    nodes: int
    """How many nodes it searches for a move."""
    noise: int
    """By how much it misjudges each move: the standard deviation of an error in hundredths of a soldier."""


LEVELS: Final[Mapping[int, Level]] = MappingProxyType(
    {
        1: Level(200, 1500),
        2: Level(400, 1000),
        3: Level(800, 700),
        4: Level(1_600, 450),
        5: Level(3_200, 250),
        6: Level(6_400, 100),
        7: Level(12_500, 0),
        8: Level(50_000, 0),
        9: Level(200_000, 0),
        10: Level(1_000_000, 0),
    }
)
"""The levels, from 1 for beginners to 10."""

_NODES: Final = 20_000


@final
class AlphaBeta:
    """Plays the best move that a search finds.

    >>> from hnefatafl import Position, variants
    >>> strong, weak = AlphaBeta(nodes=2000), AlphaBeta(level=1, seed=7)
    >>> position = Position.initial(variants.BRANDUBH)
    >>> strong.choose(position) in position.legal_moves(), weak.choose(position) in position.legal_moves()
    (True, True)

    It keeps the table of its searches. So its choice may depend on what it was asked before, and the same questions in
    the same order have the same answers, except with a limit of seconds or several jobs.

    A player with noise adds errors to the scores of the moves.
    """

    __slots__ = ("limit", "noise", "searcher", "seed")

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int | None = None,
        noise: int | None = None,
        memory: int = 16,
        seed: int = 0,
        evaluation: TrainedEvaluation | None = None,
        searcher: Searcher | None = None,
        jobs: int = 1,
    ) -> None:
        """Make a player. Without a limit or a level it searches 20,000 nodes for a move.

        Arguments:
            seconds, nodes, depth: when to stop searching, whichever comes first.
            level: a level from 1 to 10, which says the nodes and the noise
                (:data:`~hnefatafl.search.LEVELS`), as far as these are not given.
            noise: the standard deviation of an error that is added to the score of each move, in hundredths of a
                soldier.
            memory: the size of the table in MB.
            seed: what decides the errors.
            evaluation: the evaluation to search with, as for :class:`~hnefatafl.search.Searcher`.
            searcher: what searches, instead of one of its own with such a table, evaluation and jobs.
            jobs: how many processes search together, as for :class:`~hnefatafl.search.Searcher`.

        Raises:
            ArgumentValueError: a limit, the level, the noise, the memory or the jobs are out of range, or this process
                cannot start others.
        """
        if level is not None and level not in LEVELS:
            raise ArgumentValueError(f"level: a number from {min(LEVELS)} to {max(LEVELS)} was expected, not {level}")
        if noise is not None and noise < 0:
            raise ArgumentValueError(f"noise: a number from 0 on was expected, not {noise}")
        strength = None if level is None else LEVELS[level]
        if nodes is None and strength is not None:
            nodes = strength.nodes
        if seconds is None and nodes is None and depth is None:
            nodes = _NODES
        limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
        if noise is None:
            noise = 0 if strength is None else strength.noise
        self.limit: Final = limit
        """When a search stops."""
        self.noise: Final = noise
        """The standard deviation of the error of each score."""
        self.seed: Final = seed
        """What decides the errors."""
        # Levels and results are of a player that only searches.
        self.searcher: Final = searcher or Searcher(memory=memory, evaluation=evaluation, jobs=jobs, proves=False)
        """What searches."""

    def choose(self, position: PositionLike) -> Move | None:
        """Return the best move that is found, or None to roll the die. A forced move is not searched.

        >>> from hnefatafl import Position, Side, variants
        >>> position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
        >>> print(AlphaBeta(nodes=500).choose(position))
        a4-a1

        Raises:
            ArgumentValueError: the game is over.
        """
        position = as_position(position)
        choices = _list_choices(position)
        if len(choices) == 1:
            return choices[0]
        if not self.noise:
            return self.searcher.analyse(position, self.limit).best
        return self._choose_by_noise(position, len(choices))

    def _choose_by_noise(self, position: Position, choices: int) -> Move | None:
        """The best move by scores with errors."""
        # The smaller the errors, the fewer moves can profit from them.
        considered = min(choices, max(_FEWEST, self.noise // _FEWEST))
        limit = self.limit
        if limit.nodes is not None:
            # Each line takes a search of all moves that are left.
            limit = evolve(limit, nodes=max(limit.nodes, considered * choices))
        chance = _seed_chance(self.seed, position)
        lines = self.searcher.analyse(position, limit, considered).lines
        # In a fixed order, so that the errors do not depend on that of the lines.
        values = {line.moves[0] if line.moves else None: line.score.value for line in lines}
        least = max(values.values()) - _LARGE
        moves = _order_moves(values)
        scores = {move: max(values[move], least) + self.noise * chance.gauss(0, 1) for move in moves}
        return max(scores, key=lambda move: scores[move])

    def __repr__(self) -> str:
        return shortened(f"AlphaBeta({self.limit}, noise={self.noise}, seed={self.seed})")


_FEWEST: Final = 16
"""How many moves a noisy player considers at least; it considers one more for each so many hundredths of its error."""
_LARGE: Final = 1500
"""How much worse than the best a move counts at most for a noisy player, which may so overlook a win or a loss."""


def _order_moves(values: Mapping[Move | None, int]) -> list[Move | None]:
    moves: list[Move | None] = [*sorted(move for move in values if move is not None)]
    return [*moves, None] if None in values else moves


# By name.


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ValueError("a number")
    return int(text)


def _read_seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < 1e9:
        raise ValueError("a number of seconds")
    return seconds


_Reader = Callable[[str], Any]

_PLAYERS: Final[Mapping[str, tuple[Callable[..., Player], Mapping[str, _Reader | None]]]] = {
    "random": (Random, {"seed": _read_number}),
    "greedy": (Greedy, {"seed": _read_number}),
    "montecarlo": (MonteCarlo, {"playouts": _read_number, "limit": _read_number, "seed": _read_number}),
    "alphabeta": (
        AlphaBeta,
        {
            "seconds": _read_seconds,
            "nodes": _read_number,
            "depth": _read_number,
            "level": _read_number,
            "noise": _read_number,
            "memory": _read_number,
            "seed": _read_number,
            "jobs": _read_number,
            "evaluation": None,
        },
    ),
}

PLAYERS: Final[tuple[str, ...]] = tuple(_PLAYERS)
"""The names of the players."""


def built_in_player(text: str, **options: Any) -> Player:
    """Make a player by its name, and options after a colon.

    >>> built_in_player("montecarlo:playouts=500,seed=3")
    MonteCarlo(playouts=500, seed=3)
    >>> built_in_player("random", seed=5)
    Random(seed=5)
    >>> built_in_player("alphabeta:level=11")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: level: a number from 1 to 10 was expected, not 11

    Arguments:
        text: ``random``, ``greedy``, ``montecarlo`` or ``alphabeta``, and options such as ``:nodes=20000,seed=1``:
            those of the class, but numbers only.
        options: options that the text does not have, and ``evaluation`` of ``alphabeta``.

    Raises:
        ArgumentValueError: there is no such player or option, or an option has no such value.
    """
    name, parts = split_player_text(text)
    if name not in _PLAYERS:
        raise ArgumentValueError(f"no player is named {name!r:.60}{_suggest_name(name, _PLAYERS)}")
    make, readers = _PLAYERS[name]
    arguments: dict[str, Any] = {}
    for option, value in parts:
        if option not in readers:
            raise ArgumentValueError(f"the player {name} has no option {option!r:.60}{_suggest_name(option, readers)}")
        if option in arguments or option in options:
            raise ArgumentValueError(f"{option}: one value was expected, not two")
        read = readers[option]
        if read is None:
            raise ArgumentValueError(f"{option}: an argument was expected, not a text")
        try:
            arguments[option] = read(value)
        except ValueError:
            raise ArgumentValueError(f"{option}: a number was expected, not {value!r:.60}") from None
    unknown = [option for option in options if option not in readers]
    if unknown:
        raise ArgumentValueError(
            f"the player {name} has no option {unknown[0]!r:.60}{_suggest_name(unknown[0], readers)}"
        )
    return make(**options, **arguments)


def split_player_text(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the name of a player, and the options that its text gives, with their values."""
    name, _, options = text.strip().lower().partition(":")
    parts = [[piece.strip() for piece in part.partition("=")] for part in options.split(",") if part.strip()]
    return name, [(option, value) for option, _, value in parts]


def _suggest_name(word: str, names: Mapping[str, object]) -> str:
    """What might have been meant, or else what there is."""
    near = get_close_matches(word, names, 1)
    return f"; did you mean {near[0]}?" if near else f", only {', '.join(names)}"
