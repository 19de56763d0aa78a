"""hnefatafl.org: an account without sockets."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from lobby import Table

from hnefatafl import Move, Position, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import Limit, Score, built_in_player
from tafl.engine import MAX_LINE, EngineMoveError, EngineRefusedError, ProtocolError
from tafl.engine.hnefatafl_org import MAX_GAMES, RULES, VERSION_ID, Account, Terms, Turn


def converse(account: Account, script: str) -> None:
    """Go through a conversation: ``>`` before the lines of the server, ``<`` before those that are expected of us."""
    sent: list[str] = account.log_in("secret").decode().splitlines()
    for line in script.strip().splitlines():
        sign, _, text = line.strip().partition(" ")
        if sign == "<":
            assert sent[:1] == [text], (text, sent)
            del sent[0]
        else:
            sent += account.receive_data(f"{text}\n".encode()).decode().splitlines()
    assert not sent


def settled(**options: Any) -> tuple[Account, list[str]]:
    """An account that is in, and has offered game 0."""
    told: list[str] = []
    account = Account("player-1", clock=lambda: 0.0, tell=told.append, **options)
    account.log_in("secret")
    account.receive_data(b"= login\n= ping\n= new_game 0\n= ping\n")
    return account, told


RECORD: Final = Table("0", {"board_size": 11, "time_settings": {"Timed": {"milliseconds_left": 900_000}}})
RECORD.players = {"attacker": "player-1", "defender": "player-2"}


def record(*moves: str, **changed: Any) -> bytes:
    return f"= resume_game_json {RECORD.record(moves=' '.join(moves), **changed)}\n= ping\n".encode()


def test_the_conversation_of_the_servers_own_test() -> None:
    """``server_full`` in its ``tests.rs``: an offer, a challenge, and the first player resigns."""
    account = Account("player-1", clock=lambda: 0.0)
    offer = Terms().line
    converse(
        account,
        f"""
        < {VERSION_ID} login player-1 secret
        > = login
        < ping
        > = ping
        < new_game {offer}
        < ping
        > = new_game 0
        > = ping
        > = challenge_requested 0
        < join_game 0
        < ping
        > = join_game player-1 player-2 rated fischer 900000 10 11
        > = ping
        > game 0 generate_move attacker
        < resume_game_json 0
        < ping
        > = resume_game_json {RECORD.record()}
        > = ping
        """,
    )
    (turn,) = account.turns
    assert account.resign(turn) == b"game 0 play attacker resigns _\n"
    assert account.receive_data(b"= game_over 0 defender_wins\n") == b""
    assert account.finished == {"0": "lost: the defenders win"}
    assert account.is_done


def test_the_second_player_of_that_test() -> None:
    """Who has challenged, and learns the number of the game from the first move."""
    account = Account("player-2", clock=lambda: 0.0, challenge="0")
    converse(
        account,
        f"""
        < {VERSION_ID} login player-2 secret
        > = login
        < join_game_pending 0
        < ping
        < ping
        > = join_game_pending 0
        > = ping
        > = ping
        > = join_game player-1 player-2 rated fischer 900000 10 11
        > game 0 play attacker resigns
        < resume_game_json 0
        < ping
        > = game_over 0 defender_wins
        > = ping
        """,
    )
    assert account.finished == {"0": "the defenders win"}
    assert account.is_done


def test_a_challenge_of_an_offer_that_does_not_exist() -> None:
    account = Account("player-2", clock=lambda: 0.0, challenge="7")
    account.log_in("secret")
    account.receive_data(
        b"= login\n? join_game_pending the id doesn't refer to a pending game an error\n= ping\n= ping\n"
    )
    assert account.is_done
    assert "pending game" in account.left["7"]


def test_what_an_account_takes() -> None:
    for name in ("", "ä", "a b", "x" * 17):
        with pytest.raises(ArgumentValueError, match="name"):
            Account(name, clock=lambda: 0.0)
    wrong: list[dict[str, Any]] = [{"games": -1}, {"at_once": 0}, {"at_once": MAX_GAMES + 1}, {"challenge": "x"}]
    wrong.append({"draws": "often"})
    for options in wrong:
        with pytest.raises(ArgumentValueError, match=next(iter(options))):
            Account("ai-x", clock=lambda: 0.0, **options)
    with pytest.raises(ArgumentValueError, match="11 or 13 was expected, not 7: the server has games on these"):
        Terms(size=7)
    account = Account("ai-x", clock=lambda: 0.0)
    for password in ("x" * 33, "two  spaces", " x", "a\nb", "a\x1bb"):
        with pytest.raises(ArgumentValueError, match="password"):
            account.log_in(password)
    with pytest.raises(ArgumentValueError, match="version"):
        account.log_in("secret", version="a b")
    assert account.log_in("", create=True) == f"{VERSION_ID} create_account ai-x \n".encode()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("? login wrong_version", "another version of the protocol"),
        ("? login multiple_possible_errors", "the name or the password is wrong"),
        ("? login _ username is more than 16 characters", "username is more than 16 characters"),
        ("? create_account already_exists error", "such an account already"),
        ("? login your password is secret, not more", r"your password is \*\*\*, not more"),
    ],
)
def test_a_login_that_is_refused(answer: str, reason: str) -> None:
    account = Account("ai-x", clock=lambda: 0.0)
    account.log_in("secret")
    with pytest.raises(EngineRefusedError, match=reason) as caught:
        account.receive_data(f"{answer}\n".encode())
    assert "secret" not in str(caught.value)


def test_an_offer_that_the_server_does_not_take() -> None:
    """It answers nothing then."""
    account = Account("ai-x", clock=lambda: 0.0)
    account.log_in("secret")
    with pytest.raises(EngineRefusedError, match="the server made no game of"):
        account.receive_data(b"= login\n= ping\n= ping\n")


def test_hostile_lines_change_nothing() -> None:
    account, _ = settled()
    for line in (
        *("=", "?", "= game_over", "= game_over x y", "= game_over 9 attacker_wins", "= new_game 5", "= new_game x"),
        *("= challenge_requested", "= challenge_requested 9", "= resume_game_json {}", "= draw", "= draw accept"),
        *(
            "game",
            "game x generate_move attacker",
            "game 1",
            "request_draw",
            "request_draw 5 attacker",
            "= ping",
            "? game",
        ),
        *("= join_game_pending 5", "= games_updated {", "\x00\xff", "= game", "? draw", "\N{SNOWMAN}" * 1000),
    ):
        assert account.receive_data(f"{line}\n".encode()) == b"", line
    assert not account.running


PIECES: Final = (
    *("=", "?", "game", "request_draw", "ping", "new_game", "join_game", "join_game_pending", "challenge_requested"),
    *("resume_game_json", "game_over", "draw", "accept", "games_updated", "generate_move", "play", "login", "0", "1"),
    *("attacker_wins", "defender", "{}", "[", '{"removed":[0]}', '{"updated":{"0":{"attacker":null}}}', "\x1b[2J", ""),
    record("d1-d3").decode().splitlines()[0].partition(" ")[2].partition(" ")[2],
)


@pytest.mark.parametrize("challenge", [None, "0"])
def test_any_lines_are_borne(challenge: str | None) -> None:
    """The account raises no other error, and sends no more than a few lines for each."""
    chance = random.Random(5)
    for _ in range(40):
        account = Account("player-1", clock=lambda: 0.0, games=0, at_once=3, challenge=challenge, draws="always")
        account.log_in("secret")
        account.receive_data(b"= login\n= ping\n= new_game 0\n= ping\n= challenge_requested 0\n")
        for _ in range(200):
            line = " ".join(chance.choice(PIECES) for _ in range(chance.randint(1, 4)))
            try:
                sent = account.receive_data(f"{line}\n".encode())
            except EngineRefusedError:
                break
            assert sent.count(b"\n") <= 2 * (MAX_GAMES + 3)
            for turn in account.turns:
                account.move(turn, min(turn.position.legal_moves()))


def test_hostile_amounts_are_bounded() -> None:
    account, _ = settled()
    with pytest.raises(ProtocolError, match="longer than"):
        account.receive_data(b"= texts " + b"x" * MAX_LINE)
    account, _ = settled()
    with pytest.raises(ProtocolError, match="more than 64 games"):
        account.receive_data("".join(f"game {n} generate_move attacker\n" for n in range(70)).encode())


@pytest.mark.parametrize(
    "text",
    [
        b"= resume_game_json {\n= ping\n",
        b"= resume_game_json [1]\n= ping\n",
        record(dim=7),
        record(dim=True),
        record(start="/11/"),
        record(attackers="Eve"),
        record(defenders="player-1"),
        record("a1-a2"),
        record("d1-d3", "d1-d4"),
        record("oops"),
    ],
)
def test_a_record_that_cannot_be_played_leaves_the_game(text: bytes) -> None:
    """And none of the others."""
    account, told = settled(games=2)
    account.receive_data(b"= challenge_requested 0\n= join_game\n= ping\ngame 0 generate_move attacker\n")
    sent = account.receive_data(text)
    assert list(account.left) == ["0"]
    assert sent.startswith(b"new_game ")
    assert not account.is_done
    assert "left as it is, and its clock runs on" in told[-1]
    assert account.receive_data(b"game 0 generate_move attacker\n") == b""


def asked(account: Account, *moves: str, **changed: Any) -> Turn:
    """The turn after a record."""
    account.receive_data(b"= challenge_requested 0\n= join_game\n= ping\ngame 0 generate_move attacker\n")
    account.receive_data(record(*moves, **changed))
    return account.turns[0]


def test_a_move_is_checked_and_sent_once() -> None:
    account, _ = settled()
    turn = asked(account)
    with pytest.raises(EngineMoveError, match="d1-d9"):
        account.move(turn, Move.parse("d1-d9"))
    assert account.move(turn, Move.parse("d1-d3")) == b"game 0 play attacker d1 d3\n"
    assert account.move(turn, Move.parse("d1-d3")) == b""
    assert account.move(turn, Move.parse("d1-c1")) == b""
    assert account.turns == ()


def test_a_record_that_was_asked_for_before_a_move_says_nothing_of_it() -> None:
    """A second question is on its way when the move is sent: its answer has the move not yet."""
    account, _ = settled()
    turn = asked(account)
    assert account.receive_data(b"game 0 generate_move attacker\n") == b"resume_game_json 0\nping\n"
    account.move(turn, Move.parse("d1-d3"))
    assert account.receive_data(record()) == b""
    assert account.turns == ()


def test_what_happens_behind_a_record_is_asked_for() -> None:
    """The opponent has moved between the record and the ping."""
    account, _ = settled()
    account.receive_data(b"= challenge_requested 0\n= join_game\n= ping\n")
    assert account.receive_data(b"game 0 generate_move attacker\n") == b"resume_game_json 0\nping\n"
    assert account.receive_data(b"game 0 generate_move attacker\n") == b""
    account.receive_data(record().removesuffix(b"= ping\n"))
    assert account.receive_data(b"game 0 generate_move attacker\n") == b"resume_game_json 0\nping\n"


def test_a_draw_of_which_the_server_does_not_say_where() -> None:
    account, told = settled()
    turn = asked(account)
    assert account.receive_data(b"= draw decline\n") == b"resume_game_json 0\nping\n"
    assert account.receive_data(b"= ping\n") == b""
    assert told[-1] == "game 0: over; the server does not say how it ended"
    assert not account.is_owed(turn)


def test_when_draws_are_accepted() -> None:
    level, worse, better = (Score(side=Side.ATTACKERS, value=value) for value in (0, -9, 9))
    for draws, score, accepted in (
        *(("never", worse, False), ("always", better, True), ("always", None, True)),
        *(("level", level, True), ("level", worse, True), ("level", better, False), ("level", None, False)),
        ("level", better.pov(Side.DEFENDERS), False),
    ):
        account, told = settled(draws=draws)
        account.move(asked(account), Move.parse("d1-d3"), score)
        expected = b"draw 0 accept\n" if accepted else b""
        assert account.receive_data(b"request_draw 0 defender\n") == expected, (draws, score)
        lines = len(told)
        assert account.receive_data(b"request_draw 0 defender\n") == b""
        assert len(told) == lines
        if accepted:
            account.receive_data(b"= draw accept\n")
            assert account.finished == {"0": "drawn by agreement"}


def test_a_draw_that_is_offered_before_the_first_move() -> None:
    account, told = settled(terms=Terms(side=Side.DEFENDERS), draws="always")
    account.receive_data(b"= challenge_requested 0\n= join_game\n= ping\n")
    assert account.receive_data(b"request_draw 0 attacker\n") == b"draw 0 accept\n"
    assert account.receive_data(b"request_draw 0 attacker\n") == b""
    assert told[-1] == "game 0: the opponent offers a draw, accepted"


def test_clocks() -> None:
    """The share of the clock, without two seconds and the time of the network."""
    now = [0.0]
    account = Account("player-1", clock=lambda: now[0])
    account.log_in("secret")
    account.receive_data(b"= login\n= ping\n= new_game 0\n= ping\n= challenge_requested 0\n= join_game\n= ping\n")
    account.receive_data(b"game 0 generate_move attacker\n")
    now[0] = 0.5  # for question and answer
    account.receive_data(record(time_remaining_ms=[62_500, 5]))
    (turn,) = account.turns
    assert (turn.left, turn.increment) == (62.5, 10)
    now[0] = 10.5
    assert turn.limit(now[0]) == Limit(seconds=round((62.5 - 10 - 2) / 30 + 7.5, 3))
    assert turn.limit(now[0], 2) == Limit(seconds=round(((62.5 - 10 - 2) / 30 + 7.5) / 2, 3))
    account.receive_data(b"game 0 generate_move attacker\n")
    now[0] = 11.0
    account.receive_data(record(time_remaining_ms=[62_500, 5]))
    assert account.turns[0].reserve == 2.5
    assert account.turns[0].limit(71.0) == Limit(seconds=0.05)
    for remaining in ([], {}, "x", {"attackers": "soon"}, [-5, 5]):
        other, _ = settled()
        assert asked(other, time_remaining_ms=remaining).limit(0.0) == Limit(seconds=0.05)
    untimed, _ = settled()
    assert asked(untimed, time_remaining_ms=None).limit(9.0) == Limit()


def test_a_game_that_the_limit_of_moves_has_drawn() -> None:
    """The server sends no end then: our rules say it."""
    account, _ = settled()
    position, moves = Position.initial(RULES[11]), list[str]()
    chance = built_in_player("random:seed=3")
    while position.outcome is None:
        move = chance.choose(position)
        assert move is not None
        position = position.play(move)
        moves.append(str(move))
    assert position.outcome.winner is None
    account.receive_data(b"= challenge_requested 0\n= join_game\n= ping\ngame 0 generate_move attacker\n")
    account.receive_data(record(*moves))
    assert account.finished["0"].startswith("over by our rules, draw: the limit")
    assert account.is_done


def test_a_challenger_who_has_gone() -> None:
    """The server answers nothing to ``join_game`` then; another game is offered."""
    account, told = settled()
    account.receive_data(b"= challenge_requested 0\n")
    assert account.receive_data(b"= ping\n") == f"new_game {Terms().line}\nping\n".encode()
    assert told[-1] == "game 0: it did not begin; the other player has gone"
    assert not account.finished
