import type { z } from "zod";
import { displayName } from "#app/catalogue/product-name.ts";
import type { LineLot, OrderLine } from "#app/orders/order-view.ts";
import { durability, lotField, lotNumber, MOST_LOTS } from "./lot-schema.ts";

/** A lot of an order's line, by the line's position. */
export type RecordedLot = LineLot & { position: number };
type PackedLine = Pick<OrderLine, "position" | "name" | "quantity">;

/** Parses the form of an order's lots; French errors by field name. A lot without a quantity gets the remaining pieces of its line. */
export function parseLotForm(
  form: FormData,
  lines: readonly PackedLine[],
): { ok: true; lots: RecordedLot[] } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const lots = lines.flatMap((line) => lotsOf(form, line, errors));
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, lots };
}

function lotsOf(
  form: FormData,
  { position, name, quantity: bought }: PackedLine,
  errors: Record<string, string>,
): RecordedLot[] {
  const lots: RecordedLot[] = [];
  let left = bought;
  for (let part = 0; part < MOST_LOTS; part++) {
    const names = {
      lot: lotField("lot", position, part),
      date: lotField("date", position, part),
      quantity: lotField("quantity", position, part),
    };
    const read = <T>(schema: z.ZodType<T>, field: string): T | undefined => {
      const typed = form.get(field);
      const parsed = schema.safeParse(typeof typed === "string" ? typed : "");
      if (parsed.success) return parsed.data;
      errors[field] = parsed.error.issues[0]!.message;
      return undefined;
    };
    const lot = read(lotNumber, names.lot);
    const bestBefore = read(durability, names.date);
    if (lot === undefined || bestBefore === undefined) continue;
    const typed = String(form.get(names.quantity) ?? "").trim();
    if (lot === "") {
      if (bestBefore !== null) errors[names.lot] = "Indiquez le lot de cette date.";
      continue;
    }
    const quantity = typed === "" ? left : Number(typed);
    left -= quantity;
    if (!/^\d{0,4}$/.test(typed) || quantity < 1 || left < 0)
      errors[names.quantity] =
        `${displayName(name)}\u00a0: ${bought} au plus, tous lots compris, et au moins 1 par lot.`;
    else if (lots.some((other) => other.lot === lot))
      errors[names.lot] = `Le lot ${lot} y est deux fois.`;
    else lots.push({ position, lot, bestBefore, quantity });
  }
  return lots;
}

/** « Lot L42 (06/2027), 2 pièces » of each lot, for the history; null without lots. */
export function lotsInWords(lots: readonly LineLot[]): string | null {
  const words = lots.map(
    ({ lot, bestBefore, quantity }) =>
      `${quantity} × ${lot}${bestBefore ? ` (${typedDate(bestBefore)})` : ""}`,
  );
  return words.join(", ") || null;
}

/** « 06/2027 » or « 15/06/2027 », as the form shows it, from « 2027-06 » or « 2027-06-15 ». */
export const typedDate = (bestBefore: string): string =>
  bestBefore.split("-").toReversed().join("/");
