"""The phrases of English."""

from __future__ import annotations

from typing import Final

from hnefatafl.describe._language import Language
from hnefatafl.pieces import PieceSet

__all__ = ["ENGLISH"]


def _ordinal(n: int) -> str:
    words = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if n <= 10:
        return words[n - 2]
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _set(text: str, only: str = "") -> dict[str, str]:
    return {"": text, "only": only or f"only {text}"}


_PIECES: Final = {
    PieceSet.ALL: _set("all pieces"),
    PieceSet.MEN: _set("all soldiers", "only soldiers"),
    PieceSet.KINGSMEN: _set("the king and his soldiers"),
    PieceSet.ATTACKERS: _set("the attackers"),
    PieceSet.DEFENDERS: _set("the king's soldiers"),
    PieceSet.SOLDIERS: _set("the soldiers"),
    PieceSet.COMMANDERS: _set("the commanders"),
    PieceSet.KNIGHTS: _set("the knights"),
    PieceSet.MERCENARIES: _set("the mercenaries"),
    PieceSet.GUARDS: _set("the guards"),
    PieceSet.ATTACKING_SOLDIERS: _set("the attackers' soldiers"),
    PieceSet.ATTACKING_COMMANDERS: _set("the attackers' commanders"),
    PieceSet.ATTACKING_KNIGHTS: _set("the attackers' knights"),
    PieceSet.ATTACKING_MERCENARIES: _set("the attackers' mercenaries"),
    PieceSet.ATTACKING_GUARDS: _set("the attackers' guards"),
    PieceSet.DEFENDING_SOLDIERS: _set("the king's soldiers"),
    PieceSet.DEFENDING_COMMANDERS: _set("the king's commanders"),
    PieceSet.DEFENDING_KNIGHTS: _set("the king's knights"),
    PieceSet.DEFENDING_MERCENARIES: _set("the king's mercenaries"),
    PieceSet.DEFENDING_GUARDS: _set("the king's guards"),
    PieceSet.KING: _set("the king"),
}
_MIXED_PIECES: Final = {
    PieceSet.MEN: _set("all pieces but the king", "all pieces but the king"),
    PieceSet.KINGSMEN: _set("the king and his men"),
    PieceSet.DEFENDERS: _set("the king's men"),
}

_WORDS: Final = {
    "and": "and",
    "only": "only {who}",
    "all but": "all pieces but {who}",
    "soldier": "soldier",
    "king": "king",
    "commander": "commander",
    "knight": "knight",
    "mercenary": "mercenary",
    "guard": "guard",
    "commanders": "{n:commander|commanders}",
    "knights": "{n:knight|knights}",
    "mercenaries": "{n:mercenary|mercenaries}",
    "guards": "{n:guard|guards}",
    "title": "Rules: {name}",
    "edge": "the edge",
    "corners": "the corners",
    "centre": "the centre",
    "board": "the whole board",
    "camps": "the camps",
    "none": "none",
    "without": "{left} without {right}",
    "with": "{left}, together with {right}",
    "within": "those squares that belong to two sets: {left}; and {right}",
    "special throne": "throne",
    "special corners": "corners",
    "name north camp": "north camp",
    "name east camp": "east camp",
    "name south camp": "south camp",
    "name west camp": "west camp",
    "name camp flanks": "flanks of the camps",
    "zone named": "zone “{name}”",
    "by attackers": " by a move of the attackers",
    "by defenders": " by a move of the defenders",
    "of attackers": " of the attackers",
    "of defenders": " of the defenders",
}

