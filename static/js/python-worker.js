// Python in a thread of its own: answers what the server would have answered, from the same files. See app/web/offline.py.

import { loadPyodide } from "./pyodide.js";

const ready = (async () => {
  const home = new URL(".", location.href);
  const python = await loadPyodide({ indexURL: home.pathname });
  const files = await fetch(new URL("app.zip", home));
  python.unpackArchive(await files.arrayBuffer(), "zip");
  return python.pyimport("app.web.offline");
})();

ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data: { number, path, home } }) => {
  try {
    const told = (await ready).answer(path, home);
    const [status, body] = told.toJs();
    told.destroy();
    postMessage({ number, status, body, type: body.startsWith("<svg") ? "image/svg+xml" : "application/json" });
  } catch (error) {
    postMessage({ number, status: 500, body: JSON.stringify({ detail: String(error) }), type: "application/json" });
  }
};
