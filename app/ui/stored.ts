/** A value stored as JSON in the browser; null if there is none. Browsers may deny storage, and its text may be malformed. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value as JSON; null removes it. Does nothing when storage is denied or full. */
export function writeStored(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
}
