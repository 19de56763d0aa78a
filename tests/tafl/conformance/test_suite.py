"""Suites: made, confirmed, written and read."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest

from hnefatafl import Position, Ruleset, Side, variants
from hnefatafl.board import CaptureKind, Illegality, Termination
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.notation.json import parse_rules
from tafl.conformance import (
    FORMAT,
    Case,
    Chapter,
    DisagreementError,
    Responder,
    SuiteError,
    make_chapter,
    read_suite,
    suite_lines,
)
from tafl.conformance._cases import _BOUND, LISTS, missing
from tafl.conformance._judges import ReferencePosition, answer

pytestmark = pytest.mark.slow_uncompiled

NAMES = (
    "brandubh",
    "copenhagen",
    "foteviken-tablut",
    "berserk",
    "hnefatafl-11-dice",
    "tablut-linnaeus",
)
chapter_of = cache(make_chapter)
"""A chapter takes some ten seconds to make, so that each is made once."""


BOUND = {word for kind in LISTS.values() for word in kind if hasattr(Ruleset, word.name.lower())} | _BOUND.keys()
"""The words that are bound to an option."""


def lines_of(*chapters: Chapter, cases: int = 200) -> list[str]:
    return list(suite_lines([each.ruleset for each in chapters], chapters, cases=cases))


@pytest.fixture(scope="module")
def small() -> Chapter:
    return make_chapter("brandubh", cases=12)


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second, other = (lines_of(make_chapter("berserk", cases=15, seed=seed)) for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_questions_of_a_suite_have_their_answers_by_both_implementations(small: Chapter) -> None:
    for case in small.cases:
        assert answer(Position.parse, small.ruleset, case) == case.answer
        assert answer(ReferencePosition.parse, small.ruleset, case) == case.answer


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_what_the_options_allow_is_met(name: str) -> None:
    chapter = chapter_of(name)
    assert len(chapter.cases) >= 200
    unmet = {word for words in chapter.unmet.values() for word in words}
    assert not unmet & {word.value for word in BOUND}, "words that belong to no option yet may be unmet"
    tried = [each for case in chapter.cases for each in case.answer["tries"].values()]
    found = Counter(word for each in tried for word in {*each.get("captures", {}).values()})
    assert dict(found) == chapter.met["captures"]
    ended = Counter(each["outcome"].partition(":")[2] for each in tried if each.get("outcome"))
    assert dict(ended) == chapter.met["endings"]
    refused = Counter(each["refused"] for each in tried if "refused" in each)
    assert dict(refused) == chapter.met["refusals"]
    assert announcements_of(chapter) == chapter.met["announcements"]


def announcements_of(chapter: Chapter) -> dict[str, int]:
    """The announcements in the answers of a chapter, counted."""
    tried = [each for case in chapter.cases for each in case.answer["tries"].values()]
    return dict(Counter(said.partition(":")[2] for each in tried for said in each.get("says", [])))


@pytest.mark.parametrize(
    ("name", "start", "says"),
    [
        (
            "foteviken-tablut",
            "/t8/9/9/9/9/4K4/9/9/9/ d",
            {"e6-b6": ["defenders:raichi"], "e6-c6": ["defenders:tuichu"]},
        ),
        ("foteviken-tablut", "/9/9/2t1K1t2/9/9/9/9/9/4t4/ a", {"c3-c2": ["defenders:raichi"], "c3-b3": []}),
        (
            "hnefatafl-11-announcements",
            "/11/4t6/11/11/9K1/11/11/11/4t6/3T7/3t7/ d",
            {"j5-a5": ["defenders:way-out"], "j5-i5": []},
        ),
        (
            "hnefatafl-11-announcements",
            "/11/11/4t6/3tKt5/3t1t5/3t7/3t1t5/3t3t3/3t1t5/3t1t5/4t6/ a",
            {"f9-e9": ["attackers:threat"]},
        ),
        ("brandubh", "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a", {"d1-c1": []}),
    ],
)
def test_an_answer_holds_the_announcements(name: str, start: str, says: dict[str, list[str]]) -> None:
    """Those of the side that moves, and of its opponent."""
    case = Case(id=f"{name}/1", ruleset=name, start=start, tries=tuple(says), answer={})
    rules = variants.get(name)
    for answered in (answer(Position.parse, rules, case), answer(ReferencePosition.parse, rules, case)):
        assert {move: each["says"] for move, each in answered["tries"].items()} == says


def test_announcements_are_met_in_a_suite() -> None:
    """They are counted, written and read; a way out that is not announced binds the next move."""
    chapter = make_chapter("foteviken-tablut", cases=8, rare=0)
    assert announcements_of(chapter) == chapter.met["announcements"] != {}
    assert [*map(announcements_of, read_suite(lines_of(chapter)))] == [chapter.met["announcements"]]
    case = Case(
        id="x/1", ruleset="x", start="/t8/9/9/9/9/4K4/9/9/9/ d", tries=("e6-b6", "e6-b6 unannounced"), answer={}
    )
    told, silent = answer(Position.parse, chapter.ruleset, case)["tries"].values()
    assert silent == {**told, "position": f"{told['position']} announced=no"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quiet_limit": 30, "shieldwall": {}}, [Termination.QUIET_LIMIT, CaptureKind.SHIELDWALL]),
        ({"move_limit": 30, "walk_in": "men"}, [Termination.MOVE_LIMIT, CaptureKind.WALKED_IN]),
        (
            {"repetition": {"consequence": "forbidden"}, "exit_fort": True, "no_walk_in": "men"},
            [Illegality.REPETITION, Termination.EXIT_FORT, Illegality.WALK_IN],
        ),
        (
            {"fewest_attackers": 3, "immobile_king": True, "king": "strong"},
            [Termination.TOO_FEW_ATTACKERS, Termination.KING_IMMOBILE],
        ),
        (
            {"fewest_defenders": 1, "joint_capture": True, "king": "strong"},
            [Termination.TOO_FEW_DEFENDERS, CaptureKind.JOINT],
        ),
        (
            {"edge_capture": "draw", "edge_hostile": "all", "no_escape": True},
            [Termination.KING_CAPTURED_ON_EDGE, Termination.NO_ESCAPE],
        ),
    ],
    ids=str,
)
def test_rare_rules_of_a_derived_ruleset_are_met(
    changes: dict[str, Any], words: list[Termination | CaptureKind | Illegality]
) -> None:
    rules = parse_rules(json.dumps({"name": "house", "base": "magpie", **changes}))
    met = {word for found in make_chapter(rules, cases=40).met.values() for word in found}
    assert {word.value for word in words} <= met


def test_every_word_that_is_bound_can_be_met_somewhere() -> None:
    """A ruleset that lacks an option is not expected to meet its words; one that has it is."""
    expected = missing({}, variants.BRANDUBH)["captures"]
    assert {"custodial", "hostile-square", "surrounded"} <= set(expected)
    assert not {"shieldwall", "linnaean", "jumped", "joint"} & set(expected)
    assert "shieldwall" in missing({}, variants.COPENHAGEN)["captures"]
    words = {word for kind in LISTS.values() for word in kind}
    assert words >= BOUND


def test_a_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference counts repetitions wrongly."""
    monkeypatch.setattr(ReferencePosition, "repetitions", 7, raising=False)
    with pytest.raises(DisagreementError, match=r"^repetitions: \d, but 7 by the reference, in {"):
        make_chapter("brandubh", cases=1)


