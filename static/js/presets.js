// A known model or GPU sets several settings at once; the list closes and gives the focus back.
"use strict";

(() => {
  function close(list) {
    const inside = list.contains(document.activeElement);
    list.open = false;
    if (inside) list.querySelector("summary").focus();
  }

  function connect(list) {
    list.addEventListener("click", (event) => {
      const link = event.target.closest("[data-preset]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !Walkthrough.store.shown()) return;
      event.preventDefault();
      const settings = JSON.parse(link.dataset.preset);
      Walkthrough.controls.forgive(Object.keys(settings));
      Walkthrough.store.setAll(settings);
      close(list);
    });
    list.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close(list);
    });
    list.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !list.contains(relatedTarget)) list.open = false;
    });
  }

  Walkthrough.part(() => {
    const lists = [...document.querySelectorAll(".presets")];
    lists.forEach(connect);
    document.addEventListener("pointerdown", (event) => {
      for (const list of lists) if (list.open && !list.contains(event.target)) list.open = false;
    });
  });
})();
