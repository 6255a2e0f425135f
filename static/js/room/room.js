// The room that this page belongs to: what its lecturer shows, and what the reader is in it. Others listen.
"use strict";

(() => {
  const { root, room: code } = document.body.dataset;
  const states = []; // told of each state of the room
  const modes = []; // told when the reader's part in it changes
  const { get, set } = Walkthrough.tab;
  let state = null;
  let mode = get(code, "secret") ? "leading" : get(code, "own") ? "own" : "following";
  let away = false; // no connection just now
  let why = ""; // why the mode is not what it was
  let words = ""; // of the server, where it says why there is no connection

  const tell = () => modes.forEach((listener) => listener(mode, { away, why, words }));

  function become(next, reason = "") {
    if (mode === "gone") return;
    [mode, why] = [next, reason];
    set(code, "own", mode === "own" ? "1" : "");
    tell();
  }

  Walkthrough.room = {
    code,
    address: `${root}/rooms/${code}`,
    state: () => state,
    mode: () => mode,
    driving: () => mode === "leading",
    listen(listener) {
      states.push(listener);
      if (state) listener(state);
    },
    watch(listener) {
      modes.push(listener);
      listener(mode, { away, why, words });
    },
    become,
    take(newest) {
      state = newest;
      [away, words] = [false, ""];
      if (state.ended) return become("gone");
      tell();
      for (const listener of states) listener(state);
    },
    lost(said = "") {
      if (away && said === words) return;
      [away, words] = [true, said];
      tell();
    },
    // Somebody else leads, or the secret was none.
    replaced() {
      set(code, "secret", "");
      set(code, "driver", "");
      become("following", "replaced");
    },
    secret: () => get(code, "secret"),
    // Ask the server something of the room. The secret goes nowhere but into the header.
    call(method, path, body, secret = get(code, "secret")) {
      return fetch(Walkthrough.room.address + path, {
        method,
        headers: { accept: "application/json", "content-type": "application/json", ...(secret && { authorization: `Bearer ${secret}` }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
        cache: "no-store",
      });
    },
  };
})();
