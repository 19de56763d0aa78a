"""The classes of a ruleset's options: choices, zones, speeds, shieldwalls, repetition and announcements.

:class:`~hnefatafl.rules.Ruleset` puts them together. The abbreviations S000, S001, S003 and S004
are the four documents that the library began with (see the glossary).
"""

from __future__ import annotations

from attrs import field

from hnefatafl.board import Announcement, PieceSet, Region, Side
from hnefatafl.rules._texts import options_from_texts
from hnefatafl.support.enums import Compound, Listed
from hnefatafl.support.immutability import frozen

__all__ = [
    "Announcements",
    "Berserk",
    "Call",
    "Consequence",
    "Die",
    "EdgeCapture",
    "GuardCapture",
    "Jump",
    "Jumps",
    "KingStrength",
    "LimitConsequence",
    "NoMove",
    "Passing",
    "Repetition",
    "Roll",
    "Shieldwall",
    "Speed",
    "Zone",
]


class KingStrength(Listed):
    """How many sides of the king must be held to capture him.

    >>> from hnefatafl import Move, Position, variants
    >>> for king in KingStrength.WEAK, KingStrength.STRONG:  # between two attackers
    ...     rules = variants.BRANDUBH.evolve(king=king)
    ...     after = Position.parse("/7/2tK3/4t2/7/7/7/7/", rules, Side.ATTACKERS).play(Move.parse("e3-e2"))
    ...     print(king, after.outcome, sep=": ")
    weak: the attackers win: the king is captured
    strong: None
    """

    STRONG = "strong"
    """All four. At the edge he is safe, unless the edge is hostile to him (S003 §8; Copenhagen)."""
    STRONG_NEAR_THRONE = "strong-near-throne"
    """All four on the throne and beside it; two opposite ones elsewhere (tablut after Linnaeus; brandubh)."""
    STRONG_ON_THRONE = "strong-on-throne"
    """All four on the throne; two opposite ones elsewhere, even beside it (brandubh of hnefatafl.org)."""
    MIDDLEWEIGHT = "middleweight"
    """All that exist: four, or three at the edge (S000, S001, S004; magpie)."""
    THREE = "three"
    """Any three of the four, everywhere (an option of npm's ``tafl``). Our reading: the edge holds a side only if it is
    hostile to him, so on the edge, too, three attackers capture him."""
    WEAK = "weak"
    """Two opposite ones, everywhere, as for a soldier (simple tafl)."""


class EdgeCapture(Listed):
    """What the capture of a king on the edge means.

    >>> from hnefatafl import Move, Position, variants
    >>> for edge in EdgeCapture:  # three attackers around a king on the edge
    ...     rules = variants.MAGPIE.evolve(edge_capture=edge)
    ...     after = Position.parse("/2tKt2/7/3t3/7/7/7/T6/", rules, Side.ATTACKERS).play(Move.parse("d3-d2"))
    ...     print(edge, after.outcome, sep=": ")
    won: the attackers win: the king is captured
    impossible: None
    alone: None
    draw: draw: the king is captured on the edge, which is a draw
    """

    WON = "won"
    """The attackers win (S000, S001, S004)."""
    IMPOSSIBLE = "impossible"
    """He cannot be captured there."""
    ALONE = "alone"
    """He can be captured there only when no man of his is left; then the attackers win (Fetlar, the exception before
    §7b: "unless he is the only white piece remaining"). Our reading: a man who falls by the same move still counts."""
    DRAW = "draw"
    """The game is drawn (S001, "Gefangennahme des Feldherren")."""


class NoMove(Listed):
    """What happens to a side that has no legal move.

    >>> from hnefatafl import Move, Position, variants
    >>> for no_move in NoMove:  # the last attacker is shut in
    ...     rules = variants.BRANDUBH.evolve(no_move=no_move)
    ...     after = Position.parse("/2TtT2/7/3T3/7/3K3/7/7/", rules, Side.DEFENDERS).play(Move.parse("d3-d2"))
    ...     print(no_move, after.outcome, sep=": ")
    loss: the defenders win: the side to move has no legal move
    draw: draw: the side to move has no legal move
    pass: None
    """

    LOSS = "loss"
    """It loses (S004, "Spielziel"; Copenhagen, no legal move)."""
    DRAW = "draw"
    """The game is drawn (Fetlar panel 2013)."""
    PASS = "pass"
    """Its turn passes to the opponent; if neither side can move, the game is drawn (alea evangelii, Wikipedia).
    Our reading: only the board decides this, not the repetition rule, and only after a move; a king has a move if some
    roll of the :attr:`die <hnefatafl.rules.Ruleset.die>` allows him one."""


