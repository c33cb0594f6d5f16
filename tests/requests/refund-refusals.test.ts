import { beforeAll, expect, test, vi } from "vitest";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Every reason for which PayPal refuses a refund, as the administrator reads it above the form (app/payments/refusal-text.ts). */
const shop = await openShop();
const admin = await shop.customer({ isAdmin: true });
let orderId: string;
beforeAll(async () => {
  orderId = (await payOrder(shop, await shop.customer())).orderId;
});

const BY_HAND = "Rendez la somme vous-même, par virement par exemple";
const UNKNOWN = `PayPal ne connaît pas ce paiement, encaissé peut-être par un autre compte. ${BY_HAND}`;
const DISPUTED = "un litige est ouvert sur ce paiement, il se règle dans le compte PayPal";
const NO_RIGHT = "l’application PayPal de la boutique n’a pas le droit de rembourser";
const LIMITED = "le compte PayPal de la boutique est limité ou fermé";

async function refund(): Promise<string> {
  const form = { intent: "rest", seen: "0", reason: "Un flacon fendu", confirmed: "1" };
  const answer = await admin.post(`/admin/commandes/${orderId}/remboursement`, form);
  const html = await answer.text();
  expect(html).toMatch(/<textarea[^>]*>Un flacon fendu<\/textarea>/);
  return textOf(html);
}

test.each([
  ["RESOURCE_NOT_FOUND", UNKNOWN],
  ["INVALID_RESOURCE_ID", UNKNOWN],
  ["REFUND_AMOUNT_EXCEEDED", "c’est plus que ce qui reste à rendre de ce paiement chez PayPal"],
  ["MAX_NUMBER_OF_REFUNDS_EXCEEDED", "PayPal n’accepte plus d’autre remboursement de ce paiement"],
  ["CAPTURE_FULLY_REFUNDED", "ce paiement est déjà remboursé en entier chez PayPal"],
  ["REFUND_TIME_LIMIT_EXCEEDED", `PayPal ne rembourse plus après 180 jours. ${BY_HAND}`],
  ["REFUND_FAILED_INSUFFICIENT_FUNDS", "le solde du compte PayPal de la boutique ne suffit pas"],
  ["REFUND_NOT_ALLOWED", "PayPal ne permet pas de rembourser ce paiement"],
  ["PARTIAL_REFUND_NOT_ALLOWED", "PayPal ne permet de rembourser ce paiement qu’en entier"],
  ["PENDING_CAPTURE", "l’argent de ce paiement n’est pas encore arrivé"],
  ["TRANSACTION_DISPUTED", DISPUTED],
  ["CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED", DISPUTED],
  ["PERMISSION_DENIED", NO_RIGHT],
  ["NOT_AUTHORIZED", NO_RIGHT],
  ["PAYEE_ACCOUNT_RESTRICTED", LIMITED],
  ["PAYEE_ACCOUNT_LOCKED_OR_CLOSED", LIMITED],
  [
    "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
    `le compte PayPal de l’acheteur est limité ou fermé. ${BY_HAND}`,
  ],
  ["SOMETHING_NEW", "raison donnée par PayPal, « SOMETHING_NEW »"],
])("PayPal refuses with %s", async (issue, reason) => {
  const answer = { kind: "refused", issue } as const;
  const asked = vi.spyOn(shop.paypal, "refundCapture").mockResolvedValueOnce(answer);
  const text = await refund();
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
  expect(text).toContain(
    `PayPal refuse ce remboursement : ${reason}. Rien n’a été rendu.`.replaceAll(/\s+/g, " "),
  );
});

test.each(["FAILED", "CANCELLED"])("PayPal creates a refund with the status %s", async (status) => {
  const asked = vi
    .spyOn(shop.paypal, "refundCapture")
    .mockImplementationOnce(async (_capture, { refundId, amountCents }) => ({
      kind: "ok",
      body: { id: `R-${refundId}`, status, amountCents, currency: "EUR", customId: refundId },
    }));
  const text = await refund();
  asked.mockRestore();
  expect(text).toContain(
    "PayPal refuse ce remboursement : PayPal n’a pas pu le mener à bien. Réessayez dans un moment. Rien n’a été rendu.",
  );
});
