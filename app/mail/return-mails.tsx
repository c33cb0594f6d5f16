import { plural } from "#app/ui/areas/plural.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { MailSection, MailText } from "./mail-frame.tsx";
import { OrderMail } from "./order-mail.tsx";
import { OrderLines, type MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** `order.lines`: the articles of the return. */
type Expected = { order: MailedOrder };

/** The mail when an administrator expects goods back. Not sent after a statement of withdrawal, whose receipt says the same. */
export const returnExpected: Template<Expected> = {
  subject: ({ order }) => `Le retour de votre commande ${order.number}`,
  Mail: ({ site, order }) => (
    <OrderMail
      order={order}
      title="Votre retour est attendu"
      preview={`Commande ${order.number}\u00a0: où renvoyer vos articles.`}
      details={
        <MailSection>
          <OrderLines order={order} label="Articles à renvoyer" />
        </MailSection>
      }
      button="Suivre mon retour"
    >
      <MailText>
        Bonjour, nous attendons le retour de ces articles. Renvoyez-les à&nbsp;:{" "}
        {[site.shop.legalName, site.shop.address].filter(Boolean).join(", ")}. Joignez-y votre
        numéro de livraison, {order.number}.
      </MailText>
      <MailText>
        Si vous changez d’avis, les frais directs de renvoi sont à votre charge&nbsp;; si un article
        est abîmé ou n’est pas celui que vous avez commandé, ils sont à la nôtre. Déjà
        renvoyés&nbsp;? Vous n’avez rien à faire.
      </MailText>
    </OrderMail>
  ),
};

/** `order.lines`: what came. `missing`: pieces that were expected and did not come. */
type Received = Expected & {
  missing: number;
  /** The last day of the refund, « 2026-12-09 »; null when nothing is to be refunded. */
  refundDueOn: string | null;
};

/** The mail when a return has come. */
export const returnReceived: Template<Received> = {
  subject: () => "Votre retour est arrivé",
  Mail: ({ order, missing, refundDueOn }) => (
    <OrderMail
      order={order}
      title="Votre retour est arrivé"
      preview={`Commande ${order.number}\u00a0: nous avons reçu vos articles.`}
      details={
        <MailSection>
          <OrderLines order={order} label="Articles reçus" />
        </MailSection>
      }
      button="Suivre mon retour"
    >
      <MailText>
        Bonjour, nous avons reçu les articles que vous avez renvoyés.
        {missing > 0 &&
          ` Il manque ${plural(missing, "pièce")}\u00a0: si tout était dans le colis, répondez-nous.`}
      </MailText>
      {refundDueOn && (
        <MailText>
          Nous vous remboursons au plus tard le {frenchLongDay(refundDueOn)}, et vous en serez
          prévenu par e-mail.
        </MailText>
      )}
    </OrderMail>
  ),
};
