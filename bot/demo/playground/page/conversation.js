// The middle: one conversation with its composer, or the bot's Home.

import { composer } from "./composer.js";
import { el, icon, ICONS, keyed } from "./dom.js";
import { home } from "./home.js";
import { messageList } from "./messages.js";

export function conversation(app, main) {
  const title = el("h1", { class: "middle-title", tabindex: "-1" });
  const about = el("p", { class: "middle-about" });
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Home or messages" });
  const write = composer(app, {
    id: "composer-text",
    where: () => ({ conversation: app.where.conversation, thread: null }),
  });
  const list = messageList(app, { label: "Messages", report: write.report });
  const page = home(app);
  const messages = el("div", { class: "pane", id: "pane-messages" }, list.node, write.node);
  const homePane = el("div", { class: "pane", id: "pane-home" }, page.node);
  main.append(el("header", { class: "middle-head" }, title, about, tabs), homePane, messages);

  function draw() {
    const { state, tab } = app;
    const here = state.conversations.find((one) => one.id === state.conversation.id);
    const isApp = here?.kind === "im";
    drawTitle(here, isApp);
    tabs.hidden = !isApp;
    if (isApp) drawTabs();
    const isHome = isApp && tab === "home";
    homePane.hidden = !isHome;
    messages.hidden = isHome;
    for (const [pane, name] of [[homePane, "home"], [messages, "messages"]]) {
      // Only where there are tabs is the pane one's content.
      for (const [attribute, value] of Object.entries({ role: "tabpanel", "aria-labelledby": `tab-${name}` })) {
        if (isApp) pane.setAttribute(attribute, value);
        else pane.removeAttribute(attribute);
      }
    }
    if (isHome) page.draw();
    else drawMessages(here, isApp);
  }

  /** Where one writes; in Home, which has no such place, its title. */
  function focus() {
    if (messages.hidden) title.focus();
    else write.focus();
  }

  function drawTitle(here, isApp) {
    const name = here?.name ?? "…";
    const sign = here?.private ? ICONS.lock : ICONS.hash;
    keyed(title, [{ key: name, sign: String(isApp), draw: () => el("span", {}, isApp ? "" : icon(sign), name, isApp ? el("span", { class: "badge" }, "APP") : "") }]);
    about.textContent = aboutOf(here, isApp, app.state);
  }

  function drawTabs() {
    const names = [["home", "Home"], ["messages", "Messages"]];
    keyed(tabs, names.map(([name, label]) => ({ key: name, sign: String(app.tab === name), draw: () => tabNode(name, label) })));
  }

  function tabNode(name, label) {
    const isOn = app.tab === name;
    const open = (which) => (which === "home" ? app.openHome() : app.open(app.state.conversation.id));
    const node = el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        class: "tab",
        "aria-selected": String(isOn),
        "aria-controls": `pane-${name}`,
        tabindex: isOn ? "0" : "-1",
        data: { focus: `tab-${name}` },
        on: { click: () => open(name) },
      },
      label,
    );
    node.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = name === "home" ? "messages" : "home";
      document.getElementById(`tab-${other}`)?.focus();
      open(other);
    });
    return node;
  }

  function drawMessages(here, isApp) {
    const { state } = app;
    list.draw(`${state.me.id} ${state.conversation.id}`, state.conversation.messages, emptyWords(here, isApp, state));
    write.draw({
      key: `${state.me.id} ${state.conversation.id}`,
      name: isApp ? `Message ${here.name}` : `Message #${here?.name ?? ""}`,
      hints: "Enter sends, Shift+Enter begins a new line, / shows what can be asked.",
      isClosed: Boolean(here?.archived),
    });
  }

  return { draw, fill: write.fill, report: write.report, focus };
}

function aboutOf(here, isApp, state) {
  if (!here) return "";
  if (isApp) return "Only you and the bot read this.";
  if (here.archived) return "This channel is archived: nothing can be written here.";
  return here.has_bot ? `${state.bot.name} is in this channel.` : `${state.bot.name} is not in this channel.`;
}

function emptyWords(here, isApp, state) {
  if (isApp) return `Nothing from ${state.bot.name} to you yet. Ask it something: write stale, or 2467.`;
  if (here && !here.has_bot) return `Nothing here yet. ${state.bot.name} is not in this channel; ${state.bot.command} answers here all the same, to you alone.`;
  return `Nothing here yet. Type ${state.bot.command} refit to ask how far the workstream Refit is.`;
}
