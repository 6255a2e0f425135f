// What a text means in a copy without Python: plain numbers with the usual letters and units. app/memory/units.py reads more.
"use strict";

(() => {
  const COUNTS = { "": 1, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, g: 1e9, billion: 1e9, t: 1e12, trillion: 1e12,
    q: 1e15, quadrillion: 1e15 };
  const LETTERS = "kmgtpezy";
  const WORDS = ["kilo", "mega", "giga", "tera", "peta"];
  const BINARY_WORDS = ["kibi", "mebi", "gibi", "tebi", "pebi"];
  const NUMBER = /^([+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+(?:_\d+)*|(?=\.\d))(?:\.\d+)?(?:e[+-]?\d+)?) *([^\W\d_]*)$/iu;
  const SPACES = /[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

  // The factor of a unit of bytes; undefined for none.
  function bytesOf(unit) {
    const short = unit.match(/^([kmgtpezy])(i?)b$/);
    if (short) return (short[2] ? 1024 : 1000) ** (LETTERS.indexOf(short[1]) + 1);
    const word = unit.match(/^(\w{4})bytes?$/)?.[1];
    if (WORDS.includes(word)) return 1000 ** (WORDS.indexOf(word) + 1);
    if (BINARY_WORDS.includes(word)) return 1024 ** (BINARY_WORDS.indexOf(word) + 1);
    return ["", "b", "byte", "bytes"].includes(unit) ? 1 : undefined;
  }

  function parts(text) {
    const found = plain(text).replaceAll("\u2212", "-").match(NUMBER);
    return found && [Number(found[1].replace(/[,_]/g, "")), found[2].toLowerCase()];
  }

  const plain = (text) => text.replace(SPACES, " ").trim();

  Walkthrough.quantities = {
    plain,
    // The value of a text, or NaN where it means none; a bare number of bytes must be large, else it has lost its unit.
    read(text, unit) {
      const found = parts(text);
      if (!found) return NaN;
      const [number, suffix] = found;
      if (unit !== "bytes") return number * (COUNTS[suffix] ?? NaN);
      return suffix || Math.abs(number) >= 1e6 ? Math.round(number * (bytesOf(suffix) ?? NaN)) : NaN;
    },
  };
})();
