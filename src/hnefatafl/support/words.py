"""Words in place of the members of closed lists, and what to say of words that are none.

What options and their values are called elsewhere: in the sources, by other programs, and by players. The other
programs are OpenTafl (whose keys are short, as ``surf``), hnefatafl-rs, npm's ``tafl`` and AbstractPlay.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, Flag
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from hnefatafl.support.arguments import refuse
from hnefatafl.support.errors import ArgumentValueError

OPTIONS: Final = (
    ("hammer anvil", 'both "men" for an unarmed king', "armed unarmed armed_king king_armed king_is_armed"),
    ("hammer anvil", 'both "men" for an unarmed king', "king_unarmed king_attack king_captures weaponless"),
    (
        "hammer anvil",
        'both "men" for an unarmed king',
        "king_can_capture king_may_capture ka schlagen zange",
    ),
    ("escape", 'such as "edge" or "corners"', "edge_escape corner_escape escape_edge escape_corners escape_square esc"),
    (
        "escape",
        'such as "edge" or "corners"',
        "exit exits goal goals king_goal king_escape edge_win corner_win win_squares spielziel fluchtburg utväg",
    ),
    ("king", 'how many sides must be held, such as "strong"', "king_strength strong_king weak_king king_strong ks"),
    (
        "king",
        'how many sides must be held, such as "strong"',
        "attacker_count_to_capture king_capture king_captured_by gefangennahme inringas",
    ),
    ("edge_capture", "", "king_edge edge_king king_on_edge king_at_edge king_captured_on_edge edge_draw patt"),
    ("edge_hostile", "", "hostile_edge hostile_edges edges_hostile edge_hostility edge_captures spielfeldrand ränder"),
    ("size", "", "dim dimension board_size files ranks brettgroesse"),
    ("start", "boards are square", "board"),
    ("start", "", "setup layout initial initial_position start_position starting_position position pieces"),
    ("first", 'such as "attackers"', "atkf attackers_first defenders_first starting_side start_side first_move begins"),
    ("first", 'such as "attackers"', "first_player first_side turn side_to_move who_begins anfang lot ausknobeln lott"),
    (
        "throne",
        "",
        "cen centre center castle konakis hall thron borgen kronenfeld kings_seat king_seat king_can_return_to_center",
    ),
    ("corners", "", "cor corner burgs burg eckfelder fluchtburgen corner_base_width corner_width restricted_squares"),
    (
        "zones",
        "",
        "camp camps fortress fortresses fort_squares citadels afor dfor lagerfelder lägerrutor special_squares zone",
    ),
    (
        "encirclement",
        "",
        "surf surround surrounding surround_win surround_fatal enclosure enclosure_win ring einkesselung",
    ),
    ("secure_ring", "", "safe_ring secure_encirclement"),
    ("whole_ring", "", "ring_with_king one_ring king_in_ring"),
    ("edge_ring", "", "with_edge_access edge_access leaning_ring"),
    ("no_escape", "", "can_not_escape cannot_escape king_trapped hopeless_king"),
    ("simple_fort", "", "flanked_fort plain_fort"),
    ("exit_fort", "", "efe fort forts exit_forts edge_fort edge_forts"),
    ("shieldwall", "", "sw swf shield_wall shield_walls shieldwalls schildwall skoldborg"),
    (
        "forced_capture",
        "",
        "forced_captures must_capture compulsory_capture capture_forced schlagzwang slagtvång",
    ),
    ("line_capture", "", "row_capture row_captures line_captures multiple_capture reihe rad"),
    ("king_line_capture", "", "capture_with_king_in_line capture_beside_king"),
    ("linnaean_capture", "", "linc linnaean linnaean_rule linnaeus"),
    ("joint_capture", "", "king_and_defender capture_with_king"),
    ("walk_in", "", "walk_in_capture step_between move_between suicide self_capture gwrheill"),
    ("no_walk_in", "", "may_not_walk_in no_step_between no_move_between no_suicide suicide_forbidden"),
    ("jumps", "", "jump jumping kj nj cj mj gj jump_rules king_jump knight_jump commander_jump"),
    ("berserk", "", "ber berserk_rule berserk_rules berserk_mode berserker go_on chain_captures"),
    ("speed", "", "spd speeds slow_pieces max_distance king_speed king_moves_one step steps"),
    ("die", "its faces, its pieces and what it allows", "king_die dice roll dice_limited_king wuerfel würfel tärning"),
    (
        "no_move",
        'such as "loss"',
        "no_moves no_legal_move no_legal_moves no_plays draw_on_no_plays stalemate blocked zugzwang zugmöglichkeit",
    ),
    ("may_pass", "", "pass passing skip skip_turn null_move aussetzen stå_över"),
    ("immobile_king", "", "king_immobile king_cannot_move trapped_king bewegungsunfähig"),
    ("fewest_attackers", "", "min_attackers minimum_attackers few_attackers attackers_left attackers_needed"),
    ("fewest_defenders", "", "min_defenders minimum_defenders few_defenders defenders_left defenders_needed princes"),
    ("quiet_limit", "in plies", "draw_after captureless captureless_plays draw_after_captureless_plays fifty_moves"),
    ("move_limit", "in plies", "max_moves maximum_moves turn_limit max_turns ply_limit limit_of_moves game_length"),
    ("quiet_limit", "in plies", "max_quiet no_capture_limit fifty_move_rule halfmove_clock"),
    (
        "repetition",
        "",
        "tfr threefold threefold_repetition threefold_result repetitions repetition_rule repetition_limit",
    ),
    ("repetition", "", "repetition_turn_limit repetition_outcome repeat repeats perpetual wiederholung evighetsdrag"),
    ("announcements", "", "announce announcement raichi tuichu calls watch_your_king ansage ansagen check"),
    ("piercing", "", "pairs pair_captures commanders_capture_king"),
    ("guard_capture", "", "guards guards_captured"),
    ("extra_captures", "", "capture_function custom_captures capture_hook"),
    ("extra_endings", "", "end_function custom_endings ending_hook win_condition win_conditions"),
    ("name", "", "title variant ruleset called"),
    ("notes", "", "comment comments note description remarks readings"),
    ("source", "", "author url origin_of reference citation"),
    # fields of zones
    ("stop", "", "occupy occupiable may_stop can_stop may_occupy restricted_to"),
    ("cross", "", "pass passable may_pass can_pass may_cross through"),
    ("enter", "", "re_enter reenter may_enter can_enter return"),
    ("hostile_empty", "", "hostile hostility hostile_to hostile_tiles"),
    ("squares", "", "region fields tiles cells where"),
    # fields of repetition and of speed
    ("allows", "", "throw throws shows"),
    ("faces", "", "sides"),
    ("count", "", "limit number times occurrences n_repetitions"),
    ("consequence", "", "result outcome then is_loss"),
    ("attackers", "", "attacker besiegers"),
)
"""The names of options and of their fields, how they are used, and what they are called elsewhere."""
_VALUES: Final = (
    ("attackers", "black dark besiegers muscovites muscovite moscovites moskowiter angreifer angripare attacker red"),
    ("defenders", "white light kingsmen swedes swede schweden verteidiger försvarare defender hnefi"),
    ("men", "taflmen pawns hunns all_but_king everybody_but_the_king"),
    ("all", "everybody everyone both any anybody"),
    ("none", "nobody no_one noone no_piece no without nothing null nil off disabled infinite unlimited no_limit never"),
    ("none", "any lot by_lot drawn_by_lot random either chance ausknobeln lottning"),
    ("strong-near-throne", "strong_by_throne strongbythrone strong_near_throne linnaean near_throne tablut"),
    ("strong", "four four_sides 4 surrounded"),
    ("middleweight", "3"),
    ("weak", "two two_sides 2 custodial normal like_a_man"),
    ("loss", "lose loses lost"),
    ("draw", "remis stalemate tie drawn"),
)
"""Values, and what they are called elsewhere."""


_UNSUPPORTED: Final = {
    "boards are square: size is the number of files and of ranks": (
        "width height columns cols rows board_width board_height breite höhe bredd höjd shape board_shape board_type"
        " geometry topology grid hex hexes hexagon hexagons hexagonal hex_board hexagonal_board rectangle rectangular"
        " rectangular_board triangle triangular round circular cylinder cylindrical torus toroidal wrap wrap_around"
    ),
    "all pieces move along ranks and files": (
        "diagonal diagonals diagonally diagonal_move diagonal_moves diagonal_movement diagonal_king diagonal_capture"
        " diagonal_captures king_diagonal move_diagonally moves_diagonally orthogonal orthogonally orthogonal_moves"
        " moves movement movements move_directions directions direction bishop queen rook king_moves knight_moves"
    ),
}
"""What no ruleset can have, and the words that ask for it."""
_AGAINST: Final = {word: reason for reason, words in _UNSUPPORTED.items() for word in words.split()}


def _index_words() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    uses_by_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for names, how, words in OPTIONS:
        for word in words.split():
            uses_by_word.setdefault(word, []).append((tuple(names.split()), how))
    for value, words in _VALUES:
        for word in words.split():
            uses_by_word.setdefault(word, []).append(((value,), ""))
    return uses_by_word


_MEANT: Final = _index_words()


def meant(name: str, names: frozenset[str]) -> str:
    """Return the known names for a word from another program, and how they are used; empty if there are none.

    >>> meant("kingArmed", frozenset({"hammer", "anvil"}))
    'hammer and anvil (both "men" for an unarmed king)'
    >>> meant("black", frozenset({"attackers", "defenders"})), meant("black", frozenset({"hammer"}))
    ('attackers', '')
    """
    for candidates, how in _MEANT.get(_as_word(name), ()):
        if names.issuperset(candidates):
            return " and ".join(candidates) + (f" ({how})" if how else "")
    return ""


def reason_against(name: str) -> str:
    """Return why there can be no option or value of that name; empty if the name asks for nothing of the kind."""
    return _AGAINST.get(_as_word(name), "")


def _as_word(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\s-]+", "_", name).lower()


_E = TypeVar("_E", bound=Enum)
_T = TypeVar("_T")

NOTHING: Final = "none"
"""None, where an option may be that."""
_NAME: Final = 60
"""No name that is known is longer; what is longer takes no more time to compare."""


class Fault(Exception):
    """A value is not what was expected; the message says what was."""


class Unexpected(Fault):
    """Something else was found than what was expected; if it is a text, the message says which known one is near."""

    def __init__(self, expected: str, found: object, known: Iterable[str] = ()) -> None:
        meant = hint(found, known) if isinstance(found, str) else ""
        super().__init__(f"{expected} was expected, not {reprlib.repr(found)}{meant}")
        self.what: Final[str] = expected
        self.found: Final[object] = found
        self.known: Final[Iterable[str]] = known

    def or_nothing(self) -> Unexpected:
        """Return what to say where the value may also be none."""
        return Unexpected(f'{self.what} or "{NOTHING}"', self.found, (*self.known, NOTHING))


def hint(name: str, names: Iterable[str]) -> str:
    """What to say of a name that is none: which of the known ones was perhaps meant, or why there is none of the kind;
    nothing, if none is near.

    >>> hint("excape", ("name", "escape")), hint("zebra", ("name", "escape"))
    ('; did you mean escape?', '')
    >>> hint("edgeEscape", ("name", "escape"))
    '; did you mean escape (such as "edge" or "corners")?'
    >>> hint("shape", ("name", "escape"))
    '; boards are square: size is the number of files and of ranks'
    """
    import difflib  # this and the names of others are for mistakes only

    name, names = name[:_NAME], tuple(names)
    near = meant(name, frozenset(names))
    if not near and (reason := reason_against(name)):
        return f"; {reason}"
    near = near or next(iter(difflib.get_close_matches(name, names, 1)), "")
    return f"; did you mean {near}?" if near else ""


def name_of(member: Enum) -> str:
    """Return the word for a member of a closed list or a set of pieces."""
    return member.value if isinstance(member.value, str) else member.name.lower()


@cache
def names_of(of: type[_E]) -> Mapping[str, _E]:
    """Return the members of a closed list, or the named sets of pieces, by their words."""
    return MappingProxyType({name_of(member): member for member in of.__members__.values()})


def read(text: object, of: type[_E]) -> _E:
    """Return the member of a closed list by its word, or the set of the pieces that a word or several name.

    >>> from hnefatafl.board import PieceSet, Side
    >>> read("attackers", Side), read(["king", "knights"], PieceSet)
    (Side.ATTACKERS, PieceSet.KNIGHTS | PieceSet.KING)

    Raises:
        Fault: there is no such word.
    """
    names: Mapping[str, _E] = names_of(of)
    if not issubclass(of, Flag):
        return one_of(text, names, f"one of {', '.join(names)}")
    pieces: Any = of(0)
    for word in cast("Iterable[object]", text) if isinstance(text, list) else [text]:
        pieces |= one_of(word, names, "the name of a set of pieces")
    return cast("_E", pieces)


def one_of(text: object, names: Mapping[str, _T], expected: str) -> _T:
    """Return what has that name.

    Raises:
        Fault: nothing has.
    """
    value = names.get(text) if isinstance(text, str) else None
    if value is None:
        raise Unexpected(expected, text, names)
    return value


def as_member(member: object, of: type[_E], parameter: str) -> _E:
    """Return a member of a closed list that the caller gave, or by its word.

    >>> from hnefatafl.board import Kind
    >>> as_member("king", Kind, "kind")
    Kind.KING

    Raises:
        ArgumentTypeError: it is neither.
        ArgumentValueError: there is no such word.
    """
    if isinstance(member, str):
        try:
            return read(member, of)
        except Fault as fault:
            raise ArgumentValueError(f"{parameter}: {fault}") from None
    if not isinstance(member, of):
        refuse(parameter, f"a {of.__name__} or its name", member)
    return member


def or_nothing(reader: Callable[[object, Any], _T], text: object, of: Any) -> _T | None:
    """Return None for the word that stands for it, else what the reader makes of it.

    Raises:
        Fault: there is no value; the message says that there may be none.
    """
    if text == NOTHING:
        return None
    try:
        return reader(text, of)
    except Unexpected as error:
        raise error.or_nothing() from None
