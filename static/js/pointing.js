// Pointing at a GPU in a figure lights it up: the points that belong to a GPU carry its rank as customdata.
"use strict";

Walkthrough.part(() => {
  if (!Walkthrough.controls.free("rank")) return;
  const connected = new WeakSet();

  document.addEventListener("walkthrough:drawn", (event) => {
    const plot = event.target;
    if (connected.has(plot) || !plot.data.some((trace) => trace.customdata)) return;
    connected.add(plot);
    plot.addEventListener("pointerenter", () => Walkthrough.store.prepare("rank"));
    const light = ({ points }) => {
      if ("guessing" in document.documentElement.dataset) return; // the line is pointed with
      const rank = points[0].customdata;
      if (!Number.isInteger(rank)) return;
      Walkthrough.store.set("rank", String(rank));
      requestAnimationFrame(() => Walkthrough.interactive.takeOver(plot)); // so that what Plotly says about the point stays in sight
    };
    plot.on("plotly_hover", light);
    plot.on("plotly_click", light);
  });
});
