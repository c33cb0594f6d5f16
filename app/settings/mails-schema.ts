import { z } from "zod";
import { asciiEmail } from "#app/ui/email-schema.ts";
import { line, UNLIKELY_ADDRESS } from "./field-schema.ts";

const LONGEST_NOTE = 300;
/** One sender, not a list; empty: the shop's name and its e-mail address. */
const ADDRESS = /^[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+$/;

/** The mails that the shop sends. */
export const mailsSchema = z.object({
  senderName: line(100).refine(
    (text) => !/[<>"]/.test(text),
    "Le nom de l’expéditeur ne contient ni guillemet droit, ni chevron.",
  ),
  senderAddress: line(254)
    .transform(asciiEmail)
    .refine((text) => text === "" || ADDRESS.test(text), UNLIKELY_ADDRESS),
  note: line(LONGEST_NOTE),
  /** After how many hours a customer is reminded of an unpaid order; empty, or missing in settings before 0.5.0: never. */
  reminder: z.enum(["", "3", "24"], "Choisissez un délai.").optional(),
  /** The mail to the contact address for each order to prepare; missing in settings before 0.5.1: it is sent. */
  shopOrders: z.enum(["", "never"], "Choisissez une réponse.").optional(),
});

export const MAILS_FIELDS = {
  senderName: "Nom de l’expéditeur",
  senderAddress: "Adresse de l’expéditeur",
  note: "Mot de la fin",
  reminder: "Rappel d’une commande à payer",
  shopOrders: "E-mail à la boutique pour chaque commande",
};

export const MAILS_DEFAULTS: z.output<typeof mailsSchema> = {
  senderName: "",
  senderAddress: "",
  note: "",
  reminder: "",
  shopOrders: "",
};

/** The demo's contact address does not exist. */
export const DEMO_MAILS: z.output<typeof mailsSchema> = { ...MAILS_DEFAULTS, shopOrders: "never" };
