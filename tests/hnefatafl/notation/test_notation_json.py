"""JSON and TOML: what is written comes back, is the same everywhere, and faults are told with their path."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from json import dumps, loads
from pathlib import Path
from typing import Any

import attrs
import pytest
import tomli_w
from conftest import data_path
from hypothesis import given
from hypothesis import strategies as st
from noted import played_games
from sweeping import SWEPT

import hnefatafl
from hnefatafl import (
    Announcements,
    Berserk,
    Board,
    Call,
    KingStrength,
    Move,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Zone,
    variants,
)
from hnefatafl.errors import (
    HnefataflError,
    InvalidSetupError,
    NotationError,
    NotExpressibleError,
    RecordError,
    RulesetError,
    StructureError,
)
from hnefatafl.notation import archive, json, otn, toml
from hnefatafl.records import Game, Note, RecordedMove, Shape, UnparsedToken, Variation
from hnefatafl.rules import Die, Roll
from hnefatafl.testing.strategies import planted, rulesets

LABELS = sorted(Ruleset.LABELS)
RULES: dict[str, Any] = {"json": json, "toml": toml}
"""The two notations of rulesets, which have the same names."""


def fields(rules: Ruleset) -> Mapping[str, object]:
    """Everything about a ruleset, the labels and the names of zones included."""
    return {**attrs.asdict(rules, recurse=False), "names of zones": [zone.name for zone in rules.zones]}


def reasons(read: Callable[[str], object], text: str) -> tuple[str, ...]:
    """What is wrong with the structure of a text."""
    with pytest.raises(StructureError) as caught:
        read(text)
    return caught.value.reasons


# ------------------------------------------------------------------------------------------------------------- rulesets


@pytest.mark.parametrize("notation", RULES.values(), ids=RULES)
@pytest.mark.parametrize("name", SWEPT)
def test_shipped_rulesets_come_back_whole(notation: Any, name: str) -> None:
    rules = variants.get(name)
    text = notation.format_rules(rules)
    again = notation.parse_rules(text)
    assert fields(again) == fields(rules)
    assert again == rules
    assert notation.format_rules(again) == text


@given(rulesets(extra_captures=(), extra_endings=()), st.text(max_size=20), st.sampled_from(list(RULES.values())))
def test_any_ruleset_comes_back(rules: Ruleset, words: str, notation: Any) -> None:
    rules = rules.evolve(notes=words, aliases=[words], source=f"{words}\r\n'''\"\"\"\\")
    try:
        text = notation.format_rules(rules)
    except NotExpressibleError:
        assert any("\ud800" <= letter <= "\udfff" for letter in words)
        return
    assert fields(notation.parse_rules(text)) == fields(rules)
    assert notation.format_rules(notation.parse_rules(text)) == text


def others(value: Any) -> Iterator[Any]:
    """Values that could stand in place of that one, as far as the types go or farther."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, PieceSet):
        yield PieceSet.DEFENDING_KNIGHTS | PieceSet.KING
        yield PieceSet.DEFENDING_KNIGHTS
    elif isinstance(value, Enum):
        yield from type(value)
    elif isinstance(value, Region):
        yield Region.EDGE | Region.of("b2", "c3")
    elif isinstance(value, str):
        yield f"{value}'s"
    elif isinstance(value, tuple):
        yield (Zone(name="moat", squares=Region.of("b2"), stop=PieceSet.KING),)
        yield ("one", "two")
    elif value is None:
        yield from (4, Shieldwall(), Die(faces=3, pieces=PieceSet.ALL, allows=Roll.ODD), Side.DEFENDERS)
    elif not isinstance(value, Board):
        for field in attrs.fields(value.__class__):
            for other in others(getattr(value, field.name)):
                yield attrs.evolve(value, **{field.name: other})
        yield None


def test_every_option_of_every_class_comes_back() -> None:
    base = variants.BRANDUBH.evolve(berserk=Berserk.MUST_CAPTURE, exit_fort=True)
    met: set[str] = set()
    for name in (field.name for field in attrs.fields(Ruleset)):
        for other in others(getattr(base, name)):
            try:
                rules = base.evolve(**{name: other})
            except RulesetError:
                continue
            if fields(rules) != fields(base):
                met.add(name)
                for notation in RULES.values():
                    assert fields(notation.parse_rules(notation.format_rules(rules))) == fields(rules)
    assert met == {field.name for field in attrs.fields(Ruleset)} - {"size", "start", "extra_captures", "extra_endings"}


