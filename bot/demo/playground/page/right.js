// The right pane: a thread while one is open, else the world or the inspector.

import { el } from "./dom.js";
import { inspector } from "./inspector.js";
import { tabRow } from "./tabs.js";
import { thread } from "./thread.js";
import { world } from "./world.js";

const LABELS = { world: "World", inspector: "Inspector" };

export function rightPane(app, aside) {
  const panes = { world: world(app), inspector: inspector(app) };
  const talk = thread(app);
  const tabs = tabRow({
    label: "World or inspector",
    tabs: Object.entries(LABELS).map(([name, label]) => ({ name, label, pane: panes[name].node })),
    choose: show,
  });
  const head = el("div", { class: "right-head" }, tabs.node);
  const panel = el("section", { class: "pane", "aria-label": "World and inspector" }, head, panes.world.node, panes.inspector.node);
  aside.append(panel, talk.node);
  let shown = "world";

  function draw() {
    const isThread = app.state.thread !== null;
    document.body.classList.toggle("thread-open", isThread);
    talk.node.hidden = !isThread;
    panel.hidden = isThread;
    tabs.draw(shown);
    if (isThread) talk.draw();
    else panes[shown].draw();
  }

  function show(name) {
    shown = name;
    app.draw();
  }

  return { draw, focusThread: () => talk.focus(), shown: () => (app.state.thread ? "Thread" : LABELS[shown]) };
}
