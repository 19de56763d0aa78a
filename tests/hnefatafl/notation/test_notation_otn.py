"""OTN's positions and rules: what is read, what it means, what is refused, and that writing loses nothing."""

from __future__ import annotations

import random
import re
from typing import Any

import attrs
import pytest
from conftest import data_path
from hypothesis import given
from hypothesis import strategies as st
from sweeping import SWEPT

from hnefatafl import Board, Position, Side, variants
from hnefatafl.board import PieceSet, Region, SquareSet
from hnefatafl.errors import NotationError, NotExpressibleError, RulesetError
from hnefatafl.notation import otn
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Repetition,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.testing.strategies import boards, rulesets

CROSS = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
NONE, ALL, KING, SOLDIERS = PieceSet.NONE, PieceSet.ALL, PieceSet.KING, PieceSet.MEN
ATTACKERS, DEFENDING_MEN, DEFENDERS = PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN, PieceSet.DEFENDERS


def read(entries: str, start: str = CROSS) -> Ruleset:
    size = start.count("/") - 1
    return otn.parse_rules(f"dim:{size} {entries} start:{start}")


def unsaid(rules: Ruleset) -> list[str]:
    """What OTN cannot say of the rules."""
    try:
        otn.format_rules(rules)
    except NotExpressibleError as error:
        return list(error.options)
    return []


def zone(found: Zone | None) -> Zone:
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------------------ positions


@given(rulesets().flatmap(boards))
def test_boards_come_back(board: Board) -> None:
    assert otn.parse_board(board.record) == board


def test_positions_come_back() -> None:
    start = Position.initial(variants.TAWLBWRDD)
    assert otn.parse_position(start.board.record, variants.TAWLBWRDD, Side.ATTACKERS) == start


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "a position record was expected, ranks with slashes between", 0),
        ("tttKttt", "a position record was expected, ranks with slashes between", 0),
        ("/5/5/2K2/5/", "5 to 21 ranks were expected, not 4", 1),
        ("/5/5/2K2/5/4/", "a rank of 5 squares was expected, not of 4", 12),
        ("/5/5/2K2/5/6/", "a rank of 5 squares was expected; this one is longer", 11),
        ("  /5/d4/2K2/5/5/", "a number or one of tcnmgTCNMGK was expected", 5),
        ("/5/5/1k3/5/5/", "a number or one of tcnmgTCNMGK was expected", 6),
        ("/5/5/1.K2/5/5/", "a number or one of tcnmgTCNMGK was expected", 6),
    ],
)
def test_errors_in_a_position_point_at_the_character(text: str, message: str, offset: int) -> None:
    with pytest.raises(NotationError) as caught:
        otn.parse_board(text)
    assert (caught.value.message, caught.value.offset, caught.value.text) == (message, offset, text)


# ------------------------------------------------------------------------------------------------ what the entries mean


def test_what_holds_when_nothing_is_said() -> None:
    assert read("") == Ruleset(
        name="unnamed",
        size=7,
        start=Board.parse(CROSS),
        corners=Zone(name="corners", squares=Region.CORNERS, stop=KING, cross=KING, hostile_empty=ALL),
        encirclement=True,
    )


FETLAR = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"


def test_a_shipped_ruleset_in_opentafls_words() -> None:
    assert read("surf:n atkf:y corh:tcnkTCN", FETLAR) == variants.FETLAR
    assert read("atkf:y ks:c") == variants.BRANDUBH.evolve(repetition=Repetition())
    assert read("surf:n ks:m spd:-1,-1,-1,-1,-1,-1,-1,1,") == variants.MAGPIE


