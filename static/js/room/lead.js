// Who leads tells the room each change: at most twenty a second, one at a time, the newest only, and again after a loss.
"use strict";

(() => {
  const { room } = Walkthrough;
  const GAP = 50; // milliseconds between two
  const LATEST = 4000; // until the next try
  const STAYING = 240_000; // until an open page says that its lecturer is still here, though nothing moved
  const { path } = document.body.dataset;
  let newest = null; // what the room should show
  let told = null; // what it was told last
  let busy = false;
  let tries = 0;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  async function send() {
    if (busy) return;
    busy = true;
    while (newest !== told && room.driving()) {
      const state = newest;
      const [heard] = await Promise.all([put(state), pause(GAP)]);
      if (heard) told = state;
      else await pause(Math.min(LATEST, 200 * 2 ** tries++) * (0.5 + Math.random()));
    }
    busy = false;
  }

  // Whether the room has heard it, or never will.
  async function put(state) {
    try {
      const { status } = await room.call("PUT", "/state", state);
      if (status === 401 || status === 403) room.replaced();
      else if (status === 404) room.become("gone");
      else if (status === 422 && room.driving()) room.become("leading", "apart");
      else if (status === 429 || status >= 500) return false;
      tries = 0;
      return true;
    } catch {
      return false;
    }
  }

  room.tell = (address, part = "") => {
    if (!room.driving()) return;
    newest = { address, part };
    send();
  };

  // The page as it stands, if it is one to be led from.
  function present() {
    if (Walkthrough.projected || document.querySelector("[data-room-bar]")) room.tell(room.page.address(), room.page.part());
  }

  function stay() {
    if (newest) room.tell(newest.address, newest.part);
    setTimeout(stay, STAYING);
  }

  room.lead = () => {
    if (path) Walkthrough.store?.hope((settings) => room.tell(`${path}?${settings}`)); // before there is an answer
    Walkthrough.projected?.listen(present);
    let lost = false;
    room.watch((mode, { away }) => (lost ||= away));
    room.listen(({ driver }) => {
      if (!room.driving()) return;
      const known = Walkthrough.tab.get(room.code, "driver");
      if (known && known !== String(driver)) return room.replaced();
      Walkthrough.tab.set(room.code, "driver", String(driver));
      if (lost && newest) room.tell(newest.address, newest.part); // the room may have forgotten it
      lost = false;
    });
    present(); // this page is what the room sees now, also after a reload
    window.addEventListener("pageshow", ({ persisted }) => persisted && present()); // or after the browser’s Back
    setTimeout(stay, STAYING);
  };
})();
