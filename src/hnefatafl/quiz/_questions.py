"""The questions about a ruleset, drawn from cases of a conformance suite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field

from hnefatafl._base.arguments import as_tuple, check, check_number, is_a
from hnefatafl._base.brief import brief
from hnefatafl._base.declared import Listed
from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, PieceSet
from hnefatafl.conformance import Case, make_chapter
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset

if TYPE_CHECKING:
    from random import Random

__all__ = ["Quiz", "QuizQuestion", "Topic", "make_quiz"]


class Topic(Listed):
    """What a question asks, and what its answer is.

    >>> Topic("reason")
    Topic.REASON
    """

    LEGAL = "legal"
    """Whether a move is legal: true or false."""
    REASON = "reason"
    """Why a move is illegal: a word of :class:`~hnefatafl.Illegality`, the first in the order there that applies."""
    CAPTURES = "captures"
    """What a move captures: the list of the squares, in any order."""
    RULE = "rule"
    """By which rule a move captures the piece on a square: a word of :class:`~hnefatafl.CaptureKind`."""
    OVER = "over"
    """Whether a move ends the game: null, or who wins and the word of :class:`~hnefatafl.Termination`, such as
    ``attackers:king-captured`` or ``draw:repetition``."""
    COUNT = "count"
    """How many moves are legal: a number."""


@frozen(kw_only=True)
class QuizQuestion:
    """A question and its answer.

    >>> QuizQuestion(id="fresh-1/1", topic=Topic.COUNT, start="/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a", answer=40).line
    ()
    """

    __repr__ = brief

    id: str
    """The name of the ruleset, the seed of the quiz if it is not 0, and a number, with strokes between."""
    topic: Topic
    """What is asked."""
    start: str
    """The text of a position, without the name of its ruleset."""
    line: tuple[str, ...] = ()
    """The moves to make from there before anything is asked."""
    move: str | None = None
    """The move that is asked about; None if the question is about the position."""
    square: str | None = None
    """The square that is asked about, if it is about one."""
    answer: bool | int | str | list[str] | None = field(hash=False)
    """The right answer."""


def _questions(questions: Iterable[QuizQuestion]) -> tuple[QuizQuestion, ...]:
    return as_tuple("questions", questions, QuizQuestion)


@frozen(kw_only=True)
class Quiz:
    """A ruleset, and questions about it.

    >>> from hnefatafl import variants
    >>> Quiz(ruleset=variants.BRANDUBH, questions=()).ruleset.name
    'brandubh'
    """

    __repr__ = brief

    ruleset: Ruleset = field(validator=is_a(Ruleset))
    """The ruleset."""
    questions: tuple[QuizQuestion, ...] = field(converter=_questions)
    """The questions."""


_LONG: Final = 8
_OF_LONG: Final = frozenset({Topic.LEGAL, Topic.REASON, Topic.OVER})
"""What is asked after more moves than that, which lead to a repetition or a limit of moves."""
_DRAWN: Final = 8
"""How many cases are drawn, at least: enough for a question of each topic, in most rulesets."""


def make_quiz(ruleset: Ruleset | str, *, questions: int = 12, seed: int = 0) -> Quiz:
    """Return questions about a ruleset, as many of each topic as there can be. The same seed gives the same questions.

    They are about positions in which nothing is rolled or announced. Of the moves asked about, about half are illegal,
    capture something or end the game.

    >>> quiz = make_quiz("brandubh", questions=6)
    >>> sorted(question.topic.value for question in quiz.questions)
    ['captures', 'count', 'legal', 'over', 'reason', 'rule']

    Arguments:
        ruleset: the ruleset, or its name.
        questions: how many, from 1 on; fewer come where the ruleset does not give so many.
        seed: the seed of the random choices.

    Raises:
        ArgumentValueError: a number is out of range.
        DisagreementError: the kernel and the reference do not agree on an answer
            (:exc:`hnefatafl.conformance.DisagreementError`).
        NotExpressibleError: the ruleset contains functions.
        UnknownVariantError: no ruleset has that name.
    """
    from random import Random

    rules = as_ruleset(ruleset)
    check_number("questions", questions, 1)
    check("seed", seed, int)
    random = Random(f"quiz {seed} {rules.name}")
    chapter = make_chapter(rules, cases=max(_DRAWN, questions), seed=seed, rare=0)
    pools: dict[Topic, list[list[QuizQuestion]]] = {topic: [[], []] for topic in Topic}
    for case in chapter.cases:
        for question in _asked(case) if _occurs(case.start, rules) else ():
            telling = _telling(question)
            if len(case.line) <= _LONG or (telling and question.topic in _OF_LONG):
                pools[question.topic][telling].append(question)
    chosen = _chosen(random, pools, questions)
    stem = f"{rules.name}/{seed}" if seed else rules.name
    numbered = (evolve(each, id=f"{stem}/{number}") for number, each in enumerate(chosen, start=1))
    return Quiz(ruleset=rules, questions=tuple(numbered))


def _occurs(start: str, rules: Ruleset) -> bool:
    """Return whether the pieces are those of the game, and stand where they may have come.

    Leaflets say nothing of others.
    """
    board = Board.parse(start.split()[0])
    for zone in rules.all_zones:
        squares = zone.squares.squares(rules.size)
        come = zone.stop & zone.enter | PieceSet.of(rules.start[square] for square in squares if square in rules.start)
        if any(not come.has(board[square]) for square in squares if square in board):
            return False
    return PieceSet.of(board.values()) in rules.pieces


def _telling(question: QuizQuestion) -> bool:
    """Return whether the answer is one of those that chance seldom brings: half of the questions have one."""
    return not question.answer if question.topic is Topic.LEGAL else bool(question.answer)


def _chosen(random: Random, pools: dict[Topic, list[list[QuizQuestion]]], questions: int) -> Iterator[QuizQuestion]:
    """Yield questions, the topics in turn, and of each those of both kinds in turn."""
    for kinds in pools.values():
        for kind in kinds:
            random.shuffle(kind)
    left = questions
    while left and any(any(kinds) for kinds in pools.values()):
        for kinds in pools.values():
            kinds.reverse()
            kind = kinds[0] or kinds[1]
            if left and kind:
                left -= 1
                yield kind.pop()


def _asked(case: Case) -> Iterator[QuizQuestion]:
    """Yield what can be asked about a case."""

    def ask(topic: Topic, answer: Any, move: str | None = None, square: str | None = None) -> QuizQuestion:
        return QuizQuestion(
            id=case.id, topic=topic, start=case.start, line=case.line, move=move, square=square, answer=answer
        )

    said = any(" " in action for action in case.line) or len(case.start.split()) > 2
    if said or case.answer["outcome"] is not None:
        return
    yield ask(Topic.COUNT, len(case.answer["legal"]))
    for move, found in case.answer["tries"].items():
        if "-" not in move or " " in move:
            continue
        reason = found.get("refused")
        yield ask(Topic.LEGAL, reason is None, move)
        if reason is not None:
            yield ask(Topic.REASON, reason, move)
            continue
        yield ask(Topic.CAPTURES, sorted(found["captures"]), move)
        yield ask(Topic.OVER, found["outcome"], move)
        for square, rule in found["captures"].items():
            yield ask(Topic.RULE, rule, move, square)
