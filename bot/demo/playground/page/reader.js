// A long text in a dialog of its own.

import { openDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";

/** `about`: nodes above the text. */
export function showText({ title, text, about = [] }) {
  const id = freshId("title");
  const button = el("button", { class: "button", on: { click: () => close() } }, "Close");
  const dialog = el(
    "dialog",
    { class: "dialog dialog-large", "aria-labelledby": id, data: { testid: "reader" } },
    el("h2", { id }, title),
    about,
    el("pre", { class: "reader-text", tabindex: "0", role: "region", "aria-labelledby": id }, text),
    el("div", { class: "dialog-end" }, button),
  );
  const close = openDialog(dialog, () => close());
}