def test_what_is_as_usual_is_left_out() -> None:
    rules = Ruleset(name="plain", size=5, start="/2t2/5/t1K1t/5/2t2/")
    assert json.format_rules(rules) == (
        '{\n  "format": "hnefatafl ruleset 1",\n  "name": "plain",\n  "size": 5,\n  "start": "/2t2/5/t1K1t/5/2t2/"\n}\n'
    )
    named = attrs.evolve(rules.throne or Zone(name="", squares=Region.NONE), name="castle")
    assert '"throne": {"name": "castle"}' in json.format_rules(rules.evolve(throne=named))
    assert '"shieldwall": {}' in json.format_rules(rules.evolve(shieldwall=Shieldwall()))


def test_everything_may_be_said() -> None:
    text = """{"format": "hnefatafl ruleset 1", "version": 1, "escape": "corners", "size": 5, "name": "plain",
        "start": [". . t . .", ". . . . .", "t . K . t", ". . . . .", ". . t . ."], "king_die": "none",
        "speed": {"king": null, "attackers": null}, "hammer": ["attackers", "king", "defenders"], "zones": [],
        "throne": {"name": "throne", "squares": "centre", "stop": ["king"], "enter": "all", "cross": "all"}}"""
    assert json.parse_rules(text) == Ruleset(name="plain", size=5, start="/2t2/5/t1K1t/5/2t2/")


@pytest.mark.parametrize(
    ("pieces", "written"),
    [
        (PieceSet.NONE, '"none"'),
        (PieceSet.ALL, '"all"'),
        (PieceSet.KING, '"king"'),
        (PieceSet.MEN, '"men"'),
        (PieceSet.ATTACKERS | PieceSet.KING, '["attackers", "king"]'),
    ],
)
def test_sets_of_pieces_have_the_shortest_names(pieces: PieceSet, written: str) -> None:
    rules = variants.BRANDUBH.evolve(edge_hostile=pieces, hammer=pieces ^ PieceSet.ALL)
    text = json.format_rules(rules)
    assert f'"edge_hostile": {written}' in text or pieces is PieceSet.NONE
    assert json.parse_rules(text) == rules


