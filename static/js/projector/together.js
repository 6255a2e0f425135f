// What a room needs of the projected window: where it is, the way to somewhere else, and the question on its figure.
"use strict";

Walkthrough.together = ({ walk, deck, talk, address }) => {
  const { state } = talk;
  const listeners = []; // of a page, a part or settings that changed
  let before = null; // the settings that the question was asked about
  let slug = "";
  const known = new WeakSet(); // stores of pages on which guesses were shown

  const panel = document.querySelector("[data-room-stage]");
  let taken = 0; // pixels from the top of the screen that the room's panel takes

  // The number beside the figure stands under the panel, and does not rise with it while there is a question: its buttons come and go.
  function give() {
    const { bottom, height } = panel.getBoundingClientRect();
    const asking = !panel.querySelector("[data-room-question]").hidden;
    taken = Math.max(height && bottom, asking ? taken : 0);
    for (const { document: page } of deck.windows()) page.documentElement.style.setProperty("--taken", `${taken}px`);
  }
  if (panel) new ResizeObserver(give).observe(panel);

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
    for (const { Walkthrough: page } of deck.windows()) {
      page.line?.away();
      page.figures.redraw();
    }
  }

  async function reveal({ histogram, of }) {
    const { root } = document.body.dataset;
    const told = await fetch(`${root}/predict/${state.slug}/answer?${of}&reveal=1`).then((answer) => answer.json(), () => ({}));
    if (!told.settings) return null;
    const line = await lay();
    line.gather(histogram, told.asked);
    line.truth = { value: told.truth, text: `right: ${told.truth_text}` };
    before = { ...Object.fromEntries(new URLSearchParams(of)), ...told.before };
    talk.change({ settings: told.settings });
    anew();
    return told;
  }

  // The axis goes with the run.
  function anew() {
    const { line, store, figures } = inside();
    const draw = () => {
      figures.redraw();
      line.draw();
    };
    draw();
    if (known.has(store)) return;
    known.add(store);
    store.listen(() => {
      if (!line.crowd || !asked()) return;
      line.ask(asked());
      draw();
    });
  }

  return {
    address,
    part: () => state.part,
    told: (text) => talk.tell({ kind: "room", text }), // to the presenter's window
    listen: (listener) => listeners.push(listener),
    changed() {
      if (panel) give();
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
