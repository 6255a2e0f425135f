// Light, dark or as the system says. The choice stands in the address; nothing is stored.
"use strict";

(() => {
  const names = ["auto", "light", "dark"];
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  Walkthrough.theme = {
    dark: () => root.dataset.theme === "dark" || (root.dataset.theme === "auto" && system.matches),
    changed: [],
  };

  function tell() {
    for (const listener of Walkthrough.theme.changed) listener();
  }

  Walkthrough.part(() => {
    const button = document.querySelector("[data-theme-switch]");
    system.addEventListener("change", tell);
    if (!button) return;
    button.addEventListener("click", () => {
      root.dataset.theme = names[(names.indexOf(root.dataset.theme) + 1) % names.length];
      button.querySelector("[data-theme-name]").textContent = `Theme: ${root.dataset.theme}`;
      Walkthrough.address.look("theme", root.dataset.theme === "auto" ? "" : root.dataset.theme);
      tell();
    });
    button.querySelector("[data-theme-name]").textContent = `Theme: ${root.dataset.theme}`;
  });
})();
