"""What the kernel plays from: a ruleset as tables.

Of the kernel only :class:`Tables` knows options by name. What a rule says about a square stands in a table with a word
for each square and a bit in it for each piece; what it says about the whole game is a number or a flag. So all variants
run through the same lines, and a question such as "may it stop here" is one look: ``stop[layer[origin] + target] &
piece``. :mod:`hnefatafl._kernel.compiler` makes the words and numbers from the options, once for a ruleset.

The board is *padded*: a rim of walls, one square wide, lies around it. A walk in any direction ends at a wall or a
piece, so nothing ever asks whether a square exists. A jump or a capture looks two squares far, and only from beside a
piece, so a rim one square wide is enough: where it is not, the caller says why.

Laws of the kernel:

1. Compiled and uncompiled it gives the same answers: no number exceeds 62 bits, none wraps (but a product of which
   only bits are used that wrapping leaves as they are), no number that stands in the code is shifted beyond 31 bits (C
   takes it for one of 32 bits), and no index is below zero.
2. ``cells`` is the board: for each square the bit of the piece there, ``WALL``, or 0; ``king`` is the king's square.
3. What the tables share among rulesets (:mod:`hnefatafl._kernel.lookup`) is never written to.

Cost: a millisecond or two for a ruleset. Most of the memory, such as the keys and the move objects, is shared by all
rulesets of one size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i16, i64, u8

from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    CROSS,
    DEFENDING,
    FORBIDDEN,
    GOAL,
    GUARDS,
    OFFENSIVE_DEVIATES,
    OUTLOOK,
    RIM,
    SIDE_KEY,
    WALL,
    move_code,
    origin_of,
    piece_with,
    square_at,
    target_of,
)
from hnefatafl._kernel.lookup import (
    PLACES,
    access,
    action_numbers,
    actions,
    by_piece,
    coded,
    index,
    moves,
    row,
    turned,
    turns,
    words,
)
from hnefatafl.board import Move, Square
from hnefatafl.support.vectors import vec

Hook = Callable[[bytes, int, int, int], list[int]]
EndHook = Callable[[object], int]


@final
class Repeats:
    """What a repetition is, and what it leads to."""

    __slots__ = (
        "any_turn", "bare", "by", "count", "keyed", "least", "mirrored", "orbits", "start", "what",
    )  # fmt: skip

    what: Final[i64]
    """What a repetition leads to: one of the codes from ``IGNORED`` to ``OFFENSIVE_DEVIATES``."""
    count: Final[i64]
    """At which occurrence of a position it does so."""
    by: Final[i64]
    """By which side's move the position must come back; ``NEITHER`` where it does not matter."""
    start: Final[bool]
    """Whether the position that was set up counts as an occurrence."""
    any_turn: Final[bool]
    """Whether positions are the same for either side to move."""
    mirrored: Final[bool]
    """Whether turned and mirrored boards are the same."""
    bare: Final[bool]
    """Whether a capturing move is forbidden, too, if the board repeats another before the captures."""
    least: Final[i64]
    """How many plies it takes at least, from one capture on, until a repetition counts."""
    keyed: Final[bool]
    """Whether the number by which positions are found is their key."""
    orbits: Final[vec[i64]]
    """By ``row`` and square: a number for each piece there, the same for squares that turning the board exchanges.
    Empty unless ``mirrored``."""

    def __init__(self, numbers: dict[str, int], orbits: list[int]) -> None:
        self.what = numbers["repetition.consequence"]
        self.count = numbers["repetition.count"]
        self.by = numbers["repetition.by"]
        self.start = bool(numbers["repetition.counts_start"])
        self.any_turn = not numbers["repetition.turn"]
        self.mirrored = bool(numbers["repetition.symmetric"])
        self.bare = bool(numbers["repetition.before_captures"]) and self.what == FORBIDDEN
        self.least = numbers["repeat_gap"] * (numbers["repetition.count"] - 1)
        self.keyed = not self.any_turn and not self.mirrored
        self.orbits = words(tuple(orbits))


