import {
  data,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
} from "react-router";
import { PASSWORD_PATH } from "#app/platform/password-path.ts";
import {
  errorsOf,
  failure,
  isUnreachable,
  kindOf,
  showFailure,
  unwrapThrown,
  type Failure,
} from "./failure.ts";
import { isPost, isReachable } from "./offline.ts";
import { submitForm, watchForms } from "./submitted-forms.ts";

type Results = Record<string, DataStrategyResult>;
type Submission = Pick<
  DataRouter["state"]["navigation"],
  "state" | "formAction" | "formMethod" | "formEncType" | "formData"
>;

const AREAS = /^\/(admin|favorite)\b/;
let router: DataRouter | null = null;
/** The path on which the user has typed into a POST form; null before. */
let typedPath: string | null = null;
/** The URL of the last navigation that has not succeeded yet; null after a success. */
let pendingUrl: string | null = null;
/** URLs whose route module failed to load. The router never retries the import: only a document load helps. */
const urlsWithoutModule = new Set<string>();
/** The submissions that `submissionOf` has returned, by their FormData. */
const matchedSubmissions = new WeakSet<FormData>();

/**
 * Activates keepPage for this router, records typed and submitted forms, and cancels the router's page reloads. Returns a
 * function that removes the listeners.
 */
export function watchConnection(watched: DataRouter): () => void {
  router = watched;
  const note = ({ target }: Event) => {
    if ((target as Element).closest("form[method=post]")) typedPath = location.pathname;
  };
  const stay = (event: NavigateEvent) => {
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
    event.preventDefault();
    const { navigation, fetchers } = watched.state;
    if (pendingUrl) urlsWithoutModule.add(pendingUrl);
    if (navigation.state === "loading") void openDocument(addressOf(navigation.location));
    else if ([...fetchers.values()].some(({ state }) => state !== "idle"))
      showFailure({ kind: "not-sent", form: null, retry: () => void openDocument(location.href) });
    // Otherwise only a prefetch failed, which needs no report.
  };
  document.addEventListener("input", note);
  const stopForms = watchForms();
  // The router reloads the page when a route module fails to load; offline, that would lose the page.
  window.navigation?.addEventListener("navigate", stay);
  return () => {
    document.removeEventListener("input", note);
    stopForms();
    window.navigation?.removeEventListener("navigate", stay);
  };
}

/**
 * Loads the URL as a new document, because a deployment may have removed the open page's modules. If the server is
 * unreachable, stays and reports the failure.
 */
async function openDocument(address: string): Promise<void> {
  if (await isReachable()) return location.assign(address);
  cancelNavigation();
  showFailure({ kind: "not-sent", form: null, retry: () => void openDocument(address) });
}

/** Cancels a navigation: navigates to the current URL without running any loader. */
function cancelNavigation(): void {
  const { location: current } = router!.state;
  void router!.navigate(current, {
    replace: true,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
    state: current.state,
  });
}

/**
 * The root's client middleware, around every navigation, submission, fetcher and revalidation. Keeps the page:
 * - A form gets an empty 503 result after a lost connection, an error response (5xx, 413, 429) or an ended session, and when it
 *   needs a recent password.
 * - A navigation is cancelled if the shop is unreachable, or if the session has ended and the path stays the same.
 * - A revalidation or fetcher gets the data already shown after an error, or when the page needs a recent password; after an ended session only if something typed
 *   could be lost. Otherwise the browser follows the redirect to sign-in.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  // Not hydrated yet: there is no state to lose.
  if (!router) return next();
  const isForm = request.method !== "GET";
  const submission = isForm ? submissionOf(request) : null;
  const navigation = isForm ? null : navigationOf(request);
  if (navigation) pendingUrl = request.url;
  const results = await next();
  // No results: `cancelNavigation` navigates without running loaders.
  if (request.signal.aborted || Object.keys(results).length === 0) return results;
  if (isForm) return afterForm(request, results, submission);
  const hasArrived = router.state.navigation.state === "idle";
  if (navigation && !hasArrived) return afterNavigation(request.url, results, navigation);
  return afterBackground(request, results);
};

/** The router's submission behind this request. Each is returned once, because two submissions may post to the same URL. */
function submissionOf({ url }: Request) {
  const { navigation, fetchers } = router!.state;
  const all: [key: string | null, Submission][] = [[null, navigation], ...fetchers];
  const found = all.find(
    ([, { state, formAction, formData }]) =>
      state === "submitting" &&
      new URL(formAction!, location.href).href === url &&
      !(formData && matchedSubmissions.has(formData)),
  );
  if (found?.[1].formData) matchedSubmissions.add(found[1].formData);
  return found ?? null;
}

type Loading = Extract<DataRouter["state"]["navigation"], { state: "loading" }>;

/**
 * The loading navigation to this URL; null if there is none. A fetcher's revalidation may request the same URL and end after
 * the navigation; keepPage then treats it as a background request (`hasArrived`).
 */
function navigationOf({ url }: Request): Loading | null {
  const { navigation } = router!.state;
  return navigation.state === "loading" && addressOf(navigation.location) === url
    ? navigation
    : null;
}

type Path = { pathname: string; search: string };
/** An absolute URL without its fragment, normalised like a request's. */
const addressOf = ({ pathname, search }: Path) => new URL(location.origin + pathname + search).href;
const isSameAddress = (one: Path, other: Path) => addressOf(one) === addressOf(other);

