"""The laboratory: what is counted in games, studies, and the race of changes."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from html.parser import HTMLParser
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import KingStrength, NoMove, Position, Region, Shieldwall, Side, Speed, variants
from hnefatafl.board import Termination
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from tafl.arena import Points, Share, openings
from tafl.cli import main
from tafl.lab import (
    BINS,
    LEAD,
    Change,
    Conditions,
    Exploration,
    Observations,
    Strength,
    StrengthResult,
    Study,
    _exploration,
    _observation,
    against_random,
    changes_of,
    explore,
    known_studies,
    observe,
    plainer,
    study,
    winner_of,
)
from tafl.lab._report import tabulate_result

pytestmark = pytest.mark.slow_uncompiled

BRANDUBH: Final = variants.BRANDUBH
FAIR: Final = BRANDUBH.evolve(name="weak king", king=KingStrength.WEAK)
"""At some 60 nodes a move, either side takes about half of the points."""
LOPSIDED: Final = FAIR.evolve(name="one step", speed=Speed(king=1))
"""With a king of one step the attackers take nearly all of them."""


# ------------------------------------------------------------------------------------------------------------- counting


@pytest.mark.parametrize("strength", [Strength(), Strength(nodes=40)])
def test_a_game_is_counted(strength: Strength) -> None:
    seen = observe(BRANDUBH, strength, number=3, options=True)
    (length,) = seen.lengths
    assert seen.moves == length == sum(seen.visits.values())
    assert seen.games == 1
    assert sum(seen.endings.values()) + seen.too_long == 1
    winner = winner_of(BRANDUBH, strength, number=3)
    assert seen.attackers.won == int(winner is Side.ATTACKERS)
    assert seen.searched == int(strength.nodes > 0)
    assert sum(seen.settled) == seen.judged
    assert {kind for _, kind in seen.visits} <= {"attackers", "defenders", "king"}


def test_games_are_cut_off() -> None:
    seen = observe(BRANDUBH, Strength(), number=0, plies=3)
    assert (seen.too_long, seen.moves, seen.attackers.drawn) == (1, 5, 1)  # and two of the opening


def test_the_first_side_of_each_game_is_drawn_where_the_rules_leave_it_to_the_lot() -> None:
    """S001, "Der erste Zug": "Man kann natürlich auch ausknobeln, welche Partei beginnt"."""
    by_lot = FAIR.evolve(name="by lot", first=None)
    begun = [next(openings(by_lot, 0, seed)).turn for seed in range(20)]
    assert set(begun) == set(Side)
    found = study(by_lot, strengths=["random", "20"], games=12, conditions=Conditions(seed=3))
    assert [(result.observations.games, result.swapped) for result in found.results] == [(12, None)] * 2
    alone = [
        study(FAIR.evolve(first=side), strengths=["random"], games=12, conditions=Conditions(seed=3), first_move=False)
        for side in Side
    ]
    assert found.results[0].observations not in [each.results[0].observations for each in alone]
    assert study(by_lot, strengths=["random"], games=12, conditions=Conditions(seed=3)).results[0] == found.results[0]
    assert "the other side begins" not in found.describe()
    strong = {"strong": by_lot.evolve(king=KingStrength.STRONG)}
    assert explore(by_lot, strong, games=40, strength="random").base.attackers.games > 0


def test_who_ends_a_berserk_turn_moves_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Position] = []

    def counted(position: Position, attackers: Points) -> Observations:
        played.append(position)
        return real(position, attackers)

    real: Callable[[Position, Points], Observations] = _observation._count_moves
    monkeypatch.setattr(_observation, "_count_moves", counted)
    stops = 0
    for number in range(4):
        seen = observe(variants.BERSERK, Strength(), number=number, plies=150)
        moves = [each.move for each in Game.from_position(played[-1]).moves]
        assert seen.moves == len(moves)
        assert sum(seen.visits.values()) == sum(move.origin != move.target for move in moves)
        stops += sum(move.is_stop for move in moves)
    assert stops


def test_a_result_does_not_change() -> None:
    counts = {Side.ATTACKERS: Points(won=10), Side.DEFENDERS: Points(won=3, lost=7)}
    result = StrengthResult(strength=Strength(nodes=50), observations=Observations(), against_random=counts)
    counts.clear()
    assert result.unable == (Side.DEFENDERS,)
    assert pickle.loads(pickle.dumps(result)) == result
    assert hash(pickle.loads(pickle.dumps(result))) == hash(result)
    changed: Any = result.against_random
    with pytest.raises(TypeError):
        changed[Side.DEFENDERS] = Points()
    with pytest.raises(ArgumentTypeError, match="against_random: a Points was expected, not 3"):
        StrengthResult(strength=Strength(), observations=Observations(), against_random={Side.ATTACKERS: 3})  # type: ignore[dict-item]


def test_no_two_seeds_share_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do games with the other first side, or against random moves; those of seed 0 are as they always were."""
    seeds: list[int] = []

    def opened(rules: Ruleset, plies: int, seed: int) -> Iterator[Position]:
        seeds.append(seed)
        return openings(rules, plies, seed)

    monkeypatch.setattr("tafl.lab._observation.openings", opened)
    for seed in (0, 1, -1, 2, 7919):
        for number in (0, 1, 7918, 7919, 2 * 7919, 999_999, 1 << 40, (1 << 40) + 999_999):
            observe(BRANDUBH, Strength(), number=number, seed=seed, plies=1)
            if number < 10:
                against_random(BRANDUBH, Strength(nodes=1), Side.ATTACKERS, number=number, seed=seed, plies=1)
    assert len({*seeds}) == len(seeds) == 50
    assert min(seeds) == 0
    assert seeds[:5] == [0, 1 << 41, 1, (1 << 41) + 1, 7918]
    for wrong in (-1, 1 << 41):
        with pytest.raises(ArgumentValueError, match="number: a number from 0 to"):
            observe(BRANDUBH, Strength(), number=wrong)


