// Predict together: who leads asks, everybody guesses on the figure, and the guesses appear over it beside the answer.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { path } = document.body.dataset;
  const place = document.querySelector("[data-room-question]");
  const find = (name) => place.querySelector(`[data-room-${name}]`);
  let done = ""; // number and phase that this page has acted upon
  let opened = 0; // number of the question that was put on this page
  let next = null; // a guess that has not been sent

  // Guesses are shares of the axis, so that equal bins are equally wide on the figure, whatever its scale.
  const asking = () => ({ of: `${path}?${Walkthrough.store.shown().address}`, low: 0, high: 1 });
  const asked = () => Walkthrough.guess?.asked() ?? null;
  const here = ({ of }) => of.split("?")[0] === path && Boolean(asked());

  room.question = async (body) => {
    try {
      const answer = await room.call("PUT", "/question", body);
      if (answer.status === 403) room.replaced();
      else if (!answer.ok) say((await answer.json()).detail);
    } catch {
      say("No answer from the server. Try once more.");
    }
  };

  // The newest guess, again after a refusal or a loss, as long as the question is open.
  room.guess = async (share) => {
    const waiting = next !== null;
    next = share;
    if (waiting) return;
    while (next !== null && room.state()?.question?.phase === "open") {
      const value = next;
      const { status } = await room.call("PUT", `/guesses/${seat()}`, { value }, "").catch(() => ({ status: 0 }));
      if (status && status !== 429 && status < 500 && next === value) break;
      if (next === value) await new Promise((later) => setTimeout(later, 500 + 1500 * Math.random()));
    }
    next = null;
  };

  function seat() {
    const known = Walkthrough.tab.get(room.code, "seat");
    if (known) return known;
    const made = [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0")).join("");
    Walkthrough.tab.set(room.code, "seat", made);
    return made;
  }

  function say(text) {
    const said = find("answered");
    if (said.textContent !== text) said.textContent = text;
  }

  function words({ question, followers }) {
    const { phase, answered } = question;
    if (room.mode() === "own") return "The lecturer asks the room. Return to answer.";
    if (phase === "revealed") return opened === question.number ? find("answered").textContent : "The room’s guesses were shown before you came.";
    if (room.driving()) return `${answered} of ${followers} have answered.`;
    if (phase === "closed") return "Closed. The guesses come in a moment.";
    return here(question) ? "The lecturer asks: set your guess on the figure. You may change it until it is closed." : "The lecturer asks the room.";
  }

  function show(state) {
    const { question } = state;
    const leading = room.driving();
    find("ask").hidden = !leading || Boolean(question) || !asked();
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const from = { closed: "open", revealed: "closed" }[button.dataset.roomPhase];
      button.hidden = !leading || !question || (from !== undefined && from !== question.phase);
    }
    place.hidden = !question && find("ask").hidden;
    act(state);
    say(question ? words(state) : "");
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
    opened = question.number;
    Walkthrough.guess.open({ focus: false });
    Walkthrough.guess.shared(true);
    Walkthrough.guess.lock(question.phase === "closed");
  }

  function end() {
    delete document.documentElement.dataset.roomAsks;
    find("table").hidden = true;
    if (opened) Walkthrough.guess?.shared(false);
    if (opened) Walkthrough.guess?.close();
    opened = 0;
  }

  async function reveal({ histogram }) {
    const edges = Array.from({ length: histogram.length + 1 }, (_, index) => Walkthrough.guess.text(index / histogram.length));
    const bins = histogram.map((count, index) => ({ count, from: edges[index], to: edges[index + 1] })).filter(({ count }) => count);
    room.excused = true; // the figure goes to the answer’s settings, as the lecturer’s does
    const told = await Walkthrough.guess.reveal({ histogram });
    room.excused = false;
    say([spoken(bins), told?.truth_text && `The answer: ${told.truth_text}.`].filter(Boolean).join(" "));
    const row = ({ from, to, count }) => {
      const made = document.createElement("tr");
      made.append(Object.assign(document.createElement("th"), { scope: "row", textContent: `${from} to ${to}` }));
      made.append(Object.assign(document.createElement("td"), { textContent: count }));
      return made;
    };
    find("rows").replaceChildren(...bins.map(row));
    find("table").hidden = !bins.length;
  }

  function spoken(bins) {
    const all = bins.reduce((sum, { count }) => sum + count, 0);
    if (!all) return "Nobody has guessed.";
    const most = bins.reduce((best, bin) => (bin.count > best.count ? bin : best));
    if (all === 1) return `One guess, between ${most.from} and ${most.to}.`;
    return `${all} guesses; the most, ${most.count}, between ${most.from} and ${most.to}.`;
  }

  room.asks = () => {
    if (!place) return;
    find("ask").addEventListener("click", () => room.question(asking()));
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const phase = button.dataset.roomPhase;
      button.addEventListener("click", () => room.question(phase ? { phase } : {}));
    }
    document.addEventListener("guess", ({ detail }) => {
      if (opened && room.mode() === "following" && room.state()?.question?.phase === "open") room.guess(detail.share);
    });
    room.listen(show);
    room.watch(() => room.state() && show(room.state()));
    Walkthrough.store?.listen(() => room.state() && show(room.state()));
  };
})();