@pytest.mark.parametrize(
    ("entry", "options"),
    [
        ("esc:c", {"escape": Region.CORNERS}),
        ("esc:e", {"escape": Region.EDGE}),
        ("surf:y", {"encirclement": True}),
        ("surf:n", {"encirclement": False}),
        ("atkf:y", {"first": Side.ATTACKERS}),
        ("atkf:n", {"first": Side.DEFENDERS}),
        ("tfr:i", {"repetition": Repetition(consequence=Consequence.IGNORED)}),
        ("tfr:d", {"repetition": Repetition(consequence=Consequence.DRAW)}),
        ("tfr:w", {"repetition": Repetition(consequence=Consequence.MOVER_LOSES)}),
        ("tfr:l", {"repetition": Repetition(consequence=Consequence.MOVER_WINS)}),
        ("ka:y", {"hammer": ALL, "anvil": ALL}),
        ("ka:n cen:", {"hammer": SOLDIERS, "anvil": SOLDIERS, "throne": None}),
        ("ka:h cen:", {"hammer": ALL, "anvil": SOLDIERS, "throne": None}),
        ("ka:a", {"hammer": SOLDIERS, "anvil": ALL}),
        ("ks:s", {"king": KingStrength.STRONG}),
        ("ks:y", {"king": KingStrength.STRONG}),
        ("ks:c", {"king": KingStrength.STRONG_NEAR_THRONE}),
        ("ks:m", {"king": KingStrength.MIDDLEWEIGHT}),
        ("ks:w", {"king": KingStrength.WEAK}),
        ("ks:n", {"king": KingStrength.WEAK}),
        ("ks:c cen:", {"king": KingStrength.WEAK, "throne": None}),
        ("kj:n ber:n", {}),
        ("kj:r", {"jumps": Jumps(king=Jump.RESTRICTED)}),
        ("kj:j", {"jumps": Jumps(king=Jump.OVER_ENEMIES)}),
        ("kj:c", {"jumps": Jumps(king=Jump.CAPTURING)}),
        ("nj:n cj:n mj:y gj:c", {}),  # there are no such pieces
        ("ber:c", {"berserk": Berserk.MUST_CAPTURE}),
        ("ber:m", {"berserk": Berserk.MUST_MOVE, "berserk_escape": True}),
        ("spd:-1", {"speed": Speed()}),
        ("spd:1", {"speed": Speed(attackers=1, defenders=1, king=1)}),
        ("spd:2,-1,", {"speed": Speed(attackers=2)}),
        ("spd:3,3,3,3,2,2,2,1", {"speed": Speed(attackers=3, defenders=2, king=1)}),
        ("spd:3,3,3,3,3,2,2,2,1,2,", {"speed": Speed(attackers=3, defenders=2, king=1)}),
        ("spd:3,3,3,3,3,3,2,2,2,1,2,2", {"speed": Speed(attackers=3, defenders=2, king=1)}),
        ("sw:n swf:n", {"shieldwall": None}),
        ("sw:w", {"shieldwall": Shieldwall(corners_close=False)}),
        ("sw:s", {"shieldwall": Shieldwall()}),
        ("swf:n sw:s", {"shieldwall": Shieldwall(flanking=False)}),
        ("efe:y", {"exit_fort": True}),
        ("linc:y", {"linnaean_capture": True}),
        ("linc:y cen:", {"linnaean_capture": False, "throne": None}),
        ("esc:e cor:", {"escape": Region.EDGE, "corners": None}),
        ("cor:a1,g7,", {"escape": Region.of("a1", "g7")}),
        ("cor:default cen:default", {}),
        ("cor:a1,g7,a7,g1,a1", {}),
        ("cors:tcnkTCNK corp:tcnkTCNK corh:", {"corners": None}),
    ],
)
def test_what_an_entry_means(entry: str, options: dict[str, Any]) -> None:
    changed = {name: pair[0] for name, pair in read(entry).diff(read("")).items()}
    expected = {name: value for name, value in options.items() if getattr(read(""), name) != value}
    if "escape" in options and "corners" not in options and options["escape"] not in (Region.CORNERS, Region.EDGE):
        assert zone(changed.pop("corners")).squares == options["escape"]
    assert changed == expected


def test_the_name() -> None:
    assert read("name:H.H._Ard_Ri").name == "H.H. Ard Ri"
    assert read("name:").name == read("").name == "unnamed"
    assert otn.format_rules(read("name:H.H._Ard_Ri")).startswith("dim:7 name:H.H._Ard_Ri atkf:y ")
    odd = variants.TABLUT.evolve(name="a: [b]\n c\t \x00d")
    assert otn.format_rules(odd).startswith("dim:9 name:a:_[b]_c_d esc:e atkf:y ")
    assert otn.parse_rules(otn.format_rules(odd)).name == "a: [b] c d"


def test_starti_has_its_ranks_from_the_top() -> None:
    rules = otn.parse_rules("dim:5 cor:a1, starti:/1tTTt/tKt2/t2T1/5/1T3/")
    assert rules.start.record == "/1T3/5/t2T1/tKt2/1tTTt/"


def test_entries_in_any_order_and_on_several_lines() -> None:
    assert otn.parse_rules(f"start:{CROSS}\n  ks:c\r\n\tdim:7 ") == read("ks:c")


def test_the_edge_does_not_open_the_corners() -> None:
    rules = read("esc:e")
    assert rules.corners == Zone(name="corners", squares=Region.CORNERS, stop=KING, cross=KING, hostile_empty=ALL)


