/** What a customer wrote and sent, perhaps to be sent to sign in first, kept in this tab until they come back. */
const keyOf = (productId: string) => `commentaire:${productId}`;

export function keepDraft(productId: string, form: HTMLFormElement): void {
  const typed = new FormData(form);
  sessionStorage.setItem(
    keyOf(productId),
    JSON.stringify({ rate: typed.get("rate"), text: typed.get("text") }),
  );
}

export const forgetDraft = (productId: string): void => sessionStorage.removeItem(keyOf(productId));

/** Puts the kept draft back into the form and forgets it. */
export function restoreDraft(productId: string, form: HTMLFormElement): void {
  const kept = sessionStorage.getItem(keyOf(productId));
  if (!kept) return;
  forgetDraft(productId);
  const { rate, text } = JSON.parse(kept) as { rate: string | null; text: string | null };
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.name === "rate")
      control.checked = control.value === rate;
    if (control instanceof HTMLTextAreaElement && control.name === "text")
      control.value = text ?? "";
  }
}
