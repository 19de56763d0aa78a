"""Suites as values: the cases of each ruleset, with their answers.

The words that a suite counts, and those that a ruleset cannot bring about.

The words are read off the closed lists of the library. One that ``_BOUND`` does not bind to an option is expected
of every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast

from hnefatafl import __version__
from hnefatafl.board import Announcement, CaptureKind, Illegality, Piece, PieceSet, Region, Side, Termination
from hnefatafl.errors import HnefataflError
from hnefatafl.rules import (
    Berserk,
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    KingStrength,
    Passing,
    Roll,
    Ruleset,
)
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load
from hnefatafl.support.texts import brief

__all__ = ["DisagreementError", "SuiteError"]


class SuiteError(HnefataflError, ValueError):
    """A line of a suite, or a question, is not as the format has it.

    >>> print(SuiteError("the key 'start' was expected", 17))
    line 17: the key 'start' was expected

    Arguments:
        reason: what is wrong.
        line: the number of the line, from 1 on; None for a question.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason: str = reason
        """What is wrong."""
        self.line: int | None = line
        """The number of the line, from 1 on; None for a question."""
        super().__init__(reason, line)

    def _make_message(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


class DisagreementError(HnefataflError, AssertionError):
    """The kernel and the reference implementation answer a question differently: one of them has a fault.

    >>> print(DisagreementError('{"id": "brandubh/1"}', "outcome: null, but draw:repetition by the reference"))
    outcome: null, but draw:repetition by the reference, in {"id": "brandubh/1"}

    Arguments:
        question: the question, as a line of JSON.
        difference: the first difference.
    """

    def __init__(self, question: str, difference: str) -> None:
        self.question: str = question
        """The question, as a line of JSON."""
        self.difference: str = difference
        """The first difference."""
        super().__init__(question, difference)

    def _make_message(self) -> str:
        return f"{self.difference}, in {self.question}"


for _name in __all__:
    globals()[_name].__module__ = "tafl.conformance"  # where users find it


Word = Termination | CaptureKind | Illegality | Announcement

LISTS: Final[Mapping[str, type[Word]]] = {
    "captures": CaptureKind,
    "endings": Termination,
    "refusals": Illegality,
    "announcements": Announcement,
}
"""The lists of words, by the key under which they are counted."""

_SOLID: Final = frozenset({KingStrength.STRONG, KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE})


def _hostile_squares(rules: Ruleset) -> bool:
    solid = rules.king in (KingStrength.STRONG, KingStrength.MIDDLEWEIGHT, KingStrength.THREE)
    victims = rules.pieces & ~PieceSet.KING if solid else rules.pieces
    return any((zone.hostile_empty | zone.hostile_always) & victims for zone in rules.all_zones)


def _three_sides(rules: Ruleset) -> bool:
    return rules.king is KingStrength.THREE or bool(rules.three_captors & rules.pieces)


def _can_surround(rules: Ruleset) -> bool:
    guards = rules.guard_capture is GuardCapture.SURROUNDED and PieceSet.GUARDS & rules.pieces
    return bool(guards) or rules.king not in (KingStrength.WEAK, KingStrength.THREE)


def _can_pierce(rules: Ruleset) -> bool:
    return rules.king in _SOLID and bool(rules.piercing & rules.pieces)


def _get_jump(rules: Ruleset, piece: Piece) -> Jump:
    kind = piece.kind.value
    names = {"king": "king", "mercenary": "mercenaries"}
    jump: Jump = getattr(rules.jumps, names.get(kind, f"{kind}s"))
    return jump


def _can_jump(rules: Ruleset) -> bool:
    return any(_get_jump(rules, piece) is Jump.CAPTURING for piece in rules.pieces.pieces)


def _has_barred_zones(rules: Ruleset) -> bool:
    corners = Region.CORNERS.squares(rules.size)  # which nobody crosses
    barred = [zone for zone in rules.all_zones if not zone.squares.squares(rules.size) <= corners]
    return any(rules.pieces not in zone.cross for zone in barred)


def _has_closed_zones(rules: Ruleset) -> bool:
    return any(rules.pieces not in zone.stop & zone.enter for zone in rules.all_zones)


def _limits_distance(rules: Ruleset) -> bool:
    """Return whether a roll limits how far pieces move."""
    return rules.die is not None and rules.die.allows is Roll.AT_MOST


def _repetition_ends(rules: Ruleset) -> bool:
    return rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN)


def _repetition_forbids(rules: Ruleset) -> bool:
    return rules.repetition.consequence in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES)


