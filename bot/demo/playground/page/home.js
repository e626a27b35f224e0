// The bot's Home: one view per person, drawn like a message.

import { drawBlocks } from "./blocks.js";
import { alertLine, el, keyed } from "./dom.js";
import { keptValue } from "./fields.js";
import { dayNumber } from "./times.js";

export function home(app) {
  const { node: status, report } = alertLine();
  const view = el("div", { class: "home-view" });
  const node = el("div", { class: "scroller home", tabindex: "0", role: "region", "aria-label": "Home of the bot", data: { testid: "home" } }, status, view);

  function drawView(shown) {
    const { state } = app;
    const act = (deed, control) => app.act(deed, { control, report });
    const values = (block, action) => keptValue(shown.state?.[block]?.[action]);
    return el("div", { tabindex: "-1" }, drawBlocks(shown.blocks, { state, act, at: { view: shown.id }, values }));
  }

  function draw() {
    const { home: shown, me, clock } = app.state;
    const sign = shown ? `${shown.id} ${shown.hash} ${dayNumber(new Date(clock.now), me.tz)}` : "none";
    const empty = () => el("p", { class: "empty" }, `${app.state.bot.name} has not published a Home for you yet.`);
    keyed(view, [{ key: me.id, sign, draw: () => (shown ? drawView(shown) : empty()) }]);
  }

  return { node, draw };
}
