// "Are you sure?", as a button's `confirm` asks it.

import { openDialog } from "./dialog.js";
import { el, freshId } from "./dom.js";
import { mrkdwn } from "./mrkdwn.js";

/** Whether the person said yes. */
export function confirmed(ask, state) {
  return new Promise((resolve) => {
    const [title, text] = [freshId("title"), freshId("text")];
    const answer = (yes) => {
      close();
      resolve(yes);
    };
    const button = (label, yes, style) =>
      el("button", { type: "button", class: `button ${style}`, on: { click: () => answer(yes) } }, label);
    const words = ask.text.type === "mrkdwn" ? mrkdwn(ask.text.text, state) : ask.text.text;
    const dialog = el(
      "dialog",
      { class: "dialog dialog-small", "aria-labelledby": title, "aria-describedby": text, data: { testid: "confirm" } },
      el("h2", { id: title }, ask.title.text),
      el("p", { id: text, class: "text" }, words),
      el(
        "div",
        { class: "dialog-end" },
        button(ask.deny?.text ?? "Cancel", false, ""),
        button(ask.confirm?.text ?? "Yes", true, ask.style ?? "primary"),
      ),
    );
    const close = openDialog(dialog, () => answer(false));
  });
}
