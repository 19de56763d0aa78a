"""Matches: who plays which side, what the games count, lots, and matches in JSON.

S001 "Allgemeines": "Daher werden mindestens zwei Partien mit wechselnder Rollenverteilung gespielt!"
"""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from noted import played_games

from hnefatafl import Move, Outcome, Position, Ruleset, Side, Termination, variants
from hnefatafl.errors import (
    ArgumentTypeError,
    HnefataflError,
    InvalidSetupError,
    MatchError,
    NotationError,
    NotExpressibleError,
    StructureError,
)
from hnefatafl.notation import dialects, json
from hnefatafl.records import MAX_GAMES, Game, Match, Result, Scoring, draw_first, draw_sides
from tafl.cli import main

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
RULES: Final = variants.BRANDUBH
MATCH: Final = Match(ruleset=RULES, players=("Ann", "Bo"))
WON: Final = Position.parse("/3K3/7/7/7/7/7/3t3/", RULES, DEFENDERS)
ESCAPE: Final = Game(ruleset=RULES, start=WON).add([Move.parse("d1-a1")])
"""A game that the defenders win by their first move; nothing is written of its result."""


def ended(result: str) -> Game:
    return Game(ruleset=RULES, result=result)


# ------------------------------------------------------------------------------------------------------------ the sides


def test_the_sides_change_after_each_game() -> None:
    assert [MATCH.sides(number)[ATTACKERS] for number in range(4)] == ["Ann", "Bo", "Ann", "Bo"]
    assert [MATCH.sides(number)[DEFENDERS] for number in range(4)] == ["Bo", "Ann", "Bo", "Ann"]
    after = MATCH.add(ended("Draw"))
    assert (after.number, after.sides()) == (1, MATCH.sides(1))
    with pytest.raises(TypeError):
        MATCH.sides()[ATTACKERS] = "Eve"  # type: ignore[index]  # pyright: ignore[reportIndexIssue]


@pytest.mark.parametrize("number", [-1, True, "1", 1.0])
def test_games_are_counted_from_nought(number: Any) -> None:
    with pytest.raises(MatchError, match="counted from 0"):
        MATCH.sides(number)


def test_the_next_game_names_its_players() -> None:
    assert MATCH.next_game() == Game(ruleset=RULES, tags={"attackers": "Ann", "defenders": "Bo"})
    second = MATCH.add(ended("Black")).next_game()
    assert dict(second.tags) == {"attackers": "Bo", "defenders": "Ann"}


# ------------------------------------------------------------------------------------------------------------ the score


def test_a_win_counts_two_points_and_a_draw_one() -> None:
    first = MATCH.add(ended("Black"))
    assert (first.score, first.is_over, first.winner) == ((2, 0), False, None)
    both = first.add(ended("Black"))  # now Bo has the attackers
    assert (both.score, both.is_over, both.winner) == ((2, 2), True, None)
    drawn = first.add(ended("Draw"))
    assert (drawn.score, drawn.is_over, drawn.winner) == ((3, 1), True, "Ann")
    assert str(drawn) == "Ann 3, Bo 1 after 2 of 2 games"
    assert MATCH.games == ()


def test_the_moves_tell_the_result_before_the_record_does() -> None:
    match = MATCH.add(ESCAPE)
    outcome = Outcome(DEFENDERS, Termination.KING_ESCAPED)
    assert match.results == (Result(winner=DEFENDERS, player="Bo", points=(0, 2), outcome=outcome),)
    assert MATCH.add(evolve(ESCAPE, result="Black")).results == match.results


@pytest.mark.parametrize("result", ["", "Ongoing", "?"])
def test_a_game_without_a_result_goes_on(result: str) -> None:
    match = MATCH.add(ended(result))
    assert (match.results, match.number, match.is_over) == ((None,), 0, False)
    # Another record takes its place.
    assert match.add(ended("Draw")).games == (ended("Draw"),)
    with pytest.raises(MatchError, match="the last game goes on"):
        match.next_game()


def test_repetition_ends_the_games_of_a_match() -> None:
    moves = [Move.parse(text) for text in ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2]
    (result,) = MATCH.add(MATCH.next_game().add(moves)).results
    assert result is not None
    assert (result.winner, result.player, result.points) == (Side.ATTACKERS, "Ann", (2, 0))
    assert result.outcome is not None
    assert result.outcome.termination is Termination.REPETITION


def test_other_scores() -> None:
    scoring = Scoring(win=5, draw=2, loss=-1)
    match = Match(ruleset=RULES, players=("Ann", "Bo"), length=3, scoring=scoring)
    for result in ("Black", "White", "Draw"):  # Ann, Ann, and nobody
        match = match.add(ended(result))
    assert (match.score, match.winner) == ((12, 0), "Ann")


