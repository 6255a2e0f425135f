// A reader’s own number on a figure, to three digits, in words and back.
"use strict";

(() => {
  const BYTES = { GB: [1000, ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB"]], GiB: [1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"]] };
  const COUNTS = [1000, ["", "K", "M", "B", "T"]];
  const TYPED = /^([\d.,]+)\s*([a-z]*)/i;

  const rounded = (value) => Number(value.toPrecision(3));

  function text(value, { unit, units }) {
    const [base, names] = unit === "bytes" ? BYTES[units] : COUNTS;
    const counted = unit === "bytes" ? 0 : 100_000; // below it, counts are written out
    let [size, power] = [value, 0];
    while (power < names.length - 1 && value >= counted && rounded(size) >= base) {
      size /= base;
      power += 1;
    }
    const digits = rounded(size).toLocaleString("en", { maximumFractionDigits: 12 });
    return `${digits}${unit === "bytes" ? "\u00a0" : ""}${names[power]}`;
  }

  // The same as it is typed into a box: a comma there may be a point to its reader, and to the server.
  const typed = (value, asked) => text(value, asked).replaceAll(",", "");

  // NaN where it cannot be read here; the server has the last word on what was typed.
  function read(given, { unit }) {
    const [, digits, suffix] = TYPED.exec(given.trim()) ?? [];
    if (!digits) return NaN;
    const number = Number(/^\d+,(?!\d{3}$)\d+$/.test(digits) ? digits.replace(",", ".") : digits.replaceAll(",", "")); // 28,8 or 1,024
    for (const [base, names] of unit === "bytes" ? Object.values(BYTES) : [COUNTS]) {
      const power = names.findIndex((name) => name.toLowerCase() === suffix.toLowerCase());
      if (power >= 0) return number * base ** power;
    }
    return NaN;
  }

  Walkthrough.amount = { rounded, text, typed, read };
})();
