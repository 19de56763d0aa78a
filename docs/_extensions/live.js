// Plays on the boards of the pages and runs the examples of tutorials, in this browser. Nothing is loaded before a click, but
// for the board of the first page.

(() => {
  const root = new URL("../play/", document.currentScript.src);
  const load = (name) => import(new URL(`static/${name}`, root));
  const choice = (label, values, chosen) => {
    const select = document.createElement("select");
    for (const value of values) select.add(new Option(value, value, false, value === chosen));
    const around = document.createElement("label");
    around.append(`${label} `, select);
    return [around, select];
  };
  const button = (words, work) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", work);
    return made;
  };
  const status = () => {
    const made = document.createElement("span");
    made.setAttribute("role", "status");
    return made;
  };
  const LOADING = "Loading …";

  /** An element for a board, with the theme of the page, which readers can change. */
  function themed() {
    const element = document.createElement("div");
    const theme = () => {
      for (const name of ["light", "dark"]) element.classList.toggle(name, document.body.dataset.theme === name);
    };
    new MutationObserver(theme).observe(document.body, { attributeFilter: ["data-theme"] });
    theme();
    return element;
  }

  /**
   * A line with a button that begins a game, and with what is to be said. `prepare` takes what asks the site, and returns
   * the element of the board, what joins the game, and what is done when it has begun.
   */
  function beginning(words, prepare) {
    const state = status();
    async function begin() {
      go.disabled = true;
      state.textContent = LOADING;
      try {
        const [{ ask, join }, { mount }] = await Promise.all([load("host.js"), load("board.js")]);
        const { element, game, begun } = await prepare(ask);
        const board = mount(element, { send: (action) => send(action) });
        const show = (message) => {
          if (message.type === "notice" || message.type === "closed") state.textContent = message.words;
          else if (message.type === "joined") {
            begun();
            state.textContent = "";
            go.textContent = "Begin again";
          } else board.show(message);
        };
        const [name, seat, given] = game;
        const send = join(name, seat, show, given);
      } catch (error) {
        state.textContent = error.message;
      }
      go.disabled = false;
    }
    const go = button(words, begin);
    const bar = document.createElement("p");
    bar.className = "live";
    bar.append(go, " ", state);
    return { bar, begin };
  }

  // A board that shows a position: both sides are played from there.

  function placed(script) {
    const { rules, record } = JSON.parse(script.textContent);
    const figure = script.previousElementSibling;
    const { bar } = beginning("Play from here", () => {
      const element = themed();
      const seats = { attackers: "screen", defenders: "screen" };
      const description = JSON.stringify({ title: "", record: JSON.stringify(record), seats, tokens: {}, doubt: "", pace: null });
      const begun = () => {
        figure.querySelector(".tafl-picture").replaceChildren(element);
        figure.classList.add("playing");
      };
      return { element, game: ["placed", "both", { description, rules }], begun };
    });
    script.after(bar);
  }

  // The board of a ruleset.

  function playable(list) {
    const figure = list.previousElementSibling;
    const [sideLabel, side] = choice("You play", ["the attackers", "the defenders", "both sides"], "the attackers");
    const [levelLabel, level] = choice("Level", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "3");
    const { bar, begin } = beginning("Play it here", async (ask) => {
      const mine = side.value === "both sides" ? null : side.value.split(" ")[1];
      const player = mine ? `alphabeta:level=${level.value}` : "screen";
      const seats = { attackers: player, defenders: player, ...(mine ? { [mine]: "link" } : {}) };
      const made = await ask("/api/games", { rules: { base: list.dataset.rules }, seats, mine });
      figure.classList.add("playing");
      list.hidden = true;
      const element = figure.querySelector(".tafl-board"); // that of the first moves, which follows the theme of the page
      return { element, game: [made.id, made.mine, made], begun() {} };
    });
    bar.prepend(sideLabel, " ", levelLabel, " ");
    figure.before(bar);
    if ("now" in list.dataset) begin();
  }

  // The examples of a tutorial: each runs after those before it.

  function runnable(blocks) {
    let done = 0;
    const shown = blocks.map(() => null);

    async function files(source) {
      const names = [...new Set([...source.matchAll(/"(examples\/[\w./]+)"/g)].map((found) => found[1]))];
      const texts = await Promise.all(names.map(async (name) => (await fetch(new URL(name, root))).text()));
      return Object.fromEntries(names.map((name, index) => [name, texts[index]]));
    }

    async function run(index, state, start) {
      start.disabled = true;
      state.textContent = LOADING;
      try {
        const { run: runs } = await load("host.js");
        for (; done <= index; done += 1) {
          // Sphinx shows empty lines of an output as such; otherwise there are none within a block.
          const source = blocks[done].textContent.trimEnd().replace(/^\s*$/gm, "<BLANKLINE>");
          shown[done] = await runs(source, await files(source));
        }
        const { output, differs } = shown[index];
        const result = start.parentElement.querySelector("pre") ?? document.createElement("pre");
        result.textContent = output;
        result.hidden = !output;
        result.tabIndex = 0;
        start.parentElement.append(result);
        state.textContent = differs ? "This is not what the page shows." : output ? "As the page shows:" : "It ran, and printed nothing.";
      } catch (error) {
        state.textContent = error.message;
      }
      start.disabled = false;
    }

    blocks.forEach((block, index) => {
      const state = status();
      const start = button("Run", () => run(index, state, start));
      const bar = document.createElement("div");
      bar.className = "live run";
      bar.append(start, " ", state);
      block.after(bar);
    });
  }

  if (location.protocol === "file:") return; // browsers load no modules from files
  for (const list of document.querySelectorAll(".first-moves-list[data-rules]")) playable(list);
  [...document.querySelectorAll("script.placed-board")].filter((each) => !each.closest(".cards")).forEach(placed);
  const doctests = [...document.querySelectorAll("article .doctest, article .highlight-pycon")];
  if (location.pathname.includes("/tutorial/")) runnable(doctests.filter((block) => !block.parentElement.closest(".doctest")));
})();
