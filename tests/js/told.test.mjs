import assert from "node:assert/strict";
import { test } from "node:test";

import { load, pause, pretendServer } from "./load.mjs";

test("an answer is fetched once per run, the newest run's is shown, and one that did not come is asked for again", async () => {
  const { asked, fetch } = pretendServer();
  const shown = [];
  const tell = load(["told"], { fetch }).told((words) => shown.push(words), "one/answer?gpus=4");
  tell("one", "gpus=4"); // it is there already
  tell("one", "gpus=8");
  tell("one", "gpus=8");
  tell("one", "gpus=16");
  assert.deepEqual(asked.map(({ path }) => path), ["/predict/one/answer?gpus=8&reveal=1", "/predict/one/answer?gpus=16&reveal=1"]);
  asked[1].fail();
  await pause();
  tell("one", "gpus=16");
  asked[2].answer({ words: "It is 16." });
  asked[0].answer({ words: "It is 8." });
  await pause();
  assert.deepEqual(shown, ["", "", "", "It is 16."]);
});
