"""Tournaments: who meets whom, the ratings, bots that misbehave, files that go on, and the page."""

from __future__ import annotations

import asyncio
import errno
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Move, Position, Side, variants
from hnefatafl.errors import ArgumentValueError, NotExpressibleError, RecordError
from hnefatafl.rules import Die
from hnefatafl.search import Limit
from tafl.arena import (
    Contest,
    ContestGame,
    Elo,
    Pairs,
    Sprt,
    Standings,
    html_tournament,
    play_match,
    play_tournament,
    read_games,
    write_contest,
    write_game,
)
from tafl.cli import main
from tafl.engine import EngineDiedError, EngineNotStartedError, EnginePlayer, EngineRefusedError, is_bot, player

pytestmark = pytest.mark.slow_uncompiled

BRANDUBH: Final = variants.BRANDUBH
THREE: Final = Contest(players=("greedy", "random", "random:seed=7"), ruleset=BRANDUBH, games=4, plies=60)


def standings_of(results: Sequence[tuple[int, int, Pairs]], count: int) -> Standings:
    """Standings with these pairs of games; pairings that are not named have not met."""
    found = Standings(contest=Contest(players=["random"] * count, ruleset=BRANDUBH))
    named = {(a, b): pairs for a, b, pairs in results}
    matches = [
        type(match)(contest=match.contest, pairing=match.pairing, pairs=named.get(match.pairing, Pairs()))
        for match in found.matches
    ]
    return Standings(contest=found.contest, matches=matches)


# ------------------------------------------------------------------------------------------------------- who meets whom


@pytest.mark.parametrize(("gauntlet", "pairings"), [(False, 6), (True, 3)])
def test_every_pairing_plays_every_opening_with_both_sides(gauntlet: bool, pairings: int) -> None:
    contest = Contest(players=["random"] * 4, ruleset=BRANDUBH, games=4, gauntlet=gauntlet, plies=10)
    games = list(contest.play())
    assert len(games) == contest.total == 4 * pairings
    begun: dict[int, set[str]] = {}
    seats: dict[tuple[int, int], list[int]] = {}
    for game in games:
        begun.setdefault(contest.round_of(game.number), set()).add(" ".join(game.moves.split()[:4]))
        seats.setdefault(contest.seats(game.number), []).append(contest.round_of(game.number))
    assert [len(openings) for openings in begun.values()] == [1, 1]
    expected = {pair for a, b in contest.pairings for pair in ((a, b), (b, a))}
    assert set(seats) == expected
    assert all(rounds == [0, 1] for rounds in seats.values())
    assert all(0 in pair for pair in seats) == gauntlet


def test_a_match_is_the_tournament_of_two() -> None:
    match = play_match("greedy", "random", BRANDUBH, games=6)
    standings = play_tournament(["greedy", "random"], BRANDUBH, games=6)
    assert standings.matches == (match,)
    assert str(standings) == str(match)
    assert standings.as_json() | match.as_json() == standings.as_json()


def test_the_table_adds_up() -> None:
    standings = play_tournament(THREE.players, BRANDUBH, games=4, plies=60)
    rows = standings.table()
    assert [row.total.games for row in rows] == [8] * 3
    assert sum(row.total.points for row in rows) == standings.games == 12
    assert sum(row.as_attackers.games for row in rows) == 12
    winners = [game.winner for game in THREE.play()]
    assert sum(row.as_attackers.won for row in rows) == winners.count(Side.ATTACKERS)
    assert sum(row.as_defenders.won for row in rows) == winners.count(Side.DEFENDERS)
    assert json.loads(json.dumps(standings.as_json()))["games"] == 12


