"""Small faults, each of which breaks a rule or a promise of the library, and the named tests that notice them.

    python tests/mutants.py [--find] [NAME ...]

plants the faults (mutants), all of them or those with these names or in these packages (``arena``), one at a time, runs
the tests that should fail, and prints the faults that survive; it exits with 1 if more than 5 in 100 do. With
``--find`` it runs all tests of some files on each instead and prints those that fail, to choose from for a new fault.
All of them take about three minutes of one core. The faults of the kernel are in this file, all others in
``faults.py``. Tests that need an extra look for some of them, so all extras have to be installed.

Only named tests run: none draws its examples by Hypothesis, and none reads the real records. Faults of modules that are
compiled run uncompiled, on a copy of the sources. The test files are imported once; each fault is planted in a process
forked from there, where the functions of the changed module get the code of the changed source. A fault outside of
functions, such as in a ruleset or a table of words, is planted in a process that imports the changed source.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from inspect import CO_OPTIMIZED
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NoReturn

import pytest
from faults import FAULTS, SOURCES, TESTS, Mutant, source_of, test_file

FILES: Final = ["hnefatafl/kernel/test_forts.py", "hnefatafl/kernel/test_options.py", "test_text_cases.py"]
"""Where the named tests of the rules are."""
SURVIVORS: Final = 0.05
"""Which part of the faults may survive."""
SECONDS: Final = 60
"""After so long a fault that lets a test run on and on is taken to be noticed."""
OUT_OF_REACH: Final = 3
"""The exit status of a process that could not give a function of its module other code."""

MUTANTS: Final = [
    # What captures, and against what.
    Mutant(
        "empty-squares", "captures",
        "return t.hostile[q] & victim != 0",
        "return t.always[q] & victim != 0",
        "a hostile square captures while it is empty",
        "hnefatafl/kernel/test_options.py::test_corners",
    ),
    Mutant(
        "filled-squares", "captures",
        "return occupant & partners != 0 or t.always[q] & victim != 0",
        "return occupant & partners != 0",
        "some squares are enemies whatever stands there",
        "hnefatafl/kernel/test_options.py::test_zone_hostile_always",
    ),
    Mutant(
        "blunt-anvils-around-the-king", "captures",
        "partners = t.anvil & ATTACKERS\n    if how",
        "partners = ATTACKERS\n    if how",
        "who does not capture by standing holds no king",
        "hnefatafl/kernel/test_options.py::test_who_holds_the_king",
    ),
    Mutant(
        "three-sides", "captures",
        "return n >= 3",
        "return n >= 2",
        "a king of three sides does not fall between two",
        "hnefatafl/kernel/test_options.py::test_king",
    ),
    Mutant(
        "four-sides-of-three", "captures",
        "return n >= 3",
        "return n > 3",
        "a man of three sides falls to three",
        "hnefatafl/kernel/test_options.py::test_three_captors",
    ),
    Mutant(
        "safe-edge", "captures",
        "return how & SAFE != 0",
        "return False",
        "where the edge is safe, the king is not captured there",
        "hnefatafl/kernel/test_options.py::test_edge_capture",
    ),
    Mutant(
        "lone-king", "captures",
        "if how & LONE == 0:",
        "if True:",
        "a ruleset may say that only a king without men is captured at the edge",
        "hnefatafl/kernel/test_options.py::test_a_king_without_men_is_captured_at_the_edge",
    ),
    Mutant(
        "last-man", "captures",
        "if (taken == 0 or t.special[king] & LONE == 0) and king_taken(t, cells, king, to):",
        "if king_taken(t, cells, king, to):",
        "a king is not alone whose last man falls by the same move",
        "hnefatafl/kernel/test_options.py::test_a_man_who_falls_by_the_same_move_is_still_with_his_king",
    ),
    Mutant(
        "pair-on-a-safe-edge", "captures",
        "if not t.joint or t.special[king] & (SAFE | LONE) != 0:",
        "if not t.joint or t.special[king] & SAFE != 0:",
        "a king with a man is not captured at the edge where only a king without men is",
        "hnefatafl/kernel/test_options.py::test_both_at_the_edge",
    ),
    Mutant(
        "weak-king-between", "captures",
        "return threatens(t, cells, king + king - target, KING, partners)  # the square opposite",
        "return True",
        "a weak king falls between two enemies, not to one",
        "hnefatafl/kernel/test_options.py::test_king",
    ),
    Mutant(
        "the-last-of-four", "captures",
        "if q != target and not threatens(t, cells, q, piece, partners):",
        "if not threatens(t, cells, q, piece, partners):",
        "who arrives closes the circle though he captures by moving only",
        "hnefatafl/kernel/test_options.py::test_who_holds_the_king",
    ),
    Mutant(
        "the-last-of-three", "captures",
        "if q == target or threatens(t, cells, q, piece, partners):",
        "if threatens(t, cells, q, piece, partners):",
        "who arrives is one of the three though he captures by moving only",
        "hnefatafl/kernel/test_options.py::test_who_holds_the_king",
    ),
    Mutant(
        "guards-that-never-fall", "captures",
        "return t.guards_fall and surrounded(",
        "return surrounded(",
        "a ruleset may say that guards never fall",
        "hnefatafl/kernel/test_options.py::test_guard_capture",
    ),
    Mutant(
        "piercing-the-throne", "captures",
        "t.piercing == 0 or t.special[king] & SEAT != 0:",
        "t.piercing == 0:",
        "nobody pierces the king on his throne",
        "hnefatafl/kernel/test_options.py::test_piercing",
    ),
    Mutant(
        "piercing-by-one", "captures",
        "if cells[target] & t.piercing == 0 or",
        "if",
        "both of the pair must be commanders or knights",
        "hnefatafl/kernel/test_options.py::test_a_pair_pierces",
    ),
    Mutant(
        "piercing-by-the-other", "captures",
        "partner & t.piercing & t.anvil & ATTACKERS != 0",
        "partner & t.anvil & ATTACKERS != 0",
        "both of the pair must be commanders or knights",
        "hnefatafl/kernel/test_options.py::test_a_pair_pierces",
    ),
    Mutant(
        "piercing-against-the-unarmed", "captures",
        "partner & t.piercing & t.anvil & ATTACKERS != 0",
        "partner & t.piercing & ATTACKERS != 0",
        "the other of the pair must capture by standing",
        "hnefatafl/kernel/test_options.py::test_a_pair_pierces",
    ),
    Mutant(
        "piercing-at-any-square", "captures",
        "t.special[beyond] & PIERCES != 0 and t.hostile",
        "t.hostile",
        "only a corner stands for one of the pair",
        "hnefatafl/kernel/test_options.py::test_zone_pierces",
    ),
    Mutant(
        "walking-in-unharmed", "captures",
        "if piece & t.walk_in and taken",
        "if False and taken",
        "who steps between two enemies falls",
        "hnefatafl/kernel/test_options.py::test_walk_in",
    ),
    Mutant(
        "walking-between-the-unarmed", "captures",
        "    partners = t.anvil & (DEFENDERS if man & ATTACKERS else ATTACKERS)\n    if",
        "    partners = DEFENDERS if man & ATTACKERS else ATTACKERS\n    if",
        "both enemies capture by standing",
        "hnefatafl/kernel/test_options.py::test_who_falls_by_walking_in",
    ),
    Mutant(
        "walking-in-as-a-guard", "captures",
        "    if man & (GUARDS | t.three) != 0:\n        return tough",
        "    if man & t.three != 0:\n        return tough",
        "a guard falls when surrounded",
        "hnefatafl/kernel/test_options.py::test_who_falls_by_walking_in",
    ),
    Mutant(
        "barring-nobody", "captures",
        "if man & t.no_walk_in == 0 or q == to:",
        "if True:",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "barring-who-captures-the-king", "captures",
        "return taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) == 0 and walks_in(",
        "return walks_in(",
        "who captures the king may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_kings_and_walking_in",
    ),
    Mutant(
        "listing-barred-moves", "captures",
        "return end if own & t.no_walk_in == 0 else keep_unbarred(",
        "return end if True else keep_unbarred(",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "moving-by-barred-moves-alone", "captures",
        "    if own & t.no_walk_in == 0:\n        return movable(",
        "    if True:\n        return movable(",
        "a barred move is none",
        "hnefatafl/kernel/test_options.py::test_who_can_only_walk_in_has_no_move",
    ),
    Mutant(
        "going-on-between-enemies", "captures",
        "if may_continue(t, cells, king, q, to) and not barred(t, cells, king, q, to):",
        "if may_continue(t, cells, king, q, to):",
        "no berserk turn goes on between two enemies",
        "hnefatafl/kernel/test_options.py::test_walking_in_goes_before_forced_captures_and_berserk_turns",
    ),
    Mutant(
        "barred-moves-to-some-squares", "play",
        "    if own & t.no_walk_in != 0:\n        end = keep_unbarred(",
        "    if False:\n        end = keep_unbarred(",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "asking-for-a-barred-move", "play",
        ", q, to, step) or barred(t, cells, king, q, to):",
        ", q, to, step):",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "rolling-for-a-barred-move", "play",
        "            if own & t.no_walk_in != 0:\n                end = keep_unbarred(t, cells, king, out, 0, end)\n",
        "",
        "a roll that allows only barred moves costs the turn",
        "hnefatafl/kernel/test_options.py::test_who_can_only_walk_in_has_no_move",
    ),
    Mutant(
        "drawing-a-barred-move", "tables",
        " or self.no_walk_in != 0\n",
        "\n",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "reaching-a-barred-square", "queries",
        "    end = keep_unbarred(t, cells, king, out, 0, end)\n",
        "",
        "nobody reaches a square by a barred move",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "reached-by-a-barred-move", "queries",
        "        if not barred(t, cells, king, q, to):\n",
        "        if True:\n",
        "nobody reaches a square by a barred move",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "counting-barred-moves", "queries",
        "    if own & t.no_walk_in == 0:\n        return count(",
        "    if True:\n        return count(",
        "a barred move is none",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "why-a-move-is-barred", "reasons",
        "    if barred(t, cells, king, q, to):\n",
        "    if False:\n",
        "no man may step between two enemies",
        "hnefatafl/kernel/test_options.py::test_no_walk_in",
    ),
    Mutant(
        "walking-in-and-going-on", "verdict",
        " and taken & MOVER_FALLS == 0\n",
        "\n",
        "who has fallen does not go on",
        "hnefatafl/kernel/test_options.py::test_walking_in_ends_the_game",
    ),
    Mutant(
        "the-last-attacker-walks-in", "verdict",
        "        if taken & MOVER_FALLS != 0 and _too_few(t, cells, ATTACKERS, t.fewest_attackers):\n",
        "        if False:\n",
        "attackers who walk in may become too few",
        "hnefatafl/kernel/test_options.py::test_walking_in_ends_the_game",
    ),
    Mutant(
        "the-last-defender-walks-in", "verdict",
        "if taken & MOVER_FALLS != 0 and _too_few(t, cells, DEFENDING_MEN",
        "if False and _too_few(t, cells, DEFENDING_MEN",
        "defenders who walk in may become too few",
        "hnefatafl/kernel/test_options.py::test_walking_in_ends_the_game",
    ),
    Mutant(
        "the-last-man-outside-walks-in", "verdict",
        "asked = (t.whole and taken != 0) or (t.encirclement and taken & MOVER_FALLS != 0)",
        "asked = t.whole and taken != 0",
        "all are enclosed when the last man outside walks in",
        "hnefatafl/kernel/test_options.py::test_walking_in_ends_the_game",
    ),
    Mutant(
        "lines-with-gaps", "lines",
        "        n += 1\n        q += d\n",
        "        n += 1\n        q += d\n        if cells[q] == 0:\n            q += d\n",
        "the row between two enemies is unbroken",
        "hnefatafl/kernel/test_options.py::test_what_a_line_capture_takes",
    ),
    Mutant(
        "lines-and-guards", "lines",
        "cells[q] & foes & ~(GUARDS | t.three) != 0",
        "cells[q] & foes != 0",
        "a man who does not fall between two ends the row",
        "hnefatafl/kernel/test_options.py::test_what_a_line_capture_takes",
    ),
    Mutant(
        "lines-and-kings", "lines",
        "            if not t.king_line:\n                return held\n",
        "",
        "a king ends the row",
        "hnefatafl/kernel/test_options.py::test_what_a_line_capture_takes",
    ),
    Mutant(
        "lines-against-the-unarmed", "lines",
        "occupant & partners != 0 or",
        "occupant != 0 or",
        "the other end is held by a piece that captures by standing",
        "hnefatafl/kernel/test_options.py::test_what_a_line_capture_takes",
    ),
    Mutant(
        "lines-against-some", "lines",
        "return t.hostile[q] & men == men",
        "return t.hostile[q] & men != 0",
        "the square behind the row is hostile to all its men",
        "hnefatafl/kernel/test_options.py::test_what_a_line_capture_takes",
    ),
    Mutant(
        "the-kings-line-of-three", "lines",
        "        if n > 2 and not t.line:\n            return held\n",
        "",
        "only one man falls beside the king",
        "hnefatafl/kernel/test_options.py::test_king_line_capture",
    ),
    Mutant(
        "lines-spare-forts", "fort",
        " or (t.line and self._taken_in_line(q, d))",
        "",
        "no man of a fort can fall in a row",
        "hnefatafl/kernel/test_options.py::test_lines_break_forts",
    ),
    Mutant(
        "lines-spare-rings", "ring",
        "            if _exposed_in_line(t, cells, marks, q, d, kinds):\n                return True\n",
        "            pass\n",
        "no man of a secure ring can fall in a row",
        "hnefatafl/kernel/test_options.py::test_lines_break_rings",
    ),
    Mutant(
        "linnaeus-from-afar", "captures",
        "        or king + target != 2 * victim  # else the division has rounded\n",
        "",
        "the man falls to who arrives right behind him",
        "hnefatafl/kernel/test_options.py::test_what_a_linnaean_capture_takes",
    ),
    Mutant(
        "linnaeus-off-the-throne", "captures",
        "        or t.special[king] & SEAT == 0\n",
        "",
        "the man falls against a king on his throne",
        "hnefatafl/kernel/test_options.py::test_what_a_linnaean_capture_takes",
    ),
    Mutant(
        "linnaeus-and-guards", "captures",
        "cells[victim] & DEFENDING_MEN & ~(GUARDS | t.three) == 0",
        "cells[victim] & DEFENDING_MEN == 0",
        "a guard does not fall between two",
        "hnefatafl/kernel/test_options.py::test_what_a_linnaean_capture_takes",
    ),
    Mutant(
        "linnaeus-and-an-open-side", "captures",
        "if king + d != victim and cells[king + d] & t.anvil & ATTACKERS == 0:",
        "if False:",
        "attackers hold the three other sides of the king",
        "hnefatafl/kernel/test_options.py::test_what_a_linnaean_capture_takes",
    ),
    Mutant(
        "joint-on-a-safe-edge", "captures",
        "if not t.joint or t.special[king] & (SAFE | LONE) != 0:",
        "if not t.joint:",
        "where the edge is safe, the king does not fall with another either",
        "hnefatafl/kernel/test_options.py::test_both_at_the_edge",
    ),
    Mutant(
        "joint-and-guards", "captures",
        "if man & GUARDS != 0 and not t.guards_fall:",
        "if False:",
        "guards that never fall do not fall with the king either",
        "hnefatafl/kernel/test_options.py::test_a_guard_who_never_falls_does_not_fall_with_the_king",
    ),
    Mutant(
        "joint-with-an-open-king", "captures",
        "cells[q] != WALL and not threatens(t, cells, q, KING, partners):",
        "False:",
        "every side of the king is held",
        "hnefatafl/kernel/test_options.py::test_both_are_surrounded",
    ),
    Mutant(
        "joint-with-an-open-protector", "captures",
        "cells[r] != WALL and not threatens(t, cells, r, man, partners):",
        "False:",
        "every side of the protector is held",
        "hnefatafl/kernel/test_options.py::test_both_are_surrounded",
    ),
    Mutant(
        "joint-at-the-edge", "captures",
        "if r != king and r != target and cells[r] != WALL and",
        "if r != king and r != target and",
        "beside the edge there is nothing to hold",
        "hnefatafl/kernel/test_options.py::test_both_at_the_edge",
    ),
    Mutant(
        "joint-from-elsewhere", "captures",
        "    if not touched:\n        return 0\n",
        "",
        "the capture is made by who arrives beside the two",
        "hnefatafl/kernel/test_options.py::test_joint_capture",
    ),
    Mutant(
        "joint-though-alone", "captures",
        "if adjacent(t, king, target) and king_taken(t, cells, king, target):",
        "if False:",
        "a king who is captured alone takes nobody with him",
        "hnefatafl/kernel/test_options.py::test_a_king_captured_alone_takes_nobody_with_him",
    ),
    Mutant(
        "hammers", "captures",
        "if meets(t, cells, to, foes) and piece & t.hammer:",
        "if meets(t, cells, to, foes):",
        "who does not capture by moving takes nothing",
        "hnefatafl/kernel/test_options.py::test_hammer",
    ),
    Mutant(
        "anvils", "captures",
        "elif threatens(t, cells, to + 2 * d, beside, t.anvil & ~foes):",
        "elif threatens(t, cells, to + 2 * d, beside, (ATTACKERS | DEFENDERS) & ~foes):",
        "who does not capture by standing helps to take nothing",
        "hnefatafl/kernel/test_options.py::test_anvil",
    ),
    Mutant(
        "tough-men", "captures",
        "elif beside & (GUARDS | t.three) != 0:",
        "elif beside & GUARDS != 0:",
        "a man of three sides does not fall between two",
        "hnefatafl/kernel/test_options.py::test_three_captors",
    ),
    Mutant(
        "turning-mercenaries", "captures",
        "man = cells[square]\n    cells[square] = t.turned[i64(man)]",
        "man = cells[square]\n    cells[square] = 0",
        "a captured mercenary changes sides",
        "test_text_cases.py::test_x22_a_mercenary_changes_sides",
    ),
    Mutant(
        "turning-mercenaries-of-a-row", "captures",
        "return KING_TAKEN\n    cells[square] = t.turned[i64(man)]",
        "return KING_TAKEN\n    cells[square] = 0",
        "a mercenary changes sides however he is captured",
        "hnefatafl/kernel/test_options.py::test_a_mercenary_in_a_wall_changes_sides",
    ),
    Mutant(
        "jumps-that-capture", "captures",
        "if piece & t.jumpers and t.jump[i64(piece)] == CAPTURING:\n        taken",
        "if piece & t.jumpers:\n        taken",
        "a commander takes nobody over whom he jumps",
        "hnefatafl/kernel/test_options.py::test_jumps",
    ),
    Mutant(
        "jumps-along-a-file", "captures",
        "gap != 2 * t.stride and gap != -2 * t.stride",
        "gap != 2 * t.stride",
        "a knight takes whom he jumps over in any direction",
        "hnefatafl/kernel/test_options.py::test_jumps",
    ),
    Mutant(
        "jumps-along-a-rank", "captures",
        "if gap != 2 and gap != -2 and",
        "if gap != 2 and",
        "a knight takes whom he jumps over in any direction",
        "hnefatafl/kernel/test_options.py::test_whom_a_jump_captures",
    ),
    Mutant(
        "jumps-over-guards", "captures",
        "if cells[over] & foes & ~GUARDS == 0:",
        "if cells[over] & foes == 0:",
        "a jump over a guard takes nothing",
        "hnefatafl/kernel/test_options.py::test_whom_a_jump_captures",
    ),
    Mutant(
        "extra-captures-of-the-king", "captures",
        "KING_TAKEN_BY_HOOK if attacker and square == king",
        "KING_TAKEN_BY_HOOK if square == king",
        "no side captures its own king",
        "hnefatafl/kernel/test_options.py::test_an_extra_capture_takes_enemies_only",
    ),
    Mutant(
        "extra-captures-of-friends", "captures",
        "if man & foes == 0:",
        "if man == 0:",
        "no side captures its own men",
        "hnefatafl/kernel/test_options.py::test_an_extra_capture_takes_enemies_only",
    ),
    Mutant(
        "captured-kings-stay", "captures",
        "    if man == KING:\n        return KING_TAKEN\n",
        "",
        "a captured king stays on the board",
        "hnefatafl/kernel/test_options.py::test_joint_capture",
    ),
    Mutant(
        "escaping-in-a-berserk-turn", "captures",
        "return t.berserk_escape if escapes else",
        "return",
        "a king who goes on may also leave, where a ruleset says so",
        "hnefatafl/kernel/test_options.py::test_berserk_escape",
    ),
    Mutant(
        "going-on-by-any-move", "captures",
        "else t.berserk == GO_ON",
        "else False",
        "where a ruleset says so, a piece goes on by any move",
        "hnefatafl/kernel/test_options.py::test_berserk",
    ),
    # Shieldwalls.
    Mutant(
        "a-wall-of-one", "shieldwall",
        "if n < 2:",
        "if n < 1:",
        "a wall has two men or more",
        "hnefatafl/kernel/test_options.py::test_a_wall_has_two_men",
    ),
    Mutant(
        "an-open-front", "shieldwall",
        "if front != target and not cells[front] & partners:",
        "if False:",
        "each man of the row has an enemy in front",
        "hnefatafl/kernel/test_options.py::test_a_wall_is_whole",
    ),
    Mutant(
        "an-open-end", "shieldwall",
        "return n if ends >= _HELD + _CLOSED else 0",
        "return n",
        "both ends of the row are held",
        "hnefatafl/kernel/test_options.py::test_a_wall_is_whole",
    ),
    Mutant(
        "two-corners", "shieldwall",
        "return n if ends >= _HELD + _CLOSED else 0",
        "return n if ends >= _CLOSED + _CLOSED else 0",
        "one end of the row at least is held by a man",
        "hnefatafl/kernel/test_options.py::test_which_corners_close_a_wall",
    ),
    Mutant(
        "a-harmless-corner", "shieldwall",
        "& CORNER != 0 and t.hostile[end] & men == men",
        "& CORNER != 0",
        "a corner holds an end if it is hostile to the row",
        "hnefatafl/kernel/test_options.py::test_which_corners_close_a_wall",
    ),
    Mutant(
        "a-corner-and-a-king", "shieldwall",
        "men |= cells[q] & ~KING",
        "men |= cells[q]",
        "a corner need not be hostile to the king, who survives",
        "hnefatafl/kernel/test_options.py::test_which_corners_close_a_wall",
    ),
    Mutant(
        "kings-in-a-row", "shieldwall",
        "if cells[square] & (KING | GUARDS) == 0]",
        "if cells[square] & GUARDS == 0]",
        "the king in a row survives",
        "hnefatafl/kernel/test_options.py::test_who_survives_in_a_wall",
    ),
    Mutant(
        "guards-in-a-row", "shieldwall",
        "if cells[square] & (KING | GUARDS) == 0]",
        "if cells[square] & KING == 0]",
        "a guard in a row survives",
        "hnefatafl/kernel/test_options.py::test_who_survives_in_a_wall",
    ),
    Mutant(
        "rows-to-the-east", "shieldwall",
        "            found = _with_row(t, cells, target + along, along, inward, target, foes, found)\n",
        "",
        "a piece that arrives between two rows closes both",
        "hnefatafl/kernel/test_options.py::test_two_walls_at_once",
    ),
    Mutant(
        "rows-to-the-west", "shieldwall",
        "            found = _with_row(t, cells, target - along, -along, inward, target, foes, found)\n",
        "",
        "a piece that arrives between two rows closes both",
        "hnefatafl/kernel/test_options.py::test_shieldwall",
    ),
    Mutant(
        "in-front-of-the-middle", "shieldwall",
        "            while cells[first - along] & foes:\n                first -= along\n",
        "",
        "without flanking a row is closed from before any of its men",
        "hnefatafl/kernel/test_options.py::test_shieldwall_from_the_front",
    ),
    # Forts.
    Mutant(
        "forts-inland", "fort",
        "    if t.special[king] & RIM == 0:\n        return False\n",
        "",
        "the king of a fort stands on the edge",
        "hnefatafl/kernel/test_forts.py::test_forts[a king amid the board]",
    ),
    Mutant(
        "forts-without-a-move", "fort",
        "if not _inside(t, marks, king) or not may_move(t, cells, king, reach(t, 0), 0):",
        "if not _inside(t, marks, king):",
        "the king of a fort can move",
        "hnefatafl/kernel/test_forts.py::test_forts[a king who cannot move]",
    ),
    Mutant(
        "forts-of-men-who-fall", "fort",
        "if len(weak) == 0:",
        "if True:",
        "no man of the wall can ever be captured",
        "hnefatafl/kernel/test_forts.py::test_forts[two attackers outside]",
    ),
    Mutant(
        "forts-against-nobody", "fort",
        "return self.kinds != 0",
        "return True",
        "a fort keeps attackers out, of whom there must be some",
        "hnefatafl/kernel/test_forts.py::test_a_fort_keeps_somebody_out",
    ),
    Mutant(
        "one-attacker-on-two-squares", "fort",
        " or (area == place and self.takers[area] <= seats)",
        "",
        "who arrives does not stand on the other side too",
        "hnefatafl/kernel/test_forts.py::test_forts[one attacker outside]",
    ),
    Mutant(
        "one-attacker-too-few", "fort",
        "self.takers[area] <= seats",
        "self.takers[area] < seats",
        "who arrives does not stand on the other side too",
        "hnefatafl/kernel/test_forts.py::test_forts[one attacker outside]",
    ),
    Mutant(
        "attackers-who-cannot-move", "fort",
        "_place(q)\n        if place == 0 or self.hammers[place] == 0 or self.movable[place] == 0:",
        "_place(q)\n        if place == 0 or self.hammers[place] == 0:",
        "attackers who cannot move take nobody",
        "hnefatafl/kernel/test_forts.py::test_forts[stuck attackers]",
    ),
    Mutant(
        "attackers-who-do-not-take", "fort",
        "_place(q)\n        if place == 0 or self.hammers[place] == 0 or self.movable[place] == 0:",
        "_place(q)\n        if place == 0 or self.movable[place] == 0:",
        "attackers who do not capture by moving break no fort",
        "hnefatafl/kernel/test_forts.py::test_attackers_who_do_not_capture[hammer]",
    ),
    Mutant(
        "attackers-who-do-not-hold", "fort",
        "if self.anvils[area] < seats or (",
        "if (",
        "attackers who do not capture by standing break no fort between them",
        "hnefatafl/kernel/test_forts.py::test_attackers_who_do_not_capture[anvil]",
    ),
    Mutant(
        "an-occupied-throne", "fort",
        "(self.t.always[q] if occupied else self.t.hostile[q]) & men",
        "self.t.hostile[q] & men",
        "a throne on which a man stands threatens nobody",
        "hnefatafl/kernel/test_forts.py::test_an_occupied_throne_is_no_hostile_square",
    ),
    Mutant(
        "men-of-three-sides-in-a-wall", "fort",
        "missing: i64 = 2 if three else 1",
        "missing: i64 = 1",
        "a man of three sides is not taken between two",
        "hnefatafl/kernel/test_forts.py::test_a_man_of_three_sides_in_the_wall",
    ),
    Mutant(
        "guards-in-a-wall", "fort",
        "if self.marks[q] & DEFENDING_MEN & ~GUARDS != 0:",
        "if self.marks[q] & DEFENDING_MEN != 0:",
        "a guard is not taken between two",
        "hnefatafl/kernel/test_forts.py::test_forts[a guard in the wall]",
    ),
    Mutant(
        "squares-to-cross", "fort",
        "(t.stop[to] | t.go[to]) & self.kinds != 0",
        "t.stop[to] & self.kinds != 0",
        "attackers come across squares where they may not stop",
        "hnefatafl/kernel/test_forts.py::test_where_attackers_may_not_stop",
    ),
    Mutant(
        "squares-where-none-stops", "fort",
        "return self.area[q] if self.cells[q] & ATTACKERS != 0 or self.t.stop[q] & self.kinds != 0 else 0",
        "return self.area[q]",
        "no man is taken from where no attacker may stop",
        "hnefatafl/kernel/test_forts.py::test_where_attackers_may_not_stop",
    ),
    Mutant(
        "leaping-captors", "fort",
        "leapt = jumpers != 0 and",
        "leapt = False and",
        "knights take a man of the wall by leaping over him",
        "hnefatafl/kernel/test_forts.py::test_forts[a knight captures a man before the room]",
    ),
    Mutant(
        "leaping-attackers", "fort",
        "if jumpers != 0 and self._overleaps(q, d, jumpers):",
        "if False:",
        "a leap over the wall is as good as a hole in it",
        "hnefatafl/kernel/test_forts.py::test_forts[a commander leaps in]",
    ),
    Mutant(
        "double-walls", "fort",
        "LEAPABLE == 0 or marks[q + 2 * d] & DEFENDING_MEN != 0:",
        "LEAPABLE == 0:",
        "nobody leaps over two men",
        "hnefatafl/kernel/test_forts.py::test_forts[a double wall]",
    ),
    Mutant(
        "areas-that-meet", "fort",
        "self._join(self.area[to], number)",
        "pass",
        "attackers from several places count together where they can meet",
        "hnefatafl/kernel/test_forts.py::test_attackers_who_come_out_of_a_camp_are_counted",
    ),
    # Rings.
    Mutant(
        "rings-around-the-king-alone", "ring",
        "if marks[q] & DEFENDING_MEN != 0 and (t.whole or _edge(t, marks, stack, came, q, 0) != 0):",
        "if False:",
        "a ring encloses all defenders",
        "hnefatafl/kernel/test_options.py::test_a_ring_is_around_all",
    ),
    Mutant(
        "leaping-out-of-a-ring", "ring",
        "    if t.jumpers & DEFENDERS != 0:",
        "    if False:",
        "who leaps can leave a ring",
        "hnefatafl/kernel/test_options.py::test_who_leaps_out_of_a_ring",
    ),
    Mutant(
        "leaping-over-commanders", "ring",
        "there & ATTACKERS & LEAPABLE != 0 and",
        "there & ATTACKERS != 0 and",
        "nobody leaps over a commander",
        "hnefatafl/kernel/test_options.py::test_who_leaps_out_of_a_ring",
    ),
    Mutant(
        "leaning-on-the-edge", "ring",
        "                if leaning:\n                    continue\n                return q\n",
        "                continue\n",
        "a ring that leans on the edge is none",
        "hnefatafl/kernel/test_options.py::test_a_ring_is_around_all",
    ),
    Mutant(
        "rings-apart", "ring",
        "and (t.whole or _edge(t, marks, stack, came, q, 0) != 0)",
        "and _edge(t, marks, stack, came, q, 0) != 0",
        "one ring is around the king and all others",
        "hnefatafl/kernel/test_options.py::test_whole_ring",
    ),
    Mutant(
        "rings-joined", "verdict",
        "asked = (t.whole and taken != 0) or",
        "asked = (t.whole and taken < 0) or",
        "a capture by the defenders joins what was parted",
        "hnefatafl/kernel/test_options.py::test_whole_ring",
    ),
    Mutant(
        "a-ring-at-the-corner", "ring",
        "if leaning and t.special[q] & GOAL != 0:",
        "if leaning and q < 0:",
        "a ring that leans on the edge has no corner inside",
        "hnefatafl/kernel/test_options.py::test_edge_ring",
    ),
    Mutant(
        "who-stands-on-the-escape", "ring",
        "    if t.leaning and t.special[target] & GOAL != 0:\n        return True\n",
        "",
        "who stands on the only square of escape closes a ring that leans on the edge",
        "hnefatafl/kernel/test_options.py::test_edge_ring",
    ),
    Mutant(
        "flanked-on-either-side", "fort",
        "if marks[q + d] == _INSIDE and (cells[q + across]",
        "if marks[q + d] != _INSIDE and (cells[q + across]",
        "a man of the wall is looked at from the inside",
        "hnefatafl/kernel/test_options.py::test_simple_fort",
    ),
    Mutant(
        "a-lone-attacker-breaks-walls", "fort",
        "    if attackers < 2:",
        "    if attackers < 1:",
        "a single attacker breaks no wall",
        "hnefatafl/kernel/test_options.py::test_simple_fort",
    ),
    Mutant(
        "twelve-attackers-move", "fort",
        "attackers >= _GUARDED",
        "attackers >= _GUARDED - 1",
        "twelve attackers cannot move and keep the corners closed",
        "hnefatafl/kernel/test_options.py::test_no_escape_by_numbers",
    ),
    Mutant(
        "free-squares-apart", "fort",
        "        if runs > 1:",
        "        if runs > 4:",
        "the free squares of a side lie beside one another",
        "hnefatafl/kernel/test_options.py::test_no_escape_by_numbers",
    ),
    Mutant(
        "shut-in-by-one-pair", "fort",
        "    if men < 2:\n",
        "    if men < 3:\n",
        "with two men the king is shut in by two pairs only",
        "hnefatafl/kernel/test_options.py::test_a_king_shut_in_cannot_escape",
    ),
    Mutant(
        "no-escape-before-the-limit", "play",
        "if status != 0 and status & ~SIDE != NO_ESCAPE:",
        "if status != 0:",
        "the limit of quiet moves is asked before",
        "hnefatafl/kernel/test_options.py::test_no_escape",
    ),
    Mutant(
        "repetition-after-captures-only", "mutable",
        "if self.t.repeats.bare and self._repeats_bare(q, to):",
        "if self.t.repeats.bare and q == to:",
        "boards are compared before the captures",
        "hnefatafl/kernel/test_options.py::test_repetition_before_captures",
    ),
    Mutant(
        "guards-in-a-ring", "ring",
        "return t.guards_fall and held == 4",
        "return held == 4",
        "guards that never fall make a ring secure",
        "hnefatafl/kernel/test_options.py::test_secure_ring",
    ),
    Mutant(
        "hostile-squares-alone", "ring",
        "other != _NOTHING and (one == _DEFENDER or other == _DEFENDER)",
        "other != _NOTHING",
        "a man between two hostile squares falls to nobody who does not arrive",
        "hnefatafl/kernel/test_options.py::test_what_makes_a_ring_secure",
    ),
    Mutant(
        "captures-along-a-file", "ring",
        " or _exposed_across(t, cells, marks, q, t.stride, kinds)",
        "",
        "a man of the ring falls along a file too",
        "hnefatafl/kernel/test_options.py::test_what_makes_a_ring_secure",
    ),
    Mutant(
        "three-sides-in-a-ring", "ring",
        "return held > 2 and arrives",
        "return held > 1 and arrives",
        "a man of three sides falls to three",
        "hnefatafl/kernel/test_options.py::test_what_makes_a_ring_secure",
    ),
    Mutant(
        "squares-inside-where-none-stops", "ring",
        "if marks[q] == _SEEN and (cells[q] != 0 or t.stop[q] & kinds != 0):",
        "if marks[q] == _SEEN:",
        "no man is taken from where no defender may stop",
        "hnefatafl/kernel/test_options.py::test_what_makes_a_ring_secure",
    ),
    Mutant(
        "diagonal-rings", "ring",
        "ring |= 8\n",
        "ring |= 0\n",
        "a ring may be closed cornerwise",
        "hnefatafl/kernel/test_options.py::test_encirclement",
    ),
    Mutant(
        "a-mercenary-on-the-path", "ring",
        "taken & MORE_TAKEN == 0 and not meets(t, cells, to, MERCENARIES)",
        "taken != 0",
        "a mercenary who changes sides stands in the king's way",
        "hnefatafl/kernel/test_options.py::test_a_mercenary_closes_a_ring_by_changing_sides",
    ),
    Mutant(
        "cutting-the-path", "ring",
        "if taken == 0 and self.known and not cuts(t, cells, to):",
        "if taken == 0 and self.known:",
        "who parts the squares around him can close a ring",
        "hnefatafl/kernel/test_options.py::test_encirclement",
    ),
    Mutant(
        "a-leaping-king", "ring",
        "            if cells[q] != 0:\n                self.known = False",
        "            if False:\n                self.known = False",
        "a king who leaps over the ring comes back into it by a leap only",
        "hnefatafl/kernel/test_options.py::test_a_ring_closes_behind_the_king",
    ),
    Mutant(
        "where-the-king-has-gone", "ring",
        "            self.marks[q] = self.number\n\n",
        "\n",
        "a ring closes behind a king who has gone there",
        "hnefatafl/kernel/test_options.py::test_a_ring_closes_behind_the_king",
    ),
    Mutant(
        "paths-of-moves-taken-back", "ring",
        "if self.found_at <= depth:",
        "if True:",
        "a way that a move has opened is closed when it is taken back",
        "hnefatafl/play/test_searchboard.py::test_a_ring_after_a_way_out_was_taken_back",
    ),
    Mutant(
        "detours", "ring",
        "if cells[to + step] & (ATTACKERS | WALL) == 0:\n                marks[to + step] = number",
        "pass",
        "a way out leads around who has stepped on it",
        "hnefatafl/kernel/test_options.py::test_a_ring_closes_on_a_way_around",
    ),
    # Moves.
    Mutant(
        "crossing", "generate",
        "n += 1\n            if to == last or not there & may_cross:",
        "n += 1\n            if to == last:",
        "no piece crosses a square that is closed to it",
        "hnefatafl/kernel/test_options.py::test_zone_cross",
    ),
    Mutant(
        "speed", "generate",
        "n += 1\n            if to == last or not there & may_cross:",
        "n += 1\n            if not there & may_cross:",
        "no piece goes farther than its speed lets it",
        "hnefatafl/kernel/test_options.py::test_speed",
    ),
    Mutant(
        "crossing-by-name", "generate",
        "while z != to and not cells[z] and go[layer + z] & p:",
        "while z != to and not cells[z]:",
        "no piece crosses a square that is closed to it",
        "hnefatafl/kernel/test_options.py::test_zone_cross",
    ),
    Mutant(
        "speed-by-name", "generate",
        "return not cells[to] and (not t.limited or (to - q) // step <= t.far[i64(p)])",
        "return not cells[to]",
        "no piece goes farther than its speed lets it",
        "hnefatafl/kernel/test_options.py::test_speed",
    ),
    Mutant(
        "jumping-by-a-roll-of-one", "generate",
        "return t.jumpers if reach > 1 else t.jumpers & ~t.rolled",
        "return t.jumpers",
        "a jump is two squares, which a roll of one does not reach",
        "hnefatafl/kernel/test_options.py::test_a_jump_is_two_squares_of_a_roll",
    ),
    Mutant(
        "jumping-over-the-king", "generate",
        "if how == 0 or over & LEAPABLE == 0 or cells",
        "if how == 0 or over == 0 or over == WALL or cells",
        "nobody jumps over the king, commanders and knights",
        "test_text_cases.py::test_x15_what_a_commander_does_not_jump",
    ),
    Mutant(
        "jumping-onto-somebody", "generate",
        "over & LEAPABLE == 0 or cells[q + 2 * d] != 0:",
        "over & LEAPABLE == 0 or cells[q + 2 * d] == WALL:",
        "a jump ends on an empty square",
        "hnefatafl/kernel/test_options.py::test_where_a_jump_ends",
    ),
    Mutant(
        "jumping-over-friends", "generate",
        "if (over & ATTACKERS == 0) == (p & ATTACKERS == 0):",
        "if False:",
        "some jump over enemies only",
        "hnefatafl/kernel/test_options.py::test_jumps",
    ),
    Mutant(
        "jumping-from-a-zone", "generate",
        "return how != RESTRICTED or (t.special[q] | t.special[q + 2 * d]) & ZONE != 0",
        "return how != RESTRICTED or t.special[q + 2 * d] & ZONE != 0",
        "a restricted jump may begin on a special square",
        "hnefatafl/kernel/test_options.py::test_jumps",
    ),
    Mutant(
        "jumping-into-a-zone", "generate",
        "return how != RESTRICTED or (t.special[q] | t.special[q + 2 * d]) & ZONE != 0",
        "return how != RESTRICTED or t.special[q] & ZONE != 0",
        "a restricted jump may end on a special square",
        "hnefatafl/kernel/test_options.py::test_where_a_jump_ends",
    ),
    Mutant(
        "jumping-nowhere-else", "generate",
        "    out = room_for_one(t)\n    for q in squares:\n",
        "    out = room_for_one(t)\n    for q in squares[:0]:\n",
        "who can only jump is not blocked",
        "hnefatafl/kernel/test_options.py::test_who_can_only_jump_is_not_blocked",
    ),
    Mutant(
        "ways-out-of-a-slow-king", "generate",
        "if left == 0 or not there & may_stop << CROSS:\n                break\n            to += d\n        bit",
        "if not there & may_stop << CROSS:\n                break\n            to += d\n        bit",
        "a way out is one within the reach of the king",
        "hnefatafl/kernel/test_options.py::test_what_is_a_way_out",
    ),
    Mutant(
        "ways-out-across", "generate",
        "if left == 0 or not there & may_stop << CROSS:\n                break\n            to += d\n        bit",
        "if left == 0:\n                break\n            to += d\n        bit",
        "a way out leads over squares that the king may cross",
        "hnefatafl/kernel/test_options.py::test_what_is_a_way_out",
    ),
    Mutant(
        "ways-out-by-a-jump", "generate",
        "reach(t, 0)):\n                found |= bit",
        "reach(t, 0)):\n                pass",
        "a jump to a square of escape is a way out",
        "hnefatafl/kernel/test_options.py::test_what_is_a_way_out",
    ),
    Mutant(
        "counting-jumps", "generate",
        "n += leaps(t, cells, 0, q, d)",
        "pass",
        "jumps are counted among the moves",
        "hnefatafl/play/test_searchboard.py::test_counting_jumps",
    ),
    # How a game ends, and in which order.
    Mutant(
        "a-draw-at-the-edge", "verdict",
        "if taken & KING_TAKEN != 0 and t.special[king] & DRAWN != 0:",
        "if False:",
        "a ruleset may say that a king who is captured at the edge draws",
        "hnefatafl/kernel/test_options.py::test_edge_capture",
    ),
    Mutant(
        "kings-of-extra-captures", "verdict",
        "if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:",
        "if taken & KING_TAKEN != 0:",
        "a king whom an extra capture names is captured",
        "hnefatafl/kernel/test_options.py::test_extra_captures",
    ),
    Mutant(
        "the-last-man-outside-a-ring", "verdict",
        "(taken != 0 or may_close(t, cells, to))",
        "may_close(t, cells, to)",
        "a capture removes the last defender outside a ring",
        "hnefatafl/kernel/test_options.py::test_a_capture_removes_the_last_defender_outside_a_ring",
    ),
    Mutant(
        "rings-that-become-secure", "ring",
        "t.jumpers != 0 or t.secure or t.whole or cuts",
        "t.jumpers != 0 or t.whole or cuts",
        "a ring becomes secure from outside",
        "hnefatafl/kernel/test_options.py::test_a_ring_becomes_secure_from_outside",
    ),
    Mutant(
        "rings-and-jumps", "ring",
        "return t.jumpers != 0 or t.secure or",
        "return t.secure or",
        "a ring closes where a king would leap away",
        "hnefatafl/kernel/test_options.py::test_a_ring_closes_behind_the_king",
    ),
    Mutant(
        "escaping-first", "verdict",
        "if king == to and t.special[king] & GOAL != 0:\n        return KING_ESCAPED | DEFENDING\n"
        "    if taken != 0 and _too_few(t, cells, ATTACKERS, t.fewest_attackers):\n"
        "        return _few_attackers(t, cells)\n",
        "if taken != 0 and _too_few(t, cells, ATTACKERS, t.fewest_attackers):\n"
        "        return _few_attackers(t, cells)\n"
        "    if king == to and t.special[king] & GOAL != 0:\n        return KING_ESCAPED | DEFENDING\n",
        "who escapes by capturing the last attacker has escaped",
        "hnefatafl/kernel/test_options.py::test_which_end_comes_first",
    ),
    Mutant(
        "two-ways-out", "verdict",
        "if t.tuichu and ways_out(t, cells, king) > 1:\n        return TUICHU | DEFENDING\n    # A capture",
        "if t.tuichu and ways_out(t, cells, king) > 0:\n        return TUICHU | DEFENDING\n    # A capture",
        "one way out wins nothing yet",
        "hnefatafl/kernel/test_options.py::test_one_way_out_wins_nothing_yet",
    ),
    Mutant(
        "all-captured", "verdict",
        "return (ALL_CAPTURED if _too_few(t, cells, ATTACKERS, 1) else TOO_FEW_ATTACKERS) | DEFENDING",
        "return TOO_FEW_ATTACKERS | DEFENDING",
        "no attackers are not too few",
        "hnefatafl/kernel/test_options.py::test_fewest_attackers",
    ),
    Mutant(
        "enough-attackers", "verdict",
        "            if left >= fewest:\n",
        "            if left > fewest:\n",
        "as many attackers as are needed are enough",
        "hnefatafl/kernel/test_options.py::test_as_many_attackers_as_are_needed",
    ),
    Mutant(
        "few-from-the-start", "verdict",
        "    if _too_few(t, cells, ATTACKERS",
        "    if False and _too_few(t, cells, ATTACKERS",
        "too few attackers have lost whoever is to move",
        "hnefatafl/kernel/test_options.py::test_fewest_attackers",
    ),
    Mutant(
        "immobile-king", "verdict",
        "    if t.immobile and _held(t, cells, king):",
        "    if False:",
        "a king who cannot move is lost",
        "hnefatafl/kernel/test_options.py::test_immobile_king",
    ),
    Mutant(
        "immobile-king-after-any-move", "verdict",
        "    if side == DEFENDING and t.immobile and",
        "    if t.immobile and",
        "a king who cannot move is lost after a move of the attackers only",
        "hnefatafl/kernel/test_options.py::test_immobile_king",
    ),
    Mutant(
        "held-by-his-men", "verdict",
        "        if alone[q] & DEFENDING_MEN != 0:\n            alone[q] = 0",
        "        if False:\n            alone[q] = 0",
        "a king is not held by his own men",
        "hnefatafl/kernel/test_options.py::test_immobile_king",
    ),
    Mutant(
        "held-as-without-his-men", "verdict",
        "    if may_move(t, cells, king, reach(t, 0), 0):",
        "    if False:",
        "a king who can jump over his own man can move",
        "hnefatafl/kernel/test_options.py::test_what_holds_a_king",
    ),
    Mutant(
        "few-defenders", "verdict",
        "        if _too_few(t, cells, DEFENDING_MEN, t.fewest_defenders):\n            return",
        "        if False:\n            return",
        "the defenders lose with the last of the king's men",
        "hnefatafl/kernel/test_options.py::test_fewest_defenders",
    ),
    Mutant(
        "few-defenders-from-the-start", "verdict",
        "    if _too_few(t, cells, DEFENDING_MEN, t.fewest_defenders):\n        return",
        "    if False:\n        return",
        "a king with too few men has lost whoever is to move",
        "hnefatafl/kernel/test_options.py::test_fewest_defenders",
    ),
    Mutant(
        "ways-out-before-a-move", "verdict",
        "if side == ATTACKING and t.tuichu and",
        "if t.tuichu and",
        "ways out count after a move of the defenders",
        "hnefatafl/kernel/test_options.py::test_what_counts_after_which_move",
    ),
    Mutant(
        "forts-before-a-move", "verdict",
        "if side == ATTACKING and t.exit_fort and",
        "if t.exit_fort and",
        "forts count after a move of the defenders",
        "hnefatafl/kernel/test_options.py::test_what_counts_after_which_move",
    ),
    Mutant(
        "secure-rings-before-a-move", "verdict",
        "asked = side == DEFENDING or (t.jumpers == 0 and not t.secure)",
        "asked = True",
        "a secure ring counts after a move of the attackers",
        "hnefatafl/kernel/test_options.py::test_what_counts_after_which_move",
    ),
    Mutant(
        "who-repeats", "verdict",
        "if what == MOVER_LOSES:\n        return REPETITION | opponent(mover)",
        "if what == MOVER_LOSES:\n        return REPETITION | mover",
        "where a ruleset says so, who repeats has lost",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "whom-a-repetition-costs", "verdict",
        "if what == DEFENDERS_LOSE:\n        return REPETITION | ATTACKING",
        "if what == DEFENDERS_LOSE:\n        return REPETITION | opponent(mover)",
        "where a ruleset says so, the defenders have lost whoever repeats",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "nobody-offensive", "verdict",
        "if what == DRAW or (what == OFFENSIVE_DEVIATES and offensive == NEITHER):",
        "if what == DRAW:",
        "where neither side threatens, a repetition draws",
        "hnefatafl/kernel/test_options.py::test_nobody_is_offensive",
    ),
    Mutant(
        "no-move-draws", "verdict",
        "winner = NEITHER if t.no_move_draws or t.passes else",
        "winner = NEITHER if t.passes else",
        "a ruleset may call it a draw that a side has no move",
        "hnefatafl/kernel/test_options.py::test_no_move",
    ),
    Mutant(
        "nobody-moves", "verdict",
        "winner = NEITHER if t.no_move_draws or t.passes else",
        "winner = NEITHER if t.no_move_draws else",
        "where sides pass and neither can move, the game is drawn",
        "hnefatafl/kernel/test_options.py::test_no_move",
    ),
    Mutant(
        "passing-to-a-blocked-side", "verdict",
        "    return find_unbarred(t, cells, king, own_pieces(opponent(side)), reach(t, 0), 0, 0) != 0\n",
        "    return True\n",
        "no side passes to one that cannot move either",
        "hnefatafl/kernel/test_options.py::test_no_move",
    ),
    Mutant(
        "going-on-without-a-capture", "verdict",
        "goes_on = t.berserk != 0 and taken != 0 and",
        "goes_on = t.berserk != 0 and",
        "a berserk turn begins with a capture",
        "hnefatafl/kernel/test_options.py::test_a_berserk_turn_begins_with_a_capture",
    ),
    # What is threatened and announced.
    Mutant(
        "dangers-of-a-joint-capture", "threats",
        "if adjacent(t, king, to) or t.joint or t.captures_hook",
        "if adjacent(t, king, to) or t.captures_hook",
        "a king is in danger of a capture that closes beside his protector",
        "hnefatafl/kernel/test_options.py::test_the_king_is_in_danger_from_afar",
    ),
    Mutant(
        "dangers-of-extra-captures", "threats",
        "t.joint or t.captures_hook is not None:",
        "t.joint:",
        "a king is in danger of an extra capture",
        "hnefatafl/kernel/test_options.py::test_the_king_is_in_danger_from_afar",
    ),
    Mutant(
        "dangers-by-name", "threats",
        "if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:",
        "if taken & KING_TAKEN != 0:",
        "a king is in danger of an extra capture",
        "hnefatafl/kernel/test_options.py::test_the_king_is_in_danger_from_afar",
    ),
    Mutant(
        "threats-without-a-roll", "threats",
        "end = fill(t, cells, ATTACKERS, reach(t, 0), 0, moves, 0)",
        "end = fill(t, cells, ATTACKERS, 0, 0, moves, 0)",
        "an attacker who moves by the die threatens the king",
        "hnefatafl/kernel/test_options.py::test_a_threat_is_what_some_roll_allows",
    ),
    Mutant(
        "threats-beyond-the-die", "threats",
        "end = fill(t, cells, ATTACKERS, reach(t, 0), 0, moves, 0)",
        "end = fill(t, cells, ATTACKERS, 99, 0, moves, 0)",
        "a capture that no roll allows is no threat",
        "hnefatafl/kernel/test_options.py::test_a_threat_is_what_some_roll_allows",
    ),
    Mutant(
        "ways-beyond-the-die", "compiler",
        "return min(speed, die.faces)",
        "return speed",
        "where no roll lets the king go, he has no way out",
        "hnefatafl/kernel/test_options.py::test_a_way_out_is_what_some_roll_allows",
    ),
    Mutant(
        "ways-by-an-odd-roll", "compiler",
        "if die is None or die.allows is Roll.ODD or",
        "if die is None or",
        "on an odd roll the king goes as far as without a die",
        "hnefatafl/kernel/test_options.py::test_a_way_out_is_what_some_roll_allows",
    ),
    Mutant(
        "ways-of-a-king-without-a-die", "compiler",
        "or PieceSet.KING not in die.pieces:",
        "or False:",
        "a die of the others does not bind the king",
        "hnefatafl/kernel/test_options.py::test_tuichu_wins_if_some_roll_allows_both",
    ),
    Mutant(
        "jumps-out-beyond-the-die", "generate",
        "if t.rolled & KING == 0 or within_roll(t, king, to + d, reach(t, 0)):",
        "if True:",
        "a die of one face allows no jump",
        "hnefatafl/kernel/test_options.py::test_a_jump_out_needs_a_roll_of_two",
    ),
    Mutant(
        "goes-beyond-the-die", "queries",
        "end = fill_from(t, cells, q, reach(t, 0), 0, out, 0)",
        "end = fill_from(t, cells, q, 99, 0, out, 0)",
        "a piece reaches what some roll lets it reach",
        "hnefatafl/kernel/test_options.py::test_a_way_out_is_what_some_roll_allows",
    ),
    Mutant(
        "comes-from-beyond-the-die", "queries",
        "not is_pseudo_legal(t, cells, own, reach(t, 0), 0, q, to",
        "not is_pseudo_legal(t, cells, own, 99, 0, q, to",
        "a square is reached by whom some roll lets come",
        "hnefatafl/kernel/test_options.py::test_a_way_out_is_what_some_roll_allows",
    ),
    Mutant(
        "captors-beyond-the-die", "queries",
        "end = fill_unbarred(t, cells, king, enemies, reach(t, 0), 0, out, 0)",
        "end = fill_unbarred(t, cells, king, enemies, 99, 0, out, 0)",
        "a piece is attacked by whom some roll lets capture it",
        "hnefatafl/kernel/test_options.py::test_a_threat_is_what_some_roll_allows",
    ),
    Mutant(
        "ways-known-before", "threats",
        "return open_directions(t, after, king) & ~open_directions(t, before, king) != 0",
        "return open_directions(t, after, king) != 0",
        "what was announced is not announced again",
        "test_text_cases.py::test_x05_what_was_announced_is_not_announced_again",
    ),
    Mutant(
        "raichi-or-tuichu", "threats",
        "return RAICHI if ways == 1 else",
        "return RAICHI if ways >= 1 else",
        "two ways out are tuichu",
        "hnefatafl/kernel/test_options.py::test_raichi_and_tuichu",
    ),
    Mutant(
        "threats-known-before", "threats",
        "new = not king_in_danger(t, before, king_before) if",
        "new = True if",
        "a threat that stood before is not announced again",
        "test_text_cases.py::test_s001_attackers_may_announce_what_the_king_walks_into",
    ),
    Mutant(
        "threats-of-the-defenders", "threats",
        "defenders = defenders and ways_out(t, cells, king) > 0",
        "defenders = defenders",
        "the defenders threaten by a way out",
        "test_text_cases.py::test_x03_the_muscovites_must_deviate",
    ),
    Mutant(
        "threats-of-the-attackers", "threats",
        "attackers = attackers and king_in_danger(t, cells, king)",
        "attackers = attackers",
        "the attackers threaten to capture the king",
        "hnefatafl/kernel/test_options.py::test_the_offensive_party_deviates",
    ),
    Mutant(
        "threats-on-the-board-as-it-was", "threats",
        "        if king == to:\n            king = q\n",
        "",
        "a threat is judged on the board as it was",
        "hnefatafl/kernel/test_options.py::test_the_offensive_party_deviates",
    ),
    # What is put back, and what it is known by.
    Mutant(
        "captures-taken-back", "queries",
        "cells[to + d] = t.bits[place_towards(taken, i)]",
        "pass",
        "a captured man comes back when the move is taken back",
        "hnefatafl/play/test_searchboard.py::test_captures_are_taken_back",
    ),
    Mutant(
        "rows-taken-back", "queries",
        "cells[square_of(i64(entry))] = i16(piece_of(i64(entry)))",
        "pass",
        "a captured row comes back when the move is taken back",
        "hnefatafl/play/test_searchboard.py::test_captures_are_taken_back",
    ),
    Mutant(
        "keys-of-mercenaries", "queries",
        "return key ^ t.keys[t.row[i64(turned)] + square] if turned != 0 else key",
        "return key",
        "a mercenary who has changed sides is another piece",
        "hnefatafl/play/test_searchboard.py::test_captures_are_taken_back",
    ),
    Mutant(
        "keys-of-rows", "queries",
        "key ^= _exchanged(t, man, square_of(i64(entry)))",
        "pass",
        "a board without a row is another position",
        "hnefatafl/play/test_searchboard.py::test_captures_are_taken_back",
    ),
    # Skipping a turn.
    Mutant(
        "skipping-a-roll", "skipping",
        "position.roll != 0 or position.unannounced",
        "position.unannounced",
        "no turn is skipped that a roll binds",
        "hnefatafl/play/test_searchboard.py::test_not_moving_is_refused_where_something_binds",
    ),
    Mutant(
        "repeating-across-a-skipped-turn", "skipping",
        "    position.side = side\n    position.key = key\n    position.since_capture = 0\n",
        "    position.side = side\n    position.key = key\n",
        "a skipped turn ends what may be repeated",
        "hnefatafl/play/test_searchboard.py::test_a_skipped_turn_ends_what_may_be_repeated",
    ),
    # Why.
    Mutant(
        "why-by-a-jump", "reasons",
        "if beyond == q and (cells[to]",
        "if False and (cells[to]",
        "who is jumped over is captured by the jump",
        "hnefatafl/kernel/test_options.py::test_jumps",
    ),
    Mutant(
        "why-against-the-edge", "reasons",
        "return CaptureKind.HOSTILE_EDGE if cells[beyond] == WALL else",
        "return",
        "a man is captured against the edge, not against a square",
        "hnefatafl/kernel/test_options.py::test_edge_hostile",
    ),
    Mutant(
        "why-not-beyond-a-piece", "reasons",
        "        if cells[q + step * i] != 0:\n            return Illegality.BLOCKED",
        "        if cells[q + step * i] != 0 and i < distance:\n            return Illegality.BLOCKED",
        "a square on which a piece stands is not free",
        "hnefatafl/kernel/test_options.py::test_why_a_way_is_closed",
    ),
    Mutant(
        "why-not-across", "reasons",
        "if t.go[t.layer[q] + q + step * i] & p == 0:",
        "if False:",
        "a way across a closed square is closed",
        "hnefatafl/kernel/test_options.py::test_zone_cross",
    ),
    Mutant(
        "why-another-goes-on", "reasons",
        "if continuing != 0 and q != continuing:",
        "if False:",
        "in a berserk turn the piece that has captured moves",
        "hnefatafl/kernel/test_options.py::test_berserk",
    ),
    Mutant(
        "why-there-is-no-roll", "reasons",
        "if p & t.rolled != 0 and roll == 0:",
        "if False:",
        "the king moves after a roll",
        "hnefatafl/kernel/test_options.py::test_die_of_the_king",
    ),
    # What a ruleset means.
    Mutant(
        "beside-the-throne", "compiler",
        "near = throne | {q + d for q in throne for d in (1, -1, self.stride, -self.stride)}",
        "near = throne",
        "the king of tablut is strong beside the throne too",
        "hnefatafl/kernel/test_options.py::test_king",
    ),
    Mutant(
        "middleweight-kings", "compiler",
        "if self.rules.king is KingStrength.MIDDLEWEIGHT:",
        "if False:",
        "a middleweight king falls to three at the edge",
        "hnefatafl/kernel/test_options.py::test_king",
    ),
    Mutant(
        "within-a-camp", "compiler",
        "if squares == home:",
        "if False:",
        "who stands in a camp moves freely in it",
        "hnefatafl/kernel/test_options.py::test_zone_enter",
    ),
    Mutant(
        "leaving-unannounced", "compiler",
        "kept[layer + goal] &= ~PieceSet.KING.value",
        "pass",
        "a king whose way out was not announced may not leave",
        "hnefatafl/kernel/test_options.py::test_binding_announcements",
    ),
    Mutant(
        "rows-from-the-front", "compiler",
        "0 if rules.shieldwall.flanking else 1",
        "0",
        "without flanking a row is closed from before it",
        "hnefatafl/kernel/test_options.py::test_shieldwall_from_the_front",
    ),
    Mutant(
        "jumping-mercenaries", "compiler",
        "        jumpers |= PieceSet.MERCENARIES.value\n",
        "        pass\n",
        "a mercenary who has changed sides jumps as those of his side do",
        "hnefatafl/kernel/test_options.py::test_a_mercenary_jumps_on_either_side",
    ),
    Mutant(
        "returning-soonest", "compiler",
        "return 1 if not repetition.turn or passes else 2",
        "return 4",
        "a mirrored board comes again sooner than a board",
        "hnefatafl/kernel/test_options.py::test_a_mirrored_board_comes_again_at_once",
    ),
    Mutant(
        "to-whom-an-ending-is-told", "told",
        "cells, king, opponent(mover), since_capture",
        "cells, king, mover, since_capture",
        "an extra ending is told whose turn it is",
        "hnefatafl/kernel/test_options.py::test_an_extra_ending_is_told_whose_turn_it_is",
    ),
    # What has been before.
    Mutant(
        "times-before", "history",
        "self.times = before.often(repetition_key) + 1",
        "self.times = 1",
        "every occurrence since the last capture counts",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "boards-before", "history",
        "            then[origin_of(code)] = then[target_of(code)]\n",
        "",
        "a repetition is one of boards",
        "hnefatafl/kernel/test_options.py::test_count_of_repetition",
    ),
    Mutant(
        "the-start-of-a-played-game", "history",
        "counted = not begins(line[0].flags) or self.t.repeats.start",
        "counted = True",
        "a ruleset may leave the start uncounted",
        "hnefatafl/kernel/test_options.py::test_repetition_of_the_start",
    ),
    Mutant(
        "a-text-of-a-played-game", "history",
        "return flags & (SET_UP | REACHED) == SET_UP",
        "return flags & SET_UP != 0",
        "the position of a text counts as an occurrence if a move has led to it",
        "hnefatafl/play/test_position_text.py::test_what_was_set_up_and_what_was_reached_count_apart",
    ),
    Mutant(
        "a-skipped-turn-as-a-start", "history",
        "self.t.repeats.start or self.code(depth) != 0",
        "True",
        "a skipped turn is as if the board was set up",
        "hnefatafl/play/test_searchboard.py::test_a_skipped_turn_counts_as_a_start",
    ),
    Mutant(
        "forbidden-before-the-board", "history",
        "found += older.often(repetition_key)",
        "pass",
        "what was played before a board was made counts on it",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "quiet-under-all-rules", "verdict",
        "if not t.near:",
        "if False:",
        "some rules capture and end beside no enemy",
        "hnefatafl/kernel/test_options.py::test_no_escape",
    ),
    Mutant(
        "quiet-wherever-the-king", "verdict",
        "return t.special[king] & t.heeded == 0 and not meets(",
        "return not meets(",
        "a king escapes beside no enemy",
        "hnefatafl/kernel/test_options.py::test_escape",
    ),
    Mutant(
        "quiet-forts", "tables",
        "GOAL | (RIM if self.exit_fort else 0) |",
        "GOAL |",
        "a fort is completed beside no enemy",
        "hnefatafl/kernel/test_options.py::test_exit_fort",
    ),
    Mutant(
        "steady-repetitions", "tables",
        "self.steady = alone and self.repeats.keyed",
        "self.steady = alone",
        "a turned board may repeat another",
        "hnefatafl/kernel/test_options.py::test_repetition_of_a_mirrored_board",
    ),
    Mutant(
        "steady-passes", "tables",
        "alone = self.alternates and self.may_pass == 0 and",
        "alone = self.may_pass == 0 and",
        "a turn may go on",
        "hnefatafl/kernel/test_options.py::test_berserk_escape",
    ),
    Mutant(
        "captures-without-ends", "verdict",
        "if taken == 0 and t.near and",
        "if t.near and",
        "a capture can leave too few attackers",
        "hnefatafl/kernel/test_options.py::test_fewest_attackers",
    ),
    Mutant(
        "quiet-ways-out", "tables",
        "| (OUTLOOK if numbers[\"tuichu_wins\"] else 0)",
        "",
        "two ways out are opened beside no enemy",
        "hnefatafl/kernel/test_options.py::test_tuichu_wins",
    ),
    Mutant(
        "quiet-rings", "verdict",
        "and (no_ring or not t.encirclement or not may_close(t, cells, to))",
        "",
        "a ring is closed beside no enemy",
        "hnefatafl/kernel/test_options.py::test_whole_ring",
    ),
    Mutant(
        "counting-onto-and-over", "perft",
        "answers -= hops(t, cells, jumpers, q)",
        "pass",
        "an answer that jumps over who moves away is none",
        "hnefatafl/play/test_searchboard.py::test_counting_jumps",
    ),
    # Whose turn it is, and which moves are legal.
    Mutant(
        "keeping-the-turn", "play",
        "if turn == SAME_PIECE:\n        return value",
        "if False:\n        return value",
        "in a berserk turn the piece that has captured moves",
        "hnefatafl/kernel/test_options.py::test_berserk",
    ),
    Mutant(
        "silence-ends", "play",
        "        return unannounced\n    return 0",
        "        return unannounced\n    return unannounced",
        "a way out left unannounced is closed for one move only",
        "test_text_cases.py::test_x05_raichi",
    ),
    Mutant(
        "stopping-has-captured", "play",
        "if taken != 0 or (q == to and berserk != 0):",
        "if taken != 0:",
        "a turn that ends where it is has captured",
        "hnefatafl/kernel/test_options.py::test_a_stop_leaves_the_position_that_the_capture_left",
    ),
    Mutant(
        "rolling-twice", "play",
        "if rolled == 0 or roll != 0 or berserk != 0:\n        return False",
        "if rolled == 0 or berserk != 0:\n        return False",
        "the die is rolled once",
        "hnefatafl/play/test_searchboard.py::test_rolls_on_the_board",
    ),
    Mutant(
        "passing-for-nobody", "play",
        "return t.may_pass >> side & 1 != 0 and (roll == 0 or own & t.rolled == 0)",
        "return t.may_pass != 0 and (roll == 0 or own & t.rolled == 0)",
        "only the sides that the ruleset names may pass",
        "hnefatafl/kernel/test_options.py::test_may_pass",
    ),
    Mutant(
        "passing-after-a-roll", "play",
        "return t.may_pass >> side & 1 != 0 and (roll == 0 or own & t.rolled == 0)",
        "return t.may_pass >> side & 1 != 0",
        "whoever has rolled must move by it",
        "hnefatafl/kernel/test_options.py::test_what_binds_a_pass",
    ),
    Mutant(
        "passing-as-a-stop", "play",
        "if taken != 0 or (q == to and berserk != 0):",
        "if taken != 0 or q == to:",
        "the limit of quiet moves counts a pass",
        "hnefatafl/kernel/test_options.py::test_passes_count",
    ),
    Mutant(
        "passing-without-a-gap", "compiler",
        " or self.passers():",
        ":",
        "repetition counts passes",
        "hnefatafl/kernel/test_options.py::test_passes_count",
    ),
    Mutant(
        "blocked-who-may-pass", "play",
        " or t.may_pass != 0:\n        return fill_legal(",
        ":\n        return fill_legal(",
        "who may pass has a move",
        "hnefatafl/kernel/test_options.py::test_passes_count",
    ),
    Mutant(
        "passing-a-pass-on", "verdict",
        "if not t.passes or t.may_pass >> side & 1 != 0:",
        "if not t.passes:",
        "who may pass does not miss a turn",
        "hnefatafl/kernel/test_options.py::test_passes_count",
    ),
    Mutant(
        "capturing-as-one-likes", "play",
        "    if t.forced:\n        end = keep_captures(",
        "    if False:\n        end = keep_captures(",
        "whoever can capture must",
        "hnefatafl/kernel/test_options.py::test_forced_capture",
    ),
    Mutant(
        "asking-for-a-move-that-captures-nothing", "play",
        "    if t.forced and not takes(",
        "    if False and not takes(",
        "whoever can capture must",
        "hnefatafl/kernel/test_options.py::test_forced_capture",
    ),
    Mutant(
        "capturing-to-some-squares", "play",
        "    if t.forced and captor(",
        "    if False and captor(",
        "whoever can capture must",
        "hnefatafl/kernel/test_options.py::test_forced_capture",
    ),
    Mutant(
        "going-on-as-one-likes", "play",
        "out, n, end) if t.forced else end",
        "out, n, end) if False else end",
        "a piece that can capture again must",
        "hnefatafl/kernel/test_options.py::test_forced_capture_in_a_berserk_turn",
    ),
    Mutant(
        "why-a-capture-is-due", "reasons",
        "if able != 0 and not takes(",
        "if False and not takes(",
        "whoever can capture must",
        "hnefatafl/kernel/test_options.py::test_forced_capture",
    ),
    Mutant(
        "moving-without-a-roll", "play",
        "return rolled if roll != 0 and reach(t, roll) != 0 else own & ~rolled",
        "return rolled if roll != 0 and reach(t, roll) != 0 else own",
        "the king moves after a roll",
        "hnefatafl/kernel/test_options.py::test_die_of_the_king",
    ),
    Mutant(
        "rolling-for-nobody-else", "play",
        "return rolled if roll != 0 and reach(t, roll) != 0 else own & ~rolled",
        "return own if roll != 0 and reach(t, roll) != 0 else own & ~rolled",
        "after a roll the king moves",
        "hnefatafl/kernel/test_options.py::test_die_of_the_king",
    ),
    Mutant(
        "void-rolls", "play",
        "if roll != 0 and own & t.rolled != 0 and not _some_may_move(",
        "if False and not _some_may_move(",
        "a roll within which the king cannot move is void",
        "hnefatafl/play/test_rolls.py::test_a_void_roll_is_recorded_too",
    ),
    Mutant(
        "rolls-that-repetition-makes-void", "play",
        "    if not memory.repetition_may_forbid():\n        return find_unbarred(",
        "    if True:\n        return find_unbarred(",
        "a roll within which repetition forbids every move of the king is void",
        "hnefatafl/kernel/test_options.py::test_a_roll_that_repetition_makes_void",
    ),
    Mutant(
        "losing-no-turn", "play",
        "    if turn_is_lost(roll, own):\n        return True\n    return t.may_pass",
        "    return t.may_pass",
        "a roll that no piece can use costs the turn",
        "hnefatafl/kernel/test_options.py::test_a_roll_that_costs_the_turn",
    ),
    Mutant(
        "blocked-by-a-roll", "play",
        "return turn_is_lost(roll, own) or _some_may_move(",
        "return _some_may_move(",
        "a lost turn does not end the game",
        "hnefatafl/kernel/test_options.py::test_a_roll_that_costs_the_turn",
    ),
    Mutant(
        "forbidding-a-lost-turn", "play",
        "            if turn_is_lost(roll, own):\n                return True\n",
        "",
        "no repetition forbids a lost turn",
        "hnefatafl/kernel/test_options.py::test_no_repetition_forbids_a_lost_turn",
    ),
    Mutant(
        "even-rolls", "generate",
        "return ANY_DISTANCE if roll == 0 or roll & 1 == 1 else 0",
        "return ANY_DISTANCE",
        "only on an odd roll may one move",
        "hnefatafl/kernel/test_options.py::test_rolls",
    ),
    Mutant(
        "exact-rolls", "generate",
        "return -roll if t.allows == EXACTLY else roll",
        "return roll",
        "a piece moves exactly as many squares as the die shows",
        "hnefatafl/kernel/test_options.py::test_rolls",
    ),
    Mutant(
        "farther-than-the-roll", "generate",
        "far = min(far, reach)",
        "pass",
        "a piece moves at most as many squares as the die shows",
        "hnefatafl/kernel/test_options.py::test_rolls",
    ),
    Mutant(
        "farther-by-name", "generate",
        "return distance == -reach if reach < 0 else distance <= reach",
        "return True",
        "a move is within the roll",
        "hnefatafl/kernel/test_options.py::test_rolls",
    ),
    Mutant(
        "short-of-the-exact-roll", "generate",
        "left = distance\n",
        "left = distance - 1\n",
        "an exact move ends on the last square of the roll",
        "hnefatafl/kernel/test_options.py::test_exact_rolls_that_allow_no_step",
    ),
    Mutant(
        "counting-no-lost-turn", "perft",
        "if losers and answers != 0:",
        "if False:",
        "a pass after a roll is an answer",
        "hnefatafl/play/test_searchboard.py::test_counting_lost_turns",
    ),
    Mutant(
        "counting-beyond-the-die", "generate",
        "if reach < left and p & t.rolled:",
        "if False:",
        "no roll allows so long a move",
        "hnefatafl/play/test_searchboard.py::test_counting_with_a_die",
    ),
    Mutant(
        "stepping-by-an-exact-roll", "generate",
        "stepping = own if reach > 0 else own & ~t.rolled",
        "stepping = own",
        "who can step cannot always move as many squares as the die shows",
        "hnefatafl/kernel/test_options.py::test_exact_rolls_that_allow_no_step",
    ),
    Mutant(
        "why-not-by-the-roll", "reasons",
        "return Illegality.NOT_BY_ROLL if t.allows != AT_MOST else Illegality.TOO_FAR, to",
        "return Illegality.TOO_FAR, to",
        "an exact roll is not only a limit",
        "hnefatafl/kernel/test_options.py::test_rolls",
    ),
    Mutant(
        "stopping", "play",
        "    if t.berserk == MAY_GO_ON:\n        out[end]",
        "    if False:\n        out[end]",
        "where a ruleset says so, a piece may stop in its berserk turn",
        "hnefatafl/kernel/test_options.py::test_berserk",
    ),
    Mutant(
        "going-on-by-name", "play",
        "(q != berserk or not may_continue(t, cells, king, q, to))",
        "q != berserk",
        "where a ruleset says so, a piece goes on by a capture only",
        "hnefatafl/kernel/test_options.py::test_berserk",
    ),
    Mutant(
        "forbidden-by-name", "play",
        "return not memory.repetition_may_forbid() or not memory.forbidden(q, to)",
        "return True",
        "a repetition may be forbidden",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "forbidden-in-lists", "play",
        "if not memory.forbidden(origin_of(out[i]), target_of(out[i])):",
        "if True:",
        "a repetition may be forbidden",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "the-last-quiet-move", "play",
        "since_capture >= t.quiet_limit and",
        "since_capture > t.quiet_limit and",
        "the move that reaches the limit ends the game",
        "hnefatafl/kernel/test_options.py::test_quiet_limit",
    ),
    Mutant(
        "the-last-move", "play",
        "ply >= t.move_limit and",
        "ply > t.move_limit and",
        "the move that reaches the limit of all moves ends the game",
        "hnefatafl/kernel/test_options.py::test_move_limit",
    ),
    Mutant(
        "who-loses-by-a-limit", "verdict",
        "        return end | opponent(side)\n    return end | (",
        "        return end | side\n    return end | (",
        "who would need one move more loses",
        "hnefatafl/kernel/test_options.py::test_what_a_limit_leads_to",
    ),
    Mutant(
        "extra-endings-before-the-last-ending", "verdict",
        "return end == 0 or end & ~SIDE == NO_ESCAPE",
        "return end == 0",
        "an extra ending comes before the want of an escape",
        "hnefatafl/kernel/test_options.py::test_extra_endings_come_before_the_last",
    ),
    Mutant(
        "what-is-told-after-a-move-is-taken-back", "mutable",
        "self.shown = shown_before(self.shown)",
        "pass",
        "a move that is taken back is not told",
        "hnefatafl/rules/test_extra_rules.py::test_an_ending_is_told_the_game_so_far",
    ),
    Mutant(
        "a-limit-of-all-moves", "play",
        "if t.move_limit != 0 and ply >=",
        "if t.move_limit != 0 and since_capture >=",
        "a capture begins no new count of all moves",
        "hnefatafl/kernel/test_options.py::test_move_limit",
    ),
    Mutant(
        "limits-before-repetition", "play",
        "if since_capture >= t.repeats.least:\n        repetition",
        "if since_capture >= t.repeats.least and since_capture != t.quiet_limit:\n        repetition",
        "a repetition is asked before the limit of quiet moves",
        "hnefatafl/kernel/test_options.py::test_which_end_comes_first",
    ),
    Mutant(
        "blocked-before-limits", "play",
        "        over != 0\n        or _can_move(",
        "        _can_move(",
        "the limit of quiet moves is asked before the want of a move",
        "hnefatafl/kernel/test_options.py::test_which_end_comes_first",
    ),
    Mutant(
        "who-can-only-roll", "play",
        "        or can_roll(t, cells, king, side, roll, berserk, confinement, memory)\n",
        "",
        "who can roll is not blocked",
        "hnefatafl/kernel/test_options.py::test_who_can_only_roll_is_not_blocked",
    ),
    Mutant(
        "blocked-by-repetition", "play",
        "            if _keep_allowed(out, 0, end, memory) != 0:",
        "            if end != 0:",
        "who could only repeat has no move",
        "hnefatafl/kernel/test_options.py::test_who_can_only_repeat_is_blocked",
    ),
    # What has been before.
    Mutant(
        "whose-turn-it-was", "history",
        "return key ^ t.side_key if repeats.any_turn and side == DEFENDING else key",
        "return key",
        "a ruleset may compare boards alone",
        "hnefatafl/kernel/test_options.py::test_repetition_with_the_other_side_to_move",
    ),
    Mutant(
        "all-eight-symmetries", "history",
        "while start < 7 * n:",
        "while start < 3 * n:",
        "boards are turned and mirrored in all eight ways",
        "hnefatafl/kernel/test_options.py::test_a_mirrored_board_comes_again_at_once",
    ),
    Mutant(
        "counting-the-start", "mutable",
        "n += i64(self.history.counts(i))",
        "n += 1",
        "a ruleset may leave the start uncounted",
        "hnefatafl/kernel/test_options.py::test_repetition_of_the_start",
    ),
    Mutant(
        "repeated-by-one-side", "mutable",
        "if t.repeats.by == opponent(side) or self.occurrences()",
        "if self.occurrences()",
        "a ruleset may count the repetitions of one side only",
        "hnefatafl/kernel/test_options.py::test_repetition_by_one_side",
    ),
    Mutant(
        "who-deviates", "mutable",
        "if offensive == side:",
        "if False:",
        "the offensive party must deviate",
        "hnefatafl/kernel/test_options.py::test_the_offensive_party_deviates",
    ),
    Mutant(
        "repeating-while-the-opponent-passes", "mutable",
        " and not (self.t.passes and self._repeats_by(q, to, True)):",
        ":",
        "who moves twice repeats positions, too",
        "hnefatafl/play/test_position.py::test_repetitions_are_forbidden_while_the_opponent_passes",
    ),
    Mutant(
        "the-first-repetition", "mutable",
        "return self.t.repeats.count < 3 or",
        "return",
        "the first repetition may be forbidden",
        "hnefatafl/play/test_searchboard.py::test_a_forbidden_repetition_on_the_board",
    ),
    Mutant(
        "rolls-in-keys", "mutable",
        "return self.key if self.roll == 0 else",
        "return self.key if True else",
        "positions before different rolls are different",
        "hnefatafl/play/test_searchboard.py::test_a_pending_roll_is_in_the_key",
    ),
    Mutant(
        "kings-taken-back", "mutable",
        "        if piece == KING:\n            self.king = q\n",
        "",
        "the king is where he was when his move is taken back",
        "hnefatafl/play/test_searchboard.py::test_the_king_is_where_he_was",
    ),
    Mutant(
        "recurring-in-a-search", "mutable",
        "max(low, self.history.depth - self.since_capture)",
        "self.history.depth - self.since_capture",
        "a search may ask for repetitions within it",
        "hnefatafl/play/test_searchboard.py::test_positions_that_recur_in_a_search",
    ),
    Mutant(
        "forbidden-at-the-earliest", "history",
        "and since_capture + 1 >= t.repeats.least",
        "and since_capture >= t.repeats.least",
        "the earliest repetition that counts may be forbidden",
        "hnefatafl/kernel/test_options.py::test_consequences_of_repetition",
    ),
    Mutant(
        "repetitions-and-records", "history",
        "return t.repeats.what != IGNORED and not lenient and",
        "return t.repeats.what != IGNORED and",
        "a record goes on beyond repetitions",
        "hnefatafl/kernel/test_options.py::test_a_record_goes_on",
    ),
    Mutant(
        "silence-lasts", "play",
        "        return unannounced\n    return 0",
        "        return 0\n    return 0",
        "a way out left unannounced is closed for the next move of the king",
        "test_text_cases.py::test_x05_raichi",
    ),
    Mutant(
        "ways-opened-by-the-opponent", "play",
        "return UNANNOUNCED if opens(t, before, cells, king) else unannounced",
        "return unannounced",
        "a way out is announced whoever has opened it",
        "test_text_cases.py::test_x05_a_way_that_the_opponent_opens",
    ),
    Mutant(
        "one-way-unannounced", "play",
        "ways_out(t, cells, king) == 0:",
        "ways_out(t, cells, king) <= 1:",
        "one way out is to be announced",
        "hnefatafl/kernel/test_options.py::test_binding_announcements",
    ),
    Mutant(
        "limits-and-records", "play",
        "since_capture >= t.quiet_limit and not lenient:",
        "since_capture >= t.quiet_limit:",
        "a record goes on beyond the limit of quiet moves",
        "test_text_cases.py::test_x37_the_limit_of_plies_without_a_capture",
    ),
]  # fmt: skip


# ------------------------------------------------------------------------------------------------- planting and running


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions and classes in a piece of code."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes_in(each)


def code_by_name(source: str, path: Path) -> dict[tuple[str, int], CodeType]:
    """The code of a source by name; several generator expressions of a function have one name."""
    code = compile(source, str(path), "exec")
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], CodeType] = {}
    for each in (code, *codes_in(code)):
        found[each.co_qualname, seen[each.co_qualname]] = each
        seen[each.co_qualname] += 1
    return found


whole = cache(code_by_name)
"""The same of sources without a fault."""


@cache
def changed(mutant: Mutant) -> dict[str, CodeType]:
    """The code of the changed source that differs, by name: that of functions, and of classes and modules beside it."""

    def acts(code: CodeType | None) -> object:
        own = [] if code is None else [each for each in code.co_consts if not isinstance(each, CodeType)]
        return code and (code.co_code, code.co_names, own, code.co_freevars, code.co_exceptiontable)

    source = source_of(mutant.path)
    before, after = whole(source, mutant.path), code_by_name(mutant.planted(source), mutant.path)
    return {name: code for (name, at), code in after.items() if acts(before.get((name, at))) != acts(code)}


def functions_in(holder: ModuleType | type, module: str) -> Iterator[FunctionType]:
    """The functions and methods of a module."""
    for each in list(vars(holder).values()):
        inner: Any = each.fget if isinstance(each, property) else each
        inner = inspect.unwrap(inner)
        if getattr(inner, "__module__", None) != module:
            continue
        if isinstance(inner, FunctionType):
            yield inner
        elif isinstance(inner, type) and inner.__qualname__.rpartition(".")[0] == getattr(holder, "__qualname__", ""):
            yield from functions_in(inner, module)  # a class that is defined there, and not one that is kept there


def plant(mutant: Mutant) -> bool:
    """Give the functions of the imported module the code of the changed source; return whether all could be reached."""
    module = importlib.import_module(mutant.imported)
    source = mutant.planted(mutant.path.read_text("utf-8"))
    codes = {code.co_qualname: code for code in codes_in(compile(source, str(module.__file__), "exec"))}
    wanted = {name.partition(".<locals>")[0] for name in changed(mutant)}
    for function in functions_in(module, module.__name__):
        function.__code__ = codes.get(function.__qualname__, function.__code__)  # attrs writes some itself
        wanted.discard(function.__qualname__)
    package = module.__name__.partition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        for each in list(vars(sys.modules[name]).values()):
            clear: Any = getattr(each, "cache_clear", None)
            if callable(clear) and not isinstance(each, type):
                clear()  # it was filled without the fault
    return not wanted


def is_outside_of_functions(mutant: Mutant) -> bool:
    """Whether an edit changes what a module or a class does when it is made, as functions of ``variants`` do."""
    return mutant.package == "variants" or any(
        not code.co_flags & CO_OPTIMIZED or name == "<lambda>" for name, code in changed(mutant).items()
    )


class Finder:
    """Finds the module of a fault, with the changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self.mutant.imported:
            return None
        where = [str(self.mutant.path.parent)] if self.mutant.path.name == "__init__.py" else None
        loader = Changed(name, str(self.mutant.path), self.mutant)
        return spec_from_file_location(name, self.mutant.path, loader=loader, submodule_search_locations=where)