def test_observations_add_up() -> None:
    """ "Two are added with +; the size does not grow with the games.\""""
    parts = [observe(BRANDUBH, Strength(), number=number) for number in range(6)]
    whole = sum(parts[1:], parts[0])
    assert whole.games == 6
    assert whole.moves == sum(each.moves for each in parts)
    assert whole.endings == {ending: sum(each.endings.get(ending, 0) for each in parts) for ending in whole.endings}
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert len(whole.visits) <= 3 * 49


def test_a_side_that_does_not_beat_random_moves_is_not_judged() -> None:
    """One attacker cannot capture the king; four men around a strong king cannot stop them either."""
    alone = BRANDUBH.evolve(name="alone", start="/3t3/7/3T3/2TKT2/3T3/7/7/", king=KingStrength.STRONG)
    found = study(alone, strengths=["random", "60"], games=10, first_move=False)
    chance, searched = found.results
    assert (chance.against_random, chance.unable) == ({}, ())
    assert {side: points.games for side, points in searched.against_random.items()} == dict.fromkeys(Side, 10)
    assert searched.unable == (Side.ATTACKERS,)
    said = "With 60 nodes the attackers do not even beat random moves: the player cannot judge the rules."
    assert said in found.describe()
    assert "With 60 nodes the defenders have" not in found.describe()
    assert said in found.html()
    told = found.as_json()["results"][1]
    assert (told["unable"], told["against_random"]["defenders"]["games"]) == (["attackers"], 10)
    able = study(BRANDUBH, strengths=["200"], games=10, first_move=False).results[0]
    assert able.unable == ()
    assert able.against_random[Side.ATTACKERS].won >= 9


def test_an_option_is_needed_where_the_game_goes_otherwise_without() -> None:
    """A king who escapes at a corner needs corners; no game of brandubh needs a shieldwall, which it has not."""
    needed = {name for number in range(8) for name in observe(BRANDUBH, Strength(), number=number, options=True).needed}
    assert "corners" in needed
    assert needed <= set(plainer(BRANDUBH))