def test_a_rule_of_ones_own() -> None:
    asked: list[tuple[int, Side | None]] = []

    def rule(game: Game, winner: Side | None) -> tuple[int, int]:
        asked.append((len(game.moves), winner))
        return (7, 1) if winner is ATTACKERS else (0, 3)

    match = evolve(MATCH, rule=rule).add(ended("Black")).add(ESCAPE)
    # Ann has the attackers first, then the defenders.
    assert match.score == (7 + 3, 1 + 0)
    assert set(asked) == {(0, ATTACKERS), (1, DEFENDERS)}
    with pytest.raises(NotExpressibleError, match="rule"):
        json.format_match(match)


@pytest.mark.parametrize("points", [None, 3, (1,), (1, 2, 3), (1.5, 0), (True, 0), "12"])
def test_what_a_rule_returns_is_checked(points: Any) -> None:
    def rule(game: Game, winner: Side | None) -> Any:
        return points

    match = evolve(MATCH, rule=rule).add(ended("Draw"))
    with pytest.raises(MatchError, match="has to return two whole numbers"):
        _ = match.score


def test_replay_judges_every_game() -> None:
    match = MATCH.add(ended("Draw").add([Move.parse("d1-c1")])).add(ended("Draw").add([Move.parse("d1-d2")]))
    assert [replay.verdict for replay in match.replay()] == ["agrees", "illegal@0"]


# ------------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": ("Ann",)}, "two players"),
        ({"players": ("Ann", "Bo", "Eve")}, "two players"),
        ({"players": ("Ann", " ")}, "two players"),
        ({"players": ("Ann", 3)}, "two players"),
        ({"players": ("Ann", "Ann")}, "different names"),
        ({"length": 1}, "2 to 10000 games, not 1"),
        ({"length": MAX_GAMES + 1}, "2 to 10000 games"),
        ({"length": True}, "2 to 10000 games"),
        ({"scoring": Scoring(win=10**7)}, "whole numbers"),
        ({"games": [Game(ruleset=variants.TABLUT)]}, "game 1 is not played by the rules of the match"),
        ({"games": [ended("Draw")] * 3}, "a match of 2 games cannot have 3"),
    ],
)
def test_what_no_match_can_be(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(MatchError, match=said) as caught:
        evolve(MATCH, **changes)
    assert isinstance(caught.value, HnefataflError | ValueError)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": "AB"}, "players: an iterable was expected, not 'AB'"),
        ({"players": 3}, "players: an iterable was expected, not 3"),
        ({"length": 2.0}, "length: a whole number was expected, not 2.0"),
        ({"scoring": 3}, "scoring: a Scoring was expected, not 3"),
        ({"ruleset": 7}, "ruleset: a Ruleset or its name was expected, not 7"),
        ({"games": ["d1-c1"]}, "games: a Game was expected, not 'd1-c1'"),
        ({"games": 3}, "games: an iterable was expected, not 3"),
    ],
)
def test_values_of_another_type(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentTypeError) as caught:
        evolve(MATCH, **changes)
    assert str(caught.value) == said


def test_a_rule_of_scoring_is_a_function() -> None:
    with pytest.raises(TypeError, match="'rule' must be callable"):
        evolve(MATCH, rule=3)  # type: ignore[arg-type]


def test_nothing_follows_the_last_game() -> None:
    over = MATCH.add(ended("Draw")).add(ended("Draw"))
    with pytest.raises(MatchError, match="the match is over"):
        over.add(ended("Draw"))
    with pytest.raises(MatchError, match="the match is over"):
        over.next_game()
    with pytest.raises(MatchError, match="by the rules of the match"):
        MATCH.add(Game(ruleset=variants.TABLUT))


def test_a_match_is_a_value() -> None:
    match = MATCH.add(ESCAPE)
    assert match == Match(ruleset=RULES, players=["Ann", "Bo"], games=[ESCAPE])
    assert hash(match) == hash(copy.deepcopy(match))
    assert pickle.loads(pickle.dumps(match)) == match
    assert match != MATCH
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.length = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


# ---------------------------------------------------------------------------------------------------------------- lots

BY_LOT: Final = variants.HNEFATAFL_11.evolve(name="first by lot", first=None)


def test_the_lot_decides_who_plays_which_side() -> None:
    """S003 §4: "Man drar lott om vem som ska spela svensk." """
    drawn = {draw_sides(("Ann", "Bo"), Random(seed)) for seed in range(20)}
    assert drawn == {("Ann", "Bo"), ("Bo", "Ann")}
    assert draw_sides(["Ann", "Bo"], Random(3)) == draw_sides(["Ann", "Bo"], Random(3))
    match = Match.drawn(RULES, ("Ann", "Bo"), Random(5), length=4, scoring=Scoring(win=3))
    assert (match.players, match.length, match.scoring.win) == (("Bo", "Ann"), 4, 3)


