"""Notes of the shipped rulesets in German and Swedish: our readings, and the rules that a source offers as options.

Leaflets in these languages name only the topic of a note that is not here
(:attr:`Language.topics <hnefatafl.describe._language.Language.topics>`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["GERMAN_NOTES", "SWEDISH_NOTES"]

_NOTES: Final = (
    # Several rulesets
    (
        "the game is drawn when a position occurs for the third time; our sources give no rule.",
        "Das Spiel endet unentschieden, wenn eine Stellung zum dritten Mal entsteht; unsere Quellen nennen dafür "
        "keine Regel.",
        "Spelet slutar oavgjort när en ställning uppkommer för tredje gången; våra källor anger ingen regel för detta.",
    ),
    (
        "a side without a legal move loses; our sources give no rule.",
        "Wer nicht ziehen kann, verliert; unsere Quellen nennen dafür keine Regel.",
        "Den som inte kan flytta förlorar; våra källor anger ingen regel för detta.",
    ),
    (
        "the defenders lose when a position occurs for the third time, whichever side moved; our sources give no rule, "
        "but the attackers won the games of the archive that ended so.",
        "Die Verteidiger verlieren, wenn eine Stellung zum dritten Mal entsteht, gleich wer gezogen hat; unsere "
        "Quellen nennen dafür keine Regel, aber die Partien des Archivs, die so endeten, gewannen die Angreifer.",
        "Försvararna förlorar när en ställning uppkommer för tredje gången, oavsett vem som drog; våra källor anger "
        "ingen regel för detta, men angriparna vann de partier i arkivet som slutade så.",
    ),
    (
        "the attackers win by enclosing all defenders; games of the archive ended so, and none went on inside a ring.",
        "Die Angreifer gewinnen, wenn sie alle Verteidiger einschließen; Partien des Archivs endeten so, und keine "
        "ging in einem Ring weiter.",
        "Angriparna vinner genom att innesluta alla försvarare; partier i arkivet slutade så, och inget fortsatte inom "
        "en ring.",
    ),
    (
        "the attackers lose when all of them have been captured; our sources give no rule.",
        "Die Angreifer verlieren, wenn alle geschlagen sind; unsere Quellen nennen dafür keine Regel.",
        "Angriparna förlorar när alla är slagna; våra källor anger ingen regel för detta.",
    ),
    (
        "the whole ruleset is fitted to the games of the archive.",
        "Alle Regeln sind so gewählt, dass sie zu den Partien des Archivs passen.",
        "Alla regler är valda så att de stämmer med partierna i arkivet.",
    ),
    (
        "attackers without a legal move lose, as defenders do; the program checks only whether the defenders can move.",
        "Auch Angreifer, die nicht ziehen können, verlieren; das Programm prüft das nur für die Verteidiger.",
        "Även angripare som inte kan flytta förlorar; programmet prövar detta bara för försvararna.",
    ),
    (
        "the attackers lose when all of them have been captured; in the program they lose when they have no move.",
        "Die Angreifer verlieren, wenn alle geschlagen sind; im Programm verlieren sie, wenn sie nicht ziehen können.",
        "Angriparna förlorar när alla är slagna; i programmet förlorar de när de inte kan flytta.",
    ),
    (
        "a side without a legal move passes, as in every game of Ludii that has no other rule.",
        "Wer nicht ziehen kann, setzt aus, wie in allen Spielen von Ludii, die nichts anderes sagen.",
        "Den som inte kan flytta står över, som i alla spel i Ludii som inte säger något annat.",
    ),
    (
        "a side without a legal move loses, and so do attackers of whom none is left.",
        "Wer nicht ziehen kann, verliert, also auch Angreifer, von denen keiner übrig ist.",
        "Den som inte kan flytta förlorar, alltså även angripare av vilka ingen är kvar.",
    ),
    (
        "a side without a legal move loses, and the attackers lose when all of them have been captured, as in the "
        "program.",
        "Wer nicht ziehen kann, verliert, und die Angreifer verlieren, wenn alle geschlagen sind, wie im Programm.",
        "Den som inte kan flytta förlorar, och angriparna förlorar när alla är slagna, som i programmet.",
    ),
    (
        "enclosing all defenders does not win. By §6b of the page it does, but the games of its archive agree "
        "without that rule; evolve(encirclement=True) gives the page's rule.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht. Nach § 6b der Seite doch, aber die Partien ihres "
        "Archivs stimmen ohne diese Regel.",
        "Att innesluta alla försvarare vinner inte. Enligt § 6b på sidan gör det så, men partierna i dess arkiv "
        "stämmer utan den regeln.",
    ),
    (
        "enclosing all defenders does not win, since games of the archive went on inside a ring.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht, denn Partien des Archivs gingen in einem Ring "
        "weiter.",
        "Att innesluta alla försvarare vinner inte, eftersom partier i arkivet fortsatte inom en ring.",
    ),
    (
        "enclosing all defenders does not win. By §7b of the page it does, but 63 games of its archive went on "
        "inside a ring; evolve(encirclement=True) gives the page's rule.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht. Nach § 7b der Seite doch, aber 63 Partien ihres "
        "Archivs gingen in einem Ring weiter.",
        "Att innesluta alla försvarare vinner inte. Enligt § 7b på sidan gör det så, men 63 partier i dess arkiv "
        "fortsatte inom en ring.",
    ),
    (
        "the defenders lose when a position occurs for the third time by a move of theirs (as in AbstractPlay).",
        "Die Verteidiger verlieren, wenn eine Stellung durch ihren Zug zum dritten Mal entsteht (wie bei "
        "AbstractPlay).",
        "Försvararna förlorar när en ställning uppkommer för tredje gången genom deras drag (som i AbstractPlay).",
    ),
    (
        "the defenders lose when a position occurs for the third time, whichever side moved. The page forbids "
        "repetition and gives no number; all 36 games of its archive that ended by repetition ended so.",
        "Die Verteidiger verlieren, wenn eine Stellung zum dritten Mal entsteht, gleich wer gezogen hat. Die Seite "
        "verbietet Wiederholungen und nennt keine Zahl; alle 36 Partien ihres Archivs, die durch Wiederholung "
        "endeten, endeten so.",
        "Försvararna förlorar när en ställning uppkommer för tredje gången, oavsett vem som drog. Sidan förbjuder "
        "upprepning och anger inget antal; alla 36 partier i dess arkiv som slutade genom upprepning slutade så.",
    ),
    (
        "the ring around all defenders must be unbroken, but its pieces may be capturable, as in the games of the "
        "archive.",
        "Der Ring um alle Verteidiger darf keine Lücke haben, seine Figuren aber dürfen schlagbar sein, wie in den "
        "Partien des Archivs.",
        "Ringen omkring alla försvarare får inte ha någon lucka, men dess pjäser får kunna slås, som i partierna i "
        "arkivet.",
    ),
    (
        "a fort is unbreakable when the attackers cannot capture their way in to the king, whatever they do; walls "
        "that could be captured are removed until nothing changes.",
        "Eine Festung ist uneinnehmbar, wenn sich die Angreifer auf keine Weise zum König durchschlagen können; "
        "Mauern, die geschlagen werden könnten, werden weggenommen, bis sich nichts mehr ändert.",
        "Ett fäste kan inte brytas om angriparna inte på något sätt kan slå sig in till kungen; murar som kan slås "
        "tas bort tills inget mer ändras.",
    ),
    (
        "the attackers lose when all of them have been captured; the page mentions only draws by agreement, when "
        "neither side can win any more.",
        "Die Angreifer verlieren, wenn alle geschlagen sind; die Seite spricht nur von vereinbartem Unentschieden, "
        "wenn keine Seite mehr gewinnen kann.",
        "Angriparna förlorar när alla är slagna; sidan nämner bara överenskommen remi när ingen sida längre kan vinna.",
    ),
    (
        "the throne and the corners are hostile to the king too; 33 games of the archive end by it.",
        "Der Thron und die Eckfelder sind auch für den König feindlich; 33 Partien des Archivs enden dadurch.",
        "Borgen och hörnrutorna är fientliga även mot kungen; 33 partier i arkivet slutar genom det.",
    ),
    # hnefatafl-13 (S000)
    (
        "the start layout; the picture (Abb. 1) is lost, and this is the only known layout that fits the text.",
        "Die Aufstellung; die Abbildung 1 ist verloren, und dies ist die einzige bekannte, die zum Text passt.",
        "Uppställningen; bilden (Abb. 1) är förlorad, och detta är den enda kända som stämmer med texten.",
    ),
    (
        'a king who enters a corner has left the board, so the game ends there ("Spielende").',
        "Ein König, der ein Eckfeld betritt, hat das Brett verlassen; das Spiel endet dort („Spielende“).",
        "En kung som når en hörnruta har lämnat brädet; spelet slutar där (”Spielende”).",
    ),
    (
        "the throne is hostile to the king only; the text mentions it only where it describes his capture.",
        "Der Thron ist nur für den König feindlich; der Text nennt ihn nur, wo er dessen Gefangennahme beschreibt.",
        "Borgen är fientlig bara mot kungen; texten nämner den bara där den beskriver hur han fångas.",
    ),
    (
        'the corners are hostile to the king too ("für beide Seiten"), so beside a corner two attackers capture him.',
        "Die Eckfelder sind auch für den König feindlich („für beide Seiten“); neben einem Eckfeld nehmen ihn also "
        "zwei "
        "Angreifer gefangen.",
        "Hörnrutorna är fientliga även mot kungen (”für beide Seiten”); bredvid en hörnruta fångas han alltså av två "
        "angripare.",
    ),
    (
        "the king and a man who protects him are captured together (Abb. 4, lost) when he has exactly one man beside "
        "him, every other neighbouring square of the two is held by an attacker, is hostile or lies beyond the edge, "
        "and an attacker's move completes this.",
        "Der König und ein ihn schützender Mann fallen zusammen (Abbildung 4, verloren), wenn genau einer seiner "
        "Mannen neben ihm steht, jedes andere Nachbarfeld der beiden von einem Angreifer besetzt oder feindlich ist "
        "oder jenseits des Randes läge und der Zug eines Angreifers dies herbeiführt.",
        "Kungen och en drabant som skyddar honom faller tillsammans (Abb. 4, förlorad) när precis en drabant står "
        "intill honom, varje annan ruta intill de två hålls av en angripare, är fientlig eller ligger utanför kanten, "
        "och en angripares drag fullbordar detta.",
    ),
    (
        "a side without a legal move loses; the text says only that moving is compulsory.",
        "Wer nicht ziehen kann, verliert; der Text sagt nur, dass Zugzwang herrscht.",
        "Den som inte kan flytta förlorar; texten säger bara att man måste flytta.",
    ),
    (
        "the game is drawn when a position occurs for the third time; the text is silent.",
        "Das Spiel endet unentschieden, wenn eine Stellung zum dritten Mal entsteht; der Text schweigt dazu.",
        "Spelet slutar oavgjort när en ställning uppkommer för tredje gången; texten säger ingenting om detta.",
    ),
    (
        "the attackers lose when all of them have been captured; the text is silent.",
        "Die Angreifer verlieren, wenn alle geschlagen sind; der Text schweigt dazu.",
        "Angriparna förlorar när alla är slagna; texten säger ingenting om detta.",
    ),
    # hnefatafl-11 (S001)
    (
        "the board of 11×11 with its usual layout; the text allows 13×13 too, and leaves the layout free.",
        "Das Brett mit 11×11 Feldern und dessen übliche Aufstellung; der Text lässt auch 13×13 zu und die Aufstellung "
        "frei.",
        "Brädet med 11×11 rutor och dess vanliga uppställning; texten tillåter även 13×13 och lämnar uppställningen "
        "fri.",
    ),
    (
        'a side without a legal move loses; the text ends the game there and names no winner ("Spielende").',
        "Wer nicht ziehen kann, verliert; der Text beendet damit das Spiel und nennt keinen Gewinner („Spielende“).",
        "Den som inte kan flytta förlorar; enligt texten slutar spelet då, men den nämner ingen vinnare (”Spielende”).",
    ),
    (
        "a limit on repeated moves keeps zugzwang in effect, so that a fortress that cannot be taken must be opened "
        '("Sich wiederholende Züge"). Of the additional rules of the text, only this one is in force here, because the '
        "text calls it important. A move that repeats a position too often is illegal, and a side that has no other "
        "move loses.",
        "Sich wiederholende Züge werden begrenzt, damit der Zugzwang weiterhin wirkt und uneinnehmbare Stellungen "
        "geöffnet werden müssen („Sich wiederholende Züge“). Von den Zusatzregeln des Textes gilt hier nur diese, weil "
        "er sie wichtig nennt. Ein Zug, der eine Stellung zu oft wiederholt, ist verboten, und wer keinen anderen hat, "
        "verliert.",
        "Drag som upprepas begränsas, så att dragtvånget består och ointagliga ställningar måste öppnas (”Sich "
        "wiederholende Züge”). Av textens tilläggsregler gäller bara denna här, eftersom texten kallar den viktig. Ett "
        "drag som upprepar en ställning för många gånger är förbjudet, och den som inte har något annat förlorar.",
    ),
    (
        '"too often" means for the third time; the text leaves the number open. A draw would let the fortress stand.',
        "„Zu oft“ heißt zum dritten Mal; der Text lässt die Zahl offen. Ein Unentschieden ließe die Festung stehen.",
        "”För många gånger” betyder för tredje gången; texten lämnar antalet öppet. Oavgjort skulle låta fästet stå "
        "kvar.",
    ),
    (
        "lots may be drawn to decide which side moves first.",
        "Man kann auch auslosen, welche Seite beginnt.",
        "Man kan dra lott om vilken sida som har första draget.",
    ),
    (
        "on small boards, the defenders win as soon as the king reaches the edge.",
        "Auf kleinen Spielfeldern gewinnen die Verteidiger bereits, sobald der König den Spielfeldrand erreicht.",
        "På små bräden vinner försvararna redan när kungen når ytterkanten.",
    ),
    (
        "to move the king, the defenders roll a die and move him at most as many squares as it shows.",
        "Um den König zu ziehen, müssen die Verteidiger würfeln und ihn dann höchstens so weit ziehen, wie die "
        "gewürfelte Punktzahl beträgt.",
        "För att flytta kungen slår försvararna en tärning och flyttar honom högst så många rutor som den visar.",
    ),
    (
        "the king does not capture by moving.",
        "Der König darf nicht aktiv schlagen: Durch einen Zug des Königs wird keine Figur geschlagen.",
        "Kungen slår inte genom sitt drag.",
    ),
    (
        "beside the throne, three attackers capture the king if the throne is the fourth square around him.",
        "Neben dem Thron kann der König auch durch drei Angreifer gefangen genommen werden, sofern der Thron das "
        "vierte Feld um ihn ist.",
        "Bredvid borgen är det tillräckligt med tre angripare för att fånga kungen, om borgen är den fjärde rutan "
        "omkring honom.",
    ),
    (
        "if the king is captured at the edge, the game is drawn.",
        "Wird der König am Spielfeldrand gefangen genommen, so endet das Spiel unentschieden.",
        "Om kungen fångas vid kanten slutar spelet oavgjort.",
    ),
    (
        "the defenders must announce that the king could escape by his next move; the attackers may announce that they "
        "could capture him by theirs.",
        "Könnte der König mit seinem nächsten Zug entkommen, so müssen die Verteidiger das ansagen; könnten die "
        "Angreifer ihn mit ihrem nächsten gefangen nehmen, so können sie das ebenfalls ansagen.",
        "Om kungen kan gå ut med sitt nästa drag måste försvararna säga det; om angriparna kan fånga honom med sitt "
        "får de säga det.",
    ),
    # foteviken-tablut (S003)
    (
        "the game ends when the king reaches an edge square outside the camps, the corners of the board included; the "
        "text has him go out from the board (§9).",
        "Das Spiel endet, wenn der König ein Randfeld außerhalb der Lager erreicht, auch in den Ecken; im Text geht er "
        "vom Brett hinaus (§ 9).",
        "Spelet slutar när kungen når en ruta vid ytterkanten utanför lägren, även i hörnen; i texten går han ut från "
        "brädet (§ 9).",
    ),
    (
        "if a way out was not announced, the king may not leave by his very next move; nothing else follows (§9).",
        "Wurde ein Ausweg nicht angesagt, so darf der König nur mit seinem unmittelbar nächsten Zug nicht hinaus; mehr "
        "folgt daraus nicht (§ 9).",
        "Om man inte har varnat för en utväg får kungen inte gå ut i just sitt nästa drag; någon annan påföljd har det "
        "inte (§ 9).",
    ),
    (
        "a way out that a Muscovite opens is announced as well, before the Swede moves, and the king may leave by it "
        "in "
        "that move; §9 asks for the warning when the Swede sees such a way out, whichever side opened it.",
        "Auch ein Ausweg, den ein Angreifer öffnet, wird angesagt, bevor die Verteidiger ziehen, und der König darf "
        "ihn "
        "in diesem Zug nehmen; § 9 verlangt die Warnung, wenn der Spieler einen solchen Ausweg sieht, gleich wer ihn "
        "geöffnet hat.",
        "Även för en utväg som en moskovit öppnar varnar man, innan svensken drar, och kungen får gå ut där i det "
        "draget; § 9 kräver varningen när svensken ser en sådan utväg, oavsett vem som har öppnat den.",
    ),
    (
        "tuichu is announced and does not end the game by itself (§10); read literally, it would, as with "
        "tuichu_wins=True.",
        "Tuichu wird angesagt und beendet das Spiel nicht von selbst (§ 10); wörtlich genommen "
        "täte es das, wie mit tuichu_wins=True.",
        "Tuichu sägs och avslutar inte spelet av sig självt (§ 10); ordagrant läst gör det så, som med "
        "tuichu_wins=True.",
    ),
    (
        'the king captures like a man; §6 speaks of "own pieces" without an exception.',
        "Der König schlägt wie seine Mannen; § 6 spricht ohne Ausnahme von „eigenen Figuren“.",
        "Kungen slår som en drabant; § 6 talar om ”egna pjäser” utan undantag.",
    ),
    (
        '"a couple of repetitions" (§13) means the third occurrence; the offensive party is the side whose every move '
        "in the cycle threatened; if both sides did or neither did, the game is drawn.",
        "„Ein paar Wiederholungen“ (§ 13) heißt zum dritten Mal; die drohende Seite ist die, die mit jedem ihrer Züge "
        "seit der letzten Wiederholung gedroht hat; haben es beide oder keine, so endet das Spiel unentschieden.",
        "”Ett par upprepningar” (§ 13) betyder för tredje gången; den offensiva parten är den som har hotat med vart "
        "och ett av sina drag i upprepningen; har båda eller ingen gjort det slutar spelet oavgjort.",
    ),
    (
        '"camp" in §12 is the camp in which the man stands; the other three are closed to him as to all others (§11).',
        "Mit dem „Lager“ in § 12 ist das gemeint, in dem der Angreifer steht; die drei anderen sind ihm wie allen "
        "verschlossen (§ 11).",
        "”Lägret” i § 12 är det som moskoviten står i; de tre andra är stängda för honom som för alla (§ 11).",
    ),
    (
        "camp squares are hostile to the king whether occupied or not (§11).",
        "Lagerfelder sind für den König feindlich, ob besetzt oder nicht (§ 11).",
        "Lägerrutor är fientliga mot kungen vare sig de är upptagna eller inte (§ 11).",
    ),
    (
        "a side without a legal move loses, and the attackers lose when all of them have been captured; the text is "
        "silent.",
        "Wer nicht ziehen kann, verliert, und die Angreifer verlieren, wenn alle geschlagen sind; der Text schweigt "
        "dazu.",
        "Den som inte kan flytta förlorar, och angriparna förlorar när alla är slagna; texten säger ingenting om "
        "detta.",
    ),
    # madera-tablut (S004)
    (
        "the board and the layout, tablut's 9×9; the text gives neither.",
        "Brett und Aufstellung, die 9×9 Felder des Tablut; der Text nennt beides nicht.",
        "Brädet och uppställningen, tabluts 9×9; texten anger ingetdera.",
    ),
    (
        "the corners are hostile to neither side; the text is silent.",
        "Die Eckfelder sind keiner Seite feindlich; der Text schweigt dazu.",
        "Hörnrutorna är inte fientliga mot någon sida; texten säger ingenting om detta.",
    ),
    (
        'the throne ("Kronenfeld") is hostile to the king only, beside whom it counts as occupied.',
        "Der Thron („Kronenfeld“) ist nur für den König feindlich; neben ihm gilt er als besetzt.",
        "Borgen (”Kronenfeld”) är fientlig bara mot kungen; bredvid honom räknas den som upptagen.",
    ),
    (
        "the king may return to the throne; the text says that only he may enter it.",
        "Der König darf auf den Thron zurückkehren; der Text sagt, dass nur er ihn betreten darf.",
        "Kungen får återvända till borgen; texten säger att bara han får gå in i den.",
    ),
    # Other rulesets
    (
        "there are four fixed men in each corner.",
        "In jeder Ecke stehen vier feste Steine.",
        "I varje hörn står fyra fasta pjäser.",
    ),
    (
        "the fixed men are hostile to the soldiers only, and the empty central square to the king only.",
        "Die festen Steine sind nur für die Krieger feindlich, das leere Mittelfeld nur für den König.",
        "De fasta pjäserna är fientliga bara mot krigarna, den tomma mittrutan bara mot kungen.",
    ),
    (
        "the king captures like a soldier.",
        "Der König schlägt wie ein Krieger.",
        "Kungen slår som en krigare.",
    ),
    (
        "the layout is that of the manuscript, corrected to be symmetric.",
        "Die Aufstellung ist die der Handschrift, symmetrisch berichtigt.",
        "Uppställningen är handskriftens, rättad så att den är symmetrisk.",
    ),
    (
        "the king is captured on four sides, not at the edge, and captures like a soldier; guards take no part in "
        "captures. The part of the page that describes this was not available.",
        "Der König wird von vier Seiten gefangen genommen, nicht am Rand, und schlägt wie ein Krieger; Wächter "
        "helfen nicht beim Schlagen. Der Teil der Seite, der das beschreibt, lag nicht vor.",
        "Kungen fångas från fyra sidor, inte vid kanten, och slår som en krigare; vakter hjälper inte till att slå. "
        "Den del av sidan som beskriver detta fanns inte tillgänglig.",
    ),
    (
        "the centre and the citadels are hostile to neither side.",
        "Die Mitte und die Zitadellen sind keiner Seite feindlich.",
        "Mitten och citadellen är inte fientliga mot någon sida.",
    ),
    (
        "a dux is captured when three of its sides are held by attackers or empty corner squares. In half of the "
        "games of the archive 35 of 35 such duces were captured, and 139 of 140 with two sides held were not.",
        "Ein Dux wird geschlagen, wenn drei seiner Seiten von Angreifern oder leeren Eckfeldern besetzt sind. In der "
        "Hälfte der Partien des Archivs wurden 35 von 35 solchen geschlagen, und 139 von 140 mit zwei besetzten "
        "Seiten nicht.",
        "En dux slås när tre av dess sidor hålls av angripare eller tomma hörnrutor. I hälften av partierna i "
        "arkivet slogs 35 av 35 sådana, och 139 av 140 med två sidor hållna slogs inte.",
    ),
    (
        "the four duces begin on f6, f14, n6 and n14. The records show no kinds of pieces; with a soldier on any of "
        "these squares, or a dux on another, fewer games agree.",
        "Die vier Duces beginnen auf f6, f14, n6 und n14. Die Aufzeichnungen zeigen keine Arten von Figuren; mit "
        "einem Krieger auf einem dieser Felder oder einem Dux auf einem anderen stimmen weniger Partien.",
        "De fyra duces börjar på f6, f14, n6 och n14. Protokollen visar inga slag av pjäser; med en krigare på någon "
        "av dessa rutor eller en dux på en annan stämmer färre partier.",
    ),
    (
        "the king is captured on three sides at the edge. The records also fit a king who cannot be captured there.",
        "Am Rand wird der König von drei Seiten gefangen genommen. Zu den Aufzeichnungen passt auch ein König, der "
        "dort nicht gefangen werden kann.",
        "Vid kanten fångas kungen från tre sidor. Protokollen stämmer även med en kung som inte kan fångas där.",
    ),
    (
        "enclosing all defenders does not win. The records also fit the opposite.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht. Zu den Aufzeichnungen passt auch das Gegenteil.",
        "Att innesluta alla försvarare vinner inte. Protokollen stämmer även med motsatsen.",
    ),
    (
        "the castle is hostile to neither side.",
        "Der Thron ist keiner Seite feindlich.",
        "Borgen är inte fientlig mot någon sida.",
    ),
    (
        '"on all four sides by enemy ships and an edge" means three ships and the edge.',
        "„Auf allen vier Seiten von feindlichen Schiffen und einem Rand“ heißt: von drei Schiffen und dem Rand.",
        "”På alla fyra sidor av fiendens skepp och en kant” betyder tre skepp och kanten.",
    ),
    (
        "the attackers move first; the page does not say.",
        "Die Angreifer beginnen; die Seite sagt es nicht.",
        "Angriparna har första draget; sidan säger det inte.",
    ),
    (
        "a side without a legal move loses, and there is no minimum number of attackers; the server has no rule for "
        "either.",
        "Wer nicht ziehen kann, verliert, und eine Mindestzahl von Angreifern gibt es nicht; der Server hat für "
        "beides keine Regel.",
        "Den som inte kan flytta förlorar, och det finns inget minsta antal angripare; servern har ingen regel för "
        "någotdera.",
    ),
    (
        "a king who goes on in a berserk turn may also escape without a capture, as in AbstractPlay, which cites "
        "this page.",
        "Ein König, der in einem Berserkerzug weiterzieht, darf auch ohne zu schlagen entkommen, wie bei "
        "AbstractPlay, das sich auf diese Seite beruft.",
        "En kung som fortsätter vid bärsärkagång får även gå ut utan att slå, som i AbstractPlay, som hänvisar till "
        "denna sida.",
    ),
    (
        "enclosing all defenders does not win; the two programs that play the game have no such rule.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht; die beiden Programme, die das Spiel spielen, haben "
        "keine solche Regel.",
        "Att innesluta alla försvarare vinner inte; de två program som spelar spelet har ingen sådan regel.",
    ),
    (
        "the exit fort is that of copenhagen; for the program a wall is unbreakable if none of its pieces has two "
        "opposite neighbouring squares outside.",
        "Die Randfestung ist die von copenhagen; für das Programm ist eine Mauer uneinnehmbar, wenn keine ihrer "
        "Figuren zwei gegenüberliegende Nachbarfelder außerhalb hat.",
        "Kantfästet är det i copenhagen; för programmet kan en mur inte brytas om ingen av dess pjäser har två "
        "motsatta grannrutor utanför.",
    ),
    (
        "a king who goes on in a berserk turn escapes only by a capturing move.",
        "Ein König, der in einem Berserkerzug weiterzieht, entkommt nur durch einen Zug, der schlägt.",
        "En kung som fortsätter vid bärsärkagång får gå ut bara med ett drag som slår.",
    ),
    (
        "the attackers move first; the text does not say.",
        "Die Angreifer beginnen; der Text sagt es nicht.",
        "Angriparna har första draget; texten säger det inte.",
    ),
    (
        "the throne and the corners are hostile to the soldiers only, as in its Copenhagen.",
        "Der Thron und die Eckfelder sind nur für die Krieger feindlich, wie in dessen Copenhagen.",
        "Borgen och hörnrutorna är fientliga bara mot krigarna, som i dess Copenhagen.",
    ),
    (
        "the attackers win by enclosing all defenders, as in its Copenhagen; there is no shieldwall.",
        "Die Angreifer gewinnen, wenn sie alle Verteidiger einschließen, wie in dessen Copenhagen; einen Schildwall "
        "gibt es nicht.",
        "Angriparna vinner genom att innesluta alla försvarare, som i dess Copenhagen; någon sköldmur finns inte.",
    ),
    (
        "the exit fort is that of copenhagen; the program tests whether a wall has two pieces next to each other on "
        "a diagonal.",
        "Die Randfestung ist die von copenhagen; das Programm prüft, ob in einer Mauer zwei Figuren schräg "
        "nebeneinander stehen.",
        "Kantfästet är det i copenhagen; programmet prövar om två pjäser i en mur står diagonalt intill varandra.",
    ),
    (
        "all rules are those of copenhagen, chosen to fit the games of the archive.",
        "Alle Regeln sind die von copenhagen, so gewählt, dass sie zu den Partien des Archivs passen.",
        "Alla regler är de i copenhagen, valda så att de stämmer med partierna i arkivet.",
    ),
    (
        "all rules are those of sea-battle-11, chosen to fit the games of the archive.",
        "Alle Regeln sind die von sea-battle-11, so gewählt, dass sie zu den Partien des Archivs passen.",
        "Alla regler är de i sea-battle-11, valda så att de stämmer med partierna i arkivet.",
    ),
    (
        "the exit fort is that of copenhagen. In the program no piece of the wall may be free on two opposite sides, "
        "and every wall is unbreakable when one attacker is left.",
        "Die Randfestung ist die von copenhagen. Im Programm darf keine Figur der Mauer auf zwei gegenüberliegenden "
        "Seiten frei stehen, und gegen einen einzigen Angreifer ist jede Mauer uneinnehmbar.",
        "Kantfästet är det i copenhagen. I programmet får ingen pjäs i muren stå fri på två motsatta sidor, och mot "
        "en enda angripare kan ingen mur brytas.",
    ),
    (
        "the exit fort is that of copenhagen; the program looks for one after every move, those of the attackers "
        "included.",
        "Die Randfestung ist die von copenhagen; das Programm sucht sie nach jedem Zug, auch nach denen der Angreifer.",
        "Kantfästet är det i copenhagen; programmet söker det efter varje drag, även angriparnas.",
    ),
    (
        "the exit fort is that of copenhagen; the program looks for one only when the king has moved.",
        "Die Randfestung ist die von copenhagen; das Programm sucht sie nur, wenn der König gezogen hat.",
        "Kantfästet är det i copenhagen; programmet söker det bara när kungen har flyttat.",
    ),
    (
        "the exit fort is that of copenhagen. For the program it is enough that the king can reach the edge, and a "
        "wall is unbreakable if each of its pieces has fewer than three neighbouring squares outside.",
        "Die Randfestung ist die von copenhagen. Dem Programm genügt es, dass der König den Rand erreichen kann, und "
        "eine Mauer ist uneinnehmbar, wenn jede ihrer Figuren weniger als drei Nachbarfelder außerhalb hat.",
        "Kantfästet är det i copenhagen. För programmet räcker det att kungen kan nå kanten, och en mur kan inte "
        "brytas om var och en av dess pjäser har färre än tre grannrutor utanför.",
    ),
    (
        "the exit fort is that of copenhagen, which the program finds in a similar way.",
        "Die Randfestung ist die von copenhagen; das Programm findet sie auf ähnliche Weise.",
        "Kantfästet är det i copenhagen; programmet finner det på liknande sätt.",
    ),
    (
        'the game is drawn when a position occurs for the third time (panel 2013: "three times, with the same side '
        'to move"); the page gives no number.',
        "Das Spiel endet unentschieden, wenn eine Stellung zum dritten Mal entsteht (im Text von 2013 „dreimal, mit "
        "derselben Seite am Zug“); die Seite nennt keine Zahl.",
        "Spelet slutar oavgjort när en ställning uppkommer för tredje gången (i texten från 2013 ”tre gånger, med "
        "samma sida vid draget”); sidan anger inget antal.",
    ),
    (
        "a side without a legal move loses, as on the page (§8); the panel's text of 2013 calls it a draw.",
        "Wer nicht ziehen kann, verliert, wie auf der Seite (§ 8); der Text von 2013 nennt es unentschieden.",
        "Den som inte kan flytta förlorar, som på sidan (§ 8); texten från 2013 kallar det oavgjort.",
    ),
    (
        "the page's exception, that a king who has no soldiers left can be captured on the edge, is left out.",
        "Die Ausnahme der Seite, dass ein König ohne Mannen am Rand gefangen werden kann, ist weggelassen.",
        "Sidans undantag, att en kung utan drabanter kan fångas vid kanten, är utelämnat.",
    ),
    (
        "the throne and the corners are as in fetlar.",
        "Der Thron und die Eckfelder sind wie in fetlar.",
        "Borgen och hörnrutorna är som i fetlar.",
    ),
    (
        "the layout is that of ard-ri; the page shows a picture.",
        "Die Aufstellung ist die von ard-ri; die Seite zeigt ein Bild.",
        "Uppställningen är den i ard-ri; sidan visar en bild.",
    ),
    (
        "the king is captured like a soldier, since there is no throne that would protect him.",
        "Der König wird wie ein Krieger gefangen, denn es gibt keinen Thron, der ihn schützte.",
        "Kungen fångas som en krigare, eftersom det inte finns någon borg som skyddar honom.",
    ),
    (
        "everything else is as in sea-battle-9: the emperor takes no part in captures, and there are no special "
        "squares.",
        "Alles andere ist wie in sea-battle-9: Der Kaiser hilft nicht beim Schlagen, und es gibt keine besonderen "
        "Felder.",
        "Allt annat är som i sea-battle-9: kejsaren hjälper inte till att slå, och det finns inga särskilda rutor.",
    ),
    (
        "the layout is brandubh's cross. Other programs use a layout that goes with the Ballinderry board; the book "
        "itself was not available, so the original layout is uncertain.",
        "Die Aufstellung ist das Kreuz von brandubh. Andere Programme nehmen eine, die zum Brett von Ballinderry "
        "gehört; das Buch selbst lag nicht vor, daher ist die ursprüngliche unsicher.",
        "Uppställningen är brandubhs kors. Andra program har en som hör till brädet från Ballinderry; själva boken "
        "fanns inte tillgänglig, så den ursprungliga är osäker.",
    ),
    (
        "the corners and the throne are those of brandubh, hostile to the king too; the page says only that this is "
        '"really a Hnefatafl 7x7" with a king who moves one step and can be captured on the edge.',
        "Die Eckfelder und der Thron sind die von brandubh, auch für den König feindlich; die Seite sagt nur, dies "
        "sei ein Hnefatafl auf 7×7 Feldern, dessen König ein Feld weit zieht und am Rand gefangen werden kann.",
        "Hörnrutorna och borgen är de i brandubh, fientliga även mot kungen; sidan säger bara att detta är ett "
        "hnefatafl på 7×7 rutor, där kungen flyttas en ruta och kan fångas vid kanten.",
    ),
    (
        "enclosing all defenders does not win.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht.",
        "Att innesluta alla försvarare vinner inte.",
    ),
    (
        "the throne is hostile to neither side, as in the program's brandub, from which its magpie takes that rule; "
        "the record that the program writes says otherwise.",
        "Der Thron ist keiner Seite feindlich, wie im Brandub des Programms, dessen Regel sein Magpie übernimmt; die "
        "Aufzeichnung, die das Programm schreibt, sagt etwas anderes.",
        "Borgen är inte fientlig mot någon sida, som i programmets brandub, vars regel dess magpie övertar; det "
        "protokoll som programmet skriver säger något annat.",
    ),
    (
        "the whole ruleset is fitted to the games of the archive, in which rules may have changed over the years.",
        "Alle Regeln sind so gewählt, dass sie zu den Partien des Archivs passen, in denen sich die Regeln mit den "
        "Jahren geändert haben können.",
        "Alla regler är valda så att de stämmer med partierna i arkivet, där reglerna kan ha ändrats med åren.",
    ),
    (
        "the defenders lose when a position occurs for the third time. The newer text of the page says so without a "
        "number; by the older text (§7a), the aggressive player must break the repetition or lose, as with "
        "Consequence.OFFENSIVE_DEVIATES.",
        "Die Verteidiger verlieren, wenn eine Stellung zum dritten Mal entsteht. Der neuere Text der Seite sagt das "
        "ohne eine Zahl; nach dem älteren (§ 7a) muss der angreifende Spieler abweichen oder verliert.",
        "Försvararna förlorar när en ställning uppkommer för tredje gången. Sidans nyare text säger det utan antal; "
        "enligt den äldre (§ 7a) måste den offensiva parten göra ett annat drag eller förlora.",
    ),
    (
        "the layout is Parlett's; the page shows a picture.",
        "Die Aufstellung ist die von Parlett; die Seite zeigt ein Bild.",
        "Uppställningen är Parletts; sidan visar en bild.",
    ),
    (
        "the layout is that of Coppergate 2; the page shows a picture.",
        "Die Aufstellung ist die von Coppergate 2; die Seite zeigt ein Bild.",
        "Uppställningen är den från Coppergate 2; sidan visar en bild.",
    ),
    (
        "the defenders move first, as White does on that site.",
        "Die Verteidiger beginnen, wie Weiß auf jener Seite.",
        "Försvararna har första draget, som vit på den sidan.",
    ),
    (
        "the throne is hostile to neither side, so the king cannot be captured beside it.",
        "Der Thron ist keiner Seite feindlich, daher kann der König neben ihm nicht gefangen werden.",
        "Borgen är inte fientlig mot någon sida, så kungen kan inte fångas bredvid den.",
    ),
    (
        "the attackers lose when all of them have been captured, as in the program.",
        "Die Angreifer verlieren, wenn alle geschlagen sind, wie im Programm.",
        "Angriparna förlorar när alla är slagna, som i programmet.",
    ),
    (
        "two attackers capture the king away from the throne; the program omits this for moves along the central "
        "file and rank.",
        "Abseits des Throns nehmen zwei Angreifer den König gefangen; das Programm lässt das bei Zügen auf den "
        "mittleren Linien und Reihen aus.",
        "Utanför borgen fångas kungen av två angripare; programmet utelämnar detta för drag längs mittlinjerna.",
    ),
    (
        "all pieces cross the empty throne; the program omits this for moves along a rank.",
        "Alle Figuren ziehen über den leeren Thron hinweg; das Programm lässt das bei Zügen auf einer Reihe aus.",
        "Alla pjäser passerar den tomma borgen; programmet utelämnar detta för drag längs en rad.",
    ),
    (
        "repetition has no consequence, and there is no minimum number of attackers; the program has no rule for "
        "either.",
        "Wiederholung hat keine Folgen, und eine Mindestzahl von Angreifern gibt es nicht; das Programm hat für "
        "beides keine Regel.",
        "Upprepning har ingen påföljd, och det finns inget minsta antal angripare; programmet har ingen regel för "
        "någotdera.",
    ),
    (
        "the layout is Bell's.",
        "Die Aufstellung ist die von Bell.",
        "Uppställningen är Bells.",
    ),
)
"""The text of each note in English, as the ruleset has it, in German and in Swedish."""
GERMAN_NOTES: Final = {english: german for english, german, _ in _NOTES}
"""German."""
SWEDISH_NOTES: Final = {english: swedish for english, _, swedish in _NOTES}
"""Swedish."""
