import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/csv/csv.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { requestContext } from "#app/request-context.ts";
import { parsePeriod } from "#app/ui/areas/list-filters.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { Route } from "./+types/payouts-endpoint.ts";
import { STATE_LABELS } from "./movement-texts.ts";
import { readMovements, type Movement } from "./reconciliation.server.ts";
import { KIND_LABELS } from "./transaction-kind.ts";

const cell = (cents: number): string =>
  cents > 0 ? (cents / 100).toFixed(2).replace(".", ",") : "";

/**
 * The columns. What enters and what leaves have columns of their own, so that no amount is negative: `csvResponse` would guard its sign.
 */
const CELLS: Record<string, (movement: Movement) => string | null> = {
  jour: ({ at }) => parisDay(at).split("-").toReversed().join("/"),
  nature: ({ kind }) => KIND_LABELS[kind],
  rapprochement: ({ state }) => STATE_LABELS[state],
  "transaction PayPal": ({ id }) => id,
  "code PayPal": ({ code }) => code,
  commande: ({ orderId }) => orderId && deliveryNumber(orderId),
  devise: ({ currency }) => currency,
  "entré chez PayPal": ({ providerCents }) => cell(providerCents ?? 0),
  "sorti de PayPal": ({ providerCents }) => cell(-(providerCents ?? 0)),
  commission: ({ feeCents }) => cell(-feeCents),
  "commission rendue": ({ feeCents }) => cell(feeCents),
  "encaissé boutique": ({ shopCents }) => cell(shopCents ?? 0),
  "remboursé boutique": ({ shopCents }) => cell(-(shopCents ?? 0)),
};

/** GET /admin/paiements/rapprochement.csv?du=…&au=…: each movement of the provider and of the shop, and how they compare. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const { from, until } = parsePeriod(new URL(request.url).searchParams);
  return csvResponse("rapprochement-paypal.csv", CELLS, readMovements(db, { from, until }));
}
