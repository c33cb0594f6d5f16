/** A price as it is typed: the digits that are kept, and what was left out of what was typed. */
export type WholeEuros = { digits: string; leftOut: string };

/** What digits may follow that aren't whole euros. */
const SEPARATOR = /[.,€e]/i;

/**
 * Keeps the digits of a price, which is whole euros (specification §5: other characters are stripped). What stands
 * behind a decimal separator, « € » or the « e » of an exponent is left out with its digits: « 12,50 » is 12, not 1250,
 * and « 1e3 » is 1, not 13. White space is skipped.
 */
export function wholeEuros(typed: string): WholeEuros {
  // An input method may write full-width digits.
  const text = typed.normalize("NFKC").replace(/\s/g, "").replace(/^€/, "");
  const cents = text.search(SEPARATOR);
  const euros = cents < 0 ? text : text.slice(0, cents);
  return {
    digits: euros.replace(/\D/g, ""),
    leftOut: euros.replace(/\d/g, "") + (cents < 0 ? "" : text.slice(cents)),
  };
}

/**
 * The field after an edit made `typed` of it. What is typed on at the end of a price whose cents were left out belongs
 * to those cents: « 1 », « 2 », « , », « 5 », « 0 » is 12.
 */
export function continueEuros(
  { digits, leftOut }: WholeEuros,
  typed: string,
  { isAtEnd }: { isAtEnd: boolean },
): WholeEuros {
  const isContinued =
    SEPARATOR.test(leftOut) && isAtEnd && typed.startsWith(digits) && typed.length > digits.length;
  if (!isContinued) return wholeEuros(typed);
  return { digits, leftOut: leftOut + typed.slice(digits.length) };
}

/** What is said beside a price's field; empty when nothing was left out, or but the currency. */
export function leftOutText(leftOut: string): string {
  if (leftOut === "" || leftOut === "€") return "";
  return `Les prix sont en euros entiers\u00a0: «\u00a0${leftOut}\u00a0» a été laissé de côté.`;
}
