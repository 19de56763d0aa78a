"""Ways out, threats, rings and forts.

Kings who can no longer escape, as hnefatafl.org judges them: the list in the docstring of Ruleset.no_escape.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from typing import cast

from hnefatafl.board import Board, Kind, Piece, PieceSet, Side, Square
from hnefatafl.rules import GuardCapture, Jump, Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.testing.reference._captures import captures_on, edges, ends_of, is_man, needs_three, runs
from hnefatafl.testing.reference._moves import (
    DIRECTIONS,
    beyond,
    hostile,
    hostile_when_empty,
    is_corner,
    is_escape,
    jump_of,
    jumps_over,
    king_steps,
    length,
    may_cross,
    may_stop,
    men_on,
    neighbours,
    on_edge,
    some_roll_allows,
    steps_of,
)


def ways_out(rules: Ruleset, board: Board) -> int:
    """Return in how many directions the king could escape (S003 §9-10: raichi, tuichu).

    "A direction (of four) in which the king, were it the defenders' turn, has a legal move (speed applies; announcement
    ignored) to an escape square." Our reading: if he goes by the die, some roll has to allow the move.
    """
    return len(open_directions(rules, board))


def open_directions(rules: Ruleset, board: Board) -> set[tuple[int, int]]:
    """Return the directions in which the king could escape."""
    steps = [step for step in king_steps(rules, board) if some_roll_allows(rules, board, step)]
    targets = [target for _, target in steps if is_escape(rules, target)]
    return {way for way in DIRECTIONS if any(way == direction_of(board, target) for target in targets)}


def direction_of(board: Board, target: Square) -> tuple[int, int]:
    """Return the direction from the king to a square of his file or rank."""
    king = cast(Square, board.king)
    steps = length(king, target)
    return (target.file - king.file) // steps, (target.rank - king.rank) // steps


def king_in_danger(rules: Ruleset, board: Board) -> bool:
    """Return whether, "were it their turn, some legal attackers' move captures the king", by any rule.

    Our reading: repetition is ignored, and some roll has to allow the move of a piece that goes by the die.
    """
    return any(
        board.king in captures_on(rules, board, *step)
        for step in steps_of(rules, board, Side.ATTACKERS)
        if some_roll_allows(rules, board, step)
    )


def threatens(rules: Ruleset, board: Board, side: Side) -> bool:
    """Return whether the side, having moved, threatens to win by its next move (S003 §13: the offensive party).

    "DEFENDERS: >= 1 way out; ATTACKERS: were it their turn, some legal attackers' move captures the king."
    """
    return ways_out(rules, board) >= 1 if side is Side.DEFENDERS else king_in_danger(rules, board)


@lru_cache(maxsize=32)
def squares_on(size: int) -> frozenset[Square]:
    """Return all squares of a board."""
    return frozenset(Square.unchecked(file, rank) for file in range(size) for rank in range(size))


@lru_cache(maxsize=32)
def rim(size: int) -> frozenset[Square]:
    """Return the squares on the edge of a board."""
    return frozenset(square for square in squares_on(size) if on_edge(square, size))


def is_encircled(rules: Ruleset, board: Board) -> bool:
    """Return whether the attackers enclose all defenders (Copenhagen, surrounding).

    "Flood from all rim squares through squares without an attacker; if no defending piece (king included) is reached,
    attackers win." A ring that leans on the edge does not count, since the flood begins at every rim square; with
    edge_ring it begins at the squares of escape. "Defenders that can jump over the ring (by their jump mode, walking
    between) break it." whole_ring: "the king and all other defenders are inside it together".

    >>> from hnefatafl import Board, variants
    >>> board = Board.parse('''
    ...     . . . . . . .
    ...     . . . t . . .
    ...     . . t . t . .
    ...     . t . K . t .
    ...     . . t T t . .
    ...     . . . t . . .
    ...     . . . . . . .
    ... ''')
    >>> is_encircled(variants.BRANDUBH, board)
    True
    """
    men = men_on(board)
    defenders = [square for square, piece in men.items() if piece.side is Side.DEFENDERS]
    passable = squares_on(board.size) - (men.keys() - defenders)
    goals = rules.escape.squares(board.size) if rules.edge_ring else rim(board.size)
    outside = flood(passable.intersection(goals), passable)
    if rules.whole_ring and not flood(board.squares(PieceSet.KING), passable).issuperset(defenders):
        return False
    if any(square in outside for square in defenders):
        return False
    if any(wanders(rules, board, board[square], square, passable) & outside for square in defenders):
        return False
    return not rules.secure_ring or is_secure(rules, board, flood(defenders, passable))


def wanders(rules: Ruleset, board: Board, piece: Piece, home: Square, passable: Set[Square]) -> set[Square]:
    """Return the squares that a piece can get to over passable squares in any zone, and by jumps that the zones allow.

    Our reading: as for the flood, only the pieces that the flood does not pass stand in the way.
    """
    reached: set[Square] = set()
    ahead = [home]
    while ahead:
        square = ahead.pop()
        if square in reached:
            continue
        reached.add(square)
        for step in neighbours(square):
            behind = beyond(square, step)
            if step in passable:
                ahead.append(step)
            elif behind in passable and may_stop(rules, piece, square, behind):
                ahead += [behind] if jumps_over(rules, piece, square, board.get(step), behind) else []
    return reached


def is_secure(rules: Ruleset, board: Board, inside: set[Square]) -> bool:
    """Return whether no man of the ring could be captured from the inside.

    "The ring counts only when no man of it" stands between two squares each of which is one of the inside, where a
    defender may stand, or is hostile to him (the empty throne, a corner, the edge); one of them, to which a defender
    moves, is of the inside (hnefatafl-rs, enclosure_secure). Our reading: a guard who can be captured needs all four
    sides.
    """
    defenders = {piece for piece in board.values() if piece.side is Side.DEFENDERS}

    def may_stand(square: Square) -> bool:
        return square in inside and (square in board or any(may_stop(rules, d, None, square) for d in defenders))

    def falls(square: Square, sides: Iterable[Square]) -> bool:
        seats = list(sides)
        held_sides = [may_stand(side) or hostile(rules, board, side, board[square]) for side in seats]
        return all(held_sides) and any(may_stand(side) for side in seats)

    for square, piece in board.items():
        up, right, down, left = neighbours(square)
        if piece.side is Side.DEFENDERS:
            continue
        if piece.kind is Kind.GUARD:
            if rules.guard_capture is GuardCapture.SURROUNDED and falls(square, neighbours(square)):
                return False
        elif needs_three(rules, piece):
            if any(falls(square, three) for three in itertools.combinations(neighbours(square), 3)):
                return False
        elif falls(square, [up, down]) or falls(square, [left, right]):
            return False
    return not rules.line_capture or not any(exposed_line(rules, board, square, may_stand) for square in inside)


def exposed_line(rules: Ruleset, board: Board, one: Square, may_stand: Callable[[Square], bool]) -> bool:
    """Return whether a defender who arrives on the square could capture several men of a ring in a row."""
    for first in neighbours(one):
        row = [first]
        while (man := board.get(row[-1])) is not None and is_man(man, Side.ATTACKERS) and not needs_three(rules, man):
            other = row[-1].offset(first.file - one.file, first.rank - one.rank)
            is_held = may_stand(other) or all(hostile(rules, board, other, board[square]) for square in row)
            if len(row) >= 2 and is_held and may_stand(one):
                return True
            row.append(other)
    return False


def flood(seeds: Iterable[Square], passable: Set[Square]) -> set[Square]:
    """Return the passable squares that are connected orthogonally to a seed through passable squares."""
    reached = {square for square in seeds if square in passable}
    ahead = list(reached)
    while ahead:
        new = [near for near in neighbours(ahead.pop()) if near in passable and near not in reached]
        reached.update(new)
        ahead += new
    return reached


def touches(some: set[Square], others: set[Square]) -> bool:
    """Return whether a square of one set is orthogonally next to a square of the other."""
    return any(near in others for square in some for near in neighbours(square))


def has_fort(rules: Ruleset, board: Board) -> bool:
    """Return whether the king is in an unbreakable fort at the edge (Copenhagen, exit forts).

    "King on a rim square; the king has >= 1 legal move. R = squares reached orthogonally from the king's square through
    EMPTY squares (zones ignored). If any square of R is next to an attacker: no fort. S := all defending soldiers.
    Repeat: A = squares attackers can get to. If A is orthogonally adjacent to a square of R: no fort. [...] Remove all
    weak ones (at once), repeat until none. Fort iff R never becomes adjacent to A."
    Our reading: without attackers there is no fort, since no attacker is kept out (adjudication case E06).

    >>> from hnefatafl import Board, variants
    >>> board = Board.parse('''
    ...     . . . . . . t . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . . . . . . . .
    ...     . . . . T T . . . . .
    ...     . . . T T T T . . . .
    ...     . . . T K . T . . . .
    ... ''')
    >>> has_fort(variants.COPENHAGEN, board)
    True
    """
    king = board.king
    if not board.count(PieceSet.ATTACKERS):
        return False
    if king is None or not on_edge(king, rules.size):
        return False
    if not any(some_roll_allows(rules, board, step) for step in king_steps(rules, board)):
        return False
    refuge = flood([king], squares_on(rules.size) - men_on(board).keys() | {king})
    if touches(set(board.squares(PieceSet.ATTACKERS)), refuge):
        return False
    wall = set(board.squares(PieceSet.DEFENDING_MEN))
    if rules.simple_fort:
        return board.count(PieceSet.ATTACKERS) == 1 or not any(stands_free(board, man, refuge) for man in wall)
    while True:
        siege = Siege(rules, board, wall, refuge)
        if siege.reach & refuge or touches(siege.reach, refuge):
            return False
        weak = weak_men(siege)
        if not weak:
            return True
        wall -= weak


def stands_free(board: Board, man: Square, refuge: set[Square]) -> bool:
    """Return whether a man of the wall is free on both sides, seen from a square of the inside beside him.

    "The sides of a man are those to the right and the left of somebody who looks at him from a square of the inside,
    and one of them must be a defender or the edge." (simple_fort)
    """
    friends = {*board.squares(PieceSet.DEFENDERS)}
    for seen_from in neighbours(man):
        if seen_from in refuge:
            ahead = beyond(seen_from, man)
            sides = [side for side in neighbours(man) if side not in (seen_from, ahead)]
            if all(side.on(board.size) and side not in friends for side in sides):
                return True
    return False


@frozen
class Area:
    """Squares between which attackers can move, and the attackers on them."""

    squares: frozenset[Square]
    attackers: frozenset[Square]


class Siege:
    """The attackers around a fort's wall, and how far they have broken it.

    Our reading: any way that one of the attackers on the board can go, all can; only a jumper must be able to stand
    where it jumps. "A = squares attackers can get to: flood orthogonally from all attackers through every square that
    is not in S and not in R, as long as an attacker may stop on or cross it from outside; squares inside closed zones
    that attackers may neither stop on nor cross are not entered, but attackers standing there start there." They jump
    over men of the wall too; a fort into which they can jump is not unbreakable.
    """

    def __init__(self, rules: Ruleset, board: Board, wall: set[Square], refuge: set[Square]) -> None:
        self.rules, self.board, self.wall = rules, board, wall
        self.kinds = {piece for piece in board.values() if piece.side is Side.ATTACKERS}
        self.passable = {s for s in squares_on(rules.size) - wall - refuge if self.stops(s) or self.crosses(s)}
        self.areas: list[Area] = []
        for attacker in sorted(board.squares(PieceSet.ATTACKERS)):
            area = Area(frozenset(self.reached(attacker)), frozenset([attacker]))
            # If one of them can get to the squares of the other, the two share them.
            for other in [other for other in self.areas if other.squares & area.squares]:
                self.areas.remove(other)
                area = Area(area.squares | other.squares, area.attackers | other.attackers)
            self.areas.append(area)
        self.reach = {square for area in self.areas for square in area.squares}

    def reached(self, attacker: Square) -> set[Square]:
        """Return the squares that the attacker could get to."""
        reached: set[Square] = set()
        ahead = [attacker]
        while ahead:
            square = ahead.pop()
            if square not in reached:
                reached.add(square)
                near = neighbours(square)
                landings = [beyond(square, over) for over in near if self.jumpers(square, over)]
                ahead += [to for to in near if to in self.passable] + landings
        return reached

    def stops(self, square: Square) -> bool:
        """Return whether an attacker from outside may stop there."""
        return any(may_stop(self.rules, kind, None, square) for kind in self.kinds)

    def crosses(self, square: Square) -> bool:
        """Return whether an attacker from outside may cross the square."""
        return any(may_cross(self.rules, kind, None, square) for kind in self.kinds)

    def takeable(self, square: Square) -> bool:
        """Return whether an attacker can stand there.

        "If q in A and an attacker may stop there [stop & enter, or an attacker stands there already]."
        """
        stands = square in self.board and self.board[square].side is Side.ATTACKERS
        return square in self.reach and (stands or self.stops(square))

    def jumpers(self, origin: Square, over: Square) -> set[Piece]:
        """Return the attackers who could jump over a man of the wall from the square, if they got there."""
        target = beyond(origin, over)
        if over not in self.wall or target in self.wall or target == self.board.king or not target.on(self.rules.size):
            return set()
        return {
            kind
            for kind in self.kinds
            if (self.board.get(origin) == kind or may_stop(self.rules, kind, None, origin))
            and jumps_over(self.rules, kind, origin, self.board[over], target)
            and may_stop(self.rules, kind, origin, target)
        }

    def able(self, square: Square, pieces: PieceSet) -> set[Square]:
        """Return the squares of the attackers of the given kinds who could get to the square; never guards."""
        if not self.takeable(square):
            return set()
        area = next(area for area in self.areas if square in area.squares)
        there = {seat: self.board[seat] for seat in area.attackers}
        return {seat for seat, piece in there.items() if pieces.has(piece) and piece.kind is not Kind.GUARD}

    def arriving(self, square: Square) -> set[Square]:
        """Return the squares of the attackers who could capture by arriving on the square.

        Our reading: in an area without an empty square on which an attacker may stop, no attacker ever moves.
        """
        movers = self.able(square, self.rules.hammer)
        areas = [area for area in self.areas if square in area.squares]
        return movers if any(self.stops(near) for area in areas for near in area.squares - area.attackers) else set()

    def threatening(self, square: Square, man: Piece) -> bool:
        """Return whether the square itself is hostile to the man, as if empty unless a man of the wall stands there.

        Our reading: the king may move elsewhere inside, and an attacker away, so their squares count as empty.
        """
        if square in self.wall:
            return hostile(self.rules, self.board, square, man)
        return hostile_when_empty(self.rules, square, man)


def weak_men(siege: Siege) -> set[Square]:
    """Return the men of a fort's walls that attackers could ever capture if only they moved.

    "On one axis both neighbours are takeable-from or hostile, and at least one of them takeable-from." One attacker has
    to arrive, and unless the other side is hostile another one stands there. "In a fort's wall a guard counts as
    untakeable."
    """
    board = siege.board
    weak: set[Square] = set()
    for man in siege.wall:
        if needs_three(siege.rules, board[man]):
            weak |= {man} if falls_to_three(siege, man) else set()
        for one in neighbours(man):
            other = beyond(one, man)
            leapt = one in siege.reach and any(
                jump_of(siege.rules, kind) is Jump.CAPTURING for kind in siege.jumpers(one, man)
            )
            falls_between = siege.threatening(other, board[man]) and siege.arriving(one)
            pair = itertools.product(siege.arriving(one), siege.able(other, siege.rules.anvil))
            two = falls_between or any(mover != partner for mover, partner in pair)
            if leapt or (two and not needs_three(siege.rules, board[man])):
                weak.add(man)
    if siege.rules.line_capture:
        weak |= weak_lines(siege)
    if siege.rules.shieldwall is not None:
        weak |= weak_rows(siege, siege.rules.shieldwall.corners_close)
    return {man for man in weak if board[man].kind is not Kind.GUARD}


def weak_lines(siege: Siege) -> set[Square]:
    """Return the men of a fort's walls that attackers could capture in a row between two of them, or one and a hostile
    square."""
    rules, board = siege.rules, siege.board
    falling = {
        man_at
        for man_at in siege.wall
        if is_man(board[man_at], Side.DEFENDERS) and not needs_three(rules, board[man_at])
    }
    weak: set[Square] = set()
    for one in squares_on(rules.size):
        for first in neighbours(one):
            row = [first]
            while row[-1] in falling:
                other = row[-1].offset(first.file - one.file, first.rank - one.rank)
                falls_between = all(siege.threatening(other, board[man]) for man in row) and siege.arriving(one)
                pair = itertools.product(siege.arriving(one), siege.able(other, rules.anvil))
                if len(row) >= 2 and (falls_between or any(mover != partner for mover, partner in pair)):
                    weak |= set(row)
                row.append(other)
    return weak


def falls_to_three(siege: Siege, man: Square) -> bool:
    """Return whether attackers, one of whom arrives, and hostile squares could hold three sides of the man."""
    for sides in itertools.permutations(neighbours(man), 3):
        seats = [side for side in sides[1:] if not siege.threatening(side, siege.board[man])]
        seated = [siege.able(seat, siege.rules.anvil) for seat in seats]
        for chosen in itertools.product(siege.arriving(sides[0]), *seated):
            if len(set(chosen)) == len(chosen):
                return True
    return False


def weak_rows(siege: Siege, corners_close: bool) -> set[Square]:
    """Return the men that attackers could capture in a shieldwall.

    "If it belongs to a run of >= 2 consecutive pieces (soldiers of S or the king) along an edge whose fronts are all
    takeable-from and whose two ends are takeable-from (or one of them a closing empty corner)." Our reading: a corner
    that is occupied only by a removed man is empty.
    """
    rules = siege.rules
    members = siege.wall | set(siege.board.squares(PieceSet.KING))

    def closed_by_corner(end: Square, row: list[Square]) -> bool:
        men = [siege.board[member] for member in row if member in siege.wall]
        closes = corners_close and is_corner(rules, end) and end not in members
        return closes and all(hostile_when_empty(rules, end, man) for man in men)

    weak: set[Square] = set()
    for edge, inward in edges(rules.size):
        for row in runs(edge, members):
            ends = [end for end in ends_of(row, inward) if not closed_by_corner(end, row)]
            places = [*ends, *(square.offset(*inward) for square in row)]
            able = [siege.able(place, rules.hammer | rules.anvil) for place in places]
            # Our reading: there are as many attackers as places, and each place can be reached by one of them.
            if len(row) >= 2 and ends and all(able) and len(set[Square]().union(*able)) >= len(places):
                weak |= siege.wall & set(row)
    return weak


def cannot_escape(rules: Ruleset, board: Board) -> bool:
    """Return whether the king can no longer escape (Ruleset.no_escape; hnefatafl.org, rule 10).

    "Where the corners are the squares of escape." "One of these must hold."

    >>> from hnefatafl import Board, variants
    >>> board = Board.parse("/1tK1t2/3tt2/3tt2/7/7/7/3T3/")
    >>> cannot_escape(variants.BRANDUBH.evolve(no_escape=True), board)
    False
    """
    if not rules.no_escape:
        return False
    corners = [square for square in rim(board.size) if len({n for n in neighbours(square) if n.on(board.size)}) == 2]
    if {*rules.escape.squares(board.size)} != {*corners}:
        return False
    return is_shut_in(board, set(corners)) or is_kept_from(board, corners)


def is_shut_in(board: Board, corners: Set[Square]) -> bool:
    """Return whether "the king is shut in at the edge, though not beside a corner"."""
    king = cast(Square, board.king)
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    off = [near for near in neighbours(king) if not near.on(board.size)]
    if len(off) != 1 or any(near in corners for near in neighbours(king)):
        return False
    inward = beyond(off[0], king)
    hands = [near for near in neighbours(king) if near.on(board.size) and near != inward]

    def held_before(square: Square) -> bool:
        """Whether attackers hold the two squares before that one."""
        x, y = inward.file - king.file, inward.rank - king.rank
        return square.offset(x, y) in attackers and square.offset(2 * x, 2 * y) in attackers

    seconds = [beyond(king, hand) for hand in hands]
    if not attackers.issuperset(hands) or not all(square in attackers | corners for square in seconds):
        return False
    strength = len(attackers) + sum(square in corners for square in seconds)
    if board.count(PieceSet.DEFENDING_MEN) <= 1:
        return strength <= 5 or held_before(king)
    return strength >= 8 and held_before(king) and any(held_before(hand) for hand in hands)


def is_kept_from(board: Board, corners: Iterable[Square]) -> bool:
    """Return whether "all corners are closed", with too few men for a fort or too few free squares."""
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    closed: set[Square] = set()
    for corner in corners:
        around = surroundings(board, corner)
        if around is None:
            return False
        closed |= around
    men = board.count(PieceSet.DEFENDING_MEN)
    if men <= 3 and len(attackers) >= 13:
        return True
    free = [[square for square in edge if square not in attackers | closed] for edge, _ in edges(board.size)]
    if any(length(side[0], side[-1]) >= len(side) for side in free if side):
        return False  # "the free squares of a side lie beside one another"
    return max(map(len, free)) <= (3 if men <= 5 else 2)


def surroundings(board: Board, corner: Square) -> set[Square] | None:
    """Return the squares that keep a corner closed, or None if it is open."""
    attackers = {*board.squares(PieceSet.ATTACKERS)}
    beside = [near for near in neighbours(corner) if near.on(board.size)]
    pairs = {*beside, *(beyond(corner, near) for near in beside)}
    if pairs <= attackers:
        return {corner, *pairs}
    men = men_on(board)
    empty = squares_on(board.size) - men.keys()
    # "The two squares beside the corner count as empty if attackers stand on them."
    open_squares = {near for near in beside if near in empty or near in attackers}
    around = flood(open_squares, (empty - {*beside, corner}) | open_squares)
    near = {square for one in around for square in neighbours(one)} - {*beside}
    if any(men[square].side is Side.DEFENDERS for square in near & men.keys()):
        return None
    return around | {corner}
