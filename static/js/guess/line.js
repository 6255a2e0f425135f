// The reader’s line on a figure, the truth and the guesses of many beside it: where they stand, and how the line is dragged.
"use strict";

(() => {
  let over = null;
  let sheet = null;
  let asked = null;
  const listeners = []; // of a line that was moved by hand, and whether it was let go

  const line = {
    value: 0, // 0: no line
    held: false, // it may be moved
    truth: null, // {value, text}
    crowd: null, // {counts, edges, highest}: the guesses of many, in bins between values
    track: (frame = Walkthrough.figures.frame(sheet)) => Walkthrough.track(asked, frame),
    words: (value = line.value) => Walkthrough.amount.text(value, asked),
    listen: (listener) => listeners.push(listener),
    figure: () => sheet?.name,
    ask: (question) => (asked = question),
    // The guesses of many, in equal bins of the axis on which they were asked for; it may have another scale when they are shown.
    gather(counts, question) {
      const { shared } = Walkthrough.track(question, Walkthrough.figures.frame(sheet));
      const edges = Array.from({ length: counts.length + 1 }, (_, index) => shared(index / counts.length));
      line.crowd = { counts, edges, highest: edges[counts.findLastIndex(Boolean) + 1] };
    },

    // Over the figure that the question names.
    lay() {
      line.away();
      sheet = Walkthrough.figures.sheets.find(({ name }) => name === asked.figure);
      over = Walkthrough.over(sheet.plot);
      over.svg.addEventListener("pointerdown", take);
      return sheet.plot.closest("figure");
    },

    draw() {
      if (!over || !sheet.figure || !sheet.width) return;
      const marks = line.value ? [{ kind: "guess", value: line.value, text: `your guess: ${line.words()}`, handle: line.held }] : [];
      if (line.truth) marks.push({ kind: "truth", ...line.truth });
      const frame = Walkthrough.figures.frame(sheet);
      over.draw(line.track(frame), frame, marks, line.crowd);
    },

    away() {
      over?.clear();
      Object.assign(line, { value: 0, held: false, truth: null, crowd: null });
      over = null;
    },
  };

  // The line is taken and follows the pointer until that lets go.
  function take(event) {
    if (!line.held) return;
    event.preventDefault();
    const { svg } = over;
    const follow = ({ clientX, clientY }) => {
      const box = svg.getBoundingClientRect();
      const value = line.track().under(asked.along === "y" ? clientY - box.top : clientX - box.left);
      for (const listener of listeners) listener(value, false);
    };
    const leave = () => {
      svg.removeEventListener("pointermove", follow);
      for (const listener of listeners) listener(line.value, true);
    };
    svg.setPointerCapture(event.pointerId);
    follow(event);
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("lostpointercapture", leave, { once: true });
  }

  Walkthrough.line = line;

  Walkthrough.part(() => {
    Walkthrough.pace.moving.push(line.draw);
    Walkthrough.pace.resting.push(line.draw);
    const watcher = new ResizeObserver(line.draw);
    for (const { plot } of Walkthrough.figures.sheets) watcher.observe(plot);
  });
})();
