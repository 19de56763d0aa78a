"""Matches of players: the numbers, the games, the files, and what happens when something fails."""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Move, Position, Side, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, RecordError
from hnefatafl.rules import Die
from hnefatafl.search import AlphaBeta, Greedy
from tafl.arena import (
    Contest,
    ContestGame,
    MatchResult,
    Pairs,
    Points,
    Sprt,
    openings,
    play,
    play_match,
    read_games,
    read_records,
    share_of,
    write_contest,
    write_game,
)
from tafl.cli import main
from tafl.engine import (
    EngineDiedError,
    EngineMoveError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    ProtocolError,
)

pytestmark = pytest.mark.slow_uncompiled

BRANDUBH: Final = variants.BRANDUBH
DICE: Final = variants.get("tablut-linnaeus").evolve(name="dice", die=Die())
CONTEST: Final = Contest(players=("greedy", "random"), ruleset=BRANDUBH, games=12)


# ------------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    "chances",
    [(0.1, 0.2, 0.4, 0.2, 0.1), (0, 0, 0.2, 0.3, 0.5), (0.3, 0, 0.4, 0, 0.3), (0, 0.05, 0.9, 0.05, 0)],
)
@pytest.mark.parametrize("number", [20, 100])
def test_intervals_of_95_percent_cover_95_percent(chances: tuple[float, ...], number: int) -> None:
    """The documentation says: "All intervals are for 95 %". 800 matches each; four standard errors are 3 %."""
    chance = Random(f"{chances} {number}")
    mean = sum(each * at / 4 for at, each in enumerate(chances))
    covered = 0
    for _ in range(800):
        found = chance.choices(range(5), chances, k=number)
        share = Pairs(counts=[found.count(each) for each in range(5)]).share
        covered += share.low <= mean <= share.high
    assert covered / 800 >= 0.92
    assert covered / 800 <= (1 if 0 in chances else 0.98)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_intervals_of_single_games_cover_95_percent(share: float) -> None:
    chance = Random(share)
    covered = 0
    for _ in range(800):
        won = sum(chance.random() < share for _ in range(60))
        found = Points(won=won, lost=60 - won).share
        covered += found.low <= share <= found.high
    assert 0.92 <= covered / 800 <= 0.985


@pytest.mark.parametrize(("share", "right"), [(0.5, False), (0.5857, True)])
def test_the_sequential_test_errs_as_rarely_as_it_says(share: float, right: bool) -> None:
    """0 and 60 Elo are shares of 50 and 58.57 %; with errors of 5 % some 200 of 4,000 matches may go wrong."""
    test = Sprt(elo0=0, elo1=60)
    chance = Random(share)
    wrong = 0
    for _ in range(150):
        counts = [0] * 5
        decided: bool | None = None
        while decided is None:
            for _ in range(5):
                counts[2 * (chance.random() < share) + 2 * (chance.random() < share)] += 1
            decided = test.decide(Pairs(counts=counts))
        wrong += decided is not right
    assert wrong / 150 < 0.11  # 5 %, and more than three standard errors


def test_pairs_know_more_than_single_games() -> None:
    """Where an opening decides, each player wins one of its two games, and the player's strength is known well."""
    pairs = Pairs(counts=(0, 0, 100, 0, 0)).share
    single = Points(won=100, lost=100).share
    assert pairs.value == single.value == 0.5
    assert pairs.high - pairs.low < (single.high - single.low) / 2


@given(st.lists(st.integers(0, 1000), min_size=5, max_size=5))
def test_the_numbers_agree_with_one_another(counts: list[int]) -> None:
    """A player and its opponent have results that add up."""
    one, other = Pairs(counts=counts), Pairs(counts=counts[::-1])
    assert one.share.value + other.share.value == pytest.approx(1)
    assert one.share.low + other.share.high == pytest.approx(1)
    assert 0 <= one.share.low <= one.share.value <= one.share.high <= 1
    assert one.likelihood + other.likelihood == pytest.approx(1)
    assert one.elo.low <= one.elo.value <= one.elo.high
    assert Sprt(elo0=-20, elo1=20).ratio(one) == pytest.approx(-Sprt(elo0=-20, elo1=20).ratio(other), abs=1e-6)


