/** Whether nine digits end with the check digit of a SIREN (Luhn's algorithm). Spaces are ignored. */
export function isSiren(text: string): boolean {
  const digits = text.replaceAll(/\s/g, "");
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** « 123456782 » → « 123 456 782 ». */
export const formatSiren = (text: string) =>
  text.replaceAll(/\s/g, "").replace(/^(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3");

/**
 * The French VAT number of a SIREN: « FR », a key of two digits, the SIREN. The key is (12 + 3 × (SIREN mod 97)) mod 97
 * (BOFiP, BOI-TVA-DECLA-20-10-10-10).
 */
export function vatNumberOf(siren: string): string {
  const digits = siren.replaceAll(/\s/g, "");
  const key = (12 + 3 * (Number(digits) % 97)) % 97;
  return `FR${String(key).padStart(2, "0")} ${digits}`;
}

/** The numbers of a demo shop's seller; no company has them. */
export const DEMO_SIREN = "000 000 000";
export const DEMO_VAT_NUMBER = "FR00 000000000";

/** The VAT numbers of the other members of the European Union, after the country's code (directive 2006/112, art. 215; VIES). */
const FOREIGN_VAT: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^\d{10}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[0-9A-Z]\d{7}[0-9A-Z]$/,
  FI: /^\d{8}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[0-9A-Z]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** The nine digits of the SIREN in a French VAT number; null in another country's number, or in none. */
export const sirenOfVat = (vatNumber: string): string | null =>
  /^FR[0-9A-Z]{2}(\d{9})$/.exec(vatNumber.replaceAll(/\s/g, ""))?.[1] ?? null;

/** A French message if a French VAT number contains another SIREN than this one; null if one is missing, or both agree. */
export function vatContradiction(siren: string, vatNumber: string): string | null {
  const contained = sirenOfVat(vatNumber);
  if (contained === null || siren === "" || contained === siren.replaceAll(/\s/g, "")) return null;
  return `Ce numéro de TVA contient le SIREN ${formatSiren(contained)}, mais le SIREN indiqué est ${formatSiren(siren)}\u00a0: corrigez l’un des deux.`;
}

/** Whether a VAT number has the form of its country, a member of the European Union; a French one also its key. */
export function isVatNumber(text: string): boolean {
  if (text === DEMO_VAT_NUMBER) return true;
  const compact = text.replaceAll(/\s/g, "");
  const country = compact.slice(0, 2);
  if (country !== "FR") return FOREIGN_VAT[country]?.test(compact.slice(2)) ?? false;
  // Keys with letters have no public check algorithm.
  if (/^FR(?=.?[A-Z])[0-9A-Z]{2}\d{9}$/.test(compact)) return true;
  const siren = compact.slice(4);
  return isSiren(siren) && vatNumberOf(siren).replace(" ", "") === compact;
}
