// What a copy without a server shows for an address: the run in it that comes nearest, and what is said where that is another one.
"use strict";

(() => {
  const copy = Walkthrough.copy;
  if (!copy) return; // a page without sliders
  const { python, asked, nearest } = Walkthrough;
  const carried = document.body.dataset.fields.split(" ");

  let wish = null; // what was asked for last, where the copy does not hold it
  let meanwhile = null; // its settings and the run shown instead, while Python, which can give it, is starting
  let used = false; // whether a slider was taken hold of

  const settings = (address) => asked.complete(new URLSearchParams(address));

  function notices({ changed, over, settings: shown }) {
    if (!changed.length) return [];
    const told = changed.map((name) => `${copy.settings[name].title}: ${shown[name]}`).join(", ");
    if (python?.starting()) return [`Python is starting in your browser. What you asked for follows in a few seconds; until then you see ${told}.`];
    if (changed.every((name) => name === over)) return [`This copy has no server and holds sliders at their own stops. The nearest is ${told}.`];
    return [`This copy has no server and holds one slider at a time away from a preset, so it went back to ${told}.`];
  }

  // A movement that takes another one back says so where the hand is.
  function sayBeside(name) {
    const panel = used && document.querySelector(`[data-control="${name}"]`)?.closest(".panel");
    if (panel) panel.prepend(document.querySelector("[data-notices]"));
  }

  function remember(query, wanted, best) {
    const far = best.changed.length > 0;
    if (far || used) python?.need();
    wish = far ? Object.fromEntries(query) : null;
    meanwhile = far && python?.starting() ? { wanted, best } : null;
  }

  // The query is made to say what is shown.
  function correct(query, best, settled) {
    for (const [name, text] of Object.entries(best.settings)) if (query.has(name) || text !== copy.settings[name].usual) query.set(name, text);
    if (query.has("units")) query.set("units", asked.units(query));
    for (const [name, text] of Object.entries(settled)) query.set(name, text);
  }

  const same = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

  function near(wanted) {
    if (meanwhile && same(wanted, meanwhile.wanted)) return meanwhile.best;
    return nearest(copy, wanted, meanwhile?.wanted ?? settings(Walkthrough.store.shown()?.address));
  }

  const held = (query, { base, over, text }) => Walkthrough.held(base, asked.units(query), over, text);

  Walkthrough.run = {
    // A slider was taken hold of: its stops are held from a preset, and from elsewhere Python knows them.
    about(query) {
      used = true;
      const [wanted, over] = [asked.complete(query), query.get("over")];
      const stopsHeld = copy.bases.some(({ run }) => Object.keys(run).every((name) => name === over || run[name] === wanted[name]));
      if (stopsHeld) Walkthrough.held("lesson", asked.units(query)).catch(() => {});
      else python?.need();
    },
    async presentation(query) {
      const wanted = asked.complete(query);
      const best = near(wanted);
      remember(query, wanted, best);
      const told = { notices: notices(best), instead: best.changed.length > 0 && !meanwhile };
      const { marks, settled, ...shown } = await held(query, best);
      if (best.changed.length) sayBeside(best.moved.includes(best.over) ? best.over : best.moved[0]);
      correct(query, best, settled);
      const address = new URLSearchParams(carried.filter((name) => query.has(name)).map((name) => [name, query.get(name)]));
      return { ...shown, ...told, notices: [...shown.notices, ...told.notices], address: address.toString(), names: asked.names(address) };
    },
    async marks(query) {
      return (await held(query, near(asked.complete(query)))).marks;
    },
  };

  if (python) python.came = () => wish && Walkthrough.store.setAll(wish);
})();
