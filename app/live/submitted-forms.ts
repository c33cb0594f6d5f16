import { showFailure } from "./failure.ts";

type Submitted = { form: HTMLFormElement; submitter: HTMLElement | null };

/** The form whose submit event is being handled. */
let current: Submitted | undefined;
/** The submitted form by the router's FormData. A submission made by code, without a form, has no entry. */
const forms = new WeakMap<FormData, Submitted>();

/** Records submitted forms until the returned function is called. */
export function watchForms(): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    current = { form: target as HTMLFormElement, submitter };
    // React's handlers start the router's submission in this same task, so the form is needed no longer.
    setTimeout(() => (current = undefined));
  };
  addEventListener("submit", note, true);
  return () => removeEventListener("submit", note, true);
}

/** Called when the router starts a submission: records `data` as coming from the form whose submit event is being handled. */
export function noteSubmission(data: FormData | undefined): void {
  if (data && current) forms.set(data, current);
}

/**
 * Removes the shown failure and submits the form of this submission again with its present contents, which may have been
 * edited since the failure. False, without effect, if the form is no longer on the page or code made the submission.
 */
export function submitForm(data: FormData | undefined): boolean {
  const submitted = data && forms.get(data);
  if (!submitted?.form.isConnected) return false;
  showFailure(null);
  const { form, submitter } = submitted;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  return true;
}
