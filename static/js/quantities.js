// What a text means where no server is asked: numbers as a learner in any country types them. See read_count, read_bytes and typed_number.
"use strict";

(() => {
  const COUNTS = { "": 1, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, bn: 1e9, g: 1e9, billion: 1e9, t: 1e12, trillion: 1e12,
    q: 1e15, quadrillion: 1e15 };
  const LETTERS = "kmgtpezy";
  const WORDS = ["kilo", "mega", "giga", "tera", "peta"];
  const BINARY_WORDS = ["kibi", "mebi", "gibi", "tebi", "pebi"];
  const NUMBER = /^([+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+(?:_\d+)*|(?=\.\d))(?:\.\d+)?(?:e[+-]?\d+)?) *(\p{L}*)$/iu;
  const WORD = /(thousand|million|billion|trillion|quadrillion)( *bytes?)?$/i;
  const NOUN = / *(elements?|entry|entries|gpus?)$/i;
  const WHOLE = /^ *(|b|bytes?|elements?|entry|entries|gpus?)$/i; // units of which nobody gives fractions
  const [LONGEST, SHOWN] = [60, 40]; // characters of a number, and of what is repeated in a message
  const ROUNDING = 1e-12; // of a product of two floats
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
    return found && [Number(found[1].replace(/[,_]/g, "")), found[2].toLowerCase(), found[2]];
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

  // Why a text means no value, as a clause; empty where it means one.
  function wrong(text, unit, real = false) {
    if (text.length > LONGEST) return "it is too long to be a number";
    const found = parts(text);
    if (!found) return parts(text.replace(",", ".")) ? "it has a comma where a point belongs" : "it is not a number";
    const [number, suffix, wrote] = found;
    if (real) return suffix && `“${wrote}” is not part of a number`;
    const value = read(text, unit);
    if (unit === "bytes") {
      if (bytesOf(suffix) === undefined) return `“${wrote}” is not a unit of bytes`;
      return !suffix && Math.abs(number) < 1e6 ? "it has no unit" : "";
    }
    if (!Object.hasOwn(COUNTS, suffix)) return `“${wrote}” is not a suffix of a count`;
    return Math.abs(value - Math.round(value)) > Math.abs(value) * ROUNDING ? "it is not a whole number" : "";
  }

  // The same of what a learner typed.
  function mistyped(text, unit) {
    const given = plain(text);
    const number = written(given);
    if (given && !number) {
      const [, whole, fraction] = given.match(/^([\d ]+),(\d+)/);
      return `it may mean ${whole}.${fraction} or ${whole}${fraction}; write the one you mean, without a comma`;
    }
    if (unit !== "bytes") return wrong(number.replace(NOUN, ""), unit);
    return WORD.test(number) ? wrong(number.replace(/ *bytes?$/i, ""), "parameters") : wrong(number, unit);
  }

  // A text that somebody typed, as a sentence shows it: not too long, in quotation marks, set apart where it runs from right to left.
  function quoted(text) {
    const seen = text.replace(/\p{Cf}/gu, "").replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Cn}]/gu, "\ufffd");
    const short = seen.length > SHOWN ? `${seen.slice(0, SHOWN)}…` : seen;
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(short) ? `“\u2068${short}\u2069”` : `“${short}”`;
  }

  Walkthrough.quantities = { plain, written, read, typed, wrong, mistyped, quoted };
})();
