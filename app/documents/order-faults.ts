import type { z } from "zod";
import type { orderDocument } from "./order-document-schema.ts";

type OrderDocument = z.output<typeof orderDocument>;
type Fault = { field: string; reason: string };

/**
 * Contradictions between an order's fields: lines, lots, refunds, cancellation. `raw` is the document before parsing. Without these
 * checks, constraints of the database would abort the whole import.
 */
export function orderFaults(document: OrderDocument, raw: Record<string, unknown>): Fault[] {
  const { cartItems, totalPrice, isShipped, eclat } = document;
  const faults: Fault[] = [];
  const articles = cartItems.reduce((total, { price, qty }) => total + price * qty, 0);
  const sum = articles + (eclat?.sums ? feesAndReductions(eclat.sums) : 0);
  if (sum !== totalPrice)
    faults.push({ field: "totalPrice", reason: `n’est pas la somme des lignes, ${sum / 100} €` });
  else if (sum === 0) faults.push({ field: "totalPrice", reason: "rien n’est à payer" });
  if (new Set(cartItems.map(({ id }) => id)).size < cartItems.length)
    faults.push({ field: "cartItems", reason: "un produit y est deux fois" });
  if (eclat?.cancelledAt && isShipped)
    faults.push({ field: "eclat.cancelledAt", reason: "une commande livrée ne s’annule pas" });
  return [
    ...faults,
    ...sumFaults(document),
    ...lotFaults(document, raw),
    ...refundFaults(document),
  ];
}

type Sums = NonNullable<NonNullable<OrderDocument["eclat"]>["sums"]>;

const feesAndReductions = ({ delivery, deliveryReduction, reductions }: Sums): number =>
  reductions.reduce((rest, share) => rest - share, delivery - deliveryReduction);

function sumFaults({ cartItems, eclat }: OrderDocument): Fault[] {
  const sums = eclat?.sums;
  if (!sums) return [];
  const { delivery, deliveryReduction, standardDelivery, reductions } = sums;
  const faults: Fault[] = [];
  if (deliveryReduction > delivery || standardDelivery > delivery)
    faults.push({ field: "eclat.sums.delivery", reason: "est inférieur à sa réduction" });
  if (
    reductions.length !== cartItems.length ||
    cartItems.some(({ price, qty }, position) => (reductions[position] ?? 0) > price * qty)
  )
    faults.push({ field: "eclat.sums.reductions", reason: "ne correspond pas aux lignes" });
  let refunded = 0;
  for (const { id, amount, state } of eclat.refunds ?? []) {
    const { delivery: fee = 0, gesture = 0 } = sums.refunds?.[id] ?? {};
    if (state !== "failed") refunded += fee;
    if (fee + gesture > amount || refunded > delivery - deliveryReduction)
      faults.push({ field: `eclat.sums.refunds.${id}`, reason: "dépasse le remboursement" });
  }
  return faults;
}

function lotFaults({ cartItems, eclat }: OrderDocument, raw: Record<string, unknown>): Fault[] {
  const faults: Fault[] = [];
  // Different spellings of a lot are added up; the same spelling twice in a line is an error of the file.
  const spellings = (raw["eclat"] as { lots?: { lot: string }[] } | undefined)?.lots ?? [];
  const seen = new Set<string>();
  const quantities = new Map<number, number>();
  for (const [index, { position, qty }] of (eclat?.lots ?? []).entries()) {
    const field = `eclat.lots.${index}`;
    const line = cartItems[position];
    const key = `${position} ${spellings[index]?.lot}`;
    const packed = (quantities.get(position) ?? 0) + qty;
    if (!line) faults.push({ field: `${field}.position`, reason: noLine(position) });
    else if (seen.has(key)) faults.push({ field: `${field}.lot`, reason: "y est deux fois" });
    else if (packed > line.qty)
      faults.push({ field: `${field}.qty`, reason: `dépasse la ligne, qui a ${line.qty} pièces` });
    seen.add(key);
    quantities.set(position, packed);
  }
  return faults;
}

function refundFaults(document: OrderDocument): Fault[] {
  const { cartItems, totalPrice, isPaid, isShipped, eclat } = document;
  const faults: Fault[] = [];
  let refunded = 0;
  for (const [index, { amount, state, lines }] of (eclat?.refunds ?? []).entries()) {
    const field = `eclat.refunds.${index}`;
    if (state === "done" && !isPaid && !isShipped)
      faults.push({ field, reason: "la commande n’est ni payée ni livrée" });
    if (state !== "failed") refunded += amount;
    if (amount > totalPrice || refunded > totalPrice)
      faults.push({ field: `${field}.amount`, reason: "dépasse le total de la commande" });
    const positions = lines.map(({ position }) => position);
    const unknown = positions.find((position) => !cartItems[position]);
    if (unknown !== undefined) faults.push({ field: `${field}.lines`, reason: noLine(unknown) });
    if (new Set(positions).size < positions.length)
      faults.push({ field: `${field}.lines`, reason: "une ligne y est deux fois" });
  }
  return faults;
}

const noLine = (position: number) => `la commande n’a pas de ligne ${position}`;
