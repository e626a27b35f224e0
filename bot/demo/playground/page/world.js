// What lies outside of Slack: the clock and GitHub. And what to try first.

import { readIndex } from "./api.js";
import { alertLine, el, keyed } from "./dom.js";
import { showText } from "./reader.js";
import { shortMoment } from "./times.js";
import { tour } from "./tour.js";

export function world(app) {
  const steps = tour(app);
  const now = el("p", { class: "clock", data: { testid: "clock" } });
  const { node: status, report } = alertLine();
  const github = alertLine();
  const work = el("p", { class: "about", role: "status" });
  const index = el("button", { class: "button button-small", on: { click: () => showIndex(app, github.report) } }, "See the index as it stands");
  const moves = el("ul", { class: "deeds" });
  const changes = el("ul", { class: "deeds" });
  const wrong = el("div");
  const about = el("p", { class: "about" });
  const node = el(
    "div",
    { class: "scroller panel", tabindex: "0", data: { testid: "world" } },
    wrong,
    part("Try this", steps.node),
    part("The clock", now, work, status, moves),
    part("GitHub", el("p", { class: "about" }, "Change what the bot will read next."), index, github.node, changes),
    part("About this demo", about),
  );

  function deeds(list, kind, all) {
    keyed(list, all.map((one) => ({ key: one.id, sign: JSON.stringify(one), draw: () => deed(one, kind) })));
  }

  function deed(one, kind) {
    const isClosed = one.open === false;
    const button = el("button", { class: "button", disabled: isClosed, data: { focus: one.id } }, one.label);
    const change = () => app.act({ do: "change", id: one.id }, { control: button, report: github.report });
    const move = () => app.move(one.id, { control: button, report });
    button.addEventListener("click", kind === "move" ? move : change);
    return el("li", { tabindex: "-1" }, button, el("p", { class: "about" }, one.help));
  }

  function draw() {
    const { state } = app;
    now.replaceChildren(
      el("time", { datetime: state.clock.now }, shortMoment(new Date(state.clock.now), state.me.tz)),
      el("span", { class: "about" }, ` ${state.me.tz}; it stands still until you move it`),
    );
    deeds(moves, "move", state.clock.moves);
    deeds(changes, "change", state.changes);
    work.textContent = app.isMoving ? `${state.bot.name} is at work …` : "";
    for (const button of moves.querySelectorAll("button")) {
      if (app.isMoving) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    steps.draw();
    about.textContent = state.about.says;
    const faults = state.violations;
    keyed(wrong, faults.length ? [{ key: "faults", sign: JSON.stringify(faults), draw: () => faultsNode(faults) }] : []);
  }

  return { node, draw };
}

/** The issue of this demo: a link to github.com leads to the real one, which nothing here changes. */
async function showIndex(app, report) {
  report("");
  try {
    const { tracker, body, edits } = await readIndex();
    const line = (edit) => el("li", {}, `${edit.by}, ${shortMoment(new Date(edit.at), app.state.me.tz)}`);
    const list = edits.length ? el("ul", { class: "edits" }, edits.map(line)) : "Nobody yet.";
    showText({ title: `The index, ${tracker}`, text: body, about: [el("div", { class: "about" }, "Edited by, newest first: ", list)] });
  } catch (error) {
    report(error.message);
  }
}

function part(title, ...content) {
  return el("section", { class: "part" }, el("h2", {}, title), ...content);
}

/** The strict Slack behind this page found fault with the bot: nothing to hide. */
function faultsNode(faults) {
  const lines = faults.map((one) => el("li", {}, one));
  return el("section", { class: "part faults", data: { testid: "violations" } }, el("h2", {}, "Slack would have refused this"), el("ul", {}, lines));
}
