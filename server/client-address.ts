import type { IncomingMessage } from "node:http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { AppEnv } from "./headers.ts";

/**
 * Finds a client's IP address. `trustProxy` is the number of the shop's own reverse proxies. If it is 0, the address is the
 * connection's; otherwise it is the entry of X-Forwarded-For that the outermost proxy added, if there is one.
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
