import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { OrderView } from "#app/orders/order-view.ts";
import { PICK_UP_SOURCES } from "#app/orders/pick-up.ts";
import { KEEPING_DAYS } from "#app/platform/return-period-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { Note } from "#app/ui/note.tsx";
import type { RefusedPickUp } from "./pick-up-form.server.ts";

export type PickUpPanelProps = { order: OrderView; refused: RefusedPickUp | null };

/** The refusal alone, if the form is no longer shown because the order has changed since the page was loaded. */
export function RefusedDay({ refused }: Pick<PickUpPanelProps, "refused">) {
  return (
    refused && (
      <Note tone="error" role="alert" focusOn={refused}>
        {refused.error}
      </Note>
    )
  );
}

/** French text with the first and last day of the withdrawal period. `own`: words for the customer as the source of the pick-up day. */
export function countedText(order: OrderView, own: string): string {
  const { keptUntil, pickedUpOn, pickedUpSource, withdrawalFrom, withdrawableUntil } = order;
  const end = `il va jusqu’au ${frenchLongDay(withdrawableUntil!)}`;
  if (!pickedUpOn || !pickedUpSource || !withdrawalFrom)
    return `Le délai de rétractation court à partir du retrait du colis. Ce jour n’est pas connu\u00a0: il est compté à partir du ${frenchLongDay(keptUntil!)}, ${KEEPING_DAYS} jours après le dépôt, et ${end}.`;
  const source = pickedUpSource === "customer" ? own : PICK_UP_SOURCES[pickedUpSource];
  const start =
    withdrawalFrom > pickedUpOn
      ? `est compté à partir du ${frenchLongDay(withdrawalFrom)}, car ce jour n’a été connu qu’après`
      : "court depuis";
  return `Retiré le ${frenchLongDay(pickedUpOn)}, ${source}. Le délai de rétractation ${start}\u00a0: ${end}.`;
}

type PickUpFormProps = Pick<PickUpPanelProps, "refused"> & {
  label: string;
  children: ReactNode;
};

export function PickUpForm({ label, refused, children }: PickUpFormProps) {
  const isBusy = useNavigation().formData?.get("intent") === "pick-up";
  return (
    <Form method="post" className="stack" noValidate preventScrollReset>
      <Field
        label={label}
        id="pickedUpOn"
        name="pickedUpOn"
        type="date"
        defaultValue={refused?.typed}
        error={refused?.error}
        hint={children}
      />
      <div>
        <Button name="intent" value="pick-up" variant="secondary" size="s" busy={isBusy}>
          Enregistrer
        </Button>
      </div>
    </Form>
  );
}
