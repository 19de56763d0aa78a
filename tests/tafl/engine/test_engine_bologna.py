"""The Tablut Challenge: its wire, a player for its server, and the referee in the server's place."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, TypeAlias

import pytest
from conftest import bologna_games, data_path
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Move, Position, Side, Termination, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.notation import bologna
from hnefatafl.notation.bologna import Action, GameState
from tafl.engine import EngineDiedError, EngineError, EngineRefusedError, EngineTimeoutError, ProtocolError, player
from tafl.engine.bologna import MAX_MESSAGE, Closed, Ending, Event, Name, Seat, Unparsed, Wire
from tafl.engine.bologna_referee import Cause, Referee, Ruling
from tafl.engine.bologna_sockets import play, referee

pytestmark = pytest.mark.needs_host

ASHTON: Final = variants.ASHTON_TABLUT
WHITE, BLACK = Side.DEFENDERS, Side.ATTACKERS
SIDES: Final = {"white": WHITE, "black": BLACK}
DATE: Final = "Nov 05, 2020 11:12:53 PM"

Message: TypeAlias = tuple[Side, bool, str]
"""A message of a transcript: whose connection, whether the player sends it, and its text."""


def framed(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


# --------------------------------------------------------------------------------------------------------- transcripts


def transcript(name: str) -> list[Message]:
    """The messages of a game with the real server."""
    text = data_path("unibo-tablut", "transcripts", f"{name}.json").read_text("utf-8")
    found: list[Message] = []
    for message in json.loads(text)["messages"]:
        assert len(message["json"].encode()) == int(message["hex_len"], 16)
        found.append((SIDES[message["conn"]], message["dir"] == "client->server", message["json"]))
    return found


BOARD_NAMES: Final = {"O": "EMPTY", "W": "WHITE", "B": "BLACK", "K": "KING", "T": "THRONE"}
ENDS: Final = {"WW": "WHITEWIN", "BW": "BLACKWIN", "D": "DRAW"}


def replica(game: dict[str, Any]) -> list[Message]:
    """The exchange of a recorded game as the server has it, written without the library's writer of states.

    The last board is that of the record; the boards before it are those of the rules.
    """
    found: list[Message] = [(side, True, json.dumps(name)) for side, name in ((WHITE, "Ann"), (BLACK, "Bo"))]
    position = Position.initial(ASHTON)

    def states(letters: str, word: str) -> None:
        rows = [[BOARD_NAMES[letter] for letter in letters[at : at + 9]] for at in range(0, 81, 9)]
        text = json.dumps({"board": rows, "turn": word}, separators=(",", ":"))
        found.extend((side, False, text) for side in (WHITE, BLACK))

    def letters(position: Position) -> str:
        signs = {"t": "B", "T": "W", "K": "K"}
        names = [f"{file}{rank}" for rank in range(1, 10) for file in "abcdefghi"]
        pieces = {str(square): signs[piece.symbol] for square, piece in position.board.items()}
        return "".join(pieces.get(name, "T" if name == "e5" else "O") for name in names)

    states(letters(position), "WHITE")
    for number, text in enumerate(game["moves"], start=1):
        move = text.partition("x")[0]
        origin, target = move.split("-")
        word = "WHITE" if position.turn is WHITE else "BLACK"
        action = json.dumps({"from": origin, "to": target, "turn": word}, separators=(",", ":"))
        found.append((position.turn, True, action))
        position = position.play(move)
        last = number == len(game["moves"])
        word = ENDS[game["final"]] if last else "WHITE" if position.turn is WHITE else "BLACK"
        states(game["final_board"] if last else letters(position), word)
    return found


def whole_games() -> list[list[Message]]:
    """Twenty games that ended on the board: five that Black won and five draws among them."""
    games = [game for game in bologna_games() if game["final"] in ENDS and not game["rejected"]]
    chosen = [game for end, count in (("WW", 10), ("BW", 5), ("D", 5)) for game in of_end(games, end)[:count]]
    return [replica(game) for game in chosen]


def of_end(games: list[dict[str, Any]], end: str) -> list[dict[str, Any]]:
    return [game for game in games if game["final"] == end and len(game["moves"]) < 200]


def exchanges() -> list[list[Message]]:
    return [transcript("white-wins"), transcript("illegal-move"), *whole_games()]


async def recorded_server(messages: Sequence[Message], side: Side) -> tuple[Seat, list[str]]:
    """Play a side against what the server sent, byte by byte; return the seat, and what the player sent."""
    mine = [(sent, text) for of, sent, text in messages if of is side]
    moves = iter([json.loads(text) for sent, text in mine if sent][1:])
    sent: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for from_player, text in mine:
            if from_player:
                length = int.from_bytes(await reader.readexactly(4), "big")
                sent.append((await reader.readexactly(length)).decode())
            else:
                for byte in framed(text):
                    writer.write(bytes([byte]))
                await writer.drain()
        writer.close()

    def choose(position: Position) -> Move:
        assert position.turn is side
        move = next(moves)
        return Move.parse(f"{move['from']}-{move['to']}")

    name = json.loads(mine[0][1])
    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        return await play(choose, side, name=name, port=port), sent


def test_a_player_plays_recorded_games() -> None:
    """ "20 whole games through a replica of the Bologna exchange": the player's side against the recorded server."""
    for messages in exchanges():
        for side in Side:
            seat, sent = asyncio.run(recorded_server(messages, side))
            assert sent == [text for of, by_player, text in messages if of is side and by_player]
            result = bologna.parse_state(messages[-1][2]).result
            expected = {"White": WHITE, "Black": BLACK, "Draw": None}[result]
            assert seat.ending is (
                Ending.DRAWN if expected is None else Ending.WON if expected is side else Ending.LOST
            )
            assert all("refused" in note or "without a move" in note for note in seat.notes)


