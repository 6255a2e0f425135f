// Open a room, or take one over with a ticket: the secret that comes back stays in this tab.
"use strict";

(() => {
  const { root } = document.body.dataset;
  const rooms = `${root}/rooms`;
  const KEEPS = "This browser keeps nothing from page to page, so a room cannot be led from it. Allow it to keep data for this site, or use another browser.";

  async function post(path, body) {
    const answer = await fetch(rooms + path, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const content = await answer.json();
    if (!answer.ok) throw new Error(content.detail);
    return content;
  }

  // Do it, and say in `place` what hindered it.
  async function attempt(place, work) {
    const said = document.querySelector(place);
    said.textContent = "";
    try {
      await work();
    } catch (error) {
      said.textContent = error instanceof TypeError || error instanceof SyntaxError ? "No answer from the server. Try once more." : error.message;
    }
  }

  function lead(code, secret) {
    if (!Walkthrough.tab.set(code, "secret", secret)) throw new Error(KEEPS);
    Walkthrough.tab.set(code, "driver", "");
    Walkthrough.tab.set(code, "own", "");
  }

  async function open() {
    if (!Walkthrough.tab.set("", "", "")) throw new Error(KEEPS);
    const { code, secret } = await post("", {});
    lead(code, secret);
    location.assign(`${rooms}/${code}/board`);
  }

  async function take(form) {
    const code = form.elements.code.value.trim().toUpperCase();
    const { secret } = await post(`/${encodeURIComponent(code)}/driver`, { ticket: form.elements.ticket.value.trim() });
    lead(code, secret);
    location.assign(`${rooms}/${code}`);
  }

  document.querySelector("[data-room-open]").addEventListener("click", () => attempt("[data-room-refused]", open));
  document.querySelector("[data-room-take]").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt("[data-room-untaken]", () => take(event.target));
  });
  for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
  for (const element of document.querySelectorAll("[data-unscripted]")) element.hidden = true;
})();
