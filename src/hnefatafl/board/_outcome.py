"""Closed lists: how a game ends, why a piece is captured, why a move is illegal, what is announced.

A member's value is its slug, which files, reports and the command use. :func:`hnefatafl.describe.sentence` puts
members into words, in English, German and Swedish.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Final

from hnefatafl.board._geometry import Square
from hnefatafl.board._pieces import Side
from hnefatafl.support import hooks
from hnefatafl.support.arguments import check
from hnefatafl.support.as_json import plain
from hnefatafl.support.enums import Listed
from hnefatafl.support.errors import NotationError
from hnefatafl.support.immutability import frozen
from hnefatafl.support.schemas import offer


class _Said(Listed):
    """A closed list whose members have a sentence each."""

    @property
    def sentence(self) -> str:
        """The member as an English sentence."""
        return hooks.sentence(self, "en")


class Termination(_Said):
    """How a game ended, in the order in which the rules apply.

    The order matters only when one move leads to several endings; no source
    gives one, so it is our reading: first the effect of the move on the king,
    then on the men, then formations, then the counters, and last whether the
    king can still escape (as at hnefatafl.org) and whether the opponent can move.

    >>> from hnefatafl import Move, Position, variants
    >>> position = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> position.play(Move.parse("d1-a1")).outcome
    Outcome(winner=Side.DEFENDERS, termination=Termination.KING_ESCAPED)
    >>> Termination.KING_ESCAPED.sentence
    'the king has escaped'
    """

    KING_CAPTURED = "king-captured"
    """The attackers captured the king (every source)."""
    KING_CAPTURED_ON_EDGE = "king-captured-on-edge"
    """The king was captured on the edge, which is a draw by the rules (S001, "Gefangennahme des Feldherren")."""
    KING_ESCAPED = "king-escaped"
    """The king reached an escape square (every source)."""
    KING_IMMOBILE = "king-immobile"
    """The king can no longer move (S004, "bewegungsunfähig"), if the rules end the game by it."""
    ALL_CAPTURED = "all-captured"
    """The last attacker was captured (Copenhagen, as played)."""
    TOO_FEW_ATTACKERS = "too-few-attackers"
    """The attackers have fewer men than the rules require (S004, "Spielziel")."""
    TOO_FEW_DEFENDERS = "too-few-defenders"
    """The king has fewer men than the rules require (gwyddbwyll, pfireland.net)."""
    TUICHU = "tuichu"
    """Tuichu: two ways out at once (S003 §10), if the rules end the game by it."""
    ENCIRCLEMENT = "encirclement"
    """No defender can reach the edge (Copenhagen, surrounding)."""
    EXIT_FORT = "exit-fort"
    """An exit fort (Copenhagen, exit forts)."""
    EXTRA = "extra"
    """One of the ruleset's extra endings."""
    REPETITION = "repetition"
    """The repetition rule of the ruleset (S001 and S003 §13 ask for one)."""
    QUIET_LIMIT = "quiet-limit"
    """The limit of moves without a capture is reached."""
    MOVE_LIMIT = "move-limit"
    """The limit of all moves is reached (CodinGame's brandubh, hnefatafl.org)."""
    NO_ESCAPE = "no-escape"
    """The king can no longer escape (hnefatafl.org, rule 10), if the rules end the game by it."""
    NO_LEGAL_MOVE = "no-legal-move"
    """The side to move is blocked (S001 "Spielende", S004 "Spielziel")."""

    @property
    def by_board(self) -> bool:
        """Whether the board alone brings this end about, whatever moves came before.

        False for what counts moves: repetition, the limit of moves without a
        capture and that of all moves. A side may also be blocked by the board alone or because the
        repetition rule forbids its last moves; the list does not tell the two
        apart, and this is True.
        """
        return self not in (Termination.REPETITION, Termination.QUIET_LIMIT, Termination.MOVE_LIMIT)


_DRAW: Final = "draw"
_WINNERS: Final[Mapping[str, Side | None]] = {**{side.value: side for side in Side}, _DRAW: None}
_ENDINGS: Final = {ending.value: ending for ending in Termination}


