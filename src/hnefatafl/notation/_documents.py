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
    _check(rules, notation)
    return _headed("ruleset", brief_rules(rules, _converter(pictures)))


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
    _check(position.ruleset, notation)
    placed = Placed(ruleset=position.ruleset, setup=position.setup)
    return _headed("position", brief(placed, _converter(False)))


def read_game(data: object) -> Game:
    """Return the game of a document."""
    return structure(data, Game, _converter(False))


def write_game(game: Game, notation: str) -> dict[str, Any]:
    """Return the document of a game.

    Raises:
        NotExpressibleError: its ruleset has functions and is not registered, or its start has another ruleset.
    """
    _check_game(game, notation)
    return _headed("game", brief(game, _converter(False)))


def _check_game(game: Game, notation: str) -> None:
    _check(game.ruleset, notation)
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
    found = _headed("match", brief(match, _converter(False)))
    for game in found.get("games", ()):
        if game["ruleset"] == found["ruleset"]:
            del game["ruleset"]
    return found


@cache
def default_options(*, pictures: bool = False) -> Mapping[str, Any]:
    """Return the defaults of the options that have one."""
    write = converter(pictures).unstructure
    return {field.name: write(field.default) for field in parted(Ruleset) if field.default is not attrs.NOTHING}


def _check(rules: Ruleset, notation: str) -> None:
    """Check that the ruleset has no function_options, or is found by its name."""
    found = function_options(rules)
    if not found or is_known(rules):
        return
    try:
        advice = f"another ruleset is registered as {variants.get(rules.name).name!r}"
    except UnknownVariantError:
        advice = f"register the ruleset as an entry point (group {_GROUP}) to write its name"
    raise NotExpressibleError(notation, found, advice)


def _headed(kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {FORMAT: head(kind), **fields}


def _headless(data: object, kind: str) -> object:
    """Return the data without its head, which may be missing but must be correct if present."""
    if not is_table(data):
        return data
    rest = dict(data)
    said = rest.pop(FORMAT, head(kind))
    if said != head(kind):
        raise Fault(f"{FORMAT}: {head(kind)!r} was expected, not {said!r:.60}")
    return rest


def _game(data: object, made: Converter, games_of: Any) -> Game:
    """Read a game. Its start depends on its rules and is read separately; the faults of both are reported together."""
    rest = _headless(data, "game")
    start = rest.pop("start", None) if is_table(rest) else None
    found: list[Exception] = []
    game: Game | None = None
    setup: Setup | None = None
    try:
        game = games_of(rest, Game)
    except BaseValidationError as error:
        found.extend(error.exceptions)
    if start is not None:
        try:
            setup = made.structure(start, Setup)
        except (BaseValidationError, Fault, HnefataflError) as error:
            error.__notes__ = [AttributeValidationNote("", "start", Setup)]
            found.append(error)
    if game is None or found:
        raise ClassValidationError("", found, Game)  # pyright: ignore[reportCallIssue]
    return game if setup is None else evolve(game, start=Position.from_setup(setup, game.ruleset))


@cache
def _converter(pictures: bool) -> Converter:
    """Return a converter for rulesets that change others, and for games whose start depends on their rules."""
    made = converter(pictures)
    rules_of = made.get_structure_hook(Ruleset)
    as_usual = default_options(pictures=pictures)

    def read_ruleset(data: object, to: Any) -> Ruleset:
        if isinstance(data, Ruleset):
            return data  # of the match that a game belongs to
        if isinstance(data, str):
            return _named(data)
        rest = _headless(data, "ruleset")
        if not is_table(rest):
            return cast("Ruleset", rules_of(rest, to))
        rest = _renamed(rest)
        if rest.keys() == REFERENCE:
            return _referred(made.structure(rest, Reference))
        if BASE not in rest:
            return cast("Ruleset", rules_of(_filled(rest, as_usual), to))
        name = rest.pop(BASE)
        if not isinstance(name, str):
            raise Fault(f"{BASE}: the name of a ruleset was expected")
        base = _named(name, f"{BASE}: ")
        tables = [option for option in rest if is_table(rest[option])]
        below = {each: made.unstructure(getattr(base, each, None)) or as_usual.get(each) for each in tables}
        given = made.structure(_filled(rest, below), _Changes)
        return base.evolve(**{option: getattr(given, option) for option in rest})

    def read_position(data: object, to: Any) -> Placed:
        return cast("Placed", placed_of(_headless(data, "position"), to))

    def read_game(data: object, to: Any) -> Game:
        return _game(data, made, games_of)

    def read_match(data: object, to: Any) -> Match:
        rest = _headless(data, "match")
        if is_table(rest) and is_list(rest.get("games")) and "ruleset" in rest:
            # Read once for all games.
            try:
                rules = rest["ruleset"] = made.structure(rest["ruleset"], Ruleset)
            except (BaseValidationError, Fault, HnefataflError):
                rest["games"] = []  # the faults of the ruleset are reported below
            else:
                rest["games"] = [{"ruleset": rules, **game} if is_table(game) else game for game in rest["games"]]
        return cast("Match", matches_of(rest, to))

    made.register_structure_hook(Ruleset, read_ruleset)
    made.register_structure_hook(Position, lambda data, _: cast("Position", data))  # starts are read separately
    placed_of = made.get_structure_hook(Placed)
    made.register_structure_hook(Placed, read_position)
    games_of = made.get_structure_hook(Game)
    made.register_structure_hook(Game, read_game)
    matches_of = made.get_structure_hook(Match)
    made.register_structure_hook(Match, read_match)
    return made


def _renamed(options: dict[str, object]) -> dict[str, object]:
    """Return the options by their present names: ``king_die`` was the number of faces of a die for the king."""
    if "king_die" not in options or "die" in options:
        return options
    faces = options.pop("king_die")
    die = faces if faces in (None, NOTHING) else {"faces": faces, "pieces": "king", "allows": "at-most"}
    return {**options, "die": die}


def _named(name: str, where: str = "") -> Ruleset:
    try:
        return variants.get(name)
    except UnknownVariantError as error:
        raise Fault(f"{where}{error}") from None


def _referred(to: Reference) -> Ruleset:
    """Return the ruleset of that name and behaviour version."""
    try:
        found = variants.get(to.name)
    except UnknownVariantError as error:
        raise Fault(f"{error}; a distribution that registers it must be installed") from None
    if found.version != to.version:
        raise Fault(f"{found.name} is installed in version {found.version}, and version {to.version} was expected")
    return found


def _filled(options: Mapping[str, object], below: Mapping[str, object]) -> dict[str, object]:
    """Return the options; a table changes the fields that it names, and has the others of the one below."""
    tables = {name: (below.get(name), value) for name, value in options.items() if is_table(value)}
    return {**options, **{name: {**old, **new} for name, (old, new) in tables.items() if is_table(old)}}
