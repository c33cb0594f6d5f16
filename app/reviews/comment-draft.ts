// Keeps a submitted comment in sessionStorage: without a session, the action redirects to sign-in, and the form of the page
// afterwards is filled from this draft.
const keyOf = (productId: string) => `commentaire:${productId}`;

export function saveDraft(productId: string, form: HTMLFormElement): void {
  const typed = new FormData(form);
  sessionStorage.setItem(
    keyOf(productId),
    JSON.stringify({ rate: typed.get("rate"), text: typed.get("text") }),
  );
}

export const clearDraft = (productId: string): void => sessionStorage.removeItem(keyOf(productId));

/** Fills the form from the draft, if there is one, and deletes the draft. */
export function restoreDraft(productId: string, form: HTMLFormElement): void {
  const draft = sessionStorage.getItem(keyOf(productId));
  if (!draft) return;
  clearDraft(productId);
  const { rate, text } = JSON.parse(draft) as { rate: string | null; text: string | null };
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.name === "rate")
      control.checked = control.value === rate;
    if (control instanceof HTMLTextAreaElement && control.name === "text")
      control.value = text ?? "";
  }
}
