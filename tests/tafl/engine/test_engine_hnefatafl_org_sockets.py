"""hnefatafl.org: whole games of a client against a server in memory."""

from __future__ import annotations

import asyncio
import logging
import shlex
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest
from lobby import Lobby, Table, follow

from hnefatafl import Move, Position, Side
from hnefatafl.search import AlphaBeta, Limit, Player, built_in_player
from tafl.engine import EngineDiedError, EngineRefusedError, player
from tafl.engine.hnefatafl_org import RULES, VERSION_ID, Account, Terms
from tafl.engine.hnefatafl_org_sockets import ATTEMPTS, Client

pytestmark = pytest.mark.needs_host

GAME: Final = (
    *("g1-g3", "h6-h3", "g3-e3", "g6-i6", "b6-b8", "i6-i1", "a4-e4"),
    *("f6-i6", "b8-b7", "i6-i2", "j6-j11", "i2-i11", "d1-b1", "i11-k11"),
)
"""A game on eleven in which the king escapes."""


class Follower:
    """A player who plays the moves of a game, and remembers where it was asked."""

    def __init__(self, moves: Iterable[str] = GAME) -> None:
        self._moves = tuple(moves)
        self.asked: list[int] = []

    def choose(self, position: Position) -> Move | None:
        self.asked.append(position.ply)
        return Move.parse(self._moves[position.ply])


class Run:
    """A client that has played on a server in memory. Pauses take no time, but the clock sees them."""

    def __init__(self, lobby: Lobby, chooser: Player | None = None, **options: Any) -> None:
        self.lobby = lobby
        self.time = 0.0
        self.pauses: list[float] = []
        self.told: list[str] = []
        self.during: Callable[[float], object] = lambda seconds: None
        of_client: dict[str, Any] = {"password": "secret"}
        of_client |= {key: options.pop(key) for key in ("resign", "create", "password", "quiet") if key in options}
        self.account = Account("ai-raven", clock=lambda: self.time, tell=self.told.append, **options)
        self.client = Client(
            self.account,
            Follower() if chooser is None else chooser,
            host="hnefatafl.example",
            connect=lobby.connect,
            pause=self._pause,
            clock=lambda: self.time,
            tell=self.told.append,
            **of_client,
        )

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.time += seconds
        self.during(seconds)
        await asyncio.sleep(0)

    def play(self) -> Run:
        asyncio.run(asyncio.wait_for(self.client.run(), 5))
        return self


def once(ply_line: int, fate: str) -> Callable[[str], str]:
    """A fate for one of the moves, counted from 0."""
    seen: list[str] = []

    def cut(line: str) -> str:
        if not line.startswith("game "):
            return ""
        seen.append(line)
        return fate if len(seen) == ply_line + 1 else ""

    return cut


def words(side: Side, game: Iterable[str] = GAME) -> list[str]:
    """The lines of a game that a side sends."""
    role = "attacker" if side is Side.ATTACKERS else "defender"
    own = [move for ply, move in enumerate(game) if ply % 2 == (side is Side.DEFENDERS)]
    return [f"game 0 play {role} {move.replace('-', ' ')}" for move in own]


@pytest.mark.parametrize("side", Side)
def test_a_whole_game(side: Side) -> None:
    run = Run(Lobby(follow(GAME)), terms=Terms(side=side)).play()
    assert run.lobby.over == {"0": "defender_wins"}
    assert run.lobby.moves_heard() == words(side)
    assert run.account.finished == {"0": f"{'won' if side is Side.DEFENDERS else 'lost'}: the defenders win"}
    assert run.pauses == []
    told = "\n".join(run.told)
    assert f"game 0: ai-raven ({side}) against Ann" in told
    assert "game 0: 14. i11-k11" in told or side is Side.ATTACKERS


