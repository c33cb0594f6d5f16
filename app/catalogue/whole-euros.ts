/** A typed price: the kept digits, and the characters that were dropped. */
export type WholeEuros = { digits: string; leftOut: string };

/** After one of these characters, digits are cents or an exponent, not whole euros. */
const SEPARATOR = /[.,€e]/i;

/**
 * Keeps the digits of a price in whole euros (specification §5: other characters are stripped). Digits after a decimal
 * separator, « € » or an exponent's « e » are dropped, too: « 12,50 » is 12, not 1250, and « 1e3 » is 1, not 13. White space
 * is ignored.
 */
export function wholeEuros(typed: string): WholeEuros {
  // NFKC: Asian input methods may write full-width digits.
  const text = typed.normalize("NFKC").replace(/\s/g, "").replace(/^€/, "");
  const cents = text.search(SEPARATOR);
  const euros = cents < 0 ? text : text.slice(0, cents);
  return {
    digits: euros.replace(/\D/g, ""),
    leftOut: euros.replace(/\d/g, "") + (cents < 0 ? "" : text.slice(cents)),
  };
}

/**
 * The price after an edit; `typed` is the input's new text. Characters typed at the end of a price whose cents were dropped are
 * cents too: typing « 1 », « 2 », « , », « 5 », « 0 » gives 12.
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

/** The French message about dropped characters; empty when nothing or only « € » was dropped. */
export function leftOutText(leftOut: string): string {
  if (leftOut === "" || leftOut === "€") return "";
  return `Les prix sont en euros entiers\u00a0: «\u00a0${leftOut}\u00a0» a été laissé de côté.`;
}
