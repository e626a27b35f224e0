// A thread, in the pane at the right.

import { composer } from "./composer.js";
import { el, iconButton, ICONS } from "./dom.js";
import { messageList } from "./messages.js";

export function thread(app) {
  const title = el("h2", { class: "right-title", tabindex: "-1" }, "Thread");
  const close = iconButton(ICONS.close, "Close the thread", { class: "tool", on: { click: () => app.closeThread() } });
  const write = composer(app, {
    id: "thread-text",
    where: () => ({ conversation: app.state.conversation.id, thread: app.state.thread?.ts }),
    offers: false,
  });
  const list = messageList(app, { label: "Messages of the thread", report: write.report, inThread: true });
  const node = el("section", { class: "pane", "aria-label": "Thread", data: { testid: "thread" } }, el("div", { class: "right-head" }, title, close), list.node, write.node);
  node.addEventListener("keydown", (event) => {
    // Who is writing keeps the thread before them.
    const isBusy = event.defaultPrevented || event.target.value || node.querySelector(":popover-open");
    if (event.key === "Escape" && !isBusy) app.closeThread();
  });

  function draw() {
    const { state } = app;
    const { ts, messages } = state.thread;
    list.draw(`${state.me.id} ${ts}`, messages, "Nothing here yet.");
    write.draw({ key: `${state.me.id} ${ts}`, name: "Reply…", hints: "Slack takes no commands in threads.", isClosed: false });
  }

  return { node, draw, focus: () => title.focus() };
}
