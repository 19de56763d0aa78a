"""Play a game on the terminal. The board is drawn after every move, captures name their rule,
and an illegal move is refused with the reason. The computer plays the sides that people
do not play. A position or a record is played on. Moves and commands can also come through
a pipe; help lists them.

----

examples:
  tafl play brandubh --level 2
  tafl play tablut --side defenders --player alphabeta --seconds 5 --jobs 2
  tafl play copenhagen -o game.otg
  tafl play game.otg --level 4
  tafl play house.toml --side none --player random --seed 1
  tafl play brandubh --side attackers --games 2 --lot -o match.json

players, with their options, as in alphabeta:nodes=20000,seed=1:
  random       any legal move                              seed
  greedy       a move that wins or captures, else any      seed
  montecarlo   the move after which random games go best   playouts, limit, seed
  alphabeta    the best move that a search finds           level, seconds, nodes, depth,
                                                           noise, memory, seed, jobs
  ugi:COMMAND  an engine that COMMAND starts; or otep:, htp: or uci: and its command
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from attrs import evolve

from hnefatafl.board import Illegality, Kind, Move, Side, Square
from hnefatafl.describe import describe
from hnefatafl.errors import IllegalMoveError
from hnefatafl.notation import json
from hnefatafl.notation.convert import Loss, convert_games
from hnefatafl.play import Position
from hnefatafl.records import MAX_GAMES, Game, Match, draw_first, draw_sides
from hnefatafl.rules import Berserk, Call, Passing, Ruleset
from hnefatafl.search import LEVELS, Limit, Player, Searcher
from hnefatafl.support.texts import printable
from tafl.cli.console import CommandError, Console
from tafl.cli.evaluations import read_player
from tafl.cli.files import check_free, check_target, suffix_of, write_file
from tafl.cli.options import DRAWING, POSITION, between, command, number_of, option, shared
from tafl.cli.rulesets import find_rules
from tafl.cli.session import Answer, Dialog, explain_move, read_move
from tafl.cli.show import draw
from tafl.cli.sources import FORMATS
from tafl.cli.subject import find_position, is_ruleset
from tafl.engine import is_engine
from tafl.table import Table

_SIDES: Final[Mapping[str, tuple[Side, ...]]] = {
    "attackers": (Side.ATTACKERS,),
    "defenders": (Side.DEFENDERS,),
    "both": (Side.ATTACKERS, Side.DEFENDERS),
    "none": (),
}
"""Which sides people play."""

_RULESET: Final = "brandubh"
"""What is played if nothing is named."""
_OPPONENT: Final = "alphabeta"
_LEVEL: Final = 3
"""The computer's player and its level if the options name none."""
_ENGINE_SECONDS: Final = 1.0
"""The time of an engine for a move if the options name none."""
_HINT: Final = Limit(nodes=100_000, seconds=3)
"""The limit of the search for a hint."""

_RECORDS: Final = (".otg", ".json")
"""What a game is saved in: all of it is in these formats."""


def _has_announcements(rules: Ruleset) -> bool:
    return rules.announcements.way_out is not Call.NONE


_HELP: Final[Sequence[tuple[str, str, Callable[[Ruleset], bool] | None]]] = (
    ("d1-d3, or d1 d3", "move a piece", None),
    ("silent MOVE", "move without announcing the way out that the move leaves", _has_announcements),
    ("silent", "do not announce the way out that the last move opened", _has_announcements),
    ("roll", "roll the die", lambda rules: rules.die is not None),
    ("pass", "let the other side move", lambda rules: rules.may_pass is not Passing.NOBODY),
    ("stop", "end a turn in which a piece may capture again", lambda rules: rules.berserk is Berserk.MAY_CAPTURE),
    ("moves [SQUARE]", "list the legal moves, of one piece or of all", None),
    ("why MOVE", "say why a move is illegal, or what it would do", None),
    ("hint", "suggest a move, with the score of the position", None),
    ("undo", "take back your last move", None),
    ("board", "draw the board again", None),
    ("rules", "print the rules in words", None),
    ("save FILE", "write the game to a file, .otg or .json", None),
    ("quit", "leave", None),
)
"""What can be typed, what it does, and what the ruleset must have for it."""


