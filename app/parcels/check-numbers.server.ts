import { inArray } from "drizzle-orm";
import { z } from "zod";
import { displayName } from "#app/catalogue/product-name.ts";
import { columnName } from "#app/csv/csv-file.server.ts";
import { CARRIERS, type Carrier } from "#app/delivery/carriers.ts";
import { normalNumber, paddedNumber, POSSIBLE_NUMBER } from "#app/orders/delivery-number-schema.ts";
import { isLateCancelled, openWithdrawals, withdrawnText } from "#app/orders/open-withdrawals.ts";
import { DELIVERY_NUMBER } from "#app/orders/order-of-number.server.ts";
import { MOST_SELECTED } from "#app/orders/order-query.ts";
import { getOrders } from "#app/orders/order-reading.server.ts";
import { deliveryNumber, type PackedOrder } from "#app/orders/order-view.ts";
import { missingTexts } from "#app/orders/parcel-view.ts";
import { pickUpRefusal } from "#app/orders/pick-up.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { isAbbreviated } from "#app/ui/number-schema.ts";
import { orders, parcels } from "#db/schema/index.ts";
import { warningsOf } from "./hand-over-form.ts";
import type { NumberLine } from "./numbers-file.server.ts";
import { numberTakenText, refusalOf, refusedBecause } from "./sending-refusals.ts";
import { trackingNumber } from "./tracking-schema.ts";

/**
 * What a line does to its order. « hand-over »: sends everything in a first parcel. « parcel »: adds one more parcel. « number »: gives
 * the parcel without a number its number. « pick-up »: records when the parcel left the relay point. « done »: nothing, it was applied
 * before.
 */
export type Effect = "hand-over" | "parcel" | "number" | "pick-up" | "done";

export type CheckedLine = NumberLine & {
  customerName: string | null;
  error: string | null;
} & (
    | { effect: null }
    | {
        effect: Effect;
        orderId: string;
        carrierOf: Carrier;
        numberOf: string;
        /** The parcel that gets the number or the day, for « number » and « pick-up ». */
        parcelId: string | null;
        /** The day of the pick-up, « 2026-12-04 », for « pick-up »; otherwise null. */
        pickedUpOn: string | null;
        /** The warnings that applying the file confirms (`warningsKey`). */
        warnings: string;
        /** French notes for the administrator: missing pieces, recalls, withdrawals. */
        notes: string[];
        /** The order's number as in the file; `order` is as the shop writes it. */
        typedOrder: string;
      }
  );

/** Reads what each line of a file would do; writes nothing. `fallback`: the carrier of lines that name none. */
export async function checkNumbers(
  db: Queryable,
  lines: readonly NumberLine[],
  fallback: Carrier,
): Promise<CheckedLine[]> {
  const typed = lines.map((line) => readLine(line, fallback));
  const found = await ordersOf(
    db,
    typed.flatMap(({ order }) => order ?? []),
  );
  const taken = await ownersOf(
    db,
    typed.flatMap(({ number }) => number ?? []),
  );
  /** The orders that have a parcel whose number is in the file and already stored. */
  const known = new Set(
    typed.flatMap(({ order, key }) => {
      const owner = taken.get(key);
      return owner !== undefined && deliveryNumber(owner) === order ? owner : [];
    }),
  );
  /** What earlier lines do to their orders, as « <effect> <id> ». */
  const earlier = new Set<string>();
  const seenNumbers = new Set<string>();
  return lines.map((line, index) => {
    const { order, number, carrier, key, error: typo } = typed[index]!;
    const view = order === null ? undefined : found.get(order);
    const refuse = (error: string): CheckedLine => ({
      ...line,
      customerName: view?.customerName ?? null,
      error,
      effect: null,
    });
    if (typo || number === null || carrier === null) return refuse(typo ?? "");
    if (!view) return refuse("Aucune commande n’a ce numéro.");
    if (seenNumbers.has(key)) return refuse("Ce numéro est deux fois dans le fichier.");
    seenNumbers.add(key);
    const owner = taken.get(key);
    if (owner !== undefined && owner !== view.id)
      return refuse(numberTakenText(deliveryNumber(owner)));
    const pickUp = line.pickedUp === "" ? null : pickUpOf(view, line.pickedUp, number, carrier);
    const decided =
      pickUp ??
      decide(view, {
        hasNumber: owner === view.id,
        isKnown: known.has(view.id),
        isDone: (effect) => earlier.has(`${effect} ${view.id}`),
      });
    if ("error" in decided) return refuse(decided.error);
    earlier.add(`${decided.effect} ${view.id}`);
    return {
      ...line,
      ...decided,
      customerName: view.customerName,
      error: null,
      orderId: view.id,
      carrierOf: carrier,
      numberOf: number,
      notes: decided.effect === "hand-over" ? notesOf(view) : [],
      typedOrder: line.order,
      order: deliveryNumber(view.id),
    };
  });
}

