// Grid lines, tick labels and the title of an axis.
"use strict";

(() => {
  const { nearest, px, stroke, text } = Walkthrough.drawing;
  const MIDDLE = 0.35; // of the font size: from the baseline to the middle of a capital
  const GAP = 1; // pixels between the plot area and its labels
  const WIDER = 1.1; // times as wide as we reckon are many faces
  const UPRIGHT = 90; // degrees that the names of a level axis may be turned by
  const TITLE_SIZE = 1.2; // of the font size
  const TITLE_DROP = 3; // of the title's size, and 10 pixels: from the plot area to the baseline of the title

  function grid({ x, y }, paint) {
    const upright = gridPlaces(x).map((at) => `M${px(at)},${px(y.start)}v${px(y.length)}`);
    const level = gridPlaces(y).map((at) => `M${px(x.start)},${px(at)}h${px(x.length)}`);
    return gridLines(upright, x, paint) + gridLines(level, y, paint);
  }

  function gridPlaces({ look, at, start, end }) {
    if (look.visible === false || look.showgrid === false) return [];
    return (look.tickvals ?? []).map(at).filter((place) => start + 1 < place && place < end - 1);
  }

  function gridLines(path, { look }, paint) {
    if (!path.length) return "";
    const line = stroke({ color: look.gridcolor, width: look.gridwidth ?? 1 }, paint);
    return `<path data-kind="grid" d="${path.join("")}" fill="none"${line} shape-rendering="crispEdges"/>`;
  }

  const labels = (frame, paint) => levelLabels(frame, paint) + uprightLabels(frame, paint) + title(frame, paint);

  // Place and lines of every tick that has a name.
  function ticks({ look, at, start, end }) {
    if (look.visible === false) return [];
    return (look.tickvals ?? [])
      .map((value, index) => [at(value), look.ticktext[index]])
      .filter(([place, name]) => name && start - 0.1 <= place && place <= end + 0.1)
      .map(([place, name]) => [place, text.lines(name)]);
  }

  const ink = (frame, axis, paint) => paint.colour((axis.look.tickfont ?? frame.font).color);

  // What the tick labels and the title cover.
  function labelBoxes(frame) {
    const level = levelBaseline(frame);
    return [
      ...ticks(frame.x).map(([at, lines]) => (turned(frame) ? turnedBox(at, frame) : covered(at, "middle", lines, level, frame.size))),
      ...ticks(frame.y).map(([at, lines]) => covered(frame.x.start - GAP, "end", lines, uprightBaseline(at, lines, frame.size), frame.size)),
      ...titles(frame).map(({ lines, size, middle, baseline }) => covered(middle, "middle", lines, baseline, size)),
    ];
  }

  const turned = ({ x }) => x.look.tickangle === UPRIGHT;
  const turnedBox = (at, { size, y, height }) => ({ left: at - size / 2, top: y.end, right: at + size / 2, bottom: height });

  // Whether the names of the level axis run into each other, line by line.
  function namesMeet({ x, size }) {
    const named = ticks(x).sort(([one], [other]) => one - other);
    const most = Math.max(0, ...named.map(([, lines]) => lines.length));
    return Array.from({ length: most }, (_, line) => line).some((line) => {
      const halves = named.filter(([, lines]) => lines[line]?.trim()).map(([at, lines]) => [at, (WIDER * text.width(lines[line], size)) / 2]);
      return halves.some(([at, half], index) => index + 1 < halves.length && at + half > halves[index + 1][0] - halves[index + 1][1]);
    });
  }

  function covered(x, anchor, lines, baseline, size) {
    return text.covered(x, anchor, text.widest(lines, size), baseline, (lines.length - 1) * text.LINE_SPACING * size, size);
  }

  function levelLabels(frame, paint) {
    const [named, size] = [ticks(frame.x), frame.size];
    const y = levelBaseline(frame) - (turned(frame) ? size / 2 : 0); // names that are turned begin where level ones have their top
    if (!named.length) return "";
    const texts = named.map(([at, lines]) => {
      const turn = turned(frame) ? ` transform="rotate(${UPRIGHT} ${px(at)} ${px(y - size / 2)})"` : "";
      return `<text data-kind="tick" x="${px(at)}" y="${px(y)}"${turn}>${text.spans(lines, px(at), size)}</text>`;
    });
    return `<g fill="${ink(frame, frame.x, paint)}" text-anchor="${turned(frame) ? "start" : "middle"}">${texts.join("")}</g>`;
  }

  const levelBaseline = ({ y, size }) => y.end + GAP + size;

  function uprightLabels(frame, paint) {
    const [named, size] = [ticks(frame.y), frame.size];
    if (!named.length) return "";
    const x = px(frame.x.start - GAP);
    const texts = named.map(
      ([at, lines]) => `<text data-kind="tick" x="${x}" y="${px(uprightBaseline(at, lines, size))}">${text.spans(lines, x, size)}</text>`,
    );
    return `<g fill="${ink(frame, frame.y, paint)}" text-anchor="end">${texts.join("")}</g>`;
  }

  const uprightBaseline = (at, lines, size) => at + MIDDLE * size - ((lines.length - 1) * text.LINE_SPACING * size) / 2;

  function title(frame, paint) {
    const drawn = titles(frame).map(({ lines, size, middle, baseline }) => {
      const x = px(middle);
      const style = `font-size="${size}" fill="${paint.colour(frame.font.color)}" text-anchor="middle"`;
      return `<text data-kind="title" x="${x}" y="${px(baseline)}" ${style}>${text.spans(lines, x, size)}</text>`;
    });
    return drawn.join("");
  }

  // The title of the horizontal axis, where there is one: as far below the plot area as Plotly puts it, but on the sheet.
  function titles(frame) {
    const { look, start, length } = frame.x;
    if (look.visible === false || !look.title?.text) return [];
    const [size, lines] = [nearest(TITLE_SIZE * frame.size), text.lines(look.title.text)];
    const lowest = frame.height - text.descent(size) - (lines.length - 1) * text.LINE_SPACING * size;
    return [{ lines, size, middle: start + length / 2, baseline: Math.min(frame.y.end + 10 + TITLE_DROP * size, lowest) }];
  }

  Object.assign(Walkthrough.drawing, { grid, labels, labelBoxes, namesMeet, GAP, UPRIGHT });
})();
