// What a text means where no server is asked: numbers as a learner in any country types them. See read_count, read_bytes and typed_number.
"use strict";

(() => {
  const COUNTS = { "": 1, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, g: 1e9, billion: 1e9, t: 1e12, trillion: 1e12,
    q: 1e15, quadrillion: 1e15 };
  const LETTERS = "kmgtpezy";
  const WORDS = ["kilo", "mega", "giga", "tera", "peta"];
  const BINARY_WORDS = ["kibi", "mebi", "gibi", "tebi", "pebi"];
  const NUMBER = /^([+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+(?:_\d+)*|(?=\.\d))(?:\.\d+)?(?:e[+-]?\d+)?) *([^\W\d_]*)$/iu;
  const WORD = /(thousand|million|billion|trillion|quadrillion)( *bytes?)?$/i;
  const NOUN = / *(elements?|entry|entries|gpus?)$/i;
  const WHOLE = /^ *(|b|bytes?|elements?|entry|entries|gpus?)$/i; // units of which nobody gives fractions
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

  // 808 000 000 and 28,8 GB as a program writes them; what may mean two numbers means none.
  function written(text) {
    const joined = text.replace(/^\d{1,3}(?: \d{3})+(?!\d)/, (digits) => digits.replaceAll(" ", ""));
    const comma = joined.match(/^(\d+),(\d+)(?![\d,.])/);
    if (!comma) return joined;
    const [all, whole, fraction] = comma;
    const rest = joined.slice(all.length);
    if (fraction.length !== 3 || whole.length > 3 || whole.startsWith("0")) return `${whole}.${fraction}${rest}`;
    return WHOLE.test(rest) ? whole + fraction + rest : "";
  }

  function parts(text) {
    const found = plain(text).replaceAll("\u2212", "-").match(NUMBER);
    return found && [Number(found[1].replace(/[,_]/g, "")), found[2].toLowerCase()];
  }

  const plain = (text) => text.replace(SPACES, " ").trim();

  // The value of a text, or NaN where it means none; a bare number of bytes must be large, else it has lost its unit.
  function read(text, unit) {
    const found = parts(text);
    if (!found) return NaN;
    const [number, suffix] = found;
    if (unit !== "bytes") return number * (COUNTS[suffix] ?? NaN);
    return suffix || Math.abs(number) >= 1e6 ? Math.round(number * (bytesOf(suffix) ?? NaN)) : NaN;
  }

  // The same of what a learner typed for an answer: '28,8 GB', '808 000 000', '112 billion bytes', '24 GPUs'.
  function typed(text, unit) {
    const number = written(plain(text));
    if (unit !== "bytes") return read(number.replace(NOUN, ""), unit);
    return WORD.test(number) ? read(number.replace(/ *bytes?$/i, ""), "parameters") : read(number, unit);
  }

  Walkthrough.quantities = { plain, written, read, typed };
})();
