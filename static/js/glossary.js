// The first time a page uses a term of the field, the word becomes a button that brings the term's sentence.
"use strict";

(() => {
  const WHERE = ".prose p, .prose li, .prose dd, .check > p, .stages p, .story p";
  const NOT_IN = "a, button, summary, label, legend, details, code, math, .formula, .role, [data-readout], .help, .result, .verdict, .panel, form";
  const EDGE = 8; // pixels between the sentence and the side of the screen

  // Each spelling, as it is and with a capital, longest first, so that "optimizer state" is not taken for "optimizer".
  function spellings(terms) {
    const found = new Map();
    for (const [slug, forms] of terms) {
      for (const form of forms) for (const each of [form, form[0].toUpperCase() + form.slice(1)]) found.set(each, slug);
    }
    return found;
  }

  function pattern(found) {
    const longest = [...found.keys()].sort((one, other) => other.length - one.length);
    const escaped = longest.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_-])`, "gu");
  }

  function texts(element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(NOT_IN)) found.push(walker.currentNode);
    return found;
  }

  function button(word, slug) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "plain term", textContent: word });
    made.dataset.term = slug;
    made.setAttribute("aria-expanded", "false");
    return made;
  }

  // The sign behind a word stays on its line, which a button alone would let it leave. Returns how many characters it has.
  function keep(made, rest) {
    const [sign] = rest.data.match(/^[.,;:!?)”’]*/);
    if (!sign) return 0;
    const end = Object.assign(document.createElement("span"), { className: "term-end" });
    made.replaceWith(end);
    end.append(made, sign);
    rest.deleteData(0, sign.length);
    return sign.length;
  }

  function markIn(text, words, found, seen) {
    let rest = text;
    let begin = 0; // where the rest begins in the text as it was
    for (const { 0: form, index } of text.data.matchAll(words)) {
      const slug = found.get(form);
      if (seen.has(slug)) continue;
      seen.add(slug);
      const word = rest.splitText(index - begin);
      rest = word.splitText(form.length);
      const made = button(form, slug);
      word.replaceWith(made);
      begin = index + form.length + keep(made, rest);
    }
  }

  Walkthrough.terms = (terms) => {
    const found = spellings(terms);
    if (!found.size) return;
    const words = pattern(found);
    const seen = new Set();
    for (const element of document.querySelectorAll(WHERE)) for (const text of texts(element)) markIn(text, words, found, seen);
    listen(new Map(terms.map(([slug, , sentence]) => [slug, sentence])));
  };

  // One note for the whole page, put right behind the word, so that it is read there.
  function listen(sentences) {
    const note = Object.assign(document.createElement("span"), { className: "term-note", id: "term-note", hidden: true });
    note.setAttribute("role", "status");
    let open = null;

    function close() {
      open?.setAttribute("aria-expanded", "false");
      open?.removeAttribute("aria-controls");
      open = null;
      note.hidden = true;
    }

    function place() {
      if (!open) return;
      const word = open.getBoundingClientRect();
      note.style.left = `${Math.max(EDGE, Math.min(word.left, document.documentElement.clientWidth - note.offsetWidth - EDGE))}px`;
      const below = word.bottom + note.offsetHeight + EDGE <= window.innerHeight;
      note.style.top = `${below ? word.bottom + 2 : word.top - note.offsetHeight - 2}px`;
    }

    document.addEventListener("click", ({ target }) => {
      const word = target.closest?.("[data-term]");
      if (!word) return note.contains(target) ? undefined : close();
      const again = word === open;
      close();
      if (again) return;
      open = word;
      word.after(note);
      word.setAttribute("aria-expanded", "true");
      word.setAttribute("aria-controls", note.id);
      note.hidden = false;
      note.textContent = sentences.get(word.dataset.term);
      place();
    });
    document.addEventListener("focusout", ({ target }) => target === open && close());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    window.addEventListener("scroll", place, { passive: true, capture: true });
    window.addEventListener("resize", place);
  }

  Walkthrough.part(() => {
    const terms = document.getElementById("glossary");
    if (terms) Walkthrough.terms(JSON.parse(terms.textContent));
  });
})();
