// How wide and high words come out, without asking the browser, and their lines as SVG.
"use strict";

(() => {
  const { nearest, px, words } = Walkthrough.drawing;
  const LINE_SPACING = 1.3; // of the font size
  const [ASCENT, DESCENT] = [0.92, 0.22];
  const BOLD = 1.07;
  const USUAL_WIDTH = 556; // in thousandths of the font size, as are these
  const WIDTHS = {
    222: "ijl|'‘’", 278: " !,./:;I[]ft\\\u00a0·", 333: "()-r“”*°", 500: "ckszvxyJ", 584: "+<=>~−×±≈≤≥", 611: "FTZ∇", 667: "ABEKPSVXY&ℓ",
    722: "CDHNRUw", 778: "GOQ", 833: "mM", 889: "%", 944: "W", 1000: "…—→←↑↓⌈⌉",
  };
  const WIDTH = new Map(Object.entries(WIDTHS).flatMap(([width, letters]) => [...letters].map((letter) => [letter, Number(width)])));

  const [CAPITAL, BELOW] = [0.74, 0.22]; // of the font size: how far letters reach above and below their baseline
  const ROOMY = 1.18; // times as wide as we reckon words come out in the widest of usual faces
  const BEFORE = { start: 0, middle: 0.5, end: 1 }; // the share of words that stands before the place they are anchored at

  const lines = (text) => text.split("<br>");
  const ascent = (size) => nearest(ASCENT * size);
  const descent = (size) => nearest(DESCENT * size);

  function width(line, size, bold) {
    let sum = 0;
    for (const letter of line) sum += WIDTH.get(letter) ?? USUAL_WIDTH;
    return (sum * size * (bold ? BOLD : 1)) / 1000;
  }

  const widest = (all, size, bold = false) => Math.max(...all.map((line) => width(line, size, bold)));

  function height(all, size) {
    return all.some(Boolean) ? ascent(size) + descent(size) + (all.length - 1) * LINE_SPACING * size : 0;
  }

  // What words cover that are anchored at x, in a wide face, with so many pixels from the first baseline to the last.
  function covered(x, anchor, wide, baseline, more, size) {
    const left = x - BEFORE[anchor] * ROOMY * wide;
    return { left, top: baseline - CAPITAL * size, right: left + ROOMY * wide, bottom: baseline + more + BELOW * size };
  }

  const grown = (box, above, below) => ({ ...box, top: box.top - above, bottom: box.bottom + below });

  // The content of a text element: one line as it is, several as spans under each other.
  function spans(all, x, size) {
    if (all.length === 1) return words(all[0]);
    const step = px(LINE_SPACING * size);
    return all.map((line, index) => `<tspan x="${x}" dy="${index ? step : 0}">${words(line)}</tspan>`).join("");
  }

  Walkthrough.drawing.text = { LINE_SPACING, lines, ascent, descent, widest, height, covered, grown, spans, width, CAPITAL, BELOW, ROOMY };
})();
