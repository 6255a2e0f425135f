// Python in a thread of its own: answers what the server would have answered, from the same files. See app/web/offline.py.

import { loadPyodide } from "./pyodide.js";

const ready = (async () => {
  const home = new URL(".", location.href);
  const python = await loadPyodide({ indexURL: home.pathname });
  const files = await fetch(new URL("app.zip", home));
  python.unpackArchive(await files.arrayBuffer(), "zip");
  return python.pyimport("app.web.offline");
})();

async function answer({ number, path, home }) {
  try {
    const told = (await ready).answer(path, home);
    const [status, body] = told.toJs();
    told.destroy();
    return { number, status, body, type: body.startsWith("<svg") ? "image/svg+xml" : "application/json" };
  } catch (error) {
    return { number, status: 500, body: JSON.stringify({ detail: String(error) }), type: "application/json" };
  }
}

// One page that asks.
function serve(page) {
  page.onmessage = async ({ data }) => page.postMessage(await answer(data));
  ready.then(
    () => page.postMessage({ ready: true }),
    (error) => page.postMessage({ failed: String(error) }),
  );
}

if ("SharedWorkerGlobalScope" in self) self.onconnect = ({ ports: [page] }) => serve(page);
else serve(self);
