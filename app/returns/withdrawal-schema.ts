import { z } from "zod";
import {
  hasAddressOrLink,
  lines,
  senderEmail,
  senderName,
  within,
} from "#app/messages/typed-text-schema.ts";
import { normalNumber, POSSIBLE_NUMBER } from "#app/orders/delivery-number-schema.ts";

const WRONG_NUMBER =
  "Un numéro de livraison a 16 lettres et chiffres\u00a0: il est dans nos e-mails et sur le bon de livraison.";

/** The fields of /retractation that everybody fills in. No reason is asked (Code de la consommation, L221-18). */
export const withdrawalForm = z.object({
  name: senderName.refine(
    (name) => !hasAddressOrLink(name),
    "Écrivez votre nom sans adresse ni lien, avec une espace après un point.",
  ),
  number: z
    .string({ error: "Indiquez le numéro de livraison." })
    .trim()
    .min(1, "Indiquez le numéro de livraison.")
    .transform(normalNumber)
    .pipe(z.string().regex(POSSIBLE_NUMBER, WRONG_NUMBER)),
  email: senderEmail("Indiquez l’e-mail qui recevra l’accusé de réception."),
  articles: z
    .string()
    .default("")
    .transform(lines)
    .pipe(within(500))
    .refine((text) => !hasAddressOrLink(text), "Décrivez les articles sans adresse ni lien."),
});
