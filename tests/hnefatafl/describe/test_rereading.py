"""Rulesets that are found again from their leaflets as data answer every question about them."""

from __future__ import annotations

import json
from typing import Final, cast

import attrs
import pytest
from asking import Topic, make_fresh_ruleset, make_questions
from rereading import Reader, UnreadError, answer, judge, phrases

from hnefatafl import Consequence, PieceSet, Region, Repetition, Ruleset, Shieldwall, variants
from hnefatafl.describe import LANGUAGES, Phrase, _sections, describe, leaflet
from hnefatafl.describe._language import Paragraph
from hnefatafl.notation import json as rules_json
from hnefatafl.rules import Zone

pytestmark = pytest.mark.slow_uncompiled

SHIPPED: Final = (
    *("brandubh", "copenhagen", "tablut", "foteviken-tablut", "ashton-tablut", "berserk", "tyr", "magpie"),
    *("hnefatafl-13", "hnefatafl-11-dice", "tablut-linnaeus", "tablut-dinotash", "alea-evangelii", "fidchell-armed"),
)
FRESH: Final = range(24)
CORNERS: Final = cast(Zone, variants.COPENHAGEN.corners)
CHANGED: Final = ("brandubh", "copenhagen", "tyr", "foteviken-tablut")


def reread(rules: Ruleset) -> Ruleset:
    told = json.loads(json.dumps(leaflet(rules).as_json()))
    return Reader(told).read()


@pytest.mark.long
@pytest.mark.parametrize("name", [*SHIPPED, *FRESH], ids=str)
def test_the_leaflet_answers_every_question(name: str | int) -> None:
    found = judge(make_fresh_ruleset(name) if isinstance(name, int) else variants.get(name))
    assert found.questions > 0
    assert not found.wrong


@pytest.mark.long
@pytest.mark.parametrize("name", CHANGED)
def test_what_differs_as_data_differs_in_words(name: str) -> None:
    told = json.loads(json.dumps(leaflet(name).as_json()))
    reader = Reader(told)
    rules = reader.read()
    differ = 0
    for way in reader.ways:
        changed = way.changed(rules, way.values[-1])
        if changed is not None:
            differs = reader.distance(changed) > 0
            differ += differs
            assert [describe(changed, lang) != describe(rules, lang) for lang in LANGUAGES] == [differs] * 3, way
    assert differ > 15


def test_a_section_that_is_missing_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.MOVER_LOSES))
    assert not judge(rules, 60).wrong
    monkeypatch.setattr(_sections, "_describe_repetition", _nothing)
    wrong = judge(rules, 60).wrong
    assert wrong
    assert all("repetition" in each for each in wrong)


def _nothing(*_: object) -> list[Paragraph]:
    return []


def test_a_sentence_that_no_ruleset_has_is_not_read() -> None:
    told = leaflet("brandubh").as_json()
    told["sections"]["move"][0][0]["key"] = "move turns twice"
    with pytest.raises(UnreadError, match="move turns twice"):
        Reader(told).read()


def test_nothing_but_the_leaflet_is_read() -> None:
    rules = variants.COPENHAGEN.evolve(name="another", shieldwall=Shieldwall(flanking=False), king="weak")
    found = reread(rules)
    assert (found.name, found.origin, found.notes) == ("reread", "", "")
    assert {*rules.diff(found)} <= {*rules.idle(), *found.idle()}
    assert "another" not in json.dumps(leaflet(rules).as_json())


def test_corners_that_could_only_help_pairs_are_not_hostile_to_a_king_without_pairs() -> None:
    corners = attrs.evolve(CORNERS, hostile_empty=PieceSet.ALL, pierces=True)
    assert leaflet(variants.COPENHAGEN.evolve(corners=corners)) == leaflet(variants.COPENHAGEN)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_leaflet_says_as_data_what_it_says_in_words(name: str) -> None:
    told = leaflet(name)
    assert told == leaflet(variants.get(name).evolve(name="another", notes=""))
    assert told.board == variants.get(name).start
    shown = told.as_json()
    assert json.loads(json.dumps(shown)) == shown
    assert shown["sections"].keys() <= {key.removeprefix("h ") for key in _keys()}
    assert all(phrase["key"] in {"zone", *_keys()} for phrase in phrases(shown))


def _keys() -> set[str]:
    from hnefatafl.describe._catalogues import CATALOGUES

    return {*CATALOGUES["en"].phrases}


def test_values_are_plain() -> None:
    said = Phrase("move some", {"who": PieceSet.KNIGHTS | PieceSet.KING, "n": 2})
    assert said.as_json() == {"key": "move some", "who": ["knights", "king"], "n": 2}
    zone = Zone(name="yard", squares=Region.of("a1", "b1"), hostile_always=PieceSet.KING)
    told = leaflet(variants.TABLUT.evolve(zones=[zone])).as_json()["sections"]["squares"][2]
    assert told[0] == {"key": "zone", "option": "zones", "names": ["yard"], "places": [["a1", "b1"]]}


@pytest.mark.parametrize("seed", range(8))
def test_a_fresh_ruleset_is_new_and_its_options_as_text_answer_every_question(seed: int) -> None:
    rules = make_fresh_ruleset(seed)
    assert not [each.name for each in variants.find() if each.size == rules.size and not each.diff(rules)]
    assert len({describe(rules, lang) for lang in LANGUAGES}) == 3
    read = rules_json.parse_rules(rules_json.format_rules(rules))
    questions = make_questions(rules, 18)
    assert [answer(read, question) for question in questions] == [question.answer for question in questions]


def test_questions_are_of_all_topics_and_both_kinds() -> None:
    questions = [question for seed in range(8) for question in make_questions(make_fresh_ruleset(seed))]
    for topic in Topic:
        assert sum(question.topic is topic for question in questions) >= 8
    for topic in (Topic.LEGAL, Topic.CAPTURES, Topic.OVER):
        answers = [bool(question.answer) for question in questions if question.topic is topic]
        assert 0.25 <= sum(answers) / len(answers) <= 0.75, topic
    assert any(question.line for question in questions)
