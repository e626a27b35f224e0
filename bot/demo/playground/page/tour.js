// "Try this": the way through everything there is, with what one click can do.

import { el, keyed } from "./dom.js";

export function tour(app) {
  const node = el("ol", { class: "tour", data: { testid: "tour" } });

  function draw() {
    const { state } = app;
    const sign = JSON.stringify([state.actors, state.clock.moves.map((one) => one.id), state.bot.command]);
    keyed(node, steps(state, app).map((step, at) => ({ key: String(at), sign, draw: () => stepNode(step) })));
  }

  return { node, draw };
}

function stepNode({ words, label, isCode, does }) {
  const button = label
    ? el("button", { type: "button", class: `button button-small${isCode ? " button-code" : ""}`, on: { click: (event) => does(event.currentTarget) } }, label)
    : null;
  return el("li", {}, el("span", { class: "tour-words" }, words), button);
}

function steps(state, app) {
  const { command, name } = state.bot;
  const ask = (words, question) => ({
    words,
    label: `${command} ${question}`,
    isCode: true,
    does: () => app.fill(`${command} ${question}`),
  });
  const maintainer = state.actors.find((one) => one.role === "maintainer");
  const repair = ask("As the maintainer: where do index and GitHub disagree? Then Repair.", "drift");
  const owner = state.actors.find((one) => one.role === "owner");
  const monday = state.clock.moves.find((one) => /monday/i.test(one.label));
  const nextDay = state.clock.moves.find((one) => /day/i.test(one.label) && one !== monday);
  const move = (one) => (control) => app.act({ do: "move", id: one.id }, { control, report: app.report });
  return [
    ask("Ask about a workstream; Enter sends it.", "refit"),
    { words: "Press Only stale below the answer." },
    ask("Open the settings.", "settings"),
    { words: "See your own page.", label: `Home of ${name}`, does: () => app.openHome() },
    { words: "Let the weekly digest come.", ...(monday && { label: monday.label, does: move(monday) }) },
    { words: "A day later, owners get messages.", ...(nextDay && { label: nextDay.label, does: move(nextDay) }) },
    { words: "Read the one to an owner.", ...(owner && { label: `Act as ${owner.name}`, does: () => app.actAs(owner.id, { opens: "im" }) }) },
    { ...repair, does: () => app.actAs(maintainer?.id ?? state.me.id, { opens: "channel" }).then(repair.does) },
    { words: "Undo it, with the button that the answer has." },
  ];
}
