import { z } from "zod";
import { visibleText } from "#app/ui/blank-schema.ts";
import { relayPoint, type FoundRelay } from "./relay-schema.ts";

// Responses of Sendcloud (Service Points API v2, Shipments API v3), reduced to the fields that the shop reads. Third parties write the
// texts: control characters are removed and long texts cut. React escapes HTML.

/** Reduces a text to one line without control characters, of at most `max` characters. */
export const line = (text: string, max: number): string =>
  visibleText(text.slice(0, 1_000)).replaceAll(/\s+/g, " ").slice(0, max).trim();

const shownText = (max: number) => z.string().transform((text) => line(text, max));
const HOURS = /^\d\d:\d\d ?- ?\d\d:\d\d$/;
const MOST_HOURS = 4;

const week = z
  .record(z.string(), z.array(z.unknown()))
  .catch({})
  .transform((days) =>
    Array.from({ length: 7 }, (_, day) =>
      (days[String(day)] ?? [])
        .filter((hours): hours is string => typeof hours === "string" && HOURS.test(hours))
        .slice(0, MOST_HOURS)
        .join(", "),
    ),
  );

/** A service point as a `RelayPoint`. Sendcloud numbers the days of opening hours from Monday. */
export const servicePoint = z
  .object({
    id: z.number().int().positive(),
    carrier: z.string(),
    name: shownText(100),
    street: shownText(100),
    house_number: shownText(15).nullish(),
    postal_code: shownText(12),
    city: shownText(80),
    country: z.string(),
    formatted_opening_times: week.optional(),
    open_upcoming_week: z.boolean().nullish().catch(null),
    distance: z.number().int().min(0).max(1_000_000).nullish().catch(null),
  })
  .transform((found, context): FoundRelay & { isClosedAllWeek: boolean } => {
    const point = relayPoint.safeParse({
      id: String(found.id),
      carrier: found.carrier,
      name: found.name,
      // French points often have no house number of their own: it is part of the street.
      street: [found.house_number, found.street].filter(Boolean).join(" "),
      postalCode: found.postal_code,
      city: found.city,
      country: found.country,
      hours: found.formatted_opening_times ?? Array.from({ length: 7 }, () => ""),
    });
    if (point.success)
      return {
        ...point.data,
        distance: found.distance ?? null,
        isClosedAllWeek: found.open_upcoming_week === false,
      };
    context.addIssue("not a point that can be shown");
    return z.NEVER;
  });

/** A list of service points without the invalid ones. */
export const servicePoints = z.array(z.unknown()).transform((list) =>
  list.flatMap((one) => {
    const point = servicePoint.safeParse(one);
    return point.success ? [point.data] : [];
  }),
);

const parcel = z.object({
  id: z.number().int().positive(),
  tracking_number: z.string().nullish(),
  label_file: z.string().nullish(),
  status: z.object({ code: z.string() }).nullish().catch(null),
});

/** Status codes of a parcel whose label is cancelled or being cancelled by the carrier. */
const CANCELLED = new Set([
  "CANCELLED",
  "CANCELLED_UPSTREAM",
  "CANCELLATION_REQUESTED",
  "SUBMITTING_CANCELLATION_REQUEST",
]);

export const shipment = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  carrier: z.object({ code: z.string() }).nullish(),
  parcels: z.array(parcel).min(1),
  errors: z.array(z.object({ detail: z.string() })).nullish(),
});

export const isCancelled = ({ parcels }: z.output<typeof shipment>): boolean =>
  parcels.every(({ status }) => CANCELLED.has(status?.code ?? ""));

/** What the shop stores of a shipment announced to the carrier. */
export type ProviderLabel = {
  parcelId: string;
  /** The carrier's code. */
  carrier: string;
  /** Capital letters and digits; null if the carrier assigned none. */
  trackingNumber: string | null;
  /** The label as PDF; null if it has to be fetched by the parcel's id. */
  pdf: Buffer | null;
};

const providerErrors = z.object({
  errors: z
    .array(
      z.object({
        detail: z.string(),
        source: z.object({ pointer: z.string().optional() }).optional(),
      }),
    )
    .min(1),
});

const refusedCancellation = z.object({ data: z.object({ message: z.string() }) });

/** The provider's reason for a refusal on one line; « HTTP 422 » if the response has none. */
export function refusalIn(json: unknown, status: number): string {
  const [error] = providerErrors.safeParse(json).data?.errors ?? [];
  const message = refusedCancellation.safeParse(json).data?.data.message;
  if (!error) return line(message ?? "", 300) || `HTTP ${status}`;
  return line([error.source?.pointer, error.detail].filter(Boolean).join(": "), 300);
}
