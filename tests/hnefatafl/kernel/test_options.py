"""Every option changes something: two rulesets that differ in it alone part ways, and each way is stated.

A test says which fields and members it exercises, and is held to that: :func:`only` makes the two rulesets and writes
down in what they differ. A last test looks for fields and members that nobody exercises.
"""

from __future__ import annotations

import functools
import itertools
import pickle
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, ParamSpec

import attrs
import pytest
from playing import reason
from rulesets import LAYOUTS, throne_zone

from hnefatafl import (
    Announcement,
    Announcements,
    Berserk,
    Board,
    Call,
    CaptureKind,
    Consequence,
    Die,
    EdgeCapture,
    GuardCapture,
    Illegality,
    IllegalMove,
    Jump,
    Jumps,
    Kind,
    KingStrength,
    LimitConsequence,
    Move,
    NoMove,
    Outcome,
    Passing,
    Piece,
    PieceSet,
    Position,
    Region,
    Repetition,
    Roll,
    Ruleset,
    SearchBoard,
    Setup,
    Shieldwall,
    Side,
    Speed,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    Zone,
    divide,
    perft,
    playout,
)
from hnefatafl.errors import IllegalRollError, InvalidSetupError, RulesetError
from hnefatafl.rules import _options as options
from hnefatafl.rules import idle_reason
from hnefatafl.rules._idle import BY_KINDS

P = ParamSpec("P")
ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
CUSTODIAL, SHIELDWALL, SURROUNDED = CaptureKind.CUSTODIAL, CaptureKind.SHIELDWALL, CaptureKind.SURROUNDED

PLAIN: Final = Ruleset(
    name="plain",
    size=7,
    start=LAYOUTS["L7.11"],
    throne=None,
    corners=None,
    fewest_attackers=0,
    repetition=Repetition(consequence=Consequence.IGNORED),
)
"""No special square, escape by the corners, a strong king, no need of attackers: what every test below begins with."""
GROUND: Final = Zone(name="ground", squares=Region.of("c3"))
"""A zone of one square that does nothing."""
ZONED: Final = PLAIN.evolve(zones=[GROUND])
"""The plain rules with that zone."""
THRONE: Final[Any] = attrs.fields(Ruleset).throne.default
CORNERS: Final[Any] = attrs.fields(Ruleset).corners.default
SETS: Final = {
    Piece.ATTACKER: PieceSet.ATTACKERS,
    Piece.DEFENDER: PieceSet.DEFENDING_MEN,
    Piece.KING: PieceSet.KING,
}
each_piece = pytest.mark.parametrize("piece", list(SETS), ids=str)


# ---------------------------------------------------------------------------------------------------- what is exercised

EXERCISED: set[object] = set()
"""The fields, as "Class.field", and the members that some test says it exercises."""
_differing: set[object] = set()
"""Those in which the rulesets differed that the running test has made."""


def exercises(*what: object) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Say which fields and members a test tells apart; "Zone.stop {piece}" is each piece of a set, in turn."""
    pieces = [str(each) for each in what if "{piece}" in str(each)]
    plain = {each for each in what if each not in pieces}

    def mark(test: Callable[P, None]) -> Callable[P, None]:
        EXERCISED.update(plain, (each.format(piece=one.name) for each in pieces for one in SETS.values()))

        @functools.wraps(test)
        def held_to_it(*args: P.args, **kwargs: P.kwargs) -> None:
            _differing.clear()
            test(*args, **kwargs)
            piece = kwargs.get("piece")
            named = {each.format(piece=SETS[piece].name) for each in pieces if isinstance(piece, Piece)}
            assert plain | named <= _differing, f"not exercised: {(plain | named) - _differing}"

        return held_to_it

    return mark


def note(field: str, before: object, value: object) -> None:
    """Write down that two rulesets differ in a field."""
    assert before != value
    _differing.update({field, *(each for each in (before, value) if isinstance(each, Enum))})
    if isinstance(before, PieceSet) and isinstance(value, PieceSet):
        _differing.update(f"{field} {one.name}" for one in SETS.values() if one & (before ^ value))


def only(base: Ruleset, option: str, value: Any) -> tuple[Ruleset, Ruleset]:
    """The ruleset, and another that differs from it in this option alone; "throne.stop" is a field of a field."""
    name, _, inner = option.partition(".")
    if not inner:
        other = base.evolve(**{name: value})
    else:
        holder: Any = base.zones[0] if name == "zones" else getattr(base, name)
        changed: Any = attrs.evolve(holder, **{inner: value})
        changes: dict[str, Any] = {name: (changed, *base.zones[1:]) if name == "zones" else changed}
        other = base.evolve(**changes)
        note(f"{type(holder).__name__}.{inner}", getattr(holder, inner), value)
    assert set(base.diff(other)) == {name}
    note(f"Ruleset.{name}", getattr(base, name), getattr(other, name))
    # What a test tells apart, the library does not say cannot matter.
    assert idle_reason(base, name, getattr(other, name)) in {None, *BY_KINDS}
    return base, other


# ----------------------------------------------------------------------------------------------------- asking positions


def placed(picture: str, piece: Piece | None = None) -> Board:
    """The board of a picture, in which ``x`` stands for the piece, ``y`` for an enemy and ``z`` for a friend, both
    soldiers; where x is the king, no other K is meant."""
    if piece is not None:
        own, enemy = ("t", "T") if piece == Piece.ATTACKER else ("T", "t")
        picture = picture.replace("K", "." if piece == Piece.KING else "K")
        picture = picture.replace("x", piece.symbol).replace("y", enemy).replace("z", own)
    return Board.parse(picture)


def at(picture: str, ruleset: Ruleset, turn: Side, piece: Piece | None = None) -> Position:
    """The position of a picture."""
    return Position.from_board(placed(picture, piece), ruleset, turn)


def why(position: Position, move: str) -> Illegality | None:
    """Why a move is illegal; it is legal exactly if it is listed."""
    found = reason(position, Move.parse(move))
    listed = Move.parse(move) in position.legal_moves()
    assert listed == (found is None) == position.is_legal(Move.parse(move))
    return found


def takes(position: Position, move: str) -> dict[str, CaptureKind]:
    """What a move takes, and by which rule; the board after it agrees."""
    play = position.explain(Move.parse(move))
    gone = {capture.square for capture in play.captures if capture.piece != Piece.KING}
    assert set(play.after.board) == {play.move.target, *position.board} - gone - {play.move.origin}
    return {capture.square.name: capture.rule for capture in play.captures}


def after(position: Position, *moves: str) -> Position:
    """The position after some moves; the mutable board agrees."""
    board = SearchBoard(position)
    for move in moves:
        position = position.play(Move.parse(move))
        board.make(Move.parse(move))
    assert (board.outcome, board.legal_moves()) == (position.outcome, position.legal_moves())
    return position


def ends(position: Position, *moves: str) -> Outcome | None:
    """How the game has ended after some moves; counting lines of two agrees on what the first may bring about."""
    assert perft(position, 2) == sum(divide(position, 2).values())
    return after(position, *moves).outcome


def win(side: Side, termination: Termination) -> Outcome:
    return Outcome(side, termination)


CAPTURED: Final = win(ATTACKERS, Termination.KING_CAPTURED)
ESCAPED: Final = win(DEFENDERS, Termination.KING_ESCAPED)


# ------------------------------------------------------------------------------------------------ the board and the men


@exercises("Ruleset.start")
def test_start() -> None:
    """S001 "Spielfeld": "Die Aufstellungen sind unabhängig von der Größe des Spielfeldes und können leicht variiert
    werden." """
    cross, magpie = only(PLAIN, "start", Board.parse(LAYOUTS["L7.5"]))
    assert str(Position.initial(cross)) == (
        "7 . . . t . . .\n6 . . . t . . .\n5 . . . T . . .\n4 t t T K T t t\n3 . . . T . . .\n2 . . . t . . .\n"
        "1 . . . t . . .\n  a b c d e f g"
    )
    assert str(Position.initial(magpie)) == (
        "7 . . . t . . .\n6 . t . . . t .\n5 . . . T . . .\n4 t . T K T . t\n3 . . . T . . .\n2 . t . . . t .\n"
        "1 . . . t . . .\n  a b c d e f g"
    )
    assert why(Position.initial(cross), "b2-b1") is Illegality.EMPTY_ORIGIN
    assert why(Position.initial(magpie), "b2-b1") is None


@exercises("Ruleset.size")
def test_size() -> None:
    """S001 "Spielfeld": "sowohl auf 11×11 als auch auf 13×13 Feldern". The size cannot differ alone: the start layout
    has it too."""
    with pytest.raises(RulesetError, match="the start layout has size 7, the board 9"):
        PLAIN.evolve(size=9)
    larger = PLAIN.evolve(name="plain", size=9, start=LAYOUTS["L9.5"])
    assert set(PLAIN.diff(larger)) == {"size", "start"}
    note("Ruleset.size", PLAIN.size, larger.size)
    small, large = Board.parse("/t6/7/7/3K3/7/7/7/"), Board.parse("/t8/9/9/3K5/9/9/9/9/9/")
    assert why(Position.from_board(small, PLAIN, ATTACKERS), "a1-a7") is None
    assert why(Position.from_board(small, PLAIN, ATTACKERS), "a1-a8") is Illegality.OFF_BOARD
    assert why(Position.from_board(large, larger, ATTACKERS), "a1-a8") is None
    with pytest.raises(InvalidSetupError, match="the board has 7 files, but plain is played on 9"):
        Position.from_board(small, larger, ATTACKERS)


@exercises("Ruleset.first")
def test_first() -> None:
    """S000: "Der Angreifer macht den ersten Zug." S003 §4: "Svensk har första draget." S001 "Der erste Zug": "Man kann
    natürlich auch ausknobeln, welche Partei beginnt." """
    attackers, defenders = only(PLAIN, "first", DEFENDERS)
    assert why(Position.initial(attackers), "d1-c1") is None
    assert why(Position.initial(attackers), "c4-c5") is Illegality.NOT_YOUR_PIECE
    assert why(Position.initial(defenders), "d1-c1") is Illegality.NOT_YOUR_PIECE
    assert why(Position.initial(defenders), "c4-c5") is None
    _, by_lot = only(PLAIN, "first", None)
    with pytest.raises(InvalidSetupError, match="the first side is chosen by lot"):
        Position.initial(by_lot)
    for side in Side:
        assert Position.initial(by_lot, side).turn is side
        assert Position.initial(attackers, side).turn is side


@exercises("Ruleset.escape")
def test_escape() -> None:
    """S001 "Spielziel": "eines der vier Eckfelder"; option: "sobald der König den Spielfeldrand erreicht"."""
    corners, edge = only(PLAIN, "escape", Region.EDGE)
    picture = """
        . . . . . . .
        . . . . . t .
        . . . . . . .
        . . . K . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert ends(at(picture, corners, DEFENDERS), "d4-d1") is None
    assert ends(at(picture, edge, DEFENDERS), "d4-d1") == ESCAPED
    assert at(picture, corners, DEFENDERS).ways_out == 0
    assert at(picture, edge, DEFENDERS).ways_out == 4


# ---------------------------------------------------------------------------------------------------------------- zones

TOWARDS_THE_MIDDLE: Final = """
    . . . . . . .
    . . . . . t .
    . . . . . . .
    . . . . . . t
    . . . . . . .
    . . . . . . .
    . . . T K . .
"""


@exercises("Ruleset.throne")
def test_throne() -> None:
    """S000 "Das Brett": "natürlich darf nur der König das Thronfeld betreten"; "Die Züge": "Über einen leeren Thron
    hinweg können jedoch alle Figuren ziehen; sie dürfen nur nicht darauf stehen bleiben." """
    without, throne = only(PLAIN, "throne", THRONE)
    for ruleset, stopping in ((without, None), (throne, Illegality.NO_STOPPING)):
        assert why(at(TOWARDS_THE_MIDDLE, ruleset, ATTACKERS), "g4-d4") is stopping
        assert why(at(TOWARDS_THE_MIDDLE, ruleset, DEFENDERS), "d1-d4") is stopping
        assert why(at(TOWARDS_THE_MIDDLE, ruleset, ATTACKERS), "g4-c4") is None


@exercises("Ruleset.corners")
def test_corners() -> None:
    """S001 "Spezielle Felder": "Die vier Eckfelder dürfen ebenfalls nur vom König betreten werden [...] Weiterhin
    zählen die Eckfelder immer wie gegnerische Figuren." """
    without, corners = only(PLAIN, "corners", CORNERS)
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . K . . .
        . . . . . . .
        . . . . . . .
        . T . . . . t
    """
    assert why(at(picture, without, DEFENDERS), "b1-a1") is None
    assert why(at(picture, corners, DEFENDERS), "b1-a1") is Illegality.NO_STOPPING
    assert takes(at(picture, without, ATTACKERS), "g1-c1") == {}
    assert takes(at(picture, corners, ATTACKERS), "g1-c1") == {"b1": CaptureKind.HOSTILE_SQUARE}


@exercises("Ruleset.zones")
def test_zones() -> None:
    """S003 §11: "De är alltså stängt område för alla pjäser, som inte står i dem." """
    camp = Zone(name="camp", squares=Region.of("d4"), stop=PieceSet.ATTACKERS, enter=PieceSet.NONE, cross=PieceSet.NONE)
    without, camps = only(PLAIN, "zones", (camp,))
    assert why(at(TOWARDS_THE_MIDDLE, without, ATTACKERS), "g4-d4") is None
    assert why(at(TOWARDS_THE_MIDDLE, camps, ATTACKERS), "g4-d4") is Illegality.NO_STOPPING
    assert why(at(TOWARDS_THE_MIDDLE, without, ATTACKERS), "g4-c4") is None
    assert why(at(TOWARDS_THE_MIDDLE, camps, ATTACKERS), "g4-c4") is Illegality.NO_CROSSING


@exercises("Zone.name")
def test_zone_names() -> None:
    """A zone's name is a label: it counts in no comparison. But no two zones of a ruleset may share it."""
    second = Zone(name="other", squares=Region.of("e5"), stop=PieceSet.KING)
    one = PLAIN.evolve(zones=[second, GROUND])
    other = one.evolve(zones=[attrs.evolve(second, name="another"), GROUND])
    note("Zone.name", "other", "another")
    assert one == other
    board = placed(TOWARDS_THE_MIDDLE)
    assert Position.from_board(board, one, ATTACKERS).legal_moves() == (
        Position.from_board(board, other, ATTACKERS).legal_moves()
    )
    with pytest.raises(RulesetError, match="two zones are named ground"):
        one.evolve(zones=[attrs.evolve(second, name="ground"), GROUND])


@exercises("Zone.squares")
def test_zone_squares() -> None:
    """A zone's rules hold on its own squares."""
    closed = PLAIN.evolve(zones=[Zone(name="marsh", squares=Region.of("d4"), stop=PieceSet.NONE)])
    one, other = only(closed, "zones.squares", Region.of("c4", "e4"))
    for ruleset, targets in ((one, "d4"), (other, "c4 e4")):
        position = at(TOWARDS_THE_MIDDLE, ruleset, ATTACKERS)
        refused = {t for t in ("b4", "c4", "d4", "e4") if why(position, f"g4-{t}") is Illegality.NO_STOPPING}
        assert refused == set(targets.split())


BEFORE_THE_ZONE: Final = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . x . K . .
"""
WITHIN_THE_ZONE: Final = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . x . . . .
    . . . . . . .
    . . . . K . .
"""


@exercises("Zone.stop", "Zone.stop {piece}")
@each_piece
def test_zone_stop(piece: Piece) -> None:
    """S004 "Bewegung der Figuren": "das Feld mit der Krone darf nur vom König betreten werden"."""
    everybody, others = only(ZONED, "zones.stop", PieceSet.ALL & ~SETS[piece])
    for ruleset, stopping in ((everybody, None), (others, Illegality.NO_STOPPING)):
        position = at(BEFORE_THE_ZONE, ruleset, piece.side, piece)
        assert why(position, "c1-c3") is stopping
        assert why(position, "c1-c5") is None
    _, alone = only(others, "zones.stop", SETS[piece])
    assert why(at(BEFORE_THE_ZONE, alone, piece.side, piece), "c1-c3") is None


@exercises("Zone.enter", "Zone.enter {piece}")
@each_piece
def test_zone_enter(piece: Piece) -> None:
    """S003 §12: "En moskovit får flytta inom sitt läger [...] Har han väl lämnat lägret får han däremot inte återvända
    dit." """
    base = PLAIN.evolve(zones=[attrs.evolve(GROUND, squares=Region.of("c3", "c4"))])
    everybody, others = only(base, "zones.enter", PieceSet.ALL & ~SETS[piece])
    for ruleset, entering in ((everybody, None), (others, Illegality.NO_STOPPING)):
        outside = at(BEFORE_THE_ZONE, ruleset, piece.side, piece)
        assert why(outside, "c1-c3") is entering
        assert why(outside, "c1-c5") is None
        inside = at(WITHIN_THE_ZONE, ruleset, piece.side, piece)
        assert why(inside, "c3-c4") is None


@exercises("Zone.cross", "Zone.cross {piece}")
@each_piece
def test_zone_cross(piece: Piece) -> None:
    """S003 §11: "Varken han eller någon annan pjäs får passera genom borgrutan." §12: "han får passera andra
    lägerrutor, när han lämnar lägret"."""
    base = PLAIN.evolve(zones=[attrs.evolve(GROUND, squares=Region.of("c3", "c4"))])
    everybody, others = only(base, "zones.cross", PieceSet.ALL & ~SETS[piece])
    for ruleset, crossing in ((everybody, None), (others, Illegality.NO_CROSSING)):
        outside = at(BEFORE_THE_ZONE, ruleset, piece.side, piece)
        assert why(outside, "c1-c5") is crossing
        assert why(outside, "c1-c3") is None
        inside = at(WITHIN_THE_ZONE, ruleset, piece.side, piece)
        assert why(inside, "c3-c5") is None


BESIDE_THE_ZONE: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . y . .
    . . . x . . .
    . . . . . . .
    . . . . . . .
"""
ZONE_FILLED: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . y . .
    . . z x . . .
    . . . . . . .
    . . . . . . .
"""
AGAINST_THE_ZONE: Final = {"d3": CaptureKind.HOSTILE_SQUARE}


def taken_at_zone(picture: str, ruleset: Ruleset, piece: Piece) -> dict[str, CaptureKind]:
    """What an enemy takes who arrives opposite the zone."""
    return takes(at(picture, ruleset, piece.side.opponent, piece), "e4-e3")


@exercises("Zone.hostile_empty", "Zone.hostile_empty {piece}")
@each_piece
def test_zone_hostile_empty(piece: Piece) -> None:
    """S000 "Das Brett": "Diese Burgen zählen für beide Seiten als gegnerische Spielsteine, was von großer Bedeutung
    beim Schlagen von Spielsteinen ist." S003 §11: "För kungens del är borgen, när han lämnat den, och lägerrutorna
    fientliga." """
    harmless, hostile = only(ZONED.evolve(king=KingStrength.WEAK), "zones.hostile_empty", SETS[piece])
    assert taken_at_zone(BESIDE_THE_ZONE, harmless, piece) == {}
    assert taken_at_zone(BESIDE_THE_ZONE, hostile, piece) == AGAINST_THE_ZONE
    assert taken_at_zone(ZONE_FILLED, hostile, piece) == {}
    for spared in SETS.keys() - {piece}:
        assert taken_at_zone(BESIDE_THE_ZONE, hostile, spared) == {}


