import type { IncomingMessage } from "node:http";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { AppEnv } from "./headers.ts";

/**
 * The client's IP address: the connection's, or with `trustProxy` own reverse proxies in front the entry of
 * X-Forwarded-For that the outermost of them added.
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
      // A request made within the process (tests) has no connection.
      addressOf(
        c.req.header("x-forwarded-for"),
        c.env?.incoming ? getConnInfo(c).remote.address : "127.0.0.1",
      ),
  };
}