@given(st.dictionaries(st.integers(0, 300), st.integers(1, 9), min_size=1), st.floats(0, 1))
def test_quantiles_are_lengths_of_games(lengths: dict[int, int], share: float) -> None:
    seen = Observations(attackers=Points(won=sum(lengths.values())), lengths=lengths)
    found = seen.quantile(share)
    assert found in lengths
    assert sum(count for length, count in lengths.items() if length <= found) >= share * seen.games - 1e-6


@pytest.mark.parametrize("text", ["", "0", "-3", "1e3", "fast", "9" * 20])
def test_strange_strengths_are_refused(text: str) -> None:
    with pytest.raises(ArgumentValueError, match="strength"):
        Strength.parse(text)


# -------------------------------------------------------------------------------------------------------------- studies


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_a_study_does_not_depend_on_the_executor(pool: Callable[[int], Executor]) -> None:
    alone = study(BRANDUBH, strengths=["random", "30"], games=5)
    with pool(2) as executor:
        assert study(BRANDUBH, strengths=["random", "30"], games=5, executor=executor) == alone


@pytest.mark.extra("dask")
def test_a_dask_cluster_studies_the_same() -> None:
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=2, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        there = study(BRANDUBH, strengths=["random"], games=5, executor=client.get_executor())
    assert there == study(BRANDUBH, strengths=["random"], games=5)


@pytest.mark.long
def test_a_budget_of_time_is_kept() -> None:
    """All strengths get equally many games, and the clock is the caller's."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 1
        return now

    found = study(BRANDUBH, strengths=["random", "20"], minutes=1, clock=clock)
    one, other = (each.observations.games for each in found.results)
    assert one == other > 0
    assert now < 70


def test_an_interrupt_keeps_what_is_known_studies() -> None:
    def stop(progress: object) -> None:
        if getattr(progress, "games", 0) == 3:
            raise KeyboardInterrupt

    assert sum(each.observations.games for each in study(BRANDUBH, strengths=["random"], progress=stop).results) == 3


@pytest.mark.long
def test_lopsided_rules_are_found_so_and_there_is_a_way_back() -> None:
    """ "a ruleset made lopsided on purpose is found so, and explore finds the way back\""""
    found = study(LOPSIDED, strengths=["60"], games=30, first_move=False)
    assert found.results[0].balance.low > 0.5
    assert "With 60 nodes the attackers have the advantage." in found.describe()
    changes = {
        "shieldwall": LOPSIDED.evolve(shieldwall=Shieldwall()),
        "speed.king = any": FAIR,
        "no_move = draw": LOPSIDED.evolve(no_move=NoMove.DRAW),
    }
    race = explore(LOPSIDED, changes, strength="60", games=400)
    assert [each.label for each in race.nearer] == ["speed.king = any"]
    assert race.base.balance.low > 0.5
    assert "nearer to balance: " in race.describe()


@pytest.mark.long
def test_the_best_changes_get_most_games() -> None:
    """ "most games go to those that are close\""""
    changes = {"speed.king = any": FAIR, "hopeless": LOPSIDED.evolve(no_move=NoMove.DRAW)}
    race = explore(LOPSIDED, changes, strength="30", games=1_200)
    games = {each.label: each.attackers.games for each in race.changes}
    assert games["speed.king = any"] > games["hopeless"]
    assert sum(games.values()) + race.base.attackers.games <= 1_200


def test_a_race_does_not_depend_on_the_executor() -> None:
    changes = {"edge": BRANDUBH.evolve(escape=Region.EDGE)}
    with ThreadPoolExecutor(2) as executor:
        there = explore(BRANDUBH, changes, strength="random", games=80, executor=executor)
    assert there == explore(BRANDUBH, changes, strength="random", games=80)


@pytest.mark.parametrize("most", [0, 3, 40, 79])
def test_a_race_that_is_stopped_is_not_whole(most: int) -> None:
    changes = {"edge": BRANDUBH.evolve(escape=Region.EDGE)}
    asked = [False] * most
    race = explore(BRANDUBH, changes, strength="random", games=80, stop=lambda: not asked or asked.pop())
    assert not race.whole
    assert race.base.attackers.games + race.changes[0].attackers.games == most
    assert explore(BRANDUBH, changes, strength="random", games=80, stop=lambda: False).whole


