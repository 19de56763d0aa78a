"""Questions about rules, for the judge of leaflets: fresh rulesets, and what cases of conformance say of them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from hnefatafl import Board, PieceSet, Position, Ruleset, Side, variants
from hnefatafl.rules import idle_reason
from tafl.conformance import Case, make_chapter
from tafl.lab import mutated


class Topic(StrEnum):
    """What a question asks; its answer stands beside."""

    LEGAL = "legal"  # whether a move is legal
    REASON = "reason"  # why a move is illegal: the word of an Illegality
    CAPTURES = "captures"  # the squares that a move captures
    RULE = "rule"  # by which rule a move captures the piece on a square: the word of a CaptureKind
    OVER = "over"  # whether a move ends the game: None, or winner and ending as in "draw:repetition"
    COUNT = "count"  # how many moves are legal


@frozen(kw_only=True)
class Question:
    """A question and its answer."""

    topic: Topic
    start: str
    line: tuple[str, ...]
    """The moves to make from the start before anything is asked."""
    move: str | None = None
    square: str | None = None
    answer: Any


Pools: TypeAlias = dict[Topic, dict[bool, list[Question]]]


def make_fresh_ruleset(seed: int) -> Ruleset:
    """A consistent ruleset that plays otherwise than all that ship: one of them, changed two to five times."""
    random = Random(f"fresh ruleset {seed}")
    shipped = sorted(variants.find(), key=lambda rules: rules.name)
    while True:
        rules = random.choice(shipped)
        for _ in range(random.randint(2, 5)):
            rules = mutated(rules, random)
        rules = rules.evolve(name=f"fresh-{seed}")
        initial = Position.initial(rules, rules.first or Side.ATTACKERS)
        others = (other for other in shipped if other.size == rules.size)
        if initial.outcome is None and all(plays_otherwise(rules, other) for other in others):
            return rules


def plays_otherwise(rules: Ruleset, other: Ruleset) -> bool:
    """Whether the rules differ in an option that matters under the others."""
    return any(idle_reason(rules, option, getattr(other, option)) is None for option in rules.diff(other))


OPEN_ENDED: Final = {Topic.LEGAL, Topic.REASON, Topic.OVER}
"""What is asked after long lines, too, which lead to a repetition or a limit of moves."""


def make_questions(rules: Ruleset, count: int = 12, seed: int = 0) -> list[Question]:
    """Questions about a ruleset, the topics in turn; half of the answers are such as chance seldom brings.

    Raises:
        NotExpressibleError: the ruleset contains functions.
    """
    pools: Pools = {topic: {False: [], True: []} for topic in Topic}
    for case in make_chapter(rules, cases=max(8, count), seed=seed, rare=0).cases:
        for question in ask_about(case) if may_occur(case.start, rules) else ():
            rare = (not question.answer) if question.topic is Topic.LEGAL else bool(question.answer)
            if len(case.line) <= 8 or (rare and question.topic in OPEN_ENDED):
                pools[question.topic][rare].append(question)
    return [*choose_questions(Random(f"questions {seed} {rules.name}"), pools, count)]


def may_occur(start: str, rules: Ruleset) -> bool:
    """Whether the pieces are those of the game, and stand where they may have come: leaflets say nothing of others."""
    board = Board.parse(start.split()[0])
    for zone in rules.all_zones:
        squares = zone.squares.squares(rules.size)
        allowed = zone.stop & zone.enter | PieceSet.of(rules.start[square] for square in squares & {*rules.start})
        if any(not allowed.has(board[square]) for square in squares if square in board):
            return False
    return PieceSet.of(board.values()) in rules.pieces


def choose_questions(random: Random, pools: Pools, count: int) -> Iterator[Question]:
    for kinds in pools.values():
        for questions in kinds.values():
            random.shuffle(questions)
    rare = False
    while count and any(any(kinds.values()) for kinds in pools.values()):
        rare = not rare
        for kinds in pools.values():
            questions = kinds[rare] or kinds[not rare]
            if count and questions:
                count -= 1
                yield questions.pop()


def ask_about(case: Case) -> Iterator[Question]:
    """What can be asked about a case in which nothing is rolled or announced."""

    def ask(topic: Topic, answer: Any, move: str | None = None, square: str | None = None) -> Question:
        return Question(topic=topic, start=case.start, line=case.line, move=move, square=square, answer=answer)

    has_actions = any(" " in action for action in case.line) or len(case.start.split()) > 2
    if has_actions or case.answer["outcome"] is not None:
        return
    yield ask(Topic.COUNT, len(case.answer["legal"]))
    for move, result in case.answer["tries"].items():
        if "-" not in move or " " in move:
            continue
        reason = result.get("refused")
        yield ask(Topic.LEGAL, reason is None, move)
        if reason is not None:
            yield ask(Topic.REASON, reason, move)
            continue
        yield ask(Topic.CAPTURES, sorted(result["captures"]), move)
        yield ask(Topic.OVER, result["outcome"], move)
        for square, rule in result["captures"].items():
            yield ask(Topic.RULE, rule, move, square)
