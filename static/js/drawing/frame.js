// Where a value stands on the drawing: the plot area inside the margins, and the axes that span it.
"use strict";

(() => {
  const BEYOND = 10; // what has no logarithm stands so many lengths of the axis before its start

  // The range of `look` lies linearly on `length` pixels from `start` on, upwards where `upright`.
  function axis(look, start, room, upright) {
    const length = Math.max(1, room);
    const [low, high] = look.range;
    const reach = high - low;
    const onPaper = (share) => start + length * (upright ? 1 - share : share);
    const along = (place) => onPaper((place - low) / reach);
    const at = (value) => along(look.type !== "log" ? value : value > 0 ? Math.log10(value) : low - BEYOND * Math.abs(reach));
    const holds = (place) => (place - low) / reach >= 0 && (place - low) / reach <= 1;
    return { look, start, length, end: start + length, at, along, onPaper, holds };
  }

  Walkthrough.drawing.frame = (layout, width, height) => {
    const { l, r, t, b } = layout.margin;
    const x = axis(layout.xaxis, l, width - l - r, false);
    const y = axis(layout.yaxis, t, height - t - b, true);
    return { width, height, x, y, font: layout.font, size: layout.font.size };
  };
})();
