// The host of the pages where there is a server: requests, and a WebSocket for each game.
// The pages without a server have another module of this name, with the same exports.

import { fragment, store, stored } from "./storage.js";

const waits = [250, 500, 1000, 2000, 4000, 8000];

function serverKey() {
  const given = fragment().get("key");
  if (given) {
    store("tafl.key", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given ?? stored("tafl.key", "");
}

const key = serverKey();

/** Whether two people can play a game, each by a link of their own. */
export const byLink = true;

/** Send a request; the answer is an object. An error has the server's words. */
export async function ask(path, body) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const options = body === undefined ? { headers } : {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer.");
  }
  const found = await answer.json().catch(() => ({ refused: `the server answered with an error (${answer.status})` }));
  if (!answer.ok || found.refused) throw new Error(found.refused ?? `the server answered with an error (${answer.status})`);
  return found;
}

/** The address of a page: "play", "rules" or "study". */
export const page = (name) => `${location.origin}/${name === "play" ? "" : name}`;

/** The address of a game, for whoever has that token. */
export const link = (id, token) => `${location.origin}/game/${id}#token=${token}`;

/** The game that this page is for. */
export const here = () => ({ id: location.pathname.split("/").at(-1), token: fragment().get("token") });

/** Begin a game; rules may be a text, which is read first. */
export async function begin({ rules, ...who }) {
  const { name, options, base } = rules.text === undefined ? {} : await ask("/api/rules/read", { text: rules.text });
  return ask("/api/games", { rules: name === undefined ? rules : { name, options, base: base || rules.base }, ...who });
}

/** The server keeps the games. */
export function keep() {}

export function forget() {}

/** Join a game. `show` takes the messages; what is returned sends actions. */
export function join(id, token, show) {
  let socket;
  let failures = 0;
  function connect() {
    let ended = false;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join", token })));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "joined") failures = 0;
      else if (message.type === "closed") ended = message.final;
      show(message);
    });
    socket.addEventListener("close", () => {
      if (ended) return;
      const wait = waits[Math.min(failures, waits.length - 1)];
      failures += 1;
      if (failures > 1) show({ type: "notice", words: "The connection is lost; trying again …" });
      setTimeout(connect, wait);
    });
  }
  show({ type: "notice", words: "Connecting …" });
  connect();
  return (action) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(action));
    else show({ type: "refused", words: "not connected; the game is not lost" });
  };
}
