import type { FoundRelay, RelayPoint } from "./relay-schema.ts";
import { relayText } from "./relay-text.ts";
import type { RelayAnswer, Sendcloud } from "./sendcloud.server.ts";

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 200;
type Kept = { until: number; points: FoundRelay[] };
/** Cache of search results by query, oldest first. May be outdated, because placing the order checks the point again. */
const kept = new WeakMap<Sendcloud, Map<string, Kept>>();

/** Relay points near a postal code or an address, cached for five minutes. */
export async function searchRelays(
  relays: Sendcloud,
  address: string,
  country: string,
): Promise<RelayAnswer<FoundRelay[]>> {
  const searches = kept.get(relays) ?? new Map<string, Kept>();
  kept.set(relays, searches);
  const key = `${country} ${address.toLowerCase()}`;
  const known = searches.get(key);
  if (known && known.until > performance.now()) return { kind: "ok", body: known.points };
  const answer = await relays.search(address, country);
  if (answer.kind === "unknown") return answer;
  searches.delete(key);
  searches.set(key, { until: performance.now() + KEPT_MS, points: answer.body });
  for (const oldest of searches.keys()) {
    if (searches.size <= MOST_KEPT) break;
    searches.delete(oldest);
  }
  return answer;
}

export type CheckedRelay =
  /** The address was typed: no point was chosen, or the text was edited afterwards. */
  | { kind: "typed" }
  /** `address`: the point's text, with the country as the form added it. */
  | { kind: "chosen"; point: RelayPoint; address: string }
  /** The point no longer accepts parcels. */
  | { kind: "closed" };

/**
 * Asks the provider again about a point that an order form has chosen. If the provider does not answer, accepts the point as the form
 * sent it, marked as unchecked: the customer could have typed the same address.
 * @param form `address`: the text of the field, with line breaks; `relay`: the point as it was shown, with `isUnchecked`
 */
export async function checkRelay(
  relays: Sendcloud,
  form: { address: string; relay: RelayPoint },
): Promise<CheckedRelay> {
  const shown = relayText(form.relay);
  const isUnchanged = form.address === shown || form.address.startsWith(`${shown}\n`);
  if (!isUnchanged) return { kind: "typed" };
  const answer = await relays.find(form.relay.id);
  if (answer.kind === "unknown")
    return { kind: "chosen", point: form.relay, address: form.address };
  if (answer.body === null) return { kind: "closed" };
  // Forged: the id belongs to a point of another country than the one that was shown.
  if (answer.body.country !== form.relay.country) return { kind: "typed" };
  return {
    kind: "chosen",
    point: answer.body,
    address: relayText(answer.body) + form.address.slice(shown.length),
  };
}
