import { readStored, writeStored } from "#app/ui/stored.ts";
import { DRAFT } from "./order-attempt.ts";

/* The draft of the order form: its typed fields, which are restored after a detour to sign-in. */

const DRAFT_FIELDS =
  /^(name|email|phone|code|country|town|postalCode|relay|delivery|samples|billing.*|.+Method)$/;

const storage = () => sessionStorage;

/** The draft's values by field name; addresses under `addressField`. Empty without a draft. */
export const readDraft = () => (readStored(storage, DRAFT) ?? {}) as Record<string, string>;

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
  writeStored(storage, DRAFT, { ...draft, typedCode });
}

/** Saves the reduction code that is applied, or the text of its field, which is not in the order form. */
export function saveCode(draft: { code?: string; typedCode: string }): void {
  writeStored(storage, DRAFT, { ...readDraft(), ...draft });
}

/** The draft's field name for a shipping method's address: each method has its own. */
export const addressField = (shippingMethod: string): string => `address ${shippingMethod}`;

/** Samples are asked for with each order: the next form begins without the tick of a placed one. */
export function forgetSamples(): void {
  const { samples: _placed, ...draft } = readDraft();
  writeStored(storage, DRAFT, draft);
}
