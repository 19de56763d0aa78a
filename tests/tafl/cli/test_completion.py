"""Filling in the moves of berserk turns that records leave out."""

from __future__ import annotations

import pickle
from typing import Final

import attrs
import pytest

from hnefatafl import Berserk, Move, Position, Region, Ruleset, Side, Square, playout, variants
from hnefatafl.notation import archive, json
from hnefatafl.notation.completion import Completion, complete, find_contradiction
from hnefatafl.records import FindingKind, Game, Gap, RecordedMove, record_move

MUST: Final = variants.BRANDUBH.evolve(
    name="wild",
    first=Side.DEFENDERS,
    start="/1t5/7/3tT2/K1T4/t6/7/5t1/",
    berserk=Berserk.MUST_CAPTURE,
)
"""c4-c1 takes b1; then c1-c3 takes d3."""
MAY: Final = MUST.evolve(berserk=Berserk.MAY_CAPTURE)


def read(line: str, rules: Ruleset) -> Completion:
    (game,) = archive.parse_games([line], rules)
    return complete(game)


def moves(completion: Completion) -> str:
    return " ".join(map(str, completion.game.moves))


def gap(number: int, text: str, ways: int = 1) -> Gap:
    return Gap(number=number, moves=tuple(map(Move.parse, text.split())), ways=ways)


def test_what_must_have_followed_is_filled_in() -> None:
    completion = read("c4-c1xb1 f7-f6,0,0,", MUST)
    assert moves(completion) == "c4-c1xb1 c1=c3xd3 f7-f6"
    assert completion.gaps == (gap(1, "c1-c3"),)
    assert [move.written for move in completion.game.moves] == [True, False, True]
    replay = completion.replay()
    assert (replay.verdict, replay.gaps) == ("agrees", completion.gaps)
    assert replay.position.board.get(Move.parse("d3-d3").origin) is None


def test_a_turn_that_stopped_is_seen_from_what_follows() -> None:
    """The man who would have been taken moves."""
    completion = read("c4-c1xb1 d3-d1,0,0,", MAY)
    assert moves(completion) == "c4-c1xb1 c1=c1 d3-d1"
    assert completion.gaps == (gap(1, "c1-c1"),)
    assert completion.replay().agrees
    assert read("c4-c1xb1 d3-d1,0,0,", MUST).replay().verdict == "illegal@1"


def test_where_several_ways_fit_the_gap_says_so() -> None:
    """Nothing that follows tells whether the turn stopped."""
    completion = read("c4-c1xb1 f7-f6,0,0,", MAY)
    assert completion.gaps == (gap(1, "c1-c3", ways=2),)
    assert not completion.gaps[0].is_certain
    assert completion.replay().agrees


KING: Final = MUST.evolve(start="/7/7/1Tt4/7/3K3/4t2/7/", corners=None, escape=Region.of("g3"), berserk_escape=True)
"""d5-d3 takes c3; then the king may leave on g3, and can do nothing else."""


def test_the_last_turn_is_filled_in_as_the_result_demands() -> None:
    escaped = read("d5-d3xc3,0,0,White", KING)
    assert escaped.gaps == (gap(1, "d3-g3"),)
    assert (escaped.replay().verdict, escaped.replay().end) == ("agrees", "king-escaped")
    resigned = read("d5-d3xc3 resigned,0,0,Black", KING)
    assert resigned.gaps == ()
    assert (resigned.replay().verdict, resigned.replay().end) == ("agrees", "resigned")


def test_who_ran_out_of_time_was_on_turn() -> None:
    """The attackers lost on time, so the defenders' turn was over."""
    completion = read("c4-c1xb1 timeout,0,0,White", MAY)
    assert [found.number for found in completion.gaps] == [1]
    assert completion.replay().verdict == "agrees"
    assert completion.replay().position.turn is Side.ATTACKERS


def test_a_record_that_leaves_nothing_out_stays_as_it_is() -> None:
    game = Game(ruleset=MUST).add(map(Move.parse, ["c4-c1", "c1-c3", "f7-f6"]))
    assert complete(game).game is game
    assert complete(game).gaps == ()
    assert complete(Game(ruleset=variants.COPENHAGEN)).gaps == ()


