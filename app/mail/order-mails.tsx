import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import {
  MailButton,
  MailFrame,
  MailLink,
  MailSection,
  MailText,
  type House,
} from "./mail-frame.tsx";
import { DeliveryAndPayment, OrderLines, OrderRecap, type MailedOrder } from "./order-parts.tsx";
import { OrderTerms } from "./order-terms.tsx";
import type { Template } from "./templates.tsx";

const REASON = "Ce message est lié à votre commande\u00a0; il n’est pas une publicité.";

const comes = ({ isToPickUp, shippingFrom, shippingUntil }: MailedOrder) =>
  `${isToPickUp ? "au point de relais" : "chez vous"} ${frenchPeriod(shippingFrom, shippingUntil)}`;

type About = { house: House; order: MailedOrder };

/** To the contact form, with the order's number filled in. */
function ReportProblem({ house, order }: About) {
  return (
    <MailLink href={`${house.baseUrl}/contact?commande=${order.number}`}>
      Signaler un probleme
    </MailLink>
  );
}

function Problem(about: About) {
  return (
    <>
      Un souci&nbsp;? <ReportProblem {...about} />.
    </>
  );
}

/** A document's number, on one line. */
function DocumentNumber({ children }: { children: string }) {
  return <span style={{ whiteSpace: "nowrap" }}>{children}</span>;
}

function OrderButton({
  house,
  order,
  children,
}: {
  house: House;
  order: MailedOrder;
  children: string;
}) {
  return <MailButton href={`${house.baseUrl}/admin/my-orders/${order.id}`}>{children}</MailButton>;
}

/**
 * The confirmation of the contract (consumer code, L221-13). It goes to an address that a stranger may have signed up
 * with, before anything is paid: it says nothing that was typed, neither name nor delivery address.
 */
export const orderReceived: Template<{ order: MailedOrder; termsVersion: string }> = {
  subject: ({ order }) => `Votre commande ${order.number} est enregistrée`,
  Mail: ({ house, order, termsVersion }) => {
    const total = formatPrice(order.totalCents);
    return (
      <MailFrame
        house={house}
        title="Votre commande est enregistrée"
        preview={
          order.isPaidOnDelivery
            ? `Elle arrive ${comes(order)}. Préparez ${total}.`
            : `Il reste à la payer en ligne\u00a0: ${total}.`
        }
        note={<Problem house={house} order={order} />}
        reason={REASON}
        details={
          <>
            <OrderRecap house={house} order={order} />
            <OrderTerms house={house} version={termsVersion} />
          </>
        }
      >
        {order.isPaidOnDelivery ? (
          <>
            <MailText>
              Bonjour, votre commande arrivera {comes(order)}. Préparez {total}&nbsp;: vous réglez à
              la livraison.
            </MailText>
            <OrderButton house={house} order={order}>
              Suivre ma commande
            </OrderButton>
          </>
        ) : (
          <>
            <MailText>
              Bonjour, votre commande sera préparée dès qu’elle sera payée en ligne&nbsp;: {total}.
              Elle arrivera alors {comes(order)}. Vous l’avez déjà payée&nbsp;? Un autre message
              vous le confirme.
            </MailText>
            <MailButton href={`${house.baseUrl}/payement/${order.id}`}>
              Payer ma commande
            </MailButton>
          </>
        )}
      </MailFrame>
    );
  },
};