async def recorded_players(messages: Sequence[Message], **options: Any) -> tuple[Ruling, dict[Side, list[str]], str]:
    """Referee what both players sent; return the verdict, what each was sent, and the log."""
    received: dict[Side, list[str]] = {side: [] for side in Side}
    log: list[str] = []

    async def sit(side: Side, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for of, by_player, text in messages:
            if of is side and by_player:
                writer.write(framed(text))
            elif of is side:
                length = int.from_bytes(await reader.readexactly(4), "big")
                received[side].append((await reader.readexactly(length)).decode())
        assert await reader.read() == b""
        writer.close()

    def watch(game: Referee) -> None:
        log.extend(f"{message.dated(DATE)}\n" for message in game.read_log())

    verdict = await seated(sit, watch=watch, **options)
    return verdict, received, "".join(log)


async def seated(sit: Callable[[Side, int], Awaitable[None]], **options: Any) -> Ruling:
    """Referee a game of two players that run as tasks of this process."""
    opened: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()
    game = asyncio.create_task(referee(ports=(0, 0), opened=opened.set_result, **options))
    try:
        ports = await opened
        sitting = asyncio.gather(*(sit(side, port) for side, port in zip((WHITE, BLACK), ports, strict=True)))
        try:
            return await game
        finally:
            await asyncio.wait_for(sitting, 60)
    finally:
        game.cancel()


def test_the_referee_sends_what_the_server_sent() -> None:
    """The referee's side against the recorded players: the same states in the same order; its log can be read."""
    for messages in exchanges():
        verdict, received, log = asyncio.run(recorded_players(messages))
        for side in Side:
            assert received[side] == [text for of, by_player, text in messages if of is side and not by_player]
        result = bologna.parse_state(messages[-1][2]).result
        assert verdict.result == result
        actions = [json.loads(text) for _, by_player, text in messages if by_player and '"from"' in text]
        game = bologna.parse_log(log)
        moves = [f"{action['from']}-{action['to']}" for action in actions]
        assert [str(move).partition("x")[0] for move in game.moves] == moves[: len(game.moves)]
        assert [token.text for token in game.unparsed] == moves[len(game.moves) :]
        assert game.result == result


def test_the_referee_decides_every_recorded_game_as_the_server_did() -> None:
    for record in bologna_games():
        game = Referee("", "")
        for text in record["moves"]:
            assert game.verdict is None
            game.take(Action(move=Move.parse(text.partition("x")[0]), turn=game.turn))
        if record["final"] in ENDS:
            assert game.state.word == ENDS[record["final"]]
        else:
            assert (game.state.word[0], game.verdict) == (record["final"], None)


def without_dates(log: str) -> list[str]:
    """What is the same in all versions of the server: the messages, without repeated captures."""
    found: list[str] = []
    for line in log.splitlines():
        text = line.replace("White:\t", "").removeprefix("FINE: ")
        if "it.unibo." not in line and (not found or found[-1] != text or "rimossa" not in text):
            found.append(text)
    return found


def test_the_log_is_that_of_the_server() -> None:
    """Line by line, but for dates; the logs name a piece twice that was captured to the right."""
    for path in sorted(data_path("unibo-tablut", "raw-logs").glob("*.txt")):
        text = path.read_text("utf-8")
        record = bologna.parse_log(text)
        game = Referee(record.tags.get("defenders", ""), record.tags.get("attackers", ""))
        for move in record.moves:
            game.take(Action(move=Move.of(move.origin, move.target), turn=game.turn))
        log = "".join(f"{message.dated(DATE)}\n" for message in game.read_log())
        assert sorted(without_dates(log)) == sorted(without_dates(text))
        assert [line for line in without_dates(log) if "rimossa" not in line] == [
            line for line in without_dates(text) if "rimossa" not in line
        ]


def test_the_referee_refuses_in_the_words_of_the_server() -> None:
    seen = 0
    for record in bologna_games():
        for ply, origin, target, words in record["rejected"]:
            if words is None:
                continue
            game = Referee("", "")
            for text in record["moves"][:ply]:
                game.take(Action(move=Move.parse(text.partition("x")[0]), turn=game.turn))
            game.take(Action(move=Move.parse(f"{origin}-{target}"), turn=game.turn))
            assert [message.text for message in game.read_log() if message.level == "WARNING"] == [words]
            seen += 1
    assert seen == 5


# ------------------------------------------------------------------------------------------------------------ the wire


MESSAGES: Final = st.sampled_from(
    [
        framed('"Ann"'),
        framed('{"from":"e3","to":"c3","turn":"WHITE"}'),
        framed(bologna.format_state(GameState(board=ASHTON.start, turn=WHITE))),
        framed(bologna.format_state(GameState(board=ASHTON.start, turn=None, result="Black"))),
        framed("{}"),
        framed("[" * 5000),
        framed('{"from":"z0","to":null}'),
        b"\xff\xff\xff\xff",
        b"\x7f\xff\xff\xff",
        b"\0\0\0\0",
    ]
)


def events(connection: Wire) -> Iterator[Event | str]:
    """All events that are there; an error is its text."""
    try:
        while (event := connection.next_event()) is not None:
            yield event
            if isinstance(event, Closed):
                return
    except ProtocolError as error:
        yield str(error)


def read(data: bytes, cuts: Sequence[int], side: Side, at_server: bool) -> list[Event | str]:
    connection = Wire(side, referee=at_server)
    found: list[Event | str] = []
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, end in pairwise(places):
        if start < end and not (found and isinstance(found[-1], str)):
            connection.receive_data(data[start:end])
            found += events(connection)
    if not (found and isinstance(found[-1], str)):
        connection.receive_data(b"")
        found += events(connection)
    return found


@given(
    st.lists(st.one_of(MESSAGES, st.binary(max_size=40))).map(b"".join),
    st.lists(st.integers(0, 5000), max_size=8),
    st.sampled_from(Side),
    st.booleans(),
)
def test_any_bytes_are_read_however_they_are_split(data: bytes, cuts: list[int], side: Side, at_server: bool) -> None:
    found = read(data, cuts, side, at_server)
    assert found == read(data, [], side, at_server)
    assert isinstance(found[-1], Closed | str)
    kinds = (Name, Action, Unparsed, Closed, str) if at_server else (GameState, Unparsed, Closed, str)
    assert all(isinstance(each, kinds) for each in found)


@given(st.lists(st.one_of(MESSAGES, st.binary(max_size=40))).map(b"".join), st.sampled_from(Side))
def test_a_seat_survives_whatever_a_server_sends(data: bytes, side: Side) -> None:
    seat = Seat(side)
    for event in read(data, [], side, False):
        if isinstance(event, GameState):
            seat.see(event)
        elif isinstance(event, Unparsed):
            seat.pass_over(event)
        if seat.ending is None and seat.to_move:
            seat.move(seat.position.legal_moves()[0])
    seat.close()
    assert seat.ending is not None


@given(st.lists(st.one_of(MESSAGES, st.binary(max_size=40))).map(b"".join), st.integers(0, 3))
def test_a_referee_survives_whatever_players_send(data: bytes, errors: int) -> None:
    game = Referee("Ann", "Bo", errors=errors)
    for event in read(framed('"Ann"') + data, [], WHITE, True)[1:]:
        if game.verdict is not None:
            break
        if isinstance(event, str):
            game.take_garbage(event)
        else:
            game.take(event)
    assert game.verdict is not None
    log = "".join(f"{message.dated(DATE)}\n" for message in game.read_log())
    assert bologna.parse_log(log).ruleset == ASHTON


@given(st.text())
def test_names_are_sent_and_cleaned(text: str) -> None:
    player_end, server = Wire(WHITE), Wire(WHITE, referee=True)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        with pytest.raises(ArgumentValueError, match="whole characters"):
            player_end.send(Name(text))
        return
    data = player_end.send(Name(text))
    server.receive_data(data)
    assert server.next_event() == Name(text)
    cleaned = Name(text).cleaned
    assert len(cleaned) <= 10
    assert cleaned == "" or cleaned.isalnum()


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("Ravens", "Ravens"),
        ("The Ravens 2", "The Ravens 2"),
        ("Ravens\n", "Ravens"),
        ("Corbeaux de l'Été", "Corbeaux de l'Été"),
        ('"Ravens', '"Ravens'),
        ("2022", "2022"),
        ("true", "true"),
        ("x" * 100, "x" * 100),
    ],
)
def test_names_may_lack_quotation_marks(sent: str, name: str) -> None:
    """As clients of the Challenge's winners send theirs; the server's Gson is lenient."""
    server = Wire(WHITE, referee=True)
    server.receive_data(framed(sent) + framed('{"from":"e3","to":"c3"}'))
    assert server.next_event() == Name(name)
    assert isinstance(server.next_event(), Action)


