import { animated, pixels } from "./animated.js";
import { mount } from "./board.js";
import { ask, here, join, link, page } from "./host.js";
import { people } from "./people.js";
import { review } from "./review.js";
import { copier, download, fragment, games, gone, guarded, make, one } from "./site.js";

const { id, token: given } = here();
const known = games.get(id);
const token = given ?? Object.values(known?.tokens ?? {})[0] ?? "";
const connection = one("#connection");
// All that screen readers announce on this page is in one place, that of the board.
const saved = { set textContent(words) { one("#saved").textContent = words; if (words) board.show({ type: "notice", words }); } };
const beside = people({
  send: (action) => send(action), tell: (words) => board.show({ type: "notice", words }), save: () => one("#save").click(),
});
const board = mount(one("#board"), { send: (action) => send(action), extra: beside.extra, shown });
one(".title").after(beside.line);
const reviewing = review({
  go(node) {
    send({ type: "go", node });
    one("#board").scrollIntoView({ block: "nearest" });
  },
  again: (node) => send({ type: isStudy ? "go" : "continue", node }),
  place: () => board.view(),
  tell: (words) => board.show({ type: "notice", words }),
});
one("#board").after(reviewing.element);

function shown(view) {
  beside.stood(view);
  reviewing.stood();
}

let isStudy = false;

function joined(message) {
  isStudy = message.study;
  one("#title").textContent = message.title;
  document.title = `${message.title} – tafl`;
  connection.textContent = message.words;
  one("#doubt").textContent = message.doubt;
  one("#doubt").hidden = !message.doubt;
  const tokens = { ...known?.tokens, [message.role]: token };
  games.put({ id, title: message.title, tokens, mine: message.role });
  const words = { attackers: "The attackers", defenders: "The defenders", both: "Both sides", watch: "Spectators" };
  const others = Object.entries(tokens).filter(([role]) => role !== message.role);
  one("#share").hidden = others.length === 0;
  one("#links").replaceChildren(...others.map(([role, each]) => {
    const input = make("input", { type: "text", readOnly: true, value: link(id, each), id: `link-${role}` });
    const button = copier("Copy", () => input.value, input);
    button.setAttribute("aria-label", `Copy the link: ${words[role]}`);
    return make("div", { className: "field" }, make("label", { htmlFor: input.id }, words[role]), make("div", { className: "row" }, input, button));
  }));
  const dialect = one("#dialect");
  if (!dialect.options.length) dialect.append(...message.dialects.map((name) => make("option", { value: name }, name)));
}

/** Keep how the game stands; at the first look, go to where its record departs from the rules. */
function seen(view) {
  games.see(id, size, view);
  const node = jump === null ? undefined : view.tree?.filter(([, , depth]) => depth === 0)[Number(jump)]?.[0];
  jump = null;
  if (node !== undefined) setTimeout(() => send({ type: "go", node }));
}

let size = 0;
let jump = fragment().get("at");

function show(message) {
  if (message.type === "board") ({ size } = message);
  else if (message.type === "view" && message.live) seen(message);
  if (beside.show(message)) return;
  if (reviewing.show(message)) return;
  if (message.type === "joined") joined(message);
  else if (message.type === "closed" && message.final) gone(message.words);
  else if (message.type === "closed") connection.textContent = message.words;
  else board.show(message);
}

guarded(one("#save"), saved, async () => {
  const written = await ask(`/api/records/${id}`, { token, dialect: one("#dialect").value });
  download(`game-${id}${written.suffix}`, written.text);
  saved.textContent = written.losses.length ? `Saved. This notation leaves out: ${written.losses.join(", ")}.` : "Saved.";
});

one("#save").after(copier("Copy a link to its record", async () => {
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
