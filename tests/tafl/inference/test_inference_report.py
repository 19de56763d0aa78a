"""What inference reports: in words, in JSON, as a table; collections that mix layouts; slips and eras in the report."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Final

import attrs
import pytest
from conftest import data_lines
from planting import records

from hnefatafl import Berserk, Kind, Ruleset, Side, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.notation import archive
from hnefatafl.notation import json as json_notation
from hnefatafl.records import Game
from tafl.inference import (
    Candidate,
    Evidence,
    GameReference,
    Inference,
    Premises,
    Rival,
    SlipKind,
    Standing,
    Unexplained,
    infer,
    infer_sets,
)

pytestmark = pytest.mark.slow_uncompiled

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "games"


def example_games(name: str, read_as: Ruleset) -> list[Game]:
    with (EXAMPLES / f"{name}.csv").open(encoding="utf-8") as lines:
        return list(archive.parse_games(lines, read_as))


@cache
def of_magpie() -> Inference:
    return infer(example_games("magpie", variants.TABLUT))


def candidate(ruleset: Ruleset = variants.MAGPIE, **changes: object) -> Candidate:
    whole = Candidate(ruleset=ruleset, cost=7, games=20, contradictions=1, unexplained_ends=1, base="magpie")
    return attrs.evolve(whole, **changes)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------ in words


def test_the_words_begin_with_the_best_ruleset() -> None:
    first, second, third, *_ = of_magpie().describe().splitlines()
    assert first == "Best ruleset: magpie, cost 0; all 24 games agree."
    assert second == "Found from magpie, unchanged."
    assert third == "The start layout was inferred from the moves: 756 votes, none against it."


def test_the_words_have_every_question_and_every_other_answer() -> None:
    inference = of_magpie()
    lines = inference.describe().splitlines()
    for evidence in inference.evidence:
        begin = lines.index(f"  {evidence.question}: {evidence.answer}")
        end = next((at for at in range(begin + 1, len(lines)) if not lines[at].startswith("    ")), len(lines))
        others = [line.strip().partition(": ") for line in lines[begin + 1 : end]]
        said = {answer: text for answers, _, text in others for answer in answers.split(" | ")}
        assert said.keys() == {rival.answer for rival in evidence.rivals}
        for rival in evidence.rivals:
            assert said[rival.answer].startswith("excluded, ") is (rival.standing is Standing.SETTLED)
            assert (f"{rival.broken} game" in said[rival.answer]) is bool(rival.broken)
            assert rival.example is None or f"game {rival.example.number}" in said[rival.answer]


def test_the_words_group_the_questions_by_their_standing() -> None:
    inference = of_magpie()
    headings = [line for line in inference.describe().splitlines() if " questions). " in line]
    assert [heading.split(" question")[0] for heading in headings] == [
        f"Settled ({inference.counts[Standing.SETTLED]}",
        f"Leaning ({inference.counts[Standing.LEANING]}",
        f"Open ({inference.counts[Standing.OPEN]}",
    ]


RIVALS: Final = {
    "no game decides": Rival(answer="weak", standing=Standing.OPEN),
    "excluded, 12 games contradict it and 1 game loses the reason for the end (a-1, after 3 plies: illegal@3)": Rival(
        answer="weak",
        standing=Standing.SETTLED,
        broken=12,
        lost_ends=1,
        example=GameReference(number=4, id="a-1", ply=3, verdict="illegal@3"),
    ),
    "excluded, at least 40 games contradict it": Rival(
        answer="weak", standing=Standing.SETTLED, broken=40, capped=True
    ),
    "1 game contradicts it (game 4: result-differs), and 2 games speak for it": Rival(
        answer="weak",
        standing=Standing.CONTESTED,
        broken=1,
        helped=2,
        example=GameReference(number=4, verdict="result-differs"),
    ),
    "1 game speaks for it": Rival(answer="weak", standing=Standing.OPEN, helped=1),
    "no game decides; no player made a move that only it allows, where 12.3 would be expected": Rival(
        answer="weak", standing=Standing.LEANING, expected=12.3, is_wider=True
    ),
    "no game decides; no player made a move that it forbids, where 2.0 would be expected": Rival(
        answer="weak", standing=Standing.OPEN, expected=2.0
    ),
}


@pytest.mark.parametrize("text", RIVALS)
def test_what_speaks_against_an_answer_is_said(text: str) -> None:
    evidence = Evidence(question="king", answer="strong", rivals=[RIVALS[text]])
    inference = Inference(candidates=[candidate()], evidence=[evidence], games=20, replays=1)
    assert f"    weak: {text}" in inference.describe().splitlines()


def test_the_summary_counts_what_disagrees() -> None:
    others = [candidate(), candidate(cost=9.04, steps=["king: weak", "goal: edge"])]
    text = Inference(candidates=reversed(others), games=20, replays=1, interrupted=True).describe()
    assert text.splitlines() == [
        "Best ruleset: magpie, cost 9.04; 19 of 20 games agree (95.0%), 1 unexplained end.",
        "Found from magpie, changed: king: weak; goal: edge.",
        "Other rulesets: magpie (from magpie, cost 7).",
        "The search was interrupted; this is what it had found.",
    ]


def test_of_many_unexplained_games_some_are_named() -> None:
    games = [GameReference(number=at, ply=0, verdict="illegal@0") for at in range(1, 15)]
    inference = Inference(
        candidates=[candidate()], unexplained=[Unexplained(kind="illegal", games=games)], games=20, replays=1
    )
    lines = inference.describe().splitlines()
    assert lines[-12] == "Unexplained, illegal: 14 games."
    assert lines[-11] == "  game 1, after 0 plies: illegal@0"
    assert lines[-1] == "  and 4 more"


def test_there_is_always_a_ruleset() -> None:
    with pytest.raises(ArgumentValueError, match="candidates: at least one was expected"):
        Inference(candidates=[], games=0, replays=0)


def test_a_report_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        of_magpie().games = 3  # type: ignore[misc]
    assert hash(attrs.evolve(of_magpie())) == hash(of_magpie())


# ------------------------------------------------------------------------------------------------------------- in JSON


def test_json_has_everything() -> None:
    inference = of_magpie()
    data = json.loads(json.dumps(inference.as_json()))
    assert (data["games"], data["interrupted"], data["eras"], data["unexplained"]) == (24, False, [], [])
    best = data["candidates"][0]
    assert json_notation.parse_rules(json.dumps(best["ruleset"])) == inference.ruleset
    assert (best["cost"], best["agrees"], best["base"], best["steps"]) == (0, 24, "magpie", [])
    assert data["layout"]["board"] == variants.MAGPIE.start.record
    assert (data["layout"]["votes"], data["layout"]["against"], data["layout"]["assumed"]) == (756, 0, [])
    assert [each["question"] for each in data["evidence"]] == [each.question for each in inference.evidence]
    for each in data["evidence"]:
        evidence = inference.about(each["question"])
        assert (each["answer"], each["standing"]) == (evidence.answer, str(evidence.standing))
        for rival in each["rivals"]:
            found = evidence.rival(rival["answer"])
            assert (rival["broken"], rival["expected"]) == (found.broken, found.expected)
            assert (rival["example"] is None) is (found.example is None)


# ---------------------------------------------------------------------------------------------------------- as a table


class Tags(HTMLParser):
    """Checks that elements are closed, and keeps them with their texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str, **having: str) -> int:
        return sum(name == tag and having.items() <= given.items() for name, given in self.found)


