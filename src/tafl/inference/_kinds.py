"""Kinds of men, seen by how they move and fall.

Each man is followed from his start square through the records, without any rules:

* A move of two squares over another man is a jump. A **knight** captures the enemy he jumps over (berserk), or also
  jumps over men of his own side (Tyr); a **commander** jumps over enemies only.
* A **mercenary** who is captured moves on for the other side.
* A **guard** is not captured when an enemy moves up so that he stands between two. Nor is a man with three captors,
  such as the dux of alea evangelii, but he falls when a third side is held.

Records of berserk games omit later moves of a turn, so a man may not stand where he seems to stand, and a few
observations mean nothing. Every count is compared with what such gaps explain. Men whom the symmetries of the layout
exchange are judged together, unless one of them clearly differs from the others.

>>> from hnefatafl import Position, playouts, variants
>>> from hnefatafl.records import Game
>>> rules = variants.BERSERK
>>> games = [Game.from_position(playout.position) for playout in playouts(Position.initial(rules), range(80), 150)]
>>> soldiers = Board(11, {at: piece if piece is Piece.KING else Piece(piece.side, Kind.SOLDIER)
...                       for at, piece in rules.start.items()})
>>> inferred = infer_kinds(games, soldiers)
>>> for men in inferred.men:
...     if men.kind in (Kind.COMMANDER, Kind.KNIGHT):
...         print(*men.squares.names, men.side, men.kind)
b6 f2 f10 j6 attackers commander
e7 defenders knight

Hostile squares, counted from records without any rules.

Whenever a man is caught between the piece that has just moved and an empty square (or the edge), the record says
whether he was captured. Against a hostile square men nearly always fall, against others hardly ever.

>>> from hnefatafl import Position, playouts, variants
>>> from hnefatafl.records import Game
>>> start = Position.initial(variants.BRANDUBH)
>>> games = [Game.from_position(playout.position) for playout in playouts(start, range(60))]
>>> for count in count_hostile_squares(games, start.board):
...     if count.is_hostile:
...         print(*count.squares.names, count.side, count.fell, count.stood)
a1 a7 g1 g7 attackers 41 0
a1 a7 g1 g7 defenders 22 0
d4 attackers 12 0
d4 defenders 13 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb
from typing import Final

from attrs import evolve

from hnefatafl.board import Board, Kind, Piece, PieceSet, Side, Square, SquareSet
from hnefatafl.errors import ArgumentValueError, RulesetError
from hnefatafl.records import Game, RecordedMove
from hnefatafl.rules import Jump, Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.variants import find
from tafl.inference._records import (
    NEIGHBOURS,
    as_soldiers,
    interval_of,
    moves_of,
    orbits_of,
    squares_between,
    tells_captures,
)


@frozen(kw_only=True)
class HostilityCount:
    """How often the men of one side fell against some squares.

    >>> count = HostilityCount(squares=SquareSet.of("d4"), side=Side.ATTACKERS, fell=46, stood=0)
    >>> count.is_hostile, [round(bound, 2) for bound in count.interval]
    (True, [0.92, 1.0])
    """

    squares: SquareSet
    """The squares, which the symmetries of the start layout exchange; none for the edge of the board."""
    side: Side
    """The side of the men."""
    fell: int
    """How often a man who was caught against one of them was captured."""
    stood: int
    """How often he was not."""

    @property
    def share(self) -> float:
        """The share of the men who fell, from 0 to 1."""
        return self.fell / (self.fell + self.stood) if self.fell + self.stood else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share (Wilson's score interval)."""
        return interval_of(self.fell, self.fell + self.stood)

    @property
    def is_hostile(self) -> bool | None:
        """True if the men fell more often than not, False if less often, both beyond chance (:attr:`interval`); else
        None.
        """
        low, high = self.interval
        return True if low > 0.5 else False if high < 0.5 else None


