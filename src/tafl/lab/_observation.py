"""Games of a player against itself, and what is counted in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, final

from attrs import evolve, field

from hnefatafl.board import Kind, Move, Side, Termination
from hnefatafl.errors import ArgumentValueError, RulesetError
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.search import Limit, Player, Random, Searcher
from hnefatafl.support.arguments import as_tuple, check, check_number, is_number, refuse
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally
from tafl.arena import Played, Points, openings, play

BINS: Final = 20
"""Into how many equal parts a game is divided, to say where it was settled."""
LEAD: Final = 0.6
"""From how many expected points on a side leads (:attr:`Score.expected_points
<hnefatafl.search.Score.expected_points>`): nearly a soldier more."""
WON: Final = 0.75
"""How many points the later winner must expect for the rest of the game where it counts as settled: two soldiers
more."""
MOST_PLIES: Final = 10_000
"""After how many moves a game is cut off, at most."""
MOST_OPENING_PLIES: Final = 100
"""How many moves at the beginning of a game are random, at most."""
_MOST_NODES: Final = 10_000_000
_MOST_NUMBER: Final = (1 << 41) - 1
"""The greatest number of a game."""
_TRIED: Final = 1 << 41
"""Where the numbers of the games against random moves begin."""
_SEEDS: Final = 1 << 42
"""How far apart the games of two seeds are."""
TRIALS: Final = 10
"""How many games each side plays against random moves, with each number of nodes, to find out what it can judge."""


@final
@frozen(kw_only=True)
class Strength:
    """How well both sides play: by chance, or with so many nodes for each move.

    >>> Strength.parse("random"), str(Strength(nodes=2000))
    (Strength(), '2,000 nodes')

    Raises:
        ArgumentTypeError: it is no whole number.
        ArgumentValueError: the number is out of range.
    """

    nodes: int = field(default=0, validator=is_number(0, _MOST_NODES))
    """The nodes of a move; 0 for random moves."""

    @staticmethod
    def parse(text: str) -> Strength:
        """Read a strength: ``random``, or a number of nodes.

        >>> Strength.parse("500")
        Strength(nodes=500)

        Raises:
            ArgumentTypeError: it is no text.
            ArgumentValueError: the text is neither.
        """
        check("text", text, str)
        written = text.strip().lower()
        if written == "random":
            return Strength()
        if not (written.isascii() and written.isdigit() and 0 < len(written) < 12 and int(written)):
            raise ArgumentValueError(f"a strength: random or a number of nodes was expected, not {text!r:.40}")
        return Strength(nodes=int(written))

    def __str__(self) -> str:
        return f"{self.nodes:,} nodes" if self.nodes else "random moves"


def as_strength(parameter: str, given: Strength | str) -> Strength:
    """Return the strength that an argument is, or that its text says.

    Raises:
        ArgumentTypeError: it is neither.
        ArgumentValueError: the text says none.
    """
    if isinstance(given, Strength):
        return given
    if not isinstance(given, str):
        refuse(parameter, "a Strength or a text", given)
    return Strength.parse(given)


def _as_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return as_tuple("settled", numbers)


@final
@frozen(kw_only=True)
class Observations(Tally):
    """What was counted in games of one strength. Two are added with ``+``; the size does not grow with the games.

    >>> Observations(attackers=Points(won=1)).games
    1
    """

    attackers: Points = Points()
    """The results of the attackers."""
    too_long: int = 0
    """How many games came to the limit of plies; they count as drawn."""
    endings: Mapping[Termination, int] = field(factory=dict[Termination, int], hash=False)
    """How many games the rules ended in each way."""
    lengths: Mapping[int, int] = field(factory=dict[int, int], hash=False)
    """How many games had each number of moves."""
    moves: int = 0
    """The number of moves."""
    choices: int = 0
    """The sum of the legal moves over all moves."""
    captures: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    """How many pieces were captured by each rule."""
    judged: int = 0
    """How many games were judged by a search and had a winner."""
    settled: tuple[int, ...] = field(default=(0,) * BINS, converter=_as_numbers)
    """How many of them were settled in each part of the game: where the winner began to expect ¾ of the points for
    all the rest of it."""
    lead_changes: int = 0
    """How often the lead changed sides in judged games, drawn ones included."""
    searched: int = 0
    """How many games were played by a search."""
    visits: Mapping[tuple[str, str], int] = field(factory=dict[tuple[str, str], int], hash=False)
    """How often a piece of each kind (``attackers``, ``defenders``, ``king``) moved to each square."""
    needed: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    """In how many games something would differ without each option of the rules."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.attackers.games

    def quantile(self, share: float) -> int:
        """Return the number of moves that such a share of the games does not exceed; 0 without games.

        >>> Observations(attackers=Points(won=4), lengths={10: 1, 20: 2, 90: 1}).quantile(0.5)
        20

        Raises:
            ArgumentValueError: the share is not from 0 to 1.
        """
        length = _find_quantile(share, self.games, sorted(self.lengths.items()))
        return max(self.lengths, default=0) if length is None else length

    def settled_by(self, share: float) -> float | None:
        """Return the part of the game, from 0 to 1, by which such a share of the judged games was settled; None if none
        was judged.

        >>> Observations(judged=2, settled=[0] * 10 + [2] + [0] * 9).settled_by(0.5)
        0.55

        Raises:
            ArgumentValueError: the share is not from 0 to 1.
        """
        part = _find_quantile(share, self.judged, enumerate(self.settled))
        if not self.judged:
            return None
        return 1.0 if part is None else (part + 1) / BINS


