/**
 * What the browser remembers of an order form until it is paid: what was typed (this tab's), to find it again
 * after signing in, and the key under which it was sent (every tab's), so that sending the same form again is
 * the same order.
 */
const KEPT = new Set(["name", "phone", "shippingMethod", "paymentMethod"]);
const DRAFT = "orderDraft";
const ATTEMPT = "orderAttempt";

type Attempt = { contents: string; key: string };

export function readDraft(): Record<string, string> {
  return read<Record<string, string>>(() => sessionStorage, DRAFT) ?? {};
}

export function keepDraft(form: HTMLFormElement): void {
  const values = [...new FormData(form)].filter(([name]) => KEPT.has(name));
  const addresses = [...form.querySelectorAll<HTMLTextAreaElement>("[data-shipping]")].map(
    ({ dataset, value }) => [addressOf(dataset["shipping"]!), value],
  );
  write(() => sessionStorage, DRAFT, Object.fromEntries([...values, ...addresses]));
}

/** The name in a draft of the address of one way to deliver, whichever is chosen. */
export const addressOf = (shippingMethod: string): string => `address ${shippingMethod}`;

/** The next person at this browser finds nothing of what was typed. */
export function forgetDraft(): void {
  write(() => sessionStorage, DRAFT, null);
  write(() => localStorage, ATTEMPT, null);
}

/** The key of this form's contents: the same contents, the same key, until the order is paid. */
export function idempotencyKeyOf(contents: string): string {
  const last = read<Attempt>(() => localStorage, ATTEMPT);
  if (last?.contents === contents) return last.key;
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  write(() => localStorage, ATTEMPT, { contents, key });
  return key;
}

/** Ends the attempt that made the order of this key; says whether it was this browser's last one. */
export function endAttempt(orderKey: string): boolean {
  if (read<Attempt>(() => localStorage, ATTEMPT)?.key !== orderKey) return false;
  forgetDraft();
  return true;
}

// A browser may deny its storage, and what lies there may be anything: then nothing is remembered.
function read<T>(storage: () => Storage, name: string): T | null {
  try {
    return JSON.parse(storage().getItem(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch {
    // Denied or full: the form works without.
  }
}
