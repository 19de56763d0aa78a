"""How each option is written, in Python and in TOML, and what it is called elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs
from rst import code

import hnefatafl
from hnefatafl import Ruleset, variants
from hnefatafl.notation import toml
from hnefatafl.support import words as known_words
from hnefatafl.variants import layouts

BASE: Final = variants.FETLAR
"""A ruleset in which every option has its default."""
EXAMPLES: Final = {
    "size": "size=9, start=layouts.CROSS_9",
    "start": "start=layouts.BELL_11",
    "first": 'first="defenders"',
    "throne": "throne=None",
    "corners": "corners=None",
    "zones": 'zones=[Zone(name="moat", squares="b6, f2, f10, j6", stop="none")]',
    "escape": 'escape="edge"',
    "king": 'king="weak"',
    "edge_capture": 'king="middleweight", edge_capture="draw"',
    "joint_capture": "joint_capture=True",
    "hammer": 'hammer="men"',
    "anvil": 'hammer="men", anvil="men"',
    "piercing": 'piercing="commanders"',
    "three_captors": 'three_captors="commanders"',
    "guard_capture": 'guard_capture="never"',
    "jumps": 'jumps=Jumps(king="over-enemies")',
    "berserk": 'berserk="may-capture"',
    "berserk_escape": 'berserk="may-capture", berserk_escape=True',
    "edge_hostile": 'edge_hostile="all"',
    "shieldwall": "shieldwall=Shieldwall()",
    "shieldwall.corners_close": "shieldwall=Shieldwall(corners_close=False)",
    "shieldwall.flanking": "shieldwall=Shieldwall(flanking=False)",
    "forced_capture": "forced_capture=True",
    "walk_in": 'walk_in="men"',
    "no_walk_in": 'no_walk_in="men"',
    "line_capture": "line_capture=True",
    "king_line_capture": "king_line_capture=True",
    "linnaean_capture": "linnaean_capture=True",
    "exit_fort": "exit_fort=True",
    "encirclement": "encirclement=True",
    "secure_ring": "encirclement=True, secure_ring=True",
    "whole_ring": "encirclement=True, whole_ring=True",
    "edge_ring": "encirclement=True, edge_ring=True",
    "no_escape": "no_escape=True",
    "simple_fort": "exit_fort=True, simple_fort=True",
    "speed": "speed=Speed(king=1)",
    "die": 'die=Die(pieces="all", allows="odd")',
    "die.faces": "die=Die(faces=4)",
    "die.pieces": 'die=Die(pieces="all")',
    "die.allows": 'die=Die(allows="exactly")',
    "may_pass": 'may_pass="both"',
    "immobile_king": "immobile_king=True",
    "no_move": 'no_move="draw"',
    "fewest_attackers": "fewest_attackers=3",
    "fewest_defenders": "fewest_defenders=1",
    "quiet_limit": "quiet_limit=100",
    "quiet_limit_consequence": 'quiet_limit=100, quiet_limit_consequence="attackers-lose"',
    "move_limit": "move_limit=200",
    "move_limit_consequence": 'move_limit=40, move_limit_consequence="mover-loses"',
    "repetition": 'repetition=Repetition(count=2, consequence="mover-loses")',
    "repetition.count": "repetition=Repetition(count=2)",
    "repetition.consequence": 'repetition=Repetition(consequence="forbidden")',
    "repetition.by": 'repetition=Repetition(consequence="defenders-lose", by="defenders")',
    "repetition.counts_start": "repetition=Repetition(counts_start=False)",
    "repetition.turn": "repetition=Repetition(turn=False)",
    "repetition.symmetric": "repetition=Repetition(symmetric=True)",
    "repetition.before_captures": 'repetition=Repetition(consequence="forbidden", before_captures=True)',
    "announcements": 'announcements=Announcements(way_out="must", threat="may")',
    "announcements.way_out": 'announcements=Announcements(way_out="must")',
    "announcements.raichi": 'announcements=Announcements(way_out="must", raichi=True)',
    "announcements.threat": 'announcements=Announcements(threat="may")',
    "announcements.binding": 'announcements=Announcements(way_out="must", binding=True)',
    "tuichu_wins": "tuichu_wins=True",
    "zone.squares": 'zones=[Zone(name="moat", squares="b6, f2, f10, j6", stop="none")]',
    "zone.stop": 'throne=evolve(variants.FETLAR.throne, stop="none")',
    "zone.enter": 'throne=evolve(variants.FETLAR.throne, enter="none")',
    "zone.cross": 'throne=evolve(variants.FETLAR.throne, cross="king")',
    "zone.hostile_empty": 'throne=evolve(variants.FETLAR.throne, hostile_empty="king")',
    "zone.hostile_always": 'throne=evolve(variants.FETLAR.throne, hostile_always="defenders")',
    "zone.pierces": "throne=evolve(variants.FETLAR.throne, pierces=True)",
}
"""The arguments of ``evolve`` by the options' names. Options that take functions have none."""
FUNCTIONS: Final = {
    "extra_captures": "def diagonal(board, move, side, position): ...",
    "extra_endings": "def alone(board, turn, position): ...",
}
"""The options whose values are functions, which a file cannot hold."""


