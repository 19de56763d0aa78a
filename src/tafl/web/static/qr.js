// QR codes of links (ISO 18004), for the phone beside: bytes, correction level L, versions 1 to 6, the first mask.

import { make } from "./site.js";

const DATA = [19, 34, 55, 80, 108, 136]; // bytes of data by version; version 6 has them in two blocks
const CHECK = [7, 10, 15, 20, 26, 18]; // bytes of correction of each block
const FORMAT = 0x77c4; // level L, mask 0
const [EXP, LOG] = [[], []];
for (let power = 0, value = 1; power < 255; power += 1) {
  [EXP[power], LOG[value]] = [value, power];
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

/** The bytes of correction of a block (Reed and Solomon). */
function checks(block, count) {
  let divisor = [1];
  for (let power = 0; power < count; power += 1) {
    divisor = [...divisor, 0].map((value, at) => value ^ times(divisor[at - 1] ?? 0, EXP[power]));
  }
  const rest = [...block, ...Array(count).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at];
    for (const [index, value] of divisor.entries()) rest[at + index] ^= times(value, factor);
  }
  return rest.slice(block.length);
}

/** All bytes of a code of that version, in their order. */
function bytes(content, version) {
  const size = DATA[version - 1];
  const bits = [[4, 4], [content.length, 8], ...Array.from(content, (byte) => [byte, 8]), [0, 4]].map(([value, length]) => value.toString(2).padStart(length, "0")).join("");
  const data = bits.match(/.{8}/g).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const count = version === 6 ? 2 : 1;
  const blocks = Array.from({ length: count }, (_, index) => data.slice((index * size) / count, ((index + 1) * size) / count));
  const mixed = (parts) => parts[0].flatMap((_, at) => parts.map((part) => part[at]));
  return [...mixed(blocks), ...mixed(blocks.map((block) => checks(block, CHECK[version - 1])))];
}

/** The rows of a code, true where it is dark; null for a text that is too long. */
export function modules(text) {
  const content = new TextEncoder().encode(text);
  const version = DATA.findIndex((size) => content.length + 2 <= size) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (row, column, radius, isDark) => {
    for (let y = row - radius; y <= row + radius; y += 1) {
      for (let x = column - radius; x <= column + radius; x += 1) {
        if (rows[y]?.[x] !== undefined) rows[y][x] = isDark(Math.max(Math.abs(y - row), Math.abs(x - column)));
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, 4, (away) => away !== 2 && away !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (away) => away !== 1);
  for (let at = 8; at < size - 8; at += 1) rows[6][at] = rows[at][6] = at % 2 === 0;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = Boolean((FORMAT >> bit) & 1);
    if (bit < 8) rows[bit < 6 ? bit : bit + 1][8] = rows[8][size - 1 - bit] = isDark;
    else rows[8][bit === 8 ? 7 : 14 - bit] = rows[size - 15 + bit][8] = isDark;
  }
  rows[size - 8][8] = true;
  const bits = bytes(content, version).flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  let next = 0;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp) { // past the column of the timing
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (rows[row][column] === null) rows[row][column] = Boolean((bits[next++] ?? 0) ^ ((row + column) % 2 === 0));
      }
    }
  }
  return rows;
}

/** A picture of the code of a text; null where it is too long for one. */
export function code(text, label) {
  const rows = modules(text);
  if (rows === null) return null;
  const whole = rows.length + 8;
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}"><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path d="${dark}"/></svg>`;
  return make("img", { className: "code", alt: label, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}
