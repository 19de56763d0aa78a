// That it is somebody's move, where the page is not looked at: by its title and icon, and if it is wanted a sound and a notification.

import { make, one } from "./site.js";
import { store, stored } from "./storage.js";

const SOUNDS = { move: [[180, 0]], capture: [[180, 0], [120, 0.09]], end: [[262, 0], [330, 0.12], [392, 0.24]] }; // hertz, and when
const LENGTH = 0.14; // seconds
const MARKED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#2a2118"/><circle cx="16" cy="16" r="9" fill="#ffc94d"/></svg>')}`;

/** What can be switched on and off, and is kept. `allowed` says whether it can be on. */
function toggle(words, name, allowed) {
  const button = make("button", { type: "button", "aria-pressed": String(stored(name, false)) }, words);
  button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-pressed") !== "true" && await allowed();
    button.setAttribute("aria-pressed", on);
    store(name, on);
  });
  return button;
}

/** The switches for the menu of the board, and what takes the title of the page and each view on the board with the visitor's role. */
export function turns() {
  const icon = one("link[rel=icon]");
  const plain = icon.href;
  let audio = null;
  let title = document.title;
  let before = null;

  function play(name) {
    audio ??= new AudioContext();
    for (const [pitch, when] of SOUNDS[name]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + when;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.25, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + LENGTH);
    }
  }

  const sound = toggle("Sound", "tafl.sound", () => { play("move"); return true; });
  const notice = toggle("Notify me", "tafl.notice", async () => "Notification" in window && await Notification.requestPermission() === "granted");
  const isOn = (each) => each.getAttribute("aria-pressed") === "true";

  function stood(view, role) {
    const mine = view.live && !view.over && view.turn === role;
    document.title = mine ? `● Your move – ${title}` : title;
    icon.href = mine ? MARKED : plain;
    const isNew = before !== null && view.live && view.ply > before.ply;
    if (isNew && isOn(sound)) play(view.over ? "end" : Object.keys(view.captured).length ? "capture" : "move");
    if (isNew && mine && document.hidden && isOn(notice)) new Notification(title, { body: `It is your move. ${view.told}`, tag: location.href });
    if (view.live) before = view;
  }

  return { menu: [sound, notice], stood, title(words) { title = words; document.title = words; } };
}
