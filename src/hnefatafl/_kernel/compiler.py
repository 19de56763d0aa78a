"""Turn a ruleset into the kernel's tables: the only reader of the options that decide play.

Each option becomes a bit in the words of some squares, a number or a flag (:class:`~hnefatafl._kernel.tables.Tables`
says what each is); nothing else in the package asks a ruleset how to play. What an option means and where it comes
from stands with the option (:mod:`hnefatafl.rules`, :mod:`hnefatafl.rules`).

Laws: the same ruleset gives the same tables in every process (the keys are drawn with a fixed seed), and rulesets
that play alike share theirs but for the name. Cost: a millisecond or two, once for a ruleset; the last 128 are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from hnefatafl._kernel import codes as k
from hnefatafl._kernel.lookup import PLACES
from hnefatafl._kernel.tables import EndHook, Hook, Tables
from hnefatafl.board import Board, Move, Outcome, PieceSet, Side, Square, Termination
from hnefatafl.rules import (
    Call,
    EdgeCapture,
    ExtraEnding,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Roll,
    Ruleset,
    Zone,
    captured_by,
    ended_by,
    idle_reason,
)
from hnefatafl.support import hooks
from hnefatafl.support.enums import Compound, Listed, fields, kinds, place
from hnefatafl.support.immutability import frozen

_FAR: Final = 99
"""A speed that no board is wide enough for."""

_SIDES: Final = {Side.ATTACKERS: k.ATTACKING, Side.DEFENDERS: k.DEFENDING, None: k.NEITHER}

OUTCOMES: Final = {
    int(k.ending(termination) | side): Outcome(winner, termination)
    for termination in Termination
    for winner, side in _SIDES.items()
}
"""The outcome that each code of the kernel stands for."""
CODES: Final = {outcome: code for code, outcome in OUTCOMES.items()}
"""The code of the kernel for each outcome."""


@lru_cache(maxsize=128)
def _compile_options(rules: Ruleset, name: str, jumpers: int) -> Tables:
    # Rulesets that play alike are equal, whatever their names, but positions show the name they were given.
    return _Compiler(rules, jumpers).tables()


_compiled_with_functions = lru_cache(maxsize=8)(_compile_options.__wrapped__)
"""The same for rulesets with extra rules, which may hold anything."""


def compile_ruleset(rules: Ruleset, board: Board) -> Tables:
    """The tables of a ruleset for games that begin with such a board; made once and kept.

    Commanders and knights jump unless told otherwise. Most games have none, and their
    tables say that no piece jumps, so that the kernel need not look.
    """
    codes = board.codes
    jumpers = sum(
        1 << place for place, how in enumerate(_list_jumps(rules.jumps)) if how and k.board_code(place) in codes
    )
    if jumpers & PieceSet.MERCENARIES.value:
        jumpers |= PieceSet.MERCENARIES.value
    kept = _compiled_with_functions if rules.extra_captures or rules.extra_endings else _compile_options
    tables = kept(rules, rules.name, jumpers)
    if tables.rules is None:
        tables.rules = rules
    return tables


@lru_cache(maxsize=64)
def _list_jumps(jumps: Jumps) -> list[int]:
    """How each piece jumps, in the order of their bits."""
    special = [jumps.commanders, jumps.knights, jumps.mercenaries, jumps.guards]
    return [place(how) for how in (jumps.soldiers, jumps.soldiers, jumps.king, Jump.NONE, *special, *special)]


def _number_options(of: Ruleset | Compound | None, kind: type, prefix: str = "") -> Iterator[tuple[str, int]]:
    """The options that are numbers, flags, sets of pieces or choices, as numbers by their names.

    None is 0. A choice is its place in its list, and None the place behind the last. An option with fields says whether
    there is one; its fields follow as ``repetition.count``, all of them 0 where there is none.
    """
    for field in fields(kind):
        name, value, inner = f"{prefix}{field.name}", getattr(of, field.name, None), kinds(field.type)[0]
        if issubclass(inner, Compound):
            yield name, value is not None
            yield from _number_options(value, inner, f"{name}.")
        elif issubclass(inner, Listed):
            yield name, len(inner) if value is None else place(value)
        elif issubclass(inner, PieceSet):
            yield name, 0 if value is None else value.value
        elif issubclass(inner, int):
            yield name, int(value or 0)


@frozen
class _Grid:
    """What all rulesets of a size share."""

    squares: list[int]
    """The squares by the kernel's numbers, rank by rank."""
    rims: list[int]
    """How far each of them is from the nearest edge."""
    pads: list[int]
    """The numbers around the board."""
    keys: list[int]
    """The keys of the pieces on the squares."""
    orbits: list[int]
    """A number for each piece on each square, the same for the squares that turning the board exchanges.

    They are so small, of 50 bits, that those of a full board add up to a number of the kernel."""


