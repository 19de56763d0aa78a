// Calls each function of a module with all pairs of numbers between two, and prints what they return.
import { load } from "./module.mjs";

const [file, first, last, ...names] = process.argv.slice(2);
const { exports } = load(file);
const returned = {};
for (const name of names) {
  returned[name] = [];
  for (let a = BigInt(first); a <= BigInt(last); a++)
    for (let b = BigInt(first); b <= BigInt(last); b++) returned[name].push(String(exports[`sample_${name}`](a, b)));
}
console.log(JSON.stringify(returned));