_BOUND: Final[Mapping[Word, Callable[[Ruleset], bool]]] = {
    CaptureKind.HOSTILE_SQUARE: _hostile_squares,
    CaptureKind.HOSTILE_EDGE: lambda rules: bool(rules.edge_hostile),
    CaptureKind.THREE_SIDES: _three_sides,
    CaptureKind.LINNAEAN: lambda rules: rules.linnaean_capture,
    CaptureKind.SHIELDWALL: lambda rules: rules.shieldwall is not None,
    CaptureKind.SURROUNDED: _can_surround,
    CaptureKind.PIERCED: _can_pierce,
    CaptureKind.JUMPED: _can_jump,
    CaptureKind.JOINT: lambda rules: rules.joint_capture,
    CaptureKind.WALKED_IN: lambda rules: bool(rules.walk_in),
    CaptureKind.LINE: lambda rules: rules.line_capture or rules.king_line_capture,
    CaptureKind.EXTRA: lambda rules: bool(rules.extra_captures),
    Termination.KING_CAPTURED_ON_EDGE: lambda rules: rules.edge_capture is EdgeCapture.DRAW,
    Termination.KING_IMMOBILE: lambda rules: rules.immobile_king,
    Termination.ALL_CAPTURED: lambda rules: rules.fewest_attackers > 0,
    Termination.TOO_FEW_ATTACKERS: lambda rules: rules.fewest_attackers > 1,
    Termination.TOO_FEW_DEFENDERS: lambda rules: rules.fewest_defenders > 0,
    Termination.TUICHU: lambda rules: rules.tuichu_wins,
    Termination.ENCIRCLEMENT: lambda rules: rules.encirclement,
    Termination.EXIT_FORT: lambda rules: rules.exit_fort,
    Termination.EXTRA: lambda rules: bool(rules.extra_endings),
    Termination.REPETITION: _repetition_ends,
    Termination.QUIET_LIMIT: lambda rules: rules.quiet_limit is not None,
    Termination.MOVE_LIMIT: lambda rules: rules.move_limit is not None,
    Termination.NO_ESCAPE: lambda rules: rules.no_escape,
    Termination.NO_LEGAL_MOVE: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.NO_STOPPING: _has_closed_zones,
    Illegality.NO_CROSSING: _has_barred_zones,
    Illegality.TOO_FAR: lambda rules: _limits_distance(rules) or rules.speed != type(rules.speed)(),
    Illegality.WALK_IN: lambda rules: bool(rules.no_walk_in),
    Illegality.MUST_GO_ON: lambda rules: rules.berserk is not Berserk.NONE,
    Illegality.MUST_CAPTURE: lambda rules: rules.berserk is not Berserk.NONE,
    Illegality.NOT_BY_ROLL: lambda rules: rules.die is not None and not _limits_distance(rules),
    Illegality.MUST_ROLL: lambda rules: rules.die is not None,
    Illegality.MUST_USE_ROLL: lambda rules: rules.die is not None and not all(map(rules.die.binds_all, Side)),
    Illegality.NO_PASSING: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.FORCED_CAPTURE: lambda rules: rules.forced_capture,
    Illegality.UNANNOUNCED: lambda rules: rules.announcements.binding,
    Illegality.REPETITION: _repetition_forbids,
    Announcement.RAICHI: lambda rules: rules.announcements.raichi,
    Announcement.TUICHU: lambda rules: rules.announcements.raichi,
    Announcement.WAY_OUT: lambda rules: rules.announcements.way_out is not Call.NONE and not rules.announcements.raichi,
    Announcement.THREAT: lambda rules: rules.announcements.threat is not Call.NONE,
}
"""Which rulesets can bring a word about. What a word needs beside that, boards decide."""


def missing(met: Mapping[str, Mapping[str, int]], rules: Ruleset, often: int = 1) -> dict[str, list[str]]:
    """Return the words that the ruleset has and that were met less often, by their lists; lists without any are left
    out."""
    words_met_less = {
        key: [
            word.value
            for word in words
            if met.get(key, {}).get(word.value, 0) < often and (word not in _BOUND or _BOUND[word](rules))
        ]
        for key, words in LISTS.items()
    }
    return {key: words for key, words in words_met_less.items() if words}


FORMAT: Final = "hnefatafl conformance 1"
"""The name of the format and its version, which rises when an older suite would be read differently or not at all."""