@exercises("Zone.hostile_always", "Zone.hostile_always {piece}")
@each_piece
def test_zone_hostile_always(piece: Piece) -> None:
    """The server of Bologna: a camp is an enemy "whatever stands there" (notes of ashton-tablut)."""
    harmless, hostile = only(ZONED.evolve(king=KingStrength.WEAK), "zones.hostile_always", SETS[piece])
    for picture in (BESIDE_THE_ZONE, ZONE_FILLED):
        assert taken_at_zone(picture, harmless, piece) == {}
        assert taken_at_zone(picture, hostile, piece) == AGAINST_THE_ZONE
        for spared in SETS.keys() - {piece}:
            assert taken_at_zone(picture, hostile, spared) == {}


# ------------------------------------------------------------------------------------------------------------- captures

SEATED: Final = PLAIN.evolve(throne=THRONE)
TWO_AROUND_HIM: Final = """
    . . . . . . .
    . . . . . . .
    . . . . t . .
    . . . . . . .
    . . . . . . .
    . . t K . . .
    . . . . . . .
"""
TWO_BESIDE_THE_THRONE: Final = """
    . . . . . . .
    . . . . . . .
    . . . . t . .
    . . . . . . .
    . . t K . . .
    . . . . . . .
    . . . . . . .
"""
THREE_AT_THE_EDGE: Final = """
    T . . . . . .
    . . . . . . .
    . . . t . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . t K t . .
"""


ON_THE_THRONE: Final = """
    . . . . . . .
    . . . t . . .
    . . . . . . .
    . . . K . . .
    . . . t . . .
    . . . . . . .
    . . . . . . .
"""


@exercises("Ruleset.king", *KingStrength)
def test_king() -> None:
    """S003 §8: "Kungen kan inte slås, utan måste inringas på alla fyra sidor." S004: "er muss von 4 Angreifern
    umschlossen werden bzw. am Rand des Spielfeldes von 3 Angreifern". The weak one falls like a man (simple tafl), and
    the one of tablut does so away from the throne, the one of hnefatafl.org's brandubh off it."""
    strong, weak = only(SEATED, "king", KingStrength.WEAK)
    _, near = only(strong, "king", KingStrength.STRONG_NEAR_THRONE)
    _, throned = only(strong, "king", KingStrength.STRONG_ON_THRONE)
    _, middleweight = only(strong, "king", KingStrength.MIDDLEWEIGHT)
    _, three = only(strong, "king", KingStrength.THREE)
    held = CaptureKind.THREE_SIDES
    fall: dict[Ruleset, tuple[object, ...]] = {
        three: ({}, {"d3": held}, {}, {"d1": held}),
        strong: ({}, {}, {}, {}),
        near: ({"d2": CUSTODIAL}, {}, {}, {}),
        throned: ({"d2": CUSTODIAL}, {"d3": CUSTODIAL}, {}, {}),
        weak: ({"d2": CUSTODIAL}, {"d3": CUSTODIAL}, {"d4": CUSTODIAL}, {}),
        middleweight: ({}, {}, {}, {"d1": SURROUNDED}),
    }
    for ruleset, (away, beside, seated, edge) in fall.items():
        assert takes(at(ON_THE_THRONE, ruleset, ATTACKERS), "d6-d5") == seated
        assert takes(at(TWO_AROUND_HIM, ruleset, ATTACKERS), "e5-e2") == away
        assert takes(at(TWO_BESIDE_THE_THRONE, ruleset, ATTACKERS), "e5-e3") == beside
        assert takes(at(THREE_AT_THE_EDGE, ruleset, ATTACKERS), "d5-d2") == edge
        assert ends(at(TWO_AROUND_HIM, ruleset, ATTACKERS), "e5-e2") == (CAPTURED if away else None)
        assert ends(at(THREE_AT_THE_EDGE, ruleset, ATTACKERS), "d5-d2") == (CAPTURED if edge else None)


@exercises("Ruleset.edge_capture", *EdgeCapture)
def test_edge_capture() -> None:
    """S001 "Gefangennahme des Feldherren": "Nach entsprechender Absprache ist die Gefangennahme des Königs am
    Spielfeldrand nicht als Gewinn des Angreifers, sondern als ein Patt anzusehen." """
    won, draw = only(PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT), "edge_capture", EdgeCapture.DRAW)
    _, impossible = only(won, "edge_capture", EdgeCapture.IMPOSSIBLE)
    drawn = Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
    for ruleset, taken, outcome in ((won, True, CAPTURED), (draw, True, drawn), (impossible, False, None)):
        position = at(THREE_AT_THE_EDGE, ruleset, ATTACKERS)
        assert takes(position, "d5-d2") == ({"d1": SURROUNDED} if taken else {})
        assert ends(position, "d5-d2") == outcome
    four = at(FOUR_AROUND_HIM, draw, ATTACKERS)
    assert ends(four, "d6-d5") == CAPTURED
    _, alone = only(won, "edge_capture", EdgeCapture.ALONE)
    assert takes(at(THREE_AT_THE_EDGE, alone, ATTACKERS), "d5-d2") == {}
    assert ends(at(THREE_AT_THE_EDGE.replace("T", "."), alone, ATTACKERS), "d5-d2") == CAPTURED


LONE: Final = PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT, edge_capture=EdgeCapture.ALONE)


def test_a_king_without_men_is_captured_at_the_edge() -> None:
    """Fetlar, the exception before §7b: "The king cannot be captured on the board edge, UNLESS he is the only white
    piece remaining on the board and is completely surrounded by black"."""
    alone = THREE_AT_THE_EDGE.replace("T", ".")
    assert takes(at(alone, LONE, ATTACKERS), "d5-d2") == {"d1": SURROUNDED}
    assert ends(at(alone, LONE, ATTACKERS), "d5-d2") == CAPTURED
    for man in "TCNMG":
        accompanied = at(THREE_AT_THE_EDGE.replace("T", man), LONE, ATTACKERS)
        assert takes(accompanied, "d5-d2") == {}
        assert ends(accompanied, "d5-d2") is None
    two = at(alone.replace("K t", "K ."), LONE, ATTACKERS)
    assert takes(two, "d5-d2") == {}
    strong = at(alone, LONE.evolve(king=KingStrength.STRONG), ATTACKERS)
    assert takes(strong, "d5-d2") == {}
    four = at(FOUR_AROUND_HIM.replace(".", "T", 1), LONE, ATTACKERS)
    assert takes(four, "d6-d5") == {"d4": SURROUNDED}


@pytest.mark.parametrize(("row", "man"), [(". t T . . . .", "c2"), (". . . . T t .", "e2")])
def test_a_man_who_falls_by_the_same_move_is_still_with_his_king(row: str, man: str) -> None:
    """Our reading: all captures of a move are judged as the men stand when the piece arrives. The king who is left
    without a move loses all the same (Fetlar §8)."""
    picture = f"""
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
        {row}
        . . t K t . .
    """
    position = at(picture, LONE, ATTACKERS)
    assert takes(position, "d5-d2") == {man: CUSTODIAL}
    assert ends(position, "d5-d2") == Outcome(ATTACKERS, Termination.NO_LEGAL_MOVE)


FOUR_AROUND_HIM: Final = """
    . . . . . . .
    . . . t . . .
    . . . . . . .
    . . t K t . .
    . . . t . . .
    . . . . . . .
    . . . . . . .
"""


def test_who_holds_the_king() -> None:
    """Sea battle: who is unarmed helps to capture neither by moving nor by standing. Who captures by moving alone may
    still arrive last."""
    unarmed = PLAIN.evolve(anvil=PieceSet.DEFENDERS)
    assert takes(at(FOUR_AROUND_HIM, PLAIN, ATTACKERS), "d6-d5") == {"d4": SURROUNDED}
    assert takes(at(FOUR_AROUND_HIM, unarmed, ATTACKERS), "d6-d5") == {}
    last = FOUR_AROUND_HIM.replace("t", "c", 1)
    moving = PLAIN.evolve(anvil=PieceSet.ALL & ~PieceSet.COMMANDERS)
    assert takes(at(last, moving, ATTACKERS), "d6-d5") == {"d4": SURROUNDED}
    three = moving.evolve(king=KingStrength.THREE)
    assert takes(at(last.replace("K t", "K ."), three, ATTACKERS), "d6-d5") == {"d4": CaptureKind.THREE_SIDES}


@exercises("Ruleset.joint_capture")
def test_joint_capture() -> None:
    """S000 "Schlagen von Spielsteinen": "Falls der König von einem weiteren Stein geschützt wird, ist es möglich, beide
    zu schlagen, wenn sowohl der König als auch der andere Stein komplett umstellt sind (Abb. 4)." """
    alone, together = only(PLAIN, "joint_capture", True)
    picture = """
        T . . . . . .
        . . . . . t .
        . . . t t . .
        . . t K T . .
        . . . t t . .
        . . . . . . .
        . . . . . . .
    """
    assert takes(at(picture, alone, ATTACKERS), "f6-f4") == {}
    assert ends(at(picture, alone, ATTACKERS), "f6-f4") is None
    assert takes(at(picture, together, ATTACKERS), "f6-f4") == {"d4": CaptureKind.JOINT, "e4": CaptureKind.JOINT}
    assert ends(at(picture, together, ATTACKERS), "f6-f4") == CAPTURED
    # The capture is made by an attacker who arrives, not by one who moves elsewhere while the two are surrounded.
    surrounded = """
        T . . . . . .
        . . . . . . t
        . . . t t . .
        . . t K T t .
        . . . t t . .
        . . . . . . .
        . . . . . . .
    """
    assert takes(at(surrounded, together, ATTACKERS), "g6-g5") == {}


TOGETHER: Final = PLAIN.evolve(joint_capture=True)
"""The king falls together with one man."""
ONE_PROTECTOR: Final = """
    T . . . . . .
    . . . . . t .
    . . . t t . .
    . . t K T . .
    . . . t t . .
    . . . . . . .
    . . . . . . .
"""
BOTH: Final = {"d4": CaptureKind.JOINT, "e4": CaptureKind.JOINT}


def test_both_are_surrounded() -> None:
    """S000 "Schlagen von Spielsteinen": "wenn sowohl der König als auch der andere Stein komplett umstellt sind"."""
    assert takes(at(ONE_PROTECTOR, TOGETHER, ATTACKERS), "f6-f4") == BOTH
    assert takes(at(ONE_PROTECTOR.replace("t K", ". K"), TOGETHER, ATTACKERS), "f6-f4") == {}
    assert takes(at(ONE_PROTECTOR.replace("t t", "t .", 1), TOGETHER, ATTACKERS), "f6-f4") == {}


def test_both_at_the_edge() -> None:
    """Our reading of S000: edge squares that do not exist need not be held; where no king falls at the edge, he does
    not fall there with another either."""
    picture = """
        T . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . t .
        . . . t t . .
        . . t K T . .
    """
    safe = TOGETHER.evolve(edge_capture=EdgeCapture.IMPOSSIBLE)
    both = {"d1": CaptureKind.JOINT, "e1": CaptureKind.JOINT}
    assert takes(at(picture, TOGETHER, ATTACKERS), "f3-f1") == both
    assert takes(at(picture, safe, ATTACKERS), "f3-f1") == {}
    accompanied = TOGETHER.evolve(edge_capture=EdgeCapture.ALONE)
    assert takes(at(picture.replace("T .", ". .", 1), accompanied, ATTACKERS), "f3-f1") == {}


def test_a_guard_who_never_falls_does_not_fall_with_the_king() -> None:
    """Alea evangelii of dragonheelslair.com: guards are never captured."""
    never = TOGETHER.evolve(guard_capture=GuardCapture.NEVER)
    guarded = ONE_PROTECTOR.replace("K T", "K G")
    assert takes(at(guarded, TOGETHER, ATTACKERS), "f6-f4") == BOTH
    assert takes(at(guarded, never, ATTACKERS), "f6-f4") == {}


def test_a_king_captured_alone_takes_nobody_with_him() -> None:
    """S000 "Schlagen von Spielsteinen": "Falls der König von einem weiteren Stein geschützt wird": here he is not."""
    picture = """
        T . . . . . .
        . . . t . . .
        . . . . t . .
        . . t K T t .
        . . . t t . .
        . . . . . . .
        . . . . . . .
    """
    weak = TOGETHER.evolve(king=KingStrength.WEAK)
    assert takes(at(picture, TOGETHER, ATTACKERS), "d6-d5") == BOTH
    assert takes(at(picture, weak, ATTACKERS), "d6-d5") == {"d4": CUSTODIAL}


@exercises("Ruleset.hammer", "Ruleset.hammer {piece}")
@each_piece
def test_hammer(piece: Piece) -> None:
    """S001 "Gefangennahme durch den Feldherren": "Der König darf selbst nicht aktiv schlagen, d.h. durch einen
    Bewegungszug des Königs wird keine Figur geschlagen." """
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . x . .
        . . . . . . .
        . . z y . . .
        . . . . . . .
        . . . . . K .
    """
    armed, others = only(PLAIN, "hammer", PieceSet.ALL & ~SETS[piece])
    assert takes(at(picture, armed, piece.side, piece), "e5-e3") == {"d3": CUSTODIAL}
    assert takes(at(picture, others, piece.side, piece), "e5-e3") == {}


@exercises("Ruleset.anvil", "Ruleset.anvil {piece}")
@each_piece
def test_anvil(piece: Piece) -> None:
    """Sea battle: an unarmed king helps to capture neither by moving nor by standing."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . z . .
        . . . . . . .
        . . x y . . .
        . . . . . . .
        . . . . . K .
    """
    armed, others = only(PLAIN, "anvil", PieceSet.ALL & ~SETS[piece])
    assert takes(at(picture, armed, piece.side, piece), "e5-e3") == {"d3": CUSTODIAL}
    assert takes(at(picture, others, piece.side, piece), "e5-e3") == {}


@exercises("Ruleset.edge_hostile", "Ruleset.edge_hostile {piece}")
@each_piece
def test_edge_hostile(piece: Piece) -> None:
    """S000 "Schlagen von Spielsteinen": "Die Eckfelder und die Ränder der Spielfläche gelten für beide Seiten als
    gegnerische Spielsteine. [...] Thron und der Spielfeldrand zählen für den König als feindliche Steine." """
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . y . . .
        . . . . . . .
        . . . . . . .
        . . . x . . .
    """
    harmless, hostile = only(PLAIN.evolve(king=KingStrength.WEAK), "edge_hostile", SETS[piece])
    assert takes(at(picture, harmless, piece.side.opponent, piece), "d4-d2") == {}
    assert takes(at(picture, hostile, piece.side.opponent, piece), "d4-d2") == {"d1": CaptureKind.HOSTILE_EDGE}
    for spared in SETS.keys() - {piece}:
        assert takes(at(picture, hostile, spared.side.opponent, spared), "d4-d2") == {}


@exercises("Ruleset.shieldwall")
def test_shieldwall() -> None:
    """Copenhagen, shieldwall: a row of two or more along the edge, each with an enemy in front, and both ends held."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . t . .
        . . . . . . .
        . . t t . . .
        . t T T . . .
    """
    without, walls = only(PLAIN, "shieldwall", Shieldwall())
    assert takes(at(picture, without, ATTACKERS), "e4-e1") == {}
    assert takes(at(picture, walls, ATTACKERS), "e4-e1") == {"c1": SHIELDWALL, "d1": SHIELDWALL}


WALLED: Final = PLAIN.evolve(shieldwall=Shieldwall())
IN_A_ROW: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . t . .
    . . . . . . .
    . . t t . . .
    . t T T . . .
"""


def test_a_wall_is_whole() -> None:
    """Copenhagen, shieldwall: each of the row has an enemy in front, and both ends are held."""
    assert takes(at(IN_A_ROW, WALLED, ATTACKERS), "e4-e1") == {"c1": SHIELDWALL, "d1": SHIELDWALL}
    assert takes(at(IN_A_ROW.replace(". t T T", ". . T T"), WALLED, ATTACKERS), "e4-e1") == {}
    assert takes(at(IN_A_ROW.replace(". . t t", ". . . t"), WALLED, ATTACKERS), "e4-e1") == {}


def test_a_wall_has_two_men() -> None:
    """Copenhagen, shieldwall: a row of two or more."""
    relaxed = PLAIN.evolve(shieldwall=Shieldwall(flanking=False))
    single = """
        . . . . . . .
        . . . . . K .
        . . t . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . t T t . . .
    """
    assert takes(at(single, relaxed, ATTACKERS), "c5-c2") == {}


def test_who_survives_in_a_wall() -> None:
    """Copenhagen, shieldwall: the king in the row survives while the others fall; so do guards (our reading)."""
    for survivor in "KG":
        picture = IN_A_ROW.replace("K", "." if survivor == "K" else "K").replace("t T T", f"t {survivor} T")
        assert takes(at(picture, WALLED, ATTACKERS), "e4-e1") == {"d1": SHIELDWALL}


def test_a_mercenary_in_a_wall_changes_sides() -> None:
    """OpenTafl, MercenarySideSwitchTest: a captured mercenary changes sides, however he is captured."""
    play = at(IN_A_ROW.replace("T T", "M T"), WALLED, ATTACKERS).explain(Move.parse("e4-e1"))
    assert [(each.square.name, each.rule) for each in play.captures] == [("c1", SHIELDWALL), ("d1", SHIELDWALL)]
    assert play.after.board.get(Square.parse("c1")) == Piece.parse("m")
    assert play.after.board.get(Square.parse("d1")) is None


def test_two_walls_at_once() -> None:
    """Copenhagen, shieldwall: who arrives between two rows closes both."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . t t . t t .
        t T T . T T t
    """
    assert takes(at(picture, WALLED, ATTACKERS), "d4-d1") == dict.fromkeys(["b1", "c1", "e1", "f1"], SHIELDWALL)


@exercises("Shieldwall.corners_close")
def test_shieldwall_at_a_corner() -> None:
    """Copenhagen, shieldwall: a corner that is hostile to the row may stand for a man at one of its ends."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . t t . . . .
        . T T . . . .
    """
    base = PLAIN.evolve(corners=CORNERS, shieldwall=Shieldwall())
    closing, open_ = only(base, "shieldwall.corners_close", False)
    assert takes(at(picture, closing, ATTACKERS), "d4-d1") == {"b1": SHIELDWALL, "c1": SHIELDWALL}
    assert takes(at(picture, open_, ATTACKERS), "d4-d1") == {}


def test_which_corners_close_a_wall() -> None:
    """Copenhagen, shieldwall: a hostile corner stands for a man at one end, if it is hostile to those who fall (our
    reading: not to the king among them), and not at both."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . t t . . . .
        . T T . . . .
    """
    walls = WALLED.evolve(corners=CORNERS)
    harmless = WALLED.evolve(corners=attrs.evolve(CORNERS, hostile_empty=PieceSet.NONE))
    assert takes(at(picture, walls, ATTACKERS), "d4-d1") == {"b1": SHIELDWALL, "c1": SHIELDWALL}
    assert takes(at(picture, harmless, ATTACKERS), "d4-d1") == {}
    with_king = picture.replace("K", ".").replace(". T T", ". K T")
    assert takes(at(with_king, walls, ATTACKERS), "d4-d1") == {"c1": SHIELDWALL}
    along = """
        . . . . . . .
        . . . . . K .
        . . . t . . .
        . . . . . . .
        . . . . . . .
        . t t . t t .
        . T T T T T .
    """
    relaxed = walls.evolve(shieldwall=Shieldwall(flanking=False))
    assert takes(at(along, relaxed, ATTACKERS), "d5-d2") == {}


