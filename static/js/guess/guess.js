// Guess before you look: a line set on the figure of the page, then the truth over it. Nothing is kept, and no answer is in the page.
"use strict";

(() => {
  const { line } = Walkthrough;
  let form = null;
  let asked = null; // what the presentation on screen asks
  let phase = "closed"; // "asking", "waiting" for the figure of the changed run, "shown"
  let made = false; // the line stands where the reader put it
  let typed = false; // by writing a number
  let before = null; // the reader’s settings, while others are shown

  const part = (name) => form.querySelector(`[data-guess-${name}]`);

  function turn(next) {
    phase = form.dataset.phase = next;
    document.documentElement.toggleAttribute("data-guessing", next !== "closed");
    Walkthrough.figures.redraw();
    line.draw();
  }

  // `source` is the control that the reader has in hand: it keeps what it shows.
  function set(value, source = "") {
    line.value = source === "box" ? value : Walkthrough.amount.rounded(value);
    const range = part("range");
    if (source !== "range") range.value = Math.round(range.max * line.track().share(line.value));
    range.setAttribute("aria-valuetext", line.words());
    if (source !== "box") form.elements.guess.value = Walkthrough.amount.typed(line.value, asked);
    made ||= Boolean(source);
    if (source) typed = source === "box";
    line.draw();
  }

  // What has to be in sight: the question, which stands beside the figure, or the figure, where the question is fixed under it.
  const place = () => (getComputedStyle(form).position === "fixed" ? document.querySelector("[data-asked]") : form);

  function tell() {
    if (phase !== "asking") return;
    const { value } = line;
    const of = `${document.body.dataset.path}?${Walkthrough.store.shown().address}`;
    const detail = { value, share: line.track().share(value), of, low: asked.low, high: asked.high };
    form.dispatchEvent(new CustomEvent("guess", { bubbles: true, detail }));
  }

  function open({ focus = true } = {}) {
    if (phase !== "closed" || !asked) return;
    say("", "");
    line.lay();
    line.held = true;
    made = false;
    turn("asking");
    set(line.track().shared(0.5));
    if (!focus) return;
    place().scrollIntoView({ block: place() === form ? "nearest" : "start" });
    part("range").focus({ preventScroll: true });
  }

  function close() {
    line.away();
    turn("closed");
  }

  function back() {
    const settings = before;
    before = null;
    close();
    if (settings) Walkthrough.store.setAll(settings);
  }

  function say(text, verdict) {
    part("verdict").textContent = text;
    part("verdict").dataset.verdict = verdict;
  }

  // One request, with the guess or without one; null where there is no answer.
  async function answer(run, more) {
    const { root, page } = document.body.dataset;
    const query = new URLSearchParams({ ...run, ...more });
    try {
      const told = await (await Walkthrough.fetch(`${root}/predict/${page}/answer?${query}`)).json();
      if (phase !== "asking") return null;
      if (!told.settings) say(told.problem ?? "That cannot be read as a guess.", "wrong");
      return told.settings ? told : null;
    } catch {
      say("The server did not answer. Try again in a moment.", "wrong");
      return null;
    }
  }

  // The page moves to the run that the question is about, and its figure shows the answer over the guess.
  // `histogram` are the guesses of many, in equal bins of the axis; `of` is the query of the run that was asked about.
  async function reveal({ histogram = null, of = Walkthrough.store.shown().address } = {}) {
    if (phase === "closed") open({ focus: false });
    if (phase !== "asking") return null;
    const [run, mine] = [Object.fromEntries(new URLSearchParams(of)), made || !histogram];
    const told = await answer(run, mine ? { guess: form.elements.guess.value, ...(!typed && { drawn: "1" }) } : { reveal: "1" });
    if (!told) return null;
    before = { ...run, ...told.before };
    if (histogram) {
      line.gather(histogram, told.asked);
      part("text").textContent = told.asked.text; // a page that comes late stands at the answer's run already
    }
    Object.assign(line, { value: told.value, held: false, truth: { value: told.truth, text: `right: ${told.truth_text}` } });
    turn("waiting");
    say(told.words, mine ? (told.near ? "right" : "wrong") : "");
    Walkthrough.store.setAll(told.settings);
    return told;
  }

  // The question goes with the settings; once the truth is shown, moving on ends it.
  function presented(presentation) {
    if (phase === "shown") {
      before = null;
      close();
    }
    asked = line.ask(presentation.guess ?? (phase === "waiting" ? asked : null));
    if (phase === "waiting") return void (phase = form.dataset.phase = "shown");
    form.hidden = !asked;
    if (phase === "asking" && asked?.figure !== line.figure()) close();
    if (!asked) return;
    part("text").textContent = asked.text;
    if (phase === "asking" && document.activeElement !== form.elements.guess) form.elements.guess.value = Walkthrough.amount.typed(line.value, asked);
  }

  Walkthrough.guess = {
    open,
    reveal,
    asked: () => asked,
    close: () => phase !== "closed" && back(),
    words: line.words,
    crowd: () => line.crowd,
    place,
    // The line as the reader set it before, by its share of the axis.
    again: (share) => set(line.track().shared(share), "line"),
    // Without a line, until the reader sets one.
    bare() {
      if (!made) line.value = 0;
      line.draw();
    },
    // Whether the line may still be moved.
    lock(on) {
      line.held = phase === "asking" && !on;
      for (const control of [part("range"), form.elements.guess]) control.disabled = on;
      line.draw();
    },
    // Whether many guess together: then each only tells, and somebody else shows.
    shared: (on) => form.toggleAttribute("data-shared", on),
  };

  Walkthrough.part(() => {
    form = document.querySelector("[data-guess]");
    if (!form) return;
    Walkthrough.store.listen(presented);
    line.listen((value, done) => (done ? tell() : set(value, "line")));
    part("range").addEventListener("input", ({ target }) => phase === "asking" && set(line.track().shared(target.value / target.max), "range"));
    form.elements.guess.addEventListener("input", ({ target }) => {
      const read = Walkthrough.quantities.typed(target.value, asked.unit); // the server has the last word on what was typed
      if (read > 0) set(read, "box");
    });
    form.addEventListener("change", tell);
    part("begin").addEventListener("click", () => open());
    for (const name of ["skip", "back"]) {
      part(name).addEventListener("click", () => {
        back();
        part("begin").focus();
      });
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      tell();
      if (!("shared" in form.dataset) && (await reveal())) part("back").focus({ preventScroll: true });
    });
  });
})();
