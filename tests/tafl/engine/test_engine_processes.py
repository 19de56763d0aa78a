"""Engines as processes: what they may do wrong, and that none is left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from stub_engines import stub, thinker

from hnefatafl import Move, Position, variants
from hnefatafl.board import Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, NotExpressibleError, UnknownVariantError
from hnefatafl.play import PositionLike
from hnefatafl.rules import Die
from hnefatafl.search import Clocks, Greedy, Limit
from tafl.engine import (
    MAX_LINE,
    SERVERS,
    Engine,
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EnginePlayer,
    EngineRefusedError,
    EngineTimeoutError,
    ProtocolError,
    SimpleEngine,
    serve,
)

START: Final = Position.initial(variants.BRANDUBH)
LIMIT: Final = Limit(nodes=100)
pytestmark = [pytest.mark.needs_host, pytest.mark.skipif(os.name != "posix", reason="the stubs need signals")]


def ask(name: str, folder: Path, patience: float = 20.0) -> EngineError:
    """Ask a stub for a move, and return the error."""
    with SimpleEngine(stub(name, folder), patience=patience) as engine, pytest.raises(EngineError) as caught:
        engine.play(START, LIMIT)
    return caught.value


def is_running(pid: int) -> bool:
    """Whether a process runs; one that is dead and not yet reaped does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(pid: int) -> bool:
    """Wait until a process has ended."""
    for _ in range(200):
        if not is_running(pid):
            return True
        time.sleep(0.05)
    return False


def test_a_move_comes_with_what_the_engine_said(tmp_path: Path) -> None:
    with SimpleEngine(stub("babbling", tmp_path)) as engine:
        result = engine.play(START, LIMIT)
    assert result.move == Move.parse("d1-c1")
    assert (result.info.text, result.info.lines) == ("my thoughts", ("what a fine day",))


def test_unknown_rules_are_warned_of(tmp_path: Path) -> None:
    with SimpleEngine(stub("good", tmp_path)) as engine:
        engine.play(START, LIMIT)
        assert engine.warnings == ("the engine has no option for rules, and plays its own",)


def test_silence_ends_an_engine(tmp_path: Path) -> None:
    with SimpleEngine(stub("silent", tmp_path)) as engine:
        engine._engine._patience = 0.2
        with pytest.raises(EngineTimeoutError, match=r"bestmove was expected"):
            engine.play(START, Limit(seconds=0.1))
        assert not engine.is_alive
        with pytest.raises(EngineDiedError):
            engine.play(START, LIMIT)


def test_an_engine_that_never_greets_is_not_left_running(tmp_path: Path) -> None:
    with pytest.raises(EngineTimeoutError, match=r"ugiok .*; does it speak another protocol \(otep, htp, uci\)\?$"):
        SimpleEngine(stub("mute", tmp_path), patience=0.3)


def test_an_engine_that_has_greeted_speaks_the_protocol(tmp_path: Path) -> None:
    with pytest.raises(EngineTimeoutError, match=r"readyok was expected$"):
        SimpleEngine(stub("never-ready", tmp_path), patience=1)


def test_death_tells_the_exit_code_and_the_last_lines(tmp_path: Path) -> None:
    error = ask("dying", tmp_path)
    assert isinstance(error, EngineDiedError)
    assert (error.awaited, error.status, error.lines[-1]) == ("bestmove", 3, "out of pieces")


def test_death_by_a_signal(tmp_path: Path) -> None:
    error = ask("crashing", tmp_path)
    assert isinstance(error, EngineDiedError)
    assert error.status == -9
    assert str(error).startswith("the engine was ended by signal 9 before bestmove")


def test_an_engine_that_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(EngineDiedError) as caught:
        SimpleEngine(stub("dead", tmp_path))
    assert caught.value.status == 4
    assert "no network file" in caught.value.lines
    with pytest.raises(EngineDiedError, match="No such file"):
        SimpleEngine([str(tmp_path / "nothing")])


