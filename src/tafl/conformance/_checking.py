"""Engines checked against a suite."""

# It asks engines by the steps of tafl.engine.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError, NotationError
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, is_list, is_table, load
from hnefatafl.support.texts import brief
from tafl.conformance._cases import Case, Chapter
from tafl.engine import Connection, Conversation, EngineError, EngineRefusedError, Event, Expect, ProtocolError
from tafl.engine._answering import first_side
from tafl.engine._hosting import Said
from tafl.engine._processes import Child, Loop, check_patience, split_command
from tafl.engine.ugi import UgiHost, _write_rules

MISSING: Final = object()
"""What stands for an answer that was not given."""


def _write_canonically(value: object) -> str:
    """Return the text of a value of JSON, the same for objects with the keys in any order."""
    return json.dumps(value, sort_keys=True)


@frozen
class Finding:
    """A part of an answer: the right value, and the one that was given, or :data:`MISSING`."""

    part: str
    expected: object
    given: object

    @property
    def differs(self) -> bool:
        """Whether something else was answered."""
        return self.given is not MISSING and _write_canonically(self.expected) != _write_canonically(self.given)

    @property
    def kind(self) -> str:
        """The key of the part, without the action that was tried."""
        return self.part.rpartition(" ")[2]


def compare(answer: Mapping[str, Any], actual: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield each part of an answer with what was given for it."""
    for key, expected in answer.items():
        if key == "tries":
            tries = actual.get(key, MISSING)
            for action, right in cast("dict[str, dict[str, Any]]", expected).items():
                yield from _compare_try(action, right, _pick_try(tries, action))
        else:
            yield Finding(key, expected, _normalise(key, expected, actual.get(key, MISSING)))


def _pick_try(tries: object, action: str) -> object:
    return tries.get(action, MISSING) if is_table(tries) else tries


def _compare_try(action: str, right: Mapping[str, Any], actual: object) -> Iterator[Finding]:
    refused = right.get("refused", False)
    if actual is MISSING:
        yield from (Finding(f"{action} {key}", right[key], MISSING) for key in right)
    elif not is_table(actual):
        yield Finding(f"{action} tries", right, actual)
    elif refused or actual.get("refused", False):
        reported = actual.get("refused", False)
        yield Finding(f"{action} refused", refused, refused if reported is True and refused else reported)
    else:
        for key, expected in right.items():
            yield Finding(f"{action} {key}", expected, _normalise(key, expected, actual.get(key, MISSING)))


def _normalise(key: str, expected: Any, actual: object) -> object:
    """Return what was given, in the form of what was expected where several forms say the same."""
    if key == "captures" and is_list(actual):
        return expected if sorted(actual, key=str) == sorted(expected) else actual
    if key == "legal" and is_list(actual):
        return sorted(actual, key=str)
    return actual


@frozen(kw_only=True)
class Difference:
    """A part of an answer that is not as in the suite.

    >>> case = Case(id="brandubh/1", ruleset="brandubh", start="/7/7/3K3/7/7/7/3t3/ a", answer={"outcome": None})
    >>> print(Difference(case=case, part="outcome", expected=None, given="draw:repetition"))
    brandubh/1, outcome: null was expected, not "draw:repetition"
    """

    __repr__ = brief

    case: Case
    """The case."""
    part: str
    """The key in the answer, after the action that was tried, if it is about one."""
    expected: Any
    """The value in the suite."""
    given: Any
    """The value in the answer."""

    def __str__(self) -> str:
        return f"{self.case.id}, {self.part}: {dump(self.expected)} was expected, not {dump(self.given)}"

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data, with the case, which can be asked again.

        >>> case = Case(id="a/1", ruleset="a", start="/5/5/2K2/5/5/ a", answer={"can_roll": False})
        >>> Difference(case=case, part="can_roll", expected=False, given=True).as_json()["case"]["answer"]
        {'can_roll': False}
        """
        return {
            "part": self.part,
            "expected": self.expected,
            "given": self.given,
            "case": {**self.case.question, "answer": self.case.answer},
            "python": self.case.snippet,
        }


@frozen(kw_only=True)
class Conformity:
    """What came of a check.

    >>> report = Conformity(cases=3, answered={"outcome": 3})
    >>> report.agrees, print(report)
    3 cases, 3 answers agree, 0 differ
    (True, None)
    """

    __repr__ = brief

    cases: int = 0
    """How many cases were asked."""
    answered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were given, by their keys."""
    unanswered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were left out, by their keys."""
    wrong: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers differ, by their keys."""
    differences: tuple[Difference, ...] = ()
    """The first differences."""
    declined: Mapping[str, str] = field(factory=dict[str, str])
    """The rulesets that the engine does not play, or that the protocol cannot tell of, with the reason."""
    failure: EngineError | None = None
    """Why the check ended early: the engine died, was silent or wrote what is no answer."""
    failed: Case | None = None
    """The case that it was asked when it failed."""

    @property
    def agrees(self) -> bool:
        """Whether the engine answered something, nothing of it otherwise, and did not fail."""
        return bool(self.answered) and not self.wrong and self.failure is None

    def __str__(self) -> str:
        """Return the report as text, without the differences themselves."""
        wrong, answered = sum(self.wrong.values()), sum(self.answered.values())
        lines = [f"{self.cases:,} cases, {answered - wrong:,} answers agree, {wrong:,} differ"]
        if self.wrong:
            lines.append(f"differences: {_format_counts(self.wrong)}")
        if self.unanswered:
            lines.append(f"not answered: {_format_counts(self.unanswered)}")
        reasons = Counter(self.declined.values())
        lines += [f"not played: {_join_names(self.declined, reason)} ({reason})" for reason in reasons]
        if self.failure is not None:
            where = "" if self.failed is None else f" at {self.failed.id}"
            lines.append(f"the check ended early{where}: {self.failure}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data.

        >>> Conformity(cases=1).as_json()["cases"]
        1
        """
        return {
            "cases": self.cases,
            "answered": dict(self.answered),
            "unanswered": dict(self.unanswered),
            "wrong": dict(self.wrong),
            "differences": [difference.as_json() for difference in self.differences],
            "declined": dict(self.declined),
            "failure": None if self.failure is None else str(self.failure),
            "failed": None if self.failed is None else self.failed.question,
        }


_MOST_NAMES: Final = 5


def _format_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _join_names(declined: Mapping[str, str], reason: str) -> str:
    names = [name for name, why in declined.items() if why == reason]
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


_TOLD: Final = ("ruleset", "version", "options", "changed")
"""What an engine is told of a ruleset."""


class Asker(Protocol):
    """The side that asks an engine the cases of a suite."""

    @property
    def connection(self) -> Connection:
        """The lines to and from the engine."""
        ...

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine."""
        ...

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        """Tell the engine of a ruleset; return why it is not asked about it, or an empty text."""
        ...

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        """Ask a case; return each part of the answer with the right one."""
        ...

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        ...


class _JsonAsker:
    """Asks in lines of JSON: each line is answered by one line."""

    def __init__(self) -> None:
        self.connection: Final = Connection([])

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        yield from ()

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        title = {key: value for key, value in chapter.title.items() if key in _TOLD}
        answer = yield from self._answer(title, chapter.ruleset.name)
        declined = answer.get("declined", "")
        return "" if declined is False else str(declined or answer.get("error", ""))

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        answer = yield from self._answer(case.question, case.id)
        if answer.get("id", case.id) != case.id:
            raise ProtocolError(f"an answer to {case.id} was expected, not to {answer['id']!r:.60}")
        if "error" in answer:
            raise EngineRefusedError("", str(answer["error"]))
        return list(compare(case.answer, answer))

    def _answer(self, question: object, name: str) -> Conversation[Mapping[str, Any]]:
        yield self.connection.send(dump(question))
        event = None
        awaited = Expect(awaited=f"an answer to {name}")
        while event is None:
            event = yield awaited
        try:
            return load(event.line)
        except NotationError as error:
            raise ProtocolError(
                f"the answer to {name} is no object of JSON: {error.message} in {event.line!r:.200}"
            ) from None

    def quit(self) -> bytes:
        return b""  # its input is closed


class _UgiAsker:
    """Asks by the queries of UGI whose turn it is, whether the game is over and who won, and for a legal move.

    UGI has no way to ask for all legal moves or for captures; their effects show in the moves after them.
    """

    def __init__(self) -> None:
        self._host: Final = UgiHost()
        self.connection: Final = self._host.connection
        self._attackers_first = True

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        return self._host.hello(options)

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        rules = chapter.ruleset
        self._attackers_first = first_side(rules) is Side.ATTACKERS
        if any(case.answer.get("can_roll") for case in chapter.cases):
            return "UGI cannot tell of dice"
        if "rules" not in self._host.options:
            return "the engine has no option for rules"
        name, losses = _write_rules(rules)
        if losses:
            return "OpenTafl's rules cannot tell of it"
        yield self.connection.send("setoption name rules value", name)
        try:
            yield from self._await_ready()
        except EngineRefusedError as error:
            return error.reason
        return ""

    def examine(self, case: Case) -> Conversation[list[Finding]]:
        if len(case.start.split()) > 2 or any(" " in action for action in case.line):
            return []
        answer = case.answer
        findings = yield from self._query_position(case, (), answer["position"], answer["outcome"])
        if answer["outcome"] is None:
            yield self.connection.send("go depth 1")
            event = yield from self._await("bestmove")
            move = event.text.partition(" ")[0]
            findings.append(Finding("bestmove", move if move in answer["legal"] else "a legal move", move))
        for action, right in answer["tries"].items():
            if "refused" not in right and " " not in action:
                findings += yield from self._query_position(case, (action,), right["position"], right["outcome"])
        return findings

    def _query_position(
        self, case: Case, more: tuple[str, ...], position: str, outcome: str | None
    ) -> Conversation[list[Finding]]:
        """Set up a position and ask about it."""
        moves = (*case.line, *more)
        yield self.connection.send("position fen", case.start, *(("moves", *moves) if moves else ()))
        yield from self._await_ready()
        findings: list[Finding] = []
        for query, expected in self._list_queries(position, outcome):
            yield self.connection.send("query", query)
            event = yield from self._await("response", f"a response to {query}")
            findings.append(Finding(" ".join((*more, query)), expected, event.text))
        return findings

    def _list_queries(self, position: str, outcome: str | None) -> Iterator[tuple[str, str]]:
        """Yield what is asked of a position, with the right responses."""
        first = "a" if self._attackers_first else "d"
        yield "gameover", str(outcome is not None).lower()
        if outcome is None:
            yield "p1turn", str(position.split()[1] == first).lower()
        else:
            winner = outcome.partition(":")[0]
            yield "result", "draw" if winner == "draw" else "p1win" if winner[0] == first else "p2win"

    def _await_ready(self) -> Conversation[Event]:
        yield self.connection.send("isready")
        return (yield from self._await("readyok"))

    def _await(self, name: str, awaited: str = "") -> Conversation[Event]:
        return (yield from self._host._wait_for(name, Said().hear, Expect(awaited=awaited or name)))

    def quit(self) -> bytes:
        return self._host.quit()


ASKERS: Final[Mapping[str, Callable[[], Asker]]] = {"json": _JsonAsker, "ugi": _UgiAsker}
"""The protocols by which engines are checked."""


def check_engine(
    chapters: Iterable[Chapter],
    command: str | Sequence[str],
    *,
    protocol: str = "json",
    patience: float = 10.0,
    most: int = 1000,
    progress: Callable[[int], object] | None = None,
) -> Conformity:
    """Ask an engine the cases of a suite, and return what it answers otherwise.

    An engine that dies, is silent for too long or writes what is no answer is ended, and so is the check; the report
    has what was found by then.

    >>> import sys
    >>> from tafl.conformance import make_chapter
    >>> chapter = make_chapter("brandubh", cases=5)
    >>> report = check_engine([chapter], [sys.executable, "-m", "tafl", "conformance", "--serve"])
    >>> report.cases >= 5, report.agrees
    (True, True)

    Arguments:
        chapters: the chapters of the suite.
        command: the program and its arguments, as a list, or as a text that is split as by a shell.
        protocol: ``json`` for lines of JSON (:doc:`/howto/conformance`), or ``ugi``.
        patience: how many seconds the engine may take for an answer.
        most: how many differences the report keeps.
        progress: called after each case with the number of cases so far.

    Raises:
        ArgumentValueError: there is no such protocol, or the command is empty.
        EngineDiedError: the program cannot be started.
        EngineError: it does not greet as the protocol has it.
        SuiteError: the suite is read, and a line is not as the format has it.
    """
    words = split_command(command)
    check_patience(patience)
    if protocol not in ASKERS:
        raise ArgumentValueError(f"protocol: one of {', '.join(ASKERS)} was expected, not {protocol!r:.60}")
    check("most", most, int)
    loop = Loop()
    try:
        return loop.call(_Check(ASKERS[protocol](), most, progress).run(chapters, words, patience))
    finally:
        loop.close()


class _Check:
    """What has been found so far."""

    def __init__(self, asker: Asker, most: int, progress: Callable[[int], object] | None) -> None:
        self._asker, self._most, self._progress = asker, most, progress
        self._cases = 0
        self._answered: Counter[str] = Counter()
        self._unanswered: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._differences: list[Difference] = []
        self._declined: dict[str, str] = {}
        self._asked: Case | None = None

    async def run(self, chapters: Iterable[Chapter], words: list[str], patience: float) -> Conformity:
        child = await Child[Asker]._start(words, self._asker, patience, None, None)
        failure: EngineError | None = None
        try:
            for chapter in chapters:
                self._asked = None
                await self._ask(child, chapter)
        except EngineError as error:
            failure = error
        finally:
            await child._end()
        return Conformity(
            cases=self._cases,
            answered=dict(self._answered),
            unanswered=dict(self._unanswered),
            wrong=dict(self._wrong),
            differences=tuple(self._differences),
            declined=self._declined,
            failure=failure,
            failed=None if failure is None else self._asked,
        )

    async def _ask(self, child: Child[Asker], chapter: Chapter) -> None:
        declined = await child._run(self._asker.introduce(chapter))
        if declined:
            self._declined[chapter.ruleset.name] = declined
            return
        for self._asked in chapter.cases:
            case = self._asked
            try:
                findings = await child._run(self._asker.examine(case))
            except EngineRefusedError as error:
                findings = [Finding("error", None, error.reason)]
            self._cases += bool(findings)
            for finding in findings:
                self._take(case, finding)
            if self._progress is not None:
                self._progress(self._cases)

    def _take(self, case: Case, finding: Finding) -> None:
        if finding.given is MISSING:
            self._unanswered[finding.kind] += 1
            return
        self._answered[finding.kind] += 1
        if finding.differs:
            self._wrong[finding.kind] += 1
            if len(self._differences) < self._most:
                self._differences.append(
                    Difference(case=case, part=finding.part, expected=finding.expected, given=finding.given)
                )
