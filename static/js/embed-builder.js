// The builder follows each choice: the server makes frame and snippets anew, and what changed is put in place. Without scripts its button does.
"use strict";

(() => {
  const REST = 300; // milliseconds without a key, after which what is typed is taken to be whole
  const SAID = 2000; // milliseconds for which a button says what it did
  const form = document.querySelector("[data-builder]");
  const preview = () => document.querySelector("[data-preview]");
  let newest = ""; // the address asked for last
  let shown = ""; // the one that frame and snippets are of
  let update = Promise.resolve(); // settled once they are of the newest
  let resting = 0; // timer of what is being typed
  let released = Promise.resolve(); // settled unless a button is held down

  function address() {
    const chosen = [...new FormData(form)].filter(([name, text]) => text !== "" || name.startsWith("state-"));
    return `${form.getAttribute("action")}?${new URLSearchParams(chosen)}`;
  }

  function choices(made) {
    const [here, there] = [document, made].map((each) => each.querySelector("[data-choices]"));
    if (there.dataset.choices === here.dataset.choices) {
      for (const box of form.querySelectorAll("[placeholder]")) box.placeholder = made.getElementsByName(box.name)[0].placeholder;
      return;
    }
    const within = here.contains(document.activeElement) && document.activeElement.name;
    here.replaceWith(there);
    if (within) form.elements[within]?.focus();
  }

  function contents(made, part) {
    const [here, there] = [document, made].map((each) => each.querySelector(`[data-built=${part}]`));
    if (here.innerHTML === there.innerHTML) return;
    here.hidden = there.hidden;
    here.replaceChildren(...there.childNodes);
  }

  function snippets(made) {
    for (const code of document.querySelectorAll(".builder-site code")) {
      const text = made.getElementById(code.closest(".builder-site").id).querySelector("code").textContent;
      if (code.textContent !== text) code.textContent = text;
    }
  }

  function show(made) {
    choices(made);
    for (const part of ["problems", "key"]) contents(made, part);
    snippets(made);
    const there = made.querySelector("[data-preview]");
    if (preview().getAttribute("src") !== there.getAttribute("src")) preview().replaceWith(there);
  }

  async function fetched(asked) {
    try {
      const answer = await fetch(asked);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      await released;
      if (asked !== newest) return;
      if (resting) return void (newest = shown); // what is being typed follows, and must not be overwritten
      history.replaceState(history.state, "", asked);
      show(made);
      shown = asked;
    } catch {
      if (asked === newest) location.assign(asked); // the browser says what is wrong
    }
  }

  function follow() {
    clearTimeout(resting);
    resting = 0;
    const asked = address();
    if (asked === newest) return;
    newest = asked;
    update = fetched(asked);
  }

  // The text of a snippet, of all that was typed.
  async function text(code) {
    let waited = null;
    while (resting || waited !== update) {
      if (resting) follow();
      await (waited = update);
    }
    if (shown !== newest) throw new Error("no answer");
    return code.textContent;
  }

  // Browsers allow it right after a press alone, so what is still to come is promised at once.
  async function toClipboard(coming) {
    try {
      const blob = coming.then((words) => new Blob([words], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    } catch {
      const words = await coming;
      await navigator.clipboard.writeText(words);
    }
  }

  const spoken = new WeakMap(); // button -> timer after which it says its name again

  async function copy(button) {
    const code = button.closest("details").querySelector("code");
    clearTimeout(spoken.get(button));
    try {
      await toClipboard(text(code));
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected: copy it";
    }
    spoken.set(button, setTimeout(() => (button.textContent = "Copy"), SAID));
  }

  form.addEventListener("input", ({ target }) => {
    if (target.type !== "text") return;
    clearTimeout(resting);
    resting = setTimeout(follow, REST);
  });
  // Another page has other controls.
  form.addEventListener("change", ({ target }) => {
    if (target.name === "page") for (const each of form.querySelectorAll("[name=figure], [name^=state-]")) each.value = "";
    follow();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    follow();
  });
  // Nothing moves away under the finger between down and up.
  document.addEventListener("pointerdown", ({ target, button }) => {
    if (button !== 0 || !("copy" in target.dataset)) return;
    released = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(done), { once: true });
    });
  });
  document.addEventListener("click", ({ target }) => "copy" in target.dataset && copy(target));
  window.addEventListener("message", ({ data, source }) => {
    if (source === preview().contentWindow && data?.type === "fsdp-walkthrough") preview().style.height = `${data.height}px`;
  });
  for (const element of document.querySelectorAll("[data-unscripted]")) element.hidden = true;
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
})();
