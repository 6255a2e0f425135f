// Brings the page to life: everything it shows is there already, so nothing changes until the reader moves something.
// Only once all of it has started do the controls that need scripts appear, and the button for pages without them goes.
"use strict";

(() => {
  function begin() {
    const { store, pace, words, address, parts, read } = Walkthrough;
    for (const start of parts) start();
    Walkthrough.part = (start) => start(); // of a script that comes after this one
    store.listen(pace.show);
    store.hope(address.show);
    store.away = words.away;
    const first = read("page-data");
    address.begin(first.address);
    store.begin(first);
    pace.moving.push(words.moving);
    pace.resting.push(words.resting);
    words.begin(first);
    store.listen(words.announce);
    store.listen((presentation) => address.show(presentation.address));
    for (const element of document.querySelectorAll("[data-scripted], [data-theme-switch]")) element.hidden = false;
    for (const element of document.querySelectorAll("[data-unscripted]")) element.hidden = true;
    document.documentElement.dataset.scripted = "";
    document.dispatchEvent(new Event("walkthrough:begun"));
  }

  // The picture that came with the page goes first. A frame out of sight has no such moment, and its height must be right at once.
  if ("embedded" in document.documentElement.dataset) begin();
  else requestAnimationFrame(() => setTimeout(begin));
})();
