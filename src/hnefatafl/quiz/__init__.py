"""Questions about rules that nobody can know by heart: fresh rulesets, each with its leaflet, and exact answers.

* :func:`fresh_ruleset` makes a ruleset that does not ship, from a seed.
* :func:`make_quiz` asks about a ruleset: is this move legal, why not, what does it capture and by which rule, is the
  game over, how many legal moves are there. The kernel answers, and the reference implementation confirms it.
* :func:`quiz_lines` writes quizzes as lines of JSON, with leaflets in three languages, and :func:`mark` counts which of
  the answers to them are right. :doc:`/howto/quiz` defines every field.

>>> quiz = make_quiz(fresh_ruleset(1), questions=6)
>>> lines = [*quiz_lines([quiz])]
>>> answers = [f'{{"id": "{question.id}", "answer": null}}' for question in quiz.questions]
>>> print(mark(lines, answers).asked)
6
"""

from typing import TYPE_CHECKING

from hnefatafl._base.later import later

if TYPE_CHECKING:
    from hnefatafl.quiz._errors import QuizError
    from hnefatafl.quiz._fresh import fresh_ruleset
    from hnefatafl.quiz._marking import Marks, mark
    from hnefatafl.quiz._questions import Quiz, QuizQuestion, Topic, make_quiz
    from hnefatafl.quiz._writing import QUIZ_FORMAT, quiz_lines
else:
    __getattr__ = later(__name__, "_errors", "_fresh", "_marking", "_questions", "_writing")

__all__ = [
    "QUIZ_FORMAT",
    "Marks",
    "Quiz",
    "QuizError",
    "QuizQuestion",
    "Topic",
    "fresh_ruleset",
    "make_quiz",
    "mark",
    "quiz_lines",
]


def __dir__() -> list[str]:
    return __all__