@exercises("Shieldwall.flanking")
def test_shieldwall_from_the_front() -> None:
    """Copenhagen, shieldwall: only who arrives at an end of the row closes the wall; the option is OpenTafl's relaxed
    wall (adjudication case D03)."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . t . . . .
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . t T T t . .
    """
    strict, relaxed = only(PLAIN.evolve(shieldwall=Shieldwall()), "shieldwall.flanking", False)
    assert takes(at(picture, strict, ATTACKERS), "c5-c2") == {}
    assert takes(at(picture, relaxed, ATTACKERS), "c5-c2") == {"c1": SHIELDWALL, "d1": SHIELDWALL}
    # In front of any man of the row.
    second = at(picture, relaxed, ATTACKERS).transform(Symmetry.MIRROR_FILES)
    assert takes(second, "e5-e2") == {"d1": SHIELDWALL, "e1": SHIELDWALL}


@exercises("Ruleset.walk_in", "Ruleset.walk_in ATTACKERS", "Ruleset.walk_in DEFENDING_MEN")
def test_walk_in() -> None:
    """Robert ap Ifan, 1587: a man of either side who comes between two of the other is dead."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . T . T . .
        . . . . . . .
        . . . . . . .
        . . . K . . .
    """
    without, walked = only(PLAIN, "walk_in", PieceSet.MEN)
    assert takes(at(picture, without, ATTACKERS), "d6-d4") == {}
    assert takes(at(picture, walked, ATTACKERS), "d6-d4") == {"d4": CaptureKind.WALKED_IN}
    played = at(picture, walked, ATTACKERS).explain("d6-d4")
    assert Square.parse("d4") not in played.after.board
    assert played.captures[0].piece == Piece.ATTACKER
    assert str(played.captures[0].captors) == str(SquareSet.of("c4", "e4"))
    assert played.after.plies_since_capture == 0
    assert takes(at(picture, walked, ATTACKERS), "d6-d5") == {}
    _, attackers = only(PLAIN, "walk_in", PieceSet.ATTACKERS)
    _, defenders = only(PLAIN, "walk_in", PieceSet.DEFENDING_MEN)
    exchanged = picture.replace("t", "x").replace("T", "t").replace("x", "T")
    assert takes(at(picture, attackers, ATTACKERS), "d6-d4") == {"d4": CaptureKind.WALKED_IN}
    assert takes(at(picture, defenders, ATTACKERS), "d6-d4") == {}
    assert takes(at(exchanged, attackers, DEFENDERS), "d6-d4") == {}
    assert takes(at(exchanged, defenders, DEFENDERS), "d6-d4") == {"d4": CaptureKind.WALKED_IN}


def test_who_falls_by_walking_in() -> None:
    """Between two who capture by standing, or one and a hostile square, when his own captures are made; the king never
    (our reading)."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . t T . T t .
        . . . . . . .
        . . . . . . .
        . . . K . . .
    """
    walked = PLAIN.evolve(walk_in=PieceSet.MEN)
    assert takes(at(picture, walked, ATTACKERS), "d6-d4") == {"c4": CUSTODIAL, "e4": CUSTODIAL}
    one = picture.replace(". t T", ". . T")
    assert takes(at(one, walked, ATTACKERS), "d6-d4") == {"e4": CUSTODIAL}
    two = one.replace("T t .", "T . .")
    assert takes(at(two, walked.evolve(anvil=PieceSet.ATTACKERS), ATTACKERS), "d6-d4") == {}
    pit = Zone(name="pit", squares=Region.of("c4"), hostile_empty=PieceSet.ALL)
    assert takes(at(two.replace("T . T", ". . T"), walked.evolve(zones=[pit]), ATTACKERS), "d6-d4") == {
        "d4": CaptureKind.WALKED_IN
    }
    assert takes(at(two.replace("T . T", ". . ."), walked.evolve(zones=[pit]), ATTACKERS), "d6-d4") == {}
    guard = two.replace(". . . t", ". . . g")
    assert takes(at(guard, walked, ATTACKERS), "d6-d4") == {}
    tough = two.replace(". . . t", ". . . c")
    assert takes(at(tough, walked.evolve(three_captors=PieceSet.COMMANDERS), ATTACKERS), "d6-d4") == {}


def test_walking_in_ends_the_game() -> None:
    """S004: too few of a side are left, also by its own move, or all who are left are enclosed; and a piece that has
    fallen does not go on."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . T . T . .
        . . . . . . .
        . . . . . . .
        . . . K . . .
    """
    few = PLAIN.evolve(walk_in=PieceSet.MEN, fewest_attackers=1)
    assert ends(at(picture, few, ATTACKERS), "d6-d4") == win(DEFENDERS, Termination.ALL_CAPTURED)
    exchanged = picture.replace("t", "x").replace("T", "t").replace("x", "T")
    last = PLAIN.evolve(walk_in=PieceSet.MEN, fewest_defenders=1)
    assert ends(at(exchanged, last, DEFENDERS), "d6-d4") == win(ATTACKERS, Termination.TOO_FEW_DEFENDERS)
    outside = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . T . t . . .
        t . t . . . .
        . . . . . . .
    """
    without, walked = only(RINGED, "walk_in", PieceSet.MEN)
    assert ends(at(outside, without, DEFENDERS), "b3-b2") is None
    assert ends(at(outside, walked, DEFENDERS), "b3-b2") == RING
    chain = """
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . T . T . .
        . . . T . . .
        . . . t . . .
        . . t K . . .
    """
    goes_on = few.evolve(berserk=Berserk.MUST_MOVE)
    position = at(chain, goes_on, ATTACKERS)
    assert takes(position, "d6-d4") == {"d3": CUSTODIAL, "d4": CaptureKind.WALKED_IN}
    turncoat = at(chain.replace("t", "m", 1), goes_on, ATTACKERS).play("d6-d4")
    assert turncoat.board[Square.parse("d4")].side is DEFENDERS
    assert position.play("d6-d4").berserk_square is turncoat.berserk_square is None
    board = SearchBoard(position)
    board.make("d6-d4")
    assert board.board == position.play("d6-d4").board
    assert board.key == SearchBoard(position.play("d6-d4")).key
    board.unmake()
    assert board.board == position.board


BETWEEN: Final = """
    . . . z . . .
    . . . y . . .
    . . y . y . .
    . . . x . . .
    . . . . . . .
    . z y . . . .
    . . . . K . .
"""
"""A piece that captures on d5, between two other enemies, and on d2."""


@exercises("Ruleset.no_walk_in", "Ruleset.no_walk_in ATTACKERS", "Ruleset.no_walk_in DEFENDING_MEN")
def test_no_walk_in() -> None:
    """Our reading: just the moves by which walk_in captures the man that moves are illegal."""
    without, barred = only(PLAIN, "no_walk_in", PieceSet.MEN)
    for piece, other in ((Piece.ATTACKER, Piece.DEFENDER), (Piece.DEFENDER, Piece.ATTACKER)):
        _, some = only(PLAIN, "no_walk_in", SETS[piece])
        _, others = only(PLAIN, "no_walk_in", SETS[other])
        assert why(at(BETWEEN, some, piece.side, piece), "d4-d5") is Illegality.WALK_IN
        assert why(at(BETWEEN, barred, piece.side, piece), "d4-d5") is Illegality.WALK_IN
        assert why(at(BETWEEN, others, piece.side, piece), "d4-d5") is None
    position = at(BETWEEN, barred, ATTACKERS, Piece.ATTACKER)
    board = SearchBoard(position)
    assert position.illegality("d4-d5") == IllegalMove(Illegality.WALK_IN, Square.parse("d5"))
    free = [m for m in at(BETWEEN, without, ATTACKERS, Piece.ATTACKER).legal_moves() if str(m) != "d4-d5"]
    assert position.legal_moves() == board.legal_moves() == free
    assert [str(move) for move in position.legal_moves_to(["d5", "d3"])] == ["d4-d3"]
    assert perft(position, 1) == board.mobility(ATTACKERS) == len(free)
    assert perft(position, 2) == sum(perft(position.play(move), 1) for move in free)
    assert {str(playout(position, seed, 1).moves[0]) for seed in range(200)} == set(map(str, free))
    # Nor does he reach that square, and threaten anybody by it, before it is his turn.
    waiting = at(BETWEEN, barred, DEFENDERS, Piece.ATTACKER)
    assert "d5" not in waiting.reach("d4").names
    assert waiting.reached_by("d5", ATTACKERS) == waiting.captors("d6") == SquareSet()
    assert SearchBoard(waiting).reach("d4") == waiting.reach("d4")
    with pytest.raises(RulesetError, match="walk_in and no_walk_in cannot both name attackers"):
        barred.evolve(walk_in=PieceSet.ATTACKERS)


def test_who_may_not_walk_in() -> None:
    """Our reading, as of walk_in: between two who capture by standing, or one and a hostile square, when his own
    captures are made; a guard on four sides, a man of three captors on three."""
    barred = PLAIN.evolve(no_walk_in=PieceSet.MEN)
    own = BETWEEN.replace(". . y . y", ". z y . y")
    assert takes(at(own, barred, ATTACKERS, Piece.ATTACKER), "d4-d5") == {"c5": CUSTODIAL, "d6": CUSTODIAL}
    unarmed = barred.evolve(anvil=PieceSet.ATTACKERS)
    assert takes(at(BETWEEN, unarmed, ATTACKERS, Piece.ATTACKER), "d4-d5") == {"d6": CUSTODIAL}
    pit = barred.evolve(zones=[Zone(name="pit", squares=Region.of("c5"), hostile_empty=PieceSet.ALL)])
    half, empty = (BETWEEN.replace("y . y", beside) for beside in (". . y", ". . ."))
    assert why(at(half, barred, ATTACKERS, Piece.ATTACKER), "d4-d5") is None
    assert why(at(half, pit, ATTACKERS, Piece.ATTACKER), "d4-d5") is Illegality.WALK_IN
    assert why(at(empty, pit, ATTACKERS, Piece.ATTACKER), "d4-d5") is None
    guard, commander = Piece(DEFENDERS, Kind.GUARD), Piece(DEFENDERS, Kind.COMMANDER)
    closed = barred.evolve(zones=[Zone(name="pit", squares=Region.of("d4"), hostile_empty=PieceSet.ALL)])
    assert why(at(BETWEEN, barred, DEFENDERS, guard), "d4-d5") is None
    assert why(at(BETWEEN, closed, DEFENDERS, guard), "d4-d5") is Illegality.WALK_IN
    assert why(at(BETWEEN, closed.evolve(guard_capture=GuardCapture.NEVER), DEFENDERS, guard), "d4-d5") is None
    tough = barred.evolve(three_captors=PieceSet.COMMANDERS)
    assert why(at(BETWEEN, tough, DEFENDERS, commander), "d4-d5") is None
    assert why(at(BETWEEN.replace("z", ".", 1), tough, DEFENDERS, commander), "d4-d5") is Illegality.WALK_IN
    jumping = barred.evolve(jumps=Jumps(soldiers=Jump.OVER_ANYBODY))
    leap = BETWEEN.replace(". . y . y", ". . . z .").replace(". . . y . . .", ". . y . y . .")
    assert why(at(leap, jumping, ATTACKERS, Piece.ATTACKER), "d4-d6") is Illegality.WALK_IN
    assert why(at(leap.replace("y . y", ". . y"), jumping, ATTACKERS, Piece.ATTACKER), "d4-d6") is None


def test_kings_and_walking_in() -> None:
    """Our reading: the king may walk in, and so may who captures him by it."""
    barred = PLAIN.evolve(no_walk_in=PieceSet.MEN)
    assert takes(at(BETWEEN, barred, DEFENDERS, Piece.KING), "d4-d5") == {"d6": CUSTODIAL}
    held = BETWEEN.replace("K", ".").replace("y", "K", 1)
    weak = barred.evolve(king=KingStrength.WEAK)
    assert ends(at(held, weak, ATTACKERS, Piece.ATTACKER), "d4-d5") == CAPTURED
    assert why(at(held, barred, ATTACKERS, Piece.ATTACKER), "d4-d5") is Illegality.WALK_IN


def test_who_can_only_walk_in_has_no_move() -> None:
    """Our reading: a barred move is none, for a side that has no other and for one that rolls."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . . . .
        T . . . . . .
        . . T . T . .
        . . T t T . .
    """
    loses, blocked = only(PLAIN, "no_walk_in", PieceSet.MEN)
    assert ends(at(picture, loses, DEFENDERS), "a3-d3") is None
    assert ends(at(picture, blocked, DEFENDERS), "a3-d3") == win(DEFENDERS, Termination.NO_LEGAL_MOVE)
    die = Die(pieces=PieceSet.ATTACKERS, allows=Roll.EXACTLY)
    assert ends(at(picture, blocked.evolve(die=die), DEFENDERS), "a3-d3") == win(DEFENDERS, Termination.NO_LEGAL_MOVE)
    again = after(at(picture, blocked.evolve(no_move=NoMove.PASS), DEFENDERS), "a3-d3")
    assert (again.outcome, again.turn) == (None, DEFENDERS)
    assert after(again, "d3-d4").turn is ATTACKERS
    waits = after(at(picture, blocked.evolve(may_pass=Passing.ATTACKERS), DEFENDERS), "a3-d3")
    assert waits.legal_moves() == [Move.PASS]
    # The roll that allows a barred step only costs the turn, whether a repetition could forbid moves or not.
    once = Repetition(consequence=Consequence.FORBIDDEN, count=2)
    rolled = at(picture, blocked.evolve(die=die, repetition=once), ATTACKERS)
    for king in ("f6-f5", "f5-f4"):
        assert rolled.roll(1).legal_moves() == [Move.PASS]
        assert [str(move) for move in rolled.roll(2).legal_moves()] == ["d1-d3"]
        rolled = rolled.roll(1).play("pass").play(king)
    assert rolled.roll(1).legal_moves() == [Move.PASS]


def test_walking_in_goes_before_forced_captures_and_berserk_turns() -> None:
    """Our reading: a barred capture is neither forced nor a way to go on."""
    forced = PLAIN.evolve(no_walk_in=PieceSet.MEN, forced_capture=True)
    position = at(BETWEEN, forced, ATTACKERS, Piece.ATTACKER)
    assert [str(move) for move in position.legal_moves()] == ["d4-d2"]
    assert why(position, "d4-d5") is Illegality.WALK_IN
    assert why(position, "d4-d3") is Illegality.FORCED_CAPTURE
    none = at(BETWEEN.replace(". z y", ". . y"), forced, ATTACKERS, Piece.ATTACKER)
    assert why(none, "d4-d5") is Illegality.WALK_IN
    assert why(none, "d4-d3") is None
    assert "d4-d3" in map(str, none.legal_moves_to(["d3", "d5"]))
    for berserk in (Berserk.MUST_CAPTURE, Berserk.MAY_CAPTURE):
        goes_on, stops = only(PLAIN.evolve(berserk=berserk), "no_walk_in", PieceSet.MEN)
        assert after(at(BETWEEN, goes_on, ATTACKERS, Piece.ATTACKER), "d4-d2").berserk_square == Square.parse("d2")
        assert after(at(BETWEEN, stops, ATTACKERS, Piece.ATTACKER), "d4-d2").turn is DEFENDERS
    wild = PLAIN.evolve(no_walk_in=PieceSet.MEN, berserk=Berserk.MUST_MOVE)
    going = after(at(BETWEEN, wild, ATTACKERS, Piece.ATTACKER), "d4-d2")
    assert why(going, "d2-d5") is Illegality.WALK_IN
    assert why(going, "d2-d4") is None


ROW: Final = """
    . . . . . . .
    . . . . . . .
    . t T T . t .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . K . . .
"""
LINE: Final = CaptureKind.LINE


@exercises("Ruleset.line_capture")
def test_line_capture() -> None:
    """Brandubh of georgelivas: several men in a row between two enemies are captured together."""
    without, lines = only(PLAIN, "line_capture", True)
    assert takes(at(ROW, without, ATTACKERS), "f5-e5") == {}
    assert takes(at(ROW, lines, ATTACKERS), "f5-e5") == {"c5": LINE, "d5": LINE}


def test_what_a_line_capture_takes() -> None:
    """An unbroken row of men who fall between two, with a captor or a square hostile to them all behind it."""
    lines = PLAIN.evolve(line_capture=True)
    assert takes(at(ROW.replace(". t T", ". . T"), lines, ATTACKERS), "f5-e5") == {}
    assert takes(at(ROW.replace("t T T", "t K T").replace(". . . K", ". . . ."), lines, ATTACKERS), "f5-e5") == {}
    assert takes(at(ROW.replace("t T T", "t G T"), lines, ATTACKERS), "f5-e5") == {}
    assert takes(at(ROW.replace("t T T", "t C T"), lines.evolve(three_captors="commanders"), ATTACKERS), "f5-e5") == {}
    assert takes(at(ROW, lines.evolve(anvil="defenders"), ATTACKERS), "f5-e5") == {}
    to_all = Zone(name="pit", squares=Region.of("b5"), hostile_empty=PieceSet.ALL)
    to_soldiers = attrs.evolve(to_all, hostile_empty=PieceSet.SOLDIERS)
    pit = ROW.replace("t T T", ". C T")
    assert takes(at(pit, lines.evolve(zones=[to_all]), ATTACKERS), "f5-e5") == {"c5": LINE, "d5": LINE}
    assert takes(at(pit, lines.evolve(zones=[to_soldiers]), ATTACKERS), "f5-e5") == {}


@exercises("Ruleset.king_line_capture")
def test_king_line_capture() -> None:
    """dinotash's tablut: a man beside the king who is held with him on one line falls, and the king survives."""
    beside = ROW.replace("t T T", "t K T").replace(". . . K", ". . . .")
    longer = beside.replace("K T .", "K T T").replace(" t .", " . t")
    without, kings = only(PLAIN, "king_line_capture", True)
    assert takes(at(beside, without, ATTACKERS), "f5-e5") == {}
    assert takes(at(beside, kings, ATTACKERS), "f5-e5") == {"d5": LINE}
    assert takes(at(beside.replace("K T", "T K"), kings, ATTACKERS), "f5-e5") == {"c5": LINE}
    assert at(beside, kings, ATTACKERS).play("f5-e5").outcome is None
    assert takes(at(ROW, kings, ATTACKERS), "f5-e5") == {}
    assert takes(at(longer, kings, ATTACKERS), "g5-f5") == {}
    assert takes(at(longer, kings.evolve(line_capture=True), ATTACKERS), "g5-f5") == {"d5": LINE, "e5": LINE}


def test_lines_break_forts() -> None:
    """Copenhagen, exit forts: no man of the wall may ever fall; here two attackers could take its upper row."""
    fort = """
        . . . . . . .
        . t . . . t .
        T . . . . . .
        . . . . . . .
        . . T T T . .
        . . T . T . .
        . . T K T . .
    """
    _, lines = only(PLAIN.evolve(exit_fort=True), "line_capture", True)
    assert ends(at(fort, lines, DEFENDERS), "a5-a4") is None
    assert ends(at(fort.replace("t", ".", 1), lines, DEFENDERS), "a5-a4") == win(DEFENDERS, Termination.EXIT_FORT)
    assert ends(at(fort, lines.evolve(hammer=PieceSet.NONE), DEFENDERS), "a5-a4") == win(
        DEFENDERS, Termination.EXIT_FORT
    )


