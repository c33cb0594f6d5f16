import { data } from "react-router";
import type { Route } from "./+types/invoice-endpoint.ts";
import { requireViewer } from "#app/accounts/access.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { invoicePdfFor } from "./invoice-reading.server.ts";

/** GET /factures/:number: an invoice or credit note as a PDF, for the order's customer and administrators. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "commandes" });
  const { db, limits } = context.get(requestContext).services;
  if (!(await limits.allow("invoice", { account: viewer.id })))
    throw data("Trop de factures d’affilée. Réessayez dans un quart d’heure.", { status: 429 });
  const file = await invoicePdfFor(db, viewer, params.number);
  if (!file) throw data("Document not found", { status: 404 });
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${file.filename}"`,
      "cache-control": "private, no-store",
    },
  });
}
