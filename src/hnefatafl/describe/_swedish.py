"""The phrases of Swedish, in the words of S003."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.describe._footnotes import SWEDISH_NOTES
from hnefatafl.describe._language import Language


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
    "commanders": "{n:=en befälhavare|befälhavare}",
    "knights": "{n:=en riddare|riddare}",
    "mercenaries": "{n:=en legosoldat|legosoldater}",
    "guards": "{n:=en vakt|vakter}",
    "title": "Spelregler: {name}",
    "edge": "ytterkanten",
    "corners": "hörnrutorna",
    "centre": "mittrutan",
    "board": "hela brädet",
    "camps": "lägren",
    "none": "inga",
    "without": "{left} utom {right}",
    "with": "{left}, samt {right}",
    "within": "de rutor som hör till båda: {left}; och {right}",
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
    "board size": "Brädet har {size}×{size} rutor. Linjerna heter a till {last} från vänster, raderna 1 till {size} "
    "nerifrån.",
    "board men": "{attackers:=En angripare|angripare}{ranks} spelar mot kungen och hans {defenders:=enda "
    "drabant|drabanter}{king_ranks}. Kungen och hans drabanter är försvararna.",
    "board king alone": "{attackers:=En angripare|angripare}{ranks} spelar mot kungen ensam, som är den ende "
    "försvararen.",
    "board soldiers": "Pjäser utan rang kallas krigare.",
    "ranks some": " (varav {ranks})",
    "ranks all": " ({ranks})",
    "board start": "Så här ställs pjäserna upp (t: angripare, T: drabant, K: kung):",
    "first attackers": "Angriparna har första draget.",
    "first defenders": "Försvararna har första draget.",
    "first lot": "Man drar lott om vilken part som har första draget.",
    "summary men": "{attackers:=En angripare|angripare} mot {defenders:=en försvarare|försvarare} och kungen",
    "summary king alone": "{attackers:=En angripare|angripare} mot kungen ensam",
    "summary escape": "; han kommer undan när han når {where}.",
    "summary corner": "en hörnruta",
    "summary squares": "en av {n} rutor",
    "summary no escape": "; han kan inte komma undan.",
    "h aim": "Spelets mål",
    "aim escape": "Försvararnas mål är att föra kungen i säkerhet. De vinner så snart han når {where}.",
    "goal edge": "ytterkanten",
    "goal edge but": "en annan ruta vid ytterkanten än {where}",
    "goal edge but camps": "en ruta vid ytterkanten utanför lägren",
    "goal edge but corners": "en annan ruta vid ytterkanten än hörnrutorna ({where})",
    "goal corners": "en av hörnrutorna ({where})",
    "goal one": "rutan {where}",
    "goal several": "någon av dessa rutor: {where}",
    "aim no escape": "Det finns ingen ruta där kungen kan komma undan.",
    "aim capture": "Angriparnas mål är att fånga kungen. Lyckas de med det vinner de.",
    "aim no capture": "Kungen kan inte fångas, så angriparna kan bara vinna på något annat sätt.",
    "h move": "Hur pjäserna flyttas",
    "move turns": "Parterna drar växelvis med en pjäs i taget. Det råder dragtvång: man får inte stå över.",
    "move turns pass": "Parterna drar växelvis med en pjäs i taget. Den som kan flytta måste göra det.",
    "move turns free": "Parterna drar växelvis med en pjäs i taget.",
    "may_pass attackers": "I stället för att flytta får angriparna stå över; försvararna får det inte.",
    "may_pass defenders": "I stället för att flytta får försvararna stå över; angriparna får det inte.",
    "may_pass both": "I stället för att flytta får man stå över.",
    "pass counts": "Att stå över räknas som ett drag.",
    "move rook": "Alla pjäser, även kungen, flyttas som tornet i schack: vågrätt eller lodrätt, aldrig diagonalt. Man "
    "får inte hoppa över andra pjäser, och draget måste sluta på en tom ruta.",
    "move rook jump": "Alla pjäser, även kungen, flyttas som tornet i schack: vågrätt eller lodrätt, aldrig "
    "diagonalt, och draget måste sluta på en tom ruta. Andra pjäser kan man bara passera genom att hoppa.",
    "move far": "En pjäs får flyttas hur många rutor som helst.",
    "move all": "En pjäs får flyttas högst {n:=en ruta|rutor}.",
    "move some": "{who} får flyttas högst {n:=en ruta|rutor}.",
    "move attackers": "En angripare får flyttas högst {n:=en ruta|rutor}.",
    "move defenders": "En drabant får flyttas högst {n:=en ruta|rutor}.",
    "move king": "Kungen får flyttas högst {n:=en ruta|rutor}.",
    "move others far": "Alla andra pjäser får flyttas hur många rutor som helst.",
    "jumps": "Hopp: den som får hoppa flyttas vågrätt eller lodrätt över en pjäs på rutan intill, till den tomma "
    "rutan alldeles bakom den. Ett hopp är ett drag som alla andra och slutar bara där pjäsen får stanna.",
    "jump over-enemies": "{who} får hoppa över fiender utan att slå dem.",
    "jump capturing": "{who} får hoppa över fiender, som då slås.",
    "jump restricted": "{who} får hoppa över fiender utan att slå dem, men bara från en av de särskilda rutor som "
    "beskrivs nedan, eller till en sådan.",
    "jump over-anybody": "{who} får hoppa över båda parters pjäser utan att slå dem.",
    "jump guards": "En vakt slås inte av ett hopp.",
    "jump not king": "Ingen får hoppa över kungen.",
    "jump only": "Man får bara hoppa över {who}.",
    "jump far": "Ett hopp är två rutor långt, även för en pjäs som annars bara får flyttas en ruta.",
    "h berserk": "Bärsärkagång",
    "berserk must-capture": "En pjäs som har slagit fortsätter genast: så länge den kan slå igen måste den göra det, "
    "och ingen annan av partens pjäser flyttas. När den inte längre kan slå går draget över till motståndaren.",
    "berserk may-capture": "En pjäs som har slagit får fortsätta genast, så länge den slår igen med varje drag; ingen "
    "annan av partens pjäser flyttas under tiden. Man får också sluta efter vilket slag som helst; då går draget över "
    "till motståndaren.",
    "berserk must-move": "En pjäs som har slagit fortsätter genast: den måste flytta en gång till om den kan, vare "
    "sig den då slår eller inte, och ingen annan av partens pjäser flyttas. Slår den igen fortsätter den på nytt.",
    "berserk escape": "En kung som fortsätter så får gå ut även med ett drag som inte slår.",
    "berserk no escape": "En kung som fortsätter så får gå ut bara med ett drag som slår.",
    "h squares": "Särskilda rutor",
    "no throne": "Det finns ingen borg (tron).",
    "no corners": "Hörnen är vanliga rutor.",
    "zone each": "För varje område gäller:",
    "zone free": "Här begränsas inga drag.",
    "stop all": "Alla pjäser får stanna här.",
    "stop none": "Ingen pjäs får avsluta sitt drag här.",
    "stop some": "{who:only} får stanna här.",
    "enter none": "Det gäller bara drag som också börjar här: ingen pjäs får flytta in utifrån, och den som har "
    "lämnat området får inte återvända dit.",
    "enter some": "Utifrån får {who:only} flytta in.",
    "king left": "När kungen har lämnat rutan får han inte återvända dit.",
    "cross all": "Alla pjäser får passera när vägen är fri.",
    "cross none": "Ingen pjäs får passera.",
    "cross some": "{who:only} får passera när vägen är fri.",
    "cross inside": "En pjäs som står här när den börjar sitt drag får flyttas fritt över dessa rutor och ut från dem.",
    "hostile none": "{z:~Rutan är inte fientlig|Rutorna är inte fientliga} mot någon av parterna.",
    "hostile empty": "{z:~Rutan|Varje ruta} är fientlig mot {who} så länge den är tom.",
    "hostile always": "{z:~Rutan|Varje ruta} är fientlig mot {who}, vare sig den är tom eller upptagen.",
    "hostile also": "Så länge den är tom är den fientlig även mot {who}.",
    "zone pierces": "Är {z:~den|en sådan ruta} tom kan den också ersätta den ena av de två pjäser som fångar kungen "
    "mellan sig.",
    "zones overlap": "För en ruta som hör till flera zoner gäller reglerna för dem alla.",
}

_CAPTURES: Final = {
    "h capture": "Hur man slår",
    "capture pincers": "Man slår en fientlig pjäs, dock inte kungen, genom att få den mellan två egna pjäser, vågrätt "
    "eller lodrätt; en av de två måste själv flytta dit. En slagen pjäs tas genast bort från brädet.",
    "capture pincers but": "Man slår en fientlig pjäs genom att få den mellan två egna pjäser, vågrätt eller lodrätt; "
    "en av de två måste själv flytta dit. Det gäller alla pjäser utom {who}. En slagen pjäs tas genast bort från "
    "brädet.",
    "capture move": "En pjäs som själv flyttar in mellan två fientliga pjäser slås inte. För att ändå slå den mellan "
    "dessa två måste en av dem först flytta bort och sedan tillbaka, eller en annan pjäs flytta dit i stället. Ett "
    "drag kan slå flera pjäser.",
    "capture several": "Ett drag kan slå flera pjäser.",
    "walk_in": "Även en pjäs som själv flyttar in mellan två fiender slås, sedan det som den själv slår har tagits "
    "bort; det gäller {who}.",
    "no_walk_in": "För {who} är det förbjudet att flytta in mellan två fiender; pjäser som draget självt slår räknas "
    "då inte längre.",
    "no_walk_in king": "Ett drag som fångar kungen är ändå tillåtet.",
    "walk_in others": "Alla andra pjäser kan tryggt flytta in mellan två fiender.",
    "walk_in square": "En av de två fienderna kan ersättas av en ruta som är fientlig mot pjäsen.",
    "walk_in tough": "För {who} måste då lika många sidor hållas som annars.",
    "capture free": "Man är inte tvungen att slå.",
    "forced_capture": "Det råder slagtvång: den som kan slå en pjäs eller fånga kungen måste göra det och får inte "
    "göra något annat drag. Det gäller också en kung som annars kunde ha gått ut.",
    "forced_capture berserk": "Även under bärsärkagång måste pjäsen slå om den kan.",
    "forced_capture die": "Med tärningen räknas bara de drag som kastet tillåter.",
    "capture free turn": "Man är inte tvungen att slå, utom vid bärsärkagång.",
    "mercenaries turn": "En slagen legosoldat tas dock inte bort, utan står kvar och byter part.",
    "guards idle": "Vakter hjälper inte till att slå, och inte heller att fånga kungen.",
    "three_captors": "För {who} räcker det inte med två fiender: en fiende måste flytta intill pjäsen så att tre av "
    "dess fyra sidor, vilka som helst, är spärrade, var och en av en fiende eller en ruta som är fientlig mot den.",
    "guard_capture surrounded": "En vakt slås bara när en fiende flyttar intill den och alla fyra sidor då är "
    "spärrade, var och en av en fiende eller en ruta som är fientlig mot den.",
    "guard_capture never": "Själva kan de inte slås.",
    "capture hostile": "En ruta som är fientlig mot en pjäs kan ersätta den ena av de två som slår den.",
    "edge_hostile none": "Brädets kant räknas inte som en fientlig pjäs.",
    "edge_hostile some": "Brädets kant är fientlig mot {who}, som om en fientlig pjäs stod utanför den.",
    "edge_hostile both": "Kanten räknas som en fientlig pjäs för båda parter: vid kanten räcker det därför med en "
    "fiende på insidan för att slå en pjäs.",
    "edge king": "Även mot kungen är den fientlig; se nedan.",
    "edge one": "Därför räcker det med en fiende på insidan för att slå en sådan pjäs (inte kungen) vid kanten.",
    "arms all": "{who} kan slå, även kungen, både med sitt drag och genom att stå på motsatt sida.",
    "arms some": "{who:only} kan slå, både med sitt drag och genom att stå på motsatt sida.",
    "hammer all": "{who} slår med sitt drag.",
    "hammer men": "Kungen får inte slå med sitt drag. Alla andra pjäser får det.",
    "hammer some": "{who:only} får slå med sitt drag; när någon annan pjäs flyttas slås ingenting.",
    "hammer none": "Ingen pjäs får slå med sitt drag, så på detta sätt slås aldrig något.",
    "anvil all": "{who} kan vara den andra pjäsen, den som står på motsatt sida.",
    "anvil some": "{who:only} kan vara den andra pjäsen, den som står på motsatt sida.",
    "anvil none": "Ingen pjäs räknas på motsatt sida, utan bara fientliga rutor.",
    "anvil holds": "Detsamma gäller när det behövs fler än två fiender för att slå.",
    "arms jump": "Det påverkar inte slag genom hopp.",
    "shieldwall": "Sköldmur: en rad av två eller flera av samma parts pjäser, utan lucka längs kanten, slås i sin "
    "helhet när var och en av dem har en fiende framför sig och en fiende står på kanten vid radens båda ändar. En "
    "kung i raden räknas med, men överlever medan de andra faller.",
    "wall guards": "Även vakter i raden överlever.",
    "wall corner": "En tom hörnruta som är fientlig mot radens pjäser kan ersätta fienden vid den ena änden, men inte "
    "vid båda.",
    "wall no corner": "En hörnruta ersätter inte fienden vid en ände.",
    "wall flanking": "Bara en pjäs som flyttas till kanten, till en ände av raden, sluter muren.",
    "wall any": "En pjäs som flyttas till en ände av raden sluter muren, och likaså en som flyttas fram framför raden.",
    "line_capture": "Att slå i rad: två eller flera pjäser av samma part som står intill varandra i en rad utan lucka, "
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
    "king move": "En kung som själv flyttar in mellan sina fiender fångas inte.",
    "king held": "av en angripare eller en ruta som är fientlig mot honom",
    "king held alone": "av en angripare",
    "king strong": "Kungen fångas när han inringas på alla fyra sidor. En angripare måste sluta ringen genom att "
    "flytta intill honom, och varje sida måste vara spärrad {by}.",
    "king near throne": "I borgen och alldeles intill den fångas kungen när han inringas på alla fyra sidor. En "
    "angripare måste sluta ringen genom att flytta intill honom, och varje sida måste vara spärrad {by}. På andra "
    "ställen räcker det att en angripare flyttar intill honom och att den motsatta sidan är spärrad på samma sätt.",
    "king on throne": "I borgen fångas kungen när han inringas på alla fyra sidor. En angripare måste sluta ringen "
    "genom att flytta intill honom, och varje sida måste vara spärrad {by}. På andra ställen, även alldeles intill "
    "borgen, räcker det att en angripare flyttar intill honom och att den motsatta sidan är spärrad på samma sätt.",
    "king middleweight": "Kungen fångas när han inringas: inne på brädet på alla fyra sidor, vid kanten på de tre som "
    "finns. En angripare måste sluta ringen genom att flytta intill honom, och varje sida måste vara spärrad {by}.",
    "king three": "Kungen fångas när en angripare flyttar intill honom och tre av hans fyra sidor, vilka som helst, "
    "då är spärrade, var och en {by}.",
    "king three edge": "Vid kanten är det de tre sidor som finns.",
    "king weak": "Kungen fångas när en angripare flyttar intill honom och den motsatta sidan redan är spärrad {by}. "
    "Det gäller överallt, även i borgen.",
    "king weak no throne": "Kungen fångas när en angripare flyttar intill honom och den motsatta sidan redan är "
    "spärrad {by}.",
    "king beside throne": "Står kungen bredvid den tomma borgen räcker det med tre angripare, eftersom borgen räknas "
    "som den fjärde.",
    "king beside safe": "Bredvid den tomma borgen kan han inte fångas, eftersom borgen inte är fientlig mot honom och "
    "ingen angripare får stanna i den.",
    "king beside corner": "Vid kanten bredvid en tom hörnruta räcker det med två angripare, eftersom hörnrutan räknas "
    "som den tredje.",
    "king beside corner safe": "Bredvid en hörnruta kan han inte fångas, eftersom den inte är fientlig mot honom och "
    "ingen angripare får stanna på den.",
    "king two held": "Står han bredvid två rutor som är fientliga mot honom räcker det med två angripare.",
    "king edge safe": "Vid kanten saknas en sida, så där kan han inte fångas.",
    "king edge safe alone": "Vid kanten saknas en sida, så där kan han inte fångas ensam.",
    "king edge safe unless pierced": "Vid kanten saknas en sida, så där kan han inte inringas.",
    "king edge held": "Vid kanten räknas den sida som saknas som spärrad.",
    "king edge hostile": "Brädets kant är fientlig mot honom, som om en angripare stod utanför den.",
    "edge_capture impossible": "Vid kanten kan han inte fångas alls.",
    "edge_capture alone": "Vid kanten kan han dock bara fångas när han är den siste försvararen; en drabant som slås i "
    "samma drag räknas fortfarande.",
    "edge_capture draw": "Om han fångas vid kanten slutar spelet oavgjort.",
    "piercing": "{who} kan också fånga honom två och två: det räcker att två av dem står intill honom på motsatta "
    "sidor och att den ena just har flyttat dit.",
    "pierce not on throne": "Det gäller inte i borgen.",
    "pierce edge": "Det gäller även vid kanten.",
    "joint_capture": "Står exakt en av hans drabanter intill kungen faller båda tillsammans när de är helt "
    "inringade: på varje annan sida av kungen och drabanten måste det finnas en angripare, brädets kant eller en ruta "
    "som är fientlig mot den som står bredvid. Den angripare som sluter ringen måste flytta intill en av de två.",
    "joint guards": "Det gäller inte om drabanten är en vakt.",
}

_ENDINGS: Final = {
    "h formations": "Fästen och ringar",
    "exit_fort": "Kantfäste: försvararna vinner när kungen efter deras drag står vid kanten och fortfarande kan "
    "flytta, ingen angripare kan komma åt honom och muren omkring honom aldrig kan brytas genom att pjäser slås.",
    "exit_fort simple": "Kantfäste: försvararna vinner när kungen efter deras drag står vid kanten och fortfarande "
    "kan flytta, ingen angripare kan komma åt honom och ingen man i muren omkring honom är fri på båda sidor: sedd "
    "från en ruta på insidan bredvid honom har han en försvarare eller kanten till höger eller till vänster. Om bara "
    "en angripare är kvar håller varje mur.",
    "fort jump": "En mur som en angripare skulle kunna hoppa över räknas inte.",
    "encirclement": "Inneslutning: angriparna vinner när de efter sitt drag innesluter alla försvarare, även kungen, "
    "så att ingen av dem längre har förbindelse med kanten. Rutor har förbindelse sida vid sida, inte diagonalt, och "
    "bara om ingen angripare står på dem.",
    "encirclement edge": "Inneslutning: angriparna vinner när de efter sitt drag innesluter alla försvarare, även "
    "kungen, så att ingen av dem längre har förbindelse med en ruta där kungen kommer ut; ringen får luta sig mot "
    "kanten. Rutor har förbindelse sida vid sida, inte diagonalt, och bara om ingen angripare står på dem.",
    "whole_ring": "Ringen räknas bara om kungen och alla andra försvarare står i den tillsammans. Även när "
    "försvararna slår kan en sådan ring uppkomma.",
    "no_escape": "Ingen utväg kvar: angriparna vinner även om kungen efter ett drag, av vilken part som helst, inte "
    "längre kan komma ut. Det gäller i tre fall.",
    "no_escape shut": "För det första om kungen är instängd. Han står på kanten, men inte bredvid ett hörn. Angripare "
    "står på de två närmaste rutorna åt vardera hållet, där ett hörn kan ersätta den andra, på de två rutorna framför "
    "honom och på de två rutorna framför den till höger eller till vänster om honom. Minst åtta angripare ska vara "
    "kvar, och vart och ett av dessa hörn räknas som en. Om kungen har högst en man kvar spelar varken antalet eller "
    "de två sista rutorna någon roll; med högst fem angripare gör inte heller de två framför honom det.",
    "no_escape few": "För det andra om alla hörn är stängda, kungen har högst tre män kvar och angriparna är minst "
    "tretton.",
    "no_escape sides": "För det tredje om alla hörn är stängda och högst två rutor är fria på varje sida av brädet, "
    "eller högst tre om kungen inte har fler än fem män kvar. De fria rutorna på en sida måste ligga intill varandra.",
    "no_escape closed": "Ett hörn är stängt när angripare står på de två närmaste rutorna längs båda kanterna, eller "
    "när ingen försvarare gränsar till dess omgivning. Det är de tomma rutor som kan nås från hörnet sida vid sida; "
    "de två rutorna bredvid hörnet räknas som tomma även om angripare står på dem, och en försvarare på en av de två "
    "beaktas inte.",
    "no_escape free": "En ruta på kanten är fri om ingen angripare står på den och den varken hör till ett hörns "
    "omgivning eller håller det stängt.",
    "secure_ring no": "Det spelar ingen roll om en pjäs i ringen skulle kunna slås.",
    "secure_ring yes": "Ringen räknas bara om ingen av dess pjäser skulle kunna slås inifrån: mellan två rutor på "
    "insidan eller mellan en av dem och en ruta som är fientlig mot pjäsen.",
    "ring jump": "En ring som en försvarare skulle kunna hoppa över räknas inte.",
    "encirclement none": "Man vinner inte genom att innesluta alla försvarare.",
    "h die": "Tärningen",
    "die": "{who} får flyttas bara efter ett kast med {die}.",
    "die ordinary": "en vanlig (sexsidig) tärning",
    "die faces": "en tärning med {n:=en sida|sidor}",
    "die king": "Den som vill flytta kungen kastar först {die} och måste sedan flytta "
    "honom, högst så många rutor som tärningen visar.",
    "die at-most": "Efter kastet måste en sådan pjäs flyttas, högst så många rutor som tärningen visar.",
    "die exactly": "Efter kastet måste en sådan pjäs flyttas, exakt så många rutor som tärningen visar.",
    "die odd": "Efter ett udda kast måste en sådan pjäs flyttas; efter ett jämnt får ingen av dem flyttas.",
    "die others": "Andra pjäser flyttas utan tärning.",
    "die in vain": "Tärningen får kastas bara en gång per drag, och bara om något kast skulle ge en sådan pjäs ett "
    "drag.",
    "die in vain king": "Tärningen får kastas bara en gång per drag, och bara om kungen alls kan flytta.",
    "die void": "Ger ett kast ingen sådan pjäs ett drag gäller det inte: en annan pjäs flyttas.",
    "die void king": "Kan kungen inte flytta med kastet gäller det inte, och en annan pjäs flyttas.",
    "die lost": "Ger ett kast ingen pjäs ett drag måste parten stå över, vilket räknas som ett drag utan slag.",
    "die lost attackers": "Angriparna har ingen annan; de måste stå över, vilket räknas som ett drag utan slag.",
    "die lost defenders": "Försvararna har ingen annan; de måste stå över, vilket räknas som ett drag utan slag.",
    "die jump": "Ett hopp räknas som två rutor.",
    "die berserk": "Under bärsärkagång gäller ett kast för alla drag.",
    "die escape": "Om kungen skulle kunna gå ut med sitt nästa drag avgörs av det gynnsammaste kastet.",
    "die threat": "Om angriparna skulle kunna fånga kungen med sitt nästa drag avgörs av det gynnsammaste kastet.",
    "die escape threat": "Om kungen skulle kunna gå ut eller fångas med nästa drag avgörs av det gynnsammaste kastet.",
    "h announcements": "Utvägar och varningar",
    "way out": "En utväg är en riktning i vilken kungen kan gå ut med sitt nästa drag.",
    "call may": "får",
    "call must": "måste",
    "announce way out": "Har kungen en utväg efter försvararnas drag, eller öppnar angriparnas drag en för honom, "
    "{how} försvararna varna motståndaren innan nästa drag görs.",
    "announce raichi": "För en utväg säger man ”raichi”, för två eller flera ”tuichu”.",
    "announce threat": "Kan angriparna fånga kungen med sitt nästa drag {how} de säga det: efter varje eget drag som "
    "hotar med det, och efter ett drag av försvararna som gör det möjligt.",
    "announce forgotten": "Glömmer man att säga det har det ingen påföljd.",
    "announce binding": "Om försvararna inte varnar för en utväg får kungen inte gå ut i deras nästa drag; därefter "
    "får han det igen.",
    "tuichu_wins": "Har kungen två eller flera utvägar efter försvararnas drag vinner de genast.",
    "h repetition": "Evighetsdrag",
    "repeat ignored": "Ställningar får upprepas hur många gånger som helst.",
    "repeat draw": "När samma ställning uppstår för {n:th} gången{by} slutar spelet oavgjort.",
    "repeat mover loses": "När samma ställning uppstår för {n:th} gången{by} förlorar den som gjorde draget.",
    "repeat mover wins": "När samma ställning uppstår för {n:th} gången{by} vinner den som gjorde draget.",
    "repeat defenders lose": "När samma ställning uppstår för {n:th} gången{by} förlorar försvararna och angriparna "
    "vinner.",
    "repeat attackers lose": "När samma ställning uppstår för {n:th} gången{by} förlorar angriparna och försvararna "
    "vinner.",
    "repeat forbidden": "Ett drag{of} är förbjudet om samma ställning då skulle uppstå för {n:th} gången eller senare.",
    "repeat offensive": "Skulle samma ställning uppstå för {n:th} gången eller senare genom ett drag{of} måste den "
    "offensiva parten göra ett annat drag. Offensiv är den part som har hotat med vart och ett av sina drag sedan "
    "ställningen senast uppstod: försvararna hotar när kungen kan gå ut med sitt nästa drag, angriparna när de kan "
    "fånga honom med sitt. Är bara den som drar offensiv är draget förbjudet; är bara motståndaren det fortsätter "
    "spelet; är båda offensiva, eller ingen, slutar spelet oavgjort.",
    "repeat same": "Ställningen är densamma när pjäserna står likadant och samma part har draget.",
    "repeat same board": "Ställningen är densamma när pjäserna står likadant, oavsett vem som har draget.",
    "repeat mirrored": "Vriden eller speglad räknas den också som densamma.",
    "repeat before captures": "Även ett drag som slår är förbjudet om det skulle upprepa en ställning innan de slagna "
    "pjäserna tas bort.",
    "repeat bound": "En ställning där kungen inte får gå ut, eftersom man inte har varnat för en utväg, är inte "
    "densamma som en där han får det.",
    "repeat reset": "När en pjäs slås börjar räkningen om från början.",
    "repeat start": "Utgångsställningen räknas med.",
    "repeat no start": "Utgångsställningen räknas inte med.",
    "h ends": "Hur spelet annars kan sluta",
    "no_move loss": "Den som har draget men inte kan flytta förlorar.",
    "no_move draw": "Kan den som har draget inte flytta slutar spelet oavgjort.",
    "no_move pass": "Kan den som har draget inte flytta drar motståndaren igen. Kan ingen av parterna flytta slutar "
    "spelet oavgjort.",
    "fewest_attackers none": "Angriparna förlorar inte genom att de är för få.",
    "fewest_attackers one": "Angriparna förlorar när deras sista pjäs är slagen.",
    "fewest_attackers many": "Angriparna förlorar så snart de inte har fler än {left:=en pjäs|pjäser} kvar.",
    "quiet_limit": "Slås ingenting under {n:=ett drag|drag i följd} (båda parters drag räknade) {end}.",
    "immobile_king": "Angriparna vinner också om kungen inte kan flytta efter ett av deras drag. Hans egna drabanter "
    "håller honom inte fast: han ska sakna drag även om man tänker bort dem.",
    "fewest_defenders one": "Försvararna förlorar när kungens sista drabant är slagen.",
    "fewest_defenders many": "Försvararna förlorar så snart kungen inte har fler än {left:=en drabant|drabanter} kvar.",
    "move_limit": "Efter {n:=ett drag|drag} från början (båda parters drag räknade) {end}.",
    "limit draw": "slutar spelet oavgjort",
    "limit mover-loses": "förlorar den som har draget",
    "limit attackers-lose": "förlorar angriparna och försvararna vinner",
    "limit defenders-lose": "förlorar försvararna och angriparna vinner",
    "extra endings": "Dessutom kan detta spel sluta enligt egna regler: {rules}.",
    "h match": "Matchen",
    "h order": "Vilket slut som går före",
    "order": "Om ett drag leder till flera slut gäller det som står först i denna lista:",
    "order king captured": "kungen är fångad",
    "order escape": "kungen har kommit ut",
    "order immobile": "kungen kan inte flytta",
    "order few": "för få angripare är kvar",
    "order few men": "kungen har för få drabanter kvar",
    "order tuichu": "kungen har två utvägar",
    "order formations": "ett fäste eller en ring",
    "order extra": "ett slut enligt spelets egna regler",
    "order repetition": "upprepning",
    "order quiet": "för många drag utan att något slås",
    "order limit": "det högsta antalet drag",
    "order no escape": "kungen kan inte längre komma ut",
    "order blocked": "den som har draget kan inte flytta",
    "order stuck": "ingen av parterna kan flytta",
    "h optional": "Frivilliga tilläggsregler",
    "optional": "Källan föreslår även dessa regler, som inte gäller här:",
    "h footnotes": "Fotnoter",
    "footnotes source": "Dessa regler är gjorda av {origin}. Det som fotnoterna säger om en källa, en text, ett "
    "program eller ett arkiv gäller dess källa: {source}.",
    "footnote ours": "Vår tolkning, inte källans ord: {what}.",
    "footnote departure": "Avvikelse från källan: {what}.",
    "footnote optional": "Frivillig tilläggsregel i källan: {what}.",
}

_MIXED: Final = {
    "board start": "Så här ställs pjäserna upp; små bokstäver är angripare, stora försvarare ({letters}):",
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
    "stop": "vem som får stanna där",
    "enter": "vem som får flytta in utifrån",
    "cross": "vem som får passera",
    "hostile_empty": "mot vem en tom ruta är fientlig",
    "hostile_always": "mot vem även en upptagen ruta är fientlig",
    "pierces": "om en ruta kan vara den ena hälften av ett par",
    "king": "på hur många sidor kungen måste inringas",
    "edge_capture": "vad det betyder att kungen fångas på kanten",
    "joint_capture": "när kungen och en drabant faller tillsammans",
    "hammer": "vem som slår med sitt drag",
    "anvil": "vem som räknas på motsatt sida",
    "piercing": "vilkas par som fångar kungen",
    "three_captors": "vilka som måste hållas från tre sidor",
    "guard_capture": "hur vakter slås",
    "jumps": "vem som hoppar, och hur",
    "berserk": "hur en bärsärkagång fortsätter",
    "berserk_escape": "om kungen får gå ut ur en bärsärkagång utan att slå",
    "edge_hostile": "mot vem kanten är fientlig",
    "shieldwall": "sköldmuren",
    "forced_capture": "slagtvånget",
    "walk_in": "den som flyttar in mellan två fiender",
    "no_walk_in": "den som inte får flytta in mellan två fiender",
    "line_capture": "att slå i rad",
    "king_line_capture": "att slå intill kungen",
    "linnaean_capture": "att slå mot kungen",
    "exit_fort": "vilket kantfäste som vinner",
    "simple_fort": "när en mur håller",
    "encirclement": "om inneslutning vinner",
    "secure_ring": "vilken ring som räknas",
    "whole_ring": "om alla måste stå i ringen tillsammans",
    "edge_ring": "om en ring får luta sig mot kanten",
    "no_escape": "när kungen inte längre kan komma ut",
    "speed": "hur långt pjäserna flyttas",
    "die": "tärningen",
    "may_pass": "vem som får stå över",
    "no_move": "vad som gäller när en part inte kan flytta",
    "fewest_attackers": "när angriparna är för få",
    "immobile_king": "om en kung som inte kan flytta har förlorat",
    "fewest_defenders": "när kungen har för få drabanter",
    "quiet_limit": "hur många drag utan att något slås som avslutar spelet",
    "move_limit": "efter hur många drag spelet slutar",
    "quiet_limit_consequence": "vad som följer på så många drag utan att något slås",
    "move_limit_consequence": "vad som följer på så många drag",
    "repetition": "vad som gäller vid upprepning",
    "repetition.counts_start": "om utgångsställningen räknas med",
    "repetition.turn": "vilka ställningar som är desamma",
    "repetition.symmetric": "om speglade ställningar är desamma",
    "repetition.before_captures": "om man jämför även innan något slås",
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
    cardinals=["två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva", "tolv"],
    topics=_TOPICS,
    notes=SWEDISH_NOTES,
)
"""Swedish."""
