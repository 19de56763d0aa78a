"""The protocols of contests: transcripts of both ends, and whole games between them.

The transcripts follow the sources that the modules name: what a referee sends to a program of the contest, and what a
program of the contest writes.
"""

from __future__ import annotations

import shlex
import socket
import sys
import threading
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from hnefatafl import Board, Move, Position, Side, variants
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.rules import Ruleset
from hnefatafl.search import Limit
from tafl.arena import play_match
from tafl.cli import main
from tafl.engine import HOSTS, SERVERS, EngineMoveError, EngineRefusedError, Search, Server, serve

CODINGAME: Final = variants.get("brandubh-codingame")
CS61B: Final = variants.get("tablut-cs61b")
LIMIT: Final = Limit(seconds=1)


def first(position: Position, limit: Limit) -> Move:
    return min(position.legal_moves())


def answers(dialect: str, said: str, ruleset: Ruleset | str | None = None) -> str:
    """What a program of ours answers to all that a referee says."""
    target = BytesIO()
    serve(first, dialect, ruleset=ruleset, source=BytesIO(said.encode()), target=target)
    return target.getvalue().decode()


def played(rules: Ruleset | str, moves: str) -> Position:
    position = Position.initial(rules)
    for move in moves.split():
        position = position.play(move)
    return position


# ----------------------------------------------------------------------------------------------------------- CodinGame

START: Final = "...A...\n...A...\n...D...\nAADKDAA\n...D...\n...A...\n...A...\n"
MOVED: Final = "...A...\n...A...\n...D...\nAADKDAA\n...D...\nA......\n...A...\n"  # d2-a2


def test_codingame_asks_a_program() -> None:
    host = HOSTS["codingame"]()
    start = Position.initial(CODINGAME)
    sent, result = host.connection.drive(host.play(start, LIMIT), b"d2a2\n")
    assert sent.decode() == f"0\nNONE\n{START}"
    assert (result.move, host.warnings) == (Move.parse("d2-a2"), ())
    sent, result = host.connection.drive(host.play(start.play("d2-a2"), LIMIT), b" C4 c2 \n")
    assert sent.decode() == f"1\nd2a2\n{MOVED}"
    assert result.move == Move.parse("c4-c2")
    assert host.quit() == b""


def test_codingame_refuses_what_the_referee_refuses() -> None:
    for said in ("MOVE 3 5 0 5", "WAIT", "d2d4", "c4c2"):
        host = HOSTS["codingame"]()
        with pytest.raises(EngineMoveError):
            host.connection.drive(host.play(Position.initial(CODINGAME), LIMIT), f"{said}\n".encode())
    host = HOSTS["codingame"]()
    with pytest.raises(NotExpressibleError, match="size"):
        host.connection.drive(host.play(Position.initial("tablut"), LIMIT), b"")
    sent, _ = host.connection.drive(host.play(Position.initial("brandubh"), LIMIT), b"d2a2\n")
    assert sent
    assert host.warnings == ("the program plays brandubh-codingame, and not brandubh",)


@pytest.mark.needs_host
def test_codingame_is_answered() -> None:
    assert answers("codingame", f"0\nNONE\n{START}") == "a4a2\n"
    assert answers("codingame", f"1\nd2a2\n{MOVED}") == "c4c1\n"
    assert answers("codingame", f"2\nNONE\n{START}").startswith("? 0 or 1 was expected")
    assert answers("codingame", "0\nNONE\n" + "x" * 7 + START[7:]).startswith("? ")


def test_codingame_is_answered_in_50_ms() -> None:
    server = SERVERS["codingame"]()
    seconds: list[float | None] = []
    server.connection.receive_data(f"0\nNONE\n{START}0\nc4c2\n{START}".encode())
    while (event := server.connection.next_event()) is not None:
        search = server.reply(event).search
        if search is not None:
            seconds.append(search.limit.seconds)
    assert seconds == [pytest.approx(0.085), pytest.approx(0.035)]


