"""Moves as numbers of actions, for learning programs.

``Tables.actions`` has the move of each number, and ``Tables.numbers`` the parts that the number of a move is the sum
of (:func:`~hnefatafl._kernel.lookup.actions`). The last number is to roll the die.

Laws: numbers are written as two bytes each, in the order of the machine, and in ascending order.
"""

from __future__ import annotations

from struct import pack
from typing import Final

from mypy_extensions import i64, u8

from hnefatafl._kernel.codes import origin_of, target_of
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec

_LOW: Final[i64] = 0 if pack("=H", 1)[0] == 1 else 1  # where of two bytes the lower one stands


def action_of(t: Tables, code: i64) -> i64:
    """The number of the action that is a move."""
    q = origin_of(code)
    return t.numbers[q] + t.numbers[2 * t.size + target_of(code) - q]


def roll_action(t: Tables) -> i64:
    """The number of the action that rolls the die."""
    return len(t.actions) - 1


def room_for_actions(t: Tables) -> vec[u8]:
    """A buffer that holds the actions of any position."""
    zero: u8 = 0
    return vec[u8]([zero] * int(8 * t.n * t.n + 2))


def actions_of(t: Tables, codes: vec[i64], end: i64, can_roll: bool) -> bytes:
    """The actions of the moves before index ``end``, and the roll."""
    out = room_for_actions(t)
    end = write_actions(t, codes, end, out, 0)
    if can_roll:
        end = write_number(roll_action(t), out, end)
    return bytes(out[:end])


def write_actions(t: Tables, codes: vec[i64], end: i64, out: vec[u8], n: i64) -> i64:
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
        n = write_number(codes[i], out, n)
        i += 1
    return n


def write_number(number: i64, out: vec[u8], n: i64) -> i64:
    """Write a number of 16 bits into ``out`` at ``n``; return the index after it."""
    low = _LOW
    out[n + low] = u8(number & 255)
    out[n + 1 - low] = u8(number >> 8 & 255)
    return n + 2


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
