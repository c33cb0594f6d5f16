import { LOCAL, type Line } from "./checklist-line.ts";
import type { Facts } from "./shop-facts.ts";

/** What a mail server needs (README, Settings). */
const SMTP =
  "Sur le serveur, donnez les variables d’environnement `SMTP_URL` (`smtps://utilisateur:motdepasse@smtp.exemple.fr:465`) et, au besoin, `MAIL_FROM`, puis redémarrez la boutique (README, «\u00a0Settings\u00a0»).";

/** Without a mail server a public shop opens neither line; on this machine only, there is nothing to prove. */
export function mailLines({ sendsMails, isMailProven, isPublic }: Facts): Line[] {
  const line = { section: "mails", isObligatory: true, to: null } as const;
  return [
    {
      ...line,
      id: "smtp",
      title: "Le serveur d’envoi des e-mails",
      isDone: sendsMails || !isPublic,
      isMoot: !sendsMails && !isPublic,
      why: sendsMails
        ? "Les e-mails partent par le serveur de `SMTP_URL`."
        : isPublic
          ? `Aucun e-mail ne part encore. ${SMTP}`
          : `Sans serveur d’envoi, les e-mails restent des fichiers, dans \`DATA_DIR/mail\`. ${LOCAL}`,
    },
    {
      ...line,
      id: "mail",
      title: "Un message d’essai bien reçu",
      isDone: isMailProven || (!sendsMails && !isPublic),
      isMoot: !isMailProven && !sendsMails && !isPublic,
      why: isMailProven
        ? "Le lien du message d’essai a été ouvert\u00a0: les e-mails de la boutique arrivent."
        : sendsMails
          ? "Envoyez-vous un message d’essai avec le bouton ci-dessous, puis ouvrez le lien qu’il contient\u00a0: la confirmation d’une commande doit arriver (code de la consommation, L221-13)."
          : isPublic
            ? `Réglez d’abord le serveur d’envoi. ${SMTP} Envoyez-vous alors un message d’essai.`
            : `Sans serveur d’envoi, aucun message ne part. ${LOCAL}`,
    },
  ];
}
