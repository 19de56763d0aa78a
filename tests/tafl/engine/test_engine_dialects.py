"""The protocols of engines: both sides against each other, hostile bytes, and what the real programs write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, Final

import pytest
from conversing import run_conversation
from hypothesis import example, given
from hypothesis import strategies as st

from hnefatafl import Move, Position, Side, Square, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotExpressibleError
from hnefatafl.notation import otn
from hnefatafl.rules import Die, Ruleset
from hnefatafl.search import Clocks, Greedy, Limit, Line, Random, Score
from hnefatafl.variants import layouts
from tafl.engine import (
    HOSTS,
    MAX_LINE,
    MAX_PENDING,
    SERVERS,
    Connection,
    Conversation,
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EngineRefusedError,
    Event,
    Expect,
    Host,
    PlayResult,
    ProtocolError,
    Reply,
    Search,
    htp,
    otep,
    serve,
)
from tafl.engine._hosting import Infos, score_words, to_milliseconds
from tafl.engine.htp import _write as write_square
from tafl.engine.ugi import _read_limit as read_limit

START: Final = Position.initial(variants.BRANDUBH)
COPENHAGEN: Final = Position.initial(variants.COPENHAGEN)
HTP: Final = Position.initial(variants.get("brandubh-hnefatafl-org"))
"""The game of hnefatafl.org on seven lines, in which the defenders begin."""
STARTS: Final = {
    "htp": HTP,
    "uci": COPENHAGEN,
    "cs61b": Position.initial("tablut-cs61b"),
    "log320": Position.initial(variants.get("fetlar").evolve(name="13", size=13, start=layouts.TAFL_II_13)),
}
"""What a protocol can tell of, where it is not brandubh."""
LIMITS: Final = [Limit(seconds=2), Limit(clocks=Clocks(attackers=90, defenders=60, attackers_increment=1))]

CONTESTS: Final = ("codingame", "cs61b", "log320")
_WORDS: Final = """
    ugi uci ugiok uciok readyok isready bestmove info string error: pv score cp mate depth nodes time multipv id
    option name type setoption value rules stop position startpos fen moves go movetime p1time p2time infinite
    query result = ? play attacker defender generate_move board_size 7 11 13 show_board final_status play_to
    play_from hello move analysis analyze clock opponent-move error status side attackers defenders finish goodbye
    d1-c1 0d1 0c1 d3-d9 d1c1 d1-c1|d3-c3 -1 0 2 99999999999999999999 1e999 nan dim:7
    start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ brandubh a d /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ resigns MultiPV é
    (none) 300* berserk tablut
