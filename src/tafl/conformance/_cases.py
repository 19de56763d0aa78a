"""Suites as values: the cases of each ruleset, with their answers.

The words that a suite counts, and those that a ruleset cannot bring about.

The words are read off the closed lists of the library. One that is bound to no option is expected of every ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from attrs import asdict, evolve

from hnefatafl import __version__
from hnefatafl.board import Announcement, CaptureKind, Illegality, PieceSet, Region, Side, Termination
from hnefatafl.errors import HnefataflError
from hnefatafl.rules import (
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    KingStrength,
    Passing,
    Roll,
    Ruleset,
    RulesetLike,
    as_rulesets,
)
from hnefatafl.support.as_json import attributes
from hnefatafl.support.enums import in_force
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, is_list, load

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


def _can_surround(rules: Ruleset) -> bool:
    guards = rules.guard_capture is GuardCapture.SURROUNDED and PieceSet.GUARDS & rules.pieces
    return bool(guards) or rules.king not in (KingStrength.WEAK, KingStrength.THREE)


def _can_jump(rules: Ruleset) -> bool:
    capturing = (name for name, jump in asdict(rules.jumps).items() if jump is Jump.CAPTURING)
    return any(PieceSet[name.upper()] & rules.pieces for name in capturing)


def _has_barred_zones(rules: Ruleset) -> bool:
    corners = Region.CORNERS.squares(rules.size)  # which nobody crosses
    barred = [zone for zone in rules.all_zones if not zone.squares.squares(rules.size) <= corners]
    return any(rules.pieces not in zone.cross for zone in barred)


def _limits_distance(rules: Ruleset) -> bool:
    """Return whether a roll limits how far pieces move."""
    return rules.die is not None and rules.die.allows is Roll.AT_MOST


_BOUND: Final[Mapping[Word, str | Callable[[Ruleset], bool]]] = {
    CaptureKind.HOSTILE_SQUARE: _hostile_squares,
    CaptureKind.HOSTILE_EDGE: "edge_hostile",
    CaptureKind.THREE_SIDES: lambda rules: rules.king is KingStrength.THREE or bool(rules.three_captors & rules.pieces),
    CaptureKind.LINNAEAN: "linnaean_capture",
    CaptureKind.SURROUNDED: _can_surround,
    CaptureKind.PIERCED: lambda rules: rules.king in _SOLID and bool(rules.piercing & rules.pieces),
    CaptureKind.JUMPED: _can_jump,
    CaptureKind.JOINT: "joint_capture",
    CaptureKind.WALKED_IN: "walk_in",
    CaptureKind.LINE: lambda rules: rules.line_capture or rules.king_line_capture,
    CaptureKind.EXTRA: "extra_captures",
    Termination.KING_CAPTURED_ON_EDGE: lambda rules: rules.edge_capture is EdgeCapture.DRAW,
    Termination.KING_IMMOBILE: "immobile_king",
    Termination.ALL_CAPTURED: "fewest_attackers",
    Termination.TOO_FEW_ATTACKERS: lambda rules: rules.fewest_attackers > 1,
    Termination.TOO_FEW_DEFENDERS: "fewest_defenders",
    Termination.TUICHU: "tuichu_wins",
    Termination.EXTRA: "extra_endings",
    Termination.REPETITION: lambda rules: (
        rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN)
    ),
    Termination.NO_LEGAL_MOVE: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.NO_STOPPING: lambda rules: any(rules.pieces not in zone.stop & zone.enter for zone in rules.all_zones),
    Illegality.NO_CROSSING: _has_barred_zones,
    Illegality.TOO_FAR: lambda rules: _limits_distance(rules) or rules.speed != type(rules.speed)(),
    Illegality.WALK_IN: "no_walk_in",
    Illegality.MUST_GO_ON: "berserk",
    Illegality.MUST_CAPTURE: "berserk",
    Illegality.NOT_BY_ROLL: lambda rules: rules.die is not None and not _limits_distance(rules),
    Illegality.MUST_ROLL: "die",
    Illegality.MUST_USE_ROLL: lambda rules: rules.die is not None and not all(map(rules.die.binds_all, Side)),
    Illegality.NO_PASSING: lambda rules: rules.may_pass is not Passing.BOTH,
    Illegality.UNANNOUNCED: lambda rules: rules.announcements.binding,
    Illegality.REPETITION: lambda rules: (
        rules.repetition.consequence in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES)
    ),
    Announcement.RAICHI: lambda rules: rules.announcements.raichi,
    Announcement.TUICHU: lambda rules: rules.announcements.raichi,
    Announcement.WAY_OUT: lambda rules: rules.announcements.way_out is not Call.NONE and not rules.announcements.raichi,
    Announcement.THREAT: lambda rules: rules.announcements.threat is not Call.NONE,
}
"""Which rulesets can bring a word about: those that have an option, by its name, or what a function says. A word that
has the name of an option needs that one. What a word needs beside that, boards decide."""


def _is_possible(word: Word, rules: Ruleset) -> bool:
    bound = _BOUND.get(word, word.name.lower())
    return in_force(getattr(rules, bound, True)) if isinstance(bound, str) else bound(rules)


def missing(met: Mapping[str, Mapping[str, int]], rules: Ruleset, often: int = 1) -> dict[str, list[str]]:
    """Return the words that the ruleset has and that were met less often, by their lists; lists without any are left
    out."""
    words_met_less = {
        key: [word.value for word in words if met.get(key, {}).get(word.value, 0) < often and _is_possible(word, rules)]
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
        return attributes(self, "id ruleset start line tries")

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
        from hnefatafl.notation.data import converter  # which loads cattrs

        rules = self.ruleset
        options: dict[str, Any] = converter(False).unstructure(rules)  # defaults, too; functions are left out
        return {
            "ruleset": rules.name,
            "version": rules.version,
            "options": {name: value for name, value in options.items() if name not in Ruleset.LABELS},
            "changed": list(rules.changed()),
            "cases": len(self.cases),
            "met": self.met,
            "unmet": self.unmet,
        }


def suite_lines(
    rulesets: Iterable[RulesetLike], chapters: Iterable[Chapter], *, cases: int = 200, seed: int = 0
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
        "rulesets": {rules.name: rules.version for rules in as_rulesets(rulesets)},
        "words": {key: {word.value: word.sentence for word in words} for key, words in LISTS.items()},
    }
    yield dump(head)
    for chapter in chapters:
        yield from map(dump, (chapter.title, *map(attributes, chapter.cases)))


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
    chapter: Chapter | None = None
    cases: list[Case] = []
    size = number = 0
    versions: Mapping[str, object] = {}
    for number, line in enumerate(lines, start=1):
        try:
            fields = load(line)
            if number == 1:
                versions = _read_head(fields)
            elif chapter is None:
                chapter, size = _read_title(fields, versions)
            else:
                cases.append(read_case(fields, _CASE))
                if cases[-1].ruleset != chapter.ruleset.name:
                    raise SuiteError(f"a case of {chapter.ruleset.name} was expected, not of {cases[-1].ruleset:.60}")
        except HnefataflError as error:
            raise SuiteError(" ".join(str(error).split()), number) from None
        if chapter is not None and len(cases) == size:
            yield evolve(chapter, cases=tuple(cases))
            chapter, cases = None, []
    if chapter is not None or number < 2:
        raise SuiteError("the suite ends within a chapter" if chapter else "the suite is empty", number + 1)


_KINDS: Final[Mapping[type, str]] = {str: "a text", int: "a whole number", list: "a list of texts", dict: "an object"}
_CASE: Final = attributes(Case(id="", ruleset="", start="", answer={}))
QUESTION: Final = {key: value for key, value in _CASE.items() if key != "answer"}
"""A question without content, whose keys and types of values are those of all."""


def _check_keys(fields: Mapping[str, object], example: Mapping[str, object], *, more: bool = False) -> None:
    """Check that an object has the keys of the example, perhaps with more, and values of their types."""
    for key, kind in ((key, type(value)) for key, value in example.items()):
        if key not in fields:
            raise SuiteError(f"the key {key!r} was expected")
        value = fields[key]
        texts = not is_list(value) or all(isinstance(text, str) for text in value)
        if not isinstance(value, kind) or isinstance(value, bool) or not texts:
            raise SuiteError(f"{key}: {_KINDS[kind]} was expected")
    if not more and (strange := sorted(fields.keys() - example)):
        raise SuiteError(f"there is no key {strange[0]!r:.60}")


def _read_head(fields: Mapping[str, object]) -> Mapping[str, object]:
    """Return the versions of the rulesets."""
    _check_keys(fields, {"format": "", "rulesets": {}}, more=True)
    if fields["format"] != FORMAT:
        raise SuiteError(f"the format {FORMAT!r} was expected, not {fields['format']!r:.60}")
    return cast("Mapping[str, object]", fields["rulesets"])


def _read_title(fields: Mapping[str, Any], versions: Mapping[str, object]) -> tuple[Chapter, int]:
    """Return a chapter without its cases, and how many follow."""
    rules = read_rules(fields)
    _check_keys(fields, Chapter(ruleset=rules, cases=(), met={}, unmet={}).title)
    if versions.get(rules.name) != rules.version:
        raise SuiteError(f"the head does not name {rules.name} in version {rules.version}")
    if fields["cases"] < 1:
        raise SuiteError("cases: a number from 1 on was expected")
    return Chapter(ruleset=rules, cases=(), met=fields["met"], unmet=fields["unmet"]), fields["cases"]


def read_rules(fields: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of the line about it.

    Raises:
        SuiteError: a key is missing, or not as expected.
        HnefataflError: the options are none of a ruleset.
    """
    from hnefatafl.notation.data import read_rules  # which loads cattrs

    _check_keys(fields, {"ruleset": "", "version": 0, "options": {}}, more=True)
    return read_rules({"name": fields["ruleset"], "version": fields["version"], **fields["options"]})


def read_case(fields: Mapping[str, Any], example: Mapping[str, object]) -> Case:
    """Return the case that a line holds, or the question, with the keys of the example.

    Raises:
        SuiteError: a key is missing or unknown, or not as expected.
    """
    _check_keys(fields, example)
    values: dict[str, Any] = {"answer": {}, **fields, "line": tuple(fields["line"]), "tries": tuple(fields["tries"])}
    return Case(**values)
