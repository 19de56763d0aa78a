"""Work that executors share: the same answers as one core, small messages, and nothing left running."""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from operator import attrgetter
from typing import Any, Final

import attrs
import pytest
from sweeping import SWEPT

import hnefatafl
from hnefatafl import (
    Consequence,
    KingStrength,
    Move,
    Playout,
    Position,
    Region,
    Repetition,
    Ruleset,
    Side,
    Speed,
    Square,
    divide,
    errors,
    perft,
    playout,
    playouts,
    variants,
)
from hnefatafl.errors import InvalidSetupError, NotationError, RulesetError, UnknownVariantError
from hnefatafl.notation import archive
from hnefatafl.records import Replay
from hnefatafl.rules import Die

BRANDUBH: Final = variants.BRANDUBH
HOUSE: Final = BRANDUBH.evolve(name="House", escape=Region.EDGE)
SHUFFLE: Final = [Move.parse(move) for move in ("d1-c1", "d3-c3", "c1-d1", "c3-d3")]
REMARK: Final = f"# {'-' * 500}"
GAMES: Final = ["d1-c1 c4-c2 g4-g2,0,0,Ongoing", REMARK, "d1-d7", "", "d1-c1 c4-c2 d2-d5,0,0,Ongoing"] * 40


class Mail(Executor):
    """Does everything at once, by what comes through a pickle; keeps the letters."""

    def __init__(self) -> None:
        self.letters: list[bytes] = []
        self.answers = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.letters.append(pickle.dumps((fn, args, kwargs)))
        future: Future[Any] = Future()
        try:
            work, given, named = pickle.loads(self.letters[-1])
            answer = pickle.dumps(work(*given, **named))
            self.answers += len(answer)
            future.set_result(pickle.loads(answer))
        except Exception as error:
            future.set_exception(pickle.loads(pickle.dumps(error)))
        return future


