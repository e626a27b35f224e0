// Who one is and where one can go, with what is unread. How much each person has seen is known to
// this page alone.

import { avatar } from "./avatar.js";
import { el, icon, ICONS, keyed } from "./dom.js";

export function sidebar(app, nav) {
  const seen = new Map();
  const who = el("select", { class: "input", id: "act-as" });
  who.addEventListener("change", () => app.actAs(who.value));
  const channels = el("ul");
  const apps = el("ul");
  nav.append(
    el("div", { class: "side-who" }, el("label", { for: "act-as" }, "Act as"), who),
    el("h2", { class: "side-title" }, "Channels"),
    channels,
    el("h2", { class: "side-title" }, "Apps"),
    apps,
  );

  function draw() {
    const { state, tab } = app;
    const actors = JSON.stringify(state.actors);
    keyed(who, state.actors.map((one) => ({ key: one.id, sign: actors, draw: () => el("option", { value: one.id }, `${one.name} (${one.role})`) })));
    who.value = state.me.id;
    const isHere = (one) => one.id === state.conversation.id;
    const here = state.conversations.find(isHere);
    if (here && tab === "messages") seen.set(`${state.me.id} ${here.id}`, here.messages);
    const unread = (one) => Math.max(0, one.messages - (seen.get(`${state.me.id} ${one.id}`) ?? 0));
    const place = (one, isCurrent, open, drawn = {}) => {
      const count = drawn.isHome ? 0 : unread(one);
      const name = drawn.name ?? one.name;
      return {
        key: `${one.id} ${drawn.isHome ?? ""}`,
        sign: JSON.stringify([name, count, isCurrent, one.has_bot]),
        draw: () => placeNode({ one, name, count, isCurrent, open, sign: drawn.sign }),
      };
    };
    keyed(
      channels,
      state.conversations
        .filter((one) => one.kind === "channel")
        .map((one) => place(one, isHere(one), () => app.open(one.id), { sign: icon(one.private ? ICONS.lock : ICONS.hash) })),
    );
    keyed(
      apps,
      state.conversations
        .filter((one) => one.kind === "im")
        .flatMap((one) => [
          place(one, isHere(one) && tab === "messages", () => app.open(one.id), { sign: avatar(state.bot.id, one.name, true) }),
          place(one, isHere(one) && tab === "home", () => app.openHome(), { name: `Home of ${one.name}`, isHome: true, sign: icon(ICONS.home) }),
        ]),
    );
  }

  return { draw };
}

function placeNode({ one, name, count, isCurrent, open, sign }) {
  const words = `${count} unread ${count === 1 ? "message" : "messages"}`;
  const unread = count ? el("span", { class: "unread" }, el("span", { "aria-hidden": "true" }, String(count)), el("span", { class: "unseen" }, words)) : null;
  const isApp = one.kind === "im" && !name.startsWith("Home of ");
  const button = el(
    "button",
    {
      class: `place${count ? " place-unread" : ""}`,
      "aria-current": isCurrent ? "page" : null,
      data: { focus: name },
      on: { click: open },
    },
    sign,
    el("span", { class: "place-name" }, name),
    isApp ? el("span", { class: "badge" }, "APP") : null,
    unread,
  );
  return el("li", { tabindex: "-1" }, button);
}
