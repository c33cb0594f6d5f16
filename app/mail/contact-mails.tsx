import { MailButton, MailFrame, MailText } from "./mail-frame.tsx";
import type { Template } from "./template.ts";

/**
 * The mail to the address typed on /contact. It repeats nothing of the form's contents; otherwise anybody could use the form to
 * send spam with any text to any address.
 */
export const contactReceipt: Template<object> = {
  subject: () => "Votre message nous est parvenu",
  Mail: ({ site }) => (
    <MailFrame
      title="Merci, votre message est bien arrivé"
      preview="Une personne le lit et vous répond à cette adresse."
      note="Vous n’avez rien écrit&nbsp;? Quelqu’un a donné votre adresse, sans doute par erreur&nbsp;: vous n’avez rien à faire."
      reason="Ce message répond à celui de notre page de contact&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, un message nous a été envoyé depuis notre page de contact, avec cette adresse. Une
        personne le lit, et vous répond ici.
      </MailText>
      <MailButton href={`${site.baseUrl}/faqs`}>Lire les questions fréquentes</MailButton>
    </MailFrame>
  ),
};
