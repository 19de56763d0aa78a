"""How a suite is made: positions are drawn, and those are kept whose moves do what has been met least.

Half of the positions come from games of random moves, which like captures, the others from boards on which something
rare is about to happen. A few lines go back and forth until the repetition rule speaks, or go on for as long as nothing
is captured.

Boards on which something rare is about to happen, drawn at random for any ruleset.

Random games hardly ever lead to a shieldwall, a fort or a ring. Each function here places pieces as for one of them,
whether the ruleset has it or not: then the case shows that nothing happens. Everything comes from the generator of
random numbers that is passed, so that the same seed gives the same boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve

from hnefatafl.board import Board, Illegality, Move, Piece, PieceSet, Side, Square, Symmetry
from hnefatafl.errors import HnefataflError
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support.arguments import check, check_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump
from tafl.conformance._cases import LISTS, Case, Chapter, DisagreementError, missing
from tafl.conformance._checking import compare
from tafl.conformance._judges import KERNEL, REFERENCE, Answer, Deed, Refusal, answer, outcome_word, state_text

if TYPE_CHECKING:
    from random import Random

Pieces: TypeAlias = dict[Square, Piece]
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SOLDIER: Final = {Side.ATTACKERS: Piece.ATTACKER, Side.DEFENDERS: Piece.DEFENDER}


def _sort_key(square: Square) -> tuple[int, int]:
    return square.rank, square.file


def _sort_squares(squares: Iterable[Square]) -> list[Square]:
    """Return squares in the order of the board, the same in every process."""
    return sorted(squares, key=_sort_key)


@cache
def _list_squares(size: int) -> tuple[Square, ...]:
    return tuple(Square(file, rank) for rank in range(size) for file in range(size))


@cache
def _list_neighbours(square: Square, size: int) -> tuple[Square, ...]:
    return tuple(near for step in _STEPS if (near := square.offset(*step)).on(size))


def _surround(squares: Sequence[Square], size: int) -> set[Square]:
    """Return the squares beside some."""
    return {near for square in squares for near in _list_neighbours(square, size)} - set(squares)


def _draw_squares(random: Random, squares: Iterable[Square], least: int, most: int) -> list[Square]:
    pool = _sort_squares(squares)
    return random.sample(pool, min(len(pool), random.randint(least, most)))


def _hold_back(
    random: Random, size: int, pieces: Pieces, target: Square, piece: Piece, closed: Iterable[Square] = ()
) -> None:
    """Place a piece where it can move to the target, and nothing on the target."""
    pieces.pop(target, None)
    shut = {*pieces, *closed}
    origins: list[Square] = []
    for step in _STEPS:
        square = target.offset(*step)
        while square.on(size) and square not in shut:
            origins.append(square)
            square = square.offset(*step)
    if origins:
        pieces[random.choice(origins)] = piece


def _draw_dense_square(random: Random, size: int) -> Square:
    """Return a square, often on the edge or near the middle, where the rules are denser."""
    place = random.random()
    if place < 0.3:
        return Square(random.randrange(size), random.choice((0, 1)))
    if place < 0.6:
        middle = size // 2
        return Square(middle + random.randint(-2, 2), middle + random.randint(-2, 2))
    return Square(random.randrange(size), random.randrange(size))


def _scatter_men(random: Random, size: int) -> Pieces:
    """A few men, or many."""
    pieces = dict.fromkeys(_draw_squares(random, _list_squares(size), 1, random.choice((3, 10, 24))), Piece.ATTACKER)
    rest = [square for square in _list_squares(size) if square not in pieces]
    pieces |= dict.fromkeys(_draw_squares(random, rest, 0, random.choice((2, 6, 14))), Piece.DEFENDER)
    return pieces


def _plant_brackets(random: Random, size: int) -> Pieces:
    """Men between an enemy and a square to which another can move; two of them sometimes."""
    pieces: Pieces = {}
    side = random.choice(list(Side))
    target = _draw_dense_square(random, size)
    for step in random.sample(_STEPS, random.randint(1, 3)):
        victim = target.offset(*step)
        partner = victim.offset(*step)
        if victim.on(size):
            pieces[victim] = _SOLDIER[side.opponent]
        if partner.on(size) and random.random() < 0.25:  # a row of two, perhaps with the king
            king = side is Side.ATTACKERS and random.random() < 0.4 and Piece.KING not in pieces.values()
            pieces[partner] = Piece.KING if king else _SOLDIER[side.opponent]
            partner = partner.offset(*step)
        if partner.on(size) and random.random() < 0.75:
            pieces[partner] = Piece.KING if side is Side.DEFENDERS and random.random() < 0.2 else _SOLDIER[side]
    _hold_back(random, size, pieces, target, _SOLDIER[side])
    return pieces


def _plant_siege(random: Random, size: int) -> Pieces:
    """The king with attackers on most sides, sometimes with a man of his own in between, and one about to arrive."""
    king = _draw_dense_square(random, size)
    pieces: Pieces = {king: Piece.KING}
    around = _list_neighbours(king, size)
    for square in around:
        if random.random() < 0.9:
            pieces[square] = Piece.ATTACKER
    if random.random() < 0.5:
        friend = random.choice(around)
        pieces[friend] = Piece.DEFENDER
        for square in _list_neighbours(friend, size):
            if square not in pieces and random.random() < 0.9:
                pieces[square] = Piece.ATTACKER
    attackers = _sort_squares(square for square, piece in pieces.items() if piece == Piece.ATTACKER)
    if attackers:
        _hold_back(random, size, pieces, random.choice(attackers), Piece.ATTACKER)
    return pieces


def _hold_king_on_edge(random: Random, size: int) -> Pieces:
    """The king on the edge between attackers, his own men or the end of the board, and one attacker about to arrive."""
    king = Square(random.randrange(size), 0)
    around = _list_neighbours(king, size)
    pieces: Pieces = {king: Piece.KING} | dict.fromkeys(around, Piece.ATTACKER)
    if random.random() < 0.2:
        pieces[random.choice(around)] = Piece.DEFENDER
    _hold_back(random, size, pieces, random.choice(around), Piece.ATTACKER)
    return pieces


def _walked_in(random: Random, size: int) -> Pieces:
    """A piece about to step between two of its enemies, or beside one, where others stand on the sides."""
    side = random.choice(list(Side))
    target, step = _draw_dense_square(random, size), random.choice(_STEPS)
    pieces: Pieces = {}
    for square in (target.offset(*step), target.offset(-step[0], -step[1])):
        if square.on(size) and random.random() < 0.9:
            pieces[square] = _SOLDIER[side.opponent]
    for square in (target.offset(step[1], step[0]), target.offset(-step[1], -step[0])):
        if square.on(size) and random.random() < 0.2:
            pieces[square] = _SOLDIER[side.opponent]
    walker = Piece.KING if side is Side.DEFENDERS and random.random() < 0.2 else _SOLDIER[side]
    _hold_back(random, size, pieces, target, walker)
    return pieces


def _closed_corners(random: Random, size: int) -> Pieces:
    """Attackers on the two squares beside each corner, one of them about to arrive, and a few men about the king."""
    last = size - 1
    beside = [Square(file, rank) for file in (1, last - 1) for rank in (0, last)]
    beside += [Square(file, rank) for file in (0, last) for rank in (1, last - 1)]
    pieces: Pieces = dict.fromkeys(beside, Piece.ATTACKER)
    middle = [Square(file, rank) for file in range(2, last - 1) for rank in range(2, last - 1)]
    pieces |= dict.fromkeys(_draw_squares(random, middle, 0, 5), Piece.DEFENDER) | {random.choice(middle): Piece.KING}
    rest = [square for square in _list_squares(size) if square not in pieces and square not in middle]
    corners = (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last))
    pieces |= dict.fromkeys(_draw_squares(random, set(rest) - set(corners), 4, 14), Piece.ATTACKER)
    _hold_back(random, size, pieces, random.choice(beside), Piece.ATTACKER, corners)
    return pieces


def _plant_king_on_throne(random: Random, size: int) -> Pieces:
    """The king in the middle with a man beside him, attackers around both, and one about to arrive."""
    king = Square(size // 2, size // 2)
    pieces: Pieces = {king: Piece.KING}
    friend, *others = random.sample(_list_neighbours(king, size), 4)
    pieces |= dict.fromkeys(others if random.random() < 0.8 else others[1:], Piece.ATTACKER)
    pieces[friend] = Piece.DEFENDER
    beyond = friend.offset(friend.file - king.file, friend.rank - king.rank)
    if beyond.on(size):
        _hold_back(random, size, pieces, beyond, Piece.ATTACKER)
    return pieces


def _plant_wall(random: Random, size: int) -> Pieces:
    """A row along the edge with enemies in front and at its ends, one of them about to arrive."""
    side = random.choice(list(Side))
    count = random.randint(2, 3)
    first = random.randint(0, size - count)
    row = [Square(first + offset, 0) for offset in range(count)]
    pieces: Pieces = dict.fromkeys(row, _SOLDIER[side.opponent])
    if side is Side.ATTACKERS and random.random() < 0.3:
        pieces[random.choice(row)] = Piece.KING
    holders = [square.offset(0, 1) for square in row]
    holders += [end for end in (row[0].offset(-1, 0), row[-1].offset(1, 0)) if end.on(size)]
    corners = (0, size - 1)
    last = holders[-1] if random.random() < 0.6 else random.choice(holders)
    for square in holders:
        at_corner = square.rank == 0 and square.file in corners
        if square == last or random.random() < (0.2 if at_corner else 0.97):
            pieces[square] = _SOLDIER[side]
    _hold_back(random, size, pieces, last, _SOLDIER[side])
    return pieces


def _plant_fort(random: Random, size: int) -> Pieces:
    """The king on the edge in a pocket of his own men, one of whom is about to arrive."""
    inside = [Square(random.randint(1, size - 2), 0)]
    for _ in range(random.randint(1, 3)):
        inside.append(random.choice(_sort_squares(_surround(inside, size))))
    wall = _surround(inside, size)
    around = {square.offset(x, y) for square in wall for x in (-1, 0, 1) for y in (-1, 0, 1)} - wall - set(inside)
    outer = _sort_squares(square for square in around if square.on(size))
    last = random.choice(_sort_squares(wall))
    if random.random() < 0.6:
        wall |= set(outer if random.random() < 0.6 else _draw_squares(random, outer, 0, len(outer)))
    pieces: Pieces = dict.fromkeys(_sort_squares(wall), Piece.DEFENDER) | {inside[0]: Piece.KING}
    free = [square for square in _list_squares(size) if square not in pieces and square not in inside]
    _hold_back(random, size, pieces, last, Piece.DEFENDER, inside)
    pieces |= dict.fromkeys(_draw_squares(random, [s for s in free if s not in pieces], 1, 4), Piece.ATTACKER)
    return pieces


def _plant_ring(random: Random, size: int) -> Pieces:
    """Attackers around the king and some men, leaning on the edge or not, one attacker about to arrive."""
    left, low = random.randint(0, size - 3), random.randint(0, size - 3)
    right, high = random.randint(left, size - 1), random.randint(low, size - 1)
    within = [Square(file, rank) for file in range(left, right + 1) for rank in range(low, high + 1)]
    ring = _sort_squares(_surround(within, size))
    pieces: Pieces = dict.fromkeys(ring, Piece.ATTACKER)
    pieces |= dict.fromkeys(_draw_squares(random, within, 0, 4), Piece.DEFENDER) | {random.choice(within): Piece.KING}
    if random.random() < 0.15:
        outside = [square for square in _list_squares(size) if square not in pieces and square not in within]
        pieces |= dict.fromkeys(_draw_squares(random, outside, 1, 1), Piece.DEFENDER)
    if ring:
        _hold_back(random, size, pieces, random.choice(ring), Piece.ATTACKER, within)
    return pieces


def _plant_blocked_side(random: Random, size: int) -> Pieces:
    """A side whose few pieces are hemmed in, except for the square where an enemy is about to arrive."""
    side = random.choice(list(Side))
    first = _draw_dense_square(random, size)
    group = [first]
    for _ in range(random.randint(0, 2)):
        group.append(random.choice(_sort_squares(_surround(group, size))))
    hem = _sort_squares(_surround(group, size))
    pieces: Pieces = dict.fromkeys(group, _SOLDIER[side]) | dict.fromkeys(hem, _SOLDIER[side.opponent])
    if side is Side.DEFENDERS:
        pieces[first] = Piece.KING
    _hold_back(random, size, pieces, random.choice(hem), _SOLDIER[side.opponent])
    return pieces


def _last_men(random: Random, size: int) -> Pieces:
    """The last men of a side, one of them about to be captured."""
    side = random.choice(list(Side))
    victim, step = _draw_dense_square(random, size), random.choice(_STEPS)
    partner, target = victim.offset(*step), victim.offset(-step[0], -step[1])
    pieces: Pieces = {victim: _SOLDIER[side]}
    if partner.on(size):
        pieces[partner] = _SOLDIER[side.opponent]
    if target.on(size):
        _hold_back(random, size, pieces, target, _SOLDIER[side.opponent])
    free = [square for square in _list_squares(size) if square not in pieces and square != target]
    pieces |= dict.fromkeys(_draw_squares(random, free, 0, 3), _SOLDIER[side])
    if side is Side.DEFENDERS:
        rest = [square for square in free if square not in pieces]
        pieces |= dict.fromkeys(_draw_squares(random, rest, 1, 4), Piece.ATTACKER)
    return pieces


def _plant_open_king(random: Random, size: int) -> Pieces:
    """The king on an open line or two."""
    king = _draw_dense_square(random, size)
    pieces: Pieces = {king: Piece.KING}
    for step in _STEPS:
        way = [square for i in range(1, size) if (square := king.offset(i * step[0], i * step[1])).on(size)]
        if way and random.random() < 0.6:
            pieces[random.choice(way)] = random.choice((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))
    free = [square for square in _list_squares(size) if square not in pieces]
    return pieces | dict.fromkeys(_draw_squares(random, free, 1, 4), Piece.ATTACKER)


PLANTS: Final[tuple[Callable[[Random, int], Pieces], ...]] = (
    _scatter_men,
    _plant_brackets,
    _plant_siege,
    _hold_king_on_edge,
    _walked_in,
    _closed_corners,
    _plant_king_on_throne,
    _plant_wall,
    _plant_fort,
    _plant_ring,
    _plant_blocked_side,
    _last_men,
    _plant_open_king,
)
"""What places pieces on a board of a size."""


class Planter:
    """What plants boards under a ruleset.

    Arguments:
        rules: the ruleset.
        random: the generator of random numbers.
    """

    def __init__(self, rules: Ruleset, random: Random) -> None:
        self._size, self._start, self._random = rules.size, rules.start, random
        kinds = {piece.kind for piece in rules.start.values() if PieceSet.MEN.has(piece)}
        self._kinds: Final = sorted(kinds, key=str)
        self._closed: Final[dict[Square, list[PieceSet]]] = {}
        for zone in rules.all_zones:
            for square in zone.squares.squares(rules.size):
                self._closed.setdefault(square, []).append(zone.stop)

    def plant(self) -> Board | None:
        """Return a board that one of the functions here has filled, rotated or mirrored; None if its pieces do not fit.

        The king is added where he is missing, some men get the other kinds of the game, and pieces leave squares on
        which they may not stop.
        """
        random, size = self._random, self._size
        planted = random.choice(PLANTS)(random, size)
        symmetry = random.choice(list(Symmetry))
        pieces = {symmetry.apply(square, size): piece for square, piece in planted.items() if square.on(size)}
        share = random.choice((0.0, 0.3, 0.8))
        for square, piece in pieces.items():
            if piece != Piece.KING and random.random() < share:
                pieces[square] = Piece(piece.side, random.choice(self._kinds))
        pieces = {square: piece for square, piece in pieces.items() if self._may_stand(piece, square)}
        kings = [piece for piece in pieces.values() if piece == Piece.KING]
        if not kings:
            free = [square for square in _list_squares(size) if square not in pieces]
            seats = [square for square in free if self._may_stand(Piece.KING, square)]
            if seats:
                pieces[random.choice(seats)] = Piece.KING
                kings = [Piece.KING]
        return Board(size, pieces) if len(kings) == 1 else None

    def _may_stand(self, piece: Piece, square: Square) -> bool:
        stops = all(stop.has(piece) for stop in self._closed.get(square, ()))
        return stops or self._start.get(square) == piece


_CANDIDATES: Final = 6
"""Of how many positions the one is kept that shows what has been met least."""
_OFTEN: Final = 5
"""How often a word is to be met."""
_LEGAL, _ILLEGAL = 6, 3
"""How many legal and how many illegal moves are tried in a position, at most."""
_LOOKED_AT: Final = 80
"""How many legal moves of a position are looked at."""
_SHUFFLES: Final = 40
"""How long a line goes back and forth, at most."""
_LONGEST: Final = 260
"""How long a line without captures, or a game, goes on for a limit of moves."""


@frozen
class _Line:
    """A position, and the actions that led to it from one that was set up."""

    start: str
    actions: tuple[str, ...]
    position: Position

    @staticmethod
    def of(position: Position) -> _Line:
        return _Line(state_text(position.setup), (), position)

    def act(self, action: str) -> _Line:
        return _Line(self.start, (*self.actions, action), KERNEL.act(self.position, action)[0])


@frozen
class _Trial:
    """An action, the words that it meets, and how often they were met."""

    action: str
    words: tuple[str, ...]


def make_chapter(ruleset: Ruleset | str, *, cases: int = 200, seed: int = 0, rare: int = 800) -> Chapter:
    """Return cases about a ruleset, each confirmed by the reference implementation.

    The same seed gives the same cases. There are as many as asked for, and a few more where these are needed to meet
    words that the others do not. Without those, a chapter of few cases takes a tenth of the time.

    >>> chapter = make_chapter("brandubh", cases=20)
    >>> len(chapter.cases) >= 20, chapter.cases[0].id, "custodial" in chapter.met["captures"]
    (True, 'brandubh/1', True)

    Arguments:
        ruleset: the ruleset, or its name.
        cases: the least number of cases, from 1 on.
        seed: the seed of the random choices.
        rare: how many more positions are drawn, at most, for words that have been met seldom.

    Raises:
        DisagreementError: the kernel and the reference do not agree on a case.
        NotExpressibleError: the ruleset contains functions, which no other program can play.
        UnknownVariantError: no ruleset has that name.
    """
    ruleset = as_ruleset(ruleset)
    check_number("cases", cases, 1)
    check("seed", seed, int)
    check("rare", rare, int)
    _check_functions(ruleset)
    return _Maker(ruleset, seed).chapter(cases, rare)


def _check_functions(rules: Ruleset) -> None:
    from hnefatafl.errors import NotExpressibleError
    from hnefatafl.notation.data import function_options

    if functions := function_options(rules):
        raise NotExpressibleError("a conformance suite", functions)


class _Maker:
    """The cases of a ruleset so far, and how often each word was met."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.random = Random(f"{seed} {rules.name}")
        self.planter = Planter(rules, self.random)
        self.cases: list[Case] = []
        self.counts: Counter[str] = Counter()

    def chapter(self, cases: int, extra: int) -> Chapter:
        for line, last in self._long_lines(max(2, cases // 12)):
            self._add(line, self._list_trials(line), last)
        for _ in range(2):
            self._add(self._draw_finished(), [])
        while len(self.cases) < cases:
            # One in four is taken as it comes, so that what is common is not left out.
            self._add(*self._draw_best(1 if len(self.cases) % 4 == 0 else _CANDIDATES))
        for _ in range(extra):
            rare = missing(self._count_words_met(), self.rules, _OFTEN)
            if not rare:
                break
            line = self._draw()
            legal, illegal = self._list_trials(line), self._list_illegal_trials(line.position)
            needed = {f"{key} {word}" for key, words in rare.items() for word in words}
            if any(needed.intersection(trial.words) for trial in legal + illegal):
                self._add(line, legal)
        words_met = self._count_words_met()
        return Chapter(ruleset=self.rules, cases=tuple(self.cases), met=words_met, unmet=missing(words_met, self.rules))

    def _count_words_met(self) -> dict[str, dict[str, int]]:
        counts = {key: {word.value: self.counts[f"{key} {word.value}"] for word in LISTS[key]} for key in LISTS}
        return {key: {word: count for word, count in of_list.items() if count} for key, of_list in counts.items()}

    # Drawing positions.

    def _draw_best(self, candidates: int) -> tuple[_Line, list[_Trial]]:
        """Return the position of several that shows what has been met least, and what can be tried in it."""
        drawn = [(line, self._list_trials(line)) for line in (self._draw() for _ in range(candidates))]
        return max(drawn, key=lambda pair: max(map(self._rate_trial, pair[1]), default=0.0))

    def _rate_trial(self, trial: _Trial) -> float:
        return sum(1 / (1 + self.counts[word]) ** 2 for word in trial.words)

    def _draw(self) -> _Line:
        """Return a position in which the game goes on, or seldom one in which it has just ended."""
        random = self.random
        while True:
            line = self._draw_game() if random.random() < 0.3 else self._draw_planted()
            if line is None:
                continue
            for _ in range(random.choice((0, 0, 0, 1, 2))):
                action = self._choose_action(line.position)
                if action is not None:
                    line = line.act(action)
            if line.position.outcome is None or random.random() < 0.05:
                return line

    def _draw_finished(self) -> _Line:
        """Return a position after the end of a game."""
        while True:
            line = self._draw()
            for trial in self._list_trials(line):
                ahead = line.act(trial.action)
                if ahead.position.outcome is not None:
                    return ahead

    def _draw_game(self) -> _Line:
        """Return a position of a game: with its line, or set up."""
        random = self.random
        line = _Line.of(Position.initial(self.rules, self.rules.first or random.choice(list(Side))))
        for _ in range(random.choice((0, 2, 6, 15, 40))):
            action = self._choose_action(line.position)
            if action is None:
                break
            line = line.act(action)
        return line if len(line.actions) < 8 or line.position.outcome else self._set_up_anew(line)

    def _set_up_anew(self, line: _Line) -> _Line:
        """Return the position of a line as one that is set up, if it can be."""
        try:
            return _Line.of(Position.from_setup(line.position.setup, self.rules))
        except HnefataflError:
            return line

    def _draw_planted(self) -> _Line | None:
        random = self.random
        board = self.planter.plant()
        if board is None:
            return None
        setup = Setup(board, random.choice(list(Side)), announced=random.random() < 0.8)
        if setup.problems(self.rules):
            setup = evolve(setup, announced=True)
        if setup.problems(self.rules):
            return None
        position = Position.from_setup(setup, self.rules)
        return None if position.outcome is not None else _Line.of(position)

    def _choose_action(self, position: Position) -> str | None:
        """Return an action, often a capture; None at the end of the game."""
        random = self.random
        rolls = _list_rolls(position)
        moves = position.legal_moves()
        if rolls and (not moves or random.random() < 0.5):
            return random.choice(rolls)
        if not moves:
            return None
        captures = position.legal_captures() if random.random() < 0.5 else []
        return self._write_action(position, random.choice(captures or moves))

    def _write_action(self, position: Position, move: Move) -> str:
        """Return a move, sometimes without the announcement of a way out that rules may ask for."""
        binding = self.random.random() < 0.25 and self.rules.announcements.binding
        return f"{move} unannounced" if binding else str(move)

    # Long lines.

    def _long_lines(self, shuffles: int) -> Iterator[tuple[_Line, str]]:
        """Yield lines that go back and forth, and lines without captures, each with the move that ends it."""
        shuffled = 0
        for _ in range(shuffles * 8):
            line = self._draw_shuffle() if shuffled < shuffles else None
            if line is not None:
                shuffled += 1
                yield line
        for peaceful in (True, True, False):
            line = self._draw_endless(peaceful)
            if line is not None:
                yield line

    def _draw_shuffle(self) -> tuple[_Line, str] | None:
        """Return a line in which both sides go back and forth, and the move by which the repetition rule ends the game
        or which it forbids; None if there is none."""
        random = self.random
        line = self._draw()
        own: dict[Side, list[str]] = {}
        action = ""
        for ply in range(_SHUFFLES):
            position = line.position
            if position.outcome is not None or position.can_roll or position.roll_pending is not None:
                return None
            if ply < 2:
                quiet = [move for move in position.legal_moves() if not position.is_capture(move)]
                if position.turn in own or not quiet:
                    return None
                move = random.choice(quiet)
                own[position.turn] = [str(move), str(Move.of(move.target, move.origin))]
            there, back = own[position.turn]
            action = there if ply // 2 % 2 == 0 else back
            illegality = position.illegality(action)
            if illegality is not None:
                return (line, action) if illegality.reason is Illegality.REPETITION else None
            ahead = line.act(action)
            if ahead.position.plies_since_capture == 0:
                return None
            if ahead.position.outcome is not None:
                return (line, action) if ply > 1 else None
            line = ahead
        return line, action

    def _draw_endless(self, peaceful: bool) -> tuple[_Line, str] | None:
        """Return a long line, and the move by which a limit of moves ends it; None if there is none."""
        line = _Line.of(Position.initial(self.rules, self.rules.first or self.random.choice(list(Side))))
        for _ in range(_LONGEST):
            ahead = self._going_on(line, peaceful)
            if ahead is None:
                return None
            if ahead.position.outcome is not None:
                return line, ahead.actions[-1]
            line = ahead
        return None

    def _going_on(self, line: _Line, peaceful: bool) -> _Line | None:
        """Return the line and one more action: one that does not end the game by what the board shows."""
        for _ in range(20):
            action = self._choose_action(line.position)
            if action is None:
                return None
            ahead = line.act(action)
            if peaceful and ahead.position.captured:
                continue
            over = ahead.position.outcome
            if over is None or not over.termination.by_board:
                return ahead
        return None

    # Trying moves.

    def _list_trials(self, line: _Line) -> list[_Trial]:
        """Return actions in a position with the words that they meet."""
        position = line.position
        moves = position.legal_moves()
        if len(moves) > _LOOKED_AT:
            captures = position.legal_captures()
            moves = captures + self.random.sample(moves, _LOOKED_AT - min(len(captures), _LOOKED_AT))
        actions = [*dict.fromkeys(self._write_action(position, move) for move in moves), *_list_rolls(position)[:2]]
        return [self._try_action(position, action) for action in actions]

    def _try_action(self, position: Position, action: str) -> _Trial:
        try:
            after, deed = KERNEL.act(position, action)
        except Refusal as refusal:
            return _Trial(action, (f"refusals {refusal.reason}",))
        return _Trial(action, tuple(_list_words_met(position, after, deed)))

    def _list_illegal_trials(self, position: Position) -> list[_Trial]:
        """Return illegal moves with the reasons against them."""
        random, size = self.random, self.rules.size
        own = [square for square, piece in position.board.items() if piece.side is position.turn]
        trials: dict[str, _Trial] = {}
        illegality = position.illegality(Move.PASS)
        if illegality is not None:
            trials[str(Move.PASS)] = _Trial(str(Move.PASS), (f"refusals {illegality.reason.value}",))
        for _ in range(40):
            origin = random.choice(own) if own and random.random() < 0.8 else _any_square(random, size)
            if random.random() < 0.3:
                origin = position.king
            target = _any_square(random, size + (random.random() < 0.05))
            if random.random() < 0.85:
                target = Square(origin.file, target.rank) if random.random() < 0.5 else Square(target.file, origin.rank)
            if origin == target and random.random() < 0.9:
                continue
            move = Move.of(origin, target)
            illegality = position.illegality(move)
            if illegality is not None:
                trials[str(move)] = _Trial(str(move), (f"refusals {illegality.reason.value}",))
        return list(trials.values())

    def _add(self, line: _Line, legal: list[_Trial], *wanted: str) -> None:
        """Add a case about a position, with the moves in it that show most."""
        illegal = self._list_illegal_trials(line.position)
        first = [trial for trial in legal + illegal if trial.action in wanted]
        tried = {trial.action for trial in first}
        first += [self._try_action(line.position, action) for action in wanted if action not in tried]
        actions = self._choose_trials(first, len(first))
        actions += self._choose_trials([trial for trial in legal if trial.action not in actions], _LEGAL - len(actions))
        actions += self._choose_trials([trial for trial in illegal if trial.action not in actions], _ILLEGAL)
        case = Case(
            id=f"{self.rules.name}/{len(self.cases) + 1}",
            ruleset=self.rules.name,
            start=line.start,
            line=line.actions,
            tries=tuple(actions),
            answer={},
        )
        self.cases.append(evolve(case, answer=_confirm_answer(case, self.rules)))

    def _choose_trials(self, trials: list[_Trial], most: int) -> list[str]:
        """Return those that show what has been met least, and count what they meet."""
        chosen: list[str] = []
        self.random.shuffle(trials)
        while trials and len(chosen) < most:
            best = max(trials, key=self._rate_trial) if len(chosen) < most - 1 else trials[0]
            trials.remove(best)
            chosen.append(best.action)
            self.counts.update(best.words)
        return chosen


def _any_square(random: Random, size: int) -> Square:
    return Square(random.randrange(size), random.randrange(size))


def _list_rolls(position: Position) -> list[str]:
    """Return the rolls that may come now."""
    if not position.can_roll:
        return []
    return [f"roll {number}" for number in range(1, position.ruleset.faces + 1)]


def _list_words_met(before: Position, after: Position, deed: Deed) -> Iterator[str]:
    """Yield what an action meets: words of the lists, and in which way."""
    rules = deed.captures
    for rule in sorted({*rules.values()}):
        yield f"captures {rule}"
        yield f"by the {before.turn}: {rule}"
    if str(after.king) in rules:
        yield f"of the king: {rules[str(after.king)]}"
    if len(rules) > 1:
        yield f"{len(rules)} at once: {' '.join(sorted(set(rules.values())))}"
    if after.outcome is not None:
        yield f"endings {after.outcome.termination.value}"
        yield f"outcome {outcome_word(after.outcome)}"
    for announcement in deed.says:
        yield f"announcements {announcement.partition(':')[2]}"
        yield f"says {announcement}"
    if after.turn is before.turn:
        yield "the same side goes on"


def _confirm_answer(case: Case, rules: Ruleset) -> Answer:
    """Return the kernel's answer to a case.

    Raises:
        DisagreementError: the reference has another one.
    """
    ours, theirs = (answer(judge, rules, case.start, case.line, case.tries) for judge in (KERNEL, REFERENCE))
    for part in compare(ours, theirs):
        if part.differs:
            disagreement = f"{part.part}: {dump(part.expected)}, but {dump(part.given)} by the reference"
            raise DisagreementError(dump(case.question), disagreement)
    return ours
