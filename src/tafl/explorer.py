"""The moves that were played in a position, in any number of games, and the results of those games.

:func:`index_games` plays the beginnings of games through their rules. :meth:`GameIndex.find` returns what was played in
a position: each move, how often it was played, and the results. A position counts as the same however it was reached
(transposition), and however the board is rotated or mirrored, if the rules are the same then (symmetry).

>>> from hnefatafl import Position, variants
>>> from hnefatafl.notation import archive
>>> lines = ["d1-c1 c4-c2,0,0,White", "d7-e7 e4-e6,0,0,Black", "d2-c2,0,0,Draw"]
>>> index = index_games(archive.parse_games(lines, variants.BRANDUBH))
>>> for each in index.find(Position.initial("brandubh")).moves:
...     print(each.move, each.results, each.games)
a4-a3 attackers 1, defenders 1 (1, 2)
b4-b3 draws 1 (3,)

``tafl explore`` does the same on the command line; :doc:`/howto/explore` shows both.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from operator import itemgetter
from typing import Final, TypeAlias, final

from attrs import field

from hnefatafl.board import Move, Side
from hnefatafl.errors import IllegalMoveError, IllegalRollError, InvalidSetupError
from hnefatafl.play import ActionSpace, Position, PositionLike, as_position
from hnefatafl.records import Game, RecordedMove, apply_roll
from hnefatafl.rules import Ruleset, as_side
from hnefatafl.support.arguments import check, check_number, is_mapping
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally, reduced

__all__ = ["DEFAULT_PLIES", "GameIndex", "MoveStatistics", "PositionStatistics", "Results", "index_games"]

DEFAULT_PLIES: Final = 20
"""How many plies of a game are indexed, unless said otherwise."""

_Order: TypeAlias = "bytes | itemgetter[tuple[int, ...]]"
"""How a symmetry reorders the squares of a board: their numbers if each is a byte, up to 16×16."""
_BYTES: Final = 256
_NUMBER: Final = 32
"""How many bits of a mention are the number of a game; an action is above them."""
_MARK: Final = 128
"""What is added to the code of the piece that continues a berserk turn."""


@final
@frozen(kw_only=True)
class Results(Tally):
    """The results of some games. Two of them are added with ``+``.

    >>> both = Results(attackers=2, draws=1) + Results(defenders=1)
    >>> print(both)
    attackers 2, defenders 1, draws 1
    """

    attackers: int = 0
    """How many games the attackers won."""
    defenders: int = 0
    """How many games the defenders won."""
    draws: int = 0
    """How many games were drawn."""
    unknown: int = 0
    """How many games have no result: they were abandoned, or nothing is recorded."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.attackers + self.defenders + self.draws + self.unknown

    def share(self, side: Side | str) -> float | None:
        """Return the share of the points that a side took, a draw being half a point; None without a result."""
        finished = self.games - self.unknown
        won = self.attackers if as_side(side) is Side.ATTACKERS else self.defenders
        return (won + self.draws / 2) / finished if finished else None

    def __str__(self) -> str:
        counts = attributes(self)
        counts["no result"] = counts.pop("unknown")
        return ", ".join(f"{name} {count}" for name, count in counts.items() if count) or "no games"


_UNKNOWN: Final = 3
_WON: Final[Mapping[Side | None, int]] = {Side.ATTACKERS: 0, Side.DEFENDERS: 1, None: 2}


@final
@frozen(kw_only=True)
class MoveStatistics:
    """A move that was played in a position, and the results of the games in which it was.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.notation import archive
    >>> index = index_games(archive.parse_games(["d1-c1,0,0,White"], variants.BRANDUBH))
    >>> index.find(Position.initial("brandubh")).moves[0]
    MoveStatistics(move=Move.parse('a4-a3'), results=Results(defenders=1), games=(1,))
    """

    move: Move
    """The move in that position: of the moves that a symmetry of the position makes the same, the first."""
    results: Results
    """The results of the games in which it was played."""
    games: tuple[int, ...]
    """The numbers of these games in the order in which they were indexed, counted from 1."""


@final
@frozen(kw_only=True)
class PositionStatistics:
    """The moves that were played in a position.

    >>> from hnefatafl import Position
    >>> index_games([]).find(Position.initial("brandubh")).results
    Results()
    """

    position: Position
    """The position."""
    moves: tuple[MoveStatistics, ...]
    """The moves, the one that was played most often first."""

    @property
    def results(self) -> Results:
        """The results of the games that went on from the position."""
        return sum((statistics.results for statistics in self.moves), Results())

    def as_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        position = self.position
        return {"variant": position.ruleset.name, "position": position.text, **attributes(self, "results moves")}


