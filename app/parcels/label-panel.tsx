import { Form, useNavigation } from "react-router";
import type { OrderView } from "#app/orders/order-view.ts";
import { relayLine } from "#app/relays/relay-facts.tsx";
import { relayCarrier } from "#app/relays/relay-schema.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import type { LabelAnswer } from "./label-form.server.ts";
import { refusalOf } from "./refusals.ts";
import type { LabelView } from "./shipping-labels.server.ts";

type LabelPanelProps = {
  order: OrderView;
  /** The latest label; null: none was asked for. */
  label: LabelView | null;
  hasRelays: boolean;
  answer: LabelAnswer | null;
};

/** The shipping label of an order to a relay point: asked for, retried, downloaded. */
export function LabelPanel({ order, label, hasRelays, answer }: LabelPanelProps) {
  const isDone = label?.state === "done";
  const mayAsk = hasRelays && (isDone ? !label.hasPdf : mayBegin(order));
  return (
    <Panel id="etiquette" title="Étiquette">
      <div className="panel__body stack">
        {answer?.error && (
          <Note tone="error" role="alert" focusOn={answer}>
            {answer.error}
          </Note>
        )}
        {order.relayPoint ? (
          <p className="soft">{relayLine(order.relayPoint)}</p>
        ) : (
          <p className="soft">
            Ce point de relais a été écrit à la main&nbsp;: faites l’étiquette chez votre
            transporteur.
          </p>
        )}
        {isDone && (
          <p>
            {relayCarrier(label.carrier ?? "")} {label.trackingNumber}{" "}
            {label.hasPdf && (
              <a className="link" href={`/admin/commandes/${order.id}/colis.pdf`} download>
                Télécharger l’étiquette (PDF)
              </a>
            )}
          </p>
        )}
        {label?.state === "failed" && !answer?.error && (
          <Note tone="warning">{`Sendcloud a refusé l’étiquette\u00a0: ${label.detail}`}</Note>
        )}
        {label && isOpen(label) && !answer?.error && (
          <Note tone="warning">
            L’étiquette a été demandée, sans réponse. Réessayez&nbsp;: elle ne sera pas faite deux
            fois.
          </Note>
        )}
        {mayAsk && <AskForm label={label} answer={answer} />}
      </div>
    </Panel>
  );
}

const isOpen = ({ state }: LabelView) => state === "sending" || state === "unknown";

const mayBegin = (order: OrderView) => order.relayPoint !== null && refusalOf(order) === null;

function AskForm({ label, answer }: Pick<LabelPanelProps, "label" | "answer">) {
  const isBusy = useNavigation().formData?.has("etiquette") ?? false;
  const isAgain = label !== null && label.state !== "failed";
  return (
    <Form method="post" className="parcels__edit" noValidate>
      <input type="hidden" name="etiquette" value="1" />
      {isAgain ? (
        // The label keeps the weight that it was asked with.
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
