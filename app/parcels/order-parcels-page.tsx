import { data, Form, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { CARRIERS } from "#app/delivery/carriers.ts";
import { useLive } from "#app/live/live.tsx";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber, type OrderView } from "#app/orders/order-view.ts";
import { parcelText, type ParcelView } from "#app/orders/parcel-view.ts";
import { recordPickUp } from "#app/orders/pick-up.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { listHref } from "#app/ui/areas/list-address.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/order-parcels-page.ts";
import { labelByForm } from "./label-form.server.ts";
import { LabelPanel } from "./label-panel.tsx";
import { labelOf, labelPlaceOf } from "./labels-of-orders.server.ts";
import { pickUpByForm } from "./pick-up-form.server.ts";
import { PickUpOfOrder } from "./pick-up-panel.tsx";
import { numberTakenText, refusalOf, refusedBecause } from "./sending-refusals.ts";
import { TrackingLink } from "./tracking-link.tsx";
import { changeTracking } from "./tracking-numbers.server.ts";
import { trackingNumber } from "./tracking-schema.ts";

const TITLE = "Colis";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, relays } = context.get(requestContext).services;
  const order = await getOrder(db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  return {
    order,
    label: await labelOf(db, order.id),
    place: await labelPlaceOf(db, order.id),
    hasRelays: relays !== null,
  };
}

/**
 * POST: changes the carrier and the number of a parcel of this order, makes or cancels its label (field `etiquette`), or records when
 * its parcels were picked up (`intent=pick-up`).
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  if (form.has("etiquette")) return labelByForm(services, admin, params.id, form);
  if (form.get("intent") === "pick-up") {
    const refused = await pickUpByForm(form, (day) =>
      recordPickUp(services, admin, { orderId: params.id, day }),
    );
    return data({ kind: "pick-up" as const, refused }, refused ? 400 : 200);
  }
  const parcelId = String(form.get("colis") ?? "");
  const carrier = CARRIERS.find((name) => name === form.get("transporteur"));
  const order = await getOrder(services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  if (!carrier || !order.parcels.some(({ id }) => id === parcelId))
    throw data(null, { status: 400 });
  const typed = String(form.get("suivi") ?? "");
  const refused = (error: string, status: number) =>
    data({ kind: "parcel" as const, parcelId, carrier, typed, error, isSaved: false }, { status });
  const number = trackingNumber.safeParse(typed);
  if (!number.success) return refused(number.error.issues[0]!.message, 400);
  const change = { parcelId, carrier, trackingNumber: number.data };
  const outcome = await changeTracking(services, admin, change);
  if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
  if (outcome.kind === "number-taken") return refused(numberTakenText(outcome.order), 409);
  return { kind: "parcel" as const, parcelId, carrier, typed, error: null, isSaved: true };
}

export default function OrderParcelsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, label, place, hasRelays } = loaderData;
  const refusal = refusalOf(order);
  const saved = actionData?.kind === "parcel" ? actionData : null;
  const pickUp = actionData?.kind === "pick-up" ? actionData : null;
  useLive(`order:${order.id}`);
  const [search] = useSearchParams();
  return (
    <>
      <BackLink to={ordersAddress.backHref(search, { commande: order.id })}>
        {`Commande ${deliveryNumber(order.id)}`}
      </BackLink>
      <PageHead title={TITLE}>
        {`${order.customerName}. Un numéro changé ici se voit aussitôt ${order.guestEmail === null ? "dans le compte du client" : "sur la page que le client ouvre par le lien de ses e-mails"}, sans nouvel e-mail.`}
      </PageHead>
      {saved?.isSaved && (
        <Note tone="ok" role="status" focusOn={saved}>
          Le colis est enregistré.
        </Note>
      )}
      {pickUp && !pickUp.refused && (
        <Note tone="ok" role="status" focusOn={pickUp}>
          Le jour du retrait est enregistré.
        </Note>
      )}
      {order.parcels.length === 0 && (
        <Note>
          Aucun colis n’est parti pour cette commande.
          <span>{refusal !== null && ` Elle ${refusedBecause({ kind: refusal })}.`}</span>
          {refusal === null && (
            <>
              {" "}
              <TextLink
                to={listHref("/admin/commandes/remise", [
                  ["commandes", order.id],
                  ...[...search].filter(([name]) => name === "retour"),
                ])}
              >
                Remettre au transporteur
              </TextLink>
            </>
          )}
        </Note>
      )}
      {(label || hasRelays) && (
        <LabelPanel
          order={order}
          label={label}
          place={place}
          hasRelays={hasRelays}
          answer={actionData?.kind === "label" ? actionData : null}
        />
      )}
      {order.parcels.map((parcel, index) => (
        <ParcelForm
          key={parcel.id}
          order={order}
          parcel={parcel}
          title={`Colis ${index + 1}`}
          answer={saved?.parcelId === parcel.id && !saved.isSaved ? saved : null}
        />
      ))}
      <PickUpOfOrder order={order} refused={pickUp?.refused ?? null} />
    </>
  );
}

type ParcelFormProps = {
  order: OrderView;
  parcel: ParcelView;
  title: string;
  answer: { carrier: string; typed: string; error: string | null } | null;
};

function ParcelForm({ order, parcel, title, answer }: ParcelFormProps) {
  const isBusy = useNavigation().formData?.get("colis") === parcel.id;
  const nameOf = (position: number) =>
    displayName(order.lines.find((line) => line.position === position)?.name ?? "");
  return (
    <Panel id={`colis-${parcel.id}`} title={title}>
      <Form method="post" className="panel__body stack" noValidate>
        <p className="soft">
          Remis le {frenchLongMoment(parcel.handedOverAt)}, {parcelText(parcel)}.{" "}
          <TrackingLink parcel={parcel} />
          <br />
          {parcel.lines
            .map(({ position, quantity }) => `${quantity} × ${nameOf(position)}`)
            .join(", ") || "Des articles des colis précédents."}
        </p>
        <input type="hidden" name="colis" value={parcel.id} />
        {/* Remount when another administrator changes the parcel (live update), so that the fields show it. */}
        <div className="parcels__edit" key={`${parcel.carrier} ${parcel.trackingNumber}`}>
          <Select
            name="transporteur"
            id={`transporteur-${parcel.id}`}
            label="Transporteur"
            options={CARRIERS.map((carrier) => ({ value: carrier, label: carrier }))}
            defaultValue={answer?.carrier ?? parcel.carrier}
          />
          <Field
            name="suivi"
            id={`suivi-${parcel.id}`}
            label="Numéro de suivi"
            optional
            error={answer?.error}
            defaultValue={answer?.typed ?? parcel.trackingNumber ?? ""}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button size="s" variant="secondary" busy={isBusy}>
            {isBusy ? "Enregistrement…" : "Enregistrer"}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
