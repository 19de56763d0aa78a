"""Rulesets: the rules of a game as a value of named options.

A ruleset says nothing by itself; :mod:`hnefatafl._kernel.compiler` turns it into the
tables that the kernel plays from, and is the only reader of the options that
decide play. The abbreviations S000, S001, S003 and S004 are the four documents
that the library began with (see the glossary).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, Unpack, cast

import attrs
from attrs import field

from hnefatafl.board import Board, Outcome, PieceSet, Region, Side, Square, Symmetry
from hnefatafl.rules import _wording as _words
from hnefatafl.rules._checks import contradictions, wrong_types
from hnefatafl.rules._options import (
    Announcements,
    Berserk,
    Die,
    EdgeCapture,
    GuardCapture,
    Jumps,
    KingStrength,
    LimitConsequence,
    NoMove,
    Passing,
    Repetition,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.rules._readings import Reading, kept_notes, match_rules, readings
from hnefatafl.rules._texts import as_board, options_from_texts
from hnefatafl.rules._wording import agree, as_tuple, denoted, fingerprint, turned_options
from hnefatafl.support import hooks
from hnefatafl.support.arguments import refuse
from hnefatafl.support.errors import RulesetError, UnknownVariantError
from hnefatafl.support.immutability import frozen
from hnefatafl.support.schemas import offer
from hnefatafl.support.words import hint

if TYPE_CHECKING:
    from hnefatafl.board import Move
    from hnefatafl.play import Position
    from hnefatafl.rules.typing import RulesetDiff, RulesetOptions


ExtraCapture = Callable[[Board, "Move", Side, "Position"], Iterable[Square]]
"""An extra capture: from the board after the move and its ordinary captures, the move, the side that
made it, and the position before the move, the further squares that are captured. A pure function.
Squares on which no enemy stands, and squares off the board, do not count."""
ExtraEnding = Callable[[Board, Side, "Position"], Outcome | None]
"""An extra ending: from the board after a move, the side now to move, and the position with its
history, the outcome, or None to play on. A pure function."""


def _as_texts(texts: Iterable[str]) -> tuple[str, ...]:
    return as_tuple(texts)


def _as_zones(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    return as_tuple(zones)


def _as_die(die: Die | int | None) -> Die | None:
    """Return the die, or for a number the one of so many faces by which the king moves; anything else as it is."""
    return Die(die) if type(die) is int else cast("Die | None", die)


def _as_captures(captures: Iterable[ExtraCapture]) -> tuple[ExtraCapture, ...]:
    return as_tuple(captures)


def _as_endings(endings: Iterable[ExtraEnding]) -> tuple[ExtraEnding, ...]:
    return as_tuple(endings)


@frozen(kw_only=True, eq=False, field_transformer=options_from_texts)
class Ruleset:
    """The whole rules of a game.

    A ruleset is a value: two are equal when their options agree, whatever they are called, and then they play the
    same. Regions are compared by their squares. An option that cannot matter under the others (:meth:`idle`) counts:
    rulesets that differ in it play alike, and are not equal. A variant of one's own is another with some options
    changed:

    >>> from hnefatafl import variants
    >>> house = variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE)
    >>> house.diff(variants.BRANDUBH)
    {'escape': (Region.parse('edge'), Region.parse('corners'))}

    Raises:
        RulesetError: options contradict each other; every contradiction is listed.
    """

    name: str
    """The name of the ruleset. Comparisons ignore it, as they do the other labels."""
    aliases: tuple[str, ...] = field(default=(), converter=_as_texts, repr=False)
    """Other names under which it is found."""
    origin: str = field(default="", repr=False)
    """The name of the ruleset that this one is a changed copy of, made by :meth:`evolve` or by ``base`` in a file.
    Empty for a ruleset written in full. It says how the value was made, not where the game comes from."""
    source: str = field(default="", repr=False)
    """Where the rules come from."""
    notes: str = field(default="", repr=False)
    """Notes on the rules, one a line. A line that begins with ``Our reading:`` says what the source leaves open and how
    it is interpreted here; ``Departure from the source:`` marks a rule that the source states and the ruleset changes,
    ``Optional in the source:`` an additional rule of the source that is in force, and
    ``Optional in the source, not in force here:`` one that is not. The options concerned may stand before
    the colon, as in ``Our reading (repetition): ...``; see :attr:`readings`. A line that begins with ``Match:`` says
    what the players agree on for a match; see :attr:`match_rules`."""
    version: int = 1
    """The behaviour version. It increases when the same moves would be judged differently than before."""

    size: int
    """The number of files and of ranks: 5 to 21 (S000: 13 or 11; S001: 11 or 13; S003: 9)."""
    start: Board = field(converter=as_board)
    """The start layout, a board or its text. Layouts may vary freely (S001, "Spielfeld")."""
    first: Side | None = Side.ATTACKERS
    """The side that moves first; None for a first move by lot (S001, "Der erste Zug"). Default: the attackers
    (S000, S001, S004, and most others); the defenders in S003 §4."""

    throne: Zone | None = Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=PieceSet.KING,
        hostile_empty=PieceSet.ALL,
    )
    """The king's seat, or None for a game without one. Default: the centre; only the king stops, all pieces cross it;
    hostile to all while empty (Copenhagen). Separate from :attr:`zones` because the king's strength and the Linnaean
    capture refer to it."""
    corners: Zone | None = Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=PieceSet.MEN,
    )
    """The corner squares, or None for a game in which they are ordinary squares (tablut, sea battle). Default: king
    only, hostile to all soldiers (Copenhagen, restricted squares). A corner may close one end of a shieldwall."""
    zones: tuple[Zone, ...] = field(default=(), converter=_as_zones)
    """All other zones, such as the camps (S003 §2 and §11–12), at most 100. Default: none."""

    escape: Region = Region.CORNERS
    """The squares on which the king wins when he arrives. Default: the corners (S000, S001, S004); the edge in tablut
    and similar games, and as an option of S001; the edge without the camps in S003 §9 and §11."""

    king: KingStrength = KingStrength.STRONG
    """How many sides of the king must be held. Default: strong (S003, Copenhagen, Fetlar)."""
    edge_capture: EdgeCapture = EdgeCapture.WON
    """What the capture of a king on the edge means. Default: the attackers win; a draw is an option of S001. It cannot
    matter where he is never captured there: a strong king to whom the edge is not hostile, without joint captures and
    pairs (see :meth:`~hnefatafl.rules.Ruleset.idle`)."""
    joint_capture: bool = False
    """Whether the king and one man beside him are captured together when both are completely surrounded (S000, Abb. 4).
    Our reading: exactly one soldier stands beside the king, and every other neighbouring square of the two holds an
    enemy or is hostile. It matters for a weak king too: the attacker that closes the ring may stand beside the soldier
    only. Default: no."""
    hammer: PieceSet = PieceSet.ALL
    """The pieces that capture by moving. Default: all. A king who is not among them is "anvil only" (S001,
    "Gefangennahme durch den Feldherren"), and a king in neither set is unarmed (sea battle)."""
    anvil: PieceSet = PieceSet.ALL
    """The pieces that capture by standing, as the partner of a piece that moves. Default: all. A king who is not among
    them is "hammer only"."""
    piercing: PieceSet = PieceSet.COMMANDERS | PieceSet.KNIGHTS
    """The pieces of which two capture a strong king between them, as any two capture a soldier, unless he sits on the
    throne.
    Default: commanders and knights (berserk, OpenTafl); commanders alone at AbstractPlay."""
    three_captors: PieceSet = field(default=PieceSet.NONE, metadata={"among": PieceSet.MEN})
    """The men that are captured only when any three of their four sides are held by enemies or hostile, instead of two
    opposite ones: the dux of alea evangelii (archive of aagenielsen.dk, type 92). Otherwise they move and capture like
    other men, and are captured in shieldwalls and by jumps (our reading). Default: none; guards are captured as
    :attr:`guard_capture` says."""
    guard_capture: GuardCapture = GuardCapture.SURROUNDED
    """How guards are captured. Default: surrounded on all sides. They never capture by moving or standing, whatever
    :attr:`hammer` and :attr:`anvil` say (OpenTafl); a capturing jump is a separate option."""
    walk_in: PieceSet = field(default=PieceSet.NONE, metadata={"among": PieceSet.MEN})
    """The men that are captured when they step between two enemies (Robert ap Ifan, 1587; to say *gwrheill* always
    is to play the default). Our reading: their own captures are made first; a hostile square may be one of the two; a
    guard falls on four sides, a man of three captors on three; the king is safe. Default: none, as in all others."""
    no_walk_in: PieceSet = field(default=PieceSet.NONE, metadata={"among": PieceSet.MEN})
    """The men that may not step between two enemies, none of whom is in :attr:`walk_in`. No source at hand has
    it: the men of Robert ap Ifan fall there. Our reading: just the moves by which :attr:`walk_in` would capture the man
    that moves are illegal, jumps and moves by which he captures others among them, but never one that captures the
    king; a side that has no other moves has none; and only legal captures are forced. Default: none."""
    jumps: Jumps = Jumps()
    """Which pieces jump, and how. Default: commanders and knights, as in berserk."""
    berserk: Berserk = Berserk.NONE
    """Whether a piece that has captured goes on in the same turn. Default: no."""
    berserk_escape: bool = field(default=False, metadata={"needs": "berserk"})
    """Whether a king who goes on in a berserk turn may also escape by a move that captures nothing. Default: no; yes in
    berserk and Tyr at AbstractPlay. He may always escape by a move that captures."""
    edge_hostile: PieceSet = PieceSet.NONE
    """The pieces to which the edge of the board is hostile, as if an enemy stood beyond it. Default: none; the soldiers
    of both sides and the king in S000 ("Schlagen von Spielsteinen")."""
    shieldwall: Shieldwall | None = None
    """The capture of rows along the edge (Copenhagen, shieldwall). Default: none."""
    forced_capture: bool = False
    """Whether whoever can capture must (Burke and Tennenhouse, arXiv 2301.06127). If any legal move captures a man or
    the king, only such moves are legal, whichever piece makes them. Our reading: the king may then not even escape by a
    move that captures nothing; a piece in a berserk turn that can capture may neither stop nor go on in another way;
    and with a die, only the moves that the roll allows count, while rolling it remains possible. Default: no
    (S001, S004: nobody is forced to capture)."""
    line_capture: bool = False
    """Whether several men in an unbroken row are captured together when a piece arrives at one end of it and another
    enemy, or a square hostile to all of them, holds the other end (Brandubh of georgelivas: "more than 2 pieces can be
    captured simultaneously if surrounded"). Our reading: a king, a guard or a man who needs three captors ends the row.
    Default: no."""
    king_line_capture: bool = False
    """Whether a man beside his king is captured when both are held on one line, between an attacker that arrives and
    another attacker or a square hostile to the man; the king survives (dinotash's tablut: "the Swedish pawn would be
    captured but the king would not be"). Our reading: with :attr:`line_capture` the row may have more men, who are all
    captured; and no fort is broken in this way, since the king can step aside. Default: no."""
    linnaean_capture: bool = field(default=False, metadata={"needs": "throne"})
    """Whether a man of the king can be captured against him by an attacker that arrives opposite, while the king sits
    on the throne between that man and three attackers (Linnaeus). Default: no."""

    exit_fort: bool = False
    """Whether the defenders win by an unbreakable fort at the edge, inside which the king can move
    (Copenhagen, exit forts). Default: no."""
    simple_fort: bool = field(default=False, metadata={"needs": "exit_fort"})
    """Whether a fort counts as unbreakable if no man of its wall is free on two sides: to the right and the left of
    somebody who looks at him from a square of the inside, one of the two must be a defender or the edge (hnefatafl.org;
    our reading: from every such square, where the program looks from the one that it reaches first). Default: no, a
    fort counts if no man of its wall could ever be captured."""
    encirclement: bool = False
    """Whether the attackers win by enclosing all defenders (Copenhagen, surrounding). Default: no."""
    secure_ring: bool = field(default=False, metadata={"needs": "encirclement"})
    """Whether such a ring counts only if none of its pieces could be captured from the inside: between two squares of
    the inside, or between one of them and a square that is hostile to the piece, such as the empty throne
    (hnefatafl-rs). Default: no."""
    whole_ring: bool = field(default=False, metadata={"needs": "encirclement"})
    """Whether such a ring counts only if the king and all other defenders are inside it together. Then a capture by the
    defenders can make one, too, by removing an attacker who stood between two parts (hnefatafl.org; hnefatafl-rs,
    which asks after attackers' moves only). Default: no."""
    edge_ring: bool = field(default=False, metadata={"needs": "encirclement"})
    """Whether such a ring may lean on the edge: the defenders are enclosed when none of them can walk to a square of
    escape (hnefatafl-rs, ``WithEdgeAccess``). Default: no; none may be able to walk to the edge."""
    no_escape: bool = False
    """Whether the attackers win when the king can no longer escape, as the program of hnefatafl.org judges it (rule
    10), after any move that does not end the game otherwise, where only the corners are squares of escape:

    * He is shut in at the edge, not beside a corner: attackers hold the next two squares on either hand (a corner may
      be the second), the two before him, and the two before the square on one hand, and there are eight attackers,
      where a corner that takes part counts as one. If he has at most one man, neither the last two nor the eight are
      asked for; nor, if there are at most five attackers, the two before him.
    * All corners are closed, he has at most three men (too few for a fort), and there are at least 13 attackers.
    * All corners are closed, and no side of the board has more than two free squares, or three if he has at most five
      men; those of a side lie beside one another.

    A corner is closed when attackers hold the two squares next to it along both sides, or when no defender stands next
    to its surroundings: the empty squares that can be reached from it, where the two squares beside it count as empty
    if attackers stand there (and nobody else there is asked about). A square at the edge is free unless an attacker
    stands there or it belongs to a corner's surroundings or to such a pair. Default: no."""

    speed: Speed = Speed()
    """How far pieces move. Default: any number of squares."""
    die: Die | None = field(default=None, converter=_as_die)
    """The die by which pieces move, or None without one. By default of its fields the king does: to move him, the
    defenders roll it and must then move him at most that far (S001, "Bewegung des Feldherren"). In Comyn's fidchell
    all pieces move as many squares as it shows; in Bell's tawlbwrdd a side moves on an odd roll only (both as told by
    others; the books were not at hand). For a king of speed 1 who does not jump, no die matters that lets him move so
    far, unless captures are forced. Default: no die."""

    no_move: NoMove = NoMove.LOSS
    """What happens to a side without a legal move. Default: it loses (S004; Copenhagen, no legal move)."""
    may_pass: Passing = Passing.NOBODY
    """Which side may pass instead of moving, as in other games; no source of a game of this family has it. Our reading:
    a pass is a move, :attr:`Move.PASS <hnefatafl.board.Move.PASS>`. It may be made although others could be, and is one
    where there is no other, so such a side is never without a move. Repetition and :attr:`quiet_limit` count it, and
    what ends the game after a move of that side ends it after a pass. In a berserk turn nobody passes, nor after a roll
    by which a piece can move, nor where a capture is forced. Default: nobody (S000, S001, S004: "Zugzwang")."""
    immobile_king: bool = False
    """Whether the attackers win when, after a move of theirs, the king cannot move ("den König so zu umstellen dass
    dieser bewegungsunfähig wird", S004). Our reading: his own men do not hold him, so he must be unable to move even if
    they were not there; only the board and the zones count, by any roll of a die and whatever was announced or
    repeated. Where his capture is a draw it stays one. Default: no."""
    fewest_attackers: int = field(default=1, metadata={"least": 0})
    """The attackers lose when fewer than this are left. Default: one, so they lose when all are captured; three in S004
    ("nur noch 2 Figuren"); 0 for no such rule."""
    fewest_defenders: int = field(default=0, metadata={"least": 0})
    """The defenders lose when fewer men than this are left beside the king: with 1, when the last of them has been
    captured ("the king loses if the attackers surround him or if all the princes are lost", gwyddbwyll at pfireland.net
    and zhubidubi.com). A king who is captured by the same move is captured first, and where that is a draw it stays one
    (our reading). Default: 0, for no such rule."""
    quiet_limit: int | None = None
    """The number of consecutive plies without a capture after which the game ends, as :attr:`quiet_limit_consequence`
    says. Default: no limit."""
    quiet_limit_consequence: LimitConsequence = LimitConsequence.DRAW
    """What it leads to that this limit is reached. Default: a draw."""
    move_limit: int | None = None
    """The number of plies, those of both sides from the start of the game, after which it ends, as
    :attr:`move_limit_consequence` says (200 in CodinGame's brandubh; hnefatafl.org has such a limit, too). Every other
    ending but the want of a legal move comes first: whoever wins by the last ply has won. Our reading: each step of a
    berserk turn is a ply (:attr:`Position.ply <hnefatafl.play.Position.ply>`), and a position that was set up has none
    behind it unless it says so. Default: no limit."""
    move_limit_consequence: LimitConsequence = LimitConsequence.DRAW
    """What it leads to that this limit is reached. Default: a draw (CodinGame, hnefatafl.org). By the command "limit N"
    of the course CS61B, the side loses that would have to make its move N + 1: ``move_limit=2 * N`` and
    ``move_limit_consequence="mover-loses"`` (our reading: the limit of both sides is the same)."""
    repetition: Repetition = Repetition()
    """What happens when a position is repeated (S001, S003 §13). Default: a draw at the third occurrence."""
    announcements: Announcements = Announcements()
    """Whether ways out and threats to the king are announced (S001, "Ansagen"; S003 §9–10). Default: no."""
    tuichu_wins: bool = False
    """Whether two ways out win at once, before the king has left the board (S003 §10, read literally). Our reading:
    with a die, a way counts that some roll would allow. Default: no."""

    extra_captures: tuple[ExtraCapture, ...] = field(default=(), converter=_as_captures)
    """Captures that no option provides, as functions. Default: none."""
    extra_endings: tuple[ExtraEnding, ...] = field(default=(), converter=_as_endings)
    """Endings that no option provides, as functions. Default: none."""

    LABELS: ClassVar[frozenset[str]] = frozenset({"name", "aliases", "origin", "source", "notes", "version"})
    """The fields that do not change play."""
    FUNCTIONS: ClassVar[frozenset[str]] = frozenset({"extra_captures", "extra_endings"})
    """The options whose values are functions, which no notation writes and no symmetry turns."""

    def __attrs_post_init__(self) -> None:
        reasons = wrong_types(self) or contradictions(self)
        if reasons:
            raise RulesetError(reasons)

    @property
    def alternates(self) -> bool:
        """Whether the sides always alternate: no turn goes on after a capture, and none is passed."""
        return self.berserk is Berserk.NONE and self.no_move is not NoMove.PASS

    @property
    def faces(self) -> int:
        """How many faces the die has; 0 without a die."""
        return 0 if self.die is None else self.die.faces

    @property
    def all_zones(self) -> tuple[Zone, ...]:
        """The throne and the corners, if the game has them, and the other zones."""
        special = [zone for zone in (self.throne, self.corners) if zone is not None]
        return (*special, *self.zones)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The lines of the notes that state our reading, a departure from the source, or an optional rule of it.

        They are in their order. A reading of ours that belongs to an option wherever it is used is in the leaflet of
        every ruleset that has the option (:meth:`describe`), not in the notes.
        """
        return readings(self.notes)

    @property
    def match_rules(self) -> tuple[str, ...]:
        """The lines of the notes about a match, which the leaflet has in a section of its own."""
        return match_rules(self.notes)

    def evolve(self, **options: Unpack[RulesetOptions]) -> Ruleset:
        """Return the ruleset with some options changed.

        A copy that plays otherwise is another game, of which nothing is known but how it was made: its
        :attr:`origin` is the name of this ruleset. The aliases, the source and the behaviour version are
        those that are given, and else the default. Without a name of its own it is called after its origin:

        >>> from hnefatafl import variants
        >>> house = variants.BRANDUBH.evolve(escape=Region.EDGE)
        >>> house.name, house.origin, house.aliases, house.source
        ('brandubh, changed', 'brandubh', (), '')

        Of the notes, if none are given, it keeps the :attr:`readings` about options that have not changed, and the
        :attr:`match_rules`:

        >>> [reading.options for reading in variants.FETLAR.evolve(encirclement=True, no_move="draw").readings]
        [('repetition',), ('edge_capture',), ('fewest_attackers',)]

        A copy that plays the same keeps all labels, but another name drops the aliases.

        Regions, sides, pieces and choices may be written as texts, as in files:

        >>> variants.BRANDUBH.evolve(escape="edge", hammer="men", king="weak").king
        KingStrength.WEAK
        >>> variants.BRANDUBH.evolve(king="week")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.RulesetError: king: one of strong, ...
        >>> variants.BRANDUBH.evolve(escapes=Region.EDGE)
        Traceback (most recent call last):
            ...
        hnefatafl.errors.RulesetError: there is no option escapes; did you mean escape?

        Raises:
            RulesetError: an option does not exist, or the result contradicts itself.
        """
        names = [f.name for f in attrs.fields(Ruleset)]
        unknown = [option for option in options if option not in names]
        if unknown:
            raise RulesetError([f"there is no option {option}{hint(option, names)}" for option in unknown])
        # Most copies play otherwise, so their labels are put in at once. Only options that were given can differ.
        copy = attrs.evolve(self, **{**self._choose_labels(True), **options})
        if any(name not in self.LABELS and not self._agrees_in(copy, name) for name in options):
            if self.notes and "notes" not in options:
                # The copy is new, and its notes do not change play: made again, all its options would be checked twice.
                object.__setattr__(copy, "notes", kept_notes(self.notes, lambda name: self._agrees_in(copy, name)))
            return copy
        renamed = options.get("name", self.name) != self.name
        return attrs.evolve(self, **{**(self._choose_labels(False) if renamed else {}), **options})

    def _choose_labels(self, changed: bool) -> dict[str, Any]:
        """Return the labels of a copy for which none are given, by whether it plays otherwise."""
        unnamed = self.name == _name_of_copy(self.origin)
        labels: dict[str, Any] = {"aliases": (), "origin": self.origin if unnamed else self.name}
        if changed:
            name = self.name if unnamed else _name_of_copy(self.name)
            labels |= {"name": name, "source": "", "notes": "", "version": 1}
        return labels

    def _agrees_in(self, copy: Ruleset, option: str) -> bool:
        """Return whether a copy has the same value of an option, or of a field of one, such as ``throne.stop``."""
        name, _, part = option.partition(".")
        # "all" is no option.
        known = name not in self.LABELS and any(name == f.name for f in attrs.fields(Ruleset))
        return known and agree(getattr(self, name), getattr(copy, name), self.size, part)

    @cached_property
    def _play(self) -> dict[str, object]:
        """What each option comes to on this board, however its regions are written."""
        names = (f.name for f in attrs.fields(Ruleset) if f.name not in self.LABELS)
        return {name: denoted(getattr(self, name), self.size) for name in names}

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits, made from the options that differ from their defaults. Rulesets that are equal have
        the same, whatever they are called. Functions among the options go by their names.

        A position of a ruleset whose name is another's has it in its text (:attr:`Position.text
        <hnefatafl.play.Position.text>`).
        """
        return fingerprint({name: self._play[name] for name in ("start", *self.changed()) if name in self._play})

    @cached_property
    def _mark(self) -> str:
        """The fingerprint, where another ruleset is found by the name; otherwise nothing."""
        if hooks.shipped(self.name) is self:
            return ""
        try:
            return "" if as_ruleset(self.name) == self else self.fingerprint
        except UnknownVariantError:
            return ""

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self._play.values()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._play == other._play)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Others that are registered go by their fields, which is quicker than to look for them.
        functions = self.extra_captures or self.extra_endings
        if (hooks.registered if functions else hooks.shipped)(self.name) is self:
            return _unpickle, (self.name, self.version)
        changed = {f.name: getattr(self, f.name) for f in attrs.fields(Ruleset) if getattr(self, f.name) != f.default}
        return _restore_fields, (" ".join(changed), *changed.values())

    def diff(self, other: RulesetLike) -> RulesetDiff:
        """Return the options in which two rulesets differ: this one's value, and the other's, which may be named.

        On boards of one size regions differ by their squares, otherwise by how they are written.

        Raises:
            UnknownVariantError: no ruleset has that name.
        """
        other = as_ruleset(other, "other")
        values = {name: getattr(other, name) for name in self._play}
        return self._list_differences(values, other._play if self.size == other.size else {})

    def changed(self) -> RulesetDiff:
        """Return the options that differ from their defaults, this value and the default; without the start."""
        # The defaults alone are no ruleset on a board of even size, which has no centre.
        options = [field for field in attrs.fields(Ruleset) if field.name in self._play]
        usual = {field.name: field.default for field in options if field.default is not attrs.NOTHING}
        return self._list_differences(usual, {name: denoted(value, self.size) for name, value in usual.items()})

    def _list_differences(self, values: Mapping[str, object], play: Mapping[str, object]) -> RulesetDiff:
        """Return the options that differ from these values, if they do not come to the same on this board."""
        pairs = {name: (getattr(self, name), value) for name, value in values.items()}
        alike = {name for name, value in play.items() if value == self._play[name]}
        differing = {name: pair for name, pair in pairs.items() if name not in alike and pair[0] != pair[1]}
        return cast("RulesetDiff", differing)

    def idle(self) -> dict[str, str]:
        """Return the options that differ from their defaults and cannot matter under the others, each with the reason.

        No position that has soldiers and the kinds of men of the start layout tells their values apart; they are no
        contradictions, since rulesets are made by changing others. A part of an option is named where only that cannot
        matter, such as the king among the pieces of ``edge_hostile``. A die counts as idle where every roll allows the
        king all his moves.
        """
        from hnefatafl.rules._idle import idle

        return idle(self)

    def differences(self, other: RulesetLike) -> str:
        """Return how this ruleset differs from another, in words: a line for each different option or field of one.

        >>> from hnefatafl import variants
        >>> print(variants.MAGPIE.differences("brandubh"))
        king: middleweight instead of strong-near-throne
        encirclement: no instead of yes
        speed.king: 1 instead of any distance
        repetition.consequence: draw instead of defenders-lose

        Raises:
            UnknownVariantError: no ruleset has that name.
        """
        other = as_ruleset(other, "other")
        return "\n".join(_words.option_changes(self.diff(other), (self.size, other.size)))

    def describe(self, lang: str = "en", *, order: bool = False) -> str:
        """Return the rules in words, as a leaflet in English (``en``), German (``de``) or Swedish (``sv``).

        >>> from hnefatafl import variants
        >>> print(variants.BRANDUBH.describe("de").splitlines()[0])
        Spielregeln: brandubh

        Raises:
            UnknownLanguageError: there are no words for that language.
        """
        return hooks.describe(self, lang, order)

    def _repr_svg_(self) -> str:
        return hooks.svg(self)

    def transform(self, symmetry: Symmetry) -> Ruleset:
        """Return the ruleset on a rotated or mirrored board: itself, if the symmetry changes nothing.

        Functions of the ruleset (``extra_captures``, ``extra_endings``) are not rotated with it: they are asked about
        the rotated board as it is.

        >>> from hnefatafl import variants
        >>> variants.COPENHAGEN.transform(Symmetry.ROTATE_90) is variants.COPENHAGEN
        True
        """

        places = (self.start, self.throne, self.corners, self.zones, self.escape)
        turned = attrs.evolve(self, **turned_options(*places, symmetry))
        return self if turned == self else turned

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that change no rule, whatever they do to the start layout: rotated or mirrored by
        one of them, a position plays the same. Of functions that is not known, so with them it is the identity alone.
        """
        if self.changed().keys() & self.FUNCTIONS:
            return (Symmetry.IDENTITY,)
        return tuple(symmetry for symmetry in Symmetry if self.diff(self.transform(symmetry)).keys() <= {"start"})

    @property
    def pieces(self) -> PieceSet:
        """The pieces that can stand on the board in a game: those of the start layout. Mercenaries change sides when
        they are captured, so if it has any, those of both sides.

        >>> from hnefatafl import variants
        >>> variants.BRANDUBH.pieces
        PieceSet.SOLDIERS | PieceSet.KING
        >>> variants.BRANDUBH.evolve(start="/3t3/3m3/3T3/ttTKTtt/3T3/3t3/3t3/").pieces
        PieceSet.SOLDIERS | PieceSet.MERCENARIES | PieceSet.KING
        """
        pieces = PieceSet.of(set(self.start.values()))
        return pieces | PieceSet.MERCENARIES if pieces & PieceSet.MERCENARIES else pieces


# Moves and positions come later in the line of modules; only aliases name their types.
attrs.resolve_types(Ruleset, localns={"Move": Any, "Position": Any})
offer(Ruleset, anyOf=[{"type": "string"}, {"type": "object"}], examples=["brandubh"])


RulesetLike: TypeAlias = Ruleset | str
"""A ruleset, or the name of one."""


def as_ruleset(ruleset: RulesetLike, parameter: str = "ruleset") -> Ruleset:
    """Return the ruleset, or the one of that name.

    >>> as_ruleset("Brandubh") is as_ruleset(as_ruleset("brandubh"))
    True

    Raises:
        ArgumentTypeError: it is neither.
        UnknownVariantError: no ruleset has that name.
    """
    value: Ruleset = hooks.named(ruleset) if isinstance(ruleset, str) else ruleset
    if not isinstance(value, Ruleset):
        refuse(parameter, "a Ruleset or its name", value)
    return value


def _unpickle(name: str, version: int) -> Ruleset:
    """Return the ruleset that was pickled by its name: a shipped one, or a registered one with functions."""
    pickled: Ruleset | None = hooks.shipped(name) or hooks.registered(name)
    if pickled is None:
        raise UnknownVariantError(name)
    if pickled.version != version:
        raise RulesetError([f"{name} is version {pickled.version} here, and version {version} where it was pickled"])
    return pickled


def _restore_fields(names: str, *values: Any) -> Ruleset:
    """Return the ruleset that was pickled by the fields that differ from their defaults."""
    return Ruleset(**dict(zip(names.split(), values, strict=True)))


def _name_of_copy(name: str) -> str:
    """Return the name of a changed copy that has no name of its own."""
    return f"{name}, changed"
