r"""The server of hnefatafl.org, from the side of a program that plays there; without sockets and without a clock.

The source is the server, ``dcampbell24/hnefatafl``: ``src/bin/hnefatafl-server-full/main.rs`` and
``examples/taflzero.rs`` at commit 01cbb4cf, ``tests.rs`` beside the former at 0e4096bb, ``src/time.rs`` and
``src/server_game.rs`` at 0639b7d6, ``src/opentafl.rs`` at 3d940821, ``src/role.rs`` at 0941cdd5 and ``src/lib.rs`` at
0e3cb8b1. No recorded conversation was available. It listens on TCP port 49152, without TLS, so a password is sent as it
is. Each message is a line:

=========================================  =============================================================================
the program sends                          the server answers
=========================================  =============================================================================
``VERSION login NAME PASSWORD``            ``= login``, or ``? login`` and a word; then ``game ID generate_move ROLE``
                                           for each running game of the account, whoever is to move
``new_game JSON``                          ``= new_game ID``; nothing if it cannot read the JSON. When somebody wants to
                                           play, ``= challenge_requested ID``
``join_game ID``                           accepts: ``= join_game`` and the terms, and to the attackers
                                           ``game ID generate_move attacker``; nothing if the other player has gone
``join_game_pending ID``                   challenges the player who offers a game: ``= join_game_pending ID``, or ``?``
``resume_game_json ID``                    ``= resume_game_json`` and the record (:mod:`hnefatafl.notation.dcampbell`),
                                           and sends what happens in the game to this connection; nothing if the game
                                           is over
``game ID play ROLE FROM TO``              ``= game``, or ``? game`` and why not; the opponent gets the line, and
                                           ``game ID generate_move ROLE``
``game ID play ROLE resigns _``            resigns
``draw ID accept``                         ``= draw accept`` to both
``leave_game ID``                          withdraws an offer or a challenge
``ping``                                   ``= ping``
=========================================  =============================================================================

``= game_over ID attacker_wins`` ends a game, ``request_draw ID ROLE`` offers a draw, and ``= games_updated JSON``
describes changes of all games.

What follows from it, or is ours:

* Few answers name their game, but the server answers one line after another. So behind each question an
  :class:`Account` sends a ``ping``: what comes before its answer belongs to the question, and nothing means that the
  game, or the offer, does not exist.
* The record of the server decides, and nothing else: the account asks for it before each move, moves only if it is
  its turn there, and takes the clock from it. A record that was asked for before a move was sent says nothing of it.
* A move is sent a second time only on another connection, after a record in which it is missing. The server lets an
  account in again only after it has dealt with all that came before, so it cannot be on its way then.
* A draw is accepted, or not answered: at that commit the server drops a game after ``draw ID decline``. The next move
  withdraws the offer.
* A game that its limit of moves has drawn gets no ``game_over``: it is over when our rules say so.
* The JSON of an offer is written as serde does by default (our reading).

The rules are those of :data:`RULES`. All that comes is untrusted: lines are bounded (:class:`~tafl.engine.Connection`),
games by :data:`MAX_GAMES`, and what cannot be understood is passed over, leaves one game, or is an
:class:`~tafl.engine.EngineError`.

>>> account = Account("ai-raven", clock=lambda: 0.0, tell=print)
>>> account.log_in("secret")
b'ad746a65 login ai-raven secret\n'
>>> account.receive_data(b"= login\n")
logged in as ai-raven
b'ping\n'
>>> account.receive_data(b"= ping\n") == f"new_game {account.terms.line}\nping\n".encode()
True
>>> account.receive_data(b"= new_game 7\n= ping\n")
game 7: offered (11×11, as the attackers, 15 min + 10 s, rated)
b''
>>> account.receive_data(b"= challenge_requested 7\n")
game 7: a challenge, accepted
b'join_game 7\nping\n'
>>> account.receive_data(b"= join_game ai-raven Ann rated fischer 900000 10 11\n= ping\n")
b''
>>> account.receive_data(b"game 7 generate_move attacker\n")
b'resume_game_json 7\nping\n'
>>> record = ('{"attackers":"ai-raven","defenders":"Ann","dim":11,"moves":"",'
...     '"start":"/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",'
...     '"time_control":{"main_time_seconds":900,"increment_length":10},"time_remaining_ms":[899000,900000]}')
>>> account.receive_data(f"= resume_game_json {record}\n= ping\n".encode())
game 7: ai-raven (attackers) against Ann
b''
>>> (turn,) = account.turns
>>> turn.left, turn.limit(0.0)
(899.0, Limit(seconds=37.4))
>>> account.move(turn, Move.parse("d1-d3"))
game 7: 1. d1-d3
b'game 7 play attacker d1 d3\n'
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast, final, get_args

from attrs import define, field

from hnefatafl import variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotationError
from hnefatafl.notation import dcampbell
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.search import Clocks, Limit, Score
from hnefatafl.support.arguments import check, check_number, is_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load, parse
from hnefatafl.support.texts import counted, shortened
from tafl.engine._connection import Connection, Event
from tafl.engine._protocol import EngineMoveError, EngineRefusedError, ProtocolError
from tafl.engine.htp import ROLES, write_move

__all__ = ["MAX_GAMES", "PORT", "RULES", "VERSION_ID", "Account", "Draws", "Terms", "Turn"]


PORT: Final = 49152
"""The port of the server."""
VERSION_ID: Final = "ad746a65"
"""The version of the protocol: the newest that could be read (``src/lib.rs``). The server refuses all others."""
RULES: Final[Mapping[int, Ruleset]] = MappingProxyType(
    {11: variants.get("copenhagen-hnefatafl-org"), 13: variants.get("copenhagen-hnefatafl-org-13")}
)
"""The rules of the server, by the size of the board."""
MAX_GAMES: Final = 64
"""How many games an account may have at once."""
_MAX_REFUSED: Final = 3
"""After so many refused moves in one position a game is left."""
_RESERVE: Final = 2.0
"""How many seconds of the clock are kept for the network, beside the measured time of a question."""
_LEAST: Final = 0.05
"""How many seconds a search has at least."""
_LONGEST: Final = 1e9
"""No clock shows more seconds."""

Draws: TypeAlias = Literal["never", "level", "always"]
"""When a draw that the opponent offers is accepted; ``level``: when the player's last search has shown no advantage."""

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,16}", re.ASCII)
_ID: Final = re.compile(r"[0-9]{1,39}", re.ASCII)
_LONGEST_PASSWORD: Final = 32
_WORDS: Final = ("=", "?", "game", "request_draw")
_WINNERS: Final = {"attacker_wins": Side.ATTACKERS, "defender_wins": Side.DEFENDERS}
_REFUSALS: Final = {
    "wrong_version": "the server speaks another version of the protocol",
    "multiple_possible_errors": "the name or the password is wrong, or the account is logged in already",
    "already_exists": "there is such an account already",
}


