// The files of records that a server offers, on the pages that read one.

import { ask } from "./host.js";
import { make, one } from "./site.js";

/** Offer files by their names; `read` takes the text of the one that is chosen, and its name. */
export function served(names, status, read) {
  const choice = one("#served");
  one("#servedField").hidden = !names.length;
  choice.replaceChildren(make("option", { value: "" }, "choose one"), ...names.map((name) => make("option", { value: name }, name)));
  choice.addEventListener("change", async () => {
    if (!choice.value) return;
    status.textContent = "";
    try {
      const { text } = await ask(`/api/files/${encodeURIComponent(choice.value)}`);
      await read(text, choice.value.split("/").at(-1));
    } catch (error) {
      status.textContent = error.message;
    }
  });
}