def test_on_thirteen_squares_are_in_capitals() -> None:
    lobby = Lobby(lambda table: "resigns _" if table.texts else None)
    run = Run(lobby, built_in_player("random:seed=1"), terms=Terms(size=13, seconds=None)).play()
    (line,) = lobby.moves_heard()
    assert line == line.replace(line.split()[-1], line.split()[-1].upper())
    assert line.split()[-2:] == [word.upper() for word in line.split()[-2:]]
    assert run.account.finished == {"0": "won: the attackers win"}


def test_games_one_after_another_and_at_once() -> None:
    one = Run(Lobby(follow(GAME)), games=3).play()
    assert len(one.account.finished) == 3
    assert sum(line.startswith("new_game") for line in one.lobby.heard) == 3
    two = Run(Lobby(follow(GAME)), games=3, at_once=2).play()
    assert len(two.account.finished) == 3
    offers = [number for number, line in enumerate(two.lobby.heard) if line.startswith("new_game")]
    first = next(number for number, line in enumerate(two.lobby.heard) if line.startswith("game "))
    assert len([number for number in offers if number < first]) == 2


@pytest.mark.parametrize("fate", ["before", "after"])
@pytest.mark.parametrize("number", [0, 3])
def test_a_connection_that_is_lost_at_a_move(fate: str, number: int) -> None:
    """Before the move was dealt with it is sent again; after that it is not."""
    chooser = Follower()
    lobby = Lobby(follow(GAME), cut=once(number, fate))
    run = Run(lobby, chooser).play()
    expected = words(Side.ATTACKERS)
    if fate == "before":
        expected.insert(number, expected[number])
    assert lobby.moves_heard() == expected
    assert lobby.over == {"0": "defender_wins"}
    assert run.pauses == [1]
    assert chooser.asked == [0, 2, 4, 6, 8, 10, 12]  # it need not think again
    assert len(lobby.connections) == 2


@pytest.mark.parametrize("fate", ["before", "after"])
def test_wherever_a_connection_is_lost_the_game_goes_the_same_way(fate: str) -> None:
    """At any line of ours; and once more at the next one."""
    game = [*GAME[:3], "resigns _"]
    for number in range(1, 16):  # the first login is not tried again
        for length in (1, 2):
            count = 0

            def cut(line: str, number: int = number, length: int = length) -> str:
                nonlocal count
                count += 1
                return fate if number <= count - 1 < number + length else ""

            run = Run(lobby := Lobby(follow(game), cut=cut)).play()
            where = (number, length, lobby.heard)
            assert list(lobby.over.values()) == ["attacker_wins"], where
            assert list(run.account.finished)[-1:] == list(lobby.over), where
            accepted = [table.texts for table in lobby.played]
            assert accepted[-1] == list(GAME[:3]), where


def test_a_connection_that_is_lost_while_the_player_thinks() -> None:
    """The player thinks on, and the move is sent when the record asks for it."""
    gone = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    lobby = Lobby(follow(GAME))

    def cut(line: str) -> str:
        loops.append(asyncio.get_running_loop())
        return ""

    lobby.cut = cut

    class Slow(Follower):
        def choose(self, position: Position) -> Move | None:
            if position.ply == 4:
                loops[0].call_soon_threadsafe(lobby.connections[-1].close)
                gone.wait(30)
            return super().choose(position)

    chooser = Slow()
    run = Run(lobby, chooser)
    run.during = lambda seconds: gone.set()
    run.play()
    assert run.pauses == [1]
    assert lobby.moves_heard() == words(Side.ATTACKERS)
    assert chooser.asked == [0, 2, 4, 6, 8, 10, 12]


def test_a_server_that_is_shut_down_comes_back() -> None:
    """It keeps its games; and it takes a while until it sees that the account has gone."""
    lobby = Lobby(follow(GAME), cut=once(2, "after"))
    run = Run(lobby)
    lobby.refuses_logins = 0

    def during(seconds: float) -> None:
        lobby.is_up = len(run.pauses) > 3
        lobby.refuses_logins = int(len(run.pauses) == 4)

    run.during = during
    run.play()
    assert run.pauses == [1, 2, 4, 8, 16]
    assert lobby.moves_heard() == words(Side.ATTACKERS)
    told = "\n".join(run.told)
    assert "no connection: refused" in told
    assert "not let in: the name or the password is wrong, or the account is logged in already" in told


