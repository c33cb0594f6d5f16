import { useSyncExternalStore } from "react";
import {
  data,
  isRouteErrorResponse,
  type ClientInstrumentation,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
} from "react-router";

/**
 * Why nothing came of what the visitor asked for. The page stays as it was, with everything that was typed.
 * - `not-sent`: the browser was offline, or a page was asked for and didn't come. Nothing has changed in the shop.
 * - `no-answer`: a form was sent, the answer was lost. The shop may have received it.
 * - `failed`: the shop answered with an error.
 * - `refused`: the shop takes no more for now (413, 429).
 * - `signed-out`: the session has ended.
 */
export type Failure = {
  kind: "not-sent" | "no-answer" | "failed" | "refused" | "signed-out";
  /** The path that a form was sent to; null when a page was asked for. */
  form: string | null;
  /** Sends exactly the same again. */
  retry: () => void;
};

type Results = Record<string, DataStrategyResult>;
type Submission = Pick<
  DataRouter["state"]["navigation"],
  "state" | "formAction" | "formMethod" | "formEncType" | "formData"
>;

const AREAS = /^\/(admin|favorite)\b/;
/** Statuses of a proxy whose shop didn't answer: whether the shop got the request is unknown. */
const GATEWAY = new Set([502, 503, 504]);
const TOO_MUCH = new Set([413, 429]);

let router: DataRouter | null = null;
let failure: Failure | null = null;
let typedOn: string | null = null;
/** The last page asked for. */
let wanted: string | null = null;
/** Pages whose code didn't come. The router waits for it for ever: only a document brings them. */
const withoutCode = new Set<string>();
const listeners = new Set<() => void>();
const taken = new WeakSet<FormData>();

function tell(next: Failure | null): void {
  if (failure === next) return;
  failure = next;
  for (const listener of listeners) listener();
}

/** The last failure that nothing has mended since. */
export function useFailure(): Failure | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => failure,
    () => null,
  );
}

export const dismissFailure = (): void => tell(null);

/** Gives the mechanism the router whose requests it watches. Returns what ends the watch. */
export function watchConnection(watched: DataRouter): () => void {
  router = watched;
  const note = ({ target }: Event) => {
    if ((target as Element).closest("form[method=post]")) typedOn = location.pathname;
  };
  const stay = (event: NavigateEvent) => {
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
    event.preventDefault();
    const { navigation, fetchers } = watched.state;
    if (wanted) withoutCode.add(wanted);
    if (navigation.state === "loading") void openDocument(addressOf(navigation.location));
    else if ([...fetchers.values()].some(({ state }) => state !== "idle"))
      tell({ kind: "not-sent", form: null, retry: () => void openDocument(location.href) });
    // Else the code was only fetched early, for a link that was pointed at.
  };
  document.addEventListener("input", note);
  // The router reloads the page when the code of a route doesn't come: without a network, nothing would be left of it.
  window.navigation?.addEventListener("navigate", stay);
  return () => {
    document.removeEventListener("input", note);
    window.navigation?.removeEventListener("navigate", stay);
  };
}

/** Leaves for a page once the shop can be reached: it may have been built anew since this one was loaded. */
async function openDocument(address: string): Promise<void> {
  if (await isReachable()) return location.assign(address);
  stayHere();
  tell({ kind: "not-sent", form: null, retry: () => void openDocument(address) });
}

/** Ends a navigation without leaving the page nor asking for anything: its own address, nothing revalidated. */
function stayHere(): void {
  const { location: current } = router!.state;
  void router!.navigate(current, {
    replace: true,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
    state: current.state,
  });
}

/**
 * The root's client middleware. It sees the outcome of every navigation, submission, fetcher and revalidation, and puts
 * « nothing has changed » in the place of one that failed on the way.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  // The page isn't hydrated yet: nothing was typed that could be lost.
  if (!router) return next();
  const isForm = request.method !== "GET";
  const submission = isForm ? submissionOf(request) : null;
  const navigation = isForm ? null : navigationOf(request);
  if (navigation) wanted = request.url;
  const results = await next();
  // Nothing at all is asked of the shop when the page goes back to itself (`stayHere`).
  if (request.signal.aborted || Object.keys(results).length === 0) return results;
  if (isForm) return afterForm(request, results, submission);
  const hasArrived = router.state.navigation.state === "idle";
  if (navigation && !hasArrived) return afterNavigation(request.url, results, navigation);
  return afterBackground(request, results);
};

/** The submission that the router makes with this request; each is found once. */
function submissionOf({ url }: Request) {
  const { navigation, fetchers } = router!.state;
  const all: [key: string | null, Submission][] = [[null, navigation], ...fetchers];
  const found = all.find(
    ([, { state, formAction, formData }]) =>
      state === "submitting" &&
      new URL(formAction!, location.href).href === url &&
      !(formData && taken.has(formData)),
  );
  if (found?.[1].formData) taken.add(found[1].formData);
  return found ?? null;
}

