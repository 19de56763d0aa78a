// node check.mjs PACKAGE FILE: compares the package with what tests/packaged.py has written into the file; prints what
// was compared and the first differences as JSON.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`).href;
const { LANGUAGES, load, Move, Outcome, Position, Ruleset, rulesets, Searcher, sentence } = await import(at("index.js"));
const { packWords } = await import(at("tables.js")), { default: tables } = await import(at("data/tables.js"));
await load();
const expected = JSON.parse(readFileSync(file, "utf8")), differences = [];
const found = { tables: 0, games: 0, positions: 0, tries: 0, captures: 0, announcements: 0, words: 0, searches: 0 };

function differ(where, mine, library) {
  if (JSON.stringify(mine) !== JSON.stringify(library)) differences.push({ where, mine, library });
}

function thrown(deed) {
  try {
    deed();
  } catch (error) {
    return [error.constructor.name, error.message];
  }
  return null;
}

differ("names", rulesets, Object.keys(expected.tables));
for (const [name, hash] of Object.entries(expected.tables)) {
  const packed = packWords(tables.fields, Ruleset.get(name).words);
  differ(`tables of ${name}`, createHash("sha256").update(packed).digest("hex"), hash);
  found.tables++;
}
for (const [alias, name] of Object.entries(expected.aliases)) differ(`alias ${alias}`, Ruleset.get(alias).name, name);
for (const [name, text] of Object.entries(expected.fingerprints)) differ(name, Ruleset.get(name).fingerprint, text);

for (const [kind, members] of Object.entries(expected.words)) {
  for (const [word, texts] of Object.entries(members)) {
    differ(`${kind} ${word}`, LANGUAGES.map((lang) => sentence(kind, word, lang)), texts);
    found.words++;
  }
}
for (const [text, words] of Object.entries(expected.outcomes)) {
  differ(text, LANGUAGES.map((lang) => Outcome.ofCode(Outcome.codeOf(text)).words(lang)), words);
}
for (const [text, move] of expected.moves) {
  let mine = null;
  try {
    mine = String(Move.parse(text));
  } catch (error) {
    if (error.constructor.name !== "NotationError") throw error;
  }
  differ(`move ${JSON.stringify(text)}`, mine, move);
}

function look(position) {
  found.positions++;
  const { outcome } = position;
  return {
    text: position.text, legal: position.legalMoves().map(String).sort(), outcome: outcome?.text ?? null,
    since: position.pliesSinceCapture, repetitions: position.repetitions, canRoll: position.canRoll, ply: position.ply,
  };
}

function tell(position, move, announce) {
  const played = position.explain(move, { announce });
  found.captures += played.captures.length;
  found.announcements += (played.announcement ? 1 : 0) + (played.opponentAnnouncement ? 1 : 0);
  return {
    captures: played.captures.map((one) => [String(one), one.captors]),
    says: [played.announcement, played.opponentAnnouncement],
  };
}

for (const game of expected.games) {
  const ruleset = game.document ? Ruleset.fromTables(game.document) : Ruleset.get(game.ruleset);
  let position = Position.initial(ruleset, game.turn), i = 0;
  for (const row of game.rows) {
    const where = `${game.ruleset} ${game.seed} row ${i++}`, mine = look(position);
    differ(where, mine, row.look);
    const again = Position.parse(mine.text, ruleset);
    differ(`${where}, read again`, { ...look(again), ply: 0 }, { ...row.look, ...row.again, ply: 0 });
    for (const [move, ...refusal] of row.tries) {
      const illegality = position.illegality(move);
      differ(`${where} ${move}`, illegality && [illegality.reason, illegality.square, illegality.words("sv")], refusal[0]);
      if (illegality) {
        const [kind, message] = thrown(() => position.play(move));
        differ(`${where} ${move}`, [kind, message], ["IllegalMoveError", refusal[1]]);
      }
      found.tries++;
    }
    if (row.roll) position = position.roll(row.roll);
    else if (row.move) {
      differ(`${where} ${row.move}`, tell(position, row.move, row.announce), row.told);
      position = position.play(row.move, { announce: row.announce });
    }
  }
  // Backwards and forwards, as pages step.
  const line = position.history();
  for (const one of [...line].reverse().filter((_, n) => n % 3 === 0)) one.legalMoves();
  differ(`${game.ruleset} ${game.seed} at the end`, { ...look(position), text: "" }, { ...game.rows.at(-1).look, text: "" });
  found.games++;
}

for (const { ruleset, document, text, nodes, lines, best, infos } of expected.searches) {
  const rules = document ? Ruleset.fromTables(document) : Ruleset.get(ruleset), searcher = new Searcher();
  const position = Position.parse(text, rules), mine = new Map();
  const note = (info) => mine.set(info.depth, [
    info.depth, info.nodes, info.lines.map(({ score, moves, rolls }) => [String(score), moves.map(String), rolls]),
  ]);
  const answer = await searcher.search(position, { nodes, lines, onInfo: note });
  differ(`search of ${ruleset}`, [...mine.values()], infos);
  differ(`search of ${ruleset}`, answer.best && String(answer.best), best);
  searcher.close();
  found.searches++;
}
for (const { ruleset, level, text, legal } of expected.levels) {
  const searcher = new Searcher(1), { best, rolls } = await searcher.search(Position.parse(text, ruleset), { level });
  if (rolls ? best !== null : !legal.includes(String(best))) differ(`level ${level} of ${ruleset}`, String(best), legal);
  searcher.close();
}
for (const { document, error } of expected.wrong) {
  differ("wrong tables", thrown(() => Ruleset.fromTables(document)), ["TaflError", error]);
}
for (const { text, ruleset, kind, part } of expected.errors) {
  const [name, message] = thrown(() => Position.parse(text, ruleset)) ?? [null, ""];
  differ(text, [name, message.includes(part) ? part : message], [kind, part]);
}
console.log(JSON.stringify({ ...found, differences: differences.length, different: differences.slice(0, 8) }));