def count_hostile_squares(games: Iterable[Game | Iterable[RecordedMove]], start: Board) -> tuple[HostilityCount, ...]:
    """Return how often men fell against empty squares and against the edge, for each side.

    Squares that the symmetries of the start layout exchange are counted together. The counts come in the order of the
    squares; the edge comes last. Moves of the king are not counted, since an unarmed king captures nothing, and nor is
    the king as the piece that is caught. A record counts up to its first move from an empty square. Records that name
    no captures are left out.

    The captures of a shieldwall and of other formations count as well, so a few men can fall against squares that are
    not hostile.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d2-a2 d3-g3 d1-d3", "d2-a2 d4-d5"], variants.BRANDUBH)
    >>> for count in count_hostile_squares(games, variants.BRANDUBH.start):
    ...     print(*count.squares.names, count.side, count.fell, count.stood)
    a3 a5 c1 c7 e1 e7 g3 g5 attackers 0 1

    Arguments:
        games: the records: games, or tuples of moves.
        start: the board on which all of them began.

    Raises:
        ArgumentTypeError: an item is neither a game nor an iterable of moves.
    """
    falls = Counter[tuple[Square | None, Side, bool]]()
    for game in games:
        moves = moves_of(game)
        if tells_captures(moves):
            falls.update(_find_caught(moves, start))
    orbit_of = orbits_of(start)
    pooled: dict[tuple[SquareSet, Side], list[int]] = {}
    for (square, side, fell), count in falls.items():
        squares = SquareSet() if square is None else orbit_of[square]
        pooled.setdefault((squares, side), [0, 0])[not fell] += count
    counts = [
        HostilityCount(squares=squares, side=side, fell=fell, stood=stood)
        for (squares, side), (fell, stood) in pooled.items()
    ]
    sides = list(Side)
    return tuple(sorted(counts, key=lambda count: (not count.squares, count.squares.names, sides.index(count.side))))


def _find_caught(moves: Iterable[RecordedMove], start: Board) -> Iterator[tuple[Square | None, Side, bool]]:
    """Yield the square against which each man was caught (None: the edge), his side, and whether he was captured."""
    size = start.size
    board = dict(start)
    for move in moves:
        piece = board.pop(move.origin, None)
        if piece is None or not move.target.on(size):
            return
        board[move.target] = piece
        if piece.kind is not Kind.KING:
            for victim, beyond in _find_pinched(board, move.target, piece, size):
                yield beyond, piece.side.opponent, victim in move.captures
        for square in move.captures:
            board.pop(square, None)


def _find_pinched(
    board: Mapping[Square, Piece], target: Square, piece: Piece, size: int
) -> Iterator[tuple[Square, Square | None]]:
    """Yield the enemies next to a piece that has moved, with the empty square behind each, or None for the edge."""
    for files, ranks in NEIGHBOURS:
        victim = target.offset(files, ranks)
        enemy = board.get(victim)
        if enemy is None or enemy.side is piece.side or enemy.kind is Kind.KING:
            continue
        beyond = victim.offset(files, ranks)
        if not beyond.on(size):
            yield victim, None
        elif beyond not in board:
            yield victim, beyond


_JUMP_GAPS: Final = 0.025
"""The share of moves of two squares that look like jumps because of gaps in the records, at most."""
_FRIEND_GAPS: Final = 0.01
"""The same for jumps over men of the own side: a man of the own side is seldom captured by a move that is omitted."""
_TURN_GAPS: Final = 0.1
"""The share of captured men that look like mercenaries because of gaps, at most."""
_STAND_GAPS: Final = 0.35
"""The share of men between two enemies who seem to stand because of gaps, at most."""
_FEWEST: Final = 3
"""The fewest observations that show an ability of men who are judged together."""
_FEWEST_ALONE: Final = 5
"""The fewest observations that show an ability of one man among others who lack it."""
_LACKING: Final = 0.001
"""How improbable it must be that men with the ability use it so rarely, for them to be judged apart."""