def _check_size(_: object, attribute: object, size: object) -> None:
    if size not in RULES:
        raise ArgumentValueError(
            f"size: {' or '.join(map(str, RULES))} was expected, not {size}: the server has games on these boards only"
        )


@frozen(kw_only=True)
class Terms:
    """The games that an account offers.

    >>> Terms(side=Side.DEFENDERS, size=13, seconds=None).line
    '{"role":"Defender","rated":true,"time_settings":"UnTimed","board_size":13}'
    """

    side: Side = Side.ATTACKERS
    """The side that the account plays."""
    size: int = field(default=11, validator=_check_size)
    """The size of the board."""
    seconds: int | None = field(default=900, validator=is_number(1, optional=True))
    """The time of each side at the start; None for a game without clocks."""
    increment: int = field(default=10, validator=is_number(0))
    """The seconds that each move adds."""
    rated: bool = True
    """Whether the game counts for the ratings."""

    @property
    def line(self) -> str:
        """The JSON of the offer.

        >>> Terms(seconds=300, increment=3, rated=False).line
        '{"role":"Attacker","rated":false,"time_settings":{"Timed":{"add_seconds":3,"milliseconds_left":300000}},...'
        """
        timed = {"Timed": {"add_seconds": self.increment, "milliseconds_left": (self.seconds or 0) * 1000}}
        return dump(
            {
                "role": ROLES[self.side].title(),
                "rated": self.rated,
                "time_settings": "UnTimed" if self.seconds is None else timed,
                "board_size": self.size,
            }
        )

    def __str__(self) -> str:
        time = "untimed" if self.seconds is None else f"{self.seconds / 60:g} min + {self.increment} s"
        return f"{self.size}×{self.size}, as the {self.side}, {time}, {'rated' if self.rated else 'unrated'}"


