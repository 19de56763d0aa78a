// What all pages share: requests, the key of the server, the games of this browser, and small helpers.

import { make } from "./board.js";

export { make };

export const one = (selector, within = document) => within.querySelector(selector);

function stored(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise; // nothing is kept where the browser allows no storage
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // the games are then found by their links only
  }
}

/** What stands behind the # of the address, such as `token=...`. */
export const fragment = () => new URLSearchParams(location.hash.slice(1));

export function serverKey() {
  const given = fragment().get("key");
  if (given) {
    store("tafl.key", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given ?? stored("tafl.key", "");
}

export const games = {
  all: () => stored("tafl.games", []),
  get: (id) => games.all().find((game) => game.id === id),
  put(game) {
    store("tafl.games", [game, ...games.all().filter((other) => other.id !== game.id)].slice(0, 100));
  },
  remove(id) {
    store("tafl.games", games.all().filter((game) => game.id !== id));
  },
};

/** Send a request; the answer is an object. An error has the server's words. */
export async function ask(path, body) {
  const key = serverKey();
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

export const link = (id, token) => `${location.origin}/game/${id}#token=${token}`;

/** Keep a new game, and open it. */
export function open(made, title) {
  games.put({ id: made.id, title, tokens: made.tokens });
  location.assign(`/game/${made.id}#token=${made.tokens[made.mine]}`);
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = make("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Fill the fields with which a game is begun: who plays the sides. */
export function seats(element, players) {
  const kinds = [
    ["screen", "two people at this screen"],
    ["link", "another person, by a link"],
    ["computer", "the computer"],
  ];
  const against = make("select", { id: "against" }, ...kinds.map(([value, words]) => make("option", { value }, words)));
  const side = make("select", { id: "side" }, make("option", { value: "attackers" }, "the attackers"),
    make("option", { value: "defenders" }, "the defenders"));
  const levels = Array.from({ length: 10 }, (_, index) => [`alphabeta:level=${index + 1}`, `level ${index + 1}`]);
  const listed = [...players.map((name) => [name, name]), ...levels, ["random", "random moves"], ["greedy", "greedy"],
    ["montecarlo", "montecarlo"], ["", "another player …"]];
  const player = make("select", { id: "player" }, ...listed.map(([value, words]) => make("option", { value }, words)));
  player.value = players[0] ?? "alphabeta:level=3";
  const text = make("input", { id: "text", type: "text", maxLength: 200, value: "alphabeta:nodes=20000" });
  const field = (label, control, hint) => make("div", { className: "field" },
    make("label", { htmlFor: control.id }, label), control, hint ? make("small", {}, hint) : null);
  const parts = [field("Against", against), field("You play", side), field("The computer's player", player),
    field("Player", text, "A name and its options, as for tafl play --player.")];
  element.replaceChildren(...parts);
  const show = () => {
    parts[1].hidden = against.value === "screen";
    parts[2].hidden = against.value !== "computer";
    parts[3].hidden = against.value !== "computer" || player.value !== "";
  };
  element.addEventListener("change", show);
  if (players.length) against.value = "computer";
  show();
  return () => {
    const mine = side.value;
    const other = mine === "attackers" ? "defenders" : "attackers";
    if (against.value === "screen") return { attackers: "screen", defenders: "screen" };
    return { [mine]: "link", [other]: against.value === "link" ? "link" : player.value || text.value, mine };
  };
}

/** Run what a button starts, and show what is refused. */
export function guarded(button, status, work) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "";
    try {
      await work();
    } catch (error) {
      status.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}
