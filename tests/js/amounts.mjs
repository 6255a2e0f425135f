// Reads and writes amounts as the pages' scripts do: takes {read: [[text, unit]], write: [[value, unit, units]]} as JSON, null for none.
import { readFileSync } from "node:fs";

import { load } from "./load.mjs";

const { amount, quantities } = load(["quantities", "guess/amount"]);
const { read, write } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(
  JSON.stringify({
    read: read.map(([text, unit]) => quantities.typed(text, unit)),
    write: write.map(([value, unit, units]) => amount.text(value, { unit, units })),
  }),
);
