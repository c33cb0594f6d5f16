import type { Handler } from "hono";
import type { Services } from "#app/platform/request-context.ts";

/** 200 while load balancers may send requests: not without the database, nor once the process is ending. */
export function readiness({ sql, ending }: Services): Handler {
  return async (c) => {
    if (ending.signal.aborted) return c.text("ending", 503);
    try {
      await sql`SELECT 1`;
      return c.text("ready");
    } catch {
      return c.text("no database", 503);
    }
  };
}
