"""Engines checked against a suite."""

# It asks engines by the steps of tafl.engine.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError, NotationError
from hnefatafl.support.arguments import check
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, is_list, is_table, load
from hnefatafl.support.texts import counted
from tafl.conformance._cases import Case, Chapter
from tafl.engine import Connection, Conversation, EngineError, EngineRefusedError, Event, Expect, ProtocolError
from tafl.engine._answering import first_side
from tafl.engine._hosting import Said
from tafl.engine._processes import Child, Loop, check_patience, split_command
from tafl.engine.ugi import UgiHost, _write_rules

MISSING: Final = object()
"""What stands for an answer that was not given."""

Finding: TypeAlias = tuple[str, object, object]
"""A part of an answer: its key, after the action that was tried; the right value; the given one, or :data:`MISSING`."""


def differs(finding: Finding) -> bool:
    """Return whether something else was answered; the keys of objects may come in any order."""
    _, expected, actual_value = finding
    return actual_value is not MISSING and json.dumps(expected, sort_keys=True) != json.dumps(
        actual_value, sort_keys=True
    )


def compare(answer: Mapping[str, Any], actual: Mapping[str, Any], action: str = "") -> Iterator[Finding]:
    """Yield each part of an answer with what was given for it, in the same form where several say the same."""
    for key, expected in answer.items():
        actual_value = actual.get(key, MISSING)
        if key == "tries":
            for tried, right in expected.items():
                reported = actual_value.get(tried, MISSING) if is_table(actual_value) else actual_value
                yield from _compare_try(tried, right, reported)
            continue
        if key == "captures" and is_list(actual_value) and sorted(actual_value, key=str) == sorted(expected):
            actual_value = expected  # the squares alone
        elif key == "legal" and is_list(actual_value):
            actual_value = sorted(actual_value, key=str)
        yield f"{action} {key}".lstrip(), expected, actual_value


def _compare_try(action: str, right: Mapping[str, Any], given: object) -> Iterator[Finding]:
    if given is MISSING:
        yield from compare(right, {}, action)
    elif not is_table(given):
        yield f"{action} tries", right, given
    elif "refused" in right or given.get("refused", False):
        expected, reported = right.get("refused", False), given.get("refused", False)
        yield f"{action} refused", expected, expected if expected and reported is True else reported
    else:
        yield from compare(right, given, action)


@frozen(kw_only=True)
class Difference:
    """A part of an answer that is not as in the suite.

    >>> case = Case(id="brandubh/1", ruleset="brandubh", start="/7/7/3K3/7/7/7/3t3/ a", answer={"outcome": None})
    >>> print(Difference(case=case, part="outcome", expected=None, given="draw:repetition"))
    brandubh/1, outcome: null was expected, not "draw:repetition"
    """

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
        return attributes(self, "part expected given case", python=self.case.snippet)


