import { Form } from "react-router";
import { isToRefund } from "#app/orders/return-view.ts";
import { KEEPING_DAYS } from "#app/platform/return-period-schema.ts";
import { DataTable, dateColumn } from "#app/ui/areas/data-table.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { frenchDay, parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { Link } from "#app/ui/link.tsx";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import { returnRefundHref, WHOLE_DELIVERY } from "./return-refund.ts";
import { kindOf } from "./statement.ts";
import { ClosingForm, type RefusedReason } from "./withdrawal-closing-form.tsx";
import type { ListedWithdrawal } from "./withdrawal-list.server.ts";
import { isClosable } from "./withdrawal-query.ts";

type WithdrawalsTableProps = {
  withdrawals: readonly ListedWithdrawal[];
  caption: string;
  /** The number that no order has, and the statement that it was typed for. */
  refused: { values: { id: string; number: string }; text: string } | null;
  refusedReason: RefusedReason | null;
  isBusy: boolean;
};

export function WithdrawalsTable(props: WithdrawalsTableProps) {
  const { withdrawals, caption, refused, refusedReason, isBusy } = props;
  return (
    <DataTable
      className="t-withdrawals card-areas"
      caption={caption}
      rows={withdrawals}
      keyOf={({ id }) => id}
      columns={[
        dateColumn<ListedWithdrawal>(({ createdAt }) => createdAt),
        {
          head: "Client",
          className: "c-who two",
          isRowHeader: true,
          render: ({ name, email, orderId, orderNumber }) => (
            <>
              <b>{name}</b>
              <span>
                {orderId ? (
                  <Link className="code" to={`/admin/commandes?commande=${orderId}`}>
                    {orderNumber}
                  </Link>
                ) : (
                  <span className="code">{orderNumber}</span>
                )}
                <br />
                <a href={mailtoHref(email)}>{email}</a>
              </span>
            </>
          ),
        },
        {
          head: "Articles",
          className: "c-what legal__kept",
          hasCardHead: true,
          render: ({ articles }) => articles || "Toute la commande",
        },
        {
          head: "Délai",
          className: "c-period",
          hasCardHead: true,
          render: (withdrawal) => <Period {...withdrawal} />,
        },
        {
          head: "Suite",
          className: "c-act",
          render: (withdrawal) => (
            <>
              <State {...withdrawal} />
              {withdrawal.state === "unmatched" && (
                <LinkForm withdrawal={withdrawal} refused={refused} isBusy={isBusy} />
              )}
              <Goods {...withdrawal} />
              {REFUNDABLE.has(withdrawal.state) && (
                <ButtonLink to={refundHref(withdrawal)} variant="plain" size="xs">
                  <span>{withdrawal.state === "to-cancel" ? "Annuler" : "Rembourser"}</span>
                  <span className="sr">{`, ${kindOf(withdrawal)} de ${withdrawal.name}`}</span>
                </ButtonLink>
              )}
              {isClosable(withdrawal) && (
                <ClosingForm withdrawal={withdrawal} refused={refusedReason} isBusy={isBusy} />
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** The return of the goods, or the button to expect it once they have left. */
function Goods(withdrawal: ListedWithdrawal) {
  const { id, name, orderId, goods, hasLeft, state } = withdrawal;
  if (goods)
    return (
      <p>
        <Link className="link small" to={`/admin/retours/${goods.id}`}>
          <span>
            {goods.state === "expected"
              ? "Retour attendu"
              : goods.state === "closed"
                ? "Retour clos"
                : "Retour reçu"}
          </span>
          <span className="sr">{`, ${kindOf(withdrawal)} de ${name}`}</span>
        </Link>
      </p>
    );
  if (!hasLeft || !RETURNABLE.has(state)) return null;
  return (
    <ButtonLink
      to={`/admin/commandes/${orderId}/retour?retractation=${id}`}
      variant="plain"
      size="xs"
    >
      Attendre le retour
      <span className="sr">{`, ${kindOf(withdrawal)} de ${name}`}</span>
    </ButtonLink>
  );
}

const RETURNABLE = new Set<ListedWithdrawal["state"]>([
  "to-refund",
  "refunding",
  "late",
  "to-cancel",
  "nothing-due",
]);
const REFUNDABLE = new Set<ListedWithdrawal["state"]>(["to-refund", "to-cancel", "late"]);

/** The kind of the statement, and its time: before delivery, within the legal period, within the offered days, or too late. */
function Period({
  createdAt,
  isForLateDelivery,
  orderId,
  legalUntil: end,
  isPickUpAssumed,
  state,
}: ListedWithdrawal) {
  if (isForLateDelivery)
    return "Annulation pour retard de livraison\u00a0: n’attend pas le retour du colis";
  if (!orderId) return "Pas de commande avec ce numéro et cette adresse";
  if (!end) return "Avant la livraison";
  const day = frenchLongDay(end);
  const place =
    parisDay(createdAt) <= end
      ? `Délai légal, jusqu’au ${day}`
      : `${state === "late" ? "Délai" : "Jours offerts, délai"} légal passé depuis le ${day}`;
  if (!isPickUpAssumed) return place;
  return (
    <>
      {place}
      <p className="muted small">{`Retrait non connu\u00a0: compté ${KEEPING_DAYS} jours après le dépôt au point de relais`}</p>
    </>
  );
}

function State({ state, refundDueOn, daysLeft, ending }: ListedWithdrawal) {
  switch (state) {
    case "closed":
      return (
        <>
          <Tag tone="outline" label={`Close${ending ? ` le ${frenchDay(ending.at)}` : ""}`} />
          <p className="muted small legal__kept">{ending?.reason}</p>
        </>
      );
    case "refunded":
      return <Tag tone="success" icon="check" label="Remboursée" />;
    case "nothing-due":
      return <Tag tone="outline" label="Rien à rembourser" />;
    case "late":
      return <Tag tone="error" icon="clock" label="Hors délai" />;
    case "refunding":
      return <Tag tone="warning" icon="clock" label="Remboursement en cours" />;
    case "to-cancel":
      return <Tag tone="warning" label="Non payée, à annuler" />;
    case "unmatched":
    case "to-refund":
      return (
        <>
          <Tag
            tone={daysLeft < 0 ? "error" : daysLeft < 4 ? "warning" : "plum"}
            icon="clock"
            label={daysLeftText(daysLeft)}
          />
          <p className="muted small">{`${state === "unmatched" ? "À rapprocher" : "À rembourser"} au plus tard le ${frenchLongDay(refundDueOn)}`}</p>
        </>
      );
  }
}

function daysLeftText(days: number): string {
  if (days < 0) return `En retard de ${plural(-days, "jour")}`;
  if (days === 0) return "Dernier jour";
  return days === 1 ? "1 jour restant" : `${days} jours restants`;
}

/** The link to the refund page, prefilled with the received articles, or with the stated ones before the reception, and the reason. */
function refundHref(stated: ListedWithdrawal): string {
  const { orderId, toRefund, createdAt, isForLateDelivery, goods } = stated;
  if (orderId && goods && isToRefund(goods)) return returnRefundHref({ orderId, id: goods.id });
  const search = new URLSearchParams([
    ...toRefund.map(({ position, quantity }) => [`quantity-${position}`, String(quantity)]),
    [
      "motif",
      `${isForLateDelivery ? "Annulation pour retard" : "Rétractation"} du ${frenchDay(createdAt)}`,
    ],
    ...(isForLateDelivery ? [[WHOLE_DELIVERY, "1"]] : []),
  ]);
  return `/admin/commandes/${orderId}/remboursement?${search}`;
}

type LinkFormProps = { withdrawal: ListedWithdrawal } & Pick<
  WithdrawalsTableProps,
  "refused" | "isBusy"
>;

function LinkForm({ withdrawal: { id, name, orderNumber }, refused, isBusy }: LinkFormProps) {
  const own = refused?.values.id === id ? refused : null;
  return (
    <Form method="post" className="t-withdrawals__link" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Field
        label="Numéro de la commande"
        name="number"
        id={`number-${id}`}
        defaultValue={own?.values.number ?? orderNumber}
        error={own?.text}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
      />
      <Button variant="plain" size="xs" busy={isBusy}>
        Rapprocher<span className="sr">{` la rétractation de ${name}`}</span>
      </Button>
    </Form>
  );
}
