// A picture of somebody: letters on a colour, and a tick for the bot.

import { el, icon, ICONS } from "./dom.js";
import { colourOf, initials } from "./names.js";

export function avatar(id, name, isBot) {
  const attributes = { class: `avatar${isBot ? " avatar-bot" : ""}`, "aria-hidden": "true" };
  if (isBot) return el("span", attributes, icon(ICONS.check));
  return el("span", { ...attributes, data: { colour: colourOf(id) } }, initials(name));
}
