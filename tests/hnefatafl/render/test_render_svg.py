"""Pictures: valid, told apart without colour, and the same every time."""

from __future__ import annotations

import itertools
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, get_args
from xml.etree import ElementTree

import pytest
from animating import frames
from hypothesis import given
from hypothesis import strategies as st
from sweeping import SWEPT

from hnefatafl import (
    Berserk,
    Board,
    Kind,
    Move,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Side,
    Square,
    Symmetry,
    Zone,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, MissingExtraError, PictureError
from hnefatafl.notation import archive
from hnefatafl.play import PlayedMove
from hnefatafl.records import Colour, Game, Note, Shape
from hnefatafl.render.alt import alt_text, effects
from hnefatafl.render.png import animation, png
from hnefatafl.render.svg import MAX_MOVES, missing, move_pictures, svg
from hnefatafl.render.themes import LIGHT, THEMES, Theme
from hnefatafl.testing import strategies

DATA: Final = Path(__file__).parents[2] / "data"
SVG: Final = "{http://www.w3.org/2000/svg}"
EVERYBODY: Final = Board.parse("""
    . . t c n m g
    . . . . . . .
    . . T C N M G
    . . . . . . .
    K . . . . . .
    . . . . . . .
    . . . . . . .
""")
CAPTURE: Final = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)


def sq(name: str) -> Square:
    return Square.parse(name)


def read(picture: str) -> ElementTree.Element:
    """The picture as an XML parser takes it."""
    return ElementTree.fromstring(picture)


def groups(picture: str, name: str) -> Iterator[ElementTree.Element]:
    return (group for group in read(picture).iter(f"{SVG}g") if group.get("class") == name)


def paths(picture: str, name: str) -> list[str]:
    """The paths of the groups of that class."""
    return [path.get("d", "") for group in groups(picture, name) for path in group.iter(f"{SVG}path")]


