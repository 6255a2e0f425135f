// Starts what belongs to the room, once the page itself has started.
"use strict";

(() => {
  const { room } = Walkthrough;

  function begin() {
    room.bar();
    room.board();
    room.asks();
    room.lead();
    if (Walkthrough.projected || document.querySelector("[data-room-bar]")) room.follow();
    room.connect();
  }

  const sliders = document.getElementById("page-data"); // such a page starts after its first frame
  if (sliders && !("scripted" in document.documentElement.dataset)) document.addEventListener("walkthrough:begun", begin, { once: true });
  else begin();
})();
