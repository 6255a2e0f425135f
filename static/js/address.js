// The address follows what is on screen, and every link to another page carries the settings along.
"use strict";

(() => {
  const looks = ["theme", "hide", "lock", "answers"];
  let settings = new URLSearchParams();

  function query() {
    const present = new URLSearchParams(location.search);
    const all = new URLSearchParams(settings);
    for (const name of looks) if (present.get(name)) all.set(name, present.get(name));
    return all.toString().replaceAll("%2C", ",");
  }

  function rewrite(search) {
    try {
      history.replaceState(history.state, "", search ? `?${search}` : location.pathname);
    } catch {
      // a frame that may not touch its address keeps working without it
    }
    for (const link of document.querySelectorAll("[data-carry]")) {
      link.href = `${document.body.dataset.root}${link.dataset.carry}${search ? `?${search}` : ""}`;
    }
    const permalink = document.querySelector("[data-permalink]");
    if (permalink) permalink.href = location.href;
  }

  Walkthrough.address = {
    show(address) {
      settings = new URLSearchParams(address);
      rewrite(query());
    },
    look(name, text) {
      const present = new URLSearchParams(location.search);
      if (text) present.set(name, text);
      else present.delete(name);
      rewrite(present.toString().replaceAll("%2C", ","));
    },
  };
})();
