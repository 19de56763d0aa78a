"""The phrases of German, in the words of S000, S001 and S004."""

from __future__ import annotations

from typing import Final

from hnefatafl.describe._language import Language
from hnefatafl.pieces import PieceSet

__all__ = ["GERMAN"]


def _ordinal(n: int) -> str:
    words = ("zweiten", "dritten", "vierten", "fünften", "sechsten", "siebten", "achten", "neunten", "zehnten")
    return words[n - 2] if n <= 10 else f"{n}."


def _set(text: str, accusative: str = "", only: str = "", may: str = "dürfen") -> dict[str, str]:
    return {"": text, "acc": accusative or text, "only": only or f"nur {text}", "may": may}


_PIECES: Final = {
    PieceSet.ATTACKERS: _set("die Angreifer"),
    PieceSet.DEFENDERS: _set("die Mannen des Königs"),
    PieceSet.KING: _set("der König", "den König", may="darf"),
    PieceSet.MEN: _set("alle Figuren außer dem König", only="alle Figuren außer dem König"),
    PieceSet.KINGSMEN: _set("der König und seine Mannen", "den König und seine Mannen"),
    PieceSet.ATTACKERS | PieceSet.KING: _set("die Angreifer und der König", "die Angreifer und den König"),
    PieceSet.ALL: _set("alle Figuren"),
}

_WORDS: Final = {
    "and": "und",
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
    "board men": "{attackers:Angreifer spielt|Angreifer spielen} gegen den König (Hnefi) und {defenders:Mann|Mannen}. "
    "König und Mannen sind die Verteidiger.",
    "board king alone": "{attackers:Angreifer spielt|Angreifer spielen} gegen den König (Hnefi) allein; seine Seite "
    "heißt die Verteidiger.",
    "board start": "Dies ist die Aufstellung (t: Angreifer, T: Mann des Königs, K: König):",
    "first attackers": "Die Angreifer beginnen.",
    "first defenders": "Die Verteidiger beginnen.",
    "first lot": "Das Los entscheidet, welche Seite beginnt.",
    "h aim": "Spielziel",
    "aim escape": "Der König will entkommen. Die Verteidiger gewinnen, sobald er eines dieser Felder erreicht: "
    "{where}.",
    "aim escape closed": "Davon zählen nur die Felder, auf denen er einen Zug beenden darf.",
    "aim no escape": "Es gibt kein Feld, auf dem der König entkommt.",
    "aim capture": "Die Angreifer wollen den König gefangen nehmen und gewinnen, wenn es ihnen gelingt.",
    "h move": "Bewegung der Figuren",
    "move turns": "Die Seiten ziehen abwechselnd je eine Figur. Es herrscht Zugzwang: Niemand darf aussetzen.",
    "move rook": "Alle Figuren, auch der König, ziehen wie der Turm im Schach: waagerecht oder senkrecht, nie schräg. "
    "Sie überspringen keine Figuren, und jeder Zug endet auf einem freien Feld.",
    "move far": "Sie ziehen beliebig weit.",
    "move attackers": "Ein Angreifer zieht höchstens {n:Feld|Felder} weit.",
    "move defenders": "Ein Mann des Königs zieht höchstens {n:Feld|Felder} weit.",
    "move king": "Der König zieht höchstens {n:Feld|Felder} weit.",
    "move others far": "Alle anderen ziehen beliebig weit.",
    "h squares": "Besondere Felder",
    "no throne": "Es gibt keinen Thron.",
    "no corners": "Die Ecken sind gewöhnliche Felder.",
    "zone each": "Das Folgende gilt für jede dieser Zonen für sich.",
    "zone free": "Hier ist niemand in seinen Zügen beschränkt.",
    "stop all": "Alle Figuren dürfen hier einen Zug beenden.",
    "stop none": "Keine Figur darf hier einen Zug beenden.",
    "stop some": "{who:only} {who:may} hier einen Zug beenden.",
    "enter none": "Das gilt nur für Züge, die auch hier beginnen: Von außen kommt niemand herein, und wer "
    "hinausgezogen ist, kehrt nicht zurück.",
    "enter some": "Von außen {who:may} {who:only} hereinziehen.",
    "king left": "Hat der König das Feld verlassen, so kehrt er nicht dorthin zurück.",
    "cross all": "Alle Figuren dürfen darüber hinwegziehen, solange nichts im Weg steht.",
    "cross none": "Keine Figur darf darüber hinwegziehen.",
    "cross some": "{who:only} {who:may} darüber hinwegziehen, solange nichts im Weg steht.",
    "cross inside": "Eine Figur, die ihren Zug hier beginnt, zieht frei über diese Felder und hinaus.",
    "hostile none": "{z:~Das Feld ist|Die Felder sind} für niemanden feindlich.",
    "hostile empty": "{z:~Das Feld|Jedes Feld} ist für {who:acc} feindlich, solange es leer ist.",
    "hostile always": "{z:~Das Feld|Jedes Feld} ist für {who:acc} feindlich, was auch darauf steht.",
    "hostile also": "Solange es leer ist, ist es auch für {who:acc} feindlich.",
    "zones overlap": "Gehört ein Feld zu mehreren Zonen, so gelten dort die Regeln einer jeden.",
}

