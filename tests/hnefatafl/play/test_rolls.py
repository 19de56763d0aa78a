"""Games with a die and with announcements that were kept back, as records: nothing is lost or silently wrong."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import attrs
import pytest
from conftest import part
from hypothesis import given
from writing import written

from hnefatafl import Illegality, Move, PieceSet, Position, Region, Ruleset, Side, Termination, Zone, playout, variants
from hnefatafl.board import Square
from hnefatafl.errors import ArgumentTypeError, IllegalRollError, NotationError, RecordError, StructureError
from hnefatafl.notation import archive, json, otn
from hnefatafl.notation.convert import losses, reduce_to
from hnefatafl.notation.dialects import DIALECTS, Dialect, dialect, read_games
from hnefatafl.notation.moves import format_move, parse_move
from hnefatafl.records import Game, Note, RecordedMove, Variation
from hnefatafl.render.page import html_replay
from hnefatafl.rules import Die, Roll
from hnefatafl.testing.strategies import games, positions

DICE = variants.BRANDUBH.evolve(name="dice", die=Die())
OPEN = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)
SILENT = variants.FOTEVIKEN_TABLUT
WAY_OUT = Position.parse("/4t4/9/9/5K3/9/9/9/9/4t4/", SILENT, Side.DEFENDERS)
HOUSE = DICE.evolve(name="dice and calls", announcements=SILENT.announcements)


def played(position: Position, seed: int, plies: int = 60) -> Position:
    """A game at random: moves, rolls, and announcements kept back."""
    chance = random.Random(seed)
    for _ in range(plies):
        if position.can_roll and (not position.legal_moves() or chance.random() < 0.5):
            position = position.roll(chance.randint(1, position.ruleset.faces))
        moves = sorted(position.legal_moves())
        if not moves:
            break
        position = position.play(chance.choice(moves), announce=chance.random() < 0.7)
    return position


def leads_to(game: Game, position: Position) -> None:
    """The record leads to the position, and agrees with the rules."""
    replay = game.replay()
    assert replay.error is None, replay.error
    assert replay.verdict == "agrees"
    assert replay.position == position
    assert replay.position.repetitions == position.repetitions
    assert replay.outcome == position.outcome
    assert replay.moves == tuple(each.last_move for each in position.history()[1:])


# ------------------------------------------------------------------------------------------------------------- the die


def test_a_roll_is_recorded_with_the_move_that_is_made_by_it() -> None:
    position = OPEN.roll(3).play(Move.parse("d4-g4"))
    game = Game.from_position(position)
    assert [(move.roll, move.letter) for move in game.moves] == [(3, "K")]
    assert game.start == OPEN
    leads_to(game, position)
    assert json.parse_game(json.format_game(game)).replay().position == position


def test_a_void_roll_is_recorded_too() -> None:
    # The king crosses the ditch but may not stop in it, so that a roll of one is void.
    ditch = Zone(name="ditch", squares=Region.parse("d5"), stop=PieceSet.NONE)
    rules = Ruleset(
        name="ditch", size=7, start=variants.BRANDUBH.start, throne=None, corners=None, die=Die(), zones=(ditch,)
    )
    start = Position.parse("/6t/1T5/3t3/2tKt2/7/7/7/", rules, Side.DEFENDERS)
    assert start.can_roll
    position = start.roll(1).play(Move.parse("b2-b3"))
    game = Game.from_position(position)
    assert [(str(move.move), move.roll) for move in game.moves] == [("b2-b3", 1)]
    leads_to(game, position)
    # Without the roll it would be legal as well, but another game.
    assert Game(ruleset=rules, start=start).add([Move.parse("b2-b3")]) != game


def test_a_roll_after_the_last_move_is_pending_in_the_record() -> None:
    position = played(OPEN.roll(2).play(Move.parse("d4-d6")), 1, 1)
    game = Game.from_position(position.roll(5))
    assert game.roll_pending == 5
    assert game.replay().position.roll_pending == 5
    assert game.add([Move.parse("d6-g6")], after=list(game.walk())[-1]).replay().position == position.roll(5).play(
        Move.parse("d6-g6")
    )
    resigned = attrs.evolve(game, ending="resigned", result="Black")
    for one in (game, resigned):
        assert otn.parse_game(otn.format_game(one, rules=False), DICE) == _board_only(one)
        assert json.parse_game(json.format_game(one)) == one
        (read,) = archive.parse_games([archive.format_game(one)], DICE)
        assert (read.roll_pending, read.ending) == (5, one.ending)


def _board_only(game: Game) -> Game:
    return attrs.evolve(game, start=otn.parse_game(otn.format_game(game, rules=False), game.ruleset).start)


def test_a_game_that_is_only_a_roll() -> None:
    game = Game(ruleset=DICE, start=OPEN).roll(4)
    assert Game.from_position(OPEN.roll(4)) == game
    assert game.replay().position == OPEN.roll(4)
    assert otn.parse_game(otn.format_game(game, rules=False), DICE) == game
    first = DICE.evolve(name="defenders begin", first=Side.DEFENDERS, start=OPEN.board)
    game = Game(ruleset=first).roll(4)
    assert Game.from_position(Position.initial(first).roll(4)) == game
    assert otn.parse_game(otn.format_game(game, rules=False), first) == game
    # Where the set-up itself has a roll that nobody could roll, the start keeps it.
    bound = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS, roll=3)
    position = bound.play(Move.parse("d4-g4"))
    leads_to(Game.from_position(position), position)


def test_a_roll_that_cannot_be_is_a_fault_with_its_place() -> None:
    start = Game(ruleset=DICE, start=OPEN)
    cases = [
        (["7:d4-g4"], 0, "the roll of 7", "a die of 6 faces cannot show 7"),
        (["3:d4-g4", "3:c3-c4"], 1, "the roll of 3", "there is nothing to roll for in this position"),
    ]
    for texts, number, refused, reason in cases:
        replay = start.add(map(parse_move, texts)).replay()
        assert isinstance(replay.error, IllegalRollError)
        assert replay.verdict == f"illegal@{number}"
        finding = replay.findings[0]
        assert (finding.number, finding.index, len(replay.moves)) == (number, number, number)
        assert (finding.text, finding.message, finding.rule) == (refused, reason, None)
    pending = attrs.evolve(start.add([parse_move("3:d4-g4")]), roll_pending=2).replay()
    assert (pending.verdict, pending.findings[0].text) == ("illegal@1", "the roll of 2")
    (unrolled,) = start.add([Move.parse("d4-g4")]).replay().findings
    assert unrolled.rule is Illegality.MUST_ROLL
    assert unrolled.message == "the piece moves only after a roll of the die (d4)"
    over = start.add(map(parse_move, ["3:d4-g4", "c3-c4", "3:g4-g1", "3:c4-c5"])).replay()
    assert over.verdict == "continues-after-end@2"
    assert (over.findings[0].index, over.findings[0].rule) == (3, Termination.KING_ESCAPED)
    plain = Game(ruleset=variants.BRANDUBH).add([parse_move("3:d1-c1")]).replay()
    assert plain.verdict == "illegal@0"


def test_numbers_that_no_die_shows_are_refused() -> None:
    for junk in ("3", 2.0):
        with pytest.raises(ArgumentTypeError, match="roll: a whole number or None was expected"):
            RecordedMove(origin=Square.parse("d4"), target=Square.parse("d5"), roll=junk)  # type: ignore[arg-type]
        with pytest.raises(ArgumentTypeError, match="roll_pending: a whole number or None was expected"):
            Game(ruleset=DICE, roll_pending=junk)  # type: ignore[arg-type]
    for number in (0, -1, 10_000, True):
        with pytest.raises(RecordError, match="roll is a number from 1 to 9,999 or None"):
            RecordedMove(origin=Square.parse("d4"), target=Square.parse("d5"), roll=number)
        with pytest.raises(RecordError, match="roll_pending is a number"):
            Game(ruleset=DICE, roll_pending=number)
    for text in ("0:d4-d5", "04:d4-d5", "10000:d4-d5", "4 d4-d5", "4:", ":unannounced", "d4-d5:Unannounced"):
        with pytest.raises(NotationError):
            parse_move(text)
    for roll in ("0", '"3"', "true", "10000", "1.5", "[]"):
        with pytest.raises((StructureError, RecordError)):
            json.parse_game(f'{{"ruleset": "brandubh", "moves": [{{"origin": "d1", "target": "c1", "roll": {roll}}}]}}')


def test_a_roll_belongs_to_the_line_it_was_made_in() -> None:
    game = Game(ruleset=DICE, start=OPEN).add(map(parse_move, ["3:d4-g4", "c3-c4"]))
    assert game.add([parse_move("3:d4-g4")]) == game
    other = game.add([parse_move("4:d4-g4")])
    assert len(other.variations) == 1
    assert [replay.verdict for replay in other.replay_lines()] == ["agrees", "agrees"]
    assert game.find([Move.parse("d4-g4")]) is not None
    assert game.find([parse_move("d4-g4")]) is None
    up = other.promote(next(each for each in other.walk() if each.line == 1))
    assert (up.moves[0].roll, up.variations[0].moves[0].roll) == (4, 3)
    rolled = other.roll(2, after=next(each for each in other.walk() if each.line == 1))
    assert rolled.variations[0].roll_pending == 2
    assert rolled.promote(next(each for each in rolled.walk() if each.line == 1)).roll_pending == 2
    cut = attrs.evolve(other, roll_pending=5)
    assert cut.delete(next(each for each in cut.walk() if each.ply == 1)).roll_pending is None


def test_where_no_roll_can_be_added() -> None:
    game = Game(ruleset=DICE, start=OPEN).add(map(parse_move, ["3:d4-g4", "c3-c4"]))
    first, last = list(game.walk())
    with pytest.raises(RecordError, match="more moves come after"):
        game.roll(2, after=first)
    with pytest.raises(RecordError, match="more moves come after the start of the game"):
        game.roll(2)
    assert game.roll(2, after=last) == game.roll(2, after=game.last)
    with pytest.raises(RecordError, match="the line ends with a roll of 2"):
        game.roll(2, after=last).roll(3, after=last)
    with pytest.raises(RecordError, match="the line ends with resigned"):
        attrs.evolve(game, ending="resigned").roll(3, after=last)
    with pytest.raises(RecordError, match="the line ends with a roll of 2, so 3:g4-g1 cannot follow"):
        game.roll(2, after=last).add([parse_move("3:g4-g1")], after=last)
    assert game.roll(2, after=last).add([parse_move("g4-g2")], after=last).moves[-1].roll == 2


# ------------------------------------------------------------------------------------------------------- announcements


def test_a_way_out_that_is_kept_back_is_recorded() -> None:
    position = WAY_OUT.play(Move.parse("f4-f3"), announce=False).play(Move.parse("e1-d1"))
    game = Game.from_position(position)
    assert [move.announced for move in game.moves] == [False, True]
    leads_to(game, position)
    (finding,) = game.add([Move.parse("f3-i3")], after=list(game.walk())[-1]).replay().findings
    assert finding.rule is Illegality.UNANNOUNCED
    aloud = Game(ruleset=SILENT, start=WAY_OUT).add(map(Move.parse, ["f4-f3", "e1-d1", "f3-i3"]))
    assert aloud.replay().agrees
    assert len(game.add(aloud.moves).variations) == 1


@pytest.mark.parametrize("name", ["json", "otn", "archive"])
def test_what_the_dialects_hold(name: str) -> None:
    position = WAY_OUT.play(Move.parse("f4-f3"), announce=False).play(Move.parse("e1-d1"))
    game = attrs.evolve(Game.from_position(position), start=None, result="")
    for one in (game, Game(ruleset=DICE, moves=[parse_move("3:d4-g4")], roll_pending=2)):
        assert not {"rolls", "announcements kept back"} & {loss.what for loss in losses(one, dialect(name))}
        read = next(iter(read_games(written(one, dialect(name)), dialect(name), one.ruleset)))
        assert [(move.roll, move.announced) for move in read.moves] == [(m.roll, m.announced) for m in one.moves]
        assert read.roll_pending == one.roll_pending


def test_what_the_others_lose_is_named() -> None:
    game = Game(ruleset=variants.COPENHAGEN, moves=[parse_move("3:h1-h3:unannounced")], roll_pending=2)
    game = attrs.evolve(game, variations=[Variation(at=0, moves=[parse_move("2:h1-h4")], roll_pending=4)])
    for name in ("taflzero", "dcampbell", "bologna"):
        told = list(map(str, losses(game, dialect(name))))
        assert "rolls (2)" in told
        assert "announcements kept back (1)" in told
        assert reduce_to(game, dialect(name)).moves[0].plain
        assert reduce_to(game, dialect(name)).roll_pending is None


def test_otn_says_it_where_opentafl_reads_comments() -> None:
    text = (
        "[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n"
        "1. d1-c1 Kd4-d5\n[Slow.|%roll 4 %unannounced 60 3/5 Now or never.]\n\n"
        "2. c1-d1\n[%unannounced|%roll 2]\n\n"
    )
    game = otn.parse_game(text)
    assert [(move.roll, move.announced) for move in game.moves] == [(None, True), (4, False), (None, False)]
    assert game.moves[1].note is not None
    assert (game.moves[1].note.comment, game.moves[2].note, game.roll_pending) == ("Now or never.", None, 2)
    assert otn.parse_game(otn.format_game(game)) == game
    assert otn.format_game(game).endswith("2. c1-d1\n[%unannounced|%roll 2]\n\n")
    # A turn that goes on after a variation is made by the roll that was pending.
    assert otn.parse_game(text + "2. ..... Kd5-d6\n").moves[-1].roll == 2
    for comment in ("%roll 4", "%roll 4 or so", "%unannounced", "%unannounced it was"):
        noted = Game(ruleset=variants.BRANDUBH, moves=[attrs.evolve(game.moves[0], note=Note(comment=comment))])
        assert "comments (1)" in map(str, losses(noted, dialect("otn")))
    for comment in ("roll 4", "%rolled", "%roll 10000", "% roll 4"):
        noted = Game(ruleset=variants.BRANDUBH, moves=[attrs.evolve(game.moves[0], note=Note(comment=comment))])
        assert otn.parse_game(otn.format_game(noted, rules=False), variants.BRANDUBH) == noted


def test_archive_lines() -> None:
    line = "3:d4-g4xf4:unannounced c3-c4 12: resigned,0,1,Black"
    (game,) = archive.parse_games([line], DICE)
    assert (game.moves[0].roll, game.moves[0].announced, game.roll_pending, game.ending) == (3, False, 12, "resigned")
    assert archive.format_game(game) == line
    (odd,) = archive.parse_games(["3: c3-c4 4: 5:"], DICE)
    assert ([token.number for token in odd.unparsed], odd.roll_pending) == ([0, 2], 5)
    assert format_move(parse_move("3:Kd4-g4xf4:unannounced"), "archive") == "3:d4-g4xf4:unannounced"
    assert format_move(parse_move("3:Kd4-g4xf4:unannounced")) == "Kd4-g4xf4"
    assert str(RecordedMove(origin=Square.parse("d4"), target=Square.parse("d6"), roll=3, announced=False)) == (
        "3:d4-d6:unannounced"
    )


# ------------------------------------------------------------------------------------------------------ random games


@part(1)
@given(games(None, 20))
def test_records_of_random_games_agree(game: Game) -> None:
    assert game.replay().agrees
    assert pickle.loads(pickle.dumps(game)) == game


@part(1)
@given(positions(None, 20))
def test_random_games_become_records_that_lead_to_the_same_position(position: Position) -> None:
    leads_to(Game.from_position(position), position)
    leads_to(Game.from_position(pickle.loads(pickle.dumps(position))), position)


@part(2)
@given(games(None, 16).filter(lambda game: not game.ruleset.extra_captures and not game.ruleset.extra_endings))
def test_json_keeps_random_games(game: Game) -> None:
    assert json.parse_game(json.format_game(game)) == game


@pytest.mark.parametrize("one", [each for each in DIALECTS if each.capabilities.moves], ids=lambda one: one.name)
@part(4)
@given(game=games(None, 12))
def test_other_dialects_keep_what_they_say_they_keep(one: Dialect, game: Game) -> None:
    if not one.capabilities.rules(game.ruleset) and one.tells_rules and one.name != "otn":
        return
    kept = reduce_to(game, one)
    named = {loss.what for loss in losses(game, one)}
    rolled = game.roll_pending is not None or any(move.roll for move in game.moves)
    assert ("rolls" in named) is (rolled and not one.capabilities.rolls)
    assert ("announcements kept back" in named) is (
        not all(move.announced for move in game.moves) and not one.capabilities.unannounced
    )
    if one.capabilities.rolls and one.name != "json":
        (read,) = read_games(written(game, one), one, game.ruleset)
        assert [(move.move, move.roll, move.announced) for move in read.moves] == [
            (move.move, move.roll, move.announced) for move in kept.moves
        ]
        assert read.roll_pending == kept.roll_pending


BY_DIE = [
    variants.BRANDUBH.evolve(name=f"{pieces} {allows}", die=Die(faces=4, pieces=pieces, allows=allows))
    for pieces in (PieceSet.KING, PieceSet.DEFENDERS, PieceSet.ATTACKERS, PieceSet.ALL)
    for allows in Roll
]
FEW = """
    t . . . . . .
    . . . . . . .
    . . . T . . .
    . . . K . . .
    . . . . . . .
    . . . . . . t
    t . . . . t .
