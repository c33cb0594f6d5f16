import { displayName } from "#app/catalogue/product-name.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { twoReadingsFault } from "#app/ui/number-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { RefundRequest } from "./refund-order.server.ts";

export const LONGEST_REASON = 500;

/** A parsed form of the refund page. */
export type MoneyRequest =
  | { intent: "refund"; refund: RefundRequest }
  | { intent: "cancel"; reason: string };

/** An order line; `left` is the quantity that can still be refunded. */
export type RefundLine = { position: number; name: string; left: number };

/** Parses the form of the refund page; French errors by field name. */
export function parseRefundForm(
  form: FormData,
  { lines, deliveryLeft }: { lines: readonly RefundLine[]; deliveryLeft: number },
  returnId: string | null = null,
): { ok: true; request: MoneyRequest } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const reason = String(form.get("reason") ?? "").trim();
  if (reason === "") errors["reason"] = "Indiquez le motif, le client le lira.";
  else if (reason.length > LONGEST_REASON)
    errors["reason"] = `${LONGEST_REASON} caractères au plus.`;
  const intent = form.get("intent");
  if (intent === "cancel")
    return Object.keys(errors).length > 0
      ? { ok: false, errors }
      : { ok: true, request: { intent, reason } };

  const seenCents = Number(form.get("seen"));
  const chosen = lines.flatMap(({ position, name, left }) => {
    const typed = String(form.get(quantityName(position)) ?? "").trim();
    const quantity = /^\d*$/.test(typed) ? Number(typed) : Infinity;
    if (quantity > left)
      errors[quantityName(position)] =
        `${displayName(name)}\u00a0: ${left === 0 ? "déjà remboursé" : `de 0 à ${left}`}.`;
    return quantity > 0 ? [{ position, quantity }] : [];
  });
  const sum = (name: string) => {
    const cents = parseEuros(String(form.get(name) ?? ""));
    if (cents === null)
      errors[name] =
        twoReadingsFault(String(form.get(name))) ??
        "Indiquez un montant en euros\u00a0: 4,90 par exemple.";
    return cents ?? 0;
  };
  const deliveryCents = sum("delivery");
  const gestureCents = sum("gesture");
  if (deliveryCents > deliveryLeft)
    errors["delivery"] =
      `Il reste ${formatPrice(deliveryLeft)} de frais de livraison à rembourser.`;
  const isEmpty = chosen.length === 0 && deliveryCents === 0 && gestureCents === 0;
  if (intent === "lines" && isEmpty && Object.keys(errors).length === 0)
    errors[quantityName(lines[0]?.position ?? 0)] =
      "Choisissez au moins un article, ou indiquez une somme.";
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    request: {
      intent: "refund",
      refund: {
        reason,
        seenCents,
        returnId,
        ...(intent === "lines"
          ? { lines: chosen, deliveryCents, gestureCents }
          : { lines: "rest" }),
      },
    },
  };
}

/** Name of the form field with the quantity to refund of this order line. */
export const quantityName = (position: number) => `quantity-${position}`;
