// Puts a presentation's numbers, sentences, tables and notices into the page.
"use strict";

(() => {
  const tables = new WeakMap(); // body of a table -> what it shows
  let settled = 0;
  let said = new Set();

  const sentences = (text) => text.split(/(?<=[.!?]) /);

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

  const closed = (element) => element.closest("details:not([open])") !== null;

  // While the reader moves, only what is in sight: a table costs as much as a figure.
  function figure(element, shown, all) {
    put(element.querySelector("[data-title]"), shown.title);
    put(element.querySelector("[data-sentence]"), shown.sentence);
    const names = new Set(shown.figure.data.map((trace) => trace.name));
    for (const entry of element.querySelectorAll("[data-legend]")) {
      if (entry.hidden === names.has(entry.dataset.legend)) entry.hidden = !entry.hidden;
    }
    const body = element.querySelector("[data-rows]");
    if (!body || tables.get(body) === shown.table || (!all && closed(body))) return;
    tables.set(body, shown.table);
    body.replaceChildren(...rows(shown.table));
  }

  function show(presentation, all) {
    for (const element of document.querySelectorAll("[data-readout]")) {
      const text = presentation.readouts[element.dataset.readout];
      if (text !== undefined && (all || !closed(element))) put(element, text);
    }
    for (const element of document.querySelectorAll("[data-figure]")) {
      const shown = presentation.figures[element.dataset.figure];
      if (shown) figure(element, shown, all);
    }
    for (const element of document.querySelectorAll("[data-name]")) put(element, presentation.names[element.dataset.name]);
    const notices = document.querySelector("[data-notices]");
    notices.hidden = presentation.notices.length === 0;
    put(notices, presentation.notices.join(" "));
  }

  Walkthrough.words = {
    moving: (presentation) => show(presentation, false),
    resting: (presentation) => show(presentation, true),
    away() {
      clearTimeout(settled);
      put(document.querySelector("[data-announce]"), "Waiting for the server.");
    },
    // Once the reader has stopped moving: of what the page comes to, the sentences that are no longer what they were.
    announce(presentation) {
      clearTimeout(settled);
      settled = setTimeout(() => {
        const now = [...presentation.notices, ...sentences(presentation.sentence)];
        const news = now.filter((each) => !said.has(each));
        said = new Set(now);
        put(document.querySelector("[data-announce]"), (news.length ? news : now.slice(0, 1)).join(" "));
      }, 600);
    },
    // What the page came with need not be said again.
    begin(presentation) {
      said = new Set(sentences(presentation.sentence));
    },
  };
})();
