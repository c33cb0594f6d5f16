import type { PayPal } from "#app/payments/paypal.server.ts";
import type { Sendcloud } from "#app/relays/sendcloud.server.ts";
import type { Services } from "#app/request-context.ts";
import { PRICE_CENTS } from "./concurrent-fixture.ts";

/** Services with instant password hashing. */
export async function withoutHashing(services: Services): Promise<Services> {
  const password = { hash: async () => "x", verify: async () => true };
  const context = { ...(await services.auth.$context), password };
  return {
    ...services,
    auth: { ...services.auth, $context: Promise.resolve(context) } as unknown as Services["auth"],
    hashing: { ...services.hashing, run: (_who, work) => work() },
  };
}

/** A fake payment provider for the fixture's orders: every call succeeds. */
export const FAKE_PROVIDER = {
  captureOrder: async (_request: string, id: string) => taken(id),
  getOrder: async (id: string) => taken(id),
  createOrder: async (_request: string, { orderId }: { orderId: string }) => ({
    kind: "ok",
    body: { ...taken(`P-${orderId}`).body, capture: null, status: "CREATED" },
  }),
  refundCapture: async (
    _id: string,
    { refundId, amountCents }: { refundId: string; amountCents: number },
  ) => ({
    kind: "ok",
    body: {
      id: `R-${refundId}`,
      status: "COMPLETED",
      amountCents,
      currency: "EUR",
      customId: refundId,
    },
  }),
  account: "fake",
  listTransactions: async () => ({
    kind: "ok",
    body: {
      pageCount: 1,
      transactions: [
        {
          id: "T-1",
          code: "T0400",
          status: "S",
          amountCents: -PRICE_CENTS,
          feeCents: 0,
          currency: "EUR",
          referenceId: null,
          customId: null,
          initiatedAt: new Date("2026-01-01"),
          updatedAt: new Date("2026-01-01"),
        },
      ],
    },
  }),
  readBalance: async () => ({ kind: "ok", body: null }),
} as unknown as PayPal;

/** A fake provider of relay points: every label is made. */
export const FAKE_RELAYS = {
  createLabel: async ({ reference }: { reference: string }) => ({
    kind: "ok",
    body: { parcelId: reference, carrier: "mondial_relay", trackingNumber: null, pdf: null },
  }),
  cancelLabel: async () => ({ kind: "ok" }),
  fetchLabel: async () => Buffer.from("%PDF-"),
} as unknown as Sendcloud;

function taken(id: string) {
  const capture = { id: `C-${id}`, status: "COMPLETED", amountCents: PRICE_CENTS, currency: "EUR" };
  return {
    kind: "ok",
    body: { id, status: "COMPLETED", payerEmail: null, payee: null, capture, refunds: [] },
  };
}
