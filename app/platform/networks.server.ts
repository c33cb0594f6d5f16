import { isIPv6 } from "node:net";

/** A network as a rate limit key. `times`: factor of its limit relative to one client's. */
type CountedNetwork = { network: string; times: number };

/**
 * The networks of an address that limits count by: an IPv4 address itself; of an IPv6 address its /64, which one subscriber has,
 * and its /48, with ten times the limit: a rented server may have thousands of /64. Text that is no address counts as it is.
 */
export function networksOf(address: string): CountedNetwork[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return [{ network: mapped[1]!, times: 1 }];
  if (!isIPv6(address)) return [{ network: address, times: 1 }];
  const [before = "", after] = address.replace(/%.*/, "").split("::");
  const groups = (text = "") => text.split(":").filter(Boolean);
  const [first, last] = [groups(before), groups(after)];
  const leftOut = after === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array<string>(leftOut).fill("0"), ...last].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
  return [
    { network: all.slice(0, 4).join(":"), times: 1 },
    { network: all.slice(0, 3).join(":"), times: 10 },
  ];
}

/** The network of one client: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (address: string): string => networksOf(address)[0]!.network;

/** Counts what clients have in progress in this process, at most `most` for one client. */
export function countByNetwork(most: number) {
  const counts = new Map<string, number>();
  const add = (network: string, amount: number) => {
    const count = (counts.get(network) ?? 0) + amount;
    if (count > 0) counts.set(network, count);
    else counts.delete(network);
  };
  return {
    /** Counts `amount` for the networks of an address until the returned function is called; null (uncounted) above a limit. */
    begin(address: string, amount: number): (() => void) | null {
      const networks = networksOf(address);
      const isAbove = ({ network, times }: CountedNetwork) =>
        (counts.get(network) ?? 0) + amount > most * times;
      if (networks.some(isAbove)) return null;
      for (const { network } of networks) add(network, amount);
      return () => {
        for (const { network } of networks) add(network, -amount);
      };
    },
  };
}
