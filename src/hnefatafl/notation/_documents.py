"""Rulesets, positions and games as documents of plain data, with a head that identifies them.

The values of any attrs class are converted, by cattrs. Nothing here names an option: the fields of a class are read and
written. The notations themselves, with what they accept, are :mod:`hnefatafl.notation.json` and
:mod:`hnefatafl.notation.toml`.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin

import attrs
from attrs import evolve
from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
    StructureHandlerNotFoundError,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from hnefatafl import variants
from hnefatafl.board import Board, Move, Outcome, Piece, PieceSet, Region, Square, SquareSet
from hnefatafl.errors import HnefataflError, NotationError, NotExpressibleError, StructureError, UnknownVariantError
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position, Setup, as_position
from hnefatafl.records import Game, Match, RecordedMove, Tags, UnparsedToken
from hnefatafl.rules import Die, Ruleset, RulesetLike, as_ruleset, is_known
from hnefatafl.support.arguments import refuse
from hnefatafl.support.hooks import RULESETS as _GROUP
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import is_list, is_table
from hnefatafl.support.words import NOTHING, Fault, Unexpected, hint, name_of, or_nothing, read

_T = TypeVar("_T")
_E = TypeVar("_E", bound=Enum)

LEFT_OUT: Final[Mapping[type, frozenset[str]]] = {
    Ruleset: Ruleset.FUNCTIONS,
    RecordedMove: frozenset({"text", "offset"}),
    UnparsedToken: frozenset({"offset"}),
    Game: frozenset({"line"}),
    Match: frozenset({"rule"}),
}
"""Fields that are not written: functions, and the offset and spelling of something in another text."""

LEAVES: Final = (Region, Square)
"""The attrs classes that are written as a text."""


@frozen(kw_only=True)
class Reference:
    """What is written of a ruleset with functions, which is found by its name."""

    name: str
    version: int
    """The behaviour version."""


_MOST: Final = 20
"""The number of faults that are listed."""
_ENOUGH: Final = 100
"""After this number of faults, checking a list, or the names of an object, stops."""


# ------------------------------------------------------------------------------------------------------------- reading


def structure(data: object, to: type[_T], hooks: Converter) -> _T:
    """Return the value that the data describes.

    Raises:
        StructureError: the data is not as expected; all faults are listed with their paths.
        HnefataflError: the value itself raises it if its parts contradict each other.
    """
    try:
        return hooks.structure(data, to)
    except (BaseValidationError, Fault) as error:
        pairs = list(faults(error))
    own = [fault for _, fault in pairs if isinstance(fault, HnefataflError)]
    if own and len(own) == len(pairs):
        raise own[0]
    reasons = [f"{path}: {fault}" if path else str(fault) for path, fault in pairs[:_MOST]]
    if len(pairs) > _MOST:
        reasons.append(f"and {len(pairs) - _MOST} more faults{' or more' if len(pairs) >= _ENOUGH else ''}")
    raise StructureError(reasons)


def faults(error: Exception, path: str = "") -> Iterator[tuple[str, Exception]]:
    """Yield every single error within an error of cattrs, with its path."""
    if isinstance(error, BaseValidationError):
        for part in error.exceptions:
            yield from faults(part, path + _step(part, path))
    elif isinstance(error, ForbiddenExtraKeysError):
        fields = [field.name for field in parted(error.cl)]
        for number, name in enumerate(sorted(map(str, error.extra_fields))[:_ENOUGH]):
            meant = hint(name, fields) if number < _MOST else ""
            yield f"{path}.{name:.60}".lstrip("."), Fault(f"there is no such name{meant}")
    elif isinstance(error, KeyError):
        yield path, Fault("is missing")
    else:
        yield path, error


def _step(error: Exception, path: str) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return f".{note.name}" if path else note.name
        if isinstance(note, IterableValidationNote):
            return f"[{note.index}]"
    return ""


def converter(pictures: bool) -> Converter:
    """Return a converter that writes boards as pictures, or else as records.

    Its hooks are for kinds of types, so that new classes and fields need no hooks.

    >>> from hnefatafl import variants
    >>> converter(False).unstructure(variants.BRANDUBH)["escape"]
    'corners'
    """
    hooks = Converter(forbid_extra_keys=True, detailed_validation=True)
    hooks.register_structure_hook_factory(attrs.has, _read_fields)
    hooks.register_structure_hook_factory(_is_optional, _read_optional)
    hooks.register_structure_hook_factory(_is_tuple, _read_tuple)
    hooks.register_structure_hook_factory(_is_row, _read_row)
    hooks.register_structure_hook_func(_is_literal, _read_literal)
    hooks.register_structure_hook(Enum, read)
    for kind, expected in ((bool, "true or false"), (int, "a whole number"), (str, "a text")):
        hooks.register_structure_hook(kind, _reader(kind, expected))
    hooks.register_structure_hook(Region, _parser(Region.parse))
    hooks.register_structure_hook(Square, _parser(Square.parse))
    hooks.register_structure_hook(Board, _read_board)
    hooks.register_structure_hook(Tags, _read_tags)
    hooks.register_structure_hook(RecordedMove, _read_move(hooks))
    hooks.register_structure_hook(Die, _read_die(hooks))
    hooks.register_structure_hook(Move, _parser(Move.parse))
    hooks.register_structure_hook(SquareSet, _read_squares(hooks))
    for leaf, parse in ((Outcome, Outcome.parse), (Piece, Piece.parse)):
        hooks.register_structure_hook(leaf, _read_leaf(parse, _read_fields(leaf, hooks)))

    hooks.register_unstructure_hook_factory(attrs.has, _write_fields)
    for is_one in (_is_tuple, _is_row):
        hooks.register_unstructure_hook_func(is_one, lambda values: [hooks.unstructure(value) for value in values])
    hooks.register_unstructure_hook(Enum, words_of)
    hooks.register_unstructure_hook(Region, str)
    hooks.register_unstructure_hook(Square, str)
    hooks.register_unstructure_hook(Board, _picture if pictures else lambda board: board.record)
    hooks.register_unstructure_hook(Tags, dict)
    hooks.register_unstructure_hook(Position, lambda position: hooks.unstructure(position.setup))
    return hooks


def parted(cls: type) -> Iterable[attrs.Attribute[Any]]:
    """Return the fields of an attrs class that are written, with their types."""
    return [field for field in attrs.fields(attrs.resolve_types(cls)) if field.name not in LEFT_OUT.get(cls, ())]


def _omitted(cls: type) -> dict[str, Any]:
    return {name: override(omit=True) for name in LEFT_OUT.get(cls, ())}


def _read_fields(cls: type[_T], hooks: Converter) -> Callable[[Any, Any], _T]:
    inner = make_dict_structure_fn(cls, hooks, **_omitted(cls))

    def read(data: object, to: Any) -> _T:
        if not is_table(data):
            raise Unexpected("names with their values", data)
        return inner(data, to)

    return read


def _read_leaf(parse: Callable[[str], _T], fields: Callable[[Any, Any], _T]) -> Callable[[Any, Any], _T]:
    """Return the hook for what is a text or names with their values."""
    of_text = _parser(parse)
    return lambda data, to: of_text(data, to) if isinstance(data, str) else fields(data, to)


def _read_squares(hooks: Converter) -> Callable[[Any, Any], SquareSet]:
    several = _read_tuple(tuple[Square, ...], hooks)
    return lambda data, to: SquareSet(several(data, to))


def _read_move(hooks: Converter) -> Callable[[Any, Any], RecordedMove]:
    return _read_leaf(parse_move, _read_fields(RecordedMove, hooks))


def _read_die(hooks: Converter) -> Callable[[Any, Any], Die]:
    fields = _read_fields(Die, hooks)

    def read(data: object, to: Any) -> Die:
        if is_table(data):
            return fields(data, to)
        if isinstance(data, int) and not isinstance(data, bool):
            return Die(data)
        raise Unexpected("the number of faces, or names with their values,", data)

    return read


def _is_optional(of: Any) -> bool:
    parts = get_args(of)
    return get_origin(of) in (Union, UnionType) and len(parts) == 2 and NoneType in parts


def _read_optional(of: Any, hooks: Converter) -> Callable[[Any, Any], Any]:
    (kind,) = (option for option in get_args(of) if option is not NoneType)
    inner = hooks.get_structure_hook(kind)
    return lambda data, _: None if data is None else or_nothing(inner, data, kind)


def _is_literal(of: Any) -> bool:
    return get_origin(of) is Literal


def _is_tuple(of: Any) -> bool:
    return get_origin(of) is tuple and Ellipsis in get_args(of)


def _read_tuple(of: Any, hooks: Converter) -> Callable[[object, Any], tuple[Any, ...]]:
    kind = get_args(of)[0]
    inner = hooks.get_structure_hook(kind)

    def read(data: object, _: Any) -> tuple[Any, ...]:
        # A text or a table can be iterated over, too.
        if not is_list(data):
            raise Unexpected("a list", data)
        values: list[Any] = []
        wrong: list[Exception] = []
        for index, item in enumerate(data):
            try:
                values.append(inner(item, kind))
            except Exception as error:
                error.add_note(IterableValidationNote(f"item {index}", index, kind))
                wrong.append(error)
                if len(wrong) == _ENOUGH:
                    break
        if wrong:
            # Pyright takes the class for a plain group of exceptions.
            raise IterableValidationError("items of a list", wrong, of)  # pyright: ignore[reportCallIssue]
        return tuple(values)

    return read


def _is_row(of: Any) -> bool:
    return get_origin(of) is tuple and Ellipsis not in get_args(of)


def _read_row(of: Any, hooks: Converter) -> Callable[[object, Any], tuple[Any, ...]]:
    """Return the hook for a tuple of a fixed number of values with given types."""
    kinds = get_args(of)
    readers: list[tuple[Any, Any]] = [(hooks.get_structure_hook(kind), kind) for kind in kinds]

    def read(data: object, _: Any) -> tuple[Any, ...]:
        if not is_list(data) or len(data) != len(kinds):
            raise Unexpected(f"a list of {len(kinds)}", data)
        return tuple(hook(item, kind) for item, (hook, kind) in zip(data, readers, strict=True))

    return read


def _reader(kind: type[_T], expected: str) -> Callable[[object, Any], _T]:
    def read(data: object, _: Any) -> _T:
        # In Python a bool is an int.
        if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
            raise Unexpected(expected, data)
        return data

    return read


def _parser(parse: Callable[[str], _T]) -> Callable[[object, Any], _T]:
    def read(data: object, _: Any) -> _T:
        if not isinstance(data, str):
            raise Unexpected("a text", data)
        try:
            return parse(data)
        except NotationError as error:
            raise Fault(
                f"{error.message} (line {error.line}, column {error.column}), in {reprlib.repr(data)}"
            ) from None

    return read


def _read_board(data: object, to: Any) -> Board:
    if is_list(data) and all(isinstance(row, str) for row in data):
        data = "\n".join(data)
    return _parser(Board.parse)(data, to)


def _read_literal(data: object, of: Any) -> Any:
    words = get_args(of)
    if not isinstance(data, str) or data not in words:
        raise Unexpected(f"one of {', '.join(map(repr, words))}", data)
    return data


def _read_tags(data: object, _: Any) -> Tags:
    if not is_table(data) or not all(isinstance(value, str) for value in data.values()):
        raise Unexpected("names with texts", data)
    return Tags(data)


# ------------------------------------------------------------------------------------------------------------- writing


def words_of(value: Enum) -> str | list[str]:
    """Return a choice as its word; a set of pieces as the names of its parts, or as one name if that is enough."""
    if not isinstance(value, PieceSet):
        return name_of(value)
    names = [name_of(part) for part in value.parts or (value,)]
    return names[0] if len(names) == 1 else names


def _picture(board: Board) -> str:
    return f"{board}\n"


def _write_fields(cls: type[_T], hooks: Converter) -> Callable[[Any], dict[str, Any]]:
    return make_dict_unstructure_fn(cls, hooks, **_omitted(cls))


def brief(value: object, hooks: Converter, prior: object = None) -> dict[str, Any]:
    """Return the fields of an attrs value that differ from those of another value, or from the defaults of its
    class."""
    write = hooks.unstructure
    changed: dict[str, Any] = {}
    for field in parted(type(value)):
        item = getattr(value, field.name)
        usual = field.default if prior is None else getattr(prior, field.name)
        data = write(item)
        if usual is not attrs.NOTHING and data == write(usual):
            continue
        if isinstance(item, Ruleset):
            data = brief_rules(item, hooks)
        elif _has_fields(item):
            data = brief(item, hooks, usual if type(usual) is type(item) else None)
        elif isinstance(item, tuple):
            whole = cast("tuple[object, ...]", item)
            data = [brief(member, hooks) if _has_fields(member) else write(member) for member in whole]
        changed[field.name] = data
    return changed


def function_options(rules: RulesetLike) -> list[str]:
    """Return the names of the options that are functions, as far as the ruleset has them."""
    given = as_ruleset(rules, "rules")
    return sorted(name for name in LEFT_OUT[Ruleset] if getattr(given, name))


def brief_rules(rules: Ruleset, hooks: Converter) -> dict[str, Any]:
    """Return the options of a ruleset; where some are functions, a reference to the one that is registered."""
    if not function_options(rules):
        return brief(rules, hooks)
    registered = variants.get(rules.name)
    return brief(Reference(name=registered.name, version=registered.version), hooks)


def _has_fields(value: object) -> bool:
    return attrs.has(type(value)) and not isinstance(value, LEAVES)


FORMAT: Final = "format"
"""The key that identifies a document."""
BASE: Final = "base"
"""The key that names the ruleset which a ruleset changes."""
REFERENCE: Final = frozenset(field.name for field in attrs.fields(Reference))
"""The only keys of a ruleset that is written by its name, since it has functions."""
VERSION: Final = 1
"""The version of the documents. It rises when a valid older document would be read differently or not at all."""


@frozen(kw_only=True)
class Placed:
    """The written form of a position: its rules and its set-up."""

    ruleset: Ruleset
    setup: Setup


@frozen(kw_only=True)
class Lined:
    """A position with its history: its rules and its text."""

    ruleset: Ruleset
    text: str


_Changes: Final[type[Any]] = attrs.make_class(
    "_Changes",
    {field.name: attrs.field(default=None, type=field.type) for field in parted(Ruleset)},
    repr=False,
    eq=False,
)
"""Some of the options of a ruleset: those that a document with a base gives."""

KINDS: Final[Mapping[str, type]] = {"ruleset": Ruleset, "position": Placed, "game": Game, "match": Match}
"""The kinds of documents, and the types of their content."""


def head(kind: str) -> str:
    """Return the value in the head of a document."""
    return f"hnefatafl {kind} {VERSION}"


def read_rules(data: object, *, pictures: bool = False) -> Ruleset:
    """Return the ruleset of a document; see :func:`hnefatafl.notation.json.parse_rules` for what it raises."""
    return structure(data, Ruleset, _converter(pictures))


def write_rules(rules: RulesetLike, notation: str, *, pictures: bool = False) -> dict[str, Any]:
    """Return the document of a ruleset.

    Raises:
        NotExpressibleError: the ruleset has functions and is not registered.
    """
    rules = as_ruleset(rules, "rules")
    _check_functions(rules, notation)
    return _add_head("ruleset", brief_rules(rules, _converter(pictures)))


def write_options(rules: RulesetLike) -> dict[str, Any]:
    """Return the options of a ruleset, boards as pictures; functions are left out."""
    rules = as_ruleset(rules, "rules")
    return {name: value for name, value in brief(rules, _converter(True)).items() if name not in Ruleset.LABELS}


def read_value(data: object, of: type[_T]) -> _T:
    """Return the value of an attrs class or a closed list that data describes: of a game or match, too.

    Raises:
        ArgumentTypeError: the class keeps something that has no form as plain data.
        HnefataflError: as :func:`structure`.
    """
    try:
        _converter(False).get_structure_hook(of)
    except (NameError, StructureHandlerNotFoundError):
        refuse("kind", "a class of values that plain data describe", of)
    return structure(data, of, _converter(False))


def read_position(data: object) -> Position:
    """Return the position of a document, or of its rules and its text."""
    if is_table(data) and "text" in data:
        lined = structure(data, Lined, _converter(False))
        return Position.parse(lined.text, lined.ruleset)
    placed = structure(data, Placed, _converter(False))
    return Position.from_setup(placed.setup, placed.ruleset)


def write_document(value: Position | Game | Match, notation: str) -> dict[str, Any]:
    """Return the document of a position, of a game, or of a match, whose games leave out the ruleset that they share.

    Raises:
        NotExpressibleError: a ruleset has functions and is not registered, a function counts the score, or a game
            starts with another ruleset.
    """
    if isinstance(value, Match) and value.rule is not None:
        raise NotExpressibleError(notation, ["rule"])
    for part in value.games if isinstance(value, Match) else [value]:
        _check_functions(part.ruleset, notation)
        if isinstance(part, Game) and part.start is not None and part.start.ruleset != part.ruleset:
            raise NotExpressibleError(notation, ["start"])
    _check_functions(value.ruleset, notation)
    if isinstance(value, Position):
        return _add_head("position", brief(Placed(ruleset=value.ruleset, setup=value.setup), _converter(False)))
    kind = "match" if isinstance(value, Match) else "game"
    document = _add_head(kind, brief(value, _converter(False)))
    for game in document.get("games", ()):
        if game["ruleset"] == document["ruleset"]:
            del game["ruleset"]
    return document


@cache
def default_options(*, pictures: bool = False) -> Mapping[str, Any]:
    """Return the defaults of the options that have one."""
    write = converter(pictures).unstructure
    return {field.name: write(field.default) for field in parted(Ruleset) if field.default is not attrs.NOTHING}


def _check_functions(rules: Ruleset, notation: str) -> None:
    """Check that the ruleset has no function_options, or is found by its name."""
    functions = function_options(rules)
    if not functions or is_known(rules):
        return
    try:
        advice = f"another ruleset is registered as {variants.get(rules.name).name!r}"
    except UnknownVariantError:
        advice = f"register the ruleset as an entry point (group {_GROUP}) to write its name"
    raise NotExpressibleError(notation, functions, advice)


def _add_head(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {FORMAT: head(kind), **fields}


def _strip_head(data: object, kind: str) -> object:
    """Return the data without its head, which may be missing but must be correct if present."""
    if not is_table(data):
        return data
    body = dict(data)
    head_read = body.pop(FORMAT, head(kind))
    if head_read != head(kind):
        raise Fault(f"{FORMAT}: {head(kind)!r} was expected, not {head_read!r:.60}")
    return body


def _read_game(data: object, hooks: Converter, games_of: Any) -> Game:
    """Read a game. Its start depends on its rules and is read separately; the faults of both are reported together."""
    body = _strip_head(data, "game")
    start = body.pop("start", None) if is_table(body) else None
    faults: list[Exception] = []
    game: Game | None = None
    setup: Setup | None = None
    try:
        game = games_of(body, Game)
    except BaseValidationError as error:
        faults.extend(error.exceptions)
    if start is not None:
        try:
            setup = hooks.structure(start, Setup)
        except (BaseValidationError, Fault, HnefataflError) as error:
            error.__notes__ = [AttributeValidationNote("", "start", Setup)]
            faults.append(error)
    if game is None or faults:
        raise ClassValidationError("", faults, Game)  # pyright: ignore[reportCallIssue]
    return game if setup is None else evolve(game, start=Position.from_setup(setup, game.ruleset))


@cache
def _converter(pictures: bool) -> Converter:
    """Return a converter for rulesets that change others, and for games whose start depends on their rules."""
    hooks = converter(pictures)
    rules_of = hooks.get_structure_hook(Ruleset)
    as_usual = default_options(pictures=pictures)

    def read_ruleset(data: object, to: Any) -> Ruleset:
        if isinstance(data, Ruleset):
            return data  # of the match that a game belongs to
        if isinstance(data, str):
            return _find_ruleset(data)
        body = _strip_head(data, "ruleset")
        if not is_table(body):
            return cast("Ruleset", rules_of(body, to))
        body = _rename_options(body)
        if body.keys() == REFERENCE:
            return _find_reference(hooks.structure(body, Reference))
        if BASE not in body:
            return cast("Ruleset", rules_of(_fill_tables(body, as_usual), to))
        name = body.pop(BASE)
        if not isinstance(name, str):
            raise Fault(f"{BASE}: the name of a ruleset was expected")
        base = _find_ruleset(name, f"{BASE}: ")
        tables = [option for option in body if is_table(body[option])]
        below = {table: hooks.unstructure(getattr(base, table, None)) or as_usual.get(table) for table in tables}
        changes = hooks.structure(_fill_tables(body, below), _Changes)
        return base.evolve(**{option: getattr(changes, option) for option in body})

    def read_position(data: object, to: Any) -> Placed:
        return cast("Placed", placed_of(_strip_head(data, "position"), to))

    def read_game(data: object, to: Any) -> Game:
        return _read_game(data, hooks, games_of)

    def read_match(data: object, to: Any) -> Match:
        body = _strip_head(data, "match")
        if is_table(body) and is_list(body.get("games")) and "ruleset" in body:
            # Read once for all games.
            try:
                rules = body["ruleset"] = hooks.structure(body["ruleset"], Ruleset)
            except (BaseValidationError, Fault, HnefataflError):
                body["games"] = []  # the faults of the ruleset are reported below
            else:
                body["games"] = [{"ruleset": rules, **game} if is_table(game) else game for game in body["games"]]
        return cast("Match", matches_of(body, to))

    hooks.register_structure_hook(Ruleset, read_ruleset)
    hooks.register_structure_hook(Position, _read_place)
    placed_of = hooks.get_structure_hook(Placed)
    hooks.register_structure_hook(Placed, read_position)
    games_of = hooks.get_structure_hook(Game)
    hooks.register_structure_hook(Game, read_game)
    matches_of = hooks.get_structure_hook(Match)
    hooks.register_structure_hook(Match, read_match)
    return hooks


def _read_place(data: object, _: Any) -> Position:
    return read_position(data) if is_table(data) else as_position(cast("str", data))


def _rename_options(options: dict[str, object]) -> dict[str, object]:
    """Return the options by their present names: ``king_die`` was the number of faces of a die for the king."""
    if "king_die" not in options or "die" in options:
        return options
    faces = options.pop("king_die")
    die = faces if faces in (None, NOTHING) else {"faces": faces, "pieces": "king", "allows": "at-most"}
    return {**options, "die": die}


def _find_ruleset(name: str, where: str = "") -> Ruleset:
    try:
        return variants.get(name)
    except UnknownVariantError as error:
        raise Fault(f"{where}{error}") from None


def _find_reference(to: Reference) -> Ruleset:
    """Return the ruleset of that name and behaviour version."""
    try:
        ruleset = variants.get(to.name)
    except UnknownVariantError as error:
        raise Fault(f"{error}; a distribution that registers it must be installed") from None
    if ruleset.version != to.version:
        raise Fault(f"{ruleset.name} is installed in version {ruleset.version}, and version {to.version} was expected")
    return ruleset


def _fill_tables(options: Mapping[str, object], below: Mapping[str, object]) -> dict[str, object]:
    """Return the options; a table changes the fields that it names, and has the others of the one below."""
    tables = {name: (below.get(name), value) for name, value in options.items() if is_table(value)}
    return {**options, **{name: {**old, **new} for name, (old, new) in tables.items() if is_table(old)}}
