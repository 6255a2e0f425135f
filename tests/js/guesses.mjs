// Reads, writes and places numbers as a page's guess does: takes {read: [[text, unit]], write: [[value, asked]], place: [[value, asked, axis]]}
// as JSON, and gives a list for each; null for what cannot be read.
import { readFileSync } from "node:fs";

import { load } from "./load.mjs";

const { amount, quantities, track } = load(["quantities", "guess/amount", "guess/track"]);
const { read, write, place } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(
  JSON.stringify({
    read: read.map(([text, unit]) => quantities.typed(text, unit)),
    write: write.map(([value, asked]) => amount.text(value, asked)),
    place: place.map(([value, asked, look]) => track(asked, { [asked.along]: { look } }).share(value)),
  }),
);
