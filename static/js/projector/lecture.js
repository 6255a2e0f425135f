// Where the lecture stands as a window opens, and the queries that say where it stands now.
"use strict";

Walkthrough.lecture = () => {
  const { dataset } = document.body;
  const pairs = (query) => Object.fromEntries(new URLSearchParams(query));
  const fields = dataset.fields.split(" "); // one order for all, so that a run has one address
  const { theme = "auto", ...looks } = pairs(dataset.look);
  const state = {
    slug: dataset.page, part: dataset.part, settings: pairs(dataset.settings),
    theme, contrast: document.documentElement.dataset.contrast ?? "normal", black: false,
  };

  // Settings and looks, as every page has them in its address.
  function query(ground = state.theme) {
    const settings = fields.filter((name) => name in state.settings).map((name) => [name, state.settings[name]]);
    const all = new URLSearchParams([...settings, ...Object.entries(looks)]);
    if (ground !== "auto") all.set("theme", ground);
    return all.toString().replaceAll("%2C", ",");
  }

  // The same for a part as it is projected.
  function projection(part) {
    const shown = `view=projector&part=${part}${state.contrast === "high" ? "&contrast=high" : ""}`;
    return [query(), shown].filter(Boolean).join("&");
  }

  return { state, query, projection };
};
