"""Quizzes as lines of JSON, with leaflets and questions in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from hnefatafl._version import __version__
from hnefatafl.board import Board, CaptureKind, Illegality, Termination
from hnefatafl.conformance import Chapter
from hnefatafl.describe import LANGUAGES, describe, leaflet, sentence
from hnefatafl.notation._jsontext import dump
from hnefatafl.quiz._questions import Quiz, QuizQuestion, Topic

__all__ = ["QUIZ_FORMAT", "quiz_lines"]

QUIZ_FORMAT: Final = "hnefatafl quiz 1"
"""The name of the format and its version, which rises when an older quiz would be read differently or not at all."""

_WORDS: Final[Mapping[Topic, type[Illegality | CaptureKind | Termination]]] = {
    Topic.REASON: Illegality,
    Topic.RULE: CaptureKind,
    Topic.OVER: Termination,
}

_ASKED: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "a": "The attackers are to move.",
        "d": "The defenders are to move.",
        "line": "From here these moves are made: {line}.",
        "legal": "Is the move {move} legal?",
        "reason": "The move {move} is illegal. Which reason is the first in the list that applies?",
        "captures": "On which squares does the move {move} capture pieces?",
        "rule": "The move {move} captures the piece on {square}. By which rule?",
        "over": "Does the move {move} end the game, and how?",
        "count": "How many moves are legal?",
    },
    "de": {
        "a": "Die Angreifer sind am Zug.",
        "d": "Die Verteidiger sind am Zug.",
        "line": "Von hier aus folgen diese Züge: {line}.",
        "legal": "Ist der Zug {move} erlaubt?",
        "reason": "Der Zug {move} ist nicht erlaubt. Welcher Grund ist der erste der Liste, der zutrifft?",
        "captures": "Auf welchen Feldern schlägt der Zug {move} Figuren?",
        "rule": "Der Zug {move} schlägt die Figur auf {square}. Nach welcher Regel?",
        "over": "Beendet der Zug {move} das Spiel, und wie?",
        "count": "Wie viele Züge sind erlaubt?",
    },
    "sv": {
        "a": "Angriparna är vid draget.",
        "d": "Försvararna är vid draget.",
        "line": "Härifrån görs dessa drag: {line}.",
        "legal": "Är draget {move} tillåtet?",
        "reason": "Draget {move} är inte tillåtet. Vilket skäl är det första i listan som gäller?",
        "captures": "På vilka rutor slår draget {move} pjäser?",
        "rule": "Draget {move} slår pjäsen på {square}. Enligt vilken regel?",
        "over": "Avslutar draget {move} partiet, och hur?",
        "count": "Hur många drag är tillåtna?",
    },
}


def quiz_lines(quizzes: Iterable[Quiz], *, answers: bool = True) -> Iterator[str]:
    """Yield the lines of quizzes: a head, and for each ruleset a line about it and its questions.

    >>> from hnefatafl.quiz import make_quiz
    >>> head, rules, *questions = quiz_lines([make_quiz("brandubh", questions=6)])
    >>> head[:28], len(questions)
    ('{"format":"hnefatafl quiz 1"', 6)

    Arguments:
        quizzes: the quizzes.
        answers: whether the questions have their answers.
    """
    yield dump(
        {
            "format": QUIZ_FORMAT,
            "library": __version__,
            "words": {
                topic.value: {word.value: {lang: sentence(word, lang) for lang in LANGUAGES} for word in words}
                for topic, words in _WORDS.items()
            },
        }
    )
    for quiz in quizzes:
        rules = quiz.ruleset
        title = Chapter(ruleset=rules, cases=(), met={}, unmet={}).title
        yield dump(
            {
                "ruleset": rules.name,
                "options": title["options"],
                "changed": title["changed"],
                "leaflet": leaflet(rules).as_json(),
                "leaflets": {lang: describe(rules, lang) for lang in LANGUAGES},
                "questions": len(quiz.questions),
            }
        )
        for question in quiz.questions:
            yield dump(_line(question, answers))


def _line(question: QuizQuestion, answered: bool) -> dict[str, Any]:
    board, _, turn = question.start.rpartition(" ")
    line = " ".join(question.line)
    found = attrs.asdict(question, filter=lambda field, _: field.name != "answer", recurse=False)
    texts = {
        lang: " ".join(
            words[key].format(line=line, move=question.move, square=question.square)
            for key in (turn, *(["line"] if line else []), question.topic.value)
        )
        for lang, words in _ASKED.items()
    }
    found |= {"topic": question.topic.value, "board": str(Board.parse(board)), "text": texts}
    return {**found, "answer": question.answer} if answered else found
