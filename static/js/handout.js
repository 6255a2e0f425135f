// A button for those who do not know the browser's own way to print.
"use strict";

(() => {
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
