// The time that the lecture has taken, beside the minutes that the plan allows up to the end of the present page.
"use strict";

Walkthrough.timer = (element, planned) => {
  const [clock, said, pause] = ["clock", "planned", "pause"].map((name) => element.querySelector(`[data-${name}]`));
  let [run, since] = [0, 0]; // milliseconds until the last pause; when it went on, 0 while it stands still
  let until = 0; // minutes of the plan

  const elapsed = () => run + (since && performance.now() - since);
  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  function tick() {
    const seconds = elapsed() / 1000;
    clock.textContent = text(seconds);
    const over = seconds - 60 * until;
    said.textContent = `Planned until the end of this page: ${text(60 * until)}${over > 0 ? `; ${text(over)} over` : ""}`;
    element.classList.toggle("late", over > 0);
    pause.textContent = since ? "Pause" : run ? "Go on" : "Start";
  }

  function turn(on = !since) {
    if (on === Boolean(since)) return;
    run = elapsed();
    since = on ? performance.now() : 0;
    tick();
  }

  pause.addEventListener("click", () => turn());
  element.querySelector("[data-reset]").addEventListener("click", () => {
    [run, since] = [0, 0];
    tick();
  });
  setInterval(tick, 500);
  return {
    start: () => run || turn(true),
    at(slug) {
      const pages = Object.keys(planned);
      until = pages.slice(0, pages.indexOf(slug) + 1).reduce((sum, page) => sum + planned[page], 0);
      tick();
    },
  };
};
