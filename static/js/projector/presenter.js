// The presenter’s window: notes, what comes next, the time, and the page’s own sliders. It drives what is projected, and follows it.
"use strict";

(() => {
  const { body } = document;
  const [ASK, SILENT] = [2000, 5000]; // milliseconds: how often the projected window is asked whether it is there, and how long it may not answer
  const walk = Walkthrough.walk(Walkthrough.read("walk"));
  const { state, query, projection } = Walkthrough.lecture();
  const { theme } = state; // of this window, whatever the projected one's is
  let heardAt = performance.now();
  let projected = null; // the window that was opened from here
  let hall;

  function show() {
    for (const note of document.querySelectorAll("[data-note]")) note.hidden = note.dataset.note !== state.slug;
    const { kind } = walk.page(state.slug).parts.find(({ name }) => name === state.part);
    for (const say of document.querySelectorAll("[data-say]")) say.hidden = say.dataset.say !== `${state.slug} ${kind}`;
    const { place, title } = walk.page(state.slug);
    document.querySelector("[data-now]").textContent = `${place} ${title}: ${walk.title(state)}`;
    const next = walk.beside(state, 1);
    const same = next.slug === state.slug;
    document.querySelector("[data-next]").textContent =
      same && next.part === state.part ? "the end" : `${same ? "" : `${walk.page(next.slug).title}: `}${walk.title(next)}`;
    document.querySelector("[data-blacked]").hidden = !state.black;
    timer.at(state.slug);
    asked();
  }

  async function apply(now, before) {
    if (now.slug !== before.slug) await deck.show(now.slug);
    if (now.slug !== before.slug || now.part !== before.part) timer.start();
    show();
  }

  const deck = Walkthrough.deck(document.querySelector("[data-deck]"), {
    slugs: walk.pages.map(({ slug }) => slug),
    address: (slug) => `${body.dataset.root}/embed/${slug}?${query(theme)}`,
    ready(inside, slug) {
      hall.listen(inside);
      inside.frameElement.title = walk.page(slug).title;
      inside.document.documentElement.dataset.desk = "";
      inside.Walkthrough.pace.resting.push(asked);
      if (slug === state.slug) asked();
    },
    changed: (slug, news) => slug === state.slug && talk.change({ settings: news }),
  });

  const asked = Walkthrough.asked({ deck, state });

  function present() {
    const { path } = walk.page(state.slug);
    projected = window.open(`${body.dataset.root}${path}?${projection(state.part)}`, "walkthrough-projected");
    heardAt = performance.now();
  }

  // Asked now and then: a window that was closed, or whose page went elsewhere, cannot say so itself.
  function watch() {
    talk.tell({ kind: "ping" });
    document.querySelector("[data-lost]").hidden = !(projected?.closed || performance.now() - heardAt > SILENT);
  }

  const timer = Walkthrough.timer(document.querySelector("[data-timer]"), Walkthrough.read("planned"));
  const talk = Walkthrough.talk({
    role: "presenter", walk, deck, state, apply,
    heard({ kind, role, text }) {
      if (kind === "room") document.querySelector("[data-room-told]").textContent = text;
      if (kind === "here" || kind === "state") heardAt = performance.now();
      if (kind === "bye" && role === "projector") heardAt = -SILENT;
      if (kind === "hello" && role === "projector") talk.tell({ kind: "ping" });
    },
  });
  hall = Walkthrough.hall({ walk, deck, talk, own: { presenter() {}, open: present, ask: () => talk.tell({ kind: "ask" }) } });
  hall.begin();
  show();
  setInterval(watch, ASK);
  watch();
  Walkthrough.presenter = { state, deck };
})();