def test_the_table_has_headings_for_columns_rows_and_groups() -> None:
    inference = of_magpie()
    tags = Tags(inference._repr_html_())
    assert tags.count("caption") == 1
    assert tags.count("th", scope="col") == 3
    assert tags.count("th", scope="row") == len(inference.evidence)
    assert tags.count("th", scope="rowgroup") == 3
    assert "excluded, 18 games contradict it" in tags.text


def test_the_table_escapes_what_records_hold() -> None:
    nasty = "<script>alert(1)</script>&\x1b"
    reference = GameReference(number=1, id=nasty, ply=2, verdict="illegal@2")
    inference = Inference(
        candidates=[candidate(base=nasty, steps=[nasty])],
        evidence=[Evidence(question="a<b", answer="&", rivals=[Rival(answer="<i>", standing=Standing.OPEN)])],
        unexplained=[Unexplained(kind="illegal", games=[reference])],
        games=1,
        replays=1,
    )
    text = inference._repr_html_()
    tags = Tags(text)
    assert tags.count("script") == tags.count("i") == 0
    assert "<script>alert(1)</script>&" in tags.text
    assert "\x1b" not in text
    assert "\x1b" not in inference.describe()


def test_without_evidence_there_is_no_table() -> None:
    tags = Tags(Inference(candidates=[candidate()], games=20, replays=1)._repr_html_())
    assert tags.count("table") == 0
    assert tags.count("p") == 2


