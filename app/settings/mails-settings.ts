import { z } from "zod";
import { asciiEmail } from "#app/ui/email-schema.ts";
import { line, UNLIKELY_ADDRESS } from "./field-schema.ts";
import { defineSettings } from "./settings-group.ts";

/** A single address, not a list of them. */
const ADDRESS = /^[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+$/;

/** The settings of the mails that the shop sends. */
export const mailsSettings = defineSettings({
  name: "mails",
  path: "courriels",
  title: "Courriels",
  icon: "mail",
  summary: "L’expéditeur et le mot de la fin",
  fields: {
    senderName: {
      label: "Nom de l’expéditeur",
      schema: line(100).refine(
        (text) => !/[<>"]/.test(text),
        "Le nom de l’expéditeur ne contient ni guillemet droit, ni chevron.",
      ),
      initial: "",
      variable: "MAIL_FROM",
    },
    senderAddress: {
      label: "Adresse de l’expéditeur",
      schema: line(254)
        .transform(asciiEmail)
        .refine((text) => text === "" || ADDRESS.test(text), UNLIKELY_ADDRESS),
      initial: "",
      variable: "MAIL_FROM",
    },
    note: { label: "Mot de la fin", schema: line(300), initial: "" },
    /** The hours after which a customer is reminded of an unpaid order; empty, or missing in values stored before 0.5.0: never. */
    reminder: {
      label: "Rappel d’une commande à payer",
      schema: z.enum(["", "3", "24"], "Choisissez un délai.").optional(),
      initial: "",
    },
    /** Whether the contact address gets a mail for each order to prepare; missing in values stored before 0.5.1: yes. */
    shopOrders: {
      label: "E-mail à la boutique pour chaque commande",
      schema: z.enum(["", "never"], "Choisissez une réponse.").optional(),
      initial: "",
      // The demo's contact address does not exist.
      demo: "never",
    },
  },
});
