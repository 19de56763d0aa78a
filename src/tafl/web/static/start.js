import { mount } from "./board.js";
import { ask, begin as beginGame, link } from "./host.js";
import { computer, fragment, games, guarded, make, one, open, ownRules, seats, titled } from "./site.js";
import { thumbnail } from "./thumbnail.js";

const FEW = 12;
const READ = /(?:,? read (?:by|on|at commits?)| at(?= [\da-f]{7}\b)) [\w-]+(?: and [\w-]+)*/g; // when a source was read, or which version of it
const variant = one("#variant");
const status = one("#status");
/** What is offered, by the name that is shown: the library's rulesets, and texts of rules of the visitor's own. */
const offers = new Map();

// The games of this browser.

const since = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function ago(when) {
  const minutes = (when - Date.now()) / 60000;
  if (minutes > -60) return since.format(Math.round(minutes), "minute");
  return minutes > -1440 ? since.format(Math.round(minutes / 60), "hour") : since.format(Math.round(minutes / 1440), "day");
}

const isMyMove = ({ mine, seen }) => !seen.over && mine === seen.turn;

function lastSeen({ mine, seen }) {
  if (!seen) return "";
  const isMine = mine === "attackers" || mine === "defenders";
  const state = isMine ? seen.state.replace(/^The (\w+) win\b/, (_, side) => (side === mine ? "You won" : "You lost")) : seen.state;
  return `${state}${isMyMove({ mine, seen }) ? " It is your move." : ""} ${seen.ply} ${seen.ply === 1 ? "move" : "moves"}, ${ago(seen.when)}.`;
}

/** The link of a game for the seat that one has, or had first. */
const ownLink = ({ id, tokens, mine }) => link(id, tokens[mine] ?? Object.values(tokens)[0]);

/** Lead on to a game of one's own that is not finished, if there is one: where one is to move, or else the last. */
function resume(known) {
  const open = known.filter(({ seen, mine, study }) => seen && !seen.over && !study && mine !== "watch");
  const game = open.find(isMyMove) ?? open[0];
  one("#resume").hidden = !game;
  if (!game) return;
  const turn = isMyMove(game) || game.mine === "both" ? ", your move" : "";
  one("#resume").replaceChildren(make("a", { href: ownLink(game) }, `Continue: ${game.title}${turn}`));
}

function list() {
  const known = games.all();
  resume(known);
  one("#none").hidden = known.length > 0;
  one("#games").replaceChildren(...known.map((game) => {
    const links = Object.entries(game.tokens).map(([seat, token]) => make("a", { href: link(game.id, token) },
      { attackers: "as the attackers", defenders: "as the defenders", both: "play", watch: "watch" }[seat] ?? seat));
    const forget = make("button", { type: "button", "aria-label": `Remove ${game.title} from this list` }, "Remove");
    forget.addEventListener("click", () => { games.remove(game.id); list(); });
    const picture = make("a", { className: "picture", href: ownLink(game), tabIndex: -1, "aria-hidden": "true" }, game.seen ? thumbnail(game.seen) : null);
    return make("li", {}, picture,
      make("strong", {}, game.title), make("p", {}, lastSeen(game)), make("div", { className: "row" }, ...links, forget));
  }));
}

// The rulesets.

function choose(label) {
  variant.value = label;
  one("#about").textContent = offers.get(label)?.about ?? "";
  for (const each of document.querySelectorAll(".pick")) each.setAttribute("aria-pressed", String(each.dataset.label === label));
}

/** Begin a game by rules with the seats that were chosen, and with a first move if one was made already. */
async function begin(label, { mine, pace = null, ...who }, first = null) {
  const { text, base } = offers.get(label);
  const rules = text === undefined ? { base: label } : { text, base };
  open({ ...await beginGame({ rules, seats: who, mine, pace }), first }, label);
}

/** The first board: a move on it begins a game for the side that begins, against the player that is chosen below. */
function door({ variant: label, door: { board, view } }, chosen) {
  const play = (first = null) => begin(label, chosen("computer", view.turn), first);
  const tell = () => {
    one("#door-about").textContent = `${offers.get(label).about} You play the ${view.turn} against the computer, ${computer()}: `
      + "click a piece and the square it goes to.";
  };
  const shown = mount(one("#door"), { send: ({ type, move }) => {
    if (type === "play") play(move).catch((error) => { status.textContent = error.message; });
  } });
  shown.show(board);
  shown.show(view);
  one("#door-title").textContent = `Begin here: ${sized(offers.get(label))}${label === "brandubh" ? ", ten minutes" : ""}`;
  tell();
  one("#seats").addEventListener("change", tell);
  const button = make("button", { type: "button", className: "main", "aria-label": `Play the computer, ${label}` }, "Play the computer");
  guarded(button, status, () => play());
  one("#door-begin").replaceChildren(button);
}

