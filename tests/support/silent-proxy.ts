import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy to PostgreSQL (`url`). `blackHole` drops all further data of one application's open connections, not of new ones. */
export async function silentProxy(url: string) {
  const target = new URL(url);
  const connections = new Set<{
    application: string;
    sides: [Socket, Socket];
    isSilent: boolean;
  }>();
  const server = createServer((client) => {
    const shop = connect({ host: target.hostname, port: Number(target.port) });
    const connection: Parameters<typeof connections.add>[0] = {
      application: "",
      sides: [client, shop],
      isSilent: false,
    };
    connections.add(connection);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => {
        // The startup message contains application_name.
        if (from === client && !connection.application)
          connection.application =
            /application_name\0([^\0]*)/.exec(bytes.toString("latin1"))?.[1] ?? "?";
        if (!connection.isSilent) to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        connections.delete(connection);
        if (!connection.isSilent) to.destroy();
      });
    };
    pass(client, shop);
    pass(shop, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: through.href,
    /** @returns the number of connections whose data are dropped from now on */
    blackHole(application: string): number {
      const chosen = [...connections].filter(
        (connection) => connection.application === application,
      );
      for (const connection of chosen) connection.isSilent = true;
      return chosen.length;
    },
    close() {
      for (const { sides } of connections) for (const side of sides) side.destroy();
      server.close();
    },
  };
}
