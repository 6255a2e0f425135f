// A figure for a screen that many look at from far away: nothing thin. It does what app/drawing/stage.py does.
"use strict";

(() => {
  const LEAST = 3; // pixels: thinner lines vanish on a projector
  const PALEST = 0.6; // and what is paler

  const seen = (opacity) => Math.max(PALEST, opacity);
  const thicker = (line, grown) => (line.width ? { ...line, width: Math.max(LEAST, line.width * grown) } : line);

  function times(look, grown, names) {
    const larger = { ...look };
    for (const name of names) if (name in look) larger[name] = look[name] * grown;
    return larger;
  }

  function marked(marker, grown) {
    const larger = times(marker, grown, ["size"]);
    if ("opacity" in marker) larger.opacity = Array.isArray(marker.opacity) ? marker.opacity.map(seen) : seen(marker.opacity);
    if (marker.line) larger.line = thicker(marker.line, grown);
    if (marker.pattern) larger.pattern = times(marker.pattern, grown, ["size"]);
    return larger;
  }

  function drawn(trace, grown) {
    const larger = { ...trace };
    if (trace.line) larger.line = thicker(trace.line, grown);
    if (trace.marker) larger.marker = marked(trace.marker, grown);
    return larger;
  }

  Walkthrough.drawing.bolder = ({ data, layout }, grown) => ({
    data: data.map((trace) => drawn(trace, grown)),
    layout: {
      ...layout,
      xaxis: { ...layout.xaxis, gridwidth: LEAST },
      yaxis: { ...layout.yaxis, gridwidth: LEAST },
      shapes: (layout.shapes ?? []).map((shape) => ({ ...shape, line: thicker(shape.line, grown) })),
      annotations: (layout.annotations ?? []).map((look) => times(look, grown, ["ax", "ay", "arrowwidth", "borderpad"])),
    },
  });
})();
