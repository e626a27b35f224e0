// What the page is put together from: one state, read anew at each change, and who draws it.

import { listen, readState, send } from "./api.js";
import { conversation } from "./conversation.js";
import { el, icon, ICONS } from "./dom.js";
import { keep, kept } from "./kept.js";
import { modals } from "./modal.js";
import { news } from "./news.js";
import { rightPane } from "./right.js";
import { sidebar } from "./sidebar.js";
import { topbar } from "./topbar.js";

const $ = (id) => document.getElementById(id);

const app = {
  state: null,
  where: { as: null, conversation: null, thread: null, ...kept("where") },
  tab: kept("tab") ?? "messages",
  isMoving: false,
  act,
  move,
  draw,
  arrived,
  open,
  openHome,
  openThread,
  closeThread,
  actAs,
  fill,
  report: (says) => parts.middle.report(says),
};
const parts = {
  top: topbar(app, $("top")),
  side: sidebar(app, $("side")),
  middle: conversation(app, $("middle")),
  right: rightPane(app, $("right")),
  modals: modals(app),
  news: news(app, $("live")),
};

// Stands for the direct conversation with the bot, whose id is another one for each person.
const APP = "app";

let reading = null;
let isStale = false;

/** Read the state and draw it; whoever asks while it is being read gets the reading after it. */
function refresh() {
  isStale = true;
  reading ??= readUntilFresh().finally(() => {
    reading = null;
  });
  return reading;
}

async function readUntilFresh() {
  while (isStale) {
    isStale = false;
    const asked = JSON.stringify(app.where);
    try {
      const state = await readState(await known(app.where));
      // Somebody went elsewhere meanwhile: that reading follows.
      if (asked === JSON.stringify(app.where)) take(state);
    } catch (error) {
      ended(error);
      return;
    }
  }
}

/** The same place with ids that the server knows. */
async function known(where) {
  if (where.conversation !== APP) return where;
  const { conversations } = await readState({ as: where.as });
  return { ...where, conversation: appOf(conversations)?.id };
}

function appOf(conversations) {
  return conversations.find((one) => one.kind === "im");
}

/** Resolves once the page shows what one went to. */
async function arrived() {
  await reading;
}

function take(state) {
  $("ended").hidden = true;
  // Before there is a state there is nothing that could be done.
  $("app").hidden = false;
  app.state = state;
  app.where = { as: state.me.id, conversation: state.conversation.id, thread: state.thread?.ts ?? null };
  if (!isInApp()) app.tab = "messages";
  keep("where", { ...app.where, thread: null });
  draw();
}

function isInApp() {
  return app.state.conversation.id === appOf(app.state.conversations)?.id;
}

function draw() {
  keep("tab", app.tab);
  for (const part of Object.values(parts)) part.draw();
  $("switcher").querySelector("[data-pane=right] span").textContent = parts.right.shown();
}

function ended(error) {
  $("ended").textContent = error.message;
  $("ended").hidden = false;
}

/** Do something as the present person; the control that was used waits for the answer. */
async function act(deed, { control = null, report = app.report } = {}) {
  if (control?.getAttribute("aria-disabled") === "true") return { ok: false, says: "", errors: {} };
  control?.setAttribute("aria-disabled", "true");
  report("");
  try {
    const result = await send({ as: app.where.as, ...deed });
    if (!result.ok) report(result.says);
    await refresh();
    return result;
  } catch (error) {
    ended(error);
    return { ok: false, error: null, says: error.message, errors: {} };
  } finally {
    control?.removeAttribute("aria-disabled");
  }
}

/** Move the clock; the answer takes as long as the bot needs for what is due then. */
async function move(id, options) {
  if (app.isMoving) return { ok: false };
  app.isMoving = true;
  const answer = act({ do: "move", id }, options);
  draw();
  const result = await answer;
  app.isMoving = false;
  draw();
  return result;
}

function go(where, tab = "messages") {
  app.where = { ...app.where, ...where };
  app.tab = tab;
  pane("middle");
  return refresh();
}

function open(id) {
  const isApp = id === appOf(app.state.conversations)?.id;
  return go({ conversation: isApp ? APP : id, thread: null });
}

async function openHome() {
  await go({ conversation: APP, thread: null }, "home");
  await act({ do: "home" });
}

async function openThread(ts) {
  app.where.thread = ts;
  parts.top.showRight();
  await refresh();
  pane("right");
  if (app.state.thread) parts.right.focusThread();
}

async function closeThread() {
  const ts = app.where.thread;
  app.where.thread = null;
  pane("middle");
  await refresh();
  const root = document.querySelector(`#middle [data-ts="${CSS.escape(ts ?? "")}"]`);
  (root?.querySelector(".replies") ?? root)?.focus();
}

/** Be somebody else, in the "room", in the conversation with the bot ("app"), or where one was. */
async function actAs(id, { opens = null } = {}) {
  const here = isInApp() ? APP : app.state.conversation.id;
  const conversation = opens ? { room: null, app: APP }[opens] : here;
  await go({ as: id, conversation, thread: null }, opens ? "messages" : app.tab);
  // Home is made when it is opened, for each person.
  if (app.tab === "home") await act({ do: "home" });
}

function fill(text) {
  if (app.tab === "home") app.tab = "messages";
  pane("middle");
  draw();
  parts.middle.fill(text);
}

/** On narrow screens one pane is seen at a time. */
function pane(name) {
  document.body.dataset.pane = name;
  for (const button of $("switcher").children) button.setAttribute("aria-current", String(button.dataset.pane === name));
}

function drawSwitcher() {
  const panes = [["side", "Conversations", ICONS.list], ["middle", "Messages", ICONS.reply], ["right", "World", ICONS.globe]];
  const buttons = panes.map(([name, label, sign]) =>
    el("button", { data: { pane: name }, on: { click: () => pane(name) } }, icon(sign), el("span", {}, label)),
  );
  $("switcher").append(...buttons);
  pane("middle");
}

$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  pane("middle");
  parts.middle.focus();
});
drawSwitcher();
// A broken line is either the end or a hiccup: reading the state tells which.
listen(refresh, refresh);
refresh();
