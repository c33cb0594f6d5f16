import { readFile } from "node:fs/promises";
import { SocketAddress } from "node:net";

/** TCP retransmissions without acknowledgement: at least six seconds, more with a long round trip. */
const MOST_RESENT = 5;

/**
 * Clients (« address port ») that stopped acknowledging data, from Linux's TCP table: a phone in a tunnel, a pulled cable.
 * The kernel itself closes such a connection only after a quarter of an hour. Empty on other systems.
 */
export async function unreachableClients(): Promise<Set<string>> {
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/self/net/${name}`, "latin1").catch(() => "")),
  );
  return unreachableIn(tables.join(""));
}

/** Parses /proc/net/tcp (proc(5)): « slot local remote 01 … retransmits … », in hexadecimal. */
export function unreachableIn(table: string): Set<string> {
  const gone = new Set<string>();
  const established =
    /^ *\d+: \S+ ([0-9A-F]{8}(?:[0-9A-F]{24})?):([0-9A-F]{4}) 01 \S+ \S+ ([0-9A-F]{8}) /gm;
  for (const [, address = "", port = "", resent = ""] of table.matchAll(established))
    if (Number.parseInt(resent, 16) >= MOST_RESENT)
      gone.add(`${addressOf(address)} ${Number.parseInt(port, 16)}`);
  return gone;
}

/** The address as Node writes `socket.remoteAddress`. The kernel writes each group of four bytes in little-endian order. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex").swap32();
  if (bytes.length === 4) return bytes.join(".");
  const address = bytes.toString("hex").replaceAll(/(....)(?=.)/g, "$1:");
  return new SocketAddress({ address, family: "ipv6" }).address;
}
