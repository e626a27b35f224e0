// Block Kit, as far as the bot's renderer goes: layout blocks here, what is pressed in elements.js.

import { fileAddress } from "./api.js";
import { withBars } from "./bars.js";
import { el, freshId } from "./dom.js";
import { pressable } from "./elements.js";
import { fieldOf } from "./fields.js";
import { mrkdwn } from "./mrkdwn.js";
import { richText } from "./rich.js";
import { strange } from "./strange.js";

/**
 * Nodes for blocks. `scene`: {state, act, at, fields, values}: whose eyes, what a press does, where
 * it is pressed; `fields` collects the inputs of a form, `values` gives what they hold. Headers are
 * one level below the title of the page, or of the modal (`isModal`).
 */
export function drawBlocks(blocks, scene) {
  return blocks.map((block) => {
    const node = drawBlock(block, scene);
    node.classList.add("block");
    return node;
  });
}

function drawBlock(block, scene) {
  switch (block.type) {
    case "header":
      return el(scene.isModal ? "h3" : "h2", { class: "block-header" }, block.text.text);
    case "section":
      return section(block, scene);
    case "context":
      return el("div", { class: "block-context" }, block.elements.map((one) => contextNode(one, scene)));
    case "divider":
      return el("hr", { class: "block-divider" });
    case "actions":
      return el("div", { class: "block-actions" }, block.elements.map((one) => pressable(one, block, scene)));
    case "rich_text":
      return el("div", {}, richText(block, scene.state));
    case "image":
      return picture(block);
    case "input":
      return input(block, scene);
    default:
      return el("div", {}, strange(block.type));
  }
}

function textNode(text, scene, tag = "span") {
  return el(tag, { class: "text" }, text.type === "mrkdwn" ? mrkdwn(text.text, scene.state) : withBars(text.text));
}

function section(block, scene) {
  if (!block.text) return el("div", {}, strange("section without text"));
  const said = el("div", { class: "section-words" }, textNode(block.text, scene, "div"));
  if (!block.accessory) return el("div", { class: "block-section" }, said);
  const accessory = pressable(block.accessory, block, { ...scene, about: said.textContent });
  return el("div", { class: "block-section" }, said, accessory);
}

function contextNode(part, scene) {
  return ["mrkdwn", "plain_text"].includes(part.type) ? textNode(part, scene) : strange(part.type);
}

function picture(block) {
  const file = block.slack_file?.id;
  if (!file) return el("div", {}, strange("image from elsewhere"));
  const image = el("img", { src: fileAddress(file), alt: block.alt_text, loading: "eager" });
  return el("figure", { class: "block-image" }, image);
}

/** A field with its label, hint and room for an error below it. */
function input(block, scene) {
  const ids = { field: freshId("field"), hint: freshId("hint"), error: freshId("error") };
  const hint = block.hint ? el("p", { class: "hint", id: ids.hint }, block.hint.text) : null;
  const error = el("p", { class: "field-error", id: ids.error, hidden: true });
  const described = [block.hint ? ids.hint : "", ids.error].filter(Boolean).join(" ");
  const field = fieldOf(block, scene, { id: ids.field, described });
  if (!field) return el("div", {}, strange(block.element.type));
  const optional = block.optional ? el("span", { class: "optional" }, " (optional)") : null;
  const name = [block.label.text, optional];
  scene.fields.push({ block: block.block_id, action: block.element.action_id, error, ...field });
  if (field.isGroup) {
    return el(
      "fieldset",
      { class: "block-input", "aria-describedby": described },
      el("legend", { class: "label" }, name),
      field.node,
      hint,
      error,
    );
  }
  return el("div", { class: "block-input" }, el("label", { class: "label", for: ids.field }, name), field.node, hint, error);
}