def test_records_name_the_players_of_their_pairing() -> None:
    for game in THREE.play():
        record = game.record(THREE)
        attackers, defenders = THREE.seats(game.number)
        assert record.tags["attackers"] == THREE.names[attackers]
        assert record.tags["defenders"] == THREE.names[defenders]
        assert record.replay().error is None


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ArgumentValueError, match="players: from 2 to 64 were expected, not 1"):
        Contest(players=["random"], ruleset=BRANDUBH)
    with pytest.raises(ArgumentValueError, match="sprt: a test is of two players"):
        play_tournament(["random"] * 3, BRANDUBH, sprt=Sprt())
    with pytest.raises(ArgumentValueError, match="anchor: mean or first"):
        Standings(contest=THREE).ratings("last")  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------------- the ratings


def is_close(one: Elo, other: Elo) -> bool:
    pairs = ((one.value, other.value), (one.low, other.low), (one.high, other.high))
    return all(a == b or math.isclose(a, b, abs_tol=0.01) for a, b in pairs)


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5))
def test_two_players_have_the_ratings_of_their_match(counts: list[int]) -> None:
    """The closed form: ``-400 log10(1 / share - 1)``, and the interval of Wilson."""
    pairs = Pairs(counts=counts)
    first, second = standings_of([(0, 1, pairs)], 2).ratings("first")
    match = pairs.elo
    if not pairs.pairs:
        assert str(first) == str(second) == "unknown"
        return
    assert (first.value, first.low, first.high) == (0, 0, 0)
    assert is_close(Elo(value=-second.value, low=-second.high, high=-second.low), match)
    if math.isfinite(match.value):
        mean = standings_of([(0, 1, pairs)], 2).ratings()
        assert is_close(mean[0], Elo(value=match.value / 2, low=match.low / 2, high=match.high / 2))


def test_three_players_have_the_ratings_of_two_matches() -> None:
    """Where nobody meets in a circle, the difference of two players is that of their games against each other."""
    one, other = Pairs(counts=(2, 6, 40, 32, 20)), Pairs(counts=(30, 20, 10, 5, 5))
    found = standings_of([(0, 1, one), (0, 2, other)], 3).ratings("first")
    assert found[1].value == pytest.approx(-one.elo.value, abs=0.01)
    assert found[2].value == pytest.approx(-other.elo.value, abs=0.01)


def simulate(strengths: Sequence[float], rounds: int, drawn: float, seed: str) -> list[tuple[int, int, Pairs]]:
    """The pairs of a round robin of players of these strengths, some of whose games are drawn."""
    chance = Random(seed)
    results: list[tuple[int, int, Pairs]] = []
    for a, b in combinations(range(len(strengths)), 2):
        share = 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        part = drawn * min(share, 1 - share)
        counts = [0] * 5
        for _ in range(rounds):
            counts[sum(chance.choices((2, 1, 0), (share - part / 2, part, 1 - share - part / 2), k=2))] += 1
        results.append((a, b, Pairs(counts=counts)))
    return results


@pytest.mark.parametrize("drawn", [0.0, 0.8])
def test_simulated_players_lie_within_their_intervals(drawn: float) -> None:
    """ "With intervals for 95 %": 60 tournaments of five; a draw is half a win and half a loss."""
    strengths = [-250.0, -100.0, 0.0, 50.0, 300.0]
    covered = errors = 0.0
    for number in range(60):
        for strength, elo in zip(
            strengths, standings_of(simulate(strengths, 15, drawn, f"{drawn} {number}"), 5).ratings(), strict=True
        ):
            covered += elo.low <= strength <= elo.high
            errors += elo.value - strength
    assert 0.91 <= covered / 300 <= 0.985
    assert abs(errors / 300) < 5


def test_a_player_that_takes_all_points_has_no_upper_bound() -> None:
    even, all_won = Pairs(counts=(2, 2, 8, 2, 2)), Pairs(counts=(0, 0, 0, 0, 16))
    best, *others, worst = standings_of(
        [(0, 1, all_won), (0, 2, all_won), (1, 2, even), (0, 3, all_won), (1, 3, all_won), (2, 3, all_won)], 4
    ).ratings()
    assert best.value == best.high == math.inf
    assert 0 < best.low < math.inf
    assert worst.value == worst.low == -math.inf
    assert -math.inf < worst.high < 0
    assert str(best).startswith("above")
    alone = standings_of([(0, 1, even)], 2).ratings()
    assert [elo.value for elo in others] == [elo.value for elo in alone]  # nothing is learned of them


