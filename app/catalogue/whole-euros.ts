/** A typed price: its whole euros, and the cents that were left out with their separator, like « ,50 ». */
export type WholeEuros = { digits: string; cents: string };

/**
 * The digits of a price in whole euros; all other characters are stripped (specification §5). Digits that directly follow a
 * decimal separator are cents: « 12,50 » is 12, not 1250. White space is ignored.
 */
export function wholeEuros(typed: string): WholeEuros {
  const text = withoutSpaces(typed);
  return {
    digits: text.replace(/[.,]\d+|\D/g, ""),
    cents: (text.match(/[.,]\d+/g) ?? []).join(""),
  };
}

// NFKC: Asian input methods may write full-width digits.
const withoutSpaces = (text: string) => text.normalize("NFKC").replace(/\s/g, "");

/** A price field after an edit. */
export type TypedEuros = WholeEuros & {
  /** The position of the caret in `digits`. */
  caret: number;
  /** The separator and cents that were typed just before the caret and are no longer in the field; empty for none. */
  pending: string;
};

/**
 * The price after an edit. `text` is the field's new text, `caret` the caret's position in it. `last` is the previous edit if typing
 * continues at its caret, else null: after « 12 » and « , », the digits « 5 » and « 0 » are cents although the field shows « 12 ».
 */
export function editEuros(text: string, caret: number, last: TypedEuros | null): TypedEuros {
  const before = last
    ? text.slice(0, last.caret) + last.pending + text.slice(last.caret, caret)
    : text.slice(0, caret);
  return {
    ...wholeEuros(before + text.slice(caret)),
    caret: wholeEuros(before).digits.length,
    pending: withoutSpaces(before).match(/[.,]\d*$/)?.[0] ?? "",
  };
}

/** The French message about left out cents; empty for none. */
export function centsText(cents: string): string {
  if (cents === "") return "";
  return `Les prix sont en euros entiers\u00a0: «\u00a0${cents}\u00a0» a été laissé de côté.`;
}
