// A page on the projector: one part in sight at a time, its words as large as fit. The window around it says which.
"use strict";

(() => {
  const [SMALLEST, LARGEST] = [2.6, 7]; // hundredths of the screen's height: the type of a sheet
  const STRIDE = 5; // stops of a slider that Shift and an arrow move by
  const parts = [...document.querySelectorAll("[data-part]")];

  const names = ({ dataset }) => dataset.part.split(" ");

  const visible = () => [...document.querySelectorAll(".sheet")].find((sheet) => !sheet.hidden);

  const overflows = (sheet) =>
    [sheet, ...sheet.querySelectorAll(":scope > .prose")].some((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);

  // Halving finds the largest type that leaves nothing out.
  function fit() {
    const sheet = visible();
    if (!sheet || !sheet.clientHeight) return;
    let [low, high] = [SMALLEST, LARGEST];
    for (let turn = 0; turn < 7; turn += 1) {
      const middle = (low + high) / 2;
      sheet.style.setProperty("--type", middle);
      if (overflows(sheet)) high = middle;
      else low = middle;
    }
    sheet.style.setProperty("--type", low);
  }

  // A question whose answer is not there, because the settings have changed since, asks for it.
  function answered() {
    for (const form of document.querySelectorAll("form.sheet")) {
      const result = form.querySelector("[data-result]");
      if (!result.closest("[hidden]") && !result.textContent.trim()) form.querySelector("[name=reveal]").click();
    }
  }

  // What the step asks follows the settings at once; its answer is fetched once they rest, so that it is there when it is wanted.
  const answer = document.querySelector("[data-guess-answer]");
  const { page } = document.body.dataset;
  const tell = Walkthrough.told(write, `${page}/answer?${Walkthrough.read("page-data").address}`);
  const ask = ({ address }) => answer && tell(page, address);

  function write(words = "With these settings there is nothing to guess.") {
    answer.textContent = words;
    if (words) fit();
  }

  function put({ guess }) {
    for (const element of document.querySelectorAll("[data-guess-text]")) {
      if (guess && element.textContent !== guess.text) element.textContent = guess.text;
    }
  }

  function show(name) {
    if (!parts.some((part) => names(part).includes(name))) return false;
    document.activeElement?.blur(); // a number box too, so that the next key is the stage's
    for (const part of parts) part.hidden = !names(part).includes(name);
    answered();
    fit();
    return true;
  }

  // What was typed into or dragged with the pointer gives the keys back to the stage.
  function free() {
    const { activeElement } = document;
    if (activeElement && activeElement.type !== "text") activeElement.blur();
  }

  function coarse(event) {
    const name = event.target.closest?.("[data-control]")?.dataset.control;
    if (!event.shiftKey || !event.key.startsWith("Arrow") || event.target.type !== "range") return;
    event.preventDefault();
    const way = ["ArrowRight", "ArrowUp"].includes(event.key) ? STRIDE : -STRIDE;
    Walkthrough.controls.move(name, Walkthrough.controls.index(name) + way);
  }

  Walkthrough.stage = { show, free, fit };
  document.addEventListener("pointerup", () => setTimeout(free));
  document.addEventListener("keydown", coarse);
  document.addEventListener("focusin", ({ target }) => target.type === "text" && setTimeout(() => target.select()));
  document.addEventListener("submit", (event) => event.preventDefault());
  Walkthrough.part(() => {
    Walkthrough.pace.moving.push(put);
    Walkthrough.pace.resting.push(ask, fit);
  });
  new ResizeObserver(fit).observe(document.body);
  document.fonts?.ready.then(fit);
  fit();
})();
