import assert from "node:assert/strict";
import { test } from "node:test";

import { load, pause } from "./load.mjs";

// What a tab keeps, in a map.
const keeping = (kept) => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
});

// A lecturer's page, a server that answers when the test says so, and a clock that the test moves.
function leading() {
  const told = [];
  const timers = [];
  const kept = new Map([["walkthrough room KTWX secret", "s3cret"]]);
  const fetch = (path, { headers, body }) =>
    new Promise((resolve, reject) => {
      told.push({ path, headers, body: JSON.parse(body), answer: (status) => resolve({ status }), fail: reject });
    });
  const { room } = load(["room/tab", "room/room", "room/page", "room/lead"], {
    fetch, AbortSignal,
    sessionStorage: keeping(kept),
    setTimeout: (done, milliseconds) => timers.push({ done, milliseconds }),
    document: { body: { dataset: { root: "", path: "/steps/sharding", room: "KTWX" } }, querySelector: () => null },
    addEventListener() {},
  });
  // Let so much time pass; whatever waits longer goes on waiting.
  const wait = async (milliseconds) => {
    for (const timer of timers.splice(0)) {
      if (timer.milliseconds <= milliseconds) timer.done();
      else timers.push({ ...timer, milliseconds: timer.milliseconds - milliseconds });
    }
    await pause();
  };
  return { room, told, kept, wait };
}

const addresses = (told) => told.map(({ body }) => body.address);

test("of many changes the first and the newest are told, one at a time, with the secret in a header alone", async () => {
  const { room, told, wait } = leading();
  for (let gpus = 1; gpus <= 40; gpus += 1) room.tell(`/steps/sharding?gpus=${gpus}`);
  await wait(1000);
  assert.deepEqual(addresses(told), ["/steps/sharding?gpus=1"]); // the server has not answered yet
  told[0].answer(204);
  await wait(0);
  assert.deepEqual(addresses(told), ["/steps/sharding?gpus=1", "/steps/sharding?gpus=40"]);
  assert.equal(told[1].headers.authorization, "Bearer s3cret");
  assert.ok(told.every(({ path, body }) => !(path + JSON.stringify(body)).includes("s3cret")));
});

test("at most twenty a second are told, however quickly the server answers", async () => {
  const { room, told, wait } = leading();
  room.tell("/steps/sharding?gpus=1");
  told[0].answer(204);
  room.tell("/steps/sharding?gpus=2");
  await wait(49);
  assert.equal(told.length, 1);
  await wait(1);
  assert.equal(told.length, 2);
});

test("what was lost is told again, or what is newer by then", async () => {
  const { room, told, wait } = leading();
  room.tell("/steps/sharding?gpus=8");
  told[0].fail(new TypeError("network"));
  await wait(50);
  room.tell("/steps/sharding?gpus=16");
  await wait(1000);
  assert.deepEqual(addresses(told), ["/steps/sharding?gpus=8", "/steps/sharding?gpus=16"]);
});

test("an open page says now and then that its lecturer is still here", async () => {
  const { room, told, wait } = leading();
  room.lead();
  room.tell("/steps/sharding?gpus=8");
  told[0].answer(204);
  await wait(50);
  assert.equal(told.length, 1);
  await wait(239_950);
  assert.deepEqual(addresses(told), ["/steps/sharding?gpus=8", "/steps/sharding?gpus=8"]);
});

test("who is refused leads no more and forgets the secret", async () => {
  const { room, told, kept, wait } = leading();
  room.tell("/steps/sharding?gpus=8");
  told[0].answer(403);
  await wait(50);
  assert.equal(room.mode(), "following");
  assert.ok(!kept.has("walkthrough room KTWX secret"));
  room.tell("/steps/sharding?gpus=16");
  await wait(1000);
  assert.equal(told.length, 1);
});

test("a page that a room cannot be shown is said to be the lecturer’s alone", async () => {
  const { room, told, wait } = leading();
  let said = "";
  room.watch((mode, { why }) => (said = `${mode} ${why}`));
  room.tell("/teach");
  told[0].answer(422);
  await wait(50);
  assert.equal(said, "leading apart");
  assert.equal(told.length, 1);
});

test("who is not let into a full room is told why", async () => {
  const sources = [];
  class EventSource {
    static CLOSED = 2;
    readyState = 2;
    constructor() {
      sources.push(this);
    }
    addEventListener() {}
    close() {}
  }
  const { room } = load(["room/tab", "room/room", "room/stream"], {
    EventSource,
    fetch: async () => ({ status: 503, json: async () => ({ detail: "600 follow this room." }) }),
    document: { body: { dataset: { root: "", room: "KTWX" } }, addEventListener() {} },
    addEventListener() {},
  });
  let said = {};
  room.watch((mode, more) => (said = { mode, ...more }));
  room.connect();
  sources[0].onerror();
  await pause();
  assert.deepEqual({ ...said }, { mode: "following", away: true, why: "", words: "600 follow this room." });
  room.take({ version: 1 });
  assert.equal(said.away, false);
});

test("a seat guesses under one name, and knows after a reload that it has", async () => {
  const kept = new Map();
  const told = [];
  const opened = () => {
    const { room } = load(["room/tab", "room/room", "room/seat"], {
      fetch: async (path, { body }) => told.push([path, body]) && { status: 204 },
      sessionStorage: keeping(kept),
      AbortSignal, crypto,
      document: { body: { dataset: { root: "", room: "KTWX" } } },
    });
    room.take({ question: { number: 3, phase: "open" } });
    return room;
  };
  await opened().guess(0.25);
  const room = opened(); // the page once more
  const { number, share } = room.answered();
  assert.deepEqual([number, share], [3, 0.25]);
  await room.guess(0.5);
  assert.deepEqual(told.map(([, body]) => JSON.parse(body).value), [0.25, 0.5]);
  assert.equal(told[0][0], told[1][0]);
});
