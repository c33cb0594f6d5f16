import { useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { MOST_SELECTED, ordersAddress } from "#app/orders/order-query.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { PrintButton } from "#app/ui/areas/print-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/packing-slips-page.ts";
import { PackingSlip, hasSlip } from "./packing-slip.tsx";
import { codesOf } from "./product-codes.server.ts";
import { readSelected } from "./selected-orders.server.ts";
import stylesheet from "#app/areas.css?url";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Bons de livraison", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const selected = await readSelected(db, new URL(request.url).searchParams);
  const productIds = selected.orders.flatMap(({ lines }) => lines.map((line) => line.productId));
  return { ...selected, codes: await codesOf(db, productIds) };
}

/** The packing slips of several orders, each on its own A4 page. Orders of which nothing is to be sent have none. */
export default function PackingSlipsPage({
  loaderData: { orders, codes, isCut },
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  useLive("order");
  const printed = orders.filter(hasSlip);
  const left = orders.length - printed.length;
  return (
    <>
      <div className="slip-bar">
        <ButtonLink icon="arrow-left" to={ordersAddress.backHref(search)} variant="plain" size="s">
          Commandes
        </ButtonLink>
        <h1 className="h4">
          {`${printed.length} bon${printed.length > 1 ? "s" : ""} de livraison`}
        </h1>
        {printed.length > 0 && <PrintButton />}
      </div>
      <div className="slip-notes">
        {isCut && (
          <Note tone="warning">
            {orders.length === 0
              ? `${MOST_SELECTED} commandes au plus à la fois.`
              : `Les ${MOST_SELECTED} premières commandes, les plus anciennes d’abord.`}
          </Note>
        )}
        {orders.length === 0 && !isCut && (
          <Note>Cochez au moins une commande dans la liste des commandes.</Note>
        )}
        {left > 0 && (
          <Note>
            {left > 1
              ? `${left} commandes n’ont pas de bon\u00a0: rien n’est à envoyer.`
              : "Une commande n’a pas de bon\u00a0: rien n’est à envoyer."}
          </Note>
        )}
      </div>
      {printed.map((order) => (
        <PackingSlip key={order.id} order={order} codes={codes} heading="h2" />
      ))}
    </>
  );
}
