// A slider stops at the rungs of a ladder: [text, spoken words, value, brief text], in the order of their values.
"use strict";

Walkthrough.ladder = {
  // Where a value stands; a value between two rungs becomes a rung of its own.
  place(rungs, state) {
    const index = rungs.findIndex((rung) => rung[2] >= state.value);
    const at = index < 0 ? rungs.length : index;
    if (rungs[at]?.[2] !== state.value) rungs.splice(at, 0, [state.text, state.spoken, state.value, state.brief]);
    return at;
  },
};
