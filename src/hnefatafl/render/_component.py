"""The interactive board: its script, its style, and what it draws.

``static/board.js`` says what it takes and sends. Its host keeps the rules and answers with messages: first ``board``,
which stays the same, then a ``view`` of each place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from hnefatafl.board import Board, Move, Piece, PieceSet, Side, Symmetry
from hnefatafl.play import PlayedMove, PositionLike, as_position
from hnefatafl.render._canvas import (
    BRACKETS,
    CIRCLE,
    CROSS,
    EMBLEMS,
    MARKS,
    OPEN_CROSS,
    SQUARE,
    UNIT,
    Canvas,
    colours,
    solid,
    style_sheet,
    tied,
    zone_signs,
)
from hnefatafl.render.themes import LIGHT, LOOKS, Theme
from hnefatafl.rules import Ruleset, RulesetLike, Zone, as_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.texts import shortened
from hnefatafl.support.words import as_member


def special_squares(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the zones, and where the king escapes: each with its name, its rule for moves and its squares.

    >>> from hnefatafl import variants
    >>> for each in special_squares(variants.BRANDUBH):
    ...     print(each["name"], each["rule"], each["more"] or "-", sep="; ")
    throne; only the king may stop here; hostile to all pieces while empty
    corner; only the king may stop here; hostile to all pieces while empty
    way out; the king escapes here; -
    """
    rows: list[dict[str, Any]] = []
    for kind, zone, sign in reversed(zone_signs(rules)):
        name = "corner" if kind == "corners" else shortened(zone.name) or kind
        rule, more = _describe_moves(zone, rules, crosses=kind != "corners"), _describe_hostility(zone, rules)
        squares = sorted(square.name for square in zone.squares.squares(rules.size))
        rows.append({"kind": kind, "name": name, "rule": rule, "more": more, "sign": sign, "squares": squares})
    ways = sorted(square.name for square in rules.escape.squares(rules.size))
    if ways:
        words = {"name": "way out", "rule": "the king escapes here", "more": "", "sign": "h20"}
        rows.append({"kind": "way-out", **words, "squares": ways})
    return rows


def _describe_moves(zone: Zone, rules: Ruleset, *, crosses: bool) -> str:
    """Return who may stop, enter and cross, as far as not everybody may."""
    stop, enter, cross = (_name_pieces(pieces, rules) for pieces in (zone.stop, zone.stop & zone.enter, zone.cross))
    several = len(zone.squares.squares(rules.size)) > 1
    parts: list[str] = []
    if stop != "all pieces":
        parts.append(f"only {stop} may stop here" if stop else "no piece may stop here")
    if enter != stop and (several or not stop):
        parts.append(f"only {enter} may enter" if enter else "no piece may enter")
    if crosses and cross != "all pieces":
        parts.append(f"only {cross} may cross" if cross else "no piece may cross")
    return ", ".join(parts)


def _describe_hostility(zone: Zone, rules: Ruleset) -> str:
    always, empty = (
        _name_pieces(zone.hostile_always, rules),
        _name_pieces(zone.hostile_empty & ~zone.hostile_always, rules),
    )
    parts = [f"hostile to {always}"] if always else []
    return ", ".join([*parts, *([f"hostile to {empty} while empty"] if empty else [])])


def _name_pieces(pieces: PieceSet, rules: Ruleset) -> str:
    """Return pieces of the game in words; an empty text for none."""
    names = {
        "all pieces": PieceSet.ALL,
        "the king": PieceSet.KING,
        "the attackers": PieceSet.ATTACKERS,
        "the defenders": PieceSet.DEFENDERS,
        "the men": PieceSet.MEN,
    }
    meant = pieces & rules.pieces
    if not meant:
        return ""
    fitting = (name for name, those in names.items() if meant == those & rules.pieces)
    return next(fitting, ", ".join(f"the {piece}s" for piece in meant.pieces))


_MARGIN: Final = 4
"""The room around the board, for the marks where the king escapes."""
BOARD_SCRIPTS: Final = ("drawing.js", "panel.js", "board.js")
"""The scripts of the board itself."""
_NOT_ALONE: Final = re.compile(r"^(import .*\n|export (?!default)|// .*\n| +)", re.MULTILINE)
"""What a module needs only as a file of its own: imports, exports, comments and indentation."""


def component_file(name: str) -> str:
    """Return the text of a file of the component."""
    return files("hnefatafl.render").joinpath("static", name).read_text("utf-8")


def bundle_scripts(*names: str) -> str:
    """Return the board and scripts that use it as one module, for pages that load nothing."""
    return "".join(_NOT_ALONE.sub("", component_file(name)) for name in (*BOARD_SCRIPTS, *names))


def component_style(looks: Mapping[str, tuple[Theme, Theme]] | None = None) -> str:
    """Return the style sheet of the component: dark where the system is, or by the classes ``light`` and ``dark``.

    Arguments:
        looks: what the reader can choose from, the default first: a light and a dark theme each, by a name. By default
            those of the library.

    >>> ".tafl-board" in component_style()
    True
    """
    looks = LOOKS if looks is None else looks
    parts = [style_sheet(None, ".tafl-board .board"), f".tafl-board{{--tafl-looks:{' '.join(looks)}}}\n"]
    for number, (name, (light, dark)) in enumerate(looks.items()):
        which = f"[data-look={name}]" if number else ""
        parts += [
            _style_colours(light, which),
            f"@media screen and (prefers-color-scheme: dark) {{{_style_colours(dark, f'{which}:not(.light)')}}}",
            _style_colours(dark, f"{which}.dark"),
        ]
    return "".join([*parts, component_file("board.css")])


