import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Fault } from "#app/payments/simulator/script.ts";
import type { addedTransaction } from "#app/payments/simulator/transactions.server.ts";

/** Controls the payment simulator of a shop under test. */
export function openSimulator(url: string, sessionSecret = "x".repeat(64)) {
  const token = createHash("sha256").update(`paypal-simulator ${sessionSecret}`).digest("hex");
  const ask = async (method: string, path: string, body?: object | string): Promise<Response> => {
    const answer = await fetch(`${url}/simulateur-paypal${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: typeof body === "object" ? JSON.stringify(body) : body,
    });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${path}`);
    return answer;
  };
  return {
    fault: (
      call: Fault["call"],
      kind: Fault["kind"],
      more: { times?: number; value?: number } = {},
    ) => ask("POST", "/v0/faults", { call, kind, ...more }),
    clear: () => ask("DELETE", "/v0/faults"),
    /** Sends every past event again, `times` each, in random order. */
    resendWebhooks: (times: number) => ask("POST", "/v0/webhooks", { times }),
    finishCapture: (providerOrderId: string, status: string) =>
      ask("POST", `/v0/orders/${providerOrderId}/finish`, { status }),
    /** Gives every pending refund this status. */
    finishRefunds: (status: "COMPLETED" | "FAILED") =>
      ask("POST", "/v0/refunds/finish", { status }),
    /** Adds transactions to the Transaction Search that no call of the shop makes; a known one is changed. */
    addTransactions: (transactions: readonly z.input<typeof addedTransaction>[]) =>
      ask("POST", "/v0/transactions", transactions),
    /** The provider's signature headers for an event. */
    sign: async (event: string) =>
      (await (await ask("POST", "/v0/events", event)).json()) as Record<string, string>,
    refundAtProvider: (captureId: string, value: string) =>
      ask("POST", `/v2/payments/captures/${captureId}/refund`, {
        amount: { currency_code: "EUR", value },
      }),
  };
}
