import { ask, link } from "./host.js";
import { fragment, games, guarded, make, one, open, ownRules, seats } from "./site.js";

const variant = one("#variant");
const status = one("#status");
let about = {};
const own = new Map();

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
  const offer = (label, text) => {
    own.set(label, text);
    about[label] = "Made by the form of rules.";
    variant.prepend(make("option", { value: label }, label));
  };
  for (const [name, text] of Object.entries(ownRules.all())) offer(`${name} (yours)`, text);
  const given = fragment().get("rules");
  if (given) {
    offer("the rules of this link", given);
    variant.value = "the rules of this link";
  }
  const chosen = seats(one("#seats"), offered.players);
  const tell = () => { one("#about").textContent = about[variant.value] ?? ""; };
  variant.addEventListener("change", tell);
  tell();
  guarded(one("#begin"), status, async () => {
    const { mine, ...who } = chosen();
    const made = own.has(variant.value) ? await ask("/api/rules/read", { text: own.get(variant.value) }) : null;
    const rules = made ? { name: made.name, options: made.options, base: made.base || offered.variant } : { base: variant.value };
    open(await ask("/api/games", { rules, seats: who, mine }), made?.name ?? variant.value);
  });
} catch (error) {
  status.textContent = error.message;
}