@pytest.mark.parametrize(
    "sent", ["", " ", "null", "{}", "[1]", "{", '{"name":"Ravens"}', "x" * 101, "a\0b", "a\u202eb", "a\nb"]
)
def test_what_is_no_name_is_refused(sent: str) -> None:
    server = Wire(WHITE, referee=True)
    server.receive_data(framed(sent))
    found = server.next_event()
    assert isinstance(found, Unparsed)
    assert found.reason == "a name of 1 to 100 printable characters was expected"


def test_a_message_is_bounded() -> None:
    connection = Wire(WHITE, referee=True)
    connection.receive_data((MAX_MESSAGE + 1).to_bytes(4, "big"))
    for _ in range(2):
        with pytest.raises(ProtocolError, match="0 to 65,536 bytes was expected, not of 65,537"):
            connection.next_event()
    with pytest.raises(ArgumentValueError, match="at most 65,536 bytes"):
        Wire(WHITE).send(Name("x" * MAX_MESSAGE))


def test_each_end_sends_its_own_messages() -> None:
    state = GameState(board=ASHTON.start, turn=WHITE)
    for connection, message in ((Wire(WHITE), state), (Wire(WHITE, referee=True), Name("Ann"))):
        with pytest.raises(ArgumentValueError, match="at this end"):
            connection.send(message)


