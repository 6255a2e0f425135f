// Tells a learning platform, by SCORM 1.2, which steps were seen, how the self-check went and how long it took.
// Completed is who has opened every step. The score is the share of the self-check's numbers that were answered rightly.
"use strict";

(() => {
  const DEEPEST = 10; // frames around the lesson that are searched for the platform
  const NAME = /^[a-z0-9-]+$/; // of pages and questions
  const frame = document.querySelector("iframe");
  const steps = document.body.dataset.steps.split(" ").filter(Boolean);
  const questions = Number(document.body.dataset.questions);
  const began = performance.now();
  const seen = new Set();
  const right = new Set();
  let ended = false;

  function above(start) {
    let place = start;
    for (let depth = 0; place && depth < DEEPEST; depth += 1) {
      try {
        if (place.API) return place.API;
      } catch {
        return null; // it belongs to another site
      }
      if (place.parent === place) return null;
      place = place.parent;
    }
    return null;
  }

  const api = above(window.parent) ?? above(window.opener);
  const told = (name) => api?.LMSGetValue(name) ?? "";
  const tell = (name, text) => api?.LMSSetValue(name, String(text));

  // hours, minutes and seconds as SCORM writes them: 0000:12:05.25
  function time(milliseconds) {
    const whole = Math.floor(milliseconds / 10);
    const two = (number) => String(number).padStart(2, "0");
    const hours = String(Math.floor(whole / 360_000)).padStart(4, "0");
    return `${hours}:${two(Math.floor(whole / 6000) % 60)}:${two(Math.floor(whole / 100) % 60)}.${two(whole % 100)}`;
  }

  function recall() {
    const [pages, answers] = told("cmi.suspend_data").split(";");
    for (const page of pages?.split(" ").filter(Boolean) ?? []) seen.add(page);
    for (const answer of answers?.split(" ").filter(Boolean) ?? []) right.add(answer);
  }

  const done = () => steps.every((step) => seen.has(step));

  function report() {
    if (told("cmi.core.lesson_status") !== "completed") tell("cmi.core.lesson_status", done() ? "completed" : "incomplete");
    tell("cmi.suspend_data", `${[...seen].join(" ")};${[...right].join(" ")}`);
    api?.LMSCommit("");
  }

  function answered({ question, right: isRight }) {
    if (isRight) right.add(question);
    tell("cmi.core.score.min", 0);
    tell("cmi.core.score.max", 100);
    tell("cmi.core.score.raw", Math.round((100 * right.size) / questions));
    report();
  }

  function end() {
    if (ended) return;
    ended = true;
    tell("cmi.core.session_time", time(performance.now() - began));
    tell("cmi.core.exit", done() ? "" : "suspend");
    report();
    api?.LMSFinish("");
  }

  api?.LMSInitialize("");
  recall();
  window.addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || !data) return;
    if (data.type === "fsdp-walkthrough.page" && NAME.test(data.page)) {
      seen.add(data.page);
      report();
    }
    if (data.type === "fsdp-walkthrough.answer" && NAME.test(data.question)) answered(data);
  });
  for (const event of ["pagehide", "beforeunload"]) window.addEventListener(event, end);
  frame.src = frame.dataset.src; // now that somebody listens
})();
