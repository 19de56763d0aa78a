"""Rulesets that visitors make: a ruleset with changed options, what is wrong with it, and how it reads.

Changes to rules that are being made, and may contradict each other meanwhile: answers, pieces, zones, another size.

They are changes to what the form shows: the options of a ruleset as a document of plain data. What it lacks is read as
its default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final

import attrs

from hnefatafl import variants
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Kind, Piece, PieceSet, Region, Side, Square, SquareSet, Symmetry
from hnefatafl.describe import LANGUAGES, describe
from hnefatafl.errors import (
    HnefataflError,
    InvalidSetupError,
    NotationError,
    NotExpressibleError,
    RulesetError,
    StructureError,
)
from hnefatafl.notation import json, otn, toml
from hnefatafl.notation.data import default_options, read_rules, write_options
from hnefatafl.play import Position
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset, Zone
from hnefatafl.support.json_text import is_list, is_table
from tafl.web._offers import describe_ruleset
from tafl.web._rule_form import QUESTIONS, FormQuestion, give, list_answers_held
from tafl.web._settings import Refused

Options = dict[str, Any]

BRUSHES: Final = {
    "attacker": "attacker",
    "defender": "defender",
    "king": "king",
    "empty": "nothing",
    "throne": "throne",
    "corners": "corner",
    "camp": "camp",
    "escape": "way out",
    **{
        f"{side.value[:-1]}-{kind.value}": f"{kind} of the {side}"
        for kind in (Kind.COMMANDER, Kind.KNIGHT, Kind.GUARD)
        for side in Side
    },
}
"""What can be put on a square, with its name."""
CLEAR: Final = "clear"
"""What takes all pieces from the board."""
PIECES: Final[dict[str, Piece | None]] = {
    "attacker": Piece.ATTACKER,
    "defender": Piece.DEFENDER,
    "king": Piece.KING,
    "empty": None,
    **{
        f"{side.value[:-1]}-{kind.value}": Piece(side, kind)
        for kind in (Kind.COMMANDER, Kind.KNIGHT, Kind.GUARD)
        for side in Side
    },
}
"""What stands on a square after a brush."""
_CAMP: Final[dict[str, Any]] = {"name": "camp", "stop": "attackers", "enter": "none", "cross": "none"}
"""A camp for a ruleset that has none."""
_ZONES: Final = ("throne", "corners")


def edit(rules: Callable[[], Ruleset], base: Ruleset, options: object, change: object) -> Options:
    """Return the options after a change: an ``answer`` to a ``question``, a ``brush`` on a ``square``, with
    ``symmetric`` also on all that lie alike, or another ``size``.

    Arguments:
        rules: what makes a ruleset of the options; it may raise.
        base: the ruleset that they are a change of.
        options: the options as the form shows them.
        change: the change.

    Raises:
        Refused: there is no such change, or it cannot be made to these options.
    """
    if not is_table(options) or not is_table(change):
        raise Refused("the options of a ruleset and a change were expected")
    if "question" in change:
        return _give_answer(rules, base, dict(options), change)
    draft = _Draft(dict(options))
    if "size" in change:
        draft.resize(change["size"])
    else:
        draft.put(change.get("brush"), change.get("square"), symmetric=change.get("symmetric") is True)
    return draft.options


def _give_answer(
    rules: Callable[[], Ruleset], base: Ruleset, options: Options, change: Mapping[str, object]
) -> Options:
    try:
        before = rules()
    except HnefataflError:
        before = base  # what is wrong stays wrong, but for the options that are set
    try:
        after = give(before, change["question"], change.get("answer"))
    except RulesetError as error:
        raise Refused(f"That does not fit the other rules: {'; '.join(error.reasons)}.") from None
    written = write_options(after)
    changed = {name for name in after.diff(before) if name in written or name in options}
    kept = {name: value for name, value in options.items() if name not in changed}
    return {**kept, **{name: value for name, value in written.items() if name in changed}}


class _Draft:
    """Options of which at least the start layout can be read."""

    def __init__(self, options: Options) -> None:
        self.options = options
        try:
            self.board = Board.parse(str(options.get("start")))
        except NotationError as error:
            raise Refused(f"The start layout cannot be read: {error.message}.") from None

    # Pieces and zones.

    def put(self, brush: object, place: object, *, symmetric: bool) -> None:
        """Put a piece on a square, or take the square into a zone; or out of the zone that it belongs to; or clear the
        board."""
        if brush == CLEAR:
            self._set_board(Board(self.board.size, {}))
            return
        try:
            square = Square.parse(str(place))
        except HnefataflError:
            raise Refused("a square was expected") from None
        if brush not in BRUSHES or not square.on(self.board.size):
            raise Refused("a piece or a zone, and a square of the board were expected")
        brush = str(brush)
        alike = {symmetry.apply(square, self.board.size) for symmetry in Symmetry} if symmetric else {square}
        if brush in PIECES:
            self._put_piece(PIECES[brush], {square} if brush == "king" else alike)
        elif brush == "escape":
            self.options["escape"] = str(self._toggle_squares(self.options.get("escape", "corners"), square, alike))
        elif brush in _ZONES:
            self._put_zone(brush, square, alike)
        else:
            self._put_camp(square, alike)

    def _put_piece(self, piece: Piece | None, squares: set[Square]) -> None:
        board = self.board
        if piece is Piece.KING:
            for king in board.squares(PieceSet.KING):
                board = board.put(king, None)
        for square in squares:
            board = board.put(square, piece)
        self._set_board(board)

    def _set_board(self, board: Board) -> None:
        self.board = board
        self.options["start"] = f"{board}\n"

    def _read_region(self, text: object) -> SquareSet:
        try:
            return Region.parse(str(text)).squares(self.board.size)
        except HnefataflError:
            return SquareSet()

    def _toggle_squares(self, text: object, square: Square, alike: set[Square]) -> Region:
        """A region with these squares, or without them if it has the first."""
        before = {*self._read_region(text)}
        return self._name_squares(before - alike if square in before else before | alike)

    def _name_squares(self, squares: set[Square]) -> Region:
        return _region_of(squares, self.board.size)

    def _put_zone(self, name: str, square: Square, alike: set[Square]) -> None:
        zone = self._find_zone(name)
        squares = self._toggle_squares(zone["squares"], square, alike) if zone else self._name_squares(alike)
        if squares == Region.NONE:
            self.options[name] = None
        else:
            self.options[name] = {**(zone or _default_zone(name)), "squares": str(squares)}
        self._leave(name, alike)

    def _find_zone(self, name: str) -> Options | None:
        zone = self.options.get(name, _default_zone(name))
        return {**_default_zone(name), **zone} if is_table(zone) else None

    def _put_camp(self, square: Square, alike: set[Square]) -> None:
        zones = self._list_camps()
        is_camp = any(square in self._read_region(zone.get("squares")) for zone in zones)
        self._leave("", alike)
        if not is_camp:
            self._leave("zones", alike)
            zones = self._list_camps()
            rules = {**zones[0], "name": "camp"} if zones else _CAMP
            taken = {str(zone.get("name")) for zone in zones}
            free = next(name for name in ("camp", *(f"camp {n}" for n in range(2, 999))) if name not in taken)
            self.options["zones"] = [*zones, {**rules, "name": free, "squares": str(Region.of(*alike))}]

    def _list_camps(self) -> list[Options]:
        zones = self.options.get("zones")
        return [dict(zone) for zone in zones if is_table(zone)] if is_list(zones) else []

    def _leave(self, stays: str, squares: set[Square]) -> None:
        """Take squares out of all other zones: zones do not overlap."""
        for name in _ZONES:
            zone = self._find_zone(name)
            if name != stays and zone and squares & {*self._read_region(zone.get("squares"))}:
                rest = self._name_squares({*self._read_region(zone["squares"])} - squares)
                self.options[name] = None if rest == Region.NONE else {**zone, "squares": str(rest)}
        if stays != "zones":
            camps = [
                {**zone, "squares": str(Region.of(*({*self._read_region(zone.get("squares"))} - squares)))}
                if squares & {*self._read_region(zone.get("squares"))}
                else zone
                for zone in self._list_camps()
            ]
            self.options["zones"] = [zone for zone in camps if zone.get("squares") != "none"]

    # Another size.

    def resize(self, size: object) -> None:
        """Take another size, and keep what lies alike: what is nearer to the edge than to the centre stays as far from
        the edge, and all else as far from the centre. What has no place is left out."""
        if not isinstance(size, int) or not MIN_SIZE <= size <= MAX_SIZE:
            raise Refused(f"A board has {MIN_SIZE} to {MAX_SIZE} files.")
        before = self.board.size
        pieces: dict[Square, Piece] = {}
        for square, piece in sorted(self.board.items(), key=lambda item: item[1].side is Side.ATTACKERS):
            pieces.setdefault(_move_square(square, before, size, central=piece.side is Side.DEFENDERS), piece)
        names = [name for name in _ZONES if self._find_zone(name)]
        zones = {name: self._move_zone(self._find_zone(name), before, size) for name in names}
        camps = [self._move_zone(zone, before, size) for zone in self._list_camps()]
        self.options["escape"] = self._move_region(self.options.get("escape", "corners"), before, size)
        self.options |= zones
        self.options["zones"] = camps
        self.options["size"] = size
        self._set_board(Board(size, {square: piece for square, piece in pieces.items() if square.on(size)}))

    def _move_zone(self, zone: Options | None, before: int, size: int) -> Options:
        assert zone is not None
        return {**zone, "squares": self._move_region(zone.get("squares"), before, size)}

    def _move_region(self, text: object, before: int, size: int) -> str:
        """A region on the new board: one that names no squares means the same there."""
        try:
            region = Region.parse(str(text))
        except HnefataflError:
            return str(text)
        if not any(letter.isdigit() for letter in str(region)) and region.squares(size):
            return str(region)
        squares = region.squares(before)
        edge = Region.EDGE.squares(before)
        if len(squares) > len(edge) / 2 and squares <= edge:  # the edge without some squares
            left_out = {_move_square(s, before, size, central=False) for s in edge - squares}
            return str(Region.EDGE - Region.of(*(s for s in left_out if s.on(size))))
        moved = {_move_square(square, before, size, central=False) for square in squares}
        return str(_region_of({square for square in moved if square.on(size)}, size))


def _region_of(squares: set[Square], size: int) -> Region:
    """A region of these squares, by its name if it has one."""
    for region in (Region.CORNERS, Region.EDGE, Region.CENTRE):
        if squares and region.squares(size) == SquareSet(squares):
            return region
    return Region.of(*squares)


def _default_zone(name: str) -> Options:
    return dict(default_options(pictures=True)[name])


def _move_square(square: Square, before: int, size: int, *, central: bool) -> Square:
    """Where a square lies on a board of another size."""
    return Square.unchecked(
        _shift_coordinate(square.file, before, size, central=central),
        _shift_coordinate(square.rank, before, size, central=central),
    )


def _shift_coordinate(place: int, before: int, size: int, *, central: bool) -> int:
    middle = (before - 1) / 2
    from_edge = min(place, before - 1 - place)
    if not central and from_edge < abs(place - middle):
        return place if place < middle else size - before + place
    return place + (size - before) // 2 if place <= middle else place + (size - before + 1) // 2


def draw_start(rules: Ruleset) -> dict[str, Any]:
    """Return the start layout of a ruleset as the page shows it: a picture, and each square in words."""
    return _describe_board(rules.start, rules)


def drawn_draft(options: object) -> dict[str, Any] | None:
    """Return the same for options that contradict each other, or None if the start layout cannot be read."""
    if not is_table(options):
        return None
    try:
        board = Board.parse(str(options.get("start")))
    except HnefataflError:
        return None
    middle = Square(board.size // 2, board.size // 2)
    layout = Board(board.size, {middle: Piece.KING, middle.offset(1, 0): Piece.ATTACKER})
    document: Options = {"name": "a draft", "size": board.size, "start": layout.record}
    document |= {name: options[name] for name in (*_ZONES, "zones", "escape") if name in options}
    try:
        # The special squares alone, with another layout, may be without contradiction.
        rules = read_rules(document, pictures=True)
    except HnefataflError:
        return _describe_board(board, None)
    return _describe_board(board, rules)


def _describe_board(board: Board, rules: Ruleset | None) -> dict[str, Any]:
    words = {square: [str(piece)] for square, piece in board.items()}
    zones = () if rules is None else rules.all_zones
    escape = SquareSet() if rules is None else rules.escape.squares(board.size)
    zone_squares = [(zone.name, zone.squares.squares(board.size)) for zone in zones]
    for name, squares in (*zone_squares, ("way out", escape)):
        for square in squares:
            words.setdefault(square, ["empty"]).append(name)
    in_words = {square.name: ", ".join(texts) for square, texts in words.items()}
    return {"picture": svg(board, ruleset=rules), "size": board.size, "squares": in_words}


_LONGEST: Final = 100
"""The number of characters of a name."""
_TEXT: Final = 1 << 16
"""The number of characters of a file of rules."""


def describe_form(rules: Ruleset) -> dict[str, Any]:
    """Return a ruleset as the form shows it: its name, the name of the ruleset that it was made from, and the options
    that differ from the defaults, with a picture of the start layout."""
    return {"name": rules.name, "base": rules.origin, "options": write_options(rules), **describe_ruleset(rules)}


def make_rules(base: Ruleset, name: object, options: object) -> Ruleset:
    """Return a ruleset with other options; without a name, it is called after the base.

    Raises:
        Refused: the name is not a text of some length, or the options are not an object.
        StructureError: the options are not those of a ruleset.
        RulesetError: they contradict each other.
    """
    if not isinstance(name, str) or len(name) > _LONGEST or not name.isprintable():
        raise Refused(f"a name of at most {_LONGEST} characters was expected")
    if not is_table(options):
        raise Refused("the options of a ruleset were expected")
    rule_options = {key: value for key, value in options.items() if key not in (*Ruleset.LABELS, "format", "base")}
    rules_read = read_rules({"name": "made", **rule_options}, pictures=True)
    kept = Ruleset.FUNCTIONS | Ruleset.LABELS
    changed: Any = {
        field.name: getattr(rules_read, field.name) for field in attrs.fields(Ruleset) if field.name not in kept
    }
    if name.strip() and name.strip() != base.name:
        changed["name"] = name.strip()
    return base.evolve(**changed)


_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÅÖ])")
_HEADING: Final = re.compile(r"(?:^|\n\n)[^\n]+\n[-=]+(?:\n\n|$)")
_FOOTNOTE: Final = re.compile(r"\s*\[\d+\]")


def _list_sentences(leaflet: str) -> Iterator[str]:
    """Yield the sentences of a leaflet, without headings, the drawn board, and footnotes with their numbers."""
    for section in _HEADING.split(leaflet):
        if "\n\n[1]" not in f"\n\n{section}":
            for paragraph in section.split("\n\n"):
                if paragraph and not paragraph.startswith(" "):
                    yield from _SENTENCE.split(" ".join(_FOOTNOTE.sub("", paragraph).split()))


def list_changes(base: Ruleset, rules: Ruleset, language: str) -> list[tuple[str, str]]:
    """Return where the leaflets differ: the sentences of the base, and those that stand there instead.

    >>> from hnefatafl import variants
    >>> old, new = list_changes(variants.BRANDUBH, variants.BRANDUBH.evolve(escape="edge"), "en")[0]
    >>> print(old)
    They win as soon as he reaches one of the corners (a1, a7, g1 and g7).
    >>> print(new)
    They win as soon as he reaches the edge.
    """
    old, new = ([*_list_sentences(describe(each, language))] for each in (base, rules))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (" ".join(old[start:end]), " ".join(new[begin:stop]))
        for tag, start, end, begin, stop in matcher.get_opcodes()
        if tag != "equal"
    ]


def examine(base: Ruleset, name: object, options: object) -> dict[str, Any]:
    """Return what there is to say of a ruleset that is being made.

    ``reasons`` lists what is wrong with it, also that its game is over at the start, and ``board`` tells how the start
    lies. Without such reasons there are the ``answers`` that it gives to the questions, the ``leaflets`` in all
    languages, the ``differences`` from the base as options and, in all languages, as ``changes`` of sentences, the
    ``files``, and the ``losses`` of the one in OTN.

    Raises:
        Refused: the request is none.
    """
    try:
        rules = make_rules(base, name, options)
        files = {"toml": toml.format_rules(rules), "json": json.format_rules(rules)}
    except (RulesetError, StructureError) as error:
        return {"reasons": list(error.reasons), "board": drawn_draft(options)}
    except Refused:
        raise
    except HnefataflError as error:
        return {"reasons": [str(error)], "board": drawn_draft(options)}
    outcome = Position.initial(rules, rules.first or Side.ATTACKERS).outcome
    if outcome is not None:
        return {"reasons": [f"The game is over at the start: {outcome}"], "board": draw_start(rules)}
    text, losses = _write_otn(rules)
    return {
        "reasons": [],
        "name": rules.name,
        "same": rules == base,
        "answers": list_answers_held(rules),
        "leaflets": {language: describe(rules, language) for language in LANGUAGES},
        "differences": rules.differences(base).splitlines(),
        "changes": {language: list_changes(base, rules, language) for language in LANGUAGES},
        "board": draw_start(rules),
        "files": {**files, "otn": text},
        "losses": losses,
    }


def edit_options(base: Ruleset, name: object, options: object, change: object) -> dict[str, Any]:
    """Return the options after a change to them; see :func:`~tafl.web._workshop.edit`.

    Raises:
        Refused: there is no such change, or it cannot be made.
    """
    return {"options": edit(lambda: make_rules(base, name, options), base, options, change)}


def place_pieces(base: Ruleset, start: object, turn: object, change: object) -> dict[str, Any]:
    """Return a position that is being set up: its ``start`` after a change, how the ``board`` lies, the ``text`` of the
    position, and what is wrong with it (``reasons``).

    Arguments:
        base: the ruleset.
        start: the pieces, as a record; None for those of the ruleset.
        turn: the side to move.
        change: a ``brush`` for a piece and a ``square``, or None.

    Raises:
        Refused: there is no such side or change, or the record cannot be read.
    """
    sides: dict[object, Side] = {side.value: side for side in Side}
    if not isinstance(turn, str) or turn not in sides:
        raise Refused(f"turn: one of {', '.join(map(str, sides))} was expected")
    options = write_options(base)
    if start is not None:
        options["start"] = start
    if change is not None:
        if not is_table(change) or change.get("brush") not in (*PIECES, CLEAR):
            raise Refused(f"brush: one of {', '.join((*PIECES, CLEAR))} was expected")
        options = edit(lambda: base, base, options, change)
    board = drawn_draft(options)
    if board is None or board["size"] != base.size:
        raise Refused(f"the pieces on a board of {base.size}×{base.size} squares were expected")
    try:
        position = Position.parse(str(options["start"]), base, sides[turn])
        status: dict[str, Any] = {"text": f"{base.name} {position.text}", "reasons": []}
    except InvalidSetupError as error:
        status = {"text": "", "reasons": list(error.reasons)}
    return {"start": options["start"], "board": board, **status}


def _write_otn(rules: Ruleset) -> tuple[str | None, list[str]]:
    """Return a ruleset in OTN, with the options that it plays otherwise; without a text, the reason."""
    try:
        text, losses = otn.nearest_rules(rules)
    except NotExpressibleError as error:
        return None, [str(error)]
    return f"{text}\n", [loss.sentence for loss in losses]


_READERS: Final = {"toml": toml.parse_rules, "json": json.parse_rules, "otn": otn.parse_rules}


def parse(text: object) -> dict[str, Any]:
    """Return the ruleset of a file in TOML, JSON or OTN as the form shows it.

    Raises:
        Refused: the text is too long, or is a ruleset in none of them.
    """
    if not isinstance(text, str) or len(text) > _TEXT:
        raise Refused(f"a text of at most {_TEXT:,} characters was expected")
    notation = "json" if text.lstrip().startswith("{") else "otn" if text.lstrip().startswith("dim:") else "toml"
    try:
        return describe_form(_READERS[notation](text))
    except (RulesetError, StructureError) as error:
        raise Refused("\n".join(error.reasons)) from None
    except HnefataflError as error:
        raise Refused(str(error)) from None


GROUPS: Final = {
    "The board and the pieces": "size start first",
    "Squares": "throne corners zones zone.squares zone.stop zone.enter zone.cross zone.hostile_empty "
    "zone.hostile_always zone.pierces edge_hostile escape",
    "Moves": "speed jumps berserk berserk_escape die die.faces die.pieces die.allows may_pass",
    "Captures": "hammer anvil forced_capture shieldwall shieldwall.corners_close shieldwall.flanking line_capture "
    "king_line_capture linnaean_capture walk_in no_walk_in "
    "three_captors guard_capture extra_captures",
    "The king's capture": "king edge_capture joint_capture piercing",
    "Endings": "exit_fort simple_fort encirclement secure_ring whole_ring edge_ring no_escape immobile_king no_move "
    "fewest_attackers fewest_defenders quiet_limit quiet_limit_consequence move_limit "
    "move_limit_consequence tuichu_wins extra_endings",
    "Repetition and announcements": "repetition repetition.count repetition.consequence repetition.by "
    "repetition.counts_start repetition.turn repetition.symmetric repetition.before_captures announcements "
    "announcements.way_out "
    "announcements.raichi announcements.threat announcements.binding",
}
"""All options in their groups, in the order in which the documentation has them."""


@cache
def describe_maker() -> dict[str, Any]:
    """Return the questions, the brushes and the groups.

    >>> [question["words"] for question in describe_maker()["questions"]][:2]
    ['Where does the king escape?', 'How strong is he?']
    """
    groups = {title: [name for name in names.split() if "." not in name] for title, names in GROUPS.items()}
    questions = [_describe_question(question) for question in QUESTIONS]
    return {"questions": questions, "brushes": BRUSHES, "palette": _draw_palette(), "groups": groups}


def _draw_palette() -> dict[str, Any]:
    """Return a picture of a board on which all is that brushes put, and the square of each."""
    squares = {"throne": "d4", "corners": "a1", "camp": "d1", "escape": "d7", "empty": "b1"}
    camp = Zone(squares=Region.parse(squares["camp"]), **_CAMP)
    rules = variants.BRANDUBH.evolve(escape=Region.parse(squares["escape"]), zones=[camp])
    pieces = {brush: piece for brush, piece in PIECES.items() if piece is not None}
    squares |= dict(zip(pieces, (f"{file}{rank}" for rank in (3, 5) for file in "abcdefg"), strict=False))
    board = Board(7, {Square.parse(squares[brush]): piece for brush, piece in pieces.items()})
    return {"picture": svg(board, ruleset=rules, coordinates=False, title="Pieces and squares"), "squares": squares}


def _describe_question(question: FormQuestion) -> dict[str, Any]:
    answers = [
        {
            "key": answer.key,
            "words": answer.words,
            "captions": answer.captions,
            "picture": answer.draw(),
        }
        for answer in question.answers
    ]
    return {"key": question.key, "words": question.words, "several": question.several, "answers": answers}
