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
      class: className,
      "aria-label": label,
      title: label.length < 30 ? label : "More",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { focus },
    },
    content,
  );
  const menu = el("div", { id, class: "menu", role: "menu", popover: "auto", "aria-label": label });
  // The browser's own way: a press on the button of an open menu closes it and does not reopen it.
  button.popoverTargetElement = menu;
  // Its items are there while it is open, so that no message says what its menus could do.
  menu.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") menu.replaceChildren(...items.map((item) => entry(item, button, menu)));
  });
  menu.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      place(menu, button);
      menu.firstChild?.focus();
      return;
    }
    if (menu.contains(document.activeElement)) button.focus();
    menu.replaceChildren();
  });
  menu.addEventListener("keydown", (event) => walk(event, menu));
  return el("span", { class: "menu-of" }, button, menu);
}

function entry(item, button, menu) {
  const about = item.about ? el("span", { class: "menu-about" }, item.about) : null;
  const node = el("button", { role: "menuitem", class: "menu-item", tabindex: "-1" }, item.label, about);
  node.addEventListener("click", () => {
    menu.hidePopover();
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

function walk(event, menu) {
  const entries = [...menu.children];
  const here = entries.indexOf(document.activeElement);
  const steps = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 };
  if (event.key === "Tab") {
    menu.hidePopover();
  } else if (event.key in steps) {
    event.preventDefault();
    entries.at(steps[event.key] % entries.length)?.focus();
  }
}
