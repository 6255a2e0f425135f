// What of an address a copy cannot use, and what it uses instead, in the words of the site: see app/memory/field.py.
"use strict";

(() => {
  const { copy, quantities } = Walkthrough;
  if (!copy) return; // a page without sliders

  const problem = (field, text, reason, accepted, example, used, message = null) => ({
    field, used, message: message ?? `${field} ${quantities.quoted(text)} cannot be used: ${reason}. Accepted: ${accepted}, for example ${example}.`,
  });

  // Why the text of a setting cannot be used, and which of its own texts is used instead; nothing where it can.
  function fault(text, { kind, unit, choices, none, low, high }) {
    const plain = text.trim().toLowerCase();
    if (choices) return choices.some((each) => each.toLowerCase() === plain) ? null : ["it is not one of the choices", "usual"];
    if (none && plain === "none") return null;
    const reason = quantities.wrong(text, unit, kind === "real");
    if (reason) return [reason, "usual"];
    const value = quantities.read(text, unit);
    if (value < low) return ["it is too small", "low"];
    return value > high ? ["it is too large", "high"] : null;
  }

  // The problems with the settings of a query.
  Walkthrough.refused = (query) => {
    const binary = query.get("units")?.trim().toLowerCase() === "gib";
    return Object.entries(copy.fields).flatMap(([name, field]) => {
      const wrong = query.has(name) && fault(query.get(name), field);
      if (!wrong) return [];
      const said = field.said[binary ? 1 : 0];
      return [{ ...problem(name, query.get(name), wrong[0], said.accepted, said.example, said[wrong[1]]), instead: field.exact[wrong[1]] }];
    });
  };

  // One letter too many, too few, another one, or two in each other’s place.
  function alike(name, known) {
    const [short, long] = name.length < known.length ? [name, known] : [known, name];
    const start = [...short].findIndex((letter, index) => letter !== long[index]);
    if (long.length < 4 || long.length - short.length > 1) return false;
    if (start < 0) return true;
    const [one, other] = [short.slice(start), long.slice(start)];
    const swapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
    return one === other.slice(1) || (one.length === other.length && (swapped || one.slice(1) === other.slice(1)));
  }

  // The problems with its names: a model or a GPU that the copy has no sizes of, seeds, and what looks like a slip for a setting.
  Walkthrough.unknown = (query) => {
    const known = [...Object.keys(copy.fields), ...Object.keys(copy.presets), ...copy.looks];
    return [...query].flatMap(([name, text]) => {
      const held = copy.presets[name] && Object.keys(copy.presets[name]);
      if (held) return held.includes(text) ? [] : [problem(name, text, "it is not in the catalogue", held.join(", "), held[0], "the default")];
      if (name === "seed") return [problem(name, text, "a copy does not know what seeds stand for", "settings themselves", "gpus=8", "none")];
      const meant = known.includes(name) ? null : known.find((each) => alike(name.toLowerCase(), each));
      if (!meant) return [];
      const example = copy.fields[meant] ? `${meant}=${copy.fields[meant].said[0].example}` : meant;
      return [problem("the address", `${name}=${text}`, `${quantities.quoted(name)} is no setting`, meant, example, "nothing")];
    });
  };
})();
