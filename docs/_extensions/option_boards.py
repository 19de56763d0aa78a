"""The boards on the pages of the options: one for each, on which the option makes a difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from hnefatafl import (
    Board,
    Die,
    EdgeCapture,
    KingStrength,
    NoMove,
    Outcome,
    Passing,
    PieceSet,
    Position,
    Roll,
    Ruleset,
    Shieldwall,
    Side,
    Square,
    Termination,
    variants,
)
from hnefatafl.board import Move
from hnefatafl.render.svg import svg

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
BRANDUBH: Final = variants.BRANDUBH
COPENHAGEN: Final = variants.COPENHAGEN
SMALL: Final = Ruleset(name="small", size=7, start=BRANDUBH.start)
"""All defaults on a board of 7×7."""

CALLED: Final = variants.get("hnefatafl-11-announcements")
"""S001 with its announcements."""


@frozen
class Shown:
    """A board with a caption."""

    caption: str
    rules: Ruleset
    board: str = ""
    turn: Side = ATTACKERS
    play: str = ""
    legal: str = ""
    arrows: str = ""
    marks: str = ""
    roll: int | None = None
    berserk: str = ""
    options: Mapping[str, Any] = field(factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        return evolve(self.rules, **self.options) if self.options else self.rules

    @property
    def position(self) -> Position:
        """The position before the move."""
        if not self.board:
            return Position.initial(self.ruleset, self.turn)
        berserk = Square.parse(self.berserk) if self.berserk else None
        return Position.parse(self.board, self.ruleset, self.turn, roll=self.roll, berserk_square=berserk)

    def drawn(self, width: int = 300) -> str:
        """The picture."""
        position = self.position
        return svg(
            position.explain(Move.parse(self.play)) if self.play else position,
            legal=Square.parse(self.legal) if self.legal else None,
            arrows=[Move.parse(arrow) for arrow in self.arrows.split()],
            marks=[Square.parse(mark) for mark in self.marks.split()],
            size=width,
        )


def _diagonal(board: Board, move: Move, side: Side, position: Position) -> Iterator[Square]:
    """Yield the soldiers that are captured between two enemies on a diagonal."""
    for files, ranks in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        square, partner = move.target.offset(files, ranks), move.target.offset(2 * files, 2 * ranks)
        victim, enemy = board.get(square), board.get(partner)
        if victim is not None and victim.side is not side and enemy is not None and enemy.side is side:
            yield square


def _alone(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when the king has no men left."""
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


