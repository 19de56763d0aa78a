// What stands around the board: the players above and below it, and the tabs and buttons of the panel beside it.

import { svg } from "./drawing.js";

const SOON = 20; // seconds in which a clock shows tenths
const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z", back: "M17 5 7 12l10 7z", play: "M5 5v14l9-7zM17 5v14M21 5v14", pause: "M8 5v14M16 5v14",
  forward: "M7 5v14l10-7z", last: "M18 5v14M5 5l10 7-10 7z", more: "M5 12h.1M12 12h.1M19 12h.1", hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0l-1 2H9z",
  take_back: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3", resign: "M6 21V4M6 5h12l-3 4 3 4H6", draw: "M5 9h14M5 15h14",
  roll: "M5 5h14v14H5zM9 9h.1M15 15h.1M15 9h.1M9 15h.1", stop: "M6 6h12v12H6z", pass: "M4 12h15M13 6l6 6-6 6", silent: "M5 5l14 14M19 5 5 19",
};
const PIPS = ["", "e", "ai", "aei", "acgi", "acegi", "acdfgi"]; // of each face, in nine places from a to i
let panels = 0;

/** An element with properties and children; names with a dash are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && !name.includes("-")) element[name] = value;
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Write on a button, with the icon of that name if there is one. */
export function caption(button, words, name = "") {
  const icon = name in ICONS ? make("span", { className: "icon" }, svg("0 0 24 24", `<path d="${ICONS[name]}"/>`)) : null;
  button.replaceChildren(...[icon, make("span", { className: "words" }, words)].filter((each) => each !== null));
}

/** Show what a die has thrown, which is `at` a place of the game; it rolls when it is thrown, and lies when it is drawn again. */
export function lay(die, face, at) {
  const throwing = `${at} ${face}`;
  if (die.dataset.throwing === throwing) return;
  die.dataset.throwing = throwing;
  const pip = (letter) => {
    const place = letter.charCodeAt() - 97;
    return `<circle cx="${6 + 6 * (place % 3)}" cy="${6 + 6 * Math.floor(place / 3)}" r="1.9"/>`;
  };
  const drawn = PIPS[face] ? [...PIPS[face]].map(pip).join("") : `<text x="12" y="16.5" text-anchor="middle">${face}</text>`;
  die.replaceChildren(...(face ? [svg("0 0 24 24", `<rect x="1" y="1" width="22" height="22" rx="4"/>${drawn}`)] : []));
}

/** The time on a clock, in words that are short. */
function time(seconds) {
  if (seconds < SOON) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  const two = (value) => String(value).padStart(2, "0");
  if (days) return `${days} d ${hours}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * The bars of the two sides: `bars` has their elements. `count` takes the men on the board and those that were lost, and
 * `tell` the players' names, and the clocks: the seconds left to both sides, and whose clock runs.
 */
export function players() {
  const sides = ["attackers", "defenders"];
  const made = Object.fromEntries(sides.map((side) => {
    const parts = Object.fromEntries(["sign", "name", "men", "lost", "clock"].map((name) => [name, make("span", { className: name })]));
    return [side, { ...parts, element: make("div", { className: "player", "data-side": side }, ...Object.values(parts)) }];
  }));
  let clock = null;
  let tick = 0;

  function run() {
    for (const side of sides) {
      const runs = clock.running === side;
      const spent = runs ? (performance.now() - clock.at) / 1000 : 0;
      made[side].clock.textContent = time(Math.max(0, clock.left[side] - spent));
      made[side].clock.classList.toggle("runs", runs);
    }
  }

  return {
    bars: Object.fromEntries(sides.map((side) => [side, made[side].element])),
    count(side, men, king, lost) {
      made[side].men.replaceChildren(`${men} ${men === 1 ? side.slice(0, -1) : side}`, ...(king ? [make("span", { className: "king" }, " and the king")] : []));
      made[side].lost.textContent = lost > 0 ? `${lost} lost` : "";
    },
    tell({ names = {}, clock: told = null }) {
      for (const [side, name] of Object.entries(names)) made[side].name.textContent = name;
      if (told === null) return;
      clock = { ...told, at: performance.now() };
      clearInterval(tick);
      if (clock.running) tick = setInterval(run, 200);
      run();
    },
  };
}

/**
 * Panels by their names, of which one is shown, each with a tab in `list`. `chosen` is called with the one that the
 * reader chooses. `open` shows one, `offer` says whether one has a tab, and `shown` returns the name of the one in view.
 */
export function tabbed(contents, chosen) {
  const number = ++panels;
  const names = Object.keys(contents);
  const tabs = names.map((name, index) => make("button", {
    type: "button", role: "tab", id: `tafl-tab-${number}-${index}`, "aria-controls": `tafl-panel-${number}-${index}`,
  }, name));
  const list = make("div", { className: "tabs", role: "tablist", "aria-label": "Beside the board" }, ...tabs);
  let shown = names[0];

  function open(name) {
    shown = name;
    for (const [index, tab] of tabs.entries()) {
      const is = names[index] === name;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
      contents[names[index]].hidden = !is;
    }
  }

  for (const [index, name] of names.entries()) {
    const panel = contents[name];
    panel.classList.add("tab");
    Object.assign(panel, { id: `tafl-panel-${number}-${index}`, tabIndex: 0 });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tabs[index].id);
    tabs[index].addEventListener("click", () => { open(name); chosen(name); });
    tabs[index].addEventListener("mousedown", (event) => event.preventDefault()); // the arrow keys go on stepping through the moves
  }
  list.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const seen = tabs.filter((tab) => !tab.hidden);
    if (!way) return;
    event.preventDefault();
    seen.at((seen.indexOf(event.target) + way) % seen.length).focus();
  });
  open(shown);
  return {
    list, open, all: Object.values(contents), shown: () => shown,
    offer(name, is) {
      tabs[names.indexOf(name)].hidden = !is;
      list.hidden = tabs.filter((tab) => !tab.hidden).length < 2;
      if (!is && shown === name) open(names[0]);
    },
  };
}
