import { report } from "./failure.ts";

/** The last submitted form. */
let last: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;

/** Notes submitted forms until the returned function is called. */
export function watchForms(): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    last = { form: target as HTMLFormElement, submitter };
  };
  // In the capture phase: React's handlers start the submission.
  addEventListener("submit", note, true);
  return () => removeEventListener("submit", note, true);
}

/**
 * Submits the last form again as it is now, if it posts to `path`: it may have been edited since the failure. False when
 * it is no longer on the page, or when code made the submission.
 */
export function submitForm(path: string): boolean {
  if (!last?.form.isConnected || new URL(last.form.action).pathname !== path) return false;
  report(null);
  last.form.requestSubmit(last.submitter?.isConnected ? last.submitter : null);
  return true;
}
