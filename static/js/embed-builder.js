// The builder follows each choice: the server makes frame and snippets anew, and they are put in place. Without scripts its button does.
"use strict";

(() => {
  const form = document.querySelector("[data-builder]");
  const preview = () => document.querySelector("[data-preview]");
  let newest = "";

  function address() {
    const chosen = [...new FormData(form)].filter(([name, text]) => text !== "" || name.startsWith("state-"));
    return `${form.getAttribute("action")}?${new URLSearchParams(chosen)}`;
  }

  function exchange(made, selector) {
    document.querySelector(selector).replaceWith(made.querySelector(selector));
  }

  function show(made) {
    const open = document.querySelector(".builder-site[open]")?.id;
    const choices = "[data-choices]";
    if (made.querySelector(choices).dataset.choices !== document.querySelector(choices).dataset.choices) {
      const place = document.activeElement.id;
      exchange(made, choices);
      document.getElementById(place)?.focus();
    } else {
      for (const box of form.querySelectorAll("[placeholder]")) box.placeholder = made.getElementsByName(box.name)[0].placeholder;
    }
    for (const part of ["problems", "key", "snippets"]) exchange(made, `[data-built=${part}]`);
    for (const site of document.querySelectorAll(".builder-site")) site.open = site.id === open;
    const source = made.querySelector("[data-preview]").getAttribute("src");
    if (preview().getAttribute("src") !== source) exchange(made, "[data-preview]");
    offer();
  }

  async function follow() {
    const asked = (newest = address());
    try {
      const answer = await fetch(asked);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== newest) return;
      history.replaceState(history.state, "", asked);
      show(made);
    } catch {
      if (asked === newest) location.assign(asked); // the browser says what is wrong
    }
  }

  function offer() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  }

  async function copy(button) {
    const code = button.closest("details").querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected: copy it";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  // Another page has other controls.
  form.addEventListener("change", ({ target }) => {
    if (target.name === "page") for (const each of form.querySelectorAll("[name=figure], [name^=state-]")) each.value = "";
    follow();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    follow();
  });
  document.addEventListener("click", ({ target }) => "copy" in target.dataset && copy(target));
  window.addEventListener("message", ({ data, source }) => {
    if (source === preview().contentWindow && data?.type === "fsdp-walkthrough") preview().style.height = `${data.height}px`;
  });
  for (const element of document.querySelectorAll("[data-unscripted]")) element.hidden = true;
  offer();
})();
