import { animated, pixels } from "./animated.js";
import { mount } from "./board.js";
import { explorer } from "./explorer.js";
import { ask, here, join, link, page } from "./host.js";
import { people } from "./people.js";
import { code } from "./qr.js";
import { review } from "./review.js";
import { copier, download, fragment, games, gone, guarded, make, one, titled } from "./site.js";
import { turns } from "./turn.js";

const FOREIGN = /^(bologna|taflzero|dcampbell|hnefatafl-rs)/; // notations that only one other program reads
const { id, token: given } = here();
const known = games.get(id);
const token = given ?? Object.values(known?.tokens ?? {})[0] ?? "";
const connection = one("#connection");
if (known) one("#title").textContent = titled(known.title);
const tell = (words) => board.show({ type: "notice", words });
// All that screen readers announce on this page is in one place, that of the board.
const saved = { set textContent(words) { one("#saved").textContent = words; if (words) tell(words); } };
const asked = (action) => { if (!reviewing.tries(action)) send(action); };
const go = (node) => send({ type: "go", node });
const beside = people({ send: asked, tell, review() { board.open("Mistakes"); send({ type: "review", on: true }); } });
const reviewing = review({ board: () => board, go, again: (node) => send({ type: isStudy ? "go" : "continue", node }) });
const exploring = explorer({
  moves: played, play: (move) => asked({ type: "play", move }), tell: (words) => board.show({ type: "refused", words }),
});
const turning = turns();
beside.extra.prepend(one(".title"), one("#doubt"));
const sharing = one("#share");
const board = mount(one("#board"), {
  send: asked, extra: beside.extra, menu: turning.menu, shown,
  tabs: { Mistakes: [reviewing.element, "review"], Explorer: [exploring.element], Share: [sharing, "copy", "record"] },
});
const [position, recorded] = sharing.lastElementChild.children; // the two buttons of the board, beside their kin
one("#position").append(position);
one("#save").after(recorded);
const listed = exploring.begin();

let isStudy = false;
let isInviting = false;
let role = null;

function shown(view) {
  beside.stood(view);
  reviewing.stood(view);
  exploring.stood();
  turning.stood(view, role);
  if (isInviting && view.ply) board.open("Moves");
  isInviting &&= !view.ply;
}

/** The moves that lead to the place on the board. */
function played() {
  const { tree, node } = board.view();
  const entries = new Map(tree.map((entry) => [entry[0], entry]));
  const found = [];
  for (let at = entries.get(node); at[3] !== null; at = entries.get(at[3])) {
    const [, move, , square] = at[1].split(" ");
    found.unshift({ passes: "pass", stops: `${square}-${square}` }[move] ?? move);
  }
  return found;
}

function joined(message) {
  isStudy = message.study;
  ({ role } = message);
  const title = titled(message.title);
  one("#title").textContent = title;
  turning.title(`${title} – tafl`);
  connection.textContent = message.words;
  listed.then(() => exploring.prefer(message.rules));
  const sides = { attackers: "defenders", defenders: "attackers" };
  const names = role in sides ? { [sides[role]]: "Opponent", ...message.players, [role]: "You" } : message.players;
  board.players({ names, own: role in sides ? role : null, below: role in sides ? role : "attackers" });
  one("#doubt").textContent = message.doubt;
  one("#doubt").hidden = !message.doubt;
  const tokens = { ...known?.tokens, [message.role]: token };
  games.put({ id, title, tokens, mine: message.role, study: isStudy });
  const words = { attackers: "The attackers", defenders: "The defenders", both: "Both sides", watch: "Spectators" };
  const others = Object.entries(tokens).filter(([each]) => each !== message.role);
  one("#invite").hidden = others.length === 0;
  isInviting = role in sides && sides[role] in tokens && !known?.seen;
  if (isInviting) board.open("Share"); // somebody waits for the link
  one("#links").replaceChildren(...others.map(([each, its]) => {
    const input = make("input", { type: "text", readOnly: true, value: link(id, its), id: `link-${each}` });
    const button = copier("Copy", () => input.value, input);
    button.setAttribute("aria-label", `Copy the link: ${words[each]}`);
    return make("div", { className: "field" }, make("label", { htmlFor: input.id }, words[each]),
      make("div", { className: "row" }, input, button, ...sending(title, input.value)), each in sides ? code(input.value, `The link for ${words[each].toLowerCase()}`) : null);
  }));
  const dialect = one("#dialect");
  if (dialect.options.length) return;
  const options = (names) => names.map((name) => make("option", { value: name }, name));
  const isForeign = (name) => FOREIGN.test(name);
  dialect.append(...options(message.dialects.filter((name) => !isForeign(name))),
    make("optgroup", { label: "Other programs" }, ...options(message.dialects.filter(isForeign))));
}

/** What sends a link from a device that can: to the person beside, or far away. */
function sending(title, url) {
  if (!navigator.share) return [];
  const button = make("button", { type: "button" }, "Send");
  button.addEventListener("click", () => navigator.share({ title, url }).catch(() => {})); // whoever closes the sheet has sent nothing
  return [button];
}

/** Keep how the game stands; at the first look, go to where its record departs from the rules, or play the first move. */
function seen(view) {
  games.see(id, size, view);
  const node = jump === null ? undefined : view.tree?.filter(([, , depth]) => depth === 0)[Number(jump)]?.[0];
  jump = null;
  if (node !== undefined) setTimeout(() => send({ type: "go", node }));
  if (first && view.ply === 0) setTimeout((move) => send({ type: "play", move }), 0, first);
  first = null;
}

let size = 0;
let jump = fragment().get("at");
let first = fragment().get("first");
if (first) history.replaceState(null, "", location.href.replace(/&first=[^&]*/, ""));

function show(message) {
  if (message.type === "board") ({ size } = message);
  else if (message.type === "view" && message.live) seen(message);
  if (beside.show(message)) return;
  if (reviewing.show(message)) return;
  if (message.type === "joined") joined(message);
  else if (message.type === "clock") board.players({ clock: message });
  else if (message.type === "closed" && message.final) gone(message.words);
  else if (message.type === "closed") connection.textContent = message.words;
  else board.show(message);
}

guarded(one("#save"), saved, async () => {
  const written = await ask(`/api/records/${id}`, { token, dialect: one("#dialect").value });
  download(`game-${id}${written.suffix}`, written.text);
  saved.textContent = written.losses.length ? `Saved. This notation leaves out: ${written.losses.join(", ")}.` : "Saved.";
});

recorded.after(copier("Copy a link to its record", async () => {
  const written = await ask(`/api/records/${id}`, { token, dialect: one("#dialect").value });
  return `${page("study")}#${encodeURIComponent(written.text)}`;
}));

// The position on the board.

const drawn = (more) => ask(`/api/pictures/${id}`, { token, node: board.view().node, ...board.state(), ...more });

guarded(one("#svg"), saved, async () => {
  download(`position-${id}.svg`, (await drawn()).svg);
  saved.textContent = "Saved.";
});
guarded(one("#png"), saved, async () => {
  download(`position-${id}.png`, await pixels((await drawn()).svg));
  saved.textContent = "Saved.";
});
guarded(one("#moves"), saved, async () => {
  saved.textContent = "The pictures are being drawn …";
  download(`moves-${id}.png`, await animated((await drawn({ moves: true })).moves));
  saved.textContent = "Saved.";
});
one("#position").append(copier("Copy as text", async () => (await drawn()).text),
  copier("Copy a link to it", async () => `${page("study")}#${encodeURIComponent((await drawn()).record)}`));

const send = join(id, token, show);
