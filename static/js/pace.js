// What follows the finger gets the newest presentation: at once when nothing is under way, else once a frame. Then comes the rest.
"use strict";

(() => {
  const REST = 250; // milliseconds without a change until the reader is taken to rest
  const moving = [];
  const resting = [];
  let newest = null;
  let busy = false; // the frames have their pictures from `frame`
  let late = false; // something newer came since
  let held = false; // a finger is on a slider
  let timer = 0;

  function pass() {
    late = false;
    for (const follower of moving) follower(newest);
  }

  // Called in each frame that has no picture yet.
  function frame() {
    if (late) {
      pass();
      stir();
      requestAnimationFrame(frame);
    } else {
      busy = false;
      stir();
    }
  }

  function stir() {
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  }

  function rest() {
    timer = 0;
    if (busy) return; // a hidden page has no frames; the next one stirs again
    for (const follower of resting) follower(newest);
  }

  Walkthrough.pace = {
    moving, // called with each presentation that is shown
    resting, // called with the last one once the reader rests
    stir, // something else moves: size, theme
    still: () => !busy && !timer && !held,
    show(presentation) {
      const first = !newest; // what the page came with: nobody moved
      newest = presentation;
      late = busy;
      if (busy) return;
      if (first) return pass();
      busy = true;
      pass();
      stir();
      requestAnimationFrame(() => requestAnimationFrame(frame)); // the first of the two shows what was drawn just now
    },
  };

  Walkthrough.part(() => {
    document.addEventListener("pointerdown", ({ target }) => (held = "range" in target.dataset));
    for (const end of ["pointerup", "pointercancel", "change"]) {
      document.addEventListener(end, () => {
        if (held) stir();
        held = false;
      });
    }
  });
})();