def _find_quantile(share: float, total: int, counts: Iterable[tuple[int, int]]) -> int | None:
    """The number that such a share of the total does not exceed, by their counts in order; None if these are fewer."""
    if not 0 <= share <= 1:
        raise ArgumentValueError(f"share: a number from 0 to 1 was expected, not {share}")
    remaining = share * total
    for number, count in counts:
        remaining -= count
        if remaining <= 0:
            return number
    return None


class _Searching:
    """A player that searches, and keeps what it thought of each position."""

    def __init__(self, nodes: int) -> None:
        self._searcher = Searcher(memory=4, proves=False)
        self._limit = Limit(nodes=nodes)
        self.points: list[float] = []
        """The points that the attackers expect, before each of its moves."""

    def choose(self, position: Position) -> Move | None:
        analysis = self._searcher.analyse(position, self._limit)
        self.points.append(analysis.score.pov(Side.ATTACKERS).expected_points)
        return analysis.best


def observe(
    ruleset: RulesetLike,
    strength: Strength,
    *,
    number: int,
    seed: int = 0,
    plies: int = 400,
    opening_plies: int = 2,
    options: bool = False,
) -> Observations:
    """Play a game and return what was counted in it. Both sides have the same strength, and one table.

    >>> from hnefatafl import variants
    >>> one = observe(variants.BRANDUBH, Strength(), number=1)
    >>> one == observe(variants.BRANDUBH, Strength(), number=1)
    True

    Arguments:
        ruleset: the rules.
        strength: how well both sides play.
        number: which game of the many, from 0.
        seed: what decides the openings, random moves and dice.
        plies: after how many moves a game is cut off.
        opening_plies: how many moves at the beginning are random.
        options: whether to find out in addition which options of the rules the game needs.

    Raises:
        ArgumentValueError: a number is out of range.
    """
    ruleset = as_ruleset(ruleset)
    played, points = _play_game(ruleset, strength, number, seed, plies, opening_plies)
    outcome = played.position.outcome
    observations = evolve(
        _count_moves(played.position, Points.of(played.winner, Side.ATTACKERS)),
        too_long=int(outcome is None),
        endings={} if outcome is None else {outcome.termination: 1},
        needed=_find_needed_options(played.position) if options else {},
    )
    return observations if points is None else _judge_course(observations, points, played.winner)


def winner_of(
    ruleset: Ruleset, strength: Strength, *, number: int, seed: int = 0, plies: int = 400, opening_plies: int = 2
) -> Side | None:
    """Play a game as :func:`observe` does, by the same arguments, and return the side that won, or None for a draw.

    Raises:
        ArgumentValueError: a number is out of range.
    """
    return _play_game(ruleset, strength, number, seed, plies, opening_plies)[0].winner


def against_random(
    ruleset: RulesetLike,
    strength: Strength,
    side: Side,
    *,
    number: int,
    seed: int = 0,
    plies: int = 400,
    opening_plies: int = 2,
) -> Points:
    """Play a game of one side, with that strength, against random moves; return its result for that side.

    >>> from hnefatafl import variants
    >>> against_random(variants.BRANDUBH, Strength(nodes=100), Side.ATTACKERS, number=0)
    Points(won=1)

    Arguments:
        ruleset, seed, plies, opening_plies: as for :func:`observe`.
        strength: how well the side plays.
        side: the side.
        number: which of these games; no game of :func:`observe` begins as one of them does.

    Raises:
        ArgumentValueError: a number is out of range.
    """
    rules = as_ruleset(ruleset)
    check("side", side, Side)
    game_seed = _derive_seed(number, seed) + _TRIED
    start = next(openings(rules, opening_plies, game_seed))
    players: dict[Side, Player] = {side: _Searching(strength.nodes), side.opponent: Random(seed=game_seed)}
    played = play(players[Side.ATTACKERS], players[Side.DEFENDERS], start, plies=plies, seed=game_seed)
    return Points.of(played.winner, side)


