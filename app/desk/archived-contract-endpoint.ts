import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { readArchivedContract } from "#app/orders/archived-contracts.server.ts";
import { requestContext } from "#app/request-context.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { ArchivedContract } from "#db/schema/orders.ts";
import type { Route } from "./+types/archived-contract-endpoint.ts";

/**
 * GET /admin/commandes/:id/contrat: an archived contract as a text file, which an administrator sends to the former customer
 * who asks for it (consumer code, L213-1). Each reading is in the history.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = await requireAdmin(context);
  const { db, config } = context.get(requestContext).services;
  const contract = await readArchivedContract(db, admin, params.id);
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "private, no-store",
  };
  if (!contract) return new Response("Document not found", { status: 404, headers });
  return new Response(textOf(contract, config.baseUrl), {
    headers: {
      ...headers,
      "content-disposition": `attachment; filename="contrat-${contract.number}.txt"`,
    },
  });
}

function textOf(contract: ArchivedContract, baseUrl: string): string {
  const { termsVersion, termsHash, shippingFrom, shippingUntil, deliveredOn } = contract;
  return [
    `Commande ${contract.number} du ${frenchLongDay(contract.placedAt.slice(0, 10))}`,
    "",
    contract.customer,
    contract.address,
    contract.phone,
    contract.email ?? "",
    "",
    ...contract.lines.map(
      ({ name, quantity, unitPriceCents }) =>
        `${quantity} × ${displayName(name)}, ${formatPrice(unitPriceCents)}`,
    ),
    ...(contract.reductionCents
      ? [`Réduction\u00a0: -${formatPrice(contract.reductionCents)}`]
      : []),
    `Total\u00a0: ${formatPrice(contract.totalCents)}, ${contract.deliveryCents ? `dont livraison ${formatPrice(contract.deliveryCents)}` : "livraison offerte"}`,
    "",
    `Livraison\u00a0: ${contract.shippingMethod}, prévue du ${frenchLongDay(shippingFrom)} au ${frenchLongDay(shippingUntil)}`,
    ...(deliveredOn ? [`Livrée le ${frenchLongDay(deliveredOn)}`] : []),
    `Paiement\u00a0: ${contract.paymentMethod}`,
    `Conditions générales de vente du ${termsVersion}${termsHash ? `\u00a0: ${baseUrl}/condition-generale-de-vente/${termsHash}` : ""}`,
    "",
  ].join("\n");
}
