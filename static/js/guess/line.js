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
      over.svg.addEventListener("click", tap);
      sheet.plot.closest("figure").dataset.asked = "";
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
      delete sheet?.plot.closest("figure").dataset.asked;
      Object.assign(line, { value: 0, held: false, truth: null, crowd: null });
      over = null;
    },
  };

  // While one guesses, the axis may reach further than the figure needs; afterwards too where a line or a bar would else stand beyond it.
  function view(name, figure) {
    if (!over || !asked?.axis || name !== sheet.name || name !== asked.figure) return figure;
    const axis = `${asked.along}axis`;
    const highest = Math.max(line.value, line.truth?.value ?? 0, line.crowd?.highest ?? 0);
    const end = Walkthrough.track.standing(asked, figure.layout[axis], highest);
    if (line.truth && end <= figure.layout[axis].range[1]) return figure;
    const [start, wide] = asked.axis.range;
    return { ...figure, layout: { ...figure.layout, [axis]: { ...asked.axis, range: [start, Math.max(wide, end)] } } };
  }

  const field = ({ target }) => target.matches(".guess-field"); // the plot beside the line

  function follow({ clientX, clientY }) {
    const box = over.svg.getBoundingClientRect();
    const value = line.track().under(asked.along === "y" ? clientY - box.top : clientX - box.left);
    for (const listener of listeners) listener(value, false);
  }

  const leave = () => listeners.forEach((listener) => listener(line.value, true));

  // A finger beside the line may be about to scroll: only once it has tapped does the line come there.
  function tap(event) {
    if (!line.held || !field(event)) return;
    follow(event);
    leave();
  }

  // The line is taken and follows the pointer until that lets go.
  function take(event) {
    if (!line.held || (event.pointerType !== "mouse" && field(event))) return;
    event.preventDefault();
    const { svg } = over;
    const end = () => {
      svg.removeEventListener("pointermove", follow);
      leave();
    };
    svg.setPointerCapture(event.pointerId);
    follow(event);
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("lostpointercapture", end, { once: true });
  }

  Walkthrough.line = line;

  Walkthrough.part(() => {
    Walkthrough.figures.view = view;
    Walkthrough.pace.moving.push(line.draw);
    Walkthrough.pace.resting.push(line.draw);
    const watcher = new ResizeObserver(line.draw);
    for (const { plot } of Walkthrough.figures.sheets) watcher.observe(plot);
  });
})();