def test_numbers_are_those_of_the_record() -> None:
    completion = read("oops c4-c1xb1 f7-f6 a4-b4 f6-f9,0,0,", MUST)
    assert completion.gaps == (gap(2, "c1-c3"),)
    assert completion.replay().verdict == "illegal@4;odd-token@0"
    assert completion.game.token_number(4) == 4


def test_variations_stay_where_they_were() -> None:
    game = Game(ruleset=MUST).add(map(Move.parse, ["c4-c1", "f7-f6", "a4-b4"]))
    game = attrs.evolve(game, moves=[attrs.evolve(game.moves[0], captures=(Square.parse("b1"),)), *game.moves[1:]])
    game = game.add(map(Move.parse, ["c4-c1", "f7-e7"]))
    completed = complete(game).game
    assert [(each.line, each.at) for each in completed.variations] == [(0, 2)]
    assert [replay.verdict for replay in completed.replay_lines()] == ["agrees", "agrees"]


def test_the_reader_can_leave_records_as_they_are() -> None:
    lines = ["c4-c1xb1 f7-f6,0,0,"]
    assert [replay.verdict for replay in archive.replay_games(lines, MUST)] == ["agrees"]
    assert [replay.verdict for replay in archive.replay_games(lines, MUST, fill=False)] == ["illegal@1"]


def test_a_completed_game_is_written_whole() -> None:
    game = read("c4-c1xb1 f7-f6,0,0,", MUST).game
    assert archive.format_game(game).startswith("c4-c1xb1 c1=c3xd3 f7-f6")
    (again,) = archive.parse_games([archive.format_game(game)], MUST)
    assert complete(again).gaps == ()
    assert json.parse_game(json.format_game(game)).replay().agrees
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("rules", [MUST, MAY])
def test_illegal_records_are_filled_in_as_far_as_they_go(rules: Ruleset) -> None:
    completion = read("c4-c1xb1 f7-f6 a4-a4 f6-f5,0,0,", rules)
    assert completion.replay().verdict == "illegal@2"
    assert len(completion.game.moves) == 5


def stripped(rules: Ruleset, seed: int) -> tuple[Game, Game]:
    """A random game, whole and without the later moves of its berserk turns."""
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    whole: list[RecordedMove] = []
    left: list[RecordedMove] = []
    for move in playout(position, seed, limit=150).moves:
        recorded = record_move(position.explain(move))
        whole.append(recorded)
        if position.berserk_square is None:
            left.append(recorded)
        position = position.play(move)
    return Game(ruleset=rules, moves=whole), Game(ruleset=rules, moves=left)


@pytest.mark.slow_uncompiled
@pytest.mark.parametrize("rules", [variants.TYR_11, variants.BERSERK, variants.get("berserk-opentafl")])
def test_random_games_are_completed(rules: Ruleset) -> None:
    """What is left of a game is completed to a game that agrees, and to that game if nothing else fits."""
    omitted = 0
    for seed in range(30):
        whole, left = stripped(rules, seed)
        completion = complete(left)
        assert completion.replay().error is None, seed
        assert not completion.replay().missing_captures + completion.replay().unexpected_captures
        if all(found.is_certain for found in completion.gaps):
            played = [move.move for move in whole.moves]
            assert [move.move for move in completion.game.moves] == played[: len(completion.game.moves)]
        omitted += len(whole.moves) - len(left.moves)
    assert omitted > 10


@pytest.mark.slow_uncompiled
def test_what_contradicts_needs_no_completion() -> None:
    """It is the records whose completion disagrees with the rules, also under rules that are not theirs."""
    told = {True: 0, False: 0}
    others = [variants.TYR_11.evolve(berserk=berserk) for berserk in (Berserk.MUST_CAPTURE, Berserk.MUST_MOVE)]
    others += [variants.TYR_11.evolve(king="weak"), variants.TYR_11.evolve(hammer="men")]
    for seed in range(12):
        _, left = stripped(variants.TYR_11, seed)
        for rules in (variants.TYR_11, *others):
            for result in ("", "Black", "White"):
                game = attrs.evolve(left, ruleset=rules, result=result)
                replay = complete(game).replay()
                wrong = any(each.kind is not FindingKind.RESULT_NOT_RECORDED for each in replay.findings)
                assert (find_contradiction(game) is not None) is wrong, (seed, rules.diff(variants.TYR_11), result)
                told[wrong] += 1
    assert min(told.values()) > 20
