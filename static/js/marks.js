// Has a typed or chosen answer marked, and writes under its question what came back. The newest question wins.
"use strict";

Walkthrough.marks = {
  tell(form, words, verdict) {
    const result = form.querySelector("[data-result]");
    result.textContent = words;
    if (verdict) result.dataset.verdict = verdict;
    else delete result.dataset.verdict;
  },

  // What is told of an answer must not be written once the question is another.
  forget(form) {
    delete form.dataset.asked;
    this.tell(form, "", "");
  },

  // Resolves to the marked answer, or to null where there is none to count: a newer question, a refusal, a silent server.
  async ask(form, path, query) {
    const looks = new URLSearchParams(location.search);
    if (looks.has("answers")) query.set("answers", looks.get("answers"));
    const asked = (form.dataset.asked = query.toString());
    try {
      const answer = await Walkthrough.fetch(`${document.body.dataset.root}${path}?${query}`);
      const told = await answer.json();
      if (form.dataset.asked !== asked) return null;
      if (!answer.ok) {
        this.tell(form, told.detail?.[0]?.message ?? "That cannot be read as an answer.", "wrong");
        return null;
      }
      this.tell(form, [told.message, told.expected && `${told.expected}.`].filter(Boolean).join(" "), told.right ? "right" : "wrong");
      return told;
    } catch {
      if (form.dataset.asked === asked) this.tell(form, "The server did not answer. Try again in a moment.", "wrong");
      return null;
    }
  },
};
