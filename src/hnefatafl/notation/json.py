"""JSON: rulesets, positions, games and matches for other programs.

A document is an object whose first key, ``format``, names its type and the version of the format: ``hnefatafl
ruleset 1``, ``hnefatafl position 1``, ``hnefatafl game 1`` or ``hnefatafl match 1``. Its other keys are the
fields of :class:`~hnefatafl.rules.Ruleset`, :class:`~hnefatafl.records.Game` or :class:`~hnefatafl.records.Match`,
whose games leave out the ruleset that they share; a position has the keys ``ruleset`` and ``setup``,
which holds the fields of :class:`~hnefatafl.play.Setup`, since a position is here what the rules ask of it now,
without its history. How the game has ended is written where the board does not show it (``"outcome": {"winner":
"attackers", "termination": "king-captured"}``). In the same way, inner objects have the fields of their
class. Beside these

* a choice is its slug, the value of the member (``"middleweight"``, ``"strong-near-throne"``, ``"defenders"``);
* a set of pieces is the name of one (``"king"``, ``"men"``, ``"none"``) or a list of names;
* a region is its text (``"edge - (d1, e1)"``), and a square its name;
* a ruleset with functions that another distribution registers (:doc:`/howto/extra_rules`) is its name and its behaviour
  version, ``{"name": "lonely king", "version": 2}``, and only read where that version is installed;
* a board is the text that :meth:`Board.parse <hnefatafl.board.Board.parse>` reads, a record or a picture, or a list
  of the lines of a picture.

JSON schemas of the four are among the package's files: ``hnefatafl/schema/ruleset-1.json``, ``position-1.json``,
``game-1.json`` and ``match-1.json``. They refer to each other by file name; :doc:`/howto/save` shows how to validate
with them.

The output is *canonical*: equal values give the same text, in every process. Keys are in the order of the
fields, and defaults are left out. So is information about the text that was read: the line number of a game,
or the spelling of a move.

**Leniencies.** The parser

* accepts keys in any order, and explicit defaults;
* accepts a document without ``format``;
* accepts, in place of a ruleset within a position or a game, the name of a built-in one;
* accepts a ruleset with a ``base``, the name of another one, whose options it changes as
  :meth:`Ruleset.evolve <hnefatafl.rules.Ruleset.evolve>` does, which also documents the labels (name,
  aliases, origin, source, notes, version). The ruleset is written in full, with the base as its ``origin``,
  so that it does not change when the base does;
* reads an object such as ``throne`` as changes to that of the base, or else to the default;
* accepts ``"none"``, ``"advisory"`` or ``"binding"`` for ``announcements``, as the rule files of the archive of
  real games have it;
* accepts ``"none"`` for ``null``, and the text of a move for its parts (``"e5-e8xe9"``).

It does not accept unknown keys, a key that stands twice, numbers with a fraction, NaN, texts of more than 4,194,304
characters (``MAX_LENGTH``), objects and lists nested more than 32 deep (``MAX_DEPTH``), or half a character (a lone
surrogate).

**Parsing.**

>>> rules = parse_rules('{"name": "House brandubh", "base": "brandubh", "escape": "edge"}')
>>> rules.name, rules.escape, rules.king
('House brandubh', Region.parse('edge'), KingStrength.STRONG_NEAR_THRONE)
>>> parse_rules('{"base": "brandubh", "excape": "edge", "zones": [{"name": "moat", "squares": "d9", "stop": "folk"}]}')
Traceback (most recent call last):
    ...
hnefatafl.errors.StructureError: zones[0].stop: the name of a set of pieces was expected, not \
'folk'; excape: there is no such name; did you mean escape?

**Writing.**

>>> from hnefatafl import variants
>>> print(format_rules(variants.MAGPIE.evolve(aliases=(), source="", notes="")), end="")
{
  "format": "hnefatafl ruleset 1",
  "name": "magpie",
  "size": 7,
  "start": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
  "corners": {"hostile_empty": "all"},
  "king": "middleweight",
  "speed": {"king": 1}
}
"""

from __future__ import annotations

import json
from typing import Any, Final

from hnefatafl.errors import NotExpressibleError
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.records import Game, Match
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support import json_text
from hnefatafl.support.arguments import check
from hnefatafl.support.json_text import is_list, is_table, parse

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "format_game",
    "format_match",
    "format_position",
    "format_rules",
    "parse_game",
    "parse_match",
    "parse_position",
    "parse_rules",
]


MAX_LENGTH: Final = json_text.MAX_LENGTH
"""The maximum number of characters of a text: 4,194,304."""
MAX_DEPTH: Final = json_text.MAX_DEPTH
"""How deep objects and lists can be nested."""

_WIDTH: Final = 100
"""A value that fits into this number of columns is written on one line."""


def parse_rules(text: str) -> Ruleset:
    """Read a ruleset.

    >>> parse_rules('{"name": "House brandubh", "base": "brandubh", "escape": "edge"}').escape
    Region.parse('edge')

    Raises:
        NotationError: the text is not JSON.
        StructureError: it is not a ruleset; all faults are listed.
        RulesetError: its options contradict each other.
    """
    from hnefatafl.notation._documents import read_rules

    return read_rules(parse(text))


