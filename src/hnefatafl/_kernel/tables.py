"""What the kernel plays from: a ruleset as tables of one byte a square, one bit a piece.

Laws of the kernel:

1. Only :class:`Tables` knows options by name. Whatever a rule says about a square stands in a
   table, and whatever it says about the whole game in a number or a flag;
   :mod:`hnefatafl._kernel.compiler` makes them from the options.
2. The board has a rim of walls, so nothing ever asks whether a square exists.
3. Compiled and uncompiled it gives the same answers: no number ever exceeds
   62 bits, none wraps, no number that stands in the code is shifted beyond 31
   bits, and no index is below zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import CROSS, FORBIDDEN, GUARDS, KING, OFFENSIVE_DEVIATES, SIDE_KEY, origin_of, target_of
from hnefatafl._kernel.lookup import PLACES, access, by_piece, index, moves, row, turned, turns, words
from hnefatafl._kernel.vectors import vec
from hnefatafl.geometry import Square
from hnefatafl.move import Move

Hook = Callable[[bytes, int, int, int], list[int]]
EndHook = Callable[[bytes, int], int]


@final
class Repeats:
    """What a repetition is, and what it leads to."""

    __slots__ = ("any_turn", "by", "count", "keyed", "least", "mirrored", "orbits", "start", "what")

    def __init__(self, numbers: dict[str, int], orbits: list[int]) -> None:
        self.what: Final[i64] = numbers["repetition.consequence"]
        self.count: Final[i64] = numbers["repetition.count"]
        self.by: Final[i64] = numbers["repetition.by"]
        self.start: Final[bool] = bool(numbers["repetition.counts_start"])
        self.any_turn: Final[bool] = not numbers["repetition.turn"]
        self.mirrored: Final[bool] = bool(numbers["repetition.symmetric"])
        # How many plies it takes at least, from one capture on.
        self.least: Final[i64] = numbers["repeat_gap"] * (numbers["repetition.count"] - 1)
        # Whether the number by which positions are found is the key.
        self.keyed: Final[bool] = not self.any_turn and not self.mirrored
        # Numbers for each piece on each square, the same for squares that turning the board exchanges; or none.
        self.orbits: Final[vec[i64]] = words(tuple(orbits))


@final
class Tables:
    """A ruleset as the kernel sees it.

    A table of squares has a word for each, with a bit for each piece. ``place``,
    ``row``, ``far`` and ``jump`` are looked up by the bit of a piece instead: its
    number, where its keys begin, how far it moves, how it jumps; ``turned`` gives the
    bit of the piece that a captured one becomes, 0 unless it is a mercenary.

    ``index`` finds a square by its file times 32 plus its rank.

    With ``alternates`` sides take turns whatever happens; with ``plain`` neither die,
    berserk turn nor repetition ever forbids a move that the board allows.

    ``stop`` and ``go`` (who may end a move on a square, and who may cross it)
    hold one layer for pieces that begin their move outside every closed zone
    and one for each closed zone; ``layer`` tells where a square's layer begins.
    Behind them ``stop`` holds all layers again for a king who may not leave.
    ``access`` has both in one word, for all layers of ``stop``. ``empty_board_targets`` holds, by the
    kinds of pieces, where each may end a move on an empty board, for random games.
    """

    __slots__ = (
        "access",
        "alternates",
        "always",
        "anvil",
        "berserk",
        "berserk_escape",
        "binding",
        "bits",
        "captures_hook",
        "confined",
        "die",
        "empty_board_targets",
        "encirclement",
        "ends_hook",
        "exit_fort",
        "far",
        "fewest",
        "forbids",
        "go",
        "guards_fall",
        "hammer",
        "hostile",
        "index",
        "joint",
        "jump",
        "jumpers",
        "keys",
        "layer",
        "limited",
        "linnaean",
        "moves",
        "n",
        "no_move_draws",
        "passes",
        "piercing",
        "place",
        "plain",
        "quiet_limit",
        "rare",
        "repeats",
        "row",
        "rules",
        "says",
        "secure",
        "shieldwall",
        "side_key",
        "size",
        "special",
        "speed_king",
        "squares",
        "steps",
        "stop",
        "stride",
        "three",
        "tuichu",
        "turned",
        "turns",
        "wall_corners",
        "wall_flanking",
    )  # fmt: skip

    def __init__(self, n: int, numbers: dict[str, int], layers: dict[str, list[int]], keys: list[int]) -> None:
        self.n: Final[i64] = n
        self.stride: Final[i64] = n + 2
        self.size: Final[i64] = self.stride * self.stride
        self.stop: Final[vec[i16]] = vec[i16](layers["stop"])
        self.go: Final[vec[i16]] = vec[i16](layers["go"])
        self.access: Final[vec[i64]] = access(layers["stop"], layers["go"], CROSS)
        self.hostile: Final[vec[i16]] = vec[i16](layers["hostile"])
        self.always: Final[vec[i16]] = vec[i16](layers["always"])
        self.special: Final[vec[i16]] = vec[i16](layers["special"])
        self.rare: Final[vec[i16]] = vec[i16](layers["rare"])
        self.layer: Final[vec[i64]] = vec[i64]([zone * (n + 2) * (n + 2) for zone in layers["zone"]])
        self.confined: Final[i64] = len(layers["go"])
        self.steps: Final[vec[i64]] = vec[i64]([1, -1, self.stride, -self.stride])
        self.squares: Final[vec[i64]] = vec[i64]([(r + 1) * (n + 2) + f + 1 for r in range(n) for f in range(n)])
        self.bits: Final[vec[i16]] = vec[i16]([1 << place for place in range(PLACES)])
        self.place: Final[vec[i64]] = by_piece(tuple(range(PLACES)), -1)
        self.row: Final[vec[i64]] = by_piece(tuple([row(at) * (n + 2) * (n + 2) for at in range(PLACES)]), 0)
        self.far: Final[vec[i64]] = by_piece(tuple(layers["far"]), 0)
        self.jump: Final[vec[i64]] = by_piece(tuple(layers["jump"]), 0)
        self.turned: Final[vec[i16]] = turned()
        self.jumpers: Final[i16] = numbers["jumpers"]
        self.keys: Final[vec[i64]] = words(tuple(keys))
        self.side_key: Final[i64] = keys[int(SIDE_KEY)]
        self.turns: Final[vec[i64]] = turns(n)
        self.hammer: Final[i16] = i16(numbers["hammer"]) & ~GUARDS
        self.anvil: Final[i16] = i16(numbers["anvil"]) & ~GUARDS
        self.piercing: Final[i16] = numbers["piercing"]
        self.three: Final[i16] = i16(numbers["three_captors"]) & ~GUARDS
        self.guards_fall: Final[bool] = bool(numbers["guards_fall"])
        self.limited: Final[bool] = min(layers["far"]) < n
        self.speed_king: Final[i64] = layers["far"][2]
        self.die: Final[i64] = numbers["king_die"]
        self.berserk: Final[i64] = numbers["berserk"]
        self.berserk_escape: Final[bool] = bool(numbers["berserk_escape"])
        self.joint: Final[bool] = bool(numbers["joint_capture"])
        self.linnaean: Final[bool] = bool(numbers["linnaean_capture"])
        self.shieldwall: Final[bool] = bool(numbers["shieldwall"])
        self.wall_corners: Final[bool] = bool(numbers["shieldwall.corners_close"])
        self.wall_flanking: Final[bool] = bool(numbers["shieldwall.flanking"])
        self.exit_fort: Final[bool] = bool(numbers["exit_fort"])
        self.encirclement: Final[bool] = bool(numbers["encirclement"])
        self.says: Final[i64] = numbers["says"]
        self.secure: Final[bool] = bool(numbers["secure_ring"])
        self.tuichu: Final[bool] = bool(numbers["tuichu_wins"])
        self.binding: Final[bool] = bool(numbers["announcements.binding"])
        self.no_move_draws: Final[bool] = bool(numbers["no_move_draws"])
        self.passes: Final[bool] = bool(numbers["passes"])
        self.alternates: Final[bool] = numbers["berserk"] == 0 and not numbers["passes"]
        self.fewest: Final[i64] = numbers["fewest_attackers"]
        self.quiet_limit: Final[i64] = numbers["quiet_limit"]
        self.repeats: Final[Repeats] = Repeats(numbers, layers["orbits"])
        self.forbids: Final[bool] = numbers["repetition.consequence"] in (FORBIDDEN, OFFENSIVE_DEVIATES)
        self.plain: Final[bool] = numbers["king_die"] == 0 and numbers["berserk"] == 0 and not self.forbids
        self.index: Final[vec[i64]] = index(n)
        self.moves: Final[list[Move]] = moves(n)
        self.captures_hook: Hook | None = None
        self.ends_hook: EndHook | None = None
        self.empty_board_targets: Final[dict[int, vec[i64]]] = {}
        self.rules: object = None

    def codes(self, cells: vec[i16]) -> bytes:
        """The squares of the board without its rim, rank 1 first."""
        out = bytearray()
        for q in self.squares:
            out.append(self.code_of(i64(cells[q])))
        return bytes(out)

    def code_of(self, piece: i64) -> int:
        """The code of a piece given by its bit; 0 for none."""
        return 4 if piece == i64(KING) else int(self.place[piece] + 1)

    def cells(self, codes: bytes) -> vec[i16]:
        """The padded cells of a board given without its rim."""
        stride = int(self.stride)
        n = int(self.n)
        out = [8] * (stride * stride)
        for at, code in enumerate(codes):
            out[(at // n + 1) * stride + at % n + 1] = 4 if code == 4 else 1 << code >> 1
        return vec[i16](out)

    def move(self, code: i64) -> Move:
        """The move that a kernel code (origin times 1024 plus target) stands for."""
        return self.moves[origin_of(code) * self.size + target_of(code)]

    def square(self, q: i64) -> Square:
        """The square of a padded index."""
        file = q % self.stride - 1
        rank = q // self.stride - 1
        if file < 0 or rank < 0 or file >= self.n or rank >= self.n:
            return Square.beside(int(file), int(rank))
        return self.moves[q * self.size + q]._origin
