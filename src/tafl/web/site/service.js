// Keeps the files of the site, so that its pages open without a network. The first line is written with the site.

const KEPT = `tafl-${SITE.version}`;
const known = new Set(SITE.files.map((name) => new URL(name, self.location).href));
const home = new URL(".", self.location).href;

addEventListener("install", (event) => {
  // Past the caches of the browser, which may hold files of another version.
  const wanted = [...known].map((address) => new Request(address, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(wanted)).then(() => skipWaiting()));
});

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
