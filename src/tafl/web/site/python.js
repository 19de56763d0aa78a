// The host of the pages without a server: the library in a Web Worker. What is kept, this browser keeps.

import { fragment, store, stored } from "./storage.js";

const root = new URL("..", import.meta.url);
const PATIENCE = 4000; // milliseconds after which a worker that does not answer is ended, and begun anew

/** Whether two people can play a game, each by a link of their own. */
export const byLink = false;

const place = (id) => `tafl.game.${id}`;
const files = new Map();
const waiting = new Map();
let worker = null;
let isReady = false;
let count = 0;
let game = null;
let told = () => {};

/** A file of the site in JSON. */
function file(name) {
  if (!files.has(name)) {
    files.set(name, fetch(new URL(name, root)).then((answer) => {
      if (!answer.ok) throw new Error(`The file ${name} of this site is missing.`);
      return answer.json();
    }));
  }
  return files.get(name);
}

// The worker.

function start() {
  isReady = false;
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
  const refused = `Python cannot run in this browser: ${words}`;
  for (const { reject } of waiting.values()) reject(new Error(refused));
  waiting.clear();
  told({ type: "notice", words: refused });
}

function heard(message) {
  if (message.type === "ready") {
    isReady = true;
    told({ type: "notice", words: "" });
    for (const each of waiting.values()) watch(each);
    // Only now: it loads all files once more, for when there is no network.
    navigator.serviceWorker?.register(new URL("service.js", root)).catch(() => {});
  } else if (message.type === "failed") failed(message.words);
  else if (message.type === "loading") told({ type: "notice", words: message.words });
  else if (message.type === "answer") {
    const asked = waiting.get(message.number);
    waiting.delete(message.number);
    clearTimeout(asked?.timer);
    if (message.refused === undefined) asked?.resolve(message.found);
    else asked?.reject(new Error(message.refused));
  } else if (message.type === "step") {
    game.steps = [...game.steps.slice(0, message.count), message.step];
    if (game.id && !store(place(game.id), game)) told({ type: "notice", words: "This browser has no room to keep the game." });
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

// What the pages ask for.

/** Answer a request as a server would. An error has the words of what is refused. */
export async function ask(path, body) {
  if (path === "/api/offers") return (await file("site.json")).offers;
  if (["/api/schema", "/api/maker", "/api/puzzles"].includes(path)) return file(`${path.slice(5)}.json`);
  return sent({ type: "ask", path, body: body ?? {} });
}

/** Run examples and return their output; `files` has the texts of files that they open, by their names. */
export const run = (source, files = {}) => sent({ type: "run", source, files });

/** The address of a page: "play", "rules" or "study". */
export const page = (name) => new URL(name === "play" ? "." : `${name}.html`, root).href;

/** The address of a game in this browser. */
export const link = (id, token) => new URL(`game.html#game=${id}&token=${token}`, root).href;

/** The game that this page is for. */
export const here = () => ({ id: fragment().get("game"), token: fragment().get("token") });

/** Keep a new game in this browser. */
export function keep({ id, description }) {
  if (!store(place(id), { id, description, steps: [] })) throw new Error("This browser has no room to keep a game.");
}

export function forget(id) {
  localStorage.removeItem(place(id));
}

/** Join a game. `show` takes the messages; what is returned sends actions. A game may also be `given`, and is not kept. */
export function join(id, token, show, given = null) {
  const kept = given ? { description: given.description, steps: [] } : stored(place(id), null);
  told = show;
  game = { id: null, steps: [], ...kept, token };
  const refused = (error) => show({ type: "refused", words: error.message });
  if (!kept) show({ type: "closed", words: "This game is not kept in this browser.", final: true });
  else sent({ ...game, type: "join" }).catch((error) => show({ type: "closed", words: error.message, final: true }));
  return (action) => sent(action).catch(refused);
}
