// A guess of this page, which has a seat in the room and no name.
"use strict";

(() => {
  const { room } = Walkthrough;
  let next = null; // a guess that has not been sent

  // The newest guess, again after a refusal or a loss, as long as the question is open.
  room.guess = async (share) => {
    const waiting = next !== null;
    next = share;
    if (waiting) return;
    while (next !== null && room.state()?.question?.phase === "open") {
      const value = next;
      const { status } = await room.call("PUT", `/guesses/${seat()}`, { value }, "").catch(() => ({ status: 0 }));
      if (status === 204) Walkthrough.tab.set(room.code, "answered", `${room.state().question?.number ?? ""} ${value}`);
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

  // The question that has been answered from this tab, also before a reload, by its number, and the guess.
  room.answered = () => {
    const [number, share] = Walkthrough.tab.get(room.code, "answered").split(" ").map(Number);
    return { number, share };
  };
})();
