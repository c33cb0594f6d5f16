import { requireAdmin } from "#app/accounts/access.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { isId } from "#app/platform/id.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/label-endpoint.ts";
import { labelPdfOf } from "./labels-of-orders.server.ts";

/** GET /admin/commandes/:id/colis.pdf: the shipping label of an order as PDF, for administrators. */
export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const pdf = isId(params.id) ? await labelPdfOf(db, params.id) : null;
  if (!pdf)
    return new Response("Document not found", {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="etiquette-${deliveryNumber(params.id)}.pdf"`,
      "cache-control": "private, no-store",
    },
  });
}
