// A frame for each page, one in sight. The others are loaded one after another at rest, so that going there needs no network.
"use strict";

Walkthrough.deck = (element, { slugs, address, ready, changed }) => {
  const pairs = (query) => Object.fromEntries(new URLSearchParams(query));
  const frames = new Map(); // slug -> {frame, window: its window once the page in it lives, held: the settings it has}
  const SETTLED = 500; // milliseconds without a change until the other pages follow
  let shown = "";
  let settings = {};
  const usual = pairs(document.body.dataset.usual); // what an address leaves out
  let settled = 0;
  let setting = false; // what is heard from a page now comes from here

  function lively(frame) {
    try {
      const there = frame.contentWindow;
      return there.Walkthrough?.store?.shown() ? there : null;
    } catch {
      return null; // the browser's own page, for one that could not be loaded
    }
  }

  const inside = (slug = shown) => frames.get(slug)?.window ?? null;
  const windows = () => [...frames.values()].map((each) => each.window).filter(Boolean);
  const ahead = Walkthrough.ahead({ inSight: () => inside(), windows });
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  // A page begins to live a moment after it is loaded; one that could not be loaded never does.
  async function arrived(slug, each) {
    for (let tries = 0; tries < 100 && !(each.window = lively(each.frame)); tries += 1) await pause(30);
    if (!each.window) return;
    const { store } = each.window.Walkthrough;
    each.held = pairs(store.shown().address);
    store.hope((query) => {
      const before = each.held;
      each.held = { ...before, ...pairs(query) };
      const moved = Object.entries(each.held).some(([name, text]) => before[name] !== text); // and not what waited for its sweep
      if (moved && !setting) changed(slug, each.held);
    });
    follow(each);
    ready(each.window, slug);
  }

  // One slider at a time is followed from the sweep at hand; where there is none, the page asks.
  function follow({ window: there, held }) {
    const news = Object.entries(settings).filter(([name, text]) => (held[name] ?? usual[name]) !== text);
    if (!there || !news.length) return;
    const { store } = there.Walkthrough;
    setting = true;
    if (news.length === 1) store.set(...news[0]);
    else store.setAll(Object.fromEntries(news));
    setting = false;
  }

  function load(slug) {
    const frame = document.createElement("iframe");
    const each = { frame, window: null, held: {} };
    frames.set(slug, each);
    frame.title = slug;
    frame.className = "away";
    return new Promise((done) => {
      frame.addEventListener("load", () => arrived(slug, each).then(done), { once: true });
      frame.src = address(slug);
      element.append(frame);
    });
  }

  async function loadAll() {
    for (const slug of slugs) {
      await ahead.rest();
      if (!frames.has(slug)) await load(slug);
    }
    ahead.begin();
  }

  // A page that could not be loaded is tried again.
  function again() {
    for (const [slug, each] of frames) if (!each.window && slug !== shown) frames.delete(slug), each.frame.remove();
    loadAll();
  }

  return {
    begin(slug, frame) {
      const each = { frame, window: null, held: {} };
      frames.set((shown = slug), each);
      const start = async () => {
        await arrived(slug, each);
        await pause(300);
        loadAll();
      };
      if (frame.contentDocument?.readyState === "complete" && frame.contentWindow.Walkthrough) start();
      else frame.addEventListener("load", start, { once: true });
      window.addEventListener("online", again);
    },
    async show(slug) {
      if (!frames.has(slug)) await load(slug);
      for (const [name, { frame }] of frames) frame.classList.toggle("away", name !== slug);
      shown = slug;
      ahead.stir();
    },
    // Settings that all pages are to have: the one in sight at once, the others once they rest.
    set(wanted) {
      settings = { ...settings, ...wanted };
      const present = frames.get(shown);
      if (present) follow(present);
      ahead.stir();
      clearTimeout(settled);
      settled = setTimeout(() => frames.forEach(follow), SETTLED);
    },
    window: inside,
    windows,
    still: ahead.still, // the network may go
    loaded: () => slugs.every((slug) => frames.get(slug)?.window),
  };
};
