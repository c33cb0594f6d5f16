import { formatPrice } from "#app/ui/price.ts";
import { MailSection, MailText } from "./mail-frame.tsx";
import { OrderMail } from "./order-mail.tsx";
import { DocumentNumber } from "./order-mails.tsx";
import { OrderLines, reductionSum, Sums, type MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** The reduction of the refunded articles, the delivery fee and the « geste commercial » of a refund, in cents. */
export type CreditParts = { reductionCents: number; deliveryCents: number; gestureCents: number };

const NO_PARTS: CreditParts = { reductionCents: 0, deliveryCents: 0, gestureCents: 0 };

type Refunded = {
  order: MailedOrder;
  /** The refunded articles of a partial refund. Undefined in mails that earlier versions of the shop queued. */
  refundedLines?: MailedOrder["lines"] | null;
  amountCents: number;
  reason: string;
  creditNote: string | null;
  isByProvider: boolean;
  /** What the amount contains besides articles, and the reduction that they had, in cents. Missing in mails queued by 0.4.0. */
  parts?: CreditParts;
};

/** The sums of a refund: below its own articles, or below those of the order when the refund names none. */
function refundSums({ order, refundedLines, amountCents, parts }: Refunded) {
  const { reductionCents = 0, deliveryCents = 0, reductionName, totalCents } = order;
  const shown = refundedLines ? (parts ?? NO_PARTS) : { reductionCents, deliveryCents };
  const sum = (label: string, cents = 0) => cents > 0 && { label, amount: formatPrice(cents) };
  return [
    reductionSum(reductionName, shown.reductionCents),
    sum("Livraison", shown.deliveryCents),
    !refundedLines && amountCents !== totalCents && sum("Total de la commande", totalCents),
    sum("Geste commercial", parts?.gestureCents),
    { label: "Remboursé", amount: formatPrice(amountCents), isTotal: true },
  ];
}

/**
 * The mail after a full or partial refund. The law requires refunds within 14 days, by the same means of payment (Code de la
 * consommation, L221-24).
 */
export const orderRefunded: Template<Refunded> = {
  subject: ({ order }) => `Remboursement de votre commande ${order.number}`,
  Mail: (refund) => {
    const { order, refundedLines, amountCents, reason, creditNote, isByProvider } = refund;
    return (
      <OrderMail
        order={order}
        title={`${formatPrice(amountCents)} vous sont remboursés`}
        preview={`Sur votre commande ${order.number}.`}
        details={
          <MailSection>
            <OrderLines
              order={refundedLines ? { ...order, lines: refundedLines } : order}
              label={refundedLines ? "Articles remboursés" : "Articles de la commande"}
            />
            <Sums sums={refundSums(refund)} />
          </MailSection>
        }
        button="Voir ma commande"
      >
        <MailText>
          Bonjour, nous vous remboursons {formatPrice(amountCents)} sur votre commande.
          <br />
          Motif&nbsp;: {reason}
        </MailText>
        <MailText>
          {!isByProvider
            ? `${order.isPaidOnDelivery ? "Vous l’aviez réglée à la livraison\u00a0: la" : "La"} somme vous revient par le moyen convenu avec vous.`
            : "La somme retourne au moyen de paiement que vous aviez choisi, par PayPal. Votre banque décide du jour où elle apparaît sur votre compte\u00a0: quelques jours, le plus souvent."}
          {creditNote && (
            <>
              {" "}
              Votre avoir <DocumentNumber>{creditNote}</DocumentNumber> est joint à ce message.
            </>
          )}
        </MailText>
      </OrderMail>
    );
  },
};