@pytest.mark.parametrize(
    ("entries", "stop", "enter", "cross"),
    [
        ("", KING, ALL, ALL),
        ("cens:", NONE, ALL, ALL),
        ("cens:tTK", ALL, ALL, ALL),
        ("cenp:K", KING, ALL, KING),
        ("cenp:", NONE, ALL, NONE),
        ("cenp:TCNK", KING, ALL, DEFENDERS),
        ("cenre:", KING, NONE, NONE),
        ("cenre:tcnkTCN", KING, SOLDIERS, SOLDIERS),
        ("cens:ckTmg cenre:tT", DEFENDING_MEN, SOLDIERS, SOLDIERS),
    ],
)
def test_who_may_stop_and_pass(entries: str, stop: PieceSet, enter: PieceSet, cross: PieceSet) -> None:
    """A piece stops only where it may pass, and re-entry binds both."""
    throne = zone(read(entries).throne)
    assert (throne.stop, throne.enter, throne.cross) == (stop, enter, cross)


@pytest.mark.parametrize(
    ("entries", "empty", "always"),
    [
        ("", ALL, NONE),  # an armed king on the throne captures attackers anyway
        ("cenh:tcnk", ALL, ATTACKERS),
        ("cenh:", ALL, NONE),
        ("ka:n", ALL, ATTACKERS),
        ("cens:tTK", ALL, ATTACKERS),
        ("cenhe:K", KING, NONE),
        ("cenhe:K cenh:K", KING, KING),
        ("cenhe: cenh:", NONE, NONE),
        ("cenhe:tK cenh:tK", ATTACKERS | KING, ATTACKERS | KING),
    ],
)
def test_to_whom_the_centre_is_hostile(entries: str, empty: PieceSet, always: PieceSet) -> None:
    throne = zone(read(entries).throne)
    assert (throne.hostile_empty, throne.hostile_always) == (empty, always)


@pytest.mark.parametrize(
    ("entries", "key"),
    [("cenhe: ka:n", "cenhe"), ("cenhe:K cenh:T", "cenh"), ("cenhe: cens:tTK", "cenhe")],
)
def test_a_centre_that_threatens_only_while_occupied_is_refused(entries: str, key: str) -> None:
    text = f"dim:7 {entries} start:{CROSS}"
    with pytest.raises(NotationError, match="hostile only while it is occupied") as caught:
        otn.parse_rules(text)
    assert text[: caught.value.offset].endswith(f"{key}:")


def test_fortresses() -> None:
    camps = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
    rules = read("esc:e cor: afor:a4,a5,a6,b5 aforre: dfor:e3,d3, dforh: dforp:TCNK", camps)
    attackers, defenders = rules.zones
    assert attackers == Zone(
        name="attacker fort",
        squares=Region.of("a4", "a5", "a6", "b5"),
        enter=NONE,
        cross=NONE,
        hostile_always=DEFENDERS,
    )
    assert defenders == Zone(name="defender fort", squares=Region.of("d3", "e3"), stop=DEFENDERS, cross=DEFENDERS)
    assert read("afor:", camps).zones == ()


def test_a_square_belongs_to_the_first_of_several_lists() -> None:
    rules = read("cor:a1,g7 cen:d4,a1 afor:g7,d3 dfor:d3,d5 esc:c")
    assert rules.escape == Region.of("a1", "g7")
    assert [z.squares for z in rules.all_zones] == [
        Region.of("a1", "d4"),
        Region.of("g7"),
        Region.of("d3"),
        Region.of("d5"),
    ]
    assert otn.parse_rules(otn.format_rules(rules)) == rules


def test_the_centre_of_an_even_board() -> None:
    rules = read("", "/6/6/1t4/2K3/6/6/")
    assert zone(rules.throne).squares == Region.of("c3")
    assert " cen:" not in otn.format_rules(rules)


