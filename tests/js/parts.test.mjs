import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

test("a projected part stands on an ordinary page under the heading of its own case", () => {
  const parts = "what picture look why question what-2 what-3 picture-2 answer look-2 why-2 question-2 what-4 picture-3 answer-2 look-3 look-4 why-3";
  const document = { body: { dataset: { parts } }, querySelectorAll: (selector) => [1, 2, 3].map((number) => `${selector} ${number}`) };
  const { room } = load(["room/tab", "room/room", "room/parts"], { document });
  const places = { what: 1, "what-3": 2, "what-4": 3, "why-2": 2, "why-3": 3, "look-4": 3, "picture-2": 2, "question-2": 2, "answer-2": 2 };
  for (const [part, number] of Object.entries(places)) assert.ok(room.place(part).endsWith(` ${number}`), part);
  for (const none of ["words-2", "constructor"]) assert.equal(room.place(none), undefined);
});
