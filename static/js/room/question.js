// Predict together: who leads asks, everybody guesses on the figure, and the guesses appear over it beside the answer.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { page } = room;
  const place = document.querySelector("[data-room-question]");
  const find = (name) => place.querySelector(`[data-room-${name}]`);
  let done = ""; // number and phase that this page has acted upon
  let opened = 0; // number of the question that was put on this page

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
    if (said.textContent !== text) said.textContent = text;
  }

  function words({ question, followers }) {
    const { phase, answered } = question;
    if (phase === "revealed") return opened === question.number ? find("answered").textContent : "";
    if (room.driving()) return answered > followers ? `${answered} have answered.` : `${answered} of ${followers} have answered.`;
    if (room.mode() === "own") return "The lecturer asks the room. Return to answer.";
    if (phase === "closed") return "Closed. The room’s guesses come in a moment.";
    if (room.answered() === question.number) return "Your guess is in; you may change it.";
    return here(question) ? "Set your guess on the figure." : "The lecturer asks the room.";
  }

  function show(state) {
    const { question } = state;
    const leading = room.driving();
    const over = !question || (question.phase === "revealed" && opened !== question.number);
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
    if (question.phase === "revealed") {
      if (opened === question.number) reveal(question);
      return;
    }
    if (opened !== question.number) close();
    opened = question.number;
    const { guess } = page;
    guess.open({ focus: false });
    guess.shared(true);
    guess.lock(room.driving() || question.phase === "closed");
    if (room.driving()) guess.show(null); // a line of the lecturer's would lead the others
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
    if (!opened) return;
    page.guess.shared(false);
    page.guess.lock(false);
    close();
    opened = 0;
  }

  async function reveal({ histogram }) {
    let bins = [];
    let told = null;
    room.excused = true; // the figure goes to the answer’s settings; the lecturer’s are the same, and may come first
    try {
      const edges = await page.guess.edges(histogram.length);
      bins = histogram.map((count, index) => ({ count, from: edges[index], to: edges[index + 1] })).filter(({ count }) => count);
      told = await page.guess.reveal({ histogram });
    } catch {
      return say("The room’s guesses are on the lecturer’s page."); // this page has left the question
    } finally {
      room.excused = false;
      room.catchUp();
    }
    say([room.guesses.words(bins), told?.truth_text && `The answer: ${told.truth_text}.`].filter(Boolean).join(" "));
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
