// Predict together: who leads asks, everybody guesses on the figure, and the guesses appear over it beside the answer.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { page } = room;
  const place = document.querySelector("[data-room-question]");
  const find = (name) => place.querySelector(`[data-room-${name}]`);
  let done = ""; // number and phase that this page has acted upon
  let opened = 0; // number of the question that was put on this page
  let revealed = false; // the guesses lie over the figure
  const [TRIES, PAUSE] = [50, 100]; // how often, and after how many milliseconds, a late page looks whether it has arrived

  // Guesses are shares of the axis, so that equal bins are equally wide on the figure, whatever its scale.
  const asking = () => ({ of: page.address(), low: 0, high: 1 });
  const asked = () => page.guess?.asked() ?? null;
  const here = ({ of }) => of.split("?")[0] === page.address().split("?")[0] && Boolean(asked());

  room.question = async (body) => {
    try {
      const answer = await room.call("PUT", "/question", body);
      if (answer.status === 403) room.replaced();
      else if (!answer.ok) say((await answer.json()).detail);
    } catch {
      say("No answer from the server. Try once more.");
    }
  };

  function say(text) {
    const said = find("answered");
    if (said.textContent === text) return;
    said.textContent = text;
    page.told?.(text);
  }

  // By a key: what stands first among the buttons of who leads.
  room.turn = () => room.driving() && place.querySelector("button:not([hidden])")?.click();

  function words({ question, followers }) {
    const { phase, answered } = question;
    if (phase === "revealed") return opened === question.number && revealed ? find("answered").textContent : "";
    if (room.driving()) return answered > followers ? `${answered} have answered.` : `${answered} of ${followers} have answered.`;
    if (room.mode() === "own") return "The lecturer asks the room. Return to answer.";
    if (phase === "closed") return "Closed. The room’s guesses come in a moment.";
    if (room.answered() === question.number) return "Your guess is in; you may change it.";
    return here(question) ? "Set your guess on the figure." : "The lecturer asks the room.";
  }

  function show(state) {
    const { question } = state;
    const leading = room.driving();
    const over = !question || (question.phase === "revealed" && !revealed);
    find("ask").hidden = !leading || !over || !asked();
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const from = { closed: "open", revealed: "closed" }[button.dataset.roomPhase];
      button.hidden = !leading || !question || (from !== undefined && from !== question.phase);
    }
    act(state);
    say(question ? words(state) : "");
    place.hidden = find("ask").hidden && (over || !question);
  }

  // What a new question, or its next phase, does to the figure; once.
  function act({ question }) {
    const now = question ? `${question.number} ${question.phase}` : "";
    if (now === done || room.mode() === "own" || (question && !here(question))) return;
    done = now;
    if (!question) return end();
    document.documentElement.dataset.roomAsks = question.phase;
    if (question.phase === "revealed") return void (opened === question.number ? reveal(question) : late(question));
    if (opened !== question.number) close();
    opened = question.number;
    const { guess } = page;
    guess.open({ focus: false });
    guess.shared(true);
    guess.lock(room.driving() || question.phase === "closed");
    if (room.driving()) guess.bare(); // a line of the lecturer's would lead the others
    else sight();
  }

  // The figure that is guessed on comes into sight, on a phone too.
  function sight() {
    const figure = !Walkthrough.projected && document.querySelector(`[data-figure="${asked()?.figure}"]`);
    if (figure) room.sight(figure);
  }

  // The figure goes back to the lecturer's settings, which is no movement of the reader's.
  function close() {
    const already = room.excused;
    room.excused = true;
    page.guess.close();
    room.excused = already;
  }

  function end() {
    delete document.documentElement.dataset.roomAsks;
    find("table").hidden = true;
    revealed = false;
    if (!opened) return;
    page.guess.shared(false);
    page.guess.lock(false);
    close();
    opened = 0;
  }

  // A page that comes when the guesses are shown already, or again: it has the run of the answer once it stands where the lecturer does.
  async function late(question) {
    const [path, run] = question.of.split("?");
    const slug = path.split("/").at(-1);
    const answer = await fetch(`${document.body.dataset.root}/predict/${slug}/answer?${run}&reveal=1`).then((found) => found.json(), () => ({}));
    const arrived = () => {
      const now = new URLSearchParams(page.address().split("?")[1]);
      return here(question) && Object.entries(answer.settings).every(([name, text]) => now.get(name) === text);
    };
    for (let tries = 0; answer.settings && tries < TRIES; tries += 1) {
      if (arrived()) break;
      await new Promise((next) => setTimeout(next, PAUSE));
    }
    if (!answer.settings || !arrived() || done !== `${question.number} revealed` || opened) return;
    opened = question.number;
    page.guess.shared(true);
    await reveal(question);
    show(room.state());
  }

  async function reveal({ histogram, of }) {
    let told = null;
    room.excused = true; // the figure goes to the answer’s settings; the lecturer’s are the same, and may come first
    try {
      told = await page.guess.reveal({ histogram, of: of.split("?")[1] });
    } finally {
      room.excused = false;
      room.catchUp();
    }
    revealed = Boolean(told);
    if (!told) return say("The room’s guesses are on the lecturer’s page."); // this page has left the question
    const { counts, edges } = page.guess.crowd();
    const words = edges.map((value) => page.guess.words(value));
    const bins = counts.map((count, index) => ({ count, from: words[index], to: words[index + 1] })).filter(({ count }) => count);
    say([room.guesses.words(bins), `The answer: ${told.truth_text}.`].join(" "));
    sight();
    find("rows").replaceChildren(...room.guesses.rows(bins));
    find("table").hidden = !bins.length;
  }

  room.asks = () => {
    if (!place) return;
    find("ask").addEventListener("click", () => room.question(asking()));
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const phase = button.dataset.roomPhase;
      button.addEventListener("click", () => room.question(phase ? { phase } : {}));
    }
    document.addEventListener("guess", ({ detail }) => {
      const open = opened && room.state()?.question?.phase === "open";
      if (open && room.mode() === "following") room.guess(detail.share).then(() => show(room.state()));
    });
    room.listen(show);
    room.watch(() => room.state() && show(room.state()));
    page.listen(() => room.state() && show(room.state()));
  };
})();