def _style_colours(theme: Theme, which: str) -> str:
    properties = ";".join(f"--tafl-{name}:{value}" for name, value in colours(theme).items())
    return f".tafl-board{which}{{{properties}}}\n"


def board_message(
    rules: RulesetLike,
    *,
    offers: Iterable[str] = (),
    orientation: Symmetry | str = Symmetry.IDENTITY,
    cores: int = 1,
    start: Board | None = None,
) -> dict[str, Any]:
    """Return what stays the same in a game: the empty board from both sides, and the shapes of the pieces.

    Arguments:
        rules: the ruleset.
        offers: what the host does at any place, such as ``hint``.
        orientation: the rotation or mirroring of the board.
        cores: how many cores an analysis may have.
        start: the board at the start of the game, by default that of the rules; its men are counted.

    >>> from hnefatafl import variants
    >>> board_message(variants.BRANDUBH)["men"]
    {'attackers': 8, 'defenders': 4}
    """
    check("start", start, Board, optional=True)
    rules, orientation = as_ruleset(rules, "rules"), as_member(orientation, Symmetry, "orientation")
    names = tuple(zone.name for zone in rules.all_zones)  # rulesets with other names for their zones are equal
    frame, grounds, zones = _draw_grounds(rules, orientation, names)
    return {
        "type": "board",
        "name": shortened(rules.name),
        "size": rules.size,
        "frame": frame,
        "grounds": grounds,
        "pieces": {piece.symbol: _draw_piece(piece) for piece in PieceSet.ALL.pieces},
        "shapes": {
            "square": SQUARE,
            "brackets": BRACKETS,
            "cross": CROSS,
            "open_cross": OPEN_CROSS,
            "circle": MARKS["circle"],
            "ring": CIRCLE,
        },
        "zones": zones,
        "men": _count_men(rules.start if start is None else start),
        "offers": [*offers],
        **({"cores": cores} if cores > 1 else {}),
    }


def _count_men(board: Board) -> dict[str, int]:
    """Return how many men the sides have; the king is none."""
    return {
        Side.ATTACKERS.value: board.count(PieceSet.ATTACKERS),
        Side.DEFENDERS.value: board.count(PieceSet.DEFENDING_MEN),
    }


@lru_cache(128)
def _draw_grounds(
    rules: Ruleset, orientation: Symmetry, names: tuple[str, ...]
) -> tuple[list[int], list[dict[str, Any]], list[dict[str, Any]]]:
    whole = rules.size * UNIT + 2 * _MARGIN
    grounds = [_draw_ground(rules, turned) for turned in (orientation, _turn_round(orientation))]
    return [-_MARGIN, -_MARGIN, whole, whole], grounds, special_squares(rules)


def _turn_round(orientation: Symmetry) -> Symmetry:
    a, b, c, d = orientation.value
    return Symmetry((-a, -b, -c, -d))


def _draw_ground(rules: Ruleset, orientation: Symmetry) -> dict[str, Any]:
    canvas = Canvas(size=rules.size, theme=LIGHT, orientation=orientation)
    zones, signs = canvas.zones(rules)
    return {
        "turn": orientation.value,
        "under": canvas.ground() + zones,
        "over": signs + canvas.lines() + canvas.ways_out(rules.escape),
    }


def _draw_piece(piece: Piece) -> dict[str, Any]:
    return {
        "side": piece.side.value,
        "name": str(piece),
        "kind": piece.kind.value,
        **solid(piece),
        "emblem": EMBLEMS.get(piece.kind, ""),
    }


def escaped_json(value: object) -> str:
    """Return a value in JSON for a script element, where HTML does not escape text: the script's language has to."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def changes(before: Board, after: Board) -> str:
    """Return the new contents of the squares that differ: the letter of a piece, or a dot for none."""
    squares = [square for square in sorted({*before, *after}) if before.get(square) != after.get(square)]
    return "".join(f"{square}{after[square].symbol if square in after else '.'}" for square in squares)


def move_attributes(number: int, before: int, play: PlayedMove) -> str:
    """Return the attributes of a move in a list that moves a board: its number, the move before, and what it does."""
    who = f"{play.before.ply + 1}. {'Attackers' if play.before.turn is Side.ATTACKERS else 'Defenders'}:"
    attributes = {
        "node": number,
        "parent": before,
        "move": play.move,
        "who": who,
        "changes": changes(play.before.board, play.after.board),
        "taken": ",".join(capture.square.name for capture in play.captures),
        "ties": ",".join(f"{square}-{captor}" for square, captor in tied(play)),
    }
    return "".join(f' data-{name}="{value}"' for name, value in attributes.items() if value != "")


def draw_position(position: PositionLike, play: PlayedMove | None) -> dict[str, Any]:
    """Return what is drawn of a position and of the move that led to it.

    >>> from hnefatafl import Position, variants
    >>> draw_position(Position.initial(variants.BRANDUBH), None)["pieces"]["d4"]
    'K'
    """
    position = as_position(position)
    last = position.last_move if play is None else play.move
    if last == Move.PASS:
        last = None
    return {
        "pieces": {square.name: piece.symbol for square, piece in position.board.items()},
        "move": [] if last is None else list(dict.fromkeys((last.origin.name, last.target.name))),
        "captured": {} if play is None else {capture.square.name: capture.piece.symbol for capture in play.captures},
        "turned": [] if play is None else sorted(square.name for square in play.turned),
        "ties": [] if play is None else [[square.name, captor.name] for square, captor in tied(play)],
    }
