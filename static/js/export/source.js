// Answers in the server's place, from what lies in the copy, or by Python in the browser where the copy brings that.
"use strict";

(() => {
  const copy = Walkthrough.copy;
  if (!copy) return; // a page without sliders
  const { python, asked, run } = Walkthrough;
  const answer = (content, status = 200) => new Response(JSON.stringify(content), { status });

  async function marked(query) {
    const marks = await run.marks(query);
    const how = { reveal: query.get("reveal") === "1", allowed: query.get("answers") !== "0" };
    return Walkthrough.marked(marks[query.get("question")], query.get("answer") ?? "", how);
  }

  // For whoever shows the copy in a frame, as the launch page of a SCORM package does.
  function report(what, more) {
    if (window.parent !== window) window.parent.postMessage({ type: `fsdp-walkthrough.${what}`, ...more }, "*");
  }

  // A figure of the page as it is shown now.
  function picture(name, query) {
    const look = { width: Number(query.get("width") ?? 960), height: Number(query.get("height") ?? 540), theme: query.get("theme") };
    return new Response(new Blob([Walkthrough.sheet(name, look, [copy.cite, Walkthrough.address.link()])], { type: "image/svg+xml" }));
  }

  async function held(path, query) {
    if (path.endsWith("/live")) {
      const detail = Walkthrough.refused(query);
      return detail.length ? answer({ detail }, 422) : answer(await run.presentation(asked.named(query)));
    }
    if (path.endsWith("/answer")) return answer(await marked(query));
    if (path.endsWith(".svg")) return picture(path.split("/").at(-1).slice(0, -4), query);
    run.about(query);
    return answer({ over: "", base: {}, rungs: {} }); // each stop is asked for singly
  }

  Walkthrough.copyFolder = document.querySelector("script[data-copy]").getAttribute("src").replace(/\/[^/]*$/, "");
  Walkthrough.fetch = async (path) => {
    const url = new URL(path, "https://walkthrough.invalid");
    const told = (await python?.answer(url)) ?? (await held(url.pathname, url.searchParams));
    if (url.pathname.endsWith("/answer")) report("answer", { question: url.searchParams.get("question"), right: (await told.clone().json()).right });
    return told;
  };
  report("page", { page: copy.page });
})();
