import { CopyButton } from "#app/ui/areas/copy-button.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchRecent } from "#app/ui/french-date.ts";
import { Icon } from "#app/ui/icon.tsx";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import { dialledPhone, shownPhone } from "#app/ui/phone-schema.ts";
import type { MessageView } from "./message-reading.server.ts";
import { alertedProduct, interruptedImport, SHOP_NOTICES, SLIDE_NOTICE } from "./shop-notice.ts";

/** Maximal length of an excerpt in characters; fills the widest line. */
const EXCERPT_LENGTH = 160;

type MessageItemProps = {
  message: MessageView;
  /** Unread, or marked as read by opening this page (`useMarkRead`). */
  isNew: boolean;
  today: Date;
};

/** A message as a disclosure. The message is untrusted, and rendered as plain text. */
export function MessageItem({ message, isNew, today }: MessageItemProps) {
  const { id, title, name, email, orderId, createdAt } = message;
  const isAboutShop = SHOP_NOTICES.some((start) => id.startsWith(start));
  const link = linkOf(message);
  const heading = /[.?!…]$/.test(title) ? title : `${title}.`;
  return (
    <details className={isNew ? "mail mail--new" : "mail"} name="message">
      <summary>
        {isNew ? (
          <Tag tone="plum" label="Nouveau" />
        ) : (
          <span className="mail__read muted tiny">Lu</span>
        )}
        <span className="mail__who">
          <b>{name || email || (isAboutShop ? "Stock" : "Sans nom")}</b>
          <span>{orderId ? "Commande" : isAboutShop ? "Boutique" : "Contact"}</span>
        </span>
        <span className="mail__what">
          {title && <b>{`${heading} `}</b>}
          <span>{excerpt(message.message)}</span>
        </span>
        <time dateTime={createdAt.toISOString()}>{frenchRecent(createdAt, today)}</time>
        <Icon name="chevron-down" />
      </summary>
      <div className="mail__body">
        <p className="mail__text">{message.message}</p>
        <Sender message={message} />
        {link ? (
          <div className="mail__acts">
            <ButtonLink to={link.to} variant="plain" size="s">
              {link.label}
            </ButtonLink>
          </div>
        ) : (
          email && (
            <div className="mail__acts">
              <a className="btn btn--s" href={mailtoHref(email, `Re\u00a0: ${title}`)}>
                <Icon name="reply" size={16} />
                Répondre par e-mail
              </a>
              <CopyButton text={email} label="Copier l’adresse" done="Adresse copiée" />
            </div>
          )
        )}
      </div>
    </details>
  );
}

/** The page that a notice leads to; null for a contact message. */
function linkOf({ id, orderId }: MessageView): { to: string; label: string } | null {
  if (orderId) return { to: `/admin/commandes?commande=${orderId}`, label: "Voir la commande" };
  const productId = alertedProduct(id);
  if (productId) return { to: `/admin/stock/${productId}`, label: "Voir le stock" };
  const importId = interruptedImport(id);
  if (importId)
    return { to: `/admin/produits/importer?import=${importId}`, label: "Voir l’import" };
  const isAboutSlide = id.startsWith(SLIDE_NOTICE);
  return isAboutSlide ? { to: "/admin/reglages/accueil", label: "Voir les diapositives" } : null;
}

/** The message's sender, or the order's customer. */
function Sender({ message: { name, company, email, phoneNumber } }: { message: MessageView }) {
  const sender = [name, company].filter(Boolean).join(", ");
  if (!sender && !email && !phoneNumber) return null;
  return (
    <ul className="mail__facts">
      {sender && <li>{sender}</li>}
      {email && (
        <li>
          <a href={mailtoHref(email)}>{email}</a>
        </li>
      )}
      {phoneNumber && (
        <li className="num">
          <a href={`tel:${dialledPhone(phoneNumber)}`}>{shownPhone(phoneNumber)}</a>
        </li>
      )}
    </ul>
  );
}

function excerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= EXCERPT_LENGTH
    ? characters.join("")
    : `${characters.slice(0, EXCERPT_LENGTH).join("").trimEnd()}…`;
}