@frozen(kw_only=True)
class Case:
    """A question about a position, and its answer.

    >>> case = Case(
    ...     id="brandubh/1", ruleset="brandubh", start="/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a", tries=("d1-d4",),
    ...     answer={"tries": {"d1-d4": {"refused": "blocked"}}},
    ... )
    >>> case.question["tries"]
    ['d1-d4']
    """

    __repr__ = brief

    id: str
    """The name of the ruleset and a number."""
    ruleset: str
    """The name of the ruleset."""
    start: str
    """The text of the position at the start, without history."""
    line: tuple[str, ...] = ()
    """The moves and rolls to make from there before anything is asked."""
    tries: tuple[str, ...] = ()
    """The moves and rolls to try in the position after the line, each by itself."""
    answer: Mapping[str, Any]
    """The right answer, as in the file."""

    @property
    def question(self) -> dict[str, Any]:
        """What an engine is asked: the case without its answer."""
        question: dict[str, Any] = {"id": self.id, "ruleset": self.ruleset, "start": self.start}
        return {**question, "line": list(self.line), "tries": list(self.tries)}

    @property
    def snippet(self) -> str:
        """Python that sets the position up, to be pasted.

        >>> print(Case(id="a/1", ruleset="brandubh", start="/7/7/3K3/7/7/7/3t3/ a", line=("d1-c1",), answer={}).snippet)
        position = Position.parse('brandubh /7/7/3K3/7/7/7/3t3/ a')
        position = position.play('d1-c1')
        """
        lines = [f"position = Position.parse({f'{self.ruleset} {self.start}'!r})"]
        for action in self.line:
            word, _, note = action.partition(" ")
            call = f"roll({note})" if word == "roll" else f"play({word!r}{', announce=False' if note else ''})"
            lines.append(f"position = position.{call}")
        return "\n".join(lines)


@frozen(kw_only=True)
class Chapter:
    """A ruleset, and the cases about it.

    >>> from hnefatafl import variants
    >>> Chapter(ruleset=variants.BRANDUBH, cases=(), met={}, unmet={}).title["version"]
    2
    """

    __repr__ = brief

    ruleset: Ruleset
    """The ruleset."""
    cases: tuple[Case, ...]
    """The cases."""
    met: Mapping[str, Mapping[str, int]]
    """How often each word was met, by the lists ``captures``, ``endings``, ``refusals`` and ``announcements``."""
    unmet: Mapping[str, list[str]]
    """The words that the options of the ruleset allow and that were not met, by the same lists."""

    @property
    def title(self) -> dict[str, Any]:
        """The line about the ruleset: its name, its behaviour version, all its options, which of them differ from their
        defaults, and what was met.

        >>> from hnefatafl import variants
        >>> Chapter(ruleset=variants.BRANDUBH, cases=(), met={}, unmet={}).title["options"]["escape"]
        'corners'
        """
        rules = self.ruleset
        return {
            "ruleset": rules.name,
            "version": rules.version,
            "options": options_of(rules),
            "changed": list(rules.changed()),
            "cases": len(self.cases),
            "met": self.met,
            "unmet": self.unmet,
        }


def options_of(rules: Ruleset) -> dict[str, Any]:
    """Return all options of a ruleset as plain data, defaults too; functions are left out."""
    from hnefatafl.notation.data import converter  # which loads cattrs

    options: dict[str, Any] = converter(False).unstructure(rules)
    return {name: value for name, value in options.items() if name not in Ruleset.LABELS}


def suite_lines(
    rulesets: Iterable[Ruleset], chapters: Iterable[Chapter], *, cases: int = 200, seed: int = 0
) -> Iterator[str]:
    """Yield the lines of a suite: a head, and for each ruleset a title and its cases.

    >>> from hnefatafl import variants
    >>> from tafl.conformance import make_chapter
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> lines = list(suite_lines([variants.BRANDUBH], [chapter], cases=3))
    >>> lines[0][:36]
    '{"format":"hnefatafl conformance 1",'

    Arguments:
        rulesets: the rulesets, for the head.
        chapters: their chapters, which may be made one after the other.
        cases: the least number of cases of a chapter, for the head.
        seed: the seed that they were made with, for the head.
    """
    head = {
        "format": FORMAT,
        "library": __version__,
        "seed": seed,
        "cases": cases,
        "rulesets": {rules.name: rules.version for rules in rulesets},
        "words": {key: {word.value: word.sentence for word in words} for key, words in LISTS.items()},
    }
    yield dump(head)
    for chapter in chapters:
        yield dump(chapter.title)
        for case in chapter.cases:
            yield dump({**case.question, "answer": case.answer})


_T = TypeVar("_T")
_KINDS: Final[Mapping[type, str]] = {str: "a text", int: "a whole number", list: "a list of texts", dict: "an object"}

QUESTION: Final[Mapping[str, type]] = {"id": str, "ruleset": str, "start": str, "line": list, "tries": list}
"""The keys of a question, and the types of their values."""
_TITLE: Final[Mapping[str, type]] = {
    "ruleset": str,
    "version": int,
    "options": dict,
    "changed": list,
    "cases": int,
    "met": dict,
    "unmet": dict,
}
_HEAD: Final[Mapping[str, type]] = {"format": str, "rulesets": dict}


