// The address follows what is on screen, and every link to another page carries the settings along.
"use strict";

(() => {
  const REST = 350; // milliseconds; browsers allow about three changes of the address a second
  const looks = ["theme", "hide", "lock", "answers"];
  const kept = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => looks.includes(name)));
  let settings = new URLSearchParams();
  let resting = 0;

  function query() {
    const text = new URLSearchParams([...settings, ...kept]).toString().replaceAll("%2C", ",");
    return text ? `?${text}` : "";
  }

  // What to hand on to others; the server may be told under which name they know it.
  const link = () => (document.body.dataset.origin || location.origin) + location.pathname + query();

  function write() {
    clearTimeout(resting);
    resting = 0;
    try {
      history.replaceState(history.state, "", location.pathname + query() + location.hash);
    } catch {
      // a frame that may not touch its address keeps working without it
    }
  }

  function changed() {
    for (const each of document.querySelectorAll("[data-carry]")) {
      each.href = document.body.dataset.root + each.dataset.carry + query();
    }
    for (const each of document.querySelectorAll("[data-afresh]")) {
      const address = new URL(each.href);
      for (const name of looks) {
        if (kept.has(name)) address.searchParams.set(name, kept.get(name));
        else address.searchParams.delete(name);
      }
      each.href = address;
    }
    const permalink = document.querySelector("[data-permalink]");
    if (permalink) permalink.href = link();
    clearTimeout(resting);
    resting = setTimeout(write, REST);
  }

  window.addEventListener("pagehide", () => resting && write());

  Walkthrough.address = {
    link,
    begin(address) {
      settings = new URLSearchParams(address);
    },
    show(address) {
      settings = new URLSearchParams(address);
      changed();
    },
    look(name, text) {
      if (text) kept.set(name, text);
      else kept.delete(name);
      changed();
    },
  };
})();