def test_no_change_takes_the_place_of_the_ruleset() -> None:
    with pytest.raises(ArgumentValueError, match="changes: another name than 'as it is' was expected"):
        explore(BRANDUBH, {"as it is": variants.TABLUT}, strength="random", games=2)


def test_the_end_of_the_time_is_no_interrupt(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "brandubh", "--strengths", "random", "--minutes", "0.005", "--explore"]) == 0
    assert "changes of one option" in capsys.readouterr().out


def test_changes_differ_in_what_they_say() -> None:
    found = changes_of(BRANDUBH)
    assert len(found) > 40
    for label, rules in found.items():
        assert rules != BRANDUBH, label
        assert " = " in label


def test_what_is_within_the_intervals_is_not_claimed() -> None:
    base = Change(label="as it is", ruleset=BRANDUBH, attackers=Points(won=60, lost=40))
    close = Change(label="close", ruleset=BRANDUBH, attackers=Points(won=52, lost=48))
    far = Change(label="far", ruleset=BRANDUBH, attackers=Points(won=900, lost=100))
    found = Exploration(base=base, changes=[close, far], strength=Strength())
    assert found.nearer == ()
    assert "no change is significantly nearer" in found.describe()


def test_wrong_arguments_are_refused() -> None:
    for make in (
        lambda: study(BRANDUBH, strengths=[]),
        lambda: study(BRANDUBH, strengths=["20", "20"]),
        lambda: study(BRANDUBH, games=0),
        lambda: study(BRANDUBH, minutes=0.0),
        lambda: study(BRANDUBH, conditions=Conditions(plies=0)),
        lambda: study(BRANDUBH, games=2, executor=5),  # type: ignore[arg-type]
        lambda: explore(BRANDUBH, {}, games=0),
        lambda: explore(BRANDUBH, {"x": 3}, games=9),  # type: ignore[dict-item]
        lambda: explore(BRANDUBH, {}, conditions=Conditions(plies=0)),
        lambda: Observations().quantile(2.0),
        lambda: Observations().settled_by(-1.0),
        lambda: Points().interval(1.0),
    ):
        with pytest.raises((ArgumentTypeError, ArgumentValueError)):
            make()


@pytest.mark.parametrize(
    ("call", "settings", "message"),
    [
        (study, {"strengths": [200]}, "strengths: a Strength or a text was expected, not 200"),
        (study, {"strengths": "random"}, "strengths: an iterable was expected, not 'random'"),
        (study, {"games": 1.5}, "games: a whole number was expected, not 1.5"),
        (study, {"games": "3"}, "games: a whole number was expected, not '3'"),
        (Conditions, {"seed": "x"}, "seed: a whole number was expected, not 'x'"),
        (Conditions, {"seed": 1.5}, "seed: a whole number was expected, not 1.5"),
        (study, {"minutes": "1"}, "minutes: a number or None was expected, not '1'"),
        (Conditions, {"plies": 10_001}, "plies: a number from 1 to 10000 was expected, not 10001"),
        (Conditions, {"opening_plies": -1}, "opening_plies: a number from 0 to 100 was expected, not -1"),
        (explore, {"strength": 500}, "strength: a Strength or a text was expected, not 500"),
        (explore, {"games": 90.5}, "games: a whole number was expected, not 90.5"),
        (explore, {"changes": [1]}, "changes: a mapping was expected, not [1]"),
        (Conditions, {"opening_plies": 101}, "opening_plies: a number from 0 to 100 was expected, not 101"),
    ],
)
def test_wrong_arguments_are_named(call: Callable[..., object], settings: dict[str, object], message: str) -> None:
    with pytest.raises((ArgumentTypeError, ArgumentValueError)) as caught:
        call(*(() if call is Conditions else (BRANDUBH,)), **settings)
    assert str(caught.value) == message


# -------------------------------------------------------------------------------------------------------------- reports


