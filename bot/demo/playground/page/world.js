// What lies outside of Slack: the clock and GitHub. And what to try first.

import { el, keyed } from "./dom.js";
import { shortMoment } from "./times.js";
import { tour } from "./tour.js";

export function world(app) {
  const steps = tour(app);
  const now = el("p", { class: "clock", data: { testid: "clock" } });
  const status = el("p", { class: "status", role: "alert" });
  const moves = el("ul", { class: "deeds" });
  const changes = el("ul", { class: "deeds" });
  const wrong = el("div");
  const about = el("p", { class: "about" });
  const node = el(
    "div",
    { class: "scroller panel", tabindex: "0", data: { testid: "world" } },
    wrong,
    part("Try this", steps.node),
    part("The clock", now, status, moves),
    part("GitHub", el("p", { class: "about" }, "Change what the bot will read next."), changes),
    part("About this demo", about),
  );
  const report = (says) => {
    status.textContent = says;
  };

  function deeds(list, kind, all) {
    keyed(list, all.map((one) => ({ key: one.id, sign: JSON.stringify(one), draw: () => deed(one, kind) })));
  }

  function deed(one, kind) {
    const isClosed = one.open === false;
    const button = el("button", { type: "button", class: "button", disabled: isClosed, data: { focus: one.id } }, one.label);
    button.addEventListener("click", () => app.act({ do: kind, id: one.id }, { control: button, report }));
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
    steps.draw();
    about.textContent = state.about.says;
    const faults = state.violations;
    keyed(wrong, faults.length ? [{ key: "faults", sign: JSON.stringify(faults), draw: () => faultsNode(faults) }] : []);
  }

  return { node, draw };
}

function part(title, ...content) {
  return el("section", { class: "part" }, el("h2", {}, title), ...content);
}

/** The strict Slack behind this page found fault with the bot: nothing to hide. */
function faultsNode(faults) {
  const lines = faults.map((one) => el("li", {}, one));
  return el("section", { class: "part faults", data: { testid: "violations" } }, el("h2", {}, "Slack would have refused this"), el("ul", {}, lines));
}
