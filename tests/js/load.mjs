// Loads our classic scripts into a context of their own, with just enough of a browser round them.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

// Timers that do not keep the test running once it is done.
const later = (callback, milliseconds) => setTimeout(callback, milliseconds).unref();

export function load(names, extra = {}, copy = undefined) {
  const document = {
    body: { dataset: { root: "", path: "/steps/data-parallel", fields: "params gpus layer gpu_memory hidden layers" } },
    documentElement: { dataset: {}, removeAttribute() {} },
    querySelectorAll: () => [],
    querySelector: () => null,
  };
  const context = createContext({ document, URLSearchParams, AbortController, setTimeout: later, clearTimeout, ...extra });
  context.window = context;
  for (const name of ["scope", ...names]) {
    runInContext(readFileSync(new URL(`../../static/js/${name}.js`, import.meta.url), "utf8"), context, { filename: `${name}.js` });
    if (name === "scope") context.Walkthrough.copy = copy; // what a copy without a server brings
  }
  return context.Walkthrough;
}

export const pause = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));

// A server whose answers the test gives when it likes, in the order it likes.
export function pretendServer() {
  const asked = [];
  const fetch = (path, { signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(Object.assign(new Error("aborted"), { name: "AbortError" })));
      asked.push({
        path,
        answer: (content, status = 200) => resolve({ status, ok: status === 200, json: async () => content }),
        fail: () => reject(new Error("network")),
      });
    });
  return { asked, fetch };
}

export const presentation = (settings) => ({
  address: new URLSearchParams(settings).toString(),
  controls: Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, { text }])),
});