def test_a_server_that_stays_away() -> None:
    lobby = Lobby(follow(GAME), cut=once(2, "before"))
    run = Run(lobby)
    run.during = lambda seconds: setattr(lobby, "is_up", False)
    with pytest.raises(EngineRefusedError, match="port 49152: 20 attempts failed in a row"):
        run.play()
    assert run.pauses == [1, 2, 4, 8, 16, 32, *[60] * 14]
    assert len(run.pauses) == ATTEMPTS
    assert run.account.running == ("0",)


def test_the_first_connection_is_tried_once() -> None:
    lobby = Lobby()
    lobby.is_up = False
    run = Run(lobby)
    with pytest.raises(EngineRefusedError, match=r"a connection to hnefatafl.example, port 49152: refused"):
        run.play()
    assert run.pauses == []


def test_a_wrong_password(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "tafl.engine")
    run = Run(Lobby(), password="guess")
    with pytest.raises(EngineRefusedError, match="the password is wrong") as caught:
        run.play()
    assert run.pauses == []
    assert run.lobby.heard == [f"{VERSION_ID} login ai-raven guess"]
    assert "guess" not in f"{caught.value} {caplog.text} {run.told}"


def test_the_log_has_the_lines_without_the_password(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "tafl.engine")
    lobby = Lobby(follow(GAME))

    def cut(line: str) -> str:
        lobby.say("= text secret is what it said")
        return ""

    lobby.cut = cut
    Run(lobby).play()
    assert ">> = text *** is what it said" in caplog.text
    assert "<< game 0 play attacker g1 g3" in caplog.text
    assert "secret" not in caplog.text


def test_an_account_is_created_once() -> None:
    lobby = Lobby(follow(GAME), cut=once(1, "before"))
    Run(lobby, create=True).play()
    logins = [line.split()[1] for line in lobby.heard if line.startswith(VERSION_ID)]
    assert logins == ["create_account", "login"]


def test_a_game_of_an_earlier_run_goes_on() -> None:
    """No new one is offered in its place."""
    lobby = Lobby(follow(GAME))
    table = lobby.tables["0"] = Table("0", {"board_size": 11, "time_settings": "UnTimed"})
    table.players = {"attacker": "ai-raven", "defender": "Ann"}
    table.is_accepted = True
    for move in GAME[:4]:
        table.position = table.position.play(move)
        table.texts.append(move)
    chooser = Follower()
    run = Run(lobby, chooser).play()
    assert chooser.asked == [4, 6, 8, 10, 12]
    assert "game 0: 1. g1-g3 h6-h3 g3-e3 g6-i6" in run.told
    assert not any(line.startswith("new_game") for line in lobby.heard)


def test_it_is_not_our_turn_when_the_server_lists_a_game() -> None:
    """``resume_games`` asks both players for a move."""
    waiting = [True]

    def reply(table: Table) -> str | None:
        return None if waiting[0] and table.position.ply == 3 else follow(GAME)(table)

    lobby = Lobby(reply, cut=once(1, "after"))
    run = Run(lobby)

    def during(seconds: float) -> None:
        asyncio.get_running_loop().call_later(0.05, go_on)

    def go_on() -> None:
        waiting[0] = False
        lobby.move("0")

    run.during = during
    run.play()
    assert lobby.moves_heard() == words(Side.ATTACKERS)


def test_a_game_that_ended_while_the_connection_was_lost() -> None:
    lobby = Lobby(follow(GAME), cut=once(2, "after"))
    run = Run(lobby)
    run.during = lambda seconds: lobby.tables.clear()
    run.play()
    assert run.account.finished == {"0": "over; the server does not say how it ended"}


