// Who follows sees what the lecturer shows: the same page, the same settings, the same part. Any movement of one's own ends that.
"use strict";

(() => {
  const { room } = Walkthrough;
  const { root, path } = document.body.dataset;
  const LOOKS = ["theme", "room"]; // of the reader's own address, kept on the way to another page
  const [PATIENCE, AGAIN] = [10_000, 1500]; // milliseconds for a page, and until the next try
  let expected = null; // the settings that the page has from the room
  let applied = ""; // what the lecturer showed when the page followed last
  let applying = false;
  let going = ""; // the address of another page that is being fetched
  let shown = ""; // the part that was brought into sight last

  // What an address says of the lesson, without how the reader looks at it.
  function lesson(search) {
    const query = new URLSearchParams(search);
    for (const name of LOOKS) query.delete(name);
    return query.toString();
  }

  // To another page, once it is there: without a network the browser would put a page of its own in the place of this one.
  async function go(there) {
    const own = new URLSearchParams(location.search);
    for (const name of LOOKS) if (own.has(name)) there.searchParams.set(name, own.get(name));
    const address = root + there.pathname + there.search;
    if (going === address) return;
    going = address;
    const reached = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).then(({ ok }) => ok, () => false);
    if (going !== address) return;
    if (reached && room.mode() === "following") return location.assign(address);
    going = "";
    if (!reached) setTimeout(() => room.catchUp(true), AGAIN * (0.5 + Math.random()));
  }

  function apply({ address, part }) {
    applied = address;
    if (room.page.go) {
      shown = part;
      return room.page.go({ address, part });
    }
    const there = new URL(address, location.origin);
    if (location.pathname !== root + there.pathname) return go(there);
    if (!path && lesson(location.search) !== lesson(there.search)) return go(there);
    applying = true;
    if (path) Walkthrough.store?.follow(there.search);
    applying = false;
    bring(part);
  }

  // Scrolled to where it is out of sight, with the focus left where it is; not away from a question.
  function bring(part) {
    if (part === shown) return;
    shown = part;
    if (room.posed.guessing()) return;
    const place = room.place(part);
    if (place) room.sight(place);
  }

  const leave = () => room.mode() === "following" && room.become("own", "moved");
  const typing = (element) => element.closest?.("input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]");

  // To where the lecturer is, if that has changed, or `again`; not while the figure goes to an answer, as the lecturer's does.
  room.catchUp = (again = false) => {
    const state = room.state();
    if (room.mode() !== "following" || room.excused || !state) return;
    if (again || state.address !== applied || (room.page.go && state.part !== shown)) apply(state);
    else bring(state.part); // an address that stays is not gone to anew: the figure may show an answer by now
  };

  room.own = () => room.excused || leave(); // not while the figure goes to an answer
  room.back = () => {
    if (room.mode() !== "own") return;
    room.become("following");
    shown = "";
    room.catchUp(true);
  };

  room.follow = () => {
    const [entry] = performance.getEntriesByType("navigation");
    if (entry?.type === "back_forward") leave();
    window.addEventListener("pageshow", ({ persisted }) => persisted && leave()); // the same, from the browser’s memory
    Walkthrough.store?.hope((settings) => {
      if (applying || room.excused) expected = settings;
      else if (settings !== expected) leave();
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || link.closest("[data-room-bar]") || link.getAttribute("href").startsWith("#")) return;
      if (!link.search.includes("view=projector") || Walkthrough.projected) leave(); // the same page on a wall goes on following
    }, true);
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      room.back();
    });
    room.listen(() => room.catchUp());
  };
})();
