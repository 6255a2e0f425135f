// Draws the figures of a presentation as SVG, as fast as the screen: only those that changed, in the size that they have.
"use strict";

(() => {
  const sheets = []; // one for each figure: where it is drawn and what it shows
  let colours = {};
  let newest = null;

  // The type of figures in pixels where they are projected: the page says how much of the screen's height it has.
  const stage = () => Math.ceil((document.documentElement.dataset.staged ?? 0) * window.innerHeight);

  // Our own drawing in the place of those that the server made for usual screens.
  function sheetOf(plot) {
    const name = plot.closest("[data-figure]").dataset.figure;
    return { name, plot, svg: null, width: 0, height: 0, near: true, figure: null, size: "", drawn: "" };
  }

  function canvas(sheet) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, text] of Object.entries({ class: "drawing", width: "100%", height: "100%", "aria-hidden": "true", focusable: "false" })) {
      svg.setAttribute(name, text);
    }
    for (const still of sheet.plot.querySelectorAll(":scope > .drawing")) still.remove();
    sheet.plot.append(svg);
    return svg;
  }

  function draw(sheet) {
    const { name, width, height } = sheet;
    const built = newest?.figures[name]?.figure;
    if (!built || !width || !height) return;
    const figure = Walkthrough.figures.view(name, built);
    const size = `0 0 ${width} ${height}`;
    if (sheet.figure === figure && sheet.size === size) return;
    const drawn = Walkthrough.drawing.content(figure, { width, height, colours, ids: `${name}-drawn`, stage: stage() });
    const same = sheet.drawn === drawn && sheet.size === size;
    Object.assign(sheet, { figure, size, drawn });
    if (same) return;
    sheet.svg ??= canvas(sheet);
    sheet.svg.setAttribute("viewBox", size);
    sheet.svg.innerHTML = drawn;
    still(sheet);
  }

  // Show our drawing, not Plotly's.
  function still(sheet) {
    delete sheet.plot.dataset.interactive;
    if (window.Plotly) Walkthrough.pace.stir(); // it may take over again
  }

  const on = (plot) => sheets.find((sheet) => sheet.plot === plot);

  function measure(sheet) {
    [sheet.width, sheet.height] = [sheet.plot.clientWidth, sheet.plot.clientHeight];
    draw(sheet);
  }

  const resized = (entries) => entries.forEach(({ target }) => measure(on(target)));

  // Figures out of sight need not keep up with the finger.
  function scrolled(entries) {
    for (const { target, isIntersecting } of entries) {
      const sheet = on(target);
      sheet.near = isIntersecting;
      if (isIntersecting) draw(sheet);
    }
  }

  // Where the axes of a figure lie on its plot, in our drawing and in Plotly's; it may be asked for before the first drawing.
  function frame(sheet) {
    if (!sheet.figure) measure(sheet);
    const { figure, width, height } = sheet;
    const { drawing } = Walkthrough;
    return drawing.frame(drawing.fitted(figure, width, height, stage()).layout, width, height);
  }

  Walkthrough.figures = {
    sheets,
    still,
    frame,
    view: (name, figure) => figure, // who shows a figure in another way puts its own in this place, and has it drawn again
    redraw: () => sheets.forEach(draw),
  };

  Walkthrough.part(() => {
    colours = Walkthrough.read("colours");
    sheets.push(...[...document.querySelectorAll("[data-figure] [data-plot]")].map(sheetOf));
    Walkthrough.pace.moving.push((presentation) => {
      newest = presentation;
      sheets.filter(({ near }) => near).forEach(draw);
    });
    Walkthrough.pace.resting.push(() => sheets.forEach(draw));
    const watchers = [new ResizeObserver(resized), new IntersectionObserver(scrolled, { rootMargin: "25%" })];
    for (const { plot } of sheets) for (const watcher of watchers) watcher.observe(plot);
  });
})();
