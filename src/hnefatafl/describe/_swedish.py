"""The phrases of Swedish, in the words of S003."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.describe._language import Language
from hnefatafl.describe._notes import SWEDISH_NOTES

__all__ = ["SWEDISH"]


def _ordinal(n: int) -> str:
    words = ("andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde", "nionde", "tionde")
    if n <= 10:
        return words[n - 2]
    return f"{n}:{'a' if n % 10 in (1, 2) and n % 100 not in (11, 12) else 'e'}"


def _set(text: str, only: str = "") -> dict[str, str]:
    return {"": text, "only": only or f"bara {text}"}


_PIECES: Final = {
    PieceSet.ALL: _set("alla pjäser"),
    PieceSet.MEN: _set("alla pjäser utom kungen", "alla pjäser utom kungen"),
    PieceSet.DEFENDERS: _set("kungen och hans drabanter"),
    PieceSet.ATTACKERS: _set("angriparna"),
    PieceSet.DEFENDING_MEN: _set("kungens drabanter"),
    PieceSet.SOLDIERS: _set("krigarna"),
    PieceSet.COMMANDERS: _set("befälhavarna"),
    PieceSet.KNIGHTS: _set("riddarna"),
    PieceSet.MERCENARIES: _set("legosoldaterna"),
    PieceSet.GUARDS: _set("vakterna"),
    PieceSet.ATTACKING_SOLDIERS: _set("angriparnas krigare"),
    PieceSet.ATTACKING_COMMANDERS: _set("angriparnas befälhavare"),
    PieceSet.ATTACKING_KNIGHTS: _set("angriparnas riddare"),
    PieceSet.ATTACKING_MERCENARIES: _set("angriparnas legosoldater"),
    PieceSet.ATTACKING_GUARDS: _set("angriparnas vakter"),
    PieceSet.DEFENDING_SOLDIERS: _set("kungens krigare"),
    PieceSet.DEFENDING_COMMANDERS: _set("kungens befälhavare"),
    PieceSet.DEFENDING_KNIGHTS: _set("kungens riddare"),
    PieceSet.DEFENDING_MERCENARIES: _set("kungens legosoldater"),
    PieceSet.DEFENDING_GUARDS: _set("kungens vakter"),
    PieceSet.KING: _set("kungen"),
}

_WORDS: Final = {
    "and": "och",
    "only": "bara {who}",
    "all but": "alla pjäser utom {who}",
    "soldier": "krigare",
    "king": "kung",
    "commander": "befälhavare",
    "knight": "riddare",
    "mercenary": "legosoldat",
    "guard": "vakt",
    "commanders": "{n} befälhavare",
    "knights": "{n} riddare",
    "mercenaries": "{n:legosoldat|legosoldater}",
    "guards": "{n:vakt|vakter}",
    "title": "Spelregler: {name}",
    "edge": "ytterkanten",
    "corners": "hörnrutorna",
    "centre": "mittrutan",
    "board": "hela brädet",
    "camps": "lägren",
    "none": "inga",
    "without": "{left} utom {right}",
    "with": "{left}, samt {right}",
    "within": "de rutor som hör till två mängder på en gång: {left}; och {right}",
    "special throne": "borgen (tronen)",
    "special corners": "hörnrutorna",
    "name north camp": "norra lägret",
    "name east camp": "östra lägret",
    "name south camp": "södra lägret",
    "name west camp": "västra lägret",
    "name camp flanks": "lägrens flanker",
    "zone named": "zonen ”{name}”",
    "by attackers": " genom ett drag av angriparna",
    "by defenders": " genom ett drag av försvararna",
    "of attackers": " av angriparna",
    "of defenders": " av försvararna",
}

_SETTING: Final = {
    "h board": "Bräde och pjäser",
    "board size": "Brädet har {size}×{size} rutor. Linjerna betecknas från vänster med a till {last}, raderna nerifrån "
    "med 1 till {size}.",
    "board men": "{attackers} angripare{ranks} spelar mot kungen och hans {defenders:drabant|drabanter}{king_ranks}. "
    "Kungen och hans drabanter är försvararna.",
    "board king alone": "{attackers} angripare{ranks} spelar mot kungen ensam, som är den ende försvararen.",
    "board soldiers": "Pjäser utan rang kallas krigare.",
    "ranks some": " (varav {ranks})",
    "ranks all": " ({ranks})",
    "board start": "Så ställs pjäserna upp (t: angripare, T: drabant, K: kung):",
    "first attackers": "Angriparna har första draget.",
    "first defenders": "Försvararna har första draget.",
    "first lot": "Man drar lott om vilken sida som har första draget.",
    "h aim": "Spelets mål",
    "aim escape": "Försvararna vill föra kungen i säkerhet. De vinner så snart han når {where}.",
    "goal edge": "ytterkanten",
    "goal edge but": "en annan ruta vid ytterkanten än {where}",
    "goal edge but camps": "en ruta vid ytterkanten utanför lägren",
    "goal edge but corners": "en annan ruta vid ytterkanten än hörnrutorna ({where})",
    "goal corners": "en av hörnrutorna ({where})",
    "goal one": "rutan {where}",
    "goal several": "någon av dessa rutor: {where}",
    "aim no escape": "Det finns ingen ruta där kungen kommer ut.",
    "aim capture": "Angriparna vill fånga kungen och vinner om de lyckas.",
    "aim no capture": "Kungen kan inte fångas, så angriparna kan bara vinna på annat sätt.",
    "h move": "Hur pjäserna flyttas",
    "move turns": "Parterna drar växelvis med en pjäs i taget. Man får inte stå över.",
    "move turns pass": "Parterna drar växelvis med en pjäs i taget. Den som kan flytta måste göra det.",
    "move rook": "Alla pjäser, även kungen, flyttas som tornet i schack: vågrätt eller lodrätt, aldrig diagonalt. Man "
    "får inte hoppa över pjäser, och varje drag slutar på en tom ruta.",
    "move rook jump": "Alla pjäser, även kungen, flyttas som tornet i schack: vågrätt eller lodrätt, aldrig diagonalt, "
    "och varje drag slutar på en tom ruta. De passerar andra pjäser bara genom att hoppa.",
    "move far": "En pjäs får flyttas hur långt som helst.",
    "move all": "De flyttas högst {n:ruta|rutor}.",
    "move some": "{who} flyttas högst {n:ruta|rutor}.",
    "move attackers": "En angripare flyttas högst {n:ruta|rutor}.",
    "move defenders": "En drabant flyttas högst {n:ruta|rutor}.",
    "move king": "Kungen flyttas högst {n:ruta|rutor}.",
    "move others far": "Alla andra får flyttas hur långt som helst.",
    "jumps": "Hopp: den som får hoppa flyttas vågrätt eller lodrätt över en pjäs på rutan intill, till den tomma rutan "
    "alldeles bakom den. Ett hopp är ett drag som alla andra och slutar bara där pjäsen får stanna.",
    "jump over-enemies": "{who} får hoppa över fiender utan att slå dem.",
    "jump capturing": "{who} får hoppa över fiender, som då slås.",
    "jump restricted": "{who} får hoppa över fiender utan att slå dem, men bara från en av de särskilda rutor som "
    "beskrivs nedan, eller till en sådan.",
    "jump over-anybody": "{who} får hoppa över båda sidors pjäser utan att slå dem.",
    "jump guards": "Vakter slås inte på detta sätt.",
    "jump not king": "Ingen hoppar över kungen.",
    "jump only": "Man får bara hoppa över {who}.",
    "jump far": "Ett hopp är två rutor långt, även för en pjäs som annars inte flyttas så långt.",
    "h berserk": "Bärsärkagång",
    "berserk must-capture": "En pjäs som har slagit fortsätter genast: så länge den kan slå igen måste den göra det, "
    "och ingen annan pjäs av samma sida flyttas. När den inte längre kan slå har den andra sidan draget.",
    "berserk may-capture": "En pjäs som har slagit får fortsätta genast, så länge den slår igen med varje drag; ingen "
    "annan pjäs av samma sida flyttas under tiden. Spelaren får också sluta efter varje slag, och då har den andra "
    "sidan draget.",
    "berserk must-move": "En pjäs som har slagit fortsätter genast: den måste flytta en gång till om den kan, vare sig "
    "den då slår eller inte, och ingen annan pjäs av samma sida flyttas. Slår den igen så fortsätter den på nytt.",
    "berserk escape": "En kung som fortsätter så får gå ut även med ett drag som inte slår.",
    "berserk no escape": "En kung som fortsätter så får gå ut bara med ett drag som slår.",
    "h squares": "Särskilda rutor",
    "no throne": "Det finns ingen borg (tron).",
    "no corners": "Hörnen är vanliga rutor.",
    "zone each": "Följande gäller för var och en av dessa zoner för sig.",
    "zone free": "Här begränsas ingens drag.",
    "stop all": "Alla pjäser får avsluta sina drag här.",
    "stop none": "Ingen pjäs får avsluta sitt drag här.",
    "stop some": "{who:only} får avsluta ett drag här.",
    "enter none": "Det gäller bara drag som också börjar här: ingen får komma in utifrån, och den som har lämnat "
    "området får inte återvända dit.",
    "enter some": "Utifrån får {who:only} komma in.",
    "king left": "När kungen har lämnat rutan får han inte återvända dit.",
    "cross all": "Alla pjäser får passera när ingenting står i vägen.",
    "cross none": "Ingen pjäs får passera.",
    "cross some": "{who:only} får passera när ingenting står i vägen.",
    "cross inside": "En pjäs som börjar sitt drag här flyttas fritt över dessa rutor och ut.",
    "hostile none": "{z:~Rutan är inte fientlig|Rutorna är inte fientliga} mot någon sida.",
    "hostile empty": "{z:~Rutan|Varje ruta} är fientlig mot {who} så länge den är tom.",
    "hostile always": "{z:~Rutan|Varje ruta} är fientlig mot {who}, vare sig den är tom eller upptagen.",
    "hostile also": "Så länge den är tom är den fientlig även mot {who}.",
    "zone pierces": "Tom kan {z:~den|var och en av dem} även vara den ena hälften av ett par som fångar kungen.",
    "zones overlap": "En ruta som hör till flera zoner följer reglerna för var och en av dem.",
}

_CAPTURES: Final = {
    "h capture": "Hur man slår",
    "capture pincers": "Varje pjäs utom kungen slås när den står mellan två fientliga pjäser, vågrätt eller lodrätt. "
    "Slagna pjäser tas genast bort från brädet.",
    "capture pincers but": "Varje pjäs utom {who} slås när den står mellan två fientliga pjäser, vågrätt eller "
    "lodrätt. Slagna pjäser tas genast bort från brädet.",
    "capture move": "Motståndaren måste själv sluta fällan med ett drag av en av de två: den som flyttar in mellan två "
    "fientliga pjäser slås inte. Ett drag kan slå flera pjäser.",
    "capture free": "Man är inte tvungen att slå.",
    "forced_capture": "Det råder slagtvång: den som kan slå en pjäs eller fånga kungen måste göra det och får inte "
    "göra något annat drag. Det gäller också en kung som annars kunde ha gått ut.",
    "forced_capture berserk": "Även under bärsärkagång måste pjäsen slå om den kan.",
    "forced_capture die": "Med tärningen räknas bara de drag som kastet tillåter.",
    "capture free turn": "Man är inte tvungen att slå, utom vid bärsärkagång.",
    "mercenaries turn": "En slagen legosoldat tas dock inte bort, utan står kvar och byter sida.",
    "guards idle": "Vakter hjälper inte till att slå, och inte heller att fånga kungen.",
    "three_captors": "För {who} räcker inte två fiender: en fiende måste flytta intill pjäsen så att tre av dess fyra "
    "sidor, vilka som helst, är besatta, var och en av en fiende eller en ruta som är fientlig mot den.",
    "guard_capture surrounded": "En vakt slås bara när en fiende flyttar intill den och den då är inringad på alla "
    "fyra sidor, på var och en av en fiende eller en ruta som är fientlig mot den.",
    "guard_capture never": "Själva kan de inte slås.",
    "capture hostile": "En ruta som är fientlig mot en pjäs ersätter en av de två fientliga pjäserna.",
    "edge_hostile none": "Brädets kant ersätter ingen fientlig pjäs.",
    "edge_hostile some": "Brädets kant är fientlig mot {who}, som om en fientlig pjäs stod utanför den.",
    "edge_hostile both": "Kanten räknas som en fientlig pjäs för båda parter: vid kanten räcker det därför med en "
    "fiende framför för att slå en pjäs.",
    "edge king": "Även för kungen räknas den som fientlig: se där.",
    "edge one": "Därför räcker det med en fiende framför för att slå en sådan pjäs (inte kungen) vid kanten.",
    "arms all": "{who} slår, kungen liksom de andra, både genom sitt drag och genom att stå på motsatt sida.",
    "arms some": "{who:only} får slå, både genom sitt drag och genom att stå på motsatt sida.",
    "hammer all": "{who} slår genom sitt drag.",
    "hammer men": "Kungen får inte slå genom sitt drag. Alla andra pjäser får det.",
    "hammer some": "{who:only} får slå genom sitt drag; ett drag med någon annan pjäs slår ingenting.",
    "hammer none": "Ingen pjäs får slå genom sitt drag, så på detta sätt slås aldrig något.",
    "anvil all": "{who} räknas som den andra fienden, som står på motsatt sida.",
    "anvil some": "{who:only} får vara den andra fienden, som står på motsatt sida.",
    "anvil none": "Ingen pjäs räknas som den andra fienden på motsatt sida, utan bara fientliga rutor.",
    "anvil holds": "Detsamma gäller när det behövs fler än två fiender för att slå.",
    "arms jump": "När man slår genom att hoppa spelar detta ingen roll.",
    "shieldwall": "Sköldmur: en rad av två eller flera pjäser av samma sida, utan lucka längs kanten, slås i sin "
    "helhet när var och en av dem har en fiende framför sig och en fiende står på kanten vid radens båda ändar. En "
    "kung i raden räknas med, men överlever medan de andra faller.",
    "wall guards": "Även vakter i raden överlever.",
    "wall corner": "En tom hörnruta som är fientlig mot radens pjäser får hålla den ena änden, inte båda.",
    "wall no corner": "En hörnruta ersätter inte fienden vid en ände.",
    "wall flanking": "Bara en pjäs som flyttas till kanten, till en ände av raden, sluter muren.",
    "wall any": "En pjäs som flyttas till en ände av raden sluter muren, och likaså en som flyttas fram framför raden.",
    "line_capture": "Att slå i rad: två eller flera pjäser av samma sida som står intill varandra i en rad utan lucka, "
    "vågrätt eller lodrätt, slås tillsammans när en fiende flyttar till radens ena ände och den andra hålls av en "
    "annan fiende eller av en ruta som är fientlig mot dem alla.",
    "line_capture king": "En kung i raden räknas med, men överlever medan de andra faller.",
    "line_capture apart": "I en sådan rad räknas alla pjäser utom {who}; vid andra slutar den.",
    "king_line_capture": "Att slå intill kungen: när kungen och en av hans pjäser står intill varandra på en linje "
    "mellan en angripare som just har flyttat dit och en annan angripare, eller en ruta som är fientlig mot pjäsen, "
    "slås pjäsen; kungen överlever.",
    "king_line_capture apart": "Detta gäller inte {who}.",
    "linnaean_capture": "Att slå mot kungen: när kungen sitter i borgen med angripare på tre sidor och en av sina "
    "drabanter på den fjärde, kan drabanten slås av en angripare som flyttar till andra sidan om honom.",
    "linnaean guards": "En vakt slås inte på detta sätt.",
    "extra captures": "Dessutom gäller spelets egna regler om att slå: {rules}.",
    "h king": "Hur kungen fångas",
    "king safe": "Enligt de här reglerna fångas kungen aldrig.",
    "king safe own": "Kungen kan bara fångas enligt någon av spelets egna regler om att slå.",
    "king move": "En kung som själv flyttar in mellan sina fiender är säker.",
    "king held": "av en angripare eller en ruta som är fientlig mot honom",
    "king held alone": "av en angripare",
    "king strong": "Kungen måste inringas på alla fyra sidor: han fångas när en angripare flyttar intill honom och "
    "alla fyra sidor då är spärrade, var och en {by}.",
    "king near throne": "I borgen och alldeles intill den måste kungen inringas på alla fyra sidor: han fångas när en "
    "angripare flyttar intill honom och alla fyra sidor då är spärrade, var och en {by}. På andra ställen räcker det "
    "att en angripare flyttar intill honom och att den motsatta sidan är spärrad på samma sätt.",
    "king on throne": "I borgen måste kungen inringas på alla fyra sidor: han fångas när en angripare flyttar intill "
    "honom och alla fyra sidor då är spärrade, var och en {by}. På andra ställen, även alldeles intill den, räcker "
    "det att en angripare flyttar intill honom och att den motsatta sidan är spärrad på samma sätt.",
    "king middleweight": "Kungen måste inringas, inne på brädet på fyra sidor, vid kanten på tre: han fångas när en "
    "angripare flyttar intill honom och alla dessa sidor då är spärrade, var och en {by}.",
    "king three": "Kungen måste inringas på tre av sina fyra sidor, vilka som helst: han fångas när en angripare "
    "flyttar intill honom och tre sidor då är spärrade, var och en {by}.",
    "king three edge": "Vid kanten är det de tre som finns.",
    "king weak": "Kungen fångas när en angripare flyttar intill honom och även den motsatta sidan då är spärrad {by}. "
    "Detta gäller överallt, även i borgen.",
    "king weak no throne": "Kungen fångas när en angripare flyttar intill honom och även den motsatta sidan då är "
    "spärrad {by}.",
    "king beside throne": "Bredvid den tomma borgen är det tillräckligt med tre angripare, eftersom borgen räknas som "
    "den fjärde.",
    "king beside safe": "Bredvid den tomma borgen kan han inte fångas, eftersom borgen inte är fientlig mot honom och "
    "ingen angripare får stanna i den.",
    "king beside corner": "Vid kanten bredvid en tom hörnruta räcker det med två angripare, eftersom hörnrutan räknas "
    "som den tredje.",
    "king two held": "Om han står intill två rutor som är fientliga mot honom behövs bara två angripare.",
    "king edge safe": "Vid kanten saknas en sida, så där kan han inte fångas.",
    "king edge safe alone": "Vid kanten saknas en sida, så där kan han inte fångas ensam.",
    "king edge safe unless pierced": "Vid kanten saknas en sida, så där kan han inte inringas.",
    "king edge held": "Vid kanten räknas den sida som saknas som inringad.",
    "king edge hostile": "Brädets kant är fientlig mot honom, som om en angripare stod utanför den.",
    "edge_capture impossible": "På kanten kan han inte fångas alls.",
    "edge_capture draw": "Om han fångas på kanten slutar spelet oavgjort.",
    "piercing": "{who} fångar honom också parvis: det räcker att två av dem står intill honom på motsatta sidor och "
    "att en av de två nyss har flyttat dit.",
    "pierce not on throne": "I borgen gäller det inte.",
    "pierce edge": "Vid kanten gäller det också.",
    "joint_capture": "Om precis en av hans drabanter står intill kungen faller båda tillsammans när de är helt "
    "inringade: på varje annan sida av kungen och drabanten måste det finnas en angripare, brädets kant eller en ruta "
    "som är fientlig mot den som står bredvid. Den angripare som sluter ringen måste flytta intill en av de två.",
    "joint guards": "Detta gäller inte om drabanten är en vakt.",
}

_ENDINGS: Final = {
    "h formations": "Fästen och ringar",
    "exit_fort": "Kantfäste: försvararna vinner när kungen efter deras drag står på kanten och ännu kan flytta, ingen "
    "angripare kan komma åt honom, och muren omkring honom aldrig kan brytas genom att pjäser slås.",
    "fort jump": "En mur som en angripare skulle kunna hoppa över räknas inte.",
    "encirclement": "Inneslutning: angriparna vinner när de efter sitt drag innesluter alla försvarare, kungen "
    "medräknad, så att ingen av dem längre har förbindelse med kanten. Rutor har förbindelse sida vid sida, inte "
    "diagonalt, och bara om ingen angripare står på dem.",
    "secure_ring no": "Om en pjäs i ringen skulle kunna slås spelar ingen roll.",
    "secure_ring yes": "Ringen räknas bara om ingen av dess pjäser skulle kunna slås inifrån: mellan två rutor på "
    "insidan eller mellan en av dem och en ruta som är fientlig mot pjäsen.",
    "ring jump": "En ring som en försvarare skulle kunna hoppa över räknas inte.",
    "encirclement none": "Man vinner inte genom att innesluta alla försvarare.",
    "h die": "Tärningen",
    "king_die": "För att flytta kungen slår försvararna först en tärning med {n:sida|sidor}. Sedan måste de flytta "
    "honom, högst så många rutor som tärningen visar. Andra pjäser flyttas utan tärning. Så länge kungen inte har "
    "något drag inom tärningens räckvidd får man inte slå den. Om ett kast inte ger honom något drag är det ogiltigt: "
    "en annan pjäs flyttas, och man får inte kasta igen.",
    "die jump": "Ett hopp med kungen räknas som två rutor.",
    "die berserk": "Kastet gäller för alla kungens drag tills den andra sidan har draget.",
    "h announcements": "Utvägar och varningar",
    "way out": "En utväg är en riktning där kungen med sitt nästa drag kan nå en ruta där han kommer ut.",
    "call may": "får",
    "call must": "måste",
    "announce way out": "Om kungen har en utväg efter ett drag av försvararna, eller om ett drag av angriparna öppnar "
    "en för honom, {how} försvararna varna för den före nästa drag.",
    "announce raichi": "Vid en utväg säger de ”raichi”, vid två eller flera ”tuichu”.",
    "announce threat": "Om angriparna kan fånga kungen med sitt nästa drag {how} de säga det: efter varje eget drag "
    "som hotar med det, och efter ett drag av försvararna som först gör det möjligt.",
    "announce forgotten": "Det har ingen påföljd om man glömmer att säga det.",
    "announce binding": "Om försvararna inte varnar för en utväg får kungen inte gå ut i deras nästa drag, men "
    "därefter får han det igen.",
    "tuichu_wins": "Om kungen efter ett drag av försvararna har två eller flera utvägar vinner de genast.",
    "h repetition": "Evighetsdrag",
    "repeat ignored": "Ställningar får upprepas hur många gånger som helst.",
    "repeat draw": "När en ställning uppkommer för {n:th} gången{by} slutar spelet oavgjort.",
    "repeat mover loses": "När en ställning uppkommer för {n:th} gången{by} förlorar den sida som gjorde draget.",
    "repeat mover wins": "När en ställning uppkommer för {n:th} gången{by} vinner den sida som gjorde draget.",
    "repeat defenders lose": "När en ställning uppkommer för {n:th} gången{by} förlorar försvararna, och angriparna "
    "vinner.",
    "repeat attackers lose": "När en ställning uppkommer för {n:th} gången{by} förlorar angriparna, och försvararna "
    "vinner.",
    "repeat forbidden": "Ett drag{of} genom vilket en ställning uppkommer för {n:th} gången eller mer är förbjudet.",
    "repeat offensive": "Om en ställning genom ett drag{of} skulle uppkomma för {n:th} gången eller mer måste "
    "den offensiva parten göra ett annat drag: den som har hotat med vart och ett av sina drag sedan ställningen "
    "senast uppkom. Försvararna hotar när kungen kan gå ut med sitt nästa drag, angriparna när de kan fånga honom med "
    "sitt. Om bara den som drar är offensiv är draget förbjudet; om bara den andra är det fortsätter spelet; om båda "
    "är det eller ingen slutar spelet oavgjort.",
    "repeat same": "En ställning är densamma när pjäserna står likadant och samma sida har draget.",
    "repeat same board": "En ställning är densamma när pjäserna står likadant, oavsett vilken sida som har draget.",
    "repeat mirrored": "Även vriden eller speglad räknas en ställning som densamma.",
    "repeat bound": "En ställning där kungen inte får gå ut, eftersom man inte har varnat för en utväg, är en annan än "
    "en där han får det.",
    "repeat reset": "När en pjäs slås börjar räkningen om från början.",
    "repeat start": "Ställningen vid spelets början räknas.",
    "repeat no start": "Ställningen vid spelets början räknas inte.",
    "h ends": "Hur spelet annars slutar",
    "no_move loss": "Den som har draget och inte kan flytta förlorar.",
    "no_move draw": "Om den som har draget inte kan flytta slutar spelet oavgjort.",
    "no_move pass": "Om den som har draget inte kan flytta drar den andra sidan igen. Om ingen av sidorna kan flytta "
    "slutar spelet oavgjort.",
    "fewest_attackers none": "Det finns inget minsta antal angripare.",
    "fewest_attackers one": "Angriparna förlorar när deras sista pjäs är slagen.",
    "fewest_attackers many": "Angriparna förlorar så snart de inte har fler än {left:pjäs|pjäser} kvar.",
    "fewest_defenders one": "Försvararna förlorar när kungens sista drabant är slagen.",
    "fewest_defenders many": "Försvararna förlorar så snart kungen inte har fler än {left:drabant|drabanter} kvar.",
    "quiet_limit": "Om inget slås under {n:drag|drag i följd} (båda sidornas drag räknade) slutar spelet oavgjort.",
    "extra endings": "Dessutom kan detta spel sluta enligt egna regler: {rules}.",
    "h order": "Vilket slut som går före",
    "order": "Om ett drag leder till flera slut gäller det som står först i denna lista:",
    "order king captured": "kungen är fångad",
    "order escape": "kungen har kommit ut",
    "order few": "för få angripare är kvar",
    "order few men": "kungen har för få drabanter kvar",
    "order tuichu": "kungen har två utvägar",
    "order formations": "ett fäste eller en ring",
    "order extra": "ett slut enligt spelets egna regler",
    "order repetition": "upprepning",
    "order quiet": "för många drag utan att något slås",
    "order blocked": "den som har draget kan inte flytta",
    "order stuck": "ingen av sidorna kan flytta",
    "h optional": "Frivilliga tilläggsregler",
    "optional": "Källan föreslår även dessa regler, som inte gäller här:",
    "h footnotes": "Fotnoter",
    "footnote ours": "Vår tolkning, inte källans ord: {what}.",
    "footnote optional": "Frivillig tilläggsregel i källan: {what}.",
}

_MIXED: Final = {
    "board start": "Så ställs pjäserna upp; små bokstäver är angripare, stora försvarare ({letters}):",
}

_TOPICS: Final = {
    "all": "alla regler",
    "size": "brädets storlek",
    "start": "uppställningen",
    "first": "vem som börjar",
    "escape": "var kungen kommer ut",
    "throne": "borgen",
    "corners": "hörnrutorna",
    "zones": "lägren och andra zoner",
    "stop": "vem som får avsluta ett drag där",
    "enter": "vem som får komma in utifrån",
    "cross": "vem som får passera",
    "hostile_empty": "mot vem en tom ruta är fientlig",
    "hostile_always": "mot vem även en upptagen ruta är fientlig",
    "pierces": "om en ruta kan vara den ena hälften av ett par",
    "king": "på hur många sidor kungen måste inringas",
    "edge_capture": "vad det betyder att kungen fångas på kanten",
    "joint_capture": "när kungen och en drabant faller tillsammans",
    "hammer": "vem som slår genom sitt drag",
    "anvil": "vem som räknas som den andra fienden",
    "piercing": "vilkas par som fångar kungen",
    "three_captors": "vilka som måste hållas från tre sidor",
    "guard_capture": "hur vakter slås",
    "jumps": "vem som hoppar, och hur",
    "berserk": "hur en bärsärkagång fortsätter",
    "berserk_escape": "om kungen får gå ut ur en bärsärkagång utan att slå",
    "edge_hostile": "mot vem kanten är fientlig",
    "shieldwall": "sköldmuren",
    "forced_capture": "slagtvånget",
    "line_capture": "att slå i rad",
    "king_line_capture": "att slå intill kungen",
    "linnaean_capture": "att slå mot kungen",
    "exit_fort": "vilket kantfäste som vinner",
    "encirclement": "om inneslutning vinner",
    "secure_ring": "vilken ring som räknas",
    "speed": "hur långt pjäserna flyttas",
    "king_die": "tärningen",
    "no_move": "vad som gäller när en sida inte kan flytta",
    "fewest_attackers": "när angriparna är för få",
    "fewest_defenders": "när kungen har för få drabanter",
    "quiet_limit": "hur många drag utan att något slås som avslutar spelet",
    "repetition": "vad som gäller vid upprepning",
    "repetition.counts_start": "om ställningen vid spelets början räknas",
    "repetition.turn": "vilka ställningar som är desamma",
    "repetition.symmetric": "om speglade ställningar är desamma",
    "announcements": "vad man måste säga",
    "announcements.way_out": "när man varnar för en utväg",
    "announcements.raichi": "vad man säger vid en utväg och vid flera",
    "announcements.threat": "när man säger att kungen hotas",
    "announcements.binding": "vad som följer om man inte varnar",
    "tuichu_wins": "om två utvägar vinner genast",
}
"""What each option is about, for the footnotes."""

SWEDISH: Final = Language(
    phrases=_WORDS | _SETTING | _CAPTURES | _ENDINGS,
    mixed_phrases=_MIXED,
    pieces=_PIECES,
    mixed_pieces={},
    ordinal=_ordinal,
    topics=_TOPICS,
    notes=SWEDISH_NOTES,
)
"""Swedish."""
