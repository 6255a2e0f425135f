import assert from "node:assert/strict";
import { test } from "node:test";

import { load, pause, presentation, pretendServer } from "./load.mjs";

function begun(settings = { params: "7B", gpus: "4" }) {
  const server = pretendServer();
  const { store } = load(["difference", "store"], { fetch: server.fetch });
  const shown = [];
  store.listen((each) => shown.push(each.address));
  store.begin(presentation(settings));
  return { store, server, shown };
}

const swept = (name, texts, rest) => ({
  base: { old: true },
  rungs: Object.fromEntries(texts.map((text) => [text, { old: null, ...presentation({ ...rest, [name]: text }) }])),
});

test("preparing a slider twice asks for its sweep once", async () => {
  const { store, server } = begun();
  store.prepare("gpus");
  store.prepare("gpus");
  assert.equal(server.asked.length, 1);
  assert.match(server.asked[0].path, /\/steps\/data-parallel\/sweep\?params=7B&gpus=4&over=gpus/);
});

test("inside a sweep a movement asks nothing", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  server.asked[0].answer(swept("gpus", ["4", "8", "16"], { params: "7B" }));
  await pause();
  store.set("gpus", "8");
  store.set("gpus", "16");
  assert.equal(server.asked.length, 1);
  assert.equal(shown.at(-1), "params=7B&gpus=16");
});

test("a movement before the sweep is there waits for it, and the last one is shown", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  store.set("gpus", "8");
  store.set("gpus", "16");
  assert.equal(server.asked.length, 1);
  server.asked[0].answer(swept("gpus", ["4", "8", "16"], { params: "7B" }));
  await pause();
  assert.deepEqual(shown, ["params=7B&gpus=4", "params=7B&gpus=16"]);
});

test("a value that the sweep lacks is asked for singly", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  server.asked[0].answer(swept("gpus", ["4"], { params: "7B" }));
  await pause();
  store.set("gpus", "5");
  assert.match(server.asked[1].path, /live\?params=7B&gpus=5/);
  server.asked[1].answer(presentation({ params: "7B", gpus: "5" }));
  await pause();
  assert.equal(shown.at(-1), "params=7B&gpus=5");
});

test("sliders whose sweeps were fetched ahead move without the network, each alone", async () => {
  const { store, server, shown } = begun();
  const done = store.ahead(["gpus", "params"]);
  server.asked[0].answer(swept("gpus", ["4", "8"], { params: "7B" }));
  await pause();
  server.asked[1].answer(swept("params", ["7B", "13B"], { gpus: "4" }));
  await done;
  for (const [name, text] of [["gpus", "8"], ["gpus", "4"], ["params", "13B"], ["params", "7B"], ["gpus", "8"]]) store.set(name, text);
  assert.equal(server.asked.length, 2);
  assert.deepEqual(shown.slice(1), ["params=7B&gpus=8", "params=7B&gpus=4", "gpus=4&params=13B", "gpus=4&params=7B", "params=7B&gpus=8"]);
  store.set("params", "13B"); // beside another number of GPUs: that needs the server
  assert.match(server.asked[2].path, /live\?params=13B&gpus=8/);
});

test("the sweep of one slider is not used after another moved", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  server.asked[0].answer(swept("gpus", ["4", "8"], { params: "7B" }));
  await pause();
  store.set("params", "13B");
  server.asked.at(-1).answer(presentation({ params: "13B", gpus: "4" }));
  await pause();
  store.set("gpus", "8");
  assert.match(server.asked.at(-1).path, /live\?params=13B&gpus=8/);
  assert.ok(!shown.includes("params=7B&gpus=8"));
});

test("an old answer never overwrites a newer one", async () => {
  const { store, server, shown } = begun();
  store.set("params", "8B");
  store.set("params", "9B");
  server.asked[1].answer(presentation({ params: "9B", gpus: "4" }));
  server.asked[0].answer(presentation({ params: "8B", gpus: "4" }));
  await pause();
  assert.deepEqual(shown, ["params=7B&gpus=4", "params=9B&gpus=4"]);
});

test("what the server put right comes back as the reader set it once it goes together again", async () => {
  const { store, server, shown } = begun({ params: "7B", layer: "202M" });
  store.set("params", "1M");
  server.asked[0].answer(presentation({ params: "1M", layer: "1M" }));
  await pause();
  assert.equal(shown.at(-1), "params=1M&layer=1M");
  store.set("gpus", "8");
  assert.match(server.asked[1].path, /params=1M&gpus=8&layer=202M/);
  server.asked[1].answer(presentation({ params: "1M", gpus: "8", layer: "1M" }));
  await pause();
  store.set("params", "7B");
  assert.match(server.asked[2].path, /params=7B&gpus=8&layer=202M/);
});

test("a refused value names its field and leaves the page as it was", async () => {
  const { store, server, shown } = begun();
  const told = [];
  store.refused = (name, problems) => told.push([name, problems]);
  store.set("params", "lots");
  server.asked[0].answer({ detail: [{ field: "params", message: "no" }] }, 422);
  await pause();
  assert.deepEqual(told, [["params", [{ field: "params", message: "no" }]]]);
  assert.equal(shown.length, 1);
});