# ------------------------------------------------------------------------------------------------------- slips and eras


def test_slips_explain_contradictions() -> None:
    lines = ["d1-c1 c4-c2 c4-c2 c1-b1", "d1-c1 c4-c2xd7", "d1-c1 c4-b3", "d1-c1 c4-c2"]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH), bases=[variants.BRANDUBH], questions=[])
    illegal, stray = inference.unexplained
    assert [(game.number, game.slip and str(game.slip)) for game in illegal.games] == [(1, "doubled-move@2"), (3, None)]
    assert (illegal.slips, stray.slips) == ({SlipKind.DOUBLED_MOVE: 1}, {SlipKind.STRAY_CAPTURE: 1})
    text = inference.describe()
    assert "Unexplained, illegal: 2 games; a slip of the record explains 1 (doubled-move 1)." in text
    assert "  game 1, after 2 plies: illegal@2; slip of the record: doubled-move@2 (certain)" in text
    assert "  game 2, after 1 ply: capture-stray@1; slip of the record: stray-capture@1\n" in f"{text}\n"
    data = inference.as_json()["unexplained"]
    assert json.loads(json.dumps(data))[0]["games"][0]["slip"] == {
        "kind": "doubled-move",
        "number": 2,
        "plies": 1,
        "squares": [],
        "moves": [],
        "is_certain": True,
    }


def test_slips_are_looked_for_in_some_games_where_many_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafl.inference._inference._EXPLAINED", 2)
    games = archive.parse_games(["d1-c1 c4-c2 c4-c2 c1-b1"] * 5, variants.BRANDUBH)
    (illegal,) = infer(games, bases=[variants.BRANDUBH], questions=[]).unexplained
    assert (illegal.count, illegal.slips) == (5, {SlipKind.DOUBLED_MOVE: 2})


CORNERS: Final = variants.BRANDUBH.evolve(name="corners", start="/3t3/7/7/3K3/7/7/3t3/", first=Side.DEFENDERS)


def of_eras(prefix: str, sample: int = 300) -> Inference:
    """The king has to reach a corner in the rounds up to 8, and only the edge after them."""
    moves = ["d4-a4 d1-c1 a4-a7"] * 8 + ["d4-a4"] * 8
    lines = [f"{prefix}{number}-1\tWhite\tnone\t0\t0\t\t{line}" for number, line in enumerate(moves, start=1)]
    return infer(archive.parse_games(lines, CORNERS), bases=[CORNERS], sample=sample)


def test_early_and_late_games_that_follow_different_rules_are_reported() -> None:
    inference = of_eras("99-")
    eras, *_ = inference.eras
    assert (eras.question, eras.last_early, eras.first_late) == ("goal", 8, 9)
    assert (eras.earlier_answer, eras.later_answer) == ("corners", "edge")
    line = "goal: corners up to round 8 (8 games), edge from round 9 (8 games); p = "
    text = inference.describe()
    assert "Early and late games follow different rules.\n  " in text
    assert f"  {line}" in text
    assert line in Tags(inference._repr_html_()).text
    data = json.loads(json.dumps(inference.as_json()))["eras"][0]
    assert (data["question"], data["earlier_answer"], data["later_answer"]) == ("goal", "corners", "edge")
    assert data["late"] == {"earlier": 0, "later": 8}