class Tags(HTMLParser):
    """Whether the tags of a page are closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "circle", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("circle", "rect"):
            assert self.open.pop() == tag


def short() -> Study:
    return study(BRANDUBH, strengths=["random", "30"], games=4)


def test_a_page_needs_no_other_file() -> None:
    found = short()
    race = explore(BRANDUBH, {"edge": BRANDUBH.evolve(escape=Region.EDGE)}, strength="random", games=40)
    page = found.html(race)
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert "http" not in page.replace("http://www.w3.org/", "")
    assert "<script" not in page
    assert "edge" in page


def test_a_page_has_words_for_endings_and_names_squares() -> None:
    page = short().html()
    assert Termination.KING_ESCAPED.sentence in page
    assert Termination.KING_ESCAPED.value not in page
    assert Termination.KING_ESCAPED.value in short().as_json()["results"][0]["endings"]
    for name in (*"abcdefg", *"1234567"):
        assert page.count(f">{name}</text>") == 3, "on each board"


def test_a_name_cannot_break_out_of_the_page() -> None:
    rules = BRANDUBH.evolve(name="<script>alert(1)</script>")
    assert "<script" not in study(rules, strengths=["random"], games=1).html()


@pytest.mark.parametrize("words", [("--minutes", "5"), ("--games", "9"), ("--games", "1", "--explore")])
def test_an_interrupt_shows_what_is_known(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 130, and what is known by then; no exploration follows a study that was interrupted."""
    played = 0
    before = 7 if "--explore" in words else 3

    def interrupted(*arguments: object, **options: object) -> object:
        nonlocal played
        played += 1
        if played > before:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    from tafl.lab import _observation as observation

    real: Callable[..., object] = observation._play_game
    monkeypatch.setattr(observation, "_play_game", interrupted)
    assert main(["study", "brandubh", "--strengths", "random", *words]) == 130
    out = capsys.readouterr().out
    assert "random moves" in out
    assert ("changes of one option" in out) == ("--explore" in words)


def test_games_that_were_cut_off_say_little() -> None:
    words = study(BRANDUBH, strengths=["random"], games=5, conditions=Conditions(plies=5), first_move=False).describe()
    assert "100 % of the games were cut off" in words
    assert "advantage" not in words


def test_rules_that_never_mattered_are_said_in_words() -> None:
    rules = variants.get("hnefatafl-11-edge").evolve(name="house", shieldwall=Shieldwall())
    found = study(rules, strengths=["random"], games=1, conditions=Conditions(plies=4), first_move=False)
    assert {"king", "shieldwall"} <= {*found.idle_options}
    for words in (found.describe(), found.html()):
        assert "This rule never mattered in these games: Shieldwall: an unbroken row of two or more pieces" in words
        assert " (shieldwall)" in words
        assert "This rule never mattered in these games: king (a king on the edge is never captured)" in words


def test_the_data_is_json() -> None:
    told = short().as_json()
    assert json.loads(json.dumps(told)) == told
    assert told["results"][1]["nodes"] == 30
    assert set(told["dead_squares"]) == {"attackers", "defenders", "king", "any"}


def test_known_games_stand_beside() -> None:
    known_studies()["brandubh"]["results"].clear()
    assert known_studies()["brandubh"]["results"]
    assert set(known_studies()) == {"brandubh", "copenhagen", "tablut"}
    words = study(BRANDUBH, strengths=["200"], games=1, first_move=False).describe()
    assert "copenhagen: 200 nodes" in words
    assert "people" in words


def test_the_known_games_can_be_made_anew() -> None:
    """The committed figures come from the committed command, as far as a few games show."""
    committed = known_studies()["brandubh"]["results"][0]
    games = committed["games"]
    made = study(BRANDUBH, strengths=["random"], games=games, first_move=False).results[0].observations
    assert (made.attackers.won, made.attackers.lost) == (committed["attackers"], committed["defenders"])
    assert made.endings.get(Termination.KING_ESCAPED, 0) == committed["endings"]["king-escaped"]


def house(rules: Ruleset) -> Path:
    from hnefatafl.notation import toml

    path = Path("house.toml")
    path.write_text(toml.format_rules(rules), encoding="utf-8")
    return path