def starts(data: str) -> list[tuple[float, float]]:
    """Where the parts of a path begin."""
    return [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", data)]


def shape(piece: Piece) -> tuple[str, ...]:
    """How a piece looks, without its place and its colours."""
    picture = svg(Board(5, {sq("a1"): piece}))
    drawn = [paths(picture, name) for name in ("attackers", "defenders", "attackers-emblems", "defenders-emblems")]
    return tuple(re.sub(r"M\S+ \d+", "", path) for group in drawn for path in group)


# ------------------------------------------------------------------------------------------------- what a picture is


@pytest.mark.parametrize("name", SWEPT)
def test_every_ruleset_is_drawn_in_every_theme(name: str) -> None:
    rules = variants.get(name)
    for theme in THEMES:
        picture = svg(rules, theme=theme)
        root = read(picture)
        assert root.get("role") == "img"
        assert root.get("class") == f"tafl {theme}"
        assert (root[0].tag, root[1].tag) == (f"{SVG}title", f"{SVG}desc")
        assert root[0].text == f"{rules.name}, the start"
        assert root[1].text == alt_text(rules)
        # Nothing that other pictures of a page could clash with, and nothing to be fetched.
        assert not any({"id", "href", "style"} & set(element.keys()) for element in root.iter())
        assert {element.tag.removeprefix(SVG) for element in root.iter()} == {"svg", "title", "desc", "g", "path"}
        assert len(picture) < 6000 + 110 * len(rules.start)


@st.composite
def any_board(draw: st.DrawFn) -> Board:
    size = draw(st.integers(5, 21))
    squares = st.builds(Square, st.integers(0, size - 1), st.integers(0, size - 1))
    return Board(size, draw(st.dictionaries(squares, st.sampled_from(PieceSet.ALL.pieces), max_size=40)))


@given(any_board(), st.sampled_from(Symmetry))
def test_every_piece_stands_where_the_board_has_it(board: Board, orientation: Symmetry) -> None:
    picture = svg(board, orientation=orientation)
    found: dict[Square, tuple[str, Side]] = {}
    for side in Side:
        for group in groups(picture, side.value):
            for path in group:
                ((x, y),) = starts(path.get("d", ""))
                shown = Square(int(x // 20), board.size - 1 - int(y // 20))
                kind, name = path.get("class", "").split()
                assert orientation.inverse.apply(shown, board.size) == sq(name)
                found[sq(name)] = (kind, side)
    assert found == {square: (piece.kind.value, piece.side) for square, piece in board.items()}


def test_the_largest_picture_is_bounded() -> None:
    full = Board(21, {Square(file, rank): Piece.parse("N") for file in range(21) for rank in range(21)})
    assert len(svg(full)) < 110_000


def test_pieces_differ_by_shape_alone() -> None:
    for one, other in itertools.combinations(PieceSet.ALL.pieces, 2):
        assert shape(one) != shape(other), (one, other)
    # The sides by their outlines already.
    outlines = {side: {shape(piece)[0] for piece in PieceSet.MEN.pieces if piece.side is side} for side in Side}
    assert not outlines[Side.ATTACKERS] & outlines[Side.DEFENDERS]


def test_zones_of_one_meaning_share_a_pattern_and_others_have_their_own() -> None:
    camps = svg(variants.FOTEVIKEN_TABLUT)
    assert len({re.sub(r"M\d+ \d+", "", path)[:20] for path in paths(camps, "zone-sign")}) == 1
    assert sorted(title.text or "" for group in groups(camps, "zone") for title in group.iter(f"{SVG}title")) == [
        "east camp", "north camp", "south camp", "west camp",
    ]  # fmt: skip
    zones = [Zone(name="one", squares=Region.of("b2")), Zone(name="two", squares=Region.of("c2"), cross=PieceSet.NONE)]
    drawn = paths(svg(variants.BRANDUBH.evolve(zones=zones)), "zone-sign")
    assert len({re.sub(r"M\d+ \d+", "", path) for path in drawn}) == 2
    assert len(paths(svg(variants.BRANDUBH), "corners-sign")) == len(paths(svg(variants.BRANDUBH), "throne-sign")) == 1
    assert not list(groups(svg(variants.SEA_BATTLE_9), "throne"))


@pytest.mark.parametrize(
    ("rules", "sides"),
    [
        (variants.BRANDUBH, 8),  # two at each corner
        (variants.TABLUT, 36),
        (variants.FOTEVIKEN_TABLUT, 24),  # not beside the camps
        (variants.BRANDUBH.evolve(escape=Region.of("b2")), 4),  # around it
    ],
)
def test_the_ways_out_are_drawn(rules: Ruleset, sides: int) -> None:
    assert sum(len(starts(path)) for path in paths(svg(rules), "way-out")) == sides


# ------------------------------------------------------------------------------------------------------ what is on it


def test_the_last_move_is_lit_and_bracketed() -> None:
    after = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1"))
    for name in ("moved", "brackets"):
        assert [starts(path) for path in paths(svg(after), name)] == [[(60, 120), (40, 120)]]


def test_a_play_shows_what_it_took_and_who_took_it() -> None:
    picture = svg(CAPTURE.explain(Move.parse("b3-c3")))
    assert [starts(path) for path in paths(picture, "crosses")] == [[(50, 110)]]
    assert [starts(path) for path in paths(picture, "lost")] == [[(50, 110)]]
    assert paths(picture, "ties") == ["M50 110l0 20M50 110l0 -20"]
    assert len(paths(picture, "arrows")) == 1


@given(strategies.planted())
def test_plays_of_every_kind_are_drawn(planted: strategies.Planted) -> None:
    rules, board, turn = planted
    position = Position.from_board(board, rules, turn)
    if position.can_roll:
        position = position.roll(1)
    plays = [position.explain(move) for move in position.legal_moves()[:30]]
    for play in sorted(plays, key=lambda play: -len(play.captures))[:2]:
        picture = svg(play, legal=play.move.target)
        crossed = {point for path in paths(picture, "crosses") for point in starts(path)}
        gone = {capture.square for capture in play.captures} - play.turned
        middles = {(square.file * 20 + 10, (board.size - 1 - square.rank) * 20 + 10) for square in gone}
        assert crossed == middles
        assert (read(picture)[1].text or "").startswith(f"A board of {board.size} files")


def test_a_captured_king_is_crossed_where_he_stands() -> None:
    position = Position.parse("/2t4/1tKt3/7/2t4/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    play = position.explain(Move.parse("c4-c3"))
    assert play.after.outcome is not None
    assert [starts(path) for path in paths(svg(play), "crosses")] == [[(50, 110)]]
    assert not paths(svg(play), "lost")


def test_a_mercenary_who_changes_sides_is_ringed() -> None:
    position = Position.parse("/2t4/2M4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    play = position.explain(Move.parse("b3-c3"))
    picture = svg(play)
    assert not paths(picture, "crosses")
    assert [starts(path) for path in paths(picture, "marks")] == [[(50, 110)]]
    assert "On c2 a mercenary changes sides." in alt_text(play)


def test_legal_moves_of_a_piece() -> None:
    picture = svg(CAPTURE, legal=sq("b3"))
    moves = [move.target for move in CAPTURE.legal_moves() if move.origin == sq("b3")]
    assert "From b3 the legal moves are to a3, b1, b2, b4, b5, b6, b7, c3 (capturing), d3" in (
        read(picture)[1].text or ""
    )
    (drawn,) = paths(picture, "legal")
    assert len(starts(drawn)) == len(moves)
    assert "there is no legal move" in (read(svg(CAPTURE, legal=sq("a4")))[1].text or "")


def test_arrows_marks_and_captured_pieces() -> None:
    marks: dict[Square, Any] = {sq("a1"): "circle", sq("b1"): "square", sq("c1"): "triangle", sq("d1"): "cross"}
    picture = svg(
        EVERYBODY, marks=marks, arrows=[Move.parse("a1-b3")], captured=[Piece.DEFENDER, *[Piece.ATTACKER] * 2]
    )
    assert (read(picture)[1].text or "").endswith(
        "Arrows: a1 to b3. Marked: a1 (circle), b1 (square), c1 (triangle), d1 (cross). "
        "Captured: 2 attackers, 1 defender."
    )
    assert [starts(path) for path in paths(picture, "marks")] == [[(10, 130)], [(30, 130), (50, 130), (70, 130)]]
    assert len([path for path in read(picture).iter(f"{SVG}path") if "captured" in path.get("class", "")]) == 2
    assert svg(EVERYBODY, marks=[sq("a1")]) == svg(EVERYBODY, marks={sq("a1"): "circle"})


def test_signs_leave_the_pieces_to_be_seen() -> None:
    # A ring lies below the pieces: above, it would round a square one off.
    order = [group.get("class") for group in read(svg(EVERYBODY, marks=list(EVERYBODY))).iter(f"{SVG}g")]
    assert order.index("marks") < order.index("attackers")
    # An arrow ends at the outlines, even between neighbours.
    for arrow in ("c7-d7", "c7-c5", "d7-e5"):
        (drawn,) = paths(svg(EVERYBODY, arrows=[Move.parse(arrow)]), "arrows")
        points = [tuple(map(float, point.split())) for point in re.findall(r"[\d.]+ [\d.]+", drawn)]
        for name in arrow.split("-"):
            x, y = sq(name).file * 20 + 10, (6 - sq(name).rank) * 20 + 10
            assert min((px - x) ** 2 + (py - y) ** 2 for px, py in points) > 6.5**2
    # The emblem of a captured piece stands free of the cross.
    knight = Position.parse("/2t4/2N4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    play = knight.explain(Move.parse("b3-c3"))
    soldier = CAPTURE.explain(Move.parse("b3-c3"))
    assert len(paths(svg(play), "lost-emblems")) == 1
    assert paths(svg(soldier), "lost-emblems") == []
    assert paths(svg(play), "crosses") != paths(svg(soldier), "crosses")


def test_every_captor_of_a_row_is_tied_to_it_along_the_lines() -> None:
    record = "/4tTTT2t/5ttt3/11/11/11/5K5/11/11/11/11/5t5/"
    play = Position.parse(record, variants.COPENHAGEN, Side.ATTACKERS).explain(Move.parse("k1-i1"))
    (drawn,) = paths(svg(play), "ties")
    ties = [(int(x), int(y), int(dx), int(dy)) for x, y, dx, dy in re.findall(r"M(\d+) (\d+)l(\S+) ([-\d]+)", drawn)]
    assert all(dx == 0 or dy == 0 for _, _, dx, dy in ties)
    captors = {(s.file * 20 + 10, (10 - s.rank) * 20 + 10) for capture in play.captures for s in capture.captors}
    assert {(x + dx, y + dy) for x, y, dx, dy in ties} == captors


def test_a_game_shows_its_last_position_and_what_was_captured() -> None:
    (game,) = archive.parse_games(["d1-c1 c4-c2 g4-g2,0,0,Ongoing"], variants.BRANDUBH)
    assert read(svg(game))[0].text == "brandubh, after 3 plies"
    lost = Game(ruleset=variants.BRANDUBH, start=CAPTURE).add([Move.parse("b3-c3")])
    assert "Captured: 1 defender." in svg(lost)
    by_lot = variants.BRANDUBH.evolve(first=None)
    assert read(svg(Game(ruleset=by_lot)))[0].text == "brandubh, changed, the start"


def test_who_is_missing() -> None:
    before = Board(7, {sq("a1"): Piece.parse("m"), sq("b1"): Piece.ATTACKER, sq("c1"): Piece.parse("M")})
    after = Board(7, {sq("a1"): Piece.parse("M"), sq("c1"): Piece.parse("M")})
    assert missing(before, after) == (Piece.ATTACKER,)
    assert missing(before, Board(7)) == (Piece.ATTACKER, Piece.parse("m"), Piece.parse("M"))


def test_coordinates_turn_with_the_board() -> None:
    def labels(orientation: Symmetry) -> list[str]:
        """The signs below the board and at its left, by their strokes."""
        (data,) = paths(svg(Board(5), orientation=orientation), "labels")
        return [stroke for _, _, stroke in re.findall(r"M(-?[\d.]+) ([\d.]+)([^M]*)", data)]

    plain = labels(Symmetry.IDENTITY)
    files, ranks = plain[::2], plain[1::2]
    half = labels(Symmetry.ROTATE_180)
    assert (half[::2], half[1::2]) == (files[::-1], ranks[::-1])
    # Clockwise, the left edge becomes the top: the ranks stand below, and file a is the highest row.
    quarter = labels(Symmetry.ROTATE_90)
    assert (quarter[::2], quarter[1::2]) == (ranks, files[::-1])
    assert not list(groups(svg(Board(5), coordinates=False), "labels"))


def test_the_size_is_the_width() -> None:
    for size in (16, 480, 10_000):
        root = read(svg(EVERYBODY, size=size))
        assert root.get("width") == str(size)
        assert int(root.get("height", "")) >= size


def test_notebooks_draw_what_can_be_drawn() -> None:
    play = CAPTURE.explain(Move.parse("b3-c3"))
    for value in (CAPTURE, variants.BRANDUBH, Game(ruleset=variants.BRANDUBH), play):
        assert value._repr_svg_() == svg(value)


# ------------------------------------------------------------------------------------------------------------- words


def test_the_description_tells_everything() -> None:
    assert alt_text(EVERYBODY) == (
        "A board of 7 files and 7 ranks. "
        "Attackers: 1 soldier on c7; 1 commander on d7; 1 knight on e7; 1 mercenary on f7; 1 guard on g7. "
        "Defenders: the king on a3; "
        "1 soldier on c5; 1 commander on d5; 1 knight on e5; 1 mercenary on f5; 1 guard on g5."
    )
    play = CAPTURE.explain(Move.parse("b3-c3"))
    assert effects(play) == "b3-c3 captures the defender on c2: between two enemies (c1, c3)."
    assert alt_text(play).endswith(f"The move {effects(play)} The defenders are to move.")
    assert "South camp: d1, e1, e2, f1." in alt_text(variants.FOTEVIKEN_TABLUT)


HOSTILE: Final = "</title><script>alert(1)</script>&\x00\ud800\ufffe\x1b[31m\"'"


def test_texts_of_others_stay_texts() -> None:
    zone = Zone(name=HOSTILE, squares=Region.of("b2"))
    rules = variants.BRANDUBH.evolve(name=HOSTILE * 100, zones=[zone])
    for picture in (svg(rules), svg(rules, title=HOSTILE), svg(rules, theme=LIGHT.evolve(name=HOSTILE))):
        root = read(picture.encode().decode())
        assert not list(root.iter(f"{SVG}script"))
        assert "<script" not in picture
        assert len(root[0].text or "") <= 210
        assert "</title><script>" in (root[1].text or "")


# ----------------------------------------------------------------------------------------------------------- colours


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


GROUNDS: Final = ("ground", "throne", "corner", "zone", "moved")
TEXTS: Final = [("text", "page"), ("sign", "page"), ("attacker_ink", "attacker"), ("defender_ink", "defender")]
SHAPES: Final = [
    ("attacker", "defender"), ("line", "ground"), ("way_out", "page"), ("way_out", "ground"), ("sign", "halo"),
    *((f"{name}_ink", ground) for name in ("throne", "corner", "zone") for ground in (name, "moved")),
    *((name, ground) for name in ("sign", "text", "moved_ink") for ground in GROUNDS),
]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_contrasts_are_those_of_wcag_aa(theme: Theme) -> None:
    """ "4.5 to 1 for texts, 3 to 1 for everything else" """
    texts, shapes = (7, 4.5) if theme.name == "high-contrast" else (4.5, 3)
    assert [pair for pair in TEXTS if contrast(getattr(theme, pair[0]), getattr(theme, pair[1])) < texts] == []
    assert [pair for pair in SHAPES if contrast(getattr(theme, pair[0]), getattr(theme, pair[1])) < shapes] == []
    for side, ground in itertools.product(("attacker", "defender"), (*GROUNDS, "page")):
        seen = (getattr(theme, name) for name in (side, f"{side}_line"))
        assert max(contrast(colour, getattr(theme, ground)) for colour in seen) >= shapes, (side, ground)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_colours_of_shapes_are_seen_on_every_square(theme: Theme) -> None:
    colours = [getattr(theme, name) for name in get_args(Colour)]
    least = 4.5 if theme.name == "high-contrast" else 3
    assert len(set(colours)) == 4
    assert [c for c in colours for ground in GROUNDS if contrast(c, getattr(theme, ground)) < least] == []


def test_shapes_are_drawn_in_their_colours() -> None:
    shapes = [Shape.parse(text) for text in ("Gd1c1", "Re4", "Yd1", "Bg4g2")]
    start = Position.initial(variants.BRANDUBH)
    picture = svg(start, shapes=shapes)
    order = [group.get("class") for group in read(picture).iter(f"{SVG}g")]
    assert [name for name in order if name in get_args(Colour)] == ["red", "yellow", "green", "blue"]
    assert order.index("red") < order.index("attackers") < order.index("green"), "circles lie below the pieces"
    assert LIGHT.red in picture
    game = Game(ruleset=variants.BRANDUBH, note=Note(shapes=shapes))
    assert svg(game) == picture
    assert "red" not in svg(game.add("d1-c1"))
    assert svg(game.add("d1-c1").annotate("d1-c1", Note(shapes=shapes[1:2]))) == svg(
        start.play("d1-c1"), shapes=shapes[1:2]
    )
    with pytest.raises(PictureError, match="k11 lies off a board of size 7"):
        svg(start, shapes=[Shape.parse("Gd1k11")])
    with pytest.raises(ArgumentTypeError, match="shapes: a Shape was expected"):
        svg(start, shapes=["Gd1c1"])  # type: ignore[list-item]
    off = Game(ruleset=variants.BRANDUBH, note=Note(shapes=[Shape.parse("Gd1k11")]))
    assert svg(off) == svg(start)


def test_print_has_no_colours() -> None:
    colours = re.findall("#[0-9a-f]{6}", svg(variants.FOTEVIKEN_TABLUT, theme="print"))
    assert {colour for colour in colours if colour[1:3] != colour[3:5] or colour[3:5] != colour[5:7]} == set()


# ------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize("draw", [svg, alt_text])
def test_pictures_and_descriptions_refuse_alike(draw: Callable[..., str]) -> None:
    with pytest.raises(PictureError, match="only a bare board is told its ruleset"):
        draw(variants.BRANDUBH, ruleset=variants.BRANDUBH)


@pytest.mark.parametrize(
    ("subject", "options", "message"),
    [
        (EVERYBODY, {"theme": "drak"}, "there is no theme 'drak'; did you mean dark?"),
        (EVERYBODY, {"theme": "?"}, "did you mean light, dark, print, high-contrast, slate,"),
        (EVERYBODY, {"marks": [sq("h1")]}, "h1 lies off a board of size 7"),
        (EVERYBODY, {"marks": {sq("a1"): "star"}}, "a mark is one of circle, square, triangle, cross, not 'star'"),
        (EVERYBODY, {"arrows": [Move.parse("a1-a8")]}, "a8 lies off"),
        (EVERYBODY, {"arrows": [Move.of(sq("a1"), sq("a1"))]}, "not from a1 to itself"),
        (EVERYBODY, {"legal": sq("a3")}, "legal moves are those of a position"),
        (EVERYBODY, {"size": 15}, "16 to 10000 pixels wide, not 15"),
        (EVERYBODY, {"ruleset": variants.TABLUT}, "tablut is played on a board of size 9, not 7"),
        (CAPTURE, {"ruleset": variants.BRANDUBH}, "only a bare board is told its ruleset"),
    ],
)
def test_what_cannot_be_drawn_says_why(subject: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(PictureError, match=re.escape(message)):
        svg(subject, **options)


def test_colours_are_checked() -> None:
    with pytest.raises(PictureError, match="page: a colour such as #1a2b3c was expected, not 'red'"):
        LIGHT.evolve(page="red")
    with pytest.raises(PictureError, match="a theme has no paper"):
        LIGHT.evolve(paper="#ffffff")


# --------------------------------------------------------------------------------------------------------- snapshots

SNAPSHOTS: Final = {
    "picture-brandubh": lambda: svg(variants.BRANDUBH),
    "picture-pieces": lambda: svg(EVERYBODY, theme="dark", orientation=Symmetry.ROTATE_90, marks=[sq("a1")]),
    "picture-capture": lambda: svg(CAPTURE.explain(Move.parse("b3-c3")), theme="print", captured=[Piece.DEFENDER]),
}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_pictures_stay_as_they_are(name: str) -> None:
    """docs/contributing/generated.rst tells how to renew them after a change that is meant."""
    path = DATA / f"{name}.svg"
    picture = SNAPSHOTS[name]().replace("><", ">\n<") + "\n"
    if os.environ.get("TAFL_SNAPSHOTS") == "renew":
        path.write_text(picture, "utf-8")
    assert path.read_text("utf-8") == picture


# --------------------------------------------------------------------------------------------------------------- PNG


@pytest.mark.extra("png")
def test_a_png_is_as_wide_as_the_picture() -> None:
    picture = png(svg(variants.BRANDUBH, size=300))
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 300
    with pytest.raises(PictureError, match="this is no picture"):
        png("<svg")


def played(*moves: str) -> Game:
    """A game of these moves."""
    return Game(ruleset=variants.BRANDUBH).add([Move.parse(move) for move in moves])


def test_the_last_moves_are_drawn_one_by_one() -> None:
    game = played("d1-c1", "c4-c2", "d2-d1")
    start = Position.initial(variants.BRANDUBH)
    plays = game.replay().played_moves
    shown: list[Position | PlayedMove] = [start, *plays]
    assert move_pictures(game, theme="wood", size=200) == [svg(each, theme="wood", size=200) for each in shown]
    assert move_pictures(game, last=1) == [svg(plays[1].after), svg(plays[2])]
    assert move_pictures(played()) == [svg(start)]
    assert len(move_pictures(played("d1-c1", "a1-b1"))) == 2, "the moves before the illegal one"
    for wrong in (0, MAX_MOVES + 1):
        with pytest.raises(PictureError, match="1 to 100 moves"):
            move_pictures(game, last=wrong)


@pytest.mark.extra("png")
def test_an_animation_has_every_picture_and_a_still_one() -> None:
    drawn = move_pictures(played("d1-c1", "c4-c2"), size=64)
    pictures, seconds, still = frames(animation(drawn, seconds=0.5, last=2))
    assert seconds == [0.5, 0.5, 2]
    assert len(set(pictures)) == 3
    assert still == pictures[-1]
    assert pictures == [frames(animation([each]))[0][0] for each in drawn]


@pytest.mark.extra("png")
def test_what_makes_no_animation() -> None:
    one, other = (svg(variants.BRANDUBH, size=size) for size in (16, 17))
    with pytest.raises(PictureError, match="at least one picture"):
        animation([])
    with pytest.raises(PictureError, match="have one size"):
        animation([one, other])
    with pytest.raises(PictureError, match="this is no picture"):
        animation([one, "<svg"])
    for name, value in (("seconds", 0), ("seconds", float("nan")), ("last", 61)):
        with pytest.raises(ArgumentValueError, match=name):
            animation([one], **{name: value})
    with pytest.raises(PictureError, match="at most 100,000,000 pixels"):
        animation(iter(lambda: svg(variants.BRANDUBH, size=4000), ""))


def test_without_the_extra_there_is_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r'resvg_py: pip install "\.\[png\]"'):
        png(svg(variants.BRANDUBH))


def test_a_stop_is_no_target() -> None:
    rules = variants.BRANDUBH.evolve(name="berserk", berserk=Berserk.MAY_CAPTURE)
    within = Position.parse("/7/5Tt/7/7/2tT3/K6/4t2/", rules, Side.ATTACKERS).play("e7-e5")
    assert any(move.is_stop for move in within.legal_moves())
    told = read(svg(within, legal=sq("e5")))[1].text or ""
    assert "From e5 the legal moves are to e2 (capturing)." in told


def test_several_of_a_kind_are_written_as_such() -> None:
    board = Board.parse("/7/7/2tTt2/3K3/7/7/7/").put(sq("a2"), Piece(Side.ATTACKERS, Kind.MERCENARY))
    one = alt_text(board)
    two = alt_text(board.put(sq("a3"), Piece(Side.ATTACKERS, Kind.MERCENARY)))
    assert ("1 mercenary" in one or "mercenary on a2" in one, "mercenaries" in one, "mercenaries" in two) == (
        True,
        False,
        True,
    )
