// Bars, lines and marked points; rules, brackets and breaks.
"use strict";

(() => {
  const { TRANSPARENT, px, stroke } = Walkthrough.drawing;
  const FAR = 3; // a bar that ends further away than so many heights of the plot area is cut there
  const DIAMOND = 1.3; // half a diagonal of a diamond, as a share of half its size

  const each = (value, index) => (Array.isArray(value) ? value[index] : value);

  function near(y, { y: { start, length, end } }) {
    return Math.min(Math.max(y, start - FAR * length), end + FAR * length);
  }

  function bars(trace, frame, paint) {
    const { marker } = trace;
    const fill = marker.pattern?.shape ? paint.pattern(marker.pattern) : paint.colour(marker.color);
    const outline = stroke({ color: marker.color, ...marker.line }, paint);
    return trace.x.map((x, index) => {
      const [width, base, opacity] = [each(trace.width, index), each(trace.base, index), each(marker.opacity ?? 1, index)];
      const [left, right] = [frame.x.at(x - width / 2), frame.x.at(x + width / 2)].map(px);
      const ends = [near(frame.y.at(base + trace.y[index]), frame), near(frame.y.at(base), frame)];
      const [top, bottom] = [Math.min(...ends), Math.max(...ends)].map(px);
      const faded = opacity === 1 ? "" : ` opacity="${px(opacity)}"`;
      return `<path data-kind="bar" d="M${left},${bottom}V${top}H${right}V${bottom}Z" fill="${fill}"${outline}${faded}/>`;
    });
  }

  function lines(trace, frame, paint) {
    const places = trace.x.map((x, index) => [frame.x.at(x), frame.y.at(trace.y[index])]);
    const drawn = [];
    if (trace.mode.includes("lines") && places.length > 1) {
      const path = places.map(([x, y]) => `${px(x)},${px(y)}`).join("L");
      drawn.push(`<path data-kind="line" d="M${path}" fill="none"${stroke(trace.line, paint)} stroke-miterlimit="2"/>`);
    }
    if (trace.mode.includes("markers")) {
      const { marker } = trace;
      const look = `fill="${paint.colour(marker.color)}"${stroke({ color: marker.color, ...marker.line }, paint)}`;
      for (const [x, y] of places) drawn.push(mark(marker.symbol ?? "circle", x, y, marker.size / 2, look));
    }
    return drawn;
  }

  function mark(symbol, x, y, half, look) {
    if (symbol === "circle") return `<circle data-kind="mark" cx="${px(x)}" cy="${px(y)}" r="${px(half)}" ${look}/>`;
    if (symbol === "square") {
      return `<rect data-kind="mark" x="${px(x - half)}" y="${px(y - half)}" width="${px(2 * half)}" height="${px(2 * half)}" ${look}/>`;
    }
    const reach = px(half * DIAMOND);
    return `<path data-kind="mark" d="M${px(x)},${px(y)}m${reach},0l-${reach},${reach}l-${reach},-${reach}l${reach},-${reach}z" ${look}/>`;
  }

  function shape(look, frame, paint) {
    const place = (axis, reference, value) => px(reference === "paper" ? axis.onPaper(value) : axis.at(value));
    const [x0, x1] = [look.x0, look.x1].map((value) => place(frame.x, look.xref, value));
    const [y0, y1] = [look.y0, look.y1].map((value) => place(frame.y, look.yref, value));
    const line = look.type === "line";
    const path = line ? `M${x0},${y0}L${x1},${y1}` : `M${x0},${y0}H${x1}V${y1}H${x0}Z`;
    const fill = line ? "none" : paint.colour(look.fillcolor ?? TRANSPARENT);
    return `<path data-kind="shape" d="${path}" fill="${fill}"${stroke(look.line, paint)}${clip(look, frame, paint)}/>`;
  }

  // Cut off where the axis that it refers to ends.
  function clip({ xref, yref }, { x, y, width, height }, paint) {
    if (xref !== "x" && yref !== "y") return "";
    const [left, across] = xref === "x" ? [x.start, x.length] : [0, width];
    const [top, down] = yref === "y" ? [y.start, y.length] : [0, height];
    return ` ${paint.clip(left, top, across, down)}`;
  }

  Object.assign(Walkthrough.drawing, { bars, lines, shape });
})();