_SETTING: Final = {
    "h board": "Board and pieces",
    "board size": "The board has {size}×{size} squares. Files are lettered a to {last} from the left, ranks are "
    "numbered 1 to {size} from the bottom.",
    "board men": "{attackers:attacker|attackers}{ranks} {attackers:~plays|play} against the king and "
    "{defenders:soldier|soldiers} of his{king_ranks}. King and soldiers are the defenders; every piece but the king is "
    "a soldier.",
    "board king alone": "{attackers:attacker|attackers}{ranks} {attackers:~plays|play} against the king alone, whose "
    "side is called the defenders. Every piece but the king is a soldier.",
    "board soldiers": "Men without a rank are soldiers.",
    "ranks some": " (including {ranks})",
    "ranks all": " ({ranks})",
    "board start": "This is the start (t: attacker, T: soldier of the king, K: king):",
    "first attackers": "The attackers move first.",
    "first defenders": "The defenders move first.",
    "first lot": "Lots are drawn for who moves first.",
    "h aim": "Aim of the game",
    "aim escape": "The king wants to get away. The defenders win as soon as he arrives on one of these squares: "
    "{where}.",
    "aim escape closed": "Only those of them count on which he may end a move.",
    "aim no escape": "There is no square on which the king escapes.",
    "aim capture": "The attackers want to capture the king, and win when they do.",
    "h move": "Movement",
    "move turns": "The sides move in turn, one piece at a time. Nobody may pass.",
    "move turns pass": "The sides move in turn, one piece at a time. Whoever can move must.",
    "move rook": "All pieces, the king included, move like the rook in chess: straight along a file or a rank, never "
    "diagonally. They do not leap over pieces, and every move ends on an empty square.",
    "move rook jump": "All pieces, the king included, move like the rook in chess: straight along a file or a rank, "
    "never diagonally, and every move ends on an empty square. They pass over other pieces only by jumping.",
    "move far": "They go as far as they like.",
    "move all": "They go at most {n:square|squares} far.",
    "move some": "{who} go at most {n:square|squares} far.",
    "move attackers": "An attacker goes at most {n:square|squares} far.",
    "move defenders": "A soldier of the king goes at most {n:square|squares} far.",
    "move king": "The king goes at most {n:square|squares} far.",
    "move others far": "All others go as far as they like.",
    "jump": "Jumping: whoever may jump passes over one piece on the next square of a file or a rank, to the empty "
    "square right behind it. A jump is a move like any other, and ends only where the piece may stop.",
    "jump over enemies": "{who} may jump over enemies without capturing them.",
    "jump capturing": "{who} may jump over enemies and capture them by it.",
    "jump restricted": "{who} may jump over enemies without capturing them, but only from or to one of the special "
    "squares described below.",
    "jump over anybody": "{who} may jump over pieces of either side without capturing them.",
    "jump guards": "Guards are not captured in this way.",
    "jump not king": "Nobody jumps over the king.",
    "jump only": "{who:only} can be jumped over.",
    "jump far": "A jump leads two squares far, even for a piece that otherwise goes less far.",
    "h berserk": "Berserk turns",
    "berserk must capture": "A piece that has captured goes on in the same turn: as long as it can capture again it "
    "must, and no other piece of its side moves. The turn is over when it can capture no more.",
    "berserk must move": "A piece that has captured goes on in the same turn: it must make one more move if it can, "
    "whether that captures or not, and no other piece of its side moves. Whenever it captures again, it goes on again.",
    "berserk escape": "A king who goes on may also escape by a move that captures nothing.",
    "berserk no escape": "A king who goes on escapes only by a move that captures.",
    "h squares": "Special squares",
    "no throne": "There is no throne.",
    "no corners": "The corners are nothing special.",
    "zone each": "What follows holds for each of these zones by itself.",
    "zone free": "Nobody's moves are restricted here.",
    "stop all": "All pieces may end their moves here.",
    "stop none": "No piece may end its move here.",
    "stop some": "{who:only} may end a move here.",
    "enter none": "This is only for moves that begin here: nobody comes in from outside, and whoever has left does not "
    "return.",
    "enter some": "From outside, {who:only} may come in.",
    "king left": "Once the king has left, he does not return.",
    "cross all": "All pieces may move across while it is empty.",
    "cross none": "No piece may move across.",
    "cross some": "{who:only} may move across while it is empty.",
    "cross inside": "A piece that begins its move here moves freely over these squares, and out.",
    "hostile none": "{z:~The square is|The squares are} hostile to nobody.",
    "hostile empty": "{z:~The square is|Each square is} hostile to {who} as long as it is empty.",
    "hostile always": "{z:~The square is|Each square is} hostile to {who}, whatever stands on it.",
    "hostile also": "As long as it is empty, it is hostile to {who} as well.",
    "zone pierces": "{z:~It|Each of them} can also be, while empty, one half of a pair that captures the king.",
    "zones overlap": "A square that belongs to several zones is bound by the rules of each of them.",
}

