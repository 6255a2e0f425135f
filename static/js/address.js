// The address follows what is on screen, and every link to another page carries the settings along.
"use strict";

(() => {
  const REST = 350; // milliseconds; browsers allow about three changes of the address a second
  const shared = ["theme", "hide", "lock", "answers"];
  const { room } = document.body.dataset; // this page’s own: a link that is handed on does not lead into it
  const looks = room ? [...shared, "room"] : shared;
  const kept = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => looks.includes(name)));
  const alone = "embedded" in document.documentElement.dataset && new URLSearchParams(location.search).get("figure");
  let settings = "";
  let query = ""; // the settings and the looks, as every link carries them
  let resting = 0;

  function together(names = looks) {
    const own = [...kept].filter(([name]) => names.includes(name));
    return new URLSearchParams([...new URLSearchParams(settings), ...own]).toString().replaceAll("%2C", ",");
  }

  // An address of the site with the settings on screen; it may have a query of its own.
  const carried = (path, said = query) => path + (said && (path.includes("?") ? "&" : "?")) + said;

  // What to hand on to others: the page itself, also from a frame; the server may be told under which name they know it.
  function link() {
    const { origin, root, path, here } = document.body.dataset;
    const said = together(shared);
    if (here) return new URL(carried(here, said), location.href).href; // a copy of no known site
    return (origin || location.origin) + root + carried(path, said);
  }

  function write() {
    clearTimeout(resting);
    resting = 0;
    try {
      history.replaceState(history.state, "", carried(location.pathname + (alone ? `?figure=${alone}` : "")) + location.hash);
    } catch {
      // a frame that may not touch its address keeps working without it
    }
  }

  // A movement comes by twice, as wanted and as answered: mostly with the same address.
  function changed() {
    const now = together();
    if (now === query) return;
    query = now;
    for (const each of document.querySelectorAll("[data-carry]")) {
      each.href = document.body.dataset.root + carried(each.dataset.carry);
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
    if (!resting) write(); // the first change at once, so that a reload finds it; what follows once it rests
    clearTimeout(resting);
    resting = setTimeout(write, REST);
  }

  window.addEventListener("pagehide", () => resting && write());

  Walkthrough.address = {
    link,
    begin(address) {
      settings = address;
      query = together();
    },
    show(address) {
      settings = address;
      changed();
    },
    look(name, text) {
      if (text) kept.set(name, text);
      else kept.delete(name);
      changed();
    },
  };
})();
