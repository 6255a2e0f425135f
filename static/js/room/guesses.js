// The guesses of a room in words and as rows of a table. A bin is {count, from, to}.
"use strict";

(() => {
  function words(bins) {
    const all = bins.reduce((sum, { count }) => sum + count, 0);
    if (!all) return "Nobody has guessed.";
    const most = bins.reduce((best, bin) => (bin.count > best.count ? bin : best));
    if (all === 1) return `One guess, between ${most.from} and ${most.to}.`;
    return `${all} guesses; the most, ${most.count}, between ${most.from} and ${most.to}.`;
  }

  function row({ from, to, count }) {
    const made = document.createElement("tr");
    made.append(Object.assign(document.createElement("th"), { scope: "row", textContent: `${from} to ${to}` }));
    made.append(Object.assign(document.createElement("td"), { textContent: count }));
    return made;
  }

  Walkthrough.room.guesses = { words, rows: (bins) => bins.map(row) };
})();
