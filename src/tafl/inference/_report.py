"""What :func:`~tafl.inference.infer` returns: all that inference has found, as a value that describes
itself in words, in JSON and as a table in a notebook.

>>> from hnefatafl import variants
>>> from tafl.inference import infer
>>> from hnefatafl.notation import archive
>>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
>>> inference = infer(games, bases=[variants.MAGPIE])
>>> inference.ruleset.name, inference.counts[Standing.OPEN] > 20
('magpie', True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from attrs import field

from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import Ruleset
from hnefatafl.support.arguments import as_tuple
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted, printable, shortened
from tafl.inference._eras import Eras
from tafl.inference._evidence import Candidate, Evidence, GameReference, Rival, Standing, Unexplained
from tafl.inference._layouts import InferredLayout

HEADINGS: Final = {
    Standing.SETTLED: "The games exclude every other answer.",
    Standing.LEANING: "The games speak against the other answers, but do not exclude all of them.",
    Standing.OPEN: "At least one other answer explains the games as well.",
    Standing.CONTESTED: "Some games speak for this answer, and some for another one.",
}
"""What each standing means, in the order of a report."""
_SHOWN: Final = 10
"""How many games of a class are named."""
_LONGEST: Final = 80
"""How many characters of an identifier are shown."""


def _conjugate(number: int, verb: str) -> str:
    """Return a number of games with its verb, given as for several games."""
    first, rest = verb.split(" ", 1)
    return f"{counted(number, 'game')} {first}{'s' if number == 1 else ''} {rest}"


def game_line(game: GameReference) -> str:
    """Return the name of a game, the place in it, the verdict, and the slip that explains it."""
    place = "" if game.ply is None else f", after {counted(game.ply, 'ply')}"
    text = (shortened(game.id, _LONGEST) or f"game {game.number}") + place
    if game.verdict:
        text += f": {shortened(game.verdict, _LONGEST)}"
    if game.slip is not None:
        text += f"; slip of the record: {game.slip}{' (certain)' if game.slip.is_certain else ''}"
    return text


def describe_agreement(candidate: Candidate) -> str:
    """Return how many games agree with a ruleset."""
    if not candidate.games:
        return "there are no games"
    if candidate.contradictions:
        text = f"{candidate.agrees:,} of {counted(candidate.games, 'game')} agree ({candidate.agreement:.1%})"
    else:
        text = f"all {candidate.games:,} games agree" if candidate.games > 1 else "the game agrees"
    if candidate.unexplained_ends:
        text += f", {counted(candidate.unexplained_ends, 'unexplained end')}"
    return text


def origin_line(candidate: Candidate) -> str:
    """Return where the search began, and what it changed."""
    if not candidate.steps:
        return f"Found from {printable(candidate.base)}, unchanged."
    return f"Found from {printable(candidate.base)}, changed: {printable('; '.join(candidate.steps))}."


def layout_line(layout: InferredLayout) -> str:
    """Return how sure a layout is that was inferred from the moves."""
    against = f"{layout.against:,} against it" if layout.against else "none against it"
    text = f"The start layout was inferred from the moves: {counted(layout.votes, 'vote')}, {against}."
    assumed = {"king": "the king's square", "first": "which side begins"}
    if layout.assumed:
        text += f" Assumed: {' and '.join(assumed[assumption] for assumption in layout.assumed)}."
    if layout.unseen:
        text += f" No game touches {counted(len(layout.unseen), 'square')}."
    return text


def rival_lines(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Yield the other answers with what the games say about them, the least excluded first; those about which they say
    the same are together."""
    groups: dict[tuple[Standing, str], list[str]] = {}
    order = list(HEADINGS)
    for rival in sorted(evidence.rivals, key=lambda rival: -order.index(rival.standing)):
        groups.setdefault((rival.standing, _describe_rival(rival)), []).append(printable(rival.answer))
    for (_, text), answers in groups.items():
        yield " | ".join(answers), text


