// Draws the figures of a presentation: the newest one, at most once a frame, and only those that changed.
"use strict";

(() => {
  const config = {
    displayModeBar: false, displaylogo: false, showSendToCloud: false, scrollZoom: false, doubleClick: false, responsive: false,
    showTips: false,
  };
  const drawn = new Map(); // figure name -> text of what it shows
  let newest = null;
  let waiting = false;
  let dark = {};

  const plots = () => document.querySelectorAll("[data-figure] [data-plot]");
  const nameOf = (plot) => plot.closest("[data-figure]").dataset.figure;

  // The mapping in the colours of the theme.
  function coloured(value) {
    if (typeof value === "string") return dark[value] ?? value;
    if (Array.isArray(value)) return value.map(coloured);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, coloured(each)]));
    }
    return value;
  }

  function fitted(figure, plot) {
    const mapping = Walkthrough.theme.dark() ? coloured(figure) : structuredClone(figure);
    const size = Math.round(Math.min(20, Math.max(12, 10 + plot.clientWidth / 140)));
    mapping.layout.font.size = size;
    mapping.layout.width = plot.clientWidth;
    mapping.layout.height = plot.clientHeight;
    return mapping;
  }

  function draw() {
    waiting = false;
    if (!newest || !window.Plotly) return;
    for (const plot of plots()) {
      const figure = newest.figures[nameOf(plot)]?.figure;
      if (!figure || !plot.clientWidth) continue;
      const text = JSON.stringify(figure) + plot.clientWidth + "x" + plot.clientHeight + Walkthrough.theme.dark();
      if (drawn.get(plot) === text) continue;
      drawn.set(plot, text);
      const { data, layout } = fitted(figure, plot);
      for (const still of plot.querySelectorAll(":scope > .drawing")) still.remove(); // drawn by the server
      window.Plotly.react(plot, data, layout, config);
      plot.dispatchEvent(new CustomEvent("walkthrough:drawn", { bubbles: true }));
    }
  }

  function frame() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }

  Walkthrough.figures = {
    drawings: 0,
    show(presentation) {
      newest = presentation;
      frame();
    },
    fitted,
    config,
  };

  Walkthrough.part(() => {
    dark = Walkthrough.read("dark");
    Walkthrough.theme.changed.push(frame);
    const watcher = new ResizeObserver(frame);
    for (const plot of plots()) watcher.observe(plot);
    document.querySelector("[data-plotly]")?.addEventListener("load", frame);
    window.addEventListener("load", frame);
  });
})();
