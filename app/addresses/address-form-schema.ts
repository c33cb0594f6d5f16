import { z } from "zod";
import { buyerSiren, buyerVatNumber, companyFault } from "#app/settings/buyer-numbers-schema.ts";
import { MOST_LINES } from "#app/ui/address-schema.ts";
import { isBlank } from "#app/ui/blank-schema.ts";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";
import { ADDRESS_COUNTRIES } from "./book-schema.ts";

/** `abort`: a text can be 256 KB (the form limit), too long for the regular expressions. */
const text = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .max(max, { error: `${max} caractères au plus.`, abort: true })
    .refine((typed) => !isBlank(typed), missing);

const oneLine = (missing: string, max: number) =>
  text(missing, max).transform((typed) => typed.replaceAll(/\s+/g, " "));

const UNLIKELY_CODE = "Un code postal français a cinq chiffres\u00a0: «\u00a075011\u00a0».";

export const addressForm = z
  .object({
    kind: z.enum(["delivery", "billing"], "Choisissez à quoi sert cette adresse."),
    name: oneLine("Indiquez le nom.", 200),
    phone: z
      .string()
      .trim()
      .max(40, { error: "40 caractères au plus.", abort: true })
      .refine((typed) => typed === "" || PHONE.test(typed), UNLIKELY_PHONE)
      .default(""),
    street: text("Indiquez le numéro et la rue.", 400)
      .transform((typed) => typed.replaceAll(/[^\S\n]*[\r\n]\s*/g, "\n"))
      // The postal code and the country take two.
      .refine(
        (typed) => typed.split("\n").length <= MOST_LINES - 2,
        `La rue tient sur ${MOST_LINES - 2} lignes au plus.`,
      ),
    postalCode: oneLine("Indiquez le code postal.", 12),
    town: oneLine("Indiquez la ville.", 100),
    country: z.enum(
      ADDRESS_COUNTRIES.map(({ code }) => code),
      "Choisissez un pays.",
    ),
    company: z
      .string()
      .trim()
      .max(200, { error: "200 caractères au plus.", abort: true })
      .transform((typed) => typed.replaceAll(/\s+/g, " "))
      .default(""),
    siren: buyerSiren.default(""),
    vatNumber: buyerVatNumber.default(""),
    isDefault: z.literal("on").optional(),
  })
  .refine(({ country, postalCode }) => country !== "FR" || /^\d{2} ?\d{3}$/.test(postalCode), {
    path: ["postalCode"],
    error: UNLIKELY_CODE,
  })
  .superRefine((address, context) => {
    const fault = companyFault(address);
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.message });
  });
export type AddressForm = z.output<typeof addressForm>;
