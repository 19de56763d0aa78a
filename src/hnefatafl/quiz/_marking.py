"""How many answers to a quiz are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import field

from hnefatafl._base.arguments import is_mapping
from hnefatafl._base.as_json import attributes
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl._base.tally import reduced
from hnefatafl.errors import HnefataflError
from hnefatafl.notation._jsontext import load
from hnefatafl.notation._plain import is_list
from hnefatafl.quiz._errors import QuizError
from hnefatafl.quiz._questions import Topic
from hnefatafl.quiz._writing import QUIZ_FORMAT

__all__ = ["Marks", "mark"]


@frozen(kw_only=True)
class Marks:
    """How many questions there were of each topic, how many were answered, and how many answers are right.

    >>> marks = Marks(topics={Topic.COUNT: (10, 8, 6)})
    >>> print(marks)
    count: 6 of 10 right, 2 not answered
    all: 6 of 10 right, 2 not answered
    """

    __repr__ = brief

    topics: Mapping[Topic, tuple[int, int, int]] = field(validator=is_mapping(Topic), hash=False)
    """By topic: how many were asked, how many answered, and how many answers are right."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @property
    def asked(self) -> int:
        """How many questions there are.

        >>> Marks(topics={Topic.COUNT: (10, 8, 6), Topic.OVER: (2, 2, 2)}).asked
        12
        """
        return sum(asked for asked, _, _ in self.topics.values())

    @property
    def answered(self) -> int:
        """How many questions are answered.

        >>> Marks(topics={Topic.COUNT: (10, 8, 6), Topic.OVER: (2, 2, 2)}).answered
        10
        """
        return sum(answered for _, answered, _ in self.topics.values())

    @property
    def right(self) -> int:
        """How many answers are right.

        >>> Marks(topics={Topic.COUNT: (10, 8, 6), Topic.OVER: (2, 2, 2)}).right
        8
        """
        return sum(right for _, _, right in self.topics.values())

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as plain data for JSON.

        >>> Marks(topics={Topic.COUNT: (10, 8, 6)}).as_json()["topics"]
        {'count': {'asked': 10, 'answered': 8, 'right': 6}}
        """
        names = ("asked", "answered", "right")
        topics = {topic.value: dict(zip(names, found, strict=True)) for topic, found in self.topics.items()}
        return attributes(self, "asked answered right", topics=topics)

    def __str__(self) -> str:
        rows = [*((topic.value, found) for topic, found in self.topics.items())]
        rows.append(("all", (self.asked, self.answered, self.right)))
        return "\n".join(
            f"{name}: {right} of {asked} right" + (f", {asked - answered} not answered" if answered < asked else "")
            for name, (asked, answered, right) in rows
        )


def mark(quiz: Iterable[str], answers: Iterable[str]) -> Marks:
    """Compare answers with those of a quiz.

    An answer is a line of JSON with the ``id`` of its question and an ``answer`` in the form that :class:`Topic` says.
    A question that has no line is not answered.

    >>> from hnefatafl.quiz import make_quiz, quiz_lines
    >>> quiz = [*quiz_lines([make_quiz("brandubh", questions=6)])]
    >>> print(mark(quiz, quiz[2:]).right)
    6

    Arguments:
        quiz: the lines of the quiz, with its answers.
        answers: the lines of the answers.

    Raises:
        QuizError: a line is not as expected; two questions have the same id; an answer is to no question of the quiz,
            or the second one to it.
    """
    asked = _asked(_lines("quiz", quiz))
    counts = {topic: [sum(each is topic for each, _ in asked.values()), 0, 0] for topic in Topic}
    met: set[str] = set()
    for number, found in _lines("answers", answers):
        name = _id("answers", number, found)
        if name not in asked:
            raise QuizError("answers", number, f"the quiz has no question {name!r:.60}")
        if name in met:
            raise QuizError("answers", number, f"a second answer to {name!r:.60}")
        met.add(name)
        topic, right = asked[name]
        counts[topic][1] += 1
        counts[topic][2] += _same(found.get("answer"), right)
    return Marks(
        topics={topic: (asked, answered, right) for topic, (asked, answered, right) in counts.items() if asked}
    )


def _asked(lines: Iterator[tuple[int, dict[str, Any]]]) -> dict[str, tuple[Topic, object]]:
    """Return the topics and the answers of the questions of a quiz, by their ids."""
    asked: dict[str, tuple[Topic, object]] = {}
    for first, head in lines:
        if head.get("format") != QUIZ_FORMAT:
            raise QuizError("quiz", first, f"the format {QUIZ_FORMAT!r} was expected")
        break
    for number, found in lines:
        if "id" in found:
            if "answer" not in found:
                raise QuizError("quiz", number, "the key 'answer' was expected")
            if found.get("topic") not in [topic.value for topic in Topic]:
                raise QuizError("quiz", number, f"topic: one of {', '.join(map(str, Topic))} was expected")
            name = _id("quiz", number, found)
            if name in asked:
                raise QuizError("quiz", number, f"a second question {name!r:.60}")
            asked[name] = Topic(found["topic"]), found["answer"]
    if not asked:
        raise QuizError("quiz", 1, "there is no question")
    return asked


def _same(given: object, right: object) -> bool:
    """Return whether an answer is right; squares may come in any order, and a number is not a truth value."""
    if is_list(given) and is_list(right):
        return sorted(map(str, given)) == sorted(map(str, right))
    return type(given) is type(right) and given == right


def _lines(text: str, lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, dict(load(line))
            except HnefataflError as error:
                raise QuizError(text, number, " ".join(str(error).split())) from None


def _id(text: str, number: int, found: Mapping[str, Any]) -> str:
    name = found.get("id")
    if not isinstance(name, str):
        raise QuizError(text, number, "the key 'id' with a text was expected")
    return name