def test_players_that_never_met_are_not_compared() -> None:
    even = Pairs(counts=(2, 2, 8, 2, 2))
    found = standings_of([(0, 1, even), (2, 3, even)], 4).ratings()
    assert [str(elo) for elo in found[2:]] == ["unknown"] * 2
    assert str(standings_of([], 3).ratings()[0]) == "unknown"


def test_groups_far_apart_have_bounds() -> None:
    """Seven players, of whom three have all points from the others: no rating is so far that the fit breaks off."""
    none, whole = Pairs(counts=(5, 0, 0, 0, 0)), Pairs(counts=(0, 0, 0, 0, 5))
    lost = [(a, b, none) for a, b in ((0, 2), (0, 3), (0, 5), (0, 6), (4, 6), (5, 6))]
    won = [(a, b, whole) for a, b in ((1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5), (3, 6))]
    shared = [(1, 3, Pairs(counts=(2, 2, 0, 0, 1))), (4, 5, Pairs(counts=(1, 1, 0, 0, 3)))]
    for elo in standings_of([*lost, *won, *shared], 7).ratings():
        assert elo.low <= elo.value <= elo.high


def test_a_pairing_of_failures_does_not_count_for_ratings() -> None:
    def dying(position: Position) -> Move | None:
        raise EngineDiedError("a move", 1)

    standings = play_tournament(["greedy", dying, "random"], BRANDUBH, games=4)
    assert [str(elo) == "unknown" for elo in standings.ratings()] == [False, True, False]
    assert [row.forfeits.get("died", 0) for row in standings.table()] == [0, 0, 8]
    assert [match.failed for match in standings.matches] == [True, False, True]
    assert not standings.failed
    assert play_tournament(["greedy", dying], BRANDUBH, games=4).failed


def failing_standings(failures: str) -> Standings:
    """The standings of three players. In each game the attackers fail (a), the defenders (d), or nobody (-)."""
    standings = Standings(contest=Contest(players=["random"] * 3, ruleset=BRANDUBH, games=4))
    for number, side in enumerate(failures):
        end: dict[str, Any] = {"ending": "rules"} if side == "-" else {"ending": "forfeit", "cause": "died"}
        winner = Side.DEFENDERS if side == "a" else Side.ATTACKERS
        standings = standings.add(ContestGame(number=number, winner=winner, moves="", **end))
    return standings


@pytest.mark.parametrize(
    ("failures", "failed"),
    [
        ("", False),
        ("------------", False),
        ("--dada--dada", False),  # the third player fails always, the others never
        ("--adad--adad", True),  # the first and the second fail against the third: nobody is left for them
        ("aaaaaa------", True),  # nobody fails in half of the own games, but half of all games end so
        ("aaaaa-------", False),
    ],
)
def test_games_that_measure_no_strength_are_told(failures: str, failed: bool) -> None:
    """Players that failed in half of their games do not count; of the rest, half of the games are too many."""
    standings = failing_standings(failures)
    assert standings.failed is failed
    assert ("no strength was measured" in str(standings)) is failed
    if failed:
        assert {str(elo) for elo in standings.ratings()} == {"unknown"}


def test_a_player_that_crashes_when_it_loses_has_lost() -> None:
    """Points decide, and a forfeit is a loss: nobody comes first by failing where another would lose."""
    contest = Contest(players=["random"] * 3, names=["crashing", "steady", "weak"], ruleset=BRANDUBH, games=4)
    standings = Standings(contest=contest)
    for number in range(contest.total):
        seats = contest.seats(number)
        first, second = sorted(seats)
        has_crashed = (first, second) == (0, 1) and number > 0
        winner = second if has_crashed or number == 4 else first  # the weak one wins a game
        standings = standings.add(
            ContestGame(
                number=number,
                winner=Side.ATTACKERS if seats[0] == winner else Side.DEFENDERS,
                ending="forfeit" if has_crashed else "rules",
                cause="died" if has_crashed else None,
                moves="",
            )
        )
    steady, crashing, _ = standings.table()
    assert (steady.name, steady.total.points, crashing.name, crashing.total.points) == ("steady", 6, "crashing", 5)
    assert steady.elo.value > crashing.elo.value