# --------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "the rule dim: was expected", 0),
        ("dim:7 ks:w", "the rule start: was expected", 10),
        (f"start:{CROSS}", "the rule dim: was expected", 39),
        (f"dim:7 serf:y start:{CROSS}", "there is no rule serf:; did you mean surf?", 6),
        (f"dim:7 xyzzy:y start:{CROSS}", "there is no rule xyzzy:", 6),
        (f"dim:7 esc start:{CROSS}", "a rule was expected, a key and a value such as esc:e", 6),
        (f"dim:7 esc:c esc:e start:{CROSS}", "the rule esc: stands here a second time", 12),
        (f"dim:7 esc:x start:{CROSS}", "esc: one of c, e was expected", 10),
        (f"dim:7 surf: start:{CROSS}", "surf: one of y, n was expected", 11),
        (f"dim:x start:{CROSS}", "dim: a size from 5 to 21 was expected", 4),
        (f"dim:22 start:{CROSS}", "dim: a size from 5 to 21 was expected", 4),
        (f"dim:٧ start:{CROSS}", "dim: a size from 5 to 21 was expected", 4),
        (f"dim:9 start:{CROSS}", "start: 9 ranks were expected, as dim says, not 7", 12),
        (f"dim:7 start:{CROSS} starti:{CROSS}", "starti: either start or starti was expected, not both", 53),
        ("dim:7 start:/3t3/", "5 to 21 ranks were expected, not 1", 13),
        (
            f"dim:7 start:{CROSS.replace('T', 'D', 1)}",
            "a number or one of tcnmgTCNMGK was expected",
            22 + CROSS.index("T") - 10,
        ),
        (f"dim:7 cor:a1,h9 start:{CROSS}", "cor: h9 lies off a board of size 7", 13),
        (f"dim:7 cor:a1,b start:{CROSS}", "cor: a square was expected, such as a1 or k11", 13),
        (f"dim:7 cens:tx start:{CROSS}", "cens: letters of pieces were expected, among tcnkmgTCNKMG", 12),
        (f"dim:7 spd:1,x start:{CROSS}", "spd: a number of squares from 1 was expected, or -1", 12),
        (f"dim:7 spd:0 start:{CROSS}", "spd: a number of squares from 1 was expected, or -1", 10),
        (f"dim:7 spd:1,2,3 start:{CROSS}", "spd: 1, 2, 8, 10 or 12 numbers were expected", 10),
        (f"dim:7 spd: start:{CROSS}", "spd: a number of squares from 1 was expected, or -1", 10),
        (f"dim:7 kj:x start:{CROSS}", "kj: one of n, r, j, c, y was expected", 9),
        (f"dim:7 ber:y start:{CROSS}", "ber: one of n, c, m was expected", 10),
        (f"dim:7 nj:x start:{CROSS}", "nj: one of n, r, j, c, y was expected", 9),
    ],
)
def test_errors_in_rules_point_at_the_character(text: str, message: str, offset: int) -> None:
    with pytest.raises(NotationError) as caught:
        otn.parse_rules(text)
    assert (caught.value.message, caught.value.offset, caught.value.text) == (message, offset, text)


def test_the_whole_text_of_an_error() -> None:
    with pytest.raises(NotationError) as caught:
        otn.parse_rules(f"dim:7\nname:Test ks:strong\nstart:{CROSS}")
    assert str(caught.value) == (
        "ks: one of s, c, m, w, y, n was expected (line 2, column 14)\n    name:Test ks:strong\n                 ^"
    )


def test_rules_that_contradict_each_other() -> None:
    with pytest.raises(RulesetError, match="the king starts on d4"):
        read("cor:d4")
    with pytest.raises(RulesetError, match="no square of escape"):
        read("cor:")


# -------------------------------------------------------------------------------------------------------------- writing


def test_every_rules_string_of_the_real_files_is_read_and_written() -> None:
    texts = [path.read_text("utf-8") for path in sorted(data_path("otg").glob("*.otg"))]
    records = [found[1] for text in texts if (found := re.search(r"\[rules:(.*?)\]", text))]
    assert len(records) == len(texts) >= 6
    for record in records:
        rules = otn.parse_rules(record)
        written = otn.format_rules(rules)
        assert otn.parse_rules(written) == rules
        assert otn.format_rules(otn.parse_rules(written)) == written
        # What OpenTafl writes, it writes in our order; commas, lists without squares and jumps of absent pieces apart.
        expected = re.sub(r",(?= )|starti:\S+|start:\S+| [nc]j:\w", "", record)
        assert not set(re.sub(r"start:\S+", "", written).split()) - set(expected.split())


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ashton-tablut", ["zones", "fewest_attackers", "repetition"]),
        ("foteviken-tablut", ["zones", "repetition", "announcements"]),
        ("hnefatafl-13", ["joint_capture", "edge_hostile"]),
        ("copenhagen", ["repetition"]),
        ("madera-tablut", ["fewest_attackers"]),
        ("fetlar", []),
        ("brandubh", ["repetition"]),
        ("tablut", []),
        ("magpie", []),
    ],
)
def test_what_otn_cannot_say_of_shipped_rulesets(name: str, options: list[str]) -> None:
    assert unsaid(variants.get(name)) == options


@pytest.mark.parametrize("name", SWEPT)
def test_shipped_rulesets_come_back_equal(name: str) -> None:
    """Without what OTN cannot say, every option of which the error names, and what binds pieces that nobody has."""
    rules = variants.get(name)
    usual: dict[str, Any] = {field.name: field.default for field in attrs.fields(Ruleset)}
    if rules.corners is not None:
        usual["escape"] = rules.corners.squares  # which is what OTN's corners are
    sayable = rules.evolve(**{option: usual[option] for option in unsaid(rules)})
    text = otn.format_rules(sayable)
    assert set(otn.parse_rules(text).diff(sayable)) <= {"piercing", "jumps"}
    assert otn.parse_rules(text).name == sayable.name
    assert otn.format_rules(otn.parse_rules(text)) == text


