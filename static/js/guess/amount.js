// A reader’s own number on a figure, to three digits, as bytes_text and count in app/memory/units.py write them.
"use strict";

(() => {
  const BYTES = {
    GB: [1000, ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"]],
    GiB: [1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"]],
  };
  const COUNTS = [1000, ["", "K", "M", "B", "T"]];

  const rounded = (value) => Number(value.toPrecision(3));

  function text(value, { unit, units }) {
    const [base, names] = unit === "bytes" ? BYTES[units] : COUNTS;
    const counted = unit === "bytes" ? 0 : 100_000; // below it, counts are written out
    let [size, power] = [value, 0];
    while (power < names.length - 1 && value >= counted && rounded(size) >= base) {
      size /= base;
      power += 1;
    }
    const digits = (value < counted && Number.isInteger(value) ? value : rounded(size)).toLocaleString("en", { maximumFractionDigits: 12 });
    return `${digits}${unit === "bytes" ? "\u00a0" : ""}${names[power]}`;
  }

  // The same as it is typed into a box: a comma there may be a point to its reader, and to the server.
  const typed = (value, asked) => text(value, asked).replaceAll(",", "");

  Walkthrough.amount = { rounded, text, typed };
})();