class Consequence(Listed):
    """What a repetition leads to.

    >>> from hnefatafl import variants
    >>> for rules in variants.COPENHAGEN, variants.FETLAR:
    ...     print(rules.name, rules.repetition.consequence, sep=": ")
    copenhagen: defenders-lose
    fetlar: draw
    """

    IGNORED = "ignored"
    """No consequence."""
    DRAW = "draw"
    """The game is drawn (Fetlar)."""
    MOVER_LOSES = "mover-loses"
    """The side that repeats the position loses."""
    MOVER_WINS = "mover-wins"
    """The side that repeats the position wins."""
    DEFENDERS_LOSE = "defenders-lose"
    """The attackers win, whichever side moved (Copenhagen)."""
    ATTACKERS_LOSE = "attackers-lose"
    """The defenders win, whichever side moved."""
    FORBIDDEN = "forbidden"
    """The move is illegal."""
    OFFENSIVE_DEVIATES = "offensive-deviates"
    """The move is illegal for the one side that made a threat with each of its moves in the cycle; if both sides or
    neither did so, the game is drawn (S003 §13; sea battle, older text)."""


class LimitConsequence(Listed):
    """What it leads to that a limit of moves is reached.

    >>> from hnefatafl import Position, variants
    >>> for consequence in LimitConsequence:
    ...     rules = variants.BRANDUBH.evolve(move_limit=1, move_limit_consequence=consequence)
    ...     print(consequence, Position.initial(rules).play("d1-c1").outcome, sep=": ")
    draw: draw: the limit of all moves is reached
    mover-loses: the attackers win: the limit of all moves is reached
    attackers-lose: the defenders win: the limit of all moves is reached
    defenders-lose: the attackers win: the limit of all moves is reached
    """

    DRAW = "draw"
    """The game is drawn (CodinGame's brandubh, hnefatafl.org)."""
    MOVER_LOSES = "mover-loses"
    """The side to move loses, which would need one move more (CS61B, the command "limit"). The mover of a repetition
    (:attr:`Consequence.MOVER_LOSES`) is the other one: the side that has just moved."""
    ATTACKERS_LOSE = "attackers-lose"
    """The defenders win, whichever side is to move. No source at hand has it."""
    DEFENDERS_LOSE = "defenders-lose"
    """The attackers win, whichever side is to move. No source at hand has it."""


class Call(Listed):
    """Whether a side announces something.

    >>> from hnefatafl import variants
    >>> variants.FOTEVIKEN_TABLUT.announcements.way_out, variants.FOTEVIKEN_TABLUT.announcements.threat
    (Call.MUST, Call.NONE)
    """

    NONE = "none"
    """It does not."""
    MAY = "may"
    """It may (S001, "Ansagen", the attackers: "kann")."""
    MUST = "must"
    """It must (S001, "Ansagen", the king's side: "muß"; S003 §9: "måste")."""


class Jump(Listed):
    """Whether and how a piece may jump over a man on an adjacent square, to the empty square behind it.

    Only soldiers, mercenaries and guards can be jumped over (OpenTafl; our reading for mercenaries and guards, which no
    other source has). The speed of a piece does not limit its jumps. They end where the piece may stop.

    >>> from hnefatafl import Move, Position, variants
    >>> for king in Jump.NONE, Jump.OVER_ENEMIES, Jump.CAPTURING:  # an attacker stands on d4
    ...     rules = variants.BRANDUBH.evolve(jumps=Jumps(king=king))
    ...     position = Position.parse("/3t3/7/7/3t3/3K3/7/7/", rules, Side.DEFENDERS)
    ...     print(king, [str(move) for move in position.legal_moves() if move.target.rank < 3], sep=": ")
    none: []
    over-enemies: ['d5-d3']
    capturing: ['d5-d3']
    """

    NONE = "none"
    """It does not jump."""
    RESTRICTED = "restricted"
    """Over an enemy, and only to or from a square of the throne, the corners or another zone (berserk, the king)."""
    OVER_ENEMIES = "over-enemies"
    """Over an enemy, which is not captured (berserk, commanders)."""
    CAPTURING = "capturing"
    """Over an enemy, which is captured, unless it is a guard (berserk, knights)."""
    OVER_ANYBODY = "over-anybody"
    """Over a man of either side, which is not captured (Tyr, knights)."""