def _describe_rival(rival: Rival) -> str:
    """Return what the games say about another answer."""
    parts: list[str] = []
    if rival.broken:
        parts.append(_conjugate(rival.broken, "contradict it"))
    if rival.lost_ends:
        parts.append(_conjugate(rival.lost_ends, "lose the reason for the end"))
    text = " and ".join(parts)
    if rival.capped:
        text = f"at least {text}"
    if rival.example is not None:
        text += f" ({game_line(rival.example)})"
    if rival.helped:
        text += f"{', and ' if text else ''}{_conjugate(rival.helped, 'speak for it')}"
    if rival.expected is not None:
        direction = "only it allows" if rival.is_wider else "it forbids"
        text = f"no game decides; no player made a move that {direction}, where {rival.expected:,.1f} would be expected"
    if rival.beside is not None:
        text += f"; not so beside {printable(rival.beside)}"
    if rival.standing is Standing.SETTLED:
        return f"excluded, {text}"
    return text or "no game decides"


def unexplained_line(unexplained: Unexplained) -> str:
    """Return a class of unexplained games with its number."""
    text = f"{printable(unexplained.kind)}: {counted(unexplained.count, 'game')}"
    if unexplained.slips:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in unexplained.slips.items())
        text += f"; a slip of the record explains {sum(unexplained.slips.values()):,} ({kinds})"
    return text


def era_line(eras: Eras) -> str:
    """Return how an early and a late part of the games answer a question."""
    exceptions = len(eras.exceptions)
    text = (
        f"{eras.question}: {eras.earlier_answer or 'another answer'} up to round {eras.last_early}"
        f" ({counted(eras.early.total, 'game')}), {eras.later_answer or 'another answer'} from round {eras.first_late}"
        f" ({counted(eras.late.total, 'game')})"
    )
    if exceptions:
        text += f", {counted(exceptions, 'exception')}"
    return f"{text}; p {_format_probability(eras.p_value)}"


def _format_probability(value: float) -> str:
    return "< 0.00001" if value < 0.00001 else f"= {value:.2g}"


def game_lines(games: Sequence[GameReference]) -> list[str]:
    """Return the first games, and how many others there are."""
    lines = [game_line(game) for game in games[:_SHOWN]]
    return [*lines, f"and {len(games) - _SHOWN:,} more"] if len(games) > _SHOWN else lines


def _escape_text(text: str) -> str:
    return escape(printable(text))


def _format_paragraph(text: str) -> str:
    return f"<p>{_escape_text(text)}</p>"


def _format_list(texts: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_escape_text(text)}</li>' for text in texts)}</ul>"


def _by_standing(evidence: Iterable[Evidence]) -> Iterator[tuple[str, str, list[Evidence]]]:
    """Yield the evidence about the questions of each standing, with a title and what the standing means."""
    entries = list(evidence)
    for standing, heading in HEADINGS.items():
        members = [entry for entry in entries if entry.standing is standing]
        if members:
            yield f"{str(standing).capitalize()} ({counted(len(members), 'question')})", heading, members


def _format_table(evidence: Iterable[Evidence]) -> str:
    """Return the evidence about each question, those with the same standing together."""
    bodies = ""
    for title, heading, entries in _by_standing(evidence):
        head = f'<tr><th scope="rowgroup" colspan="3">{_escape_text(f"{title}: {heading}")}</th></tr>'
        bodies += f"<tbody>{head}{''.join(map(_format_row, entries))}</tbody>"
    columns = "".join(f'<th scope="col">{name}</th>' for name in ("Question", "Answer", "Other answers"))
    caption = "What the games say about each question"
    return f"<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead>{bodies}</table>"


def _format_row(evidence: Evidence) -> str:
    others = _format_list(f"{answers}: {text}" for answers, text in rival_lines(evidence))
    question, answer = _escape_text(evidence.question), _escape_text(_describe_answer(evidence))
    return f'<tr><th scope="row">{question}</th><td>{answer}</td><td>{others}</td></tr>'


def _describe_answer(evidence: Evidence) -> str:
    return "none of its answers" if evidence.answer is None else evidence.answer


