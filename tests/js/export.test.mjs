import assert from "node:assert/strict";
import { test } from "node:test";

import { load, pause } from "./load.mjs";

const SETTINGS = { params: ["Parameters", "7B", "parameters"], gpus: ["GPUs", "4", "GPUs"], layers: ["Layers", "32", "layers"] };
const USUAL = Object.fromEntries(Object.entries(SETTINGS).map(([name, [, usual]]) => [name, usual]));
const COPY = {
  settings: Object.fromEntries(Object.entries(SETTINGS).map(([name, [title, usual, unit]]) => [name, { title, usual, unit }])),
  stops: { params: [["6B", 6e9], ["7B", 7e9], ["13B", 13e9]], gpus: [["4", 4], ["8", 8], ["16", 16]], layers: [["24", 24], ["32", 32], ["40", 40]] },
  bases: [{ name: "lesson", run: USUAL }, { name: "large", run: { ...USUAL, params: "175B", layers: "96" } }],
  presets: { model: { large: { params: "175B", layers: "96" } } },
  names: { fields: {} },
  usual: USUAL,
};
const FILES = ["difference", "store", "quantities", "export/nearest", "export/asked", "export/run"];

// A page of a copy, and all that it has shown; `browser` is what it needs to start Python.
function opened(address = {}, files = FILES, browser = {}) {
  const told = { shown: [], notices: [] };
  const walkthrough = load(files, browser, COPY);
  walkthrough.held = async () => ({ controls: {}, notices: [], settled: {} });
  walkthrough.fetch = async (path) => {
    const query = new URLSearchParams(path.split("?")[1]);
    const content = path.includes("/sweep") ? (walkthrough.run.about(query), { base: {}, rungs: {} }) : await walkthrough.run.presentation(walkthrough.asked.named(query));
    return { ok: true, status: 200, json: async () => content };
  };
  walkthrough.store.listen(({ address: now, notices }) => {
    told.shown.push(now);
    told.notices.push(notices.join(" "));
  });
  walkthrough.store.begin({ address: new URLSearchParams({ ...USUAL, ...address }).toString(), controls: {}, notices: [] });
  return Object.assign(walkthrough, { told });
}

async function move({ store }, ...steps) {
  for (const [name, text] of steps) {
    store.prepare(name);
    await pause();
    store.set(name, text);
    await pause(5);
  }
}

const query = (settings) => new URLSearchParams({ ...USUAL, ...settings }).toString();

test("the slider moved last stays where it was put, however many were moved before", async () => {
  const page = opened();
  await move(page, ["gpus", "16"], ["layers", "40"], ["layers", "24"], ["params", "13B"]);
  assert.deepEqual(page.told.shown.slice(1), [query({ gpus: "16" }), query({ layers: "40" }), query({ layers: "24" }), query({ params: "13B" })]);
  assert.match(page.told.notices[2], /one slider at a time away from a preset, so it went back to GPUs: 4\.$/);
  assert.equal(page.told.notices[3], "");
});

test("a slider that is put back to its preset brings nothing back that was taken before", async () => {
  const page = opened();
  await move(page, ["gpus", "16"], ["layers", "40"], ["layers", "32"]);
  assert.equal(page.told.shown.at(-1), query({}));
});

test("a stop may be written in other ways, and a value between two stops is told", async () => {
  const page = opened();
  page.store.setAll({ params: "6e9" });
  await pause(5);
  assert.deepEqual([page.told.shown.at(-1), page.told.notices.at(-1)], [query({ params: "6B" }), ""]);
  page.store.setAll({ params: "6.1B" });
  await pause(5);
  assert.match(page.told.notices.at(-1), /sliders at their own stops\. The nearest is Parameters: 6B\.$/);
});

test("the model stays while its sliders move", async () => {
  const page = opened();
  page.store.setAll({ params: "175B", layers: "96" });
  await pause(5);
  await move(page, ["gpus", "16"], ["layers", "40"]);
  assert.equal(page.told.shown.at(-1), query({ params: "175B", layers: "40" }));
});

// A browser that may start Python; the test says when it is in sight, and when Python is there.
function capable({ shared = true } = {}) {
  const root = { dataset: {}, removeAttribute() {} };
  const browser = { threads: [], seen: null, root, URL, Blob, Response, location: { href: "https://course.example/copy/page.html" } };
  browser.document = {
    body: { dataset: { root: "", path: "/steps/limits", fields: "params gpus layers", origin: "" } },
    documentElement: root,
    querySelector: (wanted) => (wanted === "script[data-python]" ? { dataset: { python: "python/worker.js" } } : null),
    querySelectorAll: () => [],
  };
  browser.IntersectionObserver = class {
    constructor(told) {
      browser.seen = () => told([{ isIntersecting: true }], this);
    }
    observe() {}
    disconnect() {}
  };
  const thread = (kind) =>
    function start(address) {
      if (kind === "shared" && !shared) throw new Error("not here");
      const port = { kind, address: String(address) };
      browser.threads.push(port);
      return kind === "shared" ? { port } : port;
    };
  return Object.assign(browser, { SharedWorker: thread("shared"), Worker: thread("own") });
}

const WITH_PYTHON = FILES.toSpliced(4, 0, "export/python");

test("Python is not started by opening a page, nor before a slider moves, and then only where it is seen", async () => {
  const browser = capable();
  const page = opened({ gpus: "8" }, WITH_PYTHON, browser);
  page.store.setAll({ gpus: "16" }); // as the address asks
  await pause(5);
  page.store.prepare("gpus");
  await pause(5);
  assert.equal(browser.root.dataset.python, undefined);
  page.store.set("gpus", "8");
  await pause(5);
  assert.deepEqual([browser.root.dataset.python, browser.threads.length], ["starting", 0]);
  browser.seen();
  assert.deepEqual(browser.threads.map(({ kind, address }) => [kind, address]), [["shared", "https://course.example/copy/python/worker.js"]]);
});

test("a slider whose stops the copy does not hold starts it as it is taken hold of", async () => {
  const browser = capable({ shared: false });
  const page = opened({ gpus: "8" }, WITH_PYTHON, browser);
  page.store.prepare("layers");
  await pause(5);
  browser.seen();
  assert.deepEqual(browser.threads.map(({ kind }) => kind), ["own"]); // where none may be shared
});

test("what is moved while it starts is kept, and asked for again once it is there", async () => {
  const browser = capable();
  const page = opened({}, WITH_PYTHON, browser);
  await move(page, ["gpus", "16"]);
  browser.seen();
  await move(page, ["layers", "40"], ["layers", "24"]);
  assert.equal(page.told.shown.at(-1), query({ layers: "24" }));
  assert.match(page.told.notices.at(-1), /Python is starting .* until then you see GPUs: 4\.$/);
  const asked = [];
  page.fetch = async (path) => (asked.push(path), new Promise(() => {}));
  browser.threads[0].onmessage({ data: { ready: true } });
  assert.deepEqual(asked, [`/steps/limits/live?${query({ gpus: "16", layers: "24" })}`]);
});

test("where it cannot start, the copy says what it took back", async () => {
  const browser = Object.assign(capable(), { SharedWorker: undefined, Worker: undefined });
  const page = opened({}, WITH_PYTHON, browser);
  await move(page, ["gpus", "16"]);
  await move(page, ["layers", "40"]);
  browser.seen();
  await pause(5);
  assert.equal(browser.root.dataset.python, "failed");
  assert.match(page.told.notices.at(-1), /has no server .* so it went back to GPUs: 4\.$/);
  await move(page, ["layers", "32"]);
  assert.equal(page.told.shown.at(-1), query({}));
});
