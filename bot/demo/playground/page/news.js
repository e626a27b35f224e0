// What a screen reader is told: new messages of the bot, and that something came elsewhere.

import { spoken } from "./mrkdwn.js";

const MOST = 300;

export function news(app, region) {
  let known = null;
  let counts = new Map();

  function draw() {
    const { state } = app;
    const here = `${state.me.id} ${state.conversation.id} ${state.thread?.ts ?? ""}`;
    const messages = [...state.conversation.messages, ...(state.thread?.messages ?? [])];
    const now = new Map(messages.map((one) => [one.ts, JSON.stringify(one.blocks)]));
    const isSame = known?.here === here;
    const fresh = isSame ? messages.filter((one) => one.is_bot && known.seen.get(one.ts) !== now.get(one.ts)) : [];
    known = { here, seen: now };
    const elsewhere = isSame ? grown(state) : [];
    counts = new Map(state.conversations.map((one) => [one.id, one.messages]));
    const words = [
      ...fresh.map((one) => `${one.name}: ${spoken(one.text, state).slice(0, MOST)}`),
      ...elsewhere.map((one) => `New in ${one.kind === "im" ? "your conversation with " : "#"}${one.name}.`),
    ];
    if (words.length) region.textContent = words.join(" ");
  }

  function grown(state) {
    return state.conversations.filter((one) => one.id !== state.conversation.id && one.messages > (counts.get(one.id) ?? 0));
  }

  return { draw };
}