def test_the_bounds_of_a_sequential_test_are_those_of_its_errors() -> None:
    """Wald: log(beta / (1 - alpha)) and log((1 - beta) / alpha)."""
    assert Sprt(alpha=0.1, beta=0.2).bounds == pytest.approx((math.log(2 / 9), math.log(8)))


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5))
def test_the_likelihood_and_the_interval_are_of_one_model(counts: list[int]) -> None:
    """ "So it is above 97.5 % where the whole interval lies above one half, and nowhere else.\""""
    pairs = Pairs(counts=counts)
    for certain, above in ((pairs.likelihood, pairs.share.low > 0.5), (1 - pairs.likelihood, pairs.share.high < 0.5)):
        if abs(certain - 0.975) > 1e-9:
            assert (certain > 0.975) == above
    assert (pairs.elo.low > 0) == (pairs.share.low > 0.5)


@pytest.mark.parametrize("number", [3, 10, 40])
@pytest.mark.parametrize(
    "chances",
    [(0.25, 0, 0.5, 0, 0.25), (0.5, 0, 0, 0, 0.5), (0.1, 0.2, 0.4, 0.2, 0.1), (0, 0, 1, 0, 0), (0, 0.1, 0.8, 0.1, 0)],
)
def test_equal_players_are_rarely_told_apart(chances: tuple[float, ...], number: int) -> None:
    """A likelihood of 97.5 % is exceeded in 2.5 % of the matches of equals. 2,000 each, and 4 standard errors."""
    chance = Random(f"{chances} {number}")
    wrong = 0
    for _ in range(2000):
        found = chance.choices(range(5), chances, k=number)
        wrong += Pairs(counts=[found.count(each) for each in range(5)]).likelihood > 0.975
    assert wrong / 2000 < 0.025 + 4 * (0.025 * 0.975 / 2000) ** 0.5


def test_six_wins_are_not_certain() -> None:
    """Three pairs leave a strength below that of the other open, and say so in one way."""
    pairs = Pairs(counts=(0, 0, 0, 0, 3))
    assert str(pairs.elo) == "above -43, without an upper bound"
    assert 0.95 < pairs.likelihood < 0.975
    assert str(Pairs(counts=(3, 0, 0, 0, 0)).elo) == "below 43, without a lower bound"
    assert str(Pairs().elo) == "unknown"
    assert Pairs().likelihood == 0.5


def test_wrong_numbers_are_refused() -> None:
    for make in (
        lambda: Pairs(counts=(1, 2)),
        lambda: Pairs(counts=(-1, 0, 0, 0, 0)),
        lambda: Points(won=-1),
        lambda: Sprt(elo0=5, elo1=5),
        lambda: Sprt(alpha=0.0),
        lambda: Contest(players=("greedy", "random"), ruleset=BRANDUBH, games=3),
        lambda: Contest(players=("greedy", "gredy"), ruleset=BRANDUBH),
        lambda: Contest(players=("greedy", "random"), ruleset=BRANDUBH, plies=0),
        lambda: Contest(players=("greedy", 5), ruleset=BRANDUBH),  # type: ignore[arg-type]
        lambda: Contest(players=("greedy", "random"), ruleset=7),  # type: ignore[arg-type]
        lambda: Contest(players=("greedy", "random"), ruleset=BRANDUBH, limit=3),  # type: ignore[arg-type]
        lambda: Contest(players=("greedy", "random"), ruleset=BRANDUBH, openings=[Position.initial(DICE)]),
        lambda: CONTEST.play(executor=5),  # type: ignore[arg-type]
        lambda: openings(BRANDUBH, -1),
        lambda: play(Greedy(), Greedy(), Position.initial(BRANDUBH), plies=0),
        lambda: play(Greedy(), Greedy(), Position.initial(BRANDUBH), solving=-1),
    ):
        with pytest.raises((ArgumentTypeError, ArgumentValueError)):
            make()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"openings": ["d1-c1"]}, "openings: a Position was expected, not 'd1-c1'"),
        ({"opening_plies": 2.5}, "opening_plies: a whole number was expected, not 2.5"),
        ({"names": ["greedy", 5]}, "names: a text was expected, not 5"),
        ({"names": ["greedy"]}, "names: as many as players were expected, not 1"),
        ({"margin": 0}, "margin: a number of seconds above 0 was expected, not 0"),
        ({"opening_plies": -1}, "opening_plies: a number from 0 to 1000 was expected, not -1"),
        ({"games": 0}, "games: a number from 2 to 1000000 was expected, not 0"),
    ],
)
def test_a_contest_checks_its_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises((ArgumentTypeError, ArgumentValueError)) as caught:
        Contest(players=("greedy", "random"), ruleset=BRANDUBH, **settings)
    assert str(caught.value) == message


