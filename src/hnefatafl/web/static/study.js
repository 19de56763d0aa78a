import { ask } from "./host.js";
import { guarded, make, one, open } from "./site.js";

const status = one("#status");
const text = one("#record");
const variant = one("#variant");
let filename = "";

one("#file").addEventListener("change", async () => {
  const [file] = one("#file").files;
  if (!file) return;
  status.textContent = "";
  if (file.size > 1000000) status.textContent = "The file is too large.";
  else {
    text.value = await file.text();
    filename = file.name;
  }
});
text.addEventListener("input", () => { filename = ""; });

async function study(number) {
  const asked = { text: text.value, filename, number, rules: variant.value ? { base: variant.value } : null };
  const made = await ask("/api/studies", asked);
  if (made.id) {
    open(made, made.title);
    return;
  }
  one("#several").hidden = false;
  one("#games").replaceChildren(...made.games.map((title, index) => {
    const button = make("button", { type: "button" }, `${index + 1}. ${title}`);
    guarded(button, status, () => study(index + 1));
    return make("li", {}, button);
  }));
  one("#games button").focus();
}

guarded(one("#read"), status, () => study(null));
try {
  const offered = await ask("/api/offers");
  variant.replaceChildren(make("option", { value: "" }, "those of the record"),
    ...offered.rulesets.map((rules) => make("option", { value: rules.name }, rules.name)));
  // A link may have a position or a record behind its #, which stays in the browser until it is read.
  const linked = decodeURIComponent(location.hash.slice(1));
  if (linked) {
    text.value = linked;
    await study(null);
  }
} catch (error) {
  status.textContent = error.message;
}
