import { LEGAL_DAYS, offeredText, SPECIFIED_DAYS } from "#app/platform/return-period-schema.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import { MailLink, MailSection, MailText } from "./mail-frame.tsx";
import { useSite } from "./mail-site.ts";
import { useMailStyles } from "./mail-styles.ts";
import { orderHref, OrderMail, Problem, ReportProblem, type OrderProps } from "./order-mail.tsx";
import { DeliveryAndPayment, OrderRecap, type MailedOrder } from "./order-parts.tsx";
import { OrderTerms } from "./order-terms.tsx";
import type { Template } from "./template.ts";

/** The place and period of the delivery: « chez vous du 20 au 24 novembre ». */
const placeAndPeriod = ({ isToPickUp, shippingFrom, shippingUntil }: MailedOrder) =>
  `${isToPickUp ? "au point de relais" : "chez vous"} ${frenchPeriod(shippingFrom, shippingUntil)}`;

/** The withdrawal function, by the words of the law (Code de la consommation, D221-5). */
function Withdraw({ order }: OrderProps) {
  const site = useSite();
  return <MailLink href={orderHref({ site, order }, "renoncer")}>Renoncer au contrat ici</MailLink>;
}

/** How long the customer may withdraw after the delivery, and where. */
function ChangeOfMind({ order }: OrderProps) {
  const site = useSite();
  const days = order.returnDays ?? SPECIFIED_DAYS;
  const offered = offeredText(days);
  return (
    <>
      Vous changez d’avis&nbsp;? Vous avez{" "}
      <MailLink href={`${site.baseUrl}/condition-generale-de-vente#retractation`}>
        {`${days} jours après la réception`}
      </MailLink>{" "}
      ({offered ? `${LEGAL_DAYS} jours prévus par la loi, ${offered}` : "prévus par la loi"})&nbsp;:{" "}
      <Withdraw order={order} />.
    </>
  );
}

/** The number of an invoice or credit note, without a line break. */
export function DocumentNumber({ children }: { children: string }) {
  return <span style={{ whiteSpace: "nowrap" }}>{children}</span>;
}

function Fact({ label, text }: { label: string; text: string }) {
  const styles = useMailStyles().text;
  return (
    <MailSection>
      <p style={styles.label}>{label}</p>
      <p style={{ ...styles.item, margin: "0 0 24px", whiteSpace: "pre-line" }}>{text}</p>
    </MailSection>
  );
}

/** The next step of an order that was just placed. */
function buttonOf(order: MailedOrder, confirmUntil: string | undefined) {
  if (confirmUntil) return { button: "Confirmer mon adresse" };
  if (order.isPaidOnDelivery) return { button: "Suivre ma commande" };
  return { button: "Payer ma commande", buttonPage: "payer" } as const;
}

type Received = {
  order: MailedOrder;
  termsVersion: string;
  /** Undefined in mails that earlier versions of the shop queued. */
  termsHash?: string | null;
  /** The terms are linked, not attached: an earlier mail to the address had them. Undefined in mails that 0.5.0 queued. */
  linksTerms?: boolean;
  /** The essential characteristics of the products. Undefined in mails that earlier versions of the shop queued. */
  essentials?: { name: string; text: string }[];
  /** Until when a cash order waits for the confirmation of its e-mail address (ISO 8601); undefined if it does not wait. */
  confirmUntil?: string;
  /** The relay point, a line each for its name, its street and its town. Undefined in mails that 0.4.0 queued. */
  relay?: string | null;
};
/**
 * The mail that confirms the contract (Code de la consommation, L221-13). It contains no text that the customer typed (name,
 * delivery address): before payment, a stranger may have signed up with the recipient's address. `relay` is the provider's text.
 */
export const orderReceived: Template<Received> = {
  subject: ({ order, confirmUntil }) =>
    confirmUntil
      ? `Confirmez votre adresse e-mail pour la commande ${order.number}`
      : `Votre commande ${order.number} est enregistrée`,
  Mail: ({ order, termsVersion, termsHash, linksTerms, essentials, relay, confirmUntil }) => {
    const total = formatPrice(order.totalCents);
    return (
      <OrderMail
        order={order}
        title="Votre commande est enregistrée"
        preview={
          confirmUntil
            ? "Confirmez votre adresse e-mail\u00a0: vos articles seront alors réservés."
            : order.isPaidOnDelivery
              ? `Elle arrive ${placeAndPeriod(order)}. Préparez ${total}.`
              : `Il reste à la payer en ligne\u00a0: ${total}.`
        }
        details={
          <>
            <OrderRecap order={order} />
            {order.samples && <Fact label="Échantillons" text={order.samples} />}
            {relay && <Fact label="Votre point de relais" text={relay} />}
            <OrderTerms
              order={order}
              version={termsVersion}
              hash={termsHash}
              isLinked={linksTerms}
              essentials={essentials}
            />
          </>
        }
        {...buttonOf(order, confirmUntil)}
      >
        {confirmUntil ? (
          <MailText>
            Bonjour, confirmez votre adresse e-mail avant le{" "}
            {frenchLongMoment(new Date(confirmUntil))}
            &nbsp;: vos articles seront alors réservés, et arriveront {placeAndPeriod(order)}. Vous
            réglez {total} à la livraison. Sans confirmation, cette commande prend fin.
          </MailText>
        ) : order.isPaidOnDelivery ? (
          <MailText>
            Bonjour, votre commande arrivera {placeAndPeriod(order)}. Préparez {total}&nbsp;: vous
            réglez à la livraison.
          </MailText>
        ) : (
          <MailText>
            Bonjour, votre commande sera préparée dès qu’elle sera payée en ligne&nbsp;: {total}.
            Payée aujourd’hui, elle arrivera {placeAndPeriod(order)}. Vous l’avez déjà payée&nbsp;?
            Un autre message vous le confirme.
          </MailText>
        )}
      </OrderMail>
    );
  },
};

