// Moments as Slack shows them: in the reader's zone, days near the demo's clock by name.

const formats = new Map();

function format(zone, options) {
  const key = JSON.stringify([zone, options]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }));
  return formats.get(key);
}

const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const DATES = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { day: "numeric", month: "long", year: "numeric" },
  date_short: { day: "numeric", month: "short", year: "numeric" },
  date_long: LONG,
};

/** "09:30" */
export function clockTime(at, zone) {
  return format(zone, TIME).format(at);
}

/** "Monday, 24 August 2026" */
export function longDay(at, zone) {
  return format(zone, LONG).format(at).replace(/^(\w+) /, "$1, ");
}

/** A calendar day as a number: days since 1970 where `zone` is. */
export function dayNumber(at, zone) {
  const parts = format(zone, { year: "numeric", month: "numeric", day: "numeric" }).formatToParts(at);
  const part = (type) => Number(parts.find((one) => one.type === type).value);
  return Date.UTC(part("year"), part("month") - 1, part("day")) / 86_400_000;
}

/** "today", "yesterday", "tomorrow" or null, as seen on the day of `now`. */
export function nearDay(at, now, zone) {
  return { 0: "today", "-1": "yesterday", 1: "tomorrow" }[dayNumber(at, zone) - dayNumber(now, zone)] ?? null;
}

/** Slack's date markup: `pattern` with {date_short_pretty}, {time} and the like. */
export function slackDate(seconds, pattern, { now, zone }) {
  const at = new Date(Number(seconds) * 1000);
  if (Number.isNaN(at.getTime())) return null;
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => {
    if (name === "time") return clockTime(at, zone);
    const options = DATES[name.replace(/_pretty$/, "")];
    if (!options) return whole;
    const near = name.endsWith("_pretty") ? nearDay(at, now, zone) : null;
    return near ?? format(zone, options).format(at);
  });
}

/** "Mon 24 Aug 2026, 09:00" */
export function shortMoment(at, zone) {
  const day = format(zone, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
  return `${day.format(at).replace(/,/g, "")}, ${clockTime(at, zone)}`;
}
