import { data, Form, useNavigation } from "react-router";
import { requireOwner } from "#app/accounts/order-access.ts";
import { useLive } from "#app/live/live.tsx";
import { contactHref } from "#app/messages/contact-query.ts";
import { getOwnOrder } from "#app/orders/order-reading.server.ts";
import { articleCountText, deliveryNumber, isToPay } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/cancel-own-order-page.ts";
import { cancelOwnOrder, type OwnCancelOutcome } from "./cancel-own-order.server.ts";
import { MessageNote, type OwnOrderMessage } from "./own-order-message.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  noindexMeta("Annuler une commande", matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id });
  const order = await getOwnOrder(context.get(requestContext).services.db, owner, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  return order;
}

/** POST: cancels the order. The page itself is the confirmation. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id });
  const { services } = context.get(requestContext);
  if (!(await getOwnOrder(services.db, owner, params.id)))
    throw data("Document not found", { status: 404 });
  if ((await readForm(request)).get("confirmed") !== "1") throw data(null, { status: 400 });
  const { kind } = await cancelOwnOrder(services, owner, params.id);
  if (kind === "not-found") throw data("Document not found", { status: 404 });
  return data({ kind }, { status: kind.endsWith("cancelled") ? 200 : 409 });
}

const MESSAGES: Record<Exclude<OwnCancelOutcome["kind"], "not-found">, OwnOrderMessage> = {
  cancelled: {
    tone: "ok",
    title: "Votre commande est annulée",
    text: "Rien n’a été débité. Un e-mail vous le confirme.",
  },
  "already-cancelled": {
    tone: "ok",
    title: "Cette commande est déjà annulée",
    text: "Rien ne sera débité.",
  },
  paid: {
    tone: "warning",
    title: "Cette commande est payée",
    text: "Elle ne s’annule plus d’ici\u00a0: écrivez-nous par «\u00a0Signaler un probleme\u00a0».",
  },
  "on-delivery": {
    tone: "warning",
    title: "Cette commande ne s’annule pas d’ici",
    text: "Elle se règle à la livraison, et part peut-être déjà\u00a0: écrivez-nous par «\u00a0Signaler un probleme\u00a0».",
  },
  "payment-pending": {
    tone: "warning",
    title: "Un paiement est en cours de vérification",
    text: "Vous pourrez annuler cette commande s’il n’aboutit pas.",
  },
};

export default function CancelOwnOrderPage({
  loaderData: order,
  actionData,
}: Route.ComponentProps) {
  useLive(`order:${order.id}`);
  const isBusy = useNavigation().formMethod === "POST";
  const outcome = actionData?.kind ?? (order.cancelledAt && "already-cancelled");
  const pending = order.isPaymentPending ? "payment-pending" : null;
  const kind = outcome || (order.isPaid ? "paid" : isToPay(order) ? pending : "on-delivery");
  const message = kind && MESSAGES[kind];
  const orderHref = `/admin/my-orders/${order.id}`;
  return (
    <>
      <BackLink to={orderHref}>{`Commande ${deliveryNumber(order.id)}`}</BackLink>
      <PageHead title="Annuler la commande">{`${articleCountText(order.lines)}, ${formatPrice(order.totalCents)}.`}</PageHead>
      {message ? (
        <MessageNote message={message} answer={actionData}>
          {order.guestEmail === null ? (
            <ButtonLink to="/admin/my-orders" variant="secondary" size="s">
              Mes commandes
            </ButtonLink>
          ) : (
            <ButtonLink to={orderHref} variant="secondary" size="s">
              Ma commande
            </ButtonLink>
          )}
          {message.tone === "warning" && (
            <TextLink to={contactHref(deliveryNumber(order.id))}>Signaler un probleme</TextLink>
          )}
        </MessageNote>
      ) : (
        <Form className="panel" method="post">
          <div className="panel__body">
            <p className="strong">Voulez-vous vraiment annuler cette commande&nbsp;?</p>
            <p>
              Elle n’est pas payée&nbsp;: rien ne sera débité ni livré. On ne peut pas revenir en
              arrière, mais vous pourrez commander à nouveau.
            </p>
          </div>
          <div className="panel__foot">
            <ButtonLink to={orderHref} variant="secondary" size="s">
              Garder la commande
            </ButtonLink>
            <Button name="confirmed" value="1" variant="danger" size="s" busy={isBusy}>
              Annuler la commande
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}