_CAPTURES: Final = {
    "h capture": "Capturing",
    "capture pincers": "Every piece but {who} is captured when it stands between two enemies, in a file or a rank. "
    "Captured pieces are removed at once.",
    "capture move": "The enemy has to close the trap by a move of one of the two: whoever moves in between two enemies "
    "is safe. One move can capture several pieces.",
    "capture free": "Nobody is obliged to capture.",
    "capture free turn": "Nobody is obliged to capture, except in a berserk turn.",
    "mercenaries turn": "A captured mercenary, though, is not removed: he stays where he is and changes sides.",
    "guards idle": "Guards take no part in captures, not even of the king.",
    "guards surrounded": "A guard is captured only when an enemy moves next to him and all four of his sides are then "
    "held, each by an enemy or by a square that is hostile to him.",
    "guards never": "They cannot be captured themselves.",
    "capture hostile": "Where a square is hostile to a piece, it stands in for one of the two enemies.",
    "edge none": "The edge of the board is hostile to nobody.",
    "edge some": "The edge of the board is hostile to {who}, as if an enemy stood beyond it.",
    "edge one": "So one enemy in front captures such a soldier on the edge.",
    "arms all": "{who} capture, the king like the others: by moving, and by standing on the other side.",
    "hammer all": "{who} capture by moving.",
    "hammer some": "{who:only} may capture by moving; a move of any other piece captures nothing.",
    "hammer none": "No piece may capture by moving, so nothing is ever captured in this way.",
    "anvil all": "{who} count as the second enemy, who stands on the other side.",
    "anvil some": "{who:only} may be the second enemy, who stands on the other side.",
    "anvil none": "No piece counts as the second enemy, who stands on the other side: only hostile squares do.",
    "anvil holds": "The same goes for captures that need more enemies than two.",
    "arms jump": "Captures by jumping do not depend on this.",
    "wall": "Shieldwall: a row of two or more pieces of one side, unbroken along the edge, is captured whole when each "
    "of them has an enemy in front and an enemy stands on the edge at both ends of the row. A king in the row counts, "
    "but survives while the others fall.",
    "wall guards": "Guards in the row survive as well.",
    "wall corner": "An empty corner that is hostile to the soldiers of the row may hold one end, not both.",
    "wall no corner": "A corner does not stand in for the enemy at an end.",
    "wall flanking": "Only a piece that moves to the edge, to an end of the row, closes the wall.",
    "wall any": "A piece that moves to an end of the row closes the wall, and so does one that moves in front of it.",
    "linnaean": "Capture against the king: while the king sits on the throne with attackers on three sides and a "
    "soldier of his on the fourth, an attacker who moves to the other side of that soldier captures him.",
    "linnaean guards": "A guard is not captured in this way.",
    "extra captures": "Besides, captures of this game's own apply: {rules}.",
    "h king": "Capturing the king",
    "king move": "The king is captured only by an attacker who moves next to him. A king who moves in between his "
    "enemies is safe.",
    "king strong": "All four sides of him must be held, each by an attacker or by a square that is hostile to him.",
    "king near throne": "On the throne and right beside it, all four sides of him must be held, each by an attacker or "
    "by a square that is hostile to him. Anywhere else two opposite sides are enough, as for a soldier.",
    "king on throne": "On the throne, all four sides of him must be held, each by an attacker or by a square that is "
    "hostile to him. Anywhere else, right beside it too, two opposite sides are enough, as for a soldier.",
    "king middleweight": "All sides of him must be held, each by an attacker or by a square that is hostile to him: "
    "four within the board, three at the edge.",
    "king weak": "Two opposite sides of him must be held, as for a soldier, each by an attacker or by a square that is "
    "hostile to him. This is so everywhere, on the throne too.",
    "king weak no throne": "Two opposite sides of him must be held, as for a soldier, each by an attacker or by a "
    "square that is hostile to him.",
    "king edge safe": "At the edge one side is missing, so he cannot be captured there.",
    "king edge safe alone": "At the edge one side is missing, so he cannot be captured there alone.",
    "king edge safe unless pierced": "At the edge one side is missing, so he cannot be surrounded there.",
    "king edge held": "At the edge the missing side counts as held.",
    "king edge won": "The attackers win as well by capturing him on the edge.",
    "king edge impossible": "On the edge he cannot be captured at all.",
    "king edge draw": "If he is captured on the edge, the game is drawn.",
    "pierce": "{who} also capture him in pairs: two of them on opposite sides of him are enough, one of whom has just "
    "moved there.",
    "pierce not on throne": "This does not count while he is on the throne.",
    "pierce edge": "It counts at the edge, too.",
    "joint": "If just one soldier of his stands beside the king, both fall together when the two are wholly "
    "surrounded: every other side of the king and of the soldier must be held by an attacker, by the edge of the "
    "board, or by a square that is hostile to the one beside it. The attacker who closes the ring must arrive beside "
    "one of the two.",
    "joint guards": "This does not happen if the soldier is a guard.",
}

