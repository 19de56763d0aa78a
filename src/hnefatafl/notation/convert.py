"""Conversion between dialects; every loss is named.

:func:`write_game` writes what a dialect can express of a game, and warns of each loss, or refuses. :func:`losses` lists
the losses beforehand, and :func:`reduce_to` returns the part of the game that is left. Nothing else is lost: the text
reads back as that part. A dialect is given by its name, or is one of the caller's own
(:mod:`hnefatafl.notation.dialects`).

>>> import warnings
>>> from hnefatafl.errors import LossWarning
>>> from hnefatafl.notation.dialects import read_games
>>> text = '''[event:Triathlon][attackers:Ann][rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
... 1. d1-c1 Kd4-d3+ [Bold.|] 1a.1.1a. d1-e1'''
>>> (game,) = read_games(text, "otn")
>>> for loss in losses(game, "archive"):
...     print(loss)
tags (event, attackers)
variations (1)
comments (1)
info symbols (1)
piece letters (1)
rules (unnamed)
>>> with warnings.catch_warnings():
...     warnings.simplefilter("ignore", LossWarning)  # they are known
...     write_game(game, "archive")
'd1-c1 d4-d3,0,0,\\n'
>>> losses(game, "otn")
()
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import evolve, field

from hnefatafl.errors import HnefataflError, LossWarning, NotExpressibleError
from hnefatafl.notation.dialects import Capabilities, Dialect, as_dialect
from hnefatafl.play import Position, Setup
from hnefatafl.records import Game, GameLike, Note, RecordedMove, UnparsedToken, Variation, as_game, explicit_start
from hnefatafl.rules import RulesetLike, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen

__all__ = ["Converted", "Loss", "convert_games", "losses", "reduce_to", "write_game"]


@frozen
class Loss:
    """A part of a game that a dialect cannot express.

    >>> print(Loss("comments", 12), Loss("tags", 2, ("event", "site")), Loss("turn"), sep="; ")
    comments (12); tags (event, site); turn

    For rules that a dialect writes differently, the names are the changed options, with the values that it writes; for
    rules that it does not write, the name is that of the ruleset.
    """

    what: str
    """The kind of loss."""
    count: int = 1
    """The number of lost items."""
    names: tuple[str, ...] = ()
    """The names of the lost items, if they have names."""

    def __str__(self) -> str:
        if self.names:
            return f"{self.what} ({', '.join(self.names)})"
        return self.what if self.what in _SINGLE else f"{self.what} ({self.count})"


_SINGLE: Final = ("start position", "turn")


def write_game(game: GameLike, dialect: Dialect | str, *, strict: bool = False) -> str:
    """Write the part of a game that the dialect can express, with the last line end.

    >>> from hnefatafl import Move
    >>> game = Game(ruleset="brandubh").add([Move.parse("d1-c1")])
    >>> write_game(game, "archive", strict=True)
    'd1-c1,0,0,\\n'
    >>> write_game(game, "otn", strict=True)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.NotExpressibleError: otn cannot express: rules (repetition.consequence: mover-loses instead of \
defenders-lose)

    Arguments:
        game: the game; or the position that it has led to.
        dialect: the dialect, or its name.
        strict: whether to refuse a game of which something would be lost.

    Raises:
        NotExpressibleError: the dialect cannot express the game at all: it does not support its board size, or one
            of the pieces, or the rules; or ``strict``, and the error names each loss.
        RecordError: no dialect has that name.
        IllegalMoveError: the dialect has only positions, and a move of the game is illegal.
        IllegalRollError: the same, for a roll of the die.
        InvalidSetupError: the first move is by lot, and the game does not name the first side.

    Warns:
        LossWarning: something is lost; one warning for each of the :func:`losses`.
    """
    into = as_dialect(dialect)
    text, lost = _written(as_game(game), into)
    if lost and strict:
        raise NotExpressibleError(into.name, [str(loss) for loss in lost])
    for loss in lost:
        warnings.warn(f"{into.name} cannot express: {loss}", LossWarning, stacklevel=2)
    return text


def _written(game: Game, dialect: Dialect) -> tuple[str, tuple[Loss, ...]]:
    """Return what is written of a game, and what is lost."""
    lost = losses(game, dialect)
    return dialect.write(reduce_to(game, dialect)), lost


@frozen(kw_only=True)
class Converted:
    """A game written in another dialect, or the reason why it is not (:func:`convert_games`).

    >>> one, = convert_games([Game(ruleset="brandubh")], "taflzero")
    >>> one.text, str(one.error)
    (None, 'taflzero cannot express: boards of 7 ranks')
    """

    game: Game
    """The game."""
    text: str | None
    """What is written for it, or None if it is refused. The first text has what stands before the first game."""
    losses: tuple[Loss, ...] = ()
    """What is lost."""
    error: HnefataflError | None = field(default=None, eq=False)
    """Why the game is refused: one of the errors of :func:`write_game`; None if it is written."""


def convert_games(
    games: Iterable[Game], dialect: Dialect | str, ruleset: RulesetLike | None = None
) -> Iterator[Converted]:
    """Write games in a dialect, one after the other, with the losses of each. Together their texts are one text.

    A text says of all its games at once by which rules they were played, where it says so in its head; for games by
    other rules these are a loss.

    >>> games = [Game(ruleset="brandubh"), Game(ruleset="copenhagen", tags={"event": "Cup"})]
    >>> for one in convert_games(games, "archive"):
    ...     print(repr(one.text), *one.losses)
    '# variant: brandubh\\n,0,0,\\n'
    ',0,0,\\n' tags (event) rules (copenhagen)

    Arguments:
        games: the games.
        dialect: the dialect, or its name.
        ruleset: the rules that the head of the text names, where the text is begun already.

    Raises:
        RecordError: no dialect has that name.
    """
    ruleset = optional_ruleset(ruleset)
    into = as_dialect(dialect)
    for game in games:
        try:
            text, lost = _written(game, into)
        except HnefataflError as error:
            yield Converted(game=game, text=None, error=error)
            continue
        head = into.head(game.ruleset)
        if head and ruleset not in (None, game.ruleset):
            lost = (*lost, Loss("rules", 1, (game.ruleset.name,)))
        yield Converted(game=game, text=text if ruleset is not None else head + text, losses=lost)
        ruleset = ruleset or game.ruleset


def reduce_to(game: Game, dialect: Dialect | str) -> Game:
    """Return the part of a game that the dialect can express. Its rules are unchanged, since its moves depend on them.

    Raises:
        RecordError, IllegalMoveError, IllegalRollError, InvalidSetupError: as :func:`write_game`.
    """
    check("game", game, Game)
    capabilities = as_dialect(dialect).capabilities
    return _reduced(_placed(game, capabilities), capabilities)


def _placed(game: Game, capabilities: Capabilities) -> Game:
    """Return the game, or its last position if the dialect has no moves."""
    if capabilities.moves:
        return game
    # Records of others often continue after a repetition.
    replay = game.replay(lenient=True)
    if replay.error is not None:
        raise replay.error
    return evolve(
        game,
        start=replay.position,
        moves=(),
        variations=(),
        roll_pending=None,
        ending=None,
        closing_comment=None,
        unparsed=(),
    )


def _reduced(game: Game, capabilities: Capabilities) -> Game:
    ending = game.ending if game.ending in capabilities.endings else None
    return evolve(
        game,
        start=_start(game, capabilities),
        tags={name: value for name, value in game.tags.items() if capabilities.tags(game, name)},
        note=_kept(game.note, capabilities.root_note),
        result=game.result if game.result in capabilities.results else "",
        moves=[_move(move, capabilities) for move in game.moves],
        roll_pending=game.roll_pending if capabilities.rolls else None,
        ending=ending,
        closing_comment=_kept(game.closing_comment, capabilities.closing_comment) if ending else None,
        variations=[_variation(variation, capabilities) for variation in game.variations]
        if capabilities.variations
        else (),
        unparsed=tuple(_unparsed(game, capabilities)),
    )


def _start(game: Game, capabilities: Capabilities) -> Position | None:
    """Return the start of the game when it is read again: a board and the side to move."""
    start, rules = game.start, game.ruleset
    if start is None or not capabilities.start:
        return None
    setup = start.setup if capabilities.setups else Setup(start.board, capabilities.turn(game, start))
    return explicit_start(Position.from_setup(setup, rules))


def _move(move: RecordedMove, capabilities: Capabilities) -> RecordedMove:
    kept = capabilities.captures(move)
    letters = move.capture_letters if capabilities.letters else ()
    return evolve(
        move,
        captures=kept,
        letter=move.letter if capabilities.letters else "",
        capture_letters=letters if kept == move.captures else (),
        sign=move.sign if capabilities.sign is None else capabilities.sign,
        info=move.info if capabilities.marks else "",
        roll=move.roll if capabilities.rolls else None,
        announced=move.announced or not capabilities.unannounced,
        note=_kept(move.note, capabilities.note),
    )


def _kept(note: Note | None, keeps: Callable[[Note], Note | None]) -> Note | None:
    kept = None if note is None else keeps(note)
    return None if kept == Note() else kept


def _variation(variation: Variation, capabilities: Capabilities) -> Variation:
    # A variation that consists of an ending stays: otherwise there would be no line to branch from.
    ending = variation.ending if variation.ending in capabilities.endings or not variation.moves else None
    return evolve(
        variation,
        moves=[_move(move, capabilities) for move in variation.moves],
        roll_pending=variation.roll_pending if capabilities.rolls else None,
        ending=ending,
        closing_comment=_kept(variation.closing_comment, capabilities.closing_comment) if ending else None,
    )


def _unparsed(game: Game, capabilities: Capabilities) -> Iterator[UnparsedToken]:
    gone = 0
    for token in game.unparsed:
        if capabilities.unparsed(game, token):
            yield evolve(token, number=token.number - gone)
        else:
            gone += 1


def losses(game: Game, dialect: Dialect | str) -> tuple[Loss, ...]:
    """Return what a game would lose in a dialect. Parts of a lost variation are not counted again.

    Raises:
        RecordError, IllegalMoveError, IllegalRollError, InvalidSetupError: as :func:`write_game`.
    """
    check("game", game, Game)
    return tuple(_list_losses(game, as_dialect(dialect)))


def _list_losses(game: Game, dialect: Dialect) -> Iterator[Loss]:
    placed = _placed(game, dialect.capabilities)
    kept = _reduced(placed, dialect.capabilities)
    tags = tuple(name for name, value in game.tags.items() if kept.tags.get(name) != value)
    if tags:
        yield Loss("tags", len(tags), tags)
    if len(kept.moves) < len(game.moves):
        yield Loss("moves", len(game.moves))
    if len(kept.variations) < len(game.variations):
        yield Loss("variations", len(game.variations))
    whole = dialect.capabilities.variations
    had, has = (_count_parts(version, whole) for version in (placed, kept))
    for part in _PARTS:
        if had[part] > has[part]:
            yield Loss(part, had[part] - has[part])
    yield from _start_losses(placed, kept)
    if kept.result != game.result:
        yield Loss("result", 1, (game.result,))
    if game.ending is not None and kept.ending is None:
        yield Loss("ending", 1, (game.ending,))
    if len(kept.unparsed) < len(game.unparsed):
        yield Loss("unparsed tokens", len(game.unparsed) - len(kept.unparsed))
    if not dialect.capabilities.rules(game.ruleset):
        names = dialect.capabilities.other_rules(game.ruleset) or (game.ruleset.name,)
        yield Loss("rules", len(names), names)


def _start_losses(game: Game, kept: Game) -> Iterator[Loss]:
    if game.start is None or game.start == kept.start:
        return
    first = game.ruleset.first
    begin = kept.start if kept.start is not None or first is None else Position.initial(game.ruleset)
    if begin == game.start:
        return
    if begin is not None and begin.turn is not game.start.turn:
        yield Loss("turn")
    if begin is None or begin.board != game.start.board or begin.turn is game.start.turn:
        yield Loss("start position")


_PARTS: Final = (
    "comments",
    "clocks",
    "glyphs",
    "shapes",
    "captures",
    "dashes",
    "moves without a dash",
    "info symbols",
    "piece letters",
    "rolls",
    "announcements kept back",
    "endings of variations",
)
"""The parts that are counted in all lines. A move without a dash does not record captures, so dashes are listed."""


def _count_parts(game: Game, variations: bool) -> Counter[str]:
    """Return the numbers of all parts, with or without the variations."""
    counts: Counter[str] = Counter()
    main = Variation(at=0, moves=game.moves, roll_pending=game.roll_pending, closing_comment=game.closing_comment)
    lines = [main, *(game.variations if variations else ())]
    notes = [game.note]
    for line in lines:
        notes += line.closing_comment, *(move.note for move in line.moves)
    for note in filter(None, notes):
        counts["comments"] += bool(note.comment)
        counts["clocks"] += note.clock is not None
        counts["glyphs"] += bool(note.glyph)
        counts["shapes"] += len(note.shapes)
    for line in lines:
        counts["captures"] += sum(len(move.captures) for move in line.moves)
        counts["dashes"] += sum(move.sign == "-" for move in line.moves)
        counts["moves without a dash"] += sum(not move.sign for move in line.moves)
        counts["info symbols"] += sum(bool(move.info) for move in line.moves)
        counts["piece letters"] += sum(bool(move.letter or any(move.capture_letters)) for move in line.moves)
        counts["rolls"] += sum(move.roll is not None for move in line.moves) + (line.roll_pending is not None)
        counts["announcements kept back"] += sum(not move.announced for move in line.moves)
        counts["endings of variations"] += line.ending is not None
    return counts
