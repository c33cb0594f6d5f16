import { z } from "zod";

const text = (max: number) => z.string().trim().min(1).max(max);

/** A relay point as shown when it was chosen; stored in `orders.relay_point`. */
export const relayPoint = z.object({
  /** The provider's id. */
  id: z.string().regex(/^[1-9]\d{0,14}$/),
  /** The provider's code of the carrier, « mondial_relay ». */
  carrier: z.string().regex(/^[a-z0-9_]{1,40}$/),
  name: text(100),
  street: text(120),
  postalCode: text(12),
  city: text(80),
  /** The ISO 3166 code. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Seven days from Monday: « 09:00 - 12:00, 14:00 - 19:00 »; empty: closed. */
  hours: z.array(z.string().max(80)).length(7),
  /** True if the provider did not answer when the order was placed: the point is then stored as the form sent it. */
  isUnchecked: z.boolean().optional(),
});
export type RelayPoint = z.output<typeof relayPoint>;

/** A search result. `distance`: in metres, null if unknown. */
export type FoundRelay = RelayPoint & { distance: number | null };
