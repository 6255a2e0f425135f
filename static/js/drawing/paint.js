// Numbers, colours, dashes and patterns as SVG attributes. The scripts beside this one draw what app/drawing draws, to the letter.
"use strict";

Walkthrough.drawing = {};

(() => {
  const TRANSPARENT = "rgba(0,0,0,0)";
  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  const DASHES = { solid: [], dot: [1, 1], dash: [3, 3], longdash: [5, 5], dashdot: [3, 1, 1, 1] };

  const nearest = (value) => Math.floor(value + 0.5);
  const px = (value) => String(Math.floor(value * 100 + 0.5) / 100);
  const words = (text) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]);
  const attribute = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

  // What stands for each colour, and the patterns and clips that one drawing has used so far.
  class Paint {
    constructor(colours, ids) {
      this.colours = colours;
      this.ids = attribute(ids);
      this.defined = new Map(); // what stands inside -> [id, element, attributes]
    }

    get definitions() {
      return [...this.defined].map(([inside, [id, kind, look]]) => `<${kind} id="${id}"${look}>${inside}</${kind}>`).join("");
    }

    colour(name) {
      return name === TRANSPARENT ? "none" : attribute(this.colours[name] ?? name);
    }

    clip(x, y, width, height) {
      const area = `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/>`;
      return `clip-path="url(#${this.define("clipPath", "", area)})"`;
    }

    pattern({ size, solidity, shape, fgcolor, bgcolor }) {
      const tile = ["/", "\\", "x"].includes(shape) ? size * Math.sqrt(2) : size;
      const ink = this.colour(fgcolor);
      let mark;
      if (shape === ".") {
        mark = `<circle cx="${px(tile / 2)}" cy="${px(tile / 2)}" r="${px(size * Math.sqrt(solidity / Math.PI))}" fill="${ink}"/>`;
      } else {
        const thickness = ["x", "+"].includes(shape) ? size * (1 - Math.sqrt(1 - solidity)) : size * solidity;
        mark = `<path d="${strokes(shape, tile)}" stroke="${ink}" stroke-width="${px(thickness)}"/>`;
      }
      const inside = `<rect width="${px(tile)}" height="${px(tile)}" fill="${this.colour(bgcolor)}"/>${mark}`;
      const sides = ` width="${px(tile)}" height="${px(tile)}" patternUnits="userSpaceOnUse"`;
      return `url(#${this.define("pattern", sides, inside)})`;
    }

    define(kind, look, inside) {
      if (!this.defined.has(inside)) this.defined.set(inside, [`${this.ids}-${this.defined.size + 1}`, kind, look]);
      return this.defined.get(inside)[0];
    }
  }

  function strokes(shape, tile) {
    const [half, quarter, far, side, past] = [tile / 2, tile / 4, tile * 0.75, tile, tile * 1.25].map(px);
    const [upright, level] = [`M${half},0V${side}`, `M0,${half}H${side}`];
    const rising = `M-${quarter},${quarter}L${quarter},-${quarter}M0,${side}L${side},0M${far},${past}L${past},${far}`;
    const falling = `M${far},-${quarter}L${past},${quarter}M0,0L${side},${side}M-${quarter},${far}L${quarter},${past}`;
    return { "/": rising, "\\": falling, x: rising + falling, "|": upright, "-": level, "+": upright + level }[shape];
  }

  // The attributes of a line: colour, width in pixels, and dashes that grow with the width, from 3 pixels on.
  function stroke(look, paint) {
    const width = look.width ?? 0;
    if (!width || look.color === TRANSPARENT) return "";
    const dash = DASHES[look.dash ?? "solid"].map((length) => px(Math.max(width, 3) * length)).join(",");
    return ` stroke="${paint.colour(look.color)}" stroke-width="${px(width)}"${dash && ` stroke-dasharray="${dash}"`}`;
  }

  Object.assign(Walkthrough.drawing, { TRANSPARENT, Paint, nearest, px, words, attribute, stroke });
})();