def test_the_server_ignores_the_turn_of_an_action() -> None:
    connection = Wire(BLACK, referee=True)
    for text in ('"Bo"', '{"from":"e2","to":"d2","turn":"WHITE"}', '{"from":"e2","to":"d2"}'):
        connection.receive_data(framed(text))
    name, *actions = (connection.next_event() for _ in range(3))
    assert name == Name("Bo")
    assert actions == [Action(move=Move.parse("e2-d2"), turn=BLACK)] * 2


# ------------------------------------------------------------------------------------------------------- players' seats


def state(position: Position, result: str = "") -> GameState:
    return GameState(board=position.board, turn=None if result else position.turn, result=result)


def test_a_refused_move_may_be_played_again_differently() -> None:
    """The server allows errors if it is told to, and then sends the same state again."""
    start = Position.initial(ASHTON)
    seat = Seat(WHITE)
    seat.see(state(start))
    seat.move(Move.parse("e3-c3"))
    seat.see(state(start))
    assert seat.to_move
    assert seat.refused == {Move.parse("e3-c3")}
    assert [*seat.notes] == ["the server refused e3-c3, which is legal by our rules"]
    after = start.play("e3-d3")
    seat.move(Move.parse("e3-d3"))
    seat.see(state(after))
    assert not seat.refused
    assert seat.position == after
    seat.see(state(after))
    assert seat.notes[-1] == "the server refused a move of Black"


