"""The sections of a leaflet, and the phrases that a ruleset needs in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from hnefatafl.board import Kind, PieceSet, Region, Side
from hnefatafl.describe._language import Language, Paragraph, Phrase, Sentence, Words
from hnefatafl.describe._moves import (
    berserk,
    capturing,
    capturing_king,
    goal,
    goals,
    jumpers,
    king_falls,
    movement,
    own_rules,
    special_squares,
)
from hnefatafl.rules import Berserk, Call, Consequence, Jump, NoMove, Reading, Roll, Ruleset, idle_reason, is_moot
from hnefatafl.support import hooks
from hnefatafl.support.immutability import frozen

_RANKS: Final = {
    "commanders": PieceSet.COMMANDERS,
    "knights": PieceSet.KNIGHTS,
    "mercenaries": PieceSet.MERCENARIES,
    "guards": PieceSet.GUARDS,
}


@frozen
class Figure:
    """Lines that are not wrapped."""

    text: str


@frozen
class Section:
    """A heading and the parts below it."""

    key: str
    """The key of the heading."""
    title: str
    parts: Sequence[Paragraph | Figure]


def sections(rules: Ruleset, language: Language, *, order: bool) -> Iterator[Section]:
    """Yield the sections of the leaflet; empty ones are left out."""
    language = language.among(rules.pieces)
    for key, parts in (
        ("h board", _describe_board(rules, language)),
        ("h aim", _describe_aim(rules, language)),
        ("h move", movement(rules, language)),
        ("h squares", special_squares(rules, language)),
        ("h capture", capturing(rules, language)),
        ("h king", capturing_king(rules, language)),
        ("h berserk", berserk(rules, language)),
        ("h formations", _describe_formations(rules, language)),
        ("h die", _describe_die(rules, language)),
        ("h announcements", _describe_announcements(rules, language)),
        ("h repetition", _describe_repetition(rules, language)),
        ("h ends", _describe_ends(rules, language)),
        ("h match", _describe_match_rules(rules, language)),
        ("h order", _describe_order(rules, language) if order else []),
        ("h optional", _describe_optional_rules(rules, language)),
    ):
        if parts:
            yield Section(key, language.word(key), parts)
    if language.footnotes.noted:
        yield Section("h footnotes", language.word("h footnotes"), _describe_footnotes(rules, language))


def summary(rules: Ruleset, language: Language) -> str:
    """Return one sentence: how many pieces play, and where the king escapes."""
    language = language.among(rules.pieces)
    men, squares = rules.start.count(PieceSet.DEFENDING_MEN), goals(rules)
    edge = Region.EDGE.squares(rules.size)
    where: str = ""
    if squares == Region.CORNERS.squares(rules.size):
        where = language.word("summary corner")
    elif len(squares) > 1 and not (squares <= edge and 2 * len(squares) > len(edge)):
        where = language.word("summary squares", n=language.number(len(squares)))
    elif squares:
        where = goal(rules, squares, language)
    sides = language.say(
        "summary men" if men else "summary king alone",
        attackers=language.number(rules.start.count(PieceSet.ATTACKERS)),
        defenders=language.number(men),
    )
    return sides.text + language.word("summary escape" if squares else "summary no escape", where=where)


def _describe_match_rules(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return a paragraph for each rule of the match; one that is not translated is told as it was written."""
    texts = (language.notes.get(text, text) for text in rules.match_rules)
    return [[Sentence(Phrase("match"), f"{text[:1].upper()}{text[1:].rstrip('.')}.")] for text in texts]


