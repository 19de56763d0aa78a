import { mount } from "./board.js";
import { ask, download, fragment, games, guarded, link, make, one } from "./site.js";

const id = location.pathname.split("/").at(-1);
const known = games.get(id);
const token = fragment().get("token") ?? Object.values(known?.tokens ?? {})[0] ?? "";
const connection = one("#connection");
const waits = [250, 500, 1000, 2000, 4000, 8000];
let socket;
let failures = 0;

const board = mount(one("#board"), {
  send(action) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(action));
    else board.show({ type: "refused", words: "not connected; the game is not lost" });
  },
});

function joined(message) {
  one("#title").textContent = message.title;
  document.title = `${message.title} – tafl`;
  connection.textContent = message.words;
  one("#doubt").textContent = message.doubt;
  one("#doubt").hidden = !message.doubt;
  const tokens = { ...known?.tokens, [message.role]: token };
  games.put({ id, title: message.title, tokens });
  const words = { attackers: "The attackers", defenders: "The defenders", both: "Both sides", watch: "Spectators" };
  const others = Object.entries(tokens).filter(([role]) => role !== message.role);
  one("#share").hidden = others.length === 0;
  one("#links").replaceChildren(...others.map(([role, each]) => {
    const input = make("input", { type: "text", readOnly: true, value: link(id, each), id: `link-${role}` });
    const button = make("button", { type: "button" }, "Copy");
    button.setAttribute("aria-label", `Copy the link: ${words[role]}`);
    button.addEventListener("click", async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(input.value);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Selected";
      }
    });
    return make("div", { className: "field" }, make("label", { htmlFor: input.id }, words[role]), make("div", { className: "row" }, input, button));
  }));
  const dialect = one("#dialect");
  if (!dialect.options.length) dialect.append(...message.dialects.map((name) => make("option", { value: name }, name)));
}

function connect() {
  let ended = false;
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}`);
  socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join", token })));
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "joined") {
      failures = 0;
      joined(message);
    } else if (message.type === "closed") {
      connection.textContent = message.words;
      ended = message.final;
    } else if (message.type === "notice") {
      connection.textContent = message.words;
    } else board.show(message);
  });
  socket.addEventListener("close", () => {
    if (ended) return;
    const wait = waits[Math.min(failures, waits.length - 1)];
    failures += 1;
    if (failures > 1) connection.textContent = "The connection is lost; trying again …";
    setTimeout(connect, wait);
  });
}

guarded(one("#save"), one("#saved"), async () => {
  const written = await ask(`/api/records/${id}`, { token, dialect: one("#dialect").value });
  download(`game-${id}${written.suffix}`, written.text);
  one("#saved").textContent = written.losses.length ? `Saved. This notation leaves out: ${written.losses.join(", ")}.` : "Saved.";
});

connect();