def _as_candidates(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    as_given = as_tuple("candidates", candidates)
    if not as_given:
        raise ArgumentValueError("candidates: at least one was expected")
    return as_given


def _as_evidence(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return as_tuple("evidence", evidence)


def _as_unexplained(unexplained: Iterable[Unexplained]) -> tuple[Unexplained, ...]:
    return as_tuple("unexplained", unexplained)


def _as_eras(eras: Iterable[Eras]) -> tuple[Eras, ...]:
    return as_tuple("eras", eras)


@frozen(kw_only=True)
class Inference:
    """The rules that explain a collection of games, and the evidence for them.

    >>> from hnefatafl import variants
    >>> from tafl.inference import infer
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> inference = infer(games, bases=[variants.BRANDUBH])
    >>> inference.ruleset == variants.BRANDUBH, inference.games, inference.interrupted
    (True, 1, False)
    """

    candidates: tuple[Candidate, ...] = field(converter=_as_candidates)
    """The rulesets that were found, the best first; at least one."""
    evidence: tuple[Evidence, ...] = field(default=(), converter=_as_evidence)
    """What the games say about each question, for the best ruleset."""
    unexplained: tuple[Unexplained, ...] = field(default=(), converter=_as_unexplained)
    """The games that the best ruleset does not explain, by class, the largest class first."""
    eras: tuple[Eras, ...] = field(default=(), converter=_as_eras)
    """Where early and late games answer a question differently, the clearest first
    (:func:`~tafl.inference.find_eras`)."""
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
        """The best candidate."""
        return self.candidates[0]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the best candidate."""
        return self.best.ruleset

    @property
    def counts(self) -> dict[Standing, int]:
        """The number of questions of each standing."""
        counts = Counter(entry.standing for entry in self.evidence)
        return {standing: counts[standing] for standing in Standing}

    def about(self, question: str) -> Evidence:
        """Return the evidence about a question.

        >>> from hnefatafl import variants
        >>> from tafl.inference import infer
        >>> infer([], bases=[variants.MAGPIE]).about("king").answer
        'middleweight'

        Raises:
            ArgumentValueError: the question was not asked, or cannot be asked about the best ruleset.
        """
        for entry in self.evidence:
            if entry.question == question:
                return entry
        raise ArgumentValueError(f"there is no evidence about {question}")

    def describe(self) -> str:
        """Return what was found in words: the best rulesets with their costs, every question with its standing and with
        what speaks against each other answer, the games that remain unexplained, and the rules that changed.

        >>> from hnefatafl import variants
        >>> from tafl.inference import infer
        >>> from hnefatafl.notation import archive
        >>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
        >>> for line in infer(games, bases=[variants.MAGPIE]).describe().splitlines()[:2]:
        ...     print(line)
        Best ruleset: magpie, cost 0; the game agrees.
        Found from magpie, unchanged.
        """
        return "\n".join(self._list_lines())

    def _list_lines(self) -> Iterator[str]:
        yield from self._list_summary()
        for title, heading, entries in _by_standing(self.evidence):
            yield ""
            yield f"{title}. {heading}"
            for evidence in entries:
                yield f"  {printable(f'{evidence.question}: {_describe_answer(evidence)}')}"
                yield from (f"    {answers}: {text}" for answers, text in rival_lines(evidence))
        for title, lines in self._list_remaining():
            yield ""
            yield title
            yield from (f"  {line}" for line in lines)

    def _list_summary(self) -> Iterator[str]:
        """Yield what was found, in sentences."""
        best, *others = self.candidates
        yield f"Best ruleset: {printable(best.ruleset.name)}, cost {best.cost:g}; {describe_agreement(best)}."
        yield origin_line(best)
        if others:
            alternatives = [f"{other.ruleset.name} (from {other.base}, cost {other.cost:g})" for other in others]
            yield f"Other rulesets: {printable(', '.join(alternatives))}."
        if self.layout is not None:
            yield layout_line(self.layout)
        if self.interrupted:
            yield "The search was interrupted; this is what it had found."

    def _list_remaining(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the games that remain unexplained, and the rules that changed, each with a title."""
        if self.eras:
            yield "Early and late games follow different rules.", [era_line(eras) for eras in self.eras]
        for unexplained in self.unexplained:
            yield f"Unexplained, {unexplained_line(unexplained)}.", game_lines(unexplained.games)

    def as_json(self) -> dict[str, object]:
        """Return everything as plain data for JSON. The keys are the names of the attributes; rulesets are whole
        documents, as :func:`hnefatafl.notation.json.format_rules` writes them.

        Raises:
            NotExpressibleError: a ruleset contains functions and is not registered.
        """
        return attributes(self, "games replays interrupted layout candidates evidence unexplained eras")

    def _repr_html_(self) -> str:
        """Return what was found for a notebook: a summary, and a table of the evidence."""
        parts = [_format_paragraph(text) for text in self._list_summary()]
        if self.evidence:
            parts.append(_format_table(self.evidence))
        for title, lines in self._list_remaining():
            parts += [_format_paragraph(title), _format_list(lines)]
        return f"<div>{''.join(parts)}</div>"
