// Words at a place, with or without a ground and an arrow.
"use strict";

(() => {
  const { TRANSPARENT, nearest, px, stroke, text } = Walkthrough.drawing;
  const BORDER = 1; // pixels, unseen, around every note
  const PAD = 1; // pixels between border and words, where a note does not say
  const SPARE = 0.1; // of a ground's width, away from its anchor, for a wider face than we reckon with
  const TOWARDS = { left: 0.5, center: 0, right: -0.5, top: 0.5, middle: 0, bottom: -0.5 };
  const [HEAD_REACH, HEAD_LENGTH, HEAD_HALF] = [1.3, 5, 2.5]; // of an arrow's width: tip beyond the line, length, half its height

  function note(look, frame, paint) {
    const placed = place(look, frame);
    if (!placed) return "";
    const arrow = look.showarrow ? pointer(look, placed, paint) : "";
    return `<g data-kind="note">${ground(look, placed.box, paint)}${written(look, placed, frame.size, paint)}${arrow}</g>`;
  }

  // What the words of a note cover; nothing where there are none, or where the note refers to a place off its axis.
  function wordsBox(look, frame) {
    const placed = place(look, frame);
    if (!placed?.lines.some(Boolean)) return null;
    const [more, wide] = [(placed.lines.length - 1) * text.LINE_SPACING * frame.size, text.widest(placed.lines, frame.size, placed.bold)];
    const [x, anchor] = anchored(look, placed);
    return text.covered(x, anchor, wide, baseline(placed, frame.size), more, frame.size);
  }

  // What a note hides of what lies under it: its ground where it has one, else its words.
  function groundBox(look, frame) {
    const [box, size] = [wordsBox(look, frame), frame.size];
    if (!box || (look.bgcolor ?? TRANSPARENT) === TRANSPARENT) return box;
    const edge = BORDER + (look.borderpad ?? PAD);
    return text.grown(box, edge + text.ascent(size) - text.CAPITAL * size, edge + text.descent(size) - text.BELOW * size);
  }

  // A note's lines, the ground that they stand on by its middle and sides, the rim around them, and both ends of its arrow.
  function place(look, frame) {
    if (off(frame.x, look.xref, look.x) || off(frame.y, look.yref, look.y)) return null;
    const [lines, bold, size] = [text.lines(look.text), look.font.weight === 700, frame.size];
    const edge = BORDER + (look.borderpad ?? PAD);
    const width = nearest(text.widest(lines, size, bold) + 2 * edge);
    const height = nearest(text.height(lines, size) + 2 * edge);
    const head = [along(frame.x, look.xref, look.x), along(frame.y, look.yref, look.y)];
    const shift = [look.xshift ?? 0, -(look.yshift ?? 0)];
    let [x, y] = [head[0] + width * TOWARDS[look.xanchor], head[1] + height * TOWARDS[look.yanchor]];
    const tail = [x, y];
    if (look.showarrow) {
      [x, tail[0]] = keptIn(x + look.ax, head[0] + look.ax, frame.width);
      [y, tail[1]] = keptIn(y + look.ay, head[1] + look.ay, frame.height);
    }
    const shifted = ([across, down]) => [across + shift[0], down + shift[1]];
    const box = { x: x + shift[0], y: y + shift[1], width, height };
    return { lines, bold, box, edge, tail: shifted(tail), head: shifted(head) };
  }

  const off = (axis, reference, at) => reference !== "paper" && !axis.holds(at);
  const along = (axis, reference, at) => (reference === "paper" ? axis.onPaper(at) : axis.along(at));

  // Words and tail of an arrow, moved together so that they begin on the sheet.
  function keptIn(words, tail, most) {
    const [before, after] = [-Math.max(tail - 3, words), Math.min(tail + 3, words) - most];
    const move = before > 0 ? before : after > 0 ? -after : 0;
    return [words + move, tail + move];
  }

  function ground(look, box, paint) {
    const fill = paint.colour(look.bgcolor ?? TRANSPARENT);
    if (fill === "none") return "";
    const more = box.width * SPARE;
    const left = nearest(box.x - box.width / 2) - more * (0.5 - TOWARDS[look.xanchor]);
    const [x, y] = [px(left + BORDER / 2), px(nearest(box.y - box.height / 2) + BORDER / 2)];
    return `<rect x="${x}" y="${y}" width="${px(box.width + more - BORDER)}" height="${px(box.height - BORDER)}" fill="${fill}"/>`;
  }

  function written(look, placed, size, paint) {
    if (!placed.lines.some(Boolean)) return "";
    const [at, anchor] = anchored(look, placed);
    const [x, y] = [px(at), px(baseline(placed, size))];
    const style = `fill="${paint.colour(look.font.color)}" text-anchor="${anchor}"${placed.bold ? ' font-weight="700"' : ""}`;
    return `<text x="${x}" y="${y}" ${style}>${text.spans(placed.lines, x, size)}</text>`;
  }

  // Lines are aligned in their box; a single one keeps to the side that it is anchored at, whatever its true width.
  function anchored(look, { lines, box, edge }) {
    const side = lines.length === 1 ? look.xanchor : (look.align ?? "center");
    const left = nearest(box.x - box.width / 2);
    const x = { left: left + edge, center: left + box.width / 2, right: left + box.width - edge }[side];
    return [x, { left: "start", center: "middle", right: "end" }[side]];
  }

  // Of the first line.
  const baseline = ({ box, edge }, size) => nearest(box.y - box.height / 2) + edge + text.ascent(size);

  // A line from the edge of the words to the head, and the head; nothing where the words cover the place they point at.
  function pointer(look, { box: { x, y, width, height }, tail, head }, paint) {
    const box = { x, y, width: width - BORDER, height: height - BORDER };
    if (inside(box, head)) return "";
    const start = leaving(box, tail, head);
    const [run, fall] = [head[0] - start[0], head[1] - start[1]];
    const thickness = look.arrowwidth;
    if (Math.hypot(run, fall) < HEAD_REACH * thickness) return "";
    const direction = Math.atan2(fall, run);
    const end = [head[0] - HEAD_REACH * thickness * Math.cos(direction), head[1] - HEAD_REACH * thickness * Math.sin(direction)].map(px);
    const line = stroke({ color: look.arrowcolor, width: thickness }, paint);
    const [tip, back, half] = [HEAD_REACH, HEAD_LENGTH - HEAD_REACH, HEAD_HALF].map(px);
    const turned = `translate(${end[0]} ${end[1]}) rotate(${px((direction * 180) / Math.PI)}) scale(${px(thickness)})`;
    return (
      `<path data-kind="arrow" d="M${px(start[0])},${px(start[1])}L${end[0]},${end[1]}" fill="none"${line}/>` +
      `<path data-kind="head" d="M-${back},-${half}V${half}L${tip},0Z" transform="${turned}" fill="${paint.colour(look.arrowcolor)}"/>`
    );
  }

  const inside = ({ x, y, width, height }, at) => Math.abs(at[0] - x) <= width / 2 && Math.abs(at[1] - y) <= height / 2;

  // Where the way from tail to head leaves the box; the tail itself if it starts outside.
  function leaving(box, tail, head) {
    const [run, fall] = [head[0] - tail[0], head[1] - tail[1]];
    const ways = [];
    if (run) ways.push(((box.width / 2) * Math.sign(run) + box.x - tail[0]) / run);
    if (fall) ways.push(((box.height / 2) * Math.sign(fall) + box.y - tail[1]) / fall);
    const share = ways.length ? Math.min(...ways) : 0;
    return inside(box, tail) && share > 0 && share < 1 ? [tail[0] + share * run, tail[1] + share * fall] : tail;
  }

  Object.assign(Walkthrough.drawing, { note, wordsBox, groundBox });
})();
