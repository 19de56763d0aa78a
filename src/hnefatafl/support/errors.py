"""The exceptions that need no board, no move and no position; :mod:`hnefatafl.errors` has all."""

from __future__ import annotations

from collections.abc import Sequence

from hnefatafl.support.texts import printable, shortened

__all__ = [
    "ArgumentIndexError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "ExtraRuleError",
    "HnefataflError",
    "IllegalRollError",
    "InvalidSetupError",
    "LossWarning",
    "MatchError",
    "MissingExtraError",
    "NotExpressibleError",
    "NotationError",
    "NothingToUnmakeError",
    "PictureError",
    "RecordError",
    "RulesetError",
    "StaleKernelError",
    "StructureError",
    "TableError",
    "UnknownLanguageError",
    "UnknownVariantError",
]


_EXCERPT = 72
"""The maximum number of characters of the offending line in a message."""
_LINE = 5000
"""The maximum number of characters in a line of a message."""
_SENTENCE = 250
"""The maximum number of characters of the description, or of one reason, in a message."""
_NAME = 60
"""The maximum number of characters of a name from the caller in a message."""
_REASONS = 20
"""The maximum number of reasons in a message."""


class HnefataflError(Exception):
    """The base of all errors of this library.

    >>> from hnefatafl import variants
    >>> try:
    ...     variants.get("chess")
    ... except HnefataflError as error:
    ...     print(error)
    no ruleset is named 'chess'

    The message is safe to print and to log, whatever the text contains: control characters and lone surrogates
    are replaced, and long lines are cut. The attributes of the error have the unchanged values.
    """

    def __str__(self) -> str:
        return "\n".join(shortened(line, _LINE) for line in self._make_message().split("\n"))

    def __repr__(self) -> str:
        return shortened(super().__repr__())

    def _make_message(self) -> str:
        """Return the message, not yet made safe."""
        return super().__str__()


class ArgumentTypeError(HnefataflError, TypeError):
    """An argument has a wrong type.

    >>> from hnefatafl import Position, variants
    >>> Position.initial(variants.BRANDUBH, True)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentTypeError: turn: a Side or its name was expected, not True
    """


class ArgumentValueError(HnefataflError, ValueError):
    """An argument has the right type, but an invalid value.

    >>> from hnefatafl import Square
    >>> Square(99, 0)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: file: a number from 0 to 20 was expected, not 99
    """


class ArgumentIndexError(ArgumentValueError, IndexError):
    """There is nothing at an index.

    >>> from hnefatafl import Batch, Position, variants
    >>> Batch(Position.initial(variants.BRANDUBH), 2)[2]
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentIndexError: board: an index of 2 boards was expected, not 2
    """