def test_opentafls_own_variants_are_said_in_full() -> None:
    assert {rules.name for rules in variants.find(source="opentafl") if unsaid(rules)} == set()


BASE = variants.FETLAR
UNSAID: list[dict[str, Any]] = [
    {"first": None},
    {"edge_capture": EdgeCapture.DRAW},
    {"edge_capture": EdgeCapture.IMPOSSIBLE},
    {"edge_capture": EdgeCapture.ALONE},
    {"joint_capture": True},
    {"hammer": DEFENDING_MEN | KING},
    {"anvil": KING},
    {"edge_hostile": SOLDIERS},
    {"die": Die(faces=6)},
    {"no_move": NoMove.DRAW},
    {"fewest_attackers": 3},
    {"fewest_attackers": 0},
    {"immobile_king": True},
    {"fewest_defenders": 1},
    {"quiet_limit": 100},
    {"move_limit": 200},
    {"repetition": Repetition(count=2)},
    {"repetition": Repetition(by=Side.ATTACKERS)},
    {"repetition": Repetition(counts_start=False)},
    {"repetition": Repetition(consequence=Consequence.FORBIDDEN)},
    {"repetition": Repetition(consequence=Consequence.OFFENSIVE_DEVIATES)},
    {"repetition": Repetition(consequence=Consequence.DEFENDERS_LOSE)},
    {"repetition": Repetition(turn=False)},
    {"repetition": Repetition(symmetric=True)},
    {"repetition": Repetition(consequence=Consequence.FORBIDDEN, before_captures=True)},
    {"no_escape": True},
    {"no_move": NoMove.PASS},
    {"king": KingStrength.STRONG_ON_THRONE},
    {"jumps": Jumps(soldiers=Jump.OVER_ENEMIES)},
    {"jumps": Jumps(king=Jump.OVER_ANYBODY)},
    {"announcements": Announcements(way_out=Call.MUST, threat=Call.MAY)},
    {"announcements": Announcements(way_out=Call.MUST, raichi=True, binding=True)},
    {"tuichu_wins": True},
    {"extra_captures": (lambda board, move, side, position: (),)},  # pyright: ignore[reportUnknownLambdaType]
    {"extra_endings": (lambda board, side, position: None,)},  # pyright: ignore[reportUnknownLambdaType]
    {"escape": Region.of("a1")},
    {"throne": Zone(name="throne", squares=Region.CENTRE, stop=KING, cross=NONE)},
    {"corners": Zone(name="corners", squares=Region.CORNERS, hostile_empty=SOLDIERS)},
    {"zones": tuple(Zone(name=name, squares=Region.of(name), stop=KING) for name in ("b2", "b4", "b6"))},
    {"zones": (Zone(name="attacker fort", squares=Region.of("c3"), hostile_empty=ALL),)},
    {"zones": (Zone(name="attacker fort", squares=Region.of("f6", "c3"), hostile_always=ALL),)},
]


WITH_PIECES = otn.parse_rules("dim:7 ber:c start:/2cnc2/3m3/2mgm2/t1TKC1t/2NGM2/3t3/2ttt2/")
UNSAID_OF_PIECES: list[tuple[dict[str, Any], list[str]]] = [
    ({"piercing": PieceSet.COMMANDERS}, ["piercing"]),
    ({"piercing": PieceSet.MEN}, ["piercing"]),
    ({"guard_capture": GuardCapture.NEVER}, ["guard_capture"]),
    ({"jumps": Jumps(knights=Jump.OVER_ANYBODY)}, ["jumps"]),
    ({"berserk_escape": True}, ["berserk_escape"]),
    ({"berserk": Berserk.MUST_MOVE}, ["berserk_escape"]),
    ({"berserk": Berserk.MAY_CAPTURE}, ["berserk"]),
    ({"berserk": Berserk.MAY_CAPTURE, "berserk_escape": True}, ["berserk", "berserk_escape"]),
    ({"corners": attrs.evolve(zone(WITH_PIECES.corners), pierces=False)}, ["corners"]),
    ({"throne": attrs.evolve(zone(WITH_PIECES.throne), pierces=True)}, ["throne"]),
    ({"hammer": ALL & ~PieceSet.KNIGHTS}, ["hammer"]),
    ({"encirclement": True, "secure_ring": True}, ["secure_ring"]),
    ({"encirclement": True, "whole_ring": True, "edge_ring": True}, ["whole_ring", "edge_ring"]),
    ({"exit_fort": True, "simple_fort": True}, ["simple_fort"]),
    ({"escape": Region.of("a4"), "piercing": NONE, "berserk_escape": True}, ["piercing", "berserk_escape", "escape"]),
]