def _describe_optional_rules(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about additional rules of the source that are not in force."""
    offered = [
        reading
        for reading in rules.readings
        if reading.options and not reading.in_force and not all(is_moot(rules, option) for option in reading.options)
    ]
    points = (_describe_point(reading, language) for reading in offered)
    texts = (f"{number}. {point[:1].upper()}{point[1:]}." for number, point in enumerate(points, start=1))
    return [[language.say("optional")], *([Sentence(Phrase("point"), text)] for text in texts)] if offered else []


def _describe_point(reading: Reading, language: Language) -> str:
    """Return what a reading says or, in a language that it is not translated into, what it is about."""
    text = language.notes.get(reading.text) if language.topics else reading.text
    return text.rstrip(".") if text is not None else "; ".join(map(language.topic, reading.options))


def _describe_footnotes(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return a paragraph for each footnote, and before them whose source is meant in the notes of a changed copy."""
    base = hooks.shipped(rules.origin) if rules.readings and not rules.source else None
    kept = base is not None and set(rules.readings) <= set(base.readings)
    paragraphs: list[Paragraph] = []
    if base is not None and kept:
        paragraphs.append([language.say("footnotes source", origin=rules.origin, source=base.source.rstrip("."))])
    for number, reading in enumerate(language.footnotes.noted, start=1):
        sentence = tell_reading(reading, language)
        paragraphs.append([attrs.evolve(sentence, text=f"[{number}] {sentence.text}")])
    return paragraphs


def tell_reading(reading: Reading, language: Language) -> Sentence:
    """Return a sentence that says what a reading is, ours or the source's, and what it says."""
    key = "footnote optional" if reading.optional else "footnote departure" if reading.departs else "footnote ours"
    return Sentence(Phrase(key), language.say(key, what=_describe_point(reading, language)).text)


def _describe_board(rules: Ruleset, language: Language) -> list[Paragraph | Figure]:
    defenders = rules.start.count(PieceSet.DEFENDING_MEN)
    size = language.say("board size", size=rules.size, last=chr(96 + rules.size))
    men = language.say(
        "board men" if defenders else "board king alone",
        attackers=language.number(rules.start.count(PieceSet.ATTACKERS)),
        ranks=_count_ranks(rules, PieceSet.ATTACKERS, language),
        defenders=language.number(defenders),
        king_ranks=_count_ranks(rules, PieceSet.DEFENDING_MEN, language),
    )
    soldiers = [language.say("board soldiers")] if language.mixed and language.present & PieceSet.SOLDIERS else []
    first = {Side.ATTACKERS: "first attackers", Side.DEFENDERS: "first defenders", None: "first lot"}[rules.first]
    start = language.say("board start", letters=_list_letters(rules, language))
    return [[size, men, *soldiers], [start], Figure(str(rules.start)), [language.say(first)]]


def _count_ranks(rules: Ruleset, side: PieceSet, language: Language) -> Words | str:
    """Return how many of a side's men are no soldiers: " (including 4 commanders)"."""
    counts = {key: rules.start.count(side & kind) for key, kind in _RANKS.items()}
    ranks = [language.word(key, n=language.number(n)) for key, n in counts.items() if n]
    if not ranks:
        return ""
    says = tuple(Phrase(key, {"n": n}) for key, n in counts.items() if n)
    key = "ranks some" if rules.start.count(side & PieceSet.SOLDIERS) else "ranks all"
    return language.word(key, ranks=Words(language.series(ranks), says))


def _list_letters(rules: Ruleset, language: Language) -> Words:
    """Return the letters of the pieces in the picture: "t, T: soldier; K: king"."""
    pieces = PieceSet.of(rules.start.values()).pieces
    kinds = sorted(Kind, key=lambda kind: kind is Kind.KING)
    letters = {kind: ", ".join(piece.symbol for piece in pieces if piece.kind is kind) for kind in kinds}
    shown = {kind.value: letters_of_kind for kind, letters_of_kind in letters.items() if letters_of_kind}
    text = "; ".join(f"{letters_of_kind}: {language.word(kind)}" for kind, letters_of_kind in shown.items())
    return Words(text, tuple(Phrase(kind, {"letters": letters_of_kind}) for kind, letters_of_kind in shown.items()))


def _describe_aim(rules: Ruleset, language: Language) -> list[Paragraph]:
    squares = goals(rules)
    escape = "aim escape" if squares else "aim no escape"
    where = goal(rules, squares, language) if squares else ""
    capture = "aim capture" if _is_capturable(rules, language) else "aim no capture"
    return [[language.say(escape, where=where)], [language.say(capture)]]


def _is_capturable(rules: Ruleset, language: Language) -> bool:
    """Return whether the king can be captured; functions of the ruleset may always capture him."""
    return bool(rules.extra_captures) or king_falls(rules, language.present)


def _describe_formations(rules: Ruleset, language: Language) -> list[Paragraph]:
    parts: list[Paragraph] = []
    leaping = jumpers(rules, language.present)
    if rules.exit_fort:
        over = any(how is not Jump.RESTRICTED and pieces & PieceSet.ATTACKERS for how, pieces in leaping.items())
        simple = rules.simple_fort
        keys = ["exit_fort simple" if simple else "exit_fort", *(["fort jump"] if over and not simple else [])]
        parts.append([language.say(key) for key in keys])
    if rules.encirclement:
        over = any(pieces & PieceSet.DEFENDERS for pieces in leaping.values())
        keys = [
            "encirclement edge" if rules.edge_ring else "encirclement",
            *(["whole_ring"] if rules.whole_ring else []),
            "secure_ring yes" if rules.secure_ring else "secure_ring no",
            *(["ring jump"] if over else []),
        ]
        parts.append([language.say(key) for key in keys])
    elif language.footnotes.about("encirclement"):
        parts.append([language.say("encirclement none")])
    if _can_run_out(rules):
        parts.append([language.say(key) for key in ("no_escape", "no_escape shut", "no_escape few", "no_escape sides")])
        parts.append([language.say(key) for key in ("no_escape closed", "no_escape free")])
    return parts


def _can_run_out(rules: Ruleset) -> bool:
    """Return whether a king can run out of ways to escape."""
    return rules.no_escape and idle_reason(rules, "no_escape", False) is None


def _describe_die(rules: Ruleset, language: Language) -> list[Paragraph]:
    die, present = rules.die, language.present
    if die is None or not die.pieces & present:
        return []
    faces = language.number(die.faces)
    by = language.word("die ordinary" if die.faces == 6 else "die faces", n=faces)
    of_king = " king" if die.pieces & present == PieceSet.KING else ""
    if die.pieces & present == PieceSet.KING and die.allows is Roll.AT_MOST:
        say = [language.say("die king", n=faces, die=by)]
    else:
        say = [language.say("die", who=language.who(die.pieces), n=faces, die=by), language.say(f"die {die.allows}")]
    losers = [side for side in Side if die.binds_all(side)]
    if present & ~die.pieces:
        say.append(language.say("die others"))
    keys = [f"die in vain{of_king}", *([f"die void{of_king}"] if len(losers) < 2 else [])]
    keys += ["die lost"] if len(losers) == 2 else [f"die lost {side}" for side in losers]
    if die.allows is not Roll.ODD and any(die.pieces & pieces for pieces in jumpers(rules, present).values()):
        keys.append("die jump")
    if rules.berserk is not Berserk.NONE:
        keys.append("die berserk")
    offensive = rules.repetition.consequence is Consequence.OFFENSIVE_DEVIATES
    escape = PieceSet.KING in die.pieces and (offensive or _has_ways_out(rules))
    threat = offensive or _announces_threat(rules, language) is not Call.NONE
    threat = threat and bool(die.pieces & present & PieceSet.ATTACKERS)
    if escape or threat:
        keys.append("die" + " escape" * escape + " threat" * threat)
    return [[*say, *map(language.say, keys)]]


def _has_ways_out(rules: Ruleset) -> bool:
    """Return whether the number of the king's ways out is told or wins."""
    return rules.announcements.way_out is not Call.NONE or rules.tuichu_wins


def _announces_threat(rules: Ruleset, language: Language) -> Call:
    """Return whether the attackers announce that they could capture the king."""
    return rules.announcements.threat if _is_capturable(rules, language) else Call.NONE


def _describe_announcements(rules: Ruleset, language: Language) -> list[Paragraph]:
    said, threat = rules.announcements, _announces_threat(rules, language)
    called = said.way_out is not Call.NONE
    parts: list[Paragraph] = [[language.say("way out")]] if _has_ways_out(rules) else []
    if called:
        keys = [*(["announce raichi"] if said.raichi else []), *(["announce binding"] if said.binding else [])]
        parts.append([_describe_call("way out", said.way_out, language), *map(language.say, keys)])
    if threat is not Call.NONE:
        parts.append([_describe_call("threat", threat, language)])
    if threat is Call.MUST or (said.way_out is Call.MUST and not said.binding):
        parts.append([language.say("announce forgotten")])
    if rules.tuichu_wins:
        parts.append([language.say("tuichu_wins")])
    return parts


def _describe_call(event: str, call: Call, language: Language) -> Sentence:
    return language.say(f"announce {event}", how=language.word(f"call {call}"))


_CONSEQUENCES: Final = {
    Consequence.IGNORED: "repeat ignored",
    Consequence.DRAW: "repeat draw",
    Consequence.MOVER_LOSES: "repeat mover loses",
    Consequence.MOVER_WINS: "repeat mover wins",
    Consequence.DEFENDERS_LOSE: "repeat defenders lose",
    Consequence.ATTACKERS_LOSE: "repeat attackers lose",
    Consequence.FORBIDDEN: "repeat forbidden",
    Consequence.OFFENSIVE_DEVIATES: "repeat offensive",
}


def _describe_repetition(rules: Ruleset, language: Language) -> list[Paragraph]:
    policy = rules.repetition
    key = _CONSEQUENCES[policy.consequence]
    if policy.consequence is Consequence.IGNORED:
        return [[language.say(key)]]
    by, of = ("", "") if policy.by is None else (language.word(f"{word} {policy.by}") for word in ("by", "of"))
    same = ["repeat same" if policy.turn else "repeat same board", *(["repeat mirrored"] if policy.symmetric else [])]
    bound = ["repeat bound"] if rules.announcements.binding else []
    bare = policy.before_captures and policy.consequence is Consequence.FORBIDDEN
    bound += ["repeat before captures"] if bare else []
    counting = ["repeat reset", "repeat start" if policy.counts_start else "repeat no start"]
    return [
        [language.say(key, n=language.number(policy.count), by=by, of=of)],
        [language.say(key) for key in (*same, *bound, *counting)],
    ]


def _describe_ends(rules: Ruleset, language: Language) -> list[Paragraph]:
    few = {0: "fewest_attackers none", 1: "fewest_attackers one"}.get(rules.fewest_attackers, "fewest_attackers many")
    parts = [
        [language.say(f"no_move {rules.no_move}")],
        [language.say(few, left=language.number(rules.fewest_attackers - 1))],
    ]
    if rules.immobile_king:
        parts.append([language.say("immobile_king")])
    if rules.fewest_defenders > 0:
        men = "fewest_defenders one" if rules.fewest_defenders == 1 else "fewest_defenders many"
        parts.append([language.say(men, left=language.number(rules.fewest_defenders - 1))])
    if rules.quiet_limit is not None:
        end = language.word(f"limit {rules.quiet_limit_consequence}")
        parts.append([language.say("quiet_limit", n=language.number(rules.quiet_limit), end=end)])
    if rules.move_limit is not None:
        end = language.word(f"limit {rules.move_limit_consequence}")
        parts.append([language.say("move_limit", n=language.number(rules.move_limit), end=end)])
    return [*parts, *own_rules("extra endings", rules.extra_endings, language)]


def _describe_order(rules: Ruleset, language: Language) -> list[Paragraph | Figure]:
    chosen = {
        "king captured": _is_capturable(rules, language),
        "escape": bool(goals(rules)),
        "immobile": rules.immobile_king,
        "few": rules.fewest_attackers > 0,
        "few men": rules.fewest_defenders > 0,
        "tuichu": rules.tuichu_wins,
        "formations": rules.exit_fort or rules.encirclement,
        "extra": bool(rules.extra_endings),
        "repetition": rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN),
        "quiet": rules.quiet_limit is not None,
        "limit": rules.move_limit is not None,
        "no escape": _can_run_out(rules),
        "stuck" if rules.no_move is NoMove.PASS else "blocked": True,
    }
    items = [language.word(f"order {key}") for key, on in chosen.items() if on]
    return [[language.say("order")], Figure("\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)))]