_CAPTURES: Final = {
    "h capture": "Schlagen",
    "capture pincers": "Jede Figur außer dem König wird geschlagen, wenn zwei Gegner sie waagerecht oder senkrecht in "
    "die Zange nehmen. Geschlagene Figuren werden sofort vom Brett genommen.",
    "capture move": "Der Gegner muss die Zange durch einen Zug einer der beiden Figuren schließen: Wer selbst zwischen "
    "zwei Gegner zieht, wird nicht geschlagen. Ein Zug kann mehrere Figuren schlagen. Es gibt keinen Schlagzwang.",
    "capture hostile": "Ist ein Feld für eine Figur feindlich, so zählt es in der Zange wie eine gegnerische Figur.",
    "edge none": "Der Rand des Bretts ist für niemanden feindlich.",
    "edge some": "Der Rand des Bretts ist für {who:acc} feindlich, als stünde dahinter eine gegnerische Figur.",
    "edge one": "Daher genügt ein Gegner davor, um am Rand eine solche Figur (nicht den König) zu schlagen.",
    "arms all": "Alle Figuren schlagen, der König wie die anderen: durch ihren Zug und als Gegenstück auf der anderen "
    "Seite.",
    "hammer all": "Alle Figuren schlagen durch ihren Zug.",
    "hammer some": "{who:only} {who:may} aktiv, also durch einen Zug, schlagen; der Zug einer anderen Figur schlägt "
    "nichts.",
    "hammer none": "Keine Figur darf aktiv, also durch einen Zug, schlagen; auf diese Weise wird also nie etwas "
    "geschlagen.",
    "anvil all": "Alle Figuren zählen als Gegenstück auf der anderen Seite der Zange.",
    "anvil some": "{who:only} {who:may} das Gegenstück auf der anderen Seite der Zange sein.",
    "anvil none": "Keine Figur zählt als Gegenstück auf der anderen Seite der Zange, sondern nur feindliche Felder.",
    "anvil holds": "Das gilt auch, wo zum Schlagen mehr als zwei Gegner nötig sind.",
    "wall": "Schildwall: Eine lückenlose Reihe von zwei oder mehr Figuren einer Seite am Rand wird als Ganzes "
    "geschlagen, wenn jede von ihnen einen Gegner vor sich hat und an beiden Enden der Reihe ein Gegner auf dem Rand "
    "steht. Ein König in der Reihe zählt mit, überlebt aber, während die anderen fallen.",
    "wall corner": "Ein leeres Eckfeld, das für die Figuren der Reihe feindlich ist, darf eines der Enden halten, "
    "nicht beide.",
    "wall no corner": "Ein Eckfeld ersetzt den Gegner am Ende nicht.",
    "wall flanking": "Nur eine Figur, die auf den Rand an ein Ende der Reihe zieht, schließt den Wall.",
    "wall any": "Den Wall schließt eine Figur, die an ein Ende der Reihe zieht, und ebenso eine, die vor die Reihe "
    "zieht.",
    "linnaean": "Schlagen gegen den König: Sitzt der König auf dem Thron, mit Angreifern auf drei Seiten und einem "
    "seiner Mannen auf der vierten, so kann ein Angreifer diesen Mann schlagen, indem er auf dessen andere Seite "
    "zieht.",
    "extra captures": "Außerdem gelten eigene Schlagregeln dieses Spiels: {rules}.",
    "h king": "Gefangennahme des Königs",
    "king move": "Nur ein Angreifer, der neben den König zieht, nimmt ihn gefangen. Zieht der König selbst zwischen "
    "seine Gegner, so geschieht ihm nichts.",
    "king strong": "Er muss auf allen vier Seiten umstellt sein, auf jeder von einem Angreifer oder einem für ihn "
    "feindlichen Feld.",
    "king near throne": "Auf dem Thron und unmittelbar daneben muss er auf allen vier Seiten umstellt sein, auf jeder "
    "von einem Angreifer oder einem für ihn feindlichen Feld. Überall sonst genügen zwei gegenüberliegende Seiten wie "
    "bei den anderen Figuren.",
    "king middleweight": "Er muss auf allen Seiten umstellt sein, auf jeder von einem Angreifer oder einem für ihn "
    "feindlichen Feld: auf dem Spielfeld von vier, am Rand von drei Seiten.",
    "king weak": "Er muss wie die anderen Figuren auf zwei gegenüberliegenden Seiten umstellt sein, auf jeder von "
    "einem Angreifer oder einem für ihn feindlichen Feld. Das gilt überall, auch auf dem Thron.",
    "king weak no throne": "Er muss wie die anderen Figuren auf zwei gegenüberliegenden Seiten umstellt sein, auf "
    "jeder von einem Angreifer oder einem für ihn feindlichen Feld.",
    "king edge safe": "Am Rand fehlt eine Seite; dort kann er daher nicht gefangen werden.",
    "king edge safe alone": "Am Rand fehlt eine Seite; dort kann er daher allein nicht gefangen werden.",
    "king edge held": "Am Rand gilt die fehlende Seite als umstellt.",
    "king edge won": "Auch wenn er am Rand gefangen wird, gewinnen die Angreifer.",
    "king edge impossible": "Am Rand kann er überhaupt nicht gefangen werden.",
    "king edge draw": "Wird er am Rand gefangen, so endet das Spiel unentschieden.",
    "joint": "Steht genau einer seiner Mannen neben dem König, so fallen beide zusammen, wenn sie komplett umstellt "
    "sind: Jede andere Seite des Königs und des Mannes muss besetzt sein, von einem Angreifer, vom Rand des Bretts "
    "oder von einem Feld, das für den daneben Stehenden feindlich ist. Der Angreifer, der den Ring schließt, muss "
    "neben einen der beiden ziehen.",
}

