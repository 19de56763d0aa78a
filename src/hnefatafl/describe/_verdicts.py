"""Sentences about moves and games, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from hnefatafl.board import Announcement, CaptureKind, Illegality, Side, Termination

__all__ = ["VERDICTS", "Said", "Verdicts"]

Said = Announcement | CaptureKind | Illegality | Termination
"""The values that have a sentence."""


@frozen
class Verdicts:
    """The sentences of a language."""

    winners: Mapping[Side | None, str]
    """The winner, or that the game is drawn."""
    sentences: Mapping[Said, str]
    """A sentence for each member of the closed lists."""


_ENGLISH: Final = Verdicts(
    {None: "draw", Side.ATTACKERS: "the attackers win", Side.DEFENDERS: "the defenders win"},
    {
        Termination.KING_CAPTURED: "the king is captured",
        Termination.KING_CAPTURED_ON_EDGE: "the king is captured on the edge, which is a draw",
        Termination.KING_ESCAPED: "the king has escaped",
        Termination.KING_IMMOBILE: "the king can no longer move",
        Termination.ALL_CAPTURED: "no attacker is left",
        Termination.TOO_FEW_ATTACKERS: "too few attackers are left to capture the king",
        Termination.TOO_FEW_DEFENDERS: "too few of the king's men are left",
        Termination.TUICHU: "the king has two ways out",
        Termination.ENCIRCLEMENT: "the attackers enclose all defenders",
        Termination.EXIT_FORT: "the king sits in an unbreakable fort at the edge",
        Termination.REPETITION: "the position has been repeated too often",
        Termination.QUIET_LIMIT: "too many moves without a capture",
        Termination.MOVE_LIMIT: "the limit of all moves is reached",
        Termination.NO_ESCAPE: "the king can no longer escape",
        Termination.NO_LEGAL_MOVE: "the side to move has no legal move",
        Termination.EXTRA: "a rule of the ruleset's own has ended the game",
        CaptureKind.CUSTODIAL: "between two enemies",
        CaptureKind.HOSTILE_SQUARE: "between an enemy and a hostile square",
        CaptureKind.HOSTILE_EDGE: "between an enemy and the edge of the board",
        CaptureKind.THREE_SIDES: "held on three sides",
        CaptureKind.LINNAEAN: "against its own king, who is held on the throne",
        CaptureKind.LINE: "in a line between two enemies",
        CaptureKind.SHIELDWALL: "in a shieldwall along the edge",
        CaptureKind.SURROUNDED: "surrounded on every side",
        CaptureKind.PIERCED: "between two commanders or knights",
        CaptureKind.JUMPED: "by being jumped over",
        CaptureKind.JOINT: "together with the king whom it protected",
        CaptureKind.WALKED_IN: "by stepping between two enemies",
        CaptureKind.EXTRA: "by a rule of the ruleset's own",
        Announcement.RAICHI: "raichi",
        Announcement.TUICHU: "tuichu",
        Announcement.WAY_OUT: "the king can escape",
        Announcement.THREAT: "the king can be captured",
        Illegality.GAME_OVER: "the game is over",
        Illegality.OFF_BOARD: "the move leaves the board",
        Illegality.NO_PASSING: "a side may not pass",
        Illegality.EMPTY_ORIGIN: "no piece stands on the square of origin",
        Illegality.NOT_YOUR_PIECE: "the piece belongs to the other side",
        Illegality.NOT_STRAIGHT: "pieces move straight along a file or a rank, and at least one square",
        Illegality.BLOCKED: "another piece stands in the way",
        Illegality.NO_STOPPING: "the piece may not stop there",
        Illegality.NO_CROSSING: "the piece may not cross a square on its way",
        Illegality.TOO_FAR: "the piece may not move so far",
        Illegality.MUST_GO_ON: "the piece that has captured must go on",
        Illegality.MUST_CAPTURE: "in a berserk turn the piece goes on only by capturing",
        Illegality.NOT_BY_ROLL: "the roll does not allow the piece that move",
        Illegality.MUST_ROLL: "the piece moves only after a roll of the die",
        Illegality.MUST_USE_ROLL: "after the roll a piece must move that goes by the die",
        Illegality.UNANNOUNCED: "the way out was not announced, so the king may not leave now",
        Illegality.FORCED_CAPTURE: "a capture must be made",
        Illegality.REPETITION: "the move repeats a position too often",
    },
)
_GERMAN: Final = Verdicts(
    {None: "unentschieden", Side.ATTACKERS: "die Angreifer gewinnen", Side.DEFENDERS: "die Verteidiger gewinnen"},
    {
        Termination.KING_CAPTURED: "der König ist gefangen",
        Termination.KING_CAPTURED_ON_EDGE: "der König ist am Rand gefangen, und das gilt als unentschieden",
        Termination.KING_ESCAPED: "der König ist entkommen",
        Termination.KING_IMMOBILE: "der König kann nicht mehr ziehen",
        Termination.ALL_CAPTURED: "kein Angreifer ist übrig",
        Termination.TOO_FEW_ATTACKERS: "zu wenige Angreifer sind übrig, um den König zu fangen",
        Termination.TOO_FEW_DEFENDERS: "zu wenige Mannen des Königs sind übrig",
        Termination.TUICHU: "der König hat zwei Auswege",
        Termination.ENCIRCLEMENT: "die Angreifer schließen alle Verteidiger ein",
        Termination.EXIT_FORT: "der König sitzt am Rand in einer uneinnehmbaren Festung",
        Termination.REPETITION: "die Stellung hat sich zu oft wiederholt",
        Termination.QUIET_LIMIT: "zu viele Züge ohne Schlagen",
        Termination.MOVE_LIMIT: "die Höchstzahl aller Züge ist erreicht",
        Termination.NO_ESCAPE: "der König kann nicht mehr entkommen",
        Termination.NO_LEGAL_MOVE: "die Seite am Zug kann nicht ziehen",
        Termination.EXTRA: "eine eigene Regel dieses Spiels hat es beendet",
        CaptureKind.CUSTODIAL: "zwischen zwei Gegnern",
        CaptureKind.HOSTILE_SQUARE: "zwischen einem Gegner und einem feindlichen Feld",
        CaptureKind.HOSTILE_EDGE: "zwischen einem Gegner und dem Rand des Bretts",
        CaptureKind.LINNAEAN: "gegen den eigenen König, der auf dem Thron festgehalten wird",
        CaptureKind.WALKED_IN: "durch den eigenen Zug zwischen zwei Gegner",
        CaptureKind.LINE: "in einer Reihe zwischen zwei Gegnern",
        CaptureKind.SHIELDWALL: "in einem Schildwall am Rand",
        CaptureKind.SURROUNDED: "auf allen Seiten umstellt",
        CaptureKind.THREE_SIDES: "auf drei Seiten umstellt",
        CaptureKind.PIERCED: "zwischen zwei Befehlshabern oder Rittern",
        CaptureKind.JUMPED: "durch Überspringen",
        CaptureKind.JOINT: "zusammen mit dem König, den die Figur schützte",
        CaptureKind.EXTRA: "nach einer eigenen Regel dieses Spiels",
        Announcement.RAICHI: "raichi",
        Announcement.TUICHU: "tuichu",
        Announcement.WAY_OUT: "der König kann entkommen",
        Announcement.THREAT: "der König kann gefangen genommen werden",
        Illegality.GAME_OVER: "das Spiel ist zu Ende",
        Illegality.OFF_BOARD: "der Zug führt über das Brett hinaus",
        Illegality.NO_PASSING: "die Seite darf nicht aussetzen",
        Illegality.EMPTY_ORIGIN: "auf dem Ausgangsfeld steht keine Figur",
        Illegality.NOT_YOUR_PIECE: "die Figur gehört der anderen Seite",
        Illegality.NOT_STRAIGHT: "Figuren ziehen waagerecht oder senkrecht, und mindestens ein Feld weit",
        Illegality.BLOCKED: "eine andere Figur steht im Weg",
        Illegality.NO_STOPPING: "die Figur darf dort nicht stehen bleiben",
        Illegality.NO_CROSSING: "die Figur darf über ein Feld auf ihrem Weg nicht hinwegziehen",
        Illegality.TOO_FAR: "die Figur darf nicht so weit ziehen",
        Illegality.MUST_GO_ON: "die Figur, die geschlagen hat, muss weiterziehen",
        Illegality.MUST_CAPTURE: "in einem Berserkerzug zieht die Figur nur weiter, indem sie schlägt",
        Illegality.NOT_BY_ROLL: "der Wurf erlaubt der Figur diesen Zug nicht",
        Illegality.MUST_ROLL: "die Figur zieht nur nach einem Wurf des Würfels",
        Illegality.MUST_USE_ROLL: "nach dem Wurf muss eine Figur ziehen, für die gewürfelt wird",
        Illegality.UNANNOUNCED: "der Ausweg wurde nicht angesagt, daher darf der König jetzt nicht entkommen",
        Illegality.FORCED_CAPTURE: "es muss geschlagen werden",
        Illegality.REPETITION: "der Zug wiederholt eine Stellung zu oft",
    },
)
_SWEDISH: Final = Verdicts(
    {None: "oavgjort", Side.ATTACKERS: "angriparna vinner", Side.DEFENDERS: "försvararna vinner"},
    {
        Termination.KING_CAPTURED: "kungen är fångad",
        Termination.KING_CAPTURED_ON_EDGE: "kungen är fångad på kanten, vilket är oavgjort",
        Termination.KING_ESCAPED: "kungen har kommit ut",
        Termination.KING_IMMOBILE: "kungen kan inte längre flytta",
        Termination.ALL_CAPTURED: "ingen angripare är kvar",
        Termination.TOO_FEW_ATTACKERS: "för få angripare är kvar för att fånga kungen",
        Termination.TOO_FEW_DEFENDERS: "för få av kungens drabanter är kvar",
        Termination.TUICHU: "kungen har två utvägar",
        Termination.ENCIRCLEMENT: "angriparna innesluter alla försvarare",
        Termination.EXIT_FORT: "kungen sitter vid kanten i ett fäste som inte kan brytas",
        Termination.REPETITION: "ställningen har upprepats för många gånger",
        Termination.QUIET_LIMIT: "för många drag utan att något slås",
        Termination.MOVE_LIMIT: "det högsta antalet drag är nått",
        Termination.NO_ESCAPE: "kungen kan inte längre komma ut",
        Termination.NO_LEGAL_MOVE: "den som har draget kan inte flytta",
        Termination.EXTRA: "en av spelets egna regler har avslutat det",
        CaptureKind.CUSTODIAL: "mellan två fiender",
        CaptureKind.HOSTILE_SQUARE: "mellan en fiende och en fientlig ruta",
        CaptureKind.HOSTILE_EDGE: "mellan en fiende och brädets kant",
        CaptureKind.LINNAEAN: "mot sin egen kung, som hålls fast i borgen",
        CaptureKind.WALKED_IN: "genom sitt eget drag in mellan två fiender",
        CaptureKind.LINE: "i en rad mellan två fiender",
        CaptureKind.SHIELDWALL: "i en sköldmur vid kanten",
        CaptureKind.SURROUNDED: "inringad på alla sidor",
        CaptureKind.THREE_SIDES: "hållen från tre sidor",
        CaptureKind.PIERCED: "mellan två befälhavare eller riddare",
        CaptureKind.JUMPED: "genom ett hopp",
        CaptureKind.JOINT: "tillsammans med kungen, som den skyddade",
        CaptureKind.EXTRA: "enligt en av spelets egna regler",
        Announcement.RAICHI: "raichi",
        Announcement.TUICHU: "tuichu",
        Announcement.WAY_OUT: "kungen kan gå ut",
        Announcement.THREAT: "kungen kan fångas",
        Illegality.GAME_OVER: "spelet är slut",
        Illegality.OFF_BOARD: "draget går utanför brädet",
        Illegality.NO_PASSING: "man får inte stå över",
        Illegality.EMPTY_ORIGIN: "ingen pjäs står på rutan där draget börjar",
        Illegality.NOT_YOUR_PIECE: "pjäsen tillhör motståndaren",
        Illegality.NOT_STRAIGHT: "pjäser flyttas vågrätt eller lodrätt, och minst en ruta",
        Illegality.BLOCKED: "en annan pjäs står i vägen",
        Illegality.NO_STOPPING: "pjäsen får inte stanna där",
        Illegality.NO_CROSSING: "pjäsen får inte passera en ruta på sin väg",
        Illegality.TOO_FAR: "pjäsen får inte flyttas så långt",
        Illegality.MUST_GO_ON: "den pjäs som har slagit måste fortsätta",
        Illegality.MUST_CAPTURE: "vid bärsärkagång får pjäsen fortsätta bara genom att slå",
        Illegality.NOT_BY_ROLL: "kastet tillåter inte pjäsen det draget",
        Illegality.MUST_ROLL: "pjäsen får flyttas bara efter ett tärningskast",
        Illegality.MUST_USE_ROLL: "efter kastet måste en pjäs flyttas som kastet gäller",
        Illegality.UNANNOUNCED: "man varnade inte för utvägen, så kungen får inte gå ut nu",
        Illegality.FORCED_CAPTURE: "man måste slå",
        Illegality.REPETITION: "draget upprepar en ställning för många gånger",
    },
)
VERDICTS: Final[Mapping[str, Verdicts]] = MappingProxyType({"en": _ENGLISH, "de": _GERMAN, "sv": _SWEDISH})
"""The sentences by the codes of the languages."""