type Paid = {
  order: MailedOrder;
  to: { name: string; address: string };
  paidAt: string;
  invoice: string;
  /** The terms of sale are attached: the order's first mail only linked them. Undefined in mails that 0.5.0 queued. */
  hasTerms?: boolean;
};
/**
 * The mail after an online payment, with the invoice attached. `paidAt` is an ISO 8601 time, `invoice` the invoice's number.
 */
export const orderPaid: Template<Paid> = {
  subject: ({ order }) => `Votre commande ${order.number} est payée`,
  Mail: ({ order, to, paidAt, invoice, hasTerms }) => (
    <OrderMail
      order={order}
      title="Merci, votre commande est payée"
      preview={`Paiement reçu\u00a0: ${formatPrice(order.totalCents)}. Livraison prévue ${frenchPeriod(order.shippingFrom, order.shippingUntil)}.`}
      note={
        <>
          <Problem order={order} /> <ChangeOfMind order={order} />
        </>
      }
      details={
        <>
          <OrderRecap order={order} />
          <DeliveryAndPayment order={order} to={to} paidAt={paidAt} />
        </>
      }
      button="Suivre ma commande"
    >
      <MailText>
        Nous préparons votre colis. Il arrivera {placeAndPeriod(order)}, et nous vous écrirons quand
        il sera livré. Votre facture <DocumentNumber>{invoice}</DocumentNumber> est jointe à ce
        message{hasTerms && ", avec les conditions générales de la vente"}.
      </MailText>
    </OrderMail>
  ),
};

/** The mail after delivery. `invoice` is the number of the attached invoice, only for payment on delivery; otherwise null. */
export const orderDelivered: Template<{ order: MailedOrder; invoice: string | null }> = {
  subject: ({ order }) => `Votre commande ${order.number} est livrée`,
  Mail: ({ order, invoice }) => (
    <OrderMail
      order={order}
      title="Votre commande est livrée"
      preview="Il manque quelque chose, ou quelque chose ne va pas&nbsp;? Dites-le-nous."
      note={
        <>
          <ChangeOfMind order={order} />
          {order.isToPickUp &&
            " Au point de relais, ce délai court à partir du retrait de votre colis, que vous pouvez indiquer sur la page de la commande."}
        </>
      }
      button="Voir ma commande"
    >
      <MailText>
        Bonjour, votre commande a été remise {order.isToPickUp ? "au point de relais" : "chez vous"}
        . Elle n’est pas là, il manque quelque chose ou un produit est abîmé&nbsp;?{" "}
        <ReportProblem order={order} />.
        {invoice && (
          <>
            {" "}
            Votre facture <DocumentNumber>{invoice}</DocumentNumber> est jointe à ce message.
          </>
        )}
      </MailText>
    </OrderMail>
  ),
};

/** `isUnpaid` is undefined in mails that earlier versions of the shop queued. */
type Cancelled = { order: MailedOrder; reason: string; isUnpaid?: boolean };
export const orderCancelled: Template<Cancelled> = {
  subject: ({ order }) => `Votre commande ${order.number} est annulée`,
  Mail: ({ order, reason, isUnpaid }) => (
    <OrderMail
      order={order}
      title="Votre commande est annulée"
      preview={`Commande ${order.number}\u00a0: rien ne sera livré.`}
      button="Voir ma commande"
    >
      <MailText>
        Bonjour, votre commande est annulée et ne sera pas livrée.
        <br />
        Motif&nbsp;: {reason}
      </MailText>
      <MailText>
        {isUnpaid
          ? "Rien n’a été débité, et vous n’avez plus rien à payer."
          : "Vous n’avez plus rien à payer. Ce que vous auriez déjà payé vous est remboursé\u00a0: un autre message vous le dit."}
      </MailText>
    </OrderMail>
  ),
};

/** The mail with a new signed link to an order without an account; former links are revoked. */
export const orderLink: Template<{ order: MailedOrder }> = {
  subject: ({ order }) => `Un nouveau lien vers votre commande ${order.number}`,
  Mail: ({ order }) => (
    <OrderMail
      order={order}
      title="Un nouveau lien vers votre commande"
      preview="Les liens de nos messages précédents ne servent plus."
      button="Suivre ma commande"
    >
      <MailText>
        Bonjour, voici un nouveau lien pour suivre votre commande, valable un an. Les liens de nos
        messages précédents ne servent plus.
      </MailText>
    </OrderMail>
  ),
};