@frozen(kw_only=True)
class MenEvidence:
    """What was seen of the men who began on some squares.

    >>> men = MenEvidence(squares=SquareSet.of("e7"), side=Side.DEFENDERS, short_moves=130, capturing_jumps=30, fell=60)
    >>> men.kind, men.has_three_captors
    (Kind.KNIGHT, False)
    """

    squares: SquareSet
    """Their start squares."""
    side: Side
    """Their side."""
    is_king: bool = False
    """Whether this is the king."""
    moves: int = 0
    """The number of their moves."""
    short_moves: int = 0
    """How many of them went over one square, as jumps do."""
    capturing_jumps: int = 0
    """How many went over an enemy, who was captured."""
    jumps_over_enemies: int = 0
    """How many went over an enemy, who was not captured."""
    jumps_over_friends: int = 0
    """How many went over a man of their own side."""
    fell: int = 0
    """How often one of them was captured when an enemy moved up so that he stood between two."""
    fell_to_two: int = 0
    """How many of these were held on two sides only."""
    fell_to_three: int = 0
    """How many of these were held on three sides."""
    stood: int = 0
    """How often one of them was not captured in that case."""
    captured: int = 0
    """How often one of them was captured, in any way."""
    turned: int = 0
    """How many of these were seen on the other side later."""

    @property
    def kind(self) -> Kind | None:
        """The kind that the counts show, or None if they are too few, or show several.

        >>> few = MenEvidence(squares=SquareSet.of("e7"), side=Side.DEFENDERS, short_moves=5, jumps_over_enemies=2)
        >>> print(few.kind)
        None
        """
        if self.is_king:
            return Kind.KING
        shown: list[Kind] = []
        if _is_beyond_gaps(self.turned, self.captured, _TURN_GAPS):
            shown.append(Kind.MERCENARY)
        over_friends = _is_beyond_gaps(self.jumps_over_friends, self.short_moves, _FRIEND_GAPS)
        if over_friends or _is_beyond_gaps(self.capturing_jumps, self.short_moves, _JUMP_GAPS):
            shown.append(Kind.KNIGHT)
        elif _is_beyond_gaps(self.jumps_over_enemies, self.short_moves, _JUMP_GAPS):
            shown.append(Kind.COMMANDER)
        early = self.fell_to_two + self.fell_to_three
        if not early and _is_beyond_gaps(self.stood, self.stood + self.fell, _STAND_GAPS):
            shown.append(Kind.GUARD)
        if shown:
            return shown[0] if len(shown) == 1 else None
        return Kind.SOLDIER if self._lacks_abilities else None

    @property
    def has_three_captors(self) -> bool:
        """Whether they fall only if a third side is held, as the men of :attr:`Ruleset.three_captors
        <hnefatafl.rules.Ruleset.three_captors>` do.
        """
        stands = _is_beyond_gaps(self.stood, self.stood + self.fell_to_two, 1 - _STAND_GAPS)
        return not self.is_king and stands and self.fell_to_three >= _FEWEST

    @property
    def jumps(self) -> int:
        """The number of jumps of all kinds."""
        return self.capturing_jumps + self.jumps_over_enemies + self.jumps_over_friends

    @property
    def _lacks_abilities(self) -> bool:
        """Whether there were enough occasions to see each ability, at a rate twice that of the gaps."""
        no_jumps = interval_of(self.jumps, self.short_moves)[1] < 2 * _JUMP_GAPS
        return no_jumps and interval_of(self.turned, self.captured)[1] < 2 * _TURN_GAPS


@frozen(kw_only=True)
class InferredKinds:
    """The kinds of the men of a start layout.

    >>> from hnefatafl import variants
    >>> inferred = infer_kinds([], variants.BRANDUBH.start)
    >>> inferred.board == variants.BRANDUBH.start, {men.kind for men in inferred.men} == {None, Kind.KING}
    (True, True)
    """

    board: Board
    """The layout with the kinds that the records show, and soldiers where they show none."""
    men: tuple[MenEvidence, ...]
    """What was seen, for all men of the layout, in the order of their first squares."""

    def about(self, square: Square | str) -> MenEvidence:
        """Return what was seen of the man who began on a square.

        >>> from hnefatafl import variants
        >>> infer_kinds([], variants.BRANDUBH.start).about("d1").squares
        SquareSet.of('a4', 'd1', 'd7', 'g4')

        Raises:
            ArgumentValueError: no man began there.
            NotationError: the text is not a square.
        """
        wanted = Square(square) if isinstance(square, str) else square
        for men in self.men:
            if wanted in men.squares:
                return men
        raise ArgumentValueError(f"square: a square of a piece of the layout was expected, not {wanted}")


def infer_kinds(games: Iterable[Game | Iterable[RecordedMove]], start: Board) -> InferredKinds:
    """Return the kinds of men that records show.

    Records that name no captures are left out. A record counts up to its first move from a square on which no man of
    that side can stand, as far as the record says.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> line = "d1-c1 d3-c3 d2-d3 c3-c2"
    >>> inferred = infer_kinds(archive.parse_games([line] * 3, variants.BRANDUBH), variants.BRANDUBH.start)
    >>> men = inferred.about("d2")
    >>> men.moves, men.jumps, men.kind
    (3, 0, None)

    Arguments:
        games: the records: games, or tuples of moves.
        start: the board on which all of them began. Only the sides of its men matter, and the king.

    Raises:
        ArgumentTypeError: an item is neither a game nor an iterable of moves.
    """
    counts = {square: Counter[str]() for square in start}
    for game in games:
        moves = moves_of(game)
        if tells_captures(moves):
            _Follower(start, counts).follow(moves)
    orbit_of = orbits_of(as_soldiers(start))
    men: list[MenEvidence] = []
    for orbit in sorted({orbit_of[square].names for square in start}):
        men += _judge_orbit(SquareSet.of(*orbit), start, counts)
    pieces = {square: Piece(group.side, group.kind or Kind.SOLDIER) for group in men for square in group.squares}
    return InferredKinds(board=Board(start.size, pieces), men=tuple(sorted(men, key=lambda group: group.squares.names)))


