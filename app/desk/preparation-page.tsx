import { data, Form, redirect, useLocation, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { orderOfNumber } from "#app/orders/order-of-number.server.ts";
import { getOrders } from "#app/orders/order-reading.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { CarrierChoice } from "#app/parcels/carrier-choice.tsx";
import { numberField } from "#app/parcels/hand-over-form.ts";
import { handOverByForm } from "#app/parcels/hand-over-selected.server.ts";
import { labelNumbers } from "#app/parcels/labels-of-orders.server.ts";
import { NumberField } from "#app/parcels/number-field.tsx";
import { sendingOf } from "#app/parcels/order-carrier.ts";
import { refusalOf, refusalText, refusedBecause } from "#app/parcels/sending-refusals.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { isId } from "#app/platform/id.ts";
import { requestContext } from "#app/request-context.ts";
import { useAsked } from "#app/ui/areas/confirm-step.tsx";
import { listHref } from "#app/ui/areas/list-address.ts";
import { boundedNumber } from "#app/ui/bounded-count.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/preparation-page.ts";
import { ConfirmHandOver } from "./confirm-hand-over.tsx";
import { OrderToPack } from "./order-to-pack.tsx";
import { countToPrepare, nextToPrepare } from "./preparation.server.ts";
import { codesOf } from "./product-codes.server.ts";

const TITLE = "Préparation";
const PATH = "/admin/preparation";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/**
 * GET: shows one order to pack. `bon`: a scanned delivery number; `commande`: the id of the shown order; without it, the next order after
 * `apres`. The URL names the shown order, so that a live update reloads this order and not the next one.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const scanned = search.get("bon");
  const kept = ["apres", "fait", "transporteur"].flatMap((name): [string, string][] => {
    const value = search.get(name);
    return value ? [[name, value]] : [];
  });
  const show = (id: string) => redirect(listHref(PATH, [["commande", id], ...kept]));
  const found = scanned === null ? null : await orderOfNumber(db, scanned);
  if (found) throw show(found.id);
  let opened = search.get("commande");
  if (opened === null) {
    const after = search.get("apres");
    opened = await nextToPrepare(db, after && isId(after) ? after : null);
    if (opened && scanned === null) throw show(opened);
  }
  const [order = null] = opened === null ? [] : await getOrders(db, [opened]);
  if (opened !== null && !order) throw data("Document not found", { status: 404 });
  return {
    order,
    codes: order
      ? await codesOf(
          db,
          order.lines.map(({ productId }) => productId),
        )
      : {},
    sending: order && sendingOf(order, (await labelNumbers(db, [order.id]))[order.id]),
    waiting: await countToPrepare(db),
    /** The scanned text, if it is no order's number. */
    unknown: scanned,
    formKey: newId(),
  };
}

