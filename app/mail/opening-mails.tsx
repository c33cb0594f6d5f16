import { MailButton, MailFrame, MailText } from "./mail-frame.tsx";
import type { Template } from "./template.ts";

/** The trial of /admin/ouverture: its link proves that the shop's mails arrive. `path` contains the token. */
export const trial: Template<{ path: string }> = {
  subject: () => "Message d’essai de votre boutique",
  Mail: ({ site, path }) => (
    <MailFrame
      title="Vos e-mails arrivent"
      preview="Ouvrez le lien pour confirmer qu’il est arrivé."
      note="Vous n’avez rien demandé&nbsp;? Ne faites rien."
      reason="Ce message a été demandé depuis l’administration de la boutique."
    >
      <MailText>
        Bonjour, ce message d’essai vient de votre boutique. Ouvrez ce lien pour confirmer qu’il est
        arrivé&nbsp;; il sert une fois, pendant un jour.
      </MailText>
      <MailButton href={site.baseUrl + path}>Le message est arrivé</MailButton>
    </MailFrame>
  ),
};
