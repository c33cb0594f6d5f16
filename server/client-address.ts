import type { IncomingMessage } from "node:http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { AppEnv } from "./headers.ts";

/**
 * Finds a client's IP address. Without own reverse proxies it is the connection's address. With `trustProxy` of them, it is
 * the entry of X-Forwarded-For that the outermost one added.
 */
export function clientAddresses({ trustProxy }: { trustProxy: number }) {
  const addressOf = (forwarded: string | undefined, connection: string | undefined): string => {
    const added = trustProxy > 0 ? forwarded?.split(",").at(-trustProxy)?.trim() : undefined;
    return added || (connection ?? "unknown");
  };
  return {
    ofRequest: ({ headers, socket }: IncomingMessage) =>
      addressOf(headers["x-forwarded-for"]?.toString(), socket.remoteAddress),
    of: (c: Context<AppEnv>) =>
      // Requests made inside the process by tests have no connection.
      addressOf(
        c.req.header("x-forwarded-for"),
        c.env?.incoming ? getConnInfo(c).remote.address : "127.0.0.1",
      ),
  };
}
