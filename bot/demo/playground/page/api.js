// Talking to the playground's server: everything that leaves the page goes through here.

const GONE = "The demo has ended. Start it again with nemorl-status demo.";

/** The server cannot be reached (any more). */
export class Gone extends Error {
  constructor() {
    super(GONE);
  }
}

async function answered(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch {
    throw new Gone();
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

/** What one person sees. Raises `Gone`, or `Error` with a sentence. */
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
  const source = new EventSource("./changes");
  source.addEventListener("message", () => changed());
  source.addEventListener("error", () => {
    lost();
    // The browser itself tries again after a broken line, but not after a refusal.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(changed, lost), AGAIN_MS);
  });
}
