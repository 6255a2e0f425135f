// Tells the page around the frame how high this one is, in the words of those who listen: our own, Canvas, Embedly and Medium, WordPress.
"use strict";

(() => {
  if (window.parent === window) return;
  const { body } = document;
  const src = location.href; // as the frame has it, whatever the sliders make of it later
  const secret = new URLSearchParams(location.hash.replace(/^#\??/, "")).get("secret"); // WordPress puts it there
  const PATIENCE = 500; // milliseconds for the page around to give the height that it was asked for
  let told = 0;
  let waiting = 0;

  // A frame that is as high as it asked needs no bar: one that stays takes width, and so makes the page as high as to need it.
  const fit = () => document.documentElement.toggleAttribute("data-fitted", told > 0 && window.innerHeight >= told - 1);

  function tell(height) {
    const messages = [
      { type: "fsdp-walkthrough", version: 1, height, step: body.dataset.page },
      { subject: "lti.frameResize", height },
      JSON.stringify({ src, context: "iframe.resize", height }),
      ...(secret ? [{ message: "height", value: height, secret }] : []),
    ];
    for (const message of messages) window.parent.postMessage(message, "*");
    clearTimeout(waiting);
    waiting = setTimeout(fit, PATIENCE);
  }

  // A frame in a closed section has no width yet, and so no height of its own.
  function measure() {
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (!body.clientWidth || height === told) return;
    told = height;
    tell(height);
  }

  // Browsers observe nothing in frames out of sight, so these are measured as they load: then nothing jumps as one scrolls there.
  // Some have not been told their width by then: they look again for a while.
  measure();
  window.addEventListener("load", measure);
  new ResizeObserver(measure).observe(body);
  window.addEventListener("resize", fit);
  let patience = 40;
  const again = setInterval(() => {
    measure();
    if (told || (patience -= 1) < 1) clearInterval(again);
  }, 250);
  // Who began to listen late may ask.
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && data?.type === "fsdp-walkthrough" && data.ask === "height" && told) tell(told);
  });
})();