def test_a_sample_of_the_unexplained_games_shows_what_may_have_changed() -> None:
    assert [eras.question for eras in of_eras("99-", sample=6).eras[:1]] == ["goal"]


def test_games_without_rounds_have_no_eras() -> None:
    assert of_eras("game").eras == ()


def test_an_exception_to_an_era_is_counted() -> None:
    inference = of_eras("99-")
    eras = attrs.evolve(inference.eras[0], exceptions=(GameReference(number=3),), p_value=1e-9)
    text = attrs.evolve(inference, eras=[eras]).describe()
    assert "edge from round 9 (8 games), 1 exception; p < 0.00001" in text


# -------------------------------------------------------------------------------------- collections that mix layouts


def test_a_collection_is_parted_by_layouts_that_contradict_each_other() -> None:
    games = example_games("copenhagen", variants.COPENHAGEN) + example_games("tawlbwrdd", variants.COPENHAGEN)
    parts = list(infer_sets(games, Premises(questions=[]), sample=24))
    assert [part.games for part in parts] == [27, 24]
    assert [part.ruleset.start for part in parts] == [variants.COPENHAGEN.start, variants.TAWLBWRDD.start]
    assert parts[0].layout is None
    assert parts[1].layout is not None
    assert [part.best.contradictions for part in parts] == [0, 0]


def test_the_numbers_of_games_are_those_of_the_whole_collection() -> None:
    games = [*archive.parse_games(["d1-c1 c4-c2"] * 2, variants.BRANDUBH)]
    games += archive.parse_games(["e9-d8"], variants.get("sea-battle-9"))
    parts = list(infer_sets(games, Premises(questions=[])))
    assert [part.ruleset.size for part in parts] == [7, 9]
    assert [str(game) for each in parts[1].unexplained for game in each.games] == ["3, ply 0: illegal@0"]


def test_rulesets_with_other_layouts_part_the_games() -> None:
    """Three games are too few to show a layout; the rulesets by which they were read say it."""
    games = [
        game for name in ("magpie", "tablut", "sea-battle-9") for game in example_games(name, variants.get(name))[:3]
    ]
    assert {part.ruleset.start for part in infer_sets(games, Premises(questions=[]))} == {
        variants.get(name).start for name in ("magpie", "tablut", "sea-battle-9")
    }


def test_a_few_games_have_the_shipped_layout_that_agrees_with_them() -> None:
    """Nobody moves the men of the middle of the edges."""
    lines = [archive.format_game(game) for game in example_games("tawlbwrdd", variants.TAWLBWRDD)[:2]]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH))
    assert inference.ruleset.start == variants.TAWLBWRDD.start
    assert inference.layout is not None
    assert inference.layout.board == inference.ruleset.start


def test_a_layout_that_the_records_state_is_kept_though_it_is_not_shown() -> None:
    start = variants.BRANDUBH.start.put("a1", None).put("d2", None)
    rules = variants.BRANDUBH.evolve(name="seven", start=start)
    inference = infer(records(Random(3), rules, 3, limit=6), questions=[])
    assert inference.ruleset.start == start
    assert inference.layout is None


def test_games_that_begin_with_a_position_belong_to_the_layout_of_their_ruleset() -> None:
    (game,) = archive.parse_games(["d1-c1"], variants.BRANDUBH)
    position = game.initial_position.play(game.moves[0].move)
    games = [attrs.evolve(game, start=position, moves=()), *archive.parse_games(["d1-c1 c4-c2"], variants.BRANDUBH)]
    (part,) = infer_sets(games, Premises(questions=[]))
    assert (part.games, part.best.contradictions) == (2, 0)


