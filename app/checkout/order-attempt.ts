/**
 * What the browser remembers of an order form until it is paid: what was typed, to find it again after
 * signing in, and the key under which it was sent, so that sending the same form again is the same order.
 */
const KEPT = new Set(["name", "phone", "address", "shippingMethod", "paymentMethod"]);
const DRAFT = "orderDraft";
const ATTEMPT = "orderAttempt";

export function readDraft(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepDraft(form: HTMLFormElement): void {
  const values = [...new FormData(form)].filter(([name]) => KEPT.has(name));
  sessionStorage.setItem(DRAFT, JSON.stringify(Object.fromEntries(values)));
}

/** The key of this form's contents: the same contents, the same key. */
export function idempotencyKeyOf(contents: string): string {
  try {
    const last = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? "null") as {
      contents: string;
      key: string;
    } | null;
    if (last?.contents === contents) return last.key;
  } catch {
    // Unreadable: a new key is right.
  }
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ contents, key }));
  return key;
}

/** Forgets the attempt and the draft; says whether this tab had sent an order. */
export function endAttempt(): boolean {
  const hadOne = sessionStorage.getItem(ATTEMPT) !== null;
  sessionStorage.removeItem(ATTEMPT);
  sessionStorage.removeItem(DRAFT);
  return hadOne;
}