def test_codingame_goes_on_from_another_board() -> None:
    """The referee decides: after a move that we would not have thought of, its board counts."""
    server = SERVERS["codingame"]()
    other = START.replace("AADKDAA", "AAD.DAA").replace("...D...\n...A...\n...A...", "...D...\n...A...\n...K...")
    searches: list[Search | None] = []
    for text in (f"0\nNONE\n{START}", f"0\nc4c2\n{other}"):
        server.connection.receive_data(text.encode())
        while (event := server.connection.next_event()) is not None:
            searches.append(server.reply(event).search)
    assert searches[-1] is not None
    position = searches[-1].position
    assert str(position.king) == "d1"
    assert (position.turn, position.ply) == (Side.ATTACKERS, 0)


# --------------------------------------------------------------------------------------------------------------- CS61B


def test_cs61b_asks_a_program() -> None:
    """With the prompts of the course's own program, before which everything up to ``>`` is to be dropped."""
    host = HOSTS["cs61b"]()
    position = played(CS61B, "i6-g6")
    sent, result = host.connection.drive(host.play(position, LIMIT), b"> > > > * d5-7\n")
    assert sent.decode() == "manual black\nmanual white\nnew\ni6-g\nauto white\n"
    assert result.move == Move.parse("d5-d7")
    position = position.play("d5-d7").play("i4-g4")
    sent, result = host.connection.drive(host.play(position, LIMIT), b"what a move\n * d7-c\n")
    assert sent.decode() == "i4-g\n"
    assert (result.move, result.info.lines) == (Move.parse("d7-c7"), ("what a move",))
    assert host.quit() == b"quit\n"


def test_cs61b_refuses() -> None:
    host = HOSTS["cs61b"]()
    with pytest.raises(EngineRefusedError, match="Error: Bad command: auto white"):
        host.connection.drive(host.play(played(CS61B, "i6-g6"), LIMIT), b"> Error: Bad command: auto white\n")
    with pytest.raises(EngineMoveError):
        host.connection.drive(host.play(Position.initial(CS61B), LIMIT), b"* e5-6\n")
    other = Position.from_board(CS61B.start.put("a4", None), CS61B, Side.ATTACKERS)
    with pytest.raises(NotExpressibleError, match="start"):
        host.connection.drive(host.play(other, LIMIT), b"")


@pytest.mark.needs_host
def test_cs61b_is_answered() -> None:
    """The first three moves of the statement's figure, and its form of ``dump``."""
    said = "# a comment\nauto white\nmanual white\ni6-g\nd5-7\ni4-g # which captures\ndump\nquit\n"
    assert answers("cs61b", said) == (
        "===\n"
        "  - - - B B B - - -\n"
        "  - - - - B - - - -\n"
        "  - - - W W - - - -\n"
        "  B - - - W - B - -\n"
        "  B B W - K W - B B\n"
        "  B - - - W - B - -\n"
        "  - - - - W - - - -\n"
        "  - - - - B - - - -\n"
        "  - - - B B B - - -\n"
        "===\n"
    )


@pytest.mark.needs_host
def test_cs61b_plays_the_sides_that_are_automatic() -> None:
    assert answers("cs61b", "i6-g\n").startswith("* ")
    assert answers("cs61b", "manual white\ni6-g\n") == ""
    assert answers("cs61b", "SEED 5\nnew\nfly\n").startswith("Error: bad command: fly")
    assert answers("cs61b", "i6-f\ni6-h\n").count("Error: ") == 1


@pytest.mark.needs_host
def test_cs61b_ends_games() -> None:
    """ "Limit N": a player loses who must make move N + 1; and a whole game by the program alone."""
    moves = "manual white\na4-3\nc5-4\na3-2\n"
    found = answers("cs61b", f"limit 2\n{moves}c4-3\n")
    assert found == "* White wins.\n"
    assert answers("cs61b", f"{moves}limit 1\n").startswith("Error: a side has made 2 moves already")
    assert answers("cs61b", f"limit 2\nnew\n{moves}c4-3\n") == ""
    both = answers("cs61b", "limit 3\nauto white\nauto black\n").splitlines()
    assert both[-1] in ("* White wins.", "* Black wins.")
    assert len(both) <= 7


# -------------------------------------------------------------------------------------------------------------- LOG320

RULES: Final = variants.get("fetlar").evolve(
    name="log320",
    size=13,
    start=Board.parse("/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/"),
)
BOARD: Final = " ".join(
    "0000444440000 0000004000000 0000000000000 0000000000000 4000002000004 4000022200004 4400225220044"
    "4000022200004 4000002000004 0000000000000 0000000000000 0000004000000 0000444440000".replace(" ", "")
)
"""The start, as one of the programs has it."""