def test_points_rank_whoever_has_no_rating() -> None:
    """In a round robin; in a gauntlet the players that are rated come first."""
    for gauntlet, first in ((False, "failing"), (True, "lost")):
        contest = Contest(players=["random"] * 3, names=["a", "failing", "lost"], ruleset=BRANDUBH, gauntlet=gauntlet)
        standings = Standings(contest=contest)
        for number in range(4):
            attacks = number % 2 == 0
            has_failed = number == 0
            # The second player fails in one of two games and wins the other; the third loses both.
            winner = Side.ATTACKERS if attacks == (number != 1) else Side.DEFENDERS
            standings = standings.add(
                ContestGame(
                    number=number,
                    winner=winner,
                    ending="forfeit" if has_failed else "rules",
                    cause="timeout" if has_failed else None,
                    moves="",
                )
            )
        names = [row.name for row in standings.table()]
        assert next(name for name in names if name != "a") == first


# ------------------------------------------------------------------------------------------------------------- the bots

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "bots.py"
BOTS: Final = """
import os, random, subprocess, sys, time

def steady(position):
    return min(position.legal_moves())

class Careful:
    def __init__(self, seed):
        self.chance = random.Random(seed)
    def choose(self, position):
        return self.chance.choice(sorted(position.legal_moves()))

def worded(position): return str(steady(position))
def chance(position): return random.choice(sorted(position.legal_moves()))
def rolling(position): return None if position.can_roll else steady(position)
def cheating(position): return "a1-a1"
def wrong(position): return 5
def nothing(position): return None
def failing(position): return 1 / 0
def leaving(position): os._exit(3)
def hanging(position):
    while True: pass
def sleeping(position):
    time.sleep(60)
def greedy_for_memory(position): return len(bytearray(1 << 42))
def forking(position):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(os.environ["STUB_CHILD"], "a") as file:
        file.write("x")
    sys.exit()
def talking(position):
    print("hello")
    os.write(1, b"move a1-a1\\n")
    assert sys.stdin.read() == ""
    return steady(position)
def deep(position): return deep(position)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS, "utf-8")
    return path


def play_bot(bots: Path, name: str, **settings: Any) -> list[ContestGame]:
    contest = Contest(
        players=(f"{bots}:{name}", "random"),
        ruleset=BRANDUBH,
        games=2,
        plies=12,
        limit=Limit(seconds=0.3),
        **settings,
    )
    return list(contest.play())


@pytest.mark.needs_host
@pytest.mark.parametrize("name", ["steady", "Careful", "worded", "chance", "talking"])
def test_bots_that_behave(bots: Path, name: str) -> None:
    games = play_bot(bots, name, margin=20)
    assert [game.cause for game in games] == [None, None]
    assert games == play_bot(bots, name, margin=20)  # its chance comes from the game


@pytest.mark.long
@pytest.mark.needs_host
@pytest.mark.parametrize(
    ("name", "cause", "said"),
    [
        ("cheating", "illegal", "the engine played a1-a1"),
        ("nothing", "illegal", "the player returned None, and there is nothing to roll for"),
        ("wrong", "refused", "wrong returned 5, where a Move was expected"),
        ("failing", "refused", "ZeroDivisionError: division by zero (bots.py, line "),
        ("deep", "refused", "RecursionError"),
        ("missing", "refused", "bots.py has no missing"),
        ("leaving", "died", "exit status 3"),
        ("hanging", "timeout", "no answer within 0.8 s"),
        ("sleeping", "timeout", "no answer within 0.8 s"),
    ],
)
def test_bots_that_misbehave_lose_in_words(bots: Path, name: str, cause: str, said: str) -> None:
    begun = time.monotonic()
    games = play_bot(bots, name, margin=0.5 if cause == "timeout" else 20)
    assert [(game.cause, game.points) for game in games] == [(cause, 0.0)] * 2
    assert all(said in game.reason for game in games)
    assert time.monotonic() - begun < 20


@pytest.mark.long
@pytest.mark.needs_host
def test_the_starts_of_a_bot_count_against_its_time_together(tmp_path: Path) -> None:
    """A bot that ends after each move has no fresh time to load."""
    (tmp_path / "slow.py").write_text(
        "import os, threading, time\n"
        "time.sleep(1.7)\n"
        "def ending(position):\n"
        "    threading.Timer(0.3, os._exit, [0]).start()\n"
        "    return min(position.legal_moves())\n"
    )

    def waiting(position: Position) -> Move:
        time.sleep(0.6)
        return max(position.legal_moves())

    players = (f"{tmp_path / 'slow.py'}:ending", waiting)
    contest = Contest(players=players, ruleset=BRANDUBH, games=2, limit=Limit(seconds=0.3), opening_plies=0)
    game = next(contest.play())
    assert game.cause == "timeout"
    assert "ready was expected" in game.reason
    assert game.plies in (2, 4)  # of two starts or three


@pytest.mark.needs_host
def test_a_shortage_of_the_machine_is_no_forfeit(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lacking(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    def without_files(**_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(asyncio, "create_subprocess_exec", lacking)
    with pytest.raises(EngineNotStartedError, match=r"this machine could not start .*: Too many open files"):
        play_bot(bots, "steady")
    monkeypatch.setattr(asyncio, "Runner", without_files)
    with pytest.raises(EngineNotStartedError, match="Too many open files"):
        play_bot(bots, "steady")


@pytest.mark.needs_host
@pytest.mark.skipif(sys.platform != "linux", reason="limits memory by resource")
def test_memory_is_limited(bots: Path) -> None:
    assert [game.cause for game in play_bot(bots, "greedy_for_memory", margin=20)] == ["refused"] * 2


@pytest.mark.long
@pytest.mark.needs_host
@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_a_bot_starts_ends_with_it(bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_CHILD", str(tmp_path / "children"))
    games = play_bot(bots, "forking", margin=20)
    assert [game.cause for game in games] == ["died"] * 2
    assert (tmp_path / "children").read_text() == "xx"
    found = subprocess.run(["pgrep", "-f", "import time; time.sleep[(]600"], capture_output=True, check=False).stdout
    assert found == b""


@pytest.mark.needs_host
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", ["marking", "marking_when_loaded"])
def test_a_bot_ends_with_a_host_that_is_killed(tmp_path: Path, name: str) -> None:
    mark = tmp_path / "mark"
    hang = f"open({str(mark)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n"
    code = f"def {name}(position):\n" + "".join(f"    {line}\n" for line in hang.splitlines())
    (tmp_path / "bot.py").write_text(f"import os\n{hang if 'loaded' in name else code}", "utf-8")
    words = ["arena", "brandubh", f"bot.py:{name}", "random", "--games", "2", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "tafl", *words], cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        end = time.monotonic() + 60
        while time.monotonic() < end and not (mark.exists() and mark.read_text()):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)  # the arena with its workers, and not the bot
    bot, end = int(mark.read_text()), time.monotonic() + 20
    while time.monotonic() < end and is_running(bot):
        time.sleep(0.05)
    assert not is_running(bot)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.needs_host
def test_a_bot_has_a_seed_of_its_own(tmp_path: Path) -> None:
    """It is the same in both games of an opening, and neither that of the other player nor that of the die."""
    (tmp_path / "bot.py").write_text(
        "class Telling:\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def choose(self, position): raise ValueError(f'seed {self.seed}')\n"
    )
    bot = f"{tmp_path / 'bot.py'}:Telling"
    found = [
        [int(game.reason.partition("seed ")[2].split()[0]) for game in contest.play()]
        for contest in (
            Contest(players=(bot, "random"), ruleset=BRANDUBH, games=2, margin=20),
            Contest(players=("random", bot), ruleset=BRANDUBH, games=2, margin=20),
        )
    ]
    assert [len(set(seeds)) for seeds in found] == [1, 1]
    assert len({found[0][0], found[1][0], Random("0 0").getrandbits(32)}) == 3


def test_who_cannot_be_told_of_the_game_loses_it_alone() -> None:
    def misfit(position: Position) -> Move | None:
        raise NotExpressibleError("UCI", ["size"])

    standings = play_tournament(["greedy", misfit, "random"], BRANDUBH, games=2)
    assert standings.games == 6
    assert [dict(row.forfeits) for row in standings.table()][-1] == {"refused": 4}
    assert {forfeit.reason for forfeit in standings.forfeits} == {"UCI cannot express: size"}


@pytest.mark.needs_host
def test_a_bot_is_not_told_of_rules_that_only_the_host_has(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It forfeits with the reason, and does not seem to have died."""
    monkeypatch.setitem(sys.modules, "only_here", module := ModuleType("only_here"))
    found: list[str] = []
    for name in ("local", "ending"):

        def ending(board: object, side: Side, position: Position) -> None:
            return None

        if name == "ending":
            ending.__module__, ending.__qualname__ = "only_here", name
            monkeypatch.setattr(module, name, ending, raising=False)
        rules = BRANDUBH.evolve(name="own", extra_endings=[ending])
        contest = Contest(players=[f"{bots}:steady", "random"], ruleset=rules, games=2, plies=12, margin=20)
        games = list(contest.play())
        assert [game.cause for game in games] == ["refused"] * 2
        found.append(games[0].reason)
    assert "the protocol of bots cannot express: ruleset" in found[0]
    assert "the position is unreadable for a bot: ModuleNotFoundError" in found[1]