class Changed(SourceFileLoader):
    """Loads the changed source, whatever is kept of the module in a cache."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.planted(self.mutant.path.read_text("utf-8")), self.path, "exec")


def processes(jobs: Sequence[Callable[[int], NoReturn]]) -> Iterator[tuple[int, int, str]]:
    """Do each job in a process of its own, as many at a time as there are cores: the number of the job, the exit status
    of its process, and what it has written to the pipe that it is given."""
    waiting = iter(range(len(jobs)))
    running: dict[int, tuple[int, int]] = {}
    while True:
        for number in islice(waiting, (os.cpu_count() or 1) - len(running)):
            told, tell = os.pipe()
            process = os.fork()
            if process == 0:
                jobs[number](tell)
            os.close(tell)
            running[process] = number, told
        if not running:
            return
        process, status = os.wait()
        number, told = running.pop(process)
        with open(told) as lines:  # few enough to fit into the pipe
            yield number, os.waitstatus_to_exitcode(status), lines.read()


def silence() -> None:
    """Let this process print nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


class Judge:
    """A plugin of pytest that runs the tests of each fault in a process of its own, instead of all tests here."""

    def __init__(self, mutants: Sequence[Mutant], find: bool) -> None:
        self.mutants = mutants
        self.find = find
        self.failed: list[str] = []
        self.errors: list[str] = []
        self.survivors: list[str] = []
        self.out_of_reach: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.errors.append(report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid.removeprefix("tests/"))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        named = [item for item in session.items if not hasattr(getattr(item, "obj", None), "hypothesis")]
        jobs: list[tuple[Mutant | None, list[pytest.Item]]] = []
        for mutant in self.mutants:
            killers = [item for item in named if self.find or mutant.is_killed_by(item.nodeid)]
            jobs.append((mutant, killers))
            if not killers:
                self.errors.append(f"{mutant.name}: there is no {mutant.killer}")
        every = list({item: None for _, items in jobs for item in items})
        alone = {mutant.name for mutant in self.mutants if is_outside_of_functions(mutant)}
        self.out_of_reach += alone
        jobs = [(None, every), *((mutant, items) for mutant, items in jobs if mutant and mutant.name not in alone)]
        work = [partial(self.run, mutant, items) for mutant, items in jobs]
        for number, code, told in processes(work):
            done, failed = jobs[number][0], told.splitlines()
            if done is not None and code == OUT_OF_REACH:
                self.out_of_reach.append(done.name)
            elif code not in (0, -signal.SIGALRM):
                self.errors.append(f"{done and done.name}: exit status {code}")
            elif done is None:
                self.errors += [f"fails without a fault: {text}" for text in failed]
            elif self.find:
                print(done.name, *failed, sep="\n    ", flush=True)
            elif not failed and code == 0:
                self.survivors.append(done.name)
        return True

    def run(self, mutant: Mutant | None, items: list[pytest.Item], tell: int) -> NoReturn:
        """In a process of its own, plant the fault and tell which tests fail: the first one, or where asked, all."""
        status = 1
        try:
            if mutant is None or plant(mutant):
                signal.alarm(0 if mutant is None else SECONDS)
                silence()
                for item in items:
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                    if self.failed and mutant is not None and not self.find:
                        break
                os.write(tell, "\n".join(dict.fromkeys(self.failed)).encode())
                status = 0
            else:
                status = OUT_OF_REACH
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)


