// Slack's mrkdwn → nodes: links, mentions, dates, bold, italic, strike, code, quotes, emoji.

import { withBars } from "./bars.js";
import { el } from "./dom.js";
import { channelName, personName } from "./names.js";
import { slackDate } from "./times.js";

const EMOJI = { warning: "⚠️" };
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The text with its three entities as characters. */
function plain(text) {
  return text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity]);
}

/** A link that opens elsewhere; anything but http and https stays text. */
export function link(url, label) {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    return el("span", {}, label);
  }
  if (!["http:", "https:"].includes(parsed.protocol)) return el("span", {}, label);
  return el("a", { href: parsed.href, target: "_blank", rel: "noopener noreferrer" }, label);
}

export function mention(state, id) {
  const mine = id === state.me.id ? " mention-me" : "";
  return el("span", { class: `mention${mine}` }, `@${personName(state, id)}`);
}

export function channelMention(state, id, label = "") {
  return el("span", { class: "mention" }, `#${channelName(state, id) || label || "a channel"}`);
}

/** An emoji by its name; its name where this page has no picture of it. */
export function emoji(name) {
  const sign = EMOJI[name];
  if (!sign) return el("span", {}, `:${name}:`);
  return el("span", { role: "img", "aria-label": name.replaceAll("_", " ") }, sign);
}

export function dateNode(state, { seconds, pattern, fallback }) {
  const now = new Date(state.clock.now);
  const text = slackDate(seconds, pattern, { now, zone: state.me.tz });
  if (text === null) return el("span", {}, fallback);
  return el("time", { datetime: new Date(seconds * 1000).toISOString(), title: fallback }, text);
}

/** What stands between < and >. */
function bracket(inside, state) {
  const bar = inside.indexOf("|");
  const [target, label] = bar < 0 ? [inside, ""] : [inside.slice(0, bar), inside.slice(bar + 1)];
  if (target.startsWith("@")) return mention(state, target.slice(1));
  if (target.startsWith("#")) return channelMention(state, target.slice(1), plain(label));
  if (target.startsWith("!date^")) {
    const [, seconds, pattern] = target.split("^");
    return dateNode(state, { seconds: Number(seconds), pattern, fallback: plain(label) });
  }
  if (target.startsWith("!")) return el("span", { class: "mention" }, `@${target.slice(1)}`);
  return link(plain(target), plain(label || target));
}

// In this order: code first, for nothing acts inside of it. Marks count only at the edges of words.
const MARKS = new RegExp(
  [
    "```\\n?(?<pre>[\\s\\S]+?)\\n?```",
    "`(?<code>[^`\\n]+)`",
    "<(?<bracket>[^<>\\n]+)>",
    "(?<![\\p{L}\\p{N}*])\\*(?<bold>[^*\\s](?:[^*\\n]*[^*\\s])?)\\*(?![\\p{L}\\p{N}*])",
    "(?<![\\p{L}\\p{N}_])_(?<italic>[^_\\s](?:[^_\\n]*[^_\\s])?)_(?![\\p{L}\\p{N}_])",
    "(?<![\\p{L}\\p{N}~])~(?<strike>[^~\\s](?:[^~\\n]*[^~\\s])?)~(?![\\p{L}\\p{N}~])",
    "(?<![\\p{L}\\p{N}:]):(?<emoji>[a-z0-9_+-]+):",
  ].join("|"),
  "gu",
);

function marked(groups, state) {
  if (groups.pre !== undefined) return el("pre", {}, plain(groups.pre));
  if (groups.code !== undefined) return el("code", {}, plain(groups.code));
  if (groups.bracket !== undefined) return bracket(groups.bracket, state);
  if (groups.bold !== undefined) return el("strong", {}, inline(groups.bold, state));
  if (groups.italic !== undefined) return el("em", {}, inline(groups.italic, state));
  if (groups.strike !== undefined) return el("s", {}, inline(groups.strike, state));
  return emoji(groups.emoji);
}

function inline(text, state) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(MARKS)) {
    if (found.index > end) nodes.push(...withBars(plain(text.slice(end, found.index))));
    nodes.push(marked(found.groups, state));
    end = found.index + found[0].length;
  }
  if (end < text.length) nodes.push(...withBars(plain(text.slice(end))));
  return nodes;
}

/** Nodes for a text of several lines; lines that begin with > are a quote. */
export function mrkdwn(text, state) {
  const nodes = [];
  const quoted = /(?:^|\n)((?:(?:&gt;|>)[^\n]*(?:\n|$))+)/g;
  let end = 0;
  for (const found of text.matchAll(quoted)) {
    const start = found.index + found[0].length - found[1].length;
    nodes.push(...inline(text.slice(end, start), state));
    const lines = found[1].replace(/^(?:&gt;|>) ?/gm, "").replace(/\n$/, "");
    nodes.push(el("blockquote", {}, inline(lines, state)));
    end = start + found[1].length;
  }
  nodes.push(...inline(text.slice(end), state));
  return nodes;
}

/** The same, read aloud: no markup. */
export function spoken(text, state) {
  return el("div", {}, mrkdwn(text, state)).textContent;
}
