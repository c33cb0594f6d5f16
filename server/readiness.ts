import type { Handler } from "hono";
import type { Services } from "#app/request-context.ts";

/** /readyz: 200 while load balancers may send requests; 503 without the database or during the shutdown. */
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
