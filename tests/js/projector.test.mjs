import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./load.mjs";

const ACTIONS = { PageDown: "next", PageUp: "back", Space: "next", "Shift+Space": "back", ArrowRight: "next", ".": "black", B: "black", F5: "start", "Shift+F5": "start", Escape: "close", "?": "keys", 3: "picture", Home: "first" };
const { keys, walk } = load(["projector/walk", "projector/keys"]);
const action = keys(ACTIONS);
const press = (key, target = {}, more = {}) => action({ key, target, ...more });
const box = (value, start, end) => ({ tagName: "INPUT", type: "text", value, selectionStart: start, selectionEnd: end });
const slider = { tagName: "INPUT", type: "range" };

test("on the stage every key does its work, in small letters too", () => {
  const pressed = ["PageDown", " ", "ArrowRight", ".", "b", "B", "F5", "Escape", "3"].map((key) => press(key));
  assert.deepEqual(pressed, ["next", "next", "next", "black", "black", "black", "start", "close", "picture"]);
  assert.equal(press(" ", {}, { shiftKey: true }), "back");
  assert.equal(press("F5", {}, { shiftKey: true }), "start");
  assert.equal(press("?", {}, { shiftKey: true }), "keys");
  assert.equal(press("x"), "");
});

test("the browser keeps its own keys", () => {
  assert.equal(press("F5", {}, { ctrlKey: true }), "");
  assert.equal(press("B", {}, { metaKey: true }), "");
});

test("a slider keeps arrows and its ends, and a clicker goes on all the same", () => {
  assert.deepEqual(["ArrowRight", "Home", "PageDown", "PageUp", "."].map((key) => press(key, slider)), ["", "", "next", "back", "black"]);
});

test("in a number box everything is typed but what a clicker sends", () => {
  assert.deepEqual(["PageDown", "PageUp", "F5", "Escape"].map((key) => press(key, box("7B", 2, 2))), ["next", "back", "start", "close"]);
  assert.deepEqual([".", "b", "3", " "].map((key) => press(key, box("7B", 2, 2))), ["", "", "", ""]);
  assert.deepEqual([".", "b"].map((key) => press(key, box("7B", 0, 2))), ["black", "black"]); // just entered: all of it is selected
});

test("a button keeps the space bar, and a held key blanks once", () => {
  assert.equal(press(" ", { tagName: "BUTTON" }), "");
  assert.equal(press("b", {}, { repeat: true }), "none");
  assert.equal(press("PageDown", {}, { repeat: true }), "next");
});

const parts = (...names) => names.map((name) => ({ name, kind: name.split("-")[0], title: name }));
const lecture = walk([
  { slug: "start", place: "Start", parts: parts("words", "picture") },
  { slug: "one", place: "1/2", parts: parts("question", "picture", "picture-2") },
  { slug: "two", place: "2/2", parts: parts("what") },
]);
const at = (slug, part) => ({ slug, part });
const same = (found, wanted) => assert.deepEqual({ ...found }, wanted); // it comes from another realm

test("parts follow each other across pages, and stop at both ends", () => {
  same(lecture.beside(at("start", "picture"), 1), at("one", "question"));
  same(lecture.beside(at("one", "question"), -1), at("start", "picture"));
  same(lecture.beside(at("two", "what"), 1), at("two", "what"));
  same(lecture.beside(at("start", "words"), -1), at("start", "words"));
  same(lecture.picture("1"), at("one", "picture"));
  assert.equal(lecture.picture("7"), undefined);
  assert.ok(!lecture.holds(at("one", "why")));
});

test("settings, looks and how a part is projected stand in one order in every address", () => {
  const dataset = { page: "one", part: "what", settings: "gpus=8&params=7B", look: "hide=gpus%2Cparams&theme=dark", fields: "params gpus" };
  const document = { body: { dataset }, documentElement: { dataset: { contrast: "high" } } };
  const { state, query, projection } = load(["projector/lecture"], { document }).lecture();
  assert.equal(query(), "params=7B&gpus=8&hide=gpus,params&theme=dark");
  assert.equal(query("auto"), "params=7B&gpus=8&hide=gpus,params");
  Object.assign(state, { settings: { gpus: "16" }, theme: "auto", contrast: "normal" });
  assert.equal(projection("picture-2"), "gpus=16&hide=gpus,params&view=projector&part=picture-2");
});