def _reorder(codes: bytes, order: _Order) -> bytes:
    """Return the codes of a board, padded to as many as there are bytes, in another order."""
    return order.translate(codes) if isinstance(order, bytes) else bytes(order(codes))


class _PositionTable:
    """The positions that games of one ruleset went through, with the moves that followed.

    A position is found by a digest of its board, of the eight ways to turn it the one whose text comes first. With it
    are mentions: a number each, of the action that followed, turned in the same way, and of the game.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.space = ActionSpace(ruleset.size)
        self.turns: list[tuple[_Order, array[int]]] = []
        """By symmetry, how it reorders the squares and renumbers the actions."""
        for symmetry in ruleset.symmetries:
            squares = self.space.permute_squares(symmetry.inverse)
            order = bytes(squares) if len(squares) <= _BYTES else itemgetter(*squares)
            self.turns.append((order, self.space.permute_actions(symmetry)))
        self.found: dict[bytes, int | array[int]] = {}
        """One mention of a position, or all of them."""

    def key(self, position: Position) -> tuple[bytes, list[array[int]]]:
        """Return the digest of a position, and the ways to renumber its actions that lead there."""
        codes = bytearray(position.codes)
        berserk = position.berserk_square
        if berserk is not None:
            # Else two positions of one board would be one, in which other pieces may move.
            codes[berserk.rank * self.space.size + berserk.file] |= _MARK
        padded = bytes(codes).ljust(_BYTES)
        boards = [(_reorder(padded, order), actions) for order, actions in self.turns]
        first = min(board for board, _ in boards)
        rest = f"{position.turn} {position.roll_pending} {position.announced}"
        # Twelve bytes in place of a board: among a billion positions, two alike have a chance of 10^-11.
        digest = blake2b(first + rest.encode(), digest_size=12).digest()
        return digest, [actions for board, actions in boards if board == first]

    def action(self, position: Position, move: Move, ways: list[array[int]]) -> int:
        """Return the number of a move as it is after turning the board; of those that are possible, the least."""
        number = self.space.encode(move)
        # A pass has no squares to turn.
        if move == Move.PASS and position.berserk_square is None:
            return number
        return min(way[number] for way in ways)

    def add(self, position: Position, recorded: Iterable[RecordedMove], game: int) -> bool:
        """Add the moves of a game; return whether all of them could be played."""
        seen: set[bytes] = set()
        try:
            for played in recorded:
                position = apply_roll(position, played.roll)
                key, ways = self.key(position)
                after = position.play(played.move, announce=played.announced, lenient=True)
                if key not in seen:
                    seen.add(key)
                    self.mention(key, self.action(position, played.move, ways) << _NUMBER | game)
                position = after
        except (IllegalMoveError, IllegalRollError):
            return False
        return True

    def mention(self, key: bytes, mention: int) -> None:
        """Add a mention of a position."""
        mentions = self.found.setdefault(key, mention)
        if mentions is mention:
            return
        if isinstance(mentions, int):
            # Most positions are met once, and a number takes less memory than an array.
            mentions = self.found[key] = array("Q", [mentions])
        mentions.append(mention)

    def mentions(self, key: bytes) -> Iterator[tuple[int, int]]:
        """Yield what followed a position: the number of the action, and that of the game."""
        mentions = self.found.get(key, ())
        for mention in (mentions,) if isinstance(mentions, int) else mentions:
            yield mention >> _NUMBER, mention & (1 << _NUMBER) - 1


@final
@frozen(kw_only=True, eq=False)
class GameIndex:
    """Games by the positions that they went through, made by :func:`index_games`.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> lines = ["d1-c1 c4-c2,0,0,White", "d1-d7,0,0,Black"]
    >>> index = index_games(archive.parse_games(lines, variants.BRANDUBH))
    >>> index.games, index.positions, index.illegal, index.rulesets[variants.BRANDUBH]
    (2, 2, 1, 2)
    """

    games: int
    """The number of games."""
    illegal: int
    """How many of them are indexed only up to a move that is illegal or cannot be read, or not at all because their
    start is unknown."""
    rulesets: Mapping[Ruleset, int] = field(validator=is_mapping(Ruleset, int), repr=False)
    """How many games each ruleset has."""
    _results: bytes = field(alias="results", repr=False)
    _places: Mapping[Ruleset, _PositionTable] = field(alias="places", repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @property
    def positions(self) -> int:
        """The number of different positions in which something was played."""
        return sum(len(places.found) for places in self._places.values())

    def won_by(self, side: Side | str | None) -> tuple[int, ...]:
        """Return the numbers of the games that a side won, or of those that were drawn.

        >>> from hnefatafl import variants
        >>> from hnefatafl.notation import archive
        >>> index = index_games(archive.parse_games(["d1-c1,0,0,White", "d1-c1,0,0,Draw"], variants.BRANDUBH))
        >>> index.won_by("defenders"), index.won_by(None)
        ((1,), (2,))
        """
        wanted = _WON[None if side is None else as_side(side)]
        return tuple(number for number, result in enumerate(self._results, start=1) if result == wanted)

    def find(self, position: PositionLike, among: Container[int] | None = None) -> PositionStatistics:
        """Return what was played in a position. In one that no game went on from, that is nothing.

        A game that came to the position several times counts once, with the move that it played first.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.notation import archive
        >>> index = index_games(archive.parse_games(["d1-c1 c4-c2,0,0,White", "d1-e1 e4-e3,0,0,"], variants.BRANDUBH))
        >>> mirrored = Position.initial("brandubh").play("a4-a5")
        >>> [(str(each.move), each.games) for each in index.find(mirrored).moves]
        [('d5-b5', (1,)), ('d5-c5', (2,))]

        Arguments:
            position: the position, by a ruleset of the games.
            among: the numbers of the games that count, or None for all.
        """
        position = as_position(position)
        places = self._places.get(position.ruleset)
        if places is None:
            return PositionStatistics(position=position, moves=())
        key, ways = places.key(position)
        games: dict[int, list[int]] = {}
        for action, game in places.mentions(key):
            if among is None or game + 1 in among:
                games.setdefault(action, []).append(game)
        statistics: dict[int, MoveStatistics] = {}
        # Leniently, since the games were played so.
        for move in sorted(position.as_lenient().legal_moves()) if games else ():
            action = places.action(position, move, ways)
            if action in games and action not in statistics:
                statistics[action] = self._count_results(move, games[action])
        moves = sorted(statistics.values(), key=lambda entry: (-entry.results.games, entry.move))
        return PositionStatistics(position=position, moves=tuple(moves))

    def _count_results(self, move: Move, games: list[int]) -> MoveStatistics:
        counts = Counter(self._results[game] for game in games)
        results = Results(attackers=counts[0], defenders=counts[1], draws=counts[2], unknown=counts[_UNKNOWN])
        return MoveStatistics(move=move, results=results, games=tuple(game + 1 for game in games))


def _list_readable_moves(game: Game) -> Sequence[RecordedMove]:
    """The moves before what cannot be read."""
    if not game.unparsed:
        return game.moves
    first = game.unparsed[0].number
    return [move for ply, move in enumerate(game.moves) if game.token_number(ply) < first]


def index_games(games: Iterable[Game], *, plies: int = DEFAULT_PLIES) -> GameIndex:
    """Play the beginnings of games, and index them by the positions on their way.

    Variations do not count. A result is taken from the record, or from the rules if the record has none. A game whose
    record is illegal or cannot be read counts up to there.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> index_games(archive.parse_games(["d1-c1 c4-c2,0,0,White"], variants.BRANDUBH), plies=1).positions
    1

    Arguments:
        games: the games, read one after the other.
        plies: how many plies of each game are indexed. Memory grows with it, by about 150 bytes for each new position.

    Raises:
        ArgumentValueError: there are no plies.
    """
    check_number("plies", plies, 1)
    places: dict[Ruleset, _PositionTable] = {}
    counts: Counter[Ruleset] = Counter()
    results = bytearray()
    illegal = 0
    for number, game in enumerate(games):
        check("games", game, Game)
        counts[game.ruleset] += 1
        if game.ruleset not in places:
            places[game.ruleset] = _PositionTable(game.ruleset)
        try:
            start = game.initial_position
        except InvalidSetupError:  # the lot says who begins
            illegal += 1
            results.append(_UNKNOWN)
            continue
        moves = _list_readable_moves(game)
        legal = places[game.ruleset].add(start, moves[:plies], number)
        illegal += not legal or (len(moves) < plies and bool(game.unparsed))
        results.append(_result_of(game))
    return GameIndex(
        games=len(results),
        illegal=illegal,
        rulesets=counts,
        results=bytes(results),
        places=places,
    )


def _result_of(game: Game) -> int:
    if game.winner is not None or game.result == "Draw":
        return _WON[game.winner]
    outcome = game.replay(lenient=True).outcome if not game.result else None
    return _UNKNOWN if outcome is None else _WON[outcome.winner]
