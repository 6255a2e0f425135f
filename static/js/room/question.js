// Predict together: who leads asks, closes, shows and takes away; everybody is told how it stands, and what was guessed.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { page, posed } = room;
  const place = document.querySelector("[data-room-question]");
  const find = (name) => place.querySelector(`[data-room-${name}]`);

  // Guesses are shares of the axis, so that equal bins are equally wide on the figure, whatever its scale.
  const asking = () => ({ of: page.address(), low: 0, high: 1 });

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

  // The guesses, in words and as a table.
  function told(text, bins) {
    say(text);
    find("rows").replaceChildren(...room.guesses.rows(bins));
    find("table").hidden = !bins.length;
    if (posed.revealed()) show(room.state());
  }

  // By a key: what stands first among the buttons of who leads.
  room.turn = () => room.driving() && place.querySelector("button:not([hidden])")?.click();

  function words({ question, followers }) {
    const { phase, answered } = question;
    if (phase === "revealed") return posed.opened() === question.number && posed.revealed() ? find("answered").textContent : "";
    if (room.driving()) return answered > followers ? `${answered} have answered.` : `${answered} of ${followers} have answered.`;
    if (room.mode() === "own") return "The lecturer asks the room. Return to answer.";
    if (phase === "closed") return "Closed. The room’s guesses come in a moment.";
    if (room.answered().number === question.number) return "Your guess is in; you may change it.";
    return posed.here(question) ? "Set your guess on the figure." : "The lecturer asks the room.";
  }

  function show(state) {
    const { question } = state;
    const leading = room.driving();
    const over = !question || (question.phase === "revealed" && !posed.revealed());
    find("ask").hidden = !leading || !over || !posed.asked();
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const from = { closed: "open", revealed: "closed" }[button.dataset.roomPhase];
      button.hidden = !leading || !question || (from !== undefined && from !== question.phase);
    }
    posed.act(question);
    say(question ? words(state) : "");
    place.hidden = find("ask").hidden && (over || !question);
  }

  room.asks = () => {
    if (!place) return;
    posed.listen(told);
    find("ask").addEventListener("click", () => room.question(asking()));
    for (const button of place.querySelectorAll("[data-room-phase]")) {
      const phase = button.dataset.roomPhase;
      button.addEventListener("click", () => room.question(phase ? { phase } : {}));
    }
    document.addEventListener("guess", ({ detail }) => {
      const open = posed.opened() && room.state()?.question?.phase === "open";
      if (open && room.mode() === "following") room.guess(detail.share).then(() => show(room.state()));
    });
    room.listen(show);
    room.watch(() => room.state() && show(room.state()));
    page.listen(() => room.state() && show(room.state()));
  };
})();
