import { z } from "zod";

const text = (max: number) => z.string().trim().min(1).max(max);

/** A relay point as it was when it was chosen; stored in `orders.relay_point`. */
export const relayPoint = z.object({
  /** The provider's id. */
  id: z.string().regex(/^[1-9]\d{0,14}$/),
  /** The provider's code of the carrier, « mondial_relay ». */
  carrier: z.string().regex(/^[a-z0-9_]{1,40}$/),
  name: text(100),
  street: text(120),
  postalCode: text(12),
  city: text(80),
  /** ISO 3166 code. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Seven days from Monday: « 09:00 - 12:00, 14:00 - 19:00 »; empty: closed. */
  hours: z.array(z.string().max(80)).length(7),
  /** True: as the form has it, because the provider gave no answer when it was ordered to. */
  isUnchecked: z.boolean().optional(),
});
export type RelayPoint = z.output<typeof relayPoint>;

/** A point of a search. `distance`: in metres; null: not known. */
export type FoundRelay = RelayPoint & { distance: number | null };