def test_lines_break_rings() -> None:
    """hnefatafl-rs: no man of a secure ring can be captured from within; here two are, against a hostile square."""
    doubled = NEARLY_A_RING.replace(". . t . t", ". t t . t")
    secure = SECURED.evolve(zones=[hostile_at("a5")])
    _, lines = only(secure, "line_capture", True)
    assert ends(at(doubled, secure, ATTACKERS), "d1-d3") == RING
    assert ends(at(doubled, lines, ATTACKERS), "d1-d3") is None
    assert ends(at(doubled, lines.evolve(zones=[]), ATTACKERS), "d1-d3") == RING


@exercises("Ruleset.linnaean_capture")
def test_linnaean_capture() -> None:
    """Linnaeus: while the king sits on the throne amid three enemies and one man of his, that man can be taken against
    him."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . . t K T . t
        . . . t . . .
        . . . . . . .
        . . . . . . .
    """
    without, linnaean = only(SEATED, "linnaean_capture", True)
    assert takes(at(picture, without, ATTACKERS), "g4-f4") == {}
    assert takes(at(picture, linnaean, ATTACKERS), "g4-f4") == {"e4": CaptureKind.LINNAEAN}


def test_what_a_linnaean_capture_takes() -> None:
    """Linnaeus: the one man beside a king who sits on the throne amid three enemies, by an enemy right behind that man;
    a guard does not fall between two (our reading)."""
    linnaean = SEATED.evolve(linnaean_capture=True)
    picture = """
        . . . . . . .
        . . . . . . .
        . . . t . t t
        . . t K T . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
    """
    beside_it = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . t .
        . . . t . . .
        . . t K T . .
        . . . t . . .
    """
    assert takes(at(picture, linnaean, ATTACKERS), "f5-f4") == {"e4": CaptureKind.LINNAEAN}
    assert takes(at(picture, linnaean, ATTACKERS), "g5-g4") == {}
    assert takes(at(picture.replace("t K", ". K"), linnaean, ATTACKERS), "f5-f4") == {}
    assert takes(at(picture.replace("K T", "K G"), linnaean, ATTACKERS), "f5-f4") == {}
    assert takes(at(beside_it, linnaean, ATTACKERS), "f4-f2") == {}


TWO_COMMANDERS: Final = """
    . . . . . . .
    . . . . . . .
    . . . . c . .
    . . . . . . .
    . . . . . . .
    . . c K . . .
    . . . . . . .
"""
PIERCED: Final = {"d2": CaptureKind.PIERCED}


@exercises("Ruleset.piercing", "Ruleset.piercing ATTACKERS")
def test_piercing() -> None:
    """OpenTafl's berserk: two commanders or knights take a strong king between them, but not on the throne."""
    piercing, blunt = only(SEATED, "piercing", PieceSet.NONE)
    knights = piercing.evolve(piercing=PieceSet.KNIGHTS)
    assert takes(at(TWO_COMMANDERS, piercing, ATTACKERS), "e5-e2") == PIERCED
    assert ends(at(TWO_COMMANDERS, piercing, ATTACKERS), "e5-e2") == CAPTURED
    for ruleset in (blunt, knights):
        assert takes(at(TWO_COMMANDERS, ruleset, ATTACKERS), "e5-e2") == {}
    assert takes(at(TWO_COMMANDERS.replace("c", "n"), knights, ATTACKERS), "e5-e2") == PIERCED
    seated = ON_THE_THRONE.replace("t", "c")
    assert takes(at(seated, piercing, ATTACKERS), "d6-d5") == {}
    assert takes(at(seated, piercing.evolve(throne=None), ATTACKERS), "d6-d5") == {"d4": CaptureKind.PIERCED}


def test_a_pair_pierces() -> None:
    """OpenTafl's berserk: two commanders or knights, of whom the one who stands must be able to capture by standing."""
    assert takes(at(TWO_COMMANDERS, SEATED, ATTACKERS), "e5-e2") == PIERCED
    assert takes(at(TWO_COMMANDERS.replace("c", "t", 1), SEATED, ATTACKERS), "e5-e2") == {}
    assert takes(at(TWO_COMMANDERS.replace("c K", "t K"), SEATED, ATTACKERS), "e5-e2") == {}
    unarmed = SEATED.evolve(anvil=PieceSet.ALL & ~PieceSet.COMMANDERS)
    assert takes(at(TWO_COMMANDERS, unarmed, ATTACKERS), "e5-e2") == {}


@exercises("Zone.pierces")
def test_zone_pierces() -> None:
    """OpenTafl's berserk: a commander takes the king against a corner."""
    ground = attrs.evolve(GROUND, squares=Region.of("c2"), hostile_empty=PieceSet.KING)
    blunt, piercing = only(PLAIN.evolve(zones=[ground]), "zones.pierces", True)
    picture = TWO_COMMANDERS.replace("c K", ". K")
    assert takes(at(picture, blunt, ATTACKERS), "e5-e2") == {}
    assert takes(at(picture, piercing, ATTACKERS), "e5-e2") == PIERCED
    harmless = piercing.evolve(zones=[attrs.evolve(ground, hostile_empty=PieceSet.NONE, pierces=True)])
    assert takes(at(picture, harmless, ATTACKERS), "e5-e2") == {}


@exercises("Ruleset.three_captors", "Ruleset.three_captors ATTACKERS", "Ruleset.three_captors DEFENDING_MEN")
def test_three_captors() -> None:
    """Alea evangelii in the archive of aagenielsen.dk, type 92: men of f6, n6, f14 and n14 fell 46 of 46 times with
    three enemies around them and stood 223 of 232 times between two. They capture like others."""
    two, three = only(PLAIN, "three_captors", PieceSet.COMMANDERS)
    by_three = {"d4": CaptureKind.THREE_SIDES}
    ground = Zone(name="ground", squares=Region.of("c4"), hostile_empty=PieceSet.ALL)
    for turn, man, enemy in ((ATTACKERS, "C", "t"), (DEFENDERS, "c", "T")):
        beset = FOUR_AROUND_HIM.replace("t K t", "t K .").replace("t", enemy).replace("K", man)
        beset = beset.replace(". . . . . . .", ". . . . . K .", 1)
        between = beset.replace(f"{enemy} {man} .", f". {man} .")
        assert takes(at(between, two, turn), "d6-d5") == {"d4": CUSTODIAL}
        assert takes(at(between, three, turn), "d6-d5") == {}
        assert takes(at(beset, three, turn), "d6-d5") == by_three
        assert takes(at(between, three.evolve(zones=[ground]), turn), "d6-d5") == by_three
    # He captures, as hammer and as anvil.
    picture = """
        . . . . . K .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . C . . .
        . T t . . . .
        . . . . . . .
    """
    assert takes(at(picture, three, DEFENDERS), "d3-d2") == {"c2": CUSTODIAL}


@exercises("Ruleset.guard_capture", *GuardCapture)
def test_guard_capture() -> None:
    """OpenTafl shows that guards do not fall like soldiers; alea evangelii of dragonheelslair.com: never."""
    fall, stay = only(PLAIN, "guard_capture", GuardCapture.NEVER)
    around = FOUR_AROUND_HIM.replace("K", "G").replace(". . . . . . .", ". . . . . K .", 1)
    assert takes(at(around, fall, ATTACKERS), "d6-d5") == {"d4": SURROUNDED}
    assert takes(at(around, stay, ATTACKERS), "d6-d5") == {}
    assert takes(at(around.replace("t G t", "t G ."), fall, ATTACKERS), "d6-d5") == {}


CHAIN: Final = """
    . . . . . . .
    . t T . . . .
    . . . . . . .
    . . . t . . .
    . . . . . . .
    . t T . . . .
    . . . . K . .
"""
KING_AMONG_MEN: Final = """
    . . . . . . .
    . . . . t . .
    . . . K . . .
    . . . . . . .
    . T t . . . .
    . . . . . . .
    . . . . . . .
"""


@exercises("Ruleset.berserk", *Berserk)
def test_berserk() -> None:
    """OpenTafl: "ber:c" goes on only by a further capture, "ber:m" by any move."""
    calm, capture = only(PLAIN, "berserk", Berserk.MUST_CAPTURE)
    _, move = only(calm, "berserk", Berserk.MUST_MOVE)
    assert after(at(CHAIN, calm, ATTACKERS), "d4-d2").turn is DEFENDERS
    for ruleset, quiet, last in ((capture, Illegality.MUST_CAPTURE, None), (move, None, Square.parse("d6"))):
        position = after(at(CHAIN, ruleset, ATTACKERS), "d4-d2")
        assert (position.turn, position.berserk_square) == (ATTACKERS, Square.parse("d2"))
        assert why(position, "b2-b3") is Illegality.MUST_GO_ON
        assert why(position, "d2-d3") is quiet
        position = after(position, "d2-d6")
        assert position.board.count(PieceSet.DEFENDING_MEN) == 0
        assert (position.turn, position.berserk_square) == (DEFENDERS if last is None else ATTACKERS, last)
    assert after(at(CHAIN, move, ATTACKERS), "d4-d2", "d2-d3").turn is DEFENDERS
    _, may = only(capture, "berserk", Berserk.MAY_CAPTURE)
    position = after(at(CHAIN, may, ATTACKERS), "d4-d2")
    assert set(map(str, position.legal_moves())) == {"d2-d6", "d2-d2"}
    assert why(position, "d2-d3") is Illegality.MUST_CAPTURE
    assert why(position, "b2-b3") is Illegality.MUST_GO_ON
    assert why(position, "b2-b2") is Illegality.NOT_STRAIGHT
    assert after(position, "d2-d6").turn is DEFENDERS
    stopped = after(position, "d2-d2")
    assert (stopped.turn, stopped.berserk_square, stopped.board) == (DEFENDERS, None, position.board)
    assert (stopped.ply, stopped.plies_since_capture, stopped.repetitions) == (2, 0, 1)
    for ruleset in (capture, move):
        assert why(after(at(CHAIN, ruleset, ATTACKERS), "d4-d2"), "d2-d2") is Illegality.NOT_STRAIGHT


def test_a_berserk_turn_begins_with_a_capture() -> None:
    """OpenTafl: "ber:m" lets a piece that has captured go on."""
    position = after(at(CHAIN, PLAIN.evolve(berserk=Berserk.MUST_MOVE), ATTACKERS), "b2-b3")
    assert (position.turn, position.berserk_square) == (DEFENDERS, None)


def test_a_stop_leaves_the_position_that_the_capture_left() -> None:
    """Whoever stops has played as if his berserk turn had not begun."""
    calm, may = PLAIN, PLAIN.evolve(berserk=Berserk.MAY_CAPTURE)
    stopped = after(at(CHAIN, may, ATTACKERS), "d4-d2", "d2-d2")
    there = after(at(CHAIN, calm, ATTACKERS), "d4-d2")
    assert (stopped.board, stopped.turn) == (there.board, there.turn)
    assert set(stopped.legal_moves()) == set(there.legal_moves())
    assert stopped == Position.from_board(there.board, may, DEFENDERS)
    play = after(at(CHAIN, may, ATTACKERS), "d4-d2").explain(Move.parse("d2-d2"))
    assert (play.captures, play.after) == ((), stopped)
    board = SearchBoard(after(at(CHAIN, may, ATTACKERS), "d4-d2"))
    before = board.key
    board.make(Move.parse("d2-d2"))
    assert (board.turn, board.ply, board.plies_since_capture, board.position) == (DEFENDERS, 2, 0, stopped)
    assert board.key == SearchBoard(stopped).key
    board.make(stopped.legal_moves()[0])
    board.unmake()
    assert str(board.unmake()) == "d2-d2"
    assert (board.turn, board.ply, board.key) == (ATTACKERS, 1, before)
    with pytest.raises(InvalidSetupError, match="cannot go on"):
        Position.from_board(there.board, may, ATTACKERS, berserk_square=Square.parse("b2"))
    assert pickle.loads(pickle.dumps(stopped)) == stopped


def test_random_games_stop_as_often_as_they_go_on() -> None:
    """A stop is one move among the others."""
    may = PLAIN.evolve(berserk=Berserk.MAY_CAPTURE)
    position = after(at(CHAIN, may, ATTACKERS), "d4-d2")
    stops = sum(playout(position, seed, limit=1).moves[0].is_stop for seed in range(400))
    assert 160 < stops < 240
    assert perft(position, 1) == 2
    assert perft(position, 2) == sum(len(after(position, str(move)).legal_moves()) for move in position.legal_moves())


@exercises("Ruleset.berserk_escape")
def test_berserk_escape() -> None:
    """AbstractPlay's berserk: a king who goes on may also leave."""
    stays, leaves = only(PLAIN.evolve(berserk=Berserk.MUST_CAPTURE, escape=Region.of("g3")), "berserk_escape", True)
    assert after(at(KING_AMONG_MEN, stays, DEFENDERS), "d5-d3").turn is ATTACKERS
    position = after(at(KING_AMONG_MEN, leaves, DEFENDERS), "d5-d3")
    assert (position.turn, position.berserk_square) == (DEFENDERS, Square.parse("d3"))
    assert why(position, "d3-f3") is Illegality.MUST_CAPTURE
    assert ends(position, "d3-g3") == ESCAPED


