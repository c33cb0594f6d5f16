import { data, Form, useLocation, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { MOST_SELECTED, ordersAddress } from "#app/orders/order-query.ts";
import { getOrders } from "#app/orders/order-reading.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { CarrierChoice } from "#app/parcels/carrier-choice.tsx";
import { numberField } from "#app/parcels/hand-over-form.ts";
import { handOverByForm } from "#app/parcels/hand-over-selected.server.ts";
import { labelNumbers } from "#app/parcels/labels-of-orders.server.ts";
import { sendingOf } from "#app/parcels/order-carrier.ts";
import { refusalOf, refusalText } from "#app/parcels/sending-refusals.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { useAsked } from "#app/ui/areas/confirm-step.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/hand-over-page.ts";
import { ConfirmHandOver } from "./confirm-hand-over.tsx";
import { OrderToSend } from "./order-to-send.tsx";
import { readSelected } from "./selected-orders.server.ts";

const TITLE = "Remettre au transporteur";
const FORM = "remise";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const { orders, isCut } = await readSelected(db, new URL(request.url).searchParams);
  const labels = await labelNumbers(
    db,
    orders.map(({ id }) => id),
  );
  return { orders, isCut, labels, formKey: newId() };
}

/** POST: hands over the orders of the field `commandes`; asks first about disputes, withdrawals and missing pieces. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const ids = String(form.get("commandes") ?? "").split(",");
  if (ids.length > MOST_SELECTED || !form.has("cle")) throw data(null, { status: 400 });
  const orders = await getOrders(services.db, ids);
  if (orders.length === 0) throw data(null, { status: 400 });
  const values = textsOf(form);
  const outcome = await handOverByForm(services, admin, orders, form);
  if (outcome.kind === "invalid") return data({ ...outcome, values }, { status: 400 });
  if (outcome.kind === "ask") return { ...outcome, values };
  const hasErrors = Object.keys(outcome.errors).length > 0;
  return data({ ...outcome, values }, { status: hasErrors ? 409 : 200 });
}

export default function HandOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, isCut } = loaderData;
  useLive("order");
  const [search] = useSearchParams();
  const open = orders.filter((order) => refusalOf(order) === null);
  const justDone = actionData?.kind === "done" ? actionData : null;
  const others = orders.filter(
    (order) => refusalOf(order) !== null && !justDone?.handedOver.includes(order.id),
  );
  const [only] = orders;
  const errors = actionData && "errors" in actionData ? actionData.errors : {};
  return (
    <>
      <BackLink
        to={
          orders.length === 1
            ? ordersAddress.backHref(search, { commande: only!.id })
            : ordersAddress.backHref(search)
        }
      >
        <span>{orders.length === 1 ? `Commande ${deliveryNumber(only!.id)}` : "Commandes"}</span>
      </BackLink>
      <PageHead title={TITLE}>
        {open.length === 0
          ? !justDone?.handedOver.length && "Rien n’est à remettre."
          : `${plural(open.length, "commande")}. ${open.length === 1 ? "Le" : "Chaque"} client reçoit un e-mail, avec son numéro de suivi s’il y en a un.`}
      </PageHead>
      {justDone && justDone.handedOver.length > 0 && (
        <Note tone="ok" role="status" focusOn={justDone}>
          <span>{`${handedOverText(justDone)} `}</span>
          {justDone.handedOver.length === 1 && (
            <>
              <TextLink to={`/admin/commandes/${justDone.handedOver[0]}/colis`}>
                Voir ses colis
              </TextLink>
              {open.some(({ id }) => id === justDone.handedOver[0]) && (
                <>
                  {", "}
                  <TextLink to={`/admin/commandes/${justDone.handedOver[0]}/bon-de-livraison`}>
                    bon du colis suivant
                  </TextLink>
                </>
              )}
              <span>{" ou "}</span>
            </>
          )}
          <TextLink to={ordersAddress.backHref(search)}>
            {justDone.handedOver.length === 1 ? "revenir aux commandes" : "Revenir aux commandes"}
          </TextLink>
        </Note>
      )}
      {justDone?.refused.map(({ orderId, refusal }) => (
        <Note key={orderId} tone="error" role="alert">
          {`Commande ${deliveryNumber(orderId)} ${refusalText(refusal)}.`}
        </Note>
      ))}
      {isCut && (
        <Note tone="warning">
          {orders.length === 0
            ? `${MOST_SELECTED} commandes au plus à la fois.`
            : `Les ${MOST_SELECTED} premières commandes, les plus anciennes d’abord\u00a0: les autres viendront ensuite.`}
        </Note>
      )}
      {orders.length === 0 && !isCut && (
        <Note>Cochez au moins une commande dans la liste des commandes.</Note>
      )}
      {others.length > 0 && (
        <Note tone="warning" title="Ces commandes ne partent pas">
          <ul>
            {others.map((order) => (
              <li
                key={order.id}
              >{`${deliveryNumber(order.id)}, ${order.customerName}\u00a0: ${refusalText({ kind: refusalOf(order)! })}`}</li>
            ))}
          </ul>
        </Note>
      )}
      <ErrorSummary errors={errors} />
      {open.length > 0 && (
        <HandOverForm loaderData={loaderData} actionData={actionData} open={open} errors={errors} />
      )}
    </>
  );
}

function handedOverText({ handedOver, carrier }: { handedOver: string[]; carrier: string }) {
  const isOne = handedOver.length === 1;
  const what = isOne
    ? `La commande ${deliveryNumber(handedOver[0]!)} est remise`
    : `${handedOver.length} commandes sont remises`;
  return `${what} ${carrier === "Autre" ? "au transporteur" : `à ${carrier}`}.`;
}

type HandOverFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData"> & {
  open: Route.ComponentProps["loaderData"]["orders"];
  errors: Record<string, string>;
};

function HandOverForm({ loaderData, actionData, open, errors }: HandOverFormProps) {
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  const values = actionData && actionData.kind !== "done" ? actionData.values : {};
  const [asked, step] = useAsked(actionData, "ask");
  const sendings = new Map(
    open.map((order) => [order.id, sendingOf(order, loaderData.labels[order.id])]),
  );
  const carriers = new Set([...sendings.values()].flatMap(({ carrier }) => carrier ?? []));
  return (
    <Form method="post" id={FORM} className="stack parcels" noValidate>
      <input type="hidden" name="commandes" value={open.map(({ id }) => id).join(",")} />
      <input
        type="hidden"
        name="cle"
        key={loaderData.formKey}
        value={values["cle"] ?? loaderData.formKey}
        readOnly
      />
      <section className="panel panel__body stack">
        {carriers.size > 1 && (
          <Note tone="warning" title="Plusieurs transporteurs">
            {`Ces commandes partent par ${[...carriers].join(", ")}\u00a0: remettez-les en plusieurs fois.`}
          </Note>
        )}
        <CarrierChoice
          value={values["transporteur"] ?? [...carriers][0]}
          error={errors["transporteur"]}
        />
      </section>
      {open.map((order) => (
        <OrderToSend
          key={order.id}
          order={order}
          // What was typed stays when the form comes back with an error.
          values={actionData?.values ?? { [numberField(order.id)]: sendings.get(order.id)!.number }}
          errors={errors}
          mayBeSplit={open.length === 1}
        />
      ))}
      <div className="savebar savebar--end">
        <p>{plural(open.length, "commande")}</p>
        <Button icon="truck" size="s" busy={isBusy}>
          <span>{isBusy ? "Remise…" : TITLE}</span>
        </Button>
      </div>
      <ConfirmHandOver
        orders={open.filter(({ id }) => asked?.orderIds.includes(id))}
        answer={asked && { ...asked.values, ...asked.answers }}
        onCancel={step.onCancel}
        backHref={pathname + search}
      />
    </Form>
  );
}
