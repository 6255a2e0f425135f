// Puts a presentation's numbers, sentences, tables and notices into the page.
"use strict";

(() => {
  let settled = 0;

  function put(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
  }

  function rows(table) {
    return table.rows.map((cells) => {
      const row = document.createElement("tr");
      cells.forEach((text, index) => {
        const cell = document.createElement(index ? "td" : "th");
        if (!index) cell.scope = "row";
        cell.textContent = text;
        row.append(cell);
      });
      return row;
    });
  }

  function figure(element, shown) {
    put(element.querySelector("[data-title]"), shown.title);
    put(element.querySelector("[data-sentence]"), shown.sentence);
    const names = new Set(shown.figure.data.map((trace) => trace.name));
    for (const entry of element.querySelectorAll("[data-legend]")) entry.hidden = !names.has(entry.dataset.legend);
    element.querySelector("[data-rows]").replaceChildren(...rows(shown.table));
  }

  Walkthrough.words = {
    show(presentation) {
      for (const element of document.querySelectorAll("[data-readout]")) {
        const text = presentation.readouts[element.dataset.readout];
        if (text !== undefined) put(element, text);
      }
      for (const element of document.querySelectorAll("[data-figure]")) {
        const shown = presentation.figures[element.dataset.figure];
        if (shown) figure(element, shown);
      }
      for (const element of document.querySelectorAll("[data-name]")) put(element, presentation.names[element.dataset.name]);
      const notices = document.querySelector("[data-notices]");
      notices.hidden = presentation.notices.length === 0;
      put(notices, presentation.notices.join(" "));
    },
    // One polite sentence once the reader has stopped moving.
    announce(presentation) {
      clearTimeout(settled);
      settled = setTimeout(() => {
        put(document.querySelector("[data-announce]"), [...presentation.notices, presentation.sentence].join(" "));
      }, 600);
    },
  };
})();
