import type { ReactNode } from "react";
import { OFFICIAL_WORDS, OWN_WORDS } from "#app/platform/guarantee-notice.ts";
import { NOTICE_LINK, WITHDRAWAL_REFUND } from "#app/platform/legal-constants.ts";
import {
  AT_RELAY,
  LEGAL_DAYS,
  periodText,
  SPECIFIED_DAYS,
} from "#app/platform/return-period-schema.ts";
import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { formatPrice } from "#app/ui/price.ts";
import { NOTICE_ID } from "./inline-ids.ts";
import { MailLink, MailSection } from "./mail-frame.tsx";
import { useSite, type Site } from "./mail-site.ts";
import { useMailStyles } from "./mail-styles.ts";
import { orderHref } from "./order-mail.tsx";
import type { MailedOrder } from "./order-parts.tsx";

type OrderTermsProps = {
  order: MailedOrder;
  /** The date of the accepted version, « 2026-11-20 ». */
  version: string;
  /** The hash of the accepted text. `isLinked`: the mail only links it, because an earlier mail had it attached. */
  hash?: string | null | undefined;
  isLinked?: boolean | undefined;
  /** The essential characteristics of the products. */
  essentials?: { name: string; text: string }[] | undefined;
};

/**
 * The full terms of the sale, because a link alone is not a durable medium (Code de la consommation, L221-13; CJEU, C-49/11).
 * The withdrawal form is the annex to article R221-1, verbatim.
 */
export function OrderTerms({ order, version, hash, isLinked, essentials }: OrderTermsProps) {
  const site = useSite();
  const { legalName, address, phone, email, siren, registration, vatNumber, mediator } = site.shop;
  const days = order.returnDays ?? SPECIFIED_DAYS;
  const period = frenchPeriod(order.shippingFrom, order.shippingUntil);
  const terms = `${site.baseUrl}/condition-generale-de-vente${hash ? `/${hash}` : ""}`;
  const facts = [
    [legalName, address, phone, email].filter(Boolean).join(", "),
    registration,
    siren && `SIREN ${siren}`,
    vatNumber && `TVA ${vatNumber}`,
  ].filter(Boolean);
  return (
    <MailSection tinted>
      <Term title="Le vendeur">{facts.join(". ")}.</Term>
      <Term title="La livraison et le paiement">
        {order.shippingMethod}, {period},{" "}
        {order.deliveryCents
          ? `frais de livraison\u00a0: ${formatPrice(order.deliveryCents)}`
          : "livraison offerte"}
        . {order.paymentMethod}.
      </Term>
      <Term title="Vous changez d’avis&nbsp;?">
        {periodText(days)}, à compter du jour où vous recevez les produits, ou le dernier d’entre
        eux. {order.isToPickUp && `${AT_RELAY} `}Vous n’avez aucun motif à donner. Le plus
        simple&nbsp;:{" "}
        <MailLink href={orderHref({ site, order }, "renoncer")}>Renoncer au contrat ici</MailLink>.
        Un accusé de réception vous revient sans délai par e-mail, avec le contenu, le jour et
        l’heure de votre rétractation. Vous pouvez aussi nous le dire par e-mail, par courrier ou
        par le <MailLink href={`${site.baseUrl}/contact`}>formulaire de contact</MailLink>. Renvoyez
        ensuite les produits dans les 14 jours&nbsp;; les frais directs de renvoi sont à votre
        charge. {`Nous vous remboursons ${WITHDRAWAL_REFUND}`} dans les 14 jours qui suivent votre
        message, par le même moyen de paiement, ou pour des espèces par un moyen convenu avec
        vous&nbsp;; nous pouvons attendre d’avoir reçu les produits ou la preuve de leur envoi.
        {days > LEGAL_DAYS &&
          ` ${days - LEGAL_DAYS > 1 ? "Les jours offerts valent" : "Le jour offert vaut"} pour les produits ni ouverts ni utilisés.`}{" "}
        <MailLink href={`${terms}#retractation`}>Rétractation et retours</MailLink>
      </Term>
      <Term title="Les garanties légales">
        Pendant deux ans, la garantie légale de conformité répond des défauts du produit&nbsp;;
        celle des vices cachés court deux ans à compter de leur découverte. Dans les deux cas,
        écrivez-nous&nbsp;: le renvoi est à nos frais.{" "}
        <MailLink href={`${terms}#garanties`}>Garanties légales</MailLink>
      </Term>
      <GuaranteeNotice picture={site.notice} />
      <Term title="Les conditions de la vente">
        Votre commande suit les{" "}
        <MailLink href={terms}>conditions générales de vente du {frenchLongDay(version)}</MailLink>
        {hash &&
          (isLinked
            ? ", que notre premier message à cette adresse avait jointes"
            : ", jointes à ce message")}
        . Une réclamation&nbsp;? Écrivez-nous à{" "}
        <MailLink href={`mailto:${email}`}>{email}</MailLink>.
        {mediator &&
          ` Sans accord avec nous, vous pouvez saisir gratuitement le médiateur de la consommation\u00a0: ${mediator}.`}
      </Term>
      <ModelForm seller={[legalName, address, email].filter(Boolean).join(", ")} />
      {essentials && essentials.length > 0 && <Essentials products={essentials} />}
    </MailSection>
  );
}