def test_a_closed_connection_is_an_ending() -> None:
    seat = Seat(WHITE)
    seat.see(state(Position.initial(ASHTON)))
    seat.move(Move.parse("e4-e2"))
    seat.close()
    assert seat.ending is Ending.CLOSED
    why = "another piece stands in the way (e3)"
    assert seat.notes[0] == (f"the server closed the connection after e4-e2, which is illegal by our rules: {why}")
    other = Seat(BLACK)
    other.see(state(Position.initial(ASHTON)))
    other.close()
    assert other.notes[0] == "the server closed the connection while White was to move"


def test_differences_from_our_rules_are_noted_and_the_game_goes_on() -> None:
    start = Position.initial(ASHTON)
    seat = Seat(BLACK)
    seat.see(state(start))
    board = start.board.put("e3", None).put("d8", start.board["e3"])  # no rook moves so
    seat.see(GameState(board=board, turn=BLACK))
    assert [*seat.notes] == ["no move that is legal by our rules leads to the board of the server"]
    assert seat.to_move
    assert seat.position.board == board
    # A capture that the server does not make.
    mine = Move.parse("e2-d2")
    seat.move(mine)
    after = seat.position.play(mine)
    seat.see(GameState(board=after.board.put("g5", None), turn=WHITE))
    assert "after e2-d2 the board of the server is" in seat.notes[-1]
    # A board without a king cannot be played.
    seat.see(GameState(board=after.board.put("e5", None), turn=BLACK))
    assert not seat.to_move
    assert "cannot be played by our rules: there is no king" in seat.notes[-1]
    seat.see(GameState(board=start.board, turn=None, result="Draw"))
    assert seat.ending is Ending.DRAWN


BEGINNING: Final = ("e3-d3", "d1-c1")
ROUND: Final = ("d3-e3", "c1-b1", "e3-d3", "b1-c1")
"""Moves that come back to the position after the beginning."""


def test_a_draw_that_the_server_does_not_make() -> None:
    position = Position.initial(ASHTON)
    seat = Seat(WHITE)
    seat.see(state(position))
    for text in (*BEGINNING, *ROUND):
        if position.turn is WHITE:
            seat.move(Move.parse(text))
        position = position.play(text, lenient=True)
        seat.see(state(position))
    assert seat.notes == ("the position after b1-c1 is repeated, and the server does not end the game",)
    assert seat.ending is None
    assert seat.to_move
    won = Seat(WHITE)
    won.see(state(Position.initial(ASHTON)))
    won.move(Move.parse("e3-c3"))
    won.see(state(Position.initial(ASHTON).play("e3-c3"), "White"))
    assert won.ending is Ending.WON
    assert won.notes == ("after e3-c3 the server says WHITEWIN; by our rules the game goes on",)


