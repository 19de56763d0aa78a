"""The lines of a record as a tree: how they are put in order, extended, exchanged and cut off.

The tree is flat. A variation names the line that it leaves and the move that
it replaces there, so there is nothing to recurse into, however deep it is,
and no node knows its parent. Line 0 is the main line, line n the n-th
variation. Here all lines stand in one list, the main line as its first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from hnefatafl.board import Move
from hnefatafl.errors import RecordError
from hnefatafl.records._moves import RecordedMove, Variation

Lines = Sequence[Variation]
Branches = Mapping[tuple[int, int], Sequence[int]]


def branches(variations: Iterable[Variation]) -> Branches:
    """The numbers of the variations, by the line that they leave and the move that they replace."""
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, variation in enumerate(variations, start=1):
        found[variation.line, variation.at].append(number)
    return found


def arrange(lines: Lines) -> tuple[Variation, ...]:
    """The variations in the one order that equal trees share, without the main line.

    Each comes after the line that it leaves, deeper ones directly after it,
    and those of one line by the move that they replace, as they came. What
    replaces the first move of a variation replaces the same as that variation
    does, so it leaves the same line.

    Raises:
        RecordError: a variation is empty, replaces what is not there, or leaves no line that goes back to the main
            line.
    """
    places = _resolved(lines)
    below: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (line, at) in enumerate(places[1:], start=1):
        below[line].append((at, number))
    order = [0]
    stack = [0]
    while stack:
        line = stack.pop()
        if line:
            order.append(line)
        stack += [number for _, number in sorted(below[line], reverse=True)]
    named = {old: new for new, old in enumerate(order)}
    arranged: list[Variation] = []
    for number in order[1:]:
        line, at = places[number]
        variation = lines[number]
        same = (named[line], at) == (variation.line, variation.at)
        arranged.append(variation if same else evolve(variation, line=named[line], at=at))
    return tuple(arranged)


def _resolved(lines: Lines) -> list[tuple[int, int]]:
    """What each line leaves and replaces, first moves of variations taken back to where these begin."""
    found = branches(lines[1:])
    below: defaultdict[int, list[int]] = defaultdict(list)
    for number, variation in enumerate(lines[1:], start=1):
        if not 0 <= variation.line < len(lines) or not 0 <= variation.at < lines[variation.line].length:
            raise RecordError(f"variation {number} replaces a move that is not there")
        if not variation.length:
            raise RecordError(f"variation {number} has no moves")
    for (line, _), numbers in found.items():
        below[line] += numbers
    places = [(-1, -1)] * len(lines)
    reached = [0]
    for line in reached:
        for number in below[line]:
            at = lines[number].at
            places[number] = places[line] if line and at == 0 else (line, at)
        reached += below[line]
    if len(reached) < len(lines):
        raise RecordError("there are variations that do not go back to the main line")
    return places


def follow(lines: Lines, line: int, at: int, moves: Sequence[RecordedMove | Move]) -> tuple[int, int, int]:
    """Go on from a place along moves, as far as the tree has them: the line, the place in it, how many there were."""
    found = branches(lines[1:])
    done = 0
    while done < len(moves):
        here, wanted = lines[line].moves, moves[done]
        if at >= len(here) or not here[at].same_play(wanted):
            for number in found.get((line, at), ()):
                if lines[number].moves and lines[number].moves[0].same_play(wanted):
                    line, at = number, 0
                    break
            else:
                break
        at += 1
        done += 1
    return line, at, done


def graft(lines: Lines, line: int, at: int, moves: Sequence[RecordedMove]) -> list[Variation]:
    """Put new moves after the first ``at`` moves of a line: at its end, or else as a variation.

    The first move at the end of a line is made by the roll that is pending there.

    Raises:
        RecordError: another roll is pending there.
    """
    grown = list(lines)
    here = lines[line]
    if at < here.length:
        grown.append(Variation(line=line, at=at, moves=tuple(moves)))
        return grown
    first, *rest = moves
    if here.roll_pending is not None:
        if first.roll not in (None, here.roll_pending):
            raise RecordError(f"the line ends with a roll of {here.roll_pending}, so {first} cannot follow")
        first = evolve(first, roll=here.roll_pending)
    grown[line] = evolve(here, moves=(*here.moves, first, *rest), roll_pending=None)
    return grown


def promote(lines: Lines, number: int) -> list[Variation]:
    """Let a variation take the place of what it replaces, and that become the first variation there."""
    up = lines[number]
    line, at = up.line, up.at
    old = lines[line]
    order = [0, number, *(n for n in range(1, len(lines)) if n != number)]
    named = {before: now for now, before in enumerate(order)}
    changed: list[Variation] = []
    for n in order:
        one = lines[n]
        if n == number:
            one = evolve(old, line=line, at=at, moves=old.moves[at:])
        elif n == line:
            one = evolve(up, line=one.line, at=one.at, moves=old.moves[:at] + up.moves)
        elif one.line == number:
            one = evolve(one, line=line, at=one.at + at)
        elif one.line == line and one.at > at:
            one = evolve(one, line=number, at=one.at - at)
        changed.append(evolve(one, line=named[one.line]))
    return changed


def prune(lines: Lines, line: int, at: int) -> list[Variation]:
    """Cut a line off before a move. The first variation that replaces the move takes its place, if there is one."""
    here = lines[line]
    heirs = branches(lines[1:]).get((line, at), ())
    heir = heirs[0] if heirs else None
    gone = {line} if line and not at else set[int]()
    named: dict[int, int] = {}
    changed: list[Variation] = []
    for n, one in enumerate(lines):
        if n and (n in gone or n == heir or one.line in gone or (one.line == line and one.at > at)):
            if n != heir:
                gone.add(n)
            continue
        named[n] = len(changed)
        if n == line:
            # What comes after the last move goes with it.
            end = Variation(at=0) if heir is None else lines[heir]
            one = evolve(end, line=here.line, at=here.at, moves=here.moves[:at] + end.moves)
        elif n and one.line == heir:
            one = evolve(one, line=line, at=one.at + at)
        changed.append(one)
    return [one if n == 0 else evolve(one, line=named[one.line]) for n, one in enumerate(changed)]
