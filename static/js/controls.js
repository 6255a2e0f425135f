// Sliders, number boxes, − and + buttons and choices: they say what is wanted, and show what came of it.
"use strict";

(() => {
  const controls = new Map(); // name -> {element, range, box, rungs, and what it has shown since it was last touched}

  function show(presentation) {
    for (const [name, state] of Object.entries(presentation.controls)) {
      const control = controls.get(name);
      if (!control || control.shown === state) continue;
      clear(control);
      control.shown = state;
      if (state.rungs) control.rungs = state.rungs;
      if (control.range) {
        const index = Walkthrough.ladder.place(control.rungs, state);
        control.range.max = control.rungs.length - 1;
        control.range.value = index;
        control.range.setAttribute("aria-valuetext", state.spoken);
      }
      write(control, state.text, state.brief);
      for (const radio of control.element.querySelectorAll("[type=radio]")) radio.checked = radio.value === state.text;
    }
  }

  // A long number stands rounded in its box until the box is entered.
  function write(control, exact, brief) {
    Object.assign(control, { exact, brief });
    if (control.box && document.activeElement !== control.box) control.box.value = brief;
  }

  function move(name, index) {
    const control = controls.get(name);
    const { rungs, range } = control;
    const at = Math.min(Math.max(index, 0), rungs.length - 1);
    control.shown = null;
    range.value = at;
    range.setAttribute("aria-valuetext", rungs[at][1]);
    write(control, rungs[at][0], rungs[at][3]);
    Walkthrough.store.set(name, rungs[at][0]);
  }

  function clear(control) {
    control.shown = null;
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
    controls.set(name, { element, range, box, rungs, shown: null });
    element.addEventListener("input", () => (controls.get(name).shown = null));
    if (range && !("locked" in element.dataset)) {
      for (const event of ["pointerenter", "focusin", "pointerdown"]) element.addEventListener(event, () => Walkthrough.store.prepare(name));
      range.addEventListener("input", () => move(name, Number(range.value)));
    }
    for (const button of element.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => move(name, Number(range.value) + Number(button.dataset.nudge)));
    }
    const control = controls.get(name);
    box?.addEventListener("focus", () => {
      if (box.value === control.brief) box.value = control.exact;
    });
    box?.addEventListener("blur", () => {
      if (box.value === control.exact) box.value = control.brief;
    });
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
