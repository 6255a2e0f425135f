// A figure fitted to the size it is drawn at: type and margins grow with it, and words make way for each other.
"use strict";

(() => {
  const { drawing } = Walkthrough;
  const { nearest } = drawing;
  const [SMALLEST, LARGEST] = [12, 22]; // pixels, of the type
  const [BASE, ACROSS] = [9, 75]; // the type grows by one pixel with so many of the width
  const LINES = 14.5; // of type are as high as the drawing, at least
  const APART = 2; // pixels between words that would meet
  const [NEAR, CLOSE] = [1.5, 0.6]; // pixels: words beside and over each other that are no further apart meet
  const RIM = 1; // pixels between words and the edge of the sheet
  const SURE = 0.01; // pixels: less is no matter
  const DOWN_ON = 3; // times as far up, rather than down over what they stand on

  const typeSize = (width, height) => nearest(Math.max(SMALLEST, Math.min(LARGEST, BASE + width / ACROSS, height / LINES)));

  // `stage`: the size of the type where the figure is projected; then its lines grow too.
  drawing.fitted = (figure, width, height, stage = 0) => {
    const size = stage || typeSize(width, height);
    const grown = size / figure.layout.font.size;
    const { data, layout } = stage ? drawing.bolder(figure, grown) : figure;
    const margin = Object.fromEntries(Object.entries(layout.margin).map(([side, room]) => [side, nearest(room * grown)]));
    const sized = turned({ ...layout, font: { ...layout.font, size }, margin }, width, height);
    return { data, layout: { ...sized, annotations: apart(sized, drawing.frame(sized, width, height)) } };
  };

  // The same layout with the names of its level axis upright, each in one line, where they would run into each other.
  function turned(layout, width, height) {
    if (!drawing.namesMeet(drawing.frame(layout, width, height))) return layout;
    const names = layout.xaxis.ticktext.map((name) => name.replaceAll("-<br>", "").replaceAll("<br>", " ").trim());
    const longest = Math.max(...names.map((name) => drawing.text.width(name, layout.font.size)));
    const xaxis = { ...layout.xaxis, ticktext: names, tickangle: drawing.UPRIGHT };
    return { ...layout, xaxis, margin: { ...layout.margin, b: nearest(drawing.text.ROOMY * longest + layout.font.size / 2) + drawing.GAP + RIM } };
  }

  // The notes, moved as little as keeps them on the sheet and off each other, off the labels of the axes and off level lines.
  // What has an arrow stays: its place means something.
  function apart({ annotations = [], shapes = [] }, frame) {
    const boxes = annotations.map((look) => drawing.wordsBox(look, frame));
    const taken = [...drawing.labelBoxes(frame), ...boxes.filter((box, index) => box && annotations[index].showarrow)];
    const lines = shapes.filter(({ type, y0, y1 }) => type === "line" && y0 === y1).map((shape) => levelLine(shape, frame));
    return annotations.map((look, index) => {
      const box = boxes[index];
      if (!box || look.showarrow) return look;
      const [across, down] = way(box, drawing.groundBox(look, frame), taken, lines, frame, look.yanchor === "bottom");
      taken.push(moved(box, across, down));
      return across || down ? { ...look, xshift: (look.xshift ?? 0) + across, yshift: (look.yshift ?? 0) - down } : look;
    });
  }

  function levelLine({ x0, x1, y0, xref, yref, line }, { x, y }) {
    const ends = [x0, x1].map((place) => (xref === "paper" ? x.onPaper(place) : x.at(place)));
    const at = yref === "paper" ? y.onPaper(y0) : y.at(y0);
    return { left: Math.min(...ends), top: at - line.width / 2, right: Math.max(...ends), bottom: at + line.width / 2 };
  }

  const moved = ({ left, top, right, bottom }, across, down) => ({
    left: left + across, top: top + down, right: right + across, bottom: bottom + down,
  });
  const into = (low, high, most) => Math.max(RIM - low, Math.min(0, most - RIM - high));

  // How far words move, in pixels to the right and down: a little to a side, or up or down as far as it takes.
  // What stands on something moves rather up than down. Where room is short, first the ground may hide what is near, then a line.
  function way(words, ground, taken, lines, frame, standing) {
    const price = ([across, down]) => Math.abs(across) + (standing && down > 0 ? DOWN_ON * down : Math.abs(down));
    const home = (box) => [into(box.left, box.right, frame.width), into(box.top, box.bottom, frame.height)];
    for (const barred of [[...taken, ...lines], taken]) {
      for (const box of [ground, words]) {
        const inside = moved(box, ...home(box));
        for (const [across, down] of ways(inside, barred, frame).sort((one, other) => price(one) - price(other))) {
          const there = moved(inside, across, down);
          if (free(there, barred, frame)) return [there.left - box.left, there.top - box.top];
        }
      }
    }
    return home(words);
  }

  // None where a place is free; else to each side of everything in the way, as far sideways as the type is high.
  function ways(box, barred, frame) {
    if (free(box, barred, frame)) return [[0, 0]];
    const aside = barred.flatMap(({ left, right }) => [left - APART - box.right, right + APART - box.left]);
    const along = barred.flatMap(({ top, bottom }) => [top - APART - box.bottom, bottom + APART - box.top]);
    return [...aside.filter((across) => Math.abs(across) < frame.size).map((across) => [across, 0]), ...along.map((down) => [0, down])];
  }

  // Whether a place is on the sheet, and nothing there.
  function free({ left, top, right, bottom }, barred, { width, height }) {
    const onSheet = Math.min(left, top) > RIM - SURE && right < width - RIM + SURE && bottom < height - RIM + SURE;
    const there = (each) => each.left < right + NEAR && left < each.right + NEAR && each.top < bottom + CLOSE && top < each.bottom + CLOSE;
    return onSheet && !barred.some(there);
  }
})();
