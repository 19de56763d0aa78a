// A page of several games: each gets a board when it is opened; its line has a place in the address.

import { replay } from "./replay.js";

const data = JSON.parse(document.querySelector("#data").textContent);

for (const entry of document.querySelectorAll("details.game")) {
  let game = null;
  entry.addEventListener("toggle", () => {
    if (game || !entry.open) return;
    const list = entry.querySelector(".game-moves");
    game = replay(list.parentNode, list, data);
    list.addEventListener("click", (event) => {
      const link = event.target.closest("[data-node]");
      if (!link) return;
      event.preventDefault(); // its address is that of a page with one game
      game.show(Number(link.dataset.node));
    });
  });
}

function open() {
  const entry = document.getElementById(location.hash.slice(1));
  if (!entry?.matches("details.game")) return;
  entry.open = true;
  entry.scrollIntoView();
}

addEventListener("hashchange", open);
open();
