"""Games, matches and tournaments that measure strength: the same openings for all pairings, with sides changed.

Each game depends on its number and on the settings of the contest alone. So the same games are played with any
executor, as long as the players do not look at a clock.

A file has a line of JSON for the settings of the contest, and one for each game, in the order of their numbers. So an
interrupted match goes on, and each game can be replayed by itself (:meth:`ContestGame.record
<tafl.arena.ContestGame.record>`).
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, combinations, count, cycle, islice
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, final, get_args

from attrs import evolve, field

from hnefatafl.board import Board, Move, Side, Termination
from hnefatafl.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    HnefataflError,
    IllegalMoveError,
    IllegalRollError,
    NotExpressibleError,
    RecordError,
)
from hnefatafl.notation.moves import format_move, parse_move
from hnefatafl.play import Position, PositionLike, as_position, read_start
from hnefatafl.records import RESULTS, Game, draw_first, throw_die
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.search import Limit, Player, Verdict, solve, split_player_text
from hnefatafl.support.arguments import as_tuple, check_number, is_a, is_number, refuse
from hnefatafl.support.as_json import attributes
from hnefatafl.support.executors import check_executor, in_order
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import load
from tafl.engine import (
    EngineDiedError,
    EngineError,
    EngineNotStartedError,
    EnginePlayer,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    ProtocolError,
    is_bot,
    is_engine,
    player,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor


MOST_OPENING_PLIES: Final = 1000
"""The maximum number of random moves of an opening."""
_TRIES: Final = 100
"""How many games of random moves are begun for an opening that differs from those before it."""


def openings(ruleset: PositionLike, plies: int = 4, seed: int = 0) -> Iterator[Position]:
    """Yield positions after random moves, without end.

    All differ, as long as there are others; where there are few, they come again. None is decided. The die
    is rolled where chance says so, and the side that begins is drawn where the rules leave it to the lot.

    >>> from itertools import islice
    >>> from hnefatafl import Game, variants
    >>> for position in islice(openings(variants.BRANDUBH, plies=2, seed=1), 3):
    ...     print(*(each.move for each in Game.from_position(position).moves))
    b4-b6 d5-g5
    b4-b1 d3-b3
    b4-b5 d5-f5

    Arguments:
        ruleset: the rules, or a position to begin with.
        plies: how many random moves.
        seed: what decides them.

    Raises:
        ArgumentValueError: the number of plies is out of range, or all games of so many random moves are over.
    """
    check_number("plies", plies, 0, MOST_OPENING_PLIES)
    begun = read_start(ruleset) if isinstance(ruleset, str) else ruleset
    if not isinstance(begun, Ruleset):
        begun = as_position(begun, "ruleset")
    return _openings(begun, plies, Random(seed))


def _openings(begun: Ruleset | Position, plies: int, chance: Random) -> Iterator[Position]:
    seen: set[tuple[Board, Side]] = set()
    fresh = True
    while True:
        opening: Position | None = None
        for _ in range(_TRIES if fresh else 1):
            start = Position.initial(begun, draw_first(begun, chance)) if isinstance(begun, Ruleset) else begun
            position = after_random(start, plies, chance)
            if position is None:
                continue
            opening = position
            if (key := (position.board, position.turn)) not in seen:
                seen.add(key)
                break
        else:
            fresh = False  # all have been met, as far as one can tell
        if opening is not None:
            yield opening
        elif not seen:
            raise ArgumentValueError(f"plies: after {plies} random moves the game is always over")


def after_random(start: Position, plies: int, chance: Random) -> Position | None:
    """The position after random moves, or None if the game is over by then."""
    position = start
    last = start.ply + plies
    while position.outcome is None and (position.ply < last or position.roll_pending is not None):
        choices = sorted(position.legal_moves())
        number = chance.randrange(len(choices) + position.can_roll)  # the last one is the roll
        position = throw_die(position, chance) if number == len(choices) else position.play(choices[number])
    return None if position.outcome is not None else position


Ending: TypeAlias = Literal["rules", "solved", "plies", "forfeit"]
"""What ended a game: the rules; a proof that a side wins; the limit of plies, which is a draw; or a player
that forfeits the game, which loses."""

Cause: TypeAlias = Literal["illegal", "timeout", "died", "refused", "protocol", "resigned"]
"""Why a player forfeited a game: it chose an illegal move or roll, it did not answer in time, it ended, it refused a
command, reported an error or cannot be told of the game, it broke the protocol; or it resigned, which is no failure."""

_CAUSE_OF: Final[tuple[tuple[type[Exception], Cause], ...]] = (
    (EngineResignedError, "resigned"),
    (EngineTimeoutError, "timeout"),
    (EngineDiedError, "died"),
    (EngineRefusedError, "refused"),
    (NotExpressibleError, "refused"),
    (ProtocolError, "protocol"),
    (Exception, "illegal"),
)

MOST_PLIES: Final = 100_000
"""The maximum limit of plies."""
_REASON: Final = 300
"""How many characters of the reason are kept."""


@final
@frozen(kw_only=True)
class Played:
    """A game that was played.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> Played(position=position, ending="solved", winner=Side.DEFENDERS).winner
    Side.DEFENDERS
    """

    position: Position
    """The last position; :meth:`Game.from_position <hnefatafl.records.Game.from_position>` makes a record of it."""
    ending: Ending
    """What ended the game."""
    winner: Side | None = None
    """The side that won, or None for a draw."""
    cause: Cause | None = None
    """Why a player forfeited the game, if one did."""
    reason: str = ""
    """How it did, in words."""


def play(
    attackers: Player,
    defenders: Player,
    position: PositionLike,
    *,
    plies: int = 500,
    solving: int = 0,
    seed: int = 0,
) -> Played:
    """Play a game to its end.

    A player that chooses an illegal move forfeits the game, and so does an engine that dies, resigns or does not answer
    in time.

    >>> from hnefatafl.search import Random
    >>> play(Random(seed=1), Random(seed=2), "brandubh", plies=6).ending
    'plies'

    Arguments:
        attackers, defenders: the players.
        position: where to begin; a ruleset or its name stands for the start.
        plies: after how many plies from there the game is a draw.
        solving: how many nodes to search before each move for a proof that a side wins, which ends the game; 0 for
            none.
        seed: what rolls the die.

    Raises:
        ArgumentValueError: a number is out of range, or the game is over already.
        ArgumentTypeError: something is of another type; or a player chooses what is neither a move nor None, such as
            a text.
        EngineNotStartedError: this machine lacks what it takes to start an engine.
    """
    check_number("plies", plies, 1, MOST_PLIES)
    check_number("solving", solving, 0)
    position = as_position(position)
    if position.outcome is not None:
        raise ArgumentValueError("position: the game is over")
    chance = Random(seed)
    last = position.ply + plies
    while position.outcome is None:
        if position.ply >= last:
            return Played(position=position, ending="plies")
        if solving and (winner := _find_proven_winner(position, solving)) is not None:
            return Played(position=position, ending="solved", winner=winner)
        side = position.turn
        player = attackers if side is Side.ATTACKERS else defenders
        try:
            move = player.choose(position)
            if move is not None and not isinstance(move, Move):
                raise ArgumentTypeError(f"choose: Move or None was expected, not {move!r:.60}")
            if move is None and not position.can_roll:
                raise IllegalRollError("the player returned None, and there is nothing to roll for in this position")
            position = throw_die(position, chance) if move is None else position.play(move)
        except EngineNotStartedError:
            raise  # which is not the player's fault
        except (EngineError, IllegalMoveError, IllegalRollError, NotExpressibleError) as error:
            return Played(
                position=position,
                ending="forfeit",
                winner=side.opponent,
                cause=next(cause for kind, cause in _CAUSE_OF if isinstance(error, kind)),
                reason=" ".join(f"{error}".split())[:_REASON],
            )
    return Played(position=position, ending="rules", winner=position.outcome.winner)


def _find_proven_winner(position: Position, nodes: int) -> Side | None:
    """The side for which a win is proven, if that is so."""
    sides = (position.turn, position.turn.opponent)
    limit = Limit(nodes=nodes)
    return next((side for side in sides if solve(position, side, limit, memory=1).verdict is Verdict.WON), None)


_ENDINGS: Final = get_args(Ending)
_CAUSES: Final = get_args(Cause)
MOST_GAMES: Final = 1_000_000
"""The maximum number of games."""
MOST_PLAYERS: Final = 64
"""The maximum number of players."""
_MARGIN: Final = 1.0
"""How many seconds beyond a limit of seconds a player may take, unless the contest says otherwise."""

PlayerLike: TypeAlias = "str | Player | Callable[[Position], Move | None]"
"""A player: a text, as for :func:`tafl.engine.player`; or an object that chooses moves; or a function that returns a
legal move, or None to roll the die.

