"""Records that visitors send, and get."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from hnefatafl._base.seal import frozen
from hnefatafl.describe import sentence
from hnefatafl.errors import HnefataflError, LossWarning
from hnefatafl.notation.convert import convert_games
from hnefatafl.notation.detection import read_any
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.notation.validation import validate
from hnefatafl.records import Finding, Game
from hnefatafl.render._scene import clean
from hnefatafl.render._thumbnail import thumbnail
from hnefatafl.render._words import plural
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused

_MOST: Final = 200
"""The number of games of a text that are read."""
_REPLAYED: Final = 20_000
"""The number of moves of a text with many games that are replayed to tell how these stand."""
_SHOWN: Final = 80
_DOUBT: Final = 300
_RESULTS: Final[Mapping[str, str]] = {
    "Black": "the attackers won",
    "White": "the defenders won",
    "Draw": "a draw",
    "Ongoing": "not finished",
}


@frozen
class StudiedText:
    """What a text holds: one game, or what a list says of several."""

    game: Game | None
    title: str = ""
    rows: tuple[dict[str, Any], ...] = ()
    more: bool = False
    """Whether the text has more games than the list."""
    doubt: str = ""
    """What was lost of its rules, and where the game first departs from them and why; empty if nothing and never."""
    at: int | None = None
    """After how many plies of the main line that is seen."""


def read(text: str, filename: str, rules: Ruleset | None, number: int | None, moves: int) -> StudiedText:
    """Read a text in any notation.

    Arguments:
        text: the text.
        filename: the name of its file, or nothing.
        rules: the rules by which its games were played, or None for those that it says.
        number: which of its games is wanted, from 1 on; None for the only one.
        moves: how many moves a game may have.

    Raises:
        Refused: it cannot be read, has no such game, or the game is too long.
    """
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", LossWarning)
            games = list(islice(read_any(text.splitlines(keepends=True), rules, filename), max(_MOST + 1, number or 0)))
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if not games:
        raise Refused("there is no game in this text")
    if number is None and len(games) > 1:
        return StudiedText(None, rows=tuple(_rows(games[:_MOST])), more=len(games) > _MOST)
    if number is not None and not 1 <= number <= len(games):
        raise Refused(f"there is no game {number} in this text")
    game = games[0 if number is None else number - 1]
    length = len(game.moves) + sum(len(variation.moves) for variation in game.variations)
    if length > moves:
        raise Refused(f"a game of at most {moves:,} moves was expected, not {length:,}")
    lost = [f"{each.message}." for each in caught if issubclass(each.category, LossWarning)]
    told = [clean(text[0].upper() + text[1:], _DOUBT) for text in lost]
    doubt, at = doubt_of(game)
    return StudiedText(game, title_of(game), doubt=" ".join([*told, doubt]).strip(), at=at)


def _rows(games: list[Game]) -> Iterator[dict[str, Any]]:
    """Yield what a list says of games; the state of those beyond a number of moves is only what the record says."""
    left = _REPLAYED
    for game in games:
        row = {"title": title_of(game), "result": _RESULTS.get(game.result, "")}
        left -= len(game.moves)
        try:
            yield {**row, **(_state(game) if left >= 0 else {})}
        except HnefataflError as error:
            yield {**row, "doubt": clean(f"cannot be replayed: {error}", _DOUBT)}


def _state(game: Game) -> dict[str, Any]:
    """Return how a game stands after its main line: its board, how it has ended, and what is wrong with its record."""
    replay = game.replay(lenient=True)
    outcome, findings = replay.outcome, replay.findings
    goes_on = "" if game.winner or game.result == "Draw" else f"the {replay.position.turn} are to move"
    ended = sentence(outcome.termination) if outcome else game.ending or goes_on
    first = min(findings, key=_order, default=None)
    doubt = "" if first is None else clean(f"departs from the rules: {first.message}", _DOUBT)
    return {"state": ended, "doubt": doubt, "thumb": thumbnail(game.ruleset, replay.position.board)}


def _order(finding: Finding) -> tuple[int, int]:
    """Return what sorts findings by their places: the main line first, and what is about no move last."""
    return finding.line, 1_000_000_000 if finding.index is None else finding.index


def doubt_of(game: Game) -> tuple[str, int | None]:
    """Return where the record of a game first departs from its rules, and why, or nothing; and after how many plies of
    the main line that is seen, if it is there."""
    try:
        report = validate(game)
    except HnefataflError as error:
        return clean(f"The record cannot be replayed: {error}", _DOUBT), None
    if not report.disagreements:
        return "", None
    first = min(report.disagreements, key=lambda each: _order(each.finding))
    finding, more = first.finding, len(report.disagreements) - 1
    place = first.address or ("the end" if finding.index is None else f"ply {finding.index + 1}")
    at = f"{place} ({finding.text})" if finding.text else place
    rest = f" There {'is' if more == 1 else 'are'} {more:,} more." if more else ""
    told = clean(f"The record departs from the rules at {at}: {finding.message}.", _DOUBT) + rest
    return told, None if finding.line else first.position.ply - game.initial_position.ply


def title_of(game: Game) -> str:
    """Return a short title: the event, the players, and the ruleset."""
    tags = {name.lower(): value for name, value in game.tags.items()}
    players = " – ".join(tags[name] for name in ("attackers", "defenders") if tags.get(name))
    parts = [tags.get("event", ""), players, game.ruleset.name, f"{len(game.moves)} {plural('move', len(game.moves))}"]
    return clean(", ".join(part for part in parts if part), _SHOWN)


def written(game: Game, wanted: object) -> dict[str, Any]:
    """Return a game in a dialect: its text, the extension of its file, and what is lost.

    Raises:
        Refused: there is no such dialect, or it has no words for the game.
    """
    known = {one.name: one for one in DIALECTS}
    if not isinstance(wanted, str) or wanted not in known:
        raise Refused(f"dialect: one of {', '.join(known)} was expected")
    into = known[wanted]
    (one,) = convert_games([game], into)
    if one.text is None:
        raise Refused(str(one.error))
    suffix = into.suffixes[0] if into.suffixes else ".txt"
    return {"text": one.text, "suffix": suffix, "losses": [str(loss) for loss in one.losses]}