class Berserk(Listed):
    """Whether a piece that has captured goes on in the same turn.

    >>> from hnefatafl import Move, Position, variants
    >>> rules = variants.BRANDUBH.evolve(berserk=Berserk.MUST_CAPTURE)
    >>> position = Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS)
    >>> after = position.play(Move.parse("c4-c1"))
    >>> after.turn, after.berserk_square, after.legal_moves()
    (Side.DEFENDERS, Square(c1), [Move.parse('c1-c3')])
    >>> position = Position.parse(position.board.record, rules.evolve(berserk=Berserk.MAY_CAPTURE), Side.DEFENDERS)
    >>> after = position.play(Move.parse("c4-c1"))
    >>> after.legal_moves()
    [Move.parse('c1-c3'), Move.parse('c1-c1')]
    >>> after.play(Move.parse("c1-c1")).turn
    Side.ATTACKERS
    """

    NONE = "none"
    """It does not."""
    MUST_CAPTURE = "must-capture"
    """While it can capture again it must (OpenTafl ``ber:c``; hnefatafl-rs)."""
    MAY_CAPTURE = "may-capture"
    """While it can capture again it may, or it :attr:`stops <hnefatafl.board.Move.is_stop>`, which is a move to the
    square where it stands (the games in the archive of aagenielsen.dk; AbstractPlay)."""
    MUST_MOVE = "must-move"
    """It must move once more if it can, and again after each further capture (OpenTafl ``ber:m``)."""


class Roll(Listed):
    """What a roll of the :class:`Die` lets the pieces do that move by it.

    >>> from hnefatafl import Position, variants
    >>> for allows in Roll:  # the die shows 3
    ...     rules = variants.BRANDUBH.evolve(die=Die(pieces=PieceSet.ALL, allows=allows))
    ...     position = Position.parse("/7/7/7/7/3t3/7/1K5/", rules, Side.ATTACKERS).roll(3)
    ...     print(allows, [str(move) for move in position.legal_moves() if move.target.file == 3], sep=": ")
    at-most: ['d5-d6', 'd5-d7', 'd5-d3', 'd5-d2']
    exactly: ['d5-d2']
    odd: ['d5-d6', 'd5-d7', 'd5-d3', 'd5-d2', 'd5-d1']
    """

    AT_MOST = "at-most"
    """Move at most as many squares as it shows (S001, "Bewegung des Feldherren"; fidchell after Comyn)."""
    EXACTLY = "exactly"
    """Move exactly as many squares as it shows (fidchell after Comyn)."""
    ODD = "odd"
    """Move as without a die if it shows an odd number, and not at all if it shows an even one (tawlbwrdd after
    Bell)."""


class Passing(Listed):
    """Which side may pass: it lets the other side move without having moved.

    >>> from hnefatafl import Move, Position, variants
    >>> position = Position.initial(variants.BRANDUBH.evolve(may_pass=Passing.ATTACKERS))
    >>> Move.PASS in position.legal_moves(), position.play("pass").turn
    (True, Side.DEFENDERS)
    """

    NOBODY = "nobody"
    """No side: whoever can move must (S000, S001, S004: "Zugzwang")."""
    ATTACKERS = "attackers"
    """The attackers only."""
    DEFENDERS = "defenders"
    """The defenders only."""
    BOTH = "both"
    """Either side."""


