// Rich text: sections, lists and preformatted lines, which is what the bot's renderer emits of it.

import { withBars } from "./bars.js";
import { el } from "./dom.js";
import { channelMention, dateNode, emoji, link, mention } from "./mrkdwn.js";
import { strange } from "./strange.js";

const STYLES = { bold: "strong", code: "code" };

/** The nodes of one rich_text block. */
export function richText(block, state) {
  return block.elements.map((part) => partNode(part, state));
}

function partNode(part, state) {
  switch (part.type) {
    case "rich_text_section":
      return el("div", { class: "rich" }, words(part, state));
    case "rich_text_preformatted":
      return el("pre", {}, words(part, state));
    case "rich_text_list":
      return part.style === "bullet" ? list(part, state) : strange(`list: ${part.style}`);
    default:
      return strange(part.type);
  }
}

function list(part, state) {
  const depth = String(Math.min(part.indent ?? 0, 5));
  const items = part.elements.map((item) => el("li", { class: "rich" }, words(item, state)));
  return el("ul", { class: "rich-list", data: { depth } }, items);
}

function words(section, state) {
  return section.elements.map((word) => styled(word, wordNode(word, state)));
}

function styled(word, node) {
  let inner = node;
  for (const [style, tag] of Object.entries(STYLES)) {
    if (word.style?.[style]) inner = el(tag, {}, inner);
  }
  return inner;
}

function wordNode(word, state) {
  switch (word.type) {
    case "text":
      return el("span", {}, withBars(word.text));
    case "link":
      return link(word.url, word.text ?? word.url);
    case "emoji":
      return emoji(word.name);
    case "user":
      return mention(state, word.user_id);
    case "channel":
      return channelMention(state, word.channel_id);
    case "date":
      return dateNode(state, { seconds: word.timestamp, pattern: word.format, fallback: word.fallback ?? "" });
    default:
      return strange(word.type);
  }
}
