import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

// A page whose frames and timers come when the test says so.
function paced() {
  let frames = [];
  let timer = null;
  const { pace } = load(["pace"], {
    requestAnimationFrame: (callback) => frames.push(callback),
    setTimeout: (callback) => ((timer = callback), 1),
    clearTimeout: () => (timer = null),
  });
  const drawn = [];
  const rested = [];
  pace.show("what the page came with");
  pace.moving.push((each) => drawn.push(each));
  pace.resting.push((each) => rested.push(each));
  const frame = () => {
    const due = frames;
    frames = [];
    for (const callback of due) callback();
  };
  return { pace, drawn, rested, frame, wait: () => timer?.(), frames: () => frames.length };
}

test("a page that nobody moved is at rest", () => {
  const { pace, frames } = paced();
  assert.ok(pace.still());
  assert.equal(frames(), 0);
});

test("a single change is drawn at once, without waiting for a frame", () => {
  const { pace, drawn } = paced();
  pace.show("a");
  assert.deepEqual(drawn, ["a"]);
});

test("of many changes each frame draws one at most, the newest", () => {
  const { pace, drawn, frame } = paced();
  for (const each of ["a", "b", "c"]) pace.show(each);
  frame(); // the picture of this frame is a
  for (const each of ["d", "e"]) pace.show(each);
  assert.deepEqual(drawn, ["a"]);
  frame();
  assert.deepEqual(drawn, ["a", "e"]);
});

test("the last change is on screen two frames later, and then no frame is asked for", () => {
  const { pace, drawn, frame, frames } = paced();
  for (let index = 0; index < 50; index++) pace.show(index);
  frame();
  frame();
  assert.equal(drawn.at(-1), 49);
  frame();
  assert.equal(frames(), 0);
});

test("one change in each frame is drawn in that frame", () => {
  const { pace, drawn, frame } = paced();
  for (let index = 0; index < 5; index++) {
    pace.show(index);
    frame();
    assert.equal(drawn.at(-1), index);
  }
  assert.equal(drawn.length, 5);
});

test("rest comes once, after the last change", () => {
  const { pace, drawn, rested, frame, wait } = paced();
  pace.show("a");
  pace.show("b");
  wait(); // no frame came yet
  assert.deepEqual(rested, []);
  for (let count = 0; count < 3; count++) frame();
  assert.ok(!pace.still());
  wait();
  assert.deepEqual([drawn, rested], [["a", "b"], ["b"]]);
  assert.ok(pace.still());
});
