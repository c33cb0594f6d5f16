import type { Admin } from "#app/accounts/as-admin.server.ts";
import type { PackedOrder } from "#app/orders/order-view.ts";
import type { FieldErrors } from "#app/platform/form.server.ts";
import type { Services } from "#app/request-context.ts";
import {
  confirmedField,
  numberField,
  parseHandOverForm,
  quantityField,
  warningsOf,
} from "./hand-over-form.ts";
import { handOver, type HandOverRefusal } from "./hand-over.server.ts";
import { numberTakenText } from "./sending-refusals.ts";

export type FormOutcome =
  | { kind: "invalid"; errors: FieldErrors }
  /** Some orders have a dispute, a withdrawal or missing pieces: nothing was done. `answers`: the form fields that confirm them. */
  | { kind: "ask"; orderIds: string[]; answers: Record<string, string> }
  /** `errors`: taken numbers and too large quantities, by field name. */
  | {
      kind: "done";
      carrier: string;
      handedOver: string[];
      refused: { orderId: string; refusal: HandOverRefusal }[];
      errors: FieldErrors;
    };

/** Hands over the orders of a submitted form, one by one; asks first if some have warnings that the form does not confirm. */
export async function handOverByForm(
  services: Pick<Services, "db" | "jobs">,
  admin: Admin,
  orders: readonly PackedOrder[],
  form: FormData,
): Promise<FormOutcome> {
  const parsed = parseHandOverForm(form, orders);
  if (!parsed.ok) return { kind: "invalid", errors: parsed.errors };
  const unconfirmed = orders.filter((order) => {
    const warnings = warningsOf(order);
    return warnings !== "" && warnings !== form.get(confirmedField(order.id));
  });
  if (unconfirmed.length > 0) {
    const answers = unconfirmed.map((order) => [confirmedField(order.id), warningsOf(order)]);
    return {
      kind: "ask",
      orderIds: unconfirmed.map(({ id }) => id),
      answers: Object.fromEntries(answers) as Record<string, string>,
    };
  }
  const handedOver: string[] = [];
  const refused: { orderId: string; refusal: HandOverRefusal }[] = [];
  const errors: FieldErrors = {};
  for (const request of parsed.requests) {
    const outcome = await handOver(services, admin, request);
    const { orderId } = request;
    if (outcome.kind === "handed-over") handedOver.push(orderId);
    else if (outcome.kind === "number-taken")
      errors[numberField(orderId)] = numberTakenText(outcome.order);
    else if (outcome.kind === "wrong-quantity")
      errors[quantityField(orderId, outcome.position)] =
        "Plus d’articles qu’il n’en reste à envoyer.";
    else refused.push({ orderId, refusal: outcome });
  }
  return { kind: "done", carrier: parsed.carrier, handedOver, refused, errors };
}
