import { Form, useNavigation } from "react-router";
import type { OrderView } from "#app/orders/order-view.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { relayCarrier, relayLine } from "#app/relays/relay-text.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note, Refusal } from "#app/ui/note.tsx";
import type { LabelAnswer } from "./label-form.server.ts";
import type { LabelView } from "./labels-of-orders.server.ts";
import { refusalOf, refusedBecause } from "./sending-refusals.ts";

type LabelPanelProps = {
  order: OrderView;
  /** The latest label; null: none was asked for. */
  label: LabelView | null;
  /** Where a label can send the order; null: its address is one text. */
  place: "relay" | "home" | null;
  hasRelays: boolean;
  answer: LabelAnswer | null;
};

/** The shipping label of an order: asked for, retried, downloaded, cancelled. */
export function LabelPanel({ order, label, place, hasRelays, answer }: LabelPanelProps) {
  return (
    <Panel id="etiquette" title="Étiquette" body="stack">
      <Refusal text={answer?.error} focusOn={answer} />
      {answer?.isCancelled && (
        <Note tone="ok" role="status" focusOn={answer}>
          L’étiquette est annulée, ou le sera dès que le transporteur l’aura confirmé. Vous pouvez
          en créer une autre.
        </Note>
      )}
      <p className="soft">{destination(order, place)}</p>
      {label?.cancelAskedAt ? (
        <Note tone="warning" title="En cours d’annulation">
          {`L’étiquette ${label.trackingNumber ?? ""} ne doit plus servir. Sendcloud n’a pas encore répondu à la demande du ${frenchLongMoment(label.cancelAskedAt)}\u00a0: la boutique la refait d’ici quelques minutes.`}
        </Note>
      ) : label?.state === "done" ? (
        <MadeLabel {...{ order, label, hasRelays, answer }} />
      ) : (
        <LabelToMake {...{ order, label, place, hasRelays, answer }} />
      )}
    </Panel>
  );
}

/** A finished label, with its download and, while no parcel has left since, the button that cancels it. */
function MadeLabel({
  order,
  label,
  hasRelays,
  answer,
}: Omit<LabelPanelProps, "label" | "place"> & { label: LabelView }) {
  const mayCancel = hasRelays && !label.hasLeft;
  return (
    <>
      {mayCancel && label.detail && !answer?.error && (
        <Note tone="warning">{`Sendcloud n’a pas annulé l’étiquette\u00a0: ${label.detail}`}</Note>
      )}
      <p>
        {relayCarrier(label.carrier ?? "")} {label.trackingNumber}, {label.weightGrams} g{" "}
        {label.hasPdf && (
          <a className="link" href={`/admin/commandes/${order.id}/colis.pdf`} download>
            Télécharger l’étiquette (PDF)
          </a>
        )}
      </p>
      {hasRelays && !label.hasPdf && <AskForm label={label} answer={answer} />}
      {mayCancel && <CancelForm label={label} />}
      {label.hasLeft && (
        <p className="soft">Un colis est parti depuis&nbsp;: elle ne s’annule plus.</p>
      )}
    </>
  );
}

/** The form that makes or retries a label: none was requested, the provider refused it, or its answer is missing. */
function LabelToMake({ order, label, place, hasRelays, answer }: LabelPanelProps) {
  const refusal = refusalOf(order);
  return (
    <>
      {place !== null && refusal !== null && refusal !== "nothing-unsent" && (
        <Note tone="warning">{`Aucune étiquette n’est possible\u00a0: cette commande ${refusedBecause({ kind: refusal })}.`}</Note>
      )}
      {label?.state === "failed" && !answer?.error && (
        <Note tone="warning">{`Sendcloud a refusé l’étiquette\u00a0: ${label.detail}`}</Note>
      )}
      {label && label.state !== "failed" && !answer?.error && (
        <Note tone="warning">
          L’étiquette a été demandée, sans réponse. Réessayez&nbsp;: elle ne sera pas faite deux
          fois.
        </Note>
      )}
      {hasRelays && place !== null && refusal === null && <AskForm label={label} answer={answer} />}
    </>
  );
}

function destination(order: OrderView, place: LabelPanelProps["place"]): string {
  if (order.relayPoint) return relayLine(order.relayPoint);
  if (place === "home") return "Livraison à domicile, à l’adresse de la commande.";
  return order.shippingMethod === RELAY
    ? "Ce point de relais a été écrit à la main\u00a0: faites l’étiquette chez votre transporteur."
    : "L’adresse de cette commande a été écrite d’un seul tenant\u00a0: faites l’étiquette chez votre transporteur.";
}

function AskForm({ label, answer }: Pick<LabelPanelProps, "label" | "answer">) {
  const isBusy = useNavigation().formData?.has("poids") ?? false;
  const isAgain = label !== null && label.state !== "failed";
  return (
    <Form method="post" className="parcels__edit" noValidate>
      <input type="hidden" name="etiquette" value="1" />
      {isAgain ? (
        // A retry sends the weight of the first request.
        <input type="hidden" name="poids" value={label.weightGrams} />
      ) : (
        <Field
          name="poids"
          label="Poids du colis (g)"
          type="number"
          inputMode="numeric"
          min={1}
          max={30_000}
          required
          defaultValue={answer?.typed ?? label?.weightGrams ?? ""}
          error={answer?.weight}
        />
      )}
      <Button size="s" variant="secondary" busy={isBusy}>
        {isBusy ? "Demande…" : isAgain ? "Réessayer" : "Créer l’étiquette"}
      </Button>
    </Form>
  );
}

function CancelForm({ label }: { label: LabelView }) {
  const isBusy = useNavigation().formData?.has("annuler") ?? false;
  return (
    <details>
      <summary className="link">Refaire l’étiquette</summary>
      <Form method="post" className="stack parcels__again">
        <p className="soft">
          Mal imprimée, elle se télécharge de nouveau. Si le poids ou l’adresse ne va pas,
          annulez-la chez Sendcloud avant de remettre le colis, puis créez-en une autre. Une
          étiquette annulée ne doit plus servir.
        </p>
        <input type="hidden" name="etiquette" value="1" />
        <input type="hidden" name="annuler" value={label.id} />
        <div className="acts">
          <Button size="s" variant="danger" busy={isBusy}>
            {isBusy ? "Annulation…" : `Annuler l’étiquette ${label.trackingNumber ?? ""}`.trim()}
          </Button>
        </div>
      </Form>
    </details>
  );
}