def test_no_games_have_no_parts() -> None:
    assert list(infer_sets([])) == []


def test_an_interrupt_ends_the_parts() -> None:
    games = [*archive.parse_games(["d1-c1 c4-c2"] * 2, variants.BRANDUBH)]
    games += archive.parse_games(["d1-d2"], variants.TABLUT)
    parts = list(infer_sets(games, should_stop=lambda: True))
    assert [(part.games, part.interrupted) for part in parts] == [(2, True)]


def test_games_from_a_layout_that_no_base_can_have_go_with_the_largest_part() -> None:
    rules = variants.get("ashton-tablut")
    games = [*archive.parse_games(["d1-c1 c4-c2"], variants.BRANDUBH)]
    games += archive.parse_games(["e3-h3 d1-d3"] * 2, rules)
    (part,) = infer_sets(games, Premises(bases=[rules], questions=[]))
    assert (part.games, part.ruleset, part.best.contradictions) == (3, rules, 1)
    assert [game.number for each in part.unexplained for game in each.games] == [1]


def test_bases_that_fit_no_layout_are_refused() -> None:
    games = archive.parse_games(["d1-c1"], variants.BRANDUBH)
    with pytest.raises(ArgumentValueError, match=r"bases: none of them fits the start layout .*/ttTKTtt/"):
        infer_sets(games, Premises(bases=[variants.get("ashton-tablut")]))


def test_arguments_are_checked_before_the_first_part() -> None:
    with pytest.raises(ArgumentTypeError, match="bases: an iterable was expected"):
        Premises(bases=3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentValueError, match="sample: a number from 1"):
        infer_sets([], sample=0)


def test_speeds_that_are_any_distance_are_no_answers() -> None:
    answers = {rival.answer for rival in of_magpie().about("speed.attackers").rivals}
    assert answers == {"1", "2", "3", "4", "5"}


def test_kinds_of_men_are_inferred_where_the_rulesets_have_none() -> None:
    rules = variants.BERSERK
    lines = [archive.format_game(game) for game in records(Random(5), rules, 30, limit=150)]
    inference = infer(archive.parse_games(lines, variants.BRANDUBH), sample=20, questions=[])
    assert inference.ruleset.berserk is not Berserk.NONE
    assert inference.ruleset.start["e7"] == rules.start["e7"]


@pytest.mark.parametrize(("part", "agree"), [(slice(None), 36), (slice(0, None, 2), 18)])
def test_men_with_three_captors_are_inferred_from_moves_alone(part: slice, agree: int) -> None:
    """Half of the games do not show them for certain; that they explain the games does."""
    rules = variants.get("alea-evangelii-unst")
    lines = data_lines("aage-archive-more", "unst-alea-evangelii-19.tsv.gz")
    games = list(archive.parse_games(lines, variants.BRANDUBH))[part]
    inference = infer(games, bases=[variants.get("alea-evangelii"), variants.BERSERK], questions=[])
    assert {at for at, piece in inference.ruleset.start.items() if piece.kind is Kind.COMMANDER} == {
        at for at, piece in rules.start.items() if piece.kind is Kind.COMMANDER
    }
    assert inference.ruleset.three_captors
    assert inference.best.agrees >= agree  # with soldiers alone, half of them


def test_a_ruleset_that_plays_like_a_shipped_one_goes_by_its_name() -> None:
    base = variants.BRANDUBH.evolve(name="other", king=variants.MAGPIE.king, speed=variants.MAGPIE.speed)
    inference = infer(example_games("magpie", variants.BRANDUBH), bases=[base], questions=[])
    shipped = base.evolve(name="its", encirclement=False)
    assert (shipped == variants.MAGPIE, inference.ruleset.name) == (False, "other")
    inference = infer(example_games("magpie", variants.BRANDUBH), bases=[variants.MAGPIE.evolve(name="its")])
    assert inference.ruleset is variants.MAGPIE
