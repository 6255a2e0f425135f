import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

const { amount, track } = load(["guess/amount", "guess/track"]);
const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(other)), `${one} is not ${other}`);

const gigabytes = { unit: "bytes", units: "GB" };
const gibibytes = { unit: "bytes", units: "GiB" };

test("amounts are written as the server writes them", () => {
  // What bytes_text and count in app/memory/units.py say of these numbers.
  const told = [[28e9, "28\u00a0GB"], [999.9e6, "1\u00a0GB"], [1234, "1.23\u00a0kB"], [12, "12\u00a0B"], [5.6e12, "5.6\u00a0TB"]];
  for (const [value, text] of told) assert.equal(amount.text(value, gigabytes), text);
  assert.equal(amount.text(56e9, gibibytes), "52.2\u00a0GiB");
  assert.equal(amount.text(1000 * 2 ** 20, gibibytes), "1,000\u00a0MiB");
  assert.equal(amount.text(875e6, { unit: "entries" }), "875M");
  assert.equal(amount.text(1020, { unit: "entries" }), "1,020");
});

test("a box holds no comma, which some read as a point", () => {
  assert.equal(amount.typed(1020 * 2 ** 20, gibibytes), "1020\u00a0MiB");
});

test("and read as people write them", () => {
  for (const [text, value] of [["56 GB", 56e9], ["1.5gib", 1.5 * 2 ** 30], ["1,024 MB", 1024e6], ["12B", 12], ["28,8 GB", 28.8e9]]) {
    assert.equal(amount.read(text, gigabytes), value);
  }
  assert.equal(amount.read("1.75B", { unit: "entries" }), 1.75e9);
  assert.ok(Number.isNaN(amount.read("lots", gigabytes)));
  assert.ok(Number.isNaN(amount.read("5 apples", gigabytes)));
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