# --------------------------------------------------------------------------------------------------------------- games


def test_each_opening_is_played_with_both_sides() -> None:
    games = list(CONTEST.play())
    assert [game.number for game in games] == list(range(12))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.moves.split()[:4] == second.moves.split()[:4]
        assert (first.a_attacks, second.a_attacks) == (True, False)
    assert len({tuple(game.moves.split()[:4]) for game in games}) == 6


def test_openings_differ_as_long_as_there_are_others() -> None:
    """ "All differ, as long as there are others; where there are few, they come again.\""""
    count = len(Position.initial(BRANDUBH).legal_moves())
    found = [position.board for position in islice(openings(BRANDUBH, 1), count + 20)]
    assert len(set(found)) == count
    assert len(set(islice((position.board for position in openings(BRANDUBH, 0)), 5))) == 1


def test_dice_are_rolled() -> None:
    games = list(Contest(players=("random", "greedy"), ruleset=DICE, games=4, opening_plies=10).play())
    assert any(":" in game.moves for game in games)
    for game in games:
        assert game.record(CONTEST_WITH_DICE).replay().error is None


CONTEST_WITH_DICE: Final = Contest(players=("random", "greedy"), ruleset=DICE, games=4, opening_plies=10)


def test_the_result_adds_up() -> None:
    result = play_match("greedy", "random", BRANDUBH, games=12)
    assert result.games == 12
    assert result.as_attackers.games == result.as_defenders.games == result.pairs.pairs == 6
    assert sum(result.endings.values()) == 12
    assert result.total.points == pytest.approx(2 * 6 * result.pairs.share.value)
    assert json.loads(json.dumps(result.as_json()))["games"] == 12
    assert "12 games" in str(result)


def test_a_limit_of_plies_is_a_draw() -> None:
    result = play_match("random", "random", BRANDUBH, games=2, plies=1)
    assert (result.total.drawn, dict(result.endings)) == (2, {"plies": 2})


def test_proofs_end_games() -> None:
    """A solved game has a winner that the rules have not declared yet, and that a search confirms."""
    games = list(Contest(players=("random", "random"), ruleset=BRANDUBH, games=6, solving=300).play())
    solved = [game for game in games if game.ending == "solved"]
    assert solved
    assert all(game.termination is None and game.winner is not None for game in solved)


def illegal(position: Position) -> Move | None:
    return Move.parse("a1-a1")


def rolling(position: Position) -> Move | None:
    return None


@pytest.mark.parametrize("bad", [illegal, rolling])
def test_who_plays_illegally_loses(bad: Callable[[Position], Move | None]) -> None:
    games = list(Contest(players=("greedy", bad), ruleset=BRANDUBH, games=2).play())
    assert [(game.ending, game.points) for game in games] == [("forfeit", 1.0)] * 2
    assert all(game.reason and game.cause == "illegal" for game in games)


@pytest.mark.needs_host
def test_an_engine_that_cannot_be_started_loses() -> None:
    game = next(Contest(players=("greedy", "ugi:no-such-program"), ruleset=BRANDUBH, games=2).play())
    assert (game.ending, game.cause) == ("forfeit", "died")
    assert "no-such-program" in game.reason


