// Marks a typed answer in place; without scripts the form loads the page again with the same result.
"use strict";

Walkthrough.part(() => {
  const forms = [...document.querySelectorAll("[data-exercise]")];
  let about = null; // the address that the questions ask about

  function tell(form, words, verdict) {
    const result = form.querySelector("[data-result]");
    result.textContent = words;
    if (verdict) result.dataset.verdict = verdict;
    else delete result.dataset.verdict;
  }

  async function mark(form, reveal) {
    const query = new URLSearchParams(about);
    const looks = new URLSearchParams(location.search);
    if (looks.has("answers")) query.set("answers", looks.get("answers"));
    query.set("question", form.id);
    query.set("answer", form.elements.answer.value);
    if (reveal) query.set("reveal", "1");
    const asked = (form.dataset.asked = query.toString()); // the newest question wins
    try {
      const answer = await Walkthrough.fetch(`${document.body.dataset.root}/self-check/answer?${query}`);
      const told = await answer.json();
      if (form.dataset.asked !== asked) return;
      if (!answer.ok) tell(form, told.detail[0].message, "wrong");
      else tell(form, [told.message, told.expected && `${told.expected}.`].filter(Boolean).join(" "), told.right ? "right" : "wrong");
    } catch {
      if (form.dataset.asked === asked) tell(form, "The server did not answer. Try again in a moment.", "wrong");
    }
  }

  for (const form of forms) {
    // Not “submit”: a sandboxed frame may send no forms, and there is none. Enter in the box clicks the first button.
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      mark(form, button.name === "reveal");
    });
  }

  // A result about other numbers must not stand beside the new question.
  Walkthrough.store.listen((presentation) => {
    if (about !== null && about !== presentation.address) {
      for (const form of forms) {
        if (form.dataset.exercise !== "own") continue;
        delete form.dataset.asked;
        tell(form, "", "");
      }
    }
    about = presentation.address;
  });
});
