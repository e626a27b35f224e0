// The raw traffic between Slack, bot and GitHub, for the curious.

import { readPayload, readTraffic } from "./api.js";
import { alertLine, el } from "./dom.js";
import { showText } from "./reader.js";
import { shortMoment } from "./times.js";

const MOST = 300;

export function inspector(app) {
  const list = el("ol", { class: "traffic" });
  const { node: status, report } = alertLine();
  const empty = el("p", { class: "empty" }, "Nothing went over the line yet.");
  const intro = el("p", { class: "about" }, "What Slack, the bot and GitHub said to each other, newest first.");
  const node = el("div", { class: "scroller panel", tabindex: "0", data: { testid: "inspector" } }, intro, status, empty, list);
  let last = 0;
  let isReading = false;

  /** Add what came since; entries that are open stay as they are. */
  async function draw() {
    if (isReading) return;
    isReading = true;
    try {
      const entries = await readTraffic(last);
      for (const entry of entries) {
        list.prepend(drawEntry(entry));
        last = Math.max(last, entry.n);
      }
      while (list.children.length > MOST) list.lastChild.remove();
      report("");
    } catch (error) {
      report(error.message);
    } finally {
      isReading = false;
      empty.hidden = list.children.length > 0;
    }
  }

  function drawEntry(entry) {
    const payload = el("pre", { class: "payload", tabindex: "0" }, "…");
    const larger = el("button", { class: "button button-small" }, "Read it larger");
    larger.addEventListener("click", () => showText({ title: `${entry.way}: ${entry.what}`, text: payload.textContent }));
    const isOk = entry.status === "ok";
    const details = el(
      "details",
      { class: "entry", data: { n: String(entry.n) } },
      el(
        "summary",
        {},
        el("span", { class: "entry-way" }, `${entry.way} · ${shortMoment(new Date(entry.at), app.state.me.tz)}`),
        el("span", { class: "entry-what" }, entry.what),
        el("span", { class: isOk ? "entry-status" : "entry-status entry-bad" }, entry.status),
        el("span", { class: "entry-ms" }, `${Math.round(entry.ms)} ms`),
      ),
      larger,
      payload,
    );
    details.addEventListener("toggle", () => details.open && payload.textContent === "…" && fill(payload, entry.n));
    return el("li", {}, details);
  }

  async function fill(payload, n) {
    try {
      payload.textContent = JSON.stringify(await readPayload(n), null, 2);
    } catch (error) {
      payload.textContent = error.message;
    }
  }

  return { node, draw };
}
