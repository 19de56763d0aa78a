"""What inference finds: rulesets with their costs, the evidence for each answer, and what remains unexplained.

An :class:`~hnefatafl.inference.Inference` holds all of it. Games are named by their number in the order in which
they were given, counted from 1, and by the ``id`` among their tags where they have one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from attrs import field

from hnefatafl._base.arguments import as_tuple
from hnefatafl._base.as_json import attributes, plain, written
from hnefatafl._base.brief import brief
from hnefatafl._base.declared import Listed
from hnefatafl._base.seal import frozen
from hnefatafl.errors import ArgumentValueError
from hnefatafl.inference._noise import Slip, SlipKind
from hnefatafl.rules import Ruleset


class Standing(Listed):
    """How firmly games decide for an answer and against another one.

    >>> [str(standing) for standing in Standing]
    ['settled', 'leaning', 'open', 'contested']
    """

    SETTLED = "settled"
    """The games exclude the other answer: at least two of them contradict it, or five lose what explains their end,
    three times as much speaks against it as for it, and another answer to a further question does not change that.
    Nothing is settled where the best ruleset leaves more than a tenth of the games unexplained."""
    LEANING = "leaning"
    """Games speak against the other answer, but too few to exclude it; or it allows what players would have done and
    never did (:attr:`Rival.expected`)."""
    OPEN = "open"
    """No game tells the answers apart."""
    CONTESTED = "contested"
    """Some games speak for one answer and some for the other; or the games exclude the other answer only as long as all
    further answers stay (:attr:`Rival.beside`)."""


@frozen(kw_only=True)
class GameReference:
    """A game among those that were given, and a place in it.

    >>> print(GameReference(number=3, id="51-1-9", ply=12, verdict="illegal@12"))
    51-1-9, ply 12: illegal@12
    """

    __repr__ = brief

    number: int
    """The number of the game in the order in which the games were given, counted from 1."""
    id: str = ""
    """The ``id`` among its tags, or nothing."""
    ply: int | None = None
    """The index of the move where record and rules differ first, counted from 0, so the number of plies before it; None
    for its result or its end."""
    verdict: str = ""
    """The verdict, as of :attr:`Replay.verdict <hnefatafl.records.Replay.verdict>`; ``unexplained-end`` for a record
    that stops with a winner where neither the rules nor the record say why."""
    slip: Slip | None = None
    """The slip of the record that explains why it contradicts the best ruleset
    (:func:`~hnefatafl.inference.explain_noise`), if there is one."""

    @property
    def name(self) -> str:
        """The identifier of the game, or else its number.

        >>> GameReference(number=3, id="51-1-9").name, GameReference(number=3).name
        ('51-1-9', '3')
        """
        return self.id or str(self.number)

    def __str__(self) -> str:
        place = "" if self.ply is None else f", ply {self.ply}"
        return f"{self.name}{place}" + (f": {self.verdict}" if self.verdict else "")


@plain.register
def _game(game: GameReference) -> dict[str, Any]:
    return attributes(game, "number id ply verdict" + ("" if game.slip is None else " slip"))


@frozen(kw_only=True)
class Rival:
    """Another answer to a question, and what speaks against it.

    >>> rival = Rival(answer="weak", standing=Standing.SETTLED, broken=12, lost_ends=3)
    >>> print(rival.standing, rival.against)
    settled 15
    """

    __repr__ = brief

    answer: str
    """The other answer."""
    standing: Standing
    """How firmly the games decide against it."""
    broken: int = 0
    """How many games would contradict the rules that do not do so now."""
    lost_ends: int = 0
    """How many other games would lose what explains their end."""
    helped: int = 0
    """How many games would be explained better."""
    expected: float | None = None
    """How many times players would have done what the wider of the two rules alone allows, if they had been allowed to:
    an estimate from how they choose among the moves that they have. They never did. None where neither answer allows
    moves that the other forbids, or where games decide.

    A record shows that something is allowed by doing it, and never that it is forbidden; the larger the number, the
    less likely is mere disuse."""
    is_wider: bool = False
    """Whether it is this answer that allows the moves that :attr:`expected` counts. Then their absence speaks against
    it, though it never settles anything: from ten on it is :attr:`leaning <Standing.LEANING>`. Otherwise the best
    ruleset allows them, and the larger the number, the more likely is this answer."""
    beside: str | None = None
    """An answer to another question beside which the games do not exclude this answer, though they do as long as all
    other answers stay; then it is :attr:`contested <Standing.CONTESTED>`."""
    example: GameReference | None = None
    """The first game that speaks against it, with the verdict under it."""
    capped: bool = False
    """Whether counting stopped early, so that the true counts may be higher."""

    @property
    def against(self) -> int:
        """How many games speak against it.

        >>> Rival(answer="weak", standing=Standing.OPEN).against
        0
        """
        return self.broken + self.lost_ends


def _rivals(rivals: Iterable[Rival]) -> tuple[Rival, ...]:
    return as_tuple("rivals", rivals)


@written("question answer standing rivals")
@frozen(kw_only=True)
class Evidence:
    """What the games say about one question.

    >>> rivals = [Rival(answer="weak", standing=Standing.SETTLED), Rival(answer="three", standing=Standing.OPEN)]
    >>> evidence = Evidence(question="king", answer="strong", rivals=rivals)
    >>> evidence.standing, evidence.rival("weak").standing
    (Standing.OPEN, Standing.SETTLED)
    """

    __repr__ = brief

    question: str
    """The name of the :class:`~hnefatafl.inference.Question`."""
    answer: str | None
    """The answer of the best ruleset; None if it has none of the question's answers."""
    rivals: tuple[Rival, ...] = field(default=(), converter=_rivals)
    """The other answers."""

    @property
    def standing(self) -> Standing:
        """How firmly the answer stands: contested if one of the rivals is, open if one of them is open, leaning if one
        of them is leaning, and else settled. Open too where there are no rivals.

        >>> Evidence(question="king", answer="strong").standing
        Standing.OPEN
        """
        standings = {rival.standing for rival in self.rivals} or {Standing.OPEN}
        order = (Standing.CONTESTED, Standing.OPEN, Standing.LEANING, Standing.SETTLED)
        return next(standing for standing in order if standing in standings)

    def rival(self, answer: str) -> Rival:
        """Return what speaks against another answer.

        >>> Evidence(question="king", answer="strong").rival("weak")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.ArgumentValueError: king: weak is not among the rivals (none)

        Raises:
            ArgumentValueError: there is no such rival.
        """
        for rival in self.rivals:
            if rival.answer == answer:
                return rival
        names = ", ".join(rival.answer for rival in self.rivals) or "none"
        raise ArgumentValueError(f"{self.question}: {answer} is not among the rivals ({names})")


