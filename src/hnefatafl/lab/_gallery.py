"""The games that a search has found, as a page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from hnefatafl.lab._evolution import Evolution, EvolvedRuleset
from hnefatafl.lab._page import STYLE, whole
from hnefatafl.lab._results import Study
from hnefatafl.render.svg import svg

_CARDS = """
.study .games{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}
.study .games{list-style:none;padding:0}
.study .games>li{border:1px solid #c9ccd3;border-radius:.4rem;padding:.8rem}.study .games h2{margin:.2rem 0}
.study .games ul{padding-left:1.2rem;margin:.3rem 0}
"""


def gallery(found: Evolution, studies: Mapping[int, Study]) -> str:
    """Return a page of the best games, each with its board, its rules as far as they differ, and what the games say.

    >>> from hnefatafl import variants
    >>> from hnefatafl.arena import Points
    >>> one = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=5, lost=5))
    >>> "mostly none" in gallery(Evolution(candidates=[one]), {})
    True

    Arguments:
        found: the search.
        studies: fresh studies of the best, by their numbers: what was counted while the best were chosen flatters them.
            A page for each is expected beside this one, by its :attr:`~hnefatafl.lab.EvolvedRuleset.file_name` with
            ``.html``, and its rules with ``.toml``.
    """
    count = len(found.candidates)
    told = (
        f"{count:,} rulesets were tried. The best of each kind stand here, of {len(found.best):,} kinds; "
        f"{len(found.unable):,} rulesets have a side that does not even beat random moves, so nothing is said of them."
    )
    cards = "".join(_card(each, studies.get(each.number)) for each in found.best)
    return whole(
        "Games that were found",
        f"<style>{STYLE}{_CARDS}</style><main class='study'><h1>Games that were found</h1><p>{told}</p>"
        f"<ul class='games'>{cards}</ul></main>",
    )


def _card(each: EvolvedRuleset, study: Study | None) -> str:
    name = escape(each.ruleset.name)
    nearest, differences = each.nearest()
    changes = "".join(f"<li>{escape(line)}</li>" for line in differences.splitlines())
    told = f"Against {escape(nearest)}:" if changes else f"It plays as {escape(nearest)} does."
    result = None if study is None else study.results[0]
    balance = each.balance if result is None else result.balance
    games = each.attackers.games if result is None else result.observations.games
    fresh = "" if result is None else " that played no part in the choice"
    leads = each.lead_changes / max(1, each.attackers.games)
    file = each.file_name
    links = "" if study is None else f" (<a href='{file}.html'>study</a>, <a href='{file}.toml'>rules</a>)"
    return (
        f"<li>{svg(each.start, coordinates=False)}<h2>{name}</h2>"
        f"<p>{escape(str(each.cell))}{links}.</p>"
        f"<p>The attackers take {escape(str(balance))} of the points in {games:,} games{fresh}; half of the games "
        f"have at most {each.length} moves; the lead changes {leads:.1f} times a game.</p>"
        f"<p>{told}</p><ul>{changes}</ul></li>"
    )
