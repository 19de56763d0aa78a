"""What inference finds, in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hnefatafl._base.printable import counted, printable, shortened
from hnefatafl.inference._eras import Eras
from hnefatafl.inference._evidence import Candidate, Evidence, GameReference, Rival, Standing, Unexplained
from hnefatafl.inference._layouts import InferredLayout

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


def _verb(number: int, verb: str) -> str:
    """Return a number of games with its verb, given as for several games."""
    first, rest = verb.split(" ", 1)
    return f"{counted(number, 'game')} {first}{'s' if number == 1 else ''} {rest}"


def game_line(game: GameReference) -> str:
    """Return the name of a game, the place in it, the verdict, and the slip that explains it."""
    place = "" if game.ply is None else f", after {counted(game.ply, 'ply', 'plies')}"
    text = (printable(shortened(game.id, _LONGEST)) or f"game {game.number}") + place
    if game.verdict:
        text += f": {printable(shortened(game.verdict, _LONGEST))}"
    if game.slip is not None:
        text += f"; slip of the record: {game.slip}{' (certain)' if game.slip.is_certain else ''}"
    return text


def agreement(candidate: Candidate) -> str:
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
        text += f" Assumed: {' and '.join(assumed[each] for each in layout.assumed)}."
    if layout.unseen:
        text += f" No game touches {counted(len(layout.unseen), 'square')}."
    return text


def rival_lines(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Yield the other answers with what the games say about them, the least excluded first; those about which they say
    the same are together."""
    groups: dict[tuple[Standing, str], list[str]] = {}
    order = list(HEADINGS)
    for rival in sorted(evidence.rivals, key=lambda rival: -order.index(rival.standing)):
        groups.setdefault((rival.standing, _about(rival)), []).append(printable(rival.answer))
    for (_, text), answers in groups.items():
        yield " | ".join(answers), text


def _about(rival: Rival) -> str:
    """Return what the games say about another answer."""
    parts: list[str] = []
    if rival.broken:
        parts.append(_verb(rival.broken, "contradict it"))
    if rival.lost_ends:
        parts.append(_verb(rival.lost_ends, "lose the reason for the end"))
    text = " and ".join(parts)
    if rival.capped:
        text = f"at least {text}"
    if rival.example is not None:
        text += f" ({game_line(rival.example)})"
    if rival.helped:
        text += f"{', and ' if text else ''}{_verb(rival.helped, 'speak for it')}"
    if rival.expected is not None:
        what = "only it allows" if rival.is_wider else "it forbids"
        text = f"no game decides; no player made a move that {what}, where {rival.expected:,.1f} would be expected"
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
    return f"{text}; p {_probability(eras.p_value)}"


def _probability(value: float) -> str:
    return "< 0.00001" if value < 0.00001 else f"= {value:.2g}"


def game_lines(games: Sequence[GameReference]) -> list[str]:
    """Return the first games, and how many others there are."""
    lines = [game_line(game) for game in games[:_SHOWN]]
    return [*lines, f"and {len(games) - _SHOWN:,} more"] if len(games) > _SHOWN else lines
