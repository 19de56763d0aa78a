"""Records that visitors send and get, what was played in them, and positions to be shared."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib.resources import files
from itertools import islice
from typing import Any, Final, TypedDict

from hnefatafl.board import Side, Symmetry
from hnefatafl.describe import sentence
from hnefatafl.errors import HnefataflError, LossWarning
from hnefatafl.notation import json as notation
from hnefatafl.notation.completion import complete
from hnefatafl.notation.convert import convert_games
from hnefatafl.notation.detection import detect, read_any
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.notation.validation import validate
from hnefatafl.play import Position
from hnefatafl.records import Finding, Game
from hnefatafl.render.page import thumbnail
from hnefatafl.render.svg import move_pictures, svg
from hnefatafl.render.text import format_board
from hnefatafl.render.themes import THEMES
from hnefatafl.rules import Ruleset
from hnefatafl.support.as_json import plain
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import is_list
from hnefatafl.support.texts import plural, shortened
from tafl.explorer import GameIndex, MoveStatistics, index_games
from tafl.table import Table
from tafl.web._settings import Refused

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


def read_study(text: str, filename: str, rules: Ruleset | None, number: int | None, moves: int) -> StudiedText:
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
            opened = detect(text.splitlines(keepends=True), filename).open(rules)
            games = list(islice(opened.games(), max(_MOST + 1, number or 0)))
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if not games:
        raise Refused("there is no game in this text")
    if number is None and len(games) > 1:
        return StudiedText(None, rows=tuple(_list_games(games[:_MOST])), more=len(games) > _MOST)
    if number is not None and not 1 <= number <= len(games):
        raise Refused(f"there is no game {number} in this text")
    game = games[0 if number is None else number - 1]
    length = len(game.moves) + sum(len(variation.moves) for variation in game.variations)
    if length > moves:
        raise Refused(f"a game of at most {moves:,} moves was expected, not {length:,}")
    lost = [f"{warning.message}." for warning in caught if issubclass(warning.category, LossWarning)]
    if opened.match is not None or (opened.reading is not None and opened.reading.headings):
        lost.append(f"{opened.note}.")
    losses = [shortened(text[0].upper() + text[1:], _DOUBT) for text in lost]
    doubt, at = doubt_of(game)
    return StudiedText(game, title_of(game), doubt=" ".join([*losses, doubt]).strip(), at=at)


def _list_games(games: list[Game]) -> Iterator[dict[str, Any]]:
    """Yield what a list says of games; the state of those beyond a number of moves is only what the record says."""
    moves_left = _REPLAYED
    for game in games:
        row = {"title": title_of(game), "result": _RESULTS.get(game.result, "")}
        moves_left -= len(game.moves)
        try:
            yield {**row, **(_describe_state(game) if moves_left >= 0 else {})}
        except HnefataflError as error:
            yield {**row, "doubt": shortened(f"cannot be replayed: {error}", _DOUBT)}


def _describe_state(game: Game) -> dict[str, Any]:
    """Return how a game stands after its main line: its board, how it has ended, and what is wrong with its record."""
    replay = game.replay(lenient=True)
    outcome, findings = replay.outcome, replay.findings
    goes_on = "" if game.winner or game.result == "Draw" else f"the {replay.position.turn} are to move"
    ended = sentence(outcome.termination) if outcome else game.ending or goes_on
    first = min(findings, key=_sort_key, default=None)
    doubt = "" if first is None else shortened(f"departs from the rules: {first.message}", _DOUBT)
    return {"state": ended, "doubt": doubt, "thumb": thumbnail(game.ruleset, replay.position.board)}


def _sort_key(finding: Finding) -> tuple[int, int]:
    """Return what sorts findings by their places: the main line first, and what is about no move last."""
    return finding.line, 1_000_000_000 if finding.index is None else finding.index


def doubt_of(game: Game) -> tuple[str, int | None]:
    """Return where the record of a game first departs from its rules, and why, or nothing; and after how many plies of
    the main line that is seen, if it is there."""
    try:
        report = validate(game)
    except HnefataflError as error:
        return shortened(f"The record cannot be replayed: {error}", _DOUBT), None
    if not report.disagreements:
        return "", None
    first = min(report.disagreements, key=lambda disagreement: _sort_key(disagreement.finding))
    finding, more = first.finding, len(report.disagreements) - 1
    place = first.address or ("the end" if finding.index is None else f"ply {finding.index + 1}")
    spot = f"{place} ({finding.text})" if finding.text else place
    rest = f" There {'is' if more == 1 else 'are'} {more:,} more." if more else ""
    doubt = shortened(f"The record departs from the rules at {spot}: {finding.message}.", _DOUBT) + rest
    return doubt, None if finding.line else first.position.ply - game.initial_position.ply


def title_of(game: Game) -> str:
    """Return a short title: the event, the players, the date, the ruleset and the length."""
    tags = {name.lower(): value for name, value in game.tags.items()}
    players = " – ".join(tags[name] for name in ("attackers", "defenders") if tags.get(name))
    about = [tags.get("event", ""), players, tags.get("date", "")]
    parts = [*about, game.ruleset.name, f"{len(game.moves)} {plural('move', len(game.moves))}"]
    return shortened(", ".join(part for part in parts if part), _SHOWN)


def write_record(game: Game, wanted: object) -> dict[str, Any]:
    """Return a game in a dialect: its text, the extension of its file, and what is lost.

    Raises:
        Refused: there is no such dialect, or it has no words for the game.
    """
    dialects = {converted.name: converted for converted in DIALECTS}
    if not isinstance(wanted, str) or wanted not in dialects:
        raise Refused(f"dialect: one of {', '.join(dialects)} was expected")
    into = dialects[wanted]
    (converted,) = convert_games([game], into)
    if converted.text is None:
        raise Refused(str(converted.error))
    suffix = into.suffixes[0] if into.suffixes else ".txt"
    return {"text": converted.text, "suffix": suffix, "losses": [str(loss) for loss in converted.losses]}


_PLIES: Final = 16
"""How many plies of each game are indexed."""
_MOVES: Final = 200
"""The number of moves to a position that are played."""
_LINKS: Final = 20
"""The number of games that are named for a move."""
_PLAYERS: Final = 100
"""The number of players that are named, those with the most games first."""
_RESULTS_ASKED: Final = {"attackers": Side.ATTACKERS, "defenders": Side.DEFENDERS, "draw": None}


@frozen(eq=False)
class _Collection:
    """The games of a text."""

    index: GameIndex
    players: tuple[frozenset[str], ...]
    """Who played each game, as far as the record says."""


def explore_records(text: object, filename: object, rules: Ruleset | None, wanted: dict[str, object]) -> dict[str, Any]:
    """Return what was played after some moves: the board there, the moves with their results, and what there is.

    Arguments:
        text: the text of the records, in any notation.
        filename: the name of its file, or nothing.
        rules: the rules by which its games were played, or None for those that it says.
        wanted: what is asked for: the ``moves`` from the start, and, if games are to be left out, the name of the
            ``ruleset``, the ``result`` and the ``player``.

    Raises:
        Refused: it cannot be read, has no such games, or a move is illegal.
    """
    if not isinstance(text, str) or not isinstance(filename, str):
        raise Refused("the text of records was expected")
    moves = wanted.get("moves")
    if not is_list(moves) or len(moves) > _MOVES:
        raise Refused(f"a list of at most {_MOVES} moves was expected")
    collection = _index_games(text, filename, rules)
    index = collection.index
    ruleset = _choose_ruleset(index, wanted.get("ruleset"))
    try:
        table = Table(Game(ruleset=ruleset), branching=False)
        for move in moves:
            table.act({"type": "play", "move": move})
    except HnefataflError as error:
        raise Refused(str(error)) from None
    statistics = index.find(table.position, _filter_games(collection, wanted.get("result"), wanted.get("player")))
    return {
        "board": table.board(),
        "view": table.view(),
        "games": index.games,
        "illegal": index.illegal,
        "rulesets": {played_rules.name: count for played_rules, count in index.rulesets.items()},
        "ruleset": ruleset.name,
        "players": [name for name, _ in Counter(_list_names(collection.players)).most_common(_PLAYERS)],
        "results": plain(statistics.results),
        "moves": [_describe_statistics(move_statistics) for move_statistics in statistics.moves],
    }


def _describe_statistics(statistics: MoveStatistics) -> dict[str, Any]:
    results = plain(statistics.results)
    return {"move": str(statistics.move), "results": results, "games": statistics.games[:_LINKS]}


@cache
def list_own_play() -> Mapping[str, str]:
    """Return the first moves of games of own play by rulesets, as the archive writes them."""
    lines = files("tafl.web").joinpath("own_play.tsv").read_text("utf-8").splitlines()
    texts: dict[str, str] = {}
    for name, _, *games in (line.split("\t") for line in lines if not line.startswith("#")):
        rows = (f"{moves},0,0,{result}" for result, _, moves in (game.partition(":") for game in games))
        texts[name] = "\n".join([f"# variant: {name}", *rows, ""])
    return texts


def read_own_play(name: str) -> dict[str, Any]:
    """Return the text of the games of own play by a ruleset.

    Raises:
        Refused: there are none.
    """
    text = list_own_play().get(name)
    if text is None:
        raise Refused("there are no games of own play by these rules")
    return {"text": text}


@lru_cache(maxsize=2)
def _index_games(text: str, filename: str, rules: Ruleset | None) -> _Collection:
    """Return the games of a text; a visitor who goes from position to position sends the same text again."""
    players: list[frozenset[str]] = []

    def games() -> Iterator[Game]:
        for game in read_any(text.splitlines(keepends=True), rules, filename):
            players.append(frozenset(name for side in Side if (name := game.tags.get(str(side)))))
            yield complete(game).game

    try:
        index = index_games(games(), plies=_PLIES)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if not index.games:
        raise Refused("there is no game in this text")
    return _Collection(index, tuple(players))


def _choose_ruleset(index: GameIndex, name: object) -> Ruleset:
    if not name:
        return max(index.rulesets, key=lambda rules: index.rulesets[rules])
    for ruleset in index.rulesets:
        if ruleset.name == name:
            return ruleset
    raise Refused("there are no games of that ruleset")


def _filter_games(collection: _Collection, result: object, player: object) -> frozenset[int] | None:
    """Return the numbers of the games that are wanted, or None for all."""
    if not result and not player:
        return None
    if not isinstance(player or "", str):
        raise Refused("player: a name was expected")
    if result and str(result) not in _RESULTS_ASKED:
        raise Refused(f"result: one of {', '.join(_RESULTS_ASKED)} was expected")
    index = collection.index
    wanted = set(index.won_by(_RESULTS_ASKED[str(result)]) if result else range(1, index.games + 1))
    if player:
        wanted &= {number for number, names in enumerate(collection.players, start=1) if player in names}
    return frozenset(wanted)


def _list_names(players: Iterable[frozenset[str]]) -> Iterator[str]:
    for names in players:
        yield from sorted(names)


_WIDTH: Final = 800
"""The width of a picture in pixels."""
_SMALLER: Final = 600
"""The width of each picture of an animation."""
_THEMES: Final = {"linen": "light", "slate": "slate", "wood": "wood"}
"""The themes of the pages, and what they are for pictures."""


class _Look(TypedDict):
    theme: str
    orientation: Symmetry


def prepare_pictures(
    table: Table, rulesets: Mapping[str, Ruleset], wanted: Mapping[str, object]
) -> Callable[[], dict[str, Any]]:
    """Return what makes the pictures of a position, or of the last moves before it; it can be pickled.

    Arguments:
        table: the game.
        rulesets: those that the page for studies knows by their names.
        wanted: the ``node`` of the position, and whether its last ``moves`` are wanted; and what is wanted of
            pictures.

    Raises:
        TableError: there is no such position.
    """
    node = wanted.get("node")
    if wanted.get("moves") is True:
        return partial(_draw_moves, table.line_to(node), wanted)
    position = table.position_at(node)
    is_known = rulesets.get(position.ruleset.name) == position.ruleset
    return partial(_draw_position, position, is_known, wanted)


def _draw_position(position: Position, is_known: bool, wanted: Mapping[str, object]) -> dict[str, Any]:
    """Return what is shared of a position: ``svg``, ``text``, and a ``record`` that a link to the page for studies has.

    Arguments:
        position: the position.
        known: whether the page for studies knows its ruleset by its name.
        wanted: the ``theme`` of the page, and whether the board is ``flipped``.

    Raises:
        Refused: there is no such theme.
    """
    look = _read_look(wanted)
    text = f"{position.ruleset.name} {position.text}"
    return {
        "svg": svg(position, **look, size=_WIDTH),
        "text": format_board(position.board, position.ruleset),
        "record": text if is_known else notation.format_game(Game.from_position(position)),
    }


def _draw_moves(line: Game, wanted: Mapping[str, object]) -> dict[str, Any]:
    """Return ``moves``, the pictures of the last moves that lead to a position, for an animation.

    Arguments:
        line: all moves that lead there.
        wanted: as for :func:`_draw_position`.

    Raises:
        Refused: there is no such theme.
    """
    return {"moves": move_pictures(line, **_read_look(wanted), size=_SMALLER)}


def _read_look(wanted: Mapping[str, object]) -> _Look:
    theme = wanted.get("theme", "linen")
    if not isinstance(theme, str) or _THEMES.get(theme) not in THEMES:
        raise Refused(f"theme: one of {', '.join(_THEMES)} was expected")
    orientation = Symmetry.ROTATE_180 if wanted.get("flipped") is True else Symmetry.IDENTITY
    return {"theme": _THEMES[theme], "orientation": orientation}
