"""Rulesets, positions and games as documents of plain data, with a head that identifies them.

The notations themselves, with what they accept, are :mod:`hnefatafl.notation.json` and
:mod:`hnefatafl.notation.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

import attrs
from attrs import evolve
from cattrs import AttributeValidationNote, BaseValidationError, ClassValidationError, Converter

from hnefatafl import variants
from hnefatafl.errors import HnefataflError, NotExpressibleError, UnknownVariantError
from hnefatafl.notation._structure import Reference, brief, brief_rules, converter, function_options, parted, structure
from hnefatafl.play import Position, Setup
from hnefatafl.records import Game, Match
from hnefatafl.rules import Ruleset, is_known
from hnefatafl.rules._texts import NOTHING, Fault
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import is_list, is_table
from hnefatafl.variants import _GROUP

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


def write_rules(rules: Ruleset, notation: str, *, pictures: bool = False) -> dict[str, Any]:
    """Return the document of a ruleset.

    Raises:
        NotExpressibleError: the ruleset has functions and is not registered.
    """
    _check_functions(rules, notation)
    return _add_head("ruleset", brief_rules(rules, _converter(pictures)))


def write_options(rules: Ruleset) -> dict[str, Any]:
    """Return the options of a ruleset, boards as pictures; functions are left out."""
    return {name: value for name, value in brief(rules, _converter(True)).items() if name not in Ruleset.LABELS}


def read_position(data: object) -> Position:
    """Return the position of a document."""
    placed = structure(data, Placed, _converter(False))
    return Position.from_setup(placed.setup, placed.ruleset)


def write_position(position: Position, notation: str) -> dict[str, Any]:
    """Return the document of a position.

    Raises:
        NotExpressibleError: its ruleset has functions and is not registered.
    """
    _check_functions(position.ruleset, notation)
    placed = Placed(ruleset=position.ruleset, setup=position.setup)
    return _add_head("position", brief(placed, _converter(False)))


def read_game(data: object) -> Game:
    """Return the game of a document."""
    return structure(data, Game, _converter(False))


def write_game(game: Game, notation: str) -> dict[str, Any]:
    """Return the document of a game.

    Raises:
        NotExpressibleError: its ruleset has functions and is not registered, or its start has another ruleset.
    """
    _check_game(game, notation)
    return _add_head("game", brief(game, _converter(False)))


def _check_game(game: Game, notation: str) -> None:
    _check_functions(game.ruleset, notation)
    if game.start is not None and game.start.ruleset != game.ruleset:
        raise NotExpressibleError(notation, ["start"])


def read_match(data: object) -> Match:
    """Return the match of a document."""
    return structure(data, Match, _converter(False))


def write_match(match: Match, notation: str) -> dict[str, Any]:
    """Return the document of a match, whose games leave out the ruleset that they share.

    Raises:
        NotExpressibleError: its ruleset has functions and is not registered, a function counts its score, or a game
            starts with another ruleset.
    """
    if match.rule is not None:
        raise NotExpressibleError(notation, ["rule"])
    for game in match.games:
        _check_game(game, notation)
    document = _add_head("match", brief(match, _converter(False)))
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
    hooks.register_structure_hook(Position, lambda data, _: cast("Position", data))  # starts are read separately
    placed_of = hooks.get_structure_hook(Placed)
    hooks.register_structure_hook(Placed, read_position)
    games_of = hooks.get_structure_hook(Game)
    hooks.register_structure_hook(Game, read_game)
    matches_of = hooks.get_structure_hook(Match)
    hooks.register_structure_hook(Match, read_match)
    return hooks


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