type Loading = Extract<DataRouter["state"]["navigation"], { state: "loading" }>;

/** The navigation that asks for this address. A fetcher's revalidation asks for the same meanwhile, and may outlast it. */
function navigationOf({ url }: Request): Loading | null {
  const { navigation } = router!.state;
  return navigation.state === "loading" && addressOf(navigation.location) === url
    ? navigation
    : null;
}

type Path = { pathname: string; search: string };
/** An absolute address without its fragment, in the one spelling that a request has. */
const addressOf = ({ pathname, search }: Path) => new URL(location.origin + pathname + search).href;
const isSameAddress = (one: Path, other: Path) => addressOf(one) === addressOf(other);

function afterForm(
  request: Request,
  results: Results,
  submission: ReturnType<typeof submissionOf>,
): Results {
  const [[routeId, { type, result }]] = Object.entries(results) as [[string, DataStrategyResult]];
  const form = new URL(request.url).pathname;
  const kind = isSignInRedirect(result, form)
    ? "signed-out"
    : type === "error" && !(result instanceof Response)
      ? kindOf(thrown(result))
      : null;
  if (!kind) {
    tell(null);
    return results;
  }
  tell({ kind, form, retry: () => submitAgain(submission) });
  // An error status: the loaders don't run again, what failed here would fail there.
  return { [routeId]: { type: "data", result: data(undefined, { status: 503 }) } };
}

/** React Router wraps what an action threw together with the status of the answer. */
const thrown = (result: unknown) =>
  typeof result === "object" && result !== null && "init" in result && "data" in result
    ? result.data
    : result;

/** Null for what a route answers by itself: « Document not found », a bad request. */
function kindOf(error: unknown): Exclude<Failure["kind"], "not-sent" | "signed-out"> | null {
  if (isRouteErrorResponse(error)) {
    if (GATEWAY.has(error.status)) return "no-answer";
    if (TOO_MUCH.has(error.status)) return "refused";
    return error.status >= 500 ? "failed" : null;
  }
  return isLost(error) || isCut(error) ? "no-answer" : "failed";
}

/** What `fetch` rejects with when no answer came. */
const isLost = (error: unknown) => error instanceof TypeError;
/** What React Router throws for an answer that ends too early, or that isn't one of the shop's. */
const isCut = (error: unknown) =>
  error instanceof Error && error.message === "Unable to decode turbo-stream response";

function submitAgain(submission: ReturnType<typeof submissionOf>): void {
  if (!submission) return location.assign(location.href);
  const [key, { formAction, formMethod, formEncType, formData }] = submission;
  const options = { formMethod, formEncType, formData: copyOf(formData!) };
  if (key === null) void router!.navigate(formAction!, options as never);
  else void router!.fetch(key, "root", formAction!, options as never);
}

/** Another object: each submission is found once, by its own. */
function copyOf(formData: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of formData) copy.append(name, value);
  return copy;
}

function afterNavigation(address: string, results: Results, navigation: Loading): Results {
  const { loaderData, location: current } = router!.state;
  const errors = errorsOf(results);
  const isWithin = navigation.location.pathname === current.pathname;
  if (isWithin && redirectToSignIn(results)) {
    // A live event during the submission makes the loaders run after its refusal: the form stays.
    if (failure?.kind === "signed-out" && navigation.formMethod === "POST")
      return keptData(Object.keys(results));
    if (navigation.formMethod !== "POST") {
      stayWithout(address, navigation, "signed-out");
      return results;
    }
  }
  if (errors.length === 0) {
    wanted = null;
    tell(null);
    return results;
  }
  const isOwnReload = navigation.formMethod === "POST" && isKnown(results);
  if (isOwnReload && isSameAddress(navigation.location, current))
    return keptData(Object.keys(results));
  if (!errors.some(isUnreachable)) {
    // The frame stands, whatever became of the page in it.
    if (results["root"]?.type === "error" && loaderData["root"])
      results["root"] = { type: "data", result: loaderData["root"] };
    return results;
  }
  stayWithout(address, navigation, navigation.formMethod === "POST" ? "no-answer" : "not-sent");
  return results;
}

