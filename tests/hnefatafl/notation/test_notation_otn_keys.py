"""Every key of OTN's rules: it is read, it is written, and it changes play; and OpenTafl's own records."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import frozen

from hnefatafl import Board, Move, Position, Side
from hnefatafl.board import Piece, PieceSet
from hnefatafl.notation import otn
from hnefatafl.notation.otn._rules import KEYS
from hnefatafl.rules import Ruleset, Speed

BOARDS: Final = {
    "middle": """
        . . . . . . .
        . . . t . . .
        t . . . . . .
        . T t . . t .
        . . . K t . .
        . . . . . . .
        . t . . . . .
    """,
    "upside down": """
        . t . . . . .
        . . . . . . .
        . . . K t . .
        . T t . . t .
        t . . . . . .
        . . . t . . .
        . . . . . . .
    """,
    "larger": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . t . . . . .
        t . . . . . . . .
        . T t . . t . . .
        . . . K t . . . .
        . . . . . . . . .
        . t . . . . . . .
    """,
    "ring": """
        . . . t . . .
        . . . . . . .
        . . t . t . .
        . t . K . t .
        . . t T t . .
        . . . t . . .
        . . . . . . .
    """,
    "pieces": """
        . . . . . . .
        . . . . . . .
        . N t . t C .
        . . . . . . .
        . M t . t G .
        . . . . . . .
        . . . K t . .
    """,
    "wall": """
        . . . . . . .
        . K . . . . .
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . t . . . .
        . t T T t . .
    """,
    "fort": """
        . . . . . . .
        . . . . . . .
        t . . T . . .
        . . . . . . .
        . . . . . . .
        . . . . T . .
        . . T K . T .
    """,
    "enthroned": """
        . . . . . . .
        . . . . . t .
        . . . t . . .
        . . t K T . .
        . . . t . . .
        . . . . . . .
        . . . . . . .
    """,
    "ladder": """
        . . . . . . .
        . . . . . . .
        . . T t . . .
        . . . . . K .
        t . T t . . .
        . . . . . . .
        . . . . . . .
    """,
}


@frozen
class Case:
    """Two sets of entries that differ in a key, and where they play differently."""

    one: str
    other: str
    board: str = "middle"
    turn: Side = Side.DEFENDERS
    moves: str = ""
    """What is played before."""


A, D = Side.ATTACKERS, Side.DEFENDERS
CASES: Final = {
    "esc": Case("esc:c", "esc:e"),
    "surf": Case("surf:y", "surf:n", "ring", A),
    "tfr": Case("tfr:w", "tfr:l", turn=A, moves=2 * "a5-a6 d3-d2 a6-a5 d2-d3 "),
    "ka": Case("ka:y", "ka:n"),
    "ks": Case("ks:s", "ks:w", turn=A),
    "kj": Case("kj:n", "kj:j"),
    "nj": Case("nj:c", "nj:j", "pieces"),
    "cj": Case("cj:j", "cj:n", "pieces"),
    "mj": Case("mj:n", "mj:j", "pieces"),
    "gj": Case("gj:n", "gj:c", "pieces"),
    "spd": Case("spd:-1", "spd:2"),
    "cor": Case("", "cor:a1,g7,", moves="d3-d1 a5-a6"),
    "cors": Case("corp:tcnkTCNK", "corp:tcnkTCNK cors:tcnkK", turn=A),
    "corp": Case("cors:tcnkK", "cors:tcnkK corp:tcnkTCNK", turn=A),
    "corre": Case("esc:e cors:tK corp:tK", "esc:e cors:tK corp:tK corre:", turn=A),
    "corh": Case("", "corh:", moves="d3-d1 a5-a6"),
    "cen": Case("", "cen:", turn=A),
    "cens": Case("", "cens:tcnkTCNK", turn=A),
    "cenp": Case("", "cenp:K", turn=A),
    "cenre": Case("", "cenre:"),
    "cenh": Case("ka:n", "ka:n cenh:", moves="d3-d4 a5-a6 b4-b3 a6-a5"),
    "cenhe": Case("", "cenhe:", moves="b4-b3 a5-a6"),
    "afor": Case("", "afor:b3,", turn=A),
    "afors": Case("afor:b3,", "afor:b3, afors:tcnk"),
    "aforp": Case("afor:b3,", "afor:b3, aforp:tcnk"),
    "aforre": Case("afor:b3,", "afor:b3, aforre:"),
    "aforh": Case("afor:b3,", "afor:b3, aforh:", turn=A),
    "dfor": Case("", "dfor:c5,"),
    "dfors": Case("dfor:b3,", "dfor:b3, dfors:"),
    "dforp": Case("dfor:b3,", "dfor:b3, dforp:"),
    "dforre": Case("dfor:b3,", "dfor:b3, dforre:"),
    "dforh": Case("dfor:c5,", "dfor:c5, dforh:"),
    "sw": Case("sw:n swf:n", "sw:s swf:n", "wall", A),
    "swf": Case("sw:s swf:y", "sw:s swf:n", "wall", A),
    "efe": Case("efe:n", "efe:y", "fort"),
    "linc": Case("linc:n", "linc:y", "enthroned", A),
    "ber": Case("ber:n", "ber:c", "ladder", A),
}


