// Sliders, number boxes, − and + buttons and choices: they say what is wanted, and show what came of it.
"use strict";

(() => {
  const controls = new Map(); // name -> {element, range, box, rungs, and what it has shown since it was last touched}

  function show(presentation) {
    for (const [name, state] of Object.entries(presentation.controls)) {
      const control = controls.get(name);
      if (!control || control.shown === state) continue;
      if (control.refused === state.text) continue; // another setting changed; what was refused here waits to be put right
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
      if (state.accepted) control.element.querySelector("[data-accepted]").textContent = state.accepted;
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
    clear(control);
    range.value = at;
    range.setAttribute("aria-valuetext", rungs[at][1]);
    write(control, rungs[at][0], rungs[at][3]);
    Walkthrough.store.set(name, rungs[at][0]);
  }

  function clear(control) {
    control.shown = null;
    control.refused = null;
    control.element.querySelector(".error")?.remove();
    if (!control.box) return;
    control.box.removeAttribute("aria-invalid");
    control.box.setAttribute("aria-describedby", control.described);
  }

  function refused(name, problems) {
    for (const problem of problems) {
      const control = controls.get(problem.field) ?? controls.get(name);
      if (!control) continue;
      clear(control);
      control.refused = control.exact;
      const words = Object.assign(document.createElement("p"), { className: "error", id: `${problem.field}-error`, textContent: problem.message });
      words.setAttribute("role", "alert");
      control.element.append(words);
      if (!control.box) continue;
      control.box.setAttribute("aria-invalid", "true");
      control.box.setAttribute("aria-describedby", `${words.id} ${control.described}`);
    }
  }

  function ask(control, name) {
    const { box } = control;
    clear(control);
    Walkthrough.store.set(name, box.value.trim());
  }

  function connect(element) {
    const name = element.dataset.control;
    const range = element.querySelector("[data-range]");
    const box = element.querySelector("[data-box]");
    const rungs = range ? JSON.parse(element.querySelector("[data-ladder]").textContent) : [];
    const control = { element, range, box, rungs, shown: null, refused: null, described: box?.getAttribute("aria-describedby") };
    controls.set(name, control);
    element.addEventListener("input", () => (control.shown = null));
    if (range && !("locked" in element.dataset)) {
      for (const event of ["pointerenter", "focusin", "pointerdown"]) element.addEventListener(event, () => Walkthrough.store.prepare(name));
      range.addEventListener("input", () => move(name, Number(range.value)));
    }
    for (const button of element.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => move(name, Number(range.value) + Number(button.dataset.nudge)));
    }
    box?.addEventListener("focus", () => {
      if (box.value === control.brief && control.brief !== control.exact) {
        box.value = control.exact;
        box.select(); // as it was before
      }
    });
    box?.addEventListener("blur", () => {
      if (box.value === control.exact) box.value = control.brief;
    });
    box?.addEventListener("change", () => ask(control, name));
    box?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !Walkthrough.store.shown()) return;
      event.preventDefault();
      ask(control, name);
    });
    for (const radio of element.querySelectorAll("[type=radio]")) {
      radio.addEventListener("change", () => Walkthrough.store.set(name, radio.value));
    }
  }

  Walkthrough.controls = {
    move,
    index: (name) => Number(controls.get(name).range.value),
    last: (name) => controls.get(name).rungs.length - 1,
    // Whether the page lets the reader move it.
    free: (name) => controls.has(name) && !("locked" in controls.get(name).element.dataset),
    // What was refused in these is not to be put right any more: something else sets them.
    forgive: (names) => names.filter((name) => controls.has(name)).forEach((name) => clear(controls.get(name))),
  };

  Walkthrough.part(() => {
    document.querySelectorAll("[data-control]").forEach(connect);
    Walkthrough.store.refused = refused;
    Walkthrough.store.listen(show);
  });
})();
