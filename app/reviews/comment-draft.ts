// Keeps a submitted comment in sessionStorage: without a session, the action redirects to sign-in, and the form of the page
// afterwards is filled from this draft.
const keyOf = (productId: string) => `commentaire:${productId}`;

export function saveDraft(productId: string, form: HTMLFormElement): void {
  const typed = Object.fromEntries(new FormData(form));
  sessionStorage.setItem(keyOf(productId), JSON.stringify(typed));
}

export const clearDraft = (productId: string): void => sessionStorage.removeItem(keyOf(productId));

/** Fills the form from the draft, if there is one, and deletes the draft. */
export function restoreDraft(productId: string, form: HTMLFormElement): void {
  const draft = sessionStorage.getItem(keyOf(productId));
  if (!draft) return;
  clearDraft(productId);
  for (const [name, value] of Object.entries(JSON.parse(draft) as Record<string, string>)) {
    // Setting the value of a RadioNodeList chooses the radio button with this value.
    const control = form.elements.namedItem(name) as { value: string } | null;
    if (control) control.value = value;
  }
}
