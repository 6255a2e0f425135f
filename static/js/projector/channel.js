// Between the projected windows and the presenter’s, in one browser and without any server.
"use strict";

Walkthrough.channel = (hear) => {
  let channel = null;
  try {
    channel = new BroadcastChannel(`walkthrough${document.body.dataset.root}`);
    channel.addEventListener("message", ({ data }) => hear(data));
  } catch {
    // a browser without it, or one that forbids it: each window for itself
  }
  return { tell: (message) => channel?.postMessage(message) };
};
