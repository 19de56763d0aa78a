"""What the strategies for positions and games draw: captures of both sides, kings taken and escaped, and every ending
that the rules have, after short games and long ones."""

from __future__ import annotations

import doctest
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from hnefatafl import (
    Announcements,
    Board,
    Call,
    Consequence,
    Kind,
    Outcome,
    PieceSet,
    Position,
    Repetition,
    Ruleset,
    Side,
    Termination,
    variants,
)
from hnefatafl.records import Game
from hnefatafl.rules import Die
from hnefatafl.testing import games, positions
from tafl.conformance._cases import missing

pytestmark = pytest.mark.slow_uncompiled

ROOT: Final = Path(__file__).parents[3]
SAME: Final = settings(
    max_examples=400,
    phases=[Phase.generate],
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""Always the same four hundred examples, and no shrinking."""


def alone(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when the king has no men left."""
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


HOUSE: Final = Ruleset(
    name="a small house game",
    size=6,
    start="/2tt2/6/t1TK1t/t2T1t/6/2tt2/",
    throne=None,
    fewest_attackers=3,
    extra_endings=(alone,),
)
"""A game of one's own: an even board, a rule that few games have, and one that no option covers."""
GAMES: Final = {
    rules.name: rules
    for rules in (*map(variants.get, ("brandubh", "copenhagen", "tablut", "sea-battle-9", "berserk")), HOUSE)
}


class Tally:
    """What happens in games and how they end."""

    def __init__(self) -> None:
        self.captures = Counter[Side]()
        self.endings = Counter[str]()
        self.plies = list[int]()
        self.without = Counter[str]()

    def add(self, game: Game) -> None:
        replay = game.replay()
        assert replay.error is None
        for play in replay.played_moves:
            self.captures[play.before.turn] += any(each.piece.kind is not Kind.KING for each in play.captures)
        end, start = replay.position, game.ruleset.start
        self.plies.append(len(game.moves))
        self.endings["none" if end.outcome is None else end.outcome.termination.value] += 1
        for name, pieces in (("attackers", PieceSet.ATTACKERS), ("defenders", PieceSet.DEFENDING_MEN)):
            self.without[name] += end.board.count(pieces) < start.count(pieces)


def tally(rules: Ruleset, reachable: bool = False) -> Tally:
    counted = Tally()

    @SAME
    @given(games(rules, reachable=reachable))
    def look(game: Game) -> None:
        counted.add(game)

    look()
    return counted


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_games_show_what_the_rules_have(name: str) -> None:
    """Of 400 games: captures by both sides, kings taken and escaped, and every ending that the ruleset has."""
    rules = GAMES[name]
    counted = tally(rules)
    assert len(counted.plies) == 400
    assert missing({"endings": counted.endings}, rules).get("endings", []) == []
    assert counted.endings[Termination.KING_CAPTURED.value] >= 3
    assert counted.endings[Termination.KING_ESCAPED.value] >= 20
    assert 50 <= counted.endings["none"] <= 280  # Hypothesis also draws constants of the sources, which change
    # About a tenth of the games shuffle, and some repeat a position without that.
    assert 16 <= counted.endings[Termination.REPETITION.value] <= 72
    assert min(counted.captures[side] for side in Side) >= 100
    assert min(counted.without.values()) >= 200
    assert sum(plies > 20 for plies in counted.plies) >= 15
    assert sum(plies <= 3 for plies in counted.plies) >= 120


@pytest.mark.long
@pytest.mark.parametrize("name", ["brandubh", "sea-battle-9"])
def test_reachable_games_begin_with_the_start_layout(name: str) -> None:
    rules = GAMES[name]

    @SAME
    @given(games(rules, 60, reachable=True), positions(rules, 60, reachable=True))
    def look(game: Game, position: Position) -> None:
        assert game.initial_position == Position.initial(rules, game.initial_position.turn)
        assert len(game.moves) <= 60
        assert position.ply <= 60
        assert all(
            position.board.count(PieceSet.of([piece])) <= rules.start.count(PieceSet.of([piece]))
            for piece in rules.pieces.pieces
        )

    look()
    counted = tally(rules, reachable=True)
    assert counted.endings[Termination.KING_CAPTURED.value] >= 3
    assert counted.endings[Termination.KING_ESCAPED.value] >= 10


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (variants.HNEFATAFL_11.evolve(name="with a die", first=None, die=Die()), {None, *range(1, 7)}),
        (
            variants.TABLUT.evolve(name="with calls", announcements=Announcements(way_out=Call.MUST, binding=True)),
            {"announced: True", "announced: False"},
        ),
    ],
    ids=["rolls", "announcements"],
)
def test_rolls_and_omitted_announcements_are_drawn(rules: Ruleset, wanted: set[object]) -> None:
    seen = Counter[object]()

    @SAME
    @given(games(rules))
    def look(game: Game) -> None:
        seen.update(move.roll for move in game.moves)
        seen.update(f"announced: {move.announced}" for move in game.moves)

    look()
    assert wanted <= seen.keys()


def test_limits_are_met_where_no_repetition_ends_the_game() -> None:
    rules = variants.BRANDUBH.evolve(
        name="no repetition", repetition=Repetition(consequence=Consequence.IGNORED), quiet_limit=20, move_limit=60
    )
    assert {"quiet-limit", "move-limit"} <= tally(rules).endings.keys()


def captured(position: Position) -> bool:
    return position.outcome is not None and position.outcome.termination is Termination.KING_CAPTURED


STEADY: Final = settings(max_examples=400, derandomize=True, database=None, deadline=None)


def test_planted_examples_shrink() -> None:
    """To the pieces that matter, and a move."""
    position = find(positions(variants.BRANDUBH), lambda found: captured(found) and found.ply <= 3, settings=STEADY)
    assert position.ply <= 1
    assert len(position.board) <= 6


@pytest.mark.long
def test_games_shrink() -> None:
    """To the few moves that matter."""
    assert find(positions(variants.BRANDUBH, reachable=True), captured, settings=STEADY).ply <= 12


# ------------------------------------------------------------------------------------------------ documented examples


def example_of_the_page(change: Callable[[str], str]) -> None:
    """Run the statements of the page up to the property, each changed."""
    text = (ROOT / "docs" / "fuzzing.rst").read_text("utf-8")
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        if "check_ruleset" not in example.source and "report" not in example.source:
            exec(compile(change(example.source), "fuzzing.rst", "single"), names)
        if example.source == "test_few_attackers_have_lost()\n":
            return
    raise AssertionError("the page has no such example")


@pytest.mark.long
def test_the_property_of_the_page_fails_without_its_rule() -> None:
    example_of_the_page(str)
    rule = ", fewest_attackers=3"
    assert rule in (ROOT / "docs" / "fuzzing.rst").read_text("utf-8")
    with pytest.raises(AssertionError):
        example_of_the_page(lambda source: source.replace(rule, ""))


def test_the_property_of_the_script_fails_without_its_rule() -> None:
    text = (ROOT / "examples" / "fuzz_variant.py").read_text("utf-8")
    rule = 'name="lonely magpie", extra_endings=(lonely,)'
    assert rule in text

    def hold(source: str) -> None:
        names: dict[str, Any] = {"__name__": "fuzz_variant"}
        exec(compile(source, "fuzz_variant.py", "exec", dont_inherit=True), names)
        names["a_king_who_plays_on_is_not_alone"]()

    hold(text)
    with pytest.raises(AssertionError):
        hold(text.replace(rule, 'name="magpie as it is"'))