@pytest.mark.parametrize(("name", "reason"), [("illegal", "in the way"), ("nonsense", "expected"), ("claiming", "not")])
def test_illegal_moves_are_refused_and_the_engine_lives_on(name: str, reason: str, tmp_path: Path) -> None:
    """A claimed end is no move either: the rules are the referee."""
    with SimpleEngine(stub(name, tmp_path)) as engine:
        for _ in range(2):
            with pytest.raises(EngineMoveError, match=reason):
                engine.play(START, LIMIT)
        assert engine.is_alive


def test_a_refusal_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(EngineRefusedError, match="no licence"):
        SimpleEngine(stub("refusing", tmp_path))


@pytest.mark.parametrize("name", ["endless", "endless-line"])
def test_endless_output_is_bounded(name: str, tmp_path: Path) -> None:
    with SimpleEngine(stub(name, tmp_path)) as engine:
        engine._engine._patience = 1.0
        with pytest.raises((EngineTimeoutError, ProtocolError)):
            engine.play(START, LIMIT)
        assert not engine.is_alive
        assert len(engine._engine._host.connection._rest) <= MAX_LINE


def test_a_closed_output_is_the_end(tmp_path: Path) -> None:
    error = ask("closing", tmp_path)
    assert isinstance(error, EngineDiedError)
    assert error.status is None


def test_ignoring_quit_does_not_help(tmp_path: Path) -> None:
    engine = SimpleEngine(stub("stubborn", tmp_path))
    pid = engine._engine._process.pid
    engine.close()
    assert gone(pid)


def test_children_end_with_their_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_CHILD", str(tmp_path / "child"))
    command = [each for each in stub("parent", tmp_path) if each != "-E"]
    with SimpleEngine(command) as engine:
        engine.play(START, LIMIT)
        child = int((tmp_path / "child").read_text(encoding="ascii"))
        assert is_running(child)
    assert gone(child)


def test_children_end_where_the_greeting_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_CHILD", str(tmp_path / "child"))
    command = [each for each in stub("parent", tmp_path) if each != "-E"]
    program = Path(command[-1])
    program.write_text(program.read_text("utf-8").replace('say("ugiok")', "sys.exit(5)"), encoding="utf-8")
    with pytest.raises(EngineDiedError):
        SimpleEngine(command)
    assert gone(int((tmp_path / "child").read_text(encoding="ascii")))


# Questions that are not waited for.

STARTS: Final = {"htp": Position.initial("copenhagen-hnefatafl-org"), "uci": Position.initial("copenhagen")}


class Heard(logging.Handler):
    """What goes to and fro, and what is to be done when the engine says that it thinks."""

    def __init__(self) -> None:
        super().__init__("DEBUG")
        self.lines: list[str] = []
        self.thinking = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition(": ")[2]
        self.lines.append(line)
        if line.startswith(">> ") and ("depth 4" in line or "score cp" in line):
            self.thinking.set()


@pytest.fixture
def heard() -> Iterator[Heard]:
    log, handler = logging.getLogger("tafl.engine"), Heard()
    level = log.level
    log.addHandler(handler)
    log.setLevel("DEBUG")
    yield handler
    log.setLevel(level)
    log.removeHandler(handler)


@pytest.mark.parametrize(("dialect", "stop"), [("ugi", "<< stop"), ("otep", "<< finish 0")])
@pytest.mark.parametrize("ask", ["play", "analyse"])
def test_a_cancelled_question_is_stopped(dialect: str, stop: str, ask: str, tmp_path: Path, heard: Heard) -> None:
    """The engine is ready for the next question then, and was not started again."""

    async def main() -> None:
        async with Engine.open(thinker(dialect, tmp_path), dialect=dialect, grace=60) as engine:
            task = asyncio.ensure_future(getattr(engine, ask)(START, Limit(seconds=60)))
            await heard.thinking.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert heard.lines.count(stop) == 1
            assert engine.is_alive
            assert (await engine.play(START, Limit(seconds=60))).move == Move.parse("d1-c1")
            assert heard.lines.count(stop) == 1

    asyncio.run(main())


