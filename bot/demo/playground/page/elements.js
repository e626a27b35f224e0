// What acts at once when it is pressed or chosen: buttons, links, overflow menus.

import { confirmed } from "./confirm.js";
import { el, icon, ICONS } from "./dom.js";
import { fieldOf } from "./fields.js";
import { menuButton } from "./menu.js";
import { strange } from "./strange.js";

/** A button, menu or field outside of an input block. */
export function pressable(element, block, scene) {
  switch (element.type) {
    case "button":
      return button(element, block, scene);
    case "overflow":
      return overflow(element, block, scene);
    default:
      return chooser(element, block, scene);
  }
}

/** The same action keeps the focus when its message is drawn anew. */
function focusKey(element) {
  return `${element.action_id}|${element.value ?? ""}`;
}

async function press(element, block, scene, control) {
  if (element.confirm && !(await confirmed(element.confirm, scene.state))) return;
  const deed = { do: "press", at: scene.at, block: block.block_id, action: element.action_id };
  await scene.act(element.value === undefined ? deed : { ...deed, value: element.value }, control);
}

function button(element, block, scene) {
  const attributes = {
    class: `button ${element.style ?? ""}`,
    "aria-label": element.accessibility_label,
    data: { focus: focusKey(element), action: element.action_id },
  };
  const isWeb = /^https?:\/\//i.test(element.url ?? "");
  if (isWeb) {
    // Slack opens the address and tells the app of the press, too.
    const node = el("a", { ...attributes, href: element.url, target: "_blank", rel: "noopener noreferrer" }, element.text.text);
    node.addEventListener("click", () => press(element, block, scene, node));
    return node;
  }
  const node = el("button", { ...attributes, type: "button" }, element.text.text);
  node.addEventListener("click", () => press(element, block, scene, node));
  return node;
}

async function choose(element, block, scene, { value, control }) {
  if (element.confirm && !(await confirmed(element.confirm, scene.state))) return;
  const deed = { do: "choose", at: scene.at, block: block.block_id, action: element.action_id, value };
  await scene.act(deed, control);
}

function overflow(element, block, scene) {
  const about = (scene.about ?? "").trim().slice(0, 60);
  return menuButton({
    label: about ? `More for ${about}` : "More",
    content: icon(ICONS.more),
    className: "button overflow",
    focus: focusKey(element),
    items: element.options.map((option) => ({
      label: option.text.text,
      pick: (control) => choose(element, block, scene, { value: option.value, control }),
    })),
  });
}

/** A menu or picker that stands alone tells the app of each choice. */
function chooser(element, block, scene) {
  const label = element.placeholder?.text ?? "Choose";
  const field = fieldOf({ ...block, element }, { ...scene, fields: null }, { id: null, described: null, label });
  if (!field) return strange(element.type);
  field.node.addEventListener("change", () => choose(element, block, scene, { value: field.value(), control: field.node }));
  return field.node;
}
