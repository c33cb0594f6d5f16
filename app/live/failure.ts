import { useSyncExternalStore } from "react";
import { isRouteErrorResponse, type DataStrategyResult } from "react-router";

/**
 * Why a request failed. The page stays, with everything that was typed.
 * - `not-sent`: the browser was offline, or a page did not load. The server has written nothing.
 * - `no-answer`: a form was sent, and its response was lost or came from a reverse proxy (502, 503, 504). The server may have
 *   processed the form.
 * - `failed`: the server responded with another 5xx error, or the router failed for another reason.
 * - `refused`: too large or too many requests (413, 429).
 * - `signed-out`: the session has ended.
 * - `password`: the form needs an administrator's recent password.
 */
export type Failure = {
  kind: "not-sent" | "no-answer" | "failed" | "refused" | "signed-out" | "password";
  /** The path that a form was posted to; null for a page load. */
  form: string | null;
  /** When the failure was reported, `performance.now()`. */
  at: number;
  /** Repeats the request. A form that is still on the page is submitted with its present contents. */
  retry: () => unknown;
};

/** Statuses of a reverse proxy that got no response from the shop. The shop may have received the request. */
const GATEWAY = new Set([502, 503, 504]);
const TOO_MUCH = new Set([413, 429]);

export let failure: Failure | null = null;
const listeners = new Set<() => void>();

/** Shows a failure, or with null removes the shown one. */
export function showFailure(next: Omit<Failure, "at"> | null): void {
  if (failure === next) return;
  failure = next && { ...next, at: performance.now() };
  for (const listener of listeners) listener();
}

/** The shown failure; null when none was reported, a later request succeeded or the user dismissed it. */
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

export const dismissFailure = (): void => showFailure(null);

/** Unwraps an action's thrown value, which React Router wraps with the response's status. */
export const unwrapThrown = (result: unknown) =>
  typeof result === "object" && result !== null && "init" in result && "data" in result
    ? result.data
    : result;

/** The kind of failure behind an error; null for statuses that a route handles (4xx except 413 and 429). */
export function kindOf(error: unknown): "no-answer" | "failed" | "refused" | null {
  if (isRouteErrorResponse(error)) {
    if (GATEWAY.has(error.status)) return "no-answer";
    if (TOO_MUCH.has(error.status)) return "refused";
    return error.status >= 500 ? "failed" : null;
  }
  return isLost(error) || isCut(error) ? "no-answer" : "failed";
}

/** `fetch` rejects with a TypeError when it got no response. */
const isLost = (error: unknown) => error instanceof TypeError;
/** React Router's error for a truncated response, or one that is not turbo-stream. */
const isCut = (error: unknown) =>
  error instanceof Error && error.message === "Unable to decode turbo-stream response";

/** The errors among the results, without thrown Responses (redirects). */
export const errorsOf = (results: Record<string, DataStrategyResult>) =>
  Object.values(results)
    .filter(({ type, result }) => type === "error" && !(result instanceof Response))
    .map(({ result }) => result);

export const isUnreachable = (error: unknown) =>
  isLost(error) || (isRouteErrorResponse(error) && GATEWAY.has(error.status));
