import { requireViewer } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { listOwnOrders } from "#app/orders/order-reading.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchMonth } from "#app/ui/french-date.ts";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/my-orders-page.ts";
import { OrderCard } from "./order-card.tsx";

const TITLE = "Mes commandes";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "commandes" });
  const page = pageNumber(new URL(request.url).searchParams);
  return listOwnOrders(context.get(requestContext).services.db, viewer.id, { page });
}

export default function MyOrdersPage({
  loaderData: { orders, total, since, page, pageCount },
}: Route.ComponentProps) {
  useLive("order");
  const count = plural(total, "commande");
  return (
    <ListPage
      title={TITLE}
      intro={since && `${count} depuis ${frenchMonth(since)}.`}
      rowsArePanels
      total={total}
      count={count}
      page={page}
      pageCount={pageCount}
      href={(target) => pageHref("/admin/my-orders", target)}
      pagesLabel="Pages de mes commandes"
      empty={{
        drawing: "bag",
        title: "Aucune commande pour l’instant",
        text: "Vos commandes et leur livraison se suivront ici, dès la première.",
        action: <ButtonLink to="/boutique">Aller à la boutique</ButtonLink>,
      }}
    >
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </ListPage>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
