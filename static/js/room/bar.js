// The bar at the top: what the reader is in the room, and the way back.
"use strict";

(() => {
  const { room } = Walkthrough;
  const bar = document.querySelector("[data-room-bar], [data-room-stage]"); // of the projected window, which says less
  const hide = (name, on) => bar.querySelectorAll(`[data-room-${name}]`).forEach((element) => (element.hidden = on));
  const named = `room ${room.code}`;

  const words = {
    leading: ({ why }) => (why === "apart" ? `You lead ${named}. It stays where it was: this page is for you alone.` : `You lead ${named}.`),
    following: ({ why }) => (why === "replaced" ? `Somebody else leads ${named} now. You follow.` : `Following ${named}.`),
    own: () => `On your own. Room ${room.code} goes on.`,
    gone: () => (room.state() ? `Room ${room.code} has ended. This page works on its own.` : `There is no ${named}, or it has ended.`),
  };
  const waiting = (reason) => (reason ? `${reason} This page does so by itself.` : `No connection to ${named}. Trying again.`);

  function show(mode, { away, why, words: reason }) {
    document.documentElement.dataset.room = away && mode !== "gone" ? "away" : mode;
    const text = away && mode !== "gone" ? waiting(reason) : words[mode]({ why });
    for (const said of document.querySelectorAll("[data-room-said]")) if (said.textContent !== text) said.textContent = text;
    if (!bar) return;
    const focused = bar.contains(document.activeElement) && document.activeElement;
    hide("return", mode !== "own");
    hide("own", mode !== "following");
    hide("show", mode === "gone");
    hide("many", mode !== "leading");
    // A button that goes takes the focus with it: its counterpart gets it.
    if (focused?.hidden) bar.querySelector("button:not([hidden])")?.focus();
    if (mode === "gone") Walkthrough.address?.look("room", "");
  }

  room.bar = () => {
    room.watch(show);
    for (const button of document.querySelectorAll("[data-room-show]")) button.addEventListener("click", () => room.show());
    if (!bar) return;
    hide("unscripted", true);
    bar.querySelector("[data-room-return]").addEventListener("click", room.back);
    bar.querySelector("[data-room-own]")?.addEventListener("click", room.own);
    const many = bar.querySelector("[data-room-many]");
    if (many) room.listen(({ followers }) => (many.textContent = `${followers} follow`));
  };
})();
