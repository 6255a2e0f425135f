// What a key does, given what has the focus: a clicker must work wherever it was left.
"use strict";

Walkthrough.keys = (actions) => {
  const CLICKER = ["PageDown", "PageUp", "F5", "Shift+F5", "Escape"]; // these never write or move anything themselves
  const ONCE = ["black", "full", "start", "contrast", "ground", "presenter", "ask"]; // however long the key is held

  function nameOf({ key, shiftKey }) {
    const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
    return shiftKey && (name.length > 1 || name === " ") ? `Shift+${name}` : name;
  }

  // A box that was just entered is selected as a whole. No value begins with a point or a B, so there they come from a clicker.
  const whole = ({ value, selectionStart, selectionEnd }) => selectionStart === 0 && selectionEnd === value.length;

  function kind({ tagName = "", type = "" }) {
    if (tagName === "INPUT" && type === "text") return "box";
    if (tagName === "INPUT" && ["range", "radio"].includes(type)) return "moved";
    return ["BUTTON", "A", "SUMMARY", "INPUT", "SELECT"].includes(tagName) ? "pressed" : "";
  }

  const taken = {
    box: (name, action, target) => !CLICKER.includes(name) && !(action === "black" && whole(target)),
    moved: (name) => name.includes("Arrow") || name === "Home" || name === "End",
    pressed: (name) => name === "Space",
  };

  // The action of a key event; "" where the key is somebody else's.
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return "";
    const name = nameOf(event);
    const action = actions[name] ?? "";
    const owner = kind(event.target ?? {});
    if (!action || (owner && taken[owner](name, action, event.target))) return "";
    return event.repeat && ONCE.includes(action) ? "none" : action;
  };
};
