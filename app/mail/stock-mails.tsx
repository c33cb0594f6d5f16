import { MailButton, MailFrame, MailLink, MailSection, MailText } from "./mail-frame.tsx";
import { useMailStyles } from "./mail-styles.ts";
import { OrderMail } from "./order-mail.tsx";
import type { MailedOrder } from "./order-parts.tsx";
import type { Template } from "./template.ts";

/** The mail when the pieces of an order, unpaid or to be paid on delivery, are no longer held. */
export const orderHoldEnded: Template<{ order: MailedOrder }> = {
  subject: ({ order }) =>
    order.isPaidOnDelivery
      ? `Les articles de votre commande ${order.number} ne sont plus réservés`
      : `Votre commande ${order.number} n’est pas payée`,
  Mail: ({ order }) => (
    <OrderMail
      order={order}
      title="Vos articles ne sont plus réservés"
      preview={
        order.isPaidOnDelivery
          ? "Votre commande reste enregistrée."
          : "Vous pouvez encore payer votre commande, tant qu’il en reste."
      }
      button="Voir ma commande"
    >
      {order.isPaidOnDelivery ? (
        <MailText>
          Bonjour, nous n’avons pas encore préparé votre commande, à régler à la livraison. Nous
          avions mis ses articles de côté pendant une semaine&nbsp;: ils sont maintenant de nouveau
          en vente. Votre commande reste enregistrée, et vous n’avez rien à faire&nbsp;: nous vous
          écrirons dès qu’elle part, ou s’il manque un article.
        </MailText>
      ) : (
        <>
          <MailText>
            Bonjour, votre commande n’est pas encore payée. Nous avions mis ses articles de côté
            pendant une heure&nbsp;: ils sont maintenant de nouveau en vente.
          </MailText>
          <MailText>
            Rien n’a été débité. Vous pouvez toujours la payer tant qu’il reste des articles, ou
            l’annuler.
          </MailText>
        </>
      )}
    </OrderMail>
  ),
};

const WAITING_REASON =
  "Vous recevez ce message parce que cette adresse a demandé à être prévenue\u00a0; il n’est pas une publicité.";

/** The mail that asks to confirm « Me prévenir du retour ». `productName`: as displayed; `path` contains the token. */
export const confirmWaiting: Template<{ productName: string; path: string }> = {
  subject: () => "Confirmez, et nous vous préviendrons",
  Mail: ({ site, productName, path }) => (
    <MailFrame
      title="Vous prévenir de son retour&nbsp;?"
      preview="Confirmez votre adresse dans les 48 heures."
      note={
        <>
          Vous n’avez rien demandé&nbsp;? Ne faites rien&nbsp;: l’adresse sera effacée sous
          48&nbsp;heures. Ou{" "}
          <MailLink href={site.baseUrl + path}>effacez-la tout de suite</MailLink>.
        </>
      }
      reason={WAITING_REASON}
    >
      <MailText>
        Bonjour, cette adresse a été indiquée pour savoir quand «&nbsp;{productName}&nbsp;» sera de
        retour chez {site.shop.name}. Confirmez-la, et vous recevrez un seul e-mail, ce jour-là.
      </MailText>
      <MailButton href={site.baseUrl + path}>Confirmer mon adresse</MailButton>
    </MailFrame>
  ),
};

/** The mail when a product is back. `path`: the page that erases the address. */
export const productBack: Template<{ productId: string; productName: string; path: string }> = {
  subject: ({ productName }) => `${productName} est de retour`,
  Mail: ({ site, productId, productName, path }) => (
    <MailFrame
      title={`${productName} est de retour`}
      preview="Vous nous aviez demandé de vous prévenir."
      note={
        <>
          C’est le seul e-mail de cette demande. Votre adresse sera effacée dans
          30&nbsp;jours&nbsp;; vous pouvez aussi{" "}
          <MailLink href={site.baseUrl + path}>l’effacer tout de suite</MailLink>.
        </>
      }
      reason={WAITING_REASON}
    >
      <MailText>
        Bonjour, vous nous aviez demandé de vous prévenir. Il n’est pas mis de côté pour vous, et
        d’autres l’attendaient aussi&nbsp;: ne tardez pas.
      </MailText>
      <MailButton href={`${site.baseUrl}/produit/${productId}`}>Voir le produit</MailButton>
    </MailFrame>
  ),
};

/** « available »: pieces that no order holds. `more`: further products that the mail doesn't list. */
type Digest = {
  lines: { name: string; available: number; alertLevel: number }[];
  more: number;
};

/** The administrators' mail about the products that crossed their alert level. */
export const stockDigest: Template<Digest> = {
  subject: ({ lines, more }) =>
    lines.length + more > 1
      ? `Stock\u00a0: ${lines.length + more} produits à réapprovisionner`
      : `Stock\u00a0: ${lines[0]?.name ?? "un produit"} est à réapprovisionner`,
  Mail: ({ site, lines, more }) => (
    <MailFrame
      title="À réapprovisionner"
      preview={lines.map(({ name }) => name).join(", ")}
      note="Chaque produit n’est annoncé qu’une fois, jusqu’à ce qu’il repasse au-dessus de son seuil d’alerte."
      reason="Vous recevez ce message parce que vous administrez la boutique."
      details={
        <MailSection>
          <DigestLines lines={lines} />
        </MailSection>
      }
    >
      <MailText>
        Bonjour, voici ce qui est passé sous son seuil d’alerte depuis le dernier message
        {more > 0 && `, et ${more} autre${more > 1 ? "s" : ""}`}.
      </MailText>
      <MailButton href={`${site.baseUrl}/admin/stock?etat=bas`}>Voir le stock</MailButton>
    </MailFrame>
  ),
};

function DigestLines({ lines }: Pick<Digest, "lines">) {
  const { colours, text } = useMailStyles();
  const style = { ...text.item, padding: "12px 0", borderBottom: `1px solid ${colours.line}` };
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" aria-label="Produits">
      <tbody>
        {lines.map(({ name, available, alertLevel }) => (
          <tr key={name}>
            <td style={style}>
              <strong style={{ fontWeight: 600 }}>{name}</strong>
              <br />
              <span style={{ fontSize: 14, color: colours["ink-2"] }}>
                seuil d’alerte&nbsp;: {alertLevel}
              </span>
            </td>
            <td align="right" style={{ ...style, whiteSpace: "nowrap" }}>
              {available > 0 ? `reste ${available}` : "épuisé"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
