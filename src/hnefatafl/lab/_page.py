"""Studies as pages: one HTML file each, with drawings and without scripts, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from hnefatafl.arena import Share
from hnefatafl.lab._exploration import Exploration
from hnefatafl.lab._known import PEOPLE, known_studies
from hnefatafl.lab._observation import BINS, Observations
from hnefatafl.lab._report import NOTES, findings, table

if TYPE_CHECKING:
    from hnefatafl.lab._results import StrengthResult, Study

__all__ = ["STYLE", "page", "part", "whole"]


def __dir__() -> list[str]:
    return __all__


STYLE: Final = """
.study{font:16px/1.5 system-ui,sans-serif;color:#1d2430;background:#fff;max-width:60rem;margin:auto;padding:1rem}
.study h1{font-size:1.6rem}.study h2{font-size:1.2rem;margin-top:2rem}
.study table{border-collapse:collapse;font-size:.9rem}.study .wide{overflow-x:auto}
.study th,.study td{padding:.3rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid #c9ccd3}
.study svg{max-width:100%;height:auto;display:block}.study text{font:13px system-ui,sans-serif;fill:currentColor}
.study .axis{stroke:#8b909b;stroke-width:1}.study .half{stroke:#8b909b;stroke-width:1;stroke-dasharray:4 4}
.study .bar{fill:#3a6ea5}.study .other{fill:#8b909b}.study .span{stroke:#3a6ea5;stroke-width:3}
.study .dot{fill:#3a6ea5}.study .gray{stroke:#8b909b;stroke-width:3}.study .graydot{fill:#8b909b}
.study .boards{display:flex;flex-wrap:wrap;gap:1rem}.study figure{margin:0}.study .small{font-size:.85rem}
@media (prefers-color-scheme:dark){.study{color:#e6e8ec;background:#161a20}
.study th,.study td{border-color:#3b414d}.study .bar,.study .dot{fill:#7fb0e6}.study .span{stroke:#7fb0e6}}
"""


def page(study: Study, exploration: Exploration | None = None) -> str:
    """Return a page that needs no other file.

    >>> from hnefatafl import variants
    >>> from hnefatafl.lab import study
    >>> "</svg>" in page(study(variants.BRANDUBH, strengths=["random"], games=4))
    True
    """
    return whole(f"A study of {study.ruleset.name}", part(study, exploration))


def whole(title: str, content: str) -> str:
    """Return a page of a title and its content."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>body{{margin:0}}"
        f"@media (prefers-color-scheme:dark){{body{{background:#161a20}}}}</style></head>"
        f"<body>{content}</body></html>\n"
    )


def part(study: Study, exploration: Exploration | None = None) -> str:
    """Return the study as a part of a page, such as a notebook.

    >>> from hnefatafl import variants
    >>> from hnefatafl.lab import study
    >>> part(study(variants.BRANDUBH, strengths=["random"], games=2))[:7]
    '<style>'
    """
    name = escape(study.ruleset.name)
    games = sum(each.observations.games for each in study.results)
    sentences = "".join(f"<li>{escape(each)}</li>" for each in findings(study))
    parts = [
        f"<style>{STYLE}</style><main class='study'><h1>A study of {name}</h1>",
        f"<p>{games:,} games of the computer against itself, seed {study.seed}.</p>",
        f"<h2>What the games show</h2><ul>{sentences}</ul>",
        "<h2>Balance</h2>",
        "<p>The share of the points that the attackers take, with 95 % intervals. In gray: known games.</p>",
        _balance(study),
        "<h2>Numbers</h2>",
        _numbers(study),
        "<h2>How long games are</h2>",
        *(_lengths(each) for each in study.results),
    ]
    if any(each.observations.judged for each in study.results):
        parts.append("<h2>When games are settled</h2>")
        parts += [_settled(each) for each in study.results if each.observations.judged]
    parts += ["<h2>Where pieces go</h2>", _boards(study)]
    if exploration is not None:
        parts += ["<h2>Changes of one option</h2>", _explored(exploration)]
    parts.append("".join(f'<p class="small">{escape(note)}</p>' for note in NOTES))
    return "".join(parts) + "</main>"


# The balance.


def _balance(study: Study) -> str:
    rows = [(f"{each.strength}", each.balance, True) for each in study.results]
    for name, other in known_studies().items():
        if name != study.ruleset.name:
            last = other["results"][-1]
            rows.append((f"{name}, {last['nodes']:,} nodes", Share(**last["balance"]), False))
    rows += [(f"{name}, people", points.share, False) for name, points in PEOPLE.items()]
    return _spans(rows, "The share of the points that the attackers take")


def _spans(rows: Sequence[tuple[str, Share, bool]], title: str) -> str:
    """Shares as dots with their intervals, a row each."""
    left, width, step = 190, 380, 26
    height = step * len(rows) + 24

    def x(share: float) -> float:
        return round(left + width * share, 1)

    drawn = [f'<line class="half" x1="{x(0.5)}" x2="{x(0.5)}" y1="0" y2="{height - 20}"/>']
    for at, (label, share, own) in enumerate(rows):
        y = step * at + 14
        span, dot = ("span", "dot") if own else ("gray", "graydot")
        drawn.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(label)}</text>'
            f'<line class="{span}" x1="{x(share.low)}" x2="{x(share.high)}" y1="{y}" y2="{y}"/>'
            f'<circle class="{dot}" cx="{x(share.value)}" cy="{y}" r="5"><title>{share}</title></circle>'
        )
    for percent in (0, 25, 50, 75, 100):
        drawn.append(f'<text x="{x(percent / 100)}" y="{height - 4}" text-anchor="middle">{percent} %</text>')
    told = "; ".join(f"{label}: {share}" for label, share, _ in rows)
    return _svg(left + width + 30, height, f"{title}. {told}", drawn)


def _svg(width: int, height: int, words: str, drawn: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(words)}">'
        f"{''.join(drawn)}</svg>"
    )


# Tables.


def _numbers(study: Study) -> str:
    tables = [table(each) for each in study.results]
    titles = list(dict.fromkeys(title for each in tables for title in each))
    head = "".join(f'<th scope="col">{escape(str(each.strength))}</th>' for each in study.results)
    body = "".join(
        f'<tr><th scope="row">{escape(title)}</th>'
        + "".join(f"<td>{escape(each.get(title, '–'))}</td>" for each in tables)
        + "</tr>"
        for title in titles
    )
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="Numbers">'
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _explored(exploration: Exploration) -> str:
    rows = [(each.label, each.balance, True) for each in exploration.changes if each.left is None]
    rows.insert(0, (exploration.base.label, exploration.base.balance, False))
    left = [each for each in exploration.changes if each.left is not None]
    words = ", ".join(f"{each.label} ({each.balance})" for each in left)
    nearer = ", ".join(each.label for each in exploration.nearer) or "none is significantly nearer"
    return (
        _spans(rows, "The share of the points that the attackers take")
        + f"<p>Certainly nearer to balance: {escape(nearer)}.</p>"
        + (f'<p class="small">Left the race: {escape(words)}.</p>' if words else "")
    )


# Bars and boards.


def _lengths(result: StrengthResult) -> str:
    seen = result.observations
    most = max(seen.lengths, default=1)
    counts = [0] * BINS
    for length, count in seen.lengths.items():
        counts[min(length * BINS // (most + 1), BINS - 1)] += count
    words = f"{result.strength}: half of the games have {seen.quantile(0.25)} to {seen.quantile(0.75)} moves"
    return _bars(counts, words, "0 moves", f"{most:,} moves")


def _settled(result: StrengthResult) -> str:
    share = result.observations.settled_by(0.5) or 0.0
    words = f"{result.strength}: half of the games are settled by {100 * share:.0f} % of their moves"
    return _bars(result.observations.settled, words, "start", "end")


def _bars(counts: Sequence[int], words: str, first: str, last: str) -> str:
    width, height, most = 24, 90, max(*counts, 1)
    drawn = [
        f'<rect class="bar" x="{width * at + 1}" y="{height - (tall := round(height * count / most, 1))}" '
        f'width="{width - 2}" height="{tall}"><title>{count:,} games</title></rect>'
        for at, count in enumerate(counts)
    ]
    wide = width * len(counts)
    drawn.append(f'<line class="axis" x1="0" x2="{wide}" y1="{height}" y2="{height}"/>')
    drawn.append(f'<text x="0" y="{height + 16}">{escape(first)}</text>')
    drawn.append(f'<text x="{wide}" y="{height + 16}" text-anchor="end">{escape(last)}</text>')
    return f"<figure><figcaption>{escape(words)}</figcaption>{_svg(wide, height + 20, words, drawn)}</figure>"


def _boards(study: Study) -> str:
    """How often pieces of each kind moved to each square, at the last strength."""
    result = study.results[-1]
    boards = "".join(
        _board(study.ruleset.size, result.observations, kind) for kind in ("attackers", "defenders", "king")
    )
    words = f"Moves to each square, {result.strength}: the fuller the colour, the more."
    return f"<p>{escape(words)}</p><div class='boards'>{boards}</div>"


def _board(size: int, seen: Observations, kind: str) -> str:
    counts = {square: count for (square, each), count in seen.visits.items() if each == kind}
    most = max(counts.values(), default=1)
    side = 240 // size
    drawn: list[str] = []
    for rank in range(size):
        for file in range(size):
            name = f"{chr(97 + file)}{rank + 1}"
            shade = round(counts.get(name, 0) / most, 3)
            drawn.append(
                f'<rect class="bar" x="{side * file}" y="{side * (size - 1 - rank)}" width="{side - 1}" '
                f'height="{side - 1}" fill-opacity="{shade}" stroke="#8b909b" stroke-width=".5">'
                f"<title>{name}: {counts.get(name, 0):,}</title></rect>"
            )
    most_visited = sorted(counts, key=lambda square: -counts[square])[:3]
    words = f"{kind}: most often to {', '.join(most_visited)}" if most_visited else f"{kind}: never moved"
    return f"<figure>{_svg(side * size, side * size, words, drawn)}<figcaption>{escape(words)}</figcaption></figure>"
