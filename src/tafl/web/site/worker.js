// Python in a Web Worker: what the pages send goes to the host in tafl.web._host, whose answers go back.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const root = new URL("..", self.location);
const say = (message) => postMessage(message);

async function load(name) {
  const answer = await fetch(new URL(name, root));
  if (!answer.ok) throw new Error(`The file ${name} of this site is missing.`);
  return answer;
}

async function begin() {
  const [python, site, library] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", root).href }),
    load("site.json").then((answer) => answer.json()),
    load("library.zip.xz").then((answer) => answer.arrayBuffer()),
  ]);
  say({ type: "loading", words: "Loading the rules …" });
  python.FS.writeFile("/library.zip.xz", new Uint8Array(library));
  python.globals.set("own", python.toPy(site.own));
  python.globals.set("post", (text) => say(JSON.parse(text)));
  const host = python.runPython(`
import lzma, sys
with lzma.open("/library.zip.xz") as packed, open("/library.zip", "wb") as file:
    file.write(packed.read())
sys.path.insert(0, "/library.zip")
from tafl.web._host import Host
Host(own, post)
`);
  say({ type: "ready" });
  return { python, host };
}

const begun = begin();
begun.catch((error) => say({ type: "failed", words: error.message }));
let isWorking = false;

/** Work in slices, so that messages come through between them. */
async function work(host) {
  if (isWorking) return;
  isWorking = true;
  try {
    while (host.go_on()) await new Promise((resolve) => setTimeout(resolve));
  } catch (error) {
    say({ type: "refused", words: `the computer cannot go on: ${error.message.trim().split("\n").at(-1)}` });
  } finally {
    isWorking = false;
  }
}

addEventListener("message", async ({ data: { files = {}, ...data } }) => {
  const { python, host } = await begun;
  for (const [name, text] of Object.entries(files)) {
    python.FS.mkdirTree(name.split("/").slice(0, -1).join("/") || ".");
    python.FS.writeFile(name, text);
  }
  host.take(JSON.stringify(data));
  work(host);
});
