// What all pages share: the games and rules of this browser, and small helpers. `host.js` is what the rules are asked for.

import { make } from "./board.js";
import { byLink, forget, keep, link, page } from "./host.js";
import { fragment, store, stored } from "./storage.js";

export { fragment, make };

export const one = (selector, within = document) => within.querySelector(selector);

/** The pieces on a board as a position record: ranks from the first, each a letter a piece and numbers of empty squares. */
function record(size, pieces) {
  const rank = (number) => Array.from("abcdefghijklmnopqrstu".slice(0, size), (file) => pieces[`${file}${number}`] ?? " ")
    .join("").replaceAll(/ +/g, (gap) => String(gap.length));
  return Array.from({ length: size }, (_, index) => rank(index + 1)).join("/");
}

export const games = {
  all: () => stored("tafl.games", []),
  get: (id) => games.all().find((game) => game.id === id),
  put(game) {
    const all = [game, ...games.all().filter((other) => other.id !== game.id)];
    for (const old of all.slice(100)) forget(old.id);
    store("tafl.games", all.slice(0, 100));
  },
  /** Keep how a game stands, for the list of games. */
  see(id, size, { pieces, turn, over, state, ply }) {
    const game = games.get(id);
    if (game) games.put({ ...game, seen: { size, board: record(size, pieces), turn, over, state, ply, when: Date.now() } });
  },
  remove(id) {
    store("tafl.games", games.all().filter((game) => game.id !== id));
    forget(id);
  },
};

/** A name as people write it: that of a ruleset has hyphens, and a size behind them. */
export const titled = (name) => `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`.replace(/^[\w-]+$/, (slug) => slug.replaceAll(/-(\d+)\b/g, " $1×$1").replaceAll("-", " "));

/** Rules that the visitor has made, by their names: the texts of their files in TOML. */
export const ownRules = {
  all: () => stored("tafl.rules", {}),
  put: (name, text) => store("tafl.rules", { ...ownRules.all(), [name]: text }),
  remove(name) {
    const { [name]: _, ...others } = ownRules.all();
    store("tafl.rules", others);
  },
};

/** The address of a page that is to begin with these rules, a text in TOML. */
export const ruled = (name, text) => `${page(name)}#rules=${encodeURIComponent(text)}`;

/** Keep a new game, and open it. */
export function open(made, title) {
  keep(made);
  games.put({ id: made.id, title, tokens: made.tokens });
  const at = made.at === undefined || made.at === null ? "" : `&at=${made.at}`; // where the record departs from its rules
  const first = made.first ? `&first=${made.first}` : ""; // a move that was made before the game
  const address = new URL(link(made.id, made.tokens[made.mine]) + at + first);
  const isHere = address.pathname === location.pathname; // without a server, games differ only behind the #
  location.assign(address);
  if (isHere) location.reload();
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: text.type ?? "text/plain" }));
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
    ...(byLink ? [["link", "another person, by a link"]] : []),
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
  const paces = [["", "none"], ["180+2", "3 minutes and 2 seconds a move"], ["600+5", "10 minutes and 5 seconds a move"],
    ["1800+20", "30 minutes and 20 seconds a move"], ["/60", "a minute for each move"], ["/86400", "a day for each move"],
    ["/259200", "three days for each move"], ["own", "another …"]];
  const pace = make("select", { id: "pace" }, ...paces.map(([value, words]) => make("option", { value }, words)));
  const number = (id, max, value) => make("input", { type: "number", id, min: 0, max, value });
  const [minutes, increment, move] = [number("minutes", 1440, 15), number("increment", 3600, 10), number("move", 2592000, "")];
  const field = (label, control, hint) => make("div", { className: "field" },
    make("label", { htmlFor: control.id }, label), control, hint ? make("small", {}, hint) : null);
  const parts = [field("Against", against), field("You play", side), field("The computer's player", player),
    field("Player", text, "A name and its options, as for tafl play --player."),
    field("Clocks", pace, "They run when both sides have moved."), field("Minutes for each side", minutes),
    field("Seconds that each move adds", increment), field("Seconds for each move at most", move, "Nothing for no such limit.")];
  element.replaceChildren(...parts);
  const show = () => {
    parts[1].hidden = against.value === "screen";
    parts[2].hidden = against.value !== "computer";
    parts[3].hidden = against.value !== "computer" || player.value !== "";
    parts[4].hidden = against.value !== "link";
    for (const part of parts.slice(5)) part.hidden = against.value !== "link" || pace.value !== "own";
  };
  element.addEventListener("change", show);
  if (players.length || !byLink) against.value = "computer";
  show();
  const seconds = (value) => (Number(value) ? Number(value) : null);
  /** The time that each side has, or null. */
  function paced() {
    const chosen = pace.value === "own" ? `${Number(minutes.value) * 60}+${increment.value || 0}/${move.value}` : pace.value;
    const [, whole, added, each] = /^(\d*)(?:\+(\d+))?(?:\/(\d*))?$/.exec(chosen) ?? [];
    return chosen ? { seconds: seconds(whole), increment: Number(added ?? 0), move: seconds(each) } : null;
  }
  return (kind = against.value, mine = side.value) => {
    const other = mine === "attackers" ? "defenders" : "attackers";
    if (kind === "screen") return { attackers: "screen", defenders: "screen" };
    return { [mine]: "link", [other]: kind === "link" ? "link" : player.value || text.value, mine, pace: kind === "link" ? paced() : null };
  };
}

/** The computer's player that is chosen, as people read it. */
export const computer = () => (one("#player").value ? one("#player").selectedOptions[0].text : one("#text").value);

/** Show in place of a page why it cannot be opened, and a way on. */
export function gone(words) {
  document.title = "Not here – tafl";
  one("main").replaceChildren(make("h1", {}, "This game cannot be opened"),
    make("p", { role: "alert" }, `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`),
    make("p", {}, "Your own games are listed on the start page."),
    make("p", {}, make("a", { className: "button", href: page("play") }, "To the start page")));
}

/** Run what a button starts, and show what is refused. A button that a page shows before it works is disabled until now. */
export function guarded(button, status, work) {
  button.disabled = false;
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

/** Take the text of each file that is chosen, and its name; show what is refused. The field is disabled until now. */
export function onFile(status, take) {
  const field = one("#file");
  field.addEventListener("change", async () => {
    const [file] = field.files;
    if (!file) return;
    status.textContent = "";
    try {
      if (file.size > 1000000) throw new Error("The file is too large.");
      await take(await file.text(), file.name);
    } catch (error) {
      status.textContent = error.message;
    }
  });
  field.disabled = false;
}

/** A button that copies what `text` returns. */
export function copier(label, text, field = make("input", { type: "text", readOnly: true, hidden: true, "aria-label": label })) {
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    try {
      field.value = await text();
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch (error) {
      if (!field.value) {
        button.textContent = error.message;
        return;
      }
      if (!field.isConnected) button.after(field);
      field.hidden = false; // where the browser lets nothing be copied, it is selected
      field.select();
      button.textContent = "Selected";
    }
  });
  return button;
}
