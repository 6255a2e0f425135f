// Marks a typed answer in place, and takes the reader's own word for one in words; what is missed comes back.
// Without scripts the form loads the page again with the same result.
"use strict";

Walkthrough.part(() => {
  const { marks } = Walkthrough;
  const missed = document.querySelector("[data-missed-list]"); // a frame has none
  let about = null; // the address that the questions ask about
  let copies = 0;

  const own = () => document.querySelectorAll("[data-exercise=own]");

  // The same card, shut and empty, under names of its own.
  function copy(card) {
    copies += 1;
    const again = card.cloneNode(true);
    for (const each of [again, ...again.querySelectorAll("*")]) {
      for (const name of ["id", "for", "aria-describedby"]) {
        const value = each.getAttribute(name);
        if (value) each.setAttribute(name, value.split(" ").map((part) => `${part.replace(/-again\d+$/, "")}-again${copies}`).join(" "));
      }
    }
    delete again.dataset.outcome;
    if (again.matches("form")) {
      again.reset();
      again.elements.answer.value = "";
      marks.forget(again);
    }
    else again.open = false;
    missed.closest("section").hidden = false;
    missed.append(again);
    return again;
  }

  const settle = Walkthrough.repeats(copy);

  async function mark(form, reveal) {
    const query = new URLSearchParams(about);
    query.set("question", form.elements.question.value);
    query.set("answer", form.elements.answer.value);
    if (reveal) query.set("reveal", "1");
    const told = await marks.ask(form, "/self-check/answer", query);
    if (missed && told && (reveal || told.readable)) settle(form, told.right && !reveal);
  }

  // Not “submit”: a sandboxed frame may send no forms, and there is none. Enter in the box clicks the first button.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const form = button?.closest("[data-exercise]");
    if (form) {
      event.preventDefault();
      mark(form, button.name === "reveal");
    } else if (button?.dataset.knew) {
      const card = button.closest("[data-card]");
      card.open = false;
      card.querySelector("summary").focus();
      settle(card, button.dataset.knew === "yes");
    }
  });

  // A result about other numbers must not stand beside the new question; what could be typed is in the units of the page.
  Walkthrough.store.listen((presentation) => {
    if (about !== null && about !== presentation.address) own().forEach((form) => marks.forget(form));
    about = presentation.address;
    for (const box of document.querySelectorAll("[data-example]")) box.placeholder = `like ${presentation.readouts[box.dataset.example]}`;
  });
});
