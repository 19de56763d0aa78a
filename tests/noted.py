"""Games with notes and variations, for the tests of notations and of records."""

from __future__ import annotations

import random

import attrs
from hypothesis import strategies as st

from hnefatafl import Position, Side, Square, variants
from hnefatafl.notation import otn
from hnefatafl.records import Clock, Colour, Game, Glyph, Note, RecordedMove, Shape, record_move

PLAYED = [
    otn.parse_rules(otn.format_rules(variants.get(name)))
    for name in ("brandubh-opentafl", "tablut", "fetlar", "historical-13", "magpie", "tawlbwrdd")
]  # fmt: skip
WORDS = st.text(st.characters(exclude_characters="|]", exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(0, 99_999)
CLOCKS = st.builds(Clock, seconds=NUMBERS, overtimes=NUMBERS, overtime=NUMBERS, increment=NUMBERS)
GLYPHS: st.SearchStrategy[Glyph] = st.sampled_from(["", "!", "?", "!!", "??", "!?", "?!"])
COLOURS: st.SearchStrategy[Colour] = st.sampled_from(["green", "red", "yellow", "blue"])
SQUARES = st.builds(Square, st.integers(0, 20), st.integers(0, 20))
ENDS = st.lists(SQUARES, min_size=1, max_size=2, unique=True)


def make_shape(ends: list[Square], colour: Colour) -> Shape:
    """A circle around the first square, or an arrow to the second."""
    return Shape(origin=ends[0], target=ends[1] if len(ends) == 2 else None, colour=colour)


SHAPES = st.builds(make_shape, ENDS, COLOURS)
SHAPED = st.just(()) | st.lists(SHAPES, max_size=4).map(tuple)
NOTES = st.none() | st.builds(
    Note, comment=WORDS.map("c{}".format), clock=st.none() | CLOCKS, glyph=GLYPHS, shapes=SHAPED
)
ROOT_NOTES = st.none() | st.builds(Note, comment=WORDS.map("c{}".format), shapes=SHAPED)
NAMES = st.sampled_from(["event", "site", "date", "round", "time-control", "x y", "Zug"])
TAGS = st.dictionaries(NAMES, st.text(st.characters(exclude_characters="]", exclude_categories=["Cs"]), max_size=30))


@st.composite
def played_games(draw: st.DrawFn) -> Game:
    """Games of random legal moves with random variations, variations of these, comments, clocks and tags."""
    rules = draw(st.sampled_from(PLAYED))
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = Position.initial(rules)
    given: Position | None = None
    if draw(st.booleans()):
        given = Position.from_board(start.board, rules, draw(st.sampled_from(Side)))
        start = given
    game = Game(
        ruleset=rules,
        start=given,
        tags=draw(TAGS),
        note=draw(ROOT_NOTES),
        result=draw(st.sampled_from(["Black", "White", "Draw", "?", ""])),
    )
    for _ in range(draw(st.integers(0, 8))):
        at = chance.choice([game.root, *game.walk()])
        position = start
        for move in game.path(at):
            position = position.play(move.move, lenient=True)
        more: list[RecordedMove] = []
        for _ in range(draw(st.integers(1, 6))):
            legal = position.legal_moves()
            if not legal:
                break
            play = position.explain(chance.choice(legal))
            more.append(attrs.evolve(record_move(play), note=draw(NOTES)))
            position = play.after
        game = game.add(more, after=at)
    if draw(st.booleans()):
        game = attrs.evolve(
            game, ending="resigned", closing_comment=attrs.evolve(draw(NOTES) or Note(comment="c"), glyph="")
        )
    return game
