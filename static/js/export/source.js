// Answers in the server's place, from what lies in the copy, or by Python in the browser where the copy brings that.
"use strict";

(() => {
  const copy = Walkthrough.copy;
  if (!copy) return; // a page without sliders
  const carried = document.body.dataset.fields.split(" ");
  const answer = (content, status = 200) => new Response(JSON.stringify(content), { status });

  const unitsOf = (query) => (query.get("units")?.toLowerCase() === "gib" ? "GiB" : "GB");

  // A model or a GPU by name stands for its settings, where these are not given.
  function named(query) {
    for (const [kind, presets] of Object.entries(copy.presets)) {
      const settings = presets[query.get(kind)] ?? {};
      for (const [name, text] of Object.entries(settings)) if (!query.has(name)) query.set(name, text);
      query.delete(kind);
    }
    return query;
  }

  function complete(query) {
    const pairs = Object.entries(copy.settings).map(([name, { usual }]) => [name, query.get(name) ?? usual]);
    return Object.fromEntries(pairs);
  }

  function names(address) {
    const { fields, ...called } = copy.names;
    const key = (kind) => fields[kind].map((name) => address.get(name) ?? copy.usual[name]).join(" ");
    return Object.fromEntries(Object.entries(called).map(([kind, list]) => [kind, list[key(kind)] ?? list[""]]));
  }

  function notices(changed, settings) {
    if (!changed.length) return [];
    const told = changed.map((name) => `${copy.settings[name].title}: ${settings[name]}`).join(", ");
    return [`This copy holds one slider at a time away from a preset, at its own stops. So these differ from what you asked for: ${told}.`];
  }

  let wish = null; // what was asked for last, where the copy does not hold it

  async function found(query) {
    const shown = new URLSearchParams(Walkthrough.store.shown()?.address);
    const units = unitsOf(query);
    const best = Walkthrough.nearest(copy, complete(query), complete(shown));
    wish = best.changed.length ? Object.fromEntries(query) : null;
    const held = await Walkthrough.held(best.base, units, best.over, best.text);
    for (const [name, text] of Object.entries(best.settings)) if (query.has(name) || text !== copy.settings[name].usual) query.set(name, text);
    if (query.has("units")) query.set("units", units);
    for (const [name, text] of Object.entries(held.settled)) query.set(name, text);
    return { ...held, notices: [...held.notices, ...notices(best.changed, best.settings)] };
  }

  // What the page shows for the settings of a query, which is made to say what came of them.
  async function presentation(query) {
    const { marks, settled, ...held } = await found(query);
    const address = new URLSearchParams(carried.filter((name) => query.has(name)).map((name) => [name, query.get(name)]));
    return { ...held, address: address.toString(), names: names(address) };
  }

  async function marked(query) {
    const { marks } = await found(new URLSearchParams(query));
    const how = { reveal: query.get("reveal") === "1", allowed: query.get("answers") !== "0" };
    return Walkthrough.marked(marks[query.get("question")], query.get("answer") ?? "", how);
  }

  // For whoever shows the copy in a frame, as the launch page of a SCORM package does.
  function report(what, more) {
    if (window.parent !== window) window.parent.postMessage({ type: `fsdp-walkthrough.${what}`, ...more }, "*");
  }

  // A figure of the page as it is shown now.
  function picture(name, query) {
    const look = { width: Number(query.get("width") ?? 960), height: Number(query.get("height") ?? 540), theme: query.get("theme") };
    const link = `${Walkthrough.address.link()} ${copy.licence}`;
    return new Response(new Blob([Walkthrough.sheet(name, look, `${copy.cite} ${link}`)], { type: "image/svg+xml" }));
  }

  async function held(path, query) {
    if (path.endsWith("/live")) return answer(await presentation(named(query)));
    if (path.endsWith("/answer")) return answer(await marked(query));
    if (path.endsWith(".svg")) return picture(path.split("/").at(-1).slice(0, -4), query);
    Walkthrough.held("lesson", unitsOf(query)).catch(() => {}); // a slider is about to be used
    return answer({ over: "", base: {}, rungs: {} }); // each stop is asked for singly
  }

  Walkthrough.copyFolder = document.querySelector("script[data-copy]").getAttribute("src").replace(/\/[^/]*$/, "");
  Walkthrough.named = named;
  Walkthrough.fetch = async (path) => {
    const url = new URL(path, "https://walkthrough.invalid");
    const told = (await Walkthrough.python?.answer(url)) ?? (await held(url.pathname, url.searchParams));
    if (url.pathname.endsWith("/answer")) report("answer", { question: url.searchParams.get("question"), right: (await told.clone().json()).right });
    return told;
  };
  if (Walkthrough.python) Walkthrough.python.began = () => wish && Walkthrough.store.setAll(wish);
  report("page", { page: copy.page });
})();