def read_suite(lines: Iterable[str]) -> Iterator[Chapter]:
    """Yield the chapters of a suite.

    >>> from hnefatafl import variants
    >>> from tafl.conformance import make_chapter, suite_lines
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> list(read_suite(suite_lines([variants.BRANDUBH], [chapter]))) == [chapter]
    True
    >>> list(read_suite(["{}"]))
    Traceback (most recent call last):
        ...
    tafl.conformance.SuiteError: line 1: the key 'format' was expected

    Arguments:
        lines: the lines of the file.

    Raises:
        SuiteError: a line is not as the format has it, or the file is not whole; it says which line.
    """
    chapter: _Begun | None = None
    number = 0
    versions: Mapping[str, object] = {}
    for number, line in enumerate(lines, start=1):
        try:
            fields = load(line)
            if number == 1:
                versions = _read_head(fields)
            elif chapter is None or len(chapter.cases) == chapter.size:
                if chapter is not None:
                    yield chapter.whole()
                chapter = _Begun(fields, versions)
            else:
                chapter.add(fields)
        except SuiteError as error:
            raise SuiteError(error.reason, number) from None
        except HnefataflError as error:
            raise SuiteError(" ".join(str(error).split()), number) from None
    if chapter is None or len(chapter.cases) < chapter.size:
        raise SuiteError("the suite ends within a chapter" if chapter else "the suite is empty", number + 1)
    yield chapter.whole()


def _read_head(fields: Mapping[str, object]) -> Mapping[str, object]:
    _check_keys(fields, _HEAD, more=True)
    if fields["format"] != FORMAT:
        raise SuiteError(f"the format {FORMAT!r} was expected, not {fields['format']!r:.60}")
    return cast("Mapping[str, object]", fields["rulesets"])


class _Begun:
    """A chapter whose cases are being read."""

    def __init__(self, fields: Mapping[str, object], versions: Mapping[str, object]) -> None:
        _check_keys(fields, _TITLE)
        self.title = fields
        self.rules = read_rules(fields)
        if versions.get(self.rules.name) != self.rules.version:
            raise SuiteError(f"the head does not name {self.rules.name} in version {self.rules.version}")
        self.size = cast("int", fields["cases"])
        if self.size < 1:
            raise SuiteError("cases: a number from 1 on was expected")
        self.cases: list[Case] = []

    def add(self, fields: Mapping[str, object]) -> None:
        case = read_question(fields, answered=True)
        if case.ruleset != self.rules.name:
            raise SuiteError(f"a case of {self.rules.name} was expected, not of {case.ruleset:.60}")
        self.cases.append(case)

    def whole(self) -> Chapter:
        met, unmet = self.title["met"], self.title["unmet"]
        return Chapter(ruleset=self.rules, cases=tuple(self.cases), met=cast("Any", met), unmet=cast("Any", unmet))


def read_rules(fields: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of the line about it.

    Raises:
        SuiteError: a key is missing, or not as expected.
        HnefataflError: the options are none of a ruleset.
    """
    from hnefatafl.notation import json  # whose rules load cattrs

    _check_keys(fields, {"ruleset": str, "version": int, "options": dict}, more=True)
    options = cast("dict[str, object]", fields["options"])
    return json.parse_rules(dump({"name": fields["ruleset"], "version": fields["version"], **options}))


def read_question(fields: Mapping[str, object], *, answered: bool = False) -> Case:
    """Return the case that a line holds, or without an answer the question.

    Raises:
        SuiteError: a key is missing or unknown, or not as expected.
    """
    _check_keys(fields, {**QUESTION, "answer": dict} if answered else QUESTION)
    texts: dict[str, Any] = dict(fields)
    return Case(
        id=texts["id"],
        ruleset=texts["ruleset"],
        start=texts["start"],
        line=tuple(texts["line"]),
        tries=tuple(texts["tries"]),
        answer=texts.get("answer", {}),
    )


def _check_keys(fields: Mapping[str, object], keys: Mapping[str, type], *, more: bool = False) -> None:
    """Check the keys of an object and the types of their values."""
    for key, kind in keys.items():
        if key not in fields:
            raise SuiteError(f"the key {key!r} was expected")
        value = fields[key]
        texts = not isinstance(value, list) or all(isinstance(text, str) for text in cast("list[object]", value))
        if not isinstance(value, kind) or isinstance(value, bool) or not texts:
            raise SuiteError(f"{key}: {_KINDS[kind]} was expected")
    if not more and (strange := sorted(fields.keys() - keys)):
        raise SuiteError(f"there is no key {strange[0]!r:.60}")
