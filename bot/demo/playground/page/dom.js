// Making elements, and changing only those whose content changed.
// Data never becomes markup: there is createElement and text, and nothing else.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `on`: listeners, `data`: data-*; null, undefined and false leave an attribute out. A
 * button sends no form unless it says so.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (tag === "button") node.type = "button";
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) node.dataset[key] = text;
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A small drawing of lines, 20 by 20, hidden from screen readers: words stand beside it. */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  hash: "M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h14M2.5 12.5h14",
  lock: "M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  check: "M4 10.5l4 4 8-9",
  close: "M5 5l10 10M15 5L5 15",
  more: "M10 4.5v.01M10 10v.01M10 15.5v.01",
  reply: "M4 4h12v9H9l-4 3.5V13H4z",
  send: "M3 10l14-6-5 13-2.5-5.5zM9.5 11.5L17 4",
  home: "M3 9.5L10 4l7 5.5M5 8.5V16h10V8.5",
  back: "M12 4l-6 6 6 6",
  down: "M5 8l5 5 5-5",
  moon: "M15.5 12.2A6.5 6.5 0 0 1 7.8 4.5a6.5 6.5 0 1 0 7.7 7.7z",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4",
  auto: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 3v14M12.5 4v12M15 5.5v9",
  eye: "M2 10c4-6.5 12-6.5 16 0-4 6.5-12 6.5-16 0zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
  list: "M4 5h12M4 10h12M4 15h8",
  globe: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM3 10h14M10 3c-5 5-5 9 0 14M10 3c5 5 5 9 0 14",
};

/** A button that is a drawing alone; its name is told to all. */
export function iconButton(path, name, attributes) {
  return el("button", { "aria-label": name, title: name, ...attributes }, icon(path));
}

/** A line that tells why something failed: {node, report(says)}; "" takes it away again. */
export function alertLine(attributes = {}) {
  const node = el("p", { class: "status", role: "alert", ...attributes });
  const report = (says) => {
    node.textContent = says;
  };
  return { node, report };
}

let lastId = 0;

/** An id that nothing else on the page has. */
export function freshId(name) {
  lastId += 1;
  return `${name}-${lastId}`;
}

const drawn = new WeakMap();

/**
 * Make the children of `container` those of `entries` ({key, sign, draw}): a child is drawn anew
 * only where its sign changed, so that focus, open menus and typed text stay in all others.
 */
export function keyed(container, entries) {
  const before = drawn.get(container) ?? new Map();
  const after = new Map();
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  for (const { key, sign, draw } of entries) {
    const kept = before.get(key);
    after.set(key, kept?.sign === sign ? kept : { sign, node: draw() });
  }
  const staying = new Set([...after.values()].map((one) => one.node));
  for (const { node } of before.values()) if (!staying.has(node)) node.remove();
  let place = container.firstChild;
  for (const { node } of after.values()) {
    if (node === place) place = place.nextSibling;
    else container.insertBefore(node, place);
  }
  drawn.set(container, after);
  if (focused && !focused.isConnected) refocus(focused, before, after);
}

/** Put the focus where it was: on what stands for the same action, else on its new surroundings. */
function refocus(lost, before, after) {
  for (const [key, { node }] of before) {
    const instead = after.get(key)?.node;
    if (!node.contains(lost) || !instead) continue;
    const wanted = lost.dataset.focus;
    const same = wanted && [...instead.querySelectorAll("[data-focus]")].find((one) => one.dataset.focus === wanted);
    (same ?? instead).focus({ preventScroll: true });
  }
}
