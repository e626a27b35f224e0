// Modals: the topmost view of the person. What is typed stays until the server's view changes, and
// also then where the same field is still there.

import { drawBlocks } from "./blocks.js";
import { openDialog } from "./dialog.js";
import { alertLine, el, freshId, iconButton, ICONS } from "./dom.js";
import { keptValue } from "./fields.js";

/** `draw()` shows what `app.state.modal` says. */
export function modals(app) {
  let open = null;
  // View id → "block action" → value, for what was typed and not sent yet.
  const typed = new Map();

  function draw() {
    const { modal, modals_below: below } = app.state;
    if (!modal) {
      typed.clear();
      open?.close();
      open = null;
      return;
    }
    const sign = `${modal.id} ${modal.hash}`;
    if (open?.sign === sign) return;
    open ??= opened();
    open.sign = sign;
    fill(modal, below);
  }

  function opened() {
    const dialog = el("dialog", { class: "dialog", data: { testid: "modal" } });
    const close = openDialog(dialog, () => {
      // One that the browser closed is opened anew if the view is still there afterwards.
      if (!dialog.open) open = null;
      dismiss();
    });
    return { dialog, close, report: app.report };
  }

  function dismiss(control = null) {
    if (!app.state.modal) return;
    app.act({ do: "close", view: app.state.modal.id }, { control, report: open?.report });
  }

  function valuesOf(view) {
    return (block, action) => {
      const mine = typed.get(view.id)?.get(`${block} ${action}`);
      return mine === undefined ? keptValue(view.state?.[block]?.[action]) : mine;
    };
  }

  function note(view) {
    if (!typed.has(view.id)) typed.set(view.id, new Map());
    return (block, action, value) => typed.get(view.id)?.set(`${block} ${action}`, value);
  }

  function fill(view, below) {
    const { dialog } = open;
    const title = freshId("title");
    const fields = [];
    const { node: status, report } = alertLine();
    const act = (deed, control) => app.act(deed, { control, report });
    const scene = { isModal: true, state: app.state, act, at: { view: view.id }, fields, values: valuesOf(view), typed: note(view) };
    const body = el("div", { class: "dialog-body", tabindex: "-1" }, drawBlocks(view.blocks, scene));
    const close = el("button", { class: "button" }, view.close ?? (below ? "Back" : "Close"));
    close.addEventListener("click", () => dismiss(close));
    const send = view.submit ? el("button", { type: "submit", class: "button primary" }, view.submit) : null;
    const form = el(
      "form",
      { class: "dialog-form", novalidate: true },
      el("div", { class: "dialog-top" }, corner(below), el("h2", { id: title, tabindex: "-1" }, view.title)),
      body,
      el("div", { class: "dialog-foot" }, status, el("div", { class: "dialog-end" }, close, send)),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (send) submit(view, { fields, send, report });
    });
    const focused = document.activeElement?.dataset.focus;
    dialog.replaceChildren(form);
    dialog.setAttribute("aria-labelledby", title);
    open.report = report;
    focusIn(dialog, focused);
  }

  /** The way back to the view below, or out. */
  function corner(below) {
    const name = below ? "Back" : "Close";
    const node = iconButton(below ? ICONS.back : ICONS.close, `${name} this view`, { class: "tool" });
    node.addEventListener("click", () => dismiss(node));
    return node;
  }

  async function submit(view, { fields, send, report }) {
    for (const field of fields) field.error.hidden = true;
    const values = fields.map(({ block, action, value }) => ({ block, action, value: value() }));
    report("");
    const result = await app.act({ do: "submit", view: view.id, values }, { control: send, report: () => {} });
    const wrong = fields.filter((field) => result.errors?.[field.block]);
    for (const field of fields) tell(field, result.errors?.[field.block]);
    (wrong[0]?.isGroup ? wrong[0].node.querySelector("input") : wrong[0]?.node)?.focus();
    const known = new Set(fields.map((field) => field.block));
    const others = Object.entries(result.errors ?? {}).filter(([block]) => !known.has(block));
    if (others.length) report(others.map(([, text]) => text).join(" "));
    else if (wrong.length) report("See what is said below the fields.");
    else if (!result.ok) report(result.says);
  }

  return { draw };
}

function tell(field, error) {
  field.error.textContent = error ?? "";
  field.error.hidden = !error;
  const controls = field.isGroup ? [...field.node.querySelectorAll("input")] : [field.node];
  for (const control of controls) {
    if (error) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
}

/** Where the focus was, else the first field, else the title, from where Tab goes on. */
function focusIn(dialog, focused) {
  const again = focused && dialog.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
  const field = dialog.querySelector(".dialog-body :is(input, select, textarea)");
  (again ?? field ?? dialog.querySelector("h2")).focus({ preventScroll: true });
}
