"""Studies in words, and as plain data."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from hnefatafl.board import Square, Termination
from hnefatafl.describe import rule
from hnefatafl.render.svg import svg
from hnefatafl.rules import idle_reason
from hnefatafl.support.as_json import attributes, plain
from tafl.arena import Points, Share
from tafl.lab._observation import BINS, LEAD, WON, Observations, plainer

if TYPE_CHECKING:
    from hnefatafl.rules import Ruleset
    from tafl.lab._exploration import Evolution, EvolvedRuleset, Exploration, StrengthResult, Study

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
    conditions = attributes(study.conditions, "seed plies opening_plies")
    fields = attributes(study, "seconds dead_squares idle_options")
    return {
        **head,
        **conditions,
        **fields,
        "seconds": round(study.seconds, 1),
        "results": list(map(_convert_result, study.results)),
    }


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
            str(side): attributes(points, "games won") for side, points in result.against_random.items()
        },
        "unable": plain(result.unable),
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
        balance, swapped = result.balance, result.swapped.share
        apart = balance.low > swapped.high or swapped.low > balance.high
        advantage = f"{100 * abs(balance.value - swapped.value):.1f} % of the points" if apart else "none detected"
        rows |= {"if the other side begins": str(swapped), "first-move advantage": advantage}
    if result.against_random:
        rows["won against random moves"] = ", ".join(
            f"{side} {points.won} of {points.games}" for side, points in result.against_random.items()
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


def _describe_endings(counts: Observations) -> str:
    ways = [(count, ending.sentence) for ending, count in counts.endings.items()]
    if counts.too_long:
        ways.append((counts.too_long, "cut off"))
    ways.sort(key=lambda way: (-way[0], way[1]))
    return "; ".join(f"{way}: {100 * count / counts.games:.0f} %" for count, way in ways)


def format_study(study: Study) -> str:
    """Return a study in words and numbers."""
    games = max((studied.observations.games for studied in study.results), default=0)
    lines = [f"{study.ruleset.name}: {games:,} games of each strength, seed {study.conditions.seed}"]
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
        else:
            side = _find_favoured_side(share)
            holder = f"the {side} have the" if side else "neither side has a significant"
            sentences.append(f"With {result.strength} {holder} advantage.")
    if len(study.results) > 1 and not study.results[-1].unable:
        sentences.append(_describe_trend(study))
    if dead := study.dead_squares["any"]:
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


def _find_favoured_side(share: Share, low: float = 0.5, high: float = 0.5) -> str:
    """The side that certainly takes more of the points than between these shares of the attackers; empty for none."""
    return "attackers" if share.low > high else "defenders" if share.high < low else ""


def _describe_trend(study: Study) -> str:
    first, last = study.results[0], study.results[-1]
    if side := _find_favoured_side(last.balance, first.balance.low, first.balance.high):
        return f"The {side} gain as play gets stronger, from {first.strength} to {last.strength}."
    return f"No trend between {first.strength} and {last.strength}."


def _describe_known_studies(study: Study) -> list[str]:
    """The points of the attackers in known games at the same strengths, and between people."""
    rows: list[str] = []
    studies = known_studies()
    for name in sorted({*studies, *PEOPLE}):
        balances = {result["nodes"]: result["balance"] for result in studies.get(name, {"results": ()})["results"]}
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


STYLE: Final = """
.study{font:16px/1.5 system-ui,sans-serif;color:#1d2430;background:#fff;max-width:64rem;margin:auto;padding:1rem;
--line:#8b909b;--plain:#5b6b7f;--attackers:#7a4a24;--defenders:#2f6da3;--king:#8a6a00;--none:#e4e6ea}
.study h1{font-size:1.6rem}.study h2{font-size:1.2rem;margin-top:2rem}
.study table{border-collapse:collapse;font-size:.9rem;width:100%}.study .wide{overflow-x:auto}
.study th,.study td{padding:.3rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid #c9ccd3}
.study svg{max-width:100%;height:auto;display:block}.study text{font:10px system-ui,sans-serif;fill:currentColor}
.study i{display:block;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.study .attackers{background:var(--attackers);fill:var(--attackers)}
.study .defenders{background:var(--defenders);fill:var(--defenders)}
.study .king{fill:var(--king)}.study .draws{background:var(--none)}.study .plain{background:var(--plain)}
.study .rows{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.25rem 1rem;align-items:center}
.study .rows>span{text-align:end;font-size:.9rem;line-height:1.3}.study .rows>b{font-size:.8rem;font-weight:400}
.study .rows>b{display:grid;grid-template-columns:1fr auto 1fr}.study .rows>b>:last-child{text-align:end}
.study .track{position:relative;height:1.4rem;margin-inline:.5rem}.study .rows>b{margin-inline:.5rem}
.study .track,.study .rows>b{min-width:0}
.study .track::before{content:"";position:absolute;inset:-.15rem 50% -.15rem auto;border-left:1px dashed var(--line)}
.study .track i{position:absolute}.study .span{top:.6rem;height:.2rem;border-radius:.1rem}
.study .dot{top:.35rem;width:.7rem;height:.7rem;margin-left:-.35rem;border-radius:50%}
.study .whole{display:flex;height:1.1rem;margin-inline:.5rem;border:1px solid var(--line)}
.study .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1.5rem}
.study .bars{display:flex;align-items:end;gap:2px;height:7rem;border-bottom:1px solid var(--line)}
.study .bars i{flex:1}.study .ends{display:flex;justify-content:space-between;font-size:.85rem}
.study .boards{align-items:end}.study .boards svg{width:100%}.study .own{font-weight:600}
.study rect{stroke:var(--line);stroke-width:.5}.study .field{fill:none}
.study figure{margin:0}.study figcaption{margin-bottom:.4rem}.study .small{font-size:.85rem}
@media(max-width:34rem){.study .rows{grid-template-columns:1fr;gap:.1rem}.study .rows>span{text-align:start}
.study .rows>span:empty{display:none}.study .track,.study .whole{margin-bottom:.4rem}
.study th,.study td{padding:.3rem .35rem;font-size:.8rem;overflow-wrap:break-word}}
@media (prefers-color-scheme:dark){.study{color:#e6e8ec;background:#161a20;
--plain:#93a3b8;--attackers:#d39a63;--defenders:#7fb0e6;--king:#e0be4e;--none:#3b414d}
.study th,.study td{border-color:#3b414d}}
"""
"""The style sheet. The sides have a colour each; what belongs to neither is gray."""


def wrap_page(title: str, content: str) -> str:
    """Return a page of a title and its content, which needs no other file."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>body{{margin:0}}"
        f"@media (prefers-color-scheme:dark){{body{{background:#161a20}}}}</style></head>"
        f"<body>{content}</body></html>\n"
    )


def format_part(study: Study, exploration: Exploration | None = None) -> str:
    """Return the study as a part of a page, such as a notebook."""
    name = escape(study.ruleset.name)
    games = sum(result.observations.games for result in study.results)
    sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in list_findings(study))
    parts = [
        f"<style>{STYLE}</style><main class='study'><h1>A study of {name}</h1>",
        f"<p>{games:,} games of the computer against itself, seed {study.conditions.seed}.</p>",
        f"<h2>What the games show</h2><ul>{sentences}</ul>",
        "<h2>Balance</h2>",
        "<p>Who won. In brown the attackers, in blue the defenders, between them draws.</p>",
        _draw_results(study),
        "<p>The share of the points that the attackers take, with 95 % intervals: brown where they have the "
        "advantage, blue where the defenders have it, gray where it may be either. In bold these games; below them "
        "known ones.</p>",
        _draw_balance(study),
        "<h2>Numbers</h2>",
        _format_numbers(study),
        "<h2>How long games are</h2>",
        f'<div class="charts">{"".join(map(_draw_lengths, study.results))}</div>',
    ]
    if settled := "".join(_draw_settling(result) for result in study.results if result.observations.judged):
        parts.append(f'<h2>When games are settled</h2><div class="charts">{settled}</div>')
    parts += ["<h2>Where pieces go</h2>", _draw_boards(study)]
    if exploration is not None:
        parts += ["<h2>Changes of one option</h2>", _describe_exploration(exploration)]
    parts.append("".join(f'<p class="small">{escape(note)}</p>' for note in NOTES))
    return "".join(parts) + "</main>"


# The balance.


def _draw_results(study: Study) -> str:
    """Who won at each strength, as a bar of three parts."""
    rows: list[str] = []
    for result in study.results:
        points = result.observations.attackers
        kinds = {"attackers": points.won, "draws": points.drawn, "defenders": points.lost}
        words = ", ".join(f"{name} {count:,}" for name, count in kinds.items())
        parts = "".join(f'<i class="{name}" style="flex:{count}"></i>' for name, count in kinds.items() if count)
        label = escape(f"{result.strength}: {words}")
        rows.append(f'<span>{label}</span><div class="whole" aria-hidden="true">{parts}</div>')
    return f'<div class="rows">{"".join(rows)}</div>'


def _draw_balance(study: Study) -> str:
    rows = [(f"{result.strength}", result.balance, True) for result in study.results]
    for name, known_study in known_studies().items():
        if name != study.ruleset.name:
            last = known_study["results"][-1]
            rows.append((f"{name}, {last['nodes']:,} nodes", Share(**last["balance"]), False))
    rows += [(f"{name}, people", points.share, False) for name, points in PEOPLE.items()]
    return _draw_spans(rows)


def _draw_spans(rows: Iterable[tuple[str, Share, bool]]) -> str:
    """Shares of the points of the attackers as dots with their intervals, a row each; what is studied is bold."""
    spans: list[str] = []
    for label, share, own in rows:
        side = _find_favoured_side(share) or "plain"
        low, high, value = (round(100 * number, 1) for number in (share.low, share.high, share.value))
        spans.append(
            f'<span class="{"own" if own else ""}">{escape(label)}</span>'
            f'<div class="track" role="img" aria-label="{share}" title="{share}">'
            f'<i class="span {side}" style="left:{low}%;width:{round(high - low, 1)}%"></i>'
            f'<i class="dot {side}" style="left:{value}%"></i></div>'
        )
    ends = "<span></span><b><span>0 %</span><span>50 %</span><span>100 %</span></b>"
    return f'<div class="rows">{"".join(spans)}{ends}</div>'


# Tables.


def _format_numbers(study: Study) -> str:
    tables = [tabulate_result(result) for result in study.results]
    titles = list(dict.fromkeys(title for columns in tables for title in columns))
    head = "".join(f'<th scope="col">{escape(str(result.strength))}</th>' for result in study.results)
    body = "".join(
        f'<tr><th scope="row">{escape(title)}</th>'
        + "".join(f"<td>{escape(columns.get(title, '–'))}</td>" for columns in tables)
        + "</tr>"
        for title in titles
    )
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="Numbers">'
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _describe_exploration(exploration: Exploration) -> str:
    rows = [(exploration.base.label, exploration.base.balance, True)]
    rows += [(change.label, change.balance, False) for change in exploration.changes if change.left is None]
    dropped = [change for change in exploration.changes if change.left is not None]
    words = ", ".join(f"{change.label} ({change.balance})" for change in dropped)
    nearer = ", ".join(change.label for change in exploration.nearer) or "none is significantly nearer"
    return (
        "<p>The share of the points that the attackers take.</p>"
        + _draw_spans(rows)
        + f"<p>Certainly nearer to balance: {escape(nearer)}.</p>"
        + (f'<p class="small">Left the race: {escape(words)}.</p>' if words else "")
    )


# Bars and boards.


def _draw_lengths(result: StrengthResult) -> str:
    observations = result.observations
    most = max(observations.lengths, default=1)
    counts = [0] * BINS
    for length, count in observations.lengths.items():
        counts[min(length * BINS // (most + 1), BINS - 1)] += count
    low, high = observations.quantile(0.25), observations.quantile(0.75)
    words = f"{result.strength}: half of the games have {low} to {high} moves"
    return _draw_bars(counts, words, "0 moves", f"{most:,} moves")


def _draw_settling(result: StrengthResult) -> str:
    share = result.observations.settled_by(0.5) or 0.0
    words = f"{result.strength}: half of the games are settled by {100 * share:.0f} % of their moves"
    return _draw_bars(result.observations.settled, words, "start", "end")


def _draw_bars(counts: Sequence[int], words: str, first: str, last: str) -> str:
    most = max(*counts, 1)
    heights = [(count, round(100 * count / most, 1)) for count in counts]
    bars = "".join(f'<i class="plain" style="height:{part}%" title="{count:,} games"></i>' for count, part in heights)
    ends = f'<div class="ends" aria-hidden="true"><span>{escape(first)}</span><span>{escape(last)}</span></div>'
    caption = f"<figcaption>{escape(words)}</figcaption>"
    return f'<figure>{caption}<div class="bars" role="img" aria-label="{escape(words)}">{bars}</div>{ends}</figure>'


def _draw_boards(study: Study) -> str:
    """How often pieces of each kind moved to each square, at the last strength."""
    result = study.results[-1]
    boards = "".join(
        _draw_board(study.ruleset.size, result.observations, kind) for kind in ("attackers", "defenders", "king")
    )
    words = f"Moves to each square, {result.strength}: the fuller the colour, the more."
    return f"<p>{escape(words)}</p><div class='charts boards'>{boards}</div>"


def _draw_board(size: int, observations: Observations, kind: str) -> str:
    counts = {square: count for (square, moved), count in observations.visits.items() if moved == kind}
    most = max(counts.values(), default=1)
    side, margin = 20, 14
    elements: list[str] = []
    for number in range(size):
        rank = size - number
        middle, baseline = margin + side * number + side // 2, side * number + 13
        elements.append(
            f'<text x="{middle}" y="{side * size + 11}" text-anchor="middle">{Square(number, 0).name[0]}</text>'
        )
        elements.append(f'<text x="{margin - 3}" y="{baseline}" text-anchor="end">{rank}</text>')
        for file in range(size):
            name = Square(file, rank - 1).name
            count = counts.get(name, 0)
            place = f'x="{margin + side * file}" y="{side * number}" width="{side}" height="{side}"'
            elements.append(
                f'<rect class="{kind if count else "field"}" {place} fill-opacity="{round(count / most, 3)}">'
                f"<title>{name}: {count:,}</title></rect>"
            )
    often = sorted(counts, key=lambda square: -counts[square])[:3]
    moves = "moves" if kind == "king" else "move"
    words = f"The {kind} {moves} most often to {', '.join(often)}." if often else f"The {kind} never {moves}."
    frame = f'viewBox="0 0 {margin + side * size + 1} {side * size + 14}" role="img" aria-label="{escape(words)}"'
    return f"<figure><figcaption>{escape(words)}</figcaption><svg {frame}>{''.join(elements)}</svg></figure>"


# Games that were found.

_CARDS = """
.study .games{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}
.study .games{list-style:none;padding:0}
.study .games>li{border:1px solid #c9ccd3;border-radius:.4rem;padding:.8rem}.study .games h2{margin:.2rem 0}
.study .games ul{padding-left:1.2rem;margin:.3rem 0}
"""


def gallery(found: Evolution, studies: Mapping[int, Study]) -> str:
    """Return a page of the best games, each with its board, its rules as far as they differ, and what the games say.

    >>> from hnefatafl import variants
    >>> from tafl.lab import Evolution, EvolvedRuleset
    >>> one = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=5, lost=5))
    >>> "mostly none" in gallery(Evolution(candidates=[one]), {})
    True

    Arguments:
        found: the search.
        studies: fresh studies of the best, by their numbers: what was counted while the best were chosen flatters them.
            A page for each is expected beside this one, by its :attr:`~tafl.lab.EvolvedRuleset.file_name` with
            ``.html``, and its rules with ``.toml``.
    """
    count = len(found.candidates)
    summary = (
        f"{count:,} rulesets were tried. The best of each kind stand here, of {len(found.best):,} kinds; "
        f"{len(found.unable):,} rulesets have a side that does not even beat random moves, so nothing is said of them."
    )
    cards = "".join(_format_card(candidate, studies.get(candidate.number)) for candidate in found.best)
    return wrap_page(
        "Games that were found",
        f"<style>{STYLE}{_CARDS}</style><main class='study'><h1>Games that were found</h1><p>{summary}</p>"
        f"<ul class='games'>{cards}</ul></main>",
    )


def _format_card(candidate: EvolvedRuleset, study: Study | None) -> str:
    name = escape(candidate.ruleset.name)
    nearest, differences = candidate.nearest()
    changes = "".join(f"<li>{escape(line)}</li>" for line in differences.splitlines())
    comparison = f"Against {escape(nearest)}:" if changes else f"It plays as {escape(nearest)} does."
    result = None if study is None else study.results[0]
    balance = candidate.balance if result is None else result.balance
    games = candidate.attackers.games if result is None else result.observations.games
    fresh = "" if result is None else " that played no part in the choice"
    leads = candidate.lead_changes / max(1, candidate.attackers.games)
    file = candidate.file_name
    links = "" if study is None else f" (<a href='{file}.html'>study</a>, <a href='{file}.toml'>rules</a>)"
    return (
        f"<li>{svg(candidate.start, coordinates=False)}<h2>{name}</h2>"
        f"<p>{escape(str(candidate.cell))}{links}.</p>"
        f"<p>The attackers take {escape(str(balance))} of the points in {games:,} games{fresh}; half of the games "
        f"have at most {candidate.length} moves; the lead changes {leads:.1f} times a game.</p>"
        f"<p>{comparison}</p><ul>{changes}</ul></li>"
    )
