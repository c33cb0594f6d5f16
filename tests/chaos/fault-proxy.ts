import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy to PostgreSQL (`url`) that can reset its connections, or drop all their data. */
export async function startFaultProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  /** Sockets whose peer closed while data was being dropped. */
  const closedByPeer = new Set<Socket>();
  let dropsData = false;
  const server = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        if (!dropsData) to.write(bytes);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        // While data are dropped, the close is not forwarded either.
        if (dropsData) closedByPeer.add(to);
        else to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const through = new URL(url);
  through.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: through.href,
    /** Resets every connection. */
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    /** Starts or stops dropping the data of all open and new connections. */
    setDropsData(value: boolean) {
      dropsData = value;
      if (dropsData) return;
      for (const socket of closedByPeer) socket.destroy();
      closedByPeer.clear();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
