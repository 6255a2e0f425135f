// A sweep carries one presentation whole and the others as differences from it; see app/steps/difference.py.
"use strict";

Walkthrough.restored = (base, changes) => {
  const mapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const result = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete result[name];
    else if (mapping(value) && mapping(result[name])) result[name] = Walkthrough.restored(result[name], value);
    else result[name] = value;
  }
  return result;
};
