"""What a leaflet claims about captures, taken from its sentences as data.

A claim is read from the key of a sentence and from what fills its slots; the rules themselves are never asked about
captures.
"""

from __future__ import annotations

from typing import Final, cast

from attrs import frozen

from hnefatafl import Board, Kind, Move, Piece, PieceSet, Region, Ruleset, Side, Square
from hnefatafl.describe import Phrase, leaflet
from hnefatafl.describe._moves import kings_squares

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
CAPTURES: Final = ("capture", "king")
NOBODY: Final = PieceSet.NONE


@frozen
class Felt:
    """Squares that a leaflet calls hostile."""

    squares: frozenset[Square]
    always: PieceSet
    """The pieces to which they are hostile, whatever stands on them."""
    empty: PieceSet
    """Those to which they are hostile while empty."""
    pierces: bool
    """Whether each can be one half of a pair that captures the king."""


class Told:
    """What a leaflet claims about captures."""

    def __init__(self, rules: Ruleset) -> None:
        self.size = rules.size
        self.present = rules.pieces
        self.said: dict[str, Phrase] = {}
        self.places: dict[str, frozenset[Square]] = {"throne": frozenset(), "corners": frozenset()}
        self.felt: list[Felt] = []
        for section, paragraphs in leaflet(rules).sections.items():
            for paragraph in paragraphs:
                self._note(section, {phrase.key: phrase for phrase in paragraph})
        self.seats = sorted(kings_squares(rules))
        self.hammers = self._arm("hammer", self.present & ~PieceSet.KING) & ~PieceSet.GUARDS
        self.anvils = self._arm("anvil", NOBODY) & ~PieceSet.GUARDS
        self.apart = self.who("capture pincers but") & ~PieceSet.KING
        """The men that two enemies do not capture."""

    def _note(self, section: str, said: dict[str, Phrase]) -> None:
        if section in CAPTURES:
            self.said |= said
        if section == "move":
            self.said |= {key: each for key, each in said.items() if key.startswith("jump ")}
        if "zone" not in said:
            return
        places = cast("tuple[tuple[Square]]", said["zone"].values["places"])
        squares = frozenset(square for place in places for square in place)
        option = str(said["zone"].values["option"])
        self.places[option] = self.places.get(option, frozenset()) | squares
        pieces = {key: _pieces(each) for key, each in said.items()}
        empty = pieces.get("hostile empty", NOBODY) | pieces.get("hostile also", NOBODY)
        self.felt.append(Felt(squares, pieces.get("hostile always", NOBODY), empty, "zone pierces" in said))

    def who(self, *keys: str) -> PieceSet:
        """The pieces that the first of these sentences is about; none, if none is said."""
        return next((_pieces(self.said[key]) for key in keys if key in self.said), NOBODY)

    def _arm(self, verb: str, men: PieceSet) -> PieceSet:
        if f"{verb} men" in self.said:
            return men
        return self.who("arms all", "arms some", f"{verb} all", f"{verb} some")

    # ------------------------------------------------------------------------------------------------ what it claims

    def around(self, square: Square) -> list[Square]:
        """The four squares next to it; some may be off the board."""
        return [square.offset(x, y) for x, y in STEPS]

    def on_edge(self, square: Square) -> bool:
        return not all(each.on(self.size) for each in self.around(square))

    def hostile(self, square: Square, victim: Piece, board: Board) -> bool:
        """Whether the leaflet calls the square, or the edge beyond which it lies, hostile to the piece."""
        if not square.on(self.size):
            if victim == Piece.KING:
                beyond = {"king edge hostile", "king edge held", "king middleweight"}
                return bool(beyond & set(self.said))
            both = PieceSet.MEN if "edge_hostile both" in self.said else NOBODY
            return (both | self.who("edge_hostile some")).has(victim)
        here = [felt for felt in self.felt if square in felt.squares]
        return any(felt.always.has(victim) or (square not in board and felt.empty.has(victim)) for felt in here)

    def partner(self, square: Square, side: Side, board: Board, mover: Square) -> bool:
        """Whether a piece of that side stands there that captures by standing, or has just arrived."""
        piece = board.get(square)
        return piece is not None and piece.side is side and (square == mover or self.anvils.has(piece))

    def held(self, square: Square, victim: Piece, board: Board, mover: Square) -> bool:
        """Whether an enemy or a hostile square holds that side of the piece."""
        return self.partner(square, victim.side.opponent, board, mover) or self.hostile(square, victim, board)

    def captured(self, board: Board, move: Move) -> set[Square]:
        """The pieces that the move captures, as the leaflet says, the piece that moves among them."""
        return self._taken(board, move) | ({move.target} if self._steps_between(board, move, "walk_in") else set())

    def barred(self, board: Board, move: Move) -> bool:
        """Whether the leaflet forbids the move, since it leads between two enemies."""
        return self._steps_between(board, move, "no_walk_in")

    def _taken(self, board: Board, move: Move) -> set[Square]:
        """The enemies that the move captures."""
        taken: set[Square] = set()
        piece, target = board[move.origin], move.target
        jumped = self._jumped(board, move)
        after = board.put(move.origin, None).put(target, piece)
        if jumped is not None:
            taken.add(jumped)
        if not self.hammers.has(piece):
            return taken
        for victim in self.around(target):
            if (man := after.get(victim)) is not None and man.side is not piece.side and man != Piece.KING:
                if self._man_falls(victim, man, after, target):
                    taken.add(victim)
        if {"line_capture", "king_line_capture"} & self.said.keys():
            taken |= self._lines(after, target)
        if "shieldwall" in self.said:
            taken |= self._wall(after, target)
        king = cast(Square, board.king)
        if piece.side is Side.ATTACKERS:
            if "linnaean_capture" in self.said:
                taken |= self._linnaean(after, king, target)
            alone = target in self.around(king) and self.king_falls(king, after, target)
            taken |= {king} if alone else self._joint(king, after, target)
        return taken

    def _steps_between(self, board: Board, move: Move, key: str) -> bool:
        """Whether that sentence is about the piece that moves, and it stands between enemies after its own captures."""
        piece, target = board[move.origin], move.target
        if not self.who(key).has(piece):
            return False
        after, taken = board.put(move.origin, None).put(target, piece), self._taken(board, move)
        if board.king in taken:
            return False
        for square in taken:
            man = after[square]
            turned = Piece(man.side.opponent, man.kind) if man.kind is Kind.MERCENARY else None
            after = after.put(square, turned)
        around = self.around(target)
        enemy = [self.partner(side, piece.side.opponent, after, target) for side in around]
        squares = "walk_in square" in self.said
        held = [e or (squares and self.hostile(s, piece, after)) for e, s in zip(enemy, around, strict=True)]
        if self.who("walk_in tough").has(piece):
            return any(enemy) and sum(held) >= (4 if piece.kind is Kind.GUARD else 3)
        pairs = [(n, around.index(beyond(side, target))) for n, side in enumerate(around)]
        return any(held[a] and held[b] and enemy[a] for a, b in pairs)

    def _jumped(self, board: Board, move: Move) -> Square | None:
        piece = board[move.origin]
        over = Square((move.origin.file + move.target.file) // 2, (move.origin.rank + move.target.rank) // 2)
        met = board.get(over)
        if not self.who("jump capturing").has(piece) or met is None or met.side is piece.side:
            return None
        return None if met.kind is Kind.GUARD else over

    def _man_falls(self, victim: Square, man: Piece, after: Board, target: Square) -> bool:
        sides = [self.held(side, man, after, target) for side in self.around(victim)]
        if man.kind is Kind.GUARD:
            return "guard_capture surrounded" in self.said and all(sides)
        if self.who("three_captors").has(man):
            return sum(sides) >= 3
        opposite = beyond(target, victim)
        return not self.apart.has(man) and self.held(opposite, man, after, target)

    def _lines(self, after: Board, target: Square) -> set[Square]:
        """The rows between the piece on the target and another captor."""
        taken: set[Square] = set()
        several, own = "line_capture" in self.said, after[target].side
        with_king = bool({"line_capture king", "king_line_capture"} & self.said.keys())
        apart = self.who("line_capture apart", "king_line_capture apart") & ~PieceSet.KING
        for x, y in STEPS:
            row: list[Square] = []
            end = target.offset(x, y)
            while (man := after.get(end)) is not None and man.side is not own and not apart.has(man):
                if man == Piece.KING and not with_king:
                    break
                row.append(end)
                end = end.offset(x, y)
                men = [square for square in row if after[square] != Piece.KING]
                crowned = len(men) < len(row)
                held = self.partner(end, own, after, target) or all(self.hostile(end, after[s], after) for s in men)
                if len(row) > 1 and held and (several or (crowned and len(row) == 2)):
                    taken |= set(men)
        return taken

    def _wall(self, after: Board, target: Square) -> set[Square]:
        """The row along an edge that the piece on the target captures."""
        taken: set[Square] = set()
        enemy = after[target].side.opponent
        for x, y in STEPS:  # the direction from the edge to the inner side
            for start in Region.EDGE.squares(self.size):
                if start.offset(-x, -y).on(self.size):
                    continue
                row = [start]
                while (beyond := row[-1].offset(abs(y), abs(x))) in after and after[beyond].side is enemy:
                    row.append(beyond)
                ends = start.offset(-abs(y), -abs(x)), row[-1].offset(abs(y), abs(x))
                if start not in after or after[start].side is not enemy or len(row) < 2:
                    continue
                if ends[0] in after and after[ends[0]].side is enemy:
                    continue
                fronts = [square.offset(x, y) for square in row]
                men = [after[square] for square in row if after[square] != Piece.KING]
                held = [self.partner(end, enemy.opponent, after, target) for end in ends]
                closed = [
                    "wall corner" in self.said
                    and end in self.places["corners"]
                    and end not in after
                    and all(self.hostile(end, man, after) for man in men)
                    for end in ends
                ]
                completes = target in ends or ("wall any" in self.said and target in fronts)
                whole = any(held) and all(h or c for h, c in zip(held, closed, strict=True))
                if completes and whole and all(self.partner(front, enemy.opponent, after, target) for front in fronts):
                    taken |= {square for square in row if after[square].kind not in (Kind.KING, Kind.GUARD)}
        return taken

    def _linnaean(self, after: Board, king: Square, target: Square) -> set[Square]:
        if king not in self.places["throne"]:
            return set()
        for victim in self.around(king):
            man = after.get(victim)
            others = [side for side in self.around(king) if side != victim]
            if target == beyond(king, victim) and man is not None and man.side is Side.DEFENDERS:
                apart = self.apart.has(man) or man.kind is Kind.GUARD
                if not apart and all(self.partner(side, Side.ATTACKERS, after, target) for side in others):
                    return {victim}
        return set()

    def safe_on_edge(self, king: Square, after: Board) -> bool:
        accompanied = after.count(PieceSet.DEFENDING_MEN) > 0
        safe = "edge_capture impossible" in self.said or ("edge_capture alone" in self.said and accompanied)
        return safe and self.on_edge(king)

    def king_falls(self, king: Square, after: Board, target: Square) -> bool:
        said, throne = set(self.said), self.places["throne"]
        if {"king safe", "king safe own"} & said or self.safe_on_edge(king, after):
            return False
        sides = [self.held(side, Piece.KING, after, target) for side in self.around(king)]
        opposite = self.held(beyond(target, king), Piece.KING, after, target)
        near = king in throne or bool(throne & set(self.around(king)))
        if "king three" in said:
            return sum(sides) >= 3
        if said & {"king weak", "king weak no throne"}:
            return opposite
        if ("king near throne" in said and not near) or ("king on throne" in said and king not in throne):
            return opposite
        return all(sides) or self._pierced(king, after, target)

    def _pierced(self, king: Square, after: Board, target: Square) -> bool:
        pairs, opposite = self.who("piercing"), beyond(target, king)
        if not pairs.has(after[target]) or ("pierce not on throne" in self.said and king in self.places["throne"]):
            return False
        if opposite in after:
            return pairs.has(after[opposite]) and self.partner(opposite, Side.ATTACKERS, after, target)
        pierces = any(felt.pierces and opposite in felt.squares for felt in self.felt)
        return pierces and self.hostile(opposite, Piece.KING, after)

    def _joint(self, king: Square, after: Board, target: Square) -> set[Square]:
        beside = [side for side in self.around(king) if side in after and after[side].side is Side.DEFENDERS]
        if "joint_capture" not in self.said or self.safe_on_edge(king, after) or len(beside) != 1:
            return set()
        man = after[beside[0]]
        if man.kind is Kind.GUARD and "joint guards" in self.said:
            return set()
        ring = {(side, Piece.KING) for side in self.around(king)} | {(side, man) for side in self.around(beside[0])}
        ring = {(side, piece) for side, piece in ring if side not in (king, beside[0])}
        closed = all(not side.on(self.size) or self.held(side, piece, after, target) for side, piece in ring)
        return {king, beside[0]} if closed and target in {side for side, _ in ring} else set()


def _pieces(phrase: Phrase) -> PieceSet:
    who = phrase.values.get("who")
    return who if isinstance(who, PieceSet) else NOBODY


def beyond(square: Square, middle: Square) -> Square:
    """The square on the other side of the middle one."""
    return middle.offset(middle.file - square.file, middle.rank - square.rank)