Each game has a copy of an object (``copy.deepcopy``) as it was given: no game depends on those before it, so they
are the same with any executor, and the object itself does not change. A function is called as it is: what it keeps
between games, it keeps in this process only, and with processes as the executor each has copies."""


def _as_warnings(warnings: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("warnings", warnings, str)


@final
@frozen(kw_only=True)
class ContestGame:
    """A game of a contest.

    >>> from hnefatafl import variants
    >>> game = next(Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH).play())
    >>> game.number, game.a_attacks, game.plies == len(game.moves.split())
    (0, True, True)

    Raises:
        ArgumentTypeError: something is of another type.
        ArgumentValueError: there is no such ending or cause, or a cause without a forfeit.
    """

    number: int = field(validator=is_a(int))
    """The number of the game, from 0. Each opening is played by all pairings in their order, by each with either side:
    of a match of two, games 0 and 1 have the first opening, 2 and 3 the second, and so on."""
    winner: Side | None = field(validator=is_a(Side, optional=True))
    """The side that won, or None for a draw."""
    ending: Ending
    """What ended the game."""
    termination: Termination | None = field(default=None, validator=is_a(Termination, optional=True))
    """How the rules ended it, if they did."""
    moves: str = field(validator=is_a(str))
    """All its moves, with the opening, as the archive writes them (:mod:`hnefatafl.notation.archive`)."""
    cause: Cause | None = None
    """Why a player forfeited the game, if one did."""
    reason: str = field(default="", validator=is_a(str))
    """How it did, in words."""
    warnings: tuple[str, ...] = field(default=(), converter=_as_warnings)
    """What engines were not told of the rules, or play otherwise, each with the name of the player."""

    def __attrs_post_init__(self) -> None:
        if self.ending not in _ENDINGS:
            raise ArgumentValueError(f"ending: one of {', '.join(_ENDINGS)} was expected, not {self.ending!r:.40}")
        if self.cause not in (_CAUSES if self.ending == "forfeit" else (None,)):
            causes = ", ".join(_CAUSES)
            raise ArgumentValueError(f"cause: one of {causes} was expected of a forfeit, not {self.cause!r:.40}")

    @property
    def a_attacks(self) -> bool:
        """Whether the first player of the pairing has the attackers: in every game of an even number."""
        return self.number % 2 == 0

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.moves.split())

    @property
    def points(self) -> float:
        """The points of the first player of the pairing: 1, ½ or 0."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Side.ATTACKERS) == self.a_attacks)

    def record(self, contest: Contest) -> Game:
        """Return the game as a record, which can be replayed by itself.

        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH)
        >>> game = next(contest.play()).record(contest)
        >>> print(game.tags["attackers"], "-", game.tags["defenders"], game.replay().position.outcome.winner)
        greedy - random attackers

        Raises:
            NotationError: the moves cannot be read.
        """
        attackers, defenders = contest.seats(self.number)
        game = Game(
            ruleset=contest.ruleset,
            moves=tuple(parse_move(token) for token in self.moves.split()),
            tags={
                "attackers": contest.names[attackers],
                "defenders": contest.names[defenders],
                "ending": self.ending,
            },
            result=RESULTS[self.winner],
        )
        if contest.openings:
            return evolve(game, start=_start(contest.openings[contest.round_of(self.number) % len(contest.openings)]))
        if contest.ruleset.first is not None:
            return game
        # The lot was drawn, and its side is the one that can have made the moves.
        first, other = (evolve(game, start=_start(Position.initial(game.ruleset, side))) for side in Side)
        return first if first.replay().error is None else other