@final
class Tables:
    """A ruleset as the kernel sees it. Nothing is changed once it is made, but that random games add their targets."""

    __slots__ = (
        "access", "actions", "allows", "alternates", "always", "anvil", "bare", "berserk", "berserk_escape",
        "bind_hooks", "binding", "bits", "captures_hook", "coded", "confined", "die", "empty_board_targets",
        "encirclement", "ends_hook", "exit_fort", "far", "fewest_attackers", "fewest_defenders", "forbids", "forced",
        "go", "guards_fall", "hammer", "heeded", "hooked", "hostile", "immobile", "index", "joint", "jump", "jumpers",
        "keys", "king_line", "layer", "leaning", "limited", "line", "linnaean", "lists", "may_pass", "move_consequence",
        "move_limit", "moves", "n", "near", "no_escape", "no_move_draws", "no_walk_in", "numbers", "pass_code",
        "passers", "passes", "piercing", "place", "plain", "quiet_consequence", "quiet_limit", "rare", "repeats",
        "ring_of", "rolled", "row", "rules", "says", "secure", "shieldwall", "side_key", "simple_fort", "size",
        "special", "speed_king", "squares", "steady", "steps", "stop", "stride", "three", "tuichu", "turned", "turns",
        "walk_in", "wall_corners", "wall_flanking", "whole",
    )  # fmt: skip

    # The board.

    n: Final[i64]
    """How many files and ranks the board has."""
    stride: Final[i64]
    """The width of the padded board: the step from one rank to the next."""
    size: Final[i64]
    """How many squares the padded board has."""
    squares: Final[vec[i64]]
    """The squares of the board, rank 1 first: n²."""
    steps: Final[vec[i64]]
    """The four directions, as what they add to a square: along the rank, back, along the file, back."""
    index: Final[vec[i64]]
    """By spot: the square, 0 where the board has none (1024)."""
    moves: Final[list[Move]]
    """The move objects, by origin × ``size`` + target."""
    actions: Final[vec[i64]]
    """By the number of an action: its move."""
    numbers: Final[vec[i64]]
    """By square, and from ``2 * size`` on by what a move adds to it: the parts of the number of its action."""
    turns: Final[vec[i64]]
    """The squares as the other seven symmetries reorder them, one order after the other (7 n²)."""

    # By square, with a bit for each piece (``size`` words, and layers of as many).

    stop: Final[vec[i16]]
    """Who may end a move there. A layer for pieces that begin outside every closed zone, one for each closed zone, and
    all of these again for a king who may not leave the board."""
    go: Final[vec[i16]]
    """Who may cross the square: the same layers, without the second half."""
    access: Final[vec[i64]]
    """``stop``, and from bit ``CROSS`` on ``go``, in all layers of ``stop``: one look where both are asked."""
    layer: Final[vec[i64]]
    """Where the layer begins for pieces that begin their move there."""
    confined: Final[i64]
    """Where in ``stop`` and ``access`` the layers begin of a king who may not leave."""
    hostile: Final[vec[i16]]
    """Whom the square threatens, as an enemy would, while it is empty."""
    always: Final[vec[i16]]
    """Whom it threatens whatever stands on it."""
    special: Final[vec[i16]]
    """What the square means to the king and to formations: bits from ``GOAL`` to ``THREE``."""
    rare: Final[vec[i16]]
    """Who may capture by a rare rule (shieldwall, line, joint or Linnaean capture) by arriving there."""

    # By piece. ``bits`` goes from its number to its bit; all others are looked up by its bit (4096 words).

    bits: Final[vec[i16]]
    """The bit of the piece with that number (12)."""
    place: Final[vec[i64]]
    """The number of the piece; -1 for none."""
    row: Final[vec[i64]]
    """Where the words of the piece begin in ``keys``, ``orbits`` and ``empty_board_targets``."""
    far: Final[vec[i64]]
    """How many squares far it moves."""
    jump: Final[vec[i64]]
    """How it jumps: 0, or a code from ``RESTRICTED`` on."""
    coded: Final[vec[i64]]
    """Its code on a board."""
    turned: Final[vec[i16]]
    """The bit of what it becomes when it is captured: 0, or the other side's mercenary."""

    # Keys.

    keys: Final[vec[i64]]
    """By ``row`` and square: 60 random bits for each piece there. Row 0 is of no piece: by square it has the keys of a
    piece that must go on, and for the rim those of ``SIDE_KEY`` and ``UNANNOUNCED_KEY``."""
    side_key: Final[i64]
    """What a key has while the defenders are to move: ``keys[SIDE_KEY]``."""

    # Sets of pieces.

    hammer: Final[i16]
    """Who captures by moving."""
    anvil: Final[i16]
    """Who captures by standing."""
    piercing: Final[i16]
    """Whose pairs take a strong king between them."""
    three: Final[i16]
    """Which men fall only when three of their sides are held."""
    walk_in: Final[i16]
    """Which men fall when they step between two enemies."""
    no_walk_in: Final[i16]
    """Which men may not step between two enemies."""
    jumpers: Final[i16]
    """Who jumps, of those who may come to be on the board."""

    # Moving.

    limited: Final[bool]
    """Whether any piece has a speed that can stop it on this board."""
    speed_king: Final[i64]
    """How many squares far the king moves, where the die binds him by the best roll."""
    die: Final[i64]
    """The faces of the die; 0 without one."""
    rolled: Final[i16]
    """Which pieces move by a roll of it only."""
    allows: Final[i64]
    """What it lets them do: a code from ``AT_MOST`` on."""
    berserk: Final[i64]
    """What a piece that has captured must do: 0, or a code from ``GO_ON`` on."""
    berserk_escape: Final[bool]
    """Whether the king, going on, may also escape without capturing."""
    may_pass: Final[i64]
    """Which sides may pass instead of moving: a bit for each."""
    pass_code: Final[i64]
    """The move that stands for passing: from the first square to itself. In a berserk turn it is a stop there."""
    passers: Final[i64]
    """Which sides may pass, or may have to after a roll that none of their pieces can use: a bit for each."""
    passes: Final[bool]
    """Whether a side without a move lets its opponent move again."""
    alternates: Final[bool]
    """Whether sides take turns whatever happens."""
    steady: Final[bool]
    """Whether they do so without passing, and nothing else is kept from one turn to the next but the board: no roll, no
    way out left unannounced, nothing that functions are told; and the repetition key is the Zobrist key."""

    # Capturing.

    forced: Final[bool]
    """Whether a side that can capture must."""
    guards_fall: Final[bool]
    """Whether guards can be captured."""
    joint: Final[bool]
    """Whether a king falls together with one protector."""
    linnaean: Final[bool]
    """Whether a man beside the enthroned king falls against him."""
    line: Final[bool]
    """Whether rows between two enemies are captured."""
    king_line: Final[bool]
    """Whether a man is captured who is held together with his king in a line, and the king is not."""
    shieldwall: Final[bool]
    """Whether rows along the edge are captured."""
    wall_corners: Final[bool]
    """Whether a corner may hold an end of such a row."""
    wall_flanking: Final[bool]
    """Whether only an arrival at an end closes it."""

    # Ending.

    exit_fort: Final[bool]
    """Whether a fort at the edge wins."""
    simple_fort: Final[bool]
    """Whether a fort counts by the look of its wall, not by what attackers could ever take."""
    encirclement: Final[bool]
    """Whether a ring around all defenders wins."""
    secure: Final[bool]
    """Whether a ring counts only if no man of it can be captured from the inside."""
    whole: Final[bool]
    """Whether all defenders must be inside one ring together with the king."""
    leaning: Final[bool]
    """Whether a ring may lean on the edge, and only has to part the defenders from the goals."""
    ring_of: Final[i16]
    """What a ring is made of: attackers, and the edge where it may lean on it."""
    immobile: Final[bool]
    """Whether a king who cannot move after a move of the attackers is lost."""
    no_escape: Final[bool]
    """Whether a king who can no longer escape is lost."""
    tuichu: Final[bool]
    """Whether two ways out at once win."""
    no_move_draws: Final[bool]
    """Whether a side without a move draws, instead of losing."""
    fewest_attackers: Final[i64]
    """With fewer attackers than this they have lost."""
    fewest_defenders: Final[i64]
    """With fewer men than this beside the king the defenders have lost."""
    quiet_limit: Final[i64]
    """After how many plies without a capture the game ends; 0 for no limit."""
    quiet_consequence: Final[i64]
    """What that leads to: a code from ``LIMIT_DRAWS`` on."""
    move_limit: Final[i64]
    """After how many plies the game ends; 0 for no limit."""
    move_consequence: Final[i64]
    """What that leads to."""
    near: Final[bool]
    """Whether a move beside no enemy takes nothing, and ends nothing but by a ring or by where the king then stands."""
    heeded: Final[i16]
    """Where he then stands if a move of the defenders ends the game: bits of ``special``."""
    repeats: Final[Repeats]
    """What a repetition is, and what it leads to."""
    forbids: Final[bool]
    """Whether a repetition may make a move illegal."""
    plain: Final[bool]
    """Whether neither die, berserk turn, repetition nor what a move captures ever forbids a move that the board allows,
    and no side may pass."""
    lists: Final[bool]
    """Whether moves that are not those of one piece, or captures decide what is legal (passing, forced captures, men
    who may not step between enemies), so that all moves are listed where otherwise a piece at a time is asked."""

    # Announcing.

    says: Final[i64]
    """What is announced: bits from ``SAYS_WAY_OUT`` on."""
    binding: Final[bool]
    """Whether a king whose way out was not announced may not escape by his next move."""

    # What is given later.

    hooked: Final[bool]
    """Whether some of it are functions of the ruleset: then ``bare`` is there, and every mutable position has what they
    are told (``shown``)."""

    captures_hook: Hook | None
    """The extra captures of the ruleset: squares, from the board, the move and the side that made it. They are told the
    position before the move, so each position has tables of its own (``bind_hooks``)."""
    ends_hook: EndHook | None
    """Its extra endings: an end or 0, from the position after the move."""
    bare: Tables | None
    """The same tables without these functions, for the positions that they are told; None where there are none."""
    bind_hooks: Callable[[list[object]], Tables] | None
    """What makes the tables whose extra captures are told that position; None where there are none."""
    empty_board_targets: dict[int, vec[i64]]
    """By the kinds of pieces in a game, and then by ``row`` and square: where a piece may end a move on an empty board.
    A bit for each rank of its file, and from the 32nd bit on for each file of its rank. Filled in by random games."""
    rules: object
    """The ruleset itself, for those who hold positions."""

    def __init__(self, n: int, numbers: dict[str, int], layers: dict[str, list[int]], keys: list[int]) -> None:
        self.n = n
        self.stride = n + 2
        self.size = self.stride * self.stride
        self.squares = vec[i64]([square_at(n, f, r) for r in range(n) for f in range(n)])
        self.steps = vec[i64]([1, -1, self.stride, -self.stride])
        self.index, self.moves, self.turns = index(n), moves(n), turns(n)
        self.actions, self.numbers = actions(n), action_numbers(n)
        self.stop, self.go = vec[i16](layers["stop"]), vec[i16](layers["go"])
        self.access = access(layers["stop"], layers["go"], CROSS)
        self.layer = vec[i64]([zone * (n + 2) * (n + 2) for zone in layers["zone"]])
        self.confined = len(layers["go"])
        self.hostile = vec[i16](layers["hostile"])
        self.always = vec[i16](layers["always"])
        self.special = vec[i16](layers["special"])
        self.rare = vec[i16](layers["rare"])
        self.bits = vec[i16]([1 << place for place in range(PLACES)])
        self.place = by_piece(tuple(range(PLACES)), -1)
        self.row = by_piece(tuple([row(kind) * (n + 2) * (n + 2) for kind in range(PLACES)]), 0)
        self.far = by_piece(tuple(layers["far"]), 0)
        self.jump = by_piece(tuple(layers["jump"]), 0)
        self.coded, self.turned = coded(), turned()
        self.keys = words(tuple(keys))
        self.side_key = keys[int(SIDE_KEY)]
        self.hammer = i16(numbers["hammer"]) & ~GUARDS
        self.anvil = i16(numbers["anvil"]) & ~GUARDS
        self.piercing = numbers["piercing"]
        self.three = i16(numbers["three_captors"]) & ~GUARDS
        self.jumpers, self.walk_in, self.no_walk_in = numbers["jumpers"], numbers["walk_in"], numbers["no_walk_in"]
        self.limited, self.speed_king = min(layers["far"]) < n, numbers["speed_king"]
        self.die, self.rolled, self.allows = numbers["die.faces"], numbers["die.pieces"], numbers["die.allows"]
        self.berserk, self.berserk_escape = numbers["berserk"], bool(numbers["berserk_escape"])
        self.passes, self.alternates = bool(numbers["passes"]), bool(numbers["alternates"])
        self.forced, self.guards_fall = bool(numbers["forced_capture"]), bool(numbers["guards_fall"])
        self.joint, self.linnaean = bool(numbers["joint_capture"]), bool(numbers["linnaean_capture"])
        self.line, self.king_line = bool(numbers["line_capture"]), bool(numbers["king_line_capture"])
        self.shieldwall = bool(numbers["shieldwall"])
        self.wall_corners = bool(numbers["shieldwall.corners_close"])
        self.wall_flanking = bool(numbers["shieldwall.flanking"])
        self.exit_fort, self.simple_fort = bool(numbers["exit_fort"]), bool(numbers["simple_fort"])
        self.encirclement, self.secure = bool(numbers["encirclement"]), bool(numbers["secure_ring"])
        self.whole, self.leaning = bool(numbers["whole_ring"]), bool(numbers["edge_ring"])
        self.hooked, self.ring_of = bool(numbers["hooked"]), ATTACKERS | WALL if self.leaning else ATTACKERS
        self.immobile, self.no_escape = bool(numbers["immobile_king"]), bool(numbers["no_escape"])
        self.near = not (self.immobile or self.no_escape or self.jumpers or numbers["hooked"])
        self.heeded = GOAL | (RIM if self.exit_fort else 0) | (OUTLOOK if numbers["tuichu_wins"] else 0)
        self.tuichu, self.no_move_draws = bool(numbers["tuichu_wins"]), bool(numbers["no_move_draws"])
        self.fewest_attackers, self.fewest_defenders = numbers["fewest_attackers"], numbers["fewest_defenders"]
        self.quiet_limit, self.quiet_consequence = numbers["quiet_limit"], numbers["quiet_limit_consequence"]
        self.move_limit, self.move_consequence = numbers["move_limit"], numbers["move_limit_consequence"]
        self.repeats = Repeats(numbers, layers["orbits"])
        self.forbids = numbers["repetition.consequence"] in (FORBIDDEN, OFFENSIVE_DEVIATES)
        self.may_pass, self.passers, self.pass_code = numbers["may_pass"], numbers["passers"], move_code(n + 3, n + 3)
        self.lists = self.forced or self.may_pass != 0 or self.no_walk_in != 0
        self.plain = numbers["berserk"] == 0 and self.die == 0 and not self.forbids and not self.lists
        self.says, self.binding = numbers["says"], bool(numbers["announcements.binding"])
        alone = self.alternates and self.may_pass == 0 and self.die == 0 and not self.binding and not self.hooked
        self.steady = alone and self.repeats.keyed
        self.captures_hook = self.ends_hook = self.bare = self.bind_hooks = self.rules = None
        self.empty_board_targets = {}

    def codes(self, cells: vec[i16]) -> bytes:
        """The codes of a :class:`~hnefatafl.board.Board`: what stands on its squares, rank 1 first."""
        zero: u8 = 0
        out = vec[u8]([zero] * int(self.n * self.n))
        self.write_codes(cells, out, 0)
        return bytes(out)

    def ask_captures(self, cells: vec[i16], q: i64, to: i64) -> list[int]:
        """The squares that the extra captures of the ruleset name for a move, once all other captures are made."""
        side = ATTACKING if cells[to] & ATTACKERS != 0 else DEFENDING
        hook = self.captures_hook
        return [] if hook is None else hook(self.codes(cells), int(q), int(to), int(side))

    def write_codes(self, cells: vec[i16], out: vec[u8], n: i64) -> None:
        """Write the codes of a board into ``out`` from index ``n``."""
        coded = self.coded
        for q in self.squares:
            out[n] = u8(coded[i64(cells[q])])
            n += 1

    def cells(self, codes: bytes) -> vec[i16]:
        """The padded cells of a board given by its codes: pieces inside, walls around them."""
        stride = int(self.stride)
        n = int(self.n)
        out = [int(WALL)] * (stride * stride)
        for place, code in enumerate(codes):
            out[square_at(n, place % n, place // n)] = piece_with(code)
        return vec[i16](out)

    def move(self, code: i64) -> Move:
        """The move object for a kernel's move."""
        return self.moves[origin_of(code) * self.size + target_of(code)]

    def square(self, q: i64) -> Square:
        """The square of a padded index."""
        file = q % self.stride - 1
        rank = q // self.stride - 1
        if file < 0 or rank < 0 or file >= self.n or rank >= self.n:
            return Square.unchecked(int(file), int(rank))
        return self.moves[q * self.size + q]._origin


def bound(t: Tables, asker: list[object]) -> Tables:
    """The tables for a position, which the list will hold: where there are extra captures, those that tell it."""
    bind = t.bind_hooks
    return t if bind is None else bind(asker)
