import assert from "node:assert/strict";
import { test } from "node:test";

import { load, pause } from "./load.mjs";

// A projected window with one page in it, a clock that the test moves, and a system that keeps the screen awake as long as it is told to.
function projected({ refusing = false } = {}) {
  const timers = [];
  const heard = {};
  const asked = [];
  const page = () => {
    const dataset = {};
    return { documentElement: { dataset, toggleAttribute: (name, on) => (on ? (dataset[name.slice(5)] = "") : delete dataset[name.slice(5)]) } };
  };
  const document = {
    ...page(), visibilityState: "visible", fullscreenElement: null, body: { dataset: {} },
    addEventListener: (name, listener) => (heard[name] = listener),
    exitFullscreen: async () => (document.fullscreenElement = null),
  };
  document.documentElement.requestFullscreen = async () => (document.fullscreenElement = document.documentElement);
  const request = async (what) => {
    if (refusing) throw new Error("the battery is low");
    asked.push({ what, released: false });
    return asked.at(-1);
  };
  const { screen } = load(["projector/screen"], {
    document, navigator: { wakeLock: { request } },
    setTimeout: (done, milliseconds, more) => timers.push({ done, milliseconds, more }),
    clearTimeout: (number) => number && delete timers[number - 1],
  });
  return { screen, document, inside: { document: page() }, timers, heard, asked };
}

test("the screen is kept awake, and again when one comes back to the window", async () => {
  const { screen, document, heard, asked } = projected();
  screen.awake();
  await pause();
  assert.deepEqual(asked.map(({ what }) => what), ["screen"]);
  await heard.visibilitychange();
  assert.equal(asked.length, 1); // it is awake still
  asked[0].released = true; // as browsers do while another window covers it
  document.visibilityState = "hidden";
  await heard.visibilitychange();
  assert.equal(asked.length, 1);
  document.visibilityState = "visible";
  await heard.visibilitychange();
  assert.equal(asked.length, 2);
  await projected({ refusing: true }).screen.awake(); // the system decides, and nobody is told
});

test("pointer and buttons go three seconds after the last movement, in the page too, and in one that came meanwhile", () => {
  const { screen, document, inside, timers } = projected();
  const idle = () => [document, inside.document].map(({ documentElement }) => "idle" in documentElement.dataset);
  const pages = [];
  screen.stirred(() => pages);
  screen.stirred(() => pages);
  pages.push(inside);
  const [timer, ...others] = timers.filter(Boolean);
  assert.deepEqual([timer.milliseconds, others.length], [3000, 0]);
  assert.deepEqual(idle(), [false, false]);
  timer.done(timer.more);
  assert.deepEqual(idle(), [true, true]);
  screen.stirred(() => pages);
  assert.deepEqual(idle(), [false, false]);
});

test("F turns the full screen on and off, F5 only on", async () => {
  const { screen, document } = projected();
  await screen.full(true);
  await screen.full(true);
  assert.ok(document.fullscreenElement);
  await screen.full();
  assert.equal(document.fullscreenElement, null);
  await screen.full();
  assert.ok(document.fullscreenElement);
});