@pytest.mark.parametrize(("options", "named"), UNSAID_OF_PIECES)
def test_what_otn_cannot_say_of_pieces_is_named(options: dict[str, Any], named: list[str]) -> None:
    assert sorted(unsaid(WITH_PIECES.evolve(**options))) == sorted(named)


@pytest.mark.parametrize(
    "options",
    [
        {"piercing": NONE, "guard_capture": GuardCapture.NEVER},
        {"jumps": Jumps(knights=Jump.OVER_ANYBODY, mercenaries=Jump.CAPTURING)},
        {"speed": Speed(attacking_knights=1, defending_guards=3)},
        {"hammer": ALL & ~PieceSet.KNIGHTS},
        {"corners": Zone(name="corners", squares=Region.CORNERS, stop=KING, hostile_empty=ALL, pierces=True)},
        {"throne": Zone(name="throne", squares=Region.CENTRE, stop=KING | PieceSet.KNIGHTS, cross=KING)},
    ],
)
def test_what_is_odd_about_absent_pieces_is_not_said(options: dict[str, Any]) -> None:
    """It changes nothing, and a record without it reads back as it was written."""
    text = otn.format_rules(BASE.evolve(**options))
    assert not {entry.partition(":")[0] for entry in text.split()} & {"nj", "mj", "spd", "ka"}
    assert otn.format_rules(otn.parse_rules(text)) == text


@pytest.mark.parametrize("options", [pytest.param(o, id=f"{n}-{'-'.join(o)}") for n, o in enumerate(UNSAID)])
def test_what_otn_cannot_say_is_named(options: dict[str, Any]) -> None:
    with pytest.raises(NotExpressibleError) as caught:
        otn.format_rules(BASE.evolve(**options))
    assert caught.value.notation == "OTN"
    assert list(caught.value.options) == list(options)


def test_everything_that_cannot_be_said_is_named_at_once() -> None:
    options: dict[str, Any] = {}
    for one in UNSAID[: UNSAID.index({"escape": Region.of("a1")})]:
        options |= one
    assert set(unsaid(BASE.evolve(**options))) == set(options)
    closed = Zone(name="corners", squares=Region.CORNERS, stop=NONE)
    assert set(unsaid(BASE.evolve(**options, corners=closed, escape=Region.of("a4")))) == {*options, "corners"}


@pytest.mark.parametrize(
    "options",
    [
        {"corners": None},
        {"corners": None, "escape": Region.of("a4", "k4")},
        {"throne": None, "corners": None, "escape": Region.EDGE},
        {"escape": Region.EDGE},
        {"corners": Zone(name="corners", squares=Region.of("a1", "a2"), stop=KING), "escape": Region.of("a1", "a2")},
        {"throne": Zone(name="throne", squares=Region.CENTRE, stop=NONE, cross=NONE, hostile_empty=KING)},
        {"throne": Zone(name="throne", squares=Region.CENTRE, stop=KING, enter=NONE, cross=NONE)},
        {"throne": Zone(name="throne", squares=Region.CENTRE, stop=KING, hostile_empty=ALL, hostile_always=ATTACKERS)},
        {"throne": Zone(name="throne", squares=Region.CENTRE)},
        {"zones": (Zone(name="attacker fort", squares=Region.of("c3", "c4"), stop=ATTACKERS, enter=NONE, cross=NONE),)},
        {"zones": (Zone(name="defender fort", squares=Region.of("c3"), hostile_always=KING),)},
        {
            "zones": (
                Zone(name="attacker fort", squares=Region.of("c3"), stop=KING, hostile_always=KING),
                Zone(name="defender fort", squares=Region.of("i3")),
            )
        },
        {"hammer": SOLDIERS},
        {"hammer": SOLDIERS, "anvil": SOLDIERS},
        {"shieldwall": Shieldwall(corners_close=False, flanking=False), "exit_fort": True},
        {"linnaean_capture": True},
        {"speed": Speed(attackers=1, king=2)},
        {"speed": Speed(attackers=4, defenders=4, king=4)},
    ],
)
def test_what_otn_can_say_comes_back_equal(options: dict[str, Any]) -> None:
    rules = BASE.evolve(**options)
    text = otn.format_rules(rules)
    assert otn.parse_rules(text) == rules
    assert otn.format_rules(otn.parse_rules(text)) == text