def test_functions_cannot_be_told() -> None:
    rules = variants.BRANDUBH.evolve(name="house", extra_endings=(lambda board, turn, position: None,))
    with pytest.raises(NotExpressibleError):
        make_chapter(rules)
    with pytest.raises(ArgumentValueError, match="cases: a number from 1 on was expected, not 0"):
        make_chapter("brandubh", cases=0)


def test_the_head_and_the_titles_have_the_versions(small: Chapter) -> None:
    head, title, *cases = map(json.loads, lines_of(small, cases=12))
    assert head["format"] == FORMAT
    assert head["rulesets"] == {"brandubh": variants.BRANDUBH.version}
    assert head["words"]["refusals"]["blocked"] == "another piece stands in the way"
    assert (title["version"], title["cases"]) == (variants.BRANDUBH.version, len(cases))
    assert title["options"]["quiet_limit"] is None, "defaults are written too"
    assert title["changed"] == list(variants.BRANDUBH.changed())
    rules = parse_rules(json.dumps({"name": "x", **title["options"]}))
    assert rules == variants.BRANDUBH
    assert all(case["answer"]["legal"] == sorted(case["answer"]["legal"]) for case in cases)


@pytest.mark.long
@pytest.mark.parametrize("name", ["brandubh", "hnefatafl-11-dice", "foteviken-tablut"])
def test_what_is_written_is_read(name: str) -> None:
    chapter = chapter_of(name)
    assert list(read_suite(lines_of(chapter, chapter))) == [chapter, chapter]