def _derive_seed(number: int, seed: int) -> int:
    """The seed of a game, which no game of another number or another seed has; none is below 0.

    Raises:
        ArgumentValueError: the number is out of range.
    """
    check("seed", seed, int)
    check_number("number", number, 0, _MOST_NUMBER)
    return (2 * seed if seed >= 0 else -2 * seed - 1) * _SEEDS + number


def _play_game(
    ruleset: Ruleset, strength: Strength, number: int, seed: int, plies: int, opening_plies: int
) -> tuple[Played, list[float] | None]:
    """Play a game; return in addition what the attackers could expect before each move, if it was searched."""
    game_seed = _derive_seed(number, seed)
    start = next(openings(ruleset, opening_plies, game_seed))
    if not strength.nodes:
        return play(Random(seed=game_seed), Random(seed=game_seed), start, plies=plies, seed=game_seed), None
    player = _Searching(strength.nodes)
    return play(player, player, start, plies=plies, seed=game_seed), player.points


def _count_moves(position: Position, attackers: Points) -> Observations:
    """What the moves of a game say."""
    recorded_moves = Game.from_position(position).moves
    captures = Counter[str]()
    visits = Counter[tuple[str, str]]()
    choices = 0
    for before, recorded in zip(position.history(), recorded_moves, strict=False):
        choices += len(before.legal_moves())
        if recorded.move.origin != recorded.move.target:  # else it passes, or ends a berserk turn
            piece = before.board[recorded.origin]
            kind = "king" if piece.kind is Kind.KING else str(piece.side)
            visits[recorded.target.name, kind] += 1
        played = before.explain(recorded.move, announce=recorded.announced)
        captures.update(str(capture.rule) for capture in played.captures)
    moves = len(recorded_moves)
    return Observations(
        attackers=attackers, lengths={moves: 1}, moves=moves, choices=choices, captures=captures, visits=visits
    )


def _judge_course(observations: Observations, points: list[float], winner: Side | None) -> Observations:
    """The course of a game by the expected points of the attackers."""
    leader, changes = 0, 0
    for value in points:
        leads = 1 if value >= LEAD else -1 if value <= 1 - LEAD else leader
        changes += leads * leader < 0
        leader = leads
    observations = evolve(observations, searched=1, lead_changes=changes)
    if winner is None or not points:
        return observations
    winners_points = points if winner is Side.ATTACKERS else [1 - value for value in points]
    settled = len(winners_points)
    while settled and winners_points[settled - 1] >= WON:
        settled -= 1
    parts = [0] * BINS
    parts[min(settled * BINS // len(winners_points), BINS - 1)] = 1
    return evolve(observations, judged=1, settled=parts)


def _find_needed_options(position: Position) -> dict[str, int]:
    """The options without which the game would not have gone as it did: a move is illegal, or captures or ends
    differently."""
    ruleset = position.ruleset
    game = Game.from_position(position)
    return {name: 1 for name, rules in plainer(ruleset).items() if not _goes_alike(game, position, rules)}


def plainer(ruleset: RulesetLike) -> dict[str, Ruleset]:
    """Return the rulesets in which one option has its default, by the option, where the others allow that.

    >>> from hnefatafl import variants
    >>> sorted(plainer(variants.MAGPIE))
    ['corners', 'king', 'speed']
    """
    ruleset = as_ruleset(ruleset)
    rulesets: dict[str, Ruleset] = {}
    for name, (_, default) in ruleset.changed().items():
        try:
            rulesets[name] = ruleset.evolve(**{name: default})
        except RulesetError:
            continue
    return rulesets


def _goes_alike(game: Game, position: Position, rules: Ruleset) -> bool:
    start = Position.initial(rules, rules.first or game.initial_position.turn)
    replay = evolve(game, ruleset=rules, start=start).replay()
    end = replay.position
    return replay.error is None and end.board == position.board and end.outcome == position.outcome