def test_the_command_studies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    house(LOPSIDED)
    words = ("study", "house.toml", "--games", "3", "--strengths", "random,20")
    assert main([*words, "-o", "out.html"]) == 0
    alone = capsys.readouterr().out
    assert "if the other side begins" in alone
    assert Path("out.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert main([*words, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    assert main([*words, "-o", "out.html"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--explore", "--explore-games", "100", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["exploration"]["changes"]) > 40
    assert main([*words, "--explore-games", "60"]) == 2
    for strange in ("fast", "20,,30", "20,20"):
        assert main(["study", "house.toml", "--games", "1", "--strengths", strange]) == 2


def test_a_share_of_the_games_is_settled_by_a_part_of_their_moves() -> None:
    """The end of the part in which the last of them is settled."""
    seen = Observations(judged=4, settled=[1, 0, 1, 0, 2, *([0] * 15)])
    assert [seen.settled_by(share) for share in (0, 0.25, 0.5, 0.6, 1)] == [0.05, 0.05, 0.15, 0.25, 0.25]
    assert Observations().settled_by(0.5) is None
    assert Observations(judged=2, settled=[1, *([0] * 19)]).settled_by(1) == 1.0, "one was never settled"


# ---------------------------------------------------------------------------------------------- the lead, and intervals


@pytest.mark.parametrize(
    ("points", "changes"),
    [
        ([0.6, 0.4], 1),
        ([0.59, 0.41, 0.59], 0),
        ([0.6, 0.5, 0.6, 0.41], 0),
        ([0.7, 0.5, 0.3, 0.5, 0.7], 2),
        ([0.3, 0.59, 0.61, 0.41, 0.39], 2),
        ([], 0),
    ],
)
@pytest.mark.parametrize("winner", [None, Side.ATTACKERS])
def test_the_lead_changes_from_one_side_to_the_other(points: list[float], changes: int, winner: Side | None) -> None:
    """ "changes when a side that expected less than two fifths of the points expects more than three fifths" """
    seen = _observation._judge_course(Observations(), points, winner)
    assert (seen.lead_changes, seen.searched) == (changes, 1)
    assert LEAD == 0.6


@pytest.mark.parametrize(
    ("points", "winner", "part"),
    [
        ([0.5, 0.75, 0.8, 0.9], Side.ATTACKERS, 5),
        ([0.9, 0.74, 0.8, 0.9], Side.ATTACKERS, 10),
        ([0.5, 0.25, 0.2, 0.1], Side.DEFENDERS, 5),
        ([0.5, 0.25, 0.26, 0.1], Side.DEFENDERS, 15),
        ([0.9, 0.9, 0.9, 0.1], Side.ATTACKERS, 19),
        ([0.8, 0.8, 0.8, 0.8], Side.ATTACKERS, 0),
    ],
)
def test_a_game_is_settled_where_the_winner_expects_it_for_good(points: list[float], winner: Side, part: int) -> None:
    """ "from the move after which the winner always expects three quarters of the points or more" """
    seen = _observation._judge_course(Observations(), points, winner)
    assert (seen.judged, seen.settled.index(1), sum(seen.settled)) == (1, part, 1)
    assert _observation._judge_course(Observations(), points, None).judged == 0


def told_of(observations: Observations, swapped: Points | None = None) -> dict[str, str]:
    """What a study tells of the games of a strength."""
    return tabulate_result(StrengthResult(strength=Strength(nodes=9), observations=observations, swapped=swapped))


def test_the_interval_of_a_median_is_that_of_its_rank() -> None:
    """The number of games below the median is binomial: 1.96 standard deviations are 0.98 √n. Of the lengths 1 to 100
    these are the 41st and the 60th; the first has no more than 40.2 below it, the second no fewer than 59.8."""
    lengths = dict.fromkeys(range(1, 101), 1)
    seen = Observations(attackers=Points(won=100), lengths=lengths)
    assert told_of(seen)["moves, median"] == "50 [41, 60]"
    assert told_of(Observations(attackers=Points(won=1), lengths={7: 1}))["moves, median"] == "7 [7, 7]"
    settled = Observations(attackers=Points(won=100), judged=100, searched=100, lead_changes=150, settled=[5] * BINS)
    told = told_of(settled)
    assert told["settled, half of the games"] == "by 50 % [45, 60] of the moves"
    assert told["changes of the lead"] == "1.50 a game"