"""
WORDS: Final = ["\x00", *_WORDS.split()]
"""What programs write, among other things."""
LINES: Final = st.lists(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), max_size=12).map(
    lambda lines: "\n".join(lines).encode()
)
DATA: Final = st.one_of(st.binary(max_size=300), LINES, st.tuples(LINES, st.binary(max_size=30)).map(b"\n".join))


def pieces(data: bytes, cuts: list[int]) -> Iterator[bytes]:
    """The data, cut into pieces that are not empty."""
    ends = sorted({min(cut, len(data)) for cut in cuts} | {len(data)})
    begin = 0
    for end in ends:
        if end > begin:
            yield data[begin:end]
        begin = max(begin, end)


def events(connection: Connection) -> list[Event]:
    found: list[Event] = []
    while (event := connection.next_event()) is not None:
        found.append(event)
    return found


# The lines.


@given(DATA, st.lists(st.integers(0, 300), max_size=10))
def test_it_does_not_matter_how_the_bytes_arrive(data: bytes, cuts: list[int]) -> None:
    whole, cut = Connection(WORDS), Connection(WORDS)
    if data:
        whole.receive_data(data)
    for piece in pieces(data, cuts):
        cut.receive_data(piece)
    whole.receive_data(b"")
    cut.receive_data(b"")
    assert events(whole) == events(cut)
    assert (whole.ended, cut.ended) == (True, True)


def test_lines_and_memory_are_bounded() -> None:
    connection = Connection([])
    for _ in range(MAX_LINE // 1024):
        connection.receive_data(b"x" * 1024)
    with pytest.raises(ProtocolError, match="longer"):
        connection.receive_data(b"x")
    with pytest.raises(ProtocolError, match="longer"):
        Connection([]).receive_data(b"x" * (MAX_LINE + 1) + b"\n")
    with pytest.raises(ProtocolError, match="wait"):
        Connection([]).receive_data(b"x\n" * (MAX_PENDING + 1))


# Hostile other sides.


def converse(host: Host, conversation: Conversation[Any], data: bytes, cuts: list[int]) -> None:
    """Run a conversation with data that arrives in pieces; nothing but declared errors comes of it."""
    arriving = pieces(data, cuts)
    answer: Event | None = None
    try:
        while True:
            wanted = conversation.send(answer)
            answer = None
            if isinstance(wanted, Expect):
                while (answer := host.connection.next_event()) is None:
                    piece = next(arriving, None)
                    if piece is None:
                        raise EngineDiedError(wanted.awaited)
                    host.connection.receive_data(piece)
    except (StopIteration, EngineError, NotExpressibleError):
        pass


@pytest.mark.parametrize("dialect", HOSTS)
@given(data=DATA, cuts=st.lists(st.integers(0, 300), max_size=6), limit=st.sampled_from(LIMITS))
@example(data=b"= \n= \n= play attacker ,\n", cuts=[], limit=LIMITS[0])
@example(data=b"move \nreadyok\nbestmove\n", cuts=[], limit=LIMITS[0])
@example(data=b"readyok\ninfo pv\ninfo score mate 0 pv x\ninfo score cp\nbestmove d1-c1\n", cuts=[], limit=LIMITS[0])
def test_a_hostile_engine_causes_declared_errors_only(dialect: str, data: bytes, cuts: list[int], limit: Limit) -> None:
    position = STARTS.get(dialect, START)
    for ask in ("hello", "play", "analyse"):
        host = HOSTS[dialect]()
        arguments = () if ask == "hello" else (position, limit)
        converse(host, getattr(host, ask)(*arguments), data, cuts)


@pytest.mark.parametrize("dialect", SERVERS)
@given(data=DATA)
@example(data=b"position fen /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a moves\ngo p1time x p2time 5\n")
@example(data=b"clock * * *\nclock 5\nclock -1 -1 0 0 0\nplay attackers\nanalyze x y\n")
def test_a_hostile_host_is_answered(dialect: str, data: bytes) -> None:
    server = SERVERS[dialect](STARTS.get(dialect, START).ruleset if dialect in CONTESTS else variants.BRANDUBH)
    end = b"" if dialect == "log320" else b"\n"
    if data:
        server.connection.receive_data(data)
    for event in events(server.connection):
        reply = server.reply(event)
        assert reply.data.endswith(end) or not reply.data
        if reply.search is not None and reply.search.position.outcome is None:
            move = min(reply.search.position.legal_moves(), default=None)
            assert server.answer(reply.search, move).endswith(end)


# Both sides together.


class Pair:
    """A host and an engine that talk to each other without processes."""

    def __init__(self, dialect: str, choose: Callable[[Search], Move | None]) -> None:
        rules = STARTS.get(dialect, START).ruleset
        self.host, self.server, self._choose = HOSTS[dialect](), SERVERS[dialect](rules), choose
        self.host.connection.receive_data(self.server.greeting() or b"\n")
        self.run(self.host.hello())

    def run(self, conversation: Conversation[Any]) -> Any:
        """Run a conversation, and return what came of it."""
        return run_conversation(self.host.connection, conversation, self._hear)

    def _hear(self, data: bytes) -> None:
        self.server.connection.receive_data(data)
        for event in events(self.server.connection):
            reply = self.server.reply(event)
            said = reply.data
            if reply.search is not None:
                said += self.server.answer(reply.search, self._choose(reply.search))
            if said:
                self.host.connection.receive_data(said)


@pytest.mark.parametrize("dialect", [dialect for dialect in SERVERS if dialect != "log320"])
@pytest.mark.parametrize("both", [True, False])
def test_a_whole_game_of_brandubh(dialect: str, both: bool) -> None:
    """The engine plays one side or both, and knows the position at each of its moves."""
    position = STARTS.get(dialect, START)
    asked: list[Position] = []

    def choose(search: Search) -> Move | None:
        asked.append(search.position)
        return Greedy(seed=3).choose(search.position)

    pair = Pair(dialect, choose)
    while position.outcome is None and position.ply < 120:
        if both or position.turn is Side.DEFENDERS:
            move = pair.run(pair.host.play(position, Limit(seconds=1))).move
            assert asked[-1].board == position.board
            assert asked[-1].turn is position.turn
        else:
            chosen = Random(seed=8).choose(position)
            assert chosen is not None
            move = chosen
        position = position.play(move)
    assert asked
    assert position.outcome is not None or position.ply == 120


@pytest.mark.parametrize("dialect", ["ugi", "otep", "htp", "cs61b"])
def test_another_game_begins_anew(dialect: str) -> None:
    asked: list[Position] = []

    def choose(search: Search) -> Move | None:
        asked.append(search.position)
        return min(search.position.legal_moves())

    pair = Pair(dialect, choose)
    for plies in [0, 1], [8], [], [0, 1, 2, 3], [0, 1]:
        position = STARTS.get(dialect, START)
        for ply in plies:
            position = position.play(sorted(position.legal_moves())[ply])
        pair.run(pair.host.play(position, Limit(seconds=1)))
        assert (asked[-1].board, asked[-1].turn, asked[-1].ply) == (position.board, position.turn, len(plies))


@pytest.mark.parametrize("dialect", ["ugi", "otep"])
def test_a_game_from_a_position(dialect: str) -> None:
    start = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.DEFENDERS).play("c4-c5")
    pair = Pair(dialect, lambda search: min(search.position.legal_moves()))
    result: PlayResult = pair.run(pair.host.play(start, Limit(seconds=1)))
    assert result.move == min(start.legal_moves())


def test_clocks_reach_the_engine() -> None:
    found: list[Limit] = []

    def choose(search: Search) -> Move | None:
        found.append(search.limit)
        return min(search.position.legal_moves())

    clocks = Clocks(attackers=90, defenders=60, attackers_increment=2)
    for dialect in ("ugi", "otep"):
        pair = Pair(dialect, choose)
        pair.run(pair.host.play(START, Limit(clocks=clocks)))
        pair.run(pair.host.play(START, Limit(seconds=3)))
    assert found[0] == Limit(clocks=clocks)
    assert found[2] == Limit(clocks=Clocks(attackers=90, defenders=60))  # OTEP has no increments
    assert found[1] == found[3] == Limit(seconds=3)


def test_lost_rules_are_warned_of() -> None:
    pair = Pair("otep", lambda search: min(search.position.legal_moves()))
    pair.run(pair.host.play(START, Limit(seconds=1)))
    assert pair.host.warnings == (
        "the engine plays by other rules: repetition.consequence: mover-loses instead of defenders-lose",
    )
    pair = Pair("ugi", lambda search: min(search.position.legal_moves()))
    pair.run(pair.host.play(START, Limit(seconds=1)))
    assert pair.host.warnings == ()
    other = Position.initial(variants.BRANDUBH.evolve(name="brandubh of mine", first=Side.DEFENDERS))
    pair = Pair("htp", lambda search: min(search.position.legal_moves()))
    pair.run(pair.host.play(other, Limit(seconds=1)))
    assert pair.host.warnings == ("the engine plays brandubh-hnefatafl-org, and not brandubh of mine",)


@pytest.mark.parametrize("dialect", [dialect for dialect in HOSTS if dialect != "bot"])
def test_a_die_cannot_be_told(dialect: str) -> None:
    rules = variants.BRANDUBH.evolve(die=Die())
    position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
    with pytest.raises(NotExpressibleError, match="die"):
        next(HOSTS[dialect]().play(position, Limit(seconds=1)))


# What the real programs write.


def answered(host: Host, conversation: Conversation[Any], said: str) -> tuple[str, Any]:
    sent, result = host.connection.drive(conversation, said.encode())
    return sent.decode(), result


def test_taflzero_as_it_writes() -> None:
    host = HOSTS["uci"]()
    answered(
        host,
        host.hello(),
        "id name taflzero\nid author Oleg\nuciok\noption name NNFile type string default ./n\nreadyok\n",
    )
    assert (host.name, list(host.options)) == ("taflzero", ["NNFile"])
    position = COPENHAGEN.play("h1-h3").play("g5-g2")
    said = "position set to startpos (2 moves)\nreadyok\ninfo score cp -31 winrate 46.2% nodes 800 time 12 pv a4a2\n"
    sent, result = answered(host, host.play(position, Limit(nodes=800)), said + "bestmove a4a2\n")
    assert sent == "position startpos moves h1h3 g5g2\nisready\ngo nodes 800\n"
    assert str(result.move) == "a4-a2"
    assert (result.info.score.value, result.info.nodes, result.info.seconds) == (-31, 800, 0.012)
    assert result.info.lines == ("position set to startpos (2 moves)",)
    with pytest.raises(EngineRefusedError, match="invalid move"):
        answered(host, host.play(position, Limit(nodes=8)), "invalid move 'h1h3': no\nreadyok\n")
    with pytest.raises(EngineMoveError, match="not over"):
        answered(host, host.play(position, Limit(nodes=8)), "readyok\nbestmove (none)\n")
    with pytest.raises(NotExpressibleError, match="depth"):
        next(host.play(position, Limit(depth=8)))


def test_refused_rules_are_sent_again() -> None:
    """What an engine refuses it does not know; and it is ready all the same, which is no answer to what comes next."""
    host, rules = HOSTS["ugi"](), b"setoption name rules value brandubh\n"
    answered(host, host.hello(), "option name rules type string\nugiok\nreadyok\n")
    refused = "info string error: no such rules\ninfo string error: nor this position\nreadyok\n"
    for _ in range(2):
        with pytest.raises(EngineRefusedError, match="no such rules"):
            answered(host, host.play(START, Limit(nodes=9)), refused)
        assert not events(host.connection)
    sent, _ = answered(host, host.play(START, Limit(nodes=9)), "readyok\nbestmove d1-c1\n")
    assert sent.encode().startswith(rules + b"uginewgame\n")
    late = "readyok\ninfo string error: no net\nbestmove d1-c1\nreadyok\n"
    with pytest.raises(EngineRefusedError, match="no net"):
        answered(host, host.play(START, Limit(nodes=9)), late)
    assert not events(host.connection)
    sent, _ = answered(host, host.play(START, Limit(nodes=9)), "readyok\nbestmove d1-c1\n")
    assert sent.encode().startswith(rules)
    sent, _ = answered(host, host.play(START, Limit(nodes=9)), "readyok\nbestmove d1-c1\n")
    assert sent.startswith("position startpos")


@pytest.mark.parametrize("dialect", ["ugi", "otep", "htp"])
def test_the_answer_to_an_endless_analysis_is_waited_for_as_long_as_it_takes(dialect: str) -> None:
    """And that of one which is listened to, as long as its limit has no time; a limit of time goes for all."""
    position = STARTS.get(dialect, START)

    def longest(limit: Limit, *more: Any) -> float | None:
        host = HOSTS[dialect]()
        said = b"= \n= \n" if dialect == "htp" else b"readyok\n" if dialect == "ugi" else b""
        conversation, answer, wanted = host.analyse(position, limit, 1, *more), None, None
        host.connection.receive_data(said or b"x\n")
        while not isinstance(wanted := conversation.send(answer), Expect) or (answer := host.connection.next_event()):
            answer = answer if isinstance(wanted, Expect) else None
        return wanted.seconds

    assert longest(Limit(seconds=2)) == longest(Limit(seconds=2), print) == 2
    assert longest(Limit(depth=9)) == (30 if dialect == "otep" else 0)  # OpenTafl is told of seconds only
    if dialect != "otep":
        assert longest(Limit()) is longest(Limit(), print) is longest(Limit(depth=9), print) is None


def test_an_engine_that_is_stopped_at_once_may_know_no_move() -> None:
    host = HOSTS["ugi"]()
    host.connection.receive_data(b"readyok\n")
    conversation = host.analyse(START, Limit())
    while not isinstance(next(conversation), Expect):
        pass
    conversation.send(host.connection.next_event())
    assert host.stop() == b""
    assert isinstance(next(conversation), Expect)
    assert (host.stop(), host.stop()) == (b"stop\n", b"")
    with pytest.raises(StopIteration) as ended:
        conversation.send(Event(name="bestmove", text="(none)", line="bestmove (none)"))
    assert [info.pv for info in ended.value.value] == [()]


def test_opentafl_as_it_writes() -> None:
    """Its engine writes statuses, and marks of its own in moves."""
    host = otep.OtepHost()
    start = Position.initial(variants.FETLAR)
    sent, result = answered(host, host.play(start, Limit(seconds=5)), "status depth 3\nmove f2-=g2\n")
    assert str(result.move) == "f2-g2"
    assert result.info.text == "depth 3"
    after = start.play("f2-g2").play("f4-g4")
    sent, _ = answered(host, host.play(after, Limit(seconds=5)), "move f10-g10\n")
    assert sent.splitlines()[0] == f"opponent-move f4-g4 {after.board.record}"
    assert "rules" not in sent
    with pytest.raises(EngineMoveError, match="no piece"):
        answered(host, host.play(after, Limit(seconds=5)), "move e2-e3\n")


def test_hnefatafl_org_as_it_writes() -> None:
    host = HOSTS["htp"]()
    said = "= \n= \n= play attacker f2 g2, score: 0.5, delay to_milliseconds: 80\n\n"
    _, result = answered(host, host.play(COPENHAGEN, Limit(seconds=1)), said)
    assert str(result.move) == "f2-g2"
    after = COPENHAGEN.play("f2-g2").play("f4-g4")
    sent, result = answered(host, host.play(after, Limit(seconds=1)), "= a1 \n= play attacker resigns _\n")
    assert sent == "play defender f4 g4\ngenerate_move\n"
    assert (result.move, result.resigned) == (None, True)
    assert host.warnings == (
        "the engine plays copenhagen-hnefatafl-org, and not copenhagen",
        "after f4-g4 the engine captures a1",
    )


@pytest.mark.parametrize("failure", ["= play defender 0d3 0d9", "? no time"])
def test_after_a_failed_analysis_the_game_is_told_anew(failure: str) -> None:
    """The engine may have played its move on its board."""
    host = HOSTS["htp"]()
    with pytest.raises(EngineError):
        answered(host, host.analyse(HTP, Limit(seconds=1)), f"= \n= \n{failure}\n")
    sent, _ = answered(host, host.play(HTP, Limit(seconds=1)), "= \n= \n= play defender 0d3 0b3\n")
    assert sent.startswith("board_size 7\n")


def test_hnefatafl_org_begins_with_the_defenders_on_seven_lines() -> None:
    """ "The defenders move first" (brandubh-hnefatafl-org)."""
    host = HOSTS["htp"]()
    sent, result = answered(host, host.play(HTP, Limit(seconds=1)), "= \n= \n= play defender 0d3 0b3\n")
    assert sent == "board_size 7\ntime_settings un-timed\ngenerate_move\n"
    assert (str(result.move), host.warnings) == ("d3-b3", ())
    with pytest.raises(NotExpressibleError, match="first; its programs play brandubh-hnefatafl-org on a board of 7"):
        next(HOSTS["htp"]().play(START, Limit(seconds=1)))
    with pytest.raises(NotExpressibleError, match="size; its programs play brandubh-hnefatafl-org, copenhagen-hne"):
        next(HOSTS["htp"]().play(Position.initial("tablut"), Limit(seconds=1)))


@pytest.mark.needs_host
@pytest.mark.parametrize("rules", [None, htp.RULES[7]])
def test_the_server_of_hnefatafl_org_asks_for_a_side(rules: Ruleset | None) -> None:
    """Its server writes ``generate_move attacker``, and its text protocol ``generate_move``."""
    said = (
        "board_size 7\ngenerate_move attacker\ngenerate_move defender\ngenerate_move Attacker\ngenerate_move\n"
        "generate_move king\ngenerate_move attacker now\n"
    )
    target = BytesIO()
    serve(Greedy(), "htp", ruleset=rules, source=BytesIO(said.encode()), target=target)
    answers = target.getvalue().decode().splitlines()
    assert [" ".join(answer.split()[:3]) for answer in answers[:5]] == [
        "=",
        "? it is",
        "= play defender",
        "= play attacker",
        "= play defender",
    ]
    assert answers[1] == "? it is the defenders' turn"
    assert answers[5] == "? attacker or defender was expected, not king"
    assert answers[6] == "? generate_move does not take that"


# Players as engines.


@pytest.mark.needs_host
def test_a_function_is_served_with_the_limit_of_the_host() -> None:
    found: list[Limit] = []

    def choose(position: Position, limit: Limit) -> Move:
        found.append(limit)
        return max(position.legal_moves())

    target = BytesIO()
    said = b"setoption name rules value tablut\nposition startpos\ngo movetime 40 depth 3\nquit\n"
    serve(choose, "ugi", source=BytesIO(said), target=target)
    assert found == [Limit(seconds=0.04, depth=3)]
    assert target.getvalue().startswith(b"bestmove ")


@pytest.mark.needs_host
@pytest.mark.parametrize(
    ("dialect", "said", "answer"),
    [
        ("ugi", b"position startpos moves d1-d9\ngo depth 1\n", b"info string error: illegal move d1-d9"),
        ("otep", b"opponent-move d1-d9\n", b"error -1 illegal move d1-d9"),
        ("htp", b"play attacker 0d1 0d9\n", b"? illegal move d1-d9"),
        ("htp", b"generate\n", b"? there is no such command"),
        ("ugi", b"setoption name rules value chess\n", b"info string error: no ruleset is named 'chess'"),
    ],
)
def test_faults_of_the_host_are_answered(dialect: str, said: bytes, answer: bytes) -> None:
    target = BytesIO()
    serve(Greedy(), dialect, ruleset=variants.BRANDUBH, source=BytesIO(said), target=target)
    assert answer in target.getvalue()


REFUSED: Final = "the last position was refused"


@pytest.mark.parametrize(
    ("dialect", "refused", "asked", "accepted"),
    [
        ("ugi", "position startpos moves d1-d9", "go depth 1", "position startpos moves d1-c1"),
        ("ugi", "position fen /9/ a", "query p1turn", "position startpos moves d1-c1"),
        ("ugi", "position", "go depth 1", "uginewgame"),
        ("ugi", "position nowhere", "go depth 1", "setoption name rules value brandubh"),
        ("otep", "opponent-move d1-d9", "play attackers", "opponent-move d1-c1"),
        ("otep", "position /9/", "analyze 1 1", f"position {START.board.record}"),
        ("otep", "rules dim:x", "play attackers", f"rules {otn.nearest_rules(variants.BRANDUBH)[0]}"),
        ("htp", "play attacker 0d1 0d9", "generate_move", "play attacker 0d1 0c1"),
        ("htp", "board_size 8", "generate_move attacker", "board_size 7"),
    ],
)
def test_nothing_is_searched_after_a_refused_position(dialect: str, refused: str, asked: str, accepted: str) -> None:
    """The host believes in another position than the engine has."""
    server = SERVERS[dialect](variants.BRANDUBH)

    def reply_to(line: str) -> Reply:
        server.connection.receive_data(f"{line}\n".encode())
        event = server.connection.next_event()
        assert event is not None
        return server.reply(event)

    before = reply_to(asked)
    assert before.search is not None or REFUSED not in before.data.decode()
    for _ in range(2):
        assert reply_to(refused).data
        for _ in range(2):
            reply = reply_to(asked)
            assert reply.search is None
            assert REFUSED in reply.data.decode()
    assert reply_to(accepted).data in (b"", b"= \n")
    after = reply_to(asked)
    assert after.search is not None or REFUSED not in after.data.decode()


def test_what_is_no_position_may_be_refused() -> None:
    """An option that there is not leaves the position as it was."""
    server = SERVERS["ugi"](variants.BRANDUBH)
    server.connection.receive_data(b"setoption name hash value 3\ngo depth 1\n")
    *_, reply = [server.reply(event) for event in events(server.connection)]
    assert reply.search is not None


@pytest.mark.needs_host
def test_what_cannot_be_served() -> None:
    def illegal(position: Position, limit: Limit) -> Move:
        return Move.parse("a1-a2")

    said = b"position startpos\ngo depth 1\n"
    with pytest.raises(EngineMoveError, match="no piece"):
        serve(illegal, "ugi", source=BytesIO(said), target=BytesIO())
    with pytest.raises(ArgumentTypeError, match="player"):
        serve(3, "ugi", source=BytesIO(said), target=BytesIO())  # type: ignore[arg-type]
    with pytest.raises(HnefataflError, match="one of ugi"):
        serve(Greedy(), "xboard")


@pytest.mark.needs_host
def test_an_endless_search_ends_with_its_host() -> None:
    target = BytesIO()
    serve(
        None, "ugi", ruleset=variants.BRANDUBH, source=BytesIO(b"position startpos\ngo infinite\nstop\n"), target=target
    )
    assert b"bestmove " in target.getvalue()
    target = BytesIO()
    serve(None, "ugi", ruleset=variants.BRANDUBH, source=BytesIO(b"position startpos\ngo infinite\n"), target=target)
    assert b"bestmove " in target.getvalue()


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(side=Side.ATTACKERS, value=-35), ("score", "cp", "-35")),
        (Score.won(Side.ATTACKERS, 1), ("score", "mate", "1")),
        (Score.won(Side.ATTACKERS, 3), ("score", "mate", "2")),
        (Score.lost(Side.ATTACKERS, 2), ("score", "mate", "-1")),
        (Score.lost(Side.ATTACKERS, 4), ("score", "mate", "-2")),
    ],
)
def test_wins_are_told_in_moves(score: Score, words: tuple[str, ...]) -> None:
    """The side that wins makes the last move."""
    assert score_words(Line(score=score)) == words
    infos = Infos(START)
    text = " ".join(words)
    infos.hear(Event(name="info", text=text, line=f"info {text}"))
    assert infos.best(None).score == score


def test_times_are_whole_milliseconds_and_at_least_one() -> None:
    assert [to_milliseconds(seconds) for seconds in (0, 0.0004, 0.25, 60)] == ["1", "1", "250", "60000"]


@pytest.mark.parametrize("word", ["a\nb", "a\rb", "\n"])
def test_what_is_sent_is_one_line(word: str) -> None:
    with pytest.raises(ArgumentValueError, match="one line was expected"):
        Connection([]).send("go", word)


def test_squares_are_written_as_each_size_has_them() -> None:
    square = Square.parse("a1")
    assert [write_square(square, size) for size in (7, 11, 13)] == ["0a1", "a1", "A1"]


def test_a_clock_is_of_both_sides() -> None:
    whole = read_limit(["p1time", "5000", "p2time", "4000", "p2inc", "500"], Side.DEFENDERS)
    assert whole == Limit(clocks=Clocks(attackers=4, defenders=5, attackers_increment=0.5))
    for half in ("p1time 5000", "p2time 4000", "nodes 0"):
        assert read_limit([*half.split()], Side.ATTACKERS).clocks is None
    assert read_limit(["nodes", "0", "movetime", "300"], Side.ATTACKERS) == Limit(nodes=1, seconds=0.3)
