// Sweeps fetched while nobody moves, so that sliders go on without a network: those of the page in sight, each alone, and the main one of the others.
"use strict";

Walkthrough.ahead = ({ inSight, windows }) => {
  const MAIN = ["gpus", "params", "stage"];
  const CALM = 1500; // milliseconds without a change
  let turn = 0; // counts what sweeps are fetched for
  let timer = 0;
  let still = false; // all is at hand

  const rest = () => new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 100)));

  async function prepare(inside) {
    const names = [...inside.document.querySelectorAll("[data-control]:has([data-range])")].map(({ dataset }) => dataset.control);
    const main = MAIN.find((name) => names.includes(name));
    const others = inside === inSight() ? names.filter((name) => name !== main) : [];
    await inside.Walkthrough.store.ahead(main ? [main, ...others] : others);
  }

  async function begin() {
    clearTimeout(timer);
    const mine = (turn += 1);
    for (const inside of new Set([inSight(), ...windows()].filter(Boolean))) {
      await rest();
      if (mine !== turn) return;
      await prepare(inside);
    }
    still = mine === turn;
  }

  return {
    begin,
    // Something moved: what is being fetched is no longer wanted.
    stir() {
      turn += 1;
      still = false;
      clearTimeout(timer);
      timer = setTimeout(begin, CALM);
    },
    still: () => still,
    rest,
  };
};