@pytest.mark.parametrize("dialect", ["htp", "uci"])
def test_what_nothing_stops_may_answer_within_the_grace(dialect: str, tmp_path: Path, heard: Heard) -> None:
    gate, position = tmp_path / "gate", STARTS[dialect]
    os.mkfifo(gate)

    async def main() -> None:
        async with Engine.open(thinker(dialect, tmp_path, gate), dialect=dialect, grace=60) as engine:
            task = asyncio.ensure_future(engine.play(position, Limit(seconds=60)))
            await heard.thinking.wait()
            sent = [line for line in heard.lines if line.startswith("<<")]
            task.cancel()
            await asyncio.sleep(0)
            gate.write_text("", encoding="ascii")
            with pytest.raises(asyncio.CancelledError):
                await task
            assert [line for line in heard.lines if line.startswith("<<")] == sent
            assert (await engine.play(position, Limit(seconds=60))).move is not None

    asyncio.run(main())


def test_an_engine_that_does_not_stop_is_ended(tmp_path: Path) -> None:
    async def main() -> int:
        engine = await Engine.popen(stub("silent", tmp_path), grace=0.1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.play(START, LIMIT), 0.1)
        assert not engine.is_alive
        with pytest.raises(EngineDiedError):
            await engine.play(START, LIMIT)
        await engine.quit()
        return engine._process.pid

    assert gone(asyncio.run(main()))


