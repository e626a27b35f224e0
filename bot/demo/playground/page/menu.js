// A button that opens a menu. The menu is a popover: above everything, also above a modal, and the
// browser closes it at Escape and at a click elsewhere.

import { el, freshId } from "./dom.js";

const GAP = 4;

/** `items`: {label, about, pick(control)}; `pick` gets the button that opened the menu. */
export function menuButton({ label, content, className, focus, items }) {
  const id = freshId("menu");
  const button = el(
    "button",
    {
      type: "button",
      class: className,
      "aria-label": label,
      title: label.length < 30 ? label : "More",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { focus },
    },
    content,
  );
  const entries = items.map((item) => entry(item, button, () => menu.hidePopover()));
  const menu = el("div", { id, class: "menu", role: "menu", popover: "auto", "aria-label": label }, entries);
  // The browser's own way: a press on the button of an open menu closes it and does not reopen it.
  button.popoverTargetElement = menu;
  menu.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      place(menu, button);
      entries[0]?.focus();
    } else if (menu.contains(document.activeElement)) {
      button.focus();
    }
  });
  menu.addEventListener("keydown", (event) => walk(event, entries, menu));
  return el("span", { class: "menu-of" }, button, menu);
}

function entry(item, button, close) {
  const about = item.about ? el("span", { class: "menu-about" }, item.about) : null;
  const node = el("button", { type: "button", role: "menuitem", class: "menu-item", tabindex: "-1" }, item.label, about);
  node.addEventListener("click", () => {
    close();
    button.focus();
    item.pick(button);
  });
  return node;
}

/** Below the button, its right edges aligned, and always inside of the window. */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(at.right - width, innerWidth - width - GAP));
  const below = at.bottom + GAP;
  const top = below + height > innerHeight - GAP ? Math.max(GAP, at.top - height - GAP) : below;
  menu.style.setProperty("--menu-left", `${left}px`);
  menu.style.setProperty("--menu-top", `${top}px`);
}

function walk(event, entries, menu) {
  const here = entries.indexOf(document.activeElement);
  const steps = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 };
  if (event.key === "Tab") {
    menu.hidePopover();
  } else if (event.key in steps) {
    event.preventDefault();
    entries.at(steps[event.key] % entries.length)?.focus();
  }
}