def test_a_move_that_the_server_refuses() -> None:
    """Another is chosen; after three the game is left."""
    lobby = Lobby(lambda table: "resigns _", cut=once(0, "refuse"))
    run = Run(lobby).play()
    first, second = lobby.moves_heard()
    assert first == words(Side.ATTACKERS)[0] != second
    assert run.account.finished == {"0": "won: the attackers win"}
    stubborn = Lobby(cut=lambda line: "refuse" if line.startswith("game ") else "")
    run = Run(stubborn).play()
    assert len(stubborn.moves_heard()) == len({*stubborn.moves_heard()}) == 3
    assert run.account.left == {"0": "the server refused 3 moves"}


def test_an_illegal_move_of_the_opponent() -> None:
    """No move is made in a game that our rules cannot follow."""
    run = Run(Lobby(lambda table: "e5 e9")).play()
    assert run.lobby.moves_heard() == words(Side.ATTACKERS)[:1]
    assert "illegal move e5-e9: another piece stands in the way" in run.account.left["0"]


def test_a_clock_that_runs_low() -> None:
    limits: list[Limit] = []

    class Spy:
        def __call__(self, position: Position, limit: Limit) -> Move:
            limits.append(limit)
            return Move.parse(GAME[position.ply])

    def reply(table: Table) -> str | None:
        table.left["attacker"] = 30_000 if table.position.ply < 8 else 1_500
        return follow(GAME)(table)

    run = Run(Lobby(reply), Spy(), terms=Terms(seconds=900, increment=10)).play()  # type: ignore[arg-type]
    assert limits[0] == Limit(seconds=round(898 / 30 + 7.5, 3))
    assert limits[1] == Limit(seconds=round(28 / 30 + 7.5, 3))
    assert limits[-1] == Limit(seconds=0.05)
    assert run.lobby.over == {"0": "defender_wins"}


def test_a_search_keeps_to_its_own_limit_too() -> None:
    run = Run(Lobby(lambda table: "resigns _"), AlphaBeta(nodes=50)).play()
    assert run.account.finished == {"0": "won: the attackers win"}


def test_draws_are_accepted_by_rule_only() -> None:
    def reply(table: Table) -> str | None:
        if table.position.ply == 5:
            lobby.say("request_draw 0 defender")
            return None if accepts else follow(GAME)(table)
        return follow(GAME)(table)

    accepts = True
    lobby = Lobby(reply)
    run = Run(lobby, draws="always").play()
    assert lobby.over == {"0": "draw accept"}
    assert run.account.finished == {"0": "drawn by agreement"}
    accepts = False
    lobby = Lobby(reply)
    run = Run(lobby).play()
    assert not any(line.startswith("draw") for line in lobby.heard)
    assert lobby.over == {"0": "defender_wins"}
    assert any("offers a draw, not accepted" in text for text in run.told)


def test_a_lost_game_is_resigned_by_rule_only() -> None:
    """The search proves the loss one move before it."""
    before = Position.initial(RULES[11])
    for move in GAME[:12]:
        before = before.play(move)
    for resign in (True, False):
        lobby = Lobby(follow(GAME))
        table = lobby.tables["0"] = Table("0", {"board_size": 11, "time_settings": "UnTimed"})
        table.players["attacker"], table.players["defender"] = "ai-raven", "Ann"
        table.position, table.texts, table.is_accepted = before, list(GAME[:12]), True

        def win(table: Table) -> str | None:
            wins = (move for move in table.position.legal_moves() if table.position.play(move).outcome is not None)
            return next((str(move).replace("-", " ") for move in wins), None)

        lobby.reply = win
        Run(lobby, AlphaBeta(nodes=3000), resign=resign).play()
        assert lobby.over == {"0": "defender_wins"}
        assert (lobby.moves_heard() == ["game 0 play attacker resigns _"]) is resign


def test_challenges() -> None:
    lobby = Lobby(follow(GAME))
    number = lobby.offer("defender")
    run = Run(lobby, challenge=number)

    def cut(line: str) -> str:
        if line == f"join_game_pending {number}":
            asyncio.get_running_loop().call_later(0.02, lobby.accept, number)
        return ""

    lobby.cut = cut
    run.play()
    assert lobby.over == {number: "defender_wins"}
    assert not any(line.startswith("new_game") for line in lobby.heard)


