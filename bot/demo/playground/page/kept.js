// What outlives a reload of this tab, for this one run of the demo: its address is part of the key.

const BEGIN = `nemorl-status-demo ${location.pathname}`;

/** What was kept under this name; null: nothing. */
export function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`${BEGIN} ${name}`));
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    sessionStorage.setItem(`${BEGIN} ${name}`, JSON.stringify(value));
  } catch {
    // Where nothing may be stored a reload begins anew.
  }
}
