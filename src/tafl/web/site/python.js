// Python in a Web Worker, for what the rules in WebAssembly do not do: making rules, studies, files of records, pictures.
// It is loaded when something is asked of it.

import { keepAll } from "./files.js";

const PATIENCE = 4000; // milliseconds after which a worker that does not answer is ended, and begun anew

const LOADING = "Loading Python (8 MB, once) …";
const NOTICE = "position: fixed; inset: auto 0 1rem; z-index: 3; width: fit-content; max-width: 95%; margin: 0 auto; padding: .5rem 1rem; "
  + "border-radius: .5rem; background: #2a2118; color: #f3eee4; box-shadow: 0 0 0 1px #d6a64b";

const waiting = new Map();
let worker = null;
let isReady = false;
let count = 0;
let game = null; // that of the worker: its description, its steps and the token of the visitor
let told = () => {};
let notice = null;

/** Say on any page, also one of the documentation, that Python is being loaded; without words, nothing more. */
function announce(words) {
  notice?.remove();
  if (!words) return;
  notice = Object.assign(document.createElement("p"), { role: "status", style: NOTICE, textContent: words });
  document.body.append(notice);
}

function start() {
  isReady = false;
  announce(LOADING);
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    failed(event.message || "the worker cannot be loaded");
  });
}

function failed(words) {
  worker?.terminate();
  worker = null;
  announce("");
  const refused = `Python cannot run in this browser: ${words}`;
  for (const { reject } of waiting.values()) reject(new Error(refused));
  waiting.clear();
  told({ type: "notice", words: refused });
}

function heard(message) {
  if (message.type === "ready") {
    isReady = true;
    announce("");
    for (const each of waiting.values()) watch(each);
    keepAll("python"); // only now: it loads all files once more, for when there is no network
  } else if (message.type === "failed") failed(message.words);
  else if (message.type === "loading") announce(message.words);
  else if (message.type === "answer") {
    const asked = waiting.get(message.number);
    waiting.delete(message.number);
    clearTimeout(asked?.timer);
    if (message.refused === undefined) asked?.resolve(message.found);
    else asked?.reject(new Error(message.refused));
  } else if (message.type === "step") {
    game.steps = [...game.steps.slice(0, message.count), message.step];
    told({ type: "kept", steps: game.steps });
  } else told(message);
}

/** The computer may be in the middle of a long search, which only the end of its worker can stop. */
function watch(asked) {
  clearTimeout(asked.timer);
  if (!isReady || ["hint", "ask", "run"].includes(asked.message.type)) return;
  asked.timer = setTimeout(() => {
    worker.terminate();
    start();
    if (game && asked.message.type !== "join") worker.postMessage({ ...game, type: "join", number: ++count });
    for (const { message } of waiting.values()) worker.postMessage(message);
  }, PATIENCE);
}

function sent(message) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    const asked = { message: { ...message, number: ++count }, resolve, reject, timer: 0 };
    waiting.set(asked.message.number, asked);
    worker.postMessage(asked.message);
    watch(asked);
  });
}

/** Answer a request as a server would. An error has the words of what is refused. */
export const ask = (path, body) => sent({ type: "ask", path, body: body ?? {} });

/** Run examples and return their output; `files` has the texts of files that they open, by their names. */
export const run = (source, files = {}) => sent({ type: "run", source, files });

/** Play a game: what it begins with, what happened since, and the token. What is returned sends actions. */
export async function join(joined, show) {
  told = show;
  game = joined;
  await sent({ ...game, type: "join" });
  return sent;
}

/** Ask something about a game that is played elsewhere: its steps are handed over, and nobody moves here. */
export async function lend(lent, path, body) {
  told = () => {};
  const seats = (seat) => (seat === "screen" ? "screen" : "link");
  const described = JSON.parse(lent.description);
  described.seats = { attackers: seats(described.seats.attackers), defenders: seats(described.seats.defenders) };
  game = { ...lent, description: JSON.stringify(described) };
  await sent({ ...game, type: "join" });
  return ask(path, body);
}
