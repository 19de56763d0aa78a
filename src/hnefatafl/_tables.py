"""Turn a ruleset into the kernel's tables: the only reader of the options that decide play."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from hnefatafl.board import Board
from hnefatafl.geometry import Square
from hnefatafl.kernel import tables as k
from hnefatafl.kernel.tables import EndHook, Hook, Tables
from hnefatafl.options import Announcements, Consequence, EdgeCapture, KingStrength, NoMove, Zone
from hnefatafl.outcome import Outcome, Termination
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.rules import ExtraCapture, ExtraEnding, Ruleset

__all__ = ["OUTCOMES", "compile_ruleset"]

_FAR: Final = 99
"""A speed that no board is wide enough for."""

_CONSEQUENCES: Final = {
    Consequence.IGNORED: k.IGNORED,
    Consequence.DRAW: k.DRAW,
    Consequence.MOVER_LOSES: k.MOVER_LOSES,
    Consequence.MOVER_WINS: k.MOVER_WINS,
    Consequence.DEFENDERS_LOSE: k.DEFENDERS_LOSE,
    Consequence.ATTACKERS_LOSE: k.ATTACKERS_LOSE,
    Consequence.FORBIDDEN: k.FORBIDDEN,
    Consequence.OFFENSIVE_DEVIATES: k.OFFENSIVE_DEVIATES,
}
_BY: Final = {None: 0, Side.ATTACKERS: 1, Side.DEFENDERS: 2}

_TERMINATIONS: Final = {
    k.KING_CAPTURED: Termination.KING_CAPTURED,
    k.KING_CAPTURED_ON_EDGE: Termination.KING_CAPTURED_ON_EDGE,
    k.KING_ESCAPED: Termination.KING_ESCAPED,
    k.ALL_CAPTURED: Termination.ALL_CAPTURED,
    k.TOO_FEW_ATTACKERS: Termination.TOO_FEW_ATTACKERS,
    k.TUICHU: Termination.TUICHU,
    k.ENCIRCLEMENT: Termination.ENCIRCLEMENT,
    k.EXIT_FORT: Termination.EXIT_FORT,
    k.EXTRA: Termination.EXTRA,
    k.REPETITION: Termination.REPETITION,
    k.QUIET_LIMIT: Termination.QUIET_LIMIT,
    k.NO_LEGAL_MOVE: Termination.NO_LEGAL_MOVE,
}
_WINNERS: Final = {
    k.WON_BY_ATTACKERS: Side.ATTACKERS,
    k.WON_BY_DEFENDERS: Side.DEFENDERS,
    k.WON_BY_NOBODY: None,
}
OUTCOMES: Final = {
    int(code | won): Outcome(winner, termination)
    for code, termination in _TERMINATIONS.items()
    for won, winner in _WINNERS.items()
}
"""The outcome that each code of the kernel stands for."""
_CODES: Final = {outcome: code for code, outcome in OUTCOMES.items()}


@lru_cache(maxsize=256)
def _compiled(rules: Ruleset, name: str) -> Tables:
    # Rulesets that play alike are equal, whatever their names, but positions show the name they were given.
    return _Compiler(rules).tables()


def compile_ruleset(rules: Ruleset) -> Tables:
    """The tables of a ruleset; made once and kept."""
    tables = _compiled(rules, rules.name)
    if tables.rules is None:
        tables.rules = rules
    return tables


class _Compiler:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.stride = rules.size + 2
        self.area = self.stride * self.stride
        self.zones: list[tuple[Zone, frozenset[int]]] = [
            (zone, frozenset(self.indices(zone.squares.squares(rules.size)))) for zone in rules.all_zones
        ]
        # Where it matters whether a piece begins its move inside: it can move on only in zones of several squares.
        self.closed = [
            (zone, squares)
            for zone, squares in self.zones
            if len(squares) > 1 and (zone.stop & ~zone.enter or zone.cross != PieceSet.ALL)
        ]
        self.squares = [self.index(Square(f, r)) for r in range(rules.size) for f in range(rules.size)]
        self.pads = sorted(set(range(self.area)) - set(self.squares))

    def index(self, square: Square) -> int:
        return (square.rank + 1) * self.stride + square.file + 1

    def indices(self, squares: Iterable[Square]) -> list[int]:
        return [self.index(square) for square in squares]

    def tables(self) -> Tables:
        stop, go = self.access()
        layers = {"stop": bytes(stop), "go": bytes(go), "special": bytes(self.special()), "rare": bytes(self.rare())}
        layers["hostile"], layers["always"] = self.hostility()
        zone = bytearray(self.area)
        for number, (_, squares) in enumerate(self.closed, 1):
            for q in squares:
                zone[q] = number
        layers["zone"] = bytes(zone)
        dice = random.Random(f"hnefatafl {self.rules.size}")  # the same keys in every process
        keys = [dice.getrandbits(60) for _ in range(5 * self.area)]
        tables = Tables(self.rules.size, self.numbers(), layers, keys)
        if self.rules.extra_captures:
            tables.captures_hook = _captures_hook(self.rules.size, self.rules.extra_captures)
        if self.rules.extra_endings:
            tables.ends_hook = _ends_hook(self.rules.size, self.rules.extra_endings)
        return tables

    def access(self) -> tuple[bytearray, bytearray]:
        """Who may stop and cross: a layer for pieces from outside, one for each closed zone, and all of them
        again for a king who may not leave."""
        inside = [None, *(squares for _, squares in self.closed)]
        stop, go = bytearray(), bytearray()
        for home in inside:
            stops, goes = bytearray([7] * self.area), bytearray([7] * self.area)
            for zone, squares in self.zones:
                may_stop, may_cross = zone.stop & zone.enter, zone.cross
                if squares == home:
                    may_stop, may_cross = zone.stop, PieceSet.ALL
                for q in squares:
                    stops[q] &= may_stop.value
                    goes[q] &= may_cross.value
            stop += stops
            go += goes
        kept = bytearray(stop)
        for goal in self.indices(self.rules.escape.squares(self.rules.size)):
            for layer in range(0, len(kept), self.area):
                kept[layer + goal] &= ~PieceSet.KING.value
        return stop + kept, go

    def hostility(self) -> tuple[bytes, bytes]:
        """Whom a square threatens while empty, and whom whatever stands on it."""
        hostile, always = bytearray(self.area), bytearray(self.area)
        for zone, squares in self.zones:
            for q in squares:
                hostile[q] |= (zone.hostile_empty | zone.hostile_always).value
                always[q] |= zone.hostile_always.value
        edge = self.rules.edge_hostile
        if self.rules.king is KingStrength.MIDDLEWEIGHT:
            edge |= PieceSet.KING
        for q in self.pads:
            hostile[q] = always[q] = edge.value
        return bytes(hostile), bytes(always)

    def special(self) -> bytearray:
        """What each square means to the king and to formations."""
        rules = self.rules
        special = bytearray(self.area)
        throne: set[int] = set(self.indices(rules.throne.squares.squares(rules.size))) if rules.throne else set()
        corners: set[int] = set(self.indices(rules.corners.squares.squares(rules.size))) if rules.corners else set()
        goals = set(self.indices(rules.escape.squares(rules.size)))
        near = throne | {q + d for q in throne for d in (1, -1, self.stride, -self.stride)}
        pads = set(self.pads)
        for q in self.squares:
            bits = 0
            if rules.king in (KingStrength.STRONG, KingStrength.MIDDLEWEIGHT) or (
                rules.king is KingStrength.STRONG_NEAR_THRONE and q in near
            ):
                bits |= k.SURROUND
            if pads & {q + 1, q - 1, q + self.stride, q - self.stride}:
                bits |= k.RIM
                if rules.edge_capture is EdgeCapture.IMPOSSIBLE:
                    bits |= k.SAFE
                elif rules.edge_capture is EdgeCapture.DRAW:
                    bits |= k.DRAWN
            bits |= k.GOAL if q in goals else 0
            bits |= k.SEAT if q in throne else 0
            bits |= k.CORNER if q in corners else 0
            special[q] = bits
        return special

    def rare(self) -> bytearray:
        """Which pieces can take by a rare rule when they arrive on a square, as far as the square tells."""
        rules = self.rules
        rare = bytearray(self.area)
        last = rules.size - 1
        for square in (Square(f, r) for f in range(rules.size) for r in range(rules.size)):
            rim = min(square.file, square.rank, last - square.file, last - square.rank)
            if rules.joint_capture or rules.linnaean_capture:
                rare[self.index(square)] |= PieceSet.ATTACKERS.value
            if rules.shieldwall is not None and rim <= (0 if rules.shieldwall.flanking else 1):
                rare[self.index(square)] |= PieceSet.ALL.value
        return rare

    def numbers(self) -> dict[str, int]:
        rules = self.rules
        wall = rules.shieldwall
        speed = rules.speed
        repetition = rules.repetition
        return {
            "hammer": rules.hammer.value,
            "anvil": rules.anvil.value,
            "speed_attackers": speed.attackers or _FAR,
            "speed_defenders": speed.defenders or _FAR,
            "speed_king": speed.king or _FAR,
            "die": rules.king_die or 0,
            "joint": rules.joint_capture,
            "linnaean": rules.linnaean_capture,
            "shieldwall": wall is not None,
            "wall_corners": wall is not None and wall.corners_close,
            "wall_flanking": wall is not None and wall.flanking,
            "exit_fort": rules.exit_fort,
            "encirclement": rules.encirclement,
            "tuichu": rules.tuichu_wins,
            "announcements": rules.announcements is not Announcements.NONE or rules.tuichu_wins,
            "binding": rules.announcements is Announcements.BINDING,
            "no_move_draws": rules.no_move is NoMove.DRAW,
            "fewest": rules.fewest_attackers,
            "quiet_limit": rules.quiet_limit or 0,
            "repetition": int(_CONSEQUENCES[repetition.consequence]),
            "repeat_count": repetition.count,
            "repeat_by": _BY[repetition.by],
            "repeat_start": repetition.counts_start,
        }


def _captures_hook(size: int, extras: tuple[ExtraCapture, ...]) -> Hook:
    stride = size + 2

    def captured(codes: bytes, origin: int, target: int, mover: int) -> list[int]:
        board = Board.from_codes(size, codes)
        move = k.Move.of(*(Square(q % stride - 1, q // stride - 1) for q in (origin, target)))
        side = Side.DEFENDERS if mover else Side.ATTACKERS
        squares = [square for extra in extras for square in extra(board, move, side)]
        return [(s.rank + 1) * stride + s.file + 1 for s in squares if s.on(size)]

    return captured


def _ends_hook(size: int, extras: tuple[ExtraEnding, ...]) -> EndHook:
    def ended(codes: bytes, to_move: int) -> int:
        board = Board.from_codes(size, codes)
        for extra in extras:
            outcome = extra(board, Side.DEFENDERS if to_move else Side.ATTACKERS)
            if outcome is not None:
                return _CODES[outcome]
        return 0

    return ended
