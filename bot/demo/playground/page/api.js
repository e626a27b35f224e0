// Talking to the playground's server: everything that leaves the page goes through here.

const GONE = "The demo has ended. Start it again with nemorl-status demo.";

async function answered(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error(GONE);
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    // Told below: no answer of this server is anything but JSON.
  }
  return { status: response.status, body };
}

async function got(path) {
  const { status, body } = await answered(path);
  if (status === 200 && body !== null) return body;
  throw new Error(body?.says ?? `The demo answered ${status}. Reload the page.`);
}

function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value);
  return new URLSearchParams(given).toString();
}

/** What one person sees. Raises `Error` with a sentence, as all of these do. */
export function readState({ as, conversation, thread }) {
  return got(`./state?${query({ as, conversation, thread })}`);
}

/** What went between Slack, bot and GitHub since entry `after`. */
export async function readTraffic(after) {
  return (await got(`./traffic?${query({ after: String(after) })}`)).entries;
}

/** The raw payload of one entry. */
export function readPayload(n) {
  return got(`./traffic/${encodeURIComponent(n)}`);
}

/** The index on GitHub as it stands: {tracker, body, edits}, the newest edit first. */
export function readIndex() {
  return got("./index");
}

/** Where a picture is that the bot uploaded. */
export function fileAddress(id) {
  return `./files/${encodeURIComponent(id)}`;
}

/** Do something as a person: {ok, error, says, errors}; a refusal is an answer, not an exception. */
export async function send(deed) {
  const { status, body } = await answered("./do", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(deed),
  });
  if (status === 200 && body !== null) return { errors: {}, says: "", error: null, ...body };
  return { ok: false, error: null, says: body?.says ?? `The demo answered ${status}.`, errors: {} };
}

const AGAIN_MS = 3000;

/** Call `changed` at each change and `lost` when the line breaks; it is taken up again. */
export function listen(changed, lost) {
  let source = null;

  // A browser has six lines to one host for all of its tabs: one that nobody sees holds none. What
  // it missed is told as soon as the line is there again.
  function look() {
    source?.close();
    source = document.hidden ? null : opened();
  }

  function opened() {
    const line = new EventSource("./changes");
    line.addEventListener("message", () => changed());
    line.addEventListener("error", () => {
      lost();
      // The browser itself tries again after a broken line, but not after a refusal.
      if (line.readyState === EventSource.CLOSED) setTimeout(() => line === source && look(), AGAIN_MS);
    });
    return line;
  }

  document.addEventListener("visibilitychange", look);
  look();
}
