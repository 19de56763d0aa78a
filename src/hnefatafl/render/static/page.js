// A page that replays one game: the keys, and the place in the address.

import { replay } from "./replay.js";

const one = (selector) => document.querySelector(selector);
const game = replay(one("#board"), one("#moves"), JSON.parse(one("#data").textContent), (node) => {
  history.replaceState(null, "", `#${node}`);
});
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest?.(".squares")) return;
  event.preventDefault();
  game.step(name);
});
const hashed = () => game.show(Number(location.hash.slice(1) || NaN));
addEventListener("hashchange", hashed);
hashed();
