// A list of messages: of a conversation, or of one thread.

import { drawBlocks } from "./blocks.js";
import { el, icon, iconButton, ICONS, keyed } from "./dom.js";
import { following } from "./following.js";
import { menuButton } from "./menu.js";
import { mrkdwn } from "./mrkdwn.js";
import { avatar } from "./avatar.js";
import { clockTime, dayNumber, longDay, nearDay } from "./times.js";

/**
 * `report` shows why something failed. `inThread`: no way into threads from here.
 * `draw(name, messages)`: `name` tells conversations apart.
 */
export function messageList(app, { label, report, inThread = false }) {
  const list = el("div", { class: "message-list" });
  const scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": label, data: { testid: "messages" } }, list);
  const follow = following(scroller);
  const node = el("div", { class: "pane list-pane" }, scroller, follow.more);
  let shown = null;

  function draw(name, messages, empty) {
    const isNew = name !== shown;
    if (isNew) keyed(list, []);
    shown = name;
    const before = new Set([...list.querySelectorAll("[data-ts]")].map((one) => one.dataset.ts));
    keyed(list, entries(messages, empty));
    if (isNew) follow.toLast();
    else follow.toNew([...list.querySelectorAll("[data-ts]")].find((one) => !before.has(one.dataset.ts)));
  }

  function entries(messages, empty) {
    const { me, clock } = app.state;
    const today = dayNumber(new Date(clock.now), me.tz);
    const result = [];
    let day = null;
    for (const message of messages) {
      const at = new Date(message.at);
      const its = dayNumber(at, me.tz);
      if (its !== day) result.push({ key: `day ${its}`, sign: String(today), draw: () => dayLine(at, app.state) });
      day = its;
      // Names of days depend on today, and a mention of oneself on who one is.
      const sign = JSON.stringify([message, today, me.id]);
      result.push({ key: message.ts, sign, draw: () => drawMessage(app, message, { report, inThread }) });
    }
    return result.length ? result : [{ key: "empty", sign: empty, draw: () => el("p", { class: "empty" }, empty) }];
  }

  return { node, draw };
}

function dayLine(at, state) {
  const near = nearDay(at, new Date(state.clock.now), state.me.tz);
  const words = near ? near[0].toUpperCase() + near.slice(1) : longDay(at, state.me.tz);
  return el("div", { class: "day" }, el("span", {}, words));
}

function drawMessage(app, message, { report, inThread }) {
  const { state } = app;
  const at = { conversation: state.conversation.id, message: message.ts };
  const act = (deed, control) => app.act(deed, { control, report });
  const time = clockTime(new Date(message.at), state.me.tz);
  const content = message.blocks.length
    ? drawBlocks(message.blocks, { state, act, at })
    : el("div", { class: "text" }, mrkdwn(message.text, state));
  return el(
    "article",
    {
      class: `message${message.ephemeral ? " message-private" : ""}`,
      tabindex: "-1",
      "aria-label": `${message.name}, ${time}`,
      data: { ts: message.ts, testid: "message" },
    },
    message.ephemeral ? el("p", { class: "only-you" }, icon(ICONS.eye), "Only visible to you") : null,
    avatar(message.user, message.name, message.is_bot),
    el(
      "div",
      { class: "message-head" },
      el("strong", { class: "message-name" }, message.name),
      message.is_bot ? el("span", { class: "badge" }, "APP") : null,
      el("time", { class: "message-time", datetime: message.at }, time),
      message.edited ? el("span", { class: "message-time" }, "(edited)") : null,
    ),
    el("div", { class: "message-body" }, content, inThread ? null : replies(app, message)),
    message.ephemeral ? null : tools(app, message, { act, at, inThread }),
  );
}

function replies(app, message) {
  if (!message.replies) return null;
  const words = `${message.replies} ${message.replies === 1 ? "reply" : "replies"}`;
  const last = message.latest_reply
    ? el("span", { class: "replies-last" }, `Last at ${clockTime(new Date(message.latest_reply), app.state.me.tz)}`)
    : null;
  const open = () => app.openThread(message.thread_ts ?? message.ts);
  return el("button", { class: "replies", data: { focus: "replies" }, on: { click: open } }, icon(ICONS.reply), words, last);
}

/** What appears beside a message that one points at. */
function tools(app, message, { act, at, inThread }) {
  const shortcuts = app.state.bot.shortcuts.filter((one) => one.kind === "message");
  const open = () => app.openThread(message.thread_ts ?? message.ts);
  const attributes = { class: "tool", data: { focus: "reply" }, on: { click: open } };
  const reply = inThread ? null : iconButton(ICONS.reply, "Reply in thread", attributes);
  const more = shortcuts.length
    ? menuButton({
        label: "More actions",
        content: icon(ICONS.more),
        className: "tool",
        focus: "more",
        items: shortcuts.map((one) => ({
          label: one.name,
          about: one.help,
          pick: (control) => act({ do: "shortcut", callback: one.callback, at }, control),
        })),
      })
    : null;
  return el("div", { class: "tools" }, reply, more);
}