"""


@pytest.mark.parametrize("rules", BY_DIE, ids=str)
def test_random_games_keep_to_the_rolls(rules: Ruleset) -> None:
    for seed in range(10):
        position = playout(Position.initial(rules), seed, 200).position
        leads_to(Game.from_position(position), position)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("rules", BY_DIE, ids=str)
def test_random_games_choose_evenly_among_moves_and_the_roll(rules: Ruleset, side: Side) -> None:
    """playout: "every legal move being equally likely", and "rolling it is one choice in addition"."""
    start = Position.parse(FEW, rules, side)
    free = start.legal_moves()
    part = 1 / (len(free) + start.can_roll)
    likely = {(0, move): part for move in free}
    for face in range(1, 5) if start.can_roll else ():
        moves = start.roll(face).legal_moves()
        likely |= {(face, move): part / 4 / len(moves) for move in moves}
    assert sum(likely.values()) == pytest.approx(1)
    games = (Game.from_position(playout(start, seed, 1).position).moves[0] for seed in range(2000))
    found = Counter((move.roll or 0, move.move) for move in games)
    assert set(found) <= set(likely)
    for choice, share in likely.items():
        spread = (2000 * share * (1 - share)) ** 0.5
        assert abs(found[choice] - 2000 * share) < 5 * spread, choice


def test_dice_and_calls_together() -> None:
    """Long games under rules that have both, through every dialect that holds them."""
    rolled = silent = pending = 0
    for seed in range(40):
        position = played(Position.initial(HOUSE), seed, 90 if seed % 2 else 9)
        game = Game.from_position(position)
        leads_to(game, position)
        rolled += any(move.roll for move in game.moves)
        silent += not all(move.announced for move in game.moves)
        if position.can_roll:
            pending += 1
            assert Game.from_position(position.roll(3)).replay().position == position.roll(3)
        for one in map(dialect, ("json", "otn", "archive")):
            (read,) = read_games(written(game, one), one, HOUSE)
            assert [(m.move, m.roll, m.announced) for m in read.moves] == [
                (m.move, m.roll, m.announced) for m in game.moves
            ]
            assert read.replay(lenient=True).position == position
    assert min(rolled, silent, pending) > 3


# ------------------------------------------------------------------------------------------------------------- pictures


def test_pages_show_rolls_and_what_was_kept_back() -> None:
    page = html_replay(Game.from_position(OPEN.roll(3).play(Move.parse("d4-g4")).play(Move.parse("c3-c4")).roll(2)))
    assert "<li>Roll 3: <a " in page
    assert "Then the die showed 2." in page
    silent = html_replay(Game.from_position(WAY_OUT.play(Move.parse("f4-f3"), announce=False)))
    assert "do not announce: tuichu." in silent
    assert "Roll" not in silent.split("<h2>Moves</h2>")[1].split("<script")[0]
    impossible = Game(ruleset=DICE, start=OPEN).add([parse_move("7:d4-g4")])
    assert "The record goes on with the roll of 7, which cannot be played: a die of 6 faces" in html_replay(impossible)