def test_who_is_cancelled_twice_does_not_wait(tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        engine = await Engine.popen(thinker("ugi", tmp_path, tmp_path / "gate"), grace=1000)
        task = asyncio.ensure_future(engine.play(START, LIMIT))
        await heard.thinking.wait()
        task.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not engine.is_alive
        await engine.quit()

    os.mkfifo(tmp_path / "gate")
    asyncio.run(main())


def test_a_question_that_waits_for_its_turn_is_not_asked_when_cancelled(tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        async with Engine.open(thinker("ugi", tmp_path)) as engine:
            first = asyncio.ensure_future(engine.play(START, Limit(seconds=60)))
            await heard.thinking.wait()
            second = asyncio.ensure_future(engine.play(START, Limit(depth=77)))
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            assert not first.done()
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
            assert engine.is_alive
        assert not [line for line in heard.lines if "depth 77" in line]

    asyncio.run(main())


# Analyses that go on.


@pytest.mark.parametrize("dialect", ["ugi", "otep"])
def test_an_analysis_goes_on_until_it_is_stopped(dialect: str, tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        async with Engine.open(thinker(dialect, tmp_path), dialect=dialect, grace=60) as engine:
            async with engine.analysis(START) as analysis:
                first = await anext(analysis)
                assert "depth 4" in heard.lines[-1]
                analysis.stop()
                analysis.stop()
                rest = [info async for info in analysis]
                assert (first, *rest)[-1] == analysis.infos[0]
                assert await analysis.wait() == analysis.infos
            assert analysis.infos[0].pv == (Move.parse("d1-c1"),)
            assert [line for line in heard.lines if line in ("<< stop", "<< finish 0")] != []
            assert (await engine.play(START, LIMIT)).move == Move.parse("d1-c1")

    asyncio.run(main())
    told = {"ugi": "<< go infinite", "otep": "<< analyze 1 86400"}[dialect]
    assert told in heard.lines


@pytest.mark.parametrize("dialect", ["htp", "uci"])
def test_an_analysis_that_nothing_stops_ends_with_its_answer(dialect: str, tmp_path: Path, heard: Heard) -> None:
    gate, position = tmp_path / "gate", STARTS[dialect]
    os.mkfifo(gate)

    async def main() -> None:
        async with Engine.open(thinker(dialect, tmp_path, gate), dialect=dialect, grace=60) as engine:
            async with engine.analysis(position, Limit(seconds=60)) as analysis:
                await heard.thinking.wait()
                gate.write_text("", encoding="ascii")
                assert [info.pv[0] for info in [info async for info in analysis][-1:]] == [analysis.infos[0].pv[0]]
            assert (await engine.play(position, Limit(seconds=60))).move == analysis.infos[0].pv[0]

    asyncio.run(main())


def test_the_uci_of_taflzero_needs_a_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with Engine.open(thinker("uci", tmp_path), dialect="uci") as engine:
            with pytest.raises(ArgumentValueError, match="limit"):
                async with engine.analysis(STARTS["uci"]):
                    pass

    asyncio.run(main())


def test_an_analysis_without_its_block_is_told_of(tmp_path: Path) -> None:
    async def main() -> None:
        async with Engine.open(stub("good", tmp_path)) as engine:
            begun: Any = engine.analysis(START)
            with pytest.raises(ArgumentTypeError, match="within a block: `async with engine"):
                [info async for info in begun]

    asyncio.run(main())
    with SimpleEngine(stub("good", tmp_path)) as engine:
        begun: Any = engine.analysis(START)
        with pytest.raises(ArgumentTypeError, match="within a block: `with engine"):
            list(begun)


def test_another_question_ends_an_analysis(tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        async with Engine.open(thinker("ugi", tmp_path)) as engine, engine.analysis(START) as analysis:
            await heard.thinking.wait()
            assert (await engine.play(START, LIMIT)).move == Move.parse("d1-c1")
            assert [info.depth async for info in analysis] == [4]

    asyncio.run(main())


def test_an_analysis_that_cannot_be_stopped_is_told_of(tmp_path: Path, heard: Heard) -> None:
    """At the end of the block; but an error in the block goes before."""

    async def main(error: type[Exception] | None) -> None:
        async with Engine.open(stub("silent", tmp_path), grace=0.1) as engine, engine.analysis(START):
            if error is not None:
                raise error

    with pytest.raises(EngineTimeoutError, match=r"within 0\.1 s: bestmove"):
        asyncio.run(main(None))
    with pytest.raises(LookupError):
        asyncio.run(main(LookupError))


@pytest.mark.parametrize("stops_first", [False, True])
def test_an_engine_that_reads_nothing_has_the_grace_to_stop(stops_first: bool, tmp_path: Path) -> None:
    """Whether it is asked to stop while a command is being sent, or before."""
    stopped_at = 0.0

    async def main() -> None:
        nonlocal stopped_at
        command = stub("deaf", tmp_path)
        async with Engine.open(command, patience=10, grace=0.8) as engine, engine.analysis(START) as analysis:
            engine._stdin.write(b"\n" * (1 << 20))  # behind isready; more than is taken unread
            if not stops_first:
                await asyncio.sleep(0.3)
            stopped_at = time.monotonic()
            analysis.stop()

    with pytest.raises(EngineTimeoutError, match=r"within 0\.8 s: reading of its input"):
        asyncio.run(main())
    assert time.monotonic() - stopped_at < 6


def test_an_engine_is_ended_though_its_end_is_cancelled(tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        engine = await Engine.popen(thinker("ugi", tmp_path))
        question = asyncio.ensure_future(engine.play(START, Limit(seconds=60)))
        await heard.thinking.wait()
        analysis = asyncio.ensure_future(engine.analysis(START).__aenter__())  # waits for its turn
        await asyncio.sleep(0)
        end = asyncio.ensure_future(engine.quit())
        await asyncio.sleep(0)
        end.cancel()
        with pytest.raises(asyncio.CancelledError):
            await end
        assert not engine.is_alive
        await asyncio.wait([question, analysis])
        assert isinstance(question.exception(), EngineDiedError)

    asyncio.run(main())


@pytest.mark.parametrize("name", ["dying", "refusing-go"])
def test_what_goes_wrong_is_raised_once_by_the_analysis(name: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with Engine.open(stub(name, tmp_path)) as engine:
            with pytest.raises(EngineError):
                async with engine.analysis(START):
                    pass
            if not engine.is_alive:
                return
            async with engine.analysis(START) as analysis:
                with pytest.raises(EngineRefusedError, match="no licence"):
                    await anext(analysis)
                assert [info async for info in analysis] == []

    asyncio.run(main())


@pytest.mark.parametrize("name", ["good", "lavish", "babbling"])
def test_waiting_returns_what_analyse_returns(name: str, tmp_path: Path) -> None:
    """Also where the engine says nothing but its move, tells of more lines than it was asked for, or talks."""
    with SimpleEngine(stub(name, tmp_path)) as engine:
        infos = engine.analyse(START, LIMIT)
        assert [info.pv for info in infos] == [(Move.parse("d1-c1"),)]
        with engine.analysis(START, LIMIT) as analysis:
            assert analysis.wait() == infos == analysis.infos == analysis.wait()


def test_waiting_raises_what_went_wrong_each_time(tmp_path: Path) -> None:
    with SimpleEngine(stub("refusing-go", tmp_path)) as engine, engine.analysis(START) as analysis:
        for _ in range(2):
            with pytest.raises(EngineRefusedError, match="no licence"):
                analysis.wait()
        assert list(analysis) == []


def test_an_analysis_that_gives_way_before_its_turn_says_so(tmp_path: Path, heard: Heard) -> None:
    async def main() -> None:
        async with Engine.open(thinker("ugi", tmp_path)) as engine:
            first = asyncio.ensure_future(engine.play(START, Limit(seconds=60)))
            await heard.thinking.wait()
            analysis = asyncio.ensure_future(engine.analysis(START).__aenter__())
            await asyncio.sleep(0)
            second = asyncio.ensure_future(engine.play(START, Limit(seconds=60)))
            with pytest.raises(EngineError, match="analysis did not begin: the engine was asked something else"):
                await analysis
            first.cancel()
            assert (await second).move == Move.parse("d1-c1")

    asyncio.run(main())


def test_an_analysis_without_async(tmp_path: Path, heard: Heard) -> None:
    with SimpleEngine(thinker("ugi", tmp_path)) as engine:
        with engine.analysis(START) as analysis:
            for info in analysis:
                assert (info.depth, info.rank) == (4, 1)
                analysis.stop()
            assert analysis.wait() == analysis.infos
        analysis.stop()
        assert heard.lines.count("<< stop") == 1
        assert engine.play(START, LIMIT).move == Move.parse("d1-c1")
        with engine.analysis(START) as analysis:
            engine.close()
    assert not engine.is_alive


def test_our_engine_is_stopped_in_each_protocol() -> None:
    for dialect in ("ugi", "otep"):
        command = [sys.executable, "-m", "tafl", "engine", "brandubh", "--protocol", dialect]
        with SimpleEngine(command, dialect=dialect) as engine:
            for _ in range(2):
                with engine.analysis(START, lines=2) as analysis:
                    next(analysis)
                assert START.is_legal(analysis.infos[0].pv[0])
                assert START.is_legal(engine.play(START, Limit(seconds=0.1)).move or "")


@pytest.mark.parametrize("name", ["mute", "silent"])
def test_an_interrupt_ends_the_engine(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it starts, and while it searches."""
    monkeypatch.setenv("STUB_CHILD", str(tmp_path / "child"))
    command = [each for each in stub("parent", tmp_path) if each != "-E"]
    program = Path(command[-1])
    silent = 'say("ugiok")' if name == "mute" else 'say("bestmove d1-c1")'
    program.write_text(program.read_text("utf-8").replace(silent, "pass"), encoding="utf-8")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        with pytest.raises(KeyboardInterrupt), SimpleEngine(command) as engine:
            engine.play(START, LIMIT)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert gone(int((tmp_path / "child").read_text(encoding="ascii")))


def test_a_failing_block_ends_the_engine(tmp_path: Path) -> None:
    pids: list[int] = []

    async def main() -> None:
        async with Engine.open(stub("good", tmp_path)) as engine:
            pids.append(engine._process.pid)
            raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(main())
    assert gone(pids[0])


def test_engines_are_used_by_turns(tmp_path: Path) -> None:
    async def main() -> None:
        async with Engine.open(stub("good", tmp_path)) as engine:
            results = await asyncio.gather(*(engine.play(START, LIMIT) for _ in range(5)))
            assert {result.move for result in results} == {Move.parse("d1-c1")}

    asyncio.run(main())


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    rules = variants.BRANDUBH.evolve(die=Die())
    die = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
    over = Position.parse("/K6/7/7/t6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    with SimpleEngine(stub("good", tmp_path)) as engine:
        with pytest.raises(NotExpressibleError, match="die"):
            engine.play(die, LIMIT)
        with pytest.raises(ArgumentValueError, match="the game is over"):
            engine.play(over, LIMIT)
        with pytest.raises(ArgumentValueError, match="limit"):
            engine.play(START, Limit())
        with pytest.raises(UnknownVariantError, match="'start'"):
            engine.play("start", LIMIT)
        with pytest.raises(ArgumentTypeError, match="a Ruleset, or the text or name of one"):
            engine.play(7, LIMIT)  # type: ignore[arg-type]
        assert engine.play(START, Limit(clocks=Clocks(attackers=5, defenders=5))).move is not None
    with pytest.raises(EngineError, match="closed"):
        engine.play(START, LIMIT)
    for command in ("", [], "unclosed '", ["a\0b"]):
        with pytest.raises(ArgumentValueError, match="command"):
            SimpleEngine(command)


@pytest.mark.parametrize("position", ["brandubh", variants.BRANDUBH, f"brandubh {START.text}"])
def test_names_and_texts_of_positions(position: PositionLike, tmp_path: Path) -> None:
    """As everywhere where a game begins."""
    command, move = stub("good", tmp_path), Move.parse("d1-c1")

    async def main() -> None:
        async with Engine.open(command) as engine, engine.analysis(position, LIMIT) as analysis:
            assert (await analysis.wait())[0].pv == (move,)
            assert (await engine.analyse(position, LIMIT))[0].pv == (move,)
            assert (await engine.play(position, LIMIT)).move == move

    asyncio.run(main())
    with SimpleEngine(command) as engine, engine.analysis(position, LIMIT) as analysis:
        assert analysis.wait() == engine.analyse(position, LIMIT)
        assert engine.play(position, LIMIT).move == move
    with EnginePlayer(command) as player:
        assert player.choose(position) == move


def test_the_own_engine_analyses_lines() -> None:
    with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
        infos = engine.analyse(START, Limit(nodes=500), lines=3)
    assert len({info.pv[0] for info in infos}) == 3
    scores = [info.score.value for info in infos if info.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert engine.is_alive is False


@pytest.mark.parametrize("dialect", [dialect for dialect in SERVERS if dialect not in ("cs61b", "log320")])
def test_a_whole_game_between_processes(dialect: str) -> None:
    """Our engine against our host: both sides by one process, and every move by the rules."""
    command = [sys.executable, "-m", "tafl", "engine", "--protocol", dialect, "--player", "greedy"]
    rules = variants.get("brandubh-hnefatafl-org" if dialect == "htp" else "brandubh")
    position = Position.initial(rules)
    with SimpleEngine([*command, rules.name], dialect=dialect) as engine:
        while position.outcome is None and position.ply < 200:
            move = engine.play(position, Limit(seconds=10)).move
            assert move is not None
            position = position.play(move)
    assert position.outcome is not None


def test_the_log_has_the_lines_of_both_sides(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "tafl.engine"), SimpleEngine(stub("babbling", tmp_path)) as engine:
        engine.play(START, LIMIT)
        pid = engine._engine._process.pid
    assert {record.name for record in caplog.records} == {"tafl.engine"}
    told = [(record.levelname, record.getMessage().removeprefix(f"engine {pid}: ")) for record in caplog.records]
    assert told[0] == ("INFO", f"started: {shlex.join(stub('babbling', tmp_path))}")
    assert told[1:3] == [("DEBUG", "<< ugi"), ("DEBUG", ">> id name stub")]
    assert told.index(("DEBUG", "<< go nodes 100")) < told.index(("DEBUG", ">> bestmove d1-c1"))
    assert told[-2:] == [("DEBUG", "<< quit"), ("INFO", "ended, exit status 0")]


def test_the_log_tells_of_a_death_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "tafl.engine"):
        ask("dying", tmp_path)
    told = [(record.levelname, record.getMessage().partition(": ")[2]) for record in caplog.records]
    assert [text for level, text in told if level == "INFO"][1:] == ["ended, exit status 3"]
    assert ("DEBUG", "standard error: out of pieces") in told


def test_a_served_player_logs_its_host(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "tafl.engine"):
        serve(Greedy(), "ugi", source=BytesIO(b"isready\nquit\n"), target=BytesIO())
    told = {record.getMessage() for record in caplog.records}  # in any order: one thread reads, another one writes
    assert told == {"host: >> isready", "host: << readyok", "host: >> quit"}
