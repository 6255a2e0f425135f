// Which of the runs in a copy comes nearest to the one that is wanted: what was moved last stays, the fewest others give way.
"use strict";

(() => {
  // The stop of a slider that a text means, or the nearest one; nothing where it means no number.
  function stop(copy, over, text) {
    const stops = copy.stops[over] ?? [];
    const exact = stops.find(([each]) => each.toLowerCase() === text.toLowerCase());
    if (exact) return exact[0];
    const value = Walkthrough.quantities.read(text, copy.settings[over].unit);
    if (Number.isNaN(value) || !stops.some(([, each]) => typeof each === "number")) return undefined;
    return stops.reduce((best, each) => (Math.abs(each[1] - value) < Math.abs(best[1] - value) ? each : best))[0];
  }

  // `wanted` and `before` have the text of every setting of the page; the first has what the reader asks for now.
  Walkthrough.nearest = (copy, wanted, before) => {
    const names = Object.keys(copy.settings);
    const moved = names.filter((name) => wanted[name] !== before[name]);
    const candidates = copy.bases.flatMap(({ name, run }) => {
      const apart = names.filter((each) => run[each] !== wanted[each]);
      const sweeps = apart.map((over) => [over, stop(copy, over, wanted[over])]).filter(([, text]) => text !== undefined);
      return [[null, ""], ...sweeps].map(([over, text]) => {
        const changed = apart.filter((each) => each !== over || text !== wanted[each]);
        const lost = changed.filter((each) => moved.includes(each) && each !== over);
        return { base: name, over, text, settings: over ? { ...run, [over]: text } : run, changed, moved, cost: [lost.length, changed.length] };
      });
    });
    return candidates.reduce((best, each) => (each.cost[0] - best.cost[0] || each.cost[1] - best.cost[1]) < 0 ? each : best);
  };
})();
