// What the reader has set, and where its presentation comes from: the sweep at hand, or one request. The newest value wins.
"use strict";

(() => {
  const PATIENCE = 10_000; // milliseconds; who has not answered by then is taken to be away
  const order = document.body.dataset.fields.split(" "); // one order for all, so that a run has one address
  let wanted = new URLSearchParams(); // what the reader asked for; the server puts right each time what does not go together
  let shown = null; // the presentation on screen
  let active = ""; // the control that was moved last
  let sweep = { key: "", rungs: null };
  const MOST = 8; // sweeps that are kept: one for each slider of the page that has most
  const kept = new Map(); // key -> {base, rungs}, the newest last
  let single = null; // AbortController of the one request under way
  let retry = 0;
  let again = ""; // the control whose sweep did not come

  const base = () => document.body.dataset.root + document.body.dataset.path.replace(/\/$/, "");
  const listeners = []; // of each presentation that is shown
  const hopes = []; // of each address that is wanted, before there is an answer

  const ordered = (settings) => new URLSearchParams(order.filter((name) => settings.has(name)).map((name) => [name, settings.get(name)]));

  function want(pairs) {
    for (const [name, text] of Object.entries(pairs)) wanted.set(name, text);
    wanted = ordered(wanted);
    for (const hope of hopes) hope(wanted.toString());
  }

  function keyOf(name) {
    const others = new URLSearchParams(wanted);
    others.delete(name);
    return `${name}?${others}`;
  }

  function keep(key, { base, rungs }) {
    kept.delete(key);
    kept.set(key, { base, rungs });
    if (kept.size > MOST) kept.delete(kept.keys().next().value);
  }

  function fetchSweep(name) {
    const query = new URLSearchParams(wanted);
    query.set("over", name);
    return ask(`${base()}/sweep?${query}`, "rungs");
  }

  function show(presentation) {
    shown = presentation;
    if (presentation.instead) wanted = ordered(new URLSearchParams(presentation.address)); // a copy took back what it does not hold
    document.documentElement.removeAttribute("data-connection");
    for (const listener of listeners) listener(presentation);
  }

  // The answer's JSON, which must hold `part`: what comes from elsewhere, as from a hotel's sign-in page, is no answer.
  async function ask(path, part, own = new AbortController()) {
    const patience = setTimeout(() => own.abort(), PATIENCE);
    try {
      const answer = await Walkthrough.fetch(path, { signal: own.signal, headers: { accept: "application/json" } });
      if (answer.status === 414) throw Object.assign(new Error("refused"), { problems: [{ field: active, message: "That is too long." }] });
      const content = await answer.json();
      if (answer.status === 422 && Array.isArray(content?.detail)) throw Object.assign(new Error("refused"), { problems: content.detail });
      if (!answer.ok || !content?.[part]) throw new Error(`status ${answer.status}`);
      return content;
    } finally {
      clearTimeout(patience);
    }
  }

  async function fetchSingle(name) {
    single?.abort();
    clearTimeout(retry);
    const own = (single = new AbortController());
    const asked = wanted.toString();
    try {
      const presentation = await ask(`${base()}/live?${asked}`, "controls", own);
      if (single !== own) return;
      single = null;
      if (asked === wanted.toString()) show(presentation);
      if (again && again === active) Walkthrough.store.prepare(again);
    } catch (error) {
      if (single !== own) return;
      single = null;
      if (error.problems) refuse(name, error.problems);
      else lost(name);
    }
  }

  // What was refused is no longer wanted; everything else is.
  function refuse(name, problems) {
    const before = new URLSearchParams(shown.address);
    const asked = wanted.toString();
    for (const { field } of problems) {
      if (before.has(field)) wanted.set(field, before.get(field));
      else wanted.delete(field);
    }
    if (wanted.toString() === asked) wanted = before; // nothing that was wanted is named: start from what is shown
    want({});
    Walkthrough.store.refused(name, problems);
    if (wanted.toString() !== ordered(before).toString()) fetchSingle(name);
  }

  function lost(name) {
    const { dataset } = document.documentElement;
    if (!dataset.connection) Walkthrough.store.away();
    dataset.connection = "lost";
    retry = setTimeout(() => fetchSingle(name), 2000);
  }

  Walkthrough.store = {
    listen: (listener) => listeners.push(listener),
    hope: (listener) => hopes.push(listener),
    shown: () => shown,
    settled: () => !single && (!sweep.key || Boolean(sweep.rungs)),
    begin(presentation) {
      wanted = ordered(new URLSearchParams(presentation.address));
      show(presentation);
    },
    refused: () => {}, // told which control was moved and what the server says about it
    away: () => {}, // told when the server is first missed
    // The slider `name` is about to be used: fetch its sweep once.
    prepare(name) {
      if (!shown) return;
      active = name;
      const key = keyOf(name);
      if (sweep.key === key) return;
      if (sweep.waiting) fetchSingle(name); // it would be waited for in vain
      const own = (sweep = { key, rungs: null, waiting: null, ...kept.get(key) });
      again = "";
      if (own.rungs) return;
      fetchSweep(name).then(
        (answer) => {
          keep(key, answer);
          own.base = answer.base;
          own.rungs = answer.rungs;
          if (sweep === own && own.waiting !== null) Walkthrough.store.set(name, own.waiting);
        },
        () => {
          if (sweep !== own) return;
          sweep = { key: "", rungs: null };
          again = name;
          if (own.waiting !== null) Walkthrough.store.set(name, own.waiting);
        },
      );
    },
    // Each of these sliders moves alone without a network from now on: their sweeps, one after another, as long as nobody moves.
    async ahead(names) {
      const run = wanted.toString();
      for (const name of names) {
        const key = keyOf(name);
        if (kept.has(key) || sweep.key === key) continue;
        const answer = await fetchSweep(name).catch(() => null);
        if (!answer || run !== wanted.toString()) return;
        keep(key, answer);
      }
    },
    set(name, text) {
      if (!shown) return;
      active = name;
      want({ [name]: text });
      const key = keyOf(name);
      if (sweep.key !== key && kept.has(key)) sweep = { key, waiting: null, ...kept.get(key) };
      const near = sweep.key === key ? sweep : null;
      if (near?.rungs && Object.hasOwn(near.rungs, text)) {
        single?.abort();
        single = null;
        clearTimeout(retry);
        show(Walkthrough.restored(near.base, near.rungs[text]));
      } else if (near && !near.rungs) near.waiting = text;
      else fetchSingle(name);
    },
    // The whole run as somebody else has it: one setting that differs moves as its slider would, several are asked for together.
    follow(query) {
      if (!shown) return;
      const theirs = ordered(new URLSearchParams(query));
      const apart = order.filter((name) => theirs.get(name) !== wanted.get(name));
      if (!apart.length) return;
      if (apart.length === 1 && theirs.has(apart[0])) {
        Walkthrough.store.prepare(apart[0]);
        Walkthrough.store.set(apart[0], theirs.get(apart[0]));
      } else {
        wanted = theirs;
        Walkthrough.store.setAll({});
      }
    },
    // Several settings at once, as a preset sets them.
    setAll(pairs) {
      if (!shown) return;
      active = "preset";
      want(pairs);
      fetchSingle("preset");
    },
  };
})();
