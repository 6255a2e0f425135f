// Where a part of the projected window stands on an ordinary page, its question, its figure, or the heading of its words; and into sight with it.
"use strict";

(() => {
  const { room } = Walkthrough;
  const PLACES = { question: ".question", answer: ".question", picture: ".figure", what: "[id^=what]", why: "[id^=why]", look: "[id^=picture]" };
  const [BEFORE, HEADED] = [["question", "what"], ["what", "why", "look"]]; // what comes before a picture; what has a heading in each case
  const [MIDDLE, GAP] = [0.6, 8]; // share of the window above which a part begins in sight; pixels above it
  const names = (document.body.dataset.parts ?? "").split(" ");
  const kindOf = (name) => name.split("-")[0];

  // A page of several cases begins the next where something that comes before a picture follows what comes after one.
  function caseOf(name) {
    const upTo = names.slice(0, names.indexOf(name) + 1).map(kindOf);
    return upTo.filter((kind, index) => index && BEFORE.includes(kind) && !BEFORE.includes(upTo[index - 1])).length;
  }

  room.place = (name) => {
    const [kind, number = 1] = name.split("-"); // the second picture is "picture-2"
    const found = Object.hasOwn(PLACES, kind) ? [...document.querySelectorAll(PLACES[kind])] : [];
    return found[HEADED.includes(kind) ? caseOf(name) : number - 1];
  };

  // Under the room's bar, which covers more while it asks, and over what stands at the foot of a phone.
  room.sight = (place) => {
    const head = document.querySelector("[data-room-bar]")?.getBoundingClientRect().bottom ?? 0;
    const { top } = place.getBoundingClientRect();
    if (top >= head && top < MIDDLE * window.innerHeight) return;
    window.scrollBy({ top: top - head - GAP, behavior: Walkthrough.reduced?.() ? "auto" : "smooth" });
  };
})();
