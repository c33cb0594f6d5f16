import { frenchLongMoment } from "#app/ui/french-date.ts";
import { MailLink, MailText } from "./mail-frame.tsx";
import { OrderMail } from "./order-mail.tsx";
import type { MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** The only reminder of an order that is not paid. `stopPath`: the page that refuses further reminders. */
export const orderUnpaid: Template<{
  order: MailedOrder;
  stopPath: string;
  /** For the header « List-Unsubscribe » (`deliver`). */
  unsubscribePath: string;
  /** When the shop cancels the order if it stays unpaid (ISO 8601). Undefined in mails that 0.5.0 queued. */
  endsAt?: string;
}> = {
  subject: ({ order }) => `Votre commande ${order.number} attend son paiement`,
  Mail: ({ site, order, stopPath, endsAt }) => (
    <OrderMail
      order={order}
      title="Votre commande n’est pas payée"
      preview="Vous pouvez la payer, ou l’annuler."
      note={
        <>
          Nous n’écrivons qu’une fois par commande. Vous pouvez{" "}
          <MailLink href={site.baseUrl + stopPath}>ne plus recevoir ces rappels</MailLink>.
        </>
      }
      button="Payer ou annuler ma commande"
    >
      <MailText>
        Bonjour, vous avez passé cette commande et son paiement n’est pas arrivé jusqu’à nous. Rien
        n’a été débité.
      </MailText>
      <MailText>
        Depuis sa page, vous pouvez la payer ou l’annuler. Si vous ne la voulez plus, vous n’avez
        rien à faire&nbsp;: sans paiement, elle n’est pas préparée et prend fin
        {endsAt && ` le ${frenchLongMoment(new Date(endsAt))}`}&nbsp;; vous ne devez alors plus
        rien.
      </MailText>
    </OrderMail>
  ),
};
