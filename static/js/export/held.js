// The presentations that a copy holds: scripts hand them over deflated, one for each preset and unit.
"use strict";

(() => {
  const waiting = new Map(); // name -> {promise, done, failed}

  async function inflated(packed) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  // Called by the scripts themselves.
  Walkthrough.loaded = (name, packed) => inflated(packed).then(waiting.get(name).done, waiting.get(name).failed);

  function load(name) {
    if (waiting.has(name)) return waiting.get(name).promise;
    const entry = {};
    entry.promise = new Promise((done, failed) => Object.assign(entry, { done, failed }));
    waiting.set(name, entry);
    const script = document.createElement("script");
    script.src = `${Walkthrough.copyFolder}/${name}.js`;
    script.onerror = () => {
      waiting.delete(name);
      entry.failed(new Error(`${name} is not in this copy`));
    };
    document.head.append(script);
    return entry.promise;
  }

  const at = (held, over, text) => Walkthrough.restored(held.point, held.sweeps[over].stops[text] ?? {});

  // What the page shows at a preset, or at one stop of one slider from there.
  Walkthrough.held = async (base, units, over = null, text = "") => {
    const lesson = await load(`lesson-${units}`);
    if (base === "lesson") return over ? at(lesson, over, text) : lesson.point;
    const own = await load(`${base}-${units}`);
    const point = Walkthrough.restored(lesson.point, own.point);
    const sweep = over && own.sweeps[over];
    if (!sweep || !Object.hasOwn(sweep.stops, text)) return point;
    return Walkthrough.restored(sweep.against === "own" ? point : at(lesson, over, text), sweep.stops[text]);
  };
})();
