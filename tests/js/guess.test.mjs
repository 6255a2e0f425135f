import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

const { amount, track } = load(["guess/amount", "guess/track"]);
const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(other)), `${one} is not ${other}`);

const gibibytes = { unit: "bytes", units: "GiB" };

test("a box holds no comma, which some read as a point", () => {
  assert.equal(amount.typed(1020 * 2 ** 20, gibibytes), "1020\u00a0MiB");
});

const axis = (range, type, upright) => {
  const [start, length] = [10, 200];
  const onPaper = (share) => start + length * (upright ? 1 - share : share);
  return { look: { range, type }, start, length, end: start + length, along: (place) => onPaper((place - range[0]) / (range[1] - range[0])) };
};

for (const [name, asked, look] of [
  ["a linear", { low: 0, high: 100 }, [[0, 100]]],
  ["a logarithmic", { low: 10, high: 1000 }, [[1, 3], "log"]],
  ["a bent", { low: 0, high: 9, knots: [[0, -0.5], [3, 2.5], [8, 3.7], [9, 4.7]] }, [[-1, 5]]],
]) {
  for (const along of ["x", "y"]) {
    test(`on ${name} axis ${along}, what lies under the pointer lies at the pointer`, () => {
      const { at, under, share, shared } = track({ ...asked, along }, { [along]: axis(...look, ...(look.length < 2 ? [undefined] : []), along === "y") });
      for (const part of [0, 0.1, 0.5, 0.83, 1]) {
        near(share(shared(part)), part);
        near(under(at(shared(part))), shared(part));
      }
    });
  }
}

test("what lies beyond the axis stands at its end", () => {
  const { at, beyond } = track({ low: 0, high: 100, along: "y" }, { y: axis([0, 100], undefined, true) });
  near(at(1e6), 10);
  assert.ok(beyond(1e6) && !beyond(100));
});
