// Where the lecture stands: page, part, settings, look, black. One window changes it, all follow, whoever began.
"use strict";

Walkthrough.talk = ({ role, walk, deck, state, apply, heard }) => {
  const channel = Walkthrough.channel(hear);

  function take(news) {
    const before = { ...state };
    if (news.slug && !walk.holds(news)) return;
    Object.assign(state, news, news.settings && { settings: { ...state.settings, ...news.settings } });
    if (news.settings) deck.set(news.settings);
    apply(state, before);
  }

  function hear(message) {
    if (message.kind === "state") take(message.news);
    if (message.kind === "hello" && role === "projector") channel.tell({ kind: "state", news: state });
    heard(message, channel);
  }

  window.addEventListener("pagehide", () => channel.tell({ kind: "bye", role }));
  channel.tell({ kind: "hello", role });

  return {
    state,
    tell: channel.tell,
    change(news) {
      take(news);
      channel.tell({ kind: "state", news });
    },
  };
};
