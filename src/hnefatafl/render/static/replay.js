// A game that is only looked at: its moves are links of the page, each with what it changes on the board.

import { mount } from "./board.js";

/** Let the links of a list move a board; `moved` takes the number of each place that is gone to. */
export function replay(element, list, data, moved = () => {}) {
  const links = [...list.querySelectorAll("[data-node]")];
  const nodes = new Map(links.map((link) => [Number(link.dataset.node), link]));
  const words = (text) => (text ?? "").split(",").filter(Boolean);
  const told = (link) => [link.dataset.who, link.parentNode.textContent.trim()].filter(Boolean).join(" ");
  const parent = (link) => (link.dataset.parent === undefined ? null : Number(link.dataset.parent));
  const tree = links.map((link) => [Number(link.dataset.node), link.textContent, 0, parent(link)]);

  /** The pieces after the moves that lead to a link. A stop changes nothing. */
  function pieces(link) {
    const way = [];
    for (let at = link; at; at = nodes.get(parent(at))) way.unshift(at);
    const found = {};
    for (const each of way) {
      for (const [, square, letter] of (each.dataset.changes ?? "").matchAll(/([a-u]\d+)(\D)/g)) {
        if (letter === ".") delete found[square];
        else found[square] = letter;
      }
    }
    return found;
  }

  const turn = (node) => /Attackers|Defenders/.exec(children(node)[0]?.dataset.who)?.[0].toLowerCase();
  const children = (node) => links.filter((link) => parent(link) === node);

  function view(node) {
    const link = nodes.get(node);
    const before = nodes.get(parent(link));
    const was = before ? pieces(before) : {};
    const now = pieces(link);
    const taken = words(link.dataset.taken);
    const move = [...new Set((link.dataset.move ?? "").split("-").filter(Boolean))];
    const moves = {};
    for (const child of children(node)) {
      const [from, to] = child.dataset.move.split("-");
      if (to && from !== to) (moves[from] ??= []).push(to);
    }
    return {
      type: "view", node, live: true, pieces: now, move,
      // Who falls where he has gone to stood where the move began.
      captured: Object.fromEntries(taken.map((square) => [square, was[square] ?? was[move[0]]])),
      turned: taken.filter((square) => now[square] && now[square] !== "K"),
      ties: words(link.dataset.ties).map((tie) => tie.split("-")),
      moves, actions: [], locked: "this page has no move of it here", turn: turn(node), told: told(link), state: children(node).length ? "" : list.dataset.end ?? "", tree,
      comment: "", shapes: words(link.dataset.shapes), // the comment is told with the move
    };
  }

  let now = null;
  function show(node) {
    if (!nodes.has(node) || node === now) return;
    if (now !== null) moved(node);
    now = node;
    board.show(view(node));
  }

  const board = mount(element, {
    list,
    send(action) {
      if (action.type === "play") {
        const found = children(now).find((link) => link.dataset.move === action.move);
        if (!found) board.show({ type: "refused", words: `This page does not have the move ${action.move} here.` });
        else show(Number(found.dataset.node));
      } else if (action.type === "go") show(action.node);
    },
  });
  board.show(data);
  show(Number(list.dataset.shown ?? 0));
  return { show, node: () => now };
}
