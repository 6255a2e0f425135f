// What the projected step asks, and its answer, for the settings as they are: beside the lesson's own question, which keeps its numbers.
"use strict";

Walkthrough.asked = ({ deck, state }) => {
  let answer = null;
  const tell = Walkthrough.told((words = "") => (answer.textContent = words));

  return () => {
    const shown = deck.window()?.Walkthrough.store.shown();
    const place = document.querySelector(`[data-note="${state.slug}"] [data-asked]`);
    if (!place || !shown) return;
    place.hidden = !shown.guess;
    if (!shown.guess) return;
    place.firstElementChild.textContent = shown.guess.text;
    answer = place.lastElementChild;
    tell(state.slug, shown.address);
  };
};
