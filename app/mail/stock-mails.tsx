import { MailFrame, MailSection, MailText } from "./mail-frame.tsx";
import { OrderButton, Problem, REASON } from "./order-mails.tsx";
import { OrderLines, type MailedOrder } from "./order-parts.tsx";
import type { Template } from "./templates.tsx";

/** The mail when the pieces of an unpaid order are no longer held. */
export const orderHoldEnded: Template<{ order: MailedOrder }> = {
  subject: ({ order }) => `Votre commande ${order.number} n’est pas payée`,
  Mail: ({ site, order }) => (
    <MailFrame
      site={site}
      title="Vos articles ne sont plus réservés"
      preview="Vous pouvez encore payer votre commande, tant qu’il en reste."
      note={<Problem site={site} order={order} />}
      reason={REASON}
      details={
        <MailSection>
          <OrderLines order={order} />
        </MailSection>
      }
    >
      <MailText>
        Bonjour, votre commande n’est pas encore payée. Nous avions mis ses articles de côté pendant
        une heure&nbsp;: ils sont maintenant de nouveau en vente.
      </MailText>
      <MailText>
        Rien n’a été débité. Vous pouvez toujours la payer tant qu’il reste des articles, ou
        l’annuler.
      </MailText>
      <OrderButton site={site} order={order}>
        Voir ma commande
      </OrderButton>
    </MailFrame>
  ),
};
