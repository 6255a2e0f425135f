// Marks an answer where there is neither server nor Python: compares with the numbers that the copy brings; see app/steps/checking.py.
"use strict";

(() => {
  const said = Walkthrough.copy?.marking; // bounds and sentences, from Python
  if (!said) return; // a page without questions
  const { plain, written, read, typed, mistyped, quoted } = Walkthrough.quantities;

  const distance = (value, expected) => Math.abs(value - expected) / expected;

  // What the number would be with another unit, and what to say of that.
  function meant(text, value, unit) {
    const others = [];
    const wrote = text.match(/[kmgtpezy]i?b$/i);
    if (unit === "bytes" && wrote) {
      const [other, words] = said.confused[wrote[0].toLowerCase()];
      others.push([read(text.slice(0, wrote.index) + other, "bytes"), words]);
    }
    for (const [factor, words] of said.thousands) others.push([value * factor, words], [value / factor, words]);
    if (unit === "bytes") others.push([value / 8, said.bits]);
    return others;
  }

  function diagnosis(text, value, { answer, slips, unit }) {
    const near = [
      ...slips.map(([slip, words]) => [distance(value, slip), words]),
      ...meant(text, value, unit).map(([other, words]) => [distance(other, answer), words]),
    ];
    const nearest = Math.min(...near.map(([far]) => far));
    if (nearest > said.tolerance) return value < answer ? said.too_small : said.too_large;
    const alike = [...new Set(near.filter(([far]) => far <= nearest + said.alike).map(([, words]) => words))];
    return said.not_yet + alike.slice(0, 2).join(said.or);
  }

  Walkthrough.marked = (question, given, { reveal, allowed }) => {
    const text = plain(given);
    const why = mistyped(text, question.unit);
    const told = (right, message) => ({ readable: !why, right, message, expected: allowed && (right || reveal) ? question.answered : null });
    if (!text && reveal) return told(false, allowed ? said.revealed : said.withheld);
    if (why) return told(false, text ? `${quoted(text)} cannot be read: ${why}. ${question.to_type}` : question.to_type);
    const value = typed(text, question.unit);
    const nearest = Math.min(...question.slips.map(([slip]) => Math.abs(value - slip)));
    const right = distance(value, question.answer) <= said.tolerance && Math.abs(value - question.answer) <= nearest;
    return told(right, right ? said.right : diagnosis(written(text), value, question));
  };
})();
