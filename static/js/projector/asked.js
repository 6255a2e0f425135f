// What the projected step asks, and its answer, for the settings as they are: beside the lesson's own question, which keeps its numbers.
"use strict";

Walkthrough.asked = ({ deck, state }) => {
  let about = ""; // what the answer on the page belongs to

  return async () => {
    const shown = deck.window()?.Walkthrough.store.shown();
    const place = document.querySelector(`[data-note="${state.slug}"] [data-asked]`);
    if (!place || !shown) return;
    place.hidden = !shown.guess;
    if (!shown.guess) return;
    const now = `/predict/${state.slug}/answer?${shown.address}&reveal=1`;
    if (now === about) return;
    about = now;
    const [asked, answer] = place.children;
    asked.textContent = shown.guess.text;
    answer.textContent = "";
    try {
      const told = await (await fetch(document.body.dataset.root + now)).json();
      if (now === about) answer.textContent = told.words ?? "";
    } catch {
      if (now === about) about = ""; // asked again at the next rest
    }
  };
};
