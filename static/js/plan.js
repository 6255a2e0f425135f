// The planner's own behaviour: lists of choices, one request at a time, a config.json that is dropped or chosen.
"use strict";

(() => {
  const { store } = Walkthrough;
  const { set } = store;
  const page = document.body.dataset;
  const paste = document.querySelector("[data-paste]");
  const failed = document.querySelector("[data-paste-error]");
  const MOST = Number(paste.elements.config.dataset.most);
  let next = null; // what was asked for while an answer was under way; the newest counts

  // An account takes some fifty milliseconds, so the next is asked for when the last is there.
  store.set = (name, text) => {
    if (store.settled()) set(name, text);
    else if (next) next = { ...next, [name]: text };
    else {
      next = { [name]: text };
      wait();
    }
  };

  function wait() {
    if (!store.settled()) return void setTimeout(wait, 10);
    const pairs = next;
    next = null;
    if (Object.keys(pairs).length === 1) set(...Object.entries(pairs)[0]);
    else store.setAll(pairs);
  }

  function show({ controls, readouts }) {
    for (const select of document.querySelectorAll("[data-select]")) select.value = controls[select.name].text;
    const sizes = document.querySelector("[data-sizes]");
    sizes.hidden = sizes.disabled = controls.model.text !== "sizes";
    for (const item of document.querySelectorAll("[data-change]")) {
      item.hidden = !readouts[item.querySelector("[data-readout]").dataset.readout];
    }
    paste.action = Walkthrough.address.link();
    carry(readouts["lesson-address"]);
  }

  // The steps know the run by fewer settings.
  function carry(address) {
    for (const link of document.querySelectorAll("[data-carry]")) {
      if (link.dataset.carry !== page.path) link.href = `${page.root}${link.dataset.carry}${address ? `?${address}` : ""}`;
    }
  }

  function say(words) {
    failed.textContent = words;
    failed.hidden = false;
  }

  function tooLarge(what, bytes) {
    say(`${what} has ${bytes.toLocaleString("en")} bytes; at most ${MOST.toLocaleString("en")} are read. Nothing was changed.`);
  }

  async function read(file) {
    if (!file) return;
    if (file.size > MOST) return tooLarge("The file", file.size);
    paste.elements.config.value = await file.text();
    paste.requestSubmit();
  }

  paste.addEventListener("submit", (event) => {
    const { size } = new Blob([paste.elements.config.value]);
    if (size <= MOST) return;
    event.preventDefault();
    tooLarge("The text", size);
  });
  for (const select of document.querySelectorAll("[data-select]")) select.addEventListener("change", () => store.set(select.name, select.value));
  document.querySelector("[data-file]").addEventListener("change", (event) => read(event.target.files[0]));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.documentElement.toggleAttribute("data-dropping", kind === "dragover");
      if (kind === "drop") read(event.dataTransfer.files[0]);
    });
  }
  store.listen(show);
})();