_ENDINGS: Final = {
    "h formations": "Festungen und Ringe",
    "fort": "Randfestung: Die Verteidiger gewinnen, wenn nach ihrem Zug der König am Rand steht und noch ziehen kann, "
    "kein Angreifer an ihn herankommt und die Mauer um ihn auch durch Schlagen nie zu brechen ist.",
    "ring": "Einkesselung: Die Angreifer gewinnen, wenn sie nach ihrem Zug alle Verteidiger samt dem König so "
    "einschließen, dass keiner von ihnen mehr mit dem Rand verbunden ist. Verbunden sind Felder Seite an Seite, nicht "
    "schräg, und nur wenn kein Angreifer darauf steht. Ob eine Figur des Rings geschlagen werden könnte, spielt keine "
    "Rolle.",
    "h die": "Der Würfel",
    "die": "Um den König zu ziehen, würfeln die Verteidiger zuerst mit einem Würfel mit {n:Seite|Seiten}. Dann müssen "
    "sie ihn ziehen, höchstens so weit, wie die Augenzahl beträgt. Andere Figuren ziehen ohne Wurf. Hat der König "
    "keinen Zug, den der Würfel erlauben könnte, darf nicht gewürfelt werden. Lässt ein Wurf ihm keinen Zug, so "
    "verfällt er: Eine andere Figur zieht, und es gibt keinen zweiten Wurf.",
    "h announcements": "Auswege und Ansagen",
    "way out": "Ein Ausweg ist eine Richtung, die den König mit seinem nächsten Zug auf ein Fluchtfeld führen könnte.",
    "announce": "Hat der König nach einem Zug der Verteidiger einen Ausweg, so sagen sie „raichi“ an, bei zwei oder "
    "mehr Auswegen „tuichu“. Könnten die Angreifer nach ihrem Zug im nächsten den König gefangen nehmen, so sagen sie "
    "„Achtung, König“ an.",
    "announce advisory": "Wird die Ansage vergessen, so hat das keine Folgen.",
    "announce binding": "Sagen die Verteidiger einen Ausweg nicht an, so darf der König in ihrem nächsten Zug nicht "
    "entkommen. Danach ist alles wie zuvor.",
    "tuichu wins": "Hat der König nach einem Zug der Verteidiger zwei oder mehr Auswege, so gewinnen sie sofort.",
    "h repetition": "Sich wiederholende Züge",
    "repeat ignored": "Stellungen dürfen sich unbegrenzt wiederholen.",
    "repeat draw": "Entsteht eine Stellung {by}zum {n:th} Mal, so endet das Spiel unentschieden.",
    "repeat mover loses": "Entsteht eine Stellung {by}zum {n:th} Mal, so verliert die Seite, die diesen Zug gemacht "
    "hat.",
    "repeat mover wins": "Entsteht eine Stellung {by}zum {n:th} Mal, so gewinnt die Seite, die diesen Zug gemacht hat.",
    "repeat defenders lose": "Entsteht eine Stellung {by}zum {n:th} Mal, so verlieren die Verteidiger, und die "
    "Angreifer gewinnen.",
    "repeat attackers lose": "Entsteht eine Stellung {by}zum {n:th} Mal, so verlieren die Angreifer, und die "
    "Verteidiger gewinnen.",
    "repeat forbidden": "Ein Zug{of}, durch den eine Stellung zum {n:th} Mal oder noch öfter entsteht, ist verboten.",
    "repeat offensive": "Entstünde durch einen Zug{of} eine Stellung zum {n:th} Mal oder noch öfter, so muss die "
    "drohende Seite abweichen: die Seite, die mit jedem ihrer Züge gedroht hat, seit die Stellung zuletzt da war. Die "
    "Verteidiger drohen, wenn der König mit seinem nächsten Zug entkommen könnte, die Angreifer, wenn sie ihn mit dem "
    "nächsten gefangen nehmen könnten. Droht nur die Seite am Zug, so ist der Zug verboten; droht nur die andere, so "
    "geht das Spiel weiter; drohen beide oder keine, so endet es unentschieden.",
    "repeat same": "Eine Stellung ist dieselbe, wenn die Figuren gleich stehen und dieselbe Seite am Zug ist. Mit "
    "jedem Schlagen beginnt die Zählung von vorn.",
    "repeat bound": "Dabei zählt auch, ob der König gerade nicht entkommen darf, weil ein Ausweg nicht angesagt wurde.",
    "repeat start": "Die Stellung zu Beginn des Spiels zählt mit.",
    "repeat no start": "Die Stellung zu Beginn des Spiels zählt nicht mit.",
    "h ends": "Weiteres zum Spielende",
    "blocked loss": "Wer am Zug ist und nicht ziehen kann, verliert.",
    "blocked draw": "Kann die Seite am Zug nicht ziehen, so endet das Spiel unentschieden.",
    "few none": "Die Angreifer verlieren nicht, weil sie wenige sind, selbst wenn keiner übrig ist.",
    "few one": "Die Angreifer verlieren, wenn alle geschlagen sind.",
    "few many": "Die Angreifer verlieren, sobald von ihnen weniger als {n} übrig sind.",
    "quiet": "Wird in {n:Zug|Zügen nacheinander} (beider Seiten zusammen) nichts geschlagen, so endet das Spiel "
    "unentschieden.",
    "extra endings": "Außerdem kann dieses Spiel nach eigenen Regeln enden: {rules}.",
    "h order": "Welches Ende zuerst gilt",
    "order": "Führt ein Zug mehrere Enden herbei, so gilt das erste dieser Liste:",
    "order king captured": "der König ist gefangen",
    "order escape": "der König ist entkommen",
    "order few": "zu wenige Angreifer sind übrig",
    "order tuichu": "der König hat zwei Auswege",
    "order formations": "eine Festung oder ein Ring",
    "order extra": "ein Ende nach eigenen Regeln dieses Spiels",
    "order repetition": "Wiederholung",
    "order quiet": "zu viele Züge ohne Schlagen",
    "order blocked": "die Seite am Zug kann nicht ziehen",
}

GERMAN: Final = Language(phrases=_WORDS | _SETTING | _CAPTURES | _ENDINGS, pieces=_PIECES, ordinal=_ordinal)
"""German."""
