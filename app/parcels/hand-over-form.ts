import { CARRIERS, type Carrier } from "#app/delivery/carriers.ts";
import { openWithdrawals } from "#app/orders/open-withdrawals.ts";
import type { PackedOrder } from "#app/orders/order-view.ts";
import type { FieldErrors } from "#app/platform/form.server.ts";
import type { HandOverRequest } from "./hand-over.server.ts";
import { trackingNumber } from "./tracking-schema.ts";
import { warningsKey } from "./warnings.ts";

// Names of the form's fields, by order.
export const numberField = (orderId: string) => `suivi-${orderId}`;
export const quantityField = (orderId: string, position: number) => `qte-${orderId}-${position}`;
export const confirmedField = (orderId: string) => `lu-${orderId}`;

/** The warnings of an order that must be confirmed before it is handed over; « » for none. */
export const warningsOf = (order: PackedOrder): string =>
  warningsKey({
    isDisputed: order.openMismatch === "dispute",
    isWithdrawn: openWithdrawals(order).length > 0,
    lines: order.lines,
  });

type Parsed =
  | { ok: true; carrier: Carrier; requests: HandOverRequest[] }
  | { ok: false; errors: FieldErrors };

/** Parses the form that hands these orders over; French errors by field name. */
export function parseHandOverForm(form: FormData, orders: readonly PackedOrder[]): Parsed {
  const errors: FieldErrors = {};
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const carrier = CARRIERS.find((name) => name === text("transporteur"));
  if (!carrier) errors["transporteur"] = "Choisissez un transporteur.";
  const formKey = text("cle");
  if (!/^[0-9A-Za-z]{26}$/.test(formKey))
    errors["form"] = "Formulaire périmé\u00a0: rechargez la page.";
  const seen = new Set<string>();
  const requests = orders.map((order): HandOverRequest => {
    const field = numberField(order.id);
    const number = trackingNumber.safeParse(text(field));
    if (!number.success) errors[field] = number.error.issues[0]!.message;
    else if (number.data !== null && seen.has(number.data))
      errors[field] = "Ce numéro est deux fois dans ce formulaire.";
    if (number.data) seen.add(number.data);
    return {
      orderId: order.id,
      carrier: carrier ?? "Autre",
      trackingNumber: number.data ?? null,
      lines: quantitiesIn(form, order, errors),
      formKey,
      confirmed: text(confirmedField(order.id)),
    };
  });
  if (!carrier || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, carrier, requests };
}

/** The quantities of a parcel; « all » when the form does not ask for them. */
function quantitiesIn(
  form: FormData,
  { id, lines }: PackedOrder,
  errors: FieldErrors,
): HandOverRequest["lines"] {
  const asked = lines.filter(({ position }) => form.has(quantityField(id, position)));
  if (asked.length === 0) return "all";
  // `handOver` checks how many pieces are left. Checked here, a resubmitted form would be refused instead of getting its first answer.
  const quantities = asked.map(({ position }) => {
    const field = quantityField(id, position);
    const typed = String(form.get(field)).trim();
    if (!/^\d{1,2}$/.test(typed)) errors[field] = "Un nombre d’articles, sans décimale.";
    return { position, quantity: Number(typed) };
  });
  if (quantities.every(({ quantity }) => quantity === 0))
    errors[quantityField(id, asked[0]!.position)] =
      "Ce colis est vide\u00a0: mettez-y au moins un article.";
  return quantities;
}