def _format_help(rules: Ruleset) -> str:
    return "\n".join(f"{typed:17} {does}" for typed, does, needed in _HELP if needed is None or needed(rules))


_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "attackers": ("you", "the computer"),
    "defenders": ("the computer", "you"),
    "both": ("the first player", "the second player"),
    "none": ("the first computer", "the second computer"),
}
"""The players of a match; the first plays the attackers in the first game."""


@command(
    "play",
    __doc__,
    *POSITION,
    option(
        "--side",
        "the sides that people play (default: both, or attackers if an opponent is given)",
        choices=tuple(_SIDES),
    ),
    shared("--player", "the computer's player (default: alphabeta:level=3)"),
    option("--level N", "the level of the computer, from 1 to 10", type=between(min(LEVELS), max(LEVELS))),
    shared("--seconds", "the time of the computer for a move"),
    shared("--jobs", "the number of processes that search for a move; 0: one per core"),
    "--evaluation",
    shared("--games", "how many games, with the sides swapped after each", type=between(1, MAX_GAMES), default=1),
    option("--lot", "draw lots for the sides"),
    shared("--seed", "make the computer's moves, the lots and the die reproducible", default=None),
    shared("--output", "the file to write the game to at the end, .otg or .json; several games: .json"),
    "--force",
    *DRAWING,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play until the player leaves, or until the game is over if the computer plays both sides."""
    if options.what == "-":
        raise CommandError("standard input has the moves: a position or a record to play on stands in a file")
    chance = Random(options.seed)
    rules, begin, comment = _choose_start(chance, options)
    if comment:
        console.line(f"{comment}\n")
    if options.side is None:
        alone = options.player is None and options.level is None and options.seconds is None
        options.side = "both" if alone else "attackers"
    people = _SIDES[options.side]
    opponent = _Opponent(options)
    if options.games > 1:
        return _play_match(rules, begin, chance, opponent, options, console)
    if options.lot and len(people) == 1:
        attackers, _ = draw_sides(_NAMES[options.side], chance)
        people = _SIDES["attackers" if attackers == "you" else "defenders"]
    session = _TerminalGame(begin(), people, opponent, chance, options, console)
    if options.output is not None:
        # A game that cannot be saved is not started.
        _write_record(options.output, session.game)
        check_free(Path(options.output), force=options.force)
    try:
        session.play()
    finally:
        if options.output is not None:
            console.line(session.save(options.output))
    return 0


def _choose_start(chance: Random, options: argparse.Namespace) -> tuple[Ruleset, Callable[[], Position], str]:
    """Return what to play, where each game begins, and the comment before that; the first side is drawn if the rules
    leave it to the lot."""
    options.what = options.what or _RULESET
    if options.turn is None and is_ruleset(options.what):
        rules = find_rules(options.what)
        if rules.first is None:
            return rules, lambda: _draw_start(rules, chance, options), ""
    position, subject = find_position(options)
    return position.ruleset, lambda: position, subject.comment


def _draw_start(rules: Ruleset, chance: Random, options: argparse.Namespace) -> Position:
    return find_position(argparse.Namespace(**{**vars(options), "turn": draw_first(rules, chance)}))[0]


class _Opponent:
    """The computer's player, as the options describe it.

    Raises:
        ArgumentValueError: the options describe no player.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.named = read_player(options.player or _OPPONENT, options.evaluation)
        self._said: dict[str, int | float] = {}
        if options.level is not None:
            self._said["level"] = options.level
        elif options.player is None and options.seconds is None:
            self._said["level"] = _LEVEL
        if options.seconds is not None:
            self._said["seconds"] = options.seconds
        if (jobs := number_of(options.jobs)) > 1:
            self._said["jobs"] = jobs
        self._seeds = Random(options.seed)
        self._limit: Limit | None = None
        if is_engine(self.named.text):
            # An engine takes the time of a move, and none of the other options.
            self._limit = Limit(seconds=self._said.pop("seconds", _ENGINE_SECONDS))
        self.named.player(limit=self._limit, **self._said)

    def players(self, people: Collection[Side]) -> dict[Side, Player]:
        """Return new players, with other seeds each time, for the sides that people do not play."""
        seeds = {side: self._seeds.getrandbits(32) for side in Side}
        return {side: self._make_player(seeds[side]) for side in Side if side not in people}

    def _make_player(self, seed: int) -> Player:
        seeded = self._limit is not None or "seed=" in self.named.text
        player_options = self._said if seeded else {**self._said, "seed": seed}
        return self.named.player(limit=self._limit, **player_options)

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self._said.items())
        apart = "," if ":" in self.named.text else ":"
        return f"{self.named.text}{apart}{options}" if options else self.named.text


