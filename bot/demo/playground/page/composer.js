// Where one writes: Enter sends, Shift+Enter begins a line, "/" offers what can be asked.

import { alertLine, el, freshId, iconButton, ICONS } from "./dom.js";
import { keep, kept } from "./kept.js";
import { suggestions } from "./suggestions.js";

/**
 * `where()` gives {conversation, thread}; `id` is that of the text area; `offers`: whether commands
 * are taken there.
 */
export function composer(app, { id, where, offers = true }) {
  const list = el("ul", { class: "suggestions", role: "listbox", tabindex: "0", id: freshId("questions"), "aria-label": "What can be asked", hidden: true });
  const text = el("textarea", {
    id,
    class: "composer-text",
    rows: "1",
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
  });
  const button = iconButton(ICONS.send, "Send", { class: "composer-send" });
  const { node: status, report } = alertLine({ data: { testid: "status" } });
  const hint = el("p", { class: "composer-hint" });
  const box = el("div", { class: "composer-box" }, list, text, button);
  const node = el("div", { class: "composer" }, status, box, hint);
  const offer = offering({ text, list, find: (line) => (offers ? suggestions(line, app.state.bot) : []), bot: () => app.state.bot });
  // The text area keeps the focus while one points at the list.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  const drafts = new Map(kept(`drafts ${id}`));
  let here = null;

  function fill(line) {
    text.value = line;
    report("");
    offer.look();
    text.focus();
  }

  async function send() {
    const line = text.value.trim();
    if (!line) return;
    text.value = "";
    offer.close();
    await app.arrived();
    const [place, key] = [where(), here];
    const deed = { do: "type", conversation: place.conversation, text: line };
    const result = await app.act(place.thread ? { ...deed, thread: place.thread } : deed, { report });
    // A line that was refused is not lost, unless one went on writing.
    if (result.ok) return;
    if (key !== here) drafts.set(key, line);
    else if (text.value === "") text.value = line;
  }

  addEventListener("pagehide", () => {
    if (here !== null) drafts.set(here, text.value);
    keep(`drafts ${id}`, [...drafts]);
  });
  text.addEventListener("input", () => {
    report("");
    offer.look();
  });
  text.addEventListener("blur", () => offer.close());
  button.addEventListener("click", send);
  text.addEventListener("keydown", (event) => {
    if (event.isComposing || offer.takes(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  });

  /** `name`: whom one writes to; each conversation keeps its own draft. */
  function draw({ key, name, hints, isClosed }) {
    if (key !== here) {
      if (here !== null) drafts.set(here, text.value);
      text.value = drafts.get(key) ?? "";
      report("");
      offer.close();
      here = key;
    }
    text.setAttribute("aria-label", name);
    text.setAttribute("placeholder", name);
    hint.textContent = hints;
    node.hidden = isClosed;
  }

  return { node, draw, fill, report, focus: () => text.focus() };
}

/** The list above the text area: arrows walk, Tab and Enter take, Escape closes. */
function offering({ text, list, find, bot }) {
  let items = [];
  let active = -1;

  function close() {
    list.hidden = true;
    items = [];
    active = -1;
    text.removeAttribute("aria-activedescendant");
  }

  function look() {
    items = find(text.value);
    // With the command itself still incomplete, Enter completes it; later, Enter sends.
    active = items.length && bot().command.startsWith(text.value) ? 0 : -1;
    list.replaceChildren(...items.map(option));
    list.hidden = items.length === 0;
    list.scrollTop = 0;
    show();
  }

  function option(item, at) {
    const label = el("span", { class: "suggestion-label" }, item.label);
    const node = el("li", { role: "option", id: `${list.id}-${at}`, class: "suggestion" }, label, el("span", { class: "suggestion-about" }, item.about));
    node.addEventListener("click", () => take(at));
    return node;
  }

  function show() {
    [...list.children].forEach((node, at) => node.setAttribute("aria-selected", String(at === active)));
    if (active < 0) text.removeAttribute("aria-activedescendant");
    else {
      text.setAttribute("aria-activedescendant", `${list.id}-${active}`);
      list.children[active].scrollIntoView({ block: "nearest" });
    }
  }

  function take(at) {
    const { text: line, isPartial } = items[at];
    text.value = line;
    if (isPartial) look();
    else close();
  }

  function takes(event) {
    if (list.hidden) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      active = (Math.max(active, event.key === "ArrowUp" ? 0 : -1) + steps[event.key] + items.length) % items.length;
      show();
    } else if (event.key === "Escape") {
      close();
    } else if (event.key === "Tab" && !event.shiftKey) {
      take(Math.max(active, 0));
    } else if (event.key === "Enter" && !event.shiftKey && active >= 0) {
      take(active);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  return { look, close, takes };
}
