// Save a figure as SVG or PNG, with its address and licence inside, and copy the link to the present view.
"use strict";

(() => {
  function stamped(figure, title) {
    const { data, layout } = structuredClone(figure);
    const words = `${Walkthrough.address.link().slice(0, 160)} · fsdp-walkthrough · Apache-2.0`;
    layout.title = { text: title, x: 0.02, font: { size: 18 } };
    layout.margin = { ...layout.margin, t: 56, b: layout.margin.b + 32 };
    layout.annotations = [
      ...layout.annotations,
      { text: words, xref: "paper", yref: "paper", x: 0, y: 0, yshift: -layout.margin.b + 8, xanchor: "left", yanchor: "bottom",
        showarrow: false, font: { size: 10 } },
    ];
    layout.paper_bgcolor = "#ffffff";
    return { data, layout };
  }

  async function save(name, format) {
    const { figure, title } = Walkthrough.store.shown().figures[name];
    const { data, layout } = stamped(figure, title);
    await window.Plotly.downloadImage({ data, layout }, { format, width: 1200, height: 720, scale: format === "png" ? 2 : 1, filename: name });
  }

  async function copy(button) {
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(Walkthrough.address.link());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address bar";
    }
    setTimeout(() => (button.textContent = said), 2000);
  }

  Walkthrough.part(() => {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      const name = button?.closest("[data-figure]")?.dataset.figure;
      if (button?.dataset.save) save(name, button.dataset.save);
      if (button && "copyLink" in button.dataset) copy(button);
    });
  });
})();