_ENDINGS: Final = {
    "h formations": "Forts and rings",
    "fort": "Exit fort: the defenders win when, after their move, the king stands on the edge and can still move, no "
    "attacker can get at him, and the wall around him can never be broken by captures.",
    "fort jump": "A wall that an attacker could jump over does not count.",
    "ring": "Encirclement: the attackers win when, after their move, they enclose all defenders, the king included, so "
    "that none of them is connected with the edge. Squares connect side by side, not diagonally, and only if no "
    "attacker stands on them.",
    "ring any": "Whether a piece of the ring could be captured does not matter.",
    "ring secure": "The ring counts only if none of its pieces stands between two squares of the inside, where it "
    "could be captured.",
    "ring jump": "A ring that a defender could jump over does not count.",
    "h die": "The die",
    "die": "To move the king, the defenders first roll a die with {n:face|faces}. Then they must move him, at most as "
    "many squares as it shows. Other pieces move without a roll. As long as the king has no move within the reach of "
    "the die, nobody may roll. If a roll leaves him no move, it is void: another piece moves, and there is no second "
    "roll.",
    "die jump": "A jump of the king counts as two squares.",
    "die berserk": "The roll holds for all moves of the king in a berserk turn.",
    "h announcements": "Ways out",
    "way out": "A way out is a direction in which the king could reach a square of escape by his next move.",
    "announce": "After a move of the defenders that leaves the king one way out, they say “raichi”; if there are two "
    "or more, they say “tuichu”. After a move of the attackers who could capture the king in their next one, they say "
    "“watch your king”.",
    "announce advisory": "It has no consequence if this is forgotten.",
    "announce binding": "If the defenders do not announce a way out, the king may not escape by their next move. After "
    "it, all is as before.",
    "tuichu wins": "If the king has two ways out or more after a move of the defenders, they win at once.",
    "h repetition": "Repetition",
    "repeat ignored": "Positions may be repeated without limit.",
    "repeat draw": "When a position comes about for the {n:th} time{by}, the game is drawn.",
    "repeat mover loses": "When a position comes about for the {n:th} time{by}, the side that made this move loses.",
    "repeat mover wins": "When a position comes about for the {n:th} time{by}, the side that made this move wins.",
    "repeat defenders lose": "When a position comes about for the {n:th} time{by}, the defenders lose, and the "
    "attackers win.",
    "repeat attackers lose": "When a position comes about for the {n:th} time{by}, the attackers lose, and the "
    "defenders win.",
    "repeat forbidden": "A move{of} that brings a position about for the {n:th} time, or yet another, is forbidden.",
    "repeat offensive": "If a move{of} would bring a position about for the {n:th} time, or yet another, the offensive "
    "side has to deviate: the one that has made a threat with each of its moves since the position last occurred. The "
    "defenders threaten when the king could escape by his next move, the attackers when they could capture him by "
    "theirs. If only the side that moves is offensive, the move is forbidden; if only the other side is, the game goes "
    "on; if both are or neither is, the game is drawn.",
    "repeat same": "A position is the same when the pieces stand alike and the same side is to move. Every capture "
    "begins the count anew.",
    "repeat same board": "A position is the same when the pieces stand alike, whichever side is to move. Every capture "
    "begins the count anew.",
    "repeat mirrored": "Turned or mirrored, a position counts as the same, too.",
    "repeat bound": "It matters, too, whether the king may not escape just now because a way out was not announced.",
    "repeat start": "The position at the start counts.",
    "repeat no start": "The position at the start does not count.",
    "h ends": "Other ends",
    "blocked loss": "Whoever is to move and has no legal move loses.",
    "blocked draw": "If the side to move has no legal move, the game is drawn.",
    "blocked pass": "If the side to move has no legal move, the other side moves again. If neither side can move, the "
    "game is drawn.",
    "few none": "The attackers do not lose by being few, even if none of them is left.",
    "few one": "The attackers lose when all of them are captured.",
    "few many": "The attackers lose as soon as fewer than {n} of them are left.",
    "quiet": "If there is no capture in {n:move|moves in a row}, counting those of both sides, the game is drawn.",
    "extra endings": "Besides, endings of this game's own apply: {rules}.",
    "h order": "Which end comes first",
    "order": "If one move brings several ends about, the one that comes first in this list counts:",
    "order king captured": "the king is captured",
    "order escape": "the king has escaped",
    "order few": "too few attackers are left",
    "order tuichu": "the king has two ways out",
    "order formations": "a fort or a ring",
    "order extra": "an ending of this game's own",
    "order repetition": "repetition",
    "order quiet": "too many moves without a capture",
    "order blocked": "the side to move has no legal move",
    "order stuck": "neither side has a legal move",
}