@frozen(kw_only=True)
class Turn:
    """A move that the account owes.

    >>> turn = Turn(game="7", position=Position.initial(RULES[11]), left=12.0, increment=3, received=100.0)
    >>> turn.limit(101.0), turn.limit(200.0)
    (Limit(seconds=2.55), Limit(seconds=0.05))
    """

    game: str
    """The number of the game on the server."""
    position: Position
    """The position; the account is to move."""
    left: float | None
    """The seconds on its clock when the record came; None without clocks."""
    increment: float = 0
    """The seconds that a move adds."""
    received: float
    """When the record came."""
    reserve: float = _RESERVE
    """The seconds that are kept for the network."""
    refused: frozenset[Move] = frozenset()
    """The moves that the server has refused in this position."""

    def limit(self, now: float, waiting: int = 1) -> Limit:
        """Return how long the player may search: the share of the clock that
        :meth:`Limit.budget <hnefatafl.search.Limit.budget>` gives, less the reserve, divided by the number of games
        that wait for a move. It is at least a twentieth of a second; without a clock there is no limit.

        >>> turn = Turn(game="7", position=Position.initial(RULES[11]), left=62.0, received=100.0)
        >>> turn.limit(100.0), turn.limit(100.0, 2)
        (Limit(seconds=2.0), Limit(seconds=1.0))
        """
        if self.left is None:
            return Limit()
        left = max(0.0, self.left - (now - self.received) - self.reserve)
        clocks = Clocks(attackers=left, defenders=left, attackers_increment=self.increment)
        budget = Limit(clocks=clocks).budget(Side.ATTACKERS) or 0.0
        return Limit(seconds=max(_LEAST, round(budget / waiting, 3)))


@frozen
class _Sent:
    """A move that was sent and not acknowledged yet."""

    ply: int
    number: int
    """The number of its line."""
    ends: bool
    """Whether it ends the game by our rules."""


@define
class _RunningGame:
    """What an account knows of a game that runs."""

    side: Side | None = None
    ply: int | None = None
    position: Position | None = None
    turn: Turn | None = None
    chosen: Move | None = None
    """The move at this ply, sent or not."""
    sent: _Sent | None = None
    refused: frozenset[Move] = frozenset()
    score: Score | None = None
    drawn_at: int | None = None
    """The ply at which the opponent has offered a draw."""


@define
class _OpenQuestion:
    """A question that has not been answered yet."""

    word: str
    game: str
    number: int
    asked: float
    is_answered: bool = False