def converse(server: Server, *packets: bytes) -> list[bytes]:
    """What a program of ours answers to each packet of the server."""
    said: list[bytes] = []
    for packet in packets:
        server.connection.receive_data(packet)
        answer = b""
        while (event := server.connection.next_event()) is not None:
            reply = server.reply(event)
            answer += reply.data
            if reply.search is not None:
                answer += server.answer(reply.search, min(reply.search.position.legal_moves()))
        said.append(answer)
    return said


def test_log320_asks_a_program() -> None:
    host = HOSTS["log320"]()
    start = Position.initial(RULES)
    host.connection.drive(host.hello(), b"connected\n")
    sent, result = host.connection.drive(host.play(start, LIMIT), b"E1-E4\n")
    assert sent.decode() == f"1 {BOARD}\n"
    assert result.move == Move.parse("e1-e4")
    position = start.play("e1-e4").play("g9-h9")
    sent, result = host.connection.drive(host.play(position, LIMIT), b"A5 - B5\n")
    assert (sent, result.move) == (b"3 G9 - H9\n", Move.parse("a5-b5"))
    black = HOSTS["log320"]()
    sent, result = black.connection.drive(black.play(start.play("e1-e4"), LIMIT), b"G9-H9\n")
    assert sent.decode() == f"2 {BOARD}\n3 E1 - E4\n"
    assert result.move == Move.parse("g9-h9")
    with pytest.raises(EngineMoveError):
        black.connection.drive(black.play(position.play("a5-b5"), LIMIT), b"\n\nA1-A2\n")


def test_log320_is_answered() -> None:
    """Packets may be cut anywhere but in a move; a move that is refused is followed by another."""
    red = SERVERS["log320"]()
    whole = f"1{BOARD}".encode()
    assert converse(red, whole[:50], whole[50:], b"3 G9 - H9", b"5 B6 - B5") == [b"", b"A5 - A2", b"A2 - A3", b""]
    black = SERVERS["log320"]()
    first_answer = converse(black, f"2 {BOARD}".encode(), b"3 E1 - E4 \0\0\0")
    assert first_answer[0] == b""
    again = converse(black, b"4", b"4")
    assert len({first_answer[1], *again}) == 3
    assert converse(black, b"3Z9") == [b""]


@pytest.mark.needs_host
def test_a_socket_is_as_good_as_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def referee() -> None:
            connection, _ = door.accept()
            connection.settimeout(30)
            with connection:
                connection.sendall(f"1{BOARD}".encode())
                heard.append(connection.recv(100))
                connection.sendall(b"5A1 - A2")
                heard.append(connection.recv(100))

        thread = threading.Thread(target=referee, daemon=True)
        thread.start()
        port = door.getsockname()[1]
        assert main(["engine", "--protocol", "log320", "--connect", f"127.0.0.1:{port}", "--player", "greedy"]) == 0
        thread.join(30)
    assert Position.initial(RULES).is_legal("".join(heard[0].decode().lower().split()))
    assert heard[1] == b""
    assert main(["engine", "--connect", "nowhere"]) == 2
    assert "--connect: HOST:PORT was expected" in capsys.readouterr().err


# --------------------------------------------------------------------------------------------------------- whole games

