"""The phrases of German, in the words of S000, S001 and S004."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.describe._footnotes import GERMAN_NOTES
from hnefatafl.describe._language import Language


def _ordinal(n: int) -> str:
    words = ("zweiten", "dritten", "vierten", "fünften", "sechsten", "siebten", "achten", "neunten", "zehnten")
    return words[n - 2] if n <= 10 else f"{n}."


def _set(text: str, dative: str, accusative: str = "", only: str = "", may: str = "dürfen") -> dict[str, str]:
    return {"": text, "dat": dative, "acc": accusative or text, "only": only or f"nur {text}", "may": may}


def _men(noun: str, of: str = "") -> dict[str, str]:
    """Return the forms of a noun in -er, whose plural is like the singular."""
    return _set(f"die {noun}{of}", f"den {noun}n{of}")


_BUT_THE_KING: Final = "alle Figuren außer dem König"
_PIECES: Final = {
    PieceSet.ALL: _set("alle Figuren", "allen Figuren"),
    PieceSet.MEN: _set(_BUT_THE_KING, "allen Figuren außer dem König", only=_BUT_THE_KING),
    PieceSet.DEFENDERS: _set("der König und seine Mannen", "dem König und seinen Mannen", "den König und seine Mannen"),
    PieceSet.ATTACKERS: _men("Angreifer"),
    PieceSet.DEFENDING_MEN: _set("die Mannen des Königs", "den Mannen des Königs"),
    PieceSet.SOLDIERS: _men("Krieger"),
    PieceSet.COMMANDERS: _men("Befehlshaber"),
    PieceSet.KNIGHTS: _men("Ritter"),
    PieceSet.MERCENARIES: _men("Söldner"),
    PieceSet.GUARDS: _men("Wächter"),
    PieceSet.ATTACKING_SOLDIERS: _men("Krieger", " der Angreifer"),
    PieceSet.ATTACKING_COMMANDERS: _men("Befehlshaber", " der Angreifer"),
    PieceSet.ATTACKING_KNIGHTS: _men("Ritter", " der Angreifer"),
    PieceSet.ATTACKING_MERCENARIES: _men("Söldner", " der Angreifer"),
    PieceSet.ATTACKING_GUARDS: _men("Wächter", " der Angreifer"),
    PieceSet.DEFENDING_SOLDIERS: _men("Krieger", " des Königs"),
    PieceSet.DEFENDING_COMMANDERS: _men("Befehlshaber", " des Königs"),
    PieceSet.DEFENDING_KNIGHTS: _men("Ritter", " des Königs"),
    PieceSet.DEFENDING_MERCENARIES: _men("Söldner", " des Königs"),
    PieceSet.DEFENDING_GUARDS: _men("Wächter", " des Königs"),
    PieceSet.KING: _set("der König", "dem König", "den König", may="darf"),
}

_WORDS: Final = {
    "and": "und",
    "only": "nur {who}",
    "all but": "alle Figuren außer {who:dat}",
    "soldier": "Krieger",
    "king": "König",
    "commander": "Befehlshaber",
    "knight": "Ritter",
    "mercenary": "Söldner",
    "guard": "Wächter",
    "commanders": "{n:=ein Befehlshaber|Befehlshaber}",
    "knights": "{n:=ein Ritter|Ritter}",
    "mercenaries": "{n:=ein Söldner|Söldner}",
    "guards": "{n:=ein Wächter|Wächter}",
    "title": "Spielregeln: {name}",
    "edge": "der Rand",
    "edge acc": "den Rand",
    "corners": "die Eckfelder",
    "centre": "die Mitte",
    "board": "das ganze Brett",
    "camps": "die Lager",
    "none": "keine",
    "without": "{left} ohne {right}",
    "with": "{left}, zusätzlich {right}",
    "within": "die Felder, die zugleich zu zwei Mengen gehören: {left}; und {right}",
    "special throne": "Thron",
    "special corners": "Eckfelder",
    "name north camp": "nördliches Lager",
    "name east camp": "östliches Lager",
    "name south camp": "südliches Lager",
    "name west camp": "westliches Lager",
    "name camp flanks": "Flanken der Lager",
    "zone named": "Zone „{name}“",
    "by attackers": "durch einen Zug der Angreifer ",
    "by defenders": "durch einen Zug der Verteidiger ",
    "of attackers": " der Angreifer",
    "of defenders": " der Verteidiger",
}

_SETTING: Final = {
    "h board": "Brett und Figuren",
    "board size": "Das Brett hat {size}×{size} Felder. Die Linien heißen von links a bis {last}, die Reihen sind von "
    "unten mit 1 bis {size} beziffert.",
    "board men": "{attackers:=Ein Angreifer|Angreifer}{ranks} {attackers:~spielt|spielen} gegen den König (Hnefi) und "
    "{defenders:=einen Mann|Mannen}{king_ranks}. König und Mannen sind die Verteidiger.",
    "board king alone": "{attackers:=Ein Angreifer|Angreifer}{ranks} {attackers:~spielt|spielen} gegen den König "
    "(Hnefi) allein; er ist der einzige Verteidiger.",
    "board soldiers": "Figuren ohne Rang heißen Krieger.",
    "ranks some": " (davon {ranks})",
    "ranks all": " ({ranks})",
    "board start": "Dies ist die Aufstellung (t: Angreifer, T: Mann des Königs, K: König):",
    "first attackers": "Die Angreifer beginnen.",
    "first defenders": "Die Verteidiger beginnen.",
    "first lot": "Das Los entscheidet, welche Partei beginnt.",
    "summary men": "{attackers:=Ein Angreifer|Angreifer} gegen {defenders:=einen Verteidiger|Verteidiger} "
    "und den König",
    "summary king alone": "{attackers:=Ein Angreifer|Angreifer} gegen den König allein",
    "summary escape": "; er entkommt, wenn er {where} erreicht.",
    "summary corner": "ein Eckfeld",
    "summary squares": "eines von {n} Feldern",
    "summary no escape": "; er entkommt nirgends.",
    "h aim": "Spielziel",
    "aim escape": "Die Verteidiger wollen den König in Sicherheit bringen. Sie gewinnen, sobald er {where} erreicht.",
    "goal edge": "den Rand",
    "goal edge but": "ein anderes Randfeld als {where}",
    "goal edge but camps": "ein Randfeld außerhalb der Lager",
    "goal edge but corners": "ein anderes Randfeld als die Eckfelder ({where})",
    "goal corners": "eines der Eckfelder ({where})",
    "goal one": "das Feld {where}",
    "goal several": "eines dieser Felder ({where})",
    "aim no escape": "Es gibt kein Feld, auf dem der König entkommt.",
    "aim capture": "Die Angreifer wollen den König gefangen nehmen und gewinnen, wenn es ihnen gelingt.",
    "aim no capture": "Der König kann nicht gefangen werden; die Angreifer können daher nur auf andere Weise gewinnen.",
    "h move": "Bewegung der Figuren",
    "move turns": "Die Parteien ziehen abwechselnd je eine Figur. Es herrscht Zugzwang: Niemand darf aussetzen.",
    "move turns pass": "Die Parteien ziehen abwechselnd je eine Figur. Es herrscht Zugzwang: Wer ziehen kann, muss "
    "ziehen.",
    "move turns free": "Die Parteien ziehen abwechselnd je eine Figur.",
    "may_pass attackers": "Statt zu ziehen, dürfen die Angreifer auch aussetzen, die Verteidiger nicht.",
    "may_pass defenders": "Statt zu ziehen, dürfen die Verteidiger auch aussetzen, die Angreifer nicht.",
    "may_pass both": "Statt zu ziehen, darf jede Partei auch aussetzen.",
    "pass counts": "Aussetzen zählt als Zug.",
    "move rook": "Alle Figuren, auch der König, ziehen wie der Turm im Schach: waagerecht oder senkrecht, nie schräg. "
    "Sie überspringen keine Figuren, und jeder Zug endet auf einem freien Feld.",
    "move rook jump": "Alle Figuren, auch der König, ziehen wie der Turm im Schach: waagerecht oder senkrecht, nie "
    "schräg, und jeder Zug endet auf einem freien Feld. Über andere Figuren kommen sie nur durch Springen hinweg.",
    "move far": "Jede Figur zieht beliebig weit.",
    "move all": "Eine Figur zieht höchstens {n:=ein Feld|Felder} weit.",
    "move some": "{who} ziehen höchstens {n:=ein Feld|Felder} weit.",
    "move attackers": "Ein Angreifer zieht höchstens {n:=ein Feld|Felder} weit.",
    "move defenders": "Ein Mann des Königs zieht höchstens {n:=ein Feld|Felder} weit.",
    "move king": "Der König zieht höchstens {n:=ein Feld|Felder} weit.",
    "move others far": "Alle anderen ziehen beliebig weit.",
    "jumps": "Springen: Wer springen darf, zieht waagerecht oder senkrecht über eine Figur auf dem Nachbarfeld hinweg "
    "auf das freie Feld unmittelbar dahinter. Ein Sprung ist ein Zug wie jeder andere und endet nur dort, wo die Figur "
    "stehen bleiben darf.",
    "jump over-enemies": "{who} {who:may} Gegner überspringen, ohne sie zu schlagen.",
    "jump capturing": "{who} {who:may} Gegner überspringen, die dabei geschlagen werden.",
    "jump restricted": "{who} {who:may} Gegner überspringen, ohne sie zu schlagen, aber nur von einem der unten "
    "beschriebenen besonderen Felder aus oder auf ein solches.",
    "jump over-anybody": "{who} {who:may} Figuren beider Parteien überspringen, ohne sie zu schlagen.",
    "jump guards": "Wächter werden so nicht geschlagen.",
    "jump not king": "Über den König springt niemand.",
    "jump only": "{who:only} können übersprungen werden.",
    "jump far": "Ein Sprung führt zwei Felder weit, auch bei einer Figur, die sonst weniger weit zieht.",
    "h berserk": "Berserkerzüge",
    "berserk must-capture": "Eine Figur, die geschlagen hat, zieht gleich noch einmal: Solange sie wieder schlagen "
    "kann, muss sie es tun, und keine andere Figur ihrer Partei zieht. Kann sie nicht mehr schlagen, so ist die andere "
    "Partei am Zug.",
    "berserk may-capture": "Eine Figur, die geschlagen hat, darf gleich noch einmal ziehen, solange sie mit jedem Zug "
    "wieder schlägt; keine andere Figur ihrer Partei zieht in dieser Zeit. Der Spieler darf nach jedem Schlag auch "
    "aufhören; dann ist die andere Partei am Zug.",
    "berserk must-move": "Eine Figur, die geschlagen hat, zieht gleich noch einmal: Sie muss es tun, wenn sie kann, ob "
    "sie dabei schlägt oder nicht, und keine andere Figur ihrer Partei zieht. Schlägt sie wieder, so zieht sie "
    "abermals.",
    "berserk escape": "Der König darf, wenn er so weiterzieht, auch ohne zu schlagen entkommen.",
    "berserk no escape": "Der König entkommt, wenn er so weiterzieht, nur durch einen Zug, der schlägt.",
    "h squares": "Besondere Felder",
    "no throne": "Es gibt keinen Thron.",
    "no corners": "Die Ecken sind gewöhnliche Felder.",
    "zone each": "Für jedes dieser Gebiete gilt:",
    "zone free": "Dies beschränkt niemanden in seinen Zügen.",
    "stop all": "Alle Figuren dürfen hier einen Zug beenden.",
    "stop none": "Keine Figur darf hier einen Zug beenden.",
    "stop some": "{who:only} {who:may} hier einen Zug beenden.",
    "enter none": "Das gilt nur für eine Figur, die schon hier steht: Von außen kommt niemand herein, und wer "
    "hinausgezogen ist, kehrt nicht zurück.",
    "enter some": "Von außen {who:may} {who:only} hereinziehen.",
    "king left": "Hat der König das Feld verlassen, so kehrt er nicht dorthin zurück.",
    "cross all": "Alle Figuren dürfen darüber hinwegziehen, solange nichts im Weg steht.",
    "cross none": "Keine Figur darf darüber hinwegziehen.",
    "cross some": "{who:only} {who:may} darüber hinwegziehen, solange nichts im Weg steht.",
    "cross inside": "Eine Figur, die ihren Zug hier beginnt, zieht frei über diese Felder und hinaus.",
    "hostile none": "{z:~Das Feld gilt|Die Felder gelten} für keine Partei als Gegner.",
    "hostile empty": "{z:~Das Feld|Jedes dieser Felder} gilt für {who:acc} als Gegner, solange es leer ist.",
    "hostile always": "{z:~Das Feld|Jedes dieser Felder} gilt für {who:acc} als Gegner, ob leer oder besetzt.",
    "hostile also": "Solange es leer ist, gilt es auch für {who:acc} als Gegner.",
    "zone pierces": "Leer kann {z:~es|jedes von ihnen} auch eine der beiden Figuren ersetzen, die den König zwischen "
    "sich gefangen nehmen.",
    "zones overlap": "Gehört ein Feld zu mehreren Zonen, so gelten dort die Regeln einer jeden.",
}

_CAPTURES: Final = {
    "h capture": "Schlagen",
    "capture pincers": "Jede Figur außer dem König wird geschlagen, wenn zwei Gegner sie waagerecht oder senkrecht in "
    "die Zange nehmen. Geschlagene Figuren werden sofort vom Brett genommen.",
    "capture pincers but": "Jede Figur außer {who:dat} wird geschlagen, wenn zwei Gegner sie waagerecht oder senkrecht "
    "in die Zange nehmen. Geschlagene Figuren werden sofort vom Brett genommen.",
    "capture move": "Der Gegner muss die Zange durch einen Zug einer der beiden Figuren schließen: Wer selbst zwischen "
    "zwei Gegner zieht, wird nicht geschlagen. Um ihn zwischen den beiden doch noch zu schlagen, muss einer von ihnen "
    "erst wegziehen und dann zurückkehren, oder eine andere Figur tritt an seine Stelle. Ein Zug kann mehrere Figuren "
    "schlagen.",
    "capture several": "Ein Zug kann mehrere Figuren schlagen.",
    "walk_in": "Auch wer selbst zwischen zwei Gegner zieht, wird geschlagen, nachdem seine eigenen Schläge ausgeführt "
    "sind; das gilt für {who:acc}.",
    "no_walk_in": "Für {who:acc} ist ein Zug zwischen zwei Gegner verboten; Figuren, die der Zug selbst schlägt, "
    "zählen dabei nicht mehr.",
    "no_walk_in king": "Ein Zug, der den König gefangen nimmt, ist trotzdem erlaubt.",
    "walk_in others": "Jede andere Figur darf gefahrlos zwischen zwei Gegner ziehen.",
    "walk_in square": "Einen der beiden Gegner kann ein für die Figur feindliches Feld ersetzen.",
    "walk_in tough": "Für {who:acc} müssen dabei so viele Seiten gehalten sein wie sonst.",
    "capture free": "Es gibt keinen Schlagzwang.",
    "forced_capture": "Es herrscht Schlagzwang: Kann eine Partei eine Figur oder den König schlagen, so muss sie das "
    "tun und darf nur solche Züge machen. Das gilt auch für einen König, der sonst entkommen könnte.",
    "forced_capture berserk": "Auch in einem Berserkerzug muss die Figur schlagen, wenn sie es kann.",
    "forced_capture die": "Mit dem Würfel zählen nur die Züge, die der Wurf erlaubt.",
    "capture free turn": "Schlagzwang gibt es nur in Berserkerzügen.",
    "mercenaries turn": "Ein geschlagener Söldner jedoch bleibt stehen, wo er ist, und wechselt die Partei.",
    "guards idle": "Wächter helfen nicht beim Schlagen, auch nicht gegen den König.",
    "three_captors": "Für {who:acc} genügen zwei Gegner nicht: Einer muss neben die Figur ziehen, sodass drei "
    "beliebige ihrer vier Seiten versperrt sind, jede von einem Gegner oder einem für sie feindlichen Feld.",
    "guard_capture surrounded": "Ein Wächter wird nur geschlagen, wenn ein Gegner neben ihn zieht und dann jede "
    "seiner vier Seiten von einem Gegner oder einem für ihn feindlichen Feld versperrt ist.",
    "guard_capture never": "Sie selbst können nicht geschlagen werden.",
    "capture hostile": "Gilt ein Feld für eine Figur als Gegner (ist es also für sie feindlich), so ersetzt es in der "
    "Zange eine der beiden gegnerischen Figuren.",
    "edge_hostile none": "Der Rand des Bretts ersetzt keine gegnerische Figur.",
    "edge_hostile some": "Der Rand des Bretts ist für {who:acc} feindlich, als stünde dahinter eine gegnerische Figur.",
    "edge_hostile both": "Der Rand gilt für beide Parteien als gegnerischer Stein: Am Rand genügt daher ein Gegner "
    "davor, um eine Figur zu schlagen.",
    "edge king": "Auch für den König zählt er als feindlich: siehe dort.",
    "edge one": "Daher genügt ein Gegner davor, um am Rand eine solche Figur (nicht den König) zu schlagen.",
    "arms all": "{who} schlagen, der König wie die anderen, sowohl durch ihren Zug als auch als Amboss, also als die "
    "Figur gegenüber.",
    "arms some": "{who:only} {who:may} schlagen, sowohl aktiv, also durch einen Zug, als auch als Amboss, also als die "
    "Figur gegenüber.",
    "hammer all": "{who} schlagen durch ihren Zug.",
    "hammer men": "Der König darf nicht aktiv schlagen: Durch einen Zug des Königs wird keine Figur geschlagen. Alle "
    "anderen Figuren dürfen es.",
    "hammer some": "{who:only} {who:may} aktiv, also durch einen Zug, schlagen; der Zug einer anderen Figur schlägt "
    "nichts.",
    "hammer none": "Keine Figur darf aktiv, also durch einen Zug, schlagen; auf diese Weise wird nie etwas geschlagen.",
    "anvil all": "{who} zählen als Amboss, also als die Figur gegenüber.",
    "anvil some": "{who:only} {who:may} der Amboss sein, also die Figur gegenüber.",
    "anvil none": "Keine Figur zählt als Amboss gegenüber; nur feindliche Felder können ihn ersetzen.",
    "anvil holds": "Das gilt auch, wo zum Schlagen mehr als zwei Gegner nötig sind.",
    "arms jump": "Für das Schlagen durch Springen spielt das keine Rolle.",
    "shieldwall": "Schildwall: Eine lückenlose Reihe von zwei oder mehr Figuren einer Partei am Rand wird als Ganzes "
    "geschlagen, wenn jede von ihnen einen Gegner vor sich hat und an beiden Enden der Reihe ein Gegner auf dem Rand "
    "steht. Ein König in der Reihe zählt mit, überlebt aber, während die anderen fallen.",
    "wall guards": "Auch Wächter in der Reihe überleben.",
    "wall corner": "Ein leeres Eckfeld, das für die Figuren der Reihe feindlich ist, darf eines der Enden halten, "
    "nicht beide.",
    "wall no corner": "Ein Eckfeld ersetzt den Gegner am Ende nicht.",
    "wall flanking": "Nur eine Figur, die auf den Rand an ein Ende der Reihe zieht, schließt den Wall.",
    "wall any": "Den Wall schließt eine Figur, die an ein Ende der Reihe zieht, und ebenso eine, die vor die Reihe "
    "zieht.",
    "line_capture": "Schlagen in der Reihe: Stehen zwei oder mehr Figuren einer Partei waagerecht oder senkrecht "
    "lückenlos nebeneinander, so werden sie zusammen geschlagen, wenn ein Gegner an das eine Ende der Reihe zieht und "
    "das andere von einem weiteren Gegner oder einem für sie alle feindlichen Feld gehalten wird.",
    "line_capture king": "Ein König in der Reihe zählt mit, überlebt aber, während die anderen fallen.",
    "line_capture apart": "In einer solchen Reihe zählt jede Figur außer {who:dat}; vor anderen endet sie.",
    "king_line_capture": "Schlagen neben dem König: Stehen der König und eine seiner Figuren nebeneinander in einer "
    "Linie zwischen einem Angreifer, der gerade dorthin gezogen ist, und einem zweiten Angreifer oder einem für die "
    "Figur feindlichen Feld, so wird die Figur geschlagen; der König überlebt.",
    "king_line_capture apart": "Das gilt nicht für {who:acc}.",
    "linnaean_capture": "Schlagen gegen den König: Sitzt der König auf dem Thron, mit Angreifern auf drei Seiten und "
    "einem seiner Mannen auf der vierten, so kann ein Angreifer diesen Mann schlagen, indem er auf dessen andere Seite "
    "zieht.",
    "linnaean guards": "Ein Wächter wird so nicht geschlagen.",
    "extra captures": "Außerdem gelten eigene Schlagregeln dieses Spiels: {rules}.",
    "h king": "Gefangennahme des Königs",
    "king safe": "Nach diesen Regeln wird der König nie gefangen.",
    "king safe own": "Nur nach einer eigenen Schlagregel dieses Spiels kann der König gefangen werden.",
    "king move": "Zieht der König selbst zwischen seine Gegner, so geschieht ihm nichts.",
    "king held": "von einem Angreifer oder einem für ihn feindlichen Feld",
    "king held alone": "von einem Angreifer",
    "king strong": "Der König ist gefangen, sobald ein Angreifer den Ring um ihn schließt: Dann ist jede seiner vier "
    "Seiten {by} versperrt.",
    "king near throne": "Auf dem Thron und unmittelbar daneben ist der König gefangen, sobald ein Angreifer den Ring "
    "um ihn schließt: Dann ist jede seiner vier Seiten {by} versperrt. Überall sonst genügt es, dass ein Angreifer "
    "neben ihn zieht und die Seite genau gegenüber ebenso versperrt ist.",
    "king on throne": "Auf dem Thron ist der König gefangen, sobald ein Angreifer den Ring um ihn schließt: Dann ist "
    "jede seiner vier Seiten {by} versperrt. Überall sonst, auch unmittelbar daneben, genügt es, dass ein Angreifer "
    "neben ihn zieht und die Seite genau gegenüber ebenso versperrt ist.",
    "king middleweight": "Der König ist gefangen, sobald ein Angreifer den Ring um ihn schließt: in der Brettmitte auf "
    "vier, am Rand auf drei Seiten, jede {by} versperrt.",
    "king three": "Der König ist gefangen, wenn ein Angreifer neben ihn zieht und dann drei beliebige seiner vier "
    "Seiten versperrt sind, jede {by}.",
    "king three edge": "Am Rand sind das die drei, die es gibt.",
    "king weak": "Der König ist gefangen, wenn ein Angreifer neben ihn zieht und die Seite genau gegenüber schon {by} "
    "versperrt ist. Das gilt überall, auch auf dem Thron.",
    "king weak no throne": "Der König ist gefangen, wenn ein Angreifer neben ihn zieht und die Seite genau "
    "gegenüber schon {by} versperrt ist.",
    "king beside throne": "Neben dem leeren Thron genügen drei Angreifer, denn der Thron zählt als der vierte.",
    "king beside safe": "Neben dem leeren Thron kann er nicht gefangen werden, denn der Thron ist für ihn nicht "
    "feindlich, und kein Angreifer darf ihn betreten.",
    "king beside corner": "Am Rand neben einem leeren Eckfeld genügen zwei Angreifer, denn das Eckfeld zählt als der "
    "dritte.",
    "king beside corner safe": "Neben einem Eckfeld kann er nicht gefangen werden, denn es ist für ihn nicht "
    "feindlich, und kein Angreifer darf es betreten.",
    "king two held": "Grenzt er an zwei Felder, die für ihn feindlich sind, so genügen zwei Angreifer.",
    "king edge safe": "Am Rand fehlt eine Seite; dort kann er daher nicht gefangen werden.",
    "king edge safe alone": "Am Rand fehlt eine Seite; dort kann er daher allein nicht gefangen werden.",
    "king edge safe unless pierced": "Am Rand fehlt eine Seite; dort kann er daher nicht umstellt werden.",
    "king edge held": "Am Rand gilt die fehlende Seite als versperrt.",
    "king edge hostile": "Der Rand des Bretts ist für ihn feindlich, als stünde dahinter ein Angreifer.",
    "edge_capture impossible": "Am Rand kann er überhaupt nicht gefangen werden.",
    "edge_capture alone": "Am Rand kann er jedoch nur gefangen werden, wenn er der letzte Verteidiger ist; ein Mann, "
    "der im selben Zug fällt, zählt noch mit.",
    "edge_capture draw": "Wird er am Rand gefangen, so endet das Spiel unentschieden.",
    "piercing": "{who} nehmen ihn auch zu zweit gefangen: Es genügt, wenn zwei von ihnen auf gegenüberliegenden Seiten "
    "neben ihm stehen und einer der beiden eben dorthin gezogen ist.",
    "pierce not on throne": "Auf dem Thron gilt das nicht.",
    "pierce edge": "Am Rand gilt es ebenso.",
    "joint_capture": "Steht genau einer seiner Mannen neben dem König, so fallen beide zusammen, wenn sie komplett "
    "umstellt sind: Jede andere Seite des Königs und des Mannes muss besetzt sein, von einem Angreifer, vom Rand des "
    "Bretts oder von einem Feld, das für den daneben Stehenden feindlich ist. Der Angreifer, der den Ring schließt, "
    "muss neben einen der beiden ziehen.",
    "joint guards": "Ist der Mann ein Wächter, so gilt das nicht.",
}

_ENDINGS: Final = {
    "h formations": "Festungen und Ringe",
    "exit_fort": "Randfestung: Die Verteidiger gewinnen, wenn nach ihrem Zug der König am Rand steht und noch ziehen "
    "kann, kein Angreifer an ihn herankommt und die Mauer um ihn auch durch Schlagen nie zu brechen ist.",
    "exit_fort simple": "Randfestung: Die Verteidiger gewinnen, wenn nach ihrem Zug der König am Rand steht und noch "
    "ziehen kann, kein Angreifer an ihn herankommt und kein Mann der Mauer um ihn auf beiden Seiten frei steht: Von "
    "jedem Feld des Inneren neben ihm aus gesehen hat er rechts oder links einen Verteidiger oder den Rand. Ist nur "
    "noch ein Angreifer übrig, so hält jede Mauer.",
    "fort jump": "Eine Mauer, über die ein Angreifer springen könnte, zählt nicht.",
    "encirclement": "Einkesselung: Die Angreifer gewinnen, wenn sie nach ihrem Zug alle Verteidiger samt dem König so "
    "einschließen, dass keiner von ihnen mehr mit dem Rand verbunden ist. Verbunden sind Felder Seite an Seite, nicht "
    "schräg, und nur wenn kein Angreifer darauf steht.",
    "encirclement edge": "Einkesselung: Die Angreifer gewinnen, wenn sie nach ihrem Zug alle Verteidiger samt dem "
    "König so einschließen, dass keiner von ihnen mehr mit einem Fluchtfeld verbunden ist; der Ring darf sich an den "
    "Rand lehnen. Verbunden sind Felder Seite an Seite, nicht schräg, und nur wenn kein Angreifer darauf steht.",
    "whole_ring": "Der Ring zählt nur, wenn der König und alle anderen Verteidiger gemeinsam darin stehen. Auch wenn "
    "die Verteidiger schlagen, kann ein solcher Ring entstehen.",
    "no_escape": "Kein Entkommen: Die Angreifer gewinnen auch, wenn der König nach einem Zug gleich welcher Partei "
    "nicht mehr entkommen kann. Das gilt in drei Fällen.",
    "no_escape shut": "Erstens, wenn der König festsitzt. Er steht am Rand, aber nicht neben einer Ecke. Angreifer "
    "stehen auf den nächsten beiden Feldern zu jeder Hand, wobei eine Ecke das zweite ersetzen kann, auf den beiden "
    "Feldern vor ihm und auf den beiden Feldern vor dem zu seiner Rechten oder Linken. Es müssen noch mindestens acht "
    "Angreifer übrig sein, und jede dieser Ecken zählt als einer. Hat der König höchstens noch einen Mann, so kommt "
    "es weder auf ihre Zahl noch auf die letzten beiden Felder an, bei höchstens fünf Angreifern auch nicht auf die "
    "beiden vor ihm.",
    "no_escape few": "Zweitens, wenn alle Ecken zu sind, der König höchstens noch drei Männer hat und mindestens "
    "dreizehn Angreifer übrig sind.",
    "no_escape sides": "Drittens, wenn alle Ecken zu sind und auf jeder Seite des Bretts höchstens zwei Felder frei "
    "sind, oder höchstens drei, falls der König nicht mehr als fünf Männer hat. Die freien Felder einer Brettseite "
    "müssen nebeneinander liegen.",
    "no_escape closed": "Zu ist eine Ecke, wenn Angreifer längs beider Ränder auf den nächsten beiden Feldern stehen, "
    "oder wenn kein Verteidiger an ihre Umgebung grenzt. Das sind die leeren Felder, die von ihr aus Seite an Seite "
    "zu erreichen sind; die beiden Felder neben der Ecke gelten auch dann als leer, wenn Angreifer darauf stehen, und "
    "ein Verteidiger auf einem der beiden bleibt außer Betracht.",
    "no_escape free": "Frei ist ein Randfeld, auf dem kein Angreifer steht und das weder zur Umgebung einer Ecke "
    "gehört noch sie zuhält.",
    "secure_ring no": "Ob eine Figur des Rings geschlagen werden könnte, spielt keine Rolle.",
    "secure_ring yes": "Der Ring zählt nur, wenn keine seiner Figuren von innen geschlagen werden könnte: zwischen "
    "zwei Feldern des Inneren oder zwischen einem von ihnen und einem Feld, das für die Figur feindlich ist.",
    "ring jump": "Ein Ring, über den ein Verteidiger springen könnte, zählt nicht.",
    "encirclement none": "Wer alle Verteidiger einschließt, gewinnt dadurch nicht.",
    "h die": "Der Würfel",
    "die": "{who} {who:may} nur nach einem Wurf ziehen, {die}.",
    "die ordinary": "mit einem gewöhnlichen (sechsseitigen) Würfel",
    "die faces": "mit einem Würfel mit {n:=einer Seite|Seiten}",
    "die king": "Um den König zu ziehen, würfeln die Verteidiger zuerst {die}. Dann müssen sie ihn ziehen, höchstens "
    "so weit, wie die Augenzahl beträgt.",
    "die at-most": "Nach dem Wurf muss eine solche Figur ziehen, höchstens so weit, wie die Augenzahl beträgt.",
    "die exactly": "Nach dem Wurf muss eine solche Figur ziehen, genau so weit, wie die Augenzahl beträgt.",
    "die odd": "Nach einem ungeraden Wurf muss eine solche Figur ziehen, nach einem geraden darf es keine.",
    "die others": "Andere Figuren ziehen ohne Wurf.",
    "die in vain": "Gewürfelt wird nur einmal pro Zug, und nur wenn irgendein Wurf einer solchen Figur einen Zug "
    "erlauben würde.",
    "die in vain king": "Gewürfelt wird nur einmal pro Zug, und nur wenn der König überhaupt ziehen kann.",
    "die void": "Erlaubt ein Wurf keiner solchen Figur einen Zug, so verfällt er: Eine andere Figur zieht.",
    "die void king": "Kann er mit dem Wurf nicht ziehen, so verfällt dieser, und es zieht eine andere Figur.",
    "die lost": "Erlaubt ein Wurf keiner Figur einen Zug, so setzt die Partei aus, was als Zug ohne Schlagen zählt.",
    "die lost attackers": "Die Angreifer haben keine andere; sie setzen aus, was als Zug ohne Schlagen zählt.",
    "die lost defenders": "Die Verteidiger haben keine andere; sie setzen aus, was als Zug ohne Schlagen zählt.",
    "die jump": "Ein Sprung zählt zwei Felder.",
    "die berserk": "In einem Berserkerzug gilt ein Wurf für alle Züge.",
    "die escape": "Ob der König mit seinem nächsten Zug entkommen könnte, richtet sich nach dem günstigsten Wurf.",
    "die threat": "Ob die Angreifer den König mit ihrem nächsten Zug gefangen nehmen könnten, richtet sich nach dem "
    "günstigsten Wurf.",
    "die escape threat": "Ob der König mit dem nächsten Zug entkommen oder gefangen genommen werden könnte, richtet "
    "sich nach dem günstigsten Wurf.",
    "h announcements": "Auswege und Ansagen",
    "way out": "Ein Ausweg ist eine Richtung, die den König mit seinem nächsten Zug auf ein Fluchtfeld führen könnte.",
    "call may": "können",
    "call must": "müssen",
    "announce way out": "Hat der König nach einem Zug der Verteidiger einen Ausweg oder öffnet ihm ein Zug der "
    "Angreifer einen, so {how} die Verteidiger das vor dem nächsten Zug ansagen.",
    "announce raichi": "Bei einem Ausweg sagen sie „raichi“, bei zwei oder mehr „tuichu“.",
    "announce threat": "Könnten die Angreifer den König mit ihrem nächsten Zug gefangen nehmen, so {how} sie das "
    "ansagen: nach jedem eigenen Zug, mit dem sie das androhen, und nach einem Zug der Verteidiger, der es erst "
    "möglich macht.",
    "announce forgotten": "Wird eine Ansage vergessen, so hat das keine Folgen.",
    "announce binding": "Sagen die Verteidiger einen Ausweg nicht an, so darf der König in ihrem nächsten Zug nicht "
    "entkommen, danach aber wieder.",
    "tuichu_wins": "Hat der König nach einem Zug der Verteidiger zwei oder mehr Auswege, so gewinnen sie sofort.",
    "h repetition": "Sich wiederholende Züge",
    "repeat ignored": "Stellungen dürfen sich unbegrenzt wiederholen.",
    "repeat draw": "Entsteht eine Stellung {by}zum {n:th} Mal, so endet das Spiel unentschieden.",
    "repeat mover loses": "Entsteht eine Stellung {by}zum {n:th} Mal, so verliert die Partei, die diesen Zug gemacht "
    "hat.",
    "repeat mover wins": "Entsteht eine Stellung {by}zum {n:th} Mal, so gewinnt die Partei, die diesen Zug gemacht "
    "hat.",
    "repeat defenders lose": "Entsteht eine Stellung {by}zum {n:th} Mal, so verlieren die Verteidiger, und die "
    "Angreifer gewinnen.",
    "repeat attackers lose": "Entsteht eine Stellung {by}zum {n:th} Mal, so verlieren die Angreifer, und die "
    "Verteidiger gewinnen.",
    "repeat forbidden": "Ein Zug{of}, durch den eine Stellung zum {n:th} oder einem weiteren Mal entstünde, ist "
    "verboten.",
    "repeat offensive": "Entstünde durch einen Zug{of} eine Stellung zum {n:th} oder einem weiteren Mal, so muss die "
    "drohende Partei abweichen: die Partei, die mit jedem ihrer Züge gedroht hat, seit die Stellung zuletzt da war. "
    "Die Verteidiger drohen, wenn der König mit seinem nächsten Zug entkommen könnte, die Angreifer, wenn sie ihn mit "
    "ihrem nächsten gefangen nehmen könnten. Droht nur die Partei am Zug, so ist der Zug verboten; droht nur die "
    "andere, so geht das Spiel weiter; drohen beide oder keine, so endet es unentschieden.",
    "repeat same": "Eine Stellung ist dieselbe, wenn die Figuren gleich stehen und dieselbe Partei am Zug ist.",
    "repeat same board": "Eine Stellung ist dieselbe, wenn die Figuren gleich stehen, einerlei welche Partei am Zug "
    "ist.",
    "repeat mirrored": "Auch gedreht oder gespiegelt gilt eine Stellung als dieselbe.",
    "repeat before captures": "Auch ein Zug, der schlägt, ist verboten, wenn er eine Stellung wiederholen würde, "
    "bevor die geschlagenen Figuren vom Brett genommen sind.",
    "repeat bound": "Darf der König in einer Stellung nicht entkommen, weil ein Ausweg nicht angesagt wurde, so ist "
    "sie eine andere, als wenn er es darf.",
    "repeat reset": "Mit jedem Schlagen beginnt die Zählung von vorn.",
    "repeat start": "Die Stellung zu Beginn des Spiels zählt mit.",
    "repeat no start": "Die Stellung zu Beginn des Spiels zählt nicht mit.",
    "h ends": "Weiteres zum Spielende",
    "no_move loss": "Wer am Zug ist und nicht ziehen kann, verliert.",
    "no_move draw": "Kann die Partei am Zug nicht ziehen, so endet das Spiel unentschieden.",
    "no_move pass": "Kann die Partei am Zug nicht ziehen, so zieht die andere noch einmal. Können beide nicht ziehen, "
    "so endet das Spiel unentschieden.",
    "fewest_attackers none": "Eine Mindestzahl von Angreifern gibt es nicht.",
    "fewest_attackers one": "Die Angreifer verlieren, wenn ihre letzte Figur geschlagen ist.",
    "fewest_attackers many": "Die Angreifer verlieren, sobald sie nicht mehr als {left:=eine Figur|Figuren} übrig "
    "haben.",
    "quiet_limit": "Wird in {n:=einem Zug|Zügen nacheinander} (beider Parteien zusammen) nichts geschlagen, so {end}.",
    "immobile_king": "Die Angreifer gewinnen auch, wenn der König nach einem ihrer Züge nicht ziehen kann. Seine "
    "eigenen Mannen halten ihn nicht fest: Er darf auch dann keinen Zug haben, wenn man sich diese wegdenkt.",
    "fewest_defenders one": "Die Verteidiger verlieren, wenn der letzte Mann des Königs geschlagen ist.",
    "fewest_defenders many": "Die Verteidiger verlieren, sobald der König nicht mehr als {left:=einen Mann|Mannen} "
    "übrig hat.",
    "move_limit": "Nach {n:=einem Zug|Zügen} vom Beginn an (beider Parteien zusammen) {end}.",
    "limit draw": "endet das Spiel unentschieden",
    "limit mover-loses": "verliert die Partei, die am Zug ist",
    "limit attackers-lose": "verlieren die Angreifer, und die Verteidiger gewinnen",
    "limit defenders-lose": "verlieren die Verteidiger, und die Angreifer gewinnen",
    "extra endings": "Außerdem kann dieses Spiel nach eigenen Regeln enden: {rules}.",
    "h match": "Der Wettkampf",
    "h order": "Welches Ende zuerst gilt",
    "order": "Führt ein Zug mehrere Enden herbei, so gilt das erste dieser Liste:",
    "order king captured": "der König ist gefangen",
    "order escape": "der König ist entkommen",
    "order immobile": "der König kann nicht ziehen",
    "order few": "zu wenige Angreifer sind übrig",
    "order few men": "der König hat zu wenige Mannen übrig",
    "order tuichu": "der König hat zwei Auswege",
    "order formations": "eine Festung oder ein Ring",
    "order extra": "ein Ende nach eigenen Regeln dieses Spiels",
    "order repetition": "Wiederholung",
    "order quiet": "zu viele Züge ohne Schlagen",
    "order limit": "die Höchstzahl aller Züge",
    "order no escape": "der König kann nicht mehr entkommen",
    "order blocked": "die Partei am Zug kann nicht ziehen",
    "order stuck": "keine der Parteien kann ziehen",
    "h optional": "Mögliche Zusatzregeln",
    "optional": "Die Quelle bietet auch diese Regeln an, die hier nicht gelten:",
    "h footnotes": "Fußnoten",
    "footnotes source": "Diese Regeln sind aus {origin} abgeleitet. Was die Fußnoten von einer Quelle, einem Text, "
    "einem Programm oder einem Archiv sagen, betrifft dessen Quelle: {source}.",
    "footnote ours": "Unsere Lesart, nicht der Wortlaut der Quelle: {what}.",
    "footnote departure": "Abweichung von der Quelle: {what}.",
    "footnote optional": "In der Quelle eine mögliche Zusatzregel: {what}.",
}

_MIXED: Final = {
    "board start": "Dies ist die Aufstellung; kleine Buchstaben sind Angreifer, große Verteidiger ({letters}):",
}

_TOPICS: Final = {
    "all": "alle Regeln",
    "size": "die Größe des Bretts",
    "start": "die Aufstellung",
    "first": "wer beginnt",
    "escape": "wo der König entkommt",
    "throne": "Thron",
    "corners": "Eckfelder",
    "zones": "Lager und andere Zonen",
    "stop": "wer dort einen Zug beenden darf",
    "enter": "wer von außen hereinziehen darf",
    "cross": "wer darüber hinwegziehen darf",
    "hostile_empty": "für wen ein leeres Feld feindlich ist",
    "hostile_always": "für wen auch ein besetztes Feld feindlich ist",
    "pierces": "ob ein Feld die Hälfte eines Paares sein kann",
    "king": "wie viele Seiten des Königs umstellt sein müssen",
    "edge_capture": "was die Gefangennahme am Rand bedeutet",
    "joint_capture": "wann der König und ein Mann zusammen fallen",
    "hammer": "wer durch seinen Zug schlägt",
    "anvil": "wer als Amboss zählt",
    "piercing": "wessen Paare den König gefangen nehmen",
    "three_captors": "wer auf drei Seiten umstellt sein muss",
    "guard_capture": "wie Wächter geschlagen werden",
    "jumps": "wer wie springt",
    "berserk": "wie ein Berserkerzug weitergeht",
    "berserk_escape": "ob der König in einem Berserkerzug ohne zu schlagen entkommt",
    "edge_hostile": "für wen der Rand feindlich ist",
    "shieldwall": "der Schildwall",
    "forced_capture": "der Schlagzwang",
    "walk_in": "wer zwischen zwei Gegner zieht",
    "no_walk_in": "wer nicht zwischen zwei Gegner ziehen darf",
    "line_capture": "das Schlagen in der Reihe",
    "king_line_capture": "das Schlagen neben dem König",
    "linnaean_capture": "das Schlagen gegen den König",
    "exit_fort": "welche Randfestung gewinnt",
    "simple_fort": "wann eine Mauer hält",
    "encirclement": "ob Einkesselung gewinnt",
    "secure_ring": "welcher Ring zählt",
    "whole_ring": "ob alle gemeinsam im Ring stehen müssen",
    "edge_ring": "ob ein Ring sich an den Rand lehnen darf",
    "no_escape": "wann der König nicht mehr entkommen kann",
    "speed": "wie weit die Figuren ziehen",
    "die": "der Würfel",
    "may_pass": "wer aussetzen darf",
    "no_move": "was gilt, wenn eine Partei nicht ziehen kann",
    "fewest_attackers": "wann die Angreifer zu wenige sind",
    "immobile_king": "ob ein König verloren hat, der nicht ziehen kann",
    "fewest_defenders": "wann der König zu wenige Mannen hat",
    "quiet_limit": "wie viele Züge ohne Schlagen das Spiel beenden",
    "move_limit": "nach wie vielen Zügen das Spiel endet",
    "quiet_limit_consequence": "was auf so viele Züge ohne Schlagen folgt",
    "move_limit_consequence": "was auf so viele Züge folgt",
    "repetition": "was bei Wiederholung gilt",
    "repetition.counts_start": "ob die Anfangsstellung mitzählt",
    "repetition.turn": "welche Stellungen dieselben sind",
    "repetition.symmetric": "ob gespiegelte Stellungen dieselben sind",
    "repetition.before_captures": "ob auch vor dem Schlagen verglichen wird",
    "announcements": "die Ansagen",
    "announcements.way_out": "wann ein Ausweg angesagt wird",
    "announcements.raichi": "was bei einem Ausweg und bei mehreren gesagt wird",
    "announcements.threat": "wann eine Drohung gegen den König angesagt wird",
    "announcements.binding": "was folgt, wenn eine Ansage fehlt",
    "tuichu_wins": "ob zwei Auswege sofort gewinnen",
}
"""What each option is about, for the footnotes."""

GERMAN: Final = Language(
    phrases=_WORDS | _SETTING | _CAPTURES | _ENDINGS,
    mixed_phrases=_MIXED,
    pieces=_PIECES,
    mixed_pieces={},
    ordinal=_ordinal,
    cardinals=["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    topics=_TOPICS,
    notes=GERMAN_NOTES,
)
"""German."""
