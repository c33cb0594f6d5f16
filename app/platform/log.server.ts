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

export type { Logger };
