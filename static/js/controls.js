// Sliders, number boxes, − and + buttons and choices: they say what is wanted, and show what came of it.
"use strict";

(() => {
  const controls = new Map(); // name -> {rungs, range, box}

  function show(presentation) {
    for (const [name, state] of Object.entries(presentation.controls)) {
      const control = controls.get(name);
      if (!control) continue;
      clear(control);
      if (state.rungs) control.rungs = state.rungs;
      if (control.range) {
        const index = Walkthrough.ladder.place(control.rungs, state);
        control.range.max = control.rungs.length - 1;
        control.range.value = index;
        control.range.setAttribute("aria-valuetext", state.spoken);
      }
      if (control.box && document.activeElement !== control.box) control.box.value = state.text;
      for (const radio of control.element.querySelectorAll("[type=radio]")) radio.checked = radio.value === state.text;
    }
  }

  function move(name, index) {
    const { rungs, range } = controls.get(name);
    const at = Math.min(Math.max(index, 0), rungs.length - 1);
    range.value = at;
    range.setAttribute("aria-valuetext", rungs[at][1]);
    controls.get(name).box.value = rungs[at][0];
    Walkthrough.store.set(name, rungs[at][0]);
  }

  function clear(control) {
    control.box?.removeAttribute("aria-invalid");
    control.element.querySelector(".error")?.remove();
  }

  function refused(name, problems) {
    for (const problem of problems) {
      const control = controls.get(problem.field) ?? controls.get(name);
      if (!control) continue;
      clear(control);
      control.box?.setAttribute("aria-invalid", "true");
      const words = document.createElement("p");
      words.className = "error";
      words.setAttribute("role", "alert");
      words.textContent = problem.message;
      control.element.append(words);
    }
  }

  function connect(element) {
    const name = element.dataset.control;
    const range = element.querySelector("[data-range]");
    const box = element.querySelector("[data-box]");
    const rungs = range ? JSON.parse(element.querySelector("[data-ladder]").textContent) : [];
    controls.set(name, { element, range, box, rungs });
    if (range && !("locked" in element.dataset)) {
      for (const event of ["pointerenter", "focusin", "pointerdown"]) element.addEventListener(event, () => Walkthrough.store.prepare(name));
      range.addEventListener("input", () => move(name, Number(range.value)));
    }
    for (const button of element.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => move(name, Number(range.value) + Number(button.dataset.nudge)));
    }
    box?.addEventListener("change", () => Walkthrough.store.set(name, box.value.trim()));
    box?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      Walkthrough.store.set(name, box.value.trim());
    });
    for (const radio of element.querySelectorAll("[type=radio]")) {
      radio.addEventListener("change", () => Walkthrough.store.set(name, radio.value));
    }
  }

  Walkthrough.controls = {
    move,
    index: (name) => Number(controls.get(name).range.value),
    last: (name) => controls.get(name).rungs.length - 1,
    has: (name) => controls.has(name),
  };

  Walkthrough.part(() => {
    document.querySelectorAll("[data-control]").forEach(connect);
    Walkthrough.store.refused = refused;
    Walkthrough.store.listen(show);
  });
})();