def test_the_lot_decides_who_begins() -> None:
    """S001 "Der erste Zug": "Man kann natürlich auch ausknobeln, welche Partei beginnt." """
    assert {draw_first(BY_LOT, Random(seed)) for seed in range(20)} == set(Side)
    assert {draw_first(variants.FOTEVIKEN_TABLUT, Random(seed)) for seed in range(20)} == {DEFENDERS}
    match = Match(ruleset=BY_LOT, players=("Ann", "Bo"))
    assert {match.next_game(Random(seed)).initial_position.turn for seed in range(20)} == set(Side)
    with pytest.raises(MatchError, match="in first by lot the first side is chosen by lot: give chance"):
        match.next_game()
    with pytest.raises(InvalidSetupError):
        _ = match.add(Game(ruleset=BY_LOT)).results


@pytest.mark.parametrize("chance", [None, 3, "x"])
def test_chance_is_given_by_the_caller(chance: Any) -> None:
    with pytest.raises(MatchError, match=r"chance: a random\.Random was expected"):
        draw_sides(("Ann", "Bo"), chance)


# ---------------------------------------------------------------------------------------------------------------- JSON


@given(st.lists(played_games(), max_size=3), st.integers(-3, 3), st.integers(3, 5))
def test_matches_come_back_from_json(games: list[Game], win: int, length: int) -> None:
    rules: Ruleset = games[0].ruleset if games else RULES
    same = [game for game in games if game.ruleset == rules]
    match = Match(ruleset=rules, players=("Ann", "Bo"), length=length, scoring=Scoring(win=win), games=same)
    text = json.format_match(match)
    assert json.parse_match(text) == match
    assert json.format_match(json.parse_match(text)) == text


def test_the_games_of_a_file_share_its_ruleset() -> None:
    match = MATCH.add(ended("Black")).add(ESCAPE)
    text = json.format_match(match)
    assert text.count('"ruleset"') == 1
    assert text.startswith('{\n  "format": "hnefatafl match 1",\n')
    assert json.parse_match(text) == match
    # A game may say it again.
    again = '{"ruleset": "brandubh", "players": ["A", "B"], "games": [{"ruleset": "brandubh"}]}'
    assert json.parse_match(again).games == (Game(ruleset=RULES),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"players": ["A", "B"]}', "ruleset: is missing"),
        ('{"ruleset": "brandubh"}', "players: is missing"),
        ('{"ruleset": "chess", "players": ["A", "B"], "games": [{}]}', "^ruleset: .*chess"),
        ('{"ruleset": "brandubh", "players": ["A"]}', "players: a list of 2 was expected"),
        ('{"ruleset": "brandubh", "players": "AB"}', "players: a list of 2 was expected"),
        ('{"ruleset": "brandubh", "players": ["A", 2]}', "players: a text was expected"),
        ('{"ruleset": "brandubh", "players": ["A", "B"], "games": {}}', "games: a list was expected"),
        ('{"ruleset": "brandubh", "players": ["A", "B"], "games": [3]}', r"games\[0\]: names with their values"),
        (
            '{"ruleset": "brandubh", "players": ["A", "B"], "lenth": 3}',
            "lenth: there is no such name; did you mean",
        ),
        ('{"format": "hnefatafl game 1", "ruleset": "brandubh", "players": ["A", "B"]}', "hnefatafl match 1"),
    ],
)
def test_faults_of_files_are_told(text: str, said: str) -> None:
    with pytest.raises(StructureError, match=said):
        json.parse_match(text)


def test_a_file_that_no_match_can_be() -> None:
    with pytest.raises(MatchError, match="different names"):
        json.parse_match('{"ruleset": "brandubh", "players": ["A", "A"]}')
    with pytest.raises(NotationError):
        json.parse_match("{")


def test_many_games_of_a_large_ruleset_are_read_in_linear_time() -> None:
    """The ruleset is read once, not once a game."""
    rules = json.format_rules(variants.ALEA_EVANGELII)
    match = f'{{"ruleset": {rules}, "players": ["A", "B"], "length": 10000, "games": [{",".join(["{}"] * 10_000)}]}}'
    assert len(json.parse_match(match).games) == 10_000


def test_the_dialect_of_json_reads_the_games_of_a_match() -> None:
    match = MATCH.add(ended("Black")).add(ESCAPE)
    text = json.format_match(match)
    assert dialects.guess(text) is dialects.dialect("json")
    assert tuple(dialects.dialect("json").read(text.splitlines(keepends=True), None)) == match.games


def test_the_command_replays_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.format_match(MATCH.add(ended("Black")).add(ESCAPE)), "utf-8")
    assert main(["replay", str(path)]) == 0
    assert "2 games" in capsys.readouterr().out
