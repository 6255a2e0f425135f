// Marks a typed answer in place; without scripts the form loads the page again with the same result.
"use strict";

Walkthrough.part(() => {
  const { marks } = Walkthrough;
  const forms = [...document.querySelectorAll("[data-exercise]")];
  let about = null; // the address that the questions ask about

  for (const form of forms) {
    // Not “submit”: a sandboxed frame may send no forms, and there is none. Enter in the box clicks the first button.
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      const query = new URLSearchParams(about);
      query.set("question", form.id);
      query.set("answer", form.elements.answer.value);
      if (button.name === "reveal") query.set("reveal", "1");
      marks.ask(form, "/self-check/answer", query);
    });
  }

  // A result about other numbers must not stand beside the new question.
  Walkthrough.store.listen((presentation) => {
    if (about !== null && about !== presentation.address) {
      for (const form of forms) if (form.dataset.exercise === "own") marks.forget(form);
    }
    about = presentation.address;
  });
});
