// The projected window.
"use strict";

(() => {
  const { body } = document;
  const REST = 350; // milliseconds; browsers allow about three changes of the address a second
  const walk = Walkthrough.walk(Walkthrough.read("walk"));
  const { state, query, projection } = Walkthrough.lecture();
  let resting = 0;
  let hall;

  const path = (slug) => walk.page(slug).path;

  function write() {
    history.replaceState(null, "", `${body.dataset.root}${path(state.slug)}?${projection(state.part)}`);
  }

  function mark() {
    const { place, title, parts } = walk.page(state.slug);
    document.querySelector("[data-place]").textContent = place;
    document.querySelector("[data-dots]").replaceChildren(
      ...parts.map(({ name }) => Object.assign(document.createElement("i"), { className: name === state.part ? "here" : "" })),
    );
    document.querySelector("[data-said]").textContent = `${place} ${title}: ${walk.title(state)}`;
    document.querySelector("[data-leave]").href = `${body.dataset.root}${path(state.slug)}?${query()}`;
    document.querySelector("[data-heading]").textContent = `${title}, projected`;
    document.title = `${title} · FSDP walkthrough, projected`;
    for (const [name, by] of [["back", -1], ["next", 1]]) {
      const there = walk.beside(state, by);
      document.querySelector(`.hall-step[data-do="${name}"]`).hidden = there.slug === state.slug && there.part === state.part;
    }
  }

  async function apply(now, before) {
    if (now.slug !== before.slug || now.part !== before.part) {
      const { slug, part } = now;
      if (slug !== before.slug) await deck.show(slug);
      if (state.slug !== slug || state.part !== part) return; // it went on meanwhile
      const inside = deck.window();
      inside?.Walkthrough.stage.show(part);
      if (document.hasFocus()) (inside ?? window).focus();
      mark();
    }
    if (now.black !== before.black) Walkthrough.screen.black(now.black);
    if (now.theme !== before.theme || now.contrast !== before.contrast) for (const each of [window, ...deck.windows()]) hall.look(each, now);
    clearTimeout(resting);
    resting = setTimeout(write, REST);
    Walkthrough.projected?.changed();
  }

  const deck = Walkthrough.deck(document.querySelector("[data-deck]"), {
    slugs: walk.pages.map(({ slug }) => slug),
    address: (slug) => `${body.dataset.root}/embed/${slug}?${projection(slug === state.slug ? state.part : walk.first(slug).part)}`,
    ready(inside, slug) {
      hall.listen(inside);
      hall.look(inside, state);
      inside.frameElement.title = walk.page(slug).title;
      inside.document.documentElement.toggleAttribute("data-idle", "idle" in document.documentElement.dataset);
      for (const moved of ["pointermove", "pointerdown"]) inside.addEventListener(moved, stirred);
      if (slug !== state.slug) return;
      inside.Walkthrough.stage.show(state.part);
      Walkthrough.projected.changed();
    },
    changed(slug, settings) {
      if (slug !== state.slug) return;
      Walkthrough.room?.own();
      talk.change({ settings });
    },
  });
  const stirred = () => Walkthrough.screen.stirred(deck.windows);

  function present() {
    const where = new URLSearchParams([["page", state.slug], ["part", state.part], ...new URLSearchParams(query())]);
    window.open(`${body.dataset.root}/presenter?${where}`, "walkthrough-presenter", "popup,width=1200,height=800");
  }

  const talk = Walkthrough.talk({
    role: "projector", walk, deck, state, apply,
    heard({ kind }, channel) {
      if (kind === "ping") channel.tell({ kind: "here" });
      if (kind === "ask") Walkthrough.room?.turn();
    },
  });
  hall = Walkthrough.hall({ walk, deck, talk, own: { presenter: present } });
  Walkthrough.projected = Walkthrough.together({ walk, deck, talk, address: () => `${path(state.slug)}?${query()}` });
  hall.begin();
  for (const moved of ["pointermove", "pointerdown", "focusin"]) window.addEventListener(moved, stirred);
  window.addEventListener("pagehide", () => resting && write());
  Walkthrough.screen.awake();
  mark();
  stirred();
  Walkthrough.projector = { state, deck };
})();
