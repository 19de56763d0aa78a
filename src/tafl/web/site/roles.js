// A game of one visitor, against the computer or at one screen: what it begins with, who may do what, and what follows it.
// tafl.web._game has the same for a server.

const SIDES = ["attackers", "defenders"];
const OPPONENT = "alphabeta:level=5"; // who plays on from a position of a game that had no player of the computer
const SECONDS = 10; // for a move at most
const MOST = { nodes: 200000, seconds: SECONDS, depth: 64, level: 10, seed: 2 ** 31 };
const ROLES = {
  attackers: "You play the attackers.", defenders: "You play the defenders.", both: "You play both sides.", watch: "You are watching.",
};
const NAME = 40; // so many characters of a name are shown
const HELP = ["hint", "analyse", "review"];
const TREE = ["mark", "promote", "delete"];

export const other = (side) => SIDES[1 - SIDES.indexOf(side)];

/** The options of a player that plays here; null for one that needs Python, or that is none. */
export function readPlayer(text) {
  const [, name, listed] = /^(alphabeta|random|greedy)(?::([a-z]+=\d+(?:\.\d+)?(?:,[a-z]+=\d+(?:\.\d+)?)*))?$/.exec(text) ?? [];
  if (!name) return null;
  const options = Object.fromEntries((listed ?? "").split(",").filter(Boolean).map((part) => part.split("=")).map(([key, value]) => [key, Number(value)]));
  const known = name === "alphabeta" ? Object.keys(MOST) : ["seed"];
  const fits = Object.entries(options).every(([key, value]) => known.includes(key) && value <= MOST[key] && (key === "seed" || value > 0));
  return fits ? { name, ...options } : null;
}

/** A player as it is kept, with a limit of time and a seed of its own. */
function bound(text) {
  const { name, ...options } = readPlayer(text);
  if (name === "alphabeta") {
    options.seconds ??= SECONDS;
    if (!options.level && !options.nodes && !options.depth) options.nodes = MOST.nodes;
  }
  options.seed ??= Math.floor(Math.random() * MOST.seed);
  return `${name}:${Object.entries(options).map(([key, value]) => `${key}=${value}`).join(",")}`;
}

const isPerson = (seat) => seat === "screen" || seat === "link";
export const computers = (seats) => SIDES.filter((side) => !isPerson(seats[side]));
export const isStudy = (seats) => SIDES.every((side) => seats[side] === "screen");

/** Whether a game with these seats can be played here. */
export function playable(seats) {
  const people = SIDES.filter((side) => isPerson(seats[side]));
  return isStudy(seats) || (people.every((side) => seats[side] === "link") && people.length < 2 && computers(seats).every((side) => readPlayer(seats[side])));
}

const reseeded = (seats) => Object.fromEntries(SIDES.map((side) => [side, isPerson(seats[side]) ? seats[side] : bound(seats[side].replace(/,?seed=\d+/, "").replace(":,", ":").replace(/:$/, ""))]));

function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** What a new game is called, and the roles that people have in it. Nobody else has it, so its tokens are no secrets. */
export function identity(seats, mine = null) {
  const roles = isStudy(seats) ? ["both"] : SIDES.filter((side) => seats[side] === "link");
  const own = isStudy(seats) ? "both" : mine ?? roles[0] ?? "watch";
  return { id: randomName(), tokens: Object.fromEntries([...roles, own].map((role) => [role, role])), mine: own };
}

/** A new game, which the page is to keep. */
export function newGame(rules, title, record, seats, mine = null) {
  const kept = reseeded(seats);
  const description = JSON.stringify({ title, record: JSON.stringify(record), seats: kept, tokens: {}, doubt: "", pace: null });
  return { ...identity(kept, mine), title, description, rules };
}

/** A game by the same rules, between the same players. */
export function rematch({ title, record, seats }, role, rules, swaps) {
  const { moves: _, variations: __, roll_pending: ___, result: ____, ending: _____, ...begun } = JSON.parse(record);
  const swapped = swaps ? Object.fromEntries(SIDES.map((side) => [side, seats[other(side)]])) : seats;
  return newGame(rules, title, begun, swapped, SIDES.includes(role) ? (swaps ? other(role) : role) : null);
}

/** A game that goes on from a position: with the same players or, where people played, with the computer. */
export function continuation({ title, seats }, table, node, rules) {
  if (!table.canGoOn(node)) throw new Error("node: the number of a move was expected after which the game goes on");
  const { turn } = table.positionAt(node);
  const shared = !computers(seats).length || !Object.values(seats).includes("link");
  const next = shared ? { [turn]: "link", [other(turn)]: OPPONENT } : seats;
  return newGame(rules, title, table.lineTo(node), next);
}

/** What the players are called who are no visitors: those of the computer, and those of a record. */
function playerNames(seats, tags) {
  const named = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value.slice(0, NAME)]));
  const called = (side) => {
    if (isPerson(seats[side])) return named[side];
    const [, level] = /\blevel=(\d+)/.exec(seats[side]) ?? [];
    return level ? `Computer, level ${level}` : `Computer (${seats[side].split(":")[0]})`;
  };
  return Object.fromEntries(SIDES.map((side) => [side, called(side)]).filter(([, name]) => name));
}

export function joined({ title, doubt, seats, record }, role, dialects) {
  const { ruleset, tags = {} } = JSON.parse(record);
  const players = playerNames(seats, tags);
  return { type: "joined", role, title, rules: ruleset.name, doubt, study: isStudy(seats), words: ROLES[role], players, dialects };
}

export const offers = (role, { seats }) => (role === "watch" ? ["record"] : ["record", "lines", ...(isStudy(seats) ? HELP : HELP.slice(0, 2))]);

/** Refuse what somebody may not do now. */
export function checkRight(role, kind, table) {
  if (role === "watch") throw new Error("you are watching this game; its players play it");
  if (kind === "end") throw new Error("a game is ended by resign, or by a draw that both agree on");
  if (role === "both") return;
  const turn = table.sideFor(kind);
  if (turn !== null && role !== turn) throw new Error(kind === "silent" ? "the last move was not yours" : `it is the turn of the ${turn}`);
  if (TREE.includes(kind)) throw new Error("variations and notes are for games at one screen");
}

/** A view that offers only what somebody in that role may do. */
export function limited(view, role, table) {
  const more = role === "watch" || !table.canGoOn(view.node) ? [] : ["continue"];
  if (table.isOver && role !== "watch") more.push("review");
  if (role === "both") return { ...view, actions: [...view.actions, ...more] };
  const own = view.live && role === view.turn;
  const offered = [...(role === "watch" ? [] : ["take_back"]), ...(own ? ["roll", "stop", "pass"] : []), ...(role === table.lastMover ? ["silent"] : [])];
  const ends = role !== "watch" && view.live && !view.over ? ["resign"] : [];
  const locked = own ? "" : role === "watch" ? "you are watching this game" : `you play the ${role}`;
  return { ...view, moves: own ? view.moves : {}, locked, actions: [...view.actions.filter((name) => offered.includes(name)), ...ends, ...more] };
}
