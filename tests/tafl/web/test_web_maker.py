"""The questions by which rulesets are made, and the changes on the board: what they set, for any ruleset."""

from __future__ import annotations

import pytest
from sweeping import SWEPT

from hnefatafl import Board, KingStrength, PieceSet, Region, Ruleset, variants
from hnefatafl.describe import LANGUAGES
from hnefatafl.support.json_text import is_list, is_table
from tafl.web._offers import read_schema
from tafl.web._rule_form import QUESTIONS, give, list_answers_held
from tafl.web._settings import Refused
from tafl.web._workers import play_for_balance
from tafl.web._workshop import GROUPS, describe_form, describe_maker, edit_options, examine, make_rules

ANSWERS = [(question.key, each.key) for question in QUESTIONS for each in question.answers]
UNPICTURED = {("repetition", answer) for question, answer in ANSWERS if question == "repetition"} | {
    ("extras", "defenders-begin"),
    ("extras", "die"),
}


@pytest.mark.parametrize("name", SWEPT)
def test_every_answer_fits_every_ruleset(name: str) -> None:
    rules = variants.get(name)
    for question in QUESTIONS:
        for answer in question.answers:
            given = answer.given(rules)
            assert answer.holds(given) is (answer.taking is None or not answer.holds(rules)), answer.key


def test_the_answers_of_known_games() -> None:
    assert list_answers_held(variants.BRANDUBH) == {
        "escape": ("corners",),
        "king": ("near-throne",),
        "arms": ("armed",),
        "throne": ("open",),
        "camps": ("none",),
        "layout": ("cross_7",),
        "repetition": ("defenders-lose",),
        "extras": ("encirclement",),
    }
    foteviken = list_answers_held(variants.FOTEVIKEN_TABLUT)
    assert (foteviken["escape"], foteviken["camps"], foteviken["extras"]) == (
        ("edge",),
        ("king",),
        ("defenders-begin", "announcements"),
    )
    assert foteviken["repetition"] == (), "none of the answers is what Foteviken says"


def test_an_answer_changes_only_what_it_is_about() -> None:
    weak = give(variants.BRANDUBH, "king", "weak")
    assert weak.diff(variants.BRANDUBH) == {"king": (KingStrength.WEAK, variants.BRANDUBH.king)}
    edge = give(variants.BRANDUBH, "escape", "edge")
    assert edge.diff(variants.BRANDUBH).keys() == {"escape", "corners"}
    assert (edge.escape, edge.corners) == (Region.EDGE, None)
    larger = give(give(variants.TABLUT, "camps", "king"), "layout", "diamond_11")
    assert list_answers_held(larger, ["camps", "escape"]) == {"camps": ("king",), "escape": ("edge",)}
    assert give(give(variants.COPENHAGEN, "extras", "shieldwall"), "extras", "shieldwall") == variants.COPENHAGEN
    assert give(variants.BRANDUBH, "throne", "none").king is KingStrength.STRONG, "near a throne, there must be one"


@pytest.mark.slow_uncompiled
def test_the_balance_is_counted_on() -> None:
    first = play_for_balance(variants.BRANDUBH, {"won": 0, "drawn": 0, "lost": 0}, 3)
    both = play_for_balance(variants.BRANDUBH, first, 2)
    assert both == play_for_balance(variants.BRANDUBH, {"won": 0, "drawn": 0, "lost": 0}, 5)
    assert both["words"].endswith("by 5 games)")
    assert both["tried"] == {side: {"won": 5, "drawn": 0, "lost": 0} for side in ("attackers", "defenders")}
    wrong: list[object] = [
        *({}, None, {"won": -1, "drawn": 0, "lost": 0}, {"won": 10**9, "drawn": 0, "lost": 0}),
        *({**first, "tried": tried} for tried in (5, None, {"attackers": 5}, {"defenders": {"won": "x"}})),
    ]
    for before in wrong:
        with pytest.raises(Refused):
            play_for_balance(variants.BRANDUBH, before, 1)


