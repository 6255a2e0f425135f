// The screen itself: black, full, awake, and no pointer where nobody moves it. Each is asked for before it is used.
"use strict";

(() => {
  const IDLE = 3000; // milliseconds without a movement until pointer and buttons go
  let idle = 0;
  let lock = null;

  async function awake() {
    try {
      if (document.visibilityState === "visible" && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
    } catch {
      // the system decides
    }
  }

  async function full(wanted = !document.fullscreenElement) {
    try {
      if (wanted) await document.documentElement.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
      // not allowed here: the browser's own key remains
    }
  }

  Walkthrough.screen = {
    full,
    awake() {
      awake();
      document.addEventListener("visibilitychange", awake);
    },
    black(on) {
      document.querySelector("[data-black]").hidden = !on;
    },
    stirred(windows) {
      clearTimeout(idle);
      const mark = (resting) => [window, ...windows()].forEach((each) => each.document.documentElement.toggleAttribute("data-idle", resting));
      mark(false);
      idle = setTimeout(mark, IDLE, true);
    },
  };
})();