def test_a_challenge_that_is_declined() -> None:
    lobby = Lobby()
    number = lobby.offer("attacker")
    run = Run(lobby, challenge=number)

    def cut(line: str) -> str:
        if line == f"join_game_pending {number}":
            asyncio.get_running_loop().call_later(0.02, lobby.decline, number)
        return ""

    lobby.cut = cut
    run.play()
    assert run.account.left == {number: "the challenge was not accepted: it was declined"}


def test_an_offer_is_withdrawn_and_made_anew_after_a_lost_connection() -> None:
    lobby = Lobby(follow(GAME))
    lobby.takes_offers = False
    run = Run(lobby)

    def cut(line: str) -> str:
        loop = asyncio.get_running_loop()
        if line.startswith("new_game") and len(lobby.connections) == 1:
            loop.call_later(0.02, lobby.connections[0].close)
        lobby.takes_offers = len(lobby.connections) == 2
        return ""

    lobby.cut = cut
    run.play()
    firsts = [line.split()[0] for line in lobby.heard]
    assert [word for word in firsts if "game" in word][:3] == ["new_game", "leave_game", "new_game"]
    assert len(run.account.finished) == 1


def test_a_silent_server_is_asked_for_a_sign_of_life() -> None:
    lobby = Lobby(follow(GAME))
    silent = [True]

    def cut(line: str) -> str:
        if silent[0] and line == "resume_game_json 0":
            silent[0] = False
            lobby.connections[0].say = lambda *lines: None  # type: ignore[method-assign]
        return ""

    lobby.cut = cut
    run = Run(lobby, quiet=0.05).play()
    assert run.pauses == [1]
    assert lobby.moves_heard() == words(Side.ATTACKERS)


def test_stopping() -> None:
    """The first time the game goes on, and no other begins; the second time it is left."""
    for times in (1, 2):
        lobby = Lobby(follow(GAME))
        run = Run(lobby, games=0)
        said: list[bool] = []

        def cut(line: str, lobby: Lobby = lobby, run: Run = run, said: list[bool] = said, times: int = times) -> str:
            if line == words(Side.ATTACKERS)[2]:
                for _ in range(times):
                    asyncio.get_running_loop().call_soon(lambda: said.append(run.client.stop()))
            return ""

        lobby.cut = cut
        run.play()
        assert said == [True, False][:times]
        assert sum(line.startswith("new_game") for line in lobby.heard) == 1
        assert run.account.running == (() if times == 1 else ("0",))
        assert lobby.client is None


def test_stopping_withdraws_an_offer() -> None:
    lobby = Lobby()
    lobby.takes_offers = False
    run = Run(lobby, games=0)

    def cut(line: str) -> str:
        if line.startswith("new_game"):
            asyncio.get_running_loop().call_later(0.02, run.client.stop)
        return ""

    lobby.cut = cut
    run.play()
    assert lobby.heard[-1] == "leave_game 0"


def test_an_engine_plays() -> None:
    command = shlex.join([sys.executable, "-m", "tafl", "engine", "--player", "random:seed=2"])
    run = Run(Lobby(lambda table: "resigns _" if table.position.ply > 2 else "f8 g8"), player(f"ugi:{command}")).play()
    assert run.account.finished == {"0": "won: the attackers win"}
    assert len(run.lobby.moves_heard()) == 2


def test_an_engine_that_fails_is_started_once_more() -> None:
    """Then the client ends, and the game stays on the server."""
    run = Run(Lobby(), player("ugi:no-such-engine-anywhere"))
    with pytest.raises(EngineDiedError, match="no-such-engine-anywhere"):
        run.play()
    assert sum("the player failed" in text for text in run.told) == 1
    assert list(run.lobby.tables) == ["0"]
    assert run.lobby.client is None
