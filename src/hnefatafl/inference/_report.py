"""What :func:`~hnefatafl.inference.infer` returns: all that inference has found, as a value that describes
itself in words, in JSON and as a table in a notebook.

>>> from hnefatafl import variants
>>> from hnefatafl.inference import infer
>>> from hnefatafl.notation import archive
>>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
>>> inference = infer(games, bases=[variants.MAGPIE])
>>> inference.ruleset.name, inference.counts[Standing.OPEN] > 20
('magpie', True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import field

from hnefatafl._base.arguments import as_tuple
from hnefatafl._base.as_json import attributes
from hnefatafl._base.brief import brief
from hnefatafl._base.printable import counted, printable
from hnefatafl._base.seal import frozen
from hnefatafl.errors import ArgumentValueError
from hnefatafl.inference._eras import Eras
from hnefatafl.inference._evidence import Candidate, Evidence, Standing, Unexplained
from hnefatafl.inference._layouts import InferredLayout
from hnefatafl.inference._table import items, paragraph, table
from hnefatafl.inference._words import (
    HEADINGS,
    agreement,
    era_line,
    game_lines,
    layout_line,
    origin_line,
    rival_lines,
    unexplained_line,
)
from hnefatafl.rules import Ruleset


def _candidates(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    found = as_tuple("candidates", candidates)
    if not found:
        raise ArgumentValueError("candidates: at least one was expected")
    return found


def _evidence(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return as_tuple("evidence", evidence)


def _unexplained(unexplained: Iterable[Unexplained]) -> tuple[Unexplained, ...]:
    return as_tuple("unexplained", unexplained)


def _eras(eras: Iterable[Eras]) -> tuple[Eras, ...]:
    return as_tuple("eras", eras)


@frozen(kw_only=True)
class Inference:
    """The rules that explain a collection of games, and the evidence for them.

    >>> from hnefatafl import variants
    >>> from hnefatafl.inference import infer
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> inference = infer(games, bases=[variants.BRANDUBH])
    >>> inference.ruleset == variants.BRANDUBH, inference.games, inference.interrupted
    (True, 1, False)
    """

    __repr__ = brief

    candidates: tuple[Candidate, ...] = field(converter=_candidates)
    """The rulesets that were found, the best first; at least one."""
    evidence: tuple[Evidence, ...] = field(default=(), converter=_evidence)
    """What the games say about each question, for the best ruleset."""
    unexplained: tuple[Unexplained, ...] = field(default=(), converter=_unexplained)
    """The games that the best ruleset does not explain, by class, the largest class first."""
    eras: tuple[Eras, ...] = field(default=(), converter=_eras)
    """Where early and late games answer a question differently, the clearest first
    (:func:`~hnefatafl.inference.find_eras`)."""
    layout: InferredLayout | None = None
    """The start layout, where it was inferred from the moves; None where the records or the caller gave it."""
    games: int
    """The number of games."""
    replays: int
    """The number of replays that were made."""
    interrupted: bool = False
    """Whether the search was stopped before its end. What it had found by then is here; the evidence may be missing."""

    @property
    def best(self) -> Candidate:
        """The best candidate.

        >>> from hnefatafl import variants
        >>> candidate = Candidate(
        ...     ruleset=variants.MAGPIE, cost=0, games=4, contradictions=1, unexplained_ends=0, base="magpie"
        ... )
        >>> Inference(candidates=[candidate], games=4, replays=4).best.base
        'magpie'
        """
        return self.candidates[0]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the best candidate.

        >>> from hnefatafl import variants
        >>> candidate = Candidate(
        ...     ruleset=variants.MAGPIE, cost=0, games=4, contradictions=1, unexplained_ends=0, base="magpie"
        ... )
        >>> Inference(candidates=[candidate], games=4, replays=4).ruleset.name
        'magpie'
        """
        return self.best.ruleset

    @property
    def counts(self) -> dict[Standing, int]:
        """The number of questions of each standing.

        >>> from hnefatafl import variants
        >>> candidate = Candidate(
        ...     ruleset=variants.MAGPIE, cost=0, games=4, contradictions=1, unexplained_ends=0, base="magpie"
        ... )
        >>> evidence = [Evidence(question="king", answer="middleweight")]
        >>> Inference(candidates=[candidate], evidence=evidence, games=4, replays=4).counts[Standing.OPEN]
        1
        """
        found = Counter(each.standing for each in self.evidence)
        return {standing: found[standing] for standing in Standing}

    def about(self, question: str) -> Evidence:
        """Return the evidence about a question.

        >>> from hnefatafl import variants
        >>> from hnefatafl.inference import infer
        >>> infer([], bases=[variants.MAGPIE]).about("king").answer
        'middleweight'

        Raises:
            ArgumentValueError: the question was not asked, or cannot be asked about the best ruleset.
        """
        for each in self.evidence:
            if each.question == question:
                return each
        raise ArgumentValueError(f"there is no evidence about {question}")

    def describe(self) -> str:
        """Return what was found in words: the best rulesets with their costs, every question with its standing and with
        what speaks against each other answer, the games that remain unexplained, and the rules that changed.

        >>> from hnefatafl import variants
        >>> from hnefatafl.inference import infer
        >>> from hnefatafl.notation import archive
        >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> for line in infer(games, bases=[variants.MAGPIE]).describe().splitlines()[:2]:
        ...     print(line)
        Best ruleset: magpie, cost 0; the game agrees.
        Found from magpie, unchanged.
        """
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from self._summary()
        for standing, heading in HEADINGS.items():
            found = [each for each in self.evidence if each.standing is standing]
            if found:
                yield ""
                yield f"{str(standing).capitalize()} ({counted(len(found), 'question')}). {heading}"
                for evidence in found:
                    answer = "none of its answers" if evidence.answer is None else printable(evidence.answer)
                    yield f"  {printable(evidence.question)}: {answer}"
                    yield from (f"    {answers}: {text}" for answers, text in rival_lines(evidence))
        for title, lines in self._rest():
            yield ""
            yield title
            yield from (f"  {line}" for line in lines)

    def _summary(self) -> Iterator[str]:
        """Yield what was found, in sentences."""
        best, *others = self.candidates
        yield f"Best ruleset: {printable(best.ruleset.name)}, cost {best.cost:g}; {agreement(best)}."
        yield origin_line(best)
        if others:
            told = [f"{each.ruleset.name} (from {each.base}, cost {each.cost:g})" for each in others]
            yield f"Other rulesets: {printable(', '.join(told))}."
        if self.layout is not None:
            yield layout_line(self.layout)
        if self.interrupted:
            yield "The search was interrupted; this is what it had found."

    def _rest(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the games that remain unexplained, and the rules that changed, each with a title."""
        if self.eras:
            yield "Early and late games follow different rules.", [era_line(eras) for eras in self.eras]
        for unexplained in self.unexplained:
            yield f"Unexplained, {unexplained_line(unexplained)}.", game_lines(unexplained.games)

    def as_json(self) -> dict[str, object]:
        """Return everything as plain data for JSON. The keys are the names of the attributes; rulesets are whole
        documents, as :func:`hnefatafl.notation.json.format_rules` writes them.

        >>> from hnefatafl import variants
        >>> from hnefatafl.inference import infer
        >>> list(infer([], bases=[variants.MAGPIE]).as_json())
        ['games', 'replays', 'interrupted', 'layout', 'candidates', 'evidence', 'unexplained', 'eras']

        Raises:
            NotExpressibleError: a ruleset contains functions and is not registered.
        """
        return attributes(self, "games replays interrupted layout candidates evidence unexplained eras")

    def _repr_html_(self) -> str:
        """Return what was found for a notebook: a summary, and a table of the evidence."""
        parts = [paragraph(text) for text in self._summary()]
        if self.evidence:
            parts.append(table(self.evidence))
        for title, lines in self._rest():
            parts += [paragraph(title), items(lines)]
        return f"<div>{''.join(parts)}</div>"
