"""Adjudication cases and counts of moves that others made, through the public API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import data_path
from fitted import fitted
from playing import reason
from rulesets import DATA, OVER_BEFORE, RULESETS, any_start, apart, for_board, perft_rules, with_besiegers

from hnefatafl import Board, Move, Piece, Position, Ruleset, SearchBoard, Side, Termination, divide, perft, variants
from hnefatafl.rules import Shieldwall

Case = dict[str, Any]

SHIPPED = {
    "COP": variants.COPENHAGEN,
    "FET": variants.FETLAR,
    "TAB": variants.TABLUT,
    "TAW": variants.TAWLBWRDD,
    "BRA": variants.BRANDUBH,
    "SEA": variants.SEA_BATTLE_9,
    "MAG": variants.MAGPIE,
    "S000": variants.HNEFATAFL_13,
    "S001": variants.HNEFATAFL_11,
    "S003": variants.FOTEVIKEN_TABLUT,
    "S004": variants.MADERA_TABLUT,
    "ASH": variants.ASHTON_TABLUT,
}
"""The shipped rulesets that the codes of the cases stand for, as far as they are shipped."""


def rulesets(code: str, board: Board) -> list[Ruleset]:
    """The ruleset of a code, written from options alone, and the shipped one, both fitted to the board's size."""
    found = [for_board(code, board)]
    if code in SHIPPED:
        shipped = SHIPPED[code]
        start = shipped.start if board.size == shipped.size else any_start(board.size)
        found.append(shipped.evolve(size=board.size, start=start))
    return found


def check(case: Case, rules: Ruleset, board: Board) -> None:
    if "question" in case:
        fort = case["question"] == "fort"
        outcome = Position.from_board(board, rules, Side.ATTACKERS if fort else Side.DEFENDERS).outcome
        wanted = Termination.EXIT_FORT if fort else Termination.ENCIRCLEMENT
        assert (outcome is not None and outcome.termination is wanted) == case["expected"]
        return
    position = Position.from_board(board, rules, Side(case["to_move"]))
    assert (position.outcome is not None) == ((case["id"], case["ruleset"]) in OVER_BEFORE)
    if position.outcome is not None:
        return
    move = Move.parse(case["move"])
    assert position.is_legal(move) == case["legal"], reason(position, move)
    if case["legal"]:
        play = position.explain(move)
        assert [capture.square.name for capture in play.captures] == sorted(case["captures"])
        outcome = play.after.outcome
        winner = None if outcome is None else "draw" if outcome.winner is None else outcome.winner.value
        assert winner == case["result"]


def test_adjudication_cases(subtests: pytest.Subtests) -> None:
    cases = [json.loads(line) for line in (DATA / "cases" / "cases.jsonl").read_text().splitlines() if line.strip()]
    assert len(cases) > 50
    for case in cases:
        board = Board.parse(case["position"])
        for rules in rulesets(case["ruleset"], board):
            with subtests.test(msg=f"{case['id']} {case['title']}", ruleset=rules.name):
                check(case, rules, board)


def peer_rules(case: Case, size: int) -> Ruleset:
    """Copenhagen at that size, with what the case changes."""
    name = case.get("ruleset", "copenhagen")
    rules = RULESETS["LINC"] if name.startswith("Linnaean") else RULESETS["COP"]
    rules = rules.evolve(size=size, start=any_start(size))
    return rules.evolve(shieldwall=Shieldwall(corners_close=False)) if "may not close" in name else rules


def with_king(board: Board) -> Board:
    """The board with a king added, if it has none, on a square apart from everybody."""
    return board if board.king is not None else board.put(apart(board), Piece.KING)


def check_peer_case(case: Case) -> None:
    if "position" in case:
        board = Board.parse(case["position"])
    else:
        board = Board.parse("\n".join(reversed(case["board_rank1_first"])).replace("A", "t").replace("D", "T"))
    board = with_king(board)
    rules = peer_rules(case, board.size)
    if "expected" in case:
        ring = case["kind"] == "attackers-surround"
        board = board if ring else with_besiegers(board)
        outcome = Position.from_board(board, rules, Side.DEFENDERS if ring else Side.ATTACKERS).outcome
        wanted = Termination.ENCIRCLEMENT if ring else Termination.EXIT_FORT
        assert (outcome is not None and outcome.termination is wanted) == case["expected"]
        return
    move = Move.parse(case["move"])
    if case.get("board_is") == "after the move":
        board = board.put(move.origin, board[move.target]).put(move.target, None)
    position = Position.from_board(board, rules, board[move.origin].side)
    captured = position.explain(move).captures
    if "king_captured" in case:
        assert (Piece.KING in {capture.piece for capture in captured}) == case["king_captured"]
    elif "captures" in case:
        assert [capture.square.name for capture in captured] == sorted(case["captures"])
    else:
        assert len(captured) == case["capture_count"]


@pytest.mark.parametrize("name", ["hnefatafl-rs.json", "tafl-ts.json"])
def test_cases_of_peers(name: str, subtests: pytest.Subtests) -> None:
    cases = json.loads(data_path("peer-cases", name).read_text())
    assert len(cases) > 15
    for case in cases:
        if "disputed" not in case:
            with subtests.test(msg=case["name"]):
                check_peer_case(case)


def test_counts_are_of_the_fitted_rules() -> None:
    known = json.loads(data_path("aage-archive", "variants.json").read_text())
    names = {path.stem for path in (DATA / "perft" / "rules").iterdir()} & known.keys()
    assert len(names) > 10
    for name in names:
        assert perft_rules(name) == fitted(name)


def test_start_counts(subtests: pytest.Subtests) -> None:
    for line in (DATA / "perft" / "start.tsv").read_text().splitlines()[1:]:
        name, counts = line.split("\t")
        position = Position.initial(perft_rules(name))
        for depth, count in enumerate(map(int, counts.split()), 1):
            with subtests.test(msg=name, depth=depth):
                assert perft(position, depth) == count
                if count < 10_000:
                    assert perft(position, depth, bulk=False) == count
                    assert sum(divide(position, depth).values()) == count


def last_moves(board: SearchBoard, depth: int) -> tuple[int, int]:
    """How many of the moves at the last ply capture soldiers, and how many end the game (a block apart)."""
    capturing = ending = 0
    men = len(board.board)
    for move in board.legal_moves():
        board.make(move)
        if depth > 1:
            more = last_moves(board, depth - 1)
            capturing, ending = capturing + more[0], ending + more[1]
        else:
            outcome = board.outcome
            over = outcome is not None and outcome.termination is not Termination.NO_LEGAL_MOVE
            capturing += len(board.board) < men
            ending += over
        board.unmake()
    return capturing, ending


@pytest.mark.slow_uncompiled
def test_position_counts(subtests: pytest.Subtests) -> None:
    rows = [line.split("\t") for line in (DATA / "perft" / "positions.tsv").read_text().splitlines()[1:]]
    assert len(rows) == 160
    for name, code, side, record, counts, capturing, ending in rows:
        position = Position.parse(record, perft_rules(code), Side(side))
        expected = [int(count) for count in counts.split()]
        with subtests.test(msg=name):
            assert [perft(position, depth) for depth in range(1, len(expected) + 1)] == expected
            if expected[-1] < 30_000:
                assert last_moves(SearchBoard(position), len(expected)) == (int(capturing), int(ending))
