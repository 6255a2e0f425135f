// The end of the guessed bar can be dragged; the box says what it stands for. Nothing is kept.
"use strict";

(() => {
  const form = document.querySelector("[data-guess]");
  const slider = form.querySelector("[data-stop]");
  const bar = form.querySelector("[data-bar]");
  const box = form.elements.guess;
  const stops = JSON.parse(document.getElementById("stops").textContent);

  slider.hidden = false;
  slider.addEventListener("input", () => {
    const [text] = stops[slider.value];
    bar.setAttribute("width", `${(100 * slider.value) / (stops.length - 1)}%`);
    slider.setAttribute("aria-valuetext", text);
    box.value = text;
  });
})();