def failing(error: Exception) -> Callable[[Position], Move | None]:
    def choose(position: Position) -> Move | None:
        raise error

    return choose


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (EngineTimeoutError("bestmove", 5), "timeout"),
        (EngineDiedError("bestmove", 1), "died"),
        (EngineRefusedError("go", "no licence"), "refused"),
        (ProtocolError("endless lines"), "protocol"),
        (EngineMoveError("a1-a1", "no piece"), "illegal"),
        (EngineResignedError("resigns", "it has lost"), "resigned"),
    ],
)
def test_forfeits_are_counted_by_player_and_cause(error: Exception, cause: str) -> None:
    result = play_match("greedy", failing(error), BRANDUBH, games=4, names=("greedy", "bad"))
    assert (dict(result.a_forfeits), dict(result.b_forfeits)) == ({}, {cause: 4})
    other = play_match(failing(error), "greedy", BRANDUBH, games=2)
    assert (dict(other.a_forfeits), dict(other.b_forfeits)) == ({cause: 2}, {})
    assert f"forfeits of bad: {cause} 4" in str(result)
    assert result.as_json()["forfeits"] == {"a": {}, "b": {cause: 4}}
    assert result.failed is (cause != "resigned")
    assert pickle.loads(pickle.dumps(evolve(result, contest=CONTEST))).b_forfeits == {cause: 4}


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (Points(won=4), "too few decisive games for a likelihood (4 of the 10 needed)"),
        (Points(won=9, drawn=20), "too few decisive games for a likelihood (9 of the 10 needed)"),
        (Points(won=9, lost=1), "likelihood that greedy is stronger "),
    ],
)
def test_a_likelihood_takes_ten_decisive_games(games: Points, said: str) -> None:
    """By the usual rule of the normal distribution: five expected wins and losses of equal players."""
    result = MatchResult(
        contest=Contest(players=("greedy", "random"), ruleset=BRANDUBH),
        as_attackers=games,
        pairs=Pairs(counts=(0, 0, 1, 0, 2)),
    )
    assert said in str(result)
    assert (result.likelihood is None) == (result.decisive < 10)
    assert result.as_json()["likelihood"] == result.likelihood


def test_a_match_of_failures_says_nothing_of_strength() -> None:
    """ "Such a match says nothing of strength": no Elo, no likelihood, no decision of a test."""
    sprt = Sprt(elo0=0, elo1=20)
    result = play_match("greedy", failing(EngineDiedError()), BRANDUBH, games=60, sprt=sprt)
    assert (result.games, result.failures, result.decided) == (60, 60, None)
    assert str(result.elo) == "unknown"
    assert (result.as_json()["elo"], result.as_json()["likelihood"]) == (None, None)
    assert "says nothing of strength: 60 of 60 games ended because a player failed" in str(result)
    assert "Elo" not in str(result)


@pytest.mark.parametrize(("failures", "failed"), [(0, False), (1, False), (4, False), (5, True), (10, True)])
def test_half_of_the_games_are_too_many_failures(failures: int, failed: bool) -> None:
    """ "Whether half of the games or more ended because a player failed." """
    result = MatchResult(contest=CONTEST)
    for number in range(10):
        end = {"ending": "forfeit", "cause": "timeout"} if number < failures else {"ending": "rules"}
        result = result.add(ContestGame(number=number, winner=Side.ATTACKERS, moves="", **end))  # type: ignore[arg-type]
    assert (result.failures, result.failed) == (failures, failed)
    assert (str(result.elo) == "unknown") is failed


def test_what_is_no_move_is_an_error_of_the_caller() -> None:
    with pytest.raises(ArgumentTypeError, match="Move or None"):
        next(Contest(players=("greedy", lambda position: "d1-d2"), ruleset=BRANDUBH).play())  # type: ignore[arg-type,return-value]


def test_a_player_begins_each_game_afresh() -> None:
    """ "Each game has a fresh copy of an object": a table of earlier games would change its moves."""
    player = AlphaBeta(nodes=400)
    contest = Contest(players=(player, "greedy"), ruleset=BRANDUBH, games=6)
    games = list(contest.play())
    assert list(contest.play(played=games[:3]))[3:] == games[3:]


def test_a_test_ends_the_match() -> None:
    result = play_match("alphabeta:nodes=50", "random", BRANDUBH, games=400, sprt=Sprt(elo0=0, elo1=100))
    assert result.decided is True
    assert result.games < 100
    assert "at least +100" in str(result)
    assert play_match("random", "random", BRANDUBH, games=4, sprt=Sprt()).decided is None