class GuardCapture(Listed):
    """How guards are captured.

    >>> from hnefatafl import Move, Position, variants
    >>> for falls in GuardCapture:  # a guard with enemies on all four sides
    ...     rules = variants.BRANDUBH.evolve(guard_capture=falls)
    ...     position = Position.parse("/3t3/2tGt2/7/3t3/7/3K3/7/", rules, Side.ATTACKERS)
    ...     print(falls, *position.explain("d4-d3").captures, sep="; ")
    surrounded; defending guard on d2: surrounded on every side
    never
    """

    SURROUNDED = "surrounded"
    """When all four sides are held, as with a strong king. Our reading of OpenTafl, which shows only that they are not
    captured like soldiers."""
    NEVER = "never"
    """They cannot be captured (alea evangelii of dragonheelslair.com)."""


@frozen(kw_only=True, field_transformer=options_from_texts)
class Zone(Compound):
    """Squares with special rules: a throne, the corners, a camp.

    A piece that begins its move inside a zone moves freely within it and out
    of it; :attr:`enter` and :attr:`cross` apply to pieces that come from outside.

    >>> camp = Zone(name="south camp", squares=Region.of("d1", "e1", "f1", "e2"),
    ...             stop=PieceSet.ATTACKERS, enter=PieceSet.NONE, cross=PieceSet.NONE,
    ...             hostile_always=PieceSet.KING)
    """

    name: str = field(eq=False)
    """The name of the zone. Comparisons ignore it."""
    squares: Region
    """The squares of the zone."""
    stop: PieceSet = PieceSet.ALL
    """The pieces that may end a move in the zone. Default: all. For a king-only square, :attr:`PieceSet.KING
    <hnefatafl.board.PieceSet.KING>` (S000, S001, S004)."""
    enter: PieceSet = PieceSet.ALL
    """Of the pieces that may stop, those that may come from outside. Default: all. No piece enters a camp (S003
    §11–12)."""
    cross: PieceSet = PieceSet.ALL
    """The pieces that may move across it from outside to outside, when the square is empty. Default: all (S000, S001
    and S004 for the throne). No piece crosses the castle or a camp (S003 §11)."""
    hostile_empty: PieceSet = PieceSet.NONE
    """The pieces to which an empty square of the zone is hostile, as if an enemy stood there. Default: none. The throne
    is hostile to the king in S000, S003 §11 and S004, and with the corners to all soldiers in Copenhagen (restricted
    squares)."""
    hostile_always: PieceSet = PieceSet.NONE
    """The pieces to which a square of the zone is hostile, whatever stands on it. Default: none. The camps are hostile
    to the king (S003 §11), the throne to the defenders (Bologna server)."""
    pierces: bool = False
    """Whether an empty square that is hostile to the king may also be one half of the pair in a :attr:`piercing
    <hnefatafl.rules.Ruleset.piercing>` capture. Default: no; the corners do in berserk (OpenTafl)."""

    def _is_closed(self, size: int) -> bool:
        # A piece can move on inside only where there are several squares.
        several = len(self.squares.squares(size)) > 1
        return several and (bool(self.stop & ~self.enter) or self.cross != PieceSet.ALL)


@frozen(kw_only=True, field_transformer=options_from_texts)
class Speed(Compound):
    """The largest number of squares that a piece may move; None for no limit.

    It does not limit jumps, nor does it depend on a die.

    >>> from hnefatafl import Position, variants
    >>> rules = variants.BRANDUBH.evolve(speed=Speed(attackers=1, king=2))
    >>> len(Position.initial(variants.BRANDUBH).legal_moves()), len(Position.initial(rules).legal_moves())
    (40, 16)
    """

    attackers: int | None = None
    """The attackers' soldiers."""
    attacking_commanders: int | None = None
    """The attackers' commanders."""
    attacking_knights: int | None = None
    """The attackers' knights."""
    attacking_mercenaries: int | None = None
    """Mercenaries while they serve the attackers."""
    attacking_guards: int | None = None
    """The attackers' guards."""
    defenders: int | None = None
    """The defenders' soldiers."""
    defending_commanders: int | None = None
    """The defenders' commanders."""
    defending_knights: int | None = None
    """The defenders' knights."""
    defending_mercenaries: int | None = None
    """Mercenaries while they serve the defenders."""
    defending_guards: int | None = None
    """The defenders' guards."""
    king: int | None = None
    """The king: one square in magpie."""