@lru_cache(maxsize=32)
def _list_grid(size: int) -> _Grid:
    import random  # only where tables are made

    places = [(file, rank) for rank in range(size) for file in range(size)]
    squares = [k.square_at(size, file, rank) for file, rank in places]
    rims = [min(file, rank, size - 1 - file, size - 1 - rank) for file, rank in places]
    area = (size + 2) * (size + 2)
    dice = random.Random(f"hnefatafl {size}")  # the same keys in every process
    # Of 60 bits, so that their exclusive ors stay numbers of the kernel.
    keys = [dice.getrandbits(60) for _ in range((PLACES + 1) * area)]
    orbits = [0] * len(keys)
    for row in range(0, len(keys), area):
        drawn: dict[tuple[int, ...], int] = {}
        for q, (file, rank) in zip(squares, places, strict=True):
            # An orbit is known by how far its squares are from the nearest edges.
            orbit = tuple(sorted((min(file, size - 1 - file), min(rank, size - 1 - rank))))
            orbits[row + q] = drawn.setdefault(orbit, dice.getrandbits(50))
    return _Grid(squares, rims, sorted(set(range(area)) - set(squares)), keys, orbits)


class _Compiler:
    """The words and numbers of one ruleset on the way to its tables."""

    def __init__(self, rules: Ruleset, jumpers: int) -> None:
        self.rules = rules
        self.jumpers = jumpers
        self.stride = rules.size + 2
        self.area = self.stride * self.stride
        self.zones: list[tuple[Zone, frozenset[int]]] = [
            (zone, frozenset(self.indices(zone.squares.squares(rules.size)))) for zone in rules.all_zones
        ]
        # Where it matters whether a piece begins its move inside.
        self.closed = [(zone, squares) for zone, squares in self.zones if zone._is_closed(rules.size)]
        grid = _list_grid(rules.size)
        self.squares, self.pads, self.rims = grid.squares, grid.pads, grid.rims
        self.keys, self.orbits = grid.keys, grid.orbits

    def index(self, square: Square) -> int:
        """The kernel's number of a square."""
        return k.square_at(self.rules.size, square.file, square.rank)

    def indices(self, squares: Iterable[Square]) -> list[int]:
        """The kernel's numbers of squares."""
        return [self.index(square) for square in squares]

    def tables(self) -> Tables:
        """The tables; extra rules are wrapped, so that the kernel calls them with its own numbers."""
        stop, go = self.access()
        layers = {"stop": stop, "go": go, "special": self.special(), "rare": self.rare()}
        layers["hostile"], layers["always"] = self.hostility()
        layers["far"], layers["jump"] = self.speeds(), _list_jumps(self.rules.jumps)
        zone = [0] * self.area
        for number, (_, squares) in enumerate(self.closed, 1):
            for q in squares:
                zone[q] = number
        layers["zone"] = zone
        layers["orbits"] = self.orbits if self.rules.repetition.symmetric else []
        numbers = self.numbers()

        def make(hooked: bool) -> Tables:
            return Tables(self.rules.size, {**numbers, "hooked": hooked}, layers, self.keys)

        return _with_functions(self.rules, make) if numbers["hooked"] else make(False)

    def access(self) -> tuple[list[int], list[int]]:
        """Who may stop and cross: a layer for pieces from outside, one for each closed zone, and all of them
        again for a king who may not leave.

        Sources: Copenhagen, restricted squares; S003 §11–12 for camps, which their own men may cross and leave.
        """
        inside = [None, *(squares for _, squares in self.closed)]
        stop: list[int] = []
        go: list[int] = []
        for home in inside:
            stops, goes = [PieceSet.ALL.value] * self.area, [PieceSet.ALL.value] * self.area
            for zone, squares in self.zones:
                may_stop, may_cross = zone.stop & zone.enter, zone.cross
                if squares == home:  # a piece that begins its move inside is free there
                    may_stop, may_cross = zone.stop, PieceSet.ALL
                for q in squares:
                    stops[q] &= may_stop.value
                    goes[q] &= may_cross.value
            stop += stops
            go += goes
        kept = list(stop)
        for goal in self.indices(self.rules.escape.squares(self.rules.size)):
            for layer in range(0, len(kept), self.area):
                kept[layer + goal] &= ~PieceSet.KING.value
        return stop + kept, go

    def hostility(self) -> tuple[list[int], list[int]]:
        """Whom a square threatens while it is empty, and whom at any time.

        Sources: S000 "Schlagen von Spielsteinen" for throne, corners and edge; S003 §11 for camps; Copenhagen,
        restricted squares. A king who falls to three men at the edge (S000, S001, S004) is one to whom it is hostile.
        """
        hostile, always = [0] * self.area, [0] * self.area
        for zone, squares in self.zones:
            for q in squares:
                hostile[q] |= (zone.hostile_empty | zone.hostile_always).value
                always[q] |= zone.hostile_always.value
        edge = self.rules.edge_hostile
        if self.rules.king is KingStrength.MIDDLEWEIGHT:
            edge |= PieceSet.KING
        for q in self.pads:
            hostile[q] = always[q] = edge.value
        return hostile, always

    def special(self) -> list[int]:
        """What each square means to the king and to formations.

        Sources: :class:`~hnefatafl.rules.KingStrength` and :class:`~hnefatafl.rules.EdgeCapture` name theirs.
        """
        rules = self.rules
        special = [0] * self.area
        throne: set[int] = set(self.indices(rules.throne.squares.squares(rules.size))) if rules.throne else set()
        corners: set[int] = set(self.indices(rules.corners.squares.squares(rules.size))) if rules.corners else set()
        goals = set(self.indices(rules.escape.squares(rules.size)))
        near = throne | {q + d for q in throne for d in (1, -1, self.stride, -self.stride)}
        files, ranks = {q % self.stride for q in goals}, {q // self.stride for q in goals}
        zones = {q for _, squares in self.zones for q in squares}
        piercing = {q for zone, squares in self.zones if zone.pierces for q in squares}
        # A weak king falls like a soldier, and so does any other where he is not said to be strong.
        strong = {
            KingStrength.STRONG: set(self.squares),
            KingStrength.MIDDLEWEIGHT: set(self.squares),
            KingStrength.STRONG_NEAR_THRONE: near,
            KingStrength.STRONG_ON_THRONE: throne,
        }.get(rules.king, set[int]())
        everywhere = int(k.THREE) if rules.king is KingStrength.THREE else 0
        edge = int(k.RIM) | {
            EdgeCapture.IMPOSSIBLE: int(k.SAFE),
            EdgeCapture.ALONE: int(k.LONE),
            EdgeCapture.DRAW: int(k.DRAWN),
        }.get(rules.edge_capture, 0)
        for q, rim in zip(self.squares, self.rims, strict=True):
            bits = everywhere
            bits |= k.SURROUND if q in strong else 0
            bits |= edge if rim == 0 else 0
            bits |= k.GOAL if q in goals else 0
            bits |= k.OUTLOOK if q % self.stride in files or q // self.stride in ranks else 0
            bits |= k.SEAT if q in throne else 0
            bits |= k.CORNER if q in corners else 0
            bits |= k.ZONE if q in zones else 0
            bits |= k.PIERCES if q in piercing else 0
            special[q] = bits
        return special

    def rare(self) -> list[int]:
        """Which pieces can take by a rare rule when they arrive on a square, as far as the square tells.

        Shieldwalls are closed from the edge, and without flanking from one rank before it too; rows between two enemies
        anywhere; the others by attackers.
        """
        rules = self.rules
        rare = [0] * self.area
        by_attackers = rules.joint_capture or rules.linnaean_capture or rules.king_line_capture
        anywhere = PieceSet.ATTACKERS if by_attackers else PieceSet.NONE
        anywhere |= PieceSet.ALL if rules.line_capture else PieceSet.NONE
        deep = -1 if rules.shieldwall is None else 0 if rules.shieldwall.flanking else 1
        takes = rules.hammer & ~PieceSet.GUARDS
        here, there = ((who & takes).value for who in (PieceSet.ALL, anywhere))
        for q, rim in zip(self.squares, self.rims, strict=True):
            rare[q] = here if rim <= deep else there
        return rare

    def speeds(self) -> list[int]:
        """How far each piece moves, in the order of their bits."""
        speed = self.rules.speed
        attacking = [speed.attacking_commanders, speed.attacking_knights, speed.attacking_mercenaries]
        defending = [speed.defending_commanders, speed.defending_knights, speed.defending_mercenaries]
        kings = [speed.attackers, speed.defenders, speed.king, None]
        far = [*kings, *attacking, speed.attacking_guards, *defending, speed.defending_guards]
        return [squares or _FAR for squares in far]

    def king_reach(self) -> int:
        """How far the king goes by one move, jumps apart: as far as his speed and the best roll let him."""
        die, speed = self.rules.die, self.rules.speed.king or _FAR
        if die is None or die.allows is Roll.ODD or PieceSet.KING not in die.pieces:
            return speed
        return min(speed, die.faces)

    def numbers(self) -> dict[str, int]:
        """The options as numbers, and what follows from several of them."""
        rules = self.rules
        return {
            **dict(_number_options(rules, Ruleset)),
            "guards_fall": rules.guard_capture is not GuardCapture.NEVER,
            "hooked": bool(rules.extra_captures or rules.extra_endings),
            "jumpers": self.jumpers,
            "says": self.says(),
            "no_move_draws": rules.no_move is NoMove.DRAW,
            "passers": self.passers(),
            "passes": rules.no_move is NoMove.PASS,
            "alternates": rules.alternates,
            "repeat_gap": self.gap(),
            "speed_king": self.king_reach(),
            "no_escape": rules.no_escape and idle_reason(rules, "no_escape", False) is None,
        }

    def passers(self) -> int:
        """Which sides may ever pass: a bit for each."""
        die = self.rules.die
        losers = sum(1 << int(_SIDES[side]) for side in Side if die is not None and die.binds_all(side))
        return place(self.rules.may_pass) | losers

    def says(self) -> int:
        """What is announced (S001, "Ansagen"; S003 §9–10)."""
        said = self.rules.announcements
        calls = {k.SAYS_WAY_OUT: said.way_out, k.SAYS_THREAT: said.threat}
        bits = sum(int(bit) for bit, call in calls.items() if call is not Call.NONE)
        return bits | (int(k.SAYS_RAICHI) if said.raichi else 0)

    def gap(self) -> int:
        """How many plies lie at least between a position and its return.

        Before so many plies without a capture the history need not be asked.
        """
        repetition = self.rules.repetition
        passes = self.rules.no_move is NoMove.PASS
        if repetition.symmetric or passes or self.passers():
            return 1 if not repetition.turn or passes else 2
        # Where sides take turns, each needs two moves, there and back.
        return 4


def _with_functions(rules: Ruleset, make: Callable[[bool], Tables]) -> Tables:
    """Tables of a ruleset with functions, which hold for all positions, or with extra captures for none until bound."""
    bare = make(False)
    bare.rules = rules
    ends_hook = _ends_hook(rules.extra_endings) if rules.extra_endings else None

    def bind(asker: list[object]) -> Tables:
        tables = make(True)
        tables.rules, tables.bare, tables.ends_hook = rules, bare, ends_hook
        tables.empty_board_targets = bare.empty_board_targets
        if rules.extra_captures:
            tables.bind_hooks, tables.captures_hook = bind, _captures_hook(rules, asker)
        return tables

    return bind([])


def _captures_hook(rules: Ruleset, asker: list[object]) -> Hook:
    """Extra captures, to be called with the kernel's numbers by the position in that list."""
    size, stride = rules.size, rules.size + 2

    def captured(codes: bytes, origin: int, target: int, mover: int) -> list[int]:
        board, position = Board._from_known_codes(size, codes), hooks.show(asker[0])
        move = Move.of(*(Square(q % stride - 1, q // stride - 1) for q in (origin, target)))
        side = Side.DEFENDERS if mover == k.DEFENDING else Side.ATTACKERS
        squares = [
            square for extra in rules.extra_captures for square in captured_by(extra, board, move, side, position)
        ]
        return [k.square_at(size, square.file, square.rank) for square in squares]

    return captured


def _ends_hook(extras: tuple[ExtraEnding, ...]) -> EndHook:
    """Extra endings, to be called with the position after a move; the first that ends the game counts."""

    def ended(position: Any) -> int:
        for extra in extras:
            outcome = ended_by(extra, position.board, position.turn, position)
            if outcome is not None:
                return CODES[outcome]
        return 0

    return ended