type Decided =
  | { effect: Effect; parcelId: string | null; pickedUpOn: string | null; warnings: string }
  | { error: string };
/** Default fields of a decision: no parcel, no day, no warnings. */
const PLAIN = { parcelId: null, pickedUpOn: null, warnings: "" };

/** The day of a pick-up in a spreadsheet: « 04/12/2026 » or « 2026-12-04 », perhaps with an hour; null for anything else. */
function dayOf(typed: string): string | null {
  const [, date = ""] = /^(\S+?)(?:[T ]+\d\d?:\d\d(?::\d\d)?)?$/.exec(typed) ?? [];
  const iso = date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$2-$1");
  return z.iso.date().safeParse(iso).data ?? null;
}

/** Decides the effect of a line that has a day of pick-up. */
function pickUpOf(order: PackedOrder, typed: string, number: string, carrier: Carrier): Decided {
  const day = dayOf(typed);
  if (!day) return { error: `«\u00a0${typed}\u00a0» n’est pas un jour, comme 04/12/2026.` };
  const parcel = order.parcels.find(
    (one) => one.trackingNumber === number && one.carrier === carrier,
  );
  if (!parcel)
    return {
      error: "Ce colis n’est pas connu\u00a0: ajoutez d’abord son numéro, sans jour de retrait.",
    };
  if (order.shippingMethod !== RELAY) return { error: pickUpRefusal({ kind: "not-at-relay" }) };
  if (!order.isDelivered) return { error: pickUpRefusal({ kind: "not-delivered" }) };
  const [from, until] = [parisDay(parcel.handedOverAt), parisToday()];
  if (day < from || day > until)
    return { error: pickUpRefusal({ kind: "out-of-range", from, until }) };
  if (parcel.pickedUpOn === day) return { ...PLAIN, effect: "done" };
  return { ...PLAIN, effect: "pick-up", parcelId: parcel.id, pickedUpOn: day };
}

type FileOfLine = {
  /** One of the order's stored parcels has the line's number. */
  hasNumber: boolean;
  /** A line of the file has the number of one of the order's stored parcels. */
  isKnown: boolean;
  /** Whether an earlier line of the file has this effect on the order. */
  isDone: (effect: Effect) => boolean;
};

/** Decides the effect of a line without a day of pick-up. */
function decide(order: PackedOrder, { hasNumber, isKnown, isDone }: FileOfLine): Decided {
  if (hasNumber) return { ...PLAIN, effect: "done" };
  if (order.cancelledAt) return { error: "Cette commande est annulée." };
  const unnumbered = isDone("number")
    ? []
    : order.parcels.filter((parcel) => parcel.trackingNumber === null);
  if (unnumbered.length > 1)
    return { error: "Plusieurs colis sont sans numéro\u00a0: ajoutez-les dans la commande." };
  if (unnumbered.length === 1) return { ...PLAIN, effect: "number", parcelId: unnumbered[0]!.id };
  const refusal = refusalOf(order);
  const isFurther =
    isDone("hand-over") || (refusal === "nothing-unsent" && (isKnown || isDone("number")));
  if (isFurther) return { ...PLAIN, effect: "parcel" };
  if (refusal === "nothing-unsent")
    return { error: "Déjà remise au transporteur, avec un autre numéro." };
  if (refusal) return { error: `Cette commande ${refusedBecause({ kind: refusal })}.` };
  if (order.openMismatch === "dispute")
    return { error: "En litige\u00a0: remettez-la à part, dans la commande." };
  return { ...PLAIN, effect: "hand-over", warnings: warningsOf(order) };
}