def format_rules(ruleset: RulesetLike) -> str:
    """Write a ruleset.

    >>> from hnefatafl import variants
    >>> for line in format_rules(variants.BRANDUBH).splitlines()[:3]:
    ...     print(line)
    {
      "format": "hnefatafl ruleset 1",
      "name": "brandubh",

    Raises:
        NotExpressibleError: it contains functions and is not registered.
    """
    ruleset = as_ruleset(ruleset)
    from hnefatafl.notation._documents import write_rules

    return _write(write_rules(ruleset, "JSON"))


def parse_position(text: str) -> Position:
    """Read a position, and the ruleset that it is played by.

    >>> position = parse_position('''{
    ...     "ruleset": "brandubh",
    ...     "setup": {"board": "/3t3/7/7/t1tK3/7/3t3/7/", "turn": "defenders"}
    ... }''')
    >>> len(position.legal_moves())
    6

    Raises:
        NotationError: the text is not JSON.
        StructureError: it is not a position; all faults are listed.
        RulesetError: the options of its ruleset contradict each other.
        InvalidSetupError: it cannot be played under that ruleset.
    """
    from hnefatafl.notation._documents import read_position

    return read_position(parse(text))


def format_position(position: PositionLike) -> str:
    """Write a position and its ruleset, without its history.

    >>> from hnefatafl import variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> parse_position(format_position(position)) == position
    True

    Raises:
        NotExpressibleError: its ruleset contains functions and is not registered.
    """
    from hnefatafl.notation._documents import write_document

    return _write(write_document(as_position(position), "JSON"))


def parse_game(text: str) -> Game:
    """Read a game: its ruleset, moves, variations and all that is said about them.

    >>> game = parse_game('{"ruleset": "brandubh", "moves": ["d1-c1", {"origin": "c4", "target": "c2"}]}')
    >>> game.replay().verdict
    'agrees'

    Raises:
        NotationError: the text is not JSON.
        StructureError: it is not a game; all faults are listed.
        RulesetError: the options of its ruleset contradict each other.
        InvalidSetupError: its start cannot be played under that ruleset.
        RecordError: its variations do not fit together.
    """
    from hnefatafl.notation._documents import read_value

    return read_value(parse(text), Game)


def format_game(game: Game) -> str:
    """Write a game.

    >>> from hnefatafl import Move, variants
    >>> game = Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")])
    >>> parse_game(format_game(game)) == game
    True

    Raises:
        NotExpressibleError: its ruleset contains functions and is not registered, or its start belongs to other rules.
    """
    check("game", game, Game)
    from hnefatafl.notation._documents import write_document

    return _write(write_document(game, "JSON"))


def parse_match(text: str) -> Match:
    """Read a match: its ruleset, players, score and games. The games need not say the ruleset again.

    >>> match = parse_match('{"ruleset": "brandubh", "players": ["Ann", "Bo"], "games": [{"result": "White"}]}')
    >>> print(match)
    Ann 0, Bo 2 after 1 of 2 games

    Raises:
        NotationError: the text is not JSON.
        StructureError: it is not a match; all faults are listed.
        RulesetError: the options of its ruleset contradict each other.
        InvalidSetupError: the start of a game cannot be played under that ruleset.
        RecordError: the variations of a game do not fit together.
        MatchError: the match cannot be so, such as with players of the same name.
    """
    from hnefatafl.notation._documents import read_value

    return read_value(parse(text), Match)


def format_match(match: Match) -> str:
    """Write a match.

    >>> from hnefatafl import variants
    >>> match = Match(ruleset=variants.BRANDUBH, players=("Ann", "Bo"), length=4)
    >>> parse_match(format_match(match)) == match
    True

    Raises:
        NotExpressibleError: its ruleset contains functions and is not registered, a function counts its score, or
            the start of a game belongs to other rules.
    """
    from hnefatafl.notation._documents import write_document

    return _write(write_document(match, "JSON"))


def _write(data: dict[str, Any]) -> str:
    text = f"{_lay_out(data, 0)}\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotExpressibleError("JSON", ["half a character (a lone surrogate)"]) from None
    return text


def _lay_out(data: object, depth: int) -> str:
    """Return the text of a value, on one line if it fits and is not the whole document."""
    flat = json.dumps(data, ensure_ascii=False)
    if not data or (depth and 2 * depth + len(flat) <= _WIDTH):
        return flat
    if is_table(data):
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {_lay_out(data[key], depth + 1)}" for key in data]
        first, last = "{}"
    elif is_list(data):
        lines = [_lay_out(item, depth + 1) for item in data]
        first, last = "[]"
    else:
        return flat
    step = "  " * (depth + 1)
    return f"{first}\n{step}" + f",\n{step}".join(lines) + f"\n{step[2:]}{last}"
