import { readFile } from "node:fs/promises";
import { SocketAddress } from "node:net";

/** Sent again that often without an answer: for six seconds at least, longer where the way is long. */
const MOST_RESENT = 5;

/**
 * The clients (« address port ») who have long not confirmed what was sent to them: a phone in a tunnel, a cable that was
 * pulled. Linux's own table of connections tells; what it would do about it takes a quarter of an hour. Elsewhere: none.
 */
export async function unreachableClients(): Promise<Set<string>> {
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/self/net/${name}`, "latin1").catch(() => "")),
  );
  return unreachableIn(tables.join(""));
}

/** The same, of such a table (proc(5), /proc/net/tcp): « slot local remote 01 … retransmits … », in hexadecimal. */
export function unreachableIn(table: string): Set<string> {
  const gone = new Set<string>();
  const established =
    /^ *\d+: \S+ ([0-9A-F]{8}(?:[0-9A-F]{24})?):([0-9A-F]{4}) 01 \S+ \S+ ([0-9A-F]{8}) /gm;
  for (const [, address = "", port = "", resent = ""] of table.matchAll(established))
    if (Number.parseInt(resent, 16) >= MOST_RESENT)
      gone.add(`${addressOf(address)} ${Number.parseInt(port, 16)}`);
  return gone;
}

/** As `socket.remoteAddress` has it; the kernel writes each four bytes the other way round. */
function addressOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex").swap32();
  if (bytes.length === 4) return bytes.join(".");
  const address = bytes.toString("hex").replaceAll(/(....)(?=.)/g, "$1:");
  return new SocketAddress({ address, family: "ipv6" }).address;
}