test("a movement that still waits for its sweep is not lost when another slider is touched", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  store.set("gpus", "16");
  store.prepare("params");
  const single = server.asked.find((each) => each.path.includes("/live?"));
  assert.match(single.path, /params=7B&gpus=16/);
  single.answer(presentation({ params: "7B", gpus: "16" }));
  await pause();
  assert.equal(shown.at(-1), "params=7B&gpus=16");
});

test("three sliders moved before any answer all count", async () => {
  const { store, server } = begun({ params: "7B", gpus: "4", layer: "202M" });
  store.set("gpus", "5");
  store.set("params", "8B");
  store.set("layer", "1M");
  assert.match(server.asked.at(-1).path, /params=8B&gpus=5&layer=1M/);
});

test("a text too long for any address is refused where it was typed", async () => {
  const { store, server } = begun();
  const told = [];
  store.refused = (name, problems) => told.push([name, problems[0].field]);
  store.set("params", "7".repeat(9000));
  server.asked[0].answer({ detail: "too long" }, 414);
  await pause();
  assert.deepEqual(told, [["params", "params"]]);
  store.set("gpus", "8");
  assert.match(server.asked.at(-1).path, /live\?params=7B&gpus=8$/);
});

test("after a refusal the other settings still work", async () => {
  const { store, server } = begun();
  store.set("params", "lots");
  server.asked[0].answer({ detail: [{ field: "params", message: "no" }] }, 422);
  await pause();
  store.set("gpus", "8");
  assert.match(server.asked.at(-1).path, /params=7B&gpus=8/);
});

test("a refused value takes no other change with it", async () => {
  const { store, server, shown } = begun({ params: "7B", gpus: "4" });
  store.set("gpus", "8");
  store.set("params", "lots");
  server.asked[1].answer({ detail: [{ field: "params", message: "no" }] }, 422);
  await pause();
  assert.match(server.asked[2].path, /live\?params=7B&gpus=8$/);
  server.asked[2].answer(presentation({ params: "7B", gpus: "8" }));
  await pause();
  assert.equal(shown.at(-1), "params=7B&gpus=8");
});

test("what is refused without a name of its own brings back what is shown", async () => {
  const { store, server } = begun();
  store.set("gpus", "8");
  server.asked[0].answer({ detail: [{ field: "theme", message: "no" }] }, 422);
  await pause();
  assert.equal(server.asked.length, 1);
  store.set("params", "8B");
  assert.match(server.asked[1].path, /params=8B&gpus=4/);
});

test("a text that every object has by nature is no rung", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  server.asked[0].answer(swept("gpus", ["4"], { params: "7B" }));
  await pause();
  store.set("gpus", "constructor");
  assert.match(server.asked[1].path, /live\?params=7B&gpus=constructor/);
  assert.equal(shown.length, 1);
});

test("an answer that is not ours counts as none", async () => {
  const { store, server, shown } = begun();
  let missed = 0;
  store.away = () => (missed += 1);
  store.set("gpus", "8");
  server.asked[0].answer({ welcome: "to this hotel" });
  await pause();
  assert.equal(missed, 1);
  assert.equal(shown.length, 1);
  store.prepare("params");
  store.set("params", "8B");
  server.asked.find((each) => each.path.includes("/sweep?")).answer({ welcome: "to this hotel" });
  await pause();
  assert.match(server.asked.at(-1).path, /live\?params=8B&gpus=8/);
});

test("what is wanted is known before the answer, in the order of the address", async () => {
  const { store } = begun({ params: "7B", gpu_memory: "80GB" });
  const hoped = [];
  store.hope((address) => hoped.push(address));
  store.setAll({ layers: "12", gpus: "8", params: "124M" });
  assert.deepEqual(hoped, ["params=124M&gpus=8&gpu_memory=80GB&layers=12"]);
});

test("before it has begun nothing is asked", () => {
  const server = pretendServer();
  const { store } = load(["difference", "store"], { fetch: server.fetch });
  store.prepare("gpus");
  store.set("gpus", "8");
  store.setAll({ gpus: "8" });
  assert.equal(server.asked.length, 0);
});

test("a sweep that did not come is asked for again once the server answers", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  store.set("gpus", "8");
  server.asked[0].fail();
  await pause();
  assert.match(server.asked[1].path, /live\?params=7B&gpus=8/);
  server.asked[1].answer(presentation({ params: "7B", gpus: "8" }));
  await pause();
  assert.match(server.asked[2].path, /sweep\?params=7B&gpus=8&over=gpus/);
  server.asked[2].answer(swept("gpus", ["8", "16"], { params: "7B" }));
  await pause();
  store.set("gpus", "16");
  assert.equal(server.asked.length, 3);
  assert.equal(shown.at(-1), "params=7B&gpus=16");
});

test("a sweep that comes after another slider moved is not used", async () => {
  const { store, server, shown } = begun();
  store.prepare("gpus");
  store.set("params", "13B");
  server.asked[1].answer(presentation({ params: "13B", gpus: "4" }));
  server.asked[0].answer(swept("gpus", ["4", "8"], { params: "7B" }));
  await pause();
  store.set("gpus", "8");
  assert.match(server.asked.at(-1).path, /live\?params=13B&gpus=8/);
  assert.deepEqual(shown, ["params=7B&gpus=4", "params=13B&gpus=4"]);
});