def test_no_elo_is_minus_0() -> None:
    assert str(Elo(value=-0.2, low=-0.4, high=0.3)) == "+0 [0, 0]"
    assert str(Elo(value=-0.0, low=-0.4, high=math.inf)) == "above 0, without an upper bound"


@pytest.mark.needs_host
def test_a_bot_can_roll(bots: Path) -> None:
    dice = variants.get("tablut-linnaeus").evolve(name="dice", die=Die())
    contest = Contest(players=[f"{bots}:rolling", "random"], ruleset=dice, games=2, opening_plies=10, margin=20)
    games = list(contest.play())
    assert [game.cause for game in games] == [None, None]
    assert any(":" in game.moves for game in games)


@pytest.mark.needs_host
def test_a_bot_is_a_player_everywhere(bots: Path) -> None:
    position = Position.initial(BRANDUBH)
    found = player(f"{bots}:steady")
    assert isinstance(found, EnginePlayer)
    with found:
        assert found.choose(position) == min(position.legal_moves())
    with pytest.raises(EngineRefusedError, match=r"bots\.py has no nobody"):
        player(f"{bots}:nobody").choose(position)
    with pytest.raises(ArgumentValueError, match="there is no such file"):
        player("no-such-folder/bots.py:steady")
    assert [is_bot(text) for text in ("a.py:b", "ugi:a.py b.py:c", "greedy", "a.py")] == [True, False, False, False]


