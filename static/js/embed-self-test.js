// Asks for each thing that a frame may be refused, and writes down the answer. Nothing is stored.
"use strict";

(() => {
  const PATIENCE = 2000; // milliseconds for the page around to give the frame another height
  const cell = (name) => document.querySelector(`[data-test=${name}]`);
  const answer = (name, allowed) => (cell(name).textContent = allowed ? "yes" : "no");

  function granted(ask) {
    try {
      return Boolean(ask());
    } catch {
      return false;
    }
  }

  async function requests() {
    try {
      const { ok } = await fetch(`${document.body.dataset.root}/api/v1/memory`);
      answer("requests", ok);
    } catch {
      answer("requests", false);
    }
  }

  // The page grows by a line; whoever listens makes the frame grow.
  function height() {
    const spacer = document.querySelector("[data-spacer]");
    const before = window.innerHeight;
    spacer.hidden = false;
    setTimeout(() => {
      answer("height", window.innerHeight > before);
      spacer.hidden = true;
    }, PATIENCE);
  }

  answer("scripts", true);
  answer("frame", window.parent !== window);
  answer("origin", self.origin !== "null");
  answer("storage", granted(() => window.localStorage));
  answer("screen", granted(() => document.fullscreenEnabled));
  document.querySelector("[data-size]").textContent = `The frame is ${window.innerWidth} pixels wide and ${window.innerHeight} high.`;
  requests();
  if (window.parent === window) answer("height", false);
  else window.addEventListener("load", () => setTimeout(height, 500));
})();
