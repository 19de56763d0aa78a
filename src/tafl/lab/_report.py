"""Studies in words, and as plain data."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from hnefatafl.board import Termination
from hnefatafl.describe import rule
from hnefatafl.rules import idle_reason
from hnefatafl.support.as_json import attributes, plain
from tafl.arena import Points, Share
from tafl.lab._observation import LEAD, WON, Observations, plainer

if TYPE_CHECKING:
    from hnefatafl.rules import Ruleset
    from tafl.lab._studies import StrengthResult, Study

PEOPLE: Final[Mapping[str, Points]] = MappingProxyType(
    {
        "brandubh": Points(won=328, drawn=4, lost=653),
        "copenhagen": Points(won=2605, drawn=34, lost=3495),
        "saami-tablut": Points(won=871, drawn=2, lost=755),
    }
)
"""The results of the attackers in games between people: the recorded results of half the games in the archive of
aagenielsen.dk (sets brandubh-1, copenhagen-11 and saami-tablut-9), including resignations and time-outs."""


def known_studies() -> dict[str, Any]:
    """Return the studies of known games that come with the library, as :meth:`Study.as_json
    <tafl.lab.Study.as_json>` writes them, by name. They are read anew each time, and may be changed.
    """
    path = files("tafl") / "lab" / "known.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


FORMAT: Final = "hnefatafl study 1"


_MOST_CUT: Final = 0.2
"""With a larger part of the games cut off, which count as drawn, nothing is said of an advantage."""


def convert_study(study: Study) -> dict[str, Any]:
    """Return a study as plain data for JSON."""
    head = {"format": FORMAT, "variant": study.ruleset.name, "size": study.ruleset.size}
    fields = attributes(study, "seed plies opening_plies seconds dead_squares idle_options")
    return {**head, **fields, "seconds": round(study.seconds, 1), "results": list(map(_convert_result, study.results))}


def _convert_result(result: StrengthResult) -> dict[str, Any]:
    counts = result.observations
    games = max(counts.games, 1)
    return {
        "nodes": result.strength.nodes,
        "games": counts.games,
        "attackers": counts.attackers.won,
        "defenders": counts.attackers.lost,
        "draws": counts.attackers.drawn,
        "too_long": counts.too_long,
        "balance": _convert_share(result.balance),
        "other_first": None if result.swapped is None else _convert_share(result.swapped.share),
        "against_random": {
            str(side): {"games": points.games, "won": points.won} for side, points in result.against_random.items()
        },
        "unable": [str(side) for side in result.unable],
        "length": {name: counts.quantile(share) for name, share in _QUANTILES.items()},
        "branching": round(counts.choices / max(counts.moves, 1), 2),
        "endings": dict(sorted(plain(counts.endings).items())),
        "repetitions": counts.endings.get(Termination.REPETITION, 0),
        "settled": {name: counts.settled_by(share) for name, share in _QUANTILES.items()},
        "settled_parts": list(counts.settled),
        "lead_changes": round(counts.lead_changes / counts.searched, 3) if counts.searched else None,
        "captures": {rule: round(count / games, 3) for rule, count in sorted(counts.captures.items())},
        "needed": dict(sorted(counts.needed.items())),
        "visits": {f"{kind} {square}": count for (square, kind), count in sorted(counts.visits.items())},
    }


_QUANTILES: Final = {"tenth": 0.1, "quarter": 0.25, "half": 0.5, "three_quarters": 0.75, "nine_tenths": 0.9}


def _convert_share(share: Share) -> dict[str, float]:
    return {"value": round(share.value, 4), "low": round(share.low, 4), "high": round(share.high, 4)}


def tabulate_result(result: StrengthResult) -> dict[str, str]:
    """Return what the games of one strength say, as words by title.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> found = study(variants.BRANDUBH, strengths=["random"], games=4, first_move=False)
    >>> tabulate_result(found.results[0])["games"]
    '4'
    """
    counts = result.observations
    games = counts.games
    points = counts.attackers
    rows = {
        "games": f"{games:,}",
        "points of the attackers": str(result.balance),
        "attackers, defenders, draws": f"{points.won:,}, {points.lost:,}, {points.drawn:,}",
        "of these cut off": f"{counts.too_long:,}",
    }
    if result.swapped is not None:
        rows["if the other side begins"] = str(result.swapped.share)
        rows["first-move advantage"] = _describe_first_move(result)
    if result.against_random:
        rows["won against random moves"] = ", ".join(
            f"{side} {each.won} of {each.games}" for side, each in result.against_random.items()
        )
    rows["moves, middle half"] = f"{counts.quantile(0.25)} to {counts.quantile(0.75)}"
    low, high = _bound_median(games)
    rows["moves, median"] = f"{counts.quantile(0.5)} [{counts.quantile(low)}, {counts.quantile(high)}]"
    rows["legal moves"] = f"{counts.choices / max(counts.moves, 1):.1f} on average"
    rows["how they end"] = _describe_endings(counts)
    repeated = counts.endings.get(Termination.REPETITION, 0)
    rows["ended by repetition"] = str(Points(won=repeated, lost=games - repeated).share)
    if counts.judged:
        median, first, last = (100 * (counts.settled_by(share) or 0) for share in (0.5, *_bound_median(counts.judged)))
        rows["settled, half of the games"] = f"by {median:.0f} % [{first:.0f}, {last:.0f}] of the moves"
    if counts.searched:
        rows["changes of the lead"] = f"{counts.lead_changes / counts.searched:.2f} a game"
    return rows


def _bound_median(number: int) -> tuple[float, float]:
    """The quantiles between which the median of so many lies with 95 %."""
    half = min(0.5, 0.98 / math.sqrt(max(number, 1)))
    return 0.5 - half, 0.5 + half


def _describe_first_move(result: StrengthResult) -> str:
    """The difference between moving first and second, for the attackers, if it is beyond the intervals."""
    assert result.swapped is not None
    balance, swapped = result.balance, result.swapped.share
    apart = balance.low > swapped.high or swapped.low > balance.high
    return f"{100 * abs(balance.value - swapped.value):.1f} % of the points" if apart else "none detected"


def _describe_endings(counts: Observations) -> str:
    ways = [(count, ending.sentence) for ending, count in counts.endings.items()]
    if counts.too_long:
        ways.append((counts.too_long, "cut off"))
    ways.sort(key=lambda way: (-way[0], way[1]))
    return "; ".join(f"{way}: {100 * count / counts.games:.0f} %" for count, way in ways)


def format_study(study: Study) -> str:
    """Return a study in words and numbers.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> print(format_study(study(variants.BRANDUBH, strengths=["random"], games=2)).splitlines()[0])
    brandubh: 2 games of each strength, seed 0
    """
    games = max((studied.observations.games for studied in study.results), default=0)
    lines = [f"{study.ruleset.name}: {games:,} games of each strength, seed {study.seed}"]
    for result in study.results:
        lines += ["", f"{result.strength}"]
        lines += [f"  {title:28}  {words}" for title, words in tabulate_result(result).items()]
    lines += ["", *list_findings(study), "", *_describe_known_studies(study)]
    return "\n".join(lines).rstrip()


def list_findings(study: Study) -> list[str]:
    """Return what a study shows beyond its intervals, a sentence each.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> for sentence in list_findings(study(variants.BRANDUBH, strengths=["random"], games=2)):
    ...     print(sentence)
    With random moves neither side has a significant advantage.
    No piece ever moved to g1, a4, c6, a7, g7.
    This rule never mattered in these games: Encirclement: the attackers win when, after their move, ... (encirclement)
    This rule never mattered in these games: When a position occurs for the third time, the ... (repetition)
    """
    sentences: list[str] = []
    for result in study.results:
        share, counts = result.balance, result.observations
        if result.doubt:
            sentences.append(f"With {result.strength} {result.doubt}.")
        elif counts.too_long > _MOST_CUT * counts.games:
            cut = 100 * counts.too_long / counts.games
            sentences.append(
                f"With {result.strength} {cut:.0f} % of the games were cut off, so the balance says little."
            )
        elif share.low > 0.5 or share.high < 0.5:
            side = "attackers" if share.low > 0.5 else "defenders"
            sentences.append(f"With {result.strength} the {side} have the advantage.")
        else:
            sentences.append(f"With {result.strength} neither side has a significant advantage.")
    if len(study.results) > 1 and not study.results[-1].unable:
        sentences.append(_describe_trend(study))
    dead = study.dead_squares["any"]
    if dead:
        sentences.append(f"No piece ever moved to {', '.join(square.name for square in dead)}.")
    sentences += [
        f"This rule never mattered in these games: {_describe_rule(study.ruleset, name)}" for name in study.idle_options
    ]
    return sentences


def _describe_rule(rules: Ruleset, option: str) -> str:
    """An option in words, with its name; one that cannot matter, with the reason."""
    without = plainer(rules)[option]
    reason, sentence = idle_reason(rules, option, getattr(without, option)), rule(rules, option, without)
    return f"{option} ({reason})" if reason else f"{sentence} ({option})" if sentence else option


def _describe_trend(study: Study) -> str:
    first, last = study.results[0], study.results[-1]
    before, after = first.balance, last.balance
    if after.low > before.high:
        return f"The attackers gain as play gets stronger, from {first.strength} to {last.strength}."
    if after.high < before.low:
        return f"The defenders gain as play gets stronger, from {first.strength} to {last.strength}."
    return f"No trend between {first.strength} and {last.strength}."


def _describe_known_studies(study: Study) -> list[str]:
    """The points of the attackers in known games at the same strengths, and between people."""
    rows: list[str] = []
    known = known_studies()
    for name in sorted({*known, *PEOPLE}):
        balances = {result["nodes"]: result["balance"] for result in known.get(name, {"results": ()})["results"]}
        shares = [
            f"{result.strength} {Share(**balances[result.strength.nodes])}"
            for result in study.results
            if result.strength.nodes in balances
        ]
        people = [f"people {PEOPLE[name].share} of {PEOPLE[name].games:,} games"] if name in PEOPLE else []
        if shares or people:
            rows.append(f"  {name}: {'; '.join(shares + people)}")
    return ["Points of the attackers in known games:", *rows] if rows else []


NOTES: Final = (
    "All intervals are for 95 %. Both sides search the same number of nodes a move, from openings of random moves. "
    "Games that are cut off count as drawn.",
    f"A game is settled from the move after which the winner always expects {100 * WON:.0f} % of the points or more. "
    f"A side leads if it expects {100 * LEAD:.0f} %. Both expectations come from the evaluation of the search.",
    "A player that does not win nine of ten games against random moves with a side cannot judge the ruleset.",
    "Figures without an interval describe these games only.",
    "Balance between searches of one strength is neither balance between people nor the result of perfect play.",
)
"""What a reader has to know about the numbers."""
