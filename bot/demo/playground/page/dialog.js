// Dialogs: the browser makes the rest inert and keeps them on top; Tab goes round inside of them.

import { reachable } from "./dom.js";

/** Open a `<dialog>`; Escape calls `cancelled`. The focus returns to where it was when it closes. */
export function openDialog(dialog, cancelled) {
  const back = document.activeElement;
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  document.body.append(dialog);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancelled();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Tab") goRound(event, dialog);
  });
  dialog.showModal();
  return () => {
    dialog.close();
    dialog.remove();
    // What opened it may have been drawn anew meanwhile.
    (back?.isConnected ? back : document.querySelector("main h1"))?.focus();
  };
}

function goRound(event, dialog) {
  const stops = reachable(dialog);
  const [first, last] = [stops[0], stops.at(-1)];
  const from = event.shiftKey ? first : last;
  const isOutside = !stops.includes(document.activeElement);
  if (document.activeElement !== from && !isOutside) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