@pytest.mark.parametrize(
    ("won", "swapped", "told"),
    [(70, 30, "40.0 % of the points"), (30, 70, "40.0 % of the points"), (57, 43, "none detected")],
)
def test_a_first_move_advantage_is_beyond_both_intervals(won: int, swapped: int, told: str) -> None:
    """57 of 100 is [47.2, 66.3] %, and 43 of 100 is [33.7, 52.8] %: they meet, although neither holds the other's."""
    seen = Observations(attackers=Points(won=won, lost=100 - won))
    assert told_of(seen, Points(won=swapped, lost=100 - swapped))["first-move advantage"] == told


@pytest.mark.parametrize(
    ("share", "distances"),
    [((0.4, 0.7), (0.0, 0.2)), ((0.6, 0.9), (0.1, 0.4)), ((0.1, 0.3), (0.2, 0.4)), ((0.2, 0.5), (0.0, 0.3))],
)
def test_the_distance_from_balance_has_an_interval(share: tuple[float, float], distances: tuple[float, float]) -> None:
    low, high = share
    found = _exploration._measure_distances(Share(value=(low + high) / 2, low=low, high=high))
    assert found == pytest.approx(distances)


def test_nearer_to_balance_is_said_with_a_correction_for_the_number_of_changes() -> None:
    """ "Bonferroni correction, 5 % in total": what one change of two is, one of a hundred is not."""
    base = Change(label="as it is", ruleset=BRANDUBH, attackers=Points(won=80, lost=20))
    near = Change(label="near", ruleset=BRANDUBH, attackers=Points(won=54, lost=46))
    far = Change(label="far", ruleset=BRANDUBH, attackers=Points(won=20, lost=80))
    for others, nearer in ((1, ("near",)), (100, ())):
        found = Exploration(base=base, changes=[near, *[far] * others], strength=Strength())
        assert tuple(change.label for change in found.nearer) == nearer


def raced(*won: int, rounds: int = 1) -> list[int | None]:
    """When changes leave a race of that many rounds of 20 games, in each of which the attackers win so many."""
    changes = [Change(label=str(at), ruleset=BRANDUBH) for at in range(len(won))]
    race = _exploration._race(changes, Strength(), 20 * len(won) * (rounds + 1))
    for current, tasks in enumerate(islice(race, rounds + 1)):
        if current < rounds:
            for task in tasks:
                points = Points(won=1) if task.number % 20 < won[task.place] else Points(lost=1)
                changes[task.place] = evolve(changes[task.place], attackers=changes[task.place].attackers + points)
    return [change.left for change in changes]


def test_who_is_certainly_not_the_best_leaves_a_race() -> None:
    """After two rounds, 40 of 40 is certainly farther from balance than 20 of 40, and 36 of 40 is not. The base stays,
    and is not what the others are compared with."""
    assert raced(20, 10, 20) == [None, None, None]
    assert raced(20, 10, 20, 18, rounds=2) == [None, None, 2, None]
    assert raced(10, 20, 20, rounds=2) == [None, None, None]


def test_the_error_of_a_race_is_shared_out_to_rulesets_and_rounds() -> None:
    """5 % in total: a round has 1/2, 1/6, 1/12 and so on of it, and a ruleset its part of that."""
    asked: list[float] = []
    real = Points.interval

    def interval(points: Points, confidence: float) -> Share:
        asked.append(confidence)
        return real(points, confidence)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Points, "interval", interval)
        raced(10, 10, 10, 10, rounds=3)
    errors = [1 - confidence for confidence in dict.fromkeys(asked)]
    assert errors == pytest.approx([0.05 / 4 / 2, 0.05 / 4 / 6, 0.05 / 4 / 12])
