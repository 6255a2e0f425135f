// Draws as the pages' scripts do: reads [{figure, width, height, colours, ids}] as JSON, writes the drawings as JSON.
import { readFileSync } from "node:fs";

import { load } from "./load.mjs";

export const SCRIPTS = ["paint", "text", "frame", "shapes", "axes", "notes", "stage", "fitting", "svg"].map((name) => `drawing/${name}`);

const { drawing } = load(SCRIPTS);
const asked = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map(({ figure, ...look }) => drawing.content(figure, look))));
