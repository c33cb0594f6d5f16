import { report } from "./failure.ts";

/** The last submitted form of each action path. */
const submittedForms = new Map<string, { form: HTMLFormElement; submitter: HTMLElement | null }>();

/** Notes submitted forms until the returned function is called. */
export function watchForms(): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    const form = target as HTMLFormElement;
    submittedForms.set(new URL(form.action).pathname, { form, submitter });
  };
  // In the capture phase: React's handlers start the submission.
  document.addEventListener("submit", note, true);
  return () => document.removeEventListener("submit", note, true);
}

/**
 * Submits the form of this path again as it is now: it may have been edited since the failure. False when it is no longer
 * on the page, or was submitted by code.
 */
export function submitForm(path: string): boolean {
  const submitted = submittedForms.get(path);
  if (!submitted?.form.isConnected) return false;
  report(null);
  const { form, submitter } = submitted;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  return true;
}