_MIXED: Final = {
    "board men": "{attackers:attacker|attackers}{ranks} {attackers:~plays|play} against the king and "
    "{defenders:man|men} of his{king_ranks}. King and men are the defenders; every piece but the king is a man.",
    "board king alone": "{attackers:attacker|attackers}{ranks} {attackers:~plays|play} against the king alone, whose "
    "side is called the defenders. Every piece but the king is a man.",
    "board start": "This is the start; small letters are attackers, capitals defenders ({letters}):",
    "edge one": "So one enemy in front captures such a man on the edge.",
    "wall corner": "An empty corner that is hostile to the men of the row may hold one end, not both.",
    "linnaean": "Capture against the king: while the king sits on the throne with attackers on three sides and a man "
    "of his on the fourth, an attacker who moves to the other side of that man captures him.",
    "joint": "If just one man of his stands beside the king, both fall together when the two are wholly surrounded: "
    "every other side of the king and of the man must be held by an attacker, by the edge of the board, or by a square "
    "that is hostile to the one beside it. The attacker who closes the ring must arrive beside one of the two.",
    "joint guards": "This does not happen if the man is a guard.",
}

ENGLISH: Final = Language(
    phrases=_WORDS | _SETTING | _CAPTURES | _ENDINGS,
    mixed_phrases=_MIXED,
    pieces=_PIECES,
    mixed_pieces=_MIXED_PIECES,
    ordinal=_ordinal,
)
"""English."""
