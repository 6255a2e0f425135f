// A figure as SVG: the same mapping that Plotly draws, at the same places.
"use strict";

(() => {
  const drawing = Walkthrough.drawing;

  // What is drawn, from the back to the front, as one group.
  drawing.content = (figure, { width, height, colours = {}, ids = "drawing", stage = 0 }) => {
    const { data, layout } = drawing.fitted(figure, width, height, stage);
    const paint = new drawing.Paint(colours, ids);
    const frame = drawing.frame(layout, width, height);
    const shapes = (below) =>
      (layout.shapes ?? []).filter(({ layer }) => (layer === "below") === below).map((each) => drawing.shape(each, frame, paint));
    const traces = (type, draw) => data.filter((trace) => trace.type === type).flatMap((trace) => draw(trace, frame, paint));
    const [back, front] = [shapes(true), shapes(false)];
    const clip = paint.clip(frame.x.start, frame.y.start, frame.x.length, frame.y.length);
    const parts = [
      ...back,
      drawing.grid(frame, paint),
      `<g ${clip}>`,
      ...traces("bar", drawing.bars),
      ...traces("scatter", drawing.lines),
      "</g>",
      drawing.labels(frame, paint),
      ...front,
      ...(layout.annotations ?? []).map((each) => drawing.note(each, frame, paint)),
    ].join("");
    return `<g font-family="${drawing.attribute(layout.font.family)}" font-size="${layout.font.size}"><defs>${paint.definitions}</defs>${parts}</g>`;
  };
})();
