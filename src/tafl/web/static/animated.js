// Pictures as pixels, and several of one size as one that is animated (APNG), as hnefatafl.render.png makes it. Where only still
// pictures are shown, it is the last one.

import { make } from "./board.js";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TIME = 1200; // milliseconds that a picture is shown
const LAST = 4000; // milliseconds that the last one is shown
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** A picture in SVG as PNG. */
export async function pixels(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

/** Numbers of so many bytes each, the highest byte first. */
const packed = (size, ...numbers) => numbers.flatMap((number) => Array.from({ length: size }, (_, index) => (number >>> (8 * (size - 1 - index))) & 255));

function chunk(name, ...parts) {
  const content = new Uint8Array([...new TextEncoder().encode(name), ...parts.flatMap((part) => [...part])]);
  let rest = ~0;
  for (const byte of content) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return new Blob([new Uint8Array(packed(4, content.length - 4)), content, new Uint8Array(packed(4, ~rest))]);
}

/** The chunks of a PNG, each with its name and its data. */
function chunks(content) {
  const view = new DataView(content);
  const found = [];
  for (let at = SIGNATURE.length; at < content.byteLength;) {
    const size = view.getUint32(at);
    found.push([new TextDecoder().decode(content.slice(at + 4, at + 8)), new Uint8Array(content, at + 8, size)]);
    at += size + 12;
  }
  return found;
}

/** Pictures in SVG, all of one size, as one PNG that shows one after another, for ever. */
export async function animated(pictures) {
  const drawn = [];
  for (const svg of pictures) drawn.push(chunks(await (await pixels(svg)).arrayBuffer()));
  const [[, header]] = drawn[0];
  const data = drawn.map((all) => all.filter(([name]) => name === "IDAT").map(([, part]) => part));
  const parts = [chunk("IHDR", header), chunk("acTL", packed(4, data.length, 0)), chunk("IDAT", ...data.at(-1))];
  data.forEach((part, number) => {
    const time = number === data.length - 1 ? LAST : TIME;
    parts.push(chunk("fcTL", packed(4, 2 * number), header.slice(0, 8), packed(4, 0, 0), packed(2, time, 1000), [0, 0]),
      chunk("fdAT", packed(4, 2 * number + 1), ...part));
  });
  return new Blob([new Uint8Array(SIGNATURE), ...parts, chunk("IEND")], { type: "image/png" });
}
