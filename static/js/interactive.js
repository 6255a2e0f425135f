// Plotly, with all that can be pointed at: loaded after the first picture, shown in the place of our drawing while the reader rests.
"use strict";

(() => {
  const config = {
    displayModeBar: false, displaylogo: false, showSendToCloud: false, scrollZoom: false, doubleClick: false, responsive: false,
    showTips: false,
  };
  const shown = new Map(); // sheet -> text of what Plotly has drawn there
  let dark = {};
  let asked = false;
  let fetched = false;

  // The mapping in the colours of the theme.
  function coloured(value) {
    if (typeof value === "string") return dark[value] ?? value;
    if (Array.isArray(value)) return value.map(coloured);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, coloured(each)]));
    }
    return value;
  }

  // The mapping as Plotly is to draw it in a plot of that size: it writes into what it is given.
  function fitted(figure, { clientWidth: width, clientHeight: height }) {
    const mapping = Walkthrough.theme.dark() ? coloured(figure) : figure;
    const { data, layout } = structuredClone(Walkthrough.drawing.fitted(mapping, width, height));
    return { data, layout: Object.assign(layout, { width, height }) };
  }

  const wanted = ({ figure, width, height }) => `${width}x${height} ${Walkthrough.theme.dark()} ${JSON.stringify(figure)}`;
  const due = (sheet) => sheet.figure && sheet.width > 0 && !("interactive" in sheet.plot.dataset && shown.get(sheet) === wanted(sheet));

  function takeOver(sheet) {
    const { plot, figure } = sheet;
    const text = wanted(sheet);
    if (shown.get(sheet) !== text) {
      const { data, layout } = fitted(figure, plot);
      window.Plotly.react(plot, data, layout, config);
      shown.set(sheet, text);
      plot.dispatchEvent(new CustomEvent("walkthrough:drawn", { bubbles: true }));
    }
    plot.dataset.interactive = "";
  }

  // One figure after the other, so that a reader who moves on does not wait for all of them.
  function settle() {
    if (!window.Plotly || !Walkthrough.pace.still()) return; // it will be asked again
    const sheet = Walkthrough.figures.sheets.find(due);
    if (!sheet) return;
    takeOver(sheet);
    setTimeout(settle);
  }

  // Fetched early, run at rest: it keeps the page busy for a while.
  function ask() {
    if (asked) return;
    asked = true;
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: document.body.dataset.plotly });
    link.fetchPriority = "low";
    link.onload = link.onerror = () => {
      fetched = true;
      if (Walkthrough.pace.still()) run();
    };
    document.head.append(link);
  }

  function run() {
    if (!fetched || document.querySelector("[data-plotly-script]")) return;
    const script = Object.assign(document.createElement("script"), { src: document.body.dataset.plotly, onload: settle });
    script.dataset.plotlyScript = "";
    document.head.append(script);
  }

  Walkthrough.interactive = {
    fitted,
    config,
    takeOver: (plot) => Walkthrough.figures.sheets.filter((sheet) => sheet.plot === plot && due(sheet)).forEach(takeOver),
    settled: () => Boolean(window.Plotly) && !Walkthrough.figures.sheets.some(due),
  };

  Walkthrough.part(() => {
    dark = Walkthrough.read("dark");
    const { sheets, still } = Walkthrough.figures;
    Walkthrough.theme.changed.push(() => sheets.forEach(still));
    Walkthrough.pace.resting.push(run, settle);
    if (document.body.dataset.plotlyWhen === "never") return; // a picture for many is not pointed at
    for (const sheet of sheets) {
      sheet.plot.addEventListener("pointerenter", () => {
        ask();
        if (window.Plotly && due(sheet)) takeOver(sheet);
      });
    }
    if (document.body.dataset.plotlyWhen) return; // twenty frames on a page need it where one points
    ask();
  });
})();