# ----------------------------------------------------------------------------------------------------------- executors


@pytest.mark.needs_host
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_the_games_do_not_depend_on_the_executor(pool: Callable[[int], Executor]) -> None:
    """ "The same games are played with any executor.\""""
    contest = Contest(players=("alphabeta:nodes=60", "greedy"), ruleset=BRANDUBH, games=10)
    with pool(2) as executor:
        assert list(contest.play(executor=executor)) == list(contest.play())


@pytest.mark.extra("dask")
def test_a_dask_cluster_plays_the_same_games() -> None:
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=2, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        there = list(CONTEST.play(executor=client.get_executor()))
    assert there == list(CONTEST.play())


class Counting:
    """A player with a state: it counts its moves, and plays the move of that number."""

    def __init__(self) -> None:
        self.count = 0

    def choose(self, position: Position) -> Move | None:
        self.count += 1
        moves = sorted(position.legal_moves())
        return moves[self.count % len(moves)]


@pytest.mark.needs_host
def test_each_game_has_a_player_as_it_was_given() -> None:
    """ "they are the same with any executor, and the object itself does not change" """
    counting = Counting()
    contest = Contest(players=(counting, "greedy"), ruleset=BRANDUBH, games=4, plies=20)
    alone = list(contest.play())
    with ProcessPoolExecutor(2) as executor:
        assert list(contest.play(executor=executor)) == alone
    assert counting.count == 0


def test_a_function_keeps_its_state() -> None:
    counting = Counting()
    play_match(counting.choose, "greedy", BRANDUBH, games=2, plies=6)
    assert counting.count > 0


def test_a_player_that_cannot_be_copied_is_refused() -> None:
    class Locked(Counting):
        lock = None

        def __deepcopy__(self, memo: object) -> Locked:
            raise TypeError("cannot pickle '_thread.lock' object")

    with pytest.raises(ArgumentTypeError, match=r"^players: a player that can be copied was expected.*_thread"):
        Contest(players=("greedy", Locked()), ruleset=BRANDUBH)


def test_players_are_named_after_what_they_are() -> None:
    def local(position: Position) -> Move | None:
        return min(position.legal_moves(), default=None)

    def name(given: Any) -> str:
        return Contest(players=(given, "greedy"), ruleset=BRANDUBH).names[0]

    assert name(" greedy ") == "greedy"
    assert name(local) == "local"
    assert name(Counting()) == "Counting"
    assert name(Counting().choose) == "Counting.choose"
    assert name(partial(local)) == "partial"
    assert name(Greedy(seed=3)) == "Greedy(seed=3)"


