import type { FoundRelay, RelayPoint } from "./relay-schema.ts";
import { relayText } from "./relay-text.ts";
import type { RelayAnswer, Sendcloud } from "./sendcloud.server.ts";

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 200;
type Kept = { until: number; points: FoundRelay[] };
/** Results of searches, oldest first. A point is checked again when it is ordered to. */
const kept = new WeakMap<Sendcloud, Map<string, Kept>>();

/** Relay points near a postal code or an address; from memory for five minutes. */
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
  /** No point of the list: the address as it was typed. */
  | { kind: "typed" }
  /** `address`: the point's text, with the country that the form added. */
  | { kind: "chosen"; point: RelayPoint; address: string }
  /** The point takes no parcels any more. */
  | { kind: "closed" };

/**
 * Checks a point that an order form chose, now. When the provider gives no answer, the point is accepted as it was shown, unchecked: the
 * customer might have typed it as well. A text that was changed after the choice is a typed address.
 * @param form `address`: the text of the field, one line a line; `relay`: the point as it was shown, `isUnchecked`
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
  // An id of somewhere else than what was shown.
  if (answer.body.country !== form.relay.country) return { kind: "typed" };
  return {
    kind: "chosen",
    point: answer.body,
    address: relayText(answer.body) + form.address.slice(shown.length),
  };
}
