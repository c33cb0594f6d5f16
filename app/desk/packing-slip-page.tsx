import { data, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { listHref } from "#app/ui/areas/list-address.ts";
import { PrintButton } from "#app/ui/areas/print-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/packing-slip-page.ts";
import { hasSlip, PackingSlip } from "./packing-slip.tsx";
import { codesOf } from "./product-codes.server.ts";
import stylesheet from "#app/areas.css?url";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noindexMeta(`Bon de livraison${loaderData ? ` ${deliveryNumber(loaderData.id)}` : ""}`, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const order = await getOrder(db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const codes = await codesOf(
    db,
    order.lines.map(({ productId }) => productId),
  );
  return { ...order, codes };
}

/** The packing slip, A4. Print styles hide the header and menus. */
export default function PackingSlipPage({ loaderData: order }: Route.ComponentProps) {
  const [search] = useSearchParams();
  useLive(`order:${order.id}`);
  return (
    <>
      <div className="slip-bar">
        <ButtonLink
          icon="arrow-left"
          to={ordersAddress.backHref(search, { commande: order.id })}
          variant="plain"
          size="s"
        >
          Commande
        </ButtonLink>
        <p className="soft small">Bon de livraison, format A4</p>
        <ButtonLink
          icon="package"
          to={listHref(
            `/admin/commandes/${order.id}/lots`,
            [...search].filter(([name]) => name === "retour"),
          )}
          variant="plain"
          size="s"
        >
          Lots
        </ButtonLink>
        {hasSlip(order) && <PrintButton />}
      </div>
      <PackingSlip order={order} codes={order.codes} heading="h1" />
    </>
  );
}