@pytest.mark.long
@pytest.mark.needs_host
def test_six_bots_of_which_two_misbehave() -> None:
    """ "Only its own games suffer": the other four have the results that they have among themselves."""
    good = [f"{EXAMPLES}:{name}" for name in ("first", "worded", "Careful", "Eager")]
    bad = [f"{EXAMPLES}:endless", f"{EXAMPLES}:cheating"]
    limit = Limit(seconds=0.2)
    with ProcessPoolExecutor(2) as executor:
        standings = play_tournament(
            [*good, *bad], BRANDUBH, games=2, plies=12, margin=3, limit=limit, executor=executor
        )
    assert standings.games == 30
    assert not standings.failed
    rows = {row.place: row for row in standings.table()}
    assert [sum(rows[place].forfeits.values()) for place in range(4)] == [0] * 4
    assert dict(rows[4].forfeits)["timeout"] >= 8
    assert sum(rows[5].forfeits.values()) >= 9
    for place in range(4):
        met = [match for match in standings.matches if place in match.pairing and max(match.pairing) >= 4]
        assert all(match.total.won == 2 for match in met)
    assert {row.place for row in standings.table()[-2:]} == {4, 5}
    assert {str(row.elo) for row in standings.table()[-2:]} == {"unknown"}
    assert any(
        "bots.py:endless against" in str(forfeit) and "no answer" in str(forfeit) for forfeit in standings.forfeits
    )


