// A page of a copy is one file for all addresses: what its address asks for is put in place once the page has started.
"use strict";

(() => {
  const query = new URLSearchParams(location.search);
  const { body, documentElement: root } = document;
  const fields = (body.dataset.fields ?? "").split(" ");
  const listed = (name) => (query.get(name) ?? "").split(",").filter(Boolean);
  const controls = (name) => document.querySelectorAll(`[data-control="${CSS.escape(name)}"]`);

  // A figure alone in a frame has a file of its own.
  const figure = query.get("figure");
  if ("embedded" in root.dataset && figure && document.querySelector(`[data-figure="${CSS.escape(figure)}"]`)) {
    query.delete("figure");
    location.replace(location.pathname.replace(/\.html$/, `/${figure}.html`) + (query.size ? `?${query}` : "") + location.hash);
    return;
  }

  const theme = query.get("theme");
  if (["light", "dark"].includes(theme)) {
    root.dataset.theme = theme;
    for (const name of document.querySelectorAll("[data-theme-name]")) name.textContent = `Theme: ${theme}`;
    for (const listener of Walkthrough.theme?.changed ?? []) listener();
  }
  for (const name of listed("hide")) for (const control of controls(name)) control.hidden = true;
  for (const name of listed("lock")) {
    for (const part of controls(name)) for (const each of part.querySelectorAll("input, button")) each.disabled = true;
  }
  if (query.get("answers") === "0") {
    for (const answer of document.querySelectorAll(".check .answer, [name=reveal]")) answer.remove();
  }

  // Above all else, as the site has it; see templates/base.html.
  function tell(problems) {
    const list = document.createElement("ul");
    for (const { message, used } of problems) {
      list.append(Object.assign(document.createElement("li"), { textContent: `${message} Used instead: ${used}.` }));
    }
    const said = Object.assign(document.createElement("p"), { textContent: "Something in the address could not be used, and was replaced:" });
    const notice = Object.assign(document.createElement("div"), { className: "notice" });
    notice.setAttribute("role", "status");
    notice.append(said, list);
    document.querySelector("[data-notices]").before(notice);
  }

  function ask() {
    const wrong = Walkthrough.refused(query);
    const problems = [...wrong, ...Walkthrough.unknown(query)];
    if (problems.length) tell(problems);
    for (const { field, instead } of wrong) query.set(field, instead);
    const asked = [...Walkthrough.asked.named(query)].filter(([name]) => fields.includes(name));
    if (asked.length) Walkthrough.store.setAll(Object.fromEntries(asked));
  }

  if (Walkthrough.store?.shown()) ask();
  else document.addEventListener("walkthrough:begun", ask, { once: true });
})();
