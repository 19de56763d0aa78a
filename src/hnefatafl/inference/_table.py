"""What inference finds, as a part of an HTML page: a summary, and a table of the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from hnefatafl._base.printable import counted, printable
from hnefatafl.inference._evidence import Evidence
from hnefatafl.inference._words import HEADINGS, rival_lines


def _text(text: str) -> str:
    return escape(printable(text))


def paragraph(text: str) -> str:
    """Return a paragraph."""
    return f"<p>{_text(text)}</p>"


def items(texts: Iterable[str]) -> str:
    """Return a list."""
    return f"<ul>{''.join(f'<li>{_text(text)}</li>' for text in texts)}</ul>"


def table(evidence: Sequence[Evidence]) -> str:
    """Return the evidence about each question, those with the same standing together."""
    order = list(HEADINGS)
    ranked = sorted(evidence, key=lambda each: order.index(each.standing))
    bodies = ""
    for standing, group in groupby(ranked, key=lambda each: each.standing):
        rows = [_row(each) for each in group]
        title = _text(f"{str(standing).capitalize()} ({counted(len(rows), 'question')}): {HEADINGS[standing]}")
        bodies += f'<tbody><tr><th scope="rowgroup" colspan="3">{title}</th></tr>{"".join(rows)}</tbody>'
    columns = "".join(f'<th scope="col">{name}</th>' for name in ("Question", "Answer", "Other answers"))
    caption = "What the games say about each question"
    return f"<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead>{bodies}</table>"


def _row(evidence: Evidence) -> str:
    answer = "none of its answers" if evidence.answer is None else evidence.answer
    others = items(f"{answers}: {text}" for answers, text in rival_lines(evidence))
    return f'<tr><th scope="row">{_text(evidence.question)}</th><td>{_text(answer)}</td><td>{others}</td></tr>'
