"""The phrases of English."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.describe._language import Language


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
    PieceSet.DEFENDERS: _set("the king and his soldiers"),
    PieceSet.ATTACKERS: _set("the attackers"),
    PieceSet.DEFENDING_MEN: _set("the king's soldiers"),
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
    PieceSet.MEN: _set("all pieces except the king", "all pieces except the king"),
    PieceSet.DEFENDERS: _set("the king and his men"),
    PieceSet.DEFENDING_MEN: _set("the king's men"),
}

_WORDS: Final = {
    "and": "and",
    "only": "only {who}",
    "all but": "all pieces except {who}",
    "soldier": "soldier",
    "king": "king",
    "commander": "commander",
    "knight": "knight",
    "mercenary": "mercenary",
    "guard": "guard",
    "commanders": "{n:=one commander|commanders}",
    "knights": "{n:=one knight|knights}",
    "mercenaries": "{n:=one mercenary|mercenaries}",
    "guards": "{n:=one guard|guards}",
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
    "board size": "The board has {size}×{size} squares. The files are lettered a to {last} from the left, the ranks "
    "numbered 1 to {size} from the bottom.",
    "board men": "{attackers:=one attacker|attackers}{ranks} {attackers:~plays|play} against the king and his "
    "{defenders:=one soldier|soldiers}{king_ranks}. The king and his soldiers are the defenders. All pieces except "
    "the king are called soldiers.",
    "board king alone": "{attackers:=one attacker|attackers}{ranks} {attackers:~plays|play} against the king alone, "
    "who is the only defender. All pieces except the king are called soldiers.",
    "board soldiers": "Men without a rank are called soldiers.",
    "ranks some": " (including {ranks})",
    "ranks all": " ({ranks})",
    "board start": "Starting position (t: attacker, T: king's soldier, K: king):",
    "first attackers": "The attackers move first.",
    "first defenders": "The defenders move first.",
    "first lot": "Lots are drawn to decide which side moves first.",
    "summary men": "{attackers:=one attacker|attackers} against {defenders:=one defender|defenders} and the king",
    "summary king alone": "{attackers:=one attacker|attackers} against the king alone",
    "summary escape": "; he escapes to {where}.",
    "summary corner": "a corner",
    "summary squares": "one of {n} squares",
    "summary no escape": "; he escapes nowhere.",
    "h aim": "Aim of the game",
    "aim escape": "The defenders try to bring the king to safety. They win as soon as he reaches {where}.",
    "goal edge": "the edge",
    "goal edge but": "an edge square other than {where}",
    "goal edge but camps": "an edge square outside the camps",
    "goal edge but corners": "an edge square other than the corners ({where})",
    "goal corners": "one of the corners ({where})",
    "goal one": "the square {where}",
    "goal several": "one of these squares: {where}",
    "aim no escape": "There is no square on which the king escapes.",
    "aim capture": "The attackers try to capture the king, and win if they succeed.",
    "aim no capture": "The king cannot be captured, so the attackers can win only in another way.",
    "h move": "Movement",
    "move turns": "The sides take turns to move one piece. Passing is not allowed.",
    "move turns pass": "The sides take turns to move one piece. A side that can move must move.",
    "move turns free": "The sides take turns to move one piece.",
    "may_pass attackers": "Instead of moving, the attackers may pass; the defenders may not.",
    "may_pass defenders": "Instead of moving, the defenders may pass; the attackers may not.",
    "may_pass both": "Instead of moving, either side may pass.",
    "pass counts": "A pass counts as a move.",
    "move rook": "All pieces, including the king, move like the rook in chess: in a straight line along a file or a "
    "rank, never diagonally. They do not jump over other pieces, and every move ends on an empty square.",
    "move rook jump": "All pieces, including the king, move like the rook in chess: in a straight line along a file or "
    "a rank, never diagonally, and every move ends on an empty square. They pass other pieces only by jumping.",
    "move far": "A piece may move any number of squares.",
    "move all": "A piece may move at most {n:=one square|squares}.",
    "move some": "{who} may move at most {n:=one square|squares}.",
    "move attackers": "Each attacker may move at most {n:=one square|squares}.",
    "move defenders": "Each of the king's soldiers may move at most {n:=one square|squares}.",
    "move king": "The king may move at most {n:=one square|squares}.",
    "move others far": "All other pieces may move any number of squares.",
    "jumps": "Jumps: a piece that may jump passes over one piece on an adjacent square of its file or rank and lands "
    "on the empty square directly behind it. A jump is a move like any other, and ends only where the piece may stop.",
    "jump over-enemies": "{who} may jump over enemies without capturing them.",
    "jump capturing": "{who} may jump over enemies, which are thereby captured.",
    "jump restricted": "{who} may jump over enemies without capturing them, but only from or to one of the special "
    "squares described below.",
    "jump over-anybody": "{who} may jump over pieces of either side without capturing them.",
    "jump guards": "Guards are not captured in this way.",
    "jump not king": "No piece jumps over the king.",
    "jump only": "{who:only} can be jumped over.",
    "jump far": "A jump covers two squares, even for a piece that otherwise may move only one.",
    "h berserk": "Berserk turns",
    "berserk must-capture": "A piece that has captured goes on in the same turn: as long as it can capture again it "
    "must, and no other piece of its side moves. The turn ends when it can capture no more.",
    "berserk may-capture": "A piece that has captured may go on in the same turn, as long as each move captures again; "
    "no other piece of its side moves in that turn. The player may also stop after any of the captures, which ends the "
    "turn.",
    "berserk must-move": "A piece that has captured goes on in the same turn: it must make one more move if it can, "
    "whether that captures or not, and no other piece of its side moves. Each time it captures again, it goes on "
    "again.",
    "berserk escape": "A king who goes on in this way may also escape by a move that captures nothing.",
    "berserk no escape": "A king who goes on in this way escapes only by a move that captures.",
    "h squares": "Special squares",
    "no throne": "There is no throne.",
    "no corners": "The corners are ordinary squares.",
    "zone each": "For each of these areas:",
    "zone free": "Movement is not restricted here.",
    "stop all": "All pieces may end their moves here.",
    "stop none": "No piece may end its move here.",
    "stop some": "{who:only} may end a move here.",
    "enter none": "They may do so only by a move that begins here: no piece may enter from outside, and a piece that "
    "has left may not return.",
    "enter some": "{who:only} may enter from outside.",
    "king left": "Once the king has left it, he may not return.",
    "cross all": "All pieces may move across when the way is clear.",
    "cross none": "No piece may move across.",
    "cross some": "{who:only} may move across when the way is clear.",
    "cross inside": "A piece that begins its move here may move freely over these squares and out of them.",
    "hostile none": "{z:~The square is|The squares are} hostile to neither side.",
    "hostile empty": "{z:~The square is|Each square is} hostile to {who} while it is empty.",
    "hostile always": "{z:~The square is|Each square is} hostile to {who}, whether empty or occupied.",
    "hostile also": "While it is empty, it is also hostile to {who}.",
    "zone pierces": "While empty, {z:~it|each of them} can also replace one of the two pieces that capture the king "
    "between them.",
    "zones overlap": "Where a square belongs to several zones, the rules of all of them apply.",
}

_CAPTURES: Final = {
    "h capture": "Capturing",
    "capture pincers": "A soldier is captured when the opponent moves a piece so that the soldier stands between two "
    "enemies, in a straight line along a file or a rank. Captured pieces are removed at once.",
    "capture pincers but": "A piece other than {who} is captured when the opponent moves a piece so that it stands "
    "between two enemies, in a straight line along a file or a rank. Captured pieces are removed at once.",
    "capture move": "One of the two enemies must make that move: a piece that moves in between two enemies is not "
    "captured. To capture it between the two after all, one of them must first move away and then return, or another "
    "piece must take its place. One move can capture several pieces.",
    "capture several": "One move can capture several pieces.",
    "walk_in": "The piece that moves in between two enemies is captured as well, once its own captures have been "
    "made, if it is one of these: {who}.",
    "no_walk_in": "For {who}, a move in between two enemies is not allowed; pieces that the move captures no longer "
    "count.",
    "no_walk_in king": "A move that captures the king is allowed all the same.",
    "walk_in others": "Any other piece may move in between two enemies safely.",
    "walk_in square": "One of the two enemies may be a square that is hostile to it.",
    "walk_in tough": "For {who}, as many sides must be held as usual.",
    "capture free": "Capturing is not compulsory.",
    "forced_capture": "Whoever can capture must: if any move captures a man or the king, only such moves are allowed. "
    "That also holds for a king who could otherwise escape.",
    "forced_capture berserk": "In a berserk turn, too, a piece that can capture must do so.",
    "forced_capture die": "With the die, only the moves that the roll allows count.",
    "capture free turn": "Capturing is not compulsory, except in a berserk turn.",
    "mercenaries turn": "A captured mercenary, however, is not removed: it stays where it is and changes sides.",
    "guards idle": "Guards take no part in captures, not even of the king.",
    "three_captors": "For {who}, two enemies are not enough: an enemy must move next to the piece so that any three of "
    "its four sides are held, each by an enemy or by a square that is hostile to it.",
    "guard_capture surrounded": "A guard is captured only when an enemy moves next to it and all four of its sides are "
    "then held, each by an enemy or by a square that is hostile to it.",
    "guard_capture never": "They cannot be captured themselves.",
    "capture hostile": "A square that is hostile to a piece takes the place of one of the two enemies.",
    "edge_hostile none": "The edge of the board does not take the place of an enemy.",
    "edge_hostile some": "The edge of the board is hostile to {who}, as if an enemy stood beyond it.",
    "edge_hostile both": "The edge of the board counts as an enemy piece for both sides, so a single enemy in front of "
    "a soldier captures it on the edge.",
    "edge king": "It is hostile to the king, too: see there.",
    "edge one": "A single enemy in front of such a soldier therefore captures it on the edge.",
    "arms all": "{who}, including the king, capture both by moving and as the anvil: the piece that stands on the "
    "opposite side.",
    "arms some": "{who:only} may capture, both by moving and as the anvil: the piece that stands on the opposite side.",
    "hammer all": "{who} capture by moving.",
    "hammer men": "The king may not capture by moving: his moves capture nothing. All other pieces may.",
    "hammer some": "{who:only} may capture by moving; a move of any other piece captures nothing.",
    "hammer none": "No piece captures by moving, so nothing is ever captured in this way.",
    "anvil all": "{who} may be the anvil: the piece that stands on the opposite side.",
    "anvil some": "{who:only} may be the anvil: the piece that stands on the opposite side.",
    "anvil none": "No piece may be the anvil on the opposite side: only hostile squares take its place.",
    "anvil holds": "The same applies to captures that need more than two enemies.",
    "arms jump": "This does not affect captures by jumping.",
    "shieldwall": "Shieldwall: an unbroken row of two or more pieces of one side along the edge is captured as a whole "
    "when each of them has an enemy in front of it and an enemy stands on the edge at each end of the row. A king in "
    "the row counts, but survives while the others are captured.",
    "wall guards": "Guards in the row survive as well.",
    "wall corner": "An empty corner that is hostile to the soldiers of the row may take the place of the enemy at one "
    "end, but not at both.",
    "wall no corner": "A corner does not take the place of the enemy at an end.",
    "wall flanking": "Only a piece that moves to the edge at one end of the row completes the shieldwall.",
    "wall any": "A piece that moves to one end of the row completes the shieldwall, and so does a piece that moves in "
    "front of the row.",
    "line_capture": "Capture in a line: two or more pieces of one side that stand next to one another in an unbroken "
    "row along a file or a rank are captured together when an enemy moves to one end of the row and the other end is "
    "held, by another enemy or by a square that is hostile to all of them.",
    "line_capture king": "A king in the row counts, but survives while the others are captured.",
    "line_capture apart": "A piece other than {who} can be in such a row; any other piece ends it.",
    "king_line_capture": "Capture beside the king: when the king and a piece of his beside him are held on one line, "
    "between an attacker that has just moved there and another attacker or a square hostile to the piece, that piece "
    "is captured; the king survives.",
    "king_line_capture apart": "This does not apply to {who}.",
    "linnaean_capture": "Capture against the king: while the king sits on the throne with attackers on three sides and "
    "one of his soldiers on the fourth, an attacker that moves to the far side of that soldier captures it.",
    "linnaean guards": "A guard is not captured in this way.",
    "extra captures": "This game also has capture rules of its own: {rules}.",
    "h king": "Capturing the king",
    "king safe": "Under these rules the king is never captured.",
    "king safe own": "Only by a capture rule of this game's own can the king be captured.",
    "king move": "A king who moves in between his enemies is not captured.",
    "king held": "by an attacker or by a square that is hostile to him",
    "king held alone": "by an attacker",
    "king strong": "The king is captured when an attacker moves next to him and all four of his sides are then held, "
    "each {by}.",
    "king near throne": "On the throne and directly beside it, the king is captured when an attacker moves next to him "
    "and all four of his sides are then held, each {by}. Anywhere else it is enough that an attacker moves next to him "
    "and the opposite side is held in the same way.",
    "king on throne": "On the throne, the king is captured when an attacker moves next to him and all four of his "
    "sides are then held, each {by}. Anywhere else, even directly beside it, it is enough that an attacker moves next "
    "to him and the opposite side is held in the same way.",
    "king middleweight": "The king is captured when an attacker moves next to him and he is then surrounded on all "
    "four sides, or on all three at the edge, each of them held {by}.",
    "king three": "The king is captured when an attacker moves next to him and any three of his four sides are then "
    "held, each {by}.",
    "king three edge": "At the edge, the three sides that there are must be held.",
    "king weak": "The king is captured when an attacker moves next to him and the opposite side is then held {by}. "
    "This applies everywhere, on the throne too.",
    "king weak no throne": "The king is captured when an attacker moves next to him and the opposite side is then held "
    "{by}.",
    "king beside throne": "Beside the empty throne three attackers are enough, because the throne counts as the "
    "fourth.",
    "king beside safe": "Beside the empty throne he cannot be captured, because the throne is not hostile to him and "
    "no attacker may stop on it.",
    "king beside corner": "At the edge beside an empty corner two attackers are enough, because the corner counts as "
    "the third.",
    "king beside corner safe": "Beside a corner square he cannot be captured, because it is not hostile to him and no "
    "attacker may stop on it.",
    "king two held": "Where two of his sides are squares that are hostile to him, two attackers are enough.",
    "king edge safe": "At the edge one side cannot be held, so he cannot be captured there.",
    "king edge safe alone": "At the edge one side cannot be held, so he cannot be captured there alone.",
    "king edge safe unless pierced": "At the edge one side cannot be held, so he cannot be surrounded there.",
    "king edge held": "At the edge the missing side counts as held.",
    "king edge hostile": "The edge of the board is hostile to him, as if an attacker stood beyond it.",
    "edge_capture impossible": "On the edge he cannot be captured at all.",
    "edge_capture alone": "On the edge, however, he can be captured only when no other defender is left; one who is "
    "captured by the same move still counts.",
    "edge_capture draw": "If he is captured on the edge, the game is drawn.",
    "piercing": "{who} also capture him in pairs: it is enough that two of them stand on opposite sides of him and "
    "that one of the two has just moved there.",
    "pierce not on throne": "This does not apply while he is on the throne.",
    "pierce edge": "It also applies at the edge.",
    "joint_capture": "If exactly one of his soldiers stands beside the king, both are captured together when the two "
    "are completely surrounded: every other side of the king and of the soldier must be held by an attacker, by the "
    "edge of the board, or by a square that is hostile to the piece beside it. The attacker that closes the ring must "
    "move next to one of the two.",
    "joint guards": "This does not apply if the soldier is a guard.",
}

_ENDINGS: Final = {
    "h formations": "Forts and rings",
    "exit_fort": "Exit fort: the defenders win when, after their move, the king stands on the edge and can still move, "
    "no attacker can reach him, and the wall around him can never be broken by captures.",
    "exit_fort simple": "Exit fort: the defenders win when, after their move, the king stands on the edge and can "
    "still move, no attacker can reach him, and no man of the wall around him is free on both sides: looked at from a "
    "square of the inside beside him, he has a defender or the edge on his right or on his left. If only one attacker "
    "is left, every wall holds.",
    "fort jump": "A wall that an attacker could jump over does not count.",
    "encirclement": "Encirclement: the attackers win when, after their move, they enclose all defenders, including the "
    "king, so that none of them is connected with the edge. Squares are connected side by side, not diagonally, and "
    "only if no attacker stands on them.",
    "encirclement edge": "Encirclement: the attackers win when, after their move, they enclose all defenders, "
    "including the king, so that none of them is connected with an escape square; the ring may lean on the edge of "
    "the board. Squares are connected side by side, not diagonally, and only if no attacker stands on them.",
    "whole_ring": "The ring counts only if the king and all other defenders are inside it together. A capture by the "
    "defenders can make such a ring, too.",
    "no_escape": "No escape: the attackers also win when, after a move of either side, the king can no longer escape. "
    "That is so in three cases.",
    "no_escape shut": "First, the king is shut in. He stands on the edge, but not beside a corner. Attackers hold the "
    "next two squares on either hand, where a corner may stand for the second, the two squares before him, and the "
    "two squares before the one on his right or his left. At least eight attackers must be left, and each of those "
    "corners counts as one. If the king has at most one man left, neither their number nor the last two squares "
    "matter; with at most five attackers the two before him do not matter then either.",
    "no_escape few": "Second, all corners are closed, the king has at most three men left, and the attackers are at "
    "least thirteen.",
    "no_escape sides": "Third, all corners are closed, and on each side of the board at most two squares are free, or "
    "at most three if the king has no more than five men left. The free squares of a side must lie beside one another.",
    "no_escape closed": "A corner is closed when attackers hold the two squares next to it along both sides, or when "
    "no defender stands next to its surroundings. These are the empty squares that can be reached from it side by "
    "side; the two squares beside the corner count as empty even if attackers stand on them, and a defender who "
    "stands on one of the two is disregarded.",
    "no_escape free": "A square on the edge is free if no attacker stands on it and it neither belongs to the "
    "surroundings of a corner nor keeps it closed.",
    "secure_ring no": "It does not matter whether a piece of the ring could be captured.",
    "secure_ring yes": "The ring counts only if none of its pieces could be captured from the inside: between two "
    "squares of the inside, or between one of them and a square that is hostile to the piece.",
    "ring jump": "A ring that a defender could jump over does not count.",
    "encirclement none": "Enclosing all defenders does not win.",
    "h die": "The die",
    "die": "{who} may move only after a roll of {die}.",
    "die ordinary": "an ordinary die with six faces",
    "die faces": "a die with {n:=one face|faces}",
    "die king": "To move the king, the defenders first roll {die}. They must then move him, "
    "at most as many squares as the die shows.",
    "die at-most": "After the roll, such a piece must move, at most as many squares as the die shows.",
    "die exactly": "After the roll, such a piece must move, exactly as many squares as the die shows.",
    "die odd": "After an odd roll, such a piece must move; an even one allows none of them to move.",
    "die others": "Other pieces move without a roll.",
    "die in vain": "The die may be rolled only once in a turn, and not while no roll would allow such a piece a move.",
    "die in vain king": "The die may be rolled only once in a turn, and only when the king can move at all.",
    "die void": "If a roll allows no such piece a move, it is void: another piece moves.",
    "die void king": "If he cannot move by the roll, it is void: another piece moves.",
    "die lost": "If a roll allows no piece a move, the side loses its turn, which counts as a move without a capture.",
    "die lost attackers": "The attackers have none, so they lose their turn, which counts as a move without a capture.",
    "die lost defenders": "The defenders have none, so they lose their turn, which counts as a move without a capture.",
    "die jump": "A jump counts as two squares.",
    "die berserk": "In a berserk turn, one roll applies to all moves.",
    "die escape": "Whether the king could escape by his next move is judged by the best possible roll.",
    "die threat": "Whether the attackers could capture the king by their next move is judged by the best possible "
    "roll.",
    "die escape threat": "Whether the king could escape or be captured by the next move is judged by the best possible "
    "roll.",
    "h announcements": "Ways out and announcements",
    "way out": "A way out is a direction in which the king could reach an escape square by his next move.",
    "call may": "may",
    "call must": "must",
    "announce way out": "When the king has a way out after a move of the defenders, or when a move of the attackers "
    "opens one for him, the defenders {how} announce it before the next move.",
    "announce raichi": "For one way out they say “raichi”, for two or more “tuichu”.",
    "announce threat": "When the attackers could capture the king by their next move, they {how} announce it: after "
    "each move of their own that threatens this, and after a move of the defenders that newly allows it.",
    "announce forgotten": "It has no consequence if an announcement is forgotten.",
    "announce binding": "If they do not, the king may not escape by their next move; after that he may again.",
    "tuichu_wins": "If the king has two or more ways out after a move of the defenders, they win at once.",
    "h repetition": "Repetition",
    "repeat ignored": "Positions may be repeated any number of times.",
    "repeat draw": "When a position occurs for the {n:th} time{by}, the game is drawn.",
    "repeat mover loses": "When a position occurs for the {n:th} time{by}, the side that made the move loses.",
    "repeat mover wins": "When a position occurs for the {n:th} time{by}, the side that made the move wins.",
    "repeat defenders lose": "When a position occurs for the {n:th} time{by}, the defenders lose and the attackers "
    "win.",
    "repeat attackers lose": "When a position occurs for the {n:th} time{by}, the attackers lose and the defenders "
    "win.",
    "repeat forbidden": "A move{of} is forbidden if it would make a position occur for the {n:th} or a later time.",
    "repeat offensive": "If a move{of} would make a position occur for the {n:th} or a later time, the offensive "
    "side must deviate: the side that has made a threat with each of its moves since the position last occurred. The "
    "defenders threaten when the king could escape by his next move, the attackers when they could capture him by "
    "theirs. If only the side to move is offensive, the move is forbidden; if only the other side is, the game "
    "continues; if both sides are, or neither, the game is drawn.",
    "repeat same": "Two positions are the same when the pieces stand on the same squares and the same side is to move.",
    "repeat same board": "Two positions are the same when the pieces stand on the same squares, whichever side is to "
    "move.",
    "repeat mirrored": "A rotated or mirrored position also counts as the same.",
    "repeat before captures": "A capturing move is forbidden, too, if it would repeat a position before the captured "
    "pieces are removed.",
    "repeat bound": "A position in which the king may not escape, because a way out was not announced, is not the same "
    "as one in which he may.",
    "repeat reset": "Every capture resets the count.",
    "repeat start": "The starting position counts.",
    "repeat no start": "The starting position does not count.",
    "h ends": "Other ways the game ends",
    "no_move loss": "A side that has no legal move on its turn loses.",
    "no_move draw": "If the side to move has no legal move, the game is drawn.",
    "no_move pass": "If the side to move has no legal move, the other side moves again. If neither side can move, the "
    "game is drawn.",
    "fewest_attackers none": "There is no minimum number of attackers.",
    "fewest_attackers one": "The attackers lose when all of them have been captured.",
    "fewest_attackers many": "The attackers lose as soon as they have no more than {left:=one piece|pieces} left.",
    "quiet_limit": "If nothing is captured in {n:=one move|consecutive moves}, counting those of both sides, {end}.",
    "immobile_king": "The attackers also win if, after a move of theirs, the king cannot move. His own men do not hold "
    "him: he must be unable to move even if they were not there.",
    "fewest_defenders one": "The defenders lose when the last of the king's men has been captured.",
    "fewest_defenders many": "The defenders lose as soon as the king has no more than {left:=one man|men} left.",
    "move_limit": "After {n:=one move|moves} from the start, counting those of both sides, {end}.",
    "limit draw": "the game is drawn",
    "limit mover-loses": "the side to move loses",
    "limit attackers-lose": "the attackers lose and the defenders win",
    "limit defenders-lose": "the defenders lose and the attackers win",
    "extra endings": "This game can also end by rules of its own: {rules}.",
    "h match": "The match",
    "h order": "Which ending takes precedence",
    "order": "If one move leads to several endings, the first in this list applies:",
    "order king captured": "the king is captured",
    "order escape": "the king has escaped",
    "order immobile": "the king cannot move",
    "order few": "too few attackers are left",
    "order few men": "the king has too few men left",
    "order tuichu": "the king has two ways out",
    "order formations": "a fort or a ring",
    "order extra": "an ending by rules of this game's own",
    "order repetition": "repetition",
    "order quiet": "too many moves without a capture",
    "order limit": "the limit of all moves",
    "order no escape": "the king can no longer escape",
    "order blocked": "the side to move has no legal move",
    "order stuck": "neither side has a legal move",
    "h optional": "Additional rules",
    "optional": "The source also offers these rules, which are not in force here:",
    "h footnotes": "Footnotes",
    "footnotes source": "These rules are made from {origin}. What the footnotes say of a source, a text, a page, a "
    "program or an archive is about its source: {source}.",
    "footnote ours": "Our reading: {what}.",
    "footnote departure": "Departure from the source: {what}.",
    "footnote optional": "Optional in the source: {what}.",
}

_MIXED: Final = {
    "board men": "{attackers:=one attacker|attackers}{ranks} {attackers:~plays|play} against the king and his "
    "{defenders:=one man|men}{king_ranks}. The king and his men are the defenders. All pieces except the king are "
    "called men.",
    "board king alone": "{attackers:=one attacker|attackers}{ranks} {attackers:~plays|play} against the king alone, "
    "who is the only defender. All pieces except the king are called men.",
    "board start": "Starting position; small letters are attackers, capitals defenders ({letters}):",
    "edge_hostile both": "The edge of the board counts as an enemy piece for both sides, so a single enemy in front of "
    "a man captures it on the edge.",
    "edge one": "A single enemy in front of such a man therefore captures it on the edge.",
    "capture pincers": "A man is captured when the opponent moves a piece so that the man stands between two enemies, "
    "in a straight line along a file or a rank. Captured pieces are removed at once.",
    "wall corner": "An empty corner that is hostile to the men of the row may take the place of the enemy at one end, "
    "but not at both.",
    "linnaean_capture": "Capture against the king: while the king sits on the throne with attackers on three sides and "
    "one of his men on the fourth, an attacker that moves to the far side of that man captures it.",
    "joint_capture": "If exactly one of his men stands beside the king, both are captured together when the two are "
    "completely surrounded: every other side of the king and of the man must be held by an attacker, by the edge of "
    "the board, or by a square that is hostile to the piece beside it. The attacker that closes the ring must move "
    "next to one of the two.",
    "joint guards": "This does not apply if the man is a guard.",
}

ENGLISH: Final = Language(
    phrases=_WORDS | _SETTING | _CAPTURES | _ENDINGS,
    mixed_phrases=_MIXED,
    pieces=_PIECES,
    mixed_pieces=_MIXED_PIECES,
    ordinal=_ordinal,
    cardinals=["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    topics={},
    notes={},
)
"""English."""
