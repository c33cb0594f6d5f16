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

/** The seller of a demo shop has these numbers, which are nobody's. */
export const DEMO_SIREN = "000 000 000";
export const DEMO_VAT_NUMBER = "FR00 000000000";

/** Whether a VAT number has its country's form; a French one also its key. */
export function isVatNumber(text: string): boolean {
  if (text === DEMO_VAT_NUMBER) return true;
  const compact = text.replaceAll(/\s/g, "");
  if (!/^[A-Z]{2}[0-9A-Z]{2,18}$/.test(compact)) return false;
  if (!compact.startsWith("FR")) return true;
  // Keys with letters have no public check algorithm.
  if (/^FR(?=.?[A-Z])[0-9A-Z]{2}\d{9}$/.test(compact)) return true;
  const siren = compact.slice(4);
  return isSiren(siren) && vatNumberOf(siren).replace(" ", "") === compact;
}
