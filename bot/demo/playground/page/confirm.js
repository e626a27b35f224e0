// "Are you sure?", as a button's `confirm` asks it.

import { openDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";

/** Whether the person said yes. */
export function confirmed(ask) {
  return new Promise((resolve) => {
    const [title, text] = [freshId("title"), freshId("text")];
    const answer = (yes) => {
      close();
      resolve(yes);
    };
    const button = (label, yes, style = "") => el("button", { class: `button ${style}`, on: { click: () => answer(yes) } }, label.text);
    const dialog = el(
      "dialog",
      { class: "dialog dialog-small", "aria-labelledby": title, "aria-describedby": text, data: { testid: "confirm" } },
      el("h2", { id: title }, ask.title.text),
      el("p", { id: text, class: "text" }, ask.text.text),
      el("div", { class: "dialog-end" }, button(ask.deny, false), button(ask.confirm, true, "primary")),
    );
    const close = openDialog(dialog, () => answer(false));
  });
}
