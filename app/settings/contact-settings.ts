import { z } from "zod";
import { emailAddress } from "#app/ui/email-schema.ts";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";
import { UNLIKELY_ADDRESS, withHttps } from "./field-schema.ts";
import { premiumRateFault } from "./premium-rate.ts";
import { defineSettings, type FieldErrors } from "./settings-group.ts";

const MOST_LINKS = 8;
const socialLink = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: ({ input }) =>
      `«\u00a0${String(input).slice(0, 60)}\u00a0» n’est pas une adresse qui commence par https://.`,
  })
  .max(300, "300 caractères au plus pour une adresse.");

/** The shop's telephone, e-mail and addresses; pages leave out an empty one. A demo shop has those of specification §2. */
export const contactSettings = defineSettings({
  name: "contact",
  path: "contact",
  title: "Contact",
  icon: "phone",
  summary: "Téléphone, e-mail et réseaux sociaux",
  fields: {
    phone: {
      label: "Téléphone",
      schema: z
        .string("Un numéro est attendu.")
        .trim()
        .refine((text) => text === "" || (text.length <= 40 && PHONE.test(text)), UNLIKELY_PHONE),
      initial: "",
      demo: "01 78 90 00 42",
      variable: "SHOP_PHONE",
    },
    email: {
      label: "Adresse e-mail",
      schema: z
        .string("Une adresse est attendue.")
        .trim()
        .max(254, "254 caractères au plus.")
        .pipe(z.union([z.literal(""), emailAddress(UNLIKELY_ADDRESS)], UNLIKELY_ADDRESS)),
      initial: "",
      demo: "bonjour@eclat.example",
      variable: "SHOP_EMAIL",
    },
    socialLinks: {
      label: "Réseaux sociaux",
      schema: z.preprocess(
        (value) =>
          typeof value === "string"
            ? value
                .split(/[\s,]+/)
                .filter(Boolean)
                .map(withHttps)
            : value,
        z.array(socialLink).max(MOST_LINKS, `${MOST_LINKS} adresses au plus.`),
      ),
      initial: [],
      demo: [
        "https://www.instagram.com/eclat.example",
        "https://www.facebook.com/eclat.example",
        "https://www.pinterest.com/eclatexample",
        "https://www.youtube.com/@eclat.example",
      ],
      variable: "SHOP_SOCIAL_LINKS",
    },
  },
  // Checked for forms only: in the schema, this rule would make the stored contact of a shop with such a number unreadable.
  check({ value: { phone } }): FieldErrors {
    const fault = premiumRateFault(phone);
    return fault ? { phone: fault } : {};
  },
});
