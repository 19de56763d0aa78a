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
        "enclosing all defenders does not win, as in the games of the archive.",
        "Wer alle Verteidiger einschließt, gewinnt dadurch nicht, wie in den Partien des Archivs.",
        "Att innesluta alla försvarare vinner inte, som i partierna i arkivet.",
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
        "that move; §9 asks for the warning when the Swede sees such a way out, whoever opened it.",
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
)
"""The text of each note in English, as the ruleset has it, in German and in Swedish."""
GERMAN_NOTES: Final = {english: german for english, german, _ in _NOTES}
"""German."""
SWEDISH_NOTES: Final = {english: swedish for english, _, swedish in _NOTES}
"""Swedish."""
