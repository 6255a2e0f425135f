// The one name that our scripts share. Classic scripts, so that they also run in sandboxed frames.
"use strict";

window.Walkthrough = {
  parts: [],
  // Register a behaviour; `start.js` runs all of them in this order once the page is there.
  part(start) {
    this.parts.push(start);
  },
  read(id) {
    return JSON.parse(document.getElementById(id).textContent);
  },
  // A copy without a server puts its own in this place.
  fetch: (path, options) => fetch(path, options),
  reduced: () => window.matchMedia("(prefers-reduced-motion: reduce)").matches,
};
