"""How a suite is made: positions are drawn, and those are kept whose moves do what has been met least.

Half of the positions come from games of random moves, which like captures, the others from boards on which something
rare is about to happen. A few lines go back and forth until the repetition rule speaks, or go on for as long as nothing
is captured. Everything comes from one generator of random numbers, so that the same seed gives the same suite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import attrgetter
from random import Random
from typing import Final, TypeAlias

from attrs import evolve

from hnefatafl.board import Board, Illegality, Move, Piece, PieceSet, Side, Square, Symmetry
from hnefatafl.errors import HnefataflError, NotExpressibleError
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.arguments import check, check_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump
from tafl.conformance._cases import LISTS, Case, Chapter, DisagreementError, missing
from tafl.conformance._checking import compare, differs
from tafl.conformance._judges import (
    ActionEffect,
    Answer,
    ReferencePosition,
    act,
    answer,
    follow,
    outcome_word,
    state_text,
)

_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SOLDIER: Final = {Side.ATTACKERS: Piece.ATTACKER, Side.DEFENDERS: Piece.DEFENDER}


def _sort_squares(squares: Iterable[Square]) -> list[Square]:
    """Return squares in the order of the board, the same in every process."""
    return sorted(squares, key=attrgetter("rank", "file"))


@cache
def _list_neighbours(square: Square, size: int) -> tuple[Square, ...]:
    return tuple(near for step in _STEPS if (near := square.offset(*step)).on(size))


def _surround(squares: Sequence[Square], size: int) -> list[Square]:
    """Return the squares beside some."""
    return _sort_squares({near for square in squares for near in _list_neighbours(square, size)} - set(squares))


class _Planter:
    """What plants boards on which something rare is about to happen, drawn at random for any ruleset.

    Random games hardly ever lead to a shieldwall, a fort or a ring. Each method ``plant_...`` places pieces as for one
    of them, whether the ruleset has it or not: then the case shows that nothing happens.

    Arguments:
        rules: the ruleset.
        random: the generator of random numbers.
    """

    def __init__(self, rules: Ruleset, random: Random) -> None:
        self._size, self._start, self._random = rules.size, rules.start, random
        self._squares: Final = [Square(file, rank) for rank in range(rules.size) for file in range(rules.size)]
        kinds = {piece.kind for piece in rules.start.values() if PieceSet.MEN.has(piece)}
        self._kinds: Final = sorted(kinds, key=str)
        self._zones: Final = [(zone.squares.squares(rules.size), zone.stop) for zone in rules.all_zones]
        self._pieces: dict[Square, Piece] = {}

    def plant(self) -> Board | None:
        """Return a board that one of the methods here has filled, rotated or mirrored; None if its pieces do not fit.

        The king is added where he is missing, some men get the other kinds of the game, and pieces leave squares on
        which they may not stop.
        """
        random, size = self._random, self._size
        self._pieces = {}
        random.choice(_PLANTS)(self)
        symmetry = random.choice(list(Symmetry))
        pieces = {symmetry.apply(square, size): piece for square, piece in self._pieces.items() if square.on(size)}
        share = random.choice((0.0, 0.3, 0.8))
        for square, piece in pieces.items():
            if piece != Piece.KING and random.random() < share:
                pieces[square] = Piece(piece.side, random.choice(self._kinds))
        pieces = {square: piece for square, piece in pieces.items() if self._may_stand(piece, square)}
        if Piece.KING not in pieces.values():
            free = [square for square in self._squares if square not in pieces]
            seats = [square for square in free if self._may_stand(Piece.KING, square)]
            if seats:
                pieces[random.choice(seats)] = Piece.KING
        return Board(size, pieces) if [*pieces.values()].count(Piece.KING) == 1 else None

    def _may_stand(self, piece: Piece, square: Square) -> bool:
        stops = all(stop.has(piece) for squares, stop in self._zones if square in squares)
        return stops or self._start.get(square) == piece

    def _place_pieces(self, piece: Piece, squares: Iterable[Square], chance: float = 1.0) -> None:
        """Place a piece on each of the squares that are on the board, or by chance on some of them."""
        for square in squares:
            if square.on(self._size) and (chance == 1 or self._random.random() < chance):
                self._pieces[square] = piece

    def _pick(self, squares: Iterable[Square], least: int, most: int) -> list[Square]:
        """Return some of the squares."""
        pool = _sort_squares(squares)
        return self._random.sample(pool, min(len(pool), self._random.randint(least, most)))

    def _list_free(self, *others: Square) -> list[Square]:
        """Return the squares that are empty, without those others."""
        taken = {*self._pieces, *others}
        return [square for square in self._squares if square not in taken]

    def _hold_back(self, target: Square, piece: Piece, closed: Iterable[Square] = ()) -> None:
        """Place a piece where it can move to the target, and nothing on the target."""
        self._pieces.pop(target, None)
        shut = {*self._pieces, *closed}
        origins: list[Square] = []
        for step in _STEPS:
            square = target.offset(*step)
            while square.on(self._size) and square not in shut:
                origins.append(square)
                square = square.offset(*step)
        if origins:
            self._pieces[self._random.choice(origins)] = piece

    def _draw_side(self) -> tuple[Side, Piece, Piece]:
        """Return a side, its soldier and that of the other side."""
        side = self._random.choice(list(Side))
        return side, _SOLDIER[side], _SOLDIER[side.opponent]

    def _draw_square(self) -> Square:
        """Return a square, often on the edge or near the middle, where the rules are denser."""
        random, size = self._random, self._size
        place = random.random()
        if place < 0.3:
            return Square(random.randrange(size), random.choice((0, 1)))
        if place < 0.6:
            middle = size // 2
            return Square(middle + random.randint(-2, 2), middle + random.randint(-2, 2))
        return Square(random.randrange(size), random.randrange(size))

    def _draw_group(self, squares: list[Square], count: int) -> list[Square]:
        """Return squares with so many more beside them."""
        for _ in range(count):
            squares.append(self._random.choice(_surround(squares, self._size)))
        return squares

    def plant_scattered_men(self) -> None:
        """A few men, or many."""
        self._place_pieces(Piece.ATTACKER, self._pick(self._squares, 1, self._random.choice((3, 10, 24))))
        self._place_pieces(Piece.DEFENDER, self._pick(self._list_free(), 0, self._random.choice((2, 6, 14))))

    def plant_brackets(self) -> None:
        """Men between an enemy and a square to which another can move; two of them sometimes."""
        random, size = self._random, self._size
        side, man, enemy = self._draw_side()
        target = self._draw_square()
        for step in random.sample(_STEPS, random.randint(1, 3)):
            victim = target.offset(*step)
            partner = victim.offset(*step)
            self._place_pieces(enemy, [victim])
            if partner.on(size) and random.random() < 0.25:  # a row of two, perhaps with the king
                royal = side is Side.ATTACKERS and random.random() < 0.4 and Piece.KING not in self._pieces.values()
                self._pieces[partner] = Piece.KING if royal else enemy
                partner = partner.offset(*step)
            if partner.on(size) and random.random() < 0.75:
                royal = side is Side.DEFENDERS and random.random() < 0.2
                self._pieces[partner] = Piece.KING if royal else man
        self._hold_back(target, man)

    def plant_siege(self) -> None:
        """The king with attackers on most sides, sometimes with a man of his own in between, and one about to
        arrive."""
        random, size = self._random, self._size
        king = self._draw_square()
        around = _list_neighbours(king, size)
        self._place_pieces(Piece.KING, [king])
        self._place_pieces(Piece.ATTACKER, around, 0.9)
        if random.random() < 0.5:
            friend = random.choice(around)
            self._place_pieces(Piece.DEFENDER, [friend])
            others = [square for square in _list_neighbours(friend, size) if square not in self._pieces]
            self._place_pieces(Piece.ATTACKER, others, 0.9)
        attackers = _sort_squares(square for square, piece in self._pieces.items() if piece == Piece.ATTACKER)
        if attackers:
            self._hold_back(random.choice(attackers), Piece.ATTACKER)

    def plant_king_on_edge(self) -> None:
        """The king on the edge between attackers, his own men or the end of the board, and one attacker about to
        arrive."""
        king = Square(self._random.randrange(self._size), 0)
        around = _list_neighbours(king, self._size)
        self._place_pieces(Piece.KING, [king])
        self._place_pieces(Piece.ATTACKER, around)
        if self._random.random() < 0.2:
            self._place_pieces(Piece.DEFENDER, [self._random.choice(around)])
        self._hold_back(self._random.choice(around), Piece.ATTACKER)

    def plant_walker_in(self) -> None:
        """A piece about to step between two of its enemies, or beside one, where others stand on the sides."""
        random = self._random
        side, man, enemy = self._draw_side()
        target, (x, y) = self._draw_square(), random.choice(_STEPS)
        self._place_pieces(enemy, (target.offset(x, y), target.offset(-x, -y)), 0.9)
        self._place_pieces(enemy, (target.offset(y, x), target.offset(-y, -x)), 0.2)
        self._hold_back(target, Piece.KING if side is Side.DEFENDERS and random.random() < 0.2 else man)

    def plant_closed_corners(self) -> None:
        """Attackers on the two squares beside each corner, one of them about to arrive, and a few men about the
        king."""
        random, last = self._random, self._size - 1
        beside = [Square(file, rank) for file in (1, last - 1) for rank in (0, last)]
        beside += [Square(file, rank) for file in (0, last) for rank in (1, last - 1)]
        middle = [Square(file, rank) for file in range(2, last - 1) for rank in range(2, last - 1)]
        corners = [Square(file, rank) for file in (0, last) for rank in (0, last)]
        self._place_pieces(Piece.ATTACKER, beside)
        self._place_pieces(Piece.DEFENDER, self._pick(middle, 0, 5))
        self._place_pieces(Piece.KING, [random.choice(middle)])
        self._place_pieces(Piece.ATTACKER, self._pick(self._list_free(*middle, *corners), 4, 14))
        self._hold_back(random.choice(beside), Piece.ATTACKER, corners)

    def plant_king_on_throne(self) -> None:
        """The king in the middle with a man beside him, attackers around both, and one about to arrive."""
        random, size = self._random, self._size
        king = Square(size // 2, size // 2)
        friend, *others = random.sample(_list_neighbours(king, size), 4)
        self._place_pieces(Piece.KING, [king])
        self._place_pieces(Piece.ATTACKER, others if random.random() < 0.8 else others[1:])
        self._place_pieces(Piece.DEFENDER, [friend])
        beyond = friend.offset(friend.file - king.file, friend.rank - king.rank)
        self._hold_back(beyond, Piece.ATTACKER)

    def plant_wall(self) -> None:
        """A row along the edge with enemies in front and at its ends, one of them about to arrive."""
        random, size = self._random, self._size
        side, man, enemy = self._draw_side()
        count = random.randint(2, 3)
        first = random.randint(0, size - count)
        row = [Square(first + offset, 0) for offset in range(count)]
        self._place_pieces(enemy, row)
        if side is Side.ATTACKERS and random.random() < 0.3:
            self._place_pieces(Piece.KING, [random.choice(row)])
        holders = [square.offset(0, 1) for square in row]
        holders += [end for end in (row[0].offset(-1, 0), row[-1].offset(1, 0)) if end.on(size)]
        last = holders[-1] if random.random() < 0.6 else random.choice(holders)
        for square in holders:
            at_corner = square.rank == 0 and square.file in (0, size - 1)
            self._place_pieces(man, [square], 1 if square == last else 0.2 if at_corner else 0.97)
        self._hold_back(last, man)

    def plant_fort(self) -> None:
        """The king on the edge in a pocket of his own men, one of whom is about to arrive."""
        random, size = self._random, self._size
        inside = self._draw_group([Square(random.randint(1, size - 2), 0)], random.randint(1, 3))
        wall = _surround(inside, size)
        around = {square.offset(x, y) for square in wall for x in (-1, 0, 1) for y in (-1, 0, 1)} - {*wall, *inside}
        outer = _sort_squares(square for square in around if square.on(size))
        last = random.choice(wall)
        if random.random() < 0.6:
            wall += outer if random.random() < 0.6 else self._pick(outer, 0, len(outer))
        self._place_pieces(Piece.DEFENDER, _sort_squares(wall))
        self._place_pieces(Piece.KING, inside[:1])
        self._hold_back(last, Piece.DEFENDER, inside)
        self._place_pieces(Piece.ATTACKER, self._pick(self._list_free(*inside, last), 1, 4))

    def plant_ring(self) -> None:
        """Attackers around the king and some men, leaning on the edge or not, one attacker about to arrive."""
        random, size = self._random, self._size
        left, low = random.randint(0, size - 3), random.randint(0, size - 3)
        right, high = random.randint(left, size - 1), random.randint(low, size - 1)
        within = [Square(file, rank) for file in range(left, right + 1) for rank in range(low, high + 1)]
        ring = _surround(within, size)
        self._place_pieces(Piece.ATTACKER, ring)
        self._place_pieces(Piece.DEFENDER, self._pick(within, 0, 4))
        self._place_pieces(Piece.KING, [random.choice(within)])
        if random.random() < 0.15:
            self._place_pieces(Piece.DEFENDER, self._pick(self._list_free(*within), 1, 1))
        if ring:
            self._hold_back(random.choice(ring), Piece.ATTACKER, within)

    def plant_blocked_side(self) -> None:
        """A side whose few pieces are hemmed in, except for the square where an enemy is about to arrive."""
        side, man, enemy = self._draw_side()
        group = self._draw_group([self._draw_square()], self._random.randint(0, 2))
        hem = _surround(group, self._size)
        self._place_pieces(man, group)
        self._place_pieces(enemy, hem)
        if side is Side.DEFENDERS:
            self._place_pieces(Piece.KING, group[:1])
        self._hold_back(self._random.choice(hem), enemy)

    def plant_last_men(self) -> None:
        """The last men of a side, one of them about to be captured."""
        side, man, enemy = self._draw_side()
        victim, (x, y) = self._draw_square(), self._random.choice(_STEPS)
        target = victim.offset(-x, -y)
        self._place_pieces(man, [victim])
        self._place_pieces(enemy, [victim.offset(x, y)])
        if target.on(self._size):
            self._hold_back(target, enemy)
        self._place_pieces(man, self._pick(self._list_free(target), 0, 3))
        if side is Side.DEFENDERS:
            self._place_pieces(Piece.ATTACKER, self._pick(self._list_free(target), 1, 4))

    def plant_open_king(self) -> None:
        """The king on an open line or two."""
        random, size = self._random, self._size
        king = self._draw_square()
        self._place_pieces(Piece.KING, [king])
        for x, y in _STEPS:
            way = [square for i in range(1, size) if (square := king.offset(i * x, i * y)).on(size)]
            if way and random.random() < 0.6:
                self._place_pieces(
                    random.choice((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER)), [random.choice(way)]
                )
        self._place_pieces(Piece.ATTACKER, self._pick(self._list_free(), 1, 4))


_PLANTS: Final = tuple(method for name, method in vars(_Planter).items() if name.startswith("plant_"))
"""What places pieces on a board."""

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
class _PlayedLine:
    """A position, and the actions that led to it from one that was set up."""

    start: str
    actions: tuple[str, ...]
    position: Position

    @staticmethod
    def of(position: Position) -> _PlayedLine:
        return _PlayedLine(state_text(position.setup), (), position)

    def act(self, action: str) -> _PlayedLine:
        return _PlayedLine(self.start, (*self.actions, action), follow(self.position, action))


_Trials: TypeAlias = Mapping[str, list[str]]
"""Actions to try, each with the words that it meets."""


def make_chapter(ruleset: RulesetLike, *, cases: int = 200, seed: int = 0, rare: int = 800) -> Chapter:
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
    from hnefatafl.notation.data import function_options  # which loads cattrs

    ruleset = as_ruleset(ruleset)
    check_number("cases", cases, 1)
    check("seed", seed, int)
    check("rare", rare, int)
    if functions := function_options(ruleset):
        raise NotExpressibleError("a conformance suite", functions)
    return _Maker(ruleset, seed).make(cases, rare)


class _Maker:
    """The cases of a ruleset so far, and how often each word was met."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.random = Random(f"{seed} {rules.name}")
        self.planter = _Planter(rules, self.random)
        self.cases: list[Case] = []
        self.counts: Counter[str] = Counter()

    def make(self, cases: int, extra: int) -> Chapter:
        for line, last in self._draw_long_lines(max(2, cases // 12)):
            self._add(line, self._list_trials(line.position), last)
        for _ in range(2):
            self._add(self._draw_finished(), {})
        while len(self.cases) < cases:
            # One in four is taken as it comes, so that what is common is not left out.
            self._add(*self._draw_best(1 if len(self.cases) % 4 == 0 else _CANDIDATES))
        for _ in range(extra):
            rare = missing(self._count_words_met(), self.rules, _OFTEN)
            if not rare:
                break
            line = self._draw()
            legal, illegal = self._list_trials(line.position), self._list_illegal_trials(line.position)
            needed = {f"{key} {word}" for key, words in rare.items() for word in words}
            if any(needed.intersection(words) for words in [*legal.values(), *illegal.values()]):
                self._add(line, legal)
        met = self._count_words_met()
        return Chapter(ruleset=self.rules, cases=tuple(self.cases), met=met, unmet=missing(met, self.rules))

    def _count_words_met(self) -> dict[str, dict[str, int]]:
        counts = {key: {word.value: self.counts[f"{key} {word.value}"] for word in LISTS[key]} for key in LISTS}
        return {key: {word: count for word, count in of_list.items() if count} for key, of_list in counts.items()}

    # Drawing positions.

    def _draw_best(self, candidates: int) -> tuple[_PlayedLine, _Trials]:
        """Return the position of several that shows what has been met least, and what can be tried in it."""
        drawn = [(line, self._list_trials(line.position)) for line in (self._draw() for _ in range(candidates))]
        return max(drawn, key=lambda pair: max(map(self._rate, pair[1].values()), default=0.0))

    def _rate(self, words: Iterable[str]) -> float:
        return sum(1 / (1 + self.counts[word]) ** 2 for word in words)

    def _draw(self) -> _PlayedLine:
        """Return a position in which the game goes on, or seldom one in which it has just ended."""
        random = self.random
        while True:
            line = self._draw_game() if random.random() < 0.3 else self._draw_planted()
            if line is None:
                continue
            line = self._go_on(line, random.choice((0, 0, 0, 1, 2)))
            if line.position.outcome is None or random.random() < 0.05:
                return line

    def _go_on(self, line: _PlayedLine, plies: int) -> _PlayedLine:
        """Return the line with so many more actions, or up to the end of the game."""
        for _ in range(plies):
            action = self._choose_action(line.position)
            if action is None:
                break
            line = line.act(action)
        return line

    def _draw_finished(self) -> _PlayedLine:
        """Return a position after the end of a game."""
        while True:
            line = self._draw()
            for action in self._list_trials(line.position):
                ahead = line.act(action)
                if ahead.position.outcome is not None:
                    return ahead

    def _begin_game(self) -> _PlayedLine:
        return _PlayedLine.of(Position.initial(self.rules, self.rules.first or self.random.choice(list(Side))))

    def _draw_game(self) -> _PlayedLine:
        """Return a position of a game: with its line, or set up, if it is long and can be."""
        line = self._begin_game()
        line = self._go_on(line, self.random.choice((0, 2, 6, 15, 40)))
        if len(line.actions) < 8 or line.position.outcome:
            return line
        try:
            return _PlayedLine.of(Position.from_setup(line.position.setup, self.rules))
        except HnefataflError:
            return line

    def _draw_planted(self) -> _PlayedLine | None:
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
        return None if position.outcome is not None else _PlayedLine.of(position)

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
        return self._write_action(random.choice(captures or moves))

    def _write_action(self, move: Move) -> str:
        """Return a move, sometimes without the announcement of a way out that rules may ask for."""
        is_silent = self.random.random() < 0.25 and self.rules.announcements.binding
        return f"{move} unannounced" if is_silent else str(move)

    # Long lines.

    def _draw_long_lines(self, shuffles: int) -> Iterator[tuple[_PlayedLine, str]]:
        """Yield lines that go back and forth, and lines without captures, each with the move that ends it."""
        yield from islice(filter(None, (self._draw_shuffle() for _ in range(shuffles * 8))), shuffles)
        yield from filter(None, map(self._draw_endless, (True, True, False)))

    def _draw_shuffle(self) -> tuple[_PlayedLine, str] | None:
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
            action = own[position.turn][ply // 2 % 2]
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

    def _draw_endless(self, peaceful: bool) -> tuple[_PlayedLine, str] | None:
        """Return a long line, perhaps without captures, and the move by which a limit of moves ends it; None if there
        is none."""

        def is_wanted(ahead: _PlayedLine) -> bool:
            over, captured = ahead.position.outcome, peaceful and ahead.position.captured
            return ahead is line or not (captured or (over is not None and over.termination.by_board))

        line = self._begin_game()
        for _ in range(_LONGEST):
            ahead = next(filter(is_wanted, (self._go_on(line, 1) for _ in range(20))), line)
            if ahead is line:
                return None
            if ahead.position.outcome is not None:
                return line, ahead.actions[-1]
            line = ahead
        return None

    # Trying moves.

    def _list_trials(self, position: Position) -> _Trials:
        """Return actions in a position with the words that they meet."""
        moves = position.legal_moves()
        if len(moves) > _LOOKED_AT:
            captures = position.legal_captures()
            moves = captures + self.random.sample(moves, _LOOKED_AT - min(len(captures), _LOOKED_AT))
        actions = [*map(self._write_action, moves), *_list_rolls(position)[:2]]
        return {action: _list_words_met(position, action) for action in dict.fromkeys(actions)}

    def _list_illegal_trials(self, position: Position) -> _Trials:
        """Return illegal moves with the reasons against them."""
        random, size = self.random, self.rules.size
        own = [square for square, piece in position.board.items() if piece.side is position.turn]
        moves = [Move.PASS]
        for _ in range(40):
            origin = random.choice(own) if own and random.random() < 0.8 else _draw_square(random, size)
            if random.random() < 0.3:
                origin = position.king
            target = _draw_square(random, size + (random.random() < 0.05))
            if random.random() < 0.85:
                target = Square(origin.file, target.rank) if random.random() < 0.5 else Square(target.file, origin.rank)
            if origin != target or random.random() >= 0.9:
                moves.append(Move.of(origin, target))
        return {str(move): _list_words_met(position, str(move)) for move in moves if not position.is_legal(move)}

    def _add(self, line: _PlayedLine, legal: _Trials, last: str | None = None) -> None:
        """Add a case about a position, with the moves in it that show most, and the one that ends the line."""
        illegal = self._list_illegal_trials(line.position)
        actions: list[str] = []
        if last is not None:
            actions += self._choose_actions({last: _list_words_met(line.position, last)}, 1)
        for trials, most in ((legal, _LEGAL - len(actions)), (illegal, _ILLEGAL)):
            actions += self._choose_actions({key: trials[key] for key in trials if key not in actions}, most)
        case = Case(
            id=f"{self.rules.name}/{len(self.cases) + 1}",
            ruleset=self.rules.name,
            start=line.start,
            line=line.actions,
            tries=tuple(actions),
            answer={},
        )
        self.cases.append(evolve(case, answer=_confirm_answer(case, self.rules)))

    def _choose_actions(self, trials: _Trials, most: int) -> list[str]:
        """Return those that show what has been met least, and count what they meet."""
        actions, chosen = list(trials), list[str]()
        self.random.shuffle(actions)
        while actions and len(chosen) < most:
            is_last = len(chosen) == most - 1
            best = actions[0] if is_last else max(actions, key=lambda action: self._rate(trials[action]))
            actions.remove(best)
            chosen.append(best)
            self.counts.update(trials[best])
        return chosen


def _draw_square(random: Random, size: int) -> Square:
    return Square(random.randrange(size), random.randrange(size))


def _list_rolls(position: Position) -> list[str]:
    """Return the rolls that may come now."""
    return [f"roll {number}" for number in range(1, position.ruleset.faces + 1)] if position.can_roll else []


def _list_words_met(before: Position, action: str) -> list[str]:
    """Return what an action meets: words of the lists, and in which way."""
    deed = act(before, action)
    return [f"refusals {deed.value}"] if isinstance(deed, Illegality) else [*_describe_deed(before, deed)]


def _describe_deed(before: Position, deed: ActionEffect[Position]) -> Iterator[str]:
    after, rules = deed.after, deed.captures
    kinds = sorted({*rules.values()})
    for rule in kinds:
        yield f"captures {rule}"
        yield f"by the {before.turn}: {rule}"
    if str(after.king) in rules:
        yield f"of the king: {rules[str(after.king)]}"
    if len(rules) > 1:
        yield f"{len(rules)} at once: {' '.join(kinds)}"
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
    ours, theirs = answer(Position.parse, rules, case), answer(ReferencePosition.parse, rules, case)
    for part, expected, given in filter(differs, compare(ours, theirs)):
        disagreement = f"{part}: {dump(expected)}, but {dump(given)} by the reference"
        raise DisagreementError(dump(case.question), disagreement)
    return ours