@frozen(kw_only=True)
class Conformity:
    """What came of a check.

    >>> report = Conformity(cases=3, answered={"outcome": 3})
    >>> report.agrees, print(report)
    3 cases, 3 answers agree, 0 differ
    (True, None)
    """

    cases: int = 0
    """How many cases were asked."""
    answered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were given, by their keys."""
    unanswered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were left out, by their keys."""
    wrong: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers differ, by their keys."""
    differing: int = 0
    """In how many cases an answer differs."""
    differences: tuple[Difference, ...] = ()
    """The differences in the first of these cases."""
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
        where = f" in {counted(self.differing, 'case')}" if self.differing else ""
        lines = [f"{self.cases:,} cases, {answered - wrong:,} answers agree, {wrong:,} differ{where}"]
        if self.wrong:
            lines.append(f"differences: {format_counts(self.wrong)}")
        if self.unanswered:
            lines.append(f"not answered: {format_counts(self.unanswered)}")
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
        return {**attributes(self), "failed": self.failed and self.failed.question}


_MOST_NAMES: Final = 5


def format_counts(counts: Mapping[str, int]) -> str:
    """Return how often each word was counted."""
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _join_names(declined: Mapping[str, str], reason: str) -> str:
    names = [name for name, why in declined.items() if why == reason]
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


_TOLD: Final = ("ruleset", "version", "options", "changed")
"""What an engine is told of a ruleset."""


class _JsonAsker:
    """Asks in lines of JSON: each line is answered by one line."""

    def __init__(self) -> None:
        self.connection: Final = Connection([])

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        yield from ()

    def introduce(self, chapter: Chapter) -> Conversation[str]:
        """Tell the engine of a ruleset; return why it is not asked about it, or an empty text."""
        title = {key: value for key, value in chapter.title.items() if key in _TOLD}
        answer = yield from self._answer(title, chapter.ruleset.name)
        declined = answer.get("declined", "")
        return "" if declined is False else str(declined or answer.get("error", ""))

    def examine(self, case: Case) -> Conversation[Iterable[Finding]]:
        """Ask a case; return each part of the answer with the right one."""
        answer = yield from self._answer(case.question, case.id)
        if answer.get("id", case.id) != case.id:
            raise ProtocolError(f"an answer to {case.id} was expected, not to {answer['id']!r:.60}")
        if "error" in answer:
            raise EngineRefusedError("", str(answer["error"]))
        return compare(case.answer, answer)

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
            yield from self._ask("isready", awaited="readyok")
        except EngineRefusedError as error:
            return error.reason
        return ""

    def examine(self, case: Case) -> Conversation[Iterable[Finding]]:
        if len(case.start.split()) > 2 or any(" " in action for action in case.line):
            return []
        answer = case.answer
        findings = yield from self._query_position(case, answer)
        if answer["outcome"] is None:
            event = yield from self._ask("go depth 1", awaited="bestmove")
            move = event.text.partition(" ")[0]
            findings.append(("bestmove", move if move in answer["legal"] else "a legal move", move))
        for action, right in answer["tries"].items():
            if "refused" not in right and " " not in action:
                findings += yield from self._query_position(case, right, action)
        return findings

    def _query_position(self, case: Case, right: Mapping[str, Any], *tried: str) -> Conversation[list[Finding]]:
        """Set up a position and ask about it."""
        moves = (*case.line, *tried)
        yield self.connection.send("position fen", case.start, *(("moves", *moves) if moves else ()))
        yield from self._ask("isready", awaited="readyok")
        findings: list[Finding] = []
        for query, expected in self._list_queries(right["position"], right["outcome"]):
            event = yield from self._ask("query", query, awaited="response")
            findings.append((" ".join((*tried, query)), expected, event.text))
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

    def _ask(self, *words: str, awaited: str) -> Conversation[Event]:
        yield self.connection.send(*words)
        return (yield from self._host._wait_for(awaited, Said().hear, Expect(awaited=awaited)))

    def quit(self) -> bytes:
        return self._host.quit()


_Asker: TypeAlias = _JsonAsker | _UgiAsker
ASKERS: Final[Mapping[str, type[_Asker]]] = {"json": _JsonAsker, "ugi": _UgiAsker}
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
        most: of how many cases the report keeps the differences.
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
        return loop.call(_check(chapters, words, ASKERS[protocol](), patience, most, progress))
    finally:
        loop.close()


async def _check(
    chapters: Iterable[Chapter],
    words: list[str],
    asker: _Asker,
    patience: float,
    most: int,
    progress: Callable[[int], object] | None,
) -> Conformity:
    answered, unanswered, wrong = Counter[str](), Counter[str](), Counter[str]()
    differences: list[Difference] = []
    declined: dict[str, str] = {}
    cases = differing = 0
    failure: EngineError | None = None
    asked: Case | None = None
    child = await Child[_Asker]._start(words, asker, patience, None, None)
    try:
        for chapter in chapters:
            asked = None
            reason = await child._run(asker.introduce(chapter))
            if reason:
                declined[chapter.ruleset.name] = reason
                continue
            for asked in chapter.cases:
                findings = await _examine(child, asker, asked)
                cases += bool(findings)
                unanswered.update(_key_of(finding) for finding in findings if finding[2] is MISSING)
                answered.update(_key_of(finding) for finding in findings if finding[2] is not MISSING)
                faults = list(filter(differs, findings))
                wrong.update(map(_key_of, faults))
                differing += bool(faults)
                if differing <= most:
                    differences += (Difference(case=asked, part=part, expected=e, given=g) for part, e, g in faults)
                if progress is not None:
                    progress(cases)
    except EngineError as error:
        failure = error
    finally:
        await child._end()
    return Conformity(
        cases=cases,
        answered=dict(answered),
        unanswered=dict(unanswered),
        wrong=dict(wrong),
        differing=differing,
        differences=tuple(differences),
        declined=declined,
        failure=failure,
        failed=None if failure is None else asked,
    )


async def _examine(child: Child[_Asker], asker: _Asker, case: Case) -> list[Finding]:
    try:
        return list(await child._run(asker.examine(case)))
    except EngineRefusedError as error:
        return [("error", None, error.reason)]


def _key_of(finding: Finding) -> str:
    """Return the key of a part, without the action that was tried."""
    return finding[0].rpartition(" ")[2]
