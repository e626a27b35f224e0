// "Try this": the way through everything there is, with what one click can do.

import { el, icon, ICONS, keyed } from "./dom.js";

export function tour(app) {
  const node = el("ol", { class: "tour", data: { testid: "tour" } });
  const done = new Set();

  function draw() {
    keyed(node, steps(app.state, app).map(entry));
  }

  function entry(step) {
    const isDone = step.isDone || done.has(step.words);
    const sign = JSON.stringify([step.words, step.label, isDone]);
    return { key: step.words, sign, draw: () => stepNode(step, isDone, (control) => take(step, control)) };
  }

  async function take(step, control) {
    const result = await step.does(control);
    if (result?.ok === false) return;
    done.add(step.words);
    draw();
  }

  return { node, draw };
}

function stepNode({ words, label, isCode }, isDone, take) {
  const attributes = { class: `button button-small${isCode ? " button-code" : ""}`, data: { focus: words } };
  const button = label ? el("button", { ...attributes, on: { click: (event) => take(event.currentTarget) } }, label) : null;
  const sign = isDone ? el("span", { class: "tour-done" }, icon(ICONS.check), el("span", { class: "unseen" }, "Done.")) : null;
  return el("li", { tabindex: "-1" }, el("span", { class: "tour-words" }, words, sign), button);
}

function steps(state, app) {
  const { command, name } = state.bot;
  const ask = (words, question) => ({
    words,
    label: `${command} ${question}`,
    isCode: true,
    does: () => app.fill(`${command} ${question}`),
  });
  const actor = (role) => state.actors.find((one) => one.role === role);
  const [owner, maintainer] = [actor("owner"), actor("maintainer")];
  const repair = ask("As the maintainer: where do index and GitHub disagree? Then Repair.", "drift");
  return [
    ask("Ask about a workstream; Enter sends it.", "refit"),
    { words: "Press Only stale below the answer." },
    ask("Open the settings.", "settings"),
    { words: "Let something be merged.", ...merge(state, app) },
    { words: "Let the weekly digest come.", ...move(state, app, "monday") },
    { words: "A day later, owners get messages.", ...move(state, app, "working-day") },
    { words: "Read the one to an owner.", label: `Act as ${owner.name}`, does: () => app.actAs(owner.id, { opens: "app" }) },
    { words: "See the page that is theirs alone.", label: `Home of ${name}`, does: () => app.openHome() },
    { ...repair, does: () => app.actAs(maintainer.id, { opens: "room" }).then(repair.does) },
    { words: "Undo it, in the window that tells what was done, before you close it." },
  ];
}

/** The button of one change on GitHub; nothing where this demo has no such change. */
function merge(state, app) {
  const change = state.changes.find((one) => one.id === "merge-2593");
  if (!change) return {};
  if (!change.open) return { isDone: true };
  return { label: change.label, does: (control) => app.act({ do: "change", id: change.id }, { control }) };
}

function move(state, app, id) {
  const { label } = state.clock.moves.find((one) => one.id === id);
  return { label, does: (control) => app.move(id, { control }) };
}