@pytest.mark.slow_uncompiled
def test_the_balance_says_where_its_player_cannot_judge() -> None:
    """One attacker cannot capture the king. That the defenders win all games says nothing of the rules."""
    alone = variants.BRANDUBH.evolve(name="alone", start="/3t3/7/3T3/2TKT2/3T3/7/7/", king=KingStrength.STRONG)
    found = play_for_balance(alone, {"won": 0, "drawn": 0, "lost": 0}, 2)
    doubt = "the attackers do not even beat random moves: the player cannot judge the rules"
    assert found["words"] == f"{doubt} (2 games)"
    found = play_for_balance(alone, found, 20)
    assert found["tried"]["attackers"]["won"] == 0
    assert sum(found["tried"]["attackers"].values()) == 10, "so many are enough"
    assert found["words"] == f"{doubt} (22 games)"
    one = {"won": 0, "drawn": 0, "lost": 1}
    lucky = play_for_balance(variants.BRANDUBH, {"won": 5, "drawn": 0, "lost": 5, "tried": {"attackers": one}}, 1)
    assert lucky["words"].startswith("the attackers take"), "one game lost in ten says nothing"


def test_unknown_answers_are_refused() -> None:
    wrong: list[object] = [
        {"question": "king", "answer": "huge"},
        {"question": [], "answer": None},
        {"brush": "moat"},
        {},
        5,
    ]
    for wanted in wrong:
        with pytest.raises(Refused):
            edit_options(variants.BRANDUBH, "", describe_form(variants.BRANDUBH)["options"], wanted)


def test_pictures_of_printed_leaflets_have_captions_in_all_languages() -> None:
    """The sheet leaves out the layout, which the leaflet draws, and what a ruleset does not have."""
    captions = {
        (question["key"], answer["key"]): set(answer["captions"])
        for question in describe_maker()["questions"]
        for answer in question["answers"]
    }
    printed = set(ANSWERS) - UNPICTURED
    printed = {(question, answer) for question, answer in printed if question != "layout" and answer != "none"}
    assert {place for place, languages in captions.items() if languages == {*LANGUAGES}} == printed
    assert all(languages == {"en"} for place, languages in captions.items() if place not in printed)


def test_answers_have_pictures_and_all_options_are_in_groups() -> None:
    shown = {
        (question["key"], answer["key"]): answer["picture"]
        for question in describe_maker()["questions"]
        for answer in question["answers"]
    }
    assert [*shown] == ANSWERS
    assert {place for place, drawing in shown.items() if drawing is None} == UNPICTURED
    king = QUESTIONS[1].answers[-1]
    assert f"<title>{king.words}</title>" in (king.draw() or "")
    own = set(read_schema()["properties"]) - {"format", "base", *Ruleset.LABELS}
    assert own == {name for name in " ".join(GROUPS.values()).split() if "." not in name} - {
        "extra_captures",
        "extra_endings",
    }


def test_hints_cite_no_document_by_its_number() -> None:
    said: list[str] = []

    def read(value: object) -> None:
        if is_table(value):
            said.extend(text for name, text in value.items() if name == "description" and isinstance(text, str))
        for part in value.values() if is_table(value) else value if is_list(value) else ():
            read(part)

    read(read_schema())
    assert len(said) > 60
    assert [text for text in said if "S00" in text] == []
    assert any("the defenders in tablut at Foteviken." in text for text in said)


def change(rules: Ruleset, **wanted: object) -> Ruleset:
    """The ruleset after a change on the board."""
    options = edit_options(rules, "", describe_form(rules)["options"], wanted)["options"]
    return make_rules(rules, "", options)


def put(rules: Ruleset, brush: str, square: str, *, symmetric: bool = True) -> Ruleset:
    return change(rules, brush=brush, square=square, symmetric=symmetric)


