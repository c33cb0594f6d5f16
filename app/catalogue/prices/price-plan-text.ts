import { frenchMoment } from "#app/ui/french-date.ts";
import { frenchPercent } from "#app/ui/french-percent.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { PlannedValue } from "./price-plan-schema.ts";

/** « 39 € » or « −20 % ». */
export function valueText({ priceCents, percent }: PlannedValue): string {
  return percent === null ? formatPrice(priceCents!) : `−${frenchPercent(percent)}`;
}

/** « du 1er déc. 08:00 au 8 déc. 00:00 », in Paris. */
export function periodText({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  return `du ${frenchMoment(startsAt)} au ${frenchMoment(endsAt)}`;
}