def damaged(lines: list[str], number: int, **changes: object) -> list[str]:
    found = json.loads(lines[number - 1])
    return [*lines[: number - 1], json.dumps({**found, **changes}), *lines[number:]]


@pytest.mark.parametrize(
    ("number", "changes", "reason"),
    [
        (1, {"format": "hnefatafl conformance 0"}, "the format 'hnefatafl conformance 1' was expected, not"),
        (1, {"rulesets": {"brandubh": 1}}, "the head does not name brandubh in version"),
        (2, {"version": "2"}, "version: a whole number was expected"),
        (2, {"options": {"size": 7}}, "start: is missing"),
        (2, {"cases": 0}, "cases: a number from 1 on was expected"),
        (3, {"tries": [1]}, "tries: a list of texts was expected"),
        (3, {"line": "d1-d2"}, "line: a list of texts was expected"),
        (3, {"ruleset": "tablut"}, "a case of brandubh was expected, not of tablut"),
        (4, {"more": 1}, "there is no key 'more'"),
    ],
)
def test_a_damaged_line_is_named(small: Chapter, number: int, changes: dict[str, object], reason: str) -> None:
    where = 2 if "rulesets" in changes else number
    with pytest.raises(SuiteError) as caught:
        list(read_suite(damaged(lines_of(small), number, **changes)))
    assert caught.value.line == where
    assert str(caught.value).startswith(f"line {where}: {reason}")


def test_a_suite_that_is_not_whole(small: Chapter) -> None:
    lines = lines_of(small)
    with pytest.raises(SuiteError, match=rf"line {len(lines)}: the suite ends within a chapter"):
        list(read_suite(lines[:-1]))
    with pytest.raises(SuiteError, match="line 1: the suite is empty"):
        list(read_suite([]))
    with pytest.raises(SuiteError, match="line 3: JSON was expected"):
        list(read_suite([*lines[:2], lines[2][:40], *lines[3:]]))


def test_damage_of_any_kind_is_an_error_of_the_suite(small: Chapter) -> None:
    lines = lines_of(small)
    random = Random(5)
    numbers: list[int | None] = []
    for _ in range(200):
        text = list("\n".join(lines))
        for _ in range(random.randint(1, 3)):
            text[random.randrange(len(text))] = random.choice('{}[]",:0ax\0é')
        with suppress(SuiteError):
            try:
                list(read_suite("".join(text).split("\n")))
            except SuiteError as error:
                numbers.append(error.line)
                raise
    assert len(numbers) > 50
    assert None not in numbers


def test_snippets_run(small: Chapter) -> None:
    for case in (*small.cases, *chapter_of("hnefatafl-11-dice").cases[::20]):
        space: dict[str, Any] = {"Position": Position}
        exec(case.snippet, space)
        assert space["position"].repetitions == case.answer["repetitions"]


def test_the_responder_answers_faults() -> None:
    chapter = make_chapter("brandubh", cases=3)
    title, case = map(json.loads, lines_of(chapter)[1:3])
    question = {key: value for key, value in case.items() if key != "answer"}
    responder = Responder()

    def said(line: object) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(responder.reply(json.dumps(line)))
        return found

    assert said(question) == {"error": "nothing was said of the ruleset brandubh"}
    assert said({"ruleset": "x", "version": 1, "options": {"size": 3}})["error"]
    assert said(title) == {"ruleset": "brandubh"}
    assert said(question) == {"id": "brandubh/1", **case["answer"]}
    assert said({**question, "start": "/7/ a"})["error"]
    assert said({**question, "line": ["d1-d8"]})["error"] == "d1-d8 is illegal: off-board"
    assert said({**question, "line": ["roll x"]})["error"]
    assert said({**question, "tries": ["roll 3"]})["error"]
    assert said([])["error"]
    assert json.loads(responder.reply("[" * 100_000))["error"]


def test_a_case_shows_itself() -> None:
    case = Case(
        id="house/1", ruleset="house", start="/7/7/3K3/7/7/7/3t3/ d", line=("roll 3", "d3-d4 unannounced"), answer={}
    )
    assert case.snippet.splitlines()[1:] == [
        "position = position.roll(3)",
        "position = position.play('d3-d4', announce=False)",
    ]


def test_a_first_move_by_lot_is_drawn() -> None:
    rules: Ruleset = variants.BRANDUBH.evolve(name="lot", first=None)
    sides = {case.start.split()[1] for case in make_chapter(rules, cases=30).cases}
    assert sides == {side.value[0] for side in Side}