@frozen(field_transformer=options_from_texts)
class Die(Compound):
    """A die by which pieces move.

    To move one of :attr:`pieces`, its side first rolls the die; then it must move one of them as the roll says. The
    others move without a roll. Our reading: the die is rolled at most once in a turn, and only if some roll would let
    one of the pieces move. A roll by which none of them can move is void, and another piece moves as usual; but a side
    of which no kind of piece moves without a roll loses its turn: it passes (:attr:`Move.PASS
    <hnefatafl.board.Move.PASS>`). Such a pass is counted as any move without a capture, and no repetition forbids it. A
    jump is a move of two squares. The moves of a berserk turn go by one roll. Where it matters what a side could do by
    its next move (ways out, threats to the king), a move counts if some roll would allow it.

    >>> from hnefatafl import Position, variants
    >>> variants.BRANDUBH.evolve(die=4) == variants.BRANDUBH.evolve(die=Die(4))
    True
    >>> rules = variants.BRANDUBH.evolve(die=Die(pieces=PieceSet.ALL, allows=Roll.ODD))
    >>> position = Position.initial(rules)
    >>> position.legal_moves(), position.can_roll
    ([], True)
    >>> len(position.roll(3).legal_moves()), *map(str, position.roll(4).legal_moves())
    (40, 'pass')
    """

    faces: int = 6
    """The number of its faces. Default: six. Where a die is asked for, this number alone will do."""
    pieces: PieceSet = field(default=PieceSet.KING, kw_only=True)
    """The pieces that move by a roll only. Default: the king (S001, "Bewegung des Feldherren"); all in Comyn's
    fidchell and in Bell's tawlbwrdd."""
    allows: Roll = field(default=Roll.AT_MOST, kw_only=True)
    """What a roll lets them do. Default: to move at most as many squares as it shows."""

    def binds_all(self, side: Side) -> bool:
        """Return whether all pieces of the side move by it, so that a roll can cost that side its turn."""
        own = PieceSet.ATTACKERS if side is Side.ATTACKERS else PieceSet.DEFENDERS
        return own in self.pieces


@frozen(kw_only=True, field_transformer=options_from_texts)
class Jumps(Compound):
    """How each kind of piece jumps, on either side.

    >>> from hnefatafl import variants
    >>> variants.BERSERK.jumps.king, variants.BERSERK.jumps.commanders, variants.BERSERK.jumps.knights
    (Jump.RESTRICTED, Jump.OVER_ENEMIES, Jump.CAPTURING)
    """

    soldiers: Jump = Jump.NONE
    """Ordinary soldiers. Default: not at all, in every source."""
    commanders: Jump = Jump.OVER_ENEMIES
    """Commanders. Default: over enemies (berserk)."""
    knights: Jump = Jump.CAPTURING
    """Knights. Default: capturing (berserk); over anybody in Tyr."""
    mercenaries: Jump = Jump.NONE
    """Mercenaries. Default: not at all."""
    guards: Jump = Jump.NONE
    """Guards. Default: not at all."""
    king: Jump = Jump.NONE
    """The king. Default: not at all; restricted in berserk."""


@frozen(kw_only=True, field_transformer=options_from_texts)
class Shieldwall(Compound):
    """The capture of a row of two or more along the edge.

    Every piece of the row has an enemy in front, and both ends are held; all are captured except a king, who survives
    (Copenhagen, shieldwall).

    >>> from hnefatafl import Move, Position, variants
    >>> position = Position.parse('''
    ...     . . . . . . .
    ...     . . . . . . .
    ...     . . . K . . .
    ...     . . . . . . .
    ...     t . . . . . .
    ...     . . t t t . .
    ...     . t T T T . t
    ... ''', variants.BRANDUBH.evolve(shieldwall=Shieldwall()), Side.ATTACKERS)
    >>> print(position.play(Move.parse("g1-f1")))
    7 . . . . . . .
    6 . . . . . . .
    5 . . . K . . .
    4 . . . . . . .
    3 t . . . . . .
    2 . . t t t . .
    1 . t . . . t .
      a b c d e f g
    """

    corners_close: bool = True
    """Whether a corner that is hostile to the row's pieces may hold one end. Default: yes (Copenhagen, shieldwall)."""
    flanking: bool = True
    """Whether only a piece that arrives on the edge, at an end of the row, completes the shieldwall. Default: yes
    (Copenhagen, shieldwall). Otherwise a piece that arrives in front of the row does so too."""


