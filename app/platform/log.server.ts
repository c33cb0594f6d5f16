import { pino, type Logger } from "pino";

/** JSON lines on standard output. Personal data stays out: log ids, never names, e-mails or phones. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["*.password", "*.email", "*.phone", "*.token", "req.headers.cookie"],
  });
}

/**
 * An error's stack and cause as text for the log. Drizzle's message has the query's values (personal data) in a
 * « params: » line, which is removed.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : JSON.stringify(error);
  const cause = error.cause instanceof Error ? ` (cause: ${describeError(error.cause)})` : "";
  const stack = (error.stack ?? error.message).replace(
    /^params:[\s\S]*?(?=^ {4}at |$(?![\s\S]))/m,
    "params: left out\n",
  );
  return `${stack}${cause}`;
}

/**
 * The result of `read`, or null when it fails. Then the error is logged under `what`, and the page shows its other parts
 * (specification §8).
 */
export async function orNull<T>(log: Logger, what: string, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    log.error({ error: describeError(error) }, what);
    return null;
  }
}

export type { Logger };