def record(board: str) -> str:
    return Board.parse(BOARDS[board]).record


def read(entries: str, board: str) -> Ruleset:
    """The ruleset, and a check that it comes back."""
    start = record(board)
    rules = otn.parse_rules(f"dim:{start.count('/') - 1} {entries} start:{start}")
    written = otn.format_rules(rules)
    assert otn.parse_rules(written) == rules
    assert otn.format_rules(otn.parse_rules(written)) == written
    return rules


def keys(rules: Ruleset) -> set[str]:
    return {entry.partition(":")[0] for entry in otn.format_rules(rules).split()}


Consequences = dict[str, tuple[list[str], Side, str]]


def consequences(position: Position) -> Consequences:
    """What every legal move does: whom it captures, who is to move then, and how the game has ended, if it has."""
    found: Consequences = {}
    for move in position.legal_moves():
        play = position.explain(move)
        taken = [str(capture.square) for capture in play.captures]
        found[str(move)] = (taken, play.after.turn, str(play.after.outcome))
    return found if found else {"": ([], position.turn, str(position.outcome))}


@pytest.mark.parametrize("key", CASES)
def test_a_key_is_read_and_written_and_changes_play(key: str) -> None:
    case = CASES[key]
    one, other = (read(entries, case.board) for entries in (case.one, case.other))
    assert one != other
    assert otn.format_rules(one) != otn.format_rules(other)
    assert key in keys(one) | keys(other)
    found: list[Consequences] = []
    for rules in (one, other):
        position = Position.initial(rules, case.turn)
        for move in case.moves.split():
            position = position.play(Move.parse(move))
        found.append(consequences(position))
    assert found[0] != found[1]


def test_whether_the_attackers_move_first() -> None:
    one, other = read("atkf:y", "middle"), read("atkf:n", "middle")
    assert "atkf" in keys(one) & keys(other)
    assert (Position.initial(one).turn, Position.initial(other).turn) == (A, D)


def test_the_size_and_the_start() -> None:
    one, other = read("", "middle"), read("", "larger")
    assert {"dim", "start"} <= keys(one) & keys(other)
    assert consequences(Position.initial(one)) != consequences(Position.initial(other))
    turned = otn.parse_rules(f"dim:7 starti:{record('middle')}")
    assert turned == read("", "upside down")
    assert "starti" not in keys(turned)
    assert consequences(Position.initial(turned)) != consequences(Position.initial(one))


def test_the_name_is_a_label() -> None:
    one, other = read("name:One", "middle"), read("name:Other", "middle")
    assert (one.name, other.name) == ("One", "Other")
    assert "name" in keys(one) & keys(other)
    assert one == other


def test_no_key_is_left_out() -> None:
    assert set(CASES) | {"atkf", "dim", "name", "start", "starti"} == KEYS


# ----------------------------------------------------------------------------------------------------------- speeds


EVERYBODY: Final = "/7/1t3t1/cnmg3/3K3/3CNMG/7/7/"
SOME: Final = "/7/1t3t1/2n1m2/3K3/3CN2/7/7/"


