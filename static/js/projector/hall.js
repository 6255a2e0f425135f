// What the projected window and the presenter’s have in common: keys, buttons, dialogs, looks.
"use strict";

Walkthrough.hall = ({ walk, deck, talk, own = {} }) => {
  const { state } = talk;
  const dialog = (name) => document.querySelector(`[data-dialog="${name}"]`);
  const opened = () => [...document.querySelectorAll("dialog")].find((each) => each.open);

  function close() {
    opened()?.close();
    for (const inside of [window, ...deck.windows()]) inside.document.activeElement?.blur();
  }

  function open(name) {
    const before = opened();
    before?.close();
    if (before !== dialog(name)) dialog(name).showModal();
  }

  // A dark screen comes back at the place where it was left.
  function go(place) {
    opened()?.close();
    if (state.black) return talk.change({ black: false });
    if (!place) return;
    Walkthrough.room?.own(); // as on any page: whoever moves no longer follows
    talk.change(place);
  }

  const actions = {
    next: () => go(walk.beside(state, 1)),
    back: () => go(walk.beside(state, -1)),
    first: () => go(walk.first(state.slug)),
    last: () => go(walk.last(state.slug)),
    picture: ({ key }) => go(walk.picture(key)),
    black: () => talk.change({ black: !state.black }),
    contrast: () => talk.change({ contrast: state.contrast === "high" ? "normal" : "high" }),
    ground: () => talk.change({ theme: dark() ? "light" : "dark" }),
    start: () => Walkthrough.screen.full(true),
    full: () => Walkthrough.screen.full(),
    goto: () => open("goto"),
    keys: () => open("keys"),
    ask: () => Walkthrough.room?.turn(),
    return: () => Walkthrough.room?.back(),
    close,
    none: () => {},
    ...own,
  };

  const dark = () => state.theme === "dark" || (state.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const action = Walkthrough.keys(Walkthrough.read("keys"));

  function pressed(event) {
    const wanted = action(event);
    if (!wanted || (opened() && event.key === "Escape")) return;
    if (opened() && !["next", "back", "black", "start"].includes(wanted)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    actions[wanted](event);
  }

  document.addEventListener("click", (event) => {
    const element = event.target.closest("[data-do], [data-goto]");
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (element.dataset.do) actions[element.dataset.do](event);
    else {
      const [slug, part] = element.dataset.goto.split(" ");
      go({ slug, part });
    }
  });

  // Keys are heard in each window first of all, whatever has the focus there.
  const listen = (inside) => inside.addEventListener("keydown", pressed, true);

  return {
    begin() {
      listen(window);
      deck.begin(state.slug, document.querySelector("[data-deck] iframe"));
      for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
      document.documentElement.dataset.scripted = "";
    },
    listen,
    look(inside, { theme, contrast }) {
      Object.assign(inside.document.documentElement.dataset, { theme, contrast });
    },
  };
};
