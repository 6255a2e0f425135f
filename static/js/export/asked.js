// What an address asks for, in a copy: settings by their texts, models and GPUs by name, and what these are called.
"use strict";

(() => {
  const copy = Walkthrough.copy;
  if (!copy) return; // a page without sliders

  // A value at which a slider stops has one text, however it was written.
  function plain(name, text) {
    const value = Walkthrough.quantities.read(text, copy.settings[name].unit);
    return copy.stops[name]?.find(([, each]) => each === value)?.[0] ?? text;
  }

  Walkthrough.asked = {
    units: (query) => (query.get("units")?.toLowerCase() === "gib" ? "GiB" : "GB"),
    // A model or a GPU by name stands for its settings, where these are not given.
    named(query) {
      for (const [kind, presets] of Object.entries(copy.presets)) {
        const settings = presets[query.get(kind)] ?? {};
        for (const [name, text] of Object.entries(settings)) if (!query.has(name)) query.set(name, text);
        query.delete(kind);
      }
      return query;
    },
    // The text of every setting of the page.
    complete(query) {
      const pairs = Object.entries(copy.settings).map(([name, { usual }]) => [name, query.has(name) ? plain(name, query.get(name)) : usual]);
      return Object.fromEntries(pairs);
    },
    // What the model and the GPU of an address are called.
    names(address) {
      const { fields, ...called } = copy.names;
      const key = (kind) => fields[kind].map((name) => address.get(name) ?? copy.usual[name]).join(" ");
      return Object.fromEntries(Object.entries(called).map(([kind, list]) => [kind, list[key(kind)] ?? list[""]]));
    },
  };
})();
