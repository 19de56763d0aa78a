// The files of the site: those in JSON, each loaded once, and the service worker that keeps all for when there is no network.

export const root = new URL("..", import.meta.url);

const files = new Map();
let worker = null;

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

/** Keep the files of a part of the site in this browser: "pages", with all that is played there, or "python". */
export async function keepAll(part) {
  try {
    worker ??= navigator.serviceWorker?.register(new URL("service.js", root)).then(() => navigator.serviceWorker.ready);
    (await worker)?.active.postMessage(part);
  } catch {
    // without it, the pages need the network
  }
}