function notesOf(order: PackedOrder): string[] {
  const missing = missingTexts(order.lines, displayName);
  return [
    ...(missing.length > 0 ? [`Il manque en stock\u00a0: ${missing.join(", ")}.`] : []),
    ...order.openRecalls.map(
      ({ productName }) => `Rappel en cours\u00a0: ${displayName(productName)}.`,
    ),
    ...(openWithdrawals(order).length > 0 ? [`${withdrawnText(isLateCancelled(order))}.`] : []),
  ];
}

function readLine(line: NumberLine, fallback: Carrier) {
  const order = normalNumber(line.order);
  const number = trackingNumber.safeParse(line.number);
  const carrier = carrierNamed(line.carrier, fallback);
  const error = [line.order, line.number].some(isAbbreviated)
    ? "Le tableur a abrégé ce numéro\u00a0: mettez la colonne au format texte."
    : !POSSIBLE_NUMBER.test(order)
      ? "Ce n’est pas un numéro de livraison."
      : !number.success
        ? number.error.issues[0]!.message
        : number.data === null
          ? "Le numéro de suivi manque."
          : !carrier
            ? `Transporteurs possibles\u00a0: ${CARRIERS.join(", ")}.`
            : null;
  return {
    order: POSSIBLE_NUMBER.test(order) ? paddedNumber(order) : null,
    number: number.data ?? null,
    carrier,
    key: `${carrier} ${number.data}`,
    error,
  };
}

/** Carriers that the shop has no tracking page of. */
const OTHERS = /dpd|gls|ups|dhl|fedex|tnt|relaiscolis|colisprive|geodis|inpost|autre/;

/** The carrier that a cell names in its own words, « La Poste - Colissimo » or « mondial_relay »; null for an unknown one. */
function carrierNamed(cell: string, fallback: Carrier): Carrier | null {
  const name = columnName(cell);
  if (name === "") return fallback;
  if (/colissimo|laposte/.test(name)) return "Colissimo";
  if (name.includes("chronopost")) return "Chronopost";
  if (name.includes("mondialrelay")) return "Mondial Relay";
  return OTHERS.test(name) ? "Autre" : null;
}

/** Orders by delivery number. */
async function ordersOf(
  db: Queryable,
  numbers: readonly string[],
): Promise<Map<string, PackedOrder>> {
  const found = new Map<string, PackedOrder>();
  if (numbers.length === 0) return found;
  const ids = await db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(DELIVERY_NUMBER, [...new Set(numbers)]))
    // Of two orders with one number, the newest comes last and stays (`orderOfNumber`).
    .orderBy(orders.id);
  for (let start = 0; start < ids.length; start += MOST_SELECTED) {
    const part = ids.slice(start, start + MOST_SELECTED).map(({ id }) => id);
    for (const order of await getOrders(db, part)) found.set(deliveryNumber(order.id), order);
  }
  return found;
}

/** The order of each tracking number that is in use, by « carrier number ». */
async function ownersOf(db: Queryable, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const found = await db
    .select({ carrier: parcels.carrier, number: parcels.trackingNumber, orderId: parcels.orderId })
    .from(parcels)
    .where(inArray(parcels.trackingNumber, [...numbers]));
  return new Map(found.map(({ carrier, number, orderId }) => [`${carrier} ${number}`, orderId]));
}
