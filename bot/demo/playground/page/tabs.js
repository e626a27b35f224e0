// Tabs: one of several panes is seen. Arrows, Home and End walk, and what one walks to opens.

import { el } from "./dom.js";

/**
 * `tabs`: [{name, label, pane}]; `choose(name)` is told what somebody opens. `draw(chosen)` shows
 * that one; with null there are no tabs, and the last pane is seen.
 */
export function tabRow({ label, tabs, choose }) {
  const buttons = tabs.map((one) => {
    one.pane.id = `pane-${one.name}`;
    const attributes = { role: "tab", id: `tab-${one.name}`, class: "tab", "aria-controls": one.pane.id };
    return el("button", { ...attributes, on: { click: () => choose(one.name) } }, one.label);
  });
  const node = el("div", { class: "tabs", role: "tablist", "aria-label": label }, buttons);
  node.addEventListener("keydown", (event) => {
    const here = buttons.indexOf(document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = buttons.at(to % buttons.length);
    next.focus();
    next.click();
  });

  function draw(chosen) {
    node.hidden = chosen === null;
    tabs.forEach(({ name, pane }, at) => {
      const isOn = name === chosen;
      buttons[at].setAttribute("aria-selected", String(isOn));
      buttons[at].tabIndex = isOn ? 0 : -1;
      pane.hidden = !isOn && !(chosen === null && at === tabs.length - 1);
      describe(pane, chosen === null ? {} : { role: "tabpanel", "aria-labelledby": `tab-${name}` });
    });
  }

  return { node, draw };
}

/** Only where there are tabs is a pane the content of one. */
function describe(pane, attributes) {
  for (const name of ["role", "aria-labelledby"]) {
    if (name in attributes) pane.setAttribute(name, attributes[name]);
    else pane.removeAttribute(name);
  }
}