type Paid = {
  order: MailedOrder;
  to: { name: string; address: string };
  paidAt: string;
  invoice: string;
};
export const orderPaid: Template<Paid> = {
  subject: ({ order }) => `Votre commande ${order.number} est payée`,
  Mail: ({ house, order, to, paidAt, invoice }) => (
    <MailFrame
      house={house}
      title="Merci, votre commande est payée"
      preview={`Paiement reçu\u00a0: ${formatPrice(order.totalCents)}. Livraison prévue ${frenchPeriod(order.shippingFrom, order.shippingUntil)}.`}
      note={
        <>
          <Problem house={house} order={order} /> Vous changez d’avis&nbsp;? Vous avez{" "}
          <MailLink href={`${house.baseUrl}/condition-generale-de-vente#retractation`}>
            30 jours après la réception
          </MailLink>{" "}
          (14 jours prévus par la loi, 16 offerts).
        </>
      }
      reason={REASON}
      details={
        <>
          <OrderRecap house={house} order={order} />
          <DeliveryAndPayment order={order} to={to} paidAt={paidAt} />
        </>
      }
    >
      <MailText>
        Nous préparons votre colis. Il arrivera {comes(order)}, et nous vous écrirons quand il sera
        livré. Votre facture <DocumentNumber>{invoice}</DocumentNumber> est jointe à ce message.
      </MailText>
      <OrderButton house={house} order={order}>
        Suivre ma commande
      </OrderButton>
    </MailFrame>
  ),
};

export const orderDelivered: Template<{ order: MailedOrder; invoice: string | null }> = {
  subject: ({ order }) => `Votre commande ${order.number} est livrée`,
  Mail: ({ house, order, invoice }) => (
    <MailFrame
      house={house}
      title="Votre commande est livrée"
      preview="Il manque quelque chose, ou quelque chose ne va pas&nbsp;? Dites-le-nous."
      note={
        <>
          Vous changez d’avis&nbsp;? Vous avez{" "}
          <MailLink href={`${house.baseUrl}/condition-generale-de-vente#retractation`}>
            30 jours après la réception
          </MailLink>{" "}
          (14 jours prévus par la loi, 16 offerts).
        </>
      }
      reason={REASON}
      details={
        <MailSection>
          <OrderLines order={order} />
        </MailSection>
      }
    >
      <MailText>
        Bonjour, votre commande a été remise {order.isToPickUp ? "au point de relais" : "chez vous"}
        . Elle n’est pas là, il manque quelque chose ou un produit est abîmé&nbsp;?{" "}
        <ReportProblem house={house} order={order} />.
        {invoice && (
          <>
            {" "}
            Votre facture <DocumentNumber>{invoice}</DocumentNumber> est jointe à ce message.
          </>
        )}
      </MailText>
      <OrderButton house={house} order={order}>
        Voir ma commande
      </OrderButton>
    </MailFrame>
  ),
};

type Refunded = {
  order: MailedOrder;
  amountCents: number;
  reason: string;
  creditNote: string | null;
  isByProvider: boolean;
};
/** After a refund of all or a part; law: within 14 days, by the means of payment (consumer code, L221-24). */
export const orderRefunded: Template<Refunded> = {
  subject: ({ order }) => `Remboursement de votre commande ${order.number}`,
  Mail: ({ house, order, amountCents, reason, creditNote, isByProvider }) => (
    <MailFrame
      house={house}
      title={`${formatPrice(amountCents)} vous sont remboursés`}
      preview={`Sur votre commande ${order.number}.`}
      note={<Problem house={house} order={order} />}
      reason={REASON}
      details={
        <MailSection>
          <OrderLines order={order} />
        </MailSection>
      }
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
      <OrderButton house={house} order={order}>
        Voir ma commande
      </OrderButton>
    </MailFrame>
  ),
};

export const orderCancelled: Template<{ order: MailedOrder; reason: string }> = {
  subject: ({ order }) => `Votre commande ${order.number} est annulée`,
  Mail: ({ house, order, reason }) => (
    <MailFrame
      house={house}
      title="Votre commande est annulée"
      preview={`Commande ${order.number}\u00a0: rien ne sera livré.`}
      note={<Problem house={house} order={order} />}
      reason={REASON}
      details={
        <MailSection>
          <OrderLines order={order} />
        </MailSection>
      }
    >
      <MailText>
        Bonjour, votre commande est annulée et ne sera pas livrée.
        <br />
        Motif&nbsp;: {reason}
      </MailText>
      <MailText>
        Vous n’avez plus rien à payer. Ce que vous auriez déjà payé vous est remboursé&nbsp;: un
        autre message vous le dit.
      </MailText>
      <OrderButton house={house} order={order}>
        Voir ma commande
      </OrderButton>
    </MailFrame>
  ),
};