/** Ends a navigation on the page where it began, and says why. */
function stayWithout(
  address: string,
  { location: to, historyAction }: Loading,
  kind: Failure["kind"],
): void {
  const { location: current } = router!.state;
  stayHere();
  tell({
    kind,
    form: null,
    retry: () => {
      if (withoutCode.has(address)) return void openDocument(address);
      void router!.navigate(to, {
        replace: historyAction !== "PUSH",
        preventScrollReset: to.pathname === current.pathname,
        state: to.state,
      });
    },
  });
}

/** Neither a failing revalidation nor a failing fetcher disturbs who didn't ask for it. */
function afterBackground(request: Request, results: Results): Results | Promise<Results> {
  const { location: current, loaderData } = router!.state;
  const failed = errorsOf(results);
  const isTold = failure?.kind === "signed-out";
  // A form that is being sent has an outcome of its own to tell.
  const isKept = isTold || typedOn === current.pathname || isSubmitting();
  if (isKept && isKnown(results) && redirectToSignIn(results)) {
    // What was told first may be sent again: that stays what « Réessayer » does.
    if (!isTold) tell({ kind: "signed-out", form: null, retry: readAgain });
    return keptData(Object.keys(results));
  }
  if (!failed.some((error) => kindOf(error))) return results;
  // A list that failed stays failed in its place, within the frame.
  const known = Object.keys(results).filter((id) => id in loaderData);
  if (known.length > 0) return { ...results, ...keptData(known) };
  // A fetcher keeps its data until it is asked again.
  return new Promise((resolve) =>
    request.signal.addEventListener("abort", () => resolve(results), { once: true }),
  );
}

function isSubmitting(): boolean {
  const { navigation, fetchers } = router!.state;
  return [navigation, ...fetchers.values()].some(({ formMethod }) => isPost(formMethod));
}

function readAgain(): void {
  tell(null);
  void router!.revalidate();
}

const errorsOf = (results: Results) =>
  Object.values(results)
    .filter(({ type, result }) => type === "error" && !(result instanceof Response))
    .map(({ result }) => result);

const isUnreachable = (error: unknown) =>
  isLost(error) || (isRouteErrorResponse(error) && GATEWAY.has(error.status));

const isKnown = (results: Results) =>
  Object.keys(results).every((id) => id in router!.state.loaderData);

/** What the page shows already of these routes, as their outcome. */
function keptData(ids: readonly string[]): Results {
  const { loaderData } = router!.state;
  return Object.fromEntries(ids.map((id) => [id, { type: "data", result: loaderData[id] }]));
}

/** Whether one of the loaders sent away whoever looks at this page. */
const redirectToSignIn = (results: Results) =>
  Object.values(results).some(({ result }) =>
    isSignInRedirect(result, router!.state.location.pathname),
  );

/** Where the areas send whoever is signed in no more (specification §2): /connexion, administrators' pages to /. */
function isSignInRedirect(result: unknown, from: string): boolean {
  if (!(result instanceof Response) || !AREAS.test(from)) return false;
  const to = result.headers.get("location") ?? "";
  return to === "/" || to.startsWith("/connexion");
}

/**
 * Offline, nothing begins: « rien n’a été envoyé » is certain, and the router doesn't load the page anew because the code
 * of a route can't be fetched. What stays on the page's own address asks for nothing.
 */
export const waitOffline: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      navigate: (begin, { to, formMethod }) => {
        if (typeof to === "number" || (!isPost(formMethod) && isHere(to))) return finish(begin);
        return beginOnline(begin, isPost(formMethod) ? pathOf(to) : null);
      },
      fetch: (begin, { href, formMethod }) =>
        isPost(formMethod) ? beginOnline(begin, pathOf(href)) : finish(begin),
    });
  },
};

type Begin = () => Promise<unknown>;
const finish = async (begin: Begin): Promise<void> => void (await begin());

async function beginOnline(begin: Begin, form: string | null): Promise<void> {
  if (navigator.onLine || (await isReachable())) return finish(begin);
  tell({ kind: "not-sent", form, retry: () => void beginOnline(begin, form) });
  // What hasn't begun has no end. Resolving would begin it.
  return new Promise(() => undefined);
}

/** A shop on this very machine answers without a network. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

const isPost = (method: string | undefined) => method?.toUpperCase() === "POST";
const pathOf = (to: string) => new URL(to, location.href).pathname;
const isHere = (to: string) =>
  router === null || isSameAddress(new URL(to, location.href), router.state.location);