# ------------------------------------------------------------------------------------------------------------ the files


def test_a_tournament_goes_on_from_wherever_it_was_stopped() -> None:
    """ "No game lost, none twice": after any number of lines, and in the middle of one."""
    lines = [write_contest(THREE), *map(write_game, THREE.play())]
    for kept in range(len(lines)):
        whole, broken = lines[: kept + 1], [*lines[: kept + 1], lines[min(kept + 1, len(lines) - 1)][:20]]
        for found in (whole, broken):
            games = list(THREE.play(played=read_games(found, THREE)))
            assert [write_game(game) for game in games] == lines[1:]


def test_a_file_of_other_players_is_refused() -> None:
    lines = [write_contest(THREE)]
    for other in (
        Contest(players=THREE.players[:2], ruleset=BRANDUBH, plies=60),
        Contest(players=THREE.players, ruleset=BRANDUBH, plies=60, gauntlet=True),
    ):
        with pytest.raises(RecordError, match="the file is of other games"):
            read_games(lines, other)


def test_files_of_two_players_from_before_are_read() -> None:
    contest = Contest(players=("greedy", "random"), ruleset=BRANDUBH, games=2)
    lines = [write_contest(contest), *map(write_game, contest.play())]
    head = json.loads(lines[0])
    head["a"], head["b"] = head.pop("players")
    assert len(read_games([json.dumps(head), *lines[1:]], contest)) == 2


@pytest.mark.parametrize(
    "changes",
    [{"players": ("greedy", "random:seed=2")}, {"margin": 2.0}, {"players": ("greedy", Random)}],
)
def test_a_file_of_other_players_of_the_same_name_is_refused(changes: dict[str, Any]) -> None:
    """By their texts; whoever is no text is trusted. What earlier versions wrote has names only."""
    contest = Contest(players=("greedy", "random"), names=("a", "b"), ruleset=BRANDUBH, games=2)
    lines = [write_contest(contest), *map(write_game, contest.play())]
    with pytest.raises(RecordError, match=r"the file is of other games: (texts|margin) is"):
        read_games(lines, evolve(contest, **changes))
    with pytest.raises(RecordError, match=r"the file is of other games: (texts|margin) is"):
        read_games([write_contest(evolve(contest, **changes)), *lines[1:]], contest)
    before = json.loads(lines[0])
    del before["texts"]
    assert len(read_games([json.dumps(before), *lines[1:]], evolve(contest, **changes))) == 2


@pytest.mark.needs_host
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    words = ["arena", "brandubh", "greedy", "random", "random:seed=3", "--games", "20", "--seed", "5"]
    command = [sys.executable, "-m", "tafl", *words, "-o", str(file)]
    for lines in (4, 20):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 60
            while time.monotonic() < end and (not file.exists() or file.read_bytes().count(b"\n") < lines):
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
    assert main([*words, "-o", str(file)]) == 0
    numbers = [json.loads(line)["number"] for line in file.read_text().splitlines()[1:]]
    assert numbers == list(range(60))
    whole = tmp_path / "whole.jsonl"
    assert main([*words, "-o", str(whole)]) == 0
    assert whole.read_bytes() == file.read_bytes()


