"""The command as a process: entry points, pipes, interrupts, and files that do not fit into a line or into memory."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

import hnefatafl
from tafl.cli.options import workers

pytestmark = pytest.mark.needs_host

TAFL = [sys.executable, "-m", "tafl"]
GOOD = "d1-c1 c4-c2 g4-g2,0,0,Ongoing\n"
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and signals are those of POSIX")


def environment(**more: str) -> Mapping[str, str]:
    """An environment in which the package is found where it was found here."""
    path = str(Path(hnefatafl.__file__).resolve().parents[1])
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", **more}


def run(
    *arguments: str, program: Sequence[str] = TAFL, stdin: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=environment(**more),
        check=False,
        timeout=60,
    )


def test_the_module_is_the_command() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"tafl {hnefatafl.__version__} (")


def test_records_come_by_a_pipe() -> None:
    done = run("replay", "--variant", "brandubh", stdin=GOOD * 3)
    assert (done.returncode, done.stdout, done.stderr) == (0, "<stdin>: brandubh, 3 games, 9 plies: all agree\n", "")
    done = run("replay", "-", "--variant", "brandubh", stdin="d1-d7\n")
    assert done.returncode == 1
    assert "<stdin>:1: illegal: 1a d1-d7: " in done.stdout


def test_a_terminal_that_knows_ascii_only() -> None:
    done = run("show", "brandubh", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "[K]" in done.stdout


def test_no_faults_but_those_told() -> None:
    for arguments in (("replay", "nowhere"), ("show", "nothing"), ("variants", "nothing"), ("nothing",)):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1


@posix
def test_a_reader_that_has_gone() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*TAFL, "variants"], stdout=writing, stderr=subprocess.PIPE, env=environment(), check=False, timeout=60
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@posix
def test_a_full_standard_error() -> None:
    """What cannot be told changes no exit status."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    for arguments, status in ((("rules", "nothing"), 2), (("convert", "-", "--to", "otn", "--from", "archive"), 2)):
        with full.open("w") as err:
            done = subprocess.run(
                [*TAFL, *arguments], stdin=subprocess.DEVNULL, stderr=err, env=environment(), check=False, timeout=60
            )
        assert done.returncode == status
    with full.open("w") as err:
        done = subprocess.run(
            [*TAFL, "replay", "--variant", "brandubh"], input=b"d1-d7\n", stderr=err, stdout=subprocess.DEVNULL,
            env=environment(), check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1


@posix
def test_a_disk_that_fills_leaves_no_file(tmp_path: Path) -> None:
    """A file that cannot be written to its end is not there, and what was there before stays."""
    import resource

    path = tmp_path / "games.otg"
    path.write_text("precious", "utf-8")
    games = Path(__file__).parents[3] / "examples" / "games" / "brandubh.csv"

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = subprocess.run(
        [*TAFL, "convert", str(games), "--to", "archive", "--force", "-o", str(path)],
        stderr=subprocess.PIPE, env=environment(), check=False, timeout=60, preexec_fn=limit,
    )  # fmt: skip
    assert (done.returncode, path.read_text("utf-8")) == (2, "precious")
    assert b"File too large" in done.stderr
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_full_disk() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    with full.open("w") as out:
        done = subprocess.run(
            [*TAFL, "variants"], stdout=out, stderr=subprocess.PIPE, env=environment(), check=False, timeout=60
        )
    assert (done.returncode, done.stderr) == (2, b"tafl: cannot write: No space left on device\n")


def heed_interrupts() -> None:
    """Undo what a shell does to its background jobs: they, and what they start, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@posix
def test_an_interrupt_while_reading() -> None:
    with subprocess.Popen(
        [*TAFL, "replay", "--variant", "brandubh"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # A disagreement shows that it has begun to read.
        process.stdin.write(b"d1-d7\n" + GOOD.encode() * 2000)
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"<stdin>:1: illegal")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")


@posix
def test_an_interrupt_while_counting() -> None:
    with subprocess.Popen(
        [*TAFL, "perft", "copenhagen", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"depth 1: ")
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    # The process ends by the signal itself; shells show that as 130.
    assert (process.returncode, err) == (-signal.SIGINT, b"")


@pytest.mark.long
@posix
def test_a_stream_is_not_kept_in_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = tmp_path / "brandubh.csv.gz"
    with gzip.open(file, "wt", compresslevel=1) as out:
        out.write(f"{'# ' * 499}\n" * 125_000 + GOOD)
    limit = 110_000_000

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    done = subprocess.run(
        [*TAFL, "replay", str(file)], capture_output=True, env=environment(), preexec_fn=bound, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert b"1 game, 3 plies: all agree" in done.stdout


def test_several_processes_say_what_one_does(tmp_path: Path) -> None:
    """Over good files and bad ones, in the same order, and with nothing lost."""
    bad = "d1-c1 c4-c2 d2-d5,0,0,Ongoing\n"
    (tmp_path / "brandubh.csv").write_text((GOOD * 5 + bad + f"# {'-' * 700}\n") * 30)
    with gzip.open(tmp_path / "brandubh-7.csv.gz", "wt") as out:
        out.write(bad + GOOD * 700)
    cut = (tmp_path / "brandubh-7.csv.gz").read_bytes()
    (tmp_path / "brandubh-1.csv.gz").write_bytes(cut[: len(cut) - 20])
    (tmp_path / "game.otg").write_text("[rules:dim:7 name:Brandub surf:n ks:w start:/3t3/")
    (tmp_path / "nobody.csv").write_text(GOOD)
    one, two = (run("replay", str(tmp_path), "nowhere", "--json", "--jobs", jobs) for jobs in ("1", "2"))
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr)
    assert one.stdout.rpartition('"seconds"')[0] == two.stdout.rpartition('"seconds"')[0]
    assert one.stdout.count('"d2-d5"') == 32
    alone, together = (run("playouts", "brandubh", "--games", "9", "--jobs", jobs) for jobs in ("1", "2"))
    assert (alone.returncode, alone.stdout, alone.stderr) == (together.returncode, together.stdout, together.stderr)
    assert alone.stdout.startswith("brandubh, 9 random games (seeds 0 to 8): ")


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="only forked processes begin with a handler")
def test_a_process_that_is_ended_before_it_began_says_nothing() -> None:
    """The work was done by others, or is not wanted any more."""
    code = """
import multiprocessing
import time
from tafl.cli import options as workers

beginning = multiprocessing.Event()
workers._begin = lambda: (beginning.set(), time.sleep(600))
with workers.workers(2) as executor:
    executor.submit(int)
    beginning.wait()
"""
    done = run(code, program=[sys.executable, "-c"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_thread_that_is_being_started_is_waited_for() -> None:
    """The executors start threads from threads, so that one can be half started when the work is done."""
    code = """
import threading
import time
from tafl.cli import options as workers

first = threading.Thread._bootstrap
threading.Thread._bootstrap = lambda thread: (time.sleep(0.5), first(thread))
begun = threading.Event()
work = threading.Thread(target=lambda: print("ended"))
threading.Thread(target=lambda: (begun.wait(), work.start())).start()
with workers.workers(2):
    begun.set()
    while work not in threading.enumerate():
        pass
"""
    done = run(code, program=[sys.executable, "-c"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_several_processes_end_together(number: int) -> None:
    """When the one that gives out the work is told to end, the others end with it, and say nothing."""
    with subprocess.Popen(
        [*TAFL, "perft", "copenhagen", "9", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=heed_interrupts,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"depth 3: "):
            pass
        process.send_signal(number)
        _, err = process.communicate(timeout=60)  # which waits for all who could still write
    assert (process.returncode, err) == (128 + number, b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@posix
def test_cancelled_work_is_let_go_before_its_processes_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the rest takes: an executor that finds its processes ended tells the waiting work so, and of
    work that was cancelled Python 3.11 makes an error in a thread, which pytest reports."""
    terminate = BaseProcess.terminate

    def slowly(process: BaseProcess) -> None:
        terminate(process)
        time.sleep(0.3)

    def leave() -> None:
        with workers(2) as executor:
            assert executor is not None
            waiting = [executor.submit(time.sleep, 60) for _ in range(9)]
            time.sleep(0.3)
            assert [future.cancel() for future in waiting][-1]
            sys.exit(143)

    monkeypatch.setattr(BaseProcess, "terminate", slowly)
    with pytest.raises(SystemExit, match="143"):
        leave()
    assert not multiprocessing.active_children()


def test_work_for_which_nobody_waits_is_ended() -> None:
    begun = time.monotonic()
    with workers(2) as executor:
        assert executor is not None
        waiting = [executor.submit(time.sleep, 40) for _ in range(9)]
        time.sleep(0.3)
        assert waiting[0].running()
    assert time.monotonic() - begun < 20
    assert not multiprocessing.active_children()


@posix
def test_a_process_that_is_ended_from_outside() -> None:
    with subprocess.Popen(
        [*TAFL, "perft", "copenhagen", "9", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"depth 3: "):
            pass
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            process.kill()
            pytest.skip("nothing tells of child processes here")
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith(b"tafl: a worker process was killed from outside")