@final
class Account:
    """An account on the server: it offers games, accepts challenges, and knows where it is to move.

    Its methods return what to send. It survives its connections: :meth:`hang_up` ends one, :meth:`log_in` begins the
    next.

    >>> account = Account("ai-raven", clock=lambda: 0.0)
    >>> _ = account.log_in("wrong")
    >>> account.receive_data(b"? login multiple_possible_errors\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineRefusedError: the engine refused login: the name or the password is wrong, or the account is ...

    Arguments:
        name: the name of the account. Programs there have names that begin with ``ai-``.
        terms: the games that it offers.
        games: how many games it plays, games that run already among them; 0 for any number.
        at_once: how many games it plays at the same time.
        challenge: the number of an offered game whose player it challenges, instead of offering games.
        draws: when it accepts a draw.
        clock: tells the time in seconds.
        tell: takes a text about each thing that happens. Parts of it come from the server.

    Raises:
        ArgumentValueError: one of them is not as expected.
    """

    __slots__ = (
        "_accepted",
        "_at_once",
        "_challenge",
        "_challenges",
        "_clock",
        "_connection",
        "_count",
        "_draws",
        "_finished",
        "_games",
        "_is_in",
        "_is_settled",
        "_is_stopping",
        "_lag",
        "_left",
        "_offers",
        "_out",
        "_password",
        "_questions",
        "_tell",
        "_wanted",
        "name",
        "terms",
    )

    def __init__(
        self,
        name: str,
        terms: Terms | None = None,
        *,
        clock: Callable[[], float],
        games: int = 1,
        at_once: int = 1,
        challenge: str | None = None,
        draws: Draws = "never",
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        check("name", name, str)
        if not _NAME.fullmatch(name):
            raise ArgumentValueError("name: 1 to 16 letters, digits, - and _ were expected")
        check_number("games", games, 0)
        check_number("at_once", at_once, 1, MAX_GAMES)
        if challenge is not None and not _ID.fullmatch(challenge):
            raise ArgumentValueError(f"challenge: the number of a game was expected, not {challenge!r:.60}")
        if draws not in get_args(Draws):
            raise ArgumentValueError(f"draws: {' or '.join(get_args(Draws))} was expected, not {draws!r:.60}")
        self.name: Final = name
        """The name of the account."""
        self.terms: Final = terms or Terms()
        """The games that it offers."""
        self._wanted, self._at_once, self._draws = games, at_once, draws
        self._challenge, self._challenges = challenge, challenge is not None
        self._clock = clock
        self._tell: Callable[[str], object] = lambda text: tell(self.mask(text))
        self._password = ""
        self._games: dict[str, _RunningGame] = {}
        self._finished: dict[str, str] = {}
        self._left: dict[str, str] = {}
        self._offers: set[str] = set()
        self._count, self._lag = 0, 0.0
        self._is_stopping = False
        self._begin_connection()

    def _begin_connection(self) -> None:
        self._connection = Connection(_WORDS)
        self._questions: deque[_OpenQuestion] = deque()
        self._accepted: deque[str] = deque()
        self._out = bytearray()
        self._is_in = self._is_settled = False

    # What the caller does.

    def log_in(self, password: str, *, create: bool = False, version: str = VERSION_ID) -> bytes:
        """Begin a connection, and return its first line.

        >>> Account("ai-raven", clock=lambda: 0.0).log_in("secret", create=True)
        b'ad746a65 create_account ai-raven secret\\n'

        Arguments:
            password: the password. It is kept only to hide it where the server should repeat it.
            create: whether to create the account.
            version: the version of the protocol.

        Raises:
            ArgumentValueError: the server could not read the password, or the version is no word.
        """
        check("password", password, str)
        if len(password.encode("utf-8", "replace")) > _LONGEST_PASSWORD or password != " ".join(password.split()):
            raise ArgumentValueError(
                f"password: at most {_LONGEST_PASSWORD} bytes were expected, with single spaces inside it at most"
            )
        if not password.isprintable():
            raise ArgumentValueError("password: printable characters were expected")
        if version.split() != [version]:
            raise ArgumentValueError("version: one word was expected")
        self._begin_connection()
        self._password = password
        self._send(version, "create_account" if create else "login", self.name, password)
        return self._take_output()

    def receive_data(self, data: bytes) -> bytes:
        """Take what has arrived, nothing at the end of the connection, and return what to send.

        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> _ = account.log_in("secret")
        >>> account.receive_data(b"= login\\n"), account.is_in
        (b'ping\\n', True)

        Raises:
            EngineRefusedError: the server does not let the account in, or makes no game of its offer.
            ProtocolError: a line is too long, or there are too many games.
        """
        self._connection.receive_data(data)
        while (event := self._connection.next_event()) is not None:
            self._take(event)
        return self._take_output()

    def ping(self) -> bytes:
        """Return a question that any server answers."""
        self._ask("ping")
        return self._take_output()

    def mask(self, text: str) -> str:
        """Return a text without the password, where it stands as a word."""
        return re.sub(rf"(?<!\w){re.escape(self._password)}(?!\w)", "***", text) if self._password else text

    def hang_up(self) -> None:
        """Forget the connection. Games that run go on with the next one.

        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> account.hang_up()
        >>> account.is_in
        False
        """
        self._begin_connection()
        for game in self._games.values():
            game.turn = game.sent = None

    def move(self, turn: Turn, move: Move, score: Score | None = None) -> bytes:
        """Make a move. If the connection is lost meanwhile, it is kept and sent when the record asks for it; if the
        game is over, it is dropped.

        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> turn = Turn(game="7", position=Position.initial(RULES[11]), left=None, received=0.0)
        >>> account.move(turn, Move.parse("d1-d3"))
        b''
        >>> account.move(turn, Move.parse("d1-d9"))
        Traceback (most recent call last):
            ...
        tafl.engine.EngineMoveError: the engine played d1-d9: another piece stands in the way (d6)

        Arguments:
            turn: where the account is to move.
            move: the move.
            score: how good the player believes its position to be.

        Raises:
            EngineMoveError: the move is illegal.
        """
        reason = turn.position.illegality(move)
        if reason is not None:
            raise EngineMoveError(str(move), str(reason))
        game = self._games.get(turn.game)
        if game is not None and self.is_owed(turn):
            game.chosen, game.score = move, score
            self._play(turn.game, game)
        return self._take_output()

    def resign(self, turn: Turn) -> bytes:
        """Resign a game, if the account is still to move there.

        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> account.resign(Turn(game="7", position=Position.initial(RULES[11]), left=None, received=0.0))
        b''
        """
        game = self._games.get(turn.game)
        if game is not None and game.turn is not None and self.is_owed(turn):
            self._tell(f"game {turn.game}: resigned")
            self._send("game", turn.game, "play", ROLES[turn.position.turn], "resigns", "_")
            game.turn, game.sent = None, _Sent(turn.position.ply, self._count, ends=True)
        return self._take_output()

    def stop(self) -> bytes:
        """Begin no new games: withdraw offers and a challenge. Games that run go on.

        >>> account = Account("ai-raven", clock=lambda: 0.0)
        >>> account.is_done, account.stop(), account.is_done
        (False, b'', True)
        """
        self._is_stopping = True
        if self._is_in:
            self._withdraw()
        self._challenge = None
        return self._take_output()

    # What the caller asks.

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves that the account owes, the one with the least time first."""
        turns = [game.turn for game in self._games.values() if game.turn is not None]
        return tuple(sorted(turns, key=lambda turn: _LONGEST if turn.left is None else turn.left + turn.received))

    def is_owed(self, turn: Turn) -> bool:
        """Whether a move is still to be found for a turn, on whatever connection."""
        game = self._games.get(turn.game)
        return game is not None and game.ply == turn.position.ply and game.chosen is None

    @property
    def is_in(self) -> bool:
        """Whether the server has let the account in, on this connection."""
        return self._is_in

    @property
    def is_stopping(self) -> bool:
        """Whether no new games begin."""
        return self._is_stopping

    @property
    def running(self) -> tuple[str, ...]:
        """The numbers of the games that run."""
        return tuple(self._games)

    @property
    def finished(self) -> Mapping[str, str]:
        """How the games have ended, by their numbers."""
        return MappingProxyType(self._finished)

    @property
    def left(self) -> Mapping[str, str]:
        """Why games were left although they may still run, by their numbers."""
        return MappingProxyType(self._left)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do: no game runs, and none will begin.

        >>> Account("ai-raven", clock=lambda: 0.0).is_done
        False
        """
        if self._games or self._challenge is not None:
            return False
        if self._is_stopping:
            return not self._count_asked()
        is_enough = 0 < self._wanted <= len(self._finished) + len(self._left)
        return not self._offers and (self._challenges or is_enough)

    # What the server says.

    def _take(self, event: Event) -> None:
        text = event.text
        match event.name, text.split(None, 4):
            case "=", ["login" | "create_account"] if not self._is_in:
                self._enter()
            case "?", ["login" | "create_account", *why] if not self._is_in:
                reason = " ".join(why).removeprefix("_ ")
                known = _REFUSALS.get(reason.partition(" ")[0])
                raise EngineRefusedError("login", known or self.mask(shortened(reason)))
            case _ if not self._is_in:
                pass
            case "=" | "?", ["ping", *_]:
                self._take_ping()
            case "=", ["resume_game_json", *_] if (asked := self._answer("resume_game_json")) is not None:
                self._take_record(asked, text.partition(" ")[2])
            case "=", ["new_game", number, *_] if _ID.fullmatch(number) and self._answer("new_game") is not None:
                self._take_offer(number)
            case "=", ["join_game", *_]:
                self._answer("join_game")
            case "=", ["challenge_requested", number, *_]:
                self._take_challenge(number)
            case "=" | "?" as sign, ["join_game_pending", *_] if self._answer("join_game_pending") is not None:
                self._take_pending(sign == "=", text)
            case "=", ["games_updated", *_] if self._challenge is not None:
                self._look_for_refusal(text.partition(" ")[2])
            case "=", ["game"]:
                self._look_again(lambda sent: sent.ends)
            case "?", ["game", *why]:
                self._tell(f"the server refused a move: {shortened(' '.join(why))}")
                self._look_again(lambda sent: True)
            case "=", ["game_over", number, status, *_]:
                self._take_end(number, _WINNERS.get(status))
            case "=" | "?" as sign, ["draw", *_]:
                self._take_draw(sign == "=" and text == "draw accept")
            case "game", [number, "generate_move" | "play", *_] if _ID.fullmatch(number):
                self._look_at(number)
            case "request_draw", [number, *_] if number in self._games:
                self._take_draw_offer(number, self._games[number])
            case _:
                pass

    def _enter(self) -> None:
        self._is_in = True
        self._tell(f"logged in as {self.name}")
        self._withdraw_offers()  # of a former connection; the server may have kept them
        if self._challenge is not None:
            self._ask("join_game_pending", self._challenge)
        self._ask("settle")

    def _take_ping(self) -> None:
        """All answers to the oldest question have come."""
        if not self._questions:
            return
        asked = self._questions.popleft()
        self._lag = max(0.0, self._clock() - asked.asked)
        if asked.is_answered:
            return
        match asked.word:
            case "settle":
                self._is_settled = True
                for number in self._games:
                    self._look_at(number)  # those of former connections that the server has not named are over
                self._make_offers()
            case "resume_game_json" | "join_game" if asked.game in self._games:
                self._miss(asked.game, self._games[asked.game].position)
            case "new_game":
                raise EngineRefusedError("new_game", f"the server made no game of {self.terms.line}")
            case "join_game_pending":
                self._take_pending(False, "")
            case _:
                pass

    def _miss(self, number: str, position: Position | None) -> None:
        """The server does not have a game any more."""
        if position is None:
            del self._games[number]
            self._tell(f"game {number}: it did not begin; the other player has gone")
            self._make_offers()
        else:
            outcome = "" if position.outcome is None else f" ({position.outcome})"
            self._end(number, f"over; the server does not say how it ended{outcome}")

    def _take_offer(self, number: str) -> None:
        if self._is_stopping:
            self._send("leave_game", number)
            return
        self._offers.add(number)
        self._tell(f"game {number}: offered ({self.terms})")

    def _take_challenge(self, number: str) -> None:
        if number not in self._offers:
            return
        self._offers.remove(number)
        self._games[number] = _RunningGame(side=self.terms.side)
        self._tell(f"game {number}: a challenge, accepted")
        self._ask("join_game", number)

    def _take_pending(self, is_taken: bool, text: str) -> None:
        """Whether a challenge has reached its player."""
        if self._challenge is None:
            return
        if is_taken:
            self._tell(f"game {self._challenge}: challenged")
        else:
            self._refuse_challenge(shortened(text.partition(" ")[2]) or "the server does not know the game")

    def _refuse_challenge(self, reason: str) -> None:
        if self._challenge is not None:
            self._left[self._challenge] = f"the challenge was not accepted: {reason}"
            self._tell(f"game {self._challenge}: {self._left[self._challenge]}")
            self._challenge = None

    def _look_for_refusal(self, text: str) -> None:
        """Whether the player whom the account has challenged has said no."""
        number = self._challenge
        try:
            entries = load(text)
        except NotationError:
            return
        removed, updated = entries.get("removed"), entries.get("updated")
        if isinstance(removed, list) and number in [str(each) for each in cast("list[object]", removed)]:
            self._refuse_challenge("the offer was withdrawn")
        game = cast("dict[str, object]", updated).get(str(number)) if isinstance(updated, dict) else None
        if isinstance(game, dict):
            players = cast("dict[str, object]", game)
            if self.name not in (players.get("attacker"), players.get("defender")):
                self._refuse_challenge("it was declined")

    def _look_again(self, matters: Callable[[_Sent], bool]) -> None:
        """Look at the games with a move that was not acknowledged."""
        for number, game in self._games.items():
            if game.sent is not None and matters(game.sent):
                self._look_at(number)

    def _look_at(self, number: str) -> None:
        """Ask for the record of a game that runs."""
        if number in self._finished or number in self._left:
            return
        if number == self._challenge:
            self._challenge = None
        if number not in self._games:
            if len(self._games) >= MAX_GAMES:
                raise ProtocolError(f"the account has more than {counted(MAX_GAMES, 'game')}")
            self._games[number] = _RunningGame()
        sent = self._games[number].sent
        since = 0 if sent is None else sent.number
        if not any(
            (asked.word, asked.game) == ("resume_game_json", number) and asked.number > since and not asked.is_answered
            for asked in self._questions
        ):
            self._ask("resume_game_json", number)

    def _take_end(self, number: str, winner: Side | None) -> None:
        game = self._games.get(number)
        if game is None:
            return
        won = "" if winner is None or game.side is None else "won: " if winner is game.side else "lost: "
        self._end(number, f"{won}the {winner} win" if winner is not None else "over")

    def _take_draw(self, is_drawn: bool) -> None:
        """A draw was accepted or not, in a game that is not named."""
        accepted = self._accepted.popleft() if self._accepted else ""
        if is_drawn and accepted in self._games:
            self._end(accepted, "drawn by agreement")
            return
        for number in self._games:
            self._look_at(number)

    def _take_draw_offer(self, number: str, game: _RunningGame) -> None:
        ply = 0 if game.ply is None else game.ply
        if game.drawn_at == ply:
            return
        game.drawn_at = ply
        score = None if game.score is None or game.side is None else game.score.pov(game.side)
        if self._draws == "always" or (self._draws == "level" and score is not None and score.value <= 0):
            self._tell(f"game {number}: the opponent offers a draw, accepted")
            self._accepted.append(number)
            self._send("draw", number, "accept")
        else:
            self._tell(f"game {number}: the opponent offers a draw, not accepted; the game goes on")

    # Records.

    def _take_record(self, asked: _OpenQuestion, text: str) -> None:
        number = asked.game
        game = self._games.get(number)
        if game is None or (game.sent is not None and asked.number < game.sent.number):
            return
        try:
            record = _read_record(text)
            replay = record.replay()
        except HnefataflError as error:
            self._leave(number, f"its record cannot be read: {shortened(str(error))}")
            return
        sides = [side for side in Side if record.tags.get(side.value) == self.name]
        if len(sides) != 1:
            self._leave(number, "its record has other players")
            return
        if game.position is None:
            opponent = record.tags.get(sides[0].opponent.value, "")
            self._tell(f"game {number}: {self.name} ({sides[0]}) against {shortened(opponent, 16)}")
        game.side = sides[0]
        self._show_moves(number, game, replay.position)
        if replay.error is not None:
            self._leave(number, f"a move of it cannot be played: {shortened(str(replay.error))}")
        elif replay.position.outcome is not None:
            self._end(number, f"over by our rules, {replay.position.outcome}; the server has not said so")
        elif record.ending is None:
            self._take_position(number, game, replay.position, record)

    def _show_moves(self, number: str, game: _RunningGame, position: Position) -> None:
        """Tell the moves since the last time."""
        shown = 0 if game.position is None else game.position.ply
        if position.ply > shown:
            moves = [str(reached.last_move) for reached in position.history()[shown + 1 :]]
            self._tell(f"game {number}: {shown + 1}. {' '.join(moves)}")
        game.position = position

    def _take_position(self, number: str, game: _RunningGame, position: Position, record: Game) -> None:
        """The game stands there."""
        sent, game.sent, game.turn = game.sent, None, None
        if game.ply != position.ply:
            game.ply, game.chosen, game.refused = position.ply, None, frozenset()
        if position.turn is not game.side:
            return
        if sent is not None and sent.ply == position.ply and game.chosen is not None:
            self._tell(f"game {number}: the server did not take {game.chosen}, which is legal by our rules")
            game.refused |= {game.chosen}
            game.chosen = None
            if len(game.refused) >= _MAX_REFUSED:
                self._leave(number, f"the server refused {counted(_MAX_REFUSED, 'move')}")
                return
        left, increment = _read_clock(record, position.turn)
        game.turn = Turn(
            game=number,
            position=position,
            left=left,
            increment=increment,
            received=self._clock(),
            reserve=_RESERVE + self._lag,
            refused=game.refused,
        )
        self._play(number, game)

    def _play(self, number: str, game: _RunningGame) -> None:
        """Send the move that was chosen, if there is one and the record asks for it."""
        turn, move = game.turn, game.chosen
        if turn is None or move is None:
            return
        game.turn = None
        after = turn.position.play(move)
        self._show_moves(number, game, after)
        self._send("game", number, "play", *write_move(turn.position, move))
        game.sent = _Sent(turn.position.ply, self._count, after.outcome is not None)

    # The ends of games, and new ones.

    def _end(self, number: str, how: str) -> None:
        self._games.pop(number, None)
        self._finished[number] = how
        self._tell(f"game {number}: {how}")
        self._make_offers()

    def _leave(self, number: str, reason: str) -> None:
        """Give up following a game, which may still run on the server."""
        self._games.pop(number, None)
        self._left[number] = self.mask(reason)
        self._tell(f"game {number}: left as it is, and its clock runs on: {reason}")
        self._make_offers()

    def _make_offers(self) -> None:
        """Offer as many games as are wanted."""
        if not self._is_settled or self._is_stopping or self._challenges:
            return
        begun = len(self._games) + len(self._offers) + self._count_asked()
        number = self._at_once - begun
        if self._wanted:
            number = min(number, self._wanted - begun - len(self._finished) - len(self._left))
        for _ in range(number):
            self._ask("new_game", self.terms.line)

    def _count_asked(self) -> int:
        """How many offers the server has not numbered yet."""
        return sum(asked.word == "new_game" and not asked.is_answered for asked in self._questions)

    def _withdraw(self) -> None:
        self._withdraw_offers()
        if self._challenge is not None:
            self._send("leave_game", self._challenge)

    def _withdraw_offers(self) -> None:
        for number in sorted(self._offers):
            self._send("leave_game", number)
        self._offers.clear()

    # Lines.

    def _ask(self, word: str, text: str = "") -> None:
        """Send a question, and a ping that shows where its answers end."""
        if word not in ("ping", "settle"):
            self._send(word, text)
        self._questions.append(_OpenQuestion(word, text, self._count, self._clock()))
        self._send("ping")

    def _answer(self, word: str) -> _OpenQuestion | None:
        """Return the question that is answered: the oldest, if it has that word and has no answer yet."""
        if not self._questions or self._questions[0].word != word or self._questions[0].is_answered:
            return None
        self._questions[0].is_answered = True
        return self._questions[0]

    def _send(self, *words: str) -> None:
        self._count += 1
        self._out += self._connection.send(*words)

    def _take_output(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data


def _read_record(text: str) -> Game:
    """Read the record of a game, under the rules of the server.

    Raises:
        HnefataflError: it is none, or on a board whose rules are not known.
    """
    size = load(text).get("dim")
    rules = RULES.get(size) if isinstance(size, int) else None
    if rules is None:
        raise NotationError(f"dim: {' or '.join(map(str, RULES))} was expected", text)
    return dcampbell.parse_game(text, rules)


def _read_clock(record: Game, side: Side) -> tuple[float | None, float]:
    """Return the seconds that a side has left, None without clocks, and those that a move adds. A clock that cannot be
    read shows nothing left, so that the account moves at once."""
    if "time_remaining_ms" not in record.tags:
        return None, 0.0
    remaining = parse(record.tags["time_remaining_ms"])
    if isinstance(remaining, list):
        left = dict(zip(Side, cast("list[object]", remaining), strict=False)).get(side)
    else:
        left = cast("dict[str, object]", remaining).get(side.value) if isinstance(remaining, dict) else None
    control = parse(record.tags.get("time_control", "null"))
    increment = cast("dict[str, object]", control).get("increment_length") if isinstance(control, dict) else None
    return _read_time(left, 1000), _read_time(increment)


def _read_time(number: object, unit: int = 1) -> float:
    return min(_LONGEST, max(0.0, number / unit)) if isinstance(number, int | float) else 0.0
