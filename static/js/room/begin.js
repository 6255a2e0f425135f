// Starts what belongs to the room, once the page itself has started.
"use strict";

(() => {
  const { room } = Walkthrough;
  room.bar();
  room.board();
  room.asks();
  room.lead();
  if (document.querySelector("[data-room-bar]")) room.follow();
  room.connect();
})();
