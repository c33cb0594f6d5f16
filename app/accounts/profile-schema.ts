import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";
import { todayInParis } from "#app/ui/moment-schema.ts";
import { internationalPhone, PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";
import { MISSING_NAME, OLDEST_BIRTH, UNLIKELY_BIRTH } from "./account-schema.ts";
import { email } from "./sign-in-schema.ts";

const dateOfBirth = z.iso
  .date(UNLIKELY_BIRTH)
  .refine((day) => day >= OLDEST_BIRTH && day <= todayInParis(), UNLIKELY_BIRTH);

/** The profile form (specification §3, User profile); birth date and phone are optional. */
export const profileForm = z.object({
  name: z
    .string({ error: MISSING_NAME })
    .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .refine((text) => !isBlank(text), MISSING_NAME)
        .max(200, "200 caractères au plus."),
    ),
  dateOfBirth: z
    .literal("")
    .transform(() => null)
    .or(dateOfBirth),
  phone: z
    .string()
    .trim()
    .max(40, UNLIKELY_PHONE)
    .refine((text) => text === "" || PHONE.test(text), UNLIKELY_PHONE)
    .transform(internationalPhone)
    .refine((figures) => figures === "" || /^\d{8,15}$/.test(figures), UNLIKELY_PHONE),
  email,
});
export type ProfileForm = z.output<typeof profileForm>;
