import { data, Form, useNavigation } from "react-router";
import { requireOwner } from "#app/accounts/order-access.ts";
import { useLive } from "#app/live/live.tsx";
import { FURTHER_DAYS, noticeLateOrder } from "#app/orders/late-delivery.server.ts";
import { getOwnOrder } from "#app/orders/order-reading.server.ts";
import { articleCountText, deliveryNumber, type OrderView } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { LATE_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { requestContext } from "#app/request-context.ts";
import { stateText } from "#app/returns/withdrawals-panel.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { TextLink } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/late-order-page.ts";
import { cancelLateOrder } from "./cancel-late-order.server.ts";
import { MessageNote, type OwnOrderMessage } from "./own-order-message.tsx";

const TITLE = "Livraison en retard";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id });
  const order = await getOwnOrder(context.get(requestContext).services.db, owner, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  return { order, furtherDays: FURTHER_DAYS, refundDays: LATE_REFUND_DAYS };
}

/** POST: gives the shop notice to deliver (`notice`), or cancels the order after the further date (`cancel`). */
export async function action({ params, request, context }: Route.ActionArgs) {
  const owner = await requireOwner(context, params.id, { place: "commande", id: params.id });
  const { services } = context.get(requestContext);
  if (!(await getOwnOrder(services.db, owner, params.id)))
    throw data("Document not found", { status: 404 });
  const intent = (await readForm(request)).get("intent");
  if (intent !== "notice" && intent !== "cancel") throw data(null, { status: 400 });
  const outcome =
    intent === "notice"
      ? await noticeLateOrder(services, owner, params.id)
      : await cancelLateOrder(services, owner, params.id);
  if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
  const isDone = ["noticed", "already-noticed", "cancelled", "already-cancelled", "recorded"];
  return data(outcome, { status: isDone.includes(outcome.kind) ? 200 : 409 });
}

/** The message that replaces the form when the order's state allows neither notice nor cancellation; null if it allows one. */
function messageOf(order: OrderView, answer: string | undefined): OwnOrderMessage | null {
  if (order.cancelledAt)
    return {
      tone: "ok",
      title: "Votre commande est annulée",
      text: order.isPaid
        ? "Ce que vous avez payé vous est remboursé sous 14 jours. Un e-mail vous le confirme."
        : "Rien n’a été débité. Un e-mail vous le confirme.",
    };
  const recorded = order.withdrawals.find(({ isForLateDelivery }) => isForLateDelivery);
  if (recorded)
    return {
      tone: "ok",
      title: "Votre annulation est enregistrée",
      text: `Le ${frenchLongMoment(recorded.at)}\u00a0: un e-mail vous en donne la preuve. ${stateText(recorded)}`,
    };
  if (answer === "disputed")
    return {
      tone: "warning",
      title: "Un litige est déjà ouvert sur ce paiement",
      text: "Votre banque ou PayPal l’examine\u00a0: écrivez-nous par «\u00a0Signaler un probleme\u00a0».",
    };
  if (answer === "payment-pending")
    return {
      tone: "warning",
      title: "Un paiement est en cours de vérification",
      text: "Réessayez dans quelques minutes.",
    };
  if (order.isDelivered)
    return {
      tone: "ok",
      title: "Cette commande est livrée",
      text: "Elle ne s’annule plus\u00a0: vous pouvez encore la retourner.",
    };
  if (!order.isLate)
    return {
      tone: "ok",
      title: "Cette commande n’est pas en retard",
      text: `Elle est attendue avant le ${frenchLongDay(order.shippingUntil)}.`,
    };
  if (order.lateUntil && !order.isFurtherOver)
    return {
      tone: "ok",
      title: "Votre mise en demeure est enregistrée",
      text: `Nous devons livrer au plus tard le ${frenchLongDay(order.lateUntil)}. Passé cette date, vous pourrez annuler ici, et être remboursé.`,
    };
  return null;
}

export default function LateOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  useLive(`order:${order.id}`);
  const message = messageOf(order, actionData?.kind);
  const orderHref = `/admin/my-orders/${order.id}`;
  return (
    <>
      <BackLink to={orderHref}>{`Commande ${deliveryNumber(order.id)}`}</BackLink>
      <PageHead
        title={TITLE}
      >{`${articleCountText(order.lines)}, ${formatPrice(order.totalCents)}.`}</PageHead>
      {message ? (
        <MessageNote message={message} answer={actionData}>
          <ButtonLink to={orderHref} variant="secondary" size="s">
            Ma commande
          </ButtonLink>
        </MessageNote>
      ) : (
        <LateForm {...loaderData} />
      )}
    </>
  );
}

function LateForm({ order, furtherDays, refundDays }: Route.ComponentProps["loaderData"]) {
  const isBusy = useNavigation().formMethod === "POST";
  const isOver = order.isFurtherOver;
  return (
    <Form className="panel" method="post">
      <div className="panel__body">
        {isOver ? (
          <>
            <p className="strong">Voulez-vous vraiment annuler cette commande&nbsp;?</p>
            <p>
              Elle devait être livrée au plus tard le <span>{frenchLongDay(order.lateUntil!)}</span>
              .{" "}
              <span>
                {order.isPaid
                  ? `Ce que vous avez payé vous sera remboursé sous ${refundDays} jours, par le même moyen de paiement.`
                  : "Vous n’avez rien payé\u00a0: rien ne sera débité."}
              </span>{" "}
              On ne peut pas revenir en arrière.
            </p>
            {order.parcels.length > 0 && (
              <p>
                Un colis est déjà parti&nbsp;: s’il arrive, refusez-le, ou renvoyez-le à nos frais.
              </p>
            )}
          </>
        ) : (
          <>
            <p className="strong">{`Votre commande devait arriver au plus tard le ${frenchLongDay(order.shippingUntil)}.`}</p>
            <p>
              La loi nous laisse d’abord un délai supplémentaire (Code de la consommation, article
              L216-6)&nbsp;: vous nous mettez en demeure de livrer sous <span>{furtherDays}</span>{" "}
              jours. Passé ce délai, vous pourrez annuler la commande, et être remboursé sous{" "}
              <span>{refundDays}</span> jours.
            </p>
            <p>
              Vous pouvez annuler tout de suite si nous refusons de livrer, s’il est manifeste que
              nous ne livrerons pas, ou si cette date était essentielle pour vous et que nous le
              savions avant votre commande&nbsp;: <TextLink to="/contact">écrivez-le-nous</TextLink>
              . L’annulation prend effet quand nous recevons votre message.
            </p>
          </>
        )}
      </div>
      <div className="panel__foot">
        <ButtonLink to={`/admin/my-orders/${order.id}`} variant="secondary" size="s">
          Attendre encore
        </ButtonLink>
        <Button
          name="intent"
          value={isOver ? "cancel" : "notice"}
          variant={isOver ? "danger" : "primary"}
          size="s"
          busy={isBusy}
        >
          {isOver ? "Annuler la commande" : "Mettre en demeure de livrer"}
        </Button>
      </div>
    </Form>
  );
}
