// Who and where an id is, as the reader knows it.

/** The name to show for a person or bot; the id where nobody knows more. */
export function personName(state, id) {
  const known = state.people[id];
  if (!known) return id;
  return known.is_bot ? known.name : known.real_name || known.name;
}

/** The name of a channel without its #; null where the reader is not in it. */
export function channelName(state, id) {
  return state.conversations.find((one) => one.id === id)?.name ?? null;
}

/** One or two letters for a picture of somebody. */
export function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...word][0]).join("").toUpperCase();
}

/** One of six colours, always the same for one id. */
export function colourOf(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) % 997;
  return String(sum % 6);
}
