// Keeps the files of the site, so that its pages open without a network. The first line is written with the site: the files
// that are kept from the beginning, and those of Python, which are kept once a page has loaded it.

const KEPT = `tafl-${SITE.version}`;
const addresses = (names) => names.map((name) => new URL(name, self.location).href);
const parts = { pages: addresses(SITE.pages), python: addresses(SITE.python) };
const known = new Set([...parts.pages, ...parts.python]);
const home = new URL(".", self.location).href;

async function keep(part) {
  const cache = await caches.open(KEPT);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  // Past the caches of the browser, which may hold files of another version.
  const wanted = parts[part].filter((address) => !kept.has(address)).map((address) => new Request(address, { cache: "no-cache" }));
  await cache.addAll(wanted);
}

/** Whether another version has kept the files of Python. */
async function hadPython() {
  const all = await Promise.all((await caches.keys()).filter((name) => name.startsWith("tafl-")).map((name) => caches.open(name)));
  const found = await Promise.all(all.map((cache) => cache.match(parts.python[0])));
  return found.some(Boolean);
}

addEventListener("install", (event) => {
  event.waitUntil(keep("pages").then(hadPython).then((had) => had && keep("python")).then(() => skipWaiting()));
});

addEventListener("message", (event) => event.waitUntil(keep(event.data)));

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("tafl-") && name !== KEPT));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const address = event.request.url.split(/[?#]/)[0];
  const wanted = address === home ? `${home}index.html` : address;
  if (event.request.method !== "GET" || !known.has(wanted)) return;
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(wanted)).then((found) => found ?? fetch(event.request)));
});
