// How to join, in a dialog or on a page of its own; who leads hands over and ends the room there.
"use strict";

(() => {
  const { room } = Walkthrough;
  const find = (name) => document.querySelector(`[data-room-${name}]`);
  const counted = (many) => (many === 1 ? "1 page follows" : `${many} pages follow`);

  async function ticket() {
    const output = find("ticket-text");
    try {
      const answer = await room.call("POST", "/hand-over");
      const content = await answer.json();
      output.textContent = answer.ok ? content.ticket : content.detail;
    } catch {
      output.textContent = "No answer from the server. Try once more.";
    }
  }

  // Asked twice: a room that has ended does not come back.
  async function end(button) {
    if (!("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = "Really end it for everybody?";
      return;
    }
    try {
      const { ok, status } = await room.call("DELETE", "");
      if (!ok && status !== 404) throw new Error(`status ${status}`);
      Walkthrough.tab.set(room.code, "secret", "");
      room.become("gone");
      find("dialog")?.close();
    } catch {
      find("ended").textContent = "No answer from the server. Try once more.";
    }
  }

  room.show = () => {
    const dialog = find("dialog");
    if (dialog && !dialog.open) dialog.showModal();
  };

  room.board = () => {
    if (!find("board")) return;
    const { origin, root } = document.body.dataset;
    find("where").textContent = `${(origin || location.origin) + root}/rooms`.replace(/^https?:\/\//, "");
    find("close")?.addEventListener("click", () => find("dialog").close());
    find("ticket").addEventListener("click", ticket);
    find("end").addEventListener("click", ({ currentTarget }) => end(currentTarget));
    room.watch((mode, { why }) => {
      find("lead").hidden = mode !== "leading";
      if (why === "replaced") find("dialog")?.close(); // somebody else leads: there is something to follow
      const go = find("go");
      if (go) go.textContent = mode === "leading" ? "Start leading" : "Go to the lecturer’s page";
    });
    room.listen(({ followers }) => (find("count").textContent = counted(followers)));
  };
})();
