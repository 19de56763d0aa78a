// A small picture of a board, drawn from the message that hnefatafl.render._scene writes.

const SPACE = "http://www.w3.org/2000/svg";
const UNIT = 10;
const FILES = "abcdefghijklmnopqrstu";

function place(name, size) {
  return [FILES.indexOf(name[0]) * UNIT, (size - Number(name.slice(1))) * UNIT];
}

/** The pieces of a position record: squares from rank 1 up, each a letter, and numbers of empty squares. */
function pieces(record, size) {
  const found = [];
  record.split("/").filter(Boolean).forEach((text, rank) => {
    let file = 0;
    for (const [token] of text.matchAll(/\d+|[a-zA-Z]/g)) {
      if (Number(token)) file += Number(token);
      else found.push([token, (file++) * UNIT, (size - 1 - rank) * UNIT]);
    }
  });
  return found;
}

/** The picture, which says nothing to screen readers: what stands beside it does. */
export function thumbnail({ size, board, throne = "", corners = "", zones = "" }) {
  const width = size * UNIT;
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("class", "thumb");
  svg.setAttribute("viewBox", `-1 -1 ${width + 2} ${width + 2}`);
  svg.setAttribute("aria-hidden", "true");
  const draw = (name, data) => {
    if (!data) return;
    const path = document.createElementNS(SPACE, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", data);
    svg.append(path);
  };
  const squares = (names) => names.split(" ").filter(Boolean).map((name) => `M${place(name, size)}h${UNIT}v${UNIT}h-${UNIT}z`).join("");
  draw("ground", `M0 0h${width}v${width}h-${width}z`);
  draw("zone", squares(zones));
  draw("corner", squares(corners));
  draw("throne", squares(throne));
  const steps = Array.from({ length: size + 1 }, (_, step) => step * UNIT);
  draw("grid", steps.map((step) => `M${step} 0v${width}M0 ${step}h${width}`).join(""));
  const standing = pieces(board, size);
  const round = (x, y, radius) => `M${x + 5 - radius} ${y + 5}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
  const all = (which, shape) => standing.filter(([letter]) => which(letter)).map(([, x, y]) => shape(x, y)).join("");
  draw("attackers", all((letter) => letter !== "K" && letter === letter.toLowerCase(), (x, y) => `M${x + 2} ${y + 2}h6v6h-6z`));
  draw("defenders", all((letter) => letter !== "K" && letter !== letter.toLowerCase(), (x, y) => round(x, y, 3.2)));
  draw("defenders", all((letter) => letter === "K", (x, y) => round(x, y, 4.2)));
  draw("king", all((letter) => letter === "K", (x, y) => `M${x + 2.6} ${y + 7}v-3.6l1.3 1.3 1.1-2.2 1.1 2.2 1.3-1.3v3.6z`));
  return svg;
}