class Promise(Future[Any]):
    """Is kept when somebody waits for it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            try:
                self.set_result(self.work())
            except Exception as error:
                self.set_exception(error)
        return super().result(timeout)


class Lazy(Executor):
    """Does what somebody waits for."""

    def __init__(self) -> None:
        self.promises: list[Promise] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.promises.append(Promise(lambda: fn(*args, **kwargs)))
        return self.promises[-1]


@pytest.fixture(params=["fork", "spawn"])
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {request.param} here")
    method = str(request.param)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as executor:
        yield executor


def shuffled(rules: Ruleset, plies: int) -> Position:
    """A position after so many plies without a capture."""
    position = Position.initial(rules.evolve(repetition=Repetition(consequence=Consequence.IGNORED)))
    for move in itertools.islice(itertools.cycle(SHUFFLE), plies):
        position = position.play(move)
    return position


def told(replay: Replay) -> tuple[object, ...]:
    return replay.game.line, replay.verdict, replay.end, replay.moves, replay.position


# -------------------------------------------------------------------------------------------------------- small pickles


@pytest.mark.parametrize("name", SWEPT)
def test_rulesets_are_pickled_small(name: str) -> None:
    """Those that everybody has by their name, others by what is not the default."""
    rules = variants.get(name)
    pickled = pickle.dumps(rules)
    assert len(pickled) < 100
    assert pickle.loads(pickled) is rules
    own = rules.evolve(notes="")
    found = pickle.loads(pickle.dumps(own))
    assert attrs.asdict(found, recurse=False) == attrs.asdict(own, recurse=False)
    assert len(pickle.dumps(own)) < 2500


def test_a_ruleset_that_is_another_one_there() -> None:
    pickled = pickle.dumps(BRANDUBH, protocol=2)
    assert b"brandubh" in pickled
    with pytest.raises(UnknownVariantError, match="no ruleset is named 'brandubx'"):
        pickle.loads(pickled.replace(b"brandubh", b"brandubx"))
    with pytest.raises(RulesetError, match="brandubh is version 2 here, and version 3 where it was pickled"):
        pickle.loads(pickled.replace(b"K\x02", b"K\x03"))


def test_positions_are_pickled_small() -> None:
    """A ruleset travels once with however many positions, and the tables that are made of it not at all."""
    start = Position.initial(BRANDUBH)
    assert len(pickle.dumps(start)) < 200
    assert len(pickle.dumps(shuffled(BRANDUBH, 10_000))) < 52_000
    own = Position.initial(HOUSE)
    alone = len(pickle.dumps(own))
    many = [own.play(move) for move in own.legal_moves()]
    assert len(pickle.dumps(many)) < alone + 200 * len(many)
    assert pickle.dumps(many).count(b"\x05House") == pickle.dumps(HOUSE).count(b"\x05House")


def test_a_ruleset_is_compiled_once_in_a_process() -> None:
    """Whatever comes by itself, positions of equal rules share them, and so the tables."""
    letters = [pickle.dumps(Position.initial(HOUSE)) for _ in range(2)]
    one, other = (pickle.loads(letter) for letter in letters)
    assert one.ruleset is other.ruleset


def test_every_error_comes_back() -> None:
    made = {
        errors.NotationError: ("a square was expected", "d1-?3\nd2", 3, 7),
        errors.NotExpressibleError: ("OTN", ["zones", "speed"]),
        errors.MissingExtraError: ("png", "resvg_py"),
        errors.ExtraRuleError: ("extra capture f", "None", "squares"),
        errors.UnknownVariantError: ("x", ["y"]),
        errors.UnknownLanguageError: ("la", ["en"]),
        errors.IllegalActionError: (7, "no such square", SHUFFLE[0], hnefatafl.Illegality.BLOCKED, 3),
        errors.IllegalMoveError: (SHUFFLE[0], Position.initial(BRANDUBH), hnefatafl.Illegality.BLOCKED, Square(1, 1)),
    }
    for name in errors.__all__:
        kind = getattr(errors, name)
        same(kind(*made.get(kind, (["one", "two"],))))


def same(error: Exception) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert type(found) is type(error)
    assert (str(found), vars(found)) == (str(error), vars(error))


# ---------------------------------------------------------------------------------------------------- the same answers


@pytest.mark.needs_host
def test_pools_of_processes(pool: Executor) -> None:
    start = Position.initial(BRANDUBH)
    assert perft(start, 3, executor=pool) == 39512
    assert divide(start, 3, executor=pool) == divide(start, 3)
    games = list(playouts(start, range(5, 25), executor=pool))
    assert [game.moves for game in games] == [playout(start, seed).moves for seed in range(5, 25)]
    replays = archive.replay_games(GAMES[:50], BRANDUBH, executor=pool)
    assert list(map(told, replays)) == list(map(told, archive.replay_games(GAMES[:50], BRANDUBH)))
    with pytest.raises(InvalidSetupError, match="chosen by lot"):
        list(archive.replay_games(GAMES[:1], BRANDUBH.evolve(first=None), executor=pool))


RULES: Final = {
    "plain": BRANDUBH,
    "berserk": variants.BERSERK,
    "a die": BRANDUBH.evolve(die=Die(faces=2)),
    "blocked": BRANDUBH.evolve(speed=Speed(attackers=1, defenders=1, king=1), king=KingStrength.WEAK),
}


@pytest.mark.parametrize("name", RULES)
def test_counting_together(name: str) -> None:
    start = Position.initial(RULES[name])
    for depth in range(4 if name == "plain" else 3):
        count_together(start, depth)


def count_together(start: Position, depth: int) -> None:
    executor = Mail()
    assert perft(start, depth, executor=executor) == perft(start, depth)
    assert list(divide(start, depth, executor=executor).items()) == list(divide(start, depth).items())
    assert sum(divide(start, depth).values()) == (perft(start, depth) if depth else 0)


def test_counting_a_game_that_ends() -> None:
    """Moves that end it are divided too, and lead no further."""
    position = Position.parse("/7/7/4t2/K6/7/7/3t3/", BRANDUBH.evolve(escape=Region.EDGE), Side.ATTACKERS)
    over = Position.parse("/K6/7/4t2/7/7/7/3t3/", BRANDUBH, Side.ATTACKERS)
    for board in (position, over):
        for depth in range(4):
            assert perft(board, depth, executor=Mail()) == perft(board, depth, bulk=False)
    start = Position.parse("/7/7/4t2/1K5/7/7/3t3/", BRANDUBH.evolve(escape=Region.EDGE), Side.DEFENDERS)
    counts = divide(start, 3, executor=Mail())
    assert set(counts) == set(start.legal_moves())
    assert counts[Move.parse("b4-a4")] == 0


def test_counting_is_shared_out_evenly() -> None:
    """Into parts enough for many workers, even where there are few first moves."""
    executor = Mail()
    calls: list[tuple[int, int]] = []

    def note(done: int, parts: int) -> None:
        calls.append((done, parts))

    count = perft(Position.initial(BRANDUBH), 3, executor=executor, progress=note)
    assert count == 39512
    assert len(executor.letters) > 200
    assert calls == [(done, len(calls)) for done in range(1, len(calls) + 1)]
    assert max(map(len, executor.letters)) < 1500
    calls.clear()
    assert perft(Position.initial(BRANDUBH), 3, progress=note) == 39512
    assert calls[-1] == (len(calls), len(calls))


@pytest.mark.parametrize("name", RULES)
def test_playing_together(name: str) -> None:
    start = Position.initial(RULES[name])
    seeds = [7, 3, 3, 2**40, -1]
    alone = [playout(start, seed, limit=60) for seed in seeds]
    for games in (playouts(start, iter(seeds), 60), playouts(start, seeds, 60, executor=Mail())):
        for game, expected in zip(games, alone, strict=True):
            assert (game.plies, game.moves, game.outcome) == (expected.plies, expected.moves, expected.outcome)
            assert game.position == expected.position
            assert repr(game) == repr(expected)


def test_summing_up_games_where_they_are_played() -> None:
    start = Position.initial(BRANDUBH)
    ended = attrgetter("outcome", "plies")
    expected = [(game.outcome, game.plies) for game in playouts(start, range(300))]
    assert list(playouts(start, range(300), each=ended)) == expected
    whole, short = Mail(), Mail()
    list(playouts(start, range(300), executor=whole))
    assert list(playouts(start, range(300), each=ended, executor=short)) == expected
    assert len(short.letters) == len(whole.letters)
    assert short.answers < whole.answers / 2


def stops(game: Playout) -> int:
    raise StopIteration


def test_what_is_wanted_of_a_game_may_fail() -> None:
    """Not even StopIteration ends the games quietly."""
    start = Position.initial(BRANDUBH)
    for executor in (None, Mail()):
        with pytest.raises(RuntimeError, match="StopIteration"):
            list(playouts(start, range(3), each=stops, executor=executor))


def test_endless_seeds() -> None:
    start = Position.initial(BRANDUBH)
    for executor in (None, Mail()):
        games = playouts(start, itertools.count(), 10, executor=executor)
        assert next(games).moves == playout(start, 0, 10).moves


def test_replaying_together() -> None:
    executor = Mail()
    alone = list(map(told, archive.replay_games(GAMES, BRANDUBH)))
    assert [verdict for _, verdict, *_ in alone[:3]] == ["agrees", "illegal@0", "illegal@2"]
    assert list(map(told, archive.replay_games(GAMES, BRANDUBH, executor=executor))) == alone
    assert len(executor.letters) > 1
    text = "\n".join(GAMES)
    verdicts = archive.replay_games(text, BRANDUBH, attrgetter("verdict"), executor=executor)
    assert list(verdicts) == [verdict for _, verdict, *_ in alone]


def test_records_of_others_may_go_on_after_repetition_unless_said_otherwise() -> None:
    line = " ".join(map(str, SHUFFLE * 3))
    for executor in (None, Mail()):
        assert list(archive.replay_games([line], BRANDUBH, attrgetter("verdict"), executor=executor)) == ["agrees"]
        for lenient, verdict in ((True, "agrees"), (False, "continues-after-end@7")):
            found = archive.replay_games([line], BRANDUBH, attrgetter("verdict"), lenient=lenient, executor=executor)
            assert list(found) == [verdict]


def test_rules_of_ones_own_travel_once_with_many_games() -> None:
    """The work is sent in batches, each with the rules, and not in games."""
    executor = Mail()
    start = Position.initial(HOUSE)
    list(playouts(start, range(300), 1, executor=executor))
    assert len(executor.letters) == 300
    assert sum(map(len, executor.letters)) < 300 * (len(pickle.dumps(start)) + 250)
    executor = Mail()
    list(archive.replay_games([REMARK] * 1000, HOUSE, executor=executor))
    assert sum(map(len, executor.letters)) < 1.15 * len(REMARK) * 1000


# ------------------------------------------------------------------------------------------- neither flooded nor left


def test_no_more_is_given_out_than_is_waited_for() -> None:
    executor = Lazy()
    verdicts = archive.replay_games(itertools.cycle(GAMES), BRANDUBH, attrgetter("verdict"), executor=executor)
    assert next(verdicts) == "agrees"
    assert [promise.done() for promise in executor.promises] == [True] + [False] * 255


def test_what_nobody_waits_for_is_cancelled() -> None:
    executor = Lazy()
    games = playouts(Position.initial(BRANDUBH), itertools.count(), 5, executor=executor)
    assert next(games).plies == 5
    del games
    assert [promise.cancelled() for promise in executor.promises] == [False] + [True] * 255


def fails(replay: Replay) -> str:
    raise NotationError("nothing was expected", replay.verdict)


def test_a_failure_cancels_the_rest() -> None:
    executor = Lazy()
    with pytest.raises(NotationError) as caught:
        list(archive.replay_games(itertools.cycle(GAMES), BRANDUBH, fails, executor=executor))
    assert caught.value.text == "agrees"
    assert [promise.cancelled() for promise in executor.promises] == [False] + [True] * 255


def test_what_was_read_before_a_fault_is_not_lost() -> None:
    def damaged() -> Iterator[str]:
        yield from GAMES
        raise EOFError("cut off")

    for executor in (None, Mail()):
        found: list[str] = []
        verdicts = archive.replay_games(damaged(), BRANDUBH, attrgetter("verdict"), executor=executor)
        with pytest.raises(EOFError, match="cut off"):
            found.extend(verdicts)
        assert found == list(archive.replay_games(GAMES, BRANDUBH, attrgetter("verdict")))
