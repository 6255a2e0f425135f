import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

const { restored } = load(["difference"]);
const plain = (value) => JSON.parse(JSON.stringify(value));

test("what did not change is kept, what changed is replaced, what is gone is gone", () => {
  const base = { a: 1, inner: { kept: [1, 2], changed: [1], gone: "x" } };
  const result = restored(base, { inner: { changed: [3], gone: null, added: true } });
  assert.deepEqual(plain(result), { a: 1, inner: { kept: [1, 2], changed: [3], added: true } });
  assert.deepEqual(base.inner.changed, [1]);
});

test("a list is taken whole", () => {
  assert.deepEqual(plain(restored({ list: [{ a: 1 }] }, { list: [{ b: 2 }] })), { list: [{ b: 2 }] });
});