def _games(games: Iterable[GameReference]) -> tuple[GameReference, ...]:
    return as_tuple("games", games)


@written("kind count slips games")
@frozen(kw_only=True)
class Unexplained:
    """Games that the best ruleset does not explain, of one class.

    >>> print(Unexplained(kind="illegal", games=[GameReference(number=3, ply=12, verdict="illegal@12")]).count)
    1
    """

    __repr__ = brief

    kind: str
    """The class: the slug of a :class:`~hnefatafl.records.FindingKind`, or ``unexplained-end``."""
    games: tuple[GameReference, ...] = field(converter=_games)
    """The games, in their order."""

    @property
    def count(self) -> int:
        """The number of games.

        >>> Unexplained(kind="illegal", games=[]).count
        0
        """
        return len(self.games)

    @property
    def slips(self) -> dict[SlipKind, int]:
        """How many of the games a slip of the record explains, by its kind, the most frequent first.

        >>> Unexplained(kind="illegal", games=[]).slips
        {}
        """
        return dict(Counter(game.slip.kind for game in self.games if game.slip is not None).most_common())


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return as_tuple("steps", texts)


@frozen(kw_only=True)
class Candidate:
    """A ruleset that was found, and how well it explains the games.

    >>> from hnefatafl import variants
    >>> candidate = Candidate(
    ...     ruleset=variants.MAGPIE, cost=7, games=20, contradictions=1, unexplained_ends=1, base="magpie"
    ... )
    >>> candidate.agrees, f"{candidate.agreement:.0%}"
    (19, '95%')
    """

    __repr__ = brief

    ruleset: Ruleset
    """The ruleset."""
    cost: float
    """What it costs: 5 for each game that contradicts it, 2 for each unexplained end, 0.02 for each step from its base.
    The lower, the better."""
    games: int
    """The number of games."""
    contradictions: int
    """How many of them contradict it."""
    unexplained_ends: int
    """How many others stop with a winner, and neither the rules nor the record say why."""
    base: str
    """The name of the ruleset from which the search began."""
    steps: tuple[str, ...] = field(default=(), converter=_texts)
    """How it differs from the base: each question with its answer, in the order in which the search found them."""

    @property
    def agrees(self) -> int:
        """The number of games that agree with it, those with an unexplained end too.

        >>> from hnefatafl import variants
        >>> Candidate(ruleset=variants.MAGPIE, cost=0, games=3, contradictions=1, unexplained_ends=1, base="").agrees
        2
        """
        return self.games - self.contradictions

    @property
    def agreement(self) -> float:
        """The share of the games that agree with it; 1 where there are none.

        >>> from hnefatafl import variants
        >>> Candidate(ruleset=variants.MAGPIE, cost=0, games=4, contradictions=1, unexplained_ends=0, base="").agreement
        0.75
        """
        return self.agrees / self.games if self.games else 1.0


@plain.register
def _candidate(candidate: Candidate) -> dict[str, Any]:
    from hnefatafl.notation._documents import write_rules  # which loads cattrs

    found = attributes(candidate, "cost games agrees contradictions unexplained_ends base steps")
    return {"ruleset": write_rules(candidate.ruleset, "JSON"), **found}
