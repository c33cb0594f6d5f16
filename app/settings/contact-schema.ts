import { z } from "zod";
import { emailAddress } from "#app/ui/email-schema.ts";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";
import { UNLIKELY_ADDRESS, withHttps } from "./field-schema.ts";

const MOST_LINKS = 8;
const socialLink = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: ({ input }) =>
      `«\u00a0${String(input).slice(0, 60)}\u00a0» n’est pas une adresse qui commence par https://.`,
  })
  .max(300, "300 caractères au plus pour une adresse.");

/** How customers reach the shop. A telephone or e-mail that is empty is shown nowhere. */
export const contactSchema = z.object({
  phone: z
    .string("Un numéro est attendu.")
    .trim()
    .refine((text) => text === "" || (text.length <= 40 && PHONE.test(text)), UNLIKELY_PHONE),
  email: z
    .string("Une adresse est attendue.")
    .trim()
    .max(254, "254 caractères au plus.")
    .pipe(z.union([z.literal(""), emailAddress(UNLIKELY_ADDRESS)], UNLIKELY_ADDRESS)),
  socialLinks: z.preprocess(
    (value) =>
      typeof value === "string"
        ? value
            .split(/[\s,]+/)
            .filter(Boolean)
            .map(withHttps)
        : value,
    z.array(socialLink).max(MOST_LINKS, `${MOST_LINKS} adresses au plus.`),
  ),
});

export const CONTACT_FIELDS = {
  phone: "Téléphone",
  email: "Adresse e-mail",
  socialLinks: "Réseaux sociaux",
};

/** Contact details of the specification (§2), for a demo shop. */
export const DEMO_CONTACT: z.output<typeof contactSchema> = {
  phone: "01 78 90 00 42",
  email: "bonjour@eclat.example",
  socialLinks: [
    "https://www.instagram.com/eclat.example",
    "https://www.facebook.com/eclat.example",
    "https://www.pinterest.com/eclatexample",
    "https://www.youtube.com/@eclat.example",
  ],
};
export const NO_CONTACT: z.output<typeof contactSchema> = { phone: "", email: "", socialLinks: [] };
