// Ask the analysis service about every position of a game, and show how its score changes.
//
//     node examples/ask_service.mjs [COMMAND ...]
//
// The command is that of the library, by default tafl.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...more] = process.argv.length > 2 ? process.argv.slice(2) : ["tafl"];
const moves = ["d1-c1", "d3-c3", "d2-d3", "c3-c2"];
const query = { id: "game", ruleset: "brandubh", moves, after: [...moves.keys(), moves.length], nodes: 2000 };

const service = spawn(command, [...more, "analyse", "--serve", "--jobs", "2"], { stdio: ["pipe", "pipe", "inherit"] });
service.stdin.end(`${JSON.stringify(query)}\n`); // no more queries: it ends when all are answered

const answers = [];
for await (const line of createInterface({ input: service.stdout })) {
  const answer = JSON.parse(line); // in the order in which they are ready
  if (answer.error) throw new Error(answer.error);
  answers.push(answer);
}
answers.sort((one, other) => one.after - other.after);
for (const { after, turn, score, best } of answers) {
  console.log(`after ${after} moves: ${turn} ${score.text}, best ${best}`);
}
