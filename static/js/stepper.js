// Plays a stepper from where it stands to its end; any other movement stops it. Nothing plays unasked.
"use strict";

(() => {
  const PACE = 900; // milliseconds between two moments

  function connect(element) {
    const button = element.querySelector("[data-play]");
    if (!button) return;
    const name = element.dataset.control;
    let timer = 0;

    function stop() {
      clearInterval(timer);
      timer = 0;
      button.setAttribute("aria-pressed", "false");
      button.textContent = "Play";
    }

    function tick() {
      const next = Walkthrough.controls.index(name) + 1;
      if (next > Walkthrough.controls.last(name)) stop();
      else Walkthrough.controls.move(name, next);
    }

    button.addEventListener("click", () => {
      if (timer) return stop();
      Walkthrough.store.prepare(name);
      if (Walkthrough.controls.index(name) >= Walkthrough.controls.last(name)) Walkthrough.controls.move(name, 0);
      else tick();
      timer = setInterval(tick, PACE);
      button.setAttribute("aria-pressed", "true");
      button.textContent = "Pause";
    });
    document.addEventListener("input", (event) => element.contains(event.target) || stop());
    for (const other of element.querySelectorAll("[data-range], [data-nudge], [data-box]")) {
      other.addEventListener("pointerdown", stop);
      other.addEventListener("keydown", stop);
    }
  }

  Walkthrough.part(() => document.querySelectorAll("[data-kind=stepper]").forEach(connect));
})();
