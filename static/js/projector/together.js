// What a room needs of the projected window: where it is, the way to somewhere else, and the question on its figure.
"use strict";

Walkthrough.together = ({ walk, deck, talk, address }) => {
  const { state } = talk;
  const listeners = []; // of a page, a part or settings that changed
  let before = null; // the settings that the question was asked about
  let slug = "";
  const known = new WeakSet(); // stores of pages on which guesses were shown

  const inside = () => deck.window()?.Walkthrough;
  const asked = () => inside()?.store.shown()?.guess ?? null;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  // The figure that is guessed on comes into sight, with room for the guesses over it.
  async function lay() {
    const { line } = inside();
    const figure = deck.window().document.querySelector(`[data-figure="${asked().figure}"]`);
    talk.change({ part: figure.dataset.part });
    await drawn();
    line.ask(asked());
    line.lay();
    return line;
  }

  function away() {
    for (const { Walkthrough: page } of deck.windows()) page.line?.away();
  }

  async function reveal({ histogram, of }) {
    const { root } = document.body.dataset;
    const told = await fetch(`${root}/predict/${state.slug}/answer?${of}&reveal=1`).then((answer) => answer.json(), () => ({}));
    if (!told.settings) return null;
    const line = await lay();
    line.gather(histogram, told.asked);
    line.truth = { value: told.truth, text: `right: ${told.truth_text}` };
    before = Object.fromEntries(new URLSearchParams(of));
    talk.change({ settings: told.settings });
    anew();
    return told;
  }

  // The axis goes with the run.
  function anew() {
    const { line, store } = inside();
    line.draw();
    if (known.has(store)) return;
    known.add(store);
    store.listen(() => {
      if (!line.crowd || !asked()) return;
      line.ask(asked());
      line.draw();
    });
  }

  return {
    address,
    part: () => state.part,
    told: (text) => talk.tell({ kind: "room", text }), // to the presenter's window
    listen: (listener) => listeners.push(listener),
    changed() {
      if (slug !== state.slug) away();
      slug = state.slug;
      for (const listener of listeners) listener();
    },
    // Where somebody else leads: the same page, settings and part; a page that is no projected window tells no part.
    go({ address: there, part }) {
      const { pathname, searchParams } = new URL(there, location.origin);
      const page = walk.pages.find(({ path }) => path === pathname);
      if (!page) return;
      const same = page.slug === state.slug && (!part || part === state.part);
      const { name } = page.parts.find((each) => each.name === (part || "picture")) ?? page.parts[0];
      talk.change({ settings: Object.fromEntries(searchParams), ...(!same && { slug: page.slug, part: name }) });
    },
    guess: {
      asked,
      open() {},
      shared() {},
      lock() {},
      bare() {},
      words: (value) => inside().line.words(value),
      crowd: () => inside().line.crowd,
      reveal,
      close() {
        away();
        if (before) talk.change({ settings: before });
        before = null;
      },
    },
  };
};
