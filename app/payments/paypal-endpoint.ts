import { data } from "react-router";
import { z } from "zod";
import { paymentLimitsOf, requireOwner } from "#app/accounts/order-access.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/paypal-endpoint.ts";
import { capturePayment } from "./capture-payment.server.ts";
import { startPayment } from "./start-payment.server.ts";

const requestBody = z.discriminatedUnion("act", [
  z.object({ act: z.literal("create") }),
  z.object({ act: z.literal("capture"), providerOrderId: z.string().regex(/^[\w-]{1,64}$/) }),
]);

/** POST /payement/:id/paypal: creates or captures a payment for the provider's buttons. JSON; 429 past the limits. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const owner = await requireOwner(context, params.id, { place: "paiement", id: params.id });
  const { services, caller } = context.get(requestContext);
  const body = requestBody.safeParse(await request.json().catch(() => null));
  if (!body.success) throw data("Demande incomplète", { status: 400 });
  if (!(await services.limits.allow("payment", paymentLimitsOf(owner, params.id))))
    return Response.json({ kind: "too-many" }, { status: 429 });
  const outcome =
    body.data.act === "create"
      ? await startPayment(services, owner, params.id, caller)
      : await capturePayment(services, owner, {
          orderId: params.id,
          providerOrderId: body.data.providerOrderId,
        });
  return Response.json(outcome, { status: outcome.kind === "not-found" ? 404 : 200 });
}
