// What lies over a figure while one guesses: lines across it with their names, a handle, and the guesses of many.
"use strict";

(() => {
  const SPACE = "http://www.w3.org/2000/svg";
  const REACH = 22; // pixels around the line at which it can be taken
  const RADIUS = 11;
  const [HIGH, TYPE, PAD] = [1.31, 0.9, 0.31]; // rem, which is larger on a projector: a label, its type, and the room around it
  const LONGEST_BAR = 0.45; // of the width or height, of the guesses of many
  const COUNT = 1.6; // rem, for the number before a bar

  function make(name, looks, text = "") {
    const element = document.createElementNS(SPACE, name);
    for (const [look, value] of Object.entries(looks)) element.setAttribute(look, value);
    element.textContent = text;
    return element;
  }

  // One line across the plot area with its name: a guess is named at the start of the line, the truth at its end.
  function mark({ kind, value, text, handle }, track, frame, taken, crowded) {
    const [at, upright] = [track.at(value), track.axis === frame.x];
    const ends = upright ? { x1: at, x2: at, y1: frame.y.start, y2: frame.y.end } : { x1: frame.x.start, x2: frame.x.end, y1: at, y2: at };
    const group = make("g", { class: `guess-mark ${kind}`, "data-mark": kind });
    group.append(make("line", ends), ...label(kind, `${text}${track.beyond(value) ? (upright ? " →" : " ↑") : ""}`, at, upright, frame, taken, crowded));
    if (handle) {
      group.append(make("line", { ...ends, class: "guess-hold", "stroke-width": 2 * REACH }));
      group.append(make("circle", { cx: upright ? at : frame.x.start, cy: upright ? frame.y.end - RADIUS : at, r: RADIUS }));
    }
    return group;
  }

  // On a ground of its own, under the line: the figure's own words stand over its columns. Over it where the other line is near below, or
  // the foot of the figure. At an upright line, where its strip is. Beside the guesses of many, where these have no bars.
  function label(kind, text, at, upright, { x, y }, taken, crowded) {
    const { ROOMY, width: wide } = Walkthrough.drawing.text;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [height, type, pad] = [HIGH, TYPE, PAD].map((each) => each * rem);
    const [width, first] = [ROOMY * wide(text, type, true) + 2 * pad, kind === "guess"];
    const fits = (left) => Math.min(Math.max(left, 0), Math.max(0, x.end - width));
    const left = upright ? fits(at - width / 2) : first ? fits(x.start + RADIUS) : fits(x.end - (crowded ? LONGEST_BAR * x.length + COUNT * rem : 0) - width);
    const low = [...taken, y.end].some((other) => other >= at && other < at + (other === y.end ? 1 : 2) * height + 4);
    const top = upright ? y.start + y.length * (first ? 0.42 : 0.54) : low ? Math.max(1, at - height - 3) : at + 3;
    return [
      make("rect", { x: left, y: top, width, height, rx: 4 }),
      make("text", { x: left + width / 2, y: top + 0.72 * height, "text-anchor": "middle" }, text),
    ];
  }

  // Bars from the far side into the plot area, one for each bin, where its values stand on the axis as it is now.
  function crowd({ counts, edges }, track, { x, y }) {
    const most = Math.max(1, ...counts);
    const upright = track.axis === x;
    return counts.flatMap((count, index) => {
      if (!count) return [];
      const [start, end] = [edges[index], edges[index + 1]].map(track.at).sort((one, other) => one - other);
      const length = (LONGEST_BAR * (upright ? y.length : x.length) * count) / most;
      const box = upright
        ? { x: start, width: end - start, y: y.end - length, height: length }
        : { x: x.end - length, width: length, y: start, height: end - start };
      const words = upright
        ? { x: (start + end) / 2, y: box.y - 4, "text-anchor": "middle" }
        : { x: box.x - 5, y: (start + end) / 2, "text-anchor": "end", "dominant-baseline": "central" };
      const bar = make("rect", { ...box, class: "guess-crowd", "data-count": count });
      return [bar, make("text", { ...words, class: "guess-count" }, count)];
    });
  }

  // What may be pointed at while the line may be moved: all of the plot.
  const field = ({ x, y }) => make("rect", { class: "guess-field", x: x.start, y: y.start, width: x.length, height: y.length });

  // The overlay of one plot; `draw` replaces what it shows, `clear` takes it away.
  Walkthrough.over = (plot) => {
    const svg = make("svg", { class: "guess-over", width: "100%", height: "100%", "aria-hidden": "true", focusable: "false" });
    return {
      svg,
      draw(track, frame, marks, guesses = null) {
        if (!svg.isConnected) plot.append(svg);
        const others = (mine) => marks.filter((each) => each !== mine).map(({ value }) => track.at(value));
        const named = marks.map((each) => mark(each, track, frame, others(each), Boolean(guesses)));
        const held = marks.some(({ handle }) => handle) ? [field(frame)] : [];
        svg.replaceChildren(...held, ...(guesses ? crowd(guesses, track, frame) : []), ...named);
      },
      clear: () => svg.remove(),
    };
  };
})();
