// What was missed comes back after a few others, and a table sums up what is solid. All of it is forgotten with the page.
"use strict";

// `again` puts a card on the page once more and resolves to it, or to null; each card has a step and a heading in its data.
Walkthrough.repeats = (again) => {
  const SOON = 2; // cards until one that was missed comes back
  const LATER = 4; // and until it does once more after that went well
  const ENOUGH = 2; // clean results in a row
  const cards = [...document.querySelectorAll("[data-card]")];
  const record = new Map(); // slug of a step -> what came of each of its cards, in order
  const waiting = []; // cards to bring back, and when
  let settled = 0; // cards that have a first result

  // The first result of a card counts: right without help, or missed.
  function settle(card, clean) {
    if (card.dataset.outcome) return;
    card.dataset.outcome = clean ? "clean" : "missed";
    settled += 1;
    const { step, heading, repeat } = card.dataset;
    record.set(step, [...(record.get(step) ?? []), { clean, heading }]);
    if (!clean) waiting.push({ card, due: settled + SOON, last: false });
    else if (repeat && repeat !== "last") waiting.push({ card, due: settled + LATER, last: true });
    sum(step);
    bring();
  }

  function sum(step) {
    const row = document.querySelector(`[data-summary="${step}"]`);
    if (!row) return;
    const results = record.get(step);
    const put = (name, text) => (row.querySelector(`[data-${name}]`).textContent = text);
    const missed = [...new Set(results.filter(({ clean }) => !clean).map(({ heading }) => heading))];
    put("tried", results.length);
    put("clean", results.filter(({ clean }) => clean).length);
    put("missed", missed.join(", ") || "–");
    const only = cards.filter(({ dataset }) => dataset.step === step).length === 1 && missed.length === 0;
    put("state", state(results, only ? 1 : ENOUGH));
  }

  function state(results, enough) {
    const last = results.slice(-enough);
    if (last.length === enough && last.every(({ clean }) => clean)) return "✓ solid";
    return last.at(-1).clean ? "one more to go" : "not yet solid";
  }

  // Whatever is due, and the next that waits when nothing else is left to do.
  async function bring() {
    const open = document.querySelector("[data-card]:not([data-outcome])");
    const due = waiting.filter((each) => each.due <= settled);
    for (const each of due.length || open ? due : waiting.slice(0, 1)) {
      waiting.splice(waiting.indexOf(each), 1);
      const card = await again(each.card);
      if (!card) continue; // it stays away; the next result may bring another
      card.dataset.repeat = each.last ? "last" : "first";
      card.querySelector("[data-again]").hidden = false;
      document.querySelector("[data-once-more]").textContent = `Once more, below: ${card.dataset.heading}.`;
    }
  }

  document.querySelector("[data-print]")?.addEventListener("click", () => {
    document.documentElement.dataset.printing = "";
    window.print();
    delete document.documentElement.dataset.printing;
  });
  return settle;
};
