import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { SenderEmail, SenderName, useSender } from "#app/messages/sender-fields.tsx";
import { lineName, paddedNumber } from "#app/orders/delivery-number-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field, Select, TextArea, useFieldErrors } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import type { FieldOf } from "#app/ui/use-field-errors.ts";
import { StatedNote } from "./stated-note.tsx";
import type { OwnLine, Stated } from "./statement.ts";

/**
 * One of the sender's orders. `guestEmail`: the address of an order without an account; `day`: when it was placed, « 20 novembre 2026 ».
 */
type ShownOrder = {
  number: string;
  day: string;
  lines: OwnLine[];
  stated: Stated[];
  isOver: boolean;
  returnDays: number;
  guestEmail: string | null;
  customerName: string;
};

type WithdrawalFormProps = {
  /** The delivery number of the page's URL; null without one. */
  number: string | null;
  orders: readonly ShownOrder[];
  answer: { values: Record<string, string>; errors: Record<string, string> } | undefined;
};

/** The statement: name, delivery number, e-mail and articles. A signed-in customer picks an order, then its articles. */
export function WithdrawalForm({ number, orders, answer }: WithdrawalFormProps) {
  const sender = useSender();
  const chosen =
    number === null ? undefined : orders.find((order) => order.number === paddedNumber(number));
  const [initial] = useState<Record<string, string>>(() => ({
    ...sender,
    ...(chosen?.guestEmail && { name: chosen.customerName, email: chosen.guestEmail }),
    ...(number !== null && { number }),
    ...answer?.values,
  }));
  const { field, checks } = useFieldErrors(answer?.errors, initial);
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <>
      {!chosen && orders.length > 0 && <OrderChoice orders={orders} />}
      {chosen && <StatedNote stated={chosen.stated} />}
      <Form className="form" method="post" {...checks}>
        <ErrorSummary errors={answer?.errors} />
        <SenderName {...field("name")} required />
        {chosen ? (
          <ChosenOrder order={chosen} field={field} initial={initial} />
        ) : (
          <>
            <Field
              label="Numéro de livraison"
              {...field("number")}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              maxLength={60}
              missing="Indiquez le numéro de livraison."
              hint="16 lettres et chiffres, dans chacun de nos e-mails et sur le bon de livraison."
            />
            <TextArea
              label="Articles"
              {...field("articles")}
              optional
              maxLength={500}
              rows={3}
              hint="Laissez vide pour renoncer à toute la commande."
            />
          </>
        )}
        <SenderEmail
          label="E-mail pour l’accusé de réception"
          {...field("email")}
          required
          missing="Indiquez l’e-mail qui recevra l’accusé de réception."
        />
        <p className="hint">
          Ce que vous écrivez ici ne sert qu’à votre rétractation :{" "}
          <TextLink to="/plitique-de-confidentialite">politique de confidentialité</TextLink>.
        </p>
        <Button name="intent" value="continue" busy={isBusy}>
          Continuer
        </Button>
      </Form>
    </>
  );
}

function OrderChoice({ orders }: { orders: readonly ShownOrder[] }) {
  return (
    <nav className="panel panel__body stack" aria-labelledby="vos-commandes">
      <h2 className="h4" id="vos-commandes">
        Vos commandes
      </h2>
      <ul className="stack">
        {orders.map(({ number, day, lines }) => (
          <li key={number}>
            <TextLink to={`/retractation?commande=${number}`}>{`Commande du ${day}`}</TextLink>
            <p className="hint">{`${number} · ${lines.map(({ name }) => displayName(name)).join(", ")}`}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChosenOrderProps = { order: ShownOrder; field: FieldOf; initial: Record<string, string> };

function ChosenOrder({ order, field, initial }: ChosenOrderProps) {
  const { number, day, lines, stated, isOver, returnDays } = order;
  return (
    <fieldset className="form">
      <legend className="legend">{`Commande du ${day}`}</legend>
      <p>
        Numéro de livraison {number}. <TextLink to="/retractation">Une autre commande</TextLink>
      </p>
      {isOver && (
        <Note tone="warning" title={`Le délai de ${returnDays} jours est passé`}>
          <p>Vous pouvez tout de même déclarer&nbsp;: nous vous répondrons par e-mail.</p>
        </Note>
      )}
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="repeat" value={initial["repeat"] ?? stated.length} />
      {lines.map(({ position, name, quantity, refunded, unstated }) => {
        const most = quantity - refunded;
        const select = field(lineName(position));
        return (
          <Select
            key={position}
            label={displayName(name)}
            {...select}
            defaultValue={initial[lineName(position)] ?? String(unstated)}
            hint={refunded > 0 ? `Déjà remboursé\u00a0: ${refunded} sur ${quantity}` : undefined}
            options={Array.from({ length: most + 1 }, (_, kept) => ({
              value: String(most - kept),
              label:
                kept === most ? "Je le garde" : `J’y renonce\u00a0: ${most - kept} sur ${quantity}`,
            }))}
          />
        );
      })}
    </fieldset>
  );
}