def test_spelling_does_not_make_rules_unsayable() -> None:
    """A zone's name, a region written out, and flags that cannot matter are not lost rules."""
    corners = [f"{file}{rank}" for file in "ak" for rank in (1, 11)]
    rules = BASE.evolve(
        escape=Region.of(*corners),
        throne=Zone(
            name="castle",
            squares=Region.of("f6"),
            stop=KING,
            enter=NONE,
            hostile_empty=DEFENDERS,
            hostile_always=ATTACKERS,
        ),
        corners=Zone(name="burgs", squares=Region.of(*corners), stop=KING, cross=KING, hostile_always=SOLDIERS),
    )
    back = otn.parse_rules(otn.format_rules(rules))
    assert back.diff(BASE).keys() == {"throne"}
    assert zone(back.throne) == Zone(
        name="throne", squares=Region.CENTRE, stop=NONE, hostile_empty=ALL, hostile_always=ATTACKERS
    )
    closed = BASE.evolve(corners=Zone(name="corners", squares=Region.CORNERS, stop=KING, cross=NONE))
    assert zone(otn.parse_rules(otn.format_rules(closed)).corners).cross == KING
    rim = BASE.evolve(corners=None, escape=Region.EDGE - Region.CORNERS)
    assert otn.parse_rules(otn.format_rules(rim)).escape.squares(11) == rim.escape.squares(11)
    burgs = Zone(name="corners", squares=Region.of("a1", "a2"), stop=KING, cross=NONE)
    assert unsaid(BASE.evolve(corners=burgs, escape=Region.of("a1", "a2"))) == ["corners"]


def play_alike(one: Ruleset, other: Ruleset) -> None:
    """See that a random game is the same under both."""
    chance = random.Random(one.start.record)
    p, q = Position.initial(one), Position.initial(other)
    for _ in range(12):
        moves = p.legal_moves()
        assert sorted(moves) == sorted(q.legal_moves())
        assert (p.outcome, p.turn, p.board) == (q.outcome, q.turn, q.board)
        if not moves:
            break
        move = chance.choice(moves)
        p, q = p.play(move), q.play(move)


SAYABLE: dict[str, Any] = {
    name: getattr(BASE, name)
    for name in (
        "edge_capture", "joint_capture", "three_captors", "guard_capture", "edge_hostile", "secure_ring",
        "whole_ring", "edge_ring", "no_escape", "simple_fort",
        "die", "no_move",
        "fewest_attackers", "fewest_defenders", "immobile_king",
        "quiet_limit", "move_limit", "announcements", "tuichu_wins", "extra_captures", "extra_endings", "first",
        "hammer", "anvil", "king", "repetition", "piercing", "jumps", "berserk", "berserk_escape",
    )
}  # fmt: skip
"""What must stand as usual for OTN to say the rest."""
OFTEN_SAYABLE = st.one_of(
    rulesets(**SAYABLE, escape=Region.EDGE),
    rulesets(**SAYABLE, escape=Region.CORNERS, corners=None),
    rulesets(**SAYABLE, escape=Region.EDGE, throne=None, corners=None),
)


@given(rulesets() | OFTEN_SAYABLE)
def test_a_ruleset_is_written_wholly_or_not_at_all(rules: Ruleset) -> None:
    if unsaid(rules):
        # Zones and escape can be unsayable only together: corners that are not where the king escapes.
        together = {"throne", "corners", "zones", "escape"}
        if rules.berserk is Berserk.MUST_MOVE:
            # Where a piece must go on, OTN lets the king escape.
            together.add("berserk_escape")
        assert set(unsaid(rules)) - together <= set(rules.diff(variants.FETLAR))
        return
    text = otn.format_rules(rules)
    back = otn.parse_rules(text)
    assert otn.format_rules(back) == text
    assert otn.parse_rules(otn.format_rules(back)) == back
    differing = rules.diff(back)
    absent = {"hammer", "anvil", "piercing", "guard_capture", "jumps", "speed"}
    assert not differing.keys() - {"throne", "corners", "zones", "escape"} - absent
    play_alike(rules, back)
    assert back.escape.squares(back.size) == rules.escape.squares(rules.size)
    for one, other in zip(rules.all_zones, back.all_zones, strict=True):
        assert one.squares.squares(rules.size) == other.squares.squares(back.size)


@pytest.mark.parametrize("name", SWEPT)
def test_the_nearest_rules_of_every_ruleset(name: str) -> None:
    """What is written is read, and differs in the options that are named and in no others."""
    rules = variants.get(name)
    text, losses = otn.nearest_rules(rules)
    back = otn.parse_rules(text)
    named = {loss.option for loss in losses}
    # What is said of pieces that the start does not have makes no difference.
    assert named <= set(rules.diff(back)) <= named | {"piercing", "jumps"}
    assert [loss.option for loss in losses] == unsaid(rules)
    for loss in losses:
        assert loss.ours != loss.theirs
        assert all(part.startswith(loss.option) for part in str(loss).split("; "))
    assert otn.nearest_rules(back) == (text, ())
    if not losses:
        assert otn.format_rules(rules) == text


