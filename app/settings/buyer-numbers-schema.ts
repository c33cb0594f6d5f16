import { z } from "zod";
import {
  formatSiren,
  isSiren,
  isVatNumber,
  sirenOfVat,
  vatContradiction,
} from "./company-number-schema.ts";

/** The SIREN of a buyer, also from a typed SIRET, which begins with it; empty if not given. */
export const buyerSiren = z
  .string()
  .trim()
  .max(40, { error: "40 caractères au plus.", abort: true })
  .transform((text) => text.replaceAll(/[\s.-]/g, "").replace(/^(\d{9})\d{5}$/, "$1"))
  .refine(
    (digits) => digits === "" || isSiren(digits),
    "Ce numéro SIREN n’existe pas\u00a0: neuf chiffres, dont le dernier est une clé. Vérifiez-le, ou laissez ce champ vide.",
  )
  .transform(formatSiren);

/** The VAT number of a buyer, without spaces; empty if not given. */
export const buyerVatNumber = z
  .string()
  .trim()
  .max(40, { error: "40 caractères au plus.", abort: true })
  .transform((text) => text.toUpperCase().replaceAll(/[\s.-]/g, ""))
  .refine(
    (text) => text === "" || isVatNumber(text),
    "Ce numéro de TVA n’existe pas\u00a0: le code d’un pays de l’Union européenne, puis ses chiffres. Vérifiez-le, ou laissez ce champ vide.",
  );

type Numbers = { siren?: string | undefined; vatNumber?: string | undefined };

/** Which of a company's two numbers contradicts the other, and why; null if none does. */
export function companyFault({ siren = "", vatNumber = "" }: Numbers): {
  field: keyof Numbers;
  message: string;
} | null {
  if (siren && vatNumber && sirenOfVat(vatNumber) === null)
    return {
      field: "siren",
      message:
        "Une société établie hors de France n’a pas de SIREN\u00a0: laissez ce champ vide, son numéro de TVA suffit.",
    };
  const message = vatContradiction(siren, vatNumber);
  return message === null ? null : { field: "vatNumber", message };
}

/** The SIREN of a company, which a French VAT number contains; empty if it isn't known. */
export const sirenOf = ({ siren, vatNumber = "" }: Numbers): string =>
  siren || formatSiren(sirenOfVat(vatNumber) ?? "");