BOARDS: Final[dict[str, Shown]] = {
    "size": Shown("A board of size 9: files a to i, ranks 1 to 9.", variants.TABLUT),
    "start": Shown("The start position of tyr, in which attackers stand all over the board.", variants.TYR_11),
    "throne": Shown(
        "In brandubh a soldier may cross the empty throne but not stop on it.",
        BRANDUBH,
        "/3t3/7/7/1T4t/7/3K3/3t3/",
        DEFENDERS,
        legal="b4",
    ),
    "corners": Shown(
        "The corner takes the place of a second defender: the attacker on b1 is captured.",
        BRANDUBH,
        "/1t5/2T4/7/3K3/7/7/3t3/",
        DEFENDERS,
        play="c2-c1",
    ),
    "zones": Shown(
        "The camps at Foteviken (hatched): a Muscovite moves within his camp and out of it, over its squares.",
        variants.FOTEVIKEN_TABLUT,
        turn=ATTACKERS,
        legal="d1",
    ),
    "escape": Shown(
        "In tablut the king escapes at the edge, which is marked all around. This king has four ways out.",
        variants.TABLUT,
        "/3tt4/9/9/9/3tt4/2K6/9/9/5tt2/",
        DEFENDERS,
        arrows="c6-c9 c6-c1 c6-a6 c6-i6",
    ),
    "king": Shown(
        "A strong king, held on all four sides.",
        SMALL,
        "/7/2t4/1tK1t2/2t4/7/7/3t3/",
        play="e3-d3",
    ),
    "edge_capture": Shown(
        "A king who is captured at the edge: won, a draw, impossible, or only if he has no men?",
        SMALL,
        "/2tK2t/3t3/7/7/7/7/3t3/",
        play="g1-e1",
        options={"king": KingStrength.MIDDLEWEIGHT, "edge_capture": EdgeCapture.DRAW},
    ),
    "joint_capture": Shown(
        "The king and his protector, surrounded as a pair, are captured together.",
        SMALL,
        "/3t3/7/2tt3/1tTK2t/2tt3/7/7/",
        play="g4-e4",
        options={"joint_capture": True, "king": KingStrength.MIDDLEWEIGHT},
    ),
    "hammer": Shown(
        "A king who cannot capture by moving: c2 has a dot, not a ring.",
        BRANDUBH,
        "/7/K6/2t4/2T4/7/7/3t3/",
        DEFENDERS,
        legal="a2",
        options={"hammer": PieceSet.MEN},
    ),
    "anvil": Shown(
        "A king who is no anvil: the attacker on d3 is not captured.",
        BRANDUBH,
        "/7/7/2Kt2T/7/7/7/3t3/",
        DEFENDERS,
        play="g3-e3",
        options={"anvil": PieceSet.MEN},
    ),
    "piercing": Shown(
        "Two commanders capture a strong king between them.",
        variants.BERSERK,
        "/5t5/11/11/4cK5/6c4/11/11/11/11/11/5t5/",
        play="g5-g4",
    ),
    "three_captors": Shown(
        "A commander of whom three sides must be held is captured when the third one is.",
        SMALL,
        "/7/2t4/1tC4/7/7/4K2/3t3/",
        play="d7-d3",
        options={"three_captors": PieceSet.COMMANDERS},
    ),
    "guard_capture": Shown(
        "A guard that is held on all four sides is captured.",
        SMALL,
        "/7/2t4/1tG1t2/2t4/7/4K2/3t3/",
        play="e3-d3",
    ),
    "jumps": Shown(
        "A knight jumps over the men beside it and captures them.",
        SMALL,
        "/3t3/7/3t3/1K1Nt2/7/7/3t3/",
        DEFENDERS,
        legal="d4",
    ),
    "berserk": Shown(
        "The piece on c4 has captured. As long as it can capture again it must; or it may, and then it may also stop.",
        variants.BERSERK,
        "/5t5/11/11/2T8/5t5/5T5/11/7K3/11/11/5t5/",
        DEFENDERS,
        legal="c4",
        berserk="c4",
    ),
    "berserk_escape": Shown(
        "The king on e1 has captured, and may go on to the corner without capturing.",
        variants.BERSERK,
        "/4K3t2/4t6/4T6/11/11/11/11/11/11/11/5t5/",
        DEFENDERS,
        legal="e1",
        berserk="e1",
        options={"berserk_escape": True},
    ),
    "edge_hostile": Shown(
        "With a hostile edge, one enemy in front captures a soldier on the edge.",
        variants.HNEFATAFL_13,
        turn=DEFENDERS,
        play="g9-b9",
    ),
    "shieldwall": Shown(
        "A row on the edge with an enemy in front of each soldier and both ends held: all are captured.",
        COPENHAGEN,
        "/4tTTT2t/5ttt3/11/11/11/5K5/11/11/11/11/5t5/",
        play="k1-i1",
    ),
    "shieldwall.corners_close": Shown(
        "The corner holds one end of the row.",
        COPENHAGEN,
        "/1TT5t2/1tt8/11/11/11/5K5/11/11/11/11/5t5/",
        play="i1-d1",
    ),
    "shieldwall.flanking": Shown(
        "Without flanking, a piece that arrives in front of the row also completes the shieldwall.",
        COPENHAGEN,
        "/4tTTt3/5t5/11/6t4/11/5K5/11/11/11/11/5t5/",
        play="g4-g2",
        options={"shieldwall": Shieldwall(flanking=False)},
    ),
    "forced_capture": Shown(
        "The defenders must capture; the king, who could escape, may not.",
        BRANDUBH,
        "/1t5/2T4/7/K6/7/7/3t3/",
        DEFENDERS,
        legal="c2",
        options={"forced_capture": True},
    ),
    "walk_in": Shown(
        "The attacker that steps between two soldiers is captured.",
        BRANDUBH,
        "/7/3t3/2T1T2/7/7/7/3K3/",
        play="d2-d3",
        options={"walk_in": PieceSet.MEN},
    ),
    "no_walk_in": Shown(
        "The attacker may not stop between the two soldiers.",
        BRANDUBH,
        "/7/3t3/2T1T2/7/7/7/3K3/",
        legal="d2",
        options={"no_walk_in": PieceSet.MEN},
    ),
    "line_capture": Shown(
        "The row between two attackers: both soldiers are captured.",
        BRANDUBH,
        "/3K3/7/1tTT1t1/7/7/7/3t3/",
        play="f3-e3",
        options={"line_capture": True},
    ),
    "king_line_capture": Shown(
        "The king and a soldier on one line between two attackers: the soldier is captured, the king is not.",
        BRANDUBH,
        "/7/7/1tKT1t1/7/7/7/3t3/",
        play="f3-e3",
        options={"king_line_capture": True},
    ),
    "linnaean_capture": Shown(
        "Three attackers and one soldier around the king: the soldier is captured against its own king.",
        variants.TABLUT_LINNAEUS,
        "/4t4/9/6t2/4T4/3tKt3/4t4/9/9/9/",
        play="g3-e3",
    ),
    "exit_fort": Shown(
        "The king can move, and no attacker can ever get in.",
        COPENHAGEN,
        "/3TK1T4/4TT5/11/11/11/11/11/11/11/11/3ttt5/",
    ),
    "encirclement": Shown(
        "No defender can reach the edge any more; diagonal gaps do not count.",
        BRANDUBH,
        "/7/3t3/2t1t2/1t1KTt1/2t1t2/6t/7/",
        play="g6-d6",
    ),
    "secure_ring": Shown(
        "The marked attacker could be captured between two squares of the inside, so this is not yet a secure ring.",
        BRANDUBH,
        "/2ttt2/1t1K1t1/1tTt1t1/2t1t2/7/7/7/",
        marks="d3",
        options={"secure_ring": True},
    ),
    "simple_fort": Shown(
        "Seen from a square of the inside, each man of the wall has a defender or the edge on one side.",
        COPENHAGEN,
        "/3TK1T4/4TT5/11/11/11/11/11/11/11/11/3ttt5/",
        options={"simple_fort": True},
    ),
    "whole_ring": Shown(
        "Two rings enclose all defenders, but not together with the king.",
        BRANDUBH,
        "/7/2t4/1tKt1t1/2t1tTt/5t1/7/7/",
        options={"whole_ring": True},
    ),
    "edge_ring": Shown(
        "The ring leans on the edge: no defender can walk to a corner.",
        BRANDUBH,
        "/2tKTt1/3t2t/4t2/7/7/7/7/",
        options={"edge_ring": True},
    ),
    "no_escape": Shown(
        "The corners are closed, and three men are too few for an exit fort: the king has lost.",
        COPENHAGEN,
        "/2t5t2/1t7t1/t9t/10T/9T1/t9K/10T/11/t9t/1t7t1/2t5t2/",
        options={"no_escape": True},
    ),
    "speed": Shown(
        "The king of magpie moves one square.", variants.MAGPIE, "/3t3/7/7/2K4/7/7/3t3/", DEFENDERS, legal="c4"
    ),
    "die": Shown(
        "The die shows 2: the king must move, at most two squares.",
        variants.get("hnefatafl-11-dice"),
        "/5t5/11/11/11/3K7/11/11/11/11/11/5t5/",
        DEFENDERS,
        legal="d5",
        roll=2,
    ),
    "die.faces": Shown(
        "A die of one face lets the king move one square only.",
        SMALL,
        "/3t3/7/7/2K4/7/7/3t3/",
        DEFENDERS,
        legal="c4",
        roll=1,
        options={"die": Die(faces=1)},
    ),
    "die.pieces": Shown(
        "All pieces go by the die, which shows 2: so does the attacker.",
        SMALL,
        "/3t3/7/7/2K4/7/7/7/",
        legal="d1",
        roll=2,
        options={"die": Die(pieces=PieceSet.ALL)},
    ),
    "die.allows": Shown(
        "The die shows 2, and the king must move exactly two squares.",
        SMALL,
        "/3t3/7/7/2K4/7/7/3t3/",
        DEFENDERS,
        legal="c4",
        roll=2,
        options={"die": Die(allows=Roll.EXACTLY)},
    ),
    "may_pass": Shown(
        "Every move of the attackers gives up a guard of a corner: where they may pass, they keep both.",
        SMALL,
        "/1t3t1/t5t/7/3K3/7/7/7/",
        options={"may_pass": Passing.ATTACKERS},
    ),
    "no_move": Shown(
        "The defenders cannot move: they lose, the game is drawn, or they miss a turn.",
        SMALL,
        "/2tKt2/3t3/7/7/7/7/3t3/",
        DEFENDERS,
        options={"no_move": NoMove.DRAW},
    ),
    "repetition": Shown(
        "Moves back and forth: when does this end?",
        BRANDUBH,
        "/3t3/7/7/2K4/7/7/3t3/",
        DEFENDERS,
        arrows="c4-c3 d1-e1",
    ),
    "repetition.symmetric": Shown(
        "Mirrored, this would be the same position.",
        BRANDUBH,
        "/2t4/7/7/2K4/7/7/2t4/",
        DEFENDERS,
    ),
    "announcements": Shown(
        "One way out: raichi.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/2T1K4/t7t/tt2T2tt/t7t/9/4t4/3ttt3/",
        DEFENDERS,
        arrows="e3-i3",
    ),
    "announcements.way_out": Shown(
        "One way out: the king's side must announce it.",
        CALLED,
        "/11/2t8/11/11/5K5/11/4t6/11/11/t9t/11/",
        DEFENDERS,
        arrows="f5-f11",
    ),
    "announcements.raichi": Shown(
        "Two ways out: tuichu.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/4K4/t7t/tt2T2tt/t7t/9/4t4/3ttt3/",
        DEFENDERS,
        arrows="e3-i3 e3-a3",
    ),
    "announcements.threat": Shown(
        "The fourth attacker can reach the king: the attackers may announce it.",
        CALLED,
        "/11/2t8/11/5t5/4tK5/5t5/11/6t4/11/11/11/",
        DEFENDERS,
        arrows="g8-g5",
    ),
    "announcements.binding": Shown(
        "If raichi was not announced, the king may not leave.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/2T1K4/t7t/tt2T2tt/t7t/9/4t4/3ttt3/",
        DEFENDERS,
        arrows="e3-i3",
    ),
    "tuichu_wins": Shown(
        "Two ways out: tuichu.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/4K4/t7t/tt2T2tt/t7t/9/4t4/3ttt3/",
        DEFENDERS,
        arrows="e3-i3 e3-a3",
    ),
    "zone.squares": Shown(
        "The citadels of alea evangelii are corners of four squares each.", variants.ALEA_EVANGELII, turn=DEFENDERS
    ),
    "zone.stop": Shown(
        "Only the king may stop on the throne; other pieces pass.",
        BRANDUBH,
        "/3t3/7/7/1t4T/7/3K3/3t3/",
        legal="b4",
    ),
    "zone.enter": Shown(
        "A Muscovite that has left a camp at Foteviken may not return: the way from c4 to a4 is closed.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/4T4/2t5t/1t1TKT1tt/t3T3t/4T4/4t4/3ttt3/",
        legal="c4",
    ),
    "zone.cross": Shown(
        "No piece crosses the castle at Foteviken.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/4K4/t7t/tt1T3tt/t7t/9/4t4/3ttt3/",
        DEFENDERS,
        legal="d5",
    ),
    "zone.hostile_empty": Shown(
        "The empty throne takes the place of an attacker: the soldier on d5 is captured.",
        BRANDUBH,
        "/3t3/7/7/1K5/3T3/5t1/3t3/",
        play="f6-d6",
    ),
    "zone.hostile_always": Shown(
        "Two camp squares and two attackers hold this king.",
        variants.FOTEVIKEN_TABLUT,
        "/3ttt3/4t4/9/t7t/tt5tt/tK1t4t/1t7/4t4/3ttt3/",
        play="d6-c6",
    ),
    "zone.pierces": Shown(
        "In berserk a corner is one half of a pair.",
        variants.BERSERK,
        "/1K9/2c8/11/11/11/11/11/11/11/11/5t5/",
        play="c2-c1",
    ),
    "fewest_attackers": Shown(
        "Two attackers cannot capture this king, so at Madera they have lost.",
        variants.MADERA_TABLUT,
        "/3t5/9/9/2Tt4T/K8/9/9/9/4t4/",
        DEFENDERS,
        play="i4-e4",
    ),
    "immobile_king": Shown(
        "A strong king is not captured at the edge, but here he can no longer move, so the attackers have won.",
        BRANDUBH,
        "/7/1T5/4t2/7/7/7/3tKt1/",
        play="e3-e6",
        options={"immobile_king": True, "king": KingStrength.STRONG},
    ),
    "fewest_defenders": Shown(
        "The last of the king's men is captured, so at gwyddbwyll the defenders have lost.",
        BRANDUBH,
        "/3t3/7/1tT4/3K3/7/7/3t3/",
        play="d1-d3",
        options={"fewest_defenders": 1},
    ),
    "first": Shown(
        "At Foteviken the defenders move first: one of their first moves.",
        variants.FOTEVIKEN_TABLUT,
        turn=DEFENDERS,
        arrows="e4-h4",
    ),
    "quiet_limit": Shown(
        "Without captures this can continue for a long time: a limit makes it a draw.",
        SMALL,
        "/2t4/7/7/2K4/7/7/2t4/",
        DEFENDERS,
        arrows="c4-c5 c4-b4",
    ),
    "move_limit": Shown(
        "Captures do not matter to a limit of all moves: after so many the game is drawn.",
        SMALL,
        "/2t4/7/7/2K4/7/7/2t4/",
        DEFENDERS,
        arrows="c4-d4 c1-c3",
    ),
    "quiet_limit_consequence": Shown(
        "The attackers capture nothing any more: is that a draw, or have they lost?",
        SMALL,
        "/2t4/7/7/2K4/7/7/2t4/",
        DEFENDERS,
        arrows="c4-c5 c4-b4",
    ),
    "move_limit_consequence": Shown(
        "The limit of all moves is reached with the defenders to move: a draw, or do they lose?",
        SMALL,
        "/2t4/7/7/2K4/7/7/2t4/",
        DEFENDERS,
        arrows="c4-d4",
    ),
    "extra_captures": Shown(
        "A custom rule: a soldier is also captured between two enemies on a diagonal.",
        SMALL,
        "/7/1K5/7/t6/3T3/4t2/7/",
        play="a4-c4",
        options={"extra_captures": (_diagonal,)},
    ),
    "extra_endings": Shown(
        "A custom rule: the king is alone, and the attackers win.",
        SMALL,
        "/7/7/4t2/2K4/4T2/4t2/2t4/",
        play="e3-e4",
        options={"extra_endings": (_alone,)},
    ),
    "repetition.count": Shown(
        "When both pieces have moved there and back, the position occurs for the second time.",
        BRANDUBH,
        "/3t3/7/7/2K4/7/7/3t3/",
        DEFENDERS,
        arrows="c4-c6 c6-c4 d1-f1 f1-d1",
    ),
    "repetition.consequence": Shown(
        "The king threatens to escape above and below, and is blocked each time: a draw, or must one side deviate?",
        BRANDUBH,
        "/1t5/7/7/K6/7/7/1t5/",
        DEFENDERS,
        arrows="a4-a1 a4-a7",
    ),
    "repetition.by": Shown(
        "The king returns to his square: if only the defenders' repetitions count, this move counts.",
        BRANDUBH,
        "/3t3/7/2K4/7/7/7/3t3/",
        DEFENDERS,
        arrows="c3-c4",
    ),
    "repetition.counts_start": Shown(
        "After these moves the start position is on the board again: for the second time, if it counts.",
        BRANDUBH,
        arrows="d1-b1 b1-d1 d3-b3 b3-d3",
    ),
    "repetition.turn": Shown(
        "The king takes one move more on his way to d4, so the other side is to move here: is it the same position?",
        SMALL.evolve(throne=None),
        "/3t3/7/7/2K4/7/7/3t3/",
        DEFENDERS,
        arrows="c4-d4 c4-c5 c5-d5 d5-d4",
    ),
    "repetition.before_captures": Shown(
        "May the man on c5 return and capture, if this board with three men has been seen before?",
        SMALL.evolve(throne=None),
        "/3t3/7/7/1Tt4/3T3/7/3K3/",
        DEFENDERS,
        arrows="d5-d4",
    ),
}
"""The boards by the options' names."""