function pick(label, ...content) {
  const button = make("button", { type: "button", className: "pick", "aria-pressed": "false" }, ...content);
  button.dataset.label = label;
  button.addEventListener("click", () => {
    choose(label);
    one("#new").scrollIntoView({ block: "nearest" });
  });
  return button;
}

function player(label, chosen, className) {
  const button = make("button", { type: "button", className, "aria-label": `Play the computer, ${label}` }, "Play the computer");
  guarded(button, status, () => begin(label, chosen("computer")).catch((error) => {
    status.scrollIntoView({ block: "center" });
    throw error;
  }));
  return button;
}

const sized = ({ label, thumb }) => (thumb && !titled(label).includes("×") ? `${titled(label)} (${thumb.size}×${thumb.size})` : titled(label));

function card(offer, chosen) {
  return make("li", {}, pick(offer.label, offer.thumb ? thumbnail(offer.thumb) : null, sized(offer)), make("p", {}, offer.about),
    player(offer.label, chosen, "other"));
}

function entry(offer, chosen, drawing) {
  const picture = make("div", { className: "picture" });
  picture.draw = () => picture.replaceChildren(...(offer.thumb ? [thumbnail(offer.thumb)] : []));
  drawing.observe(picture);
  const found = make("li", {}, picture, make("strong", {}, sized(offer)), make("p", { title: offer.source ?? "" }, [offer.about, offer.source?.replaceAll(READ, "")].filter(Boolean).join(" ")),
    make("div", { className: "row" }, player(offer.label, chosen, ""), choice(offer.label)));
  found.words = `${offer.label} ${sized(offer)} ${offer.about} ${offer.source ?? ""}`.toLowerCase();
  return found;
}

function choice(label) {
  const button = make("button", { type: "button", "aria-label": `Set up ${label}` }, "Set up");
  button.addEventListener("click", () => {
    choose(label);
    variant.focus();
    one("#new").scrollIntoView({ block: "start" });
  });
  return button;
}

/** Show the entries that have all words of the filter; without one, the first of all until more are wanted. */
function filtered(entries) {
  const wanted = one("#filter").value.toLowerCase().replaceAll(/(\d)x(\d)/g, "$1×$2").split(/\s+/).filter(Boolean);
  let count = 0;
  for (const each of entries) {
    const fits = wanted.every((word) => each.words.includes(word));
    count += fits;
    each.hidden = !fits || (count > FEW && !wanted.length && !one("#more").hidden);
  }
  one("#count").textContent = count === entries.length ? `${count} variants.` : `${count} of ${entries.length} variants.`;
}

/** What there is to say of rules of the visitor's own, when it is known. */
async function described(offer, item) {
  const { about, thumb } = await ask("/api/rules/read", { text: offer.text });
  Object.assign(offer, { about: `${offer.about} ${about}`, thumb });
  item();
}

function show(offered, chosen) {
  const drawing = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter((each) => each.isIntersecting)) {
      target.draw();
      drawing.unobserve(target);
    }
  }, { rootMargin: "400px" });
  const own = [...offers.values()].filter((each) => each.text !== undefined);
  const first = offered.first.map((name) => offers.get(name));
  const cards = () => one("#cards").replaceChildren(...[...own.slice(0, 3), ...first].map((offer) => card(offer, chosen)));
  const entries = () => {
    const found = [...offers.values()].map((offer) => entry(offer, chosen, drawing));
    one("#rulesets").replaceChildren(...found);
    filtered(found);
    one("#filter").oninput = () => filtered(found);
    one("#more").onclick = () => {
      one("#more").hidden = true;
      filtered(found);
      found[FEW].querySelector("button").focus();
    };
    one("#more").disabled = false;
  };
  const all = () => { cards(); entries(); choose(variant.value); };
  all();
  Promise.allSettled(own.map((offer) => described(offer, () => {}))).then(() => { if (own.length) all(); });
}

list();
try {
  const offered = await ask("/api/offers");
  const given = fragment().get("rules");
  if (given) offers.set("the rules of this link", { text: given, about: "Made by whoever sent the link." });
  for (const [name, text] of Object.entries(ownRules.all())) offers.set(`${name} (yours)`, { text, about: "Made by you." });
  for (const rules of offered.rulesets) offers.set(rules.name, rules);
  for (const [label, offer] of offers) Object.assign(offer, { label, base: offered.variant });
  variant.replaceChildren(...[...offers.values()].map((offer) => make("option", { value: offer.label }, sized(offer))));
  variant.value = given ? "the rules of this link" : offered.variant;
  variant.addEventListener("change", () => choose(variant.value));
  const chosen = seats(one("#seats"), offered.players);
  show(offered, chosen);
  door(offered, chosen);
  guarded(one("#begin"), status, () => begin(variant.value, chosen()));
} catch (error) {
  status.textContent = error.message;
}
