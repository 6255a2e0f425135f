// Brings the page to life: everything it shows is there already, so nothing changes until the reader moves something.
"use strict";

(() => {
  const { store, figures, words, address } = Walkthrough;
  for (const element of document.querySelectorAll("[data-scripted], [data-theme-switch]")) element.hidden = false;
  document.documentElement.dataset.scripted = "";
  for (const start of Walkthrough.parts) start();
  store.listen(figures.show);
  const first = Walkthrough.read("page-data");
  store.begin(first);
  address.begin(first.address);
  store.listen(words.show);
  store.listen(words.announce);
  store.listen((presentation) => address.show(presentation.address));
})();