@frozen(kw_only=True, field_transformer=options_from_texts)
class Repetition(Compound):
    """What happens when a position is repeated.

    A position is the board, the side to move and everything else that restricts the next move. A capture resets the
    count, because no earlier position can occur again.

    >>> from hnefatafl import Move, Position, variants
    >>> rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.MOVER_LOSES))
    >>> position = Position.initial(rules)
    >>> for text in "d1-c1", "d3-c3", "c1-d1", "c3-d3":
    ...     position = position.play(Move.parse(text))
    >>> print(position.outcome)
    the attackers win: the position has been repeated too often
    """

    count: int = field(default=3, metadata={"least": 2})
    """The occurrence at which the consequence follows. Default: the third."""
    consequence: Consequence = Consequence.DRAW
    """The consequence. Default: a draw."""
    by: Side | None = None
    """Only repetitions caused by a move of this side count. Default: of either side. With a draw the difference is one
    ply, in which the other side may still deviate."""
    counts_start: bool = True
    """Whether the start position counts. Default: yes. The Bologna server starts to count with the first move."""
    turn: bool = True
    """Whether a position counts as the same only with the same side to move. Default: yes; hnefatafl.org and
    npm's ``tafl`` compare only the boards."""
    symmetric: bool = False
    """Whether a rotated or mirrored position counts as the same. Default: no; npm's ``tafl`` does so."""
    before_captures: bool = False
    """Whether a move is :attr:`forbidden <Consequence.FORBIDDEN>`, too, if it repeats a position before the men that it
    captures are taken off. Default: no; hnefatafl.org compares the board so, and therefore forbids the defenders to
    capture a man who has stepped between them if the board with him there has been seen before."""


@frozen(kw_only=True, field_transformer=options_from_texts)
class Announcements(Compound):
    """Which threats are announced, in which words, and what follows when a way out is not announced.

    A side announces what it could do by its next move: after its own move, everything that it could then do; after the
    opponent's move, what that move newly allows (S001, "Ansagen": "befindet sich der
    König in einer Situation"; S003 §9: "när den som spelar svensk ser en sådan utväg"). Our reading of S003 §9: a way
    out that the opponent has opened is announced before the next move, and the king may then leave by it at once. With
    a :class:`Die`, a side could do what some roll would allow (our reading; S001 has both, and does not say).

    >>> from hnefatafl import Move, Position, variants
    >>> for said in Announcements(), Announcements(way_out=Call.MUST), Announcements(way_out=Call.MUST, raichi=True):
    ...     rules = variants.TABLUT.evolve(announcements=said)  # two ways out for the king
    ...     position = Position.parse("/4t4/9/9/5K3/4T4/9/9/9/4t4/", rules, Side.DEFENDERS)
    ...     print(position.explain(Move.parse("f4-f2")).announcement)
    None
    way-out
    tuichu
    """

    way_out: Call = Call.NONE
    """Whether the defenders announce that their king could escape by his next move. Default: no. They must by
    S001 ("Ansagen") and S003 §9–10."""
    raichi: bool = False
    """Whether they say *raichi* for one way out and *tuichu* for two or more (S003 §9–10). Default: no; S001
    has no words of its own for it."""
    threat: Call = Call.NONE
    """Whether the attackers announce that they could capture the king by their next move. Default: no. They may by
    S001 ("Ansagen");S003 does not have it."""
    binding: bool = False
    """Whether a king whose way out was not announced may not escape by his next move (S003 §9: "annars får man inte gå
    ut i sitt nästa drag"). Default: no; it has no consequence in S001."""

    def call(self, announcement: Announcement) -> Call:
        """Return whether that is announced."""
        if announcement is Announcement.THREAT:
            return self.threat
        return self.way_out if self.raichi is (announcement is not Announcement.WAY_OUT) else Call.NONE
