// A figure as a file of its own where there is neither server nor Python: ground, title, drawing, legend, and where it is from.
"use strict";

(() => {
  const { drawing } = Walkthrough;
  const [EDGE, TITLE, KEY, FOOT] = [16, 18, 13, 11]; // pixels: the margin, and the sizes of title, legend and footer
  const [SPACING, SWATCH, SURE] = [1.5, 22, 0.85]; // of lines, the width of a swatch, and the share of the room that words may be reckoned to take
  const { px, words } = drawing;

  // Words in lines that fit; a word that is too long alone is cut.
  function wrapped(text, size, room, bold) {
    const lines = [""];
    const fits = (line) => drawing.text.width(line, size, bold) <= room;
    for (const word of text.split(" ").flatMap((each) => (fits(each) ? [each] : each.match(/.{1,60}/g)))) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  function block(lines, size, top, look = "") {
    return lines.map((line, index) => `<text x="${EDGE}" y="${px(top + (index + 0.8) * size * SPACING)}" font-size="${size}"${look}>${words(line)}</text>`);
  }

  // The entries of the figure's legend on the page, with the look of their traces, in rows.
  function keys(name, { data }, room) {
    const shown = [...document.querySelectorAll(`[data-figure="${name}"] [data-legend]`)].filter((entry) => !entry.hidden);
    const rows = [];
    let place = room;
    for (const entry of shown) {
      const marker = data.find((trace) => trace.name === entry.dataset.legend && trace.type === "bar")?.marker;
      if (!marker) continue;
      const text = entry.textContent.trim();
      const wide = SWATCH + KEY + drawing.text.width(text, KEY) / SURE + EDGE;
      if (place + wide > room) {
        rows.push([]);
        place = 0;
      }
      rows.at(-1).push({ x: EDGE + place, text, marker });
      place += wide;
    }
    return rows;
  }

  function key({ x, text, marker }, top, ink, paint) {
    const fill = marker.pattern?.shape ? paint.pattern(marker.pattern) : paint.colour(marker.color);
    const swatch = `<rect x="${px(x)}" y="${px(top)}" width="${SWATCH}" height="${KEY}" fill="${fill}" stroke="${ink}"/>`;
    return `${swatch}<text x="${px(x + SWATCH + KEY / 2)}" y="${px(top + 0.85 * KEY)}" font-size="${KEY}">${words(text)}</text>`;
  }

  Walkthrough.sheet = (name, { width, height, theme }, footer) => {
    const { title, sentence, figure } = Walkthrough.store.shown().figures[name];
    const colours = theme === "dark" ? Walkthrough.read("dark") : {};
    const paint = new drawing.Paint(colours, `${name}-key`);
    const { family, color } = figure.layout.font;
    const [ink, room] = [paint.colour(color), (width - 2 * EDGE) * SURE];
    const [heading, closing, rows] = [wrapped(title, TITLE, room, true), footer.flatMap((line) => wrapped(line, FOOT, room)), keys(name, figure, room)];
    const above = heading.length * TITLE * SPACING + EDGE / 2;
    const feet = closing.length * FOOT * SPACING + EDGE / 2;
    const below = feet + rows.length * KEY * SPACING;
    const drawn = drawing.content(figure, { width, height: height - above - below, colours, ids: `${name}-file` });
    const legend = rows.flatMap((row, index) => row.map((each) => key(each, height - below + index * KEY * SPACING, ink, paint))).join("");
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
      `<title>${words(title)}</title><desc>${words(sentence)}</desc><defs>${paint.definitions}</defs>`,
      `<rect width="100%" height="100%" fill="${paint.colour(Walkthrough.copy.paper)}"/>`,
      `<g font-family="${drawing.attribute(family)}" fill="${ink}">`,
      ...block(heading, TITLE, EDGE / 2, ' font-weight="700"'),
      legend,
      ...block(closing, FOOT, height - feet),
      `</g><g transform="translate(0 ${px(above)})">${drawn}</g></svg>`,
    ].join("");
  };
})();
