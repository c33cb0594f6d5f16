import { frenchLongDay } from "#app/ui/french-day.ts";
import { MailText } from "./mail-frame.tsx";
import { OrderMail } from "./order-mail.tsx";
import type { MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** `until`: the further date, « 2026-12-02 ». */
type Late = { order: MailedOrder; until: string };

/** The mail after the customer's notice of a late delivery (consumer code, L216-6). */
export const orderLate: Template<Late> = {
  subject: ({ order }) => `Votre commande ${order.number} est en retard`,
  Mail: ({ order, until }) => (
    <OrderMail
      order={order}
      title="Votre mise en demeure est enregistrée"
      preview={`Nous devons livrer votre commande au plus tard le ${frenchLongDay(until)}.`}
      button="Suivre ma commande"
      buttonPage="retard"
    >
      <MailText>
        Bonjour, votre commande devait arriver au plus tard le {frenchLongDay(order.shippingUntil)}.
        Vous nous mettez en demeure de la livrer au plus tard le {frenchLongDay(until)} (Code de la
        consommation, article L216-6).
      </MailText>
      <MailText>
        Si elle n’est pas livrée à cette date, nous vous écrirons&nbsp;: vous pourrez l’annuler, et
        ce que vous avez payé vous sera remboursé sous 14 jours.
      </MailText>
    </OrderMail>
  ),
};

/** The mail when the further date has passed without a delivery. */
export const orderLateOver: Template<Late> = {
  subject: ({ order }) => `Vous pouvez annuler votre commande ${order.number}`,
  Mail: ({ order, until }) => (
    <OrderMail
      order={order}
      title="Vous pouvez annuler votre commande"
      preview={`Elle n’est pas livrée au ${frenchLongDay(until)}.`}
      button="Annuler ma commande"
      buttonPage="retard"
    >
      <MailText>
        Bonjour, votre commande devait être livrée au plus tard le {frenchLongDay(until)}, et nous
        ne l’avons pas livrée. Vous pouvez l’annuler&nbsp;: ce que vous avez payé vous sera
        remboursé sous 14 jours. Vous pouvez aussi l’attendre encore.
      </MailText>
    </OrderMail>
  ),
};

type Cancelled = {
  order: MailedOrder;
  /** « 25 novembre 2026 à 14:12 », in Paris. */
  at: string;
  /** « 2026-12-09 »; null when nothing was paid. */
  refundDueOn: string | null;
};

/** The receipt of a late order's cancellation after a parcel had left, with its legal day (consumer code, L216-6, L216-7). */
export const orderLateCancelled: Template<Cancelled> = {
  subject: ({ order }) => `Votre annulation de la commande ${order.number}`,
  Mail: ({ site, order, at, refundDueOn }) => (
    <OrderMail
      order={order}
      title="Votre annulation est enregistrée"
      preview={`Enregistrée le ${at}. Gardez ce message.`}
      button="Suivre mon annulation"
      buttonPage="retard"
    >
      <MailText>
        Bonjour, vous avez annulé votre commande, que nous n’avons pas livrée à temps (Code de la
        consommation, article L216-6). Votre annulation est enregistrée le {at}&nbsp;: gardez ce
        message, il en est la preuve.
      </MailText>
      <MailText>
        {refundDueOn
          ? `Ce que vous avez payé vous est remboursé au plus tard le ${frenchLongDay(refundDueOn)}.`
          : "Vous n’avez rien payé, et vous ne devez rien."}
      </MailText>
      <MailText>
        Un colis était déjà parti. S’il arrive, refusez-le, ou renvoyez-le à&nbsp;:{" "}
        {[site.shop.legalName, site.shop.address].filter(Boolean).join(", ")}. Les frais de renvoi
        sont à notre charge.
      </MailText>
    </OrderMail>
  ),
};
