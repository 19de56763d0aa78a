// The files of the site: those in JSON, each loaded once, and the service worker that keeps all for when there is no network.

export const root = new URL("..", import.meta.url);

const files = new Map();
let registered = null;

/** A file of the site in JSON. */
export function site(name) {
  if (!files.has(name)) {
    files.set(name, fetch(new URL(name, root)).then((answer) => {
      if (!answer.ok) throw new Error(`The file ${name} of this site is missing.`);
      return answer.json();
    }));
  }
  return files.get(name);
}

const OWN = "own rules of tafl";
const MOST = 20; // tables of rulesets that are kept

/** Keep the tables of rules that somebody has made; return the name by which `own` finds them, or nothing where that fails. */
export async function keepOwn(tables) {
  try {
    const cache = await caches.open(OWN);
    const address = new URL(`own/${tables.fingerprint}`, root).href;
    await cache.put(address, new Response(JSON.stringify(tables)));
    for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
    return `own/${tables.fingerprint}`;
  } catch {
    return undefined; // a browser keeps files only for addresses with https, and while it has room
  }
}

/** The tables of that name; nothing if they are not kept any more. */
export async function own(name) {
  const found = await caches.open(OWN).then((cache) => cache.match(new URL(name, root).href));
  return found?.json();
}

/** Keep the files of a part of the site in this browser: "pages", with all that is played there, or "python". */
export async function keepAll(part) {
  try {
    registered ??= navigator.serviceWorker?.register(new URL("service.js", root));
    const { active, waiting, installing } = await registered;
    (active ?? waiting ?? installing).postMessage(part);
  } catch {
    // without it, the pages need the network
  }
}
