// The bar at the top: what this is, what time it is, light or dark.

import { el, icon, ICONS } from "./dom.js";
import { shortMoment } from "./times.js";

const KEY = "nemorl-status-demo-theme";
const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: ICONS.auto, light: ICONS.sun, dark: ICONS.moon };

export function topbar(app, header) {
  const tracker = el("span", { class: "top-tracker" });
  const moment = el("time", { class: "top-time" });
  const theme = themeButton();
  const world = el("button", { class: "top-button", "aria-expanded": "true", "aria-controls": "right" }, "World");
  world.addEventListener("click", () => {
    const isClosed = document.body.classList.toggle("no-right");
    world.setAttribute("aria-expanded", String(!isClosed));
  });
  header.append(
    el("span", { class: "logo", "aria-hidden": "true" }, icon(ICONS.check)),
    el("span", { class: "top-name" }, "nemorl-status ", el("span", { class: "top-kind" }, "demo")),
    tracker,
    el("span", { class: "top-gap" }),
    moment,
    world,
    theme,
  );

  function draw() {
    const { about, clock, me } = app.state;
    tracker.textContent = about.tracker;
    moment.setAttribute("datetime", clock.now);
    moment.textContent = shortMoment(new Date(clock.now), me.tz);
  }

  function showRight() {
    document.body.classList.remove("no-right");
    world.setAttribute("aria-expanded", "true");
  }

  return { draw, showRight };
}

function themeButton() {
  const button = el("button", { class: "top-button top-theme" });
  let chosen = remembered();
  const show = () => {
    document.documentElement.dataset.theme = chosen;
    const name = { auto: "as the system", light: "light", dark: "dark" }[chosen];
    button.replaceChildren(icon(SIGNS[chosen]));
    button.setAttribute("aria-label", `Colours: ${name}`);
    button.setAttribute("title", `Colours: ${name}`);
  };
  button.addEventListener("click", () => {
    chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length];
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Where nothing may be stored it holds until the page is closed.
    }
    show();
  });
  show();
  return button;
}

function remembered() {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.includes(kept) ? kept : "auto";
  } catch {
    return "auto";
  }
}