@pytest.mark.parametrize(
    ("start", "numbers", "speeds", "written"),
    [
        (EVERYBODY, "2", "t2 c2 n2 m2 g2 T2 C2 N2 K2 M2 G2", "2"),
        (EVERYBODY, "1,3", "t1 c1 n1 m1 g1 T3 C3 N3 K3 M3 G3", "1,1,1,1,3,3,3,3"),
        (EVERYBODY, "1,2,3,4,5,6,7,8", "t1 c2 n3 m1 g1 T5 C6 N7 K8 M5 G5", "1,2,3,1,5,6,7,8"),
        (EVERYBODY, "1,2,3,4,5,6,7,8,9,10", "t1 c2 n3 m5 g1 T6 C7 N8 K9 M10 G6", "1,2,3,1,5,6,7,8,9,10"),
        (
            EVERYBODY,
            "1,2,3,4,5,6,7,8,9,10,11,12",
            "t1 c2 n3 m5 g6 T7 C8 N9 K10 M11 G12",
            "1,2,3,1,5,6,7,8,9,10,11,12",
        ),
        (SOME, "1,2,3,4,5,6,7,8,9,10,11,12", "t1 n3 m5 T7 C8 N9 K10 M11", "1,1,3,1,5,7,8,9,10,11"),
        (SOME, "1,9,1,9,1,9,1,1,1,1,1,9", "t1 n1 m1 T1 C1 N1 K1 M1", "1"),
        (EVERYBODY, "-1", "", ""),
    ],
)
def test_speeds(start: str, numbers: str, speeds: str, written: str) -> None:
    rules = otn.parse_rules(f"dim:7 spd:{numbers} start:{start}")
    speed = {each[0]: int(each[1:]) for each in speeds.split()}
    assert rules.speed == Speed(
        attackers=speed.get("t"),
        attacking_commanders=speed.get("c"),
        attacking_knights=speed.get("n"),
        attacking_mercenaries=speed.get("m"),
        attacking_guards=speed.get("g"),
        defenders=speed.get("T"),
        defending_commanders=speed.get("C"),
        defending_knights=speed.get("N"),
        defending_mercenaries=speed.get("M"),
        defending_guards=speed.get("G"),
        king=speed.get("K"),
    )
    assert f" spd:{written} " in otn.format_rules(rules) if written else " spd:" not in otn.format_rules(rules)
    assert otn.parse_rules(otn.format_rules(rules)) == rules


# ------------------------------------------------------------------------------------------------------ lists of pieces


@pytest.mark.parametrize(
    ("letters", "pieces", "written"),
    [
        ("tcnkmgTCNKMG", PieceSet.ALL, "tcnkmgTCNKMG"),
        ("tT", PieceSet.SOLDIERS, "tkT"),
        ("NK", PieceSet.DEFENDING_KNIGHTS | PieceSet.KING, "NK"),
        ("cg", PieceSet.ATTACKING_COMMANDERS | PieceSet.ATTACKING_GUARDS, "cg"),
        ("tcnkTCN", PieceSet.MEN & ~PieceSet.MERCENARIES & ~PieceSet.GUARDS, "tcnkTCN"),
    ],
)
def test_letters_of_pieces_that_are_there(letters: str, pieces: PieceSet, written: str) -> None:
    rules = otn.parse_rules(f"dim:7 esc:e cen:d1, cens:{letters} start:{EVERYBODY}")
    assert rules.throne is not None
    assert rules.throne.stop == pieces
    assert f" cens:{written} " in otn.format_rules(rules)


def test_letters_of_pieces_that_are_not_there_say_nothing() -> None:
    rules = otn.parse_rules(f"dim:7 cens:tNK start:{SOME}")
    assert rules.throne is not None
    # The start has knights on both sides, commanders of the defenders, and mercenaries, who can serve either.
    assert rules.throne.stop == PieceSet.of(map(Piece.parse, "tcgNK"))
    assert " cens:tckNK " in otn.format_rules(rules)
    assert otn.parse_rules(otn.format_rules(rules)) == rules


def test_pieces_of_a_games_own_position_count() -> None:
    """A record's position can have pieces that the start of its rules has not."""
    rules = "[rules:dim:7 cens:tTCK nj:n start:/7/7/7/ttTKTtt/7/7/7/]"
    with_knights = otn.parse_game(f"{rules}[position:/7/3N3/7/tt3tt/4K2/7/7/]\n1. a4-a5 d2-d4")
    assert with_knights.replay().verdict == "illegal@1"
    soldiers = otn.parse_game(f"{rules}[position:/7/3T3/7/tt3tt/4K2/7/7/]\n1. a4-a5 d2-d4")
    assert soldiers.replay().verdict == "agrees"
    for game in (with_knights, soldiers):
        assert otn.parse_game(otn.format_game(game)) == game
    assert " nj:n " in otn.format_game(with_knights)
    assert " nj:" not in otn.format_game(soldiers)


# --------------------------------------------------------------------------------------------------- OpenTafl's records

CROSS = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
NINE = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
ELEVEN = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
BERSERK = "/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/"