class TestBases:
    """A ruleset may be another one with changes."""

    def test_it_is_evolved(self) -> None:
        text = 'name = "mine"\nbase = "Copenhagen"\nescape = "edge"\nshieldwall = "none"\nfirst = "none"'
        rules = toml.parse_rules(text)
        expected = variants.COPENHAGEN.evolve(name="mine", escape=Region.EDGE, shieldwall=None, first=None)
        assert fields(rules) == fields(expected)
        assert (rules.origin, rules.source, rules.version) == ("copenhagen", "", 1)

    @pytest.mark.parametrize(
        ("written", "options"),
        [
            ({}, {}),
            ({"escape": "edge"}, {"escape": Region.EDGE}),
            ({"escape": "a1, a7, g1, g7"}, {"escape": Region.CORNERS}),
            ({"name": "Old brandubh"}, {"name": "Old brandubh"}),
            (
                {"name": "House", "king": "weak", "source": "the house", "version": 3},
                {"name": "House", "king": KingStrength.WEAK, "source": "the house", "version": 3},
            ),
            ({"notes": "None.", "aliases": ["b"]}, {"notes": "None.", "aliases": ("b",)}),
            ({"king": "weak", "origin": "elsewhere"}, {"king": KingStrength.WEAK, "origin": "elsewhere"}),
        ],
        ids=repr,
    )
    def test_a_base_is_labelled_as_evolve_labels(self, written: dict[str, Any], options: dict[str, Any]) -> None:
        expected = variants.BRANDUBH.evolve(**options)
        whole = {"base": "brandubh", **written}
        for read, text in ((json.parse_rules, dumps(whole)), (toml.parse_rules, tomli_w.dumps(whole))):
            rules = read(text)
            assert rules == expected
            assert {name: getattr(rules, name) for name in LABELS} == {name: getattr(expected, name) for name in LABELS}

    @pytest.mark.parametrize("notation", RULES)
    def test_the_origin_is_kept(self, notation: str) -> None:
        rules = variants.BRANDUBH.evolve(escape=Region.EDGE)
        assert fields(RULES[notation].parse_rules(RULES[notation].format_rules(rules))) == fields(rules)
        assert fields(pickle.loads(pickle.dumps(rules))) == fields(rules)

    def test_tables_change_what_they_name(self) -> None:
        base = variants.SAAMI_TABLUT
        rules = toml.parse_rules('name = "mine"\nbase = "saami-tablut"\n[throne]\ncross = "king"\n[speed]\nking = 1')
        assert base.throne is not None
        expected = attrs.evolve(base.throne, cross=PieceSet.KING)
        assert (rules.throne, rules.speed) == (expected, Speed(king=1))
        # Where the base has none, they change the usual one.
        rules = toml.parse_rules('name = "mine"\nbase = "sea-battle-9"\n[throne]\nname = "seat"\n[shieldwall]')
        usual = Ruleset(name="x", size=5, start="/2t2/5/t1K1t/5/2t2/")
        assert (rules.throne, rules.shieldwall) == (usual.throne, Shieldwall())
        assert (rules.throne and rules.throne.name) == "seat"

    @pytest.mark.parametrize("lines", ["", "[speed]\nking = 1\n", "[throne]\ncross = 'king'\n"])
    def test_its_changed_copy_is_validated_once(self, monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
        variants.get("brandubh")
        toml.parse_rules("base = 'copenhagen'\nking = 'weak'")  # makes the converter
        validated: list[str] = []

        def note(rules: Ruleset) -> None:
            validated.append(rules.name)

        monkeypatch.setattr(Ruleset, "__attrs_post_init__", note)
        assert toml.parse_rules(f"name = 'mine'\nbase = 'brandubh'\nescape = 'edge'\nking = 'weak'\n{lines}")
        assert validated == ["mine"]

    def test_functions_of_the_base_stay(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nobody(board: Board, move: Move, side: Side, position: Position) -> tuple[()]:
            return ()

        base = variants.BRANDUBH.evolve(name="base", extra_captures=(nobody,))

        def get(name: str) -> Ruleset:
            return base

        monkeypatch.setattr(variants, "get", get)
        rules = json.parse_rules('{"name": "mine", "base": "base", "escape": "edge"}')
        assert rules == base.evolve(name="mine", escape=Region.EDGE)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"size": 7, "start": "/3t3/7/7/t1tK3/7/3t3/7/"}', "name: is missing"),
            ('{"name": "x", "base": "brandub-7"}', "base: no ruleset is named 'brandub-7'; did you mean brandubh?"),
            ('{"name": "x", "base": ["brandubh"]}', "base: the name of a ruleset was expected"),
            ('{"name": "x", "base": null}', "base: the name of a ruleset was expected"),
        ],
    )
    def test_faults(self, text: str, said: str) -> None:
        assert reasons(json.parse_rules, text) == (said,)


