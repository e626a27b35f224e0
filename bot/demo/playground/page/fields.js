// Fields: what holds a value until its form is sent. Native controls, so that keys and screen
// readers work as everywhere.

import { el, freshId } from "./dom.js";
import { channelName, personName } from "./names.js";

/**
 * The field of an input block: {node, value(), isGroup}, or null for a kind that the renderer does
 * not emit. It begins with what was typed before, else with what the server keeps, else with its
 * initial value.
 */
export function fieldOf(block, scene, names) {
  const draw = KINDS[block.element.type];
  if (!draw) return null;
  const { element } = block;
  const held = scene.values?.(block.block_id, element.action_id);
  const field = draw(element, { held: held === undefined ? initial(element) : held, state: scene.state, ...names });
  if (scene.typed) {
    const note = () => scene.typed(block.block_id, element.action_id, field.value());
    field.node.addEventListener("input", note);
    field.node.addEventListener("change", note);
  }
  return field;
}

/** What Slack keeps for an element, as `choose` takes it; undefined: it keeps nothing. */
export function keptValue(kept) {
  if (!kept) return undefined;
  if (kept.selected_options) return kept.selected_options.map((option) => option.value);
  if ("selected_option" in kept) return kept.selected_option?.value ?? null;
  const names = ["value", "selected_user", "selected_conversation", "selected_time"];
  const name = names.find((one) => one in kept);
  return name ? kept[name] : undefined;
}

function initial(element) {
  if (element.type === "checkboxes") return (element.initial_options ?? []).map((option) => option.value);
  const names = ["initial_value", "initial_user", "initial_conversation", "initial_time"];
  const name = names.find((one) => element[one] !== undefined);
  return name ? element[name] : (element.initial_option?.value ?? null);
}

const KINDS = {
  plain_text_input: textInput,
  static_select: staticSelect,
  users_select: usersSelect,
  conversations_select: conversationsSelect,
  checkboxes: (element, with_) => choices(element, with_, "checkbox"),
  radio_buttons: (element, with_) => choices(element, with_, "radio"),
  timepicker: timePicker,
};

function named({ id, described }) {
  return { id, "aria-describedby": described };
}

function textInput(element, with_) {
  const attributes = {
    ...named(with_),
    class: "input",
    maxlength: element.max_length,
  };
  const node = element.multiline ? el("textarea", { ...attributes, rows: "4" }) : el("input", { ...attributes, type: "text" });
  node.value = with_.held ?? "";
  return { node, value: () => node.value || null };
}

function timePicker(element, with_) {
  const node = el("input", { ...named(with_), class: "input input-time", type: "time" });
  node.value = with_.held ?? "";
  return { node, value: () => node.value || null };
}

function optionNode(value, label) {
  return el("option", { value }, label);
}

/** A native menu; nothing chosen is an entry of its own. */
function select(with_, entries, placeholder) {
  const node = el("select", { ...named(with_), class: "input" });
  node.append(el("option", { value: "" }, placeholder), ...entries);
  node.value = with_.held ?? "";
  return { node, value: () => node.value || null };
}

function staticSelect(element, with_) {
  const optionsOf = (options) => options.map((option) => optionNode(option.value, option.text.text));
  const entries = element.option_groups
    ? element.option_groups.map((group) => el("optgroup", { label: group.label.text }, optionsOf(group.options)))
    : optionsOf(element.options);
  return select(with_, entries, "Choose one");
}

function usersSelect(element, with_) {
  const { state } = with_;
  const people = Object.keys(state.people).filter((id) => !state.people[id].is_bot);
  const entries = people
    .map((id) => [personName(state, id), id])
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, id]) => optionNode(id, name));
  return select(with_, entries, element.placeholder?.text ?? "Choose somebody");
}

function conversationsSelect(element, with_) {
  const { state, held } = with_;
  const kind = (one) => (one.kind === "im" ? "im" : one.private ? "private" : "public");
  const shown = state.conversations.filter((one) => element.filter.include.includes(kind(one)));
  const entries = shown.map((one) => optionNode(one.id, `#${one.name}`));
  // What is chosen stays choosable, also where the reader is not in it.
  if (held && !shown.some((one) => one.id === held)) {
    entries.push(optionNode(held, `#${channelName(state, held) ?? held}`));
  }
  return select(with_, entries, "Choose a channel");
}

function choices(element, with_, type) {
  const group = freshId("choice");
  const held = [with_.held ?? []].flat();
  const boxes = element.options.map((option) => {
    const box = el("input", { type, name: group, value: option.value });
    box.checked = held.includes(option.value);
    return box;
  });
  const lines = element.options.map((option, at) => {
    const about = option.description ? el("span", { class: "choice-about" }, option.description.text) : null;
    return el("label", { class: "choice" }, boxes[at], el("span", {}, option.text.text, about));
  });
  const node = el("div", {}, lines);
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const value = () => (type === "checkbox" ? chosen() : (chosen()[0] ?? null));
  return { node, value, isGroup: true };
}
