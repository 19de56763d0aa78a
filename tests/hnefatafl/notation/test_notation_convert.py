"""From dialect to dialect: what is said to be lost is lost, nothing else is, and no text is made up."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from attrs import evolve
from conftest import WHOLE, data_path
from hypothesis import given
from hypothesis import strategies as st
from sweeping import SWEPT
from writing import written

from hnefatafl import Board, Move, Piece, Position, Region, Ruleset, Side, Square, variants
from hnefatafl.errors import (
    ArgumentTypeError,
    IllegalMoveError,
    LossWarning,
    NotationError,
    NotExpressibleError,
    RecordError,
)
from hnefatafl.notation import archive, otn
from hnefatafl.notation.convert import convert_games, losses, reduce_to, write_game
from hnefatafl.notation.dialects import DIALECTS, Capabilities, Dialect, dialect, read_games
from hnefatafl.records import (
    Clock,
    Ending,
    Game,
    Note,
    RecordedMove,
    Shape,
    Tags,
    UnparsedToken,
    Variation,
    record_move,
)

COPENHAGEN, ASHTON, BRANDUBH = variants.COPENHAGEN, variants.ASHTON_TABLUT, variants.BRANDUBH
BOLOGNA = ("bologna", "bologna-state")


@lru_cache(maxsize=64)
def line(rules: Ruleset, seed: int, turn: Side | None = None) -> tuple[RecordedMove, ...]:
    """The moves of a game in which each side plays some legal move or other, captures rather than none."""
    position = Position.initial(rules) if turn is None else Position.from_board(rules.start, rules, turn)
    found: list[RecordedMove] = []
    for step in range(12):
        legal = position.legal_moves()
        if not legal:
            break
        tried = [position.explain(legal[(seed * 31 + step * 17 + k * 7) % len(legal)]) for k in range(6)]
        play = next((each for each in tried if each.captures), tried[0])
        found.append(record_move(play))
        position = play.after
    return tuple(found)


texts = st.sampled_from(
    [
        "Good.",
        "a | stroke",
        "a ] bracket",
        "3600",
        "12 5/3 moves",
        "%csl Gd1c1",
        "%cal Gd1c1",
        "é, tabs\tand\nlines",
        "#",
    ]
)
notes = st.one_of(
    st.none(),
    st.builds(
        Note,
        comment=st.one_of(st.just(""), texts),
        clock=st.sampled_from([None, Clock(seconds=60), Clock(seconds=60, overtimes=3, overtime=5)]),
        glyph=st.sampled_from(["", "!", "?!"]),
        shapes=st.lists(st.sampled_from([Shape.parse("Gd1c1"), Shape.parse("Rd4"), Shape.parse("Bu21")]), max_size=3),
    ).filter(lambda note: note != Note()),
)
tags = st.dictionaries(
    st.sampled_from(["id", "end", "captured-by-black", "event", "attackers", "defenders", "date", "rated", "rules"]),
    st.one_of(texts, st.sampled_from(["7", "false", "Ann"])),
    max_size=5,
)
endings: tuple[Ending | None, ...] = (None, "timeout", "resigned")
odd_texts = st.sampled_from(["??", "d1-d3", "timeout", "a,b", "#1", "x y", ""])


@st.composite
def games(draw: st.DrawFn, rules: Ruleset) -> Game:
    """Games with anything in them that a record can have; the moves of the main line are legal."""
    turn = draw(st.sampled_from([None, *Side]))
    moves = list(line(rules, draw(st.integers(0, 20)), turn))[: draw(st.integers(0, 12))]
    for at, move in enumerate(moves):
        if draw(st.integers(0, 3)) == 0:
            moves[at] = evolve(
                move, note=draw(notes), sign=draw(st.sampled_from(["-", ""])), captures=move.captures * 2
            )
            moves[at] = evolve(moves[at], capture_letters=move.capture_letters * 2)
    count = len(moves) + 1
    numbers = sorted(draw(st.sets(st.integers(0, count), max_size=2)))
    other = RecordedMove(origin=Square.parse("a1"), target=Square.parse("a2"), letter=draw(st.sampled_from(["", "K"])))
    replaced = [Variation(at=0, moves=(evolve(other, note=draw(notes)),))] if moves else []
    ending: Ending | None = draw(st.sampled_from(endings))
    return Game(
        ruleset=rules,
        start=None if turn is None else Position.from_board(rules.start, rules, turn),
        moves=moves,
        tags=draw(tags),
        note=draw(notes),
        result=draw(st.sampled_from(["", "White", "Black", "Draw", "Ongoing", "?"])),
        ending=ending,
        closing_comment=draw(notes) if ending else None,
        variations=replaced[: draw(st.integers(0, 1))],
        unparsed=[UnparsedToken(number=n, text=draw(odd_texts)) for n in numbers if n <= len(moves) + numbers.index(n)],
    )


def read_back(game: Game, target: Dialect) -> Game:
    text = target.head(game.ruleset) + written(game, target)
    (back,) = read_games(text, target, game.ruleset)
    return back


@pytest.mark.parametrize("target", DIALECTS, ids=lambda one: one.name)
@given(data=st.data())
def test_what_is_written_reads_back_as_what_fits(target: Dialect, data: st.DataObject) -> None:
    game = data.draw(games(ASHTON if target.name in BOLOGNA else COPENHAGEN))
    kept = reduce_to(game, target)
    back = read_back(game, target)
    assert back.initial_position == kept.initial_position
    assert {name: back.tags.get(name) for name in kept.tags} == dict(kept.tags)
    assert evolve(back, tags=kept.tags, start=kept.start) == kept
    assert reduce_to(kept, target) == kept
    assert [loss.what for loss in losses(kept, target)] in ([], ["rules"])


@pytest.mark.parametrize("target", DIALECTS, ids=lambda one: one.name)
@given(data=st.data())
def test_nothing_is_lost_unsaid(target: Dialect, data: st.DataObject) -> None:
    """ "Every loss is named before it happens": without one, the game is the same when it is read again."""
    game = data.draw(games(ASHTON if target.name in BOLOGNA else COPENHAGEN))
    same = evolve(reduce_to(game, target), start=game.start) == evolve(game, start=game.start)
    same = same and reduce_to(game, target).initial_position == game.initial_position
    lost = [loss for loss in losses(game, target) if loss.what != "rules"]
    assert same == (not lost)
    assert all(loss.count > 0 for loss in lost)


def told(game: Game, name: str) -> list[str]:
    return [str(loss) for loss in losses(game, dialect(name))]


def brandubh(*moves: str) -> Game:
    return Game(ruleset=BRANDUBH).add(map(Move.parse, moves))


class TestNames:
    """What losses are called."""

    def test_all_of_them(self) -> None:
        note = Note(comment="Bold!", clock=Clock(seconds=3, increment=1), glyph="!")
        moves = [
            RecordedMove(origin=Square.parse("d1"), target=Square.parse("c1"), note=note, info="+"),
            RecordedMove(origin=Square.parse("d3"), target=Square.parse("b3"), letter="K", sign=""),
        ]
        game = Game(
            ruleset=BRANDUBH.evolve(name="ours"),
            moves=moves,
            tags={"event": "Ring"},
            result="?",
            ending="resigned",
            closing_comment=Note(comment="Enough."),
            unparsed=[UnparsedToken(number=2, text="d1-d3")],
        ).add([Move.parse("d1-e1")])
        assert told(game, "archive") == [
            "tags (event)",
            "variations (1)",
            "comments (2)",
            "clocks (1)",
            "glyphs (1)",
            "info symbols (1)",
            "piece letters (1)",
            "result (?)",
            "unparsed tokens (1)",
            "rules (ours)",
        ]
        lost = "rules (repetition.consequence: mover-loses instead of defenders-lose)"
        assert told(game, "otn") == ["moves without a dash (1)", "unparsed tokens (1)", lost]
        assert told(game, "otn-position") == [
            "tags (event)",
            "moves (2)",
            "variations (1)",
            "result (?)",
            "ending (resigned)",
            "unparsed tokens (1)",
            "rules (ours)",
        ]

    def test_what_is_said_and_drawn_at_the_start(self) -> None:
        note = Note(comment="Watch d5.", shapes=[Shape.parse("Gd1c1"), Shape.parse("Re4")])
        game = brandubh("d1-c1").annotate("", note).annotate("d1-c1", Note(shapes=note.shapes[:1]))
        for name in ("archive", "dcampbell"):
            assert told(game, name)[:2] == ["comments (1)", "shapes (3)"]
        assert told(game, "position")[:3] == ["moves (1)", "comments (1)", "shapes (2)"]
        lost = "rules (repetition.consequence: mover-loses instead of defenders-lose)"
        assert told(game, "otn") == [lost]
        assert told(game.annotate("", evolve(note, clock=Clock(seconds=3), glyph="!")), "otn") == [
            "clocks (1)",
            "glyphs (1)",
            lost,
        ]
        assert told(game.annotate("", evolve(note, comment="[1]")), "otn") == ["comments (1)", lost]
        assert told(evolve(game, tags={"start-comment": "x"}), "otn") == ["tags (start-comment)", lost]
        assert told(game, "json") == []

    def test_captures_and_the_dashes_that_tell_of_them(self) -> None:
        (game,) = archive.parse_games(["d1-d3 f8-i8xi7xi6,2,0,White"], COPENHAGEN)
        tags = "tags (captured-by-black, captured-by-white)"
        assert told(game, "taflzero") == [tags, "captures (2)", "dashes (2)", "result (White)"]

    def test_the_turn_and_the_start(self) -> None:
        later = Game(ruleset=BRANDUBH).add([Move.parse("d1-c1")])
        assert told(later, "otn-position") == ["moves (1)", "turn", "rules (brandubh)"]
        board = BRANDUBH.start.put(Square.parse("d1"), None)
        other = Game(ruleset=BRANDUBH, start=Position.from_board(board, BRANDUBH, Side.ATTACKERS))
        assert told(other, "archive") == ["start position"]
        assert "start position" not in told(other, "otn")
        usual = Game(ruleset=BRANDUBH, start=Position.initial(BRANDUBH))
        assert told(usual, "archive") == []

    def test_rules_that_a_record_cannot_say(self) -> None:
        game = Game(ruleset=ASHTON).add([Move.parse("e3-c3")])
        rules, lost = otn.nearest_rules(ASHTON)
        assert [loss.option for loss in lost] == ["zones", "fewest_attackers", "repetition"]
        assert told(game, "otn") == [f"rules ({', '.join(map(str, lost))})"]
        text = written(game, dialect("otn"))
        assert f"[rules:{rules}]" in text
        assert list(read_games(text, dialect("otn"), ASHTON)) == [game]
        with pytest.warns(LossWarning, match="are the nearest that OTN has to ashton-tablut, and are played; they"):
            (nearest,) = read_games(text, "otn")
        assert (nearest.ruleset, nearest.moves) == (otn.parse_rules(rules), game.moves)
        assert told(game, "bologna") == []


class TestRefusals:
    """What cannot be written at all."""

    def test_a_board_of_another_size(self) -> None:
        for name in ("bologna", "bologna-state", "taflzero", "taflzero-fen"):
            with pytest.raises(NotExpressibleError, match="boards of 7 ranks"):
                written(brandubh("d1-c1"), dialect(name))

    def test_a_piece_that_the_other_program_does_not_know(self) -> None:
        rules = BRANDUBH.evolve(name="ours", start=BRANDUBH.start.put(Square.parse("d1"), Piece.parse("c")))
        game = Game(ruleset=rules)
        assert written(game, dialect("hnefatafl-rs")).splitlines()[0] == "...c..."
        for name in ("dcampbell-board", "dcampbell"):
            with pytest.raises(NotExpressibleError, match="attacking commander"):
                written(game, dialect(name))

    def test_moves_that_lead_nowhere(self) -> None:
        with pytest.raises(IllegalMoveError):
            losses(brandubh("d1-e5"), dialect("hnefatafl-rs"))

    def test_an_unknown_dialect(self) -> None:
        game = brandubh()
        calls: list[Callable[[Any], object]] = [
            lambda name: write_game(game, name),
            lambda name: losses(game, name),
            lambda name: reduce_to(game, name),
            lambda name: list(convert_games([game], name)),
            lambda name: list(read_games("", name)),
        ]
        for call in calls:
            with pytest.raises(RecordError, match="no dialect is named 'latin', only otn, "):
                call("latin")
            with pytest.raises(ArgumentTypeError, match="dialect: a Dialect was expected, not 7"):
                call(7)

    def test_losses_on_request(self) -> None:
        game = Game(ruleset=BRANDUBH, tags={"event": "Cup", "id": "7"}, result="Draw")
        message = r"^archive cannot express: tags \(event\)$"
        with pytest.raises(NotExpressibleError, match=message) as found:
            write_game(game, "archive", strict=True)
        assert found.value.options == tuple(map(str, losses(game, "archive")))
        with pytest.warns(LossWarning, match=message) as caught:
            write_game(game, "archive")
        assert caught[0].filename == __file__
        assert write_game(game, "json", strict=True) == write_game(game, dialect("json"))

    def test_rules_that_nobody_tells(self) -> None:
        with pytest.raises(RecordError, match="by which rules"):
            read_games("d1-c1", dialect("archive"))


def test_every_ruleset_can_be_written_in_otn() -> None:
    """Exactly, or with a warning of what is lost; and the reader warns where the writer did."""
    exact = 0
    for name in SWEPT:
        game = Game(ruleset=name)
        lost = losses(game, "otn")
        text = written(game, "otn")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            (back,) = read_games(text, "otn")
        assert written(evolve(back, ruleset=game.ruleset), "otn") == text, name
        assert [each.category for each in caught] == [LossWarning] * bool(lost), name
        if lost:
            assert f"OTN has to {name}, and are played; they have " in str(caught[0].message)
            with pytest.raises(NotExpressibleError) as found:
                write_game(game, "otn", strict=True)
            assert found.value.options == tuple(map(str, lost))
        else:
            exact += 1
            assert write_game(back, "otn", strict=True) == text
            assert otn.format_game(game) == text
    assert exact >= (61 if WHOLE else 1)


def test_a_ruleset_is_written_by_its_own_name() -> None:
    """Rulesets are equal if they play alike, whatever they are called."""
    for name in ("ours", "brandubh"):
        assert f" name:{name} " in written(Game(ruleset=BRANDUBH.evolve(name=name)), "otn")


def test_a_record_that_only_has_a_name_is_read_in_silence() -> None:
    """The rules are neither those of the ruleset nor the nearest ones."""
    (game,) = read_games("[rules:dim:7 name:brandubh esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]", "otn")
    assert game.ruleset.escape == Region.EDGE


def test_a_game_becomes_the_position_that_it_leads_to() -> None:
    text = written(brandubh("d1-c1", "d3-b3"), dialect("hnefatafl-rs"))
    assert text.splitlines()[:3] == ["..t....", "...t...", ".T....."]


def test_a_position_becomes_a_game_without_moves() -> None:
    (game,) = read_games("/3t3/7/7/t1tK3/7/3t3/7/", dialect("otn-position"), BRANDUBH)
    assert game.moves == ()
    assert game.initial_position.board == Board.parse("/3t3/7/7/t1tK3/7/3t3/7/")
    assert list(read_games(written(game, dialect("otn")), dialect("otn"), BRANDUBH)) == [game]


def test_a_dialect_of_ones_own() -> None:
    shouting = Dialect(
        name="shouting",
        title="moves in capitals",
        read=lambda lines, rules: archive.parse_games((text.lower() for text in lines), BRANDUBH),
        write=lambda game: " ".join(str(move.move).upper() for move in game.moves) + "\n",
        capabilities=Capabilities(captures=lambda move: (), start=False),
        pattern=dialect("archive").pattern,
    )
    assert written(brandubh("d1-c1"), shouting) == "D1-C1\n"
    assert [str(loss) for loss in losses(brandubh("d1-c1"), shouting)] == ["rules (brandubh)"]


def test_the_fault_of_a_line_is_told_with_its_number() -> None:
    with pytest.raises(NotationError, match="line 3, column 1"):
        list(read_games("# two\nposition startpos\npost\n", dialect("taflzero")))


def test_real_games_go_to_otn_and_back() -> None:
    """Every game of the smallest collection: what OTN does not keep is only what is named."""
    games = list(archive.parse_games(data_path("brandubh-csv", "games.csv").read_text("utf-8").splitlines(), BRANDUBH))
    assert len(games) == 275
    for game in games[::5]:
        what = {loss.what for loss in losses(game, dialect("otn"))}
        assert what <= {"ending", "result", "unparsed tokens", "rules"}
        with pytest.warns(LossWarning, match="the nearest that OTN has to brandubh"):
            (back,) = read_games(written(game, "otn"), "otn")
        assert back.moves == game.moves
        assert back.tags == Tags(game.tags)
        assert ("result" in what) == (game.result == "Ongoing")
        assert game.result in (back.result, "Ongoing")


def test_an_unknown_result_goes_with_its_token() -> None:
    """The result is lost by name, and what the record says of it does not turn into a token among the moves."""
    (game,) = archive.parse_games(["d1-c1 timeout,0,0,!"], variants.BRANDUBH)
    assert [str(loss) for loss in losses(game, dialect("archive"))] == ["result (!)", "unparsed tokens (1)"]
    assert written(game, dialect("archive")) == "d1-c1 timeout,0,0,\n"
