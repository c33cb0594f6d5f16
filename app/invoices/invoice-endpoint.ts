import { signInFirst } from "#app/accounts/access.ts";
import { ownerOf } from "#app/accounts/order-access.ts";
import { DrawingsFull } from "#app/platform/drawing-thread.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/invoice-endpoint.ts";
import { facturXFor, invoicePdfFor } from "./invoice-reading.server.ts";

/**
 * GET /factures/:number: an invoice or credit note as a PDF, for whoever has the order, and administrators; /factures/:number/factur-x: as
 * an electronic invoice.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = await ownerOf(context);
  const { services, caller } = context.get(requestContext);
  const { db, limits, settings } = services;
  const { number, format } = params;
  if (format !== undefined && format !== "factur-x") return refusal(404, "Document not found");
  const read = format ? facturXFor : invoicePdfFor;
  if (owner.id === null && owner.opened.length === 0) throw signInFirst({ place: "commandes" });
  const isAllowed = owner.id
    ? limits.allow("invoice", { account: owner.id })
    : limits.allow("guest-invoice", caller);
  if (!(await isAllowed))
    return refusal(429, "Trop de factures d’affilée. Réessayez dans un quart d’heure.");
  const file = await read(db, owner, number, settings.current().shop).catch((error: unknown) => {
    if (error instanceof DrawingsFull) return "full" as const;
    throw error;
  });
  if (file === "full")
    return refusal(503, "Trop de documents sont demandés à la fois. Réessayez dans une minute.");
  if (file === "unnamed")
    return refusal(
      409,
      "Ce document ne peut pas devenir une Factur-X\u00a0: à son émission, la boutique n’avait ni SIREN ni numéro de TVA, ou pas de nom.",
    );
  if (!file) return refusal(404, "Document not found");
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `${format ? "attachment" : "inline"}; filename="${file.filename}"`,
      "cache-control": "private, no-store",
    },
  });
}

/** Plain text: the browser shows it in place of the document. `data()` would send JSON, in quotes. */
function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
