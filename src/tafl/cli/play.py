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
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from attrs import evolve

from hnefatafl.board import Illegality, Move, Side, Square
from hnefatafl.describe import describe
from hnefatafl.errors import HnefataflError, IllegalMoveError, NotationError
from hnefatafl.notation import json
from hnefatafl.notation.convert import Loss, convert_games
from hnefatafl.play import Position
from hnefatafl.records import Game, Match, draw_first, draw_sides
from hnefatafl.rules import Berserk, Call, Passing, Ruleset
from hnefatafl.search import Limit, Player, Searcher
from hnefatafl.support.texts import printable
from tafl.cli.console import CommandError, Console
from tafl.cli.evaluations import read_player
from tafl.cli.files import check_free, suffix_of, write_file
from tafl.cli.options import DRAWING, POSITION, command, games, level, number_of, option, shared
from tafl.cli.rulesets import find_rules
from tafl.cli.session import Session, read_move
from tafl.cli.show import draw
from tafl.cli.sources import FORMATS
from tafl.cli.subject import find_position, is_ruleset
from tafl.engine import is_engine

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
_LONGEST: Final = 1000


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
    option("--level N", "the level of the computer, from 1 to 10", type=level),
    shared("--seconds", "the time of the computer for a move"),
    shared("--jobs", "the number of processes that search for a move; 0: one per core"),
    "--evaluation",
    shared("--games", "how many games, with the sides swapped after each", type=games, default=1),
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
    session = Session(begin(), opponent.players(people), chance)
    if options.output is not None:
        # A game that cannot be saved is not started.
        _write_record(options.output, session.game)
        check_free(Path(options.output), force=options.force)
    table = _Table(session, people, opponent, options, console)
    try:
        table.play()
    finally:
        if options.output is not None:
            table.save(options.output)
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
        suffix_of(options.output, (".json",), "a match")
        json.format_match(match)
        check_free(Path(options.output), force=options.force)
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
            session = Session(begin(), opponent.players(people), chance)
            _Table(session, people, opponent, options, console).play(to_the_end=True)
            tags = {side.value: name for side, name in sides.items()}
            match = match.add(evolve(session.game, tags=tags))
            if session.position.outcome is None:
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


class _Table:
    """Reads the commands of the player and shows the results."""

    def __init__(
        self,
        session: Session,
        people: Collection[Side],
        opponent: _Opponent,
        options: argparse.Namespace,
        console: Console,
    ) -> None:
        self._session = session
        self._people = people
        self._opponent = opponent
        self._searcher = Searcher(evaluation=opponent.named.evaluation, jobs=number_of(options.jobs))
        self._options = options
        self._console = console
        self._left = False
        self._saved: set[Path] = set()  # the files that this game was saved to
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": lambda _: console.line(_format_help(session.position.ruleset)),
            "silent": self._keep_silent,
            "roll": lambda _: self._roll_die(),
            "stop": lambda _: self._stop(),
            "moves": lambda text: console.line(session.moves(Square.parse(text) if text else None)),
            "why": lambda text: console.line(session.why(read_move(text))),
            "hint": lambda _: self._give_hint(),
            "undo": lambda _: self._undo(),
            "board": lambda _: self._draw(),
            "rules": lambda _: console.line(describe(session.position.ruleset)),
            "save": self.save,
            "quit": lambda _: self._leave(),
        }

    def play(self, *, to_the_end: bool = False) -> None:
        """Continue until the player leaves or, if requested, until the game is over."""
        others = [side for side in Side if side not in self._people]
        if others:
            who = "both sides" if len(others) == 2 else f"the {others[0]}"
            self._console.line(f"The computer plays {who} ({self._opponent}).")
        if self._people:
            self._console.line("Type a move such as d1-d3, or help.")
        self._console.line()
        self._draw()
        while not self._left:
            while self._session.waiting:
                self._console.line(self._session.answer())
                self._draw()
            if self._session.alone or (to_the_end and self._session.position.outcome is not None):
                return
            line = self._read()
            if line is None:
                return
            if line.strip():
                self._answer(line.strip())

    def _read(self) -> str | None:
        """Return the next line of input, or None at its end."""
        over = self._session.position.outcome is not None
        stdin = sys.stdin
        self._console.out.flush()
        if stdin is None:
            return None
        try:
            if not stdin.isatty():
                return stdin.readline(_LONGEST) or None
            return input("game over> " if over else f"{self._session.position.turn}> ")
        except EOFError:
            self._console.line()
            return None
        except UnicodeDecodeError:
            raise CommandError("<stdin>: not a text in UTF-8") from None

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            else:
                self._play_move(line)
        except NotationError as error:
            self._console.line(f"{error}\n(help lists the commands)")
        except (CommandError, HnefataflError) as error:
            self._console.line(str(error))

    def _play_move(self, line: str, announce: bool = True) -> None:
        try:
            self._session.play(read_move(line), announce=announce)
        except IllegalMoveError as error:
            hint = " (type roll)" if error.reason is Illegality.MUST_ROLL else ""
            raise CommandError(f"{error}{hint}") from None
        self._draw()

    def _keep_silent(self, line: str) -> None:
        if line:
            self._play_move(line, announce=False)
        else:
            self._session.keep_silent()
            self._draw()

    def _roll_die(self) -> None:
        self._console.line(self._session.roll())
        self._draw()

    def _stop(self) -> None:
        self._session.stop()
        self._draw()

    def _give_hint(self) -> None:
        position = self._session.position
        if position.outcome is not None:
            raise CommandError("the game is over")
        analysis = self._searcher.analyse(position, _HINT)
        best = analysis.best
        move = "roll" if best is None else str(best)
        if best is not None and best.is_stop and best != Move.PASS:
            move = f"stop on {best.origin}"
        self._console.line(f"hint for the {position.turn}: {move} ({analysis.score})")

    def _undo(self) -> None:
        self._session.undo()
        self._draw()

    def save(self, path: str) -> None:
        """Write the game to a file; a file that it was saved to before is overwritten.

        Raises:
            CommandError: the file cannot be written, or exists already.
        """
        if not path:
            raise CommandError("name a file, as in: save game.otg")
        file = Path(path).absolute()
        text, lost = _write_record(path, self._session.game)
        write_file(Path(path), text.encode(), force=self._options.force or file in self._saved)
        self._saved.add(file)
        self._console.line(f"the game was saved to {path}")
        if any(loss.what == "rules" for loss in lost):
            self._console.line(f"lost in it: {printable(', '.join(map(str, lost)))}; read it with --variant")

    def _leave(self) -> None:
        self._left = True

    def _draw(self) -> None:
        draw(self._session.position, self._session.last, self._options, self._console)
        self._console.line()
