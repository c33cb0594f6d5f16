import { useEffect } from "react";
import { readForm } from "#app/platform/form.server.ts";
import { data, Form, Link, useLocation, useNavigate } from "react-router";
import type { Route } from "./+types/admin-orders-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { requestContext } from "#app/platform/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { toast } from "#app/ui/toast.tsx";
import { ConfirmDelivery } from "./confirm-delivery.tsx";
import { markDelivered } from "./mark-delivered.server.ts";
import { OrderDrawer } from "./order-drawer.tsx";
import {
  ORDER_STATES,
  orderQueryFields,
  ordersHref,
  parseOrderQuery,
  type OrderQuery,
} from "./order-query.ts";
import { getOrder, listOrders, type AllOrders } from "./order-reading.server.ts";
import { OrdersTable } from "./orders-table.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";

const DELIVER_FORM = "livrer";
const STATE_LABELS = {
  toutes: "Toutes",
  "non-livrees": "Non livrées",
  livrees: "Livrées",
} as const;

export const meta: Route.MetaFunction = () => [
  { title: "Commandes · Éclat" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const query = parseOrderQuery(search);
  const opened = async (name: string) => {
    const id = search.get(name);
    const order = id === null ? null : await getOrder(db, id);
    if (id !== null && !order) throw data("Document not found", { status: 404 });
    return order;
  };
  const [list, order, toDeliver] = await Promise.all([
    listOrders(db, query),
    opened("commande"),
    opened("livrer"),
  ]);
  return {
    query: { ...query, page: list.page },
    list,
    order,
    toDeliver: toDeliver?.isShipped ? null : toDeliver,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  if (form.get("intent") !== "deliver") throw data(null, { status: 400 });
  const outcome = await markDelivered(
    context.get(requestContext).services.db,
    admin,
    String(form.get("id")),
  );
  switch (outcome.kind) {
    case "delivered":
      return { isDelivered: true, message: "Livraison marquée avec succès!" };
    case "already-delivered":
      return { isDelivered: false, message: "Cette commande était déjà livrée." };
    case "not-found":
      throw data("Document not found", { status: 404 });
  }
}

export default function AdminOrdersPage({
  loaderData: { query, list, order, toDeliver },
  actionData,
}: Route.ComponentProps) {
  useLive("order");
  const heading = useFocusOnPage(query.page);
  const close = useClose(ordersHref(query));
  useEffect(() => {
    if (actionData) toast[actionData.isDelivered ? "success" : "info"](actionData.message);
  }, [actionData]);
  const { toDeliver: waiting, late } = list.waiting;
  const count = `${number(list.total)} commande${list.total > 1 ? "s" : ""}`;
  return (
    <>
      <PageHead title="Commandes" heading={heading}>
        {number(waiting)} à livrer{late > 0 && `, dont ${number(late)} en retard`}.
      </PageHead>
      <output className="sr">
        {count}, page {query.page} sur {list.pageCount}
      </output>
      {actionData && (
        <noscript>
          <Note tone="ok">{actionData.message}</Note>
        </noscript>
      )}
      <ConfirmDelivery order={toDeliver} listHref={ordersHref(query)} onCancel={close} />
      <OrderDrawer order={toDeliver ? null : order} onClose={close} deliverForm={DELIVER_FORM} />
      <Form id={DELIVER_FORM} method="get" state={{ isOpened: true }} preventScrollReset>
        {orderQueryFields(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
      <div className="panel">
        <Toolbar query={query} counts={list.counts} />
        {list.total === 0 ? (
          <Nothing isFiltered={query.search !== "" || query.state !== "toutes"} />
        ) : (
          <OrdersTable
            orders={list.orders}
            query={query}
            pageCount={list.pageCount}
            deliverForm={DELIVER_FORM}
          />
        )}
        <Pager
          page={query.page}
          pageCount={list.pageCount}
          href={(page) => ordersHref({ ...query, page })}
          label="Pages des commandes"
          summary={`${count}, page ${query.page} sur ${list.pageCount}`}
        />
      </div>
    </>
  );
}

/** Closes what the URL opened: a step back when it was opened from the list, so that « back » does the same. */
function useClose(listHref: string) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isOpened?: boolean } | null };
  return () =>
    void (state?.isOpened
      ? navigate(-1)
      : navigate(listHref, { replace: true, preventScrollReset: true }));
}

function number(count: number): string {
  return count.toLocaleString("fr-FR");
}

function Toolbar({ query, counts }: { query: OrderQuery; counts: AllOrders["counts"] }) {
  return (
    <search aria-label="Commandes">
      <Form className="toolbar" method="get">
        <div className="iconfield">
          <Icon name="search" />
          <label className="sr" htmlFor="recherche">
            Chercher une commande
          </label>
          <input
            className="in"
            id="recherche"
            type="search"
            name="recherche"
            maxLength={100}
            placeholder="Client, numéro ou état"
            autoComplete="off"
            defaultValue={query.search}
            key={query.search}
          />
        </div>
        {query.state !== "toutes" && <input type="hidden" name="etat" value={query.state} />}
        <nav className="seg" aria-label="État de livraison">
          {ORDER_STATES.map((state) => (
            <Link
              key={state}
              to={ordersHref({ ...query, state, page: 1 })}
              aria-current={state === query.state ? "true" : undefined}
            >
              {STATE_LABELS[state]} <small>{number(counts[state])}</small>
            </Link>
          ))}
        </nav>
      </Form>
    </search>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucune commande trouvée"
      text="Ni client, ni numéro, ni état ne correspond à cette recherche."
      action={
        <ButtonLink to="/admin/commandes" variant="secondary">
          Tout effacer
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucune commande pour l’instant"
      text="Les commandes des clients arriveront ici."
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title="Commandes" />;
}