class Dying:
    """A player that kills its process once, and otherwise plays as a greedy one does."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def choose(self, position: Position) -> Move | None:
        try:
            self.mark.unlink()
        except FileNotFoundError:
            return Greedy().choose(position)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


@pytest.mark.needs_host
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    contest = Contest(players=(Dying(mark), "random"), ruleset=BRANDUBH, games=12, names=("greedy", "random"))
    made: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        made.append(ProcessPoolExecutor(2))
        return made[-1]

    try:
        games = list(contest.play(executor=make))
    finally:
        for pool in made:
            pool.shutdown()
    assert len(made) == 2
    assert not mark.exists()
    assert games == list(contest.play())


class Deadly:
    """A player that always kills its process."""

    def choose(self, position: Position) -> Move | None:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


@pytest.mark.needs_host
def test_workers_that_always_die_end_the_match() -> None:
    contest = Contest(players=(Deadly(), "random"), ruleset=BRANDUBH, games=2, names=("deadly", "random"))
    made: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        made.append(ProcessPoolExecutor(1))
        return made[-1]

    with pytest.raises(BrokenExecutor):
        list(contest.play(executor=make))
    assert len(made) == 4
    with ProcessPoolExecutor(1) as pool, pytest.raises(BrokenExecutor):
        list(contest.play(executor=pool))


# --------------------------------------------------------------------------------------------------------------- files


def lines_of(contest: Contest, games: int) -> list[str]:
    return [write_contest(contest), *map(write_game, islice(contest.play(), games))]


def test_a_match_goes_on_from_its_file() -> None:
    played = read_games(lines_of(CONTEST, 5), CONTEST)
    assert list(CONTEST.play(played=played)) == list(CONTEST.play())
    assert len(read_games([*lines_of(CONTEST, 5)[:-1], '{"number": 4, "win'], CONTEST)) == 4
    assert [game.replay().error for game in read_records(lines_of(CONTEST, 3), CONTEST)] == [None] * 3


def test_records_begin_where_the_openings_do() -> None:
    """And a file is of another match if its openings began elsewhere; but earlier versions do not say where."""
    rules = BRANDUBH
    begun = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", rules, Side.DEFENDERS)
    given = [begun, begun.play(sorted(begun.legal_moves())[0]), Position.initial(rules).play("d1-c1")]
    contest = Contest(players=("random", "random"), ruleset=rules, games=8, openings=given, plies=20)
    lines = lines_of(contest, 8)
    for number, game in enumerate(read_records(lines, contest)):
        replay, opening = game.replay(), given[number // 2 % 3]
        assert replay.error is None
        assert opening in replay.position.history()
    assert [each is None for each in contest.starts] == [False, False, True]
    other = evolve(contest, openings=[Position.initial(rules), *given[1:]])
    with pytest.raises(RecordError, match="the file is of other games: starts is"):
        read_games(lines, other)
    head = json.loads(lines[0])
    del head["starts"]
    assert len(read_games([json.dumps(head), *lines[1:]], contest)) == 8
    assert "starts" not in json.loads(write_contest(CONTEST))


@pytest.mark.parametrize("die", [None, Die(faces=2)])
def test_records_can_be_replayed_where_the_lot_says_who_begins(die: Die | None) -> None:
    contest = Contest(players=("random", "random"), ruleset=BRANDUBH.evolve(first=None, die=die), games=12, plies=9)
    begun: set[Side] = set()
    for each in contest.play():
        replay = each.record(contest).replay()
        assert replay.error is None
        assert replay.position.outcome is None or replay.position.outcome.winner is each.winner
        begun.add(replay.position.history()[0].turn)
    assert begun == {*Side}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1"),
        (["[]"], "a JSON object was expected"),
        (['{"format": "hnefatafl game 1"}'], "format"),
        ([write_contest(evolve(CONTEST, seed=3))], "seed is 3 there, and not 0"),
        ([*lines_of(CONTEST, 1), "{}", "{}"], "line 3"),
        (
            [write_contest(CONTEST), '{"number": 0, "winner": "attackers", "ending": "forfeit", "moves": ""}', "{}"],
            "line 2: cause: one of illegal, timeout,",
        ),
        ([*lines_of(CONTEST, 1), *lines_of(CONTEST, 2)[1:]], "game 1 was expected, not 0"),
    ],
)
def test_other_files_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_games(lines, CONTEST)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"winner": "x"}, ArgumentTypeError),
        ({"ending": "x"}, ArgumentValueError),
        ({"termination": "x"}, ArgumentTypeError),
        ({"cause": "timeout"}, ArgumentValueError),
        ({"ending": "forfeit", "cause": "x"}, ArgumentValueError),
    ],
)
def test_the_values_of_a_game_are_checked(wrong: dict[str, Any], kind: type[Exception]) -> None:
    given: dict[str, Any] = {"number": 0, "winner": None, "ending": "plies", "moves": "", **wrong}
    with pytest.raises(kind, match=[*wrong][-1]):
        ContestGame(**given)


def test_games_that_do_not_follow_one_another_are_refused() -> None:
    game = ContestGame(number=3, winner=None, ending="plies", moves="")
    with pytest.raises(ArgumentValueError, match="played"):
        CONTEST.play(played=[game])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: (
            st.lists(each)
            | st.dictionaries(
                st.sampled_from(["number", "winner", "ending", "moves", "termination", "cause", "reason"]), each
            )
        ),
    )
)
def test_strange_lines_are_refused_in_words(data: object) -> None:
    lines = [write_contest(CONTEST), json.dumps(data), ""]
    with suppress(RecordError):
        read_games(lines, CONTEST)


# ------------------------------------------------------------------------------------------------------------- command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ARENA: Final = ("arena", "brandubh", "greedy", "random")


@pytest.mark.needs_host
def test_the_command_plays_and_goes_on(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--games", "6", "--jobs", "2"]) == 0
    whole = capsys.readouterr().out
    assert main([*ARENA, "--games", "2", "-o", "m.jsonl"]) == 0
    with Path("m.jsonl").open("a") as file:
        file.write('{"number": 2, "wi')
    capsys.readouterr()
    assert main([*ARENA, "--games", "6", "-o", "m.jsonl"]) == 0
    out, err = capsys.readouterr()
    assert out == whole
    assert "goes on after 2 games" in err
    assert len(Path("m.jsonl").read_text().splitlines()) == 7
    assert main([*ARENA, "--games", "6", "-o", "m.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6


def test_a_first_line_that_breaks_off_is_written_anew(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """But a file of something else stays, also one without a line end."""
    file = Path("m.jsonl")
    words = [*ARENA, "--games", "2", "-o", "m.jsonl"]
    assert main(words) == 0
    whole = file.read_text("utf-8")
    for kept in (whole[:40], whole[: whole.index("\n")], whole[: whole.index("\n") + 1], whole[:-1]):
        file.write_text(kept, "utf-8")
        assert main(words) == 0
        assert file.read_text("utf-8") == whole
    file.write_text("something else", "utf-8")
    assert main(words) == 2
    assert file.read_text("utf-8") == "something else"


def test_the_command_refuses_in_words(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.jsonl").write_text("something else\n")
    for words, said in (
        ((*ARENA, "-o", "other.jsonl"), "other.jsonl"),
        ((*ARENA, "--sprt", "20", "0"), "--sprt"),
        (("arena", "brandubh", "greedy", "gredy"), "did you mean greedy"),
        (("arena", "brandub7", "greedy", "random"), "brandub7"),
    ):
        assert main(words) == 2
        assert said in capsys.readouterr().err
    assert Path("other.jsonl").read_text() == "something else\n"


@pytest.mark.needs_host
def test_the_command_tells_of_players_that_fail(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "brandubh", "greedy", "ugi:no-such-program", "--games", "2", "-o", "m.jsonl"]
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert "forfeit 2" in out
    assert "forfeits of ugi:no-such-program: died 2" in out
    assert "Elo" not in out
    assert "game 0, greedy against ugi:no-such-program" in err
    assert "no result: 2 of 2 games ended because a player failed" in err
    assert main([*words, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["failed"], found["elo"], found["forfeits"]["b"]) == (True, None, {"died": 2})


def test_an_interrupt_shows_what_is_known(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add = MatchResult.add

    def interrupted(result: MatchResult, game: ContestGame) -> MatchResult:
        if result.games == 3:
            raise KeyboardInterrupt
        return add(result, game)

    monkeypatch.setattr(MatchResult, "add", interrupted)
    assert main([*ARENA, "--games", "6", "-o", "m.jsonl"]) == 130
    assert "3 games" in capsys.readouterr().out
    assert len(Path("m.jsonl").read_text().splitlines()) == 4


def test_the_sides_are_told_apart() -> None:
    """The attackers' points, whoever plays them."""
    result = play_match("random", "random", BRANDUBH, games=8)
    games = list(Contest(players=("random", "random"), ruleset=BRANDUBH, games=8).play())
    assert result.attackers.won == sum(game.winner is Side.ATTACKERS for game in games)


def test_a_draw_is_half_a_point_for_either_side() -> None:
    assert [Points.of(winner, Side.ATTACKERS) for winner in (Side.ATTACKERS, None, Side.DEFENDERS)] == [
        Points(won=1),
        Points(drawn=1),
        Points(lost=1),
    ]
    # The variance of a point: with ten draws of twenty it is half of that of wins and losses alone.
    assert Points(won=5, drawn=10, lost=5).share == share_of(0.5, 0.125, 20)
    assert Points(won=10, lost=10).share == share_of(0.5, 0.25, 20)
