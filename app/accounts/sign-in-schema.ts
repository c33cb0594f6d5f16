import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";
import { emailAddress } from "#app/ui/email-schema.ts";
import {
  LONG_EMAIL,
  LONGEST_EMAIL,
  MISSING_EMAIL,
  MISSING_FORMER_PASSWORD,
  MISSING_NAME,
  MISSING_PASSWORD,
  PASSWORD_MISMATCH,
  SHORT_PASSWORD,
  SIMPLE_PASSWORD,
  SHORTEST_PASSWORD,
  UNLIKELY_EMAIL,
} from "./account-schema.ts";

const LONGEST_PASSWORD = 128;

/** A sign-in address; lower case, as better-auth stores it. */
export const email = z
  .string({ error: MISSING_EMAIL })
  .trim()
  .toLowerCase()
  .min(1, MISSING_EMAIL)
  .max(LONGEST_EMAIL, LONG_EMAIL)
  .pipe(emailAddress(UNLIKELY_EMAIL));

const passwordOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(LONGEST_PASSWORD, `Le mot de passe ne peut pas dépasser ${LONGEST_PASSWORD} caractères.`);
const password = passwordOr(MISSING_PASSWORD);

export const signInForm = z.object({ email, password });

/** Least entropy of a password where tries are rate-limited, in bits (CNIL, délibération 2022-100, case 2). */
const LEAST_BITS = 50;
/** Kinds of characters and how many each has, as the CNIL counts them; accented letters are signs. */
const KINDS = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 37],
] as const;

/** The entropy of random characters of the same kinds, in bits. */
function bitsOf(password: string): number {
  const kinds = KINDS.filter(([kind]) => kind.test(password));
  return [...password].length * Math.log2(kinds.reduce((sum, [, count]) => sum + count, 0));
}

const passwordTwice = {
  password: password
    .min(SHORTEST_PASSWORD, SHORT_PASSWORD)
    .refine((text) => Math.round(bitsOf(text)) >= LEAST_BITS, SIMPLE_PASSWORD),
  confirmation: z.string({ error: PASSWORD_MISMATCH }).trim(),
};
type PasswordTwice = { password: string; confirmation: string };
const isSameTwice = ({ password: chosen, confirmation }: PasswordTwice) => chosen === confirmation;
const mismatch = {
  path: ["confirmation"],
  error: PASSWORD_MISMATCH,
  // Zod skips refinements after other errors by default; all errors are shown at once.
  when: () => true,
};

export const signUpForm = z
  .object({
    name: z
      .string({ error: MISSING_NAME })
      .trim()
      .refine((text) => !isBlank(text), MISSING_NAME)
      .max(200, "200 caractères au plus."),
    email,
    ...passwordTwice,
  })
  .refine(isSameTwice, mismatch);

export const forgottenPasswordForm = z.object({ email });
export const newPasswordForm = z
  .object({ ...passwordTwice, stored: z.enum(["keep", "forget"]).default("keep") })
  .refine(isSameTwice, mismatch);
export const confirmAddressForm = z.object({ password });
export const changePasswordForm = z
  .object({ formerPassword: passwordOr(MISSING_FORMER_PASSWORD), ...passwordTwice })
  .refine(isSameTwice, mismatch);