def test_pieces_are_put_on_all_sides_alike() -> None:
    rules = put(variants.BRANDUBH, "attacker", "a2")
    assert rules.diff(variants.BRANDUBH).keys() == {"start"}
    assert rules.start.count(PieceSet.ATTACKERS) == 8 + 8
    one = put(variants.BRANDUBH, "attacker", "a2", symmetric=False)
    assert one.start.count(PieceSet.ATTACKERS) == 8 + 1
    assert put(rules, "empty", "a2") == variants.BRANDUBH
    moved = put(put(variants.BRANDUBH, "empty", "d5"), "king", "c4")
    assert str(moved.start.king) == "c4", "there is one king, who moves"
    assert put(variants.BRANDUBH, "attacker-knight", "d1").start["d7"].symbol == "n"


def test_zones_are_put_and_taken_away() -> None:
    assert put(variants.BRANDUBH, "corners", "a1").corners is None
    wide = put(variants.BRANDUBH, "corners", "a2").corners
    assert wide is not None
    assert len(wide.squares.squares(7)) == 12
    assert put(variants.TABLUT, "corners", "a1").corners == variants.COPENHAGEN.corners
    assert put(variants.BRANDUBH, "escape", "a4").escape.squares(7) == Region.parse(
        "corners + (a4, d1, d7, g4)"
    ).squares(7)
    camps = put(variants.TABLUT, "camp", "e1")
    (camp,) = camps.zones
    assert camp.squares.squares(9).names == ("a5", "e1", "e9", "i5")
    assert put(camps, "camp", "e1") == variants.TABLUT
    (throne,) = [put(variants.BRANDUBH, "throne", "a1")]
    assert throne.corners is None, "zones do not overlap"
    assert throne.throne is not None
    assert len(throne.throne.squares.squares(7)) == 5


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "foteviken-tablut", "alea-evangelii", "tyr-11", "berserk"])
@pytest.mark.parametrize("size", [7, 8, 9, 10, 13, 19])
def test_another_size_keeps_what_it_can_and_is_playable(name: str, size: int) -> None:
    rules = variants.get(name)
    larger = change(rules, size=size)
    assert larger.size == size
    assert str(larger.start.king) is not None
    if size >= rules.size:
        assert [larger.start.count(kind) for kind in (PieceSet.ATTACKERS, PieceSet.DEFENDERS)] == [
            rules.start.count(kind) for kind in (PieceSet.ATTACKERS, PieceSet.DEFENDERS)
        ]
    if size % 2 == rules.size % 2 and size >= rules.size:
        assert change(larger, size=rules.size) == rules, "and back"


def test_brandubh_on_nine_files() -> None:
    start = change(variants.BRANDUBH, size=9).start
    assert start == Board.parse("/4t4/4t4/9/4T4/tt1TKT1tt/4T4/9/4t4/4t4/")
    camps = change(variants.FOTEVIKEN_TABLUT, size=11)
    assert camps.zones[0].squares.squares(11).names == ("e1", "f1", "f2", "g1")
    assert "f1" not in camps.escape.squares(11).names


def test_a_game_that_is_over_at_the_start_is_a_fault() -> None:
    base = variants.BRANDUBH
    changed = base.evolve(escape="edge", corners=None, start="/3t3/2ttt2/1t1T1t1/ttTKTtt/1t1T1t1/2ttt2/3t3/")
    found = examine(base, "", describe_form(changed)["options"])
    words = "The game is over at the start: the attackers win: the attackers enclose all defenders"
    assert found["reasons"] == [words]
    assert found["board"]["squares"]["c6"] == "attacker"


@pytest.mark.parametrize("name", SWEPT)
def test_no_game_of_the_library_is_over_at_the_start(name: str) -> None:
    rules = variants.get(name)
    assert examine(rules, "", describe_form(rules)["options"])["reasons"] == []


def test_rules_that_contradict_each_other_are_changed_all_the_same() -> None:
    options = describe_form(variants.BRANDUBH)["options"] | {"secure_ring": True, "encirclement": False}
    for wanted in ({"size": 9}, {"brush": "empty", "square": "d4"}, {"question": "king", "answer": "weak"}):
        after = edit_options(variants.BRANDUBH, "", options, wanted)["options"]
        assert after["secure_ring"] is True
        assert after["encirclement"] is False
    assert after["king"] == "weak"