@frozen
class Outcome:
    """Who won, and how the game ended.

    >>> print(Outcome(Side.DEFENDERS, Termination.KING_ESCAPED))
    the defenders win: the king has escaped
    """

    winner: Side | None
    """The side that won, or None for a draw."""
    termination: Termination
    """How the game ended."""

    def __attrs_post_init__(self) -> None:
        check("winner", self.winner, Side, optional=True)
        check("termination", self.termination, Termination)

    def __str__(self) -> str:
        return self.describe()

    @property
    def text(self) -> str:
        """The outcome for programs: the winner or ``draw``, a colon, and how the game ended; :meth:`parse` reads it.

        >>> Outcome(Side.DEFENDERS, Termination.KING_ESCAPED).text, Outcome(None, Termination.REPETITION).text
        ('defenders:king-escaped', 'draw:repetition')
        """
        return f"{self.winner or _DRAW}:{self.termination}"

    @staticmethod
    def parse(text: str) -> Outcome:
        """Read an outcome from its :attr:`text`.

        >>> print(Outcome.parse("attackers:king-captured"))
        the attackers win: the king is captured

        Raises:
            NotationError: the text is none.
        """
        check("text", text, str)
        winner, _, how = text.partition(":")
        if winner not in _WINNERS:
            raise NotationError("attackers:, defenders: or draw: was expected", text)
        if how not in _ENDINGS:
            raise NotationError(f"one of {', '.join(_ENDINGS)} was expected", text, len(winner) + 1)
        return Outcome(_WINNERS[winner], _ENDINGS[how])

    def describe(self, lang: str = "en") -> str:
        """Return the outcome in English (``en``), German (``de``) or Swedish (``sv``).

        >>> Outcome(Side.DEFENDERS, Termination.KING_ESCAPED).describe("de")
        'die Verteidiger gewinnen: der König ist entkommen'

        Raises:
            UnknownLanguageError: there are no words for that language.
        """
        return hooks.sentence(self, lang)


plain.register(Outcome, attrgetter("text"))
offer(Outcome, type="string", examples=["defenders:king-escaped", "draw:repetition"])


class CaptureKind(_Said):
    """The rule by which a piece was captured.

    >>> from hnefatafl import Position, variants
    >>> position = Position.parse("/1t5/2T4/7/3K3/7/7/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> for capture in position.explain("c2-c1").captures:
    ...     print(capture.square, repr(capture.rule), capture.rule.sentence)
    b1 CaptureKind.HOSTILE_SQUARE between an enemy and a hostile square
    """

    CUSTODIAL = "custodial"
    """Between the moved piece and another enemy (every source)."""
    HOSTILE_SQUARE = "hostile-square"
    """Against a throne, corner or camp (S000 "Schlagen", S001 "Spezielle Felder")."""
    HOSTILE_EDGE = "hostile-edge"
    """Against the board's edge (S000, "Schlagen von Spielsteinen")."""
    THREE_SIDES = "three-sides"
    """A king or man who is captured when three sides are held (alea evangelii, archive of aagenielsen.dk)."""
    LINNAEAN = "linnaean"
    """The Linnaean capture: three attackers and this man stood around the enthroned king."""
    LINE = "line"
    """A man of a row between two enemies (Brandubh of georgelivas), or beside his king in one (dinotash's tablut)."""
    SHIELDWALL = "shieldwall"
    """A man of a row on the edge with enemies in front and at its ends (Copenhagen, shieldwall)."""
    SURROUNDED = "surrounded"
    """The king, enclosed on all sides that count (S001, S003 §8, S004)."""
    PIERCED = "pierced"
    """The strong king, between two pieces that pierce, or one of them and a corner (berserk)."""
    JUMPED = "jumped"
    """Jumped over by an enemy that captures by jumping (berserk, knights)."""
    JOINT = "joint"
    """The king or his one protector, enclosed as a pair (S000, Abb. 4)."""
    WALKED_IN = "walked-in"
    """The man that moved, who stepped between two enemies (Robert ap Ifan's tawlbwrdd)."""
    EXTRA = "extra"
    """One of the ruleset's extra captures."""