# ---------------------------------------------------------------------------------------------------------- the referee


def moved(game: Referee, *texts: str) -> Referee:
    for text in texts:
        game.take(Action(move=Move.parse(text), turn=game.turn))
    return game


@pytest.mark.parametrize(
    ("repeated", "cache", "moves"),
    [(0, None, 6), (0, 3, 6), (0, 2, None), (1, None, 10), (1, 7, 10), (1, 6, None), (2, None, 14)],
)
def test_draws_by_repetition(repeated: int, cache: int | None, moves: int | None) -> None:
    """Of the positions since the last capture, without the start, ``cache`` + 1 are remembered."""
    game = Referee("", "", repeated=repeated, cache=cache)
    for number, text in enumerate(BEGINNING + ROUND * 6, start=1):
        moved(game, text)
        if game.verdict is not None:
            assert (game.verdict.cause, number) == (Cause.REPETITION, moves)
            texts = [message.text for message in game.read_log()]
            assert "Partita terminata in pareggio per numero di stati ripetuti" in texts
            assert f"Equal states found: {repeated + 1}" in texts
            assert texts[-1].endswith("-\nD")
            return
    assert moves is None


def test_a_side_without_a_legal_move_still_has_to_move() -> None:
    """The server has no rule for it: the side loses by whatever it plays."""
    game = Referee("", "")
    game.position = Position.parse("/t8/T8/1T7/9/4K4/9/9/9/9/", ASHTON, WHITE)
    last = game.position.play("b3-b1")
    assert last.outcome is not None
    assert last.outcome.termination is Termination.NO_LEGAL_MOVE
    moved(game, "b3-b1")
    assert (game.verdict, game.state.turn) == (None, BLACK)
    moved(game, "a1-a3")
    assert game.verdict is not None
    assert (game.verdict.winner, game.verdict.cause) == (WHITE, Cause.ILLEGAL)
    # A player of such a side is not asked for a move.
    seat = Seat(BLACK)
    seat.see(state(Position.parse("/t8/T8/1T7/9/4K4/9/9/9/9/", ASHTON, WHITE)))
    seat.see(GameState(board=last.board, turn=BLACK))
    assert not seat.to_move
    assert "by our rules" in seat.notes[-1]


def test_errors_may_be_allowed() -> None:
    game = moved(Referee("", "", errors=1), "e4-e2")
    assert game.verdict is None
    assert game.state.turn is WHITE
    moved(game, "e3-c3", "a1-a2")
    assert game.verdict is None
    moved(game, "a1-a2")
    assert (
        str(game.verdict)
        == "White wins: Black played a1-a2, which is illegal: no piece stands on the square of origin (a1)"
    )
    with pytest.raises(ArgumentValueError, match="the game is over"):
        moved(game, "e3-c3")


@pytest.mark.parametrize("options", [{"errors": -1}, {"repeated": -1}, {"cache": -1}, {"moves": 0}])
def test_numbers_of_the_referee_are_checked(options: dict[str, int]) -> None:
    with pytest.raises(ArgumentValueError, match="was expected"):
        Referee("", "", **options)
    with pytest.raises(ArgumentValueError, match="was expected"):
        asyncio.run(referee(**options))  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------------------- stub players


Stub: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def dead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readexactly(4)


async def half_dead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"\0\0\0\x26{")


async def babbling(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(framed("I move the king"))
    await reader.read()


async def shouting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"GET / HTTP/1.1\r\n\r\n" * 1000)
    await reader.read()


