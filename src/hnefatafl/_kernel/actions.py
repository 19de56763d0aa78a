"""Moves as numbers of actions, for programs that learn.

``Tables.actions`` has the move of each number, and ``Tables.numbers`` the parts that the number of a move is the sum
of (:func:`~hnefatafl._kernel.lookup.actions`). The last number is to roll the die.

Laws: the actions of a position are written in ascending order. A number takes 16 bits without a sign; vectors hold it
as the number with a sign that has the same bits.

Cost: :func:`fill_actions` costs what :func:`~hnefatafl._kernel.generate.fill` does, and numbers the moves on its way.
"""

from __future__ import annotations

from array import array

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import CROSS, KING, origin_of, target_of
from hnefatafl._kernel.engine import Engine
from hnefatafl._kernel.generate import ANY_DISTANCE, reach
from hnefatafl._kernel.pure import PURE
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec


def roll_action(t: Tables) -> i64:
    """The number of the action that rolls the die."""
    return len(t.actions) - 1


def most_actions(t: Tables) -> i64:
    """How many actions a position can have at most, the faces of a die included."""
    return 4 * t.n * t.n + t.die + 1


def short(number: i64) -> i16:
    """A number of 16 bits without a sign, as the one with a sign that has the same bits."""
    return i16((number ^ 0x8000) - 0x8000)


def as_bytes(numbers: vec[i16]) -> bytes:
    """The numbers as bytes, in the order of the machine."""
    return array("h", numbers).tobytes() if PURE else bytes(numbers)


def longer(numbers: vec[i16], length: i64) -> vec[i16]:
    """The same numbers, and zeros behind them."""
    zero: i16 = 0
    out = vec[i16]([zero] * int(length))
    i: i64 = 0
    for number in numbers:
        out[i] = number
        i += 1
    return out


def write_actions(t: Tables, codes: vec[i64], end: i64, out: vec[i16], n: i64) -> i64:
    """Write the actions of the moves before index ``end`` into ``out`` from ``n``; return the index after the last.

    ``codes`` holds the numbers of the actions afterwards.
    """
    i: i64 = 0
    numbers = t.numbers
    double = 2 * t.size
    while i < end:
        q = origin_of(codes[i])
        codes[i] = numbers[q] + numbers[double + target_of(codes[i]) - q]
        i += 1
    if t.jumpers != 0:
        _sort(codes, end)
    i = 0
    while i < end:
        out[n] = short(codes[i])
        n += 1
        i += 1
    return n


def actions_of(t: Tables, codes: vec[i64], end: i64, can_roll: bool) -> bytes:
    """The actions of the moves before index ``end``, and the roll."""
    zero: i16 = 0
    out = vec[i16]([zero] * int(end + 1))
    end = write_actions(t, codes, end, out, 0)
    if can_roll:
        out[end] = short(roll_action(t))
        end += 1
    return as_bytes(out[:end])


def fill_actions(engine: Engine, scratch: vec[i64], out: vec[i16], n: i64) -> i64:
    """Write the legal actions of a game that goes on into ``out`` from ``n``; return the index after the last."""
    t = engine.t
    if engine.berserk != 0 or t.jumpers != 0 or engine.repetition_may_forbid():
        n = write_actions(t, scratch, engine.fill(scratch, 0), out, n)
    else:
        n = _fill_walks(t, engine.cells, engine.movers(), reach(t, engine.roll), engine.stops(), out, n)
    if t.die != 0 and engine.can_roll():
        out[n] = short(roll_action(t))
        n += 1
    return n


def _fill_walks(t: Tables, cells: vec[i16], own: i16, reach: i64, confined: i64, out: vec[i16], n: i64) -> i64:
    """Write the actions of all moves but jumps, as ``generate.fill`` writes moves."""
    access = t.access
    span = t.n - 1
    first: i64 = 0
    for q in t.squares:
        p = cells[q]
        if p & own:
            may_stop = i64(p)
            may_cross = may_stop << CROSS
            base = confined + t.layer[q]
            far = min(reach, t.speed_king) if p == KING else t.far[may_stop] if t.limited else ANY_DISTANCE
            start = first
            for d in t.steps:
                number = start
                last = start + far - 1
                to = q + d
                while not cells[to]:
                    there = access[base + to]
                    if there & may_stop:
                        out[n] = short(number)
                        n += 1
                    if number == last or not there & may_cross:
                        break
                    number += 1
                    to += d
                start += span
        first += 4 * span + 1
    return n


def _sort(numbers: vec[i64], end: i64) -> None:
    """Put numbers in ascending order that are nearly so: only jumps stand behind longer walks."""
    i: i64 = 1
    while i < end:
        number = numbers[i]
        j = i
        while j > 0 and numbers[j - 1] > number:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = number
        i += 1