def _is_beyond_gaps(count: int, occasions: int, gaps: float) -> bool:
    """Whether a count is larger than what gaps in the records explain."""
    return count >= _FEWEST and interval_of(count, occasions)[0] > gaps


def _sum_evidence(squares: Iterable[Square], start: Board, by_square: Mapping[Square, Counter[str]]) -> MenEvidence:
    counts = Counter[str]()
    members = SquareSet(squares)
    first = next(iter(members))
    for square in members:
        counts.update(by_square[square])
    return MenEvidence(squares=members, side=start[first].side, is_king=start[first] is Piece.KING, **counts)


_ABILITIES: Final = (
    ("turned", "captured", _TURN_GAPS),
    ("capturing_jumps", "short_moves", _JUMP_GAPS),
    ("jumps_over_friends", "short_moves", _FRIEND_GAPS),
    ("jumps_over_enemies", "short_moves", _JUMP_GAPS),
)
"""What only some kinds do, and on what occasions; with the share that gaps explain."""


def _judge_orbit(orbit: SquareSet, start: Board, counts: Mapping[Square, Counter[str]]) -> list[MenEvidence]:
    """The evidence about men whom symmetries exchange: together, or apart where some clearly differ from the others."""
    together = _sum_evidence(orbit, start, counts)
    for ability, occasion, gaps in () if together.is_king else _ABILITIES:
        able = SquareSet(
            square
            for square in orbit
            if counts[square][ability] >= _FEWEST_ALONE
            and _is_beyond_gaps(counts[square][ability], counts[square][occasion], gaps)
        )
        rest = orbit - able
        if able and rest:
            able_men, other_men = _sum_evidence(able, start, counts), _sum_evidence(rest, start, counts)
            rate = interval_of(getattr(able_men, ability), getattr(able_men, occasion))[0]
            if _is_rare(getattr(other_men, ability), getattr(other_men, occasion), rate):
                return [able_men, *_judge_orbit(rest, start, counts)]
    return [together]


def _is_rare(count: int, occasions: int, rate: float) -> bool:
    """Whether men with an ability, who use it at this rate, would hardly have used it so rarely."""
    few = range(min(count, occasions) + 1)
    return sum(comb(occasions, k) * rate**k * (1 - rate) ** (occasions - k) for k in few) < _LACKING


