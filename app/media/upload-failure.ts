import type { DetailedError } from "tus-js-client";

/** Why an upload failed: an HTTP status (0: a network error) and a French reason. */
export class UploadFailure extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** Whether a retry may succeed after this HTTP status (0: a network error). False for a full disk (507). */
export function isTransient(status: number): boolean {
  return [0, 408, 409, 423].includes(status) || (status >= 500 && status !== 507);
}

function statusOf(error: Error | DetailedError): number {
  return ("originalResponse" in error && error.originalResponse?.getStatus()) || 0;
}

/** Converts an error of tus-js-client. The reason is the response's text, or a general one without a response of the shop. */
export function failureOf(error: Error | DetailedError): UploadFailure {
  const status = statusOf(error);
  const answer = "originalResponse" in error ? error.originalResponse : null;
  // Only a plain-text body comes from the shop; a reverse proxy's error page is HTML.
  const isOurs = answer?.getHeader("content-type")?.startsWith("text/plain");
  return new UploadFailure(status, (isOurs && answer?.getBody()) || reasonFor(status));
}

/** The general French reason for a failure with this HTTP status (0: a network error). */
export function reasonFor(status: number): string {
  if (status === 0) return "la connexion est perdue. L’envoi reprendra d’où il en est.";
  return status === 404 ? "cet envoi n’existe plus." : "un problème est survenu. Réessayez.";
}
