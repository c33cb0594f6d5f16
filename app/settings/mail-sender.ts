import type { Sender } from "#app/mail/mailer.server.ts";
import type { CurrentSettings } from "./settings.server.ts";

/** The sender of the shop's mails: the address of the settings, else the contact address, else « boutique@ » `host`. */
export function mailSender(
  { groups: { mails, contact }, shop }: CurrentSettings,
  host: string,
): Sender {
  const address = mails.senderAddress || contact.email || `boutique@${host}`;
  return {
    from: { name: mails.senderName || shop.name, address },
    ...(contact.email && { replyTo: contact.email }),
  };
}
