import { twoReadingsFault } from "#app/ui/number-schema.ts";
import { momentFault, plannedValue, type PlannedValue } from "./price-plan-schema.ts";

/** A planned price of a line of the products' CSV. Moments in Paris, « 2026-12-01T08:00 ». */
export type LinePlan = PlannedValue & { startsAt: string; endsAt: string };

/** « 2026-12-01T08:00 » as French spreadsheets read it, « 01/12/2026 08:00 ». */
export const cellOfMoment = (moment: string): string =>
  moment.replace(/^(\d{4})-(\d\d)-(\d\d)T/, "$3/$2/$1 ");

/** Converts the moment of a cell, « 01/12/2026 08:00 » or « 2026-12-01 08:00 », to the format of forms. Returns other texts unchanged. */
const momentOfCell = (cell: string): string =>
  cell
    .replace(/^(\d\d)\/(\d\d)\/(\d{4})\s+/, "$3-$2-$1T")
    .replace(/^(\d{4}-\d\d-\d\d)\s+/, "$1T")
    .replace(/T(\d):/, "T0$1:")
    .replace(/(T\d\d:\d\d):00$/, "$1");

export type PlanFault = { cell: "price" | "from" | "until"; reason: string };

/** Parses the three cells of a planned price: the plan, null when all are empty, or French messages by column. */
export function readLinePlan(
  price: string,
  from: string,
  until: string,
): { plan: LinePlan | null } | { faults: PlanFault[] } {
  if (price === "" && from === "" && until === "") return { plan: null };
  const value = plannedValue(price.includes("%") ? "percent" : "euros", price);
  const [startsAt, endsAt] = [momentOfCell(from), momentOfCell(until)];
  const faults: PlanFault[] = [];
  if (!value)
    faults.push({
      cell: "price",
      reason:
        twoReadingsFault(price) ??
        "Écrivez un prix en euros entiers, «\u00a039\u00a0», ou un pourcentage, «\u00a020\u00a0%\u00a0».",
    });
  for (const [cell, moment] of [
    ["from", startsAt],
    ["until", endsAt],
  ] as const) {
    const reason = momentFault(moment);
    if (reason) faults.push({ cell, reason: `${reason} Écrivez «\u00a001/12/2026 08:00\u00a0».` });
  }
  if (faults.length === 0 && endsAt <= startsAt)
    faults.push({ cell: "until", reason: "La fin est avant le début." });
  return faults.length > 0 ? { faults } : { plan: { ...value!, startsAt, endsAt } };
}
