// Bars of ▓ and ░ in a text: drawn as areas of colour, for as letters they flicker in many fonts.
// They stay letters to whoever copies them; a screen reader gets the figures beside them alone.

import { el } from "./dom.js";

/** The text in pieces: strings, and a node for each bar. */
export function withBars(text) {
  return text.split(/(▓+░*|░+)/).map((piece, at) => (at % 2 ? barNode(piece) : piece)).filter((piece) => piece !== "");
}

function barNode(letters) {
  const full = letters.lastIndexOf("▓") + 1;
  return el(
    "span",
    { class: "bar", "aria-hidden": "true" },
    el("span", { class: "bar-full" }, letters.slice(0, full)),
    el("span", { class: "bar-rest" }, letters.slice(full)),
  );
}
