import type { Route } from "./+types/my-orders-page.ts";
import { requireViewer } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { requestContext } from "#app/platform/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { Pager } from "#app/ui/pager.tsx";
import { OrderCard } from "./order-card.tsx";
import { listOwnOrders } from "./order-reading.server.ts";
import { frenchMonth } from "#app/ui/french-date.ts";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Mes commandes · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "commandes" });
  const page = pageNumber(new URL(request.url).searchParams);
  return listOwnOrders(context.get(requestContext).services.db, viewer.id, { page });
}

export default function MyOrdersPage({
  loaderData: { orders, total, since, page, pageCount },
}: Route.ComponentProps) {
  useLive("order");
  const heading = useFocusOnPage(page);
  const count = `${total} commande${total > 1 ? "s" : ""}`;
  return (
    <>
      <PageHead title="Mes commandes" heading={heading}>
        {since && `${count} depuis ${frenchMonth(since)}.`}
      </PageHead>
      <output className="sr">
        {count}, page {page} sur {pageCount}
      </output>
      {total === 0 ? (
        <div className="panel">
          <EmptyState
            panel
            level={2}
            title="Aucune commande pour l’instant"
            text="Vos commandes et leur livraison se suivront ici, dès la première."
            action={<ButtonLink to="/boutique">Aller à la boutique</ButtonLink>}
          />
        </div>
      ) : (
        orders.map((order) => <OrderCard key={order.id} order={order} />)
      )}
      {pageCount > 1 && (
        <div className="panel">
          <Pager
            page={page}
            pageCount={pageCount}
            href={(target) =>
              target === 1 ? "/admin/my-orders" : `/admin/my-orders?page=${target}`
            }
            label="Pages de mes commandes"
            summary={`${count}, page ${page} sur ${pageCount}`}
          />
        </div>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title="Mes commandes" />;
}
