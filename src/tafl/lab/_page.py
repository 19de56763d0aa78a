"""Studies as pages: one HTML file each, with drawings and without scripts, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from hnefatafl.board import Square
from tafl.arena import Share
from tafl.lab._exploration import Exploration
from tafl.lab._observation import BINS, Observations
from tafl.lab._report import NOTES, PEOPLE, known_studies, list_findings, tabulate_result

if TYPE_CHECKING:
    from tafl.lab._studies import StrengthResult, Study

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


def format_page(study: Study, exploration: Exploration | None = None) -> str:
    """Return a page that needs no other file.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> "</svg>" in format_page(study(variants.BRANDUBH, strengths=["random"], games=4))
    True
    """
    return wrap_page(f"A study of {study.ruleset.name}", format_part(study, exploration))


def wrap_page(title: str, content: str) -> str:
    """Return a page of a title and its content."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>body{{margin:0}}"
        f"@media (prefers-color-scheme:dark){{body{{background:#161a20}}}}</style></head>"
        f"<body>{content}</body></html>\n"
    )


def format_part(study: Study, exploration: Exploration | None = None) -> str:
    """Return the study as a part of a page, such as a notebook.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> format_part(study(variants.BRANDUBH, strengths=["random"], games=2))[:7]
    '<style>'
    """
    name = escape(study.ruleset.name)
    games = sum(result.observations.games for result in study.results)
    sentences = "".join(f"<li>{escape(sentence)}</li>" for sentence in list_findings(study))
    parts = [
        f"<style>{STYLE}</style><main class='study'><h1>A study of {name}</h1>",
        f"<p>{games:,} games of the computer against itself, seed {study.seed}.</p>",
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
        _join_charts(map(_draw_lengths, study.results)),
    ]
    if any(each.observations.judged for each in study.results):
        parts.append("<h2>When games are settled</h2>")
        parts.append(_join_charts(_draw_settling(result) for result in study.results if result.observations.judged))
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
    for name, known in known_studies().items():
        if name != study.ruleset.name:
            last = known["results"][-1]
            rows.append((f"{name}, {last['nodes']:,} nodes", Share(**last["balance"]), False))
    rows += [(f"{name}, people", points.share, False) for name, points in PEOPLE.items()]
    return _draw_spans(rows)


def _draw_spans(rows: Iterable[tuple[str, Share, bool]]) -> str:
    """Shares of the points of the attackers as dots with their intervals, a row each; what is studied is bold."""
    spans: list[str] = []
    for label, share, own in rows:
        side = "attackers" if share.low > 0.5 else "defenders" if share.high < 0.5 else "plain"
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


def _join_charts(figures: Iterable[str]) -> str:
    return f'<div class="charts">{"".join(figures)}</div>'


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
