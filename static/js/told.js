// The answer to what a step asks, in words and for a run: fetched once per run, and again where it did not come.
"use strict";

// `put` shows it: nothing while it is fetched, undefined where there is none. `about` is the run of the answer that is there already.
Walkthrough.told = (put, about = "") => async (slug, run) => {
  const now = `${slug}/answer?${run}`;
  if (now === about) return;
  about = now;
  put("");
  try {
    const { words } = await (await Walkthrough.fetch(`${document.body.dataset.root}/predict/${now}&reveal=1`)).json();
    if (now === about) put(words);
  } catch {
    if (now === about) about = ""; // asked again at the next rest
  }
};