def one_file_away(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture: whoever stands two squares to the right of the piece that has moved."""
    return [move.target.offset(2, 0)]


@exercises("Ruleset.extra_captures")
def test_extra_captures() -> None:
    """Captures that no option foresees; a king whom one names is captured."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . t . . . .
        . . . . T . .
        . . . . K . .
        . . . . . . .
        . . . . . . .
    """
    without, hooked = only(PLAIN, "extra_captures", (one_file_away,))
    assert takes(at(picture, without, ATTACKERS), "c5-c4") == {}
    assert takes(at(picture, hooked, ATTACKERS), "c5-c4") == {"e4": CaptureKind.EXTRA}
    assert takes(at(picture, hooked, ATTACKERS), "c5-c3") == {"e3": CaptureKind.EXTRA}
    assert ends(at(picture, without, ATTACKERS), "c5-c3") is None
    assert ends(at(picture, hooked, ATTACKERS), "c5-c3") == CAPTURED


def test_an_extra_capture_takes_enemies_only() -> None:
    """Ruleset.extra_captures: squares on which no enemy stands do not count."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . T . . . .
        . . . . . . .
        . . . . K . .
        . . . . . . .
        t . . . . . .
    """
    hooked = PLAIN.evolve(extra_captures=(one_file_away,))
    assert takes(at(picture, hooked, DEFENDERS), "c5-c3") == {}
    assert ends(at(picture, hooked, DEFENDERS), "c5-c3") is None
    own = picture.replace("K", "T").replace("t . .", "t K .")
    assert takes(at(own, hooked, DEFENDERS), "c5-c3") == {}


# ----------------------------------------------------------------------------------------------------------- formations


@exercises("Ruleset.exit_fort")
def test_exit_fort() -> None:
    """Copenhagen, exit forts: the king at the edge, able to move, in a fort that cannot be broken."""
    picture = """
        . . . . . . .
        . . . . . t .
        T . . . . . .
        . . . . . . .
        . . T T T . .
        . . T . T . .
        . . T K T . .
    """
    without, forts = only(PLAIN, "exit_fort", True)
    assert ends(at(picture, without, DEFENDERS), "a5-a6") is None
    assert ends(at(picture, forts, DEFENDERS), "a5-a6") == win(DEFENDERS, Termination.EXIT_FORT)


@exercises("Ruleset.simple_fort")
def test_simple_fort() -> None:
    """hnefatafl.org looks at the wall alone: no man of it may be free on both sides, seen from the inside."""
    thorough, simple = only(PLAIN.evolve(exit_fort=True), "simple_fort", True)
    picture = """
        t . . . . . t
        . . . T . . .
        . . . . . . .
        . . T . T . .
        . T . T . T .
        . T T . T T .
        . . T K T . .
    """
    fort = win(DEFENDERS, Termination.EXIT_FORT)
    assert ends(at(picture, thorough, DEFENDERS), "d6-d4") == fort
    assert ends(at(picture, simple, DEFENDERS), "d6-d4") is None
    flanked = picture.replace(". T . T . T .", ". T T T . T .")
    assert ends(at(flanked, simple, DEFENDERS), "d6-d4") == fort
    # A single attacker breaks no wall.
    assert ends(at(picture.replace("t . . . . . t", "t . . . . . ."), simple, DEFENDERS), "d6-d4") == fort
    # Without any there is no fort, as under the default (our reading).
    for rules in (thorough, simple):
        nobody = at(picture.replace("t", "."), rules, DEFENDERS)
        assert ends(nobody, "d6-d4") == win(DEFENDERS, Termination.NO_LEGAL_MOVE)


@exercises("Ruleset.encirclement")
def test_encirclement() -> None:
    """Copenhagen, surrounding: the attackers enclose the king and all defenders."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . . . . . . .
        . . . . . . .
        . . . t . . .
    """
    without, rings = only(PLAIN, "encirclement", True)
    assert ends(at(picture, without, ATTACKERS), "d1-d3") is None
    assert ends(at(picture, rings, ATTACKERS), "d1-d3") == win(ATTACKERS, Termination.ENCIRCLEMENT)


RINGED: Final = PLAIN.evolve(encirclement=True)
SECURED: Final = RINGED.evolve(secure_ring=True)
RING: Final = win(ATTACKERS, Termination.ENCIRCLEMENT)
NEARLY_A_RING: Final = """
    . . . . . . .
    . . . t . . .
    . . t . t . .
    . . t K t . .
    . . . . . . .
    . . . . . . .
    . . . t . . .
"""


def test_a_ring_is_around_all() -> None:
    """Copenhagen, surrounding: around the king and all defenders; one that leans on the edge is none (OpenTafl)."""
    assert ends(at(NEARLY_A_RING, RINGED, ATTACKERS), "d1-d3") == RING
    outside = NEARLY_A_RING.replace(".", "T", 1)
    assert ends(at(outside, RINGED, ATTACKERS), "d1-d3") is None
    leaning = """
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
        . . t . t . .
        . . t K t . .
    """
    assert ends(at(leaning, RINGED, ATTACKERS), "d5-d3") is None


def test_a_capture_removes_the_last_defender_outside_a_ring() -> None:
    """Copenhagen, surrounding: then all that are left are within."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . . . t . . .
        . . . . . . t
        . . . . t T .
    """
    assert at(picture, RINGED, ATTACKERS).outcome is None
    assert takes(at(picture, RINGED, ATTACKERS), "g2-g1") == {"f1": CUSTODIAL}
    assert ends(at(picture, RINGED, ATTACKERS), "g2-g1") == RING
    assert ends(at(picture, RINGED, ATTACKERS), "g2-g3") is None


def test_who_leaps_out_of_a_ring() -> None:
    """Copenhagen, surrounding: the defenders must be unable to come out; commanders leap over soldiers, and over no
    commander (OpenTafl's berserk)."""
    picture = NEARLY_A_RING.replace("t . t", "t C t")
    assert ends(at(picture, RINGED, ATTACKERS), "d1-d3") is None
    assert ends(at(picture, RINGED.evolve(jumps=STILL), ATTACKERS), "d1-d3") == RING
    assert ends(at(picture.replace("t", "c"), RINGED, ATTACKERS), "d1-d3") == RING


def hostile_at(*squares: str) -> Zone:
    """Squares that threaten the attackers while they are empty."""
    return Zone(name="hostile", squares=Region.of(*squares), hostile_empty=PieceSet.ATTACKERS)


def test_what_makes_a_ring_secure() -> None:
    """hnefatafl-rs: none of its men can be captured from within, by a defender who arrives there and whatever stands
    opposite."""
    west, north = (SECURED.evolve(zones=[hostile_at(square)]) for square in ("b4", "d7"))
    apart = SECURED.evolve(zones=[hostile_at("c6", "e6")])
    assert ends(at(NEARLY_A_RING, SECURED, ATTACKERS), "d1-d3") == RING
    assert ends(at(NEARLY_A_RING, west, ATTACKERS), "d1-d3") is None
    assert ends(at(NEARLY_A_RING, north, ATTACKERS), "d1-d3") is None
    assert ends(at(NEARLY_A_RING, apart, ATTACKERS), "d1-d3") == RING
    # The man on c5 stands between b5 and d5, where defenders may stop or not.
    beside = SECURED.evolve(zones=[hostile_at("b5")])
    closed = Zone(name="closed", squares=Region.of("d5"), stop=PieceSet.ATTACKERS)
    assert ends(at(NEARLY_A_RING, beside, ATTACKERS), "d1-d3") is None
    assert ends(at(NEARLY_A_RING, beside.evolve(zones=[*beside.zones, closed]), ATTACKERS), "d1-d3") == RING
    # Commanders who fall to three are safe between two.
    tough = west.evolve(three_captors=PieceSet.COMMANDERS)
    commanded = NEARLY_A_RING.replace("t K t", "c K t")
    assert ends(at(commanded, west, ATTACKERS), "d1-d3") is None
    assert ends(at(commanded, tough, ATTACKERS), "d1-d3") == RING


def test_a_ring_becomes_secure_from_outside() -> None:
    """hnefatafl-rs: a ring counts once it is secure, here when an attacker fills the square that threatens its man."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . . . t . . .
        . t . . . . .
        . . . . . . .
    """
    position = after(at(picture, SECURED.evolve(zones=[hostile_at("b4")]), DEFENDERS), "d4-d5")
    assert position.outcome is None
    assert ends(position, "b2-b3") is None
    assert ends(position, "b2-b4") == RING


def test_a_ring_closes_behind_the_king() -> None:
    """Copenhagen, surrounding: wherever the king has gone meanwhile, walking or by a leap."""
    behind = """
        . . . . . . .
        . t . . . . .
        t . t . . . .
        t . . K . . .
        . t . . . . .
        . . . . . . .
        . . t . . . t
    """
    assert ends(at(behind, RINGED, ATTACKERS), "g1-g2", "d4-b4", "c1-c4") == RING
    leapt = """
        . t . . . . .
        . t . . . . .
        t . t t . . .
        t . t K . . .
        . t . . . . .
        . t . . . . .
        . . . t . . t
    """
    leaping = RINGED.evolve(jumps=Jumps(king=Jump.OVER_ENEMIES))
    assert ends(at(leapt, leaping, ATTACKERS), "g1-g2", "d4-b4", "d1-d4") == RING


def test_a_ring_closes_on_a_way_around() -> None:
    """Copenhagen, surrounding: an attacker who steps on the king's way out closes none while another leads around."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . . t K t . .
        . . t . . . t
        . . . . . . t
        . . . . . . .
    """
    assert ends(at(picture, RINGED, ATTACKERS), "g2-d2") is None
    assert ends(at(picture, RINGED, ATTACKERS), "g2-d2", "d4-d3", "g3-e3") == RING


def test_a_mercenary_closes_a_ring_by_changing_sides() -> None:
    """Copenhagen, surrounding; OpenTafl, MercenarySideSwitchTest: the mercenary stood on the king's way out."""
    picture = """
        . . . . t . .
        . . . . . . .
        . . t {} . . .
        . . t K t . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
    """
    assert ends(at(picture.format("M"), RINGED, ATTACKERS), "e7-e5") == RING
    assert ends(at(picture.format("T"), RINGED, ATTACKERS), "e7-e5") is None


@exercises("Ruleset.whole_ring")
def test_whole_ring() -> None:
    """hnefatafl.org: one ring around the king and all others; a capture inside can join what was parted."""
    broad = RINGED.evolve(size=11, start=LAYOUTS["L11.2"], corners=None)
    any_ring, whole = only(broad, "whole_ring", True)
    two_rings = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . t . . . . . . . .
        . t K t . . . t t . .
        . . t . . . t T . t .
        . . . . . . . t . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . t . .
    """
    assert ends(at(two_rings, any_ring, ATTACKERS), "i1-i4") == RING
    assert ends(at(two_rings, whole, ATTACKERS), "i1-i4") is None
    parted = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . t t t t . . . .
        . . t K t . T t . . .
        . . . t t t t . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        t . . . . . . . . . .
    """
    assert ends(at(parted, whole, DEFENDERS), "g6-f6") == RING
    left = parted.replace("t K t . T t", "t K . . T t").replace("t t t t", "t . t t", 1)
    assert ends(at(left, whole, ATTACKERS), "a1-a2") is None


@exercises("Ruleset.edge_ring")
def test_edge_ring() -> None:
    """hnefatafl-rs, with edge access: a ring may lean on the edge, if no corner lies inside it."""
    free, leaning = only(RINGED, "edge_ring", True)
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . t . . .
        . . . . t . .
        . . . . . t .
        . . t K T t .
    """
    assert ends(at(picture, free, ATTACKERS), "d4-d2") is None
    assert ends(at(picture, leaning, ATTACKERS), "d4-d2") == RING
    at_the_corner = picture.replace(". . t K T t .", ". . t K T . .")
    assert ends(at(at_the_corner, leaning, ATTACKERS), "d4-d2") is None
    open_board = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        t . . . . . .
        . . . . . . .
        . . . . . . .
        . . . K T . .
    """
    # Who stands on the only square of escape closes the ring.
    inner = leaning.evolve(escape=Region.of("a6"))
    assert ends(at(open_board, inner, ATTACKERS), "a4-a6") == RING
    assert ends(at(open_board, inner, ATTACKERS), "a4-a5") is None


@exercises("Ruleset.secure_ring")
def test_secure_ring() -> None:
    """hnefatafl-rs: a ring counts only once none of its men can be captured from within (text case X27)."""
    any_ring, secure = only(PLAIN.evolve(encirclement=True), "secure_ring", True)
    picture = """
        . . . . . . .
        . . t t t . .
        . t . . . t .
        . t . t T t .
        . . t K . t .
        . . . . t . .
        . . . t . . .
    """
    ring = win(ATTACKERS, Termination.ENCIRCLEMENT)
    assert ends(at(picture, any_ring, ATTACKERS), "d1-d2") == ring
    assert ends(at(picture, secure, ATTACKERS), "d1-d2") is None
    assert ends(at(picture.replace("t . t T t", "t . . T t"), secure, ATTACKERS), "d1-d2") == ring
    # The man on c4 could be captured between b4 and the empty throne, if that threatens him.
    hostile = secure.evolve(throne=throne_zone(PieceSet.ATTACKERS))
    harmless = secure.evolve(throne=throne_zone(PieceSet.NONE))
    against_throne = """
        . t t . . . .
        t . t . . . .
        t t t . t . .
        t K t . . t .
        t . . . t . .
        t t . . . . .
        . t . . . . .
    """
    assert ends(at(against_throne, hostile, ATTACKERS), "e3-c3") is None
    assert ends(at(against_throne, harmless, ATTACKERS), "e3-c3") == ring
    # A guard of the ring falls only when all four sides are held, if he falls at all.
    guarded = picture.replace("t . t T t", "t . g T t")
    assert ends(at(guarded, secure, ATTACKERS), "d1-d2") is None
    never = secure.evolve(guard_capture=GuardCapture.NEVER)
    assert ends(at(guarded, never, ATTACKERS), "d1-d2") == ring


# ------------------------------------------------------------------------------------------------------------- movement


RANKED: Final = Board.parse("/11/tcnmgTCNMGK/11/11/11/11/11/11/11/11/11/")
"""Every kind of piece of either side, in the order of the fields of Speed."""


@exercises("Ruleset.speed", *(f"Speed.{field.name}" for field in attrs.fields(Speed)))
def test_speed() -> None:
    """Magpie: the king moves one square; everybody else "soweit gezogen werden, wie es ihr möglich ist" (S004)."""
    base = PLAIN.evolve(size=11, start=LAYOUTS["L11.2"])
    fields = [field.name for field in attrs.fields(Speed)]
    for field in fields:
        free, slow = only(base, f"speed.{field}", 2)
        for name, file in zip(fields, "abcdefghijk", strict=True):
            side = ATTACKERS if name.startswith("attack") else DEFENDERS
            limit = Illegality.TOO_FAR if name == field else None
            assert why(Position.from_board(RANKED, free, side), f"{file}2-{file}5") is None
            assert why(Position.from_board(RANKED, slow, side), f"{file}2-{file}5") is limit
            assert why(Position.from_board(RANKED, slow, side), f"{file}2-{file}4") is None


STILL: Final = Jumps(commanders=Jump.NONE, knights=Jump.NONE)
"""Nobody jumps."""
JUMPERS: Final = {
    "soldiers": "tT",
    "commanders": "cC",
    "knights": "nN",
    "mercenaries": "mM",
    "guards": "gG",
    "king": "K",
}


def before_a_jump(letter: str, over: str) -> str:
    """A piece before another, over which it might jump from c3 to c5."""
    king = "." if letter == "K" else "K"
    return f"""
        . . . . . . .
        . . . . . {king} .
        . . . . . . .
        . . {over} . . . .
        . . {letter} . . . .
        . . . . . . .
        . . . . . . .
    """


@exercises("Ruleset.jumps", *(f"Jumps.{field}" for field in JUMPERS), *Jump)
def test_jumps() -> None:
    """OpenTafl's berserk: knights jump over an enemy and capture him, commanders jump over him, the king does so to or
    from a special square; Tyr: over any man."""
    modes: dict[Jump, tuple[object, ...]] = {
        # Over an enemy, over an enemy from a zone, over a friend; and what is taken.
        Jump.RESTRICTED: (Illegality.BLOCKED, None, Illegality.BLOCKED, {}),
        Jump.OVER_ENEMIES: (None, None, Illegality.BLOCKED, {}),
        Jump.CAPTURING: (None, None, Illegality.BLOCKED, {"c4": CaptureKind.JUMPED}),
        Jump.OVER_ANYBODY: (None, None, None, {}),
    }
    for field, letters in JUMPERS.items():
        for letter in letters:
            side = Piece.parse(letter).side
            enemy, friend = ("T", "t") if side is ATTACKERS else ("t", "T")
            for mode, (enemies, from_zone, friends, taken) in modes.items():
                still, special = only(ZONED.evolve(jumps=STILL), f"jumps.{field}", mode)
                jumping = special.evolve(zones=[])
                assert why(at(before_a_jump(letter, enemy), still, side), "c3-c5") is Illegality.BLOCKED
                assert why(at(before_a_jump(letter, enemy), jumping, side), "c3-c5") is enemies
                assert why(at(before_a_jump(letter, enemy), special, side), "c3-c5") is from_zone
                assert why(at(before_a_jump(letter, friend), special, side), "c3-c5") is friends
                assert takes(at(before_a_jump(letter, enemy), special, side), "c3-c5") == taken


def test_where_a_jump_ends() -> None:
    """OpenTafl's berserk: to the empty square behind a man; the king, to or from a special square."""
    jumping = PLAIN.evolve(jumps=Jumps(king=Jump.RESTRICTED))
    for letter, over in (("n", "T"), ("c", "T"), ("K", "t")):
        side = Piece.parse(letter).side
        picture = before_a_jump(letter, over)
        special = jumping.evolve(zones=[attrs.evolve(GROUND, squares=Region.of("c5"))])
        assert why(at(picture, special, side), "c3-c5") is None
        filled = placed(picture).put(Square.parse("c5"), Piece.ATTACKER)
        assert why(Position.from_board(filled, special, side), "c3-c5") is Illegality.BLOCKED
    assert why(at(before_a_jump("K", "t"), jumping, DEFENDERS), "c3-c5") is Illegality.BLOCKED


def test_a_jump_is_two_squares_of_a_roll() -> None:
    """S001 "Bewegung des Feldherren": "muß dann den König höchstens so weit ziehen, wie die gewürfelte Punktzahl
    betrug"; a jump is two squares (our reading)."""
    rules = PLAIN.evolve(die=Die(), jumps=Jumps(king=Jump.OVER_ENEMIES))
    position = at(before_a_jump("K", "t"), rules, DEFENDERS)
    assert why(position.roll(1), "c3-c5") is Illegality.TOO_FAR
    assert why(position.roll(2), "c3-c5") is None


def test_whom_a_jump_captures() -> None:
    """OpenTafl's berserk: a knight captures whom he jumps over, in any direction; but a jump over a guard takes
    nothing, since he does not fall to one (our reading)."""
    picture = """
        . . . T . . .
        . . T n T . .
        . . . T . . .
        . . . . . K .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    for move, over in (("d6-b6", "c6"), ("d6-f6", "e6"), ("d6-d4", "d5")):
        assert takes(at(picture, PLAIN, ATTACKERS), move) == {over: CaptureKind.JUMPED}
        guarded = placed(picture).put(Square.parse(over), Piece.parse("G"))
        assert takes(Position.from_board(guarded, PLAIN, ATTACKERS), move) == {}
    assert takes(at(before_a_jump("n", "T"), PLAIN, ATTACKERS), "c3-c5") == {"c4": CaptureKind.JUMPED}


def test_who_can_only_jump_is_not_blocked() -> None:
    """S004 "Spielziel": "der Spieler der nicht mehr ziehen kann [...] verliert": he can."""
    picture = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . . . .
        T . . . . . .
        T . . . . . .
        c T . . . . .
    """
    assert [str(move) for move in at(picture, PLAIN, ATTACKERS).legal_moves()] == ["a1-c1"]
    assert ends(at(picture, PLAIN, ATTACKERS)) is None
    still = PLAIN.evolve(jumps=STILL)
    assert ends(at(picture, still, ATTACKERS)) == win(DEFENDERS, Termination.NO_LEGAL_MOVE)


def test_why_a_way_is_closed() -> None:
    """S000 "Die Züge": over empty squares, to an empty square."""
    assert why(at(TOWARDS_THE_MIDDLE, PLAIN, DEFENDERS), "d1-e1") is Illegality.BLOCKED
    assert why(at(TOWARDS_THE_MIDDLE, PLAIN, DEFENDERS), "d1-f1") is Illegality.BLOCKED


def test_a_mercenary_jumps_on_either_side() -> None:
    """OpenTafl, MercenarySideSwitchTest: a captured mercenary changes sides; there he moves as before."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . T . . . .
        . t M . . . .
        . . . . . . .
        . . . . K . .
        . . . t . . .
    """
    leaping = PLAIN.evolve(jumps=Jumps(mercenaries=Jump.OVER_ENEMIES))
    for rules, closed in ((leaping, None), (PLAIN, Illegality.BLOCKED)):
        assert why(after(at(picture, rules, ATTACKERS), "d1-d4", "e2-f2"), "c4-c6") is closed


@exercises("Ruleset.may_pass", *Passing)
def test_may_pass() -> None:
    """A side passes instead of moving; no source has it."""
    nobody, attackers = only(PLAIN, "may_pass", Passing.ATTACKERS)
    _, defenders = only(PLAIN, "may_pass", Passing.DEFENDERS)
    _, both = only(PLAIN, "may_pass", Passing.BOTH)
    assert [str(Move.PASS), Move.parse("pass"), Move.parse("a1-a1")] == ["pass", Move.PASS, Move.PASS]
    for ruleset, allowed in ((nobody, ""), (attackers, "a"), (defenders, "d"), (both, "ad")):
        for turn, letter in ((ATTACKERS, "a"), (DEFENDERS, "d")):
            position = at(TOWARDS_THE_MIDDLE, ruleset, turn)
            assert why(position, "pass") is (None if letter in allowed else Illegality.NO_PASSING)
            assert position.illegality("b3-b3") is not None
            if letter in allowed:
                passed = after(position, "pass")
                assert (passed.turn, passed.board) == (turn.opponent, position.board)
                assert (passed.ply, passed.plies_since_capture, passed.last_move) == (1, 1, Move.PASS)
                board = SearchBoard(position)
                board.make("pass")
                assert (board.unmake(), board.turn, board.position) == (Move.PASS, turn, position)
    assert at(TOWARDS_THE_MIDDLE, nobody, ATTACKERS).illegality("pass") == IllegalMove(Illegality.NO_PASSING, None)


def test_passes_count() -> None:
    """Our reading: repetition and the limit of quiet moves count passes, and who may pass is never without a move."""
    rules = PLAIN.evolve(may_pass=Passing.BOTH, repetition=Repetition(count=3))
    position = at(TOWARDS_THE_MIDDLE, rules, ATTACKERS)
    position = after(position, "pass", "pass", "pass")
    assert (position.repetitions, position.outcome) == (2, None)
    assert ends(position, "pass") == Outcome(None, Termination.REPETITION)
    mirrored = rules.evolve(repetition=Repetition(count=2, symmetric=True, turn=False))
    assert ends(at(TOWARDS_THE_MIDDLE, mirrored, ATTACKERS), "pass") == Outcome(None, Termination.REPETITION)
    once = rules.evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    assert why(after(at(TOWARDS_THE_MIDDLE, once, ATTACKERS), "pass"), "pass") is Illegality.REPETITION
    limited = rules.evolve(quiet_limit=2)
    assert ends(at(TOWARDS_THE_MIDDLE, limited, ATTACKERS), "pass", "pass") == Outcome(None, Termination.QUIET_LIMIT)
    stuck = after(at(BOXED_IN, PLAIN.evolve(may_pass=Passing.ATTACKERS), DEFENDERS), "a3-a2")
    assert (stuck.outcome, stuck.legal_moves()) == (None, [Move.PASS])
    assert after(stuck, "pass").turn is DEFENDERS
    waits = after(at(BOXED_IN, PLAIN.evolve(may_pass=Passing.ATTACKERS, no_move=NoMove.PASS), DEFENDERS), "a3-a2")
    assert waits.turn is ATTACKERS


def test_what_binds_a_pass() -> None:
    """Our reading: no pass in a berserk turn, after a roll, or where a capture is forced."""
    rules = PLAIN.evolve(may_pass=Passing.BOTH)
    wild = after(at(CHAIN, rules.evolve(berserk=Berserk.MAY_CAPTURE), ATTACKERS), "d4-d2")
    assert set(map(str, wild.legal_moves())) == {"d2-d6", "d2-d2"}
    assert why(wild, "pass") is not None
    forced = at(CAPTURE_OR_ESCAPE, rules.evolve(forced_capture=True), DEFENDERS)
    assert why(forced, "pass") is Illegality.FORCED_CAPTURE
    dice = at(TOWARDS_THE_MIDDLE, rules.evolve(die=Die()), DEFENDERS)
    assert why(dice, "pass") is None
    assert why(dice.roll(3), "pass") is Illegality.MUST_USE_ROLL


CAPTURE_OR_ESCAPE: Final = """
    . . . t . . .
    . . . . . . .
    K . . . . . .
    . . . . . . .
    . . . . . . .
    . . T t . . t
    . . . . T . .
"""


@exercises("Ruleset.forced_capture")
def test_forced_capture() -> None:
    """Burke and Tennenhouse: whoever can capture must. Our reading: even a king who could escape."""
    free, forced = only(PLAIN.evolve(escape=Region.CORNERS), "forced_capture", True)
    assert why(at(CAPTURE_OR_ESCAPE, free, DEFENDERS), "a5-a7") is None
    position = at(CAPTURE_OR_ESCAPE, forced, DEFENDERS)
    assert [str(move) for move in position.legal_moves()] == ["e1-e2"]
    assert [str(move) for move in SearchBoard(position).legal_moves()] == ["e1-e2"]
    assert [str(move) for move in position.legal_moves_to(["e2", "a7"])] == ["e1-e2"]
    assert position.illegality("a5-a7") == IllegalMove(Illegality.FORCED_CAPTURE, Square.parse("e1"))
    assert why(position, "e1-e2") is None
    assert perft(position, 1) == 1
    assert {str(playout(position, seed, 1).moves[0]) for seed in range(20)} == {"e1-e2"}
    after_it = position.play("e1-e2")
    assert len(after_it.legal_moves()) > 1
    assert after_it.illegality("d7-e7") is None


def test_forced_capture_with_a_die() -> None:
    """Our reading: only the moves that the roll allows count, and rolling remains possible."""
    rules = PLAIN.evolve(forced_capture=True, die=Die())
    position = at(CAPTURE_OR_ESCAPE, rules, DEFENDERS)
    assert [str(move) for move in position.legal_moves()] == ["e1-e2"]
    assert position.can_roll
    assert "a5-a6" in [str(move) for move in position.roll(1).legal_moves()]


def test_forced_capture_in_a_berserk_turn() -> None:
    """Our reading: a piece that can capture again may neither stop nor go on in another way."""
    for berserk, other in ((Berserk.MAY_CAPTURE, "d2-d2"), (Berserk.MUST_MOVE, "d2-d3")):
        free, forced = only(PLAIN.evolve(berserk=berserk), "forced_capture", True)
        assert why(after(at(CHAIN, free, ATTACKERS), "d4-d2"), other) is None
        position = after(at(CHAIN, forced, ATTACKERS), "d4-d2")
        assert [str(move) for move in position.legal_moves()] == ["d2-d6"]
        assert why(position, other) is Illegality.FORCED_CAPTURE


@exercises("Ruleset.die", "Die.faces")
def test_die_of_the_king() -> None:
    """S001 "Bewegung des Feldherren": "Dabei muß der Verteidiger sobald er die Figur des Königs ziehen will einmal
    würfeln und muß dann den König höchstens so weit ziehen, wie die gewürfelte Punktzahl betrug." """
    without, die = only(PLAIN, "die", Die())
    free, bound = at(TOWARDS_THE_MIDDLE, without, DEFENDERS), at(TOWARDS_THE_MIDDLE, die, DEFENDERS)
    assert (free.can_roll, bound.can_roll) == (False, True)
    assert why(free, "e1-e4") is None
    assert why(bound, "e1-e4") is Illegality.MUST_ROLL
    assert why(bound.roll(3), "e1-e4") is None
    assert why(bound.roll(2), "e1-e4") is Illegality.TOO_FAR
    assert why(bound.roll(3), "d1-d2") is Illegality.MUST_USE_ROLL
    _, small = only(die, "die.faces", 2)
    with pytest.raises(IllegalRollError, match="a die of 2 faces cannot show 3"):
        at(TOWARDS_THE_MIDDLE, small, DEFENDERS).roll(3)


def test_who_can_only_roll_is_not_blocked() -> None:
    """S001 "Bewegung des Feldherren": the king alone is left, and goes by the die."""
    alone = KING_AMID.replace("t", ".").replace(".", "t", 1)
    position = at(alone, PLAIN.evolve(die=Die()), DEFENDERS)
    assert (position.outcome, position.can_roll, position.legal_moves()) == (None, True, [])
    assert SearchBoard(position).outcome is None


def test_a_roll_that_repetition_makes_void() -> None:
    """Our reading of S001: a roll within which the king cannot move, be it for a repetition, is void, and the soldiers
    move."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . T K T . .
        . . . T . . .
        . . . . . . .
        t . . . . . .
    """
    once = Repetition(consequence=Consequence.FORBIDDEN, count=2, by=DEFENDERS)
    position = at(picture, PLAIN.evolve(die=Die(), repetition=once), DEFENDERS)
    for king, attacker in (("d4-d5", "a1-a2"), ("d5-d4", "a2-a1")):
        position = after(position.roll(1).play(Move.parse(king)), attacker)
    assert why(position.roll(1), "d4-d5") is Illegality.REPETITION
    assert why(position.roll(1), "c4-b4") is None
    assert why(position.roll(2), "c4-b4") is Illegality.MUST_USE_ROLL


BY_DIE: Final = PLAIN.evolve(die=Die(pieces=PieceSet.ALL))
"""All pieces go by the die, as in Comyn's fidchell."""


@exercises("Die.pieces", "Die.pieces {piece}")
@each_piece
def test_die_pieces(piece: Piece) -> None:
    """T-DICE, Comyn: the die is for any kind of piece; each other kind moves without a roll."""
    everybody, others = only(BY_DIE, "die.pieces", PieceSet.ALL & ~SETS[piece])
    bound, free = (at(BEFORE_THE_ZONE, ruleset, piece.side, piece) for ruleset in (everybody, others))
    assert why(bound, "c1-c3") is Illegality.MUST_ROLL
    assert why(bound.roll(2), "c1-c3") is None
    assert why(bound.roll(1), "c1-c3") is Illegality.TOO_FAR
    assert why(free, "c1-c3") is None


@exercises("Die.allows", *Roll)
def test_rolls() -> None:
    """T-DICE: "a piece moves at most, or exactly, so many squares as the die shows (Comyn's fidchell)"; "only on an odd
    roll may one move (Bell's tawlbwrdd)"."""
    most, exactly = only(BY_DIE, "die.allows", Roll.EXACTLY)
    _, odd = only(BY_DIE, "die.allows", Roll.ODD)
    positions = [at(TOWARDS_THE_MIDDLE, rules, DEFENDERS) for rules in (most, exactly, odd)]
    assert [why(position, "e1-e4") for position in positions] == [Illegality.MUST_ROLL] * 3
    too_far, wrong = Illegality.TOO_FAR, Illegality.NOT_BY_ROLL
    expected = {2: (too_far, wrong, wrong), 3: (None, None, None), 4: (None, wrong, wrong), 5: (None, wrong, None)}
    for number, reasons in expected.items():
        assert tuple(why(position.roll(number), "e1-e4") for position in positions) == reasons


def test_a_roll_that_costs_the_turn() -> None:
    """Our reading: a side all of whose pieces go by the die passes where none can move by the roll."""
    position = at(TOWARDS_THE_MIDDLE, BY_DIE.evolve(die=Die(pieces=PieceSet.ALL, allows=Roll.ODD)), DEFENDERS)
    assert (position.legal_moves(), position.can_roll) == ([], True)
    assert why(position.roll(3), "pass") is Illegality.NO_PASSING
    lost = position.roll(4)
    assert (lost.legal_moves(), lost.can_roll, lost.outcome) == ([Move.PASS], False, None)
    after_it = lost.play("pass")
    assert (after_it.turn, after_it.ply, after_it.plies_since_capture, after_it.can_roll) == (ATTACKERS, 1, 1, True)
    # Where the attackers alone go by it, the king's side neither rolls nor loses a turn.
    alone = BY_DIE.evolve(die=Die(pieces=PieceSet.ATTACKERS, allows=Roll.ODD))
    assert not at(TOWARDS_THE_MIDDLE, alone, DEFENDERS).can_roll
    assert at(TOWARDS_THE_MIDDLE, alone, ATTACKERS).roll(2).legal_moves() == [Move.PASS]
    # Where a piece needs no roll, it moves, or the side is blocked.
    men = BY_DIE.evolve(die=Die(pieces=PieceSet.MEN, allows=Roll.ODD))
    void = at(TOWARDS_THE_MIDDLE, men, DEFENDERS).roll(2)
    assert {move.origin.name for move in void.legal_moves()} == {"e1"}


def test_no_repetition_forbids_a_lost_turn() -> None:
    """Our reading: the turn is lost, whatever the position after it repeats."""
    never = Repetition(consequence=Consequence.FORBIDDEN, count=2)
    rules = BY_DIE.evolve(die=Die(pieces=PieceSet.ALL, allows=Roll.ODD), repetition=never)
    position = at(TOWARDS_THE_MIDDLE, rules, DEFENDERS)
    for _ in range(4):
        position = position.roll(2)
        assert why(position, "pass") is None
        assert SearchBoard(position).legal_moves() == position.legal_moves_to(["a1"]) == [Move.PASS]
        position = position.play("pass")
        assert position.outcome is None
    assert position.repetitions == 3


def test_exact_rolls_that_allow_no_step() -> None:
    """T-DICE, Comyn: who can move two squares, but not three, cannot use a roll of three."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        t t . . . . .
        . . t . . . .
        K . . t . . .
    """
    rules = BY_DIE.evolve(die=Die(pieces=PieceSet.ALL, allows=Roll.EXACTLY), escape=Region.of("g7"))
    position = at(picture, rules, DEFENDERS)
    assert [str(move) for move in position.roll(2).legal_moves()] == ["a1-c1"]
    assert position.roll(3).legal_moves() == [Move.PASS]
    board = SearchBoard(position)
    board.roll(3)
    assert board.legal_moves() == [Move.PASS]
    assert board.mobility(DEFENDERS) == 3


def test_a_jump_is_two_squares_of_an_exact_roll() -> None:
    """Our reading."""
    die = Die(pieces=PieceSet.ALL, allows=Roll.EXACTLY)
    position = at(before_a_jump("K", "t"), BY_DIE.evolve(die=die, jumps=Jumps(king=Jump.OVER_ENEMIES)), DEFENDERS)
    reasons = [why(position.roll(number), "c3-c5") for number in (1, 2, 3)]
    assert reasons == [Illegality.NOT_BY_ROLL, None, Illegality.NOT_BY_ROLL]


# -------------------------------------------------------------------------------------------------------------- endings

BOXED_IN: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . . . .
    T . . . . . .
    . . . . . . .
    t T . . . . .
"""


MIRE: Final = Region.of("c1", "b2", "a3", "b3", "c2", "e6", "g6", "f5", "f7")


@exercises("Ruleset.no_move", *NoMove)
def test_no_move() -> None:
    """S004 "Spielziel": "da Zugzwang herrscht verliert der Spieler der nicht mehr ziehen kann also durch den Gegner
    blockiert ist"; the Fetlar panel of 2013 calls it a draw; in alea evangelii (Wikipedia) it misses its turn."""
    loses, draws = only(PLAIN, "no_move", NoMove.DRAW)
    assert ends(at(BOXED_IN, loses, DEFENDERS), "a3-a2") == win(DEFENDERS, Termination.NO_LEGAL_MOVE)
    assert ends(at(BOXED_IN, draws, DEFENDERS), "a3-a2") == Outcome(None, Termination.NO_LEGAL_MOVE)
    _, passes = only(loses, "no_move", NoMove.PASS)
    again = after(at(BOXED_IN, passes, DEFENDERS), "a3-a2")
    assert (again.outcome, again.turn, again.ply) == (None, DEFENDERS, 1)
    assert after(again, "f6-f5").turn is DEFENDERS
    assert after(again, "a2-a3").turn is ATTACKERS
    walled = passes.evolve(zones=[Zone(name="mire", squares=MIRE, stop=PieceSet.NONE, cross=PieceSet.NONE)])
    nobody = after(at(BOXED_IN, walled, DEFENDERS), "a3-a2")
    assert (nobody.outcome, nobody.turn) == (Outcome(None, Termination.NO_LEGAL_MOVE), ATTACKERS)


@exercises("Ruleset.fewest_attackers")
def test_fewest_attackers() -> None:
    """S004 "Spielziel": "er verliert aber wenn er nur noch 2 Figuren hat, da es nun unmöglich ist den König zu
    fangen"."""
    last = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . T . .
        . . T t . . .
        . . . . . . .
        . . . . . . .
    """
    more = """
        . . . . . . .
        . . . . . t .
        . . . . . . .
        . . . . K . t
        . . T t . . .
        . . . . . . .
        . . . . . . .
    """
    one, none = only(PLAIN.evolve(fewest_attackers=1), "fewest_attackers", 0)
    assert ends(at(last, one, DEFENDERS), "e4-e3") == win(DEFENDERS, Termination.ALL_CAPTURED)
    assert ends(at(last, none, DEFENDERS), "e4-e3") == win(DEFENDERS, Termination.NO_LEGAL_MOVE)
    _, three = only(PLAIN, "fewest_attackers", 3)
    assert ends(at(more, one, DEFENDERS), "e4-e3") is None
    assert ends(at(more, three, DEFENDERS), "e4-e3") == win(DEFENDERS, Termination.TOO_FEW_ATTACKERS)
    # It is asked of the board whenever it stands so, whoever is to move.
    two, nobody = more.replace("t T", ". T"), last.replace("t", ".")
    two = two.replace("T t", "T .")
    for turn in Side:
        assert at(two, one, turn).outcome is None
        assert at(two, three, turn).outcome == win(DEFENDERS, Termination.TOO_FEW_ATTACKERS)
        assert at(nobody, one, turn).outcome == win(DEFENDERS, Termination.ALL_CAPTURED)


def test_as_many_attackers_as_are_needed() -> None:
    """S004 "Spielziel": "er verliert aber wenn er nur noch 2 Figuren hat": with three he goes on."""
    picture = """
        . . . . . . t
        . . . . . t .
        . . . . . . .
        . . . . K . t
        . . T t . . .
        . . . . . . .
        . . . . . . .
    """
    three = PLAIN.evolve(fewest_attackers=3)
    assert takes(at(picture, three, DEFENDERS), "e4-e3") == {"d3": CUSTODIAL}
    assert ends(at(picture, three, DEFENDERS), "e4-e3") is None


IMMOBILE: Final = win(ATTACKERS, Termination.KING_IMMOBILE)
HELD: Final = """
    . . . . t . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . T t K t .
"""
"""A strong king on the edge, whom an attacker on e2 holds fast without capturing him."""


@exercises("Ruleset.immobile_king")
def test_immobile_king() -> None:
    """S004: "den König so zu umstellen dass dieser bewegungsunfähig wird". Our reading: by the attackers alone."""
    free, lost = only(PLAIN, "immobile_king", True)
    assert takes(at(HELD, lost, ATTACKERS), "e7-e2") == {}
    assert ends(at(HELD, free, ATTACKERS), "e7-e2") is None
    assert ends(at(HELD, lost, ATTACKERS), "e7-e2") == IMMOBILE
    assert ends(at(HELD, lost, ATTACKERS), "e7-e3") is None
    # His own man on d1 does not hold him.
    assert ends(at(HELD.replace("T t K", "t T K"), lost, ATTACKERS), "e7-e2") is None
    # Of a board that is set up it is asked when the attackers have moved last.
    closed = HELD.replace("    . . . . . . .\n    . . T t", "    . . . . t . .\n    . . T t")
    assert at(closed, lost, DEFENDERS).outcome == IMMOBILE
    assert at(closed, lost, ATTACKERS).outcome is None


def test_a_king_who_cannot_go_back_is_lost_by_the_next_move() -> None:
    """Ruleset.immobile_king: "after a move of theirs", as who moves in between two is not captured."""
    picture = """
        . . . . . . t
        . . . T . . .
        . . . . . . .
        . . . K . . .
        . . t . t . .
        . . . t . . .
        . . . . . . .
    """
    hall = throne_zone(enter=PieceSet.NONE, cross=PieceSet.NONE)
    rules = PLAIN.evolve(immobile_king=True, throne=hall)
    moved = at(picture, rules, DEFENDERS).play("d4-d3")
    assert moved.outcome is None
    assert ends(moved, "g7-f7") == IMMOBILE


def test_what_holds_a_king() -> None:
    """Ruleset.immobile_king: the board, the zones and any roll of the die count, and jumps are moves."""
    picture = """
        . . . . . . .
        . . t . . . .
        . . . . . . t
        t t K t t . .
        . . T . . . .
        . . . . . . .
        . . . . . . .
    """
    rules = ZONED.evolve(immobile_king=True)
    assert ends(at(picture, rules, ATTACKERS), "g5-c5") is None
    closed = rules.evolve(zones=[attrs.evolve(GROUND, stop=PieceSet.MEN, cross=PieceSet.MEN)])
    assert ends(at(picture, closed, ATTACKERS), "g5-c5") == IMMOBILE  # he could not go to c3 if it were empty
    jumping = closed.evolve(jumps=Jumps(king=Jump.OVER_ANYBODY))
    assert ends(at(picture, jumping, ATTACKERS), "g5-c5") is None
    assert ends(at(picture, jumping.evolve(die=Die(faces=2)), ATTACKERS), "g5-c5") is None
    assert ends(at(picture, jumping.evolve(die=Die(faces=1)), ATTACKERS), "g5-c5") == IMMOBILE


def test_a_captured_king_before_an_immobile_one() -> None:
    """Ruleset.immobile_king: "where his capture is a draw it stays one"; the king before his men."""
    rules = PLAIN.evolve(immobile_king=True)
    last = HELD.replace("    . . . . . . .\n    . . T t", "    . . t T . . .\n    . . . t")
    assert takes(at(last, rules, ATTACKERS), "e7-e2") == {"d2": CUSTODIAL}
    assert ends(at(last, rules.evolve(fewest_defenders=1), ATTACKERS), "e7-e2") == IMMOBILE
    taken = rules.evolve(king=KingStrength.MIDDLEWEIGHT)
    assert ends(at(HELD, taken, ATTACKERS), "e7-e2") == win(ATTACKERS, Termination.KING_CAPTURED)
    drawn = taken.evolve(edge_capture=EdgeCapture.DRAW)
    assert ends(at(HELD, drawn, ATTACKERS), "e7-e2") == Outcome(None, Termination.KING_CAPTURED_ON_EDGE)


@exercises("Ruleset.fewest_defenders")
def test_fewest_defenders() -> None:
    """Gwyddbwyll (pfireland.net): "the king loses if the attackers surround him or if all the princes are lost"."""
    last = """
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . t . .
        . . t T . . .
        . . . . . . .
        . . . . . . .
    """
    none, one = only(PLAIN, "fewest_defenders", 1)
    assert takes(at(last, one, ATTACKERS), "e4-e3") == {"d3": CUSTODIAL}
    assert ends(at(last, none, ATTACKERS), "e4-e3") is None
    assert ends(at(last, one, ATTACKERS), "e4-e3") == win(ATTACKERS, Termination.TOO_FEW_DEFENDERS)
    # A second man is enough for one, and too few for two.
    more = last.replace(". . . . . K .", "T . . . . K .")
    assert ends(at(more, one, ATTACKERS), "e4-e3") is None
    assert ends(at(more, PLAIN.evolve(fewest_defenders=2), ATTACKERS), "e4-e3") == win(
        ATTACKERS, Termination.TOO_FEW_DEFENDERS
    )
    # It is asked of the board whenever it stands so, whoever is to move.
    nobody = last.replace("T", ".")
    for turn in Side:
        assert at(last, one, turn).outcome is None
        assert at(nobody, none, turn).outcome is None
        assert at(nobody, one, turn).outcome == win(ATTACKERS, Termination.TOO_FEW_DEFENDERS)


def test_the_king_before_the_last_of_his_men() -> None:
    """Ruleset.fewest_defenders: a king who is captured by the same move is captured first."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . t . . . . .
        K . T t . . .
        t . . . . . .
        . . . . . . .
    """
    rules = PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT, fewest_defenders=1)
    picture = picture.replace("        . t . . . . .", "        t t . . . . .")
    assert takes(at(picture, rules, ATTACKERS), "b4-b3") == {"a3": SURROUNDED, "c3": CUSTODIAL}
    assert ends(at(picture, rules, ATTACKERS), "b4-b3") == win(ATTACKERS, Termination.KING_CAPTURED)
    drawn = rules.evolve(edge_capture=EdgeCapture.DRAW)
    assert ends(at(picture, drawn, ATTACKERS), "b4-b3") == Outcome(None, Termination.KING_CAPTURED_ON_EDGE)


def test_which_end_comes_first() -> None:
    """Termination: "in the order in which the rules apply"."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        T t . . . K .
        . . . . . . .
        . . . . . . .
    """
    rules = PLAIN.evolve(escape=Region.of("c3"), fewest_attackers=1)
    assert takes(at(picture, rules, DEFENDERS), "f3-c3") == {"b3": CUSTODIAL}
    assert ends(at(picture, rules, DEFENDERS), "f3-c3") == ESCAPED
    assert ends(at(picture, rules.evolve(escape=Region.of("g7")), DEFENDERS), "f3-c3") == win(
        DEFENDERS, Termination.ALL_CAPTURED
    )
    both = PLAIN.evolve(quiet_limit=4, repetition=Repetition(count=2))
    assert ends(Position.initial(both), *SHUFFLE) == repeated(None)
    stuck = PLAIN.evolve(quiet_limit=1)
    assert ends(at(BOXED_IN, stuck, DEFENDERS), "a3-a2") == Outcome(None, Termination.QUIET_LIMIT)


def test_what_counts_after_which_move() -> None:
    """Two ways out and a fort count once the defenders have moved, and a secure ring once the attackers have."""
    tuichu = PLAIN.evolve(escape=Region.EDGE, tuichu_wins=True)
    amid = KING_AMID.replace("t", ".").replace(".", "t", 1)
    assert at(amid, tuichu, ATTACKERS).outcome == win(DEFENDERS, Termination.TUICHU)
    assert at(amid, tuichu, DEFENDERS).outcome is None
    forted = """
        . . . . . . .
        . . . . . t .
        . . . . . . .
        . . . . . . .
        . . T T T . .
        . . T . T . .
        . . T K T . .
    """
    forts = PLAIN.evolve(exit_fort=True)
    assert at(forted, forts, ATTACKERS).outcome == win(DEFENDERS, Termination.EXIT_FORT)
    assert at(forted, forts, DEFENDERS).outcome is None
    ringed = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
    """
    assert at(ringed, RINGED, ATTACKERS).outcome == at(ringed, RINGED, DEFENDERS).outcome == RING
    assert at(ringed, SECURED, ATTACKERS).outcome is None
    assert at(ringed, SECURED, DEFENDERS).outcome == RING


SHUFFLE: Final = ("a4-a5", "c4-c5", "a5-a4", "c5-c4")
"""The start position of brandubh comes again after these plies."""


@exercises("Ruleset.quiet_limit")
def test_quiet_limit() -> None:
    """Text case X37: the fifth ply without a capture draws."""
    endless, limited = only(PLAIN, "quiet_limit", 5)
    assert ends(Position.initial(endless), *SHUFFLE, SHUFFLE[0]) is None
    assert ends(Position.initial(limited), *SHUFFLE) is None
    assert ends(Position.initial(limited), *SHUFFLE, SHUFFLE[0]) == Outcome(None, Termination.QUIET_LIMIT)


@exercises("Ruleset.move_limit")
def test_move_limit() -> None:
    """CodinGame's brandubh: "if neither side wins after 200 turns (100 rounds), a draw is declared"."""
    endless, limited = only(PLAIN, "move_limit", 5)
    drawn = Outcome(None, Termination.MOVE_LIMIT)
    assert ends(Position.initial(endless), *SHUFFLE, SHUFFLE[0]) is None
    assert ends(Position.initial(limited), *SHUFFLE) is None
    assert ends(Position.initial(limited), *SHUFFLE, SHUFFLE[0]) == drawn
    # A capture begins no new count.
    picture = """
        . . . . . . .
        . K . . . . .
        . . . . . . .
        . . . . T . .
        . . T t . . .
        . . . . . . .
        . . . . t . t
    """
    _, two = only(PLAIN, "move_limit", 2)
    assert takes(at(picture, two, DEFENDERS), "e4-e3") == {"d3": CUSTODIAL}
    assert ends(at(picture, two, DEFENDERS), "e4-e3") is None
    assert ends(at(picture, two, DEFENDERS), "e4-e3", "g1-g2") == drawn
    # Who wins by the last move has won; a side that could not move is not asked any more.
    one = PLAIN.evolve(move_limit=1)
    assert ends(at(picture.replace("K .", ". K"), one.evolve(escape=Region.EDGE), DEFENDERS), "c6-a6") == ESCAPED
    assert ends(at(BOXED_IN, one, DEFENDERS), "a3-a2") == drawn


BEATEN: Final[dict[LimitConsequence, Callable[[Side], Side | None]]] = {
    LimitConsequence.DRAW: lambda turn: None,
    LimitConsequence.MOVER_LOSES: lambda turn: turn.opponent,
    LimitConsequence.ATTACKERS_LOSE: lambda turn: Side.DEFENDERS,
    LimitConsequence.DEFENDERS_LOSE: lambda turn: Side.ATTACKERS,
}
"""Who wins, by whose turn it is when a limit is reached."""


@exercises("Ruleset.quiet_limit_consequence", "Ruleset.move_limit_consequence", *LimitConsequence)
def test_what_a_limit_leads_to() -> None:
    """CS61B, "limit N": who would have to make move N + 1 loses."""
    ends_by = {"quiet_limit": Termination.QUIET_LIMIT, "move_limit": Termination.MOVE_LIMIT}
    for (option, termination), plies in itertools.product(ends_by.items(), (3, 4)):
        for consequence, winner in BEATEN.items():
            given: dict[str, Any] = {option: plies}
            drawn = PLAIN.evolve(**given)
            draws = consequence is LimitConsequence.DRAW
            rules = drawn if draws else only(drawn, f"{option}_consequence", consequence)[1]
            position = after(Position.initial(rules), *SHUFFLE[:plies])
            assert position.outcome == Outcome(winner(position.turn), termination)
            board = SearchBoard(Position.initial(rules))
            for move in SHUFFLE[:plies]:
                board.make(move)
            assert board.outcome == position.outcome
            # A position carries its end, and only one that there can be.
            assert Position.parse(position.text, rules).outcome == position.outcome
            for other in (None, *Side):
                told = Setup(position.board, position.turn, outcome=Outcome(other, termination))
                mover_may_lose = consequence is LimitConsequence.MOVER_LOSES and other is not None
                assert (told.problems(rules) == ()) is (mover_may_lose or other is winner(position.turn))


def test_a_limit_of_moves_travels_with_the_position() -> None:
    """Ruleset.move_limit: a position that was set up has none behind it unless it says so."""
    limited = PLAIN.evolve(move_limit=5)
    later = after(Position.initial(limited), *SHUFFLE)
    assert Position.parse(later.text, limited).ply == 4
    assert ends(Position.parse(later.text, limited), SHUFFLE[0]) == Outcome(None, Termination.MOVE_LIMIT)
    assert ends(Position.from_setup(later.setup, limited), SHUFFLE[0]) is None


def repeated(winner: Side | None) -> Outcome:
    return Outcome(winner, Termination.REPETITION)


@exercises("Ruleset.repetition", "Repetition.consequence", *set(Consequence) - {Consequence.OFFENSIVE_DEVIATES})
def test_consequences_of_repetition() -> None:
    """S001 "Sich wiederholende Züge": "Es ist daher sinnvoll, diese zu begrenzen"; the consequences are those of the
    peers (text case X01). The start comes for the third time by the eighth ply, a defenders' move; without the start,
    the first ply's position does so by the ninth, an attackers' move."""
    ignored = PLAIN.evolve(repetition=Repetition(consequence=Consequence.IGNORED))
    late = PLAIN.evolve(repetition=Repetition(consequence=Consequence.IGNORED, counts_start=False))
    winners = {
        Consequence.DRAW: (None, None),
        Consequence.MOVER_LOSES: (ATTACKERS, DEFENDERS),
        Consequence.MOVER_WINS: (DEFENDERS, ATTACKERS),
        Consequence.DEFENDERS_LOSE: (ATTACKERS, ATTACKERS),
        Consequence.ATTACKERS_LOSE: (DEFENDERS, DEFENDERS),
    }
    assert ends(Position.initial(ignored), *SHUFFLE * 3) is None
    assert ends(Position.initial(late), *SHUFFLE * 3) is None
    for consequence, (eighth, ninth) in winners.items():
        _, strict = only(ignored, "repetition.consequence", consequence)
        assert ends(Position.initial(strict), *(SHUFFLE * 2)[:7]) is None
        assert ends(Position.initial(strict), *SHUFFLE * 2) == repeated(eighth)
        _, strict = only(late, "repetition.consequence", consequence)
        assert ends(Position.initial(strict), *SHUFFLE * 2) is None
        assert ends(Position.initial(strict), *SHUFFLE * 2, SHUFFLE[0]) == repeated(ninth)
    _, forbidden = only(ignored, "repetition.consequence", Consequence.FORBIDDEN)
    before = after(Position.initial(forbidden), *(SHUFFLE * 2)[:7])
    assert why(before, "c5-c4") is Illegality.REPETITION
    assert why(after(Position.initial(ignored), *(SHUFFLE * 2)[:7]), "c5-c4") is None


CORRIDOR: Final = """
    . . . . .
    . . . . t
    . . . . .
    . t K . .
    . . . . .
"""
"""The king threatens to leave by a2 here and by a4 two ranks higher, and one attacker blocks both ways."""
THREATS: Final = ("c2-c4", "b2-b4", "c4-c2", "b4-b2")


@exercises("Repetition.consequence", Consequence.OFFENSIVE_DEVIATES, Consequence.DRAW)
def test_the_offensive_party_deviates() -> None:
    """S003 §13: "När de beskrivna dragen upprepats ett par gånger, måste den som spelar svensk göra ett annat drag,
    eftersom det är denne som är den offensive." """
    base = PLAIN.evolve(size=5, start=Board.parse(CORRIDOR), escape=Region.of("a2", "a4"), repetition=Repetition())
    draw, deviate = only(base, "repetition.consequence", Consequence.OFFENSIVE_DEVIATES)
    assert ends(Position.initial(draw, DEFENDERS), *THREATS * 2) == repeated(None)
    position = after(Position.initial(deviate, DEFENDERS), *THREATS * 2)
    assert position.outcome is None
    assert why(position, "c2-c4") is Illegality.REPETITION
    assert why(position, "c2-c3") is None
    _, ignored = only(draw, "repetition.consequence", Consequence.IGNORED)
    assert why(after(Position.initial(ignored, DEFENDERS), *THREATS * 2), "c2-c4") is None


def test_nobody_is_offensive() -> None:
    """S003 §13 speaks of the offensive party; where there is none, a repetition draws (our reading)."""
    deviate = PLAIN.evolve(repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES))
    assert ends(Position.initial(deviate), *SHUFFLE * 2) == repeated(None)


@exercises("Repetition.count")
def test_count_of_repetition() -> None:
    """S003 §13: "efter ett par upprepningar"; how many is open (S001), three unless a ruleset says otherwise."""
    three, two = only(PLAIN.evolve(repetition=Repetition()), "repetition.count", 2)
    assert ends(Position.initial(three), *SHUFFLE) is None
    assert ends(Position.initial(two), *SHUFFLE) == repeated(None)


@exercises("Repetition.by")
def test_repetition_by_one_side() -> None:
    """Text case X01, AbstractPlay: only a position that a defenders' move brings about counts."""
    either, attackers = only(PLAIN.evolve(repetition=Repetition()), "repetition.by", ATTACKERS)
    _, defenders = only(either, "repetition.by", DEFENDERS)
    for ruleset in (either, defenders):
        assert ends(Position.initial(ruleset), *SHUFFLE * 2) == repeated(None)
    assert ends(Position.initial(attackers), *SHUFFLE * 2) is None
    assert ends(Position.initial(attackers), *SHUFFLE * 2, SHUFFLE[0]) == repeated(None)
    by_defenders_late = attrs.evolve(defenders.repetition, counts_start=False)
    late = defenders.evolve(repetition=by_defenders_late)
    assert ends(Position.initial(late), *SHUFFLE * 2, SHUFFLE[0]) is None


@exercises("Repetition.counts_start")
def test_repetition_of_the_start() -> None:
    """Text case X01, Bologna: the position before the first move is not counted."""
    counted, late = only(PLAIN.evolve(repetition=Repetition(count=2)), "repetition.counts_start", False)
    assert ends(Position.initial(counted), *SHUFFLE) == repeated(None)
    assert ends(Position.initial(late), *SHUFFLE) is None
    assert ends(Position.initial(late), *SHUFFLE, SHUFFLE[0]) == repeated(None)


@exercises("Repetition.turn")
def test_repetition_with_the_other_side_to_move() -> None:
    """hnefatafl.org and npm's tafl look at the board alone: here the attacker comes home by a way one move longer."""
    exact, alone = only(PLAIN.evolve(repetition=Repetition(count=2)), "repetition.turn", False)
    line = ("d7-e7", "d4-d5", "e7-f7", "d5-d4", "f7-d7")
    assert ends(at(KING_AMID, exact, ATTACKERS), *line) is None
    assert ends(at(KING_AMID, alone, ATTACKERS), *line) == repeated(None)


@exercises("Repetition.before_captures")
def test_repetition_before_captures() -> None:
    """hnefatafl.org: the board is compared before the captured men are taken off."""
    policy = Repetition(count=2, consequence=Consequence.FORBIDDEN, turn=False)
    after_them, before = only(PLAIN.evolve(repetition=policy), "repetition.before_captures", True)
    picture = """
        . . . t . . .
        . . . . . . K
        . . . . . . .
        . . T . T . .
        . . . . . . .
        . . . . . . .
        . t . . . . .
    """
    line = ("d7-d4", "e4-e5", "b1-b2", "e5-e6", "b2-b1")
    assert why(after(at(picture, after_them, ATTACKERS), *line), "e6-e4") is None
    assert why(after(at(picture, before, ATTACKERS), *line), "e6-e4") is Illegality.REPETITION
    assert why(after(at(picture, before, ATTACKERS), *line[:3]), "e5-e4") is None


@exercises("Repetition.symmetric")
def test_repetition_of_a_mirrored_board() -> None:
    """npm's tafl: the eight turned and mirrored boards are one position."""
    exact, mirrored = only(PLAIN.evolve(repetition=Repetition(count=2)), "repetition.symmetric", True)
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        t . . K . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    line = ("a4-b4", "d4-d5", "b4-b6", "d5-d2", "b6-b4", "d2-d3")
    assert ends(at(picture, mirrored, ATTACKERS), *line[:5]) is None
    assert ends(at(picture, mirrored, ATTACKERS), *line) == repeated(None)
    assert ends(at(picture, exact, ATTACKERS), *line) is None


def test_a_mirrored_board_comes_again_at_once() -> None:
    """npm's tafl: the eight turned and mirrored boards are one position, which may come again after two plies."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . K . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . t . . . . .
    """
    mirrored = PLAIN.evolve(repetition=Repetition(count=2, symmetric=True))
    exact = PLAIN.evolve(repetition=Repetition(count=2))
    for line in (("b1-b7", "d5-d3"), ("b1-b2", "d5-e5", "b2-a2", "e5-e4")):
        assert ends(at(picture, mirrored, ATTACKERS), *line) == repeated(None)
        assert ends(at(picture, exact, ATTACKERS), *line) is None


def test_who_can_only_repeat_is_blocked() -> None:
    """S004 "Spielziel": "der Spieler der nicht mehr ziehen kann [...] verliert": what is forbidden is no move."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . K . .
        . . . . . . .
        T . . . . . .
        . T . . . . .
        t T . . . . .
    """
    once = PLAIN.evolve(repetition=Repetition(consequence=Consequence.FORBIDDEN, count=2, by=ATTACKERS))
    line = ("a1-a2", "e5-e6", "a2-a1", "e6-e5")
    assert ends(at(picture, PLAIN, ATTACKERS), *line) is None
    assert ends(at(picture, once, ATTACKERS), *line) == win(DEFENDERS, Termination.NO_LEGAL_MOVE)


def test_a_record_goes_on() -> None:
    """Position.play: "from here on neither repetition nor a limit of moves without a capture ends the game"."""
    position = Position.initial(PLAIN.evolve(repetition=Repetition(count=2)))
    for move in SHUFFLE:
        position = position.play(Move.parse(move), lenient=True)
    assert (position.repetitions, position.outcome) == (2, None)
    assert SearchBoard(position).outcome is None


# -------------------------------------------------------------------------------------------------------- announcements

NARROW: Final = PLAIN.evolve(escape=Region.of("a2"))
WIDE: Final = PLAIN.evolve(escape=Region.of("a2", "g2"))
KING_AMID: Final = """
    . . . t . . .
    . . . . . . .
    . . . . . . .
    . . t K . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def said(position: Position, move: str) -> Announcement | None:
    """What is announced with a move."""
    return position.explain(Move.parse(move)).announcement


CALLED: Final = Announcements(way_out=Call.MUST)
"""S001's call of a way out."""


THREE_SQUARES: Final = {
    Die(faces=2): False,
    Die(faces=3): True,
    Die(faces=2, allows=Roll.EXACTLY): False,
    Die(faces=4, allows=Roll.EXACTLY): True,
    Die(faces=1, allows=Roll.ODD): True,
    Die(faces=1, pieces=PieceSet.DEFENDING_MEN): True,
}
"""Whether some roll of these dice lets the king go three squares."""
by_each_die = pytest.mark.parametrize(("die", "reaches"), THREE_SQUARES.items(), ids=str)
THREE_FROM_THE_EDGE: Final = """
    . . . . . . T
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . K t . .
    . . . . . . .
"""
"""The king is three squares from a2, and from g2 when the attacker steps aside."""


def throws(position: Position) -> list[Position]:
    """The position, and what each throw makes of it."""
    faces = range(1, position.ruleset.faces + 1) if position.can_roll else ()
    return [position, *map(position.roll, faces)]


@by_each_die
def test_a_way_out_is_what_some_roll_allows(die: Die, reaches: bool) -> None:
    """S001 "Ansagen": "falls er im nächsten Zug [...] erreichen kann". S001 has a die for the king, too, and does not
    say whether the throw counts: by our reading, what some throw allows."""
    rules = WIDE.evolve(die=die, announcements=Announcements(way_out=Call.MUST, raichi=True))
    opening = at(THREE_FROM_THE_EDGE, rules, ATTACKERS).explain(Move.parse("e2-e3"))
    assert opening.opponent_announcement is (Announcement.TUICHU if reaches else None)
    opened = opening.after
    assert any(Move.parse("d2-a2") in thrown.legal_moves() for thrown in throws(opened)) is reaches
    assert {thrown.ways_out for thrown in throws(opened)} == {SearchBoard(opened).ways_out} == {2 * reaches}
    assert {"a2", "g2"} & set(opened.reach("d2").names) == ({"a2", "g2"} if reaches else set())
    assert opened.reached_by("a2", DEFENDERS) == (SquareSet.of("d2") if reaches else SquareSet())
    waiting = next(thrown for thrown in throws(opened) if thrown.is_legal("g7-g6"))
    assert waiting.explain(Move.parse("g7-g6")).announcement is (Announcement.TUICHU if reaches else None)


@by_each_die
def test_an_unannounced_way_out_binds_if_some_roll_allows_it(die: Die, reaches: bool) -> None:
    """S003 §9: "Annars får man inte gå ut i sitt nästa drag." Our reading: only where some throw would let him."""
    rules = WIDE.evolve(die=die, announcements=Announcements(way_out=Call.MUST, binding=True))
    silent = at(THREE_FROM_THE_EDGE, rules, ATTACKERS).play(Move.parse("e2-e3"), announce=False)
    assert silent.announced is not reaches
    assert not any(thrown.is_legal(move) for thrown in throws(silent) for move in ("d2-a2", "d2-g2"))
    waiting = next(thrown for thrown in throws(silent) if thrown.is_legal("g7-g6"))
    assert waiting.play(Move.parse("g7-g6"), announce=False).announced is not reaches


@by_each_die
def test_tuichu_wins_if_some_roll_allows_both(die: Die, reaches: bool) -> None:
    """S003 §10: "har han en given seger". Our reading: not by ways that no throw allows."""
    picture = THREE_FROM_THE_EDGE.replace("K t", "K .").replace(". T", "t T")
    opened = at(picture, WIDE.evolve(die=die, tuichu_wins=True), DEFENDERS)
    waiting = next(thrown for thrown in throws(opened) if thrown.is_legal("g7-g6"))
    assert ends(waiting, "g7-g6") == (win(DEFENDERS, Termination.TUICHU) if reaches else None)


def test_a_jump_out_needs_a_roll_of_two() -> None:
    """Our reading: a jump is two squares of a roll, so one face allows none, unless an odd roll allows all."""
    over = NARROW.evolve(escape=Region.of("b4"), jumps=Jumps(king=Jump.OVER_ENEMIES))
    dice = Die(faces=1), Die(faces=2), Die(faces=2, allows=Roll.EXACTLY), Die(faces=1, allows=Roll.ODD)
    assert [at(KING_AMID, over.evolve(die=die), DEFENDERS).ways_out for die in dice] == [0, 1, 1, 1]


@by_each_die
def test_a_threat_is_what_some_roll_allows(die: Die, reaches: bool) -> None:
    """S001 "Ansagen": "falls er im nächsten Zug den König gefangen nehmen kann", by some throw where his men go by the
    die (our reading); S001 has one for the king only."""
    men = attrs.evolve(die, pieces=PieceSet.ATTACKERS if PieceSet.KING in die.pieces else PieceSet.DEFENDERS)
    rules = NARROW.evolve(king=KingStrength.WEAK, die=men, announcements=Announcements(threat=Call.MAY))
    position = at(KING_AMID, rules, ATTACKERS)
    near = (position.roll(1) if position.can_roll else position).explain(Move.parse("d7-e7"))
    assert near.announcement is (Announcement.THREAT if reaches else None)
    assert near.after.king_in_danger is reaches
    assert near.after.captors("d4") == (SquareSet.of("e7") if reaches else SquareSet())


FAR_CORRIDOR: Final = """
    . . . . . . .
    . . . . . . t
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . t . . K . .
    . . . . . . .
"""
"""As in :data:`CORRIDOR`, but the king is four squares from where he leaves."""


def test_who_threatens_beyond_the_die_is_not_offensive() -> None:
    """S003 §13, "den offensive", and our reading: a way out that no throw allows threatens nothing."""
    deviate = Repetition(consequence=Consequence.OFFENSIVE_DEVIATES, count=2)
    rules = PLAIN.evolve(escape=Region.of("a2", "a4"), repetition=deviate)
    for die, offensive in ((Die(faces=4), True), (Die(faces=3), False), (Die(faces=3, allows=Roll.EXACTLY), False)):
        position = at(FAR_CORRIDOR, rules.evolve(die=die), DEFENDERS)
        for king, attacker in (("e2-e4", "b2-b4"), ("e4-e2", "b4-b2")):
            position = position.roll(2).play(Move.parse(king))
            last, position = position, after(position, attacker)
        assert position.outcome == (None if offensive else repeated(None))
        assert why(last, "b4-b2") is None
        if offensive:
            assert why(position.roll(2), "e2-e4") is Illegality.REPETITION


@exercises("Ruleset.announcements", "Announcements.way_out", Call.NONE, Call.MUST)
def test_a_way_out_is_announced() -> None:
    """S001 "Ansagen": "Befindet sich der König in einer Situation, so daß er im nächsten Zug ein Eckfeld (bzw. den
    Spielfeldrand) erreichen kann, so muß er dies ansagen." """
    for base in (NARROW, WIDE):
        silent, spoken = only(base, "announcements.way_out", Call.MUST)
        assert said(at(KING_AMID, silent, DEFENDERS), "d4-d2") is None
        assert said(at(KING_AMID, spoken, DEFENDERS), "d4-d2") is Announcement.WAY_OUT
        assert said(at(KING_AMID, spoken, DEFENDERS), "d4-d3") is None


@exercises("Announcements.threat", Call.NONE, Call.MAY)
def test_a_threat_to_the_king_is_announced() -> None:
    """S001 "Ansagen": "Ebenfalls Ansagen kann der Angreifer, falls er im nächsten Zug den König gefangen nehmen
    kann." """
    silent, spoken = only(NARROW.evolve(king=KingStrength.WEAK), "announcements.threat", Call.MAY)
    assert said(at(KING_AMID, silent, ATTACKERS), "d7-e7") is None
    assert said(at(KING_AMID, spoken, ATTACKERS), "d7-e7") is Announcement.THREAT
    assert said(at(KING_AMID, spoken, ATTACKERS), "c4-c5") is None
    assert spoken.announcements.call(Announcement.THREAT) is Call.MAY


@exercises("Announcements.raichi")
def test_raichi_and_tuichu() -> None:
    """S003 §9-10: "varnas genom att man säger raichi"; "Om kungen har två utvägar samtidigt [...] säga tuichu"."""
    for base, word in ((NARROW, Announcement.RAICHI), (WIDE, Announcement.TUICHU)):
        plain, named = only(base.evolve(announcements=CALLED), "announcements.raichi", True)
        assert said(at(KING_AMID, plain, DEFENDERS), "d4-d2") is Announcement.WAY_OUT
        assert said(at(KING_AMID, named, DEFENDERS), "d4-d2") is word
        assert [named.announcements.call(each) for each in (word, Announcement.WAY_OUT)] == [Call.MUST, Call.NONE]


@exercises(Call.MAY, Call.MUST)
def test_what_may_be_announced_and_what_must() -> None:
    """S001 "Ansagen": the king's side "muß", the attackers "kann"."""
    must, may = only(NARROW.evolve(announcements=CALLED), "announcements.way_out", Call.MAY)
    told = [
        at(KING_AMID, rules, DEFENDERS).explain(Move.parse("d4-d2")).announcement_sentences for rules in (must, may)
    ]
    assert told == [
        ("the defenders announce: the king can escape",),
        ("the defenders may announce: the king can escape",),
    ]


@exercises("Announcements.binding")
def test_binding_announcements() -> None:
    """S003 §9: "När den som spelar svensk ser en sådan utväg, måste motståndaren varnas genom att man säger raichi.
    Annars får man inte gå ut i sitt nästa drag." """
    base = NARROW.evolve(announcements=CALLED)
    advisory, binding = only(base, "announcements.binding", True)
    for ruleset, leaving in ((advisory, None), (binding, Illegality.UNANNOUNCED)):
        position = at(KING_AMID, ruleset, DEFENDERS)
        silent = position.play(Move.parse("d4-d2"), announce=False).play(Move.parse("d7-e7"))
        assert why(silent, "d2-a2") is leaving
        assert ends(position, "d4-d2", "d7-e7", "d2-a2") == ESCAPED


CORNERS_SHUT: Final = """
    . . t . t . .
    . t . . . t .
    t . . . . . t
    . . T K T . .
    t . . . . . t
    . t t . . t .
    . . . . t . .
"""
NO_ESCAPE: Final = win(ATTACKERS, Termination.NO_ESCAPE)


@exercises("Ruleset.no_escape")
def test_no_escape() -> None:
    """hnefatafl.org, rule 10: all corners are closed, and few squares of the edge are left."""
    open_end, shut = only(PLAIN, "no_escape", True)
    assert ends(at(CORNERS_SHUT, open_end, ATTACKERS), "c2-c1") is None
    assert ends(at(CORNERS_SHUT, shut, ATTACKERS), "c2-c1") == NO_ESCAPE
    assert ends(at(CORNERS_SHUT, shut, ATTACKERS), "c2-c3") is None
    # A defender beside a corner's surroundings keeps it open; who stands beside the corner himself is not asked about.
    near = CORNERS_SHUT.replace(". t t . . t .", "T t t . . t .").replace(". . T K T . .", "t . . K T . .")
    assert ends(at(near, shut, ATTACKERS), "c2-c1") == NO_ESCAPE
    inside = CORNERS_SHUT.replace("t . . . . . t\n    . t t", "T . . . . . t\n    . t t")
    assert ends(at(inside, shut, ATTACKERS), "c2-c1") is None
    # The limit of quiet moves is asked before.
    assert ends(at(CORNERS_SHUT, shut.evolve(quiet_limit=1), ATTACKERS), "c2-c1") == Outcome(
        None, Termination.QUIET_LIMIT
    )


def test_no_escape_by_numbers() -> None:
    """hnefatafl.org, rule 10: three men are too few for a fort, and thirteen attackers enough for the corners."""
    rules = PLAIN.evolve(size=11, start=LAYOUTS["L11.2"], no_escape=True)
    picture = """
        . . t . . . . . t . .
        . t . . . . . . . t .
        t . . . . . . . . . t
        . . . . . . . . . . .
        . . . . K . . . . . .
        . . . T . T . . . . .
        . . . . T . . . . . .
        . . . . . t . . . . .
        t . . . . . . . . . t
        . t t . . . . . . t .
        . . . . . . . . t . .
    """
    assert ends(at(picture, rules, ATTACKERS), "c2-c1") == NO_ESCAPE
    assert ends(at(picture.replace("T . T", "T T T"), rules, ATTACKERS), "c2-c1") is None
    twelve = picture.replace(". . . . . t . . . . .", ". . . . . . . . . . .")
    assert ends(at(twelve, rules, ATTACKERS), "c2-c1") is None
    # Three squares are free on each side: enough for six men, and too few for five.
    sides = """
        . . t t . . . t t . .
        . t . . . . . . . t .
        t . . . . . . . . . t
        t . . . . . . . . . t
        . . . . . T . . . . .
        . . . . T K T . . . .
        . . . . T T . . . . .
        t . . . . . . . . . t
        t . . . . . . . . . t
        . t . . . . . . . t .
        . . t t . . . t t . .
    """
    assert at(sides, rules, ATTACKERS).outcome == NO_ESCAPE
    six = sides.replace(". . . . . T . . . . .", ". . . . T T . . . . .")
    assert at(six, rules, ATTACKERS).outcome is None
    apart = sides.replace(". . t t . . . t t . .", ". . t t . t . t t . .", 1)
    assert at(apart, rules, ATTACKERS).outcome is None


def test_a_king_shut_in_cannot_escape() -> None:
    """hnefatafl.org, rule 10: the king at the edge between two attackers on each hand and two pairs before him."""
    rules = PLAIN.evolve(no_escape=True)
    picture = """
        . . . . . . .
        . . . . . . .
        . . . t . . .
        T . . . . . T
        . . t . . . .
        . . t t . . .
        . t K t t . .
    """
    assert ends(at(picture, rules, ATTACKERS), "d5-d3") == NO_ESCAPE
    assert ends(at(picture, rules, ATTACKERS), "d5-e5") is None
    # With one man left to him the second pair is not needed.
    one = picture.replace("T . . . . . T", "T . . . . . .")
    assert at(one, rules, DEFENDERS).outcome == NO_ESCAPE
    assert at(one.replace(". . t . . . .", ". . . . . . ."), rules, DEFENDERS).outcome is None
    # The program asks for nothing before him where few attackers are left.
    few = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . t . . . . .
        . . K t t . .
    """
    assert ends(at(few, rules, ATTACKERS), "b2-b1") == NO_ESCAPE


@exercises("Ruleset.tuichu_wins")
def test_tuichu_wins() -> None:
    """S003 §10: "Om kungen har två utvägar samtidigt har han en given seger eftersom moskoviterna inte kan stänga två
    utvägar i samma drag." """
    claimed, won = only(WIDE, "tuichu_wins", True)
    assert ends(at(KING_AMID, claimed, DEFENDERS), "d4-d2") is None
    assert ends(at(KING_AMID, won, DEFENDERS), "d4-d2") == win(DEFENDERS, Termination.TUICHU)


def test_one_way_out_wins_nothing_yet() -> None:
    """S003 §10: "Om kungen har två utvägar samtidigt har han en given seger"."""
    assert ends(at(KING_AMID, NARROW.evolve(tuichu_wins=True), DEFENDERS), "d4-d2") is None


def test_the_king_is_in_danger_from_afar() -> None:
    """S001 "Ansagen": "falls er im nächsten Zug den König gefangen nehmen kann", from wherever."""
    assert at(ONE_PROTECTOR, TOGETHER, DEFENDERS).king_in_danger
    assert not at(ONE_PROTECTOR, PLAIN, DEFENDERS).king_in_danger
    named = PLAIN.evolve(extra_captures=(one_file_away,))
    assert at(KING_AMID, named, DEFENDERS).king_in_danger
    assert not at(KING_AMID, PLAIN, DEFENDERS).king_in_danger


def lonely_king(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending: a king without men has lost."""
    return None if board.count(PieceSet.DEFENDING_MEN) else win(ATTACKERS, Termination.EXTRA)


def test_what_is_a_way_out() -> None:
    """S003 §9: "När den som spelar svensk ser en sådan utväg": a square of escape that the king could reach at once, as
    fast as he is, over squares that he may cross, or by a jump."""
    edge = PLAIN.evolve(escape=Region.EDGE)
    alone = KING_AMID.replace("t", ".").replace(".", "t", 1)
    assert at(alone, edge, DEFENDERS).ways_out == 4
    assert at(alone, edge.evolve(speed=Speed(king=2)), DEFENDERS).ways_out == 0
    assert at(alone, edge.evolve(speed=Speed(king=3)), DEFENDERS).ways_out == 4
    bog = Zone(name="bog", squares=Region.of("c4"), cross=PieceSet.NONE)
    assert at(alone, edge.evolve(zones=[bog]), DEFENDERS).ways_out == 3
    over = NARROW.evolve(escape=Region.of("b4"), jumps=Jumps(king=Jump.OVER_ENEMIES))
    assert at(KING_AMID, over, DEFENDERS).ways_out == 1
    assert at(KING_AMID, over.evolve(jumps=STILL), DEFENDERS).ways_out == 0


@exercises("Ruleset.extra_endings")
def test_extra_endings() -> None:
    """Endings that no option foresees."""
    without, hooked = only(PLAIN, "extra_endings", (lonely_king,))
    assert ends(at(KING_AMID, without, ATTACKERS), "d7-e7") is None
    assert ends(at(KING_AMID, hooked, ATTACKERS)) == win(ATTACKERS, Termination.EXTRA)
    assert ends(Position.initial(hooked), *SHUFFLE) is None


def defenders_turn(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending: the defenders have lost when it is their turn."""
    return win(ATTACKERS, Termination.EXTRA) if turn is DEFENDERS else None


def test_an_extra_ending_is_told_whose_turn_it_is() -> None:
    """Ruleset.extra_endings: called with the board and the side to move."""
    hooked = PLAIN.evolve(extra_endings=(defenders_turn,))
    assert at(KING_AMID, hooked, DEFENDERS).outcome == win(ATTACKERS, Termination.EXTRA)
    assert at(KING_AMID, hooked, ATTACKERS).outcome is None
    assert ends(at(KING_AMID, hooked, ATTACKERS), "d7-e7") == win(ATTACKERS, Termination.EXTRA)
    board = SearchBoard(at(KING_AMID, hooked, ATTACKERS))
    assert board.advance("d7-e7") == win(ATTACKERS, Termination.EXTRA)


def test_extra_endings_come_before_the_last() -> None:
    """Termination: an extra ending comes before the want of an escape, and a capture of the king before both."""
    shut = PLAIN.evolve(no_escape=True, extra_endings=(defenders_turn,))
    assert ends(at(CORNERS_SHUT, shut, ATTACKERS), "c2-c1") == win(ATTACKERS, Termination.EXTRA)
    assert SearchBoard(at(CORNERS_SHUT, shut, ATTACKERS)).advance("c2-c1") == win(ATTACKERS, Termination.EXTRA)


# ----------------------------------------------------------------------------------------------------- nothing left out


def option_classes() -> list[Any]:
    """The classes that options are made of."""
    return [Ruleset, *(getattr(options, name) for name in options.__all__)]


def wanted() -> set[object]:
    """Every field of every class of options, labels apart, each piece of every set of pieces, and every member."""
    found: set[object] = set()
    for each in option_classes():
        if issubclass(each, Enum):
            found.update(each)
            continue
        for field in attrs.fields(each):
            name = f"{each.__name__}.{field.name}"
            if each is not Ruleset or field.name not in Ruleset.LABELS:
                found.add(name)
                if field.type in (PieceSet, "PieceSet"):
                    # Only the attackers capture the king.
                    sets = [PieceSet.ATTACKERS] if name == "Ruleset.piercing" else SETS.values()
                    found.update(f"{name} {piece.name}" for piece in sets)
    # How the king is captured is another option, and he is safe between two.
    return found - {"Ruleset.three_captors KING", "Ruleset.walk_in KING", "Ruleset.no_walk_in KING"}


def test_every_option_is_exercised() -> None:
    assert {"Ruleset.hammer KING", "Zone.stop DEFENDING_MEN", "Speed.king", Consequence.FORBIDDEN} <= wanted()
    assert EXERCISED - wanted() == set()
    assert wanted() - EXERCISED == set()


def test_changed_options_are_those_without_their_defaults() -> None:
    usual = Ruleset(name="usual", size=7, start=LAYOUTS["L7.11"])
    assert usual.changed() == {}
    other = usual.evolve(name="other", king=KingStrength.WEAK, escape=Region.parse("a1, a7, g1, g7"), version=2)
    assert other.changed() == {"king": (KingStrength.WEAK, KingStrength.STRONG)}
    # A board of even size has no centre, and so no ruleset with the throne of the defaults.
    even = Ruleset(name="even", size=8, start="/3t4/3t4/8/t2K3t/8/8/3t4/3t4/", throne=None, escape=Region.EDGE)
    changed = even.changed()
    assert changed.keys() == {"throne", "escape"}
    assert changed["escape"] == (Region.EDGE, Region.CORNERS)


def test_labels_change_nothing() -> None:
    """A ruleset is a value: two are equal when they play the same, whatever they are called."""
    labelled = PLAIN.evolve(name="other", aliases=["a"], source="here", notes="none", version=2)
    assert labelled == PLAIN
    assert hash(labelled) == hash(PLAIN)
    assert PLAIN.diff(labelled) == {}
    for label in Ruleset.LABELS:
        assert label in {field.name for field in attrs.fields(Ruleset)}
    assert Position.initial(labelled) == Position.initial(PLAIN)
