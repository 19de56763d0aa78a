"""Values as plain data for JSON, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar, cast

import attrs

from hnefatafl.board import Board, Move, Outcome, Piece, PieceSet, SquareSet, as_move
from hnefatafl.notation import _documents
from hnefatafl.notation._documents import read_position, read_rules
from hnefatafl.play import Position, Setup, as_position
from hnefatafl.records import Game, Match, RecordedMove, UnparsedToken, as_game
from hnefatafl.rules import Ruleset, as_ruleset, is_known
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.as_json import attributes, plain

_T = TypeVar("_T")
_NOTATION: Final = "JSON"


def to_json(value: object) -> Any:
    """Return a value as plain data, which :mod:`json` and other writers of JSON take.

    Squares, moves, boards, regions and members of closed lists are their texts, a piece is its letter, an outcome is
    :attr:`Outcome.text <hnefatafl.board.Outcome.text>`, a position the name of its ruleset and its
    :attr:`~hnefatafl.play.Position.text`; where no name finds the ruleset, an object with the ``ruleset`` and the
    ``text``. Rulesets, games and matches are the documents of :mod:`hnefatafl.notation.json`. :func:`from_json` reads
    all these back. A result, such as an analysis, has its attributes by their names; lists and mappings hold plain
    data.

    >>> import json
    >>> from hnefatafl import Move, Position, to_json
    >>> position = Position.initial("brandubh").play("d1-c1")
    >>> json.dumps({"moves": [Move("d1-c1")], "after": position}, default=to_json)
    '{"moves": ["d1-c1"], "after": "brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1"}'

    Raises:
        ArgumentTypeError: it is no value of the library.
        NotExpressibleError: a ruleset contains functions and is not registered.
    """
    if isinstance(value, Mapping) and not isinstance(value, Board):
        return {str(to_json(key)): to_json(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple | Set):
        return [to_json(item) for item in cast("Iterable[object]", value)]
    ours = type(value).__module__.partition(".")[0] in ("hnefatafl", "tafl")
    if not (value is None or isinstance(value, str | int | float) or ours):
        refuse("value", "a value of this library", value)
    return plain(value)


def from_json(kind: type[_T], data: object) -> _T:
    """Return the value of a class that plain data describes, as :func:`to_json` writes it.

    A position may also be the name of a ruleset, which stands for the start, a ruleset its name, and a game the text of
    a position or the name of a ruleset. What is of the class already stays as it is.

    >>> from hnefatafl import Move, Position, Ruleset, from_json
    >>> from_json(Move, "d1-c1"), from_json(Ruleset, "brandubh").size, from_json(Position, "tablut").ply
    (Move.parse('d1-c1'), 7, 0)
    >>> from_json(Ruleset, {"base": "brandubh", "name": "edge", "escape": "edge"}).escape
    Region.parse('edge')

    Raises:
        HnefataflError: the data is not as expected; it says what was.
        ArgumentTypeError: there are no data of that class.
    """
    check("kind", kind, type)
    if isinstance(data, kind):
        return data
    form = next((form for base, form in _FORMS.items() if issubclass(kind, base)), None)
    if form is None:
        if not (issubclass(kind, Enum) or attrs.has(kind)):
            refuse("kind", "a class of values of this library", kind)
        form = _Form()
    is_object = isinstance(data, Mapping)
    read: Callable[[Any], object] | None = form.read_object if is_object else form.read_name
    return cast("_T", _documents.read_value(data, kind) if read is None else read(data))


def _write_position(position: Position) -> str | dict[str, Any]:
    if is_known(position.ruleset):
        return f"{position.ruleset.name} {position.text}"
    return {"ruleset": _documents.write_rules(position.ruleset, _NOTATION), "text": position.text}


def _write_rules(ruleset: Ruleset) -> object:
    return _documents.write_rules(ruleset, _NOTATION)


def _write_document(value: Game | Match) -> object:
    return _documents.write_document(value, _NOTATION)


def _write_recorded(value: RecordedMove | UnparsedToken) -> dict[str, Any]:
    return attributes(value, " ".join(field.name for field in _documents.parted(type(value))))


class _Form(NamedTuple):
    """How values of a class are plain data."""

    write: Callable[[Any], object] | None = None
    """What writes one; by default it has a form by itself."""
    read_name: Callable[[Any], object] | None = None
    """What reads one from a text, or another value that stands for it; by default as from an object."""
    read_object: Callable[[object], object] | None = None
    """What reads one from an object; by default by the fields of the class."""


_FORMS: Final[Mapping[type, _Form]] = {
    Move: _Form(read_name=as_move),
    Board: _Form(),
    Outcome: _Form(read_name=Outcome.parse),
    Piece: _Form(read_name=Piece.parse),
    PieceSet: _Form(_documents.words_of),
    SquareSet: _Form(),
    Setup: _Form(read_name=Setup.parse),
    Position: _Form(_write_position, as_position, read_position),
    Ruleset: _Form(_write_rules, as_ruleset, read_rules),
    Game: _Form(_write_document, as_game),
    Match: _Form(_write_document),
    RecordedMove: _Form(_write_recorded),
    UnparsedToken: _Form(_write_recorded),
}
for _kind, _form in _FORMS.items():
    if _form.write is not None:
        plain.register(_kind, _form.write)
