// Asks Python in the browser, where the copy brings it and the place allows it; until it is there, the copy's own runs answer.
"use strict";

(() => {
  const script = document.querySelector("script[data-python]");
  if (!script) return;
  const waiting = new Map(); // number -> who waits for that answer
  let worker = null;
  let ready = false;
  let asked = 0;

  function told({ data }) {
    if (data.ready) {
      ready = true;
      document.documentElement.dataset.python = "ready";
      Walkthrough.python.began();
    } else if (data.failed) document.documentElement.dataset.python = "failed";
    else {
      waiting.get(data.number)(new Response(new Blob([data.body], { type: data.type }), { status: data.status }));
      waiting.delete(data.number);
    }
  }

  Walkthrough.python = {
    began: () => {}, // told once it can answer
    // The answer, or nothing where Python is not there or does not know that address.
    async answer(url) {
      const home = document.body.dataset.origin;
      if (!ready || url.pathname.endsWith("/sweep") || (url.pathname.endsWith(".svg") && !home)) return null;
      const number = (asked += 1);
      const answer = new Promise((done) => waiting.set(number, done));
      worker.postMessage({ number, path: url.pathname + url.search, home });
      return answer;
    },
  };

  try {
    worker = new Worker(new URL(script.dataset.python, location.href), { type: "module" });
    worker.onmessage = told;
    worker.onerror = () => (document.documentElement.dataset.python = "failed");
  } catch {
    document.documentElement.dataset.python = "failed"; // as from a disk, where no thread may be started
  }
})();
