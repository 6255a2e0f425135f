// Marks practice problems in place; what is missed comes back with other numbers.
"use strict";

Walkthrough.part(() => {
  const { marks } = Walkthrough;
  const list = document.querySelector("[data-problems]");
  const series = list.querySelector("[data-series]").dataset.series;
  let brought = 0; // problems brought back

  const settle = Walkthrough.repeats(async ({ dataset: { problem } }) => {
    brought += 1;
    const query = new URLSearchParams(location.search);
    for (const name of ["level", "question", "answer", "reveal"]) query.delete(name);
    query.set("only", problem);
    query.set("series", `${series.slice(0, 30)}.r${brought}`);
    try {
      const answer = await Walkthrough.fetch(`${document.body.dataset.root}/practice?${query}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const form = document.importNode(page.querySelector("[data-problem]"), true);
      list.append(form);
      return form;
    } catch {
      brought -= 1;
      return null;
    }
  });

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
  for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
});