class Announcement(_Said):
    """What a side announces: that it threatens to win by its next move.

    >>> from hnefatafl import Move, Position, variants
    >>> text = "/4t4/9/2T6/5K3/9/9/9/9/4t4/"
    >>> position = Position.parse(text, variants.FOTEVIKEN_TABLUT, Side.DEFENDERS)
    >>> position.explain(Move.parse("f4-f3")).announcement
    Announcement.RAICHI
    """

    RAICHI = "raichi"
    """The king has one way out (S003 §9)."""
    TUICHU = "tuichu"
    """The king has two ways out or more (S003 §10)."""
    WAY_OUT = "way-out"
    """The king has a way out, if the rules have no special words for it (S001, "Ansagen")."""
    THREAT = "threat"
    """The attackers can capture the king by their next move (S001, "Ansagen")."""


class Illegality(_Said):
    """Why a move is illegal; the first that applies, in this order.

    >>> from hnefatafl import Position, variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> for text in "d4-d3", "d1-c2", "d1-d4":
    ...     print(text, position.illegality(text).reason)
    d4-d3 not-your-piece
    d1-c2 not-straight
    d1-d4 blocked
    """

    GAME_OVER = "game-over"
    """There are no moves after the end."""
    OFF_BOARD = "off-board"
    """One of its squares is off this board."""
    NO_PASSING = "no-passing"
    """The side may not pass (S004: "Zugzwang")."""
    EMPTY_ORIGIN = "empty-origin"
    """There is nothing to move."""
    NOT_YOUR_PIECE = "not-your-piece"
    """A side moves only its own pieces."""
    NOT_STRAIGHT = "not-straight"
    """All pieces move like the rook in chess (S000 "Die Züge", S003 §5)."""
    BLOCKED = "blocked"
    """Pieces do not jump, and end on an empty square (S000, S001, S003 §5, S004)."""
    NO_STOPPING = "no-stopping"
    """The square belongs to a zone that is closed to the piece (S000, S001, S003 §11, S004)."""
    NO_CROSSING = "no-crossing"
    """A square on the way belongs to a zone that the piece may not cross (S003 §11)."""
    TOO_FAR = "too-far"
    """The move is longer than the piece's speed, or than the roll (S001, "Bewegung des Feldherren")."""
    NOT_BY_ROLL = "not-by-roll"
    """The roll allows only moves of another length, or none of this piece (fidchell after Comyn, tawlbwrdd after
    Bell)."""
    WALK_IN = "walk-in"
    """The man may not step between two enemies (:attr:`~hnefatafl.rules.Ruleset.no_walk_in`)."""
    MUST_GO_ON = "must-go-on"
    """In a berserk turn only the piece that has captured may move."""
    MUST_CAPTURE = "must-capture"
    """A piece continues a berserk turn only by a further capture (OpenTafl ``ber:c``)."""
    MUST_ROLL = "must-roll"
    """The piece moves only after a roll (S001, "Bewegung des Feldherren")."""
    MUST_USE_ROLL = "must-use-roll"
    """The player who rolled must move a piece that goes by the die (S001, "Bewegung des Feldherren")."""
    UNANNOUNCED = "unannounced"
    """Without raichi the king may not leave in his next move (S003 §9)."""
    FORCED_CAPTURE = "forced-capture"
    """A capture must be made (Burke and Tennenhouse, arXiv 2301.06127)."""
    REPETITION = "repetition"
    """The repetition rule forbids the move, or requires the offensive side to deviate (S003 §13)."""


@frozen
class IllegalMove:
    """Why a move is illegal, and where.

    >>> print(IllegalMove(Illegality.BLOCKED, Square.parse("d2")))
    another piece stands in the way (d2)
    """

    reason: Illegality
    """The rule that stops the move."""
    square: Square | None
    """The square that the rule is about: of the piece in the way, of the zone, of the piece that must move instead;
    None once the game is over, and where a side may not pass."""

    def __attrs_post_init__(self) -> None:
        check("reason", self.reason, Illegality)
        check("square", self.square, Square, optional=True)

    def __str__(self) -> str:
        where = "" if self.square is None else f" ({self.square})"
        return f"{self.reason.sentence}{where}"