# --------------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ARENA: Final = ("arena", "brandubh", "greedy", "random", "random:seed=7", "--games", "2", "--plies", "60")


def test_the_command_prints_a_table(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA]) == 0
    out = capsys.readouterr().out
    assert out.startswith("brandubh, round robin, 6 games, seed 0\n")
    assert [line.split()[0] for line in out.splitlines()[1:3]] == ["player", "greedy"]
    assert main([*ARENA, "--gauntlet", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["gauntlet"], found["anchor"], len(found["matches"])) == (4, True, "first", 2)
    assert main(["arena", "brandubh", "greedy"]) == 2
    assert "from 2 to 64" in capsys.readouterr().err
    assert main([*ARENA, "--sprt", "0", "20"]) == 2


@pytest.mark.needs_host
@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("own.py:missing", "own.py:missing: the engine reported an error: LookupError: own.py has no missing"),
        ("Ann=torn.py:bot", "Ann: the engine reported an error: SyntaxError"),
        ("own:ok", "own:ok: a bot is named as FILE.py:NAME, such as own.py:ok"),
    ],
)
def test_a_bot_that_is_not_there_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], bot: str, message: str
) -> None:
    Path("own.py").write_text("def ok(position): return min(position.legal_moves())\n")
    Path("torn.py").write_text("def bot(\n")
    assert main([*ARENA, bot, "-o", "all.jsonl"]) == 2
    assert message in capsys.readouterr().err
    assert not Path("all.jsonl").exists()


@pytest.mark.needs_host
def test_names_differ(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("a=b")
    folder.mkdir()
    (folder / "own.py").write_text("def ok(position): return min(position.legal_moves())\n")
    words = ["random", "Ann=random", "Ann=greedy", "a=b/own.py:ok"]
    assert main([*ARENA, *words, "--json"]) == 0
    names = ["greedy", "random", "random:seed=7", "random#2", "Ann", "Ann#2", "a=b/own.py:ok"]
    assert json.loads(capsys.readouterr().out)["players"] == names


def test_files_with_equal_names_from_before_are_read() -> None:
    contest = Contest(players=("random", "random"), ruleset=BRANDUBH, games=2)
    head = json.loads(write_contest(contest)) | {"players": ["random", "random"]}
    del head["texts"]
    assert read_games([json.dumps(head)], contest) == []


@pytest.mark.needs_host
def test_the_page_has_tables_and_games(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.py").write_text("def bot(position):\n    raise ValueError('<b>no</b>')\n")
    assert main([*ARENA, "bad.py:bot", "-o", "all.jsonl", "--html", "all.html"]) == 0
    page = Path("all.html").read_text()
    assert page.count("<details") == 12
    assert 'href="#game-0"' in page
    assert "ValueError: &lt;b&gt;no&lt;/b&gt; (bad.py, line 2)" in page
    assert "<b>no" not in page
    assert "default-src 'none'" in page
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert main([*ARENA, "bad.py:bot", "-o", "all.jsonl", "--html", "all.html"]) == 0
    assert Path("all.html").read_text() == page
    assert main([*ARENA, "--html", "all.txt"]) == 2
    assert "ends in .html or .htm" in capsys.readouterr().err


def test_the_page_is_bounded() -> None:
    from hnefatafl.render.page import html_games

    games = [(f"game {game.number}", game.record(THREE)) for game in THREE.play()]
    page = html_games(games, BRANDUBH, title="<i>", most=1)
    assert page.count("<details") == 1
    assert "11 more games are not shown" in page
    assert "&lt;i&gt;" in page
    standings = Standings(contest=THREE)
    for game in THREE.play():
        standings = standings.add(game)
    assert html_tournament(standings, THREE.play(), title="T").count("<details") == 12
