"""Boards as SVG pictures.

Pictures are readable without colour: attackers are square and defenders round, every other kind of piece has an emblem,
and the throne, the corners and other zones have signs and patterns. Colours are added by a
:class:`theme <hnefatafl.render.themes.Theme>`. A thick dashed rim marks the squares where the king escapes.

A picture is one element without ids, scripts and style sheets, so one page can contain several. Its groups
have classes, by which the style sheet of a page can change them: ``ground``, ``throne``, ``corners``,
``zone`` (each also with ``-sign``), ``grid``, ``rim``, ``way-out``, ``moved``, ``brackets``, ``attackers``,
``defenders``, ``lost`` (each also with ``-emblems``), ``ties``, ``crosses``, ``legal``, ``marks``, ``arrows``,
``halo`` and ``labels``; the shapes of a note have their colour as a class, and each piece has those of its kind and its
square, such as ``soldier d4``. The words of :func:`~hnefatafl.render.alt.alt_text` are its description for screen
readers.

>>> from hnefatafl import Position, Square, variants
>>> start = Position.initial(variants.BRANDUBH)
>>> picture = svg(start, theme="dark", legal=Square.parse("d1"))
>>> picture[:57], len(picture) < 8000
('<svg xmlns="http://www.w3.org/2000/svg" class="tafl dark"', True)

Notebooks draw positions, rulesets, played moves and games automatically.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from hnefatafl.board import Move, Piece, Square, Symmetry
from hnefatafl.errors import PictureError
from hnefatafl.records import Game, Shape
from hnefatafl.render._canvas import Canvas, group, style_sheet
from hnefatafl.render._picture import Picture, missing
from hnefatafl.render._scene import Marking, Scene, Subject, describe_scene, scene_of
from hnefatafl.render.themes import Theme, find_theme
from hnefatafl.rules import RulesetLike, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.texts import shortened
from hnefatafl.support.words import as_member

__all__ = [
    "MAX_MOVES",
    "MAX_WIDTH",
    "MIN_WIDTH",
    "Marking",
    "Picture",
    "Subject",
    "missing",
    "move_pictures",
    "style_sheet",
    "svg",
]


MIN_WIDTH: Final = 16
"""The minimum width of a picture."""
MAX_WIDTH: Final = 10_000
"""The maximum width of a picture."""
MAX_MOVES: Final = 100
"""The maximum number of moves that are drawn one by one."""

_MARGIN: Final = 5
_LABELS: Final = 18
_SCALE: Final = 2


def svg(
    subject: Subject,
    *,
    ruleset: RulesetLike | None = None,
    theme: Theme | str = "light",
    orientation: Symmetry | str = Symmetry.IDENTITY,
    coordinates: bool = True,
    size: int | None = None,
    arrows: Iterable[Move | str] = (),
    marks: Mapping[Square, Marking] | Mapping[str, Marking] | Iterable[Square | str] = (),
    shapes: Iterable[Shape] = (),
    legal: Square | str | None = None,
    captured: Iterable[Piece] = (),
    title: str | None = None,
) -> Picture:
    """Draw a picture.

    The output is deterministic: equal arguments give the same text. :meth:`Picture.save` writes it into a file.

    >>> svg("brandubh", theme="print", size=300)[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" class="tafl print"'

    Arguments:
        subject: what to draw: a board, a ruleset (its layout), a position (with the last move), a played move
            (with its arrow, the captured pieces, and lines to the capturing ones) or a game (its last position, the
            captured pieces, and the shapes of the last note). Boards and positions may be texts, rulesets names.
        ruleset: the ruleset whose zones are drawn on a plain board.
        theme: the colours, or the name of one of the :data:`themes <hnefatafl.render.themes.THEMES>`.
        orientation: the rotation or mirroring of the board, or its name, such as ``rotate_90``; by default a1 is lower
            left.
        coordinates: whether the names of files and ranks are shown.
        size: the width of the whole picture in pixels; by default 40 per square.
        arrows: arrows between any two squares.
        marks: squares to mark with circles, or a mapping of squares to circle, square, triangle or cross.
        shapes: the arrows and circles of a note (:attr:`Note.shapes <hnefatafl.records.Note.shapes>`), in their
            colours.
        legal: the square of a piece whose legal moves are shown: dots, and rings where it captures.
        captured: pieces to show below the board, as returned by :func:`missing`.
        title: what the picture is called, instead of the ruleset and how the position came about.

    Raises:
        PictureError: the theme is unknown, a square is off the board, or the size is out of bounds.
    """
    ruleset = optional_ruleset(ruleset)
    check("size", size, int, optional=True)
    if size is not None and not MIN_WIDTH <= size <= MAX_WIDTH:
        raise PictureError(f"a picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide, not {size}")
    scene = scene_of(subject, ruleset).with_signs(arrows, marks, shapes, legal, captured)
    canvas = Canvas(
        size=scene.board.size, theme=find_theme(theme), orientation=as_member(orientation, Symmetry, "orientation")
    )
    left = _LABELS if coordinates else _MARGIN
    below = canvas.width + left
    beside, rows = canvas.beside(scene.captured, below)
    width, height = left + canvas.width + _MARGIN, _MARGIN + below + rows
    shown = _SCALE * width if size is None else size
    frame = f"-{left} -{_MARGIN} {width} {height}"
    page = f'<path d="M-{left}-{_MARGIN}h{width}v{height}h-{width}z"/>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tafl {escape(shortened(canvas.theme.name))}" role="img" ',
        f'viewBox="{frame}" width="{shown}" height="{round(shown * height / width)}">',
        f"<title>{escape(shortened(scene.title if title is None else title))}</title>",
        f"<desc>{escape(describe_scene(scene))}</desc>",
        group("page", canvas.theme, page),
        *_draw_board(scene, canvas),
        canvas.labels() if coordinates else "",
        beside,
        "</svg>",
    ]
    return Picture("".join(parts))


def move_pictures(
    game: Game,
    *,
    last: int = 10,
    theme: Theme | str = "light",
    orientation: Symmetry | str = Symmetry.IDENTITY,
    coordinates: bool = True,
    size: int | None = None,
) -> list[Picture]:
    """Draw the last moves of a game, all pictures of one size: the position before them, then each move.

    :func:`hnefatafl.render.png.animation` makes one animated picture of them. Of a record that departs from the rules,
    the moves before that are drawn.

    >>> from hnefatafl import Game, Move, variants
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1"), Move.parse("c4-c2")])
    >>> len(move_pictures(game)), len(move_pictures(game, last=1))
    (3, 2)

    Arguments:
        game: the game, of whose main line the moves are.
        last: how many moves at most, up to :data:`MAX_MOVES`.
        theme, orientation, coordinates, size: as for :func:`svg`.

    Raises:
        PictureError: the theme is unknown, or a number is out of bounds.
        InvalidSetupError: the ruleset leaves the first move to the lot, and the record has no start position.
    """
    check("game", game, Game)
    if not 1 <= last <= MAX_MOVES:
        raise PictureError(f"1 to {MAX_MOVES} moves are drawn one by one, not {last}")
    plays = game.replay().played_moves[-last:]
    shown: list[Subject] = [plays[0].before if plays else game.initial_position, *plays]
    return [svg(subject, theme=theme, orientation=orientation, coordinates=coordinates, size=size) for subject in shown]


def _draw_board(scene: Scene, canvas: Canvas) -> Iterable[str]:
    """Yield the layers of the board, the lowest first."""
    zones, signs = ("", "") if scene.rules is None else canvas.zones(scene.rules)
    turned = () if scene.play is None else sorted(scene.play.turned)
    ringed = [*turned, *(square for square, marking in scene.marks.items() if marking == "circle")]
    moved = None if scene.moved == Move.PASS else scene.moved
    bracketed = [] if moved is None else list(dict.fromkeys((moved.origin, moved.target)))
    if scene.legal is not None and scene.legal not in bracketed:
        bracketed.append(scene.legal)
    arrows = scene.arrows
    if scene.play is not None and not scene.play.move.is_stop:
        arrows = (scene.play.move, *arrows)
    yield canvas.ground()
    yield zones
    yield "" if moved is None else canvas.moved(moved)
    yield signs
    yield canvas.lines()
    yield "" if scene.rules is None else canvas.ways_out(scene.rules.escape)
    yield canvas.brackets(bracketed)
    yield "" if scene.play is None else canvas.ties(scene.play)
    # Above a square piece a ring would hide its corners and make it look round.
    yield canvas.marks(dict.fromkeys(ringed, "circle"))
    yield canvas.shapes((shape for shape in scene.shapes if shape.target is None), scene.board)
    yield canvas.men(scene.board)
    yield "" if scene.play is None else canvas.fallen(scene.play)
    yield canvas.targets(scene.targets)
    yield canvas.marks({square: marking for square, marking in scene.marks.items() if marking != "circle"})
    yield canvas.arrows(arrows, scene.board)
    yield canvas.shapes((shape for shape in scene.shapes if shape.target is not None), scene.board)
