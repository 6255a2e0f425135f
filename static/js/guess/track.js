// Where values lie along the axis of a figure that is guessed on, and what value lies under a pointer.
"use strict";

(() => {
  const between = (at, [from, to], [start, end]) => (to > from ? start + ((end - start) * (at - from)) / (to - from) : end);

  // Straight from knot to knot: [value, place on the axis], both rising.
  function bend(at, knots, from, to) {
    const pairs = knots.slice(1).map((knot, index) => [knots[index], knot]);
    const [left, right] = pairs.find((pair) => at <= pair[1][from]) ?? pairs.at(-1);
    return between(at, [left[from], right[from]], [left[to], right[to]]);
  }

  // Where a value stands on an axis of that look, in the axis's own units.
  const standing = ({ knots }, { type }, value) => (knots ? bend(value, knots, 0, 1) : type === "log" ? Math.log10(value) : value);

  Walkthrough.track = (asked, frame) => {
    const { along, low, high, knots } = asked;
    const axis = frame[along];
    const [first, last] = axis.look.range;
    const place = (value) => standing(asked, axis.look, value);
    const value = (at) => (knots ? bend(at, knots, 1, 0) : axis.look.type === "log" ? 10 ** at : at);
    const within = (each) => Math.min(high, Math.max(low, each));
    const ends = [place(low), place(high)];
    return {
      axis,
      // Pixels from the left or from the top; what lies beyond the axis stands at its end.
      at: (each) => axis.along(Math.min(last, Math.max(first, place(Math.max(each, low))))),
      beyond: (each) => place(Math.max(each, low)) > last,
      under(pixels) {
        const share = (pixels - axis.start) / axis.length;
        return within(value(between(along === "y" ? 1 - share : share, [0, 1], [first, last])));
      },
      // Shares of the length between the lowest and the highest guess, for a slider.
      share: (each) => between(place(within(each)), ends, [0, 1]),
      shared: (share) => within(value(between(share, [0, 1], ends))),
    };
  };
  Walkthrough.track.standing = standing;
})();
