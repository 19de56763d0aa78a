"""Exit forts against brute force: on small boards, can any sequence of attackers' moves alone break the fort?"""

from __future__ import annotations

from typing import Final

import attrs
import pytest
from conftest import part
from hypothesis import assume, given

from hnefatafl import (
    Board,
    EdgeCapture,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Shieldwall,
    Side,
    Square,
    Termination,
    Zone,
    variants,
)
from hnefatafl.testing import reference
from hnefatafl.testing._hypothesis import strategy_of
from hnefatafl.testing._plants import generators as gen
from hnefatafl.testing._plants.drawing import every_square, neighbours, some_of, usually
from hnefatafl.testing._plants.walls import refuge
from hnefatafl.variants._parts import corners

ATTACKERS = Side.ATTACKERS


def is_fort(rules: Ruleset, board: Board) -> bool:
    """Whether the board is an exit fort for both implementations, or for neither."""
    outcome = Position.from_board(board, rules, ATTACKERS).outcome
    found = outcome is not None and outcome.termination is Termination.EXIT_FORT
    assert reference.has_fort(rules, board) == found
    return found


FORTS: Final = {
    # With one attacker left nobody stands opposite him: dcampbell and taflzero call these forts.
    "one attacker outside": ("/11/11/11/11/9TT/8T1K/8tTT/11/11/11/11/", True),
    "one attacker in a pocket": ("/3TTTKTT2/3TTT1TT2/3T2T1T2/3T2t1T2/3TTTTTT2/11/11/11/11/11/11/", True),
    "two attackers outside": ("/t10/11/11/11/9TT/8T1K/8tTT/11/11/11/11/", False),
    "two attackers in a pocket": ("/3TTTKTT2/3TTT1TT2/3T2T1T2/3Tt1t1T2/3TTTTTT2/11/11/11/11/11/11/", False),
    # They take d3 or another man between them, and then there are two in the pocket.
    "one attacker in a pocket, one outside": (
        "/3TTTKTT2/3TTT1TT2/3T2T1T2/3T2t1T2/3TTTTTT2/11/t10/11/11/11/11/",
        False,
    ),
    # Each of two pockets holds one attacker, on either side of g3: the two take him together.
    "one attacker in either of two pockets": (
        "/3TTTKTT2/3TTT1TT2/3T2T1T2/3T1tTtT2/3TTTTTT2/11/11/11/11/11/11/",
        False,
    ),
    # But not where neither of them can move, so that neither ever arrives.
    "stuck attackers": ("/4TTKTT2/4TT1TT2/4TtTtT2/4TTTTT2/11/11/11/11/11/11/11/", True),
    # Copenhagen, exit forts: the king stands on the edge and can move.
    "a king amid the board": ("/11/11/t2TTTT4/t2TK1T4/3TTTT4/11/11/11/11/11/11/", False),
    "a king who cannot move": ("/3TKT5/3TTT5/11/t10/t10/11/11/11/11/11/11/", False),
    "a king who can": ("/3TKT5/3T1T5/3TTT5/t10/t10/11/11/11/11/11/11/", True),
    # OpenTafl's berserk: commanders leap over a man, and knights capture him too; nobody leaps over two.
    "a commander leaps in": ("/3TKT5/3T1T5/3TTT5/11/c10/11/11/11/11/11/11/", False),
    "a knight leaps over a man beside the room": ("/11/11/11/11/9TT/8T1K/8nTT/11/11/11/11/", False),
    "a knight captures a man before the room": ("/2TKT6/1TT1TT5/3T7/3T7/11/n10/11/11/11/11/11/", False),
    "an attacker before the same room": ("/2TKT6/1TT1TT5/3T7/3T7/11/t10/11/11/11/11/11/", True),
    "a double wall": ("/2TTKTT4/2TT1TT4/2TTTTT4/2TTTTT4/11/n10/11/11/11/11/11/", True),
    # A guard does not fall between two.
    "a guard in the wall": ("/t10/11/11/11/9TT/8G1K/8tTT/11/11/11/11/", True),
}
"""Boards under the rules of copenhagen, and whether they are forts."""


@pytest.mark.parametrize("name", FORTS)
def test_forts(name: str) -> None:
    record, expected = FORTS[name]
    assert is_fort(variants.COPENHAGEN, Board.parse(record)) == expected


TWO_OUTSIDE: Final = Board.parse(FORTS["two attackers outside"][0])


UNARMED: Final = {
    "hammer": variants.COPENHAGEN.evolve(hammer=PieceSet.DEFENDERS),
    "anvil": variants.COPENHAGEN.evolve(anvil=PieceSet.DEFENDERS),
}


@pytest.mark.parametrize("option", UNARMED)
def test_attackers_who_do_not_capture(option: str) -> None:
    """Sea battle: who is unarmed helps to capture neither by moving nor by standing, and so breaks no fort."""
    assert not is_fort(variants.COPENHAGEN, TWO_OUTSIDE)
    assert is_fort(UNARMED[option], TWO_OUTSIDE)


def test_a_fort_keeps_somebody_out() -> None:
    """Copenhagen, exit forts: the defenders win by what the attackers cannot break; without attackers there is none."""
    alone = Board.parse(FORTS["a king who can"][0].replace("t10", "11"))
    assert not is_fort(variants.COPENHAGEN.evolve(fewest_attackers=0), alone)


