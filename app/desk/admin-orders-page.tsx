import { data, Form, useFetcher } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { confirmCashOrder } from "#app/orders/cash-holds.server.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { useClose } from "#app/ui/areas/use-close.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { Route } from "./+types/admin-orders-page.ts";
import type { OrderAnswer } from "./confirm-cash.tsx";
import { ConfirmDelivery } from "./confirm-delivery.tsx";
import { OrderDrawer } from "./order-drawer.tsx";
import { listOrders, type OrderList } from "./order-list.server.ts";
import { OrderSelection } from "./order-selection.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

const TITLE = "Commandes";
const DELIVER_FORM = "livrer";
const DELIVER_OPENED_FORM = "livrer-detail";
const SELECTION_FORM = "choix";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, relays } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const query = ordersAddress.parse(search);
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
    hasRelays: relays !== null,
    toDeliver: toDeliver?.isDelivered || toDeliver?.cancelledAt ? null : toDeliver,
  };
}

export async function action({ request, context }: Route.ActionArgs): Promise<OrderAnswer> {
  const admin = await requireAdmin(context);
  const form = await readForm(request);
  const { services } = context.get(requestContext);
  const orderId = String(form.get("id"));
  if (form.get("intent") === "confirm")
    return (await confirmCashOrder(services.db, admin, orderId))
      ? { isDone: true, message: "Commande confirmée." }
      : { isDone: false, message: "Cette commande n’était pas à confirmer." };
  if (form.get("intent") !== "deliver") throw data(null, { status: 400 });
  const outcome = await markDelivered(services, admin, {
    orderId,
    confirmsDispute: form.get("litige") === "lu",
    confirmsNotToDeliver: form.get("rien") === "lu",
  });
  switch (outcome.kind) {
    case "delivered":
      return { isDone: true, message: "Livraison marquée avec succès!" };
    case "already-delivered":
      return { isDone: false, message: "Cette commande était déjà livrée." };
    case "cancelled":
      return { isDone: false, message: "Cette commande est annulée." };
    case "disputed":
      return {
        isDone: false,
        message: "Cette commande est en litige\u00a0: voyez le compte PayPal avant de la livrer.",
      };
    case "not-to-deliver":
      return {
        isDone: false,
        message:
          "Cette commande est remboursée, ou son client s’est rétracté\u00a0: annulez-la ou remboursez-la d’abord.",
      };
    case "not-found":
      throw data("Document not found", { status: 404 });
  }
}

export default function AdminOrdersPage({
  loaderData: { query, list, order, hasRelays, toDeliver },
  actionData,
}: Route.ComponentProps) {
  useLive("order");
  const listHref = ordersAddress.href(query);
  const backHref = order ? ordersAddress.href(query, { commande: order.id }) : listHref;
  const close = useClose(listHref);
  const closeConfirmation = useClose(backHref);
  const delivery = useFetcher<typeof action>();
  useAnswer(delivery.data, ({ isDone, message }) => {
    toast[isDone ? "success" : "info"](message);
    closeConfirmation();
  });
  const fields = ordersAddress.fields(query);
  return (
    <ListPage
      title={TITLE}
      intro={<Waiting {...list.waiting} />}
      actions={
        <a className="btn btn--plain btn--s" href={ordersAddress.csvHref(query)} download>
          <Icon name="download" size={16} />
          <span>
            Exporter<span className="wide-only"> en CSV</span>
          </span>
        </a>
      }
      above={
        <>
          {actionData && (
            <noscript>
              <Note tone="ok">{actionData.message}</Note>
            </noscript>
          )}
          <OrderDrawer
            order={order}
            query={query}
            onClose={close}
            hasRelays={hasRelays}
            deliverForm={DELIVER_OPENED_FORM}
          />
          <ConfirmDelivery
            order={toDeliver}
            onConfirm={(answer) =>
              void delivery.submit(answer, { method: "post", action: listHref })
            }
            onCancel={closeConfirmation}
            isBusy={delivery.state !== "idle"}
            backHref={backHref}
          />
          <DeliverForm id={DELIVER_FORM} fields={fields} />
          {order && (
            <DeliverForm id={DELIVER_OPENED_FORM} fields={[...fields, ["commande", order.id]]} />
          )}
        </>
      }
      toolbar={
        <>
          <OrdersToolbar query={query} counts={list.counts} />
          {list.total > 0 && (
            <OrderSelection
              id={SELECTION_FORM}
              query={query}
              total={list.total}
              shown={list.orders.map(({ id }) => id)}
            />
          )}
        </>
      }
      total={list.total}
      count={boundedPlural(list.total, "commande")}
      {...ordersAddress.pages(query, list.pageCount)}
      pagesLabel="Pages des commandes"
      empty={fields.length > 0 ? NONE_FOUND : NONE}
    >
      <OrdersTable
        orders={list.orders}
        query={query}
        caption={`${TITLE}, page ${query.page} sur ${list.pageCount}`}
        deliverForm={DELIVER_FORM}
        selectionForm={SELECTION_FORM}
      />
    </ListPage>
  );
}

const LACKING = ordersAddress.href({ search: "pièces manquantes" });

function Waiting({ toDeliver, late, lacking }: OrderList["waiting"]) {
  return (
    <>
      <span>{`${boundedNumber(toDeliver, { isStart: true })} à livrer`}</span>
      {late > 0 && (
        <>
          , dont{" "}
          <Link
            to={ordersAddress.href({ state: "en-retard" })}
          >{`${boundedNumber(late)} en retard`}</Link>
        </>
      )}
      {lacking > 0 && (
        <>
          , <Link to={LACKING}>{`${boundedNumber(lacking)} avec des pièces manquantes`}</Link>
        </>
      )}
      <span>.</span>
    </>
  );
}

/**
 * A GET form that opens the delivery confirmation. `fields` are the URL parameters that it keeps: the list's query and,
 * for the drawer's form, the open order (`commande`).
 */
function DeliverForm({ id, fields }: { id: string; fields: [string, string][] }) {
  return (
    <Form id={id} method="get" state={{ isOpened: true }} preventScrollReset>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  );
}

const NONE: EmptyList = {
  title: "Aucune commande pour l’instant",
  text: "Les commandes des clients arriveront ici.",
};
const NONE_FOUND: EmptyList = {
  title: "Aucune commande trouvée",
  text: "Ni client, ni numéro, ni produit, ni montant, ni date ne correspond à cette recherche.",
  action: <ClearFilters to="/admin/commandes" />,
};

export const ErrorBoundary = listErrorBoundary(TITLE);
