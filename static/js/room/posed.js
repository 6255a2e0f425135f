// The room's question on this page's figure: open to a guess, closed, moved to its answer under the guesses of all, taken away.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { page } = room;
  const [TRIES, PAUSE] = [50, 100]; // how often, and after how many milliseconds, a late page looks whether it has arrived
  let done = ""; // number and phase that this page has acted upon
  let opened = 0; // number of the question that was put on this page
  let revealed = false; // the guesses lie over the figure
  let tell = () => {}; // what is said of the guesses, and their bins

  const asked = () => page.guess?.asked() ?? null;
  const here = ({ of }) => of.split("?")[0] === page.address().split("?")[0] && Boolean(asked());

  // What a new question, or its next phase, does to the figure; once.
  function act(question) {
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
    const { number, share } = room.answered();
    if (number === question.number) guess.again?.(share); // set before a reload
    guess.lock(room.driving() || question.phase === "closed");
    if (room.driving()) guess.bare(); // a line of the lecturer's would lead the others
    else sight();
  }

  // What is guessed on comes into sight, on a phone too.
  function sight() {
    if (Walkthrough.projected || !opened) return;
    room.sight(page.guess.place());
    if (document.readyState !== "complete") window.addEventListener("load", sight, { once: true }); // a reload goes back to where one was
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
    revealed = false;
    tell("", []);
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
    reveal(question);
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
    if (!told) return tell("The room’s guesses are on the lecturer’s page.", []); // this page has left the question
    const { counts, edges } = page.guess.crowd();
    const words = edges.map((value) => page.guess.words(value));
    const bins = counts.map((count, index) => ({ count, from: words[index], to: words[index + 1] })).filter(({ count }) => count);
    tell([room.guesses.words(bins), `The answer: ${told.truth_text}.`].join(" "), bins);
    sight();
  }

  room.posed = {
    asked,
    here,
    act,
    opened: () => opened,
    guessing: () => opened > 0 && !revealed,
    revealed: () => revealed,
    listen: (listener) => (tell = listener),
  };
})();
