import { formatPrice } from "#app/ui/price.ts";
import { MailButton, MailLink, MailSection, MailText } from "./mail-frame.tsx";
import { OrderMail } from "./order-mail.tsx";
import { OrderLines, type MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

type Sent = {
  order: MailedOrder;
  /** The lines in the parcel; empty if unknown. */
  sentLines: MailedOrder["lines"];
  /** « Colissimo », or null for a carrier without a name. */
  carrier: string | null;
  trackingNumber: string | null;
  /** The carrier's tracking page; null without one. */
  href: string | null;
  /** Other pieces of the order follow, or have left before. */
  isPart: boolean;
  /** The amount to pay to the carrier, in cents; null: nothing, or an earlier parcel's mail has asked for it. */
  toCollectCents: number | null;
};

/** The mail when a parcel was handed over to a carrier; one a parcel. */
export const parcelSent: Template<Sent> = {
  subject: ({ order }) => `Votre commande ${order.number} est en route`,
  Mail: ({ order, sentLines, carrier, trackingNumber, href, isPart, toCollectCents }) => (
    <OrderMail
      order={order}
      title={isPart ? "Un colis de votre commande est en route" : "Votre commande est en route"}
      preview={`Remise ${carrier ? `à ${carrier}` : "au transporteur"}${trackingNumber ? `, numéro ${trackingNumber}` : ""}.`}
      details={
        sentLines.length > 0 && (
          <MailSection>
            <OrderLines order={{ ...order, lines: sentLines }} label="Articles de ce colis" />
          </MailSection>
        )
      }
      button={href ? undefined : "Suivre ma commande"}
    >
      <MailText>
        Bonjour, {isPart ? "une partie de votre commande" : "votre commande"} vient d’être remise{" "}
        {carrier ? `à ${carrier}` : "au transporteur"}.
        {trackingNumber && (
          <>
            <br />
            Numéro de suivi&nbsp;:{" "}
            {href ? <MailLink href={href}>{trackingNumber}</MailLink> : trackingNumber}
          </>
        )}
        {isPart && (
          <>
            <br />
            Les autres articles voyagent dans un autre colis.
          </>
        )}
        {toCollectCents !== null && (
          <>
            <br />
            Préparez {formatPrice(toCollectCents)}&nbsp;: vous réglez à la livraison.
          </>
        )}
      </MailText>
      {href && <MailButton href={href}>Suivre le colis</MailButton>}
    </OrderMail>
  ),
};