/** POST: hands the order over, then shows the next one. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const orders = await getOrders(services.db, [String(form.get("commandes") ?? "")]);
  const [order] = orders;
  if (!order || !form.has("cle")) throw data(null, { status: 400 });
  const values = textsOf(form);
  const outcome = await handOverByForm(services, admin, orders, form);
  if (outcome.kind === "ask") return { ...outcome, values };
  if (outcome.kind === "invalid") return data({ ...outcome, values }, { status: 400 });
  if (outcome.handedOver.length === 0) return data({ ...outcome, values }, { status: 409 });
  const after = new URL(request.url).searchParams.get("apres");
  return redirect(
    listHref(PATH, [
      ...(after ? ([["apres", after]] as [string, string][]) : []),
      ["fait", order.id],
      ["transporteur", outcome.carrier],
    ]),
  );
}

export default function PreparationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, waiting, unknown } = loaderData;
  useLive("order");
  const [search] = useSearchParams();
  const done = search.get("fait") ?? "";
  const carrier = search.get("transporteur");
  const isSkipping = search.has("apres");
  return (
    <div className="prep">
      <PageHead
        title={TITLE}
        actions={
          <ButtonLink icon="file-spreadsheet" to={`${PATH}/numeros`} variant="plain" size="s">
            Numéros d’un transporteur
          </ButtonLink>
        }
      >
        {waiting === 0
          ? "Rien à préparer."
          : `${boundedNumber(waiting, { isStart: true })} à préparer, la plus ancienne promesse d’abord.`}
      </PageHead>
      {isId(done) && (
        <Note tone="ok" role="status">
          {`La commande ${deliveryNumber(done)} est remise au transporteur.`}
        </Note>
      )}
      <Form method="get" className="prep__scan" role="search" aria-label="Bons de livraison">
        <Field
          name="bon"
          label="Scanner un bon de livraison"
          error={unknown === null ? null : "Aucune commande n’a ce numéro de livraison."}
          defaultValue={unknown ?? ""}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {order && <input type="hidden" name="commande" value={order.id} />}
        {carrier && <input type="hidden" name="transporteur" value={carrier} />}
        <Button variant="secondary">Ouvrir</Button>
      </Form>
      {order ? (
        <PackOrder key={order.id} loaderData={loaderData} actionData={actionData} order={order} />
      ) : (
        <EmptyState
          panel
          level={2}
          drawing="box"
          title={waiting === 0 ? "Tout est prêt" : "La fin de la liste"}
          text={
            waiting === 0
              ? "Les commandes payées arriveront ici."
              : "Des commandes que vous avez passées restent à préparer."
          }
          action={
            (isSkipping || waiting > 0) && <ButtonLink to={PATH}>Reprendre au début</ButtonLink>
          }
        />
      )}
    </div>
  );
}

type PackOrderProps = Pick<Route.ComponentProps, "loaderData" | "actionData"> & {
  order: NonNullable<Route.ComponentProps["loaderData"]["order"]>;
};

function PackOrder({ loaderData: { codes, sending, formKey }, actionData, order }: PackOrderProps) {
  const { pathname, search: address } = useLocation();
  const [search] = useSearchParams();
  const isBusy = useNavigation().formMethod === "POST";
  const [asked, step] = useAsked(actionData, "ask");
  const errors = actionData && "errors" in actionData ? actionData.errors : {};
  const refusal = refusalOf(order);
  const field = numberField(order.id);
  const next = listHref(PATH, [["apres", order.id]]);
  return (
    <>
      {actionData?.kind === "done" &&
        actionData.refused.map(({ refusal: reason }) => (
          <Note key={reason.kind} tone="error" role="alert" focusOn={actionData}>
            {`Cette commande ${refusedBecause(reason)}.`}
          </Note>
        ))}
      <ErrorSummary errors={errors} />
      <OrderToPack order={order} codes={codes} />
      {refusal ? (
        <>
          <Note tone="warning">{`Cette commande ne part pas\u00a0: ${refusalText({ kind: refusal })}.`}</Note>
          <ButtonLink to={next} block>
            Commande suivante
          </ButtonLink>
        </>
      ) : (
        <Form method="post" className="panel panel__body stack" noValidate>
          <input type="hidden" name="commandes" value={order.id} />
          <input type="hidden" name="cle" value={formKey} />
          <CarrierChoice
            // The carrier of this order, or else the one of the previous order.
            value={
              actionData?.values["transporteur"] ??
              sending?.carrier ??
              search.get("transporteur") ??
              undefined
            }
            error={errors["transporteur"]}
          />
          <NumberField
            name={field}
            value={actionData?.values[field] ?? sending?.number}
            error={errors[field]}
          />
          <Button icon="truck" block busy={isBusy}>
            <span>{isBusy ? "Remise…" : "Remettre au transporteur"}</span>
          </Button>
          <div className="prep__others">
            <TextLink to={next}>Passer cette commande</TextLink>
            <TextLink to={`/admin/commandes/remise?commandes=${order.id}`}>
              En plusieurs colis
            </TextLink>
          </div>
          <ConfirmHandOver
            orders={asked ? [order] : []}
            answer={asked && { ...asked.values, ...asked.answers }}
            onCancel={step.onCancel}
            backHref={pathname + address}
          />
        </Form>
      )}
    </>
  );
}
