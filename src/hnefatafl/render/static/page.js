// A page that replays one game: the place in the address.

import { replay } from "./replay.js";

const one = (selector) => document.querySelector(selector);
const game = replay(one("#board"), one("#moves"), JSON.parse(one("#data").textContent), (node) => {
  history.replaceState(null, "", `#${node}`);
});
const hashed = () => game.show(Number(location.hash.slice(1) || NaN));
addEventListener("hashchange", hashed);
hashed();
