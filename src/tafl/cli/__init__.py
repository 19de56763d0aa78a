"""The command ``tafl``.

A command is declared in a module here: the help that ``tafl help COMMAND`` prints, and its options. What a command does
is also in the library:

* ``replay``: :func:`~hnefatafl.notation.validation.validate_games`; ``convert``: :mod:`hnefatafl.notation.convert`;
  ``explore``: :mod:`tafl.explorer`; ``infer``: :func:`~tafl.inference.infer_sets`;
  ``rules``: :mod:`hnefatafl.describe`; ``variants``: :mod:`hnefatafl.variants`; ``check``:
  :func:`hnefatafl.testing.check_ruleset`
* ``analyse``: :func:`~hnefatafl.search.analyse` and :func:`~hnefatafl.search.annotate`; ``solve``:
  :func:`~hnefatafl.search.solve` and :func:`~hnefatafl.notation.otn.puzzle`; ``puzzles``: :mod:`tafl.puzzles`;
  ``train``: :mod:`hnefatafl.search.train`; ``perft`` and ``playouts``: :mod:`hnefatafl.play`
* ``arena``: :func:`~tafl.arena.play_tournament`, whose files are those of :mod:`tafl.arena`; ``study``:
  :func:`~tafl.lab.study` and :func:`~tafl.lab.explore`; ``evolve``: :func:`~tafl.lab.evolve`;
  ``engine``: :func:`~tafl.engine.serve`; ``conformance``: :mod:`tafl.conformance`; ``bologna``:
  :mod:`tafl.engine.bologna_sockets`; ``join``: :mod:`tafl.engine.hnefatafl_org_sockets`; ``serve``: :mod:`tafl.web`

Players are those of :func:`tafl.engine.player`, and dialects those of :mod:`hnefatafl.notation.dialects`.

One word a thing, in all commands:

* What a command is about stands after its name: a ruleset, a position or a record, as far as the command takes it.
* A ruleset is a name or a file of rules: ``.toml`` or ``.json`` (see :mod:`hnefatafl.notation.json`), or ``.otn`` or
  ``.otr`` for OpenTafl's rules. ``--variant`` gives the rules of positions and records that do not name theirs.
* ``--game K`` is which game of a file, ``--games N`` how many games, ``--plies N`` how long a game may be.
* ``--moves`` are played first, ``--turn`` is the side to move, ``--roll`` what the die shows.
* ``--player`` is who chooses the moves and ``--evaluation`` a file that ``tafl train`` has made.
* ``--seconds``, ``--nodes`` and ``--depth`` limit a search.
* ``--from`` and ``--to`` are dialects.
* ``-o`` or ``--output`` is the file to write; what is written follows from its suffix.

A file is written whole or not at all, and replaces another only with ``--force``. On a terminal and in messages,
control characters from files are replaced; in JSON they are escaped.

The exit status is 0 for success; 1 if a record (or a move of ``--moves``) is illegal, with ``replay`` if a record
differs from the rules in any way (unless ``--report-only`` is given), with ``convert`` if a game was refused, with
``solve`` if no win is proved, with ``infer`` if a best ruleset contradicts more than a tenth of its games, with
``arena`` if so many players failed that no strength was measured, with ``train`` if nothing was learned,
with ``check`` if anything is wrong, with ``join`` if a game could not be followed or a challenge was not accepted, and
with ``conformance`` if an engine answers anything otherwise or fails; 2 for a usage error or unreadable input; 130
after an interrupt; 141 if the reader of the output has gone.

Colours are used on terminals. The environment variable ``NO_COLOR`` turns them off and ``FORCE_COLOR`` turns them on
elsewhere; ``--color`` overrides both.

>>> main(["show", "brandubh", "--ascii", "--moves", "d1-c1"])
brandubh, after 1 ply: d1-c1
<BLANKLINE>
7 <.> .  .  t  .  . <.>
6  .  .  .  t  .  .  .
5  .  .  .  T  .  .  .
4  t  t  T [K] T  t  t
3  .  .  .  T  .  .  .
2  .  .  .  t  .  .  .
1 <.> .  t  .  .  . <.>
   a  b  c  d  e  f  g
<BLANKLINE>
t 8 attackers   T 4 defenders   K king   [ ] throne   < > corners
defenders to move, 23 legal moves
0
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from io import StringIO
from typing import Final, TextIO

from hnefatafl.support.build_hash import COMPILED
from hnefatafl.support.errors import HnefataflError, UnknownVariantError
from tafl.cli.console import CommandError, Console
from tafl.cli.options import read

_NEXT: Final = """\
tafl: rules, positions and records of the tafl board games.

  tafl variants             list the games
  tafl show brandubh        show the start layout of a game
  tafl rules brandubh       print the rules of a game
  tafl play brandubh        play a game, against another person or the computer
  tafl analyse brandubh     find the best moves of a position
  tafl replay FILES         replay game records under the rules
  tafl convert FILES --to DIALECT
                            write records in another dialect

tafl --help lists everything; tafl help COMMAND explains a command."""
_UNCOMPILED: Final = "The kernel is not compiled: tafl --version says what that means."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; errors are written to standard error.

    >>> main(["variants", "diff", "magpie", "brandubh"])
    How magpie differs from brandubh:
      king: middleweight instead of strong-near-throne
      encirclement: no instead of yes
      speed.king: 1 instead of any distance
      repetition.consequence: draw instead of defenders-lose
    0

    Arguments:
        argv: the arguments, or None for those of the process.
    """
    # A stream that was closed before the process began is None.
    console = Console(sys.stdout or StringIO(), sys.stderr or StringIO())
    try:
        with console.telling_warnings():
            status = _run(sys.argv[1:] if argv is None else argv, console)
        console.out.flush()
    except BrokenPipeError:
        _hush(sys.stdout)
        status = 141
    except KeyboardInterrupt:
        console.done()
        status = 130
    except OSError as error:
        console.error(f"cannot write: {error.strerror or error}")
        _hush(sys.stdout)
        status = 2
    if console.deaf:
        _hush(sys.stderr)
    return status


def _run(argv: Sequence[str], console: Console) -> int:
    name = ""
    try:
        command, options = read(argv)
        if command is None:
            console.line(_NEXT if COMPILED else f"{_NEXT}\n{_UNCOMPILED}")
            return 0
        name = command.name
        with console.telling_log() if options.verbose else nullcontext():
            return command.run(options, console)
    except CommandError as error:
        # Status 1 is about a record, which no help explains.
        if error.status == 2:
            console.fault(str(error), name)
        else:
            console.error(str(error))
        return error.status
    except UnknownVariantError as error:
        console.error(f"{error} (tafl variants lists the names)")
        return 2
    except HnefataflError as error:
        console.fault(str(error), name)
        return 2
    except MemoryError:
        console.error("there is not enough memory for this")
        return 2
    except SystemExit as leave:
        # argparse ends in this way after --help and --version.
        return leave.code if isinstance(leave.code, int) else 0


def _hush(stream: TextIO) -> None:
    """Discard output that is still buffered, so that the interpreter does not complain when it exits."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
