import { readStored, writeStored } from "#app/ui/stored.ts";

/*
 * What the browser stores of an order until it is paid. The draft (sessionStorage, one tab) is that of order-draft.ts. The attempt
 * (localStorage, all tabs) has the idempotency key, so that sending the same form again does not create a second order.
 */
export const DRAFT = "orderDraft";
const ATTEMPT = "orderAttempt";

type Attempt = { contents: string; key: string };
const readAttempt = () => readStored(() => localStorage, ATTEMPT) as Attempt | null;

/**
 * Deletes the draft and the attempt, at sign-out and after payment, so that the next user of this browser does not see the
 * typed data.
 */
export function clearDraftAndAttempt(): void {
  writeStored(() => sessionStorage, DRAFT, null);
  writeStored(() => localStorage, ATTEMPT, null);
}

/**
 * The idempotency key for these form contents. If they equal the last submitted contents, the stored key is returned;
 * otherwise a new key is stored.
 */
export function idempotencyKeyForContents(contents: string): string {
  const last = readAttempt();
  if (last?.contents === contents) return last.key;
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  writeStored(() => localStorage, ATTEMPT, { contents, key });
  return key;
}

/** If the stored attempt has this key, deletes it and the draft, and returns true; otherwise returns false. */
export function endAttempt(orderKey: string): boolean {
  if (readAttempt()?.key !== orderKey) return false;
  clearDraftAndAttempt();
  return true;
}
