// The middle: one conversation with its composer, or the bot's Home.

import { composer } from "./composer.js";
import { el, icon, ICONS, keyed } from "./dom.js";
import { home } from "./home.js";
import { messageList } from "./messages.js";
import { tabRow } from "./tabs.js";

export function conversation(app, main) {
  const title = el("h1", { class: "middle-title", tabindex: "-1" });
  const about = el("p", { class: "middle-about" });
  const write = composer(app, {
    id: "composer-text",
    where: () => ({ conversation: app.state.conversation.id, thread: null }),
  });
  const list = messageList(app, { label: "Messages", report: write.report });
  const page = home(app);
  const messages = el("div", { class: "pane" }, list.node, write.node);
  const homePane = el("div", { class: "pane" }, page.node);
  const tabs = tabRow({
    label: "Home or messages",
    tabs: [
      { name: "home", label: "Home", pane: homePane },
      { name: "messages", label: "Messages", pane: messages },
    ],
    choose: (name) => (name === "home" ? app.openHome() : app.open(app.state.conversation.id)),
  });
  main.append(el("header", { class: "middle-head" }, title, about, tabs.node), homePane, messages);

  function draw() {
    const { state, tab } = app;
    const here = state.conversations.find((one) => one.id === state.conversation.id);
    const isApp = here?.kind === "im";
    drawTitle(here, isApp);
    const isHome = isApp && tab === "home";
    tabs.draw(isApp ? tab : null);
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
  return here.has_bot ? `${state.bot.name} is in this channel.` : `${state.bot.name} is not in this channel: /invite @${state.people[state.bot.id].name}`;
}

function emptyWords(here, isApp, state) {
  if (isApp) return `Nothing from ${state.bot.name} to you yet. Ask it something: write stale, or 2467.`;
  if (here && !here.has_bot) return `Nothing here yet. ${state.bot.name} is not in this channel; ${state.bot.command} answers here all the same, to you alone.`;
  return `Nothing here yet. Type ${state.bot.command} refit to ask how far the workstream Refit is. What else to try stands at World.`;
}
