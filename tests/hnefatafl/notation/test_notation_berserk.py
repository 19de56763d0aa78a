"""OTN's records of games with jumps, special pieces and berserk turns."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Board, CaptureKind, Move, PlayedMove, Position, Side
from hnefatafl.errors import NotationError, NotExpressibleError, RecordError
from hnefatafl.notation import archive, otn
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game, Node, Note, RecordedMove, Variation, record_move
from hnefatafl.rules import Ruleset

LADDER = Board.parse("""
    . . . . . . .
    . . . . . . .
    . . T t . . .
    . . . . . K .
    t . T t . . .
    . . . . . . .
    . . . . . . .
""").record
PIECES = Board.parse("""
    . . . . . . .
    . . . . . . .
    . N t . t C .
    . . . . . . .
    . t . . . . .
    t m . . . . .
    . T . K . . .
""").record


def tag(start: str, entries: str = "ber:c") -> str:
    return f"[rules:dim:7 {entries} start:{start}]\n"


def read(turns: str, rules: str) -> Game:
    """A game, and a check that it is written so that it comes back."""
    game = otn.parse_game(f"{rules}\n{turns}")
    written = otn.format_game(game)
    assert otn.parse_game(written) == game
    assert otn.format_game(otn.parse_game(written)) == written
    return game


def verdicts(game: Game) -> list[str]:
    return [replay.verdict for replay in game.replay_lines()]


def addresses(game: Game, line: int = 0) -> list[str]:
    return [otn.address(game, line, index) for index in range(len(game.line_moves(line)))]


def comments(game: Game, line: int = 0) -> list[str]:
    return [move.note.comment if move.note else "" for move in game.line_moves(line)]


# ---------------------------------------------------------------------------------------------------------------- turns


def test_a_berserk_turn_is_one_turn_and_several_moves() -> None:
    turns = """1. a3-b3xc3 b3=b5xc5 Kf4-f5
[one|300 3i two|three]

2. d3-d2 Kf5-f6
[|five]

