// Marks practice problems in place, brings back what was missed, and sums up what is solid. All of it is forgotten with the page.
"use strict";

Walkthrough.part(() => {
  const { marks } = Walkthrough;
  const SOON = 2; // problems until one that was missed comes back
  const LATER = 4; // and until it does once more after that went well
  const list = document.querySelector("[data-problems]");
  const series = list.querySelector("[data-series]").dataset.series;
  const record = new Map(); // slug of a step -> what came of each of its problems, in order
  const waiting = []; // problems to bring back: slug, title and when
  let settled = 0; // problems that have a first result
  let brought = 0; // problems brought back

  // The first result counts: right without a hint, or missed.
  function settle(form, clean) {
    if (form.dataset.outcome) return;
    form.dataset.outcome = clean ? "clean" : "missed";
    settled += 1;
    const { problem, step } = form.dataset;
    record.set(step, [...(record.get(step) ?? []), { clean, title: form.querySelector("h3").firstChild.textContent.trim() }]);
    const repeated = Boolean(form.dataset.repeat);
    if (!clean) waiting.push({ problem, due: settled + SOON, last: false });
    else if (repeated && form.dataset.repeat !== "last") waiting.push({ problem, due: settled + LATER, last: true });
    sum(step);
    bring();
  }

  function sum(step) {
    const row = document.querySelector(`[data-summary="${step}"]`);
    if (!row) return;
    const results = record.get(step);
    const put = (name, text) => (row.querySelector(`[data-${name}]`).textContent = text);
    const missed = [...new Set(results.filter(({ clean }) => !clean).map(({ title }) => title))];
    const lastTwo = results.slice(-2);
    put("tried", results.length);
    put("clean", results.filter(({ clean }) => clean).length);
    put("missed", missed.join(", ") || "–");
    if (lastTwo.length === 2 && lastTwo.every(({ clean }) => clean)) put("state", "✓ solid");
    else put("state", lastTwo.at(-1).clean ? "one more to go" : "not yet solid");
  }

  // Whatever is due, and the next that waits when nothing else is left to do.
  function bring() {
    const open = list.querySelector("[data-problem]:not([data-outcome])");
    const due = waiting.filter((each) => each.due <= settled);
    for (const each of due.length || open ? due : waiting.slice(0, 1)) {
      waiting.splice(waiting.indexOf(each), 1);
      fetchAgain(each);
    }
  }

  async function fetchAgain({ problem, last }) {
    brought += 1;
    const query = new URLSearchParams(location.search);
    for (const name of ["level", "question", "answer", "reveal"]) query.delete(name);
    query.set("only", problem);
    query.set("series", `${series.slice(0, 30)}.r${brought}`);
    try {
      const answer = await Walkthrough.fetch(`${document.body.dataset.root}/practice?${query}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const form = document.importNode(page.querySelector("[data-problem]"), true);
      form.dataset.repeat = last ? "last" : "first";
      form.querySelector("[data-again]").hidden = false;
      list.append(form);
      document.querySelector("[data-announce]").textContent = `Once more, below: ${form.querySelector("h3").firstChild.textContent.trim()}.`;
    } catch {
      brought -= 1; // it stays away; the next result may bring another
    }
  }

  async function mark(form, reveal) {
    const query = new URLSearchParams({ question: form.dataset.problem, series: form.dataset.series });
    query.set("answer", new FormData(form).get("answer") ?? "");
    const { units } = form.elements;
    if (units) query.set("units", units.value);
    if (reveal) query.set("reveal", "1");
    const told = await marks.ask(form, "/practice/answer", query);
    if (!told) return;
    if (reveal) settle(form, false);
    else if (told.readable) settle(form, told.right && !form.querySelector("[data-hint][open], [data-opened]"));
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    mark(button.form, button.name === "reveal");
  });
  list.addEventListener("toggle", ({ target }) => target.open && (target.dataset.opened = ""), true);

  document.querySelector("[data-print]")?.addEventListener("click", () => {
    document.documentElement.dataset.printing = "";
    window.print();
    delete document.documentElement.dataset.printing;
  });
  for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
});