def _start(position: Position) -> Position | None:
    """Where the game that led to a position began; None for the start of its ruleset."""
    return Game.from_position(position).start


def _as_positions(positions: Iterable[Position]) -> tuple[Position, ...]:
    return as_tuple("openings", positions, Position)


def _as_names(names: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("names", names, str)


def _as_players(players: Iterable[PlayerLike]) -> tuple[PlayerLike, ...]:
    return as_tuple("players", players)


@final
@frozen(kw_only=True)
class Contest:
    """What players play: who meets whom, how many games, from which openings, within which limits. A match is the
    contest of two players.

    >>> from hnefatafl import variants
    >>> contest = Contest(players=("alphabeta:nodes=300", "greedy"), ruleset=variants.BRANDUBH, games=2, seed=1)
    >>> [game.winner for game in contest.play()]
    [Side.ATTACKERS, Side.DEFENDERS]

    Raises:
        ArgumentValueError: a number is out of range, or there is no such player.
        ArgumentTypeError: something is of another type.
    """

    players: tuple[PlayerLike, ...] = field(converter=_as_players)
    """The players, from 2 to 64."""
    ruleset: Ruleset = field(converter=as_ruleset)
    """The rules."""
    games: int = field(default=100, validator=is_number(2, MOST_GAMES))
    """The number of games of each pairing; an even number, so that each opening is played twice."""
    gauntlet: bool = field(default=False, validator=is_a(bool))
    """Whether only the first player meets all others; otherwise all meet one another (a round robin)."""
    openings: tuple[Position, ...] = field(default=(), converter=_as_positions)
    """The openings, which are taken in turn; without any, they are made of random moves."""
    opening_plies: int = field(default=4, validator=is_number(0, MOST_OPENING_PLIES))
    """The number of random moves of an opening."""
    plies: int = field(default=500, validator=is_number(1, MOST_PLIES))
    """After how many plies from the opening a game is a draw."""
    limit: Limit | None = field(default=None, validator=is_a(Limit, optional=True))
    """The limit of each move for players that have none of their own: ``alphabeta`` without options, engines and
    bots."""
    margin: float | None = None
    """How many seconds longer an engine or a bot may take for a move before it forfeits the game. Default: 1 if the
    limit is one of seconds, else 30 (:data:`tafl.engine.PATIENCE`)."""
    solving: int = field(default=0, validator=is_number(0, MOST_GAMES))
    """How many nodes to search before each move for a proof that a side wins, which ends the game; 0 for none."""
    seed: int = field(default=0, validator=is_a(int))
    """What decides openings, dice, and the choices of players that are given by name and without a seed."""
    names: tuple[str, ...] = field(default=(), converter=_as_names)
    """The names of the players. Default: the text or the name of the function that was given; of an object what
    ``repr`` shows, or its class where that is an address. Of equal names, all but the first one get a number, such as
    ``random#2``."""

    def __attrs_post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ArgumentValueError(f"players: from 2 to {MOST_PLAYERS} were expected, not {len(self.players)}")
        if self.games % 2:
            raise ArgumentValueError(f"games: an even number was expected, not {self.games}")
        if self.margin is not None and not 0 < self.margin < math.inf:
            raise ArgumentValueError(f"margin: a number of seconds above 0 was expected, not {self.margin}")
        for position in self.openings:
            if position.ruleset != self.ruleset:
                raise ArgumentTypeError("openings: positions of the ruleset were expected")
            if position.outcome is not None:
                raise ArgumentValueError("openings: a game that goes on was expected")
        for index in range(len(self.players)):
            self._make_player(index, 0)
        if not self.names:
            object.__setattr__(self, "names", tuple(map(_name_of, self.players)))
        object.__setattr__(self, "names", _tell_apart(self.names))
        if len(self.names) != len(self.players):
            raise ArgumentValueError(f"names: as many as players were expected, not {len(self.names)}")

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by the places of the players.

        >>> Contest(players=["random"] * 3, ruleset="brandubh").pairings
        ((0, 1), (0, 2), (1, 2))
        >>> Contest(players=["random"] * 3, ruleset="brandubh", gauntlet=True).pairings
        ((0, 1), (0, 2))
        """
        pairs = combinations(range(len(self.players)), 2)
        return tuple(pair for pair in pairs if pair[0] == 0 or not self.gauntlet)

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * len(self.pairings)

    def round_of(self, number: int) -> int:
        """Return the round of a game, from 0: all games of one have the same opening."""
        return number // (2 * len(self.pairings))

    def seats(self, number: int) -> tuple[int, int]:
        """Return the places of the players that have the attackers and the defenders in a game.

        >>> contest = Contest(players=["random"] * 3, ruleset="brandubh")
        >>> [contest.seats(number) for number in range(4)]
        [(0, 1), (1, 0), (0, 2), (2, 0)]
        """
        first, second = self.pairings[number // 2 % len(self.pairings)]
        return (second, first) if number % 2 else (first, second)

    @property
    def starts(self) -> tuple[Position | None, ...]:
        """Where the games that led to the openings began, one for each opening; None for the start of the ruleset."""
        return tuple(_start(opening) for opening in self.openings)

    def _play(self, task: tuple[int, Position]) -> ContestGame:
        """Play a game of the contest: its number, and the position that it begins with."""
        number, opening = task
        players = attackers, defenders = [self._make_player(index, number) for index in self.seats(number)]
        warnings = list[str]()
        try:
            played = play(
                attackers, defenders, opening, plies=self.plies, solving=self.solving, seed=self._derive_seed(number)
            )
        finally:
            for place, player in zip(self.seats(number), players, strict=True):
                if isinstance(player, EnginePlayer):
                    warnings += (f"{self.names[place]}: {warning}" for warning in player.warnings)
                    player.close()
        outcome = played.position.outcome
        return ContestGame(
            number=number,
            winner=played.winner,
            ending=played.ending,
            termination=None if outcome is None else outcome.termination,
            moves=" ".join(format_move(move, "archive") for move in Game.from_position(played.position).moves),
            cause=played.cause,
            reason=played.reason,
            warnings=tuple(warnings),
        )

    def _make_player(self, index: int, number: int) -> Player:
        """A fresh player for a game."""
        name, wanted = "players", self.players[index]
        if not isinstance(wanted, str):
            if isinstance(wanted, Player):
                try:
                    return copy.deepcopy(wanted)
                except Exception as error:
                    raise ArgumentTypeError(
                        f"{name}: a player that can be copied was expected, since each game has a copy: {error}"
                    ) from error
            if not callable(wanted):
                refuse(name, "a player", wanted)
            function: Any = SimpleNamespace(choose=wanted)
            return cast("Player", function)
        options: dict[str, Any] = {}
        if is_bot(wanted):
            options["seed"] = self._derive_seed(number, f"bot {index}")
        elif not is_engine(wanted):
            kind, parts = split_player_text(wanted)
            said = {option for option, _ in parts}
            if "seed" not in said:
                options["seed"] = self._derive_seed(number)
            limits = ("seconds", "nodes", "depth")
            if self.limit is not None and kind == "alphabeta" and not said & {*limits, "level"}:
                options |= {name: value for name in limits if (value := getattr(self.limit, name)) is not None}
        is_timed = self.limit is not None and self.limit.seconds is not None
        return player(wanted, limit=self.limit, margin=self.margin or (_MARGIN if is_timed else None), **options)

    def _derive_seed(self, number: int, user: str = "") -> int:
        """The seed of a game: both games of a pairing with an opening have the same. A bot has another than the die and
        its opponent, whose choices it could foresee by it."""
        return Random(f"{self.seed} {number // 2} {user}".rstrip()).getrandbits(32)

    def play(
        self,
        *,
        played: Iterable[ContestGame] = (),
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> Iterator[ContestGame]:
        """Yield the games in their order, each when it is finished and those before it are.

        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH, games=4)
        >>> with ThreadPoolExecutor(2) as executor:
        ...     list(contest.play(executor=executor)) == list(contest.play())
        True

        Arguments:
            played: the first games, if they were played already; they are yielded again.
            executor: what plays the games, such as a pool of processes; None for this process. Or a function that
                makes one: it is called again when a worker was killed, and the games that were lost are played again.

        Raises:
            ArgumentValueError: the games that were played do not follow one another from 0.
            concurrent.futures.BrokenExecutor: a worker was killed, and there is no function that makes others, or they
                were killed three times without a finished game between.
        """
        check_executor(executor, made=True)
        before = list[ContestGame](played)
        if [game.number for game in before] != list(range(len(before))) or len(before) > self.total:
            raise ArgumentValueError(f"played: the first games were expected, in their order, and {self.total} at most")
        positions = cycle(self.openings) if self.openings else openings(self.ruleset, self.opening_plies, self.seed)
        each_game = (position for position in positions for _ in range(2 * len(self.pairings)))
        tasks = islice(enumerate(each_game), len(before), self.total)
        return chain(before, in_order(executor, evolve(self, openings=())._play, tasks))


def _tell_apart(names: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for name in names:
        numbered = (f"{name}#{number}" for number in count(2))
        found.append(next(each for each in chain([name], numbered) if each not in found))
    return tuple(found)


def _name_of(player: object) -> str:
    if isinstance(player, str):
        return player.strip()
    qualified = getattr(player, "__qualname__", "").rpartition("<locals>.")[2] or repr(player)
    return (type(player).__name__ if " at 0x" in qualified else qualified)[:200]


_FORMAT: Final = "hnefatafl arena 1"


def write_contest(contest: Contest) -> str:
    """Write the first line of a file: what is played. The number of games is left out, since more can be played.

    >>> from itertools import islice
    >>> from hnefatafl import variants
    >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH, games=4)
    >>> lines = [write_contest(contest), *(write_game(game) for game in islice(contest.play(), 3))]
    >>> [game.number for game in contest.play(played=read_games(lines, contest))]
    [0, 1, 2, 3]

    Raises:
        NotExpressibleError: the ruleset contains functions and is not registered.
    """
    from hnefatafl.notation.data import write_rules  # which loads cattrs

    openings = [" ".join(map(str, Game.from_position(opening).moves)) for opening in contest.openings]
    starts = [None if opening is None else opening.text for opening in contest.starts]
    fields = {
        "format": _FORMAT,
        "players": list(contest.names),
        "texts": [player.strip() if isinstance(player, str) else None for player in contest.players],
        **({"gauntlet": True} if contest.gauntlet else {}),
        **attributes(contest, "seed opening_plies", openings=openings),
        **({"starts": starts} if starts else {}),
        **attributes(contest, "plies solving limit"),
        **({} if contest.margin is None else {"margin": contest.margin}),
        "ruleset": write_rules(contest.ruleset, "JSON"),
    }
    return json.dumps(fields, ensure_ascii=False)


def write_game(game: ContestGame) -> str:
    """Write the line of a game, without the line end.

    >>> print(write_game(ContestGame(number=7, winner=Side.DEFENDERS, ending="rules", moves="d1-c1 d3-c3")))
    {"number": 7, "winner": "defenders", "ending": "rules", "moves": "d1-c1 d3-c3"}
    """
    optional = ("termination", "cause", "reason", "warnings")
    fields = {name: value for name, value in attributes(game).items() if value or name not in optional}
    return json.dumps(fields, ensure_ascii=False)


def read_games(lines: Iterable[str], contest: Contest) -> list[ContestGame]:
    """Read the games of a file that is to go on. A last line that breaks off is left out.

    >>> from hnefatafl import variants
    >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH)
    >>> read_games([write_contest(contest), '{"number": 0, "winn'], contest)
    []
    >>> read_games([write_contest(contest)], evolve(contest, seed=1))
    Traceback (most recent call last):
        ...
    hnefatafl.errors.RecordError: the file is of other games: seed is 0 there, and not 1

    Raises:
        RecordError: the file is of other games, or a line in it is no game, or games are missing.
    """
    games = list[ContestGame]()
    expected: dict[str, Any] = json.loads(write_contest(contest))
    remaining = iter(lines)
    with _naming_line(1):
        header = load(next(remaining, ""))
    if "starts" not in header:  # which earlier versions do not write
        expected.pop("starts", None)
    if "texts" not in header:  # nor this, and no margin
        expected.pop("texts")
        expected.pop("margin", None)
        if isinstance(names := header.get("players"), list):  # of which some may be equal
            header["players"] = [*_tell_apart(map(str, cast("list[object]", names)))]
    if "a" in header:  # with "b", the two players of earlier versions
        header["players"] = [header.pop("a"), header.pop("b", None)]
    for name in ("format", *(expected | header)):
        if header.get(name) != expected.get(name):
            here, there = (json.dumps(value.get(name), ensure_ascii=False) for value in (expected, header))
            raise RecordError(f"the file is of other games: {name} is {there:.80} there, and not {here:.80}")
    fault: RecordError | None = None
    for number, line in enumerate(remaining):
        if fault is not None:
            raise fault
        try:
            with _naming_line(number + 2):
                games.append(_parse_game(line))
                if games[-1].number != number:
                    raise RecordError(f"game {number} was expected, not {games.pop().number}")
        except RecordError as error:
            fault = error  # unless it is the last line
    return games


def read_records(lines: Iterable[str], contest: Contest) -> list[Game]:
    """Read the games of a file as records.

    >>> from hnefatafl import variants
    >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH, games=2)
    >>> lines = [write_contest(contest), *map(write_game, contest.play())]
    >>> [game.replay().error for game in read_records(lines, contest)]
    [None, None]

    Raises:
        RecordError: the file is of other games, or a line in it is no game, or games are missing.
        NotationError: the moves of a game cannot be read.
    """
    return [game.record(contest) for game in read_games(lines, contest)]


@contextmanager
def _naming_line(number: int) -> Generator[None]:
    try:
        yield
    except (HnefataflError, ValueError) as error:
        raise RecordError(f"line {number}: {f'{error}'.partition(chr(10))[0]}") from None


def _parse_game(line: str) -> ContestGame:
    fields: dict[str, Any] = dict.fromkeys(("number", "winner", "ending", "termination", "moves", "cause"))
    fields |= {"reason": "", "warnings": ()} | load(line)
    winner, termination = fields["winner"], fields["termination"]
    return ContestGame(
        number=fields["number"],
        winner=None if winner is None else Side(winner),
        ending=fields["ending"],
        termination=None if termination is None else Termination(termination),
        moves=fields["moves"],
        cause=fields["cause"],
        reason=fields["reason"],
        warnings=fields["warnings"],
    )
