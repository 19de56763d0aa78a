"""Rulesets that visitors make: a ruleset with changed options, what is wrong with it, and how it reads."""

from __future__ import annotations

from typing import Any, Final

import attrs

from hnefatafl.board import Board, Side
from hnefatafl.describe import LANGUAGES, describe
from hnefatafl.errors import HnefataflError, InvalidSetupError, NotExpressibleError, RulesetError, StructureError
from hnefatafl.notation import json, otn, toml
from hnefatafl.notation._documents import read_rules, write_options
from hnefatafl.notation._plain import is_table
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset
from hnefatafl.web._drafts import PIECES, drawn, drawn_draft, edit
from hnefatafl.web._errors import Refused
from hnefatafl.web._offers import told
from hnefatafl.web._questions import held

_LONGEST: Final = 100
"""The number of characters of a name."""
_TEXT: Final = 1 << 16
"""The number of characters of a file of rules."""


def form(rules: Ruleset) -> dict[str, Any]:
    """Return a ruleset as the form shows it: its name, the name of the ruleset that it was made from, and the options
    that differ from the defaults, with a picture of the start layout."""
    return {"name": rules.name, "base": rules.origin, "options": write_options(rules), **told(rules)}


def made(base: Ruleset, name: object, options: object) -> Ruleset:
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
    given = {key: value for key, value in options.items() if key not in (*Ruleset.LABELS, "format", "base")}
    read = read_rules({"name": "made", **given}, pictures=True)
    kept = Ruleset.FUNCTIONS | Ruleset.LABELS
    changed: Any = {field.name: getattr(read, field.name) for field in attrs.fields(Ruleset) if field.name not in kept}
    if name.strip() and name.strip() != base.name:
        changed["name"] = name.strip()
    return base.evolve(**changed)


def examine(base: Ruleset, name: object, options: object) -> dict[str, Any]:
    """Return what there is to say of a ruleset that is being made.

    ``reasons`` lists what is wrong with it, and ``board`` tells how the start lies. Without such reasons there are the
    ``answers`` that it gives to the questions, the ``leaflets`` in all languages, the ``differences`` from the base,
    the ``files``, and the ``losses`` of the one in OTN.

    Raises:
        Refused: the request is none.
    """
    try:
        rules = made(base, name, options)
        files = {"toml": toml.format_rules(rules), "json": json.format_rules(rules)}
    except (RulesetError, StructureError) as error:
        return {"reasons": list(error.reasons), "board": drawn_draft(options)}
    except Refused:
        raise
    except HnefataflError as error:
        return {"reasons": [str(error)], "board": drawn_draft(options)}
    text, losses = _otn(rules)
    return {
        "reasons": [],
        "name": rules.name,
        "same": rules == base,
        "answers": held(rules),
        "leaflets": {language: describe(rules, language) for language in LANGUAGES},
        "differences": rules.differences(base).splitlines(),
        "board": drawn(rules),
        "files": {**files, "otn": text},
        "losses": losses,
    }


def edited(base: Ruleset, name: object, options: object, change: object) -> dict[str, Any]:
    """Return the options after a change to them; see :func:`~hnefatafl.web._drafts.edit`.

    Raises:
        Refused: there is no such change, or it cannot be made.
    """
    return {"options": edit(lambda: made(base, name, options), base, options, change)}


def placed(base: Ruleset, start: object, turn: object, change: object) -> dict[str, Any]:
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
        if not is_table(change) or change.get("brush") not in (*PIECES, "clear"):
            raise Refused(f"brush: one of {', '.join(PIECES)} was expected")
        if change["brush"] == "clear":
            options["start"] = Board(base.size, {}).record
        else:
            options = edit(lambda: base, base, options, change)
    board = drawn_draft(options)
    if board is None or board["size"] != base.size:
        raise Refused(f"the pieces on a board of {base.size}×{base.size} squares were expected")
    try:
        position = Position.parse(str(options["start"]), base, sides[turn])
        told: dict[str, Any] = {"text": f"{base.name} {position.text}", "reasons": []}
    except InvalidSetupError as error:
        told = {"text": "", "reasons": list(error.reasons)}
    return {"start": options["start"], "board": board, **told}


def _otn(rules: Ruleset) -> tuple[str | None, list[str]]:
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
        return form(_READERS[notation](text))
    except (RulesetError, StructureError) as error:
        raise Refused("\n".join(error.reasons)) from None
    except HnefataflError as error:
        raise Refused(str(error)) from None