OPTIONS: Final = ("--rootdir", str(TESTS.parent), "-p", "no:cacheprovider", "-p", "no:terminal", "--capture=no")


def judge_together(mutants: Sequence[Mutant], files: Sequence[Path], find: bool, tell: int) -> NoReturn:
    """Tell what comes of faults within functions, and of which of them others have to be told."""
    status = 1
    try:
        judge = Judge(mutants, find)
        status = int(pytest.main([*OPTIONS, *map(str, files)], plugins=[judge]))
        found = {"survivors": judge.survivors, "errors": judge.errors, "out_of_reach": judge.out_of_reach}
        os.write(tell, json.dumps(found).encode()[:60_000])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def judge_alone(mutant: Mutant, _tell: int) -> NoReturn:
    """Tell whether the test of a fault fails, where the module is imported with it."""
    status = 2
    try:
        signal.alarm(SECONDS)
        silence()
        sys.meta_path.insert(0, Finder(mutant))
        file, _, test = mutant.killer.partition("::")
        status = int(pytest.main([*OPTIONS, f"{test_file(file)}::{test}"]))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def main(arguments: Sequence[str]) -> int:
    names = [each for each in arguments if each != "--find"]
    find = "--find" in arguments
    mutants = [each for each in (*MUTANTS, *FAULTS) if not names or {each.name, each.package} & set(names)]
    by_name = {each.name: each for each in mutants}
    os.environ["TAFL_DATA"] = str(TESTS / "no records")
    os.environ["HYPOTHESIS_PROFILE"] = "ci"  # which leaves no named test out
    os.environ.pop("TAFL_DATA_REQUIRED", None)
    os.environ.pop("PYTEST_ADDOPTS", None)  # a choice of tests there is not one of those that look for faults
    began = time.monotonic()
    survivors: list[str] = []
    errors: list[str] = []
    sys.dont_write_bytecode = True
    with TemporaryDirectory() as folder:
        compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(SOURCES, folder, ignore=compiled, dirs_exist_ok=True)
        for uncompiled in (True, False):
            batch = [each for each in mutants if each.is_compiled == uncompiled]
            if not batch:
                continue
            sys.path.insert(0, folder if uncompiled else str(SOURCES))
            files = sorted({test_file(each.killer.partition("::")[0]) for each in batch})
            if find and uncompiled:
                files = [test_file(each) for each in FILES]
            ((_, code, told),) = processes([partial(judge_together, batch, files, find)])
            found: dict[str, list[str]] = json.loads(told or "{}")
            survivors += found.get("survivors", [])
            errors += found.get("errors", []) + ([f"exit status {code}"] if code else [])
            rest = [by_name[name] for name in found.get("out_of_reach", [])]
            for number, code, _ in processes([partial(judge_alone, each) for each in rest]):
                if code == 0:
                    survivors.append(rest[number].name)
                elif code not in (1, -signal.SIGALRM):
                    errors.append(f"{rest[number].name}: exit status {code}")
    told_survivors = [f"{each.name} ({each.module}): {each.rule}" for each in mutants if each.name in survivors]
    print(*told_survivors, *errors, sep="\n")
    killed = len(mutants) - len(survivors)
    print(f"{killed} of {len(mutants)} faults noticed in {time.monotonic() - began:.0f} s")
    return int(bool(errors or len(survivors) > SURVIVORS * len(mutants)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