def made(arguments: str) -> Ruleset:
    """Return the ruleset of an example."""
    names = {name: getattr(hnefatafl, name) for name in hnefatafl.__all__}
    names |= {"variants": variants, "layouts": layouts, "evolve": attrs.evolve}
    rules: Ruleset = eval(f"variants.FETLAR.evolve({arguments})", names)  # the examples above, and no other text
    return rules


def written(option: str) -> Iterator[str]:
    """Yield how an option is written in Python and in TOML."""
    if option in FUNCTIONS:
        name = FUNCTIONS[option][4:].partition("(")[0]
        lines = ["from hnefatafl import variants", "", FUNCTIONS[option], ""]
        yield from code("python", "\n".join([*lines, f"rules = variants.FETLAR.evolve({option}=[{name}])"]))
        yield "A file cannot contain functions, but it can name a registered ruleset: see :doc:`/howto/extra_rules`."
        yield ""
        return
    arguments = EXAMPLES[option]
    yield from code("python", "\n".join([*_imports(arguments), "", f"rules = variants.FETLAR.evolve({arguments})"]))
    yield "The same in a :doc:`TOML file </house>`:"
    yield ""
    yield from code("toml", as_file(option))


def _imports(arguments: str) -> Iterator[str]:
    if "evolve(" in arguments:
        yield "from attrs import evolve"
    names = {name for name in re.findall(r"\b([A-Z][a-z]+)\(", arguments) if hasattr(hnefatafl, name)}
    yield f"from hnefatafl import {', '.join([*sorted(names), 'variants'])}"
    if "layouts." in arguments:
        yield "from hnefatafl.variants import layouts"


def as_file(option: str) -> str:
    """Return the file that makes the ruleset of an example."""
    lines = toml.format_rules(made(EXAMPLES[option])).split("\n")
    # Without the labels, and without what the base has: the size, and the board, if they are not the option.
    text = "\n".join(line for line in lines if not re.match("(format|name|origin) = ", line))
    if option != "size":
        text = re.sub(r"^size = .*\n", "", text, flags=re.MULTILINE)
    if option not in ("size", "start"):
        text = re.sub(r'^start = """[^"]*"""\n', "", text, flags=re.MULTILINE)
    head = f'name = "mine"\nbase = "{BASE.name}"'
    return f"{head}\n{text.strip()}" if text.strip()[0] != "[" else f"{head}\n\n{text.strip()}"


def other_names(option: str) -> list[str]:
    """Return what an option is called in the documents, by other programs and by players."""
    owner, _, name = option.rpartition(".")
    groups = [(each.split(), words) for each, _, words in known_words.list_words("option")]
    nested = {"zone", "repetition"}
    found = [w for names, words in groups if name in names and (not owner or owner in nested) for w in words.split()]
    return list(dict.fromkeys(word.replace("_", " ") for word in found))
