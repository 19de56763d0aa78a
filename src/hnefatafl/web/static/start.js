import { ask, games, guarded, make, one, open, seats, serverKey, link } from "./site.js";

serverKey();
const variant = one("#variant");
const status = one("#status");
let about = {};

function list() {
  const known = games.all();
  one("#none").hidden = known.length > 0;
  one("#games").replaceChildren(...known.map((game) => {
    const links = Object.entries(game.tokens).map(([seat, token]) => make("a", { href: link(game.id, token) },
      { attackers: "as the attackers", defenders: "as the defenders", both: "play", watch: "watch" }[seat] ?? seat));
    const forget = make("button", { type: "button", "aria-label": `Remove ${game.title} from this list` }, "Remove");
    forget.addEventListener("click", () => { games.remove(game.id); list(); });
    return make("li", {}, make("div", { className: "row" }, make("span", {}, `${game.title}:`), ...links, forget));
  }));
}

list();
try {
  const offered = await ask("/api/offers");
  variant.replaceChildren(...offered.rulesets.map((rules) => make("option", { value: rules.name }, `${rules.name} (${rules.size}×${rules.size})`)));
  about = Object.fromEntries(offered.rulesets.map((rules) => [rules.name, rules.about]));
  variant.value = offered.variant;
  const chosen = seats(one("#seats"), offered.players);
  const tell = () => { one("#about").textContent = about[variant.value] ?? ""; };
  variant.addEventListener("change", tell);
  tell();
  guarded(one("#begin"), status, async () => {
    const { mine, ...who } = chosen();
    open(await ask("/api/games", { rules: { base: variant.value }, seats: who, mine }), variant.value);
  });
} catch (error) {
  status.textContent = error.message;
}