def _play_match(
    rules: Ruleset,
    begin: Callable[[], Position],
    chance: Random,
    opponent: _Opponent,
    options: argparse.Namespace,
    console: Console,
) -> int:
    """Play several games with the sides swapped, until the player leaves."""
    names = _NAMES[options.side]
    match = Match(ruleset=rules, players=draw_sides(names, chance) if options.lot else names, length=options.games)
    if options.output is not None:
        check_target(options.output, (".json",), "a match", force=options.force)
        json.format_match(match)
    try:
        while not match.is_over:
            sides = match.sides()
            console.line(
                f"Game {match.number + 1} of {match.length}: {sides[Side.ATTACKERS]} the attackers, "
                f"{sides[Side.DEFENDERS]} the defenders."
            )
            people = _SIDES[options.side]
            if len(people) == 1:
                people = tuple(side for side in Side if sides[side] == "you")
            session = _TerminalGame(begin(), people, opponent, chance, options, console)
            session.play(to_the_end=True)
            tags = {side.value: name for side, name in sides.items()}
            match = match.add(evolve(session.game, tags=tags))
            if not session.is_over:
                break
            console.line(f"{match}\n")
    finally:
        if options.output is not None:
            write_file(Path(options.output), json.format_match(match).encode(), force=options.force)
            console.line(f"the match was saved to {options.output}")
    return 0


def _write_record(path: str, game: Game) -> tuple[str, tuple[Loss, ...]]:
    """Return the record of a game as the file has it, and its losses."""
    (converted,) = convert_games([game], FORMATS[suffix_of(path, _RECORDS, "a game")])
    if converted.text is None:
        raise CommandError(f"{path}: {converted.error}")
    return converted.text, converted.losses


