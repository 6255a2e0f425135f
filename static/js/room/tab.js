// What a tab keeps of a room until it is closed: the right to lead, a seat, whether the reader is on their own. Nothing outlasts the tab.
"use strict";

window.Walkthrough ??= {};

(() => {
  const memory = new Map(); // where the browser keeps nothing for a tab
  const key = (code, name) => `walkthrough room ${code} ${name}`;

  Walkthrough.tab = {
    get(code, name) {
      try {
        return sessionStorage.getItem(key(code, name)) ?? "";
      } catch {
        return memory.get(key(code, name)) ?? "";
      }
    },
    // Whether the next page of this tab will find it.
    set(code, name, text) {
      memory.set(key(code, name), text);
      try {
        if (text) sessionStorage.setItem(key(code, name), text);
        else sessionStorage.removeItem(key(code, name));
        return true;
      } catch {
        return false;
      }
    },
  };
})();
