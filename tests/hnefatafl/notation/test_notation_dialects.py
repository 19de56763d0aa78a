"""The dialects of other programs: what they say, that it comes back, and that hostile texts are refused soon."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from conftest import data_path
from hypothesis import given
from hypothesis import strategies as st
from test_notation_fuzz import HUGE, failure, mutations

from hnefatafl import COMPILED, Board, Move, Piece, PieceSet, Position, Side, Square, variants
from hnefatafl.errors import InvalidSetupError, NotationError, NotExpressibleError
from hnefatafl.notation import bologna, dcampbell, dialects, hnefatafl_rs, otn, taflzero
from hnefatafl.notation import json as json_dialect
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.records import Game, RecordedMove

COPENHAGEN, ASHTON = variants.COPENHAGEN, variants.ASHTON_TABLUT
LOG = "Nov 05, 2020 11:12:53 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut {}\n{}: {}\n"


BASIC = (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)


def boards(*sizes: int, known: tuple[Piece, ...] = BASIC) -> st.SearchStrategy[Board]:
    """Any boards of these sizes: anything that can be written down, with any number of kings."""
    pieces = st.sampled_from(known)
    return st.sampled_from(sizes).flatmap(
        lambda size: st.dictionaries(st.sampled_from(squares(size)), pieces, max_size=size * 3).map(
            lambda found: Board(size, found)
        )
    )


def squares(size: int) -> list[Square]:
    return [Square(file, rank) for file in range(size) for rank in range(size)]


sides = st.sampled_from(Side)


def moves(size: int, *, dashes: bool = True, captures: bool = True) -> st.SearchStrategy[list[RecordedMove]]:
    """Moves as a record may give them, legal or not."""
    square = st.sampled_from(squares(size))
    return st.lists(
        st.builds(
            RecordedMove,
            origin=square,
            target=square,
            captures=st.lists(square, max_size=3 if captures else 0).map(tuple),
            sign=st.just("-" if dashes else ""),
        ),
        max_size=12,
    )


# --------------------------------------------------------------------------------------------------------------- boards


@given(boards(5, 7, 8, 11, 13, 21, known=PieceSet.ALL.pieces))
def test_the_boards_of_hnefatafl_rs_come_back(board: Board) -> None:
    text = hnefatafl_rs.format_board(board)
    assert hnefatafl_rs.parse_board(text) == board
    assert text.splitlines() == [
        "".join(board[s].symbol if (s := Square(file, rank)) in board else "." for file in range(board.size))
        for rank in range(board.size)
    ]


def test_what_hnefatafl_rs_calls_fen_is_a_position_record_of_otn() -> None:
    """Its own test (src/board/state.rs) gives the same board in both forms."""
    plain = "...t...\n...t...\n...T...\nttTKTtt\n...T...\n...t...\n...t..."
    assert hnefatafl_rs.parse_board(plain) == otn.parse_board("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3")


@given(boards(5, 8, 11, 13))
def test_the_boards_of_dcampbell_come_back(board: Board) -> None:
    text = dcampbell.format_board(board)
    assert dcampbell.parse_board(text) == board
    bare = "\n".join(line[3:-3].replace(" ", "") for line in text.splitlines()[3:-2])
    assert dcampbell.parse_board(bare) == board


def test_a_board_of_dcampbell_in_signs_and_colours() -> None:
    text = """
    A B C D E
  ┌───────────┐
 5│ \x1b[32m⌘\x1b[0m . ♟ . \x1b[32m⌘\x1b[0m │ 5
 4│ . . . . . │ 4
 3│ ♟ . ♔ . X │ 3
 2│ . . ♙ O . │ 2
 1│ # . . . # │ 1
  └───────────┘
    A B C D E"""
    assert dcampbell.parse_board(text) == Board.parse("/5/2TT1/t1K1t/5/2t2/")


@given(boards(11), sides)
def test_the_positions_of_taflzero_come_back(board: Board, turn: Side) -> None:
    setup = taflzero.parse_setup(otn_to_fen(board, turn))
    assert (setup.board, setup.turn) == (board, turn)
    assert taflzero.format_setup(setup) == otn_to_fen(board, turn)


def otn_to_fen(board: Board, turn: Side) -> str:
    """The FEN of taflzero, spelt from OTN's record: the ranks in the other order, and other letters."""
    ranks = reversed(board.record.strip("/").split("/"))
    return "/".join(ranks).translate(str.maketrans("tTK", "adk")) + f" {turn.value[0]}"


def test_the_start_of_taflzero_is_that_of_copenhagen() -> None:
    start = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a"  # src/board/constants.rs
    assert Position.from_setup(taflzero.parse_setup(start), COPENHAGEN) == Position.initial(COPENHAGEN)


# ---------------------------------------------------------------------------------------------------------------- games


@given(boards(11).filter(lambda board: list(board.values()).count(Piece.KING) == 1), sides, moves(11, dashes=False))
def test_the_games_of_taflzero_come_back(board: Board, turn: Side, played: list[RecordedMove]) -> None:
    game = Game(ruleset=COPENHAGEN, start=Position.from_board(board, COPENHAGEN, turn), moves=played)
    text = taflzero.format_game(game)
    back = taflzero.parse_game(text)
    assert [move.move for move in back.moves] == [move.move for move in played]
    assert back.initial_position == game.initial_position
    assert taflzero.format_game(back) == text
    assert not any(move.tells_captures for move in back.moves)


tags = st.fixed_dictionaries(
    {},
    optional={
        "attackers": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9),
        "defenders": st.sampled_from(["Ann", '"quoted"', "Þór"]),
        "id": st.integers(0, 2**128).map(str),
        "rated": st.just("false"),
        "messages": st.sampled_from(['["hello"]', '[{"user":"Bo","text":"I said \\"hi\\""}]']),
        "time_control": st.just('{"main_time_seconds":900,"increment_length":10}'),
        "time_remaining_ms": st.sampled_from(
            ["[1,2]", '{"attackers":1,"defenders":2,"last_move":"2026-05-13T00:00Z"}']
        ),
    },
)


@given(moves(11), tags, st.sampled_from([None, "resigned"]))
def test_the_games_of_dcampbell_come_back(played: list[RecordedMove], told: dict[str, str], ending: object) -> None:
    game = Game(ruleset=COPENHAGEN, moves=played, tags=told, ending=ending)  # type: ignore[arg-type]
    text = dcampbell.format_game(game)
    assert dcampbell.parse_game(text) == game
    assert dcampbell.format_game(dcampbell.parse_game(text)) == text


def test_dcampbell_writes_boards_of_thirteen_in_capitals() -> None:
    game = Game(ruleset=dcampbell.COPENHAGEN_13).add([Move.parse("d1-d3"), Move.parse("g5-k5")])
    text = dcampbell.format_game(game)
    assert json.loads(text)["moves"] == "D1-D3 G5-K5"
    assert dcampbell.parse_game(text) == game
    assert game.replay().error is None


def test_dcampbell_writes_the_highest_rank_first() -> None:
    board = COPENHAGEN.start.put(Square.parse("d1"), None)
    game = Game(ruleset=COPENHAGEN, start=Position.from_board(board, COPENHAGEN, Side.ATTACKERS))
    text = dcampbell.format_game(game)
    assert json.loads(text)["start"].endswith("/4tttt3/")
    assert dcampbell.parse_game(text) == game


def test_the_defaults_and_the_unknown_keys_of_dcampbell() -> None:
    start = "/".join(reversed(COPENHAGEN.start.record.split("/")))
    text = json.dumps({"moves": "d1-d3 resigns", "start": start, "dim": 11, "messages": [], "mood": "good"})
    game = dcampbell.parse_game(text)
    assert (dict(game.tags), game.ending, game.start) == ({"mood": '"good"'}, "resigned", None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dim": 7}, "start: 7 ranks were expected"),
        ({"dim": "11"}, "dim: a whole number was expected"),
        ({"dim": True}, "dim: a whole number was expected"),
        ({"start": "/3t3/"}, "start: 7 or 9 or 11 or 13 ranks"),
        ({"moves": "d1-d3 d1d"}, "moves: d1d: a square was expected"),
        ({"moves": "--- d1-d3"}, "moves: d1-d3: no move was expected after a resignation"),
        ({"moves": "timeout"}, "not timeout"),
        ({"attackers": 3}, "attackers: a text was expected"),
    ],
)
def test_what_is_wrong_with_a_game_of_dcampbell_is_told(change: dict[str, object], message: str) -> None:
    good = {"moves": "", "start": "/".join(reversed(COPENHAGEN.start.record.split("/"))), "dim": 11}
    dcampbell.parse_game(json.dumps(good))
    with pytest.raises(NotationError, match=message):
        dcampbell.parse_game(json.dumps(good | change))


# -------------------------------------------------------------------------------------------------------------- Bologna


@given(boards(9), st.sampled_from([(None, "White"), (None, "Black"), (None, "Draw"), *((side, "") for side in Side)]))
def test_states_come_back(board: Board, end: tuple[Side | None, str]) -> None:
    state = bologna.GameState(board=board, turn=end[0], result=end[1])
    text = bologna.format_state(state)
    assert bologna.parse_state(text) == state
    assert (json.loads(text)["board"][4][4] == "THRONE") == (Square.parse("e5") not in board)


@given(st.sampled_from(squares(9)), st.sampled_from(squares(9)), sides)
def test_actions_come_back(origin: Square, target: Square, turn: Side) -> None:
    action = bologna.Action(move=Move.of(origin, target), turn=turn)
    assert bologna.parse_action(bologna.format_action(action)) == action


@pytest.mark.parametrize("name", ["white-wins", "illegal-move"])
def test_the_messages_of_the_server_come_back(name: str) -> None:
    messages = json.loads(data_path("unibo-tablut", "transcripts", f"{name}.json").read_text("utf-8"))["messages"]
    states = [m["json"] for m in messages if m["json"].startswith('{"board"')]
    actions = [m["json"] for m in messages if m["json"].startswith('{"from"')]
    assert states
    assert actions
    for text in states:
        assert json.loads(bologna.format_state(bologna.parse_state(text))) == json.loads(text)
    for text in actions:
        assert json.loads(bologna.format_action(bologna.parse_action(text))) == json.loads(text)
    last = bologna.parse_state(states[-1])
    assert (last.turn, last.result) == (None, "White" if name == "white-wins" else "Black")


def boards_of(log: str) -> Iterator[list[str]]:
    """The ranks of every state in a log, found without the library."""
    lines = log.splitlines()
    return (lines[at + 1 : at + 10] for at, line in enumerate(lines) if line.endswith("Stato:"))


def test_the_logs_of_real_games_agree_with_the_rules() -> None:
    results: list[str] = []
    for path in sorted(data_path("unibo-tablut", "raw-logs").glob("*.txt")):
        text = path.read_text("utf-8")
        game = bologna.parse_log(text)
        replay = game.replay()
        assert replay.verdict == "agrees", path.name
        assert (replay.outcome is not None) == (game.result != "")
        assert game.ruleset == ASHTON
        assert set(game.tags) == {"date", "defenders", "attackers"}
        reached = [game.initial_position]
        for move in replay.moves:
            reached.append(reached[-1].play(move))
        logged = list(boards_of(text))
        assert len(logged) - len(reached) == (game.result != "")  # the last state is logged once more
        for position, ranks in zip(reached, logged, strict=False):
            assert Board.parse(to_picture(ranks)) == position.board
        assert bologna.parse_log(bologna.format_log(game)) == game
        results.append(game.result)
    assert sorted(results) == ["", "", "", "", "", "Black", "White"]


def to_picture(ranks: list[str]) -> str:
    return "\n".join(reversed(ranks)).translate(str.maketrans("OTBW", "..tT"))


def log(*messages: str, level: str = "FINE") -> str:
    """A log with the usual beginning, and these messages."""
    state = bologna.format_log(Game(ruleset=ASHTON)).split("Stato:")[1]
    usual = ["Players:\tAnn\tvs\tBo", "Inizio partita", f"Stato:{state.rstrip()}"]
    return "".join(LOG.format("checkMove", level, message) for message in (*usual, *messages))


MOVED = ("Turn: W Pawn from e3 to c3", "Movimento pedina")


def test_a_log_of_another_language_with_a_capture_told_twice() -> None:
    taken = "Pedina nera rimossa in: c2"
    game = bologna.parse_log(log(*MOVED, taken, taken, level="BUONO"))
    assert [str(move) for move in game.moves] == ["e3-c3xc2"]
    assert dict(game.tags) == {"date": "Nov 05, 2020 11:12:53 PM", "defenders": "Ann", "attackers": "Bo"}


def test_a_refused_move_is_kept_with_its_reason() -> None:
    game = bologna.parse_log(
        log("Turn: W Pawn from e3 to e4", "Mossa sopra una casella occupata", *MOVED, "Turn: B Pawn from a4 to a5")
    )
    assert [str(move) for move in game.moves] == ["e3-c3"]
    assert [(odd.number, odd.text, odd.message) for odd in game.unparsed] == [
        (0, "e3-e4", "Mossa sopra una casella occupata"),
        (2, "a4-a5", "the log ends here"),
    ]


def test_a_log_that_is_cut_off_keeps_what_it_has() -> None:
    whole = bologna.format_log(Game(ruleset=ASHTON).add([Move.parse("e3-c3"), Move.parse("a4-c4")]))
    texts = [whole[:end] for end in range(len(whole))]
    counts = {len(bologna.parse_log(text).moves) for text in texts if failure(bologna.parse_log, text) is None}
    assert counts == {0, 1, 2}


def test_a_log_of_two_games_is_refused() -> None:
    with pytest.raises(NotationError, match="here another begins"):
        bologna.parse_log(log() + log())


def test_a_log_needs_moves_that_lead_somewhere() -> None:
    with pytest.raises(NotExpressibleError, match="the illegal move e3-e5"):
        bologna.format_log(Game(ruleset=ASHTON).add([Move.parse("e3-e5")]))
    with pytest.raises(NotExpressibleError, match="the tag defenders"):
        bologna.format_log(Game(ruleset=ASHTON, tags={"defenders": "Ann\nFINE: Players:"}))


# -------------------------------------------------------------------------------------------------------------- hostile


def state(turn: str) -> str:
    return bologna.format_state(bologna.GameState(board=ASHTON.start, turn=Side.DEFENDERS)).replace(
        '"WHITE"}', turn + "}"
    )


GAME = dcampbell.format_game(Game(ruleset=COPENHAGEN, tags={"attackers": "Ann"}).add([Move.parse("d1-d3")]))
SEEDS: dict[str, list[str]] = {
    "otn": ["[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/] 1. d1-c1 c4-c2 [|3600 Bold!] 1b.1.1a. ..... c4-c3"],
    "position": ["brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1"],
    "otn-position": [COPENHAGEN.start.record],
    "archive": ["d1-d3 f8-i8x i8,0,0,White"],
    "bologna": [log(*MOVED, "Pedina nera rimossa in: c2"), bologna.format_log(Game(ruleset=ASHTON, result="White"))],
    "bologna-state": [state('"BLACK"'), state('"DRAW"')],
    "taflzero": [
        "position startpos moves h1h3 g6g2",
        "position fen 11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d moves f6f1",
    ],
    "taflzero-fen": ["11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d"],
    "dcampbell": [GAME, GAME.replace("null", "[1,2]")],
    "dcampbell-board": [dcampbell.format_board(COPENHAGEN.start)],
    "hnefatafl-rs": [hnefatafl_rs.format_board(COPENHAGEN.start)],
    "json": [json_dialect.format_game(Game(ruleset=ASHTON, tags={"event": "Bologna"}).add([Move.parse("e4-d4")]))],
    "json-position": [json_dialect.format_position(Position.initial(ASHTON))],
    "board": [str(COPENHAGEN.start), str(COPENHAGEN.start).translate(str.maketrans("tT.", "BW-"))],
    "freeform": [
        "# variant: copenhagen\n1. d1-d3 f8-i8 2. D11 -> D9 {near} (2. a4-c4) f4-c4 x d4 White wins",
        '[Event "Cup"]\n[Variant "brandubh"]\nRound 3\n(3,0,2,0)\n(3,2)-(5,2)\n',
        "# variant: brandubh\nfrom,to,captured\nd1,d3,\ne5,e3,\n",
    ],
}
NESTED = "[" * 100_000
HOSTILE = HUGE | {
    "nested lists": '{"board":' + NESTED,
    "nested objects": '{"board":' * 100_000,
    "closed lists": '{"moves":' + NESTED + "]" * 100_000 + "}",
    "huge number": '{"dim":' + "9" * 100_000 + "}",
    "huge fraction": '{"dim":1e' + "9" * 300 + "}",
    "not a number": '{"dim":NaN}',
    "half a pair": '{"dim":11,"attackers":"\\ud800","moves":"","start":""}',
    "a key twice": '{"dim":11,"dim":11}',
    "NUL": "\x00" * 100_000,
    "nothing": "",
    "a list": "[]",
    "long line": "FINE: Players:\t" + "x" * 100_000,
    "long date": "x " * 50_000 + "it.unibo.ai <init>\nFINE: Stato:\n",
    "many states": "FINE: Stato:\n" * 50_000,
    "ranks": "\n".join(["t" * 22] * 22),
    "frame": "┌" + "─" * 10_000 + "\n" + "│" * 5_000,
    "colours": "\x1b[" * 5_000,
    "zero": "0/" * 11,
    "parentheses": "d1-d3 " + "(" * 50_000 + ")" * 50_000,
    "variations": "d1-d3 " + "(d1-d2 " * 5_000 + ")" * 5_000,
    "moves in a word": "d1-" * 10_000,
    "squares": "d1 " * 50_000,
    "numbers": "3 0 3 2 " * 5_000,
    "pairs and words": "3 0 3 2 x\n" * 20_000,
    "braces": "{" * 100_000,
    "captures": "d1-d3" + "xd4" * 50_000,
}


def reader(name: str) -> Callable[[str], object]:
    one = dialects.dialect(name)
    rules = one.ruleset or (None if one.tells_rules else COPENHAGEN)
    return lambda text: list(dialects.read_games(text, one, rules))


@pytest.mark.long
@pytest.mark.parametrize("name", SEEDS)
def test_mutated_texts_are_read_or_refused(name: str) -> None:
    """Only declared errors come out, they point into the text, and what is read is written and read again alike."""
    one, read = dialects.dialect(name), reader(name)
    for seed in SEEDS[name]:
        read(seed)
    good = 0
    for text in mutations(SEEDS[name], 400 if COMPILED or name != "freeform" else 100):
        error = failure(read, text)
        if isinstance(error, NotationError):
            assert 0 <= error.offset <= len(error.text)
        if error is None and name not in ("archive", "otn"):  # which have tests of their own
            for game in dialects.read_games(text, one, one.ruleset or (None if one.tells_rules else COPENHAGEN)):
                written = failure(one.write, game) or one.write(game)  # type: ignore[arg-type]
                good += 1
                if isinstance(written, str):
                    (back,) = dialects.read_games(written, one, game.ruleset)
                    assert one.write(back) == written
    assert good > 5 or name in ("archive", "otn")


@pytest.mark.long
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("name", [name for name in SEEDS if name != "archive"])
def test_hostile_texts_fail_soon(name: str, kind: str) -> None:
    text = HOSTILE[kind]
    # One that is quadratic would need minutes for as much, too; that no reader is, test_growth.py counts.
    error = failure(reader(name), text if len(text) < 60_000 else text[:40_000] + text[-10_000:])
    assert error is None or len(str(error)) < 1000


# ------------------------------------------------------------------------------------------------------------ the table


def test_every_dialect_is_named_once_and_recognised_by_its_texts() -> None:
    names = [one.name for one in DIALECTS]
    assert len(set(names)) == len(names)
    assert set(names) == set(SEEDS)
    for name, seeds in SEEDS.items():
        for seed in seeds:
            found = dialects.guess(seed)
            assert found is not None
            assert found.name == name


def test_real_files_are_recognised() -> None:
    for path in data_path("unibo-tablut", "raw-logs").glob("*.txt"):
        assert dialects.guess(path.read_text("utf-8")[:2000]) is dialects.dialect("bologna")
    for path in data_path("otg").glob("*.otg"):
        assert dialects.guess(path.read_text("utf-8")[:2000]) is dialects.dialect("otn")


def test_a_position_that_cannot_be_played_is_told() -> None:
    with pytest.raises(InvalidSetupError, match="there is no king"):
        list(dialects.read_games("/".join(["11"] * 11) + " a", dialects.dialect("taflzero-fen")))