async def empty(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(framed("{}"))
    await reader.read()


async def illegal(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(framed('{"from":"e4","to":"e2","turn":"WHITE"}'))
    await reader.read()


async def resetting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def flooding(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send more moves than anybody reads, until the connection is closed."""
    with suppress(OSError):
        while True:
            writer.write(framed('{"from":"e3","to":"d3"}') + framed('{"from":"d3","to":"e3"}'))
            await writer.drain()


async def met(stub: Stub, side: Side, **options: Any) -> tuple[Ruling, Seat]:
    """Referee a game of a stub, that has sent its name, and a random player; return the end for both."""
    seats: list[Seat] = []

    async def sit(seat: Side, port: int) -> None:
        if seat is not side:
            seats.append(await play(player("random:seed=3"), seat, name="Bo", port=port))
            return
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(framed('"stub"'))
        with suppress(OSError):
            await stub(reader, writer)
        writer.close()

    verdict = await seated(sit, **options)
    return verdict, seats[0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("stub", "cause", "said"),
    [
        (silent, Cause.TIMEOUT, "did not move in"),
        (dead, Cause.CLOSED, "closed the connection"),
        (half_dead, Cause.CLOSED, "closed the connection"),
        (resetting, Cause.CLOSED, "closed the connection"),
        (babbling, Cause.UNREADABLE, "sent no JSON: JSON was expected"),
        (shouting, Cause.UNREADABLE, "sent no message: a message of 0 to 65,536 bytes was expected"),
        (empty, Cause.ILLEGAL, "sent no move: the key 'from' was expected"),
        (illegal, Cause.ILLEGAL, "played e4-e2, which is illegal"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
@pytest.mark.parametrize("side", [WHITE, BLACK], ids=str)
def test_bad_players_lose(stub: Stub, cause: Cause, said: str, side: Side) -> None:
    seconds = 60.0
    if stub is silent:
        seconds = 0.2 if side is WHITE else 4.0  # in which White has to move
    verdict, seat = asyncio.run(met(stub, side, seconds=seconds))
    assert (verdict.winner, verdict.cause) == (side.opponent, cause)
    assert said in verdict.text
    assert seat.ending is (Ending.WON if verdict.is_sent else Ending.CLOSED)


def test_moves_that_are_sent_too_soon_are_the_next_moves() -> None:
    """The server reads a player only when it is to move. White sends e3-d3 and d3-e3 in turn, many times over."""
    verdict, seat = asyncio.run(met(flooding, WHITE, seconds=60.0, moves=12))
    assert verdict.cause is Cause.LIMIT
    white = [str(at.last_move) for at in seat.position.history()[1::2]]
    assert white == ["e3-d3", "d3-e3"] * 3


def test_a_whole_game_with_a_name_without_quotation_marks() -> None:
    """A client that is not ours: it sends its name as it is, and plays the first legal move of the board it is sent."""
    names: list[tuple[str, str]] = []

    async def sit(side: Side, port: int) -> None:
        if side is BLACK:
            await play(player("random:seed=3"), side, name="Bo", port=port)
            return
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(framed("La Squadra"))
        seat = Seat(side)
        while seat.ending is None:
            length = int.from_bytes(await reader.readexactly(4), "big")
            seat.see(bologna.parse_state((await reader.readexactly(length)).decode()))
            if seat.to_move:
                move = min(seat.position.legal_moves())
                writer.write(framed(f'{{"from":"{move.origin}","to":"{move.target}","turn":"WHITE"}}'))
        writer.close()

    def watch(game: Referee) -> None:
        names.append((game.white, game.black))

    verdict = asyncio.run(seated(sit, moves=6, watch=watch))
    assert (verdict.cause, verdict.text) == (Cause.LIMIT, "6 moves were played")
    assert set(names) == {("LaSquadra", "Bo")}


@pytest.mark.parametrize(
    ("stub", "error", "said"),
    [
        (silent, EngineTimeoutError, "the name of White"),
        (resetting, EngineDiedError, "the name of White"),
        (empty, ProtocolError, "a name was expected from White"),
        (shouting, ProtocolError, "a message of 0 to 65,536 bytes"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_players_without_a_name(stub: Stub, error: type[EngineError], said: str) -> None:
    async def sit(side: Side, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            await (silent if side is BLACK else stub)(reader, writer)
        writer.close()

    with pytest.raises(error, match=said):
        asyncio.run(seated(sit, seconds=0.2 if stub is silent else 60.0))


def test_players_who_do_not_come() -> None:
    with pytest.raises(EngineTimeoutError, match="a connection of White"):
        asyncio.run(referee(ports=(0, 0), patience=0.05))
    with pytest.raises(ArgumentValueError, match="seconds: a number above 0"):
        asyncio.run(referee(ports=(0, 0), seconds=float("nan")))
    with pytest.raises(ArgumentValueError, match="ports: numbers from 0 to 65535"):
        asyncio.run(referee(ports=(70000, 0)))


# --------------------------------------------------------------------------------------------------------- stub servers


async def played(server: Stub, choose: Any = None, **options: Any) -> Seat:
    """Play White on a stub of a server."""
    async with await asyncio.start_server(server, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        return await play(choose or player("greedy"), WHITE, port=port, **options)


def answering(*messages: bytes) -> Stub:
    """A server that sends these messages, whatever it gets, and closes the connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for message in messages:
            await reader.readexactly(4)
            writer.write(message)
        await writer.drain()
        writer.close()

    return serve


START: Final = framed(bologna.format_state(state(Position.initial(ASHTON))))


def test_servers_that_close() -> None:
    assert asyncio.run(played(answering())).notes == ("the server closed the connection before the game began",)
    seat = asyncio.run(played(answering(START)))
    assert seat.ending is Ending.CLOSED
    assert "which is legal by our rules" in seat.notes[0]
    seat = asyncio.run(played(answering(framed("[]") + START)))
    assert seat.notes[0].startswith("the server sent '[]': a JSON object was expected")


def test_servers_that_are_none() -> None:
    with pytest.raises(ProtocolError, match="a message of 0 to 65,536 bytes"):
        asyncio.run(played(answering(b"SSH-2.0-OpenSSH_9.2\r\n")))
    with pytest.raises(EngineRefusedError, match=r"a connection to 127\.0\.0\.1, port 1"):
        asyncio.run(play(player("greedy"), WHITE, port=1, wait=0.0))
    with pytest.raises(ArgumentValueError, match="port: a number from 0 to 65535"):
        asyncio.run(play(player("greedy"), WHITE, port=70000))


def test_players_that_choose_no_move() -> None:
    with pytest.raises(ArgumentTypeError, match="player: a Move was expected from it, not "):
        asyncio.run(played(answering(START), str))


def test_a_player_whose_move_is_refused_plays_another() -> None:
    """A server that allows errors."""
    chosen: list[Move] = []

    def choose(position: Position) -> Move:
        chosen.append(Move.parse("e4-e2"))
        return chosen[-1]

    actions: list[Action] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Wire(WHITE, referee=True)
        while len(actions) < 2:
            while (event := connection.next_event()) is None:
                connection.receive_data(await reader.read(100))
            if isinstance(event, Action):
                actions.append(event)
            writer.write(START)
        writer.close()

    position = Position.initial(ASHTON)
    seat = asyncio.run(played(serve, choose))
    assert [action.move for action in actions] == [Move.parse("e4-e2"), sorted(position.legal_moves())[0]]
    assert seat.notes[0].startswith("the server refused e4-e2, which is illegal by our rules")


def test_functions_are_players() -> None:
    chance = random.Random(4)
    chosen: list[tuple[Position, Move]] = []
    games: list[Position] = []

    def choose(position: Position) -> Move:
        chosen.append((position, chance.choice(position.legal_moves())))
        return chosen[-1][1]

    async def sit(side: Side, port: int) -> None:
        await play(choose, side, port=port)

    def watch(game: Referee) -> None:
        games.append(game.position)

    verdict = asyncio.run(seated(sit, moves=30, watch=watch))
    assert verdict.cause is Cause.LIMIT
    assert [each.board for each, _ in chosen] == [each.board for each in games[-1].history()[:-1]]
    assert [move for _, move in chosen] == [each.last_move for each in games[-1].history()[1:]]


def test_who_does_not_move_in_time_loses() -> None:
    game = Referee("Ann", "Bo")
    late = game.turn
    game.time_out(60)
    assert game.verdict is not None
    assert game.verdict.winner is late.opponent
