import { formatPrice } from "#app/ui/price.ts";
import { MailButton, MailFrame, MailLink, MailSection, MailText } from "./mail-frame.tsx";
import { OrderLines, type MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** `announced` is not named `order`: the mail has no signed link to the customer's page (deliver-mail.ts). */
type Announced = {
  announced: MailedOrder;
  /** Empty if the typed name has a link. */
  customerName: string;
  /** Other orders of this hour get no mail. Missing in mails of earlier versions. */
  isOneOfMany?: boolean;
};

const titleOf = ({ isPaidOnDelivery }: MailedOrder) =>
  isPaidOnDelivery ? "Nouvelle commande à la livraison" : "Nouvelle commande payée";

/** The shop's own mail about an order that is to be prepared. */
export const shopOrder: Template<Announced> = {
  subject: ({ announced }) => `${titleOf(announced)}\u00a0: ${announced.number}`,
  Mail: ({ site, announced, customerName, isOneOfMany }) => {
    const total = formatPrice(announced.totalCents);
    return (
      <MailFrame
        title={titleOf(announced)}
        preview={[customerName, total].filter(Boolean).join(", ")}
        note="Ce message se règle dans les réglages des courriels de la boutique."
        reason="Vous recevez ce message parce que cette adresse est celle de la boutique."
        details={
          <MailSection>
            <OrderLines order={announced} />
          </MailSection>
        }
      >
        <MailText>
          {`Bonjour, la commande ${announced.number}${customerName && ` de ${customerName}`} est à préparer. `}
          {announced.isPaidOnDelivery
            ? `Le client réglera ${total} à la livraison.`
            : `Le client a payé ${total}.`}
        </MailText>
        {isOneOfMany && (
          <MailText>
            Beaucoup de commandes à régler à la livraison arrivent&nbsp;: les suivantes de cette
            heure ne sont pas annoncées une à une.{" "}
            <MailLink href={`${site.baseUrl}/admin/commandes?etat=a-preparer`}>
              Voir les commandes à préparer
            </MailLink>
          </MailText>
        )}
        <MailButton href={`${site.baseUrl}/admin/commandes?commande=${announced.id}`}>
          Voir la commande
        </MailButton>
      </MailFrame>
    );
  },
};
