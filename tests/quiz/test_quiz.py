"""Fresh rulesets, questions about them, and marks."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rereading import answer

from hnefatafl import Board, PieceSet, Position, Region, variants
from hnefatafl._cli import main
from hnefatafl.describe import LANGUAGES, describe
from hnefatafl.notation import json as rules_json
from hnefatafl.quiz import Marks, Quiz, QuizError, Topic, fresh_ruleset, make_quiz, mark, quiz_lines
from hnefatafl.rules import EdgeCapture, Ruleset

SEEDS = range(8)


def solved(options: dict[str, Any], name: str, asked: dict[str, Any]) -> object:
    """The answer of somebody who has read only the options, as data."""
    return answer(rules_json.parse_rules(json.dumps({"name": name, "version": 1, **options})), asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fresh_ruleset_is_consistent_and_new(seed: int) -> None:
    rules = fresh_ruleset(seed)
    assert rules == fresh_ruleset(seed)
    assert not [each.name for each in variants.find() if each.size == rules.size and not each.diff(rules)]
    assert Position.initial(rules, rules.first or "attackers").legal_moves()
    assert len({describe(rules, lang) for lang in LANGUAGES}) == 3


def test_what_cannot_matter_makes_no_fresh_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """In tablut a king on the edge has escaped, so whether he can be captured there is no difference."""
    idle = variants.TABLUT.evolve(edge_capture=EdgeCapture.DRAW)
    other = variants.TABLUT.evolve(escape=Region.CORNERS, edge_capture=EdgeCapture.DRAW)
    made = chain(repeat(idle, 5), repeat(other))

    def mutate(rules: Ruleset, random: Random) -> Ruleset:
        return next(made)

    monkeypatch.setattr("hnefatafl.quiz._fresh.mutated", mutate)
    assert fresh_ruleset(1) == other


def test_fresh_rulesets_differ() -> None:
    rulesets = [fresh_ruleset(seed) for seed in SEEDS]
    assert len({(rules.size, tuple(rules.changed())) for rules in rulesets}) > len(SEEDS) - 2
    assert len({describe(rules) for rules in rulesets}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_options_answer_every_question(seed: int) -> None:
    head, title, *asked = map(json.loads, quiz_lines([make_quiz(fresh_ruleset(seed), questions=18)]))
    assert title["questions"] == len(asked) == 18
    for each in asked:
        assert solved(title["options"], title["ruleset"], each) == each["answer"], each
        if each["topic"] in head["words"] and each["answer"] is not None:
            assert each["answer"].rpartition(":")[2] in head["words"][each["topic"]]


def test_questions_are_of_all_topics_and_both_kinds() -> None:
    questions = [each for seed in SEEDS for each in make_quiz(fresh_ruleset(seed)).questions]
    for topic in Topic:
        assert sum(each.topic is topic for each in questions) >= len(SEEDS)
    for topic in (Topic.LEGAL, Topic.CAPTURES, Topic.OVER):
        telling = [bool(each.answer) for each in questions if each.topic is topic]
        assert 0.25 <= sum(telling) / len(telling) <= 0.75, topic
    assert any(each.line for each in questions)


@pytest.mark.parametrize("seed", [36, 129])
def test_positions_are_such_as_the_game_can_have(seed: int) -> None:
    """In the first game the king cannot enter the camps, in the second he has no men."""
    rules = fresh_ruleset(seed)
    for question in make_quiz(rules, questions=60).questions:
        board = Board.parse(question.start.split()[0])
        assert PieceSet.of(board.values()) in rules.pieces
        camps = [zone for zone in rules.zones if PieceSet.KING not in zone.enter]
        assert not any(board.king in camp.squares.squares(rules.size) for camp in camps)


def test_the_same_seed_gives_the_same_lines() -> None:
    first, again, other = ([*quiz_lines([make_quiz("brandubh", seed=seed)], answers=seed == 3)] for seed in (3, 3, 4))
    assert first == again
    assert len(first) == len(other) == 14
    assert all('"answer"' in line for line in first[2:])
    assert not any('"answer"' in line for line in other)


def test_marks_count_right_wrong_and_missing_answers() -> None:
    quiz = [*quiz_lines([make_quiz("copenhagen", questions=6)])]
    asked = {each["topic"]: each for each in map(json.loads, quiz[2:])}
    asked["captures"]["answer"].reverse()
    asked["count"]["answer"] = True  # no number
    del asked["over"]
    marks = mark(quiz, [json.dumps(each) for each in asked.values()])
    assert (marks.asked, marks.answered, marks.right) == (6, 5, 4)
    assert marks.topics[Topic.OVER] == (1, 0, 0)
    assert marks.topics[Topic.COUNT] == (1, 1, 0)
    assert str(marks).endswith("all: 4 of 6 right, 1 not answered")
    assert marks.as_json()["topics"]["captures"] == {"asked": 1, "answered": 1, "right": 1}
    assert Marks(topics={}).asked == 0


def test_quizzes_of_two_seeds_can_be_joined() -> None:
    quizzes = [make_quiz("brandubh", questions=6, seed=seed) for seed in (0, 7)]
    ids = [question.id for quiz in quizzes for question in quiz.questions]
    assert (ids[0], ids[6]) == ("brandubh/1", "brandubh/7/1")
    lines = [*quiz_lines(quizzes)]
    assert mark(lines, [line for line in lines if '"id"' in line]).right == 12


def test_quizzes_and_marks_travel_and_are_keys() -> None:
    quiz = make_quiz("brandubh", questions=6)
    lines = [*quiz_lines([quiz])]
    marks = mark(lines, lines[2:])
    for value, again in ((quiz, make_quiz("brandubh", questions=6)), (marks, mark(lines, lines[2:]))):
        assert pickle.loads(pickle.dumps(value)) == value
        assert {value: 1}[again] == 1
    counts = {Topic.COUNT: (1, 1, 1)}
    kept = Marks(topics=counts)
    counts.clear()
    assert kept.asked == 1
    assert hash(Quiz(ruleset=quiz.ruleset, questions=[*quiz.questions])) == hash(quiz)


QUIZ = '{"format": "hnefatafl quiz 1"}'
ASKED = '{"id": "a/1", "topic": "count", "answer": 3}'


@pytest.mark.parametrize(
    ("quiz", "answers", "said"),
    [
        ([], [], "quiz, line 1: there is no question"),
        ([QUIZ], [], "quiz, line 1: there is no question"),
        ([ASKED], [], "quiz, line 1: the format 'hnefatafl quiz 1' was expected"),
        (['{"format": "hnefatafl quiz 2"}', ASKED], [], "quiz, line 1: the format"),
        (["", ASKED], [], "quiz, line 2: the format 'hnefatafl quiz 1' was expected"),
        (["", QUIZ], [], "quiz, line 1: there is no question"),
        ([QUIZ, ASKED, ASKED], [], "quiz, line 3: a second question 'a/1'"),
        ([QUIZ, "[]"], [], "quiz, line 2: a JSON object was expected"),
        ([QUIZ, "{"], [], "quiz, line 2: "),
        ([QUIZ, '{"id": "a/1", "topic": "count"}'], [], "quiz, line 2: the key 'answer' was expected"),
        ([QUIZ, '{"id": "a/1", "topic": ["x"], "answer": 1}'], [], "quiz, line 2: topic: one of legal, reason,"),
        ([QUIZ, '{"id": 1, "topic": "count", "answer": 1}'], [], "quiz, line 2: the key 'id' with a text"),
        ([QUIZ, ASKED], ['{"answer": 3}'], "answers, line 1: the key 'id' with a text"),
        ([QUIZ, ASKED], ["", '{"id": "b/1"}'], "answers, line 2: the quiz has no question 'b/1'"),
        ([QUIZ, ASKED], [ASKED, ASKED], "answers, line 2: a second answer to 'a/1'"),
        ([QUIZ, ASKED], ["\ud800"], "answers, line 1: "),
    ],
)
def test_lines_that_are_no_quiz_or_answers(quiz: list[str], answers: list[str], said: str) -> None:
    with pytest.raises(QuizError) as caught:
        mark(quiz, answers)
    assert str(caught.value).startswith(said)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["quiz", "--rulesets", "3", "--seed", "5", "--questions", "6"]
    assert main([*words, "-o", "quiz.jsonl", "--key", "key.jsonl"]) == 0
    assert capsys.readouterr().out == "3 rulesets, 18 questions\n"
    assert '"answer"' not in Path("quiz.jsonl").read_text("utf-8")
    key = Path("key.jsonl").read_text("utf-8")
    assert main([*words, "-o", "whole.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"rulesets": 3, "questions": 18}
    assert Path("whole.jsonl").read_text("utf-8") == key
    Path("answers.jsonl").write_text("".join(f"{line}\n" for line in key.splitlines() if '"id"' in line), "utf-8")
    assert main(["quiz", "--mark", "answers.jsonl", "key.jsonl"]) == 0
    assert capsys.readouterr().out.endswith("all: 18 of 18 right\n")
    assert main(["quiz", "--mark", "answers.jsonl", "key.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["right"] == 18
    assert main(["quiz", "brandubh", "-o", "known.jsonl", "--questions", "6"]) == 0
    assert capsys.readouterr().out == "1 ruleset, 6 questions\n"


def test_faults_name_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key.jsonl").write_text(f"{QUIZ}\n{ASKED}\n")
    Path("quiz.jsonl").write_text(f'{QUIZ}\n{{"id": "a/1", "topic": "count"}}\n')
    Path("bad.jsonl").write_text("[]\n")
    for words, said in (
        (("bad.jsonl", "key.jsonl"), "tafl: bad.jsonl, line 1: a JSON object was expected"),
        (("bad.jsonl", "bad.jsonl"), "tafl: bad.jsonl, line 1: a JSON object was expected"),
        (("key.jsonl", "quiz.jsonl"), "quiz.jsonl, line 2: the key 'answer' was expected: the file that --key has"),
    ):
        assert main(["quiz", "--mark", *words]) == 2
        assert said in capsys.readouterr().err
    assert main(["quiz", "--rulesets", "2", "brandubh", "-o", "new.jsonl"]) == 2
    assert "--rulesets is for fresh rulesets: no NAMES were expected" in capsys.readouterr().err


@pytest.mark.needs_host
def test_several_processes_make_the_same_quiz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["-m", "hnefatafl", "quiz", "--rulesets", "3", "--questions", "6", "-o", "0.jsonl"]
    # The order of sets differs from process to process.
    subprocess.run([sys.executable, *words], env={**os.environ, "PYTHONHASHSEED": "1"}, check=True)
    for jobs in "1", "2":
        assert main(["quiz", "--rulesets", "3", "--questions", "6", "-o", f"{jobs}.jsonl", "--jobs", jobs]) == 0
    assert Path("0.jsonl").read_bytes() == Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-o", "quiz.txt"],
        ["-o", "there.jsonl"],
        ["-o", "quiz.jsonl", "--key", "there.jsonl"],
        ["-o", "quiz.jsonl", "--key", "quiz.jsonl"],
        ["-o", "there.jsonl", "--key", "./there.jsonl", "--force"],
        ["-o", "quiz.jsonl", "--key", "nowhere/key.jsonl"],
        ["--mark", "there.jsonl"],
        ["--mark", "there.jsonl", "there.jsonl"],
        ["nothing", "-o", "quiz.jsonl"],
        [],
    ],
)
def test_what_the_command_refuses(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.jsonl").write_text("{}\n", "utf-8")
    assert main(["quiz", *arguments]) == 2
    assert not Path("quiz.jsonl").exists()
    assert Path("there.jsonl").read_text("utf-8") == "{}\n"
    assert "quiz" in capsys.readouterr().err or arguments
