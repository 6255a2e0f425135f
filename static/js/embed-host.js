// For the page around the frames: gives each frame of the walkthrough the height that it asks for.
(() => {
  const walkthrough = "https://walkthrough.example"; // scheme and host of the frames
  const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(`${walkthrough}/`));
  addEventListener("message", ({ data, origin, source }) => {
    if (![walkthrough, "null"].includes(origin) || data?.type !== "fsdp-walkthrough") return; // "null": the frame is sandboxed
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame && data.height > 0 && data.height < 10000) frame.style.height = `${Math.ceil(data.height)}px`;
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ type: "fsdp-walkthrough", ask: "height" }, "*"); // for a late start
})();
