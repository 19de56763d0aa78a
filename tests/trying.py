"""Positions in which the claims of a leaflet about captures are tried.

A :class:`Trial` is a position that a claim describes, or one that lacks a part of it, and a move in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import frozen
from leaflets import NOBODY, STEPS, Told, beyond

from hnefatafl import Board, Kind, Move, Piece, PieceSet, Region, Side, Square

MEN: Final = PieceSet.MEN & ~PieceSet.GUARDS
"""The men that capture, and are captured between two enemies."""


@frozen
class Trial:
    """A move in a position that a claim describes, or in one that lacks a part of it."""

    claim: str
    """The key of the sentence."""
    board: Board
    move: Move


class Scene:
    """A board that is being set up around a capture."""

    def __init__(self, told: Told, dice: Random) -> None:
        self.told, self.dice = told, dice
        self.pieces: dict[Square, Piece] = {}
        self.kept: set[Square] = set()
        """Squares that stay empty."""

    def some(self, side: Side, wanted: PieceSet, likely: float = 0.85) -> Piece | None:
        """A piece of that side, mostly one of the wanted; never the king, who is set up by himself."""
        own = (PieceSet.ATTACKERS if side is Side.ATTACKERS else PieceSet.DEFENDING_MEN) & self.told.present
        fit = own & wanted
        pool = (fit if fit and self.dice.random() < likely else own).pieces
        return self.dice.choice(pool) if pool else None

    def put(self, square: Square, piece: Piece | None) -> None:
        if piece is not None and square.on(self.told.size) and square not in self.pieces:
            self.pieces[square] = piece

    def hold(self, square: Square, victim: Piece, likely: float) -> None:
        """Hold a side of the piece, mostly: by an enemy, or as an empty square if that is hostile to the piece."""
        hostile = self.told.hostile(square, victim, Board(self.told.size))
        if hostile and self.dice.random() < 0.7:
            self.kept.add(square)
        elif self.dice.random() < likely:
            self.put(square, self.some(victim.side.opponent, self.told.anvils))
        else:
            self.kept.add(square)

    def close(self, claim: str, target: Square, mover: Piece | None) -> Iterator[Trial]:
        """Yield the trial in which that piece comes to the target, from a square that is left over."""
        size, dice = self.told.size, self.dice
        if mover is None or not target.on(size) or target in self.pieces:
            return
        ways: list[Square] = []
        for x, y in STEPS:
            way = target.offset(x, y)
            while way.on(size) and way not in self.pieces:
                if way not in self.kept:
                    ways.append(way)
                way = way.offset(x, y)
        if not ways:
            return
        origin = dice.choice(ways)
        self.pieces[origin] = mover
        if Piece.KING not in self.pieces.values():
            if mover == Piece.KING:
                return
            seats = [seat for seat in self.told.seats if seat not in self.pieces and seat not in self.kept | {target}]
            if not seats:
                return
            self.pieces[dice.choice(seats)] = Piece.KING
        for _ in range(3):  # enough attackers for the game to go on
            spare = Square(dice.randrange(size), dice.randrange(size))
            if spare not in self.kept | {target}:
                self.put(spare, self.some(Side.ATTACKERS, PieceSet.ALL))
        yield Trial(claim, Board(size, self.pieces), Move.of(origin, target))


def _vivid(told: Told, claim: str, empty: frozenset[Square] = frozenset()) -> Iterator[tuple[Board, Square, Square]]:
    """Yield boards, without the king's men, on which an attacker has just arrived next to the king: he is held by as
    many others and by as many hostile squares as there can be. With the king's square, and the attacker's. No attacker
    stands on the squares that are to be empty."""
    pairs = told.who("piercing") if claim in ("piercing", "pierce edge") else PieceSet.ALL
    arms = (arm & PieceSet.ATTACKERS & pairs for arm in (told.hammers, told.anvils))
    hammers, anvils = (sorted(arm.pieces, key=told.who("piercing").has, reverse=True) for arm in arms)
    for king in told.seats:
        sides = [side for side in told.around(king) if side.on(told.size) and side not in empty]
        hostile = {side for side in sides if told.hostile(side, Piece.KING, Board(told.size))}
        for target in sides:
            pieces = {king: Piece.KING}
            if anvils:
                pieces |= {side: anvils[0] for side in sides if side not in hostile}
            if hammers:
                yield Board(told.size, pieces | {target: hammers[0]}), king, target


def kept(told: Told, claim: str) -> bool | None:
    """Whether pieces are captured where the claim says so; None for a claim of another kind.

    A claim that names the number of attackers must hold on all squares that it is about, and so must one that the king
    is safe; other claims on one.
    """
    attackers = [PieceSet.ATTACKERS & arm for arm in (told.hammers, told.anvils)]
    defenders = [PieceSet.DEFENDERS & arm for arm in (told.hammers, told.anvils)]
    if claim == "shieldwall":
        return all(attackers) or all(defenders)
    if claim.startswith(("walk_in", "no_walk_in")):
        return None
    if claim in ("line_capture", "line_capture apart"):
        return True  # hostile squares may hold the far end
    if claim in ("linnaean_capture", "joint_capture"):
        return all(attackers)
    if claim in ("edge one", "edge_hostile both"):
        men = told.present & (PieceSet.MEN if "both" in claim else told.who("edge_hostile some"))
        sides = (PieceSet.ATTACKERS, defenders[0]), (PieceSet.DEFENDERS, attackers[0])
        enough = all(hammers for own, hammers in sides if men & own)
        return enough and not men & (PieceSet.GUARDS | told.who("three_captors"))
    if claim in HAVENS:
        empty = told.places[HAVENS[claim]]
        near = [king for king in told.seats if empty & set(told.around(king)) and king not in empty]
        boards = ((board, king, target) for board, king, target in _vivid(told, claim, empty) if king in near)
        return not any(told.king_falls(king, board, target) for board, king, target in boards)
    if claim not in PLACES:
        return None
    fits, captors = PLACES[claim]
    found: list[bool] = []
    for board, king, target in _vivid(told, claim):
        if fits(told, king, target) and (not captors or board.count(PieceSet.ATTACKERS) <= captors):
            found.append(told.king_falls(king, board, target))
    return bool(found) and (all(found) if captors else any(found))


def _anywhere(told: Told, king: Square, target: Square) -> bool:
    return True


def _at_edge(told: Told, king: Square, target: Square) -> bool:
    return told.on_edge(king)


def _beside_throne(told: Told, king: Square, target: Square) -> bool:
    throne = told.places["throne"]
    return bool(throne & set(told.around(king))) and not throne & {king, target} and not told.on_edge(king)


def _beside_corner(told: Told, king: Square, target: Square) -> bool:
    corners = Region.CORNERS.squares(told.size)
    return told.on_edge(king) and target not in corners and any(side in corners for side in told.around(king))


def _two_held(told: Told, king: Square, target: Square) -> bool:
    beside = [side for side in told.around(king) if told.hostile(side, Piece.KING, Board(told.size))]
    return len(beside) >= 2 and target not in beside and not told.on_edge(king)


PLACES: Final = {
    "king strong": (_anywhere, 0),
    "king near throne": (_anywhere, 0),
    "king on throne": (_anywhere, 0),
    "king middleweight": (_at_edge, 0),
    "king three": (_anywhere, 0),
    "king weak": (_anywhere, 0),
    "king weak no throne": (_anywhere, 0),
    "king three edge": (_at_edge, 0),
    "king edge held": (_at_edge, 0),
    "king edge hostile": (_at_edge, 0),
    "edge_capture alone": (_at_edge, 0),
    "edge_capture draw": (_at_edge, 0),
    "edge king": (_at_edge, 0),
    "piercing": (_anywhere, 0),
    "pierce edge": (_at_edge, 0),
    "king beside throne": (_beside_throne, 3),
    "king beside corner": (_beside_corner, 2),
    "king two held": (_two_held, 2),
}
"""Claims that the king is captured: on which squares, and by how many attackers at most; 0 if the claim says none."""


HAVENS: Final = {"king beside safe": "throne", "king beside corner safe": "corners"}
"""Claims that the king is safe beside an empty zone."""


def trials(told: Told, dice: Random) -> Iterator[Trial]:
    """Yield trials of the claims of a leaflet."""
    for claim in told.said:
        if claim in SCENES:
            yield from SCENES[claim](told, claim, dice)


def _man(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """A man, with an enemy that arrives next to him and others around."""
    scene = Scene(told, dice)
    square = Square(dice.randrange(told.size), dice.randrange(told.size))
    if claim.startswith("edge"):
        square = dice.choice(sorted(Region.EDGE.squares(told.size)))
    if claim == "capture hostile":
        felt = sorted(each for felt in told.felt for each in felt.squares)
        square = dice.choice(told.around(dice.choice(felt))) if felt else square
    wanted = told.who(claim) if claim in ("three_captors", "edge_hostile some") else PieceSet.ALL
    wanted = PieceSet.GUARDS if claim.startswith("guard") else wanted
    man = scene.some(dice.choice(list(Side)), wanted)
    if man is None or not square.on(told.size):
        return
    scene.put(square, man)
    target, *others = dice.sample(told.around(square), 4)
    enemies = man.side.opponent
    crowded = man.kind is Kind.GUARD or told.who("three_captors").has(man)
    for side in others:
        opposite = side == beyond(target, square)
        scene.hold(side, man, 0.85 if crowded or (opposite and not claim.startswith("edge")) else 0.2)
    if enemies is Side.DEFENDERS and dice.random() < 0.3:
        yield from _with_king(scene, claim, target, [side for side in others if side in scene.pieces])
    else:
        yield from scene.close(claim, target, scene.some(enemies, told.hammers))


def _with_king(scene: Scene, claim: str, target: Square, partners: list[Square]) -> Iterator[Trial]:
    """The king among the captors: as the piece that moves, or as one that stands."""
    fit = [side for side in partners if side in scene.told.seats]
    if fit and scene.dice.random() < 0.5:
        scene.pieces[scene.dice.choice(fit)] = Piece.KING
        yield from scene.close(claim, target, scene.some(Side.DEFENDERS, scene.told.hammers))
    else:
        yield from scene.close(claim, target, Piece.KING)


def _between(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """A piece that moves in between enemies."""
    scene = Scene(told, dice)
    square = Square(dice.randrange(told.size), dice.randrange(told.size))
    mover = Piece.KING if claim == "king move" else scene.some(dice.choice(list(Side)), PieceSet.ALL)
    if mover is None:
        return
    for side in told.around(square):
        scene.hold(side, mover, 0.6)
    yield from scene.close(claim, square, mover)


def _king(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """The king, with an attacker that arrives next to him and others around."""
    scene = Scene(told, dice)
    edge, corners = Region.EDGE.squares(told.size), Region.CORNERS.squares(told.size)
    throne = told.places["throne"]
    near = {each for square in throne for each in told.around(square)}
    by_corner = {each for square in corners for each in told.around(square)}
    places = {
        "edge": [seat for seat in told.seats if seat in edge],
        "corner": [seat for seat in told.seats if seat in by_corner],
        "throne": [seat for seat in told.seats if seat in near or seat in throne],
        "": told.seats,
    }
    where = next((key for key in places if key and key in claim), "")
    pool = places[where if dice.random() < 0.8 else dice.choice(list(places))] or told.seats
    if not pool:
        return
    king = dice.choice(pool)
    scene.put(king, Piece.KING)
    sides = dice.sample([side for side in told.around(king) if side.on(told.size)], k=2)
    sides += [side for side in told.around(king) if side not in sides]
    if claim.startswith("joint"):
        yield from _pair(scene, claim, king, sides)
        return
    target, *others = sides
    pairs = told.who("piercing") if "pierc" in claim else NOBODY
    weak = {"king weak", "king weak no throne", "king near throne", "king on throne"} & set(told.said)
    for side in others:
        likely = 0.95 if not weak or side == beyond(target, king) else 0.6
        if not pairs:
            scene.hold(side, Piece.KING, likely)
        elif side == beyond(target, king) and dice.random() < 0.7:
            scene.put(side, scene.some(Side.ATTACKERS, pairs))
    if claim in (*HAVENS, "king beside throne", "king beside corner"):
        special = throne | corners
        scene.pieces = {at: piece for at, piece in scene.pieces.items() if at not in special or piece == Piece.KING}
        scene.kept |= special
    mover = scene.some(Side.ATTACKERS, told.hammers & (pairs or PieceSet.ALL), 0.9)
    if claim == "no_walk_in king" and mover is not None:
        for side in told.around(target):
            scene.hold(side, mover, 0.6)
    yield from scene.close(claim, target, mover)


def _pair(scene: Scene, claim: str, king: Square, sides: list[Square]) -> Iterator[Trial]:
    """The king and one man beside him, surrounded but for one side."""
    told, dice = scene.told, scene.dice
    beside = sides[0]
    man = scene.some(Side.DEFENDERS, PieceSet.GUARDS if claim == "joint guards" else PieceSet.ALL)
    if man is None:
        return
    scene.put(beside, man)
    ring = [(side, Piece.KING) for side in told.around(king)] + [(side, man) for side in told.around(beside)]
    ring = [(side, piece) for side, piece in ring if side.on(told.size) and side not in (king, beside)]
    if not ring:
        return
    target = dice.choice(ring)[0]
    for side, piece in ring:
        if side != target:
            scene.hold(side, piece, 0.97)
    yield from scene.close(claim, target, scene.some(Side.ATTACKERS, told.hammers))


def _wall(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """A row along an edge, closed but for one end or one front."""
    scene = Scene(told, dice)
    x, y = dice.choice(STEPS)
    length, last = dice.choice([2, 2, 3]), told.size - 1
    # The edge from which the direction leads inwards.
    at = dice.choice([1, dice.randrange(told.size)])
    edge = {(0, 1): (at, 0), (0, -1): (at, last), (1, 0): (0, at), (-1, 0): (last, at)}[x, y]
    row = [Square(edge[0], edge[1]).offset(n * abs(y), n * abs(x)) for n in range(length)]
    if not all(square.on(told.size) for square in row):
        return
    victims = dice.choice(list(Side))
    for square in row:
        scene.put(square, scene.some(victims, PieceSet.GUARDS if claim == "wall guards" else MEN))
    if victims is Side.DEFENDERS and row[0] in told.seats and dice.random() < 0.3:
        scene.pieces[row[0]] = Piece.KING
    ends = [row[0].offset(-abs(y), -abs(x)), row[-1].offset(abs(y), abs(x))]
    fronts = [square.offset(x, y) for square in row]
    target = dice.choice(ends if dice.random() < 0.7 else fronts)
    if row[0] not in scene.pieces:
        return
    for square in (*ends, *fronts):
        corner = square in told.places["corners"]
        if square == target or (corner and dice.random() < 0.8):
            scene.kept.add(square)
        elif dice.random() < 0.97:
            scene.put(square, scene.some(victims.opponent, told.anvils))
    yield from scene.close(claim, target, scene.some(victims.opponent, told.hammers))


def _linnaean(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """The king on the throne between one man and attackers."""
    scene = Scene(told, dice)
    seats = [seat for seat in told.seats if seat in told.places["throne"]]
    if not seats:
        return
    king = dice.choice(seats)
    beside, *others = dice.sample(told.around(king), 4)
    scene.put(king, Piece.KING)
    man = scene.some(Side.DEFENDERS, PieceSet.GUARDS if claim == "linnaean guards" else MEN)
    if man is None or not beside.on(told.size):
        return
    scene.put(beside, man)
    for side in others:
        if dice.random() < 0.97:
            scene.put(side, scene.some(Side.ATTACKERS, told.anvils))
    yield from scene.close(claim, beyond(king, beside), scene.some(Side.ATTACKERS, told.hammers))


def _line(told: Told, claim: str, dice: Random) -> Iterator[Trial]:
    """A row between two captors."""
    scene = Scene(told, dice)
    x, y = dice.choice(STEPS)
    victims = Side.DEFENDERS if "king" in claim or dice.random() < 0.5 else Side.ATTACKERS
    target = Square(dice.randrange(told.size), dice.randrange(told.size))
    row = [target.offset(x * at, y * at) for at in range(1, dice.choice([2, 2, 3]) + 1)]
    if not all(square.on(told.size) for square in row):
        return
    seats = [square for square in row if square in told.seats]
    if seats and victims is Side.DEFENDERS and dice.random() < 0.5:
        scene.put(dice.choice(seats), Piece.KING)
    apart = told.who("line_capture apart", "king_line_capture apart")
    for square in row:
        scene.put(square, scene.some(victims, apart if "apart" in claim and dice.random() < 0.3 else MEN & ~apart))
    first = next((scene.pieces[square] for square in row if scene.pieces.get(square, Piece.KING) != Piece.KING), None)
    if first is not None:
        scene.hold(row[-1].offset(x, y), first, 0.95)
        yield from scene.close(claim, target, scene.some(victims.opponent, told.hammers))


_MEN: Final = (
    *("capture pincers", "capture pincers but", "mercenaries turn", "guards idle", "three_captors", "capture hostile"),
    *("guard_capture surrounded", "guard_capture never", "edge_hostile none", "edge_hostile some"),
    *("edge_hostile both", "edge one", "arms all", "arms some", "anvil holds"),
    *(f"{verb} {who}" for verb in ("hammer", "anvil") for who in ("all", "some", "none")),
    "hammer men",
)
_LINES: Final = (
    *("line_capture", "line_capture king", "line_capture apart"),
    *("king_line_capture", "king_line_capture apart"),
)
_WALLS: Final = ("shieldwall", "wall guards", "wall corner", "wall no corner", "wall flanking", "wall any")
_KINGS: Final = (
    *("king strong", "king near throne", "king on throne", "king middleweight", "king three", "king weak"),
    *("king weak no throne", "king safe", "king three edge", "king beside throne", *HAVENS),
    *("king beside corner", "king two held", "king edge safe", "king edge safe alone", "king edge safe unless pierced"),
    *("king edge held", "king edge hostile", "edge_capture impossible", "edge_capture alone"),
    "edge_capture draw",
    *("piercing", "pierce not on throne", "pierce edge", "joint_capture", "joint guards", "no_walk_in king"),
)
SCENES: Final = (
    dict.fromkeys(_MEN, _man)
    | dict.fromkeys(("capture move", "king move", "walk_in square", "walk_in tough", "walk_in others"), _between)
    | dict.fromkeys(("walk_in", "no_walk_in"), _between)
    | dict.fromkeys(_LINES, _line)
    | dict.fromkeys(_WALLS, _wall)
    | dict.fromkeys(("linnaean_capture", "linnaean guards"), _linnaean)
    | dict.fromkeys(_KINGS, _king)
)
"""How the claim of a sentence is tried, by its key."""
