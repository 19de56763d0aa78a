// The page of the explorer: a board on which the moves that were played are made.

import { mount } from "./board.js";
import { explorer } from "./explorer.js";
import { one } from "./site.js";

let moves = [];
const exploring = explorer({
  moves: () => moves,
  play: (move) => exploring.find([...moves, move]),
  tell: (words) => board.show({ type: "refused", words }),
  found(answer, next) {
    moves = next;
    board.show(answer.board);
    board.show(answer.view);
  },
});
const board = mount(one("#board"), { send, tabs: { Explorer: [exploring.element] } });
board.open("Explorer");

/** What the board asks for: the moves to the place that is shown are all that is kept. */
function send(action) {
  if (action.type === "play") exploring.find([...moves, action.move]);
  else if (action.type === "take_back") exploring.find(moves.slice(0, -1));
  else if (action.type === "go") exploring.find(moves.slice(0, action.node));
  else board.show({ type: "refused", words: "this is not possible here" });
}

exploring.begin(true);
