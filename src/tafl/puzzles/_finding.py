"""Finding puzzles in games: positions with exactly one winning move, where all others are refuted.

A position is looked at in three steps, each dearer than the one before and reached by few:

1. The solver looks for a win within 1, 3, 5 ... plies, with few nodes.
2. It is asked for a win by another move within as many plies: there must be none. So the answer *exactly one move wins
   within so many plies* is proved.
3. The other moves are looked into further: by a search without a bound, which must find no win, and then
   exhaustively, two plies deeper. What stays open is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from attrs import evolve, field

from hnefatafl.board import Move
from hnefatafl.errors import InvalidSetupError
from hnefatafl.play import PlayedMove, Position, PositionLike, as_position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.search import AlphaBeta, Limit, Verdict, solve
from hnefatafl.support.arguments import check_number, is_number
from hnefatafl.support.executors import in_order
from hnefatafl.support.immutability import frozen
from tafl.arena import openings, play
from tafl.puzzles._puzzle import LONGEST, Puzzle, PuzzleError, find_themes, grade

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MEMORY: Final = 8
"""The size of the solver's table in MB."""
_NEAR: Final = 3
"""Wins of so many plies are looked for with the larger budget."""


@frozen(kw_only=True)
class Effort:
    """What puzzles are looked for, and with how much work.

    >>> Effort(longest=3).refuted
    5

    Raises:
        ArgumentValueError: a number is out of range.
    """

    shortest: int = field(default=3, validator=is_number(1, LONGEST))
    """The fewest plies of a puzzle."""
    longest: int = 5
    """The most plies of a puzzle."""
    nodes: int = field(default=1_000, validator=is_number(1))
    """How many positions are looked into to find a win of more than 3 plies."""
    others: int = field(default=200_000, validator=is_number(1))
    """How many positions are looked into to refute all other moves within so many plies."""
    unbounded: int = field(default=20_000, validator=is_number(1))
    """How many positions are looked into to find out whether another move wins later."""
    margin: int = 2
    """So many plies further than the solution the other moves are refuted."""
    last: int | None = field(default=None, validator=is_number(1, optional=True))
    """Only so many positions before the end of each game are looked at, where most wins are; None for all."""

    def __attrs_post_init__(self) -> None:
        check_number("longest", self.longest, self.shortest, LONGEST)
        check_number("margin", self.margin, 0, LONGEST - self.longest)

    @property
    def refuted(self) -> int:
        """How many plies at most the other moves are looked into."""
        return self.longest + self.margin


_EFFORT: Final = Effort()


def check_rules(rules: Ruleset) -> None:
    """Check that there can be puzzles by these rules.

    Raises:
        PuzzleError: there are none.
    """
    if rules.faces:
        raise PuzzleError(f"{rules.name}: there are no puzzles where a die is thrown")


def find_puzzle(position: PositionLike, effort: Effort = _EFFORT, *, source: str = "") -> Puzzle | None:
    """Return the puzzle in a position for its side to move, or None if there is none, or it is not certain.

    The history of the position does not count.

    >>> from hnefatafl import Side, variants
    >>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> puzzle = find_puzzle(position, Effort(nodes=100, unbounded=100))
    >>> print(*puzzle.line)
    d4-g4 b1-c1 g4-g7
    >>> print(*puzzle.themes)
    escape

    Arguments:
        position: the position.
        effort: what to look for.
        source: where the position comes from, as the puzzle is to tell.

    Raises:
        ArgumentTypeError: it is no position.
        PuzzleError: there are no puzzles by these rules.
    """
    position = as_position(position)
    check_rules(position.ruleset)
    start = _drop_history(position)
    return None if start is None else _make_puzzle(start, effort, source)


