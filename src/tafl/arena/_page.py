"""The page of a tournament: the table, the crosstable, the forfeits, and games that can be replayed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from hnefatafl.render.page import html_games
from tafl.arena._contest import ContestGame
from tafl.arena._result import Points
from tafl.arena._standings import Row, Standings

_MOST_TOLD: Final = 200
"""How many forfeits are told on a page."""
_ENDINGS: Final = {"solved": "by proof", "plies": "too long", "forfeit": "forfeit"}


def html_tournament(standings: Standings, games: Iterable[ContestGame], *, title: str | None = None) -> str:
    """Return a page of a tournament, which loads nothing: a table and a crosstable, the forfeits with their reasons,
    and the games, each of which can be replayed. Its size is bounded: what is left out is counted.

    >>> from tafl.arena import Contest
    >>> contest = Contest(players=["greedy", "random"], ruleset="brandubh", games=2)
    >>> games = list(contest.play())
    >>> standings = Standings(contest=contest)
    >>> for game in games:
    ...     standings = standings.add(game)
    >>> page = html_tournament(standings, games)
    >>> "<h2>Table</h2>" in page, page.count("<details")
    (True, 2)

    Arguments:
        standings: the standings.
        games: the games of the contest, in their order.
        title: the title of the page, instead of the ruleset.

    Raises:
        NotationError: the moves of a game cannot be read.
    """
    contest = standings.contest
    rows = standings.table()
    head = _write_table(rows) + _write_crosstable(standings, rows) + _list_forfeits(standings)
    lines = ((_describe_game(standings, game), game.record(contest)) for game in games)
    return html_games(lines, contest.ruleset, title=title or f"Tournament, {contest.ruleset.name}", head=head)


def _describe_game(standings: Standings, game: ContestGame) -> str:
    attackers, defenders = (standings.contest.names[place] for place in standings.contest.seats(game.number))
    winner = "a draw" if game.winner is None else f"the {game.winner} win"
    ending = _ENDINGS.get(game.ending, "" if game.termination is None else game.termination.value)
    cause = f" ({game.cause})" if game.cause else ""
    return f"{game.number}. {attackers} – {defenders}: {winner}, {ending}{cause}, {game.plies} plies"


def _write_rows(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table: its cells are HTML, the first of each row is a heading."""
    heading = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'
        for first, *cells in rows
    )
    return f'<h2>{title}</h2>\n<div class="wide"><table><tr>{heading}</tr>\n{body}</table></div>\n'


def _write_table(rows: Sequence[Row]) -> str:
    cells = (
        (
            escape(row.name),
            f"{row.total.points:g}",
            f"{row.total.games}",
            *(f"{side.points:g}/{side.games}" for side in (row.as_attackers, row.as_defenders)),
            escape(str(row.elo)),
            ", ".join(f"{cause} {count:,}" for cause, count in sorted(row.forfeits.items())) or "–",
        )
        for row in rows
    )
    return _write_rows(
        "Table", ["Player", "Points", "Games", "Attackers", "Defenders", "Elo (95 %)", "Forfeits"], cells
    )


def _write_crosstable(standings: Standings, rows: Sequence[Row]) -> str:
    """Return the points of each player against each other, with links to their first game."""
    found: dict[tuple[int, int], tuple[Points, int]] = {}
    for first_game, match in enumerate(standings.matches):
        (a, b), total = match.pairing, match.total
        found[a, b] = total, 2 * first_game
        found[b, a] = Points(won=total.lost, drawn=total.drawn, lost=total.won), 2 * first_game
    cells: list[list[str]] = []
    for number, row in enumerate(rows, 1):
        line = [f"{number}. {escape(row.name)}"]
        for other in rows:
            points, game = found.get((row.place, other.place), (Points(), 0))
            line.append(f'<a href="#game-{game}">{points.points:g}/{points.games}</a>' if points.games else "–")
        cells.append(line)
    return _write_rows("Crosstable", ["Player", *(str(number) for number in range(1, len(rows) + 1))], cells)


def _list_forfeits(standings: Standings) -> str:
    forfeits = standings.forfeits
    if not forfeits:
        return ""
    told = "".join(f"<li>{escape(str(forfeit))}</li>\n" for forfeit in forfeits[:_MOST_TOLD])
    count = sum(sum(row.forfeits.values()) for row in standings.table()) - min(len(forfeits), _MOST_TOLD)
    more = f"<p>{count:,} more are not told here.</p>" if count > 0 else ""
    return f"<h2>Forfeits</h2>\n<ul>\n{told}</ul>{more}"
