"""Records annotated by a search: comments, glyphs and better lines, beside what the record has."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from hnefatafl import Game, Move, Position, Repetition, Side, variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.notation import archive, json, otn
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Clock, Note
from hnefatafl.rules import Die
from hnefatafl.search import Analysis, Limit, Score, Searcher, annotate

ESCAPE: Final = Position.parse("/2t4/2T4/1t5/K6/t6/7/7/", variants.BRANDUBH, Side.DEFENDERS)
"""The king wins by a4-a1; otherwise the attackers take him by b3-a3."""
BLUNDER: Final = Game(ruleset=variants.BRANDUBH, start=ESCAPE).add([Move.parse("c2-d2"), Move.parse("b3-a3")])
GAMES: Final = Path(__file__).parents[3] / "examples" / "games"


def notes(game: Game) -> list[tuple[str, str]]:
    return [(move.note.glyph, move.note.comment) if move.note else ("", "") for move in game.moves]


def test_a_blunder_is_marked_and_the_better_line_added() -> None:
    game = annotate(BLUNDER, Limit(nodes=500))
    assert notes(game) == [("??", "the attackers win in 1 ply"), ("", "")]
    assert [(one.line, one.at, [str(move) for move in one.moves]) for one in game.variations] == [(0, 0, ["a4-a1"])]
    assert game.variations[0].moves[0].info == "--"
    assert evolve(game, moves=BLUNDER.moves, variations=()) == BLUNDER


def test_the_notes_and_variations_of_the_record_stay() -> None:
    first = BLUNDER.find([Move.parse("c2-d2")])
    assert first is not None
    note = Note(comment="Bold.", clock=Clock(seconds=60), glyph="!?")
    game = BLUNDER.annotate(first, note).add([Move.parse("c2-b2")])
    found = annotate(game, Limit(nodes=500))
    assert found.moves[0].note == Note(
        comment="Bold. (the attackers win in 1 ply)", clock=Clock(seconds=60), glyph="!?"
    )
    assert [str(one.moves[0]) for one in found.variations] == ["c2-b2", "a4-a1"]
    # A better line that the record has already is not added again.
    again = annotate(BLUNDER.add([Move.parse("a4-a1")]), Limit(nodes=500))
    assert len(again.variations) == 1


def test_variations_are_annotated_too_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    side = [Move.parse("c2-b2"), Move.parse("b3-a3")]
    game = BLUNDER.add(side).add([side[0], Move.parse("c1-d1"), Move.parse("b2-c2"), Move.parse("b3-a3")])
    inner = next(node for node in game.walk() if str(node.move) == "b2-c2")
    game = game.annotate(inner, Note(comment="Late.", glyph="!?"))
    assert [(one.line, one.at) for one in game.variations] == [(0, 0), (1, 1)]
    asked: list[Position] = []

    real = Searcher.analyse

    def analyse(searcher: Searcher, position: Position, *arguments: Any, **options: Any) -> Analysis:
        asked.append(position)
        return real(searcher, position, *arguments, **options)

    monkeypatch.setattr(Searcher, "analyse", analyse)
    done: list[tuple[int, int]] = []
    found = annotate(game, Limit(nodes=500), progress=lambda number, count: done.append((number, count)))
    assert done == [(number, 7) for number in range(1, 8)]
    assert len(asked) == 8
    first, second = found.variations[:2]
    assert first.moves[0].note == Note(comment="the attackers win in 1 ply", glyph="??")
    assert second.moves[0].note is not None
    assert second.moves[0].note.comment.startswith("the defenders win in")
    assert second.moves[1].note == Note(comment="Late. (the attackers win in 1 ply)", glyph="!?")
    # The better lines: one for c2-d2 and c2-b2 together, and one for b2-c2; that for c1-d1 is in the record.
    assert sum(str(one.moves[0]) == "a4-a1" for one in found.variations) == 2
    assert len(found.variations) == 4


def test_what_is_annotated_can_be_written_and_read_again() -> None:
    with (GAMES / "brandubh.csv").open(encoding="utf-8") as lines:
        # OTN has no word for a repetition that loses for the defenders.
        rules = variants.BRANDUBH.evolve(repetition=Repetition())
        games = list(archive.parse_games(lines, rules))[:3]
    searcher = Searcher(memory=2)
    for game in games:
        found = annotate(game, Limit(nodes=200), searcher=searcher, longest=3)
        assert all(move.note is not None for move in found.moves[:-1])
        assert max((len(one.moves) for one in found.variations), default=0) <= 3
        assert all(replay.error is None for replay in found.replay_lines())
        for text, parse in ((json.format_game(found), json.parse_game), (otn.format_game(found), otn.parse_game)):
            again = parse(text)
            assert (again.moves, again.variations) == (found.moves, found.variations)


def test_the_good_prefix_of_an_illegal_record_is_annotated() -> None:
    game = Game(ruleset=variants.BRANDUBH, moves=[parse_move("d1-c1"), parse_move("d1-d2")])
    found = annotate(game, Limit(depth=1))
    assert [move.note is None for move in found.moves] == [False, True]
    assert annotate(Game(ruleset=variants.BRANDUBH), Limit(depth=1)) == Game(ruleset=variants.BRANDUBH)


def test_a_record_that_goes_on_after_a_repetition() -> None:
    texts = ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 3
    game = Game(ruleset=variants.BRANDUBH, moves=[parse_move(text) for text in texts])
    assert all(move.note is not None for move in annotate(game, Limit(depth=1)).moves)


def test_rolls_of_a_die() -> None:
    rules = variants.BRANDUBH.evolve(name="with a die", die=Die())
    start = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", rules, Side.DEFENDERS)
    game = Game(ruleset=rules, start=start).roll(2).add([Move.parse("a4-a5")])
    found = annotate(game, Limit(nodes=500))
    assert [move.roll for move in found.moves] == [2]
    assert found.moves[0].note is not None
    assert all(one.moves[0].roll == 2 for one in found.variations)


def test_progress_and_stopping() -> None:
    done: list[tuple[int, int]] = []
    annotate(BLUNDER, Limit(depth=1), progress=lambda number, count: done.append((number, count)))
    assert done == [(1, 2), (2, 2)]
    assert annotate(BLUNDER, Limit(depth=1), stop=lambda: True) == BLUNDER


def test_arguments() -> None:
    with pytest.raises(ArgumentValueError, match="longest: a number from 1 on was expected, not 0"):
        annotate(BLUNDER, Limit(depth=1), longest=0)
    with pytest.raises(ArgumentValueError, match="limit: a limit of seconds, nodes or depth was expected"):
        annotate(BLUNDER, Limit())


@pytest.mark.parametrize(("gap", "glyph"), [(0, ""), (2_000, "!")])
def test_an_only_move_is_much_better_than_any_other(monkeypatch: pytest.MonkeyPatch, gap: int, glyph: str) -> None:
    start = Position.initial(variants.BRANDUBH)
    best = Searcher().analyse(start, Limit(nodes=200)).best
    assert best is not None
    real = Searcher.analyse

    def analyse(searcher: Searcher, position: Position, *arguments: Any, **options: Any) -> Analysis:
        found = real(searcher, position, *arguments, **options)
        if position != start:
            return found
        first, second = found.lines[:2]
        worse = evolve(second, score=Score(side=first.score.side, value=first.score.value - gap))
        return evolve(found, lines=(first, worse))

    monkeypatch.setattr(Searcher, "analyse", analyse)
    assert notes(annotate(Game(ruleset=variants.BRANDUBH).add([best]), Limit(nodes=200)))[0][0] == glyph
