// Marks an answer where there is neither server nor Python: compares with the numbers that the copy brings; see app/steps/checking.py.
"use strict";

(() => {
  const TOLERANCE = 0.02;
  const ALIKE = 0.001; // slips whose numbers differ by less cannot be told apart
  const { read, plain } = Walkthrough.quantities;
  const UNREADABLE = "That cannot be read. Type a number";

  const distance = (value, expected) => Math.abs(value - expected) / expected;
  const number = (text, { unit }) =>
    unit === "bytes" && /(thousand|million|billion|trillion|quadrillion)( *bytes?)?$/i.test(text)
      ? read(text.replace(/ *bytes?$/i, ""), "parameters")
      : read(unit === "bytes" ? text : text.replace(/ *(elements?|gpus?)$/i, ""), unit);

  // 808 000 000 and 28,8 GB as a program writes them; what may mean two numbers means none.
  function written(text) {
    const joined = text.replace(/^\d{1,3}(?: \d{3})+(?!\d)/, (digits) => digits.replaceAll(" ", ""));
    const comma = joined.match(/^(\d+),(\d+)(?![\d,.])/);
    if (!comma) return joined;
    const [all, whole, fraction] = comma;
    const rest = joined.slice(all.length);
    if (fraction.length !== 3 || whole.length > 3 || whole.startsWith("0")) return `${whole}.${fraction}${rest}`;
    return ["", "b", "byte", "bytes", "gpu", "gpus", "element", "elements"].includes(rest.trim().toLowerCase()) ? whole + fraction + rest : "";
  }

  // What the number would be with another unit, and what to say of that.
  function meant(text, value, unit) {
    const others = [];
    const bytes = text.match(/([kmgtpezy])(i?)b$/i);
    if (unit === "bytes" && bytes) {
      const cased = (binary) => (bytes[1].toLowerCase() === "k" && !binary ? "k" : bytes[1].toUpperCase()) + (binary ? "iB" : "B");
      const power = "kmgtpezy".indexOf(bytes[1].toLowerCase()) + 1;
      const other = cased(!bytes[2]);
      const sizes = `A ${cased(false)} is 10^${3 * power} bytes, a ${cased(true)} 2^${10 * power}.`;
      others.push([read(text.slice(0, bytes.index) + other, "bytes"), `The digits are those of ${other}, and you wrote ${cased(bytes[2])}. ${sizes}`]);
    }
    for (const factor of [1, 2, 3, 4].map((power) => 1000 ** power)) {
      const words = `The digits are right, the unit is not: you are off by a factor of ${factor.toLocaleString("en")}.`;
      others.push([value * factor, words], [value / factor, words]);
    }
    if (unit === "bytes") others.push([value / 8, "Those are bits. A byte has eight of them."]);
    return others;
  }

  function diagnosis(text, value, { answer, slips, unit }) {
    const near = [
      ...slips.map(([slip, words]) => [distance(value, slip), words]),
      ...meant(text, value, unit).map(([other, words]) => [distance(other, answer), words]),
    ];
    const nearest = Math.min(...near.map(([far]) => far));
    if (nearest > TOLERANCE) return `Not yet: that is too ${value < answer ? "small" : "large"}. Under the question stands which step has the formula.`;
    const alike = [...new Set(near.filter(([far]) => far <= nearest + ALIKE).map(([, words]) => words))];
    return `Not yet. ${alike.slice(0, 2).join(" Or: ")}`;
  }

  Walkthrough.marked = (question, given, { reveal, allowed }) => {
    const text = plain(given);
    const told = (right, message) => ({ right, message, expected: allowed && (right || reveal) ? question.answered : null });
    if (!text && reveal) return told(false, allowed ? "This is the answer." : "The answers are switched off on this page.");
    const value = number(written(text), question);
    if (!Number.isFinite(value)) return told(false, `${UNREADABLE}${question.unit === "bytes" ? " with its unit, such as 3.5 GB" : ", such as 24"}.`);
    const nearest = Math.min(...question.slips.map(([slip]) => Math.abs(value - slip)));
    const right = distance(value, question.answer) <= TOLERANCE && Math.abs(value - question.answer) <= nearest;
    return told(right, right ? "Right." : diagnosis(written(text), value, question));
  };
})();
