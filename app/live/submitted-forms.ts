import { report } from "./failure.ts";

type Submitted = { form: HTMLFormElement; submitter: HTMLElement | null };

/** The form whose submit event is being handled. */
let current: Submitted | undefined;
/** The form that each submission of the router came from. Absent when code made the submission. */
const forms = new WeakMap<FormData, Submitted>();

/** Notes submitted forms until the returned function is called. */
export function watchForms(): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    current = { form: target as HTMLFormElement, submitter };
    // React's handlers start the submission in this same task.
    setTimeout(() => (current = undefined));
  };
  addEventListener("submit", note, true);
  return () => removeEventListener("submit", note, true);
}

/** Called when the router starts a submission. */
export function noteSubmission(data: FormData | undefined): void {
  if (data && current) forms.set(data, current);
}

/**
 * Submits the form of this submission again as it is now: it may have been edited since the failure. False when it is no
 * longer on the page, or when code made the submission.
 */
export function submitForm(data: FormData | undefined): boolean {
  const submitted = data && forms.get(data);
  if (!submitted?.form.isConnected) return false;
  report(null);
  const { form, submitter } = submitted;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  return true;
}