class _TerminalGame:
    """A game on the terminal between people and the computer.

    Arguments:
        start: where it begins.
        people: the sides that people play.
        opponent: the computer's player, for the other sides.
        chance: what rolls the die.
        options: those of the command.
        console: where it is shown.
    """

    def __init__(
        self,
        start: Position,
        people: Collection[Side],
        opponent: _Opponent,
        chance: Random,
        options: argparse.Namespace,
        console: Console,
    ) -> None:
        self._table = table = Table(Game.from_position(start), chance=chance, branching=False)
        self._opponent = opponent
        self._computers = opponent.players(people)
        self._searcher = Searcher(evaluation=opponent.named.evaluation, jobs=number_of(options.jobs))
        self._options = options
        self._console = console
        self._saved: set[Path] = set()  # the files that this game was saved to
        commands: Mapping[str, Answer] = {
            "help": lambda _: _format_help(start.ruleset),
            "silent": lambda text: self._play_move(text, announce=False) if text else table.keep_silent(),
            "roll": lambda _: self._roll_die(),
            "stop": lambda _: table.stop(),
            "moves": lambda text: _list_moves(table.position, Square.parse(text) if text else None),
            "why": lambda text: explain_move(table.position, text),
            "hint": lambda _: self._give_hint(),
            "undo": lambda _: table.take_back(past=self._computers),
            "board": lambda _: self._draw(),
            "rules": lambda _: describe(start.ruleset),
            "save": self.save,
            "quit": lambda _: False,
        }
        self._dialog = Dialog(console, commands, self._play_move)

    @property
    def game(self) -> Game:
        """The record of the game so far."""
        return self._table.game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._table.is_over

    def play(self, *, to_the_end: bool = False) -> None:
        """Continue until the player leaves or, if requested, until the game is over."""
        alone = len(self._computers) == len(Side)
        if self._computers:
            who = "both sides" if alone else f"the {next(iter(self._computers))}"
            self._console.line(f"The computer plays {who} ({self._opponent}).")
        if not alone:
            self._console.line("Type a move such as d1-d3, or help.")
        self._console.line()
        self._draw()
        while True:
            while not self.is_over and self._table.position.turn in self._computers:
                self._console.line(self._answer())
                self._draw()
            if alone or (to_the_end and self.is_over):
                return
            before = self._table.position
            if self._dialog.take("game over> " if self.is_over else f"{before.turn}> ") is not None:
                return
            if self._table.position is not before:
                self._draw()

    def _answer(self) -> str:
        """Let the computer move or roll, and return what it did in words."""
        position = self._table.position
        side = position.turn
        move = self._computers[side].choose(position)
        if move is None:
            return f"the {side} roll: {self._roll_die()}"
        self._table.play(move)
        if move == Move.PASS:
            return f"the {side} pass"
        return f"the {side} " + (f"stop on {move.origin}" if move.is_stop else f"play {move}")

    def _play_move(self, line: str, announce: bool = True) -> None:
        """Play a move, if requested without announcing a way out for the king."""
        try:
            self._table.play(read_move(line), announce=announce)
        except IllegalMoveError as error:
            hint = " (type roll)" if error.reason is Illegality.MUST_ROLL else ""
            raise CommandError(f"{error}{hint}") from None

    def _roll_die(self) -> str:
        """Roll the die for the king, and return what it shows in words."""
        self._table.roll()
        position = self._table.position
        free = any(position.board[move.origin].kind is Kind.KING for move in position.legal_moves())
        return f"the die shows {position.roll_pending}" + (
            "" if free else ": too little for the king, so the men move as usual"
        )

    def _give_hint(self) -> str:
        position = self._table.position
        if position.outcome is not None:
            raise CommandError("the game is over")
        analysis = self._searcher.analyse(position, _HINT)
        best = analysis.best
        move = "roll" if best is None else str(best)
        if best is not None and best.is_stop and best != Move.PASS:
            move = f"stop on {best.origin}"
        return f"hint for the {position.turn}: {move} ({analysis.score})"

    def save(self, path: str) -> str:
        """Write the game to a file, and say so; a file that it was saved to before is overwritten.

        Raises:
            CommandError: the file cannot be written, or exists already.
        """
        if not path:
            raise CommandError("name a file, as in: save game.otg")
        file = Path(path).absolute()
        text, lost = _write_record(path, self.game)
        write_file(Path(path), text.encode(), force=self._options.force or file in self._saved)
        self._saved.add(file)
        said = f"the game was saved to {path}"
        if any(loss.what == "rules" for loss in lost):
            said += f"\nlost in it: {printable(', '.join(map(str, lost)))}; read it with --variant"
        return said

    def _draw(self) -> None:
        draw(self._table.position, self._table.last, self._options, self._console)
        self._console.line()


def _list_moves(position: Position, origin: Square | None) -> str:
    """Return the legal moves, from one square or all, a line for each piece."""
    targets: dict[Square, list[str]] = {}
    for move in sorted(position.legal_moves()):
        if origin is None or move.origin == origin:
            target = str(move) if move == Move.PASS else "stop" if move.is_stop else move.target.name
            targets.setdefault(move.origin, []).append(target)
    if not targets:
        return "there is no legal move" + ("" if origin is None else f" from {origin}")
    return "\n".join(f"{square}: {' '.join(names)}" for square, names in targets.items())