def find_puzzles(
    games: Iterable[Game],
    effort: Effort = _EFFORT,
    *,
    executor: Executor | Callable[[], Executor] | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles in games, each position once however it is turned.

    The moves of a game are played up to the first that is illegal; variations are left out, and so is a game whose
    start is not known because the lot decides who begins.

    >>> from hnefatafl import Side, Symmetry, variants
    >>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> games = [Game.from_position(each) for each in (position, position.transform(Symmetry.ROTATE_90))]
    >>> len([*find_puzzles(games, Effort(nodes=100, unbounded=100))])
    1

    Arguments:
        games: the games.
        effort: what to look for.
        executor: what shares out the games, or a function that makes it; results are the same, in the same order.

    Raises:
        PuzzleError: there are no puzzles by the rules of a game.
    """
    yielded = set[tuple[Ruleset, str]]()
    # A game at a time, in which a position that comes twice is looked at once.
    for puzzles in in_order(executor, partial(puzzles_in, effort=effort), games):
        for puzzle in puzzles:
            if (puzzle.ruleset, puzzle.id) not in yielded:
                yielded.add((puzzle.ruleset, puzzle.id))
                yield puzzle


def puzzles_in(game: Game, effort: Effort = _EFFORT) -> list[Puzzle]:
    """The puzzles in a game, in the order of its positions."""
    check_rules(game.ruleset)
    try:
        positions = [game.initial_position]
    except InvalidSetupError:
        return []
    positions += [play.after for play in game.replay(lenient=True).played_moves]
    # A puzzle needs a move, and after the end there is none.
    while positions and positions[-1].outcome is not None:
        del positions[-1]
    name = game.tags.get("event") or game.tags.get("id") or ""
    examined = set[Position]()
    puzzles: list[Puzzle] = []
    first = 0 if effort.last is None else max(len(positions) - effort.last, 0)
    for ply, position in enumerate(positions[first:], start=first):
        start = _drop_history(position)
        if start is None or start in examined:
            continue
        examined.add(start)
        puzzle = _make_puzzle(start, effort, f"{name}, ply {ply}" if name else f"ply {ply}")
        if puzzle is not None:
            puzzles.append(puzzle)
    return puzzles


def _drop_history(position: Position) -> Position | None:
    """The position without its history, if it can be set up so and the game goes on."""
    if position.outcome is not None or position.berserk_square is not None:
        return None
    try:
        # A puzzle is a board: whoever solves it knows no history, so repetitions before it must not count.
        start = Position.from_board(position.board, position.ruleset, position.turn)
    except InvalidSetupError:
        return None
    return start if start.outcome is None else None


def _make_puzzle(start: Position, effort: Effort, source: str) -> Puzzle | None:
    line = _find_shortest_win(start, effort)
    if not line:
        return None
    refuted = len(line) + effort.margin
    # The cheap proof first: within the length of the solution; then without a limit; and only where that is not
    # decided, within the margin.
    others = [move for move in start.legal_moves() if move != line[0]]
    disproved = True
    if others:
        if not _all_fail(others, start, len(line), effort):
            return None
        unbounded = solve(start, limit=Limit(nodes=effort.unbounded), moves=others, memory=_MEMORY).verdict
        disproved = unbounded is Verdict.NOT_WON
        if unbounded is Verdict.WON or (not disproved and not _all_fail(others, start, refuted, effort)):
            return None
    plays = _explain_line(start, line)
    return Puzzle(
        position=start,
        line=line,
        refuted=refuted,
        disproved=disproved,
        themes=find_themes(plays),
        grade=grade(plays),
        source=source,
    )


def _find_shortest_win(start: Position, effort: Effort) -> tuple[Move, ...]:
    """The shortest win of the side to move, or nothing."""
    # Where sides alternate, a win of the side to move takes an odd number of plies.
    step = 2 if start.ruleset.alternates else 1
    for plies in range(1, effort.longest + 1, step):
        # An overlooked short win would make a puzzle of a longer one that has two solutions.
        nodes = effort.others if plies <= _NEAR else effort.nodes
        proof = solve(start, limit=Limit(nodes=nodes), within=plies, memory=_MEMORY)
        if proof.verdict is Verdict.WON:
            # Else the table has forgotten a part of the proof.
            return proof.line if effort.shortest <= plies == len(proof.line) else ()
        if proof.verdict is Verdict.OPEN:
            return ()
    return ()


def _all_fail(others: list[Move], start: Position, plies: int, effort: Effort) -> bool:
    """Whether it is proved of every other move that it does not win within so many plies."""
    proof = solve(start, limit=Limit(nodes=effort.others), within=plies, moves=others, memory=_MEMORY)
    return proof.verdict is Verdict.NOT_WON


def _explain_line(start: Position, line: tuple[Move, ...]) -> list[PlayedMove]:
    plays: list[PlayedMove] = []
    for move in line:
        plays.append((plays[-1].after if plays else start).explain(move))
    return plays


_OPENING: Final = 6
_NODES: Final = 300
_NOISE: Final = 60
"""So many hundredths of a man the score of a move may err: games with mistakes have more puzzles."""
_PLIES: Final = 120


def own_games(ruleset: RulesetLike, games: int = 100, *, seed: int = 0) -> Iterator[Game]:
    """Yield games of the computer against itself, weakly played, to find puzzles in.

    Each begins with some random moves and ends after 120 plies at the latest.

    >>> game, = own_games("brandubh", 1, seed=1)
    >>> game.tags["event"]
    'own play, seed 1, game 1'

    Arguments:
        ruleset: the rules.
        games: how many.
        seed: what decides them.

    Raises:
        PuzzleError: there are no puzzles by these rules.
        ArgumentValueError: there are fewer than 1 games.
    """
    rules = as_ruleset(ruleset)
    check_rules(rules)
    check_number("games", games, 1)
    for number, start in enumerate(islice(openings(rules, plies=_OPENING, seed=seed), games), start=1):
        yield _play_game(start, seed, number)


def _play_game(start: Position, seed: int, number: int) -> Game:
    # So far apart that the games of two seeds do not meet.
    player = AlphaBeta(nodes=_NODES, noise=_NOISE, memory=1, seed=seed * 1_000_003 + number)
    game = Game.from_position(play(player, player, start, plies=_PLIES - start.ply).position)
    return evolve(game, tags={**game.tags, "event": f"own play, seed {seed}, game {number}"})
