import { OVERSEAS_MENTION, OVERSEAS_TAXES, VAT_PERCENT } from "#app/platform/legal-constants.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchPercent } from "#app/ui/french-percent.ts";
import { formatPrice } from "#app/ui/price.ts";
import { MailSection } from "./mail-frame.tsx";
import { useSite } from "./mail-site.ts";
import { useMailStyles } from "./mail-styles.ts";

/** An order in a mail's props. Dates are « 2026-11-20 », prices in cents. */
export type MailedOrder = {
  id: string;
  /** The delivery number (specification §2). */
  number: string;
  /** The version of the signed link of an order without an account; missing for an account's. */
  linkVersion?: number;
  lines: {
    name: string;
    unitPriceCents: number;
    quantity: number;
    /** « 68,00 € / 100 ml »; missing in mails queued by 0.2.0. */
    unitPrice?: string | null;
  }[];
  totalCents: number;
  /** The delivery fee and the reduction (orders/order-sums.ts); missing in mails queued by 0.4.0: none. */
  deliveryCents?: number;
  reductionCents?: number;
  reductionName?: string | null;
  vatCents: number;
  /** The VAT rate of the country of delivery; missing in mails queued by 0.2.0, null: the shop's French one. */
  vatPercent?: number | null;
  /** Whether the order goes to an overseas territory; missing in mails queued by 0.5.1. */
  isOverseas?: boolean;
  /** The name of the delivery's method. */
  shippingMethod: string;
  shippingFrom: string;
  shippingUntil: string;
  paymentMethod: string;
  isPaidOnDelivery: boolean;
  isToPickUp: boolean;
  /** The days of returns that were promised; missing in mails queued by 0.5.0: as specified. */
  returnDays?: number;
  /** The sentence about the requested samples (free gifts); missing: the customer asked for none. */
  samples?: string;
};

/** The order's lines and totals. There are no pictures: a mail program that loads one would reveal when the mail is read. */
export function OrderRecap({ order }: { order: MailedOrder }) {
  const { shop } = useSite();
  const { text } = useMailStyles();
  const { deliveryCents = 0, reductionCents = 0, reductionName } = order;
  // Overseas the rate is 0: no VAT line.
  const hasVat = (order.vatPercent ?? (shop.vatExempt ? 0 : VAT_PERCENT)) > 0;
  return (
    <MailSection>
      <OrderLines order={order} />
      <Sums
        sums={[
          reductionSum(reductionName, reductionCents),
          {
            label: "Livraison",
            amount: deliveryCents > 0 ? formatPrice(deliveryCents) : "Offerte",
          },
          {
            label: hasVat ? "Total TTC" : "Total",
            amount: formatPrice(order.totalCents),
            isTotal: true,
          },
          hasVat && {
            label: `dont TVA ${frenchPercent(order.vatPercent ?? VAT_PERCENT)}`,
            amount: formatPrice(order.vatCents),
          },
        ]}
      />
      {!hasVat && (
        <p style={{ ...text.small, margin: "8px 0 0" }}>
          {order.vatPercent === 0
            ? OVERSEAS_MENTION
            : shop.vatMention || "TVA non applicable, article 293 B du CGI."}
        </p>
      )}
      {order.isOverseas && <p style={{ ...text.small, margin: "8px 0 0" }}>{OVERSEAS_TAXES}</p>}
    </MailSection>
  );
}

/** The delivery number and the lines of an order. */
export function OrderLines({
  order: { number, lines },
  label,
}: {
  order: MailedOrder;
  /** A visible heading of the lines. */
  label?: string;
}) {
  const { colours, text } = useMailStyles();
  const rule = `1px solid ${colours.line}`;
  return (
    <>
      <p
        style={{
          ...text.small,
          margin: 0,
          padding: "0 0 8px",
          borderBottom: `1px solid ${colours.ink}`,
        }}
      >
        Numéro de livraison{" "}
        <strong style={{ fontWeight: 600, letterSpacing: "0.04em", color: colours.ink }}>
          {number}
        </strong>
      </p>
      {label && <p style={{ ...text.label, margin: "12px 0 0" }}>{label}</p>}
      <table
        width="100%"
        cellPadding="0"
        cellSpacing="0"
        aria-label={label ?? "Articles"}
        style={{ borderCollapse: "collapse", marginBottom: 16 }}
      >
        <tbody>
          {lines.map(({ name, quantity, unitPriceCents, unitPrice }) => (
            <tr key={name}>
              <td style={{ ...text.item, padding: "12px 0", borderBottom: rule }}>
                <strong style={{ fontWeight: 600 }}>{name}</strong>
                <br />
                <span style={{ fontSize: 14, color: colours["ink-2"] }}>
                  {quantity}&nbsp;×&nbsp;{formatPrice(unitPriceCents)}
                  {unitPrice && ` · ${unitPrice}`}
                </span>
              </td>
              <td
                align="right"
                style={{
                  ...text.item,
                  padding: "12px 0 12px 12px",
                  borderBottom: rule,
                  whiteSpace: "nowrap",
                }}
              >
                {formatPrice(quantity * unitPriceCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export type MailedSum = { label: string; amount: string; isTotal?: boolean };

/** The reduction's line below articles at their full price; false without one. */
export const reductionSum = (name: string | null | undefined, cents: number): MailedSum | false =>
  cents !== 0 && { label: `Réduction${name ? ` ${name}` : ""}`, amount: formatPrice(-cents) };

/** The sums below the articles of a mail. */
export function Sums({ sums }: { sums: (MailedSum | false)[] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" aria-label="Montant">
      <tbody>{sums.map((sum) => sum && <Amount key={sum.label} {...sum} />)}</tbody>
    </table>
  );
}

function Amount(props: MailedSum) {
  const { colours, text } = useMailStyles();
  const style = props.isTotal
    ? { ...text.item, padding: "12px 0 4px", fontSize: 18, fontWeight: 600 }
    : { ...text.item, padding: "4px 0", fontSize: 14, color: colours["ink-2"] };
  return (
    <tr>
      <td style={style}>{props.label}</td>
      <td align="right" style={{ ...style, whiteSpace: "nowrap" }}>
        {props.amount}
      </td>
    </tr>
  );
}

/** The delivery address, the payment method and the time of payment (`paidAt`, ISO 8601). */
export function DeliveryAndPayment({
  order,
  to,
  paidAt,
}: {
  order: MailedOrder;
  to: { name: string; address: string };
  paidAt: string;
}) {
  const { colours, text } = useMailStyles();
  return (
    <MailSection tinted>
      <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
        <tbody>
          <tr>
            <td className="col" width="50%" valign="top" style={{ padding: "0 16px 24px 0" }}>
              <p style={text.label}>Livraison</p>
              <p style={{ ...text.item, margin: 0 }}>
                {order.shippingMethod}
                {[to.name, ...to.address.split("\n")].map((line) => (
                  <span key={line} style={{ color: colours["ink-2"] }}>
                    <br />
                    {line}
                  </span>
                ))}
              </p>
            </td>
            <td className="col" width="50%" valign="top" style={{ padding: "0 0 24px 16px" }}>
              <p style={text.label}>Paiement</p>
              <p style={{ ...text.item, margin: 0 }}>
                {order.paymentMethod}
                <br />
                <span style={{ color: colours["ink-2"] }}>
                  {frenchLongMoment(new Date(paidAt))}
                </span>
              </p>
            </td>
          </tr>
        </tbody>
      </table>
    </MailSection>
  );
}
