"""A sample of the kernel's language: each function takes two numbers and uses a part of it that the transpiler writes.

``test_wasm.py`` compares each in WebAssembly with Python, for all pairs of small numbers.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl import Side
from hnefatafl.support.vectors import extend, vec


def floors(a: i64, b: i64) -> i64:
    return a // 4 * 1000 + (a // b if b != 0 else 7)


def remainders(a: i64, b: i64) -> i64:
    return a % 8 * 1000 + (a % b if b != 0 else 7)


def bits(a: i64, b: i64) -> i64:
    """Those of numbers below 0 are not counted: Python counts those of the number without its sign."""
    counted = int(a & 31).bit_length() * int(b & 15).bit_count()
    return (a & b) + 100 * (a | b) + 10000 * (a ^ b) + (~a << 3) + (b >> 1) + counted


def signs(a: i64, b: i64) -> i64:
    return -a + 100 * max(a, b) + 10000 * min(a, b) + (a > b) + int(not a)


def conditions(a: i64, b: i64) -> i64:
    found: i64 = 0
    if a > 2 and b > 2:
        found += 1
    if a > 2 or b > 2:
        found += 2
    if not (a > 2 or b < 2):
        found += 4
    if a:
        found += 8
    else:
        found += 16
    if bool(a) == (b != 0):
        found += 32
    return found


def chains(a: i64, b: i64) -> i64:
    return (0 <= a < 9) + 2 * (a < b <= 5) + 4 * (a == b < 3 != a)


def choices(a: i64, b: i64) -> i64:
    one = a if a > b else b
    other: i64 = 5 if a == b else 6
    return 10 * one + other


def members(a: i64, b: i64) -> i64:
    numbers = [a, b, 3]
    found = (a in (1, 2, b)) + 2 * (a not in (3, 4))
    return found + 4 * (b + 1 in numbers) + 8 * (b - 1 not in numbers)


def _weigh(a: i64, b: i64 = 3, c: i64 = 5, d: i64 = 7) -> i64:
    return a + 10 * b + 100 * c + 1000 * d


def defaults(a: i64, b: i64) -> i64:
    return _weigh(a) + _weigh(a, b) * 2 + _weigh(a, b, a) * 3 + _weigh(b, a, b, a) * 5


def _part(a: i64, b: i64) -> tuple[i64, i64, i64]:
    return a + b, a - b, a * b


def several(a: i64, b: i64) -> i64:
    total, difference, product = _part(a, b)
    return total + 100 * difference + 10000 * product


def at_once(a: i64, b: i64) -> i64:
    one, other = a, b
    one, other = other, one
    one, other = one + other, one - other
    first: i64 = 0
    second: i64 = 0
    first = second = one
    first += 1
    return one + 100 * other + 10000 * first + 1000000 * second


def pairs(a: i64, b: i64) -> i64:
    both: tuple[i64, bool] = (a, b > a)
    found = 0
    for number, larger in [both, (b, True)]:
        found = found * 100 + number + larger
    return found + both[0] * 10 + both[1] * 3


def while_else(a: i64, b: i64) -> i64:
    n: i64 = 0
    while n < 9:
        n += 1
        if n == a:
            break
        if n == b:
            continue
        n += 1
    else:
        return -n
    return n


def ranges(a: i64, b: i64) -> i64:
    found: i64 = 0
    for i in range(5):
        found = found * 3 + i
    for i in range(a, b):
        found = found * 2 + i
    for _ in range(b):
        found += 1
    return found


def backwards(a: i64, b: i64) -> i64:
    found: i64 = 0
    for number in reversed([a, b, 4]):
        found = found * 50 + number
    numbers = [a, b]
    numbers.reverse()
    numbers.append(6)
    numbers.reverse()
    for number in numbers:
        found = found * 50 + number
    return found


def lists(a: i64, b: i64) -> i64:
    numbers: list[int] = []
    for i in range(12):
        numbers.append(int(a * i - b))
    numbers.extend([int(b), 1])
    numbers += [2]
    last = numbers.pop()
    numbers[1] = numbers[2] + 5
    numbers[3] += 4
    longer = [int(b)] + numbers[2:7]  # noqa: RUF005 (a starred display cannot be written)
    found = sum_of(longer) + last * 1000 + numbers.count(int(b)) * 10000 + len(numbers)
    numbers.clear()
    return found + 7 * len(numbers) + bool(numbers) + 2 * (not longer)


def sum_of(numbers: list[int]) -> i64:
    found: i64 = 0
    for number in numbers:
        found = found * 7 + number
    return found


def comprehensions(a: i64, b: i64) -> i64:
    numbers = [int(i * b) for i in range(a) if i % 3 != 1]
    return sum_of(numbers) * 2 + sum_of([number + 1 for number in numbers if number > 4])


def maps(a: i64, b: i64) -> i64:
    known: dict[int, int] = {}
    known.setdefault(int(a), 3)
    known.setdefault(int(b), 4)
    known.setdefault(int(a), 5)
    known[7] = known[int(a)] + 1
    return known[int(a)] + 10 * known[int(b)] + 100 * len(known) + 1000 * (8 in known) + 10000 * known[7]


def filled(a: i64, b: i64) -> i64:
    """Vectors of equal numbers, also where the pool has one that held others."""
    found: i64 = 0
    for fill in range(3):
        words = vec[i64]([int(fill)] * 6)
        cells = vec[i16]([0] * 5)
        found = found * 3 + sum_words(words) + i64(cells[0]) + i64(cells[4])
        words[fill] = a
        words[5] += b
        cells[4] = i16(9)
        found = found * 3 + sum_words(words) + i64(cells[4])
    ones = vec[i64]([b] * 4)
    return found * 3 + sum_words(ones)


def sum_words(words: vec[i64]) -> i64:
    found: i64 = 0
    for word in words:
        found = found * 5 + word
    return found


def sum_cells(cells: vec[i16]) -> i64:
    found: i64 = 0
    for cell in cells:
        found = found * 5 + i64(cell)
    return found


def slices(a: i64, b: i64) -> i64:
    words = vec[i64]([a, b, 3, a, 5])
    cells = vec[i16]([int(a), int(b), 3, 4, 5])
    whole = words[:]
    whole[0] = 9
    part = cells[1:4]
    part[0] = i16(8)
    found = sum_words(words) + sum_words(whole) + sum_words(words[2:]) + sum_words(words[1:3])
    found += sum_cells(cells) + sum_cells(part) + sum_cells(cells[2:]) * 2
    return found * 4 + (words == whole) + 2 * (words[:1] == vec[i64]([b]))


def joined(a: i64, b: i64) -> i64:
    words = extend(vec[i64]([a, 1]), vec[i64]([int(one) for one in [int(b), 2]]))
    return sum_words(words) + len(words)


def lent(a: i64, b: i64) -> i64:
    """Copies that are handed on, one of them to what keeps it."""
    words = vec[i64]([a, b])
    copy = words[:]
    copy[0] = 3
    found = sum_words(copy) + sum_words(words[:])
    holder = hold(words, found)
    spare = vec[i64]([1, 1])
    return sum_words(holder.words) * 3 + sum_words(holder.first) + holder.total + sum_words(spare)


def hold(words: vec[i64], number: i64) -> Holder:
    holder = Holder(words[:])
    again = words[:]
    again[1] = number
    holder.keep(again)
    return holder


class Holder:
    words: vec[i64]
    first: vec[i64]

    def __init__(self, words: vec[i64]) -> None:
        self.words = words
        self.first = words

    def keep(self, words: vec[i64]) -> None:
        self.words = words

    @property
    def total(self) -> i64:
        return self.words[0] + self.first[1]


def found_at(words: vec[i64], wanted: i64) -> i64:
    """Leaves a loop by a return, with a copy in hand."""
    copy = words[:]
    for place in range(len(copy)):
        if copy[place] == wanted:
            return place
    return -1


def left_early(a: i64, b: i64) -> i64:
    return found_at(vec[i64]([4, a, 2, b]), b) * 10 + found_at(vec[i64]([a, b]), 3)


def at_last(a: i64, b: i64) -> i64:
    words = vec[i64]([a, b])
    return undone(words) * 100 + words[0]


def undone(words: vec[i64]) -> i64:
    before = words[0]
    words[0] = words[1] * 2
    try:
        return words[0] + words[1]
    finally:
        words[0] = before


def enumerations(a: i64, b: i64) -> i64:
    side = Side.DEFENDERS if a > b else Side.ATTACKERS
    return 1 if side == Side.DEFENDERS else 0


def absent(a: i64, b: i64) -> i64:
    holder = _hold_larger(a, b)
    found: i64 = 5 if holder is None else 1
    return found + 10 * (3 if holder is not None and holder.words[0] == a else 2)


def _hold_larger(a: i64, b: i64) -> Holder | None:
    if a > b:
        return Holder(vec[i64]([a, b]))
    return None
