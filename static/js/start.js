// Brings the page to life: everything it shows is there already, so nothing changes until the reader moves something.
"use strict";

(() => {
  const { store, pace, words, address } = Walkthrough;
  for (const element of document.querySelectorAll("[data-scripted], [data-theme-switch]")) element.hidden = false;
  document.documentElement.dataset.scripted = "";
  for (const start of Walkthrough.parts) start();
  store.listen(pace.show);
  const first = Walkthrough.read("page-data");
  store.begin(first);
  address.begin(first.address);
  pace.moving.push(words.moving);
  pace.resting.push(words.resting);
  store.listen(words.announce);
  store.listen((presentation) => address.show(presentation.address));
})();
