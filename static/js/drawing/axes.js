// Grid lines, tick labels and the title of an axis.
"use strict";

(() => {
  const { nearest, px, text } = Walkthrough.drawing;
  const MIDDLE = 0.35; // of the font size: from the baseline to the middle of a capital
  const GAP = 1; // pixels between the plot area and its labels
  const TITLE_SIZE = 1.2; // of the font size
  const TITLE_DROP = 3; // of the title's size, and 10 pixels: from the plot area to the baseline of the title
  const TILTS = [30, 90]; // degrees that labels turn by where they would run into each other

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
    const ink = paint.colour(look.gridcolor);
    return `<path data-kind="grid" d="${path.join("")}" fill="none" stroke="${ink}" shape-rendering="crispEdges"/>`;
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

  function levelLabels(frame, paint) {
    const [named, size] = [ticks(frame.x), frame.size];
    if (!named.length) return "";
    const turn = "tickangle" in frame.x.look ? 0 : tilt(named, size);
    const y = frame.y.end + GAP + size;
    const texts = named.map(([at, lines]) => {
      const turned = turn ? ` transform="rotate(${turn} ${px(at)} ${px(y - size / 2)})"` : "";
      return `<text data-kind="tick" x="${px(at)}" y="${px(y)}"${turned}>${text.spans(lines, px(at), size)}</text>`;
    });
    return `<g fill="${ink(frame, frame.x, paint)}" text-anchor="${turn ? "start" : "middle"}">${texts.join("")}</g>`;
  }

  // Degrees by which the labels turn: none as long as neighbours keep 2 pixels apart.
  function tilt(named, size) {
    const halves = named.map(([at, lines]) => [at, text.widest(lines, size) / 2]);
    const free = ([at, half], index) => at + half + 2 <= halves[index + 1][0] - halves[index + 1][1];
    if (halves.slice(0, -1).every(free)) return 0;
    const spacing = Math.abs(named.at(-1)[0] - named[0][0]) / (named.length - 1);
    const height = 1.25 * size * Math.max(...named.map(([, lines]) => lines.length));
    const steepEnough = spacing / Math.hypot(spacing, height);
    return TILTS.find((degrees) => Math.cos((degrees * Math.PI) / 180) <= steepEnough) ?? TILTS.at(-1);
  }

  function uprightLabels(frame, paint) {
    const [named, size] = [ticks(frame.y), frame.size];
    if (!named.length) return "";
    const x = px(frame.x.start - GAP);
    const texts = named.map(([at, lines]) => {
      const y = at + MIDDLE * size - ((lines.length - 1) * text.LINE_SPACING * size) / 2;
      return `<text data-kind="tick" x="${x}" y="${px(y)}">${text.spans(lines, x, size)}</text>`;
    });
    return `<g fill="${ink(frame, frame.y, paint)}" text-anchor="end">${texts.join("")}</g>`;
  }

  function title(frame, paint) {
    const { look, start, length } = frame.x;
    if (look.visible === false || !look.title?.text) return "";
    const size = nearest(TITLE_SIZE * frame.size);
    const lines = text.lines(look.title.text);
    const lowest = frame.height - text.descent(size) - (lines.length - 1) * text.LINE_SPACING * size;
    const [x, y] = [px(start + length / 2), px(Math.min(frame.y.end + 10 + TITLE_DROP * size, lowest))];
    const style = `font-size="${size}" fill="${paint.colour(frame.font.color)}" text-anchor="middle"`;
    return `<text data-kind="title" x="${x}" y="${y}" ${style}>${text.spans(lines, x, size)}</text>`;
  }

  Object.assign(Walkthrough.drawing, { grid, labels });
})();
