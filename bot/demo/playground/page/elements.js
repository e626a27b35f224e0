// What acts at once when it is pressed or chosen: buttons, links, overflow menus.

import { confirmed } from "./confirm.js";
import { el, icon, ICONS } from "./dom.js";
import { menuButton } from "./menu.js";
import { strange } from "./strange.js";

/** A button or menu outside of an input block. */
export function pressable(element, block, scene) {
  switch (element.type) {
    case "button":
      return button(element, block, scene);
    case "overflow":
      return overflow(element, block, scene);
    default:
      return strange(element.type);
  }
}

/** The same action keeps the focus when its message is drawn anew. */
function focusKey(element) {
  return `${element.action_id}|${element.value ?? ""}`;
}

async function press(element, block, scene, control) {
  if (element.confirm && !(await confirmed(element.confirm))) return;
  const deed = { do: "press", at: scene.at, block: block.block_id, action: element.action_id };
  await scene.act(element.value === undefined ? deed : { ...deed, value: element.value }, control);
}

function button(element, block, scene) {
  const attributes = {
    class: "button",
    data: { focus: focusKey(element), action: element.action_id },
  };
  const isWeb = /^https?:\/\//i.test(element.url ?? "");
  if (isWeb) {
    // Slack opens the address and tells the app of the press, too.
    const node = el("a", { ...attributes, href: element.url, target: "_blank", rel: "noopener noreferrer" }, element.text.text);
    node.addEventListener("click", () => press(element, block, scene, node));
    return node;
  }
  const node = el("button", attributes, element.text.text);
  node.addEventListener("click", () => press(element, block, scene, node));
  return node;
}

function overflow(element, block, scene) {
  const deed = { do: "choose", at: scene.at, block: block.block_id, action: element.action_id };
  const about = (scene.about ?? "").trim().slice(0, 60);
  return menuButton({
    label: about ? `More for ${about}` : "More",
    content: icon(ICONS.more),
    className: "button overflow",
    focus: focusKey(element),
    items: element.options.map((option) => ({
      label: option.text.text,
      pick: (control) => scene.act({ ...deed, value: option.value }, control),
    })),
  });
}
