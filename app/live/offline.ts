import type { ClientInstrumentation } from "react-router";
import { showFailure } from "./failure.ts";
import { noteSubmission, submitForm } from "./submitted-forms.ts";

/**
 * Starts no navigation or submission while offline, and reports « not-sent »: « rien n’a été envoyé » is then certain, and
 * the router does not reload the page for a route module that it cannot fetch. Fetcher loads, navigations in the history and
 * navigations to the current URL start anyway.
 */
export const waitOffline: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      navigate: (begin, { to, formMethod, formData }) => {
        noteSubmission(formData);
        if (typeof to === "number" || (!isPost(formMethod) && isHere(to))) return finish(begin);
        return beginOnline(begin, isPost(formMethod) ? pathOf(to) : null, formData);
      },
      fetch: (begin, { href, formMethod, formData }) => {
        noteSubmission(formData);
        return isPost(formMethod) ? beginOnline(begin, pathOf(href), formData) : finish(begin);
      },
    });
  },
};

type Begin = () => Promise<unknown>;
const finish = async (begin: Begin): Promise<void> => void (await begin());

async function beginOnline(
  begin: Begin,
  form: string | null,
  formData: FormData | undefined,
): Promise<void> {
  if (navigator.onLine || (await isReachable())) return finish(begin);
  showFailure({
    kind: "not-sent",
    form,
    retry: () => submitForm(formData) || beginOnline(begin, form, formData),
  });
  // Stays pending: if an instrumentation resolves without calling `begin`, the router starts the request itself.
  return new Promise(() => undefined);
}

/**
 * Whether the server responds, with any status. `navigator.onLine` is not enough: a server on localhost responds while the
 * browser is offline.
 */
export async function isReachable(): Promise<boolean> {
  try {
    await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

export const isPost = (method: string | undefined) => method?.toUpperCase() === "POST";
const pathOf = (to: string) => new URL(to, location.href).pathname;
const withoutHash = (url: string) => url.split("#")[0];
const isHere = (to: string) =>
  withoutHash(new URL(to, location.href).href) === withoutHash(location.href);
