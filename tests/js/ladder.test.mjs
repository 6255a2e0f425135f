import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

const { ladder } = load(["ladder"]);
const rungs = () => [["1", "one", 1], ["2", "two", 2], ["4", "four", 4]];

test("a value on the ladder is at its rung", () => {
  const stops = rungs();
  assert.equal(ladder.place(stops, { text: "2", spoken: "two", value: 2 }), 1);
  assert.equal(stops.length, 3);
});

test("a value between two rungs becomes a rung between them", () => {
  const stops = rungs();
  assert.equal(ladder.place(stops, { text: "3", spoken: "three", value: 3 }), 2);
  assert.deepEqual(stops.map((rung) => rung[2]), [1, 2, 3, 4]);
});

test("a value beyond the last rung goes to the end", () => {
  const stops = rungs();
  assert.equal(ladder.place(stops, { text: "9", spoken: "nine", value: 9 }), 3);
  assert.equal(stops.length, 4);
});