class NotationError(HnefataflError, ValueError):
    """A text is not valid in its notation.

    The message shows the line, the place in it, and what was expected:

    >>> print(NotationError("a square was expected", "d1-?3", 3))
    a square was expected (line 1, column 4)
        d1-?3
           ^

    Arguments:
        message: what is wrong, in words.
        text: the whole text that was read.
        offset: the 0-based index of the offending character in ``text``.
        line: the 1-based number of the text's first line in its file.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0, line: int = 1) -> None:
        super().__init__(message, text, offset, line)
        self.message: str = message
        """What is wrong, without the place."""
        self.text: str = text
        """The text that was read."""
        self.offset: int = min(max(offset, 0), len(text))
        """The 0-based index of the offending character in :attr:`text`."""
        before = text[: self.offset]
        start = before.rfind("\n") + 1
        self.line: int = line + before.count("\n")
        """The 1-based line of the fault."""
        self.column: int = self.offset - start + 1
        """The 1-based column of the fault."""

    def _make_message(self) -> str:
        start = self.offset - self.column + 1
        end = self.text.find("\n", start)
        source = self.text[start : end if end >= 0 else len(self.text)]
        caret = self.column - 1
        if len(source) > _EXCERPT:
            cut = max(0, caret - _EXCERPT // 2)
            source = ("..." if cut else "") + source[cut : cut + _EXCERPT] + "..."
            caret -= cut - (3 if cut else 0)
        place = f"(line {self.line}, column {self.column})\n    {printable(source)}\n    {' ' * caret}^"
        return f"{shortened(self.message, _SENTENCE)} {place}"


class _Reasons(HnefataflError, ValueError):
    """An error that lists all faults, not only the first."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        """The faults, one sentence each."""
        super().__init__(self.reasons)

    def _make_message(self) -> str:
        shown = [shortened(reason, _SENTENCE) for reason in self.reasons[:_REASONS]]
        more = len(self.reasons) - len(shown)
        return "; ".join(shown) + (f"; and {more:,} more" if more else "")


class RulesetError(_Reasons):
    """The options of a ruleset contradict each other.

    :attr:`reasons` lists every contradiction, not only the first.

    >>> from hnefatafl import variants
    >>> variants.BRANDUBH.evolve(size=9, fewest_attackers=-1)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.RulesetError: fewest_attackers is at least 0, not -1; the start layout has size 7, the board 9
    """


class ExtraRuleError(HnefataflError, TypeError):
    """An extra capture or an extra ending of a ruleset returned an invalid value.

    What such a function raises itself is passed on as it is. Either way nothing has changed: a search board is as it
    was before the call.

    >>> from hnefatafl import Move, Position, variants
    >>> def careless(board, move, side, position):
    ...     return "d4"
    >>> rules = variants.BRANDUBH.evolve(name="careless brandubh", extra_captures=[careless])
    >>> try:
    ...     Position.initial(rules).play(Move.parse("d1-c1"))
    ... except ExtraRuleError as error:
    ...     print(error.returned, error.expected)
    'd4' squares

    Arguments:
        rule: what the function is, and its name.
        returned: what it returned, as a short text.
        expected: what it has to return.
    """

    def __init__(self, rule: str, returned: str, expected: str) -> None:
        self.rule: str = rule
        """What the function is, and its name."""
        self.returned: str = returned
        """What it returned, as a short text."""
        self.expected: str = expected
        """What it has to return."""
        super().__init__(rule, returned, expected)

    def __str__(self) -> str:
        return f"the {self.rule} returned {self.returned} instead of {self.expected}"


class InvalidSetupError(_Reasons):
    """A set-up cannot be played under its ruleset.

    >>> from hnefatafl import Board, Position, Side, variants
    >>> Position.from_board(Board(7), variants.BRANDUBH, Side.ATTACKERS)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.InvalidSetupError: there is no king
    """


class StructureError(_Reasons):
    """A text is valid JSON or TOML, but has unexpected names or values.

    Each of the :attr:`reasons` begins with the path of the fault, such as ``zones[1].stop``.

    >>> from hnefatafl.notation import json
    >>> try:
    ...     json.parse_rules('{"name": 7, "base": "brandubh", "speed": {"king": "slow"}, "colour": "red"}')
    ... except StructureError as error:
    ...     for reason in error.reasons:
    ...         print(reason)
    name: a text was expected, not 7
    speed.king: a whole number or "none" was expected, not 'slow'
    colour: there is no such name
    """


class RecordError(HnefataflError, ValueError):
    """The lines of a record do not fit together, or a requested place does not exist.

    >>> from hnefatafl import Move, variants
    >>> from hnefatafl.records import Game
    >>> Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1")]).line_moves(3)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.RecordError: there is no line 3
    """


class MatchError(HnefataflError, ValueError):
    """A match is invalid: its players, its games or its score.

    >>> from hnefatafl import variants
    >>> from hnefatafl.records import Match
    >>> Match(ruleset=variants.BRANDUBH, players=("Ann", "Ann"))
    Traceback (most recent call last):
        ...
    hnefatafl.errors.MatchError: the players of a match have different names, not both 'Ann'
    """


class NotExpressibleError(HnefataflError, ValueError):
    """A value cannot be expressed in the requested notation.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import otn
    >>> otn.format_rules(variants.HNEFATAFL_13)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.NotExpressibleError: OTN cannot express: joint_capture, edge_hostile

    Arguments:
        notation: the name of the notation.
        options: what it cannot say, a name each.
        advice: what can be done about it, in words.
    """

    def __init__(self, notation: str, options: Sequence[str], advice: str = "") -> None:
        self.notation: str = notation
        """The notation."""
        self.options: tuple[str, ...] = tuple(options)
        """What it cannot express."""
        self.advice: str = advice
        """What can be done about it, in words; empty if nothing."""
        super().__init__(notation, self.options, advice)

    def _make_message(self) -> str:
        return f"{self.notation} cannot express: {', '.join(self.options)}" + (self.advice and f"; {self.advice}")


class LossWarning(UserWarning):
    """Something is not in a text because its notation cannot express it: a part of a game that was written, or a rule
    of a record that was read.

    >>> import warnings
    >>> from hnefatafl.notation.convert import write_game
    >>> from hnefatafl.records import Game
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     text = write_game(Game(ruleset="brandubh", tags={"event": "Cup"}), "archive")
    >>> print(caught[0].message)
    archive cannot express: tags (event)
    """


class MissingExtraError(HnefataflError, ImportError):
    """A feature needs a package that is not installed; it belongs to an extra.

    >>> print(MissingExtraError("png", "resvg_py"))
    this needs resvg_py: pip install ".[png]" in the folder of tafl's sources

    Arguments:
        extra: the name of the extra.
        package: the package that was looked for.
    """

    def __init__(self, extra: str, package: str) -> None:
        self.extra: str = extra
        """The extra that brings it."""
        self.package: str = package
        """The package that is missing."""
        super().__init__(extra, package)

    def _make_message(self) -> str:
        return f'this needs {self.package}: pip install ".[{self.extra}]" in the folder of tafl\'s sources'


class StaleKernelError(HnefataflError, ImportError):
    """The compiled kernel in a checkout was built from other sources than those beside it.

    >>> print(StaleKernelError(["src/hnefatafl/_kernel/ring.py"]))
    the kernel that you edited is not the one that runs (src/hnefatafl/_kernel/ring.py): python tasks.py build

    Arguments:
        sources: the names of those that differ.
    """

    def __init__(self, sources: Sequence[str]) -> None:
        self.sources: tuple[str, ...] = tuple(sources)
        """The names of the sources that differ."""
        super().__init__(self.sources)

    def _make_message(self) -> str:
        edited = ", ".join(self.sources[:3]) + (" ..." if len(self.sources) > 3 else "")
        return f"the kernel that you edited is not the one that runs ({edited}): python tasks.py build"


class UnknownVariantError(HnefataflError, LookupError):
    """There is no ruleset with that name.

    >>> from hnefatafl import variants
    >>> variants.get("Copenhagn")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.UnknownVariantError: no ruleset is named 'Copenhagn'; did you mean copenhagen?

    Arguments:
        name: what was asked for.
        suggestions: similar names.
    """

    def __init__(self, name: str, suggestions: Sequence[str] = ()) -> None:
        self.name: str = name
        """What was asked for."""
        self.suggestions: tuple[str, ...] = tuple(suggestions)
        """Names of rulesets that come near it."""
        super().__init__(name, self.suggestions)

    def _make_message(self) -> str:
        hint = f"; did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        return f"no ruleset is named {shortened(self.name, _NAME)!r}{hint}"


class UnknownLanguageError(HnefataflError, LookupError):
    """Rules cannot be described in that language.

    >>> print(UnknownLanguageError("la", ("en", "de", "sv")))
    there are no words for the language 'la', only for en, de, sv

    Arguments:
        language: what was asked for.
        languages: the languages that there are words for.
    """

    def __init__(self, language: str, languages: Sequence[str] = ()) -> None:
        self.language: str = language
        """What was asked for."""
        self.languages: tuple[str, ...] = tuple(languages)
        """The languages that there are words for."""
        super().__init__(language, self.languages)

    def _make_message(self) -> str:
        languages = ", ".join(self.languages)
        return f"there are no words for the language {shortened(self.language, _NAME)!r}, only for {languages}"


class NothingToUnmakeError(HnefataflError, IndexError):
    """``unmake`` was called on a search board without a made move.

    >>> from hnefatafl import Position, SearchBoard, variants
    >>> SearchBoard(Position.initial(variants.BRANDUBH)).unmake()
    Traceback (most recent call last):
        ...
    hnefatafl.errors.NothingToUnmakeError: no move has been made on this board
    """


class IllegalRollError(HnefataflError, ValueError):
    """A roll of the die is not allowed here, or has an impossible number.

    >>> from hnefatafl import Die, Position, Side, variants
    >>> rules = variants.BRANDUBH.evolve(die=Die())
    >>> Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS).roll(7)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.IllegalRollError: a die of 6 faces cannot show 7
    """


class TableError(HnefataflError, ValueError):
    """What a board asks of a :class:`~tafl.table.Table` cannot be done here.

    >>> from hnefatafl import variants
    >>> from hnefatafl.records import Game
    >>> from tafl.table import Table
    >>> Table(Game(ruleset=variants.BRANDUBH)).take_back()
    Traceback (most recent call last):
        ...
    hnefatafl.errors.TableError: there is nothing to take back
    """


class PictureError(HnefataflError, ValueError):
    """A picture cannot be drawn: an unknown theme, a square off the board, an invalid size.

    >>> from hnefatafl import variants
    >>> from hnefatafl.render.svg import svg
    >>> svg(variants.BRANDUBH, theme="plaid")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.PictureError: there is no theme 'plaid'; did you mean light, dark, ...
    """


for _name in __all__:
    globals()[_name].__module__ = "hnefatafl.errors"  # where users find it
