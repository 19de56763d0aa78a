"""Rulesets as the tables from which a module in WebAssembly plays; :mod:`hnefatafl.notation.data` shows them."""

from __future__ import annotations

import json
import struct
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.notation.json import format_rules
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset

TABLES_FORMAT: Final = "tafl tables 1"
"""The name of the format, with its version."""

_WORDS: Final = """
    n stride size squares=q steps=q index=q actions=q numbers=q turns=q stop=h go=h access=q layer=q confined
    hostile=h always=h special=h rare=h bits=h place=q row=q far=q jump=q coded=q turned=h keys=q side_key hammer
    anvil piercing three walk_in no_walk_in jumpers limited speed_king die rolled allows berserk berserk_escape
    may_pass pass_code passers passes alternates steady forced guards_fall joint linnaean line king_line shieldwall
    wall_corners wall_flanking exit_fort simple_fort encirclement secure whole leaning ring_of immobile no_escape
    tuichu no_move_draws fewest_attackers fewest_defenders quiet_limit quiet_consequence move_limit move_consequence
    near heeded forbids plain lists says binding hooked repeats.what repeats.count repeats.by repeats.start
    repeats.any_turn repeats.mirrored repeats.bare repeats.least repeats.keyed repeats.orbits=q
"""
"""The words in their order, with the width of its numbers where it is a vector: ``q`` for 64 bits, ``h`` for 16."""


def pack_tables(rules: RulesetLike) -> bytes:
    """Return the words and vectors of a ruleset.

    >>> from hnefatafl.notation.data import pack_tables
    >>> int.from_bytes(pack_tables("brandubh")[:8], "little")
    7

    Raises:
        ArgumentValueError: the ruleset has extra captures or extra endings, which are functions of Python.
    """
    fields = list(fields_of(as_ruleset(rules)))
    words: list[int] = []
    vectors = b""
    for _, width, value in fields:
        if width:
            words.append(8 * len(fields) + len(vectors))
            numbers = [int(number) for number in value]
            vector = struct.pack(f"<q{len(numbers)}{width}", len(numbers), *numbers)
            vectors += vector + bytes(-len(vector) % 8)
        else:
            words.append(int(value))
    return struct.pack(f"<{len(words)}q", *words) + vectors


def fields_of(rules: Ruleset) -> Iterator[tuple[str, str, Any]]:
    """Yield the words of a ruleset: the name, the width of the numbers if it is a vector, and the value.

    Raises:
        ArgumentValueError: the ruleset has extra captures or extra endings, which are functions of Python.
    """
    if rules.extra_captures or rules.extra_endings:
        raise ArgumentValueError(f"{rules.name} has extra captures or endings, which only Python can ask")
    t = Position.initial(rules, rules.first or Side.ATTACKERS)._t
    for word in _WORDS.split():
        name, _, width = word.partition("=")
        yield name, width, getattr(t.repeats if "." in name else t, name.rpartition(".")[2])


def format_tables(
    rules: RulesetLike, *, evaluation: bytes | None = None, board: Mapping[str, object] | None = None
) -> str:
    """Return a JSON document with the words of a ruleset in base 64, its rules with their fingerprint, the position at
    the start and the side that moves first.

    >>> import json
    >>> from hnefatafl.notation.data import format_tables
    >>> document = json.loads(format_tables("brandubh"))
    >>> document["format"], document["start"]
    ('tafl tables 1', '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a')

    Arguments:
        rules: the ruleset, or its name.
        evaluation: by what it is searched (:func:`~hnefatafl.search.pack_evaluation`), without which no search can.
        board: how its board is drawn (:func:`~hnefatafl.render.page.board_message`), without which no page shows it.

    Raises:
        ArgumentValueError: the ruleset has extra captures or extra endings, which are functions of Python.
    """
    rules = as_ruleset(rules)
    document: dict[str, object] = {
        "format": TABLES_FORMAT,
        "ruleset": json.loads(format_rules(rules)),
        "start": Position.initial(rules, rules.first or Side.ATTACKERS).text,
        "first": None if rules.first is None else rules.first.value,
        "fingerprint": rules.fingerprint,
        "words": b64encode(pack_tables(rules)).decode("ascii"),
    }
    if evaluation is not None:
        document["evaluation"] = b64encode(evaluation).decode("ascii")
    if board is not None:
        document["board"] = board
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