class _Follower:
    """Follows the men of one record, and counts what they do under their start squares."""

    def __init__(self, start: Board, seen: Mapping[Square, Counter[str]]) -> None:
        self.size = start.size
        self.seen = seen
        self.men: dict[Square, tuple[Side, Square]] = {square: (piece.side, square) for square, piece in start.items()}
        self.gone: dict[Square, tuple[Side, Square]] = {}
        """Captured men by the square on which they fell, while nothing has been there since."""
        self.captors: dict[Side, Square] = {}
        """Where the piece of each side stood that captured in the side's last turn, and may have gone on."""

    def follow(self, moves: Sequence[RecordedMove]) -> None:
        side = None
        last = None
        for move in moves:
            if move.origin == move.target or not move.target.on(self.size):
                break
            if side is None:
                man = self.men.get(move.origin)
                side = man[0] if man else None
            elif move.origin != last:
                side = side.opponent
            if side is None or not self._lift(move.origin, side):
                break
            self._move_man(move, side)
            last = move.target

    def _lift(self, origin: Square, side: Side) -> bool:
        """Make sure that a man of the side stands on a square; False if none can."""
        man = self.men.get(origin)
        if man is not None and man[0] is side:
            return True
        fallen = self.gone.pop(origin, None)
        if man is None and fallen is not None:
            if fallen[0] is not side:
                self.seen[fallen[1]]["turned"] += 1
            self.men[origin] = side, fallen[1]
            return True
        # The last captor may have gone on to this square in its turn, which the record omits.
        captor = self.captors.get(side)
        if captor is None or self.men.get(captor, (None, captor))[0] is not side:
            return False
        self.men[origin] = self.men.pop(captor)
        return True

    def _move_man(self, move: RecordedMove, side: Side) -> None:
        man = self.men.pop(move.origin)
        counts = self.seen[man[1]]
        counts["moves"] += 1
        passed = squares_between(move.origin, move.target)
        if len(passed) == 1:
            counts["short_moves"] += 1
            over = self.men.get(passed[0])
            if over is not None:
                friend, taken = over[0] is side, passed[0] in move.captures
                name = "jumps_over_friends" if friend else "capturing_jumps" if taken else "jumps_over_enemies"
                counts[name] += 1
        else:
            # A man who seems to stand there was captured by a move that the record omits.
            for square in passed:
                self.men.pop(square, None)
        self.men[move.target] = man
        self.gone.pop(move.target, None)
        self._count_caught(move, side)
        self._capture(move, side)
        self.captors.pop(side, None)
        if move.captures:
            self.captors[side] = move.target

    def _count_caught(self, move: RecordedMove, side: Side) -> None:
        """Count the men whom the piece that moved holds together with a man opposite."""
        for files, ranks in NEIGHBOURS:
            square = move.target.offset(files, ranks)
            man = self.men.get(square)
            if man is None or man[0] is side or not self._is_held(square.offset(files, ranks), side):
                continue
            counts = self.seen[man[1]]
            if square in move.captures:
                counts["fell"] += 1
                sides = sum(self._is_held(square.offset(*neighbour), side) for neighbour in NEIGHBOURS)
                counts["fell_to_two"] += sides == 2
                counts["fell_to_three"] += sides == 3
            else:
                counts["stood"] += 1

    def _is_held(self, square: Square, side: Side) -> bool:
        man = self.men.get(square)
        return man is not None and man[0] is side

    def _capture(self, move: RecordedMove, side: Side) -> None:
        for square in dict.fromkeys(move.captures):
            man = self.men.get(square)
            fallen = self.gone.pop(square, None)
            if man is None and fallen is not None and fallen[0] is side:
                # A man of this side, who can only have been captured by changing to the other.
                self.seen[fallen[1]]["turned"] += 1
                continue
            if man is not None and man[0] is not side:
                self.seen[man[1]]["captured"] += 1
                self.gone[square] = self.men.pop(square)


def on_layout(base: Ruleset, start: Board) -> Ruleset | None:
    """Return a base with another start layout, if it can have it."""
    try:
        return base if base.start == start else base.evolve(size=start.size, start=start)
    except RulesetError:
        return None


def first_mover(games: Sequence[tuple[int, Game]], start: Board) -> Side | None:
    """Return the side that made the first moves of most games, or None where there are none."""
    movers = Counter(
        start[game.moves[0].origin].side for _, game in games if game.moves and game.moves[0].origin in start
    )
    return movers.most_common(1)[0][0] if movers else None


def with_kinds(bases: Sequence[Ruleset], games: Sequence[tuple[int, Game]], *, likely: bool = False) -> list[Ruleset]:
    """Return bases with the kinds of men that the records show, where all men of the start layout are soldiers.

    Men with three captors become commanders, as in the shipped rulesets that have them; without jumps, unless they are
    seen to jump. Where replays decide whether the kinds help, it is enough that three captors are likely: the men stood
    between two, and fell to three more often than to two.
    """
    start = bases[0].start if bases else None
    if start is None or {piece.kind for piece in start.values()} - {Kind.SOLDIER, Kind.KING}:
        return list(bases)
    inferred = infer_kinds((game for _, game in games), start)
    board = inferred.board
    soldiers = [men for men in inferred.men if not men.is_king and men.kind in (Kind.SOLDIER, None)]
    dux = [
        men
        for men in soldiers
        if men.has_three_captors or (likely and men.stood and men.fell_to_three > men.fell_to_two)
    ]
    for men in dux:
        for square in men.squares:
            board = board.put(square, Piece(men.side, Kind.COMMANDER))
    if board == start:
        return []
    moved = [base.evolve(start=board) for base in bases]
    if not dux:
        return moved
    few = PieceSet.COMMANDERS
    return [rules.evolve(three_captors=few, jumps=evolve(rules.jumps, commanders=Jump.NONE)) for rules in moved]


def find_shipped(rules: Ruleset) -> Ruleset | None:
    """Return the shipped ruleset that plays the same, if there is one; that of the same name before others."""
    equal = [ruleset for ruleset in find(size=rules.size) if ruleset == rules]
    return min(equal, key=lambda ruleset: ruleset.name != rules.origin and ruleset.name != rules.name, default=None)
