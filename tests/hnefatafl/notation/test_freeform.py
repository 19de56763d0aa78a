"""Games as people write them: every form reads back whole, and no move is lost without a word."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Game, Position, variants
from hnefatafl.board import Board, Move
from hnefatafl.errors import NotationError, RecordError
from hnefatafl.notation import read
from hnefatafl.notation.freeform import COORDINATES, Heading, format_game, is_record, read_text
from hnefatafl.records import Note, RecordedMove
from hnefatafl.rules import Ruleset

BRANDUBH = variants.BRANDUBH
PLAYED = ["d1-c1", "d3-f3", "d2-f2xf3"]


def moves_of(text: str, rules: Ruleset | str | None = BRANDUBH) -> list[str]:
    """Return the moves of the only game of a text, spelt plainly."""
    (game,) = read(text, rules).games
    assert not game.unparsed
    return list(map(str, game.moves))


# --------------------------------------------------------------------------------------------------------- the forms

Form = Callable[[list[RecordedMove], int], str]


def plain(move: RecordedMove, sign: str = "-") -> str:
    return f"{move.origin}{sign}{move.target}"


def captured(move: RecordedMove, first: str, following: str, last: str = "") -> str:
    squares = following.join(map(str, move.captures))
    return f"{first}{squares}{last}" if squares else ""


def bare(move: RecordedMove) -> str:
    same_file = move.origin.file == move.target.file
    return f"{move.origin}-{move.target.rank + 1 if same_file else str(move.target)[0]}"


def turns(words: list[str], before: str = "{}. ", between: str = "\n") -> str:
    pairs = [words[start : start + 2] for start in range(0, len(words), 2)]
    return between.join(before.format(number) + " ".join(pair) for number, pair in enumerate(pairs, start=1))


def number_pairs(moves: list[RecordedMove], pattern: str) -> str:
    return "\n".join(
        pattern.format(move.origin.file, move.origin.rank, move.target.file, move.target.rank) for move in moves
    )


FORMS: dict[str, Form] = {
    "a turn a line": lambda moves, _: turns([plain(move) + captured(move, "x", "x") for move in moves]),
    "turns on one line": lambda moves, _: turns(
        [plain(move) + captured(move, "x", "/") for move in moves], between=" "
    ),
    "numbers in parentheses": lambda moves, _: turns([plain(move) for move in moves], "{}) "),
    "numbers without a sign": lambda moves, _: turns([plain(move) for move in moves], "{} "),
    "dots for the other side": lambda moves, _: "\n".join(
        f"{number // 2 + 1}{'...' if number % 2 else '.'} {plain(move)}" for number, move in enumerate(moves)
    ),
    "a ply a line, numbered": lambda moves, _: "\n".join(
        f"{n}. {plain(move)}" for n, move in enumerate(moves, start=1)
    ),
    "one after another": lambda moves, _: " ".join(plain(move) + captured(move, "x", "x") for move in moves),
    "commas": lambda moves, _: ", ".join(plain(move) + captured(move, "x", "x") for move in moves),
    "semicolons": lambda moves, _: "; ".join(plain(move) for move in moves),
    "arrows": lambda moves, _: turns([plain(move, " -> ") for move in moves]),
    "one arrow": lambda moves, _: turns([plain(move, "\N{RIGHTWARDS ARROW}") for move in moves]),
    "spaces around the dash": lambda moves, _: turns([plain(move, " - ") for move in moves]),
    "long dashes": lambda moves, _: turns([plain(move, "\N{EN DASH}") for move in moves]),
    "colons": lambda moves, _: turns([plain(move, ":") for move in moves]),
    "crosses": lambda moves, _: turns([plain(move, "x") for move in moves]),
    "to": lambda moves, _: turns([plain(move, " to ") for move in moves]),
    "capitals": lambda moves, _: turns(
        [(plain(move) + captured(move, "X", "X").lower()).upper() for move in moves]
    ).replace("X", "x"),
    "bare targets": lambda moves, _: turns([bare(move) for move in moves]),
    "captures in parentheses": lambda moves, _: turns(
        [plain(move) + captured(move, " (", ", ", ")") for move in moves]
    ),
    "captures after spaces": lambda moves, _: turns([plain(move) + captured(move, " x ", " ") for move in moves]),
    "times signs": lambda moves, _: turns([plain(move) + captured(move, "×", "×") for move in moves]),
    "bare crosses": lambda moves, _: turns([plain(move) + ("x" if move.captures else "") for move in moves]),
    "comments": lambda moves, _: turns([f"{plain(move)} {{a fine move, d9-d8 is worse}}" for move in moves]),
    "tags": lambda moves, _: '[Event "Cup: final"]\n[Round "3"]\n\n' + turns([plain(move) for move in moves]),
    "names of sides": lambda moves, _: "\n".join(
        f"{'White' if number % 2 else 'Black'}: {plain(move)}" for number, move in enumerate(moves)
    ),
    "headings": lambda moves, _: "Dear Ann, here it is:\n\n" + turns([plain(move) for move in moves]) + "\n\nBob\n",
    "Windows": lambda moves, _: (
        "\N{ZERO WIDTH NO-BREAK SPACE}"
        + turns([plain(move) for move in moves]).replace("\n", "\r\n").replace(" ", "\N{NO-BREAK SPACE}")
    ),
    "quadruples": lambda moves, _: "# coordinates: column row bottom 0\n" + number_pairs(moves, "({},{},{},{})"),
    "four numbers": lambda moves, _: "# coordinates: column row bottom 0\n" + number_pairs(moves, "{} {} {} {}"),
    "pairs of numbers": lambda moves, _: (
        "# coordinates: column row bottom 0\n" + number_pairs(moves, "[{}, {}] -> [{}, {}]")
    ),
    "rows from the top": lambda moves, size: (
        "# coordinates: row column top 1\n"
        + "\n".join(
            f"({size - move.origin.rank},{move.origin.file + 1})-({size - move.target.rank},{move.target.file + 1})"
            for move in moves
        )
    ),
    "columns": lambda moves, _: (
        "from,to,captured\n"
        + "\n".join(",".join([str(move.origin), str(move.target), *map(str, move.captures)]) for move in moves)
        + ("," if len(moves) == 1 else "")
    ),
    "a table in Markdown": lambda moves, _: (
        "| # | side | move | captures |\n|---|:-:|:--|---|\n"
        + "\n".join(
            f"| {n} | {'defenders' if n % 2 else 'attackers'} | {plain(move)} | {captured(move, '', ' ') or '-'} |"
            for n, move in enumerate(moves)
        )
    ),
    "a list in Markdown": lambda moves, _: (
        "Our game\n\n" + "\n".join(f"- **{plain(move)}**{captured(move, ' (captures ', ', ', ')')}" for move in moves)
    ),
    "a table of a wiki": lambda moves, _: (
        '{| class="wikitable"\n! Turn !! Black !! White\n'
        + "\n".join(
            f"|-\n| {n // 2 + 1} || {' || '.join(map(plain, moves[n : n + 2]))}" for n in range(0, len(moves), 2)
        )
        + "\n|}"
    ),
    "a list of a wiki": lambda moves, _: "\n".join(f"# {plain(move)}" for move in moves),
    "a chat with times": lambda moves, _: "\n".join(
        f"[12/05/2019, 18:{n % 60:02}:11] {'Bob' if n % 2 else 'Ann'}: {plain(move)}" for n, move in enumerate(moves)
    ),
    "a log": lambda moves, _: "\n".join(
        f"2021-05-03T12:{n % 60:02}:01Z {'white' if n % 2 else 'black'}: {move.origin} to {move.target}"
        for n, move in enumerate(moves)
    ),
    "quoted": lambda moves, _: "Bob wrote:\n" + turns(list(map(plain, moves)), "> {}. "),
    "words in front, and captures in words": lambda moves, _: "\n".join(
        f"Zug {n}: {plain(move)}{captured(move, ' schlägt ', ' und ')}" for n, move in enumerate(moves, start=1)
    ),
    "numbers in brackets": lambda moves, _: "\n".join(f"[{n}] {plain(m)}" for n, m in enumerate(moves, start=1)),
    "numbers with letters": lambda moves, _: "\n".join(
        f"{n // 2 + 1}{'ab'[n % 2]}) {plain(move)}" for n, move in enumerate(moves)
    ),
    "numbers with a dash": lambda moves, _: "\n".join(f"{n} - {plain(m)}" for n, m in enumerate(moves, start=1)),
    "captures in square brackets": lambda moves, _: turns(
        [plain(move) + captured(move, " [x", ", x", "]") for move in moves]
    ),
    "wide letters": lambda moves, _: turns([plain(move) for move in moves]).translate(
        {ord(letter): ord(letter) + 0xFEE0 for letter in "abcdefghijklmnopqrstu0123456789"}
    ),
    "columns with numbers and players": lambda moves, _: (
        "ply;player;from;to;captured\n"
        + "\n".join(
            f'{n};"{"B" if n % 2 else "A"}";"{m.origin}";"{m.target}";"{captured(m, "", " ")}"'
            for n, m in enumerate(moves)
        )
    ),
    "a list of texts in JSON": lambda moves, _: dumps({"players": ["Ann", "Bo"], "moves": list(map(plain, moves))}),
    "squares in JSON": lambda moves, _: dumps([{"ply": 1, "from": str(m.origin), "to": str(m.target)} for m in moves]),
    "coordinates in JSON": lambda moves, size: dumps(
        [
            {
                "from": {"row": size - 1 - move.origin.rank, "col": move.origin.file},
                "to": {"row": size - 1 - move.target.rank, "col": move.target.file},
            }
            for move in moves
        ],
        indent=1,
    ),
    "tuples in Python": lambda moves, _: "moves = [" + ", ".join(f"('{m.origin}', '{m.target}')" for m in moves) + "]",
    "rows and columns in a table": lambda moves, size: (
        "from_row,from_col,to_row,to_col\n"
        + "\n".join(
            f"{size - 1 - m.origin.rank},{m.origin.file},{size - 1 - m.target.rank},{m.target.file}" for m in moves
        )
    ),
    "our own": lambda moves, _: format_game(Game(ruleset=BRANDUBH, moves=moves)).replace("# variant: brandubh\n", ""),
}
"""The forms, each as a writer of moves on a board of a size."""
LINES = (
    "columns",
    "names of sides",
    "columns with numbers and players",
    "rows and columns in a table",
    "a list in Markdown",
    "a chat with times",
    "a log",
)
"""Those whose lines can be a game each, where both sides begin alike."""

RULESETS = [
    name for name in variants.names() if variants.get(name).die is None and variants.get(name).first is not None
]


def random_game(rules: Ruleset, seed: int, plies: int) -> Game:
    random, position = Random(seed), Position.initial(rules)
    while position.outcome is None and position.ply < plies:
        moves = [move for move in position.legal_moves() if move != Move.PASS]
        if not moves:
            break
        position = position.play(random.choice(moves))
    return Game.from_position(position)


@pytest.mark.parametrize("form", FORMS)
@given(name=st.sampled_from(RULESETS), seed=st.integers(0, 2**32 - 1), plies=st.integers(1, 60))
def test_games_of_every_ruleset_read_back_from_every_form(form: str, name: str, seed: int, plies: int) -> None:
    """Any game of any ruleset, written in each of these forms by a small generator, reads back whole."""
    rules = variants.get(name)
    game = random_game(rules, seed, plies)
    text = FORMS[form](list(game.moves), rules.size)
    lines = "# one game\n" if form in LINES else ""
    (back,) = read_text(lines + text, rules).games
    assert [move.move for move in back.moves] == [move.move for move in game.moves]
    assert not back.unparsed
    assert [set(move.captures) for move in back.moves] == [set(move.captures) for move in game.moves]


# ---------------------------------------------------------------------------------------------- what stands around them


def test_tags_results_and_endings_are_kept() -> None:
    text = '[Event "Cup"]\n[White "Ann"]\n[Black "Bob"]\n[Variant "brandubh"]\n[Result "1-0"]\n'
    text += "\n1. d1-c1 d3-f3 2. d2-f2 1-0"
    reading = read(text)
    (game,) = reading.games
    assert (reading.match, game.ruleset) == (None, BRANDUBH)
    assert dict(game.tags) == {"event": "Cup", "defenders": "Ann", "attackers": "Bob"}
    assert (game.result, list(map(str, game.moves))) == ("White", PLAYED)
    for words, result, ending in (
        ("White wins", "White", None),
        ("the attackers won", "Black", None),
        ("0-1", "Black", None),
        ("1/2-1/2", "Draw", None),
        ("Drawn.", "Draw", None),
        ("White resigns", "Black", "resigned"),
        ("timeout", "", "timeout"),
        ("Winner: attackers", "Black", None),
        ("Result: 1-0", "White", None),
    ):
        (game,) = read(f"1. d1-c1 d3-f3\n{words}", BRANDUBH).games
        assert (game.result, game.ending) == (result, ending)


def test_comments_judgements_and_variations_are_kept() -> None:
    text = "{Round 1} 1. d1-c1! d3-f3 $4 (1... d3-g3 {further} 2. d2-e2 (2. d2-f2)) (a pity) 2. d2-f2 ; the end"
    (game,) = read(text, BRANDUBH).games
    assert game.note == Note(comment="Round 1")
    assert [move.note and (move.note.glyph, move.note.comment) for move in game.moves] == [
        ("!", ""),
        ("??", "a pity"),
        ("", "the end"),
    ]
    assert [(one.line, one.at, *map(str, one.moves)) for one in game.variations] == [
        (0, 1, "d3-g3", "d2-e2"),
        (1, 1, "d2-f2"),
    ]
    assert game.variations[0].moves[0].note is not None


def test_words_that_stand_at_many_moves_are_passed_over_and_named() -> None:
    reading = read(
        "Attackers moved a piece from d1 to c1.\nDefenders moved a piece from d3 to f3.\nmoved d2 to f2", BRANDUBH
    )
    assert (list(map(str, reading.games[0].moves)), reading.games[0].unparsed) == (PLAYED, ())
    assert reading.form == "moves, with 'moved', 'a', 'piece', 'from'"
    (game,) = read("1. d1-c1 perhaps d3-f3 2. d2-f2 d4-d2 3. a4-a2 d5-d4", BRANDUBH).games
    assert [token.text for token in game.unparsed] == ["perhaps"]


def test_dates_times_and_marks_around_moves_are_passed_over() -> None:
    for text in (
        "Game 1 of 3, 12:30\n1. **d1-c1** (0:05) *d3-f3* 5s 2. `d2-f2` 12:30\n[b]Thanks![/b]",
        "12.05.2019 18:07 - Ann B.: d1-c1\n12.05.2019 18:08 - Bob: d3-f3\n12.05.2019 18:09 - Ann B.: d2-f2",
        "moves=d1-c1 d3-f3 d2-f2",
        "push('d1-c1')\npush('d3-f3')\npush('d2-f2')",
        "insert (1, 'd1', 'c1');\ninsert (2, 'd3', 'f3');\ninsert (3, 'd2', 'f2');",
    ):
        assert moves_of(text) == PLAYED


def test_results_in_words_and_in_other_languages() -> None:
    for words, result, ending in (
        ("The king escapes!", "White", None),
        ("The king is captured.", "Black", None),
        ("0:1", "Black", None),
        ("½ : ½", "Draw", None),
        ("Schwarz gibt auf", "White", "resigned"),
        ("Vit vann", "White", None),
        ("Schwarz gewinnt", "Black", None),
        ("Remis", "Draw", None),
    ):
        (game,) = read(f"1. d1-c1 d3-f3\n{words}", BRANDUBH).games
        assert (game.result, game.ending) == (result, ending), words


def test_rows_with_other_words_are_findings() -> None:
    (game,) = read("d1 c1\nd3 f3\nthen d2 f2 at last\nc1 c2\n", BRANDUBH).games
    assert [token.text for token in game.unparsed] == ["then d2 f2 at last"]


def test_boards_of_numbers_are_read() -> None:
    (game,) = read("0 0 1 0 0\n0 0 2 0 0\n1 0 3 0 1\n0 0 0 0 0\n0 1 0 1 0", FIVE).games
    assert game.initial_position.board == Board.parse(BOARD)


def test_headings_are_left_out_and_named() -> None:
    reading = read("Round 3, Ann and Bob\nMay 4\n\n1. d1-c1 d3-f3\nNext game tomorrow!\n", BRANDUBH)
    assert reading.headings == (
        Heading(line=1, text="Round 3, Ann and Bob"),
        Heading(line=2, text="May 4"),
        Heading(line=5, text="Next game tomorrow!"),
    )
    assert len(reading.games[0].moves) == 2


@pytest.mark.parametrize(
    ("text", "words", "moves"),
    [
        ("1. d1-c1 good move d3-f3", ["good move"], 2),
        ("1. d1-c1 d3-f33 d2-f2", ["d3-f33"], 2),
        (
            "d1-c1 d3-f3\nShe should have played d2-e2 there\n",
            ["She should have played d2-e2 there"],
            2,
        ),
        ("1. d1-c1 d3-f3 2. Nf3", ["Nf3"], 2),
        ("1. d1-c1 { d3-f3", ["{"], 2),
        ("1. d1-c1 ( d3-f3", ["("], 2),
    ],
)
def test_no_word_among_moves_is_lost_in_silence(text: str, words: list[str], moves: int) -> None:
    """ "A word that is no move is a finding"."""
    (game,) = read(text, BRANDUBH).games
    assert [token.text for token in game.unparsed] == words
    assert len(game.moves) == moves
    assert {finding.kind.value for finding in game.replay().findings} >= {"odd-token"}


@pytest.mark.parametrize(
    "text",
    [
        "d1-c1\n! d3-f3\nd2-f2",
        "d1-c1 <d3-f3> d2-f2",
        "d1-c1\n[12:30 d3-f3]\nd2-f2",
        '["d1-c1", "d3-f33", "d2-f2"]',
        '["d1-c1", "d3~f3", "d2-f2"]',
    ],
)
def test_no_mark_takes_a_move_away(text: str) -> None:
    reading = read_text(text, BRANDUBH)
    games = reading.games
    said = [heading.text for heading in reading.headings]
    said += [token.text for game in games for token in game.unparsed]
    said += [move.note.comment for game in games for move in game.moves if move.note]
    assert sum(len(game.moves) for game in games) == 3 or any("d3" in words for words in said)


def test_an_archive_line_with_moves_for_numbers_says_so() -> None:
    """Report 51: it was one move, and the others became tags."""
    (game,) = read("d1-c1, d3-f3, d2-f2\n", BRANDUBH, dialect="archive").games
    assert [token.text for token in game.unparsed] == ["d3-f3", "d2-f2"]
    assert not game.tags
    assert moves_of("d1-c1, d3-f3, d2-f2\n") == PLAYED


# --------------------------------------------------------------------------------------------- one game, or several


def test_lines_are_one_game_where_the_moves_follow_each_other() -> None:
    assert moves_of("d1-c1\nd3-f3\nd2-f2xf3\n") == PLAYED
    assert moves_of("d1-c1 d3-f3\nd2-f2xf3\n") == PLAYED


def test_lines_are_a_game_each_where_every_line_begins_anew() -> None:
    reading = read("d1-c1 d3-f3\nd1-c1 d3-f3 d2-f2xf3\nd7-c7\n", BRANDUBH)
    assert [len(game.moves) for game in reading.games] == [2, 3, 1]
    assert [game.line for game in reading.games] == [1, 2, 3]


def test_which_is_asked_where_both_fit() -> None:
    text = "d1-c1 d3-f3\nd7-c7\n"
    with pytest.raises(RecordError, match="one game or a game each"):
        read(text, BRANDUBH)
    assert len(read(f"# one game\n{text}", BRANDUBH).games) == 1
    assert len(read(f"# a game a line\n{text}", BRANDUBH).games) == 2


def test_games_begin_with_tags_with_number_one_and_after_a_result() -> None:
    for text in (
        '[Event "1"]\n1. d1-c1 d3-f3\n\n[Event "2"]\n1. d7-c7\n',
        "1. d1-c1 d3-f3 2. d2-f2\n1. d7-c7 d3-f3\n",
        "d1-c1 d3-f3 White wins\nd7-c7 Black wins\n",
    ):
        assert len(read(text, BRANDUBH).games) == 2


def test_one_misprint_does_not_cut_a_game_into_lines() -> None:
    (game,) = read("d1-c1\nd3-f3\nd2-f2xf3\nd4-d5\nc1-c2\n", BRANDUBH).games
    assert len(game.moves) == 5


# ------------------------------------------------------------------------------------------------ rules and coordinates


def test_rules_that_nothing_tells_are_those_that_fit() -> None:
    reading = read("1. d1-c1 d3-f3 2. d2-f2xf3")
    assert reading.match is not None
    assert (reading.games[0].ruleset, reading.match.faults) == (BRANDUBH, 0)
    assert {rules.size for rules in reading.match.rulesets} == {7}
    assert "and" in reading.match.others
    assert read("# variant: magpie\n1. d1-c1 d3-f3").games[0].ruleset.name == "magpie"
    assert read("1. d1-c1 d3-f3", filename="tablut.txt").games[0].ruleset.name == "tablut"
    with pytest.raises(RecordError, match="give a ruleset"):
        read("1. d1-e2 d3-f4")
    (game,) = read("1. d1-c1 d3-f3 2. d2-f2xf3 d4-d2 3. a4-a3 d2-e9 4. b4-b3").games
    assert (game.ruleset, game.replay().verdict) == (BRANDUBH, "illegal@5")


def test_numbers_are_counted_by_the_first_way_that_is_legal() -> None:
    assert moves_of("(3,0,2,0)\n(3,2,5,2)\n(3,1,5,1)\n") == PLAYED
    assert read("4 1 3 1\n4 3 6 3\n4 2 6 2", BRANDUBH).form == "pairs of numbers, counted as column row bottom 1"
    told = read("# coordinates: row column top 0\n(6,3,6,2)\n(4,3,4,5)\n", BRANDUBH)
    assert told.form == "pairs of numbers, counted as row column top 0"
    assert list(map(str, told.games[0].moves)) == PLAYED[:2]
    assert len(set(map(str, COORDINATES))) == 8
    with pytest.raises(RecordError, match="no squares of a board"):
        read("(5,9,1,9)\n(5,7,5,9)\n", BRANDUBH)


def test_lists_of_pairs_and_lines_of_a_chat_are_read() -> None:
    assert moves_of("[[[3,0],[2,0]],[[3,2],[5,2]],[[3,1],[5,1]]]") == PLAYED
    assert moves_of("<ann> d1-c1\n<bob> d3-f3\n<ann> d2-f2\n") == PLAYED
    assert moves_of("Ann: d1-c1\nBob B.: d3-f3\nAnn: d2-f2\n") == PLAYED


def test_captures_that_a_record_does_not_write_are_those_of_the_rules() -> None:
    assert moves_of("1. d1-c1 d3-f3 2. d2-f2") == PLAYED
    (game,) = read("1. d1-c1xa1 d3-f3 2. d2-f2", BRANDUBH).games
    assert [str(finding.kind) for finding in game.replay().findings] == ["capture-missing", "capture-stray"]


# ---------------------------------------------------------------------------------------------------- what is no record


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty"),
        ("name,price\napple,3\npear,4\n", "none of 3 words is a move"),
        ("Dear Ann, I opened with d1-c1 and lost.", "none of 8 words is a move"),
        ('{"G":{"cells":[["0","A"]]},"ctx":{"turn":1},"log":[]}', "this is a state of boardgame.io"),
        ('{"header":{"game":{"name":"Tablut"}},"moves":[]}', "this is a game of AbstractPlay"),
        ('{"stack":[{"_version":"1"}],"gameover":false}', "this is a game of AbstractPlay"),
        ('{"plays": ["resign"]}', "this is JSON of another program"),
        ("(;GM[1]FF[4]SZ[9];B[ee])", "this is SGF"),
        ("rem saved\nVariantName=Tablut\n1. Soldier d1 - c1\n", "this is a game saved by Zillions of Games"),
        ("game=/lud/board/war/custodial/Tablut.lud\nSTART GAME OPTIONS\n", "this is a trial of Ludii"),
        ('(game "Tablut" (players 2))', "this is rules of Ludii"),
        ("1. e4 e5 2. Nf3 Nc6", "this is a game of chess"),
        ("<!doctype html><p>d1-c1", "this is a page in HTML"),
        ("3b3/3b3/3w3/bbwkwbb/3w3/3b3/3b3 b", "this is a position in the letters of another program"),
    ],
)
def test_what_is_no_record_is_called_what_it_is(text: str, reason: str) -> None:
    assert not is_record(text)
    with pytest.raises(RecordError, match=reason):
        read(text, BRANDUBH)


def test_long_texts_are_refused() -> None:
    with pytest.raises(NotationError, match="at most 4,194,304 characters"):
        read_text("d1-c1 " * 700_000)


# --------------------------------------------------------------------------------------------------------------- boards

BOARD = """
    . . t . .
    . . T . .
    t . K . t
    . . . . .
    . t . t .
