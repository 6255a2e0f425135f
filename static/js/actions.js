// Save a figure as SVG or PNG, with its legend, address and licence inside, and copy the link to the present view.
"use strict";

(() => {
  const SIZE = { width: 1200, height: 720 };
  const SCALE = 2; // pixels of a PNG for each of the drawing

  // The server draws it for the address on screen; what cannot be reached is said.
  async function drawing(name) {
    const { body } = document;
    const address = new URL(Walkthrough.address.link());
    address.pathname = `${body.dataset.root}/figures/${body.dataset.page}/${name}.svg`;
    for (const [side, pixels] of Object.entries(SIZE)) address.searchParams.set(side, pixels);
    for (const look of ["theme", "hide", "lock", "answers"]) address.searchParams.delete(look);
    const answer = await Walkthrough.fetch(address);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.blob();
  }

  async function pixels(svg) {
    const picture = new Image();
    picture.src = URL.createObjectURL(svg);
    await picture.decode();
    URL.revokeObjectURL(picture.src);
    const canvas = Object.assign(document.createElement("canvas"), { width: SIZE.width * SCALE, height: SIZE.height * SCALE });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  async function save(name, format) {
    const svg = await drawing(name);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(format === "png" ? await pixels(svg) : svg);
    link.download = `${name}.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  const spoken = new WeakMap(); // button -> timer after which it says its name again

  // Do it, and say for two seconds in the button's place how it went.
  async function tell(button, work, done, failed) {
    const said = (button.dataset.said ??= button.textContent);
    clearTimeout(spoken.get(button));
    try {
      await work();
      if (!done) return;
      button.textContent = done;
    } catch {
      button.textContent = failed;
    }
    spoken.set(button, setTimeout(() => (button.textContent = said), 2000));
  }

  Walkthrough.part(() => {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      const name = button?.closest("[data-figure]")?.dataset.figure;
      if (button?.dataset.save) tell(button, () => save(name, button.dataset.save), "", "No answer from the server");
      if (button && "copyLink" in button.dataset) {
        tell(button, () => navigator.clipboard.writeText(Walkthrough.address.link()), "Copied", "Copy it from the address bar");
      }
    });
  });
})();
