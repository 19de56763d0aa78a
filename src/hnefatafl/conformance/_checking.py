"""Engines checked against a suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from hnefatafl._base.arguments import check
from hnefatafl.conformance._askers import ASKERS, Asker
from hnefatafl.conformance._cases import Case, Chapter
from hnefatafl.conformance._comparing import MISSING, Finding
from hnefatafl.conformance._findings import Conformity, Difference
from hnefatafl.engine import EngineError, EngineRefusedError
from hnefatafl.engine._children import Child, arguments, check_patience
from hnefatafl.engine._simple import Loop
from hnefatafl.errors import ArgumentValueError


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
    >>> from hnefatafl.conformance import make_chapter
    >>> chapter = make_chapter("brandubh", cases=5)
    >>> report = check_engine([chapter], [sys.executable, "-m", "hnefatafl", "conformance", "--serve"])
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
    words = arguments(command)
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
                found = await child._run(self._asker.examine(case))
            except EngineRefusedError as error:
                found = [Finding("error", None, error.reason)]
            self._cases += bool(found)
            for each in found:
                self._take(case, each)
            if self._progress is not None:
                self._progress(self._cases)

    def _take(self, case: Case, found: Finding) -> None:
        if found.given is MISSING:
            self._unanswered[found.kind] += 1
            return
        self._answered[found.kind] += 1
        if found.differs:
            self._wrong[found.kind] += 1
            if len(self._differences) < self._most:
                self._differences.append(
                    Difference(case=case, part=found.part, expected=found.expected, given=found.given)
                )