"""


FIVE = BRANDUBH.evolve(name="five", size=5, start=Board.parse(BOARD), escape="corners")


@pytest.mark.parametrize(
    ("letters", "frame"),
    [
        ("-BWK", "{}"),
        (".ADK", "{}"),
        ("0ADR", "{}"),
        ("_XOK", "{}"),
        (".XO@", "{}"),
        (".mskx"[:4], "{}"),
        (" ADK", "|{}|"),
        ("\N{MIDDLE DOT}\N{BLACK CHESS PAWN}\N{WHITE CHESS PAWN}\N{WHITE CHESS KING}", "{}"),
    ],
)
def test_boards_in_other_letters_are_read(letters: str, frame: str) -> None:
    rows = [row.split() for row in BOARD.strip().splitlines()]
    own = str.maketrans(".tTK", letters)
    sign = "|" if "|" in frame else " "
    text = "\n".join(frame.format(sign.join(mark.translate(own) for mark in row)) for row in rows)
    assert Board.parse(text) == Board.parse(BOARD)
    (game,) = read(text, FIVE).games
    assert game.initial_position.board == Board.parse(BOARD)


@pytest.mark.parametrize("mark", [" ", ",", ";", "\t", ", "])
def test_boards_in_tables_and_lists_are_read(mark: str) -> None:
    ranks = [row.split() for row in BOARD.translate(str.maketrans(".tTK", "0123")).strip().splitlines()]
    rows = "\n".join(map(mark.join, ranks))
    lists = ",\n".join(f"[{', '.join(row)}]" for row in ranks)
    for text in (
        rows,
        f"The start:\n\n{rows}\n\nIt is hard to win.",
        f"```\n{rows}\n```\n",
        f"[{lists}]",
        f"board = [{lists}]".replace("\n", " "),
        "[" + ", ".join(f'"{"".join(row)}"' for row in ranks).replace('", "', '",\n"') + "]",
    ):
        assert Board.parse(text) == Board.parse(BOARD), text


def test_names_of_ranks_and_files_are_no_squares() -> None:
    ranks = [row.split() for row in BOARD.strip().splitlines()]
    text = "  1 2 3 4 5\n" + "\n".join(f"{'ABCDE'[number]} {' '.join(row)}" for number, row in enumerate(ranks))
    assert Board.parse(text) == Board.parse(BOARD)


def test_a_table_of_pieces_is_no_archive() -> None:
    """It was read as games without moves, of which all agree."""
    text = str(variants.BRANDUBH.start).replace("t", "B").replace("T", "W").replace(".", "-").replace(" ", "\t")
    assert read(text).form == "pictures of boards, in many letters"


def test_letters_are_told_or_refused() -> None:
    text = BOARD.replace("t", "o").replace("T", "p").replace("K", "q")
    with pytest.raises(NotationError, match="was expected"):
        Board.parse(text)
    assert Board.parse(text, {".": ".", "o": "t", "p": "T", "q": "K"}) == Board.parse(BOARD)
    with pytest.raises(NotationError, match="as the meaning of 'o'"):
        Board.parse(text, {"o": "attacker"})
    # As many crosses as noughts: who attacks?
    with pytest.raises(NotationError, match="was expected"):
        Board.parse("X...O\n.....\nX.K.O\n.....\n.....")


def test_a_board_says_its_rules_by_its_start_layout() -> None:
    text = str(variants.TABLUT.start).replace("T", "W").replace("t", "B")
    (game,) = read(text).games
    assert game.ruleset is variants.TABLUT
