// Guess before you look: a line dragged on the figure of the page, then the truth over it. Nothing is kept, and no answer is in the page.
"use strict";

(() => {
  const STOPS = 200; // of the slider, along the axis
  let form, over, sheet;
  let asked = null; // what the presentation on screen asks
  let phase = "closed"; // "asking", "waiting" for the figure of the changed run, "shown"
  let value = 0;
  let truth = null;
  let crowd = null;
  let before = null; // the reader’s settings, while others are shown

  const part = (name) => form.querySelector(`[data-guess-${name}]`);
  const words = (each = value) => Walkthrough.amount.text(each, asked);
  const track = (frame = Walkthrough.figures.frame(sheet)) => Walkthrough.track(asked, frame);

  function turn(next) {
    phase = form.dataset.phase = next;
    document.documentElement.toggleAttribute("data-guessing", next !== "closed");
    Walkthrough.figures.redraw();
    draw();
  }

  // While one guesses, the axis may reach further than the figure needs.
  function view(name, figure) {
    const wide = asked?.axis && name === asked.figure && (phase === "asking" || (phase !== "closed" && beyond(figure)));
    return wide ? { ...figure, layout: { ...figure.layout, [`${asked.along}axis`]: asked.axis } } : figure;
  }

  const beyond = ({ layout }) => !asked.knots && Math.max(value, truth?.value ?? 0) > layout[`${asked.along}axis`].range[1];

  function draw() {
    if (!sheet?.figure || !sheet.width) return;
    if (phase === "closed" && !crowd) return over.clear();
    const marks = phase === "closed" || !value ? [] : [{ kind: "guess", value, text: `your guess: ${words()}`, handle: phase === "asking" }];
    if (truth) marks.push({ kind: "truth", ...truth });
    const frame = Walkthrough.figures.frame(sheet);
    over.draw(track(frame), frame, marks, crowd);
  }

  // `source` is the control that the reader has in hand: it keeps what it shows.
  function set(next, source) {
    value = source === "box" ? next : Walkthrough.amount.rounded(next);
    const range = part("range");
    if (source !== "range") range.value = Math.round(STOPS * track().share(value));
    range.setAttribute("aria-valuetext", words());
    if (source !== "box") form.elements.guess.value = words();
    draw();
  }

  function tell() {
    const { path } = document.body.dataset;
    const detail = { value, of: `${path}?${Walkthrough.store.shown().address}`, low: asked.low, high: asked.high };
    form.dispatchEvent(new CustomEvent("guess", { bubbles: true, detail }));
  }

  function open() {
    if (phase !== "closed" || !asked) return;
    part("verdict").textContent = "";
    delete part("verdict").dataset.verdict;
    sheet = Walkthrough.figures.sheets.find(({ name }) => name === asked.figure);
    over?.clear();
    over = Walkthrough.over(sheet.plot);
    over.svg.addEventListener("pointerdown", take);
    turn("asking");
    set(track().shared(0.5));
    if (getComputedStyle(form).position === "fixed") sheet.plot.closest("figure").scrollIntoView({ block: "start" });
    part("range").focus({ preventScroll: true });
  }

  // The line is taken and follows the pointer until that lets go.
  function take(event) {
    if (phase !== "asking") return;
    event.preventDefault();
    const { svg } = over;
    const follow = ({ clientX, clientY }) => {
      const box = svg.getBoundingClientRect();
      set(track().under(asked.along === "y" ? clientY - box.top : clientX - box.left));
    };
    svg.setPointerCapture(event.pointerId);
    follow(event);
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("lostpointercapture", () => {
      svg.removeEventListener("pointermove", follow);
      tell();
    }, { once: true });
  }

  function close() {
    over?.clear();
    [truth, crowd, value] = [null, null, 0];
    turn("closed");
  }

  function back() {
    const settings = before;
    before = null;
    close();
    if (settings) Walkthrough.store.setAll(settings);
    part("begin").focus();
  }

  // One request for the answer, with the guess; the figure of the changed run then shows it.
  async function answer(more) {
    const { root, page } = document.body.dataset;
    const query = new URLSearchParams(Walkthrough.store.shown().address);
    for (const [name, text] of Object.entries(more)) query.set(name, text);
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

  function say(text, verdict) {
    part("verdict").textContent = text;
    part("verdict").dataset.verdict = verdict;
  }

  function reveal(told) {
    if (!told) return;
    before = Object.fromEntries(new URLSearchParams(Walkthrough.store.shown().address));
    truth = { value: told.truth, text: `right: ${told.truth_text}` };
    turn("waiting");
    say(told.words, told.near ? "right" : "wrong");
    part("back").focus({ preventScroll: true });
    Walkthrough.store.setAll(told.settings);
  }

  async function show() {
    tell();
    const told = await answer({ guess: form.elements.guess.value });
    if (told) value = told.value;
    reveal(told);
  }

  // The question goes with the settings; once the truth is shown, moving on ends it.
  function presented(presentation) {
    if (phase === "shown") {
      before = null;
      close();
    }
    asked = presentation.guess ?? null;
    form.hidden = !asked;
    if (phase === "waiting") return void (phase = form.dataset.phase = "shown");
    if (!asked && phase === "asking") close();
    if (asked) part("text").textContent = asked.text;
    if (asked && phase === "asking" && sheet.name !== asked.figure) close();
    if (phase === "asking" && document.activeElement !== form.elements.guess) form.elements.guess.value = words();
  }

  Walkthrough.guess = {
    open, close: () => phase !== "closed" && back(), asked: () => asked,
    // The guesses of many, in equal bins from `low` to `high`, along the axis; with the truth, where it is given.
    show({ histogram, low, high, truth: value_ = null }) {
      open();
      crowd = { histogram, low, high };
      if (value_ !== null) truth = { value: value_, text: `right: ${words(value_)}` };
      draw();
    },
    // The truth without a guess.
    async reveal() {
      open();
      value = 0;
      reveal(await answer({ reveal: "1" }));
    },
  };

  Walkthrough.part(() => {
    form = document.querySelector("[data-guess]");
    if (!form) return;
    Walkthrough.figures.view = view;
    Walkthrough.store.listen(presented);
    Walkthrough.pace.moving.push(draw);
    Walkthrough.pace.resting.push(draw);
    const watcher = new ResizeObserver(draw);
    for (const { plot } of Walkthrough.figures.sheets) watcher.observe(plot);
    part("range").addEventListener("input", ({ target }) => set(track().shared(target.value / STOPS), "range"));
    form.elements.guess.addEventListener("input", ({ target }) => {
      const read = Walkthrough.amount.read(target.value, asked);
      if (read > 0) set(read, "box");
    });
    form.addEventListener("change", tell);
    part("begin").addEventListener("click", open);
    for (const name of ["skip", "back"]) part(name).addEventListener("click", back);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (phase === "asking") show();
    });
  });
})();
