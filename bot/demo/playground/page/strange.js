// What this page does not know is shown as such: dropping it silently would hide a fault.

import { el } from "./dom.js";

export function strange(type) {
  return el("span", { class: "strange", data: { testid: "cannot-draw" } }, `This page cannot draw “${type}”.`);
}