STUDENT: Final = """
import random, socket, sys

def cells(board):
    return {(f, r): board[r][f] for r in range(len(board)) for f in range(len(board))}

def moves(board, own, king):
    size = len(board)
    special = {(f, r) for f in (0, size - 1) for r in (0, size - 1)} | {(size // 2, size // 2)}
    for (f, r), piece in cells(board).items():
        if piece in own:
            for df, dr in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                x, y = f + df, r + dr
                while 0 <= x < size and 0 <= y < size and board[y][x] in ".0":
                    if (x, y) not in special:
                        yield f, r, x, y
                    x, y = x + df, y + dr

def name(f, r, size):
    return "abcdefghijklm"[f] + str(size - r)

random.seed(5)
"""
CODINGAME_STUDENT: Final = (
    STUDENT
    + """
while True:
    try:
        role, last = input(), input()
    except EOFError:
        break
    board = [input() for _ in range(7)]
    f, r, x, y = random.choice(list(moves(board, "A" if role == "0" else "DK", "K")))
    print("debug", file=sys.stderr)
    print(name(f, r, 7) + name(x, y, 7), flush=True)
"""
)
LOG320_STUDENT: Final = (
    STUDENT
    + """
server = socket.create_connection(("localhost", 8888))
own, board = "", []
while True:
    data = server.recv(1024).decode()
    if not data:
        break
    print("command", data[0])
    if data[0] in "12":
        own = "4" if data[0] == "1" else "25"
        numbers = data[1:400].split()[:169]
        board = [[*"".join(numbers[at : at + 13])] for at in range(0, 169, 13)]
        rest = data[1:].split("3", 1)
        data = "3" + rest[1] if len(rest) > 1 else data[0]
    if data[0] == "3":
        one, other = (part.strip() for part in data[1:].split("-"))
        (f, r), (x, y) = (("ABCDEFGHIJKLM".index(part[0]), 13 - int(part[1:])) for part in (one, other))
        board[y][x], board[r][f] = board[r][f], "0"
    if data[0] in "13":
        f, r, x, y = random.choice(list(moves(board, own, "5")))
        board[y][x], board[r][f] = board[r][f], "0"
        server.sendall((name(f, r, 13) + "-" + name(x, y, 13)).upper().encode())
"""
)


def ours(dialect: str, player: str = "greedy", *more: str) -> str:
    words = [sys.executable, "-m", "tafl", "engine", "--protocol", dialect, "--player", player, *more]
    return f"{dialect}:{shlex.join(words)}"


@pytest.mark.needs_host
@pytest.mark.parametrize(("dialect", "rules"), [("codingame", CODINGAME), ("cs61b", CS61B)])
def test_whole_games_between_both_ends(dialect: str, rules: Ruleset) -> None:
    result = play_match(ours(dialect), "random", rules, games=2, limit=LIMIT, margin=30, plies=120)
    assert result.failures == 0
    assert (result.games, result.total.lost) == (2, 0)


@pytest.mark.needs_host
def test_a_program_of_codingame_is_hosted(tmp_path: Path) -> None:
    path = tmp_path / "student.py"
    path.write_text(CODINGAME_STUDENT)
    student = f"codingame:{shlex.join([sys.executable, str(path)])}"
    result = play_match(student, "greedy", CODINGAME, games=2, limit=Limit(seconds=0.05), margin=20)
    assert result.failures == 0
    assert result.games == 2


@pytest.mark.needs_host
def test_what_a_program_plays_otherwise_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A contest's program plays the contest's rules; the games that go on from a file tell the same."""
    file = str(tmp_path / "games.jsonl")
    students = f"student={ours('codingame')}"
    words = ["arena", "brandubh", students, "random", "--plies", "6", "--margin", "30", "-o", file]
    for games in ("2", "4"):
        main([*words, "--games", games])
        err = capsys.readouterr().err
        assert err.count("warning: student: the program plays brandubh-codingame, and not brandubh\n") == 1
        assert err.count("warning") == 1


@pytest.mark.needs_host
def test_programs_of_log320_are_hosted(tmp_path: Path) -> None:
    """Both connect to the same port, one after the other; what they print is no answer."""
    path = tmp_path / "student.py"
    path.write_text(LOG320_STUDENT)
    student = f"log320:{shlex.join([sys.executable, str(path)])}"
    mine = ours("log320", "greedy", "--connect", "localhost:8888")
    result = play_match(student, mine, RULES, games=2, limit=LIMIT, margin=30, plies=14)
    assert dict(result.a_forfeits).keys() <= {"illegal"}  # it knows nothing of captures
    assert dict(result.b_forfeits) == {}
    late = play_match("log320:no-such-program", "random", RULES, games=2)
    assert dict(late.a_forfeits) == {"died": 2}


@pytest.mark.parametrize("dialect", ["codingame", "cs61b", "log320"])
def test_boards_of_another_size_are_refused(dialect: str) -> None:
    with pytest.raises(ArgumentValueError, match="a board of"):
        SERVERS[dialect]("copenhagen")