OPENTAFL = [
    # The examples of its specification.
    f"dim:11 atkf:n start:{ELEVEN}",
    f"dim:11 atkf:n sw:s efe:y start:{ELEVEN}",
    f"dim:11 surf:n atkf:n kj:r ber:c start:{BERSERK}",
    f"dim:7 ks:n cenhe: cenh: start:{CROSS}",
    f"dim:9 esc:e ka:n cen: cor: start:{NINE}",
    f"dim:9 esc:e ka:n cen: cenhe: cor: start:{NINE}",
    # Those of its tests; in one of them a rank was missing.
    f"dim:11 name:Berserk surf:n atkf:n tfr:w kj:r ber:c start:{BERSERK}",
    "dim:13 name:ParBerserk atkf:n tfr:w ks:m kj:r cen: cenp:TCNK ber:m"
    " starti:/4t1ctt4/1t5t5/6c6/13/3tt3N3t/tt3TTT3tt/c1c2T1T1Tc1c/tt1T4T2tt/2t5Tt3/N1t3T1t4/K6c5/t5c4t1/5t1t5/",
    "dim:13 name:ParBerserk atkf:n tfr:w kj:r ks:m cenp:TCNK ber:m"
    " starti:/4ttctt4/5t1t5/6c6/6T6/t3T3N3t/tt3TTT3tt/c1cT1tKT1Tc1c/tt3TTT3tt/t3N3T3t/6T6/6c6/5t1t5/4ttctt4/",
    "dim:7 name:Guard_Test atkf:y sw:s linc:y starti:/3tT2/1tG3t/3tt2/t1tKG1t/3tt2/1TTG3/1tt4/",
    "dim:7 name:Brandub surf:n atkf:n ks:w nj:n cj:n mj:r cenh: cenhe: start:/3t3/3m3/3T3/ttTKTtt/3T3/2Tm3/3t3/",
    "dim:7 name:Brandub surf:n atkf:y ks:w nj:n cj:n mj:r cenh: cenhe: start:/3t3/3m3/3T3/ttTKTtt/3T3/2Mm3/3t3/",
    "dim:5 name:MiniTafl surf:n spd:1 atkf:y ks:w nj:n cj:n cens:tcnkTCNK cenh: cenhe: start:/1t3/t1T2/2K2/5/3t1/",
    "dim:5 name:Copenhagen atkf:n tfr:w cor:a1, cen: sw:s efe:y start:/1tTTt/tKt2/t2T1/5/1T3/",
    "dim:7 name:Brandub surf:n atkf:n ks:w tfr:l cor:a1,b1 corh: cenh: cenhe: dfor:c1,c2,c3,c4,b4,a4"
    " dforp: dfors: dforh: start:/7/t6/K6/7/7/7/7/",
    f"dim:7 name:Magpie surf:n atkf:y ks:m spd:-1,-1,-1,-1,-1,-1,-1,1, start:{CROSS}",
    f"dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: start:{NINE}",
    f"dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:{NINE}",
    f"dim:7 name:Brandub surf:n atkf:y ks:w nj:n cj:n cenh: cenhe: start:{CROSS}",
    "dim:7 name:Brandub_Test surf:n atkf:n ks:w nj:n cj:n cens:tcnkTCNK cenh: cenhe:"
    " start:/4t2/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "dim:11 name:Fetlar atkf:y nj:n cj:n"
    " start:/4tttt3/5t5/3t7/t4T4t/t3TTT3t/tt1TTKTT1tt/t1T3T3t/t4T4t/4Tt5/11/3ttttt3/",
]


@pytest.mark.parametrize("text", OPENTAFL)
def test_opentafls_own_records(text: str) -> None:
    rules = otn.parse_rules(text)
    written = otn.format_rules(rules)
    assert otn.parse_rules(written) == rules
    assert otn.format_rules(otn.parse_rules(written)) == written
    assert Position.initial(rules).legal_moves()


def test_what_opentafls_tests_see() -> None:
    """Its ``RestrictedSpaceJumpTest`` and ``MercenarySideSwitchTest``."""
    par = Position.initial(otn.parse_rules(OPENTAFL[7])).play(Move.parse("a3-a1"))
    assert par.outcome is not None
    assert par.outcome.winner is Side.DEFENDERS
    assert Position.initial(otn.parse_rules(OPENTAFL[8])).is_legal(Move.parse("g7-e7"))
    play = Position.initial(otn.parse_rules(OPENTAFL[10])).explain(Move.parse("e4-e6"))
    assert {square.name for square in play.turned} == {"d6"}
    assert str(play.after.board[Move.parse("d6-d7").origin]) == "defending mercenary"
