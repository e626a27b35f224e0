// The right pane: a thread while one is open, else the world or the inspector.

import { el, keyed } from "./dom.js";
import { inspector } from "./inspector.js";
import { thread } from "./thread.js";
import { world } from "./world.js";

const TABS = [["world", "World"], ["inspector", "Inspector"]];

export function rightPane(app, aside) {
  const panes = { world: world(app), inspector: inspector(app) };
  const talk = thread(app);
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "World or inspector" });
  const panel = el("section", { class: "pane", "aria-label": "World and inspector" }, el("div", { class: "right-head" }, tabs));
  for (const [name] of TABS) {
    const { node } = panes[name];
    node.id = `panel-${name}`;
    node.setAttribute("role", "tabpanel");
    node.setAttribute("aria-labelledby", `tab-${name}`);
    panel.append(node);
  }
  aside.append(panel, talk.node);
  let shown = "world";

  function draw() {
    const isThread = app.state.thread !== null;
    document.body.classList.toggle("thread-open", isThread);
    talk.node.hidden = !isThread;
    panel.hidden = isThread;
    if (isThread) talk.draw();
    keyed(tabs, TABS.map(([name, label]) => ({ key: name, sign: String(shown === name), draw: () => tabNode(name, label) })));
    for (const [name] of TABS) panes[name].node.hidden = name !== shown;
    if (!isThread) panes[shown].draw();
  }

  function show(name) {
    shown = name;
    draw();
  }

  function tabNode(name, label) {
    const isOn = shown === name;
    const node = el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        class: "tab",
        "aria-selected": String(isOn),
        "aria-controls": `panel-${name}`,
        tabindex: isOn ? "0" : "-1",
        data: { focus: `tab-${name}` },
        on: { click: () => show(name) },
      },
      label,
    );
    node.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = name === "world" ? "inspector" : "world";
      document.getElementById(`tab-${other}`)?.focus();
      show(other);
    });
    return node;
  }

  return { draw, focusThread: () => talk.focus() };
}
