import { Form } from "react-router";
import { ConfirmStep, type StepProps } from "#app/ui/areas/confirm-step.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { kindOf } from "./statement.ts";
import type { ListedWithdrawal } from "./withdrawal-list.server.ts";

/** The refused reason, and the statement that it was typed for. */
export type RefusedReason = { values: { id: string; reason: string }; text: string };

type ClosingFormProps = {
  withdrawal: ListedWithdrawal;
  refused: RefusedReason | null;
  isBusy: boolean;
};

/** The form to close a statement without a refund, in a `details` element, so that it works without scripts. */
export function ClosingForm({ withdrawal, refused, isBusy }: ClosingFormProps) {
  const { id, name, orderId } = withdrawal;
  const own = refused?.values.id === id ? refused : null;
  const named = withdrawal.isForLateDelivery ? "l’annulation" : "la rétractation";
  return (
    <details className="t-withdrawals__close" open={own !== null}>
      <summary className="link small">
        Clore sans rembourser
        <span className="sr">{` ${named} de ${name}`}</span>
      </summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="order" value={orderId ?? ""} />
        <TextArea
          label="Raison"
          name="reason"
          id={`reason-${id}`}
          rows={3}
          required
          minLength={5}
          maxLength={1_000}
          defaultValue={own?.values.reason}
          error={own?.text}
          hint={
            orderId
              ? "Écrite au client, et gardée dans l’historique."
              : "Écrite à l’adresse indiquée, que rien ne confirme\u00a0: ne dites pas si une commande existe."
          }
        />
        <Button variant="plain" size="xs" busy={isBusy}>
          Clore
          <span className="sr">{` ${named} de ${name}`}</span>
        </Button>
      </Form>
    </details>
  );
}

type ClosingStepProps = {
  /** The posted form and its statement; null: the dialog is closed. */
  asked: { values: Record<string, string>; withdrawal: ListedWithdrawal } | null;
} & StepProps;

/** Asks before a statement is closed, and names the promise if one was made. */
export function ClosingStep({ asked, ...step }: ClosingStepProps) {
  return (
    <ConfirmStep
      question={`Clore cette ${asked ? kindOf(asked.withdrawal) : "rétractation"} sans la rembourser\u00a0?`}
      confirmLabel="Clore"
      destructive
      answer={asked && { ...asked.values, confirmed: "1" }}
      {...step}
    >
      {asked && (
        <>
          <p>{`Déclarée par ${asked.withdrawal.name}, numéro de livraison ${asked.withdrawal.orderNumber}.`}</p>
          <p className="legal__kept">{`Raison\u00a0: ${asked.values["reason"] ?? ""}`}</p>
          {asked.withdrawal.state === "to-refund" && (
            <Note tone="warning">
              Elle est faite dans les jours que vos conditions de vente offrent, et la commande est
              payée&nbsp;: vous y promettez le remboursement des produits ni ouverts ni utilisés.
            </Note>
          )}
          <p>{`On ne peut pas revenir en arrière\u00a0; ${asked.withdrawal.email} reçoit cette raison par e-mail.`}</p>
        </>
      )}
    </ConfirmStep>
  );
}