"""
    game = read(turns, tag(LADDER))
    assert addresses(game) == ["1a", "1b", "1c", "2a", "2b"]
    assert comments(game) == ["one", "two", "three", "", "five"]
    assert verdicts(game) == ["agrees"]
    replay = game.replay()
    assert [play.before.turn for play in replay.played_moves] == [Side.ATTACKERS] * 2 + [
        Side.DEFENDERS,
        Side.ATTACKERS,
        Side.DEFENDERS,
    ]
    assert otn.format_game(game).endswith(f"\n\n{turns}")
    assert otn.format_game(attrs.evolve(game, moves=map(record_move, replay.played_moves))).count("b3=b5xc5") == 1


def test_the_squares_tell_where_a_piece_goes_on() -> None:
    """A dash in place of ``=`` changes nothing: nobody else could begin where a piece has just arrived."""
    game = read("1. a3-b3xc3 b3-b5xc5 Kf4-f5 2. d3-d2", tag(LADDER))
    assert addresses(game) == ["1a", "1b", "1c", "2a"]
    assert verdicts(game) == ["agrees"]


def test_both_sides_can_go_on_in_a_turn() -> None:
    board = "/7/1T1Tt1t/3t3/2tK3/4T2/5t1/7/"
    moves = "1. d3-e3 e3-e4 Kd4-d5 d5-d6 2. c4-c5"
    game = read(moves, tag(board, "ber:m"))
    assert addresses(game) == ["1a", "1b", "1c", "1d", "2a"]


def test_defenders_first() -> None:
    game = read("1. Nb5^d5xc5/e5 Nd5=d2 a2-a3", tag(PIECES, "ber:m atkf:n"))
    assert addresses(game) == ["1a", "1b", "1c"]
    assert verdicts(game) == ["agrees"]
    second = read("1. ..... Nb5^d5xc5/e5 Nd5=d2 2. a2-a3", f"{tag(PIECES, 'ber:m')}[position:{PIECES}]")
    assert addresses(second) == ["1b", "1c", "2a"]
    assert verdicts(second) == ["agrees"]


def test_a_ruleset_without_berserk_turns_has_two_moves_a_turn() -> None:
    with pytest.raises(NotationError, match="a turn has two moves") as caught:
        otn.parse_game(f"{tag(LADDER, '')}1. a3-b3xc3 b3=b5xc5 Kf4-f5")
    assert (caught.value.line, caught.value.column) == (2, 22)
    game = read("1. a3-b3xc3 b3=b5xc5", tag(LADDER, ""))
    assert verdicts(game) == ["illegal@1"]
    with pytest.raises(NotationError, match="a turn has two moves"):
        otn.parse_game(f"{tag(LADDER)}1. a3-b3xc3 b3=b5xc5 Kf4-f5 d3-d2")
    with pytest.raises(NotationError, match="turn 1 of this line was expected, not 2"):
        otn.parse_game(f"{tag(LADDER)}1. a3-b3xc3 2. b3=b5xc5")


def test_a_resignation_after_a_berserk_turn() -> None:
    game = read("1. a3-b3xc3 b3=b5xc5 ---\n[||He gives up.]", tag(LADDER))
    assert (game.ending, game.closing_comment) == ("resigned", Note(comment="He gives up."))
    assert game.replay().end == "resigned"


# ----------------------------------------------------------------------------------------------------------- variations


def test_variations_of_and_within_a_berserk_turn() -> None:
    game = read(
        """
        1. a3-b3xc3 b3=b5xc5 b5=b6 Kf4-f5
        [a|b|c|d]
        1a.1.1a. d3-d2 Kf4-f5 2. d2-c2
        1b.1.1a. ..... b3=b4 Kf4-f6
        1b.1.2a. b4-c4
        1c.1.1a. ..... ..... b5=b7 Kf4-e4
        [|second]
        1d.1.1a. ..... ..... ..... Kf4-g4
        1d.2.1d. Kf4-f1
        2. b6-b7 Kf5-f6
        """.replace("Kf4-f5 2. d2-c2", "Kf4-f5\n1a.1.2a. d2-c2"),
        tag(LADDER, "ber:m"),
    )
    assert verdicts(game) == ["agrees"] * 6
    assert [addresses(game, line) for line in range(6)] == [
        ["1a", "1b", "1c", "1d", "2a", "2b"],
        ["1a.1.1a", "1a.1.1b", "1a.1.2a"],
        ["1b.1.1b", "1b.1.1c", "1b.1.2a"],
        ["1c.1.1c", "1c.1.1d"],
        ["1d.1.1d"],
        ["1d.2.1d"],
    ]
    assert comments(game, 3) == ["", "second"]
    written = otn.format_game(game)
    assert "\n1c.1.1a. ..... ..... b5=b7 Kf4-e4\n[|second]\n" in written
    assert "\n1d.2.1a. ..... ..... ..... Kf4-f1\n" in written


def test_a_berserk_turn_may_be_broken_off() -> None:
    game = read("1. a3-b3xc3\n1a.1.1a. d3-d2\n1. ..... b3=b5xc5 Kf4-f5 2. d3-d2", tag(LADDER))
    assert addresses(game) == ["1a", "1b", "1c", "2a"]
    assert verdicts(game) == ["agrees"] * 2


def test_a_variation_that_is_no_going_on_where_the_main_line_goes_on() -> None:
    """It is illegal, and read, replayed and written all the same."""
    game = read("1. a3-b3xc3 b3=b5xc5 Kf4-f5 1b.1.1a. ..... Kf4-f6 2. d3-d2", tag(LADDER))
    assert verdicts(game) == ["agrees", "illegal@0"]
    other = read("1. a3-b3xc3 Kf4-f6 1b.1.1a. ..... b3=b5xc5 Kf4-f5", tag(LADDER))
    assert verdicts(other) == ["illegal@1", "agrees"]
    assert addresses(other, 1) == ["1b.1.1b", "1b.1.1c"]


@pytest.mark.parametrize(
    ("turns", "at", "said"),
    [
        ("1. a3-b3xc3 b3=b5xc5 1c.1.1a. ..... Kf4-f5", 22, "there is no move 1c that a variation could replace"),
        ("1. a3-b3xc3 b3=b5xc5 1b.1.1a. b3=b4", 31, "the second move of the turn was expected, with ....."),
        ("1. a3-b3xc3 b3=b5xc5 [a|b|c]", 27, "one comment for each move"),
        ("1. a3-b3xc3 [" + "|" * 9 + "] b3=b5xc5", 13, "one comment for each move"),
    ],
)
def test_faults_point_at_the_place(turns: str, at: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        otn.parse_game(tag(LADDER) + turns)
    assert said in caught.value.message
    assert (caught.value.line, caught.value.column) == (2, at)


def test_a_turn_of_more_moves_than_the_alphabet_has_letters() -> None:
    rules = otn.parse_rules(tag(LADDER, "ber:m")[7:-2])
    steps = [parse_move(text) for text in ("a3-a4", "a4-a3")] * 20
    game = Game(ruleset=rules, moves=steps)
    assert otn.parse_game(otn.format_game(game)) == game
    assert otn.address(game, 0, 25) == "1z"
    branched = attrs.evolve(game, variations=[Variation(at=26, moves=steps[:1])])
    with pytest.raises(NotExpressibleError, match="more than 26 moves"):
        otn.format_game(branched)
    with pytest.raises(NotExpressibleError, match="more than 26 moves"):
        otn.address(game, 0, 26)
    with pytest.raises(RecordError, match="there is no move 40 in line 0"):
        otn.address(game, 0, 40)


def test_puzzles_in_berserk_games() -> None:
    turns = "1. a3-b3xc3 b3=b5xc5 Kf4-f5 2. d3-d2"
    tags = tag(LADDER) + "[puzzle-mode:strict][puzzle-prestart:1b][puzzle-start:1c]"
    assert otn.puzzle(read(turns, tags)) == otn.Puzzle(mode="strict", prestart=2, start=3)
    with pytest.raises(NotationError, match="puzzle-start: the main line has no move 1d") as caught:
        otn.parse_game(f"{tags.replace('1c', '1d')}\n{turns}")
    assert caught.value.text[caught.value.offset :].startswith("1d]")


def test_the_archive_counts_the_captures_of_berserk_turns() -> None:
    game = otn.parse_game(f"{tag(LADDER)}1. a3-b3xc3 b3=b5xc5 Kf4-f5")
    line = archive.format_game(attrs.evolve(game, result="Ongoing"))
    assert line == "a3-b3xc3 b3=b5xc5 f4-f5,2,0,Ongoing"
    (again,) = archive.parse_games([line], game.ruleset)
    assert again.replay().agrees


# ---------------------------------------------------------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("turn", "move", "faults"),
    [
        ("", "Nb5^d5xc5/e5", []),
        ("", "b5-d5xc5/e5", []),
        ("", "nb5^d5xc5/e5", [("n", "N")]),
        ("", "Tb5^d5xTc5/e5", [("T", "N"), ("T", "")]),
        ("", "Nb5^d5xtc5/e5", []),
        ("", "Nb5=d5xc5/e5", [("=", "^")]),
        ("", "Nb5^=d5xc5/e5", [("^=", "^")]),
        ("", "Cf5^d5xc5", []),
        ("", "Kd1^d2", [("^", "-")]),
        (".....", "mb2-c2", []),
        (".....", "Mb2-c2", [("M", "m")]),
    ],
)
def test_marks_are_checked(turn: str, move: str, faults: list[tuple[str, str]]) -> None:
    game = read(f"1. {turn} {move}", f"{tag(PIECES, 'atkf:n')}[position:{PIECES}]")
    replay = game.replay()
    assert replay.error is None
    assert [(found.wrong_mark, found.right_mark) for found in replay.findings] == faults
    assert replay.verdict == ("mark-wrong@0" if faults else "agrees")


def test_a_mercenary_who_changes_sides_is_captured() -> None:
    board = "/7/7/1Tm1T2/7/3K3/7/4t2/"
    for written, verdict in (
        ("e3-d3xmc3", "agrees"),
        ("e3-d3xc3", "agrees"),
        ("e3-d3xc3/c3", "agrees"),
        ("e3-d3", "capture-missing@0"),
        ("e3-d3xc3/b3", "capture-stray@0"),
        ("e3-d3xd3", "capture-missing@0;capture-stray@0"),
    ):
        game = read(f"1. {written} e7-e6 2. Mc3-c4", tag(board, "atkf:n"))
        assert game.replay().verdict == verdict
    start = Position.parse(board, game.ruleset, Side.DEFENDERS)
    assert otn.format_played_move(start.explain(Move.parse("e3-d3"))) == "e3-d3xmc3"


def test_a_name_that_would_end_its_tag() -> None:
    game = otn.parse_game(f"{tag(LADDER)}1. d3-d2")
    named = attrs.evolve(game, ruleset=game.ruleset.evolve(name="Ladder [ber:c]"))
    assert otn.parse_rules(otn.format_rules(named.ruleset)).name == "Ladder [ber:c]"
    with pytest.raises(NotExpressibleError, match="the name of the rules"):
        otn.format_game(named)


def test_a_puzzle_that_begins_nowhere() -> None:
    game = otn.parse_game(f"{tag(LADDER)}1. d3-d2")
    for name, value in (("puzzle-mode", "hard"), ("puzzle-start", "x"), ("puzzle-prestart", "1b")):
        with pytest.raises(NotExpressibleError, match=f"the tag {name}"):
            otn.format_game(attrs.evolve(game, tags={name: value}))


# ----------------------------------------------------------------------------------------------------------- round trip

CROWDED = "/2ntc2/1mTtGt1/tT1T1Tt/ctNKCtc/tT1TmTt/1tGtTt1/2ctn2/"
RULES = [
    otn.parse_rules(f"dim:7 {entries} start:{start}")
    for entries in ("ber:c kj:r", "ber:m kj:c mj:j gj:r", "ber:c esc:e atkf:n nj:j", "ber:m esc:e ks:w cj:c")
    for start in (CROWDED, LADDER)
]


def a_move(position: Position, chance: random.Random) -> RecordedMove | None:
    """A random move, the better if it captures."""
    moves = position.legal_moves()
    chance.shuffle(moves)

    def rank(play: PlayedMove) -> tuple[bool, int]:
        return any(each.rule is CaptureKind.JUMPED for each in play.captures), len(play.captures)

    play = max(map(position.explain, moves[:12]), key=rank, default=None)
    return None if play is None else record_move(play)


def played(rules: Ruleset, turn: Side | None, chance: random.Random) -> Game:
    """A game of legal moves, many of them captures, with variations anywhere."""
    start = Position.initial(rules, turn)
    game = Game(ruleset=rules, start=None if start.turn is rules.first else start)
    for _ in range(chance.randint(1, 6)):
        at = chance.choice([game.root, *game.walk()])
        position = start
        for before in game.path(at):
            position = position.play(before.move, lenient=True)
        more: list[RecordedMove] = []
        for _ in range(chance.randint(1, 6)):
            move = a_move(position, chance)
            if move is None:
                break
            note = chance.choice([None, None, Note(comment="c"), Note(glyph="!?")])
            more.append(attrs.evolve(move, note=note))
            position = position.play(move.move, lenient=True)
        game = game.add(more, after=at)
    return attrs.evolve(game, ending="resigned") if chance.random() < 0.3 else game


def played_games() -> st.SearchStrategy[Game]:
    turns = st.none() | st.sampled_from(Side)
    return st.builds(played, st.sampled_from(RULES), turns, st.integers(0, 2**32).map(random.Random))


def test_such_games_have_jumps_and_berserk_turns() -> None:
    games = [played(rules, None, random.Random(seed)) for seed in range(4) for rules in RULES]
    signs = [node.move.sign for game in games for node in game.walk() if node.move is not None]
    assert min(signs.count(sign) for sign in ("^", "=", "^=")) > 5


@given(played_games())
def test_any_game_comes_back(game: Game) -> None:
    written = otn.format_game(game)
    again = otn.parse_game(written)
    assert again == game
    assert otn.format_game(again) == written
    for replay in again.replay_lines():
        assert replay.error is None
        assert all(found.kind.name.startswith("RESULT") for found in replay.findings)
        turns = [play.before.turn for play in replay.played_moves]
        places = [otn.address(again, replay.line, index) for index in range(len(turns))]
        for before, after, first, second in zip(turns, turns[1:], places, places[1:], strict=False):
            letters = first[-1], second[-1]
            if before is after:
                assert ord(letters[1]) == ord(letters[0]) + 1
            else:
                assert letters[1] == "a" or ord(letters[1]) == ord(letters[0]) + 1


@given(played_games(), st.randoms(use_true_random=False))
def test_trees_are_grown_and_cut_within_berserk_turns(game: Game, chance: random.Random) -> None:
    nodes: list[Node] = list(game.walk())
    if nodes:
        node = chance.choice(nodes)
        for changed in (game.promote(node), game.delete(node), game.annotate(node, Note(comment="here"))):
            assert otn.parse_game(otn.format_game(changed)) == changed
