// What a game between people has beside its board: who is here, offers, clocks, and what follows when it is over.

import { link } from "./host.js";
import { make, open } from "./site.js";

const SIDES = { attackers: "Attackers", defenders: "Defenders" };
const PATIENCE = 4000; // milliseconds after which whoever has not come back has left: a page that is loaded again is back sooner

function button(label, work, className = "") {
  const made = make("button", { type: "button", className }, label);
  made.addEventListener("click", work);
  return made;
}

/**
 * What stands beside a board. `send` sends actions, `tell` announces words, `review` looks for mistakes. `extra` of the result
 * belongs into the panel of the board, under the title; `stood` takes each view that is on the board, and `show` messages; it returns
 * whether one was for it.
 */
export function people({ send, tell, review }) {
  let role = null;
  let present = null;
  let over = false;
  const leaving = {};

  const who = make("p", { className: "who", hidden: true });

  const words = make("p");
  const accept = button("Accept", () => send({ type: "answer", accept: true }), "main");
  const decline = button("Decline", () => send({ type: "answer", accept: false }));
  const offer = make("div", { className: "offer", role: "group", "aria-label": "Offer", hidden: true }, words,
    make("div", { className: "row" }, accept, decline));

  const title = make("h2", { id: "over-title" });
  const follow = (what) => () => send({ type: "offer", what });
  const mistakes = button("Find my mistakes", () => { card.hidden = true; review(); });
  const games = [button("Rematch", follow("rematch"), "main"), button("Swap sides", follow("swapped"))];
  const close = button("Close", () => { card.hidden = true; }, "close");
  const next = make("p", { hidden: true });
  const card = make("section", { className: "over", "aria-labelledby": "over-title", hidden: true }, title,
    make("div", { className: "row" }, ...games, mistakes, close), next);
  const extra = make("div", { className: "extra" }, who, offer, card);

  const plays = () => role === "attackers" || role === "defenders";
  const isShared = () => present !== null && Object.keys(present.here).length === 2;

  function joined(message) {
    role = message.role;
    for (const each of games) each.hidden = role === "watch" || message.study;
    mistakes.hidden = role === "watch";
    mistakes.textContent = plays() ? "Find my mistakes" : "Find the mistakes";
    games[1].hidden ||= !plays();
  }

  // Who is here.

  function shown() {
    const others = Object.entries(present.here).filter(([side]) => side !== role);
    const here = isShared() ? others.map(([side, is]) => `${SIDES[side]}: ${is ? "here" : "not here"}.`) : [];
    const watching = present.watching - (role === "watch" ? 1 : 0);
    const counted = watching ? [`${watching} ${watching === 1 ? "spectator" : "spectators"}.`] : [];
    who.textContent = [...here, ...counted].join(" ");
    who.hidden = !who.textContent;
  }

  function met(message) {
    const before = present;
    present = message;
    shown();
    for (const [side, is] of isShared() ? Object.entries(message.here) : []) {
      if (side === role || before === null || before.here[side] === is) continue;
      if (is && leaving[side]) {
        clearTimeout(leaving[side]);
        leaving[side] = 0;
      } else if (is) tell(`The ${side} are here.`);
      else leaving[side] = setTimeout(() => { leaving[side] = 0; tell(`The ${side} have left.`); }, PATIENCE);
    }
  }

  // Offers, and the end.

  function offered(message) {
    const isOwn = message.side === role;
    offer.hidden = message.what === null;
    words.textContent = isOwn ? `You ${message.words.replace(/^The \w+ /, "")}` : message.words;
    accept.hidden = isOwn || !plays();
    decline.hidden = !plays();
    decline.textContent = isOwn ? "Withdraw" : "Decline";
    if (message.what !== null) tell(words.textContent);
    for (const each of games) each.disabled = message.what !== null && isOwn;
  }

  function stood(view) {
    if (!view.live) return;
    if (view.over && !over) {
      const kind = view.winner === null ? "drawn" : plays() && view.winner !== role ? "lost" : "won";
      title.textContent = kind === "drawn" ? "A draw" : plays() ? { won: "You win", lost: "You lose" }[kind] : `The ${view.winner} win`;
      card.className = `over ${kind}`;
      card.hidden = false;
    } else if (!view.over) card.hidden = true;
    over = view.over;
  }

  function followed({ game }) {
    if (role !== "watch") open(game, game.title);
    else {
      next.replaceChildren("The players have begun ", make("a", { href: link(game.id, game.tokens.watch) }, "another game"), ".");
      next.hidden = false;
      card.hidden = false;
    }
  }

  const answers = { present: met, offer: offered, made: followed };

  function show(message) {
    if (message.type === "joined") joined(message);
    answers[message.type]?.(message);
    return message.type in answers;
  }

  return { show, stood, extra };
}
