// The board in a notebook: what it shows are traits of the widget, and what is done on it are its messages.

import { make, mount } from "./board.js";

/** The colours of the notebook, where it says them. */
function scheme() {
  const lab = document.body.dataset.jpThemeLight;
  if (lab !== undefined) return lab === "true" ? "light" : "dark";
  if (document.body.classList.contains("vscode-light")) return "light";
  return document.body.classList.contains("vscode-dark") ? "dark" : "auto";
}

function render({ model, el }) {
  const inner = make("div", { "data-lm-suppress-shortcuts": "true" }); // the keys are the board's, not JupyterLab's
  inner.style.padding = ".75rem";
  el.append(inner);
  const board = mount(inner, { send: (action) => model.send(action) });
  const shown = {};
  // Several traits can change at once: whichever event comes first shows them in this order.
  function show() {
    for (const name of ["_board", "_view", "_analysis"]) {
      const value = model.get(name);
      if (value !== shown[name] && value?.type) board.show(value);
      shown[name] = value;
    }
    const theme = model.get("theme") === "auto" ? scheme() : model.get("theme");
    for (const name of ["light", "dark"]) inner.classList.toggle(name, theme === name);
  }
  const events = ["change:_board", "change:_view", "change:_analysis", "change:theme"];
  for (const event of events) model.on(event, show);
  model.on("msg:custom", board.show);
  show();
  return () => {
    for (const event of events) model.off(event, show);
    model.off("msg:custom", board.show);
  };
}

export default { render };