def test_the_former_name_of_the_die() -> None:
    """``king_die`` was the number of faces of the king's die."""
    six = json.parse_rules('{"base": "brandubh", "king_die": 6}')
    assert six.die == Die(faces=6)
    assert toml.parse_rules('base = "brandubh"\nking_die = 6\n') == six
    assert json.parse_rules('{"base": "hnefatafl-11-dice", "king_die": "none"}').die is None
    ruleset = {**loads(json.format_rules(six)), "king_die": 2, "name": "two"}
    fault = "king_die: there is no such name; did you mean die (its faces, its pieces and what it allows)?"
    assert reasons(json.parse_rules, dumps(ruleset)) == (fault,)
    del ruleset["die"]
    assert json.parse_rules(dumps(ruleset)).die == Die(faces=2)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('name = "mine"\nbase = \n', 2, 8),
        ('name = "mine"\r\n\r\nbase = ?\r\n', 3, 8),
        ('\N{ZERO WIDTH NO-BREAK SPACE}name = "mine"\nbase\n', 2, 5),
        ('start = """\n. . t\n. K .\n"""\nbase = "brandubh\n', 5, 17),
        ('name = "mine"\nbase = "brandubh', 2, 17),
        ('name = "mine"\n' + "a." * 40 + "b = 1", 2, 64),
    ],
)
def test_errors_in_toml_name_their_line(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        toml.parse_rules(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert f"(line {line}, column {column})" in str(caught.value)


def test_all_faults_are_told_with_their_paths() -> None:
    text = """
        name = 7
        size = "seven"
        start = "/3t3/"
        first = "white"
        hammer = ["king", "knigths"]
        joint_capture = 1
        king_die = true
        excape = "edge"
        escape = "edge + z1"
        quiet_limit = 1.5
        aliases = "x"
        notes = 1979-05-27
        throne = "centre"
        repetition.count = "3"
        repetition.counts = 3
        [[zones]]
        name = "moat"
        stop = "folk"
        [[zones]]
        squares = 3
    """
    assert sorted(reasons(toml.parse_rules, text)) == [
        "aliases: a list was expected, not 'x'",
        "die.faces: a whole number was expected, not True",
        "escape: a square or one of none, centre, corners, edge, board was expected (line 1, column 8), in 'edge + z1'",
        "excape: there is no such name; did you mean escape?",
        "first: one of attackers, defenders or \"none\" was expected, not 'white'; did you mean defenders?",
        "hammer: the name of a set of pieces was expected, not 'knigths'; did you mean knights?",
        "joint_capture: true or false was expected, not 1",
        "name: a text was expected, not 7",
        "notes: a text was expected, not datetime.date(1979, 5, 27)",
        'quiet_limit: a whole number or "none" was expected, not 1.5',
        "repetition.count: a whole number was expected, not '3'",
        "repetition.counts: there is no such name; did you mean count?",
        "size: a whole number was expected, not 'seven'",
        "start: 5 to 21 ranks were expected, not 1 (line 1, column 2), in '/3t3/'",
        "throne: names with their values or \"none\" was expected, not 'centre'",
        "zones[0].squares: is missing",
        "zones[0].stop: the name of a set of pieces was expected, not 'folk'",
        "zones[1].name: is missing",
        "zones[1].squares: a text was expected, not 3",
    ]


def test_very_many_faults_are_counted() -> None:
    found = reasons(json.parse_game, '{"ruleset": "brandubh", "moves": [' + ", ".join(["1"] * 1000) + "]}")
    assert len(found) == 21
    assert found[-1] == "and 80 more faults or more"


def test_contradictions_are_those_of_rulesets() -> None:
    with pytest.raises(RulesetError) as caught:
        json.parse_rules('{"name": "x", "base": "brandubh", "throne": null, "fewest_attackers": 9}')
    assert len(caught.value.reasons) == 2
    # So they are in a position and in a game.
    inner = '"ruleset": {"name": "x", "base": "brandubh", "throne": null}'
    for read, rest in (
        (json.parse_game, ""),
        (json.parse_position, ', "setup": {"board": "/5/5/5/5/5/", "turn": "attackers"}'),
    ):
        with pytest.raises(RulesetError):
            read(f"{{{inner}{rest}}}")


def test_functions_cannot_be_written() -> None:
    def alone(board: Board, turn: Side, position: Position) -> None:
        return None

    rules = variants.BRANDUBH.evolve(extra_endings=[alone])
    writers: list[tuple[Callable[[], str], str]] = [
        (lambda: json.format_rules(rules), "JSON"),
        (lambda: toml.format_rules(rules), "TOML"),
        (lambda: json.format_position(Position.initial(rules)), "JSON"),
        (lambda: json.format_game(Game(ruleset=rules)), "JSON"),
    ]
    for write, name in writers:
        with pytest.raises(NotExpressibleError, match=f"^{name} cannot express: extra_endings; register the "):
            write()


@pytest.mark.parametrize("kind", ["ruleset", "position", "game"])
def test_heads(kind: str) -> None:
    read = {"ruleset": json.parse_rules, "position": json.parse_position, "game": json.parse_game}[kind]
    said = f"format: 'hnefatafl {kind} 1' was expected, not 'hnefatafl {kind} 2'"
    assert reasons(read, f'{{"format": "hnefatafl {kind} 2"}}') == (said,)


# ------------------------------------------------------------------------------------------------------------ positions


@given(planted(), st.integers(0, 2**32))
def test_positions_come_back(plant: tuple[Ruleset, Board, Side], seed: int) -> None:
    """A position is its ruleset and what the rules ask of it now; its history is not written."""
    rules, board, turn = plant
    rules = rules.evolve(extra_captures=(), extra_endings=())
    position = Position.from_board(board, rules, turn)
    chance = random.Random(seed)
    for _ in range(3):
        if position.can_roll and rules.die is not None:
            position = position.roll(chance.randint(1, rules.faces))
        moves = position.legal_moves()
        if moves:
            position = position.play(chance.choice(moves), announce=False)
    text = json.format_position(position)
    again = json.parse_position(text)
    assert again == position
    assert (again.roll_pending, again.announced) == (position.roll_pending, position.announced)
    assert json.format_position(again) == text


def test_rolls_and_announcements() -> None:
    rules = variants.FOTEVIKEN_TABLUT.evolve(die=Die())
    position = Position.from_board(rules.start.put(hnefatafl.Square.parse("e4"), None), rules, Side.DEFENDERS)
    held = Position.from_board(position.board, rules, Side.ATTACKERS, announced=False)
    for each in (position, position.roll(5), held):
        assert json.parse_position(json.format_position(each)) == each
    assert '"roll": 5' in json.format_position(position.roll(5))
    assert rules.announcements == Announcements(way_out=Call.MUST, raichi=True, binding=True)


def test_words_for_announcements_are_refused() -> None:
    for words in ('"loud"', "1"):
        with pytest.raises(StructureError, match="announcements: "):
            json.parse_rules(f'{{"name": "x", "base": "tablut", "announcements": {words}}}')
    with pytest.raises(RulesetError, match="announcements bind only where a way out must be announced"):
        json.parse_rules('{"name": "x", "base": "tablut", "announcements": {"binding": true}}')


def test_a_position_keeps_no_history() -> None:
    """The glossary: "Neither keeps the earlier positions, on which repetitions depend, nor the number of moves since a
    capture: only a game does." """
    played = Position.initial(variants.BRANDUBH).play("d1-c1").play("d3-c3").play("c1-d1").play("c3-d3")
    again = json.parse_position(json.format_position(played))
    assert (played.repetitions, played.plies_since_capture) == (2, 4)
    assert (again.repetitions, again.plies_since_capture) == (1, 0)
    assert "Neither\n      keeps the earlier positions" in (
        Path(__file__).parents[3] / "docs" / "glossary.rst"
    ).read_text("utf-8")


def test_positions_that_cannot_be_played() -> None:
    with pytest.raises(InvalidSetupError):
        json.parse_position('{"ruleset": "brandubh", "setup": {"board": "/7/7/7/7/7/7/7/", "turn": "attackers"}}')
    with pytest.raises(InvalidSetupError):
        json.parse_game('{"ruleset": "brandubh", "start": {"board": "/5/5/5/5/5/", "turn": "attackers"}}')
    assert reasons(json.parse_position, '{"ruleset": "brandubj", "setup": {}}') == (
        "ruleset: no ruleset is named 'brandubj'; did you mean brandubh?",
        "setup.board: is missing",
        "setup.turn: is missing",
    )


# ---------------------------------------------------------------------------------------------------------------- games


@given(played_games())
def test_any_game_comes_back(game: Game) -> None:
    text = json.format_game(game)
    again = json.parse_game(text)
    assert again == game
    assert fields(again.ruleset) == fields(game.ruleset)
    assert json.format_game(again) == text


def test_real_games_come_back() -> None:
    for path in sorted(data_path("otg").glob("*.otg")):
        game = otn.parse_game(path.read_text("utf-8"))
        assert json.parse_game(json.format_game(game)) == game


def test_what_the_archive_says_comes_back() -> None:
    (game,) = archive.parse_games(["# c", "d1c1 c4-c2xc3xc3 ?? g4-g2 timeout,1,0,Black"][1:], variants.BRANDUBH)
    assert game.unparsed[0].message
    again = json.parse_game(json.format_game(game))
    assert again == game
    assert again.unparsed == (UnparsedToken(number=2, text="??"),)
    assert again.unparsed[0].message == game.unparsed[0].message


def test_moves_may_be_texts() -> None:
    text = (
        '{"ruleset": "brandubh", "moves": ["d1-c1", {"origin": "c4", "target": "c2", "note": {"glyph": "?!"}}, "d?"]}'
    )
    assert reasons(json.parse_game, text) == (
        "moves[2]: a square was expected, such as a1 or k11 (line 1, column 1), in 'd?'",
    )
    game = json.parse_game(text.replace(', "d?"', ', "g4-g2"'))
    assert list(map(str, game.moves)) == ["d1-c1", "c4-c2", "g4-g2"]
    assert game.replay().agrees


def test_the_start_and_its_shapes_come_back() -> None:
    shapes = '[{"origin": "d1", "target": "c1"}, {"origin": "d4", "colour": "red"}]'
    note = f'"note": {{"comment": "A game.", "shapes": {shapes}}}'
    game = json.parse_game(f'{{"ruleset": "brandubh", {note}}}')
    assert game.root.note == Note(comment="A game.", shapes=[Shape.parse("Gd1c1"), Shape.parse("Rd4")])
    written = json.format_game(game)
    assert note in " ".join(written.split()).replace("{ ", "{").replace(" }", "}").replace("[ ", "[").replace(" ]", "]")
    assert json.parse_game(written) == game
    for shape, said in (
        (
            '{"origin": "d1", "colour": "pink"}',
            r"shapes\[0\].colour: one of 'green', 'red', 'yellow', 'blue' was expected",
        ),
        ('{"origin": "v1"}', r"shapes\[0\].origin: a square was expected"),
        ('{"target": "d1"}', r"shapes\[0\].origin: is missing"),
    ):
        with pytest.raises(StructureError, match=said):
            json.parse_game(f'{{"ruleset": "brandubh", "note": {{"shapes": [{shape}]}}}}')
    with pytest.raises(RecordError, match="not from d1 to itself"):
        json.parse_game('{"ruleset": "brandubh", "note": {"shapes": [{"origin": "d1", "target": "d1"}]}}')


def test_games_that_do_not_hang_together() -> None:
    with pytest.raises(RecordError):
        json.parse_game('{"ruleset": "brandubh", "variations": [{"at": 3, "moves": ["d1-c1"]}]}')
    strange = Game(ruleset=variants.BRANDUBH, start=Position.initial(variants.TABLUT))
    with pytest.raises(NotExpressibleError, match="start"):
        json.format_game(strange)
    bad = RecordedMove(origin=hnefatafl.Square(0, 0), target=hnefatafl.Square(0, 1))
    many = Game(ruleset=variants.BRANDUBH, moves=[bad] * 3, variations=[Variation(at=1, moves=[bad])])
    assert json.parse_game(json.format_game(many)) == many


# ---------------------------------------------------------------------------------------------------------------- texts

CANONICAL = """
import hnefatafl
from hnefatafl import variants
from hnefatafl.notation import archive, json, toml
for name in variants.names():
    print(json.format_rules(variants.get(name)), toml.format_rules(variants.get(name)))
game, = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
print(json.format_game(game), json.format_position(game.initial_position))
"""


@pytest.mark.needs_host
def test_texts_are_the_same_in_every_process() -> None:
    root = str(Path(hnefatafl.__file__).parents[1])
    texts = {
        subprocess.run(
            [sys.executable, "-c", CANONICAL],
            env={**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 10_000


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("", "Expecting value", 1),
        ('{"name": "x"', "Expecting ',' delimiter", 13),
        ('{"name": "\0"}', "Invalid control character", 11),
        ('{"size": NaN}', "a number was expected", 10),
        ('{"size": -Infinity}', "a number was expected", 10),
        ('{"size": 7, "name": "x", "s\\u0069ze": 9}', "the key 'size' stands twice", 26),
        ('{"zones": [{"stop": "a", "stop": "a"}]}', "the key 'stop' stands twice", 26),
        ('{"name": "\\udfff"}', "a whole character was expected", 10),
        ('{"name": "\udfff"}', "a whole character was expected", 11),
        ("[" * 33, "at most 32 levels", 33),
        ('{"size": ' + "9" * 5000 + "}", "a number of fewer digits", 1),
        (" " * (json.MAX_LENGTH + 1), "at most 4,194,304 characters", json.MAX_LENGTH + 1),
    ],
)
def test_texts_that_are_no_json(text: str, said: str, column: int) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        json.parse_rules(text)
    assert (caught.value.column, caught.value.text) == (column, text)


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ('name = "x"\nsize == 7', "Invalid value", (2, 7)),
        ('name = "x"\r\nname = "y"', "Cannot overwrite a value", (2, 11)),
        ('name = "\0"', "Illegal character", (1, 9)),
        ('name = "x', "Unterminated string", (1, 10)),
        ("size = " + "9" * 5000, "a number of fewer digits", (1, 1)),
        ("d = 2020-02-31", "Invalid date", (1, 5)),
        ("zones = " + "[" * 30_000, "fewer lists and tables", (1, 1)),
        ("#" * (toml.MAX_LENGTH + 1), "at most 65,536 characters", (1, toml.MAX_LENGTH + 1)),
    ],
)
def test_texts_that_are_no_toml(text: str, said: str, place: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        toml.parse_rules(text)
    assert (caught.value.line, caught.value.column) == place


def test_marks_of_the_byte_order_are_left_out() -> None:
    text = 'name = "x"\nbase = "brandubh"'
    assert toml.parse_rules("\ufeff" + text) == json.parse_rules('\ufeff{"name": "x", "base": "brandubh"}')


def failure(read: Callable[[str], object], text: str) -> HnefataflError | None:
    """The declared error that comes of reading the text, or None if it can be read."""
    try:
        read(text)
    except HnefataflError as error:
        return error
    return None


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        to = min(to, at + chance.choice([0, 1, 1, 5, 40]))
        letters = "".join(chance.choices('{}[]",:=\\\n.-09aeuknot\0ü', k=chance.choice([0, 1, 3])))
        text = text[:at] + chance.choice([letters, text[at:to] * 2 + letters]) + text[to:]
    return text


@pytest.mark.parametrize("kind", ["json rules", "toml rules", "positions", "games"])
def test_only_declared_errors_come_out(kind: str) -> None:
    """What can still be read after a change can be written, and read again."""
    game = otn.parse_game(otn.format_game(Game(ruleset=otn.parse_rules(otn.format_rules(variants.TABLUT)))))
    game = attrs.evolve(game, tags={"event": "a game between two friends on a rainy evening, and its many words " * 9})
    game = game.add(map(Move.parse, ["d1-d3", "e3-b3", "e1-b1"])).add([Move.parse("a4-b4")])
    seeds: dict[str, tuple[str, Callable[[str], Any], Callable[[Any], str]]] = {
        "json rules": (json.format_rules(variants.ASHTON_TABLUT), json.parse_rules, json.format_rules),
        "toml rules": (toml.format_rules(variants.ASHTON_TABLUT), toml.parse_rules, toml.format_rules),
        "positions": (json.format_position(game.initial_position), json.parse_position, json.format_position),
        "games": (json.format_game(game), json.parse_game, json.format_game),
    }
    seed, read, write = seeds[kind]
    chance = random.Random(7)
    good = 0
    for _ in range(300):
        text = mutated(seed, chance)
        error = failure(read, text)
        assert error is None or str(error)
        if error is None:
            good += 1
            value = read(text)
            assert read(write(value)) == value
    assert 10 < good < 290


HUGE = {
    "regions": '{"name": "x", "base": "brandubh", "escape": "' + "a1 + b1 + " * 50_000 + 'a1"}',
    "brackets": '{"name": "x", "base": "brandubh", "escape": "' + "(" * 500_000 + '"}',
    "pieces": '{"name": "x", "base": "brandubh", "hammer": [' + '"king", ' * 100_000 + '"king"]}',
    "board": '{"name": "x", "base": "brandubh", "start": "' + "t" * 1_000_000 + '"}',
    "keys": "{" + ", ".join(f'"k{n}": 1' for n in range(20_000)) + "}",
    "moves": '{"ruleset": "brandubh", "moves": [' + '"d1-c1", ' * 20_000 + '"x"]}',
    "quotes": '"' * 1_000_000,
    "escaped quotes": '{"' + '\\"' * 400_000 + "\\",
    "escapes": '{"name": "' + "\\u0061" * 200_000 + '"',
}


@pytest.mark.parametrize("kind", HUGE)
def test_huge_texts_fail_soon(kind: str) -> None:
    read = json.parse_game if kind == "moves" else json.parse_rules
    error = failure(read, HUGE[kind])
    assert len(str(error)) < 4_000
    assert (error is None) == (kind == "pieces")
