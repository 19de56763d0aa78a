"""Random rulesets, games played by them, and what inference finds from the records of those games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import attrs

from hnefatafl import Berserk, Consequence, Jump, PieceSet, Position, Region, Ruleset, Side, Zone, variants
from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import archive
from hnefatafl.records import Game
from tafl.inference import BERSERK_QUESTIONS, Inference, Question, Standing, infer, questions_for, questions_of_men

BASES: Final = (
    *("brandubh", "brandubh-walker", "magpie", "ard-ri", "ard-ri-39", "tablut", "saami-tablut", "foteviken-tablut"),
    *("ashton-tablut", "sea-battle-9", "simple-tafl", "copenhagen", "fetlar", "tawlbwrdd", "old-hnefatafl", "skalk"),
)
"""The rulesets that are changed at random."""


def random_ruleset(random: Random, questions: Sequence[Question] | None = None) -> Ruleset:
    """Return a shipped ruleset with one to five answers changed at random."""
    rules = variants.get(random.choice(BASES))
    for _ in range(random.randint(1, 5)):
        question = random.choice(questions or questions_for(rules.start))
        rivals = list(question.rivals(rules))
        if rivals:
            rules = random.choice(rivals)[1]
    if random.random() < 0.3:
        rules = _strange(random, rules)
    return rules.evolve(name="planted", first=rules.first or Side.ATTACKERS)


def _strange(random: Random, rules: Ruleset) -> Ruleset:
    """Return the ruleset with an option changed that no question is about."""
    repetition = rules.repetition
    changes: tuple[dict[str, Any], ...] = (
        {"quiet_limit": random.choice((10, 15, 20, 40))},
        {"move_limit": random.choice((20, 50, 70))},
        {"repetition": attrs.evolve(repetition, count=2)},
        {"repetition": attrs.evolve(repetition, consequence=Consequence.FORBIDDEN)},
        {"repetition": attrs.evolve(repetition, by=random.choice(list(Side)), turn=False)},
        {"three_captors": random.choice((PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN))},
        {"jumps": attrs.evolve(rules.jumps, king=random.choice(list(Jump)))},
        {"jumps": attrs.evolve(rules.jumps, soldiers=random.choice(list(Jump)))},
        {"hammer": PieceSet.DEFENDERS},
        {"anvil": PieceSet.ATTACKERS | PieceSet.KING},
        {"speed": attrs.evolve(rules.speed, king=5, attackers=6)},
        {"tuichu_wins": True},
        {"berserk": Berserk.MUST_CAPTURE},
    )
    return rules.evolve(**random.choice(changes))


def play(random: Random, rules: Ruleset, limit: int) -> Game:
    """Return the record of a game: mostly random moves, but players often win, capture, or do not lose at once."""
    position = Position.initial(rules)
    while position.outcome is None and position.ply < limit:
        position = position.play(_choice(random, position))
    game = Game.from_position(position)
    king = position.board.king
    # The archive records neither letters nor the king's capture.
    moves = [
        attrs.evolve(
            move,
            captures=tuple(square for square in move.captures if square != king or at + 1 < len(game.moves)),
            letter="",
            capture_letters=(),
            info="",
            text="",
        )
        for at, move in enumerate(game.moves)
    ]
    game = attrs.evolve(game, moves=moves)
    if position.outcome is None:
        winner = random.choice(("White", "Black"))
        game = attrs.evolve(game, result=winner, ending="resigned")
    return game


def _choice(random: Random, position: Position) -> Move:
    moves = position.legal_moves()
    if random.random() < 0.4:
        return random.choice(moves)
    random.shuffle(moves)
    best, worth = moves[0], -1.0
    for move in moves[:40]:
        after = position.play(move)
        value = float(len(after._captured_squares(position)))
        if after.outcome is not None:
            value = 100 if after.outcome.winner is position.turn else -100
        if value > worth:
            best, worth = move, value
    return best


def records(random: Random, rules: Ruleset, count: int, limit: int = 80) -> list[Game]:
    """Return games as an archive has them: written as lines and read again, without the rules."""
    lines = [archive.format_game(play(random, rules, limit)) for _ in range(count)]
    plain = variants.get("copenhagen").evolve(size=rules.size, start=rules.start)
    return list(archive.parse_games(lines, plain))


class Planted(NamedTuple):
    """What inference found about a planted ruleset."""

    rules: Ruleset
    inference: Inference
    wrong: tuple[str, ...]
    """Answers that are settled and wrong."""
    answers: int
    """The number of questions whose true answer is among those that were asked about."""
    true: int
    """How many were answered rightly."""
    settled: int
    """How many were settled."""


def examine(random: Random, count: int, sample: int = 300) -> Planted:
    """Plant a ruleset, play games, and infer the rules."""
    while True:
        try:
            rules = random_ruleset(random)
            games = records(random, rules, count)
            break
        except (HnefataflError, IndexError):
            continue
    inference = infer(games, start=rules.start, sample=sample)
    return judged(rules, inference)


def judged(rules: Ruleset, inference: Inference) -> Planted:
    """Compare what was found with the true rules."""
    questions = (*questions_for(rules.start), *BERSERK_QUESTIONS, *questions_of_men(rules.start))
    asked = {question.name: question for question in questions}
    wrong: list[str] = []
    answers = true = settled = 0
    # Without a throne the centre is an ordinary square, as is a throne without effects.
    ordinary = rules if rules.throne else rules.evolve(throne=Zone(name="throne", squares=Region.CENTRE))
    for evidence in inference.evidence:
        asks_about_it = evidence.question.startswith(("throne.", "throne hostile"))
        truth = asked[evidence.question].answer(ordinary if asks_about_it else rules)
        standing = evidence.standing
        settled += standing is Standing.SETTLED
        if truth is None:
            if standing is Standing.SETTLED and evidence.answer is not None:
                wrong.append(f"{evidence.question}: {evidence.answer} settled, and the truth is none of the answers")
            continue
        answers += 1
        true += truth == evidence.answer
        if truth == evidence.answer:
            continue
        against = {rival.answer: rival for rival in evidence.rivals}.get(truth)
        if standing is Standing.SETTLED or (against is not None and against.standing is Standing.SETTLED):
            wrong.append(f"{evidence.question}: {evidence.answer} settled against {truth}, which is true: {against}")
    return Planted(rules, inference, tuple(wrong), answers, true, settled)


def planted(count: int, games: int, seed: int) -> Iterator[Planted]:
    """Yield what inference finds about so many rulesets."""
    for number in range(count):
        yield examine(Random(seed * 1_000_003 + number), games)
