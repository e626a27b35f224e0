// Which part of a list of messages is in sight.

import { el, icon, ICONS } from "./dom.js";

const NEAR_END = 48;

/**
 * Go along with new messages while the last one is in sight; whoever reads further up is left alone.
 * `more` tells that something follows below, and leads there.
 */
export function following(node) {
  const words = el("span");
  const more = el("button", { class: "more-below", hidden: true }, words, icon(ICONS.down));
  let sees = true;
  let isAtEnd = true;
  let isNew = false;
  const measure = () => {
    const last = lastOf(node);
    isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END;
    sees = isAtEnd || !last || last.offsetTop < node.scrollTop + node.clientHeight - NEAR_END;
    if (sees) isNew = false;
    words.textContent = isNew ? "New messages" : "More below";
    more.hidden = isAtEnd;
  };
  const toEnd = () => {
    node.scrollTop = node.scrollHeight;
    measure();
  };
  // What is taller than the window is read from its beginning.
  const startOf = (message) => {
    toEnd();
    if (message) node.scrollTop = Math.min(node.scrollTop, message.offsetTop - 12);
    measure();
  };
  node.addEventListener("scroll", measure, { passive: true });
  // Pictures that load late, and a window that becomes smaller, move the end away.
  node.addEventListener("load", () => (isAtEnd ? startOf(lastOf(node)) : measure()), { capture: true });
  new ResizeObserver(() => (isAtEnd ? toEnd() : measure())).observe(node);
  more.addEventListener("click", () => {
    if (isNew) toEnd();
    else node.scrollTop += node.clientHeight - NEAR_END;
    node.focus();
  });
  return {
    more,
    toLast: () => startOf(lastOf(node)),
    toNew(first) {
      if (first && !sees) isNew = true;
      if (sees && (first || isAtEnd)) startOf(first);
      else measure();
    },
  };
}

function lastOf(node) {
  return node.querySelector("[data-ts]:last-child");
}
