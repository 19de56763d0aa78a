"""The start layouts: what is known of each of them, and that they are those of the records."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from hnefatafl import Board, PieceSet, Region, SquareSet, Symmetry
from hnefatafl.variants import layouts


class Facts(NamedTuple):
    """What is known of a layout, as ``data/layouts.tsv`` has it."""

    size: int
    attackers: int
    defenders: int
    symmetry: str
    record: str


def known() -> dict[str, Facts]:
    lines = (Path(__file__).parents[2] / "data" / "layouts.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    return {row[0]: Facts(int(row[1]), int(row[2]), int(row[3]), row[4], row[5]) for row in rows}


KNOWN: Final = known()
SYMMETRIES: Final = {
    "all": set(Symmetry),
    "half turn": {Symmetry.IDENTITY, Symmetry.ROTATE_180},
    "a1 diagonal": {Symmetry.IDENTITY, Symmetry.TRANSPOSE},
    "a11 diagonal": {Symmetry.IDENTITY, Symmetry.ANTITRANSPOSE},
}


def test_all_are_listed() -> None:
    boards = {name for name in layouts.__all__ if isinstance(getattr(layouts, name), Board)}
    assert boards == set(KNOWN)
    assert len(boards) == 52


@pytest.mark.parametrize("name", KNOWN)
def test_is_the_layout_of_the_record(name: str) -> None:
    board: Board = getattr(layouts, name)
    facts = KNOWN[name]
    assert board == Board.parse(facts.record)
    assert board.size == facts.size
    assert name.endswith(f"_{facts.size}")
    assert board.count(PieceSet.ATTACKERS) == facts.attackers
    assert board.count(PieceSet.DEFENDING_MEN) == facts.defenders
    assert board.squares(PieceSet.KING) == Region.CENTRE.squares(board.size)
    assert {symmetry for symmetry in Symmetry if board.transform(symmetry) == board} == SYMMETRIES[facts.symmetry]


def test_all_differ_from_one_another() -> None:
    assert len({getattr(layouts, name) for name in KNOWN}) == len(KNOWN)


def test_other_kinds_of_pieces() -> None:
    kinds = {name: getattr(layouts, name).count(PieceSet.MEN & ~PieceSet.SOLDIERS) for name in KNOWN}
    assert {name: n for name, n in kinds.items() if n} == {
        "BERSERK_11": 5,
        "BERSERK_OPENTAFL_11": 5,
        "ALEA_KNIGHTS_19": 4,
        "ALEA_GUARDS_19": 4,
        "ALEA_UNST_19": 4,
    }


@pytest.mark.parametrize("symmetry", Symmetry)
def test_the_camps_are_symmetric_and_full_of_attackers(symmetry: Symmetry) -> None:
    camps = {camp.squares(9) for camp in layouts.CROSS_9_CAMPS}
    assert {SquareSet(symmetry.apply(s, 9) for s in camp) for camp in camps} == camps
    assert SquareSet(s for camp in camps for s in camp) == layouts.CROSS_9.squares(PieceSet.ATTACKERS)
