// The room's events: the newest state at once, and again after each loss. Who waits tries later and later, and not all at the same time.
"use strict";

(() => {
  const { room } = Walkthrough;
  const [SOONEST, LATEST] = [400, 15_000]; // milliseconds until the next try
  const SILENCE = 40_000; // a server that gives signs of life gives one every 15 seconds
  const UNSEEN = 60_000; // a page that nobody looks at does not listen
  let source = null;
  let tries = 0;
  let timer = 0;
  let silence = 0;
  let unseen = 0;
  let lively = false; // the server gives signs of life

  function connect() {
    close();
    const own = (source = new EventSource(`${room.address}/events${room.driving() ? "?driving" : ""}`));
    own.onmessage = ({ data }) => {
      heard();
      room.take(JSON.parse(data));
      if (room.mode() === "gone") close();
    };
    own.addEventListener("alive", () => {
      lively = true;
      heard();
    });
    own.onerror = () => {
      if (own !== source) return;
      if (own.readyState === EventSource.CLOSED) ask();
      else again();
    };
  }

  function close() {
    for (const each of [timer, silence]) clearTimeout(each);
    source?.close();
    source = null;
  }

  function heard() {
    tries = 0;
    clearTimeout(silence);
    if (lively) silence = setTimeout(() => again(), SILENCE);
  }

  function again(reason) {
    close();
    room.lost(reason);
    const wait = Math.min(LATEST, SOONEST * 2 ** tries++) * (0.5 + Math.random());
    timer = setTimeout(connect, wait);
  }

  // It was refused: the room has ended, or is only away.
  async function ask() {
    close();
    const once = new AbortController();
    let [status, reason] = [0, ""];
    try {
      const answer = await fetch(`${room.address}/events`, { signal: once.signal, cache: "no-store" });
      status = answer.status;
      if (status === 429 || status === 503) reason = (await answer.json()).detail; // in words, such as that the room is full
    } catch {
      // no answer, or none in words
    }
    once.abort();
    if (status === 404) room.become("gone");
    else again(reason);
  }

  const here = () => room.mode() !== "gone";

  room.connect = () => {
    connect();
    let driving = room.driving();
    room.watch(() => {
      if (driving === room.driving()) return;
      driving = room.driving(); // who leads is not counted among those who follow
      if (here()) connect();
    });
    window.addEventListener("online", () => here() && connect());
    window.addEventListener("offline", () => here() && room.lost());
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", ({ persisted }) => persisted && here() && connect());
    document.addEventListener("visibilitychange", () => {
      clearTimeout(unseen);
      if (document.hidden) unseen = setTimeout(close, UNSEEN);
      else if (!source && here()) connect();
    });
  };
})();