def test_where_attackers_may_not_stop() -> None:
    """They come across such squares, and take nobody from there."""
    river = Zone(name="river", squares=Region.of(*(f"e{rank}" for rank in range(1, 12))), stop=PieceSet.DEFENDERS)
    assert not is_fort(variants.COPENHAGEN.evolve(zones=(river,)), TWO_OUTSIDE)
    walled = attrs.evolve(river, cross=PieceSet.DEFENDERS)
    assert is_fort(variants.COPENHAGEN.evolve(zones=(walled,)), TWO_OUTSIDE)
    ditch = Zone(name="ditch", squares=Region.of("i5"), stop=PieceSet.DEFENDERS)
    assert is_fort(variants.COPENHAGEN.evolve(zones=(ditch,)), TWO_OUTSIDE)


def test_a_man_of_three_sides_in_the_wall() -> None:
    """Alea evangelii, type 92 of the archive: he falls with three enemies around him, and stands between two."""
    rules = variants.COPENHAGEN.evolve(three_captors=PieceSet.COMMANDERS)
    board = Board.parse(FORTS["two attackers outside"][0].replace("8T1K", "8C1K"))
    assert is_fort(rules, board)
    assert not is_fort(rules, board.put(Square.parse("a9"), Piece.ATTACKER))


def test_an_occupied_throne_is_no_hostile_square() -> None:
    """A man of the wall who stands on a throne that is hostile while it is empty protects the man beside him."""
    throne = Zone(name="throne", squares=Region.of("d2"), hostile_empty=PieceSet.ALL)
    always = attrs.evolve(throne, hostile_always=PieceSet.ALL)
    board = Board.parse("/2TK1T1/3TT2/7/7/7/t5t/7/")
    for zone, expected in ((throne, True), (always, False)):
        rules = variants.BRANDUBH.evolve(exit_fort=True, encirclement=False, throne=zone)
        assert is_fort(rules, board) == expected


def test_attackers_who_come_out_of_a_camp_are_counted() -> None:
    """They may leave the camp and not enter it: its area is not that of the attackers outside until they have left."""
    camp = Zone(
        name="camp", squares=Region.of("c11", "d11"), stop=PieceSet.ATTACKERS, enter=PieceSet.NONE, cross=PieceSet.NONE
    )
    rules = variants.COPENHAGEN.evolve(zones=(camp,))
    assert is_fort(rules, Board.parse("/11/11/11/11/9TT/8T1K/8tTT/11/11/11/11/"))
    assert not is_fort(rules, Board.parse("/11/11/11/11/9TT/8T1K/8tTT/11/11/11/2t8/"))


def breakable(rules: Ruleset, board: Board, room: set[Square]) -> bool:
    """Whether attackers who alone move can get beside the room."""
    seen = {board}
    ahead = [board]
    while ahead:
        board = ahead.pop()
        if any(near in board and board[near].side is ATTACKERS for square in room for near in neighbours(square, 99)):
            return True
        position = Position.from_board(board, rules, ATTACKERS)
        for move in position.legal_moves():
            after = position.play(move).board
            if after not in seen:
                seen.add(after)
                ahead.append(after)
    return False


@gen.composite
def sieges(draw: gen.DrawFn) -> tuple[Ruleset, Board, set[Square]]:
    """A king at the edge in a closed room, walls around it, and few attackers."""
    size = draw(gen.sampled_from([5, 6]))
    king, inside = refuge(draw, size)
    room = set(inside)
    wall = {near for square in inside for near in neighbours(square, size)} - room
    rest = [square for square in every_square(size) if square not in wall | room]
    wall |= set(some_of(draw, rest, 0, len(rest) * 2 // 3))
    free = [square for square in rest if square not in wall]
    assume(free)
    pieces = dict.fromkeys(sorted(wall), Piece.DEFENDER) | {king: Piece.KING}
    pieces |= dict.fromkeys(some_of(draw, free, 1, 3), Piece.ATTACKER)
    rules = Ruleset(
        name="a siege",
        size=size,
        start=Board(size, {Square(0, 1): Piece.KING, Square(0, 2): Piece.ATTACKER}),
        throne=None,
        corners=None if draw(gen.booleans()) else corners(hostile=PieceSet.ALL),
        escape=Region.of(Square(2, 2)),
        edge_capture=EdgeCapture.IMPOSSIBLE,
        edge_hostile=draw(usually(PieceSet.NONE, gen.just(PieceSet.MEN), 85)),
        hammer=draw(usually(PieceSet.ALL, gen.just(PieceSet.DEFENDING_MEN), 95)),
        anvil=draw(usually(PieceSet.ALL, gen.just(PieceSet.DEFENDING_MEN), 90)),
        shieldwall=draw(gen.sampled_from([None, Shieldwall(), Shieldwall(flanking=False, corners_close=False)])),
        fewest_attackers=0,
    )
    special = set(Region.CORNERS.squares(size)) if rules.corners else set[Square]()
    assume(not special & set(pieces))
    return rules, Board(size, pieces), room


@pytest.mark.long
@part(4)
@given(strategy_of(sieges()))
def test_forts_are_those_that_no_sequence_of_moves_breaks(siege: tuple[Ruleset, Board, set[Square]]) -> None:
    """Attackers move as often as they like and the defenders never: a fort is what they cannot break then."""
    rules, board, room = siege
    assume(len(room) > 1)
    assert is_fort(rules.evolve(exit_fort=True), board) == (not breakable(rules, board, room))
