// Dialogs: the browser makes the rest inert, keeps them on top, and lets Tab go round inside of them.

/**
 * Open a `<dialog>`; `cancelled` is called when somebody wants out of it. Gives what closes it; the
 * focus returns to where it was then.
 */
export function openDialog(dialog, cancelled) {
  const back = document.activeElement;
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    dialog.close();
    dialog.remove();
    // What opened it may have been drawn anew meanwhile.
    (back?.isConnected ? back : document.querySelector("main h1"))?.focus();
  };
  dialog.addEventListener("cancel", (event) => {
    if (!event.cancelable) return;
    event.preventDefault();
    cancelled();
  });
  // One that is asked again and again to close is closed by the browser, whatever the page says.
  dialog.addEventListener("close", () => {
    if (!isOpen) return;
    close();
    cancelled();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
