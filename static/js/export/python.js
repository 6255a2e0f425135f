// Asks Python in the browser, where the copy brings it and the place allows it; until it is there, the copy's own runs answer.
// It starts once it is needed on a page that is seen, and all open pages of a copy ask the same one where browsers let them.
"use strict";

(() => {
  const script = document.querySelector("script[data-python]");
  if (!script) return;
  const { dataset } = document.documentElement;
  const waiting = new Map(); // number -> who waits for that answer
  const place = new URL(script.dataset.python, location.href);
  const ways = ["SharedWorker", "Worker"]; // one thread for all pages, else one of our own
  let thread = null; // whom to send questions
  let asked = 0;

  function told({ data }) {
    if (data.ready || data.failed) came(data.ready ? "ready" : "failed");
    else {
      waiting.get(data.number)(new Response(new Blob([data.body], { type: data.type }), { status: data.status }));
      waiting.delete(data.number);
    }
  }

  function came(state) {
    dataset.python = state;
    Walkthrough.python.came();
  }

  // From a disk, or in a sandbox, none may be started.
  function start() {
    const kind = ways.shift();
    if (!kind) return came("failed");
    try {
      const worker = new window[kind](place, { type: "module" });
      worker.onerror = start;
      thread = worker.port ?? worker;
      thread.onmessage = told;
    } catch {
      start();
    }
  }

  Walkthrough.python = {
    came: () => {}, // told once it can answer, or never will
    starting: () => dataset.python === "starting",
    need() {
      if (dataset.python) return;
      dataset.python = "starting";
      new IntersectionObserver((entries, watch) => {
        if (!entries.some((each) => each.isIntersecting)) return;
        watch.disconnect();
        start();
      }).observe(document.body);
    },
    // The answer, or nothing where Python is not there or does not know that address.
    async answer(url) {
      const home = document.body.dataset.origin;
      if (dataset.python !== "ready" || url.pathname.endsWith("/sweep") || (url.pathname.endsWith(".svg") && !home)) return null;
      const number = (asked += 1);
      const answer = new Promise((done) => waiting.set(number, done));
      thread.postMessage({ number, path: url.pathname + url.search, home });
      return answer;
    },
  };
})();