/** The width of a mail's text, in pixels (mail-frame.tsx). */
const NOTICE_MAIL_WIDTH = 520;

/** The official notice as a picture in its own proportions, with its text as alternative; without the file, the shop's own text. */
function GuaranteeNotice({ picture }: { picture: Site["notice"] }) {
  const { title, text } = picture ? OFFICIAL_WORDS : OWN_WORDS;
  return (
    <Term title={title}>
      {picture ? (
        <img
          src={`cid:${NOTICE_ID}`}
          alt={text.join(" ")}
          width={NOTICE_MAIL_WIDTH}
          height={Math.round((NOTICE_MAIL_WIDTH / picture.width) * picture.height)}
          style={{ display: "block", width: "100%", height: "auto", margin: "8px 0" }}
        />
      ) : (
        text.join(" ")
      )}{" "}
      Vos droits dans chaque pays&nbsp;:{" "}
      <MailLink href={`https://${NOTICE_LINK}`}>{NOTICE_LINK}</MailLink>
    </Term>
  );
}

/** The products' essential characteristics. Placed last, because mail programs truncate long mails. */
function Essentials({ products }: { products: { name: string; text: string }[] }) {
  const { text } = useMailStyles();
  return (
    <>
      <h2 style={text.heading}>Les caractéristiques essentielles</h2>
      {products.map(({ name, text: characteristics }) => (
        <p key={name} style={{ ...text.small, margin: "0 0 24px" }}>
          <strong style={{ fontWeight: 600 }}>{name}</strong>. {characteristics}.
        </p>
      ))}
    </>
  );
}

function Term({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { text } = useMailStyles();
  return (
    <>
      <h2 style={text.heading}>{title}</h2>
      <p style={{ ...text.small, margin: "0 0 24px" }}>{children}</p>
    </>
  );
}

function ModelForm({ seller }: { seller: string }) {
  const { colours, text } = useMailStyles();
  return (
    <>
      <h2 style={text.heading}>Modèle de formulaire de rétractation</h2>
      <div
        style={{
          ...text.small,
          margin: "0 0 24px",
          padding: "16px 20px",
          background: colours.surface,
          border: `1px solid ${colours.line}`,
          borderRadius: 6,
        }}
      >
        {[
          "(Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.)",
          `À l’attention ${frenchOf(seller)}\u00a0:`,
          "Je/nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur la vente du bien (*)/pour la prestation de services (*) ci-dessous\u00a0:",
          "Commandé le (*)/reçu le (*)\u00a0:",
          "Nom du (des) consommateur(s)\u00a0:",
          "Adresse du (des) consommateur(s)\u00a0:",
          "Signature du (des) consommateur(s) (uniquement en cas de notification du présent formulaire sur papier)\u00a0:",
          "Date\u00a0:",
          "(*) Rayez la mention inutile.",
        ].map((line) => (
          <p key={line} style={{ margin: "0 0 8px" }}>
            {line}
          </p>
        ))}
      </div>
    </>
  );
}