function afterForm(
  request: Request,
  results: Results,
  submission: ReturnType<typeof submissionOf>,
): Results {
  const [[routeId, { type, result }]] = Object.entries(results) as [[string, DataStrategyResult]];
  const form = new URL(request.url).pathname;
  const kind =
    askedBy(result, form) ??
    (type === "error" && !(result instanceof Response) ? kindOf(unwrapThrown(result)) : null);
  if (!kind) {
    showFailure(null);
    return results;
  }
  showFailure({
    kind,
    form,
    retry: () => submitForm(submission?.[1].formData) || submitAgain(submission),
  });
  // With an error status the router skips revalidation, which would fail too.
  return { [routeId]: { type: "data", result: data(undefined, { status: 503 }) } };
}

function submitAgain(submission: ReturnType<typeof submissionOf>): void {
  if (!submission) return location.assign(location.href);
  const [key, { formAction, formMethod, formEncType, formData }] = submission;
  const options = { formMethod, formEncType, formData: copyOf(formData!) };
  if (key === null) void router!.navigate(formAction!, options as never);
  else void router!.fetch(key, "root", formAction!, options as never);
}

/** A copy, since `submissionOf` recognises a submission by its FormData object. */
function copyOf(formData: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of formData) copy.append(name, value);
  return copy;
}

function afterNavigation(address: string, results: Results, navigation: Loading): Results {
  const { loaderData, location: current } = router!.state;
  const errors = errorsOf(results);
  const isWithin = navigation.location.pathname === current.pathname;
  const asked = isWithin && askedByLoaders(results);
  if (asked) {
    // afterForm has reported it and kept the form. A live event during the submission made the router run the loaders anyway.
    // Return the loaded data, so that the form stays.
    if (failure?.kind === asked && navigation.formMethod === "POST")
      return keptData(Object.keys(results));
    if (asked === "signed-out" && navigation.formMethod !== "POST") {
      cancelAndReport(address, navigation, "signed-out");
      return results;
    }
  }
  if (errors.length === 0) {
    pendingUrl = null;
    showFailure(null);
    return results;
  }
  const isOwnReload = navigation.formMethod === "POST" && isKnown(results);
  if (isOwnReload && isSameAddress(navigation.location, current))
    return keptData(Object.keys(results));
  if (!errors.some(isUnreachable)) {
    // If the root loader failed, keep its previous data, so that header and footer stay.
    if (results["root"]?.type === "error" && loaderData["root"])
      results["root"] = { type: "data", result: loaderData["root"] };
    return results;
  }
  cancelAndReport(address, navigation, navigation.formMethod === "POST" ? "no-answer" : "not-sent");
  return results;
}

/** Cancels a navigation and reports why. */
function cancelAndReport(
  address: string,
  { location: to, historyAction }: Loading,
  kind: Failure["kind"],
): void {
  const { location: current } = router!.state;
  cancelNavigation();
  showFailure({
    kind,
    form: null,
    retry: () => {
      if (urlsWithoutModule.has(address)) return void openDocument(address);
      void router!.navigate(to, {
        replace: historyAction !== "PUSH",
        preventScrollReset: to.pathname === current.pathname,
        state: to.state,
      });
    },
  });
}

/** Hides failed background revalidations and fetchers, and those that need a recent password: the shown data stays. */
function afterBackground(request: Request, results: Results): Results | Promise<Results> {
  const { location: current, loaderData } = router!.state;
  const failed = errorsOf(results);
  const asked = askedByLoaders(results);
  const isAlreadyReported = failure?.kind === "signed-out";
  // Keep the page if the ended session is already reported, if the user has typed into a form, or while a submission runs; its
  // response replaces this report. A recent password is asked for at the next form.
  const isKept =
    asked === "password" || isAlreadyReported || typedPath === current.pathname || isSubmitting();
  if (asked && isKept && isKnown(results)) {
    // An earlier signed-out submission keeps its retry.
    if (asked === "signed-out" && !isAlreadyReported)
      showFailure({ kind: "signed-out", form: null, retry: readAgain });
    return keptData(Object.keys(results));
  }
  if (!failed.some((error) => kindOf(error))) return results;
  // A route without loaded data, whose loader failed earlier, keeps its error boundary.
  const known = Object.keys(results).filter((id) => id in loaderData);
  if (known.length > 0) return { ...results, ...keptData(known) };
  // Stays pending until the router aborts the request, so that the fetcher keeps its data.
  return new Promise((resolve) =>
    request.signal.addEventListener("abort", () => resolve(results), { once: true }),
  );
}

function isSubmitting(): boolean {
  const { navigation, fetchers } = router!.state;
  return [navigation, ...fetchers.values()].some(({ formMethod }) => isPost(formMethod));
}

function readAgain(): void {
  showFailure(null);
  void router!.revalidate();
}

const isKnown = (results: Results) =>
  Object.keys(results).every((id) => id in router!.state.loaderData);

/** The loaded data of these routes, as successful results. */
function keptData(ids: readonly string[]): Results {
  const { loaderData } = router!.state;
  return Object.fromEntries(ids.map((id) => [id, { type: "data", result: loaderData[id] }]));
}

/** What the redirects of the loaders ask for (`askedBy`). */
const askedByLoaders = (results: Results) =>
  Object.values(results)
    .map(({ result }) => askedBy(result, router!.state.location.pathname))
    .find((asked) => asked !== null);

/**
 * What a redirect asks for instead of data: to sign in, as the signed-in areas do without a session (specification §2: to
 * /connexion, or to / on administrators' pages), or a recent password. Null for another result. `from`: the path of the page.
 */
function askedBy(result: unknown, from: string): "signed-out" | "password" | null {
  if (!(result instanceof Response) || !AREAS.test(from)) return null;
  const to = result.headers.get("location") ?? "";
  if (to.startsWith(PASSWORD_PATH)) return "password";
  return to === "/" || to.startsWith("/connexion") ? "signed-out" : null;
}
