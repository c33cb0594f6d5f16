/**
 * Browser storage of the order form until its order is paid. The draft (sessionStorage, one tab) restores the
 * typed fields after a detour to sign-in. The attempt (localStorage, all tabs) keeps the idempotency key, so that
 * sending the same form again does not create a second order.
 */
const DRAFT_FIELDS =
  /^(name|email|phone|code|country|town|postalCode|relay|delivery|samples|billing.*|.+Method)$/;
const DRAFT = "orderDraft";
const ATTEMPT = "orderAttempt";

type Attempt = { contents: string; key: string };

/** The draft's values by field name; addresses under `addressField`. Empty without a draft. */
export function readDraft(): Record<string, string> {
  return read<Record<string, string>>(() => sessionStorage, DRAFT) ?? {};
}

/** Saves the typed fields, also the address of the shipping method that is not chosen. */
export function saveDraft(form: HTMLFormElement): void {
  // Also the fields of the shipping method that is not chosen, which FormData leaves out.
  const values = ([...form.elements] as HTMLInputElement[])
    .filter(
      ({ name, type, checked }) =>
        DRAFT_FIELDS.test(name) && (checked || !/radio|checkbox/.test(type)),
    )
    .map(({ name, value }) => [name, value]);
  const addresses = [...form.querySelectorAll<HTMLTextAreaElement>("[data-shipping]")].map(
    ({ dataset, value }) => [addressField(dataset["shipping"]!), value],
  );
  const { typedCode = "" } = readDraft();
  const draft = Object.fromEntries([...values, ...addresses]) as Record<string, string>;
  write(() => sessionStorage, DRAFT, { ...draft, typedCode });
}

/** Saves the reduction code that is applied, or the text of its field, which is not in the order form. */
export function saveCode(draft: { code?: string; typedCode: string }): void {
  write(() => sessionStorage, DRAFT, { ...readDraft(), ...draft });
}

/** The draft's field name for a shipping method's address: each method has its own. */
export const addressField = (shippingMethod: string): string => `address ${shippingMethod}`;

/**
 * Deletes the draft and the attempt, at sign-out and after payment, so that the next user of this browser does not see the
 * typed data.
 */
export function clearDraftAndAttempt(): void {
  write(() => sessionStorage, DRAFT, null);
  write(() => localStorage, ATTEMPT, null);
}

/**
 * The idempotency key for these form contents. If they equal the last submitted contents, the stored key is returned;
 * otherwise a new key is stored.
 */
export function idempotencyKeyForContents(contents: string): string {
  const last = read<Attempt>(() => localStorage, ATTEMPT);
  if (last?.contents === contents) return last.key;
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  write(() => localStorage, ATTEMPT, { contents, key });
  return key;
}

/** If the stored attempt has this key, deletes it and the draft, and returns true; otherwise returns false. */
export function endAttempt(orderKey: string): boolean {
  if (read<Attempt>(() => localStorage, ATTEMPT)?.key !== orderKey) return false;
  clearDraftAndAttempt();
  return true;
}

/** Removes the tick for samples (gifts) from the draft after an order is placed: the customer asks for them with each order anew. */
export function forgetSamples(): void {
  const { samples: _placed, ...draft } = readDraft();
  write(() => sessionStorage, DRAFT, draft);
}

// Browsers may deny storage, and its contents may be malformed: both count as empty.
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
    // Storage is denied or full: the form works without it.
  }
}