@given(rulesets() | OFTEN_SAYABLE)
def test_nearest_rules_can_be_read(rules: Ruleset) -> None:
    try:
        text, losses = otn.nearest_rules(rules)
    except NotExpressibleError:
        assert unsaid(rules) == ["start"]
        return
    back = otn.parse_rules(text)
    assert [loss.option for loss in losses] == unsaid(rules)
    assert {loss.option for loss in losses} <= set(rules.diff(back))
    assert all(loss.ours != loss.theirs for loss in losses)
    if not losses:
        play_alike(rules, back)


def test_what_comes_nearest() -> None:
    def said(rules: Ruleset) -> list[str]:
        return [str(loss) for loss in otn.nearest_rules(rules)[1]]

    assert said(variants.COPENHAGEN) == ["repetition.consequence: mover-loses instead of defenders-lose"]
    assert said(variants.HNEFATAFL_13) == [
        "joint_capture: no instead of yes",
        "edge_hostile: no piece instead of all pieces",
    ]
    plain = variants.BRANDUBH.evolve(repetition=Repetition())
    loser = plain.evolve(king=KingStrength.STRONG_ON_THRONE)
    assert said(loser) == ["king: strong-near-throne instead of strong-on-throne"]

    def alone(board: Board, turn: Side, position: Position) -> None:
        return None

    # Only by that function is there a way to win for the defenders.
    rules = plain.evolve(escape=Region.NONE, extra_endings=[alone])
    assert said(rules) == ["escape: corners instead of none", "extra_endings: none instead of alone"]


LISTS = st.none() | st.text(alphabet="tTKcgCnmMNG", max_size=5)
FLAGS = st.fixed_dictionaries(
    {f"{group}{flag}": LISTS for group in ("cor", "cen", "afor", "dfor") for flag in ("s", "p", "re", "h")}
    | {"cenhe": LISTS}
)
PLACES = st.fixed_dictionaries(
    {
        key: st.none() | st.lists(st.sampled_from(["a1", "g7", "d4", "c3", "e5", "g1"]), max_size=3)
        for key in ("cor", "cen", "afor", "dfor")
    }
)
NUMBERS = st.sampled_from(["-1", "1", "2", "3"])
CHOICES = st.fixed_dictionaries(
    {
        "esc": st.sampled_from("ce"),
        "surf": st.sampled_from("yn"),
        "tfr": st.sampled_from("idwl"),
        "ka": st.sampled_from("yahn"),
        "ks": st.sampled_from("scmw"),
        "sw": st.sampled_from("nws"),
        "swf": st.sampled_from("yn"),
        "efe": st.just("y"),
        "linc": st.sampled_from("yn"),
        "spd": st.sampled_from([1, 2, 8, 10, 12])
        .flatmap(lambda n: st.lists(NUMBERS, min_size=n, max_size=n))
        .map(",".join),
        "ber": st.sampled_from("ncm"),
    }
    | {f"{kind}j": st.sampled_from("nrjcy") for kind in "kncmg"}
)
STARTS = st.sampled_from(
    [
        "/7/1t3t1/7/7/3KT2/7/1t3t1/",
        "/7/1t3c1/7/7/3KN2/7/1t3t1/",
        "/7/1m3t1/7/7/3KG2/7/1g3n1/",
        "/7/cnmgt2/7/7/CNMGTK1/7/7/",
    ]
)


@given(CHOICES, PLACES, FLAGS, STARTS)
def test_every_ruleset_that_is_read_is_written_and_read_again(
    choices: dict[str, str], places: dict[str, list[str] | None], flags: dict[str, str | None], start: str
) -> None:
    """``parse(format(r)) == r`` for whatever came out of a record, and the record is a fixed point."""
    entries = {key: ",".join(value) for key, value in places.items() if value is not None}
    entries |= {key: value for key, value in flags.items() if value is not None}
    text = " ".join(f"{key}:{value}" for key, value in (choices | entries).items())
    try:
        rules = read(text, start)
    except (NotationError, RulesetError):
        return
    written = otn.format_rules(rules)
    assert otn.parse_rules(written) == rules
    assert otn.format_rules(otn.parse_rules(written)) == written


def test_squares_of_a_region_are_not_spelt_twice() -> None:
    assert read("cor:g1,a1,g7,a7").escape == Region.CORNERS
    assert SquareSet(read("cor:a1,a1").escape.squares(7)) == SquareSet.of("a1")
